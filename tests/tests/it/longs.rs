//! `u128` and `i128` in kernels and functions, against rustc: wherever a value can be, on the host and on every device.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::precedence, reason = "what kernels read as Rust does")]

use vyre::prelude::*;

fn every_device() -> Vec<Device> {
    [Device::reference(), Device::checked()].into_iter().chain(vyre_tests::devices()).collect()
}

/// The prime of a well-known field, 2^127 - 1.
const PRIME: u128 = (1 << 127) - 1;

mod steps {
    pub(crate) const LARGE: u128 = super::PRIME / 3;
    pub(crate) const TABLE: [u32; 3] = [5, 7, 11];
}

/// Numbers of every magnitude.
fn numbers(count: u32) -> Vec<u128> {
    let number = |at: u32| {
        let word = |by: u32| u128::from(at.wrapping_mul(0x9e37_79b9).rotate_left(by) ^ by);
        let bits = word(3) << 96 | word(7) << 64 | word(11) << 32 | word(19);
        if at.is_multiple_of(8) { u128::MAX - u128::from(at) } else { bits >> (at * 5 % 128) }
    };
    (0..count).map(number).collect()
}

#[vyre::kernel(workgroup_size = 64)]
fn places(data: &[u128], weights: &Uniform<[u128]>, shift: u32, add: u128, out: &mut [u128]) {
    const BIT: u128 = 1 << 100;
    let i = invocation_id().x;
    let mut local = [add; 4];
    local[i % 4] ^= data[i];
    local[3] = local[3].wrapping_add(BIT);
    let mut tile = workgroup_array::<u128, 64>();
    tile[local_id().x] = data[i] + weights[i % weights.len()];
    barrier();
    let mut sum = tile[(local_id().x + 1) % 64] << shift;
    for k in 0..4 {
        sum += local[k];
    }
    if i < out.len() {
        out[i] = sum | BIT;
        // Out of bounds there is 0, and a store does nothing.
        out[i] ^= data[data.len() + i];
        out[out.len() + i] = 1;
        // The index is of 128 bits, and far past the end.
        out[i] += data[add | 1 << 64];
    }
}

#[test]
fn values_are_in_every_place() {
    let (data, weights, add) = (numbers(100), [3, 1 << 90, PRIME, u128::MAX], u128::MAX / 5);
    let at = |i: usize| data.get(i).copied().unwrap_or(0);
    let bit = 1u128 << 100;
    for shift in [0, 9, 64, 127, 130] {
        let expected: Vec<u128> = (0..100)
            .map(|i| {
                let mut local = [add; 4];
                local[i % 4] ^= at(i);
                local[3] = local[3].wrapping_add(bit);
                let neighbour = i / 64 * 64 + (i % 64 + 1) % 64;
                let tile = at(neighbour).wrapping_add(weights[neighbour % 4]).wrapping_shl(shift);
                local.into_iter().fold(tile, |sum, part| sum.wrapping_add(part)) | bit
            })
            .collect();
        for device in every_device() {
            let mut out = vec![0; 100];
            places(&data, &weights, shift, add, &mut out).dispatch(&device).unwrap();
            assert_eq!(out, expected, "shifted by {shift} on {device}");
            let (data, mut out) = (device.buffer(&data).unwrap(), device.zeros::<u128>(100).unwrap());
            places(&data, &weights, shift, add, &mut out).dispatch(&device).unwrap();
            assert_eq!(out.read().unwrap(), expected, "buffers, shifted by {shift} on {device}");
        }
    }
}

/// `x * y` in the field.
#[vyre::function]
fn times(x: u128, y: u128) -> u128 {
    let (low, high) = x.widening_mul(y);
    // 2^127 is 1 there.
    let folded = (low & PRIME) + (high << 1 | low >> 127);
    let rest = (folded & PRIME) + (folded >> 127);
    if rest >= PRIME { rest - PRIME } else { rest }
}

/// `x` to the power of `exponent` in the field.
#[vyre::function]
fn power(x: u128, mut exponent: u128) -> u128 {
    let (mut square, mut result) = (x % PRIME, 1);
    while exponent != 0 {
        if exponent & 1 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        exponent >>= 1;
    }
    result
}

/// Called with the number that `power` is called with, which is another literal there.
#[vyre::function]
fn scaled(x: u64) -> u64 {
    x * 7
}

#[vyre::kernel]
fn inverses(data: &[u128], out: &mut [u128]) {
    let i = invocation_id().x;
    if i < data.len() {
        let x = data[i] % PRIME;
        out[i] = times(x, power(x, PRIME - 2));
        out[i + data.len()] = power(3, 0x1_0000_0000_0000_0000_0000) + (scaled(3) - 21) as u128;
    }
}

/// Fermat: each number but 0 times its power to `PRIME - 2` is 1.
#[test]
fn the_field_has_inverses() {
    let data: Vec<u128> = numbers(64).into_iter().filter(|x| x % PRIME != 0).collect();
    for x in &data {
        assert_eq!(times(x % PRIME, power(*x, PRIME - 2)), 1, "{x} on the host");
    }
    // 2^80 squarings: by hand, 80 times.
    let expected = (0..80).fold(3, |x: u128, _| times(x, x));
    for device in every_device() {
        let mut out = vec![0; 2 * data.len()];
        inverses(&data, &mut out).dispatch(&device).unwrap();
        let (ones, powers) = out.split_at(data.len());
        assert!(ones.iter().all(|one| *one == 1), "{device}: {ones:?}");
        assert_eq!(powers, vec![expected; data.len()], "{device}");
    }
}

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Account {
    id: u32,
    parts: [u32; 3],
    balance: u128,
    history: [u128; 2],
    last: u64,
    rest: [u32; 2],
}

#[vyre::function]
impl Account {
    fn pay(&mut self, amount: u128) -> bool {
        let is_enough = amount <= self.balance;
        if is_enough {
            self.balance -= amount;
            self.history = [self.history[1], amount];
        }
        is_enough
    }
}

#[vyre::kernel]
fn pay(accounts: &mut [Account], first: Account, amount: u128, out: &mut [bool]) {
    let i = invocation_id().x;
    if i + 1 >= accounts.len() {
        return;
    }
    let is_paid = accounts[i].pay(amount);
    out[i] = is_paid;
    if i == 0 {
        let mut copy = first;
        copy.balance *= 2;
        copy.last = (copy.balance >> 64) as u64;
        accounts[accounts.len() - 1] = copy;
    }
}

#[test]
fn structs_have_the_layout_of_the_host() {
    let account = |n: u32| Account {
        id: n,
        parts: [n, 1, 2],
        balance: u128::from(n) << 70 | 9,
        history: [n.into(), PRIME],
        last: n.into(),
        rest: [4, n],
    };
    let accounts = || (0..40).map(account).collect::<Vec<Account>>();
    let amount = 20 << 70;
    for device in every_device() {
        let (mut data, mut paid) = (accounts(), vec![false; 40]);
        pay(&mut data, account(3), amount, &mut paid).invocations([39, 1, 1]).dispatch(&device).unwrap();
        let mut expected = accounts();
        for (at, account) in expected.iter_mut().enumerate().take(39) {
            assert_eq!(paid[at], account.balance >= amount, "{at} on {device}");
            if account.balance >= amount {
                account.balance -= amount;
                account.history = [account.history[1], amount];
            }
        }
        expected[39] = Account { balance: (6 << 70) + 18, last: 6 << 6, ..account(3) };
        assert_eq!(data, expected, "{device}");
    }
}

#[vyre::kernel]
fn flow(data: &[u128], out: &mut [u128]) {
    let i = invocation_id().x;
    let x = data[i];
    let kind: u128 = match x {
        0..=0xffff_ffff => 1,
        0x1_0000_0000..=0xffff_ffff_ffff_ffff => 2,
        u128::MAX => 3,
        large if large > steps::LARGE => 4,
        _ => 5,
    };
    let mut sum = kind << 64;
    for k in x.saturating_sub(3)..x {
        sum = sum * 31 + k;
    }
    for k in (10u128..=30).rev().step_by(7) {
        sum ^= k << (k as u32);
    }
    let parts = (x, [x; 2], steps::TABLE[2] as u128);
    let (quotient, rest) = (parts.0 / parts.2, parts.1[1] % parts.2);
    out[i] = sum + select(quotient > rest, quotient, rest) + !x.min(PRIME) + cast::<u128>([1u32, 2, 3, 4]);
}

#[test]
fn control_flow_is_that_of_rust() {
    let data = [&numbers(60)[..], &[0, 1, u128::from(u64::MAX), steps::LARGE, steps::LARGE + 1]].concat();
    let expected: Vec<u128> = data
        .iter()
        .map(|&x| {
            let kind: u128 = match x {
                0..=0xffff_ffff => 1,
                0x1_0000_0000..=0xffff_ffff_ffff_ffff => 2,
                u128::MAX => 3,
                large if large > steps::LARGE => 4,
                _ => 5,
            };
            let sum =
                (x.saturating_sub(3)..x).fold(kind << 64, |sum, k| sum.wrapping_mul(31).wrapping_add(k));
            let sum = (10u128..=30).rev().step_by(7).fold(sum, |sum, k| sum ^ k << k);
            let larger = (x / 11).max(x % 11);
            let words = 1 | 2 << 32 | 3 << 64 | 4 << 96;
            sum.wrapping_add(larger).wrapping_add(!x.min(PRIME)).wrapping_add(words)
        })
        .collect();
    for device in every_device() {
        let mut out = vec![0; data.len()];
        flow(&data, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn together(data: &[u128], out: &mut [u128]) {
    let (i, n) = (invocation_id().x, data.len());
    let v = data[i];
    out[i] = workgroup_sum(v);
    out[i + n] = workgroup_min(v);
    out[i + 2 * n] = workgroup_max(v);
    out[i + 3 * n] = workgroup_inclusive_sum(v);
    out[i + 4 * n] = workgroup_exclusive_sum(v);
    out[i + 5 * n] = workgroup_broadcast(v, 7);
}

#[test]
fn workgroups_join_numbers() {
    let mut data = numbers(192);
    // One group whose upper halves are equal.
    data[64..128].iter_mut().for_each(|number| *number |= u128::MAX << 64);
    let mut expected: Vec<Vec<u128>> = vec![Vec::new(); 6];
    for group in data.chunks(64) {
        let sum = group.iter().fold(0u128, |sum, v| sum.wrapping_add(*v));
        expected[0].extend([sum; 64]);
        expected[1].extend([*group.iter().min().unwrap(); 64]);
        expected[2].extend([*group.iter().max().unwrap(); 64]);
        let mut before = 0u128;
        for v in group {
            expected[4].push(before);
            before = before.wrapping_add(*v);
            expected[3].push(before);
        }
        expected[5].extend([group[7]; 64]);
    }
    let expected = expected.concat();
    for device in every_device() {
        let mut out = vec![0; 6 * 192];
        together(&data, &mut out).invocations([192, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}

/// The greatest common divisor, of any integers.
#[vyre::function]
fn gcd<T: vyre::Integer>(a: T, b: T) -> T {
    let (mut a, mut b) = (a, b);
    while b != T::ZERO {
        let rest = a % b;
        a = b;
        b = rest;
    }
    a
}

#[vyre::kernel]
fn divisors<T: vyre::Integer>(a: &[T], b: T, out: &mut [T]) {
    let i = invocation_id().x;
    out[i] = gcd(a[i], b) + T::from_u32(a[i].leading_zeros());
}

#[test]
fn functions_over_types_take_them() {
    let a: Vec<u128> = (1..50u128).map(|k| k * k << 60).collect();
    let b = 720_720 << 58;
    let euclid = |mut a: u128, mut b: u128| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let expected: Vec<u128> = a.iter().map(|a| euclid(*a, b) + u128::from(a.leading_zeros())).collect();
    assert_eq!(gcd(a[3], b), euclid(a[3], b));
    for device in every_device() {
        let mut out = vec![0u128; a.len()];
        divisors(&a, b, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}

/// `a * b / c`, rounded down, for a quotient of 64 bits.
#[vyre::function]
fn scaled_by(a: u64, b: u64, c: u64) -> u64 {
    (vyre::ops::u128::mul_wide(a, b) / c as u128) as u64
}

#[vyre::kernel]
fn scale(data: &[u64], by: u64, of: u64, out: &mut [u64]) {
    let i = invocation_id().x;
    out[i] = scaled_by(data[i], by, of) ^ vyre::ops::i64::extend(-1) as u64;
}

#[test]
fn operations_are_called_by_their_paths() {
    let data: Vec<u64> = (0..70).map(|i| u64::MAX / (i + 1)).collect();
    let (by, of) = (0x1234_5678_9abc_def1, 0x2345_6789_abcd_ef12);
    let expected = |x: u64| (u128::from(x) * u128::from(by) / u128::from(of)) as u64;
    for x in &data {
        assert_eq!(scaled_by(*x, by, of), expected(*x), "{x} on the host");
    }
    for device in every_device() {
        let mut out = vec![0; data.len()];
        scale(&data, by, of, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, data.iter().map(|x| !expected(*x)).collect::<Vec<u64>>(), "{device}");
    }
}

#[vyre::kernel]
fn random(seed: u128, stream: u128, out: &mut [u64]) {
    const FACTOR: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;
    let i = invocation_id().x;
    let summand = stream << 1 | 1;
    let mut state = (seed + summand) * FACTOR + summand;
    let (mut factor, mut summand) = (FACTOR, summand);
    let mut steps = i + 1;
    while steps > 0 {
        if steps % 2 == 1 {
            state = state * factor + summand;
        }
        summand *= factor + 1;
        factor *= factor;
        steps /= 2;
    }
    out[i] = (state as u64 ^ (state >> 64) as u64).rotate_right((state >> 122) as u32);
}

/// The first numbers of PCG64 for this seed and this stream, as its authors publish them.
#[test]
fn random_numbers_are_those_of_pcg64() {
    let expected: [u64; 6] = [
        0x86b1_da1d_7206_2b68,
        0x1304_aa46_c985_3d39,
        0xa367_0e9e_0dd5_0358,
        0xf909_0e52_9a7d_ae00,
        0xc85b_9fd8_3799_6f2c,
        0x6061_21f8_e391_9196,
    ];
    for device in every_device() {
        let mut out = [0; 6];
        random(42, 54, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}

#[vyre::kernel]
fn rows(data: &[[u128; 3]], by: [u128; 3], out: &mut [[u128; 3]]) {
    let i = invocation_id().x;
    let row = data[i];
    out[i] = [row[1] * by[0], row[2] - by[1], row[0] ^ by[2]];
    out[i][i % 3] += 1;
}

#[test]
fn elements_are_arrays_of_them() {
    let data: Vec<[u128; 3]> = numbers(90).as_chunks().0.to_vec();
    let by = [PRIME, 1 << 99, u128::MAX];
    let row = |(i, row): (usize, &[u128; 3])| {
        let mut row = [row[1].wrapping_mul(by[0]), row[2].wrapping_sub(by[1]), row[0] ^ by[2]];
        row[i % 3] = row[i % 3].wrapping_add(1);
        row
    };
    let expected: Vec<[u128; 3]> = data.iter().enumerate().map(row).collect();
    for device in every_device() {
        let mut out = vec![[0; 3]; data.len()];
        rows(&data, by, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}

#[test]
fn buffers_have_the_words_of_the_host() {
    let program: vyre::ir::Program = "program workgroup_size 64, 1, 1
        buffer a: read u128 @ 0  buffer scale: uniform u128 @ 1  buffer out: read_write u128 @ 2
        buffer words: read_write vec4<u32> @ 3
        entry {
            let i = invocation_id.x;
            out[i] = call primitive.u128.mul(a[i], scale[0]);
            words[i] = vec4<u32>(a[i].0, a[i].1, a[i].2, a[i].3);
        }"
    .parse()
    .unwrap();
    let (a, scale) = (numbers(70), [PRIME - 7]);
    let expected: Vec<u128> = a.iter().map(|a| a.wrapping_mul(scale[0])).collect();
    let expected_words: Vec<[u32; 4]> =
        a.iter().map(|a| [0, 32, 64, 96].map(|by| (a >> by) as u32)).collect();
    assert_eq!(program.to_string().parse(), Ok(program.clone()));
    assert_eq!(vyre::ir::Program::from_wire(&program.to_wire()).as_ref(), Ok(&program));
    for device in every_device() {
        let (mut out, mut words) = (vec![0u128; 70], vec![[0u32; 4]; 70]);
        let args = [Arg::read(&a), Arg::read(&scale), Arg::write(&mut out), Arg::write(&mut words)];
        device.run(&program, [2, 1, 1], args).unwrap();
        assert_eq!(out, expected, "{device}");
        assert_eq!(words, expected_words, "{device}");
    }
}

/// Signed numbers in buffers, in structs and in tuples of buffers, by value and as a table.
#[vyre::data]
#[derive(Debug, PartialEq)]
struct Signed {
    balance: i128,
    limit: [i128; 2],
}

#[vyre::kernel(workgroup_size = 64)]
fn signed(
    data: &[i128],
    limits: &Uniform<[i128]>,
    by: i128,
    states: &mut [Signed],
    out: &mut [(bool, i128)],
) {
    const LOW: [i128; 2] = [i128::MIN, -3];
    let i = invocation_id().x;
    if i < out.len() {
        let x = data[i];
        states[i].balance -= x / 3;
        states[i].limit[i % 2] = (x >> 5).max(limits[i % limits.len()]);
        out[i] = (x < LOW[i % 2] / 2, x % by);
    }
}

#[test]
fn buffers_hold_signed_numbers() {
    let data: Vec<i128> = numbers(100).into_iter().map(|x| x as i128).collect();
    let limits = [-1i128 << 120, 5, i128::MAX];
    let by = -1_000_000_007_000_000_000_000i128;
    let start = [Signed { balance: i128::MIN / 2, limit: [7, -7] }; 100];
    for device in every_device() {
        let (mut states, mut out) = (start, vec![(false, 0i128); 100]);
        signed(&data, &limits, by, &mut states, &mut out).dispatch(&device).unwrap();
        for (i, x) in data.iter().enumerate() {
            let mut state = start[i];
            state.balance -= x / 3;
            state.limit[i % 2] = (x >> 5).max(limits[i % 3]);
            assert_eq!(states[i], state, "{i} on {device}");
            assert_eq!(out[i], (*x < [i128::MIN, -3][i % 2] / 2, x % by), "{i} on {device}");
        }
    }
}

#[vyre::kernel]
fn largest_of<T: vyre::Integer>(data: &[T], out: &mut [T]) {
    let mut most = data[0];
    for x in data {
        most = most.max(*x);
    }
    out[0] = most / T::from_u32(2);
}

#[test]
fn signed_numbers_go_through_algorithms_and_generic_kernels() {
    let data: Vec<i128> = numbers(3000).into_iter().map(|x| x as i128).collect();
    let mut sorted = data.clone();
    sorted.sort_unstable();
    let sum = data.iter().fold(0i128, |sum, x| sum.wrapping_add(*x));
    for device in vyre_tests::devices() {
        let buffer = device.buffer(&data).unwrap();
        let mut in_order = buffer.copy().unwrap();
        in_order.sort().unwrap();
        assert_eq!(in_order.read().unwrap(), sorted, "{device}");
        assert_eq!(buffer.par_iter().sum().unwrap(), sum, "{device}");
        assert_eq!(buffer.par_iter().min().unwrap(), sorted.first().copied(), "{device}");
        assert_eq!(buffer.par_iter().max().unwrap(), sorted.last().copied(), "{device}");
        let halves =
            buffer.par_iter().filter(func!(|x: i128| x < 0)).map(func!(|x: i128| x / 2)).collect().unwrap();
        let expected: Vec<i128> = data.iter().filter(|x| **x < 0).map(|x| x / 2).collect();
        assert_eq!(halves.read().unwrap(), expected, "{device}");
        let mut out = [0i128];
        largest_of(&data, &mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, [sorted[2999] / 2], "{device}");
    }
}

#[test]
fn texts_take_and_give_signed_numbers() {
    let text = "
        fn halved(x: i128) -> i128 { x / 2 }
        fn least(all: &[i128]) -> i128 { all.iter().copied().min().unwrap() }
        #[kernel] fn negate(all: &mut [i128], plus: i128) { let i = invocation_id().x; if i < all.len() { all[i] = plus - all[i]; } }
    ";
    let module = vyre::Module::compile(text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let call = |name: &str, value: vyre::Value| module.function(name).unwrap().call(&[value]).unwrap();
    assert_eq!(call("halved", vyre::Value::I128(-(1 << 100) - 1)), vyre::Value::I128(-(1 << 99)));
    assert_eq!(call("least", vec![5i128, i128::MIN, -1].into()), vyre::Value::I128(i128::MIN));
    for device in every_device() {
        let mut all = [1i128, -(1 << 90), i128::MAX];
        let args = [Arg::write(&mut all), Arg::value(-1i128)];
        module.kernel("negate").unwrap().launch(args).dispatch(&device).unwrap();
        assert_eq!(all, [-2, (1 << 90) - 1, i128::MIN], "{device}");
    }
}

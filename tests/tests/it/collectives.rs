//! What a workgroup computes together, in kernels, on every device; what is expected is computed in plain Rust.

use vyre::{Device, bf16, f16};
use vyre_tests::devices;
use vyre_tests::values::random;

const GROUP: usize = 96;

#[vyre::kernel(workgroup_size = (16, 3, 2))]
fn numbers(a: &[u32], shared: &mut [u32], own: &mut [u32]) {
    let flat = local_id().x + local_id().y * 16 + local_id().z * 48;
    let i = workgroup_id().x * 96 + flat;
    let v = a[i];
    let (sum, least, most) = (workgroup_sum(v), workgroup_min(v), workgroup_max(v));
    own[i * 2] = workgroup_inclusive_sum(v);
    own[i * 2 + 1] = workgroup_exclusive_sum(v);
    let some = workgroup_any(v % 7 == 3);
    let all = workgroup_all(v > 100);
    let tenth = workgroup_broadcast(v, 10);
    if flat == 17 {
        let at = workgroup_id().x * 6;
        shared[at] = sum;
        shared[at + 1] = least;
        shared[at + 2] = most;
        shared[at + 3] = some as u32;
        shared[at + 4] = all as u32;
        shared[at + 5] = tenth;
    }
}

#[test]
fn numbers_are_joined() {
    let a = random(3, GROUP as u32 * 5, u32::MAX);
    let mut expected = (Vec::new(), Vec::new());
    for group in a.chunks(GROUP) {
        let mut before = 0u32;
        for v in group {
            let up_to = before.wrapping_add(*v);
            expected.1.extend([up_to, before]);
            before = up_to;
        }
        let (some, all) = (group.iter().any(|v| v % 7 == 3), group.iter().all(|v| *v > 100));
        let (least, most) = (*group.iter().min().unwrap(), *group.iter().max().unwrap());
        expected.0.extend([before, least, most, some.into(), all.into(), group[10]]);
    }
    for device in devices() {
        let (mut shared, mut own) = (vec![0; 30], vec![0; a.len() * 2]);
        numbers(&a, &mut shared, &mut own).workgroups([5, 1, 1]).dispatch(&device).unwrap();
        assert_eq!((&shared, &own), (&expected.0, &expected.1), "{device}");
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn wide(a: &[u64], signs: &[i32], out: &mut [u64], signed: &mut [i32]) {
    let i = invocation_id().x;
    let v = a[i];
    let s = signs[i];
    let at = workgroup_id().x * 3;
    let sum = workgroup_sum(v) + workgroup_sum(v % 10);
    out[at] = sum;
    out[at + 1] = workgroup_min(v);
    out[at + 2] = workgroup_max(v) - workgroup_broadcast(v, workgroup_id().x);
    signed[at] = workgroup_sum(s);
    signed[at + 1] = workgroup_min(s);
    signed[at + 2] = workgroup_max(s);
}

#[test]
fn wide_and_signed_numbers_are_joined() {
    let (low, high) = (random(5, 192, u32::MAX), random(6, 192, u32::MAX));
    let a: Vec<u64> =
        low.iter().zip(&high).map(|(low, high)| u64::from(*low) | u64::from(*high) << 32).collect();
    let signs: Vec<i32> = high.iter().map(|high| *high as i32).collect();
    let (mut expected, mut expected_signed) = (Vec::new(), Vec::new());
    for (at, (group, signs)) in a.chunks(64).zip(signs.chunks(64)).enumerate() {
        let sum = |values: &mut dyn Iterator<Item = u64>| values.fold(0u64, |sum, v| sum.wrapping_add(v));
        let both = sum(&mut group.iter().copied()).wrapping_add(sum(&mut group.iter().map(|v| v % 10)));
        let (least, most) = (*group.iter().min().unwrap(), *group.iter().max().unwrap());
        expected.extend([both, least, most.wrapping_sub(group[at])]);
        let sum = signs.iter().fold(0i32, |sum, s| sum.wrapping_add(*s));
        expected_signed.extend([sum, *signs.iter().min().unwrap(), *signs.iter().max().unwrap()]);
    }
    for device in devices() {
        let (mut out, mut signed) = (vec![0; 9], vec![0; 9]);
        wide(&a, &signs, &mut out, &mut signed).workgroups([3, 1, 1]).dispatch(&device).unwrap();
        assert_eq!((&out, &signed), (&expected, &expected_signed), "{device}");
    }
}

/// Running sums of a workgroup along x whose last subgroup has room, after loops of which each invocation makes its own number of rounds.
#[vyre::kernel(workgroup_size = 250)]
fn running(
    words: &[u32],
    signs: &[i32],
    longs: &[u64],
    own: &mut [u32],
    signed: &mut [i32],
    long: &mut [u64],
) {
    let i = invocation_id().x;
    for round in 0..3 {
        let mut rounds = 0;
        while rounds < words[i] % 40 {
            rounds += 1;
        }
        let at = (round * words.len() + i) * 2;
        own[at] = workgroup_inclusive_sum(words[i] + rounds);
        own[at + 1] = workgroup_exclusive_sum(words[i] ^ round);
        signed[at] = workgroup_inclusive_sum(signs[i]);
        signed[at + 1] = workgroup_exclusive_sum(signs[i] - rounds as i32);
        long[at] = workgroup_inclusive_sum(longs[i]);
        long[at + 1] = workgroup_exclusive_sum(longs[i] + rounds as u64);
    }
}

/// The sums up to each number, and those before it, in each workgroup of 250.
fn up_to_and_before<T: Copy + Default>(up_to: &[T], before: &[T], add: fn(T, T) -> T) -> Vec<T> {
    let groups = up_to.chunks(250).zip(before.chunks(250));
    let of_group = |(up_to, before): (&[T], &[T])| -> Vec<T> {
        let mut sums = (T::default(), T::default());
        let pairs = up_to.iter().zip(before).map(|(here, next)| {
            sums.0 = add(sums.0, *here);
            let pair = [sums.0, sums.1];
            sums.1 = add(sums.1, *next);
            pair
        });
        pairs.flatten().collect()
    };
    groups.flat_map(of_group).collect()
}

#[test]
fn numbers_are_added_up_along_a_row() {
    const COUNT: u32 = 750;
    let (words, high) = (random(7, COUNT, u32::MAX), random(8, COUNT, u32::MAX));
    let signs: Vec<i32> = high.iter().map(|word| *word as i32).collect();
    let longs: Vec<u64> =
        words.iter().zip(&high).map(|(low, high)| u64::from(*low) | u64::from(*high) << 32).collect();
    let rounds: Vec<u32> = words.iter().map(|word| word % 40).collect();
    let (mut expected, mut signed, mut long) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..3 {
        let more: Vec<u32> =
            words.iter().zip(&rounds).map(|(word, rounds)| word.wrapping_add(*rounds)).collect();
        let other: Vec<u32> = words.iter().map(|word| word ^ round).collect();
        expected.extend(up_to_and_before(&more, &other, u32::wrapping_add));
        let less: Vec<i32> =
            signs.iter().zip(&rounds).map(|(sign, rounds)| sign.wrapping_sub(*rounds as i32)).collect();
        signed.extend(up_to_and_before(&signs, &less, i32::wrapping_add));
        let more: Vec<u64> =
            longs.iter().zip(&rounds).map(|(long, rounds)| long.wrapping_add(u64::from(*rounds))).collect();
        long.extend(up_to_and_before(&longs, &more, u64::wrapping_add));
    }
    for device in devices() {
        let (mut own, mut own_signed, mut own_long) =
            (vec![0; expected.len()], vec![0; signed.len()], vec![0; long.len()]);
        running(&words, &signs, &longs, &mut own, &mut own_signed, &mut own_long)
            .invocations([COUNT, 1, 1])
            .dispatch(&device)
            .unwrap();
        assert!(own == expected, "{device}: u32");
        assert!(own_signed == signed, "{device}: i32");
        assert!(own_long == long, "{device}: u64");
    }
}

/// Keeps the even elements, in order.
#[vyre::kernel(workgroup_size = 128)]
fn keep_even(a: &[u32], out: &mut [u32], count: &mut [u32]) {
    let mut found = workgroup_array::<bool, 1>();
    let i = local_id().x;
    let mut kept = 0;
    for round in 0..a.len() / 128 {
        let v = a[round * 128 + i];
        let is_even = v % 2 == 0;
        let place = kept + workgroup_exclusive_sum(is_even as u32);
        if is_even {
            out[place] = v;
            found[0] = true;
        }
        kept += workgroup_sum(is_even as u32);
        if workgroup_uniform_load(&found[0]) && workgroup_any(v == 99) {
            break;
        }
    }
    count[0] = kept;
}

#[test]
fn running_sums_find_places() {
    let mut a: Vec<u32> = (0..512).map(|n| n * 7 % 1000 + 100).collect();
    a[300] = 99;
    let expected: Vec<u32> = a[..384].iter().copied().filter(|v| v % 2 == 0).collect();
    for device in devices() {
        let (mut out, mut count) = (vec![0; 512], [0]);
        keep_even(&a, &mut out, &mut count).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(count[0] as usize, expected.len(), "{device}");
        assert_eq!(out[..expected.len()], expected, "{device}");
        assert!(out[expected.len()..].iter().all(|v| *v == 0), "{device}");
    }
}

#[vyre::kernel(workgroup_size = (25, 3))]
fn sums_of_floats(a: &[f32], out: &mut [f32]) {
    let flat = local_id().x + local_id().y * 25;
    let v = a[workgroup_id().x * 75 + flat];
    let strict = workgroup_sum_strict(v);
    let tree = workgroup_sum_tree(v);
    let again = workgroup_sum_tree(v * 2.0);
    if flat == 7 {
        out[workgroup_id().x * 3] = strict;
        out[workgroup_id().x * 3 + 1] = tree;
        out[workgroup_id().x * 3 + 2] = again;
    }
}

/// The balanced tree, as the specification says it.
fn tree(values: &[f32]) -> f32 {
    match values {
        [] => 0.0,
        [one] => *one,
        more => {
            let (left, right) = more.split_at(more.len().next_power_of_two() / 2);
            tree(left) + tree(right)
        }
    }
}

#[test]
fn floats_are_added_in_their_order() {
    let a: Vec<f32> = random(5, 75 * 4, u32::MAX)
        .iter()
        .map(|bits| f32::from_bits(bits & 0x807f_ffff | (100 + bits % 50) << 23))
        .collect();
    let expected: Vec<f32> = a
        .chunks(75)
        .flat_map(|group| {
            let twice: Vec<f32> = group.iter().map(|v| v * 2.0).collect();
            [group.iter().copied().reduce(|sum, v| sum + v).unwrap(), tree(group), tree(&twice)]
        })
        .collect();
    assert!(expected.chunks(3).any(|sums| sums[0] != sums[1]));
    for device in devices() {
        let mut out = vec![0.0; 12];
        sums_of_floats(&a, &mut out).workgroups([4, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}

#[test]
fn buffers_of_floats_are_added_in_their_order() {
    for count in [0, 1, 2, 255, 256, 257, 1000, 70_001] {
        let bits = random(count + 1, count, u32::MAX);
        let a: Vec<f32> =
            bits.iter().map(|bits| f32::from_bits(bits & 0x807f_ffff | (100 + bits % 50) << 23)).collect();
        let strict = a.iter().copied().reduce(|sum, v| sum + v).unwrap_or(0.0);
        for device in devices() {
            let buffer = device.buffer(&a).unwrap();
            assert_eq!(
                vyre::reduce::sum_strict(&buffer).unwrap().to_bits(),
                strict.to_bits(),
                "{count} on {device}"
            );
            assert_eq!(
                vyre::reduce::sum_tree(&buffer).unwrap().to_bits(),
                tree(&a).to_bits(),
                "{count} on {device}"
            );
        }
    }
    for device in devices() {
        let buffer = device.buffer(&[-0.0f32; 3]).unwrap();
        assert_eq!(vyre::reduce::sum_tree(&buffer).unwrap().to_bits(), 0x8000_0000, "{device}");
    }
}

#[vyre::kernel(workgroup_size = (25, 3))]
fn sums_of_halves(a: &[f16], b: &[bf16], out: &mut [f16], more: &mut [bf16]) {
    let flat = local_id().x + local_id().y * 25;
    let (x, y) = (a[workgroup_id().x * 75 + flat], b[workgroup_id().x * 75 + flat]);
    let (strict, tree) = (workgroup_sum_strict(x), workgroup_sum_tree(x));
    let (of_y, tree_of_y) = (workgroup_sum_strict(-y), workgroup_sum_tree(y));
    if flat == 7 {
        out[workgroup_id().x * 2] = strict;
        out[workgroup_id().x * 2 + 1] = tree;
        more[workgroup_id().x * 2] = of_y;
        more[workgroup_id().x * 2 + 1] = tree_of_y;
    }
}

/// The balanced tree of any numbers.
fn tree_of<T: Copy + std::ops::Add<Output = T>>(values: &[T]) -> Option<T> {
    match values {
        [] => None,
        [one] => Some(*one),
        more => {
            let (left, right) = more.split_at(more.len().next_power_of_two() / 2);
            Some(tree_of(left)? + tree_of(right)?)
        }
    }
}

/// What is expected are the sums of the crate `half`, whose `+` rounds each sum once.
#[test]
fn halves_are_added_in_their_order() {
    let bits = random(9, 75 * 4, u32::MAX);
    let a: Vec<f16> = bits
        .iter()
        .map(|bits| f16::from_bits(*bits as u16 & 0x83ff | (0x3000 + (*bits >> 16 & 0x0c00) as u16)))
        .collect();
    let b: Vec<bf16> = bits
        .iter()
        .map(|bits| bf16::from_bits(*bits as u16 & 0x807f | (0x3f00 + (*bits >> 16 & 0x0380) as u16)))
        .collect();
    let mut expected = (Vec::new(), Vec::new());
    for (a, b) in a.chunks(75).zip(b.chunks(75)) {
        let strict = |sum, value| sum + value;
        expected.0.extend([a.iter().copied().reduce(strict).unwrap(), tree_of(a).unwrap()]);
        expected
            .1
            .extend([-b.iter().copied().reduce(|sum, value| sum + value).unwrap(), tree_of(b).unwrap()]);
    }
    assert!(expected.0.chunks(2).any(|sums| sums[0] != sums[1]));
    assert!(expected.1.chunks(2).any(|sums| sums[0] != -sums[1]));
    for device in devices().into_iter().chain([Device::reference(), Device::checked()]) {
        let (mut out, mut more) = ([f16::ZERO; 8], [bf16::ZERO; 8]);
        sums_of_halves(&a, &b, &mut out, &mut more).workgroups([4, 1, 1]).dispatch(&device).unwrap();
        assert_eq!((out.to_vec(), more.to_vec()), expected, "{device}");
        for count in [0, 1, 2, 75, 256, 257, 300] {
            let (a, b) = (&a[..count.min(a.len())], &b[..count.min(b.len())]);
            let (x, y) = (device.buffer(a).unwrap(), device.buffer(b).unwrap());
            let strict = a.iter().copied().reduce(|sum, value| sum + value).unwrap_or(f16::ZERO);
            assert_eq!(vyre::reduce::sum_strict(&x).unwrap(), strict, "{count} on {device}");
            let strict = b.iter().copied().reduce(|sum, value| sum + value).unwrap_or(bf16::ZERO);
            assert_eq!(vyre::reduce::sum_strict(&y).unwrap(), strict, "{count} on {device}");
            let tree = tree_of(a).unwrap_or(f16::ZERO);
            assert_eq!(vyre::reduce::sum_tree(&x).unwrap(), tree, "{count} on {device}");
            let tree = tree_of(b).unwrap_or(bf16::ZERO);
            assert_eq!(vyre::reduce::sum_tree(&y).unwrap(), tree, "{count} on {device}");
        }
        // Zeros keep their sign, infinities cancel to the canonical NaN, and one element keeps its bits.
        let sum = |bits: &[u16]| {
            let values: Vec<f16> = bits.iter().copied().map(f16::from_bits).collect();
            vyre::reduce::sum_tree(&device.buffer(&values).unwrap()).unwrap().to_bits()
        };
        assert_eq!(
            [sum(&[0x8000; 3]), sum(&[0x7c00, 0xfc00]), sum(&[0xfc01])],
            [0x8000, 0x7e00, 0xfc01],
            "{device}"
        );
    }
}

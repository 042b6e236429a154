//! Tuples, arrays and patterns have Rust's meaning: one body runs as a kernel and as plain Rust.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_tests::{devices, twin};

twin! { tuples |i, a, c, out| {
    let pair = (a[i], a[i + 1] > 3);
    let (x, (y, z)) = (pair.0, (pair.1, 7u32));
    let mut t = (x, y, (z, 5u64));
    t.0 += 2;
    t.2.1 = t.2.1 + (1 << 40);
    (t.0, t.2.0) = (t.2.0, t.0);
    let (mut p, mut q) = (1u32, 2u32);
    (p, q) = (q, p);
    (p, _) = (p * 10 + q, 3u32);
    let chosen = if y { (t.0, p) } else { (p, t.0) };
    let same = chosen == (7, 21);
    let copy = chosen;
    out[i * 4] = chosen.0 + 100 * chosen.1 + if same { 5000 } else { 0 };
    out[i * 4 + 1] = (t.2.1 >> 40) as u32 + t.0 * 10 + t.2.0 * 1000;
    let found = loop { break (copy.1, x); };
    out[i * 4 + 2] = found.0 ^ found.1;
    let late;
    if x > 4 { late = x; } else { late = y as u32; }
    let v: (u32, i32);
    v = (late, -1);
    out[i * 4 + 3] = v.0 + (v.1 < 0) as u32;
}}

twin! { arrays |i, a, c, out| {
    let primes = [2, 3, 5, 7, 11];
    let mut w = [a[i], 1, 2, 3, 4, 5, 6];
    let k = (a[i + 1] % 7) as usize;
    w[k] += primes[k % 5];
    let before = w;
    w[(k + 1) % 7] = 50;
    w = if a[i] > 5 { before } else { w };
    out[i * 4] = (w == before) as u32 + 10 * (w != before) as u32 + 100 * w.len() as u32;
    let mut sum = 0u32;
    for j in 0..7usize { sum = sum.wrapping_mul(31) + w[j]; }
    out[i * 4 + 1] = sum;
    let [first, second, _] = [a[i], a[i + 1], 9];
    let four: [i32; 4] = [-1, 2, -3, first as i32];
    out[i * 4 + 2] = (four[k % 4] + 10) as u32 + second * 100;
    let mut grid = [[0u32; 5]; 3];
    for y in 0..3usize { for x in 0..5usize { grid[y][x] = (y * 10 + x) as u32; } }
    grid[1][k % 5] *= 2;
    let mut total = 0u32;
    for y in 0..3usize { for x in 0..5usize { total = total.wrapping_mul(3) + grid[y][x]; } }
    out[i * 4 + 3] = total;
}}

twin! { matches_of_numbers |i, a, c, out| {
    let x = a[i];
    out[i * 4] = match x {
        0 => 10,
        1 | 2 => 20 + x,
        n @ 3..=5 => n * 100,
        n if n % 2 == 0 => n,
        7..9 => 1,
        _ => 2,
    };
    let y = a[i + 1];
    out[i * 4 + 1] = match (x > 4, y) {
        (true, 0..=3) => 1,
        (false, n) if n > 6 => n + 1000,
        (true, n) | (_, n) => 5 + n,
    };
    match y as i32 - 5 {
        i32::MIN..=-1 => out[i * 4 + 2] = 7,
        0 => {}
        m => {
            let square = m * m;
            out[i * 4 + 2] = square as u32;
        }
    }
    for k in 0..20u32 {
        match k {
            3 => continue,
            n if n > 2 * x => break,
            _ => {}
        }
        out[i * 4 + 3] += k;
    }
    if matches!(x, 1 | 4..=8 if y > 2) { out[i * 4 + 3] += 5000; }
}}

const LIMIT: u32 = 6;

#[vyre::kernel]
fn opcodes(codes: &[u32], out: &mut [u32]) {
    const ADD: u32 = 1;
    const TABLE_SIZE: u32 = LIMIT + 1;
    let i = invocation_id().x;
    out[i] = match codes[i] {
        0 => 100,
        ADD => 101,
        2 => 102,
        3 => 103,
        4 => 104,
        5 => 105,
        LIMIT => 106,
        TABLE_SIZE => 107,
        8 => 108,
        9 => 109,
        10 => 110,
        11 => 111,
        12 => 112,
        13 => 113,
        14 => 114,
        15 => 115,
        16 => 116,
        17 => 117,
        18 => 118,
        19 => 119,
        20 => 120,
        21 => 121,
        22 => 122,
        23 => 123,
        24 => 124,
        25 => 125,
        26 => 126,
        27 => 127,
        28 => 128,
        29 => 129,
        30 => 130,
        31 => 131,
        32 => 132,
        33 => 133,
        34 => 134,
        35 => 135,
        36 => 136,
        37 => 137,
        38 => 138,
        39 => 139,
        40..=u32::MAX => 7,
    };
}

#[test]
fn a_match_has_many_arms_and_constants() {
    for device in devices() {
        let codes: Vec<u32> = (0..45).collect();
        let mut out = vec![0; 45];
        opcodes(&codes, &mut out).dispatch(&device).unwrap();
        let expected: Vec<u32> = (0..45).map(|code| if code < 40 { 100 + code } else { 7 }).collect();
        assert_eq!(out, expected, "{device}");
    }
}

#[vyre::function]
fn middle(x: u32, y: u32, z: u32) -> u32 {
    fn sorted(a: u32, b: u32) -> (u32, u32) {
        if a > b {
            return (b, a);
        }
        (a, b)
    }
    let (low, high) = sorted(x, y);
    let mut all = [low, high, z];
    match z {
        n if n < low => all = [n, low, high],
        n if n < high => (all[1], all[2]) = (n, high),
        _ => {}
    }
    let at = (z % 3) as usize;
    all[at] += 0;
    all[1]
}

#[vyre::kernel(workgroup_size = 32)]
fn with_functions(data: &mut [u32], counts: &[AtomicU32], n: u32) {
    fn swap(w: &mut [u32], i: u32, j: u32) {
        (w[i], w[j]) = (w[j], w[i]);
    }
    fn find(of: &[u32], x: u32) -> (bool, u32) {
        for k in 0..of.len() {
            if of[k] == x {
                return (true, k);
            }
        }
        (false, 0)
    }
    fn count(counts: &[AtomicU32], at: u32) -> u32 {
        counts[at].fetch_add(1)
    }
    fn ranks(from: &[u32], into: &mut [u32], n: u32) {
        let i = local_id().x;
        if i >= n {
            return;
        }
        let mut rank = 0;
        for k in 0..n {
            if (from[k], k) == (from[i], i) {
                continue;
            }
            if from[k] < from[i] || from[k] == from[i] && k < i {
                rank += 1;
            }
        }
        into[rank] = from[i];
    }
    let mut tile = workgroup_array::<u32, 32>();
    let i = local_id().x;
    ranks(data, &mut tile, n);
    barrier();
    let mut own = [9, 8, 7, 6, 5];
    swap(&mut own, 0, 4);
    swap(&mut own, 1, i % 5);
    let (found, at) = find(&own, 8);
    let (_, place) = find(&tile, 5);
    if found {
        count(counts, at);
    }
    if i < n {
        data[i] = tile[i] + 100 * at + 1000 * place + 10_000 * middle(own[0], own[2], 6);
    }
}

#[test]
fn functions_take_slices_and_give_tuples() {
    assert_eq!((middle(1, 2, 3), middle(3, 2, 1), middle(2, 3, 1), middle(5, 9, 7)), (2, 2, 2, 7));
    for device in devices() {
        let mut data = [4, 5, 1, 7, 5, 0, 9, 2, 11, 3];
        let mut counts = [0; 5];
        with_functions(&mut data, &mut counts, 10).invocations([32, 1, 1]).dispatch(&device).unwrap();
        // Sorted: 0 1 2 3 4 5 5 7 9 11, with the first 5 at place 5. After the first swap 5 8 7 6 9.
        let sorted = [0, 1, 2, 3, 4, 5, 5, 7, 9, 11];
        let own = |i: u32| {
            let mut own = [5u32, 8, 7, 6, 9];
            own.swap(1, (i % 5) as usize);
            own
        };
        for i in 0..10u32 {
            let own = own(i);
            let at = own.iter().position(|x| *x == 8).unwrap() as u32;
            let expected = sorted[i as usize] + 100 * at + 5000 + 10_000 * middle(own[0], own[2], 6);
            assert_eq!(data[i as usize], expected, "{i} on {device}");
        }
        let mut expected = [0; 5];
        (0..32).for_each(|i| expected[own(i).iter().position(|x| *x == 8).unwrap()] += 1);
        assert_eq!(counts, expected, "{device}");
    }
}

#[vyre::kernel(workgroup_size = (8, 8))]
fn transpose(input: &[u32], out: &mut [u32], far: u32) {
    let mut tile = workgroup_array::<[u32; 9], 8>();
    let (x, y) = (local_id().x, local_id().y);
    tile[y][x] = input[y * 8 + x];
    barrier();
    out[y * 8 + x] = tile[x][y] + tile[y + far][x] + tile[0][9 + x] + tile[far * 0x2000_0000][0];
}

#[test]
fn workgroup_arrays_have_two_indices() {
    for device in devices() {
        let input: Vec<u32> = (1..65).collect();
        let mut out = vec![0; 64];
        transpose(&input, &mut out, 8).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        // `tile[0][9 + x]` and `tile[8..]` are out of bounds; `8 * 2^29` wraps to 0.
        let expected: Vec<u32> = (0..64).map(|at| at % 8 * 8 + at / 8 + 1 + 1).collect();
        assert_eq!(out, expected, "{device}");
    }
}

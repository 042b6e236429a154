//! Slices of arrays: `&a[i..j]` and its kin, bound by `let` and passed to functions, against plain Rust.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_tests::{devices, twin};

twin! { slices_of_local_arrays |i, a, c, out| {
    fn sum(v: &[u32]) -> u32 {
        let mut total = 0u32;
        for k in 0..v.len() { total = total.wrapping_mul(7).wrapping_add(v[k]); }
        total
    }
    fn reverse(v: &mut [u32]) {
        let n = v.len();
        for k in 0..n / 2 {
            let kept = v[k];
            v[k] = v[n - 1 - k];
            v[n - 1 - k] = kept;
        }
    }
    fn halves(v: &mut [u32], at: usize) -> (u32, u32) {
        reverse(&mut v[..at]);
        reverse(&mut v[at..]);
        (sum(&v[..at]), sum(&v[at..]))
    }
    let mut w = [0u32; 12];
    for k in 0..12usize { w[k] = a[i] + 3 * k as u32; }
    let (from, to) = ((a[i] % 5) as usize, (5 + a[i + 1] % 7) as usize);
    out[i * 4] = sum(&w[from..to]);
    reverse(&mut w[from..=to]);
    out[i * 4 + 1] = sum(&w) ^ (sum(&w[..]) >> 3) ^ (sum(&w[from..]) << 5) ^ (sum(&w[..=to]) >> 11);
    let v = &mut w[from..];
    v[1] += 100;
    let n = v.len();
    v[n - 1] ^= 5;
    let (low, high) = halves(&mut v[1..], 3);
    out[i * 4 + 2] = low ^ high;
    let inner = &w[2..10];
    let tight = &inner[from..to.min(8)];
    let none = &inner[to - 5..to - 5];
    out[i * 4 + 3] = sum(tight) ^ (1000 * (tight.len() as u32) + (none.len() as u32) * 77 + tight[0]);
}}

twin! { slices_of_vectors_and_rows |i, a, c, out| {
    fn sum(v: &[u32]) -> u32 {
        let mut total = 0u32;
        for k in 0..v.len() { total = total * 3 + v[k]; }
        total
    }
    fn set(v: &mut [u32], at: usize, x: u32) { v[at] = x; v[0] += 1; }
    let mut four = [a[i], a[i + 1], 3u32, 4];
    set(&mut four, (a[i] % 4) as usize, 9);
    set(&mut four[1..], (a[i + 1] % 3) as usize, 8);
    out[i * 4] = sum(&four) + 1000 * sum(&four[2..]);
    let mut grid = [[0u32; 5]; 4];
    for y in 0..4usize { for x in 0..5usize { grid[y][x] = y as u32 * 10 + x as u32 + a[i]; } }
    let y = (a[i] % 4) as usize;
    out[i * 4 + 1] = sum(&grid[y]) ^ sum(&grid[3 - y][1..4]);
    set(&mut grid[y], 2, 77);
    let row = &mut grid[2];
    row[4] = 5;
    out[i * 4 + 2] = sum(&grid[y]) ^ sum(&grid[2]);
    let mut log = 0u32;
    fn pair(v: &[u32], x: u32, w: &[u32]) -> u32 { v[0] * 100 + x * 10 + w[0] }
    let mut at = 0usize;
    out[i * 4 + 3] = pair(
        &four[{ at += 1; at }..],
        { at += 1; log = log * 10 + at as u32; log },
        &four[{ at += 1; at }..{ at += 1; at }],
    ) + at as u32;
}}

const PRIMES: [u32; 8] = [2, 3, 5, 7, 11, 13, 17, 19];

/// Views of buffers and tables, with bounds that lie outside, in a program that the host computes with `get`.
#[vyre::kernel(workgroup_size = 16)]
fn bounds(a: &[u32], from: &[i32], to: &[i32], at: &[u32], out: &mut [u32]) {
    fn probe(v: &[u32], at: u32) -> u32 {
        v.len() * 1000 + v[at]
    }
    let i = invocation_id().x;
    let n = out.len() / 4;
    if i >= n {
        return;
    }
    let own = &mut out[i * 4..i * 4 + 3];
    own[0] = probe(&a[from[i]..to[i]], at[i]);
    own[1] = probe(&PRIMES[from[i]..=to[i]], at[i]);
    own[2] = probe(&a[4..12][from[i]..to[i]], at[i]);
    // Past the end of the view, where the buffer goes on.
    own[3] = 5;
    own[at[i].saturating_add(3)] = 6;
    own[u32::MAX - i] = 7;
}

fn part<'a>(a: &'a [u32], from: i32, to: i64) -> &'a [u32] {
    let end = to.clamp(0, a.len() as i64);
    if from < 0 || i64::from(from) >= end { &[] } else { &a[from as usize..end as usize] }
}

#[test]
fn a_view_is_what_the_array_has_of_it() {
    let a: Vec<u32> = (0..16).map(|k| 100 + k).collect();
    let edges = [i32::MIN, -1, 0, 1, 3, 7, 8, 15, 16, 17, i32::MAX];
    let (mut from, mut to, mut at) = (Vec::new(), Vec::new(), Vec::new());
    for f in edges {
        for t in edges {
            for k in [0u32, 2, 7, 15, u32::MAX, u32::MAX - 3] {
                from.push(f);
                to.push(t);
                at.push(k);
            }
        }
    }
    let probe = |v: &[u32], k: u32| v.len() as u32 * 1000 + v.get(k as usize).copied().unwrap_or(0);
    let expected: Vec<u32> = (0..from.len())
        .flat_map(|i| {
            let (f, t, k) = (from[i], i64::from(to[i]), at[i]);
            let closed = if t < 0 { 0 } else { t + 1 };
            [probe(part(&a, f, t), k), probe(part(&PRIMES, f, closed), k), probe(part(&a[4..12], f, t), k), 99]
        })
        .collect();
    for device in devices() {
        let mut out = vec![99; expected.len()];
        let count = from.len() as u32;
        bounds(&a, &from, &to, &at, &mut out).invocations([count, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}\n{}", bounds::program());
    }
}

/// Views of workgroup arrays, of atomics and of bytes.
#[vyre::kernel(workgroup_size = 8)]
fn shared(bytes: &[u8], counts: &[AtomicU32], out: &mut [u32]) {
    fn add_up(v: &mut [u32]) {
        let lane = local_id().x;
        let mut stride = v.len() / 2;
        while stride > 0 {
            if lane < stride {
                v[lane] += v[lane + stride];
            }
            barrier();
            stride /= 2;
        }
    }
    fn count(c: &[AtomicU32], at: u32) -> u32 {
        c[at].fetch_add(1)
    }
    fn third(b: &[u8]) -> u32 {
        b.byte(2) + b.len() * 1000
    }
    let lane = local_id().x;
    let mut tile = workgroup_array::<u32, 16>();
    tile[lane] = lane;
    tile[lane + 8] = 10 * lane;
    barrier();
    add_up(&mut tile[8..]);
    add_up(&mut tile[..8]);
    let after = &counts[2..4];
    count(after, lane);
    after[1].fetch_max(lane + 20);
    let mut own = &mut out[lane * 4..][..4];
    own[0] = tile[0] * 1000 + tile[8];
    own[1] = third(&bytes[lane..]);
    let odd = &bytes[lane..7];
    own[2] = odd.word(0);
    own[3] = odd.word(1) + odd.word(1 << 30);
}

#[test]
fn views_of_workgroup_arrays_atomics_and_bytes() {
    let bytes: Vec<u8> = (1..12).collect();
    let byte = |at: usize, end: usize| if at < end { u32::from(bytes[at]) } else { 0 };
    let word = |at: usize| (0..4).fold(0, |word, k| word | byte(at + k, 7) << (8 * k));
    let expected: Vec<u32> = (0..8)
        .flat_map(|lane| {
            [28 * 1000 + 280, byte(lane + 2, 11) + (11 - lane as u32) * 1000, word(lane), word(lane + 4)]
        })
        .collect();
    for device in devices() {
        let (mut counts, mut out) = (vec![0; 6], vec![0; 32]);
        shared(&bytes, &mut counts, &mut out).invocations([8, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}\n{}", shared::program());
        assert_eq!(counts, [0, 0, 1, 27, 0, 0], "{device}");
    }
}

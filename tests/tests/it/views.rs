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

fn part(a: &[u32], from: i32, to: i64) -> &[u32] {
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
            [
                probe(part(&a, f, t), k),
                probe(part(&PRIMES, f, closed), k),
                probe(part(&a[4..12], f, t), k),
                99,
            ]
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

twin! { references |i, a, c, out| {
    fn bump(x: &mut u32, by: u32) -> u32 {
        let before = *x;
        *x += by;
        if by > 3 { return before; }
        *x ^= 1;
        before + 1
    }
    fn swap(x: &mut u32, y: &mut u32) { (*x, *y) = (*y, *x); }
    fn twice(x: &mut u32) { bump(x, 2); bump(&mut *x, 5); }
    fn spread(pair: &mut (u32, (u32, u32)), v: &mut [u32; 4], at: usize) {
        pair.0 += v[at];
        pair.1.1 = pair.0 + 1;
        v[at] = 7;
        (*v)[3] += pair.1.0;
        *v = [v[3], v[2], v[1], v[0]];
    }
    fn read(x: &u32, v: &[u32; 4]) -> u32 { *x * 3 + v[1] + x.count_ones() }
    fn rounds(state: &mut [u32; 8], count: u32) {
        for r in 0..count {
            for k in 0..8usize { state[k] = state[k].wrapping_mul(5) ^ state[(k + 1) % 8] ^ r; }
        }
    }
    let mut n = a[i];
    let first = bump(&mut n, a[i + 1] % 6);
    twice(&mut n);
    let mut w = [3u32; 8];
    let mut at = (a[i] % 4) as usize;
    let second = bump(&mut w[{ at += 1; at }], { at += 1; at as u32 });
    twice(&mut w[at]);
    let mut m = 50u32;
    swap(&mut n, &mut m);
    swap(&mut w[2], &mut n);
    out[i * 4] = first + 10 * second + 100 * n + 10000 * m + at as u32;
    let mut pair = (a[i], (4u32, 5u32));
    let mut v = [a[i], a[i + 1], 2u32, 3];
    spread(&mut pair, &mut v, at % 4);
    bump(&mut pair.1.0, 9);
    bump(&mut v[at % 4], 6);
    out[i * 4 + 1] = pair.0 + 100 * pair.1.0 + 10000 * pair.1.1;
    out[i * 4 + 2] = v[0] + 100 * v[1] + 10000 * v[2] + 1000000 * v[3] + read(&n, &v);
    let cell = &mut w[at % 8];
    *cell += 30;
    bump(cell, 1);
    let total = &mut n;
    for k in 0..8usize { *total = total.wrapping_mul(7) ^ w[k]; }
    rounds(&mut w, 2);
    out[i * 4 + 3] = n ^ w[0] ^ w[5].rotate_left(3);
}}

/// References to elements of buffers and of arrays of vectors: what is beyond the end stays as it is.
#[vyre::kernel(workgroup_size = 8)]
fn elements(out: &mut [u32], points: &mut [[u32; 4]], flags: &mut [bool]) {
    fn add(x: &mut u32, by: u32) {
        if by != 3 {
            *x += by;
        }
    }
    fn set(p: &mut [u32; 4], at: u32) {
        p[at] += 5;
        p[1] *= 2;
    }
    fn total(v: &[u32]) -> u32 {
        let mut sum = 0;
        for k in 0..v.len() {
            sum += v[k];
        }
        sum
    }
    fn flip(b: &mut bool) {
        *b = !*b;
    }
    let i = invocation_id().x;
    add(&mut out[i * 2 + 8], i);
    set(&mut points[i], i);
    flip(&mut flags[i]);
    let mut tile = workgroup_array::<u32, 8>();
    add(&mut tile[i], i + 1);
    barrier();
    add(&mut out[i], tile[7 - i] * 10);
    let p = &mut points[i];
    p[2] = total(&*p);
}

#[test]
fn references_to_elements() {
    for device in devices() {
        let (mut out, mut flags) = (vec![1; 12], vec![true, false, true, true, false, false, true]);
        let mut points = vec![[1u32, 2, 3, 4]; 6];
        elements(&mut out, &mut points, &mut flags).invocations([8, 1, 1]).dispatch(&device).unwrap();
        // `add` leaves what is given 3 alone, and the sixth lane of the workgroup array is added 6.
        let tile: Vec<u32> = (1..=8).map(|by| if by == 3 { 0 } else { by }).collect();
        let expected: Vec<u32> = (0..12)
            .map(|k| match k {
                0..8 => 1 + tile[7 - k] * 10,
                8 | 10 => 1 + (k as u32 - 8) / 2,
                _ => 1,
            })
            .collect();
        assert_eq!(out, expected, "{device}\n{}", elements::program());
        assert_eq!(flags, [false, true, false, false, true, true, false], "{device}");
        for (i, point) in points.iter().enumerate() {
            let mut expected = [1, 2, 3, 4];
            if i < 4 {
                expected[i] += 5;
            }
            expected[1] *= 2;
            expected[2] = expected.iter().sum();
            assert_eq!(*point, expected, "{i} on {device}");
        }
    }
}

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Body {
    pos: [f32; 2],
    mass: f32,
    id: u32,
}

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Pair {
    low: u32,
    high: i32,
}

/// Slices of structs, and references to structs that are elements, variables and parts of tuples.
#[vyre::kernel(workgroup_size = 4)]
fn structs(bodies: &mut [Body], pairs: &mut [Pair], out: &mut [f32]) {
    fn step(body: &mut Body, by: f32, axis: u32) {
        body.pos[axis] += by;
        body.mass *= 2.0;
        if axis > 0 {
            body.id = 7;
        }
    }
    fn total(bodies: &[Body]) -> f32 {
        let mut sum = 0.0;
        for k in 0..bodies.len() {
            sum += bodies[k].mass;
        }
        sum
    }
    fn swap(pair: &mut Pair) {
        *pair = Pair { low: pair.high as u32, high: pair.low as i32 };
    }
    fn first(bodies: &mut [Body]) {
        bodies[0].id += 100;
        bodies[5].id = 1;
    }
    let i = invocation_id().x;
    step(&mut bodies[i], 0.5, i);
    swap(&mut pairs[i]);
    let mut own = bodies[i];
    step(&mut own, 1.5, 1);
    let mut both = (own, 3);
    step(&mut both.0, 1.0, 0);
    first(&mut bodies[i..i + 3]);
    let body = &mut bodies[i + 4];
    body.mass += 1.0;
    out[i] = both.0.pos[0] + both.0.pos[1] * 10.0 + both.0.mass * 100.0;
    let fixed = &bodies[8..];
    out[i + 4] = total(fixed) + total(&fixed[1..2]) * 10.0;
}

#[test]
fn slices_of_structs() {
    let body = |at: u32| Body { pos: [at as f32, 1.0], mass: 2.0 + at as f32, id: at };
    for device in devices() {
        let mut bodies: Vec<Body> = (0..11).map(body).collect();
        let mut pairs: Vec<Pair> = (0..3).map(|at| Pair { low: at, high: -5 }).collect();
        let mut out = vec![0.0; 8];
        structs(&mut bodies, &mut pairs, &mut out).invocations([4, 1, 1]).dispatch(&device).unwrap();
        for (at, got) in bodies.iter().enumerate() {
            let mut expected = body(at as u32);
            if at < 4 {
                if at < 2 {
                    expected.pos[at] += 0.5;
                }
                expected.mass *= 2.0;
                if at > 0 {
                    expected.id = 7;
                }
                expected.id += 100;
            } else if at < 8 {
                expected.mass += 1.0;
            }
            assert_eq!(*got, expected, "{at} on {device}\n{}", structs::program());
        }
        let swapped: Vec<Pair> = (0..3).map(|at| Pair { low: -5i32 as u32, high: at }).collect();
        assert_eq!(pairs, swapped, "{device}");
        for at in 0..4 {
            let (mut x, mut y, mass) = (at as f32, 1.0, 2.0 + at as f32);
            if at == 0 {
                x += 0.5
            } else if at == 1 {
                y += 0.5
            }
            assert_eq!(out[at], (x + 1.0) + (y + 1.5) * 10.0 + mass * 8.0 * 100.0, "{at} on {device}");
            assert_eq!(out[at + 4], 10.0 + 11.0 + 12.0 + 11.0 * 10.0, "{device}");
        }
    }
}

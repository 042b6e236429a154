//! Kernels on every type, against the same code in plain Rust.

use vyre_tests::devices;

/// Signed numbers at the edges of their range.
const SIGNED: [i32; 12] = [0, 1, -1, 2, -2, 7, -7, 31, 1000, -1000, i32::MAX, i32::MIN];
/// Unsigned ones of 64 bits.
const WIDE: [u64; 10] =
    [0, 1, 2, 7, 0xffff_ffff, 0x1_0000_0000, 0x1_0000_0001, 1 << 63, u64::MAX - 1, u64::MAX];

fn pairs<T: Copy>(values: &[T]) -> (Vec<T>, Vec<T>) {
    values.iter().flat_map(|a| values.iter().map(|b| (*a, *b))).unzip()
}

#[vyre::kernel]
fn signed(a: &[i32], b: &[i32], out: &mut [i32], truth: &mut [bool]) {
    let i = invocation_id().x;
    let (x, y) = (a[i], b[i]);
    let n = 16;
    out[i * n] = x + y;
    out[i * n + 1] = x - y;
    out[i * n + 2] = x * y;
    out[i * n + 3] = x / y;
    out[i * n + 4] = x % y;
    out[i * n + 5] = x & y | x ^ !y;
    out[i * n + 6] = x << (y as u32);
    out[i * n + 7] = x >> y;
    out[i * n + 8] = -x;
    out[i * n + 9] = x.min(y) - x.max(y);
    out[i * n + 10] = x.abs().wrapping_add(y.signum());
    out[i * n + 11] = if x < y { -5 } else { i32::MIN };
    let mut z = x;
    z += 3;
    z *= -y;
    out[i * n + 12] = z;
    out[i * n + 13] = x.rotate_left(7) ^ x.pow(3);
    out[i * n + 14] = x.saturating_add(y);
    out[i * n + 15] = x.clamp(-10, 10) + x.count_ones() as i32;
    truth[i * 6] = x < y;
    truth[i * 6 + 1] = x <= y;
    truth[i * 6 + 2] = x > y && !(x == y);
    truth[i * 6 + 3] = x >= y;
    truth[i * 6 + 4] = x == y;
    truth[i * 6 + 5] = x != y || truth[i * 6];
}

#[test]
fn signed_arithmetic_is_that_of_rust() {
    let (a, b) = pairs(&SIGNED);
    for device in devices() {
        let mut out = vec![0i32; a.len() * 16];
        let mut truth = vec![false; a.len() * 6];
        signed(&a, &b, &mut out, &mut truth).invocations([a.len() as u32, 1, 1]).dispatch(&device).unwrap();
        for (i, (&x, &y)) in a.iter().zip(&b).enumerate() {
            let expected = [
                x.wrapping_add(y),
                x.wrapping_sub(y),
                x.wrapping_mul(y),
                if y == 0 { 0 } else { x.wrapping_div(y) },
                if y == 0 { 0 } else { x.wrapping_rem(y) },
                x & y | x ^ !y,
                x.wrapping_shl(y as u32),
                x.wrapping_shr(y as u32),
                x.wrapping_neg(),
                x.min(y).wrapping_sub(x.max(y)),
                x.wrapping_abs().wrapping_add(y.signum()),
                if x < y { -5 } else { i32::MIN },
                x.wrapping_add(3).wrapping_mul(y.wrapping_neg()),
                x.rotate_left(7) ^ x.wrapping_pow(3),
                x.saturating_add(y),
                x.clamp(-10, 10).wrapping_add(x.count_ones() as i32),
            ];
            assert_eq!(out[i * 16..][..16], expected, "{device}: {x} and {y}");
            let expected = [x < y, x <= y, x > y, x >= y, x == y, x != y || x < y];
            assert_eq!(truth[i * 6..][..6], expected, "{device}: {x} and {y}");
        }
    }
}

#[vyre::kernel]
fn wide(a: &[u64], b: &[u64], out: &mut [u64], add: u64) {
    let i = invocation_id().x;
    let (x, y) = (a[i], b[i]);
    let at = i * 12;
    out[at] = x + y + add;
    out[at + 1] = x - y;
    out[at + 2] = x * y;
    out[at + 3] = x / y;
    out[at + 4] = x % y;
    out[at + 5] = (x & y) | (x ^ !y);
    out[at + 6] = x << (y as u32);
    out[at + 7] = x >> y;
    out[at + 8] = x.min(y) ^ x.max(y).rotate_left(13);
    out[at + 9] = x.leading_zeros() as u64 + x.trailing_zeros() as u64 * 100 + x.count_ones() as u64 * 10_000;
    out[at + 10] = if x < y { 0x1_0000_0005 } else { u64::MAX };
    out[at + 11] = (x as i32) as u64 + (x == y) as u64;
}

#[test]
fn arithmetic_of_64_bits_is_that_of_rust() {
    let (a, b) = pairs(&WIDE);
    let add = 0x0123_4567_89ab_cdef;
    for device in devices() {
        let mut out = vec![0u64; a.len() * 12];
        wide(&a, &b, &mut out, add).invocations([a.len() as u32, 1, 1]).dispatch(&device).unwrap();
        for (i, (&x, &y)) in a.iter().zip(&b).enumerate() {
            let ones = u64::from(x.count_ones());
            let zeros = u64::from(x.leading_zeros()) + u64::from(x.trailing_zeros()) * 100;
            let expected = [
                x.wrapping_add(y).wrapping_add(add),
                x.wrapping_sub(y),
                x.wrapping_mul(y),
                x.checked_div(y).unwrap_or(0),
                x.checked_rem(y).unwrap_or(0),
                (x & y) | (x ^ !y),
                x.wrapping_shl(y as u32),
                x.wrapping_shr(y as u32),
                x.min(y) ^ x.max(y).rotate_left(13),
                zeros + ones * 10_000,
                if x < y { 0x1_0000_0005 } else { u64::MAX },
                (x as i32 as u64).wrapping_add(u64::from(x == y)),
            ];
            assert_eq!(out[i * 12..][..12], expected, "{device}: {x:#x} and {y:#x}");
        }
    }
}

#[vyre::kernel]
fn vectors(points: &[[u32; 2]], quads: &mut [[u32; 4]], flip: bool, offset: i32) {
    let i = invocation_id().x;
    let p = points[i];
    let mut q = [p[0], p[1], p[0] + p[1], 4];
    q[3] += i;
    q[i] = 77;
    let mut picked = q[i + 1];
    if flip {
        picked = quads[i][2];
    }
    let same = p == [1, 1] || q != [7; 4];
    quads[i] = [q[0] + picked, q[1], q[2], q[3] + same as u32 + cast::<u32>(offset)];
}

#[test]
fn lanes_of_vectors_can_be_read_and_written() {
    let points = [[1u32, 1], [2, 3], [5, 8], [13, 21], [34, 55]];
    for (flip, offset) in [(false, 10), (true, -1)] {
        let before: Vec<[u32; 4]> = (0..5).map(|i| [i, i * 2, i * 3 + 1000, i * 4]).collect();
        let expected: Vec<[u32; 4]> = (0..5usize)
            .map(|i| {
                let p = points[i];
                let mut q = [p[0], p[1], p[0] + p[1], 4 + i as u32];
                if i < 4 {
                    q[i] = 77;
                }
                let picked = if flip { before[i][2] } else { q.get(i + 1).copied().unwrap_or(0) };
                let same = p == [1, 1] || q != [7; 4];
                [q[0] + picked, q[1], q[2], (q[3] + u32::from(same)).wrapping_add(offset as u32)]
            })
            .collect();
        for device in devices() {
            let mut quads = before.clone();
            vectors(&points, &mut quads, flip, offset).dispatch(&device).unwrap();
            assert_eq!(quads, expected, "{device}");
        }
    }
}

#[vyre::kernel(workgroup_size = 32)]
fn local_arrays(input: &[u32], out: &mut [u32], weights: &Uniform<[u32]>, truths: &[bool]) {
    const SIZE: u32 = 8;
    let i = invocation_id().x;
    let mut total = 0;
    for round in 0..3 {
        let mut bins = [round * 2; 8];
        let mut seen = [false; SIZE];
        for k in 0..SIZE {
            let at = input[i * SIZE + k] % (SIZE + 1);
            bins[at] += weights[k];
            seen[at] = true;
        }
        for k in 0..bins.len() {
            if seen[k] {
                total += bins[k] * (k + 1);
            }
        }
    }
    out[i] = if truths[i] { total } else { 0 };
}

#[test]
fn local_arrays_begin_anew_and_have_bounds() {
    let input: Vec<u32> = (0..40 * 8).map(|i: u32| i.wrapping_mul(2_654_435_761) >> 7).collect();
    let weights = [3u32, 1, 4, 1, 5, 9, 2, 6];
    let truths: Vec<bool> = (0..40).map(|i| i % 3 != 0).collect();
    let expected: Vec<u32> = (0..40)
        .map(|i| {
            let mut total = 0;
            for round in 0..3 {
                let (mut bins, mut seen) = ([round * 2; 8], [false; 8]);
                for k in 0..8 {
                    // The ninth bin is out of bounds.
                    let at = input[i * 8 + k] as usize % 9;
                    if at < 8 {
                        bins[at] += weights[k];
                        seen[at] = true;
                    }
                }
                total += (0..8).filter(|k| seen[*k]).map(|k| bins[k] * (k as u32 + 1)).sum::<u32>();
            }
            if truths[i] { total } else { 0 }
        })
        .collect();
    for device in devices() {
        let mut out = vec![0; 40];
        local_arrays(&input, &mut out, &weights, &truths).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}

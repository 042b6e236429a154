//! Slices of slices and of rows, references to parts, and functions that pass them on.

use crate::tried::devices;
use vyre::prelude::*;

// slices of slices, passed through three functions, mutable halves.
#[vyre::kernel]
fn mergesort(data: &mut [u32], scratch: &mut [u32]) {
    fn merge(from: &[u32], mid: u32, to: &mut [u32]) {
        let (left, right) = (&from[..mid], &from[mid..]);
        let (mut a, mut b) = (0, 0);
        for k in 0..to.len() {
            if a < left.len() && (b >= right.len() || left[a] <= right[b]) {
                to[k] = left[a];
                a += 1;
            } else {
                to[k] = right[b];
                b += 1;
            }
        }
    }
    fn copy(from: &[u32], to: &mut [u32]) {
        for k in 0..from.len() {
            to[k] = from[k];
        }
    }
    let i = invocation_id().x;
    let block = &mut data[i * 16..(i + 1) * 16];
    let temp = &mut scratch[i * 16..][..16];
    let mut width = 1u32;
    while width < 16 {
        for at in (0..16u32).step_by((2 * width) as usize) {
            let part = &block[at..at + 2 * width];
            merge(part, width, &mut temp[at..at + 2 * width]);
        }
        copy(temp, block);
        width *= 2;
    }
}
#[test]
fn mergesort_of_blocks() {
    for device in devices() {
        let mut data: Vec<u32> = (0..60u32).map(|n| n.wrapping_mul(2654435761) >> 20).collect();
        let mut expected = data.clone();
        expected.chunks_mut(16).for_each(|c| c.sort());
        let mut scratch = vec![0; 60];
        mergesort(&mut data, &mut scratch).invocations([4, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(data, expected, "{device}");
    }
}

// references to elements, to fields of elements, `&mut a[f(i)]` evaluated once, atomics slices passed on
#[vyre::kernel(workgroup_size = 32)]
fn queues(items: &[u32], heads: &[AtomicU32], slots: &mut [u32]) {
    fn take(heads: &[AtomicU32], which: u32) -> u32 {
        heads[which].fetch_add(1)
    }
    fn put(slots: &mut [u32], heads: &[AtomicU32], which: u32, value: u32) {
        let at = take(&heads[1..], which);
        let row = &mut slots[which * 8..(which + 1) * 8];
        row[at] = value;
    }
    let i = invocation_id().x;
    let v = items[i];
    if v != 0 {
        put(slots, heads, v % 4, v);
    }
}
#[test]
fn atomic_slices() {
    for device in devices() {
        // One item per queue and launch, so that the order of invocations does not matter.
        let mut heads = [77, 0, 0, 0, 0];
        let mut slots = [0u32; 32];
        for round in 0..3u32 {
            let items = [4 + round * 4, 5 + round * 4, 0, 7 + round * 4];
            queues(&items, &mut heads, &mut slots).invocations([4, 1, 1]).dispatch(&device).unwrap();
        }
        assert_eq!(heads, [77, 3, 3, 0, 3], "{device}");
        let mut e = [0; 32];
        e[..3].copy_from_slice(&[4, 8, 12]);
        e[8..11].copy_from_slice(&[5, 9, 13]);
        e[24..27].copy_from_slice(&[7, 11, 15]);
        assert_eq!(slots, e);
    }
}

// empty and reversed ranges, negative bounds, views past the end, len
#[vyre::kernel]
fn views(data: &[i16], from: &[i32], to: &[i32], out: &mut [[i32; 4]]) {
    let i = invocation_id().x;
    let v = &data[from[i]..to[i]];
    let inclusive = &data[from[i]..=to[i]];
    let w = &v[1..];
    out[i] = [v.len() as i32, v[0] as i32, w.len() as i32, inclusive.len() as i32 * 1000 + w[1] as i32];
}
#[test]
fn views_of_odd_ranges() {
    let data: Vec<i16> = (0..10).map(|n| 10 - n * 3).collect();
    let from = [0, 3, 5, -1, 8, 10, 11, i32::MIN, 9];
    let to = [10, 5, 2, 4, 20, 10, 12, i32::MAX, i32::MAX];
    for device in devices() {
        let mut out = [[0; 4]; 9];
        views(&data, &from, &to, &mut out).dispatch(&device).unwrap();
        for k in 0..9 {
            let cut = |a: i64, b: i64| -> Vec<i16> {
                if a < 0 || b < 0 || a > b {
                    return vec![];
                }
                data[(a as usize).min(10)..(b as usize).min(10)].to_vec()
            };
            let v = cut(from[k] as i64, to[k] as i64);
            let inc = cut(from[k] as i64, if to[k] < 0 { -1 } else { to[k] as i64 + 1 });
            let w = v.get(1..).unwrap_or(&[]);
            assert_eq!(
                out[k],
                [
                    v.len() as i32,
                    v.first().copied().unwrap_or(0) as i32,
                    w.len() as i32,
                    inc.len() as i32 * 1000 + w.get(1).copied().unwrap_or(0) as i32
                ],
                "{device} {k}"
            );
        }
    }
}

// rows of 2-d local and workgroup arrays as slices; &mut [T; N]; slices of constant tables
const TABLE: [[u32; 4]; 3] = [[1, 2, 3, 4], [10, 20, 30, 40], [7, 7, 7, 7]];
#[vyre::kernel(workgroup_size = 8)]
fn rows(out: &mut [u32]) {
    fn total(v: &[u32]) -> u32 {
        let mut s = 0;
        for i in 0..v.len() {
            s += v[i];
        }
        s
    }
    fn reverse(row: &mut [u32; 4]) {
        for i in 0..2 {
            (row[i], row[3 - i]) = (row[3 - i], row[i]);
        }
    }
    fn fill(v: &mut [u32], with: u32) {
        for i in 0..v.len() {
            v[i] = with + i;
        }
    }
    let mut shared = workgroup_array::<[u32; 4], 8>();
    let l = local_id().x;
    let mut local = [[0u32; 4]; 3];
    fill(&mut local[1], l);
    reverse(&mut local[1]);
    fill(&mut shared[l], l * 100);
    barrier();
    let mut own = TABLE[l % 3];
    reverse(&mut own);
    out[l] = total(&TABLE[l % 3][1..3])
        + total(&shared[7 - l][..2]) * 10
        + local[1][0] * 100_000
        + own[0] * 1_000_000
        + total(&local[0])
        + total(&[l, 1, 2]);
}
#[test]
fn rows_as_slices() {
    let t = [[1, 2, 3, 4], [10, 20, 30, 40], [7, 7, 7, 7u32]];
    for device in devices() {
        let mut out = [0; 8];
        rows(&mut out).dispatch(&device).unwrap();
        for l in 0..8u32 {
            let row = t[l as usize % 3];
            let e = row[1]
                + row[2]
                + (2 * (7 - l) * 100 + 1) * 10
                + (l + 3) * 100_000
                + row[3] * 1_000_000
                + l
                + 3;
            assert_eq!(out[l as usize], e, "{device}");
        }
    }
}

// #[vyre::function] with slices, host-callable; crate functions by path with &mut [T; 3]
#[vyre::function]
fn horner(coefficients: &[f32], x: f32) -> f32 {
    let mut y = 0.0;
    for k in (0..coefficients.len()).rev() {
        y = y * x + coefficients[k];
    }
    y
}
#[vyre::function]
fn saxpy(a: f32, x: &[f32], y: &mut [f32]) -> u32 {
    let mut n = 0;
    for i in 0..x.len().min(y.len()) {
        y[i] += a * x[i];
        n += 1;
    }
    n
}
#[vyre::kernel]
fn outer(polys: &[[f32; 4]], x: f32, out: &mut [f32], keys: &mut [[u32; 3]]) {
    let i = invocation_id().x;
    let p = polys[i];
    out[i] = horner(&p, x);
    let mut acc = [1.0f32; 4];
    let n: u32 = saxpy(out[i], &p[..3], &mut acc[1..]);
    out[i] += acc[3] + n as f32;
    let mut k = keys[i];
    vyre_tests::tried::sort3(&mut k);
    keys[i] = k;
    vyre_tests::tried::sort3(&mut keys[i]);
}
#[test]
fn functions_with_slices() {
    let polys = [[1.0, 2.0, 0.5, -1.0], [0.0, 0.0, 0.0, 2.0]];
    for device in devices() {
        let mut out = [0.0; 2];
        let mut keys = [[3, 1, 2], [9, 9, 1]];
        outer(&polys, 1.5, &mut out, &mut keys).dispatch(&device).unwrap();
        for i in 0..2 {
            let p = polys[i];
            let y = ((p[3] * 1.5 + p[2]) * 1.5 + p[1]) * 1.5 + p[0];
            assert_eq!(horner(&p, 1.5), y);
            assert_eq!(out[i], y + (1.0 + y * p[2]) + 3.0);
        }
        assert_eq!(keys, [[1, 2, 3], [1, 9, 9]]);
    }
}

// byte buffers, &mut [u8], u16 neighbours from different invocations
#[vyre::kernel]
fn case(text: &mut [u8], flags: &mut [u16], bools: &mut [bool]) {
    let i = invocation_id().x;
    if i < text.len() {
        let c = text[i];
        text[i] = match c {
            b'a'..=b'z' => c - 32,
            b'A'..=b'Z' => c | 0x20,
            _ => c,
        };
        flags[i] = u16::from(c) << 8 | u16::from(text[i]);
        bools[i] = c.is_power_of_two();
    }
}
#[test]
fn bytes() {
    for device in devices() {
        let before = b"Hello, World! @@ ``".to_vec();
        let mut text = before.clone();
        let mut flags = vec![0u16; text.len()];
        let mut bools = vec![false; text.len()];
        case(&mut text, &mut flags, &mut bools).dispatch(&device).unwrap();
        for (k, c) in before.iter().enumerate() {
            let e = if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
            assert_eq!((text[k], flags[k], bools[k]), (e, (*c as u16) << 8 | e as u16, c.is_power_of_two()));
        }
    }
}

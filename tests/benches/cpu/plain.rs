//! The same in plain Rust.

use vyre_tests::data::SHA256_K;

pub(crate) fn copy(out: &mut [u32], a: &[u32]) {
    for (out, a) in out.iter_mut().zip(a) {
        *out = *a;
    }
}

pub(crate) fn xor_add(out: &mut [u32], a: &[u32], b: &[u32]) {
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = (a ^ b).wrapping_add(1);
    }
}

pub(crate) fn tree_sum(out: &mut [u32], a: &[u32]) {
    for (out, part) in out.iter_mut().zip(a.chunks(4096)) {
        *out = part.iter().fold(0, |sum, word| sum.wrapping_add(*word));
    }
}

/// The counts of all bytes, in a table for each byte of a word.
pub(crate) fn count_bytes(out: &mut [u32], a: &[u32]) {
    let mut tables = [[0; 256]; 4];
    for word in a {
        for (table, byte) in tables.iter_mut().zip(word.to_le_bytes()) {
            table[usize::from(byte)] += 1;
        }
    }
    for (byte, out) in out.iter_mut().enumerate() {
        *out = tables.iter().map(|table| table[byte]).sum();
    }
}

pub(crate) fn transpose(out: &mut [u32], a: &[u32], side: usize) {
    for (tile_y, tile_x) in (0..side).step_by(16).flat_map(|y| (0..side).step_by(16).map(move |x| (y, x))) {
        for y in tile_y..tile_y + 16 {
            for x in tile_x..tile_x + 16 {
                out[x * side + y] = a[y * side + x];
            }
        }
    }
}

pub(crate) fn product(c: &mut [u32], a: &[u32], b: &[u32], side: usize) {
    c.fill(0);
    for row in 0..side {
        let sums = &mut c[row * side..][..side];
        for k in 0..side {
            let left = a[row * side + k];
            for (sum, right) in sums.iter_mut().zip(&b[k * side..][..side]) {
                *sum = sum.wrapping_add(left.wrapping_mul(*right));
            }
        }
    }
}

pub(crate) fn sha256_all(out: &mut [u32], data: &[u32]) {
    for (digest, message) in out.chunks_exact_mut(8).zip(data.chunks_exact(16)) {
        sha256(digest, message);
    }
}

fn sha256(digest: &mut [u32], message: &[u32]) {
    let mut state: [u32; 8] =
        [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
    let mut padding = [0; 16];
    (padding[0], padding[15]) = (0x8000_0000, 512);
    for chunk in [message, &padding] {
        let mut w = [0u32; 64];
        w[..16].copy_from_slice(chunk);
        for i in 16..64 {
            let (x, y) = (w[i - 15], w[i - 2]);
            let s0 = x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3);
            let s1 = y.rotate_right(17) ^ y.rotate_right(19) ^ (y >> 10);
            w[i] = w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
        for (w, k) in w.into_iter().zip(SHA256_K) {
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let t1 = h.wrapping_add(s1).wrapping_add((e & f) ^ (!e & g)).wrapping_add(k).wrapping_add(w);
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let t2 = s0.wrapping_add((a & b) ^ (a & c) ^ (b & c));
            (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(t1), c, b, a, t1.wrapping_add(t2));
        }
        for (sum, word) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *sum = sum.wrapping_add(word);
        }
    }
    digest.copy_from_slice(&state);
}

pub(crate) const LEFT: i32 = -(9 << 26);
pub(crate) const TOP: i32 = 5 << 26;
pub(crate) const STEP: i32 = 3 << 20;

pub(crate) fn mandelbrot(out: &mut [u32], width: u32, limit: u32) {
    for (at, out) in (0..).zip(out) {
        let cr = LEFT.wrapping_add((at % width) as i32 * STEP);
        let ci = TOP.wrapping_sub((at / width) as i32 * STEP);
        let (mut zr, mut zi) = (0i32, 0i32);
        *out = limit;
        for n in 0..limit {
            let (r, i) = (i64::from(zr) as u64, i64::from(zi) as u64);
            let (rr, ii) = (r.wrapping_mul(r), i.wrapping_mul(i));
            if rr.wrapping_add(ii) > 0x0400_0000_0000_0000 {
                *out = n;
                break;
            }
            zi = ((r.wrapping_mul(i) >> 27) as i32).wrapping_add(ci);
            zr = ((rr.wrapping_sub(ii) >> 28) as i32).wrapping_add(cr);
        }
    }
}

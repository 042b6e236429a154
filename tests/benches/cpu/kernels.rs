//! The kernels.

use vyre_tests::data::SHA256_K;

#[vyre::kernel(workgroup_size = 256)]
pub(crate) fn double(data: &mut [u32]) {
    let i = invocation_id().x;
    if i < data.len() {
        data[i] = data[i] * 2;
    }
}

#[vyre::kernel(workgroup_size = 256)]
pub(crate) fn copy(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = a[i];
    }
}

#[vyre::kernel(workgroup_size = 256)]
pub(crate) fn xor_add(a: &[u32], b: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = (a[i] ^ b[i]) + 1;
    }
}

#[vyre::kernel(workgroup_size = 256)]
pub(crate) fn tree_sum(a: &[u32], out: &mut [u32]) {
    let mut tile = workgroup_array::<u32, 256>();
    let l = local_id().x;
    let base = workgroup_id().x * 4096 + l;
    let mut sum = 0;
    for k in 0..16 {
        sum += a[base + k * 256];
    }
    tile[l] = sum;
    barrier();
    for step in 0..8 {
        let half = 128 >> step;
        if l < half {
            tile[l] = tile[l] + tile[l + half];
        }
        barrier();
    }
    if l == 0 {
        out[workgroup_id().x] = tile[0];
    }
}

#[vyre::kernel(workgroup_size = 256)]
pub(crate) fn count_bytes(data: &[u32], counts: &[AtomicU32], stride: u32) {
    let copies = workgroup_array::<AtomicU32, 4096>();
    let (id, local) = (invocation_id().x, local_id().x);
    let copy = local % 16;
    for round in 0..data.len() / stride + 1 {
        let i = round * stride + id;
        if i >= data.len() {
            break;
        }
        let word = data[i];
        copies[(word & 255) * 16 + copy].fetch_add(1);
        copies[((word >> 8) & 255) * 16 + copy].fetch_add(1);
        copies[((word >> 16) & 255) * 16 + copy].fetch_add(1);
        copies[(word >> 24) * 16 + copy].fetch_add(1);
    }
    barrier();
    let mut sum = 0;
    for k in 0..16 {
        sum += copies[local * 16 + k].load();
    }
    if sum > 0 {
        counts[local].fetch_add(sum);
    }
}

#[vyre::kernel(workgroup_size = (16, 16))]
pub(crate) fn transpose(a: &[u32], out: &mut [u32], side: u32) {
    let (x, y) = (invocation_id().x, invocation_id().y);
    if x < side && y < side {
        out[x * side + y] = a[y * side + x];
    }
}

#[vyre::kernel(workgroup_size = (16, 16))]
pub(crate) fn product(a: &[u32], b: &[u32], c: &mut [u32], side: u32) {
    let mut tile_a = workgroup_array::<u32, 256>();
    let mut tile_b = workgroup_array::<u32, 256>();
    let (column, row) = (invocation_id().x, invocation_id().y);
    let (x, y) = (local_id().x, local_id().y);
    let mut sum = 0;
    for tile in 0..side / 16 {
        tile_a[y * 16 + x] = a[row * side + tile * 16 + x];
        tile_b[y * 16 + x] = b[(tile * 16 + y) * side + column];
        barrier();
        for k in 0..16 {
            sum += tile_a[y * 16 + k] * tile_b[k * 16 + x];
        }
        barrier();
    }
    c[row * side + column] = sum;
}

/// Each invocation computes 8 x 8 elements; neighbours' columns are neighbours.
#[vyre::kernel(workgroup_size = (32, 2))]
pub(crate) fn product_8x8(a: &[u32], b: &[u32], c: &mut [u32], side: u32) {
    let (column, row) = (invocation_id().x, invocation_id().y * 8);
    let across = side / 8;
    let mut sums = [0u32; 64];
    for k in 0..side {
        let mut left = [0u32; 8];
        for i in 0..8 {
            left[i] = a[(row + i) * side + k];
        }
        for j in 0..8 {
            let right = b[k * side + j * across + column];
            for i in 0..8 {
                sums[i * 8 + j] += left[i] * right;
            }
        }
    }
    for i in 0..8 {
        for j in 0..8 {
            c[(row + i) * side + j * across + column] = sums[i * 8 + j];
        }
    }
}

/// The digest of each 64 bytes, which are 16 words in the digest's order.
#[vyre::kernel(workgroup_size = 256)]
pub(crate) fn sha256(data: &[u32], digests: &mut [u32]) {
    let id = invocation_id().x;
    let mut state = [0u32; 8];
    state[0] = 0x6a09_e667;
    state[1] = 0xbb67_ae85;
    state[2] = 0x3c6e_f372;
    state[3] = 0xa54f_f53a;
    state[4] = 0x510e_527f;
    state[5] = 0x9b05_688c;
    state[6] = 0x1f83_d9ab;
    state[7] = 0x5be0_cd19;
    for chunk in 0..2 {
        let mut w = [0u32; 16];
        if chunk == 0 {
            for i in 0..16 {
                w[i] = data[id * 16 + i];
            }
        } else {
            w[0] = 0x8000_0000;
            w[15] = 512;
        }
        let (mut a, mut b, mut c, mut d) = (state[0], state[1], state[2], state[3]);
        let (mut e, mut f, mut g, mut h) = (state[4], state[5], state[6], state[7]);
        for round in 0..4 {
            for i in 0..16 {
                if round > 0 {
                    let (x, y) = (w[(i + 1) % 16], w[(i + 14) % 16]);
                    let s0 = x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3);
                    let s1 = y.rotate_right(17) ^ y.rotate_right(19) ^ (y >> 10);
                    w[i] = w[i] + s0 + w[(i + 9) % 16] + s1;
                }
                let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
                let t1 = h + s1 + ((e & f) ^ (!e & g)) + SHA256_K[round * 16 + i] + w[i];
                let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
                let t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
                h = g;
                g = f;
                f = e;
                e = d + t1;
                d = c;
                c = b;
                b = a;
                a = t1 + t2;
            }
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }
    for i in 0..8 {
        digests[id * 8 + i] = state[i];
    }
}

/// For each point the steps until it is known to escape, or `limit`, with 28 bits behind the point.
#[vyre::kernel(workgroup_size = (16, 16))]
pub(crate) fn mandelbrot(out: &mut [u32], width: u32, left: i32, top: i32, step: i32, limit: u32) {
    let (x, y) = (invocation_id().x, invocation_id().y);
    let cr = left + x as i32 * step;
    let ci = top - y as i32 * step;
    let (mut zr, mut zi) = (0i32, 0i32);
    let mut steps = limit;
    for n in 0..limit {
        let (r, i) = (zr as u64, zi as u64);
        let (rr, ii) = (r * r, i * i);
        if rr + ii > 0x0400_0000_0000_0000 {
            steps = n;
            break;
        }
        zi = ((r * i) >> 27) as i32 + ci;
        zr = ((rr - ii) >> 28) as i32 + cr;
    }
    out[y * width + x] = steps;
}

/// A kernel for each elementary function.
pub(crate) mod elementary {
    macro_rules! unary {
        ($($name:ident)*) => {
            $(#[vyre::kernel(workgroup_size = 256)]
            pub(crate) fn $name(a: &[f32], out: &mut [f32]) {
                let i = invocation_id().x;
                if i < out.len() {
                    out[i] = a[i].$name();
                }
            })*
        };
    }
    unary! { sin cos tan asin acos atan sinh cosh tanh exp exp2 exp_m1 ln log2 log10 ln_1p cbrt }

    macro_rules! binary {
        ($($name:ident)*) => {
            $(#[vyre::kernel(workgroup_size = 256)]
            pub(crate) fn $name(a: &[f32], b: &[f32], out: &mut [f32]) {
                let i = invocation_id().x;
                if i < out.len() {
                    out[i] = a[i].$name(b[i]);
                }
            })*
        };
    }
    binary! { hypot atan2 powf }
}

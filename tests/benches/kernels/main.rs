//! How long plain scalar kernels take on a GPU, by its own clock: one JSON line for each, comparable with `anchors.cu`.
//!
//! `kernels [--scale N] [--wgsl] [NAME]..` runs the rows whose names contain one of the arguments. `--scale` divides the sizes by a
//! power of two, for machines without a GPU; `--wgsl` prints the shaders instead. Bytes are counted once for each input and
//! each output. Every result is compared with plain Rust on a sample. The device is the best GPU, or what `VYRE_DEVICE` says.
//!
//! It is a bench target without a harness: its times are the device's, so a harness for the host's clock has nothing to add, and
//! the binary is carried to the machine that has the GPU.

#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]

mod floats;
mod halves;

use std::time::{Duration, Instant};
use vyre::prelude::*;
use vyre_tests::data::SHA256_K;

/// An idle H200 has a clock of 345 MHz, and takes some 0.3 s of work to reach 1,980 MHz.
const WARM_UP: Duration = Duration::from_millis(500);
const ROUNDS: usize = 20;

fn mix(x: u32) -> u32 {
    let x = (x ^ (x >> 16)).wrapping_mul(0x7feb_352d);
    let x = (x ^ (x >> 15)).wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}

#[vyre::kernel]
fn fill(out: &mut [u32], seed: u32) {
    let i = invocation_id().x;
    let x = i + seed;
    let y = (x ^ (x >> 16)) * 0x7feb_352d;
    let z = (y ^ (y >> 15)) * 0x846c_a68b;
    out[i] = z ^ (z >> 16);
}

#[vyre::kernel]
fn copy(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] = a[i];
}

#[vyre::kernel]
fn copy_guarded(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = a[i];
    }
}

#[vyre::kernel]
fn xoradd(a: &[u32], b: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = (a[i] ^ b[i]) + 1;
    }
}

#[vyre::kernel]
fn xoradd_u64(a: &[u64], b: &[u64], out: &mut [u64]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = (a[i] ^ b[i]) + 1;
    }
}

#[vyre::kernel(workgroup_size = 256)]
fn sum_tree(a: &[u32], partial: &mut [u32], per_group: u32) {
    let mut shared = workgroup_array::<u32, 256>();
    let l = local_id().x;
    let start = workgroup_id().x * per_group;
    let mut sum = 0;
    for k in 0..per_group / 256 {
        sum += a[start + k * 256 + l];
    }
    shared[l] = sum;
    barrier();
    for step in 0..8 {
        let half = 128 >> step;
        if l < half {
            shared[l] += shared[l + half];
        }
        barrier();
    }
    if l == 0 {
        partial[workgroup_id().x] = shared[0];
    }
}

/// The same with a collective in place of the tree.
#[vyre::kernel(workgroup_size = 256)]
fn sum_together(a: &[u32], partial: &mut [u32], per_group: u32) {
    let l = local_id().x;
    let start = workgroup_id().x * per_group;
    let mut sum = 0;
    for k in 0..per_group / 256 {
        sum += a[start + k * 256 + l];
    }
    let total = workgroup_sum(sum);
    if l == 0 {
        partial[workgroup_id().x] = total;
    }
}

/// Over a torus whose side is a power of two.
#[vyre::kernel(workgroup_size = (64, 4))]
fn stencil5(a: &[u32], out: &mut [u32], w: u32) {
    let (x, y) = (invocation_id().x, invocation_id().y);
    let m = w - 1;
    let row = y * w;
    let sides = a[row + ((x + 1) & m)] + a[row + ((x - 1) & m)];
    out[row + x] = a[row + x] * 4 + sides + a[((y + 1) & m) * w + x] + a[((y - 1) & m) * w + x];
}

#[vyre::kernel(workgroup_size = (32, 8))]
fn transpose(a: &[u32], out: &mut [u32], w: u32) {
    let mut tile = workgroup_array::<u32, 1056>();
    let (x, y) = (local_id().x, local_id().y);
    let (left, top) = (workgroup_id().x * 32, workgroup_id().y * 32);
    for r in 0..4 {
        let row = y + r * 8;
        tile[row * 33 + x] = a[(top + row) * w + left + x];
    }
    barrier();
    for r in 0..4 {
        let row = y + r * 8;
        out[(left + row) * w + top + x] = tile[x * 33 + row];
    }
}

#[vyre::kernel(workgroup_size = (16, 16))]
fn product_tile16(a: &[u32], b: &[u32], c: &mut [u32], n: u32) {
    let mut tile_a = workgroup_array::<u32, 256>();
    let mut tile_b = workgroup_array::<u32, 256>();
    let (column, row) = (invocation_id().x, invocation_id().y);
    let (x, y) = (local_id().x, local_id().y);
    let mut sum = 0;
    for tile in 0..n / 16 {
        tile_a[y * 16 + x] = a[row * n + tile * 16 + x];
        tile_b[y * 16 + x] = b[(tile * 16 + y) * n + column];
        barrier();
        for k in 0..16 {
            sum += tile_a[y * 16 + k] * tile_b[k * 16 + x];
        }
        barrier();
    }
    c[row * n + column] = sum;
}

/// 128 x 128 elements for a workgroup, 8 x 8 for an invocation: the blocking of `matmul_u32_2048_reg8x8` in `anchors.cu`, which loads four words at once.
#[vyre::kernel(workgroup_size = 256)]
fn product_8x8(a: &[u32], b: &[u32], c: &mut [u32], n: u32) {
    let mut left = workgroup_array::<u32, 1056>();
    let mut right = workgroup_array::<u32, 1024>();
    let l = local_id().x;
    let (x, y) = (l % 16, l / 16);
    let (top, across) = (workgroup_id().y * 128, workgroup_id().x * 128);
    let mut sums = [[0u32; 8]; 8];
    for step in 0..n / 8 {
        for part in 0..4 {
            let (row, k) = (l / 8 + part * 32, l % 8);
            left[k * 132 + row] = a[(top + row) * n + step * 8 + k];
            let (k, column) = (l / 128 + part * 2, l % 128);
            right[k * 128 + column] = b[(step * 8 + k) * n + across + column];
        }
        barrier();
        for k in 0..8 {
            let mut others = [0u32; 8];
            for j in 0..8 {
                others[j] = right[k * 128 + j / 4 * 64 + x * 4 + j % 4];
            }
            for i in 0..8 {
                let own = left[k * 132 + y * 8 + i];
                for j in 0..8 {
                    sums[i][j] += own * others[j];
                }
            }
        }
        barrier();
    }
    for i in 0..8 {
        for j in 0..8 {
            c[(top + y * 8 + i) * n + across + j / 4 * 64 + x * 4 + j % 4] = sums[i][j];
        }
    }
}

#[vyre::kernel(workgroup_size = 128)]
fn sha256(data: &[u32], digests: &mut [u32]) {
    let message = invocation_id().x;
    if message >= digests.len() / 8 {
        return;
    }
    let mut h0 = 0x6a09_e667u32;
    let mut h1 = 0xbb67_ae85;
    let mut h2 = 0x3c6e_f372;
    let mut h3 = 0xa54f_f53a;
    let mut h4 = 0x510e_527fu32;
    let mut h5 = 0x9b05_688c;
    let mut h6 = 0x1f83_d9ab;
    let mut h7 = 0x5be0_cd19;
    for chunk in 0..2 {
        let mut w = [0u32; 64];
        for i in 0..16 {
            if chunk == 0 {
                let word = data[message * 16 + i];
                w[i] = (word.rotate_left(8) & 0x00ff_00ff) | (word.rotate_right(8) & 0xff00_ff00);
            }
        }
        if chunk == 1 {
            w[0] = 0x8000_0000;
            w[15] = 512;
        }
        for i in 16..64 {
            let (x, y) = (w[i - 15], w[i - 2]);
            let s0 = x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3);
            let s1 = y.rotate_right(17) ^ y.rotate_right(19) ^ (y >> 10);
            w[i] = w[i - 16] + s0 + w[i - 7] + s1;
        }
        let (mut a, mut b, mut c, mut d) = (h0, h1, h2, h3);
        let (mut e, mut f, mut g, mut h) = (h4, h5, h6, h7);
        for i in 0..64 {
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let t1 = h + s1 + ((e & f) ^ (!e & g)) + SHA256_K[i] + w[i];
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
        h0 += a;
        h1 += b;
        h2 += c;
        h3 += d;
        h4 += e;
        h5 += f;
        h6 += g;
        h7 += h;
    }
    let at = message * 8;
    digests[at] = h0;
    digests[at + 1] = h1;
    digests[at + 2] = h2;
    digests[at + 3] = h3;
    digests[at + 4] = h4;
    digests[at + 5] = h5;
    digests[at + 6] = h6;
    digests[at + 7] = h7;
}

/// The counts of all bytes. Each workgroup has 16 copies of each count, and adds them up in the end.
#[vyre::kernel(workgroup_size = 256)]
fn histogram(data: &[[u32; 4]], counts: &[AtomicU32], stride: u32) {
    let copies = workgroup_array::<AtomicU32, 4096>();
    let (id, local) = (invocation_id().x, local_id().x);
    let copy = local % 16;
    for round in 0..data.len() / stride + 1 {
        let i = round * stride + id;
        if i >= data.len() {
            break;
        }
        let words = data[i];
        for k in 0..4 {
            copies[(words[k] & 255) * 16 + copy].fetch_add(1);
            copies[((words[k] >> 8) & 255) * 16 + copy].fetch_add(1);
            copies[((words[k] >> 16) & 255) * 16 + copy].fetch_add(1);
            copies[(words[k] >> 24) * 16 + copy].fetch_add(1);
        }
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

/// The steps of Collatz until 1, 500 at the most.
#[vyre::kernel]
fn collatz(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    let mut n = a[i] as u64 | 1 << 32;
    let mut steps = 0;
    for _ in 0..500 {
        if n == 1 {
            break;
        }
        n = if n & 1 == 0 { n >> 1 } else { n * 3 + 1 };
        steps += 1;
    }
    out[i] = steps;
}

fn collatz_steps(a: u32) -> u32 {
    let mut n = u64::from(a) | 1 << 32;
    (0..500)
        .take_while(|_| {
            let goes_on = n != 1;
            n = if n & 1 == 0 { n >> 1 } else { n.wrapping_mul(3).wrapping_add(1) };
            goes_on
        })
        .count() as u32
}

/// Murmur3's mixing function of 64 bits, 16 times.
#[vyre::kernel]
fn fmix64(a: &[u64], out: &mut [u64]) {
    let i = invocation_id().x;
    let mut k = a[i];
    for _ in 0..16 {
        k ^= k >> 33;
        k *= 0xff51_afd7_ed55_8ccd;
        k ^= k >> 33;
        k *= 0xc4ce_b9fe_1a85_ec53;
        k ^= k >> 33;
    }
    out[i] = k;
}

/// Products of halves and remainders, 16 times.
#[vyre::kernel]
fn mulmod(a: &[u64], out: &mut [u64]) {
    let i = invocation_id().x;
    let mut x = a[i];
    for _ in 0..16 {
        x = (x >> 32) * (x & 0xffff_ffff) % 0x1fff_ffff_ffff_ffff + x % 1_000_003;
    }
    out[i] = x;
}

fn mulmod_16(a: u64) -> u64 {
    (0..16).fold(a, |x, _| (x >> 32) * (x & 0xffff_ffff) % 0x1fff_ffff_ffff_ffff + x % 1_000_003)
}

fn fmix64_16(a: u64) -> u64 {
    (0..16).fold(a, |k, _| {
        let k = (k ^ (k >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let k = (k ^ (k >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        k ^ (k >> 33)
    })
}

struct Bench {
    device: Device,
    shift: u32,
    prints_wgsl: bool,
    filters: Vec<String>,
}

impl Bench {
    fn wants(&self, name: &str, wgsl: &str) -> bool {
        let is_wanted =
            self.filters.is_empty() || self.filters.iter().any(|filter| name.contains(filter.as_str()));
        if is_wanted && self.prints_wgsl {
            println!("// {name}\n{wgsl}");
        }
        is_wanted && !self.prints_wgsl
    }

    /// Random words on the device, and the same on the host as far as a sample goes.
    fn random(&self, len: usize, seed: u32) -> Buffer<u32> {
        let mut buffer = self.device.zeros::<u32>(len).unwrap();
        fill(&mut buffer, seed).dispatch(&self.device).unwrap();
        buffer
    }

    fn size(&self, bits: u32) -> usize {
        1 << bits.saturating_sub(self.shift).max(12)
    }

    /// Times a launch, and prints it, with the wall time of the first one, which compiles the kernel. Gives the number of launches.
    fn report(&self, name: &str, n: usize, bytes: usize, mut run: impl FnMut() -> Option<Duration>) -> usize {
        let mut launches = ROUNDS + 1;
        let start = Instant::now();
        run();
        let first = start.elapsed().as_secs_f64() * 1e3;
        // After the first launch: where that compiles for long, the device idles, and its clock falls.
        let start = Instant::now();
        while start.elapsed() < WARM_UP {
            run();
            launches += 1;
        }
        let mut times: Vec<f64> =
            (0..ROUNDS).filter_map(|_| run()).map(|time| time.as_secs_f64() * 1e3).collect();
        times.sort_by(f64::total_cmp);
        let (Some(min), Some(median)) = (times.first(), times.get(times.len() / 2)) else {
            println!("{{\"bench\":\"{name}\",\"error\":\"the device has no clock\"}}");
            return launches;
        };
        let gbs = bytes as f64 / median / 1e6;
        println!(
            "{{\"impl\":\"vyre\",\"bench\":\"{name}\",\"n\":{n},\"ms\":{median:.6},\"ms_min\":{min:.6},\"gbs\":{gbs:.1},\"first_ms\":{first:.1}}}"
        );
        launches
    }

    /// Times a kernel that multiplies two square matrices of words, and compares an element of the product.
    fn product(
        &self,
        name: &str,
        side: usize,
        run: impl Fn([&Buffer<u32>; 2], &mut Buffer<u32>, &Device) -> Result<Option<Duration>, vyre::Error>,
    ) {
        let (a, b) = (self.random(side * side, 1), self.random(side * side, 2));
        let mut c = self.device.zeros::<u32>(side * side).unwrap();
        self.report(name, side, 12 * side * side, || run([&a, &b], &mut c, &self.device).unwrap());
        let expected = (0..side).fold(0u32, |sum, k| {
            let (a, b) = (mix((3 * side + k) as u32 + 1), mix((k * side + 5) as u32 + 2));
            sum.wrapping_add(a.wrapping_mul(b))
        });
        assert_eq!(c.read().unwrap()[3 * side + 5], expected);
    }

    /// Kernels of one element to an invocation.
    fn elements(&self) {
        let n = self.size(28);
        let samples = [0, 1, 5, n / 2, n - 1];
        if self.wants("copy", copy::wgsl()) {
            let (a, mut out) = (self.random(n, 1), self.device.zeros::<u32>(n).unwrap());
            self.report("copy", n, 8 * n, || copy(&a, &mut out).dispatch_timed(&self.device).unwrap());
            let out = out.read().unwrap();
            samples.iter().for_each(|at| assert_eq!(out[*at], mix(*at as u32 + 1)));
        }
        if self.wants("guarded", copy_guarded::wgsl()) {
            let (a, mut out) = (self.random(n, 1), self.device.zeros::<u32>(n).unwrap());
            let mut run = || copy_guarded(&a, &mut out).dispatch_timed(&self.device).unwrap();
            self.report("copy_guarded", n, 8 * n, &mut run);
        }
        if self.wants("xoradd", xoradd::wgsl()) {
            let (a, b, mut out) =
                (self.random(n, 1), self.random(n, 2), self.device.zeros::<u32>(n).unwrap());
            let mut run = || xoradd(&a, &b, &mut out).dispatch_timed(&self.device).unwrap();
            self.report("xoradd", n, 12 * n, &mut run);
            let out = out.read().unwrap();
            let expected = |at: usize| (mix(at as u32 + 1) ^ mix(at as u32 + 2)).wrapping_add(1);
            samples.iter().for_each(|at| assert_eq!(out[*at], expected(*at)));
        }
        if self.wants("xoradd_u64", xoradd_u64::wgsl()) {
            let data: Vec<u64> = (0..n as u64 / 2).map(|at| at.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
            let (a, b) = (self.device.buffer(&data).unwrap(), self.device.buffer(&data).unwrap());
            let mut out = self.device.zeros::<u64>(n / 2).unwrap();
            let mut run = || xoradd_u64(&a, &b, &mut out).dispatch_timed(&self.device).unwrap();
            self.report("xoradd_u64", n / 2, 12 * n, &mut run);
        }
        let m = self.size(26);
        if self.wants("collatz", collatz::wgsl()) {
            let (a, mut out) = (self.random(m, 1), self.device.zeros::<u32>(m).unwrap());
            self.report("collatz_u64", m, 8 * m, || {
                collatz(&a, &mut out).dispatch_timed(&self.device).unwrap()
            });
            let out = out.read().unwrap();
            (0..50).for_each(|at| assert_eq!(out[at], collatz_steps(mix(at as u32 + 1))));
        }
        if self.wants("fmix64", fmix64::wgsl()) {
            let data: Vec<u64> = (0..m as u64).map(|at| at.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
            let (a, mut out) = (self.device.buffer(&data).unwrap(), self.device.zeros::<u64>(m).unwrap());
            self.report("fmix64_x16", m, 16 * m, || {
                fmix64(&a, &mut out).dispatch_timed(&self.device).unwrap()
            });
            let out = out.read().unwrap();
            (0..50).for_each(|at| assert_eq!(out[at], fmix64_16(data[at])));
        }
        if self.wants("mulmod", mulmod::wgsl()) {
            let data: Vec<u64> = (0..m as u64).map(|at| at.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
            let (a, mut out) = (self.device.buffer(&data).unwrap(), self.device.zeros::<u64>(m).unwrap());
            self.report("mulmod_x16", m, 16 * m, || {
                mulmod(&a, &mut out).dispatch_timed(&self.device).unwrap()
            });
            let out = out.read().unwrap();
            (0..50).for_each(|at| assert_eq!(out[at], mulmod_16(data[at])));
        }
    }

    /// Kernels with workgroup memory, atomics or many operations.
    fn others(&self) {
        let n = self.size(28);
        for (name, wgsl) in [("sum_tree", sum_tree::wgsl()), ("sum_together", sum_together::wgsl())] {
            if !self.wants(name, wgsl) {
                continue;
            }
            let (a, per_group) = (self.random(n, 1), (n / 4096).max(256));
            let mut partial = self.device.zeros::<u32>(n / per_group).unwrap();
            let groups = [(n / per_group) as u32, 1, 1];
            self.report(name, n, 4 * n, || {
                let launch = match name {
                    "sum_tree" => sum_tree(&a, &mut partial, per_group as u32).workgroups(groups),
                    _ => sum_together(&a, &mut partial, per_group as u32).workgroups(groups),
                };
                launch.dispatch_timed(&self.device).unwrap()
            });
            let first = (0..per_group as u32).fold(0u32, |sum, at| sum.wrapping_add(mix(at + 1)));
            assert_eq!(partial.read().unwrap()[0], first);
        }
        let w = 1 << (n.ilog2() / 2);
        if self.wants("stencil5", stencil5::wgsl()) {
            let (a, mut out) = (self.random(w * w, 1), self.device.zeros::<u32>(w * w).unwrap());
            let grid = [w as u32, w as u32, 1];
            self.report("stencil5", w * w, 8 * w * w, || {
                stencil5(&a, &mut out, w as u32).invocations(grid).dispatch_timed(&self.device).unwrap()
            });
        }
        if self.wants("transpose", transpose::wgsl()) {
            let (a, mut out) = (self.random(w * w, 1), self.device.zeros::<u32>(w * w).unwrap());
            let grid = [w as u32 / 32, w as u32 / 32, 1];
            self.report("transpose", w * w, 8 * w * w, || {
                transpose(&a, &mut out, w as u32).workgroups(grid).dispatch_timed(&self.device).unwrap()
            });
            let out = out.read().unwrap();
            [(0, 1), (w - 1, 3), (w / 2, w - 1)].iter().for_each(|(x, y)| {
                assert_eq!(out[x * w + y], mix((y * w + x) as u32 + 1));
            });
        }
        let side = 2048 >> (self.shift / 3).min(5);
        if self.wants("product_tile16", product_tile16::wgsl()) {
            self.product("product_tile16", side, |[a, b], c, device| {
                let grid = [side as u32 / 16, side as u32 / 16, 1];
                product_tile16(a, b, c, side as u32).workgroups(grid).dispatch_timed(device)
            });
        }
        if side >= 128 && self.wants("product_8x8", product_8x8::wgsl()) {
            self.product("product_8x8", side, |[a, b], c, device| {
                let grid = [side as u32 / 128, side as u32 / 128, 1];
                product_8x8(a, b, c, side as u32).workgroups(grid).dispatch_timed(device)
            });
        }
        let messages = self.size(24);
        if self.wants("sha256", sha256::wgsl()) {
            let data = self.device.zeros::<u32>(messages * 16).unwrap();
            let mut digests = self.device.zeros::<u32>(messages * 8).unwrap();
            let grid = [messages as u32, 1, 1];
            self.report("sha256_64B", messages, 96 * messages, || {
                sha256(&data, &mut digests).invocations(grid).dispatch_timed(&self.device).unwrap()
            });
            // Of 64 zero bytes, as anchors.cu has it.
            let zero = [
                0xf5a5_fd42,
                0xd16a_2030,
                0x2798_ef6e,
                0xd309_979b,
                0x4300_3d23,
                0x20d9_f0e8,
                0xea98_31a9,
                0x2759_fb4b,
            ];
            assert_eq!(digests.read().unwrap()[messages * 8 - 8..], zero);
        }
        if self.wants("histogram", histogram::wgsl()) {
            let words: Vec<[u32; 4]> =
                (0..n as u32 / 4).map(|at| [0, 1, 2, 3].map(|k| mix(4 * at + k + 1))).collect();
            let words = self.device.buffer(&words).unwrap();
            let mut counts = self.device.zeros::<u32>(256).unwrap();
            // Enough for every multiprocessor of a large GPU, and at least 16 words for each invocation.
            let groups = (n / (256 * 16)).clamp(1, 2112) as u32;
            let launches = self.report("histogram", 4 * n, 4 * n, || {
                let launch = histogram(&words, &mut counts, 256 * groups).workgroups([groups, 1, 1]);
                launch.dispatch_timed(&self.device).unwrap()
            });
            let total: u64 = counts.read().unwrap().into_iter().map(u64::from).sum();
            assert_eq!(total % (1 << 32), (4 * n * launches) as u64 % (1 << 32));
        }
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let (mut scale, mut prints_wgsl, mut filters) = (1u32, false, Vec::new());
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--scale" => scale = args.next().and_then(|scale| scale.parse().ok()).unwrap_or(1),
            "--wgsl" => prints_wgsl = true,
            // What cargo gives every bench.
            "--bench" => {}
            _ => filters.push(arg),
        }
    }
    let device = Device::auto().unwrap();
    println!("{{\"device\":\"{}\"}}", device.info());
    for (name, way) in
        device.float_operators().unwrap().iter().filter(|(_, way)| *way != vyre::FloatWay::Native)
    {
        println!("{{\"operator\":\"{name}\",\"way\":\"{way}\"}}");
    }
    let bench = Bench { device, shift: scale.max(1).ilog2(), prints_wgsl, filters };
    bench.elements();
    bench.others();
    bench.floats();
    bench.functions();
    bench.sums();
    bench.halves();
}

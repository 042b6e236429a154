//! Kernels on floats, comparable with `benches/cuda/floats.cu`.

use super::{Bench, mix};
use std::time::Duration;
use vyre::{Buffer, Device, Error};

#[vyre::kernel]
fn saxpy(x: &[f32], y: &[f32], out: &mut [f32], a: f32) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = a * x[i] + y[i];
    }
}

/// 64 divisions, each of what the one before gave.
#[vyre::kernel]
fn divisions(x: &[f32], out: &mut [f32]) {
    let i = invocation_id().x;
    let a = x[i];
    let mut q = 1.5;
    for _ in 0..64 {
        q = a / (q + 1.0);
    }
    out[i] = q;
}

/// 64 square roots, each of what the one before gave.
#[vyre::kernel]
fn roots(x: &[f32], out: &mut [f32]) {
    let i = invocation_id().x;
    let a = x[i];
    let mut r = 1.5;
    for _ in 0..64 {
        r = (r + a).sqrt();
    }
    out[i] = r;
}

/// The accelerations of all bodies, with a position and a mass each.
#[vyre::kernel(workgroup_size = 256)]
fn accelerations(bodies: &[[f32; 4]], out: &mut [[f32; 4]]) {
    let mut tile = workgroup_array::<[f32; 4], 256>();
    let (i, l) = (invocation_id().x, local_id().x);
    let me = bodies[i];
    let (mut ax, mut ay, mut az) = (0.0, 0.0, 0.0);
    for t in 0..num_workgroups().x {
        tile[l] = bodies[t * 256 + l];
        barrier();
        for k in 0..256 {
            let other = tile[k];
            let (dx, dy, dz) = (other[0] - me[0], other[1] - me[1], other[2] - me[2]);
            let d2 = dx * dx + dy * dy + dz * dz + 1e-4;
            let s = other[3] / (d2 * d2.sqrt());
            ax += dx * s;
            ay += dy * s;
            az += dz * s;
        }
        barrier();
    }
    out[i] = [ax, ay, az, 0.0];
}

/// The product of two square matrices, by tiles of 16 x 16.
#[vyre::kernel(workgroup_size = (16, 16))]
fn product(a: &[f32], b: &[f32], c: &mut [f32], n: u32) {
    let mut left = workgroup_array::<f32, 256>();
    let mut right = workgroup_array::<f32, 256>();
    let (x, y) = (local_id().x, local_id().y);
    let (column, row) = (invocation_id().x, invocation_id().y);
    let mut sum = 0.0;
    for t in 0..n / 16 {
        left[y * 16 + x] = a[row * n + t * 16 + x];
        right[y * 16 + x] = b[(t * 16 + y) * n + column];
        barrier();
        for k in 0..16 {
            sum += left[y * 16 + k] * right[k * 16 + x];
        }
        barrier();
    }
    c[row * n + column] = sum;
}

/// Numbers from `from` up to `from + width`.
#[vyre::kernel(workgroup_size = 256)]
fn fill(out: &mut [f32], from: f32, width: f32) {
    let i = invocation_id().x;
    let mut x = i * 0x9e37_79b9;
    x ^= x >> 16;
    x *= 0x85eb_ca6b;
    x ^= x >> 13;
    out[i] = from + width * (f32::from_bits(x >> 9 | 0x3f80_0000) - 1.0);
}

#[vyre::kernel(workgroup_size = 256)]
fn exp(x: &[f32], out: &mut [f32]) {
    let i = invocation_id().x;
    out[i] = x[i].exp();
}

#[vyre::kernel(workgroup_size = 256)]
fn ln(x: &[f32], out: &mut [f32]) {
    let i = invocation_id().x;
    out[i] = x[i].ln();
}

#[vyre::kernel(workgroup_size = 256)]
fn sin(x: &[f32], out: &mut [f32]) {
    let i = invocation_id().x;
    out[i] = x[i].sin();
}

#[vyre::kernel]
fn sin_approx(x: &[f32], out: &mut [f32]) {
    let i = invocation_id().x;
    out[i] = vyre::ops::f32::sin_approx(x[i]);
}

/// The sum of 4,096 elements for each workgroup.
#[vyre::kernel(workgroup_size = 256)]
fn sums_tree(x: &[f32], out: &mut [f32]) {
    let (first, local) = (workgroup_id().x * 4096, local_id().x);
    let mut part = x[first + local];
    for k in 1..16 {
        part += x[first + k * 256 + local];
    }
    let sum = workgroup_sum_tree(part);
    if local == 0 {
        out[workgroup_id().x] = sum;
    }
}

/// The same in the order that is fastest.
#[vyre::kernel(workgroup_size = 256)]
fn sums_approx(x: &[f32], out: &mut [f32]) {
    let (first, local) = (workgroup_id().x * 4096, local_id().x);
    let mut part = x[first + local];
    for k in 1..16 {
        part += x[first + k * 256 + local];
    }
    let sum = workgroup_sum_approx(part);
    if local == 0 {
        out[workgroup_id().x] = sum;
    }
}

/// A number from 1 up to 2.
fn number(at: usize) -> f32 {
    f32::from_bits(mix(at as u32 + 1) >> 9 | 0x3f80_0000)
}

impl Bench {
    fn numbers(&self, n: usize) -> Buffer<f32> {
        self.device.buffer(&(0..n).map(number).collect::<Vec<_>>()).unwrap()
    }

    pub(super) fn floats(&self) {
        let n = self.size(26);
        if self.wants("saxpy", saxpy::wgsl()) {
            let (x, y, mut out) = (self.numbers(n), self.numbers(n), self.device.zeros::<f32>(n).unwrap());
            self.report("saxpy", n, 12 * n, || {
                saxpy(&x, &y, &mut out, 0.3).dispatch_timed(&self.device).unwrap()
            });
            let out = out.read().unwrap();
            (0..1000).for_each(|at| assert_eq!(out[at].to_bits(), (0.3 * number(at) + number(at)).to_bits()));
        }
        let m = self.size(24);
        if self.wants("divisions", divisions::wgsl()) {
            let (x, mut out) = (self.numbers(m), self.device.zeros::<f32>(m).unwrap());
            self.report("divisions_x64", m, 8 * m, || {
                divisions(&x, &mut out).dispatch_timed(&self.device).unwrap()
            });
            let expected = |x: f32| (0..64).fold(1.5, |q: f32, _| x / (q + 1.0));
            let out = out.read().unwrap();
            (0..1000).for_each(|at| assert_eq!(out[at].to_bits(), expected(number(at)).to_bits()));
        }
        if self.wants("roots", roots::wgsl()) {
            let (x, mut out) = (self.numbers(m), self.device.zeros::<f32>(m).unwrap());
            self.report("roots_x64", m, 8 * m, || roots(&x, &mut out).dispatch_timed(&self.device).unwrap());
            let expected = |x: f32| (0..64).fold(1.5, |r: f32, _| (r + x).sqrt());
            let out = out.read().unwrap();
            (0..1000).for_each(|at| assert_eq!(out[at].to_bits(), expected(number(at)).to_bits()));
        }
        let bodies = self.size(15).max(256);
        if self.wants("nbody", accelerations::wgsl()) {
            let all: Vec<[f32; 4]> = (0..bodies).map(|at| [0, 1, 2, 3].map(|k| number(4 * at + k))).collect();
            let data = self.device.buffer(&all).unwrap();
            let mut out = self.device.zeros::<[f32; 4]>(bodies).unwrap();
            self.report("nbody", bodies, 32 * bodies, || {
                accelerations(&data, &mut out).dispatch_timed(&self.device).unwrap()
            });
            let me = all[1];
            let [ax, ay, az] = all.iter().fold([0f32; 3], |[ax, ay, az], other| {
                let (dx, dy, dz) = (other[0] - me[0], other[1] - me[1], other[2] - me[2]);
                let d2 = dx * dx + dy * dy + dz * dz + 1e-4;
                let s = other[3] / (d2 * d2.sqrt());
                [ax + dx * s, ay + dy * s, az + dz * s]
            });
            assert_eq!(out.read().unwrap()[1].map(f32::to_bits), [ax, ay, az, 0.0].map(f32::to_bits));
        }
        let side = 1024 >> (self.shift / 3).min(5);
        if self.wants("product_f32", product::wgsl()) {
            let (a, b) = (self.numbers(side * side), self.numbers(side * side));
            let mut c = self.device.zeros::<f32>(side * side).unwrap();
            let grid = [side as u32 / 16, side as u32 / 16, 1];
            self.report("product_f32_tile16", side, 12 * side * side, || {
                product(&a, &b, &mut c, side as u32).workgroups(grid).dispatch_timed(&self.device).unwrap()
            });
            let expected = (0..side).fold(0f32, |sum, k| sum + number(3 * side + k) * number(k * side + 5));
            assert_eq!(c.read().unwrap()[3 * side + 5].to_bits(), expected.to_bits());
        }
    }

    /// Elementary functions of one operand, an element to an invocation: `out[i] = f(x[i])`.
    pub(super) fn functions(&self) {
        self.function("exp", exp::wgsl(), [-8.0, 8.0], f64::exp, |x, out, device| {
            exp(x, out).dispatch_timed(device)
        });
        self.function("ln", ln::wgsl(), [0.001, 100.0], f64::ln, |x, out, device| {
            ln(x, out).dispatch_timed(device)
        });
        self.function("sin", sin::wgsl(), [-20.0, 20.0], f64::sin, |x, out, device| {
            sin(x, out).dispatch_timed(device)
        });
        self.function("sin_approx", sin_approx::wgsl(), [-20.0, 20.0], f64::sin, |x, out, device| {
            sin_approx(x, out).dispatch_timed(device)
        });
    }

    /// Sums of floats by workgroups, in a stated order and in any.
    pub(super) fn sums(&self) {
        let n = self.size(26);
        for (name, wgsl) in [("sums_tree", sums_tree::wgsl()), ("sums_approx", sums_approx::wgsl())] {
            if !self.wants(name, wgsl) {
                continue;
            }
            let groups = [n as u32 / 4096, 1, 1];
            let (x, mut out) = (self.numbers(n), self.device.zeros::<f32>(n / 4096).unwrap());
            self.report(name, n, 4 * n, || {
                let launch = match name {
                    "sums_tree" => sums_tree(&x, &mut out).workgroups(groups),
                    _ => sums_approx(&x, &mut out).workgroups(groups),
                };
                launch.dispatch_timed(&self.device).unwrap()
            });
            let exact: f64 = (0..4096).map(|at| f64::from(number(at))).sum();
            // 4,096 ULP at most.
            assert!((f64::from(out.read().unwrap()[0]) - exact).abs() <= exact * 4096.0 * 1.2e-7, "{name}");
        }
    }

    /// Times a function of numbers between two others.
    fn function(
        &self,
        name: &str,
        wgsl: &str,
        [from, to]: [f32; 2],
        of: fn(f64) -> f64,
        run: impl Fn(&Buffer<f32>, &mut Buffer<f32>, &Device) -> Result<Option<Duration>, Error>,
    ) {
        if !self.wants(name, wgsl) {
            return;
        }
        let n = self.size(28);
        let [mut x, mut out] = [(); 2].map(|()| self.device.zeros::<f32>(n).unwrap());
        fill(&mut x, from, to - from).dispatch(&self.device).unwrap();
        self.report(name, n, 8 * n, || run(&x, &mut out, &self.device).unwrap());
        let (x, out) = (x.read().unwrap(), out.read().unwrap());
        // The nearest float, or a neighbour where the platform's function leaves that open. Of what is approximate, 2 ULP.
        let allowed = if name.ends_with("approx") { 2.4e-7 } else { 6e-8 };
        let is_near = |at: &usize| {
            (f64::from(out[*at]) - of(f64::from(x[*at]))).abs() <= f64::from(out[*at].abs()) * allowed
        };
        assert_eq!((0..1000).find(|at| !is_near(at)), None, "{name}");
    }
}

//! How long the algorithms of `vyre::par` take on a device, by the host's clock: one JSON line for each, comparable with `anchors.cu`.
//!
//! `algorithms [--scale N] [NAME]..` runs the rows whose names contain one of the arguments; `--scale` divides the sizes by a power of two. Each
//! time is from the call until the device is done, the median of 15 after half a second of calls; `ms_queued` is the mean of calls that follow each other
//! before the device is waited for. Bytes are those of the inputs and the results, each once.
//! The device is the best GPU, or what `VYRE_DEVICE` says. Every result is compared with plain Rust. On the CPU device plain loops are timed beside
//! it: with one thread (`taskset -c 0`) that is what a Rust programmer would write.
//!
//! It is a bench target without a harness, as `kernels` is, so that the binary can be carried to the machine that has the GPU.

#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]

mod timing;

use timing::{Bench, mix};
use vyre::prelude::*;

/// The rows of the algorithms of `vyre::par`.
trait Rows {
    /// Of `n` elements.
    fn all(&self, n: usize);
    /// Of products of matrices of so many rows.
    fn products(&self, side: usize);
}

impl Rows for Bench {
    fn all(&self, n: usize) {
        let data: Vec<u32> = (0..n as u32).map(|at| mix(at + 1)).collect();
        let a = self.device.buffer(&data).unwrap();
        let sum = data.iter().fold(0u32, |sum, x| sum.wrapping_add(*x));
        self.row("reduce_sum", (n, 4 * n), || (), |()| assert_eq!(a.par_iter().sum().unwrap(), sum));
        self.plain("reduce_sum", (n, 4 * n), || data.iter().fold(0u32, |sum, x| sum.wrapping_add(*x)));
        let greatest = data.iter().copied().max();
        self.row("reduce_max", (n, 4 * n), || (), |()| assert_eq!(a.par_iter().max().unwrap(), greatest));
        self.plain("reduce_max", (n, 4 * n), || data.iter().copied().max());
        self.row(
            "map_filter_sum",
            (n, 4 * n),
            || (),
            |()| {
                let kept = a.par_iter().map(func!(|x: u32| x >> 3)).filter(func!(|x: u32| x & 1 == 1));
                assert_ne!(kept.sum().unwrap(), 1);
            },
        );
        self.plain("map_filter_sum", (n, 4 * n), || {
            data.iter().map(|x| x >> 3).filter(|x| x & 1 == 1).fold(0, u32::wrapping_add)
        });
        self.row(
            "reduce_tree_user",
            (n, 4 * n),
            || (),
            |()| {
                assert_ne!(a.par_iter().reduce(0, func!(|x: u32, y: u32| x * 3 + (y ^ 5))).unwrap(), 1);
            },
        );
        self.row("scan", (n, 8 * n), || (), |()| drop(a.par_iter().inclusive_sum().unwrap()));
        self.plain("scan", (n, 8 * n), || {
            let sums = data.iter().scan(0u32, |sum, x| {
                *sum = sum.wrapping_add(*x);
                Some(*sum)
            });
            let mut all = Vec::with_capacity(n);
            all.extend(sums);
            all
        });
        let sums = a.par_iter().inclusive_sum().unwrap().read().unwrap();
        assert!(
            sums.iter().zip(&data).try_fold(0u32, |sum, (found, x)| {
                let sum = sum.wrapping_add(*x);
                (sum == *found).then_some(sum)
            }) == Some(sum)
        );
        drop(sums);
        self.row(
            "scan_user",
            (n, 8 * n),
            || (),
            |()| {
                drop(a.par_iter().inclusive_scan(func!(|x: u32, y: u32| x * 3 + (y ^ 5))).unwrap());
            },
        );
        let odd = data.iter().filter(|x| *x & 1 == 1).count();
        self.row(
            "select",
            (n, 4 * (n + odd)),
            || (),
            |()| {
                assert_eq!(a.par_iter().filter(func!(|x: u32| x & 1 == 1)).collect().unwrap().len(), odd);
            },
        );
        self.row(
            "select_at_most",
            (n, 4 * (n + odd)),
            || (),
            |()| drop(a.par_iter().filter(func!(|x: u32| x & 1 == 1)).collect_at_most(odd).unwrap()),
        );
        self.plain("select", (n, 4 * (n + odd)), || {
            data.iter().copied().filter(|x| x & 1 == 1).collect::<Vec<u32>>()
        });
        self.row(
            "histogram_1000",
            (n, 4 * n),
            || (),
            |()| {
                drop(a.par_iter().map(func!(|x: u32| x % 1000)).histogram(1000).unwrap());
            },
        );
        self.plain("histogram_1000", (n, 4 * n), || {
            let mut counts = vec![0u32; 1000];
            data.iter().for_each(|x| counts[(x % 1000) as usize] += 1);
            counts
        });
        let bytes: Vec<u8> = data.iter().flat_map(|x| x.to_le_bytes()).collect();
        let bytes = self.device.buffer(&bytes).unwrap();
        self.row("histogram_u8", (4 * n, 4 * n), || (), |()| drop(bytes.par_iter().histogram(256).unwrap()));
        self.plain("histogram_u8", (4 * n, 4 * n), || {
            let mut counts = vec![0u32; 256];
            data.iter().flat_map(|x| x.to_le_bytes()).for_each(|x| counts[usize::from(x)] += 1);
            counts
        });
        drop(bytes);
        self.row("sort_keys", (n, 8 * n), || a.copy().unwrap(), |keys| keys.sort().unwrap());
        self.plain("sort_keys", (n, 8 * n), || {
            let mut keys = data.clone();
            keys.sort_unstable();
            keys
        });
        let mut sorted = a.copy().unwrap();
        sorted.sort().unwrap();
        assert!(sorted.read().unwrap().is_sorted());
        drop(sorted);
        let m = n / 2;
        let part = self.device.buffer(&data[..m]).unwrap();
        let made = || (part.copy().unwrap(), part.copy().unwrap());
        self.row("sort_pairs", (m, 16 * m), made, |(keys, values)| keys.sort_by_key(values).unwrap());
        self.row("argsort", (m, 8 * m), || (), |()| drop(part.argsort().unwrap()));
        drop(part);
        let runs: Vec<u32> = data
            .iter()
            .scan(0, |run, x| {
                *run += u32::from(x % 8 == 0);
                Some(*run)
            })
            .collect();
        let keys = self.device.buffer(&runs).unwrap();
        self.row(
            "reduce_by_key",
            (n, 8 * n),
            || (),
            |()| {
                drop(keys.reduce_by_key(&a, 0, func!(|x: u32, y: u32| x + y)).unwrap());
            },
        );
        drop(keys);
        let floats: Vec<f32> = data.iter().map(|x| *x as f32).collect();
        let floats = self.device.buffer(&floats).unwrap();
        self.row(
            "sum_tree_f32",
            (n, 4 * n),
            || (),
            |()| assert!(floats.par_iter().sum_tree().unwrap() > 0.0),
        );
        self.row(
            "reduce_sum_tree_f32",
            (n, 4 * n),
            || (),
            |()| {
                assert!(vyre::reduce::sum_tree(&floats).unwrap() > 0.0);
            },
        );
        let mut copy = a.copy().unwrap();
        self.row("copy", (n, 8 * n), || (), |()| a.par_iter().collect_into(&mut copy).unwrap());
    }

    fn products(&self, side: usize) {
        let data: Vec<f32> = (0..side * side).map(|at| (mix(at as u32) >> 8) as f32 / 16_777_216.0).collect();
        let a = self.device.tensor(&data, [side, side]).unwrap();
        let b = self.device.tensor(&data, [side, side]).unwrap();
        self.row(
            "matmul_f32",
            (2 * side * side * side, 12 * side * side),
            || (),
            |()| {
                drop(vyre::tensor::matmul(&a, &b).unwrap());
            },
        );
        // Products of these may be subnormal, so every tile is computed anew.
        let small: Vec<f32> = data.iter().map(|x| x * 1e-25).collect();
        let small = self.device.tensor(&small, [side, side]).unwrap();
        self.row(
            "matmul_small_f32",
            (2 * side * side * side, 12 * side * side),
            || (),
            |()| {
                drop(vyre::tensor::matmul(&small, &b).unwrap());
            },
        );
    }
}

fn main() {
    let (bench, scale) = timing::bench();
    bench.all((1 << 28) / scale);
    bench.all((1 << 24) / scale);
    bench.products((4096 / scale.isqrt()).max(64));
}

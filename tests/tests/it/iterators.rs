//! Iterators become the loops that one would write, and small programs as a Rust programmer writes them first.

use vyre::prelude::*;

/// A chain, and the loop over an index that it stands for.
macro_rules! pairs {
    ($($name:ident($($param:tt)*) { $($chain:tt)* } { $($index:tt)* })*) => {$(
        #[test]
        fn $name() {
            mod chain {
                #[vyre::kernel]
                fn kernel($($param)*) { $($chain)* }
                pub(super) fn wgsl() -> &'static str { kernel::wgsl() }
            }
            mod index {
                #[vyre::kernel]
                fn kernel($($param)*) { $($index)* }
                pub(super) fn wgsl() -> &'static str { kernel::wgsl() }
            }
            // The lengths have other names.
            assert_eq!(chain::wgsl().replace("length_1", "part"), index::wgsl());
        }
    )*};
}

pairs! {
    zip(x: &[u32], y: &[u32], out: &mut [u32]) { for (p, q) in x.iter().zip(y) { out[0] += p * q; } }
        { for at in 0..x.len().min(y.len()) { out[0] += x[at] * y[at]; } }
    sum(x: &[u32], out: &mut [u32]) { out[0] = x.iter().sum(); }
        { let mut sum = 0; for at in 0..x.len() { sum += x[at]; } out[0] = sum; }
    enumerate(out: &mut [u32]) { for (i, v) in out.iter_mut().enumerate() { *v = i * 2; } }
        { for at in 0..out.len() { out[at] = at * 2; } }
    rev_and_filter(x: &[u32], out: &mut [u32]) { let mut n = 0; for v in x.iter().rev().filter(|v| **v > 3) { n = n * 2 + v; } out[0] = n; }
        { let mut n = 0; for at in (0..x.len()).rev() { if x[at] > 3 { n = n * 2 + x[at]; } } out[0] = n; }
}

#[vyre::kernel(workgroup_size = 1)]
fn histogram(bytes: &[u8], bins: &[AtomicU32]) {
    for &byte in bytes {
        bins[byte].fetch_add(1);
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn moving_average(a: &[f32], out: &mut [f32]) {
    for (mean, part) in out.iter_mut().zip(a.windows(3)) {
        *mean = part.iter().sum::<f32>() / part.len() as f32;
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn matrix_times_vector(matrix: &[f32], vector: &[f32], out: &mut [f32]) {
    for (row, product) in matrix.chunks_exact(vector.len()).zip(out) {
        *product = row.iter().zip(vector).map(|(x, y)| x * y).sum();
    }
}

#[vyre::kernel]
fn stencil(src: &[f32], out: &mut [f32]) {
    let width = 4i32;
    let at = |x: i32, y: i32| -> f32 {
        if x < 0 || y < 0 || x >= width {
            return 0.0;
        }
        src[y * width + x]
    };
    let i = invocation_id().x as i32;
    if (i as u32) < out.len() {
        let (x, y) = (i % width, i / width);
        out[i] = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1);
    }
}

#[test]
fn programs() {
    for device in vyre_tests::devices().into_iter().chain([Device::reference()]) {
        let mut bins = [0u32; 8];
        histogram(&[1u8, 2, 2, 7], &mut bins).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(bins, [0, 1, 2, 0, 0, 0, 0, 1], "{device}");
        let mut means = [0.0f32; 3];
        let values = [1.0f32, 2.0, 3.0, 4.0, 5.0];
        moving_average(&values, &mut means).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(means, [2.0, 3.0, 4.0], "{device}");
        let mut product = [0.0f32; 2];
        let (matrix, vector) = ([1.0f32, 2.0, 3.0, 4.0], [1.0f32, 10.0]);
        matrix_times_vector(&matrix, &vector, &mut product).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(product, [21.0, 43.0], "{device}");
        let mut sums = [0.0f32; 8];
        stencil(&[1.0f32; 8], &mut sums).dispatch(&device).unwrap();
        assert_eq!(sums, [2.0, 3.0, 3.0, 2.0, 2.0, 3.0, 3.0, 2.0], "{device}");
    }
}

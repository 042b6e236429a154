//! Kernels over tensors, sentence by sentence.

use crate::devices;
use vyre::prelude::*;
use vyre::{Error, Number, bf16, f16};

const ROWS: usize = 2;
mod sizes {
    pub(crate) const COLS: u32 = 3;
}

#[vyre::kernel(workgroup_size = (4, 1))]
fn indices(a: &vyre::Tensor<u32, M, N>, out: &mut Tensor<u32, K>) {
    let i = invocation_id().x;
    if i == 0 {
        let (b, c, d, e): (u8, i8, u16, i16) = (1, 2, 1, 2);
        let (f, g, h, k): (i32, u64, i64, usize) = (1, 2, 1, 2);
        let m: isize = -1;
        let big: u128 = 1;
        out[[0]] = a[[b, c]];
        out[[1]] = a[[d, e]];
        out[[2]] = a[[f, g]];
        out[[3]] = a[[h, k]];
        out[[4]] = a[[m, 0]] + 100;
        out[[5]] = a[[big, 2]];
        out[[6]] = a[[0, -1]] + a[[-1i64, 0]] + a[[u64::MAX, 0]] + a[[1u64 << 32, 0]] + 7;
        out[[7u8]] = a[[0, 3]] + a[[2, 0]] + 9;
        out[[8]] += 1;
        out[[8]] *= 5;
        out[[8]] <<= 2;
        out[[8]] ^= 1;
        out[[9]] = a[[a[[0, 0]], a[[0, 1]]]];
        out[[K]] = 3;
        let s = a.shape();
        out[[10]] = s[0] * 10 + s[1] + a.dim(0) + a.dim(1) * 100 + a.len();
        let mut product = 1;
        for d in a.shape() {
            product *= d;
        }
        out[[11]] = product;
        let ax = 1;
        out[[12]] = a.dim(ax);
        let n = N as usize + 1;
        out[[13]] = n as u32;
        let mut total = 0;
        for x in a.row(1) {
            total += x;
        }
        out[[14]] = total
            + a.row(0).iter().sum::<u32>() * 1000
            + a.row(1).len() as u32 * 100_000
            + a.row(1)[0] * 1_000_000;
        let r = &a[[1, 1]];
        out[[15]] = *r;
        let w = &mut out[[16]];
        *w += 5;
    }
}

#[test]
fn indices_of_all_types() -> Result<(), Error> {
    for device in devices() {
        let a = device.tensor(&[1u32, 2, 3, 4, 5, 6], [2, 3])?;
        let mut out = device.tensor_zeros::<u32>([17])?;
        indices(&a, &mut out).dispatch(&device)?;
        let got = out.read()?;
        assert_eq!(
            got,
            [
                6,
                6,
                6,
                6,
                100,
                6,
                7,
                9,
                21,
                6,
                20 + 3 + 2 + 300 + 6,
                6,
                3,
                4,
                15 + 6000 + 300_000 + 4_000_000,
                5,
                5
            ],
            "{device}"
        );
    }
    Ok(())
}

#[vyre::kernel(workgroup_size = 8)]
fn typed<T: Number>(a: &Tensor<T, M, N>, b: &mut Tensor<T, N, M>) {
    let (i, j) = (invocation_id().y, invocation_id().x);
    b[[i, j]] = a[[j, i]] + T::ONE;
    b[[i, j]] += a[[j, i]];
}

macro_rules! typed { ($($name:ident: $T:ty, |$x:ident| $of:expr;)*) => {$(
    #[test]
    fn $name() -> Result<(), Error> {
        for device in devices() {
            let data: Vec<$T> = (0u8..6).map(|$x| $of).collect();
            let a = device.tensor(&data, [2, 3])?;
            let mut b = device.tensor_zeros::<$T>([3, 2])?;
            typed::<$T>(&a, &mut b).dispatch(&device)?;
            let one = <$T as Number>::ONE;
            let wanted: Vec<$T> = (0..6).map(|at| { let x = data[at % 2 * 3 + at / 2]; x + one + x }).collect();
            assert_eq!(b.read()?, wanted, "{device}");
        }
        Ok(())
    }
)*} }
typed! {
    tensor_u8: u8, |x| x; tensor_i8: i8, |x| x as i8 - 3; tensor_u16: u16, |x| x as u16; tensor_i16: i16, |x| x as i16 - 3;
    tensor_u32: u32, |x| x as u32; tensor_i32: i32, |x| x as i32 - 3; tensor_u64: u64, |x| x as u64 + (1 << 40); tensor_i64: i64, |x| x as i64 - (1 << 40);
    tensor_u128: u128, |x| x as u128 + (1 << 100); tensor_f32: f32, |x| x as f32 + 0.5; tensor_f64: f64, |x| x as f64 + 0.5;
    tensor_f16: f16, |x| f16::from_f32(x as f32); tensor_bf16: bf16, |x| bf16::from_f32(x as f32);
}

#[vyre::data]
#[derive(Debug, PartialEq)]
struct P {
    x: f32,
    k: [u16; 2],
}

#[vyre::kernel(workgroup_size = 8)]
fn parts(
    a: &Tensor<[f32; 3], N>,
    b: &mut Tensor<P, N>,
    c: &mut Tensor<bool, N>,
    n: u32,
    plain: &[u32],
    zero: &mut Tensor<f64>,
) {
    let i = invocation_id().x;
    if i < N {
        let v = a[[i]];
        b[[i]].x = v[0] + v[2];
        b[[i]].k[1] += 3;
        let p = b[[i]];
        b[[i]] = P { x: p.x + 1.0, k: p.k };
        c[[i]] = a[[i]][1] > n as f32 && !c[[i]] && plain[i] == 7;
    }
    if i == 0 {
        zero[[]] = a[[0]][1] as f64;
        zero[[]] += 0.25;
    }
}

#[test]
fn parts_of_elements() -> Result<(), Error> {
    for device in devices() {
        let a = device.tensor(&[[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]], [2])?;
        let mut b = device.tensor(&[P { x: 0.0, k: [1, 2] }; 2], [2])?;
        let mut c = device.tensor(&[false, false], [2])?;
        let mut z = device.tensor_zeros::<f64>([])?;
        parts(&a, &mut b, &mut c, 3, &[7, 7, 7, 7, 7, 7, 7, 7], &mut z).dispatch(&device)?;
        assert_eq!(b.read()?, [P { x: 5.0, k: [1, 5] }, P { x: 11.0, k: [1, 5] }]);
        assert_eq!((c.read()?, z.read()?), (vec![false, true], vec![2.25]));
    }
    Ok(())
}

#[vyre::function]
fn dot<T: Number>(a: &Tensor<T, M, K>, b: &Tensor<T, K, N>, i: u32, j: u32) -> T {
    let mut sum = T::ZERO;
    for k in 0..K {
        sum += a[[i, k]] * b[[k, j]];
    }
    sum
}

#[vyre::function]
fn put(c: &mut Tensor<f32, A, B>, i: u32, j: u32, x: f32) {
    if i < A && j < B {
        c[[i, j]] = x;
    }
}

#[vyre::function]
fn both(a: &Tensor<f32, ROWS_, COLS>, c: &mut Tensor<f32, R, S>, i: u32, j: u32) {
    put(c, i, j, dot::<f32>(a, a, i, j) + ROWS_ as f32 + first(a));
}

#[vyre::function]
fn first(a: &Tensor<f32, { ROWS }, sizes::COLS>) -> f32 {
    a[[0, 0]] + a.dim(1) as f32
}

#[vyre::kernel(workgroup_size = (2, 2))]
fn calls(a: &Tensor<f32, M, M>, b: &mut Tensor<f32, M, M>) {
    fn twice(x: &mut Tensor<f32, Q, Q2>, i: u32, j: u32) {
        x[[i, j]] *= 2.0 + (Q - Q2) as f32;
    }
    let (j, i) = (invocation_id().x, invocation_id().y);
    both(&a, b, i, j);
    twice(b, i, j);
}

#[test]
fn functions_bind_dimensions_anew() -> Result<(), Error> {
    assert_eq!((ROWS, sizes::COLS), (2, 3));
    for device in devices() {
        let a = device.tensor(&[1.0f32, 2.0, 3.0, 4.0], [2, 2])?;
        let mut b = device.tensor_zeros::<f32>([2, 2])?;
        calls(&a, &mut b).dispatch(&device)?;
        assert_eq!(b.read()?, [24.0, 30.0, 40.0, 54.0], "{device}");
    }
    Ok(())
}

#[vyre::kernel(workgroup_size = 4)]
fn blur<const R: u32>(a: &Tensor<u32, N>, w: &Tensor<u32, { 2 * R + 1 }>, out: &mut Tensor<u32, N>) {
    let i = invocation_id().x;
    let mut sum = 0;
    for k in 0..2 * R + 1 {
        sum += a[[i as i32 + k as i32 - R as i32]] * w[[k]];
    }
    out[[i]] = sum + w.dim(0) * 1000;
}

#[test]
fn static_dimensions() -> Result<(), Error> {
    for device in devices() {
        let a = device.tensor(&[1u32, 2, 3, 4, 5], [5])?;
        let w = device.tensor(&[1u32, 10, 100], [3])?;
        let mut out = device.tensor_zeros::<u32>([5])?;
        blur::<1>(&a, &w, &mut out).dispatch(&device)?;
        assert_eq!(out.read()?, [3210, 3321, 3432, 3543, 3054]);
        assert!(matches!(blur::<2>(&a, &w, &mut out).dispatch(&device), Err(Error::Dimension { .. })));
    }
    Ok(())
}

#[vyre::kernel(workgroup_size = (2, 1, 1))]
fn cover(out: &mut Tensor<u32, A, B, C>) {
    let id = invocation_id();
    out[[id.z, id.y, id.x]] += id.z * 3 + id.y * 5 + id.x + 1;
}

#[test]
fn launches_fold() -> Result<(), Error> {
    for device in Device::list() {
        for shape in [[1, 70_000, 2], [70_000, 1, 1], [1, 1, 140_001], [70_001, 2, 1], [3, 0, 5]] {
            let mut out = device.tensor_zeros::<u32>(shape)?;
            cover(&mut out).dispatch(&device)?;
            let wanted: Vec<u32> = (0..shape.iter().product::<usize>())
                .map(|at| {
                    let (z, y, x) = (at / shape[2] / shape[1], at / shape[2] % shape[1], at % shape[2]);
                    (z * 3 + y * 5 + x + 1) as u32
                })
                .collect();
            assert!(out.read()? == wanted, "{shape:?} on {device}");
        }
    }
    Ok(())
}

#[vyre::module]
mod inside {
    use vyre::prelude::*;
    const WIDTH: u32 = 4;
    struct Grid {
        scale: u32,
    }
    impl Grid {
        fn at(&self, x: u32, b: u32) -> u32 {
            x * self.scale + b
        }
    }
    fn sum(t: &Tensor<u32, A, B>, i: u32) -> u32 {
        let mut s = 0;
        for j in 0..B {
            s += t[[i, j]];
        }
        s
    }
    #[kernel(workgroup_size = 2)]
    pub(super) fn rows(t: &Tensor<u32, N, { WIDTH }>, out: &mut Tensor<u32, N>) {
        let i = invocation_id().x;
        out[[i]] = sum(t, i) + Grid { scale: 100 }.at(t[[i, 0]], t.dim(1));
    }
}

#[test]
fn modules_have_tensors() -> Result<(), Error> {
    for device in devices() {
        let a = device.tensor(&[1u32, 2, 3, 4, 5, 6, 7, 8], [2, 4])?;
        let mut out = device.tensor_zeros::<u32>([2])?;
        inside::rows(&a, &mut out).dispatch(&device)?;
        assert_eq!(out.read()?, [10 + 104, 26 + 504]);
    }
    Ok(())
}

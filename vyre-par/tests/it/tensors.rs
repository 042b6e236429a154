//! Tensors: functions on them, element by element, and operations over every type of numbers.

use crate::{devices, numbers};
use vyre::prelude::*;
use vyre::tensor::{Conv2d, concat};
use vyre::{Error, bf16, f16};

#[test]
fn functions_are_mapped_over_views() -> Result<(), Error> {
    for device in devices() {
        let a = device.tensor(&[1u32, 2, 3, 4, 5, 6], [2, 3])?;
        let by = 10u32;
        let turned = a.transpose().map(func!(move |x: u32| x * by, by: u32))?;
        assert_eq!((turned.shape(), turned.read()?), (&[3, 2][..], vec![10, 40, 20, 50, 30, 60]), "{device}");
        let part = a.slice(1, 1..)?.index(0, 1)?.map(func!(|x: u32| -> f64 { x as f64 / 2.0 }))?;
        assert_eq!((part.shape(), part.read()?), (&[2][..], vec![2.5, 3.0]), "{device}");
        let bytes = a.map(func!(|x: u32| x as u8 + 250))?;
        assert_eq!(bytes.read()?, [251, 252, 253, 254, 255, 0], "{device}");
        let halves =
            bytes.permute(&[1, 0])?.map(func!(|x: u8| x as f32))?.map(func!(|x: f32| f16::from_f32(x)))?;
        assert_eq!(halves.read()?[1], f16::from_f32(254.0), "{device}");
        // A column and a row.
        let column = device.tensor(&[100i64, 200], [2, 1])?;
        let both = a.zip_map(&column, func!(|x: u32, y: i64| y - x as i64))?;
        assert_eq!((both.shape(), both.read()?), (&[2, 3][..], vec![99, 98, 97, 196, 195, 194]), "{device}");
        let row = device.tensor(&[true, false, true], [3])?;
        let kept = column.zip_map(&row, func!(|x: i64, y: bool| if y { x } else { -1 }))?;
        assert_eq!((kept.shape(), kept.read()?), (&[2, 3][..], vec![100, -1, 100, 200, -1, 200]), "{device}");
        let one = device.tensor(&[7u32], [])?;
        assert_eq!(one.map(func!(|x: u32| x + 1))?.read()?, [8], "{device}");
        assert_eq!(
            one.zip_map(&a, func!(|x: u32, y: u32| x * y))?.read()?,
            [7, 14, 21, 28, 35, 42],
            "{device}"
        );
        let none = device.tensor_zeros::<u32>([3, 0, 2])?;
        assert_eq!(none.map(func!(|x: u32| x))?.shape(), [3, 0, 2], "{device}");
        let line = device.tensor(&[1u32, 2], [2])?;
        assert_eq!(none.zip_map(&line, func!(|x: u32, y: u32| x + y))?.shape(), [3, 0, 2]);
        assert!(matches!(a.zip_map(&line, func!(|x: u32, y: u32| x + y)), Err(Error::Shape { .. })));
    }
    Ok(())
}

/// All operations of integers, against plain Rust.
macro_rules! integers {
    ($($name:ident: $T:ident;)*) => {$(
        #[test]
        fn $name() -> Result<(), Error> {
            let data: Vec<$T> = numbers(24).iter().map(|x| (x >> 3) as $T).collect();
            for device in devices() {
                let a = device.tensor(&data, [2, 3, 4])?;
                let b = a.slice(0, 1..)?.transpose();
                assert_eq!(b.shape(), [1, 4, 3]);
                let b = b.permute(&[0, 2, 1])?;
                let apply = |f: &dyn Fn($T, $T) -> $T| -> Vec<$T> { (0..24).map(|at| f(data[at], data[12 + at % 12])).collect() };
                assert_eq!((&a + &b)?.read()?, apply(&|x, y| x.wrapping_add(y)), "{device}");
                assert_eq!((&a - &b)?.read()?, apply(&|x, y| x.wrapping_sub(y)), "{device}");
                assert_eq!((&a * &b)?.read()?, apply(&|x, y| x.wrapping_mul(y)), "{device}");
                assert_eq!((&a / &b)?.read()?, apply(&|x, y| if y == 0 { 0 } else { x.wrapping_div(y) }), "{device}");
                let line = |i: usize, k: usize| (0..3).map(move |j| (i * 3 + j) * 4 + k);
                let lines = || (0..8).map(|at| line(at / 4, at % 4));
                let sums: Vec<$T> = lines().map(|line| line.fold(0, |sum: $T, at| sum.wrapping_add(data[at]))).collect();
                let got = a.sum(1)?;
                assert_eq!((got.shape(), got.read()?), (&[2, 4][..], sums), "{device}");
                let most: Vec<$T> = lines().map(|line| line.map(|at| data[at]).max().unwrap()).collect();
                assert_eq!(a.max(1)?.read()?, most, "{device}");
                let places = lines().zip(&most).map(|(mut line, most)| line.position(|at| data[at] == *most).unwrap() as u32);
                assert_eq!(a.arg_max(1)?.read()?, places.collect::<Vec<u32>>(), "{device}");
                let indices = device.tensor(&[3u32, 0, 9], [3])?;
                let taken = a.gather(2, &indices)?.read()?;
                let wanted = (0..18).map(|at| [data[at / 3 * 4 + 3], data[at / 3 * 4], 0][at % 3]);
                assert_eq!(taken, wanted.collect::<Vec<$T>>(), "{device}");
                let joined = concat(2, &[&a, &a.slice(2, ..1)?])?;
                assert_eq!(joined.read()?, (0..30).map(|at| data[at / 5 * 4 + at % 5 % 4]).collect::<Vec<$T>>(), "{device}");
                let image = a.reshape([1, 2, 3, 4])?;
                let window = device.tensor(&[1 as $T, 2, 3, 4, 5, 6, 7, 8], [1, 2, 2, 2])?;
                let got = image.conv2d(&window, Conv2d::default())?;
                let element = |y: usize, x: usize| {
                    (0..8).fold(0 as $T, |sum, at| {
                        let value = data[(at / 4 * 3 + y + at / 2 % 2) * 4 + x + at % 2];
                        sum.wrapping_add(value.wrapping_mul(at as $T + 1))
                    })
                };
                let wanted: Vec<$T> = (0..6).map(|at| element(at / 3, at % 3)).collect();
                assert_eq!((got.shape(), got.read()?), (&[1, 1, 2, 3][..], wanted), "{device}");
                assert!(matches!(a.sum(3), Err(Error::Axis { axis: 3, rank: 3 })));
                assert!(matches!(a.slice(0, ..0)?.max(0), Err(Error::Shape { .. })));
                assert_eq!(a.slice(0, ..0)?.sum(0)?.read()?, vec![0; 12], "{device}");
            }
            Ok(())
        }
    )*};
}

integers! {
    operations_of_u8: u8;
    operations_of_i8: i8;
    operations_of_u16: u16;
    operations_of_i16: i16;
    operations_of_u32: u32;
    operations_of_i32: i32;
    operations_of_u64: u64;
    operations_of_i64: i64;
}

/// The balanced tree over `f64`s.
fn tree(list: &[f64]) -> f64 {
    crate::chains::tree(list, &|x, y| x + y).unwrap_or(0.0)
}

#[test]
fn floats_of_64_bits_are_normed_in_f64() -> Result<(), Error> {
    let data: Vec<f64> = numbers(21).iter().map(|x| f64::from(*x >> 8) / 1e6 - 7.0).collect();
    for device in devices() {
        let a = device.tensor(&data, [3, 7])?;
        let normed = a.layer_norm(1, 1e-5)?.read()?;
        for (line, got) in data.chunks(7).zip(normed.chunks(7)) {
            let mean = tree(line) / 7.0;
            let rest: Vec<f64> = line.iter().map(|x| x - mean).collect();
            let squares: Vec<f64> = rest.iter().map(|d| d * d).collect();
            let root = (tree(&squares) / 7.0 + 1e-5).sqrt();
            assert_eq!(got, rest.iter().map(|d| d / root).collect::<Vec<f64>>(), "{device}");
        }
        let soft = a.transpose().softmax(0)?;
        assert_eq!(soft.shape(), [7, 3]);
        let soft = soft.transpose().read()?;
        for (line, got) in data.chunks(7).zip(soft.chunks(7)) {
            let most = line.iter().copied().fold(f64::MIN, f64::max);
            let powers: Vec<f64> = line.iter().map(|x| (x - most).exp()).collect();
            let sum = tree(&powers);
            for (power, got) in powers.iter().zip(got) {
                assert!((power / sum - got).abs() <= 1e-15 * got, "{device}: {got}");
            }
        }
        let sums = a.sum_tree(1)?.read()?;
        assert_eq!(sums, data.chunks(7).map(tree).collect::<Vec<f64>>(), "{device}");
        let brains = device.tensor(&[bf16::from_f32(1.5); 4], [2, 2])?;
        assert_eq!(brains.softmax(1)?.read()?, [bf16::from_f32(0.5); 4], "{device}");
    }
    Ok(())
}

/// A product of batches in plain Rust, of elements that are converted before.
fn product<T: Copy, U: Copy>(
    (a, b): (&[T], &[T]),
    [batch, m, k, n]: [usize; 4],
    zero: U,
    step: impl Fn(U, T, T) -> U,
) -> Vec<U> {
    let mut c = Vec::new();
    for z in 0..batch {
        for (i, j) in (0..m * n).map(|at| (at / n, at % n)) {
            // The batches of `b` are one, which broadcasts.
            c.push((0..k).fold(zero, |sum, q| step(sum, a[(z * m + i) * k + q], b[q * n + j])));
        }
    }
    c
}

macro_rules! products {
    ($($name:ident: $T:ty => $U:ty, $zero:expr, |$x:ident| $of:expr, |$sum:ident, $a:ident, $b:ident| $step:expr, |$result:ident| $into:expr;)*) => {$(
        #[test]
        fn $name() -> Result<(), Error> {
            use vyre::tensor::{MatMul, matmul, matmul_into};
            let (batch, m, k, n) = (2, 3, 5, 4);
            let data: Vec<$T> = numbers(batch * m * k).iter().map(|x| { let $x = *x; $of }).collect();
            let other: Vec<$T> = numbers(99).iter().rev().take(k * n).map(|x| { let $x = *x; $of }).collect();
            let wanted = product((&data, &other), [batch, m, k, n], $zero, |$sum, $a: $T, $b: $T| $step);
            let wanted: Vec<$U> = wanted.into_iter().map(|$result| $into).collect();
            for device in devices() {
                let a = device.tensor(&data, [batch, m, k])?;
                let b = device.tensor(&other, [k, n])?;
                let c: Tensor<$U> = matmul(&a, &b)?;
                assert_eq!(c.shape(), [batch, m, n]);
                assert_eq!(c.read()?, wanted, "{device}");
                let mut into = device.tensor_zeros::<$U>([n, m, batch])?.permute(&[2, 1, 0])?;
                matmul_into(&a, &b, &mut into, MatMul::default())?;
                assert_eq!(into.read()?, wanted, "{device}");
                assert!(matches!(matmul(&a, &b.index(0, 0)?), Err(Error::Rank { .. })));
                assert!(matches!(matmul(&b, &a), Err(Error::Dimension { .. })));
                let none = matmul(&a.slice(2, ..0)?, &b.slice(0, ..0)?)?;
                assert_eq!(none.read()?, vec![<$U>::default(); batch * m * n], "{device}");
            }
            Ok(())
        }
    )*};
}

products! {
    products_of_u8: u8 => i32, 0i32, |x| x as u8, |s, a, b| s.wrapping_add(i32::from(a) * i32::from(b)), |r| r;
    products_of_i8: i8 => i32, 0i32, |x| x as i8, |s, a, b| s.wrapping_add(i32::from(a) * i32::from(b)), |r| r;
    products_of_i16: i16 => i32, 0i32, |x| x as i16, |s, a, b| s.wrapping_add(i32::from(a) * i32::from(b)), |r| r;
    products_of_u16: u16 => u32, 0u32, |x| x as u16, |s, a, b| s.wrapping_add(u32::from(a) * u32::from(b)), |r| r;
    products_of_u32: u32 => u32, 0u32, |x| x, |s, a, b| s.wrapping_add(a.wrapping_mul(b)), |r| r;
    products_of_i32: i32 => i32, 0i32, |x| x as i32, |s, a, b| s.wrapping_add(a.wrapping_mul(b)), |r| r;
    products_of_u64: u64 => u64, 0u64, |x| u64::from(x) << 17, |s, a, b| s.wrapping_add(a.wrapping_mul(b)), |r| r;
    products_of_i64: i64 => i64, 0i64, |x| i64::from(x as i32) << 9, |s, a, b| s.wrapping_add(a.wrapping_mul(b)), |r| r;
    products_of_f32: f32 => f32, 0f32, |x| x as f32 / 3e8, |s, a, b| a.mul_add(b, s), |r| r;
    products_of_f64: f64 => f64, 0f64, |x| f64::from(x) / 3e8, |s, a, b| a.mul_add(b, s), |r| r;
    products_of_f16: f16 => f16, 0f32, |x| f16::from_f32(x as f32 / 3e8), |s, a, b| a.to_f32().mul_add(b.to_f32(), s), |r| f16::from_f32(r);
    products_of_bf16: bf16 => bf16, 0f32, |x| bf16::from_f32(x as f32 / 3e8), |s, a, b| a.to_f32().mul_add(b.to_f32(), s), |r| bf16::from_f32(r);
}

#[test]
fn accumulators() -> Result<(), Error> {
    use vyre::tensor::{Accumulator, MatMul, matmul_approx, matmul_into, matmul_with};
    let how = |accumulator| MatMul { accumulator };
    for device in devices() {
        let a = device.tensor(&[1e8f32, 1.0, -1e8], [1, 3])?;
        let ones = device.tensor(&[1f32; 3], [3, 1])?;
        assert_eq!(matmul_with(&a, &ones, how(Accumulator::F32))?.read()?, [0.0], "{device}");
        assert_eq!(matmul_with(&a, &ones, how(Accumulator::F64))?.read()?, [1.0], "{device}");
        assert!(matches!(matmul_with(&a, &ones, how(Accumulator::I32)), Err(Error::Accumulator { .. })));
        let mut wide = device.tensor_zeros::<f64>([1, 1])?;
        matmul_into(&a, &ones, &mut wide, how(Accumulator::F64))?;
        assert_eq!(wide.read()?, [1.0], "{device}");
        let mut half = device.tensor_zeros::<f16>([1, 1])?;
        matmul_into(&ones.transpose(), &ones, &mut half, MatMul::default())?;
        assert_eq!(half.read()?, [f16::from_f32(3.0)], "{device}");
        let mut whole = device.tensor_zeros::<i32>([1, 1])?;
        matmul_into(&ones.transpose(), &ones, &mut whole, MatMul::default())?;
        assert_eq!(whole.read()?, [3], "{device}");
        let doubles = device.tensor(&[1.0f64; 3], [1, 3])?;
        let narrow = matmul_with(&doubles, &doubles.transpose(), how(Accumulator::F32));
        assert!(matches!(narrow, Err(Error::Accumulator { .. })));
        let bytes = device.tensor(&[255u8; 3], [1, 3])?;
        assert_eq!(matmul_with(&bytes, &bytes.transpose(), how(Accumulator::I32))?.read()?, [195_075]);
        let narrow = matmul_with(&bytes, &bytes.transpose(), how(Accumulator::U32));
        assert!(matches!(narrow, Err(Error::Accumulator { .. })));
        let mut small = device.tensor_zeros::<u8>([1, 1])?;
        matmul_into(&bytes, &bytes.transpose(), &mut small, MatMul::default())?;
        assert_eq!(small.read()?, [3], "{device}");
        assert!((matmul_approx(&ones.transpose(), &ones)?.read()?[0] - 3.0).abs() < 0.02);
        let mut same = ones.clone();
        let result = matmul_into(&ones, &ones.slice(0, ..1)?, &mut same, MatMul::default());
        assert!(matches!(result, Err(Error::BufferAliased { .. })), "{result:?}");
        // Batches of both sides.
        let x = device.tensor(&[1u32, 2, 3, 4], [2, 1, 1, 2])?;
        let y = device.tensor(&[1u32, 10, 100, 1000, 5, 6], [3, 2, 1])?;
        let z = vyre::tensor::matmul(&x, &y)?;
        assert_eq!((z.shape(), z.read()?), (&[2, 3, 1, 1][..], vec![21, 2100, 17, 43, 4300, 39]), "{device}");
    }
    Ok(())
}

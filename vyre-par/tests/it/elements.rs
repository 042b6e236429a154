//! Elements of every type, and functions of every kind.

use crate::{devices, numbers};
use vyre::prelude::*;
use vyre::{bf16, f16};

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Body {
    id: u64,
    mass: f32,
    at: [f32; 3],
    kind: u8,
    flags: [u8; 7],
}

#[vyre::function]
impl Body {
    fn moved(self, by: f32) -> Body {
        Body { at: [self.at[0] + by, self.at[1], self.at[2]], ..self }
    }

    fn is_heavy(&self) -> bool {
        self.mass > 2.0
    }
}

#[vyre::function]
fn scale<T: vyre::Integer>(x: T) -> T {
    x * x
}

macro_rules! integers {
    ($($name:ident: $ty:ident),*) => {$(
        #[test]
        fn $name() -> Result<(), vyre::Error> {
            for device in devices() {
                let data: Vec<$ty> = numbers(301).iter().map(|x| (*x as $ty).wrapping_mul(x.rotate_left(7) as $ty)).collect();
                let mut a = device.buffer(&data)?;
                assert_eq!(a.par_iter().sum()?, data.iter().fold(0, |x: $ty, y| x.wrapping_add(*y)));
                assert_eq!(a.par_iter().map(func!(|x: $ty| x | 1)).product()?, data.iter().fold(1, |x: $ty, y| x.wrapping_mul(*y | 1)));
                assert_eq!(a.par_iter().min()?, data.iter().copied().min());
                assert_eq!(a.par_iter().max()?, data.iter().copied().max());
                assert_eq!(a.par_iter().map(func!(scale::<$ty>)).collect()?.read()?, data.iter().map(|x| x.wrapping_mul(*x)).collect::<Vec<$ty>>());
                let mut sum: $ty = 0;
                let sums: Vec<$ty> = data.iter().map(|x| { let before = sum; sum = sum.wrapping_add(*x); before }).collect();
                assert_eq!(a.par_iter().exclusive_sum()?.read()?, sums);
                let mut sorted = data.clone();
                sorted.sort_unstable();
                a.sort()?;
                assert_eq!(a.read()?, sorted);
                a.sort_descending()?;
                sorted.reverse();
                assert_eq!(a.read()?, sorted);
                a.rotate_left(3)?;
                sorted.rotate_left(3);
                assert_eq!(a.read()?, sorted);
                a.fill(sorted[0])?;
                assert_eq!(a.read()?, vec![sorted[0]; 301]);
            }
            Ok(())
        }
    )*};
}

integers!(of_u8: u8, of_i8: i8, of_u16: u16, of_i16: i16, of_u32: u32, of_i32: i32, of_u64: u64, of_i64: i64, of_u128: u128);

#[test]
fn floats_are_ordered_as_by_total_cmp() -> Result<(), vyre::Error> {
    let bits = numbers(300);
    let special = [f32::NAN, -f32::NAN, 0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, 1.0, -1.0];
    let floats: Vec<f32> = bits.iter().map(|x| f32::from_bits(*x)).chain(special).collect();
    let halves: Vec<f16> = bits.iter().map(|x| f16::from_bits(*x as u16)).collect();
    let brains: Vec<bf16> = bits.iter().map(|x| bf16::from_bits(*x as u16)).collect();
    for device in devices() {
        let mut a = device.buffer(&floats)?;
        a.sort()?;
        let mut sorted = floats.clone();
        sorted.sort_by(f32::total_cmp);
        let bits = |list: &[f32]| list.iter().map(|x| x.to_bits()).collect::<Vec<u32>>();
        assert_eq!(bits(&a.read()?), bits(&sorted));
        assert_eq!(a.par_iter().max()?.map(f32::to_bits), sorted.last().map(|x| x.to_bits()));
        let mut a = device.buffer(&halves)?;
        a.sort()?;
        let mut sorted = halves.clone();
        sorted.sort_by(f16::total_cmp);
        assert_eq!(
            a.read()?.iter().map(|x| x.to_bits()).collect::<Vec<u16>>(),
            sorted.iter().map(|x| x.to_bits()).collect::<Vec<u16>>()
        );
        let mut a = device.buffer(&brains)?;
        a.sort()?;
        let mut sorted = brains.clone();
        sorted.sort_by(bf16::total_cmp);
        assert_eq!(
            a.read()?.iter().map(|x| x.to_bits()).collect::<Vec<u16>>(),
            sorted.iter().map(|x| x.to_bits()).collect::<Vec<u16>>()
        );
        let small: Vec<f16> = (0..100).map(|x| f16::from_f32(x as f32 / 8.0)).collect();
        let b = device.buffer(&small)?;
        assert_eq!(b.par_iter().sum_tree()?, vyre::reduce::sum_tree(&b)?);
    }
    Ok(())
}

#[test]
fn structs_and_methods() -> Result<(), vyre::Error> {
    let bodies: Vec<Body> = numbers(100)
        .iter()
        .map(|x| Body {
            mass: (x % 5) as f32,
            at: [1.0, 2.0, *x as f32],
            kind: *x as u8,
            flags: [1, 2, 3, 4, 5, 6, 7],
            id: u64::from(*x) << 20,
        })
        .collect();
    for device in devices() {
        let a = device.buffer(&bodies)?;
        let by = 2.5f32;
        let got = a.par_iter().map(func!(|x: Body| x.moved(by), by: f32)).collect()?.read()?;
        assert_eq!(got, bodies.iter().map(|body| body.moved(by)).collect::<Vec<Body>>());
        let heavy = a.par_iter().filter(func!(Body::is_heavy)).collect()?.read()?;
        assert_eq!(heavy, bodies.iter().copied().filter(Body::is_heavy).collect::<Vec<Body>>());
        let least = a.par_iter().min_by_key(func!(|x: Body| (x.kind, x.id)))?;
        assert_eq!(least, bodies.iter().copied().min_by_key(|x| (x.kind, x.id)));
        let mut keys = device.buffer(&bodies.iter().map(|x| x.kind).collect::<Vec<u8>>())?;
        let mut values = device.buffer(&bodies)?;
        keys.sort_by_key(&mut values)?;
        let mut sorted = bodies.clone();
        sorted.sort_by_key(|body| body.kind);
        assert_eq!(values.read()?, sorted);
        let truths: Vec<bool> = numbers(99).iter().map(|x| x % 3 == 0).collect();
        let mut b = device.buffer(&truths)?;
        assert!(!b.par_iter().all(func!(|x: bool| x))?);
        b.sort()?;
        let mut sorted = truths.clone();
        sorted.sort_unstable();
        assert_eq!(b.read()?, sorted);
        let pairs: Vec<[u32; 2]> = numbers(200).chunks(2).map(|x| [x[0] % 4, x[1]]).collect();
        let mut c = device.buffer(&pairs)?;
        let swapped = c.par_iter().map(func!(|x: [u32; 2]| [x[1], x[0]])).collect()?.read()?;
        assert_eq!(swapped, pairs.iter().map(|x| [x[1], x[0]]).collect::<Vec<[u32; 2]>>());
        c.sort()?;
        let mut sorted = pairs.clone();
        sorted.sort_unstable();
        assert_eq!(c.read()?, sorted);
    }
    Ok(())
}

#[test]
fn functions_are_called_on_the_host() {
    let (t, n) = (3u32, [1u32, 2]);
    let f = func!(move |x: u32| x * t + n[1], t: u32, n: [u32; 2]);
    assert_eq!(f.call((5,)), 17);
    assert_eq!(func!(|x: u32, y: u64| x as u64 ^ y).call((1, 3)), 2);
    assert_eq!(func!(|(a, b): (u32, f32)| -> f32 { a as f32 + b }).call(((1, 2.5),)), 3.5);
    assert_eq!(func!(vyre::ops::math::gcd).call((12, 18)), 6);
    fn apply<F: Function<(u32,), u32>>(f: F) -> u32 {
        f.call((7,))
    }
    assert_eq!(apply(func!(scale::<u32>)), 49);
}

fn positive<I: ParIter<Item = f32>>(items: I) -> Result<u32, vyre::Error> {
    items.filter(func!(|x: f32| x > 0.0)).count()
}

#[test]
fn chains_in_generic_code() -> Result<(), vyre::Error> {
    fn sorted<T: vyre::Element + Key>(buffer: &Buffer<T>) -> Result<Vec<T>, vyre::Error> {
        let mut copy = buffer.copy()?;
        copy.sort()?;
        copy.read()
    }
    fn doubled(items: impl IndexedParIter<Item = u32>) -> Result<Vec<u32>, vyre::Error> {
        items.map(func!(|x: u32| x * 2)).rev().collect()?.read()
    }
    let device = Device::cpu();
    assert_eq!(positive(device.buffer(&[1.0f32, -1.0])?.par_iter())?, 1);
    assert_eq!(sorted(&device.buffer(&[3u64, 1])?)?, [1, 3]);
    assert_eq!(doubled(device.par_range(1u32..4))?, [6, 4, 2]);
    Ok(())
}

#[vyre::kernel]
fn ranks(sorted: &[u32], needles: &[u32], low: &mut [u32], high: &mut [u32]) {
    let i = invocation_id().x;
    low[i] = vyre::algorithms::lower_bound(sorted, needles[i]);
    high[i] = vyre::algorithms::upper_bound(sorted, needles[i]);
}

#[test]
fn bounds_in_kernels() -> Result<(), vyre::Error> {
    let mut sorted: Vec<u32> = numbers(200).iter().map(|x| x % 90).collect();
    sorted.sort_unstable();
    let needles: Vec<u32> = (0..100).collect();
    for device in devices() {
        let (mut low, mut high) = (vec![0; 100], vec![0; 100]);
        ranks(&sorted, &needles, &mut low, &mut high).dispatch(&device)?;
        let expected = |below: fn(u32, u32) -> bool| {
            needles.iter().map(|x| sorted.partition_point(|y| below(*y, *x)) as u32).collect::<Vec<u32>>()
        };
        assert_eq!((low, high), (expected(|y, x| y < x), expected(|y, x| y <= x)));
    }
    Ok(())
}

#[test]
fn floats_of_64_bits_and_options() -> Result<(), vyre::Error> {
    let bits = numbers(400);
    let floats: Vec<f64> = bits
        .chunks(2)
        .map(|x| f64::from_bits(u64::from(x[0]) | u64::from(x[1]) << 32))
        .chain([0.0, -0.0, 1.0])
        .collect();
    let small: Vec<f64> = bits.iter().map(|x| f64::from(*x) / 7.0).collect();
    for device in devices() {
        let mut a = device.buffer(&floats)?;
        a.sort()?;
        let mut sorted = floats.clone();
        sorted.sort_by(f64::total_cmp);
        let bits = |list: &[f64]| list.iter().map(|x| x.to_bits()).collect::<Vec<u64>>();
        assert_eq!(bits(&a.read()?), bits(&sorted));
        let b = device.buffer(&small)?;
        assert_eq!(b.par_iter().sum_tree()?, crate::chains::tree(&small, &|x, y| x + y).unwrap());
        assert_eq!(b.par_iter().sum_strict()?, small.iter().copied().reduce(|x, y| x + y).unwrap());
        let by = 0.1f64;
        let scaled = b.par_iter().map(func!(|x: f64| x * by, by: f64)).collect()?.read()?;
        assert_eq!(scaled, small.iter().map(|x| x * by).collect::<Vec<f64>>());
        let kept = device.par_range(0u32..500);
        let kept =
            kept.filter_map(func!(|x: u32| -> Option<u32> { if x % 3 == 0 { Some(x * 2) } else { None } }));
        assert_eq!(
            kept.collect()?.read()?,
            (0..500).filter(|x| x % 3 == 0).map(|x| x * 2).collect::<Vec<u32>>()
        );
    }
    Ok(())
}

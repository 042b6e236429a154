//! Every row of the specification's tables, over every type of elements, against plain Rust.

use crate::chains::tree;
use crate::numbers;
use vyre::prelude::*;
use vyre::{DeviceKind, bf16, f16};

/// Lengths around a word of bits, and one of many workgroups.
const LENGTHS: [usize; 8] = [0, 1, 2, 63, 64, 65, 1_000, 70_000];

/// The types that run on adapters: one of each width. Lavapipe takes up to a minute to compile what a type needs; all run there with
/// `VYRE_THOROUGH=1`.
const ON_ADAPTERS: [&str; 3] = ["u8", "u32", "u64"];

/// The devices for a type: those that are quick, and the others for few elements.
fn devices(ty: &str, len: usize) -> Vec<Device> {
    let has_adapters = ON_ADAPTERS.contains(&ty) || vyre_random::is_thorough();
    let mut devices = all_devices(len);
    devices.retain(|device| {
        has_adapters || matches!(device.info().kind(), DeviceKind::Cpu | DeviceKind::Reference)
    });
    devices
}

/// Every device that is quick, and the others for few elements.
fn all_devices(len: usize) -> Vec<Device> {
    let slow = [Device::reference(), Device::checked()].into_iter().filter(|_| len == 65);
    Device::list().into_iter().chain(slow).collect()
}

/// The lengths for a type of elements: all for one, and some for the others.
fn lengths(ty: &str) -> impl Iterator<Item = usize> {
    let has_all = ty == "u32";
    LENGTHS.into_iter().filter(move |len| has_all || [0, 1, 65, 1_000].contains(len))
}

/// A type of elements with its order and its bits.
trait Plain: vyre::Element + Key + std::fmt::Debug {
    fn of(x: u32) -> Self;
    fn order(&self, other: &Self) -> std::cmp::Ordering;
}

macro_rules! plain {
    ($($T:ty: |$x:ident| $of:expr, |$a:ident, $b:ident| $order:expr;)*) => {$(
        impl Plain for $T {
            fn of($x: u32) -> $T {
                $of
            }
            fn order(&self, other: &$T) -> std::cmp::Ordering {
                let ($a, $b) = (self, other);
                $order
            }
        }
    )*};
}

plain! {
    u8: |x| x as u8, |a, b| a.cmp(b);
    i8: |x| x as i8, |a, b| a.cmp(b);
    u16: |x| x as u16, |a, b| a.cmp(b);
    i16: |x| x as i16, |a, b| a.cmp(b);
    u32: |x| x, |a, b| a.cmp(b);
    i32: |x| x as i32, |a, b| a.cmp(b);
    u64: |x| u64::from(x) << 20 ^ u64::from(x), |a, b| a.cmp(b);
    i64: |x| (i64::from(x) << 31) - (1 << 61) + i64::from(x), |a, b| a.cmp(b);
    u128: |x| u128::from(x) << 90 ^ u128::from(x) << 30 ^ u128::from(x), |a, b| a.cmp(b);
    bool: |x| x.is_multiple_of(3), |a, b| a.cmp(b);
    f32: |x| x as i32 as f32 / 64.0, |a, b| a.total_cmp(b);
    f64: |x| f64::from(x as i32) / 64.0, |a, b| a.total_cmp(b);
    f16: |x| f16::from_bits(x as u16 & 0xbfff), |a, b| a.total_cmp(b);
    bf16: |x| bf16::from_bits(x as u16 & 0xbfff), |a, b| a.total_cmp(b);
    [u32; 3]: |x| [x % 4, x % 3, x >> 20], |a, b| a.cmp(b);
}

fn data<T: Plain>(len: usize) -> Vec<T> {
    numbers(len).into_iter().map(|x| T::of(x >> (x % 13))).collect()
}

fn bits<T: vyre::Element>(list: &[T]) -> &[T] {
    list
}

/// What needs no function of the user's.
fn moved_and_ordered<T: Plain + PartialEq>() -> Result<(), vyre::Error> {
    let ty = std::any::type_name::<T>();
    for len in lengths(ty) {
        let data = data::<T>(len);
        let mut sorted = data.clone();
        sorted.sort_by(T::order);
        for device in devices(ty, len) {
            let at = format!("{len} on {device}");
            let mut a = device.buffer(&data)?;
            assert_eq!(a.par_iter().copied().collect()?.read()?, data, "{at}");
            let some = a.par_iter().rev().skip(1).step_by(2).take(40).collect()?.read()?;
            assert_eq!(
                some,
                data.iter().rev().skip(1).step_by(2).take(40).copied().collect::<Vec<T>>(),
                "{at}"
            );
            let (i, x) = a.par_iter().enumerate().unzip()?;
            assert_eq!((i.read()?, x.read()?), ((0..len as u32).collect(), data.clone()), "{at}");
            let (x, y) = a.par_iter().zip(a.par_iter().rev()).unzip()?;
            assert_eq!((x.read()?, y.read()?), (data.clone(), data.iter().rev().copied().collect()), "{at}");
            let mut into = device.zeros::<T>(len)?;
            a.par_iter().rev().collect_into(&mut into)?;
            assert_eq!(into.read()?, data.iter().rev().copied().collect::<Vec<T>>(), "{at}");
            let (some, count) = a.par_iter().collect_at_most(50)?;
            let mut wanted = data[..len.min(50)].to_vec();
            wanted.resize(50, device.zeros::<T>(1)?.read()?[0]);
            assert_eq!((some.read()?, count.read()?), (wanted, vec![len as u32]), "{at}");
            assert_eq!(a.par_iter().count()?, len as u32, "{at}");
            let least =
                |data: &[T]| data.iter().copied().reduce(|x, y| if y.order(&x).is_lt() { y } else { x });
            let most =
                |data: &[T]| data.iter().copied().reduce(|x, y| if y.order(&x).is_gt() { y } else { x });
            assert_eq!(a.par_iter().min()?, least(&data), "{at}");
            assert_eq!(a.par_iter().max()?, most(&data), "{at}");
            let place = |value: Option<T>| {
                value.and_then(|v| data.iter().position(|x| x.order(&v).is_eq())).map(|at| at as u32)
            };
            assert_eq!(a.par_iter().arg_min()?, place(least(&data)), "{at}");
            assert_eq!(a.par_iter().arg_max()?, place(most(&data)), "{at}");
            // On buffers.
            assert_eq!(a.is_sorted()?, data.is_sorted_by(|x, y| x.order(y).is_le()), "{at}");
            let mut order: Vec<u32> = (0..len as u32).collect();
            order.sort_by(|x, y| data[*x as usize].order(&data[*y as usize]));
            assert_eq!(a.argsort()?.read()?, order, "{at}");
            let mut descending = data.clone();
            descending.sort_by(|x, y| y.order(x));
            assert_eq!(a.top_k(7)?.read()?, descending[..len.min(7)], "{at}");
            let mut copy = a.copy()?;
            copy.sort_descending()?;
            assert_eq!(copy.read()?, descending, "{at}");
            let mut keys = a.copy()?;
            let mut names = device.buffer(&(0..len as u32).collect::<Vec<u32>>())?;
            keys.sort_by_key(&mut names)?;
            assert_eq!((keys.read()?, names.read()?), (sorted.clone(), order), "{at}");
            let s = a.copy().and_then(|mut s| s.sort().map(|()| s))?;
            assert_eq!(s.read()?, sorted, "{at}");
            assert!(s.is_sorted()?, "{at}");
            let needles: Vec<T> = data.iter().copied().step_by(7).collect();
            let n = device.buffer(&needles)?;
            let low: Vec<u32> =
                needles.iter().map(|x| sorted.partition_point(|y| y.order(x).is_lt()) as u32).collect();
            let high: Vec<u32> =
                needles.iter().map(|x| sorted.partition_point(|y| y.order(x).is_le()) as u32).collect();
            assert_eq!((s.lower_bound(&n)?.read()?, s.upper_bound(&n)?.read()?), (low, high), "{at}");
            let mut few = n.copy()?;
            few.sort()?;
            let mut merged = [sorted.clone(), needles.clone()].concat();
            merged.sort_by(T::order);
            assert_eq!(s.merge(&few)?.read()?, merged, "{at}");
            let runs: Vec<&[T]> = sorted.chunk_by(|x, y| x.order(y).is_eq()).collect();
            let heads: Vec<T> = runs.iter().map(|run| run[0]).collect();
            assert_eq!(s.dedup()?.read()?, heads, "{at}");
            let (values, lengths) = s.run_lengths()?;
            let counts: Vec<u32> = runs.iter().map(|run| run.len() as u32).collect();
            assert_eq!((values.read()?, lengths.read()?), (heads.clone(), counts.clone()), "{at}");
            let ones = device.buffer(&vec![1u64; len])?;
            let add = func!(|x: u64, y: u64| x + y);
            let (keys, sums) = s.reduce_by_key(&ones, 0, add)?;
            let wide: Vec<u64> = counts.iter().map(|x| u64::from(*x)).collect();
            assert_eq!((keys.read()?, sums.read()?), (heads.clone(), wide.clone()), "{at}");
            let (keys, sums) = a.group_by_key(&ones, 0, add)?;
            assert_eq!((keys.read()?, sums.read()?), (heads, wide), "{at}");
            let cut = |at: usize| len.min(at) as u32;
            let offsets = [cut(1), cut(1), cut(60), cut(64), cut(900), cut(60_000)];
            let mut parts = data.clone();
            for pair in offsets.windows(2) {
                parts[pair[0] as usize..pair[1] as usize].sort_by(T::order);
            }
            let mut p = a.copy()?;
            p.segmented_sort(&device.buffer(&offsets)?)?;
            assert_eq!(p.read()?, parts, "{at}");
            let indices: Vec<u32> = numbers(len + 3).iter().map(|x| x % (len as u32 + 2)).collect();
            let zero = device.zeros::<T>(1)?.read()?[0];
            let gathered: Vec<T> =
                indices.iter().map(|i| data.get(*i as usize).copied().unwrap_or(zero)).collect();
            assert_eq!(a.gather(&device.buffer(&indices)?)?.read()?, gathered, "{at}");
            let to: Vec<u32> = (0..len as u32).map(|i| (i * 2 + 1) ^ 1).collect();
            let mut out = device.buffer(&data)?;
            a.scatter(&device.buffer(&to)?, &mut out)?;
            let mut wanted = data.clone();
            for (to, x) in to.iter().zip(&data) {
                if let Some(place) = wanted.get_mut(*to as usize) {
                    *place = *x;
                }
            }
            assert_eq!(bits(&out.read()?), wanted, "{at}");
            assert_eq!(a.concat(&[&n, &a])?.read()?, [data.clone(), needles, data.clone()].concat(), "{at}");
            let (rows, columns) = if len % 5 == 0 { (5, len / 5) } else { (1, len) };
            let turned: Vec<T> = (0..len).map(|at| data[at % rows * columns + at / rows]).collect();
            assert_eq!(a.transpose(rows, columns)?.read()?, turned, "{at}");
            a.reverse()?;
            a.rotate_left(len / 3)?;
            let mut wanted: Vec<T> = data.iter().rev().copied().collect();
            wanted.rotate_left(len / 3);
            assert_eq!(a.read()?, wanted, "{at}");
            a.fill(T::of(77))?;
            assert_eq!(a.read()?, vec![T::of(77); len], "{at}");
        }
    }
    Ok(())
}

macro_rules! moved {
    ($($name:ident: $T:ty;)*) => {$(
        #[test]
        fn $name() -> Result<(), vyre::Error> {
            moved_and_ordered::<$T>()
        }
    )*};
}

moved! {
    u8_is_moved_and_ordered: u8;
    i16_is_moved_and_ordered: i16;
    u32_is_moved_and_ordered: u32;
    u64_is_moved_and_ordered: u64;
    u128_is_moved_and_ordered: u128;
    bool_is_moved_and_ordered: bool;
    f32_is_moved_and_ordered: f32;
    f64_is_moved_and_ordered: f64;
    f16_is_moved_and_ordered: f16;
    arrays_are_moved_and_ordered: [u32; 3];
}

/// What takes functions, for integers.
macro_rules! integers {
    ($($name:ident: $T:ident;)*) => {$(
        #[test]
        fn $name() -> Result<(), vyre::Error> {
            for len in lengths(stringify!($T)) {
                let data = data::<$T>(len);
                for device in devices(stringify!($T), len) {
                    let at = format!("{len} on {device}");
                    let a = device.buffer(&data)?;
                    assert_eq!(a.par_windows::<2>().collect()?.read()?.concat(), data.windows(2).collect::<Vec<_>>().concat(), "{at}");
                    assert_eq!(a.par_chunks::<3>().collect()?.read()?.concat(), data[..len / 3 * 3], "{at}");
                    let is_odd = func!(|x: $T| x % 2 != 0);
                    let odd: Vec<$T> = data.iter().copied().filter(|x| x % 2 != 0).collect();
                    let kept = || a.par_iter().filter(is_odd);
                    assert_eq!(kept().collect()?.read()?, odd, "{at}");
                    assert_eq!(kept().count()?, odd.len() as u32, "{at}");
                    let (some, count) = kept().collect_at_most(9)?;
                    let mut first = odd[..odd.len().min(9)].to_vec();
                    first.resize(9, 0);
                    assert_eq!((some.read()?, count.read()?), (first, vec![odd.len() as u32]), "{at}");
                    let halves = a.par_iter().filter_map(func!(|x: $T| -> Option<$T> { if x % 2 != 0 { Some(x / 2) } else { None } }));
                    assert_eq!(halves.collect()?.read()?, odd.iter().map(|x| x / 2).collect::<Vec<$T>>(), "{at}");
                    let (x, y) = a.par_iter().partition(is_odd)?;
                    let (left, right): (Vec<$T>, Vec<$T>) = data.iter().partition(|x| **x % 2 != 0);
                    assert_eq!((x.read()?, y.read()?), (left, right), "{at}");
                    assert_eq!(a.par_iter().position(is_odd)?, data.iter().position(|x| x % 2 != 0).map(|at| at as u32), "{at}");
                    assert_eq!(a.par_iter().find(is_odd)?, odd.first().copied(), "{at}");
                    assert_eq!((a.par_iter().any(is_odd)?, a.par_iter().all(is_odd)?), (!odd.is_empty(), odd.len() == len), "{at}");
                    let sum = |data: &[$T]| data.iter().fold(0 as $T, |x, y| x.wrapping_add(*y));
                    assert_eq!((a.par_iter().sum()?, kept().sum()?), (sum(&data), sum(&odd)), "{at}");
                    assert_eq!(kept().product()?, odd.iter().fold(1 as $T, |x, y| x.wrapping_mul(*y)), "{at}");
                    assert_eq!((kept().min()?, kept().max()?), (odd.iter().copied().min(), odd.iter().copied().max()), "{at}");
                    let key = func!(|x: $T| (x % 7, x / 9));
                    assert_eq!(kept().min_by_key(key)?, odd.iter().copied().min_by_key(|x| (x % 7, x / 9)), "{at}");
                    let greatest = odd.iter().copied().reduce(|x, y| if (y % 7, y / 9) > (x % 7, x / 9) { y } else { x });
                    assert_eq!(kept().max_by_key(key)?, greatest, "{at}");
                    let join = |x: $T, y: $T| x.wrapping_mul(3).wrapping_add(y ^ 5);
                    let f = func!(|x: $T, y: $T| x * 3 + (y ^ 5));
                    // The checked device tells that it is not associative, which is no matter here.
                    assert_eq!(a.par_iter().reduce(9, f)?, tree(&data, &join).unwrap_or(9), "{at}");
                    assert_eq!(kept().reduce(9, f)?, tree(&odd, &join).unwrap_or(9), "{at}");
                    if len <= 1_000 {
                        let scanned: Vec<$T> = (1..=len).map(|n| tree(&data[..n], &join).unwrap()).collect();
                        assert_eq!(a.par_iter().inclusive_scan(f)?.read()?, scanned, "{at}");
                        let mut before = scanned;
                        before.insert(0, 9);
                        before.truncate(len);
                        assert_eq!(a.par_iter().exclusive_scan(9, f)?.read()?, before, "{at}");
                        let scanned: Vec<$T> = (1..=odd.len()).map(|n| tree(&odd[..n], &join).unwrap()).collect();
                        assert_eq!(kept().inclusive_scan(f)?.read()?, scanned, "{at}");
                    }
                    let mut total = 0 as $T;
                    let sums: Vec<$T> = data.iter().map(|x| { total = total.wrapping_add(*x); total }).collect();
                    assert_eq!(a.par_iter().inclusive_sum()?.read()?, sums, "{at}");
                    let before: Vec<$T> = sums.iter().zip(&data).map(|(sum, x)| sum.wrapping_sub(*x)).collect();
                    assert_eq!(a.par_iter().exclusive_sum()?.read()?, before, "{at}");
                    let mut bins = vec![0u32; 30];
                    for x in &data {
                        if let Some(bin) = usize::try_from(*x).ok().and_then(|x| bins.get_mut(x)) {
                            *bin += 1;
                        }
                    }
                    assert_eq!(a.par_iter().histogram(30)?.read()?, bins, "{at}");
                    let mut b = device.buffer(&data)?;
                    a.par_iter().rev().for_each_into(&mut b, func!(|x: $T, y: $T| x ^ (y * 3)))?;
                    let wanted = data.iter().zip(data.iter().rev()).map(|(x, y)| x ^ y.wrapping_mul(3));
                    assert_eq!(b.read()?, wanted.collect::<Vec<$T>>(), "{at}");
                    let mut c = device.buffer(&data)?;
                    c.sort_by_cached_key(func!(|x: $T| (x % 5, x % 3 == 0, x)))?;
                    let mut wanted = data.clone();
                    wanted.sort_by_key(|x| (x % 5, x % 3 == 0, *x));
                    assert_eq!(c.read()?, wanted, "{at}");
                    let cut = |at: usize| len.min(at) as u32;
                    let offsets = [cut(1), cut(1), cut(60), cut(64), cut(900)];
                    let o = device.buffer(&offsets)?;
                    let parts: Vec<&[$T]> = offsets.windows(2).map(|pair| &data[pair[0] as usize..pair[1] as usize]).collect();
                    let reduced: Vec<$T> = parts.iter().map(|part| tree(part, &join).unwrap_or(4)).collect();
                    assert_eq!(a.segmented_reduce(&o, 4, f)?.read()?, reduced, "{at}");
                    let mut scanned = vec![0 as $T; len];
                    for pair in offsets.windows(2) {
                        for end in pair[0] as usize..pair[1] as usize {
                            scanned[end] = tree(&data[pair[0] as usize..=end], &join).unwrap();
                        }
                    }
                    assert_eq!(a.segmented_scan(&o, f)?.read()?, scanned, "{at}");
                }
            }
            Ok(())
        }
    )*};
}

integers! {
    functions_of_u8: u8;
    functions_of_i16: i16;
    functions_of_u32: u32;
    functions_of_i64: i64;
    functions_of_u128: u128;
}

/// Sums of floats in their orders.
macro_rules! floats {
    ($($name:ident: $T:ident;)*) => {$(
        #[test]
        fn $name() -> Result<(), vyre::Error> {
            for len in lengths(stringify!($T)) {
                let data: Vec<$T> = numbers(len).iter().map(|x| $T::of(x % 4000)).collect();
                for device in all_devices(len) {
                    let at = format!("{len} on {device}");
                    let a = device.buffer(&data)?;
                    assert_eq!(a.par_iter().sum_tree()?, tree(&data, &|x, y| x + y).unwrap_or_default(), "{at}");
                    assert_eq!(a.par_iter().sum_strict()?, data.iter().copied().reduce(|x, y| x + y).unwrap_or_default(), "{at}");
                    a.par_iter().sum_approx()?;
                    assert_eq!(a.par_windows::<2>().collect()?.read()?.concat(), data.windows(2).collect::<Vec<_>>().concat(), "{at}");
                    assert_eq!(a.par_chunks::<3>().collect()?.read()?.concat(), data[..len / 3 * 3], "{at}");
                    let kept: Vec<$T> = data.iter().copied().filter(|x| *x > $T::of(1000)).collect();
                    let t = $T::of(1000);
                    let sum = a.par_iter().filter(func!(move |x: $T| x > t, t: $T)).sum_tree()?;
                    assert_eq!(sum, tree(&kept, &|x, y| x + y).unwrap_or_default(), "{at}");
                    let scaled = a.par_iter().map(func!(|x: $T| x * x)).collect()?.read()?;
                    assert_eq!(scaled, data.iter().map(|x| *x * *x).collect::<Vec<$T>>(), "{at}");
                    let got = a.par_iter().reduce(t, func!(|x: $T, y: $T| x * y + x))?;
                    let wanted = tree(&data, &|x, y| x * y + x).unwrap_or(t);
                    assert!(got == wanted || got.is_nan() && wanted.is_nan(), "{at}");
                }
            }
            Ok(())
        }
    )*};
}

floats! {
    sums_of_f32: f32;
    sums_of_f64: f64;
}

#[test]
fn ranges() -> Result<(), vyre::Error> {
    for device in all_devices(1) {
        let (start, end) = (5u32, 3);
        assert_eq!(device.par_range(start..end).count()?, 0);
        assert_eq!(device.par_range(5u32..5).collect()?.read()?, Vec::<u32>::new());
        assert_eq!(device.par_range(3u32..6).collect()?.read()?, [3, 4, 5]);
        let first = u64::MAX - 3;
        assert_eq!(device.par_range(first..u64::MAX).rev().collect()?.read()?, [first + 2, first + 1, first]);
        assert_eq!(device.par_range(0u32..7).step_by(3).sum()?, 9);
        assert_eq!(device.par_range(0u32..70_000).map(func!(|x: u32| x as u64)).sum()?, 70_000 * 69_999 / 2);
    }
    Ok(())
}

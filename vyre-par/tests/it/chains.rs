//! Chains and their ends.

use crate::{LENGTHS, devices, numbers};
use vyre::prelude::*;

#[vyre::function]
fn add(x: u32, y: u32) -> u32 {
    x + y
}

#[test]
fn sources_and_adaptors() -> Result<(), vyre::Error> {
    for device in devices() {
        for len in LENGTHS {
            let data = numbers(len);
            let a = device.buffer(&data)?;
            let got = a.par_iter().map(func!(|x: u32| x / 3)).collect()?.read()?;
            assert_eq!(got, data.iter().map(|x| x / 3).collect::<Vec<u32>>());
            let got = a.par_iter().rev().skip(2).step_by(3).take(50).copied().collect()?.read()?;
            let expected = data.iter().rev().skip(2).step_by(3).take(50).copied().collect::<Vec<u32>>();
            assert_eq!(got, expected);
            let got = a.par_iter().zip(device.par_range(7u64..1000)).enumerate();
            let got = got.map(func!(|(i, (x, y)): (u32, (u32, u64))| x as u64 + y * i as u64));
            let expected =
                data.iter().zip(7u64..1000).enumerate().map(|(i, (x, y))| u64::from(*x) + y * i as u64);
            assert_eq!(got.collect()?.read()?, expected.collect::<Vec<u64>>());
            let sums = a.par_windows::<3>().map(func!(|w: [u32; 3]| w[0] ^ w[1] ^ w[2])).collect()?.read()?;
            assert_eq!(sums, data.windows(3).map(|w| w[0] ^ w[1] ^ w[2]).collect::<Vec<u32>>());
            let chunks = a.par_chunks::<4>().collect()?.read()?;
            assert_eq!(chunks.concat(), data[..len / 4 * 4]);
            let (x, y) = a.par_iter().enumerate().unzip()?;
            assert_eq!((x.read()?, y.read()?), ((0..len as u32).collect(), data.clone()));
        }
    }
    Ok(())
}

#[test]
fn filters() -> Result<(), vyre::Error> {
    for device in devices() {
        for len in LENGTHS {
            let data = numbers(len);
            let a = device.buffer(&data)?;
            let odd = || a.par_iter().filter(func!(|x: u32| x % 2 == 1));
            let expected: Vec<u32> = data.iter().copied().filter(|x| x % 2 == 1).collect();
            assert_eq!(odd().collect()?.read()?, expected);
            assert_eq!(odd().count()?, expected.len() as u32);
            assert_eq!(odd().sum()?, expected.iter().fold(0u32, |sum, x| sum.wrapping_add(*x)));
            assert_eq!(odd().min()?, expected.iter().copied().min());
            assert_eq!(odd().max()?, expected.iter().copied().max());
            let third = odd().filter_map(func!(|x: u32| (x % 3 == 0, x as u64 * 2))).collect()?.read()?;
            let wanted = expected.iter().filter(|x| **x % 3 == 0).map(|x| u64::from(*x) * 2);
            assert_eq!(third, wanted.collect::<Vec<u64>>());
            let (some, count) = odd().collect_at_most(10)?;
            let mut first: Vec<u32> = expected.iter().copied().take(10).collect();
            first.resize(10, 0);
            assert_eq!((some.read()?, count.read()?), (first, vec![expected.len() as u32]));
            let (yes, no) = a.par_iter().partition(func!(|x: u32| x > 0x8000_0000))?;
            let (left, right): (Vec<u32>, Vec<u32>) = data.iter().partition(|x| **x > 0x8000_0000);
            assert_eq!((yes.read()?, no.read()?), (left, right));
            assert_eq!(
                odd().find(func!(|x: u32| x % 5 == 0))?,
                expected.iter().copied().find(|x| x % 5 == 0)
            );
            assert_eq!(odd().any(func!(|x: u32| x % 5 == 0))?, expected.iter().any(|x| x % 5 == 0));
            assert!(odd().all(func!(|x: u32| x % 2 == 1))?);
        }
    }
    Ok(())
}

/// The balanced tree of the specification.
pub(crate) fn tree<T: Copy>(items: &[T], join: &dyn Fn(T, T) -> T) -> Option<T> {
    match items {
        [] => None,
        [one] => Some(*one),
        more => {
            let (left, right) = more.split_at(more.len().next_power_of_two() / 2);
            Some(join(tree(left, join)?, tree(right, join)?))
        }
    }
}

/// They are known as such, and other functions of two numbers are not taken for them.
#[test]
fn functions_that_are_operators() -> Result<(), vyre::Error> {
    let data = numbers(1_500);
    let keys: Vec<u32> = (0..1_500).map(|at| at / 7).collect();
    let scanned = |join: &dyn Fn(u32, u32) -> u32| {
        let mut running = data[0];
        let rest = data[1..].iter().map(|x| {
            running = join(running, *x);
            running
        });
        std::iter::once(data[0]).chain(rest).collect::<Vec<u32>>()
    };
    for device in devices() {
        let (a, k) = (device.buffer(&data)?, device.buffer(&keys)?);
        let (greatest, least) = (func!(|x: u32, y: u32| x.max(y)), func!(|x: u32, y: u32| x.min(y)));
        assert_eq!(Some(a.par_iter().reduce(0, greatest)?), data.iter().copied().max(), "{device}");
        assert_eq!(Some(a.par_iter().reduce(0, least)?), data.iter().copied().min());
        assert_eq!(a.par_iter().inclusive_scan(greatest)?.read()?, scanned(&u32::max));
        assert_eq!(a.par_iter().inclusive_scan(least)?.read()?, scanned(&u32::min));
        let product = a.par_iter().inclusive_scan(func!(|x: u32, y: u32| x * y))?.read()?;
        assert_eq!(product, scanned(&u32::wrapping_mul));
        let sums = a.par_iter().exclusive_scan(7, func!(|x: u32, y: u32| x + y))?.read()?;
        assert_eq!((sums[0], &sums[1..]), (7, &scanned(&u32::wrapping_add)[..1_499]), "{device}");
        let (_, of_runs) = k.reduce_by_key(&a, 0, greatest)?;
        let expected: Vec<u32> = data.chunks(7).map(|run| *run.iter().max().unwrap()).collect();
        assert_eq!(of_runs.read()?, expected);
        let (_, of_runs) = k.reduce_by_key(&a, 0, func!(|x: u32, y: u32| x - y))?;
        let expected: Vec<u32> = data.chunks(7).map(|run| tree(run, &u32::wrapping_sub).unwrap()).collect();
        assert_eq!(of_runs.read()?, expected);
        assert_eq!(
            Some(a.par_iter().reduce(0, func!(|x: u32, y: u32| x - y))?),
            tree(&data, &u32::wrapping_sub)
        );
        assert_eq!(a.par_iter().reduce(0, func!(|x: u32, _y: u32| x + x))?, {
            tree(&data, &|x: u32, _| x.wrapping_add(x)).unwrap()
        });
    }
    Ok(())
}

#[test]
fn reductions_and_scans() -> Result<(), vyre::Error> {
    // It is neither associative nor commutative.
    let join = func!(|x: u32, y: u32| x * 3 + (y ^ 5));
    let on_host = |x: u32, y: u32| x.wrapping_mul(3).wrapping_add(y ^ 5);
    for device in devices() {
        for len in LENGTHS {
            let data = numbers(len);
            let a = device.buffer(&data)?;
            assert_eq!(a.par_iter().reduce(9, join)?, tree(&data, &on_host).unwrap_or(9), "{len} {device}");
            let expected: Vec<u32> = (0..len).map(|i| tree(&data[..=i], &on_host).unwrap()).collect();
            assert_eq!(a.par_iter().inclusive_scan(join)?.read()?, expected);
            let mut exclusive = vec![77];
            exclusive.extend(&expected);
            assert_eq!(a.par_iter().exclusive_scan(77, join)?.read()?, exclusive[..len]);
            let odd: Vec<u32> = data.iter().copied().filter(|x| x % 2 == 1).collect();
            let kept = a.par_iter().filter(func!(|x: u32| x % 2 == 1));
            assert_eq!(kept.reduce(9, join)?, tree(&odd, &on_host).unwrap_or(9));
            assert_eq!(a.par_iter().sum()?, data.iter().fold(0u32, |x, y| x.wrapping_add(*y)));
            assert_eq!(
                a.par_iter().map(func!(|x: u32| x | 1)).product()?,
                data.iter().fold(1u32, |x, y| x.wrapping_mul(y | 1))
            );
            assert_eq!(
                a.par_iter().reduce(0, func!(add))?,
                data.iter().fold(0u32, |x, y| x.wrapping_add(*y))
            );
            let mut sum = 0u32;
            let sums: Vec<u32> = data
                .iter()
                .map(|x| {
                    sum = sum.wrapping_add(*x);
                    sum
                })
                .collect();
            assert_eq!(a.par_iter().inclusive_sum()?.read()?, sums);
            let floats: Vec<f32> = data.iter().map(|x| *x as f32 / 1e9).collect();
            let b = device.buffer(&floats)?;
            assert_eq!(b.par_iter().sum_tree()?, vyre::reduce::sum_tree(&b)?);
            assert_eq!(b.par_iter().sum_strict()?, vyre::reduce::sum_strict(&b)?);
            assert_eq!(
                a.par_iter().position(func!(|x: u32| x % 100 == 7))?.map(|at| at as usize),
                data.iter().position(|x| x % 100 == 7)
            );
            let signed: Vec<i32> = data.iter().map(|x| *x as i32 >> 20).collect();
            let c = device.buffer(&signed)?;
            let least = (0..len).min_by_key(|i| signed[*i]).map(|i| i as u32);
            assert_eq!(c.par_iter().arg_min()?, least);
            let greatest = (0..len).rev().max_by_key(|i| signed[*i]).map(|i| i as u32);
            assert_eq!(c.par_iter().arg_max()?, greatest);
            let by = c.par_iter().enumerate().max_by_key(func!(|(_i, x): (u32, i32)| x))?;
            assert_eq!(by, greatest.map(|i| (i, signed[i as usize])));
            let bins = a.par_iter().map(func!(|x: u32| x % 40)).histogram(33)?.read()?;
            let mut expected = vec![0; 33];
            data.iter().map(|x| x % 40).filter(|x| *x < 33).for_each(|x| expected[x as usize] += 1);
            assert_eq!(bins, expected);
        }
    }
    Ok(())
}

/// The inclusive scan in the order of the tree: each prefix is blocks of powers of two, which are joined from the last one.
fn scanned(items: &[u32], join: &dyn Fn(u32, u32) -> u32) -> Vec<u32> {
    let mut blocks: Vec<(usize, u32)> = Vec::new();
    items
        .iter()
        .map(|item| {
            let (mut len, mut value) = (1, *item);
            while let Some((_, before)) = blocks.pop_if(|(before, _)| *before == len) {
                (len, value) = (2 * len, join(before, value));
            }
            blocks.push((len, value));
            blocks.iter().rev().map(|(_, value)| *value).reduce(|right, left| join(left, right)).unwrap()
        })
        .collect()
}

#[test]
fn several_tiles() -> Result<(), vyre::Error> {
    let join = func!(|x: u32, y: u32| x * 3 + (y ^ 5));
    let on_host = |x: u32, y: u32| x.wrapping_mul(3).wrapping_add(y ^ 5);
    let data = numbers(1_000);
    assert_eq!(scanned(&data, &on_host)[999], tree(&data, &on_host).unwrap());
    for device in Device::list().into_iter().chain([Device::checked()]) {
        // The checked device takes its time.
        let is_watched = device.is_checked();
        for len in [2_048, 10_241, 300_001].into_iter().filter(|len| !is_watched || *len < 20_000) {
            let data = numbers(len);
            let a = device.buffer(&data)?;
            let scan = scanned(&data, &on_host);
            assert_eq!(a.par_iter().reduce(9, join)?, tree(&data, &on_host).unwrap(), "{len} {device}");
            let got = a.par_iter().inclusive_scan(join)?.read()?;
            let wrong: Vec<usize> = (0..len).filter(|at| got[*at] != scan[*at]).collect();
            assert!(
                wrong.is_empty(),
                "{len} {device}: {} are wrong, from {} to {}",
                wrong.len(),
                wrong[0],
                wrong[wrong.len() - 1]
            );
            let exclusive = a.par_iter().exclusive_scan(77, join)?.read()?;
            assert!(exclusive[0] == 77 && exclusive[1..] == scan[..len - 1], "{len} {device}");
            let mut sum = 0u32;
            let sums = data.iter().map(|x| {
                sum = sum.wrapping_add(*x);
                sum
            });
            assert!(a.par_iter().inclusive_sum()?.read()?.into_iter().eq(sums), "{len} {device}");
            let wide = a.par_iter().map(func!(|x: u32| ((x as u64) << 31) | 1));
            let mut sum = 0u64;
            let sums = data.iter().map(|x| {
                let before = sum;
                sum = sum.wrapping_add(u64::from(*x) << 31 | 1);
                before
            });
            assert!(wide.exclusive_sum()?.read()?.into_iter().eq(sums), "{len} {device}");
            let odd: Vec<u32> = data.iter().copied().filter(|x| x % 2 == 1).collect();
            assert!(a.par_iter().filter(func!(|x: u32| x % 2 == 1)).collect()?.read()? == odd);
            let sum = a.par_iter().filter(func!(|x: u32| x % 2 == 1)).sum()?;
            assert_eq!(sum, odd.iter().fold(0, |sum: u32, x| sum.wrapping_add(*x)));
            assert_eq!(a.par_iter().max()?, data.iter().copied().max());
            let bins = a.par_iter().map(func!(|x: u32| x % 1_000)).histogram(1_000)?.read()?;
            let mut expected = vec![0; 1_000];
            data.iter().for_each(|x| expected[(x % 1_000) as usize] += 1);
            assert!(bins == expected, "{len} {device}");
            // Few different keys, so that it shows whether the sort is stable.
            let keys: Vec<u32> = data.iter().map(|x| x % 77 * 0x0101_0101).collect();
            let mut order: Vec<u32> = (0..len as u32).collect();
            order.sort_by_key(|at| keys[*at as usize]);
            let mut sorted = device.buffer(&keys)?;
            assert!(sorted.argsort()?.read()? == order, "{len} {device}");
            let mut moved = device.buffer(&(0..len as u32).collect::<Vec<u32>>())?;
            sorted.sort_by_key(&mut moved)?;
            assert!(moved.read()? == order, "{len} {device}");
            assert!(sorted.read()?.is_sorted());
        }
    }
    Ok(())
}

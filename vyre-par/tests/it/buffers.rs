//! Algorithms on whole buffers.

use crate::chains::tree;
use crate::{LENGTHS, devices, numbers};
use vyre::prelude::*;

#[test]
fn sorts() -> Result<(), vyre::Error> {
    for device in devices() {
        for len in LENGTHS {
            let data: Vec<u32> = numbers(len).iter().map(|x| x >> (x % 30)).collect();
            let sorted = {
                let mut sorted = data.clone();
                sorted.sort_unstable();
                sorted
            };
            let mut a = device.buffer(&data)?;
            let mut order: Vec<u32> = (0..len as u32).collect();
            order.sort_by_key(|i| data[*i as usize]);
            assert_eq!(a.argsort()?.read()?, order);
            assert_eq!(a.is_sorted()?, data.is_sorted());
            let top: Vec<u32> = sorted.iter().rev().copied().take(20).collect();
            assert_eq!(a.top_k(20)?.read()?, top);
            let mut names =
                device.buffer(&(0..len as u32).map(|x| [x as u16, 7, 1]).collect::<Vec<[u16; 3]>>())?;
            a.sort_by_key(&mut names)?;
            assert_eq!((a.read()?, a.is_sorted()?), (sorted.clone(), true));
            assert_eq!(names.read()?, order.iter().map(|x| [*x as u16, 7, 1]).collect::<Vec<[u16; 3]>>());
            a.sort_descending()?;
            assert_eq!(a.read()?, sorted.iter().rev().copied().collect::<Vec<u32>>());
            a.write(&data)?;
            a.sort_by_cached_key(func!(|x: u32| (x % 7, (x as i32) < 0)))?;
            let mut expected = data.clone();
            expected.sort_by_key(|x| (x % 7, (*x as i32) < 0));
            assert_eq!(a.read()?, expected);
        }
    }
    Ok(())
}

#[test]
fn searches() -> Result<(), vyre::Error> {
    for device in devices() {
        for len in LENGTHS {
            let mut data: Vec<i32> = numbers(len).iter().map(|x| *x as i32 >> 23).collect();
            data.sort_unstable();
            let other: Vec<i32> = (-100..100).collect();
            let (a, b) = (device.buffer(&data)?, device.buffer(&other)?);
            let mut merged = [data.clone(), other.clone()].concat();
            merged.sort_unstable();
            assert_eq!(a.merge(&b)?.read()?, merged);
            let lower: Vec<u32> = other.iter().map(|x| data.partition_point(|y| y < x) as u32).collect();
            assert_eq!(a.lower_bound(&b)?.read()?, lower);
            let upper: Vec<u32> = other.iter().map(|x| data.partition_point(|y| y <= x) as u32).collect();
            assert_eq!(a.upper_bound(&b)?.read()?, upper);
            let mut once = data.clone();
            once.dedup();
            assert_eq!(a.dedup()?.read()?, once);
            let (values, lengths) = a.run_lengths()?;
            let runs: Vec<u32> = data.chunk_by(|x, y| x == y).map(|run| run.len() as u32).collect();
            assert_eq!((values.read()?, lengths.read()?), (once.clone(), runs));
            let values = numbers(len);
            let join = |x: u32, y: u32| x.wrapping_mul(3).wrapping_add(y);
            let v = device.buffer(&values)?;
            let (keys, reduced) = a.reduce_by_key(&v, 5, func!(|x: u32, y: u32| x * 3 + y))?;
            let mut rest = &values[..];
            let expected = data.chunk_by(|x, y| x == y).map(|run| {
                let (own, others) = rest.split_at(run.len());
                rest = others;
                tree(own, &join).unwrap()
            });
            let expected: Vec<u32> = expected.collect();
            assert_eq!((keys.read()?, reduced.read()?), (once, expected));
            let shuffled: Vec<u32> = values.iter().map(|x| x % 11).collect();
            let (keys, sums) =
                device.buffer(&shuffled)?.group_by_key(&v, 0, func!(|x: u32, y: u32| x + y))?;
            let mut groups = std::collections::BTreeMap::new();
            for (key, value) in shuffled.iter().zip(&values) {
                let sum: &mut u32 = groups.entry(*key).or_default();
                *sum = sum.wrapping_add(*value);
            }
            let (k, s): (Vec<u32>, Vec<u32>) = groups.into_iter().unzip();
            assert_eq!((keys.read()?, sums.read()?), (k, s));
        }
    }
    Ok(())
}

#[test]
fn segments() -> Result<(), vyre::Error> {
    let join = |x: u32, y: u32| x.wrapping_mul(3).wrapping_add(y ^ 9);
    for device in devices() {
        for len in [0u32, 1, 17, 257, 3_003] {
            let data = numbers(len as usize);
            let offsets: Vec<u32> =
                [3, 3, 4, 20, 21, 300, 310, 311, 2_000].iter().map(|at| len.min(*at)).collect();
            let (mut a, o) = (device.buffer(&data)?, device.buffer(&offsets)?);
            let pieces: Vec<&[u32]> =
                offsets.windows(2).map(|pair| &data[pair[0] as usize..pair[1] as usize]).collect();
            let expected: Vec<u32> = pieces.iter().map(|piece| tree(piece, &join).unwrap_or(8)).collect();
            let f = func!(|x: u32, y: u32| x * 3 + (y ^ 9));
            assert_eq!(a.segmented_reduce(&o, 8, f)?.read()?, expected);
            let mut scanned = vec![0; len as usize];
            let mut sorted = data.clone();
            for pair in offsets.windows(2) {
                let (start, end) = (pair[0] as usize, pair[1] as usize);
                for at in start..end {
                    scanned[at] = tree(&data[start..=at], &join).unwrap();
                }
                sorted[start..end].sort_unstable();
            }
            assert_eq!(a.segmented_scan(&o, f)?.read()?, scanned);
            a.segmented_sort(&o)?;
            assert_eq!(a.read()?, sorted);
        }
    }
    Ok(())
}

/// Their blocks share words, which other invocations write at the same time.
#[test]
fn scans_and_segments_of_narrow_items() -> Result<(), vyre::Error> {
    let join = |x: u8, y: u8| x.wrapping_mul(3).wrapping_add(y ^ 9);
    let f = func!(|x: u8, y: u8| x * 3 + (y ^ 9));
    let join_each =
        |x: [i8; 3], y: [i8; 3]| [0, 1, 2].map(|at: usize| x[at].wrapping_mul(5).wrapping_sub(y[2 - at]));
    let g = func!(|x: [i8; 3], y: [i8; 3]| [x[0] * 5 - y[2], x[1] * 5 - y[1], x[2] * 5 - y[0]]);
    for device in devices() {
        let data: Vec<u8> = numbers(1_003).iter().map(|x| *x as u8).collect();
        let triples: Vec<[i8; 3]> =
            numbers(1_003).iter().map(|x| [*x as i8, (x >> 9) as i8, (x >> 18) as i8]).collect();
        let offsets = [2u32, 3, 3, 20, 300, 311, 1_001];
        let o = device.buffer(&offsets)?;
        let (a, b) = (device.buffer(&data)?, device.buffer(&triples)?);
        let pieces = || offsets.windows(2).map(|pair| pair[0] as usize..pair[1] as usize);
        let reduced: Vec<u8> = pieces().map(|piece| tree(&data[piece], &join).unwrap_or(8)).collect();
        assert_eq!(a.segmented_reduce(&o, 8, f)?.read()?, reduced, "{device}");
        let reduced: Vec<[i8; 3]> =
            pieces().map(|piece| tree(&triples[piece], &join_each).unwrap_or([1; 3])).collect();
        assert_eq!(b.segmented_reduce(&o, [1; 3], g)?.read()?, reduced, "{device}");
        let mut scanned = vec![0; data.len()];
        for piece in pieces() {
            for at in piece.clone() {
                scanned[at] = tree(&data[piece.start..=at], &join).unwrap();
            }
        }
        assert_eq!(a.segmented_scan(&o, f)?.read()?, scanned, "{device}");
        let whole: Vec<[i8; 3]> =
            (0..triples.len()).map(|at| tree(&triples[..=at], &join_each).unwrap()).collect();
        assert_eq!(b.par_iter().inclusive_scan(g)?.read()?, whole, "{device}");
        let whole: Vec<u8> = (0..data.len()).map(|at| tree(&data[..=at], &join).unwrap()).collect();
        assert_eq!(a.par_iter().inclusive_scan(f)?.read()?, whole, "{device}");
        device.take_findings();
    }
    Ok(())
}

#[test]
fn moves() -> Result<(), vyre::Error> {
    for device in devices() {
        for len in LENGTHS {
            let data = numbers(len);
            let mut a = device.buffer(&data)?;
            let indices: Vec<u32> = (0..len as u32 + 5).rev().collect();
            let gathered: Vec<u32> =
                indices.iter().map(|i| data.get(*i as usize).copied().unwrap_or(0)).collect();
            assert_eq!(a.gather(&device.buffer(&indices)?)?.read()?, gathered);
            let to: Vec<u32> = (0..len as u32).map(|i| i * 2).collect();
            let mut out = device.zeros::<u32>(len)?;
            a.scatter(&device.buffer(&to)?, &mut out)?;
            let mut expected = vec![0; len];
            for (at, x) in to.iter().zip(&data) {
                if let Some(place) = expected.get_mut(*at as usize) {
                    *place = *x;
                }
            }
            assert_eq!(out.read()?, expected);
            let b = device.buffer(&[1u32, 2, 3])?;
            assert_eq!(a.concat(&[&b, &a])?.read()?, [&data[..], &[1, 2, 3], &data].concat());
            a.reverse()?;
            let mut expected: Vec<u32> = data.iter().rev().copied().collect();
            assert_eq!(a.read()?, expected);
            a.rotate_left(len / 3)?;
            expected.rotate_left(len / 3);
            assert_eq!(a.read()?, expected);
            a.rotate_left(len)?;
            assert_eq!(a.read()?, expected);
            a.fill(9)?;
            assert_eq!(a.read()?, vec![9; len]);
        }
        let a = device.buffer(&[1u32, 2, 3, 4, 5, 6])?;
        assert_eq!(a.transpose(2, 3)?.read()?, [1, 4, 2, 5, 3, 6]);
        let mut b = device.buffer(&[10u32, 20, 30, 40, 50, 60])?;
        a.par_iter().for_each_into(&mut b, func!(|x: u32, y: u32| x - y))?;
        assert_eq!(b.read()?, [9, 18, 27, 36, 45, 54]);
        a.par_iter().map(func!(|x: u32| x * x)).collect_into(&mut b)?;
        assert_eq!(b.read()?, [1, 4, 9, 16, 25, 36]);
    }
    Ok(())
}

/// A launch is dear to the host if its program is built for it. What a sample misses would be built each time, with the same results.
#[test]
fn programs_are_known_before_they_are_built() -> Result<(), vyre::Error> {
    let devices = devices().into_iter().filter(|device| device.info().kind() != vyre::DeviceKind::Reference);
    for device in devices {
        let data = numbers(20_000);
        let mut a = device.buffer(&data)?;
        let offsets = device.buffer(&[0, 9_000, 9_001, 20_000u32])?;
        let join = func!(|x: u32, y: u32| x * 3 + (y ^ 5));
        a.par_iter().reduce(9, join)?;
        a.par_iter().inclusive_scan(join)?;
        a.par_iter().exclusive_sum()?;
        a.par_iter().filter(func!(|x: u32| x & 1 == 1)).collect()?;
        assert_eq!(a.par_iter().max()?, data.iter().copied().max());
        assert_eq!(a.segmented_reduce(&offsets, 0, func!(|x: u32, y: u32| x + y))?.len(), 3);
        a.argsort()?;
        a.segmented_sort(&offsets)?;
        a.sort_by_cached_key(func!(|x: u32| x % 7))?;
        a.sort()?;
        assert!(a.is_sorted()?);
    }
    assert_eq!(vyre::par::built_anew(), 0);
    Ok(())
}

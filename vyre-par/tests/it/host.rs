//! The loops of the CPU device, with several threads and at the ends of their parts and blocks.

use crate::numbers;
use vyre::prelude::*;

/// Around what a thread has at least, and what a block has.
const LENGTHS: [usize; 8] = [0, 1, 3, 16_383, 16_385, 49_153, 131_073, 400_001];

/// A CPU device of its own for each number of threads.
fn devices() -> Result<Vec<Device>, vyre::Error> {
    let device = |threads| {
        let device = Device::cpu().separate()?;
        device.set_threads(threads);
        Ok(device)
    };
    [1, 3].into_iter().map(device).collect()
}

fn running<T: Copy>(items: impl IntoIterator<Item = T>, first: T, add: fn(T, T) -> T) -> (Vec<T>, Vec<T>) {
    let mut sum = first;
    items
        .into_iter()
        .map(|item| {
            let before = sum;
            sum = add(sum, item);
            (before, sum)
        })
        .unzip()
}

#[test]
fn sums_and_extremes() -> Result<(), vyre::Error> {
    for device in devices()? {
        for len in LENGTHS {
            let data = numbers(len);
            let signed: Vec<i32> = data.iter().map(|x| x.cast_signed()).collect();
            let (a, b) = (device.buffer(&data)?, device.buffer(&signed)?);
            assert_eq!(a.par_iter().sum()?, data.iter().fold(0, |sum: u32, x| sum.wrapping_add(*x)));
            assert_eq!(a.par_iter().product()?, data.iter().fold(1, |all: u32, x| all.wrapping_mul(*x)));
            assert_eq!(b.par_iter().sum()?, signed.iter().fold(0, |sum: i32, x| sum.wrapping_add(*x)));
            assert_eq!(
                (a.par_iter().min()?, a.par_iter().max()?),
                (data.iter().copied().min(), data.iter().copied().max())
            );
            let extremes = (signed.iter().copied().min(), signed.iter().copied().max());
            assert_eq!((b.par_iter().min()?, b.par_iter().max()?), extremes);
            let halved = || b.par_iter().map(func!(|x: i32| x / 2));
            let extremes = (signed.iter().map(|x| x / 2).min(), signed.iter().map(|x| x / 2).max());
            assert_eq!((halved().min()?, halved().max()?), extremes);
            let negative = b.par_iter().filter(func!(|x: i32| x < 0));
            assert_eq!(negative.max()?, signed.iter().copied().filter(|x| *x < 0).max());
        }
    }
    Ok(())
}

/// Chains that are joined block by block, with and without items that filters leave out, of integers of fewer bits too.
#[test]
fn joined_chains() -> Result<(), vyre::Error> {
    for device in devices()? {
        for len in LENGTHS {
            let data = numbers(len);
            let a = device.buffer(&data)?;
            let odd = || a.par_iter().map(func!(|x: u32| x >> 3)).filter(func!(|x: u32| x % 2 == 1));
            let plain = || data.iter().map(|x| x >> 3).filter(|x| x % 2 == 1);
            assert_eq!(odd().sum()?, plain().fold(0, u32::wrapping_add));
            assert_eq!(odd().product()?, plain().fold(1, u32::wrapping_mul));
            assert_eq!((odd().min()?, odd().max()?), (plain().min(), plain().max()));
            assert_eq!(odd().count()? as usize, plain().count());
            let none = || a.par_iter().filter(func!(|x: u32| x > 5 && x < 5));
            assert_eq!((none().sum()?, none().product()?), (0, 1));
            assert_eq!((none().min()?, none().max()?, none().count()?), (None, None, 0));
            let bytes = || a.par_iter().map(func!(|x: u32| x as i8)).filter(func!(|x: i8| x < 100));
            let plain = || data.iter().map(|x| *x as i8).filter(|x| *x < 100);
            assert_eq!(bytes().sum()?, plain().fold(0, i8::wrapping_add));
            assert_eq!((bytes().min()?, bytes().max()?), (plain().min(), plain().max()));
            let halves = a.par_iter().map(func!(|x: u32| x as u16));
            assert_eq!(halves.product()?, data.iter().fold(1, |all: u16, x| all.wrapping_mul(*x as u16)));
        }
    }
    Ok(())
}

/// The first of several, in each part of a block and behind it, and of none.
#[test]
fn first_items() -> Result<(), vyre::Error> {
    for device in devices()? {
        for len in LENGTHS {
            let data: Vec<u32> = (0..len as u32).collect();
            let a = device.buffer(&data)?;
            for at in [0, 1, 16_384, 131_071, 131_072, 393_215, 400_000, u32::MAX] {
                let bound = func!(move |x: u32| x >= at, at: u32);
                let expected = data.iter().copied().find(|x| *x >= at);
                assert_eq!(a.par_iter().position(bound)?, expected);
                assert_eq!(a.par_iter().find(bound)?, expected);
                assert_eq!(a.par_iter().any(bound)?, expected.is_some());
                assert_eq!(a.par_iter().all(bound)?, at == 0 || len == 0);
                let even = a.par_iter().filter(func!(|x: u32| x % 2 == 0));
                assert_eq!(even.find(bound)?, data.iter().copied().find(|x| *x % 2 == 0 && *x >= at));
            }
        }
    }
    Ok(())
}

#[test]
fn running_sums() -> Result<(), vyre::Error> {
    for device in devices()? {
        for len in LENGTHS {
            let data = numbers(len);
            let a = device.buffer(&data)?;
            let (before, with) = running(data.iter().copied(), 0, u32::wrapping_add);
            assert_eq!(a.par_iter().exclusive_sum()?.read()?, before);
            assert_eq!(a.par_iter().inclusive_sum()?.read()?, with);
            let (before, with) = running(data.iter().map(|x| (x >> 3).cast_signed()), 0, i32::wrapping_add);
            let signed = || a.par_iter().map(func!(|x: u32| (x >> 3) as i32));
            assert_eq!(signed().exclusive_sum()?.read()?, before);
            assert_eq!(signed().inclusive_sum()?.read()?, with);
            let (_, with) = running(data.iter().copied().filter(|x| x % 3 == 0), 0, u32::wrapping_add);
            let third = a.par_iter().filter(func!(|x: u32| x % 3 == 0));
            assert_eq!(third.inclusive_sum()?.read()?, with);
        }
    }
    Ok(())
}

#[test]
fn what_filters_leave() -> Result<(), vyre::Error> {
    for device in devices()? {
        for len in LENGTHS {
            let data = numbers(len);
            let a = device.buffer(&data)?;
            let odd = a.par_iter().filter(func!(|x: u32| x % 2 == 1)).collect()?.read()?;
            assert_eq!(odd, data.iter().copied().filter(|x| x % 2 == 1).collect::<Vec<u32>>());
            let none = a.par_iter().filter(func!(|x: u32| x > 5 && x < 5)).collect()?;
            assert!(none.is_empty() && none.read()?.is_empty());
            let all = a.par_iter().filter(func!(|x: u32| x >= 0)).collect()?;
            assert_eq!(all.read()?, data);
            let floats = a.par_iter().filter_map(func!(|x: u32| (x % 5 == 0, x as f32))).collect()?.read()?;
            assert_eq!(floats, data.iter().filter(|x| *x % 5 == 0).map(|x| *x as f32).collect::<Vec<f32>>());
            let bytes = a.par_iter().map(func!(|x: u32| x as u8)).filter(func!(|x: u8| x > 100));
            assert_eq!(
                bytes.collect()?.read()?,
                data.iter().map(|x| *x as u8).filter(|x| *x > 100).collect::<Vec<u8>>()
            );
        }
    }
    Ok(())
}

#[test]
fn counts() -> Result<(), vyre::Error> {
    fn counted(numbers: impl Iterator<Item = u32>, bins: usize) -> Vec<u32> {
        let mut counts = vec![0; bins];
        numbers.filter(|x| (*x as usize) < bins).for_each(|x| counts[x as usize] += 1);
        counts
    }
    for device in devices()? {
        for len in LENGTHS {
            let data = numbers(len);
            let bytes: Vec<u8> = data.iter().map(|x| (x >> 7) as u8).collect();
            let (a, b) = (device.buffer(&data)?, device.buffer(&bytes)?);
            for bins in [1, 200, 256, 300] {
                let expected = counted(bytes.iter().copied().map(u32::from), bins);
                assert_eq!(b.par_iter().histogram(bins)?.read()?, expected);
            }
            let low = device.buffer(&data.iter().map(|x| x % 5000).collect::<Vec<u32>>())?;
            assert_eq!(low.par_iter().histogram(4000)?.read()?, counted(data.iter().map(|x| x % 5000), 4000));
            let thousand = a.par_iter().map(func!(|x: u32| x % 1000));
            assert_eq!(thousand.histogram(1000)?.read()?, counted(data.iter().map(|x| x % 1000), 1000));
            let even = a.par_iter().map(func!(|x: u32| x % 100)).filter(func!(|x: u32| x % 2 == 0));
            let expected = counted(data.iter().map(|x| x % 100).filter(|x| x % 2 == 0), 101);
            assert_eq!(even.histogram(101)?.read()?, expected);
            // The first items of a longer buffer.
            for taken in [len / 3, len.saturating_sub(2)] {
                let expected = counted(bytes.iter().take(taken).copied().map(u32::from), 256);
                assert_eq!(b.par_iter().take(taken).histogram(256)?.read()?, expected);
                let sum = data.iter().take(taken).fold(0u32, |sum, x| sum.wrapping_add(*x));
                assert_eq!(a.par_iter().take(taken).sum()?, sum);
                let (before, _) = running(data.iter().copied().take(taken), 0, u32::wrapping_add);
                assert_eq!(a.par_iter().take(taken).exclusive_sum()?.read()?, before);
            }
            // More bins than a block has items.
            let wide = a.par_iter().map(func!(|x: u32| x >> 14)).histogram(1 << 18)?.read()?;
            assert_eq!(wide, counted(data.iter().map(|x| x >> 14), 1 << 18));
            // Negative numbers have no bin.
            let signed = a.par_iter().map(func!(|x: u32| x as i32 % 7));
            let expected = counted(data.iter().map(|x| (x.cast_signed() % 7).cast_unsigned()), 7);
            assert_eq!(signed.histogram(7)?.read()?, expected);
        }
    }
    Ok(())
}

//! Sorted buffers: the largest, merges, searches, and what is there once.

use vyre::prelude::*;

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let x: Vec<i64> = (0..700i64).map(|i| i * 7919 % 307 - 150).collect();
    let y: Vec<i64> = (0..300i64).map(|i| i * 31 % 101 * 3).collect();
    let (mut a, mut b) = (device.buffer(&x)?, device.buffer(&y)?);
    let largest = a.top_k(10)?;
    a.sort()?;
    b.sort()?;
    let merged = a.merge(&b)?;
    assert!(merged.is_sorted()?);
    let unique = merged.dedup()?;
    let needles = device.buffer(&[-1000i64, 0, 3, 1000, 150])?;
    let (low, high) = (merged.lower_bound(&needles)?, merged.upper_bound(&needles)?);
    let counts: Vec<u32> = high.par_iter().zip(low.par_iter()).map(func!(|(h, l): (u32, u32)| h - l)).collect()?.read()?;
    let mut down = unique;
    down.sort_descending()?;
    let place = down.par_iter().position(func!(|x: i64| x < 0))?;

    let mut all = [x.clone(), y].concat();
    all.sort();
    assert_eq!(merged.read()?, all);
    let mut top = x;
    top.sort_by(|a, b| b.cmp(a));
    assert_eq!(largest.read()?, top[..10]);
    let expected = [-1000, 0, 3, 1000, 150].map(|n| all.iter().filter(|x| **x == n).count() as u32);
    assert_eq!(counts, expected);
    all.dedup();
    all.reverse();
    assert_eq!(down.read()?, all);
    assert_eq!(place, all.iter().position(|x| *x < 0).map(|p| p as u32));
    Ok(())
}

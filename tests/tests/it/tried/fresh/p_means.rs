//! Means and spreads of groups.

use vyre::prelude::*;

#[vyre::data]
#[derive(Debug, PartialEq, Default)]
struct Moments {
    n: u32,
    least: i32,
    sum: i64,
    squares: i64,
}

#[vyre::function]
fn add(a: Moments, b: Moments) -> Moments {
    Moments { n: a.n + b.n, least: a.least.min(b.least), sum: a.sum + b.sum, squares: a.squares + b.squares }
}

#[vyre::function]
fn variance(m: Moments) -> f64 {
    let n = m.n as f64;
    let mean = m.sum as f64 / n;
    m.squares as f64 / n - mean * mean
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let keys: Vec<i8> = (0..900i32).map(|i| (i * i % 19 - 9) as i8).collect();
    let values: Vec<i32> = (0..900i32).map(|i| i * 7919 % 1000 - 500).collect();
    let (k, v) = (device.buffer(&keys)?, device.buffer(&values)?);
    let moments: Buffer<Moments> = v.par_iter().map(func!(|x: i32| Moments { n: 1, least: x, sum: x.into(), squares: i64::from(x) * i64::from(x) })).collect()?;
    let (groups, sums) = k.group_by_key(&moments, Moments::default(), func!(add))?;
    let variances = sums.par_iter().map(func!(variance)).collect()?;
    let small = sums.par_iter().filter(func!(|m: Moments| m.n < 50)).count()?;

    let mut expected = std::collections::BTreeMap::<i8, Vec<i64>>::new();
    for (k, v) in keys.iter().zip(&values) {
        expected.entry(*k).or_default().push(i64::from(*v));
    }
    assert_eq!(groups.read()?, expected.keys().copied().collect::<Vec<_>>());
    let moments: Vec<Moments> = expected
        .values()
        .map(|v| Moments { n: v.len() as u32, least: *v.iter().min().unwrap() as i32, sum: v.iter().sum(), squares: v.iter().map(|x| x * x).sum() })
        .collect();
    assert_eq!(sums.read()?, moments);
    let var = |m: &Moments| m.squares as f64 / m.n as f64 - (m.sum as f64 / m.n as f64) * (m.sum as f64 / m.n as f64);
    assert_eq!(variances.read()?, moments.iter().map(var).collect::<Vec<f64>>());
    assert_eq!(small as usize, moments.iter().filter(|m| m.n < 50).count());
    Ok(())
}

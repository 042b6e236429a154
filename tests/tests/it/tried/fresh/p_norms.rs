//! Generic functions over chains: norms and distances of vectors, in fixed orders.

use vyre::prelude::*;
use vyre::{IndexedParIter, ParIter};

fn norm(x: impl ParIter<Item = f32>) -> Result<f32, vyre::Error> {
    Ok(x.map(func!(|x: f32| x * x)).sum_strict()?.sqrt())
}

fn distance<A, B>(a: A, b: B) -> Result<f32, vyre::Error>
where
    A: IndexedParIter<Item = f32>,
    B: IndexedParIter<Item = f32>,
{
    norm(a.zip(b).map(func!(|(x, y): (f32, f32)| x - y)))
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let (x, y): (Vec<f32>, Vec<f32>) = (0..777).map(|i| (i as f32 * 0.1, (777 - i) as f32 * 0.3)).unzip();
    let (a, b) = (device.buffer(&x)?, device.buffer(&y)?);
    assert_eq!(norm(a.par_iter())?, x.iter().fold(0.0f32, |s, x| s + x * x).sqrt());
    let d = x.iter().zip(&y).fold(0.0f32, |s, (x, y)| s + (x - y) * (x - y)).sqrt();
    assert_eq!(distance(a.par_iter(), b.par_iter())?, d);
    let reversed = x.iter().zip(y.iter().rev().step_by(2)).fold(0.0f32, |s, (x, y)| s + (x - y) * (x - y)).sqrt();
    assert_eq!(distance(a.par_iter(), b.par_iter().rev().step_by(2))?, reversed);
    let large = norm(b.par_iter().filter(func!(|x: f32| x > 100.0)))?;
    assert_eq!(large, y.iter().filter(|y| **y > 100.0).fold(0.0f32, |s, y| s + y * y).sqrt());
    Ok(())
}

//! Attention of one head over a batch, by matrix products and softmax.

use vyre::prelude::*;
use vyre::tensor::matmul;

fn attention(q: &Tensor<f32>, k: &Tensor<f32>, v: &Tensor<f32>) -> Result<Tensor<f32>, vyre::Error> {
    let width = *q.shape().last().unwrap() as f32;
    let scale = 1.0 / width.sqrt();
    let scores = matmul(q, &k.transpose())?.map(func!(move |x: f32| x * scale, scale: f32))?;
    let last = scores.shape().len() - 1;
    matmul(&scores.softmax(last)?, v)
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let (batch, n, d) = (2, 5, 4);
    let fill = |seed: usize| (0..batch * n * d).map(|i| ((i * 7919 + seed * 31) % 23) as f32 / 8.0 - 1.0).collect::<Vec<f32>>();
    let (q, k, v) = (fill(1), fill(2), fill(3));
    let shape = [batch, n, d];
    let out = attention(&device.tensor(&q, shape)?, &device.tensor(&k, shape)?, &device.tensor(&v, shape)?)?;
    assert_eq!(out.shape(), shape);
    let out = out.read()?;
    for b in 0..batch {
        for i in 0..n {
            let at = |x: &[f32], r: usize, c: usize| f64::from(x[b * n * d + r * d + c]);
            let scores: Vec<f64> = (0..n).map(|j| (0..d).map(|c| at(&q, i, c) * at(&k, j, c)).sum::<f64>() / (d as f64).sqrt()).collect();
            let total: f64 = scores.iter().map(|s| s.exp()).sum();
            for c in 0..d {
                let expected: f64 = (0..n).map(|j| scores[j].exp() / total * at(&v, j, c)).sum();
                let got = f64::from(out[b * n * d + i * d + c]);
                assert!((got - expected).abs() < 1e-4, "{got} {expected}");
            }
        }
    }
    Ok(())
}

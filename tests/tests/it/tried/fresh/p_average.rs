//! Moving averages of a series, and where it crosses them.

use vyre::prelude::*;

#[vyre::function]
fn mean(window: [f32; 5]) -> f32 {
    window.iter().sum::<f32>() / window.len() as f32
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let series: Vec<f32> = (0..2000).map(|i| ((i * 7919) % 1009) as f32 * 0.25).collect();
    let prices = device.buffer(&series)?;
    let averages: Buffer<f32> = prices.par_windows::<5>().map(func!(mean)).collect()?;
    let above = prices.par_iter().skip(4).zip(averages.par_iter()).map(func!(|(price, average): (f32, f32)| price > average)).collect()?;
    let crossings: Buffer<u32> = above
        .par_windows::<2>()
        .enumerate()
        .filter(func!(|(_, pair): (u32, [bool; 2])| pair[0] != pair[1]))
        .map(func!(|(at, _): (u32, [bool; 2])| at + 5))
        .collect()?;
    let largest_gap = prices.par_iter().skip(4).zip(averages.par_iter()).map(func!(|(p, a): (f32, f32)| (p - a).abs())).max()?;

    let expected: Vec<f32> = series.windows(5).map(|w| w.iter().sum::<f32>() / 5.0).collect();
    assert_eq!(averages.read()?, expected);
    let above: Vec<bool> = expected.iter().enumerate().map(|(k, a)| series[k + 4] > *a).collect();
    let at: Vec<u32> = (1..above.len()).filter(|k| above[*k] != above[k - 1]).map(|k| k as u32 + 4).collect();
    assert_eq!(crossings.read()?, at);
    let gap = expected.iter().enumerate().map(|(k, a)| (series[k + 4] - a).abs()).max_by(f32::total_cmp);
    assert_eq!(largest_gap, gap);
    Ok(())
}

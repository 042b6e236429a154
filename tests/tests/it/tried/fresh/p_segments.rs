//! A sparse matrix by rows: sums, sorts and running sums of each row.

use vyre::prelude::*;

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let lengths: Vec<u32> = (0..200u32).map(|r| r * r % 9).collect();
    let lens = device.buffer(&lengths)?;
    let starts = lens.par_iter().exclusive_sum()?;
    let nonzeros: u32 = lens.par_iter().sum()?;
    let offsets = starts.concat(&[&device.buffer(&[nonzeros])?])?;
    let columns: Buffer<u32> = device.par_range(0..nonzeros).map(func!(|k: u32| k * 7919 % 64)).collect()?;
    let values: Buffer<f32> = device.par_range(0..nonzeros).map(func!(|k: u32| (k % 11) as f32 - 5.0)).collect()?;
    let vector = device.buffer(&Vec::from_iter((0..64).map(|i| i as f32)))?;
    let products: Buffer<f32> = values.par_iter().zip(vector.gather(&columns)?.par_iter()).map(func!(|(a, x): (f32, f32)| a * x)).collect()?;
    let y = products.segmented_reduce(&offsets, 0.0, func!(|a: f32, b: f32| a + b))?;
    let running = columns.segmented_scan(&offsets, func!(|a: u32, b: u32| a.max(b)))?;
    let mut sorted = device.zeros::<u32>(columns.len())?;
    sorted.write(&columns.read()?)?;
    sorted.segmented_sort(&offsets)?;

    let (mut at, mut y_expected, mut running_expected, mut sorted_expected) = (0, vec![], vec![], vec![]);
    for n in lengths {
        let part: Vec<u32> = (at..at + n).collect();
        // These products and sums are exact, so their order does not matter.
        y_expected.push(part.iter().map(|k| ((k % 11) as f32 - 5.0) * (k * 7919 % 64) as f32).sum::<f32>() + 0.0);
        let mut largest = 0;
        for k in &part {
            largest = largest.max(k * 7919 % 64);
            running_expected.push(largest);
        }
        let mut row: Vec<u32> = part.iter().map(|k| k * 7919 % 64).collect();
        row.sort();
        sorted_expected.extend(row);
        at += n;
    }
    assert_eq!(y.read()?, y_expected);
    assert_eq!(running.read()?, running_expected);
    assert_eq!(sorted.read()?, sorted_expected);
    Ok(())
}

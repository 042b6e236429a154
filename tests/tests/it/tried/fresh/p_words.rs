//! How often each number occurs, the most frequent first.

use vyre::prelude::*;

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let data: Vec<u32> = (0..5000u32).map(|i| i * i % 37).collect();
    let mut sorted = device.buffer(&data)?;
    sorted.sort()?;
    let (mut values, mut counts) = sorted.run_lengths()?;
    counts.sort_by_key(&mut values)?;
    counts.reverse()?;
    values.reverse()?;
    let top: Vec<(u32, u32)> = values.read()?.into_iter().zip(counts.read()?).take(5).collect();

    let mut expected = std::collections::BTreeMap::<u32, u32>::new();
    for x in data {
        *expected.entry(x).or_default() += 1;
    }
    let mut expected: Vec<_> = expected.into_iter().collect();
    expected.sort_by_key(|(_, n)| *n);
    expected.reverse();
    assert_eq!(top, expected[..5]);
    assert_eq!(values.len(), expected.len());
    Ok(())
}

//! Statistics of bytes, by chunks.

use vyre::prelude::*;

#[vyre::function]
fn checksum(chunk: [u8; 16]) -> u16 {
    chunk.iter().enumerate().fold(0u16, |sum, (i, b)| sum.rotate_left(3) ^ (*b as u16 + i as u16))
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let data: Vec<u8> = (0..4003u32).map(|i| (i.wrapping_mul(2654435761) >> 24) as u8).collect();
    let bytes = device.buffer(&data)?;
    let histogram = bytes.par_iter().map(func!(|b: u8| b >> 4)).histogram(16)?;
    let sums: Buffer<u16> = bytes.par_chunks::<16>().map(func!(checksum)).collect()?;
    let zeros = bytes.par_chunks::<4>().filter(func!(|c: [u8; 4]| c.contains(&0))).count()?;
    let text = bytes.par_iter().filter(func!(|b: u8| b.is_ascii_graphic())).map(func!(|b: u8| b.to_ascii_uppercase())).collect()?;
    let words: Buffer<u32> = bytes.par_chunks::<4>().map(func!(|c: [u8; 4]| u32::from_be_bytes(c))).collect()?;
    let total: u64 = bytes.par_iter().map(func!(|b: u8| b as u64)).sum()?;

    let mut counts = [0u32; 16];
    data.iter().for_each(|b| counts[*b as usize >> 4] += 1);
    assert_eq!(histogram.read()?, counts);
    let expected: Vec<u16> = data.chunks_exact(16).map(|c| c.iter().enumerate().fold(0u16, |s, (i, b)| s.rotate_left(3) ^ (*b as u16 + i as u16))).collect();
    assert_eq!(sums.read()?, expected);
    assert_eq!(zeros as usize, data.chunks_exact(4).filter(|c| c.contains(&0)).count());
    let graphic: Vec<u8> = data.iter().filter(|b| b.is_ascii_graphic()).map(u8::to_ascii_uppercase).collect();
    assert_eq!(text.read()?, graphic);
    assert_eq!(words.read()?, data.chunks_exact(4).map(|c| u32::from_be_bytes(c.try_into().unwrap())).collect::<Vec<_>>());
    assert_eq!(total, data.iter().map(|b| u64::from(*b)).sum());
    Ok(())
}

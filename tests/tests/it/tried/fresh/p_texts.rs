//! A table in CSV: its fields, its numbers, and round trips of encodings.

use vyre::algorithms::{decode, encode, hash, text};
use vyre::prelude::*;

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let csv = "name,points\nanna,17\n\"b, c\",400\ndora,25\n";
    let bytes = device.buffer(csv.as_bytes())?;
    let lines = text::lines(&bytes)?;
    assert_eq!(lines.read()?, [0, 12, 20, 31, 39]);
    let digits = bytes.par_iter().enumerate().filter(func!(|(_, b): (u32, u8)| b.is_ascii_digit())).count()?;
    assert_eq!(digits, 7);
    let quoted = text::matches(&bytes, &lines, "\"[a-z], [a-z]\"")?;
    assert_eq!(quoted.read()?, [false, false, true, false]);
    assert_eq!(text::find(&bytes, b"400")?, Some(27));
    let hits = text::find_all(&bytes, &[&b"a"[..], b"na"])?;
    let expected: Vec<[u32; 2]> = (0..csv.len())
        .flat_map(|at| ["a", "na"].iter().enumerate().filter(move |(_, n)| csv[at..].starts_with(**n)).map(move |(k, _)| [at as u32, k as u32]))
        .collect();
    assert_eq!(hits.read()?, expected);

    let numbers = device.buffer(b"17400\x32\x35")?;
    let values = text::parse_u64(&numbers, &device.buffer(&[0u32, 2, 5, 7])?)?;
    assert_eq!(values.read()?, [17, 400, 25]);
    let encoded = encode::base64(&bytes)?;
    assert_eq!(decode::base64(&encoded)?.read()?, csv.as_bytes());
    let hex = encode::hex(&device.buffer(&hash::sha256(&device.buffer(b"abc")?)?)?)?;
    assert!(hex.read()?.starts_with(b"ba7816bf8f01cfea"));
    let error = decode::hex(&device.buffer(b"0g")?);
    assert!(matches!(error, Err(vyre::Error::Decode { at: 1, .. })), "{error:?}");
    let crcs = hash::crc32_many(&bytes, &lines)?.read()?;
    assert_eq!(crcs[0], crc32fast::hash(b"name,points\n"));
    Ok(())
}

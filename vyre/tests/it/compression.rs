//! Decompression against the crates that people use for it.

use crate::{LENGTHS, bytes, devices, is_slow};
use vyre::algorithms::compression;
use vyre::{Device, Error};

/// Data that can be compressed: words of a random list.
fn prose(seed: u32, len: usize) -> Vec<u8> {
    let words: Vec<Vec<u8>> = (0..20).map(|word| bytes(word, 1 + word as usize * 3 % 17)).collect();
    let picked = bytes(seed, len).into_iter().flat_map(|byte| words[usize::from(byte) % 20].clone());
    picked.take(len).collect()
}

fn contents(device: &Device) -> Vec<Vec<u8>> {
    let mut contents: Vec<Vec<u8>> = LENGTHS.iter().map(|len| prose(*len as u32, *len)).collect();
    contents.extend([vec![7; 3000], bytes(5, 500)]);
    if !is_slow(device) {
        contents.extend([prose(1, 70_000), vec![0; 150_000], bytes(6, 66_000)]);
    }
    contents
}

/// Blocks behind one another, with their bounds.
fn joined(blocks: &[Vec<u8>]) -> (Vec<u8>, Vec<u32>) {
    let ends = blocks.iter().scan(0, |end, block| {
        *end += block.len() as u32;
        Some(*end)
    });
    (blocks.concat(), [0].into_iter().chain(ends).collect())
}

#[test]
fn lz4() {
    for device in devices() {
        let contents = contents(&device);
        let blocks: Vec<Vec<u8>> = contents.iter().map(|block| lz4_flex::block::compress(block)).collect();
        let ((data, offsets), (text, output_offsets)) = (joined(&blocks), joined(&contents));
        let [offsets, output_offsets] = [offsets, output_offsets].map(|list| device.buffer(&list).unwrap());
        let got = compression::lz4_decode_blocks(&device.buffer(&data).unwrap(), &offsets, &output_offsets)
            .unwrap();
        assert!(got.read().unwrap() == text, "{device}");
    }
}

/// Blocks with a byte changed or missing are refused where the crate refuses them, and else give the same.
#[test]
fn wrong_lz4() {
    for device in devices() {
        let count = if is_slow(&device) { 40 } else { 150 };
        for seed in 0..count {
            let text = prose(seed, 60 + seed as usize);
            let mut block = lz4_flex::block::compress(&text);
            let at = seed as usize * 7 % block.len();
            match seed % 3 {
                0 => block.truncate(at),
                1 => block[at] ^= 1 << (seed % 8),
                _ => block[at] = 0xff,
            }
            let mut expected = vec![0; text.len()];
            let is_whole =
                lz4_flex::block::decompress_into(&block, &mut expected).is_ok_and(|len| len == text.len());
            let [offsets, output_offsets] =
                [block.len(), text.len()].map(|len| device.buffer(&[0, len as u32]).unwrap());
            let got =
                compression::lz4_decode_blocks(&device.buffer(&block).unwrap(), &offsets, &output_offsets);
            match got {
                Ok(got) => assert!(is_whole && got.read().unwrap() == expected, "{seed} on {device}"),
                Err(Error::Decode { at, .. }) => {
                    assert!(!is_whole && at <= block.len() as u64, "{seed} on {device}")
                }
                Err(error) => panic!("{error}"),
            }
        }
        let buffer = |list: &[u32]| device.buffer(list).unwrap();
        let b = device.buffer(b"\x10x").unwrap();
        let decode = |offsets: &[u32], outputs: &[u32]| {
            compression::lz4_decode_blocks(&b, &buffer(offsets), &buffer(outputs))
        };
        assert!(matches!(decode(&[0, 2], &[0]), Err(Error::Length { .. })));
        assert!(matches!(decode(&[0, 3], &[0, 1]), Err(Error::Range { .. })));
        assert!(matches!(decode(&[0, 2, 0], &[0, 1, 1]), Err(Error::Range { .. })));
        assert!(matches!(decode(&[0, 2], &[0, 2]), Err(Error::Decode { at: 2, .. })));
        assert!(decode(&[0], &[0]).unwrap().is_empty() && decode(&[], &[]).unwrap().is_empty());
        assert_eq!(decode(&[0, 2], &[0, 1]).unwrap().read().unwrap(), b"x");
    }
}

#[test]
fn snappy() {
    for device in devices() {
        for text in contents(&device) {
            let compressed = snap::raw::Encoder::new().compress_vec(&text).unwrap();
            let got = compression::snappy_decode(&device.buffer(&compressed).unwrap()).unwrap();
            assert!(got.read().unwrap() == text, "{} bytes on {device}", text.len());
        }
    }
}

#[test]
fn wrong_snappy() {
    for device in devices() {
        let count = if is_slow(&device) { 40 } else { 150 };
        for seed in 0..count {
            let mut compressed =
                snap::raw::Encoder::new().compress_vec(&prose(seed, 60 + seed as usize)).unwrap();
            let at = seed as usize * 5 % compressed.len();
            match seed % 3 {
                0 => compressed.truncate(at),
                1 => compressed[at] ^= 1 << (seed % 8),
                _ => compressed[at] = 0xff,
            }
            // Of nothing the crate makes nothing, though a length is missing.
            if compressed.is_empty() {
                continue;
            }
            let expected = snap::raw::Decoder::new().decompress_vec(&compressed).ok();
            match compression::snappy_decode(&device.buffer(&compressed).unwrap()) {
                Ok(got) => assert_eq!(Some(got.read().unwrap()), expected, "{seed} on {device}"),
                Err(Error::Decode { at, .. }) => {
                    assert!(expected.is_none() && at <= compressed.len() as u64, "{seed} on {device}")
                }
                Err(error) => panic!("{error}"),
            }
        }
        // A length that nothing follows.
        let bomb = device.buffer(&[0xff, 0xff, 0xff, 0xff, 0x0f, 0x00]).unwrap();
        assert!(matches!(compression::snappy_decode(&bomb), Err(Error::Decode { .. })));
        assert!(matches!(
            compression::snappy_decode(&device.buffer(&[]).unwrap()),
            Err(Error::Decode { at: 0, .. })
        ));
    }
}

//! Listings of `book/src/cookbook/text.md`.

use vyre::algorithms::{encode, graph, hash, text};
use vyre::prelude::*;

// ANCHOR: pi
#[vyre::kernel]
fn darts(seed: u32, throws: u32, hits: &mut [u32]) {
    let i = invocation_id().x;
    if i < hits.len() {
        let mut rng = vyre::rand::rng(seed, i); // A stream for each invocation.
        for _ in 0..throws {
            let (x, y) = (rng.next_f32(), rng.next_f32());
            hits[i] += (x * x + y * y < 1.0) as u32;
        }
    }
}

fn estimate_pi(device: &Device) -> Result<(), vyre::Error> {
    let mut hits = [0; 100];
    darts(42, 100, &mut hits).dispatch(device)?;
    let pi = 4.0 * hits.iter().sum::<u32>() as f64 / 10_000.0;
    assert!((pi - std::f64::consts::PI).abs() < 0.1, "{pi}");
    Ok(())
}
// ANCHOR_END: pi

// ANCHOR: primes
#[vyre::function]
fn is_prime(n: u32) -> bool {
    if n < 4 {
        return n > 1;
    }
    n % 2 == 1 && (3..=n.isqrt()).step_by(2).all(|d| n % d != 0)
}

fn primes(device: &Device) -> Result<(), vyre::Error> {
    let found = device.par_range(0..30u32).filter(func!(is_prime)).collect()?;
    assert_eq!(found.read()?, [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
    Ok(())
}
// ANCHOR_END: primes

// ANCHOR: words
fn words(device: &Device) -> Result<(), vyre::Error> {
    let text = device.buffer(b"to be  or not to be")?;
    let starts = text.par_windows::<2>().filter(func!(|w: [u8; 2]| w[0] == b' ' && w[1] != b' '));
    assert_eq!(starts.count()? + 1, 6);
    assert_eq!(text::find(&text, b"not")?, Some(10));
    Ok(())
}
// ANCHOR_END: words

// ANCHOR: numbers
/// The number in each field, and 0 where a field is none.
#[vyre::kernel]
fn numbers(file: &[u8], fields: &[[u32; 2]], out: &mut [u64]) {
    let i = invocation_id().x;
    if i < out.len() {
        let [from, to] = fields[i];
        out[i] = vyre::ops::text::parse_u64(&file[from..to]).unwrap_or(0);
    }
}

fn numbers_of_a_table(device: &Device) -> Result<(), vyre::Error> {
    let file = device.buffer(b"17,4\n1000000000000,x\n")?;
    let fields = text::split(&file, b',')?;
    let mut out = device.zeros(fields.len())?;
    numbers(&file, &fields, &mut out).dispatch(device)?;
    assert_eq!(out.read()?, [17, 4, 1_000_000_000_000, 0]);
    Ok(())
}
// ANCHOR_END: numbers

// ANCHOR: sha
/// The digest of each record of `size` bytes.
#[vyre::kernel(workgroup_size = 64)]
fn digests(data: &[u8], size: u32, out: &mut [[u8; 32]]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = vyre::ops::hash::sha256(&data[i * size..(i + 1) * size]);
    }
}

fn hash_records(device: &Device) -> Result<(), vyre::Error> {
    let mut out = [[0; 32]; 2];
    digests(b"abcdef", 3, &mut out).dispatch(device)?;
    assert_eq!(out[0][..4], [0xba, 0x78, 0x16, 0xbf]); // FIPS 180-2's example.
    Ok(())
}
// ANCHOR_END: sha

// ANCHOR: checksum
fn checksum_of_a_buffer(device: &Device) -> Result<(), vyre::Error> {
    let data = device.buffer(b"123456789")?;
    assert_eq!(hash::crc32(&data)?, 0xcbf4_3926); // The check value of CRC-32.
    Ok(())
}
// ANCHOR_END: checksum

// ANCHOR: hex
fn hex_and_base64(device: &Device) -> Result<(), vyre::Error> {
    let data = device.buffer(b"vyre")?;
    assert_eq!(encode::hex(&data)?.read()?, b"76797265");
    assert_eq!(encode::base64(&data)?.read()?, b"dnlyZQ==");
    Ok(())
}
// ANCHOR_END: hex

// ANCHOR: graph
fn distances_in_a_graph(device: &Device) -> Result<(), vyre::Error> {
    // 0 -> 1, 0 -> 2, 1 -> 3, 2 -> 3: the targets of each node lie between two offsets.
    let offsets = device.buffer(&[0u32, 2, 3, 4, 4])?;
    let targets = device.buffer(&[1u32, 2, 3, 3])?;
    assert_eq!(graph::bfs(&offsets, &targets, 0)?.read()?, [0, 1, 1, 2]);
    Ok(())
}
// ANCHOR_END: graph

#[test]
fn listings() -> Result<(), vyre::Error> {
    for device in super::devices() {
        estimate_pi(&device)?;
        primes(&device)?;
        words(&device)?;
        numbers_of_a_table(&device)?;
        hash_records(&device)?;
        checksum_of_a_buffer(&device)?;
        hex_and_base64(&device)?;
        distances_in_a_graph(&device)?;
    }
    Ok(())
}

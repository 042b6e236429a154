//! Listings of `book/src/speed.md`.

use vyre::prelude::*;

// ANCHOR: timed
#[vyre::kernel]
fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
    let i = invocation_id().x;
    if i < y.len() {
        y[i] += a * x[i];
    }
}

fn timed(device: &Device) -> Result<(), vyre::Error> {
    let x = device.buffer(&vec![1.0f32; 100_000])?;
    let mut y = device.buffer(&vec![2.0f32; 100_000])?;
    saxpy(3.0, &x, &mut y).dispatch(device)?; // The first launch compiles the shader.
    if let Some(time) = saxpy(3.0, &x, &mut y).dispatch_timed(device)? {
        let bytes = 3 * 4 * x.len(); // Two loads and a store for each element.
        println!("{time:?}: {:.1} GB/s", bytes as f64 / time.as_secs_f64() / 1e9);
    }
    assert_eq!(y.read_range(..1)?, [8.0]);
    Ok(())
}
// ANCHOR_END: timed

// ANCHOR: bytes
/// Four bytes of `out` are one word, which one invocation stores at once.
#[vyre::kernel]
fn invert(bytes: &[u8], out: &mut [u8]) {
    let first = 16 * invocation_id().x;
    for k in 0..16 {
        out[first + k] = !bytes[first + k];
    }
}

fn inverted(device: &Device) -> Result<(), vyre::Error> {
    let bytes: Vec<u8> = (0..=255).collect();
    let mut out = vec![0; 256];
    invert(&bytes, &mut out).invocations([16, 1, 1]).dispatch(device)?;
    assert!(bytes.iter().zip(&out).all(|(a, b)| a ^ b == 255));
    Ok(())
}
// ANCHOR_END: bytes

// ANCHOR: constant
/// `N` is known when the kernel is compiled, so the loop is unrolled.
#[vyre::kernel]
fn powers<const N: u32>(x: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        let mut product = 1;
        for _ in 0..N {
            product *= x[i];
        }
        out[i] = product;
    }
}

fn fifth_powers(device: &Device) -> Result<(), vyre::Error> {
    let mut out = [0; 3];
    powers::<5>(&[1, 2, 3], &mut out).dispatch(device)?;
    assert_eq!(out, [1, 32, 243]);
    Ok(())
}
// ANCHOR_END: constant

#[test]
fn listings() -> Result<(), vyre::Error> {
    for device in super::devices() {
        timed(&device)?;
        inverted(&device)?;
        fifth_powers(&device)?;
    }
    Ok(())
}

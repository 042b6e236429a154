//! Algorithms over buffers and operations on slices against other crates, on every device.

#![allow(clippy::unwrap_used, clippy::panic)]

mod compression;
mod encode;
mod graph;
mod hash;
mod text;
mod texts;
mod vectors;

use vyre::Device;

/// Every device, the slow ones first, so that a mistake shows where its explanation is best.
fn devices() -> Vec<Device> {
    let mut devices = Device::list();
    devices.retain(|device| !is_slow(device));
    devices.splice(0..0, [Device::checked(), Device::reference()]);
    devices
}

/// Bytes that look random.
fn bytes(seed: u32, len: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
    let byte = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 11) as u8
    };
    std::iter::repeat_with(byte).take(len).collect()
}

/// The lengths around which something changes.
const LENGTHS: [usize; 16] = [0, 1, 3, 4, 7, 8, 15, 31, 55, 56, 63, 64, 65, 1000, 1024, 1025];

/// Whether a device is too slow for long data.
fn is_slow(device: &Device) -> bool {
    let name = device.to_string();
    name.contains("reference") || name.contains("checked")
}

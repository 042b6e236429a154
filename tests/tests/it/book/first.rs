//! Listings of `book/src/first.md`.

// ANCHOR: kernel
use vyre::prelude::*;

/// Makes every pixel brighter, up to white.
#[vyre::kernel]
fn brighten(pixels: &mut [u8], by: u8) {
    let i = invocation_id().x;
    if i < pixels.len() {
        pixels[i] = pixels[i].saturating_add(by);
    }
}
// ANCHOR_END: kernel

// ANCHOR: launch
fn brighten_once() -> Result<(), vyre::Error> {
    let device = Device::auto()?;
    let mut pixels = vec![0, 100, 200, 250];
    brighten(&mut pixels, 20).dispatch(&device)?;
    assert_eq!(pixels, [20, 120, 220, 255]);
    Ok(())
}
// ANCHOR_END: launch

// ANCHOR: resident
fn brighten_often(device: &Device) -> Result<(), vyre::Error> {
    let mut pixels = device.buffer(&[0u8, 100, 200, 250])?;
    for _ in 0..3 {
        brighten(&mut pixels, 20).dispatch(device)?; // Recorded. Nothing waits.
    }
    assert_eq!(pixels.read()?, [60, 160, 255, 255]); // Waits, and copies back.
    Ok(())
}
// ANCHOR_END: resident

// ANCHOR: function
/// One formula, for the kernel and for the host.
#[vyre::function]
fn grey(red: u8, green: u8, blue: u8) -> u8 {
    let sum = 77 * red as u32 + 150 * green as u32 + 29 * blue as u32;
    (sum >> 8) as u8
}

#[vyre::kernel]
fn to_grey(rgb: &[[u8; 3]], out: &mut [u8]) {
    let i = invocation_id().x;
    if i < out.len() {
        let [red, green, blue] = rgb[i];
        out[i] = grey(red, green, blue);
    }
}

fn grey_picture(device: &Device) -> Result<(), vyre::Error> {
    let rgb = [[255, 255, 255], [255, 0, 0], [0, 0, 200]];
    let mut out = [0; 3];
    to_grey(&rgb, &mut out).dispatch(device)?;
    assert_eq!(out, [255, 76, 22]);
    assert_eq!(out, rgb.map(|[red, green, blue]| grey(red, green, blue))); // The same on the host.
    Ok(())
}
// ANCHOR_END: function

#[test]
fn listings() -> Result<(), vyre::Error> {
    brighten_once()?;
    for device in super::devices() {
        brighten_often(&device)?;
        grey_picture(&device)?;
    }
    Ok(())
}

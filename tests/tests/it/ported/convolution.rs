//! Separable convolution (CUDA samples) of an image of bytes with a Gaussian in fixed point, by rows in workgroup memory and by columns,
//! against both dimensions at once.

use crate::ported::{bytes, devices};
use vyre::prelude::*;

const RADIUS: i32 = 3;

/// Binomial coefficients, whose sum is 64.
const WEIGHTS: [u32; 7] = [1, 6, 15, 20, 15, 6, 1];

/// The sums of neighbours in a row, of 16 bits. Beyond the border the outermost pixel goes on.
#[vyre::kernel(workgroup_size = 64)]
fn rows(image: &[u8], width: i32, sums: &mut [u16]) {
    const TILE: i32 = 64;
    let mut tile = workgroup_array::<u8, 70>();
    let y = workgroup_id().y as i32;
    let start = workgroup_id().x as i32 * TILE;
    let k = local_id().x as i32;
    let row = &image[y * width..(y + 1) * width];
    for at in (k..TILE + 2 * RADIUS).step_by(64) {
        tile[at] = row[(start + at - RADIUS).clamp(0, width - 1)];
    }
    barrier();
    let mut sum = 0;
    for j in -RADIUS..=RADIUS {
        sum += WEIGHTS[j + RADIUS] * u32::from(tile[k + RADIUS + j]);
    }
    if start + k < width {
        sums[y * width + start + k] = sum as u16;
    }
}

#[vyre::kernel(workgroup_size = (16, 4))]
fn columns(sums: &[u16], width: i32, height: i32, image: &mut [u8]) {
    let (x, y) = (invocation_id().x as i32, invocation_id().y as i32);
    if x >= width || y >= height {
        return;
    }
    let mut sum = 0u32;
    for j in -RADIUS..=RADIUS {
        let other = (y + j).max(0).min(height - 1);
        sum += WEIGHTS[j + RADIUS] * sums[other * width + x] as u32;
    }
    image[y * width + x] = ((sum + 2048) / 4096) as u8;
}

fn blur(device: &Device, image: &[u8], width: usize) -> Vec<u8> {
    let height = image.len() / width;
    let mut sums = vec![0u16; image.len()];
    rows(image, width as i32, &mut sums)
        .workgroups([width.div_ceil(64) as u32, height as u32, 1])
        .dispatch(device)
        .unwrap();
    let mut blurred = vec![0; image.len()];
    columns(&sums, width as i32, height as i32, &mut blurred)
        .invocations([width as u32, height as u32, 1])
        .dispatch(device)
        .unwrap();
    blurred
}

fn expected(image: &[u8], width: i32) -> Vec<u8> {
    let height = image.len() as i32 / width;
    let pixel = |i: i32| {
        let (x, y) = (i % width, i / width);
        let mut sum = 0;
        for (dy, a) in (-3..).zip(WEIGHTS) {
            for (dx, b) in (-3..).zip(WEIGHTS) {
                let at = (y + dy).clamp(0, height - 1) * width + (x + dx).clamp(0, width - 1);
                sum += a * b * u32::from(image[at as usize]);
            }
        }
        ((sum + 2048) / 4096) as u8
    };
    (0..width * height).map(pixel).collect()
}

#[test]
fn images_of_every_shape() {
    for device in devices() {
        for (width, height) in [(1, 1), (5, 1), (1, 9), (63, 4), (64, 7), (65, 8), (200, 3)] {
            let image = bytes(width as u32, width * height);
            assert_eq!(
                blur(&device, &image, width),
                expected(&image, width as i32),
                "{width}, {height} on {device}"
            );
        }
        assert_eq!(blur(&device, &[255; 100], 10), [255; 100], "white stays white on {device}");
    }
}

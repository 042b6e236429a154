//! Listings of `book/src/cookbook/elements.md`.

use vyre::prelude::*;

// ANCHOR: add
#[vyre::kernel]
fn add(a: &[f32], b: &[f32], out: &mut [f32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = a[i] + b[i];
    }
}

fn add_vectors(device: &Device) -> Result<(), vyre::Error> {
    let mut out = [0.0; 3];
    add(&[1.0, 2.0, 3.0], &[0.5, 0.5, 0.5], &mut out).dispatch(device)?;
    assert_eq!(out, [1.5, 2.5, 3.5]);
    Ok(())
}
// ANCHOR_END: add

// ANCHOR: scale
#[vyre::kernel]
fn to_unit(bytes: &[u8], out: &mut [f32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = bytes[i] as f32 / 255.0;
    }
}

fn scale_bytes(device: &Device) -> Result<(), vyre::Error> {
    let mut out = [0.0; 3];
    to_unit(&[0, 51, 255], &mut out).dispatch(device)?;
    assert_eq!(out, [0.0, 0.2, 1.0]);
    Ok(())
}
// ANCHOR_END: scale

// ANCHOR: table
/// The cube of each digit.
const CUBES: [u32; 10] = [0, 1, 8, 27, 64, 125, 216, 343, 512, 729];

#[vyre::kernel]
fn sums_of_cubes(numbers: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        let mut rest = numbers[i];
        while rest > 0 {
            out[i] += CUBES[rest % 10];
            rest /= 10;
        }
    }
}

fn look_up(device: &Device) -> Result<(), vyre::Error> {
    let mut out = [0; 3];
    sums_of_cubes(&[153, 407, 10], &mut out).dispatch(device)?;
    assert_eq!(out, [153, 407, 1]);
    Ok(())
}
// ANCHOR_END: table

// ANCHOR: transpose
#[vyre::kernel(workgroup_size = (16, 16))]
fn transpose(a: &[u32], out: &mut [u32], width: u32, height: u32) {
    let mut tile = workgroup_array::<[u32; 17], 16>(); // 17, so that columns lie in different banks.
    let (x, y) = (invocation_id().x, invocation_id().y);
    let (i, j) = (local_id().x, local_id().y);
    if x < width && y < height {
        tile[j][i] = a[y * width + x];
    }
    barrier();
    // Neighbours along x store neighbours again.
    let (x, y) = (workgroup_id().y * 16 + i, workgroup_id().x * 16 + j);
    if x < height && y < width {
        out[y * height + x] = tile[i][j];
    }
}

fn transpose_matrix(device: &Device) -> Result<(), vyre::Error> {
    let mut out = [0; 6];
    transpose(&[1, 2, 3, 4, 5, 6], &mut out, 3, 2).invocations([3, 2, 1]).dispatch(device)?;
    assert_eq!(out, [1, 4, 2, 5, 3, 6]);
    Ok(())
}
// ANCHOR_END: transpose

// ANCHOR: blur
/// The mean of the elements up to `R` away, of those that there are.
#[vyre::kernel]
fn blur<const R: u32>(data: &[f32], out: &mut [f32]) {
    let i = invocation_id().x;
    if i < out.len() {
        let first = i.saturating_sub(R);
        let near = &data[first..(i + R + 1).min(data.len())];
        out[i] = near.iter().sum::<f32>() / near.len() as f32;
    }
}

fn blur_line(device: &Device) -> Result<(), vyre::Error> {
    let mut out = [0.0; 4];
    blur::<1>(&[3.0, 9.0, 0.0, 6.0], &mut out).dispatch(device)?;
    assert_eq!(out, [6.0, 4.0, 5.0, 3.0]);
    Ok(())
}
// ANCHOR_END: blur

// ANCHOR: edges
/// Sobel's operator on a picture, whose border stays black.
#[vyre::kernel(workgroup_size = (16, 16))]
fn edges(picture: &Tensor<i32, H, W>, out: &mut Tensor<i32, H, W>) {
    let (x, y) = (invocation_id().x, invocation_id().y);
    if x > 0 && y > 0 && x + 1 < W && y + 1 < H {
        let (l, r, u, d) = (x - 1, x + 1, y - 1, y + 1);
        let across = picture[[u, r]] + 2 * picture[[y, r]] + picture[[d, r]]
            - picture[[u, l]]
            - 2 * picture[[y, l]]
            - picture[[d, l]];
        let down = picture[[d, l]] + 2 * picture[[d, x]] + picture[[d, r]]
            - picture[[u, l]]
            - 2 * picture[[u, x]]
            - picture[[u, r]];
        out[[y, x]] = across.abs() + down.abs();
    }
}

fn find_edges(device: &Device) -> Result<(), vyre::Error> {
    let picture = device.tensor(&[0, 0, 9, 9, 0, 0, 9, 9, 0, 0, 9, 9], [3, 4])?;
    let mut out = device.tensor_zeros::<i32>([3, 4])?;
    edges(&picture, &mut out).dispatch(device)?;
    assert_eq!(out.read()?, [0, 0, 0, 0, 0, 36, 36, 0, 0, 0, 0, 0]);
    Ok(())
}
// ANCHOR_END: edges

// ANCHOR: map
fn map_without_a_kernel(device: &Device) -> Result<(), vyre::Error> {
    let celsius = device.buffer(&[0.0f32, 37.0, 100.0])?;
    let fahrenheit = celsius.par_iter().map(func!(|c: f32| c * 1.8 + 32.0)).collect()?;
    assert_eq!(fahrenheit.read()?, [32.0, 98.6, 212.0]);
    Ok(())
}
// ANCHOR_END: map

// ANCHOR: generic
/// One kernel for every type of numbers.
#[vyre::kernel]
fn clamp_all<T: vyre::Number>(data: &mut [T], low: T, high: T) {
    let i = invocation_id().x;
    if i < data.len() {
        data[i] = data[i].max(low).min(high);
    }
}

fn clamp(device: &Device) -> Result<(), vyre::Error> {
    let (mut floats, mut bytes) = ([-0.5f32, 0.5, 1.5], [3u8, 77, 200]);
    clamp_all(&mut floats, 0.0, 1.0).dispatch(device)?;
    clamp_all(&mut bytes, 10, 100).dispatch(device)?;
    assert_eq!((floats, bytes), ([0.0, 0.5, 1.0], [10, 77, 100]));
    Ok(())
}
// ANCHOR_END: generic

#[test]
fn listings() -> Result<(), vyre::Error> {
    for device in super::devices() {
        add_vectors(&device)?;
        scale_bytes(&device)?;
        look_up(&device)?;
        transpose_matrix(&device)?;
        blur_line(&device)?;
        find_edges(&device)?;
        map_without_a_kernel(&device)?;
        clamp(&device)?;
    }
    Ok(())
}

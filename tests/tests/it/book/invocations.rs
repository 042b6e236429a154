//! Listings of `book/src/invocations.md`.

use vyre::prelude::*;

// ANCHOR: gather
/// Halves a picture of `width` columns: every pixel of `out` is the mean of four.
#[vyre::kernel(workgroup_size = (8, 8))]
fn halve(picture: &[u8], width: u32, out: &mut [u8], out_width: u32) {
    let (x, y) = (invocation_id().x, invocation_id().y);
    if x >= out_width {
        return;
    }
    let (left, top) = (2 * x, 2 * y);
    let mut sum = 0u32;
    for dy in 0..2 {
        for dx in 0..2 {
            sum += picture[(top + dy) * width + left + dx] as u32;
        }
    }
    out[y * out_width + x] = (sum / 4) as u8;
}

fn halve_picture(device: &Device) -> Result<(), vyre::Error> {
    let picture = [
        10, 20, 30, 40, //
        10, 20, 30, 40, //
        0, 0, 100, 100, //
        0, 4, 100, 104,
    ];
    let mut out = [0; 4];
    halve(&picture, 4, &mut out, 2).invocations([2, 2, 1]).dispatch(device)?;
    assert_eq!(out, [15, 35, 1, 101]);
    Ok(())
}
// ANCHOR_END: gather

// ANCHOR: rows
/// The largest value of each row: one invocation takes a whole row.
#[vyre::kernel(workgroup_size = 64)]
fn row_maxima(matrix: &[f32], columns: usize, out: &mut [f32]) {
    let row = invocation_id().x;
    if row < out.len() {
        let values = &matrix[row * columns..(row + 1) * columns];
        out[row] = values.iter().fold(f32::NEG_INFINITY, |largest, x| largest.max(*x));
    }
}

fn maxima(device: &Device) -> Result<(), vyre::Error> {
    let mut out = [0.0; 2];
    row_maxima(&[1.0, 7.0, 3.0, -4.0, -2.0, -9.0], 3, &mut out).dispatch(device)?;
    assert_eq!(out, [7.0, -2.0]);
    Ok(())
}
// ANCHOR_END: rows

// ANCHOR: strided
/// A grid of a fixed size that takes a buffer of any length, each invocation every `stride`th element.
#[vyre::kernel(workgroup_size = 64)]
fn partial_sums(data: &[u32], sums: &mut [u32]) {
    let first = invocation_id().x;
    let stride = num_workgroups().x * workgroup_size().x;
    if first < sums.len() {
        sums[first] = (first..data.len()).step_by(stride).map(|i| data[i]).sum();
    }
}

fn sum_in_parts(device: &Device) -> Result<(), vyre::Error> {
    let data: Vec<u32> = (1..=1000).collect();
    let mut sums = [0; 128];
    partial_sums(&data, &mut sums).workgroups([2, 1, 1]).dispatch(device)?;
    assert_eq!(sums.iter().sum::<u32>(), 500_500);
    Ok(())
}
// ANCHOR_END: strided

#[test]
fn listings() -> Result<(), vyre::Error> {
    for device in super::devices() {
        halve_picture(&device)?;
        maxima(&device)?;
        sum_in_parts(&device)?;
    }
    Ok(())
}

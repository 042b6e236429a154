//! The product of two matrices, by tiles in workgroup memory, against three loops.

use crate::ported::devices;
use vyre::prelude::*;
use vyre_tests::values::{EDGES, random};

const SIDE: u32 = 16;

/// `a` is `rows` x `inner`, `b` is `inner` x `columns`, both row by row. A workgroup computes a tile of 16 x 16.
#[vyre::kernel(workgroup_size = (16, 16))]
fn product(a: &[u32], b: &[u32], c: &mut [u32], rows: u32, inner: u32, columns: u32) {
    let mut tile_a = workgroup_array::<[u32; 16], 16>();
    let mut tile_b = workgroup_array::<[u32; 16], 16>();
    let (column, row) = (invocation_id().x, invocation_id().y);
    let (x, y) = (local_id().x, local_id().y);
    let mut sum = 0;
    for start in (0..inner).step_by(SIDE) {
        let (across, down) = (start + x, start + y);
        tile_a[y][x] = if row < rows && across < inner { a[row * inner + across] } else { 0 };
        tile_b[y][x] = if down < inner && column < columns { b[down * columns + column] } else { 0 };
        barrier();
        for k in 0..SIDE {
            sum += tile_a[y][k] * tile_b[k][x];
        }
        barrier();
    }
    if row < rows && column < columns {
        c[row * columns + column] = sum;
    }
}

fn check(device: &Device, a: &[u32], b: &[u32], [rows, inner, columns]: [usize; 3]) {
    let mut expected = vec![0u32; rows * columns];
    for row in 0..rows {
        for k in 0..inner {
            for column in 0..columns {
                let sum = &mut expected[row * columns + column];
                *sum = sum.wrapping_add(a[row * inner + k].wrapping_mul(b[k * columns + column]));
            }
        }
    }
    let mut c = vec![7; rows * columns];
    product(a, b, &mut c, rows as u32, inner as u32, columns as u32)
        .invocations([columns as u32, rows as u32, 1])
        .dispatch(device)
        .unwrap();
    assert_eq!(c, expected, "{rows} x {inner} by {inner} x {columns} on {device}");
}

#[test]
fn products_of_every_shape() {
    let shapes = [
        [1, 1, 1],
        [1, 40, 1],
        [40, 1, 40],
        [15, 16, 17],
        [16, 16, 16],
        [17, 15, 33],
        [64, 48, 32],
        [50, 100, 3],
        [5, 0, 5],
    ];
    for device in devices() {
        for [rows, inner, columns] in shapes {
            let a = random(1, (rows * inner) as u32, u32::MAX);
            let b = random(2, (inner * columns) as u32, u32::MAX);
            check(&device, &a, &b, [rows, inner, columns]);
        }
    }
}

#[test]
fn products_of_edge_values() {
    for device in devices() {
        check(&device, &EDGES, &EDGES, [21, 1, 21]);
        check(&device, &EDGES, &EDGES, [3, 7, 3]);
    }
}

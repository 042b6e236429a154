//! Listings of `book/src/tensors.md`.

use vyre::prelude::*;

// ANCHOR: views
fn views(device: &Device) -> Result<(), vyre::Error> {
    let t = device.tensor(&[1u32, 2, 3, 4, 5, 6], [2, 3])?;
    assert_eq!(t.transpose().read()?, [1, 4, 2, 5, 3, 6]); // A view: nothing is copied on the device.
    assert_eq!(t.slice(1, 1..3)?.read()?, [2, 3, 5, 6]);
    let row = t.index(0, 0)?;
    assert_eq!((&t + &row)?.read()?, [2, 4, 6, 5, 7, 9]); // Broadcast, as in NumPy.
    assert_eq!(t.sum(1)?.read()?, [6, 15]);
    Ok(())
}
// ANCHOR_END: views

// ANCHOR: kernel
/// Adds to each element those above, below, left and right of it. What is outside counts as 0.
#[vyre::kernel(workgroup_size = (16, 16))]
fn spread(a: &Tensor<f32, H, W>, out: &mut Tensor<f32, H, W>) {
    let (x, y) = (invocation_id().x, invocation_id().y);
    out[[y, x]] = a[[y, x]] + a[[y - 1, x]] + a[[y + 1, x]] + a[[y, x - 1]] + a[[y, x + 1]];
}

fn spread_out(device: &Device) -> Result<(), vyre::Error> {
    let a = device.tensor(&[0.0f32, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0], [3, 3])?;
    let mut out = device.tensor_zeros::<f32>([3, 3])?;
    spread(&a, &mut out).dispatch(device)?;
    assert_eq!(out.read()?, [0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0]);
    Ok(())
}
// ANCHOR_END: kernel

// ANCHOR: layer
use vyre::tensor::matmul;

/// A layer of a network: `relu(x w + b)`, and probabilities of what comes out.
fn layer(device: &Device) -> Result<(), vyre::Error> {
    let x = device.tensor(&[1.0f32, 2.0, -1.0, 0.5], [2, 2])?;
    let w = device.tensor(&[1.0f32, 0.0, -1.0, 0.0, 1.0, 1.0], [2, 3])?;
    let b = device.tensor(&[0.0f32, 0.5, 0.0], [3])?;
    let y = (&matmul(&x, &w)? + &b)?.map(func!(|x: f32| x.max(0.0)))?;
    assert_eq!(y.read()?, [1.0, 2.5, 1.0, 0.0, 1.0, 1.5]);
    assert_eq!(y.softmax(1)?.arg_max(1)?.read()?, [1, 2]);
    Ok(())
}
// ANCHOR_END: layer

#[test]
fn listings() -> Result<(), vyre::Error> {
    for device in super::devices() {
        views(&device)?;
        spread_out(&device)?;
        layer(&device)?;
    }
    Ok(())
}

//! Listings of `book/src/floats.md`.

use vyre::prelude::*;

// ANCHOR: bits
/// A damped oscillation.
#[vyre::function]
fn signal(time: f32) -> f32 {
    (-0.1 * time).exp() * (2.0 * time).sin()
}

#[vyre::kernel]
fn samples(step: f32, out: &mut [f32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = signal(i as f32 * step);
    }
}

fn same_bits(device: &Device) -> Result<(), vyre::Error> {
    let mut out = [0.0; 100];
    samples(0.25, &mut out).dispatch(device)?;
    for (i, x) in out.iter().enumerate() {
        // Not "nearly": the same bits as on the host, and so as on every other device.
        assert_eq!(x.to_bits(), signal(i as f32 * 0.25).to_bits());
    }
    Ok(())
}
// ANCHOR_END: bits

// ANCHOR: sums
fn orders_of_sums(device: &Device) -> Result<(), vyre::Error> {
    let data = device.buffer(&[1.0e8f32, 1.0, -1.0e8, 1.0])?;
    // From left to right: the first 1 is lost beside 1.0e8.
    assert_eq!(data.par_iter().sum_strict()?, 1.0);
    // By a balanced tree: (1.0e8 + 1) + (-1.0e8 + 1), and both are lost.
    assert_eq!(data.par_iter().sum_tree()?, 0.0);
    // In `f64` nothing is lost, in any order.
    assert_eq!(data.par_iter().map(func!(|x: f32| x as f64)).sum_tree()?, 2.0);
    Ok(())
}
// ANCHOR_END: sums

// ANCHOR: approx
#[vyre::kernel]
fn exact(x: &mut [f32]) {
    let i = invocation_id().x;
    x[i] = x[i].sin();
}

#[vyre::kernel]
fn quick(x: &mut [f32]) {
    let i = invocation_id().x;
    x[i] = vyre::ops::f32::sin_approx(x[i]);
}

fn approximate(device: &Device) -> Result<(), vyre::Error> {
    assert!(exact::is_strict() && !quick::is_strict());
    let (mut a, mut b) = ([0.5f32, 1.0, 2.0], [0.5f32, 1.0, 2.0]);
    exact(&mut a).dispatch(device)?;
    quick(&mut b).dispatch(device)?;
    for (a, b) in a.iter().zip(&b) {
        assert!(a.to_bits().abs_diff(b.to_bits()) <= 2); // Within 2 ULP.
    }
    Ok(())
}
// ANCHOR_END: approx

#[test]
fn listings() -> Result<(), vyre::Error> {
    for device in super::devices() {
        same_bits(&device)?;
        orders_of_sums(&device)?;
        approximate(&device)?;
    }
    Ok(())
}

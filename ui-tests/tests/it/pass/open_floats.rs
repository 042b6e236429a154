//! Floats that nothing settles are `f64`s, as in Rust.

#[vyre::kernel]
fn kernel(out: &mut [u32], sums: &mut [f64]) {
    out[0] = 16777217.0 as u32;
    out[1] = -(-16777217.0) as u32;
    out[2] = (0.1 + 0.2 == 0.3) as u32;
    sums[0] = 0.1 + 0.2;
}

#[test]
fn runs() -> Result<(), vyre::Error> {
    let (mut out, mut sums) = ([7; 3], [0.0]);
    kernel(&mut out, &mut sums).invocations([1, 1, 1]).dispatch(&vyre::Device::cpu())?;
    assert_eq!((out, sums), ([16_777_217, 16_777_217, 0], [0.1 + 0.2]));
    Ok(())
}

//! Listings of `book/src/ci.md`.

use vyre::prelude::*;

// ANCHOR: devices
#[vyre::kernel]
fn negate(data: &mut [i32]) {
    let i = invocation_id().x;
    if i < data.len() {
        data[i] = -data[i];
    }
}

/// The kernel on every device of the machine, and under watch.
#[test]
fn negates_everywhere() -> Result<(), vyre::Error> {
    for device in Device::list().into_iter().chain([Device::checked()]) {
        let mut data = [1, -2, i32::MIN];
        negate(&mut data).dispatch(&device)?;
        assert_eq!(data, [-1, 2, i32::MIN], "{device}");
        assert!(device.take_findings().is_empty(), "{device}");
    }
    Ok(())
}
// ANCHOR_END: devices

// ANCHOR: random
/// Many inputs against plain Rust.
#[test]
fn agrees_with_plain_rust() -> Result<(), vyre::Error> {
    let device = Device::auto()?;
    let mut rng = vyre::rand::rng(1, 0);
    for length in [0, 1, 63, 64, 65, 1000] {
        let data: Vec<i32> = (0..length).map(|_| rng.next_u32() as i32).collect();
        let mut out = data.clone();
        negate(&mut out).dispatch(&device)?;
        assert!(data.iter().zip(&out).all(|(x, y)| x.wrapping_neg() == *y), "{length}");
    }
    Ok(())
}
// ANCHOR_END: random

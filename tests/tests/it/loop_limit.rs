//! Long loops: every device executes all rounds, or the launch is an error and nothing holds other bytes than the kernel computes.
//!
//! Lavapipe ends the loops of an invocation after 65,535 rounds in all, those of nested loops and of loops one after the other counted together.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre::{DeviceKind, Error};
use vyre_tests::devices;

#[vyre::kernel(workgroup_size = 1)]
fn nested(out: &mut [u32], n: u32, m: u32) {
    let mut count = 0;
    for i in 0..n {
        for j in 0..m {
            count = count * 3 + (i ^ j);
        }
    }
    out[0] = count;
}

#[vyre::kernel(workgroup_size = 1)]
fn one_after_the_other(out: &mut [u32], n: u32, m: u32) {
    let mut count = 0;
    for i in 0..n {
        count = count * 3 + i;
    }
    for i in 0..m {
        count = count * 5 + i;
    }
    out[0] = count;
}

/// Leaves the loop in the middle, by each kind of jump.
#[vyre::kernel(workgroup_size = 64)]
fn leaves(out: &mut [u32], n: u32, at: u32) {
    let i = invocation_id().x;
    out[i] = 1;
    for k in 0..n {
        if k == at + i {
            if i % 2 == 0 {
                break;
            }
            return;
        }
        if k % 3 == 0 {
            continue;
        }
        out[i] += k;
    }
    out[i] += 100;
}

fn check(
    device: &Device,
    ran: Result<(), Error>,
    (got, before, expected): (&[u32], u32, &[u32]),
    is_long: bool,
) {
    match ran {
        Err(Error::LoopLimit { rounds, .. }) => {
            assert!(is_long && device.info().kind() == DeviceKind::SoftwareGpu, "{device}");
            assert_eq!(rounds, 65_535);
            assert!(got.iter().all(|word| *word == before), "other bytes on {device}");
        }
        ran => {
            ran.unwrap();
            assert_eq!(got, expected, "{device}");
        }
    }
}

#[test]
fn nested_rounds_count_together() {
    for device in devices() {
        for (n, m, is_long) in
            [(10, 20, false), (250, 250, false), (300, 300, true), (2, 40_000, true), (66_000, 1, true)]
        {
            let expected = (0..n)
                .flat_map(|i| (0..m).map(move |j| i ^ j))
                .fold(0u32, |count, x| count.wrapping_mul(3).wrapping_add(x));
            let mut out = [7];
            let ran = nested(&mut out, n, m).dispatch(&device);
            check(&device, ran, (&out, 7, &[expected]), is_long);
        }
    }
}

#[test]
fn rounds_of_two_loops_count_together() {
    for device in devices() {
        for (n, m, is_long) in [
            (30_000, 30_000, false),
            (40_000, 40_000, true),
            (65_000, 600, true),
            (10, 70_000, true),
            (70_000, 10, true),
        ] {
            let first = (0..n).fold(0u32, |count, i| count.wrapping_mul(3).wrapping_add(i));
            let expected = (0..m).fold(first, |count, i| count.wrapping_mul(5).wrapping_add(i));
            let mut out = [7];
            let ran = one_after_the_other(&mut out, n, m).dispatch(&device);
            check(&device, ran, (&out, 7, &[expected]), is_long);
        }
    }
}

#[test]
fn a_loop_that_is_left_early_is_no_long_one() {
    for device in devices() {
        for (n, at, is_long) in [(0xffff_ffff, 1000, false), (100, 1000, false), (0xffff_ffff, 80_000, true)]
        {
            let expected: Vec<u32> = (0..128)
                .map(|i| {
                    let end = n.min(at + i);
                    let sum = (0..end).filter(|k| k % 3 != 0).fold(1u32, u32::wrapping_add);
                    if end < n && i % 2 == 1 { sum } else { sum.wrapping_add(100) }
                })
                .collect();
            let mut out = [7; 128];
            let ran = leaves(&mut out, n, at).dispatch(&device);
            check(&device, ran, (&out, 7, &expected), is_long);
        }
    }
}

/// A buffer of the device that a launch has left with other bytes gives the error, until it is written as a whole.
#[test]
fn a_buffer_with_other_bytes_is_not_read() {
    for device in devices() {
        let mut data = device.buffer(&[7u32]).unwrap();
        let ran = nested(&mut data, 300, 300).dispatch(&device);
        let Err(error) = ran else { continue };
        assert!(matches!(error, Error::LoopLimit { .. }), "{error}");
        assert!(error.to_string().contains("Device::cpu()"), "{error}");
        assert!(matches!(data.read(), Err(Error::LoopLimit { .. })));
        assert!(matches!(nested(&mut data, 2, 2).dispatch(&device), Err(Error::LoopLimit { .. })));
        data.write(&[1]).unwrap();
        nested(&mut data, 1, 1).dispatch(&device).unwrap();
        assert_eq!(data.read().unwrap(), [0]);
    }
}

/// The word of the launch that went wrong is not that of others, which run at the same time.
#[test]
fn other_launches_go_on() {
    for device in devices() {
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let device = &device;
                scope.spawn(move || {
                    for _ in 0..10 {
                        let (n, expected) = if thread % 2 == 0 { (3, 0) } else { (300, 1) };
                        let mut out = [7];
                        let ran = nested(&mut out, n, n).dispatch(device);
                        let is_limited = matches!(ran, Err(Error::LoopLimit { .. }));
                        assert!(!is_limited || expected == 1, "thread {thread} on {device}");
                    }
                });
            }
        });
    }
}

/// Shaders for other adapters are those that they have always been.
#[test]
fn the_text_of_a_shader_watches_nothing() {
    let text = nested::wgsl();
    assert!(
        text.contains("for (var i: u32 = 0u; i < params") || text.contains("for (var i: u32 = 0u;"),
        "{text}"
    );
    assert!(!text.contains("launch.zero") && !text.contains("loop_ended_early"), "{text}");
}

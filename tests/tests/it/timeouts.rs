//! What takes longer than a device's timeout: compiling, and running.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};
use vyre::prelude::*;
use vyre::{Arg, Error};
use vyre_tests::{devices, opened_with_wgpu, workgroups_for};

#[vyre::kernel(workgroup_size = 64)]
fn add_one(data: &mut [u32]) {
    let i = invocation_id().x;
    if i < data.len() {
        data[i] += 1;
    }
}

/// Lavapipe takes minutes to compile this.
#[vyre::kernel(workgroup_size = 64)]
fn root(table: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] = table[table.len().isqrt()];
}

#[vyre::kernel(workgroup_size = 1)]
fn spin(data: &mut [u32]) {
    for i in 0..60_000 {
        data[0] = data[0] * 3 + i;
    }
}

const LONG: Duration = Duration::from_secs(600);

#[test]
fn a_kernel_that_compiles_for_too_long_is_an_error_and_the_device_lives_on() {
    vyre_tests::in_own_process!();
    let Some((wgpu_device, queue)) = opened_with_wgpu(|_| {}, None) else { return };
    let device = Device::from_wgpu(wgpu_device, queue).unwrap();
    let table: Vec<u32> = (0..100).collect();
    let limit = Duration::from_millis(500);
    device.set_timeout(limit);
    let mut out = [7u32; 64];
    let start = Instant::now();
    let first = root(&table, &mut out).dispatch(&device);
    let waited = start.elapsed();
    let Err(error) = first else {
        println!("SKIPPED: the driver compiles that within {waited:?}");
        return assert_eq!(out, [10; 64]);
    };
    let text = error.to_string();
    let Error::Compiling { kernel, elapsed, limit: said } = error else { panic!("{error}") };
    assert!(
        kernel == "it::timeouts::root" && said == limit && elapsed >= limit,
        "{kernel} {elapsed:?} {said:?}"
    );
    assert!(text.contains("the driver still compiles `it::timeouts::root`"), "{text}");
    assert!(waited >= limit && waited < limit * 4, "{waited:?}");
    assert_eq!(out, [7; 64], "host data are intact");
    // The next launch does not wait again, whatever the kernel's other arguments are.
    let start = Instant::now();
    for _ in 0..10 {
        let again = root(&table[..50], &mut out).dispatch(&device);
        assert!(matches!(again, Err(Error::Compiling { .. })), "{again:?}");
    }
    assert!(start.elapsed() < limit, "{:?}", start.elapsed());
    // Other kernels run, and buffers are there.
    device.set_timeout(LONG);
    let mut data = device.buffer(&[1u32, 2, 3]).unwrap();
    add_one(&mut data).dispatch(&device).unwrap();
    assert_eq!(data.read().unwrap(), [2, 3, 4]);
}

/// Lavapipe compiles each for 10 s of CPU and more: LLVM's time grows with the square of the loads and of the barriers.
#[test]
fn long_kernels_are_bounded_by_the_timeout_while_they_compile() {
    vyre_tests::in_own_process!();
    let Some((wgpu_device, queue)) = opened_with_wgpu(|_| {}, None) else { return };
    let device = Device::from_wgpu(wgpu_device, queue).unwrap();
    let limit = Duration::from_millis(500);
    device.set_timeout(limit);
    let repeat = |count: u32, statements: &str| statements.repeat(count as usize);
    let mut is_given_up = false;
    for (statements, arrays) in [
        (repeat(1_000, "acc = acc * 3 + 1; acc = acc ^ data[acc & 63];"), ""),
        (
            repeat(500, "barrier; t[local_id.x] = acc; barrier; acc = acc + t[63 - local_id.x];"),
            "buffer t: workgroup u32[64]",
        ),
    ] {
        let text = format!(
            "program workgroup_size 64, 1, 1 buffer data: read_write u32 @ 0 {arrays}
             entry {{ let acc = local_id.x; {statements} data[local_id.x] = acc; }}"
        );
        let program: vyre::ir::Program = text.parse().unwrap();
        let mut data = [7u32; 64];
        let start = Instant::now();
        let result = device.run(&program, [1, 1, 1], [Arg::write(&mut data)]);
        let waited = start.elapsed();
        match result {
            Ok(()) => println!("SKIPPED: the driver compiles that within {waited:?}"),
            Err(Error::Compiling { elapsed, limit: said, .. }) => {
                assert!(
                    said == limit && elapsed >= limit && waited < limit * 8,
                    "{elapsed:?} {said:?} {waited:?}"
                );
                assert_eq!(data, [7; 64], "host data are intact");
            }
            // It was compiled in time, beside the one before, which takes the time of the launch.
            Err(Error::Timeout { .. }) => {
                assert!(waited < limit * 8, "{waited:?}");
                is_given_up = true;
            }
            // A driver that has kept what it compiled in another run does the rest when it launches.
            Err(Error::DeviceLost { .. }) if is_given_up => {}
            Err(error) => panic!("{error}"),
        }
    }
}

/// The status is what tells: drivers free what they have under the feet of a thread that waits.
#[test]
fn the_process_ends_as_it_should_while_a_thread_waits_for_the_device() {
    vyre_tests::in_own_process!();
    let Some(device) = devices().into_iter().nth(1) else { return };
    let spin_for = |rounds| spin(&mut [1u32]).workgroups([rounds, 1, 1]).dispatch(&device).unwrap();
    spin_for(1);
    let rounds = workgroups_for(2.0, spin_for);
    std::thread::spawn(move || spin(&mut [1u32]).workgroups([rounds, 1, 1]).dispatch(&device));
    std::thread::sleep(Duration::from_millis(300));
}

#[test]
fn a_launch_after_one_that_timed_out_works_or_says_at_once_that_the_device_is_busy() {
    vyre_tests::in_own_process!();
    let Some(device) = devices().into_iter().nth(1) else { return };
    let spin_for = |rounds| spin(&mut [1u32]).workgroups([rounds, 1, 1]).dispatch(&device).unwrap();
    spin_for(1);
    add_one(&mut [1u32]).dispatch(&device).unwrap();
    let rounds = workgroups_for(4.0, spin_for);
    device.set_timeout(Duration::from_millis(200));
    let late = spin(&mut [1u32]).workgroups([rounds, 1, 1]).dispatch(&device);
    assert!(matches!(late, Err(Error::Timeout { .. })), "{late:?}");
    device.set_timeout(LONG);
    let start = Instant::now();
    let mut data = [1u32, 2, 3];
    match add_one(&mut data).dispatch(&device) {
        Ok(()) => assert_eq!(data, [2, 3, 4]),
        Err(Error::Busy { work, .. }) => {
            assert_eq!(work, "`it::timeouts::spin`");
            let again = Instant::now();
            let _ = add_one(&mut data).dispatch(&device);
            assert!(again.elapsed() < Duration::from_secs(1), "{:?}", again.elapsed());
        }
        Err(error) => panic!("{error}"),
    }
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    // The work ends, however slow a machine is that does other things besides.
    while start.elapsed() < Duration::from_secs(60) {
        if add_one(&mut data).dispatch(&device).is_ok() {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("the device is busy for ever");
}

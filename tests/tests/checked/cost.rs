//! What checking costs, against the reference: `cargo test -p vyre-tests --test checked -- --ignored --nocapture --test-threads 1 cost`, one
//! test at a time.

use std::time::{Duration, Instant};
use vyre::prelude::*;

/// Each element is read and written by one invocation.
#[vyre::kernel(workgroup_size = 64)]
fn own(a: &mut [u32]) {
    let i = invocation_id().x;
    a[i] = a[i] * 3 + i;
}

/// Invocations sum what their workgroup shares.
#[vyre::kernel(workgroup_size = 64)]
fn tiles(a: &mut [u32]) {
    let mut tile = workgroup_array::<u32, 64>();
    let (i, l) = (invocation_id().x, local_id().x);
    tile[l] = a[i];
    barrier();
    let mut sum = 0;
    for k in 0..16 {
        sum += tile[(l + k) % 64];
    }
    a[i] = sum;
}

/// Three invocations read each element, and another has written it.
#[vyre::kernel(workgroup_size = 64)]
fn shared(a: &mut [u32]) {
    let i = invocation_id().x;
    a[i] = i;
    barrier();
    let sum = a[i] + a[i ^ 1] + a[i ^ 2];
    barrier();
    a[i] = sum;
}

/// Atomics may depend on the order, so the launch runs in others as well.
#[vyre::kernel(workgroup_size = 64)]
fn histogram(a: &[AtomicU32]) {
    a[invocation_id().x * 0x9e37_79b9 >> 10].fetch_add(1);
}

const MANY: usize = 1 << 22;

/// The most memory that the process has had, in bytes.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok().map(|kilobytes| kilobytes << 10)
}

fn time(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

#[test]
#[ignore = "a measurement"]
fn cost_in_memory() {
    let measure = |name: &str, run: &dyn Fn(&mut [u32], &Device)| {
        let mut data = vec![1u32; MANY];
        let bytes = (MANY * 4) as f64;
        let times = [Device::reference(), Device::checked()].map(|device| {
            // Linux forgets the peak then.
            std::fs::write("/proc/self/clear_refs", "5").unwrap();
            let before = peak().unwrap() as f64;
            run(&mut data, &device);
            (peak().unwrap() as f64 - before) / bytes + 1.0
        });
        let [reference, checked] = times;
        println!("{name}: reference {reference:.2} times the data, checked {checked:.2} times");
    };
    measure("own", &|data, device| own(data).dispatch(device).unwrap());
    measure("tiles", &|data, device| tiles(data).dispatch(device).unwrap());
    measure("shared", &|data, device| shared(data).dispatch(device).unwrap());
    measure("histogram", &|data, device| {
        histogram(data).invocations([MANY as u32, 1, 1]).dispatch(device).unwrap()
    });
}

#[test]
#[ignore = "a measurement"]
fn cost_in_time() {
    let mut data = vec![1u32; MANY];
    let mut measure = |name: &str, run: &dyn Fn(&mut [u32], &Device)| {
        let reference = time(|| run(&mut data, &Device::reference())).as_secs_f64();
        let checked = time(|| run(&mut data, &Device::checked())).as_secs_f64();
        println!("{name}: {reference:.2} s, checked {checked:.2} s, {:.1} times", checked / reference);
    };
    measure("own", &|data, device| own(data).dispatch(device).unwrap());
    measure("tiles", &|data, device| tiles(data).dispatch(device).unwrap());
    measure("shared", &|data, device| shared(data).dispatch(device).unwrap());
    measure("histogram", &|data, device| {
        histogram(data).invocations([MANY as u32, 1, 1]).dispatch(device).unwrap();
    });
}

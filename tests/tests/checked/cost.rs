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
    // As many bytes as the data have.
    let bytes = (MANY * 4 * 4) as f64;
    let mut data = vec![1u32; MANY * 4];
    let before = peak().unwrap() as f64;
    own(&mut data).dispatch(&Device::reference()).unwrap();
    let reference = peak().unwrap() as f64;
    own(&mut data).dispatch(&Device::checked()).unwrap();
    let checked = peak().unwrap() as f64;
    println!("reference: {:.2} times the data", (reference - before) / bytes + 1.0);
    println!("checked: {:.2} times the data", (checked - before) / bytes + 1.0);
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
}

//! What checking costs, against the reference: `cargo test -p vyre-tests checked::cost -- --ignored --nocapture --test-threads 1`, one
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

/// Both, so that each element's accesses are watched in three orders.
#[vyre::kernel(workgroup_size = 64)]
fn counted(a: &mut [u32], count: &[AtomicU32]) {
    let i = invocation_id().x;
    a[i] = a[i] * 3 + i;
    count[a[i] % 64].fetch_add(1);
}

/// Invocations write the same: each store is a finding.
#[vyre::kernel(workgroup_size = 64)]
fn benign(a: &mut [u32]) {
    for k in 0..16 {
        a[k] = 1;
    }
}

/// Elements that share words.
#[vyre::kernel(workgroup_size = 64)]
fn bytes(a: &mut [u8]) {
    let i = invocation_id().x;
    a[i] = a[i] * 3 + 1;
}

/// The same, but neighbours' elements are far from each other.
#[vyre::kernel(workgroup_size = 64)]
fn scattered(a: &mut [u8]) {
    let i = invocation_id().x * 0x9e37_79b1 % 4_194_304;
    a[i] = a[i] * 3 + 1;
}

/// Elements of 32 bytes of which some share words, so that each byte has a shadow.
#[vyre::data]
#[derive(Clone, Copy)]
struct Particle {
    place: [f32; 3],
    speed: [f32; 3],
    colour: u32,
    kind: u16,
    age: u8,
    flags: u8,
}

#[vyre::kernel(workgroup_size = 64)]
fn particles(a: &mut [Particle]) {
    let i = invocation_id().x;
    let mut particle = a[i];
    particle.place[0] = particle.speed[1];
    particle.kind += 1;
    a[i] = particle;
}

const MANY: usize = 1 << 22;

/// The most memory that the process has had, in bytes.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok().map(|kilobytes| kilobytes << 10)
}

/// The launches whose cost is measured: what each is called, how many bytes its data have, and how it runs.
fn launches(mut measure: impl FnMut(&str, usize, &mut dyn FnMut(&Device))) {
    let all = [MANY as u32, 1, 1];
    let mut data = vec![1u32; MANY];
    let bytes = MANY * 4;
    measure("own", bytes, &mut |device| own(&mut data).dispatch(device).unwrap());
    measure("tiles", bytes, &mut |device| tiles(&mut data).dispatch(device).unwrap());
    measure("shared", bytes, &mut |device| shared(&mut data).dispatch(device).unwrap());
    measure("histogram", bytes, &mut |device| {
        histogram(&mut data).invocations(all).dispatch(device).unwrap();
    });
    measure("counted", bytes, &mut |device| counted(&mut data, &mut [0; 64]).dispatch(device).unwrap());
    let mut data = vec![1u8; MANY];
    measure("bytes", MANY, &mut |device| self::bytes(&mut data).dispatch(device).unwrap());
    measure("scattered bytes", MANY, &mut |device| {
        scattered(&mut data).invocations(all).dispatch(device).unwrap();
    });
    let particle = Particle { place: [0.0; 3], speed: [1.0; 3], colour: 1, kind: 2, age: 3, flags: 4 };
    let mut data = vec![particle; MANY / 32];
    measure("structs with bytes", MANY, &mut |device| particles(&mut data).dispatch(device).unwrap());
    let mut data = vec![1u32; MANY * 4];
    measure("a workgroup, of 65,536 that there are elements for", MANY * 16, &mut |device| {
        own(&mut data).workgroups([1, 1, 1]).dispatch(device).unwrap();
    });
}

fn time(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

/// Which kernel and device a process is for: none has memory that another one left.
const PROCESS: &str = "VYRE_TESTS_COST";

/// The peak of this process's memory while something runs, with the data, as a multiple of the data. Nothing if another process is for it.
fn memory(process: &str, bytes: usize, device: &Device, run: impl FnOnce()) {
    if std::env::var(PROCESS).is_ok_and(|it| it == process) {
        // What the first launch of all takes is not the data's.
        own(&mut [1; 64]).dispatch(device).unwrap();
        // Linux forgets the peak then.
        std::fs::write("/proc/self/clear_refs", "5").unwrap();
        let before = peak().unwrap() as f64;
        run();
        println!("{process}: {:.2} times the data", (peak().unwrap() as f64 - before) / bytes as f64 + 1.0);
    } else if std::env::var(PROCESS).is_err() {
        let child = vyre_tests::process_of(module_path!(), "cost_in_memory").env(PROCESS, process).output();
        let printed = String::from_utf8(child.unwrap().stdout).unwrap();
        let line = printed.lines().find(|line| line.contains("times the data"));
        println!("{}", line.unwrap());
    }
}

#[test]
#[ignore = "a measurement"]
fn cost_in_memory() {
    let devices = [(Device::reference(), "reference"), (Device::checked(), "checked")];
    launches(|name, bytes, run| {
        for (device, kind) in &devices {
            memory(&format!("{name}, {kind}"), bytes, device, || run(device));
        }
    });
}

#[test]
#[ignore = "a measurement"]
fn cost_in_time() {
    let devices = [Device::reference(), Device::checked()];
    let measure = |name: &str, _, run: &mut dyn FnMut(&Device)| {
        let [reference, checked] = devices.each_ref().map(|device| time(|| run(device)).as_secs_f64());
        println!("{name}: {reference:.4} s, checked {checked:.4} s, {:.1} times", checked / reference);
    };
    launches(measure);
    // Sixteen numbers, of whose memory there is nothing to say.
    let mut data = [0; 16];
    measure("benign", size_of_val(&data), &mut |device| {
        benign(&mut data).invocations([MANY as u32 / 16, 1, 1]).dispatch(device).unwrap();
    });
}

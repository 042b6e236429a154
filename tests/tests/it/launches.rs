//! Launches on the CPU device that many threads make at once, that are given up in the middle, that take too long, and for which
//! there is no memory. Each is over with a result or a typed error, and the next launch works.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Waker};
use std::time::{Duration, Instant};
use vyre::prelude::*;
use vyre::{DeviceKind, Error};

/// The CPU device, for one test at a time: its timeout is that of all.
fn alone() -> (Device, MutexGuard<'static, ()>) {
    static ALONE: Mutex<()> = Mutex::new(());
    (Device::cpu(), ALONE.lock().unwrap_or_else(PoisonError::into_inner))
}

#[vyre::kernel(workgroup_size = 64)]
fn add_index(data: &mut [u32], total: &[AtomicU32]) {
    let i = invocation_id().x;
    if i < data.len() {
        data[i] += i;
        total[0].fetch_add(1);
    }
}

/// A loop that does not end in the time of a test, and that no pass may leave out.
#[vyre::kernel(workgroup_size = 64)]
fn endless(data: &mut [u32]) {
    let i = invocation_id().x;
    let mut x = data[i];
    for k in 0..0xffff_ffff {
        for j in 0..0xffff_ffff {
            x = x * 1_664_525 + j;
            if x == 12_345 {
                x = k;
            }
        }
    }
    data[i] = x;
}

fn works(device: &Device) {
    let mut data = vec![1u32; 100_000];
    let mut total = [0];
    add_index(&mut data, &mut total).invocations([100_000, 1, 1]).dispatch(device).unwrap();
    assert!(data.iter().zip(1..).all(|(value, expected)| *value == expected));
    assert_eq!(total, [100_000]);
}

#[test]
fn sixteen_threads_launch_at_once() {
    let (device, _alone) = alone();
    // 20 launches of each thread over its own data, and one counter for all.
    let total = device.zeros::<u32>(1).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..16 {
            let (device, mut total) = (&device, total.clone());
            scope.spawn(move || {
                let mut own = device.buffer(&vec![thread; 50_000]).unwrap();
                let mut slice = vec![thread; 50_000];
                for _ in 0..10 {
                    add_index(&mut own, &mut total).invocations([50_000, 1, 1]).dispatch(device).unwrap();
                    add_index(&mut slice, &mut total).invocations([50_000, 1, 1]).dispatch(device).unwrap();
                }
                let expected: Vec<u32> = (0..50_000).map(|at| thread + at * 10).collect();
                assert!(own.read().unwrap() == expected && slice == expected, "thread {thread}");
            });
        }
    });
    assert_eq!(total.read().unwrap(), [16 * 20 * 50_000]);
}

#[test]
fn a_dropped_task_ends_its_launch() {
    let (device, _alone) = alone();
    for invocations in [64, 1 << 20] {
        let mut data = device.buffer(&vec![1u32; 64]).unwrap();
        let start = Instant::now();
        {
            let launch = endless(&mut data).invocations([invocations, 1, 1]);
            let mut task = pin!(launch.dispatch_async(&device));
            assert!(task.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
            std::thread::sleep(Duration::from_millis(30));
            assert!(task.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        }
        // Reading waits until nobody writes the buffer.
        assert_eq!(data.read().unwrap().len(), 64);
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
        works(&device);
    }
}

#[test]
fn a_launch_past_the_timeout_is_an_error() {
    vyre_tests::in_own_process!();
    let (device, _alone) = alone();
    let timeout = Duration::from_millis(50);
    for invocations in [64, 1 << 20] {
        device.set_timeout(timeout);
        let mut data = vec![1u32; 64];
        let start = Instant::now();
        let result = endless(&mut data).invocations([invocations, 1, 1]).dispatch(&device);
        let took = start.elapsed();
        device.set_timeout(Duration::from_secs(600));
        assert!(matches!(result, Err(Error::Timeout { waited }) if waited == timeout), "{result:?}");
        assert!(timeout <= took && took < Duration::from_secs(20), "{took:?}");
        works(&device);
    }
}

/// Truth values are a word each on a device, which takes four times their memory.
#[vyre::kernel(workgroup_size = 64)]
fn invert(data: &mut [bool]) {
    let i = invocation_id().x;
    if i < data.len() {
        data[i] = !data[i];
    }
}

#[test]
#[ignore = "run by the next test, in a process with little memory"]
fn child_without_memory() {
    let device = Device::cpu();
    assert_eq!(device.info().kind(), DeviceKind::Cpu);
    let mut truths = vec![false; 600 << 20];
    let is_refused = |result: &Result<(), Error>| matches!(result, Err(Error::OutOfMemory { .. }));
    for _ in 0..2 {
        let result = invert(&mut truths).dispatch(&device);
        assert!(is_refused(&result), "{result:?}");
        let launch = invert(&mut truths).invocations([64, 1, 1]);
        let task = launch.dispatch_async(&device);
        let result = pollster::block_on(task);
        assert!(is_refused(&result), "{result:?}");
        assert!(matches!(device.zeros::<u64>(1 << 28), Err(Error::OutOfMemory { .. })));
        works(&device);
    }
    drop(truths);
    let mut truths = [true, false, true];
    invert(&mut truths).dispatch(&device).unwrap();
    assert_eq!(truths, [false, true, false]);
    println!("without memory: refused, and went on");
}

/// The limit is that of the process's addresses, which a shell sets.
#[test]
#[cfg(target_os = "linux")]
fn a_launch_without_memory_is_an_error() {
    let child = vyre_tests::process_of(module_path!(), "child_without_memory");
    let output = std::process::Command::new("sh")
        .args(["-c", "ulimit -v 1300000 && exec \"$0\" \"$@\""])
        .arg(child.get_program())
        .args(child.get_args())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("without memory: refused, and went on"), "{text}\n{errors}");
}

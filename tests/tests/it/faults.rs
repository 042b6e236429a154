//! What happens when a device fails. Each test has a device of its own, or restores the one it shares.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};
use vyre::Error;
use vyre::prelude::*;
use vyre_tests::{devices, opened_with_wgpu};

#[vyre::kernel(workgroup_size = 64)]
fn add_one(data: &mut [u32]) {
    let i = invocation_id().x;
    if i < data.len() {
        data[i] += 1;
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn shift(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = a[i] + 1;
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn spin(data: &mut [u32]) {
    // Lavapipe ends a loop after 65,535 iterations.
    for i in 0..60_000 {
        data[0] = data[0] * 3 + i;
    }
}

/// The GPU, for one test at a time.
fn gpu() -> Option<(Device, MutexGuard<'static, ()>)> {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    Some((devices().into_iter().nth(1)?, alone))
}

fn works(device: &Device) {
    let mut data = device.buffer(&[1u32, 2, 3]).unwrap();
    add_one(&mut data).dispatch(device).unwrap();
    assert_eq!(data.read().unwrap(), [2, 3, 4]);
    let mut slice = [7u32; 100];
    add_one(&mut slice).dispatch(device).unwrap();
    assert_eq!(slice, [8; 100]);
}

/// Works, once the device is not busy any more with what nobody waited for.
fn works_in_time(device: &Device) {
    while let Err(error) = add_one(&mut [1u32]).dispatch(device) {
        assert!(matches!(error, Error::Busy { .. }), "{error}");
        std::thread::sleep(Duration::from_millis(50));
    }
    works(device);
}

fn destroy(device: &Device) {
    let (wgpu_device, _) = device.wgpu_device().unwrap().unwrap();
    wgpu_device.destroy();
}

fn is_lost<T: std::fmt::Debug>(result: Result<T, Error>) {
    assert!(matches!(result, Err(Error::DeviceLost { .. })), "{result:?}");
}

#[test]
fn a_lost_device_is_an_error_and_the_next_launch_has_a_fresh_one() {
    vyre_tests::in_own_process!();
    let Some((device, _alone)) = gpu() else { return };
    let mut kept = device.buffer(&[1u32, 2, 3]).unwrap();
    let mut slice = vec![5u32; 10];
    add_one(&mut kept).dispatch(&device).unwrap();
    destroy(&device);
    let start = Instant::now();
    is_lost(kept.read());
    works(&device);
    is_lost(kept.read());
    is_lost(kept.write(&[1, 2, 3]));
    is_lost(kept.copy());
    is_lost(add_one(&mut kept).dispatch(&device));
    is_lost(kept.to_device(&Device::cpu()));
    drop(kept);
    works(&device);
    destroy(&device);
    is_lost(add_one(&mut slice).dispatch(&device));
    assert_eq!(slice, [5; 10], "host data are intact");
    add_one(&mut slice).dispatch(&device).unwrap();
    assert_eq!(slice, [6; 10]);
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn losing_a_device_while_work_is_pending_is_said_by_who_waits() {
    vyre_tests::in_own_process!();
    let Some((device, _alone)) = gpu() else { return };
    let mut data = device.buffer(&[0u32; 1000]).unwrap();
    let (wgpu_device, _) = device.wgpu_device().unwrap().unwrap();
    for _ in 0..10 {
        add_one(&mut data).dispatch(&device).unwrap();
    }
    wgpu_device.destroy();
    is_lost(device.synchronize());
    is_lost(data.read());
    works(&device);
}

#[test]
fn losing_a_device_under_threads_hangs_nobody() {
    vyre_tests::in_own_process!();
    let Some((device, _alone)) = gpu() else { return };
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let mut failures = 0;
                for round in 0..40 {
                    let mut slice = vec![round; 300];
                    match add_one(&mut slice).dispatch(&device) {
                        Ok(()) => assert_eq!(slice, vec![round + 1; 300]),
                        Err(Error::DeviceLost { .. }) => failures += 1,
                        Err(error) => panic!("{error}"),
                    }
                }
                assert!(failures < 40);
            });
        }
        for _ in 0..3 {
            std::thread::sleep(Duration::from_millis(5));
            if let Ok(Some((wgpu_device, _))) = device.wgpu_device() {
                wgpu_device.destroy();
            }
        }
    });
    assert!(start.elapsed() < Duration::from_secs(60));
    // Whatever was lost last.
    let _ = device.synchronize();
    let _ = add_one(&mut [1u32]).dispatch(&device);
    works(&device);
}

#[test]
fn a_device_that_does_not_answer_is_a_timeout() {
    vyre_tests::in_own_process!();
    let Some((device, _alone)) = gpu() else { return };
    let mut kept = device.buffer(&[1u32]).unwrap();
    // Some seconds of work, and much less patience. Compiling does not count.
    let spin_for = |rounds| spin(&mut [1u32]).workgroups([rounds, 1, 1]).dispatch(&device).unwrap();
    spin_for(1);
    let rounds = vyre_tests::workgroups_for(3.0, spin_for);
    println!("{rounds} rounds");
    device.set_timeout(Duration::from_millis(100));
    let start = Instant::now();
    spin(&mut kept).workgroups([rounds, 1, 1]).dispatch(&device).unwrap();
    let result = device.synchronize();
    let waited = start.elapsed();
    device.set_timeout(Duration::from_secs(600));
    assert!(matches!(result, Err(Error::Timeout { .. })), "{result:?} after {waited:?}");
    assert!(waited < Duration::from_secs(2), "{waited:?}");
    is_lost(kept.read());
    works_in_time(&device);
    drop(kept);
    works(&device);
    // A launch with slices waits, and they hold what they held.
    let mut slice = [5u32; 10];
    device.set_timeout(Duration::from_millis(100));
    let start = Instant::now();
    let result = spin(&mut slice).workgroups([rounds, 1, 1]).dispatch(&device);
    let waited = start.elapsed();
    device.set_timeout(Duration::from_secs(600));
    assert!(matches!(result, Err(Error::Timeout { .. })), "{result:?} after {waited:?}");
    assert!(waited < Duration::from_secs(2), "{waited:?}");
    assert_eq!(slice, [5; 10], "host data are intact");
    works_in_time(&device);
}

#[test]
fn no_memory_is_an_error_and_the_device_lives_on() {
    vyre_tests::in_own_process!();
    let Some((wgpu_device, queue)) = opened_with_wgpu(|_| {}, Some(20)) else { return };
    let device = Device::from_wgpu(wgpu_device, queue).unwrap();
    works(&device);
    let mut slice = [3u32; 4];
    let mut held = Vec::new();
    let mut large = vec![7u32; 1 << 26];
    // Other processes let go of memory meanwhile: that is taken as well, until a launch finds none.
    let mut launches = 0;
    let error = loop {
        let error = loop {
            let bytes = device.info().limits().buffer_bytes.min(1 << 28);
            match device.zeros::<u32>(bytes as usize / 4) {
                Ok(buffer) => held.push(buffer),
                Err(error) => break error,
            }
            if held.len() > 4_000 {
                println!("SKIPPED: the adapter gave a terabyte");
                return;
            }
        };
        assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
        match add_one(&mut large).dispatch(&device) {
            Ok(()) => launches += 1,
            Err(error) => break error,
        }
        assert!(launches < 100, "there is always memory for a launch");
    };
    assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
    assert!(large.iter().all(|element| *element == 7 + launches), "host data are intact");
    held.clear();
    device.synchronize().unwrap();
    works(&device);
    add_one(&mut slice).dispatch(&device).unwrap();
    assert_eq!(slice, [4; 4]);
}

#[test]
fn wgpu_programs_and_vyre_share_a_device() {
    vyre_tests::in_own_process!();
    let Some((wgpu_device, queue)) = opened_with_wgpu(|_| {}, None) else { return };
    let device = Device::from_wgpu(wgpu_device.clone(), queue.clone()).unwrap();
    let mut data = device.buffer(&[1u32, 2, 3, 4]).unwrap();
    add_one(&mut data).dispatch(&device).unwrap();
    // vyre, then wgpu, then vyre, in this order.
    let raw = data.wgpu_buffer().unwrap().unwrap();
    queue.write_buffer(&raw, 4, &100u32.to_le_bytes());
    queue.submit([]);
    add_one(&mut data).dispatch(&device).unwrap();
    assert_eq!(data.read().unwrap(), [3, 101, 5, 6]);
    assert!(Device::cpu().wgpu_device().unwrap().is_none());
    assert!(Device::cpu().buffer(&[1u32]).unwrap().wgpu_buffer().unwrap().is_none());
    // What vyre did not open it does not open again.
    wgpu_device.destroy();
    is_lost(data.read());
    is_lost(add_one(&mut [1u32]).dispatch(&device));
    is_lost(device.zeros::<u32>(1));
}

#[test]
fn a_device_that_was_destroyed_before_is_an_error_and_no_panic() {
    vyre_tests::in_own_process!();
    let Some((wgpu_device, queue)) = opened_with_wgpu(|_| {}, None) else { return };
    wgpu_device.destroy();
    match Device::from_wgpu(wgpu_device, queue) {
        Err(error) => is_lost::<()>(Err(error)),
        Ok(device) => {
            is_lost(device.zeros::<u32>(1));
            is_lost(add_one(&mut [1u32]).dispatch(&device));
        }
    }
}

#[test]
fn a_pipeline_that_cannot_be_made_is_an_error() {
    vyre_tests::in_own_process!();
    // Every pipeline of vyre's has one.
    let limits = |limits: &mut vyre::wgpu::Limits| limits.max_dynamic_uniform_buffers_per_pipeline_layout = 0;
    let Some((wgpu_device, queue)) = opened_with_wgpu(limits, None) else { return };
    let device = Device::from_wgpu(wgpu_device, queue).unwrap();
    let mut slice = [7u32; 3];
    let mut data = device.buffer(&[1u32, 2]).unwrap();
    for _ in 0..2 {
        let error = add_one(&mut slice).dispatch(&device).unwrap_err();
        let Error::Shader { message, wgsl } = &error else { panic!("{error}") };
        assert!(!message.is_empty() && wgsl.contains("fn main"), "{error}");
        assert!(add_one(&mut data).dispatch(&device).is_err());
    }
    assert_eq!(slice, [7; 3], "host data are intact");
    // The device is as good as before.
    assert_eq!(data.read().unwrap(), [1, 2]);
    device.synchronize().unwrap();
}

#[test]
fn a_buffer_destroyed_under_recorded_work_is_an_error_for_what_it_damaged() {
    vyre_tests::in_own_process!();
    let Some((wgpu_device, queue)) = opened_with_wgpu(|_| {}, None) else { return };
    let device = Device::from_wgpu(wgpu_device, queue).unwrap();
    let (mut one, mut two) = (device.buffer(&[1u32]).unwrap(), device.buffer(&[2u32]).unwrap());
    let three = device.buffer(&[3u32]).unwrap();
    let raw = one.wgpu_buffer().unwrap().unwrap();
    add_one(&mut one).dispatch(&device).unwrap();
    add_one(&mut two).dispatch(&device).unwrap();
    raw.destroy();
    let result = device.synchronize();
    assert!(matches!(result, Err(Error::Device { .. })), "{result:?}");
    // The batch was lost as a whole: nothing that it wrote is given out.
    assert!(two.read().is_err());
    assert!(add_one(&mut two).dispatch(&device).is_err());
    assert_eq!(three.read().unwrap(), [3]);
    two.write(&[5]).unwrap();
    add_one(&mut two).dispatch(&device).unwrap();
    assert_eq!(two.read().unwrap(), [6]);
    drop(one);
    works(&device);
}

/// Does something in the middle of this thread's work: when it first leaves, or enters, a span of this name.
struct Between<F> {
    span: &'static str,
    is_at_end: bool,
    names: Mutex<Vec<&'static str>>,
    act: Mutex<Option<F>>,
}

impl<F: FnOnce() + Send + 'static> Between<F> {
    fn reached(&self, span: &Id, is_end: bool) {
        let is_named = self.names.lock().unwrap()[span.into_u64() as usize - 1] == self.span;
        if is_named && is_end == self.is_at_end {
            // Another thread's spans are not seen here.
            let act = self.act.lock().unwrap().take();
            act.into_iter().for_each(|act| std::thread::spawn(act).join().unwrap());
        }
    }
}

impl<F: FnOnce() + Send + 'static> Subscriber for Between<F> {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_span() && metadata.target().starts_with("vyre_runtime")
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let mut names = self.names.lock().unwrap();
        names.push(attributes.metadata().name());
        Id::from_u64(names.len() as u64)
    }

    fn enter(&self, span: &Id) {
        self.reached(span, false);
    }

    fn exit(&self, span: &Id) {
        self.reached(span, true);
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {}
}

/// Calls `work`. When it first leaves or enters a span, another thread submits what is recorded, with something that makes
/// all of it fail, and gets the error.
fn with_a_failure<T>(device: &Device, span: &'static str, is_at_end: bool, work: impl FnOnce() -> T) -> T {
    let has_failed = Arc::new(AtomicBool::new(false));
    let (other, failed) = (device.clone(), Arc::clone(&has_failed));
    let mut broken = device.zeros::<u32>(64).unwrap();
    // Once it has been launched with, it is found to be destroyed only when it is submitted.
    add_one(&mut broken).dispatch(device).unwrap();
    let raw = broken.wgpu_buffer().unwrap().unwrap();
    let act = move || {
        raw.destroy();
        add_one(&mut broken).dispatch(&other).unwrap();
        failed.store(other.synchronize().is_err(), Ordering::SeqCst);
    };
    let (names, act) = (Mutex::default(), Mutex::new(Some(act)));
    let result = tracing::subscriber::with_default(Between { span, is_at_end, names, act }, work);
    assert!(has_failed.load(Ordering::SeqCst), "the other thread's submission failed, and it was told");
    result
}

#[test]
fn a_launch_whose_uploads_another_thread_lost_is_an_error() {
    vyre_tests::in_own_process!();
    let Some((wgpu_device, queue)) = opened_with_wgpu(|_| {}, None) else { return };
    let device = Device::from_wgpu(wgpu_device, queue).unwrap();
    // What the launches borrow holds something else.
    let mut out = vec![9u32; 1000];
    shift(&vec![50; 1000], &mut out).dispatch(&device).unwrap();
    assert_eq!(out, [51; 1000]);
    // Data, and zeros, which are uploaded in another way.
    for (from, held) in [(100u32, 7u32), (0, 7), (100, 0)] {
        let a = vec![from; 1000];
        let mut out = vec![held; 1000];
        let result = with_a_failure(&device, "upload", true, || shift(&a, &mut out).dispatch(&device));
        assert!(matches!(result, Err(Error::Device { .. })), "{result:?}, with {}", out[0]);
        assert_eq!(out, vec![held; 1000], "host data are intact");
        shift(&a, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, vec![from + 1; 1000]);
    }
    // Nor does such a launch write what stays on the device.
    let mut kept = device.buffer(&[3u32; 1000]).unwrap();
    device.synchronize().unwrap();
    let a = vec![200u32; 1000];
    let result = with_a_failure(&device, "upload", true, || shift(&a, &mut kept).dispatch(&device));
    assert!(matches!(result, Err(Error::Device { .. })), "{result:?}");
    assert_eq!(kept.read().unwrap(), [3; 1000]);
    works(&device);
}

#[test]
fn a_read_of_what_another_thread_lost_is_an_error() {
    vyre_tests::in_own_process!();
    let Some((wgpu_device, queue)) = opened_with_wgpu(|_| {}, None) else { return };
    let device = Device::from_wgpu(wgpu_device, queue).unwrap();
    let mut kept = device.buffer(&[3u32; 100]).unwrap();
    device.synchronize().unwrap();
    let result = with_a_failure(&device, "read", false, || {
        add_one(&mut kept).dispatch(&device).unwrap();
        kept.read()
    });
    assert!(matches!(result, Err(Error::Device { .. })), "{result:?}");
    works(&device);
}

#[test]
fn every_device_says_what_it_is_and_allows() {
    vyre_tests::in_own_process!();
    for device in devices() {
        let info = format!("{:#}", device.info());
        println!("{info}");
        assert!(info.lines().count() > 5 && device.info().limits().workgroup_invocations >= 128);
    }
}

#[test]
fn losing_a_device_while_threads_copy_what_is_mapped_crashes_nobody() {
    vyre_tests::in_own_process!();
    let Some((_, _alone)) = gpu() else { return };
    for round in 0..12u64 {
        let Some((wgpu_device, queue)) = opened_with_wgpu(|_| {}, None) else { return };
        let device = Device::from_wgpu(wgpu_device.clone(), queue).unwrap();
        let buffers: Vec<_> = (0..3).map(|_| device.buffer(&vec![7u32; 4 << 20]).unwrap()).collect();
        std::thread::scope(|scope| {
            for buffer in buffers {
                scope.spawn(move || {
                    // Down, and up through mapped memory too.
                    let mut data = vec![0; 4 << 20];
                    while buffer.read_into(&mut data).is_ok() && buffer.write(&data).is_ok() {
                        assert!(data.iter().all(|element| *element == 7));
                    }
                    is_lost(buffer.read());
                });
            }
            std::thread::sleep(Duration::from_millis(20 + round * 7));
            wgpu_device.destroy();
            // Whoever polls an idle device that is lost lets go of its buffers.
            for _ in 0..200 {
                let _ = wgpu_device.poll(vyre::wgpu::PollType::Poll);
                std::thread::sleep(Duration::from_millis(1));
            }
        });
    }
}

//! Many threads on one device give the bytes of one.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre_tests::devices;

const THREADS: u32 = 16;
const ROUNDS: u32 = 12;
const LEN: u32 = 500;

#[vyre::kernel(workgroup_size = 64)]
fn mix(a: &[u32], out: &mut [u32], seed: u32) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = (a[i] ^ seed) * 747_796_405 + i;
    }
}

#[vyre::kernel(workgroup_size = 32)]
fn reverse(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = a[a.len() - 1 - i] + 1;
    }
}

#[vyre::kernel(workgroup_size = 128)]
fn fold(a: &[u32], sums: &[AtomicU32]) {
    let i = invocation_id().x;
    if i < a.len() {
        let _old = sums[i % sums.len()].fetch_add(a[i]);
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn sum(a: &[u32], b: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = a[i] * 3 + b[i];
    }
}

/// What a thread does: four kernels, on slices and on buffers, with reads in between.
fn work(device: &Device, thread: u32) -> Vec<u32> {
    let mut a: Vec<u32> = (0..LEN).map(|i| i * (thread + 1)).collect();
    let resident = device.buffer(&a).unwrap();
    let mut other = device.zeros::<u32>(LEN as usize).unwrap();
    let mut third = device.zeros::<u32>(LEN as usize).unwrap();
    for round in 0..ROUNDS {
        mix(&resident, &mut other, thread * 100 + round).dispatch(device).unwrap();
        reverse(&other, &mut third).dispatch(device).unwrap();
        if (round + thread).is_multiple_of(3) {
            let mut out = vec![0; LEN as usize];
            sum(&third, &a, &mut out).dispatch(device).unwrap();
            a = out;
        } else {
            let mut sums = device.zeros::<u32>(7).unwrap();
            fold(&third, &mut sums).invocations([LEN, 1, 1]).dispatch(device).unwrap();
            a[..7].copy_from_slice(&sums.read().unwrap());
        }
        resident.write(&a).unwrap();
    }
    a
}

/// The same in plain Rust.
fn work_on_host(thread: u32) -> Vec<u32> {
    let mut a: Vec<u32> = (0..LEN).map(|i| i * (thread + 1)).collect();
    for round in 0..ROUNDS {
        let seed = thread * 100 + round;
        let mixed: Vec<u32> =
            (0..LEN).zip(&a).map(|(i, a)| (a ^ seed).wrapping_mul(747_796_405).wrapping_add(i)).collect();
        let third: Vec<u32> = mixed.iter().rev().map(|value| value.wrapping_add(1)).collect();
        if (round + thread).is_multiple_of(3) {
            a = third.iter().zip(&a).map(|(x, y)| x.wrapping_mul(3).wrapping_add(*y)).collect();
        } else {
            a[..7].fill(0);
            third.iter().enumerate().for_each(|(i, value)| a[i % 7] = a[i % 7].wrapping_add(*value));
        }
    }
    a
}

#[test]
fn sixteen_threads_give_the_bytes_of_one() {
    for device in devices() {
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..THREADS)
                .map(|thread| {
                    let device = device.clone();
                    scope.spawn(move || (thread, work(&device, thread)))
                })
                .collect();
            for joined in threads {
                let (thread, result) = joined.join().unwrap();
                assert_eq!(result, work_on_host(thread), "{device}, thread {thread}");
            }
        });
    }
}

#[test]
fn threads_read_one_buffer_while_it_is_an_input() {
    for device in devices() {
        let a: Vec<u32> = (0..LEN).collect();
        let shared = device.buffer(&a).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let (shared, device, a) = (shared.clone(), &device, &a);
                scope.spawn(move || {
                    for round in 0..ROUNDS {
                        let mut out = vec![0; LEN as usize];
                        sum(&shared, &shared, &mut out).dispatch(device).unwrap();
                        assert!(out.iter().zip(a).all(|(out, a)| *out == a * 4), "{thread} {round}");
                        assert_eq!(shared.read_range(3..9).unwrap(), a[3..9]);
                    }
                });
            }
        });
    }
}

#[test]
fn locks_are_taken_in_one_order() {
    for device in devices() {
        let (a, b) = (device.zeros::<u32>(64).unwrap(), device.zeros::<u32>(64).unwrap());
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let (mut a, mut b, device) = (a.clone(), b.clone(), &device);
                scope.spawn(move || {
                    for _ in 0..50 {
                        if thread % 2 == 0 {
                            reverse(&a, &mut b).dispatch(device).unwrap();
                        } else {
                            reverse(&b, &mut a).dispatch(device).unwrap();
                        }
                    }
                });
            }
        });
        device.synchronize().unwrap();
        assert_eq!(a.read().unwrap().len(), 64);
    }
}

#[cfg(feature = "gpu")]
#[vyre::kernel(workgroup_size = 1)]
fn spin(data: &mut [u32]) {
    // Lavapipe ends a loop after 65,535 iterations.
    for i in 0..60_000 {
        data[0] = data[0] * 3 + i;
    }
}

#[cfg(feature = "gpu")]
#[test]
fn launches_do_not_wait_for_another_device() {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;
    let open = || {
        let (device, queue) = vyre_tests::opened_with_wgpu(|_| {}, None)?;
        Some(Device::from_wgpu(device, queue).unwrap())
    };
    let (Some(busy), Some(idle)) = (open(), open()) else { return };
    let mut slow = busy.buffer(&[1u32]).unwrap();
    let mut quick = idle.buffer(&[1u32]).unwrap();
    // One kernel, warm on both.
    for (data, device) in [(&mut slow, &busy), (&mut quick, &idle)] {
        spin(data).workgroups([1, 1, 1]).dispatch(device).unwrap();
        device.synchronize().unwrap();
    }
    // Two seconds of work.
    let rounds = vyre_tests::workgroups_for(2.0, |rounds| {
        spin(&mut slow).workgroups([rounds, 1, 1]).dispatch(&busy).unwrap();
        busy.synchronize().unwrap();
    });
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            spin(&mut slow).workgroups([rounds, 1, 1]).dispatch(&busy).unwrap();
            busy.synchronize().unwrap();
            is_done.store(true, Ordering::SeqCst);
        });
        std::thread::sleep(Duration::from_millis(100));
        for _ in 0..200 {
            spin(&mut quick).workgroups([0, 1, 1]).dispatch(&idle).unwrap();
            spin(&mut quick).workgroups([1, 1, 1]).dispatch(&idle).unwrap();
        }
        assert!(!is_done.load(Ordering::SeqCst), "the launches waited for two seconds of another's work");
    });
    let round = |x: u32| (0..60_000u32).fold(x, |x, i| x.wrapping_mul(3).wrapping_add(i));
    assert_eq!(quick.read().unwrap(), [(0..201).fold(1, |x, _| round(x))]);
}

#[cfg(feature = "gpu")]
mod wakers {
    use super::mix;
    use std::future::Future;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex, mpsc};
    use std::task::{Context, Wake, Waker};
    use std::thread::ThreadId;
    use std::time::{Duration, Instant};
    use vyre::prelude::*;

    /// Tells that it was woken and by which thread, and then does something.
    struct Then<F>(Mutex<Option<F>>, mpsc::Sender<ThreadId>);

    impl<F: FnOnce() + Send + 'static> Wake for Then<F> {
        fn wake(self: Arc<Self>) {
            let _ = self.1.send(std::thread::current().id());
            let then = self.0.lock().unwrap().take();
            then.into_iter().for_each(|then| then());
        }
    }

    fn then<F: FnOnce() + Send + 'static>(then: F) -> (Waker, mpsc::Receiver<ThreadId>) {
        let (woken, is_woken) = mpsc::channel();
        (Waker::from(Arc::new(Then(Mutex::new(Some(then)), woken))), is_woken)
    }

    /// A device of its own: if the test hangs, no other test does.
    fn own_device() -> Option<Device> {
        let (device, queue) = vyre_tests::opened_with_wgpu(|_| {}, None)?;
        Some(Device::from_wgpu(device, queue).unwrap())
    }

    /// Does the work on a thread, which has a minute for it.
    fn within_a_minute(work: impl FnOnce() + Send + 'static) {
        let (done, is_done) = mpsc::channel();
        let worker = std::thread::spawn(move || {
            work();
            let _ = done.send(());
        });
        if let Err(mpsc::RecvTimeoutError::Timeout) = is_done.recv_timeout(Duration::from_secs(60)) {
            panic!("the threads wait for each other");
        }
        worker.join().unwrap();
    }

    /// The thread that waits for the device is kept busy, so that the one that launches is told that a read is done, in
    /// the middle of submitting. The waker frees a buffer.
    #[test]
    fn a_waker_may_use_the_device_of_the_thread_that_wakes() {
        let Some(device) = own_device() else { return };
        within_a_minute(move || {
            let (one, two) = (device.buffer(&[1u32; 64]).unwrap(), device.buffer(&[2u32; 64]).unwrap());
            let mut out = device.zeros::<u32>(64).unwrap();
            device.synchronize().unwrap();
            let mut rounds = 0;
            for round in 0..20 {
                let (release, is_released) = mpsc::channel::<()>();
                let (blocks, is_blocked) = then(move || is_released.recv().unwrap());
                let mut first = Box::pin(one.read_async());
                if first.as_mut().poll(&mut Context::from_waker(&blocks)).is_ready() {
                    continue;
                }
                let waiting = is_blocked.recv().unwrap();
                assert_ne!(waiting, std::thread::current().id());

                let freed = device.zeros::<u32>(4).unwrap();
                let (frees, is_freed) = then(move || drop(freed));
                let mut second = Box::pin(two.read_async());
                if second.as_mut().poll(&mut Context::from_waker(&frees)).is_ready() {
                    release.send(()).unwrap();
                    continue;
                }
                drop(frees);
                let start = Instant::now();
                let woken = loop {
                    for number in 0..300 {
                        mix(&one, &mut out, number).dispatch(&device).unwrap();
                    }
                    if let Ok(by) = is_freed.try_recv() {
                        break by;
                    }
                    assert!(start.elapsed() < Duration::from_secs(30), "nobody was woken in round {round}");
                };
                assert_eq!(woken, std::thread::current().id());
                release.send(()).unwrap();
                assert_eq!(pollster::block_on(first).unwrap(), [1; 64]);
                assert_eq!(pollster::block_on(second).unwrap(), [2; 64]);
                rounds += 1;
            }
            assert!(rounds > 0, "the device is never slower than the one who asks");
        });
    }

    #[test]
    fn nobody_sleeps_on_while_other_threads_submit() {
        let Some(device) = own_device() else { return };
        within_a_minute(move || {
            let is_done = AtomicBool::new(false);
            let a = device.buffer(&[5u32; 64]).unwrap();
            std::thread::scope(|scope| {
                for _ in 0..2 {
                    scope.spawn(|| {
                        let mut out = device.zeros::<u32>(64).unwrap();
                        while !is_done.load(Ordering::SeqCst) {
                            (0..300).for_each(|number| mix(&a, &mut out, number).dispatch(&device).unwrap());
                        }
                        device.synchronize().unwrap();
                    });
                }
                let readers: Vec<_> = (0..4u32)
                    .map(|thread| {
                        let device = &device;
                        scope.spawn(move || {
                            for round in 0..50 {
                                let value = thread * 100 + round;
                                let buffer = device.buffer(&[value; 16]).unwrap();
                                assert_eq!(pollster::block_on(buffer.read_async()).unwrap(), [value; 16]);
                            }
                        })
                    })
                    .collect();
                readers.into_iter().for_each(|reader| reader.join().unwrap());
                is_done.store(true, Ordering::SeqCst);
            });
        });
    }
}

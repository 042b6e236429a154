//! Launches that do not wait: their order, their bounds, and waiting for them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use vyre::Error;
use vyre::prelude::*;
use vyre_tests::devices;

/// Each launch depends on the one before: the order can be seen in the result.
#[vyre::kernel(workgroup_size = 64)]
fn step(data: &mut [u32], by: u32, plus: u32) {
    let i = invocation_id().x;
    if i < data.len() {
        data[i] = data[i] * by + plus + i;
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn sum_neighbours(from: &[u32], to: &mut [u32]) {
    let i = invocation_id().x;
    if i < to.len() {
        to[i] = from[i] + from[(i + 1) % from.len()] * 3;
    }
}

fn step_on_host(data: &mut [u32], by: u32, plus: u32) {
    for (i, value) in data.iter_mut().enumerate() {
        *value = value.wrapping_mul(by).wrapping_add(plus).wrapping_add(i as u32);
    }
}

fn sum_on_host(from: &[u32]) -> Vec<u32> {
    let next = |i: usize| from[(i + 1) % from.len()].wrapping_mul(3);
    from.iter().enumerate().map(|(i, value)| value.wrapping_add(next(i))).collect()
}

#[test]
fn a_thousand_dependent_launches_keep_their_order() {
    for device in devices() {
        let mut expected: Vec<u32> = (0..100).collect();
        let mut data = device.buffer(&expected).unwrap();
        for launch in 0..1000u32 {
            step(&mut data, launch * 2 + 3, launch).dispatch(&device).unwrap();
            step_on_host(&mut expected, launch * 2 + 3, launch);
        }
        device.synchronize().unwrap();
        assert_eq!(data.read().unwrap(), expected, "{device}");
    }
}

#[test]
fn buffers_trade_places_between_launches() {
    for device in devices() {
        let mut expected: Vec<u32> = (0..777).map(|i| i * i).collect();
        let mut from = device.buffer(&expected).unwrap();
        let mut to = device.zeros::<u32>(777).unwrap();
        for _ in 0..301 {
            sum_neighbours(&from, &mut to).dispatch(&device).unwrap();
            std::mem::swap(&mut from, &mut to);
            expected = sum_on_host(&expected);
        }
        assert_eq!(from.read().unwrap(), expected, "{device}");
    }
}

#[test]
fn writes_copies_and_launches_happen_in_the_order_asked_for() {
    for device in devices() {
        let mut expected = vec![1u32; 50];
        let mut data = device.buffer(&expected).unwrap();
        let mut seen = Vec::new();
        for round in 0..600u32 {
            step(&mut data, 3, round).dispatch(&device).unwrap();
            step_on_host(&mut expected, 3, round);
            if round % 7 == 0 {
                data.write_at(round as usize % 50, &[round]).unwrap();
                expected[round as usize % 50] = round;
            }
            if round % 50 == 49 {
                seen.push((data.copy().unwrap(), expected.clone()));
            }
            if round % 120 == 119 {
                let mut out = vec![0; 50];
                sum_neighbours(&data, &mut out).dispatch(&device).unwrap();
                assert_eq!(out, sum_on_host(&expected));
            }
        }
        for (copy, expected) in seen {
            assert_eq!(copy.read().unwrap(), expected, "{device}");
        }
        assert_eq!(data.read().unwrap(), expected, "{device}");
    }
}

#[test]
fn buffers_may_be_dropped_while_launches_with_them_are_pending() {
    for device in devices() {
        let mut kept = device.buffer(&[0u32; 64]).unwrap();
        let mut expected = vec![0u32; 64];
        for round in 0..700u32 {
            let start: Vec<u32> = (0..64).map(|i| i ^ round).collect();
            let dropped = device.buffer(&start).unwrap();
            if round % 100 == 0 {
                sum_neighbours(&dropped, &mut kept).dispatch(&device).unwrap();
                expected = sum_on_host(&start);
            } else {
                let mut other = device.zeros::<u32>(64).unwrap();
                sum_neighbours(&dropped, &mut other).dispatch(&device).unwrap();
            }
        }
        assert_eq!(kept.read().unwrap(), expected, "{device}");
    }
}

#[test]
fn many_large_dropped_buffers_are_freed_in_time() {
    for device in devices().into_iter().skip(1) {
        let mut out = device.zeros::<u32>(1 << 20).unwrap();
        for round in 0..200u32 {
            // In all some 12 GiB.
            let mut large = device.zeros::<u32>(16 << 20).unwrap();
            step(&mut large, 1, round).invocations([64, 1, 1]).dispatch(&device).unwrap();
            sum_neighbours(&large, &mut out).invocations([64, 1, 1]).dispatch(&device).unwrap();
        }
        let read = out.read_range(..2).unwrap();
        assert_eq!(read, [199 + 200 * 3, 200 + 201 * 3]);
    }
}

#[test]
fn a_clock_of_the_device_says_how_long_a_launch_took() {
    for device in devices() {
        let mut data = device.zeros::<u32>(100_000).unwrap();
        let elapsed = step(&mut data, 1, 1).dispatch_timed(&device).unwrap();
        if device.info().features().contains(&"timestamps") {
            assert!(elapsed.is_some(), "{device}");
        }
        let mut slice = [0u32; 3];
        step(&mut slice, 1, 1).dispatch_timed(&device).unwrap();
        assert_eq!(slice, [1, 2, 3]);
        assert_eq!(data.read_range(..3).unwrap(), [1, 2, 3]);
    }
}

struct Unpark(Thread, AtomicUsize);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.1.fetch_add(1, Ordering::SeqCst);
        self.0.unpark();
    }
}

/// An executor of one thread: it polls all tasks whenever one of them was woken. Gives how often it slept.
fn run_all(tasks: Vec<impl Future<Output = ()>>) -> usize {
    let unpark = Arc::new(Unpark(std::thread::current(), AtomicUsize::new(0)));
    let waker = Waker::from(Arc::clone(&unpark));
    let mut context = Context::from_waker(&waker);
    let mut tasks: Vec<_> = tasks.into_iter().map(Box::pin).collect();
    let mut slept = 0;
    loop {
        let woken = unpark.1.load(Ordering::SeqCst);
        tasks.retain_mut(|task| task.as_mut().poll(&mut context).is_pending());
        if tasks.is_empty() {
            return slept;
        }
        while unpark.1.load(Ordering::SeqCst) == woken {
            std::thread::park();
        }
        slept += 1;
    }
}

#[test]
fn one_thread_waits_for_many_launches_at_once() {
    for device in devices() {
        let device = &device;
        let task = |seed: u32| async move {
            let start: Vec<u32> = (0..1000).map(|i| i * seed).collect();
            let mut out = vec![0; 1000];
            sum_neighbours(&start, &mut out).dispatch_async(device).await.unwrap();
            assert_eq!(out, sum_on_host(&start));
            let mut data = device.buffer(&start).unwrap();
            step(&mut data, seed, 5).dispatch_async(device).await.unwrap();
            device.synchronize_async().await.unwrap();
            let mut expected = start;
            step_on_host(&mut expected, seed, 5);
            assert_eq!(data.read_async().await.unwrap(), expected);
            let mut into = vec![0; 1000];
            data.read_into_async(&mut into).await.unwrap();
            assert_eq!(into, expected);
        };
        run_all((1..20).map(task).collect());
    }
}

#[test]
fn a_future_that_is_dropped_leaves_nothing_behind() {
    for device in devices() {
        let mut slice = vec![1u32; 5000];
        for _ in 0..10 {
            let mut future = pin!(step(&mut slice, 3, 3).dispatch_async(&device));
            let _ = future.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        }
        let data = device.buffer(&[4u32; 100]).unwrap();
        {
            let mut future = pin!(data.read_async());
            let polled = future.as_mut().poll(&mut Context::from_waker(Waker::noop()));
            assert!(matches!(polled, Poll::Pending | Poll::Ready(Ok(_))));
        }
        let mut expected = vec![1u32; 100];
        let mut out = expected.clone();
        step(&mut out, 7, 1).dispatch(&device).unwrap();
        step_on_host(&mut expected, 7, 1);
        assert_eq!(out, expected);
        assert_eq!(data.read().unwrap(), [4; 100]);
    }
}

#[test]
fn futures_can_be_sent_to_other_threads() {
    fn sent<T: Send>(future: T) -> T {
        future
    }
    let device = Device::cpu();
    let data = device.buffer(&[1u32]).unwrap();
    drop(sent(data.read_async()));
    drop(sent(device.synchronize_async()));
    drop(sent(step(&mut [1u32], 2, 3).dispatch_async(&device)));
}

#[test]
fn a_launch_that_comes_again_is_checked_as_the_first_was() {
    let devices = devices();
    let [cpu, gpu] = devices.as_slice() else { return };
    let mut expected: Vec<u32> = (0..100).collect();
    let mut data = gpu.buffer(&expected).unwrap();
    for plus in 0..3 {
        step(&mut data, 3, plus).dispatch(gpu).unwrap();
        step_on_host(&mut expected, 3, plus);
    }
    let elsewhere = step(&mut data, 3, 0).dispatch(cpu);
    assert!(matches!(elsewhere, Err(Error::BufferDevice { .. })), "{elsewhere:?}");
    // Another grid is another launch.
    step(&mut data, 5, 1).workgroups([1, 1, 1]).dispatch(gpu).unwrap();
    step_on_host(&mut expected[..64], 5, 1);
    step(&mut data, 5, 1).dispatch(gpu).unwrap();
    step_on_host(&mut expected, 5, 1);
    assert_eq!(data.read().unwrap(), expected);
    let mut target = gpu.zeros::<u32>(100).unwrap();
    let alias = data.clone();
    for _ in 0..2 {
        sum_neighbours(&data, &mut target).dispatch(gpu).unwrap();
        let aliased = sum_neighbours(&alias, &mut data).dispatch(gpu);
        assert!(matches!(aliased, Err(Error::BufferAliased { .. })), "{aliased:?}");
    }
    assert_eq!(target.read().unwrap(), sum_on_host(&expected));
}

#[test]
fn buffers_that_come_and_go_are_never_mistaken_for_each_other() {
    for device in devices() {
        for round in 0..50u32 {
            let mut expected = vec![round; 10 + round as usize];
            let mut data = device.buffer(&expected).unwrap();
            for plus in 0..4 {
                step(&mut data, 7, plus).dispatch(&device).unwrap();
                step_on_host(&mut expected, 7, plus);
            }
            assert_eq!(data.read().unwrap(), expected);
        }
    }
}

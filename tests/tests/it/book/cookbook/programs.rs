//! Listings of `book/src/cookbook/programs.md`.

use vyre::prelude::*;

// ANCHOR: struct
#[vyre::data]
#[derive(Debug, PartialEq)]
struct Ball {
    pos: [f32; 2],
    vel: [f32; 2],
}

#[vyre::kernel]
fn fall(balls: &mut [Ball], dt: f32) {
    let i = invocation_id().x;
    if i < balls.len() {
        let Ball { pos: [x, y], vel: [dx, dy] } = balls[i];
        let dy = if y < 0.0 { dy.abs() } else { dy - 10.0 * dt };
        balls[i] = Ball { pos: [x + dx * dt, y + dy * dt], vel: [dx, dy] };
    }
}

fn structs(device: &Device) -> Result<(), vyre::Error> {
    let mut balls = [Ball { pos: [0.0, 2.0], vel: [1.0, 0.0] }];
    fall(&mut balls, 0.5).dispatch(device)?;
    assert_eq!(balls, [Ball { pos: [0.5, -0.5], vel: [1.0, -5.0] }]);
    Ok(())
}
// ANCHOR_END: struct

// ANCHOR: option
#[vyre::function]
fn after_colon(line: &[u8]) -> Option<u32> {
    let at = line.iter().position(|c| *c == b':')?;
    let digit = *line.get(at + 1)?;
    digit.is_ascii_digit().then_some((digit - b'0') as u32)
}

#[vyre::kernel]
fn digits(lines: &[[u8; 8]], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = after_colon(&lines[i]).unwrap_or(99);
    }
}

fn options(device: &Device) -> Result<(), vyre::Error> {
    let mut out = [0; 3];
    digits(&[*b"width:7 ", *b"nothing ", *b"height:x"], &mut out).dispatch(device)?;
    assert_eq!(out, [7, 99, 99]);
    Ok(())
}
// ANCHOR_END: option

// ANCHOR: print
use std::sync::{Arc, Mutex};

#[vyre::kernel(workgroup_size = 1)]
fn report(data: &[u32]) {
    let i = invocation_id().x;
    println!("{i}: {:#x}", data[i]);
}

fn print(device: &Device) -> Result<(), vyre::Error> {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let taker = Arc::clone(&lines);
    device.on_print(move |line| taker.lock().unwrap_or_else(|e| e.into_inner()).push(line.to_string()));
    report(&[10, 255]).workgroups([2, 1, 1]).dispatch(device)?;
    assert_eq!(*lines.lock().unwrap_or_else(|e| e.into_inner()), ["0: 0xa", "1: 0xff"]);
    Ok(())
}
// ANCHOR_END: print

// ANCHOR: captured
#[vyre::kernel]
fn apply<F: Function<(f32,), f32>>(f: F, data: &mut [f32]) {
    let i = invocation_id().x;
    if i < data.len() {
        data[i] = f(data[i]);
    }
}

fn functions_as_arguments(device: &Device) -> Result<(), vyre::Error> {
    let mut data = [1.0f32, 4.0, 9.0];
    apply(func!(|x: f32| x.sqrt()), &mut data).dispatch(device)?;
    let offset = 0.5f32;
    apply(func!(move |x: f32| x + offset, offset: f32), &mut data).dispatch(device)?;
    assert_eq!(data, [1.5, 2.5, 3.5]);
    Ok(())
}
// ANCHOR_END: captured

// ANCHOR: matmul
use vyre::tensor::matmul;

fn matrix_product(device: &Device) -> Result<(), vyre::Error> {
    let a = device.tensor(&[1.0f32, 2.0, 3.0, 4.0], [2, 2])?;
    let b = device.tensor(&[0.0f32, 1.0, 1.0, 0.0], [2, 2])?;
    assert_eq!(matmul(&a, &b)?.read()?, [2.0, 1.0, 4.0, 3.0]);
    Ok(())
}
// ANCHOR_END: matmul

// ANCHOR: two_devices
fn half_on_each(devices: [&Device; 2]) -> Result<(), vyre::Error> {
    let data: Vec<u64> = (1..=1000).collect();
    let (low, high) = data.split_at(500);
    let sums = std::thread::scope(|scope| {
        let parts = [(devices[0], low), (devices[1], high)];
        let threads = parts.map(|(device, part)| scope.spawn(move || device.buffer(part)?.par_iter().sum()));
        threads.map(|thread| thread.join().unwrap_or(Ok(0)))
    });
    let [low, high] = sums;
    assert_eq!(low? + high?, 500_500);
    Ok(())
}
// ANCHOR_END: two_devices

// ANCHOR: solve
/// Newton's method, in each invocation for a number of its own.
#[vyre::kernel]
fn cube_roots(numbers: &[f64], out: &mut [f64]) {
    let i = invocation_id().x;
    if i < out.len() {
        let a = numbers[i];
        let mut x = a.max(1.0);
        for _ in 0..100 {
            let next = x - (x * x * x - a) / (3.0 * x * x);
            if (next - x).abs() < 1e-12 {
                break;
            }
            x = next;
        }
        out[i] = x;
    }
}

fn newton(device: &Device) -> Result<(), vyre::Error> {
    let mut out = [0.0; 2];
    cube_roots(&[27.0, 2.0], &mut out).dispatch(device)?;
    assert!((out[0] - 3.0).abs() < 1e-9 && (out[1] - 2f64.cbrt()).abs() < 1e-9);
    Ok(())
}
// ANCHOR_END: solve

// ANCHOR: choose
fn choose_a_device() -> Result<(), vyre::Error> {
    let device = Device::auto()?; // The best GPU, else the CPU; `VYRE_DEVICE` steers it.
    println!("{device}");
    for device in Device::list() {
        println!("{:#}", device.info()); // Driver, limits and features.
    }
    Ok(())
}
// ANCHOR_END: choose

#[test]
fn listings() -> Result<(), vyre::Error> {
    for device in super::devices() {
        structs(&device)?;
        options(&device)?;
        print(&device)?;
        functions_as_arguments(&device)?;
        matrix_product(&device)?;
        half_on_each([&device, &Device::cpu()])?;
        newton(&device)?;
    }
    choose_a_device()
}

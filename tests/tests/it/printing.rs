//! What kernels print: on every device what Rust's own formats give, in the order of the invocations.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod as_rust;

use std::sync::{Arc, Mutex};
use vyre::Module;
use vyre::prelude::*;
use vyre_tests::devices;

#[vyre::data]
#[derive(Debug)]
struct Ball {
    pos: [f32; 2],
    id: u32,
}

#[vyre::data]
#[derive(Debug)]
enum Color {
    Red,
    Green,
}

/// All devices, the checked one among them, with the lines that they take.
fn taking() -> Vec<(Device, Arc<Mutex<Vec<String>>>)> {
    let with = |device: Device| {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let taker = Arc::clone(&lines);
        device.on_print(move |line| taker.lock().unwrap().push(line.to_string()));
        (device, lines)
    };
    // Every call of `Device::gpu` gives a handle of its own, and only its launches' lines come to its taker.
    let gpu = devices().into_iter().nth(1).map(|_| Device::gpu().unwrap());
    [Device::cpu(), Device::reference(), Device::checked()].into_iter().chain(gpu).map(with).collect()
}

#[vyre::kernel(workgroup_size = 32)]
fn formats(ints: &[i32], wide: &[u64], floats: &[f32]) {
    let i = invocation_id().x;
    if i < ints.len() {
        let (n, x, w) = (ints[i], floats[i], wide[i]);
        println!("{i}: {} {:5}|{:<5}|{:^5}|{:05} {n:x} {n:#010b} {:+}", n, n, n, n, n, n);
        println!("{x} {x:?} {x:.2} {x:8.3} {:e} {w} {w:#x} {}", x, i % 2 == 0);
        print!("{{{}", n as i8);
        print!("}} {:02x}", n as u8);
        println!();
    }
}

#[vyre::kernel(workgroup_size = 4)]
fn structured(color: Color) {
    let i = invocation_id().x;
    let ball = Ball { pos: [i as f32, 0.5], id: i };
    let pair = (i, [1u32, 2, 3]);
    println!("{ball:?} {pair:?} {:?}", color);
    println!("{:#?}", ball);
    let five = dbg!(i + 5);
    eprintln!("five {five:>4}");
}

#[vyre::function]
fn noisy(x: u32) -> u32 {
    println!("noisy {x}");
    x * 2
}

#[vyre::kernel(workgroup_size = 8)]
fn calls(out: &mut [u32]) {
    let i = invocation_id().x;
    for k in 0..i % 3 {
        out[i] += noisy(i * 10 + k);
    }
    assert!(i < 8, "no such invocation");
}

#[test]
fn values_are_written_as_rust_writes_them() {
    let (ints, wide) = ([0, -7, 123_456, i32::MIN], [0u64, u64::MAX, 1 << 40, 5]);
    let floats = [0.1f32, -2.5, f32::NAN, 1e20];
    let mut expected = Vec::new();
    for i in 0..4 {
        let (n, x, w) = (ints[i], floats[i], wide[i]);
        expected.push(format!("{i}: {} {:5}|{:<5}|{:^5}|{:05} {n:x} {n:#010b} {:+}", n, n, n, n, n, n));
        expected.push(format!("{x} {x:?} {x:.2} {x:8.3} {:e} {w} {w:#x} {}", x, i % 2 == 0));
        expected.push(format!("{{{}}} {:02x}", n as i8, n as u8));
    }
    for (device, lines) in taking() {
        formats(&ints, &wide, &floats).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(*lines.lock().unwrap(), expected, "{device}");
    }
}

#[test]
fn structs_are_written_by_their_fields() {
    for (device, lines) in taking() {
        structured(Color::Green).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        let lines = lines.lock().unwrap();
        let mut expected = Vec::new();
        for i in 0..4 {
            let ball = Ball { pos: [i as f32, 0.5], id: i };
            expected.push(format!("{ball:?} {:?} {:?}", (i, [1u32, 2, 3]), Color::Green));
            expected.extend(format!("{ball:#?}").lines().map(str::to_string));
            expected.push(format!("] i + 5 = {}", i + 5));
            expected.push(format!("five {:>4}", i + 5));
        }
        let lines: Vec<&str> =
            lines.iter().map(|line| line.find("] i + 5").map_or(&line[..], |at| &line[at..])).collect();
        assert_eq!(lines, expected, "{device}");
    }
    let _ = Color::Red;
}

#[test]
fn functions_print_where_they_are_called_and_on_the_host() {
    for (device, lines) in taking() {
        let mut out = [0; 8];
        calls(&mut out).dispatch(&device).unwrap();
        let expected: Vec<String> =
            (0..8).flat_map(|i| (0..i % 3).map(move |k| format!("noisy {}", i * 10 + k))).collect();
        assert_eq!(*lines.lock().unwrap(), expected, "{device}");
        assert_eq!(out, [0, 20, 82, 0, 80, 202, 0, 140], "{device}");
    }
    assert_eq!(noisy(4), 8);
}

#[test]
fn a_text_prints() {
    let module = Module::compile(
        "#[kernel(workgroup_size = 2)] fn hello(name: u32) {
            let id = invocation_id();
            println!(\"hello {name} from {:?}\", (id.x, id.y));
        }",
    )
    .unwrap();
    for (device, lines) in taking() {
        module
            .kernel("hello")
            .unwrap()
            .launch([Arg::value(7u32)])
            .workgroups([2, 2, 1])
            .dispatch(&device)
            .unwrap();
        let expected: Vec<String> =
            (0..2).flat_map(|y| (0..4).map(move |x| format!("hello 7 from ({x}, {y})"))).collect();
        assert_eq!(*lines.lock().unwrap(), expected, "{device}");
    }
}

#[vyre::data]
#[derive(Debug)]
enum Shape {
    Dot,
    Ball { r: f64, at: [i32; 2] },
    Line(u8, Option<i64>),
}

#[vyre::function]
fn shape(i: u32) -> Shape {
    match i {
        0 => Shape::Dot,
        1 => Shape::Ball { r: 0.1, at: [-1, 2] },
        _ => Shape::Line(7, Some(-5)),
    }
}

#[vyre::kernel(workgroup_size = 4)]
fn variants(width: u32) {
    let i = invocation_id().x;
    let w = width as usize;
    let half: Result<f64, u32> = if i % 2 == 0 { Ok(i as f64 / 2.0) } else { Err(i) };
    println!("{:?} {half:w$.1?} {}", shape(i), "text");
    println!("{:#02x?}", (shape(i), Some(i as f64)));
}

#[test]
fn variants_are_written_by_what_they_hold() {
    let mut expected = Vec::new();
    for i in 0..4u32 {
        let (w, half) = (9, if i % 2 == 0 { Ok(f64::from(i) / 2.0) } else { Err(i) });
        expected.push(format!("{:?} {half:w$.1?} text", shape(i)));
        let lines = format!("{:#02x?}", (shape(i), Some(f64::from(i))));
        expected.extend(lines.lines().map(str::to_string));
    }
    for (device, lines) in taking() {
        variants(9).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(*lines.lock().unwrap(), expected, "{device}");
    }
}

/// A line of 16 numbers that are as wide as Rust has them.
#[vyre::kernel(workgroup_size = 64)]
fn wide(width: u32) {
    let w = width as usize;
    println!("{:w$?}", [1u32; 16]);
}

#[test]
fn texts_that_are_left_out_are_not_made() {
    for (device, lines) in taking() {
        wide(65_535).workgroups([16, 1, 1]).dispatch(&device).unwrap();
        let lines = lines.lock().unwrap();
        assert_eq!(lines[..], ["vyre: 1024 prints are left out: a launch prints at most 1 MiB"], "{device}");
        drop(lines);
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn chatter(rounds: u32) {
    let i = invocation_id().x;
    for k in 0..rounds {
        println!("{i} {k}");
    }
}

#[test]
fn what_is_too_much_is_left_out() {
    for (device, lines) in taking() {
        chatter(1000).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        let lines = lines.lock().unwrap();
        let (last, printed) = lines.split_last().unwrap();
        // 64,000 lines of six words, of which 2^18 words hold 43,690.
        assert_eq!(printed.len(), 43_690, "{device}");
        assert_eq!(
            last,
            &format!("vyre: {} prints are left out: a launch prints at most 1 MiB", 64_000 - 43_690)
        );
        assert!(printed.iter().map(|line| line.len() + 1).sum::<usize>() <= 1 << 20);
    }
}

#[test]
fn what_is_no_format_is_a_mistake() {
    for (text, message) in [
        ("println!(\"{}\")", "more values than there are"),
        ("println!(\"x\", 1)", "does not write this value"),
        ("println!(\"{:1$}\", 1)", "more values than there are"),
        ("println!(\"{:w$}\", 1, w = 2i64)", "a width and a precision are `usize`, got `i64`"),
        ("println!(\"{:w$}\", 1, w = \"a\")", "a width and a precision are `usize`, got a text"),
        ("println!(\"{:x}\", \"a\")", "a text has no such format"),
        ("println!(\"{:65536}\", 1)", "no format"),
        ("println!(\"{:x}\", 1.5f32)", "`f32` has no `LowerHex`"),
        ("println!(\"{:e}\", true)", "`bool` has no `LowerExp`"),
        ("struct A { a: u32 } println!(\"{:?}\", Some(A { a: 1 }))", "and `A` derives none"),
        ("println!(\"{:?}\", &[1, 2, 3][1..])", "kernels print no slices"),
        ("println!(\"{\")", "no format"),
        ("println!(\"}\")", "stands alone"),
        ("println!(\"{}\", (1u32, 2u32))", "no `Display`"),
        ("println!(1)", "the format is a literal"),
        ("let x = 1u32; println!(\"{x.y}\")", "is no name"),
        ("dbg!(1, 2)", "one value"),
    ] {
        let error = Module::compile(&format!("#[kernel] fn k() {{ {text}; }}")).map(drop).unwrap_err();
        assert!(error.to_string().contains(message), "{text}: {error}");
    }
}

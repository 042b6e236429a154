//! `assert!` and its kin in kernels and functions: a launch in which one fails gives an error that names the place and the first
//! invocation; what the others wrote stays.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic, in its helpers too")]

use vyre::prelude::*;
use vyre::{Arg, Error, ir};
use vyre_tests::devices;

/// Every device, and the reference.
fn all() -> Vec<Device> {
    devices().iter().cloned().chain([Device::reference()]).collect()
}

/// The parts of an `Error::Assertion`.
fn failed(result: Result<(), Error>) -> (String, u32, u32, String, [u32; 3]) {
    match result {
        Err(Error::Assertion { file, line, column, message, invocation }) => {
            (file, line, column, message, invocation)
        }
        other => panic!("{other:?}"),
    }
}

/// The line of `text` in this file, and its column, counted from 1.
fn place(text: &str) -> (u32, u32) {
    let found = include_str!("assertions.rs").lines().enumerate().find_map(|(at, line)| {
        line.find(text).map(|column| (at as u32 + 1, line[..column].chars().count() as u32 + 1))
    });
    found.unwrap()
}

#[vyre::kernel(workgroup_size = 64)]
fn small(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        assert!(a[i] < 100, "too large");
        out[i] = a[i] + 1;
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn comparing(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    assert_eq!(a[i] < 10, a[i] & 1 == 0, "small is even");
    assert_ne!(a[i] == 3, a[i] != 3);
    out[i] = 1;
}

#[test]
fn comparisons_are_compared() {
    for device in all() {
        let mut out = [0; 4];
        comparing(&[2, 11, 4, 99], &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [1; 4]);
        let (.., message, invocation) = failed(comparing(&[2, 11, 5, 99], &mut out).dispatch(&device));
        assert_eq!(invocation, [2, 0, 0], "{device}");
        assert!(message.ends_with("small is even"), "{message}");
    }
}

#[test]
fn a_failed_assertion_is_an_error_with_its_place() {
    for device in all() {
        let mut a = vec![7u32; 1000];
        let mut out = vec![0u32; 1000];
        small(&a, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [8; 1000]);

        (a[700], a[345], a[999]) = (100, 2000, 100);
        let mut out = vec![0u32; 1000];
        let result = small(&a, &mut out).dispatch(&device);
        let text = result.as_ref().unwrap_err().to_string();
        let (file, line, column, message, invocation) = failed(result);
        assert!(file.ends_with("assertions.rs"), "{file}");
        assert_eq!((line, column), place("assert!(a[i] < 100, \"too large\")"), "{device}");
        assert_eq!((message.as_str(), invocation), ("too large", [345, 0, 0]), "{device}");
        assert!(text.contains(&format!("{file}:{line}:{column}")) && text.contains("too large"), "{text}");
        // The others have run, and those that failed ended there.
        let is_ended = |i: usize| [345, 700, 999].contains(&i);
        assert!((0..1000).all(|i| out[i] == if is_ended(i) { 0 } else { 8 }), "{device}");
    }
}

#[test]
fn a_launch_over_buffers_of_the_device_waits_for_its_assertions() {
    for device in all() {
        let mut a = vec![1u32; 300];
        a[299] = 100;
        let data = device.buffer(&a).unwrap();
        let mut out = device.zeros::<u32>(300).unwrap();
        for _ in 0..3 {
            let (.., invocation) = failed(small(&data, &mut out).dispatch(&device));
            assert_eq!(invocation, [299, 0, 0], "{device}");
        }
        let mut expected = vec![2u32; 300];
        expected[299] = 0;
        assert_eq!(out.read().unwrap(), expected, "{device}");
        // The device stays as it is.
        let good = device.buffer(&[5u32; 300]).unwrap();
        small(&good, &mut out).dispatch(&device).unwrap();
        assert_eq!(out.read().unwrap(), [6; 300], "{device}");
    }
}

#[test]
fn assertions_of_a_task_are_its_error() {
    for device in all() {
        let a = [100u32; 10];
        let mut out = [0u32; 10];
        let (.., invocation) = failed(pollster::block_on(small(&a, &mut out).dispatch_async(&device)));
        assert_eq!((invocation, out), ([0, 0, 0], [0; 10]), "{device}");
        let mut mixed = [1u32; 10];
        mixed[4] = 1000;
        let (.., invocation) = failed(pollster::block_on(small(&mixed, &mut out).dispatch_async(&device)));
        assert_eq!((invocation, out), ([4, 0, 0], [2, 2, 2, 2, 0, 2, 2, 2, 2, 2]), "{device}");
    }
}

#[vyre::kernel(workgroup_size = (4, 2, 2))]
fn grid(out: &mut [u32], x: u32, y: u32, z: u32) {
    let id = invocation_id();
    assert!(id.z * 100 + id.y * 10 + id.x != z * 100 + y * 10 + x);
    assert!(id.x < 7 || id.z < 3, "the corner");
    out[0] = 1;
}

#[test]
fn the_first_invocation_is_that_of_the_grid_with_x_fastest() {
    for device in all() {
        let mut out = [0u32; 1];
        let launch = |out: &mut [u32; 1], [x, y, z]: [u32; 3]| {
            failed(grid(out, x, y, z).workgroups([2, 3, 2]).dispatch(&device))
        };
        // (7, 0, 3) is the first in the corner; (6, 5, 2) comes before it, and (0, 1, 3) after it.
        let (.., message, invocation) = launch(&mut out, [6, 5, 2]);
        assert_eq!(invocation, [6, 5, 2], "{device}");
        assert_eq!(
            message, "assertion failed: id.z * 100 + id.y * 10 + id.x != z * 100 + y * 10 + x",
            "{device}"
        );
        let (.., message, invocation) = launch(&mut out, [0, 1, 3]);
        assert_eq!((message.as_str(), invocation), ("the corner", [7, 0, 3]), "{device}");
    }
}

mod functions {
    /// A function of another module.
    #[vyre::function]
    pub fn half(x: u32) -> u32 {
        assert!(x % 2 == 0, "odd");
        x / 2
    }

    #[vyre::function]
    pub fn quarter(x: u32) -> u32 {
        half(half(x))
    }
}

#[vyre::kernel(workgroup_size = 32)]
fn halves(out: &mut [u32]) {
    fn inner(x: u32) -> u32 {
        assert_ne!(x, 9, "nine");
        x
    }
    let i = invocation_id().x;
    if i < out.len() && inner(out[i]) != 8 && 1000u32 > functions::quarter(out[i]) {
        out[i] = functions::quarter(out[i]);
    }
}

#[test]
fn functions_assert_where_they_are_called() {
    for device in all() {
        let mut out = [4, 8, 400, 0];
        halves(&mut out).dispatch(&device).unwrap();
        assert_eq!(out, [1, 8, 100, 0], "{device}");

        let mut out = [4, 8, 6, 0];
        let (file, line, column, message, invocation) = failed(halves(&mut out).dispatch(&device));
        assert!(file.ends_with("assertions.rs"), "{file}");
        assert_eq!((line, column), place("assert!(x % 2 == 0, \"odd\")"), "{device}");
        assert_eq!((message.as_str(), invocation, out), ("odd", [2, 0, 0], [1, 8, 6, 0]), "{device}");

        // Where the condition is decided before, the function is not called.
        let mut out = [4, 9];
        let (_, line, _, message, invocation) = failed(halves(&mut out).dispatch(&device));
        assert_eq!(line, place("assert_ne!(x, 9, \"nine\")").0, "{device}");
        assert_eq!(message, "assertion `left != right` failed: nine");
        assert_eq!((invocation, out), ([1, 0, 0], [1, 9]), "{device}");
    }
}

#[test]
fn functions_assert_on_the_host_as_rust_does() {
    assert_eq!(functions::quarter(40), 10);
    let message = std::panic::catch_unwind(|| functions::quarter(6)).unwrap_err();
    assert_eq!(message.downcast_ref::<&str>().map(|it| it.to_string()), Some("odd".to_string()));
}

#[vyre::kernel(workgroup_size = 16)]
fn compared(a: &[u64], b: &[u64], out: &mut [u32]) {
    let i = invocation_id().x;
    assert_eq!(a[i], b[i]);
    debug_assert!(a[i] != 5, "five");
    debug_assert_eq!(a[i] % 2, 0, "even");
    debug_assert_ne!(a[i], 6);
    if a[i] > 100 {
        assert!(false, "{{braces}}");
    }
    out[i] = 1;
}

#[test]
fn assertions_compare_and_debug_ones_are_those_of_the_build() {
    for device in all() {
        let run = |a: u64, b: u64| {
            let mut out = [0u32; 1];
            let result = compared(&[a], &[b], &mut out).dispatch(&device);
            (result, out[0])
        };
        assert!(matches!(run(4, 4), (Ok(()), 1)));
        let message = |a, b| failed(run(a, b).0).3;
        assert_eq!(message(1 << 32, 0), "assertion `left == right` failed");
        assert_eq!(message(102, 102), "{braces}");
        if cfg!(debug_assertions) {
            assert_eq!(message(5, 5), "five");
            assert_eq!(message(3, 3), "assertion `left == right` failed: even");
            assert_eq!(message(6, 6), "assertion `left != right` failed");
        } else {
            assert!(matches!(run(5, 5), (Ok(()), 1)));
        }
    }
}

#[vyre::kernel(workgroup_size = 8)]
fn waiting(out: &mut [u32], bad: u32) {
    let mut tile = workgroup_array::<u32, 8>();
    let l = local_id().x;
    assert!(l != bad, "the bad one");
    tile[l] = l * 10;
    barrier();
    assert!(tile[7 - l] != 20, "later");
    out[invocation_id().x] = tile[7 - l];
}

#[test]
fn where_others_wait_the_invocation_goes_on() {
    for device in all() {
        let mut out = [0u32; 16];
        let (.., message, invocation) = failed(waiting(&mut out, 5).dispatch(&device));
        // In invocation 5 both fail, and the first one counts.
        assert_eq!((message.as_str(), invocation), ("the bad one", [5, 0, 0]), "{device}");
        let expected: Vec<u32> = (0..16u32).map(|i| (7 - i % 8) * 10).collect();
        assert_eq!(out.to_vec(), expected, "{device}");
        let (.., message, invocation) = failed(waiting(&mut out, 99).dispatch(&device));
        assert_eq!((message.as_str(), invocation), ("later", [5, 0, 0]), "{device}");
    }
}

#[test]
fn a_program_by_hand_asserts() {
    let i = || ir::Expr::invocation_id(0);
    let buffers = vec![ir::BufferDecl::read_write("assertions", 0, ir::DataType::U32)];
    let looped = vec![
        ir::Node::assert((i() + ir::Expr::var("k")).lt(9u32), "nine or more"),
        ir::Node::store("assertions", i(), ir::Expr::var("k")),
    ];
    let entry = vec![ir::Node::for_range("k", 0u32, 4u32, looped)];
    let program = ir::Program::new(buffers, [8, 1, 1], entry);
    let text = program.to_string();
    assert!(text.contains("assert(invocation_id.x + k < 9, \"nine or more\");"), "{text}");
    assert_eq!(text.parse::<ir::Program>().unwrap(), program);
    assert_eq!(ir::Program::from_wire(&program.to_wire()).unwrap(), program);
    for device in all() {
        let mut out = [7u32; 8];
        let (file, line, column, message, invocation) =
            failed(device.run(&program, [1, 1, 1], [Arg::write(&mut out)]));
        assert_eq!((file.as_str(), line, column), ("", 0, 0), "{device}");
        assert_eq!((message.as_str(), invocation), ("nine or more", [6, 0, 0]), "{device}");
        // Invocation 6 gets to k = 2, and 7 to k = 1.
        assert_eq!(out, [3, 3, 3, 3, 3, 3, 2, 1], "{device}");
    }
}

#[test]
fn launches_that_are_too_large_to_be_told_apart_are_refused() {
    let program: ir::Program =
        "program workgroup_size 1, 1, 1 entry { assert(true, \"never\"); }".parse().unwrap();
    let result = Device::cpu().run(&program, [1 << 16, 1 << 16, 1], []);
    assert!(
        matches!(result, Err(Error::Limit { asked: 0x1_0000_0000, allowed: 0xffff_ffff, .. })),
        "{result:?}"
    );
}

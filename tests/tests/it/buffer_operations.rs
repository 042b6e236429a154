//! Operations on buffers, and buffers of bytes that programs write, on every device. What they compute is computed beside them in plain Rust.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::ir::{Convention, DataType, Grid, OpSpec, Pipeline, Program, Registry, Validated, validate_with};
use vyre::{Arg, Device, Error};
use vyre_tests::devices;

fn all() -> Vec<Device> {
    devices().into_iter().chain([Device::reference(), Device::checked()]).collect()
}

fn program(text: &str) -> Program {
    text.parse().unwrap()
}

fn valid(ops: impl IntoIterator<Item = OpSpec>, text: &str) -> Validated {
    let mut registry = Registry::standard().clone();
    ops.into_iter().for_each(|op| registry.register(op).unwrap());
    validate_with(&program(text), &registry).unwrap()
}

/// The sum of what a workgroup has, by a tree in workgroup memory; the first invocation stores it.
fn sum() -> OpSpec {
    let text = "program workgroup_size 64, 1, 1
        buffer from: read u32 @ 0
        buffer scale: uniform u32[1] @ 1
        buffer to: read_write u32 @ 2
        buffer tile: workgroup u32[64]
        entry {
            let l = local_id.x;
            tile[l] = from[invocation_id.x] * scale[0];
            barrier;
            let step = 32;
            for round in 0..6 {
                if l < step { tile[l] = tile[l] + tile[l + step]; }
                barrier;
                step = step >> 1;
            }
            if l != 0 { return; }
            to[workgroup_id.x] = tile[0];
        }";
    OpSpec::program("acme.sum", program(text))
}

#[test]
fn operations_with_barriers_and_memory_of_their_own_compute_what_they_say() {
    let text = "program workgroup_size 64, 1, 1
        buffer a: read u32 @ 0
        buffer once: read_write u32 @ 1
        buffer thrice: read_write u32 @ 2
        buffer after: read_write u32 @ 3
        entry {
            call acme.sum(from: &a, scale: 1, to: &once);
            let three = 1 + 2;
            call acme.sum(from: &a, scale: three, to: &thrice);
            after[invocation_id.x] = invocation_id.x;
        }";
    let program = valid([sum()], text);
    let a: Vec<u32> = (0..256u32).map(|i| i.wrapping_mul(0x9e37_79b9)).collect();
    let sums: Vec<u32> =
        a.chunks(64).map(|chunk| chunk.iter().fold(0u32, |sum, x| sum.wrapping_add(*x))).collect();
    for device in all() {
        let (mut once, mut thrice, mut after) = ([0u32; 4], [0u32; 4], [0u32; 256]);
        let args = [Arg::read(&a), Arg::write(&mut once), Arg::write(&mut thrice), Arg::write(&mut after)];
        device.run_validated(&program, [4, 1, 1], args).unwrap();
        assert_eq!(once.as_slice(), sums, "{device}");
        assert_eq!(thrice, [0, 1, 2, 3].map(|at: usize| sums[at].wrapping_mul(3)), "{device}");
        // `return` in the operation ended the operation alone.
        assert!((0..256).all(|i| after[i as usize] == i), "{device}");
    }
}

#[test]
fn workgroup_memory_is_passed_and_each_call_has_zeros_at_first() {
    let count = OpSpec::program(
        "acme.count",
        program(
            "program workgroup_size 0, 0, 0
            buffer to: read_write u32 @ 0
            buffer own: workgroup u32[4]
            entry {
                let l = local_id.x;
                own[l] = own[l] + 1;
                to[l] = to[l] + own[l];
            }",
        ),
    );
    let text = "program workgroup_size 4, 1, 1
        buffer out: read_write u32 @ 0
        buffer shared: workgroup u32[4]
        entry {
            for k in 0..3 { call acme.count(to: &shared); }
            call acme.count(to: &shared);
            out[invocation_id.x] = shared[local_id.x];
        }";
    let program = valid([count], text);
    for device in all() {
        let mut out = [9u32; 8];
        device.run_validated(&program, [2, 1, 1], [Arg::write(&mut out)]).unwrap();
        // The first call counts on in each round: 1 + 2 + 3, and the second one has memory of its own: 1.
        assert_eq!(out, [7; 8], "{device}");
    }
}

#[test]
fn a_table_is_read_by_an_operation_of_convention_v2() {
    let look = "program workgroup_size 0, 0, 0
        buffer table: read u32 @ 4 buffer to: read_write u32 @ 0
        entry { let i = invocation_id.x; to[i] = table[to[i] & 255]; }";
    let look = OpSpec::program("acme.look", program(look));
    let look = look.with_convention(Convention::V2 { lookup_binding: 4 });
    let text = "program workgroup_size 64, 1, 1
        buffer out: read_write u32 @ 0 buffer squares: read u32 @ 4
        entry { call acme.look(table: &squares, to: &out); call acme.look(table: &squares, to: &out); }";
    let program = valid([look], text);
    let squares: Vec<u32> = (0..256).map(|i| i * i).collect();
    for device in all() {
        assert!(program.conventions().iter().all(|convention| device.info().takes(*convention)));
        let mut out: Vec<u32> = (0..64).collect();
        device.run_validated(&program, [1, 1, 1], [Arg::write(&mut out), Arg::read(&squares)]).unwrap();
        assert!((0..64u32).all(|i| out[i as usize] == ((i * i) & 255).pow(2)), "{device}");
    }
}

/// A device with two storage buffers has none for a table. The error comes before anything runs: of a pipeline not even the step before has written.
#[cfg(feature = "gpu")]
#[test]
fn a_device_without_room_for_tables_refuses_before_it_runs() {
    let fewer = |limits: &mut vyre::wgpu::Limits| limits.max_storage_buffers_per_shader_stage = 2;
    let Some((device, queue)) = vyre_tests::opened_with_wgpu(fewer, None) else { return };
    let device = Device::from_wgpu(device, queue).unwrap();
    let convention = Convention::V2 { lookup_binding: 1 };
    assert!(device.info().takes(Convention::V1) && !device.info().takes(convention));
    let look = "program workgroup_size 0, 0, 0
        buffer table: read u32 @ 1 buffer to: read_write u32 @ 0
        entry { let i = invocation_id.x; to[i] = table[to[i]]; }";
    let look = OpSpec::program("test.v2.look", program(look)).with_convention(convention);
    vyre::ops::register(look.clone()).unwrap();
    let text = "program workgroup_size 4, 1, 1
        buffer out: read_write u32 @ 0 buffer table: read u32 @ 1
        entry { call test.v2.look(table: &table, to: &out); }";
    let is_refused = |error: Error| {
        assert!(matches!(&error, Error::Convention { convention: it, .. } if *it == convention), "{error}");
    };
    let (mut out, table) = ([3u32, 2, 1, 0], [10u32, 20, 30, 40]);
    let ran =
        device.run_validated(&valid([look], text), [1, 1, 1], [Arg::write(&mut out), Arg::read(&table)]);
    is_refused(ran.unwrap_err());
    assert_eq!(out, [3, 2, 1, 0]);
    // Programs of one buffer run there.
    let add = "program workgroup_size 4, 1, 1 buffer b: read_write u32 @ 0
        entry { b[invocation_id.x] = b[invocation_id.x] - 1; }";
    device.run(&program(add), [1, 1, 1], [Arg::write(&mut out)]).unwrap();
    assert_eq!(out, [2, 1, 0, u32::MAX]);
    let mut out = [4u32, 3, 2, 1];
    let mut p = Pipeline::new();
    let (b, of) = (p.in_out("b", DataType::U32), p.input("of", DataType::U32));
    p.step(program(add), &[("b", b.into())], Grid::covers("b"));
    p.step(program(text), &[("out", b.into()), ("table", of.into())], Grid::covers("b"));
    let p = p.validate().unwrap();
    let ran = device.run_pipeline(&p, [("b", Arg::write(&mut out)), ("of", Arg::read(&table))]);
    is_refused(ran.map(drop).unwrap_err());
    assert_eq!(out, [4, 3, 2, 1]);
    // The same pipeline on devices that take it.
    for device in all() {
        let mut out = [4u32, 3, 2, 1];
        device.run_pipeline(&p, [("b", Arg::write(&mut out)), ("of", Arg::read(&table))]).unwrap();
        assert_eq!(out, [40, 30, 20, 10], "{device}");
    }
}

#[test]
fn bytes_are_written_beside_each_other() {
    // Each invocation writes a byte, of which four share a word; beyond the backing words nothing happens.
    let text = "program workgroup_size 64, 1, 1
        buffer from: read bytes @ 0 buffer to: read_write bytes @ 1
        entry { let i = invocation_id.x; byte(to, i) = byte(from, i) + 256 * 7 + 1; byte(to, i + 4096) = 1; }";
    let program = program(text);
    for length in [0usize, 1, 5, 63, 64, 1000] {
        let from: Vec<u8> = (0..length).map(|i| (i * 37 + 11) as u8).collect();
        let expected: Vec<u8> = from.iter().map(|byte| byte.wrapping_add(1)).collect();
        for device in all() {
            let mut to = vec![0xaa_u8; length];
            device.run(&program, [16, 1, 1], [Arg::read(&from), Arg::write(&mut to)]).unwrap();
            assert_eq!(to, expected, "{length} on {device}");
        }
    }
}

#[test]
fn words_of_bytes_are_written_and_read() {
    let text = "program workgroup_size 64, 1, 1
        buffer b: read_write bytes @ 0 buffer out: read_write u32 @ 1
        entry {
            let i = invocation_id.x;
            if i < 3 { word(b, i) = 0x04030201 + i; }
            if i == 3 { byte(b, 12) = word(b, 3) + 1; }
            if i == 0 { out[0] = len(b); out[1] = word(b, 0); out[2] = byte(b, 1); out[3] = word(b, 77); }
        }";
    let program = program(text);
    for device in all() {
        let (mut bytes, mut out) = ([9u8; 14], [7u32; 4]);
        device.run(&program, [1, 1, 1], [Arg::write(&mut bytes), Arg::write(&mut out)]).unwrap();
        assert_eq!(bytes, [1, 2, 3, 4, 2, 2, 3, 4, 3, 2, 3, 4, 10, 9], "{device}");
        assert_eq!(out, [4, 0x0403_0201, 2, 0], "{device}");
    }
}

#[test]
fn bytes_of_the_device_keep_their_length() {
    let program = program(
        "program workgroup_size 64, 1, 1 buffer b: read_write bytes @ 0
        entry { let i = invocation_id.x; byte(b, i) = byte(b, i) + 1; }",
    );
    for device in all() {
        let mut buffer = device.buffer(&[1u8, 2, 3, 4, 5]).unwrap();
        for _ in 0..2 {
            device.run(&program, [1, 1, 1], [Arg::buffer_mut(&mut buffer)]).unwrap();
        }
        assert_eq!(buffer.len(), 5);
        assert_eq!(buffer.read().unwrap(), [3, 4, 5, 6, 7], "{device}");
    }
}

#[test]
fn races_are_by_byte() {
    let run = |body: &str| {
        let text = format!(
            "program workgroup_size 64, 1, 1 buffer b: read_write bytes @ 0 entry {{ let i = invocation_id.x; {body} }}"
        );
        let mut bytes = [0u8; 64];
        Device::checked().run(&program(&text), [1, 1, 1], [Arg::write(&mut bytes)])
    };
    run("byte(b, i) = i;").unwrap();
    run("let x = byte(b, i); byte(b, i) = x + i;").unwrap();
    run("if i < 16 { word(b, i) = i; }").unwrap();
    for racing in ["byte(b, i / 2) = i;", "byte(b, i) = byte(b, i ^ 1) + i;", "if i < 2 { word(b, 0) = i; }"]
    {
        let error = run(racing).unwrap_err();
        assert!(
            matches!(error, Error::Checked(_)) && error.to_string().contains("race"),
            "{racing}: {error}"
        );
    }
}

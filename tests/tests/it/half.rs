//! Floats of 16 bits on every device: conversions, memory, operators, and kernels.

#![allow(clippy::unwrap_used, clippy::panic)]

use half::{bf16, f16};
use vyre::ir::library::elementary_operators;
use vyre::ir::{BinOp, BufferDecl, DataType, Expr, Node, Program, Typing, UnOp};
use vyre::{Arg, Device, DeviceKind};
use vyre_tests::float_rows::strict_unary;
use vyre_tests::{devices, halves};

fn all() -> Vec<Device> {
    devices().into_iter().chain([Device::reference(), Device::checked()]).collect()
}

/// Every float of 16 bits, by its bits.
fn every() -> Vec<u16> {
    (0..=u16::MAX).collect()
}

fn program(text: &str) -> Program {
    format!("program workgroup_size 64, 1, 1 {text}").parse().unwrap()
}

#[test]
fn every_float_widens_to_its_number() {
    for (ty, nan) in [("f16", 0x7fc0_0000), ("bf16", 0x7fc0_0000u32)] {
        let program = program(&format!(
            "buffer a: read {ty} @ 0 buffer out: read_write f32 @ 1
            entry {{ let i = invocation_id.x; if i < len(out) {{ out[i] = cast<f32>(a[i]); }} }}"
        ));
        let number = |bits: u16| match ty {
            "f16" => f16::from_bits(bits).to_f32(),
            _ => bf16::from_bits(bits).to_f32(),
        };
        let expected: Vec<u32> = every()
            .iter()
            .map(|bits| number(*bits))
            .map(|x| if x.is_nan() { nan } else { x.to_bits() })
            .collect();
        for device in all() {
            let mut out = vec![0f32; 0x1_0000];
            device.run(&program, [1024, 1, 1], [Arg::read(&every()), Arg::write(&mut out)]).unwrap();
            let got: Vec<u32> = out.iter().map(|x| x.to_bits()).collect();
            assert!(got == expected, "{ty} on {device}");
        }
    }
}

/// Numbers around every float of 16 bits and around every middle between two, and any.
fn singles(of: impl Fn(u16) -> f32) -> Vec<f32> {
    let mut numbers = Vec::new();
    for bits in (0..=u16::MAX).step_by(7) {
        let [here, next] = [of(bits), of(bits.wrapping_add(1))];
        let middle = (f64::from(here) + f64::from(next)) / 2.0;
        for center in [here, middle as f32] {
            numbers.extend([0u32, 1, u32::MAX].map(|by| f32::from_bits(center.to_bits().wrapping_add(by))));
        }
        numbers.push(f32::from_bits(u32::from(bits).wrapping_mul(0x9e37_79b1)));
    }
    numbers
}

#[test]
fn singles_narrow_to_the_nearest() {
    let numbers: [Vec<f32>; 2] =
        [singles(|bits| f16::from_bits(bits).to_f32()), singles(|bits| bf16::from_bits(bits).to_f32())];
    let narrow = |x: f32, is_bf16: bool| match (x.is_nan(), is_bf16) {
        (true, false) => 0x7e00,
        (true, true) => 0x7fc0,
        (false, false) => f16::from_f32(x).to_bits(),
        (false, true) => bf16::from_f32(x).to_bits(),
    };
    for (numbers, ty) in numbers.iter().zip(["f16", "bf16"]) {
        let program = program(&format!(
            "buffer a: read f32 @ 0 buffer out: read_write {ty} @ 1
            entry {{ let i = invocation_id.x; if i < len(out) {{ out[i] = cast<{ty}>(a[i]); }} }}"
        ));
        let expected: Vec<u16> = numbers.iter().map(|x| narrow(*x, ty == "bf16")).collect();
        for device in all() {
            let mut out = vec![0u16; numbers.len()];
            let groups = [numbers.len().div_ceil(64) as u32, 1, 1];
            device.run(&program, groups, [Arg::read(numbers), Arg::write(&mut out)]).unwrap();
            let wrong = (0..out.len()).find(|at| out[*at] != expected[*at]);
            assert_eq!(wrong.map(|at| (numbers[at], out[at], expected[at])), None, "{ty} on {device}");
        }
    }
}

/// An odd number of elements, of which only every other one is written; one index is beyond the end, in the last word.
#[test]
fn neighbours_and_what_is_beyond_stay() {
    let program = program(
        "buffer a: read f16 @ 0 buffer out: read_write f16 @ 1 buffer seen: read_write u32 @ 2
        entry {
            let i = invocation_id.x;
            if i < 4 { out[2 * i + 1] = a[i]; }
            if i == 7 { seen[0] = len(a); seen[1] = len(out); seen[2] = a[7].0; seen[3] = out[7].0; seen[4] = out[0].0; seen[5] = a[100].0; }
        }",
    );
    for device in all() {
        let (a, mut out, mut seen) =
            ([f16::ONE, f16::NAN, f16::from_bits(0xfc01), f16::MAX, f16::MIN], [0x1111u16; 7], [9u32; 6]);
        device
            .run(&program, [1, 1, 1], [Arg::read(&a), Arg::write(&mut out), Arg::write(&mut seen)])
            .unwrap();
        assert_eq!(out, [0x1111, 0x3c00, 0x1111, 0x7e00, 0x1111, 0xfc01, 0x1111], "{device}");
        assert_eq!(seen, [5, 7, 0, 0, 0x1111, 0], "{device}");
        // Buffers that stay on the device.
        let a = device.buffer(&a).unwrap();
        let mut out = device.buffer(&[bf16::ONE; 7]).unwrap();
        let error = device.run(
            &program,
            [1, 1, 1],
            [Arg::buffer(&a), Arg::buffer_mut(&mut out), Arg::write(&mut seen)],
        );
        assert!(error.unwrap_err().to_string().contains("bf16"));
        let mut out = device.buffer(&[f16::ONE; 7]).unwrap();
        for _ in 0..3 {
            device
                .run(&program, [1, 1, 1], [Arg::buffer(&a), Arg::buffer_mut(&mut out), Arg::write(&mut seen)])
                .unwrap();
        }
        let bits: Vec<u16> = out.read().unwrap().iter().map(|x| x.to_bits()).collect();
        assert_eq!(bits, [0x3c00, 0x3c00, 0x3c00, 0x7e00, 0x3c00, 0xfc01, 0x3c00], "{device}");
    }
}

#[test]
fn every_kind_of_memory() {
    let program = program(
        "buffer a: uniform bf16[3] @ 0 buffer out: read_write bf16[5] @ 1 buffer shared: workgroup bf16[64] buffer own: private bf16[3]
        entry {
            let l = local_id.x;
            shared[l] = a[l % 3];
            own[1] = shared[l];
            barrier;
            let x = workgroup_uniform_load(shared[2]);
            let y = workgroup_broadcast(own[1], 1);
            if l == 0 { out[0] = shared[63]; out[1] = own[1]; out[2] = own[2]; out[3] = x; out[4] = y; }
        }",
    );
    for device in all() {
        let (a, mut out) = ([bf16::ONE, bf16::from_bits(0xff81), bf16::MIN], [bf16::MAX; 5]);
        device.run(&program, [1, 1, 1], [Arg::read(&a), Arg::write(&mut out)]).unwrap();
        assert_eq!(out.map(bf16::to_bits), [0x3f80, 0x3f80, 0, 0xff7f, 0xff81], "{device}");
        let error =
            device.run(&program, [1, 1, 1], [Arg::read(&a), Arg::write(&mut [bf16::MAX; 6])]).unwrap_err();
        assert!(error.to_string().contains('5') && error.to_string().contains('6'), "{error}");
    }
}

/// Whether a device compiles an elementary function for seconds. One of them is enough there: each widens the operand, calls what `elementary`
/// tests on every device, and narrows the result.
fn is_slow(device: &Device) -> bool {
    device.info().kind() == DeviceKind::SoftwareGpu && !vyre_random::is_thorough()
}

/// Whether an operator is an elementary function.
fn is_elementary(name: Option<&str>) -> bool {
    elementary_operators().any(|operation| {
        operation.id().as_deref() == name.map(|name| format!("primitive.f32.{name}")).as_deref()
    })
}

/// The operators of a type on pairs of floats, each with the bits that its row gives; what the rows give is tested in `vyre-ir`.
#[test]
fn operators_are_their_rows() {
    let pairs: Vec<(u16, u16)> = (0..3000u32)
        .map(|at| (at.wrapping_mul(0x9e37_79b1) >> 7, at.wrapping_mul(0x85eb_ca6b) >> 9))
        .map(|(a, b)| match a % 5 {
            0 => (a as u16, (a ^ b & 0x83ff) as u16),
            1 => (a as u16 & 0x83ff, b as u16),
            2 => (a as u16 | 0x7c00, b as u16),
            _ => (a as u16, b as u16),
        })
        .collect();
    let (a, b): (Vec<u16>, Vec<u16>) = pairs.into_iter().unzip();
    for ty in [DataType::F16, DataType::BF16] {
        let scalar = ty.value_type().unwrap().scalar;
        let run = |device: &Device, result: DataType, value: Expr| {
            let i = || Expr::invocation_id(0);
            let bits = if result == ty { Expr::component(value, 0) } else { value };
            let body = vec![Node::if_then(
                Expr::binary(BinOp::Lt, i(), Expr::buf_len("out")),
                vec![Node::store("out", i(), bits)],
            )];
            let buffers = vec![
                BufferDecl::read("a", 0, ty.clone()),
                BufferDecl::read("b", 1, ty.clone()),
                BufferDecl::read_write("out", 2, DataType::U32),
            ];
            let program = Program::new(buffers, [64, 1, 1], body);
            let mut out = vec![0u32; a.len()];
            let args = [Arg::read(&a), Arg::read(&b), Arg::write(&mut out)];
            device.run(&program, [a.len().div_ceil(64) as u32, 1, 1], args).unwrap();
            out
        };
        let [x, y] = ["a", "b"].map(|name| Expr::load(name, Expr::invocation_id(0)));
        for device in devices().into_iter().chain([Device::reference()]) {
            for op in BinOp::on(scalar) {
                if is_slow(&device) && is_elementary(op.library_name()) && op != BinOp::FHypot {
                    continue;
                }
                let got =
                    run(&device, op.typing().in_program_of(&ty).1, Expr::binary(op, x.clone(), y.clone()));
                for (at, got) in got.into_iter().enumerate() {
                    let expected = op.eval_as(scalar, a[at].into(), b[at].into()).unwrap();
                    assert_eq!(
                        u64::from(got),
                        expected,
                        "{op:?} of {ty} {:#06x} and {:#06x} on {device}",
                        a[at],
                        b[at]
                    );
                }
            }
            for op in UnOp::on(scalar) {
                if is_slow(&device) && is_elementary(op.library_name()) && op != UnOp::FCbrt {
                    continue;
                }
                assert!(matches!(op.typing(), Typing::Float | Typing::Elementary | Typing::FloatSign));
                let got = run(&device, ty.clone(), Expr::unary(op, x.clone()));
                for (at, got) in got.into_iter().enumerate() {
                    let expected = op.eval_as(scalar, a[at].into()).unwrap();
                    assert_eq!(u64::from(got), expected, "{op:?} of {ty} {:#06x} on {device}", a[at]);
                }
            }
            let got = run(&device, ty.clone(), Expr::mul_add(x.clone(), y.clone(), x.clone()));
            for (at, got) in got.into_iter().enumerate() {
                let expected = vyre::ir::float::mul_add_as(scalar, [a[at], b[at], a[at]].map(u64::from));
                assert_eq!(
                    u64::from(got),
                    expected,
                    "mul_add of {ty} {:#06x} and {:#06x} on {device}",
                    a[at],
                    b[at]
                );
            }
        }
    }
}

/// Every operand of every row of one operand, against `f64`.
#[test]
fn every_operand_of_every_row() {
    let every = every();
    for ty in [DataType::F16, DataType::BF16] {
        let scalar = ty.value_type().unwrap().scalar;
        for op in strict_unary(scalar) {
            let expected: Vec<u16> =
                every.iter().map(|bits| halves::unary(scalar, op, (*bits).into()).unwrap() as u16).collect();
            let i = || Expr::invocation_id(0);
            let body = vec![Node::store("out", i(), Expr::unary(op, Expr::load("a", i())))];
            let buffers =
                vec![BufferDecl::read("a", 0, ty.clone()), BufferDecl::read_write("out", 1, ty.clone())];
            let program = Program::new(buffers, [64, 1, 1], body);
            for device in all() {
                if is_slow(&device) && is_elementary(op.library_name()) && op != UnOp::FSin {
                    continue;
                }
                let mut out = vec![0u16; every.len()];
                device.run(&program, [1024, 1, 1], [Arg::read(&every), Arg::write(&mut out)]).unwrap();
                let wrong = (0..out.len()).find(|at| out[*at] != expected[*at]);
                assert_eq!(wrong.map(|at| (at, out[at], expected[at])), None, "{op:?} of {ty} on {device}");
            }
        }
    }
}

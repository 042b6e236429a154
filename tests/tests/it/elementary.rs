//! Elementary functions of floats are correctly rounded, on every device and expanded into integers.
//!
//! What is expected comes from the platform's `f64` functions, wherever their errors leave no doubt about the rounding, and for operands
//! near to the middle between two floats from CORE-MATH, in `elementary/hard.txt`.
//!
//! `VYRE_FLOAT_OPERANDS` says how many operands of each function are tried, and `VYRE_FLOATS_EXHAUSTIVE=1` tries all 2^32 of functions of
//! one operand on the CPU device, and of quick phases on a GPU.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic, in its helpers too")]

use vyre::ir::library::{Operation, elementary_operators};
use vyre::ir::{AtomicOp, BinOp, BufferDecl, DataType, Expr, Node, Program, UnOp, validate};
use vyre::{Arg, Device, DeviceKind};
use vyre_lower::{Target, build, pass};
use vyre_runtime::testing::run_form;
use vyre_tests::devices;

const NAN: u32 = 0x7fc0_0000;

fn setting(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

/// The next number of SplitMix64.
fn next(state: &mut u64) -> u32 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)) as u32
}

/// Two operands: any bits, of usual size, near 1, special.
fn operands(count: usize) -> [Vec<u32>; 2] {
    const SPECIAL: [u32; 18] = [
        0,
        0x8000_0000,
        1,
        0x8000_0001,
        0x007f_ffff,
        0x0080_0000,
        0x3f80_0000,
        0xbf80_0000,
        0x7f7f_ffff,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0xffc0_1234,
        0x7f80_0001,
        0x3f00_0000,
        0x4000_0000,
        0xc040_0000,
        0xff7f_ffff,
    ];
    let state = &mut 7;
    let mut pair = |at: usize| match at % 6 {
        0 => [next(state), next(state)],
        1 | 2 => [0; 2].map(|_| next(state) & 0x807f_ffff | (114 + next(state) % 22) << 23),
        3 => {
            [0x3f7f_0000 + next(state) % 0x1_8000, next(state) & 0x807f_ffff | (120 + next(state) % 30) << 23]
        }
        4 => [(next(state) % 65 * 8) as f32 - 256.0, (next(state) % 33) as f32 * 0.5 - 8.0].map(f32::to_bits),
        _ => [0; 2].map(|_| SPECIAL[next(state) as usize % SPECIAL.len()]),
    };
    let pairs: Vec<[u32; 2]> = (0..count).map(&mut pair).collect();
    [0, 1].map(|side| pairs.iter().map(|pair| pair[side]).collect())
}

/// What the platform computes with 53 bits.
fn wide(operation: Operation, a: f64, b: f64) -> f64 {
    match operation {
        Operation::Unary(op, _) => match op {
            UnOp::FSin => a.sin(),
            UnOp::FCos => a.cos(),
            UnOp::FTan => a.tan(),
            UnOp::FAsin => a.asin(),
            UnOp::FAcos => a.acos(),
            UnOp::FAtan => a.atan(),
            UnOp::FSinh => a.sinh(),
            UnOp::FCosh => a.cosh(),
            UnOp::FTanh => a.tanh(),
            UnOp::FExp => a.exp(),
            UnOp::FExp2 => a.exp2(),
            UnOp::FExpM1 => a.exp_m1(),
            UnOp::FLog => a.ln(),
            UnOp::FLog2 => a.log2(),
            UnOp::FLog10 => a.log10(),
            UnOp::FLog1p => a.ln_1p(),
            UnOp::FCbrt => a.cbrt(),
            UnOp::FRsqrt => 1.0 / a.sqrt(),
            other => panic!("{other:?} is not elementary"),
        },
        Operation::Binary(op, _) => match op {
            BinOp::FHypot => a.hypot(b),
            BinOp::FAtan2 => a.atan2(b),
            BinOp::FPow => a.powf(b),
            other => panic!("{other:?} is not elementary"),
        },
        Operation::MulAdd | Operation::DoubleMulAdd => panic!("not elementary"),
    }
}

/// The bits of the correctly rounded result, if 53 bits say so.
fn expected(operation: Operation, [a, b]: [u32; 2]) -> Option<u32> {
    let value = wide(operation, f32::from_bits(a).into(), f32::from_bits(b).into());
    if value.is_nan() {
        return Some(NAN);
    }
    let margin = value.abs() * 2f64.powi(-50);
    let [low, high] = [value - margin, value + margin].map(|bound| (bound as f32).to_bits());
    let is_exact = value.is_infinite() || value == 0.0;
    (is_exact || low == high).then(|| (value as f32).to_bits())
}

/// A program that stores what an operator gives for the elements of `a` and `b`.
fn program(operation: Operation) -> Program {
    let i = || Expr::invocation_id(0);
    let (a, b) = (Expr::load("a", i()), Expr::load("b", i()));
    let value = match operation {
        Operation::Binary(op, _) => Expr::binary(op, a, b),
        Operation::Unary(op, _) => Expr::unary(op, a),
        Operation::MulAdd | Operation::DoubleMulAdd => panic!("not elementary"),
    };
    let buffers = vec![
        BufferDecl::read("a", 0, DataType::F32),
        BufferDecl::read("b", 1, DataType::F32),
        BufferDecl::read_write("out", 2, DataType::F32),
    ];
    let body = vec![Node::if_then(i().lt(Expr::buf_len("out")), vec![Node::store("out", i(), value)])];
    Program::new(buffers, [64, 1, 1], body)
}

fn assert_rounded(operation: Operation, operands: &[Vec<u32>; 2], got: &[u32], by: &str) {
    let mut open = 0;
    for (at, got) in got.iter().enumerate() {
        let both = [operands[0][at], operands[1][at]];
        match expected(operation, both) {
            Some(expected) => {
                assert_eq!(*got, expected, "{by}: {operation:?} of {both:#x?}: {got:#x}, not {expected:#x}")
            }
            None => open += 1,
        }
    }
    assert!(open <= 2 + got.len() / 300, "{by}: {operation:?}: {open} of {} are undecided", got.len());
}

fn run(device: &Device, operation: Operation, operands: &[Vec<u32>; 2]) -> Vec<u32> {
    let [a, b] =
        operands.each_ref().map(|list| list.iter().map(|bits| f32::from_bits(*bits)).collect::<Vec<_>>());
    let mut out = vec![7f32; a.len()];
    let groups = [out.len().div_ceil(64) as u32, 1, 1];
    device.run(&program(operation), groups, [Arg::read(&a), Arg::read(&b), Arg::write(&mut out)]).unwrap();
    out.iter().map(|value| value.to_bits()).collect()
}

/// The operands of each function in `hard.txt`, and what CORE-MATH gives.
fn hard_cases() -> Vec<(Operation, [Vec<u32>; 2], Vec<u32>)> {
    let lines = include_str!("elementary/hard.txt").lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<(&str, [u32; 3])> = lines
        .map(|line| {
            let (name, bits) = line.split_once(' ').unwrap();
            let bits: Vec<u32> = bits.split(' ').map(|word| u32::from_str_radix(word, 16).unwrap()).collect();
            (name, [bits[0], bits[1], bits[2]])
        })
        .collect();
    elementary_operators()
        .map(|operation| {
            let name = match operation {
                Operation::Unary(op, _) => op.name(),
                Operation::Binary(op, _) => op.name(),
                Operation::MulAdd | Operation::DoubleMulAdd => "",
            };
            let of_it = || rows.iter().filter(|(of, _)| *of == name).map(|(_, bits)| bits);
            let column = |at: usize| of_it().map(|bits| bits[at]).collect();
            (operation, [column(0), column(1)], column(2))
        })
        .collect()
}

/// Any operands, and the hard cases behind them.
#[test]
fn functions_on_every_device() {
    let any = operands(setting("VYRE_FLOAT_OPERANDS", 20_000));
    let count = any[0].len();
    for device in devices().into_iter().chain([Device::reference()]) {
        for (operation, hard, expected) in hard_cases() {
            assert!(expected.len() >= 40, "{operation:?}");
            let both = [0, 1].map(|at| [any[at].as_slice(), &hard[at]].concat());
            let got = run(&device, operation, &both);
            assert_rounded(operation, &any, &got[..count], device.info().name());
            assert_eq!(got[count..], expected, "{operation:?} on {}", device.info().name());
        }
    }
}

#[test]
fn all_operands_of_functions_of_one() {
    if setting("VYRE_FLOATS_EXHAUSTIVE", 0) == 0 {
        return;
    }
    let device = Device::cpu();
    for operation in elementary_operators().filter(|it| matches!(it, Operation::Unary(..))) {
        for block in 0..256u32 {
            let bits: Vec<u32> = (0..1 << 24).map(|low| block << 24 | low).collect();
            let operands = [bits.clone(), bits];
            let got = run(&device, operation, &operands);
            assert_rounded(operation, &operands, &got, "CPU");
        }
    }
}

#[test]
fn functions_expanded_into_integers() {
    let operands = operands(setting("VYRE_FLOAT_OPERANDS", 200));
    let count = operands[0].len();
    for operation in elementary_operators() {
        let mut form = build(&validate(&program(operation)).unwrap()).unwrap();
        pass::optimise(&mut form, &Target::WGSL);
        let mut buffers = operands.to_vec();
        buffers.push(vec![7; count]);
        run_form(&form, [count.div_ceil(64) as u32, 1, 1], &mut buffers).unwrap();
        assert_rounded(operation, &operands, &buffers[2], "integers");
    }
}

/// Quick phases give what the definitions give, wherever they leave nothing open: both are asked as operations, on bits. All operands were tried on an
/// H200.
#[test]
fn quick_phases_are_right() {
    const FUNCTIONS: [(&str, &str, Option<u32>); 6] = [
        ("exp_quick", "exp", None),
        ("ln_quick", "log", Some(0)),
        ("log2_quick", "log", Some(1)),
        ("log10_quick", "log", Some(2)),
        ("sin_quick", "trigonometric", Some(0)),
        ("cos_quick", "trigonometric", Some(1)),
    ];
    let all = setting("VYRE_FLOATS_EXHAUSTIVE", 0) == 1;
    // Operands of a launch, launches, and how far operands are from each other.
    let (count, launches, stride) = if all { (1 << 28, 1 << 4, 1) } else { (1u32 << 14, 1u32, 262_139) };
    for (quick, exact, function) in FUNCTIONS {
        let x = || Expr::var("x");
        let fixed = |name: &str, args| Expr::call(format!("primitive.fixed.{name}"), args);
        let mut args = vec![x()];
        args.extend(function.map(Expr::u32));
        let note = |at: u32| vec![Node::let_bind("old", Expr::atomic(AtomicOp::Add, "counts", at, 1u32))];
        let body = vec![
            Node::let_bind("x", (Expr::invocation_id(0) + Expr::load("first", 0u32)) * stride),
            Node::let_bind("quick", fixed(quick, vec![x()])),
            Node::if_else(
                Expr::var("quick").equals(u32::MAX),
                note(0),
                vec![Node::if_then(Expr::var("quick").differs(fixed(exact, args)), note(1))],
            ),
        ];
        let buffers = vec![
            BufferDecl::read("first", 0, DataType::U32),
            BufferDecl::read_write("counts", 1, DataType::U32),
        ];
        let program = Program::new(buffers, [64, 1, 1], body);
        // A CPU would take half an hour for all.
        for device in devices().into_iter().filter(|device| !all || device.info().kind() != DeviceKind::Cpu) {
            let mut counts = [0u32; 2];
            for launch in 0..launches {
                let first = [launch * count];
                device
                    .run(&program, [count / 64, 1, 1], [Arg::read(&first), Arg::write(&mut counts)])
                    .unwrap();
            }
            println!(
                "{quick} on {device}: {} of {} are open",
                counts[0],
                u64::from(count) * u64::from(launches)
            );
            assert_eq!(counts[1], 0, "{quick} on {device}");
        }
    }
}

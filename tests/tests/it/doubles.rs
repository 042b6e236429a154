//! Operators of `f64` on every device, and as compositions over integers, against Rust's own.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic, in its helpers too")]

use vyre::ir::library::Operation;
use vyre::ir::{BinOp, BufferDecl, DataType, Expr, Node, Program, Scalar, Typing, UnOp, validate};
use vyre::prelude::*;
use vyre::{Arg, Device};
use vyre_lower::{Target, build, pass};
use vyre_runtime::testing::run_form;
use vyre_tests::devices;

fn canonical(value: f64) -> u64 {
    if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() }
}

/// What Rust computes of the bits.
fn in_rust(operation: Operation, [a, b, c]: [u64; 3]) -> u64 {
    let [x, y, z] = [a, b, c].map(f64::from_bits);
    match operation {
        Operation::Binary(op, _) => match op {
            BinOp::FAdd => canonical(x + y),
            BinOp::FSub => canonical(x - y),
            BinOp::FMul => canonical(x * y),
            BinOp::FDiv => canonical(x / y),
            BinOp::FRem => canonical(x % y),
            BinOp::FMin | BinOp::FMax if x.is_nan() && y.is_nan() => canonical(f64::NAN),
            BinOp::FMin | BinOp::FMax if x.is_nan() => b,
            BinOp::FMin | BinOp::FMax if y.is_nan() => a,
            BinOp::FMin if x < y || (x == y && x.is_sign_negative()) => a,
            BinOp::FMax if x > y || (x == y && y.is_sign_negative()) => a,
            BinOp::FMin | BinOp::FMax => b,
            BinOp::FCopySign => a & !(1 << 63) | b & 1 << 63,
            BinOp::FEq => (x == y).into(),
            BinOp::FNe => (x != y).into(),
            BinOp::FLt => (x < y).into(),
            BinOp::FGt => (x > y).into(),
            BinOp::FLe => (x <= y).into(),
            BinOp::FGe => (x >= y).into(),
            other => panic!("{other:?} is not on `f64`"),
        },
        Operation::Unary(op, _) => match op {
            UnOp::FNegate => a ^ 1 << 63,
            UnOp::FAbs => a & !(1 << 63),
            UnOp::FSqrt => canonical(x.sqrt()),
            UnOp::FFloor => canonical(x.floor()),
            UnOp::FCeil => canonical(x.ceil()),
            UnOp::FTrunc => canonical(x.trunc()),
            UnOp::FRound => canonical(x.round()),
            UnOp::FRoundEven => canonical(x.round_ties_even()),
            UnOp::FToU32 => (x as u32).into(),
            UnOp::FToI32 => (x as i32 as u32).into(),
            UnOp::FToU64 => x as u64,
            UnOp::DFromU32 => f64::from(a as u32).to_bits(),
            UnOp::DFromI32 => f64::from(a as i32).to_bits(),
            UnOp::DFromU64 => (a as f64).to_bits(),
            UnOp::DFromF32 => canonical(f32::from_bits(a as u32).into()),
            UnOp::DToF32 if x.is_nan() => 0x7fc0_0000,
            UnOp::DToF32 => (x as f32).to_bits().into(),
            other => panic!("{other:?} is not on `f64`"),
        },
        Operation::MulAdd | Operation::DoubleMulAdd => canonical(x.mul_add(y, z)),
    }
}

/// Every operator that takes or gives an `f64`.
fn operations() -> Vec<Operation> {
    let binary = BinOp::on(Scalar::F64).map(|op| Operation::Binary(op, Scalar::F64));
    let scalars = Scalar::ALL.iter().flat_map(|scalar| UnOp::on(*scalar).map(move |op| (op, *scalar)));
    let unary = scalars
        .filter(|(op, scalar)| *scalar == Scalar::F64 || op.typing().result(*scalar) == Some(Scalar::F64))
        .map(|(op, scalar)| Operation::Unary(op, scalar));
    binary.chain(unary).chain([Operation::DoubleMulAdd]).collect()
}

/// A program that stores what an operator gives of the bits in `a`, `b` and `c`.
fn program(operation: Operation) -> Program {
    let i = || Expr::invocation_id(0);
    let double = |name: &str| Expr::cast(DataType::F64, Expr::load(name, i()));
    let word = || Expr::cast(DataType::U32, Expr::load("a", i()));
    let value = match operation {
        Operation::Binary(op, _) => Expr::binary(op, double("a"), double("b")),
        Operation::Unary(op, _) => Expr::unary(
            op,
            match op.typing() {
                Typing::DoubleFromU32 => word(),
                Typing::DoubleFromI32 => Expr::cast(DataType::I32, word()),
                Typing::DoubleFromU64 => Expr::load("a", i()),
                Typing::DoubleFromF32 => Expr::cast(DataType::F32, word()),
                _ => double("a"),
            },
        ),
        Operation::MulAdd | Operation::DoubleMulAdd => Expr::mul_add(double("a"), double("b"), double("c")),
    };
    let typing = match operation {
        Operation::Binary(op, _) => op.typing(),
        Operation::Unary(op, _) => op.typing(),
        Operation::MulAdd | Operation::DoubleMulAdd => Typing::Float,
    };
    let bits = match typing {
        Typing::FloatOrder | Typing::ToU32 => Expr::cast(DataType::U64, value),
        Typing::ToI32 | Typing::ToF32 => Expr::cast(DataType::U64, Expr::cast(DataType::U32, value)),
        Typing::ToU64 => value,
        _ => Expr::cast(DataType::U64, value),
    };
    let buffers = vec![
        BufferDecl::read("a", 0, DataType::U64),
        BufferDecl::read("b", 1, DataType::U64),
        BufferDecl::read("c", 2, DataType::U64),
        BufferDecl::read_write("out", 3, DataType::U64),
    ];
    let body = vec![Node::if_then(i().lt(Expr::buf_len("out")), vec![Node::store("out", i(), bits)])];
    Program::new(buffers, [64, 1, 1], body)
}

/// Bits near the borders of everything, each with each, and random ones of near exponents.
fn operands(count: usize) -> [Vec<u64>; 3] {
    let hard: [u64; 20] = [
        0,
        1,
        0x000f_ffff_ffff_ffff,
        0x0010_0000_0000_0000,
        0x3690_0000_0000_0001,
        0x3c9f_ffff_ffff_ffff,
        0x3fdf_ffff_ffff_ffff,
        0x3fe0_0000_0000_0000,
        0x3ff0_0000_0000_0001,
        0x4004_0000_0000_0000,
        0x41df_ffff_ffc0_0000,
        0x41ef_ffff_fff0_0000,
        0x4330_0000_0000_0001,
        0x43ef_ffff_ffff_ffff,
        0x47ef_ffff_f000_0000,
        0x7fef_ffff_ffff_ffff,
        0x7ff0_0000_0000_0000,
        0x7ff0_0000_0000_0001,
        0xfff8_0000_0000_0001,
        0x3fb9_9999_9999_999a,
    ];
    let signed: Vec<u64> = hard.iter().flat_map(|bits| [*bits, bits ^ 1 << 63]).collect();
    let mut lists = [Vec::new(), Vec::new(), Vec::new()];
    for (at, a) in signed.iter().enumerate() {
        for b in &signed {
            lists[0].push(*a);
            lists[1].push(*b);
            lists[2].push(signed[(at * 7 + lists[0].len() * 3) % signed.len()]);
        }
    }
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    while lists[0].len() < count {
        for list in &mut lists {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let bits = state.wrapping_mul(0x2545_f491_4f6c_dd1d);
            list.push(if bits & 3 == 0 { bits } else { bits & 0x801f_ffff_ffff_ffff | 0x3fe0 << 48 });
        }
    }
    lists
}

fn assert_rust(operation: Operation, operands: &[Vec<u64>; 3], got: &[u64], by: &str) {
    for (at, got) in got.iter().enumerate() {
        let bits = [operands[0][at], operands[1][at], operands[2][at]];
        assert_eq!(*got, in_rust(operation, bits), "{operation:?} of {bits:#x?} by {by}");
    }
}

#[test]
fn operators_on_every_device() {
    let operands = operands(4_000);
    for device in devices().into_iter().chain([Device::reference(), Device::checked()]) {
        for operation in operations() {
            let mut out = vec![7u64; operands[0].len()];
            let groups = [out.len().div_ceil(64) as u32, 1, 1];
            let [a, b, c] = &operands;
            let args = [Arg::read(a), Arg::read(b), Arg::read(c), Arg::write(&mut out)];
            device.run(&program(operation), groups, args).unwrap();
            assert_rust(operation, &operands, &out, device.info().name());
        }
    }
}

#[test]
fn operators_as_compositions() {
    let operands = operands(2_200);
    let count = operands[0].len();
    for operation in operations() {
        let mut form = build(&validate(&program(operation)).unwrap()).unwrap();
        pass::optimise(&mut form, &Target::WGSL);
        let words =
            |list: &Vec<u64>| list.iter().flat_map(|bits| [*bits as u32, (bits >> 32) as u32]).collect();
        let mut buffers: Vec<Vec<u32>> = operands.iter().map(words).collect();
        buffers.push(vec![7; 2 * count]);
        run_form(&form, [count.div_ceil(64) as u32, 1, 1], &mut buffers).unwrap();
        let got: Vec<u64> =
            buffers[3].chunks(2).map(|word| u64::from(word[0]) | u64::from(word[1]) << 32).collect();
        assert_rust(operation, &operands, &got, "integers");
    }
}

#[test]
fn literals_and_moves_keep_bits() {
    let program: Program = "program workgroup_size 1, 1, 1
        buffer a: read f64 @ 0 buffer out: read_write f64 @ 1
        buffer kept: private f64[2] buffer shared: workgroup f64[2]
        entry {
            let x = a[0];
            kept[1] = x;
            shared[1] = kept[1];
            barrier;
            out[0] = shared[1]; out[1] = 0.1d; out[2] = -0x1p-1074d; out[3] = inf64; out[4] = -inf64; out[5] = nan64;
            out[6] = nan64(0xfff80000, 1); out[7] = select(x.1 > 0, x, 1.5d); out[8] = f64(3, 0x40080000);
            out[9] = cast<f64>(cast<u64>(f_negate(x))); out[10] = cast<f64>(0.1f); out[11] = cast<f64>(cast<f32>(0.1d));
            out[12] = f_mul_add(0.1d, 10.0d, -1.0d); out[13] = kept[0]; out[14] = a[7];
        }"
        .parse()
        .unwrap();
    assert_eq!(program.to_string().parse::<Program>().unwrap(), program);
    assert_eq!(Program::from_wire(&program.to_wire()).unwrap(), program);
    let nan = f64::from_bits(0x7ff0_0000_0000_0123);
    for device in devices().into_iter().chain([Device::reference(), Device::checked()]) {
        let mut out = [7f64; 15];
        device.run(&program, [1, 1, 1], [Arg::read(&[nan]), Arg::write(&mut out)]).unwrap();
        let expected = [
            nan.to_bits(),
            0.1f64.to_bits(),
            1 << 63 | 1,
            f64::INFINITY.to_bits(),
            f64::NEG_INFINITY.to_bits(),
            0x7ff8_0000_0000_0000,
            0xfff8_0000_0000_0001,
            nan.to_bits(),
            0x4008_0000_0000_0003,
            nan.to_bits() | 1 << 63,
            f64::from(0.1f32).to_bits(),
            f64::from(0.1f32).to_bits(),
            0.1f64.mul_add(10.0, -1.0).to_bits(),
            0,
            0,
        ];
        assert_eq!(out.map(f64::to_bits), expected, "{device}");
    }
    let elementary =
        "program workgroup_size 1, 1, 1 buffer out: read_write f64 @ 0 entry { out[0] = f_sin(1.0d); }";
    let errors = validate(&elementary.parse().unwrap()).unwrap_err();
    assert!(errors[0].to_string().contains("V021"), "{}", errors[0]);
}

#[vyre::data]
struct Body {
    mass: f64,
    id: u64,
    at: [f64; 3],
}

#[vyre::kernel(workgroup_size = 16)]
fn everything(bodies: &mut [Body], by: &Uniform<[f64]>, step: f64, table: &[[f64; 2]], out: &mut [f64]) {
    let mut shared = workgroup_array::<f64, 16>();
    let i = invocation_id().x;
    shared[local_id().x] = step * i as f64;
    barrier();
    if i < out.len() {
        let other = workgroup_size().x - 1 - local_id().x;
        bodies[i].at[1] += bodies[i].mass * by[0];
        bodies[i].mass = -step;
        out[i] = shared[other] + table[i][1] - out[i] + bodies[i].id as f64;
    }
}

#[test]
fn elements_fields_and_parameters() {
    for device in devices().into_iter().chain([Device::reference(), Device::checked()]) {
        let body = |at: u64| Body { mass: at as f64 * 0.1, id: at << 40, at: [1.0, -0.0, 1e300] };
        let mut bodies: Vec<Body> = (0..20).map(body).collect();
        let table: Vec<[f64; 2]> = (0..20).map(|at| [0.0, f64::from(at) / 3.0]).collect();
        let mut out = device.buffer(&[0.5f64; 20]).unwrap();
        everything(&mut bodies, &[0.7], 0.1, &table, &mut out).dispatch(&device).unwrap();
        let out = out.read().unwrap();
        for at in 0..20u64 {
            let other = at / 16 * 16 + 15 - at % 16;
            let expected = 0.1 * other as f64 + table[at as usize][1] - 0.5 + (at << 40) as f64;
            assert_eq!(out[at as usize].to_bits(), expected.to_bits(), "{at} on {device}");
            let got = &bodies[at as usize];
            assert_eq!(got.at[1].to_bits(), (-0.0 + at as f64 * 0.1 * 0.7).to_bits());
            assert_eq!((got.mass, got.at[2]), (-0.1, 1e300));
        }
    }
}

#[test]
fn text_at_run_time() {
    let module = vyre::Module::compile(
        "#[vyre::kernel] fn k(a: &[f64], by: f64, out: &mut [f64]) {
            let i = invocation_id().x;
            if i < out.len() { out[i] = a[i] * by + if 0.1 + 0.2 == 0.3 { 1.0 } else { 0.0 }; }
        }
        #[vyre::function] fn f(x: f64) -> u32 { (x + 16777216.0) as u32 }",
    )
    .unwrap();
    let mut out = [0f64; 3];
    let kernel = module.kernel("k").unwrap();
    let args = vec![Arg::read(&[0.1, 1e300, -0.0]), Arg::value(0.3f64), Arg::write(&mut out)];
    kernel.launch(args).dispatch(&Device::cpu()).unwrap();
    assert_eq!(out, [0.1 * 0.3, 1e300 * 0.3, 0.0]);
    let result = module.function("f").unwrap().call(&[vyre::Value::from(1.0f64)]).unwrap();
    assert_eq!(result, vyre::Value::U32(16_777_217));
}

//! Operators of floats give what the CPU's own instructions give, on every device and expanded into integers, to the bit.
//!
//! `VYRE_FLOAT_OPERANDS` says how many operands of each operator are tried, and `VYRE_FLOATS_EXHAUSTIVE=1` tries all 2^32 of operators
//! of one operand on the CPU device.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic, in its helpers too")]

use vyre::ir::library::{self, Operation};
use vyre::ir::{BinOp, BufferDecl, DataType, Expr, Node, Program, UnOp, validate};
use vyre::{Arg, Device, DeviceKind, FloatWay};
use vyre_lower::{Operators, Target, build, pass};
use vyre_runtime::testing::run_form;
use vyre_tests::devices;

const NAN: u32 = 0x7fc0_0000;

fn setting(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

/// The next number of SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Three operands of some class: any bits, subnormal, near overflow, near one another, halfway, cancelling, special.
fn operands(count: usize) -> [Vec<u32>; 3] {
    const SPECIAL: [u32; 14] = [
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
    ];
    let state = &mut 1;
    let mut all = [Vec::new(), Vec::new(), Vec::new()];
    for at in 0..count {
        let [a, b, c] = [next(state), next(state), next(state)].map(|bits| bits as u32);
        let near = |bits: u32, exponent: u32| bits & 0x807f_ffff | exponent << 23;
        let exponent = 100 + next(state) as u32 % 56;
        let three = match at % 8 {
            0 => [a, b, c],
            1 => [a & 0x807f_ffff, near(b, 127 - next(state) as u32 % 40), c & 0x80ff_ffff],
            2 => [near(a, 253 + next(state) as u32 % 2), near(b, 126 + next(state) as u32 % 3), near(c, 254)],
            3 => [near(a, exponent), near(b, exponent + next(state) as u32 % 30), near(c, exponent)],
            // Few bits, whose products and sums lie halfway or are exact.
            4 => [
                near(a & 0xfff0_0000, exponent),
                near(b & 0xffff_f800, 127),
                near(c & 0xff80_0001, exponent - 24),
            ],
            // The third nearly cancels the product of the others, and the second the first.
            5 => {
                let x = near(a, 127);
                let product = f32::from_bits(x) * f32::from_bits(x);
                [x, x ^ 0x8000_0000 ^ (b & 1), product.to_bits() ^ 0x8000_0000]
            }
            6 => [near(a, 1 + next(state) as u32 % 30), near(b, 90 + next(state) as u32 % 40), near(c, 1)],
            _ => {
                let pick = |state: &mut u64| SPECIAL[next(state) as usize % SPECIAL.len()];
                [pick(state), pick(state), pick(state)]
            }
        };
        all.iter_mut().zip(three).for_each(|(list, bits)| list.push(bits));
    }
    all
}

/// The operators that IEEE 754 defines; `elementary.rs` and `approximate.rs` have the others.
fn operations() -> impl Iterator<Item = Operation> {
    let elementary: Vec<Operation> =
        library::elementary_operators().chain(library::approximate_operators()).collect();
    Operators::floats().filter(move |operation| !elementary.contains(operation))
}

fn canonical(value: f32) -> u64 {
    if value.is_nan() { NAN.into() } else { value.to_bits().into() }
}

fn smaller(a: f32, b: f32) -> f32 {
    match (a.is_nan(), b.is_nan()) {
        (true, _) => b,
        (_, true) => a,
        _ if a == 0.0 && b == 0.0 => f32::from_bits(a.to_bits() | b.to_bits()),
        _ if a < b => a,
        _ => b,
    }
}

/// What the CPU computes, by Rust's own operators.
fn hardware(operation: Operation, bits: [u32; 3]) -> u64 {
    let [a, b, c] = bits.map(f32::from_bits);
    match operation {
        Operation::MulAdd | Operation::DoubleMulAdd => canonical(a.mul_add(b, c)),
        Operation::Binary(op, _) => match op {
            BinOp::FAdd => canonical(a + b),
            BinOp::FSub => canonical(a - b),
            BinOp::FMul => canonical(a * b),
            BinOp::FDiv => canonical(a / b),
            BinOp::FRem => canonical(a % b),
            BinOp::FMin => canonical(smaller(a, b)),
            BinOp::FMax => canonical(-smaller(-a, -b)),
            BinOp::FCopySign => a.copysign(b).to_bits().into(),
            BinOp::FEq => u64::from(a == b),
            BinOp::FNe => u64::from(a != b),
            BinOp::FLt => u64::from(a < b),
            BinOp::FGt => u64::from(a > b),
            BinOp::FLe => u64::from(a <= b),
            BinOp::FGe => u64::from(a >= b),
            other => panic!("{other:?} is not of floats"),
        },
        Operation::Unary(op, _) => match op {
            UnOp::FNegate => (-a).to_bits().into(),
            UnOp::FAbs => a.abs().to_bits().into(),
            UnOp::FSqrt => canonical(a.sqrt()),
            UnOp::FFloor => canonical(a.floor()),
            UnOp::FCeil => canonical(a.ceil()),
            UnOp::FTrunc => canonical(a.trunc()),
            UnOp::FRound => canonical(a.round()),
            UnOp::FRoundEven => canonical(a.round_ties_even()),
            UnOp::FToU32 => u64::from(a as u32),
            UnOp::FToI32 => u64::from(a as i32 as u32),
            UnOp::FToU64 => a as u64,
            UnOp::FFromU32 => canonical(bits[0] as f32),
            UnOp::FFromI32 => canonical(bits[0] as i32 as f32),
            UnOp::FFromU64 => canonical((u64::from(bits[0]) | u64::from(bits[1]) << 32) as f32),
            other => panic!("{other:?} is not of floats"),
        },
    }
}

/// A program that stores what an operator gives for the elements of `a`, `b` and `c`, in two words.
fn program(operation: Operation, count: usize) -> Program {
    let i = || Expr::invocation_id(0);
    let (a, b, c) = (|| Expr::load("a", i()), || Expr::load("b", i()), || Expr::load("c", i()));
    let value = match operation {
        Operation::Binary(op, _) => Expr::binary(op, a(), b()),
        Operation::MulAdd | Operation::DoubleMulAdd => Expr::mul_add(a(), b(), c()),
        Operation::Unary(op, _) => {
            let word = || Expr::cast(DataType::U32, a());
            let operand = match op.typing().in_program().0 {
                DataType::U32 => word(),
                DataType::I32 => Expr::cast(DataType::I32, word()),
                DataType::U64 => Expr::compose(DataType::U64, vec![word(), Expr::cast(DataType::U32, b())]),
                _ => a(),
            };
            Expr::unary(op, operand)
        }
    };
    let result = match operation {
        Operation::Binary(op, _) => op.typing().in_program().1,
        Operation::Unary(op, _) => op.typing().in_program().1,
        Operation::MulAdd | Operation::DoubleMulAdd => DataType::F32,
    };
    let value = match result {
        DataType::F32 | DataType::I32 => Expr::cast(DataType::U64, Expr::cast(DataType::U32, value)),
        DataType::U32 => Expr::cast(DataType::U64, value),
        _ => value,
    };
    let buffers = vec![
        BufferDecl::read("a", 0, DataType::F32),
        BufferDecl::read("b", 1, DataType::F32),
        BufferDecl::read("c", 2, DataType::F32),
        BufferDecl::read_write("out", 3, DataType::U64),
    ];
    let body = vec![Node::if_then(i().lt(count as u32), vec![Node::store("out", i(), value)])];
    Program::new(buffers, [64, 1, 1], body)
}

fn assert_hardware(operation: Operation, operands: &[Vec<u32>; 3], got: &[u64], by: &str) {
    let [a, b, c] = operands;
    let mut wrong = 0;
    for (at, got) in got.iter().enumerate() {
        let bits = [a[at], b[at], c[at]];
        let expected = hardware(operation, bits);
        if *got != expected {
            wrong += 1;
            assert!(wrong > 0);
            if wrong == 1 {
                eprintln!("{by}: {operation:?} of {bits:#x?} gives {got:#x}, not {expected:#x}");
            }
        }
    }
    assert_eq!(wrong, 0, "{by}: {operation:?}, of {}", got.len());
}

fn run(device: &Device, operation: Operation, operands: &[Vec<u32>; 3]) -> Vec<u64> {
    let floats =
        operands.each_ref().map(|list| list.iter().map(|bits| f32::from_bits(*bits)).collect::<Vec<_>>());
    let mut out = vec![7u64; floats[0].len()];
    let groups = [out.len().div_ceil(64) as u32, 1, 1];
    let [a, b, c] = &floats;
    let args = [Arg::read(a), Arg::read(b), Arg::read(c), Arg::write(&mut out)];
    device.run(&program(operation, floats[0].len()), groups, args).unwrap();
    out
}

#[test]
fn operators_on_every_device() {
    let operands = operands(setting("VYRE_FLOAT_OPERANDS", 20_000));
    let all = devices().into_iter().chain([Device::reference()]);
    for device in all {
        for operation in operations() {
            let got = run(&device, operation, &operands);
            assert_hardware(operation, &operands, &got, device.info().name());
        }
    }
}

#[test]
fn devices_say_how_they_compute_each_operator() {
    for device in devices().into_iter().chain([Device::reference()]) {
        let ways = device.float_operators().unwrap();
        let names: Vec<String> = Operators::floats().filter_map(Operation::id).collect();
        assert_eq!(ways.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), names);
        // Operations on bits are native everywhere, and on CPUs all are.
        let is_on_cpu = [DeviceKind::Cpu, DeviceKind::Reference].contains(&device.info().kind());
        for (name, way) in ways {
            if is_on_cpu || ["neg", "abs", "copysign"].iter().any(|end| name.ends_with(end)) {
                assert_eq!(way, FloatWay::Native, "{name} on {}", device.info());
            }
        }
    }
}

#[test]
fn operators_expanded_into_integers() {
    let operands = operands(setting("VYRE_FLOAT_OPERANDS", 4_000));
    let on_normals = Target { operators: Operators::MUL_ADD_ON_NORMALS, ..Target::WGSL };
    let all = operations().map(|operation| (operation, Target::WGSL));
    for (operation, target) in all.chain([(Operation::MulAdd, on_normals)]) {
        let program = program(operation, operands[0].len());
        let mut form = build(&validate(&program).unwrap()).unwrap();
        pass::optimise(&mut form, &target);
        let count = operands[0].len();
        let mut buffers = operands.to_vec();
        buffers.push(vec![7; 2 * count]);
        run_form(&form, [count.div_ceil(64) as u32, 1, 1], &mut buffers).unwrap();
        let got: Vec<u64> =
            buffers[3].chunks(2).map(|word| u64::from(word[0]) | u64::from(word[1]) << 32).collect();
        assert_hardware(operation, &operands, &got, "integers");
    }
}

#[test]
fn moves_keep_the_bits_of_nans() {
    let program: Program = "program workgroup_size 64, 1, 1
        buffer a: read f32 @ 0 buffer v: read vec2<f32> @ 1 buffer out: read_write f32 @ 2
        buffer kept: private f32[2] buffer shared: workgroup vec4<f32>[64]
        entry {
            let i = local_id.x;
            let x = a[i];
            kept[1] = x;
            shared[i] = vec4<f32>(x, v[i].1, kept[1], f_negate(x));
            barrier;
            let w = shared[63 - i];
            out[i] = w.0; out[i + 64] = shared[i].1; out[i + 128] = select(i < 32, w.2, x); out[i + 192] = w.3;
            out[i + 256] = f_abs(f_copy_sign(x, -1.0f));
        }"
        .parse()
        .unwrap();
    let bits: Vec<u32> =
        (0..64).map(|at| 0x7f80_0001 + at * 0x0203_4567).map(|bits: u32| bits | 0x7f80_0000).collect();
    let floats: Vec<f32> = bits.iter().map(|bits| f32::from_bits(*bits)).collect();
    let pairs: Vec<[f32; 2]> = floats.iter().map(|x| [0.0, *x]).collect();
    for device in devices().into_iter().chain([Device::reference()]) {
        let mut out = vec![0f32; 320];
        let args = [Arg::read(&floats), Arg::read(&pairs), Arg::write(&mut out)];
        device.run(&program, [1, 1, 1], args).unwrap();
        let got = |at: usize| out[at].to_bits();
        for i in 0..64 {
            let other = bits[63 - i];
            assert_eq!((got(i), got(i + 64)), (other, bits[i]), "{i} on {}", device.info().name());
            assert_eq!(got(i + 128), if i < 32 { other } else { bits[i] });
            assert_eq!((got(i + 192), got(i + 256)), (other ^ 0x8000_0000, bits[i] & 0x7fff_ffff));
        }
    }
}

#[test]
fn nothing_is_fused_or_reordered() {
    let program: Program = "program workgroup_size 64, 1, 1
        buffer a: read f32 @ 0 buffer b: read f32 @ 1 buffer c: read f32 @ 2 buffer out: read_write vec4<f32> @ 3
        entry {
            let i = invocation_id.x;
            if i < len(out) {
                let x = a[i]; let y = b[i]; let z = c[i];
                out[i] = vec4<f32>(f_add(f_mul(x, y), z), f_sub(f_add(x, y), x), f_mul(f_div(x, y), y),
                    f_add(f_add(f_mul(x, 0.0f), z), 0.0f));
            }
        }"
        .parse()
        .unwrap();
    let operands = operands(setting("VYRE_FLOAT_OPERANDS", 20_000));
    let floats =
        operands.each_ref().map(|list| list.iter().map(|bits| f32::from_bits(*bits)).collect::<Vec<_>>());
    let [a, b, c] = &floats;
    for device in devices().into_iter().chain([Device::reference()]) {
        let mut out = vec![[0f32; 4]; a.len()];
        let args = [Arg::read(a), Arg::read(b), Arg::read(c), Arg::write(&mut out)];
        device.run(&program, [a.len().div_ceil(64) as u32, 1, 1], args).unwrap();
        for (at, got) in out.iter().enumerate() {
            let (x, y, z) = (a[at], b[at], c[at]);
            let step = std::hint::black_box::<f32>;
            let expected = [step(x * y) + z, step(x + y) - x, step(x / y) * y, step(step(x * 0.0) + z) + 0.0]
                .map(canonical);
            assert_eq!(
                got.map(|x| u64::from(x.to_bits())),
                expected,
                "{x:?} {y:?} {z:?} on {}",
                device.info().name()
            );
        }
    }
}

#[test]
fn all_operands_of_operators_of_one() {
    if setting("VYRE_FLOATS_EXHAUSTIVE", 0) == 0 {
        return;
    }
    let device = Device::cpu();
    for operation in operations().filter(|it| matches!(it, Operation::Unary(..))) {
        for block in 0..256u32 {
            let bits: Vec<u32> = (0..1 << 24).map(|low| block << 24 | low).collect();
            let operands = [bits.clone(), bits.clone(), bits];
            let got = run(&device, operation, &operands);
            assert_hardware(operation, &operands, &got, "CPU");
        }
    }
}

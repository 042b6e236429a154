//! Which operators of floats an adapter computes strictly: found out by running each on hard operands, alone and beside others with
//! which a driver may fuse it, when floats are first used on the adapter.
//!
//! What fails is computed by arithmetic on integers. The variable `VYRE_FLOATS=integers` makes that of all operators.

use super::logical::Logical;
use super::wait::block_on;
use crate::binding::Binding;
use crate::cpu::Code;
use crate::memory::Mode;
use crate::module::Module;
use crate::wgsl::floats::printable;
use crate::wgsl::{Form, Variant};
use std::pin::pin;
use std::sync::Arc;
use vyre_ir::library::Operation;
use vyre_ir::{BinOp, BufferDecl, DataType, Expr, Node, Program, Scalar, UnOp};
use vyre_lower::Floats;

/// How many operands each operator is tried with.
const OPERANDS: usize = 4_096;
const GROUP: u32 = 64;

/// The operators that the adapter computes strictly.
pub(super) fn floats(logical: &Arc<Logical>) -> Floats {
    *logical.floats.get_or_init(|| {
        let is_forced = std::env::var_os("VYRE_FLOATS").is_some_and(|value| value == "integers");
        let found = if is_forced { None } else { probe(logical) };
        found.unwrap_or(Floats::NONE)
    })
}

/// What is tried: an expression that gives a `U32`, and the operators in it.
struct Trial {
    value: Expr,
    of: Floats,
}

/// `None` if the adapter refuses the probe.
fn probe(logical: &Arc<Logical>) -> Option<Floats> {
    let _span = tracing::debug_span!("probe floats").entered();
    let trials = trials();
    let count = trials.len();
    let of: Vec<Floats> = trials.iter().map(|trial| trial.of).collect();
    let module = Module::validate(&program(trials)).ok()?;
    let [a, b, c] = operands();
    let groups = [OPERANDS as u32 / GROUP, 1, 1];
    let mut expected = vec![0; OPERANDS * count];
    let mut bindings =
        [Binding::Words(&a), Binding::Words(&b), Binding::Words(&c), Binding::WordsMut(&mut expected)];
    module.compiled::<Code>().run(groups, &mut bindings).ok()?;
    let mut got = vec![0; OPERANDS * count];
    let mut bindings =
        [Binding::Words(&a), Binding::Words(&b), Binding::Words(&c), Binding::WordsMut(&mut got)];
    // What the variant has by default is every operator of WGSL.
    let form = Form::of(&module, Variant::default());
    let started =
        super::launch(logical, &module, form, (groups, &mut bindings), (Mode::Block, false, None)).ok()??;
    let mut result = Ok(None);
    block_on(pin!(async { result = started.finish(&mut bindings).await }));
    result.ok()?;
    let is_right =
        |at: usize| got.iter().zip(&expected).skip(at).step_by(count).all(|(got, expected)| got == expected);
    let wrong: Vec<Floats> =
        of.iter().enumerate().filter(|(at, _)| !is_right(*at)).map(|(_, of)| *of).collect();
    let all = printable().filter_map(Floats::of);
    Some(all.filter(|one| !wrong.iter().any(|wrong| wrong.contains(*one))).fold(Floats::NONE, Floats::with))
}

/// Stores what each trial gives for each operand.
fn program(trials: Vec<Trial>) -> Program {
    let i = || Expr::invocation_id(0);
    let count = trials.len() as u32;
    let load = |name: &str| Node::let_bind(name, Expr::load(format!("{name}s"), i()));
    let mut body: Vec<Node> = ["a", "b", "c"].map(load).into();
    for (trial, at) in trials.into_iter().zip(0u32..) {
        body.push(Node::store("out", i() * count + at, trial.value));
    }
    let buffers = vec![
        BufferDecl::read("as", 0, DataType::F32),
        BufferDecl::read("bs", 1, DataType::F32),
        BufferDecl::read("cs", 2, DataType::F32),
        BufferDecl::read_write("out", 3, DataType::U32),
    ];
    Program::new(buffers, [GROUP, 1, 1], body)
}

fn trials() -> Vec<Trial> {
    let [a, b, c] = ["a", "b", "c"].map(|name| move || Expr::var(name));
    let word = |value: Expr| Expr::cast(DataType::U32, value);
    let mut trials: Vec<Trial> = printable()
        .filter_map(|operation| {
            let value = match operation {
                Operation::Binary(op, _) => match op.typing().in_program().1 {
                    DataType::F32 => word(Expr::binary(op, a(), b())),
                    _ => Expr::binary(op, a(), b()),
                },
                Operation::Unary(op, scalar) => word(Expr::unary(
                    op,
                    match scalar {
                        Scalar::U32 => word(a()),
                        Scalar::I32 => Expr::cast(DataType::I32, word(a())),
                        Scalar::F32 | Scalar::U64 | Scalar::Bool => a(),
                    },
                )),
                Operation::MulAdd => word(Expr::mul_add(a(), b(), c())),
            };
            Some(Trial { value, of: Floats::of(operation)? })
        })
        .collect();
    let set = |ops: &[BinOp]| {
        let each = ops.iter().filter_map(|op| Floats::of(Operation::Binary(*op, Scalar::F32)));
        each.fold(Floats::NONE, Floats::with)
    };
    let (add, sub, mul, div) = (BinOp::FAdd, BinOp::FSub, BinOp::FMul, BinOp::FDiv);
    let mut beside = |value: Expr, ops: &[BinOp]| trials.push(Trial { value: word(value), of: set(ops) });
    let product = || Expr::binary(mul, a(), b());
    // What drivers contract, distribute, cancel and replace by reciprocals.
    beside(Expr::binary(add, product(), c()), &[add, mul]);
    beside(Expr::binary(sub, product(), c()), &[sub, mul]);
    beside(Expr::binary(sub, c(), product()), &[sub, mul]);
    beside(Expr::binary(sub, Expr::binary(add, a(), b()), a()), &[add, sub]);
    beside(Expr::binary(add, Expr::binary(mul, a(), c()), Expr::binary(mul, b(), c())), &[add, mul]);
    beside(Expr::binary(mul, Expr::binary(div, a(), b()), b()), &[mul, div]);
    beside(Expr::binary(div, Expr::f32(1.0), Expr::binary(div, Expr::f32(1.0), a())), &[div]);
    beside(Expr::binary(div, a(), Expr::f32(3.0)), &[div]);
    beside(Expr::binary(add, Expr::binary(mul, a(), Expr::f32(0.0)), Expr::f32(0.0)), &[add, mul]);
    let root = Floats::of(Operation::Unary(UnOp::FSqrt, Scalar::F32)).unwrap_or(Floats::NONE);
    let inverse = word(Expr::binary(div, Expr::f32(1.0), Expr::unary(UnOp::FSqrt, a())));
    trials.push(Trial { value: inverse, of: root.with(set(&[div])) });
    trials
}

/// Operands of every class: any bits, subnormals and their neighbours, near overflow, near one another, halfway, cancelling, and
/// special ones.
fn operands() -> [Vec<u32>; 3] {
    const SPECIAL: [u32; 12] = [
        0,
        0x8000_0000,
        1,
        0x8000_0001,
        0x007f_ffff,
        0x0080_0000,
        0x3f80_0000,
        0x7f7f_ffff,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0xffc0_1234,
    ];
    let mut state = 1u64;
    let mut next = || {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as u32
    };
    let mut all = [Vec::new(), Vec::new(), Vec::new()];
    for at in 0..OPERANDS {
        let [a, b, c] = [next(), next(), next()];
        let scaled = |bits: u32, exponent: u32| bits & 0x807f_ffff | exponent << 23;
        let exponent = 100 + next() % 56;
        let three = match at % 8 {
            0 => [a, b, c],
            1 => [a & 0x807f_ffff, scaled(b, 127 - next() % 40), c & 0x80ff_ffff],
            2 => [scaled(a, 253 + next() % 2), scaled(b, 126 + next() % 3), scaled(c, 254)],
            3 => [scaled(a, exponent), scaled(b, exponent + next() % 30), scaled(c, exponent)],
            4 => [scaled(a & 0xfff0_0000, exponent), scaled(b & 0xffff_f800, 127), scaled(c, exponent - 24)],
            5 => {
                let x = scaled(a, 127);
                let square = f32::from_bits(x) * f32::from_bits(x);
                [x, x ^ 0x8000_0000 ^ (b & 1), square.to_bits() ^ 0x8000_0000]
            }
            6 => [scaled(a, 1 + next() % 30), scaled(b, 90 + next() % 40), scaled(c, 1)],
            _ => [next(), next(), next()].map(|bits| SPECIAL[bits as usize % SPECIAL.len()]),
        };
        all.iter_mut().zip(three).for_each(|(list, bits)| list.push(bits));
    }
    all
}

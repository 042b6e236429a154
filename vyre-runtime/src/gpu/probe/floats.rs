//! Which operators of floats an adapter computes strictly: found out by running each on hard operands, alone and beside others with
//! which a driver may fuse it, when floats are first used on the adapter.
//!
//! What fails is computed by arithmetic on integers. The variable `VYRE_FLOATS=integers` makes that of all operators.

use super::{GROUP, OPERANDS, results, run};
use crate::binding::Binding;
use crate::float_way::FloatWays;
use crate::gpu::logical::Logical;
use crate::module::Module;
use crate::wgsl::Variant;
use crate::wgsl::floats::{on_bits, printable};
use crate::wgsl::square_root::SquareRoot;
use std::sync::Arc;
use vyre_ir::library::Operation;
use vyre_ir::{BinOp, BufferDecl, DataType, Expr, Node, Program, Scalar, UnOp};
use vyre_lower::{Operators, QuickOperators};

/// What an adapter computes strictly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gpu) struct Found {
    pub(in crate::gpu) floats: Operators,
    /// Whether it does so in shaders with decorations.
    pub(in crate::gpu) is_decorated: bool,
    /// How it computes square roots, if they are among the operators.
    pub(in crate::gpu) root: SquareRoot,
    /// The operators whose quick forms are right.
    pub(in crate::gpu) quick: QuickOperators,
}

impl Found {
    const NOTHING: Found = Found {
        floats: Operators::NONE,
        is_decorated: false,
        root: SquareRoot::Native,
        quick: QuickOperators::NONE,
    };

    /// What the device says of it.
    pub(in crate::gpu) fn ways(self) -> FloatWays {
        let mul_add = Operation::MulAdd;
        let on_normals = self.floats.contains(Operators::MUL_ADD_ON_NORMALS);
        let is_strict = Operators::of(mul_add).is_some_and(|one| self.floats.contains(one));
        let root = (self.root != SquareRoot::Native).then_some(ROOT);
        let corrected = root.into_iter().chain((on_normals && !is_strict).then_some(mul_add)).collect();
        FloatWays { strict: self.floats.with(on_bits()), corrected }
    }

    /// A variant of launches with what was found.
    pub(in crate::gpu) fn variant(self, variant: Variant) -> Variant {
        let Found { floats, is_decorated, root, quick } = self;
        Variant { operators: floats, is_decorated, root, quick, ..variant }
    }
}

/// The operators that the adapter computes strictly: with decorations if it takes them and keeps any promise then, and else in plain WGSL.
pub(in crate::gpu) fn floats(logical: &Arc<Logical>) -> Found {
    *logical.floats.get_or_init(|| {
        if std::env::var_os("VYRE_FLOATS").is_some_and(|value| value == "integers") {
            return Found::NOTHING;
        }
        let _span = tracing::debug_span!("probe floats").entered();
        let mut ways =
            [true, false].into_iter().filter(|is_decorated| logical.modes.is_some() || !is_decorated);
        let found = ways.find_map(|is_decorated| {
            let probe = Probe { logical, is_decorated };
            probe
                .operators()
                .map(|floats| probe.with_quick(probe.with_roots(floats)))
                .filter(|found| found.floats != Operators::NONE)
        });
        let found = found.unwrap_or(Found::NOTHING);
        tracing::debug!(?found, "asked what the adapter computes on floats");
        found
    })
}

/// What is tried: an expression that gives a `U32`, and the operators in it.
struct Trial {
    value: Expr,
    of: Operators,
}

/// An adapter that is asked.
#[derive(Clone, Copy)]
struct Probe<'a> {
    logical: &'a Arc<Logical>,
    is_decorated: bool,
}

impl Probe<'_> {
    /// The operators that are right, square roots left aside. `None` if the adapter refuses the probe.
    fn operators(self) -> Option<Operators> {
        let trials = trials();
        let of: Vec<Operators> = trials.iter().map(|trial| trial.of).collect();
        let operands = operands();
        // What the variant has by default is every operator of WGSL.
        let [expected, got] = self.results(trials, &operands, self.variant(SquareRoot::Native))?;
        let rows = || expected.chunks(of.len()).zip(got.chunks(of.len()));
        let is_right = |at: usize| rows().all(|(expected, got)| expected[at] == got[at]);
        let wrong: Vec<Operators> =
            of.iter().enumerate().filter(|(at, _)| !is_right(*at)).map(|(_, of)| *of).collect();
        let is_right = |one| !wrong.iter().any(|wrong| wrong.contains(one));
        let strict: Operators = printable()
            .filter(|operation| *operation != ROOT && Operators::of(*operation).is_some_and(is_right))
            .collect();
        // Where all exponents are those of normal numbers, the multiplication with addition may be right that is wrong elsewhere.
        let mul_add = Operators::of(Operation::MulAdd)?;
        let at = of.iter().position(|of| *of == mul_add)?;
        let is_below = |bits: u32, end: u32| (bits & 0x7fff_ffff).wrapping_sub(1) < end;
        let is_right_on_normals = rows().enumerate().all(|(row, (expected, got))| {
            // What is rounded up to the least normal number may be flushed as well.
            let is_hard = is_below(expected[at], LEAST_NORMAL)
                || operands.iter().any(|operand| is_below(operand[row], LEAST_NORMAL - 1));
            is_hard || got[at] == expected[at]
        });
        Some(if is_right_on_normals { strict.with(Operators::MUL_ADD_ON_NORMALS) } else { strict })
    }

    /// What was found, with the first way to compute square roots that is right.
    fn with_roots(self, floats: Operators) -> Found {
        let found = Found { floats, is_decorated: self.is_decorated, ..Found::NOTHING };
        match SquareRoot::ALL.into_iter().find(|way| self.roots_are_right(*way, floats).unwrap_or(false)) {
            Some(way) => Found { floats: floats.with([ROOT].into_iter().collect()), root: way, ..found },
            None => found,
        }
    }

    /// Whether a way to compute square roots is right for operands of every class, and for every number from 1 up to 4.
    fn roots_are_right(self, way: SquareRoot, floats: Operators) -> Option<bool> {
        let word = |value: Expr| Expr::cast(DataType::U32, value);
        let root = |of: Expr| Expr::unary(UnOp::FSqrt, of);
        let div = |x: Expr, y: Expr| Expr::binary(BinOp::FDiv, x, y);
        let [a, b] = ["a", "b"].map(|name| move || Expr::var(name));
        let mut values = vec![root(a()), div(Expr::f32(1.0), root(a()))];
        // A way looks at bits, which a driver may know to be those of a quotient.
        if Operators::of(QUOTIENT).is_some_and(|one| floats.contains(one)) {
            values.push(root(div(a(), b())));
        }
        let trial = |value| Trial { value: word(value), of: [ROOT].into_iter().collect() };
        let trials = values.into_iter().map(trial).collect();
        let [expected, got] = self.results(trials, &operands(), self.variant(way))?;
        Some(expected == got && self.finds_nothing(WRONG_ROOTS, self.variant(way))?)
    }

    /// What was found, with the operators whose quick forms are right for operands of every class; roots for every number from 1 up to 4 too, and quotients
    /// for [`NUMBERS`] pairs.
    fn with_quick(self, found: Found) -> Found {
        let [a, b] = ["a", "b"].map(|name| move || Expr::var(name));
        let root = |value| Expr::unary(UnOp::FSqrt, value);
        let div = |x, y| Expr::binary(BinOp::FDiv, x, y);
        let of_roots = vec![root(a()), root(root(a())), Expr::binary(BinOp::FAdd, root(a()), root(b()))];
        let of_quotients = vec![
            div(a(), b()),
            div(div(Expr::f32(1.0), a()), b()),
            Expr::binary(BinOp::FMul, div(b(), a()), a()),
        ];
        let candidates = [(ROOT, of_roots, WRONG_ROOTS), (QUOTIENT, of_quotients, WRONG_QUOTIENTS)];
        let is_right = |(operation, values, wrong): (Operation, Vec<Expr>, &str)| {
            let one = Operators::of(operation)?;
            let rest = [BinOp::FAdd, BinOp::FMul].map(|op| Operation::Binary(op, Scalar::F32));
            let needed = one.with(Operators::MUL_ADD_ON_NORMALS).with(rest.into_iter().collect());
            if !found.is_decorated || !found.floats.contains(needed) {
                return None;
            }
            let variant =
                Variant { quick: QuickOperators { operators: one, least: 1 }, ..self.variant(found.root) };
            let trial = |value| Trial { value: Expr::cast(DataType::U32, value), of: one };
            let [expected, got] =
                self.results(values.into_iter().map(trial).collect(), &operands(), variant)?;
            (expected == got && self.finds_nothing(wrong, variant)?).then_some(one)
        };
        let quick = candidates.into_iter().filter_map(is_right).fold(Operators::NONE, Operators::with);
        Found { quick: QuickOperators::where_it_pays(quick), ..found }
    }

    /// Whether one of the programs that look for a wrong result of [`NUMBERS`] finds none.
    fn finds_nothing(self, program: &str, variant: Variant) -> Option<bool> {
        let program: Program = program.parse().ok()?;
        let module = Module::validate(&program).ok()?;
        let mut wrong = [0];
        let bindings = &mut [Binding::WordsMut(&mut wrong)];
        run(self.logical, &module, variant, NUMBERS / GROUP, bindings)?;
        Some(wrong == [0])
    }

    /// What the CPU and what the adapter give for some trials: row by row of the operands.
    fn results(
        self,
        trials: Vec<Trial>,
        operands: &[Vec<u32>; 3],
        variant: Variant,
    ) -> Option<[Vec<u32>; 2]> {
        let words = OPERANDS * trials.len();
        let module = Module::validate(&program(trials)).ok()?;
        results(self.logical, &module, variant, operands, words)
    }

    fn variant(self, way: SquareRoot) -> Variant {
        let is_decorated = self.is_decorated;
        Variant { is_decorated, root: way, hides_from_driver: true, ..Variant::default() }
    }
}

/// Square roots.
const ROOT: Operation = Operation::Unary(UnOp::FSqrt, Scalar::F32);
/// Quotients.
const QUOTIENT: Operation = Operation::Binary(BinOp::FDiv, Scalar::F32);

/// The bits of 2^-126.
const LEAST_NORMAL: u32 = 0x0080_0000;

/// The floats from 1 up to 4.
const NUMBERS: u32 = 1 << 24;

/// Stores 1 if the root of one of [`NUMBERS`] is not the nearest one. A number is `n / 2^46` for an integer `n`, and its root `s / 2^23`: the nearest one
/// if `s * s - s < n <= s * s + s`.
const WRONG_ROOTS: &str = "program
workgroup_size 64, 1, 1
buffer out: read_write u32 @ 0
entry {
    let i = invocation_id.x;
    let s = cast<u64>(cast<u32>(f_sqrt(cast<f32>(i + 0x3f800000))) - 0x3f000000);
    let n = call primitive.u64.shl(cast<u64>(i & 0x7fffff | 0x800000), (i >> 23) + 23);
    let square = call primitive.u64.mul(s, s);
    let is_high = call primitive.u64.ge(square, call primitive.u64.add(n, s));
    let is_low = call primitive.u64.gt(n, call primitive.u64.add(square, s));
    if is_high | is_low {
        out[0] = 1;
    }
}
";

/// Stores 1 if the quotient of one of [`NUMBERS`] pairs is not the nearest one: of every divisor from 1 up to 2, and of the last 64 of them more often, for which the inverse of the divisor is least
/// precise. A quotient of `n` and `d` from 1 up to 2 is `q / 2^24` or `q / 2^23`: the nearest one if the remainder is at most half the divisor.
const WRONG_QUOTIENTS: &str = "program
workgroup_size 64, 1, 1
buffer out: read_write u32 @ 0
entry {
    let i = invocation_id.x;
    let d = select((i & 1) == 0, (i >> 1) | 0x800000, 0xffffff - ((i >> 1) & 63));
    let n = ((i * 0x9e3779b1) >> 9) | 0x800000;
    let quotient = cast<u32>(f_div(cast<f32>((n & 0x7fffff) | 0x3f800000), cast<f32>((d & 0x7fffff) | 0x3f800000)));
    let shift = select(n < d, 25, 24);
    let q = (quotient & 0x7fffff) | 0x800000;
    let product = call primitive.u64.shl(call primitive.u64.mul(cast<u64>(q), cast<u64>(d)), 1);
    let double = call primitive.u64.shl(cast<u64>(n), shift);
    let is_low = call primitive.u64.gt(double, call primitive.u64.add(product, cast<u64>(d)));
    let is_high = call primitive.u64.gt(product, call primitive.u64.add(double, cast<u64>(d)));
    if is_low | is_high | (quotient >> 23) != select(n < d, 126, 127) {
        out[0] = 1;
    }
}
";

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
                        Scalar::F32
                        | Scalar::F16
                        | Scalar::BF16
                        | Scalar::U64
                        | Scalar::Bool
                        | Scalar::F64 => a(),
                    },
                )),
                Operation::MulAdd | Operation::DoubleMulAdd => word(Expr::mul_add(a(), b(), c())),
            };
            Some(Trial { value, of: Operators::of(operation)? })
        })
        .collect();
    let set = |ops: &[BinOp]| ops.iter().map(|op| Operation::Binary(*op, Scalar::F32)).collect();
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
    // Where a driver knows an operand.
    let ops = [add, sub, mul, div];
    for (op, constant) in ops.into_iter().flat_map(|op| [0.0, -0.0, 1.0, -1.0].map(|constant| (op, constant)))
    {
        beside(Expr::binary(op, a(), Expr::f32(constant)), &[op]);
        beside(Expr::binary(op, Expr::f32(constant), a()), &[op]);
    }
    beside(Expr::binary(sub, a(), a()), &[sub]);
    beside(Expr::binary(div, a(), a()), &[div]);
    // What drivers make of operators on the bits of a result.
    for op in ops {
        let result = || Expr::binary(op, a(), b());
        beside(Expr::unary(UnOp::FNegate, result()), &[op]);
        beside(Expr::unary(UnOp::FAbs, result()), &[op]);
        let magnitude = Expr::binary(BinOp::BitAnd, word(result()), Expr::u32(0x7fff_ffff));
        beside(Expr::binary(BinOp::Eq, magnitude, Expr::u32(0)), &[op]);
    }
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
    let state = &mut 1;
    let mut next = || super::next(state) as u32;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Code;

    /// What a program that looks for wrong results stores on the CPU, which has none, for so many numbers.
    fn wrong_on_the_cpu(program: &str, numbers: u32) -> [u32; 1] {
        let module = Module::validate(&program.parse().unwrap()).unwrap();
        let mut wrong = [0];
        let mut bindings = [Binding::WordsMut(&mut wrong)];
        module.compiled::<Code>().run([numbers / GROUP, 1, 1], &mut bindings).unwrap();
        wrong
    }

    #[test]
    fn the_cpu_finds_no_wrong_root() {
        assert_eq!(wrong_on_the_cpu(WRONG_ROOTS, NUMBERS), [0]);
    }

    #[test]
    fn the_cpu_finds_no_wrong_quotient() {
        assert_eq!(wrong_on_the_cpu(WRONG_QUOTIENTS, NUMBERS), [0]);
    }

    #[test]
    fn a_root_that_is_one_unit_off_is_found() {
        let off = WRONG_ROOTS.replace("- 0x3f000000)", "- 0x3f000001)");
        assert_eq!(wrong_on_the_cpu(&off, GROUP), [1]);
    }

    #[test]
    fn a_quotient_that_is_one_unit_off_is_found() {
        let off = WRONG_QUOTIENTS.replace("(quotient & 0x7fffff)", "((quotient + 1) & 0x7fffff)");
        assert_eq!(wrong_on_the_cpu(&off, GROUP), [1]);
    }
}

//! Targets: what a backend can do, as far as passes ask.

use vyre_ir::library::Operation;
use vyre_ir::{BinOp, Scalar, UnOp};

/// What a backend can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The operators that it computes by itself, of those that a target may lack. Others are expanded.
    pub operators: Operators,
    /// Those of them that it computes by a function of some hundred operations, which a driver puts in wherever it is called.
    pub long: Operators,
    /// Whether an invocation should access several elements at once, as blocks.
    pub has_blocks: bool,
    /// Whether an instruction divides 64-bit integers, so that several products in its place cost more.
    pub divides_long: bool,
    /// Whether a guard is a branch, so that accesses to one element should share one, and the rounds of a loop too.
    pub shares_guards: bool,
    /// Whether it stores elements of 8 and 16 bits by itself (the pass `narrow`). Elsewhere a store of one is two atomics in memory.
    pub stores_parts: bool,
    /// What it computes quickly where operands are common.
    pub quick: QuickOperators,
    /// Whether loops of unknown bounds with independent loads should be executed by four rounds at once. No backend asks for it: 27 sums of the tests took the
    /// same time with it on an H200, whose driver does so itself.
    pub unrolls_partly: bool,
    /// Whether invocations that execute together spend more on the arms of a condition than on a few operations in all of them (the pass `flatten`). Drivers of GPUs
    /// do that themselves.
    pub flattens: bool,
    /// How many loads from workgroup memory in loops invocations have to share so that one of them does the work of all (the pass `join`); with 1 even where
    /// few invocations are left, with 0 wherever that changes nothing, and with `usize::MAX` never.
    pub least_shared: usize,
    /// Up to how many elements a local array may have so that invocations choose among variables where an index is not constant (the pass `arrays`).
    pub most_chosen: u32,
    /// How many variables all accesses to such an array may choose among together.
    pub most_choices: u32,
    /// The most statements that a loop becomes by unrolling which stands in another one and loads from workgroup memory.
    pub most_of_tiles: usize,
}

impl Target {
    /// WGSL as every adapter takes it: what it computes on floats is not strict everywhere.
    pub const WGSL: Target = Target {
        operators: Operators::NONE,
        long: Operators::NONE,
        has_blocks: true,
        divides_long: false,
        shares_guards: true,
        stores_parts: false,
        quick: QuickOperators::NONE,
        unrolls_partly: false,
        flattens: false,
        least_shared: 8,
        // On an H200 (docs/measurements/kernels.md): where the indices of invocations differ, memory takes up to 17 times as long.
        most_chosen: 32,
        most_choices: 384,
        most_of_tiles: 0,
    };
    /// The CPU. Its elementary functions are one instruction for all lanes.
    pub const CPU: Target = Target {
        operators: Operators::ALL,
        long: Operators::NONE,
        has_blocks: false,
        divides_long: true,
        shares_guards: false,
        stores_parts: true,
        quick: QuickOperators::NONE,
        unrolls_partly: false,
        flattens: true,
        least_shared: usize::MAX,
        most_chosen: 0,
        most_choices: 0,
        most_of_tiles: 0,
    };

    /// Whether it computes a typed operator by itself.
    pub fn has(&self, operation: Operation) -> bool {
        // Those on floats of 16 bits are compositions for every target.
        if let Operation::Binary(_, Scalar::F16 | Scalar::BF16)
        | Operation::Unary(_, Scalar::F16 | Scalar::BF16) = operation
        {
            return false;
        }
        Operators::of(operation).is_none_or(|one| self.operators.contains(one))
    }
}

/// The operators that a target computes quickly where their operands are common (see [`quick`](crate::quick)), and where that pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QuickOperators {
    /// The operators.
    pub operators: Operators,
    /// How many of them have to stand one after the other in a loop, or four times as many elsewhere; with 1, one suffices everywhere.
    pub least: usize,
}

impl QuickOperators {
    /// None of them.
    pub const NONE: QuickOperators = QuickOperators { operators: Operators::NONE, least: usize::MAX };

    /// These operators, where that pays on an H200. A quick quotient has more operations than the driver's, so it pays only by the branches that it saves. With fewer operators than
    /// these, or with twelve outside of loops, some kernels took 1.1 times as long, and 1.3 times where one invocation in 256 had a rare operand.
    pub fn where_it_pays(operators: Operators) -> QuickOperators {
        QuickOperators { operators, least: 8 }
    }
}

/// A set of the operators that a target may lack: those on 64-bit integers, and those of floats. No row is both. Of those on `F64` a target has all or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operators {
    binary: u64,
    unary: u64,
    mul_add: MulAdd,
    doubles: bool,
}

/// How a target computes a multiplication with addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum MulAdd {
    Not,
    /// Strictly where neither an operand nor the result is subnormal.
    OnNormals,
    Strictly,
}

impl Operators {
    /// None of them.
    pub const NONE: Operators = Operators { binary: 0, unary: 0, mul_add: MulAdd::Not, doubles: false };
    /// The multiplication with addition, of which the target computes what has nothing to do with subnormal numbers. The pass `expand` adds
    /// the rest.
    pub const MUL_ADD_ON_NORMALS: Operators = Operators { mul_add: MulAdd::OnNormals, ..Operators::NONE };
    /// Those on `F64`.
    pub const DOUBLES: Operators = Operators { doubles: true, ..Operators::NONE };
    /// All of them.
    pub const ALL: Operators =
        Operators { binary: u64::MAX, unary: u64::MAX, mul_add: MulAdd::Strictly, doubles: true };

    /// The set of one operator. `None` if every target has it.
    pub fn of(operation: Operation) -> Option<Operators> {
        if is_on(operation, Scalar::F64) {
            return Some(Operators::DOUBLES);
        }
        let is_long =
            matches!(operation, Operation::Binary(_, Scalar::U64) | Operation::Unary(_, Scalar::U64));
        (is_long || is_on(operation, Scalar::F32)).then_some(match operation {
            Operation::Binary(op, _) => Operators { binary: 1 << (op as u8), ..Operators::NONE },
            Operation::Unary(op, _) => Operators { unary: 1 << (op as u8), ..Operators::NONE },
            Operation::MulAdd | Operation::DoubleMulAdd => {
                Operators { mul_add: MulAdd::Strictly, ..Operators::NONE }
            }
        })
    }

    /// Whether it has all operators of the other.
    pub fn contains(self, other: Operators) -> bool {
        self.with(other) == self
    }

    /// Both sets.
    #[must_use]
    pub fn with(self, other: Operators) -> Operators {
        Operators {
            binary: self.binary | other.binary,
            unary: self.unary | other.unary,
            mul_add: self.mul_add.max(other.mul_add),
            doubles: self.doubles | other.doubles,
        }
    }

    /// The set for programs in which nothing is subnormal, or whose launches compute anew what could be.
    #[must_use]
    pub fn for_normals(self) -> Operators {
        match self.mul_add {
            MulAdd::OnNormals => Operators { mul_add: MulAdd::Strictly, ..self },
            MulAdd::Not | MulAdd::Strictly => self,
        }
    }

    /// Every operator that takes or gives an `F32`, and no `F64`: of two operands, of one, and the multiplication with addition.
    pub fn floats() -> impl Iterator<Item = Operation> {
        let binary = BinOp::on(Scalar::F32).map(|op| Operation::Binary(op, Scalar::F32));
        let unary =
            Scalar::ALL.iter().flat_map(|scalar| UnOp::on(*scalar).map(|op| Operation::Unary(op, *scalar)));
        binary
            .chain(unary)
            .chain([Operation::MulAdd])
            .filter(|operation| is_on(*operation, Scalar::F32) && !is_on(*operation, Scalar::F64))
    }
}

impl FromIterator<Operation> for Operators {
    /// The set of those that a target may lack.
    fn from_iter<I: IntoIterator<Item = Operation>>(operations: I) -> Operators {
        operations.into_iter().filter_map(Operators::of).fold(Operators::NONE, Operators::with)
    }
}

/// Whether an operator takes or gives a scalar.
fn is_on(operation: Operation, scalar: Scalar) -> bool {
    let (result, operand) = match operation {
        Operation::Binary(op, operand) => (op.typing().result(operand), operand),
        Operation::Unary(op, operand) => (op.typing().result(operand), operand),
        Operation::MulAdd => return scalar == Scalar::F32,
        Operation::DoubleMulAdd => return scalar == Scalar::F64,
    };
    operand == scalar || result == Some(scalar)
}

// A bit for each row.
const _: () = assert!(BinOp::ALL.len() <= 64 && UnOp::ALL.len() <= 64);

//! Targets: what a backend can do, as far as passes ask.

use vyre_ir::library::Operation;
use vyre_ir::{BinOp, Scalar, UnOp};

/// What a backend can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The operators on 64-bit integers that it computes. Others are expanded.
    pub longs: Longs,
    /// The operators of floats that it computes strictly. Others are expanded.
    pub floats: Floats,
    /// Whether an invocation should access several elements at once, as blocks.
    pub has_blocks: bool,
}

impl Target {
    /// WGSL as every adapter takes it: what it computes on floats is not strict everywhere.
    pub const WGSL: Target = Target { longs: Longs::NONE, floats: Floats::NONE, has_blocks: true };
    /// The CPU.
    pub const CPU: Target = Target { longs: Longs::ALL, floats: Floats::ALL, has_blocks: false };

    /// Whether it computes a typed operator by itself.
    pub fn has(&self, operation: Operation) -> bool {
        if let Some(float) = Floats::of(operation) {
            return self.floats.contains(float);
        }
        let scalar = match operation {
            Operation::Binary(_, scalar) | Operation::Unary(_, scalar) => scalar,
            Operation::MulAdd => Scalar::F32,
        };
        match scalar {
            Scalar::U64 => self.longs.contains(Longs::of(operation)),
            Scalar::U32 | Scalar::I32 | Scalar::Bool | Scalar::F32 => true,
        }
    }
}

/// A set of operators on 64-bit integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Longs {
    binary: u64,
    unary: u64,
}

impl Longs {
    /// None of them.
    pub const NONE: Longs = Longs { binary: 0, unary: 0 };
    /// All of them.
    pub const ALL: Longs = Longs { binary: u64::MAX, unary: u64::MAX };

    /// The set of one operator; empty if it is not on `U64`.
    pub fn of(operation: Operation) -> Longs {
        match operation {
            Operation::Binary(op, Scalar::U64) => Longs { binary: 1 << (op as u8), ..Longs::NONE },
            Operation::Unary(op, Scalar::U64) => Longs { unary: 1 << (op as u8), ..Longs::NONE },
            _ => Longs::NONE,
        }
    }

    /// Whether it has all operators of the other.
    pub fn contains(self, other: Longs) -> bool {
        self.with(other) == self
    }

    /// Both sets.
    #[must_use]
    pub fn with(self, other: Longs) -> Longs {
        Longs { binary: self.binary | other.binary, unary: self.unary | other.unary }
    }
}

/// A set of operators of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Floats {
    binary: u64,
    unary: u64,
    mul_add: MulAdd,
}

/// How a target computes a multiplication with addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum MulAdd {
    Not,
    /// Strictly where neither an operand nor the result is subnormal or zero.
    OnNormals,
    Strictly,
}

impl Floats {
    /// None of them.
    pub const NONE: Floats = Floats { binary: 0, unary: 0, mul_add: MulAdd::Not };
    /// The multiplication with addition, of which the target computes what has nothing to do with subnormal numbers. The pass `expand` adds
    /// the rest.
    pub const MUL_ADD_ON_NORMALS: Floats = Floats { mul_add: MulAdd::OnNormals, ..Floats::NONE };
    /// All of them.
    pub const ALL: Floats = Floats { binary: u64::MAX, unary: u64::MAX, mul_add: MulAdd::Strictly };

    /// The set of one operator. `None` if it neither takes nor gives floats.
    pub fn of(operation: Operation) -> Option<Floats> {
        let is_float = |result: Option<Scalar>, scalar| [result, Some(scalar)].contains(&Some(Scalar::F32));
        match operation {
            Operation::Binary(op, scalar) => is_float(op.typing().result(scalar), scalar)
                .then_some(Floats { binary: 1 << (op as u8), ..Floats::NONE }),
            Operation::Unary(op, scalar) => is_float(op.typing().result(scalar), scalar)
                .then_some(Floats { unary: 1 << (op as u8), ..Floats::NONE }),
            Operation::MulAdd => Some(Floats { mul_add: MulAdd::Strictly, ..Floats::NONE }),
        }
    }

    /// Whether it has all operators of the other.
    pub fn contains(self, other: Floats) -> bool {
        self.with(other) == self
    }

    /// Both sets.
    #[must_use]
    pub fn with(self, other: Floats) -> Floats {
        Floats {
            binary: self.binary | other.binary,
            unary: self.unary | other.unary,
            mul_add: self.mul_add.max(other.mul_add),
        }
    }

    /// Every operator of floats: of two operands, of one, and the multiplication with addition.
    pub fn operations() -> impl Iterator<Item = Operation> {
        let binary = BinOp::on(Scalar::F32).map(|op| Operation::Binary(op, Scalar::F32));
        let unary =
            Scalar::ALL.iter().flat_map(|scalar| UnOp::on(*scalar).map(|op| Operation::Unary(op, *scalar)));
        binary.chain(unary).chain([Operation::MulAdd]).filter(|operation| Floats::of(*operation).is_some())
    }
}

// A bit for each row.
const _: () = assert!(BinOp::ALL.len() <= 64 && UnOp::ALL.len() <= 64);

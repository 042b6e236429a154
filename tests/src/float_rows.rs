//! The rows of floats, each on one of their types, and the programs that compute them from bits.

use std::fmt;
use vyre::ir::library::{self, Operation};
use vyre::ir::{BinOp, BufferDecl, DataType, Expr, Node, Program, Scalar, Typing, UnOp};

/// The types of floats.
pub const TYPES: [Scalar; 3] = [Scalar::F32, Scalar::F16, Scalar::BF16];

/// A row, with the type of floats that it takes or gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The type.
    pub scalar: Scalar,
    /// The operator.
    pub operation: Operation,
}

impl Row {
    /// Every row of floats on each of their types that is strict.
    pub fn all() -> impl Iterator<Item = Row> {
        TYPES.into_iter().flat_map(|scalar| {
            let binary = BinOp::on(scalar).map(move |op| Operation::Binary(op, scalar));
            let unary = strict_unary(scalar).map(move |op| Operation::Unary(op, scalar));
            // Conversions to `F32`.
            let from = UnOp::ALL.iter().filter(move |op| scalar == Scalar::F32 && Row::is_from(**op));
            let from = from.map(move |op| Operation::Unary(*op, scalar));
            binary
                .chain(unary)
                .chain(from)
                .chain([Operation::MulAdd])
                .map(move |operation| Row { scalar, operation })
        })
    }

    fn is_from(op: UnOp) -> bool {
        matches!(op.typing(), Typing::FromU32 | Typing::FromI32 | Typing::FromU64)
    }

    /// Whether it has no result that IEEE 754's own operations define.
    pub fn is_elementary(self) -> bool {
        let name = self.name();
        library::elementary_operators().any(|of| match of {
            Operation::Binary(op, _) => op.name() == name,
            Operation::Unary(op, _) => op.name() == name,
            Operation::MulAdd | Operation::DoubleMulAdd => false,
        })
    }

    /// The name of the operator.
    pub fn name(self) -> &'static str {
        match self.operation {
            Operation::Binary(op, _) => op.name(),
            Operation::Unary(op, _) => op.name(),
            Operation::MulAdd | Operation::DoubleMulAdd => "FMulAdd",
        }
    }

    /// How many operands it has, in words.
    pub fn operands(self) -> usize {
        match self.operation {
            Operation::Unary(op, _) if op.typing() == Typing::FromU64 => 2,
            Operation::Unary(..) => 1,
            Operation::Binary(..) => 2,
            Operation::MulAdd | Operation::DoubleMulAdd => 3,
        }
    }

    /// A program that stores what the row gives for the bits in `a`, `b` and `c`, in two words for each.
    pub fn program(self) -> Program {
        program(|operands| self.words(operands))
    }

    /// The row applied to operands of which the program has the bits.
    fn value(self, [a, b, c]: [Expr; 3]) -> Expr {
        let float = |bits| match self.scalar {
            Scalar::F16 => Expr::compose(DataType::F16, vec![bits]),
            Scalar::BF16 => Expr::compose(DataType::BF16, vec![bits]),
            _ => Expr::cast(DataType::F32, bits),
        };
        match self.operation {
            Operation::Binary(op, _) => Expr::binary(op, float(a), float(b)),
            Operation::MulAdd | Operation::DoubleMulAdd => Expr::mul_add(float(a), float(b), float(c)),
            Operation::Unary(op, _) => {
                let operand = match op.typing() {
                    Typing::FromU32 => a,
                    Typing::FromI32 => Expr::cast(DataType::I32, a),
                    Typing::FromU64 => Expr::compose(DataType::U64, vec![a, b]),
                    _ => float(a),
                };
                Expr::unary(op, operand)
            }
        }
    }

    /// The words of what the row gives for operands of which the program has the bits: one, or two.
    pub fn words(self, operands: [Expr; 3]) -> Vec<Expr> {
        let value = self.value(operands);
        let typing = match self.operation {
            Operation::Binary(op, _) => op.typing(),
            Operation::Unary(op, _) => op.typing(),
            Operation::MulAdd | Operation::DoubleMulAdd => Typing::Float,
        };
        match typing {
            Typing::ToU64 => (0..2).map(|word| Expr::component(value.clone(), word)).collect(),
            Typing::ToU32 | Typing::FloatOrder => vec![value],
            _ if self.scalar != Scalar::F32 => vec![Expr::component(value, 0)],
            _ => vec![Expr::cast(DataType::U32, value)],
        }
    }
}

/// A program that stores words made of the bits in `a`, `b` and `c`, one or two for each element.
pub fn program(words: impl FnOnce([Expr; 3]) -> Vec<Expr>) -> Program {
    let i = || Expr::invocation_id(0);
    let mut words = words(["a", "b", "c"].map(|name| Expr::load(name, i())));
    words.resize(2, Expr::u32(0));
    let buffers = vec![
        BufferDecl::read("a", 0, DataType::U32),
        BufferDecl::read("b", 1, DataType::U32),
        BufferDecl::read("c", 2, DataType::U32),
        BufferDecl::read_write("out", 3, DataType::U64),
    ];
    let store = Node::store("out", i(), Expr::compose(DataType::U64, words));
    Program::new(buffers, [64, 1, 1], vec![Node::if_then(i().lt(Expr::buf_len("out")), vec![store])])
}

/// The operators of one operand on a type that give one result. `tests/approximate.rs` has the others.
pub fn strict_unary(scalar: Scalar) -> impl Iterator<Item = UnOp> {
    // What becomes an `F64` is a row of that type.
    let is_own = move |op: &UnOp| op.typing().result(scalar) != Some(Scalar::F64) || scalar == Scalar::F64;
    UnOp::on(scalar).filter(|op| op.tolerance_ulp().is_none()).filter(is_own)
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} {}", self.scalar.name(), self.name()))
    }
}

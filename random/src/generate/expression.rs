//! Expressions.

use super::arrays::Role;
use super::operation::{Callable, library};
use super::{Generator, Seen, TYPES, Use, Variable, float, interesting};
use vyre_ir::casts::CASTS;
use vyre_ir::{AtomicOp, BinOp, DataType, Expr, Typing, UnOp};

/// The kinds of expressions with operands.
#[derive(Clone, Copy)]
enum Kind {
    Binary,
    Unary,
    MulAdd,
    Select,
    Cast,
    Load,
    Call,
    Component,
    Compose,
    Atomic,
    Again,
    Folding,
    Affine,
    Leaf,
}

/// How often an expression of type `U32` is of which kind.
const U32_KINDS: [(u32, Kind); 12] = [
    (30, Kind::Binary),
    (5, Kind::Unary),
    (5, Kind::Select),
    (6, Kind::Cast),
    (16, Kind::Load),
    (12, Kind::Call),
    (6, Kind::Component),
    (4, Kind::Atomic),
    (6, Kind::Again),
    (5, Kind::Folding),
    (4, Kind::Affine),
    (4, Kind::Leaf),
];

/// As [`U32_KINDS`], for floats.
const FLOAT_KINDS: [(u32, Kind); 10] = [
    (20, Kind::Binary),
    (8, Kind::Unary),
    (5, Kind::MulAdd),
    (4, Kind::Select),
    (6, Kind::Cast),
    (10, Kind::Load),
    (6, Kind::Call),
    (4, Kind::Component),
    (3, Kind::Again),
    (3, Kind::Leaf),
];

/// As [`U32_KINDS`], for the other types.
const OTHER_KINDS: [(u32, Kind); 7] = [
    (4, Kind::Select),
    (8, Kind::Cast),
    (10, Kind::Load),
    (10, Kind::Call),
    (8, Kind::Compose),
    (3, Kind::Again),
    (3, Kind::Leaf),
];

impl Generator<'_, '_> {
    /// An expression of type `ty`.
    pub(super) fn expr(&mut self, ty: DataType, depth: u32) -> Expr {
        if depth == 0 || self.is_spent() {
            return self.leaf(ty);
        }
        self.spend();
        let kind = match ty {
            DataType::U32 => self.source.weigh(&U32_KINDS),
            ref ty if ty.is_float() => self.source.weigh(&FLOAT_KINDS),
            _ => self.source.weigh(&OTHER_KINDS),
        };
        let expr = self.compound(kind, ty.clone(), depth - 1).unwrap_or_else(|| self.leaf(ty.clone()));
        if self.source.chance(1, 5) && expr.child(0).is_some() {
            let (is_uniform, scope) = (self.wants_uniform, self.variables.len());
            self.seen.push(Seen { expr: expr.clone(), ty, is_uniform, scope });
        }
        expr
    }

    /// An expression of some kind, unless nothing that is there allows one.
    fn compound(&mut self, kind: Kind, ty: DataType, depth: u32) -> Option<Expr> {
        Some(match kind {
            Kind::Binary => {
                let gives = |op: &&BinOp| op.typing().in_program_of(&ty).1 == ty;
                let op = *self.source.choose(BinOp::ALL.iter().filter(gives))?;
                let operand = match op.typing() {
                    Typing::FloatOrder => {
                        self.source.pick(&[DataType::F32, DataType::F16, DataType::BF16]).clone()
                    }
                    typing => typing.in_program_of(&ty).0,
                };
                Expr::binary(op, self.expr(operand.clone(), depth), self.expr(operand, depth))
            }
            Kind::Unary => {
                // Programs are compared bit for bit, so they are strict.
                let gives = |op: &&UnOp| {
                    let (operand, result) = op.typing().in_program_of(&ty);
                    op.tolerance_ulp().is_none() && result == ty && operand != DataType::F64
                };
                let op = *self.source.choose(UnOp::ALL.iter().filter(gives))?;
                Expr::unary(op, self.expr(op.typing().in_program_of(&ty).0, depth))
            }
            Kind::MulAdd => Expr::mul_add(
                self.expr(ty.clone(), depth),
                self.expr(ty.clone(), depth),
                self.expr(ty, depth),
            ),
            Kind::Select => {
                let cond = self.condition(depth);
                Expr::select(cond, self.expr(ty.clone(), depth), self.expr(ty, depth))
            }
            Kind::Cast => {
                let is_source = |source: &DataType| !matches!(source, DataType::Bytes | DataType::F64);
                let rows = CASTS.iter().filter(|row| row.target == ty && is_source(&row.source));
                let source = &self.source.choose(rows)?.source;
                Expr::cast(ty, self.expr(source.clone(), depth))
            }
            Kind::Load => {
                let at = self.readable(Some(ty))?;
                let index = self.index(at, depth);
                self.load(at, index)
            }
            Kind::Call => return self.call(ty, depth),
            Kind::Component if ty.is_packed() => Expr::compose(ty, vec![self.u32(depth)]),
            Kind::Component => {
                let words = [
                    DataType::U64,
                    DataType::U128,
                    DataType::Vec2U32,
                    DataType::Vec4U32,
                    DataType::F16,
                    DataType::BF16,
                ];
                let floats = [DataType::Vec2F32, DataType::Vec4F32];
                let is_float = ty == DataType::F32;
                let vector = self.source.pick(if is_float { &floats[..] } else { &words }).clone();
                let lane = self.source.below(vector.lanes() as u32);
                Expr::component(self.expr(vector, depth), lane)
            }
            Kind::Compose if ty.has_lanes() => {
                Expr::compose(ty.clone(), (0..ty.lanes()).map(|_| self.expr(ty.lane_type(), depth)).collect())
            }
            Kind::Atomic => return self.atomic(depth),
            Kind::Again => return self.repeated(ty),
            Kind::Folding => self.folding(depth),
            Kind::Affine => {
                let (factor, term) = (self.source.range(0, 9), interesting(self.source));
                self.leaf(ty) * factor + term
            }
            Kind::Compose | Kind::Leaf => return None,
        })
    }

    /// A condition, of type `U32` or `Bool`.
    pub(super) fn condition(&mut self, depth: u32) -> Expr {
        const COMPARISONS: [BinOp; 6] = [BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Gt, BinOp::Le, BinOp::Ge];
        let depth = depth.saturating_sub(1);
        match self.source.below(24) {
            0..=2 => self.expr(DataType::Bool, depth),
            3 => self.u32(depth),
            4 => self.latest().unwrap_or_else(|| self.u32(depth)),
            5 => Expr::u32(self.source.below(2)),
            6 | 7 => self.u32(depth) & 1u32,
            8 | 9 => {
                let op = *self.source.pick(&[BinOp::And, BinOp::Or]);
                let left = Expr::binary(*self.source.pick(&COMPARISONS), self.u32(depth), self.u32(depth));
                Expr::binary(op, left, self.u32(depth))
            }
            10..=12 => {
                let constant = self.source.below(9);
                Expr::binary(*self.source.pick(&COMPARISONS), self.u32(depth), constant)
            }
            13..=17 => {
                // True of about a half of all numbers.
                let modulus = self.source.range(2, 6);
                let op = *self.source.pick(&[BinOp::Lt, BinOp::Ge, BinOp::Le, BinOp::Gt]);
                Expr::binary(op, self.u32(depth) % modulus, modulus / 2)
            }
            18..=20 if !self.wants_uniform && !self.in_operation => {
                // True of about a half of all invocations.
                let is_local = self.source.chance(1, 2);
                let count = if is_local { self.local_count() } else { self.global_count() };
                let op = *self.source.pick(&[BinOp::Lt, BinOp::Ge]);
                Expr::binary(op, self.flat(is_local), count / 2)
            }
            _ => {
                let op = *self.source.pick(&COMPARISONS);
                Expr::binary(op, self.u32(depth), self.u32(depth))
            }
        }
    }

    fn u32(&mut self, depth: u32) -> Expr {
        self.expr(DataType::U32, depth)
    }

    fn call(&mut self, ty: DataType, depth: u32) -> Option<Expr> {
        let Callable { id, inputs, .. } = self.callable(ty)?;
        let args = inputs.into_iter().map(|input| self.expr(input, depth)).collect();
        Some(Expr::call(id, args))
    }

    /// An operation that may be called here, whose cost is counted.
    pub(super) fn callable(&mut self, ty: DataType) -> Option<Callable> {
        let (times, work, expansion) = (self.times, self.work, self.expansion);
        let fits = |callable: &&Callable| {
            callable.output == ty && callable.size <= expansion && callable.work.saturating_mul(times) <= work
        };
        let Generator { callables, source, .. } = self;
        let own = source.choose(callables.iter().filter(fits));
        let chosen = match own {
            Some(own) if source.chance(1, 2) => own,
            _ => source.choose(library().iter().filter(fits))?,
        };
        let chosen = chosen.clone();
        self.expansion -= chosen.size;
        self.work -= chosen.work * times;
        Some(chosen)
    }

    /// An atomic operation on an element that the invocation owns, or one with a lost old value, as a `U32`.
    fn atomic(&mut self, depth: u32) -> Option<Expr> {
        if self.wants_uniform {
            return None;
        }
        if self.source.chance(1, 4)
            && let Some(lost) = self.reduction(depth)
        {
            return Some(self.without(lost));
        }
        let at = self.pick_array(|_, array| {
            matches!(array.role, Role::Owned(_)) && array.decl.element.has_atomics()
        })?;
        let op = *self.source.pick(AtomicOp::ALL);
        let (buffer, element) = (self.arrays[at].decl.name.clone(), self.arrays[at].decl.element.clone());
        let index = Box::new(self.index(at, depth));
        let mut operand = || Box::new(self.expr(element.clone(), depth));
        let expected = if op.takes_expected() { Some(operand()) } else { None };
        let value = operand();
        Some(self.word_of(&element, Expr::Atomic { op, buffer, index, expected, value }))
    }

    /// A word of what an atomic of a type gives.
    fn word_of(&mut self, element: &DataType, old: Expr) -> Expr {
        match element {
            DataType::U64 => Expr::component(old, self.source.below(2)),
            _ => old,
        }
    }

    /// An atomic operation that any invocation may do on any element, as a `U32`. Its value depends on the order of invocations.
    pub(super) fn reduction(&mut self, depth: u32) -> Option<Expr> {
        let reading = self.reading.clone();
        let at = self.pick_array(|at, array| match array.role {
            Role::Reduced { .. } => true,
            Role::Tallied { .. } => !reading[at],
            Role::Input | Role::Private | Role::Owned(_) | Role::Phased(_) => false,
        })?;
        let (Role::Reduced { op, expected, value } | Role::Tallied { op, expected, value }) =
            self.arrays[at].role
        else {
            return None;
        };
        let (buffer, element) = (self.arrays[at].decl.name.clone(), self.arrays[at].decl.element.clone());
        let index = self.any_index(at, depth);
        let constant = |word: u32| match element {
            DataType::U64 => {
                Expr::compose(DataType::U64, vec![Expr::u32(word), Expr::u32(word.rotate_left(7))])
            }
            _ => Expr::u32(word),
        };
        let old = match op {
            AtomicOp::CompareExchange => {
                Expr::compare_exchange(buffer, index, constant(expected), constant(value))
            }
            AtomicOp::Exchange => Expr::atomic(op, buffer, index, constant(value)),
            op => Expr::atomic(op, buffer, index, self.expr(element.clone(), depth)),
        };
        Some(self.word_of(&element, old))
    }

    /// An expression that evaluates `lost`, and whose value does not depend on it.
    fn without(&mut self, lost: Expr) -> Expr {
        const CONSTANT: [(BinOp, u32); 6] = [
            (BinOp::BitAnd, 0),
            (BinOp::Mul, 0),
            (BinOp::Mod, 1),
            (BinOp::Min, 0),
            (BinOp::BitOr, u32::MAX),
            (BinOp::Ge, 0),
        ];
        match self.source.below(8) {
            6 => Expr::select(Expr::u32(0), lost, self.leaf(DataType::U32)),
            7 => Expr::u32(0) * lost,
            at => {
                let (op, operand) = CONSTANT[at as usize];
                Expr::binary(op, lost, operand)
            }
        }
    }

    /// An expression that has been made before.
    fn repeated(&mut self, ty: DataType) -> Option<Expr> {
        let Generator { seen, source, wants_uniform, .. } = self;
        let fits = |seen: &&Seen| seen.ty == ty && (seen.is_uniform || !*wants_uniform);
        let expr = source.choose(seen.iter().filter(fits))?.expr.clone();
        self.again(&expr)
    }

    /// What folds, by the laws of operators.
    fn folding(&mut self, depth: u32) -> Expr {
        let x = self.u32(depth);
        let number = interesting(self.source);
        match self.source.below(20) {
            0 => x + 0u32,
            1 => x * *self.source.pick(&[0u32, 1, 2, 8, u32::MAX]),
            2 => x & *self.source.pick(&[0, u32::MAX, 0xff]),
            3 => x | *self.source.pick(&[0, u32::MAX]),
            4 => x / *self.source.pick(&[0u32, 1, 4, 10]),
            5 => x % *self.source.pick(&[0u32, 1, 8, 10]),
            6 => (x << *self.source.pick(&[0u32, 3, 32])) >> 3u32,
            7 => Expr::binary(BinOp::Lt, x, 0u32),
            8 => Expr::binary(BinOp::Ge, x, 0u32),
            9 => Expr::binary(BinOp::Min, x, *self.source.pick(&[0, u32::MAX])),
            10 => !!x,
            11 => -(-x),
            12 => Expr::unary(UnOp::LogicalNot, Expr::unary(UnOp::LogicalNot, x)),
            13 => Expr::binary(BinOp::Lt, x % 7u32, 7u32),
            14 => Expr::binary(*self.source.pick(&BinOp::on_words()), number, interesting(self.source)),
            15 => (x + number) - number,
            16 => Expr::unary(UnOp::ReverseBits, Expr::unary(UnOp::ReverseBits, x)),
            17 => Expr::component(Expr::compose(DataType::Vec2U32, vec![x, self.leaf(DataType::U32)]), 0),
            _ => match self.again(&x) {
                Some(same) => Expr::binary(*self.source.pick(&BinOp::on_words()), x, same),
                None => x,
            },
        }
    }

    /// An expression without operands, or a composed literal.
    pub(super) fn leaf(&mut self, ty: DataType) -> Expr {
        self.spend();
        if self.source.chance(3, 4)
            && let Some(variable) = self.variable(ty.clone())
        {
            return variable;
        }
        // A literal would often make a constant of all that is around it.
        let varies = self.source.chance(1, 2);
        match ty {
            DataType::U32 => self.u32_leaf(),
            ty if !ty.has_lanes() && varies => Expr::cast(ty, self.leaf(DataType::U32)),
            DataType::I32 => Expr::i32(interesting(self.source) as i32),
            DataType::Bool => Expr::from(self.source.chance(1, 2)),
            DataType::F32 => Expr::f32(f32::from_bits(float(self.source))),
            ty => {
                let mut part = || match (varies, ty.lane_type()) {
                    (true, lane) => self.leaf(lane),
                    (false, DataType::F32) => Expr::f32(f32::from_bits(float(self.source))),
                    (false, _) if ty.is_packed() => Expr::u32(float(self.source) >> 16),
                    (false, _) => Expr::u32(interesting(self.source)),
                };
                Expr::compose(ty.clone(), (0..ty.lanes()).map(|_| part()).collect())
            }
        }
    }

    /// A variable that may be read.
    pub(super) fn variable(&mut self, ty: DataType) -> Option<Expr> {
        let Generator { variables, source, wants_uniform, .. } = self;
        let fits = |variable: &&Variable| {
            variable.ty == ty && variable.of != Use::Lost && (variable.is_uniform || !*wants_uniform)
        };
        let chosen = source.choose(variables.iter().filter(fits))?;
        Some(Expr::var(chosen.name.as_str()))
    }

    /// A value for a variable that is a condition, with its type.
    pub(super) fn truth(&mut self, cond: Expr) -> (DataType, Expr) {
        let one_or_zero = Expr::select(cond, Expr::u32(1), Expr::u32(0));
        match self.source.below(4) {
            0 => (DataType::U32, one_or_zero),
            1 => (DataType::Bool, Expr::cast(DataType::Bool, one_or_zero)),
            2 => {
                let comparison = Expr::binary(BinOp::Lt, self.u32(2), self.u32(2));
                (DataType::Bool, Expr::cast(DataType::Bool, comparison))
            }
            _ => {
                let op = *self.source.pick(&[
                    BinOp::Eq,
                    BinOp::Ne,
                    BinOp::Ge,
                    BinOp::And,
                    BinOp::BitAnd,
                    BinOp::Mod,
                ]);
                (DataType::U32, Expr::binary(op, self.u32(2), self.u32(2)))
            }
        }
    }

    /// The latest variable that can be a condition.
    fn latest(&self) -> Option<Expr> {
        let fits = |variable: &&Variable| {
            matches!(variable.ty, DataType::U32 | DataType::Bool)
                && variable.of != Use::Lost
                && (variable.is_uniform || !self.wants_uniform)
        };
        self.variables.iter().rfind(fits).map(|variable| Expr::var(variable.name.as_str()))
    }

    fn u32_leaf(&mut self) -> Expr {
        if self.in_operation {
            return Expr::u32(interesting(self.source));
        }
        let axis = self.source.weigh(&[(4, 0), (1, 1), (1, 2)]);
        match self.source.below(12) {
            0 => Expr::workgroup_id(axis),
            1 | 2 if !self.wants_uniform => Expr::invocation_id(axis),
            3 | 4 if !self.wants_uniform => Expr::local_id(axis),
            5 => match self.pick_array(|_, _| true) {
                Some(at) => Expr::buf_len(self.arrays[at].decl.name.as_str()),
                None => Expr::u32(0),
            },
            6..=8 => match self.readable(Some(DataType::U32)) {
                Some(at) => {
                    let index = self.index(at, 0);
                    self.load(at, index)
                }
                None => Expr::u32(interesting(self.source)),
            },
            _ => Expr::u32(interesting(self.source)),
        }
    }

    /// How deep an expression of a statement is at most: more often a little than much.
    pub(super) fn depth(&mut self) -> u32 {
        let most = self.sizes.depth.max(1);
        self.source.range(1, most).min(self.source.range(1, most))
    }

    /// A type, most often `U32`.
    pub(super) fn any_type(&mut self) -> DataType {
        if self.source.chance(1, 2) { DataType::U32 } else { self.source.pick(TYPES).clone() }
    }
}

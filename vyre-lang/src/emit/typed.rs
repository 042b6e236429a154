//! What depends on the types of values: literals, operators, conversions, lanes.
//!
//! Operators on `u32` and `bool` are the IR's; those on `i32`, `u64` and `u128` are operations of the library; vectors are
//! compared lane by lane. A `bool` is a `U32` of 0 or 1, except in buffers.

use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::hir;
use crate::types::Ty;
use vyre_ir::library::Operation;
use vyre_ir::{BinOp, DataType, Expr, Scalar, UnOp, library, value};

impl Emitter<'_> {
    /// The settled type of an expression.
    pub(super) fn ty(&self, expr: &hir::Expr) -> Ty {
        self.kernel.types.resolve(expr.ty).machine()
    }

    /// A literal of a type.
    pub(super) fn literal(&self, bits: u128, ty: Ty, area: Area) -> Built {
        let bits = self.kernel.types.literal_bits(bits, ty);
        let low = bits as u32;
        let lanes = |lanes: Vec<u32>, target: DataType| {
            let parts: Vec<Built> = lanes.iter().map(|lane| Built::leaf(Expr::LitU32(*lane), area)).collect();
            let shape = Expr::compose(target, lanes.into_iter().map(Expr::LitU32).collect());
            Built::of(area, parts, &shape)
        };
        match self.kernel.types.resolve(ty).machine() {
            Ty::I32 | Ty::I8 | Ty::I16 | Ty::Int(_) => Built::leaf(Expr::LitI32(low as i32), area),
            Ty::U64 | Ty::I64 => lanes(vec![low, (bits >> 32) as u32], DataType::U64),
            Ty::U128 | Ty::I128 => lanes(value::words(bits).into(), DataType::U128),
            Ty::Vec2 => lanes(vec![low; 2], DataType::Vec2U32),
            Ty::Vec4 => lanes(vec![low; 4], DataType::Vec4U32),
            Ty::F32 => Built::leaf(Expr::LitF32(f32::from_bits(low)), area),
            Ty::F64 | Ty::Float(_) => Built::leaf(Expr::LitF64(f64::from_bits(bits as u64)), area),
            Ty::F16 => lanes(vec![low], DataType::F16),
            Ty::BF16 => lanes(vec![low], DataType::BF16),
            Ty::FVec2 | Ty::FVec4 => {
                let lane = self.literal(bits, Ty::F32, area);
                self.splat(lane, self.kernel.types.resolve(ty), area)
            }
            Ty::U8
            | Ty::U16
            | Ty::U32
            | Ty::Bool
            | Ty::Many(_)
            | Ty::Enum(_)
            | Ty::Unit
            | Ty::Never
            | Ty::Open(_)
            | Ty::Const(_)
            | Ty::Error => Built::leaf(Expr::LitU32(low), area),
        }
    }

    /// A value of a parameter by value, from its lanes of the parameter block.
    pub(super) fn scalar(&self, lane: u32, ty: Ty, area: Area) -> Built {
        let low = self.param(lane, area);
        match ty {
            Ty::I32 | Ty::I8 | Ty::I16 => Built::of(area, vec![low], &Expr::cast(DataType::I32, 0)),
            Ty::U64 | Ty::I64 => {
                let shape = Expr::compose(DataType::U64, vec![Expr::LitU32(0), Expr::LitU32(0)]);
                Built::of(area, vec![low, self.param(lane + 1, area)], &shape)
            }
            Ty::U128 | Ty::I128 => {
                let shape = Expr::compose(DataType::U128, vec![Expr::LitU32(0); 4]);
                let words = (lane..lane + 4).map(|lane| self.param(lane, area)).collect();
                Built::of(area, words, &shape)
            }
            // The parameter block has words, and a `bool` is one of 0 or 1.
            Ty::U32 | Ty::U8 | Ty::U16 | Ty::Bool => low,
            Ty::F32 => Built::of(area, vec![low], &Expr::cast(DataType::F32, 0)),
            Ty::F64 => self.compose(ty, vec![low, self.param(lane + 1, area)], area),
            ty if ty.is_half() => self.compose(ty, vec![low], area),
            _ => low,
        }
    }

    /// A binary operator on two operands of these types.
    pub(super) fn binary(
        &mut self,
        op: BinOp,
        (ty, right): (Ty, Ty),
        mut operands: Vec<Built>,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        if let Some(last) = operands.pop() {
            operands.push(self.amount(op, last, (ty, right)));
        }
        if let Some(lanes) = ty.vector_lanes() {
            return self.compare_lanes(op, (ty.lane(), lanes), operands, area, nodes);
        }
        if ty == Ty::I128
            && let Some(value) = self.binary_128(op, &mut operands, area, nodes)
        {
            return value;
        }
        let row = match ty {
            Ty::I64 => library::signed_operator(op),
            _ => ty.data().as_ref().and_then(|data| library::operator(op, data)),
        };
        let value = match row {
            Some(row) => self.library_call(row.id, operands, area),
            None => Built::of(area, operands, &Expr::binary(op, 0, 0)),
        };
        // What else there is of two numbers is one of the same width.
        let is_past = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl)
            || op == BinOp::Div && ty.is_signed();
        if is_past { self.wrapped(value, ty, area) } else { value }
    }

    /// A number of 32 bits as one of a narrower type, which has its lowest bits. Other types stay.
    pub(super) fn wrapped(&self, value: Built, ty: Ty, area: Area) -> Built {
        if !ty.is_narrow() {
            return value;
        }
        let number = |number| Built::leaf(Expr::LitU32(number), area);
        if ty.is_signed() {
            let by = 32 - ty.bits();
            let up = Built::call("primitive.i32.shl", vec![value, number(by)], area);
            return Built::call("primitive.i32.shr", vec![up, number(by)], area);
        }
        Built::of(area, vec![value, number(u32::MAX >> (32 - ty.bits()))], &Expr::binary(BinOp::BitAnd, 0, 0))
    }

    /// A call of the library; those of floats are operators of the IR.
    pub(super) fn library_call(&self, id: &str, operands: Vec<Built>, area: Area) -> Built {
        match Operation::of(id) {
            Some(Operation::Binary(op, Scalar::F32 | Scalar::F16 | Scalar::BF16 | Scalar::F64)) => {
                Built::of(area, operands, &Expr::binary(op, 0, 0))
            }
            Some(Operation::Unary(op, Scalar::F32 | Scalar::F16 | Scalar::BF16 | Scalar::F64)) => {
                Built::of(area, operands, &Expr::unary(op, 0))
            }
            Some(Operation::Unary(op, _))
                if id.starts_with("primitive.f32.") || id.starts_with("primitive.f64.") =>
            {
                Built::of(area, operands, &Expr::unary(op, 0))
            }
            Some(Operation::MulAdd | Operation::DoubleMulAdd) => {
                Built::of(area, operands, &Expr::mul_add(0, 0, 0))
            }
            _ => Built::call(id, operands, area),
        }
    }

    /// A vector that has the value in every lane.
    pub(super) fn splat(&self, value: Built, ty: Ty, area: Area) -> Built {
        let lanes = ty.vector_lanes().unwrap_or(0);
        self.compose(ty, (0..lanes).map(|_| value.copy_leaf()).collect(), area)
    }

    /// The right operand: the amount of a shift as a `U32`, whatever its type is in Rust, and below the width of a narrow number.
    fn amount(&self, op: BinOp, amount: Built, (ty, of_amount): (Ty, Ty)) -> Built {
        if !matches!(op, BinOp::Shl | BinOp::Shr) {
            return amount;
        }
        let area = amount.areas.area;
        let amount = match of_amount.data() {
            Some(DataType::U32) | None => amount,
            Some(_) => Built::of(area, vec![amount], &Expr::cast(DataType::U32, 0)),
        };
        if !ty.is_narrow() {
            return amount;
        }
        let mask = ty.bits() - 1;
        match &amount.expr {
            Expr::LitU32(places) => Built::leaf(Expr::LitU32(places & mask), area),
            _ => {
                let mask = Built::leaf(Expr::LitU32(mask), area);
                Built::of(area, vec![amount, mask], &Expr::binary(BinOp::BitAnd, 0, 0))
            }
        }
    }

    /// `==` and `!=` on vectors.
    fn compare_lanes(
        &mut self,
        op: BinOp,
        (ty, lanes): (Ty, u32),
        mut operands: Vec<Built>,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        operands.iter_mut().for_each(|operand| self.repeatable(operand, nodes));
        let join = if op == BinOp::Eq { BinOp::And } else { BinOp::Or };
        let compared = (0..lanes).map(|lane| {
            let sides = operands
                .iter()
                .map(|side| Built::of(area, vec![side.copy_leaf()], &Expr::component(0, lane)));
            match ty.data().as_ref().and_then(|data| library::operator(op, data)) {
                Some(row) => self.library_call(row.id, sides.collect(), area),
                None => Built::of(area, sides.collect(), &Expr::binary(op, 0, 0)),
            }
        });
        let compared: Vec<Built> = compared.collect();
        let all = compared
            .into_iter()
            .reduce(|left, right| Built::of(area, vec![left, right], &Expr::binary(join, 0, 0)));
        all.unwrap_or_else(|| Built::leaf(Expr::LitU32(0), area))
    }

    /// Makes an operand one that can stand several times: a variable or a literal.
    pub(super) fn repeatable(&mut self, operand: &mut Built, nodes: &mut Vec<BuiltNode>) {
        if operand.expr.child(0).is_some() {
            let area = operand.areas.area;
            let value = std::mem::replace(operand, Built::leaf(Expr::LitU32(0), area));
            let name = self.bind("kept", value, area, nodes);
            *operand = Built::leaf(Expr::Var(name), area);
        }
    }

    pub(super) fn unary(&mut self, op: UnOp, ty: Ty, operand: Built, area: Area) -> Built {
        // What is before a result of a function outside may turn out to be a `bool`.
        let op = if op == UnOp::BitNot && ty == Ty::Bool { UnOp::LogicalNot } else { op };
        let row = match (op, ty.data()) {
            (UnOp::Negate, Some(_)) if ty == Ty::I128 => return self.negated_128(operand, area),
            (UnOp::Negate, Some(data)) if ty == Ty::I64 => library::method(&data, "wrapping_neg"),
            (UnOp::Negate, Some(data)) => library::negate(&data),
            (UnOp::BitNot, Some(data)) => library::not(&data),
            _ => None,
        };
        let value = match row {
            Some(row) => self.library_call(row.id, vec![operand], area),
            None => Built::of(area, vec![operand], &Expr::unary(op, 0)),
        };
        if matches!(op, UnOp::Negate | UnOp::BitNot) { self.wrapped(value, ty, area) } else { value }
    }

    /// A value converted from one type to another.
    pub(super) fn cast(&self, value: Built, from: Ty, to: Ty, area: Area) -> Built {
        let cast = |value, target| Built::of(area, vec![value], &Expr::cast(target, 0));
        match (from, to) {
            (from, to) if from == to => value,
            (_, Ty::Bool) => cast(cast(value, DataType::Bool), DataType::U32),
            // Its bits.
            (Ty::U16, to) if to.is_half() => self.compose(to, vec![value], area),
            // What the IR holds as a `U64` has a sign.
            (Ty::I64, Ty::U128 | Ty::I128) => Built::call("primitive.i64.extend", vec![value], area),
            // The cast table has every cast of a number to its own type.
            (Ty::Bool, Ty::U32) => value,
            (from, to) => {
                let value = match to.data() {
                    // Both have the same bits.
                    Some(target) if from.integer().is_some() && from.data() == Some(target.clone()) => value,
                    Some(target) => cast(value, target),
                    None => value,
                };
                let fits = match (from.integer(), to.integer()) {
                    (Some(from), Some(to)) => to.holds(from),
                    _ => from == Ty::Bool,
                };
                if fits { value } else { self.wrapped(value, to, Area { may_wrap: true, ..area }) }
            }
        }
    }

    /// An element of a buffer as a value: a `Bool` becomes a `U32`.
    pub(super) fn loaded(&self, element: Built, ty: Ty, area: Area) -> Built {
        match ty {
            Ty::Bool => Built::of(area, vec![element], &Expr::cast(DataType::U32, 0)),
            _ => element,
        }
    }

    /// A value as an element of a buffer: the `U32` of a `bool` becomes a `Bool`.
    pub(super) fn stored(&self, value: Built, ty: Ty) -> Built {
        match ty {
            Ty::Bool => {
                let area = value.areas.area;
                Built::of(area, vec![value], &Expr::cast(DataType::Bool, 0))
            }
            _ => value,
        }
    }

    /// A lane of a vector. An index that is not constant selects among them; past the last one there is 0.
    pub(super) fn lane(
        &mut self,
        ty: Ty,
        mut value: Built,
        mut index: Built,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        if let Expr::LitU32(lane) = index.expr {
            // A slice of a vector may end before its last lane.
            if lane >= ty.vector_lanes().unwrap_or(0) {
                return self.literal(0, ty.lane(), area);
            }
            return Built::of(area, vec![value], &Expr::component(0, lane));
        }
        self.repeatable(&mut value, nodes);
        self.repeatable(&mut index, nodes);
        let zero = self.literal(0, ty.lane(), area);
        (0..ty.vector_lanes().unwrap_or(0)).rev().fold(zero, |otherwise, lane| {
            let at = Built::leaf(Expr::LitU32(lane), area);
            let is_it = Built::of(area, vec![index.copy_leaf(), at], &Expr::binary(BinOp::Eq, 0, 0));
            let then = Built::of(area, vec![value.copy_leaf()], &Expr::component(0, lane));
            Built::of(area, vec![is_it, then, otherwise], &Expr::select(0, 0, 0))
        })
    }

    /// A vector with another value in one lane, or the same one where the index is past the last. `vector`, `index`
    /// and `lane` are repeatable.
    pub(super) fn with_lane(&self, ty: Ty, vector: &Built, index: &Built, lane: &Built, area: Area) -> Built {
        let lanes = ty.vector_lanes().unwrap_or(0);
        let parts = (0..lanes).map(|at| {
            let old = || Built::of(area, vec![vector.copy_leaf()], &Expr::component(0, at));
            match index.expr {
                Expr::LitU32(constant) if constant == at => lane.copy_leaf(),
                Expr::LitU32(_) => old(),
                _ => {
                    let at = Built::leaf(Expr::LitU32(at), area);
                    let is_it = Built::of(area, vec![index.copy_leaf(), at], &Expr::binary(BinOp::Eq, 0, 0));
                    Built::of(area, vec![is_it, lane.copy_leaf(), old()], &Expr::select(0, 0, 0))
                }
            }
        });
        let parts: Vec<Built> = parts.collect();
        self.compose(ty, parts, area)
    }

    pub(super) fn compose(&self, ty: Ty, parts: Vec<Built>, area: Area) -> Built {
        let shape = parts.iter().map(|_| Expr::LitU32(0)).collect();
        Built::of(area, parts, &Expr::compose(ty.data().unwrap_or(DataType::U64), shape))
    }
}

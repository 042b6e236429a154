//! `i128`, which is held as a `U128` with the same bits: where the sign matters its operators are composed of those on `U128`.

use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::types::Ty;
use vyre_ir::{BinOp, DataType, Expr, library};

impl Emitter<'_> {
    /// An operator on two `i128`s where their sign matters; nothing where it does not.
    pub(super) fn binary_128(
        &mut self,
        op: BinOp,
        operands: &mut Vec<Built>,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Option<Built> {
        let is_signed = matches!(
            op,
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge | BinOp::Div | BinOp::Mod | BinOp::Shr
        );
        if !is_signed {
            return None;
        }
        operands.iter_mut().for_each(|operand| self.repeatable(operand, nodes));
        let [x, y] = [operands.first()?.copy_leaf(), operands.get(1)?.copy_leaf()];
        operands.clear();
        let copy = Built::copy_leaf;
        Some(match op {
            // With the sign inverted the order is that of numbers without one.
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
                let lowest = || self.literal(1 << 127, Ty::U128, area);
                let sides = [x, y].map(|side| self.of_128(BinOp::BitXor, side, lowest(), area));
                let [x, y] = sides;
                self.of_128(op, x, y, area)
            }
            BinOp::Div => {
                let quotient =
                    self.of_128(op, self.magnitude_128(&x, area), self.magnitude_128(&y, area), area);
                let mut quotient = quotient;
                self.repeatable(&mut quotient, nodes);
                let signs = [&x, &y].map(|side| self.is_negative_128(side, area));
                let differ = Built::of(area, signs.into(), &Expr::binary(BinOp::BitXor, 0, 0));
                let negated = self.negated_128(copy(&quotient), area);
                self.chosen_128(differ, negated, quotient, area)
            }
            BinOp::Mod => {
                let mut rest =
                    self.of_128(op, self.magnitude_128(&x, area), self.magnitude_128(&y, area), area);
                self.repeatable(&mut rest, nodes);
                let negated = self.negated_128(copy(&rest), area);
                self.chosen_128(self.is_negative_128(&x, area), negated, rest, area)
            }
            // Of a negative number the inverted bits are moved.
            _ => {
                let [ones, zero] = [u128::MAX, 0].map(|bits| self.literal(bits, Ty::U128, area));
                let mut mask = self.chosen_128(self.is_negative_128(&x, area), ones, zero, area);
                self.repeatable(&mut mask, nodes);
                let inverted = self.of_128(BinOp::BitXor, x, copy(&mask), area);
                let moved = self.of_128(BinOp::Shr, inverted, y, area);
                self.of_128(BinOp::BitXor, moved, mask, area)
            }
        })
    }

    /// `-x`
    pub(super) fn negated_128(&self, value: Built, area: Area) -> Built {
        self.of_128(BinOp::Sub, self.literal(0, Ty::U128, area), value, area)
    }

    /// An operator on two `U128`s.
    fn of_128(&self, op: BinOp, left: Built, right: Built, area: Area) -> Built {
        match library::operator(op, &DataType::U128) {
            Some(row) => self.library_call(row.id, vec![left, right], area),
            None => Built::of(area, vec![left, right], &Expr::binary(op, 0, 0)),
        }
    }

    /// 1 if a number is negative, else 0.
    fn is_negative_128(&self, value: &Built, area: Area) -> Built {
        let highest = Built::of(area, vec![value.copy_leaf()], &Expr::component(0, 3));
        let places = Built::leaf(Expr::LitU32(31), area);
        Built::of(area, vec![highest, places], &Expr::binary(BinOp::Shr, 0, 0))
    }

    fn magnitude_128(&self, value: &Built, area: Area) -> Built {
        let negated = self.negated_128(value.copy_leaf(), area);
        self.chosen_128(self.is_negative_128(value, area), negated, value.copy_leaf(), area)
    }

    fn chosen_128(&self, cond: Built, then: Built, otherwise: Built, area: Area) -> Built {
        Built::of(area, vec![cond, then, otherwise], &Expr::select(0, 0, 0))
    }
}

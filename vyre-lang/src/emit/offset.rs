//! Arrays of arrays are one array of the IR, and an index of theirs is computed from several.

use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::hir;
use vyre_ir::{BinOp, Expr};

impl Emitter<'_> {
    /// The offset of an element, or 2^32 - 1 if an index is not below its length. No array is that long.
    pub(super) fn offset(
        &mut self,
        indices: &[hir::Expr],
        lengths: &[hir::Expr],
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        let operands: Vec<&hir::Expr> = indices.iter().collect();
        let mut indices = self.operands(&operands, nodes);
        indices.iter_mut().for_each(|index| self.repeatable(index, nodes));
        let binary = |op, left, right| Built::of(area, vec![left, right], &Expr::binary(op, 0, 0));
        let (mut offset, mut is_inside): (Option<Built>, Option<Built>) = (None, None);
        for (index, length) in indices.into_iter().zip(lengths) {
            let length = self.value(length, nodes);
            match (&index.expr, &length.expr) {
                (Expr::LitU32(index), Expr::LitU32(length)) if index < length => {}
                _ => {
                    let below = binary(BinOp::Lt, index.copy_leaf(), length.copy());
                    is_inside = Some(match is_inside {
                        None => below,
                        Some(before) => binary(BinOp::And, before, below),
                    });
                }
            }
            offset = Some(match offset {
                None => index,
                Some(outer) => binary(BinOp::Add, binary(BinOp::Mul, outer, length), index),
            });
        }
        let outside = Built::leaf(Expr::LitU32(u32::MAX), area);
        match (offset, is_inside) {
            (Some(offset), None) => offset,
            (Some(offset), Some(is_inside)) => {
                Built::of(area, vec![is_inside, offset, outside], &Expr::select(0, 0, 0))
            }
            (None, _) => outside,
        }
    }
}

//! Joins what is made of two squares of 64 bits: an operation on their sum, and a shift of their difference. Fixed-point arithmetic
//! needs both of a complex number. The squares themselves, which are twice as wide as words, are never written.

use super::super::fused::SECOND_LONG;
use super::super::inst::*;
use super::Compiler;
use super::fuse::{NEAR, Needs};
use std::collections::HashMap;
use vyre_ir::BinOp;

impl Compiler<'_> {
    pub(super) fn squares(&mut self, uses: &HashMap<Reg, usize>) {
        let mut gone = Vec::new();
        for at in 0..self.insts.len() {
            if let Some((inst, others)) = self.squares_at(at, uses) {
                self.insts[at] = inst;
                gone.extend(others);
            }
        }
        gone.sort_unstable();
        self.remove(&gone);
    }

    /// What the operation on a sum becomes, and the positions of the two squares and of the difference.
    fn squares_at(&self, at: usize, uses: &HashMap<Reg, usize>) -> Option<(Inst, [usize; 3])> {
        let &Inst::LongPair { dst: sums, a, b: with, c, ops: [BinOp::Add, op], .. } = &self.insts[at] else {
            return None;
        };
        let column = SECOND_LONG.iter().position(|other| *other == op)?;
        let (last, differences, by) = self.difference(at, [a, c])?;
        let [(first, left, is_signed), (second, right, is_same)] = [self.square(at, a)?, self.square(at, c)?];
        let is_only = [a, c].iter().all(|square| uses.get(square) == Some(&2) && !self.is_local(*square));
        let is_local = self.is_local(sums) || self.is_local(differences);
        let f = self.kernels.squares[usize::from(is_signed)][column];
        let inst = Inst::Squares { f, dst: [sums, differences], a: left, b: right, with: [with, by] };
        (is_only && !is_local && is_signed == is_same && a != c).then_some((inst, [first, second, last]))
    }

    /// Where a square is computed that an instruction uses: the position, the word, and whether it is signed.
    fn square(&self, at: usize, square: Reg) -> Option<(usize, Reg, bool)> {
        let (first, word, is_signed) = (at.saturating_sub(NEAR)..at).find_map(|at| match self.insts[at] {
            Inst::Zip64x32x32 { product: Some(is_signed), dst, a, b, .. } if dst == square && a == b => {
                Some((at, a, is_signed))
            }
            _ => None,
        })?;
        let needs = Needs { registers: vec![word], ..Needs::default() };
        (first + 1..at).all(|at| !self.changes(at, &needs)).then_some((first, word, is_signed))
    }

    /// Where the difference of squares is shifted that are summed up at a position before it, by a constant: the position, the register, and
    /// the constant. Whatever lanes are active there are active before.
    fn difference(&self, at: usize, squares: [Reg; 2]) -> Option<(usize, Reg, Uni)> {
        let mut depth = 0usize;
        for next in at + 1..self.insts.len().min(at + NEAR) {
            match self.insts[next] {
                Inst::LongPair { dst, a, b, c, ops: [BinOp::Sub, BinOp::Shr], .. } if [a, c] == squares => {
                    return self.as_constant(b).map(|_| (next, dst, b));
                }
                Inst::If { .. } => depth += 1,
                Inst::Rejoin { .. } | Inst::EndIf { .. } => depth = depth.checked_sub(1)?,
                Inst::Else { .. } | Inst::Otherwise { .. } if depth == 0 => return None,
                Inst::Else { .. } | Inst::Otherwise { .. } | Inst::Break(_) | Inst::Continue { .. } => {}
                Inst::SkipIfNone(_) => {}
                ref other if other.changes_mask() => return None,
                _ => {}
            }
        }
        None
    }
}

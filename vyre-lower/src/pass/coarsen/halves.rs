//! Elements of 16 bits, of which two share a word, as [`crate::half`] has them: which instructions are about the own one.
//!
//! A store of such an element is two atomics, because another invocation may store the neighbour in the same word. An invocation that stands for both needs
//! none. Whether a program stores floats or has written these atomics itself makes no difference.

use crate::Lowered;
use crate::form::*;
use rustc_hash::FxHashSet as HashSet;
use vyre_ir::{AtomicOp, BinOp, BufferAccess, DataType, UnOp};

/// What instructions are about the own element.
#[derive(Default)]
pub(super) struct Halves {
    /// The numbers of its word.
    words: HashSet<InstId>,
    /// Which half of the word it is: 0 or 1.
    pub(super) parities: HashSet<InstId>,
    /// The bits of the other half.
    others: HashSet<InstId>,
    /// The buffers that are only read, and those to which every access is to the own word.
    buffers: Vec<bool>,
}

/// An access to the own word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Load,
    /// Sets the own half to 0.
    Clear,
    /// Sets bits.
    Set,
}

impl Halves {
    pub(super) fn of(form: &Lowered, ids: &HashSet<InstId>) -> Halves {
        let all = || (0..form.insts.len() as u32).map(InstId);
        let is_const = |id: InstId, value| matches!(form[id].op, Op::Const([word, ..]) if word == value);
        // The values of an operator, of one of these and a constant.
        let of = |wanted: BinOp, lefts: &HashSet<InstId>, right: u32| -> HashSet<InstId> {
            let fits = |id: &InstId| match form[*id].op {
                Op::Binary(op, left, by) => op == wanted && lefts.contains(&left) && is_const(by, right),
                _ => false,
            };
            all().filter(fits).collect()
        };
        let [words, parities] = [BinOp::Shr, BinOp::BitAnd].map(|op| of(op, ids, 1));
        if words.is_empty() {
            // Most programs have no such elements.
            return Halves { parities, buffers: vec![false; form.buffers.len()], ..Halves::default() };
        }
        let places = of(BinOp::Shl, &parities, 4);
        let is_own = |id: InstId| match form[id].op {
            Op::Binary(BinOp::Shl, half, place) => is_const(half, 0xffff) && places.contains(&place),
            _ => false,
        };
        let is_others = |id: &InstId| matches!(form[*id].op, Op::Unary(UnOp::BitNot, own) if is_own(own));
        let others = all().filter(is_others).collect();
        let buffers = form.buffers.iter().map(|decl| {
            let kind = (decl.element.clone(), decl.access);
            [(DataType::Bytes, BufferAccess::ReadOnly), (DataType::U32, BufferAccess::ReadWrite)]
                .contains(&kind)
        });
        let mut halves = Halves { words, parities, others, buffers: buffers.collect() };
        halves.leave_out_others(form);
        halves
    }

    /// Leaves out the buffers that are written and that anything else accesses: words of them that invocations share.
    fn leave_out_others(&mut self, form: &Lowered) {
        let mut used = HashSet::default();
        walk(&form.body, &mut |stmt| match stmt {
            Stmt::Eval(id) => used.extend(form[*id].op.operands()),
            stmt => used.extend(stmt.operands()),
        });
        walk(&form.body, &mut |stmt| match stmt {
            Stmt::Eval(id) => {
                let Some(access) = form[*id].op.access() else { return };
                let kind = self.kind(form, &form[*id].op);
                // What an atomic gives is what was there when it came.
                let is_own = kind == Some(Kind::Load) || kind.is_some() && !used.contains(id);
                self.buffers[access.buffer.index()] &= is_own || form.is_constant(access.buffer);
            }
            Stmt::Store { access, .. } => self.buffers[access.buffer.index()] = false,
            _ => {}
        });
    }

    /// Whether a block does nothing but store the own element.
    pub(super) fn is_store(&self, form: &Lowered, block: &[Stmt]) -> bool {
        let mut has_clear = false;
        let mut is_store = |id: InstId| {
            let (op, kind) = (&form[id].op, self.kind(form, &form[id].op));
            has_clear |= kind == Some(Kind::Clear);
            !op.is_atomic() || kind.is_some()
        };
        block.iter().all(|stmt| matches!(stmt, Stmt::Eval(id) if is_store(*id))) && has_clear
    }

    /// What an instruction does with the own word of such a buffer.
    pub(super) fn kind(&self, form: &Lowered, op: &Op) -> Option<Kind> {
        let access = op.access()?;
        if !self.buffers[access.buffer.index()] || !self.words.contains(&access.index) {
            return None;
        }
        let is_read = form.is_constant(access.buffer);
        match op {
            Op::Load(_) if is_read => Some(Kind::Load),
            Op::AtomicLoad(_) if !is_read => Some(Kind::Load),
            Op::Atomic(AtomicOp::And, _, None, others) if self.others.contains(others) => Some(Kind::Clear),
            Op::Atomic(AtomicOp::Or, _, None, _) => Some(Kind::Set),
            _ => None,
        }
    }
}

/// The operator of an atomic that is on the own word.
pub(super) fn on_words(op: AtomicOp) -> BinOp {
    if op == AtomicOp::And { BinOp::BitAnd } else { BinOp::BitOr }
}

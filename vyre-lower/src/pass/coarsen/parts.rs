//! Elements of 8 and 16 bits, of which four or two share a word, as [`crate::half`] has them: which instructions are about the own one.
//!
//! A store of such an element is two atomics, because another invocation may store a neighbour in the same word. An invocation that stands for all elements
//! of a word needs none. Whether a program stores narrow elements or has written these atomics itself makes no difference.

use crate::Lowered;
use crate::form::*;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use vyre_ir::{AtomicOp, BinOp, BufferAccess, DataType, UnOp};

/// The elements of a word: bytes, and elements of 16 bits.
const SIZES: [u32; 2] = [4, 2];

/// What instructions are about the own element. The maps tell for each such instruction how many elements share a word.
#[derive(Default)]
pub(super) struct Parts {
    /// Those that give the number of its word.
    words: HashMap<InstId, u32>,
    /// Those that give its position in the word.
    pub(super) positions: HashMap<InstId, u32>,
    /// Those that give the bits of the other elements.
    others: HashMap<InstId, u32>,
    /// The buffers of which the own word is known: those to which every access is to it, and those that are only read, to which there may be others.
    buffers: Vec<bool>,
}

/// An access to the own word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Load,
    /// Sets the own part to 0.
    Clear,
    /// Sets bits.
    Set,
}

impl Parts {
    pub(super) fn of(form: &Lowered, ids: &HashSet<InstId>) -> Parts {
        let all = || (0..form.insts.len() as u32).map(InstId);
        let is_const = |id: InstId, value| matches!(form[id].op, Op::Const([word, ..]) if word == value);
        // The values of an operator and a constant that depends on the parts of a word.
        let of = |wanted: BinOp, is_left: &dyn Fn(InstId, u32) -> bool, right: fn(u32) -> u32| {
            let parts = |id: InstId| match form[id].op {
                Op::Binary(op, left, by) if op == wanted => {
                    SIZES.into_iter().find(|parts| is_left(left, *parts) && is_const(by, right(*parts)))
                }
                _ => None,
            };
            all().filter_map(|id| Some((id, parts(id)?))).collect::<HashMap<InstId, u32>>()
        };
        let is_id = |id: InstId, _| ids.contains(&id);
        let words = of(BinOp::Shr, &is_id, u32::ilog2);
        let positions = of(BinOp::BitAnd, &is_id, |parts| parts - 1);
        if words.is_empty() {
            // Most programs have no such elements.
            return Parts { positions, buffers: vec![false; form.buffers.len()], ..Parts::default() };
        }
        let is_position = |id: InstId, parts| positions.get(&id) == Some(&parts);
        let places = of(BinOp::Shl, &is_position, |parts| bits(parts).ilog2());
        let own = |id: InstId| match form[id].op {
            Op::Binary(BinOp::Shl, mask, place) => {
                places.get(&place).copied().filter(|parts| is_const(mask, (1 << bits(*parts)) - 1))
            }
            _ => None,
        };
        let others = |id: InstId| match form[id].op {
            Op::Unary(UnOp::BitNot, mask) => own(mask),
            _ => None,
        };
        let others = all().filter_map(|id| Some((id, others(id)?))).collect();
        let buffers = form.buffers.iter().map(|decl| match decl.access {
            BufferAccess::ReadOnly => matches!(decl.element, DataType::Bytes | DataType::U32),
            BufferAccess::ReadWrite => decl.element == DataType::U32,
            _ => false,
        });
        let mut parts = Parts { words, positions, others, buffers: buffers.collect() };
        parts.leave_out_others(form);
        parts
    }

    /// Leaves out the buffers that are written and that anything else accesses: words of them that invocations share. Of elements of two sizes in one buffer, those of
    /// one size alone would be own ones.
    fn leave_out_others(&mut self, form: &Lowered) {
        let mut used = HashSet::default();
        walk(&form.body, &mut |stmt| match stmt {
            Stmt::Eval(id) => used.extend(form[*id].op.operands()),
            stmt => used.extend(stmt.operands()),
        });
        let mut sizes = vec![None; form.buffers.len()];
        walk(&form.body, &mut |stmt| match stmt {
            Stmt::Eval(id) => {
                let Some(access) = form[*id].op.access() else { return };
                let own = self.own(form, &form[*id].op);
                let is_same =
                    own.is_none_or(|(_, parts)| *sizes[access.buffer.index()].get_or_insert(parts) == parts);
                // What an atomic gives is what was there when it came.
                let is_own = own.is_some_and(|(kind, _)| kind == Kind::Load || !used.contains(id));
                self.buffers[access.buffer.index()] &= is_same && (is_own || form.is_constant(access.buffer));
            }
            Stmt::Store { access, .. } => self.buffers[access.buffer.index()] = false,
            _ => {}
        });
    }

    /// Whether a block does nothing but store the own element.
    pub(super) fn is_store(&self, form: &Lowered, block: &[Stmt]) -> bool {
        let mut has_clear = false;
        let mut is_store = |id: InstId| {
            let (op, own) = (&form[id].op, self.own(form, &form[id].op));
            has_clear |= matches!(own, Some((Kind::Clear, _)));
            !op.is_atomic() || own.is_some()
        };
        block.iter().all(|stmt| matches!(stmt, Stmt::Eval(id) if is_store(*id))) && has_clear
    }

    /// What an instruction does with the own word of such a buffer, and how many elements the word has.
    pub(super) fn own(&self, form: &Lowered, op: &Op) -> Option<(Kind, u32)> {
        let access = op.access()?;
        let parts = *self.words.get(&access.index)?;
        if !self.buffers[access.buffer.index()] {
            return None;
        }
        let is_read = form.is_constant(access.buffer);
        let kind = match op {
            Op::Load(_) if is_read => Kind::Load,
            Op::AtomicLoad(_) if !is_read => Kind::Load,
            Op::Atomic(AtomicOp::And, _, None, others) if self.others.get(others) == Some(&parts) => {
                Kind::Clear
            }
            Op::Atomic(AtomicOp::Or, _, None, _) => Kind::Set,
            _ => return None,
        };
        Some((kind, parts))
    }
}

/// The bits of each of so many elements of a word.
fn bits(parts: u32) -> u32 {
    u32::BITS / parts
}

/// The operator of an atomic that is on the own word.
pub(super) fn on_words(op: AtomicOp) -> BinOp {
    if op == AtomicOp::And { BinOp::BitAnd } else { BinOp::BitOr }
}

//! Narrow stores: a target that stores bytes stores an element of 8 or 16 bits at once.
//!
//! Such elements share words, so a store of one is two atomics in a form: one clears the element's bits, and one sets them.
//!
//! ```text
//! %2 = shr %1, 2
//! %3 = shl (bit_and %1, 3), 3
//! atomic_and a[%2], bit_not (shl 255, %3)     ->     store byte a[%1] = %4
//! atomic_or a[%2], shl %4, %3
//! ```
//!
//! Nothing stands between the two but what computes with values, so that the store is both of them at once: one of the orders that other invocations can see.

use crate::analysis::ranges::{Facts, visit_facts};
use crate::form::*;
use crate::packed::Uses;
use crate::{Lowered, Target};
use rustc_hash::FxHashMap as HashMap;
use vyre_ir::{AtomicOp, BinOp, BufferAccess, DataType, UnOp};

/// Stores narrow elements at once.
pub(super) fn run(form: &mut Lowered, target: &Target) -> bool {
    if !target.stores_parts {
        return false;
    }
    let mut uses = Uses::default();
    uses.note(&form.body, form);
    let mut sets = HashMap::default();
    visit_facts(form, &mut |facts, stmt| sets.extend(set(facts, stmt)));
    if sets.is_empty() {
        return false;
    }
    let body = std::mem::take(&mut form.body);
    let mut narrow = Narrow { form, uses, sets, is_changed: false };
    let body = narrow.block(body);
    let is_changed = narrow.is_changed;
    form.body = body;
    is_changed
}

/// What an atomic sets.
#[derive(Clone, Copy)]
struct Set {
    /// The value before it is moved to its place, and by how much it is moved.
    value: InstId,
    by: Option<InstId>,
    /// The bits that may be set in it.
    bits: u32,
    /// Of the index of the word, which is that of a part shifted to the right, how many of the bits that are shifted out are zero.
    is_aligned: u32,
}

/// What a statement sets in a word.
fn set(facts: &Facts<'_>, stmt: &Stmt) -> Option<(InstId, Set)> {
    let (form, Stmt::Eval(id)) = (facts.form(), stmt) else { return None };
    let Op::Atomic(AtomicOp::Or, access, None, moved) = form[*id].op else { return None };
    let decl = &form[access.buffer];
    let (value, by) = match form[moved].op {
        Op::Binary(BinOp::Shl, value, by) => (value, Some(by)),
        _ => (moved, None),
    };
    let is_aligned = match form[access.index].op {
        Op::Binary(BinOp::Shr, index, _) => facts.range(index).zeros.trailing_ones(),
        _ => 0,
    };
    let is_words = decl.element == DataType::U32 && decl.access == BufferAccess::ReadWrite;
    is_words.then(|| (*id, Set { value, by, bits: !facts.range(value).zeros as u32, is_aligned }))
}

/// Where the bits lie that are cleared in a word.
enum Place {
    /// They are moved up by so many bits.
    By(u32),
    /// They are moved up by the value of this instruction.
    Moved(InstId),
}

struct Narrow<'a> {
    form: &'a mut Lowered,
    uses: Uses,
    /// What atomics set, by these.
    sets: HashMap<InstId, Set>,
    is_changed: bool,
}

impl Narrow<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::with_capacity(block.len());
        let mut rest = block.into_iter().peekable();
        while let Some(mut stmt) = rest.next() {
            stmt.blocks_mut().for_each(|inner| *inner = self.block(std::mem::take(inner)));
            let Some(clear) = self.clear(&stmt) else {
                out.push(stmt);
                continue;
            };
            // What only computes stands before the store, too.
            let mut between = Block::new();
            while let Some(stmt) = rest.next_if(|stmt| self.computes(stmt)) {
                between.push(stmt);
            }
            let store = rest.peek().and_then(|set| self.store(clear, set));
            match store {
                Some(store) => {
                    self.is_changed = true;
                    rest.next();
                    out.extend(between.into_iter().chain(store));
                }
                None => out.extend(std::iter::once(stmt).chain(between)),
            }
        }
        out
    }

    /// The atomic of a statement that clears bits.
    fn clear(&self, stmt: &Stmt) -> Option<InstId> {
        let Stmt::Eval(id) = *stmt else { return None };
        matches!(self.form[id].op, Op::Atomic(AtomicOp::And, ..)).then_some(id)
    }

    fn computes(&self, stmt: &Stmt) -> bool {
        let Stmt::Eval(id) = stmt else { return false };
        let op = &self.form[*id].op;
        op.access().is_none() && !matches!(op, Op::Collective(..))
    }

    /// The store that is both of two atomics, with what computes its index.
    fn store(&mut self, clear: InstId, set: &Stmt) -> Option<Block> {
        let Stmt::Eval(set) = *set else { return None };
        let Op::Atomic(AtomicOp::And, cleared, None, kept) = self.form[clear].op else { return None };
        let is_one = self.form[set].op.access().is_some_and(|access| {
            (access.buffer, access.index) == (cleared.buffer, cleared.index)
                && [clear, set].into_iter().all(|id| self.uses.is_unused(id))
        });
        let Set { value, by, bits, is_aligned } = *self.sets.get(&set).filter(|_| is_one)?;
        let (width, place) = self.cleared(kept)?;
        if u64::from(bits) >= 1 << width {
            return None;
        }
        let of_word = 32 / width;
        let index = self.operands(cleared.index, BinOp::Shr, of_word.trailing_zeros())?;
        let origin = self.form[clear].origin;
        let mut stmts = Block::new();
        let index = match place {
            Place::Moved(place) if by == Some(place) => {
                let part = self.operands(place, BinOp::Shl, width.trailing_zeros())?;
                self.operands(part, BinOp::BitAnd, of_word - 1).filter(|of| *of == index)?
            }
            Place::By(place) if by.map_or(Some(0), |by| self.form.as_u32(by)) == Some(place) => {
                let is_first = is_aligned >= of_word.trailing_zeros();
                match is_first.then_some(place / width)? {
                    0 => index,
                    part => {
                        let plus = self.form.add(Op::Const([part, 0, 0, 0]), U32, origin);
                        let index = self.form.add(Op::Binary(BinOp::Add, index, plus), U32, origin);
                        stmts.push(Stmt::Eval(index));
                        index
                    }
                }
            }
            Place::Moved(_) | Place::By(_) => return None,
        };
        let access = Access { unit: Unit::Part(width as u8), ..Access::element(cleared.buffer, index) };
        stmts.push(Stmt::Store { access, value, origin });
        Some(stmts)
    }

    /// How many bits are cleared in a word, and where. Those of the value are kept.
    fn cleared(&self, kept: InstId) -> Option<(u32, Place)> {
        let width = |mask: u32| match mask {
            0xff => Some(8),
            0xffff => Some(16),
            _ => None,
        };
        if let Some(kept) = self.form.as_u32(kept) {
            let place = kept.trailing_ones();
            let width = width((!kept).checked_shr(place)?)?;
            return place.is_multiple_of(width).then_some((width, Place::By(place)));
        }
        let moved = match self.form[kept].op {
            Op::Unary(UnOp::BitNot, moved) => moved,
            Op::Binary(BinOp::BitXor, moved, ones) if self.form.as_u32(ones) == Some(u32::MAX) => moved,
            _ => return None,
        };
        let Op::Binary(BinOp::Shl, mask, by) = self.form[moved].op else { return None };
        Some((width(self.form.as_u32(mask)?)?, Place::Moved(by)))
    }

    /// The first operand of an operator whose second one is a number.
    fn operands(&self, id: InstId, op: BinOp, number: u32) -> Option<InstId> {
        let Op::Binary(found, value, by) = self.form[id].op else { return None };
        (found == op && self.form.as_u32(by) == Some(number)).then_some(value)
    }
}

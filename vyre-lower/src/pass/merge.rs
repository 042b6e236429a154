//! Store merging: where an invocation stores all bytes of a word one after the other, it stores the word.
//!
//! Elements of 8 and 16 bits share words with those of other invocations, so a store of one is two atomics: one clears the element's bits, and one sets them. Four such stores to the
//! bytes of one word in a run of statements, with what is loaded from the word before, become one load and one store:
//!
//! ```text
//! %1 = atomic_load a[w]               %1 = atomic_load a[w]
//! atomic_and a[w], 0xffff_ff00        …
//! atomic_or a[w], %2                  %9 = bit_or %2, %4, %6, %8
//! %3 = atomic_load a[w]         ->    store a[w] = %9
//! atomic_and a[w], 0xffff_00ff
//! atomic_or a[w], %4 …
//! ```
//!
//! What is stored does not depend on what was in the word, as every bit is cleared. So to store it is to execute all of these atomics at once, which is one of the orders that other
//! invocations can see. A word that the invocation stores in part is none of these, and stays.
//!
//! Only buffers of which everything else is such a store, or an atomic load, are looked at: of a counter, or of a word with a lock in it, somebody asks for more than its parts.
//!
//! What stands between the stores must not touch the buffer, wait, or be an atomic on another buffer. Conditions and loops may stand there, if control always goes on behind them.

use super::rename::Renames;
use crate::analysis::effects::{Effects, Use};
use crate::analysis::ranges::{Facts, visit_facts};
use crate::analysis::words::Place;
use crate::form::*;
use crate::packed::{Bits, Uses};
use crate::{Lowered, Origin, Target};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use vyre_ir::{AtomicOp, BinOp, BufferAccess, DataType};

/// Merges stores.
pub(super) fn run(form: &mut Lowered, _: &Target) -> bool {
    let mut uses = Uses::default();
    let Some(shared) = shared(form, &form.body, &mut uses) else { return false };
    let mut known = Known::default();
    visit_facts(form, &mut |facts, stmt| known.note(facts, stmt, &shared));
    let body = std::mem::take(&mut form.body);
    let renames = Renames::new(form);
    let mut merge = Merge { form, renames, known, uses, shared, is_changed: false };
    let body = merge.block(body);
    let is_changed = merge.is_changed;
    let renames = merge.renames;
    form.body = body;
    if is_changed {
        renames.everywhere(form);
    }
    is_changed
}

/// Which buffers have elements that share words with those of other invocations, and are accessed by stores and loads of these alone. None if there are none.
pub(super) fn shared(form: &Lowered, body: &[Stmt], uses: &mut Uses) -> Option<Vec<bool>> {
    let mut is_stored = vec![false; form.buffers.len()];
    walk(body, &mut |stmt| {
        if let Stmt::Eval(id) = stmt
            && let Op::Atomic(AtomicOp::And, access, ..) = form[*id].op
        {
            is_stored[access.buffer.index()] = true;
        }
    });
    if !is_stored.contains(&true) {
        return None;
    }
    uses.note(body, form);
    walk(body, &mut |stmt| {
        if let Stmt::Eval(id) = stmt
            && let Op::Atomic(op, access, ..) = form[*id].op
        {
            let is_part = matches!(op, AtomicOp::And | AtomicOp::Or) && uses.is_unused(*id);
            is_stored[access.buffer.index()] &= is_part;
        }
    });
    let words = form.buffers.iter().map(|decl| (decl.access, decl.element.clone()));
    let is_words = words.map(|kind| kind == (BufferAccess::ReadWrite, DataType::U32));
    is_stored.iter_mut().zip(is_words).for_each(|(is_stored, is_words)| *is_stored &= is_words);
    is_stored.contains(&true).then_some(is_stored)
}

/// What is known where the accesses are.
#[derive(Default)]
struct Known {
    /// The words that are accessed, by the accesses.
    places: HashMap<InstId, Place>,
    /// The bits that an atomic may set.
    sets: HashMap<InstId, u32>,
}

impl Known {
    fn note(&mut self, facts: &Facts<'_>, stmt: &Stmt, shared: &[bool]) {
        let Stmt::Eval(id) = stmt else { return };
        let op = &facts.form()[*id].op;
        let Some(access) = op.access().filter(|access| shared[access.buffer.index()]) else { return };
        self.places.insert(*id, Place::of_word(facts, access.index));
        if let Op::Atomic(AtomicOp::Or, .., value) = op {
            self.sets.insert(*id, !facts.range(*value).zeros as u32);
        }
    }
}

/// Accesses to one word that may become one.
struct Group {
    buffer: BufferId,
    place: Place,
    index: InstId,
    origin: Origin,
    /// The first load.
    load: Option<InstId>,
    /// Which bits are cleared.
    cleared: u32,
    /// What is set, each in bits that were cleared.
    values: Vec<InstId>,
    /// The other loads, and where they stand.
    loads: Vec<(usize, InstId)>,
    /// Where the atomics stand that clear and set.
    stores: Vec<usize>,
}

struct Merge<'a> {
    form: &'a mut Lowered,
    renames: Renames,
    known: Known,
    uses: Uses,
    shared: Vec<bool>,
    is_changed: bool,
}

impl Merge<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut group: Option<Group> = None;
        let mut done = Vec::new();
        for (at, stmt) in block.iter().enumerate() {
            match stmt {
                Stmt::Eval(id) => match self.form[*id].op.access() {
                    Some(access) if self.shared[access.buffer.index()] => {
                        let access = *access;
                        let fits =
                            group.take().map(|mut open| (self.takes(&mut open, at, *id, &access), open));
                        group = match fits {
                            Some((true, open)) => Some(open),
                            other => {
                                done.extend(other.map(|(_, open)| open));
                                let mut new = self.begin(&access, *id);
                                self.takes(&mut new, at, *id, &access).then_some(new)
                            }
                        };
                    }
                    _ if self.form[*id].op.is_atomic() || matches!(self.form[*id].op, Op::Collective(..)) => {
                        done.extend(group.take())
                    }
                    _ => {}
                },
                Stmt::Set { .. } => {}
                Stmt::Store { access, .. } if !self.shared[access.buffer.index()] => {}
                Stmt::If { .. } | Stmt::Loop { .. } if group.is_none() || self.is_apart(stmt) => {}
                _ => done.extend(group.take()),
            }
        }
        done.extend(group);
        done.retain(|group| group.cleared == u32::MAX);
        self.rewritten(block, done)
    }

    /// Whether a statement of control flow may stand between stores: control goes on behind it, and nobody waits in it or sees the buffers.
    fn is_apart(&self, stmt: &Stmt) -> bool {
        let effects = Effects::of(self.form, std::slice::from_ref(stmt));
        let is_apart = |(buffer, used): (&BufferId, &Use)| !used.is_atomic && !self.shared[buffer.index()];
        !effects.jumps() && !effects.has_barrier && effects.buffers.iter().all(is_apart)
    }

    fn begin(&self, access: &Access, id: InstId) -> Group {
        Group {
            buffer: access.buffer,
            place: self.known.places[&id].clone(),
            index: access.index,
            origin: self.form[id].origin,
            load: None,
            cleared: 0,
            values: Vec::new(),
            loads: Vec::new(),
            stores: Vec::new(),
        }
    }

    /// Whether an access is one of a group, which has it then.
    fn takes(&self, group: &mut Group, at: usize, id: InstId, access: &Access) -> bool {
        if group.buffer != access.buffer || group.place != self.known.places[&id] {
            return false;
        }
        match self.form[id].op {
            Op::AtomicLoad(_) => {
                let is_old =
                    matches!(self.uses.bits(id, self.form), Bits::Known(bits) if bits & group.cleared == 0);
                match group.load {
                    _ if !is_old => return false,
                    None => group.load = Some(id),
                    Some(_) => group.loads.push((at, id)),
                }
                true
            }
            Op::Atomic(AtomicOp::And, _, _, kept) => {
                let cleared = self.form.as_u32(kept).map(|kept| !kept);
                let Some(cleared) = cleared.filter(|cleared| cleared & group.cleared == 0) else {
                    return false;
                };
                group.cleared |= cleared;
                group.stores.push(at);
                true
            }
            Op::Atomic(AtomicOp::Or, _, _, value) => {
                if self.known.sets.get(&id).is_none_or(|bits| bits & !group.cleared != 0) {
                    return false;
                }
                group.values.push(value);
                group.stores.push(at);
                true
            }
            _ => false,
        }
    }

    /// The block with a store for each group.
    fn rewritten(&mut self, block: Block, groups: Vec<Group>) -> Block {
        let (mut dropped, mut stores) = (HashSet::default(), HashMap::default());
        for group in groups {
            self.is_changed = true;
            if let Some(first) = group.load {
                for (at, load) in group.loads {
                    dropped.insert(at);
                    self.renames.replace(self.form, load, first);
                }
            }
            dropped.extend(group.stores.iter().copied());
            let (mut store, origin) = (Block::new(), group.origin);
            let joined = group.values.into_iter().reduce(|all, value| {
                let id = self.form.add(Op::Binary(BinOp::BitOr, all, value), U32, origin);
                store.push(Stmt::Eval(id));
                id
            });
            let value = joined.unwrap_or_else(|| self.form.add(Op::Const([0; 4]), U32, Origin::NOWHERE));
            store.push(Stmt::Store { access: Access::element(group.buffer, group.index), value, origin });
            stores.extend(group.stores.last().map(|last| (*last, store)));
        }
        let mut out = Block::with_capacity(block.len());
        for (at, mut stmt) in block.into_iter().enumerate() {
            stmt.blocks_mut().for_each(|inner| *inner = self.block(std::mem::take(inner)));
            out.extend(stores.remove(&at).into_iter().flatten());
            if !dropped.contains(&at) {
                out.push(stmt);
            }
        }
        out
    }
}

//! Whether a form is coarsened, and how.

use super::parts::{Kind, Parts};
use crate::analysis::access::{Accesses, Term};
use crate::form::*;
use crate::{Lowered, Origin};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use vyre_ir::{BinOp, BufferAccess, UnOp};

/// The most instructions for one element. A kernel with more of them waits for its arithmetic: an H200 computes about 30
/// operations while its memory moves the 8 bytes of a copied element.
const MOST_INSTRUCTIONS: usize = 64;

/// The most accesses to elements of neighbours that are left for each buffer of blocks: the loads of all invocations of a lane
/// lie 16 bytes apart, and each needs four times as many sectors of memory as one of elements in a row. A stencil of three elements
/// leaves one on either side, a look into a table leaves one for each element. The number is a guess, on the side of the plain form.
const MOST_LEFT: u32 = 2;

/// The most instructions for one byte where an invocation stands for sixteen of them.
const MOST_OF_BYTES: usize = 32;

/// The most values that a bound is computed from.
const MOST_VALUES: usize = 16;

/// How a form is coarsened.
pub(super) struct Plan {
    /// The invocations that one stands for.
    pub(super) factor: u32,
    /// The instructions that are the id along x.
    pub(super) ids: HashSet<InstId>,
    /// For each buffer, how its elements are accessed, if that is as blocks.
    pub(super) widths: Vec<Option<Width>>,
    /// For each of these buffers, whether elements are loaded, and stored.
    pub(super) uses: Vec<[bool; 2]>,
    /// What each comparison gives where all elements are there.
    pub(super) truths: HashMap<InstId, bool>,
    /// What the ids have to be below for that.
    pub(super) bounds: Vec<InstId>,
    /// How much more than the id an index is.
    pub(super) offsets: HashMap<InstId, u32>,
    /// What is about elements that share words.
    pub(super) parts: Parts,
    /// The origin of the first access.
    pub(super) origin: Origin,
}

/// The elements that a coarsened invocation accesses at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// Elements of so many words.
    Words(u32),
    /// Bytes that are loaded one by one.
    Bytes,
    /// Elements of which so many share a word, which is loaded and stored.
    Parts(u32),
}

impl Width {
    /// By how many places the number of the elements of a lane is moved down where lengths of the buffer count: it is 2 to this power.
    pub(super) fn shift(self, factor: u32) -> u32 {
        let per_unit = match self {
            Width::Words(_) => 1,
            Width::Bytes => 4,
            Width::Parts(parts) => parts,
        };
        (factor / per_unit).ilog2()
    }

    /// The words that the elements of all lanes have.
    pub(super) fn words(self, factor: u32) -> u32 {
        match self {
            Width::Words(words) => factor * words,
            Width::Bytes => factor / 4,
            Width::Parts(parts) => factor / parts,
        }
    }
}

impl Plan {
    /// What a condition is where all elements are there, if it follows from the bounds.
    pub(super) fn truth(&self, form: &Lowered, cond: InstId) -> Option<bool> {
        truth(form, &self.truths, cond)
    }
}

fn truth(form: &Lowered, truths: &HashMap<InstId, bool>, cond: InstId) -> Option<bool> {
    let of = |cond| truth(form, truths, cond);
    if let Some(known) = truths.get(&cond) {
        return Some(*known);
    }
    match form[cond].op {
        Op::Const(lanes) => Some(lanes[0] != 0),
        Op::Unary(UnOp::BitNot, a) if form[a].ty == BOOL => of(a).map(|truth| !truth),
        Op::Binary(op @ (BinOp::BitAnd | BinOp::BitOr), a, b) if form[a].ty == BOOL => {
            let is_and = op == BinOp::BitAnd;
            match (of(a), of(b)) {
                (Some(a), _) if a != is_and => Some(a),
                (_, Some(b)) if b != is_and => Some(b),
                (Some(_), Some(_)) => Some(is_and),
                _ => None,
            }
        }
        _ => None,
    }
}

/// What is known of the accesses to a buffer.
#[derive(Clone, Copy, Default)]
struct Uses {
    /// Whether every invocation accesses its own element.
    has_own: bool,
    is_loaded: bool,
    is_stored: bool,
    /// Whether anything else is accessed, or an element is stored on a condition.
    has_others: bool,
    /// How many elements share a word, if words are accessed for the own one.
    parts: Option<u32>,
    /// Whether the bits of the own element are set to 0 before it is stored.
    is_cleared: bool,
}

/// Whether a statement stores anything.
fn stores(form: &Lowered, stmt: &Stmt) -> bool {
    let is_store = match stmt {
        Stmt::Store { .. } => true,
        Stmt::Eval(id) => matches!(form[*id].op, Op::Atomic(..)),
        _ => false,
    };
    is_store || stmt.blocks().into_iter().flatten().any(|stmt| stores(form, stmt))
}

struct Search<'f> {
    form: &'f Lowered,
    accesses: Accesses<'f>,
    ids: HashSet<InstId>,
    parts: Parts,
    truths: HashMap<InstId, bool>,
    bounds: Vec<InstId>,
    offsets: HashMap<InstId, u32>,
    uses: Vec<Uses>,
    /// The accesses to elements near the own one, and how much more than the id their indices are.
    near: Vec<(BufferId, u32)>,
    /// The loads of elements anywhere else that differ between neighbours.
    far: u32,
    /// Whether an element is stored anywhere else. Stores of neighbours would lie apart: on an H200 `out[4 * i]` takes up to 3 times as long then.
    has_far_stores: bool,
    instructions: usize,
    origin: Option<Origin>,
}

/// How a form can be coarsened, if that pays.
pub(super) fn find(form: &Lowered) -> Option<Plan> {
    let [size, 1, 1] = form.workgroup_size else { return None };
    let is_id = |at: &usize| form.insts[*at].op == Op::Builtin(Builtin::Invocation(0));
    let ids = (0..form.insts.len()).filter(is_id).map(|at| InstId(at as u32)).collect();
    let parts = Parts::of(form, &ids);
    if form.coarsening.is_some() || !is_coarsenable(form, &parts) {
        return None;
    }
    let mut search = Search {
        form,
        accesses: Accesses::of(form),
        ids,
        parts,
        truths: HashMap::default(),
        bounds: Vec::new(),
        offsets: HashMap::default(),
        uses: vec![Uses::default(); form.buffers.len()],
        near: Vec::new(),
        far: 0,
        has_far_stores: false,
        instructions: 0,
        origin: None,
    };
    search.block(&form.body, true, true)?;
    let widths: Vec<_> = (0..form.buffers.len() as u32).map(|at| search.width(BufferId(at))).collect();
    let factor = search.factor(&widths)?;
    let blocks = widths.iter().flatten().count() as u32;
    let is_light = search.instructions <= MOST_INSTRUCTIONS
        && search.left(&widths, factor).is_some_and(|left| left <= MOST_LEFT * blocks);
    let pays = is_light && factor > 1 && size % factor == 0;
    pays.then_some(Plan {
        factor,
        ids: search.ids,
        widths,
        uses: search.uses.iter().map(|uses| [uses.is_loaded, uses.is_stored]).collect(),
        truths: search.truths,
        bounds: search.bounds,
        offsets: search.offsets,
        parts: search.parts,
        origin: search.origin?,
    })
}

/// Whether a program cannot tell that invocations are executed together: it does not see its workgroup, has no barriers, no collectives and no
/// atomics but those on own elements, and no loops, in which one might wait for another. Local arrays would have to be cleared.
fn is_coarsenable(form: &Lowered, parts: &Parts) -> bool {
    let sees = |id: InstId| matches!(form[id].op, Op::Builtin(Builtin::Workgroup(0) | Builtin::Local(_)));
    let is_own = |access: &Access| !form[access.buffer].access.is_bound();
    let mut is_coarsenable = true;
    walk(&form.body, &mut |stmt| {
        is_coarsenable &= match stmt {
            Stmt::Barrier(_) | Stmt::Loop { .. } | Stmt::Break | Stmt::Continue => false,
            Stmt::Eval(id) => {
                let op = &form[*id].op;
                let waits = matches!(op, Op::Collective(..));
                let may_wait = op.is_atomic() && parts.own(form, op).is_none();
                !waits && !may_wait && !op.operands().any(sees) && !op.access().is_some_and(is_own)
            }
            Stmt::Store { access, .. } => !stmt.operands().any(sees) && !is_own(access),
            Stmt::Set { .. } | Stmt::If { .. } | Stmt::Return => !stmt.operands().any(sees),
        };
    });
    is_coarsenable
}

/// Whether control goes on behind a statement where all elements are there.
#[derive(PartialEq, Eq)]
enum Flow {
    GoesOn,
    Ends,
}

impl Search<'_> {
    /// Looks at what is executed where all elements are there. `is_sure` says that this block is, and `is_last` that nothing
    /// is stored behind it. None if an invocation may end on another condition than a bound.
    fn block(&mut self, block: &[Stmt], is_sure: bool, is_last: bool) -> Option<Flow> {
        for (at, stmt) in block.iter().enumerate() {
            match stmt {
                Stmt::Eval(id) => {
                    self.instructions += 1;
                    let inst = &self.form[*id];
                    if let Some(access) = inst.op.access() {
                        self.origin.get_or_insert(inst.origin);
                        match self.parts.own(self.form, &inst.op) {
                            Some((kind, parts)) => self.part(access.buffer, kind, parts, is_sure),
                            None => self.access(access, false, is_sure),
                        }
                    }
                }
                Stmt::Store { access, origin, .. } => {
                    self.instructions += 1;
                    self.origin.get_or_insert(*origin);
                    self.access(access, true, is_sure);
                }
                Stmt::If { cond, then, otherwise, .. } => {
                    let is_last = is_last && !block[at + 1..].iter().any(|stmt| stores(self.form, stmt));
                    if is_sure {
                        self.bounds_of(*cond, then, otherwise, is_last);
                    }
                    match truth(self.form, &self.truths, *cond) {
                        Some(is_then) => {
                            if self.block(if is_then { then } else { otherwise }, is_sure, is_last)?
                                == Flow::Ends
                            {
                                return Some(Flow::Ends);
                            }
                        }
                        None => {
                            self.block(then, false, false)?;
                            self.block(otherwise, false, false)?;
                        }
                    }
                }
                Stmt::Return => return is_sure.then_some(Flow::Ends),
                Stmt::Set { .. } => {}
                Stmt::Loop { .. } | Stmt::Barrier(_) | Stmt::Break | Stmt::Continue => return None,
            }
        }
        Some(Flow::GoesOn)
    }

    fn access(&mut self, access: &Access, is_store: bool, is_sure: bool) {
        let index = self.accesses.linear(access.index);
        let id = Term::Id(Builtin::Invocation(0));
        let is_near = index.terms.len() == 1 && index.factor(id) == 1;
        if is_near {
            self.offsets.insert(access.index, index.constant);
            self.near.push((access.buffer, index.constant));
        } else if is_store {
            self.has_far_stores = true;
        } else {
            self.far += u32::from(!self.is_available(access.index));
        }
        let is_own = is_near && index.constant == 0;
        let is_word_of_bytes =
            self.form[access.buffer].element.value_type().is_none() && !self.is_byte(access);
        let uses = &mut self.uses[access.buffer.index()];
        uses.has_own |= is_own && is_sure && !is_word_of_bytes;
        uses.has_others |= !is_own || is_store && !is_sure;
        uses.is_loaded |= !is_store;
        uses.is_stored |= is_store;
    }

    /// An access to an own element, of which so many share a word.
    fn part(&mut self, buffer: BufferId, kind: Kind, parts: u32, is_sure: bool) {
        self.near.push((buffer, 0));
        let uses = &mut self.uses[buffer.index()];
        uses.parts = Some(parts);
        uses.has_own |= is_sure;
        uses.has_others |= !is_sure && kind != Kind::Load;
        uses.is_loaded |= kind == Kind::Load;
        uses.is_stored |= kind != Kind::Load;
        uses.is_cleared |= kind == Kind::Clear;
    }

    /// Whether the access with this index is to a byte. Words and bytes of one buffer have indices of their own.
    fn is_byte(&self, access: &Access) -> bool {
        self.accesses.to(access.buffer).any(|site| {
            site.access.index == access.index && site.kind == crate::analysis::access::Kind::LoadByte
        })
    }

    /// How many accesses to elements stay such. None if any is to the own one, or stores to one that is not near it.
    fn left(&self, widths: &[Option<Width>], factor: u32) -> Option<u32> {
        if self.has_far_stores {
            return None;
        }
        let mut left = self.far * factor;
        for (buffer, offset) in &self.near {
            let is_block = widths[buffer.index()].is_some();
            if !is_block && *offset == 0 {
                return None;
            }
            let is_left = |lane: &u32| !is_block || lane.wrapping_add(*offset) >= factor;
            left += (0..factor).filter(is_left).count() as u32;
        }
        Some(left)
    }

    /// How many invocations one stands for: so many that the smallest elements fill a block. Bytes fill a word, and a block where nothing else is accessed and
    /// little is computed of each.
    fn factor(&self, widths: &[Option<Width>]) -> Option<u32> {
        let most = widths.iter().flatten().map(|width| match width {
            Width::Words(words) => 4 / words,
            Width::Bytes | Width::Parts(4..) => 4,
            Width::Parts(_) => 8,
        });
        let most = most.max()?;
        let are_bytes = |width: &Width| matches!(width, Width::Bytes | Width::Parts(4));
        let is_block = self.instructions <= MOST_OF_BYTES
            && self.form.workgroup_size[0].is_multiple_of(16)
            && widths.iter().flatten().all(are_bytes);
        Some(if is_block { 16 } else { most })
    }

    /// How the elements of a buffer are accessed. Of one that is stored to, everything is: no other access may come in between.
    fn width(&self, buffer: BufferId) -> Option<Width> {
        let (decl, uses) = (&self.form[buffer], self.uses[buffer.index()]);
        if !uses.has_own || uses.is_stored && uses.has_others || decl.access == BufferAccess::Uniform {
            return None;
        }
        if let Some(parts) = uses.parts {
            return (uses.is_cleared || !uses.is_stored).then_some(Width::Parts(parts));
        }
        match self.form.elements_of_block(buffer) {
            _ if decl.element.value_type().is_none() => Some(Width::Bytes),
            Some(elements) => Some(Width::Words(4 / elements)),
            None => None,
        }
    }

    /// Takes the bounds of a condition where an invocation does nothing any more if they do not hold: those for which they do not
    /// hold are executed one by one.
    fn bounds_of(&mut self, cond: InstId, then: &[Stmt], otherwise: &[Stmt], is_last: bool) {
        // The bound of a store of a part of a word is the length, as for other stores.
        let is_last = is_last || self.parts.is_store(self.form, then);
        let is_idle = |block: &[Stmt]| match block {
            [] => is_last,
            block => matches!(block, [Stmt::Return]),
        };
        match (is_idle(then), is_idle(otherwise)) {
            (false, true) => self.take(cond, true),
            (true, false) => self.take(cond, false),
            (true, true) | (false, false) => {}
        }
    }

    fn take(&mut self, cond: InstId, wanted: bool) {
        let form = self.form;
        let (below, limit) = match (form[cond].op.clone(), wanted) {
            (Op::Unary(UnOp::BitNot, a), _) => return self.take(a, !wanted),
            (Op::Binary(BinOp::BitAnd, a, b), true) | (Op::Binary(BinOp::BitOr, a, b), false) => {
                self.take(a, wanted);
                return self.take(b, wanted);
            }
            (Op::Binary(BinOp::Lt, a, b), true) | (Op::Binary(BinOp::Ge, a, b), false) => (a, b),
            (Op::Binary(BinOp::Gt, a, b), true) | (Op::Binary(BinOp::Le, a, b), false) => (b, a),
            _ => return,
        };
        if self.ids.contains(&below) && self.is_available(limit) && !self.truths.contains_key(&cond) {
            self.truths.insert(cond, wanted);
            self.bounds.push(limit);
        }
    }

    /// Whether a value can be computed at the entry, and is the same for all neighbours.
    fn is_available(&self, value: InstId) -> bool {
        let (mut parts, mut looked_at) = (vec![value], 0);
        while let Some(value) = parts.pop() {
            looked_at += 1;
            let op = &self.form[value].op;
            let is_available = match op {
                Op::Const(_) | Op::Length(_) => true,
                Op::Builtin(Builtin::Invocation(axis) | Builtin::Workgroup(axis)) => *axis > 0,
                Op::Unary(..)
                | Op::Binary(..)
                | Op::MulAdd(..)
                | Op::Quick(_)
                | Op::IsRare(_)
                | Op::Select(..)
                | Op::Convert(..)
                | Op::Extract(..)
                | Op::Construct(_) => true,
                Op::Load(access) | Op::LoadByte(access) => self.form.is_constant(access.buffer),
                Op::Builtin(Builtin::Local(_))
                | Op::Induction
                | Op::Read(_)
                | Op::Collective(..)
                | Op::Atomic(..)
                | Op::AtomicLoad(_) => false,
            };
            if !is_available || looked_at > MOST_VALUES {
                return false;
            }
            parts.extend(op.operands());
        }
        true
    }
}

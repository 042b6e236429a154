//! Accumulation: an element that every round of a loop stores to is a local while the loop runs.
//!
//! `out[i] = out[i] + x` in a loop then loads, compares its index and stores once. That is so if nothing else in the loop accesses the buffer, no other
//! invocation may look meanwhile (there is no barrier and no atomic), and each first round stores to it, so that nothing is stored which the program does not
//! store. Out of bounds the element stays zero whatever is stored, so the loop is there twice if that is not excluded: for an element that is there and at least one round,
//! and without the element.

use super::rename::Renames;
use crate::analysis::effects::Effects;
use crate::analysis::guards;
use crate::analysis::ranges::visit_facts;
use crate::clone::{Cloner, Constants, Limits};
use crate::form::*;
use crate::{Lowered, Origin, Target};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use vyre_ir::{BinOp, BufferAccess};

/// The most statements of a loop that is there twice.
const MOST: usize = 64;

/// Turns such elements into locals.
pub(super) fn run(form: &mut Lowered, _: &Target) -> bool {
    let atomic = super::atomic_buffers(form);
    let mut found = HashMap::default();
    walk(&form.body, &mut |stmt| {
        if let Stmt::Loop { var, body, .. } = stmt {
            found.extend(element(form, &atomic, *var, body).map(|element| (*var, element)));
        }
    });
    if found.is_empty() {
        return false;
    }
    let mut elements = HashMap::default();
    visit_facts(form, &mut |facts, stmt| {
        if let Stmt::Loop { var, from, to, body, .. } = stmt
            && let Some((access, origin)) = found.get(var).copied()
        {
            let has_rounds = facts.range(*from).hi < facts.range(*to).lo || facts.is_below(*from, 0, *to);
            let limit = guards::limit(facts.form(), &access);
            let is_inside = guards::prove(facts, &access, limit).is_some();
            if has_rounds && is_inside || count(body) <= MOST {
                elements.insert(*var, Element { access, origin, has_rounds, is_inside });
            }
        }
    });
    if elements.is_empty() {
        return false;
    }
    let constants = Constants::of(form);
    let body = std::mem::take(&mut form.body);
    let mut accumulate = Accumulate { form, constants, elements };
    let body = accumulate.block(body);
    form.body = body;
    true
}

/// The element that a loop accumulates in.
#[derive(Clone, Copy)]
struct Element {
    access: Access,
    /// Where the first store to it comes from.
    origin: Origin,
    /// Whether the loop has a round in any case.
    has_rounds: bool,
    /// Whether the element is there in any case.
    is_inside: bool,
}

/// The first element that every first round of a loop stores to, if it is the only one of its buffer that is accessed.
fn element(form: &Lowered, atomic: &[bool], var: InstId, body: &[Stmt]) -> Option<(Access, Origin)> {
    let effects = Effects::of(form, body);
    if effects.has_barrier || effects.returns || effects.buffers.values().any(|it| it.is_atomic) {
        return None;
    }
    let mut own = HashSet::from_iter([var]);
    walk(body, &mut |stmt| match stmt {
        Stmt::Eval(id) => own.extend([*id]),
        Stmt::Loop { var, .. } => own.extend([*var]),
        _ => {}
    });
    let is_straight =
        |stmt: &&Stmt| !stmt.is_jump() && !Effects::of(form, std::slice::from_ref(*stmt)).jumps();
    let mut stores = body.iter().take_while(is_straight).filter_map(|stmt| match stmt {
        Stmt::Store { access, origin, .. } => Some((*access, *origin)),
        _ => None,
    });
    stores.find(|(access, _)| {
        let is_writable = matches!(
            form[access.buffer].access,
            BufferAccess::ReadWrite | BufferAccess::Workgroup | BufferAccess::Private
        );
        is_writable
            && !atomic[access.buffer.index()]
            && !own.contains(&access.index)
            && is_only_access(form, body, access)
    })
}

/// Whether nothing else of a buffer is accessed, and the element is loaded too: what is stored alone costs no more than a set.
fn is_only_access(form: &Lowered, body: &[Stmt], only: &Access) -> bool {
    let (mut is_only, mut is_loaded) = (true, false);
    walk(body, &mut |stmt| {
        let (access, is_plain) = match stmt {
            Stmt::Store { access, .. } => (Some(access), true),
            Stmt::Eval(id) => (form[*id].op.access(), matches!(form[*id].op, Op::Load(_))),
            _ => (None, true),
        };
        if let Some(access) = access.filter(|access| access.buffer == only.buffer) {
            is_only &= is_plain && access.index == only.index && access.unit == Unit::Element;
            is_loaded |= matches!(stmt, Stmt::Eval(_));
        }
    });
    is_only && is_loaded
}

struct Accumulate<'a> {
    form: &'a mut Lowered,
    constants: Constants,
    /// By the variables of the loops.
    elements: HashMap<InstId, Element>,
}

impl Accumulate<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::with_capacity(block.len());
        for mut stmt in block {
            for block in stmt.blocks_mut() {
                *block = self.block(std::mem::take(block));
            }
            match stmt {
                Stmt::Loop { var, .. } if self.elements.contains_key(&var) => {
                    let element = self.elements[&var];
                    self.accumulated(stmt, element, &mut out);
                }
                other => out.push(other),
            }
        }
        out
    }

    fn eval(&mut self, op: Op, ty: vyre_ir::Type, origin: Origin, out: &mut Block) -> InstId {
        let id = self.form.add(op, ty, origin);
        out.push(Stmt::Eval(id));
        id
    }

    /// Appends a loop that accumulates in a local, and the one without the element if there is need of it.
    fn accumulated(&mut self, stmt: Stmt, element: Element, out: &mut Block) {
        let Stmt::Loop { var, from, to, body, origin } = stmt else { return };
        let Some(cond) = self.condition([from, to], element, out) else {
            return self.within(Stmt::Loop { var, from, to, body, origin }, element, out);
        };
        let limits = Limits { rounds: 0, statements: 2 * MOST, steps: 2 * MOST, nested: 0 };
        let whole = Stmt::Loop { var, from, to, body, origin };
        let mut otherwise = Block::new();
        let copies = Cloner::new(self.form, &mut self.constants, &|_| false, limits)
            .append(std::slice::from_ref(&whole), &mut otherwise);
        if copies.is_none() {
            return out.push(whole);
        }
        let otherwise = self.without(otherwise, element.access.buffer, &mut Renames::new(self.form));
        let mut then = Block::new();
        self.within(whole, element, &mut then);
        out.push(Stmt::If { cond, then, otherwise, origin });
    }

    /// Whether the loop has a round and the element is there. `None` if that is so in any case.
    fn condition(&mut self, [from, to]: [InstId; 2], element: Element, out: &mut Block) -> Option<InstId> {
        let Element { access, origin, has_rounds, is_inside } = element;
        let length = match self.form.static_length(access.buffer) {
            Some(length) => self.constants.get(self.form, U32, [length, 0, 0, 0]),
            None => self.form.add(Op::Length(access.buffer), U32, Origin::NOWHERE),
        };
        let mut less = |a, b, out: &mut Block| self.eval(Op::Binary(BinOp::Lt, a, b), BOOL, origin, out);
        let rounds = (!has_rounds).then(|| less(from, to, out));
        let inside = (!is_inside).then(|| less(access.index, length, out));
        match (rounds, inside) {
            (Some(a), Some(b)) => Some(self.eval(Op::Binary(BinOp::BitAnd, a, b), BOOL, origin, out)),
            (one, other) => one.or(other),
        }
    }

    /// Appends a loop with a local in place of the element.
    fn within(&mut self, mut stmt: Stmt, element: Element, out: &mut Block) {
        let Element { access, origin, .. } = element;
        let ty = self.form[access.buffer].element.element_type();
        let local = LocalId(self.form.locals.len() as u32);
        let name = Some(self.form[access.buffer].name.as_str().into());
        self.form.locals.push(Local { name, ty });
        let before = self.eval(Op::Load(access), ty, origin, out);
        out.push(Stmt::Set { local, value: before, origin });
        for block in stmt.blocks_mut() {
            self.replace(block, access.buffer, local);
        }
        out.push(stmt);
        let value = self.eval(Op::Read(local), ty, origin, out);
        out.push(Stmt::Store { access, value, origin });
    }

    /// Replaces the accesses to a buffer by those to a local.
    fn replace(&mut self, block: &mut Block, buffer: BufferId, local: LocalId) {
        for stmt in block {
            match *stmt {
                Stmt::Eval(id) if matches!(self.form[id].op, Op::Load(access) if access.buffer == buffer) => {
                    self.form[id].op = Op::Read(local);
                }
                Stmt::Store { access, value, origin } if access.buffer == buffer => {
                    *stmt = Stmt::Set { local, value, origin };
                }
                _ => {}
            }
            stmt.blocks_mut().for_each(|block| self.replace(block, buffer, local));
        }
    }

    /// The statements of a block for an element that is not there: its loads give zero.
    fn without(&mut self, block: Block, buffer: BufferId, renames: &mut Renames) -> Block {
        let mut out = Block::with_capacity(block.len());
        for mut stmt in block {
            renames.stmt(&mut stmt);
            match stmt {
                Stmt::Eval(id) if matches!(self.form[id].op, Op::Load(access) if access.buffer == buffer) => {
                    let zero = {
                        let ty = self.form[id].ty;
                        self.constants.get(self.form, ty, [0; 4])
                    };
                    renames.replace(self.form, id, zero);
                    continue;
                }
                Stmt::Eval(id) => renames.operands(self.form, id),
                Stmt::Store { access, .. } if access.buffer == buffer => continue,
                _ => {}
            }
            for block in stmt.blocks_mut() {
                *block = self.without(std::mem::take(block), buffer, renames);
            }
            out.push(stmt);
        }
        out
    }
}

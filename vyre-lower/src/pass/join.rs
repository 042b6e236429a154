//! Joining: an invocation does the work of several of its workgroup that stand one above the other, along y, and loads once what they
//! load alike.
//!
//! In a product of matrices by tiles all invocations of a column multiply with the same elements of one tile. Where one stands for
//! four of them, it loads each such element once in place of four times:
//!
//! ```text
//! for tile in .. {                                 for tile in .. {
//!     tile_a[y][x] = ..; tile_b[y][x] = ..;            for each q: tile_a[y + 4 * q][x] = ..; tile_b[y + 4 * q][x] = ..;
//!     barrier                                          barrier
//!     sum += tile_a[y][0] * tile_b[0][x]               let b = tile_b[0][x];
//!     ..                                               for each q: sum_q += tile_a[y + 4 * q][0] * b;
//! ```
//!
//! A stencil loads the element above it, which is the own one of the invocation above. Where those that are joined have rows that lie next to each other, it is loaded once, too.
//!
//! Between two barriers invocations may run in any order, so also statement by statement, each for all that are joined. What does not
//! depend on y is the same for all of them and is executed once; the rest is executed for each. A branch or a loop that
//! depends on y is executed for one after the other. (The literature calls this thread coarsening: Magni, Dubach and O'Boyle, 2014.)

use crate::analysis::effects::Effects;
use crate::clone::Constants;
use crate::cost::operations;
use crate::form::*;
use crate::{Lowered, Origin, Target};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeMap;
use std::slice;
use vyre_ir::{BinOp, BufferAccess};

/// How many are joined. On an H200 the product of matrices by tiles of 16 x 16 took 2.12 ms as it is, 1.57 ms with two and 1.29 ms with four.
const FACTORS: [u32; 2] = [4, 2];
/// The fewest invocations that a workgroup keeps: two subgroups of an H200.
const LEAST_INVOCATIONS: u32 = 64;

/// The least part of loads that joining rows next to each other has to save, in percent. On an H200 a stencil of five elements took 0.99 ms as it is, and 0.66 ms where one invocation has four
/// rows and 14 loads in place of 20.
const LEAST_SAVED: usize = 25;

/// The rounds that a loop of unknown bounds is taken to have.
const ROUNDS: usize = 4;
/// For each load that is shared there may be so many others in loops.
const MOST_OTHERS: usize = 3;
/// The most operations of the form that comes of it.
const MOST_OPERATIONS: usize = 4_096;
/// The most statements of a program whose rows are joined.
const MOST_STATEMENTS_OF_ROWS: usize = 128;
/// How deep the expression of an index may be.
const DEPTH: u32 = 16;
/// The most words of variables that all the joined have together. No GPU has more than 255 registers for an invocation.
const MOST_WORDS: usize = 64;

/// The axis along which invocations are joined. Those along x access elements in a row.
const AXIS: u8 = 1;

/// Joins invocations if they may be joined and that pays.
pub(super) fn run(form: &mut Lowered, target: &Target) -> bool {
    let least = target.least_shared;
    if least == usize::MAX || form.coarsening.is_some() || form.joined.is_some() || !is_joinable(form) {
        return false;
    }
    let rows = form.workgroup_size[usize::from(AXIS)];
    let invocations = form.workgroup_size.into_iter().fold(1, u32::saturating_mul);
    let is_possible = |factor: &u32| {
        rows.is_multiple_of(*factor) && (least <= 1 || invocations / factor >= LEAST_INVOCATIONS)
    };
    let mut factors = FACTORS.into_iter().filter(is_possible).peekable();
    if factors.peek().is_none() {
        return false;
    }
    let differing = Differing::of(form);
    let chosen = factors.find_map(|factor| Some((factor, layout(form, &differing, factor, target)?)));
    let Some((factor, layout)) = chosen else { return false };
    if differing.waits_apart(form, &form.body) {
        return false;
    }
    let (source, constants) = (std::mem::take(&mut form.body), Constants::of(form));
    let mut join = Join { constants, form, differing, copies: Vec::new() };
    let mut body = join.ids(rows, factor, layout);
    body.extend(join.block(source));
    form.body = body;
    form.workgroup_size[usize::from(AXIS)] /= factor;
    form.joined = Some(factor);
    if let Some(grid) = &mut form.grid {
        grid[usize::from(AXIS)] /= u64::from(factor);
    }
    true
}

/// Whether invocations have nothing that joined ones would share or end together: local arrays, atomics, collectives and early ends.
fn is_joinable(form: &Lowered) -> bool {
    let is_own = |access: &Access| form[access.buffer].access == BufferAccess::Private;
    let mut is_joinable = true;
    walk(&form.body, &mut |stmt| {
        is_joinable &= match stmt {
            Stmt::Eval(id) => {
                let op = &form[*id].op;
                !op.is_atomic() && !matches!(op, Op::Collective(..)) && !op.access().is_some_and(is_own)
            }
            Stmt::Store { access, .. } => !is_own(access),
            Stmt::Return => false,
            _ => true,
        };
    });
    is_joinable
}

/// Which values and locals may differ between invocations that are joined. What is loaded from one index is the same for all: they load it at once.
struct Differing {
    values: Vec<bool>,
    locals: Vec<bool>,
    is_changed: bool,
}

impl Differing {
    fn of(form: &Lowered) -> Differing {
        let is_id =
            |inst: &Inst| matches!(inst.op, Op::Builtin(Builtin::Invocation(AXIS) | Builtin::Local(AXIS)));
        let values = form.insts.iter().map(is_id).collect();
        let mut differing = Differing { values, locals: vec![false; form.locals.len()], is_changed: true };
        while std::mem::replace(&mut differing.is_changed, false) {
            differing.block(form, &form.body, false);
        }
        differing
    }

    fn value(&self, id: InstId) -> bool {
        self.values[id.index()]
    }

    /// Goes over a block, which is executed for one after the other if it `is_apart`.
    fn block(&mut self, form: &Lowered, block: &[Stmt], is_apart: bool) {
        for stmt in block {
            match stmt {
                Stmt::Eval(id) => {
                    let op = &form[*id].op;
                    let differs = match op {
                        Op::Read(local) => self.locals[local.index()],
                        _ => op.operands().any(|operand| self.value(operand)),
                    };
                    self.is_changed |= differs && !self.value(*id);
                    self.values[id.index()] |= differs;
                }
                Stmt::Set { local, value, .. } => {
                    let differs = is_apart || self.value(*value);
                    self.is_changed |= differs && !self.locals[local.index()];
                    self.locals[local.index()] |= differs;
                }
                other => {
                    let is_apart = is_apart || self.is_apart(other);
                    other.blocks().into_iter().for_each(|block| self.block(form, block, is_apart));
                }
            }
        }
    }

    /// Whether a branch or a loop is not the same for all.
    fn is_apart(&self, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::If { cond, .. } => self.value(*cond),
            Stmt::Loop { from, to, body, .. } => {
                self.value(*from) || self.value(*to) || self.jumps_apart(body)
            }
            _ => false,
        }
    }

    /// Whether some may leave or continue the loop of a body where others do not.
    fn jumps_apart(&self, body: &[Stmt]) -> bool {
        body.iter().any(|stmt| match stmt {
            Stmt::If { cond, .. } => {
                let apart = |block: &[Stmt]| self.value(*cond) && jumps(block) || self.jumps_apart(block);
                stmt.blocks().into_iter().any(apart)
            }
            _ => false,
        })
    }

    /// Whether a barrier is where some may not come, in a branch or a loop that is not the same for all.
    fn waits_apart(&self, form: &Lowered, block: &[Stmt]) -> bool {
        block.iter().any(|stmt| match self.is_apart(stmt) {
            true => Effects::of(form, slice::from_ref(stmt)).has_barrier,
            false => stmt.blocks().into_iter().any(|block| self.waits_apart(form, block)),
        })
    }
}

/// The loads from workgroup memory in loops: those that the joined would share, and others.
fn loads(form: &Lowered, differing: &Differing, block: &[Stmt], is_in_loop: bool) -> [usize; 2] {
    let mut all = [0usize; 2];
    for stmt in block {
        let (of_stmt, times): ([usize; 2], usize) = match stmt {
            Stmt::Eval(id) => match form[*id].op {
                Op::Load(access) if is_in_loop && form[access.buffer].access == BufferAccess::Workgroup => {
                    (if differing.value(*id) { [0, 1] } else { [1, 0] }, 1)
                }
                _ => continue,
            },
            Stmt::Loop { from, to, body, .. } => {
                let rounds = form.as_u32(*from).zip(form.as_u32(*to));
                let rounds = rounds.map_or(ROUNDS, |(from, to)| to.saturating_sub(from) as usize);
                (loads(form, differing, body, true), rounds)
            }
            other => {
                let [first, second] = other.blocks().map(|block| loads(form, differing, block, is_in_loop));
                ([first[0] + second[0], first[1] + second[1]], 1)
            }
        };
        all = [0, 1].map(|at| all[at].saturating_add(of_stmt[at].saturating_mul(times)));
    }
    all
}

/// Which rows of a workgroup are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// Rows that are as far apart as possible, because then neighbours in a subgroup load from other banks of workgroup memory.
    Apart,
    /// Rows that lie next to each other.
    Adjacent,
}

/// How so many invocations are joined, if that pays.
fn layout(form: &Lowered, differing: &Differing, factor: u32, target: &Target) -> Option<Layout> {
    if target.least_shared == 0 || shares_tiles(form, differing, factor as usize, target) {
        return Some(Layout::Apart);
    }
    Rows { form, differing }.pay(factor).then_some(Layout::Adjacent)
}

/// What an index is but for bounds on it: the factor of y, a constant, and the factors of everything else.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Sum {
    y: u32,
    constant: u32,
    others: BTreeMap<InstId, u32>,
}

/// Loads of neighbouring rows.
struct Rows<'f> {
    form: &'f Lowered,
    differing: &'f Differing,
}

impl Rows<'_> {
    /// Whether enough loads of one of the joined are those of another one. Where anything waits or is repeated, tiles decide.
    fn pay(&self, factor: u32) -> bool {
        let is_plain = |stmt: &Stmt| matches!(stmt, Stmt::Eval(_) | Stmt::Store { .. } | Stmt::Set { .. });
        if !self.form.body.iter().all(is_plain) || count(&self.form.body) > MOST_STATEMENTS_OF_ROWS {
            return false;
        }
        let mut all: HashSet<(BufferId, Sum)> = HashSet::default();
        let mut loads = 0;
        for stmt in &self.form.body {
            let Stmt::Eval(id) = stmt else { continue };
            let Op::Load(access) = self.form[*id].op else { continue };
            if self.form[access.buffer].access != BufferAccess::ReadOnly || !self.differing.value(*id) {
                continue;
            }
            let mut sum = Sum::default();
            if self.sum(access.index, 1, DEPTH, &mut sum).is_none() || sum.y == 0 {
                return false;
            }
            loads += factor as usize;
            all.extend((0..factor).map(|row| {
                let constant = sum.constant.wrapping_add(row.wrapping_mul(sum.y));
                (access.buffer, Sum { constant, ..sum.clone() })
            }));
        }
        loads > 0 && (loads - all.len()) * 100 >= loads * LEAST_SAVED
    }

    /// Adds a multiple of a value to a sum. What bounds a row, as `& (h - 1)` and `min` do, is left out: it does not change most of them.
    fn sum(&self, id: InstId, factor: u32, depth: u32, sum: &mut Sum) -> Option<()> {
        let (depth, constant) = (depth.checked_sub(1)?, |id| self.form.as_u32(id));
        match self.form[id].op {
            Op::Const(lanes) => sum.constant = sum.constant.wrapping_add(lanes[0].wrapping_mul(factor)),
            Op::Builtin(Builtin::Invocation(AXIS)) => sum.y = sum.y.wrapping_add(factor),
            _ if !self.differing.value(id) => {
                let of = sum.others.entry(id).or_default();
                *of = of.wrapping_add(factor);
            }
            Op::Binary(BinOp::Add, a, b) => {
                self.sum(a, factor, depth, sum)?;
                self.sum(b, factor, depth, sum)?;
            }
            Op::Binary(BinOp::Sub, a, b) => {
                self.sum(a, factor, depth, sum)?;
                self.sum(b, factor.wrapping_neg(), depth, sum)?;
            }
            Op::Binary(BinOp::Mul, a, b) => match (constant(a), constant(b)) {
                (_, Some(times)) => self.sum(a, factor.wrapping_mul(times), depth, sum)?,
                (Some(times), _) => self.sum(b, factor.wrapping_mul(times), depth, sum)?,
                (None, None) => return None,
            },
            Op::Binary(BinOp::BitAnd | BinOp::Mod | BinOp::Min | BinOp::Max, a, b) => {
                match (constant(a), constant(b)) {
                    (_, Some(_)) => self.sum(a, factor, depth, sum)?,
                    (Some(_), _) => self.sum(b, factor, depth, sum)?,
                    (None, None) => return None,
                }
            }
            _ => return None,
        }
        Some(())
    }
}

/// Whether enough loads from workgroup memory are shared for what that costs.
fn shares_tiles(form: &Lowered, differing: &Differing, factor: usize, target: &Target) -> bool {
    let [shared, others] = loads(form, differing, &form.body, false);
    let differs = differing.locals.iter().zip(&form.locals).filter(|(differs, _)| **differs);
    let words: usize = differs.map(|(_, local)| local.ty.words()).sum();
    shared >= target.least_shared
        && others <= shared.saturating_mul(MOST_OTHERS)
        && operations(form, &form.body, target) * factor <= MOST_OPERATIONS
        && words * factor <= MOST_WORDS
}

/// What stands for the values and locals of one of the joined.
#[derive(Default)]
struct Copy {
    values: HashMap<InstId, InstId>,
    locals: HashMap<LocalId, LocalId>,
}

impl Copy {
    fn value(&self, id: InstId) -> InstId {
        self.values.get(&id).copied().unwrap_or(id)
    }

    fn local(&self, id: LocalId) -> LocalId {
        self.locals.get(&id).copied().unwrap_or(id)
    }
}

struct Join<'a> {
    form: &'a mut Lowered,
    constants: Constants,
    differing: Differing,
    copies: Vec<Copy>,
}

impl Join<'_> {
    /// Makes the copies with their ids and locals, and gives the statements that compute the ids.
    fn ids(&mut self, size: u32, factor: u32, layout: Layout) -> Block {
        let mut out = Block::new();
        let [times, step] = match layout {
            Layout::Apart => [1, size / factor],
            Layout::Adjacent => [factor, 1],
        };
        let ids = |form: &Lowered, builtin: Builtin| -> Vec<InstId> {
            let is_one = |at: &usize| form.insts[*at].op == Op::Builtin(builtin);
            (0..form.insts.len()).filter(is_one).map(|at| InstId(at as u32)).collect()
        };
        let [local_ids, invocation_ids] =
            [Builtin::Local(AXIS), Builtin::Invocation(AXIS)].map(|builtin| ids(self.form, builtin));
        let name = |form: &Lowered, ids: &[InstId]| ids.iter().find_map(|id| form[*id].name.clone());
        let names = [&local_ids, &invocation_ids].map(|ids| name(self.form, ids));
        let [local, group] = [Builtin::Local(AXIS), Builtin::Workgroup(AXIS)]
            .map(|id| self.form.add(Op::Builtin(id), U32, Origin::NOWHERE));
        let size = self.constants.get(self.form, U32, [size, 0, 0, 0]);
        let local = match times {
            1 => local,
            _ => {
                let times = self.constants.get(self.form, U32, [times, 0, 0, 0]);
                self.eval(Op::Binary(BinOp::Mul, local, times), &mut out)
            }
        };
        let first = self.eval(Op::Binary(BinOp::Mul, group, size), &mut out);
        let differing: Vec<LocalId> = (0..self.form.locals.len() as u32)
            .map(LocalId)
            .filter(|id| self.differing.locals[id.index()])
            .collect();
        for at in 0..factor {
            let mut own = local;
            if at > 0 {
                let rows = self.constants.get(self.form, U32, [at * step, 0, 0, 0]);
                own = self.eval(Op::Binary(BinOp::Add, local, rows), &mut out);
                self.form[own].name = names[0].clone();
            }
            let invocation = self.eval(Op::Binary(BinOp::Add, first, own), &mut out);
            self.form[invocation].name = names[1].clone();
            let mut copy = Copy::default();
            copy.values.extend(local_ids.iter().map(|id| (*id, own)));
            copy.values.extend(invocation_ids.iter().map(|id| (*id, invocation)));
            if at > 0 {
                copy.locals.extend(differing.iter().map(|local| {
                    let of = self.form[*local].clone();
                    self.form.locals.push(of);
                    (*local, LocalId(self.form.locals.len() as u32 - 1))
                }));
            }
            self.copies.push(copy);
        }
        out
    }

    fn eval(&mut self, op: Op, out: &mut Block) -> InstId {
        let id = self.form.add(op, U32, Origin::NOWHERE);
        out.push(Stmt::Eval(id));
        id
    }

    /// A block for all at once.
    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::new();
        for mut stmt in block {
            if self.differs(&stmt) {
                out.extend((0..self.copies.len()).map(|at| self.copy(at, &stmt)));
                continue;
            }
            for block in stmt.blocks_mut() {
                *block = self.block(std::mem::take(block));
            }
            out.push(stmt);
        }
        out
    }

    /// Whether each executes a statement for itself.
    fn differs(&self, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::Eval(id) => self.differing.value(*id),
            Stmt::Set { local, .. } => self.differing.locals[local.index()],
            Stmt::Store { access, value, .. } => {
                self.differing.value(access.index) || self.differing.value(*value)
            }
            Stmt::If { .. } | Stmt::Loop { .. } => self.differing.is_apart(stmt),
            Stmt::Barrier(_) | Stmt::Break | Stmt::Continue | Stmt::Return => false,
        }
    }

    /// A statement as one of the joined executes it.
    fn copy(&mut self, at: usize, stmt: &Stmt) -> Stmt {
        let value = |join: &Self, id: InstId| join.copies[at].value(id);
        match stmt {
            Stmt::Eval(id) => Stmt::Eval(self.inst(at, *id)),
            Stmt::Set { local, value: of, origin } => {
                Stmt::Set { local: self.copies[at].local(*local), value: value(self, *of), origin: *origin }
            }
            Stmt::Store { access, value: of, origin } => {
                let mut access = *access;
                access.map_operands(&mut |id| value(self, id));
                Stmt::Store { access, value: value(self, *of), origin: *origin }
            }
            Stmt::If { cond, then, otherwise, origin } => {
                let cond = value(self, *cond);
                let [then, otherwise] = [then, otherwise].map(|block| self.copies_of(at, block));
                Stmt::If { cond, then, otherwise, origin: *origin }
            }
            Stmt::Loop { var, from, to, body, origin } => {
                let (from, to, var) = (value(self, *from), value(self, *to), self.inst(at, *var));
                Stmt::Loop { var, from, to, body: self.copies_of(at, body), origin: *origin }
            }
            other => other.clone(),
        }
    }

    fn copies_of(&mut self, at: usize, block: &[Stmt]) -> Block {
        block.iter().map(|stmt| self.copy(at, stmt)).collect()
    }

    /// The instruction that one of the joined evaluates.
    fn inst(&mut self, at: usize, id: InstId) -> InstId {
        let (mut inst, copy) = (self.form[id].clone(), &mut self.copies[at]);
        inst.op.map_operands(|operand| copy.value(operand));
        if let Op::Read(local) = &mut inst.op {
            *local = copy.local(*local);
        }
        let own = InstId(self.form.insts.len() as u32);
        copy.values.insert(id, own);
        self.form.insts.push(inst);
        own
    }
}

//! Access patterns: how the index of each access depends on the ids and on the variables of loops.
//!
//! Indices are computed modulo 2^32, where sums and multiples by constants are linear whether they wrap or not. So an index is
//! exactly a [`Linear`] sum of terms, and a term that is neither an id nor the variable of a loop is a value that is computed in
//! another way. Of those it is known on what they depend, and from that follows by how much the indices of neighbours differ.

use super::range::{Range, mask};
use super::ranges::ranges;
use crate::form::*;
use rustc_hash::FxHashMap as HashMap;
use std::collections::BTreeMap;
use vyre_ir::casts::Conversion;
use vyre_ir::{BinOp, BufferAccess, Scalar, UnOp};

/// How many values are looked at in an index before it is taken as a whole.
const VALUES: usize = 64;

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Loads an element.
    Load,
    /// Loads a byte; the index counts bytes.
    LoadByte,
    /// Stores an element.
    Store,
    /// Does an atomic operation on an element.
    Atomic,
}

/// An access, where it stands.
#[derive(Clone, Debug)]
pub struct Site {
    /// The access.
    pub access: Access,
    /// What it does.
    pub kind: Kind,
    /// The variables of the loops around it, the innermost last.
    pub loops: Vec<InstId>,
    /// The index.
    pub index: Linear,
}

/// A sum, modulo 2^32.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// The terms, with factors that are not 0.
    pub terms: BTreeMap<Term, u32>,
    /// What is added to them.
    pub constant: u32,
    /// Whether any sum or product may wrap, as the program computes it.
    pub may_wrap: bool,
}

/// What a sum is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// An id of the invocation.
    Id(Builtin),
    /// The variable of a loop.
    Loop(InstId),
    /// A value that is no sum.
    Value(InstId),
}

/// What a value depends on, as a set: a bit for each id, one for each loop, and one for what may differ in any case. The loops
/// from some number on share a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Depends(u64);

impl Depends {
    const NOTHING: Depends = Depends(0);
    /// What is in memory that is written to, or in a local, may depend on everything.
    const EVERYTHING: Depends = Depends(u64::MAX);

    fn id(id: Builtin) -> Depends {
        Depends(match id {
            Builtin::Invocation(axis) => 1 << axis,
            Builtin::Workgroup(axis) => 1 << (3 + axis),
            Builtin::Local(axis) => 1 << (6 + axis),
        })
    }

    fn repetition(number: usize) -> Depends {
        Depends(1 << (9 + number.min(53)))
    }

    fn and(self, other: Depends) -> Depends {
        Depends(self.0 | other.0)
    }

    fn is_on(self, other: Depends) -> bool {
        self.0 & other.0 != 0
    }
}

/// The accesses of a form.
pub struct Accesses<'f> {
    form: &'f Lowered,
    /// Every access, in the order of the walk.
    pub sites: Vec<Site>,
    ranges: Vec<Range>,
    depends: Vec<Depends>,
    /// The loops, by their variables, numbered in the order of the walk.
    loops: HashMap<InstId, usize>,
}

impl<'f> Accesses<'f> {
    /// Finds the accesses.
    pub fn of(form: &'f Lowered) -> Accesses<'f> {
        let free = |inst: &Inst| match inst.op {
            Op::Builtin(id) => Depends::id(id),
            _ => Depends::NOTHING,
        };
        let mut accesses = Accesses {
            form,
            sites: Vec::new(),
            ranges: ranges(form),
            depends: form.insts.iter().map(free).collect(),
            loops: HashMap::default(),
        };
        accesses.block(&form.body, &mut Vec::new());
        accesses
    }

    /// The accesses to one buffer.
    pub fn to(&self, buffer: BufferId) -> impl Iterator<Item = &Site> {
        self.sites.iter().filter(move |site| site.access.buffer == buffer)
    }

    /// By how much an index grows with a term, all other terms staying what they are; `None` if that is no constant.
    pub fn factor(&self, index: &Linear, term: Term) -> Option<u32> {
        let on = match term {
            Term::Id(id) => Depends::id(id),
            Term::Loop(var) => Depends::repetition(*self.loops.get(&var)?),
            Term::Value(_) => Depends::NOTHING,
        };
        let mut others = index.terms.keys().filter(|other| **other != term);
        others.all(|other| !self.depends_of(*other).is_on(on)).then(|| index.factor(term))
    }

    /// By how much the index of the next invocation of the workgroup along an axis is greater; `None` if that is no constant.
    pub fn stride(&self, index: &Linear, axis: u8) -> Option<u32> {
        let factor = |id| self.factor(index, Term::Id(id));
        Some(factor(Builtin::Invocation(axis))?.wrapping_add(factor(Builtin::Local(axis))?))
    }

    /// Whether all terms but ids and variables of loops are the same in all invocations and in all rounds of all loops.
    pub fn is_affine(&self, index: &Linear) -> bool {
        let mut values = index.terms.keys().filter(|term| matches!(term, Term::Value(_)));
        values.all(|value| self.depends_of(*value) == Depends::NOTHING)
    }

    fn depends_of(&self, term: Term) -> Depends {
        match term {
            Term::Id(id) => Depends::id(id),
            Term::Loop(value) | Term::Value(value) => self.depends[value.index()],
        }
    }

    fn block(&mut self, block: &[Stmt], loops: &mut Vec<InstId>) {
        for stmt in block {
            match stmt {
                Stmt::Eval(id) => {
                    self.eval(*id);
                    let op = &self.form[*id].op;
                    let kind = match op {
                        Op::LoadByte(_) => Kind::LoadByte,
                        Op::Atomic(..) | Op::AtomicLoad(_) => Kind::Atomic,
                        _ => Kind::Load,
                    };
                    op.access().into_iter().for_each(|access| self.site(access, kind, loops));
                }
                Stmt::Store { access, .. } => self.site(access, Kind::Store, loops),
                Stmt::If { then, otherwise, .. } => {
                    self.block(then, loops);
                    self.block(otherwise, loops);
                }
                Stmt::Loop { var, from, body, .. } => {
                    // In the same round the variables of two invocations differ as the first values do.
                    let number = Depends::repetition(self.loops.len());
                    self.depends[var.index()] = number.and(self.depends[from.index()]);
                    self.loops.insert(*var, self.loops.len());
                    loops.push(*var);
                    self.block(body, loops);
                    loops.pop();
                }
                Stmt::Set { .. } | Stmt::Barrier(_) | Stmt::Break | Stmt::Continue | Stmt::Return => {}
            }
        }
    }

    fn eval(&mut self, id: InstId) {
        let op = &self.form[id].op;
        let is_constant = |access: &Access| self.form.is_constant(access.buffer);
        self.depends[id.index()] = match op {
            Op::Read(_) | Op::Atomic(..) | Op::AtomicLoad(_) | Op::Collective(..) => Depends::EVERYTHING,
            Op::Load(access) | Op::LoadByte(access) if !is_constant(access) => Depends::EVERYTHING,
            op => op.operands().fold(Depends::NOTHING, |all, one| all.and(self.depends[one.index()])),
        };
    }

    fn site(&mut self, access: &Access, kind: Kind, loops: &[InstId]) {
        let index = self.linear(access.index);
        self.sites.push(Site { access: *access, kind, loops: loops.to_vec(), index });
    }

    /// A value as a sum.
    pub fn linear(&self, value: InstId) -> Linear {
        let mut sum = Linear::default();
        let mut parts = vec![(value, 1_u32)];
        for _ in 0..VALUES {
            let Some((value, factor)) = parts.pop() else {
                sum.unite_ids(self.form);
                return sum;
            };
            self.part(value, factor, &mut sum, &mut parts);
        }
        Linear { terms: BTreeMap::from([(Term::Value(value), 1)]), constant: 0, may_wrap: sum.may_wrap }
    }

    /// Adds a multiple of a value to a sum, or puts what it is made of with the other parts.
    fn part(&self, value: InstId, factor: u32, sum: &mut Linear, parts: &mut Vec<(InstId, u32)>) {
        let inst = &self.form[value];
        let range = |id: InstId| self.ranges[id.index()];
        let constant = |id: InstId| range(id).as_one().map(|value| value as u32);
        let most = u128::from(mask(Scalar::U32));
        let is_word = |id: InstId| matches!(self.form[id].ty.scalar, Scalar::U32 | Scalar::I32);
        match inst.op {
            _ if range(value).as_one().is_some() => {
                sum.constant = sum.constant.wrapping_add((range(value).lo as u32).wrapping_mul(factor));
            }
            Op::Binary(BinOp::Add, a, b) => {
                sum.may_wrap |= u128::from(range(a).hi) + u128::from(range(b).hi) > most;
                parts.extend([(a, factor), (b, factor)]);
            }
            Op::Binary(BinOp::Sub, a, b) => {
                sum.may_wrap |= range(a).lo < range(b).hi;
                parts.extend([(a, factor), (b, factor.wrapping_neg())]);
            }
            // Bits that do not meet are a sum.
            Op::Binary(BinOp::BitOr | BinOp::BitXor, a, b) if !range(a).zeros & !range(b).zeros == 0 => {
                parts.extend([(a, factor), (b, factor)]);
            }
            Op::Binary(op @ (BinOp::Mul | BinOp::Shl), a, b)
                if constant(b).or(constant(a).filter(|_| op == BinOp::Mul)).is_some() =>
            {
                let (part, times) = match (op, constant(a), constant(b)) {
                    (BinOp::Shl, _, Some(by)) => (a, 1 << (by & 31)),
                    (_, _, Some(times)) => (a, times),
                    (_, times, None) => (b, times.unwrap_or(1)),
                };
                sum.may_wrap |= u128::from(range(part).hi) * u128::from(times) > most;
                parts.push((part, factor.wrapping_mul(times)));
            }
            Op::Unary(UnOp::Negate, a) => {
                sum.may_wrap |= range(a).hi > 0;
                parts.push((a, factor.wrapping_neg()));
            }
            Op::Convert(Conversion::Reinterpret, a) if is_word(a) => parts.push((a, factor)),
            Op::Builtin(id) => sum.add(Term::Id(id), factor),
            Op::Induction => sum.add(Term::Loop(value), factor),
            _ => sum.add(Term::Value(value), factor),
        }
    }
}

impl Linear {
    /// The factor of a term, which is 0 if it does not occur.
    pub fn factor(&self, term: Term) -> u32 {
        self.terms.get(&term).copied().unwrap_or(0)
    }

    /// Whether the sum is one term and nothing else.
    pub fn is(&self, term: Term) -> bool {
        self.constant == 0 && self.terms.len() == 1 && self.factor(term) == 1
    }

    fn add(&mut self, term: Term, factor: u32) {
        let sum = self.factor(term).wrapping_add(factor);
        if sum == 0 {
            self.terms.remove(&term);
        } else {
            self.terms.insert(term, sum);
        }
    }

    /// Writes the id of a workgroup, times its size, and the id in the workgroup as the id in the grid.
    fn unite_ids(&mut self, form: &Lowered) {
        for (axis, size) in (0..).zip(form.workgroup_size) {
            let [local, group] = [Builtin::Local(axis), Builtin::Workgroup(axis)].map(Term::Id);
            // The only id in a workgroup of one is 0, and occurs in no sum.
            let factor = if size == 1 { self.factor(group) } else { self.factor(local) };
            if factor != 0 && self.factor(group) == factor.wrapping_mul(size) {
                self.terms.remove(&local);
                self.terms.remove(&group);
                self.add(Term::Id(Builtin::Invocation(axis)), factor);
            }
        }
    }
}

/// Why a buffer cannot be bound by parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// An index is not `invocation_id.x`, or the whole of the buffer is bound in any case.
    Index,
    /// Bytes of the buffer are accessed, and words of it too.
    BytesAndWords,
}

/// For each buffer the bytes that an invocation accesses, if it accesses nothing but the element that has the index
/// `invocation_id.x`. Such a buffer can be bound by parts: the invocations of a part of the grid access the part of the buffer
/// that has the same indices.
pub fn steps(form: &Lowered) -> Vec<Result<u32, Obstacle>> {
    let accesses = Accesses::of(form);
    let buffers = (0..form.buffers.len() as u32).map(BufferId);
    buffers.map(|buffer| step(&accesses, buffer)).collect()
}

fn step(accesses: &Accesses<'_>, buffer: BufferId) -> Result<u32, Obstacle> {
    let decl = &accesses.form[buffer];
    if !decl.access.is_bound() || decl.access == BufferAccess::Uniform {
        return Err(Obstacle::Index);
    }
    // The length alone is no access.
    let element = decl.element.element_type().bytes() as u32;
    let mut steps = accesses.to(buffer).map(|site| {
        let bytes = if site.kind == Kind::LoadByte { 1 } else { element };
        let is_id = site.index.is(Term::Id(Builtin::Invocation(0)));
        if is_id { Ok(bytes) } else { Err(Obstacle::Index) }
    });
    let first = steps.next().unwrap_or(Ok(element));
    steps.fold(first, |all, one| match (all?, one?) {
        (all, one) if all == one => Ok(all),
        _ => Err(Obstacle::BytesAndWords),
    })
}

//! How long each value and each local needs its registers.
//!
//! The statements are numbered in order: a statement gets a number where it starts, and a loop another where it ends. A value lives
//! from the statement that evaluates it to the last one that uses it, or to the end of the loop in which that is, if the loop starts
//! in between. Reinterpreting a value, or taking a part of it, makes no new one: what uses the part uses the whole.

use vyre_ir::casts::Conversion;
use vyre_lower::{InstId, LocalId, Lowered, Op, Stmt};

/// The number of a statement.
pub(super) type Position = u32;

/// What takes registers for a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Home {
    Value(InstId),
    Local(LocalId),
}

/// How a local is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// From this statement, which sets it and dominates all others that name it.
    Scoped(Position),
    /// Throughout an invocation, which finds it zero.
    Permanent,
    /// No statement names it.
    Unused,
}

/// What [`Lifetimes::of`] finds.
pub(super) struct Lifetimes {
    /// For each value, the one whose registers it is in.
    roots: Vec<InstId>,
    /// For each root, the last position at which it is needed.
    ends: Vec<Position>,
    /// The free values that anything uses.
    free: Vec<InstId>,
    is_in_local: Vec<bool>,
    extents: Vec<Extent>,
    /// What has registers for a time, by the last position at which it is needed, the latest first.
    expiries: Vec<(Position, Home)>,
}

impl Lifetimes {
    /// The lifetimes of a form.
    pub(super) fn of(form: &Lowered) -> Lifetimes {
        let mut walk = Walk {
            form,
            position: 0,
            loops: Vec::new(),
            values: (0..form.insts.len() as u32).map(Value::new).collect(),
            locals: vec![Local::default(); form.locals.len()],
            reads: Vec::new(),
            homes: Vec::new(),
            begun: Vec::new(),
        };
        walk.block(&form.body);
        walk.finish()
    }

    /// The value whose registers this one is in, or in some of them.
    pub(super) fn root(&self, value: InstId) -> InstId {
        self.roots[value.index()]
    }

    /// The last position at which a value's registers are needed.
    pub(super) fn end(&self, value: InstId) -> Position {
        self.ends[self.root(value).index()]
    }

    /// The free values that anything uses.
    pub(super) fn free(&self) -> &[InstId] {
        &self.free
    }

    /// Whether a value is a `Read` that needs no registers, because its local keeps the value as long as it is needed.
    pub(super) fn is_in_local(&self, value: InstId) -> bool {
        self.is_in_local[value.index()]
    }

    /// How a local is kept.
    pub(super) fn extent(&self, local: LocalId) -> Extent {
        self.extents[local.index()]
    }

    /// Something that is not needed at this position or later, and has not been given before.
    pub(super) fn next_expired(&mut self, position: Position) -> Option<Home> {
        self.expiries.pop_if(|(end, _)| *end < position).map(|(_, home)| home)
    }
}

/// Whether a value is in the registers of its operand, or in some of them.
pub(super) fn part_of(op: &Op) -> Option<(InstId, u8)> {
    match *op {
        Op::Convert(Conversion::Reinterpret | Conversion::Truncate, whole) => Some((whole, 0)),
        Op::Extract(whole, word) => Some((whole, word)),
        _ => None,
    }
}

struct Value {
    root: InstId,
    defined: Position,
    end: Position,
    is_used: bool,
}

impl Value {
    fn new(id: u32) -> Value {
        Value { root: InstId(id), defined: 0, end: 0, is_used: false }
    }
}

#[derive(Clone, Default)]
struct Local {
    /// The first statement that names the local, and whether it sets it.
    first: Option<(Position, bool)>,
    /// The last statement that names it.
    last: Position,
    /// The end of the block in which the first one stands.
    block_end: Position,
    /// As `last`, or the end of a loop.
    end: Position,
    /// The statements that set it.
    sets: Vec<Position>,
}

/// A loop that the walk is in.
struct Open {
    start: Position,
    /// What the loop uses of before it, and no loop around it does.
    carried: Vec<Home>,
}

struct Walk<'a> {
    form: &'a Lowered,
    position: Position,
    loops: Vec<Open>,
    values: Vec<Value>,
    locals: Vec<Local>,
    reads: Vec<(InstId, LocalId)>,
    /// The values that get registers of their own.
    homes: Vec<InstId>,
    /// The locals that were set first in one of the open blocks.
    begun: Vec<LocalId>,
}

impl Walk<'_> {
    fn block(&mut self, block: &[Stmt]) {
        let outer = self.begun.len();
        for stmt in block {
            self.position += 1;
            self.stmt(stmt);
        }
        for local in self.begun.split_off(outer) {
            self.locals[local.index()].block_end = self.position;
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Eval(id) => self.eval(*id),
            Stmt::Loop { var, from, to, body, .. } => {
                self.use_value(*from);
                self.use_value(*to);
                self.define(*var);
                self.loops.push(Open { start: self.position, carried: Vec::new() });
                self.block(body);
                self.position += 1;
                let carried = self.loops.pop().map(|open| open.carried).unwrap_or_default();
                carried.into_iter().for_each(|home| *self.end_mut(home) = self.position);
                self.use_value(*to);
                self.use_value(*var);
            }
            _ => {
                stmt.operands().for_each(|operand| self.use_value(operand));
                if let Stmt::Set { local, .. } = stmt {
                    self.name_local(*local, true);
                }
                stmt.blocks().into_iter().for_each(|block| self.block(block));
            }
        }
    }

    fn eval(&mut self, id: InstId) {
        let op = &self.form[id].op;
        if let Some((whole, _)) = part_of(op) {
            self.values[id.index()].root = self.values[whole.index()].root;
            return;
        }
        op.operands().for_each(|operand| self.use_value(operand));
        if let Op::Read(local) = op {
            self.name_local(*local, false);
            self.reads.push((id, *local));
        }
        self.define(id);
    }

    fn define(&mut self, id: InstId) {
        let value = &mut self.values[id.index()];
        (value.defined, value.end) = (self.position, self.position);
        self.homes.push(id);
    }

    fn use_value(&mut self, id: InstId) {
        let root = self.values[id.index()].root;
        let value = &mut self.values[root.index()];
        (value.is_used, value.end) = (true, self.position);
        let defined = value.defined;
        if !self.form[root].op.is_free() {
            self.carry(Home::Value(root), defined);
        }
    }

    fn name_local(&mut self, id: LocalId, is_set: bool) {
        let position = self.position;
        let local = &mut self.locals[id.index()];
        (local.last, local.end) = (position, position);
        if is_set {
            local.sets.push(position);
        }
        match local.first {
            Some((first, _)) => self.carry(Home::Local(id), first),
            None => {
                local.first = Some((position, is_set));
                self.begun.push(id);
            }
        }
    }

    /// Keeps what a loop uses of before it until the loop ends.
    fn carry(&mut self, home: Home, defined: Position) {
        let outermost = self.loops.partition_point(|open| open.start <= defined);
        if let Some(open) = self.loops.get_mut(outermost) {
            open.carried.push(home);
        }
    }

    fn end_mut(&mut self, home: Home) -> &mut Position {
        match home {
            Home::Value(id) => &mut self.values[id.index()].end,
            Home::Local(id) => &mut self.locals[id.index()].end,
        }
    }

    fn finish(mut self) -> Lifetimes {
        let mut is_in_local = vec![false; self.values.len()];
        for (read, local) in &self.reads {
            let value = &self.values[read.index()];
            let local = &mut self.locals[local.index()];
            let later = local.sets.partition_point(|set| *set <= value.defined);
            // A statement that sets a local has read its operand before.
            if local.sets.get(later).is_none_or(|set| *set >= value.end) {
                is_in_local[read.index()] = true;
                local.end = local.end.max(value.end);
            }
        }
        let values = self.homes.iter().filter(|id| !is_in_local[id.index()]);
        let mut expiries: Vec<_> = values.map(|id| (self.values[id.index()].end, Home::Value(*id))).collect();
        let extents: Vec<_> = self.locals.iter().map(Local::extent).collect();
        for (at, local) in
            self.locals.iter().enumerate().filter(|(at, _)| matches!(extents[*at], Extent::Scoped(_)))
        {
            expiries.push((local.end, Home::Local(LocalId(at as u32))));
        }
        expiries.sort_unstable_by(|a, b| b.cmp(a));
        let all = (0..self.form.insts.len() as u32).map(InstId);
        Lifetimes {
            free: all.filter(|id| self.values[id.index()].is_used && self.form[*id].op.is_free()).collect(),
            roots: self.values.iter().map(|value| value.root).collect(),
            ends: self.values.iter().map(|value| value.end).collect(),
            is_in_local,
            extents,
            expiries,
        }
    }
}

impl Local {
    fn extent(&self) -> Extent {
        match self.first {
            None => Extent::Unused,
            Some((first, true)) if self.last <= self.block_end => Extent::Scoped(first),
            Some(_) => Extent::Permanent,
        }
    }
}

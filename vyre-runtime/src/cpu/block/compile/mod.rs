//! Compiles the lowered form to code for blocks of lanes, once for each program.
//!
//! What all lanes agree on is computed once, in scalars. What is linear in the position of an invocation is three
//! coefficients and a base, which are scalars too, and becomes lanes where something asks for them. Parts of vectors are values of
//! their own. Reading a local gives its register.

mod access;
mod facts;
mod fuse;
mod loops;
mod ops;
mod pack;
mod registers;

use super::inst::*;
use super::lanes::{Kernels, LANES};
use facts::{Facts, Shape};
use loops::Loops;
use registers::{Wanted, allocate};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use vyre_ir::{Scalar, Type};
use vyre_lower::analysis::uniformity::{Homes, Scope};
use vyre_lower::{BufferId, Builtin, InstId, LocalId, Lowered, Op, Stmt};

/// The registers that every program has: all lanes that there are, and two for what does not last.
pub(super) const ALL: Reg = 0;
pub(super) const SCRATCH: Reg = 1;
pub(super) const CONDITION: Reg = 2;
const FIXED: Reg = 3;
/// The scalars that a launch sets: the workgroup's ids, and in a flat grid the ids of the first invocation. The lengths of the bound
/// buffers follow.
pub(super) const GROUP: Uni = 0;
pub(super) const FIRST: Uni = 3;
pub(super) const LENGTHS: Uni = 6;

/// The code of a program.
pub(super) struct Compiled {
    pub(super) insts: Vec<Inst>,
    /// Whether the lanes of each register have 64 bits.
    pub(super) registers: Vec<bool>,
    /// The scalars as they are before the first instruction.
    pub(super) scalars: Vec<u64>,
    pub(super) slots: usize,
    /// The words of the local arrays of an invocation.
    pub(super) private: usize,
    /// How many of the registers are masks, of which few are in use at a time.
    pub(super) masks: usize,
    /// Whether a block may hold invocations of several workgroups.
    pub(super) is_flat: bool,
    pub(super) has_barriers: bool,
    /// Whether lanes leave a loop at different times, because of their data, and stay where they are.
    pub(super) diverges: bool,
}

/// Compiles a form, with the loops of one instruction set.
pub(super) fn compile(form: &Lowered, kernels: &'static Kernels) -> Compiled {
    let is_flat = is_flat(form);
    let flat = (is_flat && form.workgroup_size[0] == 1).then(|| flattened(form));
    let form = flat.as_ref().unwrap_or(form);
    let facts = Facts::of(form);
    let diverges = diverges(&facts, &form.body, false);
    let bound = form.buffers.iter().filter(|decl| decl.access.is_bound()).count();
    let depth = depth(&facts, &form.body);
    let mut compiler = Compiler {
        form,
        facts,
        kernels,
        insts: Vec::new(),
        wanted: Vec::new(),
        // Three masks for each level of control flow.
        first: FIXED + 3 * depth,
        scalars: vec![0; LENGTHS as usize + bound],
        constants: HashMap::new(),
        values: vec![None; form.insts.len()],
        locals: Vec::new(),
        homes: HashMap::new(),
        reads: reads(form, &form.body),
        labels: Vec::new(),
        loops: Loops::default(),
        private: 0,
        private_arrays: HashMap::new(),
        open: Vec::new(),
        depth: 0,
        slots: 0,
        is_flat,
    };
    compiler.program();
    compiler.fuse();
    let Compiler { mut insts, wanted, first, scalars, labels, loops, slots, is_flat, private, .. } = compiler;
    let mut registers = allocate(&mut insts, first, &wanted, &loops);
    let packs = pack::pack(&mut insts, first, &mut registers);
    for target in insts.iter_mut().filter_map(Inst::target) {
        *target = labels[*target];
    }
    let has_barriers = insts.iter().any(|inst| matches!(inst, Inst::Barrier | Inst::Collective { .. }));
    Compiled {
        insts,
        registers,
        scalars,
        slots,
        private,
        masks: first as usize,
        is_flat,
        has_barriers,
        diverges: diverges && !packs,
    }
}

/// Whether a block may hold invocations of several workgroups: nothing tells these from each other, apart from the
/// invocations' own ids.
fn is_flat(form: &Lowered) -> bool {
    let tells = |op: &Op| match op {
        Op::Builtin(Builtin::Workgroup(axis) | Builtin::Local(axis)) => {
            form.workgroup_size[usize::from(*axis)] > 1
        }
        Op::Collective(..) => true,
        _ => false,
    };
    let mut has_barriers = false;
    vyre_lower::walk(&form.body, &mut |stmt| has_barriers |= matches!(stmt, Stmt::Barrier(_)));
    let shares = form.buffers.iter().any(|decl| decl.access.is_shared());
    !has_barriers && !shares && !form.insts.iter().any(|inst| tells(&inst.op))
}

/// A form with workgroups of one invocation, as one with larger workgroups.
fn flattened(form: &Lowered) -> Lowered {
    let mut form = form.clone();
    form.workgroup_size[0] = LANES as u32;
    for inst in &mut form.insts {
        match inst.op {
            Op::Builtin(Builtin::Workgroup(0)) => inst.op = Op::Builtin(Builtin::Invocation(0)),
            Op::Builtin(Builtin::Local(0)) => inst.op = Op::Const([0; 4]),
            _ => {}
        }
    }
    form
}

/// Whether lanes leave a loop at different times, because of their data: in which round follows from no id.
fn diverges(facts: &Facts, block: &[Stmt], is_in_loop: bool) -> bool {
    block.iter().any(|stmt| match stmt {
        Stmt::Loop { var, to, body, .. } => {
            [var, to].into_iter().any(|id| facts.shape(*id) == Shape::Lanes) || diverges(facts, body, true)
        }
        Stmt::If { cond, then, otherwise, .. } => {
            let leaves = is_in_loop && (jumps(then) || jumps(otherwise));
            let is_of_data = facts.shape(*cond) == Shape::Lanes && !facts.is_fused(*cond);
            (leaves && is_of_data)
                || [then, otherwise].into_iter().any(|arm| diverges(facts, arm, is_in_loop))
        }
        _ => false,
    })
}

/// How deep statements that need masks are nested.
fn depth(facts: &Facts, block: &[Stmt]) -> u32 {
    let depth = |stmt: &Stmt| {
        let inner = stmt.blocks().into_iter().map(|block| depth(facts, block)).max().unwrap_or(0);
        match stmt {
            Stmt::If { cond, .. } => inner + u32::from(facts.shape(*cond) != Shape::Scalar),
            Stmt::Loop { .. } => inner + 1,
            _ => inner,
        }
    };
    block.iter().map(depth).max().unwrap_or(0)
}

/// A value: its parts, and its linear form if it has one. The parts of a linear value are there only if they are needed.
#[derive(Clone, Copy)]
struct Value {
    parts: Parts,
    affine: Option<Affine>,
}

const NO_PARTS: Parts = [Part::Scalar(0); 4];

/// The number of parts of a value.
fn parts_of(ty: Type) -> usize {
    usize::from(ty.lanes)
}

struct Compiler<'a> {
    form: &'a Lowered,
    facts: Facts,
    kernels: &'static Kernels,
    insts: Vec<Inst>,
    wanted: Vec<Wanted>,
    /// The first register that is not fixed.
    first: Reg,
    scalars: Vec<u64>,
    constants: HashMap<u64, Uni>,
    values: Vec<Option<Value>>,
    locals: Vec<Parts>,
    /// The locals that live in a block, by its path.
    homes: HashMap<Vec<(usize, u8)>, Vec<LocalId>>,
    /// How often each local is read.
    reads: HashMap<LocalId, usize>,
    /// The position that each label stands for.
    labels: Vec<usize>,
    loops: Loops,
    /// The words of the local arrays, and where each of them begins.
    private: usize,
    private_arrays: HashMap<BufferId, usize>,
    /// What a jump out of the innermost loop needs.
    open: Vec<OpenLoop>,
    depth: u32,
    slots: usize,
    is_flat: bool,
}

struct OpenLoop {
    slot: usize,
    masks: Reg,
    /// How many statements are around its body.
    depth: usize,
    /// The locals that nobody reads in a lane which is not in the loop.
    own: Vec<LocalId>,
}

impl Compiler<'_> {
    fn program(&mut self) {
        let homes = Homes::of(self.form);
        let lives_everywhere: Vec<bool> = homes.path.iter().map(Option::is_none).collect();
        for (at, path) in homes.path.into_iter().enumerate() {
            if let Some(path) = path {
                self.homes.entry(path).or_default().push(LocalId(at as u32));
            }
        }
        let zero = self.constant(0);
        for (at, lives_everywhere) in lives_everywhere.into_iter().enumerate() {
            let local = LocalId(at as u32);
            let ty = self.form[local].ty;
            let is_scalar = self.facts.uniformity.local(local) >= Scope::Block;
            let mut parts = NO_PARTS;
            for part in &mut parts[..parts_of(ty)] {
                *part = if is_scalar { Part::Scalar(self.scalar()) } else { self.lanes(ty.scalar) };
            }
            self.locals.push(parts);
            if lives_everywhere {
                for part in &parts[..parts_of(ty)] {
                    match *part {
                        Part::Scalar(dst) => self.emit(Inst::ScalarMove { dst, a: zero }),
                        Part::Lanes(dst) => {
                            self.emit(Inst::Fill { dst, a: zero, is_long: ty.scalar == Scalar::U64 });
                        }
                    }
                }
            }
        }
        for at in 0..self.form.insts.len() {
            let id = InstId(at as u32);
            if self.form[id].op.is_free() {
                self.free(id);
            }
        }
        let end = self.label();
        let mut path = Vec::new();
        self.block(&self.form.body, end, &mut path);
        self.place(end);
        self.emit(Inst::End);
        let last = self.insts.len() - 1;
        for at in 0..self.form.locals.len() {
            self.pin(LocalId(at as u32), 0..=last);
        }
    }

    /// Says where a local is in use, unless that is known.
    fn pin(&mut self, local: LocalId, range: RangeInclusive<usize>) {
        for part in self.locals[local.index()] {
            if let Part::Lanes(reg) = part {
                self.wanted[(reg - self.first) as usize].range.get_or_insert_with(|| range.clone());
            }
        }
    }

    fn emit(&mut self, inst: Inst) {
        self.insts.push(inst);
    }

    /// A new scalar.
    fn scalar(&mut self) -> Uni {
        self.scalars.push(0);
        self.scalars.len() as Uni - 1
    }

    fn constant(&mut self, value: u64) -> Uni {
        if let Some(known) = self.constants.get(&value) {
            return *known;
        }
        self.scalars.push(value);
        let at = self.scalars.len() as Uni - 1;
        self.constants.insert(value, at);
        at
    }

    /// The value of a scalar that is a constant.
    fn as_constant(&self, scalar: Uni) -> Option<u64> {
        let value = self.scalars[scalar as usize];
        (self.constants.get(&value) == Some(&scalar)).then_some(value)
    }

    /// A new register.
    fn lanes(&mut self, scalar: Scalar) -> Part {
        Part::Lanes(self.register(scalar == Scalar::U64))
    }

    fn register(&mut self, is_long: bool) -> Reg {
        self.wanted.push(Wanted { is_long, range: None });
        self.first + self.wanted.len() as Reg - 1
    }

    fn label(&mut self) -> Target {
        self.labels.push(usize::MAX);
        self.labels.len() - 1
    }

    fn place(&mut self, label: Target) {
        self.labels[label] = self.insts.len();
    }

    fn slot(&mut self) -> usize {
        self.slots += 1;
        self.slots - 1
    }

    /// The masks of the statement at this depth.
    fn masks(&self) -> Reg {
        FIXED + 3 * self.depth
    }

    fn value(&self, id: InstId) -> Value {
        match self.values[id.index()] {
            Some(value) => value,
            None => unreachable!("the verifier: %{} is evaluated before it is used", id.0),
        }
    }

    /// The only part of a value.
    fn part(&self, id: InstId) -> Part {
        self.value(id).parts[0]
    }

    /// A value that all lanes agree on.
    fn as_scalar(&self, id: InstId) -> Uni {
        match self.part(id) {
            Part::Scalar(scalar) => scalar,
            Part::Lanes(_) => unreachable!("%{} is uniform", id.0),
        }
    }

    /// The register of a value, into which a scalar is broadcast.
    fn as_lanes(&mut self, part: Part, is_long: bool) -> Reg {
        match part {
            Part::Lanes(reg) => reg,
            Part::Scalar(a) => {
                let dst = self.register(is_long);
                self.emit(Inst::Fill { dst, a, is_long });
                dst
            }
        }
    }

    fn define(&mut self, id: InstId, parts: Parts, affine: Option<Affine>) {
        self.values[id.index()] = Some(Value { parts, affine });
    }

    /// Statements. Control that no lane follows any more goes to `end`, which is behind the last of them.
    fn block(&mut self, block: &[Stmt], end: Target, path: &mut Vec<(usize, u8)>) {
        let start = self.insts.len();
        for (at, stmt) in block.iter().enumerate() {
            self.stmt(stmt, end, at, path);
        }
        if let Some(locals) = self.homes.remove(path.as_slice()) {
            let range = start..=self.insts.len().max(start + 1) - 1;
            locals.into_iter().for_each(|local| self.pin(local, range.clone()));
        }
    }

    fn stmt(&mut self, stmt: &Stmt, end: Target, at: usize, path: &mut Vec<(usize, u8)>) {
        match stmt {
            Stmt::Eval(id) => self.eval(*id),
            Stmt::Set { local, value, .. } => {
                let inner = self.open.last().filter(|open| open.depth == path.len());
                let is_whole = inner.is_some_and(|open| open.own.contains(local));
                self.set(*local, *value, is_whole);
            }
            Stmt::Store { access, value, .. } => self.store(access, *value),
            Stmt::If { cond, then, otherwise, .. } => {
                // Of a vector that lanes do not agree on there may be a part that they agree on.
                if !self.facts.is_fused(*cond) && matches!(self.part(*cond), Part::Scalar(_)) {
                    self.branch(*cond, [then, otherwise], at, path);
                } else {
                    self.divide(*cond, [then, otherwise], at, path);
                }
                if jumps(then) || jumps(otherwise) {
                    self.emit(Inst::SkipIfNone(end));
                }
            }
            Stmt::Loop { var, from, to, body, .. } => {
                path.push((at, 0));
                self.repeat([*var, *from, *to], body, path);
                path.pop();
                if returns(body) {
                    self.emit(Inst::SkipIfNone(end));
                }
            }
            Stmt::Barrier(_) => self.emit(Inst::Barrier),
            Stmt::Break => self.emit(Inst::Break(end)),
            Stmt::Continue => {
                let Some(&OpenLoop { slot, masks, .. }) = self.open.last() else { return };
                self.emit(Inst::Continue { slot, masks, target: end });
            }
            Stmt::Return => self.emit(Inst::Return { target: end }),
        }
    }

    fn set(&mut self, local: LocalId, value: InstId, is_whole: bool) {
        let ty = self.form[local].ty;
        let (targets, source) = (self.locals[local.index()], self.value(value));
        let is_long = ty.scalar == Scalar::U64;
        for (target, part) in targets.into_iter().zip(source.parts).take(parts_of(ty)) {
            match (target, part) {
                (target, part) if target == part => {}
                (Part::Scalar(dst), Part::Scalar(a)) => self.emit(Inst::ScalarMove { dst, a }),
                (Part::Lanes(dst), Part::Scalar(src)) => self.emit(Inst::SetScalar { dst, src, is_long }),
                (Part::Lanes(dst), Part::Lanes(src)) => {
                    self.emit(Inst::Set { dst, src, is_long, is_whole, dies: false })
                }
                (Part::Scalar(_), Part::Lanes(_)) => unreachable!("a uniform local has uniform values"),
            }
        }
    }

    /// An `If` whose condition all lanes agree on.
    fn branch(&mut self, cond: InstId, arms: [&[Stmt]; 2], at: usize, path: &mut Vec<(usize, u8)>) {
        let (otherwise, end) = (self.label(), self.label());
        let cond = self.as_scalar(cond);
        self.emit(Inst::Branch { cond, otherwise });
        let inner = self.label();
        self.arm(arms[0], inner, (at, 0), path);
        self.place(inner);
        if !arms[1].is_empty() {
            self.emit(Inst::Jump(end));
        }
        self.place(otherwise);
        let inner = self.label();
        self.arm(arms[1], inner, (at, 1), path);
        self.place(inner);
        self.place(end);
    }

    /// An `If` on which lanes may disagree.
    fn divide(&mut self, cond: InstId, arms: [&[Stmt]; 2], at: usize, path: &mut Vec<(usize, u8)>) {
        let (slot, masks) = (self.slot(), self.masks());
        let cond = match self.part(cond) {
            _ if self.facts.is_fused(cond) => self.linear_condition(cond),
            Part::Lanes(reg) => Cond::Lanes(reg),
            Part::Scalar(_) => unreachable!("the condition is not uniform"),
        };
        let (otherwise, end) = (self.label(), self.label());
        self.emit(Inst::If { cond, slot, masks, otherwise });
        self.depth += 1;
        let inner = self.label();
        self.arm(arms[0], inner, (at, 0), path);
        self.place(inner);
        let jumps = arms.into_iter().any(jumps);
        if jumps {
            self.emit(Inst::Else { slot, masks, end });
        } else if !arms[1].is_empty() {
            self.emit(Inst::Otherwise { slot, end });
        }
        self.place(otherwise);
        let inner = self.label();
        self.arm(arms[1], inner, (at, 1), path);
        self.place(inner);
        self.place(end);
        self.emit(if jumps { Inst::EndIf { slot, masks } } else { Inst::Rejoin { slot } });
        self.depth -= 1;
    }

    fn arm(&mut self, block: &[Stmt], end: Target, step: (usize, u8), path: &mut Vec<(usize, u8)>) {
        path.push(step);
        self.block(block, end, path);
        path.pop();
    }

    /// The locals that nobody reads in a lane which is not in a loop: they live in the block around it, which sets them before, and are
    /// read in the loop alone. There is none if a lane may wait for the next round.
    fn own_locals(&self, body: &[Stmt], around: &[(usize, u8)]) -> Vec<LocalId> {
        if continues(body) {
            return Vec::new();
        }
        let (all, here) = (&self.reads, reads(self.form, body));
        let homes = self.homes.get(around).into_iter().flatten();
        homes.filter(|local| here.get(*local) == all.get(*local)).copied().collect()
    }

    fn repeat(&mut self, [var, from, to]: [InstId; 3], body: &[Stmt], path: &mut Vec<(usize, u8)>) {
        let (slot, masks) = (self.slot(), self.masks());
        let start = self.insts.len();
        let to = self.value(to).parts[0];
        // What counts the rounds, and the variable if it is no scalar.
        let counter = self.scalar();
        let from_value = self.value(from);
        let mut lanes = None;
        match self.facts.shape(var) {
            Shape::Scalar => {
                let a = self.as_scalar(from);
                self.emit(Inst::ScalarMove { dst: counter, a });
                self.define(var, [Part::Scalar(counter); 4], None);
            }
            Shape::Affine => {
                let Some(affine) = from_value.affine else { unreachable!("the bound is linear") };
                self.emit(Inst::ScalarMove { dst: counter, a: affine.base });
                let reg = self.register(false);
                self.define(var, [Part::Lanes(reg); 4], Some(Affine { base: counter, c: affine.c }));
            }
            Shape::Lanes => {
                let zero = self.constant(0);
                let reg = self.register(false);
                self.emit(Inst::ScalarMove { dst: counter, a: zero });
                match from_value.parts[0] {
                    Part::Lanes(src) => self.emit(Inst::Copy { dst: reg, src, is_long: false }),
                    Part::Scalar(a) => self.emit(Inst::Fill { dst: reg, a, is_long: false }),
                }
                lanes = Some(reg);
                self.define(var, [Part::Lanes(reg); 4], None);
            }
        }
        self.emit(Inst::LoopStart { slot });
        let (head, exit, next) = (self.insts.len(), self.label(), self.label());
        self.loops.enter(head);
        self.emit(Inst::Pack { masks, pack: None });
        let value = self.value(var);
        if let (Some(value), Part::Lanes(dst)) = (value.affine, value.parts[0]) {
            self.emit(Inst::Linear { dst, value });
        }
        let below = match (value.parts[0], to) {
            (Part::Scalar(var), Part::Scalar(to)) => {
                self.emit(Inst::LoopTest { slot, var, to, exit });
                None
            }
            (Part::Scalar(var), Part::Lanes(to)) => Some(LoopBelow::ToLanes { var, to }),
            (Part::Lanes(var), Part::Scalar(to)) => Some(LoopBelow::VarLanes { var, to }),
            (Part::Lanes(var), Part::Lanes(to)) => Some(LoopBelow::Lanes { var, to }),
        };
        if let Some(below) = below {
            self.emit(Inst::LoopTestLanes { slot, masks, below, exit });
        }
        self.depth += 1;
        let own = self.own_locals(body, &path[..path.len() - 1]);
        self.open.push(OpenLoop { slot, masks, depth: path.len(), own });
        self.block(body, next, path);
        self.open.pop();
        self.depth -= 1;
        self.place(next);
        self.emit(Inst::LoopNext { slot, masks, counter, var: lanes, head, exit });
        self.place(exit);
        self.emit(Inst::Unpack(None));
        let end = self.insts.len();
        self.emit(Inst::LoopEnd { slot, masks, returns: returns(body) });
        if let Some(reg) = lanes {
            self.wanted[(reg - self.first) as usize].range = Some(start..=end);
        }
        self.loops.leave(end);
    }
}

/// How often a block reads each local.
fn reads(form: &Lowered, block: &[Stmt]) -> HashMap<LocalId, usize> {
    let mut reads = HashMap::new();
    vyre_lower::walk(block, &mut |stmt| {
        if let Stmt::Eval(id) = stmt
            && let Op::Read(local) = form[*id].op
        {
            *reads.entry(local).or_default() += 1;
        }
    });
    reads
}

/// Whether a block may end a round of the loop that it is in.
fn continues(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| match stmt {
        Stmt::Continue => true,
        Stmt::If { then, otherwise, .. } => continues(then) || continues(otherwise),
        _ => false,
    })
}

/// Whether a block may take lanes away from what follows it.
fn jumps(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| match stmt {
        Stmt::Break | Stmt::Continue | Stmt::Return => true,
        Stmt::If { then, otherwise, .. } => jumps(then) || jumps(otherwise),
        Stmt::Loop { body, .. } => returns(body),
        Stmt::Eval(_) | Stmt::Set { .. } | Stmt::Store { .. } | Stmt::Barrier(_) => false,
    })
}

/// Whether a block may end invocations.
fn returns(block: &[Stmt]) -> bool {
    let mut found = false;
    vyre_lower::walk(block, &mut |stmt| found |= matches!(stmt, Stmt::Return));
    found
}

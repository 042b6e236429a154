//! Compiles the lowered form to code for blocks of lanes, once for each program.
//!
//! What all lanes agree on is computed once, in scalars. What is linear in the position of an invocation is three
//! coefficients and a base, which are scalars too, and becomes lanes where something asks for them. Parts of vectors are values of
//! their own. Reading a local gives its register.

mod access;
mod batch;
mod facts;
mod fuse;
mod loops;
mod narrow;
mod ops;
mod pack;
mod registers;
mod squares;
mod statements;
mod trees;

pub(super) use batch::batched;

use super::inst::*;
use super::kernels::Kernels;
use super::lanes::LANES;
use facts::{Facts, Shape};
use loops::Loops;
use registers::{Wanted, allocate};
use statements::{jumps, reads};
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
    /// The bytes of the registers that a lane uses, apart from masks, of which few are in use at a time.
    pub(super) bytes: usize,
    /// Whether a block may hold invocations of several workgroups.
    pub(super) is_flat: bool,
    pub(super) has_barriers: bool,
    /// Whether lanes leave a loop at different times, because of their data, and stay where they are.
    pub(super) diverges: bool,
    /// Whether such lanes move to the front of the block instead.
    pub(super) moves: bool,
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
    narrow::narrow(&mut compiler.insts);
    let Compiler { mut insts, wanted, first, scalars, labels, loops, slots, is_flat, private, .. } = compiler;
    let mut registers = allocate(&mut insts, first, &wanted, &loops);
    let in_use = registers::in_use(&mut insts, registers.len());
    let moves = pack::pack(&mut insts, first, &mut registers);
    for target in insts.iter_mut().filter_map(Inst::target) {
        *target = labels[*target];
    }
    let bytes = (registers.iter().enumerate().skip(first as usize))
        .filter(|(at, _)| in_use.get(*at) != Some(&false))
        .map(|(_, is_long)| 4 + 4 * usize::from(*is_long))
        .sum();
    let has_barriers = insts.iter().any(|inst| matches!(inst, Inst::Barrier | Inst::Collective { .. }));
    Compiled {
        insts,
        registers,
        scalars,
        slots,
        private,
        bytes,
        is_flat,
        has_barriers,
        diverges: diverges && !moves,
        moves,
    }
}

/// Whether a block may hold any invocations of several workgroups: nothing tells these from each other, apart from the
/// invocations' own ids.
pub(super) fn is_flat(form: &Lowered) -> bool {
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
                        Part::Scalar(dst) => self.emit(Inst::Scalar(ScalarInst::Move { dst, a: zero })),
                        Part::Lanes(dst) => {
                            self.emit(Inst::Fill { dst, a: zero, is_long: ty.scalar.is_long() });
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
        Part::Lanes(self.register(scalar.is_long()))
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
}

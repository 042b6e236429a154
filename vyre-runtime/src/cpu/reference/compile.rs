//! Compilation of statements: jumps, and when registers are taken and given back.
//!
//! There is no optimisation beyond the choice of instructions: an operator that only a condition uses becomes part of the
//! jump, and what only a local is set to is computed in the local's registers.

use super::inst::{END, Inst, Label, Register, Site};
use super::layout::Layout;
use super::lifetimes::{Extent, Home, Lifetimes, Position};
use vyre_ir::BinOp;
use vyre_ir::casts::Conversion;
use vyre_lower::{Block, InstId, LocalId, Lowered, Op, Origin, Stmt};

/// The result of [`compile`].
pub(super) struct Compiled {
    pub(super) insts: Vec<Inst>,
    /// Where each of the instructions comes from.
    pub(super) sites: Vec<Site>,
    pub(super) layout: Layout,
}

/// The jumps out of an open loop, the targets of which are still to be set.
#[derive(Default)]
struct Jumps {
    breaks: Vec<usize>,
    continues: Vec<usize>,
}

pub(super) struct Compiler<'a> {
    pub(super) form: &'a Lowered,
    pub(super) lifetimes: Lifetimes,
    pub(super) layout: Layout,
    insts: Vec<Inst>,
    sites: Vec<Site>,
    /// The number of the statement, as in [`Lifetimes`].
    position: Position,
    /// The open loops, the innermost last.
    loops: Vec<Jumps>,
}

/// Compiles a form that the verifier accepts.
pub(super) fn compile(form: &Lowered) -> Compiled {
    let lifetimes = Lifetimes::of(form);
    let layout = Layout::new(form, &lifetimes);
    let (insts, sites, loops) = (Vec::new(), Vec::new(), Vec::new());
    let mut compiler = Compiler { form, lifetimes, layout, insts, sites, position: 0, loops };
    compiler.block(&form.body);
    Compiled { insts: compiler.insts, sites: compiler.sites, layout: compiler.layout }
}

impl Compiler<'_> {
    fn block(&mut self, block: &[Stmt]) {
        for stmt in block {
            self.position += 1;
            self.release();
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Eval(id) => self.eval(*id),
            Stmt::Set { local, value, origin } => self.set(*local, *value, *origin),
            Stmt::Store { access, value, origin } => self.store(access, *value, *origin),
            Stmt::If { cond, then, otherwise, origin } => self.branch(*cond, then, otherwise, *origin),
            Stmt::Loop { var, from, to, body, origin } => self.repeat([*var, *from, *to], body, *origin),
            Stmt::Barrier(origin) => self.emit(Inst::Barrier, *origin),
            Stmt::Break => self.escape(|jumps| &mut jumps.breaks),
            Stmt::Continue => self.escape(|jumps| &mut jumps.continues),
            Stmt::Return => {
                self.jump();
            }
        }
    }

    /// Gives back the registers of what is not needed any more.
    fn release(&mut self) {
        while let Some(home) = self.lifetimes.next_expired(self.position) {
            let (register, ty) = match home {
                Home::Value(id) => (self.register(id), self.form[id].ty),
                Home::Local(id) => (self.layout.locals[id.index()], self.form[id].ty),
            };
            self.layout.registers.give_back(register, ty.words());
        }
    }

    /// The first register of a value.
    pub(super) fn register(&self, id: InstId) -> Register {
        self.layout.values[id.index()]
    }

    /// Registers for a value.
    pub(super) fn take(&mut self, id: InstId) -> Register {
        let register = self.layout.registers.take(self.form[id].ty.words());
        self.layout.values[id.index()] = register;
        register
    }

    pub(super) fn emit(&mut self, inst: Inst, origin: Origin) {
        self.emit_at(Site { origin: Some(origin), ..Site::default() }, inst);
    }

    pub(super) fn emit_at(&mut self, site: Site, inst: Inst) {
        self.insts.push(inst);
        self.sites.push(site);
    }

    fn pop(&mut self) {
        self.insts.pop();
        self.sites.pop();
    }

    /// The last instruction, if all that it does is to compute this value, and nothing needs the value after this statement.
    fn last_for(&mut self, value: InstId) -> Option<&mut Inst> {
        let (root, register) = (self.lifetimes.root(value), self.register(value));
        let is_whole = self.form[root].ty.words() == self.form[value].ty.words();
        let is_over = self.lifetimes.end(value) <= self.position && !self.lifetimes.is_in_local(root);
        let last = self.insts.last_mut().filter(|_| is_whole && is_over)?;
        last.dst_mut().is_some_and(|dst| *dst == register).then_some(last)
    }

    fn set(&mut self, local: LocalId, value: InstId, origin: Origin) {
        if self.lifetimes.extent(local) == Extent::Scoped(self.position) {
            let words = self.form[local].ty.words();
            self.layout.locals[local.index()] = self.layout.registers.take(words);
        }
        self.put(value, self.layout.locals[local.index()], origin);
    }

    /// Puts a value into the registers from `dst`.
    fn put(&mut self, value: InstId, dst: Register, origin: Origin) {
        let source = self.register(value);
        if let Some(last) = self.last_for(value).and_then(Inst::dst_mut) {
            *last = dst;
        } else if source != dst {
            let words = self.form[value].ty.words() as u8;
            self.emit(Inst::Move { words, dst, source }, origin);
        }
    }

    fn branch(&mut self, cond: InstId, then: &Block, otherwise: &Block, origin: Origin) {
        let skip = self.jump_unless(cond, origin);
        self.block(then);
        if otherwise.is_empty() {
            return self.resolve(skip);
        }
        let exit = self.jump();
        self.resolve(skip);
        self.block(otherwise);
        self.resolve(exit);
    }

    /// A loop over the values of `var`.
    fn repeat(&mut self, [var, from, to]: [InstId; 3], body: &Block, origin: Origin) {
        let (var, end) = (self.take(var), self.register(to));
        self.put(from, var, origin);
        let skip = self.insts.len();
        self.emit(Inst::JumpUnlessBinary { op: BinOp::Lt, left: var, right: end, to: END }, origin);
        self.loops.push(Jumps::default());
        self.block(body);
        self.position += 1;
        let jumps = self.loops.pop().unwrap_or_default();
        jumps.continues.into_iter().for_each(|at| self.resolve(at));
        self.emit(Inst::Next { var, end, to: skip as Label + 1 }, origin);
        jumps.breaks.into_iter().chain([skip]).for_each(|at| self.resolve(at));
    }

    /// Jumps from here if a condition is false; the target is still to be set.
    fn jump_unless(&mut self, cond: InstId, origin: Origin) -> usize {
        let mut jump = Inst::JumpUnless { cond: self.register(cond), to: END };
        let mut tested = cond;
        if let Some(&mut Inst::Convert { conversion: Conversion::NonZero, words: 1, source, .. }) =
            self.last_for(tested)
        {
            self.pop();
            jump = Inst::JumpUnless { cond: source, to: END };
            if let Op::Convert(_, operand) = self.form[self.lifetimes.root(cond)].op {
                tested = operand;
            }
        }
        if let Some(&mut Inst::Binary { op, left, right, .. }) = self.last_for(tested) {
            self.pop();
            jump = Inst::JumpUnlessBinary { op, left, right, to: END };
        }
        self.emit(jump, origin);
        self.insts.len() - 1
    }

    /// Jumps from here, to the end unless the target is set.
    fn jump(&mut self) -> usize {
        self.emit_at(Site::default(), Inst::Jump { to: END });
        self.insts.len() - 1
    }

    /// Jumps to where the list of the innermost loop will lead.
    fn escape(&mut self, list: impl Fn(&mut Jumps) -> &mut Vec<usize>) {
        let jump = self.jump();
        if let Some(jumps) = self.loops.last_mut() {
            list(jumps).push(jump);
        }
    }

    /// Lets the jump at `at` lead to here.
    fn resolve(&mut self, at: usize) {
        let here = self.insts.len() as Label;
        if let Some(label) = self.insts[at].label_mut() {
            *label = here;
        }
    }
}

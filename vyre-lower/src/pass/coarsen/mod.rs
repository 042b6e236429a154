//! Coarsening: an invocation does the work of several neighbours along x, with vector loads and stores.
//!
//! A kernel that accesses the element of its own index, as in `out[i] = a[i] + 1`, moves four bytes with each access, and a GPU
//! has too few of them under way to use its memory's bandwidth. The coarsened form stands for four invocations in a row: for two
//! if all such elements have 8 bytes, for eight if some have 2, and for sixteen if all have 1 and little is computed of them.
//! Where all of their elements are there it loads and stores them as blocks of 16 bytes; else, at the ends of buffers, it executes
//! the program once for each of them:
//!
//! ```text
//! if p < len(a) / 4 and p < len(out) / 4 {
//!     block loads; the program four times, on parts of the blocks; block stores
//! } else {
//!     for j in 0..4 { the program, for the invocation 4 * p + j }
//! }
//! ```
//!
//! Elements of 8 and 16 bits are stored by atomics on words that four or two of them share. An invocation that stands for all of a
//! word is alone with it, and stores it without atomics in either branch.
//!
//! A program cannot tell: it is coarsened only if it does not see its workgroup and waits for nobody. [`plan`] finds out whether
//! that is so, and says where it pays.

mod lanes;
mod parts;
mod plan;

use crate::clone::Constants;
use crate::form::*;
use crate::{Lowered, Origin, Target};
use lanes::Lanes;
use plan::{Plan, Width};
use rustc_hash::FxHashMap as HashMap;
use vyre_ir::{BinOp, Type};

/// The workgroup of a coarsened form. On an H200 workgroups of 64 reached 1,255 GB/s where those of 256 reached 3,197, because
/// workgroups start at a limited rate.
const WORKGROUP_SIZE: u32 = 256;

/// Coarsens the form if it may be and that pays.
pub(super) fn run(form: &mut Lowered, target: &Target) -> bool {
    let Some(plan) = target.has_blocks.then(|| plan::find(form)).flatten() else { return false };
    let body = std::mem::take(&mut form.body);
    let constants = Constants::of(form);
    let mut coarsen = Coarsen { form, constants, out: Block::new(), origin: plan.origin };
    coarsen.build(&plan, body);
    true
}

/// What builds the coarsened form.
struct Coarsen<'a> {
    form: &'a mut Lowered,
    constants: Constants,
    /// The statements of the block that is being written.
    out: Block,
    /// The origin of what is written.
    origin: Origin,
}

impl Coarsen<'_> {
    fn build(&mut self, plan: &Plan, body: Block) {
        let name = plan.ids.iter().find_map(|id| self.form[*id].name.take());
        let id = self.form.add(Op::Builtin(Builtin::Invocation(0)), U32, self.origin);
        let shift = plan.factor.ilog2();
        let base = self.shifted(BinOp::Shl, id, shift);
        self.form[base].name = Some("first".into());
        let cond = self.all_are_there(plan, id, shift);
        let fast = self.nested(|coarsen| Lanes::new(coarsen, plan, id, base).build(&body));
        let slow = self.nested(|coarsen| coarsen.one_by_one(plan, base, name, body));
        self.out.push(Stmt::If { cond, then: fast, otherwise: slow, origin: self.origin });
        let [size, ..] = self.form.workgroup_size;
        self.form.coarsening = Some(Coarsening { factor: plan.factor, workgroup_size: size });
        self.form.workgroup_size = [WORKGROUP_SIZE, 1, 1];
        if let Some([x, ..]) = &mut self.form.grid {
            *x /= u64::from(plan.factor);
        }
        self.form.body = std::mem::take(&mut self.out);
    }

    /// The condition under which all elements of the invocation are there, and all bounds of the program hold.
    fn all_are_there(&mut self, plan: &Plan, id: InstId, shift: u32) -> InstId {
        let mut limits = Vec::new();
        for (at, width) in plan.widths.iter().enumerate() {
            let Some(width) = width else { continue };
            let buffer = BufferId(at as u32);
            let length = match self.form.static_length(buffer) {
                Some(length) => self.constants.get(self.form, U32, [length, 0, 0, 0]),
                None => self.form.add(Op::Length(buffer), U32, self.origin),
            };
            // Of what is smaller than a word the length counts words.
            limits.push(match width.shift(plan.factor) {
                0 => length,
                shift => self.shifted(BinOp::Shr, length, shift),
            });
        }
        let mut copies = HashMap::default();
        let is_known = |bound: &&InstId| match self.form[**bound].op {
            Op::Length(buffer) => matches!(plan.widths[buffer.index()], Some(Width::Words(_))),
            _ => false,
        };
        let bounds: Vec<InstId> = plan.bounds.iter().filter(|bound| !is_known(bound)).copied().collect();
        for bound in &bounds {
            let bound = self.hoisted(*bound, &mut copies);
            limits.push(self.shifted(BinOp::Shr, bound, shift));
        }
        let mut all: Option<InstId> = None;
        for limit in limits {
            let holds = self.eval(Op::Binary(BinOp::Lt, id, limit), BOOL);
            all = Some(match all {
                Some(others) => self.eval(Op::Binary(BinOp::BitAnd, others, holds), BOOL),
                None => holds,
            });
        }
        all.unwrap_or_else(|| self.constants.get(self.form, BOOL, [1, 0, 0, 0]))
    }

    /// A copy of a value that the plan has found to be available at the entry.
    fn hoisted(&mut self, id: InstId, copies: &mut HashMap<InstId, InstId>) -> InstId {
        if self.form[id].op.is_free() {
            return id;
        }
        if let Some(copy) = copies.get(&id) {
            return *copy;
        }
        let mut inst = self.form[id].clone();
        let operands: Vec<InstId> = inst.op.operands().collect();
        let hoisted: HashMap<InstId, InstId> =
            operands.into_iter().map(|operand| (operand, self.hoisted(operand, copies))).collect();
        if let Some(access) = inst.op.access_mut() {
            access.guard = Guard::Checked;
        }
        inst.op.map_operands(|operand| hoisted.get(&operand).copied().unwrap_or(operand));
        let copy = self.add(inst);
        copies.insert(id, copy);
        copy
    }

    /// The program for one invocation after the other. Its instructions are those that were there.
    fn one_by_one(&mut self, plan: &Plan, base: InstId, name: Option<std::sync::Arc<str>>, mut body: Block) {
        let [from, to] = [0, plan.factor].map(|at| self.constants.get(self.form, U32, [at, 0, 0, 0]));
        let var = self.form.add(Op::Induction, U32, self.origin);
        self.form[var].name = Some("lane".into());
        let round = self.nested(|coarsen| {
            let own = coarsen.eval(Op::Binary(BinOp::Add, base, var), U32);
            coarsen.form[own].name = name;
            // Locals are zero at the start of each invocation.
            for at in 0..coarsen.form.locals.len() as u32 {
                let (local, origin) = (LocalId(at), coarsen.origin);
                let ty = coarsen.form[local].ty;
                let value = coarsen.constants.get(coarsen.form, ty, [0; 4]);
                coarsen.out.push(Stmt::Set { local, value, origin });
            }
            coarsen.rename(plan, own, &mut body);
            coarsen.without_atomics(&mut body);
            coarsen.out.append(&mut body);
        });
        self.out.push(Stmt::Loop { var, from, to, body: round, origin: self.origin });
    }

    /// Lets a block compute with another id, and continue a loop where it would return.
    fn rename(&mut self, plan: &Plan, own: InstId, block: &mut Block) {
        let renamed = |id: InstId| if plan.ids.contains(&id) { own } else { id };
        for stmt in block {
            match stmt {
                Stmt::Eval(id) => self.form[*id].op.map_operands(renamed),
                Stmt::Set { value, .. } => *value = renamed(*value),
                Stmt::Store { access, value, .. } => {
                    access.map_operands(&mut |id| renamed(id));
                    *value = renamed(*value);
                }
                Stmt::Return => *stmt = Stmt::Continue,
                Stmt::If { .. } | Stmt::Loop { .. } | Stmt::Barrier(_) | Stmt::Break | Stmt::Continue => {}
            }
            stmt.blocks_mut().for_each(|block| self.rename(plan, own, block));
        }
    }

    /// Accesses words without atomics: those that there are (see [`plan`]) are on words of this invocation alone.
    fn without_atomics(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(block) {
            stmt.blocks_mut().for_each(|block| self.without_atomics(block));
            let Stmt::Eval(id) = stmt else {
                block.push(stmt);
                continue;
            };
            let Inst { op, origin, .. } = self.form[id].clone();
            match op {
                Op::AtomicLoad(access) => self.form[id].op = Op::Load(access),
                Op::Atomic(op, access, _, operand) => {
                    let word = self.form.add(Op::Load(access), U32, origin);
                    let value = self.form.add(Op::Binary(parts::on_words(op), word, operand), U32, origin);
                    block.extend([
                        Stmt::Eval(word),
                        Stmt::Eval(value),
                        Stmt::Store { access, value, origin },
                    ]);
                    continue;
                }
                _ => {}
            }
            block.push(stmt);
        }
    }

    fn shifted(&mut self, op: BinOp, value: InstId, by: u32) -> InstId {
        let by = self.constants.get(self.form, U32, [by, 0, 0, 0]);
        self.eval(Op::Binary(op, value, by), U32)
    }

    fn eval(&mut self, op: Op, ty: Type) -> InstId {
        self.add(Inst { op, ty, origin: self.origin, name: None })
    }

    /// Adds an instruction and evaluates it.
    fn add(&mut self, inst: Inst) -> InstId {
        let id = InstId(self.form.insts.len() as u32);
        self.form.insts.push(inst);
        self.out.push(Stmt::Eval(id));
        id
    }

    /// What is written meanwhile, as a block.
    fn nested(&mut self, write: impl FnOnce(&mut Self)) -> Block {
        let outer = std::mem::take(&mut self.out);
        write(self);
        std::mem::replace(&mut self.out, outer)
    }
}

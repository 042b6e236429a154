//! Several workgroups in one block: a form in which they are the rows of one workgroup, one behind the other along y.
//!
//! An instruction costs as much for a few lanes as for many, and workgroups that share memory are small. Where their invocations
//! lie in a row along x, the y axis is free for the number of the workgroup. Each row has its own part of the arrays of a workgroup, and
//! as all rows execute each statement together, what waits at a barrier has been waited for.

use vyre_ir::{BinOp, Lanes};
use vyre_lower::analysis::uniformity::{Scope, Uniformity, uniformity};
use vyre_lower::{Access, Block, Builtin, Guard, Inst, InstId, Lowered, Op, Origin, Stmt, U32, Unit};

/// A form each of whose workgroups is a row of workgroups of another one; how many they are is up to the launch. None if its
/// workgroups cannot stand in a row, or if rows would disagree on control flow that each of them agrees on.
pub(in super::super) fn batched(form: &Lowered) -> Option<Lowered> {
    if form.workgroup_size[0] < 2 || form.workgroup_size[1..] != [1, 1] || !can_share(form) {
        return None;
    }
    let mut batcher = Batcher { form: form.clone(), row: InstId(0), ids: Vec::new() };
    batcher.row = batcher.add(Op::Builtin(Builtin::Local(1)));
    // What the loops and the memory of a block need to know is that there is more than one row.
    batcher.form.workgroup_size[1] = 2;
    batcher.builtins(form.insts.len());
    let body = std::mem::take(&mut batcher.form.body);
    let body = batcher.block(body);
    let Batcher { form: mut batch, ids, .. } = batcher;
    batch.body = ids.into_iter().map(Stmt::Eval).chain(body).collect();
    let scopes = [uniformity(form), uniformity(&batch)];
    agree(&form.body, &scopes).then_some(batch)
}

/// Whether every access to an array of the workgroup stays in its part, and nothing asks for the workgroup as a whole.
fn can_share(form: &Lowered) -> bool {
    let stays = |access: &Access| {
        !form[access.buffer].access.is_shared()
            || (matches!(access.guard, Guard::Proven(_)) && access.unit == Unit::Element)
    };
    let mut can = true;
    vyre_lower::walk(&form.body, &mut |stmt| match stmt {
        Stmt::Eval(id) => {
            let op = &form[*id].op;
            can &= !matches!(op, Op::Collective(..)) && op.access().is_none_or(stays);
        }
        Stmt::Store { access, .. } => can &= stays(access),
        _ => {}
    });
    can
}

/// Whether rows agree on conditions and on numbers of rounds that the invocations of a workgroup agree on.
fn agree(block: &[Stmt], [before, after]: &[Uniformity; 2]) -> bool {
    let agrees = |id: &InstId| before.value(*id) < Scope::Block || after.value(*id) >= Scope::Block;
    let mut all = true;
    vyre_lower::walk(block, &mut |stmt| match stmt {
        Stmt::If { cond, .. } => all &= agrees(cond),
        Stmt::Loop { var, from, to, .. } => all &= [var, from, to].into_iter().all(agrees),
        _ => {}
    });
    all
}

struct Batcher {
    form: Lowered,
    /// The number of the row.
    row: InstId,
    /// What is evaluated first.
    ids: Vec<InstId>,
}

impl Batcher {
    fn add(&mut self, op: Op) -> InstId {
        // Nobody asks for it: the engine has no errors to report.
        let origin = Origin::NOWHERE;
        self.form.insts.push(Inst { op, ty: U32, origin, name: None });
        InstId(self.form.insts.len() as u32 - 1)
    }

    fn constant(&mut self, value: u32) -> InstId {
        let mut words = Lanes::default();
        words[0] = value;
        self.add(Op::Const(words))
    }

    /// Gives ids the values that they have in a row: the workgroup's is that of the first row and the number of the row.
    fn builtins(&mut self, count: usize) {
        for at in 0..count {
            let id = InstId(at as u32);
            let op = match self.form[id].op {
                Op::Builtin(Builtin::Workgroup(0)) => self.workgroup(),
                Op::Builtin(Builtin::Invocation(0)) => {
                    let op = self.workgroup();
                    let workgroup = self.first(op);
                    let size = self.constant(self.form.workgroup_size[0]);
                    let start = self.first(Op::Binary(BinOp::Mul, workgroup, size));
                    let local = self.add(Op::Builtin(Builtin::Local(0)));
                    Op::Binary(BinOp::Add, start, local)
                }
                Op::Builtin(Builtin::Invocation(1)) => {
                    self.form[id].op = Op::Builtin(Builtin::Workgroup(1));
                    continue;
                }
                Op::Builtin(Builtin::Local(1)) => {
                    self.form[id].op = Op::Const(Lanes::default());
                    continue;
                }
                _ => continue,
            };
            self.form[id].op = op;
            self.ids.push(id);
        }
    }

    fn workgroup(&mut self) -> Op {
        let first = self.add(Op::Builtin(Builtin::Workgroup(0)));
        Op::Binary(BinOp::Add, first, self.row)
    }

    /// A value that is evaluated before the statements of the program.
    fn first(&mut self, op: Op) -> InstId {
        let id = self.add(op);
        self.ids.push(id);
        id
    }

    fn block(&mut self, block: Block) -> Block {
        let mut moved = Vec::with_capacity(block.len());
        for mut stmt in block {
            match &mut stmt {
                Stmt::Eval(id) => {
                    if let Some(access) = self.form[*id].op.access().copied()
                        && let Some(index) = self.index(access, &mut moved)
                        && let Some(access) = self.form[*id].op.access_mut()
                    {
                        access.index = index;
                    }
                }
                Stmt::Store { access, .. } => {
                    if let Some(index) = self.index(*access, &mut moved) {
                        access.index = index;
                    }
                }
                _ => {
                    for inner in stmt.blocks_mut() {
                        *inner = self.block(std::mem::take(inner));
                    }
                }
            }
            moved.push(stmt);
        }
        moved
    }

    /// The index in the arrays of all rows of an access to an array of the workgroup.
    fn index(&mut self, access: Access, into: &mut Block) -> Option<InstId> {
        let decl = &self.form[access.buffer];
        if !decl.access.is_shared() {
            return None;
        }
        let count = self.constant(decl.count);
        let start = self.add(Op::Binary(BinOp::Mul, self.row, count));
        let index = self.add(Op::Binary(BinOp::Add, access.index, start));
        into.extend([start, index].map(Stmt::Eval));
        Some(index)
    }
}

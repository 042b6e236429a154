//! Which values every invocation agrees on.
//!
//! A value is uniform over a workgroup if it is the same in every invocation that computes it, whatever order they
//! run in. It is uniform over a *block* if that holds for invocations that execute each statement together, as the CPU engine
//! does with some invocations of a workgroup: a load of memory that is written gives them one value, and the variable of a loop
//! counts the rounds that they make together. Control flow that depends on uniform values alone needs no masks.

use crate::form::*;
use vyre_ir::BufferAccess;

/// Who agrees on a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Nobody: each invocation may have its own.
    Invocation,
    /// The invocations that execute together.
    Block,
    /// All invocations of a workgroup.
    Workgroup,
}

/// The scope of each value and local.
#[derive(Clone, Debug)]
pub struct Uniformity {
    values: Vec<Scope>,
    locals: Vec<Scope>,
}

impl Uniformity {
    /// Who agrees on a value.
    pub fn value(&self, id: InstId) -> Scope {
        self.values[id.index()]
    }

    /// Who agrees on what a local holds, among those that read it.
    pub fn local(&self, id: LocalId) -> Scope {
        self.locals[id.index()]
    }
}

/// Finds the scope of each value.
///
/// It starts with the assumption that everything is uniform, and goes over the form until nothing contradicts what is assumed.
pub fn uniformity(form: &Lowered) -> Uniformity {
    let scopes = Uniformity {
        values: vec![Scope::Workgroup; form.insts.len()],
        locals: vec![Scope::Workgroup; form.locals.len()],
    };
    let mut solver = Solver { form, homes: Homes::of(form), scopes, changed: true };
    for at in 0..form.insts.len() {
        solver.free(InstId(at as u32));
    }
    while std::mem::replace(&mut solver.changed, false) {
        solver.block(&form.body, &mut Vec::new());
    }
    solver.scopes
}

struct Solver<'a> {
    form: &'a Lowered,
    homes: Homes,
    scopes: Uniformity,
    changed: bool,
}

impl Solver<'_> {
    fn lower(&mut self, id: InstId, scope: Scope) {
        let known = &mut self.scopes.values[id.index()];
        self.changed |= scope < *known;
        *known = scope.min(*known);
    }

    fn free(&mut self, id: InstId) {
        let size = self.form.workgroup_size;
        if let Op::Builtin(Builtin::Invocation(axis) | Builtin::Local(axis)) = self.form[id].op
            && size[usize::from(axis.min(2))] > 1
        {
            self.lower(id, Scope::Invocation);
        }
    }

    fn all(&self, ids: impl Iterator<Item = InstId>) -> Scope {
        ids.map(|id| self.scopes.value(id)).min().unwrap_or(Scope::Workgroup)
    }

    /// `path` has the scope of each statement around the block: of the condition, or of how many rounds a loop makes.
    fn block(&mut self, block: &[Stmt], path: &mut Vec<Scope>) {
        for stmt in block {
            match stmt {
                Stmt::Eval(id) => self.eval(*id),
                Stmt::Set { local, value, .. } => {
                    // What lies around the home of the local is the same for all who read it.
                    let depth = self.homes.depth[local.index()].min(path.len());
                    let inner = path[depth..].iter().copied().min().unwrap_or(Scope::Workgroup);
                    let scope = self.scopes.value(*value).min(inner);
                    let known = &mut self.scopes.locals[local.index()];
                    self.changed |= scope < *known;
                    *known = scope.min(*known);
                }
                Stmt::If { cond, then, otherwise, .. } => {
                    path.push(self.scopes.value(*cond));
                    self.block(then, path);
                    self.block(otherwise, path);
                    path.pop();
                }
                Stmt::Loop { var, from, to, body, .. } => {
                    let bounds = self.all([*from, *to].into_iter());
                    let leaves = self.leaves(body, true).min(bounds);
                    // Those who execute together count together, as long as they start together.
                    let counted = if leaves == Scope::Workgroup { leaves } else { Scope::Block };
                    self.lower(*var, self.scopes.value(*from).min(counted));
                    path.push(leaves);
                    self.block(body, path);
                    path.pop();
                }
                Stmt::Store { .. } | Stmt::Barrier(_) | Stmt::Break | Stmt::Continue | Stmt::Return => {}
            }
        }
    }

    fn eval(&mut self, id: InstId) {
        let op = &self.form[id].op;
        let operands = self.all(op.operands());
        let scope = match op {
            Op::Atomic(..) => Scope::Invocation,
            Op::Collective(op, ..) if op.is_uniform() => Scope::Workgroup,
            Op::Collective(..) => Scope::Invocation,
            Op::Read(local) => self.scopes.local(*local),
            Op::Load(access) | Op::LoadByte(access) | Op::AtomicLoad(access) => {
                match self.form[access.buffer].access {
                    BufferAccess::Private => Scope::Invocation,
                    BufferAccess::ReadWrite | BufferAccess::Workgroup | BufferAccess::WorkgroupAtomic => {
                        operands.min(Scope::Block)
                    }
                    BufferAccess::ReadOnly | BufferAccess::Uniform => operands,
                }
            }
            _ => operands,
        };
        self.lower(id, scope);
    }

    /// The scope of the conditions under which a block of a loop's body is left by a jump.
    fn leaves(&self, block: &[Stmt], of_loop: bool) -> Scope {
        block.iter().map(|stmt| self.leaves_by(stmt, of_loop)).min().unwrap_or(Scope::Workgroup)
    }

    fn leaves_by(&self, stmt: &Stmt, of_loop: bool) -> Scope {
        match stmt {
            Stmt::If { cond, then, otherwise, .. } if leaves(then, of_loop) || leaves(otherwise, of_loop) => {
                let inner = self.leaves(then, of_loop).min(self.leaves(otherwise, of_loop));
                self.scopes.value(*cond).min(inner)
            }
            Stmt::Loop { from, to, body, .. } if leaves(body, false) => {
                // A return after some rounds: who makes how many depends on the bounds and on every jump.
                let bounds = self.all([*from, *to].into_iter());
                bounds.min(self.leaves(body, true))
            }
            _ => Scope::Workgroup,
        }
    }
}

/// Whether a block has a jump out of the loop around it, or out of the body.
fn leaves(block: &[Stmt], of_loop: bool) -> bool {
    block.iter().any(|stmt| match stmt {
        Stmt::Return => true,
        Stmt::Break | Stmt::Continue => of_loop,
        Stmt::If { then, otherwise, .. } => leaves(then, of_loop) || leaves(otherwise, of_loop),
        Stmt::Loop { body, .. } => leaves(body, false),
        Stmt::Eval(_) | Stmt::Set { .. } | Stmt::Store { .. } | Stmt::Barrier(_) => false,
    })
}

/// Where each local lives: the innermost block that has all its accesses, if the first of them sets it there; else the whole
/// body. Nobody reads there what was set before the block was entered.
#[derive(Clone, Debug)]
pub struct Homes {
    /// The path of each local's home: for every statement around it, its position in its block and which of its blocks it is.
    /// `None` if nothing accesses the local, or if it lives in the whole body and may be read before it is set.
    pub path: Vec<Option<Vec<(usize, u8)>>>,
    /// The number of statements around the home.
    depth: Vec<usize>,
}

impl Homes {
    /// Finds the homes.
    pub fn of(form: &Lowered) -> Homes {
        let mut finder = Finder { form, found: vec![None; form.locals.len()], path: Vec::new() };
        finder.block(&form.body);
        let path: Vec<Option<Vec<(usize, u8)>>> = (finder.found.into_iter())
            .map(|found| found.and_then(|found| found.sets_at_home.then_some(found.home)))
            .collect();
        let depth = path.iter().map(|path| path.as_ref().map_or(0, Vec::len)).collect();
        Homes { path, depth }
    }
}

#[derive(Clone)]
struct Found {
    home: Vec<(usize, u8)>,
    /// The depth of the first access, if it is a set.
    first_set: Option<usize>,
    sets_at_home: bool,
}

struct Finder<'a> {
    form: &'a Lowered,
    found: Vec<Option<Found>>,
    path: Vec<(usize, u8)>,
}

impl Finder<'_> {
    fn block(&mut self, block: &[Stmt]) {
        for (at, stmt) in block.iter().enumerate() {
            match stmt {
                Stmt::Eval(id) => {
                    if let Op::Read(local) = self.form[*id].op {
                        self.access(local, false);
                    }
                }
                Stmt::Set { local, .. } => self.access(*local, true),
                _ => {}
            }
            for (arm, block) in stmt.blocks().into_iter().enumerate() {
                self.path.push((at, arm as u8));
                self.block(block);
                self.path.pop();
            }
        }
    }

    fn access(&mut self, local: LocalId, is_set: bool) {
        match &mut self.found[local.index()] {
            Some(found) => {
                let common = found.home.iter().zip(&self.path).take_while(|(a, b)| a == b).count();
                found.home.truncate(common);
                found.sets_at_home = found.first_set == Some(common);
            }
            none => {
                let first_set = is_set.then_some(self.path.len());
                *none = Some(Found { home: self.path.clone(), first_set, sets_at_home: is_set });
            }
        }
    }
}

//! Dead sets: a local is set, and on every way from there it is set again or never read. Locals that nothing uses any more go too.
//!
//! The walk goes backwards and keeps the locals that are live: those whose value may be read before they are set again. A loop needs
//! no fixed point: what is live at its head is what is live behind it, and what a round may read before it sets it, which a
//! first walk finds out for each loop.

use crate::form::*;
use crate::{Lowered, Target};
use rustc_hash::FxHashMap as HashMap;

/// Removes dead sets, locals that nothing uses, and zeros that are stored to what is zero.
pub(super) fn run(form: &mut Lowered, _: &Target) -> bool {
    let mut body = std::mem::take(&mut form.body);
    let stores_less = super::zeroed::run(form, &mut body);
    let mut walk = Walk { form, heads: HashMap::default(), exits: Vec::new(), is_changed: false };
    walk.exposed(&body);
    let mut live = Live::none(form);
    walk.sweep(&mut body, &mut live);
    let is_changed = walk.is_changed | stores_less;
    form.body = body;
    compact(form) | is_changed
}

/// A set of locals.
#[derive(Clone)]
struct Live(Vec<u64>);

impl Live {
    fn none(form: &Lowered) -> Live {
        Live(vec![0; form.locals.len().div_ceil(64)])
    }

    fn has(&self, local: LocalId) -> bool {
        self.0[local.index() / 64] >> (local.index() % 64) & 1 == 1
    }

    fn insert(&mut self, local: LocalId) {
        self.0[local.index() / 64] |= 1 << (local.index() % 64);
    }

    fn remove(&mut self, local: LocalId) {
        self.0[local.index() / 64] &= !(1 << (local.index() % 64));
    }

    fn unite(&mut self, other: &Live) {
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one |= other);
    }
}

struct Walk<'a> {
    form: &'a Lowered,
    /// What a round of the loop of this variable may read before it sets it.
    heads: HashMap<InstId, Live>,
    /// For each loop around the statement.
    exits: Vec<Exits>,
    /// Whether a set was removed.
    is_changed: bool,
}

/// What is live where the jumps of a loop lead.
struct Exits {
    /// Behind the loop, where `Break` leads.
    behind: Live,
    /// At its head, where `Continue` leads.
    head: Live,
}

impl Walk<'_> {
    /// Finds what a block may read before it sets it, and the same of the loops in it.
    fn exposed(&mut self, block: &[Stmt]) -> Live {
        let mut live = Live::none(self.form);
        self.exposed_before(block, &mut live);
        live
    }

    fn exposed_before(&mut self, block: &[Stmt], live: &mut Live) {
        for stmt in block.iter().rev() {
            match stmt {
                Stmt::If { then, otherwise, .. } => {
                    let mut other = live.clone();
                    self.exposed_before(then, live);
                    self.exposed_before(otherwise, &mut other);
                    live.unite(&other);
                }
                Stmt::Loop { var, body, .. } => {
                    let head = self.exposed(body);
                    live.unite(&head);
                    self.heads.insert(*var, head);
                }
                // Where these lead is looked at with the loop.
                Stmt::Break | Stmt::Continue | Stmt::Return => *live = Live::none(self.form),
                Stmt::Eval(_) | Stmt::Set { .. } | Stmt::Store { .. } | Stmt::Barrier(_) => {
                    self.step(stmt, live);
                }
            }
        }
    }

    /// Goes back over a statement without blocks that is no jump.
    fn step(&self, stmt: &Stmt, live: &mut Live) {
        match stmt {
            Stmt::Set { local, .. } => live.remove(*local),
            Stmt::Eval(id) => {
                if let Op::Read(local) = self.form[*id].op {
                    live.insert(local);
                }
            }
            _ => {}
        }
    }

    /// Removes the dead sets of a block. `live` is what is live behind it, and then what is live before it.
    fn sweep(&mut self, block: &mut Block, live: &mut Live) {
        let mut kept = Block::with_capacity(block.len());
        while let Some(mut stmt) = block.pop() {
            match &mut stmt {
                Stmt::Set { local, .. } if !live.has(*local) => {
                    self.is_changed = true;
                    continue;
                }
                Stmt::If { then, otherwise, .. } => {
                    let mut other = live.clone();
                    self.sweep(then, live);
                    self.sweep(otherwise, &mut other);
                    live.unite(&other);
                }
                Stmt::Loop { var, body, .. } => {
                    let behind = live.clone();
                    self.heads.get(var).into_iter().for_each(|head| live.unite(head));
                    self.exits.push(Exits { behind, head: live.clone() });
                    self.sweep(body, &mut live.clone());
                    self.exits.pop();
                }
                Stmt::Break => *live = self.exit(|exits| &exits.behind),
                Stmt::Continue => *live = self.exit(|exits| &exits.head),
                Stmt::Return => *live = Live::none(self.form),
                Stmt::Eval(_) | Stmt::Set { .. } | Stmt::Store { .. } | Stmt::Barrier(_) => {
                    self.step(&stmt, live);
                }
            }
            kept.push(stmt);
        }
        kept.reverse();
        *block = kept;
    }

    fn exit(&self, of: impl Fn(&Exits) -> &Live) -> Live {
        self.exits.last().map_or_else(|| Live::none(self.form), |exits| of(exits).clone())
    }
}

/// Removes the locals that no statement uses, and numbers the others anew. Says whether there are such locals.
fn compact(form: &mut Lowered) -> bool {
    let mut is_used = vec![false; form.locals.len()];
    walk(&form.body, &mut |stmt| match stmt {
        Stmt::Set { local, .. } => is_used[local.index()] = true,
        Stmt::Eval(id) => {
            if let Op::Read(local) = form[*id].op {
                is_used[local.index()] = true;
            }
        }
        _ => {}
    });
    if !is_used.contains(&false) {
        return false;
    }
    let mut count = 0;
    let number = |is_used: &bool| {
        let number = is_used.then_some(LocalId(count));
        count += u32::from(*is_used);
        number
    };
    let numbers: Vec<Option<LocalId>> = is_used.iter().map(number).collect();
    let mut used = is_used.into_iter();
    form.locals.retain(|_| used.next().unwrap_or(true));
    for inst in &mut form.insts {
        if let Op::Read(local) = inst.op {
            // Nothing evaluates a read of a local that is gone.
            inst.op = numbers[local.index()].map_or(Op::Const([0; 4]), Op::Read);
        }
    }
    let mut body = std::mem::take(&mut form.body);
    renumber(&mut body, &numbers);
    form.body = body;
    true
}

fn renumber(block: &mut Block, numbers: &[Option<LocalId>]) {
    for stmt in block {
        if let Stmt::Set { local, .. } = stmt {
            *local = numbers[local.index()].unwrap_or(*local);
        }
        stmt.blocks_mut().for_each(|block| renumber(block, numbers));
    }
}

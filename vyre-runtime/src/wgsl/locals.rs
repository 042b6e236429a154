//! Where locals are declared: at the statement that first sets one, if that dominates every use, else at the entry.

use std::collections::HashMap;
use vyre_lower::{InstId, LocalId, Lowered, Op, Stmt};

/// How many parts a value is constructed from.
pub(super) fn parts(form: &Lowered, inst: InstId, parts: &[InstId; 4]) -> usize {
    form[inst].ty.words() / form[parts[0]].ty.words()
}

/// Where every local of a form is declared.
pub(super) struct Declarations {
    /// The locals that are declared at the entry, in order of their first uses.
    pub(super) at_entry: Vec<LocalId>,
    /// The statement that declares each of the others, by its address.
    at_set: HashMap<LocalId, *const Stmt>,
}

impl Declarations {
    /// Whether a statement declares the local that it sets.
    pub(super) fn is_declared_at(&self, local: LocalId, stmt: &Stmt) -> bool {
        self.at_set.get(&local).is_some_and(|set| std::ptr::eq(*set, stmt))
    }
}

/// A block, and where it stands in the one around it.
#[derive(Clone, Copy)]
struct Scope {
    parent: usize,
    /// The position of the statement that holds the block.
    at: usize,
    depth: usize,
}

/// The innermost block that has every use of a local.
struct Uses {
    scope: usize,
    /// The position in that block of the statement with the first use.
    first: usize,
    /// The first use, if it is a `Set` in that very block.
    set: Option<*const Stmt>,
}

struct Search<'a> {
    form: &'a Lowered,
    scopes: Vec<Scope>,
    uses: HashMap<LocalId, Uses>,
    order: Vec<LocalId>,
}

/// Decides where the locals are declared.
pub(super) fn declarations(form: &Lowered) -> Declarations {
    let root = Scope { parent: 0, at: 0, depth: 0 };
    let mut search = Search { form, scopes: vec![root], uses: HashMap::new(), order: Vec::new() };
    search.block(&form.body, 0);
    let set = |local: &LocalId| search.uses.get(local).and_then(|uses| Some((*local, uses.set?)));
    let at_set: HashMap<_, _> = search.order.iter().filter_map(set).collect();
    let at_entry = search.order.iter().filter(|local| !at_set.contains_key(local)).copied().collect();
    Declarations { at_entry, at_set }
}

impl Search<'_> {
    fn block(&mut self, block: &[Stmt], scope: usize) {
        for (at, stmt) in block.iter().enumerate() {
            match stmt {
                Stmt::Eval(id) => {
                    if let Op::Read(local) = self.form[*id].op {
                        self.used(local, scope, at, None);
                    }
                }
                Stmt::Set { local, .. } => self.used(*local, scope, at, Some(stmt)),
                Stmt::If { .. } | Stmt::Loop { .. } => {
                    for block in stmt.blocks() {
                        self.scopes.push(Scope { parent: scope, at, depth: self.scopes[scope].depth + 1 });
                        self.block(block, self.scopes.len() - 1);
                    }
                }
                Stmt::Store { .. } | Stmt::Barrier(_) | Stmt::Break | Stmt::Continue | Stmt::Return => {}
            }
        }
    }

    fn used(&mut self, local: LocalId, scope: usize, at: usize, set: Option<&Stmt>) {
        let Some(uses) = self.uses.get_mut(&local) else {
            self.uses.insert(local, Uses { scope, first: at, set: set.map(std::ptr::from_ref) });
            self.order.push(local);
            return;
        };
        // Up to the block that both are in.
        let (mut one, mut other) = ((uses.scope, uses.first), scope);
        while one.0 != other {
            if self.scopes[one.0].depth >= self.scopes[other].depth {
                one = (self.scopes[one.0].parent, self.scopes[one.0].at);
            } else {
                other = self.scopes[other].parent;
            }
        }
        if one.0 != uses.scope {
            // The first use stands in an inner block, which does not dominate this one.
            *uses = Uses { scope: one.0, first: one.1, set: None };
        }
    }
}

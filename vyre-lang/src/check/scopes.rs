//! What names mean, and where they can be seen.

use super::Checker;
use super::iterate::PREFIX;
use crate::diagnostics::Area;
use crate::hir::{BufferId, FunctionId, Id, ItemId, LocalId};
use crate::syntax::plain;
use crate::types::Ty;
use std::collections::HashSet;
use vyre_ir::{Lanes, similar};

/// The most names that are compared with misspelt ones.
pub(super) const MAX_COMPARISONS: usize = 50_000;

/// What rustc takes a constant for.
#[derive(Clone, Copy)]
pub(super) enum Surface {
    /// A value of its type.
    Same,
    /// A `usize` or an `isize`.
    Sized,
}

/// What a name means.
#[derive(Clone, Copy)]
pub(super) enum Entity {
    Local(LocalId),
    Buffer(BufferId),
    /// A constant: its lanes, its type, and what rustc takes its name for.
    Const(Lanes, Ty, Surface),
    /// A constant parameter, by its position.
    Parameter(usize),
    /// A reference, which stands for the variable that it refers to.
    Reference(LocalId),
    /// A variable that holds a whole id.
    Ids(Ids),
    Function(FunctionId),
    /// A closure, by its position among [`Checker::closures`].
    Closure(usize),
    /// A chain that waits, by its position among [`Checker::lazies`].
    Lazy(usize),
    /// A closure of such a chain.
    Delayed(usize),
    /// A variable that may be a `&mut`, by its position among [`Checker::kept`].
    Kept(usize),
    /// A variable that iterates over a slice, by its position among [`Checker::cursors`].
    Cursor(usize),
    /// One more name of a function, by its position among [`Checker::named`].
    Named(usize),
    /// A function that is an argument of the kernel, by its position among [`Checker::given_functions`].
    Passed(usize),
    /// A function over types or constants, by its position among [`Checker::templates`].
    Template(usize),
    /// The type that a parameter of such a function stands for.
    Type(Ty),
    /// The value of a constant parameter of such a function, by its position in [`Checker::given`].
    Given(usize),
    /// A constant that rustc evaluates.
    Item(ItemId),
    /// A `const` array of the body, by its position in [`Checker::inner_tables`].
    Table(usize),
    /// A name whose declaration is erroneous.
    Poisoned,
}

impl Entity {
    /// Whether it is one that a `let`, a parameter or a pattern names.
    pub(super) fn is_variable(self) -> bool {
        match self {
            Entity::Local(_)
            | Entity::Buffer(_)
            | Entity::Reference(_)
            | Entity::Ids(_)
            | Entity::Closure(_)
            | Entity::Lazy(_)
            | Entity::Delayed(_)
            | Entity::Kept(_)
            | Entity::Cursor(_)
            | Entity::Passed(_) => true,
            Entity::Const(..)
            | Entity::Parameter(_)
            | Entity::Function(_)
            | Entity::Named(_)
            | Entity::Template(_)
            | Entity::Type(_)
            | Entity::Given(_)
            | Entity::Item(_)
            | Entity::Table(_)
            | Entity::Poisoned => false,
        }
    }
}

/// A value with an `x`, a `y` and a `z`.
#[derive(Clone, Copy)]
pub(super) enum Ids {
    Grid(Id),
    WorkgroupSize,
}

impl Checker<'_> {
    pub(super) fn declare(&mut self, name: &syn::Ident, entity: Entity) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(plain(name), entity);
        }
    }

    /// Whether an expression is a name whose declaration is erroneous.
    pub(super) fn is_poisoned(&self, expr: &syn::Expr) -> bool {
        matches!(expr, syn::Expr::Path(path) if self.is_poisoned_name(&path.path))
    }

    /// Whether a path is a name whose declaration is erroneous.
    pub(super) fn is_poisoned_name(&self, path: &syn::Path) -> bool {
        let entity = path.get_ident().and_then(|name| self.lookup(&plain(name)));
        matches!(entity, Some(Entity::Poisoned))
    }

    pub(super) fn lookup(&self, name: &str) -> Option<Entity> {
        if name.starts_with(PREFIX) {
            return self.lazies.named(name);
        }
        let mut scopes = self.scopes.iter().enumerate().rev();
        scopes.find_map(|(at, scope)| scope.get(name).copied().filter(|entity| self.is_visible(at, entity)))
    }

    /// Whether a name of the scope at this position can be seen.
    pub(super) fn is_visible(&self, scope: usize, entity: &Entity) -> bool {
        let is_item = matches!(
            entity,
            Entity::Const(..)
                | Entity::Function(_)
                | Entity::Template(_)
                | Entity::Type(_)
                | Entity::Given(_)
                | Entity::Item(_)
                | Entity::Table(_)
                | Entity::Poisoned
        );
        is_item || scope >= self.outside
    }

    /// The name in scope that a misspelt one may mean, among those for which `fits` holds.
    pub(super) fn meant(&self, name: &str, fits: impl Fn(&Entity) -> bool) -> Option<&str> {
        if self.comparisons.get() == 0 {
            return None;
        }
        let names = self.scopes.iter().enumerate().flat_map(|(at, scope)| {
            let seen = scope.iter().filter(move |(_, entity)| self.is_visible(at, entity));
            seen.filter(|(_, entity)| fits(entity)).map(|(name, _)| name.as_str())
        });
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        self.nearest(name, &names)
    }

    /// The candidate that a misspelt name may mean, as long as not too many have been compared: a kernel with thousands of names may
    /// misspell thousands.
    pub(super) fn nearest<'a>(&self, name: &str, candidates: &[&'a str]) -> Option<&'a str> {
        let left = self.comparisons.get().saturating_sub(candidates.len());
        self.comparisons.set(left);
        (left > 0).then(|| similar::nearest(name, candidates))?
    }

    /// Reports the names that two items of one block have. Which of the two is meant is unknown.
    pub(super) fn poison_duplicates<'a>(&mut self, items: impl Iterator<Item = &'a syn::Item>) {
        let mut names: HashSet<&syn::Ident> = HashSet::new();
        for item in items {
            let name = match item {
                syn::Item::Fn(item) => &item.sig.ident,
                syn::Item::Const(item) => &item.ident,
                _ => continue,
            };
            if !names.insert(name) && name != "_" {
                let problem = format!("`{name}` is defined twice in this block");
                self.errors.report(Area::of(name), problem, "rename one of the two");
                self.declare(name, Entity::Poisoned);
            }
        }
    }
}

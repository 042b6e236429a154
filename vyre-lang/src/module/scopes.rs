//! `use`, types and `impl`s in a block: the block sees the names of a module of its own, which sees those of the module around it. A block that has
//! one begins with a mark, `use __vyre_scope_N;`, which [`Resolver::flattened`](super::names::Resolver::flattened) takes out again.

use super::tree::{Module, Tree};
use crate::diagnostics::{Area, Errors};
use crate::syntax::plain;
use proc_macro2::{Ident, TokenTree};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Item, Stmt, UseTree};

const MARK: &str = "__vyre_scope_";

/// Whether a statement is an item that stands in the module of its block.
fn is_own(stmt: &Stmt) -> bool {
    use Item::{Enum, Impl, Struct, Trait, Type, Use};
    matches!(stmt, Stmt::Item(Struct(_) | Enum(_) | Trait(_) | Impl(_) | Type(_) | Use(_)))
}

/// Takes the `use` items, the types, the traits and the `impl`s of blocks to modules of their own.
pub(super) struct Scopes<'t> {
    pub(super) tree: &'t mut Tree,
    pub(super) module: usize,
    pub(super) errors: &'t mut Errors,
}

impl VisitMut for Scopes<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let around = self.module;
        if block.stmts.iter().any(is_own) {
            self.module = self.tree.modules.len();
            let (parent, name) = (Some(around), None);
            let path = self.tree.modules[around].path.clone();
            self.tree.modules.push(Module { path, parent, name });
            let area = Area::from(block.brace_token.span.open());
            let (inside, left) = std::mem::take(&mut block.stmts).into_iter().partition(is_own);
            block.stmts = left;
            let inside: Vec<Stmt> = inside;
            let items = inside.into_iter().filter_map(|stmt| match stmt {
                Stmt::Item(item) => Some(item),
                _ => None,
            });
            self.tree.items(items.collect(), self.module, self.errors);
            let mark = Ident::new(&format!("{MARK}{}", self.module), area.start);
            block.stmts.insert(0, syn::parse_quote!(use #mark;));
        }
        visit_mut::visit_block_mut(self, block);
        self.module = around;
    }
}

fn number(mark: &Ident) -> Option<usize> {
    plain(mark).strip_prefix(MARK)?.parse().ok()
}

/// The module of a block whose first tokens are a mark.
pub(super) fn of_tokens(trees: &[TokenTree]) -> Option<usize> {
    match trees {
        [TokenTree::Ident(first), TokenTree::Ident(mark), TokenTree::Punct(_), ..] if first == "use" => {
            number(mark)
        }
        _ => None,
    }
}

/// The module of a block that begins with a mark.
pub(super) fn of_block(block: &syn::Block) -> Option<usize> {
    match block.stmts.first() {
        Some(Stmt::Item(Item::Use(it))) => match &it.tree {
            UseTree::Name(mark) => number(&mark.ident),
            _ => None,
        },
        _ => None,
    }
}

/// The modules of all blocks in a function.
pub(super) fn in_function(function: &syn::ItemFn) -> Vec<usize> {
    struct Found(Vec<usize>);
    impl<'ast> Visit<'ast> for Found {
        fn visit_block(&mut self, block: &'ast syn::Block) {
            self.0.extend(of_block(block));
            visit::visit_block(self, block);
        }
    }
    let mut found = Found(Vec::new());
    found.visit_item_fn(function);
    found.0
}

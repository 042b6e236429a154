//! `use std::cmp::Ordering::*`: the variants by their names, as they are used as values too.

use crate::syntax::words;
use syn::visit_mut::{self, VisitMut};
use syn::{Item, UseTree, parse_quote};

/// Names the variants in such imports, unless the file has another `Ordering`.
pub(super) fn write(file: &mut syn::File) {
    let is_own = |item: &Item| match item {
        Item::Enum(it) => it.ident == "Ordering",
        Item::Use(it) => words(it).contains("atomic"),
        _ => false,
    };
    if !file.items.iter().any(is_own) {
        Orders.visit_file_mut(file);
    }
}

struct Orders;

impl VisitMut for Orders {
    fn visit_use_path_mut(&mut self, it: &mut syn::UsePath) {
        if it.ident == "Ordering" {
            name_variants(&mut it.tree);
        }
        // An atomic one has other variants.
        if it.ident != "atomic" {
            visit_mut::visit_use_path_mut(self, it);
        }
    }
}

/// Names the variants in the place of a `*`, also in `{self, *}`.
fn name_variants(tree: &mut UseTree) {
    match tree {
        UseTree::Glob(_) => *tree = parse_quote!({Less, Equal, Greater}),
        UseTree::Group(group) => group.items.iter_mut().for_each(name_variants),
        _ => {}
    }
}

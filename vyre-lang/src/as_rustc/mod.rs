//! What rustc refuses of a text that the front end's own checks have taken: privacy, traits and their `impl`s, bounds, moves, borrows and closures.
//!
//! A text has no rustc beside it, and the checks of `check` are made for kernels: they see functions with their types filled in, places instead of
//! references, and closures where they are called. This room reads the text once more, as it was written, in Rust's own terms.
//!
//! ```text
//! file ─ scope ─> items ─┬─ declarations, visible ─> errors of items
//!                        └─ body ─> a graph of reads, stores, moves and loans ─ flow ─> errors of moves and borrows
//! ```
//!
//! It knows types as far as signatures, literals and constructors tell them, and has [`ty::Ty::Unknown`] for all others. What it does not know it takes:
//! no valid Rust may be refused here. It runs only on texts that have no other error, as rustc looks at borrows only once the types are right.

mod body;
mod bounds;
mod calls;
mod closures;
mod declarations;
mod flow;
mod fresh;
mod impls;
mod items;
mod macros;
mod numbers;
mod open;
mod operators;
mod outer_parameters;
mod patterns;
mod scope;
mod std_types;
mod totals;
mod ty;
mod visible;

pub(crate) use declarations::is_trait_of_std;
pub(crate) use std_types::{changes_lists, changes_options};

use crate::diagnostics::{Area, Errors};
use std::collections::HashSet;

/// Mistakes that are found, one for each place.
#[derive(Default)]
struct Found {
    list: Vec<(Area, String, String)>,
}

impl Found {
    fn report(&mut self, area: impl Into<Area>, problem: impl Into<String>, fix: impl Into<String>) {
        self.list.push((area.into(), problem.into(), fix.into()));
    }
}

/// Reports what rustc refuses of a text.
pub(crate) fn check(file: &syn::File, errors: &mut Errors) {
    let mut found = Found::default();
    let mut file = file.clone();
    macros::written_out(&mut file);
    let scope = scope::Scope::of(&file);
    let mut items = items::Items::of(&scope);
    items.allowed = allowed(&file);
    declarations::check(&items, &mut found);
    impls::check(&items, &mut found);
    visible::check(&items, &mut found);
    totals::check(&file, &mut found);
    open::check(&file, &mut found);
    operators::check(&file, &mut found);
    fresh::check(&items, &mut found);
    outer_parameters::check(&items, &mut found);
    if found.list.is_empty() {
        body::check(&items, &mut found);
    }
    let mut seen = HashSet::new();
    for (area, problem, fix) in found.list {
        let start = area.start.start();
        if seen.insert((start.line, start.column)) {
            errors.report(area, problem, fix);
        }
    }
}

/// The lints that the text allows anywhere.
fn allowed(file: &syn::File) -> HashSet<String> {
    struct Allowed(HashSet<String>);
    impl<'ast> syn::visit::Visit<'ast> for Allowed {
        fn visit_attribute(&mut self, it: &'ast syn::Attribute) {
            if it.path().is_ident("allow") {
                self.0.extend(crate::syntax::words(it));
            }
        }
    }
    let mut allowed = Allowed(HashSet::new());
    syn::visit::Visit::visit_file(&mut allowed, file);
    allowed.0
}

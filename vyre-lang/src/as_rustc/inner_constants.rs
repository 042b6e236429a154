//! Constants in bodies, which see no parameters of what is around. (Lengths may be computed of constant parameters, which rustc does not take and the specification does.)

use super::Found;
use super::items::Items;
use super::scope::Kind;
use crate::diagnostics::Area;
use crate::syntax::plain;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{GenericParam, Item};

pub(super) fn check(items: &Items<'_>, found: &mut Found) {
    let mut constants = Constants { found, params: HashSet::new() };
    for entry in &items.scope.entries {
        constants.params.clear();
        match entry.kind {
            Kind::Function(it) => {
                constants.within(&it.sig.generics, false, |own| visit::visit_item_fn(own, it))
            }
            Kind::Trait(it) => constants.within(&it.generics, true, |own| visit::visit_item_trait(own, it)),
            Kind::Struct(it) => {
                constants.within(&it.generics, false, |own| visit::visit_item_struct(own, it))
            }
            Kind::Enum(it) => constants.within(&it.generics, false, |own| visit::visit_item_enum(own, it)),
            _ => {}
        }
    }
    for block in &items.impls {
        constants.params.clear();
        let is_open = block.item.generics.type_params().next().is_some()
            || block.item.generics.const_params().next().is_some();
        constants.within(&block.item.generics, is_open, |own| visit::visit_item_impl(own, block.item));
    }
}

struct Constants<'f> {
    found: &'f mut Found,
    /// The parameters at hand, and `Self` if it depends on some.
    params: HashSet<String>,
}

impl Constants<'_> {
    fn within(&mut self, generics: &syn::Generics, is_open: bool, look: impl FnOnce(&mut Self)) {
        let outer = self.params.clone();
        self.params.extend(generics.params.iter().filter_map(|param| match param {
            GenericParam::Type(it) => Some(plain(&it.ident)),
            GenericParam::Const(it) => Some(plain(&it.ident)),
            GenericParam::Lifetime(_) => None,
        }));
        if is_open {
            self.params.insert("Self".to_string());
        }
        look(self);
        self.params = outer;
    }

    /// The first parameter that is named.
    fn param_in(&self, look: impl FnOnce(&mut Names<'_>)) -> Option<(String, Area)> {
        let mut names = Names { params: &self.params, first: None };
        look(&mut names);
        names.first
    }
}

impl<'ast> Visit<'ast> for Constants<'_> {
    fn visit_impl_item_fn(&mut self, it: &'ast syn::ImplItemFn) {
        self.within(&it.sig.generics, false, |own| visit::visit_impl_item_fn(own, it));
    }

    fn visit_trait_item_fn(&mut self, it: &'ast syn::TraitItemFn) {
        self.within(&it.sig.generics, false, |own| visit::visit_trait_item_fn(own, it));
    }

    /// The items of bodies are entries of their own, which see no parameters of what is around.
    fn visit_item(&mut self, it: &'ast Item) {
        if let Item::Const(it) = it
            && let Some((name, area)) = self.param_in(|names| {
                names.visit_type(&it.ty);
                names.visit_expr(&it.expr);
            })
        {
            let problem = format!("cannot use the generic parameter `{name}` in an item of its own");
            self.found.report(area, problem, "compute it with a `let`");
        }
    }
}

struct Names<'p> {
    params: &'p HashSet<String>,
    first: Option<(String, Area)>,
}

impl<'ast> Visit<'ast> for Names<'_> {
    fn visit_path(&mut self, it: &'ast syn::Path) {
        if let Some(first) = it.segments.first().filter(|_| it.leading_colon.is_none()) {
            let name = plain(&first.ident);
            if self.params.contains(&name) && self.first.is_none() {
                self.first = Some((name, Area::of(it)));
            }
        }
        visit::visit_path(self, it);
    }
}

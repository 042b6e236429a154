//! Names in patterns that are no new variables: where a constant or a variant of the name is in scope, a pattern compares with it.

use super::Found;
use super::items::Items;
use super::scope::{Kind, Meaning, ModuleId, Space};
use crate::diagnostics::Area;
use crate::syntax::plain;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{Fields, Item, Pat};

pub(super) fn check(items: &Items<'_>, found: &mut Found) {
    let mut fresh = Fresh { items, found, module: 0, params: HashSet::new(), must_fit: false };
    for entry in &items.scope.entries {
        fresh.module = entry.module;
        fresh.params.clear();
        match entry.kind {
            Kind::Function(it) => fresh.visit_item_fn(it),
            Kind::Trait(it) => fresh.visit_item_trait(it),
            Kind::Constant(it) => fresh.visit_item_const(it),
            _ => {}
        }
    }
    for block in &items.impls {
        fresh.module = block.module;
        fresh.params.clear();
        fresh.visit_item_impl(block.item);
    }
}

struct Fresh<'f, 'i, 'a> {
    items: &'i Items<'a>,
    found: &'f mut Found,
    module: ModuleId,
    /// The constants among the generic parameters.
    params: HashSet<String>,
    /// Whether every value must fit the pattern.
    must_fit: bool,
}

/// What a name in a pattern stands for, where it is no new variable.
struct Named {
    what: &'static str,
    /// Whether a pattern may be the name itself.
    is_pattern: bool,
    /// Whether there are values that do not fit.
    leaves_some: bool,
}

impl Fresh<'_, '_, '_> {
    fn named(&self, name: &syn::Ident) -> Option<Named> {
        let text = plain(name);
        if self.params.contains(&text) {
            return Some(Named { what: "constant parameter", is_pattern: false, leaves_some: true });
        }
        let scope = self.items.scope;
        let of_fields = |fields: &Fields, unit, tuple, leaves_some| match fields {
            Fields::Unit => Some(Named { what: unit, is_pattern: true, leaves_some }),
            Fields::Unnamed(_) => Some(Named { what: tuple, is_pattern: false, leaves_some }),
            Fields::Named(_) => None,
        };
        match scope.meaning_of(self.module, name)? {
            Meaning::Item(id) => match scope.entries[id].kind {
                Kind::Constant(it) => {
                    Some(Named { what: "constant", is_pattern: true, leaves_some: !self.has_one_value(it) })
                }
                Kind::Static(_) => Some(Named { what: "static", is_pattern: false, leaves_some: true }),
                Kind::Struct(it) => of_fields(&it.fields, "unit struct", "tuple struct", false),
                _ => None,
            },
            Meaning::Variant(id, at) => match scope.entries[id].kind {
                Kind::Enum(it) => of_fields(
                    &it.variants.get(at)?.fields,
                    "variant",
                    "variant with fields",
                    it.variants.len() > 1,
                ),
                _ => None,
            },
            Meaning::Outside => None,
        }
    }

    /// Whether a constant is the only value of its type.
    fn has_one_value(&self, it: &syn::ItemConst) -> bool {
        match &*it.ty {
            syn::Type::Tuple(it) => it.elems.is_empty(),
            syn::Type::Path(it) => match self.items.scope.path(self.module, &it.path, Space::Types) {
                Meaning::Item(id) => match self.items.scope.entries[id].kind {
                    Kind::Struct(it) => it.fields.is_empty(),
                    Kind::Enum(it) => it.variants.len() == 1,
                    // What an alias stands for is not followed.
                    _ => true,
                },
                _ => false,
            },
            _ => false,
        }
    }

    /// A pattern that every value must fit.
    fn all_fit<'p>(&mut self, pats: impl IntoIterator<Item = &'p Pat>) {
        let outer = std::mem::replace(&mut self.must_fit, true);
        pats.into_iter().for_each(|pat| self.visit_pat(pat));
        self.must_fit = outer;
    }
}

impl<'ast> Visit<'ast> for Fresh<'_, '_, '_> {
    fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
        let is_name = it.by_ref.is_none() && it.mutability.is_none() && it.subpat.is_none();
        let named = match self.named(&it.ident) {
            None if it.ident == "None" && is_name => {
                Some(Named { what: "variant", is_pattern: true, leaves_some: true })
            }
            named => named,
        };
        if let Some(Named { what, is_pattern, leaves_some }) = named {
            let name = plain(&it.ident);
            if !is_pattern || !is_name {
                let problem = format!("`{name}` is a {what} here, and no variable can have its name");
                let fix = format!("give the variable another name, such as `{}`", other_name(&name));
                self.found.report(Area::of(&it.ident), problem, fix);
            } else if self.must_fit && leaves_some {
                let problem = format!(
                    "`{name}` is a {what} here: this pattern compares with it, and other values do not fit"
                );
                let fix = format!("give the variable another name, such as `{}`", other_name(&name));
                self.found.report(Area::of(&it.ident), problem, fix);
            }
        }
        visit::visit_pat_ident(self, it);
    }

    fn visit_local(&mut self, it: &'ast syn::Local) {
        let diverges = it.init.as_ref().is_some_and(|init| init.diverge.is_some());
        match diverges {
            true => self.visit_pat(&it.pat),
            false => self.all_fit([&it.pat]),
        }
        it.init.iter().for_each(|init| self.visit_local_init(init));
    }

    fn visit_signature(&mut self, it: &'ast syn::Signature) {
        self.all_fit(it.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(it) => Some(&*it.pat),
            syn::FnArg::Receiver(_) => None,
        }));
    }

    fn visit_expr_closure(&mut self, it: &'ast syn::ExprClosure) {
        self.all_fit(&it.inputs);
        self.visit_expr(&it.body);
    }

    fn visit_expr_for_loop(&mut self, it: &'ast syn::ExprForLoop) {
        self.all_fit([&*it.pat]);
        self.visit_expr(&it.expr);
        self.visit_block(&it.body);
    }

    fn visit_expr(&mut self, it: &'ast syn::Expr) {
        // An expression in a pattern is a body of its own.
        let outer = std::mem::replace(&mut self.must_fit, false);
        visit::visit_expr(self, it);
        self.must_fit = outer;
    }

    fn visit_block(&mut self, it: &'ast syn::Block) {
        let outer = self.module;
        self.module = self.items.scope.block(it).unwrap_or(outer);
        visit::visit_block(self, it);
        self.module = outer;
    }

    /// The items of bodies are entries of their own.
    fn visit_stmt(&mut self, it: &'ast syn::Stmt) {
        if !matches!(it, syn::Stmt::Item(_)) {
            visit::visit_stmt(self, it);
        }
    }

    fn visit_item(&mut self, _: &'ast Item) {}

    fn visit_item_fn(&mut self, it: &'ast syn::ItemFn) {
        self.with_constants(&it.sig.generics, |fresh| visit::visit_item_fn(fresh, it));
    }

    fn visit_item_impl(&mut self, it: &'ast syn::ItemImpl) {
        self.with_constants(&it.generics, |fresh| visit::visit_item_impl(fresh, it));
    }

    fn visit_impl_item_fn(&mut self, it: &'ast syn::ImplItemFn) {
        self.with_constants(&it.sig.generics, |fresh| visit::visit_impl_item_fn(fresh, it));
    }

    fn visit_item_trait(&mut self, it: &'ast syn::ItemTrait) {
        self.with_constants(&it.generics, |fresh| visit::visit_item_trait(fresh, it));
    }

    fn visit_trait_item_fn(&mut self, it: &'ast syn::TraitItemFn) {
        // Without a body there is nothing that a value could not fit.
        if it.default.is_some() {
            self.with_constants(&it.sig.generics, |fresh| visit::visit_trait_item_fn(fresh, it));
        }
    }
}

impl Fresh<'_, '_, '_> {
    /// Looks into what sees the constants of generic parameters.
    fn with_constants(&mut self, generics: &syn::Generics, look: impl FnOnce(&mut Self)) {
        let outer = self.params.clone();
        self.params.extend(generics.const_params().map(|param| plain(&param.ident)));
        look(self);
        self.params = outer;
    }
}

/// A name that a variable may have instead.
fn other_name(name: &str) -> String {
    let lower = name.to_lowercase();
    if lower == name || syn::parse_str::<syn::Ident>(&lower).is_err() { format!("{lower}_1") } else { lower }
}

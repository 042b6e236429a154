//! Items in bodies, which see no parameters of what is around, nor its `Self`. (Lengths may be computed of constant parameters, which rustc does not take and the
//! specification does.)

use super::Found;
use super::items::{Items, trait_functions};
use super::scope::{Kind, ModuleId, Space};
use crate::diagnostics::Area;
use crate::syntax::plain;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{GenericParam, Generics, Item};

pub(super) fn check(items: &Items<'_>, found: &mut Found) {
    for entry in &items.scope.entries {
        match entry.kind {
            Kind::Function(it) => within(items, [&it.sig.generics].map(names), &it.block, found),
            Kind::Trait(it) => {
                for method in trait_functions(it) {
                    let Some(block) = &method.default else { continue };
                    let around = [names(&it.generics), names(&method.sig.generics), itself()];
                    within(items, around, block, found);
                }
            }
            _ => {}
        }
    }
    for block in &items.impls {
        for method in block.functions() {
            let around = [names(&block.item.generics), names(&method.sig.generics), itself()];
            within(items, around, &method.block, found);
        }
    }
}

/// Looks at the items of a body.
fn within<'a, const N: usize>(
    items: &Items<'a>,
    around: [HashSet<String>; N],
    block: &'a syn::Block,
    found: &mut Found,
) {
    let around: HashSet<String> = around.into_iter().flatten().collect();
    if !around.is_empty() {
        let module = items.scope.block(block).unwrap_or(0);
        Walk { items, module, around, own: Vec::new(), found }.visit_block(block);
    }
}

/// The names of types and constants among parameters.
fn names(generics: &Generics) -> HashSet<String> {
    let named = |param: &GenericParam| match param {
        GenericParam::Type(it) => Some(plain(&it.ident)),
        GenericParam::Const(it) => Some(plain(&it.ident)),
        GenericParam::Lifetime(_) => None,
    };
    generics.params.iter().filter_map(named).collect()
}

fn itself() -> HashSet<String> {
    HashSet::from(["Self".to_string()])
}

struct Walk<'i, 'a> {
    items: &'i Items<'a>,
    module: ModuleId,
    /// What is not seen.
    around: HashSet<String>,
    /// What the items around a name declare, the innermost last, and whether it is a constant, which declares nothing.
    own: Vec<(HashSet<String>, bool)>,
    found: &'i mut Found,
}

impl<'a> Visit<'a> for Walk<'_, 'a> {
    fn visit_block(&mut self, block: &'a syn::Block) {
        let outer = self.module;
        self.module = self.items.scope.block(block).unwrap_or(outer);
        visit::visit_block(self, block);
        self.module = outer;
    }

    fn visit_item(&mut self, item: &'a Item) {
        let (generics, has_self) = match item {
            Item::Fn(it) => (Some(&it.sig.generics), false),
            Item::Type(it) => (Some(&it.generics), false),
            Item::Struct(it) => (Some(&it.generics), true),
            Item::Enum(it) => (Some(&it.generics), true),
            Item::Impl(it) => (Some(&it.generics), true),
            Item::Trait(it) => (Some(&it.generics), true),
            Item::Const(_) | Item::Static(_) => (None, false),
            _ => return,
        };
        let mut own = generics.map(names).unwrap_or_default();
        own.extend(has_self.then(itself).into_iter().flatten());
        self.own.push((own, generics.is_none()));
        visit::visit_item(self, item);
        self.own.pop();
    }

    fn visit_signature(&mut self, sig: &'a syn::Signature) {
        if let Some((own, _)) = self.own.last_mut() {
            own.extend(names(&sig.generics));
        }
        visit::visit_signature(self, sig);
    }

    fn visit_pat_ident(&mut self, pat: &'a syn::PatIdent) {
        if let Some((own, _)) = self.own.last_mut() {
            own.insert(plain(&pat.ident));
        }
        visit::visit_pat_ident(self, pat);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        visit::visit_path(self, path);
        let Some(first) = path.segments.first().filter(|_| path.leading_colon.is_none()) else { return };
        let (name, Some((_, is_constant))) = (plain(&first.ident), self.own.last()) else { return };
        let is_item = |space| {
            let scope = &self.items.scope;
            scope.follow(self.module, &[&first.ident], space, 24, &mut None).is_some()
        };
        let is_seen = !self.around.contains(&name)
            || self.own.iter().any(|(own, _)| own.contains(&name))
            || name != "Self" && (is_item(Space::Types) || is_item(Space::Values));
        if is_seen {
            return;
        }
        let fix =
            if *is_constant { "compute it with a `let`" } else { "declare a parameter of the inner item" };
        let problem = match name.as_str() {
            "Self" => "can't use `Self` from outer item".to_string(),
            _ => format!("can't use generic parameter `{name}` from outer item"),
        };
        self.found.report(Area::of(&first.ident), problem, fix);
    }
}

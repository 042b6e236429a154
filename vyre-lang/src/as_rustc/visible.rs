//! Who may name what: functions, types, modules, constructors and fields that are not `pub`.

use super::Found;
use super::items::Items;
use super::scope::{Kind, Meaning, ModuleId, Space};
use crate::diagnostics::Area;
use crate::syntax::plain;
use syn::visit::{self, Visit};

pub(super) fn check<'a>(items: &Items<'a>, found: &mut Found) {
    for (module, path) in items.scope.imports() {
        // What is private in both spaces is; one that is seen is enough.
        let private = |space| items.scope.private(module, path.iter().copied(), space);
        if let (Some(it), Some(_)) = (private(Space::Types), private(Space::Values)) {
            report(found, it.at, it.what);
        } else if let (Some(it), None) | (None, Some(it)) = (private(Space::Types), private(Space::Values))
            && only_in_one(items, module, path)
        {
            report(found, it.at, it.what);
        }
    }
    let mut walk = Walk { items, found, module: 0 };
    for (module, block) in &items.scope.impls {
        walk.module = *module;
        walk.visit_item_impl(block);
    }
    for entry in &items.scope.entries {
        walk.module = entry.module;
        match entry.kind {
            Kind::Struct(it) => walk.visit_item_struct(it),
            Kind::Enum(it) => walk.visit_item_enum(it),
            Kind::Trait(it) => walk.visit_item_trait(it),
            Kind::Function(it) => walk.visit_item_fn(it),
            Kind::Constant(it) => walk.visit_item_const(it),
            Kind::Static(it) => walk.visit_item_static(it),
            Kind::Alias(it) => walk.visit_item_type(it),
            Kind::Module(_) => {}
        }
    }
}

/// Whether a path means something in one of the two spaces only.
fn only_in_one<'a>(items: &Items<'a>, module: ModuleId, path: &[&'a syn::Ident]) -> bool {
    let means = |space| items.scope.follow(module, path, space, 24, &mut None).is_some();
    means(Space::Types) != means(Space::Values)
}

fn report(found: &mut Found, at: &syn::Ident, what: &str) {
    found.report(
        Area::of(at),
        format!("{what} `{at}` is private"),
        "declare it as `pub`: it is named outside of its module",
    );
}

struct Walk<'i, 'a> {
    items: &'i Items<'a>,
    found: &'i mut Found,
    module: ModuleId,
}

impl<'a> Walk<'_, 'a> {
    fn path(&mut self, path: &'a syn::Path, space: Space) {
        if path.leading_colon.is_some() || path.segments.len() < 2 {
            return;
        }
        let names = path.segments.iter().map(|segment| &segment.ident);
        if let Some(it) = self.items.scope.private(self.module, names, space) {
            report(self.found, it.at, it.what);
        }
    }

    /// The constructor of a tuple struct.
    fn constructor(&mut self, path: &'a syn::Path) {
        let Meaning::Item(id) = self.items.scope.path(self.module, path, Space::Values) else { return };
        let entry = &self.items.scope.entries[id];
        let Kind::Struct(it) = entry.kind else { return };
        let is_hidden = it.fields.iter().any(|field| {
            let seen_in = self.items.scope.seen_in(&field.vis, entry.module);
            !self.items.scope.is_seen(seen_in, self.module)
        });
        if is_hidden && let Some(last) = path.segments.last() {
            let problem = format!("tuple struct constructor `{}` is private", last.ident);
            self.found.report(
                Area::of(&last.ident),
                problem,
                "declare its fields as `pub`, or call a function of its own",
            );
        }
    }

    fn members(&mut self, path: &'a syn::Path, members: impl Iterator<Item = &'a syn::Member>) {
        let Meaning::Item(id) = self.items.scope.path(self.module, path, Space::Types) else { return };
        let module = self.items.scope.entries[id].module;
        for member in members {
            let name = member_name(member);
            let Some(field) = self.items.field(id, None, &name) else { continue };
            let seen_in = self.items.scope.seen_in(&field.vis, module);
            if !self.items.scope.is_seen(seen_in, self.module) {
                let problem = format!("field `{name}` of struct `{}` is private", self.items.name(id));
                self.found.report(
                    Area::of(member),
                    problem,
                    "declare it as `pub`, or call a function of its own",
                );
            }
        }
    }
}

pub(super) fn member_name(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(name) => plain(name),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}

impl<'a> Visit<'a> for Walk<'_, 'a> {
    fn visit_block(&mut self, block: &'a syn::Block) {
        let outer = self.module;
        self.module = self.items.scope.block(block).unwrap_or(outer);
        for stmt in &block.stmts {
            // The items are looked at by themselves.
            if !matches!(stmt, syn::Stmt::Item(_)) {
                self.visit_stmt(stmt);
            }
        }
        self.module = outer;
    }

    fn visit_attribute(&mut self, _: &'a syn::Attribute) {}

    fn visit_visibility(&mut self, _: &'a syn::Visibility) {}

    fn visit_type_path(&mut self, it: &'a syn::TypePath) {
        if it.qself.is_none() {
            self.path(&it.path, Space::Types);
        }
        visit::visit_type_path(self, it);
    }

    fn visit_trait_bound(&mut self, it: &'a syn::TraitBound) {
        self.path(&it.path, Space::Types);
        visit::visit_trait_bound(self, it);
    }

    fn visit_expr_path(&mut self, it: &'a syn::ExprPath) {
        if it.qself.is_none() {
            self.path(&it.path, Space::Values);
            self.constructor(&it.path);
        }
        visit::visit_expr_path(self, it);
    }

    fn visit_expr_struct(&mut self, it: &'a syn::ExprStruct) {
        self.path(&it.path, Space::Types);
        self.members(&it.path, it.fields.iter().map(|field| &field.member));
        visit::visit_expr_struct(self, it);
    }

    fn visit_pat_struct(&mut self, it: &'a syn::PatStruct) {
        self.path(&it.path, Space::Types);
        self.members(&it.path, it.fields.iter().map(|field| &field.member));
        visit::visit_pat_struct(self, it);
    }

    fn visit_pat_tuple_struct(&mut self, it: &'a syn::PatTupleStruct) {
        self.path(&it.path, Space::Values);
        self.constructor(&it.path);
        visit::visit_pat_tuple_struct(self, it);
    }
}

//! Who may name what: functions, types, modules, constructors and fields that are not `pub`. And types that are named without their parameters.

use super::Found;
use super::items::Items;
use super::scope::{Kind, Meaning, ModuleId, Space};
use crate::diagnostics::Area;
use crate::syntax::plain;
use std::collections::HashSet;
use syn::GenericParam;
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
    for (name, what) in items.scope.exposed() {
        let problem = format!("{what} `{name}` is private, and cannot be re-exported");
        found.report(Area::of(name), problem, "declare it as `pub`, or leave out the `pub` of this `use`");
    }
    let params = params_of(items);
    let mut walk = Walk { items, found, module: 0, params };
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

/// The names of the type parameters of all items.
fn params_of(items: &Items<'_>) -> HashSet<String> {
    struct Params(HashSet<String>);
    impl<'ast> Visit<'ast> for Params {
        fn visit_type_param(&mut self, it: &'ast syn::TypeParam) {
            self.0.insert(plain(&it.ident));
        }
    }
    let mut params = Params(HashSet::new());
    for (_, block) in &items.scope.impls {
        params.visit_item_impl(block);
    }
    for entry in &items.scope.entries {
        match entry.kind {
            Kind::Struct(it) => params.visit_item_struct(it),
            Kind::Enum(it) => params.visit_item_enum(it),
            Kind::Trait(it) => params.visit_item_trait(it),
            Kind::Function(it) => params.visit_item_fn(it),
            Kind::Alias(it) => params.visit_item_type(it),
            Kind::Constant(_) | Kind::Static(_) | Kind::Module(_) => {}
        }
    }
    params.0
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
    /// The names of all type parameters, which may hide types.
    params: HashSet<String>,
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

    /// The type that an `impl` is about, which needs its lifetimes there.
    fn lifetimes(&mut self, path: &'a syn::Path) {
        let Some(last) = path.segments.last() else { return };
        let Meaning::Item(id) = self.items.scope.path(self.module, path, Space::Types) else { return };
        let generics = match self.items.scope.entries[id].kind {
            Kind::Struct(it) => &it.generics,
            Kind::Enum(it) => &it.generics,
            _ => return,
        };
        let has_lifetimes = generics.lifetimes().next().is_some();
        if has_lifetimes && generics.type_params().next().is_none() && last.arguments.is_none() {
            let name = &last.ident;
            let problem = format!("implicit elided lifetime not allowed here: `{name}` has one");
            self.found.report(Area::of(path), problem, format!("write `{name}<'_>`"));
        }
    }

    /// Types that a path gives to a function that has no parameters for them.
    fn arguments_of_function(&mut self, path: &'a syn::Path) {
        let Some(last) = path.segments.last() else { return };
        let syn::PathArguments::AngleBracketed(list) = &last.arguments else { return };
        let Meaning::Item(id) = self.items.scope.path(self.module, path, Space::Values) else { return };
        let Kind::Function(it) = self.items.scope.entries[id].kind else { return };
        let is_value = |param: &&GenericParam| !matches!(param, GenericParam::Lifetime(_));
        let given = list.args.iter().filter(|it| !matches!(it, syn::GenericArgument::Lifetime(_))).count();
        let takes_hidden = crate::syntax::words(&it.sig.inputs).contains("impl");
        if it.sig.generics.params.iter().filter(is_value).count() == 0 && given > 0 && !takes_hidden {
            let name = &it.sig.ident;
            let problem = format!("`{name}` takes 0 generic arguments, got {given}");
            self.found.report(Area::of(list), problem, "leave them out");
        }
    }

    /// A struct, an enum or an alias in the place of a type, which needs its parameters there.
    fn arguments(&mut self, path: &'a syn::Path) {
        let Some(last) = path.segments.last() else { return };
        let is_param = path.get_ident().is_some_and(|name| self.params.contains(&plain(name)));
        if is_param || !last.arguments.is_none() {
            return;
        }
        let Meaning::Item(id) = self.items.scope.path(self.module, path, Space::Types) else { return };
        let generics = match self.items.scope.entries[id].kind {
            Kind::Struct(it) => &it.generics,
            Kind::Enum(it) => &it.generics,
            Kind::Alias(it) => &it.generics,
            _ => return,
        };
        let needed = generics.params.iter().filter_map(|param| match param {
            GenericParam::Type(it) if it.default.is_none() => Some(it.ident.to_string()),
            GenericParam::Const(it) if it.default.is_none() => Some(it.ident.to_string()),
            _ => None,
        });
        let needed: Vec<String> = needed.collect();
        if !needed.is_empty() {
            let (name, needed) = (&last.ident, needed.join(", "));
            let problem = format!("missing generics for `{name}`");
            self.found.report(
                Area::of(path),
                problem,
                format!("write `{name}<{needed}>`, with types for these"),
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
            self.arguments(&it.path);
        }
        visit::visit_type_path(self, it);
    }

    fn visit_item_impl(&mut self, it: &'a syn::ItemImpl) {
        if let syn::Type::Path(owner) = &*it.self_ty
            && owner.qself.is_none()
        {
            self.lifetimes(&owner.path);
        }
        visit::visit_item_impl(self, it);
    }

    fn visit_trait_bound(&mut self, it: &'a syn::TraitBound) {
        self.path(&it.path, Space::Types);
        visit::visit_trait_bound(self, it);
    }

    fn visit_expr_path(&mut self, it: &'a syn::ExprPath) {
        if it.qself.is_none() {
            self.path(&it.path, Space::Values);
            self.constructor(&it.path);
            self.arguments_of_function(&it.path);
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

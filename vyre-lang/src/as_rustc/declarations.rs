//! Structs, enums, functions and constants by themselves: lifetimes, parameters that are not used, names of traits, discriminants.

use super::Found;
use super::impls;
use super::items::{Env, Items, type_params};
use super::scope::{ItemId, Kind, Meaning, ModuleId, Space};
use super::ty::Ty;
use crate::constants::Constants;
use crate::diagnostics::{Area, Errors};
use crate::functional;
use crate::syntax::{plain, words};
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{FnArg, GenericParam, TypeParamBound, WherePredicate};

pub(super) fn check<'a>(items: &Items<'a>, found: &mut Found) {
    for (id, entry) in items.scope.entries.iter().enumerate() {
        let module = entry.module;
        match entry.kind {
            Kind::Struct(it) => {
                unused(&it.generics, it.fields.to_token_stream(), found);
                named_twice(&it.fields, found);
                defaults(&it.generics, found);
                fields(items, module, &it.generics, it.fields.iter(), found);
                bounds(items, module, &it.generics, found);
                impls::derives(items, id, &it.attrs, found);
            }
            Kind::Enum(it) => {
                unused(&it.generics, it.variants.to_token_stream(), found);
                it.variants.iter().for_each(|variant| named_twice(&variant.fields, found));
                let names = it.variants.iter().map(|variant| &variant.ident);
                for name in repeated(names) {
                    let problem = format!("the name `{name}` is defined multiple times");
                    found.report(Area::of(name), problem, "rename one of the two variants");
                }
                defaults(&it.generics, found);
                fields(items, module, &it.generics, it.variants.iter().flat_map(|it| &it.fields), found);
                bounds(items, module, &it.generics, found);
                impls::derives(items, id, &it.attrs, found);
                discriminants(it, found);
            }
            Kind::Trait(it) => {
                bounds(items, module, &it.generics, found);
                impls::check_trait(it, found);
                for method in super::items::trait_functions(it) {
                    signature(items, module, &[&it.generics], &method.sig, None, found);
                }
            }
            Kind::Function(it) => signature(items, module, &[], &it.sig, None, found),
            Kind::Constant(it) => constant(items, (module, entry.in_kernel), it, found),
            Kind::Static(_) | Kind::Alias(_) | Kind::Module(_) => {}
        }
    }
    for block in &items.impls {
        let item = block.item;
        bounds(items, block.module, &item.generics, found);
        if let (Some((path, _)), Some(Meaning::Outside)) = (&item.trait_, block.trait_) {
            unknown_trait(items, block.module, path, found);
        }
        if let (Some((path, _)), Some(Meaning::Item(id))) = (&item.trait_, block.trait_) {
            generics_of_trait(items, id, path, found);
        }
        let declared = [&item.generics];
        lifetimes(&declared, &item.self_ty, found);
        arguments(items, &block.env, &item.self_ty, found);
        for method in block.functions() {
            signature(items, block.module, &declared, &method.sig, Some(&block.env), found);
        }
    }
}

/// A parameter of a type that its fields do not name.
fn unused(generics: &syn::Generics, fields: TokenStream, found: &mut Found) {
    let used = words(fields);
    for param in &generics.params {
        let (name, what) = match param {
            GenericParam::Type(it) => (&it.ident, "type parameter"),
            GenericParam::Lifetime(it) => (&it.lifetime.ident, "lifetime parameter"),
            GenericParam::Const(_) => continue,
        };
        if !used.contains(&plain(name)) {
            let mark = if what == "lifetime parameter" { "'" } else { "" };
            let problem = format!("{what} `{mark}{name}` is never used");
            found.report(
                Area::of(name),
                problem,
                "leave it out, or name it in a field, such as `PhantomData`",
            );
        }
    }
}

/// The names that stand further in front, too.
fn repeated<'n>(names: impl Iterator<Item = &'n syn::Ident>) -> impl Iterator<Item = &'n syn::Ident> {
    let mut seen = HashSet::new();
    names.filter(move |name| !seen.insert(plain(name)))
}

/// Two fields of one name.
fn named_twice(fields: &syn::Fields, found: &mut Found) {
    for name in repeated(fields.iter().filter_map(|field| field.ident.as_ref())) {
        let problem = format!("field `{name}` is already declared");
        found.report(Area::of(name), problem, "rename one of the two");
    }
}

/// A parameter's default that names one which is declared after it.
fn defaults(generics: &syn::Generics, found: &mut Found) {
    let mut later: Vec<&syn::Ident> = generics.type_params().map(|param| &param.ident).collect();
    for param in generics.type_params() {
        if let Some((_, default)) = &param.default {
            let named = words(default);
            if let Some(name) = later.iter().find(|name| named.contains(&plain(name))) {
                let problem =
                    format!("the default of `{}` names `{name}`, which is no earlier parameter", param.ident);
                found.report(Area::of(default), problem, format!("declare `{name}` first, or name a type"));
            }
        }
        later.retain(|name| **name != param.ident);
    }
}

fn fields<'a>(
    items: &Items<'a>,
    module: ModuleId,
    generics: &'a syn::Generics,
    fields: impl Iterator<Item = &'a syn::Field>,
    found: &mut Found,
) {
    let env = items.env(module, [generics]);
    constant_types(generics, found);
    for field in fields {
        outlives_static(items, &env, generics, &field.ty, found);
        let mut missing = Elided::default();
        missing.visit_type(&field.ty);
        if let Some(area) = missing.first {
            let fix = "declare a lifetime of the type, and write it here: `&'a T`";
            found.report(area, "missing lifetime specifier", fix);
        }
        lifetimes(&[generics], &field.ty, found);
        arguments(items, &env, &field.ty, found);
        opaque(&field.ty, "field types", found);
    }
}

/// The type of a constant parameter names no other parameter.
fn constant_types(generics: &syn::Generics, found: &mut Found) {
    for param in generics.const_params() {
        let named = words(&param.ty);
        let other = generics.params.iter().find_map(|other| {
            match other {
                GenericParam::Type(it) => Some(&it.ident),
                GenericParam::Const(it) => Some(&it.ident),
                GenericParam::Lifetime(_) => None,
            }
            .filter(|name| named.contains(&plain(name)))
        });
        if let Some(other) = other {
            let problem = format!("the type of `{}` names `{other}`, another parameter", param.ident);
            found.report(Area::of(&param.ty), problem, "write a type such as `usize`");
        }
    }
}

/// A parameter behind `&'static`, or as one that must be `'static`, which says so itself.
fn outlives_static<'a>(
    items: &Items<'a>,
    env: &Env<'a>,
    generics: &'a syn::Generics,
    ty: &'a syn::Type,
    found: &mut Found,
) {
    struct Walk<'i, 'e, 'a> {
        items: &'i Items<'a>,
        env: &'e Env<'a>,
        /// The types that must live forever.
        inner: Vec<&'a syn::Type>,
    }
    impl<'a> Visit<'a> for Walk<'_, '_, 'a> {
        fn visit_type_reference(&mut self, it: &'a syn::TypeReference) {
            if it.lifetime.as_ref().is_some_and(|it| it.ident == "static") {
                self.inner.push(&it.elem);
            }
            visit::visit_type_reference(self, it);
        }

        fn visit_type_path(&mut self, it: &'a syn::TypePath) {
            visit::visit_type_path(self, it);
            let Meaning::Item(id) = self.items.scope.path(self.env.module, &it.path, Space::Types) else {
                return;
            };
            let (Some(generics), Some(last)) = (self.items.generics(id), it.path.segments.last()) else {
                return;
            };
            let args = super::items::type_arguments(&last.arguments);
            let is_static = type_params(generics).map(|param| lives_forever(generics, &param.ident));
            self.inner.extend(
                args.into_iter().zip(is_static).filter(|(_, is_static)| *is_static).map(|(ty, _)| ty),
            );
        }

        fn visit_type_fn_ptr(&mut self, _: &'a syn::TypeFnPtr) {}
    }
    let mut walk = Walk { items, env, inner: Vec::new() };
    walk.visit_type(ty);
    for inner in walk.inner {
        let named = words(inner);
        let short = type_params(generics)
            .find(|param| named.contains(&plain(&param.ident)) && !lives_forever(generics, &param.ident));
        if let Some(param) = short {
            let problem = format!("the parameter type `{}` may not live long enough", param.ident);
            found.report(Area::of(inner), problem, format!("bound it: `{}: 'static`", param.ident));
        }
    }
}

/// Whether a parameter is bound by `'static`.
fn lives_forever(generics: &syn::Generics, param: &syn::Ident) -> bool {
    let is_static =
        |bound: &TypeParamBound| matches!(bound, TypeParamBound::Lifetime(it) if it.ident == "static");
    let own = generics.type_params().filter(|it| it.ident == *param).flat_map(|it| &it.bounds);
    let predicates = generics.where_clause.iter().flat_map(|it| &it.predicates);
    let of_where = predicates.filter_map(|it| match it {
        WherePredicate::Type(it) if words(&it.bounded_ty).contains(&plain(param)) => Some(&it.bounds),
        _ => None,
    });
    own.chain(of_where.flatten()).any(is_static)
}

/// An `impl Trait` where none may stand.
pub(super) fn opaque(ty: &syn::Type, place: &str, found: &mut Found) {
    struct Opaque(Option<Area>);
    impl<'a> Visit<'a> for Opaque {
        fn visit_type_impl_trait(&mut self, it: &'a syn::TypeImplTrait) {
            self.0.get_or_insert_with(|| Area::of(it));
        }
    }
    let mut opaque = Opaque(None);
    opaque.visit_type(ty);
    if let Some(area) = opaque.0 {
        let fix = match place {
            "field types" => "declare a parameter of the type, `struct S<F: Fn(u32) -> u32>`, and write that",
            _ => "leave the type out",
        };
        found.report(area, format!("`impl Trait` is not allowed in {place}"), fix);
    }
}

/// References without a lifetime, and how many lifetimes there are in all.
#[derive(Default)]
pub(super) struct Elided {
    first: Option<Area>,
    pub(super) count: usize,
    pub(super) named: HashSet<String>,
}

impl<'a> Visit<'a> for Elided {
    fn visit_type_reference(&mut self, it: &'a syn::TypeReference) {
        if it.lifetime.is_none() {
            self.count += 1;
            self.first.get_or_insert_with(|| Area::of(&it.and_token));
        }
        visit::visit_type_reference(self, it);
    }

    fn visit_lifetime(&mut self, it: &'a syn::Lifetime) {
        match plain(&it.ident).as_str() {
            "_" => {
                self.count += 1;
                self.first.get_or_insert_with(|| Area::of(it));
            }
            name => drop(self.named.insert(name.to_string())),
        }
    }

    // They have lifetimes of their own.
    fn visit_parenthesized_generic_arguments(&mut self, _: &'a syn::ParenthesizedGenericArguments) {}

    fn visit_type_fn_ptr(&mut self, _: &'a syn::TypeFnPtr) {}
}

struct Named {
    known: HashSet<String>,
    unknown: Option<(Area, String)>,
}

impl<'a> Visit<'a> for Named {
    fn visit_lifetime(&mut self, it: &'a syn::Lifetime) {
        let name = plain(&it.ident);
        if !self.known.contains(&name) && self.unknown.is_none() {
            self.unknown = Some((Area::of(it), name));
        }
    }

    fn visit_bound_lifetimes(&mut self, it: &'a syn::BoundLifetimes) {
        let names = it.lifetimes.iter().filter_map(|param| match param {
            GenericParam::Lifetime(it) => Some(plain(&it.lifetime.ident)),
            _ => None,
        });
        self.known.extend(names);
    }
}

/// Reports a lifetime that nothing declares.
fn lifetimes(generics: &[&syn::Generics], ty: &syn::Type, found: &mut Found) {
    let declared = generics.iter().flat_map(|it| it.lifetimes()).map(|it| plain(&it.lifetime.ident));
    let known = declared.chain(["static".to_string(), "_".to_string()]).collect();
    let mut named = Named { known, unknown: None };
    named.visit_type(ty);
    if let Some((area, name)) = named.unknown {
        let fix = format!("declare it: `<'{name}>` after the item's name, or after `impl`");
        found.report(area, format!("use of undeclared lifetime name `'{name}`"), fix);
    }
}

fn signature<'a>(
    items: &Items<'a>,
    module: ModuleId,
    around: &[&'a syn::Generics],
    sig: &'a syn::Signature,
    of_impl: Option<&Env<'a>>,
    found: &mut Found,
) {
    bounds(items, module, &sig.generics, found);
    let mut hidden = HiddenBounds(Vec::new());
    hidden.visit_signature(sig);
    hidden.0.into_iter().for_each(|bound| lifetimes_of_result(bound, found));
    let mut env = match of_impl {
        Some(env) => env.clone(),
        None => items.env(module, []),
    };
    around.iter().for_each(|it| items.declare(&mut env, it));
    items.declare(&mut env, &sig.generics);
    let generics: Vec<&syn::Generics> = around.iter().copied().chain([&sig.generics]).collect();
    let mut inputs = Elided::default();
    let mut has_receiver = false;
    let mut is_open = false;
    for input in &sig.inputs {
        match input {
            FnArg::Typed(it) => {
                lifetimes(&generics, &it.ty, found);
                inputs.visit_type(&it.ty);
                arguments(items, &env, &it.ty, found);
                associated(items, &env, &it.ty, found);
                // A type that may hide a lifetime.
                let ty = items.ty(&env, &it.ty);
                is_open |=
                    !ty.is_known() || ty.has(|it| matches!(it, Ty::Item(id, _) if items.has_lifetimes(*id)));
            }
            FnArg::Receiver(it) => has_receiver = !matches!(it.kind, syn::ReceiverKind::Value),
        }
    }
    if let syn::ReturnType::Type(_, ty) = &sig.output {
        lifetimes(&generics, ty, found);
        arguments(items, &env, ty, found);
        associated(items, &env, ty, found);
        let mut output = Elided::default();
        output.visit_type(ty);
        let (given, is_one) = (output.first, inputs.count + inputs.named.len() == 1);
        if let Some(area) = given
            && !has_receiver
            && !is_one
            && !is_open
        {
            let fix = "declare a lifetime, and write it here and where the reference comes from: `fn f<'a>(x: &'a T) -> &'a T`";
            found.report(area, "missing lifetime specifier", fix);
        }
    }
}

/// The traits that the bounds of parameters name.
fn bounds<'a>(items: &Items<'a>, module: ModuleId, generics: &'a syn::Generics, found: &mut Found) {
    for name in generics.lifetimes().map(|it| &it.lifetime.ident).filter(|name| *name == "static") {
        let problem = format!("invalid lifetime parameter name: `'{name}`");
        found.report(Area::of(name), problem, "give it another name, such as `'a`");
    }
    let names = generics.params.iter().map(|param| match param {
        GenericParam::Lifetime(it) => (&it.lifetime.ident, "'"),
        GenericParam::Type(it) => (&it.ident, ""),
        GenericParam::Const(it) => (&it.ident, ""),
    });
    let mut seen = HashSet::new();
    for (name, mark) in names.filter(|(name, mark)| !seen.insert((plain(name), *mark))) {
        let problem = format!(
            "the name `{mark}{name}` is already used for a generic parameter in this item's generic parameters"
        );
        found.report(Area::of(name), problem, "rename one of the two");
    }
    let of_params = type_params(generics).flat_map(|param| &param.bounds);
    let predicates = generics.where_clause.iter().flat_map(|it| &it.predicates);
    let of_where = predicates.flat_map(|it| match it {
        WherePredicate::Type(it) => it.bounds.iter().collect(),
        _ => Vec::new(),
    });
    for bound in of_params.chain(of_where) {
        if let TypeParamBound::Trait(bound) = bound {
            lifetimes_of_result(bound, found);
            match items.scope.path(module, &bound.path, Space::Types) {
                Meaning::Outside => unknown_trait(items, module, &bound.path, found),
                Meaning::Item(id)
                    if !matches!(items.scope.entries[id].kind, Kind::Trait(_) | Kind::Alias(_)) =>
                {
                    let problem = format!("expected trait, found `{}`", items.name(id));
                    found.report(Area::of(&bound.path), problem, "name a trait");
                }
                Meaning::Item(id) => generics_of_trait(items, id, &bound.path, found),
                _ => {}
            }
        }
    }
}

/// The bounds of `impl Trait` in a signature.
struct HiddenBounds<'a>(Vec<&'a syn::TraitBound>);

impl<'a> Visit<'a> for HiddenBounds<'a> {
    fn visit_type_impl_trait(&mut self, it: &'a syn::TypeImplTrait) {
        self.0.extend(it.bounds.iter().filter_map(|bound| match bound {
            TypeParamBound::Trait(it) => Some(it),
            _ => None,
        }));
        visit::visit_type_impl_trait(self, it);
    }
}

/// The result of `for<'a> Fn(u32) -> &'a u32` names no lifetime that its arguments do not.
fn lifetimes_of_result(bound: &syn::TraitBound, found: &mut Found) {
    let Some(syn::PathArguments::Parenthesized(of)) = bound.path.segments.last().map(|last| &last.arguments)
    else {
        return;
    };
    let (inputs, output) = (words(&of.inputs), words(&of.output));
    let declared = bound.lifetimes.iter().flat_map(|it| &it.lifetimes).filter_map(|param| match param {
        GenericParam::Lifetime(it) => Some(&it.lifetime.ident),
        _ => None,
    });
    for name in declared {
        let name = plain(name);
        if output.contains(&name) && !inputs.contains(&name) {
            let problem = format!("the result names the lifetime `'{name}`, which no argument has");
            found.report(
                Area::of(&of.output),
                problem,
                "declare the lifetime at the function, or take a reference with it",
            );
        }
    }
}

/// What else may be named as a trait.
const TRAITS: [&str; 34] = [
    "Number",
    "Integer",
    "Float",
    "Iterator",
    "IntoIterator",
    "ExactSizeIterator",
    "DoubleEndedIterator",
    "FusedIterator",
    "FromIterator",
    "Extend",
    "AsRef",
    "AsMut",
    "Borrow",
    "BorrowMut",
    "ToString",
    "Drop",
    "Deref",
    "DerefMut",
    "Product",
    "Error",
    "Any",
    "Pod",
    "Data",
    "Unpin",
    "FromStr",
    "Write",
    "Hasher",
    "RangeBounds",
    "LowerHex",
    "UpperHex",
    "Binary",
    "Octal",
    "Pointer",
    "ToOwned",
];

/// Whether a name is that of a trait of std's, or of the library's.
pub(crate) fn is_trait_of_std(name: &str) -> bool {
    super::bounds::is_known(name) || TRAITS.contains(&name)
}

fn unknown_trait<'a>(items: &Items<'a>, module: ModuleId, path: &'a syn::Path, found: &mut Found) {
    let Some(name) = path.get_ident() else { return };
    let text = plain(name);
    let is_known = is_trait_of_std(&text);
    let is_imported = items.scope.follow(module, &[name], Space::Types, 24, &mut None).is_some();
    if !is_known && !is_imported && !items.scope.may_import(module, &text) {
        let problem = format!("cannot find trait `{name}` in this scope");
        found.report(Area::of(name), problem, "declare it, or import it");
    }
}

/// Checks that a trait has as many arguments as it is declared with.
fn generics_of_trait(items: &Items<'_>, id: ItemId, path: &syn::Path, found: &mut Found) {
    let Kind::Trait(it) = items.scope.entries[id].kind else { return };
    let params = it.generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(it) => Some(it.default.is_some()),
        GenericParam::Const(it) => Some(it.default.is_some()),
        GenericParam::Lifetime(_) => None,
    });
    let has_default: Vec<bool> = params.collect();
    let given = match path.segments.last().map(|last| &last.arguments) {
        Some(syn::PathArguments::AngleBracketed(list)) => {
            let is_value = |it: &&syn::GenericArgument| {
                matches!(it, syn::GenericArgument::Type(_) | syn::GenericArgument::Const(_))
            };
            list.args.iter().filter(is_value).count()
        }
        _ => 0,
    };
    let needed = has_default.iter().filter(|has_default| !**has_default).count();
    if given < needed || given > has_default.len() {
        let problem = match given {
            0 => format!("missing generics for trait `{}`", it.ident),
            given => {
                format!("trait `{}` has {} parameters, got {given}", it.ident, has_default.len())
            }
        };
        found.report(Area::of(path), problem, "write one for each");
    }
}

/// Checks that types have as many arguments as they are declared with.
fn arguments<'a>(items: &Items<'a>, env: &Env<'a>, ty: &'a syn::Type, found: &mut Found) {
    struct Walk<'i, 'e, 'a> {
        items: &'i Items<'a>,
        env: &'e Env<'a>,
        found: &'i mut Found,
    }
    impl<'a> Visit<'a> for Walk<'_, '_, 'a> {
        fn visit_type_path(&mut self, it: &'a syn::TypePath) {
            visit::visit_type_path(self, it);
            if it.qself.is_some()
                || (it.path.segments.len() == 1
                    && it.path.get_ident().is_some_and(|name| self.env.params.contains_key(&plain(name))))
            {
                return;
            }
            let meaning = self.items.scope.path(self.env.module, &it.path, Space::Types);
            if meaning == Meaning::Outside && it.path.segments.last().is_some_and(|of| of.ident == "Peekable")
            {
                self.demand_iterators(&it.path, &[true]);
            }
            let Meaning::Item(id) = meaning else { return };
            if !matches!(self.items.scope.entries[id].kind, Kind::Struct(_) | Kind::Enum(_)) {
                return;
            }
            let (Some(generics), Some(last)) = (self.items.generics(id), it.path.segments.last()) else {
                return;
            };
            let needed = generics.params.iter().filter(|param| match param {
                GenericParam::Type(it) => it.default.is_none(),
                GenericParam::Const(it) => it.default.is_none(),
                GenericParam::Lifetime(_) => false,
            });
            let most =
                generics.params.iter().filter(|param| !matches!(param, GenericParam::Lifetime(_))).count();
            let given = match &last.arguments {
                syn::PathArguments::AngleBracketed(list) => {
                    list.args.iter().filter(|it| !matches!(it, syn::GenericArgument::Lifetime(_))).count()
                }
                _ => 0,
            };
            let needed = needed.count();
            if given < needed || given > most {
                let name = self.items.name(id);
                let problem = match given {
                    0 => format!("missing generics for `{name}`"),
                    _ => format!("`{name}` takes {needed} generic arguments, but {given} were supplied"),
                };
                self.found.report(Area::of(last), problem, format!("write {needed} of them: `{name}<..>`"));
            }
            let over =
                generics.type_params().map(|param| functional::is_iterator_type(&param.ident, generics));
            self.demand_iterators(&it.path, &over.collect::<Vec<bool>>());
        }
    }
    impl Walk<'_, '_, '_> {
        /// Demands that those arguments which are parameters are iterators where the type says so of its own.
        fn demand_iterators(&mut self, path: &syn::Path, over: &[bool]) {
            let Some(syn::PathArguments::AngleBracketed(list)) =
                path.segments.last().map(|last| &last.arguments)
            else {
                return;
            };
            let types = list.args.iter().filter_map(|argument| match argument {
                syn::GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            for (ty, _) in types.zip(over).filter(|(_, over)| **over) {
                let syn::Type::Path(of) = ty else { continue };
                let Some(name) = of.path.get_ident().map(plain) else { continue };
                let Some(bounds) = self.env.params.get(&name) else { continue };
                // Another trait may have it above itself.
                let may_be = |bound: &super::items::Bound<'_>| {
                    bound.trait_ != Meaning::Outside || bound.name.ends_with("Iterator")
                };
                if !bounds.iter().any(may_be) {
                    let problem = format!("`{name}` is not an iterator");
                    self.found.report(Area::of(ty), problem, format!("bound it: `{name}: Iterator`"));
                }
            }
        }
    }
    Walk { items, env, found }.visit_type(ty);
}

/// Types of parameters, as in `T::Out`: a trait among the bounds must have them.
fn associated<'a>(items: &Items<'a>, env: &Env<'a>, ty: &'a syn::Type, found: &mut Found) {
    struct Walk<'i, 'e, 'a> {
        items: &'i Items<'a>,
        env: &'e Env<'a>,
        found: &'i mut Found,
    }
    impl<'a> Visit<'a> for Walk<'_, '_, 'a> {
        fn visit_type_path(&mut self, it: &'a syn::TypePath) {
            visit::visit_type_path(self, it);
            let names: Vec<&syn::Ident> = it.path.segments.iter().map(|it| &it.ident).collect();
            let (None, [param, name]) = (&it.qself, &names[..]) else { return };
            let Some(bounds) = self.env.params.get(&plain(param)) else { return };
            let all = self.items.with_supertraits(bounds);
            let mut has_one = false;
            let mut having = HashSet::new();
            for bound in &all {
                let Meaning::Item(id) = bound.trait_ else {
                    // One of std or of vyre may have it.
                    has_one |= !matches!(
                        bound.name.as_str(),
                        "Copy" | "Clone" | "PartialEq" | "Eq" | "PartialOrd" | "Ord" | "Default" | "Sized"
                    );
                    continue;
                };
                has_one |= match self.items.scope.entries[id].kind {
                    Kind::Trait(of) => {
                        let has = of
                            .items
                            .iter()
                            .any(|item| matches!(item, syn::TraitItem::Type(it) if it.ident == **name));
                        has && {
                            having.insert(id);
                            true
                        }
                    }
                    _ => true,
                };
            }
            if having.len() > 1 {
                let problem =
                    format!("ambiguous associated type `{name}`: several bounds of `{param}` have one");
                self.found.report(
                    Area::of(*name),
                    problem,
                    format!("write `<{param} as Trait>::{name}` with the trait that is meant"),
                );
            }
            if !has_one {
                let problem = format!("associated type `{name}` not found for `{param}`");
                self.found.report(
                    Area::of(*name),
                    problem,
                    "name one that a trait among its bounds declares",
                );
            }
        }
    }
    Walk { items, env, found }.visit_type(ty);
}

/// Two variants with one number, and one whose number does not fit.
fn discriminants(it: &syn::ItemEnum, found: &mut Found) {
    let repr = it.attrs.iter().filter(|it| it.path().is_ident("repr")).find_map(|it| {
        let name = it.parse_args::<syn::Ident>().ok()?;
        crate::signature::named(&plain(&name)).map(|_| plain(&name))
    });
    let repr = repr.unwrap_or_else(|| "isize".to_string());
    let range = |bits: u32| match repr.starts_with('i') {
        true => -(1i128 << (bits - 1))..1i128 << (bits - 1),
        false => 0..1i128 << bits,
    };
    let range = match repr.trim_start_matches(['i', 'u']) {
        "8" => range(8),
        "16" => range(16),
        "32" => range(32),
        _ => range(64),
    };
    let mut taken: Vec<(i128, &syn::Ident)> = Vec::new();
    let mut next: Option<i128> = Some(0);
    for variant in &it.variants {
        if let Some((_, expr)) = &variant.discriminant {
            next = number(expr);
        }
        // A constant is not known here, nor what follows it.
        let Some(value) = next else { continue };
        if !range.contains(&value) {
            let problem =
                format!("enum discriminant overflowed: `{}` is {value}, which is no `{repr}`", variant.ident);
            found.report(Area::of(&variant.ident), problem, "give it another number");
            return;
        }
        if let Some((_, other)) = taken.iter().find(|(of, _)| *of == value) {
            let problem = format!(
                "discriminant value `{value}` assigned more than once: to `{other}` and to `{}`",
                variant.ident
            );
            found.report(Area::of(&variant.ident), problem, "give one of the two another number");
        }
        taken.push((value, &variant.ident));
        next = Some(value + 1);
    }
}

/// The number that is written.
pub(super) fn number(expr: &syn::Expr) -> Option<i128> {
    match crate::syntax::strip(expr) {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(it), .. }) => it.base10_parse().ok(),
        syn::Expr::Unary(it) if matches!(it.op, syn::UnOp::Neg(_)) => number(&it.expr)?.checked_neg(),
        _ => None,
    }
}

/// A constant: its type, and its value where it stands in a body.
fn constant(
    items: &Items<'_>,
    (module, in_kernel): (ModuleId, bool),
    it: &syn::ItemConst,
    found: &mut Found,
) {
    if matches!(&*it.ty, syn::Type::Infer(_)) {
        let problem = "the placeholder `_` is not allowed within types on item signatures for constants";
        return found.report(Area::of(&it.ty), problem, "write the type");
    }
    if let syn::Expr::Reference(of) = crate::syntax::strip(&it.expr)
        && of.mutability.is_some()
        && !matches!(crate::syntax::strip(&of.expr), syn::Expr::Array(list) if list.elems.is_empty())
    {
        let problem = "a constant cannot hold a `&mut` to what it computes";
        return found.report(Area::of(of), problem, "write `&`, or the value itself");
    }
    // In kernels they wrap around, as all arithmetic there.
    let is_in_body = items.scope.outside_blocks(module) != module && !in_kernel;
    let is_number = match &*it.ty {
        syn::Type::Path(path) => {
            path.path.get_ident().is_some_and(|name| crate::signature::named(&plain(name)).is_some())
        }
        _ => false,
    };
    // Those that name others are computed where they are used.
    let is_plain = |word: &String| word == "as" || crate::signature::named(word).is_some();
    let is_closed = words(&it.expr).iter().all(is_plain);
    if is_in_body && is_number && is_closed {
        let mut constants = Constants::default();
        let name = plain(&it.ident);
        constants.add(name.clone(), it.clone());
        if constants.evaluate(&name, Area::of(&it.expr)).is_err() {
            let mut errors = Errors::of(it.to_token_stream());
            constants.report(&mut errors);
            for reported in errors.into_list() {
                let (problem, fix) = reported
                    .message
                    .split_once(". Fix: ")
                    .unwrap_or((&reported.message, "write another value"));
                found.report(reported.area, problem, fix.trim_end_matches('.'));
            }
        }
    }
}

/// Reports a function or a type by its place, for the bodies.
pub(super) fn module_of(items: &Items<'_>, id: ItemId) -> ModuleId {
    items.scope.entries[id].module
}

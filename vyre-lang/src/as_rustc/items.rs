//! The items of a text with their types: signatures, fields, `impl`s.

use super::scope::{ItemId, Kind, Meaning, ModuleId, Scope, Space};
use super::ty::Ty;
use crate::syntax::plain;
use std::collections::{HashMap, HashSet};
use syn::{
    FnArg, GenericArgument, GenericParam, PathArguments, ReceiverKind, TypeParamBound, WherePredicate,
};

/// What a type parameter must implement.
#[derive(Clone)]
pub(super) struct Bound<'a> {
    pub(super) trait_: Meaning,
    /// The last name of its path.
    pub(super) name: String,
    pub(super) path: &'a syn::Path,
}

/// What names mean in a signature and in its body.
#[derive(Clone, Default)]
pub(super) struct Env<'a> {
    pub(super) module: ModuleId,
    pub(super) params: HashMap<String, Vec<Bound<'a>>>,
    /// The parameters of which something is known that is no bound of a trait: `for<'a> ..`, `T::Out: ..`.
    pub(super) self_ty: Option<Ty>,
    /// The types of the `impl` around.
    pub(super) associated: HashMap<String, &'a syn::Type>,
}

pub(super) struct Impl<'a> {
    pub(super) module: ModuleId,
    pub(super) item: &'a syn::ItemImpl,
    pub(super) trait_: Option<Meaning>,
    pub(super) env: Env<'a>,
    pub(super) ty: Ty,
}

impl<'a> Impl<'a> {
    /// The last name of the trait's path.
    pub(super) fn trait_name(&self) -> Option<String> {
        let (path, _) = self.item.trait_.as_ref()?;
        path.segments.last().map(|last| plain(&last.ident))
    }

    pub(super) fn trait_arguments(&self) -> Vec<&'a syn::Type> {
        let of = self.item.trait_.as_ref().and_then(|(path, _)| path.segments.last());
        of.map_or_else(Vec::new, |last| type_arguments(&last.arguments))
    }

    pub(super) fn functions(&self) -> impl Iterator<Item = &'a syn::ImplItemFn> {
        self.item.items.iter().filter_map(|item| match item {
            syn::ImplItem::Fn(it) => Some(it),
            _ => None,
        })
    }
}

/// A function or a method that is called.
#[derive(Clone)]
pub(super) struct Callee<'a> {
    pub(super) sig: &'a syn::Signature,
    pub(super) env: Env<'a>,
    /// Where it may be named.
    pub(super) seen_in: Option<ModuleId>,
    /// The trait that it is of.
    pub(super) trait_: Option<ItemId>,
    /// What the receiver's type says of the parameters of the `impl`.
    pub(super) args: Vec<(String, Ty)>,
    /// Whether a bound brings it.
    pub(super) is_of_param: bool,
}

pub(super) struct Items<'a> {
    pub(super) scope: &'a Scope<'a>,
    pub(super) impls: Vec<Impl<'a>>,
    /// The words of the attributes `allow`.
    pub(super) allowed: HashSet<String>,
}

/// The types among generic arguments.
pub(super) fn type_arguments(arguments: &PathArguments) -> Vec<&syn::Type> {
    match arguments {
        PathArguments::AngleBracketed(list) => list
            .args
            .iter()
            .filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

pub(super) fn type_params(generics: &syn::Generics) -> impl Iterator<Item = &syn::TypeParam> {
    generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(param),
        _ => None,
    })
}

const PLAIN: [&str; 18] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f16", "f32",
    "f64", "bool", "char", "str",
];

impl<'a> Items<'a> {
    pub(super) fn of(scope: &'a Scope<'a>) -> Items<'a> {
        let mut items = Items { scope, impls: Vec::new(), allowed: HashSet::new() };
        for (module, item) in &scope.impls {
            let env = items.env(*module, [&item.generics]);
            let ty = items.ty(&env, &item.self_ty);
            let trait_ = item.trait_.as_ref().map(|(path, _)| scope.path(*module, path, Space::Types));
            let associated = item.items.iter().filter_map(|item| match item {
                syn::ImplItem::Type(it) => Some((plain(&it.ident), &it.ty)),
                _ => None,
            });
            let env = Env { self_ty: Some(ty.clone()), associated: associated.collect(), ..env };
            items.impls.push(Impl { module: *module, item, trait_, env, ty });
        }
        items
    }

    /// The parameters of generics with their bounds.
    pub(super) fn env<const N: usize>(&self, module: ModuleId, generics: [&'a syn::Generics; N]) -> Env<'a> {
        let mut env = Env { module, ..Env::default() };
        generics.into_iter().for_each(|generics| self.declare(&mut env, generics));
        env
    }

    pub(super) fn declare(&self, env: &mut Env<'a>, generics: &'a syn::Generics) {
        let bounds = |list: &'a syn::punctuated::Punctuated<TypeParamBound, syn::Token![+]>| {
            list.iter().filter_map(|bound| match bound {
                TypeParamBound::Trait(it) => Some(self.bound(env.module, &it.path)),
                _ => None,
            })
        };
        let mut declared: Vec<(String, Vec<Bound<'a>>)> = Vec::new();
        for param in type_params(generics) {
            declared.push((plain(&param.ident), bounds(&param.bounds).collect()));
        }
        let mut more = Vec::new();
        for predicate in generics.where_clause.iter().flat_map(|it| &it.predicates) {
            if let WherePredicate::Type(it) = predicate
                && let syn::Type::Path(path) = &it.bounded_ty
                && let Some(name) = path.path.get_ident()
            {
                more.push((plain(name), bounds(&it.bounds).collect::<Vec<_>>()));
            }
        }
        env.params.extend(declared);
        for (name, bounds) in more {
            if let Some(known) = env.params.get_mut(&name) {
                known.extend(bounds);
            }
        }
    }

    /// The traits of a list of bounds that stands in a module.
    pub(super) fn bounds_in(
        &self,
        module: ModuleId,
        bounds: impl IntoIterator<Item = &'a TypeParamBound>,
    ) -> Vec<Bound<'a>> {
        let traits = bounds.into_iter().filter_map(|bound| match bound {
            TypeParamBound::Trait(it) => Some(self.bound(module, &it.path)),
            _ => None,
        });
        traits.collect()
    }

    fn bound(&self, module: ModuleId, path: &'a syn::Path) -> Bound<'a> {
        let name = path.segments.last().map_or_else(String::new, |last| plain(&last.ident));
        Bound { trait_: self.scope.path(module, path, Space::Types), name, path }
    }

    /// A type as it is written.
    pub(super) fn ty(&self, env: &Env<'a>, ty: &'a syn::Type) -> Ty {
        self.ty_within(env, ty, 12)
    }

    fn ty_within(&self, env: &Env<'a>, ty: &'a syn::Type, depth: usize) -> Ty {
        if depth == 0 {
            return Ty::Unknown;
        }
        let of = |ty: &'a syn::Type| self.ty_within(env, ty, depth - 1);
        match ty {
            syn::Type::Array(it) => Ty::Array(Box::new(of(&it.elem))),
            syn::Type::Slice(it) => Ty::Slice(Box::new(of(&it.elem))),
            syn::Type::Group(it) => of(&it.elem),
            syn::Type::Paren(it) => of(&it.elem),
            syn::Type::Never(_) => Ty::Never,
            syn::Type::Tuple(it) => Ty::Tuple(it.elems.iter().map(of).collect()),
            syn::Type::Reference(it) => {
                let lifetime = it.lifetime.as_ref().map(|it| plain(&it.ident));
                Ty::Ref(it.mutability.is_some(), lifetime, Box::new(of(&it.elem)))
            }
            syn::Type::Path(it) if it.qself.is_none() => self.ty_of_path(env, &it.path, depth),
            _ => Ty::Unknown,
        }
    }

    fn ty_of_path(&self, env: &Env<'a>, path: &'a syn::Path, depth: usize) -> Ty {
        let Some(last) = path.segments.last() else { return Ty::Unknown };
        let name = plain(&last.ident);
        let args = || -> Vec<Ty> {
            let list = type_arguments(&last.arguments);
            list.into_iter().map(|ty| self.ty_within(env, ty, depth - 1)).collect()
        };
        if path.segments.len() == 1 {
            if env.params.contains_key(&name) {
                return Ty::Param(name);
            }
            if name == "Self" {
                return env.self_ty.clone().unwrap_or(Ty::Unknown);
            }
        } else if path.segments.len() == 2 && path.segments[0].ident == "Self" {
            return match env.associated.get(&name) {
                Some(ty) => self.ty_within(env, ty, depth - 1),
                None => Ty::Unknown,
            };
        }
        match self.scope.path(env.module, path, Space::Types) {
            Meaning::Item(id) => match self.scope.entries[id].kind {
                Kind::Struct(_) | Kind::Enum(_) => {
                    let (args, count) = (args(), self.params_of(id).len());
                    // Arguments that are not written are those of constants, or of what is to be inferred.
                    let args = if args.len() == count { args } else { vec![Ty::Unknown; count] };
                    Ty::Item(id, args)
                }
                Kind::Alias(it) if it.generics.params.is_empty() => {
                    let env = Env { module: self.scope.entries[id].module, ..Env::default() };
                    self.ty_within(&env, &it.ty, depth - 1)
                }
                _ => Ty::Unknown,
            },
            Meaning::Variant(..) => Ty::Unknown,
            Meaning::Outside if path.segments.len() == 1 || is_std(path) => {
                match (name.as_str(), &args()[..]) {
                    (name, []) if path.segments.len() == 1 && PLAIN.contains(&name) => Ty::plain(name),
                    ("Option", [of]) => Ty::option(of.clone()),
                    ("Result", [of, error]) => Ty::Std("Result", vec![of.clone(), error.clone()]),
                    ("Range", [of]) => Ty::Std("Range", vec![of.clone()]),
                    ("RangeInclusive", [of]) => Ty::Std("RangeInclusive", vec![of.clone()]),
                    ("Ordering", []) => Ty::Std("Ordering", Vec::new()),
                    (name, args) => super::std_types::iterator_named(name, args).unwrap_or(Ty::Unknown),
                }
            }
            Meaning::Outside => Ty::Unknown,
        }
    }

    pub(super) fn generics(&self, id: ItemId) -> Option<&'a syn::Generics> {
        match self.scope.entries[id].kind {
            Kind::Struct(it) => Some(&it.generics),
            Kind::Enum(it) => Some(&it.generics),
            Kind::Trait(it) => Some(&it.generics),
            Kind::Function(it) => Some(&it.sig.generics),
            Kind::Alias(it) => Some(&it.generics),
            Kind::Constant(_) | Kind::Static(_) | Kind::Module(_) => None,
        }
    }

    /// The type parameters of a type.
    pub(super) fn params_of(&self, id: ItemId) -> Vec<String> {
        let generics = self.generics(id);
        generics.map_or_else(Vec::new, |it| type_params(it).map(|param| plain(&param.ident)).collect())
    }

    pub(super) fn has_lifetimes(&self, id: ItemId) -> bool {
        self.lifetimes_of(id) > 0
    }

    pub(super) fn lifetimes_of(&self, id: ItemId) -> usize {
        self.generics(id).map_or(0, |it| it.lifetimes().count())
    }

    pub(super) fn name(&self, id: ItemId) -> String {
        plain(self.scope.entries[id].name)
    }

    /// The environment in which the fields of a type are written.
    pub(super) fn env_of(&self, id: ItemId) -> Env<'a> {
        let module = self.scope.entries[id].module;
        match self.generics(id) {
            Some(generics) => self.env(module, [generics]),
            None => Env { module, ..Env::default() },
        }
    }

    /// The type of a field that is declared in an item, for the item's arguments.
    pub(super) fn field_ty(&self, id: ItemId, args: &[Ty], field: &'a syn::Field) -> Ty {
        let env = Env { self_ty: Some(Ty::Item(id, args.to_vec())), ..self.env_of(id) };
        let params = self.params_of(id);
        self.ty(&env, &field.ty).with(&|name| {
            let at = params.iter().position(|param| param == name)?;
            Some(args.get(at).cloned().unwrap_or(Ty::Unknown))
        })
    }

    pub(super) fn fields(&self, id: ItemId, variant: Option<usize>) -> Option<&'a syn::Fields> {
        match (self.scope.entries[id].kind, variant) {
            (Kind::Struct(it), _) => Some(&it.fields),
            (Kind::Enum(it), Some(at)) => it.variants.iter().nth(at).map(|variant| &variant.fields),
            _ => None,
        }
    }

    /// A field by its name, or by its number.
    pub(super) fn field(&self, id: ItemId, variant: Option<usize>, name: &str) -> Option<&'a syn::Field> {
        let fields = self.fields(id, variant)?;
        fields.iter().enumerate().find_map(|(at, field)| {
            let own = field.ident.as_ref().map_or_else(|| at.to_string(), plain);
            (own == name).then_some(field)
        })
    }

    /// What is derived for a type.
    pub(super) fn derives(&self, id: ItemId) -> Vec<String> {
        let attrs = match self.scope.entries[id].kind {
            Kind::Struct(it) => &it.attrs,
            Kind::Enum(it) => &it.attrs,
            _ => return Vec::new(),
        };
        derived(attrs).into_iter().map(|(name, _)| name).collect()
    }

    /// Whether `#[vyre::data]` stands on a type, which makes it `Clone` and `Copy`.
    pub(super) fn is_data(&self, id: ItemId) -> bool {
        let attrs = match self.scope.entries[id].kind {
            Kind::Struct(it) => &it.attrs,
            Kind::Enum(it) => &it.attrs,
            _ => return false,
        };
        attrs.iter().any(|it| it.path().segments.last().is_some_and(|last| last.ident == "data"))
    }

    /// The methods of this name that a type may mean, of its own `impl`s before those of traits.
    pub(super) fn methods(&self, ty: &Ty, name: &str) -> Vec<Callee<'a>> {
        let mut found = Vec::new();
        for is_trait in [false, true] {
            for block in self.impls.iter().filter(|block| block.trait_.is_some() == is_trait) {
                let Some(args) = matched(&block.ty, ty) else { continue };
                let of = match block.trait_ {
                    Some(Meaning::Item(id)) => Some(id),
                    _ => None,
                };
                let callee = |sig: &'a syn::Signature, seen_in| {
                    let mut env = block.env.clone();
                    self.declare(&mut env, &sig.generics);
                    Callee { sig, env, seen_in, trait_: of, args: args.clone(), is_of_param: false }
                };
                for method in block.functions().filter(|it| it.sig.ident == name) {
                    let seen_in = match block.trait_ {
                        Some(_) => None,
                        None => self.scope.seen_in(&method.vis, block.module),
                    };
                    found.push(callee(&method.sig, seen_in));
                }
                if let Some(id) = of
                    && let Kind::Trait(it) = self.scope.entries[id].kind
                {
                    let provided =
                        trait_functions(it).filter(|it| it.sig.ident == name && it.default.is_some());
                    let has_own = block.functions().any(|it| it.sig.ident == name);
                    found.extend(provided.filter(|_| !has_own).map(|it| {
                        let mut callee = callee(&it.sig, None);
                        callee.env.module = self.scope.entries[id].module;
                        callee
                    }));
                }
            }
            if !found.is_empty() {
                break;
            }
        }
        found
    }

    /// The traits that a bound brings: itself and those above it.
    pub(super) fn with_supertraits(&self, bounds: &[Bound<'a>]) -> Vec<Bound<'a>> {
        let mut all: Vec<Bound<'a>> = bounds.to_vec();
        let mut at = 0;
        while at < all.len() && all.len() < 256 {
            if let Meaning::Item(id) = all[at].trait_
                && let Kind::Trait(it) = self.scope.entries[id].kind
            {
                let module = self.scope.entries[id].module;
                for bound in &it.supertraits {
                    if let TypeParamBound::Trait(bound) = bound {
                        let bound = self.bound(module, &bound.path);
                        if !all.iter().any(|known| known.name == bound.name && known.trait_ == bound.trait_) {
                            all.push(bound);
                        }
                    }
                }
            }
            at += 1;
        }
        all
    }
}

/// Whether a path begins with a crate of the standard library.
pub(super) fn is_std(path: &syn::Path) -> bool {
    path.segments.first().is_some_and(|first| first.ident == "std" || first.ident == "core")
}

pub(super) fn trait_functions(it: &syn::ItemTrait) -> impl Iterator<Item = &syn::TraitItemFn> {
    it.items.iter().filter_map(|item| match item {
        syn::TraitItem::Fn(it) => Some(it),
        _ => None,
    })
}

/// What attributes derive, with the places.
pub(super) fn derived(attrs: &[syn::Attribute]) -> Vec<(String, syn::Ident)> {
    let mut names = Vec::new();
    for attribute in attrs.iter().filter(|it| it.path().is_ident("derive")) {
        let list = attribute
            .parse_args_with(syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated);
        for path in list.into_iter().flatten() {
            if let Some(last) = path.segments.last() {
                names.push((plain(&last.ident), last.ident.clone()));
            }
        }
    }
    names
}

/// Whether the type of an `impl` may be this one, and what its parameters are then.
pub(super) fn matched(pattern: &Ty, ty: &Ty) -> Option<Vec<(String, Ty)>> {
    let mut args = Vec::new();
    let mut open = vec![(pattern, ty)];
    while let Some((pattern, ty)) = open.pop() {
        match (pattern, ty) {
            (Ty::Param(name), _) => args.push((name.clone(), ty.clone())),
            (Ty::Unknown, _) | (_, Ty::Unknown) => {}
            (Ty::Item(first, of_first), Ty::Item(second, of_second)) if first == second => {
                open.extend(of_first.iter().zip(of_second));
            }
            (Ty::Std(first, of_first), Ty::Std(second, of_second)) if first == second => {
                open.extend(of_first.iter().zip(of_second));
            }
            (Ty::Tuple(first), Ty::Tuple(second)) if first.len() == second.len() => {
                open.extend(first.iter().zip(second));
            }
            (Ty::Ref(first, _, of_first), Ty::Ref(second, _, of_second)) if first == second => {
                open.push((of_first, of_second));
            }
            (Ty::Array(first), Ty::Array(second)) | (Ty::Slice(first), Ty::Slice(second)) => {
                open.push((first, second));
            }
            // A chain of std's is no type of the module's.
            (Ty::Item(..), Ty::Std("Iterator", _)) => return None,
            (pattern, ty) if !super::ty::differ(pattern, ty) => {}
            _ => return None,
        }
    }
    Some(args)
}

/// How a method takes its receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Receiver {
    Value,
    Shared,
    Exclusive,
}

pub(super) fn receiver(sig: &syn::Signature) -> Option<Receiver> {
    match sig.inputs.first()? {
        FnArg::Receiver(it) => Some(match &it.kind {
            ReceiverKind::Value => Receiver::Value,
            ReceiverKind::Reference(_, _, None) => Receiver::Shared,
            ReceiverKind::Reference(_, _, Some(_)) => Receiver::Exclusive,
            _ => Receiver::Value,
        }),
        FnArg::Typed(_) => None,
    }
}

impl Items<'_> {
    /// Whether a type has constants among its parameters.
    pub(super) fn has_constants(&self, id: ItemId) -> bool {
        self.generics(id).is_some_and(|it| it.const_params().next().is_some())
    }
}

impl<'a> Items<'a> {
    pub(super) fn bounds_of(
        &self,
        module: ModuleId,
        list: &'a syn::punctuated::Punctuated<TypeParamBound, syn::Token![+]>,
    ) -> Vec<Bound<'a>> {
        list.iter()
            .filter_map(|bound| match bound {
                TypeParamBound::Trait(it) => Some(self.bound(module, &it.path)),
                _ => None,
            })
            .collect()
    }
}

//! Paths through traits, written without these: `<T as Trait>::NAME` is `T::NAME`. A type's own items come before those of traits, and kernels
//! find the items of all traits by their names alone. A method of one of the module's traits has a second name, which says the trait, so that another
//! method of its name is not taken for it: `Trait::method(&value)` is `value.__vyre_of_Trait_method()`.

use crate::syntax::{is_list, plain as plain_name};
use crate::{functional, overload};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Generics, Ident, Path, PathArguments, QSelf, Signature, Type, parse_quote};

/// The traits that a text declares, by their names.
#[derive(Default)]
pub(super) struct Traits {
    /// Their functions.
    functions: HashMap<String, HashMap<String, Function>>,
    /// The names that several traits have, or a trait and a type.
    shared: HashSet<String>,
    /// Their types, by the names of the traits.
    types: HashMap<String, HashSet<String>>,
    /// The names of types that are different ones in several `impl`s for one type.
    shared_types: HashSet<String>,
    /// Their constants, by the names of the traits.
    constants: HashMap<String, HashSet<String>>,
    /// The names of constants that several traits have, or a trait and a type.
    shared_constants: HashSet<String>,
    /// The traits that each one demands.
    demanded: HashMap<String, Vec<String>>,
    /// Their names by those that imports give them.
    renamed: HashMap<String, String>,
    /// The names of types and modules that the text declares.
    owners: HashSet<String>,
}

/// A function of a trait.
struct Function {
    receiver: Option<Receiver>,
    /// How many arguments it takes, with the receiver.
    inputs: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Receiver {
    Value,
    Reference,
}

impl Traits {
    pub(super) fn of(file: &syn::File) -> Traits {
        let mut found = Found::default();
        found.visit_file(file);
        let Found { mut traits, own, own_constants, values, renamed } = found;
        traits.renamed =
            renamed.into_iter().filter(|(_, name)| traits.constants.contains_key(name)).collect();
        let several = values.into_iter().filter(|(_, values)| values.len() > 1);
        traits.shared_types = several.map(|((_, name), _)| name).collect();
        traits.shared = shared(traits.functions.values().flat_map(HashMap::keys), |name| own.contains(name));
        traits.shared_constants = shared(traits.constants.values().flatten(), |name| {
            own_constants.contains(name) || crate::constants::is_of_number(name)
        });
        traits
    }

    /// The second name of a function of one of these traits.
    fn alias(&self, of: &Ident, name: &Ident) -> Option<Ident> {
        let of = plain_name(of);
        self.functions.get(&of)?.get(&plain_name(name))?;
        Some(Ident::new(&overload::of_trait(&of, &plain_name(name)), name.span()))
    }

    /// The same, with the type that the trait is written with.
    fn alias_with(&self, of: &syn::PathSegment, name: &Ident) -> Option<Ident> {
        let alias = self.alias(&of.ident, name)?;
        let path = Path::from(of.clone());
        let Some(operand) = overload::operand_of(&path) else { return Some(alias) };
        let of = overload::with_operand(&plain_name(&of.ident), operand);
        Some(Ident::new(&overload::of_trait(&of, &plain_name(name)), name.span()))
    }

    /// The second name of a type of a trait, where its name alone does not say which one it is.
    fn type_alias(&self, of: &Ident, name: &Ident) -> Option<Ident> {
        let (of, text) = (plain_name(of), plain_name(name));
        let has = self.types.get(&of).is_some_and(|types| types.contains(&text))
            || text == "Output" && overload::has_output(&of);
        (has && self.shared_types.contains(&text))
            .then(|| Ident::new(&overload::of_trait(&of, &text), name.span()))
    }

    /// The second name of a constant of a trait or of one that it demands, where its name alone does not say which one it is.
    fn constant_alias(&self, of: &Ident, name: &Ident) -> Option<Ident> {
        let text = plain_name(name);
        if !self.shared_constants.contains(&text) {
            return None;
        }
        let (mut open, mut seen) = (vec![plain_name(of)], HashSet::new());
        while let Some(of) = open.pop() {
            let of = self.renamed.get(&of).cloned().unwrap_or(of);
            if self.constants.get(&of).is_some_and(|constants| constants.contains(&text)) {
                return Some(Ident::new(&overload::of_trait(&of, &text), name.span()));
            }
            if seen.insert(of.clone()) {
                open.extend(self.demanded.get(&of).into_iter().flatten().cloned());
            }
        }
        None
    }
}

/// The names that stand several times here, and those that something else has, too.
fn shared<'n>(
    names: impl Iterator<Item = &'n String>,
    is_elsewhere: impl Fn(&str) -> bool,
) -> HashSet<String> {
    let mut count: HashMap<&String, usize> = HashMap::new();
    names.for_each(|name| *count.entry(name).or_default() += 1);
    count
        .into_iter()
        .filter(|(name, count)| *count > 1 || is_elsewhere(name))
        .map(|(name, _)| name.clone())
        .collect()
}

/// The last names of the traits among bounds.
fn traits_of<'b>(bounds: impl IntoIterator<Item = &'b syn::TypeParamBound>) -> Vec<Ident> {
    let names = bounds.into_iter().filter_map(|bound| match bound {
        syn::TypeParamBound::Trait(it) => Some(it.path.segments.last()?.ident.clone()),
        _ => None,
    });
    names.collect()
}

#[derive(Default)]
struct Found {
    traits: Traits,
    /// The types of the `impl`s of traits, by the types that these are about and their names.
    values: HashMap<(String, String), HashSet<String>>,
    /// The names of the functions of types themselves.
    own: HashSet<String>,
    /// The names of their constants and variants.
    own_constants: HashSet<String>,
    /// The names of items by those that imports give them.
    renamed: HashMap<String, String>,
}

impl<'ast> Visit<'ast> for Found {
    fn visit_use_rename(&mut self, it: &'ast syn::UseRename) {
        self.renamed.insert(plain_name(&it.rename), plain_name(&it.ident));
        self.traits.owners.insert(plain_name(&it.rename));
    }

    fn visit_item_struct(&mut self, it: &'ast syn::ItemStruct) {
        self.traits.owners.insert(plain_name(&it.ident));
    }

    fn visit_item_enum(&mut self, it: &'ast syn::ItemEnum) {
        self.traits.owners.insert(plain_name(&it.ident));
        self.own_constants.extend(it.variants.iter().map(|variant| plain_name(&variant.ident)));
    }

    fn visit_item_mod(&mut self, it: &'ast syn::ItemMod) {
        self.traits.owners.insert(plain_name(&it.ident));
        visit::visit_item_mod(self, it);
    }

    fn visit_item_type(&mut self, it: &'ast syn::ItemType) {
        self.traits.owners.insert(plain_name(&it.ident));
    }

    fn visit_item_trait(&mut self, it: &'ast syn::ItemTrait) {
        visit::visit_item_trait(self, it);
        let functions = it.items.iter().filter_map(|item| match item {
            syn::TraitItem::Fn(method) => {
                let function = Function { receiver: receiver(&method.sig), inputs: method.sig.inputs.len() };
                Some((plain_name(&method.sig.ident), function))
            }
            _ => None,
        });
        self.traits.functions.entry(plain_name(&it.ident)).or_default().extend(functions);
        let types = it.items.iter().filter_map(|item| match item {
            syn::TraitItem::Type(ty) => Some(plain_name(&ty.ident)),
            _ => None,
        });
        self.traits.types.entry(plain_name(&it.ident)).or_default().extend(types);
        // A list is a table, which is known by its path.
        let constants = it.items.iter().filter_map(|item| match item {
            syn::TraitItem::Const(constant) if !is_list(&constant.ty) => Some(plain_name(&constant.ident)),
            _ => None,
        });
        self.traits.constants.entry(plain_name(&it.ident)).or_default().extend(constants);
        let demanded = traits_of(&it.supertraits).iter().map(plain_name).collect();
        self.traits.demanded.insert(plain_name(&it.ident), demanded);
    }

    fn visit_item_impl(&mut self, it: &'ast syn::ItemImpl) {
        visit::visit_item_impl(self, it);
        for item in &it.items {
            if let syn::ImplItem::Type(ty) = item {
                let key = (it.self_ty.to_token_stream().to_string(), plain_name(&ty.ident));
                self.values.entry(key).or_default().insert(ty.ty.to_token_stream().to_string());
            }
        }
        if it.trait_.is_none() {
            self.own.extend(it.items.iter().filter_map(|item| match item {
                syn::ImplItem::Fn(method) => Some(plain_name(&method.sig.ident)),
                _ => None,
            }));
            self.own_constants.extend(it.items.iter().filter_map(|item| match item {
                syn::ImplItem::Const(constant) => Some(plain_name(&constant.ident)),
                _ => None,
            }));
        }
    }
}

/// The receiver of a method of std's traits and of `Ordering`, which a path such as `Ord::max` names.
fn std_method(of: &str, name: &str) -> Option<Receiver> {
    match (of, name) {
        ("Ord", "max" | "min" | "clamp") => Some(Receiver::Value),
        ("Ord", "cmp") | ("PartialOrd", "partial_cmp" | "lt" | "le" | "gt" | "ge") => {
            Some(Receiver::Reference)
        }
        ("PartialEq", "eq" | "ne") | ("Clone", "clone") => Some(Receiver::Reference),
        ("Into", "into")
        | (
            "Ordering",
            "reverse" | "then" | "then_with" | "is_eq" | "is_ne" | "is_lt" | "is_le" | "is_gt" | "is_ge",
        ) => Some(Receiver::Value),
        ("Ordering", "cmp" | "eq" | "ne") => Some(Receiver::Reference),
        _ => None,
    }
}

/// How many arguments a method of std's takes that a path gives as a value, where it takes no reference.
fn std_inputs(of: &str, name: &str) -> Option<usize> {
    match (of, name) {
        ("Into", "into") | ("Ordering", "reverse") => Some(1),
        ("Ordering", name) if name.starts_with("is_") => Some(1),
        ("Ord", "max" | "min") | ("Ordering", "then") => Some(2),
        _ => None,
    }
}

fn receiver(signature: &Signature) -> Option<Receiver> {
    signature.receiver().map(|receiver| match receiver.kind {
        syn::ReceiverKind::Reference(..) => Receiver::Reference,
        _ => Receiver::Value,
    })
}

/// Rewrites the paths of an item.
pub(super) fn of_item(item: &mut syn::Item, traits: &Traits) {
    PlainPaths { traits, params: Vec::new(), inside: None }.visit_item_mut(item);
}

struct PlainPaths<'t> {
    traits: &'t Traits,
    /// The names of type parameters around, which hide those of traits, and the traits of their bounds.
    params: Vec<(String, Vec<Ident>)>,
    /// The trait whose provided functions are read.
    inside: Option<Ident>,
}

/// The same path without the trait, if the type is written as a path.
fn plain(qself: &QSelf, path: &Path, traits: &Traits) -> Option<Path> {
    let mut ty = &*qself.ty;
    while let Type::Paren(inner) = ty {
        ty = &inner.elem;
    }
    let Type::Path(owner) = ty else { return None };
    if owner.qself.is_some() {
        return None;
    }
    let mut whole = owner.path.clone();
    for segment in &mut whole.segments {
        if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            arguments.colon2_token.get_or_insert_default();
        }
    }
    let mut rest: Vec<syn::PathSegment> = path.segments.iter().skip(qself.position).cloned().collect();
    let of = qself.position.checked_sub(1).and_then(|at| path.segments.get(at));
    if let (Some(of), Some(first)) = (of, rest.first_mut())
        && let Some(alias) = traits
            .alias_with(of, &first.ident)
            .or_else(|| traits.type_alias(&of.ident, &first.ident))
            .or_else(|| traits.constant_alias(&of.ident, &first.ident))
    {
        first.ident = alias;
    }
    whole.segments.extend(rest);
    Some(whole)
}

impl PlainPaths<'_> {
    /// `Trait::method(value, ..)` as a call of the method.
    fn called_by_trait(&self, call: &syn::ExprCall) -> Option<Expr> {
        let Expr::Path(path) = crate::syntax::strip(&call.func) else { return None };
        let mut segments = path.path.segments.iter().rev();
        let (name, of) = (segments.next()?, segments.next()?);
        let text = plain_name(&of.ident);
        if path.qself.is_some() || self.params.iter().any(|(param, _)| *param == text) {
            return None;
        }
        let is_own = self.traits.functions.contains_key(&text) || self.traits.owners.contains(&text);
        let (alias, kind) = match std_method(&text, &plain_name(&name.ident)).filter(|_| !is_own) {
            Some(kind) => (name.ident.clone(), kind),
            None => (
                self.traits.alias_with(of, &name.ident)?,
                self.traits.functions.get(&text)?.get(&plain_name(&name.ident))?.receiver?,
            ),
        };
        let mut args = call.args.iter();
        let first = args.next()?;
        let value = match (kind, crate::syntax::strip(first)) {
            (Receiver::Reference, Expr::Reference(reference)) => &*reference.expr,
            _ => first,
        };
        let is_plain = matches!(
            value,
            Expr::Path(_)
                | Expr::Field(_)
                | Expr::Index(_)
                | Expr::Call(_)
                | Expr::MethodCall(_)
                | Expr::Paren(_)
                | Expr::Lit(_)
        );
        let value: Expr = if is_plain { value.clone() } else { parse_quote!((#value)) };
        let turbofish = match &name.arguments {
            PathArguments::AngleBracketed(arguments) => Some(arguments),
            _ => None,
        };
        Some(parse_quote!(#value.#alias #turbofish (#(#args),*)))
    }

    /// `Into::<T>::into(value)` and `<U as Into<T>>::into(value)`: a variable of the type that is written.
    fn converted(&self, call: &syn::ExprCall) -> Option<Expr> {
        let Expr::Path(path) = crate::syntax::strip(&call.func) else { return None };
        let mut segments = path.path.segments.iter().rev();
        let (name, of) = (segments.next()?, segments.next()?);
        let is_own = self.traits.functions.contains_key("Into") || self.traits.owners.contains("Into");
        if name.ident != "into" || of.ident != "Into" || is_own || call.args.len() != 1 {
            return None;
        }
        let PathArguments::AngleBracketed(arguments) = &of.arguments else { return None };
        let (syn::GenericArgument::Type(ty), 1) = (arguments.args.first()?, arguments.args.len()) else {
            return None;
        };
        let value = call.args.first()?;
        let from: Option<Type> = path.qself.as_ref().map(|qself| (*qself.ty).clone());
        let from = from.map(|from| quote::quote!(: #from));
        Some(parse_quote!({
            let __vyre_given #from = #value;
            let __vyre_into: #ty = __vyre_given.into();
            __vyre_into
        }))
    }

    /// `Trait::method` as an argument: the closure that calls it.
    fn as_closure(&self, arg: &Expr) -> Option<Expr> {
        let Expr::Path(path) = arg else { return None };
        let mut segments = path.path.segments.iter().rev();
        let (name, of) = (plain_name(&segments.next()?.ident), plain_name(&segments.next()?.ident));
        if self.params.iter().any(|(param, _)| *param == of) {
            return None;
        }
        let is_own = self.traits.functions.contains_key(&of) || self.traits.owners.contains(&of);
        if !is_own && let Some(inputs) = std_inputs(&of, &name) {
            return Some(Expr::Closure(functional::closure_of(path, inputs)));
        }
        if path.qself.is_some() {
            return None;
        }
        let function = self.traits.functions.get(&of)?.get(&name)?;
        Some(Expr::Closure(functional::closure_of(path, function.inputs)))
    }

    fn within(&mut self, generics: &Generics, read: impl FnOnce(&mut Self)) {
        let before = self.params.len();
        let where_clause = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let bounds: Vec<(&Path, _)> = where_clause
            .filter_map(|predicate| match predicate {
                syn::WherePredicate::Type(syn::PredicateType {
                    bounded_ty: Type::Path(of), bounds, ..
                }) => Some((&of.path, bounds)),
                _ => None,
            })
            .collect();
        self.params.extend(generics.type_params().map(|param| {
            let further = bounds.iter().filter(|(of, _)| of.is_ident(&param.ident));
            let all = param.bounds.iter().chain(further.flat_map(|(_, bounds)| bounds.iter()));
            (plain_name(&param.ident), traits_of(all))
        }));
        read(self);
        self.params.truncate(before);
    }
}

impl VisitMut for PlainPaths<'_> {
    fn visit_item_fn_mut(&mut self, it: &mut syn::ItemFn) {
        let generics = it.sig.generics.clone();
        self.within(&generics, |this| visit_mut::visit_item_fn_mut(this, it));
    }

    fn visit_impl_item_fn_mut(&mut self, it: &mut syn::ImplItemFn) {
        let generics = it.sig.generics.clone();
        self.within(&generics, |this| visit_mut::visit_impl_item_fn_mut(this, it));
    }

    fn visit_trait_item_fn_mut(&mut self, it: &mut syn::TraitItemFn) {
        let generics = it.sig.generics.clone();
        self.within(&generics, |this| visit_mut::visit_trait_item_fn_mut(this, it));
    }

    fn visit_item_impl_mut(&mut self, it: &mut syn::ItemImpl) {
        let (generics, around) = (it.generics.clone(), self.inside.take());
        self.within(&generics, |this| visit_mut::visit_item_impl_mut(this, it));
        self.inside = around;
        let of = it.trait_.as_ref().and_then(|(of, _)| of.segments.last());
        let Some(of) = of.map(|of| of.ident.clone()) else { return };
        let named = it.items.iter().filter_map(|item| match item {
            syn::ImplItem::Const(constant) => {
                let ident = self.traits.constant_alias(&of, &constant.ident)?;
                Some(syn::ImplItem::Const(syn::ImplItemConst { ident, ..constant.clone() }))
            }
            _ => None,
        });
        let named: Vec<syn::ImplItem> = named.collect();
        it.items.extend(named);
    }

    fn visit_item_trait_mut(&mut self, it: &mut syn::ItemTrait) {
        let (generics, around) = (it.generics.clone(), self.inside.replace(it.ident.clone()));
        self.within(&generics, |this| visit_mut::visit_item_trait_mut(this, it));
        self.inside = around;
        let named = it.items.iter().filter_map(|item| match item {
            syn::TraitItem::Const(constant) => {
                let ident = self.traits.constant_alias(&it.ident, &constant.ident)?;
                Some(syn::TraitItem::Const(syn::TraitItemConst { ident, ..constant.clone() }))
            }
            _ => None,
        });
        let named: Vec<syn::TraitItem> = named.collect();
        it.items.extend(named);
    }

    fn visit_expr_mut(&mut self, it: &mut Expr) {
        if let Expr::Call(syn::ExprCall { args, .. }) | Expr::MethodCall(syn::ExprMethodCall { args, .. }) =
            it
        {
            for arg in args {
                if let Some(closure) = self.as_closure(arg) {
                    *arg = closure;
                } else if let Expr::Path(path) = &*arg
                    && let Some(of) = path.path.segments.iter().nth_back(1)
                    && path.qself.is_none()
                    && !self.traits.functions.contains_key(&plain_name(&of.ident))
                    && !self.traits.owners.contains(&plain_name(&of.ident))
                    && let Some(closure) = overload::as_closure(&path.path)
                {
                    *arg = closure;
                }
            }
        }
        if let Expr::Call(call) = it
            && let Some(written) = self.converted(call)
        {
            *it = written;
        }
        visit_mut::visit_expr_mut(self, it);
        if let Expr::Call(call) = it
            && let Some(written) = self.called_by_trait(call)
        {
            *it = written;
        }
    }

    fn visit_expr_method_call_mut(&mut self, it: &mut syn::ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, it);
        // What a trait provides knows the trait's own methods alone.
        if let Some(of) = &self.inside
            && self.traits.shared.contains(&plain_name(&it.method))
            && let Some(alias) = self.traits.alias(of, &it.method)
        {
            it.method = alias;
        }
    }

    fn visit_expr_path_mut(&mut self, it: &mut syn::ExprPath) {
        visit_mut::visit_expr_path_mut(self, it);
        if let Some(path) = it.qself.as_ref().and_then(|qself| plain(qself, &it.path, self.traits)) {
            (it.qself, it.path) = (None, path);
        }
        let mut segments = it.path.segments.iter_mut();
        if let (Some(of), Some(name), None) = (segments.next(), segments.next(), segments.next()) {
            let bounds: &[Ident] = match &self.inside {
                Some(inside) if of.ident == "Self" => std::slice::from_ref(inside),
                _ => match self.params.iter().rev().find(|(param, _)| of.ident == *param) {
                    Some((_, traits)) => traits,
                    None => &[],
                },
            };
            if let Some(alias) = bounds.iter().find_map(|of| self.traits.constant_alias(of, &name.ident)) {
                name.ident = alias;
            }
        }
    }

    fn visit_type_path_mut(&mut self, it: &mut syn::TypePath) {
        visit_mut::visit_type_path_mut(self, it);
        if let Some(path) = it.qself.as_ref().and_then(|qself| plain(qself, &it.path, self.traits)) {
            (it.qself, it.path) = (None, path);
        }
        let mut segments = it.path.segments.iter_mut();
        if let (Some(of), Some(name), None) = (segments.next(), segments.next(), segments.next())
            && let Some((_, traits)) = self.params.iter().rev().find(|(param, _)| of.ident == *param)
            && let Some(alias) = traits.iter().find_map(|of| self.traits.type_alias(of, &name.ident))
        {
            name.ident = alias;
        }
    }
}

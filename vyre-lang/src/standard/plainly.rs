//! What a type or a function may say in two ways, in the way that the checker has: `#[default]` on a variant as an `impl Default`, and `&[x, y]: &T`
//! as a parameter as a name that a `let` takes apart.

use crate::syntax::strip;
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, FnArg, Item, Pat, Path, Token, Type, parse_quote, parse_quote_spanned};

/// Writes the items of a module, and of those in it.
pub(super) fn write(file: &mut syn::File) {
    of_items(&mut file.items);
    let declared = Declared::of(file);
    without_iterators(&mut file.items, &declared);
    let insertions = Insertions::of(file);
    let has_own_parts = has_own_parts(file);
    Params { declared, insertions, has_own_parts }.visit_file_mut(file);
}

fn of_items(items: &mut Vec<Item>) {
    let mut made = Vec::new();
    for item in items.iter_mut() {
        match item {
            Item::Enum(it) => made.extend(default_of(it)),
            Item::Mod(it) => it.content.iter_mut().for_each(|(_, items)| of_items(items)),
            _ => {}
        }
    }
    items.extend(made);
}

/// The `impl Default` of an enum that derives it.
fn default_of(it: &mut syn::ItemEnum) -> Option<Item> {
    let is_default = |attribute: &Attribute| attribute.path().is_ident("default");
    let variant = it.variants.iter_mut().find(|variant| variant.attrs.iter().any(is_default))?;
    variant.attrs.retain(|attribute| !is_default(attribute));
    let variant = variant.ident.clone();
    for attribute in &mut it.attrs {
        if attribute.path().is_ident("derive")
            && let Ok(derived) =
                attribute.parse_args_with(syn::punctuated::Punctuated::<Path, Token![,]>::parse_terminated)
        {
            let others = derived.iter().filter(|path| !path.is_ident("Default"));
            *attribute = parse_quote!(#[derive(#(#others),*)]);
        }
    }
    let (name, (generics, arguments, bounds)) = (&it.ident, it.generics.split_for_impl());
    Some(parse_quote!(
        impl #generics Default for #name #arguments #bounds {
            fn default() -> Self {
                Self::#variant
            }
        }
    ))
}

/// Names in the places of parameters that are patterns, and `impl Iterator` in those of std's iterators.
struct Params {
    declared: Declared,
    insertions: Insertions,
    /// Whether an index by a range may be the text's own.
    has_own_parts: bool,
}

/// Whether a file has an `impl Index<Range<usize>>` or one of its kin.
fn has_own_parts(file: &syn::File) -> bool {
    struct Own(bool);
    impl<'ast> syn::visit::Visit<'ast> for Own {
        fn visit_item_impl(&mut self, it: &'ast syn::ItemImpl) {
            let of = it.trait_.as_ref().and_then(|(of, _)| of.segments.last());
            self.0 |= of.is_some_and(|of| {
                of.ident.to_string().starts_with("Index")
                    && of.arguments.to_token_stream().to_string().contains("Range")
            });
        }
    }
    let mut own = Own(false);
    syn::visit::Visit::visit_file(&mut own, file);
    own.0
}

/// Removes the other names for iterators, which stand for no type of their own.
fn without_iterators(items: &mut Vec<Item>, declared: &Declared) {
    items.retain(
        |item| !matches!(item, Item::Type(it) if declared.iterators.contains_key(&it.ident.to_string())),
    );
    for item in items {
        if let Item::Mod(syn::ItemMod { content: Some((_, items)), .. }) = item {
            without_iterators(items, declared);
        }
    }
}

/// The name of a parameter, and the `let` that takes it apart.
fn named(pat: &mut Pat, at: usize) -> Option<syn::Stmt> {
    let name = |span| syn::Ident::new(&format!("__vyre_param_{at}"), span);
    let (name, apart) = match &*pat {
        Pat::Reference(reference) if reference.mutability.is_none() => {
            let (name, inner) = (name(reference.and_token.spans[0]), &reference.pat);
            (name.clone(), parse_quote!(let #inner = *#name;))
        }
        Pat::TupleStruct(_) | Pat::Struct(_) => {
            let name = name(pat.span());
            (name.clone(), parse_quote!(let #pat = #name;))
        }
        _ => return None,
    };
    *pat = parse_quote!(#name);
    Some(apart)
}

fn of_signature(
    inputs: &mut syn::punctuated::Punctuated<FnArg, Token![,]>,
    declared: &Declared,
) -> Vec<syn::Stmt> {
    let typed = inputs.iter_mut().enumerate().filter_map(|(at, input)| match input {
        FnArg::Typed(input) => {
            write_iterator(&mut input.ty, declared);
            named(&mut input.pat, at)
        }
        FnArg::Receiver(_) => None,
    });
    typed.collect()
}

/// The types of std's iterators by which functions take the iterator of a caller, with the modules in which they are.
const ITERATORS: [(&str, &str); 3] = [("slice", "Iter"), ("iter", "Peekable"), ("str", "Chars")];

/// An iterator of std's by its name, as `impl Iterator`: a function over iterators stands in the place of its calls.
fn any_iterator(ty: &Type, declared: &Declared) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    let segments: Vec<&syn::PathSegment> = path.path.segments.iter().collect();
    let last = segments.last()?;
    let name = last.ident.to_string();
    if let ([_], Some(ty)) = (&segments[..], declared.iterators.get(&name)) {
        return any_iterator(ty, declared);
    }
    let (module, _) = ITERATORS.iter().find(|(_, known)| *known == name)?;
    let is_std = match &segments[..] {
        [_] => !declared.names.contains(&name),
        [of, _] => of.ident == *module,
        [krate, of, _] => (krate.ident == "std" || krate.ident == "core") && of.ident == *module,
        _ => false,
    };
    let argument = match &last.arguments {
        syn::PathArguments::AngleBracketed(arguments) => arguments.args.iter().find_map(|it| match it {
            syn::GenericArgument::Type(ty) => Some(ty),
            _ => None,
        }),
        _ => None,
    };
    if !is_std {
        return None;
    }
    match (name.as_str(), argument) {
        ("Iter", Some(item)) => Some(parse_quote!(impl Iterator<Item = &#item>)),
        ("Peekable", Some(inner)) => any_iterator(inner, declared),
        ("Chars", None) => Some(parse_quote!(impl Iterator<Item = char>)),
        _ => None,
    }
}

/// Writes such a type of a parameter, or behind its `&mut`. Whether it is one.
fn write_iterator(ty: &mut Type, declared: &Declared) -> bool {
    match ty {
        Type::Reference(reference) if reference.mutability.is_some() => {
            write_iterator(&mut reference.elem, declared)
        }
        other => {
            let any = any_iterator(other, declared);
            let is_one = any.is_some();
            any.into_iter().for_each(|any| *other = any);
            is_one
        }
    }
}

/// Whether a parameter of a type takes an iterator of std's.
pub(crate) fn is_iterator(ty: &Type) -> bool {
    write_iterator(&mut ty.clone(), &Declared::default())
}

/// The types that a file declares.
#[derive(Default)]
struct Declared {
    names: HashSet<String>,
    /// Other names for iterators of std's, and these.
    iterators: HashMap<String, Type>,
    functions: HashSet<String>,
}

impl Declared {
    fn of(file: &syn::File) -> Declared {
        let mut declared = Declared::default();
        syn::visit::Visit::visit_file(&mut declared, file);
        let aliases = std::mem::take(&mut declared.iterators);
        let iterators = aliases.into_iter().filter(|(_, ty)| any_iterator(ty, &declared).is_some());
        declared.iterators = iterators.collect();
        declared
    }
}

impl<'ast> syn::visit::Visit<'ast> for Declared {
    fn visit_signature(&mut self, it: &'ast syn::Signature) {
        self.functions.insert(it.ident.to_string());
        if it.ident == "size_of" {
            self.names.insert(it.ident.to_string());
        }
    }

    fn visit_use_tree(&mut self, it: &'ast syn::UseTree) {
        if crate::syntax::words(it).contains("size_of") {
            self.names.insert("size_of".to_string());
        }
    }

    fn visit_item_struct(&mut self, it: &'ast syn::ItemStruct) {
        self.names.insert(it.ident.to_string());
    }

    fn visit_item_enum(&mut self, it: &'ast syn::ItemEnum) {
        self.names.insert(it.ident.to_string());
    }

    fn visit_item_type(&mut self, it: &'ast syn::ItemType) {
        self.names.insert(it.ident.to_string());
        if it.generics.params.iter().all(|param| matches!(param, syn::GenericParam::Lifetime(_))) {
            self.iterators.insert(it.ident.to_string(), (*it.ty).clone());
        }
    }
}

/// `place.iter_mut().find(|x| ..)` as `place.get_mut(..)` of the position of the first one, which is the same place. So it is of `place[..n]`, and of the
/// values in a list of options, `place.iter_mut().flatten()`.
fn found_place(expr: &Expr) -> Option<Expr> {
    let Expr::MethodCall(find) = expr else { return None };
    let Expr::MethodCall(last) = strip(&find.receiver) else { return None };
    let [Expr::Closure(closure)] = &find.args.iter().collect::<Vec<_>>()[..] else { return None };
    let [pat] = &closure.inputs.iter().collect::<Vec<_>>()[..] else { return None };
    let is_flat = last.method == "flatten" && last.args.is_empty();
    let all = match strip(&last.receiver) {
        Expr::MethodCall(all) if is_flat => all,
        _ => last,
    };
    if find.method != "find" || all.method != "iter_mut" || !all.args.is_empty() {
        return None;
    }
    let searched = &all.receiver;
    let place = match strip(searched) {
        Expr::Index(index) => match strip(&index.index) {
            // The positions are those of the whole.
            Expr::Range(syn::ExprRange { start: None, end: Some(end), .. }) if is_path(end) => &*index.expr,
            _ => searched,
        },
        _ => searched,
    };
    if !is_path(place) {
        return None;
    }
    // It is given one reference less.
    let mut body = (*closure.body).clone();
    if let Pat::Ident(name) = pat {
        Behind(&name.ident).visit_expr_mut(&mut body);
    }
    let method = syn::Ident::new("get_mut", find.method.span());
    Some(match is_flat {
        false => parse_quote!(#place.#method(#searched.iter().position(|#pat| #body).unwrap_or(usize::MAX))),
        true => parse_quote!(#place
            .#method(#searched.iter().position(|__vyre_slot| __vyre_slot.as_ref().is_some_and(|#pat| #body)).unwrap_or(usize::MAX))
            .and_then(Option::as_mut)),
    })
}

/// `place.iter_mut().max_by_key(|x| ..)` and its kin as `place.get_mut(..)` of the position of that element, and what takes one from an end as what slices have
/// for that.
fn extreme_place(expr: &Expr) -> Option<Expr> {
    let Expr::MethodCall(end) = expr else { return None };
    let Expr::MethodCall(last) = strip(&end.receiver) else { return None };
    let mut last = last;
    // Only those that a filter leaves.
    let mut filters: Vec<Expr> = Vec::new();
    while last.method == "filter"
        && let ([Expr::Closure(closure)], Expr::MethodCall(before)) =
            (&last.args.iter().collect::<Vec<_>>()[..], strip(&last.receiver))
    {
        let [pat] = &closure.inputs.iter().collect::<Vec<_>>()[..] else { return None };
        let body = &closure.body;
        filters.insert(0, parse_quote!(|(_, #pat)| #body));
        last = before;
    }
    let (all, is_reversed) = match strip(&last.receiver) {
        Expr::MethodCall(all) if last.method == "rev" && last.args.is_empty() => (all, true),
        _ => (last, false),
    };
    if !filters.is_empty() && (is_reversed || !end.method.to_string().starts_with("m")) {
        return None;
    }
    if all.method != "iter_mut" || !all.args.is_empty() || !is_path(&all.receiver) {
        return None;
    }
    let (place, name) = (&all.receiver, end.method.to_string());
    let args: Vec<&Expr> = end.args.iter().collect();
    let params = |closure: &syn::ExprClosure| -> Vec<Pat> { closure.inputs.iter().cloned().collect() };
    let found: Expr = match (name.as_str(), &args[..], is_reversed) {
        ("nth", [at], false) => return Some(parse_quote!(#place.get_mut(#at))),
        ("last", [], false) | ("next", [], true) => return Some(parse_quote!(#place.last_mut())),
        ("next", [], false) | ("last", [], true) => return Some(parse_quote!(#place.first_mut())),
        ("find", [Expr::Closure(closure)], true) => {
            let [pat] = &params(closure)[..] else { return None };
            let mut body = (*closure.body).clone();
            if let Pat::Ident(name) = pat {
                Behind(&name.ident).visit_expr_mut(&mut body);
            }
            return Some(
                parse_quote!(#place.get_mut(#place.iter().rposition(|#pat| #body).unwrap_or(usize::MAX))),
            );
        }
        ("max", [], false) => parse_quote!(max_by(|(_, __vyre_a), (_, __vyre_b)| __vyre_a.cmp(__vyre_b))),
        ("min", [], false) => parse_quote!(min_by(|(_, __vyre_a), (_, __vyre_b)| __vyre_a.cmp(__vyre_b))),
        ("max_by_key" | "min_by_key", [Expr::Closure(closure)], false) => {
            let ([pat], body, method) = (&params(closure)[..], &closure.body, &end.method) else {
                return None;
            };
            parse_quote!(#method(|(_, #pat)| #body))
        }
        ("max_by" | "min_by", [Expr::Closure(closure)], false) => {
            let ([a, b], body, method) = (&params(closure)[..], &closure.body, &end.method) else {
                return None;
            };
            parse_quote!(#method(|(_, #a), (_, #b)| #body))
        }
        _ => return None,
    };
    Some(
        parse_quote!(#place.get_mut(#place.iter().enumerate()#(.filter(#filters))*.#found.map_or(usize::MAX, |(__vyre_at, _)| __vyre_at))),
    )
}

/// `items.next_if_eq(&&value)` as `items.next_if(|item| **item == value)`.
fn next_if_equal(expr: &Expr) -> Option<Expr> {
    let Expr::MethodCall(call) = expr else { return None };
    let [Expr::Reference(outer)] = &call.args.iter().collect::<Vec<_>>()[..] else { return None };
    let Expr::Reference(inner) = &*outer.expr else { return None };
    let value = strip(&inner.expr);
    if call.method != "next_if_eq" || !matches!(value, Expr::Lit(_) | Expr::Path(_)) {
        return None;
    }
    let (receiver, method) = (&call.receiver, syn::Ident::new("next_if", call.method.span()));
    Some(parse_quote!(#receiver.#method(|__vyre_item| **__vyre_item == #value)))
}

/// `items.iter_mut().filter_map(Option::as_mut)` as `items.iter_mut().flatten()`.
fn values_of_options(expr: &Expr) -> Option<Expr> {
    let Expr::MethodCall(call) = expr else { return None };
    let Expr::MethodCall(all) = strip(&call.receiver) else { return None };
    let [Expr::Path(path)] = &call.args.iter().collect::<Vec<_>>()[..] else { return None };
    let [of, method] = &path.path.segments.iter().collect::<Vec<_>>()[..] else { return None };
    let is_it = call.method == "filter_map" && of.ident == "Option" && method.ident == "as_mut";
    if !is_it || all.method != "iter_mut" || !all.args.is_empty() {
        return None;
    }
    let (all, method) = (&call.receiver, syn::Ident::new("flatten", call.method.span()));
    Some(parse_quote!(#all.#method()))
}

/// `items.filter(Result::is_ok)` as `items.filter(|item| item.is_ok())`.
fn asked_of_each(expr: &mut Expr) {
    let Expr::MethodCall(call) = expr else { return };
    for arg in &mut call.args {
        let Expr::Path(path) = &*arg else { continue };
        let [of, method] = &path.path.segments.iter().collect::<Vec<_>>()[..] else { continue };
        let is_of = of.ident == "Option" || of.ident == "Result";
        let name = method.ident.to_string();
        if is_of && matches!(name.as_str(), "is_some" | "is_none" | "is_ok" | "is_err") {
            let (span, method) = (path.span(), &method.ident);
            *arg = parse_quote_spanned!(span=> |__vyre_item| __vyre_item.#method());
        }
    }
}

/// `(*name)[i]` and `(&name)[i]` as `name[i]`, which goes behind references by itself.
fn indexed(expr: &Expr) -> Option<Expr> {
    let Expr::Index(index) = expr else { return None };
    let mut base = strip(&index.expr);
    loop {
        base = match base {
            Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => strip(expr),
            Expr::Reference(reference) => strip(&reference.expr),
            Expr::Path(_) => break,
            _ => return None,
        };
    }
    if matches!(strip(&index.expr), Expr::Path(_)) {
        return None;
    }
    Some(Expr::Index(syn::ExprIndex { expr: Box::new(base.clone()), ..index.clone() }))
}

/// `*&value` as `(value)`.
fn lent_and_read(expr: &Expr) -> Option<Expr> {
    let Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) = expr else { return None };
    let Expr::Reference(lent) = strip(expr) else { return None };
    let value = &lent.expr;
    Some(parse_quote!((#value)))
}

/// `place.split_at(n).0` as `&place[..n]`, and `.1` as `&place[n..]`.
fn half(expr: &Expr) -> Option<Expr> {
    let Expr::Field(field) = expr else { return None };
    let Expr::MethodCall(split) = strip(&field.base) else { return None };
    let syn::Member::Unnamed(member) = &field.member else { return None };
    let [at] = &split.args.iter().collect::<Vec<_>>()[..] else { return None };
    if split.method != "split_at" || !is_path(&split.receiver) {
        return None;
    }
    let place = &split.receiver;
    match member.index {
        0 => Some(parse_quote!((&#place[..#at]))),
        1 => Some(parse_quote!((&#place[#at..]))),
        _ => None,
    }
}

/// `[(); N].map(|()| value)` as an array from a function of indices.
fn from_nothing(expr: &Expr) -> Option<Expr> {
    let Expr::MethodCall(map) = expr else { return None };
    let Expr::Repeat(repeat) = strip(&map.receiver) else { return None };
    let [Expr::Closure(closure)] = &map.args.iter().collect::<Vec<_>>()[..] else { return None };
    let is_nothing = matches!(strip(&repeat.expr), Expr::Tuple(tuple) if tuple.elems.is_empty());
    let takes_nothing = match &closure.inputs.iter().collect::<Vec<_>>()[..] {
        [Pat::Wild(_)] => true,
        [Pat::Tuple(tuple)] => tuple.elems.is_empty(),
        _ => false,
    };
    if map.method != "map" || !is_nothing || !takes_nothing {
        return None;
    }
    let mut closure = closure.clone();
    let any: Pat = parse_quote!(_);
    closure.inputs = [any].into_iter().collect();
    let length = match strip(&repeat.len) {
        Expr::Lit(literal) => literal.to_token_stream(),
        length => quote::quote!({ #length }),
    };
    let span = map.method.span();
    Some(syn::parse_quote_spanned!(span=> ::core::array::from_fn::<_, #length, _>(#closure)))
}

/// The methods of options that insert a value and give its place.
struct Insertions {
    /// Those that the text has no method of its own of.
    names: Vec<&'static str>,
    /// Whether the text has an operator such as `+=` of its own.
    has_own_operator: bool,
}

impl Insertions {
    fn of(file: &syn::File) -> Insertions {
        struct Names<'i>(&'i mut Insertions);
        impl<'ast> syn::visit::Visit<'ast> for Names<'_> {
            fn visit_signature(&mut self, it: &'ast syn::Signature) {
                let name = it.ident.to_string();
                self.0.names.retain(|known| *known != name);
                self.0.has_own_operator |= name.ends_with("_assign");
            }
        }
        let names = vec!["get_or_insert", "get_or_insert_with", "insert"];
        let mut found = Insertions { names, has_own_operator: false };
        syn::visit::Visit::visit_file(&mut Names(&mut found), file);
        found
    }

    /// Puts the index of the place of such a call in a variable, if it is computed.
    fn with_plain_index(&self, expr: &mut Expr) -> Option<syn::Stmt> {
        let Expr::MethodCall(call) = expr else { return None };
        if call.args.len() != 1 || !self.names.iter().any(|name| call.method == name) {
            return None;
        }
        let Expr::Index(place) = &mut *call.receiver else { return None };
        if !is_path(&place.expr)
            || matches!(strip(&place.index), Expr::Path(_) | Expr::Lit(_) | Expr::Range(_))
        {
            return None;
        }
        let index = std::mem::replace(&mut *place.index, parse_quote!(__vyre_slot));
        Some(parse_quote!(let __vyre_slot = #index;))
    }

    /// The place and the call of `place.get_or_insert(value)` and its kin.
    fn inserted<'e>(&self, expr: &'e Expr) -> Option<(&'e Expr, &'e syn::ExprMethodCall)> {
        let Expr::MethodCall(call) = strip(expr) else { return None };
        let is_it = call.args.len() == 1 && self.names.iter().any(|name| call.method == name);
        (is_it && is_path(&call.receiver)).then_some((&*call.receiver, call))
    }
}

/// Whether an expression is a literal, a constant, a value of a struct or a variant made of these, or a closure that gives one.
fn is_literal(expr: &Expr) -> bool {
    let is_upper = |path: &syn::ExprPath| {
        let last = path.path.segments.last().map(|last| last.ident.to_string());
        last.is_some_and(|last| last.starts_with(char::is_uppercase))
    };
    match strip(expr) {
        Expr::Lit(_) => true,
        Expr::Closure(closure) => closure.inputs.is_empty() && is_literal(&closure.body),
        Expr::Path(path) => is_upper(path),
        Expr::Call(call) => {
            matches!(strip(&call.func), Expr::Path(path) if is_upper(path))
                && call.args.iter().all(is_literal)
        }
        _ => false,
    }
}

/// `*place.get_or_insert(first) += value` as two statements behind the value, which Rust evaluates first.
fn stored_in_inserted(expr: &Expr, insertions: &Insertions) -> Option<Expr> {
    let target = |expr: &Expr| match strip(expr) {
        Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => {
            insertions.inserted(expr).map(|(place, call)| (place.clone(), call.clone()))
        }
        _ => None,
    };
    let value: Expr = parse_quote!(__vyre_value);
    let (call, given, stored) = match expr {
        Expr::Assign(it) => {
            let (place, call) = target(&it.left)?;
            let left = Box::new(parse_quote!(*#place.as_mut().unwrap()));
            let stored = Expr::Assign(syn::ExprAssign { left, right: Box::new(value), ..it.clone() });
            (call, &it.right, stored)
        }
        Expr::Binary(it)
            if crate::overload::method_of(&it.op).is_some_and(|name| name.ends_with("_assign")) =>
        {
            let (place, call) = target(&it.left)?;
            // An operator of the text's own evaluates the place first, so that both orders must be the same.
            let is_alike = |first: &Expr| is_literal(first) || is_literal(&it.right);
            let is_read = |first: &Expr| is_path(first) && is_path(&it.right);
            let is_any_order = !insertions.has_own_operator;
            if !call.args.iter().all(|first| is_any_order || is_alike(first) || is_read(first)) {
                return None;
            }
            if insertions.has_own_operator {
                let left = Box::new(parse_quote!(*__vyre_slot));
                let stored = Expr::Binary(syn::ExprBinary { left, right: Box::new(value), ..it.clone() });
                let stored = parse_quote!(if let Some(__vyre_slot) = #place.as_mut() { #stored; });
                (call, &it.right, stored)
            } else {
                let left = Box::new(parse_quote!(*#place.as_mut().unwrap()));
                let stored = Expr::Binary(syn::ExprBinary { left, right: Box::new(value), ..it.clone() });
                (call, &it.right, stored)
            }
        }
        _ => return None,
    };
    Some(parse_quote!({ let __vyre_value = #given; #call; #stored; }))
}

/// `let [ref mut a, ref mut rest @ ..] = place;` as `let [a, rest @ ..] = &mut place;`.
fn by_reference(local: &mut syn::Local) {
    /// Whether all that a pattern of an array binds is bound by reference, and something by `ref mut`.
    fn is_by_reference(pat: &Pat, is_exclusive: &mut bool) -> bool {
        match pat {
            Pat::Ident(name) => {
                *is_exclusive |= name.mutability.is_some();
                let is_rest = |(_, inner): &(_, Box<Pat>)| matches!(**inner, Pat::Rest(_));
                name.by_ref.is_some() && name.subpat.as_ref().is_none_or(is_rest)
            }
            Pat::Slice(it) => it.elems.iter().all(|pat| is_by_reference(pat, is_exclusive)),
            Pat::Wild(_) | Pat::Rest(_) => true,
            _ => false,
        }
    }
    fn plain(pat: &mut Pat) {
        match pat {
            Pat::Ident(name) => (name.by_ref, name.mutability) = (None, None),
            Pat::Slice(it) => it.elems.iter_mut().for_each(plain),
            _ => {}
        }
    }
    let mut is_exclusive = false;
    let Some(init) = local.init.as_mut().filter(|init| init.diverge.is_none()) else { return };
    if !matches!(local.pat, Pat::Slice(_)) || !is_path(&init.expr) {
        return;
    }
    if is_by_reference(&local.pat, &mut is_exclusive) && is_exclusive {
        plain(&mut local.pat);
        let place = &init.expr;
        *init.expr = parse_quote!(&mut #place);
    }
}

/// `chain.try_for_each(|x| ..)` as a `try_fold` of nothing.
fn tried_for_each(expr: &Expr) -> Option<Expr> {
    let Expr::MethodCall(call) = expr else { return None };
    if call.method != "try_for_each" || call.args.len() != 1 {
        return None;
    }
    let nothing: Pat = parse_quote!(_);
    let closure: syn::ExprClosure = match call.args.first()? {
        Expr::Closure(closure) if closure.inputs.len() == 1 => {
            let mut closure = closure.clone();
            closure.inputs.insert(0, nothing);
            closure
        }
        Expr::Path(function) => parse_quote!(|#nothing, __vyre_item| #function(__vyre_item)),
        _ => return None,
    };
    let (receiver, method) = (&call.receiver, syn::Ident::new("try_fold", call.method.span()));
    Some(parse_quote!(#receiver.#method((), #closure)))
}

/// `chain.flatten().rev()` as `chain.rev()` with what each item has from its end on, and so `flat_map`.
fn flattened_from_end(expr: &Expr) -> Option<Expr> {
    let Expr::MethodCall(rev) = expr else { return None };
    let Expr::MethodCall(flat) = strip(&rev.receiver) else { return None };
    if rev.method != "rev" || !rev.args.is_empty() {
        return None;
    }
    let (items, method) = (&flat.receiver, syn::Ident::new("flat_map", flat.method.span()));
    let each: Expr = match (flat.method.to_string().as_str(), &flat.args.iter().collect::<Vec<_>>()[..]) {
        ("flatten", []) => parse_quote!(|__vyre_item| __vyre_item.into_iter().rev()),
        ("flat_map", [Expr::Closure(closure)]) => {
            let (mut each, body) = (closure.clone(), &closure.body);
            *each.body = parse_quote!((#body).into_iter().rev());
            Expr::Closure(each)
        }
        _ => return None,
    };
    Some(parse_quote!(#items.rev().#method(#each)))
}

/// A `get_mut` behind a `?`.
fn tried_place(expr: &Expr) -> Option<&Expr> {
    let Expr::Try(tried) = strip(expr) else { return None };
    let is_it =
        matches!(strip(&tried.expr), Expr::MethodCall(get) if get.method == "get_mut" && get.args.len() == 1);
    is_it.then_some(&*tried.expr)
}

/// `list.get_mut(i)?.as_mut()?` as `list.get_mut(i).and_then(Option::as_mut)?`.
fn held_in_tried(expr: &Expr) -> Option<Expr> {
    let Expr::Try(tried) = expr else { return None };
    let Expr::MethodCall(held) = strip(&tried.expr) else { return None };
    if held.method != "as_mut" || !held.args.is_empty() {
        return None;
    }
    let place = tried_place(&held.receiver)?;
    Some(parse_quote!(#place.and_then(Option::as_mut)?))
}

/// The row behind a `let` in `rows.get_mut(y)?.get_mut(x)?`, which is the place of a row's element: the row has a name then.
fn row_before(place: &mut Expr) -> Option<syn::Stmt> {
    let inner = match place {
        Expr::Try(tried) => &mut *tried.expr,
        Expr::MethodCall(call) if call.method == "unwrap" && call.args.is_empty() => &mut *call.receiver,
        _ => return None,
    };
    let Expr::MethodCall(get) = inner else { return None };
    let is_place = get.method == "get_mut" && get.args.len() == 1;
    if !is_place || !matches!(strip(&get.receiver), Expr::Try(_)) {
        return None;
    }
    tried_place(&get.receiver)?;
    let row = std::mem::replace(&mut *get.receiver, parse_quote!(__vyre_row));
    Some(parse_quote!(let __vyre_row = #row;))
}

/// The same of a statement that binds such a place, or stores a plain value there.
fn row_before_statement(stmt: &mut syn::Stmt) -> Option<syn::Stmt> {
    match stmt {
        syn::Stmt::Local(local) => match &mut local.init {
            Some(init) if init.diverge.is_none() => row_before(&mut init.expr),
            _ => None,
        },
        syn::Stmt::Expr(Expr::Assign(assign), _) => match (&mut *assign.left, strip(&assign.right)) {
            (Expr::Unary(place), Expr::Lit(_) | Expr::Path(_)) if matches!(place.op, syn::UnOp::Deref(_)) => {
                row_before(&mut place.expr)
            }
            _ => None,
        },
        _ => None,
    }
}

/// `for x in list.get_mut(a..b)? { .. }` with the part of the list behind a `let`.
fn for_over_tried(expr: &Expr) -> Option<Expr> {
    let Expr::ForLoop(it) = expr else { return None };
    tried_place(&it.expr)?;
    let mut each = it.clone();
    let part = std::mem::replace(&mut *each.expr, parse_quote!(__vyre_part));
    Some(parse_quote!({
        let __vyre_part = #part;
        #each
    }))
}

/// `list.get_mut(a..b).ok_or(error)?.copy_from_slice(other)` with the part of the list behind a `let`.
fn changed_part(expr: &Expr) -> Option<Expr> {
    const CHANGING: [&str; 8] = [
        "copy_from_slice",
        "clone_from_slice",
        "fill",
        "reverse",
        "sort",
        "sort_unstable",
        "rotate_left",
        "rotate_right",
    ];
    let Expr::MethodCall(call) = expr else { return None };
    let Expr::Try(tried) = strip(&call.receiver) else { return None };
    let get = match strip(&tried.expr) {
        Expr::MethodCall(or) if or.method == "ok_or" || or.method == "ok_or_else" => strip(&or.receiver),
        other => other,
    };
    let Expr::MethodCall(get) = get else { return None };
    let is_part = get.method == "get_mut" && matches!(get.args.first().map(strip), Some(Expr::Range(_)));
    if !is_part || !CHANGING.iter().any(|name| call.method == name) {
        return None;
    }
    let (part, mut changed) = (&call.receiver, call.clone());
    *changed.receiver = parse_quote!(__vyre_part);
    Some(parse_quote!({
        let __vyre_part = #part;
        #changed
    }))
}

/// Whether an expression is a place that is the same when it is evaluated again.
pub(super) fn is_path(place: &Expr) -> bool {
    match strip(place) {
        Expr::Path(_) => true,
        Expr::Field(field) => is_path(&field.base),
        Expr::Index(index) => {
            is_path(&index.expr) && matches!(strip(&index.index), Expr::Path(_) | Expr::Lit(_))
        }
        _ => false,
    }
}

/// `**name` as `*name`.
struct Behind<'n>(&'n syn::Ident);

impl VisitMut for Behind<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Unary(outer) = &*expr
            && let (syn::UnOp::Deref(_), Expr::Unary(inner)) = (&outer.op, strip(&outer.expr))
            && let (syn::UnOp::Deref(_), Expr::Path(path)) = (&inner.op, strip(&inner.expr))
            && path.path.is_ident(self.0)
        {
            *expr = Expr::Unary(inner.clone());
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

/// `let w: &[u8; 2] = s[..2].try_into().unwrap();` as a reference to an array of its own, which is declared before.
fn as_array(local: &mut syn::Local) -> Option<syn::Stmt> {
    let Pat::Type(typed) = &local.pat else { return None };
    let Type::Reference(to) = &*typed.ty else { return None };
    let array = &to.elem;
    let init = local.init.as_mut().filter(|init| init.diverge.is_none())?;
    if to.mutability.is_some() || !matches!(**array, Type::Array(_)) || !is_tried(&init.expr) {
        return None;
    }
    let expr = &init.expr;
    let stmt = parse_quote!(let __vyre_array: #array = #expr;);
    *init.expr = parse_quote!(&__vyre_array);
    Some(stmt)
}

/// `let orders = [Order { lines: &[a, b] }, Order { lines: &[c] }];`, whose lists are parts of one array that is declared before: slices in an array are
/// parts of one.
fn joined_lists(local: &mut syn::Local, number: usize) -> Option<syn::Stmt> {
    let init = local.init.as_mut().filter(|init| init.diverge.is_none())?;
    let Expr::Array(list) = &mut *init.expr else { return None };
    let mut name = None;
    let mut lists: Vec<&mut Expr> = Vec::new();
    for elem in &mut list.elems {
        let Expr::Struct(it) = elem else { return None };
        for field in &mut it.fields {
            let is_list = matches!(&field.expr, Expr::Reference(to) if to.mutability.is_none() && matches!(&*to.expr, Expr::Array(_)));
            if !is_list || name.as_ref().is_some_and(|name| *name != field.member) {
                continue;
            }
            name = Some(field.member.clone());
            lists.push(&mut field.expr);
        }
    }
    let elements = |list: &Expr| match list {
        Expr::Reference(to) => match &*to.expr {
            Expr::Array(list) => list.elems.iter().cloned().collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    let all: Vec<Expr> = lists.iter().flat_map(|list| elements(list)).collect();
    if lists.len() < 2 || all.is_empty() {
        return None;
    }
    let array = syn::Ident::new(&format!("__vyre_lists_{number}"), local.let_token.span);
    let mut from = 0;
    for list in lists {
        let to = from + elements(list).len();
        *list = parse_quote!(&#array[#from..#to]);
        from = to;
    }
    Some(parse_quote!(let #array = [#(#all),*];))
}

/// `let (Some(a), Some(b)) = (x.get_mut(i), y)` in a condition as two conditions, as a `&mut` is no value that stands in a tuple. What is left out
/// where the first pattern does not fit must do nothing else than give a value, and must not name what the patterns before it bind.
fn apart(expr: &Expr, declared: &Declared) -> Option<Expr> {
    let Expr::Let(it) = expr else { return None };
    let (Pat::Tuple(pats), Expr::Tuple(values)) = (&*it.pat, strip(&it.expr)) else { return None };
    let is_rest = |pat: &Pat| matches!(pat, Pat::Rest(_));
    if pats.elems.len() != values.elems.len() || pats.elems.is_empty() || pats.elems.iter().any(is_rest) {
        return None;
    }
    let may_be_place = |value: &Expr| match strip(value) {
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            matches!(name.as_str(), "get_mut" | "first_mut" | "last_mut" | "as_mut")
                || name == "next" && call.args.is_empty()
        }
        _ => false,
    };
    let is_apart = values.elems.iter().any(may_be_place)
        && values.elems.iter().skip(1).all(|value| only_gives(value, declared));
    let mut bound = HashSet::new();
    let mut conditions = Vec::new();
    for (pat, value) in pats.elems.iter().zip(&values.elems) {
        if !is_apart || !bound.is_disjoint(&crate::syntax::words(value)) {
            return None;
        }
        bound.extend(crate::syntax::words(pat));
        let (pat, expr) = (Box::new(pat.clone()), Box::new(value.clone()));
        conditions.push(Expr::Let(syn::ExprLet { pat, expr, ..it.clone() }));
    }
    conditions.into_iter().reduce(|left, right| {
        let (attrs, op) = (Vec::new(), syn::BinOp::And(Default::default()));
        Expr::Binary(syn::ExprBinary { attrs, left: Box::new(left), op, right: Box::new(right) })
    })
}

/// Whether an expression gives a value and does nothing else: a place, or what a method of std tells of one.
fn only_gives(expr: &Expr, declared: &Declared) -> bool {
    match strip(expr) {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(it) => only_gives(&it.base, declared),
        Expr::Reference(it) => only_gives(&it.expr, declared),
        Expr::Cast(it) => only_gives(&it.expr, declared),
        Expr::Binary(it) => {
            let method = crate::overload::method_of(&it.op);
            method.is_some_and(|method| !method.ends_with("_assign") && !declared.functions.contains(method))
                && only_gives(&it.left, declared)
                && only_gives(&it.right, declared)
        }
        Expr::MethodCall(call) => {
            const TELLING: [&str; 9] =
                ["get", "get_mut", "first", "first_mut", "last", "last_mut", "as_mut", "len", "copied"];
            let name = call.method.to_string();
            TELLING.contains(&name.as_str())
                && !declared.functions.contains(&name)
                && only_gives(&call.receiver, declared)
                && call.args.iter().all(|arg| only_gives(arg, declared))
        }
        _ => false,
    }
}

/// Whether an expression is what `try_into` gives, by a method or a `?` that hands it on.
fn is_tried(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Try(it) => is_tried(&it.expr),
        Expr::MethodCall(call) if call.method == "try_into" => true,
        Expr::MethodCall(call) => is_tried(&call.receiver),
        _ => false,
    }
}

/// What the `remainder` of a variable is that iterates over pieces of one length: `let it = place.chunks_exact(n);`.
fn remainders(stmts: &mut [syn::Stmt]) {
    struct Remainder<'r>(&'r syn::Ident, Expr);
    impl VisitMut for Remainder<'_> {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            visit_mut::visit_expr_mut(self, expr);
            if let Expr::MethodCall(call) = &*expr
                && (call.method == "remainder" || call.method == "into_remainder")
                && matches!(strip(&call.receiver), Expr::Path(path) if path.path.is_ident(self.0))
            {
                *expr = self.1.clone();
            }
        }
    }
    for at in 0..stmts.len() {
        let (before, rest) = stmts.split_at_mut(at + 1);
        let Some(syn::Stmt::Local(local)) = before.last() else { continue };
        if let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init)
            && let Some(left) = remainder_of(&init.expr)
        {
            rest.iter_mut().for_each(|stmt| Remainder(&name.ident, left.clone()).visit_stmt_mut(stmt));
        }
    }
}

/// The bytes of `&b"text"[..]`.
fn whole_bytes(expr: &Expr) -> Option<&Expr> {
    let Expr::Reference(reference) = expr else { return None };
    let Expr::Index(part) = strip(&reference.expr) else { return None };
    let is_whole =
        matches!(strip(&part.index), Expr::Range(range) if range.start.is_none() && range.end.is_none());
    let of = strip(&part.expr);
    (is_whole && reference.mutability.is_none() && is_bytes(of)).then_some(of)
}

fn is_bytes(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(_), .. }))
}

/// Says of `let texts = [&b"one"[..], b"three"];` that these are slices, and of `let text: &[u8; 2] = if c { b"ab" } else { b"cd" };` that each branch
/// gives a reference to an array.
fn texts_as_slices(local: &mut syn::Local) {
    fn referred(expr: &mut Expr) {
        match expr {
            Expr::If(it) => {
                referred_last(&mut it.then_branch);
                if let Some((_, otherwise)) = &mut it.else_branch {
                    referred(otherwise);
                }
            }
            Expr::Match(it) => it.arms.iter_mut().for_each(|arm| referred(&mut arm.body)),
            Expr::Block(it) => referred_last(&mut it.block),
            Expr::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(text), .. }) => {
                let bytes = text.value();
                let bytes = bytes.iter().map(|byte| syn::LitInt::new(&format!("{byte}u8"), text.span()));
                *expr = parse_quote!(&[#(#bytes),*]);
            }
            _ => {}
        }
    }
    fn referred_last(block: &mut syn::Block) {
        if let Some(syn::Stmt::Expr(last, None)) = block.stmts.last_mut() {
            referred(last);
        }
    }
    let Some(init) = &mut local.init else { return };
    match (&local.pat, &mut *init.expr) {
        (Pat::Ident(_), Expr::Array(list)) if list.elems.iter().any(|text| whole_bytes(text).is_some()) => {
            let (name, count) = (&local.pat, list.elems.len());
            local.pat = Pat::Type(parse_quote!(#name: [&[u8]; #count]));
        }
        (Pat::Type(typed), value @ (Expr::If(_) | Expr::Match(_))) if matches!(&*typed.ty, Type::Reference(to) if matches!(&*to.elem, Type::Array(_))) =>
        {
            referred(value);
        }
        _ => {}
    }
}

/// `place.chunks_exact(n).remainder()`.
fn remainder_at_once(expr: &Expr) -> Option<Expr> {
    let Expr::MethodCall(call) = expr else { return None };
    remainder_of(&call.receiver).filter(|_| call.method == "remainder" || call.method == "into_remainder")
}

/// What no piece of `place.chunks_exact(n)` has.
fn remainder_of(pieces: &Expr) -> Option<Expr> {
    let Expr::MethodCall(call) = strip(pieces) else { return None };
    let [size] = &call.args.iter().collect::<Vec<_>>()[..] else { return None };
    let is_same = matches!(strip(size), Expr::Lit(_) | Expr::Path(_)) && is_path(&call.receiver);
    let place = &call.receiver;
    match call.method.to_string().as_str() {
        "chunks_exact" if is_same => Some(parse_quote!((&#place[#place.len() - #place.len() % #size..]))),
        "rchunks_exact" if is_same => Some(parse_quote!((&#place[..#place.len() % #size]))),
        _ => None,
    }
}

/// `function as fn(u32) -> u32` as a variable of that type.
fn as_pointer(expr: &Expr) -> Option<Expr> {
    let Expr::Cast(cast) = expr else { return None };
    let (Type::FnPtr(ty), value) = (&*cast.ty, &cast.expr) else { return None };
    Some(parse_quote!({ let __vyre_pointer: #ty = #value; __vyre_pointer }))
}

/// `x.to_ne_bytes()` and `u32::from_ne_bytes(bytes)`: the order of the bytes is little-endian everywhere.
fn of_native_bytes(expr: &Expr) -> Option<Expr> {
    let mut made = expr.clone();
    match &mut made {
        Expr::MethodCall(call) if call.method == "to_ne_bytes" && call.args.is_empty() => {
            call.method = syn::Ident::new("to_le_bytes", call.method.span());
        }
        Expr::Path(path) if path.path.segments.len() > 1 => {
            let last = path.path.segments.last_mut().filter(|last| last.ident == "from_ne_bytes")?;
            last.ident = syn::Ident::new("from_le_bytes", last.ident.span());
        }
        _ => return None,
    }
    Some(made)
}

/// `size_of::<T>()`, which the prelude has.
fn size_of(expr: &Expr, declared: &Declared) -> Option<Expr> {
    let Expr::Path(path) = expr else { return None };
    let [only] = &path.path.segments.iter().collect::<Vec<_>>()[..] else { return None };
    let is_it = only.ident == "size_of" && !only.arguments.is_none() && !declared.names.contains("size_of");
    is_it.then(|| syn::parse_quote_spanned!(only.ident.span()=> ::core::mem::#only))
}

/// `[f, g][i](x)` with the list behind a `let`.
fn of_table(expr: &Expr) -> Option<Expr> {
    let Expr::Call(call) = expr else { return None };
    let Expr::Index(index) = strip(&call.func) else { return None };
    let list = strip(&index.expr);
    if !matches!(list, Expr::Array(_)) {
        return None;
    }
    let (at, args) = (&index.index, &call.args);
    Some(parse_quote!({ let __vyre_table = #list; __vyre_table[#at](#args) }))
}

/// `t[from..to][i]` as the element of `t` that it is, which is the same place: `t[from + i]`, and one past the end where `i` is not in the part. Bounds and
/// index are evaluated in Rust's order.
pub(super) fn element_of_part(expr: &Expr) -> Option<Expr> {
    let Expr::Index(element) = expr else { return None };
    let mut part = strip(&element.expr);
    while let Expr::Reference(reference) = part {
        part = strip(&reference.expr);
    }
    let Expr::Index(part) = part else { return None };
    let Expr::Range(range) = strip(&part.index) else { return None };
    if matches!(strip(&element.index), Expr::Range(_)) {
        return None;
    }
    let (base, at, span) = (&part.expr, &element.index, element.index.span());
    let index: Expr = match (&range.start, &range.end) {
        (None, None) => (**at).clone(),
        (Some(start), None) => {
            parse_quote_spanned!(span=> ((#start) as usize).saturating_add((#at) as usize))
        }
        (start, Some(end)) => {
            let start: Expr = start.as_ref().map_or_else(|| parse_quote!(0), |start| (**start).clone());
            let len: Expr = match range.limits {
                syn::RangeLimits::HalfOpen(_) => parse_quote!(((#end) as usize).saturating_sub(__vyre_start)),
                syn::RangeLimits::Closed(_) => {
                    parse_quote!(((#end) as usize).saturating_add(1).saturating_sub(__vyre_start))
                }
            };
            parse_quote_spanned!(span=> {
                let __vyre_start = (#start) as usize;
                let __vyre_len = #len;
                let __vyre_at = (#at) as usize;
                if __vyre_at < __vyre_len { __vyre_start.saturating_add(__vyre_at) } else { usize::MAX }
            })
        }
    };
    let index = Box::new(index);
    Some(Expr::Index(syn::ExprIndex { expr: base.clone(), index, ..element.clone() }))
}

/// `t[1..].len()` as `(&t[1..]).len()`.
fn length_of_part(expr: &mut Expr) {
    if let Expr::MethodCall(it) = expr
        && it.method == "len"
        && it.args.is_empty()
        && matches!(strip(&it.receiver), Expr::Index(slice) if matches!(strip(&slice.index), Expr::Range(_)))
    {
        let slice = &it.receiver;
        *it.receiver = parse_quote!((&#slice));
    }
}

/// `let name; if c { name = &mut a; } else { name = &mut b; }` as a `let` with the choice as its value, which is what the checker takes apart.
fn set_on_branches(stmts: &mut Vec<syn::Stmt>) {
    let mut at = 0;
    while at + 1 < stmts.len() {
        let made = match (&stmts[at], &stmts[at + 1]) {
            (syn::Stmt::Local(local), syn::Stmt::Expr(choice @ (Expr::If(_) | Expr::Match(_)), _))
                if local.init.is_none() =>
            {
                set_by(local, choice)
            }
            _ => None,
        };
        if let Some(local) = made {
            stmts.splice(at..at + 2, [syn::Stmt::Local(local)]);
        }
        at += 1;
    }
}

/// The declaration with the value, if each branch ends with a `&mut` that is given to the name.
fn set_by(local: &syn::Local, choice: &Expr) -> Option<syn::Local> {
    fn of_block(block: &mut syn::Block, name: &syn::Ident, places: &mut usize) -> Option<()> {
        let last = block.stmts.last_mut()?;
        match last {
            syn::Stmt::Expr(Expr::Assign(it), _) if matches!(strip(&it.left), Expr::Path(path) if path.path.is_ident(name)) =>
            {
                let is_place = matches!(strip(&it.right), Expr::Reference(it) if it.mutability.is_some());
                *places += usize::from(is_place);
                *last = syn::Stmt::Expr((*it.right).clone(), None);
                Some(())
            }
            syn::Stmt::Expr(inner @ (Expr::If(_) | Expr::Match(_)), semi) => {
                of_choice(inner, name, places)?;
                *semi = None;
                Some(())
            }
            syn::Stmt::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_), semi) => {
                *semi = None;
                Some(())
            }
            _ => None,
        }
    }
    fn of_choice(choice: &mut Expr, name: &syn::Ident, places: &mut usize) -> Option<()> {
        match choice {
            Expr::If(it) => {
                of_block(&mut it.then_branch, name, places)?;
                match &mut *it.else_branch.as_mut()?.1 {
                    Expr::Block(block) => of_block(&mut block.block, name, places),
                    other => of_choice(other, name, places),
                }
            }
            Expr::Match(it) => it.arms.iter_mut().try_for_each(|arm| match &mut *arm.body {
                Expr::Block(block) if block.label.is_none() => of_block(&mut block.block, name, places),
                body => {
                    let mut block: syn::Block = parse_quote!({ #body });
                    of_block(&mut block, name, places)?;
                    *body = parse_quote!(#block);
                    Some(())
                }
            }),
            _ => None,
        }
    }
    let name = match &local.pat {
        Pat::Ident(name) => &name.ident,
        Pat::Type(typed) => match &*typed.pat {
            Pat::Ident(name) => &name.ident,
            _ => return None,
        },
        _ => return None,
    };
    let (mut choice, mut places) = (choice.clone(), 0);
    of_choice(&mut choice, name, &mut places)?;
    let init = syn::LocalInit { eq_token: Default::default(), expr: Box::new(choice), diverge: None };
    (places > 0).then(|| syn::Local { init: Some(init), ..local.clone() })
}

/// The last part of `Option::Some` and its kin, with the types of the first part: `Option::<i64>::None` is `None::<i64>`.
fn variant_of_std(path: &Path, declared: &Declared) -> Option<syn::PathSegment> {
    let mut segments = path.segments.iter().rev();
    let (last, of) = (segments.next()?, segments.next()?);
    let is_variant = match of.ident.to_string().as_str() {
        "Option" => last.ident == "Some" || last.ident == "None",
        "Result" => last.ident == "Ok" || last.ident == "Err",
        _ => false,
    };
    let around: Vec<String> = segments.map(|segment| segment.ident.to_string()).collect();
    let is_of_std = match &around.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => !declared.names.contains(&of.ident.to_string()),
        ["option" | "result", "std" | "core"] => true,
        _ => false,
    };
    if !is_variant || !is_of_std || !last.arguments.is_none() {
        return None;
    }
    let arguments = match of.arguments.clone() {
        syn::PathArguments::AngleBracketed(mut list) => {
            list.colon2_token.get_or_insert_default();
            syn::PathArguments::AngleBracketed(list)
        }
        none => none,
    };
    Some(syn::PathSegment { ident: last.ident.clone(), arguments })
}

impl VisitMut for Params {
    fn visit_path_mut(&mut self, path: &mut Path) {
        if let Some(variant) = variant_of_std(path, &self.declared) {
            *path = variant.into();
        }
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_item_fn_mut(&mut self, it: &mut syn::ItemFn) {
        crate::functional::type_given_closure(&it.sig, &mut it.block);
        let apart = of_signature(&mut it.sig.inputs, &self.declared);
        it.block.stmts.splice(0..0, apart);
        visit_mut::visit_item_fn_mut(self, it);
    }

    fn visit_impl_item_fn_mut(&mut self, it: &mut syn::ImplItemFn) {
        crate::functional::type_given_closure(&it.sig, &mut it.block);
        let apart = of_signature(&mut it.sig.inputs, &self.declared);
        it.block.stmts.splice(0..0, apart);
        visit_mut::visit_impl_item_fn_mut(self, it);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        remainders(&mut block.stmts);
        for stmt in &mut block.stmts {
            if let syn::Stmt::Local(local) = stmt {
                texts_as_slices(local);
            }
        }
        visit_mut::visit_block_mut(self, block);
        set_on_branches(&mut block.stmts);
        for stmt in &mut block.stmts {
            if let syn::Stmt::Local(local) = stmt {
                by_reference(local);
            }
        }
        let mut at = 0;
        while at < block.stmts.len() {
            let mut before = row_before_statement(&mut block.stmts[at]);
            if let syn::Stmt::Local(local) = &mut block.stmts[at]
                && let Some(array) = as_array(local).or_else(|| joined_lists(local, at))
            {
                before = Some(array);
            }
            if let syn::Stmt::Local(local) = &mut block.stmts[at]
                && let Some(init) = &mut local.init
                && let Some(index) = self.insertions.with_plain_index(&mut init.expr)
            {
                block.stmts.insert(at, index);
                at += 1;
            }
            if let syn::Stmt::Local(local) = &mut block.stmts[at]
                && let Some(init) = &mut local.init
                && let Some((place, inserted)) = self.insertions.inserted(&init.expr)
            {
                let (place, inserted) = (place.clone(), inserted.clone());
                *init.expr = parse_quote!(#place.as_mut().unwrap());
                before = Some(parse_quote!(#inserted;));
            }
            if let Some(before) = before {
                block.stmts.insert(at, before);
                at += 1;
            }
            at += 1;
        }
    }

    fn visit_stmt_mut(&mut self, stmt: &mut syn::Stmt) {
        // Nobody changes it, so that it is its value.
        if let syn::Stmt::Item(Item::Static(it)) = stmt
            && matches!(it.mutability, syn::StaticMutability::None)
        {
            *stmt = syn::Stmt::Item(Item::Const(crate::module::constant_of(it.clone())));
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Index(index) = expr
            && let Some(left) = remainder_at_once(strip(&index.expr))
        {
            *index.expr = left;
        }
        // The outermost index first, as the part may be one of a part.
        while let Some(element) = element_of_part(expr).filter(|_| !self.has_own_parts) {
            *expr = element;
        }
        visit_mut::visit_expr_mut(self, expr);
        length_of_part(expr);
        asked_of_each(expr);
        if let Some(made) = stored_in_inserted(expr, &self.insertions) {
            *expr = made;
            return;
        }
        if let Some(made) = super::chained::changed_one_by_one(expr)
            .or_else(|| found_place(expr))
            .or_else(|| extreme_place(expr))
            .or_else(|| indexed(expr))
            .or_else(|| half(expr))
            .or_else(|| lent_and_read(expr))
            .or_else(|| next_if_equal(expr))
            .or_else(|| values_of_options(expr))
            .or_else(|| from_nothing(expr))
            .or_else(|| tried_for_each(expr))
            .or_else(|| flattened_from_end(expr))
            .or_else(|| held_in_tried(expr))
            .or_else(|| for_over_tried(expr))
            .or_else(|| changed_part(expr))
            .or_else(|| apart(expr, &self.declared))
            .or_else(|| as_pointer(expr))
            .or_else(|| of_native_bytes(expr))
            .or_else(|| size_of(expr, &self.declared))
            .or_else(|| of_table(expr))
            .or_else(|| remainder_at_once(expr))
            .or_else(|| whole_bytes(expr).cloned())
        {
            *expr = made;
        }
    }

    fn visit_expr_closure_mut(&mut self, it: &mut syn::ExprClosure) {
        let typed = it.inputs.iter_mut().enumerate().filter_map(|(at, pat)| match pat {
            Pat::Type(typed) => named(&mut typed.pat, at),
            _ => None,
        });
        let apart: Vec<syn::Stmt> = typed.collect();
        if !apart.is_empty() {
            let body: &Expr = &it.body;
            *it.body = parse_quote!({ #(#apart)* #body });
        }
        visit_mut::visit_expr_closure_mut(self, it);
    }
}

//! `impl`s: what they must have and may not have, and that there is one only for each trait and type.

use super::Found;
use super::items::{Bound, Env, Impl, Items, Receiver, derived, receiver, trait_functions, type_params};
use super::scope::{ItemId, Kind, Meaning};
use super::ty::{Ty, differ, in_kernels};
use crate::diagnostics::Area;
use crate::overload;
use crate::syntax::{is_list, plain, words};
use quote::ToTokens;
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::{FnArg, ImplItem, ReturnType, TraitItem};

/// What an `impl` of a trait of std must have, as far as that is known.
fn needs(name: &str) -> Vec<&'static str> {
    match name {
        "Default" => vec!["default"],
        "Iterator" => vec!["next", "Item"],
        name => {
            let output = overload::has_output(name).then_some("Output");
            overload::method_of_trait(name).into_iter().chain(output).collect()
        }
    }
}

pub(super) fn check<'a>(items: &Items<'a>, found: &mut Found) {
    for block in &items.impls {
        match block.trait_ {
            None => inherent(items, block, found),
            Some(Meaning::Item(id)) => match items.scope.entries[id].kind {
                Kind::Trait(it) => of_trait(items, block, id, it, found),
                _ => not_a_trait(block, found),
            },
            Some(Meaning::Variant(..)) => not_a_trait(block, found),
            Some(Meaning::Outside) => of_std(items, block, found),
        }
        twice_in_one(block, found);
        unconstrained(block, found);
        leaked(items, block, found);
    }
    twice(items, found);
    told_apart(items, found);
}

/// The constants of an `impl`, with those that its trait has already.
fn constants_of<'a>(items: &Items<'a>, block: &Impl<'a>) -> HashMap<String, (&'a syn::Type, String)> {
    let mut all = HashMap::new();
    if let Some(Meaning::Item(id)) = block.trait_
        && let Kind::Trait(it) = items.scope.entries[id].kind
    {
        all.extend(it.items.iter().filter_map(|item| match item {
            TraitItem::Const(it) => {
                let (_, value) = it.default.as_ref()?;
                Some((plain(&it.ident), (&it.ty, value.to_token_stream().to_string())))
            }
            _ => None,
        }));
    }
    all.extend(block.item.items.iter().filter_map(|item| match item {
        ImplItem::Const(it) => Some((plain(&it.ident), (&it.ty, it.expr.to_token_stream().to_string()))),
        _ => None,
    }));
    all
}

/// Constants of one name and one type that kernels do not tell apart: they know those of traits by the names of these alone, and lists by their own.
fn told_apart<'a>(items: &Items<'a>, found: &mut Found) {
    let blocks: Vec<_> = items.impls.iter().map(|block| (block, constants_of(items, block))).collect();
    let blocks: Vec<_> = blocks.into_iter().filter(|(_, constants)| !constants.is_empty()).collect();
    for (at, (block, constants)) in blocks.iter().enumerate() {
        for (other, others) in &blocks[..at] {
            let name_of = |block: &Impl<'a>| match block.trait_ {
                Some(Meaning::Item(id)) => Some(items.name(id)),
                _ => None,
            };
            if block.trait_.is_none() && other.trait_.is_none() {
                continue;
            }
            let is_one_name = name_of(block) == name_of(other);
            let alike = constants.iter().filter_map(|(name, (ty, value))| {
                let (other_ty, other) = others.get(name)?;
                ((is_one_name || is_list(ty) || is_list(other_ty)) && value != other).then_some(name)
            });
            let Some(name) = alike.min() else { continue };
            // Two `impl`s of one trait with the same arguments are told already.
            let is_twice = block.trait_ == other.trait_
                && block.trait_arguments().len() == other.trait_arguments().len()
                && block.trait_arguments().iter().zip(other.trait_arguments()).all(|(own, their)| {
                    own.to_token_stream().to_string() == their.to_token_stream().to_string()
                });
            if is_twice || !same(items, (&block.env, &block.ty), (&other.env, &other.ty)) {
                continue;
            }
            let of = shown(items, &block.ty);
            let problem = format!(
                "`{of}` has two constants `{name}` that kernels do not tell apart: those of traits are told by the names of these, and lists by their own"
            );
            let at =
                block.item.trait_.as_ref().map_or(Area::of(&*block.item.self_ty), |(path, _)| Area::of(path));
            found.report(at, problem, format!("rename one of the two `{name}`"));
        }
    }
}

fn not_a_trait(block: &Impl<'_>, found: &mut Found) {
    if let Some((path, _)) = &block.item.trait_ {
        let name = block.trait_name().unwrap_or_default();
        found.report(
            Area::of(path),
            format!("expected trait, found `{name}`"),
            "name a trait, or leave out `for`",
        );
    }
}

fn item_name(item: &ImplItem) -> Option<(&syn::Ident, &'static str)> {
    match item {
        ImplItem::Fn(it) => Some((&it.sig.ident, "method")),
        ImplItem::Const(it) => Some((&it.ident, "const")),
        ImplItem::Type(it) => Some((&it.ident, "type")),
        _ => None,
    }
}

/// A parameter of an `impl` that neither its type nor its trait names, nor what a bound gives.
fn unconstrained(block: &Impl<'_>, found: &mut Found) {
    let item = block.item;
    let mut named = words(&item.self_ty);
    named.extend(item.trait_.as_ref().map(|(path, _)| words(path)).unwrap_or_default());
    let predicates = item.generics.where_clause.iter().flat_map(|it| &it.predicates);
    let of_where = predicates.filter_map(|it| match it {
        syn::WherePredicate::Type(it) => Some(&it.bounds),
        _ => None,
    });
    for bound in type_params(&item.generics).map(|param| &param.bounds).chain(of_where).flatten() {
        let syn::TypeParamBound::Trait(bound) = bound else { continue };
        for segment in &bound.path.segments {
            match &segment.arguments {
                syn::PathArguments::AngleBracketed(list) => {
                    let given = list.args.iter().filter_map(|it| match it {
                        syn::GenericArgument::AssocType(it) => Some(&it.ty),
                        _ => None,
                    });
                    given.for_each(|ty| named.extend(words(ty)));
                }
                syn::PathArguments::Parenthesized(of) => named.extend(words(&of.output)),
                syn::PathArguments::None => {}
            }
        }
    }
    let params = item.generics.params.iter().filter_map(|param| match param {
        syn::GenericParam::Type(it) => Some((&it.ident, "type")),
        syn::GenericParam::Const(it) => Some((&it.ident, "const")),
        syn::GenericParam::Lifetime(_) => None,
    });
    for (name, what) in params.filter(|(name, _)| !named.contains(&plain(name))) {
        let problem = format!(
            "the {what} parameter `{name}` is not constrained by the type or the trait of this `impl`"
        );
        found.report(Area::of(name), problem, "leave it out, or declare it at the functions that need it");
    }
}

/// A private type that a public trait gives for a public type.
fn leaked<'a>(items: &Items<'a>, block: &Impl<'a>, found: &mut Found) {
    let is_public = |id: ItemId| items.scope.entries[id].seen_in.is_none();
    let private = |ty: &Ty| {
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            match ty {
                Ty::Item(id, _) if !is_public(*id) => return Some(*id),
                _ => open.extend(ty.parts()),
            }
        }
        None
    };
    let is_of_public = match block.trait_ {
        Some(Meaning::Item(id)) => is_public(id),
        Some(Meaning::Outside) => true,
        _ => false,
    };
    let given: Vec<Ty> = block.trait_arguments().into_iter().map(|ty| items.ty(&block.env, ty)).collect();
    let is_open = |ty: &Ty| !ty.is_known() || private(ty).is_some();
    if !is_of_public || is_open(&block.ty) || given.iter().any(is_open) {
        return;
    }
    for item in &block.item.items {
        let ImplItem::Type(it) = item else { continue };
        if let Some(id) = private(&items.ty(&block.env, &it.ty)) {
            let name = items.name(id);
            let problem = format!("private type `{name}` in public interface");
            found.report(Area::of(&it.ty), problem, format!("declare `{name}` as `pub`"));
        }
    }
}

/// Two items of one name in an `impl`.
fn twice_in_one(block: &Impl<'_>, found: &mut Found) {
    let mut seen: HashMap<(String, bool), ()> = HashMap::new();
    for (name, what) in block.item.items.iter().filter_map(item_name) {
        if seen.insert((plain(name), what == "type"), ()).is_some() {
            let problem = format!("duplicate definitions with name `{name}`");
            found.report(Area::of(name), problem, "rename one of the two");
        }
    }
}

fn inherent<'a>(items: &Items<'a>, block: &Impl<'a>, found: &mut Found) {
    let ty = &block.ty;
    if let Ty::Param(name) = ty {
        let problem = "no nominal type found for inherent implementation";
        let fix = format!("write a trait, and `impl` it for `{name}`");
        return found.report(Area::of(&block.item.self_ty), problem, fix);
    }
    if ty.is_number() || matches!(ty, Ty::Plain(_)) {
        let name = match ty {
            Ty::Plain(name) => name.as_str(),
            _ => "number",
        };
        let problem = "cannot define inherent `impl` for primitive types";
        let fix = format!("write a trait, and `impl` it for `{name}`");
        return found.report(Area::of(&block.item.self_ty), problem, fix);
    }
    // Two `impl`s for types that may be the same.
    for other in items.impls.iter().filter(|it| it.trait_.is_none()) {
        if std::ptr::eq(other.item, block.item) {
            break;
        }
        let (Ty::Item(first, _), Ty::Item(second, _)) = (&block.ty, &other.ty) else { continue };
        if first != second || !same(items, (&block.env, &block.ty), (&other.env, &other.ty)) {
            continue;
        }
        for (name, what) in block.item.items.iter().filter_map(item_name) {
            let is_there = other
                .item
                .items
                .iter()
                .filter_map(item_name)
                .any(|(it, of)| it == name && (of == "type") == (what == "type"));
            if is_there {
                let problem = format!("duplicate definitions with name `{name}`");
                found.report(Area::of(name), problem, "rename one of the two");
            }
        }
    }
}

/// Whether two types of `impl`s are surely of one type at least.
fn same<'a>(items: &Items<'a>, first: (&Env<'a>, &Ty), second: (&Env<'a>, &Ty)) -> bool {
    let is_free = |env: &Env<'a>, name: &str| {
        env.params
            .get(name)
            .is_some_and(|bounds| items.with_supertraits(bounds).iter().all(|bound| bound.name == "Sized"))
    };
    let (first_env, second_env) = (first.0, second.0);
    let mut open = vec![(first.1, second.1)];
    while let Some((first, second)) = open.pop() {
        match (first, second) {
            (Ty::Unknown, _) | (_, Ty::Unknown) => return false,
            (Ty::Param(name), other) if is_free(first_env, name) && !matches!(other, Ty::Param(_)) => {}
            (other, Ty::Param(name)) if is_free(second_env, name) && !matches!(other, Ty::Param(_)) => {}
            // Two parameters stand for all types, if both have the same bounds.
            (Ty::Param(one), Ty::Param(two)) => {
                let names = |env: &Env<'a>, name: &str| {
                    env.params.get(name).map(|list| {
                        let mut names: Vec<String> = list.iter().map(|bound| bound.name.clone()).collect();
                        names.sort();
                        names
                    })
                };
                if names(first_env, one) != names(second_env, two) {
                    return false;
                }
            }
            (Ty::Plain(one), Ty::Plain(two)) => {
                if in_kernels(one) != in_kernels(two) {
                    return false;
                }
            }
            (Ty::Item(one, of_one), Ty::Item(two, of_two)) => {
                // Constants among the arguments are not known.
                if one != two || of_one.len() != of_two.len() || items.has_constants(*one) {
                    return false;
                }
                open.extend(of_one.iter().zip(of_two));
            }
            (Ty::Std(one, of_one), Ty::Std(two, of_two)) => {
                if one != two || of_one.len() != of_two.len() {
                    return false;
                }
                open.extend(of_one.iter().zip(of_two));
            }
            (Ty::Tuple(one), Ty::Tuple(two)) => {
                if one.len() != two.len() {
                    return false;
                }
                open.extend(one.iter().zip(two));
            }
            (Ty::Ref(one, _, of_one), Ty::Ref(two, _, of_two)) => {
                if one != two {
                    return false;
                }
                open.push((of_one, of_two));
            }
            (Ty::Slice(one), Ty::Slice(two)) => open.push((one, two)),
            // Lengths are not known.
            _ => return false,
        }
    }
    true
}

/// Whether an `impl` for all types of some bounds is surely one for the type of another `impl`, too.
fn covers<'a>(items: &Items<'a>, all: &Impl<'a>, one: &Impl<'a>) -> bool {
    let Ty::Param(param) = &all.ty else { return false };
    if !one.ty.is_known() || one.ty.has(|it| matches!(it, Ty::Param(_))) {
        return false;
    }
    let bounds = all.env.params.get(param).map_or(&[][..], Vec::as_slice);
    bounds.iter().all(|bound| match bound.trait_ {
        Meaning::Item(id) => items.implements(&one.env, &one.ty, id) == Some(true),
        Meaning::Outside if bound.name == "Sized" => true,
        Meaning::Outside => items.derives_for(&one.env, &one.ty, &bound.name) == Some(true),
        Meaning::Variant(..) => false,
    })
}

/// Two `impl`s of one trait for one type.
fn twice<'a>(items: &Items<'a>, found: &mut Found) {
    let blocks: Vec<&Impl<'a>> = items.impls.iter().filter(|it| it.trait_.is_some()).collect();
    for (at, block) in blocks.iter().enumerate() {
        let Some((path, _)) = &block.item.trait_ else { continue };
        let name = block.trait_name().unwrap_or_default();
        let arguments = |block: &Impl<'a>| -> Vec<Ty> {
            let list: Vec<Ty> =
                block.trait_arguments().into_iter().map(|ty| items.ty(&block.env, ty)).collect();
            // The operand of an operator is its own type, where none is written.
            if list.is_empty() && block.trait_ == Some(Meaning::Outside) {
                vec![block.ty.clone()]
            } else {
                list
            }
        };
        let own = arguments(block);
        let conflicts = |other: &&&Impl<'a>| {
            let theirs = arguments(other);
            // A parameter that stands in several places is one type.
            let is_open = |list: &[Ty]| list.iter().any(|ty| ty.has(|it| matches!(it, Ty::Param(_))));
            if is_open(&own) || is_open(&theirs) {
                return false;
            }
            other.trait_ == block.trait_
                && other.trait_name() == block.trait_name()
                && theirs.len() == own.len()
                && same(items, (&block.env, &block.ty), (&other.env, &other.ty))
                && own
                    .iter()
                    .zip(&theirs)
                    .all(|(own, their)| same(items, (&block.env, own), (&other.env, their)))
        };
        // With the types that are two in Rust and one in kernels.
        let is_of_two = |other: &Impl<'a>| {
            let types = |block: &Impl<'a>| -> Vec<String> {
                arguments(block).iter().chain([&block.ty]).map(|ty| shown(items, ty)).collect()
            };
            let (own, theirs) = (types(block), types(other));
            own != theirs && own.iter().zip(&theirs).all(|(own, their)| one_in_kernels(own, their))
        };
        let covered = |other: &&Impl<'a>| {
            other.trait_ == block.trait_
                && other.trait_name() == block.trait_name()
                && own.is_empty()
                && arguments(other).is_empty()
                && (covers(items, block, other) || covers(items, other, block))
        };
        let other = blocks[..at].iter().find(|other| conflicts(other) || covered(other));
        if let Some(other) = other.filter(|other| is_of_two(other)) {
            // What says the same for both may stand for both.
            let text = |block: &Impl<'a>| -> Vec<String> {
                block.item.items.iter().map(|item| item.to_token_stream().to_string()).collect()
            };
            if text(block) != text(other) {
                let problem = format!(
                    "`{name}` is implemented twice here: `usize` and `u32` are one type in kernels, as `isize` and `i32` are"
                );
                found.report(Area::of(path), problem, "leave out one of the two");
            }
            continue;
        }
        let conflicts = other.is_some();
        let is_derived = match (&block.ty, block.trait_) {
            (Ty::Item(id, _), Some(Meaning::Outside)) => {
                items.derives(*id).contains(&name)
                    && own.first().is_none_or(|it| same(items, (&block.env, it), (&block.env, &block.ty)))
            }
            _ => false,
        };
        if conflicts || is_derived {
            let of = shown(items, &block.ty);
            let problem = format!("conflicting implementations of trait `{name}` for type `{of}`");
            let fix = if is_derived {
                "leave out the one that is derived, or this one"
            } else {
                "leave out one of the two"
            };
            found.report(Area::of(path), problem, fix);
        }
    }
}

/// Whether two types as they are shown are one in kernels.
fn one_in_kernels(first: &str, second: &str) -> bool {
    let name = |text: &str| text.replace("usize", "u32").replace("isize", "i32");
    name(first) == name(second)
}

/// A type in messages.
pub(super) fn shown(items: &Items<'_>, ty: &Ty) -> String {
    let list = |args: &[Ty]| args.iter().map(|ty| shown(items, ty)).collect::<Vec<_>>().join(", ");
    match ty {
        Ty::Unknown => "_".to_string(),
        Ty::Never => "!".to_string(),
        Ty::Integer => "{integer}".to_string(),
        Ty::Float => "{float}".to_string(),
        Ty::Plain(name) | Ty::Param(name) => name.clone(),
        Ty::Item(id, args) if args.is_empty() => items.name(*id),
        Ty::Item(id, args) => format!("{}<{}>", items.name(*id), list(args)),
        Ty::Std(name, args) if args.is_empty() => name.to_string(),
        Ty::Std(name, args) => format!("{name}<{}>", list(args)),
        Ty::Ref(false, _, inner) => format!("&{}", shown(items, inner)),
        Ty::Ref(true, _, inner) => format!("&mut {}", shown(items, inner)),
        Ty::Array(inner) => format!("[{}; _]", shown(items, inner)),
        Ty::Slice(inner) => format!("[{}]", shown(items, inner)),
        Ty::Tuple(args) => format!("({})", list(args)),
        Ty::Closure(_) => "a closure".to_string(),
    }
}

/// The traits that can be derived, which a type has or has not.
const DERIVED: [&str; 7] = ["Copy", "Clone", "PartialEq", "Eq", "PartialOrd", "Ord", "Default"];

/// Whether a type surely lacks what a bound demands of it.
fn lacks<'a>(items: &Items<'a>, env: &Env<'a>, ty: &Ty, bound: &Bound<'a>) -> bool {
    let is_plain = bound.path.segments.last().is_some_and(|last| last.arguments.is_none());
    match bound.trait_ {
        Meaning::Item(id) if matches!(items.scope.entries[id].kind, Kind::Trait(_)) => {
            items.implements(env, ty, id) == Some(false)
        }
        Meaning::Outside if is_plain && DERIVED.contains(&bound.name.as_str()) => {
            items.derives_for(env, ty, &bound.name) == Some(false)
        }
        _ => false,
    }
}

/// Reports that a type has not what a trait demands of it.
fn unmet(items: &Items<'_>, at: Area, ty: &Ty, name: &str, found: &mut Found) {
    let ty = shown(items, ty);
    let fix = format!("write an `impl {name} for {ty}`, or derive it where it is one of std's");
    found.report(at, format!("the trait bound `{ty}: {name}` is not satisfied"), fix);
}

/// The traits above one of std's that is implemented by hand.
fn above<'a>(items: &Items<'a>, block: &Impl<'a>, found: &mut Found) {
    let (Some(name), Some((path, _))) = (block.trait_name(), &block.item.trait_) else { return };
    let above: &[&str] = match name.as_str() {
        "Copy" => &["Clone"],
        "Eq" => &["PartialEq"],
        "PartialOrd" if block.trait_arguments().is_empty() => &["PartialEq"],
        "Ord" => &["PartialOrd", "Eq"],
        _ => &[],
    };
    let is_missing = |above: &&&str| items.derives_for(&block.env, &block.ty, above) == Some(false);
    if let (Ty::Item(..), Some(missing)) = (&block.ty, above.iter().find(is_missing)) {
        unmet(items, Area::of(path), &block.ty, missing, found);
    }
}

/// An `impl Copy` of a type with a field that is not.
fn copied<'a>(items: &Items<'a>, block: &Impl<'a>, found: &mut Found) {
    let (Ty::Item(id, args), Some((path, _))) = (&block.ty, &block.item.trait_) else { return };
    let fields: Vec<&'a syn::Field> = match items.scope.entries[*id].kind {
        Kind::Struct(it) => it.fields.iter().collect(),
        Kind::Enum(it) => it.variants.iter().flat_map(|variant| &variant.fields).collect(),
        _ => return,
    };
    for field in fields {
        let of = items.field_ty(*id, args, field);
        if items.is_copy(&block.env, &of) == Some(false) {
            let problem = format!(
                "the trait `Copy` cannot be implemented for type `{}`: a field of it is `{}`, which is not `Copy`",
                items.name(*id),
                shown(items, &of)
            );
            return found.report(
                Area::of(path),
                problem,
                "leave the `impl` out, or make the field `Copy`, too",
            );
        }
    }
}

fn of_std<'a>(items: &Items<'a>, block: &Impl<'a>, found: &mut Found) {
    let Some(name) = block.trait_name() else { return };
    let Some((path, _)) = &block.item.trait_ else { return };
    for item in &block.item.items {
        public(item, found);
    }
    above(items, block, found);
    if name == "Copy" {
        copied(items, block, found);
    }
    let needs = needs(&name);
    if needs.is_empty() {
        return;
    }
    let has = |needed: &str| block.item.items.iter().filter_map(item_name).any(|(name, _)| name == needed);
    let missing: Vec<&str> = needs.into_iter().filter(|needed| !has(needed)).collect();
    if !missing.is_empty() {
        return lacking(path, &missing.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>(), found);
    }
    let is_foreign = |ty: &Ty| !ty.has(|it| matches!(it, Ty::Item(..) | Ty::Unknown | Ty::Param(_)));
    // Those of std and of vyre that the orphan rule keeps for other crates; the traits of the text are its own.
    let arguments = block.trait_arguments();
    let is_operator = !matches!(name.as_str(), "Iterator");
    if is_operator && is_foreign(&block.ty) && arguments.iter().all(|ty| is_plain(ty)) {
        let problem = "only traits defined in the current crate can be implemented for primitive types";
        found.report(
            Area::of(&block.item.self_ty),
            problem,
            "write a struct around it, or a trait of your own",
        );
    }
}

/// Whether a type is one of std that is written as one name.
fn is_plain(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else { return false };
    let name = path.path.get_ident().map(plain).unwrap_or_default();
    crate::signature::named(&name).is_some() || name == "bool"
}

fn lacking(path: &syn::Path, missing: &[String], found: &mut Found) {
    let problem = format!("not all trait items implemented, missing: {}", missing.join(", "));
    found.report(Area::of(path), problem, "write them in this `impl`");
}

fn public(item: &ImplItem, found: &mut Found) {
    let vis = match item {
        ImplItem::Fn(it) => &it.vis,
        ImplItem::Const(it) => &it.vis,
        ImplItem::Type(it) => &it.vis,
        _ => return,
    };
    if !matches!(vis, syn::Visibility::Inherited) {
        let problem = "visibility qualifiers are not permitted here";
        found.report(Area::of(vis), problem, "leave it out: items of a trait are as visible as the trait");
    }
}

fn of_trait<'a>(items: &Items<'a>, block: &Impl<'a>, id: ItemId, it: &'a syn::ItemTrait, found: &mut Found) {
    let Some((path, _)) = &block.item.trait_ else { return };
    let trait_name = plain(&it.ident);
    match (&it.unsafety, &block.item.unsafety) {
        (Some(_), None) => {
            let problem = format!("the trait `{trait_name}` requires an `unsafe impl` declaration");
            found.report(Area::of(path), problem, "leave `unsafe` out where the trait is declared");
        }
        (None, Some(token)) => {
            let problem = format!("implementing the trait `{trait_name}` is not unsafe");
            found.report(Area::of(token), problem, "leave `unsafe` out");
        }
        _ => {}
    }
    for bound in items.bounds_in(items.scope.entries[id].module, &it.supertraits) {
        if lacks(items, &block.env, &block.ty, &bound) {
            unmet(items, Area::of(path), &block.ty, &bound.name, found);
        }
    }
    let own = |name: &syn::Ident, is_type: bool| {
        block.item.items.iter().find(|item| {
            matches!(item, ImplItem::Type(_)) == is_type
                && item_name(item).is_some_and(|(own, _)| own == name)
        })
    };
    let missing: Vec<String> = it
        .items
        .iter()
        .filter_map(|item| {
            let (name, is_type, has_default) = match item {
                TraitItem::Fn(it) => (&it.sig.ident, false, it.default.is_some()),
                TraitItem::Const(it) => (&it.ident, false, it.default.is_some()),
                TraitItem::Type(it) => (&it.ident, true, it.default.is_some()),
                _ => return None,
            };
            (!has_default && own(name, is_type).is_none()).then(|| format!("`{name}`"))
        })
        .collect();
    if !missing.is_empty() {
        lacking(path, &missing, found);
    }
    for item in &block.item.items {
        public(item, found);
        let Some((name, what)) = item_name(item) else { continue };
        let declared = it.items.iter().find(|item| match item {
            TraitItem::Fn(it) => what == "method" && it.sig.ident == *name,
            TraitItem::Const(it) => what == "const" && it.ident == *name,
            TraitItem::Type(it) => what == "type" && it.ident == *name,
            _ => false,
        });
        match (item, declared) {
            (_, None) => {
                let problem = format!("{what} `{name}` is not a member of trait `{trait_name}`");
                let fix =
                    format!("write it in an `impl` without `{trait_name} for`, or declare it in the trait");
                found.report(Area::of(name), problem, fix);
            }
            (ImplItem::Fn(own), Some(TraitItem::Fn(declared))) => {
                method(items, (block, own), (id, it, declared), found);
            }
            (ImplItem::Const(own), Some(TraitItem::Const(declared))) => {
                let env = trait_env(items, block, id, it);
                let expected = items.ty(&env, &declared.ty);
                if differ(&items.ty(&block.env, &own.ty), &expected) {
                    let problem = format!("implemented const `{name}` has an incompatible type for trait");
                    let fix = format!("write `{}`", shown(items, &expected));
                    found.report(Area::of(&own.ty), problem, fix);
                }
            }
            (ImplItem::Type(own), Some(TraitItem::Type(declared))) if own.generics.params.is_empty() => {
                let ty = items.ty(&block.env, &own.ty);
                let bounds = items.bounds_in(items.scope.entries[id].module, &declared.bounds);
                if let Some(bound) = bounds.iter().find(|bound| lacks(items, &block.env, &ty, bound)) {
                    unmet(items, Area::of(&own.ty), &ty, &bound.name, found);
                }
            }
            _ => {}
        }
    }
}

/// What names mean in a trait, for the type of an `impl`.
fn trait_env<'a>(items: &Items<'a>, block: &Impl<'a>, id: ItemId, it: &'a syn::ItemTrait) -> Env<'a> {
    let mut env = items.env(items.scope.entries[id].module, [&it.generics]);
    env.self_ty = Some(block.ty.clone());
    env.associated = block.env.associated.clone();
    if !env.associated.is_empty() {
        // They are written in the `impl`'s terms.
        env.associated.clear();
    }
    env
}

fn method<'a>(
    items: &Items<'a>,
    (block, own): (&Impl<'a>, &'a syn::ImplItemFn),
    (id, it, declared): (ItemId, &'a syn::ItemTrait, &'a syn::TraitItemFn),
    found: &mut Found,
) {
    let name = &own.sig.ident;
    let (ours, theirs) = (&own.sig, &declared.sig);
    let area = Area::of(name);
    match (receiver(ours), receiver(theirs)) {
        (Some(_), None) => {
            let problem =
                format!("method `{name}` has a `self` declaration in the impl, but not in the trait");
            return found.report(area, problem, "leave it out, or declare it in the trait");
        }
        (None, Some(_)) => {
            let problem =
                format!("method `{name}` has a `self` declaration in the trait, but not in the impl");
            return found.report(area, problem, "write it here, too");
        }
        (Some(first), Some(second)) if first != second => {
            let written = match second {
                Receiver::Value => "self",
                Receiver::Shared => "&self",
                Receiver::Exclusive => "&mut self",
            };
            let is_typed = |sig: &syn::Signature| matches!(sig.inputs.first(), Some(FnArg::Receiver(it)) if matches!(it.kind, syn::ReceiverKind::Typed(..)));
            if !is_typed(ours)
                && !is_typed(theirs)
                && let Some(first) = ours.inputs.first()
            {
                let problem = format!("method `{name}` has an incompatible type for trait");
                return found.report(Area::of(first), problem, format!("write `{written}`"));
            }
        }
        _ => {}
    }
    let (count, expected) = (ours.inputs.len(), theirs.inputs.len());
    if count != expected {
        let problem = format!(
            "method `{name}` has {count} parameters but the declaration in trait `{}` has {expected}",
            it.ident
        );
        return found.report(area, problem, "write those of the declaration");
    }
    let has_impl = |sig: &syn::Signature| words(&sig.inputs).contains("impl");
    let params = |sig: &'a syn::Signature| type_params(&sig.generics).collect::<Vec<_>>();
    let (own_params, their_params) = (params(ours), params(theirs));
    if own_params.len() != their_params.len() {
        if !has_impl(ours) && !has_impl(theirs) {
            let problem = format!(
                "method `{name}` has {} type parameters but its trait declaration has {}",
                own_params.len(),
                their_params.len()
            );
            found.report(area, problem, "write those of the declaration");
        }
        return;
    }
    let mut env = block.env.clone();
    items.declare(&mut env, &ours.generics);
    let mut of_trait = trait_env(items, block, id, it);
    items.declare(&mut of_trait, &theirs.generics);
    // A bound that the declaration does not have.
    for (own, declared) in own_params.iter().zip(&their_params) {
        let bounds = |env: &Env<'a>, param: &syn::TypeParam| {
            env.params.get(&plain(&param.ident)).cloned().unwrap_or_default()
        };
        let known = items.with_supertraits(&bounds(&of_trait, declared));
        let extra = bounds(&env, own).into_iter().find(|bound| {
            let is_same = |it: &Bound<'a>| it.name == bound.name && it.trait_ == bound.trait_;
            bound.name != "Sized"
                && !known.iter().any(is_same)
                && (bound.trait_ != Meaning::Outside
                    || (super::bounds::is_known(&bound.name)
                        && items.bounds_bring(&known, &bound.name) == Some(false)))
        });
        if let Some(extra) = extra {
            let problem =
                format!("impl has stricter requirements than trait: `{}: {}`", own.ident, extra.name);
            return found.report(
                Area::of(extra.path),
                problem,
                "leave the bound out, or declare it in the trait",
            );
        }
    }
    // The parameters of both, under the names of the trait's.
    let trait_args: Vec<Ty> =
        block.trait_arguments().into_iter().map(|ty| items.ty(&block.env, ty)).collect();
    let of_generics: Vec<String> = type_params(&it.generics).map(|param| plain(&param.ident)).collect();
    let translated = |ty: Ty| {
        ty.with(&|param| {
            if let Some(at) = their_params.iter().position(|it| it.ident == param) {
                return Some(Ty::Param(plain(&own_params[at].ident)));
            }
            let at = of_generics.iter().position(|it| it == param)?;
            Some(trait_args.get(at).cloned().unwrap_or(Ty::Unknown))
        })
    };
    for (own, declared) in ours.inputs.iter().zip(&theirs.inputs) {
        let (FnArg::Typed(own), FnArg::Typed(declared)) = (own, declared) else { continue };
        let expected = translated(items.ty(&of_trait, &declared.ty));
        if differ(&items.ty(&env, &own.ty), &expected) {
            let problem = format!("method `{name}` has an incompatible type for trait");
            return found.report(Area::of(&own.ty), problem, format!("write `{}`", shown(items, &expected)));
        }
    }
    let output = |env: &Env<'a>, output: &'a ReturnType| match output {
        ReturnType::Default => Ty::unit(),
        ReturnType::Type(_, ty) => items.ty(env, ty),
    };
    let expected = translated(output(&of_trait, &theirs.output));
    if differ(&output(&env, &ours.output), &expected) {
        let problem = format!("method `{name}` has an incompatible type for trait");
        let at = match &ours.output {
            ReturnType::Default => area,
            ReturnType::Type(_, ty) => Area::of(ty),
        };
        found.report(at, problem, format!("give `{}`", shown(items, &expected)));
    }
}

/// Checks what is derived.
pub(super) fn derives<'a>(items: &Items<'a>, id: ItemId, attrs: &'a [syn::Attribute], found: &mut Found) {
    let list = derived(attrs);
    let env = items.env_of(id);
    let params = items.params_of(id);
    let ty = Ty::Item(id, params.iter().cloned().map(Ty::Param).collect());
    let has = |name: &str| {
        list.iter().any(|(derived, _)| derived == name)
            || items.is_data(id)
            || items.impls.iter().any(|block| {
                block.trait_ == Some(Meaning::Outside)
                    && block.trait_name().as_deref() == Some(name)
                    && super::items::matched(&block.ty, &ty).is_some()
            })
    };
    for (name, at) in &list {
        let needed: &[&str] = match name.as_str() {
            "Copy" => &["Clone"],
            "Eq" => &["PartialEq"],
            "PartialOrd" => &["PartialEq"],
            "Ord" => &["PartialOrd", "Eq"],
            _ => &[],
        };
        if let Some(needed) = needed.iter().find(|needed| !has(needed)) {
            let problem = format!("the trait bound `{}: {needed}` is not satisfied", items.name(id));
            found.report(Area::of(at), problem, format!("derive `{needed}`, too"));
            continue;
        }
        if !matches!(name.as_str(), "Copy" | "Clone" | "PartialEq" | "Eq" | "PartialOrd" | "Ord" | "Default")
        {
            continue;
        }
        let fields: Vec<&'a syn::Field> = match items.scope.entries[id].kind {
            Kind::Struct(it) => it.fields.iter().collect(),
            Kind::Enum(it) if name == "Default" => {
                let is_default =
                    |variant: &&syn::Variant| variant.attrs.iter().any(|it| it.path().is_ident("default"));
                if it.variants.iter().filter(is_default).count() == 0 {
                    let problem = "`#[derive(Default)]` on enum with no `#[default]`";
                    found.report(Area::of(at), problem, "write `#[default]` before one of its variants");
                }
                Vec::new()
            }
            Kind::Enum(it) => it.variants.iter().flat_map(|variant| &variant.fields).collect(),
            _ => Vec::new(),
        };
        for field in fields {
            if name == "Default"
                && let Some(array) = without_default(items, id, &field.ty)
            {
                let of = crate::signature::name_of(array);
                let problem = format!(
                    "`{of}` does not implement `Default`, which std has for arrays of up to 32 elements"
                );
                found.report(Area::of(array), problem, "write the `impl Default` by hand");
                break;
            }
            let of = items.ty(&env, &field.ty);
            // A parameter is bound by what is derived.
            let of = of.with(&|param| params.iter().any(|it| it == param).then_some(Ty::Unknown));
            if items.derives_for(&env, &of, name) == Some(false) {
                let of = shown(items, &of);
                let problem = match name.as_str() {
                    "Copy" => format!(
                        "the trait `Copy` cannot be implemented for type `{}`: a field of it is `{of}`, which is not `Copy`",
                        items.name(id)
                    ),
                    _ => format!(
                        "`{of}` does not implement `{name}`, which is derived for `{}`",
                        items.name(id)
                    ),
                };
                let fix = match items.ty(&env, &field.ty).has(|ty: &Ty| matches!(ty, Ty::Item(..))) {
                    true => format!("derive `{name}` for `{of}`, too, or leave it out here"),
                    false => format!("leave `{name}` out here"),
                };
                found.report(Area::of(&field.ty), problem, fix);
                break;
            }
        }
    }
}

/// An array within the type of a field that is too long for a `Default`, or whose length a parameter says.
fn without_default<'t>(items: &Items<'_>, id: ItemId, ty: &'t syn::Type) -> Option<&'t syn::TypeArray> {
    struct Arrays<'t, 'p> {
        params: &'p [String],
        found: Option<&'t syn::TypeArray>,
    }
    impl<'t> Visit<'t> for Arrays<'t, '_> {
        fn visit_type_array(&mut self, it: &'t syn::TypeArray) {
            let has_none = match &it.len {
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }) => {
                    length.base10_parse::<u64>().is_ok_and(|length| length > 32)
                }
                syn::Expr::Path(path) => {
                    path.path.get_ident().is_some_and(|name| self.params.contains(&plain(name)))
                }
                _ => false,
            };
            if has_none {
                self.found.get_or_insert(it);
            }
            visit::visit_type_array(self, it);
        }

        // What a type makes of its arguments is its own.
        fn visit_path_arguments(&mut self, _: &'t syn::PathArguments) {}
    }
    let params: Vec<String> = items
        .generics(id)
        .map_or_else(Vec::new, |it| it.const_params().map(|param| plain(&param.ident)).collect());
    let mut arrays = Arrays { params: &params, found: None };
    arrays.visit_type(ty);
    arrays.found
}

/// The functions of a trait, for [`trait_functions`].
pub(super) fn check_trait(it: &syn::ItemTrait, found: &mut Found) {
    for method in trait_functions(it) {
        if let Some(token) = &method.sig.constness {
            let problem = "functions in traits cannot be declared const";
            found.report(Area::of(token), problem, "leave `const` out");
        }
    }
}

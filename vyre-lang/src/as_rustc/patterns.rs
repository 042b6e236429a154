//! Patterns: which parts they move, and which they lend.

use super::body::{Builder, Spot, Value};
use super::flow::Step;
use super::items::Items;
use super::scope::{ItemId, Kind, Meaning, Space};
use super::ty::Ty;
use super::visible::member_name;
use crate::diagnostics::Area;
use crate::syntax::plain;
use syn::Pat;
use syn::punctuated::Punctuated;

impl<'a> Builder<'_, 'a> {
    /// Binds the names of a pattern to what is in a place, or to a value that has none.
    pub(super) fn bind(&mut self, pat: &'a Pat, spot: &Spot, value: Option<Value>) {
        self.bind_as(pat, spot, None, value);
    }

    /// Reports a new name that a variant of the value's type has, as rustc's lint `bindings_with_variant_names` does.
    fn unlike_variants(&mut self, it: &syn::PatIdent, ty: &Ty) {
        let Ty::Item(id, _) = ty.behind() else { return };
        let Kind::Enum(of) = self.items.scope.entries[*id].kind else { return };
        let is_plain = it.by_ref.is_none() && it.mutability.is_none() && it.subpat.is_none();
        let is_variant = of.variants.iter().any(|variant| {
            matches!(variant.fields, syn::Fields::Unit) && plain(&variant.ident) == plain(&it.ident)
        });
        if is_plain && is_variant && !self.items.allowed.contains("bindings_with_variant_names") {
            let (name, of) = (&it.ident, &of.ident);
            let problem = format!("`{name}` is a new name here, and one of the variants of `{of}` has it");
            self.found.report(Area::of(name), problem, format!("write `{of}::{name}`, or another name"));
        }
    }

    /// The same, with how references around the place bind: `Some(true)` is by `&mut`.
    fn bind_as(&mut self, pat: &'a Pat, spot: &Spot, lent: Option<bool>, value: Option<Value>) {
        match pat {
            Pat::Ident(it) if it.subpat.is_none() && it.by_ref.is_none() && self.is_constant(&it.ident) => {
                self.compared(spot);
            }
            Pat::Ident(it) => {
                self.unlike_variants(it, &spot.ty);
                if lent.is_some() && (it.by_ref.is_some() || it.mutability.is_some()) {
                    let word = if it.by_ref.is_some() { "ref" } else { "mut" };
                    let problem = format!("`{word}` in a pattern that binds by reference already");
                    let fix = format!("leave `{word}` out, or write the `&` of the value in the pattern");
                    self.found.report(Area::of(it), problem, fix);
                }
                match (it.by_ref.is_some(), lent) {
                    (true, _) => self.name_lent(&it.ident, false, spot, it.mutability.is_some()),
                    (false, Some(is_exclusive)) => {
                        self.name_lent(&it.ident, it.mutability.is_some(), spot, is_exclusive);
                    }
                    (false, None) => self.name(&it.ident, it.mutability.is_some(), spot, value),
                }
                if let Some((_, inner)) = &it.subpat {
                    self.bind_as(inner, spot, lent, None);
                }
            }
            Pat::Paren(it) => self.bind_as(&it.pat, spot, lent, value),
            Pat::Type(it) => self.bind_as(&it.pat, spot, lent, value),
            Pat::Guard(it) => self.bind_as(&it.pat, spot, lent, value),
            Pat::Or(it) => {
                // They bind the same names.
                if !self.may_hold(&spot.ty) {
                    self.demand_one_mode(it);
                }
                if let Some(first) = it.cases.first() {
                    self.bind_as(first, spot, lent, value);
                }
            }
            Pat::Reference(it) => {
                if lent.is_some() {
                    let problem = "a reference pattern in a pattern that binds by reference already";
                    let fix = "leave it out, or write the `&` of the whole value in the pattern";
                    self.found.report(Area::of(it), problem, fix);
                }
                let inner = match self.deref(spot) {
                    Some(inner) => inner,
                    None => open(spot),
                };
                self.bind_as(&it.pat, &inner, None, None);
            }
            Pat::Tuple(it) => {
                let (spot, lent) = self.through(spot, lent);
                let parts = match &spot.ty {
                    Ty::Tuple(parts) => parts.clone(),
                    _ => Vec::new(),
                };
                self.parts(&it.elems, &spot, lent, &parts, &|at| at.to_string());
            }
            Pat::TupleStruct(it) => {
                let (spot, lent) = self.through(spot, lent);
                let of = self.variant(&it.path, &spot.ty);
                if matches!(of, Some(Variant::Enum(..) | Variant::Std(_))) {
                    self.compared(&spot);
                }
                let parts = of.map_or_else(Vec::new, |of| of.parts(self.items, &spot.ty));
                let number = of.map_or(0, Variant::number);
                self.parts(&it.elems, &spot, lent, &parts, &|at| match of {
                    Some(Variant::Struct(_)) => at.to_string(),
                    _ => format!("{number}#{at}"),
                });
            }
            Pat::Struct(it) => {
                let (spot, lent) = self.through(spot, lent);
                let of = self.variant(&it.path, &spot.ty);
                if matches!(of, Some(Variant::Enum(..))) {
                    self.compared(&spot);
                }
                for field in &it.fields {
                    let name = member_name(&field.member);
                    let part = match (of, &spot.ty) {
                        (Some(Variant::Struct(id) | Variant::Enum(id, _)), Ty::Item(own, args))
                            if *own == id =>
                        {
                            let variant = match of {
                                Some(Variant::Enum(_, at)) => Some(at),
                                _ => None,
                            };
                            let step = match variant {
                                Some(at) => format!("{at}#{name}"),
                                None => name.clone(),
                            };
                            self.items.field(id, variant, &name).map(|field| Spot {
                                place: spot.place.as_ref().map(|place| place.then(Step::Field(step))),
                                ty: self.items.field_ty(id, args, field),
                                root: spot.root,
                            })
                        }
                        _ => None,
                    };
                    self.bind_as(&field.pat, &part.unwrap_or_else(|| open(&spot)), lent, None);
                }
            }
            Pat::Slice(it) => {
                let (spot, lent) = self.through(spot, lent);
                let inner = match &spot.ty {
                    Ty::Array(inner) | Ty::Slice(inner) => Some((**inner).clone()),
                    _ => None,
                };
                let rest = it.elems.iter().position(is_rest);
                for (at, pat) in it.elems.iter().enumerate() {
                    let from_end = it.elems.len() - at;
                    let name = match rest {
                        Some(rest) if at == rest => format!("[{at}..-{}]", from_end - 1),
                        Some(rest) if at > rest => format!("[-{from_end}]"),
                        _ => format!("[{at}]"),
                    };
                    let ty = match (inner.clone(), &spot.ty) {
                        (Some(inner), Ty::Array(_)) if rest == Some(at) => Ty::Array(inner.into()),
                        (Some(inner), _) if rest == Some(at) => Ty::Slice(inner.into()),
                        (Some(inner), _) => inner,
                        (None, _) => {
                            self.bind_as(pat, &open(&spot), lent, None);
                            continue;
                        }
                    };
                    let place = spot.place.as_ref().map(|place| place.then(Step::Field(name)));
                    let part = Spot { place, ty, root: spot.root };
                    self.bind_as(pat, &part, lent, None);
                }
            }
            Pat::Range(it) => {
                self.compared(spot);
                self.check_range(it);
            }
            Pat::Path(it) => {
                self.compared(spot);
                self.demand_closed(&it.path);
            }
            Pat::Lit(_) | Pat::Const(_) => self.compared(spot),
            Pat::Macro(_) | Pat::Rest(_) | Pat::Wild(_) => {}
            _ => {}
        }
    }

    /// The alternatives of a pattern bind a name in one way, where no reference of a value decides how.
    fn demand_one_mode(&mut self, it: &'a syn::PatOr) {
        #[derive(Default)]
        struct Modes<'p>(Vec<(&'p syn::PatIdent, String)>);
        impl<'p> syn::visit::Visit<'p> for Modes<'p> {
            fn visit_pat_ident(&mut self, it: &'p syn::PatIdent) {
                self.0.push((it, plain(&it.ident)));
                syn::visit::visit_pat_ident(self, it);
            }
        }
        let mut modes = Modes::default();
        syn::visit::Visit::visit_pat_or(&mut modes, it);
        let mode = |it: &syn::PatIdent| it.by_ref.map(|_| it.mutability.is_some());
        let other = modes.0.iter().find(|(it, name)| {
            modes.0.iter().any(|(other, of)| of == name && mode(other) != mode(it) && mode(other).is_none())
        });
        if let Some((it, name)) = other {
            let problem = format!("`{name}` is bound in different ways by the alternatives of this pattern");
            self.found.report(Area::of(*it), problem, "bind it by value in each, or by `ref` in each");
        }
    }

    /// A constant in a pattern depends on no parameter.
    fn demand_closed(&mut self, path: &'a syn::Path) {
        let [of, name] = path.segments.iter().collect::<Vec<_>>()[..] else { return };
        let param = match &self.env.self_ty {
            Some(Ty::Param(_)) if of.ident == "Self" => true,
            _ => self.env.params.contains_key(&plain(&of.ident)),
        };
        if param {
            let problem = format!("the constant `{}` of a parameter is no pattern", name.ident);
            let fix = format!("compare with it in a guard: `x if x == {}::{}`", of.ident, name.ident);
            self.found.report(Area::of(path), problem, fix);
        }
    }

    /// What a pattern with a guard compares.
    fn compared(&mut self, spot: &Spot) {
        if let (true, Some(place)) = (self.peeks, &spot.place) {
            self.compared.push(place.clone());
        }
    }

    /// A range of literals: it has bounds that are in order.
    fn check_range(&mut self, it: &'a syn::ExprRange) {
        let literal = |end: &Option<Box<syn::Expr>>| match end.as_deref() {
            Some(syn::Expr::Lit(it)) => Some(it.lit.clone()),
            _ => None,
        };
        let (Some(start), Some(end)) = (literal(&it.start), literal(&it.end)) else { return };
        let number = |lit: &syn::Lit| match lit {
            syn::Lit::Int(it) => it.base10_parse::<u128>().ok(),
            syn::Lit::Char(it) => Some(u128::from(u32::from(it.value()))),
            syn::Lit::Byte(it) => Some(u128::from(it.value())),
            _ => None,
        };
        if matches!(start, syn::Lit::Bool(_)) {
            let problem = "only `char` and numeric types are allowed in range patterns";
            return self.found.report(Area::of(it), problem, "write `true | false`, or `_`");
        }
        if let (Some(start), Some(end)) = (number(&start), number(&end)) {
            let is_half = matches!(it.limits, syn::RangeLimits::HalfOpen(_));
            if start > end || (is_half && start == end) {
                let problem = "lower range bound must be less than or equal to upper";
                self.found.report(Area::of(it), problem, "write the smaller bound first");
            }
        }
    }

    fn parts(
        &mut self,
        elems: &'a Punctuated<Pat, syn::Token![,]>,
        spot: &Spot,
        lent: Option<bool>,
        types: &[Ty],
        name: &dyn Fn(usize) -> String,
    ) {
        let rest = elems.iter().position(|pat| matches!(pat, Pat::Rest(_)));
        for (at, pat) in elems.iter().enumerate() {
            let at = match rest {
                Some(rest) if at > rest => (types.len() + at).checked_sub(elems.len()),
                _ => Some(at),
            };
            let part = at.and_then(|at| {
                let place = spot.place.as_ref().map(|place| place.then(Step::Field(name(at))));
                Some(Spot { place, ty: types.get(at)?.clone(), root: spot.root })
            });
            self.bind_as(pat, &part.unwrap_or_else(|| open(spot)), lent, None);
        }
    }

    /// A pattern that is no reference goes through those around its value.
    fn through(&mut self, spot: &Spot, lent: Option<bool>) -> (Spot, Option<bool>) {
        let (mut spot, mut lent) = (spot.clone(), lent);
        while let Ty::Ref(is_exclusive, ..) = spot.ty {
            lent = Some(is_exclusive && lent != Some(false));
            match self.deref(&spot) {
                Some(inner) => spot = inner,
                None => break,
            }
        }
        (spot, lent)
    }

    /// Whether a name in a pattern is a constant or a variant.
    fn is_constant(&self, name: &'a syn::Ident) -> bool {
        if name == "None" {
            return true;
        }
        match self.items.scope.meaning_of(self.env.module, name) {
            Some(Meaning::Item(id)) => {
                matches!(
                    self.items.scope.entries[id].kind,
                    Kind::Constant(_) | Kind::Static(_) | Kind::Struct(_)
                )
            }
            Some(Meaning::Variant(..)) => true,
            // An imported name of std, such as that of a variant of `Ordering`.
            Some(Meaning::Outside) => true,
            None => false,
        }
    }

    fn variant(&self, path: &'a syn::Path, ty: &Ty) -> Option<Variant> {
        let last = path.segments.last().map(|last| plain(&last.ident))?;
        match (last.as_str(), ty) {
            ("Some", Ty::Std("Option", _)) => return Some(Variant::Std(0)),
            ("Ok", Ty::Std("Result", _)) => return Some(Variant::Std(0)),
            ("Err", Ty::Std("Result", _)) => return Some(Variant::Std(1)),
            _ => {}
        }
        let Ty::Item(own, _) = ty else { return None };
        if path.is_ident("Self") {
            return Some(Variant::Struct(*own));
        }
        let is_of_self = path.segments.first().is_some_and(|first| first.ident == "Self");
        let meaning = if is_of_self { Meaning::Outside } else { self.meaning(path) };
        match meaning {
            Meaning::Item(id) if id == *own => Some(Variant::Struct(id)),
            Meaning::Variant(id, at) if id == *own => Some(Variant::Enum(id, at)),
            Meaning::Outside if is_of_self => match self.items.scope.entries[*own].kind {
                Kind::Enum(it) => {
                    let at = it.variants.iter().position(|variant| plain(&variant.ident) == last)?;
                    Some(Variant::Enum(*own, at))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn meaning(&self, path: &'a syn::Path) -> Meaning {
        match self.items.scope.path(self.env.module, path, Space::Types) {
            Meaning::Outside => self.items.scope.path(self.env.module, path, Space::Values),
            found => found,
        }
    }
}

/// What a pattern takes apart.
#[derive(Clone, Copy)]
enum Variant {
    Struct(ItemId),
    Enum(ItemId, usize),
    /// A variant of std, by its number.
    Std(usize),
}

impl Variant {
    fn number(self) -> usize {
        match self {
            Variant::Struct(_) => 0,
            Variant::Enum(_, at) | Variant::Std(at) => at,
        }
    }

    fn parts(self, items: &Items<'_>, ty: &Ty) -> Vec<Ty> {
        let (id, variant) = match (self, ty) {
            (Variant::Std(at), Ty::Std(_, parts)) => return parts.get(at).cloned().into_iter().collect(),
            (Variant::Struct(id), _) => (id, None),
            (Variant::Enum(id, at), _) => (id, Some(at)),
            (Variant::Std(_), _) => return Vec::new(),
        };
        let Ty::Item(_, args) = ty else { return Vec::new() };
        let fields = items.fields(id, variant);
        fields.map_or_else(Vec::new, |fields| {
            fields.iter().map(|field| items.field_ty(id, args, field)).collect()
        })
    }
}

/// Whether a pattern in a list stands for all elements that the others leave.
fn is_rest(pat: &Pat) -> bool {
    match pat {
        Pat::Rest(_) => true,
        Pat::Ident(it) => it.subpat.as_ref().is_some_and(|(_, pat)| matches!(**pat, Pat::Rest(_))),
        _ => false,
    }
}

fn open(spot: &Spot) -> Spot {
    Spot { place: None, ty: Ty::Unknown, root: spot.root }
}

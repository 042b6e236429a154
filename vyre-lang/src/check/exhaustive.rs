//! Whether the arms of a `match` cover every value, where no rustc says so: in a module that is seen as a whole.
//!
//! Patterns are sets of numbers, or lists of patterns for the parts of a value. A column of numbers is cut where the patterns begin and end, so
//! that one number speaks for each piece. Where a pattern has a constant whose value is not known here, nothing is said.

use super::matching::split_guard;
use super::{Checker, Entity, plain};
use crate::data::Shape;
use crate::diagnostics::Area;
use crate::hir::Kind;
use crate::syntax::strip;
use crate::types::{Form, Ty};
use vyre_ir::value;

/// How many patterns are looked at before it is taken for granted that all is covered.
const MAX_STEPS: usize = 20_000;

/// What a pattern covers.
#[derive(Clone)]
enum Covered {
    /// Everything.
    All,
    /// The numbers from one to another, in the order of the type.
    Numbers(u128, u128),
    /// What all of the patterns of the parts cover.
    Parts(Vec<Covered>),
    /// One of several variants, by its position, and what the patterns of its own parts cover.
    Variant(usize, Vec<Covered>),
    /// What one of these covers.
    Any(Vec<Covered>),
}

/// What values of a type are.
#[derive(Clone)]
enum Values {
    /// Numbers up to this one.
    Numbers(u128),
    /// The numbers of an enum's variants, with their names.
    Variants(String, Vec<(String, u32)>),
    Parts(Form, Vec<Values>),
    /// One of several variants: their names, and the values of their own parts.
    OneOf(Vec<(String, Vec<Values>)>),
    /// Floats, whose patterns cover nothing together.
    Others,
}

impl Checker<'_> {
    /// Reports a `match` whose arms leave a value out.
    pub(super) fn demand_exhaustive(&mut self, pats: &[&syn::Pat], ty: Ty, area: Area) {
        // Patterns without `&` go through references, and those with one are read as what stands behind it.
        let mut ty = ty;
        while let Some(behind) = self.referent(ty) {
            ty = behind;
        }
        let values = self.values_of(ty);
        let mut rows = Vec::new();
        for pat in pats {
            let (pat, guard) = split_guard(pat);
            if guard.is_some() {
                continue;
            }
            match self.covered(pat, ty) {
                Some(covered) => rows.push(vec![covered]),
                None => return,
            }
        }
        let mut steps = 0;
        let missing = missing(&rows, std::slice::from_ref(&values), &mut steps);
        let Some(missing) = missing.filter(|_| steps < MAX_STEPS) else { return };
        let text = self.shown(&missing[0], &values, ty);
        let problem = format!("this `match` does not cover `{text}`");
        self.errors.report(area, problem, "add an arm for it, or end with `_ => ..`");
    }

    fn values_of(&self, ty: Ty) -> Values {
        let ty = self.infer.resolve(ty);
        if let Some(lanes) = ty.vector_lanes() {
            return Values::Parts(Form::Array, vec![self.values_of(ty.lane()); lanes as usize]);
        }
        if let Some(variants) = self.variants_of(ty) {
            let values = |parts: Vec<Ty>| parts.into_iter().map(|part| self.values_of(part)).collect();
            return Values::OneOf(variants.into_iter().map(|(name, parts)| (name, values(parts))).collect());
        }
        if let Some((form, parts)) = self.infer.parts(ty) {
            return Values::Parts(form, parts.iter().map(|part| self.values_of(*part)).collect());
        }
        if let (Ty::Enum(_), Some(data)) = (ty, self.infer.data_of(ty))
            && let Shape::Enum(variants) = &data.definition.shape
        {
            return Values::Variants(data.definition.name.clone(), variants.clone());
        }
        match ty {
            Ty::Bool => Values::Numbers(1),
            Ty::Int(_) => Values::Numbers(u32::MAX.into()),
            ty => ty.integer().map_or(Values::Others, |it| Values::Numbers(u128::MAX >> (128 - it.bits))),
        }
    }

    /// The variants of a type, with the types of their own parts.
    fn variants_of(&self, ty: Ty) -> Option<Vec<(String, Vec<Ty>)>> {
        let (form, parts) = self.infer.parts(ty)?;
        Some(match form {
            Form::Option => vec![("None".to_string(), Vec::new()), ("Some".to_string(), vec![parts[1]])],
            Form::Result => vec![("Ok".to_string(), vec![parts[1]]), ("Err".to_string(), vec![parts[2]])],
            Form::Enum(_) => {
                let definition = &self.infer.data_of(ty)?.definition;
                let Shape::Variants(variants) = &definition.shape else { return None };
                let mut parts = parts.iter().skip(1).copied();
                let of = variants.iter().map(|variant| {
                    let own = parts.by_ref().take(variant.fields.len()).collect();
                    (format!("{}::{}", definition.name, variant.name), own)
                });
                of.collect()
            }
            Form::Tuple
            | Form::Array
            | Form::Struct(_)
            | Form::Reference
            | Form::Slice
            | Form::Closure(_) => return None,
        })
    }

    /// The position of a variant among those of a type.
    fn position_of(&self, name: &str, ty: Ty) -> Option<usize> {
        self.variants_of(ty)?.iter().position(|(known, _)| known == name)
    }

    /// What a pattern covers; nothing where that is not known.
    fn covered(&mut self, pat: &syn::Pat, ty: Ty) -> Option<Covered> {
        match pat {
            syn::Pat::Wild(_) | syn::Pat::Rest(_) => Some(Covered::All),
            syn::Pat::Tuple(tuple) if tuple.elems.is_empty() => Some(Covered::All),
            syn::Pat::Reference(inner) => {
                let ty = self.referent(ty).unwrap_or(ty);
                self.covered(&inner.pat, ty)
            }
            syn::Pat::TupleStruct(it) => {
                let variant = self.variant_at(&it.path)?;
                let at = self.position_of(&variant.name, ty)?;
                let (_, parts) = self.variants_of(ty)?.into_iter().nth(at)?;
                match self.covered_list(it.elems.iter(), &parts)? {
                    Covered::Parts(parts) => Some(Covered::Variant(at, parts)),
                    _ => None,
                }
            }
            syn::Pat::Ident(name) if let Some(variant) = self.variant_at(&name.ident.clone().into()) => {
                self.position_of(&variant.name, ty).map(|at| Covered::Variant(at, Vec::new()))
            }
            syn::Pat::Path(path) if let Some(variant) = self.variant_at(&path.path) => {
                self.position_of(&variant.name, ty).map(|at| Covered::Variant(at, Vec::new()))
            }
            syn::Pat::Paren(inner) => self.covered(&inner.pat, ty),
            syn::Pat::Or(or) => {
                let cases: Option<Vec<Covered>> =
                    or.cases.iter().map(|case| self.covered(case, ty)).collect();
                cases.map(Covered::Any)
            }
            syn::Pat::Ident(name) => {
                if let Some(number) = self.variant_named(name, ty) {
                    return Some(Covered::Numbers(number.into(), number.into()));
                }
                if self.is_binding(name) {
                    return match &name.subpat {
                        Some((_, inner)) => self.covered(inner, ty),
                        None => Some(Covered::All),
                    };
                }
                let at = self.number_named(&name.ident.clone().into(), ty)?;
                Some(Covered::Numbers(at, at))
            }
            syn::Pat::Path(path) => {
                let at = self.number_of(&syn::Expr::Path(path.clone()), ty)?;
                Some(Covered::Numbers(at, at))
            }
            syn::Pat::Lit(literal) => {
                let at = self.number_of(&syn::Expr::Lit(literal.clone()), ty)?;
                Some(Covered::Numbers(at, at))
            }
            syn::Pat::Verbatim(tokens) => {
                let at = self.number_of(&syn::parse2(tokens.clone()).ok()?, ty)?;
                Some(Covered::Numbers(at, at))
            }
            syn::Pat::Range(range) => {
                let Values::Numbers(max) = self.values_of(ty) else { return None };
                let bound = |checker: &mut Self, of: &Option<Box<syn::Expr>>, none: u128| match of {
                    Some(expr) => checker.number_of(expr, ty),
                    None => Some(none),
                };
                let (first, last) = (bound(self, &range.start, 0)?, bound(self, &range.end, max)?);
                let is_open = matches!(range.limits, syn::RangeLimits::HalfOpen(_)) && range.end.is_some();
                let last = if is_open { last.checked_sub(1)? } else { last };
                Some(Covered::Numbers(first, last))
            }
            syn::Pat::Tuple(tuple) => self.covered_parts(tuple.elems.iter(), ty),
            syn::Pat::Slice(slice) => self.covered_parts(slice.elems.iter(), ty),
            syn::Pat::Struct(it) if let Some(variant) = self.variant_at(&it.path) => {
                let at = self.position_of(&variant.name, ty)?;
                let mut parts = vec![Covered::All; variant.parts.len()];
                for field in &it.fields {
                    let own = self.field_of_variant(&variant, &field.member)?;
                    parts[own] = self.covered(&field.pat, variant.parts[own])?;
                }
                Some(Covered::Variant(at, parts))
            }
            syn::Pat::Struct(it) => {
                let (_, types) = self.infer.parts(ty)?;
                let definition = std::rc::Rc::clone(&self.infer.data_of(ty)?.definition);
                let Shape::Struct(fields) = &definition.shape else { return None };
                let mut parts = vec![Covered::All; types.len()];
                for field in &it.fields {
                    let name = match &field.member {
                        syn::Member::Named(name) => plain(name),
                        syn::Member::Unnamed(index) => index.index.to_string(),
                    };
                    let at = fields.iter().position(|field| field.name == name)?;
                    parts[at] = self.covered(&field.pat, types[at])?;
                }
                Some(Covered::Parts(parts))
            }
            _ => None,
        }
    }

    fn covered_parts<'p>(
        &mut self,
        pats: impl ExactSizeIterator<Item = &'p syn::Pat>,
        ty: Ty,
    ) -> Option<Covered> {
        let lanes = self.infer.resolve(ty).vector_lanes();
        let types: Vec<Ty> = match (self.infer.parts(ty), lanes) {
            (Some((_, parts)), _) => parts.to_vec(),
            (None, Some(lanes)) => vec![self.infer.resolve(ty).lane(); lanes as usize],
            _ => return None,
        };
        self.covered_list(pats, &types)
    }

    fn covered_list<'p>(
        &mut self,
        pats: impl ExactSizeIterator<Item = &'p syn::Pat>,
        types: &[Ty],
    ) -> Option<Covered> {
        // `..` stands for as many as there are.
        let skipped = (types.len() + 1).checked_sub(pats.len())?;
        let (mut parts, mut at) = (Vec::new(), 0);
        for pat in pats {
            if let syn::Pat::Rest(_) = pat {
                parts.extend(std::iter::repeat_n(Covered::All, skipped));
                at += skipped;
                continue;
            }
            parts.push(self.covered(pat, *types.get(at)?)?);
            at += 1;
        }
        (parts.len() == types.len()).then_some(Covered::Parts(parts))
    }

    /// The number that a literal, a variant or a constant of a pattern is, in the order of its type.
    fn number_of(&mut self, expr: &syn::Expr, ty: Ty) -> Option<u128> {
        match strip(expr) {
            syn::Expr::Lit(lit) => match &lit.lit {
                // In a pattern the `-` is a part of the literal.
                syn::Lit::Int(lit) => {
                    let negative = || lit.base10_parse::<i128>().map(|number| number as u128);
                    in_order(lit.base10_parse().or_else(|_| negative()).ok()?, self.infer.resolve(ty))
                }
                syn::Lit::Bool(lit) => Some(lit.value.into()),
                syn::Lit::Byte(lit) => Some(lit.value().into()),
                _ => None,
            },
            syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr, .. }) => match strip(expr) {
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(lit), .. }) => {
                    in_order(lit.base10_parse::<u128>().ok()?.wrapping_neg(), self.infer.resolve(ty))
                }
                _ => None,
            },
            syn::Expr::Path(path) => match path.path.segments.len() {
                1 => self.number_named(&path.path, ty),
                _ => {
                    let names: Vec<String> =
                        path.path.segments.iter().map(|segment| plain(&segment.ident)).collect();
                    let last = names.last()?;
                    if let Values::Variants(_, variants) = self.values_of(ty) {
                        return variants.iter().find(|(name, _)| name == last).map(|(_, it)| (*it).into());
                    }
                    let integer = Ty::named_integer(&names[names.len() - 2]);
                    match (last.as_str(), integer) {
                        ("MAX", Some(integer)) => in_order(integer.max(), integer.ty),
                        ("MIN", Some(integer)) => in_order(integer.min(), integer.ty),
                        _ => self.number_named(&path.path, ty),
                    }
                }
            },
            _ => None,
        }
    }

    /// The number that a constant is.
    fn number_named(&mut self, path: &syn::Path, ty: Ty) -> Option<u128> {
        let named = path.get_ident().and_then(|name| self.lookup(&plain(name)));
        let bits = match named {
            Some(Entity::Const(lanes, ..)) => value::from_words(&lanes),
            Some(named) if !matches!(named, Entity::Item(_)) => return None,
            _ => {
                // What is wrong with it has been said where the pattern was read.
                let known = self.errors.count();
                let path = syn::ExprPath { attrs: Vec::new(), qself: None, path: path.clone() };
                let value = self.expr(&syn::Expr::Path(path));
                self.errors.keep(known);
                let Kind::Item(item) = value.kind else { return None };
                self.tell(item);
                self.items.list[item].told?
            }
        };
        match self.infer.resolve(ty) {
            Ty::Bool => Some(bits),
            ty => in_order(bits, ty),
        }
    }

    /// A value as users write it.
    fn shown(&self, number: &Missing, values: &Values, ty: Ty) -> String {
        let list = |parts: &[Missing], of: &[Values], types: &[Ty]| {
            let parts = parts.iter().zip(of).zip(types).map(|((part, of), ty)| self.shown(part, of, *ty));
            parts.collect::<Vec<_>>()
        };
        match (number, values) {
            (Missing::Parts(parts), Values::Parts(form, of)) => {
                let lanes = self.infer.resolve(ty).vector_lanes();
                let types = match (self.infer.parts(ty), lanes) {
                    (Some((_, types)), _) => types.to_vec(),
                    (None, Some(lanes)) => vec![self.infer.resolve(ty).lane(); lanes as usize],
                    _ => Vec::new(),
                };
                let parts = list(parts, of, &types).join(", ");
                match form {
                    Form::Array => format!("[{parts}]"),
                    Form::Struct(_) => format!("{} {{ .. }}", self.infer.name(ty)),
                    Form::Tuple | Form::Option | Form::Result | Form::Enum(_) => format!("({parts})"),
                    Form::Reference => format!("&{parts}"),
                    Form::Slice => "&[..]".to_string(),
                    Form::Closure(_) => "_".to_string(),
                }
            }
            (Missing::Variant(at, parts), Values::OneOf(variants)) => {
                let types = self.variants_of(ty).and_then(|of| of.into_iter().nth(*at)).unwrap_or_default().1;
                let Some((name, of)) = variants.get(*at) else { return "_".to_string() };
                if of.is_empty() {
                    return name.clone();
                }
                format!("{name}({})", list(parts, of, &types).join(", "))
            }
            (Missing::Number(number), Values::Variants(name, variants)) => {
                let variant = variants.iter().find(|(_, it)| u128::from(*it) == *number);
                variant.map_or_else(|| "_".to_string(), |(variant, _)| format!("{name}::{variant}"))
            }
            (Missing::Number(number), _) => match self.infer.resolve(ty) {
                Ty::Bool => (*number == 1).to_string(),
                Ty::Int(_) => (*number as i128 - (1 << 31)).to_string(),
                ty => match ty.integer() {
                    Some(it) if it.is_signed => (*number as i128 - (1i128 << (it.bits - 1))).to_string(),
                    _ => number.to_string(),
                },
            },
            _ => "_".to_string(),
        }
    }
}

/// A value that no row covers.
enum Missing {
    Number(u128),
    Parts(Vec<Missing>),
    Variant(usize, Vec<Missing>),
    Anything,
}

/// The place of an integer among those of its type.
fn in_order(bits: u128, ty: Ty) -> Option<u128> {
    let (width, is_signed) = match ty {
        Ty::Int(_) => (32, true),
        ty => ty.integer().map(|it| (it.bits, it.is_signed))?,
    };
    let mask = u128::MAX >> (128 - width);
    Some(if is_signed { (bits & mask) ^ (1 << (width - 1)) } else { bits & mask })
}

/// Values for the columns that no row covers, if there are any.
fn missing(rows: &[Vec<Covered>], columns: &[Values], steps: &mut usize) -> Option<Vec<Missing>> {
    *steps += 1 + rows.len();
    let Some((first, rest)) = columns.split_first() else { return rows.is_empty().then(Vec::new) };
    if *steps >= MAX_STEPS {
        return None;
    }
    // Alternatives are rows of their own.
    let mut flat: Vec<Vec<Covered>> = Vec::new();
    let mut open: Vec<Vec<Covered>> = rows.iter().rev().cloned().collect();
    while let Some(row) = open.pop() {
        *steps += 1;
        if *steps >= MAX_STEPS {
            return None;
        }
        match &row[0] {
            Covered::Any(cases) => {
                open.extend(cases.iter().rev().map(|case| [std::slice::from_ref(case), &row[1..]].concat()));
            }
            _ => flat.push(row),
        }
    }
    match first {
        Values::Parts(_, parts) => {
            let spread = flat.into_iter().map(|row| match &row[0] {
                Covered::Parts(of) => [&of[..], &row[1..]].concat(),
                _ => [&vec![Covered::All; parts.len()][..], &row[1..]].concat(),
            });
            let columns = [&parts[..], rest].concat();
            let mut found = missing(&spread.collect::<Vec<_>>(), &columns, steps)?;
            let others = found.split_off(parts.len());
            Some([Missing::Parts(found)].into_iter().chain(others).collect())
        }
        Values::OneOf(variants) => variants.iter().enumerate().find_map(|(at, (_, parts))| {
            let fits = flat.iter().filter_map(|row| match &row[0] {
                Covered::All => Some([&vec![Covered::All; parts.len()][..], &row[1..]].concat()),
                Covered::Variant(of, covered) if *of == at => Some([&covered[..], &row[1..]].concat()),
                _ => None,
            });
            let columns = [&parts[..], rest].concat();
            let mut found = missing(&fits.collect::<Vec<_>>(), &columns, steps)?;
            let others = found.split_off(parts.len());
            Some([Missing::Variant(at, found)].into_iter().chain(others).collect())
        }),
        Values::Others => {
            let open = flat.iter().filter(|row| matches!(row[0], Covered::All)).map(|row| row[1..].to_vec());
            let others = missing(&open.collect::<Vec<_>>(), rest, steps)?;
            Some([Missing::Anything].into_iter().chain(others).collect())
        }
        Values::Numbers(_) | Values::Variants(..) => {
            let numbers: Vec<u128> = match first {
                Values::Variants(_, variants) => variants.iter().map(|(_, it)| (*it).into()).collect(),
                Values::Numbers(max) => {
                    // One number for each piece between the ends of patterns.
                    let ends = flat.iter().filter_map(|row| match row[0] {
                        Covered::Numbers(first, last) => Some([Some(first), last.checked_add(1)]),
                        _ => None,
                    });
                    let mut starts: Vec<u128> = ends.flatten().flatten().filter(|it| it <= max).collect();
                    starts.push(0);
                    starts.sort_unstable();
                    starts.dedup();
                    starts
                }
                _ => Vec::new(),
            };
            numbers.into_iter().find_map(|number| {
                let fits = flat.iter().filter(|row| match row[0] {
                    Covered::All => true,
                    Covered::Numbers(first, last) => (first..=last).contains(&number),
                    _ => false,
                });
                let rows: Vec<Vec<Covered>> = fits.map(|row| row[1..].to_vec()).collect();
                let others = missing(&rows, rest, steps)?;
                Some([Missing::Number(number)].into_iter().chain(others).collect())
            })
        }
    }
}

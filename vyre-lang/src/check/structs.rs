//! Structs and enums, whose definitions come from `#[vyre::data]`.

use super::extent::Extent;
use super::instances::arguments_of;
use super::{Checker, Entity, plain};
use crate::data::{Shape, path_of, written_out};
use crate::diagnostics::Area;
use crate::hir::{Block, BufferId, Expr, Kind, Stmt};
use crate::syntax::{member, strip};
use crate::types::{Form, Ty};
use std::borrow::Cow;
use std::collections::{HashSet, VecDeque};

impl Checker<'_> {
    /// A body in which the values of all structs are written with the names of fields.
    pub(super) fn with_fields<'b>(&self, block: &'b syn::Block) -> Cow<'b, syn::Block> {
        if !self.known.have_constructors() {
            return Cow::Borrowed(block);
        }
        let mut block = block.clone();
        written_out(&mut block, &|path| self.known.constructor(path));
        Cow::Owned(block)
    }

    /// The type of a definition that a path names.
    pub(super) fn data_type(&mut self, path: &syn::Path) -> Option<Ty> {
        if let Some(Entity::Type(ty)) = path.get_ident().and_then(|name| self.lookup(&plain(name)))
            && self.infer.data_of(ty).is_some()
        {
            return Some(ty);
        }
        if let Some(instance) = self.instance_named(path) {
            return Some(instance);
        }
        let Some(known) = self.known.of(path) else { return self.ordering_at(path) };
        // The paths of a function outside are those of its own module.
        let path = Some(&known.path).filter(|_| self.placements.is_empty() && !self.is_elsewhere);
        Some(self.infer.data_type(&known.definition, path))
    }

    /// The path of a struct or an enum where it is used.
    pub(super) fn owner_path(&self, ty: Ty) -> Option<proc_macro2::TokenStream> {
        if self.infer.args(ty).is_some() {
            // The name alone does not say what its parameters stand for.
            return None;
        }
        let data = self.infer.data_of(ty)?;
        let path = self.known.path_of(&data.definition.id).or_else(|| data.path.clone());
        path.or_else(|| {
            let krate = &self.krate_path;
            crate::rand::is_own(&data.definition).then(|| quote::quote!(#krate::rand::Rng))
        })
    }

    /// The fields of a struct's type: their names, with whether they are public, and their types.
    fn fields_of(&self, ty: Ty) -> Option<Vec<(String, bool, Ty)>> {
        let (Form::Struct(_), parts) = self.infer.parts(ty)? else { return None };
        let Shape::Struct(fields) = &self.infer.data_of(ty)?.definition.shape else { return None };
        let fields = fields.iter().zip(parts.iter());
        Some(fields.map(|(field, ty)| (field.name.clone(), field.is_public, *ty)).collect())
    }

    /// The name of a struct's field.
    pub(super) fn field_name(&self, ty: Ty, at: usize) -> Option<syn::Member> {
        let (name, ..) = self.fields_of(ty)?.into_iter().nth(at)?;
        Some(member(&name))
    }

    /// The position of a field; reports a field that the struct does not have.
    fn find_field(&mut self, ty: Ty, member: &syn::Member) -> Option<(usize, Ty)> {
        let fields = self.fields_of(ty)?;
        let name = match member {
            syn::Member::Named(name) => plain(name),
            syn::Member::Unnamed(index) => index.index.to_string(),
        };
        let Some(at) = fields.iter().position(|(known, ..)| *known == name) else {
            let names: Vec<&str> = fields.iter().map(|(name, ..)| name.as_str()).collect();
            let fix = self.meant_among(&name, &names);
            let problem = format!("`{}` has no field `{name}`", self.infer.name(ty));
            self.errors.report(Area::of(member), problem, fix);
            return None;
        };
        let (.., of_field) = &fields[at];
        Some((at, *of_field))
    }

    /// `value.field`; nothing if the value is no struct.
    pub(super) fn struct_field(&mut self, base: Expr, field: &syn::ExprField) -> Option<Expr> {
        self.fields_of(base.ty)?;
        let area = field.area();
        Some(match self.find_field(base.ty, &field.member) {
            Some((at, ty)) => self.part(base, at, ty, area),
            None => Expr::error(area),
        })
    }

    /// The struct that a path names; reports what is none.
    fn struct_type(&mut self, path: &syn::Path, area: Area) -> Option<Ty> {
        if self.is_poisoned_name(path) {
            return None;
        }
        match self.data_type(path) {
            Some(Ty::Error) => None,
            Some(ty) if self.fields_of(ty).is_some() => Some(ty),
            Some(ty) => {
                let problem = format!("`{}` is no struct", self.infer.name(ty));
                self.errors.report(area, problem, "name a variant: `Name::Variant`");
                None
            }
            None if path.segments.last().is_some_and(|last| last.ident == "Range") => {
                let of = self.infer.open();
                Some(self.range_type(of, false))
            }
            None => {
                self.errors.report(area, "kernels have no such struct", "use one with `#[vyre::data]`");
                None
            }
        }
    }

    /// `Name { field: value, .. }`. The values are evaluated in the order in which they stand.
    pub(super) fn struct_literal(&mut self, it: &syn::ExprStruct) -> Expr {
        self.struct_literal_as(it, None)
    }

    /// The same where a type is wanted.
    pub(super) fn struct_literal_as(&mut self, it: &syn::ExprStruct, wanted: Option<Ty>) -> Expr {
        let generic = self.generic_literal(it, wanted);
        if generic.is_none()
            && let Some(made) = self.variant_literal(it, wanted)
        {
            return made;
        }
        let area = Area::of(&it.path).to(Area::from(it.brace_token.span.close()));
        let (ty, mut checked) = match generic {
            Some((Ty::Error, _)) => return Expr::error(area),
            Some((ty, values)) => (Some(ty), Some(values)),
            None => (self.struct_type(&it.path, Area::of(&it.path)), None),
        };
        let fields = ty.and_then(|ty| self.fields_of(ty));
        let (Some(ty), Some(fields)) = (ty, fields) else {
            it.fields.iter().for_each(|field| drop(self.expr(&field.expr)));
            return Expr::error(area);
        };
        let mut stmts = Vec::new();
        let mut values: Vec<Option<Expr>> = vec![None; fields.len()];
        let (mut order, mut is_fine) = (Vec::new(), true);
        for field in &it.fields {
            let given = checked.as_mut().and_then(VecDeque::pop_front);
            let found = self.find_field(ty, &field.member);
            let Some((at, wanted)) = found else {
                if given.is_none() {
                    self.expr(&field.expr);
                }
                is_fine = false;
                continue;
            };
            if values[at].is_some() {
                let problem = format!("the field `{}` is given twice", fields[at].0);
                self.errors.report(Area::of(&field.member), problem, "remove one");
                is_fine = false;
                continue;
            }
            let value = given.unwrap_or_else(|| self.expr_as(&field.expr, wanted));
            let value = self.unit_as_value(value);
            is_fine &= self.demand(&value, wanted);
            order.push(at);
            values[at] = Some(value);
        }
        let rest = it.rest.as_ref().map(|rest| {
            checked.as_mut().and_then(VecDeque::pop_front).unwrap_or_else(|| self.expr_as(rest, ty))
        });
        if let Some(rest) = &rest {
            is_fine &= self.demand(rest, ty);
        } else if is_fine {
            let names = fields.iter().zip(&values).filter(|(_, value)| value.is_none());
            let names: Vec<&str> = names.map(|((name, ..), _)| name.as_str()).collect();
            if !names.is_empty() {
                let what = if names.len() == 1 { "the field" } else { "the fields" };
                let problem = format!(
                    "{what} {} of `{}` {} missing",
                    listed(&names),
                    self.infer.name(ty),
                    if names.len() == 1 { "is" } else { "are" }
                );
                self.errors.report(Area::of(&it.path), problem, "give it a value, or end with `..value`");
                is_fine = false;
            }
        }
        if !is_fine {
            return Expr::nothing(area, ty);
        }
        // Values that stand in another order than the fields are computed first.
        if order.windows(2).any(|pair| pair[0] > pair[1]) || rest.is_some() {
            for at in order {
                let value = values[at].take();
                // The fields of a tuple struct have numbers.
                let name = Some(fields[at].0.as_str())
                    .filter(|name| !name.starts_with(|it: char| it.is_ascii_digit()));
                values[at] = value.map(|value| self.hidden(name.unwrap_or("field"), value, &mut stmts));
            }
        }
        let rest = rest.map(|rest| self.hidden("rest", rest, &mut stmts));
        let parts = values.into_iter().enumerate().map(|(at, value)| {
            value
                .or_else(|| Some(self.part(rest.clone()?, at, fields[at].2, area)))
                .unwrap_or_else(|| Expr::error(area))
        });
        let whole = Expr { kind: Kind::Many(parts.collect()), ty, area };
        if stmts.is_empty() {
            return whole;
        }
        Expr { kind: Kind::Block(Block { stmts, tail: Some(Box::new(whole)) }), ty, area }
    }

    /// Whether a part of a tuple takes its type from what is wanted.
    fn asks_within(&mut self, tuple: &syn::ExprTuple, ty: Ty) -> bool {
        matches!(self.infer.parts(ty), Some((Form::Tuple, parts)) if parts.len() == tuple.elems.len())
            && tuple.elems.iter().any(|value| self.asks_what_is_wanted(value))
    }

    /// An expression where a value of a type is wanted: lists take their elements' type from it.
    pub(super) fn expr_as(&mut self, value: &syn::Expr, ty: Ty) -> Expr {
        if let (syn::Expr::Call(call), Some((Form::Option | Form::Result | Form::Enum(_), _))) =
            (strip(value), self.infer.parts(ty))
            && let Some(made) = self.variant_call(call, Some(ty))
        {
            return made;
        }
        if let syn::Expr::Path(path) = strip(value)
            && self.infer.args(ty).is_some()
            && let Some((Form::Enum(_), _)) = self.infer.parts(ty)
            && let Some(made) = self.variant_path(path, Some(ty))
        {
            return made;
        }
        if let Some(value) = self.pointer_as(value, ty) {
            return value;
        }
        if let Some(value) = self.wanted(value, ty) {
            return value;
        }
        if matches!(strip(value), syn::Expr::If(_) | syn::Expr::Match(_) | syn::Expr::Block(_)) {
            self.wanted_tail = Some(ty);
            return self.expr(value);
        }
        if let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(_), .. }) = strip(value)
            && self.sees_module
            && self.is_kernel
            && matches!(self.infer.parts(ty), Some((Form::Slice, _)))
        {
            return self.literal_slice(value);
        }
        if let (syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(_), .. }), Some(inner)) =
            (strip(value), self.referent(ty))
            && matches!(self.infer.parts(inner), Some((Form::Array, _)))
        {
            let array = self.expr(value);
            return self.reference_to(array);
        }
        if let (syn::Expr::Reference(reference), Some(inner)) = (strip(value), self.referent(ty))
            && reference.mutability.is_none()
            && matches!(strip(&reference.expr), syn::Expr::Reference(behind) if behind.mutability.is_none())
            && matches!(self.infer.parts(inner), Some((Form::Slice | Form::Reference, _)))
        {
            let behind = self.expr_as(&reference.expr, inner);
            return Expr { area: value.area(), ..self.reference_to(behind) };
        }
        if let (syn::Expr::Reference(reference), Some(inner)) = (strip(value), self.referent(ty))
            && reference.mutability.is_none()
            && matches!(self.infer.parts(inner), Some((Form::Array, _)))
        {
            // An array itself is meant, and no slice of it.
            let array = self.base(&reference.expr);
            let (ty, area) = (self.infer.many(Form::Reference, vec![array.ty]), value.area());
            return Expr { kind: Kind::Many(vec![array]), ty, area };
        }
        if let (syn::Expr::Path(path), Some(inner)) = (strip(value), self.referent(ty))
            && let Some((Form::Array, _)) = self.infer.parts(inner)
            && let Some(Entity::Buffer(_)) = path.path.get_ident().and_then(|name| self.lookup(&plain(name)))
        {
            // A `&[T; N]`, whose value is that of the array.
            let array = self.expr(&syn::parse_quote!(*#path));
            let area = value.area();
            if self.infer.resolve(array.ty) == Ty::Error {
                return Expr::error(area);
            }
            return Expr { area, ..self.reference_to(array) };
        }
        let slice = self.list_as_slice(value, ty).or_else(|| self.buffer_as_slice(value, ty));
        if let Some(slice) = slice.or_else(|| self.part_as_wanted_slice(value, ty)) {
            return slice;
        }
        match (strip(value), self.element_of(ty)) {
            (syn::Expr::Tuple(tuple), _) if self.asks_within(tuple, ty) => {
                let parts = self.infer.parts(ty).map(|(_, parts)| parts).unwrap_or_default();
                let values = tuple.elems.iter().zip(parts.iter()).map(|(value, part)| {
                    let value = self.expr_as(value, *part);
                    self.demand(&value, *part);
                    value
                });
                let values: Vec<Expr> = values.collect();
                Expr { kind: Kind::Many(values), ty, area: value.area() }
            }
            (syn::Expr::Struct(it), _) => self.struct_literal_as(it, Some(ty)),
            (syn::Expr::Array(array), Some(element)) => self.list(array, Some(element)),
            // The lanes of a vector.
            (syn::Expr::Array(array), None) if self.asks_of_lanes(array, ty) => {
                let lane = self.infer.resolve(ty).lane();
                let lanes = array.elems.iter().map(|value| self.expr_as(value, lane)).collect();
                self.lanes(lanes, lane, value.area())
            }
            (syn::Expr::Repeat(repeat), Some(element)) => self.repeated(repeat, Some(element)),
            _ => {
                let value = self.expr(value);
                let value = self.coerced(value, ty);
                self.slice_as(value, ty)
            }
        }
    }

    /// Whether a list of as many values as a vector has lanes has one that takes the type of a lane.
    fn asks_of_lanes(&self, list: &syn::ExprArray, ty: Ty) -> bool {
        let count = self.infer.resolve(ty).vector_lanes();
        count == u32::try_from(list.elems.len()).ok()
            && list.elems.iter().any(super::conversions::takes_wanted)
    }

    /// A `&&T` where a `&T` is wanted.
    fn coerced(&mut self, mut value: Expr, ty: Ty) -> Expr {
        let Some(wanted) = self.referent(ty).map(|wanted| self.infer.resolve(wanted)) else { return value };
        if matches!(wanted, Ty::Open(_) | Ty::Error) || self.referent(wanted).is_some() {
            return value;
        }
        while let Some(inner) = self.referent(value.ty).filter(|inner| self.referent(*inner).is_some()) {
            value = Expr { ty: inner, ..self.pointed(value) };
        }
        value
    }

    /// The patterns of a struct's fields, with the parts of the value that they stand for; reports what does not fit.
    pub(super) fn struct_parts<'p>(
        &mut self,
        pat: &'p syn::PatStruct,
        value: &Expr,
    ) -> Option<Vec<(&'p syn::Pat, Expr)>> {
        let area = Area::of(&pat.path);
        let ty = match self.generic_named(&pat.path) {
            // What its parameters stand for follows from the value.
            Some(generic) if arguments_of(&pat.path).is_empty() => {
                let data = self.infer.data_of(value.ty);
                data.filter(|data| data.definition.id == generic.definition.id).map(|_| value.ty)
            }
            _ => None,
        };
        let ty = match ty {
            Some(ty) => ty,
            None => self.struct_type(&pat.path, area)?,
        };
        let fields = self.fields_of(ty)?;
        if self.infer.unify(ty, value.ty).is_none() {
            let (expected, got) = (self.infer.name(value.ty), self.infer.name(ty));
            let problem = format!("this pattern is of `{got}`, but the value is of type `{expected}`");
            self.errors.report(area, problem, "use a pattern of its type");
            return None;
        }
        let (mut parts, mut seen) = (Vec::new(), HashSet::new());
        for field in &pat.fields {
            let (at, ty) = self.find_field(ty, &field.member)?;
            if !seen.insert(at) {
                let problem = format!("the field `{}` stands twice in the pattern", fields[at].0);
                self.errors.report(Area::of(&field.member), problem, "remove one");
                return None;
            }
            let part = self.part(value.clone(), at, ty, value.area);
            parts.push((&*field.pat, part));
        }
        if pat.rest.is_none() && seen.len() < fields.len() {
            let missing = fields.iter().enumerate().filter(|(at, _)| !seen.contains(at));
            let missing: Vec<&str> = missing.map(|(_, (name, ..))| name.as_str()).collect();
            let problem = format!("the pattern lacks {}", listed(&missing));
            self.errors.report(area, problem, "name it, or end with `..`");
            return None;
        }
        Some(parts)
    }

    /// `Name::Variant` of an enum; nothing if the path is another one.
    pub(super) fn variant(&mut self, path: &syn::ExprPath) -> Option<Expr> {
        let mut owner = path.path.clone();
        let last = owner.segments.pop()?;
        owner.segments.pop_punct();
        if path.qself.is_some() || owner.segments.is_empty() {
            return None;
        }
        let ty = self.data_type(&owner)?;
        let (area, name) = (path.area(), plain(&last.ident));
        if ty == Ty::Error {
            return Some(Expr::error(area));
        }
        let names: Vec<&str> = match &self.infer.data_of(ty)?.definition.shape {
            Shape::Enum(variants) => {
                if let Some((_, number)) = variants.iter().find(|(variant, _)| *variant == name) {
                    return Some(Expr { kind: Kind::Literal((*number).into()), ty, area });
                }
                variants.iter().map(|(name, _)| name.as_str()).collect()
            }
            Shape::Variants(variants) if variants.iter().any(|variant| variant.name == name) => return None,
            Shape::Variants(variants) => variants.iter().map(|variant| variant.name.as_str()).collect(),
            Shape::Struct(_) | Shape::Function(_) | Shape::Erroneous => return None,
        };
        // A constant of the enum's. Where nothing shows it, the spelling tells.
        let is_spelled = super::expr::is_constant_name(&name) && name.chars().count() > 1;
        let is_known = self.associated_constants.keys().any(|(_, known)| *known == name);
        if is_spelled || is_known || self.is_constant_of_file(&path.path) {
            return None;
        }
        let fix = self.meant_among(&name, &names);
        let problem = format!("`{}` has no variant `{name}`", self.infer.name(ty));
        self.errors.report(Area::of(&last.ident), problem, fix);
        Some(Expr::error(area))
    }

    /// Whether values of a type can be compared; reports structs without `PartialEq`.
    pub(super) fn demand_comparable(&mut self, ty: Ty, area: Area) -> bool {
        if let Some((Form::Slice, _)) = self.infer.parts(ty) {
            return self.demand_no_slices(ty, area);
        }
        if let Some(data) = self.infer.data_of(ty)
            && !data.definition.is_comparable
        {
            let problem = format!("`==` needs `PartialEq` on `{}`", data.definition.name);
            let name = &data.definition.name;
            let fix = match self.sees_module {
                true => format!("write `#[derive(PartialEq)]` before `{name}`"),
                false => format!("write `#[derive(PartialEq)]` between `#[vyre::data]` and `{name}`"),
            };
            self.errors.report(area, problem, fix);
            return false;
        }
        let parts = self.infer.parts(ty);
        parts.is_none_or(|(_, parts)| parts.iter().take(64).all(|part| self.demand_comparable(*part, area)))
    }

    /// The buffer of whose elements a place is a part, if its elements have parts: `a[i].pos[0]`.
    pub(super) fn part_of_element(&mut self, place: &syn::Expr) -> Option<BufferId> {
        let mut base = match strip(place) {
            syn::Expr::Field(field) => strip(&field.base),
            syn::Expr::Index(index) => strip(&index.expr),
            _ => return None,
        };
        loop {
            match base {
                syn::Expr::Field(field) => base = strip(&field.base),
                syn::Expr::Index(index) => {
                    if let syn::Expr::Path(path) = strip(&index.expr) {
                        let name = plain(path.path.get_ident()?);
                        let Some(Entity::Buffer(buffer)) = self.lookup(&name) else { return None };
                        let known = &self.buffers[buffer];
                        let has_parts = known.dimensions.is_empty() && self.infer.parts(known.ty).is_some();
                        return has_parts.then_some(buffer);
                    }
                    base = strip(&index.expr);
                }
                _ => return None,
            }
        }
    }

    /// `a[i].field = value`
    pub(super) fn store_part(
        &mut self,
        buffer: BufferId,
        place: &syn::Expr,
        op: Option<vyre_ir::BinOp>,
        value: Expr,
        area: Area,
    ) -> Expr {
        let target = self.expr(place);
        if self.infer.resolve(target.ty) == Ty::Error {
            return Expr::error(area);
        }
        if !self.demand_writable(buffer, place.area()) {
            return Expr::error(area);
        }
        if !self.demand_assignable((target.ty, place.area()), op, &value) {
            return Expr::error(area);
        }
        self.buffers[buffer].is_partial = true;
        let (place, value) = (Box::new(target), Box::new(value));
        Expr { kind: Kind::StorePart { place, op, value }, ty: Ty::Unit, area }
    }

    /// Whether a buffer can be written to, as far as Rust tells; what buffers allow besides is a rule of the IR's.
    pub(super) fn demand_writable(&mut self, buffer: BufferId, area: Area) -> bool {
        let name = self.buffers[buffer].decl.name.clone();
        if self.items.tables.iter().any(|table| table.buffer == buffer) {
            let fix = format!("copy it to a local array: `let mut copy = {name};`");
            self.errors.report(area, format!("`{name}` is constant"), fix);
            return false;
        }
        if self.buffers[buffer].is_constant {
            self.array_not_mutable(area, buffer);
            return false;
        }
        true
    }

    /// What functions write to parts of elements of, through slices, is written to so.
    pub(super) fn spread_partial(&mut self) {
        let links = std::mem::take(&mut self.slice_links);
        loop {
            let mut has_changed = false;
            for (param, actual) in &links {
                if self.buffers[*param].is_partial && !self.buffers[*actual].is_partial {
                    self.buffers[*actual].is_partial = true;
                    has_changed = true;
                }
            }
            if !has_changed {
                return;
            }
        }
    }

    /// Binds the fields of a struct to the patterns of a `let`.
    pub(super) fn destructure_struct(&mut self, pat: &syn::PatStruct, value: Expr, stmts: &mut Vec<Stmt>) {
        self.take_owner(value.ty);
        if self.infer.resolve(value.ty) == Ty::Error || !self.demand_known(&value) {
            return pat.fields.iter().for_each(|field| self.poison(&field.pat));
        }
        let whole = self.hidden("parts", value, stmts);
        let Some(parts) = self.struct_parts(pat, &whole) else {
            return pat.fields.iter().for_each(|field| self.poison(&field.pat));
        };
        self.demand_distinct(parts.iter().map(|(pat, _)| *pat));
        for (pat, part) in parts {
            if !matches!(pat, syn::Pat::Wild(_)) {
                self.bind_checked(pat, part, None, stmts);
            }
        }
    }

    /// What to write in place of a name that is none of these.
    pub(super) fn meant_among(&self, name: &str, names: &[&str]) -> String {
        // Of a name of one letter every other one is near.
        let meant = if name.len() > 1 { self.nearest(name, names) } else { None };
        match (meant, names) {
            (Some(meant), _) => format!("write `{meant}`"),
            (None, [only]) => format!("write `{only}`"),
            _ => format!("use one of {}", listed(names)),
        }
    }

    /// The type of a path that a user wrote.
    pub(super) fn written_data(&mut self, ty: &syn::Type) -> Option<Ty> {
        self.data_type(path_of(ty)?)
    }
}

/// `` `a`, `b` and `c` ``
fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

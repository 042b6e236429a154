//! Values that are one of several variants: `Option`, `Result`, and enums of which one variant at least has fields. Such a value is a tuple: which variant it is, and the parts of all of them, of
//! which those of the others are zero. So two values are the same where all of their parts are.

use super::closures::{Input, Wanted};
use super::extent::Extent;
use super::{Checker, plain};
use crate::data::Shape;
use crate::diagnostics::Area;
use crate::hir::{Block, Expr, Kind, Stmt};
use crate::standard;
use crate::syntax::strip;
use crate::types::{Form, Ty};
use std::rc::Rc;
use vyre_ir::{BinOp, UnOp};

/// A variant that a path names.
pub(super) struct Variant {
    /// The type of which it is one. What nothing says of it yet is open.
    pub(super) ty: Ty,
    pub(super) name: String,
    /// The first part of a value that is this variant, as bits.
    pub(super) tag: u128,
    /// The position among the parts where its own begin.
    pub(super) first: usize,
    /// The types of its own parts.
    pub(super) parts: Vec<Ty>,
    /// The names of its fields, where they have names.
    pub(super) fields: Option<Vec<String>>,
}

impl Checker<'_> {
    /// The variant that a path names: of `Option`, of `Result`, or of an enum with fields.
    pub(super) fn variant_at(&mut self, path: &syn::Path) -> Option<Variant> {
        self.variant_as(path, None)
    }

    /// The same where a type is wanted, which says what the parameters of an enum are that the path does not write.
    fn variant_as(&mut self, path: &syn::Path, wanted: Option<Ty>) -> Option<Variant> {
        if path.segments.len() > 1
            && let Some(variant) = self.variant_of_data(path, wanted)
        {
            return Some(variant);
        }
        let names: Vec<String> = path.segments.iter().map(|segment| plain(&segment.ident)).collect();
        let (name, owner) = names.split_last()?;
        let form = match name.as_str() {
            "Some" | "None" => Form::Option,
            "Ok" | "Err" => Form::Result,
            _ => return None,
        };
        let of = if form == Form::Option { "Option" } else { "Result" };
        let is_it = match owner {
            [] => self.lookup(name).is_none(),
            [.., last] => last == of && !self.is_of_data(path),
        };
        if !is_it {
            return None;
        }
        let ty = match form {
            Form::Option => {
                let of = self.infer.open();
                self.option_of(of)
            }
            _ => {
                let (value, error) = (self.infer.open(), self.infer.open());
                self.result_of(value, error)
            }
        };
        if let Some(syn::PathArguments::AngleBracketed(written)) =
            path.segments.last().map(|last| &last.arguments)
        {
            let open = self.infer.parts(ty).map(|(_, parts)| parts.to_vec()).unwrap_or_default();
            for (argument, open) in written.args.iter().zip(open.into_iter().skip(1)) {
                if let syn::GenericArgument::Type(argument) = argument {
                    let held = self.held_type(argument);
                    let pair = [held, open].map(|ty| self.infer.many(Form::Option, vec![Ty::Bool, ty]));
                    self.infer.unify(pair[0], pair[1]);
                }
            }
        }
        let (_, parts) = self.infer.parts(ty)?;
        let (tag, first) = match name.as_str() {
            "None" => (0, 2),
            "Some" => (1, 1),
            "Ok" => (0, 1),
            _ => (1, 2),
        };
        let parts = if name == "None" { Vec::new() } else { vec![parts[first]] };
        Some(Variant { ty, name: name.clone(), tag, first, parts, fields: None })
    }

    fn variant_of_data(&mut self, path: &syn::Path, wanted: Option<Ty>) -> Option<Variant> {
        let mut owner = path.clone();
        let last = owner.segments.pop()?;
        owner.segments.pop_punct();
        let generic = self.generic_named(&owner);
        // A function of a struct, whose arguments may say what its parameters are.
        if generic.as_ref().is_some_and(|generic| !generic.is_enum) {
            return None;
        }
        let wanted =
            generic.filter(|_| super::instances::arguments_of(&owner).is_empty()).and_then(|generic| {
                let is_it = |ty: &Ty| {
                    self.infer.data_of(*ty).is_some_and(|data| data.definition.id == generic.definition.id)
                };
                wanted.filter(is_it)
            });
        let ty = match wanted {
            Some(ty) => ty,
            None => self.data_type(&owner)?,
        };
        let (Form::Enum(_), parts) = self.infer.parts(ty)? else { return None };
        let definition = Rc::clone(&self.infer.data_of(ty)?.definition);
        let Shape::Variants(variants) = &definition.shape else { return None };
        let (name, mut first) = (plain(&last.ident), 1);
        for (tag, variant) in variants.iter().enumerate() {
            let end = first + variant.fields.len();
            if variant.name == name {
                let parts = parts.get(first..end)?.to_vec();
                let names = || variant.fields.iter().map(|field| field.name.clone()).collect();
                let fields = (!variant.is_tuple && !variant.fields.is_empty()).then(names);
                let name = format!("{}::{name}", definition.name);
                return Some(Variant { ty, name, tag: tag as u128, first, parts, fields });
            }
            first = end;
        }
        None
    }

    /// The first part of an enum's values that have what a part is about.
    pub(super) fn tag_of_part(&self, ty: Ty, at: usize) -> Option<u128> {
        let Shape::Variants(variants) = &self.infer.data_of(ty)?.definition.shape else { return None };
        let ends = variants.iter().scan(1, |end, variant| {
            *end += variant.fields.len();
            Some(*end)
        });
        ends.zip(0..).find(|(end, _)| at < *end).map(|(_, tag)| tag)
    }

    /// Whether the owner of a path is a type of the user's.
    fn is_of_data(&mut self, path: &syn::Path) -> bool {
        let mut owner = path.clone();
        owner.segments.pop();
        owner.segments.pop_punct();
        self.data_type(&owner).is_some()
    }

    pub(super) fn option_of(&mut self, ty: Ty) -> Ty {
        self.infer.many(Form::Option, vec![Ty::Bool, ty])
    }

    pub(super) fn result_of(&mut self, value: Ty, error: Ty) -> Ty {
        self.infer.many(Form::Result, vec![Ty::Bool, value, error])
    }

    /// The type `Option<T>` or `Result<T, E>` that a user wrote.
    pub(super) fn written_variants(&mut self, ty: &syn::Type) -> Option<Ty> {
        let syn::Type::Path(path) = ty else { return None };
        let last = path.path.segments.last()?;
        let count = match plain(&last.ident).as_str() {
            "Option" => 1,
            "Result" => 2,
            _ => return None,
        };
        if path.qself.is_some() || self.data_type(&path.path).is_some() {
            return None;
        }
        let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
        let types = arguments.args.iter().filter_map(|argument| match argument {
            syn::GenericArgument::Type(ty) => Some(ty),
            _ => None,
        });
        let types: Vec<&syn::Type> = types.collect();
        if types.len() != count || arguments.args.len() != count {
            return None;
        }
        let types: Vec<Ty> = types.into_iter().map(|ty| self.held_type(ty)).collect();
        Some(match types[..] {
            _ if types.contains(&Ty::Error) => Ty::Error,
            [value] => self.option_of(value),
            [value, error] => self.result_of(value, error),
            _ => Ty::Error,
        })
    }

    /// The type of what a variant holds: it may be `()` and `_`.
    fn held_type(&mut self, ty: &syn::Type) -> Ty {
        match ty {
            syn::Type::Tuple(tuple) if tuple.elems.is_empty() => Ty::Unit,
            syn::Type::Infer(_) => self.infer.open(),
            syn::Type::Reference(reference) if self.is_kernel && reference.mutability.is_none() => {
                self.written_type(ty).unwrap_or(Ty::Error)
            }
            syn::Type::Reference(reference) => {
                let fix = "hold the value itself, or its index";
                self.errors.report(Area::of(reference), "an `Option` of kernels holds no reference", fix);
                Ty::Error
            }
            // A parameter may stand for `()`.
            ty => match self.written_type(ty) {
                Some(ty) if self.infer.is_unit_value(ty) => Ty::Unit,
                Some(ty) => ty,
                None => Ty::Error,
            },
        }
    }

    /// A value of a type that is a variant with these parts.
    pub(super) fn variant_value(&self, variant: &Variant, values: Vec<Expr>, area: Area) -> Expr {
        let Some((_, types)) = self.infer.parts(variant.ty) else { return Expr::error(area) };
        let zero = |ty: Ty, bits| Expr { kind: Kind::Literal(bits), ty, area };
        let mut parts = vec![zero(types[0], variant.tag)];
        let mut values = values.into_iter();
        for (at, ty) in types.iter().enumerate().skip(1) {
            let is_own = (variant.first..variant.first + variant.parts.len()).contains(&at);
            parts.push(is_own.then(|| values.next()).flatten().unwrap_or_else(|| zero(*ty, 0)));
        }
        Expr { kind: Kind::Many(parts), ty: variant.ty, area }
    }

    /// A variant of checked values.
    pub(super) fn held(&mut self, variant: &Variant, values: Vec<Expr>, area: Area) -> Expr {
        let mut is_fine = true;
        for (value, ty) in values.iter().zip(&variant.parts) {
            is_fine &= self.infer.resolve(value.ty) != Ty::Error && self.demand_held(value, *ty);
        }
        if !is_fine {
            return Expr::error(area);
        }
        let is_never = |value: &Expr| self.infer.resolve(value.ty) == Ty::Never;
        if values.iter().any(is_never) {
            let stmts = values.into_iter().map(Stmt::Expr).collect();
            return Expr { kind: Kind::Block(Block { stmts, tail: None }), ty: Ty::Never, area };
        }
        // A `()` is evaluated for what it does.
        let mut stmts = Vec::new();
        let values = values.into_iter().map(|value| match self.infer.resolve(value.ty) {
            ty if ty == Ty::Unit || self.infer.is_unit_value(ty) => {
                if !matches!(value.kind, Kind::Nothing) {
                    stmts.push(Stmt::Expr(value));
                }
                Expr::nothing(area, Ty::Unit)
            }
            _ => value,
        });
        let values = values.collect();
        let whole = self.variant_value(variant, values, area);
        block_of(stmts, whole)
    }

    /// Whether a value is of the type of what a variant holds, which may be `()`; reports one that is not.
    pub(super) fn demand_held(&mut self, value: &Expr, ty: Ty) -> bool {
        match (self.infer.resolve(ty), self.infer.resolve(value.ty)) {
            (Ty::Open(_), Ty::Unit) => {
                let pair = [Ty::Unit, ty].map(|ty| self.infer.many(Form::Option, vec![Ty::Bool, ty]));
                self.infer.unify(pair[0], pair[1]).is_some()
            }
            _ => self.demand(value, ty),
        }
    }

    /// `Some(value)`, `Ok(value)` and `Err(value)`; nothing for other calls. `wanted` is the type that is expected, where it is known.
    pub(super) fn variant_call(&mut self, call: &syn::ExprCall, wanted: Option<Ty>) -> Option<Expr> {
        let syn::Expr::Path(path) = strip(&call.func) else { return None };
        let variant = self.variant_as(&path.path, wanted)?;
        let area = call.area();
        let expected = variant.parts.len();
        if let Some(fields) = &variant.fields {
            let (name, fields) = (variant.name.clone(), fields.join(", "));
            call.args.iter().for_each(|arg| self.left_over(arg));
            let fix = format!("write `{name} {{ {fields} }}`");
            self.errors.report(area, format!("the fields of `{name}` have names"), fix);
            return Some(Expr::error(area));
        }
        if expected == 0 {
            call.args.iter().for_each(|arg| self.left_over(arg));
            let fix = format!("write `{}` alone", variant.name);
            self.errors.report(area, format!("`{}` holds nothing", variant.name), fix);
            return Some(Expr::error(area));
        }
        if call.args.len() != expected {
            self.arguments(&call.args, expected, area, &variant.name);
            return Some(Expr::error(area));
        }
        if let Some(wanted) = wanted {
            // Where the two are different the value is an error in its place.
            let is_it =
                self.infer.parts(wanted).map(|(form, _)| form) == self.infer.parts(variant.ty).map(|it| it.0);
            if is_it {
                self.infer.unify(variant.ty, wanted);
            }
        }
        let values = call.args.iter().zip(&variant.parts).map(|(arg, part)| self.expr_as(arg, *part));
        let values = values.collect();
        let made = self.held(&variant, values, area);
        self.note_open(made.ty, area, &variant.name);
        Some(made)
    }

    /// `Name::Variant { field: value, .. }`; nothing for other structs. The values are evaluated in the order in which they stand.
    pub(super) fn variant_literal(&mut self, it: &syn::ExprStruct, wanted: Option<Ty>) -> Option<Expr> {
        let variant = self.variant_as(&it.path, wanted)?;
        let area = Area::of(&it.path).to(Area::from(it.brace_token.span.close()));
        let mut values: Vec<Option<Expr>> = vec![None; variant.parts.len()];
        let (mut stmts, mut is_fine) = (Vec::new(), true);
        for field in &it.fields {
            let Some(at) = self.field_of_variant(&variant, &field.member) else {
                self.expr(&field.expr);
                is_fine = false;
                continue;
            };
            let value = self.expr_as(&field.expr, variant.parts[at]);
            is_fine &=
                self.infer.resolve(value.ty) != Ty::Error && self.demand_held(&value, variant.parts[at]);
            if values[at].is_some() {
                let problem = "a field is given twice";
                self.errors.report(Area::of(&field.member), problem, "remove one");
                is_fine = false;
            }
            values[at] = Some(match self.infer.resolve(value.ty) {
                Ty::Unit | Ty::Never => value,
                _ if is_fine => self.hidden("field", value, &mut stmts),
                _ => value,
            });
        }
        if let Some(rest) = &it.rest {
            self.expr(rest);
            let fix = "write each of the fields";
            self.errors.report(rest.area(), "a variant is made of all of its fields", fix);
            is_fine = false;
        } else if is_fine && values.iter().any(Option::is_none) {
            let missing = values.iter().position(Option::is_none).unwrap_or(0);
            let name = variant.fields.as_ref().and_then(|fields| fields.get(missing)).cloned();
            let name = name.unwrap_or_else(|| missing.to_string());
            let problem = format!("the field `{name}` of `{}` is missing", variant.name);
            self.errors.report(Area::of(&it.path), problem, "give it a value");
            is_fine = false;
        }
        if !is_fine {
            return Some(Expr::nothing(area, variant.ty));
        }
        let made = self.held(&variant, values.into_iter().flatten().collect(), area);
        Some(block_of(stmts, made))
    }

    /// The position of a field of a variant; reports one that it does not have.
    pub(super) fn field_of_variant(&mut self, variant: &Variant, member: &syn::Member) -> Option<usize> {
        let found = match (member, &variant.fields) {
            (syn::Member::Named(name), Some(fields)) => {
                let name = plain(name);
                fields.iter().position(|field| *field == name)
            }
            (syn::Member::Unnamed(index), None) => {
                Some(index.index as usize).filter(|at| *at < variant.parts.len())
            }
            _ => None,
        };
        if found.is_none() {
            let name = match member {
                syn::Member::Named(name) => plain(name),
                syn::Member::Unnamed(index) => index.index.to_string(),
            };
            let problem = format!("`{}` has no field `{name}`", variant.name);
            let fix = match &variant.fields {
                Some(fields) => {
                    let names: Vec<&str> = fields.iter().map(String::as_str).collect();
                    self.meant_among(&name, &names)
                }
                None if variant.parts.is_empty() => format!("write `{}` alone", variant.name),
                None => format!("write `{}(..)`", variant.name),
            };
            self.errors.report(Area::of(member), problem, fix);
        }
        found
    }

    /// `None`
    pub(super) fn variant_path(&mut self, path: &syn::ExprPath, wanted: Option<Ty>) -> Option<Expr> {
        if path.qself.is_some() {
            return None;
        }
        let variant = self.variant_as(&path.path, wanted)?;
        let area = path.area();
        if !variant.parts.is_empty() && variant.fields.is_none() && self.keeps_closures() {
            let inputs = variant.parts.iter().map(|part| Input::Value(*part)).collect();
            if let Some(value) = self.pointer_like(path, Wanted { inputs, result: variant.ty }) {
                return Some(value);
            }
        }
        if !variant.parts.is_empty() {
            let (problem, fix) = match &variant.fields {
                Some(fields) => (
                    format!("`{}` has fields", variant.name),
                    format!("write `{} {{ {} }}`", variant.name, fields.join(", ")),
                ),
                None => {
                    (format!("`{}` is a function", variant.name), format!("write `{}(value)`", variant.name))
                }
            };
            self.errors.report(area, problem, fix);
            return Some(Expr::error(area));
        }
        let made = self.variant_value(&variant, Vec::new(), area);
        self.note_open(made.ty, area, &variant.name);
        Some(made)
    }

    /// `value == Enum::Variant` of a variant without fields, where other variants hold slices, of which kernels have no comparison: which variant it is
    /// says it.
    pub(super) fn compared_with_variant(
        &mut self,
        op: BinOp,
        written: &syn::ExprBinary,
        [left, right]: [&Expr; 2],
    ) -> Option<Expr> {
        if !matches!(op, BinOp::Eq | BinOp::Ne) || !self.holds_slices(left.ty) {
            return None;
        }
        let ty = self.infer.unify(left.ty, right.ty)?;
        if self.infer.data_of(ty).is_some_and(|data| !data.definition.is_comparable) {
            return None;
        }
        if let Some(compared) = self.compared_with_held(op, written, [left, right]) {
            return Some(compared);
        }
        let sides = [(&written.right, left), (&written.left, right)];
        let (variant, value) = sides.into_iter().find_map(|(named, value)| match strip(named) {
            syn::Expr::Path(path) if path.qself.is_none() => {
                Some((self.variant_as(&path.path, Some(ty))?, value))
            }
            _ => None,
        })?;
        if !variant.parts.is_empty() {
            return None;
        }
        let is_it = self.is_variant(value.clone(), variant.tag, value.area);
        Some(if op == BinOp::Ne { self.negated_truth(is_it) } else { is_it })
    }

    /// The same of `value == Err(error)`, where no slice is in what that variant holds.
    fn compared_with_held(
        &mut self,
        op: BinOp,
        written: &syn::ExprBinary,
        [left, right]: [&Expr; 2],
    ) -> Option<Expr> {
        let (call, value, made) = match (strip(&written.left), strip(&written.right)) {
            (_, syn::Expr::Call(call)) => (call, left, right),
            (syn::Expr::Call(call), _) => (call, right, left),
            _ => return None,
        };
        let syn::Expr::Path(path) = strip(&call.func) else { return None };
        let variant = self.variant_as(&path.path, Some(value.ty))?;
        self.infer.unify(variant.ty, value.ty)?;
        if variant.parts.is_empty() || variant.parts.iter().any(|part| self.holds_slices(*part)) {
            return None;
        }
        let mut stmts = Vec::new();
        let [value, made] = [value, made].map(|side| self.hidden("side", side.clone(), &mut stmts));
        let mut cond = self.is_variant(value.clone(), variant.tag, value.area);
        let area = value.area.to(made.area);
        for (at, part) in variant.parts.iter().enumerate() {
            let [left, right] =
                [&value, &made].map(|side| self.part(side.clone(), variant.first + at, *part, area));
            let same = self.written_with(
                [("__vyre_left", left), ("__vyre_right", right)],
                &syn::parse_quote!(__vyre_left == __vyre_right),
                area,
            );
            let (left, right) = (Box::new(cond), Box::new(same));
            cond = Expr { kind: Kind::ShortCircuit { op: BinOp::And, left, right }, ty: Ty::Bool, area };
        }
        let cond = if op == BinOp::Ne { self.negated_truth(cond) } else { cond };
        Some(block_of(stmts, cond))
    }

    /// Notes a value of whose type some parts are open: something must settle them.
    fn note_open(&mut self, ty: Ty, area: Area, name: &str) {
        if self.infer.resolve(ty) == Ty::Error {
            return;
        }
        self.variants.push((area, ty, name.to_string()));
    }

    /// Reports the values whose types nothing has settled.
    pub(super) fn check_variants(&mut self) {
        for (area, ty, name) in std::mem::take(&mut self.variants) {
            let Some((form @ (Form::Option | Form::Result | Form::Enum(_)), parts)) = self.infer.parts(ty)
            else {
                continue;
            };
            let parts = parts.to_vec();
            for part in parts.iter().skip(1) {
                self.take_told(*part);
            }
            let is_open = |part: &Ty| matches!(self.infer.resolve(*part), Ty::Open(_));
            if !parts.iter().any(is_open) {
                continue;
            }
            let of = match form {
                Form::Option => "Option<u32>".to_string(),
                Form::Result => "Result<u32, u32>".to_string(),
                _ => {
                    let data = self.infer.data_of(ty);
                    let name = data.map_or("Type", |data| data.definition.name.as_str());
                    format!("{}<..>", name.trim_start_matches("__Vyre"))
                }
            };
            let fix = format!("write it where the value is bound: `let value: {of} = ..;`");
            let name = name.trim_start_matches("__Vyre");
            self.errors.report(area, format!("nothing settles the type of this `{name}`"), fix);
            parts.iter().for_each(|part| {
                if let Ty::Open(_) = self.infer.resolve(*part) {
                    self.infer.unify(*part, Ty::Error);
                }
            });
        }
    }

    /// Whether a value is a variant: whether its first part is that of the variant.
    pub(super) fn is_variant(&self, value: Expr, tag: u128, area: Area) -> Expr {
        let first = self.infer.parts(value.ty).and_then(|(_, parts)| parts.first().copied());
        let form = self.infer.parts(value.ty).map(|(form, _)| form);
        let which = self.part(value, 0, first.unwrap_or(Ty::Bool), area);
        match tag {
            tag if matches!(form, Some(Form::Enum(_))) => {
                let right = Box::new(Expr { kind: Kind::Literal(tag), ty: Ty::U32, area });
                Expr {
                    kind: Kind::Binary { op: BinOp::Eq, left: Box::new(which), right },
                    ty: Ty::Bool,
                    area,
                }
            }
            1 => which,
            _ => {
                let kind = Kind::Unary { op: UnOp::LogicalNot, operand: Box::new(which) };
                Expr { kind, ty: Ty::Bool, area }
            }
        }
    }

    /// `value?`: what the value holds; without one the function ends with what it lacks.
    pub(super) fn tried(&mut self, it: &syn::ExprTry) -> Expr {
        let (value, area) = (self.expr(&it.expr), Area::of(&it.question_token));
        let whole = Area::of(it);
        if !self.demand_known(&value) || self.infer.resolve(value.ty) == Ty::Error {
            return Expr::error(whole);
        }
        let is_closure = self.loops.first().is_some_and(super::loops::Open::is_closure);
        let is_flow = self.is_flow(value.ty);
        if is_flow && (is_closure || self.function.is_some()) {
            return self.tried_flow(value, it);
        }
        let known = self.infer.parts(value.ty);
        let tried = known.filter(|(form, _)| is_flow || matches!(form, Form::Option | Form::Result));
        let Some((form, parts)) = tried else {
            let got = self.infer.name(value.ty);
            let problem = format!("`?` takes an `Option`, a `Result` or a `ControlFlow`, got `{got}`");
            self.errors.report(area, problem, "remove it");
            return Expr::error(whole);
        };
        let name = if form == Form::Option { "Option" } else { "Result" };
        let result = match self.function {
            // What a closure gives is of the same form, where nothing says it yet.
            _ if is_closure => self.result_of_closure().unwrap_or_else(|| {
                let of = self.infer.open();
                if form == Form::Option { self.option_of(of) } else { self.result_of(of, parts[2]) }
            }),
            Some(result) => result,
            None => {
                let problem = "a kernel gives nothing that `?` could return";
                self.errors.report(area, problem, "write `let .. else { return };`");
                return Expr::error(whole);
            }
        };
        if let Ty::Open(_) = self.infer.resolve(result) {
            // That of an anonymous function, which is inferred.
            let of = self.infer.open();
            let of = if form == Form::Option { self.option_of(of) } else { self.result_of(of, parts[2]) };
            self.infer.unify(result, of);
        }
        let around = if is_closure { "closure" } else { "function" };
        if self.infer.resolve(result) == Ty::Error {
            return Expr::error(whole);
        }
        let Some((_, of_result)) = self.infer.parts(result).filter(|(of, _)| *of == form) else {
            let got = self.infer.name(result);
            let problem = format!(
                "`?` on a value of type `{}`, but the {around} gives `{got}`",
                self.infer.name(value.ty)
            );
            let fix = match form {
                Form::Option => format!(
                    "let the {around} give an `{name}`, or write `let Some(x) = .. else {{ return .. }};`"
                ),
                _ => format!("let the {around} give a `Result`, or write `match`"),
            };
            self.errors.report(area, problem, fix);
            return Expr::error(whole);
        };
        let mut stmts = Vec::new();
        let tried = self.hidden("tried", value, &mut stmts);
        let (path, lacks) = match form {
            Form::Option => ("None", 0),
            _ => ("Err", 1),
        };
        let cond = self.is_variant(tried.clone(), lacks, area);
        let Some(variant) = self.variant_at(&syn::Path::from(syn::Ident::new(path, it.question_token.span)))
        else {
            return Expr::error(whole);
        };
        let left = match form {
            Form::Option => self.variant_value(&variant, Vec::new(), area),
            _ => {
                let error = self.part(tried.clone(), 2, parts[2], area);
                let wanted = of_result[2];
                let Some(error) = self.converted_error(error, wanted, area) else {
                    return Expr::error(whole);
                };
                self.held(&variant, vec![error], area)
            }
        };
        if self.infer.unify(left.ty, result).is_none() {
            let (got, wanted) = (self.infer.name(left.ty), self.infer.name(result));
            self.errors.report(
                area,
                format!("`?` gives a `{got}`, but the {around} a `{wanted}`"),
                "write `.map_err(..)?`",
            );
            return Expr::error(whole);
        }
        let leave = match is_closure {
            true => self.left_closure(Some(left), area),
            false => self.returned(left, area),
        };
        let then = Block { stmts: vec![Stmt::Expr(leave)], tail: None };
        let kind = Kind::If { cond: Box::new(cond), then, otherwise: None };
        stmts.push(Stmt::Expr(Expr { kind, ty: Ty::Unit, area }));
        let value = self.part(tried, 1, parts[1], whole);
        block_of(stmts, value)
    }

    /// Whether a type is std's `ControlFlow`.
    pub(super) fn is_flow(&self, ty: Ty) -> bool {
        self.infer.data_of(ty).is_some_and(|data| data.definition.name == standard::FLOW)
    }

    /// `flow?`: what it goes on with, or the end of the function with what it breaks with.
    fn tried_flow(&mut self, flow: Expr, it: &syn::ExprTry) -> Expr {
        let name = syn::Ident::new(standard::FLOW, it.question_token.span);
        let written = syn::parse_quote_spanned!(it.question_token.span=> match __vyre_tried {
            #name::Continue(__vyre_value) => __vyre_value,
            #name::Break(__vyre_value) => return #name::Break(__vyre_value),
        });
        self.written_with([("__vyre_tried", flow)], &written, Area::of(it))
    }

    /// The error of a value before `?` as the error of the function. `From` of numbers is a cast.
    fn converted_error(&mut self, error: Expr, wanted: Ty, area: Area) -> Option<Expr> {
        let (from, to) = (self.infer.resolve(error.ty), self.infer.resolve(wanted));
        if let (Some(of), Some(target)) = (from.integer(), to.integer())
            && of.ty != target.ty
            && target.is_from(of)
        {
            return Some(Expr { kind: Kind::Cast(Box::new(error)), ty: target.ty, area });
        }
        if self.infer.unify(error.ty, wanted).is_some() {
            return Some(error);
        }
        if self.sees_module
            && let Some(converted) = self.own_from(wanted, &error, area)
        {
            return Some(converted);
        }
        let (got, wanted) = (self.infer.name(from), self.infer.name(to));
        let problem = format!("the error before `?` is a `{got}`, but the function's is a `{wanted}`");
        self.errors.report(area, problem, "convert it: `.map_err(..)?`");
        None
    }
}

/// An expression after statements.
pub(super) fn block_of(stmts: Vec<Stmt>, value: Expr) -> Expr {
    if stmts.is_empty() {
        return value;
    }
    let (ty, area) = (value.ty, value.area);
    Expr { kind: Kind::Block(Block { stmts, tail: Some(Box::new(value)) }), ty, area }
}

//! Types over types and constants: what their parameters stand for, as far as fields, annotations and what is wanted tell, and the methods that
//! such an instance has.

use super::scopes::Surface;
use super::{Checker, Entity, plain};
use crate::data::{Generic, GenericParamOf, path_of, without_arguments};
use crate::diagnostics::Area;
use crate::hir::Expr;
use crate::types::{Form, Number, Ty};
use quote::ToTokens;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use syn::{GenericArgument, PathArguments};

/// The arguments that a path ends with.
pub(super) fn arguments_of(path: &syn::Path) -> Vec<&GenericArgument> {
    match path.segments.last().map(|last| &last.arguments) {
        Some(PathArguments::AngleBracketed(arguments)) => arguments
            .args
            .iter()
            .filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)))
            .collect(),
        _ => Vec::new(),
    }
}

/// The name that an argument is, whether it is meant as a type or as a constant.
fn name_of_argument(argument: &GenericArgument) -> Option<&syn::Ident> {
    match argument {
        GenericArgument::Type(ty) => path_of(ty)?.get_ident(),
        GenericArgument::Const(syn::Expr::Path(path)) => path.path.get_ident(),
        GenericArgument::Const(syn::Expr::Block(block)) => match &block.block.stmts[..] {
            [syn::Stmt::Expr(syn::Expr::Path(path), None)] => path.path.get_ident(),
            _ => None,
        },
        _ => None,
    }
}

impl Checker<'_> {
    /// The struct or enum with parameters that a path names.
    pub(super) fn generic_named(&self, path: &syn::Path) -> Option<Rc<Generic>> {
        if self.generics.is_empty() {
            return None;
        }
        let known = self.known.of(&without_arguments(path))?;
        self.generics.get(&known.definition.id).cloned()
    }

    /// What the parameters stand for as a path writes it. What it does not write is open.
    pub(super) fn written_instance_args(&mut self, generic: &Generic, path: &syn::Path) -> Option<Vec<Ty>> {
        let written = arguments_of(path);
        if written.len() > generic.params.len() {
            let (name, count) = (&generic.definition.name, generic.params.len());
            let problem = format!("`{name}` has {count} parameters, got {}", written.len());
            self.errors.report(Area::of(path), problem, "write one for each");
            return None;
        }
        let mut args = Vec::new();
        for (at, param) in generic.params.iter().enumerate() {
            let ty = match written.get(at) {
                None => self.infer.open(),
                Some(GenericArgument::Type(syn::Type::Infer(_))) => self.infer.open(),
                Some(argument) if param.constant.is_some() => {
                    Ty::Const(self.written_number(argument, param)?)
                }
                Some(GenericArgument::Type(ty)) => match self.written_type(ty)? {
                    Ty::Error => return None,
                    ty => ty,
                },
                Some(other) => {
                    let problem = format!("`{}` is a type", param.name);
                    self.errors.report(Area::of(other), problem, "write one, such as `u32`");
                    return None;
                }
            };
            args.push(ty);
        }
        Some(args)
    }

    /// The number that an argument for a constant parameter is.
    fn written_number(&mut self, argument: &GenericArgument, param: &GenericParamOf) -> Option<Number> {
        let (ty, param) = (param.constant.unwrap_or(Ty::U32), &param.name);
        let value = match argument {
            GenericArgument::Const(value) => self.expr_as(value, ty),
            GenericArgument::Type(syn::Type::Path(path)) => {
                let path = syn::ExprPath { attrs: Vec::new(), qself: None, path: path.path.clone() };
                self.expr_as(&syn::Expr::Path(path), ty)
            }
            other => {
                self.errors.report(
                    Area::of(other),
                    format!("`{param}` is a number"),
                    "write one, such as `4`",
                );
                return None;
            }
        };
        match (self.infer.resolve(value.ty), self.known_or_told(&value)) {
            (Ty::Error, _) => None,
            _ if !self.demand(&value, ty) => None,
            (_, Some(lanes)) => {
                let number = Number::new(lanes, ty);
                if number.is_none() {
                    let problem = format!("`{param}` is a number of more than 64 bits");
                    self.errors.report(
                        value.area,
                        problem,
                        "take it as an argument, or as an associated constant",
                    );
                }
                number
            }
            (_, None) => {
                let fix = "use literals, constants, and constant parameters of types";
                self.errors.report(value.area, format!("the value of `{param}` is not constant here"), fix);
                None
            }
        }
    }

    /// The type that a path with parameters names; nothing of other paths.
    pub(super) fn instance_named(&mut self, path: &syn::Path) -> Option<Ty> {
        let generic = self.generic_named(path)?;
        let Some(args) = self.written_instance_args(&generic, path) else { return Some(Ty::Error) };
        Some(self.made_instance(&generic, args, Area::of(path)))
    }

    /// The names of a type's parameters, with what these stand for.
    fn scope_of(&mut self, generic: &Generic, args: &[Ty]) -> HashMap<String, Entity> {
        let mut scope = HashMap::new();
        for (param, ty) in generic.params.iter().zip(args) {
            let entity = match self.infer.resolve(*ty) {
                Ty::Const(number) => Entity::Const(number.lanes(), number.ty(), Surface::Same),
                _ if param.constant.is_some() => continue,
                ty => Entity::Type(ty),
            };
            scope.insert(plain(&param.name), entity);
        }
        scope
    }

    /// The type of a field; nothing where its parameters do not settle it yet.
    fn field_of_instance(&mut self, generic: &Generic, args: &[Ty], at: usize) -> Option<Ty> {
        let field = generic.fields.get(at)?;
        let words = crate::syntax::words(field);
        let is_open = |(param, ty): (&GenericParamOf, &Ty)| {
            param.constant.is_some()
                && !matches!(self.infer.resolve(*ty), Ty::Const(_))
                && words.contains(&plain(&param.name))
        };
        if generic.params.iter().zip(args).any(is_open) {
            return None;
        }
        // What a trait gives of a type says nothing before the type is known.
        let text = field.to_token_stream().to_string();
        let is_of_open = |(param, ty): (&GenericParamOf, &Ty)| {
            // So it is of the types over iterators, which hold what these give.
            let is_over = generic.holds_slices && text.contains('<') && words.contains(&plain(&param.name));
            let is_one = is_over || text.contains(&format!("{} ::", param.name));
            is_one && matches!(self.infer.resolve(*ty), Ty::Open(_))
        };
        if generic.params.iter().zip(args).any(is_of_open) {
            return None;
        }
        let scope = self.scope_of(generic, args);
        self.scopes.push(scope);
        let ty = self.written_type(field);
        self.scopes.pop();
        Some(match ty {
            // What a variant holds may be `()`.
            Some(ty) if generic.is_enum && self.infer.is_unit_value(ty) => Ty::Unit,
            ty => ty.unwrap_or(Ty::Error),
        })
    }

    /// The instance of a type whose parameters stand for these; reports what is not known of them.
    pub(super) fn made_instance(&mut self, generic: &Generic, args: Vec<Ty>, area: Area) -> Ty {
        let at = self.infer.generic(&generic.definition);
        if !generic.holds_slices
            && let Some(known) = self.infer.known_instance(at, &args)
        {
            return known;
        }
        for (param, ty) in generic.params.iter().zip(&args) {
            if param.constant == Some(Ty::U32)
                && matches!(self.infer.resolve(*ty), Ty::Open(_) | Ty::Int(_))
                && let Some(length) = self.tried_length(area, &plain(&param.name))
            {
                self.agree(*ty, Ty::Const(Number::count(length)));
            }
            if param.constant.is_none() {
                self.settle_param(area, &plain(&param.name), *ty);
            }
        }
        if self.instance_depth > 32 {
            let name = &generic.definition.name;
            let takes_itself = |ty: &syn::Type| {
                matches!(ty, syn::Type::FnPtr(_)) && crate::syntax::words(ty).contains(name.as_str())
            };
            if generic.fields.iter().any(takes_itself) {
                let problem = format!("`{name}` has a function in a field that takes a `{name}`");
                let fix = "keep in an enum which function it is, and `match` on it where it is called";
                self.errors.report(area, problem, fix);
                return Ty::Error;
            }
            let problem = format!("`{}` contains itself", generic.definition.name);
            self.errors.report(area, problem, "store an index, `u32`");
            return Ty::Error;
        }
        let mut parts = if generic.is_enum { vec![Ty::U32] } else { Vec::new() };
        self.instance_depth += 1;
        for field in 0..generic.fields.len() {
            let ty = self.field_of_instance(generic, &args, field);
            // The type of its elements says whether an array is a vector.
            let ty = ty.filter(|ty| !self.infer.may_be_vector(*ty) || self.infer.takes_for_array());
            let Some(ty) = ty else {
                self.instance_depth -= 1;
                self.unknown_instance(generic, &args, area);
                return Ty::Error;
            };
            parts.push(ty);
        }
        self.instance_depth -= 1;
        if parts.contains(&Ty::Error) {
            return Ty::Error;
        }
        let form = if generic.is_enum { Form::Enum(at) } else { Form::Struct(at) };
        self.infer.instance(form, args, parts)
    }

    /// Makes two types one where they can be; where they differ, the value that meets the other type is the mistake.
    fn agree(&mut self, a: Ty, b: Ty) {
        let _ = self.infer.unify(a, b);
    }

    fn unknown_instance(&mut self, generic: &Generic, args: &[Ty], area: Area) {
        let name = &generic.definition.name;
        let unknown = generic.params.iter().zip(args).filter(|(param, ty)| match self.infer.resolve(**ty) {
            Ty::Open(_) => true,
            Ty::Int(_) | Ty::Float(_) => param.constant.is_none(),
            _ => false,
        });
        let unknown: Vec<String> = unknown.map(|(param, _)| format!("`{}`", param.name)).collect();
        let example = generic.params.iter().map(|param| if param.constant.is_some() { "4" } else { "u32" });
        let example: Vec<&str> = example.collect();
        let problem = format!("{} of `{name}` is not known here", unknown.join(" and "));
        let fix = format!("write the type: `{name}::<{}>`", example.join(", "));
        self.errors.report(area, problem, fix);
    }

    /// Notes what a value says of parameters that stand in the type of its place.
    pub(super) fn match_type(&mut self, written: &syn::Type, ty: Ty, bound: &HashMap<String, Ty>) {
        let name = path_of(written).and_then(syn::Path::get_ident).map(plain);
        if let Some(param) = name.and_then(|name| bound.get(&name)) {
            let ty = match self.infer.resolve(ty) {
                Ty::Unit => self.infer.many(Form::Tuple, Vec::new()),
                ty => ty,
            };
            self.infer.unify(*param, ty);
            return;
        }
        match written {
            syn::Type::Paren(inner) => self.match_type(&inner.elem, ty, bound),
            syn::Type::Group(inner) => self.match_type(&inner.elem, ty, bound),
            syn::Type::Reference(reference) => {
                let ty = self.referent(ty).unwrap_or(ty);
                self.match_type(&reference.elem, ty, bound);
            }
            syn::Type::Slice(slice) => {
                let element = match (self.infer.parts(ty), self.infer.resolve(ty)) {
                    (Some((Form::Array | Form::Slice, parts)), _) => parts.first().copied(),
                    (_, vector) if vector.vector_lanes().is_some() => Some(vector.lane()),
                    _ => None,
                };
                if let Some(element) = element {
                    self.match_type(&slice.elem, element, bound);
                }
            }
            syn::Type::Array(array) => {
                let (element, count) = match (self.infer.parts(ty), self.infer.resolve(ty)) {
                    (Some((Form::Array, parts)), _) => (parts.first().copied(), parts.len() as u32),
                    (_, vector) if vector.vector_lanes().is_some() => {
                        (Some(vector.lane()), vector.vector_lanes().unwrap_or(0))
                    }
                    _ => return,
                };
                let length = match crate::syntax::strip(&array.len) {
                    syn::Expr::Path(path) => path.path.get_ident().map(plain),
                    _ => None,
                };
                if let Some(param) = length.and_then(|name| bound.get(&name)) {
                    self.infer.unify(*param, Ty::Const(Number::count(count)));
                }
                if let Some(element) = element {
                    self.match_type(&array.elem, element, bound);
                }
            }
            syn::Type::Tuple(tuple) => {
                let Some((Form::Tuple, parts)) = self.infer.parts(ty) else { return };
                for (written, part) in tuple.elems.iter().zip(parts.iter()) {
                    self.match_type(written, *part, bound);
                }
            }
            syn::Type::Path(path) => {
                if let Some(args) = self.infer.args(ty) {
                    return self.match_arguments(&path.path, &args, bound);
                }
                let held = match self.infer.parts(ty) {
                    Some((Form::Option | Form::Result, parts)) => parts,
                    _ => return,
                };
                for (argument, part) in arguments_of(&path.path).into_iter().zip(held.iter().skip(1)) {
                    if let GenericArgument::Type(written) = argument {
                        self.match_type(written, *part, bound);
                    }
                }
            }
            _ => {}
        }
    }

    /// Notes what the parameters of a type say of those that a path has as arguments.
    pub(super) fn match_arguments(&mut self, path: &syn::Path, args: &[Ty], bound: &HashMap<String, Ty>) {
        for (argument, ty) in arguments_of(path).into_iter().zip(args) {
            let param = name_of_argument(argument).and_then(|name| bound.get(&plain(name)));
            match (param, argument) {
                (Some(param), _) => self.agree(*param, *ty),
                (None, GenericArgument::Type(written)) => self.match_type(written, *ty, bound),
                (None, _) => {}
            }
        }
    }

    /// Whether an `impl` of a type is about an instance with these arguments, as far as is known.
    pub(super) fn is_about(&mut self, owner: &syn::Type, params: &[syn::Ident], args: &[Ty]) -> bool {
        let Some(path) = path_of(peeled(owner)) else { return true };
        let path = path.clone();
        arguments_of(&path).into_iter().zip(args).all(|(argument, ty)| {
            let name = name_of_argument(argument);
            if name.is_some_and(|name| params.contains(name)) {
                return true;
            }
            match (argument, self.infer.resolve(*ty)) {
                (GenericArgument::Type(written), ty) if !matches!(ty, Ty::Const(_)) => {
                    self.may_be(written, ty, params)
                }
                (GenericArgument::Const(value), Ty::Const(number)) => {
                    literal(value).is_none_or(|known| known == number.to_string())
                }
                _ => true,
            }
        })
    }

    /// Whether a value of a type fits a type that is written with parameters, as far as its head tells.
    pub(super) fn may_be(&mut self, written: &syn::Type, ty: Ty, params: &[syn::Ident]) -> bool {
        let ty = self.infer.resolve(ty);
        match written {
            syn::Type::Paren(inner) => return self.may_be(&inner.elem, ty, params),
            syn::Type::Group(inner) => return self.may_be(&inner.elem, ty, params),
            syn::Type::Tuple(tuple) if tuple.elems.is_empty() && ty == Ty::Unit => return true,
            syn::Type::Tuple(tuple) => {
                let Some((Form::Tuple, parts)) = self.infer.parts(ty) else { return false };
                return parts.len() == tuple.elems.len()
                    && tuple.elems.iter().zip(parts.iter()).all(|(of, part)| self.may_be(of, *part, params));
            }
            syn::Type::Array(array) => {
                let (element, count) = match (self.infer.parts(ty), ty.vector_lanes()) {
                    (Some((Form::Array, parts)), _) => (parts.first().copied(), parts.len() as u32),
                    (_, Some(lanes)) => (Some(ty.lane()), lanes),
                    _ => return false,
                };
                let is_length = match crate::syntax::strip(&array.len) {
                    syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }) => {
                        length.base10_parse::<u32>().is_ok_and(|length| length == count)
                    }
                    _ => true,
                };
                return is_length && element.is_none_or(|element| self.may_be(&array.elem, element, params));
            }
            _ => {}
        }
        let Some(path) = path_of(written) else { return true };
        let Some(last) = path.segments.last() else { return true };
        if path.get_ident().is_some_and(|name| params.contains(name)) {
            return true;
        }
        let name = plain(&last.ident);
        if let Some(Entity::Type(known)) = path.get_ident().and_then(|name| self.lookup(&plain(name))) {
            return self.infer.resolve(known) == ty || self.infer.name(known) == self.infer.name(ty);
        }
        if let Some(number) = crate::signature::named(&name) {
            return match ty {
                Ty::Int(_) => number.is_integer(),
                Ty::Float(_) => number.is_float() && !number.is_half(),
                Ty::Open(_) | Ty::Error => true,
                ty => ty == number,
            };
        }
        match self.infer.data_of(ty) {
            Some(data) => {
                let id = data.definition.id.clone();
                let is_it =
                    self.known.of(&without_arguments(path)).is_some_and(|known| known.definition.id == id);
                let args = self.infer.args(ty);
                is_it && args.is_none_or(|args| self.is_about(written, params, &args))
            }
            None => match self.infer.parts(ty) {
                Some((form @ (Form::Option | Form::Result), parts)) => {
                    let held = parts.iter().skip(1);
                    let mut arguments = arguments_of(path).into_iter().zip(held);
                    name == if form == Form::Option { "Option" } else { "Result" }
                        && arguments.all(|(argument, part)| match argument {
                            GenericArgument::Type(written) => self.may_be(written, *part, params),
                            _ => true,
                        })
                }
                _ => matches!(ty, Ty::Open(_) | Ty::Error),
            },
        }
    }

    /// The values of a literal of a struct with parameters, in the order in which they stand, and the type that follows from them.
    pub(super) fn generic_literal(
        &mut self,
        it: &syn::ExprStruct,
        wanted: Option<Ty>,
    ) -> Option<(Ty, VecDeque<Expr>)> {
        let generic = self.generic_named(&it.path)?;
        let error = |checker: &mut Self| {
            it.fields.iter().for_each(|field| drop(checker.expr(&field.expr)));
            Some((Ty::Error, VecDeque::new()))
        };
        let Some(args) = self.written_instance_args(&generic, &it.path) else { return error(self) };
        let own = self.infer.generic(&generic.definition);
        let is_own = |checker: &Self, ty: Ty| matches!(checker.infer.parts(ty), Some((Form::Struct(at), _)) if at == own);
        if let Some(wanted) = wanted.filter(|wanted| is_own(self, *wanted))
            && let Some(known) = self.infer.args(wanted)
        {
            args.iter().zip(known.iter()).for_each(|(arg, known)| self.agree(*arg, *known));
        }
        let mut values = VecDeque::new();
        let mut rest = None;
        let bound = generic.params.iter().zip(&args).map(|(param, ty)| (plain(&param.name), *ty)).collect();
        let late = it.rest.as_deref().filter(|base| self.asks_what_is_wanted(base));
        if let (Some(base), None) = (&it.rest, late) {
            let base = self.expr(base);
            if let Some(known) = self.infer.args(base.ty) {
                args.iter().zip(known.iter()).for_each(|(arg, known)| self.agree(*arg, *known));
            }
            rest = Some(base);
        }
        for field in &it.fields {
            let at = self.position_in(&generic, &field.member);
            let wanted = at.and_then(|at| self.field_of_instance(&generic, &args, at));
            let wanted = wanted.filter(|ty| !self.infer.may_be_vector(*ty));
            let shape = at.and_then(|at| generic.functions.get(at).cloned().flatten());
            let function = shape.and_then(|shape| {
                let scope = self.scope_of(&generic, &args);
                self.scopes.push(scope);
                let function = self.function_as(&field.expr, &shape);
                self.scopes.pop();
                function
            });
            let value = match (function, wanted) {
                (Some(function), _) => function,
                (None, Some(wanted)) => self.expr_as(&field.expr, wanted),
                (None, None) => self.expr(&field.expr),
            };
            if let (Some(at), true) = (at, self.infer.resolve(value.ty) != Ty::Error) {
                match wanted {
                    Some(wanted) => self.agree(wanted, value.ty),
                    None => self.match_type(&generic.fields[at], value.ty, &bound),
                }
            }
            values.push_back(value);
        }
        values.extend(rest);
        if values.iter().any(|value| self.infer.resolve(value.ty) == Ty::Error) {
            return Some((Ty::Error, values));
        }
        let ty = self.made_instance(&generic, args, Area::of(&it.path));
        // The fields say what `..Default::default()` is.
        values.extend(late.map(|base| self.expr_as(base, ty)));
        Some((ty, values))
    }

    pub(super) fn position_in(&self, generic: &Generic, member: &syn::Member) -> Option<usize> {
        let crate::data::Shape::Struct(fields) = &generic.definition.shape else { return None };
        let name = match member {
            syn::Member::Named(name) => plain(name),
            syn::Member::Unnamed(index) => index.index.to_string(),
        };
        fields.iter().position(|field| field.name == name)
    }
}

/// The type behind references.
pub(super) fn peeled(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Reference(reference) => peeled(&reference.elem),
        syn::Type::Paren(inner) => peeled(&inner.elem),
        syn::Type::Group(inner) => peeled(&inner.elem),
        other => other,
    }
}

fn literal(value: &syn::Expr) -> Option<String> {
    match crate::syntax::strip(value) {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => {
            Some(number.base10_digits().to_string())
        }
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Bool(value), .. }) => Some(value.value.to_string()),
        _ => None,
    }
}

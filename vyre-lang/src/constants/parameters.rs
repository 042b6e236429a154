//! The parameters of a `const fn`: constants are written as numbers where it names them, types as `_`, which is what the values say.

use super::Value;
use super::evaluate::{Constants, Run, Scope};
use super::value::Number;
use crate::diagnostics::Area;
use crate::syntax::{plain, strip};
use std::collections::HashMap;
use std::rc::Rc;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, GenericArgument, GenericParam, PathArguments, Type};

impl Constants {
    /// A function for what its parameters stand for at a call: what is written there, or what the arguments and the type that is expected say.
    pub(super) fn with_parameters(
        &mut self,
        function: Rc<syn::ItemFn>,
        key: &str,
        given: Option<&PathArguments>,
        args: &[(Value, Area)],
        expected: Option<&Type>,
        scope: &mut Scope,
    ) -> Run<Rc<syn::ItemFn>> {
        let params = || function.sig.generics.params.iter();
        let params = params().filter(|param| !matches!(param, GenericParam::Lifetime(_)));
        let params: Vec<&GenericParam> = params.collect();
        if params.is_empty() {
            return Ok(function);
        }
        let mut meant = Meant::default();
        for param in &params {
            match param {
                GenericParam::Const(it) => meant.values.insert(plain(&it.ident), None),
                GenericParam::Type(it) => meant.values.insert(plain(&it.ident), Some(Parameter::Type)),
                GenericParam::Lifetime(_) => None,
            };
        }
        if let Some(PathArguments::AngleBracketed(given)) = given {
            let given = given.args.iter().filter(|arg| !matches!(arg, GenericArgument::Lifetime(_)));
            for (param, arg) in params.iter().zip(given) {
                let (GenericParam::Const(param), Some(expr)) = (param, constant_of(arg)) else { continue };
                let value = self.value(&expr, Some(&param.ty), scope)?;
                meant.says(&plain(&param.ident), &value);
            }
        }
        for ((value, _), input) in args.iter().zip(&function.sig.inputs) {
            if let syn::FnArg::Typed(input) = input {
                meant.by_value(&input.ty, value);
            }
        }
        if let (syn::ReturnType::Type(_, result), Some(expected)) = (&function.sig.output, expected) {
            let mut pairs = Vec::new();
            lengths(result, expected, &mut pairs);
            for (name, length) in pairs {
                if matches!(meant.values.get(&name), Some(None)) {
                    let value = self.value(&length, None, &mut Scope::default())?;
                    meant.says(&name, &value);
                }
            }
        }
        let known: Vec<String> = params
            .iter()
            .filter_map(|param| match param {
                GenericParam::Const(it) => meant.values.get(&plain(&it.ident))?.as_ref()?.text(),
                _ => None,
            })
            .collect();
        let instance = format!("{key}<{}>", known.join(", "));
        if let Some(known) = self.instances.get(&instance) {
            return Ok(Rc::clone(known));
        }
        let mut written = (*function).clone();
        meant.visit_signature_mut(&mut written.sig);
        meant.visit_block_mut(&mut written.block);
        let written = Rc::new(written);
        self.instances.insert(instance, Rc::clone(&written));
        Ok(written)
    }
}

/// What a parameter stands for.
enum Parameter {
    /// A type, which no value asks for.
    Type,
    Constant(Box<Expr>),
}

impl Parameter {
    fn text(&self) -> Option<String> {
        match self {
            Parameter::Type => None,
            Parameter::Constant(expr) => Some(quote::ToTokens::to_token_stream(expr).to_string()),
        }
    }
}

/// What the parameters stand for, as far as it is known.
#[derive(Default)]
struct Meant {
    values: HashMap<String, Option<Parameter>>,
}

impl Meant {
    fn says(&mut self, name: &str, value: &Value) {
        let written: Expr = match value {
            Value::Int(number) if number.is_negative() => return,
            Value::Int(number) => {
                let digits = proc_macro2::Literal::u128_unsuffixed(number.bits);
                syn::parse_quote!(#digits)
            }
            Value::Bool(value) => syn::parse_quote!(#value),
            _ => return,
        };
        if let Some(parameter @ None) = self.values.get_mut(name) {
            *parameter = Some(Parameter::Constant(Box::new(written)));
        }
    }

    /// What a value says of its type.
    fn by_value(&mut self, ty: &Type, value: &Value) {
        match (ty, value) {
            (Type::Paren(inner), _) => self.by_value(&inner.elem, value),
            (Type::Group(inner), _) => self.by_value(&inner.elem, value),
            (Type::Reference(inner), _) => self.by_value(&inner.elem, value),
            (Type::Array(array), Value::Array(elements)) => {
                if let Some(name) = crate::syntax::path_name(&array.len) {
                    let length = Number::of(elements.len() as u128, "usize");
                    self.says(&name, &Value::Int(length));
                }
                if let Some(first) = elements.first() {
                    self.by_value(&array.elem, first);
                }
            }
            (Type::Slice(slice), Value::Array(elements)) => {
                if let Some(first) = elements.first() {
                    self.by_value(&slice.elem, first);
                }
            }
            (Type::Tuple(tuple), Value::Tuple(parts)) => {
                tuple.elems.iter().zip(parts).for_each(|(ty, part)| self.by_value(ty, part));
            }
            _ => {}
        }
    }

    fn constant(&self, name: &syn::Ident) -> Option<&Expr> {
        match self.values.get(&plain(name)) {
            Some(Some(Parameter::Constant(expr))) => Some(expr),
            _ => None,
        }
    }
}

impl VisitMut for Meant {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Path(path) = expr
            && let Some(known) = path.path.get_ident().and_then(|name| self.constant(name))
        {
            let mut known = known.clone();
            if let Expr::Lit(syn::ExprLit { lit, .. }) = &mut known {
                lit.set_span(Area::of(&*path).start);
            }
            *expr = known;
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_generic_argument_mut(&mut self, arg: &mut GenericArgument) {
        if let GenericArgument::Type(Type::Path(path)) = arg
            && let Some(known) = path.path.get_ident().and_then(|name| self.constant(name))
        {
            *arg = GenericArgument::Const(known.clone());
            return;
        }
        visit_mut::visit_generic_argument_mut(self, arg);
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && let Some(name) = path.path.get_ident()
            && matches!(self.values.get(&plain(name)), Some(Some(Parameter::Type)))
        {
            *ty = syn::parse_quote!(_);
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// The constant that an argument between `<` and `>` is.
fn constant_of(arg: &GenericArgument) -> Option<Expr> {
    match arg {
        GenericArgument::Const(expr) => Some(expr.clone()),
        GenericArgument::Type(Type::Path(path)) => {
            Some(Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: path.path.clone() }))
        }
        _ => None,
    }
}

/// The parameters that are lengths in a type, each with the length that another type has there.
fn lengths(ty: &Type, expected: &Type, found: &mut Vec<(String, Expr)>) {
    match (ty, expected) {
        (Type::Paren(inner), _) => lengths(&inner.elem, expected, found),
        (Type::Group(inner), _) => lengths(&inner.elem, expected, found),
        (_, Type::Paren(inner)) => lengths(ty, &inner.elem, found),
        (_, Type::Group(inner)) => lengths(ty, &inner.elem, found),
        (Type::Array(array), Type::Array(other)) => {
            if let Some(name) = crate::syntax::path_name(&array.len)
                && !matches!(strip(&other.len), Expr::Infer(_))
            {
                found.push((name, other.len.clone()));
            }
            lengths(&array.elem, &other.elem, found);
        }
        (Type::Tuple(tuple), Type::Tuple(other)) => {
            tuple.elems.iter().zip(&other.elems).for_each(|(ty, other)| lengths(ty, other, found));
        }
        _ => {}
    }
}

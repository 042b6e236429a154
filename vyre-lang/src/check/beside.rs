//! What stands beside a kernel in a module of which the front end sees all: functions and methods, which are checked as functions of the
//! kernel's own, and constants.

use super::conversions::takes_wanted;
use super::extent::Extent;
use super::function::Arguments;
use super::generic::TemplateCall;
use super::iterate::Called;
use super::scopes::Surface;
use super::{Checker, Entity, plain};
use crate::data::{Generic, Hints};
use crate::diagnostics::Area;
use crate::files::{MethodAt, Place};
use crate::hir::{Block, Expr, FunctionId, Kind, Stmt};
use crate::module::READING;
use crate::overload;
use crate::types::{Form, INTEGERS, Ty};
use quote::ToTokens;
use std::collections::HashMap;
use std::rc::Rc;

/// What a method does with its receiver.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// It has none.
    Nothing,
    /// `self` or `&self`
    Value,
    /// `&mut self`
    Change,
}

/// A function of an `impl`, as a function whose first parameter may be `self`.
#[derive(Clone)]
pub(crate) struct Method {
    /// The id of the type's definition.
    pub(crate) owner: String,
    /// Its name in the `impl`. The function has another one, which no user can write.
    pub(crate) name: String,
    /// The trait, if it is one of a trait.
    pub(crate) of: Option<String>,
    pub(crate) takes: Takes,
    /// The parameters of the `impl`, which are the function's first ones.
    pub(crate) params: Vec<syn::Ident>,
    /// The type that the `impl` is about.
    pub(crate) about: syn::Type,
    /// The type that the trait is written with: that of the other operand, where an operator calls the method.
    pub(crate) operand: Option<syn::Type>,
    pub(crate) function: syn::ItemFn,
}

/// A type or a constant of an `impl`.
#[derive(Clone)]
pub(crate) struct Associated<T> {
    pub(crate) params: Vec<syn::Ident>,
    pub(crate) about: syn::Type,
    /// The parameters with their bounds, which may say of each other what they are.
    pub(crate) generics: Rc<syn::Generics>,
    pub(crate) value: T,
}

/// What `impl`s have of one kind, by the ids of their owners and their names.
pub(crate) type OfImpls<T> = Rc<HashMap<(String, String), Vec<Associated<T>>>>;

/// What a kernel sees in its module.
#[derive(Clone, Default)]
pub(crate) struct Beside {
    pub(crate) functions: Vec<syn::ItemFn>,
    /// The ids of the operations that functions stand for, by the functions' names.
    pub(crate) operations: Rc<HashMap<String, Rc<str>>>,
    pub(crate) methods: Vec<Method>,
    /// The types of the constants.
    pub(crate) hints: Rc<Hints>,
    /// The types of the `impl`s of traits, such as `Output`, by the ids of their owners and their names.
    pub(crate) associated: OfImpls<syn::Type>,
    /// The constants of `impl`s with parameters: their types and values.
    pub(crate) constants: OfImpls<(syn::Type, syn::Expr)>,
    /// The structs and enums over types and constants, by the ids of their definitions.
    pub(crate) generics: Rc<HashMap<String, Rc<Generic>>>,
    /// All methods of the module, by the ids of their types and their names: one that no name leads to may still be meant.
    pub(crate) names: Rc<[(String, String)]>,
}

/// A method that has been declared.
#[derive(Clone)]
pub(super) struct Known {
    entity: Callee,
    of: Option<Rc<str>>,
    takes: Takes,
    /// Whether it takes `self` itself.
    is_by_value: bool,
    /// Whether it gives a value of the type that its `impl` is about.
    gives_own: bool,
    params: Rc<[syn::Ident]>,
    about: Rc<syn::Type>,
    operand: Option<Rc<syn::Type>>,
    /// The name of the function, which no user can write.
    function: syn::Ident,
}

#[derive(Clone, Copy)]
enum Callee {
    Function(FunctionId),
    Template(usize),
    Erroneous,
}

/// How an operand of an operator is passed.
pub(super) struct Operand {
    value: Expr,
    is_reference: bool,
}

/// Under which name the methods of an `impl` for arrays with parameters are found, and for tuples.
pub(crate) const ARRAYS: &str = "[_;_]";
pub(crate) const TUPLES: &str = "(_)";

impl Checker<'_> {
    /// Declares what stands beside the kernel, around its parameters, and checks it. The buffers of the parameters come before those of tables.
    pub(super) fn declare_beside(&mut self, beside: &Beside) {
        let of_kernel = self.scopes.pop();
        self.beside(beside);
        self.scopes.extend(of_kernel);
    }

    fn beside(&mut self, beside: &Beside) {
        self.method_names = Rc::clone(&beside.names);
        self.associated = Rc::clone(&beside.associated);
        self.associated_constants = Rc::clone(&beside.constants);
        self.generics = Rc::clone(&beside.generics);
        for function in &beside.functions {
            self.refuse_built_in(&function.sig.ident);
            self.declare_function(function);
            let name = plain(&function.sig.ident);
            if let (Some(operation), Some(Entity::Function(id))) =
                (beside.operations.get(&name), self.lookup(&name))
            {
                self.functions[id].operation = Some(Rc::clone(operation));
            }
        }
        for method in &beside.methods {
            let name = &method.function.sig.ident;
            self.declare_function(&method.function);
            let entity = match self.lookup(&plain(name)) {
                Some(Entity::Function(id)) => {
                    self.functions[id].name.clone_from(&method.name);
                    Callee::Function(id)
                }
                Some(Entity::Template(at)) => {
                    self.rename_template(at, &method.name);
                    Callee::Template(at)
                }
                _ => Callee::Erroneous,
            };
            let first = match method.function.sig.inputs.first() {
                Some(syn::FnArg::Typed(first)) => Some(&*first.ty),
                _ => None,
            };
            let is_by_value = method.takes == Takes::Value && !matches!(first, Some(syn::Type::Reference(_)));
            let known = Known {
                entity,
                is_by_value,
                gives_own: gives_own(method),
                of: method.of.as_deref().map(Rc::from),
                takes: method.takes,
                params: method.params.clone().into(),
                about: Rc::new(method.about.clone()),
                operand: method.operand.clone().map(Rc::new),
                function: name.clone(),
            };
            if let Some(of) = &method.of {
                let with_operand = method.operand.as_ref().map(|operand| overload::with_operand(of, operand));
                for of in with_operand.iter().chain([of]) {
                    let alias = (method.owner.clone(), overload::of_trait(of, &method.name));
                    self.methods.entry(alias).or_default().push(known.clone());
                }
            }
            self.methods.entry((method.owner.clone(), method.name.clone())).or_default().push(known);
        }
        let methods = beside.methods.iter().map(|method| &method.function);
        beside.functions.iter().chain(methods).for_each(|function| self.function_body(function));
    }

    /// The names under which the methods of a type are found: the id of its definition, or the name of a number.
    fn owners_of(&self, ty: Ty) -> Vec<String> {
        let numbers = |fits: fn(&Ty) -> bool| {
            let known = INTEGERS.iter().map(|integer| integer.ty).chain([Ty::F32, Ty::F64]);
            known.filter(fits).map(|ty| ty.to_string()).collect()
        };
        match (self.infer.data_of(ty), self.infer.resolve(ty)) {
            (Some(data), _) => vec![data.definition.id.clone()],
            (None, Ty::Int(_)) => numbers(|ty| ty.is_integer()),
            (None, Ty::Float(_)) => numbers(|ty| ty.is_float()),
            (None, Ty::Open(_) | Ty::Error) => Vec::new(),
            (None, ty) if ty.vector_lanes().is_some() => {
                vec![ty.to_string().replace(' ', ""), ARRAYS.to_string()]
            }
            (None, ty) if ty.data().is_some() => vec![ty.to_string().replace(' ', "")],
            (None, ty) => match self.infer.parts(ty) {
                Some((Form::Option, _)) => vec!["Option".to_string()],
                Some((Form::Result, _)) => vec!["Result".to_string()],
                Some((Form::Array, _)) => vec![self.infer.name(ty).replace(' ', ""), ARRAYS.to_string()],
                Some((Form::Tuple, _)) => vec![self.infer.name(ty).replace(' ', ""), TUPLES.to_string()],
                _ => vec![self.infer.name(ty).replace(' ', "")],
            },
        }
    }

    /// The methods of a type with a name that are about it: those of its own `impl`s, else those for all types.
    pub(super) fn methods_of(&mut self, ty: Ty, name: &str) -> Vec<Known> {
        let found = self.methods_named(ty, name);
        match overload::without_operand(name) {
            // The type may have another name there.
            Some(name) if found.is_empty() => self.methods_named(ty, &name),
            _ => found,
        }
    }

    fn methods_named(&mut self, ty: Ty, name: &str) -> Vec<Known> {
        let owners = self.owners_of(ty).into_iter().map(|owner| (owner, name.to_string()));
        let mut having: Vec<_> = owners.filter(|key| self.methods.contains_key(key)).collect();
        // Of an open number, if its trait is not that of one type alone, Rust makes what it makes of one that nothing settles.
        if having.len() > 1 && matches!(self.infer.resolve(ty), Ty::Int(_) | Ty::Float(_)) {
            having.retain(|(owner, _)| matches!(owner.as_str(), "i32" | "f64"));
        }
        let known = having.iter().filter_map(|key| self.methods.get(key));
        let mut found: Vec<Known> = known.flatten().cloned().collect();
        if let Some(args) = self.infer.args(ty)
            && found.len() > 1
        {
            found.retain(|known| self.is_about(&known.about, &known.params, &args));
        }
        if having.iter().any(|(owner, _)| matches!(owner.as_str(), ARRAYS | TUPLES | "Option" | "Result")) {
            found.retain(|known| self.may_be(super::instances::peeled(&known.about), ty, &known.params));
        }
        // In a function over types, a method for all types may be meant although the type has one of its own.
        let is_for_all = found.is_empty() || self.is_in_instance();
        if is_for_all && !matches!(self.infer.resolve(ty), Ty::Open(_) | Ty::Error) {
            found.extend(
                self.methods.get(&("*".to_string(), name.to_string())).into_iter().flatten().cloned(),
            );
        }
        // A type's own methods come first. In a function over types, those of the traits of its bounds do.
        if !self.is_in_instance() && found.iter().any(|known| known.of.is_none()) {
            found.retain(|known| known.of.is_none());
        }
        found
    }

    /// The same where a method is called on a value: a trait's method that takes `self` comes before a type's own that takes `&self`, and one that takes
    /// `&self` before a type's own that takes `&mut self`. What is a reference is its value here, so that both may be meant.
    fn methods_called(&mut self, ty: Ty, name: &str) -> Vec<Known> {
        let mut found = self.methods_of(ty, name);
        let is_own = |known: &Known| known.of.is_none() && known.takes != Takes::Nothing;
        if let Some(own) = found.first().filter(|known| is_own(known) && !known.is_by_value) {
            let is_exclusive = own.takes == Takes::Change;
            let is_before = |known: &Known| known.is_by_value || is_exclusive && known.takes == Takes::Value;
            let owners = self.owners_of(ty).into_iter();
            let all = owners.filter_map(|owner| self.methods.get(&(owner, name.to_string()))).flatten();
            let before: Vec<Known> =
                all.filter(|known| known.of.is_some() && is_before(known)).cloned().collect();
            found.extend(before);
        }
        found
    }

    /// Whether several traits, or a trait and the type itself, have a method of this name, so that only Rust knows which one is meant; then reports it.
    fn is_ambiguous(&mut self, found: &[Known], ty: Ty, (name, area): (&str, Area)) -> bool {
        let [first, rest @ ..] = found else { return false };
        if overload::without_trait(name).starts_with(overload::HIDDEN) {
            return false;
        }
        let is_reference = |known: &Known| matches!(&*known.about, syn::Type::Reference(_));
        if rest.iter().any(|known| is_reference(known) != is_reference(first)) {
            let (owner, name) = (self.infer.name(ty), overload::without_trait(name));
            let problem = format!(
                "`{owner}` and `&{owner}` both have a method `{name}`, and a reference is its value here"
            );
            self.errors.report(area, problem, "write the one that is meant as a function, or rename it");
            return true;
        }
        if rest.iter().all(|known| known.of == first.of) {
            return false;
        }
        let of = found.iter().find_map(|known| known.of.clone()).unwrap_or_default();
        let (owner, own) = (self.infer.name(ty), found.iter().any(|known| known.of.is_none()));
        let others = if own { "itself and one of a trait" } else { "of several traits" };
        let problem = format!("`{owner}` has a method `{name}` {others}");
        self.errors.report(area, problem, format!("write the trait that is meant, as in `{of}::{name}(..)`"));
        true
    }

    /// Of the methods of several `impl`s of one trait keeps those that take these arguments. Reports it where that leaves several.
    fn told_apart(
        &mut self,
        found: &mut Vec<Known>,
        args: &Arguments,
        (ty, is_method): (Ty, bool),
        (name, area): (&str, Area),
    ) -> bool {
        let is_of_several = |found: &[Known]| {
            let is_of_one = |known: &Known| known.of.is_some() && known.of == found[0].of;
            found.len() > 1
                && found.iter().all(is_of_one)
                && found.iter().any(|known| known.operand.is_some())
        };
        if name.starts_with(overload::HIDDEN) && overload::without_trait(name) == name
            || !is_of_several(found)
        {
            return true;
        }
        self.keep_bound(found);
        let shift = usize::from(is_method);
        found.retain(|known| {
            let Callee::Function(function) = known.entity else { return true };
            let function = &self.functions[function];
            if !function.references.is_empty() {
                return true;
            }
            let mut values = function.params.iter().map(|param| self.locals[*param].ty);
            let count = function.params.len() + function.slices.len();
            let is_slice = |at: usize| function.slices.iter().any(|(slice, _)| *slice == at);
            let params: Vec<Option<Ty>> =
                (0..count).map(|at| if is_slice(at) { None } else { values.next() }).skip(shift).collect();
            args.len() == params.len()
                && args.iter().zip(params).all(|(arg, ty)| match ty {
                    Some(ty) => !self.is_seen_as_slice(arg) && self.may_take(arg, ty),
                    None => !self.is_seen_as_number(arg),
                })
        });
        if found.len() > 1 {
            // What a literal is where several would do.
            let default = |known: &Known| match &known.operand {
                Some(ty) => matches!(ty.to_token_stream().to_string().as_str(), "i32" | "f64"),
                None => false,
            };
            let has_literal = args.iter().any(|arg| matches!(crate::syntax::strip(arg), syn::Expr::Lit(_)));
            if has_literal && found.iter().any(default) {
                found.retain(default);
            }
        }
        if !is_of_several(found) {
            return true;
        }
        let (owner, name) = (self.infer.name(ty), overload::without_trait(name));
        let of = found[0].of.clone().unwrap_or_default();
        let operand =
            found[0].operand.as_ref().map(|ty| ty.to_token_stream().to_string()).unwrap_or_default();
        let problem = format!("`{owner}` has several methods `{name}`, of one trait with different types");
        let fix = format!("say which one is meant, as in `<{owner} as {of}<{operand}>>::{name}(..)`");
        self.errors.report(area, problem, fix);
        false
    }

    /// In a function over types keeps the methods that its bounds bring, such as `S: Convert<u8>`, if any does.
    fn keep_bound(&mut self, found: &mut Vec<Known>) {
        let Some(at) = self.instances.last() else { return };
        let generics = Rc::clone(&self.templates[*at].item);
        let of = found.first().and_then(|known| known.of.clone());
        let mut bounds = Bounds(Vec::new());
        syn::visit::Visit::visit_generics(&mut bounds, &generics.sig.generics);
        let operands = bounds.0.into_iter().filter(|path| {
            path.segments.last().is_some_and(|last| Some(plain(&last.ident)).as_deref() == of.as_deref())
        });
        let operands: Vec<syn::Type> =
            operands.filter_map(|path| overload::operand_of(path).cloned()).collect();
        let brought: Vec<String> =
            operands.iter().filter_map(|ty| self.written_type(ty).map(|ty| self.infer.name(ty))).collect();
        let mut is_brought = |known: &Known| {
            let ty = known.operand.as_deref().and_then(|ty| self.written_type(ty));
            ty.is_some_and(|ty| brought.contains(&self.infer.name(ty)))
        };
        let kept: Vec<Known> = found.iter().filter(|known| is_brought(known)).cloned().collect();
        if !kept.is_empty() {
            *found = kept;
        }
    }

    /// Whether an argument may be of a type, as far as is known without a look at more than names.
    fn may_take(&mut self, arg: &syn::Expr, ty: Ty) -> bool {
        let ty = self.infer.resolve(ty);
        let seen = match crate::syntax::strip(arg) {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(lit), .. }) if lit.suffix().is_empty() => {
                return ty.is_integer();
            }
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Float(lit), .. }) if lit.suffix().is_empty() => {
                return ty.is_float();
            }
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(lit), .. }) => {
                crate::signature::named(lit.suffix())
            }
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Float(lit), .. }) => {
                crate::signature::named(lit.suffix())
            }
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Bool(_), .. }) => Some(Ty::Bool),
            syn::Expr::Cast(cast) => self.written_type(&cast.ty),
            syn::Expr::Binary(binary) if gives_truth(&binary.op) => Some(Ty::Bool),
            other => self.seen_type(other),
        };
        seen.is_none_or(|seen| {
            let seen = self.infer.resolve(seen);
            matches!(seen, Ty::Int(_) | Ty::Float(_) | Ty::Open(_) | Ty::Error)
                || self.infer.name(seen) == self.infer.name(ty)
        })
    }

    /// Whether an argument is a slice, as far as names tell.
    fn is_seen_as_slice(&mut self, arg: &syn::Expr) -> bool {
        self.is_slice_expr(arg) || self.is_slice_valued(arg)
    }

    /// Whether an argument is a number, which no parameter takes that is a slice.
    fn is_seen_as_number(&mut self, arg: &syn::Expr) -> bool {
        if self.is_seen_as_slice(arg) {
            return false;
        }
        match crate::syntax::strip(arg) {
            syn::Expr::Lit(syn::ExprLit { lit, .. }) => {
                !matches!(lit, syn::Lit::ByteStr(_) | syn::Lit::Str(_))
            }
            syn::Expr::Cast(_) | syn::Expr::Binary(_) => true,
            other => self.seen_type(other).is_some_and(|ty| {
                let ty = self.infer.resolve(ty);
                ty == Ty::Bool || ty.is_integer() || ty.is_float()
            }),
        }
    }

    /// The type that a function of the module gives, or one of its types' functions, if no parameter has a part in it.
    pub(super) fn declared_result(&mut self, call: &syn::ExprCall) -> Option<Ty> {
        let syn::Expr::Path(path) = crate::syntax::strip(&call.func) else { return None };
        if self.is_of_open_owner(call) {
            return None;
        }
        let entity = match path.path.get_ident() {
            Some(name) => self.lookup(&plain(name))?,
            None => {
                let mut owner = path.path.clone();
                let name = plain(&owner.segments.pop()?.ident);
                owner.segments.pop_punct();
                let ty = self.data_type(&owner)?;
                match self.methods_of(ty, &name).first()?.entity {
                    Callee::Function(function) => Entity::Function(function),
                    Callee::Template(_) | Callee::Erroneous => return None,
                }
            }
        };
        match entity {
            Entity::Function(function) => Some(self.functions[function].result),
            _ => None,
        }
    }

    /// Whether a function over types gives a value of a type of the module's that is an iterator.
    pub(super) fn gives_own_iterator(&mut self, expr: &syn::Expr) -> bool {
        let result = match crate::syntax::strip(expr) {
            syn::Expr::Call(call) => {
                match crate::syntax::path_name(&call.func).and_then(|name| self.lookup(&name)) {
                    Some(Entity::Template(at)) => self.result_of_template(at),
                    Some(_) => None,
                    None => self.result_of_own(call),
                }
            }
            syn::Expr::MethodCall(call) => self.written_result(call),
            _ => None,
        };
        let Some(syn::Type::Path(path)) = result else { return false };
        let id = self.id_of_type(&path.path);
        id.is_some_and(|id| self.methods.contains_key(&(id, "next".to_string())))
    }

    /// The id of the type of the module's that a path names.
    fn id_of_type(&mut self, path: &syn::Path) -> Option<String> {
        match self.generic_named(path) {
            Some(generic) => Some(generic.definition.id.clone()),
            None => self.data_type(path).and_then(|ty| Some(self.infer.data_of(ty)?.definition.id.clone())),
        }
    }

    /// The type of the result of `Type::function(..)`, as it is written, if there is one such function.
    fn result_of_own(&mut self, call: &syn::ExprCall) -> Option<syn::Type> {
        let syn::Expr::Path(path) = crate::syntax::strip(&call.func) else { return None };
        let mut owner = path.path.clone();
        let name = plain(&owner.segments.pop()?.ident);
        owner.segments.pop_punct();
        if owner.segments.is_empty() {
            return None;
        }
        let id = self.id_of_type(&owner)?;
        match &self.methods.get(&(id, name))?[..] {
            [Known { entity: Callee::Template(at), .. }] => self.result_of_template(*at),
            _ => None,
        }
    }

    /// The type of the result of a method of the module's, as it is written.
    pub(super) fn written_result(&mut self, call: &syn::ExprMethodCall) -> Option<syn::Type> {
        if !self.sees_module {
            return None;
        }
        let ty = self.seen_type(&call.receiver)?;
        self.infer.data_of(ty)?;
        match self.methods_of(ty, &plain(&call.method)).first()?.entity {
            Callee::Template(at) => self.result_of_template(at),
            Callee::Function(_) | Callee::Erroneous => None,
        }
    }

    /// The type that a method of the module gives, if it does not depend on the call.
    pub(super) fn declared_result_of_method(&mut self, call: &syn::ExprMethodCall) -> Option<Ty> {
        let ty = self.seen_type(&call.receiver)?;
        self.infer.data_of(ty)?;
        self.result_of_known(ty, &plain(&call.method))
    }

    fn result_of_known(&mut self, ty: Ty, name: &str) -> Option<Ty> {
        let known = self.methods_of(ty, name).into_iter().next()?;
        match known.entity {
            Callee::Function(function) => Some(self.functions[function].result),
            Callee::Template(template) => self.result_of_instance(&known, template, ty),
            Callee::Erroneous => None,
        }
    }

    /// The type of a place, or of what a method or an operator of the module gives, as far as their signatures say it.
    pub(super) fn seen_type(&mut self, expr: &syn::Expr) -> Option<Ty> {
        match crate::syntax::strip(expr) {
            syn::Expr::MethodCall(call) => self.declared_result_of_method(call),
            syn::Expr::Call(call) => self.declared_result(call),
            syn::Expr::Binary(binary) => {
                let method = overload::method_of(&binary.op)?;
                let ty = self.seen_type(&binary.left)?;
                self.infer.data_of(ty)?;
                self.result_of_known(ty, &format!("{}{method}", overload::HIDDEN))
            }
            syn::Expr::Unary(unary) if !matches!(unary.op, syn::UnOp::Deref(_)) => {
                let method = if matches!(unary.op, syn::UnOp::Not(_)) { "not" } else { "neg" };
                let ty = self.seen_type(&unary.expr)?;
                self.infer.data_of(ty)?;
                self.result_of_known(ty, &format!("{}{method}", overload::HIDDEN))
            }
            place => self.peeked_type(place),
        }
    }

    /// The type that a method of an instance gives, if it is an array or a type of the module's, and the type of the instance says it.
    fn result_of_instance(&mut self, known: &Known, template: usize, ty: Ty) -> Option<Ty> {
        let result = self.result_of_template(template)?;
        let words = crate::syntax::words(&result);
        let is_named = matches!(&result, syn::Type::Path(path) if self.id_of_type(&path.path).is_some());
        let is_open = |ty: &Ty| matches!(self.infer.resolve(*ty), Ty::Open(_) | Ty::Int(_) | Ty::Float(_));
        let of_method = self.params_of_template(template);
        let mut of_method = of_method.iter().filter(|param| !known.params.contains(param));
        if !is_named && !matches!(result, syn::Type::Array(_))
            || self.infer.args(ty)?.iter().any(is_open)
            || of_method.any(|param| words.contains(&plain(param)))
            || names_unbound(&known.params, &known.about, &result)
        {
            return None;
        }
        let about = Associated {
            params: known.params.to_vec(),
            about: (*known.about).clone(),
            generics: Rc::default(),
            value: (),
        };
        self.in_impl(&about, ty, |checker| checker.written_type(&result))
    }

    /// Whether a method of the module gives an array.
    pub(super) fn gives_array(&mut self, call: &syn::ExprMethodCall) -> bool {
        let Some(ty) = self.peeked_type(&call.receiver) else { return false };
        if self.infer.data_of(ty).is_none() {
            return false;
        }
        match self.methods_of(ty, &plain(&call.method)).first().map(|known| &known.entity) {
            Some(Callee::Function(function)) => {
                let result = self.functions[*function].result;
                self.array_element(result).is_some()
            }
            Some(Callee::Template(template)) => {
                matches!(self.result_of_template(*template), Some(syn::Type::Array(_)))
            }
            _ => false,
        }
    }

    /// The type that an operator wants of its other side: that of this one, if its only `impl` is about two values of one type.
    pub(super) fn wanted_beside(&mut self, op: &syn::BinOp, left: Ty, right: &syn::Expr) -> Option<Ty> {
        let is_comparison = matches!(
            op,
            syn::BinOp::Eq(_)
                | syn::BinOp::Ne(_)
                | syn::BinOp::Lt(_)
                | syn::BinOp::Le(_)
                | syn::BinOp::Gt(_)
                | syn::BinOp::Ge(_)
        );
        if let syn::Expr::MethodCall(call) = crate::syntax::strip(right)
            && (call.method == "into" || call.method == "collect")
            && takes_wanted(right)
            && !is_comparison
        {
            let wanted = self.operand_of_only(overload::method_of(op)?, left);
            // Of a type parameter the bound says that the other operand is of its type, too.
            let of_parameter = call.method == "into" && self.is_in_instance();
            return wanted.or_else(|| of_parameter.then_some(left));
        }
        if let syn::Expr::Path(path) = crate::syntax::strip(right)
            && self.names_constant_of_trait(path)
        {
            // What a value is compared with is of its type, and so is the other operand of a type parameter.
            if is_comparison {
                return Some(left);
            }
            let wanted = self.operand_of_only(overload::method_of(op)?, left);
            return wanted.or_else(|| self.is_in_instance().then_some(left));
        }
        if let syn::Expr::Path(path) = crate::syntax::strip(right)
            && self.infer.args(left).is_some()
            && self.is_constant_of_open_owner(path)
        {
            let wanted = self.operand_of_only(overload::method_of(op)?, left)?;
            return (self.infer.resolve(wanted) == self.infer.resolve(left)).then_some(left);
        }
        let syn::Expr::Call(call) = crate::syntax::strip(right) else {
            // What a number is compared with is one of its type, unlike what it is added to.
            let is_cast = matches!(crate::syntax::strip(right), syn::Expr::Cast(_)) && takes_wanted(right);
            return (is_comparison && is_cast && self.infer.resolve(left).data().is_some()).then_some(left);
        };
        if !self.sees_module || self.infer.args(left).is_none() || !self.is_of_open_owner(call) {
            return None;
        }
        let wanted = self.operand_of_only(overload::method_of(op)?, left)?;
        (self.infer.resolve(wanted) == self.infer.resolve(left)).then_some(left)
    }

    /// The sides of an operator of which the first one is a constant of a type with parameters that only the second one says, or what a function
    /// of such a type gives for nothing: `Matrix::identity() - gain`.
    pub(super) fn constant_beside(&mut self, binary: &syn::ExprBinary) -> Option<[Expr; 2]> {
        let is_open = match crate::syntax::strip(&binary.left) {
            syn::Expr::Path(path) => self.is_constant_of_open_owner(path),
            syn::Expr::Call(call) => self.sees_module && call.args.is_empty() && self.is_of_open_owner(call),
            _ => false,
        };
        if !is_open {
            return None;
        }
        let right = self.expr(&binary.right);
        self.infer.args(right.ty)?;
        let wanted = self.operand_of_only(overload::method_of(&binary.op)?, right.ty)?;
        let is_same = self.infer.resolve(wanted) == self.infer.resolve(right.ty);
        is_same.then(|| [self.expr_as(&binary.left, right.ty), right])
    }

    /// The type of the other operand of an operator, if the module has one `impl` of it alone for values of a type, and that takes a value.
    fn operand_of_only(&mut self, method: &str, ty: Ty) -> Option<Ty> {
        if !self.sees_module {
            return None;
        }
        let found = self.methods_of(ty, &format!("{}{method}", overload::HIDDEN));
        let [only] = &found[..] else { return None };
        let operand = only.operand.clone()?;
        let text = |ty: &syn::Type| ToTokens::to_token_stream(ty).to_string();
        if text(&operand) == text(&only.about) {
            return Some(ty);
        }
        let of = Associated {
            params: only.params.to_vec(),
            about: (*only.about).clone(),
            generics: Rc::default(),
            value: (),
        };
        let is_value = !matches!(*operand, syn::Type::Reference(_));
        let is_told = !names_unbound(&only.params, &only.about, &operand);
        (is_value && is_told).then(|| self.in_impl(&of, ty, |checker| checker.written_type(&operand)))?
    }

    /// The function that a method is which takes its receiver behind a reference, and whether that is a `&mut`; nothing where it takes it by value, is
    /// one over types, or where several are meant.
    pub(super) fn own_of_place(&mut self, ty: Ty, name: &str) -> Option<(syn::Ident, bool)> {
        let found = self.methods_called(ty, name);
        let [Known { entity: Callee::Function(_), is_by_value: false, takes, function, .. }] = &found[..]
        else {
            return None;
        };
        (*takes != Takes::Nothing).then(|| (function.clone(), *takes == Takes::Change))
    }

    /// The function over types or constants that a method is which takes an array behind a reference, and whether that is a `&mut`.
    pub(super) fn own_of_any_array(&mut self, ty: Ty, name: &str) -> Option<(syn::Ident, bool)> {
        let found = self.methods_called(ty, name);
        let [Known { entity: Callee::Template(at), is_by_value: false, takes, function, .. }] = &found[..]
        else {
            return None;
        };
        let is_function = !self.takes_functions(*at) && !self.is_over_iterators(*at);
        (is_function && *takes != Takes::Nothing).then(|| (function.clone(), *takes == Takes::Change))
    }

    /// A call of a method that takes an array behind a `&mut`: the function sees a slice, of a copy in memory, which the place gets back.
    fn changing_method_of_array(
        &mut self,
        receiver: Expr,
        function: &syn::Ident,
        args: &Arguments,
        area: Area,
    ) -> Expr {
        if super::inner::is_temporary(&receiver) {
            let written: syn::Expr = syn::parse_quote!({
                let mut __vyre_array = __vyre_own;
                #function(&mut __vyre_array, #args)
            });
            return self.written_with([("__vyre_own", receiver)], &written, area);
        }
        let mut stmts = Vec::new();
        let Some(Some((array, copied))) = self.slice_of_value(receiver, true, &mut stmts) else {
            args.iter().for_each(|arg| self.left_over(arg));
            return Expr::error(area);
        };
        self.scopes.push(HashMap::from([("__vyre_own".to_string(), Entity::Buffer(array))]));
        let value = self.expr(&syn::parse_quote!(#function(&mut __vyre_own, #args)));
        self.scopes.pop();
        self.done_over(value, copied.into_iter().collect(), stmts, area)
    }

    /// Whether a type has a method of the module's, or a function.
    pub(super) fn has_own(&mut self, ty: Ty, name: &str) -> bool {
        !self.methods_of(ty, name).is_empty()
    }

    /// Whether a type has a method of the module's that changes it.
    pub(super) fn has_changing_method(&mut self, ty: Ty, name: &str) -> bool {
        self.methods_of(ty, name).iter().any(|known| known.takes == Takes::Change)
    }

    /// Whether a type has a method itself whose receiver is a value, or the `&mut` that a name is.
    pub(super) fn is_own_method(&mut self, ty: Ty, name: &str, is_reference: bool) -> bool {
        self.methods_of(ty, name).iter().any(|known| {
            known.of.is_none()
                && match known.takes {
                    Takes::Nothing => false,
                    Takes::Value => known.is_by_value,
                    Takes::Change => is_reference,
                }
        })
    }

    /// Whether the module has a `PartialOrd` by hand for a type.
    pub(super) fn has_own_order(&mut self, ty: Ty) -> bool {
        !self.operator_of("partial_cmp", (ty, false), Some((ty, false))).is_empty()
    }

    /// Whether a type of the module's has a method with a name.
    pub(super) fn has_any_method(&self, name: &str) -> bool {
        self.methods.keys().any(|(_, known)| known == name)
    }

    /// What the `sum` or `product` of a type of the module's gives for a chain.
    pub(super) fn own_total(&mut self, ty: Ty, is_behind: bool, call: &syn::ExprMethodCall) -> Option<Expr> {
        let ty = self.referent(ty).unwrap_or(ty);
        if let Some((Form::Option | Form::Result, parts)) = self.infer.parts(ty) {
            return self.total_of_options(*parts.get(1)?, is_behind, call);
        }
        if !self.sees_module || self.infer.data_of(ty).is_none() {
            return None;
        }
        let of_references = |known: &Known| matches!(known.operand.as_deref(), Some(syn::Type::Reference(_)));
        let mut found = self.methods_of(ty, &plain(&call.method));
        if found.iter().any(|known| of_references(known) == is_behind) {
            found.retain(|known| of_references(known) == is_behind);
        }
        let known = found.into_iter().next()?;
        let Callee::Template(template) = known.entity else { return None };
        if known.takes != Takes::Nothing || !self.is_over_iterators(template) {
            return None;
        }
        let mut args = Arguments::new();
        args.push((*call.receiver).clone());
        Some(self.call_known(&known, ty, (Vec::new(), &args), None, call.area()))
    }

    /// The sum or the product of options and results, which the first that holds no value ends.
    fn total_of_options(&mut self, of: Ty, is_behind: bool, call: &syn::ExprMethodCall) -> Option<Expr> {
        let of = self.infer.resolve(of);
        if is_behind || !of.is_integer() && !of.is_float() {
            return None;
        }
        let (items, is_sum) = (&call.receiver, call.method == "sum");
        let first = match (of.is_float(), is_sum) {
            // As std begins.
            (true, true) => "-0.0",
            (true, false) => "1.0",
            (false, true) => "0",
            (false, false) => "1",
        };
        let first: syn::Expr = syn::parse_str(first).ok()?;
        let op: syn::BinOp = if is_sum { syn::parse_quote!(+) } else { syn::parse_quote!(*) };
        let written: syn::Expr = syn::parse_quote! {
            #items.try_fold(#first, |__vyre_total, __vyre_item| __vyre_item.map(|__vyre_one| __vyre_total #op __vyre_one))
        };
        Some(self.expr(&written))
    }

    /// What a call of a function of one of the module's types gives, as its signature says.
    fn made_by_own_call(&mut self, expr: &syn::Expr) -> Option<Ty> {
        let syn::Expr::Call(call) = crate::syntax::strip(expr) else { return None };
        let syn::Expr::Path(path) = crate::syntax::strip(&call.func) else { return None };
        let mut owner = path.path.clone();
        let name = plain(&owner.segments.pop()?.ident);
        owner.segments.pop_punct();
        if owner.segments.is_empty() || path.qself.is_some() || self.generic_named(&owner).is_some() {
            return None;
        }
        let ty = self.data_type(&owner)?;
        let known = self.methods_of(ty, &name).into_iter().next()?;
        match known.entity {
            Callee::Function(function) => Some(self.functions[function].result),
            // The type has no parameters that the call would tell.
            Callee::Template(_) if known.gives_own => Some(ty),
            Callee::Template(_) | Callee::Erroneous => None,
        }
    }

    /// The call of a function over iterators: one of the module's, or of one of its types.
    pub(super) fn called_template<'c>(&mut self, expr: &'c syn::Expr) -> Option<Called<'c>> {
        let of_impl = |known: &Known, checker: &mut Self, owner: Ty| {
            let Callee::Template(template) = known.entity else { return None };
            let bound = known.params.iter().map(|param| (plain(param), checker.infer.open()));
            let bound: HashMap<String, Ty> = bound.collect();
            checker.match_type(super::instances::peeled(&known.about), owner, &bound);
            Some((template, bound, known.params.len()))
        };
        match crate::syntax::strip(expr) {
            syn::Expr::MethodCall(call) if self.sees_module => {
                let name = plain(&call.method);
                if !self.methods.keys().any(|(_, known)| *known == name) {
                    return None;
                }
                let owner =
                    self.peeked_type(&call.receiver).or_else(|| self.made_by_own_call(&call.receiver));
                let owner = owner.or_else(|| match crate::syntax::strip(&call.receiver) {
                    made @ (syn::Expr::Call(_) | syn::Expr::MethodCall(_)) => {
                        self.seen_type(made).filter(|ty| self.infer.data_of(*ty).is_some())
                    }
                    _ => None,
                })?;
                let known = self.methods_of(owner, &name).into_iter().next()?;
                let Callee::Template(template) = known.entity else { return None };
                if !self.is_over_iterators(template) {
                    return None;
                }
                let (template, bound, of_impl) = of_impl(&known, self, owner)?;
                let (args, turbofish, area) = (&call.args, call.turbofish.as_ref(), call.area());
                Some(Called { template, receiver: None, bound, of_impl, args, turbofish, area })
            }
            syn::Expr::Call(call) => {
                let syn::Expr::Path(path) = crate::syntax::strip(&call.func) else { return None };
                let last = path.path.segments.last()?;
                let turbofish = match &last.arguments {
                    syn::PathArguments::AngleBracketed(arguments) => Some(arguments),
                    _ => None,
                };
                let (args, area) = (&call.args, call.area());
                if let Some(segment) = crate::syntax::single(path) {
                    let Some(Entity::Template(template)) = self.lookup(&plain(&segment.ident)) else {
                        return None;
                    };
                    if !self.is_over_iterators(template) {
                        return None;
                    }
                    let (bound, of_impl) = (HashMap::new(), 0);
                    return Some(Called { template, receiver: None, bound, of_impl, args, turbofish, area });
                }
                if !self.sees_module {
                    return None;
                }
                let mut owner = path.path.clone();
                owner.segments.pop();
                owner.segments.pop_punct();
                let name = plain(&last.ident);
                if !self.methods.keys().any(|(_, known)| *known == name) {
                    return None;
                }
                let ty = match owner.get_ident().and_then(|name| self.lookup(&plain(name))) {
                    Some(Entity::Type(ty)) => ty,
                    _ => match self.generic_named(&owner) {
                        Some(generic) => {
                            return self.called_of_generic(&generic, &owner, name, (args, turbofish, area));
                        }
                        None => self.data_type(&owner)?,
                    },
                };
                let known = self.methods_of(ty, &name).into_iter().next()?;
                let Callee::Template(template) = known.entity else { return None };
                if !self.is_over_iterators(template) || known.takes != Takes::Nothing {
                    return None;
                }
                let (template, bound, of_impl) = of_impl(&known, self, ty)?;
                Some(Called { template, receiver: None, bound, of_impl, args, turbofish, area })
            }
            _ => None,
        }
    }

    /// The same of a function of a type with parameters.
    fn called_of_generic<'c>(
        &mut self,
        generic: &Generic,
        owner: &syn::Path,
        name: String,
        (args, turbofish, area): (&'c Arguments, Option<&'c syn::AngleBracketedGenericArguments>, Area),
    ) -> Option<Called<'c>> {
        let key = (generic.definition.id.clone(), name);
        let known = self.methods.get(&key)?.first()?.clone();
        let Callee::Template(template) = known.entity else { return None };
        if !self.is_over_iterators(template) || known.takes != Takes::Nothing {
            return None;
        }
        let of_owner = self.written_instance_args(generic, owner)?;
        let bound = known.params.iter().map(|param| (plain(param), self.infer.open()));
        let bound: HashMap<String, Ty> = bound.collect();
        if let Some(about) = crate::data::path_of(super::instances::peeled(&known.about)).cloned() {
            self.match_arguments(&about, &of_owner, &bound);
        }
        let of_impl = known.params.len();
        Some(Called { template, receiver: None, bound, of_impl, args, turbofish, area })
    }

    /// Calls a method of the module's. What of the parameters of its `impl` is known comes from the type that it is about.
    fn call_known(
        &mut self,
        known: &Known,
        owner: Ty,
        (given, written): (Vec<Expr>, &Arguments),
        turbofish: Option<&syn::AngleBracketedGenericArguments>,
        area: Area,
    ) -> Expr {
        self.call_known_as(known, owner, (given, written), turbofish, (None, area))
    }

    /// The same, where the type of its result may be known.
    fn call_known_as(
        &mut self,
        known: &Known,
        owner: Ty,
        (given, written): (Vec<Expr>, &Arguments),
        turbofish: Option<&syn::AngleBracketedGenericArguments>,
        (wanted, area): (Option<Ty>, Area),
    ) -> Expr {
        match known.entity {
            Callee::Erroneous => {
                written.iter().for_each(|arg| self.left_over(arg));
                Expr::error(area)
            }
            Callee::Function(function) => self.function_call_on(function, given, written, area),
            Callee::Template(template) if self.is_over_iterators(template) => {
                let bound = known.params.iter().map(|param| (plain(param), self.infer.open()));
                let bound: HashMap<String, Ty> = bound.collect();
                self.match_type(super::instances::peeled(&known.about), owner, &bound);
                let (of_impl, receiver) = (known.params.len(), given.into_iter().next());
                self.value_of_call(Called {
                    template,
                    receiver,
                    bound,
                    of_impl,
                    args: written,
                    turbofish,
                    area,
                })
            }
            Callee::Template(template) => {
                let bound = known.params.iter().map(|param| (plain(param), self.infer.open()));
                let mut bound: HashMap<String, Ty> = bound.collect();
                self.match_type(super::instances::peeled(&known.about), owner, &bound);
                if let Some(wanted) = wanted {
                    self.bind_result(template, wanted, &mut bound);
                }
                let of_impl = known.params.len();
                let call = TemplateCall { given, written, turbofish, of_impl, bound, area };
                self.template_call_on(template, call)
            }
        }
    }

    /// `Name::function(..)` of an `impl` of the module; nothing if the call is another one.
    pub(super) fn own_function(&mut self, call: &syn::ExprCall, wanted: Option<Ty>) -> Option<Expr> {
        if !self.sees_module {
            return None;
        }
        let syn::Expr::Path(path) = crate::syntax::strip(&call.func) else { return None };
        let mut owner = path.path.clone();
        let last = owner.segments.pop()?;
        owner.segments.pop_punct();
        if path.qself.is_some() || owner.segments.is_empty() {
            return None;
        }
        let name = plain(&last.ident);
        let turbofish = match &last.arguments {
            syn::PathArguments::AngleBracketed(arguments) => Some(arguments),
            _ => None,
        };
        let area = call.area();
        if let Some(generic) = self.generic_named(&owner) {
            let at = (&last.ident, turbofish);
            let has_constants = generic.params.iter().any(|param| param.constant.is_some());
            return Some(match wanted.is_none() && has_constants && self.is_of_open_owner(call) {
                true => self.function_as_follows(call, (&generic, &owner), at),
                false => self.function_of_generic(call, (&generic, &owner), at, wanted),
            });
        }
        let number = owner.get_ident().and_then(|name| crate::signature::named(&plain(name)));
        let ty = match owner.get_ident().and_then(|name| self.lookup(&plain(name))) {
            Some(Entity::Type(ty)) => ty,
            _ => match number {
                Some(number) => number,
                None => self.data_type(&owner)?,
            },
        };
        let mut found = self.methods_of(ty, &name);
        if found.is_empty() && self.infer.data_of(ty).is_none() {
            return None;
        }
        if let Some(wanted) = wanted {
            self.keep_wanted(&mut found, wanted);
        }
        let at = (name.as_str(), Area::of(&last.ident));
        if self.is_ambiguous(&found, ty, at) || !self.told_apart(&mut found, &call.args, (ty, false), at) {
            call.args.iter().for_each(|arg| self.left_over(arg));
            return Some(Expr::error(area));
        }
        let Some(known) = found.first() else {
            call.args.iter().for_each(|arg| self.left_over(arg));
            self.no_method(ty, &name, Area::of(&last.ident), "function");
            return Some(Expr::error(area));
        };
        if known.takes == Takes::Change {
            return Some(self.method_by_path(call, &last.ident, turbofish));
        }
        if let Callee::Template(at) = known.entity
            && self.takes_functions(at)
        {
            let bound = known.params.iter().map(|param| (plain(param), self.infer.open()));
            let bound: HashMap<String, Ty> = bound.collect();
            self.match_type(&super::instances::peeled(&known.about).clone(), ty, &bound);
            return Some(self.template_call_as(at, call, (known.params.len(), bound), None));
        }
        Some(self.call_known(known, ty, (Vec::new(), &call.args), turbofish, area))
    }

    /// Whether a call is `Trait::function(..)` of a trait of the module, where the function gives the type itself.
    pub(super) fn names_trait(&self, call: &syn::ExprCall) -> bool {
        let syn::Expr::Path(path) = crate::syntax::strip(&call.func) else { return false };
        let names: Vec<&syn::PathSegment> = path.path.segments.iter().collect();
        let [.., of, last] = &names[..] else { return false };
        // What `Default` gives is known of more types than the module's.
        if !self.sees_module || path.qself.is_some() || !of.arguments.is_none() || of.ident == "Default" {
            return false;
        }
        let key = overload::of_trait(&plain(&of.ident), &plain(&last.ident));
        let mut known = self.methods.iter().filter(|((_, name), _)| *name == key).flat_map(|(_, it)| it);
        let is_one = |known: &Known| known.takes == Takes::Nothing && known.gives_own;
        known.clone().next().is_some() && known.all(is_one)
    }

    /// `Trait::function(..)` of a trait of the module and a function without a receiver: that of the type which is wanted. Where nothing is wanted yet, what follows
    /// may tell.
    pub(super) fn function_of_trait(&mut self, call: &syn::ExprCall, wanted: Option<Ty>) -> Option<Expr> {
        let syn::Expr::Path(path) = crate::syntax::strip(&call.func) else { return None };
        let names: Vec<&syn::PathSegment> = path.path.segments.iter().collect();
        let [.., of, last] = &names[..] else { return None };
        let key = overload::of_trait(&plain(&of.ident), &plain(&last.ident));
        if !self.names_trait(call) {
            return None;
        }
        let area = call.area();
        let place = Area::of(&last.ident);
        let open = self.infer.open();
        let is_told = |ty: &Ty| !matches!(ty, Ty::Open(_) | Ty::Int(_) | Ty::Float(_) | Ty::Error);
        let wanted = wanted.map(|ty| self.infer.resolve(ty)).filter(is_told);
        let ty = match wanted {
            Some(ty) => ty,
            None if self.lists.is_first() => {
                call.args.iter().for_each(|arg| self.left_over(arg));
                self.settled_type(place, open);
                return Some(Expr::nothing(area, open));
            }
            None => match self.settled_type(place, open) {
                Some(ty) => {
                    self.infer.unify(open, ty);
                    ty
                }
                None => {
                    call.args.iter().for_each(|arg| self.left_over(arg));
                    let (of, name) = (&of.ident, &last.ident);
                    let problem = format!("nothing says whose `{name}` this is");
                    let fix = format!("name the type instead of `{of}`, or write the type of the result");
                    self.errors.report(Area::of(path), problem, fix);
                    return Some(Expr::error(area));
                }
            },
        };
        let turbofish = match &last.arguments {
            syn::PathArguments::AngleBracketed(arguments) => Some(arguments),
            _ => None,
        };
        let found = self.methods_of(ty, &key);
        let Some(known) = found.first().cloned() else {
            call.args.iter().for_each(|arg| self.left_over(arg));
            let (of, name) = (&of.ident, self.infer.name(ty));
            let problem = format!("there is no `impl {of} for {name}`");
            self.errors.report(place, problem, "write one, or name the type that has the function");
            return Some(Expr::error(area));
        };
        Some(self.call_known_as(&known, ty, (Vec::new(), &call.args), turbofish, (Some(ty), area)))
    }

    /// A function of a type with constants of which neither the path nor what is wanted tells all: where the arguments do not tell them either, what
    /// follows may.
    fn function_as_follows(
        &mut self,
        call: &syn::ExprCall,
        of: (&Generic, &syn::Path),
        at: (&syn::Ident, Option<&syn::AngleBracketedGenericArguments>),
    ) -> Expr {
        let (place, open) = (Area::of(at.0), self.infer.open());
        if self.lists.is_first() {
            let value = self.function_of_generic(call, of, at, None);
            if self.infer.resolve(value.ty) != Ty::Error {
                return value;
            }
            self.settled_type(place, open);
            return Expr::nothing(call.area(), open);
        }
        let settled = self.instance_as_follows(of.0, place, open);
        self.function_of_generic(call, of, at, settled)
    }

    /// The instance of a type that is open at a place, where what follows has said it.
    fn instance_as_follows(&mut self, generic: &Generic, place: Area, open: Ty) -> Option<Ty> {
        let ty = self.settled_type(place, open)?;
        self.infer.unify(open, ty);
        self.infer.data_of(ty).is_some_and(|data| data.definition.id == generic.definition.id).then_some(ty)
    }

    /// A constant of a type with constants of which neither the path nor what is wanted tells any: what follows may.
    fn constant_as_follows(
        &mut self,
        path: &syn::Path,
        generic: &Generic,
        name: &syn::Ident,
    ) -> Option<Expr> {
        let (place, open) = (Area::of(name), self.infer.open());
        if !self.lists.is_first() {
            let ty = self.instance_as_follows(generic, place, open)?;
            return self.associated_constant_as(path, Some(ty));
        }
        let mut owner = path.clone();
        owner.segments.pop();
        owner.segments.pop_punct();
        let ty = self.instance_named(&owner)?;
        if self.infer.resolve(ty) != Ty::Error {
            return self.constant_of_type(ty, &plain(name), Area::of(path));
        }
        self.settled_type(place, open);
        Some(Expr::nothing(Area::of(path), open))
    }

    /// `Name::method(&mut place, ..)` as `place.method(..)`.
    fn method_by_path(
        &mut self,
        call: &syn::ExprCall,
        name: &syn::Ident,
        turbofish: Option<&syn::AngleBracketedGenericArguments>,
    ) -> Expr {
        let mut args = call.args.iter();
        let receiver = match args.next().map(crate::syntax::strip) {
            Some(syn::Expr::Reference(reference)) => (*reference.expr).clone(),
            Some(other) => other.clone(),
            None => return Expr::error(call.area()),
        };
        let colons: Option<syn::Token![::]> = turbofish.map(|_| Default::default());
        let given = turbofish.map(|it| &it.args);
        let turbofish = given.map(|args| quote::quote!(#colons <#args>));
        let outer = self.named_by_path.replace(Place::of(name.span()));
        let value = self.expr(&syn::parse_quote!(#receiver.#name #turbofish (#(#args),*)));
        self.named_by_path = outer;
        value
    }

    /// `Name::<..>::function(..)` of a type with parameters. What the path leaves open follows from what is wanted, or from the arguments.
    fn function_of_generic(
        &mut self,
        call: &syn::ExprCall,
        (generic, owner): (&Generic, &syn::Path),
        (name, turbofish): (&syn::Ident, Option<&syn::AngleBracketedGenericArguments>),
        wanted: Option<Ty>,
    ) -> Expr {
        let area = call.area();
        let key = (generic.definition.id.clone(), plain(name));
        let Some(args) = self.written_instance_args(generic, owner) else { return Expr::error(area) };
        let mut found = self.methods.get(&key).cloned().unwrap_or_default();
        if found.len() > 1 {
            found.retain(|known| self.is_about(&known.about, &known.params, &args));
        }
        let Some(known) = found.first().cloned() else {
            if plain(name) == "default"
                && let Some(wanted) = wanted
                && let Some(value) = self.default_of(wanted, area)
            {
                return value;
            }
            if plain(name) == "default" {
                let ty = self.made_instance(generic, args, Area::of(owner));
                return self.reported_default(ty, area).unwrap_or_else(|| Expr::error(area));
            }
            if plain(name) == "from"
                && let Some(value) = call.args.first()
            {
                let ty = match wanted {
                    Some(wanted) => wanted,
                    None => self.made_instance(generic, args, Area::of(owner)),
                };
                if let Some(value) = self.own_from_reference(ty, &call.args, area) {
                    return value;
                }
                let value = self.base(value);
                return self.converted(ty, value, area, name.span());
            }
            call.args.iter().for_each(|arg| self.left_over(arg));
            let problem = format!("`{}` has no function `{name}`", generic.definition.name);
            self.errors.report(Area::of(name), problem, "write one in an `impl` of the type");
            return Expr::error(area);
        };
        if known.takes == Takes::Change {
            return self.method_by_path(call, name, turbofish);
        }
        let Callee::Template(template) = known.entity else {
            return self.call_known(&known, Ty::Error, (Vec::new(), &call.args), turbofish, area);
        };
        let bound: HashMap<String, Ty> =
            known.params.iter().map(|param| (plain(param), self.infer.open())).collect();
        if let Some(about) = crate::data::path_of(super::instances::peeled(&known.about)).cloned() {
            self.match_arguments(&about, &args, &bound);
        }
        if self.takes_functions(template) {
            return self.template_call_as(template, call, (known.params.len(), bound), wanted);
        }
        if let Some(wanted) = wanted {
            self.match_result(template, wanted, &bound);
        }
        if self.is_over_iterators(template) {
            let (of_impl, args) = (known.params.len(), &call.args);
            return self.value_of_call(Called {
                template,
                receiver: None,
                bound,
                of_impl,
                args,
                turbofish,
                area,
            });
        }
        let (given, of_impl, written) = (Vec::new(), known.params.len(), &call.args);
        let call = TemplateCall { given, written, turbofish, of_impl, bound, area };
        self.template_call_on(template, call)
    }

    /// Whether a path is that of a constant of an `impl` with parameters.
    pub(super) fn is_associated_constant(&self, path: &syn::Path) -> bool {
        let mut owner = path.clone();
        let Some(last) = owner.segments.pop() else { return false };
        owner.segments.pop_punct();
        let name = plain(&last.ident);
        let is_open =
            owner.get_ident().is_some_and(|name| matches!(self.lookup(&plain(name)), Some(Entity::Type(_))));
        (is_open || self.generic_named(&owner).is_some())
            && self.associated_constants.keys().any(|(_, known)| *known == name)
    }

    /// Whether a path names a constant of a type with parameters that is an array, and whether it is a reference to one; nothing of others.
    pub(super) fn array_of_type(&self, expr: &syn::Expr) -> Option<bool> {
        let syn::Expr::Path(path) = crate::syntax::strip(expr) else { return None };
        let name = plain(&path.path.segments.last()?.ident);
        if path.qself.is_some() || !self.is_associated_constant(&path.path) {
            return None;
        }
        let kind = |ty: &syn::Type| match ty {
            syn::Type::Array(_) => Some(false),
            syn::Type::Reference(it) if matches!(*it.elem, syn::Type::Array(_) | syn::Type::Slice(_)) => {
                Some(true)
            }
            _ => None,
        };
        // Several types may have one of the name, of which this is only known if they agree.
        let found = self.associated_constants.iter().filter(|((_, known), _)| *known == name);
        let mut kinds = found.flat_map(|(_, constants)| constants).map(|constant| kind(&constant.value.0));
        let first = kinds.next()?;
        kinds.all(|other| other == first).then_some(first)?
    }

    /// Whether a method of a value that is no struct and no enum is one of a trait of the module's. What a type has itself comes first, unless the
    /// value may be one of a type parameter, whose traits are those of the module.
    pub(super) fn is_of_own_impl(&mut self, call: &syn::ExprMethodCall, receiver: &Expr) -> bool {
        if !self.sees_module || self.methods.is_empty() {
            return false;
        }
        let name = plain(&call.method);
        let receiver = self.behind_references(receiver.clone());
        let ty = self.infer.resolve(receiver.ty);
        let is_of_type = super::method::methods(ty).contains(&name.as_str());
        (self.is_in_instance() || !is_of_type) && self.has_own(ty, &name)
    }

    /// The `into_iter` of the module's that a loop over a value calls, or over a reference to one.
    pub(super) fn own_into_iter(&mut self, expr: &syn::Expr) -> Option<syn::Ident> {
        if !self.sees_module || !self.has_any_method("into_iter") {
            return None;
        }
        let (inner, is_reference) = match crate::syntax::strip(expr) {
            syn::Expr::Reference(reference) => (&*reference.expr, Some(reference.mutability.is_some())),
            other => (other, None),
        };
        let ty = self.peeked_type(inner)?;
        self.infer.data_of(ty)?;
        let is_it = |known: &Known| match &*known.about {
            syn::Type::Reference(about) => is_reference == Some(about.mutability.is_some()),
            _ => is_reference.is_none(),
        };
        let owners = self.owners_of(ty).into_iter().map(|owner| (owner, "into_iter".to_string()));
        let mut all = owners.filter_map(|key| self.methods.get(&key)).flatten();
        all.find(|known| is_it(known)).map(|known| known.function.clone())
    }

    /// A method of an `impl` that is about slices, on a part of an array or on what is a slice or an array by its name: the function that it is, and
    /// whether it changes the elements.
    pub(super) fn own_of_slices(&mut self, element: Option<Ty>, name: &str) -> Option<(syn::Ident, Takes)> {
        let all: Vec<Known> = self
            .methods
            .iter()
            .filter(|((_, known), _)| known == name)
            .flat_map(|(_, known)| known.clone())
            .collect();
        let mut found = all.into_iter().filter(|known| {
            let syn::Type::Slice(slice) = super::instances::peeled(&known.about) else { return false };
            element.is_none_or(|element| self.may_be(&slice.elem, element, &known.params))
        });
        let known = found.next()?;
        let function = (known.function.clone(), known.takes);
        found.all(|other| other.function == known.function).then_some(function)
    }

    /// Whether a path is that of a function of an `impl` of the module.
    pub(super) fn is_own_function(&mut self, path: &syn::ExprPath) -> bool {
        let mut owner = path.path.clone();
        let Some(last) = owner.segments.pop() else { return false };
        owner.segments.pop_punct();
        let is_constant = || self.is_constant_of_open_owner(path) && self.is_associated_constant(&path.path);
        if !self.sees_module || owner.segments.is_empty() || is_constant() {
            return false;
        }
        let id = self.data_type(&owner).and_then(|ty| Some(self.infer.data_of(ty)?.definition.id.clone()));
        id.is_some_and(|id| self.methods.contains_key(&(id, plain(&last.ident))))
    }

    /// `value.method(..)` of a struct or an enum of the module.
    pub(super) fn own_method(&mut self, call: &syn::ExprMethodCall, receiver: Expr) -> Expr {
        let (area, name) = (receiver.area.to(call.area()), plain(&call.method));
        let receiver = self.behind_references(receiver);
        let is_by_path = self.named_by_path == Some(Place::of(call.method.span()));
        let mut found = match is_by_path {
            true => self.methods_of(receiver.ty, &name),
            false => self.methods_called(receiver.ty, &name),
        };
        if found.is_empty() {
            found = self.methods_of(receiver.ty, &format!("{}{name}", overload::HIDDEN));
        }
        let wanted = self.wanted_of_method.take_if(|(of, _)| of.is(call)).map(|(_, wanted)| wanted);
        if let Some(wanted) = wanted {
            self.keep_wanted(&mut found, wanted);
        }
        let at = (name.as_str(), Area::of(&call.method));
        if self.is_ambiguous(&found, receiver.ty, at)
            || !self.told_apart(&mut found, &call.args, (receiver.ty, true), at)
        {
            call.args.iter().for_each(|arg| self.left_over(arg));
            return Expr::error(area);
        }
        match found.first().cloned() {
            Some(Known { takes: Takes::Nothing, .. }) => {
                call.args.iter().for_each(|arg| self.left_over(arg));
                let owner = self.infer.name(receiver.ty);
                let problem = format!("`{name}` takes no `self`, so it is no method");
                self.errors.report(Area::of(&call.method), problem, format!("write `{owner}::{name}(..)`"));
                Expr::error(area)
            }
            Some(Known { entity: Callee::Template(at), .. })
                if self.takes_functions(at) && !self.is_over_iterators(at) =>
            {
                self.taking_method(at, receiver, call, area)
            }
            Some(_)
                if self.array_element(receiver.ty).is_some()
                    && let Some((function, is_exclusive)) = self.own_of_any_array(receiver.ty, &name) =>
            {
                if is_exclusive {
                    return self.changing_method_of_array(receiver, &function, &call.args, area);
                }
                // The function sees it as a slice, which no value is.
                let args = &call.args;
                let written: syn::Expr = syn::parse_quote!({
                    let __vyre_array = __vyre_own;
                    #function(&__vyre_array, #args)
                });
                self.written_with([("__vyre_own", receiver)], &written, area)
            }
            Some(known) => {
                let owner = receiver.ty;
                let args = (vec![receiver], &call.args);
                self.call_known_as(&known, owner, args, call.turbofish.as_ref(), (wanted, area))
            }
            None => {
                if let Some(value) = self.derived_method(call, &receiver) {
                    return value;
                }
                call.args.iter().for_each(|arg| self.left_over(arg));
                self.no_method(receiver.ty, &name, Area::of(&call.method), "method");
                Expr::error(area)
            }
        }
    }

    /// The call of a method of which a trait with parameters has several; nothing of others.
    pub(super) fn method_by_result(&mut self, value: &syn::Expr, wanted: Ty) -> Option<Expr> {
        let call = self.is_told_by_result(value)?;
        let outer = self.wanted_of_method.replace((MethodAt::of(call), wanted));
        let value = self.expr(value);
        self.wanted_of_method = outer;
        Some(value)
    }

    /// Whether an expression is a call of a method of which one type has several, with results of their own.
    pub(super) fn is_told_by_result<'e>(&self, value: &'e syn::Expr) -> Option<&'e syn::ExprMethodCall> {
        let syn::Expr::MethodCall(call) = crate::syntax::strip(value) else { return None };
        let name = plain(&call.method);
        let mut same = self.methods.iter().filter(|((_, method), _)| *method == name);
        // A parameter of its own may stand in the result alone.
        let is_told = |known: &Known| matches!(known.entity, Callee::Template(at) if self.is_told_by_wanted(at, &known.params));
        same.any(|(_, known)| known.len() > 1 || known.iter().any(is_told)).then_some(call)
    }

    /// Of several methods keeps those that give what is wanted, if any does.
    fn keep_wanted(&self, found: &mut Vec<Known>, wanted: Ty) {
        let wanted = self.infer.name(wanted);
        let gives = |known: &Known| match known.entity {
            Callee::Function(function) => self.infer.name(self.functions[function].result) == wanted,
            Callee::Template(_) | Callee::Erroneous => false,
        };
        if found.len() > 1 && found.iter().any(gives) {
            found.retain(gives);
        }
    }

    /// `Owner::Output::function(..)` and `<Type>::function(..)`: a function of a type that is no path of the module's by itself.
    pub(super) fn function_of_associated(&mut self, call: &syn::ExprCall) -> Option<Expr> {
        let syn::Expr::Path(path) = crate::syntax::strip(&call.func) else { return None };
        let mut owner = path.path.clone();
        let last = owner.segments.pop()?;
        owner.segments.pop_punct();
        let ty = match &path.qself {
            Some(qself) if qself.as_token.is_none() && owner.segments.is_empty() => {
                if let (syn::Type::Slice(_), Some(first)) = (&*qself.ty, call.args.first()) {
                    let rest = call.args.iter().skip(1);
                    return Some(self.expr(&syn::parse_quote!((#first).#last(#(#rest),*))));
                }
                self.written_type(&qself.ty)?
            }
            Some(_) => return None,
            None if self.sees_module && owner.segments.len() > 1 => self.associated_type(&owner)?,
            None => return None,
        };
        let ty = self.infer.resolve(ty);
        if last.ident == "try_from"
            && let (Some((count, element)), Some(slice), 1) =
                (self.array_element(ty), call.args.first(), call.args.len())
        {
            return self.array_tried(slice, element, count, call.area());
        }
        let span = last.ident.span();
        if last.ident == "from"
            && (self.infer.parts(ty).is_some() || self.array_element(ty).is_some())
            && self.infer.data_of(ty).is_none()
            && let (Some(value), 1) = (call.args.first(), call.args.len())
        {
            let value = self.base(value);
            return Some(self.converted(ty, value, call.area(), span));
        }
        let number = ty.to_string();
        let is_number = crate::signature::named(&number).is_some_and(|named| named == ty);
        let name = if is_number { number } else { "__vyre_owner".to_string() };
        let owner = syn::Ident::new(&name, span);
        self.scopes.push(HashMap::from([("__vyre_owner".to_string(), Entity::Type(ty))]));
        let called = syn::ExprCall { func: Box::new(syn::parse_quote!(#owner::#last)), ..call.clone() };
        let value = self.call(&called);
        self.scopes.pop();
        Some(value)
    }

    /// `Owner::Output`: a type of an `impl` of a trait.
    pub(super) fn associated_type(&mut self, path: &syn::Path) -> Option<Ty> {
        let mut owner = path.clone();
        let last = owner.segments.pop()?;
        owner.segments.pop_punct();
        if owner.segments.is_empty() {
            return None;
        }
        let number = owner.get_ident().and_then(|name| crate::signature::named(&plain(name)));
        let ty = match owner.get_ident().and_then(|name| self.lookup(&plain(name))) {
            Some(Entity::Type(ty)) => ty,
            _ => match number {
                Some(number) if self.sees_module => number,
                _ => self.data_type(&owner)?,
            },
        };
        let name = plain(&last.ident);
        if let (Some((of, _)), "Item") = (self.range_of(ty), overload::without_trait(&name)) {
            return Some(of);
        }
        let associated = Rc::clone(&self.associated);
        let names = [name.as_str(), overload::without_trait(&name)];
        let keys = self
            .owners_of(ty)
            .into_iter()
            .flat_map(|owner| names.map(|name| (owner.clone(), name.to_string())));
        let found = keys.into_iter().find_map(|key| associated.get(&key));
        let name = overload::without_trait(&name);
        let Some(found) = found else {
            // What operators give of numbers.
            let is_number =
                name == "Output" && self.infer.parts(ty).is_none() && self.infer.data_of(ty).is_none();
            return is_number.then_some(ty);
        };
        let args = self.infer.args(ty);
        let found = found
            .iter()
            .find(|it| args.as_ref().is_none_or(|args| self.is_about(&it.about, &it.params, args)))?;
        let value = found.value.clone();
        self.in_impl(found, ty, |checker| checker.written_type(&value))
    }

    /// `Owner::NAME`: a constant of an `impl` with parameters.
    pub(super) fn associated_constant(&mut self, path: &syn::Path) -> Option<Expr> {
        self.associated_constant_as(path, None)
    }

    /// The same of a type whose parameters the wanted type says.
    pub(super) fn associated_constant_as(&mut self, path: &syn::Path, wanted: Option<Ty>) -> Option<Expr> {
        if self.associated_constants.is_empty() {
            return None;
        }
        let mut owner = path.clone();
        let last = owner.segments.pop()?;
        owner.segments.pop_punct();
        if owner.segments.is_empty() {
            return None;
        }
        let ty = match owner.get_ident().and_then(|name| self.lookup(&plain(name))) {
            Some(Entity::Type(ty)) => ty,
            _ => match (self.generic_named(&owner), wanted) {
                (Some(generic), Some(wanted))
                    if super::instances::arguments_of(&owner).is_empty()
                        && self
                            .infer
                            .data_of(wanted)
                            .is_some_and(|data| data.definition.id == generic.definition.id) =>
                {
                    wanted
                }
                (Some(generic), None)
                    if super::instances::arguments_of(&owner).is_empty()
                        && generic.params.iter().any(|param| param.constant.is_some())
                        && self.is_associated_constant(path)
                        && let Some(value) = self.constant_as_follows(path, &generic, &last.ident) =>
                {
                    return Some(value);
                }
                (Some(_), _) => self.instance_named(&owner)?,
                (None, _) => match owner.get_ident().and_then(|name| crate::signature::named(&plain(name))) {
                    Some(number) => number,
                    None if owner.segments.last().is_some_and(|last| {
                        matches!(last.ident.to_string().as_str(), "Option" | "Result")
                            && !last.arguments.is_none()
                    }) =>
                    {
                        self.written_type(&syn::parse_quote!(#owner))?
                    }
                    None => self.data_type(&owner)?,
                },
            },
        };
        self.constant_of_type(ty, &plain(&last.ident), Area::of(path))
    }

    /// `<Type>::NAME` and `<Type as Trait>::NAME`.
    pub(super) fn constant_of_qualified(&mut self, path: &syn::ExprPath) -> Option<Expr> {
        let qself = path.qself.as_ref().filter(|_| !self.associated_constants.is_empty())?;
        let name = plain(&path.path.segments.last()?.ident);
        if !self.associated_constants.keys().any(|(_, known)| *known == name) {
            return None;
        }
        let ty = self.written_type(&qself.ty)?;
        self.constant_of_type(ty, &name, path.area())
    }

    /// The constant of a name of an `impl` that is about a type.
    pub(super) fn constant_of_type(&mut self, ty: Ty, name: &str, area: Area) -> Option<Expr> {
        let constants = Rc::clone(&self.associated_constants);
        let key = |owner: String| (owner, name.to_string());
        let found = self.owners_of(ty).into_iter().find_map(|owner| constants.get(&key(owner)))?;
        let args = self.infer.args(ty);
        let found = found.iter().find(|it| match &args {
            Some(args) => self.is_about(&it.about, &it.params, args),
            None => self.may_be(super::instances::peeled(&it.about), ty, &it.params),
        })?;
        let (written, value) = found.value.clone();
        self.in_impl(found, ty, |checker| {
            let wanted = checker.written_type(&written)?;
            let value = checker.expr_as(&value, wanted);
            checker.demand(&value, wanted);
            Some(Expr { area, ..value })
        })
    }

    /// Reads something where the parameters of an `impl` stand for those of a type.
    fn in_impl<T, R>(
        &mut self,
        of: &Associated<T>,
        ty: Ty,
        read: impl FnOnce(&mut Self) -> Option<R>,
    ) -> Option<R> {
        let bound: HashMap<String, Ty> =
            of.params.iter().map(|param| (plain(param), self.infer.open())).collect();
        self.match_type(super::instances::peeled(&of.about), ty, &bound);
        let scope = bound.into_iter().map(|(name, ty)| match self.infer.resolve(ty) {
            Ty::Const(number) => (name, Entity::Const(number.lanes(), number.ty(), Surface::Same)),
            ty => (name, Entity::Type(ty)),
        });
        let scope = scope.collect();
        self.scopes.push(scope);
        self.settle_by_bounds(&of.generics);
        let read = read(self);
        self.scopes.pop();
        read
    }

    /// What an operator or a conversion calls of the module's `impl`s: the one whose operands are of these types, and of values or references
    /// as these are.
    fn operator_of(&mut self, method: &str, owner: (Ty, bool), other: Option<(Ty, bool)>) -> Vec<Known> {
        let mut found = self.methods_of(owner.0, &format!("{}{method}", overload::HIDDEN));
        let is_reference = |ty: &syn::Type| matches!(ty, syn::Type::Reference(_));
        let takes_itself = method.ends_with("_assign")
            || matches!(method, "from" | "eq" | "partial_cmp" | "index" | "index_mut" | READING);
        found.retain(|known| takes_itself || is_reference(&known.about) == owner.1);
        let Some((other, is_behind)) = other else { return found };
        found.retain(|known| match &known.operand {
            None => true,
            Some(written) => {
                let written = Rc::clone(written);
                let params = Rc::clone(&known.params);
                let fits_reference =
                    matches!(method, "eq" | "partial_cmp") || is_reference(&written) == is_behind;
                fits_reference && self.may_be(super::instances::peeled(&written), other, &params)
            }
        });
        if found.len() > 1 {
            // What a literal is where several would do.
            let default = match self.infer.resolve(other) {
                Ty::Int(_) => Some("i32"),
                Ty::Float(_) => Some("f64"),
                _ => None,
            };
            let is_default = |known: &Known| {
                let written = known.operand.as_ref().map(|ty| ToTokens::to_token_stream(&**ty).to_string());
                written.as_deref() == default
            };
            if default.is_some() && found.iter().any(is_default) {
                found.retain(is_default);
            }
        }
        found
    }

    fn operand(&self, value: &Expr) -> Operand {
        let is_reference = self.referent(value.ty).is_some();
        Operand { value: self.behind_references(value.clone()), is_reference }
    }

    /// An operator with two operands for which the module has an `impl`; nothing of others.
    pub(super) fn own_binary(&mut self, op: &syn::BinOp, left: &Expr, right: &Expr) -> Option<Expr> {
        let area = left.area.to(right.area);
        let (left, right) = (self.operand(left), self.operand(right));
        let is_data = [&left, &right].map(|side| self.infer.data_of(side.value.ty).is_some());
        let comparison = super::derived::comparison(op);
        if comparison.is_some() && is_data == [true, true] {
            return self.own_comparison(op, left.value, right.value, area);
        }
        let method = overload::method_of(op)?;
        // What is derived compares with values of its own type.
        let id = |side: &Operand| self.infer.data_of(side.value.ty).map(|data| data.definition.id.clone());
        let is_own =
            id(&left) == id(&right) || matches!(self.infer.resolve(right.value.ty), Ty::Open(_) | Ty::Error);
        if method == "eq"
            && is_own
            && self.infer.data_of(left.value.ty).is_some_and(|data| data.definition.is_comparable)
        {
            return None;
        }
        let owner = (left.value.ty, left.is_reference);
        let found = self.operator_of(method, owner, Some((right.value.ty, right.is_reference)));
        let Some(known) = found.first() else {
            let is_enum = matches!(self.infer.resolve(left.value.ty), Ty::Enum(_));
            let is_error =
                [&left, &right].into_iter().any(|side| self.infer.resolve(side.value.ty) == Ty::Error);
            if is_data == [false, false] || method == "eq" || is_enum || is_error {
                return None;
            }
            return Some(self.no_own_operator(method, [&left, &right], area));
        };
        let (known, ty) = (known.clone(), left.value.ty);
        let value =
            self.call_known(&known, ty, (vec![left.value, right.value], &Arguments::new()), None, area);
        Some(match op {
            syn::BinOp::Ne(_) => self.negated_truth(value),
            _ => value,
        })
    }

    pub(super) fn negated_truth(&self, value: Expr) -> Expr {
        let (area, operand) = (value.area, Box::new(value));
        Expr { kind: Kind::Unary { op: vyre_ir::UnOp::LogicalNot, operand }, ty: Ty::Bool, area }
    }

    fn no_own_operator(&mut self, method: &str, operands: [&Operand; 2], area: Area) -> Expr {
        let names = operands.map(|it| {
            let name = self.infer.name(it.value.ty);
            format!("`{}{name}`", if it.is_reference { "&" } else { "" })
        });
        let of = overload::trait_of(method);
        let problem = format!("there is no `{of}` of {}", names.join(" and "));
        let [own, other] = names.map(|name| name.trim_matches('`').to_string());
        self.errors.report(area, problem, format!("write `impl {of}<{other}> for {own}`"));
        Expr::error(area)
    }

    /// `-value` or `!value` for which the module has an `impl`.
    pub(super) fn own_prefix(&mut self, method: &str, operand: &Expr, area: Area) -> Option<Expr> {
        let operand = self.operand(operand);
        let found = self.operator_of(method, (operand.value.ty, operand.is_reference), None);
        let Some(known) = found.first() else {
            self.infer.data_of(operand.value.ty)?;
            let of = overload::trait_of(method);
            let name = self.infer.name(operand.value.ty);
            let name = if operand.is_reference { format!("&{name}") } else { name };
            let problem = format!("there is no `{of}` of `{name}`");
            self.errors.report(area, problem, format!("write `impl {of} for {name}`"));
            return Some(Expr::error(area));
        };
        let (known, ty) = (known.clone(), operand.value.ty);
        Some(self.call_known(&known, ty, (vec![operand.value], &Arguments::new()), None, area))
    }

    /// `place += value` for which the module has an `impl`; nothing where the place is a number, and no `impl` is about it.
    pub(super) fn own_assignment(&mut self, method: &str, binary: &syn::ExprBinary) -> Option<Expr> {
        let area = Area::of(binary);
        let is_known = self.methods.keys().any(|(_, name)| *name == format!("{}{method}", overload::HIDDEN));
        let ty = self.peeked(&binary.left).or_else(|| self.peeked_type(&binary.left))?;
        let is_data = self.infer.data_of(ty).is_some();
        if matches!(self.infer.resolve(ty), Ty::Enum(_)) && !is_known || !is_data {
            return None;
        }
        // Where one of the sides is no number, Rust evaluates the place before the operand.
        let mut stmts = Vec::new();
        let place = self.base(&binary.left);
        let place = self.settled_place(place, &mut stmts);
        let right = match self.wanted_beside(&binary.op, place.ty, &binary.right) {
            Some(wanted) => self.expr_as(&binary.right, wanted),
            None => self.expr(&binary.right),
        };
        let right = self.operand(&right);
        if self.infer.resolve(right.value.ty) == Ty::Error {
            return Some(Expr::error(area));
        }
        let found = self.operator_of(method, (place.ty, false), Some((right.value.ty, right.is_reference)));
        let Some(known) = found.first().cloned() else {
            let left = Operand { value: place, is_reference: false };
            return Some(self.no_own_operator(method, [&left, &right], area));
        };
        let value = self.hidden("operand", right.value, &mut stmts);
        let ty = place.ty;
        let called = self.call_known(&known, ty, (vec![place, value], &Arguments::new()), None, area);
        stmts.push(Stmt::Expr(called));
        Some(Expr { kind: Kind::Block(Block { stmts, tail: None }), ty: Ty::Unit, area })
    }

    /// `Type::from(value)` for which the module has an `impl`.
    pub(super) fn own_from(&mut self, ty: Ty, value: &Expr, area: Area) -> Option<Expr> {
        let source = self.operand(value);
        let found = self.operator_of("from", (ty, false), Some((source.value.ty, source.is_reference)));
        let known = found.first()?.clone();
        Some(self.call_known(&known, ty, (vec![source.value], &Arguments::new()), None, area))
    }

    /// `Type::from(argument)` where a `From` of the type takes a reference. To the only one it is passed as to any function.
    pub(super) fn own_from_reference(&mut self, ty: Ty, args: &Arguments, area: Area) -> Option<Expr> {
        let found = self.sees_module.then(|| self.operator_of("from", (ty, false), None))?;
        let is_of_reference =
            |known: &Known| matches!(known.operand.as_deref(), Some(syn::Type::Reference(_)));
        if let [known] = &found[..] {
            return is_of_reference(known)
                .then(|| self.call_known(known, ty, (Vec::new(), args), None, area));
        }
        let first = args.first()?;
        if !found.iter().any(is_of_reference) || !self.is_reference(first) {
            return None;
        }
        let value = self.base(first);
        let source = self.operand(&value);
        let found = self.operator_of("from", (ty, false), Some((source.value.ty, true)));
        Some(match found.first() {
            Some(known) => {
                self.call_known(&known.clone(), ty, (vec![source.value], &Arguments::new()), None, area)
            }
            None => self.converted(ty, value, area, area.start),
        })
    }

    /// `value[index] = new` by the module's `IndexMut`.
    pub(super) fn own_store(&mut self, value: Expr, index: Expr, new: Expr, area: Area) -> Option<Expr> {
        let found = self.operator_of("index_mut", (value.ty, false), Some((index.ty, false)));
        let known = found.first()?.clone();
        let ty = value.ty;
        Some(self.call_known(&known, ty, (vec![value, index, new], &Arguments::new()), None, area))
    }

    /// The type `Output` of a type's `impl`s, if there is one alone.
    pub(super) fn output_of(&mut self, ty: Ty) -> Option<Ty> {
        let associated = Rc::clone(&self.associated);
        let found = self
            .owners_of(ty)
            .into_iter()
            .find_map(|owner| associated.get(&(owner, "Output".to_string())))?;
        let [only] = &found[..] else { return None };
        let value = only.value.clone();
        self.in_impl(only, ty, |checker| checker.written_type(&value))
    }

    /// A call of a function of a type with these arguments, if it has one.
    pub(super) fn own_call(&mut self, ty: Ty, name: &str, given: Vec<Expr>, area: Area) -> Option<Expr> {
        let known = self.methods_of(ty, name).first()?.clone();
        Some(self.call_known(&known, ty, (given, &Arguments::new()), None, area))
    }

    /// The method of an `impl` of a trait that compares, if the module has one.
    pub(super) fn own_comparing(&mut self, method: &str, sides: [Expr; 2], area: Area) -> Option<Expr> {
        let [left, right] = sides;
        let found = self.operator_of(method, (left.ty, false), Some((right.ty, false)));
        let known = found.first()?.clone();
        let ty = left.ty;
        Some(self.call_known(&known, ty, (vec![left, right], &Arguments::new()), None, area))
    }

    fn no_method(&mut self, ty: Ty, name: &str, area: Area, what: &str) {
        let name = overload::without_trait(name);
        let id = self.infer.data_of(ty).map(|data| data.definition.id.clone()).unwrap_or_default();
        let known = Rc::clone(&self.method_names);
        let names = known.iter().filter(|(owner, _)| *owner == id).map(|(_, name)| name.as_str());
        let names: Vec<&str> = names.filter(|name| !name.starts_with(overload::HIDDEN)).collect();
        let fix = match self.nearest(name, &names) {
            Some(meant) => format!("write `{meant}`"),
            None => "write one in an `impl` of the type".to_string(),
        };
        let problem = format!("`{}` has no {what} `{name}`", self.infer.name(ty));
        self.errors.report(area, problem, fix);
    }
}

/// The traits of all bounds.
struct Bounds<'a>(Vec<&'a syn::Path>);

impl<'a> syn::visit::Visit<'a> for Bounds<'a> {
    fn visit_trait_bound(&mut self, it: &'a syn::TraitBound) {
        self.0.push(&it.path);
    }
}

/// Whether a method gives a value of the type that its `impl` is about.
fn gives_own(method: &Method) -> bool {
    let text = |ty: &syn::Type| ty.to_token_stream().to_string().replace(":: <", "<");
    match &method.function.sig.output {
        syn::ReturnType::Type(_, ty) => text(ty) == "Self" || text(ty) == text(&method.about),
        syn::ReturnType::Default => false,
    }
}

fn gives_truth(op: &syn::BinOp) -> bool {
    use syn::BinOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
    matches!(op, And(_) | Or(_) | Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_))
}

/// Whether a type names a parameter of an `impl` of which the type that the `impl` is about says nothing, as the result of `Mul<M<K, C>> for M<R, K>` does.
fn names_unbound(params: &[syn::Ident], about: &syn::Type, ty: &syn::Type) -> bool {
    let [of_about, of_type] = [about, ty].map(crate::syntax::words);
    params.iter().map(plain).any(|param| of_type.contains(&param) && !of_about.contains(&param))
}

//! Methods of structs and enums, and functions of their `impl`s.
//!
//! The macro sees the type of the receiver and the name of the method. Whether the method takes `&mut self` is known to rustc alone, in a
//! constant: where the receiver can be changed, it is given what the method leaves of it if that constant says so.

use super::extent::Extent;
use super::inner::root_of;
use super::{Checker, Entity, plain};
use crate::data::Hints;
use crate::diagnostics::Area;
use crate::hir::{Block, CalleeId, Expr, Kind, OuterCall, Stmt};
use crate::syntax::strip;
use crate::types::{Form, Ty};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use std::collections::HashMap;
use std::rc::Rc;
use vyre_ir::BinOp;

/// The functions of an `impl` of kernels, whose attribute sees all of them.
pub(crate) struct Siblings {
    /// The path of the type.
    pub(crate) owner: syn::Path,
    /// The signatures by their names.
    pub(crate) signatures: HashMap<String, syn::Signature>,
}

/// What is known of a function of the `impl` that is being checked.
pub(super) struct Sibling {
    /// The types of its parameters but for the receiver, as far as they are known.
    pub(super) params: Vec<Option<Ty>>,
    /// What it gives; nothing where it has no result.
    pub(super) result: Option<Ty>,
}

impl Checker<'_> {
    /// A function of the `impl` that is being checked, by the type of the `impl` and its own name.
    pub(super) fn sibling(&mut self, of: Ty, name: &syn::Ident) -> Option<Sibling> {
        let siblings = Rc::clone(self.siblings.as_ref()?);
        let owner = self.data_type(&siblings.owner)?;
        let signature = siblings.signatures.get(&plain(name))?;
        if self.infer.resolve(owner) != self.infer.resolve(of) {
            return None;
        }
        let params = signature.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(input) => Some(match &*input.ty {
                syn::Type::Reference(reference) => self.type_of_constant(&reference.elem),
                ty => self.type_of_constant(ty),
            }),
            syn::FnArg::Receiver(_) => None,
        });
        let params = params.collect();
        let result = match &signature.output {
            syn::ReturnType::Type(_, ty) => self.type_of_constant(ty),
            syn::ReturnType::Default => None,
        };
        Some(Sibling { params, result })
    }

    /// What a function of a type gives, as this file or the type's own tells.
    pub(super) fn told_of(&mut self, owner: Ty, name: &syn::Ident) -> Option<Ty> {
        match &self.told_by_files(owner, name)?? {
            syn::Type::Path(path) if path.path.is_ident("Self") => Some(owner),
            written => self.type_of_constant(written),
        }
    }

    /// What this file or the type's own says of a method's result; nothing if neither has the method.
    fn told_by_files(&mut self, owner: Ty, name: &syn::Ident) -> Option<Option<syn::Type>> {
        let definition = Rc::clone(&self.infer.data_of(owner)?.definition);
        let result = |hints: &Hints| hints.result_of_method(&definition.name, &name.to_string());
        let here = result(self.file_hints());
        here.or_else(|| {
            let of_type = self.hints_of_types.entry(definition.id.clone());
            let hints = || crate::rand::hints(&definition).unwrap_or_else(|| Hints::at(definition.place));
            result(of_type.or_insert_with(hints))
        })
    }

    /// Whether this file or the type's own has a method.
    pub(super) fn is_told(&mut self, owner: Ty, name: &syn::Ident) -> bool {
        self.told_by_files(owner, name).is_some()
    }

    /// Checks the body of a method: the first function.
    pub(super) fn method_body(&mut self, item: &syn::ItemFn, takes_mut: bool, is_behind_reference: bool) {
        (self.is_method, self.is_mutating) = (true, takes_mut);
        self.is_behind_reference = is_behind_reference;
        self.declare_function(item);
        // A method is no function in scope: calls by its name mean another one.
        let name = plain(&item.sig.ident);
        if let Some(Entity::Function(0)) = self.scopes[0].remove(&name) {
            self.changes = self.functions[0].params.first().copied().filter(|_| takes_mut);
            self.function_body_of(0, item);
            let Some(own) = self.changes.take() else { return };
            let (own, result) = (self.locals[own].ty, self.functions[0].result);
            let combined = match result {
                Ty::Unit => own,
                Ty::Error => Ty::Error,
                result => self.infer.many(Form::Tuple, vec![own, result]),
            };
            self.functions[0].result = combined;
            self.functions[0].own = crate::emit::count(&self.infer, own);
        }
    }

    /// The `self` of `*self`, in a method that takes a reference.
    pub(super) fn dereferenced<'e>(&self, unary: &'e syn::ExprUnary) -> Option<&'e syn::Expr> {
        let syn::UnOp::Deref(_) = unary.op else { return None };
        let syn::Expr::Path(path) = strip(&unary.expr) else { return None };
        (self.is_method && path.path.is_ident("self")).then_some(&*unary.expr)
    }

    /// What a method that takes `&mut self` gives: what it leaves of `self`, then its result.
    pub(super) fn with_own(&mut self, value: Option<Expr>, area: Area) -> Expr {
        let Some(local) = self.changes else { return value.unwrap_or_else(|| Expr::error(area)) };
        let own = || Expr { kind: Kind::Local(local), ty: self.locals[local].ty, area };
        match value {
            None => own(),
            Some(value) if self.infer.resolve(value.ty) == Ty::Never => value,
            Some(value) if matches!(self.function, Some(Ty::Unit)) => {
                let tail = Some(Box::new(own()));
                let kind = Kind::Block(Block { stmts: vec![Stmt::Expr(value)], tail });
                Expr { kind, ty: self.locals[local].ty, area }
            }
            Some(value) => {
                let own = own();
                let types = vec![own.ty, value.ty];
                let mut stmts = Vec::new();
                let value = self.hidden("result", value, &mut stmts);
                let ty = self.infer.many(Form::Tuple, types);
                let tail = Expr { kind: Kind::Many(vec![own, value]), ty, area };
                Expr { kind: Kind::Block(Block { stmts, tail: Some(Box::new(tail)) }), ty, area }
            }
        }
    }

    /// `Name::function(..)`: the function of a struct's or an enum's `impl`.
    pub(super) fn data_function(&mut self, path: &syn::ExprPath) -> Option<(TokenStream, syn::Ident, Ty)> {
        let mut owner = path.path.clone();
        let last = owner.segments.pop()?;
        owner.segments.pop_punct();
        if path.qself.is_some() || owner.segments.is_empty() || !last.arguments.is_none() {
            return None;
        }
        let ty = self.data_type(&owner)?;
        let owner = self.owner_path(ty)?;
        Some((owner, last.ident, ty))
    }

    pub(super) fn method_callee(&mut self, owner: &TokenStream, name: &syn::Ident, area: Area) -> CalleeId {
        let method = self.method_type(owner, name);
        let text = format!("{}::{}", owner.to_string().replace(' ', ""), plain(name));
        self.callee_of(text, quote!(#method::Function), area)
    }

    /// The trait that a method is of, on the type.
    fn method_type(&self, owner: &TokenStream, name: &syn::Ident) -> TokenStream {
        let span = Span::mixed_site().located_at(name.span());
        let located = |tokens: &TokenStream| crate::expand::respanned(tokens, name.span());
        let (krate, owner) = (located(&self.krate_path), located(owner));
        let hash = crate::expand::name_hash(&plain(name));
        quote_spanned!(span=> <#owner as #krate::__private::Method<#hash>>)
    }

    /// Whether an expression is a variable, an element or a part of one: what is looked at without being evaluated.
    pub(super) fn is_part_of_data(&self, receiver: &syn::Expr) -> bool {
        match strip(receiver) {
            syn::Expr::Path(path) => {
                let entity = path.path.get_ident().and_then(|name| self.lookup(&plain(name)));
                matches!(entity, Some(Entity::Local(local) | Entity::Reference(local))
                    if self.infer.data_of(self.locals[local].ty).is_some())
            }
            syn::Expr::Field(_) => true,
            syn::Expr::Index(index) => {
                let syn::Expr::Path(path) = strip(&index.expr) else { return true };
                let ty = match path.path.get_ident().and_then(|name| self.lookup(&plain(name))) {
                    Some(Entity::Buffer(buffer)) => self.buffers[buffer].ty,
                    Some(Entity::Local(local)) => self.locals[local].ty,
                    _ => return false,
                };
                self.infer.parts(ty).is_some()
            }
            _ => false,
        }
    }

    /// `value.method(..)`
    pub(super) fn data_method(
        &mut self,
        call: &syn::ExprMethodCall,
        receiver: Expr,
        is_statement: bool,
    ) -> Expr {
        let area = receiver.area.to(call.area());
        let name = plain(&call.method);
        if self.sees_module {
            return self.own_method(call, receiver);
        }
        let Some(owner) = self.owner_path(receiver.ty) else {
            call.args.iter().for_each(|arg| self.left_over(arg));
            let ty = self.infer.name(receiver.ty);
            let problem = format!("`{name}` is called on a `{ty}`, whose path is not known here");
            self.errors.report(receiver.area, problem, format!("bind it first: `let value: {ty} = ..;`"));
            return Expr::error(area);
        };
        let mut stmts = Vec::new();
        let can_change = self.can_change(&receiver);
        let place = if can_change { self.settled_place(receiver, &mut stmts) } else { receiver };
        let own = self.local("own", place.ty, true);
        stmts.push(Stmt::Let { local: own, value: place.clone(), area: place.area });
        let own = Expr { kind: Kind::Local(own), ..place.clone() };
        let written: Vec<&syn::Expr> = call.args.iter().collect();
        let sibling = self.sibling(place.ty, &call.method);
        if let Some(Sibling { params, .. }) = &sibling
            && params.len() != written.len()
        {
            self.arguments(&call.args, params.len(), Area::from(call.method.span()), &name);
            return Expr::error(area);
        }
        let params = sibling.as_ref().map_or(&[][..], |sibling| &sibling.params);
        let (args, references) = self.written_args(&written, params);
        self.settle_args(&args, params);
        let references = references.into_iter().map(|at| at + 1).collect();
        let Some((args, mut checks)) = self.passed_args(args, &written) else { return Expr::error(area) };
        let mut passed = vec![own.clone()];
        for arg in args {
            let is_simple = matches!(arg.kind, Kind::Passed(_));
            passed.push(if is_simple { arg } else { self.hidden("argument", arg, &mut stmts) });
        }
        checks.insert(0, crate::hir::Argument::Value(own.ty, own.area));
        let callee = self.method_callee(&owner, &call.method, area);
        let known = sibling.and_then(|sibling| sibling.result);
        let told = if known.is_none() { self.told_of(place.ty, &call.method) } else { None };
        let result = known.unwrap_or_else(|| self.infer.open());
        self.note_told(result, told);
        let (parens, area_of_name) = (call.paren_token.span.join(), Area::from(call.method.span()));
        let args = checks;
        let (is_method, of_data) = (true, Some((owner.clone(), call.method.clone())));
        let outer = OuterCall {
            callee,
            args,
            references,
            result,
            of_data,
            is_method,
            is_statement,
            area: area_of_name,
            parens,
        };
        self.outer_calls.push(outer);
        let number = self.outer_calls.len() - 1;
        let kind = Kind::CallOuter { call: number, args: passed.clone() };
        let value = self.hidden("value", Expr { kind, ty: result, area }, &mut stmts);
        // Where the place cannot change, rustc refuses a method that takes `&mut self`.
        if can_change {
            let mutates = self.method_type(&owner, &call.method);
            let mutates = quote!(#mutates::MUTATES);
            let left = Expr { kind: Kind::OuterOwn { call: number, args: passed }, ty: place.ty, area };
            let changed = self.give_back(place, None, left, area);
            let cond = Box::new(self.item_expr(mutates, Some(Ty::Bool), area_of_name));
            let then = Block { stmts: vec![Stmt::Expr(changed)], tail: None };
            let kind = Kind::If { cond, then, otherwise: None };
            stmts.push(Stmt::Expr(Expr { kind, ty: Ty::Unit, area }));
        }
        if is_statement {
            let kind = Kind::Block(Block { stmts, tail: None });
            return Expr { kind, ty: Ty::Unit, area };
        }
        Expr { kind: Kind::Block(Block { stmts, tail: Some(Box::new(value)) }), ty: result, area }
    }

    /// Whether a receiver is a place that can be assigned to.
    pub(super) fn can_change(&self, receiver: &Expr) -> bool {
        match &receiver.kind {
            Kind::Local(local) => self.locals[*local].is_mutable,
            Kind::Load { buffer, .. } => {
                let known = &self.buffers[*buffer];
                known.decl.access.is_writable() && !known.is_constant && !known.is_atomic
            }
            Kind::Part { value, .. } | Kind::Pick { value, .. } | Kind::Lane { value, .. } => {
                self.can_change(value)
            }
            _ => false,
        }
    }

    /// A place whose indices are in variables.
    pub(super) fn settled_place(&mut self, place: Expr, stmts: &mut Vec<Stmt>) -> Expr {
        let Expr { kind, ty, area } = place;
        let kind = match kind {
            Kind::Load { buffer, index } => {
                let index = self.settled_index(*index, stmts);
                Kind::Load { buffer, index: Box::new(index) }
            }
            Kind::Part { value, at } => Kind::Part { value: Box::new(self.settled_place(*value, stmts)), at },
            Kind::Pick { value, index } => {
                let value = Box::new(self.settled_place(*value, stmts));
                let index = self.settled_index(*index, stmts);
                Kind::Pick { value, index: Box::new(index) }
            }
            Kind::Lane { value, index } => {
                let value = Box::new(self.settled_place(*value, stmts));
                let index = self.settled_index(*index, stmts);
                Kind::Lane { value, index: Box::new(index) }
            }
            other => other,
        };
        Expr { kind, ty, area }
    }

    fn settled_index(&mut self, index: Expr, stmts: &mut Vec<Stmt>) -> Expr {
        match index.kind {
            Kind::Literal(_) => index,
            _ => self.hidden("index", index, stmts),
        }
    }

    /// Gives a place a value, such as what a method leaves of its receiver.
    pub(super) fn give_back(&mut self, place: Expr, op: Option<BinOp>, value: Expr, area: Area) -> Expr {
        let value = Box::new(value);
        let kind = match place.kind {
            Kind::Local(local) => Kind::Assign { local, op, value },
            Kind::Load { buffer, index } => Kind::Store { buffer, index, op, value, place: place.area },
            Kind::Lane { value: whole, index: lane }
                if matches!(whole.kind, Kind::Local(_) | Kind::Load { .. }) =>
            {
                match whole.kind {
                    Kind::Local(local) => {
                        self.write_part(local);
                        Kind::AssignLane { local, index: lane, op, value }
                    }
                    Kind::Load { buffer, index } => {
                        self.buffers[buffer].is_partial = true;
                        Kind::StoreLane { buffer, index, lane, op, value, place: place.area }
                    }
                    _ => Kind::Nothing,
                }
            }
            _ => match root_of(&place).kind {
                Kind::Load { buffer, .. } => {
                    self.buffers[buffer].is_partial = true;
                    Kind::StorePart { place: Box::new(place), op, value }
                }
                Kind::Local(local) => {
                    self.write_part(local);
                    Kind::AssignPart { place: Box::new(place), op, value }
                }
                _ => Kind::AssignPart { place: Box::new(place), op, value },
            },
        };
        Expr { kind, ty: Ty::Unit, area }
    }
}

//! Operators of structs and enums, which call the methods of their traits: `a + b`, `-a`, `a += b`, and `==` where nothing derives it.

use super::data_method::Sibling;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Argument, Block, Expr, Kind, OuterCall};
use crate::overload;
use crate::syntax::strip;
use crate::types::{Form, Ty};
use proc_macro2::Span;
use quote::ToTokens;
use vyre_ir::UnOp;

/// An operator that calls a method.
pub(super) struct Called {
    pub(super) method: &'static str,
    pub(super) span: Span,
    pub(super) area: Area,
}

impl Checker<'_> {
    /// An operator with two operands of which one is a struct or an enum; nothing if none is.
    pub(super) fn overloaded(&mut self, op: &syn::BinOp, left: &Expr, right: &Expr) -> Option<Expr> {
        if self.sees_module {
            return self.own_binary(op, left, right);
        }
        let called =
            Called { method: overload::method_of(op)?, span: span_of(op), area: left.area.to(right.area) };
        self.take_told(left.ty);
        self.take_told(right.ty);
        let data = |ty: Ty| self.infer.data_of(ty).map(|data| data.definition.is_comparable);
        let (owner, other, is_reversed) = match (data(left.ty), data(right.ty)) {
            // Values whose `PartialEq` is derived are compared by their parts.
            (Some(true), _) if called.method == "eq" => return None,
            (Some(_), _) => (left.ty, right, false),
            (None, Some(_)) => (right.ty, left, true),
            (None, None) => return None,
        };
        if self.infer.resolve(other.ty) == Ty::Error {
            return None;
        }
        if let Ty::Int(_) = self.infer.resolve(other.ty) {
            // rustc takes the type of the `impl`, which is mostly that of the fields.
            let (_, parts) = self.infer.parts(owner)?;
            let integer = parts.iter().map(|part| self.infer.resolve(*part)).find(|part| part.is_integer());
            self.infer.unify(other.ty, integer.unwrap_or(Ty::I32));
        }
        if let open @ Ty::Float(_) = self.infer.resolve(other.ty) {
            let (_, parts) = self.infer.parts(owner)?;
            let float = parts.iter().map(|part| self.infer.resolve(*part)).find(|part| part.is_float());
            self.infer.unify(open, float.filter(|float| !float.is_half()).unwrap_or(Ty::F64));
        }
        let key = overload::key(called.method, &self.infer.name(other.ty), is_reversed);
        let of_impl = syn::Ident::new(&key, called.span);
        let is_plain = called.method == "eq" || matches!(self.infer.resolve(owner), Ty::Enum(_));
        if is_plain && !self.is_known_operator(owner, &of_impl) {
            return None;
        }
        let value = self.operator_call(&called, &key, owner, vec![left.clone(), right.clone()]);
        Some(match op {
            syn::BinOp::Ne(_) => {
                let (area, operand) = (value.area, Box::new(value));
                Expr { kind: Kind::Unary { op: UnOp::LogicalNot, operand }, ty: Ty::Bool, area }
            }
            _ => value,
        })
    }

    /// `-value` or `!value` of a struct or an enum; nothing of other values.
    pub(super) fn overloaded_prefix(&mut self, op: &syn::UnOp, operand: &Expr, area: Area) -> Option<Expr> {
        let method = overload::method_of_prefix(op)?;
        if self.sees_module {
            return self.own_prefix(method, operand, area);
        }
        self.infer.data_of(operand.ty)?;
        let called = Called { method, span: span_of(op), area };
        let key = overload::key(method, "", false);
        Some(self.operator_call(&called, &key, operand.ty, vec![operand.clone()]))
    }

    /// `place += value` where the place is a struct or an enum; nothing for other places.
    pub(super) fn overloaded_assignment(&mut self, binary: &syn::ExprBinary) -> Option<Expr> {
        let method = overload::method_of(&binary.op)?;
        if self.sees_module {
            return self.own_assignment(method, binary);
        }
        let ty = self.peeked(&binary.left)?;
        self.take_told(ty);
        self.infer.data_of(ty)?;
        let span = span_of(&binary.op);
        // The type of the other operand is a part of the name, and what is evaluated twice has no effects: only its type is taken.
        let other = match self.peeked(&binary.right) {
            Some(ty) => {
                self.take_told(ty);
                self.infer.name(ty)
            }
            None => match strip(&binary.right) {
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Float(_), .. }) => "f32".to_string(),
                _ => self.infer.name(ty),
            },
        };
        let key = syn::Ident::new(&overload::key(method, &other, false), span);
        if !self.is_known_operator(ty, &key) {
            if let Ty::Enum(_) = self.infer.resolve(ty) {
                return None;
            }
            let called = Called { method, span, area: Area::of(binary) };
            return Some(self.no_operator(&called, ty, &[Expr { ty, ..Expr::error(called.area) }]));
        }
        let method = key;
        let call = syn::ExprMethodCall {
            attrs: Vec::new(),
            receiver: binary.left.clone(),
            dot_token: syn::Token![.](span),
            method,
            turbofish: None,
            paren_token: syn::token::Paren(span),
            args: std::iter::once((*binary.right).clone()).collect(),
        };
        let place = self.base(&binary.left);
        Some(self.data_method(&call, place, true))
    }

    /// The call of an operator's method, which is found by its key and the type of the owner.
    pub(super) fn operator_call(
        &mut self,
        called: &Called,
        key: &str,
        owner: Ty,
        operands: Vec<Expr>,
    ) -> Expr {
        let Called { span, area, .. } = *called;
        let Some(path) = self.owner_path(owner) else {
            let ty = self.infer.name(owner);
            let problem = format!("an operator takes a `{ty}`, whose path is not known here");
            self.errors.report(area, problem, format!("bind it first: `let value: {ty} = ..;`"));
            return Expr::error(area);
        };
        let name = syn::Ident::new(key, span);
        let callee = self.method_callee(&path, &name, area);
        let known = self.sibling(owner, &name).and_then(|Sibling { result, .. }| result);
        let told = if known.is_none() { self.told_of(owner, &name) } else { None };
        if !self.is_known_operator(owner, &name) {
            return self.no_operator(called, owner, &operands);
        }
        let result = known.unwrap_or_else(|| self.infer.open());
        self.note_told(result, told);
        let mut stmts = Vec::new();
        let values = operands.iter().map(|it| Argument::Value(it.ty, it.area)).collect();
        let args = operands.into_iter().map(|operand| self.hidden("operand", operand, &mut stmts)).collect();
        self.outer_calls.push(OuterCall {
            callee,
            args: values,
            references: Vec::new(),
            result,
            of_data: Some((path, name)),
            is_method: false,
            is_statement: false,
            area,
            parens: span,
        });
        let kind = Kind::CallOuter { call: self.outer_calls.len() - 1, args };
        let tail = Some(Box::new(Expr { kind, ty: result, area }));
        Expr { kind: Kind::Block(Block { stmts, tail }), ty: result, area }
    }

    /// Whether a struct or an enum has an operator, as far as is known: of types of this crate the text of their files says it.
    pub(super) fn is_known_operator(&mut self, ty: Ty, key: &syn::Ident) -> bool {
        let krate = std::env::var("CARGO_CRATE_NAME").unwrap_or_default();
        let id = self.infer.data_of(ty).map(|data| data.definition.id.clone()).unwrap_or_default();
        let is_of_this_crate = id.starts_with(&format!("{krate}-"));
        !is_of_this_crate || self.sibling(ty, key).is_some() || self.is_told(ty, key)
    }

    fn no_operator(&mut self, called: &Called, owner: Ty, operands: &[Expr]) -> Expr {
        let operands: Vec<String> =
            operands.iter().map(|it| format!("`{}`", self.infer.name(it.ty))).collect();
        let (of, owner) = (overload::trait_of(called.method), self.infer.name(owner));
        let problem = format!("kernels know no `{of}` of {}", operands.join(" and "));
        let fix =
            format!("write its `impl` with `#[vyre::function]` in the file of `{owner}` or in this one");
        self.errors.report(called.area, problem, fix);
        Expr::error(called.area)
    }

    /// The type of a variable, an element or a part of one, without a look at more than names.
    pub(super) fn peeked(&self, place: &syn::Expr) -> Option<Ty> {
        match strip(place) {
            syn::Expr::Path(path) => match self.lookup(&plain(path.path.get_ident()?))? {
                Entity::Local(local) | Entity::Reference(local) => {
                    Some(self.infer.resolve(self.locals[local].ty))
                }
                _ => None,
            },
            syn::Expr::Index(index) => {
                if let syn::Expr::Path(path) = strip(&index.expr)
                    && let Some(Entity::Buffer(buffer)) =
                        path.path.get_ident().and_then(|name| self.lookup(&plain(name)))
                {
                    let known = &self.buffers[buffer];
                    return known.dimensions.is_empty().then(|| self.infer.resolve(known.ty));
                }
                let (Form::Array, parts) = self.infer.parts(self.peeked(&index.expr)?)? else { return None };
                parts.first().map(|part| self.infer.resolve(*part))
            }
            syn::Expr::Field(field) => {
                let base = self.peeked(&field.base)?;
                self.peeked_field(base, field)
            }
            syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => self.peeked(expr),
            _ => None,
        }
    }

    fn peeked_field(&self, base: Ty, field: &syn::ExprField) -> Option<Ty> {
        let (_, parts) = self.infer.parts(base)?;
        let at = match &field.member {
            syn::Member::Unnamed(index) => index.index as usize,
            syn::Member::Named(_) => (0..parts.len())
                .find(|at| self.field_name(base, *at).is_some_and(|known| known == field.member))?,
        };
        parts.get(at).map(|part| self.infer.resolve(*part))
    }

    /// The same of what an argument refers to, of which arrays in memory have a type as well.
    pub(super) fn peeked_type(&mut self, arg: &syn::Expr) -> Option<Ty> {
        match strip(arg) {
            syn::Expr::Reference(reference) => self.peeked_type(&reference.expr),
            syn::Expr::Path(path)
                if let Some(Entity::Buffer(buffer)) =
                    path.path.get_ident().and_then(|name| self.lookup(&plain(name))) =>
            {
                let known = &self.buffers[buffer];
                let is_array = known.dimensions.is_empty() && known.length.is_none();
                let is_whole = is_array && !known.is_slice && !known.is_atomic && known.decl.count > 0;
                let (ty, count) = (known.ty, known.decl.count);
                is_whole.then(|| self.infer.many(Form::Array, vec![ty; count.min(4096) as usize]))
            }
            syn::Expr::Index(index) if let Some(ty) = self.peeked_index(index) => Some(ty),
            syn::Expr::Field(field) if let Some(base) = self.peeked_type(&field.base) => {
                self.peeked_field(base, field)
            }
            place => {
                let ty = self.peeked(place)?;
                Some(self.referent(ty).unwrap_or(ty))
            }
        }
    }
}

fn span_of(op: &dyn ToTokens) -> Span {
    op.to_token_stream().into_iter().next().map_or_else(Span::call_site, |token| token.span())
}

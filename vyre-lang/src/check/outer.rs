//! Functions outside the kernel: those that `#[vyre::function]` marks, in any module or crate, and the operation library.
//!
//! The macro sees the path of such a function and nothing more. The types of the arguments are known here, that of the
//! result comes from its uses, and rustc holds both against the signature.

use super::call::BUILT_INS;
use super::extent::Extent;
use super::placed::{Linked, Signature};
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::files::Place;
use crate::hir::{Argument, Callee, CalleeId, Expr, Kind, OuterCall};
use crate::syntax::{path_name, path_text, strip};
use crate::types::{Form, Ty};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use vyre_ir::similar::{self, Nearest};
use vyre_ir::{Problem, library};

impl Checker<'_> {
    pub(super) fn outer_call(&mut self, call: &syn::ExprCall) -> Expr {
        let area = call.area();
        if let closure @ syn::Expr::Closure(_) = strip(&call.func) {
            // It is called under a name.
            let name = syn::Ident::new("__vyre_called", area.start);
            let mut named = call.clone();
            named.func = syn::parse_quote!(#name);
            let value = self.expr(&syn::parse_quote!({ let mut #name = #closure; #named }));
            return Expr { area, ..value };
        }
        let syn::Expr::Path(path) = strip(&call.func) else {
            call.args.iter().for_each(|arg| self.left_over(arg));
            let fix = "call a function by its name";
            self.errors.report(call.func.area(), "this is no function", fix);
            return Expr::error(area);
        };
        // Families of operations have names of types.
        if let Some(id) = self.operation(path) {
            return self.operation_call(id, call);
        }
        let entity = path.path.get_ident().and_then(|name| self.lookup(&plain(name)));
        if entity.is_none() && self.is_erroneous_path(&path.path) {
            call.args.iter().for_each(|arg| self.left_over(arg));
            self.is_partial = true;
            return Expr::error(area);
        }
        let parens = call.paren_token.span.join();
        if entity.is_none()
            && let Some((owner, name, ty)) = self.data_function(path)
        {
            let callee = |checker: &mut Self| checker.method_callee(&owner, &name, path.area());
            let types = self
                .sibling(ty, &name)
                .and_then(|own| Some(Signature { parameters: own.params, result: own.result? }));
            let called = self.call_outer(call.args.iter().collect(), callee, types, (parens, area));
            if let (Kind::CallOuter { .. }, Some(outer)) = (&called.kind, self.outer_calls.last_mut()) {
                outer.of_data = Some((owner, name.clone()));
                let told = self.told_of(ty, &name);
                self.note_told(called.ty, told);
                self.owners.push((called.ty, ty));
            }
            return called;
        }
        if entity.is_some() || !self.is_callable(path) {
            // What only the function could have taken is the same mistake.
            let args = call.args.iter().filter(|arg| {
                !matches!(strip(arg), syn::Expr::Reference(_) | syn::Expr::Closure(_) | syn::Expr::Lit(_))
            });
            args.for_each(|arg| self.left_over(arg));
            match entity {
                Some(Entity::Poisoned) => {}
                Some(entity) => {
                    let name = path_text(path);
                    let index = call.args.first().filter(|_| call.args.len() == 1);
                    let index = index.and_then(|index| self.errors.text(index.area()));
                    let fix = match (entity, index) {
                        (Entity::Buffer(_), Some(index)) => format!("write `{name}[{index}]`"),
                        _ => "call a function by its name".to_string(),
                    };
                    self.errors.report(call.func.area(), format!("`{name}` is no function"), fix);
                }
                None => {}
            }
            return Expr::error(area);
        }
        if let Some(taker) = self.taker_outside(path) {
            return self.taking_call(taker, Vec::new(), call, area);
        }
        match self.placed(path, call) {
            Some(Some(function)) => return self.function_call(function, call),
            Some(None) => return Expr::error(area),
            None => {}
        }
        let linked = self.linked(path);
        if let (None, Some(name)) = (&linked, path_name(&call.func))
            && super::call::instead_of_foreign(&name).is_none()
            && let Some(meant) = self.nearest(&name, &BUILT_INS)
            && !crate::data::may_name_function(&path.path)
        {
            let problem = format!("kernels have no function `{name}`");
            self.errors.report(call.func.area(), problem, format!("write `{meant}`"));
            return Expr::error(area);
        }
        if let Some(Linked { name, parameters, .. }) = &linked
            && call.args.len() != *parameters
        {
            self.arguments(&call.args, *parameters, area, name);
            return Expr::error(area);
        }
        let types = linked.and_then(|linked| self.types_of_call(linked, &path.path));
        let written = if types.is_none() { self.file_hints().result_of(&path.path) } else { None };
        let told = written.and_then(|written| self.type_of_constant(&written));
        let called = self.call_outer(
            call.args.iter().collect(),
            |checker| checker.callee(path),
            types,
            (parens, area),
        );
        self.note_told(called.ty, told);
        called
    }

    /// A call of a function outside.
    fn call_outer(
        &mut self,
        written: Vec<&syn::Expr>,
        callee: impl FnOnce(&mut Self) -> CalleeId,
        types: Option<Signature>,
        (parens, area): (Span, Area),
    ) -> Expr {
        let params = types.as_ref().map_or(&[][..], |types| &types.parameters);
        let (args, references) = self.written_args(&written, params);
        self.settle_args(&args, params);
        let Some((args, checks)) = self.passed_args(args, &written) else { return Expr::error(area) };
        // Its number is that of the next call.
        let callee = callee(self);
        let result = types.map_or_else(|| self.infer.open(), |types| types.result);
        let (of_data, is_method, is_statement) = (None, false, false);
        self.outer_calls.push(OuterCall {
            callee,
            args: checks,
            references,
            result,
            of_data,
            is_method,
            is_statement,
            area,
            parens,
        });
        let kind = Kind::CallOuter { call: self.outer_calls.len() - 1, args };
        Expr { kind, ty: result, area }
    }

    /// Gives arguments that no use has settled the types of their parameters.
    pub(super) fn settle_args(&mut self, args: &[Expr], params: &[Option<Ty>]) {
        for (arg, param) in args.iter().zip(params) {
            match (&arg.kind, self.infer.resolve(arg.ty), param) {
                (Kind::Literal(_), Ty::Int(_), _) | (.., None) => {}
                (_, Ty::Open(_) | Ty::Int(_) | Ty::Float(_) | Ty::Many(_), Some(param)) => {
                    self.infer.unify(arg.ty, *param);
                }
                (.., got, Some(param)) => {
                    // A type parameter that nothing has said yet.
                    if let Ty::Open(_) = self.infer.resolve(*param) {
                        self.infer.unify(*param, got);
                    }
                }
            }
        }
    }

    /// The arguments of a call outside, with the positions of those that are passed by a `&`, of which the values are passed.
    pub(super) fn written_args(
        &mut self,
        written: &[&syn::Expr],
        params: &[Option<Ty>],
    ) -> (Vec<Expr>, Vec<usize>) {
        let mut references = Vec::new();
        let args = written.iter().enumerate().map(|(at, arg)| match strip(arg) {
            syn::Expr::Reference(reference)
                if reference.mutability.is_none() && self.is_value(&reference.expr) =>
            {
                references.push(at);
                self.base(&reference.expr)
            }
            other
                if self.is_own_reference(other) || self.behind(other).is_some() && !is_dereference(other) =>
            {
                references.push(at);
                self.base(other)
            }
            _ => match params.get(at) {
                Some(Some(param)) => self.expr_as(arg, *param),
                _ => self.expr(arg),
            },
        });
        (args.collect(), references)
    }

    /// Whether an expression is a value, and no array in memory or a part of one, as far as is known without checking it.
    fn is_value(&self, expr: &syn::Expr) -> bool {
        match strip(expr) {
            syn::Expr::Path(path) => {
                let entity = path.path.get_ident().and_then(|name| self.lookup(&plain(name)));
                !matches!(entity, Some(Entity::Buffer(_) | Entity::Table(_)))
            }
            syn::Expr::Index(index) => !matches!(strip(&index.index), syn::Expr::Range(_)),
            _ => true,
        }
    }

    /// Whether an expression is the `self` of a method that takes a reference.
    fn is_own_reference(&self, expr: &syn::Expr) -> bool {
        let is_self = matches!(expr, syn::Expr::Path(path) if path.path.is_ident("self"));
        is_self && self.is_behind_reference && self.caller == Some(0)
    }

    /// The arguments of a call outside, and what rustc checks of them. Literals without a type keep none.
    pub(super) fn passed_args(
        &mut self,
        args: Vec<Expr>,
        written: &[&syn::Expr],
    ) -> Option<(Vec<Expr>, Vec<Argument>)> {
        if args.iter().any(|arg| self.infer.resolve(arg.ty) == Ty::Error) {
            return None;
        }
        let (mut passed, mut checks) = (Vec::new(), Vec::new());
        for (arg, written) in args.into_iter().zip(written) {
            let is_literal = matches!(arg.kind, Kind::Literal(_)) && is_literal(written);
            match (&arg.kind, self.infer.resolve(arg.ty)) {
                (_, Ty::Unit) => {
                    self.errors.report(arg.area, "this expression has no value", "pass a value");
                    return None;
                }
                (Kind::Literal(bits), Ty::Int(_)) if is_literal => {
                    // rustc knows the type, and whether the literal fits.
                    if let Some(at) = self.literals.iter().rposition(|(.., ty)| *ty == arg.ty) {
                        self.literals.remove(at);
                    }
                    self.meant.literals.retain(|(_, ty)| *ty != arg.ty);
                    checks.push(Argument::Literal(written.to_token_stream(), *bits));
                    passed.push(Expr { kind: Kind::Passed(*bits), ..arg });
                }
                (_, got) => {
                    if is_literal && got.is_float() {
                        // rustc knows the type of the parameter.
                        let own = Place::of(arg.area.written);
                        self.meant.literals.retain(|(span, _)| Place::of(*span) != own);
                    }
                    self.note_passed(got);
                    checks.push(Argument::Value(arg.ty, arg.area));
                    passed.push(arg);
                }
            }
        }
        Some((passed, checks))
    }

    /// Notes the numbers without a type in what is passed.
    fn note_passed(&mut self, ty: Ty) {
        match (self.infer.resolve(ty), self.infer.parts(ty)) {
            (Ty::Int(_) | Ty::Float(_), _) => self.passed.push(ty),
            (_, Some((_, parts))) => parts.iter().for_each(|part| self.note_passed(*part)),
            _ => {}
        }
    }

    /// Reports a function with the name of a built-in one, which calls by that name would mean.
    pub(super) fn refuse_built_in(&mut self, name: &syn::Ident) {
        // The library is called by its paths.
        let is_library = self.krate == "crate";
        if !is_library && BUILT_INS.contains(&plain(name).as_str()) {
            let problem = format!("`{name}` is a built-in function of kernels");
            self.errors.report(name.span(), problem, "give the function another name");
        }
    }

    /// Whether a path can be that of a marked function; reports one that cannot.
    fn is_callable(&mut self, path: &syn::ExprPath) -> bool {
        let names: Vec<String> = path.path.segments.iter().map(|segment| plain(&segment.ident)).collect();
        let first = names.first().map_or("", String::as_str);
        let is_std = matches!(first, "std" | "core" | "alloc") && names.len() > 1;
        // Names of types begin with a capital letter, and so do those of variants.
        let is_capital = |name: &String| name.starts_with(char::is_uppercase);
        let is_type = |name: &String| is_capital(name) || is_primitive(name);
        // `vyre::ops::f32::rsqrt` is no function of a type.
        let is_named = names.iter().rev().skip(1).any(is_type) || names.last().is_some_and(is_capital);
        let of_type = is_named && self.operation(path).is_none();
        let is_built_in =
            names.len() > 1 && names.last().is_some_and(|last| BUILT_INS.contains(&last.as_str()));
        if let Some(name) = names.last().filter(|name| crate::standard::is_type(name)) {
            let problem = format!("a kernel by itself has no `{name}`");
            let fix = "put the kernel and what it calls into a `#[vyre::module]`, which has the type";
            self.errors.report(path.area(), problem, fix);
            return false;
        }
        if let [name] = &names[..]
            && let Some(ty) = self.data_type(&path.path)
            && matches!(self.infer.parts(ty), Some((Form::Struct(_), _)))
        {
            let problem = format!("`{name}` is a struct with named fields, and no function");
            self.errors.report(path.area(), problem, format!("write `{name} {{ .. }}`, with each field"));
            return false;
        }
        if path.qself.is_some() || is_std || of_type || is_built_in {
            let op_id = path_text(path);
            if matches!(op_id.as_str(), "Default::default" | "std::default::Default::default") {
                let problem = "type annotations needed: nothing says the type of this `default`";
                let fix = "write it where the value is bound: `let value: u32 = Default::default();`";
                self.errors.report(path.area(), problem, fix);
                return false;
            }
            if op_id == "Box::new"
                && let Some(fix) = super::call::instead_of_type("Box")
            {
                self.errors.report(path.area(), "kernels have no `Box`", fix);
                return false;
            }
            let note = self.unknown_call(&op_id);
            let problem = Problem::UnknownOp { op_id, nearest: Nearest::default() };
            self.errors.report_rule(path.area(), &problem, Some(note));
            return false;
        }
        let before = path.path.segments.len().saturating_sub(1);
        for (at, segment) in path.path.segments.iter().enumerate() {
            // The function may be one over types.
            let is_types = |arguments: &syn::AngleBracketedGenericArguments| {
                at == before
                    && arguments.args.iter().all(|argument| matches!(argument, syn::GenericArgument::Type(_)))
            };
            let is_plain = match &segment.arguments {
                syn::PathArguments::None => true,
                syn::PathArguments::AngleBracketed(arguments) => {
                    is_types(arguments) || self.is_placed_path(&path.path)
                }
                syn::PathArguments::Parenthesized(_) => false,
            };
            let is_poisoned = names.len() == 1 && matches!(self.lookup(&names[0]), Some(Entity::Poisoned));
            let is_erroneous = is_poisoned || self.is_erroneous_path(&path.path);
            if !is_plain && is_erroneous {
                return false;
            }
            if !is_plain {
                let problem = "this function has no such generic parameters";
                self.errors.report(Area::of(&segment.arguments), problem, "remove the arguments");
                return false;
            }
        }
        true
    }

    /// The number of a function that is called next, which is the same wherever it is called by the same path.
    fn callee(&mut self, path: &syn::ExprPath) -> usize {
        let text = path.to_token_stream().to_string().replace(' ', "");
        self.callee_of(text, path.to_token_stream(), path.area())
    }

    /// The number of a function of a struct's `impl`.
    pub(super) fn callee_of(&mut self, text: String, path: TokenStream, area: Area) -> CalleeId {
        let (at, first) = (self.callees.len(), self.outer_calls.len());
        let (of_function, key) = self.exported(TokenStream::new(), &format!("fn {text}"));
        let (measure, _) = self.exported(TokenStream::new(), &format!("fn {text}#measure"));
        let text = if of_function.is_empty() { text } else { of_function.to_string().replace(' ', "") };
        let owned = (!of_function.is_empty()).then_some([of_function, measure]);
        let known = *self.callees_by_path.entry(text.clone()).or_insert(at);
        if known == at {
            self.callees.push(Callee { path, text, key, owned, area, first });
        }
        known
    }

    /// The id of the operation that a path such as `vyre::ops::bitwise::rotl` names. A module `ops` of the user's is another one.
    fn operation(&self, path: &syn::ExprPath) -> Option<String> {
        let names: Vec<String> = path.path.segments.iter().map(|segment| plain(&segment.ident)).collect();
        let [.., krate, ops, family, name] = &names[..] else { return None };
        let is_row = *krate == self.krate && ops == "ops" && !crate::library::has(family, name);
        is_row.then(|| format!("primitive.{family}.{name}"))
    }

    /// `vyre::ops::bitwise::rotl(x, n)`: a call of the operation library.
    fn operation_call(&mut self, op_id: String, call: &syn::ExprCall) -> Expr {
        let area = call.area();
        let known = || library::rows().filter(|row| !row.is_step());
        let Some(row) = known().find(|row| row.id == op_id) else {
            call.args.iter().for_each(|arg| self.left_over(arg));
            let nearest = similar::nearest_id(&op_id, known().map(|row| row.id));
            self.errors.report_rule(call.func.area(), &Problem::UnknownOp { op_id, nearest }, None);
            return Expr::error(area);
        };
        let Some(args) = self.arguments(&call.args, row.inputs.len(), area, row.name()) else {
            return Expr::error(area);
        };
        for (arg, input) in args.iter().zip(row.inputs) {
            self.demand(arg, Ty::in_operation(row, input));
        }
        Expr { kind: Kind::Call { op_id: row.id, args }, ty: Ty::in_operation(row, &row.output), area }
    }

    /// Functions over types are others for other types: calls by one path are told apart by their arguments.
    pub(super) fn split_callees(&mut self) {
        let mut split: Vec<Callee> = Vec::new();
        for at in 0..self.outer_calls.len() {
            let callee = &self.callees[self.outer_calls[at].callee];
            let fits = |known: &Callee| known.text == callee.text && self.has_types_of(known.first, at);
            let found = split.iter().position(fits);
            self.outer_calls[at].callee = match found {
                Some(found) => found,
                None => {
                    split.push(Callee { first: at, ..callee.clone() });
                    split.len() - 1
                }
            };
        }
        self.callees = split;
    }

    /// Whether two calls have arguments of the same types, and results where these say the type of a literal.
    fn has_types_of(&self, first: usize, second: usize) -> bool {
        let (first, second) = (&self.outer_calls[first], &self.outer_calls[second]);
        let is_same = |first: Ty, second: Ty| self.infer.resolve(first) == self.infer.resolve(second);
        let mut args = first.args.iter().zip(&second.args);
        args.all(|args| match args {
            (Argument::Value(first, _), Argument::Value(second, _)) => is_same(*first, *second),
            (Argument::Literal(..), Argument::Literal(..)) => is_same(first.result, second.result),
            _ => false,
        })
    }

    /// Numbers that are passed to functions outside, and whose type nothing else settles, are `u32`s and `f32`s: the macro does not see the parameters,
    /// and rustc finds the others.
    pub(super) fn settle_passed(&mut self) {
        for ty in std::mem::take(&mut self.passed) {
            match self.infer.resolve(ty) {
                Ty::Int(_) => self.infer.unify(ty, Ty::U32),
                Ty::Float(_) => self.infer.unify(ty, Ty::F32),
                _ => None,
            };
        }
    }

    /// Reports the results of functions outside that are numbers of a type that nothing has settled. What is only bound and passed on needs
    /// no type here: the functions that take it have one.
    pub(super) fn check_results(&mut self) {
        for at in 0..self.outer_calls.len() {
            let OuterCall { callee, result, area, .. } = self.outer_calls[at];
            if let Ty::Int(_) = self.infer.resolve(result) {
                let name = &self.callees[callee].text;
                let problem = format!("the type of the result of `{name}` is not known");
                self.errors.report(area, problem, format!("write it: `let value: u32 = {name}(..);`"));
                self.infer.unify(result, Ty::Error);
            }
        }
    }
}

/// Whether an expression depends on constant parameters. `None` if it is made of anything but these, literals, and operators that a
/// constant of Rust's may have too.
pub(super) fn depends(expr: &Expr) -> Option<bool> {
    match &expr.kind {
        Kind::Literal(_) => Some(false),
        Kind::Constant(_) | Kind::Item(_) => Some(true),
        Kind::Cast(value) => depends(value),
        Kind::Block(block) if block.stmts.is_empty() => depends(block.tail.as_deref()?),
        Kind::Binary { op, left, right } if crate::lengths::operator(*op).is_some() => {
            // Each operand is looked at once: nested ones would double otherwise.
            let (left, right) = (depends(left)?, depends(right)?);
            Some(left || right)
        }
        _ => None,
    }
}

/// Whether tokens are a literal, perhaps with a `-`.
fn is_literal(expr: &syn::Expr) -> bool {
    match strip(expr) {
        syn::Expr::Lit(_) => true,
        syn::Expr::Unary(unary) => matches!(strip(&unary.expr), syn::Expr::Lit(_)),
        _ => false,
    }
}

fn is_dereference(expr: &syn::Expr) -> bool {
    matches!(expr, syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), .. }))
}

fn is_primitive(name: &str) -> bool {
    let types = "u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char str";
    types.split(' ').any(|ty| ty == name)
}

//! `From`, `Into` and `Default`: functions of traits that the wanted type chooses.

use super::extent::Extent;
use super::overloaded::Called;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::files::{MethodAt, Place};
use crate::hir::{Expr, Kind};
use crate::overload;
use crate::syntax::{path_name, strip};
use crate::types::{Form, INTEGERS, Ty};
use std::collections::HashMap;

/// The most parts of a value that `default()` gives.
const MAX_DEFAULT: u32 = 4096;

/// Whether an expression is one whose type is that which is wanted of it: `x.into()`, `Default::default()`, `x as _`.
pub(super) fn takes_wanted(value: &syn::Expr) -> bool {
    match strip(value) {
        syn::Expr::MethodCall(call) => {
            (call.method == "into" || call.method == "collect") && call.args.is_empty()
                || opens_fold(call).is_some()
                || super::std_functions::takes_wanted(value)
        }
        syn::Expr::Call(call) if call.args.is_empty() && is_of_default(&call.func) => true,
        syn::Expr::Cast(cast) => matches!(&*cast.ty, syn::Type::Infer(_)),
        branches @ (syn::Expr::If(_) | syn::Expr::Match(_) | syn::Expr::Block(_)) => {
            let mut is_open = false;
            open_casts(&mut branches.clone(), &mut |_| is_open = true);
            is_open
        }
        other => super::std_functions::takes_wanted(other),
    }
}

/// The casts `x as _` whose value is that of an expression: those that its branches end with.
fn open_casts(value: &mut syn::Expr, found: &mut impl FnMut(&mut syn::ExprCast)) {
    let of_block = |block: &mut syn::Block, found: &mut _| {
        if let Some(syn::Stmt::Expr(last, None)) = block.stmts.last_mut() {
            open_casts(last, found);
        }
    };
    match value {
        syn::Expr::Cast(cast) if matches!(&*cast.ty, syn::Type::Infer(_)) => found(cast),
        syn::Expr::Paren(it) => open_casts(&mut it.expr, found),
        syn::Expr::Group(it) => open_casts(&mut it.expr, found),
        syn::Expr::Block(it) => of_block(&mut it.block, found),
        syn::Expr::Match(it) => it.arms.iter_mut().for_each(|arm| open_casts(&mut arm.body, found)),
        syn::Expr::If(it) => {
            of_block(&mut it.then_branch, found);
            if let Some((_, otherwise)) = &mut it.else_branch {
                open_casts(otherwise, found);
            }
        }
        _ => {}
    }
}

/// Whether a call is written as that of a variant or of a struct.
fn makes_variant(function: &syn::Expr) -> bool {
    let syn::Expr::Path(path) = strip(function) else { return false };
    let name = path.path.segments.last().map(|last| plain(&last.ident));
    name.is_some_and(|name| name.starts_with(|first: char| first.is_uppercase()))
}

/// The literal of `fold(0, ..)`, if it has no type of its own.
fn opens_fold(call: &syn::ExprMethodCall) -> Option<&syn::Lit> {
    let syn::Expr::Lit(first) = call.args.first()? else { return None };
    let is_open = match &first.lit {
        syn::Lit::Int(it) => it.suffix().is_empty(),
        syn::Lit::Float(it) => it.suffix().is_empty(),
        _ => false,
    };
    (is_open && call.method == "fold" && call.args.len() == 2).then_some(&first.lit)
}

/// What stands before the last name of a path.
fn owner_of(path: &syn::Path) -> syn::Path {
    let mut owner = path.clone();
    owner.segments.pop();
    owner.segments.pop_punct();
    owner
}

/// Whether a path is `Default::default`.
fn is_of_default(function: &syn::Expr) -> bool {
    let syn::Expr::Path(path) = strip(function) else { return false };
    let names: Vec<String> = path.path.segments.iter().map(|segment| plain(&segment.ident)).collect();
    matches!(&names[..], [.., of, function] if of == "Default" && function == "default")
}

impl Checker<'_> {
    /// The value of an expression of which a type is wanted, if its own form takes that type.
    pub(super) fn wanted(&mut self, value: &syn::Expr, ty: Ty) -> Option<Expr> {
        let ty = self.infer.resolve(ty);
        if let syn::Expr::Call(call) = strip(value)
            && self.sees_module
            && self.infer.args(ty).is_some()
            && self.is_of_open_owner(call)
        {
            return self.own_function(call, Some(ty));
        }
        if let syn::Expr::Binary(binary) = strip(value)
            && self.infer.args(ty).is_some()
            && let Some(sides) = self.scaled_open(binary)
        {
            return self.scaled_as(binary, sides, ty);
        }
        if let syn::Expr::Call(call) = strip(value)
            && let Some(template) = self.open_template(call)
        {
            return Some(self.template_call_as(template, call, (0, HashMap::new()), Some(ty)));
        }
        if let syn::Expr::Path(path) = strip(value)
            && self.is_constant_of_open_owner(path)
            && self.infer.args(ty).is_some()
        {
            return self.associated_constant_as(&path.path, Some(ty));
        }
        if let syn::Expr::Call(call) = strip(value)
            && let Some(called) = self.function_of_trait(call, Some(ty))
        {
            return Some(called);
        }
        if let syn::Expr::Path(path) = strip(value)
            && self.names_constant_of_trait(path)
        {
            let name = plain(&path.path.segments.last()?.ident);
            return self.constant_of_type(ty, &name, path.area());
        }
        let is_fold = matches!(strip(value), syn::Expr::MethodCall(call) if self.folds_open(call));
        if !takes_wanted(value)
            && !is_fold
            && let Some(value) = self.method_by_result(value, ty)
        {
            return Some(value);
        }
        if !takes_wanted(value) && !is_fold
            || matches!(ty, Ty::Open(_) | Ty::Int(_) | Ty::Error | Ty::Unit | Ty::Never)
        {
            return None;
        }
        let area = value.area();
        if super::std_functions::takes_wanted(value) {
            return self.wanted_of_std(value, ty).or_else(|| self.method_by_result(value, ty));
        }
        match strip(value) {
            syn::Expr::MethodCall(call) if self.folds_open(call) => {
                let outer = self.wanted_of_fold.replace((MethodAt::of(call), ty));
                let value = self.expr(value);
                self.wanted_of_fold = outer;
                Some(value)
            }
            syn::Expr::MethodCall(call) if opens_fold(call).is_some() => {
                let folded = self.folded_as(value, ty)?;
                Some(self.expr(&folded))
            }
            syn::Expr::MethodCall(call) if call.method == "collect" => self.collected(call, Some(ty)),
            syn::Expr::MethodCall(call) => {
                let given = std::iter::once((*call.receiver).clone()).collect();
                if let Some(value) = self.own_from_reference(ty, &given, area) {
                    return Some(value);
                }
                let receiver = self.base(&call.receiver);
                Some(self.converted(ty, receiver, area, call.method.span()))
            }
            syn::Expr::Call(call) => self.default_of(ty, call.area()),
            syn::Expr::Cast(cast) => Some(self.cast_to(cast, ty)),
            branches if ty.integer().is_some() || matches!(ty, Ty::F32 | Ty::F64) => {
                let mut written = branches.clone();
                open_casts(&mut written, &mut |cast| {
                    let name = syn::Ident::new(&ty.to_string(), cast.as_token.span);
                    *cast.ty = syn::parse_quote!(#name);
                });
                Some(self.expr(&written))
            }
            _ => None,
        }
    }

    /// Which sides of an operator are values of a type with parameters that the place has to say, where the other side is a number: of
    /// `Matrix::identity() * 0.5` the left one.
    fn scaled_open(&self, binary: &syn::ExprBinary) -> Option<[bool; 2]> {
        let is_arithmetic = super::expr::operator(&binary.op)
            .is_some_and(|(op, is_assignment)| !is_assignment && !op.is_predicate());
        if !self.sees_module || !is_arithmetic {
            return None;
        }
        let sides = [&*binary.left, &*binary.right];
        let are_open = sides.map(|side| match strip(side) {
            syn::Expr::Call(call) => self.is_of_open_owner(call),
            syn::Expr::Binary(inner) => self.scaled_open(inner).is_some(),
            _ => false,
        });
        let other = match are_open {
            [true, false] => sides[1],
            [false, true] => sides[0],
            _ => return None,
        };
        let is_number = match strip(other) {
            syn::Expr::Lit(literal) => matches!(literal.lit, syn::Lit::Int(_) | syn::Lit::Float(_)),
            other => self.peeked(other).is_some_and(|ty| ty.is_integer() || ty.is_float()),
        };
        is_number.then_some(are_open)
    }

    /// The operator's value, where the side that is open has the type that is wanted of the whole: what numbers do to a value is of its type.
    fn scaled_as(&mut self, binary: &syn::ExprBinary, are_open: [bool; 2], ty: Ty) -> Option<Expr> {
        let sides = [(&binary.left, are_open[0]), (&binary.right, are_open[1])];
        let [left, right] = sides.map(|(side, is_open)| match is_open {
            true => self.expr_as(side, ty),
            false => self.expr(side),
        });
        let value = self.overloaded(&binary.op, &left, &right);
        Some(value.unwrap_or_else(|| Expr::error(left.area.to(right.area))))
    }

    /// Whether a call is that of a function of a type with parameters of which the path does not say all.
    pub(super) fn is_of_open_owner(&self, call: &syn::ExprCall) -> bool {
        let syn::Expr::Path(path) = strip(&call.func) else { return false };
        let mut owner = path.path.clone();
        owner.segments.pop();
        owner.segments.pop_punct();
        let is_open = |generic: &crate::data::Generic| {
            super::instances::arguments_of(&owner).len() < generic.params.len()
        };
        !owner.segments.is_empty() && self.generic_named(&owner).is_some_and(|generic| is_open(&generic))
    }

    /// The function over constants that a call names without saying which ones.
    fn open_template(&self, call: &syn::ExprCall) -> Option<usize> {
        let name = path_name(&call.func)?;
        match self.lookup(&name)? {
            Entity::Template(at)
                if super::generic::arguments(call).is_none() && self.is_over_constants(at) =>
            {
                Some(at)
            }
            _ => None,
        }
    }

    /// Whether a path is that of a constant of a type with parameters of which it says none.
    pub(super) fn is_constant_of_open_owner(&self, path: &syn::ExprPath) -> bool {
        let mut owner = path.path.clone();
        let is_constant =
            owner.segments.pop().is_some_and(|last| super::is_constant_name(&plain(&last.ident)));
        owner.segments.pop_punct();
        self.sees_module
            && is_constant
            && path.qself.is_none()
            && super::instances::arguments_of(&owner).is_empty()
            && self.generic_named(&owner).is_some()
    }

    /// Whether a path is `Trait::NAME` of a trait of the module: a constant of the type that is wanted.
    pub(super) fn names_constant_of_trait(&self, path: &syn::ExprPath) -> bool {
        let [of, last] = &path.path.segments.iter().collect::<Vec<_>>()[..] else { return false };
        let (of, name) = (plain(&of.ident), plain(&last.ident));
        let is_trait = of.starts_with(char::is_uppercase)
            && crate::signature::named(&of).is_none()
            && !matches!(self.lookup(&of), Some(Entity::Type(_)));
        is_trait
            && self.sees_module
            && path.qself.is_none()
            && self.associated_constants.keys().any(|(_, known)| *known == name)
            && !self.associated_constants.keys().any(|(owner, _)| *owner == of)
            && self.generic_named(&owner_of(&path.path)).is_none()
            && self.known.of(&owner_of(&path.path)).is_none()
    }

    /// Whether the type that is wanted tells something of a value: what it converts into, or the parameters of its type.
    pub(super) fn asks_what_is_wanted(&self, value: &syn::Expr) -> bool {
        takes_wanted(value)
            || match strip(value) {
                syn::Expr::Path(path) if self.names_constant_of_trait(path) => true,
                syn::Expr::Binary(binary) => self.scaled_open(binary).is_some(),
                syn::Expr::Call(call) => {
                    let is_cast =
                        |arg: &syn::Expr| matches!(strip(arg), syn::Expr::Cast(_)) && takes_wanted(arg);
                    self.is_of_open_owner(call)
                        || self.names_trait(call)
                        || self.open_template(call).is_some()
                        || call.args.iter().any(is_cast)
                        || makes_variant(&call.func)
                            && call.args.iter().any(|arg| self.asks_what_is_wanted(arg))
                }
                // A pointer to it may be wanted.
                syn::Expr::Closure(_) => self.keeps_closures(),
                syn::Expr::Path(path) => {
                    self.has_pointers()
                        || self.keeps_closures() && self.names_closure(value)
                        || self.is_constant_of_open_owner(path)
                        || self.is_variant_of_open_owner(path)
                }
                syn::Expr::Struct(it) => self.generic_named(&it.path).is_some(),
                syn::Expr::Tuple(tuple) => tuple.elems.iter().any(|part| self.asks_what_is_wanted(part)),
                syn::Expr::Array(list) => list.elems.iter().any(takes_wanted),
                syn::Expr::MethodCall(call) => {
                    self.folds_open(call) || self.is_told_by_result(value).is_some()
                }
                syn::Expr::Block(it) => it.label.is_none() && self.tail_asks(&it.block),
                syn::Expr::Match(it) => it.arms.iter().any(|arm| self.asks_what_is_wanted(&arm.body)),
                syn::Expr::If(it) => {
                    self.tail_asks(&it.then_branch)
                        || it
                            .else_branch
                            .as_ref()
                            .is_some_and(|(_, otherwise)| self.asks_what_is_wanted(otherwise))
                }
                _ => false,
            }
    }

    /// Whether a call is `fold(first, ..)` whose first value asks for the type that is wanted of the whole.
    fn folds_open(&self, call: &syn::ExprMethodCall) -> bool {
        let first = call.args.first().filter(|_| call.method == "fold" && call.args.len() == 2);
        !self.has_any_method("fold")
            && first.is_some_and(|first| {
                matches!(strip(first), syn::Expr::Call(_) | syn::Expr::Path(_))
                    && self.asks_what_is_wanted(first)
            })
    }

    fn names_closure(&self, value: &syn::Expr) -> bool {
        let entity = path_name(value).and_then(|name| self.lookup(&name));
        matches!(entity, Some(Entity::Closure(_)))
    }

    /// Whether what a block ends with asks for the type that is wanted.
    fn tail_asks(&self, block: &syn::Block) -> bool {
        matches!(block.stmts.last(), Some(syn::Stmt::Expr(tail, None)) if self.asks_what_is_wanted(tail))
    }

    /// Whether a path may be a variant without fields of an enum with parameters, of which it says none.
    fn is_variant_of_open_owner(&self, path: &syn::ExprPath) -> bool {
        let mut owner = path.path.clone();
        owner.segments.pop();
        owner.segments.pop_punct();
        path.qself.is_none()
            && !owner.segments.is_empty()
            && super::instances::arguments_of(&owner).is_empty()
            && self.generic_named(&owner).is_some_and(|generic| generic.is_enum)
    }

    /// `fold(0, ..)` whose literal is of the type that is wanted of the whole.
    fn folded_as(&self, value: &syn::Expr, ty: Ty) -> Option<syn::Expr> {
        let syn::Expr::MethodCall(call) = strip(value) else { return None };
        let typed = match opens_fold(call)? {
            syn::Lit::Int(it) if ty.integer().is_some() => {
                syn::Lit::Int(syn::LitInt::new(&format!("{}{ty}", it.base10_digits()), it.span()))
            }
            syn::Lit::Float(it) if matches!(ty, Ty::F32 | Ty::F64) => {
                syn::Lit::Float(syn::LitFloat::new(&format!("{}{ty}", it.base10_digits()), it.span()))
            }
            _ => return None,
        };
        if self.has_any_method("fold") {
            return None;
        }
        let mut call = call.clone();
        *call.args.first_mut()? = syn::Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit: typed });
        Some(syn::Expr::MethodCall(call))
    }

    /// `Type::from(value)` of a struct or an enum, and of a number where the value is one; nothing where the type has a function of its own
    /// with this name.
    pub(super) fn call_of_from(&mut self, call: &syn::ExprCall) -> Option<Expr> {
        let syn::Expr::Path(path) = strip(&call.func) else { return None };
        let mut owner = path.path.clone();
        let last = owner.segments.pop()?;
        owner.segments.pop_punct();
        let (name, area) = (plain(&last.ident), call.area());
        if path.qself.is_some() || owner.segments.is_empty() || !last.arguments.is_none() {
            return None;
        }
        if is_of_default(&call.func) && call.args.is_empty() && self.sees_module {
            // What follows says the type.
            let open = self.infer.open();
            return match self.settled_type(area, open) {
                Some(ty) => {
                    self.infer.unify(open, ty);
                    self.zero(ty, area)
                }
                None if self.lists.is_first() => Some(Expr::nothing(area, open)),
                None => None,
            };
        }
        match (name.as_str(), call.args.len()) {
            ("from", 1) => {
                if self.generic_named(&owner).is_some() && super::instances::arguments_of(&owner).is_empty() {
                    return None;
                }
                let ty = self.data_type(&owner).filter(|ty| self.infer.data_of(*ty).is_some())?;
                if self.has_function(ty, &last.ident) {
                    return None;
                }
                if let Some(value) = self.own_from_reference(ty, &call.args, area) {
                    return Some(value);
                }
                let value = self.base(call.args.first()?);
                Some(self.converted(ty, value, area, last.ident.span()))
            }
            ("default", 0) => {
                let ty = match owner.get_ident().and_then(|name| crate::signature::named(&plain(name))) {
                    Some(number) => number,
                    None => match owner.get_ident().and_then(|name| self.lookup(&plain(name))) {
                        Some(Entity::Type(ty)) => ty,
                        _ if self.generic_named(&owner).is_some() => return None,
                        _ => self.data_type(&owner)?,
                    },
                };
                if self.infer.data_of(ty).is_some() && self.has_function(ty, &last.ident) {
                    return None;
                }
                self.zero(ty, area)
            }
            _ => None,
        }
    }

    /// Whether a struct or an enum has a function of its own, as far as is known.
    pub(super) fn has_function(&mut self, ty: Ty, name: &syn::Ident) -> bool {
        if self.sees_module {
            let name = plain(name);
            let is_compared = matches!(name.as_str(), "eq" | "partial_cmp");
            let hidden = is_compared.then(|| format!("{}{name}", overload::HIDDEN));
            return self.has_own(ty, &name) || hidden.is_some_and(|hidden| self.has_own(ty, &hidden));
        }
        self.sibling(ty, name).is_some() || self.is_told(ty, name)
    }

    /// A value as one of another type, by the `From` of one of them.
    pub(super) fn converted(&mut self, ty: Ty, value: Expr, area: Area, span: proc_macro2::Span) -> Expr {
        self.take_told(value.ty);
        if self.sees_module
            && let Some(value) = self.own_from(ty, &value, area)
        {
            return value;
        }
        let called = Called { method: "from", span, area };
        if let Ty::Int(_) = self.infer.resolve(value.ty) {
            // The literal takes the type of the only `impl`, else that of rustc.
            let known = INTEGERS.iter().filter(|integer| {
                let key = syn::Ident::new(&overload::key("from", integer.name, false), span);
                self.is_known_operator(ty, &key)
            });
            let known: Vec<Ty> = known.map(|integer| integer.ty).collect();
            let settled = match (&known[..], ty.integer()) {
                ([only], _) => *only,
                ([], Some(_)) => ty,
                _ => Ty::I32,
            };
            self.infer.unify(value.ty, settled);
        }
        let got = self.infer.resolve(value.ty);
        if got == Ty::Error || got == ty {
            return Expr { area, ..value };
        }
        if let Ty::Open(_) = got {
            self.demand_known(&value);
            return Expr::error(area);
        }
        if self.infer.data_of(got).is_none() && self.infer.data_of(ty).is_none() {
            return match self.tuple_as_list(ty, &value) {
                Some(written) => self.made_of_parts(ty, value, &written),
                None => self.number_from(ty, value, area),
            };
        }
        let (owner, key) = match self.infer.data_of(ty) {
            Some(_) => (ty, overload::key("from", &self.infer.name(got), false)),
            None => (got, overload::key("from", &self.infer.name(ty), true)),
        };
        let name = syn::Ident::new(&key, span);
        if self.sees_module || !self.is_known_operator(owner, &name) {
            let (target, got) = (self.infer.name(ty), self.infer.name(got));
            let problem = format!("kernels know no `From<{got}>` of `{target}`");
            let fix =
                format!("write its `impl` with `#[vyre::function]` in the file of `{target}` or in this one");
            self.errors.report(area, problem, fix);
            return Expr::error(area);
        }
        self.operator_call(&called, &key, owner, vec![value])
    }

    /// What makes a list of a tuple of as many parts, or a tuple of a list, as std's `From` does for up to twelve.
    fn tuple_as_list(&mut self, ty: Ty, value: &Expr) -> Option<syn::Expr> {
        let parts_of = |ty| match self.infer.parts(ty) {
            Some((Form::Tuple, parts)) => Some(parts),
            _ => None,
        };
        let (element, parts, is_list) = match (self.array_element(ty), self.array_element(value.ty)) {
            (Some((count, element)), None) => {
                (element, parts_of(value.ty).filter(|it| it.len() == count as usize)?, true)
            }
            (None, Some((count, element))) => {
                (element, parts_of(ty).filter(|it| it.len() == count as usize)?, false)
            }
            _ => return None,
        };
        if parts.len() > 12 || !parts.iter().all(|part| self.infer.unify(*part, element).is_some()) {
            return None;
        }
        let at = (0..parts.len()).map(syn::Index::from);
        Some(match is_list {
            true => syn::parse_quote!([#(__vyre_parts.#at),*]),
            false => syn::parse_quote!((#(__vyre_parts[#at],)*)),
        })
    }

    /// What is written of `__vyre_parts`, which is a value, as one of a type.
    fn made_of_parts(&mut self, ty: Ty, value: Expr, written: &syn::Expr) -> Expr {
        let area = value.area;
        let made = self.written_with([("__vyre_parts", value)], written, area);
        self.as_value_like(&Expr::nothing(area, ty), made, area)
    }

    /// `value.into()` where nothing before it says the type that is wanted: what follows may say it.
    pub(super) fn call_of_into(&mut self, call: &syn::ExprMethodCall, receiver: &Expr) -> Option<Expr> {
        if call.method != "into" || !call.args.is_empty() {
            return None;
        }
        let area = call.area();
        if self.infer.resolve(receiver.ty) != Ty::Error {
            // The type that the bounds around say (`standard::into`).
            let told = call.turbofish.as_ref().and_then(|told| match told.args.first() {
                Some(syn::GenericArgument::Type(ty)) => Some(ty.clone()),
                _ => None,
            });
            if let Some(told) = told.and_then(|told| self.written_type(&told)) {
                return Some(self.converted(told, receiver.clone(), area, call.method.span()));
            }
            if self.sees_module && !self.operands.contains(&Place::of(call.method.span())) {
                let open = self.infer.open();
                match self.settled_type(Area::of(&call.method), open) {
                    Some(ty) => {
                        self.infer.unify(open, ty);
                        return Some(self.converted(ty, receiver.clone(), area, call.method.span()));
                    }
                    None if self.lists.is_first() => return Some(Expr::nothing(area, open)),
                    None => {}
                }
            }
            let problem = "nothing says what `into` gives";
            let fix = "write `let value: Type = x.into();`, or `Type::from(x)`";
            self.errors.report(Area::of(&call.method), problem, fix);
        }
        Some(Expr::error(area))
    }

    /// `value.try_into()?` and its kin where nothing before it says the type that is wanted: what follows may say it.
    pub(super) fn tried_as_follows(&mut self, value: &syn::Expr) -> Option<Expr> {
        let call = super::std_functions::tried_value(value).filter(|_| self.sees_module)?;
        if self.has_any_method("try_into") {
            return None;
        }
        let open = self.infer.open();
        match self.settled_type(Area::of(&call.method), open) {
            Some(ty) => {
                self.infer.unify(open, ty);
                self.wanted_of_std(value, ty)
            }
            None if self.lists.is_first() => Some(Expr::nothing(value.area(), open)),
            None => None,
        }
    }

    /// `items.collect()` as a type of the module that has `FromIterator`: the one that is wanted, or that the call writes.
    pub(super) fn collected(&mut self, call: &syn::ExprMethodCall, wanted: Option<Ty>) -> Option<Expr> {
        if call.method != "collect" || !call.args.is_empty() || !self.sees_module {
            return None;
        }
        let written = call.turbofish.as_ref().and_then(|written| match written.args.first() {
            Some(syn::GenericArgument::Type(syn::Type::Path(path))) => Some(path.clone()),
            _ => None,
        });
        let ty = match (wanted, written) {
            (_, Some(path)) if self.is_data_path(&path.path) => self.written_type(&syn::Type::Path(path))?,
            (Some(ty), _) => ty,
            _ => return None,
        };
        let id = self.infer.data_of(ty)?.definition.id.clone();
        if !self.has_own(ty, "from_iter") {
            return None;
        }
        let (owner, items) = (self.known.path_of(&id)?, &call.receiver);
        let call: syn::ExprCall = syn::parse_quote!(#owner::from_iter(#items));
        match self.infer.args(ty).is_some() {
            true => self.own_function(&call, Some(ty)),
            false => Some(self.expr(&syn::Expr::Call(call))),
        }
    }

    /// Whether a path names a struct or an enum.
    fn is_data_path(&self, path: &syn::Path) -> bool {
        self.generic_named(path).is_some() || self.known.of(path).is_some()
    }

    /// `Default::default()` of a type.
    pub(super) fn default_of(&mut self, ty: Ty, area: Area) -> Option<Expr> {
        let span = area.start;
        let name = syn::Ident::new("default", span);
        if self.sees_module && self.has_own(ty, "default") {
            return self.own_call(ty, "default", Vec::new(), area);
        }
        if self.infer.data_of(ty).is_some() && self.has_function(ty, &name) {
            let owner = self.owner_path(ty)?;
            let owner = crate::expand::respanned(&owner, span);
            return Some(self.expr(&syn::parse_quote!(#owner::#name())));
        }
        self.zero(ty, area)
    }

    /// What `Default` is of numbers, and of what is made of them: a struct that derives it.
    fn zero(&mut self, ty: Ty, area: Area) -> Option<Expr> {
        let ty = self.infer.resolve(ty);
        if self.sees_module && self.infer.data_of(ty).is_some() && self.has_own(ty, "default") {
            return self.default_of(ty, area);
        }
        if let Some(data) = self.infer.data_of(ty)
            && !data.definition.has_default
        {
            return None;
        }
        if self.infer.words(ty) > MAX_DEFAULT {
            return None;
        }
        match (self.infer.parts(ty), ty.vector_lanes()) {
            // `None` is no value, and zero.
            (Some((Form::Option, _)), _) => Some(Expr { kind: Kind::Literal(0), ty, area }),
            (Some((Form::Result | Form::Enum(_) | Form::Reference | Form::Closure(_), _)), _) => None,
            // It is empty.
            (Some((Form::Slice, _)), _) => Some(Expr { kind: Kind::Literal(0), ty, area }),
            (Some((Form::Tuple | Form::Array | Form::Struct(_), parts)), _) => {
                let parts = parts.iter().map(|part| self.zero(*part, area)).collect::<Option<Vec<_>>>()?;
                Some(Expr { kind: Kind::Many(parts), ty, area })
            }
            (None, Some(lanes)) => {
                let lane = Expr { kind: Kind::Literal(0), ty: ty.lane(), area };
                Some(Expr { kind: Kind::Compose(vec![lane; lanes as usize]), ty, area })
            }
            (None, None) => ty.data().map(|_| Expr { kind: Kind::Literal(0), ty, area }),
        }
    }
}

//! Closures. They are no values: a call is the body in its place, with the parameters bound by `let`. A closure that has a name is checked once,
//! where it stands, with one set of types, as in Rust.

use super::extent::Extent;
use super::function::Arguments;
use super::iterate::{Item, Spot};
use super::loops::Open;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Block, BufferId, Expr, Kind, LocalId, Loop, Stmt};
use crate::syntax::{path_name, strip};
use crate::types::{Form, Ty};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::Pat;
use vyre_ir::{BufferDecl, DataType};

/// The most tokens that calls of closures may write in all.
const MAX_TOKENS: usize = 1 << 20;

/// A closure with a name, or one that is passed to a function.
pub(super) struct Closure {
    item: Rc<syn::ExprClosure>,
    /// What it sees, until its body is checked.
    scopes: Vec<HashMap<String, Entity>>,
    params: Vec<Param>,
    /// What its patterns bind, then its value.
    body: Option<(Vec<Stmt>, Expr)>,
    result: Ty,
    /// How many tokens a call writes.
    tokens: usize,
}

/// What an argument of a closure is bound to.
#[derive(Clone, Copy)]
enum Param {
    Value(LocalId),
    Slice(BufferId),
}

/// The patterns of a closure's parameters with the types that are written beside them.
fn inputs(closure: &syn::ExprClosure) -> impl Iterator<Item = (&Pat, Option<&syn::Type>)> {
    closure.inputs.iter().map(|pat| match pat {
        Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
        pat => (pat, None),
    })
}

/// The names that stand in an expression as variables may.
fn names_in(expr: &syn::Expr) -> HashSet<String> {
    names_found(|names| syn::visit::Visit::visit_expr(names, expr))
}

/// The same of a block.
pub(super) fn names_in_block(block: &syn::Block) -> HashSet<String> {
    names_found(|names| syn::visit::Visit::visit_block(names, block))
}

fn names_found(visit: impl FnOnce(&mut Names)) -> HashSet<String> {
    let mut names = Names::default();
    visit(&mut names);
    names.0
}

#[derive(Default)]
struct Names(HashSet<String>);

const _: () = {
    use syn::visit::{self, Visit};
    impl<'ast> Visit<'ast> for Names {
        fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
            self.0.extend(path.path.get_ident().map(plain));
            visit::visit_expr_path(self, path);
        }

        fn visit_macro(&mut self, it: &'ast syn::Macro) {
            if let Some(expr) = crate::syntax::written_out(it) {
                Visit::visit_expr(self, &expr);
            }
        }
    }
};

/// The number of tokens, which groups have inside.
fn tokens_in(tokens: proc_macro2::TokenStream) -> usize {
    let mut open = vec![tokens];
    let mut count = 0;
    while let Some(tokens) = open.pop() {
        for token in tokens {
            count += 1;
            if let proc_macro2::TokenTree::Group(group) = token {
                open.push(group.stream());
            }
        }
    }
    count
}

impl Checker<'_> {
    /// What a function of items gives: a closure that is written in place, the name of one, or a function.
    pub(super) fn applied(&mut self, function: &syn::Expr, items: Vec<Item>, stmts: &mut Vec<Stmt>) -> Expr {
        let area = function.area();
        match strip(function) {
            syn::Expr::Closure(closure) => {
                if !self.demand_closure(closure) {
                    return Expr::error(area);
                }
                if closure.inputs.len() != items.len() {
                    self.wrong_parameters(closure.inputs.len(), items.len(), area);
                    return Expr::error(area);
                }
                self.scopes.push(HashMap::new());
                self.demand_distinct(&closure.inputs);
                for (pat, item) in closure.inputs.iter().zip(items) {
                    self.bind_item(pat, item, stmts);
                }
                let value = self.closure_value(closure, None);
                self.scopes.pop();
                value
            }
            syn::Expr::Reference(reference) => self.applied(&reference.expr, items, stmts),
            syn::Expr::Path(path) => {
                let mut args = Vec::new();
                self.scopes.push(HashMap::new());
                for (at, item) in items.into_iter().enumerate() {
                    let name = syn::Ident::new(&format!("__vyre_item_{at}"), proc_macro2::Span::call_site());
                    let item = self.settled_item(item, stmts);
                    let pat: Pat = syn::parse_quote!(#name);
                    self.bind_item(&pat, item, stmts);
                    args.push(name);
                }
                let mut call: syn::ExprCall = syn::parse_quote!(#path(#(#args),*));
                call.paren_token.span = group_span(area.end);
                let value = self.expr(&syn::Expr::Call(call));
                self.scopes.pop();
                Expr { area, ..value }
            }
            other => {
                let value = self.expr(other);
                if self.infer.resolve(value.ty) != Ty::Error {
                    self.errors.report(area, "a closure is wanted here", "write `|x| ..`");
                }
                Expr::error(area)
            }
        }
    }

    pub(super) fn wrong_parameters(&mut self, got: usize, wanted: usize, area: Area) {
        let problem = format!("this closure has {got} parameters, and is called with {wanted} arguments");
        self.errors.report(area, problem, "name one parameter for each argument");
    }

    /// Whether a closure is one that kernels have; reports it otherwise.
    fn demand_closure(&mut self, closure: &syn::ExprClosure) -> bool {
        let other = match closure {
            syn::ExprClosure { asyncness: Some(it), .. } => Some((Area::of(it), "`async` closures")),
            syn::ExprClosure { constness: Some(it), .. } => Some((Area::of(it), "`const` closures")),
            syn::ExprClosure { lifetimes: Some(it), .. } => Some((Area::of(it), "closures over lifetimes")),
            _ => None,
        };
        if let Some((area, what)) = other {
            self.errors.report(area, format!("kernels have no {what}"), "write a closure without it");
            return false;
        }
        true
    }

    /// Says what a closure is to give, before its body is checked.
    pub(super) fn expect_result(&mut self, id: usize, ty: Ty) {
        let result = self.closures[id].result;
        self.infer.unify(result, ty);
    }

    /// The value of a closure's body, which `return` leaves.
    fn closure_value(&mut self, closure: &syn::ExprClosure, wanted: Option<Ty>) -> Expr {
        let id = self.all_loops.len();
        self.all_loops.push(Loop::default());
        let loops = std::mem::replace(&mut self.loops, vec![Open::of_closure(id)]);
        let written = match &closure.output {
            syn::ReturnType::Type(_, ty) => self.written_type(ty),
            syn::ReturnType::Default => None,
        };
        let value = match (&*closure.body, written) {
            (body, Some(ty)) => self.expr_as(body, ty),
            (body, None) => match wanted {
                Some(ty) if super::std_functions::takes_wanted(body) => self.expr_as(body, ty),
                _ => self.expr(body),
            },
        };
        let own = std::mem::replace(&mut self.loops, loops);
        let result = own.into_iter().next().and_then(Open::result);
        if let Some(written) = written
            && self.infer.resolve(value.ty) != Ty::Never
        {
            self.demand(&value, written);
        }
        let Some(result) = result else { return value };
        let area = value.area;
        let ty = self.same_types(result, (value.ty, area), "the results of a closure");
        if let Some(written) = written {
            self.demand(&Expr::nothing(result.1, ty), written);
        }
        let body = Block { stmts: Vec::new(), tail: Some(Box::new(value)) };
        Expr { kind: Kind::Labeled { id, body }, ty, area }
    }

    /// The closure that a `let` gives a name to, if its value is one.
    pub(super) fn bind_closure(&mut self, value: &syn::Expr, stmts: &mut Vec<Stmt>) -> Option<Entity> {
        match strip(value) {
            syn::Expr::Closure(closure) => Some(self.closure(closure, stmts)),
            syn::Expr::Path(_) => match path_name(value).and_then(|name| self.lookup(&name))? {
                entity @ (Entity::Closure(_) | Entity::Function(_) | Entity::Template(_)) => Some(entity),
                _ => None,
            },
            syn::Expr::Reference(reference) => {
                match path_name(&reference.expr).and_then(|name| self.lookup(&name))? {
                    entity @ Entity::Closure(_) => Some(entity),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A closure that is called by a name.
    pub(super) fn closure(&mut self, closure: &syn::ExprClosure, stmts: &mut Vec<Stmt>) -> Entity {
        if !self.demand_closure(closure) {
            return Entity::Poisoned;
        }
        self.demand_distinct(&closure.inputs);
        let mut params = Vec::new();
        for (pat, ty) in inputs(closure) {
            params.push(self.closure_param(pat, ty));
        }
        let mut scopes = self.scopes.clone();
        if closure.capture.is_some() {
            scopes.push(self.captured(&closure.body, stmts));
        }
        let result = self.infer.open();
        let tokens = tokens_in(quote::ToTokens::to_token_stream(closure));
        let are_written = inputs(closure).all(|(_, ty)| ty.is_some());
        let item = Rc::new(closure.clone());
        self.closures.push(Closure { item, scopes, params, body: None, result, tokens });
        let id = self.closures.len() - 1;
        if are_written {
            self.check_closure(id);
        }
        Entity::Closure(id)
    }

    /// What a `move` closure has of its own: copies of the variables that it names.
    fn captured(&mut self, body: &syn::Expr, stmts: &mut Vec<Stmt>) -> HashMap<String, Entity> {
        let mut names: Vec<String> = names_in(body).into_iter().collect();
        names.sort_unstable();
        let mut own = HashMap::new();
        for name in names {
            let Some(Entity::Local(local)) = self.lookup(&name) else { continue };
            if self.later.contains_key(&local) {
                continue;
            }
            let (ty, area) = (self.locals[local].ty, Area::from(proc_macro2::Span::call_site()));
            let area = self.declared.get(&local).copied().unwrap_or(area);
            let copy = self.local(&name, ty, self.locals[local].is_mutable);
            stmts.push(Stmt::Let { local: copy, value: Expr { kind: Kind::Local(local), ty, area }, area });
            own.insert(name, Entity::Local(copy));
        }
        own
    }

    /// What an argument for a parameter is bound to. The type of a parameter is open where none is written.
    fn closure_param(&mut self, pat: &Pat, ty: Option<&syn::Type>) -> Param {
        let area = Area::of(pat);
        if let Some(syn::Type::Reference(reference)) = ty
            && let syn::Type::Slice(slice) = &*reference.elem
        {
            let element = self.written_type(&slice.elem).unwrap_or_else(|| self.infer.open());
            let name = pattern_name(pat);
            let decl = match reference.mutability.is_some() {
                true => BufferDecl::read_write(name, 0, DataType::U32),
                false => BufferDecl::read(name, 0, DataType::U32),
            };
            return Param::Slice(self.slice(decl, element, false, area));
        }
        let ty = match ty {
            Some(ty) => self.written_type(ty).unwrap_or_else(|| self.infer.open()),
            None => self.type_of_pattern(pat),
        };
        Param::Value(self.local(&pattern_name(pat), ty, is_mutable(pat)))
    }

    /// The type of what a pattern takes apart, as far as the pattern says it.
    fn type_of_pattern(&mut self, pat: &Pat) -> Ty {
        match pat {
            Pat::Paren(inner) => self.type_of_pattern(&inner.pat),
            Pat::Tuple(tuple) if !tuple.elems.iter().any(|pat| matches!(pat, Pat::Rest(_))) => {
                let parts = tuple.elems.iter().map(|pat| self.type_of_pattern(pat)).collect();
                self.infer.many(Form::Tuple, parts)
            }
            Pat::Reference(inner) => {
                let inner = self.type_of_pattern(&inner.pat);
                self.infer.many(Form::Reference, vec![inner])
            }
            _ => self.infer.open(),
        }
    }

    /// Checks the body of a closure, if it has not been: when it is called first, as then more is known of its types.
    pub(super) fn check_closure(&mut self, id: usize) {
        if self.closures[id].body.is_some() {
            return;
        }
        let Closure { item, params, .. } = &self.closures[id];
        let (item, params) = (Rc::clone(item), params.clone());
        let scopes = std::mem::take(&mut self.closures[id].scopes);
        // A closure that calls itself does not exist in Rust.
        self.closures[id].body = Some((Vec::new(), Expr::error(Area::of(&item.inputs_begin))));
        let outer = std::mem::replace(&mut self.scopes, scopes);
        self.scopes.push(HashMap::new());
        let before = self.written_tokens;
        let mut stmts = Vec::new();
        for ((pat, _), param) in inputs(&item).zip(params) {
            let area = Area::of(pat);
            match param {
                Param::Slice(slice) => self.bind_item(pat, Item::Slice(slice), &mut stmts),
                Param::Value(local) => {
                    let ty = self.locals[local].ty;
                    let value = Expr { kind: Kind::Local(local), ty, area };
                    match (pat, self.referent(ty)) {
                        (Pat::Ident(name), None) if name.by_ref.is_none() && name.subpat.is_none() => {
                            let array =
                                self.array_of(&name.ident, name.mutability.is_some(), &value, &mut stmts);
                            self.declare_bound(&name.ident, array.unwrap_or(Entity::Local(local)));
                        }
                        (pat, Some(_)) => {
                            let place = self.pointed(value);
                            self.bind_item(pat, Item::Place(Spot::shared(place)), &mut stmts);
                        }
                        (pat, None) => self.bind_checked(pat, value, None, &mut stmts),
                    }
                }
            }
        }
        let wanted = self.infer.resolve(self.closures[id].result);
        let value = self.closure_value(&item, Some(wanted).filter(|ty| !matches!(ty, Ty::Open(_))));
        self.scopes = outer;
        let inner = self.written_tokens - before;
        let closure = &mut self.closures[id];
        closure.tokens += inner;
        let result = closure.result;
        closure.body = Some((stmts, value.clone()));
        if let Ty::Unit | Ty::Never | Ty::Error = self.infer.resolve(value.ty) {
            self.closures[id].result = value.ty;
        } else {
            self.infer.unify(result, value.ty);
        }
    }

    /// Checks the closures that nobody has called.
    pub(super) fn check_closures_from(&mut self, first: usize) {
        (first..self.closures.len()).for_each(|id| self.check_closure(id));
    }

    /// A call of a closure.
    pub(super) fn closure_call(&mut self, id: usize, args: &Arguments, area: Area) -> Expr {
        let params = self.closures[id].params.clone();
        if params.len() != args.len() {
            self.arguments(args, params.len(), area, "this closure");
            return Expr::error(area);
        }
        let (mut stmts, mut bound) = (Vec::new(), Vec::new());
        for (param, arg) in params.into_iter().zip(args) {
            match param {
                Param::Slice(slice) => {
                    let Some(given) = self.slice_argument(arg, slice) else { return Expr::error(area) };
                    bound.push(Stmt::View { name: slice, view: given.view, area: arg.area() });
                }
                Param::Value(local) => {
                    let ty = self.locals[local].ty;
                    let value = self.expr_as(arg, ty);
                    if !self.demand(&value, ty) || self.infer.resolve(value.ty) == Ty::Error {
                        return Expr::error(area);
                    }
                    // An argument may call the same closure, so that no parameter changes before all of them are evaluated.
                    let value = self.hidden("argument", value, &mut stmts);
                    bound.push(Stmt::Let { local, value, area: arg.area() });
                }
            }
        }
        stmts.extend(bound);
        self.check_closure(id);
        let Some((before, body)) = self.closures[id].body.clone() else { return Expr::error(area) };
        self.written_tokens = self.written_tokens.saturating_add(self.closures[id].tokens);
        if self.written_tokens > MAX_TOKENS {
            let fix = "write a function in the place of one";
            self.errors.report(area, "closures that call closures write too much code here", fix);
            return Expr::error(area);
        }
        stmts.extend(before);
        let ty = body.ty;
        let tail = match self.infer.resolve(ty) {
            Ty::Unit => {
                stmts.push(Stmt::Expr(body));
                None
            }
            _ => Some(Box::new(body)),
        };
        Expr { kind: Kind::Block(Block { stmts, tail }), ty, area }
    }
}

/// The name that a pattern gives to what it is bound to.
fn pattern_name(pat: &Pat) -> String {
    match pat {
        Pat::Ident(name) => plain(&name.ident),
        _ => "parts".to_string(),
    }
}

fn is_mutable(pat: &Pat) -> bool {
    matches!(pat, Pat::Ident(name) if name.mutability.is_some())
}

/// Parentheses at a place.
fn group_span(span: proc_macro2::Span) -> proc_macro2::extra::DelimSpan {
    let mut group =
        proc_macro2::Group::new(proc_macro2::Delimiter::Parenthesis, proc_macro2::TokenStream::new());
    group.set_span(span);
    group.delim_span()
}

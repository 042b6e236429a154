//! Closures. They are no values: a call is the body in its place, with the parameters bound by `let`. A closure that has a name is checked once,
//! where it stands, with one set of types, as in Rust. One that is given to a method, such as `map`, is checked with what the method gives it.

use super::extent::Extent;
use super::function::Arguments;
use super::inner::Copies;
use super::iterate::{Item, Spot};
use super::kept_closures::Kept;
use super::loops::Open;
use super::variants::block_of;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Block, BufferId, Expr, Kind, LocalId, Loop, Reference, Stmt};
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
    /// What it sees, and how many of the scopes are outside of the function around it.
    scopes: Vec<HashMap<String, Entity>>,
    outside: usize,
    params: Vec<Param>,
    /// What its patterns bind, then its value.
    body: Option<(Vec<Stmt>, Expr)>,
    result: Ty,
    /// What the value of the body is to be, where that is known.
    expected: Option<Ty>,
    /// What it changes of what it has moved.
    state: Vec<LocalId>,
    /// Whether it changes an array that it has moved.
    changes_array: bool,
    /// How many tokens a call writes.
    tokens: usize,
    /// What it has of its own where it is a value.
    kept: Option<Kept>,
    /// The value that it is, if it has a name and its value has been asked for.
    value: Option<Expr>,
}

/// What a method gives to a function in Rust. Here it is a value in any case.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    Values,
    References,
}

/// What an argument of a closure is bound to.
#[derive(Clone, Copy)]
enum Param {
    Value(LocalId),
    Slice(BufferId),
    /// `&mut T`
    Place(Reference),
}

/// What a closure gets for a parameter.
#[derive(Clone)]
pub(super) enum Input {
    Value(Ty),
    /// A slice of elements, and whether it is a `&mut`.
    Slice(Ty, bool),
    /// `&mut T`
    Place(Ty),
}

/// What a closure gets and gives, where that is known before it is checked.
#[derive(Clone)]
pub(super) struct Wanted {
    pub(super) inputs: Vec<Input>,
    pub(super) result: Ty,
}

/// The patterns of a closure's parameters with the types that are written beside them.
fn inputs(closure: &syn::ExprClosure) -> impl Iterator<Item = (&Pat, Option<&syn::Type>)> {
    closure.inputs.iter().map(|pat| match pat {
        Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
        pat => (pat, None),
    })
}

/// The names that stand in an expression as variables may.
pub(super) fn names_in(expr: &syn::Expr) -> HashSet<String> {
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

/// The names that patterns bind.
pub(super) fn names_bound(visit: impl FnOnce(&mut Bound)) -> HashSet<String> {
    let mut names = Bound::default();
    visit(&mut names);
    names.0
}

#[derive(Default)]
pub(super) struct Bound(HashSet<String>);

impl<'ast> syn::visit::Visit<'ast> for Bound {
    fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
        self.0.insert(plain(&it.ident));
        syn::visit::visit_pat_ident(self, it);
    }
}

/// The number of tokens, which groups have inside.
pub(super) fn tokens_in(tokens: proc_macro2::TokenStream) -> usize {
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
        self.applied_as(function, items, false, stmts)
    }

    fn applied_as(
        &mut self,
        function: &syn::Expr,
        items: Vec<Item>,
        is_behind: bool,
        stmts: &mut Vec<Stmt>,
    ) -> Expr {
        let area = function.area();
        let mut given = Some(items);
        let delayed = self.in_delayed(function, |checker, closure| {
            checker.applied_as(closure, given.take().unwrap_or_default(), is_behind, stmts)
        });
        let items = match (delayed, given) {
            (Some(value), _) => return value,
            (None, items) => items.unwrap_or_default(),
        };
        match strip(function) {
            syn::Expr::Closure(closure) => {
                if !self.demand_closure(closure) {
                    return Expr::error(area);
                }
                if closure.inputs.len() != items.len() {
                    self.wrong_parameters(closure.inputs.len(), items.len(), area);
                    return Expr::error(area);
                }
                if let Some(token) = &closure.capture
                    && self.changes_captured(&closure.body)
                {
                    let fix = "leave `move` out, or name the closure and pass `&mut` of it";
                    self.errors.report(
                        Area::of(token),
                        "this closure changes a copy of what it has moved",
                        fix,
                    );
                    return Expr::error(area);
                }
                self.scopes.push(HashMap::new());
                self.demand_distinct(&closure.inputs);
                for (pat, item) in closure.inputs.iter().zip(items) {
                    match &item {
                        // `()` has nothing to bind.
                        Item::Value(value) if self.infer.resolve(value.ty) == Ty::Unit => self.poison(pat),
                        _ => self.bind_item(pat, item, stmts),
                    }
                }
                let value = self.closure_value(closure, None, None);
                self.scopes.pop();
                value
            }
            syn::Expr::Reference(reference) => self.applied_as(&reference.expr, items, true, stmts),
            syn::Expr::Path(path) => {
                if let Some(Entity::Closure(id)) = path_name(function).and_then(|name| self.lookup(&name))
                    && !is_behind
                    && !self.demand_stateless(id, area)
                {
                    return Expr::error(area);
                }
                let mut args = Vec::new();
                self.scopes.push(HashMap::new());
                for (at, item) in items.into_iter().enumerate() {
                    let name = syn::Ident::new(&format!("__vyre_item_{at}"), area.start);
                    let item = self.settled_item(item, stmts);
                    let pat: Pat = syn::parse_quote!(#name);
                    self.bind_item(&pat, item, stmts);
                    args.push(name);
                }
                let mut call: syn::ExprCall = syn::parse_quote!(#path(#(#args),*));
                call.paren_token.span = crate::syntax::group_span(area.end);
                let value = self.expr(&syn::Expr::Call(call));
                self.scopes.pop();
                Expr { area, ..value }
            }
            other => {
                if let Some(value) = self.function_value(other) {
                    let Some((_, entity)) = self.name_of_value(value, stmts) else {
                        return Expr::error(area);
                    };
                    let name = self.lazy_name(entity, area);
                    return self.applied_as(&syn::parse_quote!(#name), items, true, stmts);
                }
                let value = self.expr(other);
                if self.infer.resolve(value.ty) != Ty::Error {
                    let fix = "write a closure, such as `|x| x + 1`, or the name of a function";
                    self.errors.report(area, "this is no function", fix);
                }
                Expr::error(area)
            }
        }
    }

    /// What a function gives for values. `Given` says what it is given in Rust.
    pub(super) fn applied_to(&mut self, function: &syn::Expr, args: Vec<Expr>, given: Given) -> Expr {
        let mut stmts = Vec::new();
        let items = args.into_iter().map(|arg| match given {
            Given::Values => Item::Value(arg),
            Given::References => Item::Place(Spot::shared(self.settled_place(arg, &mut stmts))),
        });
        let items = items.collect();
        let value = self.applied(function, items, &mut stmts);
        block_of(stmts, value)
    }

    /// Whether an expression changes a variable around it.
    pub(super) fn changes_captured(&self, body: &syn::Expr) -> bool {
        names_changed(body).into_iter().any(|(name, is_method)| match self.lookup(&name) {
            Some(Entity::Local(local)) => self.may_change(local, is_method),
            Some(Entity::Buffer(array)) => !is_method && self.is_moved(array),
            _ => false,
        })
    }

    /// Whether a variable may be changed so. Of methods that are not std's, those of the user's types may.
    pub(super) fn may_change(&self, local: LocalId, by_method: bool) -> bool {
        self.locals[local].is_mutable && (!by_method || self.infer.data_of(self.locals[local].ty).is_some())
    }

    pub(super) fn wrong_parameters(&mut self, got: usize, wanted: usize, area: Area) {
        let count = |number: usize, of: &str| match number {
            0 => format!("no {of}s"),
            1 => format!("1 {of}"),
            _ => format!("{number} {of}s"),
        };
        let (got, wanted) = (count(got, "parameter"), count(wanted, "argument"));
        let problem = format!("this closure has {got}, and is called with {wanted}");
        self.errors.report(area, problem, "name one parameter for each argument");
    }

    /// Whether a closure is one that kernels have; reports it otherwise.
    pub(super) fn demand_closure(&mut self, closure: &syn::ExprClosure) -> bool {
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

    /// The value of a closure's body, which `return` and `?` leave. Its type may be known from what takes the closure (`expected`), or be
    /// the one that is wanted.
    pub(super) fn closure_value(
        &mut self,
        closure: &syn::ExprClosure,
        expected: Option<Ty>,
        wanted: Option<Ty>,
    ) -> Expr {
        let id = self.all_loops.len();
        self.all_loops.push(Loop::default());
        let written = match &closure.output {
            syn::ReturnType::Type(_, ty) => self.written_type(ty),
            syn::ReturnType::Default => None,
        };
        let written = written.or(expected);
        let loops = std::mem::replace(&mut self.loops, vec![Open::of_closure(id, written)]);
        let value = match (&*closure.body, written) {
            (body, Some(ty)) => self.expr_as(body, ty),
            (body, None) => match wanted {
                Some(ty) if ends_with_wanted(body) => {
                    if let syn::Expr::Block(_) = body {
                        self.wanted_tail = Some(ty);
                        self.expr(body)
                    } else {
                        self.expr_as(body, ty)
                    }
                }
                _ => self.expr(body),
            },
        };
        self.demand_free_closures(value.ty, value.area);
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
            syn::Expr::Path(path) => match path_name(value).and_then(|name| self.lookup(&name)) {
                Some(Entity::Closure(id)) if !self.demand_stateless(id, value.area()) => {
                    Some(Entity::Poisoned)
                }
                Some(
                    entity @ (Entity::Closure(_)
                    | Entity::Function(_)
                    | Entity::Template(_)
                    | Entity::Named(_)
                    | Entity::Passed(_)),
                ) => Some(entity),
                Some(_) => None,
                None => self.name_of_function(path),
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

    /// Whether a closure has nothing of its own that it changes.
    pub(super) fn is_stateless(&self, id: usize) -> bool {
        self.closures[id].state.is_empty() && !self.closures[id].changes_array
    }

    /// The same; reports one that has, of which a copy would change something else.
    pub(super) fn demand_stateless(&mut self, id: usize, area: Area) -> bool {
        let is_fine = self.is_stateless(id);
        if !is_fine {
            let problem = "this would be a copy of a closure that changes what it has moved";
            self.errors.report(area, problem, "pass `&mut` of it, or write the closure here");
        }
        is_fine
    }

    /// The variables that a closure has of its own and changes; nothing where it so changes an array, which is reported.
    pub(super) fn state_of(&mut self, id: usize, area: Area) -> Option<Vec<LocalId>> {
        if self.closures[id].changes_array && !self.demand_stateless(id, area) {
            return None;
        }
        Some(self.closures[id].state.clone())
    }

    /// A closure that is called by a name.
    pub(super) fn closure(&mut self, closure: &syn::ExprClosure, stmts: &mut Vec<Stmt>) -> Entity {
        if !self.demand_closure(closure) {
            return Entity::Poisoned;
        }
        let id = self.closure_as(closure, None, stmts);
        if inputs(closure).all(|(_, ty)| ty.is_some()) {
            self.check_closure(id);
        }
        Entity::Closure(id)
    }

    /// A closure of which it may be known what it gets and gives, with as many parameters.
    pub(super) fn closure_as(
        &mut self,
        closure: &syn::ExprClosure,
        wanted: Option<&Wanted>,
        stmts: &mut Vec<Stmt>,
    ) -> usize {
        self.demand_distinct(&closure.inputs);
        if let Some(named) = wanted.and_then(|wanted| self.with_named_references(closure, wanted)) {
            return self.closure_as(&named, wanted, stmts);
        }
        let mut params = Vec::new();
        for (at, (pat, ty)) in inputs(closure).enumerate() {
            let input = wanted.and_then(|wanted| wanted.inputs.get(at));
            let param = self.closure_param(pat, ty, input);
            if let Some(input) = input {
                self.demand_input(param, input, Area::of(pat));
            }
            params.push(param);
        }
        let mut scopes = self.scopes.clone();
        let (mut state, mut changes_array) = (Vec::new(), false);
        if closure.capture.is_some() {
            let own = self.captured(&closure.body, stmts);
            for (name, is_method) in names_changed(&closure.body) {
                match own.get(&name) {
                    Some(Entity::Local(local)) if self.may_change(*local, is_method) => state.push(*local),
                    Some(Entity::Buffer(_)) if !is_method => changes_array = true,
                    _ => {}
                }
            }
            state.sort_unstable();
            state.dedup();
            scopes.push(own);
        }
        let result = self.infer.open();
        let tokens = tokens_in(quote::ToTokens::to_token_stream(closure));
        let (item, expected) = (Rc::new(closure.clone()), wanted.map(|wanted| wanted.result));
        let outside = self.outside;
        self.closures.push(Closure {
            item,
            scopes,
            outside,
            params,
            body: None,
            result,
            expected,
            state,
            changes_array,
            tokens,
            kept: None,
            value: None,
        });
        self.closures.len() - 1
    }

    /// The same closure with a name for each reference that its patterns take apart, which its body does then; nothing if there is none.
    fn with_named_references(
        &mut self,
        closure: &syn::ExprClosure,
        wanted: &Wanted,
    ) -> Option<syn::ExprClosure> {
        let mut named = closure.clone();
        let mut lets: Vec<syn::Stmt> = Vec::new();
        for (at, pat) in named.inputs.iter_mut().enumerate() {
            let takes_apart =
                matches!(pat, Pat::Tuple(_) | Pat::TupleStruct(_) | Pat::Struct(_) | Pat::Slice(_));
            let Some(Input::Value(ty)) = wanted.inputs.get(at).filter(|_| takes_apart) else { continue };
            if self.referent(*ty).is_none() {
                continue;
            }
            let name = quote::format_ident!("__vyre_input_{at}");
            let old = std::mem::replace(pat, syn::parse_quote!(#name));
            lets.push(syn::parse_quote!(let #old = #name;));
        }
        let body = &closure.body;
        named.body = (!lets.is_empty()).then(|| syn::parse_quote!({ #(#lets)* #body }))?;
        Some(named)
    }

    /// Whether a closure gets for a parameter what it takes; reports it otherwise.
    fn demand_input(&mut self, param: Param, input: &Input, area: Area) -> bool {
        let is_writable = |checker: &Self, slice: BufferId| checker.buffers[slice].decl.access.is_writable();
        let is_it = match (param, input) {
            (Param::Value(local), Input::Value(ty)) => self.infer.unify(self.locals[local].ty, *ty).is_some(),
            (Param::Place(reference), Input::Place(ty)) => {
                self.infer.unify(self.locals[reference.local].ty, *ty).is_some()
            }
            (Param::Slice(slice), Input::Slice(element, is_mutable)) => {
                is_writable(self, slice) == *is_mutable
                    && self.infer.unify(self.buffers[slice].ty, *element).is_some()
            }
            _ => false,
        };
        if !is_it {
            let got = match input {
                Input::Value(ty) => self.infer.name(*ty),
                Input::Place(ty) => format!("&mut {}", self.infer.name(*ty)),
                Input::Slice(ty, true) => format!("&mut [{}]", self.infer.name(*ty)),
                Input::Slice(ty, false) => format!("&[{}]", self.infer.name(*ty)),
            };
            let problem = format!("this parameter is given a `{got}`");
            self.errors.report(area, problem, format!("write `{got}` beside it"));
        }
        is_it
    }

    /// Whether a closure with a name is one that a function takes; reports it otherwise.
    pub(super) fn demand_wanted(&mut self, id: usize, wanted: &Wanted, area: Area) -> bool {
        let params = self.closures[id].params.clone();
        if params.len() != wanted.inputs.len() {
            self.wrong_parameters(params.len(), wanted.inputs.len(), area);
            return false;
        }
        if !params.into_iter().zip(&wanted.inputs).all(|(param, input)| self.demand_input(param, input, area))
        {
            return false;
        }
        let (result, is_checked) = (self.closures[id].result, self.closures[id].body.is_some());
        let is_nothing = |checker: &Self, ty: Ty| matches!(checker.infer.resolve(ty), Ty::Unit | Ty::Never);
        if !is_checked {
            self.closures[id].expected.get_or_insert(wanted.result);
        }
        let is_it = match (is_nothing(self, result), is_nothing(self, wanted.result)) {
            (true, _) if self.infer.resolve(result) == Ty::Never => true,
            (true, true) => true,
            (false, true) => !is_checked,
            (true, false) => false,
            (false, false) => self.infer.unify(result, wanted.result).is_some(),
        };
        if !is_it && self.infer.resolve(result) != Ty::Error {
            let (expected, got) = (self.infer.name(wanted.result), self.infer.name(result));
            let problem = format!("this closure gives `{got}`, and `{expected}` is wanted here");
            self.errors.report(area, problem, format!("let it give `{expected}`"));
        }
        is_it
    }

    /// What a `move` closure has of its own: copies of the variables that it names.
    pub(super) fn captured(&mut self, body: &syn::Expr, stmts: &mut Vec<Stmt>) -> HashMap<String, Entity> {
        let mut names: Vec<String> = names_in(body).into_iter().collect();
        names.sort_unstable();
        let mut own = HashMap::new();
        for name in names {
            let local = match self.lookup(&name) {
                Some(Entity::Local(local)) => local,
                Some(Entity::Buffer(array)) => {
                    let area = Area::of(body);
                    if self.buffers[array].is_slice && self.buffers[array].is_moving {
                        let copy = self.moving_slice(array, (name.clone(), area), stmts);
                        own.insert(name, Entity::Buffer(copy));
                    } else if let Some(copy) = self.moved_array(array, area, stmts) {
                        own.insert(name, Entity::Buffer(copy));
                    }
                    continue;
                }
                _ => continue,
            };
            if !self.is_set_by_now(local) {
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
    fn closure_param(&mut self, pat: &Pat, ty: Option<&syn::Type>, input: Option<&Input>) -> Param {
        let (area, name) = (Area::of(pat), pattern_name(pat));
        let written = match ty {
            Some(ty @ syn::Type::Reference(_)) => Some(self.wanted_input(ty)),
            _ => None,
        };
        match (&written, ty, input) {
            (Some(Input::Slice(element, is_mutable)), ..)
            | (None, None, Some(Input::Slice(element, is_mutable))) => {
                let decl = match is_mutable {
                    true => BufferDecl::read_write(name, 0, DataType::U32),
                    false => BufferDecl::read(name, 0, DataType::U32),
                };
                let slice = self.slice(decl, *element, false, area);
                self.passing_arrays.insert(slice);
                return Param::Slice(slice);
            }
            (Some(Input::Place(ty)), ..) | (None, None, Some(Input::Place(ty))) => {
                return Param::Place(self.reference(&name, *ty, true, area));
            }
            (Some(Input::Value(ty)), ..) => {
                return Param::Value(self.local(&name, *ty, is_mutable(pat)));
            }
            _ => {}
        }
        let ty = match ty {
            Some(ty) => self.written_type(ty).unwrap_or_else(|| self.infer.open()),
            None => self.type_of_pattern(pat),
        };
        Param::Value(self.local(&name, ty, is_mutable(pat)))
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
        let Closure { item, params, expected, .. } = &self.closures[id];
        let (item, params, expected) = (Rc::clone(item), params.clone(), *expected);
        let scopes = self.closures[id].scopes.clone();
        // A closure that calls itself does not exist in Rust.
        self.closures[id].body = Some((Vec::new(), Expr::error(Area::of(&item.inputs_begin))));
        let outer = std::mem::replace(&mut self.scopes, scopes);
        let outside = std::mem::replace(&mut self.outside, self.closures[id].outside);
        self.scopes.push(HashMap::new());
        let before = self.written_tokens;
        let mut stmts = Vec::new();
        for ((pat, _), param) in inputs(&item).zip(params) {
            let area = Area::of(pat);
            match param {
                Param::Slice(slice) => self.bind_item(pat, Item::Slice(slice), &mut stmts),
                Param::Place(reference) => match pat {
                    Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                        self.declare_bound(&name.ident, Entity::Reference(reference.local));
                    }
                    Pat::Wild(_) => {}
                    pat => {
                        self.poison(pat);
                        self.errors.report(area, "this pattern is of a `&mut`", "give the parameter a name");
                    }
                },
                Param::Value(local) => {
                    let ty = self.locals[local].ty;
                    let value = Expr { kind: Kind::Local(local), ty, area };
                    match (pat, self.referent(ty)) {
                        (Pat::Ident(name), None) if name.by_ref.is_none() && name.subpat.is_none() => {
                            let is_mutable = name.mutability.is_some();
                            let array = self
                                .bind_slice_value(&name.ident, is_mutable, &value, &mut stmts)
                                .or_else(|| self.array_of(&name.ident, is_mutable, &value, &mut stmts));
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
        let wanted = Some(wanted).filter(|ty| !matches!(ty, Ty::Open(_)));
        let value = self.closure_value(&item, expected, wanted);
        self.scopes = outer;
        self.outside = outside;
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

    /// Does something with a closure as it is written, where it sees what it saw.
    pub(super) fn where_closure_was<T>(
        &mut self,
        id: usize,
        what: impl FnOnce(&mut Self, &syn::ExprClosure) -> T,
    ) -> T {
        let Closure { item, scopes, outside, .. } = &self.closures[id];
        let (item, scopes, outside) = (Rc::clone(item), scopes.clone(), *outside);
        let outer = std::mem::replace(&mut self.scopes, scopes);
        let outside = std::mem::replace(&mut self.outside, outside);
        let result = what(self, &item);
        self.outside = outside;
        self.scopes = outer;
        result
    }

    /// Makes the types of two closures one of which the second is written as the first.
    pub(super) fn unify_closures(&mut self, first: usize, second: usize) {
        for (first, second) in self.types_of_params(first).into_iter().zip(self.types_of_params(second)) {
            self.infer.unify(first, second);
        }
        let expected = self.closures[first].expected;
        self.closures[second].expected = self.closures[second].expected.or(expected);
    }

    /// The types of what a closure takes, of slices those of the elements.
    pub(super) fn types_of_params(&self, id: usize) -> Vec<Ty> {
        let types = self.closures[id].params.iter().map(|param| match param {
            Param::Value(local) => self.locals[*local].ty,
            Param::Slice(slice) => self.buffers[*slice].ty,
            Param::Place(reference) => self.locals[reference.local].ty,
        });
        types.collect()
    }

    /// Notes what a closure has that is a value.
    pub(super) fn keep_closure(&mut self, id: usize, kept: Kept) {
        self.closures[id].kept.get_or_insert(kept);
    }

    /// Forgets the last closure, of which nobody knows.
    pub(super) fn forget_closure(&mut self, id: usize) {
        if id + 1 == self.closures.len() {
            self.closures.pop();
        }
    }

    /// Whether two closures are written at one place, which means the same for both but for the variables that they capture.
    pub(super) fn is_written_once(&self, first: usize, second: usize) -> bool {
        let (first, second) = (&self.closures[first], &self.closures[second]);
        let text = |closure: &Closure| quote::ToTokens::to_token_stream(&*closure.item).to_string();
        let is_one_place = Area::of(&*first.item).is(Area::of(&*second.item)) && text(first) == text(second);
        first.kept.is_some() && is_one_place && {
            let of = |closure: &Closure, name: &str| {
                closure.scopes.iter().rev().find_map(|scope| scope.get(name).copied())
            };
            // The parameters of the function around are a part of the type, too.
            let is_param = |(name, entity): &(&String, &Entity)| {
                *name != super::HELD && matches!(entity, Entity::Const(..) | Entity::Type(_))
            };
            let params = first.scopes.iter().flatten().filter(is_param).all(|(name, _)| {
                match (of(first, name), of(second, name)) {
                    (Some(first), Some(second)) => self.means_the_same(first, second),
                    _ => false,
                }
            });
            params
                && crate::syntax::words(&*first.item).iter().all(|name| {
                    match (of(first, name), of(second, name)) {
                        (None, None) => true,
                        (Some(first), Some(second)) => self.means_the_same(first, second),
                        _ => false,
                    }
                })
        }
    }

    /// Whether two names mean the same, or variables, which closures capture.
    fn means_the_same(&self, first: Entity, second: Entity) -> bool {
        match (first, second) {
            (Entity::Local(_), Entity::Local(_)) | (Entity::Reference(_), Entity::Reference(_)) => true,
            (Entity::Const(first, of_first, _), Entity::Const(second, of_second, _)) => {
                first == second && of_first == of_second
            }
            (Entity::Type(first), Entity::Type(second)) => {
                self.infer.resolve(first) == self.infer.resolve(second)
            }
            (Entity::Function(first), Entity::Function(second))
            | (Entity::Template(first), Entity::Template(second))
            | (Entity::Named(first), Entity::Named(second))
            | (Entity::Closure(first), Entity::Closure(second)) => first == second,
            _ => false,
        }
    }

    /// What a closure has that is a value.
    pub(super) fn kept_of(&self, id: usize) -> Kept {
        self.closures.get(id).and_then(|closure| closure.kept.clone()).unwrap_or_default()
    }

    /// Whether a closure is a value.
    pub(super) fn has_kept_closures(&self) -> bool {
        self.closures.iter().any(|closure| closure.kept.is_some())
    }

    /// The value that a closure with a name is, if it has been asked for.
    pub(super) fn value_of_closure(&self, id: usize) -> Option<Expr> {
        self.closures[id].value.clone()
    }

    pub(super) fn note_value_of_closure(&mut self, id: usize, value: Expr) {
        self.closures[id].value = Some(value);
    }

    /// Where a closure is written.
    pub(super) fn area_of_closure(&self, id: usize) -> Area {
        Area::of(&*self.closures[id].item)
    }

    /// A call of a closure.
    pub(super) fn closure_call(&mut self, id: usize, args: &Arguments, area: Area) -> Expr {
        self.closure_call_with(id, args, Vec::new(), area)
    }

    /// The same, with what is done once the arguments are there.
    pub(super) fn closure_call_with(
        &mut self,
        id: usize,
        args: &Arguments,
        mut bound: Vec<Stmt>,
        area: Area,
    ) -> Expr {
        let params = self.closures[id].params.clone();
        if params.len() != args.len() {
            self.arguments(args, params.len(), area, "this closure");
            return Expr::error(area);
        }
        let (mut stmts, mut copies) = (Vec::new(), Copies::default());
        for (param, arg) in params.into_iter().zip(args) {
            match param {
                Param::Slice(slice) => {
                    self.stands_in_place();
                    let given = match self.copied_slice(arg, slice, &mut [], &mut copies) {
                        Some(copied) => copied.map(|(view, _)| view),
                        None => self.slice_argument(arg, slice).map(|given| given.view),
                    };
                    copies.move_before(&mut stmts);
                    let Some(view) = given else { return Expr::error(area) };
                    bound.push(Stmt::View { name: slice, view, area: arg.area() });
                }
                Param::Place(reference) => {
                    let given = match self.copied_argument(arg, reference, &mut [], &mut copies) {
                        Some(copied) => copied,
                        None => self.reference_argument(arg, reference),
                    };
                    copies.move_before(&mut stmts);
                    let Some((place, _)) = given else { return Expr::error(area) };
                    bound.push(Stmt::Refer { reference, place, area: arg.area() });
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
        let mut own = before;
        let ty = body.ty;
        let tail = match self.infer.resolve(ty) {
            Ty::Unit => {
                own.push(Stmt::Expr(body));
                None
            }
            _ => Some(Box::new(body)),
        };
        stmts.append(&mut own);
        if !copies.is_empty() {
            let block = Expr { kind: Kind::Block(Block { stmts, tail }), ty, area };
            return self.with_copies(copies, block);
        }
        Expr { kind: Kind::Block(Block { stmts, tail }), ty, area }
    }
}

/// `Add::add(a, b)` and `u32::add(a, b)` as `a + b`, and `Neg::neg(a)` as `-a`.
pub(super) fn operator_call(call: &syn::ExprCall) -> Option<syn::Expr> {
    let syn::Expr::Path(path) = strip(&call.func) else { return None };
    let names: Vec<String> = path.path.segments.iter().map(|segment| plain(&segment.ident)).collect();
    let [.., of, method] = &names[..] else { return None };
    let is_of_number = names.len() == 2 && crate::signature::named(of).is_some();
    if crate::overload::trait_of(method) != of && !is_of_number {
        return None;
    }
    match (method.as_str(), &call.args.iter().collect::<Vec<_>>()[..]) {
        ("neg", [value]) => Some(syn::parse_quote!(-(#value))),
        ("not", [value]) => Some(syn::parse_quote!(!(#value))),
        (method, [left, right]) => {
            let op = operator_of(method)?;
            Some(syn::parse_quote!((#left) #op (#right)))
        }
        _ => None,
    }
}

/// The operator between two values that a method of std's traits is.
pub(crate) fn operator_of(method: &str) -> Option<syn::BinOp> {
    Some(match method {
        "add" => syn::parse_quote!(+),
        "sub" => syn::parse_quote!(-),
        "mul" => syn::parse_quote!(*),
        "div" => syn::parse_quote!(/),
        "rem" => syn::parse_quote!(%),
        "bitand" => syn::parse_quote!(&),
        "bitor" => syn::parse_quote!(|),
        "bitxor" => syn::parse_quote!(^),
        "shl" => syn::parse_quote!(<<),
        "shr" => syn::parse_quote!(>>),
        _ => return None,
    })
}

/// The name that a pattern gives to what it is bound to.
fn pattern_name(pat: &Pat) -> String {
    match pat {
        Pat::Ident(name) => plain(&name.ident),
        _ => "parts".to_string(),
    }
}

/// The methods of std's that change their receiver.
const CHANGING: [&str; 14] = [
    "take",
    "replace",
    "insert",
    "get_or_insert",
    "get_or_insert_with",
    "swap",
    "fill",
    "reverse",
    "rotate_left",
    "rotate_right",
    "copy_from_slice",
    "clone_from_slice",
    "iter_mut",
    "get_mut",
];

/// The names that an expression may change, as far as its tokens tell, and whether it does so by a method that is not std's.
pub(super) fn names_changed(expr: &syn::Expr) -> Vec<(String, bool)> {
    use syn::visit::{self, Visit};
    #[derive(Default)]
    struct Changed(Vec<(String, bool)>);
    impl Changed {
        fn root(&mut self, mut expr: &syn::Expr, is_method: bool) {
            loop {
                expr = match strip(expr) {
                    syn::Expr::Field(field) => &field.base,
                    syn::Expr::Index(index) => &index.expr,
                    syn::Expr::Tuple(tuple) => {
                        return tuple.elems.iter().for_each(|part| self.root(part, is_method));
                    }
                    other => return self.0.extend(path_name(other).map(|name| (name, is_method))),
                };
            }
        }
    }
    impl<'ast> Visit<'ast> for Changed {
        fn visit_expr_assign(&mut self, it: &'ast syn::ExprAssign) {
            self.root(&it.left, false);
            visit::visit_expr_assign(self, it);
        }

        fn visit_expr_binary(&mut self, it: &'ast syn::ExprBinary) {
            if super::expr::operator(&it.op).is_some_and(|(_, assigns)| assigns) {
                self.root(&it.left, false);
            }
            visit::visit_expr_binary(self, it);
        }

        fn visit_expr_reference(&mut self, it: &'ast syn::ExprReference) {
            if it.mutability.is_some() {
                self.root(&it.expr, false);
            }
            visit::visit_expr_reference(self, it);
        }

        fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
            let name = it.method.to_string();
            let is_of_std = CHANGING.contains(&name.as_str()) || name.starts_with("sort");
            self.root(&it.receiver, !is_of_std);
            visit::visit_expr_method_call(self, it);
        }
    }
    let mut changed = Changed::default();
    changed.visit_expr(expr);
    changed.0
}

fn is_mutable(pat: &Pat) -> bool {
    matches!(pat, Pat::Ident(name) if name.mutability.is_some())
}

/// Whether an expression, or what a block ends with, takes its type from what is wanted.
fn ends_with_wanted(body: &syn::Expr) -> bool {
    match strip(body) {
        syn::Expr::Block(block) => match block.block.stmts.last() {
            Some(syn::Stmt::Expr(last, None)) => ends_with_wanted(last),
            _ => false,
        },
        other => super::conversions::takes_wanted(other),
    }
}

//! Chains that wait: in variables, and those that functions take and give. Where one is made, what it names is bound, each to a name that no user
//! can write, and so are its closures, with what they see. What is left is a chain over such names, which is the same wherever it stands; a loop
//! is made of it there. One that is asked for one item after the other remembers how many it has given.

use super::super::extent::Extent;
use super::super::function::Arguments;
use super::super::{Checker, Entity, plain};
use super::cursor::asks_until;
use super::{Chain, adaptors, number, source};
use crate::diagnostics::Area;
use crate::functional;
use crate::hir::{Block, Expr, Kind, LocalId, Stmt};
use crate::syntax::{path_name, strip};
use crate::types::Ty;
use std::collections::HashMap;
use std::rc::Rc;

/// What the names begin with that nobody can write.
pub(in crate::check) const PREFIX: &str = "__vyre_lazy_";

/// The most functions over iterators that take the place of their calls.
const MAX_CALLS: usize = 2000;

type Scopes = Vec<HashMap<String, Entity>>;

/// A chain that waits.
pub(in crate::check) struct Waiting {
    /// The chain over names.
    chain: Rc<syn::Expr>,
    /// The variable that counts the items which it has been asked for.
    given: Option<(LocalId, String)>,
    /// The variable that says where those end which it has not been asked for from the end, if it is asked so.
    end: Option<(LocalId, String)>,
    effects: Effects,
    /// Whether the name is a `&mut` to the chain.
    is_lent: bool,
}

/// What a chain does besides giving values.
#[derive(Clone, Copy, Default)]
pub(super) struct Effects {
    /// Whether a closure does anything, as far as its words tell.
    any: bool,
    /// Whether one changes what it has moved.
    state: bool,
    /// Whether items are taken from an iterator that is lent, which goes on where it was left.
    is_lent: bool,
    /// Whether an adaptor of such a chain remembers something from one item to the next.
    remembers: bool,
}

/// A closure of a chain that waits, and what it sees.
pub(in crate::check) struct Delayed {
    closure: Rc<syn::Expr>,
    scopes: Scopes,
    instances: Vec<usize>,
}

/// All of these.
#[derive(Default)]
pub(in crate::check) struct Lazies {
    waiting: Vec<Waiting>,
    delayed: Vec<Delayed>,
    names: HashMap<String, Entity>,
    calls: usize,
}

impl Lazies {
    pub(in crate::check) fn named(&self, name: &str) -> Option<Entity> {
        self.names.get(name).copied()
    }
}

/// A function that takes or gives an iterator, as a call finds it.
pub(in crate::check) struct Called<'c> {
    pub(in crate::check) template: usize,
    pub(in crate::check) receiver: Option<Expr>,
    /// What the parameters of its `impl` are, which come first.
    pub(in crate::check) bound: HashMap<String, Ty>,
    pub(in crate::check) of_impl: usize,
    pub(in crate::check) args: &'c Arguments,
    pub(in crate::check) turbofish: Option<&'c syn::AngleBracketedGenericArguments>,
    pub(in crate::check) area: Area,
}

fn path_of(name: &syn::Ident) -> syn::Expr {
    syn::parse_quote!(#name)
}

/// Whether a closure does more than to give a value, as far as its words tell.
fn has_words_of_effects(closure: &syn::ExprClosure) -> bool {
    let words = crate::syntax::words(&closure.body);
    let is_effect = |word: &String| {
        word.starts_with("fetch_")
            || matches!(
                word.as_str(),
                "store" | "swap" | "compare_exchange" | "print" | "println" | "eprintln" | "dbg" | "next"
            )
    };
    words.iter().any(is_effect)
}

impl Checker<'_> {
    /// A name that nobody can write, for what an entity is.
    pub(in crate::check) fn lazy_name(&mut self, entity: Entity, area: Area) -> syn::Ident {
        let name = format!("{PREFIX}{}", self.lazies.names.len());
        self.lazies.names.insert(name.clone(), entity);
        syn::Ident::new(&name, area.start)
    }

    /// Binds a value to such a name.
    pub(in crate::check) fn hidden_let(
        &mut self,
        value: &syn::Expr,
        is_mutable: bool,
        stmts: &mut Vec<Stmt>,
    ) -> Option<syn::Ident> {
        let name = self.lazy_name(Entity::Poisoned, value.area());
        let mutability: Option<syn::Token![mut]> = is_mutable.then(Default::default);
        let statement: syn::Stmt = syn::parse_quote!(let #mutability #name = #value;);
        let syn::Stmt::Local(local) = statement else { return None };
        let before = self.errors.count();
        self.scopes.push(HashMap::new());
        self.let_statement(&local, stmts);
        let entity = self.scopes.pop().and_then(|scope| scope.get(&name.to_string()).copied());
        let entity = entity.filter(|entity| !matches!(entity, Entity::Poisoned));
        if self.errors.count() > before {
            return None;
        }
        self.lazies.names.insert(name.to_string(), entity?);
        Some(name)
    }

    /// A value in a chain that waits.
    fn lazy_value(&mut self, value: &syn::Expr, stmts: &mut Vec<Stmt>) -> Option<syn::Expr> {
        if let syn::Expr::Lit(_) = strip(value) {
            return Some(value.clone());
        }
        self.hidden_let(value, false, stmts).map(|name| path_of(&name))
    }

    /// Whether an expression is a value that a chain takes as it is now, as it may change later.
    fn is_moved_value(&self, expr: &syn::Expr) -> bool {
        let Some(name) = path_name(expr) else { return true };
        match self.lookup(&name) {
            Some(Entity::Local(local)) => self.locals[local].is_mutable,
            Some(Entity::Buffer(buffer)) => {
                let known = &self.buffers[buffer];
                !known.is_slice && !known.is_constant && known.decl.access.is_writable()
            }
            _ => false,
        }
    }

    /// A place that a chain goes through: by a name of its own, where its parts are as they are named.
    fn lazy_place(
        &mut self,
        place: &syn::Expr,
        is_exclusive: bool,
        stmts: &mut Vec<Stmt>,
    ) -> Option<syn::Expr> {
        match strip(place) {
            syn::Expr::Path(path) => {
                let entity = path.path.get_ident().and_then(|name| self.lookup(&plain(name)));
                match entity {
                    Some(Entity::Poisoned) => None,
                    Some(entity) => Some(path_of(&self.lazy_name(entity, place.area()))),
                    None => Some(place.clone()),
                }
            }
            syn::Expr::Field(field) => {
                let base = Box::new(self.lazy_place(&field.base, is_exclusive, stmts)?);
                Some(syn::Expr::Field(syn::ExprField { base, ..field.clone() }))
            }
            syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                let expr = Box::new(self.lazy_place(&unary.expr, is_exclusive, stmts)?);
                Some(syn::Expr::Unary(syn::ExprUnary { expr, ..unary.clone() }))
            }
            syn::Expr::Lit(_) => Some(place.clone()),
            // Of an array that is a value the parts stay where they are.
            syn::Expr::Index(index) if self.is_array_value(&index.expr) => {
                let expr = Box::new(self.lazy_place(&index.expr, is_exclusive, stmts)?);
                let at = match strip(&index.index) {
                    syn::Expr::Range(range) => {
                        let mut bound = |bound: &Option<Box<syn::Expr>>| match bound {
                            None => Some(None),
                            Some(bound) => self.lazy_value(bound, stmts).map(|bound| Some(Box::new(bound))),
                        };
                        let (start, end) = (bound(&range.start)?, bound(&range.end)?);
                        syn::Expr::Range(syn::ExprRange { start, end, ..range.clone() })
                    }
                    other => self.lazy_value(other, stmts)?,
                };
                let at = Box::new(at);
                Some(syn::Expr::Index(syn::ExprIndex { expr, index: at, ..index.clone() }))
            }
            other @ syn::Expr::Index(_) => {
                let reference: syn::Expr = match is_exclusive {
                    true => syn::parse_quote!(&mut #other),
                    false => syn::parse_quote!(&#other),
                };
                self.hidden_let(&reference, false, stmts).map(|name| path_of(&name))
            }
            other => self.hidden_let(other, is_exclusive, stmts).map(|name| path_of(&name)),
        }
    }

    /// A function in a chain that waits.
    fn lazy_function(
        &mut self,
        function: &syn::Expr,
        effects: &mut Effects,
        stmts: &mut Vec<Stmt>,
    ) -> Option<syn::Expr> {
        match strip(function) {
            syn::Expr::Closure(closure) => {
                let changes = self.changes_captured(&closure.body);
                effects.any |= changes || has_words_of_effects(closure);
                effects.state |= changes && closure.capture.is_some();
                let mut scopes = self.scopes.clone();
                if closure.capture.is_some() {
                    let own = self.captured(&closure.body, stmts);
                    scopes.push(own);
                }
                let closure = syn::Expr::Closure(syn::ExprClosure { capture: None, ..closure.clone() });
                let instances = self.instances.clone();
                self.lazies.delayed.push(Delayed { closure: Rc::new(closure), scopes, instances });
                let entity = Entity::Delayed(self.lazies.delayed.len() - 1);
                Some(path_of(&self.lazy_name(entity, function.area())))
            }
            syn::Expr::Reference(reference) => {
                let expr = Box::new(self.lazy_function(&reference.expr, effects, stmts)?);
                Some(syn::Expr::Reference(syn::ExprReference { expr, ..reference.clone() }))
            }
            other => match path_name(other).and_then(|name| self.lookup(&name)) {
                Some(entity) => Some(path_of(&self.lazy_name(entity, function.area()))),
                None => Some(function.clone()),
            },
        }
    }

    /// A chain over names that are bound here; a mistake in it has been reported.
    fn lazy_chain(
        &mut self,
        expr: &syn::Expr,
        effects: &mut Effects,
        stmts: &mut Vec<Stmt>,
    ) -> Option<syn::Expr> {
        let expr = strip(expr);
        if self.is_lent(expr) {
            effects.is_lent = true;
            let place = self.lent(expr).unwrap_or(expr);
            let place = self.lazy_place(place, true, stmts)?;
            return Some(syn::parse_quote!(#place.by_ref()));
        }
        if let Some(rest) = self.moved_cursor(expr, stmts) {
            return rest;
        }
        if let Some(chain) = self.given_chain(expr, effects, stmts) {
            return chain;
        }
        match expr {
            syn::Expr::Range(range) => {
                let mut bound = |checker: &mut Self, bound: &Option<Box<syn::Expr>>| match bound {
                    None => Some(None),
                    Some(bound) => checker.lazy_value(bound, stmts).map(|bound| Some(Box::new(bound))),
                };
                let start = bound(self, &range.start)?;
                let end = bound(self, &range.end)?;
                let range = syn::Expr::Range(syn::ExprRange { start, end, ..range.clone() });
                Some(syn::parse_quote!((#range)))
            }
            syn::Expr::Call(call) if let Some(written) = source::as_adaptor(call) => {
                self.lazy_chain(&written, effects, stmts)
            }
            syn::Expr::Call(call) if let Some(name) = source::of_std(call) => {
                let mut args = Arguments::new();
                for (at, arg) in call.args.iter().enumerate() {
                    args.push(match (name, at) {
                        ("zip", _) => self.lazy_chain(arg, effects, stmts)?,
                        ("successors", 1) => self.lazy_function(arg, effects, stmts)?,
                        _ => self.lazy_value(arg, stmts)?,
                    });
                }
                Some(syn::Expr::Call(syn::ExprCall { args, ..call.clone() }))
            }
            syn::Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let is_chain = self.is_iterator(&call.receiver);
                let is_passed_on = matches!(name.as_str(), "clone" | "peekable" | "fuse" | "into_iter");
                if is_chain && is_passed_on && call.args.is_empty() {
                    if name == "clone" && !self.demand_cloneable(&call.receiver) {
                        return None;
                    }
                    return self.lazy_chain(&call.receiver, effects, stmts);
                }
                if source::makes_chain(call) {
                    let is_by_value = name == "into_iter" && self.is_moved_value(&call.receiver);
                    let receiver = match is_by_value {
                        true => self.lazy_value(&call.receiver, stmts)?,
                        false => self.lazy_place(&call.receiver, source::is_exclusive(&name), stmts)?,
                    };
                    let mut args = Arguments::new();
                    for arg in &call.args {
                        let is_function = source::is_split(call) && args.len() + 1 == call.args.len();
                        args.push(match is_function {
                            true => self.lazy_function(arg, effects, stmts)?,
                            false => self.lazy_value(arg, stmts)?,
                        });
                    }
                    let receiver = Box::new(receiver);
                    return Some(syn::Expr::MethodCall(syn::ExprMethodCall {
                        receiver,
                        args,
                        ..call.clone()
                    }));
                }
                if !adaptors::is_adaptor(&name) || name == "map" && !is_chain {
                    // What a method gives: an array, or a value that is an iterator.
                    return self.hidden_let(expr, false, stmts).map(|name| path_of(&name));
                }
                let receiver = Box::new(self.lazy_chain(&call.receiver, effects, stmts)?);
                let mut args = Arguments::new();
                for arg in &call.args {
                    args.push(match name.as_str() {
                        "zip" | "chain" => self.lazy_chain(arg, effects, stmts)?,
                        "skip" | "take" | "step_by" => self.lazy_value(arg, stmts)?,
                        "scan" if args.is_empty() => self.lazy_value(arg, stmts)?,
                        _ => self.lazy_function(arg, effects, stmts)?,
                    });
                }
                effects.remembers |= effects.is_lent && !adaptors::is_one_by_one(&name);
                Some(syn::Expr::MethodCall(syn::ExprMethodCall { receiver, args, ..call.clone() }))
            }
            syn::Expr::Reference(reference) if reference.mutability.is_none() || !self.is_asked(expr) => {
                let is_exclusive = reference.mutability.is_some();
                match strip(&reference.expr) {
                    syn::Expr::Path(_) | syn::Expr::Field(_) => {
                        let place = Box::new(self.lazy_place(&reference.expr, is_exclusive, stmts)?);
                        let reference = syn::ExprReference { expr: place, ..reference.clone() };
                        Some(syn::Expr::Reference(reference))
                    }
                    _ => self.hidden_let(expr, false, stmts).map(|name| path_of(&name)),
                }
            }
            syn::Expr::Path(_) | syn::Expr::Field(_) if !self.is_moved_value(expr) => {
                self.lazy_place(expr, false, stmts)
            }
            syn::Expr::Reference(reference) => {
                let place = self.lazy_place(&reference.expr, true, stmts)?;
                Some(syn::parse_quote!(&mut #place))
            }
            other => self.hidden_let(other, false, stmts).map(|name| path_of(&name)),
        }
    }

    /// The chain that a variable has, or that a function gives; nothing for other expressions.
    pub(super) fn given_chain(
        &mut self,
        expr: &syn::Expr,
        effects: &mut Effects,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Option<syn::Expr>> {
        if let Some(at) = self.waiting(expr) {
            let own = self.lazies.waiting[at].effects;
            *effects = Effects {
                any: effects.any || own.any,
                state: effects.state || own.state,
                is_lent: effects.is_lent || own.is_lent,
                remembers: effects.remembers || own.remembers,
            };
            let chain = self.rest_of(at);
            return Some(match self.lazies.waiting[at].given {
                _ if own.is_lent => Some(chain),
                // Where it is now.
                Some((local, _)) => {
                    let area = expr.area();
                    let value = super::local(local, Ty::U32, area);
                    let now = self.hidden("given", value, stmts);
                    let Kind::Local(now) = now.kind else { return Some(None) };
                    let name = self.lazy_name(Entity::Local(now), area);
                    let mut chain = (*self.lazies.waiting[at].chain).clone();
                    if let Some((end, _)) = self.lazies.waiting[at].end {
                        let end = self.hidden("end", super::local(end, Ty::U32, area), stmts);
                        let Kind::Local(end) = end.kind else { return Some(None) };
                        let end = self.lazy_name(Entity::Local(end), area);
                        chain = syn::parse_quote!(#chain.take(#end));
                    }
                    Some(syn::parse_quote!(#chain.skip(#name)))
                }
                None => Some(chain),
            });
        }
        let (called, written) = (self.iterating_call(expr)?, expr.clone());
        Some(self.chain_of_call(called, &written, effects, stmts))
    }

    /// The chain of a variable, from where it is.
    fn rest_of(&self, at: usize) -> syn::Expr {
        let Waiting { chain, given, end, effects, .. } = &self.lazies.waiting[at];
        let named = |(_, name): &(LocalId, String)| syn::Ident::new(name, proc_macro2::Span::call_site());
        match (given.as_ref().map(named), end.as_ref().map(named)) {
            (Some(given), Some(end)) if !effects.is_lent => syn::parse_quote!(#chain.take(#end).skip(#given)),
            (Some(given), None) if !effects.is_lent => syn::parse_quote!(#chain.skip(#given)),
            _ => (**chain).clone(),
        }
    }

    /// Whether an expression is an iterator that is lent, of which the rest goes on being one.
    fn is_lent(&mut self, expr: &syn::Expr) -> bool {
        let is_named = match path_name(expr).and_then(|name| self.lookup(&name)) {
            Some(Entity::Lazy(at)) => self.lazies.waiting[at].is_lent,
            _ => self.cursor(expr).is_some_and(|cursor| cursor.is_lent),
        };
        is_named || self.lent(expr).is_some() && self.is_asked(expr)
    }

    /// Whether a chain can be cloned: its closures change nothing that they have moved, which would be changed for all of the clones.
    pub(super) fn demand_cloneable(&mut self, chain: &syn::Expr) -> bool {
        let is_fine = self.waiting(chain).is_none_or(|at| !self.lazies.waiting[at].effects.state);
        if !is_fine {
            let problem = "a closure of this iterator changes what it has moved, which clones would share";
            self.errors.report(chain.area(), problem, "write the chain again");
        }
        is_fine
    }

    /// The variable that an expression names, if it is a chain that waits.
    fn waiting(&self, expr: &syn::Expr) -> Option<usize> {
        let name = match strip(expr) {
            // A closure that gives a chain is one that begins anew.
            syn::Expr::Call(call) if call.args.is_empty() => path_name(&call.func)?,
            _ => path_name(expr)?,
        };
        match self.lookup(&name) {
            Some(Entity::Lazy(at)) => Some(at),
            _ => None,
        }
    }

    /// Whether an expression is a chain that waits, or gives one.
    pub(super) fn is_lazy(&mut self, expr: &syn::Expr) -> bool {
        self.waiting(expr).is_some() || self.iterating_call(expr).is_some()
    }

    /// Whether it is one that remembers how many items it has given.
    pub(super) fn is_remembering(&self, expr: &syn::Expr) -> bool {
        self.waiting(expr).is_some_and(|at| self.lazies.waiting[at].given.is_some())
    }

    /// The chain of what waits.
    pub(super) fn waiting_chain(&mut self, expr: &syn::Expr) -> Option<Chain> {
        if let Some(at) = self.waiting(expr) {
            let chain = self.rest_of(at);
            return self.chain(&chain);
        }
        let mut before = Vec::new();
        let chain = self.given_chain(expr, &mut Effects::default(), &mut before)??;
        let Chain { before: further, stage } = self.chain(&chain)?;
        before.extend(further);
        Some(Chain { before, stage })
    }

    /// `let it = chain;`; nothing for other values.
    pub(in crate::check) fn bind_chain(
        &mut self,
        value: &syn::Expr,
        is_mutable: bool,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Entity> {
        let value = match strip(value) {
            syn::Expr::Closure(closure)
                if closure.inputs.is_empty() && matches!(closure.output, syn::ReturnType::Default) =>
            {
                &*closure.body
            }
            _ => value,
        };
        if !self.is_kernel || !self.is_chain(value) {
            return None;
        }
        Some(self.lazy_entity(value, is_mutable, stmts).unwrap_or(Entity::Poisoned))
    }

    /// Whether an expression is a chain that may wait: no range, and no value that is an iterator.
    fn is_chain(&mut self, value: &syn::Expr) -> bool {
        match strip(value) {
            syn::Expr::Path(_) => self.waiting(value).is_some(),
            syn::Expr::Call(call) => source::of_std(call).is_some() || self.is_lazy(value),
            syn::Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let is_one = adaptors::is_adaptor(&name) || source::makes_chain(call);
                match name.as_str() {
                    "by_ref" => false,
                    "clone" => self.waiting(&call.receiver).is_some(),
                    _ => self.is_lazy(value) || is_one && self.is_iterator(value),
                }
            }
            _ => false,
        }
    }

    /// A chain that waits, as what a name means.
    fn lazy_entity(&mut self, value: &syn::Expr, is_mutable: bool, stmts: &mut Vec<Stmt>) -> Option<Entity> {
        let (mut effects, area) = (Effects::default(), value.area());
        let from_end = std::mem::take(&mut self.asks_from_end);
        let chain = self.lazy_chain(value, &mut effects, stmts)?;
        let mut counter = |checker: &mut Self, name, first| {
            let local = checker.counter(name, first, stmts);
            (local, checker.lazy_name(Entity::Local(local), area).to_string())
        };
        let given = is_mutable.then(|| counter(self, "given", number(0, area)));
        let end = (is_mutable && from_end && !effects.any && !effects.is_lent).then(|| {
            let length = self.expr(&syn::parse_quote!(#chain.count()));
            counter(self, "end", length)
        });
        self.lazies.waiting.push(Waiting { chain: Rc::new(chain), given, end, effects, is_lent: false });
        Some(Entity::Lazy(self.lazies.waiting.len() - 1))
    }

    /// What a closure of a chain that waits gives, where it sees what it saw.
    pub(in crate::check) fn in_delayed<T>(
        &mut self,
        function: &syn::Expr,
        what: impl FnOnce(&mut Self, &syn::Expr) -> T,
    ) -> Option<T> {
        let Entity::Delayed(at) = self.lookup(&path_name(function)?)? else { return None };
        let Delayed { closure, scopes, instances } = self.lazies.delayed.get(at)?;
        let (closure, scopes, instances) = (Rc::clone(closure), scopes.clone(), instances.clone());
        let scopes = std::mem::replace(&mut self.scopes, scopes);
        let instances = std::mem::replace(&mut self.instances, instances);
        let outside = std::mem::replace(&mut self.outside, 0);
        let result = what(self, &closure);
        self.outside = outside;
        self.instances = instances;
        self.scopes = scopes;
        Some(result)
    }

    /// `pieces.remainder()` of a variable that iterates over pieces of one length: the part that no piece has.
    pub(in crate::check) fn remainder(&self, value: &syn::Expr) -> Option<syn::Expr> {
        let syn::Expr::MethodCall(call) = strip(value) else { return None };
        if !call.args.is_empty() || call.method != "remainder" && call.method != "into_remainder" {
            return None;
        }
        let chain = &self.lazies.waiting[self.waiting(&call.receiver)?].chain;
        let syn::Expr::MethodCall(pieces) = &**chain else { return None };
        let of = path_name(&pieces.receiver).map(|_| &pieces.receiver)?;
        // A literal is a number of elements where the user wrote it.
        let size = quote::ToTokens::to_token_stream(pieces.args.first()?);
        let size = crate::expand::respanned(&size, call.paren_token.span.close());
        match pieces.method.to_string().as_str() {
            "chunks_exact" => Some(syn::parse_quote!(&#of[#of.len() - #of.len() % #size..])),
            "rchunks_exact" => Some(syn::parse_quote!(&#of[..#of.len() % #size])),
            _ => None,
        }
    }

    /// A method of a chain that waits and remembers; nothing for those that all iterators have.
    pub(super) fn waiting_method(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let at = self.waiting(&call.receiver)?;
        if let Some(written) = self.remainder(&syn::Expr::MethodCall(call.clone())) {
            return Some(self.expr(&written));
        }
        let (name, span) = (call.method.to_string(), call.method.span());
        if self.lazies.waiting[at].effects.is_lent && self.lazies.waiting[at].given.is_some() {
            return self.method_of_lent(at, call, &name);
        }
        let written: syn::Expr = {
            let Waiting { chain, given, end, .. } = &self.lazies.waiting[at];
            let (mut chain, (_, given)) = ((**chain).clone(), given.clone()?);
            let given = syn::Ident::new(&given, call.method.span());
            let end = end.as_ref().map(|(_, end)| syn::Ident::new(end, call.method.span()));
            let whole = chain.clone();
            if let Some(end) = &end {
                chain = syn::parse_quote!(#chain.take(#end));
            }
            let (receiver, args) = (&call.receiver, &call.args);
            match (name.as_str(), call.args.len()) {
                ("next", 0) => syn::parse_quote_spanned!(span=> {
                    let __vyre_given: u32 = #given;
                    #given = __vyre_given + 1;
                    #chain.nth(__vyre_given)
                }),
                ("next_back", 0) if end.is_some() => syn::parse_quote_spanned!(span=> {
                    if #given < #end {
                        #end -= 1;
                        #whole.nth(#end)
                    } else {
                        None
                    }
                }),
                ("nth", 1) => syn::parse_quote_spanned!(span=> {
                    let __vyre_given: u32 = #given.saturating_add(#args);
                    #given = __vyre_given.saturating_add(1);
                    #chain.nth(__vyre_given)
                }),
                ("peek", 0) => {
                    syn::parse_quote_spanned!(span=> #chain.nth(#given).map(|__vyre_item| &__vyre_item))
                }
                ("next_if", 1) => syn::parse_quote_spanned!(span=> {
                    let __vyre_taken = #chain.nth(#given).filter(#args);
                    if __vyre_taken.is_some() {
                        #given += 1;
                    }
                    __vyre_taken
                }),
                ("next_if_eq", 1) => syn::parse_quote_spanned!(span=> match #chain.nth(#given) {
                    Some(__vyre_item) if &__vyre_item == #args => {
                        #given += 1;
                        Some(__vyre_item)
                    }
                    _ => None,
                }),
                (asking, _) if asks_until(asking) => {
                    let method = &call.method;
                    syn::parse_quote_spanned!(span=> #receiver.by_ref().#method(#args))
                }
                _ => return None,
            }
        };
        if self.lazies.waiting[at].effects.any {
            let problem = format!(
                "a closure of this iterator does more than to give a value, and `{name}` would call it again"
            );
            let fix = "write the loop, or let the closure give the value alone";
            self.errors.report(Area::of(&call.method), problem, fix);
            return Some(Expr::error(call.area()));
        }
        if name == "next_back" {
            let chain = Rc::clone(&self.lazies.waiting[at].chain);
            self.chain(&syn::parse_quote_spanned!(span=> #chain.rev()))?;
        }
        let value = self.expr(&written);
        Some(Expr { area: call.area(), ..value })
    }

    /// The same of a chain that takes its items from an iterator that is lent: that one remembers.
    fn method_of_lent(&mut self, at: usize, call: &syn::ExprMethodCall, name: &str) -> Option<Expr> {
        let Waiting { chain, effects, .. } = &self.lazies.waiting[at];
        let (chain, args, span) = (Rc::clone(chain), &call.args, call.method.span());
        let written: Option<syn::Expr> = match (name, args.len()) {
            ("next", 0) => Some(syn::parse_quote_spanned!(span=> #chain.nth(0))),
            ("nth", 1) => Some(syn::parse_quote_spanned!(span=> #chain.nth(#args))),
            (asking, _) if asks_until(asking) => {
                let method = &call.method;
                Some(syn::parse_quote_spanned!(span=> #chain.#method(#args)))
            }
            ("peek" | "next_if" | "next_if_eq", _) => None,
            _ => return None,
        };
        let Some(written) = written.filter(|_| !effects.remembers) else {
            let problem = format!(
                "this iterator remembers more than the one behind `by_ref` or `&mut` that it takes items from, and `{name}` asks for some of them"
            );
            let fix = "ask the iterator behind it, or use up this one at once, as in a `for` loop";
            self.errors.report(Area::of(&call.method), problem, fix);
            return Some(Expr::error(call.area()));
        };
        let value = self.expr(&written);
        Some(Expr { area: call.area(), ..value })
    }

    /// The call of a function of the module's that gives an iterator.
    fn iterating_call<'c>(&mut self, expr: &'c syn::Expr) -> Option<Called<'c>> {
        let called = self.called_template(expr)?;
        functional::gives_iterator(&self.templates[called.template].item.sig).then_some(called)
    }

    /// The chain that a function gives, whose body stands in the place of the call.
    fn chain_of_call(
        &mut self,
        called: Called<'_>,
        expr: &syn::Expr,
        effects: &mut Effects,
        stmts: &mut Vec<Stmt>,
    ) -> Option<syn::Expr> {
        let area = expr.area();
        let receiver = match strip(expr) {
            syn::Expr::MethodCall(call) => {
                let receiver = self.base(&call.receiver);
                if self.infer.resolve(receiver.ty) == Ty::Error {
                    return None;
                }
                Some(receiver)
            }
            _ => None,
        };
        self.chain_in_place(Called { receiver, ..called }, area, effects, stmts)
    }

    /// The same, where the receiver is known.
    fn chain_in_place(
        &mut self,
        called: Called<'_>,
        area: Area,
        effects: &mut Effects,
        stmts: &mut Vec<Stmt>,
    ) -> Option<syn::Expr> {
        let item = Rc::clone(&self.templates[called.template].item);
        let mut block = self.with_fields(&item.block).into_owned();
        let Some(syn::Stmt::Expr(tail, None)) = block.stmts.pop() else {
            self.errors.report(
                area,
                "this function ends without an iterator",
                "write the chain as its last line",
            );
            return None;
        };
        if crate::syntax::words(&block).contains("return") {
            let fix = "write the chain as its last line, without a `return`";
            self.errors.report(area, "a function that gives an iterator gives one alone", fix);
            return None;
        }
        self.in_place_of(called, stmts, |checker, stmts| {
            let own = checker.statements(&block);
            stmts.extend(own.stmts);
            stmts.extend(own.tail.map(|last| Stmt::Expr(*last)));
            checker.lazy_chain(&tail, effects, stmts)
        })?
    }

    fn no_iterator_value(&mut self, area: Area) -> Expr {
        let fix = "write the call in the head of a `for`, or end it, as in `.sum()` or `.for_each(..)`";
        self.errors.report(area, "an iterator is no value", fix);
        Expr::error(area)
    }

    /// The value of a call of a function that takes iterators, whose body stands in its place.
    pub(in crate::check) fn value_of_call(&mut self, called: Called<'_>) -> Expr {
        let area = called.area;
        let item = Rc::clone(&self.templates[called.template].item);
        if functional::gives_iterator(&item.sig) {
            if self.keeps_iterators() {
                let mut stmts = Vec::new();
                let chain = self.chain_in_place(called, area, &mut Effects::default(), &mut stmts);
                let value = chain.map(|chain| {
                    self.kept_behind(&chain, stmts).unwrap_or_else(|| self.no_iterator_value(area))
                });
                return value.unwrap_or_else(|| Expr::error(area));
            }
            return self.no_iterator_value(area);
        }
        if functional::gives_place(&item.sig).is_some() {
            return self.no_place_value(area);
        }
        let mut stmts = Vec::new();
        let (output, block) = (&item.sig.output, self.with_fields(&item.block).into_owned());
        let output: syn::ReturnType = match output {
            syn::ReturnType::Default => syn::parse_quote!(-> ()),
            // What the iterators are the body says.
            other if functional::names_iterator(other, &item.sig.generics) => syn::ReturnType::Default,
            other => other.clone(),
        };
        let is_unit = matches!(item.sig.output, syn::ReturnType::Default);
        let closure: syn::ExprClosure = match is_unit {
            true => syn::parse_quote!(|| #block),
            false => syn::parse_quote!(|| #output #block),
        };
        let value =
            self.in_place_of(called, &mut stmts, |checker, _| checker.closure_value(&closure, None, None));
        let Some(value) = value else { return Expr::error(area) };
        let ty = value.ty;
        let tail = match self.infer.resolve(ty) {
            Ty::Unit => {
                stmts.push(Stmt::Expr(value));
                None
            }
            _ => Some(Box::new(value)),
        };
        Expr { kind: Kind::Block(Block { stmts, tail }), ty, area }
    }

    /// Binds what a call passes, and does something where the parameters are seen.
    pub(in crate::check) fn in_place_of<T>(
        &mut self,
        called: Called<'_>,
        stmts: &mut Vec<Stmt>,
        what: impl FnOnce(&mut Self, &mut Vec<Stmt>) -> T,
    ) -> Option<T> {
        let Called { template, receiver, bound, of_impl, args, turbofish, area } = called;
        let item = Rc::clone(&self.templates[template].item);
        let name = self.templates[template].name.clone();
        self.lazies.calls += 1;
        if self.lazies.calls > MAX_CALLS {
            if self.lazies.calls == MAX_CALLS + 1 {
                let problem = format!("more than {MAX_CALLS} calls of functions over iterators");
                self.errors.report(area, problem, "write the loops in the places of some");
            }
            return None;
        }
        if self.is_open(template, area) {
            return None;
        }
        let first = usize::from(receiver.is_some());
        let count = item.sig.inputs.len().saturating_sub(first);
        if args.len() != count {
            self.arguments(args, count, area, &name);
            return None;
        }
        let mut params = item.sig.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(input) => Some(input),
            syn::FnArg::Receiver(_) => None,
        });
        let mut given: Vec<(&syn::PatType, Entity)> = Vec::new();
        if let Some(receiver) = receiver {
            let param = params.next()?;
            if self.infer.resolve(receiver.ty) == Ty::Error {
                return None;
            }
            given.push((param, self.given_receiver(receiver, &param.ty, stmts)));
        }
        let iterators = functional::iterators(&item.sig);
        for (at, (param, arg)) in params.zip(args).enumerate() {
            let is_mutable = matches!(&*param.pat, syn::Pat::Ident(name) if name.mutability.is_some());
            let entity = if iterators.contains(&(at + first)) {
                self.given_iterator(arg, is_mutable, stmts)?
            } else if functional::shape(&param.ty, &item.sig.generics).is_some() {
                match self.bind_closure(arg, stmts) {
                    Some(entity) => entity,
                    None => {
                        let fix = "pass a closure, such as `|x| x + 1`, or the name of a function";
                        self.errors.report(arg.area(), "this is no function", fix);
                        return None;
                    }
                }
            } else {
                let ty = &param.ty;
                let names = crate::syntax::words(ty);
                let is_open = |param: &syn::GenericParam| match param {
                    syn::GenericParam::Type(param) => names.contains(&param.ident.to_string()),
                    syn::GenericParam::Const(param) => names.contains(&param.ident.to_string()),
                    syn::GenericParam::Lifetime(_) => false,
                };
                let takes_type =
                    self.asks_what_is_wanted(arg) && !item.sig.generics.params.iter().any(is_open);
                let name = match takes_type {
                    true => {
                        let typed: syn::Expr = syn::parse_quote!({
                            let __vyre_given: #ty = #arg;
                            __vyre_given
                        });
                        self.hidden_let(&typed, is_mutable, stmts)?
                    }
                    false => self.hidden_let(arg, is_mutable, stmts)?,
                };
                self.lookup(&name.to_string())?
            };
            given.push((param, entity));
        }
        // What is known of its types and constants.
        let mut known = bound;
        for param in item.sig.generics.params.iter().skip(of_impl) {
            let name = match param {
                syn::GenericParam::Type(param) => &param.ident,
                syn::GenericParam::Const(param) => &param.ident,
                syn::GenericParam::Lifetime(_) => continue,
            };
            let open = self.infer.open();
            known.entry(plain(name)).or_insert(open);
        }
        for (param, entity) in &given {
            if let Some(ty) = self.type_of_entity(*entity) {
                let inner = match &*param.ty {
                    syn::Type::Reference(reference) => &*reference.elem,
                    ty => ty,
                };
                let ty = self.referent(ty).unwrap_or(ty);
                self.match_type(inner, ty, &known);
            }
        }
        let (generic, _) = self.arguments_with(&item, (turbofish, area), args, (of_impl, &known))?;
        let depth = self.templates[template].depth;
        let scopes = self.items_around(depth).chain([generic, HashMap::new()]).collect();
        let outer = std::mem::replace(&mut self.scopes, scopes);
        let outside = std::mem::replace(&mut self.outside, 0);
        let loops = std::mem::take(&mut self.loops);
        self.instances.push(template);
        let before = self.errors.count();
        for (param, entity) in given {
            self.bind_given(param, entity, area, stmts);
        }
        self.settle_by_items(&item.sig);
        let result = (self.errors.count() == before).then(|| what(self, stmts));
        self.instances.pop();
        self.loops = loops;
        self.outside = outside;
        self.scopes = outer;
        result
    }

    /// What the items of the iterators that are passed say of the types that are open here, as in `items: impl Iterator<Item = T>`.
    fn settle_by_items(&mut self, signature: &syn::Signature) {
        let types = signature.generics.type_params().filter_map(|param| {
            let name = plain(&param.ident);
            let Some(Entity::Type(ty)) = self.lookup(&name) else { return None };
            matches!(self.infer.resolve(ty), Ty::Open(_)).then_some((name, ty))
        });
        let types: HashMap<String, Ty> = types.collect();
        if types.is_empty() {
            return;
        }
        for (iterator, written) in functional::items_of_iterators(signature) {
            let before = self.errors.count();
            let last = self.expr(&syn::parse_quote!(#iterator.last()));
            // What is wrong with the iterator is told where it is used.
            self.errors.keep(before);
            let (item, written) = (self.infer.open(), super::super::instances::peeled(written).clone());
            let option = self.option_of(item);
            if self.infer.unify(option, last.ty).is_some() {
                let item = self.referent(item).unwrap_or(item);
                self.match_type(&written, item, &types);
            }
        }
    }

    /// The type of what a name means, as far as it has one.
    fn type_of_entity(&mut self, entity: Entity) -> Option<Ty> {
        match entity {
            Entity::Local(local) => Some(self.locals[local].ty),
            Entity::Reference(local) => {
                Some(self.inner_places.get(&local).map_or(self.locals[local].ty, |place| place.ty))
            }
            Entity::Buffer(buffer) => {
                let name = self.lazy_name(Entity::Buffer(buffer), Area::from(proc_macro2::Span::call_site()));
                self.peeked_type(&path_of(&name))
            }
            _ => None,
        }
    }

    /// What the receiver of a method means inside.
    fn given_receiver(&mut self, receiver: Expr, ty: &syn::Type, stmts: &mut Vec<Stmt>) -> Entity {
        let syn::Type::Reference(reference) = ty else {
            let local = self.counter("itself", receiver, stmts);
            return Entity::Local(local);
        };
        let is_exclusive = reference.mutability.is_some();
        let place = match super::super::inner::is_temporary(&receiver) {
            true => {
                let (ty, area) = (receiver.ty, receiver.area);
                let local = self.counter("temporary", receiver, stmts);
                super::local(local, ty, area)
            }
            false => self.settled_place(receiver, stmts),
        };
        let local = self.local("itself", place.ty, is_exclusive);
        if let Some(root) = self.root_of_place(&place) {
            self.reference_roots.insert(local, root);
        }
        if !is_exclusive {
            self.shared.insert(local);
        }
        self.inner_places.insert(local, place);
        Entity::Reference(local)
    }

    /// What an iterator that is passed means inside.
    fn given_iterator(&mut self, arg: &syn::Expr, is_mutable: bool, stmts: &mut Vec<Stmt>) -> Option<Entity> {
        let borrowed = super::cursor::borrowed(arg);
        if let Some(place) = borrowed
            && let Some(entity) = path_name(place).and_then(|name| self.lookup(&name))
        {
            match entity {
                Entity::Lazy(at) => {
                    let Waiting { chain, given, end, effects, .. } = &self.lazies.waiting[at];
                    let (chain, given, end) = (Rc::clone(chain), given.clone(), end.clone());
                    let effects = *effects;
                    self.lazies.waiting.push(Waiting { chain, given, end, effects, is_lent: true });
                    return Some(Entity::Lazy(self.lazies.waiting.len() - 1));
                }
                Entity::Cursor(at) => return Some(self.lent_cursor(at)),
                Entity::Reference(_) => return Some(entity),
                Entity::Local(_) => {
                    let place = self.base(place);
                    return Some(self.given_receiver(place, &syn::parse_quote!(&mut _), stmts));
                }
                _ => {}
            }
        }
        if let Some(entity @ Entity::Cursor(_)) = path_name(arg).and_then(|name| self.lookup(&name)) {
            return Some(entity);
        }
        if let Some(temporary) = borrowed
            && self.is_chain(temporary)
        {
            return self.lazy_entity(temporary, true, stmts);
        }
        if let Some(entity) = self.bind_cursor(arg, stmts) {
            return Some(entity);
        }
        self.lazy_entity(arg, is_mutable, stmts)
    }

    /// Binds a parameter to what is passed for it.
    fn bind_given(&mut self, param: &syn::PatType, entity: Entity, area: Area, stmts: &mut Vec<Stmt>) {
        let is_value = !matches!(&*param.ty, syn::Type::Reference(_));
        if let (Entity::Local(local), true) = (entity, is_value)
            && let Some(ty) = self.written_type(&param.ty)
        {
            let given = Expr { kind: Kind::Local(local), ty: self.locals[local].ty, area };
            if !self.demand(&given, ty) {
                return;
            }
        }
        match &*param.pat {
            syn::Pat::Ident(name) if name.subpat.is_none() => {
                let name = plain(&name.ident);
                if let Some(scope) = self.scopes.last_mut() {
                    scope.insert(name, entity);
                }
            }
            syn::Pat::Wild(_) => {}
            pat => {
                let name = self.lazy_name(entity, area);
                let statement: syn::Stmt = syn::parse_quote!(let #pat = #name;);
                if let syn::Stmt::Local(local) = statement {
                    self.let_statement(&local, stmts);
                }
            }
        }
    }
}

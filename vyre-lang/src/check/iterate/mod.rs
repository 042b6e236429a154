//! Iterators. A chain is a source, adaptors and an end, and all of it becomes one loop over an index, as one would write it by hand: no
//! iterator is a value, but where one is kept in a field or a result (`kept`), and nothing is copied that a reference refers to.
//!
//! As long as every step knows its length, the chain is a function from the index to what it gives ([`Indexed`]): `rev`, `zip`, `enumerate` and
//! their kin compute indices. From the first step on that looks at what comes (`filter`), the loop is open ([`Round`]), and each step adds
//! statements and conditions to its body. `adaptors` and `ends` are tables with a row for each.

mod adaptors;
mod cursor;
mod ends;
mod item;
mod kept;
mod lazy;
mod option;
mod ranges;
mod source;

pub(crate) use adaptors::is_adaptor;
pub(super) use cursor::{Cursor, asks_from_end, is_cursor};
pub(crate) use item::{Item, Spot};
pub(super) use lazy::{Called, Lazies, PREFIX};

pub(super) use source::is_exclusive_source;
pub(crate) use source::is_source;

use super::closures::names_in_block;
use super::extent::Extent;
use super::loops::Takes;
use super::{Checker, Entity};
use crate::diagnostics::Area;
use crate::hir::{Adaptor, Block, Counted, Expr, Kind, LocalId, Loop, LoopId, Stmt};
use crate::syntax::strip;
use crate::types::Ty;
use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;
use vyre_ir::BinOp;

/// What gives the item at an index, which is below the length.
type At = Box<dyn FnOnce(&mut Checker<'_>, Expr, &mut Vec<Stmt>) -> Item>;

/// When something may be done beside giving an item.
#[derive(Clone, Copy, PartialEq, PartialOrd, Eq, Ord)]
enum Acts {
    Never,
    /// Functions are called that may do something for each item, which no variable sees.
    Calls,
    /// With each item, so that none may be left out.
    Each,
    /// The same, and items behind the end are made, too, where the chain is gone through from its end.
    BehindTheEnd,
}

impl Acts {
    /// Of a chain that ends before what it is made of.
    fn cut(self) -> Acts {
        if self < Acts::Each { self } else { Acts::BehindTheEnd }
    }
}

/// A chain that has an item for each index.
pub(super) struct Indexed {
    /// A literal, a length, or a variable that does not change.
    length: Expr,
    is_reversed: bool,
    /// Says to what counts from its other end by itself that it does.
    from_end: Option<Rc<Cell<bool>>>,
    acts: Acts,
    /// How many elements each item has, if all are arrays or slices of one length.
    each: Option<Box<Expr>>,
    at: At,
}

impl Indexed {
    fn new(length: Expr, acts: Acts, at: At) -> Indexed {
        Indexed { length, is_reversed: false, from_end: None, acts, each: None, at }
    }
}

/// A range that a loop counts through, and its type.
pub(super) struct Range {
    pub(super) counted: Counted,
    pub(super) ty: Ty,
}

pub(super) use Range as IteratedRange;

/// Statements, and the condition under which what follows happens.
struct Level {
    stmts: Vec<Stmt>,
    cond: Option<Expr>,
}

/// A loop whose body is being made.
pub(super) struct Round {
    id: LoopId,
    local: LocalId,
    range: Counted,
    levels: Vec<Level>,
    item: Item,
    /// Whether its items come out the same in the opposite order.
    is_reversible: bool,
    /// The loop around, of which this one is the body.
    outer: Option<Box<Round>>,
}

pub(super) enum Stage {
    Range(Range),
    Indexed(Indexed),
    Round(Box<Round>),
}

/// An iterator: what is evaluated once before its loop, and what it does so far.
pub(super) struct Chain {
    before: Vec<Stmt>,
    stage: Stage,
}

impl Round {
    fn stmts(&mut self) -> &mut Vec<Stmt> {
        if self.levels.last().is_none_or(|level| level.cond.is_some()) {
            self.levels.push(Level { stmts: Vec::new(), cond: None });
        }
        let last = self.levels.len() - 1;
        &mut self.levels[last].stmts
    }

    /// What follows happens only where the condition holds.
    fn only_if(&mut self, cond: Expr) {
        self.stmts();
        if let Some(last) = self.levels.last_mut() {
            last.cond = Some(cond);
        }
    }

    /// A loop around another one, whose items are the items. To leave it is to leave both.
    fn with_inner(self, inner: Round) -> Round {
        let Round { id, local, range, levels, item, outer, .. } = inner;
        let innermost = Round { is_reversible: false, ..self };
        let own = match outer {
            Some(outer) => innermost.with_inner(*outer),
            None => innermost,
        };
        Round { id, local, range, levels, item, is_reversible: false, outer: Some(Box::new(own)) }
    }

    /// Statements at the beginning of each round, of the loops around it too.
    fn first(&mut self, stmts: &[Stmt]) {
        let mut round = Some(self);
        while let Some(this) = round {
            this.levels.insert(0, Level { stmts: stmts.to_vec(), cond: None });
            round = this.outer.as_deref_mut();
        }
    }

    /// The loops that it is made of, the innermost first.
    fn nest(&self) -> Vec<LoopId> {
        std::iter::successors(Some(self), |round| round.outer.as_deref()).map(|round| round.id).collect()
    }

    /// Takes the item out.
    fn take(&mut self) -> Item {
        std::mem::replace(&mut self.item, Item::Tuple(Vec::new()))
    }
}

pub(super) fn number(number: u32, area: Area) -> Expr {
    Expr { kind: Kind::Literal(number.into()), ty: Ty::U32, area }
}

pub(super) fn boolean(value: bool, area: Area) -> Expr {
    Expr { kind: Kind::Literal(value.into()), ty: Ty::Bool, area }
}

/// Whether a method is one of iterators, or makes one.
pub(super) fn is_method(name: &str) -> bool {
    is_adaptor(name) || ends::end(name).is_some() || is_source(name)
}

/// An operator on two `u32`s.
pub(super) fn count(op: BinOp, left: Expr, right: Expr) -> Expr {
    let area = left.area;
    let literal = |side: &Expr| match side.kind {
        Kind::Literal(bits) => Some(bits as u32),
        _ => None,
    };
    match (op, literal(&left), literal(&right)) {
        (BinOp::Add | BinOp::Sub, _, Some(0)) | (BinOp::Mul | BinOp::Div, _, Some(1)) => return left,
        (BinOp::Add, Some(0), _) => return right,
        (BinOp::Min, Some(left), Some(right)) => return number(left.min(right), area),
        (BinOp::Sub, Some(left), Some(right)) if left >= right => return number(left - right, area),
        (BinOp::Div, Some(left), Some(right)) if right > 0 => return number(left / right, area),
        _ => {}
    }
    let ty = if op.is_predicate() { Ty::Bool } else { Ty::U32 };
    let (left, right) = (Box::new(left), Box::new(right));
    Expr { kind: Kind::Binary { op, left, right }, ty, area }
}

impl Checker<'_> {
    /// Whether two lengths are surely the same.
    fn are_equal_lengths(&self, lengths: [&Expr; 2]) -> bool {
        let known = lengths.map(|length| match &length.kind {
            Kind::Literal(length) => Some(*length),
            // A part of an array is shorter than that.
            Kind::Len(buffer) => match self.buffers[*buffer].decl.count {
                _ if self.buffers[*buffer].is_slice => None,
                0 => None,
                count => Some(count.into()),
            },
            _ => None,
        });
        matches!(known, [Some(first), Some(second)] if first == second)
    }
}

/// One of two numbers.
pub(super) fn select(cond: Expr, then: Expr, otherwise: Expr) -> Expr {
    let (ty, area) = (then.ty, cond.area);
    let [cond, then, otherwise] = [cond, then, otherwise].map(Box::new);
    Expr { kind: Kind::Select { cond, then, otherwise }, ty, area }
}

pub(super) fn local(local: LocalId, ty: Ty, area: Area) -> Expr {
    Expr { kind: Kind::Local(local), ty, area }
}

pub(super) fn assign(local: LocalId, op: Option<BinOp>, value: Expr) -> Stmt {
    let area = value.area;
    Stmt::Expr(Expr { kind: Kind::Assign { local, op, value: Box::new(value) }, ty: Ty::Unit, area })
}

pub(super) fn only_if(cond: Expr, stmts: Vec<Stmt>) -> Stmt {
    let (area, then) = (cond.area, Block { stmts, tail: None });
    Stmt::Expr(Expr { kind: Kind::If { cond: Box::new(cond), then, otherwise: None }, ty: Ty::Unit, area })
}

pub(super) fn leave(target: LoopId, area: Area) -> Stmt {
    Stmt::Expr(Expr { kind: Kind::Break { target, value: None }, ty: Ty::Never, area })
}

impl Checker<'_> {
    /// The loop whose end is the end of all, which is the outermost one.
    pub(super) fn exit_of(&mut self, round: &Round) -> LoopId {
        let nest = round.nest();
        let exit = nest.last().copied().unwrap_or(round.id);
        for crossed in nest.into_iter().filter(|id| *id != exit) {
            self.all_loops[crossed].exits.entry(exit).or_default().breaks = true;
        }
        exit
    }

    /// A variable of the loop's own, which changes.
    pub(super) fn counter(&mut self, name: &str, first: Expr, before: &mut Vec<Stmt>) -> LocalId {
        let (ty, area) = (first.ty, first.area);
        let local = self.local(name, ty, true);
        before.push(Stmt::Let { local, value: first, area });
        local
    }

    /// A number that may stand in several places.
    pub(super) fn settled_count(&mut self, count: Expr, before: &mut Vec<Stmt>) -> Expr {
        let is_fixed = match &count.kind {
            Kind::Literal(_) | Kind::Constant(_) => true,
            Kind::Len(buffer) | Kind::Start(buffer) => !self.buffers[*buffer].is_moving,
            Kind::Local(local) => !self.locals[*local].is_mutable,
            _ => false,
        };
        if is_fixed { count } else { self.hidden("length", count, before) }
    }

    /// Whether an expression is an iterator, as far as its methods tell. A range is one where something is done with it.
    pub(super) fn is_iterator(&mut self, expr: &syn::Expr) -> bool {
        let mut expr = strip(expr);
        loop {
            if self.is_lazy(expr) {
                return true;
            }
            match expr {
                syn::Expr::MethodCall(call) => {
                    let name = call.method.to_string();
                    if name == "by_ref" {
                        return self.is_asked(expr);
                    }
                    if source::makes_chain(call) {
                        return !self.is_data(&call.receiver) || self.is_asked(expr);
                    }
                    if name == "clone" {
                        return self.is_range_value(expr)
                            || self.is_lazy(&call.receiver)
                            || self.cursor(&call.receiver).is_some();
                    }
                    if !is_adaptor(&name) || self.is_own_before_std(call) {
                        return self.is_asked(expr);
                    }
                    expr = strip(&call.receiver);
                }
                syn::Expr::Range(_) => return true,
                syn::Expr::Call(call) => return source::of_std(call).is_some() || self.is_asked(expr),
                other => return self.is_range_value(other) || self.is_asked(other),
            }
        }
    }

    /// Whether a name is a variable of a struct's type, which has methods of its own.
    fn is_data(&self, expr: &syn::Expr) -> bool {
        let name = crate::syntax::path_name(expr).and_then(|name| self.lookup(&name));
        match name {
            Some(Entity::Local(local) | Entity::Reference(local)) => {
                self.infer.data_of(self.locals[local].ty).is_some()
            }
            _ => false,
        }
    }

    /// The chain that an expression is; a mistake in it has been reported.
    pub(super) fn chain(&mut self, expr: &syn::Expr) -> Option<Chain> {
        match strip(expr) {
            syn::Expr::Range(range) => self.range_chain(range),
            other if self.is_lazy(other) => self.waiting_chain(other),
            syn::Expr::MethodCall(call) if call.method == "clone" && self.is_lazy(&call.receiver) => {
                if !self.demand_cloneable(&call.receiver) {
                    return None;
                }
                self.waiting_chain(strip(&call.receiver))
            }
            other if self.is_asked(other) => self.asked_chain(other),
            syn::Expr::Call(call) if source::of_std(call).is_some() => self.source_of_std(call),
            other if self.is_range_value(other) => {
                let mut before = Vec::new();
                let range = self.counted_range(other, &mut before)?;
                Some(Chain { before, stage: Stage::Range(range) })
            }
            syn::Expr::MethodCall(call) if self.is_iterator(expr) => {
                let name = call.method.to_string();
                if source::makes_chain(call) {
                    return self.source(call, &name);
                }
                if let Some(chain) = self.rest_of_cursor(call).or_else(|| self.own_from_behind(call)) {
                    return chain;
                }
                // From the end on, what counts the items of a range asks for them by their index.
                let counts = |expr: &syn::Expr| {
                    let counting = ["take", "skip", "step_by", "enumerate", "zip"];
                    matches!(strip(expr), syn::Expr::MethodCall(call) if counting.iter().any(|it| call.method == it))
                };
                let chain = match name.as_str() {
                    "chain" => self.moved_chain(&call.receiver)?,
                    "rev" if counts(&call.receiver) => self.indexed_chain(&call.receiver)?,
                    _ => self.chain(&call.receiver)?,
                };
                self.adapted_chain(chain, call)
            }
            syn::Expr::MethodCall(call)
                if self.is_iterator(&call.receiver) && !self.is_own_before_std(call) =>
            {
                self.no_adaptor(call);
                None
            }
            other => self.sequence(other, source::By::Name),
        }
    }

    /// Opens the loop.
    pub(super) fn round(&mut self, stage: Stage, area: Area) -> Round {
        let id = self.all_loops.len();
        self.all_loops.push(Loop::default());
        match stage {
            Stage::Round(round) => *round,
            Stage::Range(Range { counted, ty }) => {
                let local = self.local("step", ty, false);
                self.locals[local].is_induction = true;
                let item = Item::Value(self::local(local, ty, area));
                let levels = Vec::new();
                Round { id, local, range: counted, levels, item, is_reversible: true, outer: None }
            }
            Stage::Indexed(Indexed { length, is_reversed, at, .. }) => {
                let local = self.local("at", Ty::U32, false);
                self.locals[local].is_induction = true;
                let adaptors = if is_reversed { vec![Adaptor::Rev] } else { Vec::new() };
                let (from, to) = (Box::new(number(0, area)), Box::new(length));
                let range = Counted { from, to, is_closed: false, adaptors };
                let mut stmts = Vec::new();
                let item = at(self, self::local(local, Ty::U32, area), &mut stmts);
                let levels = vec![Level { stmts, cond: None }];
                Round { id, local, range, levels, item, is_reversible: true, outer: None }
            }
        }
    }

    /// The loop, with what is done in each round.
    pub(super) fn closed(round: Round, last: Vec<Stmt>, area: Area) -> Expr {
        let Round { id, local, range, levels, outer, .. } = round;
        let body = levels.into_iter().rev().fold(last, |inner, Level { mut stmts, cond }| {
            match cond {
                Some(cond) => stmts.push(only_if(cond, inner)),
                None => stmts.extend(inner),
            }
            stmts
        });
        let body = Block { stmts: body, tail: None };
        let looped = Expr { kind: Kind::For { id, local, range, body }, ty: Ty::Unit, area };
        match outer {
            Some(outer) => Checker::closed(*outer, vec![Stmt::Expr(looped)], area),
            None => looped,
        }
    }

    /// `for pat in chain { .. }`
    pub(super) fn for_each_item(&mut self, it: &syn::ExprForLoop) -> Expr {
        let area = Area::from(it.for_token.span);
        let names = names_in_block(&it.body);
        let outer = self.looped_names.replace(names);
        let chain = self.chain(&it.expr);
        self.looped_names = outer;
        let Some(Chain { mut before, stage }) = chain else {
            // The body is checked all the same.
            self.scopes.push(HashMap::new());
            self.poison(&it.pat);
            self.looped(it.label.as_ref(), Takes::Jumps, |checker| checker.loop_body(&it.body, "for"));
            self.scopes.pop();
            return Expr::nothing(area, Ty::Unit);
        };
        let mut round = self.round(stage, area);
        let item = round.take();
        self.scopes.push(HashMap::new());
        let mut stmts = Vec::new();
        self.bind_item(&it.pat, item, &mut stmts);
        let (_, body, _) = self.looped_as(&round.nest(), it.label.as_ref(), Takes::Jumps, |checker| {
            checker.loop_body(&it.body, "for")
        });
        self.scopes.pop();
        stmts.extend(body.stmts);
        if let Some(tail) = body.tail {
            stmts.push(Stmt::Expr(*tail));
        }
        let looped = Checker::closed(round, stmts, area);
        if before.is_empty() {
            return looped;
        }
        before.push(Stmt::Expr(looped));
        Expr { kind: Kind::Block(Block { stmts: before, tail: None }), ty: Ty::Unit, area }
    }

    /// A method whose receiver is an iterator, or that makes one.
    pub(super) fn iterator_method(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let name = call.method.to_string();
        if let Some(value) =
            self.range_method(call).or_else(|| self.cursor_method(call)).or_else(|| self.waiting_method(call))
        {
            return Some(value);
        }
        let is_of_chain = ends::end(&name).is_some() || is_adaptor(&name);
        if self.is_method_of_iterator(call, is_of_chain) {
            return None;
        }
        if let Some(asking) = self.asking(call) {
            return Some(self.expr(&asking));
        }
        if self.is_iterator(&call.receiver) {
            if let Some(end) = ends::end(&name) {
                return Some(self.ended(call, end));
            }
            if !is_adaptor(&name) {
                self.no_adaptor(call);
                return Some(Expr::error(call.area()));
            }
        }
        let makes_one =
            is_adaptor(&name) || source::makes_chain(call) || matches!(name.as_str(), "by_ref" | "clone");
        let whole = syn::Expr::MethodCall(call.clone());
        // What a method of the module's gives may be an iterator of the module's, which is a value.
        let is_chain = makes_one && self.is_iterator(&whole) && !self.is_asked(&whole);
        is_chain.then(|| {
            if let Some(value) = self.kept_iterator(&whole) {
                return value;
            }
            let fix = "write the chain in the head of a `for`, or end it, as in `.sum()` or `.for_each(..)`";
            self.errors.report(Area::of(&call.method), "an iterator is no value", fix);
            Expr::error(call.area())
        })
    }

    /// Reports a method that iterators do not have here.
    fn no_adaptor(&mut self, call: &syn::ExprMethodCall) {
        let name = call.method.to_string();
        let fix = match adaptors::instead(&name) {
            Some(fix) => fix.to_string(),
            None => {
                let known: Vec<&str> = adaptors::names().chain(ends::names()).collect();
                match self.nearest(&name, &known) {
                    Some(meant) => format!("write `{meant}`"),
                    None => "write a `for` loop, or use one of the adaptors in the guide of the crate `vyre`"
                        .to_string(),
                }
            }
        };
        self.errors.report(Area::of(&call.method), format!("iterators of kernels have no `{name}`"), fix);
    }
}

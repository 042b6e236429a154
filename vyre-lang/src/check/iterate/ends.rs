//! The ends of chains: a row for each says what it takes and what it makes of the items.

use super::super::Checker;
use super::super::extent::Extent;
use super::adaptors::negated;
use super::{Acts, Chain, Item, Round, Stage, assign, boolean, count, leave, local, number, only_if, select};
use crate::diagnostics::Area;
use crate::hir::{Block, Expr, Kind, LocalId, Stmt};
use crate::syntax::strip;
use crate::types::{Form, Ty};
use vyre_ir::{BinOp, Problem};

/// An end as it is called.
pub(super) struct Ended<'s> {
    call: &'s syn::ExprMethodCall,
    before: Vec<Stmt>,
    stage: Stage,
    area: Area,
}

pub(super) type End = fn(&mut Checker<'_>, Ended<'_>) -> Option<Expr>;

const ENDS: [(&str, usize, End); 38] = [
    ("sum", 0, |checker, it| checker.total(it, BinOp::Add)),
    ("product", 0, |checker, it| checker.total(it, BinOp::Mul)),
    ("count", 0, |checker, it| checker.count_items(it)),
    ("len", 0, |checker, it| checker.length_of_chain(it)),
    ("any", 1, |checker, it| checker.quantified(it, true)),
    ("all", 1, |checker, it| checker.quantified(it, false)),
    ("fold", 2, |checker, it| checker.fold(it)),
    ("for_each", 1, |checker, it| checker.for_each(it)),
    ("position", 1, |checker, it| checker.position(it)),
    ("find", 1, |checker, it| checker.find(it)),
    ("find_map", 1, |checker, it| checker.find_map(it)),
    ("last", 0, |checker, it| checker.last(it)),
    ("min", 0, |checker, it| checker.extreme(it, BinOp::Lt)),
    ("max", 0, |checker, it| checker.extreme(it, BinOp::Ge)),
    ("min_by_key", 1, |checker, it| checker.extreme(it, BinOp::Lt)),
    ("max_by_key", 1, |checker, it| checker.extreme(it, BinOp::Ge)),
    ("reduce", 1, |checker, it| checker.reduce(it)),
    ("nth", 1, |checker, it| checker.nth(it)),
    ("next", 0, |checker, it| checker.nth(it)),
    ("max_by", 1, |checker, it| checker.extreme_by(it, true)),
    ("min_by", 1, |checker, it| checker.extreme_by(it, false)),
    ("try_fold", 2, |checker, it| checker.try_fold(it)),
    ("rfold", 2, |checker, it| checker.backwards(it).and_then(|it| checker.fold(it))),
    ("rfind", 1, |checker, it| checker.backwards(it).and_then(|it| checker.find(it))),
    ("nth_back", 1, |checker, it| checker.backwards(it).and_then(|it| checker.nth(it))),
    ("rposition", 1, |checker, it| checker.rposition(it)),
    ("is_sorted", 0, |checker, it| checker.sorted(it, Sorted::Items)),
    ("is_sorted_by", 1, |checker, it| checker.sorted(it, Sorted::By)),
    ("is_sorted_by_key", 1, |checker, it| checker.sorted(it, Sorted::ByKey)),
    ("eq", 1, |checker, it| checker.related(it, Relation::Op(BinOp::Eq))),
    ("ne", 1, |checker, it| checker.related(it, Relation::Op(BinOp::Ne))),
    ("lt", 1, |checker, it| checker.related(it, Relation::Op(BinOp::Lt))),
    ("le", 1, |checker, it| checker.related(it, Relation::Op(BinOp::Le))),
    ("gt", 1, |checker, it| checker.related(it, Relation::Op(BinOp::Gt))),
    ("ge", 1, |checker, it| checker.related(it, Relation::Op(BinOp::Ge))),
    ("cmp", 1, |checker, it| checker.related(it, Relation::Order { is_partial: false })),
    ("partial_cmp", 1, |checker, it| checker.related(it, Relation::Order { is_partial: true })),
    ("is_empty", 0, |checker, it| checker.is_empty_chain(it)),
];

/// What the items of a chain are held against, each with the one before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sorted {
    Items,
    By,
    ByKey,
}

/// What two chains are held to.
#[derive(Clone, Copy)]
enum Relation {
    Op(BinOp),
    /// An `Ordering`, or an `Option` of one.
    Order {
        is_partial: bool,
    },
}

pub(super) fn end(name: &str) -> Option<(usize, End)> {
    ENDS.iter().find(|(known, ..)| *known == name).map(|(_, count, end)| (*count, *end))
}

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ENDS.iter().map(|(name, ..)| *name)
}

/// The number 0 or 1 of a type. Sums of floats begin with -0, as std's do.
fn first_of(ty: Ty, op: BinOp, area: Area) -> Expr {
    let first = if op == BinOp::Add { -0.0 } else { 1.0 };
    let (single, double) = (u128::from(f32::to_bits(first)), u128::from(f64::to_bits(f64::from(first))));
    let bits = match (ty, op) {
        (Ty::F32, _) => single,
        (Ty::F64, _) => double,
        // A float whose type is not settled yet has the bits of both.
        (Ty::Float(_), _) => double << 64 | single,
        (half, BinOp::Add) if half.is_half() => 0x8000,
        (Ty::F16, _) => 0x3c00,
        (Ty::BF16, _) => 0x3f80,
        (_, BinOp::Add) => 0,
        _ => 1,
    };
    Expr { kind: Kind::Literal(bits), ty, area }
}

/// Whether an end compares two iterators.
fn compares(call: &syn::ExprMethodCall) -> bool {
    let names = ["eq", "ne", "lt", "le", "gt", "ge", "cmp", "partial_cmp"];
    names.iter().any(|name| call.method == name)
}

/// The `zip` of a chain whose end is a `fold` of std's, which every adaptor between hands on.
fn folded_zip(end: &syn::ExprMethodCall) -> Option<&syn::ExprMethodCall> {
    const FOLDING: [&str; 13] = [
        "sum",
        "product",
        "count",
        "fold",
        "for_each",
        "last",
        "reduce",
        "max",
        "min",
        "max_by",
        "min_by",
        "max_by_key",
        "min_by_key",
    ];
    const HANDING_ON: [&str; 12] = [
        "map",
        "filter",
        "filter_map",
        "inspect",
        "enumerate",
        "copied",
        "cloned",
        "flat_map",
        "flatten",
        "chain",
        "skip",
        "peekable",
    ];
    if !FOLDING.iter().any(|name| end.method == name) {
        return None;
    }
    let mut chain = strip(&end.receiver);
    loop {
        let syn::Expr::MethodCall(call) = chain else { return None };
        if call.method == "zip" {
            return Some(call);
        }
        if !HANDING_ON.iter().any(|name| call.method == name) {
            return None;
        }
        chain = strip(&call.receiver);
    }
}

impl Checker<'_> {
    /// A chain with its end.
    pub(super) fn ended(&mut self, call: &syn::ExprMethodCall, (count, end): (usize, End)) -> Expr {
        let area = Area::of(&call.method);
        let zips = folded_zip(call).map(|zip| self.zips_in_step(zip)).unwrap_or_default();
        let outer = std::mem::replace(&mut self.folded, zips);
        let chain = match compares(call) {
            true => self.indexed_chain(&call.receiver),
            false => self.chain(&call.receiver),
        };
        self.folded = outer;
        let Some(Chain { before, stage }) = chain else {
            return Expr::error(call.area());
        };
        if call.args.len() != count {
            self.arguments(&call.args, count, area, &call.method.to_string());
            return Expr::error(call.area());
        }
        let ended = end(self, Ended { call, before, stage, area });
        ended.map_or_else(|| Expr::error(call.area()), |value| Expr { area: call.area(), ..value })
    }

    /// The loop of a chain, in which `last` says what is done with an item, and what the result is.
    fn looped_over(
        &mut self,
        it: Ended<'_>,
        last: impl FnOnce(&mut Self, &mut Round, Item, &mut Vec<Stmt>) -> Option<(Vec<Stmt>, Option<Expr>)>,
    ) -> Option<Expr> {
        let Ended { mut before, stage, area, .. } = it;
        let mut round = self.round(stage, area);
        let item = round.take();
        let (stmts, tail) = last(self, &mut round, item, &mut before)?;
        before.push(Stmt::Expr(Checker::closed(round, stmts, area)));
        let ty = tail.as_ref().map_or(Ty::Unit, |tail| tail.ty);
        Some(Expr { kind: Kind::Block(Block { stmts: before, tail: tail.map(Box::new) }), ty, area })
    }

    fn total(&mut self, it: Ended<'_>, op: BinOp) -> Option<Expr> {
        let (area, method) = (it.area, it.call.method.to_string());
        let written = match &it.call.turbofish {
            Some(generics) => match generics.args.first() {
                Some(syn::GenericArgument::Type(ty)) => self.written_type(ty),
                _ => None,
            },
            None => None,
        };
        let (mut own, receiver) = (None, it.call);
        let looped = self.looped_over(it, |checker, _, item, before| {
            let is_behind = match &item {
                Item::Place(_) | Item::TupleBehind(_) => true,
                Item::Value(value) => checker.referent(value.ty).is_some(),
                Item::Slice(_) | Item::Tuple(_) => false,
            };
            let item = checker.number_of_item(item, area);
            own = checker.own_total(written.unwrap_or(item.ty), is_behind, receiver);
            if own.is_some() {
                return None;
            }
            if !checker.number(&item, |got| Problem::LoopBound { got })
                || checker.infer.resolve(item.ty) == Ty::Error
            {
                return None;
            }
            if let Some(written) = written
                && checker.infer.unify(written, item.ty).is_none()
            {
                let (expected, got) = (checker.infer.name(written), checker.infer.name(item.ty));
                let problem = format!("the {method} of `{got}`s is no `{expected}`");
                checker.errors.report(
                    area,
                    problem,
                    format!("write `.map(|x| {expected}::from(x))` before it"),
                );
                return None;
            }
            let ty = checker.infer.resolve(item.ty);
            checker.meant.operated.push((receiver.method.span(), ty));
            let total = checker.counter(&method, first_of(ty, op, area), before);
            Some((vec![assign(total, Some(op), item)], Some(local(total, ty, area))))
        });
        own.or(looped)
    }

    fn count_items(&mut self, it: Ended<'_>) -> Option<Expr> {
        let area = it.area;
        self.meant.renamed.push((it.call.method.span(), "__vyre_count"));
        self.looped_over(it, |checker, _, item, before| {
            let mut stmts = Vec::new();
            checker.settled_item(item, &mut stmts);
            let counter = checker.counter("count", number(0, area), before);
            stmts.push(assign(counter, Some(BinOp::Add), number(1, area)));
            Some((stmts, Some(local(counter, Ty::U32, area))))
        })
    }

    fn length_of_chain(&mut self, it: Ended<'_>) -> Option<Expr> {
        let Ended { mut before, stage, area, .. } = it;
        let length = match stage {
            Stage::Indexed(indexed) => indexed.length,
            Stage::Range(range) => self.indexed_range(range, &mut before).length,
            Stage::Round(_) => {
                self.errors.report(area, "the length of this iterator is not known", "write `count`");
                return None;
            }
        };
        let length = Expr { area, ..length };
        Some(Expr {
            kind: Kind::Block(Block { stmts: before, tail: Some(Box::new(length)) }),
            ty: Ty::U32,
            area,
        })
    }

    /// Whether a function holds, for any item (`wanted`) or for all.
    fn quantified(&mut self, it: Ended<'_>, wanted: bool) -> Option<Expr> {
        let (area, call) = (it.area, it.call);
        self.looped_over(it, |checker, round, item, before| {
            let mut stmts = Vec::new();
            let cond = checker.applied(&call.args[0], vec![item], &mut stmts);
            checker.condition(&cond, &format!("the result of the closure of `{}`", call.method));
            let found = checker.counter(if wanted { "any" } else { "all" }, boolean(!wanted, area), before);
            let cond = if wanted { cond } else { negated(cond) };
            stmts.push(only_if(
                cond,
                vec![assign(found, None, boolean(wanted, area)), leave(checker.exit_of(round), area)],
            ));
            Some((stmts, Some(local(found, Ty::Bool, area))))
        })
    }

    fn fold(&mut self, mut it: Ended<'_>) -> Option<Expr> {
        let (area, call) = (it.area, it.call);
        let first = match self.wanted_of_fold.take_if(|(of, _)| of.is(call)) {
            Some((_, wanted)) => self.expr_as(&call.args[0], wanted),
            None => self.expr(&call.args[0]),
        };
        if self.infer.resolve(first.ty) == Ty::Error {
            return None;
        }
        let state = self.counter("state", first, &mut it.before);
        self.looped_over(it, |checker, _, item, _| {
            let ty = checker.locals[state].ty;
            let mut stmts = Vec::new();
            let item = checker.settled_item(item, &mut stmts);
            let own = checker.hidden("state", local(state, ty, area), &mut stmts);
            let next = checker.applied(&call.args[1], vec![Item::Value(own), item], &mut stmts);
            checker.demand(&next, ty);
            stmts.push(assign(state, None, next));
            Some((stmts, Some(local(state, ty, area))))
        })
    }

    fn for_each(&mut self, it: Ended<'_>) -> Option<Expr> {
        let call = it.call;
        self.looped_over(it, |checker, _, item, _| {
            let mut stmts = Vec::new();
            let value = checker.applied(&call.args[0], vec![item], &mut stmts);
            checker.demand_unit(&value, "this value is not used", "end the closure's body with `;`");
            stmts.push(Stmt::Expr(value));
            Some((stmts, None))
        })
    }

    /// The variables of an `Option` that is nothing at first: whether there is a value, and the value.
    fn nothing_yet(&mut self, ty: Ty, before: &mut Vec<Stmt>, area: Area) -> (LocalId, LocalId) {
        let is_some = self.counter("is_some", boolean(false, area), before);
        let value = self.counter("found", Expr { kind: Kind::Literal(0), ty, area }, before);
        (is_some, value)
    }

    /// What makes such variables a value.
    fn found((is_some, found): (LocalId, LocalId), value: Expr) -> Vec<Stmt> {
        let area = value.area;
        vec![assign(found, None, value), assign(is_some, None, boolean(true, area))]
    }

    /// Such variables as an `Option`.
    fn option_of_variables(&mut self, (is_some, found): (LocalId, LocalId), area: Area) -> Option<Expr> {
        let ty = self.locals[found].ty;
        self.some_where(local(is_some, Ty::Bool, area), local(found, ty, area))
    }

    /// The first item, or what is made of it, for which something holds.
    fn first_with(
        &mut self,
        it: Ended<'_>,
        asked: impl FnOnce(&mut Self, Item, &mut Vec<Stmt>, &mut Vec<Stmt>) -> Option<(Expr, Expr)>,
    ) -> Option<Expr> {
        let area = it.area;
        self.looped_over(it, |checker, round, item, before| {
            let mut stmts = Vec::new();
            let item = checker.settled_item(item, &mut stmts);
            let (cond, value) = asked(checker, item, &mut stmts, before)?;
            let option = checker.nothing_yet(value.ty, before, area);
            let mut found = Checker::found(option, value);
            found.push(leave(checker.exit_of(round), area));
            stmts.push(only_if(cond, found));
            Some((stmts, Some(checker.option_of_variables(option, area)?)))
        })
    }

    fn position(&mut self, it: Ended<'_>) -> Option<Expr> {
        let (area, call) = (it.area, it.call);
        self.meant.renamed.push((call.method.span(), "__vyre_position"));
        self.first_with(it, |checker, item, stmts, before| {
            let counter = checker.counter("count", number(0, area), before);
            let this = checker.hidden("number", local(counter, Ty::U32, area), stmts);
            stmts.push(assign(counter, Some(BinOp::Add), number(1, area)));
            let cond = checker.applied(&call.args[0], vec![item], stmts);
            checker.condition(&cond, "the result of the closure of `position`");
            Some((cond, this))
        })
    }

    fn find(&mut self, it: Ended<'_>) -> Option<Expr> {
        let (area, call) = (it.area, it.call);
        self.first_with(it, |checker, item, stmts, _| {
            let behind = checker.behind_item(&item);
            let cond = checker.applied(&call.args[0], vec![behind], stmts);
            checker.condition(&cond, "the result of the closure of `find`");
            Some((cond, checker.option_item(item, area)?))
        })
    }

    fn find_map(&mut self, it: Ended<'_>) -> Option<Expr> {
        let (area, call) = (it.area, it.call);
        self.first_with(it, |checker, item, stmts, _| {
            let value = checker.applied(&call.args[0], vec![item], stmts);
            let value = checker.hidden("item", value, stmts);
            let parts = checker.parts_of_option(value);
            if parts.is_none() {
                let problem = "the closure of `find_map` gives an `Option`";
                checker.errors.report(area, problem, "write `find` and `map`");
            }
            parts
        })
    }

    /// An item as what an `Option` holds; reports what none can hold.
    fn option_item(&mut self, item: Item, area: Area) -> Option<Expr> {
        let value = self.value_of_item(item, area);
        (self.infer.resolve(value.ty) != Ty::Error).then_some(value)
    }

    fn last(&mut self, it: Ended<'_>) -> Option<Expr> {
        let area = it.area;
        self.looped_over(it, |checker, _, item, before| {
            let value = checker.option_item(item, area)?;
            let option = checker.nothing_yet(value.ty, before, area);
            Some((Checker::found(option, value), Some(checker.option_of_variables(option, area)?)))
        })
    }

    fn nth(&mut self, mut it: Ended<'_>) -> Option<Expr> {
        let (area, call) = (it.area, it.call);
        let wanted = match call.args.is_empty() {
            true => number(0, area),
            false => self.count_argument(call, "nth", &mut it.before)?,
        };
        self.first_with(it, |checker, item, stmts, before| {
            let counter = checker.counter("count", number(0, area), before);
            let this = checker.hidden("number", local(counter, Ty::U32, area), stmts);
            stmts.push(assign(counter, Some(BinOp::Add), number(1, area)));
            Some((count(BinOp::Eq, this, wanted), checker.option_item(item, area)?))
        })
    }

    /// The least item (`BinOp::Lt`, the first of several) or the greatest (`BinOp::Ge`, the last of several), perhaps by what a function makes
    /// of it.
    fn extreme(&mut self, it: Ended<'_>, better: BinOp) -> Option<Expr> {
        let (area, call) = (it.area, it.call);
        self.looped_over(it, |checker, _, item, before| {
            let mut stmts = Vec::new();
            let item = checker.settled_item(item, &mut stmts);
            let value = checker.option_item(item.clone(), area)?;
            let key = match call.args.first() {
                Some(function) => {
                    let behind = checker.behind_item(&item);
                    let key = checker.applied(function, vec![behind], &mut stmts);
                    checker.hidden("key", key, &mut stmts)
                }
                None => value.clone(),
            };
            let key = checker.behind_references(key);
            let ty = checker.infer.resolve(key.ty);
            if ty == Ty::Error {
                return None;
            }
            if ty.is_float() {
                let name = if better == BinOp::Lt { "min" } else { "max" };
                let limit = if better == BinOp::Lt { "INFINITY" } else { "NEG_INFINITY" };
                let fix = format!("write `.fold({ty}::{limit}, |a, b| a.{name}(b))`, with `b` a value");
                checker.errors.report(
                    area,
                    format!("floats have no order that `{}` could use", call.method),
                    fix,
                );
                return None;
            }
            let option = checker.nothing_yet(value.ty, before, area);
            let best = checker.counter("best", Expr { kind: Kind::Literal(0), ty: key.ty, area }, before);
            let is_better = checker.arithmetic(better, key.clone(), local(best, key.ty, area), area);
            let is_first = negated(local(option.0, Ty::Bool, area));
            let (left, right) = (Box::new(is_first), Box::new(is_better));
            let cond = Expr { kind: Kind::ShortCircuit { op: BinOp::Or, left, right }, ty: Ty::Bool, area };
            let mut found = vec![assign(best, None, key)];
            found.extend(Checker::found(option, value));
            stmts.push(only_if(cond, found));
            Some((stmts, Some(checker.option_of_variables(option, area)?)))
        })
    }

    fn reduce(&mut self, it: Ended<'_>) -> Option<Expr> {
        let (area, call) = (it.area, it.call);
        self.looped_over(it, |checker, _, item, before| {
            let mut stmts = Vec::new();
            let item = checker.settled_item(item, &mut stmts);
            let value = checker.option_item(item.clone(), area)?;
            let (is_some, found) = checker.nothing_yet(value.ty, before, area);
            let mut then = Vec::new();
            let own = checker.hidden("state", local(found, value.ty, area), &mut then);
            let next = checker.applied(&call.args[0], vec![Item::Value(own), item], &mut then);
            checker.demand(&next, value.ty);
            then.push(assign(found, None, next));
            let cond = Box::new(local(is_some, Ty::Bool, area));
            let then = Block { stmts: then, tail: None };
            let otherwise = Some(Block { stmts: Checker::found((is_some, found), value), tail: None });
            let kind = Kind::If { cond, then, otherwise };
            stmts.push(Stmt::Expr(Expr { kind, ty: Ty::Unit, area }));
            Some((stmts, Some(checker.option_of_variables((is_some, found), area)?)))
        })
    }

    /// The chain in the opposite order.
    fn backwards<'s>(&mut self, it: Ended<'s>) -> Option<Ended<'s>> {
        let Ended { call, before, stage, area } = it;
        let Chain { before, stage } = self.opposite(Chain { before, stage }, area)?;
        Some(Ended { call, before, stage, area })
    }

    /// The last position at which something holds.
    fn rposition(&mut self, it: Ended<'_>) -> Option<Expr> {
        let Ended { call, mut before, stage, area } = it;
        self.meant.renamed.push((call.method.span(), "__vyre_rposition"));
        let Ok(indexed) = self.by_index(stage, &mut before) else {
            let fix = "write `rposition` before what leaves items out";
            self.errors.report(area, "how many items this iterator has is not known", fix);
            return None;
        };
        if self.is_cut(&indexed, area) {
            return None;
        }
        let length = self.settled_count(indexed.length.clone(), &mut before);
        let stage = Stage::Indexed(self.reversed(indexed));
        self.first_with(Ended { call, before, stage, area }, |checker, item, stmts, before| {
            let counter = checker.counter("count", number(1, area), before);
            let this = checker.hidden("number", local(counter, Ty::U32, area), stmts);
            stmts.push(assign(counter, Some(BinOp::Add), number(1, area)));
            let cond = checker.applied(&call.args[0], vec![item], stmts);
            checker.condition(&cond, "the result of the closure of `rposition`");
            Some((cond, count(BinOp::Sub, length, this)))
        })
    }

    fn is_empty_chain(&mut self, it: Ended<'_>) -> Option<Expr> {
        let area = it.area;
        let length = self.length_of_chain(it)?;
        Some(count(BinOp::Eq, length, number(0, area)))
    }

    /// The greatest item (the last of several) or the least one (the first of several) by an order that a function gives.
    fn extreme_by(&mut self, it: Ended<'_>, is_max: bool) -> Option<Expr> {
        let (area, call) = (it.area, it.call);
        self.looped_over(it, |checker, _, item, before| {
            let mut stmts = Vec::new();
            let item = checker.settled_item(item, &mut stmts);
            let value = checker.option_item(item.clone(), area)?;
            let (is_some, found) = checker.nothing_yet(value.ty, before, area);
            let mut then = Vec::new();
            let best = checker.behind_item(&Item::Value(local(found, value.ty, area)));
            let behind = checker.behind_item(&Item::Value(value.clone()));
            let order = checker.applied(&call.args[0], vec![best, behind], &mut then);
            let is_greater = checker.is_greater(order, area)?;
            let is_better = if is_max { negated(is_greater) } else { is_greater };
            then.push(only_if(is_better, vec![assign(found, None, value.clone())]));
            let cond = Box::new(local(is_some, Ty::Bool, area));
            let then = Block { stmts: then, tail: None };
            let otherwise = Some(Block { stmts: Checker::found((is_some, found), value), tail: None });
            let kind = Kind::If { cond, then, otherwise };
            stmts.push(Stmt::Expr(Expr { kind, ty: Ty::Unit, area }));
            Some((stmts, Some(checker.option_of_variables((is_some, found), area)?)))
        })
    }

    /// A fold that ends with the first `None`, `Err` or `Break`.
    fn try_fold(&mut self, mut it: Ended<'_>) -> Option<Expr> {
        let (area, call) = (it.area, it.call);
        let first = self.expr(&call.args[0]);
        if self.infer.resolve(first.ty) == Ty::Error {
            return None;
        }
        let state = self.counter("state", first, &mut it.before);
        self.looped_over(it, |checker, round, item, before| {
            let ty = checker.locals[state].ty;
            let mut stmts = Vec::new();
            let item = checker.settled_item(item, &mut stmts);
            let own = checker.hidden("state", local(state, ty, area), &mut stmts);
            let next = checker.applied(&call.args[1], vec![Item::Value(own), item], &mut stmts);
            if checker.infer.resolve(next.ty) == Ty::Error {
                return None;
            }
            let next = checker.hidden("next", next, &mut stmts);
            let is_flow = checker.is_flow(next.ty);
            let known = checker.infer.parts(next.ty);
            let tried = known.filter(|(form, _)| is_flow || matches!(form, Form::Option | Form::Result));
            let Some((form, of)) = tried.map(|(form, parts)| (form, parts[1])) else {
                let problem = "the closure of `try_fold` gives an `Option`, a `Result` or a `ControlFlow`";
                checker.errors.report(area, problem, "write `fold`");
                return None;
            };
            let whole = next.ty;
            checker.infer.unify(of, ty)?;
            let is_option = form == Form::Option;
            let goes_on = checker.is_variant(next.clone(), u128::from(is_option), area);
            let fails = checker.counter("fails", boolean(false, area), before);
            let last = checker.counter("last", Expr { kind: Kind::Literal(0), ty: whole, area }, before);
            let left = vec![
                assign(fails, None, boolean(true, area)),
                assign(last, None, next.clone()),
                leave(checker.exit_of(round), area),
            ];
            stmts.push(only_if(negated(goes_on), left));
            let value = checker.part(next, 1, of, area);
            stmts.push(assign(state, None, value));
            let held = local(state, ty, area);
            let done = checker.present(held, whole, area);
            let failed = local(last, whole, area);
            let result = checker.chosen(local(fails, Ty::Bool, area), failed, done, area);
            Some((stmts, Some(result)))
        })
    }

    /// Whether each item is at most the next one.
    fn sorted(&mut self, it: Ended<'_>, by: Sorted) -> Option<Expr> {
        let (area, call) = (it.area, it.call);
        self.looped_over(it, |checker, round, item, before| {
            let mut stmts = Vec::new();
            let item = checker.settled_item(item, &mut stmts);
            let value = match by {
                Sorted::ByKey => {
                    let key = checker.applied(&call.args[0], vec![item], &mut stmts);
                    checker.hidden("key", key, &mut stmts)
                }
                _ => checker.option_item(item, area)?,
            };
            if checker.infer.resolve(value.ty) == Ty::Error {
                return None;
            }
            let (has_last, last) = checker.nothing_yet(value.ty, before, area);
            let is_sorted = checker.counter("sorted", boolean(true, area), before);
            let mut then = Vec::new();
            let own = local(last, value.ty, area);
            let holds = match by {
                Sorted::By => {
                    let pair = [own, value.clone()].map(|side| checker.behind_item(&Item::Value(side)));
                    let holds = checker.applied(&call.args[0], pair.to_vec(), &mut then);
                    checker.condition(&holds, "the result of the closure of `is_sorted_by`");
                    holds
                }
                _ => {
                    let [own, next] = [own, value.clone()].map(|side| checker.behind_references(side));
                    checker.arithmetic(BinOp::Le, own, next, area)
                }
            };
            let left =
                vec![assign(is_sorted, None, boolean(false, area)), leave(checker.exit_of(round), area)];
            then.push(only_if(negated(holds), left));
            stmts.push(only_if(local(has_last, Ty::Bool, area), then));
            stmts.extend(Checker::found((has_last, last), value));
            Some((stmts, Some(local(is_sorted, Ty::Bool, area))))
        })
    }

    /// The `cmp` of two values, or their `partial_cmp`.
    fn order_of_items(&mut self, is_partial: bool, [left, right]: [Expr; 2], area: Area) -> Expr {
        let name = syn::Ident::new(if is_partial { "partial_cmp" } else { "cmp" }, area.start);
        let written = syn::parse_quote!(__vyre_left.#name(&__vyre_right));
        self.written_with([("__vyre_left", left), ("__vyre_right", right)], &written, area)
    }

    /// Whether two chains have the same items, which are asked for in turn, as there is none for each index. Nothing where the chains cannot be asked so.
    fn equal_in_turn(&mut self, call: &syn::ExprMethodCall, op: BinOp, area: Area) -> Option<Expr> {
        let (own, other, is_equal) = (&call.receiver, &call.args[0], op == BinOp::Eq);
        if !self.sees_module || !self.is_iterator(other) {
            return None;
        }
        let written = quote::quote_spanned!(area.start=> {
            let mut __vyre_own = #own;
            let mut __vyre_other = #other;
            loop {
                match (__vyre_own.next(), __vyre_other.next()) {
                    (Some(__vyre_left), Some(__vyre_right)) if __vyre_left == __vyre_right => {}
                    (__vyre_left, __vyre_right) => {
                        break (__vyre_left.is_none() && __vyre_right.is_none()) == #is_equal;
                    }
                }
            }
        });
        if let Some(value) = self.in_turn(written) {
            return Some(value);
        }
        // std compares the lengths first where it knows both, and makes no item if they differ; a loop would.
        if self.has_trusted_length(own) && self.has_trusted_length(other) {
            return None;
        }
        // A chain whose closures remember something cannot be kept in a variable: one loop goes through it.
        let written = quote::quote_spanned!(area.start=> {
            let mut __vyre_other = #other;
            let mut __vyre_equal = true;
            for __vyre_left in #own {
                match __vyre_other.next() {
                    Some(__vyre_right) if __vyre_left == __vyre_right => {}
                    _ => {
                        __vyre_equal = false;
                        break;
                    }
                }
            }
            (__vyre_equal && __vyre_other.next().is_none()) == #is_equal
        });
        self.in_turn(written)
    }

    /// What a loop over two chains gives; nothing, and no error, where it is wrong: what is wrong is that there is no item for each index.
    fn in_turn(&mut self, written: proc_macro2::TokenStream) -> Option<Expr> {
        let known = self.errors.count();
        let value = self.expr(&syn::parse2(written).ok()?);
        if self.errors.count() > known {
            self.errors.keep(known);
            return None;
        }
        Some(value)
    }

    /// The order of two chains, of which at least one has no item for each index.
    fn ordered_in_turn(
        &mut self,
        call: &syn::ExprMethodCall,
        relation: Relation,
        area: Area,
    ) -> Option<Expr> {
        let (own, other) = (&call.receiver, &call.args[0]);
        if !self.sees_module || !self.is_iterator(other) {
            return None;
        }
        let (is_partial, holds) = match relation {
            Relation::Op(BinOp::Lt) => (true, Some("is_lt")),
            Relation::Op(BinOp::Le) => (true, Some("is_le")),
            Relation::Op(BinOp::Gt) => (true, Some("is_gt")),
            Relation::Op(BinOp::Ge) => (true, Some("is_ge")),
            Relation::Op(_) => return None,
            Relation::Order { is_partial } => (is_partial, None),
        };
        let (method, is_like, of_lengths) = match is_partial {
            true => (
                quote::quote!(partial_cmp),
                quote::quote!(__vyre_order.is_some_and(|__vyre_order| __vyre_order.is_eq())),
                quote::quote!(Some(__vyre_left.cmp(&__vyre_right))),
            ),
            false => (
                quote::quote!(cmp),
                quote::quote!(__vyre_order.is_eq()),
                quote::quote!(__vyre_left.cmp(&__vyre_right)),
            ),
        };
        let holds = holds.map(|holds| {
            let holds = syn::Ident::new(holds, area.start);
            quote::quote!(.is_some_and(|__vyre_order| __vyre_order.#holds()))
        });
        let written = quote::quote_spanned!(area.start=> {
            let mut __vyre_own = #own;
            let mut __vyre_other = #other;
            let __vyre_found = loop {
                match (__vyre_own.next(), __vyre_other.next()) {
                    (Some(__vyre_left), Some(__vyre_right)) => {
                        let __vyre_order = __vyre_left.#method(&__vyre_right);
                        if !#is_like {
                            break __vyre_order;
                        }
                    }
                    (__vyre_left, __vyre_right) => {
                        let __vyre_left = __vyre_left.is_some() as u32;
                        let __vyre_right = __vyre_right.is_some() as u32;
                        break #of_lengths;
                    }
                }
            };
            __vyre_found #holds
        });
        self.in_turn(written)
    }

    /// What holds of the items of two chains, the first that differ or their numbers.
    fn related(&mut self, it: Ended<'_>, relation: Relation) -> Option<Expr> {
        let Ended { call, mut before, stage, area } = it;
        let Chain { before: further, stage: other } = self.indexed_chain(&call.args[0])?;
        let own = self.by_index(stage, &mut before);
        before.extend(further);
        let (Ok(own), Ok(other)) = (own, self.by_index(other, &mut before)) else {
            if let Relation::Op(op @ (BinOp::Eq | BinOp::Ne)) = relation
                && let Some(value) = self.equal_in_turn(call, op, area)
            {
                return Some(value);
            }
            if let Some(value) = self.ordered_in_turn(call, relation, area) {
                return Some(value);
            }
            let fix = "write a `for` loop with `zip`";
            self.errors.report(area, "both iterators have an item for each index here", fix);
            return None;
        };
        let (own, other) = (self.straight(own), self.straight(other));
        let acts = own.acts.max(other.acts) >= Acts::Each;
        let is_equality = matches!(relation, Relation::Op(BinOp::Eq | BinOp::Ne));
        let lengths =
            [own.length.clone(), other.length.clone()].map(|it| self.settled_count(it, &mut before));
        let [own_length, other_length] = lengths;
        let length = match () {
            () if self.are_equal_lengths([&own_length, &other_length]) => own_length.clone(),
            // std looks at the lengths first, and makes no item where they differ.
            () if acts && is_equality => {
                let is_same = count(BinOp::Eq, own_length.clone(), other_length.clone());
                select(is_same, own_length.clone(), number(0, area))
            }
            () if acts => {
                let problem = "the longer iterator makes one item more than the shorter one, and a closure does more than to give a value";
                self.errors.report(area, problem, "write a `for` loop with `zip`");
                return None;
            }
            () => count(BinOp::Min, own_length.clone(), other_length.clone()),
        };
        let length = self.settled_count(length, &mut before);
        let (first, second) = (own.at, other.at);
        let at: super::At = Box::new(move |checker, index, stmts| {
            let first = first(checker, index.clone(), stmts);
            let first = checker.settled_item(first, stmts);
            Item::Tuple(vec![first, second(checker, index, stmts)])
        });
        let stage = Stage::Indexed(super::Indexed::new(length, Acts::Never, at));
        self.looped_over(Ended { call, before, stage, area }, |checker, round, item, before| {
            let Item::Tuple(pair) = item else { return None };
            let mut stmts = Vec::new();
            let mut sides = Vec::new();
            for item in pair {
                let value = checker.option_item(item, area)?;
                let value = checker.hidden("side", value, &mut stmts);
                sides.push(checker.behind_references(value));
            }
            let (right, left) = (sides.pop()?, sides.pop()?);
            if checker.same(&left, &right, "the items of both iterators") == Ty::Error {
                return None;
            }
            let differs = checker.counter("differs", boolean(false, area), before);
            let op = match relation {
                Relation::Op(op) => op,
                Relation::Order { is_partial } => {
                    let order = checker.order_of_items(is_partial, [left, right], area);
                    if checker.infer.resolve(order.ty) == Ty::Error {
                        return None;
                    }
                    let order = checker.hidden("order", order, &mut stmts);
                    let nothing = Expr { kind: Kind::Literal(0), ty: order.ty, area };
                    let first = checker.counter("order", nothing, before);
                    let is_like: syn::Expr = match is_partial {
                        true => {
                            syn::parse_quote!(__vyre_order.is_some_and(|__vyre_order| __vyre_order.is_eq()))
                        }
                        false => syn::parse_quote!(__vyre_order.is_eq()),
                    };
                    let is_like = checker.written_with([("__vyre_order", order.clone())], &is_like, area);
                    let ty = order.ty;
                    let found = vec![
                        assign(differs, None, boolean(true, area)),
                        assign(first, None, order),
                        leave(checker.exit_of(round), area),
                    ];
                    stmts.push(only_if(negated(is_like), found));
                    let rest = checker.order_of_items(is_partial, [own_length, other_length], area);
                    let is_different = local(differs, Ty::Bool, area);
                    let tail = checker.chosen(is_different, local(first, ty, area), rest, area);
                    return Some((stmts, Some(tail)));
                }
            };
            let unlike = match op {
                BinOp::Eq | BinOp::Ne if checker.infer.data_of(left.ty).is_some() => {
                    negated(checker.equal_by_parts(left.clone(), right.clone(), area))
                }
                _ => checker.arithmetic(BinOp::Ne, left.clone(), right.clone(), area),
            };
            let mut then = vec![assign(differs, None, boolean(true, area))];
            let of_lengths = |op| count(op, own_length.clone(), other_length.clone());
            let is_different = local(differs, Ty::Bool, area);
            let tail = match op {
                BinOp::Eq | BinOp::Ne => {
                    let same = select(is_different, boolean(false, area), of_lengths(BinOp::Eq));
                    if op == BinOp::Eq { same } else { negated(same) }
                }
                op => {
                    let holds = checker.counter("holds", boolean(false, area), before);
                    let value = checker.arithmetic(op, left, right, area);
                    then.push(assign(holds, None, value));
                    select(is_different, local(holds, Ty::Bool, area), of_lengths(op))
                }
            };
            then.push(leave(checker.exit_of(round), area));
            stmts.push(only_if(unlike, then));
            Some((stmts, Some(tail)))
        })
    }
}

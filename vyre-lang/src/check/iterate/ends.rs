//! The ends of chains: a row for each says what it takes and what it makes of the items.

use super::super::Checker;
use super::super::extent::Extent;
use super::adaptors::negated;
use super::{Chain, Item, Round, Stage, assign, boolean, count, leave, local, number, only_if};
use crate::diagnostics::Area;
use crate::hir::{Block, Expr, Kind, LocalId, Stmt};
use crate::types::Ty;
use vyre_ir::{BinOp, Problem};

/// An end as it is called.
pub(super) struct Ended<'s> {
    call: &'s syn::ExprMethodCall,
    before: Vec<Stmt>,
    stage: Stage<'s>,
    area: Area,
}

pub(super) type End = for<'s> fn(&mut Checker<'_>, Ended<'s>) -> Option<Expr>;

const ENDS: [(&str, usize, End); 19] = [
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
];

pub(super) fn end(name: &str) -> Option<(usize, End)> {
    ENDS.iter().find(|(known, ..)| *known == name).map(|(_, count, end)| (*count, *end))
}

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ENDS.iter().map(|(name, ..)| *name)
}

/// The number 0 or 1 of a type. Sums of floats begin with -0, as std's do.
fn first_of(ty: Ty, op: BinOp, area: Area) -> Expr {
    let bits = match (ty, op) {
        (Ty::F32, BinOp::Add) => (-0.0f32).to_bits().into(),
        (Ty::F32, _) => 1.0f32.to_bits().into(),
        (half, BinOp::Add) if half.is_half() => 0x8000,
        (Ty::F16, _) => 0x3c00,
        (Ty::BF16, _) => 0x3f80,
        (_, BinOp::Add) => 0,
        _ => 1,
    };
    Expr { kind: Kind::Literal(bits), ty, area }
}

impl Checker<'_> {
    /// A chain with its end.
    pub(super) fn ended(&mut self, call: &syn::ExprMethodCall, (count, end): (usize, End)) -> Expr {
        let area = Area::of(&call.method);
        let Some(Chain { before, stage }) = self.chain(&call.receiver) else {
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
        self.looped_over(it, |checker, _, item, before| {
            let item = checker.number_of_item(item, area);
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
            let total = checker.counter(&method, first_of(ty, op, area), before);
            Some((vec![assign(total, Some(op), item)], Some(local(total, ty, area))))
        })
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
            stmts
                .push(only_if(cond, vec![assign(found, None, boolean(wanted, area)), leave(round.id, area)]));
            Some((stmts, Some(local(found, Ty::Bool, area))))
        })
    }

    fn fold(&mut self, mut it: Ended<'_>) -> Option<Expr> {
        let (area, call) = (it.area, it.call);
        let first = self.expr(&call.args[0]);
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
        self.option_value(local(is_some, Ty::Bool, area), local(found, ty, area))
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
            found.push(leave(round.id, area));
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
}

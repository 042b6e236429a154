//! The adaptors: a row for each says what it takes and what it makes of a chain.

use super::super::extent::Extent;
use super::super::{Checker, Entity};
use super::{
    Acts, At, Chain, Expr, Indexed, Item, Round, Spot, Stage, assign, boolean, count, leave, local, number,
    only_if,
};
use crate::diagnostics::Area;
use crate::hir::{Adaptor, Block, Kind, LocalId, Stmt};
use crate::syntax::strip;
use crate::types::Ty;
use std::rc::Rc;
use vyre_ir::{BinOp, UnOp};

/// An adaptor as it is called.
pub(super) struct Adapted {
    call: Rc<syn::ExprMethodCall>,
    chain: Chain,
    /// Of a `zip`: [`Checker::are_in_step`].
    is_in_step: bool,
    area: Area,
}

type Row = fn(&mut Checker<'_>, Adapted) -> Option<Chain>;

const ADAPTORS: [(&str, usize, Row); 24] = [
    ("rev", 0, |checker, it| checker.rev(it)),
    ("enumerate", 0, |checker, it| checker.enumerate(it)),
    ("zip", 1, |checker, it| checker.zip(it)),
    ("chain", 1, |checker, it| checker.chained(it)),
    ("skip", 1, |checker, it| checker.skip(it)),
    ("take", 1, |checker, it| checker.take(it)),
    ("step_by", 1, |checker, it| checker.step_by(it)),
    ("copied", 0, |checker, it| checker.copied(it)),
    ("cloned", 0, |checker, it| checker.copied(it)),
    ("by_ref", 0, |_, it| Some(it.chain)),
    ("into_iter", 0, |_, it| Some(it.chain)),
    ("peekable", 0, |_, it| Some(it.chain)),
    ("fuse", 0, |_, it| Some(it.chain)),
    ("map", 1, |checker, it| checker.map(it)),
    ("inspect", 1, |checker, it| checker.inspect(it)),
    ("filter", 1, |checker, it| checker.filter(it)),
    ("filter_map", 1, |checker, it| checker.filter_map(it)),
    ("take_while", 1, |checker, it| checker.take_while(it)),
    ("skip_while", 1, |checker, it| checker.skip_while(it)),
    ("map_while", 1, |checker, it| checker.map_while(it)),
    ("scan", 2, |checker, it| checker.scan(it)),
    ("flat_map", 1, |checker, it| checker.flat_map(it)),
    ("flatten", 0, |checker, it| checker.flatten(it)),
    ("cycle", 0, |checker, it| checker.cycle(it)),
];

pub(crate) fn is_adaptor(name: &str) -> bool {
    ADAPTORS.iter().any(|(known, ..)| *known == name)
}

/// Whether an adaptor remembers nothing from one item to the next.
pub(super) fn is_one_by_one(name: &str) -> bool {
    matches!(
        name,
        "copied"
            | "cloned"
            | "by_ref"
            | "into_iter"
            | "fuse"
            | "peekable"
            | "map"
            | "inspect"
            | "filter"
            | "filter_map"
            | "map_while"
    )
}

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ADAPTORS.iter().map(|(name, ..)| *name)
}

/// What to write in place of a method of std's that is neither an adaptor nor an end.
pub(super) fn instead(name: &str) -> Option<&'static str> {
    Some(match name {
        "collect" | "to_vec" | "partition" | "unzip" => {
            "kernels allocate nothing: write the elements to an array in a `for` loop"
        }
        "next_if" | "next_back" => "index the slice, or write a `for` loop: an iterator is no value",
        "step" => "write `step_by`",
        "sort" | "sort_by" | "sort_by_key" => "sort the slice itself: `a.sort()`",
        _ => return None,
    })
}

/// The `zip` from which an iterator takes an item for each of its own.
fn inner_zip(expr: &syn::Expr) -> Option<&syn::ExprMethodCall> {
    let mut chain = strip(expr);
    while let syn::Expr::MethodCall(call) = chain {
        match call.method.to_string().as_str() {
            "zip" => return Some(call),
            "map" | "copied" | "cloned" | "enumerate" | "fuse" | "peekable" => chain = strip(&call.receiver),
            _ => return None,
        }
    }
    None
}

/// Whether an iterator leaves out the first items of what `into_iter` gives, of which std knows the length too: a `fold` over its `zip` may ask it for nothing.
fn leaves_out_of_array(expr: &syn::Expr) -> bool {
    let (mut chain, mut is_left_out) = (strip(expr), false);
    while let syn::Expr::MethodCall(call) = chain {
        match call.method.to_string().as_str() {
            "skip" => is_left_out = true,
            "map" | "copied" | "cloned" | "enumerate" | "fuse" | "take" | "peekable" => {}
            name => return is_left_out && name == "into_iter",
        }
        chain = strip(&call.receiver);
    }
    false
}

impl Chain {
    /// Whether it is known that nobody can tell which of its items were made.
    fn is_without_effects(&self) -> bool {
        matches!(&self.stage, Stage::Range(_))
            || matches!(&self.stage, Stage::Indexed(indexed) if indexed.acts == Acts::Never)
    }
}

/// A call as an adaptor keeps it: without its receiver, which is the chain.
pub(super) fn bare(call: &syn::ExprMethodCall) -> Rc<syn::ExprMethodCall> {
    let receiver = syn::ExprInfer { attrs: Vec::new(), underscore_token: Default::default() };
    Rc::new(syn::ExprMethodCall {
        attrs: Vec::new(),
        receiver: Box::new(syn::Expr::Infer(receiver)),
        dot_token: call.dot_token,
        method: call.method.clone(),
        turbofish: call.turbofish.clone(),
        paren_token: call.paren_token,
        args: call.args.clone(),
    })
}

impl Checker<'_> {
    /// A chain with one more adaptor.
    pub(super) fn adapted_chain(&mut self, chain: Chain, call: &syn::ExprMethodCall) -> Option<Chain> {
        let name = call.method.to_string();
        let (_, count, row) = ADAPTORS.iter().find(|(known, ..)| *known == name)?;
        let area = Area::of(&call.method);
        if call.args.len() != *count {
            self.arguments(&call.args, *count, area, &name);
            return None;
        }
        let is_folded = self.folded.contains(&std::ptr::from_ref(call));
        let is_in_step = name == "zip" && {
            let zipped = [&*call.receiver, &call.args[0]];
            let have_length = || zipped.into_iter().all(|it| self.has_trusted_length(it));
            self.are_in_step(zipped) || is_folded && have_length()
        };
        if is_folded && !is_in_step && !chain.is_without_effects() && leaves_out_of_array(&call.receiver) {
            let fix = "let its closure only give a value, or write a loop over indices";
            let problem = "the first iterator makes only some of the items of an array that it leaves out";
            self.errors.report(area, problem, fix);
            return None;
        }
        row(self, Adapted { call: bare(call), chain, is_in_step, area })
    }

    /// A chain with an item for each index; nothing where it is none.
    pub(super) fn by_index(&mut self, stage: Stage, before: &mut Vec<Stmt>) -> Result<Indexed, Box<Round>> {
        match stage {
            Stage::Indexed(indexed) => Ok(indexed),
            Stage::Range(range) => Ok(self.indexed_range(range, before)),
            Stage::Round(round) => Err(round),
        }
    }

    /// A chain whose order is that of its indices.
    pub(super) fn straight(&mut self, indexed: Indexed) -> Indexed {
        if !indexed.is_reversed {
            return indexed;
        }
        let Indexed { length, acts, each, at, .. } = indexed;
        let last = length.clone();
        let at: At = Box::new(move |checker, index, stmts| {
            let last = count(BinOp::Sub, last, number(1, index.area));
            let index = checker.settled_count(count(BinOp::Sub, last, index), stmts);
            at(checker, index, stmts)
        });
        Indexed { each, ..Indexed::new(length, acts, at) }
    }

    pub(super) fn reversed(&mut self, indexed: Indexed) -> Indexed {
        if let Some(from_end) = &indexed.from_end {
            from_end.set(!from_end.get());
            return indexed;
        }
        Indexed { is_reversed: !indexed.is_reversed, ..indexed }
    }

    /// Every n-th item.
    pub(super) fn stepped(&mut self, indexed: Indexed, step: Expr, before: &mut Vec<Stmt>) -> Indexed {
        let Indexed { length, acts, each, at, .. } = self.straight(indexed);
        let area = step.area;
        // Rounded up. A step of 0 gives nothing.
        let full = count(BinOp::Div, length.clone(), step.clone());
        let rest = count(BinOp::Ne, count(BinOp::Mod, length, step.clone()), number(0, area));
        let rest = Expr { kind: Kind::Cast(Box::new(rest)), ty: Ty::U32, area };
        let length = self.settled_count(count(BinOp::Add, full, rest), before);
        let at: At = Box::new(move |checker, index, stmts| {
            let index = checker.settled_count(count(BinOp::Mul, index, step), stmts);
            at(checker, index, stmts)
        });
        Indexed { each, ..Indexed::new(length, acts, at) }
    }

    fn rev(&mut self, it: Adapted) -> Option<Chain> {
        self.opposite(it.chain, it.area)
    }

    /// A chain in the opposite order.
    pub(super) fn opposite(&mut self, chain: Chain, area: Area) -> Option<Chain> {
        let Chain { before, stage } = chain;
        let stage = match stage {
            Stage::Range(mut range) => {
                if range.counted.adaptors.iter().any(|it| matches!(it, Adaptor::StepBy(_))) {
                    self.counted_from_end.push((range.ty, range.counted.is_closed, area));
                }
                range.counted.adaptors.push(Adaptor::Rev);
                Stage::Range(range)
            }
            Stage::Indexed(indexed) if self.is_cut(&indexed, area) => return None,
            Stage::Indexed(indexed) => Stage::Indexed(self.reversed(indexed)),
            Stage::Round(mut round) if round.is_reversible => {
                round.range.adaptors.push(Adaptor::Rev);
                Stage::Round(round)
            }
            Stage::Round(_) => {
                self.errors.report(area, "this iterator has no opposite order", "write `rev` before it");
                return None;
            }
        };
        Some(Chain { before, stage })
    }

    /// Whether a chain ends before the items do that it is made of, and these do something: from its end on std makes the items behind the end first.
    pub(super) fn is_cut(&mut self, indexed: &Indexed, area: Area) -> bool {
        if indexed.acts == Acts::BehindTheEnd {
            let problem = "in the opposite order the items behind the end of this iterator are made first, and a closure does more than to give a value";
            self.errors.report(area, problem, "write `rev` before what ends it, or a `for` loop");
        }
        indexed.acts == Acts::BehindTheEnd
    }

    /// Reports ranges behind a step that rustc does not go through from their end, where no rustc says so.
    pub(in crate::check) fn demand_counted(&mut self) {
        if !self.sees_module {
            return;
        }
        for (ty, is_closed, area) in std::mem::take(&mut self.counted_from_end) {
            let bits = match self.infer.resolve(ty) {
                Ty::Int(_) => 32,
                ty => ty.integer().map_or(0, |integer| integer.bits),
            };
            if bits > 32 || is_closed && bits == 32 {
                let problem =
                    "`step_by` needs an `ExactSizeIterator` here, and ranges of this type are none in Rust";
                let fix = "count through `0..n` of `usize`, or write `rev` directly behind the range";
                self.errors.report(area, problem, fix);
            }
        }
    }

    /// A variable that counts the items that come to a place of the loop, and the number of this one.
    fn counted_items(&mut self, round: &mut Round, before: &mut Vec<Stmt>, area: Area) -> (LocalId, Expr) {
        let counter = self.counter("count", number(0, area), before);
        let this = self.hidden("number", local(counter, Ty::U32, area), round.stmts());
        round.stmts().push(assign(counter, Some(BinOp::Add), number(1, area)));
        round.is_reversible = false;
        (counter, this)
    }

    fn enumerate(&mut self, it: Adapted) -> Option<Chain> {
        let Adapted { area, call, chain: Chain { mut before, stage }, .. } = it;
        self.meant.renamed.push((call.method.span(), "__vyre_enumerate"));
        let stage = match self.by_index(stage, &mut before) {
            Ok(indexed) => {
                let Indexed { length, acts, at, .. } = self.straight(indexed);
                let at: At = Box::new(move |checker, index, stmts| {
                    let item = at(checker, index.clone(), stmts);
                    Item::Tuple(vec![Item::Value(index), item])
                });
                Stage::Indexed(Indexed::new(length, acts, at))
            }
            Err(mut round) => {
                let item = round.take();
                let item = self.settled_item(item, round.stmts());
                let (_, number) = self.counted_items(&mut round, &mut before, area);
                round.item = Item::Tuple(vec![Item::Value(number), item]);
                Stage::Round(round)
            }
        };
        Some(Chain { before, stage })
    }

    fn zip(&mut self, it: Adapted) -> Option<Chain> {
        self.zipped(it.chain, &it.call.args[0], it.is_in_step, it.area)
    }

    /// A chain with the items of another one beside its own.
    pub(super) fn zipped(
        &mut self,
        chain: Chain,
        other: &syn::Expr,
        is_in_step: bool,
        area: Area,
    ) -> Option<Chain> {
        let Chain { mut before, mut stage } = chain;
        let (at, written) = (other.area(), other);
        let Chain { before: further, stage: other } = self.indexed_chain(other)?;
        if matches!(other, Stage::Round(_))
            && !matches!(&stage, Stage::Indexed(own) if own.acts == Acts::Never)
        {
            return self.zipped_in_turn(Chain { before, stage }, written, area);
        }
        before.extend(further);
        let other = match (self.by_index(other, &mut before), stage) {
            (Ok(other), own) => {
                stage = own;
                other
            }
            (Err(other), Stage::Indexed(own)) if own.acts == Acts::Never => {
                let stage = self.paired(own, other, &mut before, area);
                return Some(Chain { before, stage });
            }
            (Err(_), _) => {
                let fix = "write a `for` loop, and count in a variable";
                self.errors.report(at, "`zip` takes a slice, an array or a range", fix);
                return None;
            }
        };
        let other = self.straight(other);
        let stage = match self.by_index(stage, &mut before) {
            Ok(indexed) if is_in_step || indexed.acts == Acts::Never => {
                let own = self.straight(indexed);
                let acts = own.acts.max(other.acts);
                let acts =
                    if self.are_equal_lengths([&own.length, &other.length]) { acts } else { acts.cut() };
                let length = match (&own.length.kind, &other.length.kind) {
                    // A range without an end is as long as the other one.
                    (Kind::Literal(bits), _) if *bits == u32::MAX.into() => other.length,
                    (_, Kind::Literal(bits)) if *bits == u32::MAX.into() => own.length,
                    _ => self.settled_count(count(BinOp::Min, own.length, other.length), &mut before),
                };
                let (first, second) = (own.at, other.at);
                let at: At = Box::new(move |checker, index, stmts| {
                    let first = first(checker, index.clone(), stmts);
                    let first = checker.settled_item(first, stmts);
                    let second = second(checker, index, stmts);
                    Item::Tuple(vec![first, second])
                });
                Stage::Indexed(Indexed::new(length, acts, at))
            }
            stage => {
                let mut round = self.opened(stage, area);
                let item = round.take();
                let item = self.settled_item(item, round.stmts());
                let (counter, this) = self.counted_items(&mut round, &mut before, area);
                let passed = if is_in_step { local(counter, Ty::U32, area) } else { this.clone() };
                let is_over = count(BinOp::Ge, passed, other.length);
                let left = only_if(is_over, vec![leave(self.exit_of(&round), area)]);
                match is_in_step {
                    true => round.first(&[left]),
                    false => round.stmts().push(left),
                }
                let second = (other.at)(self, this, round.stmts());
                round.item = Item::Tuple(vec![item, second]);
                Stage::Round(round)
            }
        };
        Some(Chain { before, stage })
    }

    /// The same where neither of them has an item for each index: the second one waits in a variable, and is asked for an item in each round.
    fn zipped_in_turn(&mut self, chain: Chain, other: &syn::Expr, area: Area) -> Option<Chain> {
        let Chain { mut before, stage } = chain;
        let at = other.area();
        let Some(entity) = self.bind_chain(other, true, &mut before) else {
            let fix = "write a `for` loop, and count in a variable";
            self.errors.report(at, "`zip` takes a slice, an array or a range", fix);
            return None;
        };
        if matches!(entity, Entity::Poisoned) {
            return None;
        }
        let name = self.lazy_name(entity, at);
        let mut round = self.round(stage, area);
        let item = round.take();
        let item = self.settled_item(item, round.stmts());
        let next = self.expr(&syn::parse_quote_spanned!(at.start=> #name.next()));
        if self.infer.resolve(next.ty) == Ty::Error {
            return None;
        }
        let next = self.hidden("next", next, round.stmts());
        let (is_some, second) = self.parts_of_option(next)?;
        let left = only_if(negated(is_some), vec![leave(self.exit_of(&round), area)]);
        round.stmts().push(left);
        round.is_reversible = false;
        round.item = Item::Tuple(vec![item, Item::Value(second)]);
        Some(Chain { before, stage: Stage::Round(Box::new(round)) })
    }

    /// Whether `zip` asks two iterators for as many items as the shorter one has. std does where both give the item of any index; else the first one is
    /// asked for one more, which shows where it does something for each item.
    pub(super) fn are_in_step(&self, zipped: [&syn::Expr; 2]) -> bool {
        zipped.into_iter().all(|expr| self.has_item_for_index(expr))
    }

    /// Whether std's iterator gives the item of any index: `TrustedRandomAccess`.
    fn has_item_for_index(&self, expr: &syn::Expr) -> bool {
        match strip(expr) {
            syn::Expr::Reference(_) => true,
            syn::Expr::Range(range) => {
                matches!(range.limits, syn::RangeLimits::HalfOpen(_)) && range.end.is_some()
            }
            syn::Expr::MethodCall(call) => match call.method.to_string().as_str() {
                "map" | "copied" | "cloned" | "enumerate" | "skip" | "fuse" => {
                    self.has_item_for_index(&call.receiver)
                }
                "zip" => {
                    self.has_item_for_index(&call.receiver)
                        && call.args.iter().all(|it| self.has_item_for_index(it))
                }
                "iter" | "iter_mut" | "windows" | "chunks" | "chunks_exact" | "chunks_mut"
                | "chunks_exact_mut" | "rchunks" | "rchunks_exact" | "rchunks_mut" | "rchunks_exact_mut" => {
                    true
                }
                _ => false,
            },
            // A name of a slice.
            syn::Expr::Path(_) => {
                let entity = crate::syntax::path_name(expr).and_then(|name| self.lookup(&name));
                matches!(entity, Some(Entity::Buffer(buffer)) if self.buffers[buffer].is_slice)
            }
            _ => false,
        }
    }

    /// Whether std's iterator knows how many items it has: `TrustedLen`. A `fold` over a `zip` of two such ones asks each for as many as the shorter one has.
    pub(super) fn has_trusted_length(&self, expr: &syn::Expr) -> bool {
        match strip(expr) {
            syn::Expr::Range(range) => range.start.is_some() && range.end.is_some(),
            syn::Expr::Array(_) | syn::Expr::Repeat(_) => true,
            syn::Expr::Path(_) => {
                let entity = crate::syntax::path_name(expr).and_then(|name| self.lookup(&name));
                matches!(entity, Some(Entity::Buffer(_) | Entity::Local(_) | Entity::Table(_)))
            }
            syn::Expr::MethodCall(call) => match call.method.to_string().as_str() {
                "map" | "copied" | "cloned" | "enumerate" | "fuse" | "rev" | "take" | "peekable" => {
                    self.has_trusted_length(&call.receiver)
                }
                "step_by" => self.has_item_for_index(&call.receiver),
                "zip" | "chain" => {
                    self.has_trusted_length(&call.receiver)
                        && call.args.iter().all(|it| self.has_trusted_length(it))
                }
                "into_iter" => self.has_trusted_length(&call.receiver),
                _ => self.has_item_for_index(expr),
            },
            _ => self.has_item_for_index(expr),
        }
    }

    /// A `zip` that a `fold` of std's goes through, and those from which it takes its items: where it knows both lengths, it asks these for no more than it needs.
    pub(super) fn zips_in_step(&self, zip: &syn::ExprMethodCall) -> Vec<*const syn::ExprMethodCall> {
        let mut all = vec![std::ptr::from_ref(zip)];
        let sides = || std::iter::once(&*zip.receiver).chain(&zip.args);
        if sides().all(|side| self.has_trusted_length(side)) {
            all.extend(sides().filter_map(inner_zip).flat_map(|inner| self.zips_in_step(inner)));
        }
        all
    }

    /// A chain, whose items have an index where that can be.
    pub(super) fn indexed_chain(&mut self, expr: &syn::Expr) -> Option<Chain> {
        let outer = std::mem::replace(&mut self.wants_indices, true);
        let chain = self.chain(expr);
        self.wants_indices = outer;
        chain
    }

    /// The items of a loop, with those of a chain before them.
    fn paired(&mut self, own: Indexed, mut round: Box<Round>, before: &mut Vec<Stmt>, area: Area) -> Stage {
        let own = self.straight(own);
        let item = round.take();
        let item = self.settled_item(item, round.stmts());
        let (counter, this) = self.counted_items(&mut round, before, area);
        // After the last one nothing is asked of the loop.
        let is_over = count(BinOp::Ge, local(counter, Ty::U32, area), own.length);
        let stmts = vec![only_if(is_over, vec![leave(self.exit_of(&round), area)])];
        round.first(&stmts);
        let first = (own.at)(self, this, round.stmts());
        round.item = Item::Tuple(vec![first, item]);
        Stage::Round(round)
    }

    fn chained(&mut self, it: Adapted) -> Option<Chain> {
        let Adapted { area, call, chain: Chain { mut before, stage }, .. } = it;
        let Chain { before: further, stage: other } = self.moved_chain(&call.args[0])?;
        let first = self.by_index(stage, &mut before);
        before.extend(further);
        let (Ok(first), Ok(second)) = (first, self.by_index(other, &mut before)) else {
            let fix = "write one `for` loop after the other";
            self.errors.report(area, "`chain` takes slices, arrays and ranges", fix);
            return None;
        };
        let (first, second) = (self.straight(first), self.straight(second));
        let border = first.length.clone();
        let length = self.settled_count(count(BinOp::Add, first.length, second.length), &mut before);
        let acts = first.acts.max(second.acts);
        let (of_first, of_second) = (first.at, second.at);
        let at: At = Box::new(move |checker, index, _| {
            let is_first = count(BinOp::Lt, index.clone(), border.clone());
            let mut then = Block::default();
            let value = of_first(checker, index.clone(), &mut then.stmts);
            if matches!(&value, Item::Place(spot) if spot.clone().into_parts().1) {
                let fix = "write one `for` loop after the other";
                checker.errors.report(area, "kernels have no `chain` of places that are changed", fix);
                return Item::Value(Expr::error(area));
            }
            let value = checker.value_of_item(value, area);
            let mut otherwise = Block::default();
            let rest = count(BinOp::Sub, index, border);
            let rest = checker.settled_count(rest, &mut otherwise.stmts);
            let other = of_second(checker, rest, &mut otherwise.stmts);
            let other = checker.value_of_item(other, area);
            let ty = checker.same(&value, &other, "the items of a chain");
            then.tail = Some(Box::new(value));
            otherwise.tail = Some(Box::new(other));
            let kind = Kind::If { cond: Box::new(is_first), then, otherwise: Some(otherwise) };
            Item::Value(Expr { kind, ty, area })
        });
        Some(Chain { before, stage: Stage::Indexed(Indexed::new(length, acts, at)) })
    }

    fn skip(&mut self, it: Adapted) -> Option<Chain> {
        let Adapted { area, call, chain: Chain { mut before, stage }, .. } = it;
        let skipped = self.count_argument(&call, "skip", &mut before)?;
        let stage = match stage {
            // It may have more numbers than an index counts.
            Stage::Range(range)
                if self.counter_of(range.ty, [&range.counted.from, &range.counted.to]) != Ty::U32 =>
            {
                let range = self.range_after(range, skipped, &mut before);
                return Some(Chain { before, stage: Stage::Range(range) });
            }
            stage => stage,
        };
        let stage = match self.by_index(stage, &mut before) {
            Ok(indexed) if indexed.acts == Acts::Never => {
                let Indexed { length, acts, each, at, .. } = self.straight(indexed);
                let skipped = count(BinOp::Min, skipped, length.clone());
                let skipped = self.settled_count(skipped, &mut before);
                let length = self.settled_count(count(BinOp::Sub, length, skipped.clone()), &mut before);
                let at: At = Box::new(move |checker, index, stmts| {
                    let index = checker.settled_count(count(BinOp::Add, index, skipped), stmts);
                    at(checker, index, stmts)
                });
                Stage::Indexed(Indexed { each, ..Indexed::new(length, acts, at) })
            }
            stage => {
                let mut round = self.opened(stage, area);
                self.settle(&mut round);
                let (_, this) = self.counted_items(&mut round, &mut before, area);
                round.only_if(count(BinOp::Ge, this, skipped));
                Stage::Round(round)
            }
        };
        Some(Chain { before, stage })
    }

    fn take(&mut self, it: Adapted) -> Option<Chain> {
        let Adapted { area, call, chain: Chain { mut before, stage }, .. } = it;
        let taken = self.count_argument(&call, "take", &mut before)?;
        let stage = match self.by_index(stage, &mut before) {
            Ok(indexed) => {
                let Indexed { length, acts, each, at, .. } = self.straight(indexed);
                let length = match length.kind {
                    Kind::Literal(bits) if bits == u32::MAX.into() => taken,
                    _ => self.settled_count(count(BinOp::Min, length, taken), &mut before),
                };
                Stage::Indexed(Indexed { each, ..Indexed::new(length, acts.cut(), at) })
            }
            Err(mut round) => {
                self.settle(&mut round);
                let (counter, _) = self.counted_items(&mut round, &mut before, area);
                // After the last one nothing is asked of what comes before.
                let is_over = count(BinOp::Ge, local(counter, Ty::U32, area), taken);
                let stmts = vec![only_if(is_over, vec![leave(self.exit_of(&round), area)])];
                round.first(&stmts);
                Stage::Round(round)
            }
        };
        Some(Chain { before, stage })
    }

    fn step_by(&mut self, it: Adapted) -> Option<Chain> {
        let Adapted { area, call, chain: Chain { mut before, stage }, .. } = it;
        if let Stage::Range(mut range) = stage {
            let step = self.arguments(&call.args, 1, area, "step_by")?.pop()?;
            let step = self.step_of_range(step, range.ty)?;
            range.counted.adaptors.push(Adaptor::StepBy(step));
            return Some(Chain { before, stage: Stage::Range(range) });
        }
        let step = self.size_argument(&call, "step_by", &mut before)?;
        let stage = match self.by_index(stage, &mut before) {
            Ok(indexed) if indexed.acts == Acts::Never => {
                Stage::Indexed(self.stepped(indexed, step, &mut before))
            }
            stage => {
                let mut round = self.opened(stage, area);
                self.settle(&mut round);
                let (_, this) = self.counted_items(&mut round, &mut before, area);
                round.only_if(count(BinOp::Eq, count(BinOp::Mod, this, step), number(0, area)));
                Stage::Round(round)
            }
        };
        Some(Chain { before, stage })
    }

    /// What a function does beside computing a value, as far as its words tell.
    fn acts_of(&self, function: &syn::Expr) -> Acts {
        let body = match strip(function) {
            syn::Expr::Closure(closure) => &*closure.body,
            path => return if self.is_item(path) { Acts::Calls } else { Acts::Each },
        };
        match () {
            () if self.computes(body, false) => Acts::Never,
            () if self.computes(body, true) => Acts::Calls,
            () => Acts::Each,
        }
    }

    /// Whether a path is that of an item, and no variable.
    fn is_item(&self, expr: &syn::Expr) -> bool {
        let syn::Expr::Path(path) = strip(expr) else { return false };
        let name = path.path.get_ident().and_then(|name| self.lookup(&crate::syntax::plain(name)));
        !name.is_some_and(Entity::is_variable)
    }

    /// Whether an expression does nothing but to compute a value of numbers, or else calls functions that are given no `&mut`.
    fn computes(&self, expr: &syn::Expr, with_calls: bool) -> bool {
        let all = |list: &syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>| {
            list.iter().all(|expr| self.computes(expr, with_calls))
        };
        let of_block = |block: &syn::Block| {
            block.stmts.iter().all(|stmt| match stmt {
                syn::Stmt::Local(local) => local
                    .init
                    .as_ref()
                    .is_none_or(|it| it.diverge.is_none() && self.computes(&it.expr, with_calls)),
                syn::Stmt::Expr(expr, _) => self.computes(expr, with_calls),
                _ => false,
            })
        };
        match strip(expr) {
            syn::Expr::Lit(_) | syn::Expr::Path(_) => true,
            syn::Expr::Unary(it) => self.computes(&it.expr, with_calls),
            syn::Expr::Cast(it) => self.computes(&it.expr, with_calls),
            syn::Expr::Field(it) => self.computes(&it.base, with_calls),
            syn::Expr::Index(it) => {
                self.computes(&it.expr, with_calls) && self.computes(&it.index, with_calls)
            }
            syn::Expr::Reference(it) => it.mutability.is_none() && self.computes(&it.expr, with_calls),
            syn::Expr::Tuple(it) => all(&it.elems),
            syn::Expr::Array(it) => all(&it.elems),
            syn::Expr::Struct(it) => it.fields.iter().all(|field| self.computes(&field.expr, with_calls)),
            syn::Expr::Range(it) => {
                [&it.start, &it.end].into_iter().flatten().all(|it| self.computes(it, with_calls))
            }
            syn::Expr::Block(it) => of_block(&it.block),
            syn::Expr::If(it) => {
                self.computes(&it.cond, with_calls)
                    && of_block(&it.then_branch)
                    && it.else_branch.as_ref().is_none_or(|(_, it)| self.computes(it, with_calls))
            }
            syn::Expr::Let(it) => self.computes(&it.expr, with_calls),
            syn::Expr::Match(it) => {
                self.computes(&it.expr, with_calls)
                    && it.arms.iter().all(|arm| self.computes(&arm.body, with_calls))
            }
            syn::Expr::Binary(it) => {
                !crate::syntax::assigns(&it.op)
                    && self.computes(&it.left, with_calls)
                    && self.computes(&it.right, with_calls)
            }
            syn::Expr::Call(it) => with_calls && self.is_item(&it.func) && all(&it.args),
            syn::Expr::MethodCall(it) => {
                let name = it.method.to_string();
                let is_of_numbers = ["wrapping_", "saturating_", "checked_", "is_", "to_"]
                    .iter()
                    .any(|start| name.starts_with(start))
                    || matches!(
                        name.as_str(),
                        "abs"
                            | "abs_diff"
                            | "pow"
                            | "min"
                            | "max"
                            | "clamp"
                            | "signum"
                            | "count_ones"
                            | "rem_euclid"
                            | "sqrt"
                            | "floor"
                            | "ceil"
                            | "round"
                            | "len"
                            | "iter"
                            | "sum"
                            | "clone"
                            | "unwrap_or"
                    );
                is_of_numbers && self.computes(&it.receiver, with_calls) && all(&it.args)
            }
            _ => false,
        }
    }

    /// The open loop of a chain.
    fn opened(&mut self, stage: Result<Indexed, Box<Round>>, area: Area) -> Box<Round> {
        match stage {
            Ok(indexed) => Box::new(self.round(Stage::Indexed(indexed), area)),
            Err(round) => round,
        }
    }

    fn settle(&mut self, round: &mut Round) {
        let item = round.take();
        round.item = self.settled_item(item, round.stmts());
    }

    /// Does something with each item of a chain, which keeps its indices where it has them.
    fn mapped(
        &mut self,
        it: Adapted,
        acts: Acts,
        map: impl FnOnce(&mut Checker<'_>, Item, &mut Vec<Stmt>) -> Item + 'static,
    ) -> Option<Chain> {
        let Adapted { area, chain: Chain { mut before, stage }, .. } = it;
        let stage = match stage {
            Stage::Range(range) if self.wants_indices => {
                Stage::Indexed(self.indexed_range(range, &mut before))
            }
            stage => stage,
        };
        let stage = match stage {
            Stage::Indexed(indexed) => {
                let Indexed { length, is_reversed, from_end, acts: acted, at, .. } = indexed;
                let at: At = Box::new(move |checker, index, stmts| {
                    let item = at(checker, index, stmts);
                    map(checker, item, stmts)
                });
                // What is made behind the end goes through this, too.
                let acts = match acted {
                    Acts::BehindTheEnd => acted,
                    _ => acts.max(acted),
                };
                Stage::Indexed(Indexed { length, is_reversed, from_end, acts, each: None, at })
            }
            stage => {
                let mut round = self.round(stage, area);
                let item = round.take();
                round.item = map(self, item, round.stmts());
                Stage::Round(Box::new(round))
            }
        };
        Some(Chain { before, stage })
    }

    fn copied(&mut self, it: Adapted) -> Option<Chain> {
        let (area, clones) = (it.area, it.call.method == "cloned");
        self.mapped(it, Acts::Never, move |checker, item, _| match item {
            Item::TupleBehind(items) => Item::Tuple(items),
            item => {
                let value = checker.value_of_item(item, area);
                if checker.referent(value.ty).is_none() && checker.infer.resolve(value.ty) != Ty::Error {
                    let fix = "leave it out: these are values already";
                    checker.errors.report(area, "`copied` takes an iterator over references", fix);
                    return Item::Value(Expr::error(area));
                }
                let value = checker.pointed(value);
                Item::Value(if clones { checker.clone_of(value) } else { value })
            }
        })
    }

    fn map(&mut self, it: Adapted) -> Option<Chain> {
        let call = Rc::clone(&it.call);
        let acts = self.acts_of(&call.args[0]);
        self.mapped(it, acts, move |checker, item, stmts| {
            let value = checker.applied(&call.args[0], vec![item], stmts);
            Item::Value(checker.hidden("item", value, stmts))
        })
    }

    fn inspect(&mut self, it: Adapted) -> Option<Chain> {
        let call = Rc::clone(&it.call);
        self.mapped(it, Acts::Each, move |checker, item, stmts| {
            let item = checker.settled_item(item, stmts);
            let behind = checker.behind_item(&item);
            let value = checker.applied(&call.args[0], vec![behind], stmts);
            stmts.push(Stmt::Expr(value));
            item
        })
    }

    /// The loop of a chain, and whether a function of a reference to its item holds.
    fn asked(&mut self, it: Adapted) -> (Vec<Stmt>, Round, Expr) {
        let Adapted { area, call, chain: Chain { before, stage }, .. } = it;
        let mut round = self.round(stage, area);
        self.settle(&mut round);
        let behind = self.behind_item(&round.item);
        let cond = self.applied(&call.args[0], vec![behind], round.stmts());
        let what = format!("the result of the closure of `{}`", call.method);
        self.condition(&cond, &what);
        (before, round, cond)
    }

    fn filter(&mut self, it: Adapted) -> Option<Chain> {
        let (before, mut round, cond) = self.asked(it);
        round.only_if(cond);
        Some(Chain { before, stage: Stage::Round(Box::new(round)) })
    }

    fn take_while(&mut self, it: Adapted) -> Option<Chain> {
        let area = it.area;
        let (before, mut round, cond) = self.asked(it);
        let left = only_if(negated(cond), vec![leave(self.exit_of(&round), area)]);
        round.stmts().push(left);
        round.is_reversible = false;
        Some(Chain { before, stage: Stage::Round(Box::new(round)) })
    }

    fn skip_while(&mut self, it: Adapted) -> Option<Chain> {
        let Adapted { area, call, chain: Chain { mut before, stage }, .. } = it;
        let mut round = self.round(stage, area);
        self.settle(&mut round);
        let skips = self.counter("skips", boolean(true, area), &mut before);
        // The closure is called until it says no.
        let behind = self.behind_item(&round.item);
        let mut asked = Vec::new();
        let cond = self.applied(&call.args[0], vec![behind], &mut asked);
        self.condition(&cond, "the result of the closure of `skip_while`");
        asked.push(assign(skips, None, cond));
        round.stmts().push(only_if(local(skips, Ty::Bool, area), asked));
        round.only_if(negated(local(skips, Ty::Bool, area)));
        round.is_reversible = false;
        Some(Chain { before, stage: Stage::Round(Box::new(round)) })
    }

    fn filter_map(&mut self, it: Adapted) -> Option<Chain> {
        let (before, mut round, is_some, value) = self.optional_items(it)?;
        round.only_if(is_some);
        round.item = Item::Value(value);
        Some(Chain { before, stage: Stage::Round(Box::new(round)) })
    }

    fn map_while(&mut self, it: Adapted) -> Option<Chain> {
        let area = it.area;
        let (before, mut round, is_some, value) = self.optional_items(it)?;
        let left = only_if(negated(is_some), vec![leave(self.exit_of(&round), area)]);
        round.stmts().push(left);
        round.item = Item::Value(value);
        round.is_reversible = false;
        Some(Chain { before, stage: Stage::Round(Box::new(round)) })
    }

    /// A `map_while` whose function has a variable of its own.
    fn scan(&mut self, it: Adapted) -> Option<Chain> {
        let Adapted { area, call, chain: Chain { mut before, stage }, .. } = it;
        let first = self.expr(&call.args[0]);
        if self.infer.resolve(first.ty) == Ty::Error {
            return None;
        }
        let state = self.counter("state", first, &mut before);
        let mut round = self.round(stage, area);
        let item = round.take();
        let ty = self.locals[state].ty;
        let own = Item::Place(Spot::of(local(state, ty, area), true, None));
        let value = self.applied(&call.args[1], vec![own, item], round.stmts());
        if self.infer.resolve(value.ty) == Ty::Error {
            return None;
        }
        let value = self.hidden("item", value, round.stmts());
        let Some((is_some, value)) = self.parts_of_option(value) else {
            let fix = "end it with `Some(value)`";
            self.errors.report(area, "the closure of `scan` gives an `Option`", fix);
            return None;
        };
        let left = only_if(negated(is_some), vec![leave(self.exit_of(&round), area)]);
        round.stmts().push(left);
        round.item = Item::Value(value);
        round.is_reversible = false;
        Some(Chain { before, stage: Stage::Round(Box::new(round)) })
    }

    /// A loop in a loop, over the chain that a closure gives for an item.
    fn flat_map(&mut self, it: Adapted) -> Option<Chain> {
        let Adapted { area, call, chain: Chain { mut before, stage }, .. } = it;
        let stage = match stage {
            Stage::Indexed(rows)
                if self.wants_indices
                    && rows.each.is_some()
                    && rows.acts == Acts::Never
                    && gives_all(&call.args[0]) =>
            {
                let each = move |checker: &mut Checker<'_>, row: Item, stmts: &mut Vec<Stmt>| {
                    let syn::Expr::Closure(closure) = strip(&call.args[0]) else { return None };
                    checker.scopes.push(std::collections::HashMap::new());
                    let chain = checker.inner_items(closure, row, stmts);
                    checker.scopes.pop();
                    let Chain { before, stage } = chain?;
                    stmts.extend(before);
                    let indexed = checker.by_index(stage, stmts).ok()?;
                    Some(checker.straight(indexed).at)
                };
                return Some(Chain { stage: self.all_of(rows, each, &mut before, area)?, before });
            }
            stage => stage,
        };
        let mut outer = self.round(stage, area);
        let item = outer.take();
        let inner = match self.in_delayed(&call.args[0], |checker, function| {
            checker.inner_chain(function, item.clone(), &mut outer, area)
        }) {
            Some(inner) => inner,
            None => self.inner_chain(&call.args[0], item, &mut outer, area),
        };
        Some(Chain { before, stage: Stage::Round(Box::new(outer.with_inner(inner?))) })
    }

    /// The loop over the chain that a closure gives for an item.
    fn inner_chain(
        &mut self,
        function: &syn::Expr,
        item: Item,
        outer: &mut Round,
        area: Area,
    ) -> Option<Round> {
        if let syn::Expr::Path(path) = strip(function) {
            return self.inner_chain(&syn::parse_quote!(|__vyre_item| #path(__vyre_item)), item, outer, area);
        }
        let syn::Expr::Closure(closure) = strip(function) else {
            let fix = "write a closure that gives an iterator: `|x| x.iter()`";
            self.errors.report(function.area(), "`flat_map` takes a closure here", fix);
            return None;
        };
        if closure.inputs.len() != 1 {
            self.wrong_parameters(closure.inputs.len(), 1, area);
            return None;
        }
        // What the closures of the inner chain name is seen where its round is made.
        self.scopes.push(std::collections::HashMap::new());
        let inner = self.inner_items(closure, item, outer.stmts());
        let round = inner.map(|Chain { before, stage }| {
            outer.stmts().extend(before);
            self.round(stage, area)
        });
        self.scopes.pop();
        round
    }

    /// The chain that a closure gives for an item, whose names are bound in the innermost scope.
    fn inner_items(
        &mut self,
        closure: &syn::ExprClosure,
        item: Item,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Chain> {
        self.bind_item(&closure.inputs[0], item, stmts);
        let syn::Expr::Block(it) = &*closure.body else { return self.chain(&closure.body) };
        let Some((syn::Stmt::Expr(tail, None), first)) = it.block.stmts.split_last() else {
            return self.chain(&closure.body);
        };
        if it.label.is_some() || crate::syntax::words(&it.block).contains("return") {
            return self.chain(&closure.body);
        }
        if !first.is_empty() {
            // What stands before the chain is executed once for each item.
            let block = syn::Block { brace_token: it.block.brace_token, stmts: first.to_vec() };
            stmts.extend(self.statements(&block).stmts);
        }
        self.chain(tail)
    }

    /// The elements of items that are arrays or slices, and the values of those that are `Option`s.
    fn flatten(&mut self, it: Adapted) -> Option<Chain> {
        let Adapted { area, chain: Chain { mut before, stage }, .. } = it;
        let stage = match stage {
            Stage::Indexed(rows) if self.wants_indices && rows.each.is_some() && rows.acts == Acts::Never => {
                let each = move |checker: &mut Checker<'_>, row: Item, _: &mut Vec<Stmt>| {
                    Some(checker.elements_in(row, area)?.1)
                };
                return Some(Chain { stage: self.all_of(rows, each, &mut before, area)?, before });
            }
            stage => stage,
        };
        let mut outer = self.round(stage, area);
        let item = outer.take();
        let item = self.settled_item(item, outer.stmts());
        if let item @ (Item::Value(_) | Item::Place(_)) = &item {
            let (place, is_behind, is_exclusive) = self.behind_of_item(item.clone(), area);
            let held = self.parts_of_option(place.clone());
            if let Some((is_some, value)) = held.or_else(|| self.parts_of_result(place)) {
                outer.only_if(is_some);
                outer.item = match is_behind {
                    true => Item::Place(Spot::of(value, is_exclusive, None)),
                    false => Item::Value(value),
                };
                return Some(Chain { before, stage: Stage::Round(Box::new(outer)) });
            }
        }
        let (length, at) = self.elements_in(item, area)?;
        let indexed = Indexed::new(length, Acts::Never, at);
        let inner = self.round(Stage::Indexed(indexed), area);
        Some(Chain { before, stage: Stage::Round(Box::new(outer.with_inner(inner))) })
    }

    /// The items of items that are all of one length, each with an index of its own.
    fn all_of(
        &mut self,
        rows: Indexed,
        items: impl FnOnce(&mut Checker<'_>, Item, &mut Vec<Stmt>) -> Option<At> + 'static,
        before: &mut Vec<Stmt>,
        area: Area,
    ) -> Option<Stage> {
        let Indexed { length, acts, each, at, .. } = self.straight(rows);
        let each = self.settled_count(*each?, before);
        let all = self.settled_count(count(BinOp::Mul, length, each.clone()), before);
        let at: At = Box::new(move |checker, index, stmts| {
            let index = checker.settled_count(index, stmts);
            let row = checker.settled_count(count(BinOp::Div, index.clone(), each.clone()), stmts);
            let column = checker.settled_count(count(BinOp::Mod, index, each), stmts);
            let row = at(checker, row, stmts);
            let row = checker.settled_item(row, stmts);
            match items(checker, row, stmts) {
                Some(items) => items(checker, column, stmts),
                None => Item::Value(Expr::error(area)),
            }
        });
        Some(Stage::Indexed(Indexed::new(all, acts, at)))
    }

    /// The place or the value of an item, whether it is behind a reference, and whether it can be changed there.
    fn behind_of_item(&mut self, item: Item, area: Area) -> (Expr, bool, bool) {
        let is_value = matches!(item, Item::Value(_));
        let (place, is_exclusive) = match item {
            Item::Place(spot) => spot.into_parts(),
            item => (self.value_of_item(item, area), false),
        };
        let is_behind = !is_value || self.referent(place.ty).is_some();
        (self.behind_references(place), is_behind, is_exclusive)
    }

    /// How many elements an item has that is an array or a slice, and what gives them.
    fn elements_in(&mut self, item: Item, area: Area) -> Option<(Expr, At)> {
        match item {
            Item::Slice(slice) => {
                let length = Expr { kind: Kind::Len(slice), ty: Ty::U32, area };
                let is_exclusive = !self.buffers[slice].is_constant;
                let root = self.slice_roots.get(&slice).copied();
                let at: At = Box::new(move |checker, index, stmts| {
                    let index = checker.settled_count(index, stmts);
                    let place = checker.element_of_slice(slice, index, area);
                    Item::Place(Spot::of(place, is_exclusive, root))
                });
                Some((length, at))
            }
            item @ (Item::Value(_) | Item::Place(_)) => {
                let (place, is_behind, is_exclusive) = self.behind_of_item(item, area);
                let Some((count, element)) = self.array_element(place.ty) else {
                    if self.infer.resolve(place.ty) != Ty::Error {
                        let fix = "write `flat_map(|x| ..)`";
                        self.errors.report(area, "these items have no elements", fix);
                    }
                    return None;
                };
                let is_vector = self.infer.resolve(place.ty).vector_lanes().is_some();
                let at: At = Box::new(move |checker, index, stmts| {
                    let index = Box::new(checker.settled_count(index, stmts));
                    let value = Box::new(place);
                    let kind =
                        if is_vector { Kind::Lane { value, index } } else { Kind::Pick { value, index } };
                    let place = Expr { kind, ty: element, area };
                    match is_behind {
                        true => Item::Place(Spot::of(place, is_exclusive, None)),
                        false => Item::Value(place),
                    }
                });
                Some((number(count, area), at))
            }
            Item::Tuple(_) | Item::TupleBehind(_) => {
                self.errors.report(area, "these items have no elements", "write `flat_map(|x| ..)`");
                None
            }
        }
    }

    /// The items again and again.
    fn cycle(&mut self, it: Adapted) -> Option<Chain> {
        let Adapted { area, chain: Chain { mut before, stage }, .. } = it;
        let Ok(indexed) = self.by_index(stage, &mut before) else {
            let fix = "write `cycle` before what leaves items out";
            self.errors.report(area, "how many items this iterator has is not known", fix);
            return None;
        };
        let Indexed { length, acts, at, .. } = self.straight(indexed);
        let own = self.settled_count(length, &mut before);
        // Of nothing there is nothing.
        let is_empty = count(BinOp::Eq, own.clone(), number(0, area));
        let length = match &own.kind {
            Kind::Literal(0) => own.clone(),
            Kind::Literal(_) => number(u32::MAX, area),
            _ => {
                let length = super::select(is_empty, number(0, area), number(u32::MAX, area));
                self.settled_count(length, &mut before)
            }
        };
        let at: At = Box::new(move |checker, index, stmts| {
            let index = checker.settled_count(count(BinOp::Mod, index, own), stmts);
            at(checker, index, stmts)
        });
        Some(Chain { before, stage: Stage::Indexed(Indexed::new(length, acts, at)) })
    }

    /// The loop of a chain whose function gives an `Option`: whether there is a value, and the value.
    fn optional_items(&mut self, it: Adapted) -> Option<(Vec<Stmt>, Round, Expr, Expr)> {
        let Adapted { area, call, chain: Chain { before, stage }, .. } = it;
        let mut round = self.round(stage, area);
        let item = round.take();
        let value = self.applied(&call.args[0], vec![item], round.stmts());
        if self.infer.resolve(value.ty) == Ty::Error {
            return None;
        }
        let value = self.hidden("item", value, round.stmts());
        let Some((is_some, value)) = self.parts_of_option(value) else {
            let fix = "write `filter` and `map`";
            self.errors.report(area, format!("the closure of `{}` gives an `Option`", call.method), fix);
            return None;
        };
        Some((before, round, is_some, value))
    }
}

/// Whether a closure gives an iterator over all elements of what it is given: `|row| row.iter()`.
fn gives_all(function: &syn::Expr) -> bool {
    let syn::Expr::Closure(closure) = strip(function) else { return false };
    let Some(syn::Pat::Ident(name)) = closure.inputs.first().filter(|_| closure.inputs.len() == 1) else {
        return false;
    };
    let mut body = strip(&closure.body);
    while let syn::Expr::MethodCall(call) = body {
        let is_each = ["iter", "iter_mut", "into_iter", "copied", "cloned", "rev"];
        if !is_each.iter().any(|method| call.method == method) || !call.args.is_empty() {
            return false;
        }
        body = strip(&call.receiver);
    }
    matches!(body, syn::Expr::Path(path) if path.path.is_ident(&name.ident))
}

pub(super) fn negated(cond: Expr) -> Expr {
    let area = cond.area;
    Expr { kind: Kind::Unary { op: UnOp::LogicalNot, operand: Box::new(cond) }, ty: Ty::Bool, area }
}

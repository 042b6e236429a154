//! Copies in memory of arrays that are parts of values, of which slices are kept. The next round of a loop and the next call make such a copy again, so
//! nothing that outlives them holds a slice of it.

use super::Checker;
use crate::hir::{Adaptor, Base, Block, BufferId, Cut, Expr, FunctionId, Kind, LocalId, LoopId, Stmt};
use std::collections::{HashMap, HashSet};

/// What is executed several times, or has a body of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Round {
    Body,
    Function(FunctionId),
    Loop(LoopId),
}

/// Where variables are declared, copies are made and functions are called.
#[derive(Default)]
struct Found {
    around: HashMap<Round, Round>,
    locals: Vec<(LocalId, Round)>,
    /// The names of slices, with whether they are of slices that are values.
    names: Vec<(BufferId, bool, Round)>,
    arrays: Vec<(BufferId, Round)>,
    made: HashMap<BufferId, Round>,
    calls: HashMap<FunctionId, Vec<Round>>,
}

impl Checker<'_> {
    /// The place that an array is in which is copied to memory, if it is in a variable or an element.
    pub(super) fn place_of_copy(&self, value: &Expr) -> Option<Base> {
        let mut inner = value;
        loop {
            inner = match &inner.kind {
                Kind::Part { value, .. } | Kind::Pick { value, .. } | Kind::Lane { value, .. } => value,
                Kind::Block(Block { stmts, tail: Some(tail) }) if stmts.is_empty() => tail,
                Kind::Local(local) => return Some(Base::Vector(*local)),
                Kind::Load { buffer, .. } => return Some(Base::Buffer(*buffer)),
                _ => return None,
            };
        }
    }

    /// Reports slices of copies that are kept for longer than the copies stay as they are.
    pub(super) fn check_copies(&mut self, body: &Block) {
        if self.copied_arrays.is_empty() {
            return;
        }
        let mut found = Found::default();
        found.block(body, Round::Body);
        for (id, function) in self.functions.iter().enumerate() {
            let round = Round::Function(id);
            found.locals.extend(function.params.iter().map(|param| (*param, round)));
            found.locals.extend(function.references.iter().map(|(_, reference)| (reference.local, round)));
            if let Some(body) = &function.body {
                found.block(body, round);
            }
        }
        // A function that is called in one place is a part of what is around that.
        for (function, calls) in &found.calls {
            if let [only] = calls[..] {
                found.around.insert(Round::Function(*function), only);
            }
        }
        let copies: HashSet<BufferId> = self.copied_arrays.keys().copied().collect();
        let mut kept = HashSet::new();
        let mut keep = |bases: Vec<Base>, round: Round| {
            let of_copies = bases.into_iter().filter_map(|base| match base {
                Base::Buffer(array) if copies.contains(&array) => Some(array),
                _ => None,
            });
            kept.extend(of_copies.filter(|array| {
                found.made.get(array).is_some_and(|made| !found.is_within(round, found.repeated(*made)))
            }));
        };
        for (local, round) in &found.locals {
            let mut bases = Vec::new();
            self.arrays_in(self.locals[*local].ty, &mut bases);
            keep(bases, *round);
        }
        for (name, is_value, round) in &found.names {
            let base = self.array_behind_slice(Base::Buffer(*name));
            // One that moves may be one of each array that it is joined with.
            let is_any = *is_value || self.buffers[*name].is_moving;
            let mut bases = if is_any { self.joined_with(base) } else { vec![base] };
            self.arrays_in(self.buffers[*name].ty, &mut bases);
            keep(bases, *round);
        }
        for (array, round) in &found.arrays {
            let mut bases = Vec::new();
            self.arrays_in(self.buffers[*array].ty, &mut bases);
            keep(bases, *round);
        }
        let mut kept: Vec<BufferId> = kept.into_iter().collect();
        kept.sort_unstable();
        for array in kept {
            let area = self.buffers[array].area;
            let problem =
                "this array is a part of a value, and a slice of it is kept for longer than a round";
            self.errors.report(area, problem, "bind the array before the loop: `let array = ..;`");
        }
    }
}

impl Found {
    /// What makes something again that is made in a round; the whole body where nothing does.
    fn repeated(&self, mut round: Round) -> Round {
        while let Round::Function(_) = round
            && let Some(around) = self.around.get(&round)
        {
            round = *around;
        }
        round
    }

    fn is_within(&self, mut round: Round, other: Round) -> bool {
        // Functions that nobody calls, and what is walked in circles, end here.
        for _ in 0..=self.around.len() {
            if round == other || other == Round::Body {
                return true;
            }
            match self.around.get(&round) {
                Some(around) => round = *around,
                None => return false,
            }
        }
        false
    }

    fn block(&mut self, block: &Block, round: Round) {
        for stmt in &block.stmts {
            match stmt {
                Stmt::Let { local, value, .. } => {
                    self.locals.push((*local, round));
                    self.expr(value, round);
                }
                Stmt::Fill { buffer, value, .. } => {
                    self.arrays.push((*buffer, round));
                    self.expr(value, round);
                }
                Stmt::View { name, view, .. } => {
                    let is_value = view.cuts.iter().any(|cut| matches!(cut, Cut::At { .. }));
                    self.names.push((*name, is_value, round));
                    view.cuts.iter().flat_map(Cut::exprs).for_each(|expr| self.expr(expr, round));
                }
                Stmt::Move { view, .. } => {
                    view.cuts.iter().flat_map(Cut::exprs).for_each(|expr| self.expr(expr, round));
                }
                Stmt::Refer { reference, place, .. } => {
                    self.locals.push((reference.local, round));
                    place.exprs().for_each(|expr| self.expr(expr, round));
                }
                Stmt::Expr(expr) => self.expr(expr, round),
            }
        }
        block.tail.iter().for_each(|tail| self.expr(tail, round));
    }

    fn expr(&mut self, expr: &Expr, round: Round) {
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match &expr.kind {
                Kind::AssignWhole { buffer, .. } => {
                    self.made.entry(*buffer).or_insert(round);
                    self.arrays.push((*buffer, round));
                }
                Kind::CallFunction { function, .. } => self.calls.entry(*function).or_default().push(round),
                Kind::ShortCircuit { left, right, .. } => open.extend([&**left, &**right]),
                Kind::If { cond, then, otherwise } => {
                    open.push(cond);
                    self.block(then, round);
                    otherwise.iter().for_each(|block| self.block(block, round));
                }
                Kind::For { id, local, range, body } => {
                    open.extend([&*range.from, &*range.to]);
                    open.extend(range.adaptors.iter().filter_map(|adaptor| match adaptor {
                        Adaptor::StepBy(step) => Some(step),
                        Adaptor::Rev => None,
                    }));
                    let own = self.inside(*id, round);
                    self.locals.push((*local, own));
                    self.block(body, own);
                }
                Kind::Loop { id, cond, body } => {
                    let own = self.inside(*id, round);
                    cond.iter().for_each(|cond| self.expr(cond, own));
                    self.block(body, own);
                }
                Kind::Block(block) | Kind::Labeled { body: block, .. } => self.block(block, round),
                // `operands` has theirs.
                _ => {}
            }
            open.extend(expr.kind.operands());
        }
    }

    fn inside(&mut self, id: LoopId, round: Round) -> Round {
        self.around.insert(Round::Loop(id), round);
        Round::Loop(id)
    }
}

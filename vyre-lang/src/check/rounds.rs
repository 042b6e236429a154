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

/// What may hold a slice.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Holder {
    Local(LocalId),
    /// A name of a slice, with whether it is of one that is a value.
    Name(BufferId, bool),
    Array(BufferId),
}

/// Where variables are declared, copies are made and functions are called: once for each copy of a closure's body.
#[derive(Default)]
struct Found {
    around: HashMap<Round, Round>,
    holders: HashMap<Holder, Vec<Round>>,
    made: HashMap<BufferId, Vec<Round>>,
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
            let references = function.references.iter().map(|(_, reference)| reference.local);
            for local in function.params.iter().copied().chain(references) {
                found.hold(Holder::Local(local), round);
            }
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
        let mut kept = HashSet::new();
        for (holder, rounds) in &found.holders {
            let held = self.arrays_held(*holder).into_iter().filter_map(|base| match base {
                Base::Buffer(array) => Some((array, found.made.get(&array)?)),
                Base::Vector(_) => None,
            });
            let held = held.filter(|(array, _)| self.copied_arrays.contains_key(array));
            kept.extend(held.filter(|(_, made)| !found.are_within(rounds, made)).map(|(array, _)| array));
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

    /// The arrays of the slices that something holds.
    fn arrays_held(&self, holder: Holder) -> Vec<Base> {
        let mut bases = Vec::new();
        let ty = match holder {
            Holder::Local(local) => self.locals[local].ty,
            Holder::Array(array) => self.buffers[array].ty,
            Holder::Name(name, is_value) => {
                let base = self.array_behind_slice(Base::Buffer(name));
                // One that moves may be one of each array that it is joined with.
                let is_any = is_value || self.buffers[name].is_moving;
                bases.extend(if is_any { self.joined_with(base) } else { vec![base] });
                self.buffers[name].ty
            }
        };
        self.arrays_in(ty, &mut bases);
        bases
    }
}

impl Found {
    fn hold(&mut self, holder: Holder, round: Round) {
        self.holders.entry(holder).or_default().push(round);
    }

    /// Whether what is declared in some rounds is gone before a copy is made again. What is made in several places is so where its holder is
    /// declared in as many.
    fn are_within(&self, rounds: &[Round], made: &[Round]) -> bool {
        let is_within = |round: &Round| made.iter().any(|made| self.is_within(*round, self.repeated(*made)));
        (made.len() == 1 || made.len() == rounds.len()) && rounds.iter().all(is_within)
    }

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
                    self.hold(Holder::Local(*local), round);
                    self.expr(value, round);
                }
                Stmt::Fill { buffer, value, .. } => {
                    self.hold(Holder::Array(*buffer), round);
                    self.expr(value, round);
                }
                Stmt::View { name, view, .. } => {
                    let is_value = view.cuts.iter().any(|cut| matches!(cut, Cut::At { .. }));
                    self.hold(Holder::Name(*name, is_value), round);
                    view.cuts.iter().flat_map(Cut::exprs).for_each(|expr| self.expr(expr, round));
                }
                Stmt::Move { view, .. } => {
                    view.cuts.iter().flat_map(Cut::exprs).for_each(|expr| self.expr(expr, round));
                }
                Stmt::Refer { reference, place, .. } => {
                    self.hold(Holder::Local(reference.local), round);
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
                    self.made.entry(*buffer).or_default().push(round);
                    self.hold(Holder::Array(*buffer), round);
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
                    self.hold(Holder::Local(*local), own);
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

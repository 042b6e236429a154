//! Variables that a `let x;` declares: each is set before it is read, on every way that leads to the read, and once only unless it is `mut`.

use super::Checker;
use crate::diagnostics::Area;
use crate::hir::{Adaptor, Block, Expr, Kind, LocalId, LoopId, Place, Stmt};
use crate::types::Ty;
use std::collections::{BTreeSet, HashMap, HashSet};

/// What is known of the variables at a point that is reached.
#[derive(Clone, Default)]
struct State {
    /// Those that may not be set yet, and those of them that may be.
    unset: BTreeSet<LocalId>,
    perhaps: BTreeSet<LocalId>,
}

/// A loop or a block with a label around what is being looked at.
struct Open {
    id: LoopId,
    /// What holds where it is left by `break`, and where it goes on by `continue`.
    left: Option<State>,
    resumed: Option<State>,
    /// The first assignment in it to each variable.
    assigned: Vec<(LocalId, Area)>,
}

/// Looks at a body.
struct Walk<'a> {
    /// The variables, with whether they are `mut`.
    later: &'a HashMap<LocalId, bool>,
    /// What holds here; nothing where nothing leads.
    state: Option<State>,
    open: Vec<Open>,
    reported: HashSet<LocalId>,
    found: Vec<(LocalId, Area, Mistake)>,
}

#[derive(Clone, Copy)]
enum Mistake {
    NotSet,
    PerhapsNotSet,
    Twice,
}

impl Checker<'_> {
    /// Reports reads of variables that are not set yet, and second assignments.
    pub(super) fn check_assigned(&mut self, body: &Block) {
        let later = std::mem::take(&mut self.later);
        if later.is_empty() {
            return;
        }
        let bodies = self.functions.iter().filter_map(|function| function.body.as_ref());
        let mut found = Vec::new();
        for body in bodies.chain([body]) {
            let (state, open, reported) = (Some(State::default()), Vec::new(), HashSet::new());
            let mut walk = Walk { later: &later, state, open, reported, found: Vec::new() };
            walk.block(body);
            found.append(&mut walk.found);
        }
        for (local, area, mistake) in found {
            let name = &self.locals[local].name;
            let line = self.declared.get(&local).map(|declared| self.errors.line(*declared));
            let place = line.map_or_else(String::new, |line| format!(" in line {line}"));
            let (problem, fix) = match mistake {
                Mistake::NotSet => (
                    format!("`{name}` is read before it is set"),
                    format!("set it first, or give it a value{place}"),
                ),
                Mistake::PerhapsNotSet => (
                    format!("`{name}` is not set on every way that leads here"),
                    format!("set it on each of them, or give it a value{place}"),
                ),
                Mistake::Twice => (
                    format!("`{name}` may be set twice, but it is not `mut`"),
                    format!("declare it as `mut {name}`{place}"),
                ),
            };
            self.errors.report(area, problem, fix);
        }
    }
}

impl State {
    /// What holds where two ways meet.
    fn join(first: Option<State>, second: Option<State>) -> Option<State> {
        let (Some(mut first), Some(second)) = (first.clone(), second.clone()) else {
            return first.or(second);
        };
        let one_only = first.unset.symmetric_difference(&second.unset);
        first.perhaps = one_only.chain(&first.perhaps).chain(&second.perhaps).copied().collect();
        first.unset.extend(second.unset);
        Some(first)
    }
}

impl Walk<'_> {
    fn report(&mut self, local: LocalId, area: Area, mistake: Mistake) {
        if self.reported.insert(local) {
            self.found.push((local, area, mistake));
        }
    }

    fn read(&mut self, local: LocalId, area: Area) {
        let Some(state) = &self.state else { return };
        if state.unset.contains(&local) {
            let perhaps = state.perhaps.contains(&local);
            self.report(local, area, if perhaps { Mistake::PerhapsNotSet } else { Mistake::NotSet });
        }
    }

    fn assign(&mut self, local: LocalId, area: Area) {
        let Some(is_mutable) = self.later.get(&local).copied() else { return };
        let Some(state) = &mut self.state else { return };
        let is_unset = state.unset.remove(&local);
        let may_be_set = state.perhaps.remove(&local) || !is_unset;
        if !is_mutable {
            if may_be_set {
                self.report(local, area, Mistake::Twice);
            }
            if let Some(open) = self.open.last_mut() {
                open.assigned.push((local, area));
            }
        }
    }

    fn block(&mut self, block: &Block) {
        let mut declared = Vec::new();
        for stmt in &block.stmts {
            match stmt {
                Stmt::Let { local, value, area } => {
                    self.expr(value);
                    if self.later.contains_key(local) && value.area.is(*area) {
                        declared.push(*local);
                        if let Some(state) = &mut self.state {
                            state.unset.insert(*local);
                            state.perhaps.remove(local);
                        }
                    }
                }
                Stmt::Fill { value, .. } => self.expr(value),
                Stmt::View { view, .. } | Stmt::Move { view, .. } => {
                    view.cuts.iter().flat_map(crate::hir::Cut::exprs).for_each(|expr| self.expr(expr));
                }
                Stmt::Refer { place, area, .. } => self.place(place, *area),
                Stmt::Expr(expr) => self.expr(expr),
            }
        }
        if let Some(tail) = &block.tail {
            self.expr(tail);
        }
        if let Some(state) = &mut self.state {
            for local in declared {
                state.unset.remove(&local);
                state.perhaps.remove(&local);
            }
        }
    }

    fn place(&mut self, place: &Place, area: Area) {
        place.exprs().for_each(|expr| self.expr(expr));
        if let Place::Part { local, .. } = place {
            self.read(*local, area);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            Kind::Local(local) => self.read(*local, expr.area),
            Kind::ShortCircuit { left, right, .. } => {
                self.expr(left);
                let before = self.state.clone();
                self.expr(right);
                self.state = State::join(before, self.state.take());
            }
            Kind::If { cond, then, otherwise } => {
                self.expr(cond);
                let before = self.state.clone();
                self.block(then);
                let after = std::mem::replace(&mut self.state, before);
                if let Some(otherwise) = otherwise {
                    self.block(otherwise);
                }
                self.state = State::join(after, self.state.take());
            }
            Kind::Block(block) => self.block(block),
            Kind::For { id, range, body, .. } => {
                self.expr(&range.from);
                self.expr(&range.to);
                for adaptor in &range.adaptors {
                    if let Adaptor::StepBy(step) = adaptor {
                        self.expr(step);
                    }
                }
                self.looped(*id, None, body, true);
            }
            Kind::Loop { id, cond, body } => self.looped(*id, cond.as_deref(), body, cond.is_some()),
            Kind::Labeled { id, body } => {
                self.open(*id);
                self.block(body);
                let (left, ..) = self.close();
                self.state = State::join(self.state.take(), left);
            }
            Kind::Break { target, .. } => {
                self.operands(expr);
                let state = self.state.take();
                if let Some(open) = self.open.iter_mut().find(|open| open.id == *target) {
                    open.left = State::join(open.left.take(), state);
                }
            }
            Kind::Continue { target } => {
                let state = self.state.take();
                if let Some(open) = self.open.iter_mut().find(|open| open.id == *target) {
                    open.resumed = State::join(open.resumed.take(), state);
                }
            }
            Kind::Return(_) => {
                self.operands(expr);
                self.state = None;
            }
            Kind::Assign { local, op, value } => {
                self.expr(value);
                if op.is_some() {
                    self.read(*local, expr.area);
                }
                self.assign(*local, expr.area);
            }
            Kind::AssignLane { local, .. } => {
                self.operands(expr);
                self.read(*local, expr.area);
            }
            Kind::CallFunction { .. } => {
                self.operands(expr);
                expr.kind.referred().for_each(|place| self.place(place, expr.area));
            }
            _ => self.operands(expr),
        }
        // Behind what gives no value, such as a `panic!`, nothing is.
        if expr.ty == Ty::Never {
            self.state = None;
        }
    }

    fn operands(&mut self, expr: &Expr) {
        expr.kind.operands().into_iter().for_each(|operand| self.expr(operand));
    }

    fn open(&mut self, id: LoopId) {
        self.open.push(Open { id, left: None, resumed: None, assigned: Vec::new() });
    }

    /// What held where the innermost loop was left and where it went on, and what was assigned in it.
    fn close(&mut self) -> (Option<State>, Option<State>, Vec<(LocalId, Area)>) {
        let Some(open) = self.open.pop() else { return (None, None, Vec::new()) };
        if let Some(around) = self.open.last_mut() {
            around.assigned.extend(&open.assigned);
        }
        (open.left, open.resumed, open.assigned)
    }

    /// A loop, which may run no round if it has a condition or a range.
    fn looped(&mut self, id: LoopId, cond: Option<&Expr>, body: &Block, may_run_none: bool) {
        self.open(id);
        if let Some(cond) = cond {
            self.expr(cond);
        }
        let before = self.state.clone();
        self.block(body);
        let (left, resumed, assigned) = self.close();
        // What is set when a round ends would be set again in the next one.
        if let (Some(again), Some(first)) = (State::join(self.state.take(), resumed), &before) {
            for (local, area) in assigned {
                let was_unset = first.unset.contains(&local) && !first.perhaps.contains(&local);
                let is_unset = again.unset.contains(&local) && !again.perhaps.contains(&local);
                if was_unset && !is_unset {
                    self.report(local, area, Mistake::Twice);
                }
            }
        }
        self.state = if may_run_none { State::join(before, left) } else { left };
    }
}

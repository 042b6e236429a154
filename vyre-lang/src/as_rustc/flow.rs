//! A body as a graph of what happens to places, and what follows from it: values that are used after they have been moved, and accesses that
//! conflict with a loan that lives.
//!
//! A loan lives as long as a variable that may hold it is used later (the non-lexical lifetimes of rustc). Which variables may hold which loans
//! does not depend on the place in the body; which variables are used later does.

use super::Found;
use super::ty::Ty;
use crate::diagnostics::Area;
use std::collections::{HashMap, HashSet};

pub(super) type LocalId = usize;
pub(super) type LoanId = usize;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Step {
    Field(String),
    Index,
    /// What a reference leads to, and whether it is `&mut`.
    Deref(bool),
}

impl Step {
    /// Whether it leads to an element, by an index or a pattern.
    pub(super) fn is_element(&self) -> bool {
        matches!(self, Step::Index) || matches!(self, Step::Field(name) if name.starts_with('['))
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Place {
    pub(super) local: LocalId,
    pub(super) steps: Vec<Step>,
}

impl Place {
    pub(super) fn of(local: LocalId) -> Place {
        Place { local, steps: Vec::new() }
    }

    pub(super) fn then(&self, step: Step) -> Place {
        let mut place = self.clone();
        place.steps.push(step);
        place
    }

    fn is_prefix_of(&self, other: &Place) -> bool {
        self.local == other.local && other.steps.starts_with(&self.steps)
    }

    /// Whether one of two places may be in the other: an index leads to any element.
    fn meets(&self, other: &Place) -> bool {
        let first = self.steps.iter().zip(&other.steps).find(|(own, other)| own != other);
        self.local == other.local
            && first.is_none_or(
                |pair| matches!(pair, (Step::Index, step) | (step, Step::Index) if step.is_element()),
            )
    }

    pub(super) fn has_deref(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Deref(_)))
    }
}

/// What a variable may hold the loans of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Source {
    Loan(LoanId),
    Local(LocalId),
}

pub(super) struct Local {
    /// Nothing for a value that has no name.
    pub(super) name: Option<String>,
    pub(super) ty: Ty,
    pub(super) is_mutable: bool,
    /// Whether it is what a guard has of a name that the pattern binds.
    pub(super) in_guard: bool,
    pub(super) area: Area,
    pub(super) holds: Vec<Source>,
    /// Whether it is what a call gives: all its lifetimes are one if it holds one loan.
    pub(super) is_given: bool,
}

pub(super) struct Loan {
    pub(super) place: Place,
    pub(super) is_exclusive: bool,
    pub(super) area: Area,
    /// The place as it is written.
    pub(super) text: String,
}

#[derive(Clone, Debug)]
pub(super) enum Op {
    Nothing,
    Read(Place),
    Move(Place),
    Store(Place),
    Borrow(LoanId),
    /// A value without a name is used.
    Use(LocalId),
    /// Several are used at once: each lives until here.
    UseAll(Vec<LocalId>),
    /// A variable is declared, or gets its first value.
    Set(LocalId),
    /// A variable is declared without a value.
    Unset(LocalId),
    /// A variable goes out of scope.
    Dead(LocalId),
}

pub(super) struct Point {
    pub(super) op: Op,
    pub(super) area: Area,
    pub(super) next: Vec<usize>,
}

#[derive(Default)]
pub(super) struct Graph {
    pub(super) points: Vec<Point>,
}

/// What is found, in the words of rustc.
pub(super) struct Tables<'t> {
    pub(super) locals: &'t [Local],
    pub(super) loans: &'t [Loan],
}

/// The most steps of an analysis: a body that asks for more is taken.
const MAX_STEPS: usize = 1_000_000;
/// The most rounds in which it is found what variables hold.
const MAX_ROUNDS: usize = 64;

impl Graph {
    /// Reports moves and borrows that conflict.
    pub(super) fn check(&self, tables: &Tables<'_>, shown: &dyn Fn(&Place) -> String, found: &mut Found) {
        let before = found.list.len();
        self.moves(tables, shown, found);
        if found.list.len() == before && !tables.loans.is_empty() {
            self.loans(tables, shown, found);
        }
    }

    /// Values that are used where they may have been moved.
    fn moves(&self, tables: &Tables<'_>, shown: &dyn Fn(&Place) -> String, found: &mut Found) {
        if !self.points.iter().any(|point| matches!(point.op, Op::Move(_) | Op::Unset(_))) {
            return;
        }
        // The places that may hold no value where a point begins, with the point that moved or declared them.
        let mut states: Vec<Option<HashMap<Place, usize>>> = (0..self.points.len()).map(|_| None).collect();
        states[0] = Some(HashMap::new());
        let mut open = vec![0];
        let mut steps = 0;
        while let Some(at) = open.pop() {
            let Some(mut state) = states[at].clone() else { continue };
            steps += 1 + state.len();
            if steps > MAX_STEPS {
                return;
            }
            match &self.points[at].op {
                Op::Move(place) => drop(state.insert(place.clone(), at)),
                Op::Store(place) => state.retain(|moved, _| !place.is_prefix_of(moved)),
                Op::Set(local) | Op::Dead(local) => state.retain(|moved, _| moved.local != *local),
                Op::Unset(local) => drop(state.insert(Place::of(*local), at)),
                Op::Nothing | Op::Read(_) | Op::Borrow(_) | Op::Use(_) | Op::UseAll(_) => {}
            }
            for next in &self.points[at].next {
                match &mut states[*next] {
                    Some(known) => {
                        let count = known.len();
                        for (place, by) in &state {
                            known.entry(place.clone()).or_insert(*by);
                        }
                        if known.len() > count {
                            open.push(*next);
                        }
                    }
                    unknown => {
                        *unknown = Some(state.clone());
                        open.push(*next);
                    }
                }
            }
        }
        let mut reported = HashSet::new();
        for (at, point) in self.points.iter().enumerate() {
            let Some(state) = &states[at] else { continue };
            let place = match &point.op {
                Op::Read(place) | Op::Move(place) => place,
                Op::Borrow(loan) => &tables.loans[*loan].place,
                Op::Store(place) if !place.steps.is_empty() => place,
                _ => continue,
            };
            let is_unset = |by: usize| matches!(self.points[by].op, Op::Unset(_));
            // An element is stored in an array that is there, and a field in a struct that has had a value.
            let is_whole_asked = match &point.op {
                Op::Store(place) => place.steps.contains(&Step::Index),
                _ => true,
            };
            let moved =
                state.iter().filter(|(moved, by)| moved.meets(place) && (is_whole_asked || is_unset(**by)));
            if let Some((moved, by)) = moved.min_by_key(|(_, by)| **by)
                && reported.insert(moved.clone())
            {
                let (name, line) = (shown(moved), line_of(self.points[*by].area));
                if is_unset(*by) {
                    let problem =
                        format!("`{name}` is used here, and is not set on every way that leads here");
                    let fix = format!("set it first, or give it a value in line {line}");
                    found.report(point.area, problem, fix);
                    continue;
                }
                let problem = if *by == at {
                    format!("use of moved value: `{name}`, which an earlier round of the loop has moved")
                } else if moved.steps.len() <= place.steps.len() {
                    format!("use of moved value: `{name}`, which is moved in line {line}")
                } else {
                    format!(
                        "use of partially moved value: `{}`, of which `{name}` is moved in line {line}",
                        shown(place)
                    )
                };
                found.report(
                    point.area,
                    problem,
                    "lend it with `&`, or derive `Clone` and `Copy` for its type",
                );
            }
        }
    }

    /// The variables that are used after each point begins.
    fn live(&self, tables: &Tables<'_>) -> Option<Vec<HashSet<LocalId>>> {
        let holding: HashSet<LocalId> =
            (0..tables.locals.len()).filter(|local| !tables.locals[*local].holds.is_empty()).collect();
        let mut before: Vec<Vec<usize>> = self.points.iter().map(|_| Vec::new()).collect();
        for (at, point) in self.points.iter().enumerate() {
            for next in &point.next {
                before[*next].push(at);
            }
        }
        let mut live: Vec<HashSet<LocalId>> = self.points.iter().map(|_| HashSet::new()).collect();
        let mut open: Vec<usize> = (0..self.points.len()).collect();
        let mut steps = 0;
        while let Some(at) = open.pop() {
            let mut state: HashSet<LocalId> = HashSet::new();
            for next in &self.points[at].next {
                state.extend(&live[*next]);
            }
            steps += 1 + state.len();
            if steps > MAX_STEPS {
                return None;
            }
            match &self.points[at].op {
                Op::Read(place) | Op::Move(place) => drop(state.insert(place.local)),
                Op::Store(place) if place.steps.is_empty() => drop(state.remove(&place.local)),
                // A store to a field or an element uses what leads there only if a reference does.
                Op::Store(place) if place.has_deref() => drop(state.insert(place.local)),
                Op::Store(_) => {}
                Op::Borrow(loan) => drop(state.insert(tables.loans[*loan].place.local)),
                Op::Use(local) => drop(state.insert(*local)),
                Op::UseAll(locals) => state.extend(locals),
                Op::Set(local) | Op::Unset(local) | Op::Dead(local) => drop(state.remove(local)),
                Op::Nothing => {}
            }
            state.retain(|local| holding.contains(local));
            if state.len() > live[at].len() {
                live[at] = state;
                open.extend(&before[at]);
            }
        }
        Some(live)
    }

    fn loans(&self, tables: &Tables<'_>, shown: &dyn Fn(&Place) -> String, found: &mut Found) {
        let Some(live) = self.live(tables) else { return };
        let held = held(tables);
        let lives = |loan: LoanId, at: usize| {
            // What is being put into a variable lives until it is there.
            let filled = match &self.points[at].op {
                Op::Set(local) => Some(*local),
                Op::Store(place) => Some(place.local),
                _ => None,
            };
            live[at].iter().copied().chain(filled).any(|local| held[local].contains(&loan))
        };
        let mut scopes: Vec<HashSet<LoanId>> = self.points.iter().map(|_| HashSet::new()).collect();
        let mut open: Vec<usize> = Vec::new();
        let enter =
            |at: usize, state: &HashSet<LoanId>, scopes: &mut Vec<HashSet<LoanId>>, open: &mut Vec<usize>| {
                let count = scopes[at].len();
                let more: Vec<LoanId> = state.iter().copied().filter(|loan| lives(*loan, at)).collect();
                scopes[at].extend(more);
                if scopes[at].len() > count {
                    open.push(at);
                }
            };
        let mut steps = 0;
        let after = |at: usize, state: &HashSet<LoanId>| -> HashSet<LoanId> {
            let mut state = state.clone();
            match &self.points[at].op {
                Op::Borrow(loan) => drop(state.insert(*loan)),
                // What the variable led to is lent no more by it.
                Op::Store(place) => state.retain(|loan| {
                    let lent = &tables.loans[*loan].place;
                    let leads = place.is_prefix_of(lent)
                        && lent.steps[place.steps.len()..].iter().any(|step| matches!(step, Step::Deref(_)));
                    !leads
                }),
                Op::Set(local) | Op::Unset(local) => {
                    state.retain(|loan| tables.loans[*loan].place.local != *local)
                }
                Op::Nothing | Op::Read(_) | Op::Move(_) | Op::Use(_) | Op::UseAll(_) | Op::Dead(_) => {}
            }
            state
        };
        let starts: Vec<usize> =
            (0..self.points.len()).filter(|at| matches!(self.points[*at].op, Op::Borrow(_))).collect();
        for at in starts {
            let state = after(at, &scopes[at]);
            for next in &self.points[at].next {
                enter(*next, &state, &mut scopes, &mut open);
            }
            while let Some(at) = open.pop() {
                steps += (1 + scopes[at].len()) * (1 + live[at].len());
                if steps > MAX_STEPS {
                    return;
                }
                let state = after(at, &scopes[at]);
                for next in &self.points[at].next {
                    enter(*next, &state, &mut scopes, &mut open);
                }
            }
        }
        for (at, point) in self.points.iter().enumerate() {
            let conflict =
                scopes[at].iter().copied().filter(|loan| self.conflicts(tables, &point.op, *loan)).min();
            if let Some(loan) = conflict {
                report(tables, point, &tables.loans[loan], shown, found);
            }
        }
    }

    fn conflicts(&self, tables: &Tables<'_>, op: &Op, loan: LoanId) -> bool {
        let of = &tables.loans[loan];
        match op {
            Op::Read(place) => of.is_exclusive && overlap(place, &of.place, false),
            Op::Move(place) => overlap(place, &of.place, false),
            Op::Store(place) => overlap(place, &of.place, true),
            Op::Borrow(own) => {
                let own = &tables.loans[*own];
                (own.is_exclusive || of.is_exclusive) && overlap(&own.place, &of.place, false)
            }
            Op::Dead(local) => of.place.local == *local && !of.place.has_deref(),
            Op::Nothing | Op::Use(_) | Op::UseAll(_) | Op::Set(_) | Op::Unset(_) => false,
        }
    }
}

/// What a pattern takes of an array or a slice, as the name of a step says: `[2]`, `[-1]`, or `[1..-2]` for the rest.
#[derive(Clone, Copy)]
enum Part {
    FromStart(usize),
    FromEnd(usize),
    /// What is left without as many elements at its start and at its end.
    Rest(usize, usize),
}

impl Part {
    fn of(name: &str) -> Option<Part> {
        let name = name.strip_prefix('[')?.strip_suffix(']')?;
        match name.split_once("..-") {
            Some((start, end)) => Some(Part::Rest(start.parse().ok()?, end.parse().ok()?)),
            None => match name.strip_prefix('-') {
                Some(end) => end.parse().ok().map(Part::FromEnd),
                None => name.parse().ok().map(Part::FromStart),
            },
        }
    }

    /// Whether two parts have an element in common for sure: how long the whole is, is not known.
    fn meets(self, other: Part) -> bool {
        match (self, other) {
            (Part::Rest(start, end), Part::Rest(from, to)) => (start, from) == (0, 0) || (end, to) == (0, 0),
            (Part::Rest(start, 0), Part::FromStart(at)) | (Part::FromStart(at), Part::Rest(start, 0)) => {
                at >= start
            }
            (Part::Rest(0, end), Part::FromEnd(at)) | (Part::FromEnd(at), Part::Rest(0, end)) => at > end,
            _ => false,
        }
    }
}

/// Whether an access to a place reaches what is lent; a store reaches what the place itself holds, and nothing behind references.
fn overlap(access: &Place, lent: &Place, is_store: bool) -> bool {
    if access.local != lent.local {
        return false;
    }
    for (own, other) in access.steps.iter().zip(&lent.steps) {
        match (own, other) {
            (Step::Field(own), Step::Field(other)) if own != other => {
                match (Part::of(own), Part::of(other)) {
                    (Some(own), Some(other)) if own.meets(other) => {}
                    _ => return false,
                }
            }
            // An index leads to any element.
            (Step::Field(part), Step::Index) | (Step::Index, Step::Field(part))
                if Part::of(part).is_some() => {}
            (Step::Field(_), Step::Field(_))
            | (Step::Index, Step::Index)
            | (Step::Deref(_), Step::Deref(_)) => {}
            // The same place under two types: nothing is known.
            _ => return false,
        }
    }
    let rest = lent.steps.get(access.steps.len()..).unwrap_or_default();
    !rest.iter().any(|step| match step {
        Step::Deref(is_exclusive) => is_store || !is_exclusive,
        _ => false,
    })
}

/// The loans that each variable may hold.
fn held(tables: &Tables<'_>) -> Vec<HashSet<LoanId>> {
    let mut held: Vec<HashSet<LoanId>> = tables.locals.iter().map(|_| HashSet::new()).collect();
    // Most variables hold what is declared before them, so that a few rounds are enough.
    for _ in 0..MAX_ROUNDS {
        let mut changed = false;
        for (at, local) in tables.locals.iter().enumerate() {
            let mut more: Vec<LoanId> = Vec::new();
            for source in &local.holds {
                match source {
                    Source::Loan(loan) => more.push(*loan),
                    Source::Local(of) if *of != at => more.extend(&held[*of]),
                    Source::Local(_) => {}
                }
            }
            let count = held[at].len();
            held[at].extend(more);
            changed |= held[at].len() > count;
        }
        if !changed {
            break;
        }
    }
    held
}

/// The loans that a variable may hold.
pub(super) fn held_by(tables: &Tables<'_>, local: LocalId) -> Vec<LoanId> {
    let mut all: Vec<LoanId> = held(tables).swap_remove(local).into_iter().collect();
    all.sort_unstable();
    all
}

/// The variables whose loans a variable may hold.
pub(super) fn reached_by(tables: &Tables<'_>, local: LocalId) -> Vec<LocalId> {
    let mut all = vec![local];
    let mut at = 0;
    while let Some(local) = all.get(at) {
        for source in &tables.locals[*local].holds {
            if let Source::Local(of) = source
                && !all.contains(of)
            {
                all.push(*of);
            }
        }
        at += 1;
    }
    all
}

pub(super) fn line_of(area: Area) -> usize {
    area.start.start().line
}

fn report(
    tables: &Tables<'_>,
    point: &Point,
    loan: &Loan,
    shown: &dyn Fn(&Place) -> String,
    found: &mut Found,
) {
    let (name, line) = (&loan.text, line_of(loan.area));
    let kind = if loan.is_exclusive { "mutable" } else { "shared" };
    let since = format!("the {kind} reference of line {line} to `{name}` is used later");
    let fix = "use the reference for the last time before this, or copy what is needed of it";
    let problem = match &point.op {
        Op::Read(place) => format!("cannot use `{}` because it was mutably borrowed: {since}", shown(place)),
        Op::Move(place) => format!("cannot move out of `{}` because it is borrowed: {since}", shown(place)),
        Op::Store(place) => format!("cannot assign to `{}` because it is borrowed: {since}", shown(place)),
        Op::Borrow(own) => {
            let own = &tables.loans[*own];
            match (own.is_exclusive, loan.is_exclusive) {
                (true, true) => {
                    format!("cannot borrow `{}` as mutable more than once at a time: {since}", own.text)
                }
                (true, false) => {
                    format!(
                        "cannot borrow `{}` as mutable because it is also borrowed as immutable: {since}",
                        own.text
                    )
                }
                _ => format!(
                    "cannot borrow `{}` as immutable because it is also borrowed as mutable: {since}",
                    own.text
                ),
            }
        }
        Op::Dead(local) => {
            let Some(name) = tables.locals[*local].name.clone() else {
                let problem = "temporary value dropped while borrowed: it is gone at the end of this statement, and the reference is used later";
                return found.report(loan.area, problem, "bind the value to a name first");
            };
            let problem = format!(
                "`{name}` does not live long enough: it is borrowed here, and the reference is used after its block"
            );
            return found.report(loan.area, problem, "declare it before the block");
        }
        Op::Nothing | Op::Use(_) | Op::UseAll(_) | Op::Set(_) | Op::Unset(_) => return,
    };
    found.report(point.area, problem, fix);
}

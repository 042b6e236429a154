//! Closures: what they capture and how, and how they may be called.

use super::body::{As, Builder, Spot, Value};
use super::flow::{LocalId, Op, Place, Source, Step};
use super::ty::Ty;
use crate::diagnostics::Area;

/// How a closure may be called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Calls {
    Reading,
    Mutating,
    Once,
}

impl Calls {
    fn name(self) -> &'static str {
        match self {
            Calls::Reading => "Fn",
            Calls::Mutating => "FnMut",
            Calls::Once => "FnOnce",
        }
    }
}

pub(super) struct Closure {
    pub(super) calls: Calls,
    /// Where it does what makes it no `Fn`, and to what.
    cause: Option<(Area, String)>,
    pub(super) is_copy: Option<bool>,
    pub(super) gives: Ty,
}

/// A place of the body around, and what is done to it inside.
struct Captured {
    place: Place,
    calls: Calls,
    area: Area,
}

impl<'a> Builder<'_, 'a> {
    pub(super) fn closure(&mut self, it: &'a syn::ExprClosure, params: &[Ty]) -> Value {
        let area = Area::of(it);
        let first = self.locals.len();
        let mut gives = Ty::Unknown;
        let around = std::mem::replace(&mut self.numbers.first, first);
        // What it calls is called when somebody calls it.
        let is_const = std::mem::take(&mut self.is_const);
        let graph = self.inside(|builder| {
            builder.point(Op::Nothing, area);
            builder.scopes.push(Vec::new());
            for (at, pat) in it.inputs.iter().enumerate() {
                let given = params.get(at).cloned();
                let ty = match pat {
                    syn::Pat::Type(typed) => builder.items.ty(&builder.env, &typed.ty),
                    _ => given.unwrap_or(Ty::Unknown),
                };
                let local = builder.temporary(ty.clone(), area);
                let spot = Spot { place: Some(Place::of(local)), ty, root: Some(local) };
                builder.bind(pat, &spot, None);
            }
            let value = builder.value(&it.body, As::Lent);
            builder.touch(&value, area);
            // What a result may hold is not followed out of a closure.
            gives = if builder.may_hold(&value.ty) { Ty::Unknown } else { value.ty };
            builder.leave_scope();
        });
        self.numbers.first = around;
        self.is_const = is_const;
        self.check_graph(&graph);
        let mut captured: Vec<Captured> = Vec::new();
        for point in &graph.points {
            let (place, calls) = match &point.op {
                Op::Read(place) => (place, Calls::Reading),
                Op::Move(place) => (place, Calls::Once),
                Op::Store(place) => (place, Calls::Mutating),
                Op::Borrow(loan) => {
                    let loan = &self.loans[*loan];
                    (&loan.place, if loan.is_exclusive { Calls::Mutating } else { Calls::Reading })
                }
                Op::Nothing | Op::Use(_) | Op::UseAll(_) | Op::Set(_) | Op::Unset(_) | Op::Dead(_) => {
                    continue;
                }
            };
            if place.local < first {
                capture(&mut captured, place, calls, point.area);
            }
        }
        let moved = it.capture.is_some();
        let mut holds = Vec::new();
        let mut calls = Calls::Reading;
        let mut cause = None;
        let mut is_copy = None;
        let mut roots: Vec<LocalId> = Vec::new();
        for one in &captured {
            if one.calls > calls {
                calls = one.calls;
                cause = Some((one.area, super::body::shown_place(&self.locals, &one.place)));
            }
            if one.calls == Calls::Once || (one.calls == Calls::Mutating && !moved) {
                is_copy = Some(false);
            }
            let ty = self.locals[one.place.local].ty.clone();
            if moved {
                if !roots.contains(&one.place.local) {
                    roots.push(one.place.local);
                    // Only what is captured whole is followed.
                    let is_whole = one.place.steps.is_empty() || self.is_copy(&ty) == Some(true);
                    let spot = Spot {
                        place: Some(Place::of(one.place.local)),
                        ty: ty.clone(),
                        root: Some(one.place.local),
                    };
                    if is_whole {
                        let value = self.take(&spot, As::Moved, one.area);
                        holds.extend(value.holds);
                        if self.is_copy(&ty) == Some(false) {
                            is_copy = Some(false);
                        }
                    }
                }
                continue;
            }
            let spot = Spot { place: Some(one.place.clone()), ty: Ty::Unknown, root: Some(one.place.local) };
            match one.calls {
                Calls::Once => {
                    self.point(Op::Move(one.place.clone()), one.area);
                    holds.push(Source::Local(one.place.local));
                }
                Calls::Mutating | Calls::Reading => {
                    let before = self.found.list.len();
                    let value = self.borrow(&spot, one.calls == Calls::Mutating, one.area);
                    // What may not be changed has been reported inside.
                    self.found.list.truncate(before);
                    holds.extend(value.holds);
                }
            }
        }
        let id = self.closures.len();
        self.closures.push(Closure { calls, cause, is_copy, gives });
        Value { ty: Ty::Closure(id), holds }
    }

    /// Reports a closure that does more than who takes it allows.
    pub(super) fn check_closure(&mut self, id: usize, asked: Option<Calls>, is_of_std: bool, area: Area) {
        let closure = &self.closures[id];
        let Some(asked) = asked.filter(|asked| closure.calls > *asked) else { return };
        let (own, name) = (closure.calls.name(), asked.name());
        let (at, what) = match &closure.cause {
            Some((at, what)) => (*at, what.clone()),
            None => (area, "it".to_string()),
        };
        let does = match closure.calls {
            Calls::Once => format!("moves `{what}` out of its environment"),
            Calls::Mutating | Calls::Reading => format!("changes `{what}`"),
        };
        let problem = format!(
            "expected a closure that implements the `{name}` trait, but this closure only implements `{own}`, as it {does}"
        );
        let fix = match is_of_std {
            true => format!("lend `{what}` with `&`, or leave it as it is"),
            false => format!("take `{own}` there, or leave `{what}` as it is"),
        };
        self.found.report(at, problem, fix);
    }
}

/// Adds a capture: a place that another one leads to is captured with it.
fn capture(captured: &mut Vec<Captured>, place: &Place, calls: Calls, area: Area) {
    // Elements are captured with their array.
    let end = place.steps.iter().position(Step::is_element).unwrap_or(place.steps.len());
    let place = Place { local: place.local, steps: place.steps[..end].to_vec() };
    let is_around =
        |around: &Place, inner: &Place| around.local == inner.local && inner.steps.starts_with(&around.steps);
    if let Some(known) = captured.iter_mut().find(|known| is_around(&known.place, &place)) {
        if calls > known.calls {
            known.calls = calls;
            known.area = area;
        }
        return;
    }
    let mut one = Captured { place, calls, area };
    captured.retain(|known| {
        let is_inner = is_around(&one.place, &known.place);
        if is_inner && known.calls > one.calls {
            one.calls = known.calls;
            one.area = known.area;
        }
        !is_inner
    });
    captured.push(one);
}

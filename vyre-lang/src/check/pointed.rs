//! References as values: what `x` is where `*x` is the place. Nobody changes what a `&` refers to while it is used, so its value is that of the
//! place. It has a type of its own, because Rust dereferences by itself in some places alone.

use super::variants::block_of;
use super::{Checker, Entity};
use crate::diagnostics::Area;
use crate::hir::{Expr, Kind, LocalId};
use crate::types::{Form, Ty};

impl Checker<'_> {
    /// Two options of which one holds a reference and the other one a value, as two that hold values.
    pub(super) fn behind_options(&mut self, sides: [Expr; 2]) -> [Expr; 2] {
        let held = |checker: &Self, side: &Expr| match checker.infer.parts(side.ty) {
            Some((Form::Option, parts)) => parts.get(1).map(|held| checker.infer.resolve(*held)),
            _ => None,
        };
        let [Some(left), Some(right)] = [held(self, &sides[0]), held(self, &sides[1])] else { return sides };
        let is_reference = |ty| self.referent(ty).is_some();
        if is_reference(left) == is_reference(right)
            || [left, right].iter().any(|ty| matches!(ty, Ty::Open(_) | Ty::Error))
        {
            return sides;
        }
        sides.map(|side| {
            let held = held(self, &side);
            match held.and_then(|held| Some((held, self.referent(held)?))) {
                Some((held, inner)) => {
                    let (area, mut stmts) = (side.area, Vec::new());
                    let whole = self.hidden("held", side, &mut stmts);
                    let is_there = self.part(whole.clone(), 0, Ty::Bool, area);
                    let held = self.part(whole, 1, held, area);
                    let held = self.pointed(held);
                    let ty = self.option_of(inner);
                    block_of(stmts, Expr { kind: Kind::Many(vec![is_there, held]), ty, area })
                }
                None => side,
            }
        })
    }

    /// `&value`
    pub(super) fn reference_to(&mut self, value: Expr) -> Expr {
        let area = value.area;
        match self.infer.resolve(value.ty) {
            Ty::Error => Expr::error(area),
            ty => {
                Expr { ty: self.infer.many(Form::Reference, vec![ty]), kind: Kind::Many(vec![value]), area }
            }
        }
    }

    /// The type that a reference refers to.
    pub(super) fn referent(&self, ty: Ty) -> Option<Ty> {
        match self.infer.parts(ty)? {
            (Form::Reference, parts) => parts.first().copied(),
            (
                Form::Tuple
                | Form::Array
                | Form::Struct(_)
                | Form::Option
                | Form::Result
                | Form::Enum(_)
                | Form::Slice
                | Form::Closure(_),
                _,
            ) => None,
        }
    }

    /// What a reference refers to; the value itself where it is none.
    pub(super) fn pointed(&self, value: Expr) -> Expr {
        let Some(ty) = self.referent(value.ty) else { return value };
        let Expr { kind, area, .. } = value;
        match kind {
            Kind::Many(mut parts) if parts.len() == 1 => Expr { area, ..parts.swap_remove(0) },
            kind => {
                let value = Box::new(Expr { kind, ..value });
                Expr { kind: Kind::Part { value, at: 0 }, ty, area }
            }
        }
    }

    /// What remains behind all references.
    pub(super) fn behind_references(&self, mut value: Expr) -> Expr {
        while self.referent(value.ty).is_some() {
            value = self.pointed(value);
        }
        value
    }

    /// The value of a name that is a `&`. Nothing for a `&mut`, which is no value that could be copied.
    pub(super) fn shared_value(&mut self, local: LocalId, area: Area) -> Option<Expr> {
        if !self.shared.contains(&local) {
            return None;
        }
        let place = self.referred(local, area);
        if let Kind::Load { buffer, .. } = place.kind
            && self.buffers[buffer].is_atomic
        {
            let name = &self.locals[local].name;
            let fix = format!("write `{name}.load()`");
            self.errors.report(area, format!("`{name}` is a reference to an atomic"), fix);
            return Some(Expr::error(area));
        }
        Some(self.reference_to(place))
    }

    /// What a name bound to another name of a reference means.
    pub(super) fn same_reference(&self, value: &syn::Expr) -> Option<Entity> {
        let local = self.reference_named(value)?;
        // A `&mut` is moved, so that the first name is gone.
        let is_same = self.inner_places.contains_key(&local) || !self.shared.contains(&local);
        is_same.then_some(Entity::Reference(local))
    }

    /// The sides of an operator, of which Rust takes references to numbers as well.
    pub(super) fn sides(&mut self, is_comparison: bool, [left, right]: [Expr; 2]) -> Option<[Expr; 2]> {
        let are = [&left, &right].map(|side| self.referent(side.ty).is_some());
        match (is_comparison, are) {
            (_, [false, false]) => Some([left, right]),
            (true, [true, true]) => {
                let sides = [self.pointed(left), self.pointed(right)];
                self.sides(true, sides)
            }
            (true, _) => {
                let (reference, other) = if are[0] { (left, right) } else { (right, left) };
                if self.infer.resolve(other.ty) != Ty::Error {
                    self.misses_star(reference.area, reference.ty);
                }
                None
            }
            (false, _) => Some([left, right].map(|side| self.number_behind(side))),
        }
    }

    /// The number or `bool` behind one `&`; the value itself where it is none.
    pub(super) fn number_behind(&self, value: Expr) -> Expr {
        match self.referent(value.ty) {
            Some(inner) if self.infer.parts(inner).is_none() => self.pointed(value),
            _ => value,
        }
    }

    /// Reports a reference where what it refers to is wanted. Whether it is one.
    pub(super) fn misses_star(&mut self, area: Area, ty: Ty) -> bool {
        let is_it = self.referent(ty).is_some();
        if is_it {
            let text = self.errors.operand(area);
            self.errors.report(area, format!("`{text}` is a reference"), format!("write `*{text}`"));
        }
        is_it
    }
}

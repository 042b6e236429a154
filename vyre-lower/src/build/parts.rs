//! Values with parts. The lowered form has none: a value of an array or a tuple is an instruction for each number in it, and a
//! variable a local for each.

use super::{Binding, Builder};
use crate::Origin;
use crate::form::*;
use std::rc::Rc;
use vyre_ir::DataType;

/// What a value is in the form.
#[derive(Clone)]
pub(super) enum Parts<T> {
    One(T),
    Many(Rc<[Parts<T>]>),
}

impl<T: Copy> Parts<T> {
    /// What a value without parts is.
    pub(super) fn one(&self) -> T {
        match self {
            Parts::One(one) => *one,
            Parts::Many(_) => unreachable!("rules of types: no operator but Select takes a value with parts"),
        }
    }

    /// One of the parts.
    pub(super) fn part(&self, at: u32) -> Option<&Parts<T>> {
        match self {
            Parts::One(_) => None,
            Parts::Many(parts) => parts.get(at as usize),
        }
    }

    /// The same with something else for each number.
    pub(super) fn map<U>(&self, change: &mut impl FnMut(T) -> U) -> Parts<U> {
        match self {
            Parts::One(one) => Parts::One(change(*one)),
            Parts::Many(parts) => Parts::Many(parts.iter().map(|part| part.map(change)).collect()),
        }
    }

    /// The same with something for each number and the one in its place in `other`, which is of one type with it.
    pub(super) fn zip<U: Copy, V>(&self, other: &Parts<U>, join: &mut impl FnMut(T, U) -> V) -> Parts<V> {
        match (self, other) {
            (Parts::Many(left), Parts::Many(right)) => Parts::Many(
                left.iter().zip(right.iter()).map(|(left, right)| left.zip(right, join)).collect(),
            ),
            (left, right) => Parts::One(join(left.one(), right.one())),
        }
    }
}

impl Builder<'_> {
    /// Zeros of a type.
    pub(super) fn zeros(&mut self, ty: &DataType) -> Parts<InstId> {
        match ty.has_parts() {
            true => Parts::Many(ty.parts().map(|part| self.zeros(part)).collect()),
            false => Parts::One(self.constant(ty.element_type(), [0; 4])),
        }
    }

    /// Declares locals that hold a value.
    pub(super) fn assigned(&mut self, name: &str, value: &Parts<InstId>, origin: Origin) -> Binding {
        let is_one = matches!(value, Parts::One(_));
        let mut at = 0;
        Binding::Local(value.map(&mut |value| {
            let name = if is_one { name.to_string() } else { format!("{name}_{at}") };
            at += 1;
            let local = self.local(Some(&name), self.form[value].ty);
            self.push(Stmt::Set { local, value, origin });
            local
        }))
    }

    /// Gives locals values.
    pub(super) fn set_all(&mut self, locals: &Parts<LocalId>, values: &Parts<InstId>, origin: Origin) {
        locals.zip(values, &mut |local, value| self.push(Stmt::Set { local, value, origin }));
    }
}

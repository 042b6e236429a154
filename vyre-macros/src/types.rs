//! The types of the kernel language, and their inference.

use std::fmt;

/// A type. A `bool` is a `U32` of 0 or 1 in the IR, so that comparisons need no conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ty {
    U32,
    Bool,
    /// No value: statements.
    Unit,
    /// Of expressions that do not end: `return`, `break`, `continue`.
    Never,
    /// An integer literal, or what it was bound to, whose type is not settled yet.
    Int(u32),
    /// Of erroneous expressions, so that one mistake gives one error. It agrees with every type.
    Error,
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ty::U32 => "u32",
            Ty::Bool => "bool",
            Ty::Unit => "()",
            Ty::Never => "!",
            Ty::Int(_) => "u32",
            Ty::Error => "an error",
        })
    }
}

/// The unsettled integer types.
#[derive(Default)]
pub(crate) struct Inference {
    settled: Vec<Option<Ty>>,
}

impl Inference {
    /// A new integer type, to be settled.
    pub(crate) fn int(&mut self) -> Ty {
        self.settled.push(None);
        Ty::Int(self.settled.len() as u32 - 1)
    }

    /// What is known of a type by now.
    pub(crate) fn resolve(&self, mut ty: Ty) -> Ty {
        while let Ty::Int(at) = ty {
            match self.settled.get(at as usize).copied().flatten() {
                Some(settled) => ty = settled,
                None => break,
            }
        }
        ty
    }

    /// Makes two types one. Gives that type, or nothing if they are different.
    pub(crate) fn unify(&mut self, a: Ty, b: Ty) -> Option<Ty> {
        match (self.resolve(a), self.resolve(b)) {
            (Ty::Error, _) | (_, Ty::Error) => Some(Ty::Error),
            (Ty::Never, other) | (other, Ty::Never) => Some(other),
            (Ty::Int(at), Ty::Int(other)) => {
                if at != other {
                    self.settled[at as usize] = Some(Ty::Int(other));
                }
                Some(Ty::Int(other))
            }
            (Ty::Int(at), Ty::U32) | (Ty::U32, Ty::Int(at)) => {
                self.settled[at as usize] = Some(Ty::U32);
                Some(Ty::U32)
            }
            (a, b) if a == b => Some(a),
            _ => None,
        }
    }
}

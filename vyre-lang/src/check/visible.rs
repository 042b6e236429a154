//! What std panics at, where the macro can see it: a quotient by 0, a logarithm of 0, a slice that ends before it begins. Kernels give each of
//! them a value, but nobody means it where the operands are known. Steps of ranges are in `loops`. An index out of bounds and the amount of a
//! shift are what the language says of them, wherever they come from.

use super::Checker;
use crate::diagnostics::Area;
use crate::hir::Expr;
use crate::types::{Integer, Ty};
use vyre_ir::value;

/// An integer that is known while the macro runs.
#[derive(Clone, Copy)]
struct Seen {
    /// Its bits in its own type, without those above.
    bits: u128,
    of: Integer,
}

impl Seen {
    fn is_negative(self) -> bool {
        self.of.is_signed && self.bits >> (self.of.bits - 1) & 1 == 1
    }

    fn is_zero(self) -> bool {
        self.bits == 0
    }

    /// Whether it is -1.
    fn is_minus_one(self) -> bool {
        self.of.is_signed && self.bits == u128::MAX >> (128 - self.of.bits)
    }

    /// Whether it is the smallest number of a signed type.
    fn is_smallest(self) -> bool {
        self.of.is_signed && self.bits == 1 << (self.of.bits - 1)
    }
}

/// An operator or a method that panics, the operands with which it does, the problem, and what a kernel would compute.
struct Panic {
    names: &'static [&'static str],
    panics: fn(Option<Seen>, Option<Seen>) -> bool,
    problem: &'static str,
    gives: &'static str,
}

const QUOTIENTS: &[&str] =
    &["/", "%", "div_euclid", "rem_euclid", "div_ceil", "wrapping_div", "wrapping_rem"];

const PANICS: [Panic; 5] = [
    Panic {
        names: QUOTIENTS,
        panics: |_, by| by.is_some_and(Seen::is_zero),
        problem: "this divides by 0",
        gives: "is 0",
    },
    Panic {
        names: &["/", "%", "div_euclid", "rem_euclid"],
        panics: |of, by| of.is_some_and(Seen::is_smallest) && by.is_some_and(Seen::is_minus_one),
        problem: "this quotient is past the end of its type",
        gives: "wraps around",
    },
    Panic {
        names: &["ilog2", "ilog10"],
        panics: |of, _| of.is_some_and(|of| of.is_zero() || of.is_negative()),
        problem: "only positive numbers have a logarithm",
        gives: "is 0",
    },
    Panic {
        names: &["isqrt"],
        panics: |of, _| of.is_some_and(Seen::is_negative),
        problem: "a negative number has no square root",
        gives: "is 0",
    },
    Panic {
        names: &["next_power_of_two"],
        panics: |of, _| of.is_some_and(|of| of.bits > 1 << (of.of.bits - 1)),
        problem: "the next power of two is past the end of this type",
        gives: "is 0",
    },
];

impl Checker<'_> {
    /// The value of an integer, if it is known now. One whose type no use has settled is an `i32`, as in Rust.
    fn seen(&mut self, expr: &Expr) -> Option<Seen> {
        let ty = match self.infer.resolve(expr.ty) {
            Ty::Int(_) => Ty::I32,
            ty => ty,
        };
        let of = *ty.integer()?;
        let bits = value::from_words(&self.known(expr)?);
        Some(Seen { bits: bits & (u128::MAX >> (128 - of.bits)), of })
    }

    /// Whether an operator or a method of integers does not panic in Rust, as far as its operands are known; reports that it does. A function
    /// outside has been checked where it stands.
    pub(super) fn demand_defined(&mut self, name: &str, operands: [Option<&Expr>; 2]) -> bool {
        if !PANICS.iter().any(|row| row.names.contains(&name)) || !self.placements.is_empty() {
            return true;
        }
        let by = operands[1].and_then(|by| self.seen(by));
        // What is divided matters by -1 alone.
        let of_matters = operands[1].is_none() || by.is_some_and(Seen::is_minus_one);
        let of = operands[0].filter(|_| of_matters).and_then(|of| self.seen(of));
        let Some(row) = PANICS.iter().find(|row| row.names.contains(&name) && (row.panics)(of, by)) else {
            return true;
        };
        let [first, second] = operands.map(|operand| operand.map(|operand| operand.area));
        let Some(area) = second.or(first) else { return true };
        let fix =
            format!("use another number; where it is not known before a launch, the result {}", row.gives);
        self.errors.report(area, row.problem, fix);
        false
    }

    /// Whether the bounds of a slice are in order, as far as they are known; reports others.
    pub(super) fn demand_in_order(
        &mut self,
        from: Option<&Expr>,
        to: Option<&Expr>,
        is_closed: bool,
    ) -> bool {
        if !self.placements.is_empty() {
            return true;
        }
        let bounds = [from, to].map(|bound| Some((self.seen(bound?)?, bound?.area)));
        let negative = bounds.iter().flatten().find(|(bound, _)| bound.is_negative());
        let (area, problem): (Area, &str) = match (negative, bounds) {
            (Some((_, area)), _) => (*area, "a slice has no negative bounds"),
            (None, [Some((from, first)), Some((to, last))])
                if from.bits > to.bits.saturating_add(is_closed.into()) =>
            {
                (first.to(last), "this slice ends before it begins")
            }
            _ => return true,
        };
        self.errors.report(
            area,
            problem,
            "use other bounds; where they are not known before a launch, it is empty",
        );
        false
    }
}

//! The seam to values that may be missing.

use super::super::Checker;
use crate::hir::Expr;

impl Checker<'_> {
    /// `Some(value)` where the condition holds, and `None` elsewhere.
    pub(super) fn option_value(&mut self, is_some: Expr, _: Expr) -> Option<Expr> {
        let problem = "kernels have no `Option` yet";
        self.errors.report(is_some.area, problem, "write a `for` loop, and keep the value in a `let mut`");
        None
    }

    /// Whether an `Option` has a value, and the value.
    pub(super) fn parts_of_option(&mut self, _: Expr) -> Option<(Expr, Expr)> {
        None
    }
}

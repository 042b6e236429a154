//! The seam to values that may be missing.

use super::super::Checker;
use crate::hir::{Expr, Kind};
use crate::types::Form;

impl Checker<'_> {
    /// `Some(value)` where the condition holds, and `None` elsewhere, where the value is zero.
    pub(super) fn some_where(&mut self, is_some: Expr, value: Expr) -> Option<Expr> {
        let (ty, area) = (self.option_of(value.ty), value.area);
        Some(Expr { kind: Kind::Many(vec![is_some, value]), ty, area })
    }

    /// Whether an `Option` has a value, and the value.
    pub(super) fn parts_of_option(&mut self, option: Expr) -> Option<(Expr, Expr)> {
        let (Form::Option, parts) = self.infer.parts(option.ty)? else { return None };
        let (is_some, of) = (parts[0], parts[1]);
        let area = option.area;
        Some((self.part(option.clone(), 0, is_some, area), self.part(option, 1, of, area)))
    }

    /// Whether a `Result` holds a value, and that value.
    pub(super) fn parts_of_result(&mut self, result: Expr) -> Option<(Expr, Expr)> {
        let (Form::Result, parts) = self.infer.parts(result.ty)? else { return None };
        let (of, area) = (parts[1], result.area);
        Some((self.is_variant(result.clone(), 0, area), self.part(result, 1, of, area)))
    }
}

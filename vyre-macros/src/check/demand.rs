//! What an expression must be: a number, a `u32`, a condition, a value of some type.

use super::Checker;
use crate::hir::Expr;
use crate::types::Ty;
use vyre_ir::{DataType, Problem};

impl Checker<'_> {
    /// Whether an operand is a number; reports the problem that `problem` makes of its type otherwise.
    pub(super) fn number(&mut self, operand: &Expr, problem: impl FnOnce(DataType) -> Problem) -> bool {
        match self.infer.resolve(operand.ty) {
            Ty::U32 | Ty::I32 | Ty::U64 | Ty::Int(_) | Ty::Error | Ty::Never => true,
            Ty::Bool => {
                let note = "In a kernel: write `value as u32`.".to_string();
                self.errors.report_rule(operand.area, &problem(DataType::Bool), Some(note));
                false
            }
            ty @ (Ty::Vec2 | Ty::Vec4) => {
                let got = if ty == Ty::Vec2 { DataType::Vec2U32 } else { DataType::Vec4U32 };
                let note = "In a kernel: take one lane, `value[0]`.".to_string();
                self.errors.report_rule(operand.area, &problem(got), Some(note));
                false
            }
            Ty::Unit => {
                self.errors.report(
                    operand.area,
                    "this expression has no value",
                    "use an expression that has one",
                );
                false
            }
        }
    }

    /// Whether an operand is a `u32`; reports the problem that `problem` makes of its type otherwise.
    pub(super) fn number_u32(&mut self, operand: &Expr, problem: impl Fn(DataType) -> Problem) -> bool {
        if !self.number(operand, &problem) {
            return false;
        }
        let is_u32 = self.infer.unify(operand.ty, Ty::U32).is_some();
        if !is_u32 && let Some(got) = self.infer.resolve(operand.ty).data() {
            let note = "In a kernel: write `value as u32`.".to_string();
            self.errors.report_rule(operand.area, &problem(got), Some(note));
        }
        is_u32
    }

    /// Reports an expression that is no `bool`.
    pub(super) fn condition(&mut self, cond: &Expr, what: &str) {
        match self.infer.resolve(cond.ty) {
            Ty::Bool | Ty::Error | Ty::Never => {}
            ty @ (Ty::U32 | Ty::I32 | Ty::U64 | Ty::Int(_)) => {
                let ty = if let Ty::Int(_) = ty { Ty::U32 } else { ty };
                let problem = format!("{what} must be `bool`, got `{ty}`");
                self.errors.report(cond.area, problem, "compare it, as in `x != 0`");
            }
            Ty::Vec2 | Ty::Vec4 => {
                self.errors.report(cond.area, format!("{what} must be `bool`"), "compare it");
            }
            Ty::Unit => {
                self.errors.report(cond.area, format!("{what} must be `bool`"), "write a comparison");
            }
        }
    }

    /// The one type of two expressions; reports two different ones.
    pub(super) fn same(&mut self, a: &Expr, b: &Expr, what: &str) -> Ty {
        self.infer.unify(a.ty, b.ty).unwrap_or_else(|| {
            let (first, second) = (self.infer.resolve(a.ty), self.infer.resolve(b.ty));
            let problem = format!("{what} have types `{first}` and `{second}`");
            self.errors.report(b.area, problem, "give both one type");
            Ty::Error
        })
    }

    /// Reports an expression of another type.
    pub(super) fn demand(&mut self, expr: &Expr, ty: Ty) -> bool {
        let is_it = self.infer.unify(expr.ty, ty).is_some();
        if !is_it {
            let got = self.infer.resolve(expr.ty);
            self.errors.report(
                expr.area,
                format!("expected `{ty}`, got `{got}`"),
                "change the type or the value",
            );
        }
        is_it
    }
}

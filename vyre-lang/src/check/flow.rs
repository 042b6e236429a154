//! Branches.

use super::Checker;
use super::extent::Extent;
use super::lets::{Conditions, has_let};
use super::variants::block_of;
use crate::diagnostics::Area;
use crate::hir::{Expr, Kind};
use crate::syntax::strip;
use crate::types::Ty;
use std::collections::HashMap;

/// What is compared where the arms of an `if` differ.
pub(super) const ARMS: &str = "the arms of an `if`";

impl Checker<'_> {
    /// `if a = b`
    fn assigned_condition(&mut self, assign: &syn::ExprAssign) -> Expr {
        let area = Area::of(assign);
        let sides = [&assign.left, &assign.right].map(|side| self.errors.operand(side.area()));
        let fix = format!("compare with `==`: `{} == {}`", sides[0], sides[1]);
        self.errors.report(area, "an assignment is no condition", fix);
        Expr::error(area)
    }

    /// The condition of an `if` or a `while`.
    pub(super) fn condition_of(&mut self, cond: &syn::Expr) -> Expr {
        match strip(cond) {
            syn::Expr::Assign(assign) => self.assigned_condition(assign),
            cond => self.expr(cond),
        }
    }

    /// The type that one branch tells the others.
    pub(super) fn told_by(&self, ty: Ty) -> Option<Ty> {
        let ty = self.infer.resolve(ty);
        (ty.data().is_some() || self.infer.data_of(ty).is_some()).then_some(ty)
    }

    pub(super) fn branch(&mut self, branch: &syn::ExprIf) -> Expr {
        if let Some(value) = self.branch_on_choice(branch) {
            return value;
        }
        let gives_nothing = std::mem::take(&mut self.gives_nothing) || branch.else_branch.is_none();
        let wanted = self.wanted_tail.take();
        let what = "the condition of an `if`";
        let has_let = has_let(&branch.cond);
        let (before, cond, lets) = if has_let {
            self.scopes.push(HashMap::new());
            let Conditions { before, cond, lets } = self.conditions(&branch.cond, what);
            (before, cond, lets)
        } else {
            let cond = self.condition_of(&branch.cond);
            self.condition(&cond, what);
            (Vec::new(), cond, Vec::new())
        };
        self.gives_nothing = gives_nothing;
        self.wanted_tail = wanted;
        let mut then = self.block(&branch.then_branch);
        if has_let {
            self.scopes.pop();
            then.stmts.splice(0..0, lets);
        }
        let then_area = then.tail.as_ref().map_or(Area::from(branch.if_token.span), |tail| tail.area);
        let mut area = Area::from(branch.if_token.span);
        let otherwise = branch.else_branch.as_ref().map(|(_, otherwise)| {
            let wanted = wanted.or_else(|| self.told_by(then.tail.as_ref()?.ty));
            let otherwise = self.tail_of_block(otherwise, gives_nothing, wanted);
            area = area.to(otherwise.area);
            otherwise
        });
        let then_ty = then.tail.as_ref().map_or_else(|| then.type_without_tail(), |tail| tail.ty);
        let (ty, otherwise) = match otherwise {
            None => {
                let is_unit = then.tail.as_ref().is_none_or(|tail| {
                    self.demand_unit(tail, "an `if` without `else` has no value", "add an `else` or a `;`")
                });
                (if is_unit { Ty::Unit } else { Ty::Error }, None)
            }
            Some(Expr { kind: Kind::Block(block), area, .. }) => {
                let ty = block.tail.as_ref().map_or_else(|| block.type_without_tail(), |tail| tail.ty);
                let area = block.tail.as_ref().map_or(area, |tail| tail.area);
                (self.same_types((then_ty, then_area), (ty, area), ARMS), Some(block))
            }
            Some(other) => {
                let ty = self.same_types((then_ty, then_area), (other.ty, other.area), ARMS);
                (ty, Some(crate::hir::Block { stmts: Vec::new(), tail: Some(Box::new(other)) }))
            }
        };
        if let Ty::Open(_) = self.infer.resolve(ty) {
            self.chosen.push((area, ty));
        }
        block_of(before, Expr { kind: Kind::If { cond: Box::new(cond), then, otherwise }, ty, area })
    }
}

impl crate::hir::Block {
    /// The type of a block that ends in a statement: `!` if that never ends.
    pub(super) fn type_without_tail(&self) -> Ty {
        match self.stmts.last() {
            Some(crate::hir::Stmt::Expr(last)) if last.ty == Ty::Never => Ty::Never,
            _ => Ty::Unit,
        }
    }
}

//! Control flow.

use super::call::strip;
use super::extent::Extent;
use super::unsupported::LABELS;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Expr, Kind};
use crate::types::Ty;
use std::collections::HashMap;
use vyre_ir::Problem;

/// What is compared where the arms of an `if` differ.
const ARMS: &str = "the arms of an `if`";

impl Checker<'_> {
    /// `if a = b`
    fn assigned_condition(&mut self, assign: &syn::ExprAssign) -> Expr {
        let area = Area::of(assign);
        let sides = [&assign.left, &assign.right].map(|side| self.errors.operand(side.area()));
        let fix = format!("compare with `==`: `{} == {}`", sides[0], sides[1]);
        self.errors.report(area, "an assignment is no condition", fix);
        Expr::error(area)
    }

    pub(super) fn branch(&mut self, branch: &syn::ExprIf) -> Expr {
        let cond = match strip(&branch.cond) {
            syn::Expr::Assign(assign) => self.assigned_condition(assign),
            cond => self.expr(cond),
        };
        self.condition(&cond, "the condition of an `if`");
        let then = self.block(&branch.then_branch);
        let then_area = then.tail.as_ref().map_or(Area::from(branch.if_token.span), |tail| tail.area);
        let mut area = Area::from(branch.if_token.span);
        let otherwise = branch.else_branch.as_ref().map(|(_, otherwise)| {
            let otherwise = self.expr(otherwise);
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
        Expr { kind: Kind::If { cond: Box::new(cond), then, otherwise }, ty, area }
    }

    pub(super) fn for_loop(&mut self, it: &syn::ExprForLoop) -> Expr {
        let area = Area::from(it.for_token.span);
        if let Some(label) = &it.label {
            self.errors.report(Area::of(label), LABELS.0, LABELS.1);
            self.labels.push(label.name.ident.to_string());
        }
        let bounds = self.range(&it.expr);
        let ident = match &*it.pat {
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                if let Some(token) = &name.mutability {
                    let problem = Problem::AssignToLoopVariable { name: plain(&name.ident) };
                    self.errors.report_rule(token.span, &problem, None);
                }
                Some(name.ident.clone())
            }
            syn::Pat::Wild(_) => None,
            other => {
                self.errors.report(Area::of(other), "kernels have no such pattern", "use a name or `_`");
                None
            }
        };
        let name = ident.as_ref().map_or_else(|| "step".to_string(), plain);
        let local = self.local(&name, Ty::U32, false);
        self.locals[local].is_induction = true;
        self.scopes.push(HashMap::new());
        if let Some(ident) = &ident {
            self.declare_bound(ident, Entity::Local(local));
        }
        self.loops += 1;
        let body = self.block(&it.body);
        self.loops -= 1;
        self.scopes.pop();
        if let Some(tail) = &body.tail {
            self.demand_unit(tail, "the body of a `for` has no value", "end the statement with `;`");
        }
        let Some((from, to)) = bounds else { return Expr::nothing(area, Ty::Unit) };
        let (from, to) = (Box::new(from), Box::new(to));
        Expr { kind: Kind::For { local, from, to, body }, ty: Ty::Unit, area }
    }

    /// The bounds of a loop.
    fn range(&mut self, expr: &syn::Expr) -> Option<(Expr, Expr)> {
        let fix = "write `for i in a..b`";
        let syn::Expr::Range(range) = strip(expr) else {
            match strip(expr) {
                syn::Expr::MethodCall(call) => {
                    let problem = format!("a loop runs over a range, not over `{}`", call.method);
                    self.errors.report(call.method.span(), problem, fix);
                }
                other if self.is_poisoned(other) => {}
                other => self.errors.report(other.area(), "a loop runs over a range", fix),
            }
            return None;
        };
        let (Some(from), Some(to)) = (&range.start, &range.end) else {
            self.errors.report(Area::of(range), "a loop needs both bounds", fix);
            return None;
        };
        if let syn::RangeLimits::Closed(token) = &range.limits {
            self.errors.report(Area::of(token), "kernels have no `..=`", "write `a..b + 1`");
        }
        let bounds = [self.expr(from), self.expr(to)];
        for bound in &bounds {
            self.number_u32(bound, |got| Problem::LoopBound { got });
        }
        let [from, to] = bounds;
        Some((from, to))
    }

    pub(super) fn jump(
        &mut self,
        span: proc_macro2::Span,
        label: Option<&syn::Lifetime>,
        value: Option<Area>,
        keyword: &'static str,
    ) -> Expr {
        let area = Area::from(span);
        if let Some(label) = label
            && !self.labels.contains(&label.ident.to_string())
        {
            self.errors.report(Area::of(label), LABELS.0, LABELS.1);
        }
        if let Some(value) = value {
            self.errors.report(value, "a loop has no value", "assign to a variable before `break`");
        }
        if self.loops == 0 {
            self.errors.report_rule(area, &Problem::OutsideLoop { keyword }, None);
            return Expr::nothing(area, Ty::Never);
        }
        let kind = if keyword == "break" { Kind::Break } else { Kind::Continue };
        Expr { kind, ty: Ty::Never, area }
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

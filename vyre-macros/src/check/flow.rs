//! Control flow.

use super::extent::Extent;
use super::unsupported::LABELS;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Expr, Kind};
use crate::syntax::strip;
use crate::types::Ty;
use std::collections::HashMap;
use vyre_ir::{DataType, Problem};

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
        let bounds = self.range(&it.expr, &it.pat);
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
            // What is erroneous may count in another type.
            let is_known = bounds.as_ref().is_some_and(|[from, to]| {
                [from, to].iter().all(|bound| self.infer.resolve(bound.ty) == Ty::U32)
            });
            self.declare_bound(ident, if is_known { Entity::Local(local) } else { Entity::Poisoned });
        }
        self.loops += 1;
        let body = self.block(&it.body);
        self.loops -= 1;
        self.scopes.pop();
        if let Some(tail) = &body.tail {
            self.demand_unit(tail, "the body of a `for` has no value", "end the statement with `;`");
        }
        let Some([from, to]) = bounds else { return Expr::nothing(area, Ty::Unit) };
        let (from, to) = (Box::new(from), Box::new(to));
        Expr { kind: Kind::For { local, from, to, body }, ty: Ty::Unit, area }
    }

    /// The bounds of a loop over this pattern.
    fn range(&mut self, expr: &syn::Expr, pat: &syn::Pat) -> Option<[Expr; 2]> {
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
        // Of `-x` what matters is that it has a sign, whatever the type of `x` is.
        let bounds = [from, to].map(|bound| self.expr(negated(bound).unwrap_or(bound)));
        let has_sign = [from, to].map(|bound| negated(bound).is_some());
        let signed = (0..2).find(|at| has_sign[*at] || self.infer.resolve(bounds[*at].ty) == Ty::I32);
        if let Some(at) = signed {
            if bounds.iter().all(|bound| self.infer.resolve(bound.ty) != Ty::Error) {
                let note = self.signed_loop(range, pat, &bounds);
                let problem = Problem::LoopBound { got: DataType::I32 };
                self.errors.report_rule([from, to][at].area(), &problem, Some(note));
            }
            return None;
        }
        if let syn::RangeLimits::Closed(token) = &range.limits {
            self.errors.report(Area::of(token), "kernels have no `..=`", "write `a..b + 1`");
        }
        for bound in &bounds {
            self.number_u32(bound, |got| Problem::LoopBound { got });
        }
        Some(bounds)
    }

    /// What to write for a loop from one number with a sign to another. A conversion of its bounds would be another loop.
    fn signed_loop(&self, range: &syn::ExprRange, pat: &syn::Pat, bounds: &[Expr; 2]) -> String {
        let name = if let syn::Pat::Ident(name) = pat { name.ident.to_string() } else { "i".to_string() };
        match self.rounds(range, bounds) {
            Some((rounds, number)) => format!(
                "In a kernel: loops count in `u32`; write `for step in 0..{rounds} {{ let {name} = {number}; .. }}`."
            ),
            None => "In a kernel: loops count in `u32`; let one count the rounds from 0, and begin its body with a \
                     `let` of the number with a sign."
                .to_string(),
        }
    }

    /// How many rounds such a loop has, and its number in round `step`.
    fn rounds(&self, range: &syn::ExprRange, bounds: &[Expr; 2]) -> Option<(String, String)> {
        let (from, to) = (range.start.as_deref()?, range.end.as_deref()?);
        let is_closed = matches!(range.limits, syn::RangeLimits::Closed(_));
        let literal = |at: usize, bound: &syn::Expr| match (&bounds[at].kind, bounds[at].ty) {
            (Kind::Literal(bits), Ty::Int(_)) => {
                let number = i64::try_from(*bits).ok()?;
                Some(if negated(bound).is_some() { -number } else { number })
            }
            _ => None,
        };
        let written = |at: usize, bound: &syn::Expr| {
            let text = self.written(negated(bound).unwrap_or(bound))?;
            Some(match self.infer.resolve(bounds[at].ty) {
                Ty::I32 | Ty::Int(_) => text,
                _ => format!("({text} as i32)"),
            })
        };
        let start = written(0, from)?;
        let (less, number) = match (literal(0, from), negated(from)) {
            (Some(0), _) => (String::new(), "step as i32".to_string()),
            (_, Some(_)) => (format!(" + {start}"), format!("step as i32 - {start}")),
            (_, None) => (format!(" - {start}"), format!("{start} + step as i32")),
        };
        let rounds = match (literal(0, from), literal(1, to)) {
            (Some(from), Some(to)) => {
                let rounds = to.saturating_sub(from).saturating_add(i64::from(is_closed));
                rounds.max(0).to_string()
            }
            _ => {
                let last = if is_closed { " + 1" } else { "" };
                let end = match (negated(to), strip(to)) {
                    (Some(_), _) => format!("-{}", written(1, to)?),
                    (None, syn::Expr::Binary(sum)) if is_sum(&sum.op) => {
                        self.errors.text(strip(to).area())?
                    }
                    (None, _) => written(1, to)?,
                };
                match format!("{end}{last}{less}") {
                    rounds if rounds.contains(' ') => format!("({rounds}).max(0) as u32"),
                    rounds => format!("{rounds}.max(0) as u32"),
                }
            }
        };
        Some((rounds, number))
    }

    /// An expression as the user wrote it, as an operand.
    fn written(&self, expr: &syn::Expr) -> Option<String> {
        let area = strip(expr).area();
        self.errors.text(area).map(|_| self.errors.operand(area))
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
            return Expr::nothing(area, Ty::Never);
        }
        if let Some(value) = value {
            self.errors.report(value, "a loop has no value", "assign to a variable before `break`");
            return Expr::nothing(area, Ty::Never);
        }
        if self.loops == 0 {
            self.errors.report_rule(area, &Problem::OutsideLoop { keyword }, None);
            return Expr::nothing(area, Ty::Never);
        }
        let kind = if keyword == "break" { Kind::Break } else { Kind::Continue };
        Expr { kind, ty: Ty::Never, area }
    }
}

/// Whether an operator needs no parentheses before `+`.
fn is_sum(op: &syn::BinOp) -> bool {
    matches!(op, syn::BinOp::Add(_) | syn::BinOp::Sub(_) | syn::BinOp::Mul(_) | syn::BinOp::Div(_))
}

/// The expression that a `-` is before.
fn negated(expr: &syn::Expr) -> Option<&syn::Expr> {
    match strip(expr) {
        syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr, .. }) => Some(expr),
        _ => None,
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

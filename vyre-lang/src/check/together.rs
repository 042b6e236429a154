//! What a workgroup computes or loads together.

use super::Checker;
use crate::diagnostics::Area;
use crate::hir::{Expr, Kind};
use crate::syntax::strip;
use crate::types::Ty;
use vyre_ir::{BinOp, CollectiveOp, Problem};

/// The built-in that loads an element for the whole workgroup.
pub(super) const UNIFORM_LOAD: &str = "workgroup_uniform_load";

impl Checker<'_> {
    /// The call of a collective or of a uniform load, if it is one.
    pub(super) fn together(&mut self, name: &str, call: &syn::ExprCall) -> Option<Expr> {
        let (op, area) = (CollectiveOp::from_function(name), Area::of(call));
        if op.is_none() && name != UNIFORM_LOAD {
            return None;
        }
        if !self.in_kernel(area, "collectives") {
            return Some(Expr::error(area));
        }
        Some(match op {
            Some(op) => self.collective(op, call, area),
            None => self.uniform_load(call, area),
        })
    }

    fn collective(&mut self, op: CollectiveOp, call: &syn::ExprCall, area: Area) -> Expr {
        let count = if op.takes_id() { 2 } else { 1 };
        let Some(mut operands) = self.arguments(&call.args, count, area, op.function()) else {
            return Expr::error(area);
        };
        let id = if op.takes_id() { operands.pop() } else { None };
        let Some(value) = operands.pop() else { return Expr::error(area) };
        if let Some(id) = &id {
            self.number_u32(id, |got| Problem::IdType { got });
        }
        let ty = match op {
            CollectiveOp::Any | CollectiveOp::All => {
                self.condition(&value, &format!("the value of `{}`", op.function()));
                Ty::Bool
            }
            CollectiveOp::Broadcast if !self.demand_known(&value) => Ty::Error,
            CollectiveOp::Broadcast if self.infer.parts(value.ty).is_some() => {
                let name = self.infer.name(value.ty);
                let problem =
                    format!("`{}` takes a number, a `bool` or a vector, got `{name}`", op.function());
                self.errors.report(value.area, problem, "broadcast each part by itself");
                Ty::Error
            }
            CollectiveOp::Broadcast => value.ty,
            CollectiveOp::SumStrict | CollectiveOp::SumTree | CollectiveOp::SumApprox => {
                let ty = self.infer.resolve(value.ty);
                let is_fine = ty.is_half() || matches!(ty, Ty::Error | Ty::Never);
                if !is_fine && !self.demand(&value, Ty::F32) {
                    return Expr::error(area);
                }
                if ty.is_half() { ty } else { Ty::F32 }
            }
            CollectiveOp::Sum
            | CollectiveOp::Min
            | CollectiveOp::Max
            | CollectiveOp::InclusiveSum
            | CollectiveOp::ExclusiveSum => {
                let is_number = self.number(&value, |got| Problem::CollectiveType { op: op.function(), got });
                if is_number { value.ty } else { Ty::Error }
            }
        };
        if self.infer.resolve(value.ty) == Ty::Unit {
            return Expr::error(area);
        }
        if let Some(joined) = self.joined_elsewhere(op, &value, area) {
            return joined;
        }
        Expr { kind: Kind::Collective { op, value: Box::new(value), id: id.map(Box::new) }, ty, area }
    }

    /// A collective of integers that the IR does not have: of others, and back.
    fn joined_elsewhere(&mut self, op: CollectiveOp, value: &Expr, area: Area) -> Option<Expr> {
        let ty = self.infer.resolve(value.ty);
        let together =
            |value, ty| Expr { kind: Kind::Collective { op, value: Box::new(value), id: None }, ty, area };
        match op {
            // A sum of 32 bits has the lowest bits of the sum.
            CollectiveOp::Sum | CollectiveOp::InclusiveSum | CollectiveOp::ExclusiveSum if ty.is_narrow() => {
                let wide = Expr { kind: Kind::Cast(Box::new(value.clone())), ty: Ty::U32, area };
                Some(Expr { kind: Kind::Cast(Box::new(together(wide, Ty::U32))), ty, area })
            }
            // The IR compares 64 bits without a sign: the numbers are moved up by 2^63.
            CollectiveOp::Min | CollectiveOp::Max if ty == Ty::I64 => {
                let moved = |value| {
                    let half = Expr { kind: Kind::Literal(1 << 63), ty, area };
                    let kind =
                        Kind::Binary { op: BinOp::BitXor, left: Box::new(value), right: Box::new(half) };
                    Expr { kind, ty, area }
                };
                Some(moved(together(moved(value.clone()), ty)))
            }
            _ => None,
        }
    }

    /// `workgroup_uniform_load(&a[i])`
    fn uniform_load(&mut self, call: &syn::ExprCall, area: Area) -> Expr {
        let arguments: Vec<&syn::Expr> = call.args.iter().collect();
        let place = match arguments[..] {
            [argument] => match strip(argument) {
                syn::Expr::Reference(reference) if reference.mutability.is_none() => strip(&reference.expr),
                other => other,
            },
            _ => {
                self.arguments(&call.args, 1, area, UNIFORM_LOAD);
                return Expr::error(area);
            }
        };
        let is_reference = matches!(strip(arguments[0]), syn::Expr::Reference(_));
        let (syn::Expr::Index(index), true) = (place, is_reference) else {
            let problem = format!("`{UNIFORM_LOAD}` takes a reference to an element of a workgroup array");
            let fix = format!("write `{UNIFORM_LOAD}(&flags[0])`");
            self.errors.report(Area::of(arguments[0]), problem, fix);
            return Expr::error(area);
        };
        let found = self.indexed(index, |name| Problem::LoadFromUnknown { name });
        let at = self.index_of(found.as_ref().map(|(_, name)| name.as_str()), &index.index);
        let Some((buffer, name)) = found else { return Expr::error(area) };
        let at = self.as_index(at, &name);
        if self.infer.resolve(at.ty) == Ty::Error {
            return Expr::error(area);
        }
        let ty = self.buffers[buffer].ty;
        if self.infer.parts(ty).is_some() {
            let problem = format!("`{UNIFORM_LOAD}` loads a number, a `bool` or a vector");
            let fix = "write `barrier()`, load the element, and `barrier()` again";
            self.errors.report(area, problem, fix);
            return Expr::error(area);
        }
        Expr { kind: Kind::UniformLoad { buffer, index: Box::new(at) }, ty, area }
    }
}

//! Literals: numbers, truth values and vectors.

use super::Checker;
use super::extent::Extent;
use crate::diagnostics::Area;
use crate::hir::{Expr, Kind};
use crate::types::Ty;

impl Checker<'_> {
    pub(super) fn literal(&mut self, literal: &syn::Lit) -> Expr {
        let area = Area::from(literal.span());
        match literal {
            syn::Lit::Bool(truth) => Expr { kind: Kind::Literal(truth.value.into()), ty: Ty::Bool, area },
            syn::Lit::Int(int) => self.integer(int, area),
            syn::Lit::Float(float) => {
                self.float(float.suffix(), float.base10_parse(), &float.to_string(), area)
            }
            other => {
                let (construct, fix) = match other {
                    syn::Lit::Char(_) => ("`char`s", "use its number"),
                    syn::Lit::Byte(_) => ("`u8` values", "use a number, such as `0x41`"),
                    _ => ("strings", "pass bytes in a `&[u8]` parameter"),
                };
                self.errors.report(area, format!("kernels have no {construct}"), fix);
                Expr::error(area)
            }
        }
    }

    fn integer(&mut self, int: &syn::LitInt, area: Area) -> Expr {
        let ty = match int.suffix() {
            "" => self.infer.int(),
            "u32" => Ty::U32,
            "i32" => Ty::I32,
            "u64" => Ty::U64,
            "usize" => Ty::Usize,
            "isize" => Ty::Isize,
            "f32" => return self.float("f32", int.base10_parse(), &int.to_string(), area),
            other => {
                let problem = format!("kernels have no `{other}` values yet");
                self.errors.report(area, problem, "use `u32`, `i32`, `u64` or `f32`");
                return Expr::error(area);
            }
        };
        let Ok(magnitude) = int.base10_parse::<u64>() else {
            let problem = format!("literal `{int}` is out of range for `u64`");
            self.errors.report(area, problem, "use a smaller number");
            return Expr::error(area);
        };
        self.literals.push((area, int.to_string(), magnitude, false, ty));
        Expr { kind: Kind::Literal(magnitude), ty, area }
    }

    /// A literal with a point, an exponent or the suffix `f32`.
    fn float(&mut self, suffix: &str, value: syn::Result<f32>, text: &str, area: Area) -> Expr {
        if !matches!(suffix, "" | "f32") {
            let problem = format!("kernels have no `{suffix}` values yet");
            self.errors.report(area, problem, "use `f32`");
            return Expr::error(area);
        }
        match value {
            Ok(value) if value.is_finite() => float(value, area),
            _ => {
                let problem = format!("literal `{text}` is out of range for `f32`");
                self.errors.report(area, problem, "use a value of at most `f32::MAX`");
                Expr::error(area)
            }
        }
    }

    /// The vector of these lanes, which are all numbers of one type.
    fn vector_of(&mut self, lanes: &[Expr], count: u32) -> Option<Ty> {
        let is_float = lanes.iter().any(|lane| self.infer.resolve(lane.ty) == Ty::F32);
        let lane_ty = if is_float { Ty::F32 } else { Ty::U32 };
        let ty = lane_ty.vector(count)?;
        for lane in lanes {
            self.demand(lane, lane_ty);
        }
        Some(ty)
    }

    /// `[a, b]` or `[a, b, c, d]`.
    pub(super) fn vector(&mut self, array: &syn::ExprArray) -> Expr {
        let area = array.area();
        let lanes: Vec<Expr> = array.elems.iter().map(|lane| self.expr(lane)).collect();
        let Some(ty) = self.vector_of(&lanes, lanes.len() as u32) else {
            let fix = "use `[a, b]`, `[a, b, c, d]`, or a local array: `let mut w = [0u32; N];`";
            self.errors.report(area, "kernels have vectors of two and four numbers", fix);
            return Expr::error(area);
        };
        Expr { kind: Kind::Compose(lanes), ty, area }
    }

    /// `[a; 2]` or `[a; 4]`.
    pub(super) fn splat(&mut self, repeat: &syn::ExprRepeat) -> Expr {
        let area = repeat.area();
        let (value, length) = (self.expr(&repeat.expr), self.expr(&repeat.len));
        let Some(count) = self.constant_u32(&length) else { return Expr::error(area) };
        let Some(ty) = self.vector_of(std::slice::from_ref(&value), count) else {
            let fix = "bind it by itself: `let mut w = [0u32; N];`";
            self.errors.report(area, "a local array is no value", fix);
            return Expr::error(area);
        };
        Expr { kind: Kind::Splat(Box::new(value)), ty, area }
    }

    /// `-1`, whose magnitude may be one more than that of a positive number.
    pub(super) fn negative(&mut self, int: &syn::LitInt, area: Area) -> Expr {
        let literal = self.integer(int, area);
        let Kind::Literal(magnitude) = literal.kind else { return literal };
        if let Some(last) = self.literals.last_mut() {
            last.3 = true;
        }
        self.negated.push((area, Area::from(int.span()), literal.ty));
        Expr { kind: Kind::Literal(magnitude.wrapping_neg()), ..literal }
    }
}

/// A float that is known.
pub(super) fn float(value: f32, area: Area) -> Expr {
    Expr { kind: Kind::Literal(vyre_ir::float::canonical(value).into()), ty: Ty::F32, area }
}

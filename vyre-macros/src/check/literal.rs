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
            other => {
                let (construct, fix) = match other {
                    syn::Lit::Float(_) => ("floats yet", "use integers, or fixed point"),
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
            other => {
                let problem = format!("kernels have no `{other}` values yet");
                self.errors.report(area, problem, "use `u32`, `i32` or `u64`");
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

    /// `[a, b]` or `[a, b, c, d]`.
    pub(super) fn vector(&mut self, array: &syn::ExprArray) -> Expr {
        let area = array.area();
        let lanes: Vec<Expr> = array.elems.iter().map(|lane| self.expr(lane)).collect();
        let ty = match lanes.len() {
            2 => Ty::Vec2,
            4 => Ty::Vec4,
            _ => {
                let fix = "use `[a, b]`, `[a, b, c, d]`, or a local array: `let mut w = [0u32; N];`";
                self.errors.report(area, "kernels have vectors of two and four numbers", fix);
                return Expr::error(area);
            }
        };
        for lane in &lanes {
            self.demand(lane, Ty::U32);
        }
        Expr { kind: Kind::Compose(lanes), ty, area }
    }

    /// `[a; 2]` or `[a; 4]`.
    pub(super) fn splat(&mut self, repeat: &syn::ExprRepeat) -> Expr {
        let area = repeat.area();
        let (value, length) = (self.expr(&repeat.expr), self.expr(&repeat.len));
        let Some(count) = self.constant_u32(&length) else { return Expr::error(area) };
        let ty = match count {
            2 => Ty::Vec2,
            4 => Ty::Vec4,
            _ => {
                let fix = "bind it by itself: `let mut w = [0u32; N];`";
                self.errors.report(area, "a local array is no value", fix);
                return Expr::error(area);
            }
        };
        self.demand(&value, Ty::U32);
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

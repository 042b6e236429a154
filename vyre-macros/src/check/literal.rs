//! Literals: numbers, truth values and vectors.

use super::Checker;
use crate::diagnostics::Area;
use crate::hir::{Expr, Kind};
use crate::types::Ty;

impl Checker<'_> {
    pub(super) fn literal(&mut self, literal: &syn::Lit) -> Expr {
        let area = Area::from(literal.span());
        match literal {
            syn::Lit::Bool(truth) => Expr { kind: Kind::Literal(truth.value.into()), ty: Ty::Bool, area },
            syn::Lit::Int(int) => match int.to_string().strip_prefix('-') {
                // In a pattern the `-` is part of the literal.
                Some(positive) => self.negative(&syn::LitInt::new(positive, int.span()), area),
                None => self.integer(int, area),
            },
            syn::Lit::Byte(byte) => {
                let ty = self.infer.int();
                Expr { kind: Kind::Literal(byte.value().into()), ty, area }
            }
            other => {
                let (construct, fix) = match other {
                    syn::Lit::Float(_) => ("floats yet", "use integers, or fixed point"),
                    syn::Lit::Char(_) => ("`char`s", "use its number"),
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

    /// A vector of these lanes.
    pub(super) fn lanes(&mut self, lanes: Vec<Expr>, area: Area) -> Expr {
        for lane in &lanes {
            self.demand(lane, Ty::U32);
        }
        let ty = if lanes.len() == 2 { Ty::Vec2 } else { Ty::Vec4 };
        Expr { kind: Kind::Compose(lanes), ty, area }
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

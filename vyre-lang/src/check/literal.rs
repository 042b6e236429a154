//! Literals: numbers, truth values and vectors.

use super::Checker;
use crate::diagnostics::Area;
use crate::hir::{Expr, Kind};
use crate::types::{Form, Ty};

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
            syn::Lit::Float(float) => {
                self.float(float.suffix(), float.base10_digits(), &float.to_string(), area)
            }
            syn::Lit::Byte(byte) => {
                // A `u8`, unless it is compared with what `byte` gives, which is a `u32`.
                let ty = self.infer.int();
                self.bytes.push(ty);
                self.meant.literals.push((byte.span(), ty));
                Expr { kind: Kind::Literal(byte.value().into()), ty, area }
            }
            syn::Lit::ByteStr(bytes) => {
                let byte = |byte: u8| Expr { kind: Kind::Literal(byte.into()), ty: Ty::U8, area };
                let parts: Vec<Expr> = bytes.value().into_iter().map(byte).collect();
                if parts.is_empty() && self.is_kernel {
                    let none = self.empty_slice(area);
                    let bytes = self.slice_type(Ty::U8, None, false);
                    self.infer.unify(none.ty, bytes);
                    return none;
                }
                if parts.is_empty() || parts.len() > super::aggregate::MAX_PARTS as usize {
                    let fix = "pass bytes in a `&[u8]` parameter";
                    let most = super::aggregate::MAX_PARTS;
                    self.errors.report(area, format!("kernels have byte strings of 1 to {most} bytes"), fix);
                    return Expr::error(area);
                }
                let ty = self.infer.many(Form::Array, vec![Ty::U8; parts.len()]);
                Expr { kind: Kind::Many(parts), ty, area }
            }
            other => {
                let (construct, fix) = match other {
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
            suffix @ ("f32" | "f64") => {
                return self.float(suffix, int.base10_digits(), &int.to_string(), area);
            }
            other => match Ty::named_integer(other) {
                Some(integer) => integer.ty,
                None => {
                    let problem = format!("kernels have no `{other}` values yet");
                    self.errors.report(
                        area,
                        problem,
                        "use an integer of at most 64 bits, `u128`, `f32` or `f64`",
                    );
                    return Expr::error(area);
                }
            },
        };
        let Ok(magnitude) = int.base10_parse::<u128>() else {
            let problem = format!("literal `{int}` is out of range for `u128`");
            self.errors.report(area, problem, "use a smaller number");
            return Expr::error(area);
        };
        self.literals.push((area, int.to_string(), magnitude, false, ty));
        if int.suffix().is_empty() {
            self.meant.literals.push((int.span(), ty));
        }
        Expr { kind: Kind::Literal(magnitude), ty, area }
    }

    /// A literal with a point, an exponent or the suffix of a float.
    fn float(&mut self, suffix: &str, digits: &str, text: &str, area: Area) -> Expr {
        let ty = match suffix {
            "" => self.infer.float(),
            "f32" => Ty::F32,
            "f64" => Ty::F64,
            _ => {
                let problem = format!("kernels have no `{suffix}` values yet");
                self.errors.report(area, problem, "use `f32` or `f64`");
                return Expr::error(area);
            }
        };
        // Each type has its own nearest number: that of `f32` is not always the one nearest to that of `f64`.
        let (Ok(single), Ok(double)) = (digits.parse::<f32>(), digits.parse::<f64>()) else {
            self.errors.report(area, format!("`{text}` is no float"), "write digits");
            return Expr::error(area);
        };
        if suffix.is_empty() {
            self.meant.literals.push((area.written, ty));
        }
        self.float_literals.push((area, text.to_string(), [single.is_finite(), double.is_finite()], ty));
        let (single, double) = (u128::from(single.to_bits()), u128::from(double.to_bits()));
        let bits = match ty {
            Ty::F32 => single,
            Ty::F64 => double,
            _ => double << 64 | single,
        };
        Expr { kind: Kind::Literal(bits), ty, area }
    }

    /// Reports the floats that do not fit their type.
    pub(super) fn check_floats(&mut self) {
        for (area, text, [single, double], ty) in std::mem::take(&mut self.float_literals) {
            let (ty, fits) = match self.infer.resolve(ty) {
                Ty::F32 => (Ty::F32, single),
                _ => (Ty::F64, double),
            };
            if !fits {
                let problem = format!("literal `{text}` is out of range for `{ty}`");
                self.errors.report(area, problem, format!("use a value of at most `{ty}::MAX`"));
            }
        }
    }

    /// The type of the lanes of a vector in an area whose first element has this type; none if there is no such vector.
    pub(super) fn lane_type(&mut self, first: Ty, list: Area) -> Option<Ty> {
        match self.infer.resolve(first) {
            Ty::F32 => Some(Ty::F32),
            open @ Ty::Float(_) => {
                let ty = self.settled_number(list, open)?;
                self.infer.unify(open, ty);
                (ty == Ty::F32).then_some(ty)
            }
            open @ Ty::Int(_) => {
                let ty = self.settled_number(list, open)?;
                self.infer.unify(open, ty);
                (ty == Ty::U32).then_some(ty)
            }
            Ty::U32 | Ty::Open(_) | Ty::Error => Some(Ty::U32),
            _ => None,
        }
    }

    /// A vector of these lanes.
    pub(super) fn lanes(&mut self, lanes: Vec<Expr>, lane: Ty, area: Area) -> Expr {
        for value in &lanes {
            self.demand(value, lane);
        }
        let ty = lane.vector(lanes.len() as u32).unwrap_or(Ty::Error);
        Expr { kind: Kind::Compose(lanes), ty, area }
    }

    /// `-1`, whose magnitude may be one more than that of a positive number.
    pub(super) fn negative(&mut self, int: &syn::LitInt, area: Area) -> Expr {
        let literal = self.integer(int, area);
        let Kind::Literal(magnitude) = literal.kind else { return literal };
        if let Some(last) = self.literals.last_mut() {
            last.3 = true;
        }
        self.negated.push((area, Area::from(int.span()), literal.ty, self.in_bound));
        Expr { kind: Kind::Literal(magnitude.wrapping_neg()), ..literal }
    }
}

//! Floats of 16 bits, which Rust has no literals and no casts of: what makes one, what one becomes, and their constants.

use super::Checker;
use super::extent::Extent;
use super::float_names::float_constant;
use crate::diagnostics::Area;
use crate::hir::{Expr, Kind};
use crate::syntax::path_names;
use crate::types::Ty;
use vyre_ir::float::half::Format;

/// The format of a type.
fn format(ty: Ty) -> Format {
    if ty == Ty::BF16 { Format::BF16 } else { Format::F16 }
}

/// A constant of the types, as the crate `half` names them.
pub(super) fn constant(ty: Ty, name: &str) -> Option<u128> {
    let format = format(ty);
    let pick = |f16, bf16| if format == Format::F16 { f16 } else { bf16 };
    Some(u128::from(match name {
        "MAX" => pick(0x7bff, 0x7f7f),
        "MIN" => pick(0xfbff, 0xff7f),
        "MIN_POSITIVE" => pick(0x0400, 0x0080),
        "MIN_POSITIVE_SUBNORMAL" => 1,
        "MAX_SUBNORMAL" => pick(0x03ff, 0x007f),
        "EPSILON" => pick(0x1400, 0x3c00),
        "INFINITY" => pick(0x7c00, 0x7f80),
        "NEG_INFINITY" => pick(0xfc00, 0xff80),
        "NAN" => format.nan(),
        "ZERO" => 0,
        "NEG_ZERO" => 0x8000,
        "ONE" => pick(0x3c00, 0x3f80),
        "NEG_ONE" => pick(0xbc00, 0xbf80),
        name => format.narrow(float_constant(name)?.to_bits()),
    }))
}

impl Checker<'_> {
    /// `f16::from_bits(x)` and `f16::from_f32(x)`.
    pub(super) fn half_call(&mut self, call: &syn::ExprCall) -> Option<Expr> {
        let names = path_names(&call.func)?;
        let [.., ty, function] = &names[..] else { return None };
        let ty = Ty::named_float(ty).filter(|ty| ty.is_half())?;
        let takes = match function.as_str() {
            "from_bits" => Ty::U16,
            "from_f32" => Ty::F32,
            _ => return None,
        };
        let area = call.area();
        let value = self.arguments(&call.args, 1, area, function).and_then(|mut args| args.pop());
        let Some(value) = value.filter(|value| self.demand(value, takes)) else {
            return Some(Expr::error(area));
        };
        Some(Expr { kind: Kind::Cast(Box::new(value)), ty, area })
    }

    /// Whether `cast` goes between a float of 16 bits and an integer, for which there are other names; reports it then.
    pub(super) fn is_cast_of_bits(&mut self, value: &Expr, target: Ty, area: Area) -> bool {
        let got = self.infer.resolve(value.ty);
        let text = self.errors.operand(value.area);
        let fix = match (got, target) {
            (got, Ty::U16 | Ty::U32) if got.is_half() => format!("write `{text}.to_bits()` for the bits"),
            (got, target) if target.is_half() && got.is_integer() => {
                format!("write `{target}::from_bits({text})` for the bits")
            }
            _ => return false,
        };
        let got = self.infer.name(value.ty);
        self.errors.report(area, format!("`cast` makes no `{target}` of `{got}`"), fix);
        true
    }

    /// What to write to make a float of 16 bits of a value, or a value of one. Nothing for other types.
    pub(super) fn half_conversion(&self, value: &str, expected: Ty, got: Ty) -> Option<String> {
        let single = match got {
            Ty::F32 | Ty::Float(_) => value.to_string(),
            Ty::F64 => format!("{value} as f32"),
            got if got.is_half() => format!("{value}.to_f32()"),
            got if got.is_integer() => format!("{value} as f32"),
            _ => return None,
        };
        match expected {
            Ty::F32 if got.is_half() => Some(format!("write `{single}`")),
            expected if expected.is_half() => Some(format!("write `{expected}::from_f32({single})`")),
            expected if expected.is_integer() && got.is_half() => {
                Some(format!("write `{single} as {expected}`"))
            }
            Ty::Bool if got.is_half() => Some(format!("write `{value} != {got}::ZERO`")),
            _ => None,
        }
    }
}

//! The constants of floats, by their names.

use crate::constants::Value;
use crate::types::Ty;

/// The bits of `f32::MAX`, `f64::MAX` and their kin; of `ZERO` and `ONE` of the traits of numbers too.
pub(super) fn limit(ty: Ty, name: &str) -> Option<u128> {
    match ty {
        Ty::F32 => float_limit(name).map(|value| vyre_ir::float::canonical(value).into()),
        Ty::F64 => double_limit(name).map(|value| vyre_ir::float::binary64::canonical(value).into()),
        _ => None,
    }
}

/// An integer constant of a float's type, such as `f32::DIGITS`, and the type of the constant.
pub(super) fn integer(ty: Ty, name: &str) -> Option<(u128, Ty)> {
    let (Ty::F32 | Ty::F64) = ty else { return None };
    let Value::Int(number) = crate::constants::of_std(&ty.to_string(), name)? else { return None };
    let integer = Ty::named_integer(number.width?.name)?;
    Some((number.bits & u128::MAX >> (128 - integer.bits), integer.ty))
}

/// The bits of a constant of `core::f32::consts` or `core::f64::consts`.
pub(super) fn constant(ty: Ty, name: &str) -> Option<u128> {
    match ty {
        Ty::F32 => float_constant(name).map(|value| value.to_bits().into()),
        Ty::F64 => double_constant(name).map(|value| value.to_bits().into()),
        _ => None,
    }
}

/// The constants of a type.
macro_rules! constants {
    ($float:ident, $limit:ident, $constant:ident) => {
        fn $limit(name: &str) -> Option<$float> {
            Some(match name {
                "MAX" => $float::MAX,
                "MIN" => $float::MIN,
                "ZERO" => 0.0,
                "ONE" => 1.0,
                "MIN_POSITIVE" => $float::MIN_POSITIVE,
                "EPSILON" => $float::EPSILON,
                "INFINITY" => $float::INFINITY,
                "NEG_INFINITY" => $float::NEG_INFINITY,
                "NAN" => $float::NAN,
                _ => return None,
            })
        }

        pub(super) fn $constant(name: &str) -> Option<$float> {
            use std::$float::consts;
            Some(match name {
                "PI" => consts::PI,
                "TAU" => consts::TAU,
                "E" => consts::E,
                "SQRT_2" => consts::SQRT_2,
                "FRAC_1_SQRT_2" => consts::FRAC_1_SQRT_2,
                "FRAC_1_PI" => consts::FRAC_1_PI,
                "FRAC_2_PI" => consts::FRAC_2_PI,
                "FRAC_2_SQRT_PI" => consts::FRAC_2_SQRT_PI,
                "FRAC_PI_2" => consts::FRAC_PI_2,
                "FRAC_PI_3" => consts::FRAC_PI_3,
                "FRAC_PI_4" => consts::FRAC_PI_4,
                "FRAC_PI_6" => consts::FRAC_PI_6,
                "FRAC_PI_8" => consts::FRAC_PI_8,
                "LN_2" => consts::LN_2,
                "LN_10" => consts::LN_10,
                "LOG2_E" => consts::LOG2_E,
                "LOG2_10" => consts::LOG2_10,
                "LOG10_E" => consts::LOG10_E,
                "LOG10_2" => consts::LOG10_2,
                _ => return None,
            })
        }
    };
}

constants!(f32, float_limit, float_constant);
constants!(f64, double_limit, double_constant);

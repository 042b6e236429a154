//! The constants of `f32`, by their names.

/// `f32::MAX` and its kin.
pub(super) fn float_limit(name: &str) -> Option<f32> {
    Some(match name {
        "MAX" => f32::MAX,
        "MIN" => f32::MIN,
        "ZERO" => 0.0,
        "ONE" => 1.0,
        "MIN_POSITIVE" => f32::MIN_POSITIVE,
        "EPSILON" => f32::EPSILON,
        "INFINITY" => f32::INFINITY,
        "NEG_INFINITY" => f32::NEG_INFINITY,
        "NAN" => f32::NAN,
        _ => return None,
    })
}

/// The constants of `core::f32::consts`.
pub(super) fn float_constant(name: &str) -> Option<f32> {
    use std::f32::consts;
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

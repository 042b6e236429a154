//! The elementary functions of `f32`, correctly rounded, as the host computes them: by a quick phase, where there is one, and by the definition.

use super::{binary, exponential, host, logarithm, roots, trigonometric};

macro_rules! functions {
    ($($(#[doc = $doc:literal])+ $name:ident($($param:ident),+) = $definition:expr $(, after $quick:ident($of:ident))?;)*) => {$(
        $(#[doc = $doc])+
        pub(crate) fn $name($($param: f32),+) -> f32 {
            $(if let Some(result) = host::$quick($of) {
                return result;
            })?
            $(let $param = $param.to_bits();)+
            f32::from_bits($definition)
        }
    )*};
}

functions! {
    /// The sine.
    sin(a) = trigonometric::trigonometric(a, 0), after sin(a);
    /// The cosine.
    cos(a) = trigonometric::trigonometric(a, 1), after cos(a);
    /// The tangent.
    tan(a) = trigonometric::trigonometric(a, 2), after tan(a);
    /// The angle with this sine.
    asin(a) = trigonometric::arc(a, 0);
    /// The angle with this cosine.
    acos(a) = trigonometric::arc(a, 1);
    /// The angle with this tangent.
    atan(a) = trigonometric::atan(a);
    /// The hyperbolic sine.
    sinh(a) = exponential::sinh(a);
    /// The hyperbolic cosine.
    cosh(a) = exponential::cosh(a), after cosh(a);
    /// The hyperbolic tangent.
    tanh(a) = exponential::tanh(a);
    /// `e` to this power.
    exp(a) = exponential::exp(a), after exp(a);
    /// 2 to this power.
    exp2(a) = exponential::exp2(a), after exp2(a);
    /// `e` to this power, less 1.
    exp_m1(a) = exponential::exp_m1(a);
    /// The logarithm to base `e`.
    ln(a) = logarithm::log(a, 0), after ln(a);
    /// The logarithm to base 2.
    log2(a) = logarithm::log(a, 1), after log2(a);
    /// The logarithm to base 10.
    log10(a) = logarithm::log(a, 2), after log10(a);
    /// The logarithm to base `e` of the sum with 1.
    ln_1p(a) = logarithm::ln_1p(a);
    /// The cube root.
    cbrt(a) = roots::cbrt(a);
    /// 1 divided by the square root.
    rsqrt(a) = roots::rsqrt(a);
    /// The square root of the sum of the squares.
    hypot(a, b) = roots::hypot(a, b, 0);
    /// The angle of the point whose second coordinate comes first.
    atan2(a, b) = binary::atan2(a, b, 0);
    /// The first to the power of the second.
    pow(a, b) = binary::pow(a, b, 0);
}

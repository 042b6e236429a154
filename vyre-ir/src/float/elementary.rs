//! The elementary functions of `f32`, correctly rounded, as the host computes them: by a quick phase, and by the definition where that leaves the result open. Approximate ones
//! have a part without branches in its place.

use super::{binary, canonical, exponential, host, logarithm, quick, roots, trigonometric};
use crate::{BinOp, UnOp};

/// The functions of rows: the operator, the function's name, which its quick phase has too, and its definition on bits.
macro_rules! functions {
    ($Op:ident $params:tt: $($(#[doc = $doc:literal])+ $row:ident = $name:ident, $definition:expr;)*) => {
        $(functions! { @function $params $(#[doc = $doc])+ $name, $definition })*
        impl $Op {
            /// Whether [`quick`](Self::quick) gives anything.
            pub const fn has_quick(self) -> bool {
                matches!(self, $($Op::$row)|*)
            }
        }
        functions! { @quick $Op $params { $($row $name)* } }
    };
    (@function ($($param:ident),+) $(#[doc = $doc:literal])+ $name:ident, $definition:expr) => {
        $(#[doc = $doc])+
        pub(crate) fn $name($($param: f32),+) -> f32 {
            let quick = host::$name($($param),+);
            if quick.is_certain {
                return quick.value;
            }
            let definition: fn($(functions!(@bits $param)),+) -> u32 = $definition;
            f32::from_bits(definition($($param.to_bits()),+))
        }
    };
    (@bits $param:ident) => { u32 };
    (@quick $Op:ident ($a:ident) { $($row:ident $name:ident)* }) => {
        impl $Op {
            /// What an operator on `F32` nearly always gives, and whether that is certain; elsewhere `eval_as` knows. It has no branches, so loops over many
            /// operands become vector instructions.
            #[inline(always)]
            pub fn quick(self, $a: u32) -> Option<(u32, bool)> {
                let quick = match self {
                    $($Op::$row => host::$name(f32::from_bits($a)),)*
                    _ => return None,
                };
                Some((canonical(quick.value), quick.is_certain))
            }
        }
    };
    (@quick $Op:ident ($a:ident, $b:ident) { $($row:ident $name:ident)* }) => {
        impl $Op {
            /// As [`UnOp::quick`].
            #[inline(always)]
            pub fn quick(self, $a: u32, $b: u32) -> Option<(u32, bool)> {
                let quick = match self {
                    $($Op::$row => host::$name(f32::from_bits($a), f32::from_bits($b)),)*
                    _ => return None,
                };
                Some((canonical(quick.value), quick.is_certain))
            }
        }
    };
}

functions! { UnOp(a):
    /// The sine.
    FSin = sin, |a| trigonometric::trigonometric(a, 0);
    /// The cosine.
    FCos = cos, |a| trigonometric::trigonometric(a, 1);
    /// The tangent.
    FTan = tan, |a| trigonometric::trigonometric(a, 2);
    /// The angle with this sine.
    FAsin = asin, |a| trigonometric::arc(a, 0);
    /// The angle with this cosine.
    FAcos = acos, |a| trigonometric::arc(a, 1);
    /// The angle with this tangent.
    FAtan = atan, trigonometric::atan;
    /// The hyperbolic sine.
    FSinh = sinh, exponential::sinh;
    /// The hyperbolic cosine.
    FCosh = cosh, exponential::cosh;
    /// The hyperbolic tangent.
    FTanh = tanh, exponential::tanh;
    /// `e` to this power.
    FExp = exp, exponential::exp;
    /// 2 to this power.
    FExp2 = exp2, exponential::exp2;
    /// `e` to this power, less 1.
    FExpM1 = exp_m1, exponential::exp_m1;
    /// The logarithm to base `e`.
    FLog = ln, |a| logarithm::log(a, 0);
    /// The logarithm to base 2.
    FLog2 = log2, |a| logarithm::log(a, 1);
    /// The logarithm to base 10.
    FLog10 = log10, |a| logarithm::log(a, 2);
    /// The logarithm to base `e` of the sum with 1.
    FLog1p = ln_1p, logarithm::ln_1p;
    /// The cube root.
    FCbrt = cbrt, roots::cbrt;
    /// 1 divided by the square root.
    FRsqrt = rsqrt, roots::rsqrt;
    /// The sine, within 2 ULP.
    FSinApprox = sin_approx, quick::sin_approx;
}

functions! { BinOp(a, b):
    /// The square root of the sum of the squares.
    FHypot = hypot, |a, b| roots::hypot(a, b, 0);
    /// The angle of the point whose second coordinate comes first.
    FAtan2 = atan2, |a, b| binary::atan2(a, b, 0);
    /// The first to the power of the second.
    FPow = pow, |a, b| binary::pow(a, b, 0);
}

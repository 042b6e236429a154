//! `primitive.*.*_approx`: functions of floats that are approximate, within the tolerance of their rows. Here they are one result on every device, as everything is.

use super::float::float;
use super::{Row, operations};
use crate::{DataType, Expr, UnOp};

/// The rows on floats of 16 bits: the function of `F32`, rounded.
macro_rules! halves {
    ($($rows:ident: $Half:ident $prefix:literal $infinity:literal $nan:literal;)*) => {$(
        mod $rows {
            use super::*;

            operations! {
                #[doc = "A float near the sine, within 2 ULP; NaN of an infinity. A program with it is not strict."]
                $prefix + "sin_approx" (a: $Half) -> $Half,
                laws ["sin_approx(neg(a)) = neg(sin_approx(a)) where eq(sub(a, a), 0)"],
                edge_cases { [[0x8000]] => [0x8000], [[$infinity]] => [$nan] },
                Expr::cast(DataType::$Half, Expr::unary(UnOp::FSinApprox, Expr::cast(DataType::F32, a)));
            }
        }
    )*};
}

mod single {
    use super::*;

    operations! {
        #[doc = "A float near the sine, within 2 ULP; NaN of an infinity. A program with it is not strict."]
        "primitive.f32.sin_approx" (a: F32) -> F32,
        laws ["sin_approx(neg(a)) = neg(sin_approx(a)) where eq(sub(a, a), 0)"],
        edge_cases { [[0x8000_0000]] => [0x8000_0000], [[0x7f80_0000]] => [0x7fc0_0000], [[0xffc0_0001]] => [0x7fc0_0000] },
        float("let result = call primitive.fixed.sin_approx(cast<u32>(a));");
    }
}

halves! {
    f16: F16 "primitive.f16." 0x7c00 0x7e00;
    bf16: BF16 "primitive.bf16." 0x7f80 0x7fc0;
}

/// The rows on each type of floats.
pub(super) const ROWS: [&[Row]; 3] = [single::ROWS, f16::ROWS, bf16::ROWS];

//! Elementary functions of `F32` by CORE-MATH (Sibidanov, Zimmermann, Glondu).

use vyre_ir::library::Operation;
use vyre_ir::{Scalar, UnOp};
use vyre_tests::float_rows::Row;

/// What a row gives, on bits; nothing where CORE-MATH has no such function.
pub fn row(row: Row, [a, ..]: [u32; 3]) -> Option<u64> {
    let Operation::Unary(op, Scalar::F32) = row.operation else { return None };
    let function = match op {
        UnOp::FSin => core_math::sinf,
        UnOp::FCos => core_math::cosf,
        UnOp::FTan => core_math::tanf,
        UnOp::FAsin => core_math::asinf,
        UnOp::FAcos => core_math::acosf,
        UnOp::FAtan => core_math::atanf,
        UnOp::FSinh => core_math::sinhf,
        UnOp::FCosh => core_math::coshf,
        UnOp::FTanh => core_math::tanhf,
        UnOp::FExp => core_math::expf,
        UnOp::FExp2 => core_math::exp2f,
        UnOp::FExpM1 => core_math::expm1f,
        UnOp::FLog => core_math::logf,
        UnOp::FLog2 => core_math::log2f,
        UnOp::FLog10 => core_math::log10f,
        UnOp::FLog1p => core_math::log1pf,
        UnOp::FCbrt => core_math::cbrtf,
        UnOp::FRsqrt => core_math::rsqrtf,
        _ => return None,
    };
    let value = function(f32::from_bits(a));
    Some(if value.is_nan() { 0x7fc0_0000 } else { value.to_bits().into() })
}

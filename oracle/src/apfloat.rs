//! IEEE 754's operations by LLVM's APFloat, which computes with whole numbers (the crate `rustc_apfloat`).

use rustc_apfloat::ieee::{BFloat, Half, Single};
use rustc_apfloat::{Float, Round};
use vyre_ir::library::Operation;
use vyre_ir::{BinOp, Scalar, Typing, UnOp};
use vyre_tests::float_rows::Row;

/// Whether APFloat has the operation.
pub fn has(of: Row) -> bool {
    row(of, [0; 3]).is_some()
}

/// What a row gives, on bits.
pub fn row(row: Row, bits: [u32; 3]) -> Option<u64> {
    match row.scalar {
        Scalar::F16 => on::<Half>(row, bits, 0x7e00),
        Scalar::BF16 => on::<BFloat>(row, bits, 0x7fc0),
        _ => on::<Single>(row, bits, 0x7fc0_0000),
    }
}

fn on<F: Float>(row: Row, bits: [u32; 3], nan: u64) -> Option<u64> {
    let [a, b, c] = bits.map(|bits| F::from_bits(bits.into()));
    let float = |value: F| Some(if value.is_nan() { nan } else { value.to_bits() as u64 });
    match row.operation {
        Operation::MulAdd | Operation::DoubleMulAdd => float(a.mul_add(b, c).value),
        Operation::Binary(op, _) => match op {
            BinOp::FAdd => float((a + b).value),
            BinOp::FSub => float((a - b).value),
            BinOp::FMul => float((a * b).value),
            BinOp::FDiv => float((a / b).value),
            BinOp::FRem => float(a.c_fmod(b).value),
            BinOp::FEq => Some((a == b).into()),
            BinOp::FNe => Some((a != b).into()),
            BinOp::FLt => Some((a < b).into()),
            BinOp::FGt => Some((a > b).into()),
            BinOp::FLe => Some((a <= b).into()),
            BinOp::FGe => Some((a >= b).into()),
            _ => None,
        },
        Operation::Unary(op, _) => {
            let toward = |round| float(a.round_to_integral(round).value);
            match op.typing() {
                Typing::ToU32 => Some(a.to_u128_r(32, Round::TowardZero, &mut false).value as u64),
                Typing::ToU64 => Some(a.to_u128_r(64, Round::TowardZero, &mut false).value as u64),
                Typing::ToI32 => Some((a.to_i128_r(32, Round::TowardZero, &mut false).value as u32).into()),
                Typing::FromU32 => float(F::from_u128(bits[0].into()).value),
                Typing::FromI32 => float(F::from_i128((bits[0] as i32).into()).value),
                Typing::FromU64 => float(F::from_u128(u128::from(bits[0]) | u128::from(bits[1]) << 32).value),
                _ => match op {
                    UnOp::FFloor => toward(Round::TowardNegative),
                    UnOp::FCeil => toward(Round::TowardPositive),
                    UnOp::FTrunc => toward(Round::TowardZero),
                    UnOp::FRound => toward(Round::NearestTiesToAway),
                    UnOp::FRoundEven => toward(Round::NearestTiesToEven),
                    _ => None,
                },
            }
        }
    }
}

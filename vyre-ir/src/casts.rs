//! The cast table: one row for each legal pair of types. A pair without a row is an error (V012, V023).

use crate::float::half::Format;
use crate::{DataType, Type, UnOp, value::Lanes, value::words};
use DataType::{BF16, Bool, Bytes, F16, F32, F64, I32, U32, U64, U128, Vec2F32, Vec2U32, Vec4F32, Vec4U32};

/// What a cast does to the lanes of its source.
///
/// The conversions are few, so a backend needs one `match` over them instead of one over the pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// Every lane stays as it is; only the type changes, if anything does.
    Reinterpret,
    /// 1 if any lane is not zero, else 0.
    NonZero,
    /// The lanes of the source stay and the lanes above them are zero.
    ZeroExtend,
    /// Lane 0 stays and the lanes above it repeat its sign bit.
    SignExtend,
    /// Every lane of the target is lane 0 of the source.
    Splat,
    /// The lowest lanes of the source, as many as the target has.
    Truncate,
    /// A float of 16 bits as an `F32`: the same number, and the canonical NaN.
    Widen(Format),
    /// An `F32` as the nearest float of 16 bits, ties to even, and the canonical NaN.
    Narrow(Format),
    /// What an operator of one operand gives, which a lowered program has in its place: between `F32` and `F64`.
    Operator(UnOp),
}

impl Conversion {
    /// The lanes of the result.
    pub fn eval(self, source: Lanes, target: Type) -> Lanes {
        let lanes = target.words();
        let keep = |lane: usize, value: u32| if lane < lanes { value } else { 0 };
        match self {
            Conversion::Reinterpret => source,
            Conversion::NonZero => [u32::from(source != [0; 4]), 0, 0, 0],
            Conversion::ZeroExtend => source,
            Conversion::SignExtend => {
                let sign = (source[0] as i32 >> 31) as u32;
                [source[0], keep(1, sign), keep(2, sign), keep(3, sign)]
            }
            Conversion::Splat => [source[0], keep(1, source[0]), keep(2, source[0]), keep(3, source[0])],
            Conversion::Truncate => [source[0], keep(1, source[1]), keep(2, source[2]), keep(3, source[3])],
            Conversion::Widen(format) => [format.widen(source[0]), 0, 0, 0],
            Conversion::Narrow(format) => [format.narrow(source[0]), 0, 0, 0],
            Conversion::Operator(op) => {
                let bits = u64::from(source[0]) | u64::from(source[1]) << 32;
                let scalar = op.typing().in_program().0.element_type().scalar;
                words(op.eval_as(scalar, bits).unwrap_or(0).into())
            }
        }
    }
}

/// One row of the table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Cast {
    /// The type of the operand.
    pub source: DataType,
    /// The type of the result.
    pub target: DataType,
    /// What happens to the lanes.
    pub conversion: Conversion,
    /// The meaning, in words.
    pub meaning: &'static str,
    /// An operand and the result that the specification gives for it.
    pub example: (Lanes, Lanes),
}

macro_rules! casts {
    ($($source:ident => $target:ident, $conversion:ident $(($argument:expr))?, $meaning:literal, [$($from:expr),*] => [$($to:expr),*];)*) => {
        /// Every legal cast.
        pub const CASTS: &[Cast] = &[$(Cast {
            source: $source,
            target: $target,
            conversion: Conversion::$conversion $(($argument))?,
            meaning: $meaning,
            example: (pad(&[$($from),*]), pad(&[$($to),*])),
        }),*];
    };
}

const fn pad(lanes: &[u32]) -> Lanes {
    let mut padded = [0; 4];
    let mut lane = 0;
    while lane < lanes.len() {
        padded[lane] = lanes[lane];
        lane += 1;
    }
    padded
}

const ONES: u32 = u32::MAX;

casts! {
    U32 => U32, Reinterpret, "Identity.", [42] => [42];
    U32 => I32, Reinterpret, "The same bits.", [ONES] => [ONES];
    U32 => Bool, NonZero, "False for 0, else true.", [7] => [1];
    U32 => U64, ZeroExtend, "Zero-extended.", [42] => [42, 0];
    U32 => Vec2U32, Splat, "In both lanes.", [5] => [5, 5];
    U32 => Vec4U32, Splat, "In all four lanes.", [5] => [5, 5, 5, 5];
    I32 => I32, Reinterpret, "Identity.", [ONES] => [ONES];
    I32 => U32, Reinterpret, "The same bits.", [ONES] => [ONES];
    I32 => Bool, NonZero, "False for 0, else true.", [ONES] => [1];
    I32 => U64, SignExtend, "Sign-extended.", [ONES] => [ONES, ONES];
    I32 => Vec2U32, Splat, "The same bits in both lanes.", [ONES] => [ONES, ONES];
    I32 => Vec4U32, Splat, "The same bits in all four lanes.", [ONES] => [ONES, ONES, ONES, ONES];
    Bool => U32, Reinterpret, "0 or 1.", [1] => [1];
    Bool => I32, Reinterpret, "0 or 1.", [1] => [1];
    Bool => Bool, Reinterpret, "Identity.", [1] => [1];
    Bool => U64, ZeroExtend, "0 or 1.", [1] => [1, 0];
    Bool => Vec2U32, Splat, "0 or 1 in both lanes.", [1] => [1, 1];
    Bool => Vec4U32, Splat, "0 or 1 in all four lanes.", [1] => [1, 1, 1, 1];
    U64 => U32, Truncate, "The low 32 bits.", [0xdead, 0xbeef] => [0xdead];
    U64 => I32, Truncate, "The low 32 bits.", [ONES, 0] => [ONES];
    U64 => Bool, NonZero, "False for 0, else true.", [0, 1] => [1];
    U64 => U64, Reinterpret, "Identity.", [1, 2] => [1, 2];
    U64 => Vec2U32, Reinterpret, "Low word in lane 0, high word in lane 1.", [1, 2] => [1, 2];
    Vec2U32 => U32, Truncate, "Lane 0.", [3, 7] => [3];
    Vec2U32 => I32, Truncate, "Lane 0, the same bits.", [ONES, 0] => [ONES];
    Vec2U32 => U64, Reinterpret, "Lane 0 is the low word, lane 1 the high word.", [1, 2] => [1, 2];
    Vec2U32 => Vec2U32, Reinterpret, "Identity.", [1, 2] => [1, 2];
    Vec2U32 => Bool, NonZero, "False if both lanes are 0, else true.", [0, 9] => [1];
    Vec4U32 => U32, Truncate, "Lane 0.", [1, 2, 3, 4] => [1];
    Vec4U32 => I32, Truncate, "Lane 0, the same bits.", [ONES, 2, 3, 4] => [ONES];
    Vec4U32 => Vec2U32, Truncate, "Lanes 0 and 1.", [1, 2, 3, 4] => [1, 2];
    Vec4U32 => Vec4U32, Reinterpret, "Identity.", [1, 2, 3, 4] => [1, 2, 3, 4];
    Vec4U32 => Bool, NonZero, "False if all lanes are 0, else true.", [0, 0, 0, 9] => [1];
    Vec4U32 => U64, Truncate, "Lane 0 is the low word, lane 1 the high word.", [1, 2, 3, 4] => [1, 2];
    Bytes => Bytes, Reinterpret, "Identity.", [0] => [0];
    F32 => F32, Reinterpret, "Identity.", [0x3f80_0000] => [0x3f80_0000];
    F32 => U32, Reinterpret, "The same bits.", [0x3f80_0000] => [0x3f80_0000];
    U32 => F32, Reinterpret, "The same bits.", [0x7fc0_0001] => [0x7fc0_0001];
    Vec2F32 => Vec2F32, Reinterpret, "Identity.", [0x3f80_0000, 0] => [0x3f80_0000, 0];
    Vec4F32 => Vec4F32, Reinterpret, "Identity.", [0x3f80_0000, 0, 1, 2] => [0x3f80_0000, 0, 1, 2];
    U128 => U128, Reinterpret, "Identity.", [1, 2, 3, 4] => [1, 2, 3, 4];
    U128 => U32, Truncate, "The low 32 bits.", [1, 2, 3, 4] => [1];
    U128 => I32, Truncate, "The low 32 bits.", [ONES, 2, 3, 4] => [ONES];
    U128 => U64, Truncate, "The low 64 bits.", [1, 2, 3, 4] => [1, 2];
    U128 => Vec2U32, Truncate, "The two lowest words.", [1, 2, 3, 4] => [1, 2];
    U128 => Vec4U32, Reinterpret, "The lowest word in lane 0, the highest in lane 3.", [1, 2, 3, 4] => [1, 2, 3, 4];
    U128 => Bool, NonZero, "False for 0, else true.", [0, 0, 0, 9] => [1];
    U32 => U128, ZeroExtend, "Zero-extended.", [42] => [42, 0, 0, 0];
    I32 => U128, SignExtend, "Sign-extended.", [ONES] => [ONES, ONES, ONES, ONES];
    U64 => U128, ZeroExtend, "Zero-extended.", [1, 2] => [1, 2, 0, 0];
    Vec2U32 => U128, ZeroExtend, "Lane 0 is the lowest word, lane 1 the next.", [1, 2] => [1, 2, 0, 0];
    Vec4U32 => U128, Reinterpret, "Lane 0 is the lowest word, lane 3 the highest.", [1, 2, 3, 4] => [1, 2, 3, 4];
    Bool => U128, ZeroExtend, "0 or 1.", [1] => [1, 0, 0, 0];
    F16 => F16, Reinterpret, "Identity.", [0x3c00] => [0x3c00];
    F16 => F32, Widen(Format::F16), "The same number, and the canonical NaN.", [0x3c01] => [0x3f80_2000];
    F32 => F16, Narrow(Format::F16), "The nearest number, ties to even, and the canonical NaN.", [0x3f80_1000] => [0x3c00];
    BF16 => BF16, Reinterpret, "Identity.", [0x3f80] => [0x3f80];
    BF16 => F32, Widen(Format::BF16), "The same number, and the canonical NaN.", [0x3f81] => [0x3f81_0000];
    F32 => BF16, Narrow(Format::BF16), "The nearest number, ties to even, and the canonical NaN.", [0x3f81_8000] => [0x3f82];
    F64 => F64, Reinterpret, "Identity.", [1, 0x3ff0_0000] => [1, 0x3ff0_0000];
    F64 => U64, Reinterpret, "The same bits.", [1, 0x3ff0_0000] => [1, 0x3ff0_0000];
    U64 => F64, Reinterpret, "The same bits.", [1, 0x7ff8_0000] => [1, 0x7ff8_0000];
    F32 => F64, Operator(UnOp::DFromF32), "The same number, and the canonical NaN.", [0x3dcc_cccd] => [0xa000_0000, 0x3fb9_9999];
    F64 => F32, Operator(UnOp::DToF32), "The nearest number, ties to even, and the canonical NaN.", [0x9999_999a, 0x3fb9_9999] => [0x3dcc_cccd];
}

/// The row for a pair of types, if the cast is legal.
pub fn find(source: &DataType, target: &DataType) -> Option<&'static Cast> {
    CASTS.iter().find(|cast| cast.source == *source && cast.target == *target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_four_pairs_are_legal_and_each_once() {
        assert_eq!(CASTS.len(), 64);
        for (at, cast) in CASTS.iter().enumerate() {
            assert!(
                CASTS[..at]
                    .iter()
                    .all(|other| (&other.source, &other.target) != (&cast.source, &cast.target))
            );
        }
    }

    #[test]
    fn examples_hold() {
        for cast in CASTS {
            let (from, to) = cast.example;
            assert_eq!(
                cast.conversion.eval(from, cast.target.element_type()),
                to,
                "{} => {}",
                cast.source,
                cast.target
            );
        }
    }
}

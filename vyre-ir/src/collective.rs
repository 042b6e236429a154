//! Collectives: what the invocations of a workgroup compute together. A collective is one row: its meaning, its tag in the
//! wire form, its spelling, the values that it takes, and whether all invocations get one result.
//!
//! Its value does not depend on how a GPU groups invocations: where there is an order, it is that of the flat local id, x
//! fastest. A collective waits for every invocation of the workgroup, but it is no barrier: it orders no memory.

use crate::value::{from_words, words};
use crate::{BinOp, DataType, Lanes, Scalar, Type};

/// Which values a collective takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    /// A `U32`, `I32`, `U64` or `U128`; the result has the same type.
    Number,
    /// A float; the result has the same type.
    Float,
    /// A truth value, `U32` or `Bool`; the result is a `U32` of 0 or 1.
    Truth,
    /// Any value; the result has the same type.
    Any,
}

macro_rules! collectives {
    ($(#[doc = $doc:literal] $Name:ident = $tag:literal, $function:literal, $takes:ident, shared $shared:literal, joins $joins:expr $(, tolerance $tolerance:literal)?;)*) => {
        /// What the invocations of a workgroup compute together.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum CollectiveOp {
            $(#[doc = $doc] $Name = $tag,)*
        }

        impl CollectiveOp {
            /// Every collective, in the order of the table.
            pub const ALL: &'static [CollectiveOp] = &[$(CollectiveOp::$Name),*];

            /// What it computes.
            pub const fn doc(self) -> &'static str {
                match self { $(CollectiveOp::$Name => $doc),* }
            }

            /// The name in the text form and in kernels.
            pub const fn function(self) -> &'static str {
                match self { $(CollectiveOp::$Name => $function),* }
            }

            /// Whether every invocation gets the same result.
            pub const fn is_uniform(self) -> bool {
                match self { $(CollectiveOp::$Name => $shared),* }
            }

            /// The operator that joins two values, if the result is joined.
            pub const fn joins(self) -> Option<BinOp> {
                match self { $(CollectiveOp::$Name => $joins),* }
            }

            /// How far from the exact result it may be, if it is approximate: in ULP of the sum of the magnitudes, for each value that is joined. Every other
            /// collective gives one result.
            pub const fn tolerance_ulp(self) -> Option<u32> {
                let tolerances: &[u32] = match self { $(CollectiveOp::$Name => &[$($tolerance)?]),* };
                tolerances.first().copied()
            }

            const fn takes(self) -> Takes {
                match self { $(CollectiveOp::$Name => Takes::$takes),* }
            }
        }
    };
}

collectives! {
    #[doc = "The sum of the values of all invocations, modulo 2^32, 2^64 or 2^128."]
    Sum = 0, "workgroup_sum", Number, shared true, joins Some(BinOp::Add);
    #[doc = "The least of the values of all invocations."]
    Min = 1, "workgroup_min", Number, shared true, joins Some(BinOp::Min);
    #[doc = "The greatest of the values of all invocations."]
    Max = 2, "workgroup_max", Number, shared true, joins Some(BinOp::Max);
    #[doc = "The sum of the values of the invocations up to this one, itself included."]
    InclusiveSum = 3, "workgroup_inclusive_sum", Number, shared false, joins Some(BinOp::Add);
    #[doc = "The sum of the values of the invocations before this one; 0 in the first."]
    ExclusiveSum = 4, "workgroup_exclusive_sum", Number, shared false, joins Some(BinOp::Add);
    #[doc = "Whether the value is true in any invocation."]
    Any = 5, "workgroup_any", Truth, shared true, joins Some(BinOp::BitOr);
    #[doc = "Whether the value is true in all invocations."]
    All = 6, "workgroup_all", Truth, shared true, joins Some(BinOp::BitAnd);
    #[doc = "The value of the invocation with a flat local id; zero if there is none."]
    Broadcast = 7, "workgroup_broadcast", Any, shared true, joins None;
    #[doc = "The sum of the floats of all invocations, from left to right: `FReduceStrict`."]
    SumStrict = 8, "workgroup_sum_strict", Float, shared true, joins Some(BinOp::FAdd);
    #[doc = "The sum of the floats of all invocations, by a balanced tree that splits at the largest power of two below the length: `FReduceTreeBinary`."]
    SumTree = 9, "workgroup_sum_tree", Float, shared true, joins Some(BinOp::FAdd);
    #[doc = "The sum of the floats of all invocations, in an order that the device chooses: `FReduceApprox`, within 1 ULP of the sum of the magnitudes for each invocation. A program with it is not strict."]
    SumApprox = 10, "workgroup_sum_approx", Float, shared true, joins Some(BinOp::FAdd), tolerance 1;
}

impl CollectiveOp {
    /// The collective with this name.
    pub fn from_function(name: &str) -> Option<CollectiveOp> {
        CollectiveOp::ALL.iter().copied().find(|op| op.function() == name)
    }

    /// The collective with this tag in the wire form.
    pub(crate) fn from_tag(tag: u8) -> Option<CollectiveOp> {
        CollectiveOp::ALL.iter().copied().find(|op| *op as u8 == tag)
    }

    /// Whether it names the invocation whose value is taken.
    pub const fn takes_id(self) -> bool {
        matches!(self, CollectiveOp::Broadcast)
    }

    /// The type of the result for a value of a type, or `None` if it takes no such value.
    pub fn result(self, value: &DataType) -> Option<DataType> {
        match (self.takes(), value) {
            (_, DataType::Bytes | DataType::Array(_) | DataType::Tuple(_) | DataType::Tensor(_)) => None,
            (Takes::Any, value) => Some(value.clone()),
            (Takes::Number, DataType::U32 | DataType::I32 | DataType::U64 | DataType::U128) => {
                Some(value.clone())
            }
            (Takes::Float, DataType::F32 | DataType::F16 | DataType::BF16) => Some(value.clone()),
            (Takes::Truth, DataType::U32 | DataType::Bool) => Some(DataType::U32),
            (Takes::Number | Takes::Float | Takes::Truth, _) => None,
        }
    }

    /// Whether it takes values of a type where truth values are `Bool` and numbers have at most 64 bits, as they do once a program is
    /// lowered.
    pub fn takes_type(self, ty: Type) -> bool {
        match self.takes() {
            Takes::Any => true,
            Takes::Truth => ty == Type::scalar(Scalar::Bool),
            Takes::Float => ty.lanes == 1 && matches!(ty.scalar, Scalar::F32 | Scalar::F16 | Scalar::BF16),
            Takes::Number => ty.lanes == 1 && matches!(ty.scalar, Scalar::U32 | Scalar::I32 | Scalar::U64),
        }
    }

    /// Puts in place of the value of each invocation, in the order of the flat local id, what it gets. `id` is the one that a
    /// broadcast names. The values are of type `ty`, and those of `Any` and `All` are `Bool`. Numbers of four lanes are `U128`.
    pub fn eval(self, ty: Type, values: &mut [Lanes], id: u32) {
        let Some(operator) = self.joins() else {
            let value = values.get(id as usize).copied().unwrap_or([0; 4]);
            return values.fill(value);
        };
        let join = |a: Lanes, b: Lanes| {
            if ty.lanes == 4 {
                return long(operator, a, b);
            }
            let wide = |lanes: Lanes| u64::from(lanes[0]) | u64::from(lanes[1]) << 32;
            // The operators are those of the types that are taken.
            let joined = operator.eval_as(ty.scalar, wide(a), wide(b)).unwrap_or(0);
            [joined as u32, (joined >> 32) as u32, 0, 0]
        };
        // Any order would do for an approximate sum.
        if matches!(self, CollectiveOp::SumTree | CollectiveOp::SumApprox) {
            // A round adds to each place that is left its neighbour, if there is one.
            let mut step = 1;
            while step < values.len() {
                for at in (0..values.len() - step).step_by(2 * step) {
                    values[at] = join(values[at], values[at + step]);
                }
                step *= 2;
            }
            let joined = values.first().copied().unwrap_or([0; 4]);
            return values.fill(joined);
        }
        if self.is_uniform() {
            let joined = values.iter().copied().reduce(join).unwrap_or([0; 4]);
            return values.fill(joined);
        }
        let mut sum = [0; 4];
        for value in values {
            let before = sum;
            sum = join(sum, *value);
            *value = if self == CollectiveOp::ExclusiveSum { before } else { sum };
        }
    }
}

/// Two `U128` joined.
fn long(operator: BinOp, a: Lanes, b: Lanes) -> Lanes {
    let (a, b) = (from_words(&a), from_words(&b));
    words(match operator {
        BinOp::Min => a.min(b),
        BinOp::Max => a.max(b),
        // The rest are sums.
        _ => a.wrapping_add(b),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(op: CollectiveOp, scalar: Scalar, values: &[u64], id: u32) -> Vec<u64> {
        let mut lanes: Vec<Lanes> =
            values.iter().map(|value| [*value as u32, (*value >> 32) as u32, 0, 0]).collect();
        op.eval(Type::scalar(scalar), &mut lanes, id);
        lanes.iter().map(|lanes| u64::from(lanes[0]) | u64::from(lanes[1]) << 32).collect()
    }

    #[test]
    fn collectives_compute_what_their_rows_say() {
        use CollectiveOp::*;
        const ONES: u64 = u32::MAX as u64;
        assert_eq!(all(Sum, Scalar::U32, &[1, ONES, 5], 0), [5; 3]);
        assert_eq!(all(Sum, Scalar::U64, &[1, u64::MAX, 5], 0), [5; 3]);
        assert_eq!(all(Sum, Scalar::U64, &[ONES, 1], 0), [1 << 32; 2]);
        assert_eq!(all(Min, Scalar::U32, &[3, ONES, 5], 0), [3; 3]);
        assert_eq!(all(Min, Scalar::I32, &[3, ONES, 5], 0), [ONES; 3]);
        assert_eq!(all(Max, Scalar::I32, &[3, ONES, 5], 0), [5; 3]);
        assert_eq!(all(Max, Scalar::U64, &[1 << 32, ONES], 0), [1 << 32; 2]);
        assert_eq!(all(InclusiveSum, Scalar::U32, &[3, 4, ONES], 0), [3, 7, 6]);
        assert_eq!(all(ExclusiveSum, Scalar::U64, &[3, 4, 5], 0), [0, 3, 7]);
        assert_eq!(all(Any, Scalar::Bool, &[0, 1, 0], 0), [1; 3]);
        assert_eq!(all(Any, Scalar::Bool, &[0, 0], 0), [0; 2]);
        assert_eq!(all(All, Scalar::Bool, &[1, 1], 0), [1; 2]);
        assert_eq!(all(All, Scalar::Bool, &[1, 0], 0), [0; 2]);
        assert_eq!(all(Broadcast, Scalar::U32, &[4, 5, 6], 2), [6; 3]);
        assert_eq!(all(Broadcast, Scalar::U32, &[4, 5, 6], 3), [0; 3]);
        // 2^24 takes no 1, but takes 2: from left to right, and as (a + b) + (c + d), and as ((a + b) + (c + d)) + e.
        let [large, one] = [16_777_216f32, 1.0].map(|value| u64::from(value.to_bits()));
        let more = |by: f32| u64::from((16_777_216f32 + by).to_bits());
        assert_eq!(all(SumStrict, Scalar::F32, &[large, one, one, one], 0), [large; 4]);
        assert_eq!(all(SumTree, Scalar::F32, &[large, one, one, one], 0), [more(2.0); 4]);
        assert_eq!(all(SumStrict, Scalar::F32, &[one, one, one, large], 0), [more(4.0); 4]);
        assert_eq!(all(SumTree, Scalar::F32, &[one, one, one, one, large], 0), [more(4.0); 5]);
        assert_eq!(all(SumTree, Scalar::F32, &[0x7f80_0001], 0), [0x7f80_0001]);
        // 2048 takes no 1 in F16, and 256 none in BF16.
        for (scalar, large, one, more) in
            [(Scalar::F16, 0x6800, 0x3c00, 0x6801), (Scalar::BF16, 0x4380, 0x3f80, 0x4381)]
        {
            assert_eq!(all(SumStrict, scalar, &[large, one, one], 0), [large; 3]);
            assert_eq!(all(SumTree, scalar, &[large, one, one, one], 0), [more; 4]);
        }
    }

    #[test]
    fn numbers_of_128_bits_are_joined() {
        let all = |op: CollectiveOp, values: &[u128]| {
            let mut lanes: Vec<Lanes> = values.iter().copied().map(words).collect();
            op.eval(Type::vector(Scalar::U32, 4), &mut lanes, 0);
            lanes.iter().map(|lanes| from_words(lanes)).collect::<Vec<u128>>()
        };
        assert_eq!(all(CollectiveOp::Sum, &[u128::MAX, 3, 1 << 64]), [(1 << 64) + 2; 3]);
        assert_eq!(all(CollectiveOp::Min, &[1 << 100, 3 << 99]), [1 << 100; 2]);
        assert_eq!(all(CollectiveOp::Max, &[1 << 100, u64::MAX.into()]), [1 << 100; 2]);
        assert_eq!(all(CollectiveOp::ExclusiveSum, &[u64::MAX.into(), 1, 5]), [0, u64::MAX.into(), 1 << 64]);
    }

    #[test]
    fn names_and_tags_come_back() {
        for op in CollectiveOp::ALL {
            assert_eq!(CollectiveOp::from_function(op.function()), Some(*op));
            assert_eq!(CollectiveOp::from_tag(*op as u8), Some(*op));
        }
        assert_eq!(CollectiveOp::from_tag(11), None);
    }
}

//! The arithmetic of `#[vyre::function]`s on the host: Rust's integers with the semantics of kernels.
//!
//! Where the semantics are those of std, the generated code uses std's operators. This module has the others:
//! arithmetic wraps, a division by zero gives 0, a shift takes its amount modulo the width, and a lane past the last
//! one is 0. Tests compare them with the operation library.

pub mod float;
mod operation;
pub mod plain;

pub use operation::operation;

use vyre_ir::{BinOp, DataType, Scalar, UnOp, casts, value};

/// An integer of the kernel language.
pub trait Number: Copy + Ord {
    /// The result type of [`abs_diff`].
    type Distance;
    /// 0.
    const ZERO: Self;
    #[doc(hidden)]
    fn add(self, other: Self) -> Self;
    #[doc(hidden)]
    fn sub(self, other: Self) -> Self;
    #[doc(hidden)]
    fn mul(self, other: Self) -> Self;
    #[doc(hidden)]
    fn div(self, other: Self) -> Self;
    #[doc(hidden)]
    fn rem(self, other: Self) -> Self;
    #[doc(hidden)]
    fn shl(self, amount: u32) -> Self;
    #[doc(hidden)]
    fn shr(self, amount: u32) -> Self;
    #[doc(hidden)]
    fn pow(self, exponent: u32) -> Self;
    #[doc(hidden)]
    fn saturating_add(self, other: Self) -> Self;
    #[doc(hidden)]
    fn saturating_sub(self, other: Self) -> Self;
    #[doc(hidden)]
    fn abs_diff(self, other: Self) -> Self::Distance;
    #[doc(hidden)]
    fn rotate_left(self, amount: u32) -> Self;
    #[doc(hidden)]
    fn rotate_right(self, amount: u32) -> Self;
    #[doc(hidden)]
    fn count_ones(self) -> u32;
    #[doc(hidden)]
    fn leading_zeros(self) -> u32;
    #[doc(hidden)]
    fn trailing_zeros(self) -> u32;
    #[doc(hidden)]
    fn reverse_bits(self) -> Self;
}

macro_rules! numbers {
    ($($ty:ident: $distance:ident),*) => {$(
        impl Number for $ty {
            type Distance = $distance;
            const ZERO: $ty = 0;
            #[inline]
            fn add(self, other: $ty) -> $ty {
                self.wrapping_add(other)
            }
            #[inline]
            fn sub(self, other: $ty) -> $ty {
                self.wrapping_sub(other)
            }
            #[inline]
            fn mul(self, other: $ty) -> $ty {
                self.wrapping_mul(other)
            }
            #[inline]
            fn div(self, other: $ty) -> $ty {
                if other == 0 { 0 } else { self.wrapping_div(other) }
            }
            #[inline]
            fn rem(self, other: $ty) -> $ty {
                if other == 0 { 0 } else { self.wrapping_rem(other) }
            }
            #[inline]
            fn shl(self, amount: u32) -> $ty {
                self.wrapping_shl(amount)
            }
            #[inline]
            fn shr(self, amount: u32) -> $ty {
                self.wrapping_shr(amount)
            }
            #[inline]
            fn pow(self, exponent: u32) -> $ty {
                self.wrapping_pow(exponent)
            }
            #[inline]
            fn saturating_add(self, other: $ty) -> $ty {
                $ty::saturating_add(self, other)
            }
            #[inline]
            fn saturating_sub(self, other: $ty) -> $ty {
                $ty::saturating_sub(self, other)
            }
            #[inline]
            fn abs_diff(self, other: $ty) -> $distance {
                $ty::abs_diff(self, other)
            }
            #[inline]
            fn rotate_left(self, amount: u32) -> $ty {
                $ty::rotate_left(self, amount)
            }
            #[inline]
            fn rotate_right(self, amount: u32) -> $ty {
                $ty::rotate_right(self, amount)
            }
            #[inline]
            fn count_ones(self) -> u32 {
                $ty::count_ones(self)
            }
            #[inline]
            fn leading_zeros(self) -> u32 {
                $ty::leading_zeros(self)
            }
            #[inline]
            fn trailing_zeros(self) -> u32 {
                $ty::trailing_zeros(self)
            }
            #[inline]
            fn reverse_bits(self) -> $ty {
                $ty::reverse_bits(self)
            }
        }
    )*};
}

numbers!(u8: u8, i8: u8, u16: u16, i16: u16, u32: u32, i32: u32, u64: u64, i64: u64, u128: u128, i128: u128);

/// The functions of the trait under the names of std, which the generated code calls.
macro_rules! methods {
    ($($name:ident => $method:ident ($($arg:ident: $ty:ty),*) -> $output:ty;)*) => {$(
        #[doc(hidden)]
        #[inline]
        pub fn $name<T: Number>(x: T $(, $arg: $ty)*) -> $output {
            Number::$method(x $(, $arg)*)
        }
    )*};
}

methods! {
    wrapping_add => add(y: T) -> T;
    wrapping_sub => sub(y: T) -> T;
    wrapping_mul => mul(y: T) -> T;
    div => div(y: T) -> T;
    rem => rem(y: T) -> T;
    wrapping_shl => shl(amount: u32) -> T;
    wrapping_shr => shr(amount: u32) -> T;
    pow => pow(exponent: u32) -> T;
    wrapping_pow => pow(exponent: u32) -> T;
    saturating_add => saturating_add(y: T) -> T;
    saturating_sub => saturating_sub(y: T) -> T;
    abs_diff => abs_diff(y: T) -> T::Distance;
    rotate_left => rotate_left(amount: u32) -> T;
    rotate_right => rotate_right(amount: u32) -> T;
    count_ones => count_ones() -> u32;
    leading_zeros => leading_zeros() -> u32;
    trailing_zeros => trailing_zeros() -> u32;
    reverse_bits => reverse_bits() -> T;
}

/// A scalar of the kernel language, as bits.
pub trait Bits: Copy {
    #[doc(hidden)]
    const SCALAR: Scalar;
    #[doc(hidden)]
    fn bits(self) -> u64;
    #[doc(hidden)]
    fn from_bits(bits: u64) -> Self;
}

macro_rules! bits {
    ($($ty:ty = $scalar:ident: $value:ident => $bits:expr, $from:ident => $back:expr;)*) => {$(
        impl Bits for $ty {
            const SCALAR: Scalar = Scalar::$scalar;
            #[inline]
            fn bits(self) -> u64 {
                let $value = self;
                $bits
            }
            #[inline]
            fn from_bits($from: u64) -> $ty {
                $back
            }
        }
    )*};
}

bits! {
    u32 = U32: x => x.into(), bits => bits as u32;
    i32 = I32: x => (x as u32).into(), bits => bits as i32;
    u64 = U64: x => x, bits => bits;
    bool = Bool: x => x.into(), bits => bits != 0;
    f32 = F32: x => x.to_bits().into(), bits => f32::from_bits(bits as u32);
    f64 = F64: x => x.to_bits(), bits => f64::from_bits(bits);
    half::f16 = F16: x => x.to_bits().into(), bits => half::f16::from_bits(bits as u16);
    half::bf16 = BF16: x => x.to_bits().into(), bits => half::bf16::from_bits(bits as u16);
}

/// `a * b + c` of floats of 16 bits, or of 64, rounded once.
#[inline]
pub fn mul_add_of_halves<T: Bits>(a: T, b: T, c: T) -> T {
    T::from_bits(vyre_ir::float::mul_add_as(T::SCALAR, [a, b, c].map(T::bits)))
}

/// What the operator of this row gives. The macro knows the row, and that it takes the types.
#[inline]
pub fn binary<const ROW: usize, A: Bits, B: Bits, R: Bits>(left: A, right: B) -> R {
    let op = const { BinOp::ALL[ROW] };
    R::from_bits(op.eval_as(A::SCALAR, left.bits(), right.bits()).unwrap_or(0))
}

/// Likewise, of one operand.
#[inline]
pub fn unary<const ROW: usize, A: Bits, R: Bits>(operand: A) -> R {
    let op = const { UnOp::ALL[ROW] };
    R::from_bits(op.eval_as(A::SCALAR, operand.bits()).unwrap_or(0))
}

/// `-x`, wrapping.
#[inline]
pub fn wrapping_neg<T: Number>(x: T) -> T {
    T::ZERO.sub(x)
}

/// The absolute value, wrapping.
#[inline]
pub fn abs(x: i32) -> i32 {
    x.wrapping_abs()
}

/// The same as [`abs`].
#[inline]
pub fn wrapping_abs(x: i32) -> i32 {
    x.wrapping_abs()
}

/// -1, 0 or 1.
#[inline]
pub fn signum(x: i32) -> i32 {
    x.signum()
}

/// The square root, rounded down.
#[inline]
pub fn isqrt(x: u32) -> u32 {
    x.isqrt()
}

/// The minimum.
#[inline]
pub fn min<T: Number>(x: T, y: T) -> T {
    Ord::min(x, y)
}

/// The maximum.
#[inline]
pub fn max<T: Number>(x: T, y: T) -> T {
    Ord::max(x, y)
}

/// `min(max(x, low), high)`, even if `low` is greater than `high`.
#[inline]
pub fn clamp<T: Number>(x: T, low: T, high: T) -> T {
    Ord::min(Ord::max(x, low), high)
}

/// One of two values, both of which are evaluated.
#[inline]
pub fn select<T>(cond: bool, then: T, otherwise: T) -> T {
    if cond { then } else { otherwise }
}

/// A lane, or 0 past the last one.
#[inline]
pub fn lane<T: Copy + Default, const N: usize>(vector: [T; N], index: u32) -> T {
    vector.get(index as usize).copied().unwrap_or_default()
}

/// `vector[index] = value`, without effect past the last lane. The arguments are in Rust's order of evaluation.
#[inline]
pub fn set_lane<T, const N: usize>(value: T, index: u32, vector: &mut [T; N]) {
    if let Some(lane) = vector.get_mut(index as usize) {
        *lane = value;
    }
}

/// An element of a constant table, or zero past the last one.
#[inline]
pub fn element<T: Copy + Default>(table: &[T], index: u32) -> T {
    table.get(index as usize).copied().unwrap_or_default()
}

/// Where an element of arrays in arrays is among all of them, or 2^32 - 1 if an index is not below its length.
#[inline]
pub fn offset(indices: &[u32], lengths: &[u32]) -> u32 {
    let is_inside = indices.iter().zip(lengths).all(|(index, length)| index < length);
    let offset = indices
        .iter()
        .zip(lengths)
        .fold(0u32, |offset, (index, length)| offset.wrapping_mul(*length).wrapping_add(*index));
    if is_inside { offset } else { u32::MAX }
}

/// An element of an array, or `zero` past the last one.
#[inline]
pub fn pick<T, const N: usize>(array: [T; N], index: u32, zero: T) -> T {
    array.into_iter().nth(index as usize).unwrap_or(zero)
}

/// `array[index] = value`, without effect past the last element. The arguments are in Rust's order of evaluation.
#[inline]
pub fn put<T, const N: usize>(value: T, index: u32, array: &mut [T; N]) {
    if let Some(element) = array.get_mut(index as usize) {
        *element = value;
    }
}

/// A value of the kernel language, as lanes of the IR.
pub trait Value: Copy {
    /// The IR's type.
    const TYPE: &'static DataType;
    #[doc(hidden)]
    fn lanes(self) -> [u32; 4];
    #[doc(hidden)]
    fn from_lanes(lanes: [u32; 4]) -> Self;
}

macro_rules! values {
    ($($ty:ty = $data:ident: $value:ident => $lanes:expr, $from:ident => $back:expr;)*) => {$(
        impl Value for $ty {
            const TYPE: &'static DataType = &DataType::$data;
            fn lanes(self) -> [u32; 4] {
                let $value = self;
                $lanes
            }
            fn from_lanes($from: [u32; 4]) -> $ty {
                $back
            }
        }
    )*};
}

values! {
    u32 = U32: x => [x, 0, 0, 0], lanes => lanes[0];
    i32 = I32: x => [x as u32, 0, 0, 0], lanes => lanes[0] as i32;
    u8 = U32: x => [x.into(), 0, 0, 0], lanes => lanes[0] as u8;
    i8 = I32: x => [x as u32, 0, 0, 0], lanes => lanes[0] as i8;
    u16 = U32: x => [x.into(), 0, 0, 0], lanes => lanes[0] as u16;
    i16 = I32: x => [x as u32, 0, 0, 0], lanes => lanes[0] as i16;
    i64 = U64: x => [x as u32, (x >> 32) as u32, 0, 0], lanes => (u64::from(lanes[1]) << 32 | u64::from(lanes[0])) as i64;
    u64 = U64: x => [x as u32, (x >> 32) as u32, 0, 0], lanes => u64::from(lanes[1]) << 32 | u64::from(lanes[0]);
    u128 = U128: x => value::words(x), lanes => value::from_words(&lanes);
    i128 = U128: x => value::words(x as u128), lanes => value::from_words(&lanes) as i128;
    bool = Bool: x => [u32::from(x), 0, 0, 0], lanes => lanes[0] != 0;
    f32 = F32: x => [x.to_bits(), 0, 0, 0], lanes => f32::from_bits(lanes[0]);
    f64 = F64: x => value::words(x.to_bits().into()), lanes => f64::from_bits(value::from_words(&lanes[..2]) as u64);
    half::f16 = F16: x => [x.to_bits().into(), 0, 0, 0], lanes => half::f16::from_bits(lanes[0] as u16);
    half::bf16 = BF16: x => [x.to_bits().into(), 0, 0, 0], lanes => half::bf16::from_bits(lanes[0] as u16);
    [u32; 2] = Vec2U32: x => [x[0], x[1], 0, 0], lanes => [lanes[0], lanes[1]];
    [u32; 4] = Vec4U32: x => x, lanes => lanes;
    [f32; 2] = Vec2F32: x => [x[0].to_bits(), x[1].to_bits(), 0, 0],
        lanes => [f32::from_bits(lanes[0]), f32::from_bits(lanes[1])];
    [f32; 4] = Vec4F32: x => x.map(f32::to_bits), lanes => lanes.map(f32::from_bits);
}

/// `cast::<T>(value)`, by the cast table. The macro refuses pairs without a row.
pub fn cast<T: Value, S: Value>(value: S) -> T {
    let conversion = casts::find(S::TYPE, T::TYPE).map(|row| row.conversion);
    T::from_lanes(
        conversion.map_or([0; 4], |conversion| conversion.eval(value.lanes(), T::TYPE.element_type())),
    )
}

/// [`cast`] as bodies write it, with the type that it gives alone.
pub fn cast_to<T: Value>(value: impl Value) -> T {
    cast(value)
}

/// The same value as one of another type, which has the same name.
#[inline]
pub fn same<S: Value, T: Value>(value: S) -> T {
    T::from_lanes(value.lanes())
}

/// A type of the host's, and what it is in kernels and functions, where `usize` and `isize` have 32 bits.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no `{__Kernel}` of kernels",
    label = "of another type in kernels"
)]
pub trait OnHost<__Kernel>: Sized {
    #[doc(hidden)]
    fn in_kernels(self) -> __Kernel;
    #[doc(hidden)]
    fn on_host(value: __Kernel) -> Self;
}

macro_rules! on_host {
    ($($host:ident as $kernel:ident),*) => {$(
        impl OnHost<$kernel> for $host {
            #[inline]
            fn in_kernels(self) -> $kernel {
                self as $kernel
            }

            #[inline]
            fn on_host(value: $kernel) -> $host {
                value as $host
            }
        }
    )*};
}

on_host!(
    usize as u32,
    isize as i32,
    u8 as u8,
    i8 as i8,
    u16 as u16,
    i16 as i16,
    u32 as u32,
    i32 as i32,
    u64 as u64,
    i64 as i64
);
on_host!(u128 as u128, i128 as i128, f32 as f32, bool as bool);

impl OnHost<()> for () {
    #[inline]
    fn in_kernels(self) {}

    #[inline]
    fn on_host((): ()) {}
}

impl<K, T: OnHost<K>> OnHost<Option<K>> for Option<T> {
    #[inline]
    fn in_kernels(self) -> Option<K> {
        self.map(T::in_kernels)
    }

    #[inline]
    fn on_host(value: Option<K>) -> Self {
        value.map(T::on_host)
    }
}

impl<K, F, T: OnHost<K>, E: OnHost<F>> OnHost<Result<K, F>> for Result<T, E> {
    #[inline]
    fn in_kernels(self) -> Result<K, F> {
        self.map(T::in_kernels).map_err(E::in_kernels)
    }

    #[inline]
    fn on_host(value: Result<K, F>) -> Self {
        value.map(T::on_host).map_err(E::on_host)
    }
}

impl<K, T: OnHost<K>, const N: usize> OnHost<[K; N]> for [T; N] {
    #[inline]
    fn in_kernels(self) -> [K; N] {
        self.map(T::in_kernels)
    }

    #[inline]
    fn on_host(value: [K; N]) -> [T; N] {
        value.map(T::on_host)
    }
}

macro_rules! on_host_tuples {
    ($(($($T:ident $K:ident),+))*) => {$(
        impl<$($K, $T: OnHost<$K>),+> OnHost<($($K,)+)> for ($($T,)+) {
            #[inline]
            #[allow(non_snake_case)]
            fn in_kernels(self) -> ($($K,)+) {
                let ($($T,)+) = self;
                ($($T.in_kernels(),)+)
            }

            #[inline]
            #[allow(non_snake_case)]
            fn on_host(value: ($($K,)+)) -> Self {
                let ($($K,)+) = value;
                ($($T::on_host($K),)+)
            }
        }
    )*};
}

on_host_tuples! { (A Ka) (A Ka, B Kb) (A Ka, B Kb, C Kc) (A Ka, B Kb, C Kc, D Kd) (A Ka, B Kb, C Kc, D Kd, E Ke) (A Ka, B Kb, C Kc, D Kd, E Ke, F Kf) }

/// A value of the host's as kernels have it.
#[inline]
pub fn in_kernels<K, T: OnHost<K>>(value: T) -> K {
    value.in_kernels()
}

/// A value of kernels as the host has it.
#[inline]
pub fn on_host<T: OnHost<K>, K>(value: K) -> T {
    T::on_host(value)
}

/// Every so many of the values of a range; none if the step is 0.
#[inline]
pub fn step_by<I: Iterator>(values: I, step: u64) -> std::iter::StepBy<std::iter::Take<I>> {
    let most = if step == 0 { 0 } else { usize::MAX };
    values.take(most).step_by(usize::try_from(step).unwrap_or(usize::MAX).max(1))
}

/// What follows a loop that only a `return` leaves, after its last round.
pub fn ended() -> ! {
    unreachable!("a `loop` without a `break` has executed 2^32 - 1 rounds")
}

/// A value of any type, for code that is compiled but never runs.
pub fn value<T>() -> T {
    unreachable!("this code is compiled and never runs")
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_ir::Lanes;

    /// A cast between two types, on lanes.
    fn cast_lanes(from: DataType, to: DataType, lanes: Lanes) -> Option<Lanes> {
        fn to_type<S: Value>(to: DataType, lanes: Lanes) -> Option<Lanes> {
            let value = S::from_lanes(lanes);
            Some(match to {
                DataType::U32 => cast::<u32, S>(value).lanes(),
                DataType::I32 => cast::<i32, S>(value).lanes(),
                DataType::U64 => cast::<u64, S>(value).lanes(),
                DataType::U128 => cast::<u128, S>(value).lanes(),
                DataType::Bool => cast::<bool, S>(value).lanes(),
                DataType::Vec2U32 => cast::<[u32; 2], S>(value).lanes(),
                DataType::Vec4U32 => cast::<[u32; 4], S>(value).lanes(),
                _ => return None,
            })
        }
        match from {
            DataType::U32 => to_type::<u32>(to, lanes),
            DataType::I32 => to_type::<i32>(to, lanes),
            DataType::U64 => to_type::<u64>(to, lanes),
            DataType::U128 => to_type::<u128>(to, lanes),
            DataType::Bool => to_type::<bool>(to, lanes),
            DataType::Vec2U32 => to_type::<[u32; 2]>(to, lanes),
            DataType::Vec4U32 => to_type::<[u32; 4]>(to, lanes),
            _ => None,
        }
    }

    #[test]
    fn casts_are_those_of_the_table() {
        let mut checked = 0;
        for row in casts::CASTS {
            let (operand, expected) = row.example;
            if let Some(got) = cast_lanes(row.source.clone(), row.target.clone(), operand) {
                assert_eq!(got, expected, "{} to {}", row.source, row.target);
                checked += 1;
            }
        }
        assert!(checked >= 30);
    }

    #[test]
    fn what_std_leaves_undefined_is_defined() {
        fn div<T: Bits>(x: T, y: T) -> T {
            binary::<{ BinOp::Div as usize }, T, T, T>(x, y)
        }
        fn rem<T: Bits>(x: T, y: T) -> T {
            binary::<{ BinOp::Mod as usize }, T, T, T>(x, y)
        }
        assert_eq!((div(7u32, 0), rem(7i32, 0), div(u64::MAX, 0)), (0, 0, 0));
        assert_eq!((div(i32::MIN, -1), rem(i32::MIN, -1), wrapping_neg(i32::MIN)), (i32::MIN, 0, i32::MIN));
        let sums = (wrapping_add(u32::MAX, 1), wrapping_sub(0u64, 1), wrapping_mul(i32::MIN, -1));
        assert_eq!(sums, (0, u64::MAX, i32::MIN));
        let shifts = (wrapping_shl(1u32, 32), wrapping_shr(-8i32, 33), wrapping_shl(1u64, 64));
        assert_eq!((shifts, wrapping_shl(1u64, 63)), ((1, -4, 1), 1 << 63));
        let distance: u32 = binary::<{ BinOp::AbsDiff as usize }, _, _, _>(i32::MIN, i32::MAX);
        let count: u32 = unary::<{ UnOp::Clz as usize }, _, _>(1u64);
        assert_eq!((distance, count), (u32::MAX, 63));
        assert_eq!((clamp(5u32, 9, 1), abs(i32::MIN), pow(3u32, 40)), (1, i32::MIN, 3u32.wrapping_pow(40)));
        let mut vector = [1, 2];
        assert_eq!((lane(vector, 1), lane(vector, 2), lane(vector, u32::MAX)), (2, 0, 0));
        set_lane(9, 2, &mut vector);
        set_lane(5, 1, &mut vector);
        assert_eq!(vector, [1, 5]);
    }
}

//! The traits over which kernels and functions are generic.
//!
//! An attribute compiles a generic kernel for every type that its bounds allow; the name of the type chooses at run time.

use crate::element::Element;
use crate::function::{Callee, Function};
use crate::host::{self, Value};
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Shl, Shr, Sub};
use vyre_ir::{BinOp, UnOp};

/// A number of kernels: an integer of 8 to 128 bits, or a float: `f32`, `f64`, `f16` or `bf16`.
///
/// ```
/// use vyre_runtime::Number;
/// fn triangle<T: Number>(n: T) -> T {
///     n * (n + T::ONE) / T::from_u32(2)
/// }
/// assert_eq!((triangle(100u16), triangle(3.0f32)), (5050, 6.0));
/// ```
///
/// In a kernel the operators of integers wrap and a division by zero gives 0, as always; in a generic function of the host they are
/// those of Rust.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number of kernels",
    label = "expected an integer of 8 to 128 bits, `f32`, `f64`, `f16` or `bf16`"
)]
pub trait Number:
    Element
    + Value
    + PartialEq
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// The name of the type.
    #[doc(hidden)]
    const NAME: &'static str;

    /// The number, as by `as`.
    fn from_u32(number: u32) -> Self;
    /// The smaller of two numbers.
    #[must_use]
    fn min(self, other: Self) -> Self;
    /// The larger of two numbers.
    #[must_use]
    fn max(self, other: Self) -> Self;
}

/// An integer of kernels.
pub trait Integer:
    Number
    + Eq
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bits set.
    fn count_ones(self) -> u32;
    /// The number of zero bits above the highest one.
    fn leading_zeros(self) -> u32;
    /// The number of zero bits below the lowest one.
    fn trailing_zeros(self) -> u32;
}

/// A float of kernels.
pub trait Float: Number + Neg<Output = Self> {
    /// The square root.
    #[must_use]
    fn sqrt(self) -> Self;
    /// `self * factor + summand`, rounded once.
    #[must_use]
    fn mul_add(self, factor: Self, summand: Self) -> Self;
    /// The magnitude.
    #[must_use]
    fn abs(self) -> Self;
}

macro_rules! integers {
    ($($ty:ident),*) => {$(
        impl Number for $ty {
            const ZERO: $ty = 0;
            const ONE: $ty = 1;
            const NAME: &'static str = stringify!($ty);

            fn from_u32(number: u32) -> $ty {
                number as $ty
            }
            fn min(self, other: $ty) -> $ty {
                Ord::min(self, other)
            }
            fn max(self, other: $ty) -> $ty {
                Ord::max(self, other)
            }
        }

        impl Integer for $ty {
            fn count_ones(self) -> u32 {
                $ty::count_ones(self)
            }
            fn leading_zeros(self) -> u32 {
                $ty::leading_zeros(self)
            }
            fn trailing_zeros(self) -> u32 {
                $ty::trailing_zeros(self)
            }
        }
    )*};
}

integers!(u8, i8, u16, i16, u32, i32, u64, i64, u128, i128);

macro_rules! floats {
    ($($ty:ident),*) => {$(
        impl Number for $ty {
            const ZERO: $ty = 0.0;
            const ONE: $ty = 1.0;
            const NAME: &'static str = stringify!($ty);

            fn from_u32(number: u32) -> $ty {
                number as $ty
            }
            fn min(self, other: $ty) -> $ty {
                $ty::min(self, other)
            }
            fn max(self, other: $ty) -> $ty {
                $ty::max(self, other)
            }
        }

        impl Float for $ty {
            fn sqrt(self) -> $ty {
                $ty::sqrt(self)
            }
            fn mul_add(self, factor: $ty, summand: $ty) -> $ty {
                $ty::mul_add(self, factor, summand)
            }
            fn abs(self) -> $ty {
                $ty::abs(self)
            }
        }
    )*};
}

floats!(f32, f64);

/// The bits that an operator gives, which are those of kernels.
macro_rules! halves {
    ($($ty:ident),*) => {$(
        impl Number for half::$ty {
            const ZERO: half::$ty = half::$ty::ZERO;
            const ONE: half::$ty = half::$ty::ONE;
            const NAME: &'static str = stringify!($ty);

            fn from_u32(number: u32) -> half::$ty {
                host::cast(number as f32)
            }
            fn min(self, other: half::$ty) -> half::$ty {
                host::binary::<{ BinOp::FMin as usize }, _, _, _>(self, other)
            }
            fn max(self, other: half::$ty) -> half::$ty {
                host::binary::<{ BinOp::FMax as usize }, _, _, _>(self, other)
            }
        }

        impl Float for half::$ty {
            fn sqrt(self) -> half::$ty {
                host::unary::<{ UnOp::FSqrt as usize }, _, _>(self)
            }
            fn mul_add(self, factor: half::$ty, summand: half::$ty) -> half::$ty {
                host::mul_add_of_halves(self, factor, summand)
            }
            fn abs(self) -> half::$ty {
                host::unary::<{ UnOp::FAbs as usize }, _, _>(self)
            }
        }
    )*};
}

halves!(f16, bf16);

/// What a function outside is for arguments of these types. One over types is another for each of them.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a function of kernels cannot be called with arguments of the types `{Arguments}`",
    label = "the types of its parameters do not follow from these; write them: `f::<u32>(..)`"
)]
pub trait Overload<Arguments> {
    /// The function.
    fn function() -> &'static Function;
}

/// How a caller refers to a function that it calls with what `_arguments` gives, which is never called.
#[doc(hidden)]
pub const fn overload<F: Overload<Arguments>, Arguments>(_arguments: fn() -> Arguments) -> Callee {
    F::function
}

/// Whether this is the number with the name.
#[doc(hidden)]
pub fn is_named<T: Number>(name: &str) -> bool {
    T::NAME == name
}

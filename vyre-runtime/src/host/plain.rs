//! The integers of plain Rust with the arithmetic of kernels: what `#[vyre::module]` writes in the place of std's operators where a module is seen as a whole.
//!
//! An operand is an integer or a reference to one, as for std's operators, and rustc says which. In functions over types an operand may be of a
//! parameter: [`of`] tells it from an integer, and leaves std's operator to it.

use super::Number;
use std::marker::PhantomData;
use std::ops::{
    Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Shl, ShlAssign, Shr, ShrAssign, Sub,
    SubAssign,
};

/// An integer of Rust. `usize` and `isize` have 32 bits in kernels.
pub trait Plain: Copy {
    #[doc(hidden)]
    type InKernels: Number + Methods;
    #[doc(hidden)]
    fn in_kernels(self) -> Self::InKernels;
    #[doc(hidden)]
    fn on_host(value: Self::InKernels) -> Self;
    #[doc(hidden)]
    fn amount(self) -> u32;
}

macro_rules! plain {
    ($($ty:ident as $kernel:ident),*) => {$(
        impl Plain for $ty {
            type InKernels = $kernel;
            #[inline]
            fn in_kernels(self) -> $kernel {
                self as $kernel
            }
            #[inline]
            fn on_host(value: $kernel) -> $ty {
                value as $ty
            }
            #[inline]
            fn amount(self) -> u32 {
                self as u32
            }
        }
        impl Operand for $ty {
            type Integer = $ty;
            #[inline]
            fn integer(&self) -> $ty {
                *self
            }
        }
    )*};
}

plain!(u8 as u8, u16 as u16, u32 as u32, u64 as u64, u128 as u128, usize as u32);
plain!(i8 as i8, i16 as i16, i32 as i32, i64 as i64, i128 as i128, isize as i32);

/// The methods of std's integers that panic where those of kernels do not.
#[doc(hidden)]
pub trait Methods: Copy {
    fn abs(self) -> Self;
    fn div_euclid(self, other: Self) -> Self;
    fn rem_euclid(self, other: Self) -> Self;
    fn div_ceil(self, other: Self) -> Self;
    fn next_power_of_two(self) -> Self;
    fn isqrt(self) -> Self;
    fn ilog2(self) -> u32;
    fn ilog10(self) -> u32;
    fn count_ones(self) -> u32;
    fn count_zeros(self) -> u32;
    fn leading_ones(self) -> u32;
    fn leading_zeros(self) -> u32;
    fn trailing_ones(self) -> u32;
    fn trailing_zeros(self) -> u32;
    fn reverse_bits(self) -> Self;
    fn swap_bytes(self) -> Self;
}

/// The methods of one integer type that have no argument and are std's own.
macro_rules! bits_of {
    ($ty:ident: $($name:ident -> $output:ty),*) => {$(
        #[inline]
        fn $name(self) -> $output {
            <$ty>::$name(self)
        }
    )*};
}

macro_rules! methods {
    ($($ty:ident: $abs:expr, $ceil:expr, $power:expr, $root:expr;)*) => {$(
        impl Methods for $ty {
            #[inline]
            fn abs(self) -> $ty {
                $abs(self)
            }
            #[inline]
            fn div_euclid(self, other: $ty) -> $ty {
                if other == 0 { 0 } else { self.wrapping_div_euclid(other) }
            }
            #[inline]
            fn rem_euclid(self, other: $ty) -> $ty {
                if other == 0 { 0 } else { self.wrapping_rem_euclid(other) }
            }
            #[inline]
            fn div_ceil(self, other: $ty) -> $ty {
                if other == 0 { 0 } else { $ceil(self, other) }
            }
            #[inline]
            fn next_power_of_two(self) -> $ty {
                $power(self)
            }
            #[inline]
            fn isqrt(self) -> $ty {
                $root(self)
            }
            #[inline]
            fn ilog2(self) -> u32 {
                self.checked_ilog2().unwrap_or(0)
            }
            #[inline]
            fn ilog10(self) -> u32 {
                self.checked_ilog10().unwrap_or(0)
            }
            bits_of! {
                $ty: count_ones -> u32, count_zeros -> u32, leading_ones -> u32, leading_zeros -> u32,
                trailing_ones -> u32, trailing_zeros -> u32, reverse_bits -> $ty, swap_bytes -> $ty
            }
        }
    )*};
}

/// What only signed or only unsigned integers have: rustc has refused it of the others.
fn none<T>(x: T) -> T {
    x
}

macro_rules! unsigned {
    ($($ty:ident)*) => {
        methods! { $($ty: none, $ty::div_ceil, |x: $ty| x.checked_next_power_of_two().unwrap_or(0), $ty::isqrt;)* }
    };
}

macro_rules! signed {
    ($($ty:ident)*) => {
        methods! { $($ty: $ty::wrapping_abs, |x: $ty, _| x, none, |x: $ty| x.checked_isqrt().unwrap_or(0);)* }
    };
}

unsigned!(u8 u16 u32 u64 u128);
signed!(i8 i16 i32 i64 i128);

/// An operand of one of std's operators: an integer, or a reference to one.
pub trait Operand {
    #[doc(hidden)]
    type Integer: Plain;
    #[doc(hidden)]
    fn integer(&self) -> Self::Integer;
}

impl<T: Operand + ?Sized> Operand for &T {
    type Integer = T::Integer;
    #[inline]
    fn integer(&self) -> T::Integer {
        (**self).integer()
    }
}

impl<T: Operand + ?Sized> Operand for &mut T {
    type Integer = T::Integer;
    #[inline]
    fn integer(&self) -> T::Integer {
        (**self).integer()
    }
}

#[inline]
fn in_kernels<T: Operand>(operand: T) -> <T::Integer as Plain>::InKernels {
    operand.integer().in_kernels()
}

/// The operators on two integers of one type.
macro_rules! operators {
    ($($name:ident, $assign:ident: $of:ident, $of_assign:ident;)*) => {
        $(
            #[doc(hidden)]
            #[inline]
            pub fn $name<L: Operand, R: Operand<Integer = L::Integer>>(left: L, right: R) -> L::Integer {
                Plain::on_host(Number::$name(in_kernels(left), in_kernels(right)))
            }
        )*

        impl Integers {
            $(
                #[doc(hidden)]
                #[inline]
                pub fn $name<L: Operand, R: Operand<Integer = L::Integer>>(self, left: L, right: R) -> L::Integer {
                    $name(left, right)
                }
                #[doc(hidden)]
                #[inline]
                pub fn $assign<L: Plain + Operand<Integer = L>, R: Operand<Integer = L>>(self, left: &mut L, right: R) {
                    *left = $name(*left, right);
                }
            )*
        }

        std_operators!($($name, $assign: $of, $of_assign;)*);
    };
}

/// The operators whose right operand may be of another type.
macro_rules! shifts {
    ($($name:ident, $assign:ident: $of:ident, $of_assign:ident;)*) => {
        $(
            #[doc(hidden)]
            #[inline]
            pub fn $name<L: Operand, R: Operand>(left: L, right: R) -> L::Integer {
                Plain::on_host(Number::$name(in_kernels(left), right.integer().amount()))
            }
        )*

        impl Integers {
            $(
                #[doc(hidden)]
                #[inline]
                pub fn $name<L: Operand, R: Operand>(self, left: L, right: R) -> L::Integer {
                    $name(left, right)
                }
                #[doc(hidden)]
                #[inline]
                pub fn $assign<L: Plain + Operand<Integer = L>, R: Operand>(self, left: &mut L, right: R) {
                    *left = $name(*left, right);
                }
            )*
        }

        std_operators!($($name, $assign: $of, $of_assign;)*);
    };
}

macro_rules! std_operators {
    ($($name:ident, $assign:ident: $of:ident, $of_assign:ident;)*) => {
        impl Others {
            $(
                #[doc(hidden)]
                #[inline]
                pub fn $name<L: $of<R>, R>(self, left: L, right: R) -> L::Output {
                    $of::$name(left, right)
                }
                #[doc(hidden)]
                #[inline]
                pub fn $assign<L: $of_assign<R>, R>(self, left: &mut L, right: R) {
                    $of_assign::$assign(left, right)
                }
            )*
        }
    };
}

/// The operators of what is an integer.
#[derive(Clone, Copy, Debug)]
pub struct Integers;

/// The operators of what may be anything else.
#[derive(Clone, Copy, Debug)]
pub struct Others;

operators! {
    add, add_assign: Add, AddAssign;
    sub, sub_assign: Sub, SubAssign;
    mul, mul_assign: Mul, MulAssign;
    div, div_assign: Div, DivAssign;
    rem, rem_assign: Rem, RemAssign;
}

shifts! {
    shl, shl_assign: Shl, ShlAssign;
    shr, shr_assign: Shr, ShrAssign;
}

/// `-x`, wrapping.
#[inline]
pub fn neg<T: Operand>(x: T) -> T::Integer {
    Plain::on_host(super::wrapping_neg(in_kernels(x)))
}

impl Integers {
    #[doc(hidden)]
    #[inline]
    pub fn neg<T: Operand>(self, x: T) -> T::Integer {
        neg(x)
    }
}

impl Others {
    #[doc(hidden)]
    #[inline]
    pub fn neg<T: Neg>(self, x: T) -> T::Output {
        -x
    }
}

/// The types of two operands.
#[derive(Clone, Copy, Debug)]
pub struct Of<L, R>(PhantomData<(L, R)>);

/// The types of two operands, whose method `kind` says which operators they have.
#[inline]
pub fn of<L, R>(_: &L, _: &R) -> Of<L, R> {
    Of(PhantomData)
}

/// Operands that are integers.
pub trait OfIntegers {
    #[doc(hidden)]
    #[inline]
    fn kind(&self) -> Integers {
        Integers
    }
}

impl<L: Operand, R: Operand> OfIntegers for Of<L, R> {}

/// All others. Rust looks for a method behind one reference more only where there is none before.
pub trait OfOthers {
    #[doc(hidden)]
    #[inline]
    fn kind(&self) -> Others {
        Others
    }
}

impl<L, R> OfOthers for &Of<L, R> {}

macro_rules! of_one {
    ($($name:ident($($arg:ident),*) -> $output:ty as $value:ident => $given:expr;)*) => {$(
        #[doc(hidden)]
        #[inline]
        pub fn $name<T: Operand>(x: T $(, $arg: T::Integer)*) -> $output {
            let $value = Methods::$name(in_kernels(x) $(, $arg.in_kernels())*);
            $given
        }
    )*};
}

of_one! {
    abs() -> T::Integer as value => Plain::on_host(value);
    div_euclid(other) -> T::Integer as value => Plain::on_host(value);
    rem_euclid(other) -> T::Integer as value => Plain::on_host(value);
    div_ceil(other) -> T::Integer as value => Plain::on_host(value);
    next_power_of_two() -> T::Integer as value => Plain::on_host(value);
    isqrt() -> T::Integer as value => Plain::on_host(value);
    ilog2() -> u32 as value => value;
    ilog10() -> u32 as value => value;
    count_ones() -> u32 as value => value;
    count_zeros() -> u32 as value => value;
    leading_ones() -> u32 as value => value;
    leading_zeros() -> u32 as value => value;
    trailing_ones() -> u32 as value => value;
    trailing_zeros() -> u32 as value => value;
    reverse_bits() -> T::Integer as value => Plain::on_host(value);
    swap_bytes() -> T::Integer as value => Plain::on_host(value);
}

/// `x.pow(exponent)`, wrapping.
#[inline]
pub fn pow<T: Operand>(x: T, exponent: u32) -> T::Integer {
    Plain::on_host(Number::pow(in_kernels(x), exponent))
}

/// An integer that items are added or multiplied to.
pub trait Total<Item>: Sized {
    #[doc(hidden)]
    fn sum_of(items: impl Iterator<Item = Item>) -> Self;
    #[doc(hidden)]
    fn product_of(items: impl Iterator<Item = Item>) -> Self;
}

macro_rules! totals {
    ($($ty:ident)*) => {$(
        impl<T: Operand<Integer = $ty>> Total<T> for $ty {
            #[inline]
            fn sum_of(items: impl Iterator<Item = T>) -> $ty {
                items.fold(0, |total: $ty, item| add(total, item))
            }
            #[inline]
            fn product_of(items: impl Iterator<Item = T>) -> $ty {
                items.fold(1, |total: $ty, item| mul(total, item))
            }
        }
    )*};
}

totals!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// `items.sum()`, wrapping.
#[inline]
pub fn sum<I: Iterator, S: Total<I::Item>>(items: I) -> S {
    S::sum_of(items)
}

/// `items.product()`, wrapping.
#[inline]
pub fn product<I: Iterator, S: Total<I::Item>>(items: I) -> S {
    S::product_of(items)
}

/// Elements of slices and arrays, of which there are none past the end.
pub trait Elements {
    #[doc(hidden)]
    type Element;
    #[doc(hidden)]
    fn __vyre_element(&self, at: usize) -> Option<&Self::Element>;
    #[doc(hidden)]
    fn __vyre_element_mut(&mut self, at: usize) -> Option<&mut Self::Element>;
}

impl<T> Elements for [T] {
    type Element = T;
    #[inline]
    fn __vyre_element(&self, at: usize) -> Option<&T> {
        self.get(at)
    }
    #[inline]
    fn __vyre_element_mut(&mut self, at: usize) -> Option<&mut T> {
        self.get_mut(at)
    }
}

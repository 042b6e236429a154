//! Stand-ins for the items that a kernel's body uses. With them the body is plain Rust that rust-analyzer
//! understands and rustc checks. No program calls them.
//!
//! The documentation of the methods repeats that of the guide, because editors show it.

#![allow(unused_variables, clippy::empty_loop, clippy::len_without_is_empty)]

use std::marker::PhantomData;
use std::ops::Deref;
use vyre_runtime::host::OnHost;

/// The names that a body sees.
#[doc(hidden)]
pub mod scope {
    /// As in kernels.
    #[allow(non_camel_case_types)]
    pub type usize = u32;
    /// As in kernels.
    #[allow(non_camel_case_types)]
    pub type isize = i32;

    pub use super::{AtomicI32, AtomicU32, AtomicU64, Uniform};
    pub use super::{Bytes as _, Half as _, Length as _, OfType as _, Outside as _, Wide as _};
    pub use super::{Iterate as _, Sliced as _};
    pub use super::{
        barrier, cast, invocation_id, local_id, num_workgroups, select, workgroup_all, workgroup_any,
        workgroup_array, workgroup_broadcast, workgroup_exclusive_sum, workgroup_id, workgroup_inclusive_sum,
        workgroup_max, workgroup_min, workgroup_size, workgroup_sum, workgroup_sum_approx,
        workgroup_sum_strict, workgroup_sum_tree, workgroup_uniform_load,
    };
}

/// The body of every function here. They are never called.
fn stand_in<T>() -> T {
    loop {}
}

/// What converts an index. Indices are integers of any type; out of bounds, a load gives 0 and a store does nothing.
#[doc(hidden)]
pub fn at<T>(index: T) -> usize {
    stand_in()
}

/// A number of elements as a method of std's takes it.
#[doc(hidden)]
pub fn size(count: u32) -> usize {
    stand_in()
}

/// [`Iterator::enumerate`] with numbers as kernels have them.
#[doc(hidden)]
pub struct Enumerate<I>(I);

impl<I: Iterator> Iterator for Enumerate<I> {
    type Item = (u32, I::Item);

    fn next(&mut self) -> Option<(u32, I::Item)> {
        stand_in()
    }
}

impl<I: ExactSizeIterator + DoubleEndedIterator> DoubleEndedIterator for Enumerate<I> {
    fn next_back(&mut self) -> Option<(u32, I::Item)> {
        stand_in()
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Enumerate<I> {}

/// The methods of iterators that give numbers of elements.
#[doc(hidden)]
pub trait Iterate: Iterator + Sized {
    #[doc(hidden)]
    fn __vyre_enumerate(self) -> Enumerate<Self> {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_count(self) -> u32 {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_position(&mut self, found: impl FnMut(Self::Item) -> bool) -> Option<u32> {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_rposition(&mut self, found: impl FnMut(Self::Item) -> bool) -> Option<u32>
    where
        Self: DoubleEndedIterator,
    {
        stand_in()
    }
}

impl<I: Iterator> Iterate for I {}

/// An index or a range of them, as the methods of slices take it.
#[doc(hidden)]
pub trait Selects<T> {
    /// What it selects of a slice.
    type Of: ?Sized;
}

impl<T> Selects<T> for u32 {
    type Of = T;
}

macro_rules! ranges {
    ($($range:ident),*) => {
        $(impl<T> Selects<T> for std::ops::$range<u32> {
            type Of = [T];
        })*
    };
}

ranges!(Range, RangeInclusive, RangeFrom, RangeTo, RangeToInclusive);

/// The methods of slices that take or give numbers of elements.
#[doc(hidden)]
pub trait Sliced<T> {
    #[doc(hidden)]
    fn __vyre_get<I: Selects<T>>(&self, index: I) -> Option<&I::Of> {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_get_mut<I: Selects<T>>(&mut self, index: I) -> Option<&mut I::Of> {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_swap(&mut self, a: u32, b: u32) {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_split_at(&self, at: u32) -> (&[T], &[T]) {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_split_at_mut(&mut self, at: u32) -> (&mut [T], &mut [T]) {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_split_at_checked(&self, at: u32) -> Option<(&[T], &[T])> {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_split_at_mut_checked(&mut self, at: u32) -> Option<(&mut [T], &mut [T])> {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_rotate_left(&mut self, by: u32) {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_rotate_right(&mut self, by: u32) {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_copy_within(&mut self, from: impl std::ops::RangeBounds<u32>, to: u32)
    where
        T: Copy,
    {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_binary_search(&self, value: &T) -> Result<u32, u32>
    where
        T: Ord,
    {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_binary_search_by(&self, order: impl FnMut(&T) -> std::cmp::Ordering) -> Result<u32, u32> {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_binary_search_by_key<K: Ord>(&self, key: &K, of: impl FnMut(&T) -> K) -> Result<u32, u32> {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_partition_point(&self, holds: impl FnMut(&T) -> bool) -> u32 {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_select_nth_unstable(&mut self, at: u32) -> (&mut [T], &mut T, &mut [T])
    where
        T: Ord,
    {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_select_nth_unstable_by(
        &mut self,
        at: u32,
        order: impl FnMut(&T, &T) -> std::cmp::Ordering,
    ) -> (&mut [T], &mut T, &mut [T]) {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_select_nth_unstable_by_key<K: Ord>(
        &mut self,
        at: u32,
        of: impl FnMut(&T) -> K,
    ) -> (&mut [T], &mut T, &mut [T]) {
        stand_in()
    }
}

impl<T> Sliced<T> for [T] {}

/// A range in a variable as an index.
#[doc(hidden)]
pub trait Slicing {
    /// The range as std takes it.
    type Of;
}

impl Slicing for std::ops::Range<u32> {
    type Of = std::ops::Range<usize>;
}

impl Slicing for std::ops::RangeInclusive<u32> {
    type Of = std::ops::RangeInclusive<usize>;
}

/// What converts a range that is an index.
#[doc(hidden)]
pub fn range<R: Slicing>(range: R) -> R::Of {
    stand_in()
}

/// A function of an index as std calls it.
#[doc(hidden)]
pub fn counted<T>(of: impl FnMut(u32) -> T) -> impl FnMut(usize) -> T {
    let mut of = of;
    move |index| of(size_of_index(index))
}

fn size_of_index(index: usize) -> u32 {
    stand_in()
}

/// Whose associated type is nothing.
#[doc(hidden)]
pub trait Nothing {
    /// Nothing.
    type Nothing;
}

/// A type of numbers.
#[doc(hidden)]
pub trait Known {
    /// Itself.
    type Own;
}

/// Holds for a type and itself, and for [`Other`], so that rustc does not settle a literal by it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this number is an `{Self}` in Rust, and vyre takes it for an `{Kind}`",
    label = "an `{Self}` in Rust",
    note = "write its type, as in `1{Kind}` or `let x: {Kind} = ..;`"
)]
pub trait Same<Kind> {}

/// No number.
#[doc(hidden)]
pub struct Other(());

/// What a type parameter over numbers has.
#[doc(hidden)]
pub trait OfType: Sized {
    /// 0.
    #[allow(non_upper_case_globals)]
    const __vyre_ZERO: Self;
    /// 1.
    #[allow(non_upper_case_globals)]
    const __vyre_ONE: Self;

    #[doc(hidden)]
    fn __vyre_from_u32(value: u32) -> Self {
        stand_in()
    }
}

macro_rules! known {
    ($($name:ident)*) => {
        $(
            impl OfType for $name {
                const __vyre_ZERO: Self = 0 as $name;
                const __vyre_ONE: Self = 1 as $name;
            }

            impl Known for $name {
                type Own = $name;
            }

            impl Same<$name> for $name {}

            impl Same<$name> for Other {}
        )*
    };
}

known! { u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize f32 f64 }

/// Holds for a type and itself.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this call gives `{Self}`, and the kernel takes it for `{Kind}`",
    note = "write the type beside it, as in `let value: {Self} = ..;`"
)]
pub trait Is<Kind> {}

impl<T> Is<T> for T {}

#[diagnostic::do_not_recommend]
impl Is<u32> for usize {}

#[diagnostic::do_not_recommend]
impl Is<i32> for isize {}

/// What a function outside gives.
#[doc(hidden)]
pub trait Outside: Sized {
    /// The same, which the checker took for a value of type `Kind`.
    #[doc(hidden)]
    fn __vyre_result<Kind>(self) -> Kind
    where
        Self: Is<Kind>,
    {
        stand_in()
    }

    /// A constant as what it is in kernels, against which its type is held elsewhere.
    #[doc(hidden)]
    fn __vyre_constant<Kind>(self) -> Kind {
        stand_in()
    }

    /// The same of several numbers, some of which may be `usize`s.
    #[doc(hidden)]
    fn __vyre_in_kernels<Kind>(self) -> Kind
    where
        Self: OnHost<Kind>,
    {
        stand_in()
    }
}

impl<T> Outside for T {}

/// An argument of a method or a function that may take a `usize`.
#[doc(hidden)]
pub fn given<T: OnHost<K>, K>(value: K) -> T {
    stand_in()
}

/// A literal that the checker took for a number of type `Kind`.
#[doc(hidden)]
pub fn of<Kind, T: Known>(value: T) -> T
where
    T::Own: Same<Kind>,
{
    value
}

/// `assert!` without what formats its message.
#[doc(hidden)]
#[macro_export]
macro_rules! __vyre_assert {
    ($cond:expr $(, $($message:tt)*)?) => {
        if !($cond) {}
    };
}

/// `assert_eq!` of what cannot be printed, too.
#[doc(hidden)]
#[macro_export]
macro_rules! __vyre_assert_eq {
    ($left:expr, $right:expr $(, $($message:tt)*)?) => {
        if ($left) == ($right) {}
    };
}

/// `assert_ne!` of what cannot be printed, too.
#[doc(hidden)]
#[macro_export]
macro_rules! __vyre_assert_ne {
    ($left:expr, $right:expr $(, $($message:tt)*)?) => {
        if ($left) != ($right) {}
    };
}

#[doc(hidden)]
pub use crate::{
    __vyre_assert as assert, __vyre_assert as debug_assert, __vyre_assert_eq as assert_eq,
    __vyre_assert_eq as debug_assert_eq, __vyre_assert_ne as assert_ne, __vyre_assert_ne as debug_assert_ne,
};

/// What makes a `u32` of what `len()` gives. Structs may have methods of that name, which give other numbers.
#[doc(hidden)]
pub trait Length: Sized {
    /// The number that it is in kernels.
    type Length;

    #[doc(hidden)]
    fn __vyre_length(self) -> Self::Length {
        stand_in()
    }
}

macro_rules! lengths {
    ($($name:ident: $length:ident),*) => {
        $(impl Length for $name {
            type Length = $length;
        })*
    };
}

lengths!(usize: u32, isize: i32, u8: u8, i8: i8, u16: u16, i16: i16, u32: u32, i32: i32, u64: u64, i64: i64, u128: u128, i128: i128, f32: f32, f64: f64, bool: bool);

/// A parameter `&[u8]`.
pub trait Bytes {
    /// The byte at this offset; 0 past the end.
    fn byte(&self, index: u32) -> u32 {
        stand_in()
    }

    /// The four bytes of this word, little-endian; 0 past the end.
    fn word(&self, index: u32) -> u32 {
        stand_in()
    }
}

impl Bytes for [u8] {}

/// A parameter `&Uniform<[T]>`.
pub struct Uniform<T: ?Sized>(PhantomData<T>);

impl<'a, T> IntoIterator for &'a Uniform<[T]> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        stand_in()
    }
}

impl<T: ?Sized> Deref for Uniform<T> {
    type Target = T;

    fn deref(&self) -> &T {
        stand_in()
    }
}

/// An element of a parameter `&[AtomicU32]`. The operations take no orderings: all operations on the same element
/// have a single total order. Out of bounds they do nothing and give 0.
pub struct AtomicU32(());

/// An element of a parameter `&[AtomicI32]`, with the operations of [`AtomicU32`].
pub struct AtomicI32(());

/// An element of a parameter `&[AtomicU64]`, with the operations of [`AtomicU32`]. Where a GPU has no atomics of 64 bits, a launch is
/// an error.
pub struct AtomicU64(());

macro_rules! atomics {
    ($($(#[doc = $meaning:literal])+ $name:ident;)*) => {
        atomics! { AtomicU32 u32 $($(#[doc = $meaning])+ $name;)* }
        atomics! { AtomicI32 i32 $($(#[doc = $meaning])+ $name;)* }
        atomics! { AtomicU64 u64 $($(#[doc = $meaning])+ $name;)* }
    };
    ($atomic:ident $ty:ident $($(#[doc = $meaning:literal])+ $name:ident;)*) => {
        impl $atomic {
            $(
                $(#[doc = $meaning])+
                ///
                /// Returns the old value.
                pub fn $name(&self, value: $ty) -> $ty {
                    stand_in()
                }
            )*

            /// Writes `new` if the value is `expected`. Returns the old value.
            pub fn compare_exchange(&self, expected: $ty, new: $ty) -> $ty {
                stand_in()
            }

            /// The value.
            pub fn load(&self) -> $ty {
                stand_in()
            }

            /// Writes a value.
            pub fn store(&self, value: $ty) {
                stand_in()
            }
        }
    };
}

atomics! {
    /// Adds, modulo 2^32, or 2^64 of an `AtomicU64`.
    fetch_add;
    /// Sets the bits of `value`.
    fetch_or;
    /// Keeps the bits of `value`.
    fetch_and;
    /// Flips the bits of `value`.
    fetch_xor;
    /// Writes the smaller of the two.
    fetch_min;
    /// Writes the larger of the two.
    fetch_max;
    /// Writes a value.
    swap;
}

/// The methods of integers that not every Rust has.
#[doc(hidden)]
pub trait Wide: Sized {
    /// The unsigned type of as many bits.
    type Low;

    #[doc(hidden)]
    fn __vyre_carrying_add(self, other: Self, carry: bool) -> (Self, bool) {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_borrowing_sub(self, other: Self, borrow: bool) -> (Self, bool) {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_widening_mul(self, other: Self) -> (Self::Low, Self) {
        stand_in()
    }

    #[doc(hidden)]
    fn __vyre_carrying_mul(self, other: Self, carry: Self) -> (Self::Low, Self) {
        stand_in()
    }
}

macro_rules! wide {
    ($($name:ident: $low:ident),*) => {
        $(impl Wide for $name {
            type Low = $low;
        })*
    };
}

wide!(u8: u8, u16: u16, u32: u32, u64: u64, u128: u128, usize: usize, i8: u8, i16: u16, i32: u32, i64: u64, isize: usize);

macro_rules! halves {
    ($($name:ident($($param:ident: $ty:ty),*);)*) => {
        /// The methods of `f32` on floats of 16 bits, which their crate does not have.
        pub trait Half: Sized {
            $(
                /// As on `f32`, rounded once.
                fn $name(self $(, $param: $ty)*) -> Self {
                    stand_in()
                }
            )*
        }
    };
}

halves! {
    abs(); mul_add(factor: Self, summand: Self); sqrt(); floor(); ceil(); trunc(); round(); round_ties_even(); fract(); recip();
    sin(); cos(); tan(); asin(); acos(); atan(); sinh(); cosh(); tanh(); exp(); exp2(); exp_m1(); ln(); log2(); log10(); ln_1p();
    cbrt(); hypot(other: Self); atan2(other: Self); powf(exponent: Self); powi(exponent: i32); to_degrees(); to_radians();
}

impl Half for vyre_runtime::f16 {}
impl Half for vyre_runtime::bf16 {}

/// A position in the grid or in a workgroup, or the size of a workgroup.
#[derive(Clone, Copy)]
pub struct Id {
    /// Along the first axis.
    pub x: u32,
    /// Along the second axis.
    pub y: u32,
    /// Along the third axis.
    pub z: u32,
}

/// The position of the invocation in the grid.
pub fn invocation_id() -> Id {
    stand_in()
}

/// The position of the invocation's workgroup in the grid.
pub fn workgroup_id() -> Id {
    stand_in()
}

/// The position of the invocation in its workgroup.
pub fn local_id() -> Id {
    stand_in()
}

/// The size of a workgroup, which is constant.
pub fn workgroup_size() -> Id {
    stand_in()
}

/// The number of workgroups of the launch.
pub fn num_workgroups() -> Id {
    stand_in()
}

/// Waits for every invocation of the workgroup, and makes their writes visible to each other.
pub fn barrier() {}

/// The sum of the values of the workgroup's invocations; wraps.
pub fn workgroup_sum<T>(value: T) -> T {
    stand_in()
}

/// The sum of the floats of the workgroup's invocations, from left to right.
pub fn workgroup_sum_strict<T>(value: T) -> T {
    stand_in()
}

/// The sum of the floats of the workgroup's invocations, by a balanced tree.
pub fn workgroup_sum_tree<T>(value: T) -> T {
    stand_in()
}

/// The sum of the floats of the workgroup's invocations, in an order that the device chooses.
pub fn workgroup_sum_approx<T>(value: T) -> T {
    stand_in()
}

/// The least of the values of the workgroup's invocations.
pub fn workgroup_min<T>(value: T) -> T {
    stand_in()
}

/// The greatest of the values of the workgroup's invocations.
pub fn workgroup_max<T>(value: T) -> T {
    stand_in()
}

/// The sum of the values of the invocations up to this one, itself included, in the order of the local id.
pub fn workgroup_inclusive_sum<T>(value: T) -> T {
    stand_in()
}

/// The sum of the values of the invocations before this one.
pub fn workgroup_exclusive_sum<T>(value: T) -> T {
    stand_in()
}

/// Whether the condition is true in any invocation of the workgroup.
pub fn workgroup_any(cond: bool) -> bool {
    stand_in()
}

/// Whether the condition is true in all invocations of the workgroup.
pub fn workgroup_all(cond: bool) -> bool {
    stand_in()
}

/// The value of the invocation with this flat local id.
pub fn workgroup_broadcast<T>(value: T, id: u32) -> T {
    stand_in()
}

/// An element of a workgroup array, which all invocations load between two barriers.
pub fn workgroup_uniform_load<T>(element: &T) -> T {
    stand_in()
}

/// `a` if the condition is true, else `b`; both are evaluated.
pub fn select<T>(cond: bool, a: T, b: T) -> T {
    stand_in()
}

/// A conversion by the cast table, for pairs that `as` does not have.
pub fn cast<T>(value: impl Sized) -> T {
    stand_in()
}

/// An array that the workgroup shares, zero when it starts: `let mut tile = workgroup_array::<u32, 256>();`.
pub fn workgroup_array<T, const N: usize>() -> [T; N] {
    stand_in()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The editors' form of a kernel that uses everything. It must be plain Rust.
    fn kernel(
        data: &[u32],
        pairs: &mut [[u32; 2]],
        count: &[AtomicU32],
        text: &[u8],
        table: &Uniform<[u32]>,
        n: u32,
    ) {
        let mut tile = workgroup_array::<[u32; 4], 64>();
        let mut local = [0u64; 64];
        let (i, k) = (invocation_id().x + workgroup_id().y, local_id().z + workgroup_size().x);
        let lengths = (data.len().__vyre_length(), text.len().__vyre_length(), tile.len().__vyre_length());
        tile[at(k)] = [data[at(i)], lengths.0, lengths.1, lengths.2];
        tile[at(k)][at(3)] += data[at(i)].count_ones().min(n) + table[at(k)];
        let length = local.len().__vyre_length();
        local[at(i % length)] += cast::<u64>(text.byte(i) + text.word(k));
        barrier();
        let sum = workgroup_sum(n) + workgroup_broadcast(n, 3) + workgroup_uniform_load(&tile[at(0)])[at(1)];
        let old = count[at(k)].fetch_add(sum) | count[at(k)].compare_exchange(1, 2) | count[at(0)].load();
        count[at(k)].store(count[at(k)].swap(old));
        let pair = [old + cast::<u32>(local[at(0)]), tile[at(0)][at(1)]];
        if pair != [7; 2] {
            pairs[at(i)] = select(old > 3, pair, pairs[at(0)]);
            pairs[at(i)][at(1)] =
                count[at(1)].fetch_or(1) ^ count[at(1)].fetch_and(1) ^ count[at(1)].fetch_xor(1);
            pairs[at(i)][at(0)] = count[at(1)].fetch_min(1) + count[at(1)].fetch_max(1);
        }
    }

    #[test]
    fn bodies_are_rust() {
        // Nothing runs it.
        let _ = kernel;
    }
}

//! What algorithms order and add up.

use vyre_runtime::{ParItem, bf16, f16};

/// What is ordered: integers and `bool` as by `Ord`, floats as by `total_cmp`, and arrays of `u32` and tuples from their first part to the last.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no key",
    label = "expected an integer, a `bool`, a float, `[u32; N]`, or a tuple of at most four of these"
)]
pub trait Key: ParItem {}

macro_rules! keys {
    ($($Key:ty),*) => {$(impl Key for $Key {})*};
}

keys!(u8, i8, u16, i16, u32, i32, u64, i64, u128, bool, f32, f64, f16, bf16);

impl<const N: usize> Key for [u32; N] {}
impl<A: Key> Key for (A,) {}
impl<A: Key, B: Key> Key for (A, B) {}
impl<A: Key, B: Key, C: Key> Key for (A, B, C) {}
impl<A: Key, B: Key, C: Key, D: Key> Key for (A, B, C, D) {}

/// What is added up in any order, as that gives the same: integers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no integer, so its sum depends on the order",
    label = "expected items that are integers",
    note = "floats have `sum_tree()`, the balanced tree; `sum_strict()`, from the first to the last; and `sum_approx()`, in an order that the device chooses"
)]
pub trait Summable: ParItem {}

macro_rules! summable {
    ($($Integer:ty),*) => {$(impl Summable for $Integer {})*};
}

summable!(u8, i8, u16, i16, u32, i32, u64, i64, u128);

//! What algorithms order and add up.

use vyre_runtime::{Buffer, Element, Error, ParItem, bf16, f16, reduce};

/// What is ordered: integers and `bool` as by `Ord`, floats as by `total_cmp`, and arrays of `u32` and tuples from their first part to the last.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no key",
    label = "expected an integer, a `bool`, a float, `[u32; N]`, or a tuple of at most four of these"
)]
pub trait Key: ParItem {}

macro_rules! keys {
    ($($Key:ty),*) => {$(impl Key for $Key {})*};
}

keys!(u8, i8, u16, i16, u32, i32, u64, i64, u128, i128, bool, f32, f64, f16, bf16);

impl<const N: usize> Key for [u32; N] {}
impl<A: Key> Key for (A,) {}
impl<A: Key, B: Key> Key for (A, B) {}
impl<A: Key, B: Key, C: Key> Key for (A, B, C) {}
impl<A: Key, B: Key, C: Key, D: Key> Key for (A, B, C, D) {}

/// What is added up in a stated order: floats.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no float",
    label = "expected items that are floats",
    note = "integers have `sum()`"
)]
pub trait FloatItem: Element {
    #[doc(hidden)]
    fn sum_strict(buffer: &Buffer<Self>) -> Result<Self, Error>;
    #[doc(hidden)]
    fn sum_approx(buffer: &Buffer<Self>) -> Result<Self, Error>;
}

macro_rules! floats {
    ($($Float:ty),*) => {$(
        impl FloatItem for $Float {
            fn sum_strict(buffer: &Buffer<Self>) -> Result<Self, Error> {
                reduce::sum_strict(buffer)
            }
            fn sum_approx(buffer: &Buffer<Self>) -> Result<Self, Error> {
                reduce::sum_approx(buffer)
            }
        }
    )*};
}

floats!(f32, f16, bf16);

impl FloatItem for f64 {
    fn sum_strict(buffer: &Buffer<f64>) -> Result<f64, Error> {
        let canonical = |sum: f64| if sum.is_nan() { f64::from_bits(0x7ff8_0000_0000_0000) } else { sum };
        Ok(buffer.read()?.into_iter().reduce(|sum, x| canonical(sum + x)).unwrap_or(0.0))
    }
    // The tree is one of the orders.
    fn sum_approx(buffer: &Buffer<f64>) -> Result<f64, Error> {
        use crate::{ParBuffer, ParIter};
        buffer.par_iter().sum_tree()
    }
}

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

summable!(u8, i8, u16, i16, u32, i32, u64, i64, u128, i128);

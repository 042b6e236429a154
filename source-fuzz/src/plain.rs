//! What operators of kernels mean, in plain Rust: what overflows wraps, what is divided by zero is zero, shifts take the amount modulo the
//! number of bits, and what is out of bounds is zero or nothing.

/// An integer.
pub trait Int: Copy + Ord + std::ops::Not<Output = Self> {
    const ZERO: Self;
    const ONE: Self;
    fn from_u32(number: u32) -> Self;
    fn count_ones(self) -> u32;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn div(self, other: Self) -> Self;
    fn rem(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn shl(self, by: u32) -> Self;
    fn shr(self, by: u32) -> Self;
    fn neg(self) -> Self;
}

macro_rules! integers {
    ($($ty:ty)*) => {$(
        impl Int for $ty {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            fn from_u32(number: u32) -> Self { number as $ty }
            fn count_ones(self) -> u32 { self.count_ones() }
            fn add(self, other: Self) -> Self { self.wrapping_add(other) }
            fn sub(self, other: Self) -> Self { self.wrapping_sub(other) }
            fn mul(self, other: Self) -> Self { self.wrapping_mul(other) }
            fn div(self, other: Self) -> Self { if other == 0 { 0 } else { self.wrapping_div(other) } }
            fn rem(self, other: Self) -> Self { if other == 0 { 0 } else { self.wrapping_rem(other) } }
            fn and(self, other: Self) -> Self { self & other }
            fn or(self, other: Self) -> Self { self | other }
            fn xor(self, other: Self) -> Self { self ^ other }
            fn shl(self, by: u32) -> Self { self.wrapping_shl(by) }
            fn shr(self, by: u32) -> Self { self.wrapping_shr(by) }
            fn neg(self) -> Self { self.wrapping_neg() }
        }
    )*};
}

integers!(u8 i8 u16 i16 u32 i32 u64 i64 u128);

macro_rules! functions {
    ($($name:ident)*) => {$(
        pub fn $name<T: Int>(left: T, right: T) -> T {
            left.$name(right)
        }
    )*};
}

functions!(add sub mul div rem and or xor);

pub fn shl<T: Int>(left: T, by: u32) -> T {
    left.shl(by)
}

pub fn shr<T: Int>(left: T, by: u32) -> T {
    left.shr(by)
}

pub fn neg<T: Int>(value: T) -> T {
    value.neg()
}

/// An element, or zero.
pub fn at<T: Copy + Default>(array: &[T], index: u32) -> T {
    array.get(index as usize).copied().unwrap_or_default()
}

/// Stores an element, if there is one.
pub fn put<T>(array: &mut [T], index: u32, value: T) {
    if let Some(place) = array.get_mut(index as usize) {
        *place = value;
    }
}

/// What an array has of a range.
pub fn part<T>(array: &[T], from: usize, to: usize) -> &[T] {
    let to = to.min(array.len());
    &array[from.min(to)..to]
}

pub fn part_mut<T>(array: &mut [T], from: usize, to: usize) -> &mut [T] {
    let to = to.min(array.len());
    &mut array[from.min(to)..to]
}

/// The bits of a float, of which there is one NaN.
pub fn bits(value: f32) -> u32 {
    if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() }
}

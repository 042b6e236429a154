//! What seeds and numbers streams of random numbers on the host.

/// An integer that seeds and numbers streams.
pub trait Seed: Copy {
    /// The number as one of 64 bits, as `as` gives it.
    #[doc(hidden)]
    fn wide(self) -> u64;
}

macro_rules! seeds {
    ($($ty:ty)*) => {$(
        impl Seed for $ty {
            fn wide(self) -> u64 {
                self as u64
            }
        }
    )*};
}

seeds! { u8 i8 u16 i16 u32 i32 u64 i64 usize isize }

/// What the built-in function of kernels is on the host, as far as [`rng`](crate::rand::rng) takes it.
pub(crate) fn cast<T: From<u64>>(value: impl Seed) -> T {
    T::from(value.wide())
}

//! The element types of host slices.

use crate::converted::{Converted, ConvertedMut};
use crate::copy::copy;
use crate::item::Item;
use vyre_ir::DataType;

/// A type of which slices can be passed for a buffer: `u32`, `i32`, `u64`, `i64`, `u128`, `i128`, `f32`, `f64`, `f16`, `bf16`, `bool`, `u8`, `i8`, `u16`, `i16`,
/// structs with `#[vyre::data]`, enums with `#[vyre::data]` and `#[repr(u32)]`, and arrays and tuples of these, such as `[u32; 2]` and `(u32, f16)`. What
/// has numbers of 8 and 16 bits is for `Bytes` buffers, in which it is packed as in memory; a float of 16 bits by itself is for buffers of `F16` or
/// `BF16`.
///
/// A number of 64 or 128 bits is its words, the lowest first, which is its layout in memory on a little-endian machine. A `bool`, a tuple and an enum
/// are converted for the device and back. They are words there: a `bool` is 0 or 1, a tuple is the words of its parts, one part after the other, and an
/// enum is the number of its variant, followed by the words of the fields of all variants in order, of which those of the other variants are zero. No two
/// parts share a word. A number that means no variant is read as the variant of number 0.
#[diagnostic::on_unimplemented(
    message = "buffers have no elements of type `{Self}`",
    label = "expected a number, a `bool`, a struct with `#[vyre::data]`, an enum with `#[vyre::data]` and `#[repr(u32)]`, or an array or a tuple of these"
)]
pub trait BufferElement: Copy + Send + Sync + 'static + Sealed + Item {
    /// The type of the buffer's elements. A struct, and an array that is no vector, is several words of type `U32`.
    const TYPE: &'static DataType;
    /// The bytes that an element takes on a device. Integers of 8 and 16 bits are packed in a buffer of bytes.
    #[doc(hidden)]
    const DEVICE_BYTES: usize = match Self::TYPE.value_type() {
        Some(ty) => ty.bytes() * Self::PARTS,
        None => size_of::<Self>(),
    };
}

/// A [`BufferElement`] that is no tuple. Chains of items are collected to buffers of these.
#[diagnostic::on_unimplemented(
    message = "buffers have no elements of type `{Self}`",
    label = "expected a number, a `bool`, a struct with `#[vyre::data]`, an enum with `#[vyre::data]` and `#[repr(u32)]`, or an array of these"
)]
pub trait Element: BufferElement {}

/// An element that is the same bytes on the host as on devices.
pub trait Words: Element + bytemuck::Pod {}

/// Host data of any element type, as words where its layout allows that.
#[derive(Debug)]
pub enum Data<'a> {
    /// Lanes.
    Words(&'a [u32]),
    /// Any number of bytes.
    Bytes(&'a [u8]),
    /// What must be converted to words.
    Converted(Converted<'a>),
}

/// Host data that receives results.
#[derive(Debug)]
pub enum DataMut<'a> {
    /// Lanes.
    Words(&'a mut [u32]),
    /// Any number of bytes.
    Bytes(&'a mut [u8]),
    /// What must be converted to words and back.
    Converted(ConvertedMut<'a>),
}

impl DataMut<'_> {
    pub(crate) fn reborrow(&mut self) -> DataMut<'_> {
        match self {
            DataMut::Words(data) => DataMut::Words(data),
            DataMut::Bytes(data) => DataMut::Bytes(data),
            DataMut::Converted(data) => DataMut::Converted(data.reborrow()),
        }
    }

    /// The size of the elements on a device in bytes.
    pub(crate) fn device_bytes(&self) -> usize {
        match self {
            DataMut::Words(data) => size_of_val(*data),
            DataMut::Bytes(data) => data.len(),
            DataMut::Converted(data) => data.count_words() * 4,
        }
    }

    /// Copies a part of what was read from a device to the elements. The part begins at the offset `at` of what was
    /// read, and the elements begin at the offset `skipped`, which is 0 unless they are bytes.
    pub(crate) fn put(&mut self, skipped: usize, at: usize, part: &[u8]) {
        let target = match self {
            DataMut::Words(data) => bytemuck::cast_slice_mut(data),
            DataMut::Bytes(data) => data,
            DataMut::Converted(data) => {
                let (words, _) = part.as_chunks::<4>();
                return data.put(at / 4, words);
            }
        };
        let start = at.max(skipped);
        let end = (at + part.len()).min(skipped + target.len());
        if start < end {
            copy(&mut target[start - skipped..end - skipped], &part[start - at..end - at]);
        }
    }
}

/// Conversion of slices to data. The trait is sealed, because devices only know these types.
pub trait Sealed: Sized {
    /// How many elements of a device's buffer are one of the host's.
    const PARTS: usize = 1;
    /// The words of an element that shares none of them among its parts.
    const WORDS: usize;
    /// Whether the elements are other bytes on the host than on devices, where their parts share no words.
    const IS_CONVERTED: bool = false;
    /// An element that is zero, or false.
    fn zero() -> Self;
    /// The elements as data.
    fn data(slice: &[Self]) -> Data<'_>;
    /// The elements as data that receives results.
    fn data_mut(slice: &mut [Self]) -> DataMut<'_>;
}

/// Elements that are converted to words, as data.
pub fn converted<T: BufferElement>(slice: &[T]) -> Data<'_> {
    Data::Converted(Converted::of(slice))
}

/// The same, to receive results.
pub fn converted_mut<T: BufferElement>(slice: &mut [T]) -> DataMut<'_> {
    DataMut::Converted(ConvertedMut::of(slice))
}

/// The type of the elements that `len` elements of another type are on a device.
const fn array_type(element: &DataType, parts: usize, len: usize) -> &'static DataType {
    match (element, parts, len) {
        (DataType::Bytes | DataType::F16 | DataType::BF16, ..) => &DataType::Bytes,
        (DataType::U32, 1, 2) => &DataType::Vec2U32,
        (DataType::U32, 1, 4) => &DataType::Vec4U32,
        (DataType::F32, 1, 2) => &DataType::Vec2F32,
        (DataType::F32, 1, 4) => &DataType::Vec4F32,
        _ => &DataType::U32,
    }
}

macro_rules! elements {
    ($($Element:ty: $TYPE:ident),*) => {$(
        impl BufferElement for $Element {
            const TYPE: &'static DataType = &DataType::$TYPE;
        }
        impl Words for $Element {}
        impl Element for $Element {}
        impl Sealed for $Element {
            const WORDS: usize = size_of::<Self>() / 4;
            fn zero() -> Self {
                bytemuck::Zeroable::zeroed()
            }
            fn data(slice: &[Self]) -> Data<'_> {
                Data::Words(bytemuck::cast_slice(slice))
            }
            fn data_mut(slice: &mut [Self]) -> DataMut<'_> {
                DataMut::Words(bytemuck::cast_slice_mut(slice))
            }
        }
    )*};
}

#[cfg(target_endian = "big")]
compile_error!(
    "vyre needs a little-endian host: slices of u64 and u128 are passed to devices as words, the lowest first"
);

elements! {
    u32: U32, i32: I32, u64: U64, i64: U64, u128: U128, i128: U128, f32: F32, f64: F64
}

impl<T: BufferElement, const N: usize> BufferElement for [T; N] {
    const TYPE: &'static DataType = array_type(T::TYPE, T::PARTS, N);
}

impl<T: Words, const N: usize> Words for [T; N] {}

impl<T: BufferElement, const N: usize> Element for [T; N] {}

impl<T: BufferElement, const N: usize> Sealed for [T; N] {
    const PARTS: usize = match array_type(T::TYPE, T::PARTS, N) {
        DataType::U32 => T::DEVICE_BYTES * N / 4,
        _ => 1,
    };
    const WORDS: usize = T::WORDS * N;
    const IS_CONVERTED: bool = T::IS_CONVERTED;
    fn zero() -> Self {
        [T::zero(); N]
    }
    fn data(slice: &[Self]) -> Data<'_> {
        T::data(slice.as_flattened())
    }
    fn data_mut(slice: &mut [Self]) -> DataMut<'_> {
        T::data_mut(slice.as_flattened_mut())
    }
}

impl BufferElement for bool {
    const TYPE: &'static DataType = &DataType::Bool;
}

impl Element for bool {}

impl Sealed for bool {
    const WORDS: usize = 1;
    const IS_CONVERTED: bool = true;
    fn zero() -> Self {
        false
    }
    fn data(slice: &[Self]) -> Data<'_> {
        converted(slice)
    }
    fn data_mut(slice: &mut [Self]) -> DataMut<'_> {
        converted_mut(slice)
    }
}

macro_rules! tuples {
    ($(($($Part:ident),+))*) => {$(
        impl<$($Part: BufferElement),+> BufferElement for ($($Part,)+) {
            const TYPE: &'static DataType = &DataType::U32;
        }
        impl<$($Part: BufferElement),+> Sealed for ($($Part,)+) {
            const PARTS: usize = Self::WORDS;
            const WORDS: usize = 0 $(+ $Part::WORDS)+;
            const IS_CONVERTED: bool = true;
            fn zero() -> Self {
                ($($Part::zero(),)+)
            }
            fn data(slice: &[Self]) -> Data<'_> {
                converted(slice)
            }
            fn data_mut(slice: &mut [Self]) -> DataMut<'_> {
                converted_mut(slice)
            }
        }
    )*};
}

tuples! {
    (A) (A, B) (A, B, C) (A, B, C, D) (A, B, C, D, E) (A, B, C, D, E, F) (A, B, C, D, E, F, G) (A, B, C, D, E, F, G, H)
    (A, B, C, D, E, F, G, H, I) (A, B, C, D, E, F, G, H, I, J) (A, B, C, D, E, F, G, H, I, J, K)
    (A, B, C, D, E, F, G, H, I, J, K, L)
}

macro_rules! packed_elements {
    ($($Element:ty),*) => {$(
        impl BufferElement for $Element {
            const TYPE: &'static DataType = &DataType::Bytes;
        }
        impl Words for $Element {}
        impl Element for $Element {}
        impl Sealed for $Element {
            const WORDS: usize = 1;
            fn zero() -> Self {
                0
            }
            fn data(slice: &[Self]) -> Data<'_> {
                Data::Bytes(bytemuck::cast_slice(slice))
            }
            fn data_mut(slice: &mut [Self]) -> DataMut<'_> {
                DataMut::Bytes(bytemuck::cast_slice_mut(slice))
            }
        }
    )*};
}

packed_elements!(u8, i8, u16, i16);

macro_rules! half_elements {
    ($($Element:ty: $TYPE:ident),*) => {$(
        impl BufferElement for $Element {
            const TYPE: &'static DataType = &DataType::$TYPE;
        }
        impl Words for $Element {}
        impl Element for $Element {}
        impl Sealed for $Element {
            const WORDS: usize = 1;
            fn zero() -> Self {
                <$Element>::ZERO
            }
            fn data(slice: &[Self]) -> Data<'_> {
                Data::Bytes(bytemuck::cast_slice(slice))
            }
            fn data_mut(slice: &mut [Self]) -> DataMut<'_> {
                DataMut::Bytes(bytemuck::cast_slice_mut(slice))
            }
        }
    )*};
}

half_elements!(half::f16: F16, half::bf16: BF16);

#[cfg(test)]
mod tests {
    use super::DataMut;

    #[test]
    fn pieces_land_where_they_belong() {
        let source: Vec<u8> = (0..40).collect();
        for skipped in 0..4 {
            for len in [1, 3, 4, 17, 32] {
                let mut target = vec![255; len];
                for (index, piece) in source.chunks(8).enumerate() {
                    DataMut::Bytes(&mut target).put(skipped, index * 8, piece);
                }
                assert_eq!(target, source[skipped..skipped + len]);
            }
        }
        let mut truths = [true; 5];
        for (index, piece) in source.chunks(8).enumerate() {
            let words: Vec<u8> = piece.iter().map(|byte| byte & 4).collect();
            super::converted_mut(&mut truths).put(0, index * 8, &words);
        }
        // The bytes are 4 at offsets 4 to 7, 12 to 15, and so on.
        assert_eq!(truths, [false, true, false, true, false]);
    }
}

//! Bitmaps, which say of rows whether they are valid, and which are arrays of `bool`.

use crate::Error;
use arrow_array::{Array, cast::AsArray};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_schema::DataType;

/// A bitmap as kernels read it: bytes, of which the lowest bit comes first, and the place of the first row's bit among them. There is no copy.
///
/// A kernel asks for a row by `bits[(first + row) >> 3] >> ((first + row) & 7) & 1`.
#[derive(Clone, Debug)]
pub struct Bits {
    bytes: Buffer,
    first: u32,
    len: usize,
}

impl Bits {
    /// The bits of a buffer, without whole bytes before them.
    pub fn of(bits: &BooleanBuffer) -> Bits {
        let (from, len) = (bits.offset(), bits.len());
        let bytes = bits.inner().slice_with_length(from / 8, (from % 8 + len).div_ceil(8));
        Bits { bytes, first: (from % 8) as u32, len }
    }

    /// Which rows of an array are valid. All of them where it has no bitmap: that one is made.
    ///
    /// ```
    /// use arrow_array::{Array, Int32Array};
    /// let array = Int32Array::from(vec![Some(1), None, None, Some(4)]);
    /// let bits = vyre_arrow::Bits::valid(array.slice(2, 2).nulls(), 2);
    /// assert_eq!((bits.bytes(), bits.first()), (&[0b1001][..], 2));
    /// ```
    pub fn valid(nulls: Option<&NullBuffer>, len: usize) -> Bits {
        match nulls {
            Some(nulls) => Bits::of(nulls.inner()),
            None => Bits { bytes: Buffer::from_vec(vec![u8::MAX; len.div_ceil(8)]), first: 0, len },
        }
    }

    /// The truth values of an array.
    ///
    /// # Errors
    /// If it is none of `bool`.
    pub fn of_bools(array: &dyn Array) -> Result<Bits, Error> {
        match array.as_boolean_opt() {
            Some(bools) => Ok(Bits::of(bools.values())),
            None => {
                Err(Error::Type { expected: DataType::Boolean.to_string(), got: array.data_type().clone() })
            }
        }
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_slice()
    }

    /// Which bit of the bytes is that of the first row; at most 7.
    pub fn first(&self) -> u32 {
        self.first
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// A bitmap of words, of which each is one row's: kernels write words, as several rows would share a byte.
pub fn bits_of_words(words: &[u32]) -> BooleanBuffer {
    BooleanBuffer::collect_bool(words.len(), |at| words[at] != 0)
}

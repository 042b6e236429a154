//! What has a length of its own in each row: strings, binaries and lists.

use crate::values::{Native, Values, position};
use crate::{Error, array};
use arrow_array::{Array, OffsetSizeTrait, cast::AsArray, types};
use arrow_buffer::{Buffer, OffsetBuffer};
use arrow_schema::DataType;

/// Rows of slices: row `i` is `values[offsets[i]..offsets[i + 1]]`.
///
/// The values are not copied, and neither are offsets of 32 bits. Offsets of 64 bits are, and so are the strings of `Utf8View` and `BinaryView`, which lie in
/// several buffers. Rows of a fixed size get offsets.
#[derive(Clone, Debug)]
pub struct Slices<T> {
    offsets: Values<u32>,
    values: Values<T>,
}

impl<T: Native> Slices<T> {
    /// The slices of an array of lists. Of bytes it may also be one of strings or binaries.
    ///
    /// ```
    /// use arrow_array::{Array, StringArray};
    /// let words = StringArray::from(vec!["a", "bc", "", "def"]);
    /// let slices = vyre_arrow::Slices::<u8>::of(&words.slice(1, 3))?;
    /// assert_eq!((slices.offsets(), slices.values()), (&[1, 3, 3, 6][..], &b"abcdef"[..]));
    /// # Ok::<(), vyre_arrow::Error>(())
    /// ```
    ///
    /// # Errors
    /// If it is no such array, if an element of a list is null, or if there are more elements than a `u32` counts.
    pub fn of(array: &dyn Array) -> Result<Slices<T>, Error> {
        let is_bytes = T::ARRAY_TYPE == DataType::UInt8;
        match array.data_type() {
            DataType::Utf8 | DataType::Binary if is_bytes => Slices::of_bytes::<i32>(array),
            DataType::LargeUtf8 | DataType::LargeBinary if is_bytes => Slices::of_bytes::<i64>(array),
            DataType::Utf8View | DataType::BinaryView if is_bytes => Slices::of_views(array),
            DataType::FixedSizeBinary(_) if is_bytes => {
                let rows = array.as_fixed_size_binary();
                let size = rows.value_length().max(0) as usize;
                let data = array.to_data();
                let values = Values::new(data.buffers().first(), data.offset() * size, rows.len() * size)?;
                Slices::even(rows.len(), size, values)
            }
            DataType::List(_) => Slices::of_list::<i32>(array),
            DataType::LargeList(_) => Slices::of_list::<i64>(array),
            DataType::FixedSizeList(..) => {
                let rows = array.as_fixed_size_list();
                let size = rows.value_length().max(0) as usize;
                let first = rows.value_offset(0).max(0) as usize;
                let values = rows.values().slice(first, rows.len() * size);
                Slices::even(rows.len(), size, Slices::elements(&values)?)
            }
            _ => {
                let of = if is_bytes { ", strings or binaries" } else { "" };
                let expected = format!("lists of {}{of}", T::ARRAY_TYPE);
                Err(Error::Type { expected, got: array.data_type().clone() })
            }
        }
    }

    fn of_bytes<O: OffsetSizeTrait>(array: &dyn Array) -> Result<Slices<T>, Error> {
        let data = array.to_data();
        let offsets: OffsetBuffer<O> = match array.data_type() {
            DataType::Utf8 | DataType::LargeUtf8 => array.as_string::<O>().offsets().clone(),
            _ => array.as_binary::<O>().offsets().clone(),
        };
        let offsets = indices(&offsets)?;
        let last = offsets.last().copied().unwrap_or(0) as usize;
        Ok(Slices { offsets, values: Values::new(data.buffers().get(1), 0, last)? })
    }

    fn of_list<O: OffsetSizeTrait>(array: &dyn Array) -> Result<Slices<T>, Error> {
        let list = array.as_list::<O>();
        let offsets = indices(list.offsets())?;
        let last = offsets.last().copied().unwrap_or(0) as usize;
        let values = list.values().slice(0, last);
        Ok(Slices { offsets, values: Slices::elements(&values)? })
    }

    fn of_views(array: &dyn Array) -> Result<Slices<T>, Error> {
        let mut bytes = Vec::new();
        let mut offsets = vec![0];
        let mut push = |value: Option<&[u8]>| {
            bytes.extend_from_slice(value.unwrap_or_default());
            offsets.push(position(bytes.len())?);
            Ok::<(), Error>(())
        };
        match array.data_type() {
            DataType::Utf8View => {
                array.as_string_view().iter().try_for_each(|value| push(value.map(str::as_bytes)))?;
            }
            _ => array.as_byte_view::<types::BinaryViewType>().iter().try_for_each(push)?,
        }
        let len = bytes.len();
        Ok(Slices { offsets: owned(offsets)?, values: Values::new(Some(&Buffer::from_vec(bytes)), 0, len)? })
    }

    /// Slices of one length.
    fn even(rows: usize, size: usize, values: Values<T>) -> Result<Slices<T>, Error> {
        let offsets = (0..=rows).map(|row| position(row * size)).collect::<Result<Vec<u32>, Error>>()?;
        Ok(Slices { offsets: owned(offsets)?, values })
    }

    fn elements(values: &dyn Array) -> Result<Values<T>, Error> {
        match values.null_count() {
            0 => Values::of(values),
            count => Err(Error::Nulls { what: "the elements of a list".to_string(), count }),
        }
    }

    /// Where each row begins, and in the end where the last one ends.
    pub fn offsets(&self) -> &[u32] {
        &self.offsets
    }

    /// The elements of all rows, perhaps with others before them.
    pub fn values(&self) -> &[T] {
        &self.values
    }
}

fn owned(offsets: Vec<u32>) -> Result<Values<u32>, Error> {
    Values::of(&array(offsets, None, &DataType::UInt32)?)
}

/// Offsets as kernels count. They are never negative, so those of 32 bits stay where they are.
fn indices<O: OffsetSizeTrait>(offsets: &OffsetBuffer<O>) -> Result<Values<u32>, Error> {
    if O::IS_LARGE {
        return owned(
            offsets.iter().map(|offset| position(offset.as_usize())).collect::<Result<_, Error>>()?,
        );
    }
    Values::new(Some(offsets.inner().inner()), 0, offsets.len())
}

/// An array with a dictionary: the positions of the rows' values, and the values.
///
/// Keys of 32 bits are not copied. The key of a null row may be any number; a kernel that reads there reads zero.
#[derive(Clone, Debug)]
pub struct Dictionary {
    keys: Values<u32>,
    values: arrow_array::ArrayRef,
}

impl Dictionary {
    /// The parts of an array.
    ///
    /// ```
    /// use arrow_array::{Int32Array, DictionaryArray, types::Int8Type};
    /// let array: DictionaryArray<Int8Type> = ["x", "y", "x"].into_iter().collect();
    /// let dictionary = vyre_arrow::Dictionary::of(&array)?;
    /// assert_eq!(dictionary.keys(), [0, 1, 0]);
    /// let values = vyre_arrow::Slices::<u8>::of(dictionary.values())?;
    /// assert_eq!(values.values(), b"xy");
    /// # Ok::<(), vyre_arrow::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the array has no dictionary.
    pub fn of(array: &dyn Array) -> Result<Dictionary, Error> {
        let Some(dictionary) = array.as_any_dictionary_opt() else {
            return Err(Error::Type { expected: "a dictionary".to_string(), got: array.data_type().clone() });
        };
        let (keys, values) = (dictionary.keys(), dictionary.values().clone());
        let keys = match keys.data_type() {
            DataType::UInt32 | DataType::Int32 => {
                let data = keys.to_data();
                Values::new(data.buffers().first(), data.offset(), data.len())?
            }
            // Then all rows are null.
            _ if values.is_empty() => owned(vec![0; keys.len()])?,
            _ => {
                owned(dictionary.normalized_keys().into_iter().map(position).collect::<Result<_, Error>>()?)?
            }
        };
        Ok(Dictionary { keys, values })
    }

    /// The position of each row's value.
    pub fn keys(&self) -> &[u32] {
        &self.keys
    }

    /// The values.
    pub fn values(&self) -> &dyn Array {
        &self.values
    }
}

//! Arrays of numbers as slices, and slices as arrays.

use crate::Error;
use arrow_array::{Array, ArrayRef, make_array};
use arrow_buffer::{Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_schema::{DataType, IntervalUnit};
use bytemuck::Pod;
use half::f16;
use std::marker::PhantomData;
use std::ops::Deref;

/// A number that arrays and kernels hold alike.
///
/// Dates, times, timestamps and durations are the numbers that Arrow has for them, and a decimal of 128 bits is its unscaled value. Kernels have no `i128` in
/// buffers, so its bits are those of a `u128`.
pub trait Native: vyre::Element + Pod + sealed::Sealed {
    /// The type that an array gets where nothing else is said.
    const ARRAY_TYPE: DataType;

    /// Whether arrays of this type hold such numbers.
    fn holds(ty: &DataType) -> bool;

    #[doc(hidden)]
    fn buffer(values: Vec<Self>) -> Buffer;
}

mod sealed {
    /// Only this crate says which numbers are alike.
    pub trait Sealed {}
}

macro_rules! natives {
    ($($Number:ty as $Arrow:ty = $TYPE:expr, $holds:expr;)*) => {$(
        impl sealed::Sealed for $Number {}
        impl Native for $Number {
            const ARRAY_TYPE: DataType = $TYPE;
            fn holds(ty: &DataType) -> bool {
                let holds: fn(&DataType) -> bool = $holds;
                *ty == $TYPE || holds(ty)
            }
            fn buffer(values: Vec<Self>) -> Buffer {
                Buffer::from_vec(bytemuck::cast_vec::<$Number, $Arrow>(values))
            }
        }
    )*};
}

natives! {
    u8 as u8 = DataType::UInt8, |_| false;
    i8 as i8 = DataType::Int8, |_| false;
    u16 as u16 = DataType::UInt16, |_| false;
    i16 as i16 = DataType::Int16, |_| false;
    u32 as u32 = DataType::UInt32, |_| false;
    i32 as i32 = DataType::Int32, |ty| {
        let is_interval = matches!(ty, DataType::Interval(IntervalUnit::YearMonth));
        is_interval || matches!(ty, DataType::Date32 | DataType::Time32(_) | DataType::Decimal32(..))
    };
    u64 as u64 = DataType::UInt64, |_| false;
    i64 as i64 = DataType::Int64, |ty| {
        let is_time = matches!(ty, DataType::Date64 | DataType::Time64(_) | DataType::Timestamp(..));
        is_time || matches!(ty, DataType::Duration(_) | DataType::Decimal64(..))
    };
    u128 as i128 = DataType::Decimal128(38, 0), |ty| matches!(ty, DataType::Decimal128(..));
    f16 as f16 = DataType::Float16, |_| false;
    f32 as f32 = DataType::Float32, |_| false;
    f64 as f64 = DataType::Float64, |_| false;
}

/// The numbers of an array, as a slice of them: what the array holds, from its offset on, without a copy.
///
/// There is a copy only where foreign memory is not aligned as the numbers want it, which arrays of this process never are.
#[derive(Clone, Debug)]
pub struct Values<T> {
    bytes: Buffer,
    number: PhantomData<T>,
}

impl<T: Native> Values<T> {
    /// The numbers of an array. Where the array is null they are whatever lies there: see [`Bits`](crate::Bits).
    ///
    /// ```
    /// use arrow_array::{Array, Date32Array};
    /// let days = Date32Array::from(vec![0, 20_783, 20_784]);
    /// let slice = days.slice(1, 2);
    /// let numbers = vyre_arrow::Values::<i32>::of(&slice)?;
    /// assert_eq!(*numbers, [20_783, 20_784]);
    /// assert_eq!(numbers.as_ptr(), days.values()[1..].as_ptr());
    /// # Ok::<(), vyre_arrow::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the array holds something else.
    pub fn of(array: &dyn Array) -> Result<Values<T>, Error> {
        if !T::holds(array.data_type()) {
            let expected = std::any::type_name::<T>().rsplit("::").next().unwrap_or_default().to_string();
            return Err(Error::Type { expected, got: array.data_type().clone() });
        }
        let data = array.to_data();
        Values::new(data.buffers().first(), data.offset(), data.len())
    }

    /// `len` numbers of a buffer, from one on.
    pub(crate) fn new(buffer: Option<&Buffer>, first: usize, len: usize) -> Result<Values<T>, Error> {
        let size = size_of::<T>();
        let bytes = match buffer {
            Some(buffer) if (first + len) * size <= buffer.len() => {
                buffer.slice_with_length(first * size, len * size)
            }
            _ if len == 0 => Buffer::default(),
            _ => return Err(Error::TooMany { got: len }),
        };
        let is_aligned = bytes.as_ptr().addr().is_multiple_of(align_of::<T>());
        let bytes =
            if is_aligned { bytes } else { T::buffer(bytemuck::pod_collect_to_vec(bytes.as_slice())) };
        Ok(Values { bytes, number: PhantomData })
    }
}

impl<T: Native> Deref for Values<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // It is aligned and whole, or else nothing.
        bytemuck::try_cast_slice(self.bytes.as_slice()).unwrap_or_default()
    }
}

/// An array of numbers: it takes the vector's memory, without a copy.
///
/// ```
/// use arrow_array::{Array, cast::AsArray, types::TimestampSecondType};
/// use arrow_schema::{DataType, TimeUnit};
/// let array = vyre_arrow::array(vec![60i64, 120], None, &DataType::Timestamp(TimeUnit::Second, None))?;
/// assert_eq!(array.as_primitive::<TimestampSecondType>().value(1), 120);
/// # Ok::<(), vyre_arrow::Error>(())
/// ```
///
/// # Errors
/// If arrays of the type hold something else, or if there are not as many validity bits as numbers.
pub fn array<T: Native>(values: Vec<T>, nulls: Option<NullBuffer>, ty: &DataType) -> Result<ArrayRef, Error> {
    if !T::holds(ty) {
        let expected = std::any::type_name::<T>().rsplit("::").next().unwrap_or_default().to_string();
        return Err(Error::Type { expected, got: ty.clone() });
    }
    let len = values.len();
    if let Some(nulls) = &nulls
        && nulls.len() != len
    {
        return Err(Error::Rows { expected: len, got: nulls.len() });
    }
    let data = ArrayData::builder(ty.clone()).len(len).add_buffer(T::buffer(values)).nulls(nulls).build()?;
    Ok(make_array(data))
}

/// A position as kernels count.
pub(crate) fn position(got: usize) -> Result<u32, Error> {
    u32::try_from(got).map_err(|_| Error::TooMany { got })
}

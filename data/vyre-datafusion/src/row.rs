//! Rows of columns as Rust's values, and values as columns.

use crate::error;
use datafusion::arrow::array::{Array, ArrayRef, BooleanArray};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, exec_err};
use half::f16;
use std::sync::Arc;
use vyre_arrow::{Bits, Column, ColumnType, Values, array};

/// What an aggregate takes of each row, or its state: a number, a `bool`, an `Option` of one, or a tuple of up to four of these.
pub trait Row: Copy + Send + Sync + 'static {
    /// The types of the columns.
    const TYPES: &'static [ColumnType];
    /// The columns.
    #[doc(hidden)]
    type Source;

    #[doc(hidden)]
    fn read(columns: &[ArrayRef]) -> Result<Self::Source>;
    /// Nothing where a column is null that is no `Option`.
    #[doc(hidden)]
    fn at(source: &Self::Source, row: usize) -> Option<Self>;
    #[doc(hidden)]
    fn columns(rows: Vec<Self>, ty: Option<&DataType>) -> Result<Vec<ArrayRef>>;
}

/// A column of numbers, and which of them are null.
#[doc(hidden)]
pub struct Numbers<T>(Values<T>, Option<NullBuffer>);

/// The column of a row that has one.
fn single(columns: &[ArrayRef]) -> Result<&ArrayRef> {
    match columns {
        [column] => Ok(column),
        _ => exec_err!("one column is expected, got {}", columns.len()),
    }
}

fn is_null(nulls: Option<&NullBuffer>, row: usize) -> bool {
    nulls.is_some_and(|nulls| nulls.is_null(row))
}

macro_rules! numbers {
    ($($Type:ty as $Number:ty),*) => {$(
        impl Row for $Type {
            const TYPES: &'static [ColumnType] = &[<$Type as Column>::TYPE];
            type Source = Numbers<$Number>;

            fn read(columns: &[ArrayRef]) -> Result<Self::Source> {
                let column = single(columns)?;
                Ok(Numbers(Values::of(column).map_err(error)?, column.nulls().cloned()))
            }
            fn at(Numbers(values, nulls): &Self::Source, row: usize) -> Option<Self> {
                if is_null(nulls.as_ref(), row) { None } else { values.get(row).map(|value| *value as $Type) }
            }
            fn columns(rows: Vec<Self>, ty: Option<&DataType>) -> Result<Vec<ArrayRef>> {
                let own = <$Type as Column>::TYPE.scalar.array_type();
                let values = rows.into_iter().map(|value| value as $Number).collect();
                Ok(vec![array::<$Number>(values, None, ty.unwrap_or(&own)).map_err(error)?])
            }
        }

        impl Row for Option<$Type> {
            const TYPES: &'static [ColumnType] = &[<Option<$Type> as Column>::TYPE];
            type Source = Numbers<$Number>;

            fn read(columns: &[ArrayRef]) -> Result<Self::Source> {
                <$Type as Row>::read(columns)
            }
            fn at(source: &Self::Source, row: usize) -> Option<Self> {
                Some(<$Type as Row>::at(source, row))
            }
            fn columns(rows: Vec<Self>, ty: Option<&DataType>) -> Result<Vec<ArrayRef>> {
                let own = <$Type as Column>::TYPE.scalar.array_type();
                let nulls: NullBuffer = rows.iter().map(Option::is_some).collect();
                let values = rows.into_iter().map(|value| value.unwrap_or_default() as $Number).collect();
                Ok(vec![array::<$Number>(values, Some(nulls), ty.unwrap_or(&own)).map_err(error)?])
            }
        }
    )*};
}

numbers!(
    u8 as u8,
    i8 as i8,
    u16 as u16,
    i16 as i16,
    u32 as u32,
    i32 as i32,
    u64 as u64,
    i64 as i64,
    i128 as u128,
    f16 as f16,
    f32 as f32,
    f64 as f64
);

impl Row for bool {
    const TYPES: &'static [ColumnType] = &[<bool as Column>::TYPE];
    type Source = (Bits, Option<NullBuffer>);

    fn read(columns: &[ArrayRef]) -> Result<Self::Source> {
        let column = single(columns)?;
        Ok((Bits::of_bools(column).map_err(error)?, column.nulls().cloned()))
    }
    fn at((bits, nulls): &Self::Source, row: usize) -> Option<Self> {
        let at = bits.first() as usize + row;
        let byte = bits.bytes().get(at / 8)?;
        if is_null(nulls.as_ref(), row) { None } else { Some(byte >> (at % 8) & 1 != 0) }
    }
    fn columns(rows: Vec<Self>, _: Option<&DataType>) -> Result<Vec<ArrayRef>> {
        Ok(vec![Arc::new(BooleanArray::from(rows))])
    }
}

impl Row for Option<bool> {
    const TYPES: &'static [ColumnType] = &[<Option<bool> as Column>::TYPE];
    type Source = <bool as Row>::Source;

    fn read(columns: &[ArrayRef]) -> Result<Self::Source> {
        <bool as Row>::read(columns)
    }
    fn at(source: &Self::Source, row: usize) -> Option<Self> {
        Some(<bool as Row>::at(source, row))
    }
    fn columns(rows: Vec<Self>, _: Option<&DataType>) -> Result<Vec<ArrayRef>> {
        Ok(vec![Arc::new(BooleanArray::from(rows))])
    }
}

macro_rules! tuples {
    ($(($($Part:ident = $at:tt),+))*) => {$(
        impl<$($Part: Row + Column),+> Row for ($($Part,)+) {
            const TYPES: &'static [ColumnType] = &[$(<$Part as Column>::TYPE),+];
            type Source = ($($Part::Source,)+);

            fn read(columns: &[ArrayRef]) -> Result<Self::Source> {
                let expected = Self::TYPES.len();
                if columns.len() != expected {
                    return exec_err!("{expected} columns are expected, got {}", columns.len());
                }
                Ok(($($Part::read(&columns[$at..=$at])?,)+))
            }
            fn at(source: &Self::Source, row: usize) -> Option<Self> {
                Some(($($Part::at(&source.$at, row)?,)+))
            }
            fn columns(rows: Vec<Self>, _: Option<&DataType>) -> Result<Vec<ArrayRef>> {
                let mut columns = Vec::new();
                $(columns.extend($Part::columns(rows.iter().map(|row| row.$at).collect(), None)?);)+
                Ok(columns)
            }
        }
    )*};
}

tuples! {
    (A = 0) (A = 0, B = 1) (A = 0, B = 1, C = 2) (A = 0, B = 1, C = 2, D = 3)
}

#![doc = include_str!("../README.md")]

mod bits;
mod error;
mod rows;
mod slices;
mod types;
mod values;

pub use bits::{Bits, bits_of_words};
pub use error::Error;
pub use rows::{Aggregate, Groups, Limits, RowFunction};
pub use slices::{Dictionary, Slices};
pub use types::{Column, ColumnType, Columns, Scalar};
pub use values::{Native, Values, array};

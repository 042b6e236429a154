#![doc = include_str!("../README.md")]

mod aggregate;
mod codec;
mod coerce;
mod create;
mod explain;
mod place;
mod row;
mod scalar;

pub use aggregate::AggregateFunction;
pub use codec::Codec;
pub use create::CreateFunctions;
pub use explain::ShowFunctions;
pub use row::Row;
pub use scalar::ScalarFunction;
pub use vyre_arrow::{Aggregate, Limits, RowFunction};

use datafusion::common::DataFusionError;

fn error(error: vyre_arrow::Error) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}

/// The last name of a path as its tokens are written.
#[doc(hidden)]
pub fn last_name(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path).trim()
}

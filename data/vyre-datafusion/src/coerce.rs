//! The types that arguments are cast to.

use datafusion::arrow::datatypes::DataType;
use datafusion::common::{DataFusionError, Result, plan_err};
use vyre_arrow::{ColumnType, Scalar};

/// For each argument its own type where the parameter holds it, or else one that it can be cast to without being rounded: what does not fit the number of a
/// parameter is an error of the cast.
pub(crate) fn all(name: &str, parameters: &[ColumnType], given: &[DataType]) -> Result<Vec<DataType>> {
    if parameters.len() != given.len() {
        let (expected, got) = (parameters.len(), given.len());
        return plan_err!("the function `{name}` takes {expected} arguments, got {got}");
    }
    let each = parameters.iter().zip(given).enumerate();
    each.map(|(at, (parameter, given))| {
        one(*parameter, given).ok_or_else(|| {
            let at = at + 1;
            DataFusionError::Plan(format!(
                "argument {at} of `{name}` is {given}, and {parameter} is expected: write a CAST"
            ))
        })
    })
    .collect()
}

/// The type of results: what was asked for, if it holds them.
pub(crate) fn result(name: &str, result: ColumnType, asked: Option<&DataType>) -> Result<DataType> {
    match asked {
        Some(ty) if !result.gives(ty) => {
            plan_err!("the function `{name}` gives {result}, and {ty} does not hold that")
        }
        Some(ty) => Ok(ty.clone()),
        None => Ok(result.array_type()),
    }
}

fn one(parameter: ColumnType, given: &DataType) -> Option<DataType> {
    if parameter.holds(given) {
        return Some(given.clone());
    }
    if let DataType::Dictionary(_, values) = given {
        return one(parameter, values);
    }
    let own = parameter.array_type();
    let is_cast = match (given, parameter.scalar) {
        (DataType::Null, _) => true,
        _ if parameter.is_slice => false,
        (_, Scalar::Bool) => false,
        (_, Scalar::F16) => false,
        (_, Scalar::F32) => is_narrow(given),
        (_, Scalar::F64) => {
            given.is_integer() || given.is_floating() || matches!(given, DataType::Decimal128(..))
        }
        _ => given.is_integer(),
    };
    is_cast.then_some(own)
}

/// Whether an `f32` has every number of a type.
fn is_narrow(ty: &DataType) -> bool {
    matches!(ty, DataType::Int8 | DataType::UInt8 | DataType::Int16 | DataType::UInt16 | DataType::Float16)
}

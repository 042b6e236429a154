//! Scalar functions.

use crate::place::Place;
use crate::{coerce, explain};
use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{DataFusionError, Result, ScalarValue};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};
use std::time::Instant;
use vyre::Device;
use vyre_arrow::{Column, Columns, Error, RowFunction};

/// A function of rows as a scalar function of SQL, with the device that runs its batches.
///
/// `ScalarUDF::from(function)`, or [`scalar_udf!`](crate::scalar_udf), is what a `SessionContext` registers. The results are the same bytes on every device.
#[derive(Clone, Debug)]
pub struct ScalarFunction {
    function: std::result::Result<RowFunction, Arc<Error>>,
    name: String,
    returns: Option<DataType>,
    place: Place,
    signature: Signature,
}

/// The CPU, with one thread for each launch: DataFusion runs several batches at once.
pub(crate) fn cpu() -> Device {
    static CPU: LazyLock<Device> = LazyLock::new(|| {
        let device = Device::cpu().separate().unwrap_or_else(|_| Device::cpu());
        device.set_threads(1);
        device
    });
    CPU.clone()
}

impl ScalarFunction {
    /// That of a `#[vyre::function]`: `ScalarFunction::named("haversine", vyre::func!(haversine))`. If it cannot be one of rows, a query that calls it is an
    /// error.
    pub fn named<Args: Columns, R: Column>(
        name: &str,
        function: impl vyre::Function<Args, R>,
    ) -> ScalarFunction {
        ScalarFunction::of(name, RowFunction::new(name, function))
    }

    /// That of a text, which has a function of this name.
    ///
    /// # Errors
    /// The mistakes of the text, or why the function cannot be one of rows.
    pub fn compile(name: &str, text: &str) -> Result<ScalarFunction> {
        Ok(ScalarFunction::from(RowFunction::compile(name, text).map_err(crate::error)?))
    }

    fn of(name: &str, function: std::result::Result<RowFunction, Error>) -> ScalarFunction {
        ScalarFunction {
            function: function.map_err(Arc::new),
            name: name.to_string(),
            returns: None,
            place: Place::One(cpu()),
            signature: Signature::user_defined(Volatility::Immutable),
        }
    }

    /// The same with another type of results, such as a timestamp for an `i64`, or a decimal with a scale for an `i128`.
    #[must_use]
    pub fn returning(self, ty: DataType) -> ScalarFunction {
        ScalarFunction { returns: Some(ty), ..self }
    }

    /// The same on another device, such as [`Device::gpu()`]. The default is the CPU.
    #[must_use]
    pub fn on(self, device: Device) -> ScalarFunction {
        ScalarFunction { place: Place::One(device), ..self }
    }

    /// The same on the CPU or on another device, whichever takes less for batches of a size. That is measured as queries run: each is tried now and then.
    /// [`ShowFunctions`](crate::ShowFunctions) shows which it was. The results are the same.
    #[must_use]
    pub fn on_faster(self, device: Device) -> ScalarFunction {
        ScalarFunction { place: Place::faster([cpu(), device]), ..self }
    }

    /// The function of rows.
    ///
    /// # Errors
    /// Why it is none.
    pub fn function(&self) -> Result<&RowFunction> {
        self.function.as_ref().map_err(|error| DataFusionError::External(Box::new(Arc::clone(error))))
    }

    /// The type of results that was asked for.
    pub(crate) fn returns(&self) -> Option<&DataType> {
        self.returns.as_ref()
    }
}

impl From<RowFunction> for ScalarFunction {
    fn from(function: RowFunction) -> ScalarFunction {
        let name = function.name().to_string();
        ScalarFunction::of(&name, Ok(function))
    }
}

/// Two of them are one if they compute the same, wherever they run.
impl PartialEq for ScalarFunction {
    fn eq(&self, other: &ScalarFunction) -> bool {
        let function = |of: &ScalarFunction| of.function.as_ref().ok().cloned();
        self.name == other.name && self.returns == other.returns && function(self) == function(other)
    }
}

impl Eq for ScalarFunction {}

impl Hash for ScalarFunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.returns.hash(state);
        self.function.as_ref().ok().hash(state);
    }
}

impl ScalarUDFImpl for ScalarFunction {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        coerce::all(&self.name, self.function()?.parameters(), given)
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        coerce::result(&self.name, self.function()?.result(), self.returns.as_ref())
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let is_one = args.args.iter().all(|arg| matches!(arg, ColumnarValue::Scalar(_)));
        let rows = if is_one { 1 } else { args.number_rows };
        let columns: Result<Vec<ArrayRef>> = args.args.iter().map(|arg| arg.to_array(rows)).collect();
        let (function, columns) = (self.function()?, columns?);
        let (device, which) = self.place.next(rows);
        let started = Instant::now();
        let result = function.call_as(device, &columns, rows, args.return_type()).map_err(crate::error)?;
        let took = started.elapsed();
        self.place.took(rows, which, took);
        explain::count(&self.name, device, rows, took);
        Ok(match is_one {
            true => ColumnarValue::Scalar(ScalarValue::try_from_array(&result, 0)?),
            false => ColumnarValue::Array(result),
        })
    }
}

/// A `#[vyre::function]` as a scalar function for `SessionContext::register_udf`, by its name, or by another one that comes first.
///
/// ```
/// #[vyre::function]
/// fn twice(x: f64) -> f64 {
///     x + x
/// }
///
/// let ctx = datafusion::prelude::SessionContext::new();
/// ctx.register_udf(vyre_datafusion::scalar_udf!(twice));
/// ctx.register_udf(vyre_datafusion::scalar_udf!("double", twice));
/// ```
#[macro_export]
macro_rules! scalar_udf {
    ($name:literal, $($function:tt)+) => {
        ::datafusion::logical_expr::ScalarUDF::from($crate::ScalarFunction::named($name, ::vyre::func!($($function)+)))
    };
    ($($function:tt)+) => {
        ::datafusion::logical_expr::ScalarUDF::from($crate::ScalarFunction::named(
            $crate::last_name(stringify!($($function)+)),
            ::vyre::func!($($function)+),
        ))
    };
}

/// The function of a scalar function, if it is one of vyre's.
pub(crate) fn of_udf(udf: &ScalarUDF) -> Option<&ScalarFunction> {
    let any: &dyn std::any::Any = udf.inner().as_ref();
    any.downcast_ref()
}

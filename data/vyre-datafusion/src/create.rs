//! `CREATE FUNCTION .. LANGUAGE vyre`.

use crate::ScalarFunction;
use async_trait::async_trait;
use datafusion::common::{Result, ScalarValue, not_impl_err, plan_err};
use datafusion::execution::context::{FunctionFactory, RegisterFunction, SessionState};
use datafusion::logical_expr::{CreateFunction, Expr, ScalarUDF};
use std::sync::Arc;
use vyre::Device;
use vyre_arrow::{ColumnType, RowFunction};

/// Makes functions of the texts that `CREATE FUNCTION` gives.
///
/// ```
/// # use datafusion::prelude::*;
/// # use std::sync::Arc;
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let ctx = SessionContext::new().with_function_factory(Arc::new(vyre_datafusion::CreateFunctions::default()));
/// ctx.sql(
///     "CREATE FUNCTION dist(DOUBLE, DOUBLE) RETURNS DOUBLE LANGUAGE vyre AS '
///         fn dist(x: f64, y: f64) -> f64 { (x * x + y * y).sqrt() }
///     '",
/// )
/// .await?;
/// let answer = ctx.sql("SELECT dist(3, 4)").await?.collect().await?;
/// assert_eq!(answer[0].column(0).len(), 1);
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// # })?;
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CreateFunctions {
    device: Option<Device>,
}

impl CreateFunctions {
    /// Functions that run on a device. The default is the CPU.
    pub fn on(device: Device) -> CreateFunctions {
        CreateFunctions { device: Some(device) }
    }
}

#[async_trait]
impl FunctionFactory for CreateFunctions {
    async fn create(&self, _: &SessionState, statement: CreateFunction) -> Result<RegisterFunction> {
        let language = statement.params.language.as_ref().map(|language| language.value.to_lowercase());
        if language.as_deref() != Some("vyre") {
            return not_impl_err!(
                "functions are written in `LANGUAGE vyre`, not in {}",
                language.as_deref().unwrap_or("none")
            );
        }
        let text = match &statement.params.function_body {
            Some(Expr::Literal(ScalarValue::Utf8(Some(text)) | ScalarValue::Utf8View(Some(text)), _)) => text,
            _ => {
                return plan_err!(
                    "the body of a vyre function is its text: AS 'fn {}(..) -> .. {{ .. }}'",
                    statement.name
                );
            }
        };
        let function = RowFunction::compile(&statement.name, text).map_err(crate::error)?;
        let args = statement.args.unwrap_or_default();
        let parameters = function.parameters();
        if args.len() != parameters.len() {
            let (of_text, of_sql) = (parameters.len(), args.len());
            return plan_err!(
                "`{}` has {of_sql} parameters in SQL, and {of_text} in its text",
                statement.name
            );
        }
        for (at, (arg, parameter)) in args.iter().zip(parameters).enumerate() {
            if arg.default_expr.is_some() {
                return not_impl_err!("parameters of vyre functions have no defaults");
            }
            if !parameter.holds(&arg.data_type) {
                let (at, ty) = (at + 1, &arg.data_type);
                return plan_err!(
                    "parameter {at} of `{}` is {ty} in SQL, and {parameter} in its text",
                    statement.name
                );
            }
        }
        let Some(returns) = statement.return_type else {
            return plan_err!("a vyre function says what it RETURNS");
        };
        let result: ColumnType = function.result();
        if !result.gives(&returns) {
            return plan_err!("`{}` returns {returns} in SQL, and {result} in its text", statement.name);
        }
        let mut function = ScalarFunction::from(function).returning(returns);
        if let Some(device) = &self.device {
            function = function.on(device.clone());
        }
        Ok(RegisterFunction::Scalar(Arc::new(ScalarUDF::from(function))))
    }
}

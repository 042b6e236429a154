//! What carries functions to other processes.

use crate::aggregate::{AggregateFunction, of_udaf};
use crate::scalar::{ScalarFunction, cpu, of_udf};
use datafusion::arrow::datatypes::{DataType, SchemaRef};
use datafusion::catalog::TableProvider;
use datafusion::common::{DataFusionError, Result, TableReference, exec_err};
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{AggregateUDF, Extension, LogicalPlan, ScalarUDF, WindowUDF};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr_common::physical_expr::proto_decode::PhysicalExprDecodeCtx;
use datafusion::physical_expr_common::physical_expr::proto_encode::PhysicalExprEncodeCtx;
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::logical_plan::{DefaultLogicalExtensionCodec, LogicalExtensionCodec};
use datafusion_proto::physical_plan::{
    DefaultPhysicalExtensionCodec, PhysicalExtensionCodec, PhysicalProtoConverterExtension,
};
use std::sync::Arc;
use vyre::Device;
use vyre_arrow::{Aggregate, Limits, RowFunction};

/// The most bytes of the name of a type. Names nest, so this also says how deep.
const TYPE_BYTES: usize = 96;

/// Carries vyre's functions in plans, logical and physical ones. What travels is their wire form; who receives it needs this codec and no registered functions.
///
/// What arrives is checked: its size and version, the signature, and the kernels by every rule. What is wrong is an error of the query. The functions run on the
/// codec's device; [`Device::set_timeout`] says how long a batch may take.
///
/// Everything else is left to two other codecs, which are DataFusion's default ones unless [`with_others`](Codec::with_others) says something else.
#[derive(Clone, Debug)]
pub struct Codec {
    device: Device,
    limits: Limits,
    logical: Arc<dyn LogicalExtensionCodec>,
    physical: Arc<dyn PhysicalExtensionCodec>,
}

impl Default for Codec {
    fn default() -> Codec {
        Codec {
            device: cpu(),
            limits: Limits::default(),
            logical: Arc::new(DefaultLogicalExtensionCodec {}),
            physical: Arc::new(DefaultPhysicalExtensionCodec {}),
        }
    }
}

impl Codec {
    /// The same, whose functions run on another device. It does not travel: each executor says what it has.
    #[must_use]
    pub fn on(self, device: Device) -> Codec {
        Codec { device, ..self }
    }

    /// The same with other limits for what arrives.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Codec {
        Codec { limits, ..self }
    }

    /// The same with other codecs for what is not vyre's.
    #[must_use]
    pub fn with_others(
        self,
        logical: Arc<dyn LogicalExtensionCodec>,
        physical: Arc<dyn PhysicalExtensionCodec>,
    ) -> Codec {
        Codec { logical, physical, ..self }
    }

    fn udf(&self, name: &str, bytes: &[u8]) -> Result<Arc<ScalarUDF>> {
        let (returns, wire) = decode(name, bytes)?;
        let function = RowFunction::from_wire(wire, &self.limits).map_err(crate::error)?;
        named(name, function.name())?;
        let function = ScalarFunction::from(function).on(self.device.clone());
        Ok(Arc::new(ScalarUDF::from(match returns {
            Some(ty) => function.returning(ty),
            None => function,
        })))
    }

    fn udaf(&self, name: &str, bytes: &[u8]) -> Result<Arc<AggregateUDF>> {
        let (returns, wire) = decode(name, bytes)?;
        let aggregate = Aggregate::from_wire(wire, &self.limits).map_err(crate::error)?;
        named(name, aggregate.name())?;
        let function = AggregateFunction::from(aggregate).on(self.device.clone());
        Ok(Arc::new(AggregateUDF::from(match returns {
            Some(ty) => function.returning(ty),
            None => function,
        })))
    }
}

/// Writes a function of vyre's: the length and the name of its type of results, if it has one of its own, and the wire form.
fn encode(returns: Option<&DataType>, wire: &[u8], bytes: &mut Vec<u8>) -> Result<()> {
    let returns = returns.map(DataType::to_string).unwrap_or_default();
    let Ok(length @ ..=TYPE_BYTES) = u8::try_from(returns.len()).map(usize::from) else {
        return exec_err!("the type {returns} does not travel with a function");
    };
    bytes.push(length as u8);
    bytes.extend(returns.as_bytes());
    bytes.extend(wire);
    Ok(())
}

/// Writes a scalar function, if it is one of vyre's.
fn encode_udf(udf: &ScalarUDF, bytes: &mut Vec<u8>) -> Result<bool> {
    let Some(function) = of_udf(udf) else { return Ok(false) };
    encode(function.returns(), function.function()?.to_wire(), bytes)?;
    Ok(true)
}

/// Writes an aggregate, if it is one of vyre's.
fn encode_udaf(udaf: &AggregateUDF, bytes: &mut Vec<u8>) -> Result<bool> {
    let Some(function) = of_udaf(udaf) else { return Ok(false) };
    let Some(aggregate) = function.aggregate() else {
        return exec_err!(
            "`{}` does not travel: its functions are of this process. Fix: make it of a text, by AggregateFunction::compile",
            udaf.name()
        );
    };
    encode(function.returns(), aggregate.to_wire(), bytes)?;
    Ok(true)
}

fn problem(name: &str, problem: &str) -> DataFusionError {
    DataFusionError::Execution(format!("`{name}` is no function of vyre's: {problem}"))
}

/// Reads what [`encode`] wrote: the type of results and the wire form.
fn decode<'b>(name: &str, bytes: &'b [u8]) -> Result<(Option<DataType>, &'b [u8])> {
    let (length, rest) = bytes.split_first().ok_or_else(|| problem(name, "it is empty"))?;
    let (returns, wire) = rest
        .split_at_checked(usize::from(*length))
        .filter(|(returns, _)| returns.len() <= TYPE_BYTES)
        .ok_or_else(|| problem(name, "it ends too early"))?;
    let returns = std::str::from_utf8(returns).map_err(|_| problem(name, "its type is no text"))?;
    let returns = (!returns.is_empty()).then(|| returns.parse()).transpose();
    Ok((returns.map_err(|_| problem(name, "its type is none"))?, wire))
}

/// Whether a function has the name that a plan calls it by.
fn named(name: &str, of: &str) -> Result<()> {
    if name == of { Ok(()) } else { Err(problem(name, "it has another name")) }
}

/// Whether bytes are what [`encode`] writes of such a wire form: others leave them to their own codec.
fn is_ours(bytes: &[u8], magic: &[u8]) -> bool {
    let wire = bytes.split_first().and_then(|(length, rest)| rest.get(usize::from(*length)..));
    wire.is_some_and(|wire| wire.starts_with(magic))
}

/// What the wire forms of functions and of aggregates begin with.
const FUNCTION: &[u8] = b"VYRR";
const AGGREGATE: &[u8] = b"VYRG";

impl LogicalExtensionCodec for Codec {
    fn try_decode(&self, buf: &[u8], inputs: &[LogicalPlan], ctx: &TaskContext) -> Result<Extension> {
        self.logical.try_decode(buf, inputs, ctx)
    }

    fn try_encode(&self, node: &Extension, buf: &mut Vec<u8>) -> Result<()> {
        self.logical.try_encode(node, buf)
    }

    fn try_decode_table_provider(
        &self,
        buf: &[u8],
        table_ref: &TableReference,
        schema: SchemaRef,
        ctx: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        self.logical.try_decode_table_provider(buf, table_ref, schema, ctx)
    }

    fn try_encode_table_provider(
        &self,
        table_ref: &TableReference,
        node: Arc<dyn TableProvider>,
        buf: &mut Vec<u8>,
    ) -> Result<()> {
        self.logical.try_encode_table_provider(table_ref, node, buf)
    }

    fn try_decode_file_format(&self, buf: &[u8], ctx: &TaskContext) -> Result<Arc<dyn FileFormatFactory>> {
        self.logical.try_decode_file_format(buf, ctx)
    }

    fn try_encode_file_format(&self, buf: &mut Vec<u8>, node: Arc<dyn FileFormatFactory>) -> Result<()> {
        self.logical.try_encode_file_format(buf, node)
    }

    fn try_decode_udf(&self, name: &str, buf: &[u8]) -> Result<Arc<ScalarUDF>> {
        if is_ours(buf, FUNCTION) { self.udf(name, buf) } else { self.logical.try_decode_udf(name, buf) }
    }

    fn try_encode_udf(&self, node: &ScalarUDF, buf: &mut Vec<u8>) -> Result<()> {
        if encode_udf(node, buf)? { Ok(()) } else { self.logical.try_encode_udf(node, buf) }
    }

    fn try_decode_udaf(&self, name: &str, buf: &[u8]) -> Result<Arc<AggregateUDF>> {
        if is_ours(buf, AGGREGATE) { self.udaf(name, buf) } else { self.logical.try_decode_udaf(name, buf) }
    }

    fn try_encode_udaf(&self, node: &AggregateUDF, buf: &mut Vec<u8>) -> Result<()> {
        if encode_udaf(node, buf)? { Ok(()) } else { self.logical.try_encode_udaf(node, buf) }
    }

    fn try_decode_udwf(&self, name: &str, buf: &[u8]) -> Result<Arc<WindowUDF>> {
        self.logical.try_decode_udwf(name, buf)
    }

    fn try_encode_udwf(&self, node: &WindowUDF, buf: &mut Vec<u8>) -> Result<()> {
        self.logical.try_encode_udwf(node, buf)
    }
}

impl PhysicalExtensionCodec for Codec {
    fn try_decode(
        &self,
        buf: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        ctx: &TaskContext,
        proto_converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        self.physical.try_decode(buf, inputs, ctx, proto_converter)
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        buf: &mut Vec<u8>,
        proto_converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        self.physical.try_encode(node, buf, proto_converter)
    }

    fn try_decode_udf(&self, name: &str, buf: &[u8]) -> Result<Arc<ScalarUDF>> {
        if is_ours(buf, FUNCTION) { self.udf(name, buf) } else { self.physical.try_decode_udf(name, buf) }
    }

    fn try_encode_udf(&self, node: &ScalarUDF, buf: &mut Vec<u8>) -> Result<()> {
        if encode_udf(node, buf)? { Ok(()) } else { self.physical.try_encode_udf(node, buf) }
    }

    fn try_decode_expr(
        &self,
        buf: &[u8],
        inputs: &[Arc<dyn PhysicalExpr>],
        ctx: &PhysicalExprDecodeCtx<'_>,
    ) -> Result<Arc<dyn PhysicalExpr>> {
        self.physical.try_decode_expr(buf, inputs, ctx)
    }

    fn try_encode_expr(
        &self,
        node: &Arc<dyn PhysicalExpr>,
        buf: &mut Vec<u8>,
        ctx: &PhysicalExprEncodeCtx<'_>,
    ) -> Result<()> {
        self.physical.try_encode_expr(node, buf, ctx)
    }

    fn try_decode_udaf(&self, name: &str, buf: &[u8]) -> Result<Arc<AggregateUDF>> {
        if is_ours(buf, AGGREGATE) { self.udaf(name, buf) } else { self.physical.try_decode_udaf(name, buf) }
    }

    fn try_encode_udaf(&self, node: &AggregateUDF, buf: &mut Vec<u8>) -> Result<()> {
        if encode_udaf(node, buf)? { Ok(()) } else { self.physical.try_encode_udaf(node, buf) }
    }

    fn try_decode_udwf(&self, name: &str, buf: &[u8]) -> Result<Arc<WindowUDF>> {
        self.physical.try_decode_udwf(name, buf)
    }

    fn try_encode_udwf(&self, node: &WindowUDF, buf: &mut Vec<u8>) -> Result<()> {
        self.physical.try_encode_udwf(node, buf)
    }
}

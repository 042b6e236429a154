//! The nodes of Ballista's own plans, some of which have expressions: rows are shared out by what a function gives.

use ballista_core::execution_plans::sort_shuffle::SortShuffleWriterExec;
use datafusion::common::tree_node::{TreeNode, TreeNodeRecursion};
use datafusion::common::{DataFusionError, Result, exec_err};
use datafusion::execution::TaskContext;
use datafusion::logical_expr::ScalarUDF;
use datafusion::physical_expr::{Partitioning, PhysicalExpr, ScalarFunctionExpr};
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};
use std::collections::BTreeMap;
use std::sync::Arc;
use vyre_datafusion::Codec;

/// What the bytes of a node with functions begin with. A message of protobuf's never does: there is no such field.
const MAGIC: &[u8] = b"VYRN";

/// The most functions of a node.
const FUNCTIONS: usize = 64;

/// Ballista's codec writes the expressions of its nodes without what other codecs know of functions, and looks these up where it reads. So the functions go
/// before the node, and are registered where it is read.
#[derive(Debug)]
pub(crate) struct Nodes {
    ballista: Arc<dyn PhysicalExtensionCodec>,
    functions: Codec,
}

impl Nodes {
    pub(crate) fn new(ballista: Arc<dyn PhysicalExtensionCodec>, functions: Codec) -> Nodes {
        Nodes { ballista, functions }
    }
}

impl PhysicalExtensionCodec for Nodes {
    fn try_decode(
        &self,
        buf: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        ctx: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let Some(mut rest) = buf.strip_prefix(MAGIC) else {
            return self.ballista.try_decode(buf, inputs, ctx, converter);
        };
        let mut scalars = ctx.scalar_functions().clone();
        let count = length(&mut rest)?;
        if count > FUNCTIONS {
            return exec_err!("a node has {count} functions, and {FUNCTIONS} are allowed");
        }
        for _ in 0..count {
            let name = std::str::from_utf8(part(&mut rest)?)
                .map_err(|_| DataFusionError::Execution("the name of a function is no text".to_string()))?;
            let function = PhysicalExtensionCodec::try_decode_udf(&self.functions, name, part(&mut rest)?)?;
            scalars.insert(name.to_string(), function);
        }
        let ctx = TaskContext::new(
            ctx.task_id(),
            ctx.session_id(),
            ctx.session_config().clone(),
            scalars,
            ctx.higher_order_functions().clone(),
            ctx.aggregate_functions().clone(),
            ctx.window_functions().clone(),
            ctx.runtime_env(),
        );
        self.ballista.try_decode(rest, inputs, &ctx, converter)
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        buf: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        let mut functions = BTreeMap::new();
        for expr in expressions(&*node) {
            expr.apply(|expr| {
                if let Some(call) = expr.downcast_ref::<ScalarFunctionExpr>() {
                    let bytes = self.written(call.fun())?;
                    if !bytes.is_empty() {
                        functions.insert(call.fun().name().to_string(), bytes);
                    }
                }
                Ok(TreeNodeRecursion::Continue)
            })?;
        }
        if !functions.is_empty() {
            buf.extend(MAGIC);
            put(buf, functions.len());
            for (name, bytes) in functions {
                put(buf, name.len());
                buf.extend(name.as_bytes());
                put(buf, bytes.len());
                buf.extend(bytes);
            }
        }
        let mut of_ballista = Vec::new();
        self.ballista.try_encode(node, &mut of_ballista, converter)?;
        buf.extend(of_ballista);
        Ok(())
    }

    fn try_decode_udf(&self, name: &str, buf: &[u8]) -> Result<Arc<ScalarUDF>> {
        self.ballista.try_decode_udf(name, buf)
    }

    fn try_encode_udf(&self, node: &ScalarUDF, buf: &mut Vec<u8>) -> Result<()> {
        self.ballista.try_encode_udf(node, buf)
    }
}

impl Nodes {
    /// What travels of a function; nothing of one that is registered everywhere.
    fn written(&self, function: &ScalarUDF) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        PhysicalExtensionCodec::try_encode_udf(&self.functions, function, &mut bytes)?;
        Ok(bytes)
    }
}

/// The expressions by which a node shares out or orders rows.
fn expressions(node: &dyn ExecutionPlan) -> Vec<Arc<dyn PhysicalExpr>> {
    let properties = node.properties();
    let mut found = Vec::new();
    let mut share = |partitioning: &Partitioning| {
        if let Partitioning::Hash(exprs, _) = partitioning {
            found.extend(exprs.iter().cloned());
        }
    };
    share(properties.output_partitioning());
    if let Some(writer) = node.downcast_ref::<SortShuffleWriterExec>() {
        share(writer.shuffle_output_partitioning());
    }
    found.extend(properties.output_ordering().into_iter().flatten().map(|sort| Arc::clone(&sort.expr)));
    found
}

fn put(bytes: &mut Vec<u8>, length: usize) {
    // What is longer is more than any reader takes.
    bytes.extend(u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes());
}

fn early() -> DataFusionError {
    DataFusionError::Execution("the functions of a node end too early".to_string())
}

fn length(bytes: &mut &[u8]) -> Result<usize> {
    let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(early)?;
    *bytes = rest;
    Ok(u32::from_le_bytes(*length) as usize)
}

fn part<'b>(bytes: &mut &'b [u8]) -> Result<&'b [u8]> {
    let length = length(bytes)?;
    let (part, rest) = bytes.split_at_checked(length).ok_or_else(early)?;
    *bytes = rest;
    Ok(part)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use super::*;
    use ballista_core::execution_plans::ShuffleWriterExec;
    use ballista_core::serde::BallistaPhysicalExtensionCodec;
    use datafusion::arrow::datatypes::Schema;
    use datafusion::physical_plan::empty::EmptyExec;
    use datafusion_proto::physical_plan::DefaultPhysicalProtoConverter;
    use vyre_datafusion::ScalarFunction;

    /// A node of Ballista's, with functions before it.
    fn written(functions: &[(&str, &[u8])]) -> Vec<u8> {
        let input: Arc<dyn ExecutionPlan> = Arc::new(EmptyExec::new(Arc::new(Schema::empty())));
        let writer = ShuffleWriterExec::try_new("job".to_string().into(), 1, input, String::new()).unwrap();
        let mut bytes = MAGIC.to_vec();
        put(&mut bytes, functions.len());
        for part in functions.iter().flat_map(|(name, function)| [name.as_bytes(), function]) {
            put(&mut bytes, part.len());
            bytes.extend(part);
        }
        let codec = BallistaPhysicalExtensionCodec::default();
        let mut node = Vec::new();
        codec.try_encode(Arc::new(writer), &mut node, &DefaultPhysicalProtoConverter {}).unwrap();
        bytes.extend(node);
        bytes
    }

    fn read(bytes: &[u8]) -> std::result::Result<(), String> {
        let nodes = Nodes::new(Arc::new(BallistaPhysicalExtensionCodec::default()), Codec::default());
        let input: Arc<dyn ExecutionPlan> = Arc::new(EmptyExec::new(Arc::new(Schema::empty())));
        let found =
            nodes.try_decode(bytes, &[input], &TaskContext::default(), &DefaultPhysicalProtoConverter {});
        found.map(|_| ()).map_err(|error| error.to_string())
    }

    #[test]
    fn what_arrives_is_checked() {
        let twice =
            ScalarUDF::from(ScalarFunction::compile("twice", "fn twice(x: i64) -> i64 { x + x }").unwrap());
        let mut function = Vec::new();
        PhysicalExtensionCodec::try_encode_udf(&Codec::default(), &twice, &mut function).unwrap();
        let good = written(&[("twice", &function)]);
        assert_eq!(read(&good), Ok(()));
        for cut in [4, 7, 12, 40, 8 + 4 + 5 + 4 + function.len() - 1] {
            assert!(read(&good[..cut]).is_err(), "{cut}");
        }
        assert!(read(&written(&[("other", &function)])).is_err_and(|error| error.contains("another name")));
        assert!(
            read(&written(&vec![("twice", &function[..]); 65]))
                .is_err_and(|error| error.contains("64 are allowed"))
        );
        let mut endless = MAGIC.to_vec();
        put(&mut endless, 1);
        put(&mut endless, u32::MAX as usize);
        assert!(read(&endless).is_err_and(|error| error.contains("too early")));
        function[1 + 4] = 9;
        assert!(read(&written(&[("twice", &function)])).is_err_and(|error| error.contains("version 9")));
    }
}

//! What `EXPLAIN ANALYZE` shows of functions: DataFusion gives them no metrics, but it gives some to nodes.

use crate::scalar::of_udf;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::common::{DataFusionError, Result};
use datafusion::execution::{RecordBatchStream, SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::{PhysicalExpr, ScalarFunctionExpr};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::aggregates::{AggregateExec, AggregateMode};
use datafusion::physical_plan::execution_plan::{ChildrenPropertiesMode, ReplaceChildrenOptions};
use datafusion::physical_plan::metrics::{Count, ExecutionPlanMetricsSet, MetricBuilder, MetricsSet, Time};
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties};
use futures::{Stream, StreamExt};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

/// A rule that shows in plans which nodes call functions of vyre's, and in `EXPLAIN ANALYZE` which device ran them, on how many rows, and for how long.
///
/// ```
/// # use datafusion::prelude::*;
/// use datafusion::execution::SessionStateBuilder;
/// use std::sync::Arc;
/// use vyre_datafusion::{ShowFunctions, scalar_udf};
///
/// #[vyre::function]
/// fn twice(x: i64) -> i64 {
///     x + x
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let state = SessionStateBuilder::new().with_default_features().with_physical_optimizer_rule(Arc::new(ShowFunctions));
/// let ctx = SessionContext::new_with_state(state.build());
/// ctx.register_udf(scalar_udf!(twice));
/// let sql = "EXPLAIN ANALYZE SELECT twice(x) FROM (VALUES (1), (2)) AS v(x)";
/// let answer = ctx.sql(sql).await?.collect().await?;
/// // VyreExec: twice, metrics=[twice on CPU (AVX-512, vyre 0.4.0) rows=2, ..]
/// # let text = datafusion::arrow::util::pretty::pretty_format_batches(&answer)?.to_string();
/// # assert!(text.contains("VyreExec: twice"), "{text}");
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// # })?;
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ShowFunctions;

impl PhysicalOptimizerRule for ShowFunctions {
    fn optimize(&self, plan: Arc<dyn ExecutionPlan>, _: &ConfigOptions) -> Result<Arc<dyn ExecutionPlan>> {
        let plan = plan.transform_up(|node| {
            let functions = called(&*node)?;
            Ok(match functions.is_empty() || node.is::<VyreExec>() {
                true => Transformed::no(node),
                false => Transformed::yes(Arc::new(VyreExec::new(node, functions)) as Arc<dyn ExecutionPlan>),
            })
        })?;
        Ok(plan.data)
    }

    fn name(&self) -> &str {
        "show_vyre_functions"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

/// The functions of vyre's that a node calls by itself.
fn called(node: &dyn ExecutionPlan) -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    // What aggregates are of is computed by the node that makes the states, and the node that merges them names it once more.
    let merges = |node: &AggregateExec| {
        matches!(
            node.mode(),
            AggregateMode::Final | AggregateMode::FinalPartitioned | AggregateMode::PartialReduce
        )
    };
    if node.downcast_ref::<AggregateExec>().is_some_and(merges) {
        return Ok(names);
    }
    node.apply_expressions(&mut |expr| {
        expr.apply(|expr| {
            if let Some(call) = expr.downcast_ref::<ScalarFunctionExpr>()
                && of_udf(call.fun()).is_some()
            {
                names.insert(call.fun().name().to_string());
            }
            Ok(TreeNodeRecursion::Continue)
        })?;
        Ok(TreeNodeRecursion::Continue)
    })?;
    Ok(names)
}

/// A node that gives what another one gives, and counts what functions did meanwhile.
#[derive(Debug)]
struct VyreExec {
    input: Arc<dyn ExecutionPlan>,
    functions: BTreeSet<String>,
    metrics: ExecutionPlanMetricsSet,
}

impl VyreExec {
    fn new(input: Arc<dyn ExecutionPlan>, functions: BTreeSet<String>) -> VyreExec {
        VyreExec { input, functions, metrics: ExecutionPlanMetricsSet::new() }
    }
}

impl DisplayAs for VyreExec {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.functions.iter().map(String::as_str).collect();
        write!(f, "VyreExec: {}", names.join(", "))
    }
}

impl ExecutionPlan for VyreExec {
    fn name(&self) -> &str {
        "VyreExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.input.properties()
    }

    fn maintains_input_order(&self) -> Vec<bool> {
        vec![true]
    }

    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        vec![false]
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.input]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn replace_children(
        self: Arc<Self>,
        mut children: Vec<Arc<dyn ExecutionPlan>>,
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match (children.pop(), children.is_empty()) {
            (Some(input), true) => Ok(Arc::new(VyreExec::new(input, self.functions.clone()))),
            _ => Err(DataFusionError::Internal("VyreExec has one child".to_string())),
        }
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        self.replace_children(children, ReplaceChildrenOptions::new(ChildrenPropertiesMode::Recompute))
    }

    fn execute(&self, partition: usize, ctx: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let inner = self.input.execute(partition, ctx)?;
        Ok(Box::pin(Metered { inner, metrics: self.metrics.clone(), partition, shown: BTreeMap::new() }))
    }

    fn metrics(&self) -> Option<MetricsSet> {
        Some(self.metrics.clone_inner())
    }
}

/// A stream during whose work calls of functions are counted.
struct Metered {
    inner: SendableRecordBatchStream,
    metrics: ExecutionPlanMetricsSet,
    partition: usize,
    /// What is shown of each function on a device: rows, batches and time.
    shown: BTreeMap<Called, (Count, Count, Time)>,
}

/// The name of a function, and that of the device.
type Called = (String, String);

/// What functions did, by their names and devices: rows, batches and time.
type Calls = BTreeMap<Called, (usize, usize, Duration)>;

thread_local! {
    /// What is counted for the nodes that work in this thread, the innermost one last.
    static CALLS: RefCell<Vec<Calls>> = const { RefCell::new(Vec::new()) };
}

/// Counts a call for the node that works in this thread, if it is a [`VyreExec`]'s. The device is named only then.
pub(crate) fn count(name: &str, device: impl fmt::Display, rows: usize, took: Duration) {
    CALLS.with_borrow_mut(|calls| {
        if let Some(calls) = calls.last_mut() {
            let (all, batches, time) = calls.entry((name.to_string(), device.to_string())).or_default();
            *all += rows;
            *batches += 1;
            *time += took;
        }
    });
}

/// While it lives, calls are counted for the node that made it.
struct Counted;

impl Counted {
    fn begin() -> Counted {
        CALLS.with_borrow_mut(|calls| calls.push(Calls::new()));
        Counted
    }

    fn take(&self) -> Calls {
        CALLS.with_borrow_mut(|calls| calls.last_mut().map(std::mem::take)).unwrap_or_default()
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        CALLS.with_borrow_mut(Vec::pop);
    }
}

impl Stream for Metered {
    type Item = Result<datafusion::arrow::array::RecordBatch>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let counted = Counted::begin();
        let polled = self.inner.poll_next_unpin(cx);
        let Metered { metrics, partition, shown, .. } = &mut *self;
        for (called, (rows, batches, time)) in counted.take() {
            let (all_rows, all_batches, all_time) =
                shown.entry(called).or_insert_with_key(|(name, device)| {
                    let metric = |what: &str| format!("{name} on {device} {what}");
                    let builder = || MetricBuilder::new(metrics);
                    (
                        builder().counter(metric("rows"), *partition),
                        builder().counter(metric("batches"), *partition),
                        builder().subset_time(metric("time"), *partition),
                    )
                });
            all_rows.add(rows);
            all_batches.add(batches);
            all_time.add_duration(time);
        }
        polled
    }
}

impl RecordBatchStream for Metered {
    fn schema(&self) -> datafusion::arrow::datatypes::SchemaRef {
        self.inner.schema()
    }
}

//! Functions that are hostile, too large, of another version or endless: an error of the query, and the executor lives.

use crate::cluster::{client, executor, local, scheduler, scratch};
use crate::{register, rows, table};
use ballista::prelude::SessionConfigExt;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::{Result, TableReference};
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{AggregateUDF, Extension, LogicalPlan, ScalarUDF};
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use std::sync::{Arc, Mutex};
use vyre_ballista::{Codec, WithVyre, codec};

const GOOD: &str = "SELECT k, bits_of(dist(x, y)) FROM t GROUP BY k ORDER BY k";

type Change = Box<dyn Fn(&mut Vec<u8>) + Send>;

/// A codec that changes the bytes of functions on their way.
#[derive(Clone)]
struct Bad(Codec, Arc<Mutex<Option<Change>>>);

impl std::fmt::Debug for Bad {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Bad")
    }
}

impl Bad {
    fn new() -> Bad {
        Bad(codec(Codec::default()), Arc::default())
    }

    fn set(&self, change: Option<Change>) {
        *self.1.lock().unwrap() = change;
    }

    fn change(&self, bytes: &mut Vec<u8>) {
        if let Some(change) = &*self.1.lock().unwrap()
            && !bytes.is_empty()
        {
            change(bytes);
        }
    }
}

impl LogicalExtensionCodec for Bad {
    fn try_decode(&self, buf: &[u8], inputs: &[LogicalPlan], ctx: &TaskContext) -> Result<Extension> {
        LogicalExtensionCodec::try_decode(&self.0, buf, inputs, ctx)
    }
    fn try_encode(&self, node: &Extension, buf: &mut Vec<u8>) -> Result<()> {
        LogicalExtensionCodec::try_encode(&self.0, node, buf)
    }
    fn try_decode_table_provider(
        &self,
        buf: &[u8],
        name: &TableReference,
        schema: SchemaRef,
        ctx: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        self.0.try_decode_table_provider(buf, name, schema, ctx)
    }
    fn try_encode_table_provider(
        &self,
        name: &TableReference,
        node: Arc<dyn TableProvider>,
        buf: &mut Vec<u8>,
    ) -> Result<()> {
        self.0.try_encode_table_provider(name, node, buf)
    }
    fn try_encode_udf(&self, node: &ScalarUDF, buf: &mut Vec<u8>) -> Result<()> {
        LogicalExtensionCodec::try_encode_udf(&self.0, node, buf)?;
        self.change(buf);
        Ok(())
    }
    fn try_encode_udaf(&self, node: &AggregateUDF, buf: &mut Vec<u8>) -> Result<()> {
        LogicalExtensionCodec::try_encode_udaf(&self.0, node, buf)
    }
}

impl PhysicalExtensionCodec for Bad {
    fn try_decode(
        &self,
        buf: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        ctx: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        PhysicalExtensionCodec::try_decode(&self.0, buf, inputs, ctx, converter)
    }
    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        buf: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        PhysicalExtensionCodec::try_encode(&self.0, node, buf, converter)
    }
    fn try_encode_udf(&self, node: &ScalarUDF, buf: &mut Vec<u8>) -> Result<()> {
        PhysicalExtensionCodec::try_encode_udf(&self.0, node, buf)?;
        self.change(buf);
        Ok(())
    }
    fn try_encode_udaf(&self, node: &AggregateUDF, buf: &mut Vec<u8>) -> Result<()> {
        PhysicalExtensionCodec::try_encode_udaf(&self.0, node, buf)
    }
}

/// What each change must be refused for, if it must be.
fn changes() -> Vec<(&'static str, Change)> {
    let mut list: Vec<(&'static str, Change)> = vec![
        ("it is of version 9", Box::new(|bytes| bytes[1 + 4] = 9)),
        ("ends too early", Box::new(|bytes| bytes.truncate(12))),
        ("are allowed", Box::new(|bytes| bytes.resize(3 << 20, 0))),
        ("", Box::new(|bytes| bytes[1 + 4 + 2..].fill(0xff))),
    ];
    for seed in 1..12usize {
        let change = move |bytes: &mut Vec<u8>| {
            for step in 1..4 {
                let at = (seed * 7_919 + step * 104_729) % bytes.len();
                bytes[at] ^= (seed * 31 + step) as u8;
            }
        };
        list.push(("", Box::new(change)));
    }
    list
}

/// A client that sends what is bad: the scheduler refuses it.
#[tokio::test(flavor = "multi_thread")]
async fn the_scheduler_refuses_what_is_no_function() {
    let data = scratch("bad-client");
    let (mut scheduler, address) = scheduler(&[]);
    let (mut executor, _) = executor(&address, "bad-client-one", "cpu", &[]);
    let bad = Bad::new();
    let sent = bad.clone();
    let there = client(&address, |config| config.with_ballista_logical_extension_codec(Arc::new(sent))).await;
    register(&there);
    table(&there, &data, 2, 100).await;
    let wanted = rows(&there, GOOD).await.unwrap();
    for (reason, change) in changes() {
        bad.set(Some(change));
        match rows(&there, GOOD).await {
            Err(error) => assert!(error.to_string().contains(reason), "{error}"),
            // A change of a name in the kernels may be none.
            Ok(_) => assert!(reason.is_empty()),
        }
        assert!(scheduler.lives() && executor.lives());
    }
    bad.set(None);
    assert_eq!(rows(&there, GOOD).await.unwrap(), wanted);
}

/// A scheduler that sends what is bad: the executor refuses it.
#[tokio::test(flavor = "multi_thread")]
async fn the_executor_refuses_what_is_no_function() {
    let data = scratch("bad-scheduler");
    let bad = Bad::new();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut config = SchedulerConfig {
        bind_port: address.port(),
        scheduling_policy: ballista_core::config::TaskSchedulingPolicy::PullStaged,
        task_max_failures: 1,
        stage_max_failures: 1,
        ..SchedulerConfig::default()
    }
    .with_vyre(Codec::default());
    config.override_physical_codec = Some(Arc::new(bad.clone()));
    let config = Arc::new(config);
    let cluster = BallistaCluster::new_from_config(&config).await.unwrap();
    let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, config).await.unwrap();
    tokio::spawn(start_grpc_service_with_listener(listener, scheduler));
    let address = address.to_string();
    let (mut executor, _) = executor(&address, "bad-scheduler-one", "cpu", &[]);
    let there = client(&address, |config| config).await;
    register(&there);
    table(&there, &data, 2, 100).await;
    let wanted = rows(&there, GOOD).await.unwrap();
    for (reason, change) in changes() {
        bad.set(Some(change));
        match rows(&there, GOOD).await {
            Err(error) => assert!(error.to_string().contains(reason), "{error}"),
            Ok(_) => assert!(reason.is_empty()),
        }
        assert!(executor.lives());
    }
    bad.set(None);
    assert_eq!(rows(&there, GOOD).await.unwrap(), wanted);
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_and_timeouts_are_those_of_the_executor() {
    let data = scratch("limits");
    let (_scheduler, address) = scheduler(&[]);
    let (mut narrow, _) = executor(&address, "limits-one", "cpu", &["--max-bytes", "9000", "--timeout", "1"]);
    let (there, here) = (client(&address, |config| config).await, local());
    for ctx in [&there, &here] {
        register(ctx);
        table(ctx, &data, 2, 100).await;
    }
    let text: String = (0..400).map(|at| format!("sum = sum * 31 + (x ^ {at});\n")).collect();
    let text = format!("fn large(x: i64) -> i64 {{ let mut sum = x; {text} sum }}");
    there.register_udf(ScalarUDF::from(vyre_ballista::ScalarFunction::compile("large", &text).unwrap()));
    let error = rows(&there, "SELECT sum(large(id)) FROM t").await.unwrap_err().to_string();
    assert!(error.contains("9000 are allowed"), "{error}");
    let error = rows(&there, "SELECT sum(busy(id)) FROM t").await.unwrap_err().to_string();
    println!("endless: {error}");
    assert!(!error.is_empty() && narrow.lives());
    assert_eq!(rows(&there, GOOD).await.unwrap(), rows(&here, GOOD).await.unwrap());
}

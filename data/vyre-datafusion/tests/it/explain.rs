//! What `EXPLAIN ANALYZE` shows of functions.

use crate::rows;
use datafusion::arrow::array::{Array, AsArray};
use datafusion::arrow::datatypes::Int64Type;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::execution::SessionStateBuilder;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::{SessionConfig, SessionContext};
use std::sync::Arc;
use vyre::Device;
use vyre_datafusion::{ScalarFunction, ShowFunctions};

const TWICE: &str = "fn twice(x: i64) -> i64 { x + x }";
const THRICE: &str = "fn thrice(x: i64) -> i64 { 3 * x }";

async fn explained(ctx: &SessionContext, sql: &str) -> String {
    let batches = ctx.sql(&format!("EXPLAIN ANALYZE {sql}")).await.unwrap().collect().await.unwrap();
    pretty_format_batches(&batches).unwrap().to_string()
}

#[tokio::test]
async fn devices_rows_and_batches_are_shown() {
    let config = SessionConfig::new().with_target_partitions(2).with_batch_size(100);
    let state = SessionStateBuilder::new().with_config(config).with_default_features();
    let ctx =
        SessionContext::new_with_state(state.with_physical_optimizer_rule(Arc::new(ShowFunctions)).build());
    ctx.register_udf(ScalarUDF::from(ScalarFunction::compile("twice", TWICE).unwrap()));
    let reference = ScalarFunction::compile("thrice", THRICE).unwrap().on(Device::reference());
    ctx.register_udf(ScalarUDF::from(reference));
    let sql = "SELECT sum(twice(value)), count(*) FROM generate_series(1, 250) WHERE thrice(value) > 30";
    let text = explained(&ctx, sql).await;
    let shown =
        |name: &str| text.lines().find(|line| line.contains(&format!("VyreExec: {name}"))).expect(&text);
    // Ten of the 250 rows are left out.
    assert!(shown("thrice").contains(&format!("thrice on {} rows=250", Device::reference())), "{text}");
    assert!(shown("thrice").contains(&format!("thrice on {} batches=3", Device::reference())), "{text}");
    assert!(shown("twice").contains(&format!("twice on {} rows=240", Device::cpu())), "{text}");
    assert!(shown("twice").contains("time="), "{text}");
    // The rule changes nothing else.
    let found = rows(&ctx, sql).await.unwrap();
    assert_eq!(found.column(0).as_primitive::<Int64Type>().value(0), 2 * (250 * 251 / 2 - 55));
    let found = rows(&ctx, "SELECT twice(value) AS t FROM generate_series(1, 300) ORDER BY t DESC LIMIT 3")
        .await
        .unwrap();
    assert_eq!(found.column(0).as_primitive::<Int64Type>().values(), &[600, 598, 596]);
}

#[tokio::test]
async fn two_devices_share_the_batches() {
    let state = SessionStateBuilder::new()
        .with_config(SessionConfig::new().with_target_partitions(1).with_batch_size(64))
        .with_default_features()
        .with_physical_optimizer_rule(Arc::new(ShowFunctions));
    let ctx = SessionContext::new_with_state(state.build());
    let both = ScalarFunction::compile("twice", TWICE).unwrap().on_faster(Device::reference());
    ctx.register_udf(ScalarUDF::from(both));
    let text = explained(&ctx, "SELECT sum(twice(value)) FROM generate_series(1, 1280)").await;
    // Both were tried.
    for device in [Device::cpu(), Device::reference()] {
        assert!(text.contains(&format!("twice on {device} batches=")), "{text}");
    }
    let found = rows(&ctx, "SELECT twice(value) FROM generate_series(1, 1280)").await.unwrap();
    let wanted: Vec<i64> = (1..=1280).map(|x| 2 * x).collect();
    assert_eq!(found.column(0).as_primitive::<Int64Type>().values(), &wanted[..]);
    assert_eq!(found.column(0).null_count(), 0);
}

//! Many rows through a function, in memory that does not grow. With `VYRE_DATA_LARGE` set they are 10^8.

use crate::rows;
use datafusion::arrow::array::AsArray;
use datafusion::arrow::datatypes::Int64Type;
use datafusion::prelude::{SessionConfig, SessionContext};
use vyre_datafusion::{AggregateFunction, scalar_udf};

#[vyre::function]
fn halved(x: i64) -> i64 {
    if x % 2 == 0 { x / 2 } else { 3 * x + 1 }
}

const LARGEST: &str = "fn begin() -> i64 { 0 }
fn update(state: i64, x: i64) -> i64 { if x > state { x } else { state } }
fn merge(a: i64, b: i64) -> i64 { if a > b { a } else { b } }
fn finish(state: i64) -> i64 { state }";

/// The most memory that this process has had, in KiB. Linux notes it now and then, so it may say less later.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

#[tokio::test]
async fn memory_does_not_grow() {
    let count: i64 = if std::env::var_os("VYRE_DATA_LARGE").is_some() { 100_000_000 } else { 400_000 };
    let ctx = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(1));
    ctx.register_udf(scalar_udf!(halved));
    ctx.register_udaf(AggregateFunction::compile("largest", LARGEST).unwrap().into());
    let query =
        |count: i64| format!("SELECT largest(halved(value)), count(*) FROM generate_series(1, {count})");
    rows(&ctx, &query(100_000)).await.unwrap();
    let before = peak();
    let found = rows(&ctx, &query(count)).await.unwrap();
    let grown = peak().saturating_sub(before);
    println!("{count} rows, {grown} KiB more");
    // The largest odd number.
    assert_eq!(found.column(0).as_primitive::<Int64Type>().value(0), 3 * (count - 1) + 1);
    assert_eq!(found.column(1).as_primitive::<Int64Type>().value(0), count);
    // Other tests run beside this one; a column of all numbers alone would be 8 bytes for each.
    if count > 10_000_000 {
        assert!(grown < 128 << 10, "{grown} KiB");
    }
}

//! Aggregates, beside DataFusion's own.

use crate::{mistake, rows};
use datafusion::arrow::array::{Array, ArrayRef, AsArray, BooleanArray, Int64Array, RecordBatch};
use datafusion::arrow::datatypes::{Float64Type, Int64Type};
use datafusion::datasource::MemTable;
use datafusion::prelude::{SessionConfig, SessionContext};
use proptest::prelude::*;
use std::sync::Arc;
use vyre::func;
use vyre_datafusion::AggregateFunction;

#[vyre::function]
fn add((sum, count): (i64, u64), x: i64) -> (i64, u64) {
    (sum + x, count + 1)
}

#[vyre::function]
fn both(a: (i64, u64), b: (i64, u64)) -> (i64, u64) {
    (a.0 + b.0, a.1 + b.1)
}

#[vyre::function]
fn total((sum, count): (i64, u64)) -> Option<i64> {
    if count == 0 { None } else { Some(sum) }
}

#[vyre::function]
fn mean((sum, count): (i64, u64)) -> Option<f64> {
    if count == 0 { None } else { Some(sum as f64 / count as f64) }
}

#[vyre::function]
fn all(state: bool, given: (Option<i64>, bool)) -> bool {
    state && given.1 && given.0.is_some()
}

#[vyre::function]
fn and(a: bool, b: bool) -> bool {
    a && b
}

#[vyre::function]
fn same(a: bool) -> bool {
    a
}

fn context() -> SessionContext {
    let ctx =
        SessionContext::new_with_config(SessionConfig::new().with_batch_size(32).with_target_partitions(3));
    ctx.register_udaf(AggregateFunction::new("total", (0, 0), func!(add), func!(both), func!(total)).into());
    ctx.register_udaf(AggregateFunction::new("mean", (0, 0), func!(add), func!(both), func!(mean)).into());
    ctx.register_udaf(AggregateFunction::new("every", true, func!(all), func!(and), func!(same)).into());
    ctx
}

/// The same as texts.
const SUM: &str = "fn begin() -> (i64, u64) { (0, 0) }
fn update(state: (i64, u64), x: i64) -> (i64, u64) { (state.0 + x, state.1 + 1) }
fn retract(state: (i64, u64), x: i64) -> (i64, u64) { (state.0 - x, state.1 - 1) }
fn merge(a: (i64, u64), b: (i64, u64)) -> (i64, u64) { (a.0 + b.0, a.1 + b.1) }
";
const TOTAL: &str =
    "fn finish(state: (i64, u64)) -> Option<i64> { if state.1 == 0 { None } else { Some(state.0) } }";
const MEAN: &str = "fn finish(state: (i64, u64)) -> Option<f64> { if state.1 == 0 { None } else { Some(state.0 as f64 / state.1 as f64) } }";

type Row = (Option<i64>, i64, Option<bool>);

fn table(ctx: &SessionContext, list: &[Row], cut: usize) {
    let columns: [(&str, ArrayRef); 3] = [
        ("x", Arc::new(list.iter().map(|row| row.0).collect::<Int64Array>())),
        ("k", Arc::new(list.iter().map(|row| Some(row.1)).collect::<Int64Array>())),
        ("b", Arc::new(list.iter().map(|row| row.2).collect::<BooleanArray>())),
    ];
    let batch =
        RecordBatch::try_from_iter_with_nullable(columns.map(|(name, array)| (name, array, true))).unwrap();
    let cut = cut.min(batch.num_rows());
    // Two partitions, so that states are merged.
    let parts = vec![vec![batch.slice(0, cut)], vec![batch.slice(cut, batch.num_rows() - cut)]];
    ctx.register_table("t", Arc::new(MemTable::try_new(batch.schema(), parts).unwrap())).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn those_of_texts_are_those_of_datafusion(
        list in proptest::collection::vec((proptest::option::of(-1_000i64..1_000), 0i64..5, proptest::option::of(any::<bool>())), 0..200),
        cut in 0usize..200,
    ) {
        let ctx = context();
        for (name, finish) in [("total", TOTAL), ("mean", MEAN)] {
            ctx.register_udaf(AggregateFunction::compile(name, &format!("{SUM}{finish}")).unwrap().into());
        }
        table(&ctx, &list, cut);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        for sql in [
            "SELECT total(x), sum(x), mean(x), avg(x) FROM t",
            "SELECT total(x), sum(x), mean(x), avg(x) FROM t GROUP BY k ORDER BY k",
            "SELECT total(x) FILTER (WHERE b), sum(x) FILTER (WHERE b), mean(x) FILTER (WHERE b), avg(x) FILTER (WHERE b) FROM t GROUP BY k",
            "SELECT total(x) OVER (PARTITION BY k ORDER BY x), sum(x) OVER (PARTITION BY k ORDER BY x), mean(x) OVER (PARTITION BY k), avg(x) OVER (PARTITION BY k) FROM t",
            "SELECT total(x) OVER (ORDER BY k, x, b ROWS BETWEEN 3 PRECEDING AND CURRENT ROW), sum(x) OVER (ORDER BY k, x, b ROWS BETWEEN 3 PRECEDING AND CURRENT ROW), 1 AS a, 1 AS b FROM t",
        ] {
            let found = runtime.block_on(rows(&ctx, sql)).unwrap();
            prop_assert_eq!(found.column(0), found.column(1), "{}", sql);
            prop_assert_eq!(found.column(2), found.column(3), "{}", sql);
        }
    }

    #[test]
    fn they_are_those_of_datafusion(
        list in proptest::collection::vec((proptest::option::of(-1_000i64..1_000), 0i64..5, proptest::option::of(any::<bool>())), 0..200),
        cut in 0usize..200,
    ) {
        let ctx = context();
        table(&ctx, &list, cut);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        for sql in [
            "SELECT total(x), sum(x), mean(x), avg(x) FROM t",
            "SELECT total(x), sum(x), mean(x), avg(x) FROM t GROUP BY k ORDER BY k",
            "SELECT total(x) FILTER (WHERE b), sum(x) FILTER (WHERE b), mean(x) FILTER (WHERE b), avg(x) FILTER (WHERE b) FROM t GROUP BY k",
            "SELECT total(DISTINCT x), sum(DISTINCT x), mean(x), avg(x) FROM t WHERE false",
            "SELECT total(x) OVER (PARTITION BY k ORDER BY x), sum(x) OVER (PARTITION BY k ORDER BY x), mean(x) OVER (PARTITION BY k), avg(x) OVER (PARTITION BY k) FROM t",
        ] {
            let found = runtime.block_on(rows(&ctx, sql));
            if sql.contains("DISTINCT") {
                prop_assert!(found.is_err());
                continue;
            }
            let found = found.unwrap();
            prop_assert_eq!(found.column(0), found.column(1), "{}", sql);
            prop_assert_eq!(found.column(2), found.column(3), "{}", sql);
        }
        let found = runtime.block_on(rows(&ctx, "SELECT every(x, b) FROM t")).unwrap();
        // A row whose `b` is null is skipped; one whose `x` is null is not.
        let wanted = list.iter().filter_map(|row| Some((row.0, row.2?))).all(|(x, b)| b && x.is_some());
        prop_assert_eq!(found.column(0).as_boolean().value(0), wanted);
    }
}

#[tokio::test]
async fn no_rows_and_one_row() {
    let ctx = context();
    table(&ctx, &[], 0);
    let found = rows(&ctx, "SELECT total(x), every(x, b) FROM t").await.unwrap();
    assert!(found.column(0).is_null(0) && found.column(1).as_boolean().value(0));
    let found = rows(&ctx, "SELECT total(5), mean(CAST(NULL AS BIGINT))").await.unwrap();
    assert_eq!(found.column(0).as_primitive::<Int64Type>().value(0), 5);
    assert!(found.column(1).as_primitive::<Float64Type>().is_null(0));
    assert!(mistake(&ctx, "SELECT total('x')").await.contains("argument 1 of `total` is"));
}

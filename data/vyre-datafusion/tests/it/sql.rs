//! Queries that call functions, beside the same with DataFusion's own expressions.

use crate::{mistake, rows};
use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, BooleanArray, Date32Array, Decimal128Array, Float64Array, Int32Array,
    Int64Array, RecordBatch, StringArray,
};
use datafusion::arrow::datatypes::{
    DataType, Date32Type, Decimal128Type, Float64Type, Int32Type, Int64Type, TimeUnit, TimestampSecondType,
    UInt32Type,
};
use datafusion::datasource::MemTable;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::{SessionConfig, SessionContext};
use proptest::prelude::*;
use std::sync::Arc;
use vyre_datafusion::{ScalarFunction, scalar_udf};

#[vyre::function]
fn dist(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

#[vyre::function]
fn first_of(x: Option<i64>, y: Option<i64>) -> Option<i64> {
    if x.is_some() { x } else { y }
}

#[vyre::function]
fn is_odd(x: i64) -> bool {
    x & 1 != 0
}

fn context() -> SessionContext {
    let ctx =
        SessionContext::new_with_config(SessionConfig::new().with_batch_size(64).with_target_partitions(2));
    ctx.register_udf(scalar_udf!(dist));
    ctx.register_udf(scalar_udf!(first_of));
    ctx.register_udf(scalar_udf!(is_odd));
    ctx
}

/// A table `t` in two batches, the second of which is a slice of a longer one.
fn table(ctx: &SessionContext, columns: Vec<(&str, ArrayRef)>, cut: usize) {
    let batch = RecordBatch::try_from_iter_with_nullable(
        columns.into_iter().map(|(name, array)| (name, array, true)),
    )
    .unwrap();
    let cut = cut.min(batch.num_rows());
    let parts = vec![batch.slice(0, cut), batch.slice(cut, batch.num_rows() - cut)];
    let table = MemTable::try_new(batch.schema(), vec![parts]).unwrap();
    let _ = ctx.deregister_table("t").unwrap();
    ctx.register_table("t", Arc::new(table)).unwrap();
}

fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn floats_are_those_of_datafusion(
        pairs in proptest::collection::vec((proptest::option::of(any::<f64>()), proptest::option::of(prop_oneof![any::<f64>(), Just(f64::NAN), -9.0..9.0])), 0..300),
        cut in 0usize..300,
    ) {
        let ctx = context();
        let x: ArrayRef = Arc::new(pairs.iter().map(|pair| pair.0).collect::<Float64Array>());
        let y: ArrayRef = Arc::new(pairs.iter().map(|pair| pair.1).collect::<Float64Array>());
        table(&ctx, vec![("x", x), ("y", y)], cut);
        let found = run(rows(&ctx, "SELECT dist(x, y), sqrt(x * x + y * y) FROM t")).unwrap();
        prop_assert_eq!(found.num_rows(), pairs.len());
        let bits = |at: usize| -> Vec<Option<u64>> {
            // Which bits a NaN has is not said of DataFusion's.
            let of = |value: f64| if value.is_nan() { u64::MAX } else { value.to_bits() };
            found.column(at).as_primitive::<Float64Type>().iter().map(|value| value.map(of)).collect()
        };
        prop_assert_eq!(bits(0), bits(1));
    }

    #[test]
    fn nulls_are_those_of_datafusion(
        pairs in proptest::collection::vec((proptest::option::of(any::<i64>()), proptest::option::of(any::<i64>())), 0..200),
        cut in 0usize..200,
    ) {
        let ctx = context();
        let x: ArrayRef = Arc::new(pairs.iter().map(|pair| pair.0).collect::<Int64Array>());
        let y: ArrayRef = Arc::new(pairs.iter().map(|pair| pair.1).collect::<Int64Array>());
        table(&ctx, vec![("x", x), ("y", y)], cut);
        let found = run(rows(&ctx, "SELECT first_of(x, y), coalesce(x, y), is_odd(x), x % 2 <> 0 FROM t WHERE is_odd(y) IS NOT FALSE")).unwrap();
        prop_assert_eq!(found.column(0), found.column(1));
        prop_assert_eq!(found.column(2), found.column(3));
        let kept = pairs.iter().filter(|pair| pair.1.is_none_or(|y| y % 2 != 0)).count();
        prop_assert_eq!(found.num_rows(), kept);
    }
}

#[tokio::test]
async fn constants_and_single_rows() {
    let ctx = context();
    let found = rows(&ctx, "SELECT dist(3, 4), dist(3, NULL), first_of(NULL, 7)").await.unwrap();
    assert_eq!(found.column(0).as_primitive::<Float64Type>().value(0), 5.0);
    assert!(found.column(1).is_null(0));
    assert_eq!(found.column(2).as_primitive::<Int64Type>().value(0), 7);
    // One argument is a column and one is not.
    table(&ctx, vec![("x", Arc::new(Float64Array::from(vec![6.0])))], 0);
    let found = rows(&ctx, "SELECT dist(x, 8.0) FROM t").await.unwrap();
    assert_eq!(found.column(0).as_primitive::<Float64Type>().values(), &[10.0]);
}

#[tokio::test]
async fn strings_of_every_kind() {
    let ctx = context();
    let text = "fn digits(text: &[u8]) -> u32 {
        let mut count = 0;
        for letter in text { if *letter >= b'0' && *letter <= b'9' { count += 1; } }
        count
    }";
    ctx.register_udf(ScalarUDF::from(ScalarFunction::compile("digits", text).unwrap()));
    let words = ["a1", "", "2026-11-26", "ü٣"];
    table(&ctx, vec![("s", Arc::new(StringArray::from(words.to_vec())))], 1);
    for ty in ["Utf8", "LargeUtf8", "Utf8View", "Binary", "Dictionary(Int32, Utf8)"] {
        let sql = format!("SELECT digits(arrow_cast(s, '{ty}')) FROM t");
        let found = rows(&ctx, &sql).await.unwrap();
        let wanted: Vec<u32> =
            words.map(|word| word.bytes().filter(u8::is_ascii_digit).count() as u32).to_vec();
        assert_eq!(found.column(0).as_primitive::<UInt32Type>().values(), &wanted, "{ty}");
    }
}

#[tokio::test]
async fn dates_times_and_decimals_are_numbers() {
    #[vyre::function]
    fn next_week(day: i32) -> i32 {
        day + 7
    }
    #[vyre::function]
    fn noon(day: i32) -> i64 {
        day as i64 * 86_400 + 43_200
    }
    #[vyre::function]
    fn with_tax(cents: i128) -> i128 {
        cents * 119 / 100
    }
    let ctx = context();
    ctx.register_udf(ScalarUDF::from(
        ScalarFunction::named("next_week", vyre::func!(next_week)).returning(DataType::Date32),
    ));
    let timestamp = DataType::Timestamp(TimeUnit::Second, None);
    ctx.register_udf(ScalarUDF::from(ScalarFunction::named("noon", vyre::func!(noon)).returning(timestamp)));
    let money = DataType::Decimal128(12, 2);
    ctx.register_udf(ScalarUDF::from(
        ScalarFunction::named("with_tax", vyre::func!(with_tax)).returning(money),
    ));
    let days: ArrayRef = Arc::new(Date32Array::from(vec![Some(0), None, Some(-1)]));
    let cents =
        Decimal128Array::from(vec![Some(10_000), Some(-50), None]).with_precision_and_scale(12, 2).unwrap();
    table(&ctx, vec![("d", days), ("c", Arc::new(cents))], 3);
    let found = rows(&ctx, "SELECT next_week(d), noon(d), with_tax(c) FROM t").await.unwrap();
    let dates: Vec<Option<i32>> = found.column(0).as_primitive::<Date32Type>().iter().collect();
    assert_eq!(dates, [Some(7), None, Some(6)]);
    let noons: Vec<Option<i64>> = found.column(1).as_primitive::<TimestampSecondType>().iter().collect();
    assert_eq!(noons, [Some(43_200), None, Some(-43_200)]);
    let prices: Vec<Option<i128>> = found.column(2).as_primitive::<Decimal128Type>().iter().collect();
    // 0.50 * 1.19 is 0.595, which is cut.
    assert_eq!(prices, [Some(11_900), Some(-59), None]);
}

#[tokio::test]
async fn what_does_not_fit_is_an_error_of_the_plan() {
    let ctx = context();
    let truth: ArrayRef = Arc::new(BooleanArray::from(vec![true]));
    table(&ctx, vec![("b", truth), ("s", Arc::new(StringArray::from(vec!["x"])))], 1);
    assert!(
        mistake(&ctx, "SELECT dist(s, 1.0) FROM t")
            .await
            .contains("argument 1 of `dist` is Utf8, and f64 is expected")
    );
    assert!(mistake(&ctx, "SELECT is_odd(1.5)").await.contains("write a CAST"));
    assert!(mistake(&ctx, "SELECT dist(1.0)").await.contains("takes 2 arguments, got 1"));
    ctx.register_udf(ScalarUDF::from(
        ScalarFunction::named("text", vyre::func!(is_odd)).returning(DataType::Utf8),
    ));
    assert!(mistake(&ctx, "SELECT text(1)").await.contains("`text` gives bool, and Utf8 does not hold that"));
    // A number that does not fit is an error and no other number.
    #[vyre::function]
    fn byte(x: u8) -> u8 {
        x
    }
    ctx.register_udf(scalar_udf!("byte", byte));
    assert!(mistake(&ctx, "SELECT byte(300)").await.contains("300"));
    // What a function asserts is an error of the query.
    let share = "fn share(x: i64) -> i64 { assert!(x != 0, \"nothing to share\"); 100 / x }";
    ctx.register_udf(ScalarUDF::from(ScalarFunction::compile("share", share).unwrap()));
    assert!(
        mistake(&ctx, "SELECT share(x) FROM (VALUES (1), (0)) AS v(x)").await.contains("nothing to share")
    );
}

#[tokio::test]
async fn many_rows_in_groups() {
    let ctx = context();
    let numbers: ArrayRef = Arc::new((0..10_000).map(Some).collect::<Int32Array>());
    table(&ctx, vec![("n", numbers)], 5_001);
    let sql = "SELECT is_odd(n) AS odd, sum(n) AS total FROM t GROUP BY is_odd(n) ORDER BY odd";
    let found = rows(&ctx, sql).await.unwrap();
    assert_eq!(found.column(1).as_primitive::<Int64Type>().values(), &[24_995_000, 25_000_000]);
    let kept = rows(&ctx, "SELECT n FROM t WHERE is_odd(n) AND n < 6 ORDER BY n").await.unwrap();
    assert_eq!(kept.column(0).as_primitive::<Int32Type>().values(), &[1, 3, 5]);
}

//! Plans that travel as bytes, to where no function is registered.

use datafusion::arrow::array::AsArray;
use datafusion::arrow::datatypes::{DataType, TimeUnit};
use datafusion::arrow::datatypes::{Float64Type, Int64Type, TimestampSecondType, UInt32Type};
use datafusion::logical_expr::ScalarUDF;
use datafusion::physical_plan::collect;
use datafusion::prelude::SessionContext;
use datafusion_proto::bytes::{
    logical_plan_from_bytes_with_extension_codec, logical_plan_to_bytes_with_extension_codec,
    physical_plan_from_bytes_with_extension_codec, physical_plan_to_bytes_with_extension_codec,
};
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::PhysicalExtensionCodec;
use proptest::prelude::*;
use std::sync::Arc;
use std::time::{Duration, Instant};
use vyre::Device;
use vyre_datafusion::{AggregateFunction, Codec, Limits, RowFunction, ScalarFunction, scalar_udf};

#[vyre::function]
fn dist(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

const LETTERS: &str = "fn letters(text: &[u8]) -> u32 { text.len() as u32 }";

fn context() -> SessionContext {
    let ctx = SessionContext::new();
    ctx.register_udf(scalar_udf!(dist));
    ctx.register_udf(ScalarUDF::from(ScalarFunction::compile("letters", LETTERS).unwrap()));
    let seconds = RowFunction::compile("seconds", "fn seconds(x: i64) -> i64 { x * 60 }").unwrap();
    let timestamp = DataType::Timestamp(TimeUnit::Second, Some("UTC".into()));
    ctx.register_udf(ScalarUDF::from(ScalarFunction::from(seconds).returning(timestamp)));
    ctx
}

const SQL: &str =
    "SELECT dist(x, 4.0), letters(s), seconds(n) FROM (VALUES (3.0, 'abc', 1), (NULL, '', 2)) AS v(x, s, n)";

fn check(batches: &[datafusion::arrow::array::RecordBatch]) {
    let [batch] = batches else { panic!("{batches:?}") };
    let distances: Vec<Option<f64>> = batch.column(0).as_primitive::<Float64Type>().iter().collect();
    assert_eq!(distances, [Some(5.0), None]);
    assert_eq!(batch.column(1).as_primitive::<UInt32Type>().values(), &[3, 0]);
    assert_eq!(batch.column(2).as_primitive::<TimestampSecondType>().values(), &[60, 120]);
    assert_eq!(*batch.column(2).data_type(), DataType::Timestamp(TimeUnit::Second, Some("UTC".into())));
}

#[tokio::test]
async fn logical_plans_carry_functions() {
    let plan = context().sql(SQL).await.unwrap().into_unoptimized_plan();
    let bytes = logical_plan_to_bytes_with_extension_codec(&plan, &Codec::default()).unwrap();
    let there = SessionContext::new();
    let plan =
        logical_plan_from_bytes_with_extension_codec(&bytes, &there.task_ctx(), &Codec::default()).unwrap();
    check(&there.execute_logical_plan(plan).await.unwrap().collect().await.unwrap());
}

#[tokio::test]
async fn physical_plans_carry_functions() {
    let plan = context().sql(SQL).await.unwrap().create_physical_plan().await.unwrap();
    let bytes = physical_plan_to_bytes_with_extension_codec(plan, &Codec::default()).unwrap();
    let there = SessionContext::new();
    for device in [Device::cpu(), Device::reference()] {
        let codec = Codec::default().on(device);
        let plan = physical_plan_from_bytes_with_extension_codec(&bytes, &there.task_ctx(), &codec).unwrap();
        check(&collect(plan, there.task_ctx()).await.unwrap());
    }
    // Without the codec there is no such function.
    let default = datafusion_proto::physical_plan::DefaultPhysicalExtensionCodec {};
    assert!(physical_plan_from_bytes_with_extension_codec(&bytes, &there.task_ctx(), &default).is_err());
    let narrow = Codec::default().with_limits(Limits::default().with_bytes(100));
    let error =
        physical_plan_from_bytes_with_extension_codec(&bytes, &there.task_ctx(), &narrow).unwrap_err();
    assert!(error.to_string().contains("100 are allowed"), "{error}");
}

fn encoded(udf: &ScalarUDF) -> Vec<u8> {
    let mut bytes = Vec::new();
    LogicalExtensionCodec::try_encode_udf(&Codec::default(), udf, &mut bytes).unwrap();
    bytes
}

const LARGEST: &str = "fn begin() -> Option<i64> { None }
fn update(state: Option<i64>, x: i64) -> Option<i64> { if state.unwrap_or(x) > x { state } else { Some(x) } }
fn merge(a: Option<i64>, b: Option<i64>) -> Option<i64> { if a.unwrap_or(i64::MIN) > b.unwrap_or(i64::MIN) { a } else { b } }
fn finish(state: Option<i64>) -> Option<i64> { state }";

#[tokio::test]
async fn aggregates_of_texts_travel() {
    let here = SessionContext::new();
    here.register_udaf(AggregateFunction::compile("largest", LARGEST).unwrap().into());
    let sql = "SELECT k, largest(x) FROM (VALUES (1, 5), (2, NULL), (1, 9), (3, -4)) AS v(k, x) GROUP BY k ORDER BY k";
    let plan = here.sql(sql).await.unwrap().create_physical_plan().await.unwrap();
    let bytes = physical_plan_to_bytes_with_extension_codec(plan, &Codec::default()).unwrap();
    let there = SessionContext::new();
    for device in [Device::cpu(), Device::reference()] {
        let codec = Codec::default().on(device);
        let plan = physical_plan_from_bytes_with_extension_codec(&bytes, &there.task_ctx(), &codec).unwrap();
        let batches = collect(plan, there.task_ctx()).await.unwrap();
        let found: Vec<Option<i64>> =
            batches.iter().flat_map(|batch| batch.column(1).as_primitive::<Int64Type>()).collect();
        assert_eq!(found, [Some(9), None, Some(-4)]);
    }
    // One of this process's functions does not travel, and says so.
    #[vyre::function]
    fn add(sum: i64, x: i64) -> i64 {
        sum + x
    }
    #[vyre::function]
    fn same(sum: i64) -> i64 {
        sum
    }
    let add = AggregateFunction::new("add", 0i64, vyre::func!(add), vyre::func!(add), vyre::func!(same));
    here.register_udaf(add.into());
    let plan = here.sql("SELECT add(x) FROM (VALUES (1)) AS v(x)").await.unwrap();
    let plan = plan.create_physical_plan().await.unwrap();
    let error = physical_plan_to_bytes_with_extension_codec(plan, &Codec::default()).unwrap_err().to_string();
    assert!(error.contains("AggregateFunction::compile"), "{error}");
}

#[test]
fn names_and_types_must_fit() {
    let bytes = encoded(&scalar_udf!(dist));
    let codec = Codec::default();
    let decode = |name: &str, bytes: &[u8]| PhysicalExtensionCodec::try_decode_udf(&codec, name, bytes);
    assert_eq!(decode("dist", &bytes).unwrap().name(), "dist");
    assert!(decode("other", &bytes).unwrap_err().to_string().contains("it has another name"));
    // A type that nests is not read at all.
    let mut nested = vec![200];
    nested.extend("List(".repeat(40).as_bytes());
    nested.extend(&bytes[1..]);
    assert!(decode("dist", &nested).unwrap_err().to_string().contains("it ends too early"));
    // Those that are not vyre's are left to others, which know none.
    assert!(decode("dist", b"something else").is_err());
    let mut later = bytes.clone();
    later[1 + 4] = 9;
    assert!(decode("dist", &later).unwrap_err().to_string().contains("it is of version 9"));
}

#[tokio::test]
async fn a_function_that_takes_long_is_an_error_and_the_executor_lives() {
    let text = "fn busy(x: u64) -> u64 {
        let mut sum = x;
        for i in 0..4_000_000_000u32 { for j in 0..4_000_000_000u32 { sum = sum * 31 ^ (i + j) as u64; } }
        sum
    }";
    let busy = ScalarUDF::from(ScalarFunction::compile("busy", text).unwrap());
    let device = Device::cpu().separate().unwrap();
    device.set_timeout(Duration::from_millis(300));
    let codec = Codec::default().on(device);
    let ctx = SessionContext::new();
    ctx.register_udf(
        (*PhysicalExtensionCodec::try_decode_udf(&codec, "busy", &encoded(&busy)).unwrap()).clone(),
    );
    ctx.register_udf(
        (*PhysicalExtensionCodec::try_decode_udf(&codec, "dist", &encoded(&scalar_udf!(dist))).unwrap())
            .clone(),
    );
    let started = Instant::now();
    let error =
        crate::mistake(&ctx, "SELECT busy(CAST(x AS BIGINT UNSIGNED)) FROM (VALUES (1), (2)) AS v(x)").await;
    assert!(started.elapsed() < Duration::from_secs(60), "{error}");
    assert!(!error.is_empty());
    let found = crate::rows(&ctx, "SELECT dist(3, 4)").await.unwrap();
    assert_eq!(found.column(0).as_primitive::<Float64Type>().value(0), 5.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever arrives: an error, or a function that a query can call.
    #[test]
    fn any_bytes_are_an_error_or_a_function(is_text in any::<bool>(), changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 0..4), cut in any::<Option<usize>>()) {
        let (name, mut bytes) = match is_text {
            true => ("letters", encoded(&ScalarUDF::from(ScalarFunction::compile("letters", LETTERS).unwrap()))),
            false => ("dist", encoded(&scalar_udf!(dist))),
        };
        for (at, byte) in changes {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut % bytes.len());
        }
        let _ = PhysicalExtensionCodec::try_decode_udf(&Codec::default(), name, &bytes);
        let _: Option<Arc<ScalarUDF>> = LogicalExtensionCodec::try_decode_udf(&Codec::default(), name, &bytes).ok();
    }
}

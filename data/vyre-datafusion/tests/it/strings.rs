//! Functions that give strings and lists, beside DataFusion's own.

use crate::{mistake, rows};
use datafusion::arrow::array::{ArrayRef, AsArray, RecordBatch, StringArray};
use datafusion::arrow::datatypes::DataType;
use datafusion::datasource::MemTable;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::{SessionConfig, SessionContext};
use proptest::prelude::*;
use std::sync::Arc;
use vyre_datafusion::{CreateFunctions, ScalarFunction};

const REVERSED: &str = "fn reversed(text: &[u8], out: &mut [u8]) -> u32 {
    for i in 0..text.len() { out[text.len() - 1 - i] = text[i]; }
    text.len() as u32
}";

/// The first letters of each, and nothing for longer ones.
const INITIALS: &str = "fn initials(a: Option<&[u8]>, b: &[u8], out: &mut [u8]) -> Option<u32> {
    if b.len() > 5 { return None; }
    let mut count = 0u32;
    match a { Some(a) => { if a.len() > 0 { out[0] = a[0]; count = 1; } } None => {} }
    if b.len() > 0 { out[count] = b[0]; count += 1; }
    Some(count)
}";

fn context(words: &[(Option<String>, Option<String>)], cut: usize) -> SessionContext {
    let ctx =
        SessionContext::new_with_config(SessionConfig::new().with_batch_size(32).with_target_partitions(2));
    for (name, text) in [("reversed", REVERSED), ("initials", INITIALS)] {
        let function = ScalarFunction::compile(name, text).unwrap().returning(DataType::Utf8);
        ctx.register_udf(ScalarUDF::from(function));
    }
    let columns: [(&str, ArrayRef); 2] = [
        ("a", Arc::new(words.iter().map(|row| row.0.clone()).collect::<StringArray>())),
        ("b", Arc::new(words.iter().map(|row| row.1.clone()).collect::<StringArray>())),
    ];
    let batch =
        RecordBatch::try_from_iter_with_nullable(columns.map(|(name, array)| (name, array, true))).unwrap();
    let cut = cut.min(batch.num_rows());
    let parts = vec![batch.slice(0, cut), batch.slice(cut, batch.num_rows() - cut)];
    ctx.register_table("t", Arc::new(MemTable::try_new(batch.schema(), vec![parts]).unwrap())).unwrap();
    ctx
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn they_are_those_of_datafusion(
        words in proptest::collection::vec((proptest::option::of("[a-z ]{0,8}"), proptest::option::of("[A-Z0-9]{0,8}")), 0..120),
        cut in 0usize..120,
    ) {
        let ctx = context(&words, cut);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let sql = "SELECT reversed(a), reverse(a), reversed(reversed(b)), b,
            initials(a, b), CASE WHEN length(b) <= 5 THEN left(coalesce(a, ''), 1) || left(b, 1) END FROM t";
        let found = runtime.block_on(rows(&ctx, sql)).unwrap();
        prop_assert_eq!(found.num_rows(), words.len());
        for at in [0, 2, 4] {
            let text = |at: usize| -> Vec<Option<String>> {
                let column = datafusion::arrow::compute::cast(found.column(at), &DataType::Utf8).unwrap();
                column.as_string::<i32>().iter().map(|text| text.map(str::to_string)).collect()
            };
            prop_assert_eq!(text(at), text(at + 1));
        }
    }
}

#[tokio::test]
async fn sql_says_what_is_given() {
    let ctx = SessionContext::new().with_function_factory(Arc::new(CreateFunctions::default()));
    let create =
        |ty: &str| format!("CREATE FUNCTION reversed(VARCHAR) RETURNS {ty} LANGUAGE vyre AS '{REVERSED}'");
    ctx.sql(&create("VARCHAR")).await.unwrap();
    let found = rows(&ctx, "SELECT reversed('abc') || '!'").await.unwrap();
    let found = datafusion::arrow::compute::cast(found.column(0), &DataType::Utf8).unwrap();
    assert_eq!(found.as_string::<i32>().value(0), "cba!");
    // A letter of two bytes is no text when they are reversed.
    assert!(mistake(&ctx, "SELECT reversed('ü')").await.to_lowercase().contains("utf"));
    let error = ctx.sql(&create("BIGINT")).await.unwrap_err().to_string();
    assert!(error.contains("returns Int64 in SQL, and &[u8] in its text"), "{error}");
}

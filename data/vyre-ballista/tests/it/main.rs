//! A scheduler and executors as processes of their own, beside DataFusion in this one.

#![cfg(feature = "cluster")]
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "these are tests")]

mod answers;
mod bad;
mod cluster;
mod loss;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::compute::concat_batches;
use datafusion::error::DataFusionError;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::{CsvReadOptions, SessionContext};
use std::fmt::Write;
use std::path::Path;
use vyre_ballista::{AggregateFunction, ScalarFunction, scalar_udf};

#[vyre::function]
fn dist(x: f64, y: f64) -> f64 {
    ((x * x + y * y).sqrt() as f32).sin() as f64
}

/// Rounds of a generator of random numbers, which take a while.
const SLOW: &str = "fn slow(x: i64) -> i64 {
    let mut state = x as u64;
    for i in 0..3000u32 { state = (state ^ i as u64) * 6364136223846793005 + 1442695040888963407; }
    (state >> 1) as i64
}";

const UPPER: &str = "fn upper(text: &[u8], out: &mut [u8]) -> u32 {
    for i in 0..text.len() { out[i] = if text[i] >= b'a' && text[i] <= b'z' { text[i] - 32 } else { text[i] }; }
    text.len() as u32
}";

const BUSY: &str = "fn busy(x: i64) -> i64 {
    let mut sum = x as u64;
    for i in 0..4_000_000_000u32 { for j in 0..4_000_000_000u32 { sum = sum * 31 ^ (i + j) as u64; } }
    sum as i64
}";

/// The bits of all numbers together, and how many they are: in any order the same.
const DIGEST: &str = "fn begin() -> (u64, u32) { (0, 0) }
fn update(state: (u64, u32), x: f64) -> (u64, u32) { (state.0 + x.to_bits() * 0x9e37_79b9_7f4a_7c15, state.1 + 1) }
fn merge(a: (u64, u32), b: (u64, u32)) -> (u64, u32) { (a.0 + b.0, a.1 + b.1) }
fn finish(state: (u64, u32)) -> Option<u64> { if state.1 == 0 { None } else { Some(state.0 ^ state.1 as u64) } }";

/// The functions, which only the client has.
fn register(ctx: &SessionContext) {
    ctx.register_udf(scalar_udf!(dist));
    ctx.register_udf(ScalarUDF::from(ScalarFunction::compile("slow", SLOW).unwrap()));
    ctx.register_udf(ScalarUDF::from(ScalarFunction::compile("busy", BUSY).unwrap()));
    let upper = ScalarFunction::compile("upper_of", &UPPER.replace("upper(", "upper_of(")).unwrap();
    ctx.register_udf(ScalarUDF::from(upper.returning(datafusion::arrow::datatypes::DataType::Utf8)));
    ctx.register_udaf(AggregateFunction::compile("bits_of", DIGEST).unwrap().into());
}

/// A table `t` of some files with so many rows each.
async fn table(ctx: &SessionContext, folder: &Path, files: usize, rows: usize) {
    std::fs::create_dir_all(folder).unwrap();
    for file in 0..files {
        let mut text = String::from("id,k,x,y,s\n");
        for row in 0..rows {
            let id = file * rows + row;
            let x = if id.is_multiple_of(11) {
                String::new()
            } else {
                format!("{:.3}", (id * 37 % 1009) as f64 * 0.173)
            };
            writeln!(text, "{id},{},{x},{:.2},word{}", id % 7, id as f64 * 0.25 - 70.0, id % 13).unwrap();
        }
        std::fs::write(folder.join(format!("part{file}.csv")), text).unwrap();
    }
    ctx.register_csv("t", folder.to_str().unwrap(), CsvReadOptions::new()).await.unwrap();
}

async fn rows(ctx: &SessionContext, sql: &str) -> Result<RecordBatch, DataFusionError> {
    let batches = ctx.sql(sql).await?.collect().await?;
    let Some(first) = batches.first() else { panic!("{sql} gave no batch") };
    Ok(concat_batches(&first.schema(), &batches)?)
}

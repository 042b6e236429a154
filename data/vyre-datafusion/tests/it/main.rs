//! Functions in SQL, against DataFusion's own and plain Rust.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "these are tests")]

mod aggregates;
mod create;
mod explain;
mod many;
mod sql;
mod strings;
mod tpch;
mod travel;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::compute::concat_batches;
use datafusion::error::DataFusionError;
use datafusion::prelude::SessionContext;

/// The rows of a query, in one batch.
async fn rows(ctx: &SessionContext, sql: &str) -> Result<RecordBatch, DataFusionError> {
    let frame = ctx.sql(sql).await?;
    let schema = std::sync::Arc::new(frame.schema().as_arrow().clone());
    let batches = frame.collect().await?;
    let schema = batches.first().map_or(schema, RecordBatch::schema);
    Ok(concat_batches(&schema, &batches)?)
}

/// What is wrong with a query.
async fn mistake(ctx: &SessionContext, sql: &str) -> String {
    rows(ctx, sql).await.expect_err(sql).to_string()
}

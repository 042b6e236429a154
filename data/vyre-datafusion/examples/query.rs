//! A query that calls a function: `cargo run --example query`.

use datafusion::prelude::*;

#[vyre::function]
fn dist(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> datafusion::error::Result<()> {
    let ctx = SessionContext::new();
    ctx.register_udf(vyre_datafusion::scalar_udf!(dist));
    ctx.sql("SELECT x, dist(x, 4.0) FROM (VALUES (3.0), (7.5), (NULL)) AS v(x)").await?.show().await
}

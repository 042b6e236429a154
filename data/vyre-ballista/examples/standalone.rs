//! A query on a scheduler and an executor in this process: `cargo run --example standalone`.

use ballista::prelude::{SessionConfigExt, SessionContextExt};
use datafusion::{execution::SessionStateBuilder, prelude::*};
use vyre_ballista::{Codec, WithVyre, scalar_udf};

#[vyre::function]
fn dist(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

#[tokio::main]
async fn main() -> datafusion::error::Result<()> {
    let config = SessionConfig::new_with_ballista().with_vyre(Codec::default());
    let state = SessionStateBuilder::new().with_config(config).with_default_features().build();
    let ctx = SessionContext::standalone_with_state(state).await?;
    ctx.register_udf(scalar_udf!(dist));
    ctx.sql("SELECT x, dist(x, 4.0) FROM (VALUES (3.0), (7.5), (NULL)) AS v(x)").await?.show().await
}

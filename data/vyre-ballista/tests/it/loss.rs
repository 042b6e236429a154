//! An executor that is lost in the middle of a query.

use crate::cluster::{client, executor, has_worked, local, scheduler, scratch};
use crate::{register, rows, table};
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread")]
async fn a_query_outlives_an_executor() {
    let data = scratch("loss");
    let (_scheduler, address) = scheduler(&[]);
    let (mut stays, _) = executor(&address, "loss-stays", "cpu", &[]);
    let (mut goes, folder) = executor(&address, "loss-goes", "cpu", &[]);
    let (there, here) = (client(&address, |config| config).await, local());
    for ctx in [&there, &here] {
        register(ctx);
        table(ctx, &data, 8, 3_000).await;
    }
    let sql = "SELECT k, sum(slow(id) % 1000) AS s, bits_of(x) FROM t GROUP BY k ORDER BY k";
    let wanted = rows(&here, sql).await.unwrap();
    let query = tokio::spawn(async move { rows(&there, sql).await });
    let started = Instant::now();
    while !has_worked(&folder) && !query.is_finished() && started.elapsed() < Duration::from_secs(30) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let was_running = !query.is_finished();
    goes.kill();
    let found = tokio::time::timeout(Duration::from_secs(60), query).await.expect("the query ends").unwrap();
    println!(
        "lost in the middle: {was_running}; then {:?} after {:?}",
        found.as_ref().map(|_| "an answer"),
        started.elapsed()
    );
    match found {
        Ok(found) => assert_eq!(found, wanted),
        // It says that an executor is gone, not that a function failed.
        Err(error) => assert!(error.to_string().to_lowercase().contains("executor"), "{error}"),
    }
    assert!(stays.lives());
}

//! What two executors with different devices answer is what DataFusion answers in this process.

use crate::cluster::{OTHER, client, executor, has_worked, local, scheduler, scratch};
use crate::{register, rows, table};

const QUERIES: [&str; 5] = [
    "SELECT k, bits_of(dist(x, y)) AS d, count(dist(x, y)) AS n, sum(slow(id) % 1000) AS s FROM t GROUP BY k ORDER BY k",
    "SELECT bits_of(x), bits_of(y), count(*) FROM t WHERE dist(x, y) > 0.25",
    "SELECT id, dist(x, y), upper_of(s) FROM t WHERE id % 50 = 3 ORDER BY id",
    "SELECT id, row_number() OVER (PARTITION BY slow(k) ORDER BY id) AS n FROM t WHERE id % 20 = 1 ORDER BY id",
    "SELECT upper_of(s) AS w, bits_of(x) FROM t GROUP BY upper_of(s) ORDER BY w",
];

#[tokio::test(flavor = "multi_thread")]
async fn two_executors_answer_as_one_process_does() {
    let data = scratch("answers");
    let (_scheduler, address) = scheduler(&[]);
    let (one, one_folder) = executor(&address, "answers-one", "cpu", &[]);
    let (other, other_folder) = executor(&address, "answers-other", OTHER, &[]);
    println!("{}; {}", one.said, other.said);
    let (there, here) = (client(&address, |config| config).await, local());
    for ctx in [&there, &here] {
        register(ctx);
        table(ctx, &data, 8, 1_500).await;
    }
    for sql in QUERIES {
        assert_eq!(rows(&there, sql).await.unwrap(), rows(&here, sql).await.unwrap(), "{sql}");
    }
    assert!(has_worked(&one_folder) && has_worked(&other_folder));
}

/// The standalone mode, whose scheduler and executor are in this process.
#[tokio::test(flavor = "multi_thread")]
async fn the_standalone_mode_answers() {
    use ballista::prelude::{SessionConfigExt, SessionContextExt};
    use datafusion::execution::SessionStateBuilder;
    use datafusion::prelude::{SessionConfig, SessionContext};
    use vyre_ballista::{Codec, WithVyre};

    let config = SessionConfig::new_with_ballista().with_vyre(Codec::default());
    let state = SessionStateBuilder::new().with_config(config).with_default_features().build();
    let (there, here) = (SessionContext::standalone_with_state(state).await.unwrap(), local());
    let data = scratch("standalone");
    for ctx in [&there, &here] {
        register(ctx);
        table(ctx, &data, 2, 300).await;
    }
    for sql in &QUERIES[..2] {
        assert_eq!(rows(&there, sql).await.unwrap(), rows(&here, sql).await.unwrap(), "{sql}");
    }
}

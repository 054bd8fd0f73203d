//! Tests of contests whose matches a cluster plays, with one honest worker and one that lies.

use super::class;
use std::sync::atomic::Ordering;
use wag_store::contests::{ContestSettings, ContestState, Part};
use wag_store::values;

/// Plays a final. Returns the names by place and the results of all matches.
async fn played_final(has_cluster: bool) -> (Vec<(String, usize)>, Vec<String>) {
    let class = class().await;
    class.checked_all(&[("anna", "7"), ("ben", "5"), ("cleo", "3")]).await;
    let settings =
        ContestSettings { final_rule: Some(r#"{"matches_per_pair":10}"#.into()), ..Default::default() };
    class.contests.store.change_contest("teacher", &class.contest, &settings, 40).unwrap();
    class.freeze();
    class.worker.has_cluster.store(has_cluster, Ordering::SeqCst);
    class.begin_final();
    class.until(|_| class.contest_state() == ContestState::Done).await;
    let store = &class.contests.store;
    let matches = store.played(&class.contest, Part::Final).unwrap();
    let seat =
        |seat: &wag_store::matches::Seat| format!("{:?} {:?} {}", account(seat), seat.place, seat.points);
    let mut results: Vec<String> =
        matches.iter().map(|one| one.seats.iter().map(seat).collect::<Vec<_>>().join(", ")).collect();
    results.sort();
    let shown = class.shown(Some("teacher"));
    if has_cluster {
        assert_eq!(*class.worker.excluded.lock().unwrap(), ["liar"]);
        let by = "SELECT count(*) FROM matches WHERE result_by = $1 AND stage > 0";
        let count = |name: &str| store.db.read(|r| r.count(by, values![name])).unwrap();
        assert_eq!(count("liar"), 0, "its results do not count");
        let acts = store
            .db
            .read(|r| {
                r.rows(
                    "SELECT actor, subject, class_id, detail FROM audit WHERE action = $1",
                    values!["cluster.worker"],
                )
            })
            .unwrap();
        let act = |at| acts[0].get::<String>(at).unwrap();
        assert_eq!(
            (acts.len(), act(0), act(1), act(2)),
            (1, "server".into(), class.contest.clone(), "7b".into())
        );
        assert!(act(3).contains("\"worker\":\"liar\""), "{}", act(3));
        // The next start of the server knows it.
        assert_eq!(store.excluded_workers().unwrap().len(), 1);
        assert_eq!(*class.killed().worker.excluded.lock().unwrap(), ["liar"]);
        return (shown, results);
    }
    (shown, results)
}

fn account(seat: &wag_store::matches::Seat) -> String {
    match &seat.seated {
        wag_store::matches::Seated::HandIn { account_id, .. } => account_id.clone(),
        other => format!("{other:?}"),
    }
}

/// A worker whose lies would put another player first is found, and the final is the same as without a cluster.
#[tokio::test(flavor = "multi_thread")]
async fn a_worker_of_the_cluster_that_lies_changes_nothing() {
    let here = played_final(false).await;
    assert_eq!(played_final(true).await, here);
}

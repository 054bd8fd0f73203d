//! Tests of trials.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_trial_plays_a_file_against_chosen_opponents_and_tells_its_author_in_words() {
    let class = class().await;
    class.checked_all(&[("anna", "1"), ("ben", "3")]).await;
    let workspace = class.folder.path().join("workspaces/anna");
    std::fs::create_dir(&workspace).unwrap();
    std::fs::write(workspace.join("mine.py"), "x = 1").unwrap();
    let opponents = class.contests.store.opponents("anna", &class.contest).unwrap();
    let id_of = |name: &str| opponents.iter().find(|one| one.name == name).unwrap().hand_in.id.clone();
    let form = |value: serde_json::Value| serde_json::from_value::<trials::TrialForm>(value).unwrap();
    let begin = async |value| {
        let begun = class.contests.begin_trial("anna".into(), class.contest.clone(), form(value)).await;
        begun.map(|trial| trial.id).map_err(|err| err.into_response().status())
    };
    let own = id_of("anna");
    let against = serde_json::json!([{ "hand_in": id_of("ben") }]);
    class.worker.holds.store(true, Ordering::SeqCst);
    let first =
        begin(serde_json::json!({ "hand_in": own, "opponents": against, "matches": 20 })).await.unwrap();
    let second = begin(serde_json::json!({ "hand_in": own, "opponents": against, "matches": 2 })).await;
    assert_eq!(second, Err(StatusCode::TOO_MANY_REQUESTS), "one at a time");
    assert!(class.contests.trials.of("ben", &first).is_none() && !class.contests.cancel_trial("ben", &first));
    class.worker.holds.store(false, Ordering::SeqCst);
    let state = |own: &Contests, id: &str| own.trials.of("anna", id).unwrap().state;
    class.until(|own| state(own, &first) != trials::TrialState::Running).await;
    let trial = class.contests.trials.of("anna", &first).unwrap();
    let (opponent, record) = &trial.opponents[0];
    assert_eq!((trial.done, record.lost), (20, 20));
    assert_eq!(trials::in_words(opponent, record).english(), "worse than ben: 0 of 20, surely");
    // A file that does not start fails with its line, and no file stays.
    let broken = serde_json::json!({ "file": "mine.py", "opponents": against, "matches": 2 });
    let broken = begin(broken).await.unwrap();
    class.until(|own| state(own, &broken) == trials::TrialState::Failed).await;
    assert_eq!(class.contests.trials.of("anna", &broken).unwrap().reason.unwrap().line, Some(16));
    assert!(!class.contests.files.incoming(&broken).exists());
    for (value, status) in [
        (serde_json::json!({ "hand_in": id_of("ben"), "opponents": against, "matches": 2 }), 404),
        (serde_json::json!({ "hand_in": own, "opponents": against, "matches": 41 }), 422),
        (serde_json::json!({ "hand_in": own, "opponents": [], "matches": 2 }), 422),
        (serde_json::json!({ "hand_in": own, "opponents": [{ "built_in": "no-such" }], "matches": 2 }), 422),
    ] {
        assert_eq!(begin(value.clone()).await.unwrap_err().as_u16(), status, "{value}");
    }
    class.worker.holds.store(true, Ordering::SeqCst);
    let cancelled =
        begin(serde_json::json!({ "hand_in": own, "opponents": against, "matches": 2 })).await.unwrap();
    assert!(
        class.contests.cancel_trial("anna", &cancelled) && !class.contests.cancel_trial("anna", &cancelled)
    );
    assert_eq!(state(&class.contests, &cancelled), trials::TrialState::Cancelled);
}

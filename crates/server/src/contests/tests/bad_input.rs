//! Faults around a contest: uploads that do not end, a database that is taken away, a game that is gone, a clock that
//! jumps.

use super::*;
use crate::account_limits::AccountLimits;
use std::sync::atomic::AtomicI64;

/// A form whose file never ends.
fn endless(key: &str) -> Request<Body> {
    let start = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.py\"\r\n\r\n1";
    let first = futures_util::stream::once(async move { Ok::<_, std::io::Error>(start) });
    let stream = futures_util::StreamExt::chain(first, futures_util::stream::pending());
    Request::builder()
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=b")
        .header("idempotency-key", key)
        .body(Body::from_stream(stream))
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_that_does_not_end_is_given_up_and_leaves_nothing() {
    let class = class_with(|contests| contests.uploads.body_time = Duration::from_millis(20)).await;
    for key in ["1", "2"] {
        assert_eq!(class.send("anna", endless(key)).await, Err(StatusCode::REQUEST_TIMEOUT));
    }
    assert_eq!(class.contests.store.hand_ins("teacher", &class.contest).unwrap(), []);
    assert_eq!(std::fs::read_dir(class.folder.path().join("incoming")).unwrap().count(), 0);
    // A request from the workspace is small and complete, so the place of the account is free again.
    std::fs::create_dir_all(class.folder.path().join("workspaces/anna")).unwrap();
    let own = class.contests.store.contest_for_server(&class.contest).unwrap();
    let file = setup::ContestSetup::of(&own).unwrap().own_file;
    std::fs::write(class.folder.path().join("workspaces/anna").join(file), "1").unwrap();
    assert!(class.send("anna", json("{\"from\":\"workspace\"}")).await.unwrap().1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_is_bounded_also_outside_of_its_file() {
    let class = class().await;
    for start in
        ["--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"", "no form at all", "--b\r\nX: "]
    {
        let read = Arc::new(AtomicI64::new(0));
        let count = Arc::clone(&read);
        let piece = move || {
            count.fetch_add(1, Ordering::SeqCst);
            Ok::<_, std::io::Error>("a".repeat(1 << 20))
        };
        let first = futures_util::stream::once(async move { Ok(start.to_string()) });
        let rest = futures_util::stream::repeat_with(piece);
        let form = Body::from_stream(futures_util::StreamExt::chain(first, rest));
        let request = Request::builder().header(header::CONTENT_TYPE, "multipart/form-data; boundary=b");
        let request = request.header("idempotency-key", start.len()).body(form).unwrap();
        assert_eq!(class.send("anna", request).await, Err(StatusCode::BAD_REQUEST));
        let pieces = read.load(Ordering::SeqCst);
        assert!(pieces <= 10, "{pieces} MB of a form for a file of 8 MB were read");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_taken_away_loses_nothing_and_works_again_when_it_is_back() {
    let class = class().await;
    let id = class.checked("anna", "1").await;
    let path = |name: &str| class.folder.path().join(name);
    let unavailable = Err(StatusCode::SERVICE_UNAVAILABLE);
    let is_unavailable = || match class.contests.store.hand_in("anna", &id) {
        Ok(_) => false,
        Err(err) => Refusal::from(err).into_response().status() == StatusCode::SERVICE_UNAVAILABLE,
    };
    for part in ["wag.db", "wag.db-wal"] {
        // It is removed, then another file has its name, then it is back.
        std::fs::rename(path(part), path("away")).unwrap();
        assert_eq!(class.send("ben", upload("2", part)).await, unavailable, "{part}");
        assert!(is_unavailable());
        std::fs::copy(path("away"), path(part)).unwrap();
        assert_eq!(class.send("ben", upload("2", part)).await, unavailable, "{part}");
        assert!(is_unavailable());
        std::fs::rename(path("away"), path(part)).unwrap();
        assert!(
            !class.send("anna", upload("1", "anna 1")).await.unwrap().1,
            "what was acknowledged is there"
        );
        assert!(class.send("ben", upload("2", part)).await.unwrap().1, "{part}");
    }
    // Another process holds the lock for a while.
    let (holds, held) = std::sync::mpsc::channel();
    let (release, released) = std::sync::mpsc::channel::<()>();
    let database = path("wag.db");
    let other = std::thread::spawn(move || {
        let other = wag_store::Db::open(&database).unwrap();
        let hold = other.write(|_| {
            holds.send(()).unwrap();
            released.recv().unwrap();
            Ok::<_, wag_store::DbError>(())
        });
        hold.unwrap();
    });
    held.recv().unwrap();
    let waiting = tokio::spawn({
        let (contests, contest) = (Arc::clone(&class.contests), class.contest.clone());
        async move { contests.receive("cleo".into(), contest, upload("3", "late")).await.is_ok() }
    });
    assert!(!is_unavailable(), "pages are read meanwhile");
    release.send(()).unwrap();
    other.join().unwrap();
    assert!(waiting.await.unwrap());
    let busy = Refusal::from(StoreError::Db(wag_store::DbError::Busy)).into_response();
    assert_eq!(busy.status(), StatusCode::SERVICE_UNAVAILABLE);
}

/// Plays a final while the contest has other values than its matches were planned with. Returns the class at its end.
async fn final_after(change: &str, value: &str) -> Class {
    let class = class().await;
    class.checked_all(&[("anna", "1"), ("ben", "2")]).await;
    class.loops.iter().for_each(tokio::task::JoinHandle::abort);
    class.freeze();
    class.begin_final();
    class.contests.store.db.write(|w| w.run(change, values![value])).unwrap();
    let class = class.killed();
    class
        .until(|own| own.store.contest_for_server(&class.contest).unwrap().state == ContestState::Done)
        .await;
    class
}

#[tokio::test(flavor = "multi_thread")]
async fn a_contest_whose_game_or_map_is_gone_ends_without_results_and_can_be_read() {
    for (change, value, refused) in [
        ("UPDATE contests SET game = $1", "gone", StatusCode::UNPROCESSABLE_ENTITY),
        ("UPDATE contests SET options = $1", "{\"map\":\"gone\"}", StatusCode::BAD_REQUEST),
    ] {
        let class = final_after(change, value).await;
        assert_eq!(class.contests.store.played(&class.contest, Part::Final).unwrap(), [], "{change}");
        for caller in ["anna", "teacher"] {
            class.shown(Some(caller));
        }
        assert_eq!(class.contests.store.hand_ins("teacher", &class.contest).unwrap().len(), 2);
        let status = class.send("cleo", upload("3", "cleo")).await.unwrap_err();
        assert_eq!(status, refused, "{change}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_sets_the_numbers_of_hand_ins() {
    let class = class_with(|contests| {
        contests.limits =
            HostLimits { hand_ins_per_hour: 2, hand_ins_kept: 3, ..HostLimits::default() }.into();
    })
    .await;
    for key in ["1", "2"] {
        class.upload("anna", key, key).await;
    }
    assert_eq!(class.send("anna", upload("3", "3")).await, Err(StatusCode::TOO_MANY_REQUESTS));
    class.upload("ben", "1", "1").await;
    // An hour later, the third is the last of this contest.
    class.contests.store.db.write(|w| w.run("UPDATE hand_ins SET arrived_at = 5", &[])).unwrap();
    class.upload("anna", "3", "3").await;
    assert_eq!(class.send("anna", upload("4", "4")).await, Err(StatusCode::TOO_MANY_REQUESTS));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_with_its_own_limits_hands_in_and_tries_by_them() {
    let class = class_with(|contests| {
        let server = HostLimits { hand_ins_per_hour: 2, ..HostLimits::default() };
        contests.limits = AccountLimits::new(server, Arc::clone(&contests.store));
    })
    .await;
    let store = &class.contests.store;
    let set = "UPDATE accounts SET limits = $1, is_owner = $2 WHERE id = $3";
    store.db.write(|w| w.run(set, values!["{}", true, "teacher"])).unwrap();
    let own = serde_json::json!({ "hand_ins_per_hour": 1, "upload_mb": 1, "trial_matches": 3 });
    store.set_account_limits("teacher", "anna", &own, 1).unwrap();
    store.set_class_limits("teacher", "7b", &serde_json::json!({ "hand_ins_per_hour": 3 }), 1).unwrap();
    let large = " ".repeat(1 << 20) + "1";
    assert_eq!(class.send("anna", upload(&large, "large")).await, Err(StatusCode::PAYLOAD_TOO_LARGE));
    class.upload("anna", "1", "1").await;
    assert_eq!(class.send("anna", upload("2", "2")).await, Err(StatusCode::TOO_MANY_REQUESTS));
    for key in ["1", "2", "3"] {
        class.upload("ben", key, key).await;
    }
    assert_eq!(class.send("ben", upload("4", "4")).await, Err(StatusCode::TOO_MANY_REQUESTS));
    class.upload("ben", &large, "1").await;
    for (account, matches) in [("anna", 3), ("ben", 40)] {
        let built_in = setup::ContestSetup::of(&store.contest_for_server(&class.contest).unwrap());
        let built_in = built_in.unwrap().info.built_in[0].name;
        let hand_in = store.hand_ins(account, &class.contest).unwrap()[0].id.clone();
        class.until(|own| own.store.hand_in(account, &hand_in).unwrap().0.state == HandInState::Valid).await;
        let begin = |matches: u32| {
            let form = serde_json::json!({ "hand_in": hand_in, "matches": matches,
                "opponents": [{ "built_in": built_in }] });
            let form = serde_json::from_value(form).unwrap();
            class.contests.begin_trial(account.into(), class.contest.clone(), form)
        };
        assert!(begin(matches + 1).await.is_err(), "{account}");
        assert!(begin(matches).await.is_ok(), "{account}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_season_takes_over_the_active_hand_ins_and_checks_them_again() {
    let class = class().await;
    for (account, text) in [("anna", "5"), ("ben", "6"), ("cleo", "7")] {
        class.checked(account, text).await;
    }
    let store = &class.contests.store;
    let withdrawn = EntryChange { is_withdrawn: Some(true), ..EntryChange::default() };
    store.change_entry("teacher", &class.contest, "cleo", withdrawn, 5).unwrap();
    let settings = |game: &str| ContestSettings {
        name: Some("cup 2".into()),
        game: Some(game.into()),
        ..ContestSettings::default()
    };
    let make = |game: &str| store.make_contest("teacher", "7b", &settings(game), 6).unwrap().id;
    let (next, other) = (make(game_for_two()), make(wag_games::first().info.name));
    let take = |teacher: &str, to: &str| {
        let status = |err: Refusal| err.into_response().status();
        class.contests.take_over(teacher, &class.contest, to).map_err(status)
    };
    assert_eq!(take("teacher", &next), Err(StatusCode::CONFLICT), "it is a draft");
    for contest in [&next, &other] {
        store.step_contest("teacher", contest, ContestStep::Open, 7).unwrap();
    }
    assert_eq!(take("teacher", &other), Err(StatusCode::CONFLICT), "it is another game");
    assert_eq!(take("anna", &next), Err(StatusCode::NOT_FOUND));
    // Whoever has handed in something keeps it.
    class.contests.receive("ben".into(), next.clone(), upload("9", "own")).await.unwrap();
    assert_eq!(take("teacher", &next), Ok(1));
    assert_eq!(take("teacher", &next), Ok(0), "a repeated request");
    class.contests.checks_wait.notify_one();
    let is_checked = |own: &Contests| {
        let all = own.store.hand_ins("teacher", &next).unwrap();
        all.len() == 2 && all.iter().all(|one| one.state == HandInState::Valid && one.is_active)
    };
    class.until(is_checked).await;
    let content = |account: &str| {
        let all = store.hand_ins(account, &next).unwrap();
        class.contests.files.read_blob(all[0].sha256.as_ref().unwrap()).unwrap()
    };
    assert_eq!((content("anna"), content("ben")), (b"5".to_vec(), b"9".to_vec()));
    assert_eq!(std::fs::read_dir(class.folder.path().join("incoming")).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_contest_keeps_its_newest_replays_and_all_results() {
    let class = class_with(|contests| {
        contests.limits = HostLimits { contest_replays: 3, ..HostLimits::default() }.into();
    })
    .await;
    class.checked_all(&[("anna", "1"), ("ben", "2")]).await;
    class.freeze_and_wait().await;
    class.begin_final();
    class
        .until(|own| own.store.contest_for_server(&class.contest).unwrap().state == ContestState::Done)
        .await;
    let own = &class.contests;
    let ids = |part| -> Vec<String> {
        own.store.played(&class.contest, part).unwrap().into_iter().map(|one| one.id).collect()
    };
    let (finals, practice) = (ids(Part::Final), ids(Part::Ladder));
    assert!(finals.len() == 2 && practice.len() > 3, "{} {}", finals.len(), practice.len());
    let kept = |ids: &[String]| ids.iter().filter(|id| own.files.replay(id).is_file()).count();
    assert_eq!((kept(&finals), kept(&practice)), (2, practice.len()));
    own.remove_surplus_replays().unwrap();
    assert_eq!((kept(&finals), kept(&practice)), (2, 1), "those of the final stay");
    assert_eq!((ids(Part::Final), ids(Part::Ladder)), (finals, practice), "results stay");
    assert_eq!(own.store.surplus_replays(3).unwrap(), Vec::<String>::new());
}

/// The offset of the wall clock of the next test from that of this computer, in milliseconds.
static OFFSET: AtomicI64 = AtomicI64::new(0);

#[tokio::test(flavor = "multi_thread")]
async fn no_deadline_fires_after_a_jump_of_the_clock_until_it_is_confirmed() {
    const HOUR: i64 = 3_600_000;
    let class = class().await;
    let store = &class.contests.store;
    let clock = Arc::new(ServerClock::reading(|| now_ms() + OFFSET.load(Ordering::SeqCst), 0));
    class.contests.set_clock(Arc::clone(&clock));
    for jump in [-HOUR, 25 * HOUR] {
        let sql = "UPDATE contests SET state = 'open', frozen_at = NULL, deadline_at = $1";
        store.db.write(|w| w.run(sql, values![now_ms() - 1])).unwrap();
        OFFSET.fetch_add(jump, Ordering::SeqCst);
        class.contests.freeze_due().await;
        assert_eq!(class.contest_state(), ContestState::Open, "{jump}");
        assert!(clock.jump().is_some());
        // A hand-in arrives meanwhile.
        class.upload("anna", "1", &jump.to_string()).await;
        clock.confirm();
        class.contests.freeze_due().await;
        assert_eq!(class.contest_state(), ContestState::Frozen, "{jump}");
    }
}

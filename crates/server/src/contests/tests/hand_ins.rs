//! Tests of hand-ins: uploads, checks and versions.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_in_is_checked_and_its_reason_names_the_line() {
    let class = class().await;
    let (good, bad) = (class.checked("anna", "5").await, class.checked("ben", "def f()").await);
    assert_eq!(
        (class.state_of("anna", &good), class.state_of("ben", &bad)),
        (HandInState::Valid, HandInState::Invalid)
    );
    let bad = shown::ShownHandIn::from(class.contests.store.hand_in("ben", &bad).unwrap().0);
    let bad = serde_json::to_value(&bad).unwrap();
    assert_eq!((bad["reason"]["line"].as_u64(), bad["active"].as_bool()), (Some(16), Some(false)));
    let good = class.contests.store.hand_in("anna", &good).unwrap().0;
    let sha256 = good.sha256.unwrap();
    assert_eq!((sha256.len(), class.contests.files.read_blob(&sha256).unwrap()), (64, b"5".to_vec()));
    assert!(good.is_active);
    assert_eq!(
        std::fs::read_dir(class.folder.path().join("incoming")).unwrap().count(),
        0,
        "no upload stays"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_upload_is_the_same_hand_in() {
    let class = class().await;
    let first = class.send("anna", upload("5", "key")).await.unwrap();
    let again = class.send("anna", upload("5", "key")).await.unwrap();
    assert_eq!((first.0.clone(), first.1, again), (first.0.clone(), true, (first.0, false)));
    let all = futures_util::future::join_all((0..6).map(|_| class.send("ben", upload("6", "same")))).await;
    let new = all.iter().filter(|sent| sent.as_ref().unwrap().1).count();
    assert_eq!((new, class.contests.store.hand_ins("ben", &class.contest).unwrap().len()), (1, 1));
}

/// Many uploads of one account that do not arrive keep nobody else out.
#[tokio::test(flavor = "multi_thread")]
async fn slow_uploads_of_one_account_keep_nobody_out() {
    let class = class().await;
    let (started, mut begins) = tokio::sync::mpsc::unbounded_channel();
    let slow: Vec<_> = (0..40)
        .map(|number| {
            let started = started.clone();
            let stream = futures_util::stream::once(async move {
                started.send(()).unwrap();
                std::future::pending::<Result<Vec<u8>, std::io::Error>>().await
            });
            let request = Request::builder()
                .header(header::CONTENT_TYPE, "multipart/form-data; boundary=b")
                .header("idempotency-key", format!("slow{number}"))
                .body(Body::from_stream(stream))
                .unwrap();
            let (contests, contest) = (Arc::clone(&class.contests), class.contest.clone());
            tokio::spawn(async move { contests.receive("anna".to_string(), contest, request).await.is_ok() })
        })
        .collect();
    begins.recv().await.unwrap();
    assert!(class.send("ben", upload("6", "quick")).await.unwrap().1);
    assert!(begins.try_recv().is_err(), "one at a time");
    slow.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_are_no_hand_in_are_refused() {
    let class = class().await;
    let large = "1".repeat((HostLimits::default().upload_mb as usize * 1024 * 1024) + 1);
    let plain = Request::builder().header(header::CONTENT_TYPE, "text/plain").body(Body::from("5")).unwrap();
    let cut = Request::builder().header(header::CONTENT_TYPE, "multipart/form-data; boundary=b");
    let cut = cut
        .body(Body::from("--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.py\"\r\n\r\n5"))
        .unwrap();
    let cases = [
        (upload("", "1"), StatusCode::UNPROCESSABLE_ENTITY),
        (upload(&large, "2"), StatusCode::PAYLOAD_TOO_LARGE),
        (plain, StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (cut, StatusCode::BAD_REQUEST),
        (json("{\"from\":\"elsewhere\"}"), StatusCode::BAD_REQUEST),
        (json("{\"from\":\"workspace\",\"file\":\"../x.py\"}"), StatusCode::UNPROCESSABLE_ENTITY),
        (json("{\"from\":\"workspace\",\"file\":\"none.py\"}"), StatusCode::UNPROCESSABLE_ENTITY),
        (upload("5", &"k".repeat(101)), StatusCode::BAD_REQUEST),
    ];
    for (request, status) in cases {
        assert_eq!(class.send("anna", request).await, Err(status));
    }
    assert_eq!(class.send("nobody", upload("5", "3")).await, Err(StatusCode::NOT_FOUND));
    assert_eq!(class.contests.store.hand_ins("teacher", &class.contest).unwrap(), []);
    assert_eq!(std::fs::read_dir(class.folder.path().join("incoming")).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_in_comes_from_the_workspace() {
    let class = class().await;
    let workspace = class.folder.path().join("workspaces/anna");
    std::fs::create_dir(&workspace).unwrap();
    std::fs::write(workspace.join("mine.py"), "x = 1").unwrap();
    let (id, is_new) =
        class.send("anna", json("{\"from\":\"workspace\",\"file\":\"mine.py\"}")).await.unwrap();
    assert!(is_new);
    let hand_in = class.contests.store.hand_in("anna", &id).unwrap().0;
    assert_eq!((hand_in.own_file.as_str(), hand_in.file_name.as_str()), ("mine.py", "mine.py.zip"));
    assert_eq!(
        class.send("ben", json("{\"from\":\"workspace\",\"file\":\"mine.py\"}")).await,
        Err(StatusCode::UNPROCESSABLE_ENTITY)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn late_versions_wait_for_a_teacher_and_a_withdrawn_entry_does_not_play() {
    let class = class().await;
    class.checked_all(&[("anna", "1"), ("ben", "2")]).await;
    let store = &class.contests.store;
    store.step_contest("teacher", &class.contest, ContestStep::Freeze, now_ms()).unwrap();
    // A moment after the freeze, by the clock of the store.
    store.db.write(|w| w.run("UPDATE contests SET frozen_at = frozen_at - 1", &[])).unwrap();
    let late = class.checked("cleo", "9").await;
    let late = store.hand_in("cleo", &late).unwrap().0;
    assert_eq!((late.is_late, late.is_active, late.state), (true, false, HandInState::Valid));
    let change = EntryChange { is_withdrawn: Some(true), ..EntryChange::default() };
    store.change_entry("teacher", &class.contest, "ben", change, 5).unwrap();
    store.activate("teacher", &late.id, now_ms()).unwrap();
    let plan = |_: &_, _: i64, finalists: &[Finalist]| {
        let mut all: Vec<String> = finalists.iter().map(|one| one.account_id.clone()).collect();
        all.sort_unstable();
        assert_eq!(all, ["anna", "cleo"]);
        Ok::<_, StoreError>(wag_store::stages::NewStage::default())
    };
    store.begin_final("teacher", &class.contest, plan, now_ms()).unwrap();
    class.contests.continue_final(class.contest.clone()).await;
    assert_eq!(class.contest_state(), ContestState::Done);
}

//! The matches of the ladder and of finals.

use super::*;

#[test]
fn a_lost_match_is_tried_three_times_and_then_void() {
    let class = class();
    class.in_final(&["anna", "ben"]);
    let first = class.store.claim_match(70).unwrap().unwrap();
    assert!(class.store.lose_match(&first.id, false, 71).unwrap());
    assert_eq!(class.store.claim_match(70).unwrap().unwrap().id, first.id, "its turn comes first again");
    assert!(class.store.lose_match(&first.id, false, 71).unwrap());
    class.store.claim_match(70).unwrap();
    assert!(!class.store.lose_match(&first.id, false, 71).unwrap());
    assert_eq!(class.play_all(), 1);
    assert!(class.finishes(75));
    assert_eq!(class.store.played(&class.contest, Part::Final).unwrap().len(), 1);
    assert_eq!(class.store.contest(Some("anna"), &class.contest).unwrap().progress, (2, 2));
}

#[test]
fn a_restart_repeats_what_was_running() {
    let class = class();
    for key in ["anna", "ben"] {
        class.valid(key, key, 100);
    }
    let checking = class.hand_in("cleo", "1", 100);
    class.store.claim_check(5).unwrap().unwrap();
    let Class { store, folder, contest } = class;
    drop(store);
    let store = Store::open(&folder.path().join("wag.db")).unwrap();
    assert_eq!(store.requeue_running().unwrap(), 1);
    let class = Class { store: Arc::new(store), folder, contest };
    assert_eq!(class.store.waiting_uploads().unwrap(), std::slice::from_ref(&checking.id));
    class.check(None);
    assert!(class.store.hand_in("cleo", &checking.id).unwrap().0.is_active);
    class.step(ContestStep::Freeze).unwrap();
    class.begin_final().unwrap();
    let running = class.store.claim_match(70).unwrap().unwrap();
    assert_eq!(class.store.requeue_running().unwrap(), 1);
    assert_eq!(class.store.claim_match(70).unwrap().unwrap(), running, "with the same seed");
    class.store.requeue_running().unwrap();
    assert_eq!(class.play_all(), 6);
}

#[test]
fn results_of_the_final_are_hidden_until_they_are_released() {
    let class = class();
    class.in_final(&["anna", "ben"]);
    class.play_all();
    class.finishes(75);
    let matches = |caller: &str| class.store.matches(Some(caller), &class.contest, None, None).unwrap();
    assert_eq!((matches("teacher").len(), matches("anna").len()), (2, 0));
    let id = &matches("teacher")[0].id;
    assert_eq!(class.store.match_of(Some("anna"), id).unwrap_err(), StoreError::NotFound);
    assert!(class.store.match_of(Some("teacher"), id).is_ok());
    class.step(ContestStep::Release).unwrap();
    assert_eq!(matches("anna").len(), 2);
    assert!(class.store.match_of(Some("anna"), id).is_ok());
    let after = class.store.matches(Some("anna"), &class.contest, Some("anna"), Some(id)).unwrap();
    assert_eq!(after.len(), 1);
}

#[test]
fn the_ladder_follows_the_active_versions() {
    let class = class();
    let plan = |now| {
        let state = class.store.ladder(&class.contest).unwrap().unwrap();
        let new = |(number, one): (i64, &Seated)| {
            let seats = vec![one.clone(), Seated::BuiltIn("Noob".into())];
            NewMatch {
                place: String::new(),
                seed: (state.unfinished.len() + state.ended) as i64 + number,
                seats,
            }
        };
        let new: Vec<NewMatch> = (0..).zip(&state.active).map(new).collect();
        class.store.plan_ladder(&state, &new, now).unwrap().unwrap()
    };
    let (anna, ben) = (class.valid("anna", "1", 100), class.valid("ben", "1", 100));
    let before = class.store.ladder(&class.contest).unwrap().unwrap();
    assert_eq!(plan(20), 2);
    class.valid("anna", "2", 110);
    let stale = NewMatch { place: String::new(), seed: 1, seats: before.active.clone() };
    assert_eq!(class.store.plan_ladder(&before, &[stale], 21).unwrap(), None, "others play now");
    assert_eq!(plan(22), 2);
    assert_eq!(class.play_all(), 2, "the matches that waited were replaced");
    class.store.activate("anna", &anna.id, 120).unwrap();
    assert_eq!(plan(23), 2, "the old version plays again");
    class.store.withdraw("anna", &anna.id, 121).unwrap();
    assert_eq!(class.play_all(), 1, "a version that is withdrawn plays no more");
    let opponents = |caller: &str| {
        let all = class.store.opponents(caller, &class.contest).unwrap();
        all.into_iter().map(|one| (one.name, one.hand_in.version)).collect::<Vec<_>>()
    };
    assert_eq!(opponents("anna"), [("anna".into(), 2), ("ben".into(), 1)]);
    assert_eq!(opponents("ben"), [("ben".into(), 1)], "anna has no active version");
    assert_eq!(class.store.opponent("other", &ben.id).unwrap_err(), StoreError::NotFound);
}

#[test]
fn a_stage_follows_when_all_matches_have_ended_and_only_once() {
    let class = class();
    for account in ["anna", "ben", "cleo"] {
        class.valid(account, "1", 100);
    }
    class.step(ContestStep::Freeze).unwrap();
    class.begin_final().unwrap();
    let next = |_: &_, stages: &[Stage], matches: &[wag_store::matches::Match]| {
        assert_eq!((stages.len(), matches.len()), (1, 6));
        let seats: Vec<Seated> = matches[0].seats.iter().map(|seat| seat.seated.clone()).collect();
        let matches = vec![NewMatch { place: String::new(), seed: stages[0].seed + 1, seats }];
        Ok::<_, StoreError>(Some(NewStage { plan: "{}".into(), matches }))
    };
    assert_eq!(
        class.store.continue_final(&class.contest, next, 61),
        Ok(Continued::Unchanged),
        "matches wait"
    );
    class.play_all();
    let contest = class.contest.clone();
    let mut all = race(&class, move |store, _| store.continue_final(&contest, next, 80).unwrap());
    all.sort_by_key(|one| *one == Continued::Unchanged);
    assert_eq!((all[0], all[1]), (Continued::NextStage, Continued::Unchanged));
    assert_eq!(class.play_all(), 1);
    let (stages, matches) = class.store.final_stages(&class.contest).unwrap();
    assert_eq!((stages.len(), matches.len(), stages[0].is_done, stages[1].is_done), (2, 7, true, false));
    class.store.step_contest("teacher", &class.contest, ContestStep::Done, 90).unwrap();
    assert_eq!(class.state(), ContestState::Done, "a teacher ends it without further stages");
}

#[test]
fn seats_of_a_deleted_person_stay() {
    let class = class();
    class.in_final(&["anna", "ben"]);
    class.play_all();
    class.store.db.write(|w| w.run("DELETE FROM accounts WHERE id = 'anna'", &[])).unwrap();
    let played = class.store.played(&class.contest, Part::Final).unwrap();
    let former =
        |one: &&wag_store::matches::Match| one.seats.iter().any(|seat| seat.seated == Seated::Former);
    assert_eq!((played.len(), played.iter().filter(former).count()), (2, 2));
    assert!(played.iter().all(|one| one.seats.iter().all(|seat| seat.place.is_some())));
}

#[test]
fn results_of_an_excluded_worker_do_not_count_until_an_owner_allows_it() {
    let class = class();
    class.in_final(&["anna", "ben"]);
    let results =
        [SeatResult { place: 1, ..SeatResult::default() }, SeatResult { place: 2, ..SeatResult::default() }];
    let first = class.store.claim_match(70).unwrap().unwrap();
    assert!(class.store.end_match(&first.id, &results, ((3, 4), Some("w1")), 71).unwrap());
    let second = class.store.claim_match(72).unwrap().unwrap();
    let changed = class.store.exclude_worker(("w1", "why"), &second.id, 73).unwrap();
    assert_eq!(changed, Some(vec![class.contest.clone()]));
    assert_eq!(class.store.exclude_worker(("w1", "again"), &second.id, 74).unwrap(), None, "once");
    assert_eq!(class.store.played(&class.contest, Part::Final).unwrap(), [], "its result is void");
    let store = Store::open(&class.folder.path().join("wag.db")).unwrap();
    let kept = store.excluded_workers().unwrap();
    assert_eq!(kept, [ExcludedWorker { name: "w1".into(), reason: "why".into(), excluded_at: 73 }]);
    assert!(!store.end_match(&second.id, &results, ((3, 4), Some("w1")), 75).unwrap());
    assert_eq!(store.allow_worker("teacher", "w1", 76), Err(StoreError::NotFound), "only an owner");
    store.allow_worker("owner", "w1", 77).unwrap();
    assert_eq!(store.excluded_workers().unwrap(), []);
    assert!(store.end_match(&second.id, &results, ((3, 4), Some("w1")), 78).unwrap());
    let last = &store.audit("owner", i64::MAX).unwrap()[0];
    assert_eq!(
        (last.actor.as_str(), last.action.as_str(), &last.detail["worker"]),
        ("owner", "cluster.allow", &"w1".into())
    );
}

//! The steps of a contest, and who may take them.

use super::*;

#[test]
fn each_step_is_possible_in_one_state() {
    let class = class();
    let bad = Err(StoreError::WrongState);
    for key in ["anna", "ben"] {
        class.valid(key, key, 100);
    }
    assert_eq!(class.step(ContestStep::Open), bad);
    assert_eq!(class.step(ContestStep::Release), bad);
    assert_eq!(class.begin_final(), bad);
    class.step(ContestStep::Freeze).unwrap();
    assert_eq!(class.step(ContestStep::Freeze), bad);
    class.begin_final().unwrap();
    assert_eq!(class.begin_final(), bad);
    assert!(!class.finishes(65), "matches wait");
    assert_eq!(class.store.reveal("teacher", &class.contest, 1, 66), Err(StoreError::WrongState));
    assert_eq!(class.play_all(), 2);
    assert!(class.finishes(75));
    assert!(!class.finishes(76));
    assert_eq!(class.store.reveal("teacher", &class.contest, 2, 77).unwrap().revealed, 2);
    assert_eq!(class.store.reveal("teacher", &class.contest, 1, 78), Err(StoreError::WrongState));
    assert_eq!(class.step(ContestStep::Archive), bad, "its results would never be shown");
    assert_eq!(class.hand_in("cleo", "late", DEADLINE + 5).state, HandInState::Received);
    class.step(ContestStep::Release).unwrap();
    let closed = class.store.add_hand_in(&class.upload("cleo", "later", DEADLINE + 6), 80);
    assert_eq!(closed, Err(StoreError::Closed));
    class.step(ContestStep::Archive).unwrap();
    assert_eq!(class.step(ContestStep::Archive), bad);
    assert_eq!(class.state(), ContestState::Archived);
}

#[test]
fn of_many_equal_steps_at_once_one_is_taken() {
    let class = class();
    for key in ["anna", "ben", "cleo"] {
        class.valid(key, key, 100);
    }
    let contest = class.contest.clone();
    let frozen = race(&class, move |store, number| match number % 2 {
        0 => store.step_contest("teacher", &contest, ContestStep::Freeze, DEADLINE + 1).is_ok(),
        _ => !store.freeze_due(DEADLINE + 1).unwrap().is_empty(),
    });
    assert_eq!(frozen.iter().filter(|done| **done).count(), 1);
    class.begin_final().unwrap();
    let claimed = race(&class, |store, _| store.claim_match(1).unwrap().map(|claimed| claimed.id));
    let mut ids: Vec<String> = claimed.into_iter().flatten().collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 6);
}

#[test]
fn a_contest_without_a_final_is_put_away() {
    let class = class();
    class.valid("anna", "1", 100);
    class.step(ContestStep::Archive).unwrap();
    assert_eq!(class.state(), ContestState::Archived);
    assert_eq!(class.store.add_hand_in(&class.upload("ben", "1", 200), 200), Err(StoreError::Closed));
}

#[test]
fn a_teacher_ends_a_final_early() {
    let class = class();
    for key in ["anna", "ben", "cleo"] {
        class.valid(key, key, 100);
    }
    class.step(ContestStep::Freeze).unwrap();
    assert_eq!(class.step(ContestStep::Done), Err(StoreError::WrongState));
    class.begin_final().unwrap();
    let running = class.store.claim_match(70).unwrap().unwrap();
    class.step(ContestStep::Done).unwrap();
    assert_eq!(class.state(), ContestState::Final, "a match is played");
    let results: Vec<SeatResult> =
        (1..=2).map(|place| SeatResult { place, ..SeatResult::default() }).collect();
    assert!(class.store.end_match(&running.id, &results, ((1, 1), None), 71).unwrap());
    assert!(class.finishes(72));
    assert_eq!(class.store.final_progress(&class.contest).unwrap(), (1, 1));
}

#[test]
fn strangers_find_nothing_and_pupils_change_nothing() {
    let class = class();
    let mine = class.valid("anna", "1", 100);
    let (store, contest) = (&class.store, class.contest.as_str());
    let none = StoreError::NotFound;
    for stranger in [Some("other"), Some("colleague"), Some("nobody"), None] {
        assert_eq!(store.contest(stranger, contest).unwrap_err(), none, "{stranger:?}");
        assert_eq!(store.matches(stranger, contest, None, None).unwrap_err(), none, "{stranger:?}");
    }
    for caller in ["ben", "other", "colleague", "nobody"] {
        assert_eq!(store.hand_in(caller, &mine.id).unwrap_err(), none, "{caller}");
        assert_eq!(store.activate(caller, &mine.id, 5).unwrap_err(), none, "{caller}");
        assert_eq!(store.withdraw(caller, &mine.id, 5).unwrap_err(), none, "{caller}");
        assert_eq!(
            store.step_contest(caller, contest, ContestStep::Freeze, 5).unwrap_err(),
            none,
            "{caller}"
        );
        assert_eq!(store.reveal(caller, contest, 1, 5).unwrap_err(), none, "{caller}");
        assert_eq!(store.make_screen(caller, contest, 5).err(), Some(none.clone()), "{caller}");
        let change = store.change_contest(caller, contest, &ContestSettings::default(), 5);
        assert_eq!(change.unwrap_err(), none, "{caller}");
        let entry = store.change_entry(caller, contest, "anna", EntryChange::default(), 5);
        assert_eq!(entry.unwrap_err(), none, "{caller}");
        let made = store.make_contest(caller, "7b", &ContestSettings::default(), 5);
        assert_eq!(made.unwrap_err(), none, "{caller}");
    }
    assert_eq!(store.admission("other", contest, "k", 100, HandInLimits::default()).unwrap_err(), none);
    assert_eq!(store.hand_ins("ben", contest).unwrap(), []);
    assert_eq!(store.hand_ins("teacher", contest).unwrap().len(), 1);
    let entry = store.change_entry("teacher", contest, "other", EntryChange::default(), 5);
    assert_eq!(entry.unwrap_err(), none, "not of this class");
    assert!(store.contest(Some("owner"), contest).unwrap().can_teach);
    let open = ContestSettings { seen_by: Some(SeenBy::Everyone), ..ContestSettings::default() };
    store.change_contest("teacher", contest, &open, 5).unwrap();
    let seen = store.contest(None, contest).unwrap();
    assert!(!seen.can_teach && !seen.is_member);
    assert_eq!(
        store.admission("other", contest, "k", 100, HandInLimits::default()).unwrap_err(),
        none,
        "seen by everyone, but of a class"
    );
}

#[test]
fn the_link_of_a_projector_ends() {
    let class = class();
    let secret = class.store.make_screen("teacher", &class.contest, 5).unwrap();
    assert_eq!(class.store.contest_of_screen(secret.text(), 6).unwrap().id, class.contest);
    assert_eq!(class.store.contest_of_screen("other", 6).unwrap_err(), StoreError::NotFound);
    let end = class.store.contest_of_screen(secret.text(), i64::MAX);
    assert_eq!(end.unwrap_err(), StoreError::Closed);
}
use wag_store::HandInLimits;

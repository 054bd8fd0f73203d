//! Contests in the store: their states, hand-ins and matches, with double calls, races and steps that are not allowed.
#![allow(clippy::unwrap_used)]

use std::sync::{Arc, Barrier};
use std::thread;
use wag_store::contests::{ContestSettings, ContestState, ContestStep, EntryChange, Part, SeenBy};
use wag_store::hand_ins::{Admission, CheckResult, HandIn, HandInState, NewHandIn};
use wag_store::matches::{NewMatch, SeatResult, Seated};
use wag_store::stages::{Continued, NewStage, Stage};
use wag_store::{HandInLimits, Store, StoreError, new_id, values};

const DEADLINE: i64 = 1_000_000;

/// A class with a teacher, three pupils, and people who do not belong to it, in a file.
struct Class {
    store: Arc<Store>,
    folder: tempfile::TempDir,
    contest: String,
}

fn person(store: &Store, id: &str, role: Option<&str>, class: &str, is_owner: bool) {
    let write = |sql: &str, values: &[wag_store::Value]| {
        store.db.write(|w| w.run(sql, values)).unwrap();
    };
    let sql = "INSERT INTO accounts (id, display_name, is_owner, created_at) VALUES ($1, $1, $2, 0)";
    write(sql, values![id, is_owner]);
    if let Some(role) = role {
        let sql = "INSERT INTO members (class_id, account_id, role, name_key, joined_at, confirmed_at)
            VALUES ($1, $2, $3, $2, 0, 0)";
        write(sql, values![class, id, role]);
    }
}

fn class() -> Class {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("wag.db")).unwrap();
    for class in ["7b", "8a"] {
        let sql = "INSERT INTO classes (id, name, created_at) VALUES ($1, $1, 0)";
        store.db.write(|w| w.run(sql, values![class])).unwrap();
    }
    person(&store, "owner", None, "7b", true);
    person(&store, "teacher", Some("teacher"), "7b", false);
    for pupil in ["anna", "ben", "cleo"] {
        person(&store, pupil, Some("pupil"), "7b", false);
    }
    person(&store, "other", Some("pupil"), "8a", false);
    person(&store, "colleague", Some("teacher"), "8a", false);
    let new = ContestSettings {
        name: Some("cup".into()),
        game: Some("warriors".into()),
        deadline_at: Some(Some(DEADLINE)),
        ..ContestSettings::default()
    };
    let contest = store.make_contest("teacher", "7b", &new, 1).unwrap().id;
    store.step_contest("teacher", &contest, ContestStep::Open, 2).unwrap();
    Class { store: Arc::new(store), folder, contest }
}

impl Class {
    fn upload(&self, account: &str, key: &str, arrived_at: i64) -> NewHandIn {
        NewHandIn {
            id: new_id(),
            contest: self.contest.clone(),
            account: account.into(),
            request_key: key.into(),
            own_file: "yourAI.py".into(),
            file_name: "yourAI.py".into(),
            bytes: 10,
            arrived_at,
            limits: HandInLimits::default(),
        }
    }

    fn hand_in(&self, account: &str, key: &str, arrived_at: i64) -> HandIn {
        self.store.add_hand_in(&self.upload(account, key, arrived_at), arrived_at).unwrap().0
    }

    /// Checks everything that waits, with this result.
    fn check(&self, reason: Option<&str>) {
        while let Some(claimed) = self.store.claim_check(10).unwrap() {
            assert_eq!(claimed.hand_in.state, HandInState::Checking);
            let result = CheckResult {
                content: Some((format!("sha of {}", claimed.hand_in.id), 5)),
                reason: reason.map(str::to_string),
                prints: String::new(),
            };
            self.store.end_check(&claimed.hand_in.id, &result, 11).unwrap().unwrap();
        }
    }

    fn valid(&self, account: &str, key: &str, arrived_at: i64) -> HandIn {
        let hand_in = self.hand_in(account, key, arrived_at);
        self.check(None);
        self.store.hand_in(account, &hand_in.id).unwrap().0
    }

    fn state(&self) -> ContestState {
        self.store.contest_for_server(&self.contest).unwrap().state
    }

    fn step(&self, step: ContestStep) -> Result<(), StoreError> {
        self.store.step_contest("teacher", &self.contest, step, 50).map(|_| ())
    }

    /// Begins the final with a match of all hand-ins in each order of two.
    fn begin_final(&self) -> Result<(), StoreError> {
        let plan = |_: &_, seed: i64, all: &[wag_store::contests::Finalist]| {
            let seated = |at: usize| Seated::HandIn {
                id: all[at].hand_in.clone(),
                account_id: all[at].account_id.clone(),
            };
            let pairs = (0..all.len()).flat_map(|one| (0..all.len()).map(move |other| (one, other)));
            let pairs = pairs.filter(|(one, other)| one != other);
            let new = |(one, other)| NewMatch {
                place: String::new(),
                seed,
                seats: vec![seated(one), seated(other)],
            };
            Ok::<_, StoreError>(NewStage { matches: pairs.map(new).collect(), ..NewStage::default() })
        };
        self.store.begin_final("teacher", &self.contest, plan, 60).map(|_| ())
    }

    /// Continues the final, in which no stage follows. Returns whether this ended it.
    fn finishes(&self, now: i64) -> bool {
        let none = |_: &_, _: &[_], _: &[_]| Ok::<_, StoreError>(None);
        self.store.continue_final(&self.contest, none, now).unwrap() == Continued::Done
    }

    fn play_all(&self) -> usize {
        let mut played = 0;
        while let Some(claimed) = self.store.claim_match(70).unwrap() {
            let results: Vec<SeatResult> = (1..)
                .take(claimed.seats.len())
                .map(|place| SeatResult { place, ..SeatResult::default() })
                .collect();
            assert!(self.store.end_match(&claimed.id, &results, ((3, 4), None), 71).unwrap());
            assert!(
                !self.store.end_match(&claimed.id, &results, ((3, 4), None), 72).unwrap(),
                "a repeated report"
            );
            played += 1;
        }
        played
    }
}

/// Runs the same work in many threads at once, and returns their results.
fn race<T: Send + 'static>(
    class: &Class,
    work: impl Fn(&Store, usize) -> T + Send + Sync + 'static,
) -> Vec<T> {
    let (work, barrier) = (Arc::new(work), Arc::new(Barrier::new(8)));
    let run = |number: usize| {
        let (work, barrier, store) = (Arc::clone(&work), Arc::clone(&barrier), Arc::clone(&class.store));
        thread::spawn(move || {
            barrier.wait();
            work(&store, number)
        })
    };
    let threads: Vec<_> = (0..8).map(run).collect();
    threads.into_iter().map(|thread| thread.join().unwrap()).collect()
}

#[test]
fn hand_ins_are_numbered_and_the_newest_valid_one_is_active() {
    let class = class();
    let first = class.valid("anna", "a", 100);
    assert_eq!((first.version, first.state, first.is_active), (1, HandInState::Valid, true));
    let second = class.hand_in("anna", "b", 101);
    class.check(Some("{}"));
    let all = class.store.hand_ins("anna", &class.contest).unwrap();
    let states: Vec<_> = all.iter().map(|one| (one.version, one.state, one.is_active)).collect();
    assert_eq!(states, [(2, HandInState::Invalid, false), (1, HandInState::Valid, true)]);
    assert_eq!(class.store.activate("anna", &second.id, 102), Err(StoreError::WrongState));
    let third = class.valid("anna", "c", 103);
    assert!(third.is_active);
    assert!(class.store.activate("anna", &first.id, 104).unwrap().is_active);
    assert!(!class.store.hand_in("anna", &third.id).unwrap().0.is_active);
    let withdrawn = class.store.withdraw("anna", &first.id, 105).unwrap();
    assert_eq!((withdrawn.state, withdrawn.is_active), (HandInState::Withdrawn, false));
    assert_eq!(class.store.withdraw("anna", &first.id, 106), Err(StoreError::WrongState));
}

#[test]
fn checks_that_end_out_of_order_leave_the_newest_version_active() {
    let class = class();
    let (old, new) = (class.hand_in("anna", "a", 100), class.hand_in("anna", "b", 101));
    let claimed: Vec<String> =
        (0..2).map(|_| class.store.claim_check(1).unwrap().unwrap().hand_in.id).collect();
    assert_eq!(claimed, [old.id.clone(), new.id.clone()]);
    let result = CheckResult::default();
    assert!(class.store.end_check(&new.id, &result, 5).unwrap().unwrap().is_active);
    assert!(!class.store.end_check(&old.id, &result, 6).unwrap().unwrap().is_active);
    assert_eq!(class.store.end_check(&old.id, &result, 7).unwrap(), None, "a repeated report");
}

#[test]
fn a_repeated_request_gets_the_same_hand_in() {
    let class = class();
    let new = class.upload("anna", "key", 100);
    let first = class.store.add_hand_in(&new, 100).unwrap();
    let again = class.store.add_hand_in(&NewHandIn { id: new_id(), ..new.clone() }, 200).unwrap();
    assert_eq!((first.1, again.1, &first.0), (true, false, &again.0));
    let known = class.store.admission("anna", &class.contest, "key", 300, HandInLimits::default()).unwrap();
    assert_eq!(known, Admission::Known(Box::new(first.0)));
    let other = class.store.add_hand_in(&class.upload("ben", "key", 100), 100).unwrap();
    assert!(other.1, "a key is that of one account");
}

#[test]
fn of_many_equal_requests_at_once_one_makes_the_hand_in() {
    let class = class();
    let contest = class.contest.clone();
    let made = race(&class, move |store, number| {
        let new = NewHandIn {
            id: new_id(),
            contest: contest.clone(),
            account: "anna".into(),
            request_key: if number < 4 { "same".into() } else { format!("key {number}") },
            own_file: String::new(),
            file_name: String::new(),
            bytes: 1,
            arrived_at: 100,
            limits: HandInLimits::default(),
        };
        store.add_hand_in(&new, 100).unwrap()
    });
    assert_eq!(made.iter().filter(|(_, is_new)| *is_new).count(), 5);
    let mut versions: Vec<i64> =
        class.store.hand_ins("anna", &class.contest).unwrap().iter().map(|one| one.version).collect();
    versions.sort_unstable();
    assert_eq!(versions, [1, 2, 3, 4, 5]);
}

#[test]
fn each_check_is_claimed_once() {
    let class = class();
    for number in 0..5 {
        class.hand_in("anna", &number.to_string(), 100 + number);
    }
    let claimed = race(&class, |store, _| store.claim_check(1).unwrap().map(|claimed| claimed.hand_in.id));
    let mut ids: Vec<String> = claimed.into_iter().flatten().collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 5);
    assert_eq!(class.store.claim_check(2).unwrap(), None);
}

#[test]
fn lateness_is_decided_by_arrival_deadline_grace_and_freeze() {
    let class = class();
    let is_late = |class: &Class, account: &str, key: &str, at: i64| class.hand_in(account, key, at).is_late;
    assert!(!is_late(&class, "anna", "1", DEADLINE));
    assert!(is_late(&class, "anna", "2", DEADLINE + 1));
    let grace = EntryChange { grace_until: Some(Some(DEADLINE + 500)), ..EntryChange::default() };
    class.store.change_entry("teacher", &class.contest, "ben", grace, 5).unwrap();
    assert!(!is_late(&class, "ben", "3", DEADLINE + 500));
    assert!(is_late(&class, "ben", "4", DEADLINE + 501));
    assert_eq!(class.store.freeze_due(DEADLINE).unwrap(), Vec::<String>::new());
    assert_eq!(class.store.freeze_due(DEADLINE + 20).unwrap(), std::slice::from_ref(&class.contest));
    assert_eq!(class.store.freeze_due(DEADLINE + 20).unwrap(), Vec::<String>::new());
    assert_eq!(class.state(), ContestState::Frozen);
    assert!(!is_late(&class, "anna", "5", DEADLINE - 1), "its body arrived after the freeze");
    assert!(!is_late(&class, "ben", "6", DEADLINE + 400));
    assert!(is_late(&class, "cleo", "7", DEADLINE + 21));
}

/// 200 hand-ins of four threads arrive in the milliseconds around the deadline, and their bodies after it.
#[test]
fn of_hand_ins_around_the_deadline_the_time_of_arrival_decides() {
    let class = class();
    let pupils: Vec<String> = (0..20).map(|number| format!("p{number}")).collect();
    pupils.iter().for_each(|pupil| person(&class.store, pupil, Some("pupil"), "7b", false));
    let all: Vec<HandIn> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|thread| {
                let (class, pupils) = (&class, &pupils);
                scope.spawn(move || -> Vec<HandIn> {
                    let numbers = (0..50).map(|number| 4 * number + thread);
                    let one = |number: i64| {
                        let pupil = &pupils[number as usize % pupils.len()];
                        let new = class.upload(pupil, &number.to_string(), DEADLINE - 99 + number);
                        class.store.add_hand_in(&new, DEADLINE + 60_000).unwrap().0
                    };
                    numbers.map(one).collect()
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(all.len(), 200);
    assert_eq!(all.iter().filter(|one| one.is_late).count(), 100);
    for one in &all {
        assert_eq!(one.is_late, one.arrived_at > DEADLINE, "{one:?}");
    }
    // Each pupil's versions are numbered without a gap.
    for pupil in &pupils {
        let mut versions: Vec<i64> =
            all.iter().filter(|one| one.account_id == *pupil).map(|one| one.version).collect();
        versions.sort_unstable();
        assert!(versions.iter().copied().eq(1..=versions.len() as i64), "{versions:?}");
    }
}

#[test]
fn a_freeze_before_the_deadline_ends_the_time() {
    let class = class();
    class.store.step_contest("teacher", &class.contest, ContestStep::Freeze, 500).unwrap();
    assert!(!class.hand_in("anna", "1", 500).is_late);
    assert!(class.hand_in("anna", "2", 501).is_late);
}

#[test]
fn a_late_version_plays_only_if_a_teacher_says_so() {
    let class = class();
    let early = class.valid("anna", "1", 100);
    let late = class.valid("anna", "2", DEADLINE + 1);
    assert!(late.is_late && !late.is_active);
    assert_eq!(class.store.activate("anna", &late.id, DEADLINE + 2), Err(StoreError::Closed));
    class.store.freeze_due(DEADLINE + 1).unwrap();
    assert_eq!(class.store.activate("anna", &early.id, DEADLINE + 2), Err(StoreError::Closed));
    assert!(class.store.activate("teacher", &late.id, DEADLINE + 2).unwrap().is_active);
    let entry = class.store.entries(&class.contest).unwrap().remove(0);
    assert_eq!(
        (entry.active_hand_in.as_ref(), entry.final_hand_in.as_ref()),
        (Some(&late.id), Some(&late.id))
    );
}

#[test]
fn a_check_that_ends_after_the_freeze_counts_if_the_version_was_in_time() {
    let class = class();
    class.valid("ben", "1", 100);
    let slow = class.hand_in("anna", "1", DEADLINE);
    class.store.freeze_due(DEADLINE + 1).unwrap();
    assert_eq!(class.begin_final(), Err(StoreError::WrongState), "a check is missing");
    class.check(None);
    let entries = class.store.entries(&class.contest).unwrap();
    assert_eq!(entries[0].final_hand_in.as_ref(), Some(&slow.id));
    class.begin_final().unwrap();
    assert_eq!(class.play_all(), 2);
}

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
fn a_lost_match_is_tried_three_times_and_then_void() {
    let class = class();
    for key in ["anna", "ben"] {
        class.valid(key, key, 100);
    }
    class.step(ContestStep::Freeze).unwrap();
    class.begin_final().unwrap();
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
fn a_lost_check_ends_with_a_reason() {
    let class = class();
    let hand_in = class.hand_in("anna", "1", 100);
    for attempt in 1..=3 {
        class.store.claim_check(5).unwrap().unwrap();
        assert_eq!(class.store.lose_check(&hand_in.id, "\"why\"", 6).unwrap(), attempt < 3);
    }
    let hand_in = class.store.hand_in("anna", &hand_in.id).unwrap().0;
    assert_eq!((hand_in.state, hand_in.reason.as_deref()), (HandInState::Invalid, Some("\"why\"")));
}

#[test]
fn a_version_that_is_withdrawn_during_its_check_stays_withdrawn() {
    let class = class();
    let hand_in = class.hand_in("anna", "1", 100);
    class.store.claim_check(5).unwrap().unwrap();
    class.store.withdraw("anna", &hand_in.id, 101).unwrap();
    assert_eq!(class.store.end_check(&hand_in.id, &CheckResult::default(), 7).unwrap(), None);
    let hand_in = class.store.hand_in("anna", &hand_in.id).unwrap().0;
    assert_eq!((hand_in.state, hand_in.is_active), (HandInState::Withdrawn, false));
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
fn results_of_the_final_are_hidden_until_they_are_released() {
    let class = class();
    for key in ["anna", "ben"] {
        class.valid(key, key, 100);
    }
    class.step(ContestStep::Freeze).unwrap();
    class.begin_final().unwrap();
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
fn hand_ins_are_bounded() {
    let class = class();
    for number in 0..20 {
        class.hand_in("anna", &number.to_string(), 100);
    }
    let more = class.store.admission("anna", &class.contest, "more", 200, HandInLimits::default());
    assert_eq!(more, Err(StoreError::TooMany { max: 20 }));
    assert!(class.store.admission("ben", &class.contest, "more", 200, HandInLimits::default()).is_ok());
    assert!(
        class.store.admission("anna", &class.contest, "0", 200, HandInLimits::default()).is_ok(),
        "a repeated request"
    );
    assert!(
        class
            .store
            .admission("anna", &class.contest, "more", 100 + 3_600_001, HandInLimits::default())
            .is_ok()
    );
}

#[test]
fn the_ladder_follows_the_active_versions() {
    let class = class();
    let plan = |now| {
        let state = class.store.ladder(&class.contest).unwrap().unwrap();
        let new = |(number, one): (i64, &Seated)| {
            let seats = vec![one.clone(), Seated::BuiltIn("Noob".into())];
            NewMatch { place: String::new(), seed: state.matches.len() as i64 + number, seats }
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
    for key in ["anna", "ben"] {
        class.valid(key, key, 100);
    }
    class.step(ContestStep::Freeze).unwrap();
    class.begin_final().unwrap();
    class.play_all();
    class.store.db.write(|w| w.run("DELETE FROM accounts WHERE id = 'anna'", &[])).unwrap();
    let played = class.store.played(&class.contest, Part::Final).unwrap();
    let former =
        |one: &&wag_store::matches::Match| one.seats.iter().any(|seat| seat.seated == Seated::Former);
    assert_eq!((played.len(), played.iter().filter(former).count()), (2, 2));
    assert!(played.iter().all(|one| one.seats.iter().all(|seat| seat.place.is_some())));
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

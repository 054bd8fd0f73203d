//! Hand-ins: their versions, checks and deadlines.

use super::*;

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
use wag_store::HandInLimits;

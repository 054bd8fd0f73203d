//! Contests in the store: their states, hand-ins and matches, with double calls, races and steps that are not allowed.
#![allow(clippy::unwrap_used)]

mod hand_ins;
mod matches;
mod steps;

use std::sync::{Arc, Barrier};
use std::thread;
use wag_store::HandInLimits;
use wag_store::contests::{ContestSettings, ContestState, ContestStep, EntryChange, Part, SeenBy};
use wag_store::hand_ins::{Admission, CheckResult, HandIn, HandInState, NewHandIn};
use wag_store::matches::{NewMatch, SeatResult, Seated};
use wag_store::stages::{Continued, NewStage, Stage};
use wag_store::{ExcludedWorker, Store, StoreError, new_id, values};

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

    /// Lets these people hand in, freezes the contest and begins its final.
    fn in_final(&self, people: &[&str]) {
        for person in people {
            self.valid(person, person, 100);
        }
        self.step(ContestStep::Freeze).unwrap();
        self.begin_final().unwrap();
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

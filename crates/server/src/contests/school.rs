//! Contests in all states for the test that asks every route as every caller.

use crate::host::Host;
use std::collections::BTreeMap;
use wag_store::contests::{Contest, ContestSettings, ContestStep, Finalist};
use wag_store::hand_ins::{CheckResult, NewHandIn};
use wag_store::matches::{NewMatch, SeatResult, Seated};
use wag_store::stages::{Continued, NewStage};
use wag_store::{StoreError, new_id};

/// The people of the class: the teacher, the author of hand-ins, and a second pupil.
pub struct People<'p> {
    pub teacher: &'p str,
    pub pupil: &'p str,
    pub classmate: &'p str,
    /// Everybody, with a file in the workspace.
    pub all: Vec<String>,
}

/// The callers who see a contest of the class, a hand-in and the secrets of a match.
pub const SEES_CONTEST: [&str; 4] = ["pupil", "classmate", "teacher", "owner"];
pub const SEES_HAND_IN: [&str; 3] = ["pupil", "teacher", "owner"];

/// Makes a contest in each state. Returns the ids by the name of the parameter, and those of contests by
/// `contest STATE`; `contest` alone is open.
pub fn ids(host: &Host, class: &str, people: &People<'_>) -> BTreeMap<&'static str, String> {
    for account in &people.all {
        let workspace = host.folder().join("workspaces").join(account);
        std::fs::create_dir_all(&workspace).unwrap();
        std::fs::write(workspace.join("yourAI.py"), "x = 1").unwrap();
    }
    let secret =
        |contest: &str| host.store.make_screen(people.teacher, contest, wag_store::now_ms()).unwrap();
    let (open, hand_in) = contest(host, class, people, "open");
    let mut ids = BTreeMap::from([
        ("token", secret(&open).text().to_string()),
        ("hand_in", hand_in),
        ("contest", open),
    ]);
    let (released, _) = contest(host, class, people, "released");
    let played = host.store.played(&released, wag_store::contests::Part::Final).unwrap();
    ids.insert("match", played[0].id.clone());
    ids.insert("contest released", released);
    // The match of the final waits, so it comes last.
    let states = [
        ("contest draft", "draft"),
        ("contest frozen", "frozen"),
        ("contest done", "done"),
        ("contest final", "final"),
    ];
    for (name, state) in states {
        ids.insert(name, contest(host, class, people, state).0);
    }
    ids
}

/// Returns the name of the parameter for the contest that a route needs.
pub fn contest_for(pattern: &str) -> &'static str {
    match pattern.rsplit('/').next() {
        Some("open" | "archive") => "contest draft",
        Some("final") => "contest frozen",
        Some("done") => "contest final",
        Some("release" | "reveal") => "contest done",
        _ => "contest",
    }
}

/// Makes a contest in a state. Returns its id, and that of the pupil's hand-in.
fn contest(host: &Host, class: &str, people: &People<'_>, state: &str) -> (String, String) {
    let store = &host.store;
    let new = ContestSettings {
        name: Some(state.into()),
        game: Some(wag_games::first().info.name.into()),
        ..ContestSettings::default()
    };
    let id = store.make_contest(people.teacher, class, &new, 1).unwrap().id;
    let step = |step| store.step_contest(people.teacher, &id, step, 50).unwrap();
    if state == "draft" {
        return (id, new_id());
    }
    step(ContestStep::Open);
    let hand_in = hand_in(host, &id, people.pupil);
    self::hand_in(host, &id, people.classmate);
    if state == "open" {
        return (id, hand_in);
    }
    step(ContestStep::Freeze);
    if state == "frozen" {
        return (id, hand_in);
    }
    let account = people.pupil.to_string();
    let plan = |_: &Contest, seed: i64, finalists: &[Finalist]| {
        let own = finalists.iter().find(|one| one.account_id == account).unwrap();
        let seats = vec![
            Seated::HandIn { id: own.hand_in.clone(), account_id: account.clone() },
            Seated::BuiltIn(wag_games::first().info.filler.unwrap().into()),
        ];
        let matches = vec![NewMatch { place: String::new(), seed, seats }];
        Ok::<_, StoreError>(NewStage { matches, ..NewStage::default() })
    };
    store.begin_final(people.teacher, &id, plan, 60).unwrap();
    if state == "final" {
        return (id, hand_in);
    }
    let one = store.claim_match(70).unwrap().unwrap();
    let results: Vec<SeatResult> =
        (1..=2).map(|place| SeatResult { place, ..SeatResult::default() }).collect();
    host.contests.files.store_match(&one.id, b"", &["log".into(), String::new()]).unwrap();
    assert!(one.contest_id == id && store.end_match(&one.id, &results, ((1, 1), None), 71).unwrap());
    let none = |_: &_, _: &[_], _: &[_]| Ok::<_, StoreError>(None);
    assert_eq!(store.continue_final(&id, none, 72), Ok(Continued::Done));
    if state == "released" {
        step(ContestStep::Release);
    }
    (id, hand_in)
}

/// Hands in a valid version. Returns its id.
fn hand_in(host: &Host, contest: &str, account: &str) -> String {
    let new = NewHandIn {
        id: new_id(),
        contest: contest.into(),
        account: account.into(),
        request_key: new_id(),
        own_file: "yourAI.py".into(),
        file_name: "yourAI.py".into(),
        bytes: 1,
        arrived_at: 10,
        limits: wag_store::HandInLimits::default(),
    };
    host.store.add_hand_in(&new, 10).unwrap();
    let claimed = host.store.claim_check(11).unwrap().unwrap();
    host.contests.files.store_blob("00", b"zip").unwrap();
    let result = CheckResult { content: Some(("00".into(), 3)), ..CheckResult::default() };
    host.store.end_check(&claimed.hand_in.id, &result, 12).unwrap();
    new.id
}

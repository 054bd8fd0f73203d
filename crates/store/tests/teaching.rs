//! Tests of what teachers see and change of their pupils: only of their own, all or nothing, and recorded.
#![allow(clippy::unwrap_used)]

use wag_store::contests::{ContestSettings, SeenBy};
use wag_store::{Attempt, ClassChange, ListedPupil, MarkChange, Role, Store, StoreError, values};

/// A store with an owner, a teacher and an empty class, and another teacher with another class.
struct School {
    store: Store,
    owner: String,
    teacher: String,
    class: String,
    other_teacher: String,
}

fn school() -> School {
    let store = Store::memory().unwrap();
    let (owner, _) = store.make_first_owner("Owner", 0).unwrap().unwrap();
    let insert = |sql: &str, values: &[wag_store::Value]| store.db.write(|w| w.run(sql, values)).unwrap();
    for (class, teacher) in [("class", "teacher"), ("other class", "other teacher")] {
        insert("INSERT INTO accounts (id, display_name, created_at) VALUES ($1, $1, 0)", values![teacher]);
        insert("INSERT INTO classes (id, name, created_at) VALUES ($1, $1, 0)", values![class]);
        let sql = "INSERT INTO members (class_id, account_id, role, name_key, joined_at, confirmed_at)
            VALUES ($1, $2, 'teacher', $2, 0, 0)";
        insert(sql, values![class, teacher]);
    }
    School {
        store,
        owner: owner.id,
        teacher: "teacher".into(),
        class: "class".into(),
        other_teacher: "other teacher".into(),
    }
}

fn listed(name: &str) -> ListedPupil {
    ListedPupil {
        account: None,
        name: name.into(),
        name_key: name.to_lowercase(),
        group: Some("7b".into()),
        external_id: None,
    }
}

impl School {
    fn take(&self, names: &[&str]) -> Vec<String> {
        let pupils: Vec<ListedPupil> = names.iter().map(|name| listed(name)).collect();
        let new = self.store.take_class_list(&self.teacher, &self.class, &pupils, 1).unwrap();
        new.into_iter().map(|(account, _)| account.id).collect()
    }

    fn names(&self) -> Vec<String> {
        let pupils = self.store.taught_pupils(&self.teacher, &self.class).unwrap();
        pupils.into_iter().map(|pupil| pupil.name).collect()
    }

    fn contest(&self) -> String {
        let settings = ContestSettings {
            name: Some("Cup".into()),
            game: Some("gems".into()),
            seen_by: Some(SeenBy::Class),
            ..ContestSettings::default()
        };
        self.store.make_contest(&self.teacher, &self.class, &settings, 2).unwrap().id
    }

    /// Returns actor, action and subject of each act, the newest first.
    fn audit(&self) -> Vec<(String, String, String)> {
        let acts = self.store.audit(&self.owner, i64::MAX).unwrap();
        acts.into_iter().map(|act| (act.actor, act.action, act.subject)).collect()
    }
}

#[test]
fn a_class_list_is_taken_whole_or_not_at_all() {
    let school = school();
    let store = &school.store;
    let accounts = school.take(&["Anna", "Bob"]);
    assert_eq!(school.names(), ["Anna", "Bob"]);
    let known =
        ListedPupil { account: Some(accounts[0].clone()), external_id: Some("17".into()), ..listed("Anna") };
    let take = |pupils: &[ListedPupil]| {
        let new = store.take_class_list(&school.teacher, &school.class, pupils, 3);
        new.map(|new| new.into_iter().map(|(account, _)| account.display_name).collect::<Vec<_>>())
    };
    assert_eq!(take(&[listed("Carl"), listed("Bob")]), Err(StoreError::NameTaken));
    let many: Vec<ListedPupil> = (0..200).map(|number| listed(&format!("Pupil {number}"))).collect();
    assert_eq!(take(&many), Err(StoreError::TooMany { max: 200 }));
    assert_eq!(school.names(), ["Anna", "Bob"]);
    assert_eq!(take(&[known, listed("Carl")]), Ok(vec!["Carl".to_string()]));
    let anna = store.taught_pupils(&school.teacher, &school.class).unwrap().remove(0);
    assert_eq!((anna.external_id.as_deref(), anna.group.as_deref()), (Some("17"), Some("7b")));
    // A new pupil can log in with the code.
    let new = store.take_class_list(&school.owner, &school.class, &[listed("Dora")], 4).unwrap();
    let account = store.account_of_code(&new[0].1).unwrap().unwrap();
    assert_eq!((account.display_name.as_str(), account.is_owner), ("Dora", false));
    store.db.write(|w| w.run("UPDATE classes SET archived_at = 1", &[])).unwrap();
    assert_eq!(take(&[listed("Emil")]), Err(StoreError::Archived));
}

#[test]
fn strangers_find_nothing() {
    let school = school();
    let pupil = school.take(&["Anna"]).remove(0);
    let contest = school.contest();
    let (store, class) = (&school.store, &school.class);
    let before = school.audit();
    for caller in [&school.other_teacher, &pupil, &"nobody".to_string()] {
        assert_eq!(store.taught_pupils(caller, class), Err(StoreError::NotFound));
        assert_eq!(store.class_progress(caller, class), Err(StoreError::NotFound));
        assert_eq!(store.class_hand_ins(caller, class, true), Err(StoreError::NotFound));
        assert_eq!(store.class_contests(caller, class), Err(StoreError::NotFound));
        assert_eq!(store.marks(caller, &contest).unwrap_err(), StoreError::NotFound);
        assert_eq!(store.set_marks(caller, &contest, Some("{}"), &[], 9), Err(StoreError::NotFound));
        assert_eq!(store.record_reading(caller, &contest, class, "worksheet", 9), Err(StoreError::NotFound));
        let taken = store.take_class_list(caller, class, &[listed("Eve")], 9);
        assert_eq!(taken.map(|_| ()).unwrap_err(), StoreError::NotFound);
        if *caller != pupil {
            assert_eq!(store.read_pupil(caller, &pupil, "files.list", 9), Err(StoreError::NotFound));
        }
    }
    assert_eq!(store.taught_pupils(&school.owner, "no class"), Err(StoreError::NotFound));
    assert_eq!(
        store.read_pupil(&school.teacher, &school.other_teacher, "files.list", 9),
        Err(StoreError::NotFound)
    );
    let of_other_class = store.record_reading(&school.owner, &contest, "other class", "worksheet", 9);
    assert_eq!(of_other_class, Err(StoreError::NotFound));
    assert_eq!((school.audit(), school.names()), (before, vec!["Anna".to_string()]));
}

#[test]
fn reading_a_pupil_is_recorded() {
    let school = school();
    let pupil = school.take(&["Anna"]).remove(0);
    let read = |caller: &str| school.store.read_pupil(caller, &pupil, "files.read", 50).unwrap();
    assert_eq!([read(&school.teacher), read(&school.owner), read(&pupil)], ["Anna", "Anna", "Anna"]);
    let reads = school.audit().into_iter().filter(|(_, action, _)| action == "files.read");
    let mut actors: Vec<_> = reads.map(|(actor, _, subject)| (actor, subject == pupil)).collect();
    actors.sort();
    let mut expected = [(school.owner.clone(), true), (school.teacher.clone(), true)];
    expected.sort();
    assert_eq!(actors, expected);
}

#[test]
fn progress_keeps_what_is_done_and_since_when_an_error_is_there() {
    let school = school();
    let pupil = school.take(&["Anna"]).remove(0);
    let attempt = |is_done: bool, error: Option<&str>, now: i64| {
        let attempt = Attempt {
            course: "c".into(),
            lesson: "l".into(),
            is_done,
            counts: true,
            error: error.map(str::to_string),
        };
        school.store.record_attempt(&pupil, &attempt, now).unwrap();
        let row = school.store.class_progress(&school.teacher, &school.class).unwrap().remove(0);
        (row.is_done, row.attempts, row.last_error_since, row.changed_at)
    };
    assert_eq!(attempt(false, Some("e"), 10), (false, 1, Some(10), 10));
    assert_eq!(attempt(false, Some("e"), 20), (false, 2, Some(10), 20));
    assert_eq!(attempt(false, Some("f"), 30), (false, 3, Some(30), 30));
    assert_eq!(attempt(true, None, 40), (true, 4, None, 40));
    assert_eq!(attempt(false, Some("e"), 50), (true, 5, Some(50), 50));
    // An account that was deleted in the meantime has no progress.
    school.store.record_attempt("nobody", &Attempt::default(), 60).unwrap();
}

#[test]
fn marks_are_changed_together_and_only_of_pupils() {
    let school = school();
    let pupil = school.take(&["Anna"]).remove(0);
    let contest = school.contest();
    let change = |account: &str, points, comment: Option<&str>| MarkChange {
        account: account.into(),
        points,
        comment: comment.map(str::to_string),
    };
    let set = |changes: &[MarkChange]| school.store.set_marks(&school.teacher, &contest, None, changes, 7);
    let marks = || {
        let (_, rule, marks) = school.store.marks(&school.owner, &contest).unwrap();
        let marks: Vec<_> =
            marks.into_iter().map(|mark| (mark.points, mark.comment, mark.changed_by)).collect();
        (rule, marks)
    };
    let both = [change(&pupil, Some(Some(7.5)), None), change(&school.teacher, Some(None), None)];
    assert_eq!(set(&both), Err(StoreError::NotFound));
    assert_eq!(marks(), ("{}".into(), vec![]));
    set(&[change(&pupil, Some(Some(7.5)), Some("good"))]).unwrap();
    set(&[change(&pupil, None, Some("very good"))]).unwrap();
    let by = Some("teacher".to_string());
    assert_eq!(marks().1, [(Some(7.5), "very good".into(), by.clone())]);
    set(&[change(&pupil, Some(None), None)]).unwrap();
    school.store.set_marks(&school.owner, &contest, Some(r#"{"max":5}"#), &[], 8).unwrap();
    assert_eq!(marks(), (r#"{"max":5}"#.into(), vec![(None, "very good".into(), by)]));
}

#[test]
fn an_archived_class_is_deleted_after_a_year_with_the_pupils_who_are_only_in_it() {
    let school = school();
    let School { store, owner, teacher, class, .. } = &school;
    let pupils = school.take(&["Anna", "Ben"]);
    store.add_known_member(owner, "other class", &pupils[1], Role::Pupil, 1).unwrap();
    let contest = school.contest();
    let year = 365 * 24 * 3_600_000;
    let archive = |archived, now| {
        let change = ClassChange { archived: Some(archived), ..ClassChange::default() };
        store.change_class(teacher, class, &change, now).unwrap();
    };
    let due = |now| -> Vec<String> {
        let files = store.delete_due_classes(now).unwrap();
        files.into_iter().map(|files| files.account).collect()
    };
    archive(true, 1000);
    let listed = store.own_classes(teacher).unwrap().remove(0);
    assert_eq!((listed.archived_at, listed.delete_at), (Some(1000), Some(1000 + year)));
    assert!(store.own_classes(&pupils[0]).unwrap().is_empty());
    // Taking a class out of the archive ends its time.
    archive(false, 2000);
    assert_eq!(due(3000 + 2 * year), Vec::<String>::new());
    archive(true, 4000);
    assert_eq!(due(3999 + year), Vec::<String>::new());
    assert_eq!(due(4000 + year), [pupils[0].clone()]);
    assert_eq!(due(4000 + year), Vec::<String>::new());
    assert!(matches!(store.taught_class(owner, class), Err(StoreError::NotFound)));
    assert!(matches!(store.contest(Some(owner), &contest), Err(StoreError::NotFound)));
    assert_eq!(store.deleted_persons().unwrap(), [pupils[0].clone()]);
    assert_eq!(store.own_classes(&pupils[1]).unwrap()[0].id, "other class");
    assert!(store.own_classes(teacher).unwrap().is_empty());
    let act = store.audit(owner, i64::MAX).unwrap().remove(0);
    let said = (act.actor.as_str(), act.action.as_str(), act.subject.as_str(), act.detail.to_string());
    assert_eq!(said, ("server", "class.delete", class.as_str(), r#"{"persons":1}"#.to_string()));
}

#[test]
fn pupils_delete_themselves_only_if_all_their_classes_allow_it() {
    let school = school();
    let School { store, owner, teacher, class, other_teacher } = &school;
    let pupils = school.take(&["Anna", "Ben"]);
    store.add_known_member(owner, "other class", &pupils[1], Role::Pupil, 1).unwrap();
    let allow = |teacher: &str, class: &str, settings| {
        let change = ClassChange { settings: Some(&settings), ..ClassChange::default() };
        store.change_class(teacher, class, &change, 2).unwrap();
    };
    let refused = |account: &str| {
        assert!(!store.may_delete_self(account).unwrap(), "{account}");
        assert!(matches!(store.delete_self(account, 3), Err(StoreError::NotFound)), "{account}");
    };
    pupils.iter().for_each(|pupil| refused(pupil));
    allow(teacher, class, serde_json::json!({ "games": [], "pupils_may_delete": true }));
    // Ben is in a class that does not allow it, too.
    [owner, teacher, &pupils[1], "nobody"].into_iter().for_each(refused);
    assert!(store.may_delete_self(&pupils[0]).unwrap());
    assert_eq!(store.delete_self(&pupils[0], 4).unwrap().account, pupils[0]);
    refused(&pupils[0]);
    assert_eq!(school.names(), ["Ben"]);
    allow(other_teacher, "other class", serde_json::json!({ "pupils_may_delete": true }));
    assert_eq!(store.delete_self(&pupils[1], 5).unwrap().account, pupils[1]);
    assert_eq!(store.deleted_persons().unwrap(), pupils);
}

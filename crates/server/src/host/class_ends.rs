//! The end of archived classes: they are deleted when their time has come, and their teachers are told before.

use super::deleted_persons;
use super::errors::HostError;
use super::host_state::Host;
use crate::request::run_blocking;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;
use wag_i18n::{Message, message};
use wag_store::{OwnClass, Role, now_ms};

/// The time between two looks at the classes.
const HOUR: Duration = Duration::from_secs(3600);
/// The time before the deletion of a class from which on its teachers are told, in milliseconds: 14 days.
const NOTICE_MS: i64 = 14 * 24 * 3_600_000;

/// Deletes the classes whose time has come, at once and then once an hour. While the clock is not trusted, nothing is deleted.
pub async fn watch(host: Arc<Host>) {
    loop {
        if host.clock.jump().is_none() {
            delete_due(&host, now_ms()).await;
            // The next hour tries again.
            _ = host.access_log.remove_old(now_ms());
        }
        sleep(HOUR).await;
    }
}

/// Deletes the classes whose time has come at `now`, with the pupils who are in no other class, and all their files.
async fn delete_due(host: &Arc<Host>, now: i64) {
    let Ok(persons) = host.ask(move |store| store.delete_due_classes(now)).await else { return };
    host.contests.forget_results();
    let accounts: Vec<&str> = persons.iter().map(|person| person.account.as_str()).collect();
    host.end_access(&accounts).await;
    let of_files = Arc::clone(host);
    let removed = run_blocking(move || {
        let removed = || -> Result<(), HostError> {
            for files in &persons {
                deleted_persons::remove_person(of_files.folder(), files, now)?;
            }
            deleted_persons::remove_lost_matches(of_files.folder(), &of_files.store)
        };
        // The next start removes what is left.
        removed().unwrap_or_else(|err| log::error!("the files of a deleted class cannot be removed: {err}"));
        Ok(())
    });
    _ = removed.await;
}

/// Returns what the teachers of classes must know: which of them will be deleted soon.
pub fn notices(classes: &[OwnClass], now: i64, date: impl Fn(i64) -> String) -> Vec<Message> {
    let soon = classes.iter().filter(|class| class.role == Role::Teacher).filter_map(|class| {
        let at = class.delete_at.filter(|at| *at <= now + NOTICE_MS)?;
        let (name, date) = (class.name.clone(), date(at));
        Some(message!(
            "the archived class %{name} will be deleted on %{date}, with all pupils who are in no other class; take it out of the archive to keep it",
            name,
            date
        ))
    });
    soon.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::fs;
    use wag_store::{ClassChange, NewMember, new_id, values};

    #[tokio::test]
    async fn a_class_leaves_nothing_behind_and_its_teachers_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let host = Arc::new(Host::for_test(&folder.path().join("school")));
        let store = &host.store;
        let (owner, _) = store.make_first_owner("Owner", 1).unwrap().unwrap();
        let class = store.make_class(&owner.id, "7b", &json!({}), 1).unwrap();
        let new = NewMember { name: "Nora", name_key: "nora", role: Role::Pupil };
        let (nora, code) = store.add_member(&owner.id, &class, &new, 1).unwrap();
        let ids = [new_id(), new_id()];
        let sql =
            "INSERT INTO contests (id, class_id, name, game, form, state, seen_by, created_at, changed_at)
            VALUES ('cup', $1, 'Cup', 'warriors', 'all_against_all', 'done', 'class', 1, 1)";
        store.db.write(|w| w.run(sql, values![&class])).unwrap();
        for (id, contest) in [(&ids[0], Some("cup")), (&ids[1], None)] {
            let sql = "INSERT INTO matches (id, contest_id, purpose, seed, seats_key, state, made_at, stage)
                VALUES ($1, $2, 'practice', 1, 'k', 'done', 1, 0)";
            let stage =
                "INSERT INTO stages (contest_id, number, form, seed, state) VALUES ($1, 0, '', 1, 'done')";
            if let Some(contest) = contest {
                store.db.write(|w| w.run(stage, values![contest])).unwrap();
            }
            store.db.write(|w| w.run(sql, values![id, contest.map(str::to_string)])).unwrap();
            fs::write(host.folder().join(format!("replays/{id}.wag")), "WAG").unwrap();
            fs::create_dir(host.folder().join("logs").join(id)).unwrap();
            fs::write(host.folder().join("logs").join(id).join("1"), "secret").unwrap();
        }
        let workspace = host.folder().join("workspaces").join(&nora.id);
        fs::create_dir(&workspace).unwrap();
        let archive = ClassChange { archived: Some(true), ..ClassChange::default() };
        store.change_class(&owner.id, &class, &archive, 1).unwrap();
        let end = store.own_classes(&owner.id).unwrap()[0].delete_at.unwrap();
        let told = |now| notices(&store.own_classes(&owner.id).unwrap(), now, |at| at.to_string()).len();
        assert_eq!([told(end - NOTICE_MS - 1), told(end - NOTICE_MS), told(end)], [0, 1, 1]);
        delete_due(&host, end - 1).await;
        assert!(workspace.exists() && store.account_of_code(&code).unwrap().is_some());
        delete_due(&host, end).await;
        assert!(!workspace.exists() && store.account_of_code(&code).unwrap().is_none());
        let left = |part: &str, id: &str| host.folder().join(part).join(id).exists();
        for (id, stays) in [(&ids[0], false), (&ids[1], true)] {
            assert_eq!((left("replays", &format!("{id}.wag")), left("logs", id)), (stays, stays));
        }
        let log = fs::read_to_string(host.folder().join("deleted.log")).unwrap();
        assert_eq!(log, format!("{} {end}\n", nora.id));
        assert_eq!(told(end), 0);
    }
}

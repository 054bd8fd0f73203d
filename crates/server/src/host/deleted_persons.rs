//! Removes the files of deleted persons and classes, also of those who come back with a restored backup.

use super::errors::HostError;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use wag_store::{DeletedFiles, Store, crash, is_id};

/// The name of the list of deleted persons, which backups leave out.
pub const DELETED: &str = "deleted.log";

/// Removes the files of a deleted person, and adds the person to `deleted.log`.
pub fn remove_person(folder: &Path, files: &DeletedFiles, now: i64) -> io::Result<()> {
    crash::point("deletion.stored");
    log_deletion(folder, &files.account, now)?;
    gone(fs::remove_dir_all(folder.join("workspaces").join(&files.account)))?;
    crash::point("deletion.between_files");
    for (id, seat) in &files.logs {
        gone(fs::remove_file(folder.join("logs").join(id).join(seat.to_string())))?;
    }
    for sha256 in files.blobs.iter().filter(|hash| hash.len() > 2) {
        gone(fs::remove_file(folder.join("blobs").join(&sha256[..2]).join(sha256)))?;
    }
    Ok(())
}

/// Removes the replays and the logs of matches that are not in the database, such as those of deleted classes, and the logs
/// of deleted persons, which a crash may have left.
pub fn remove_lost_matches(folder: &Path, store: &Store) -> Result<(), HostError> {
    let failed = |fault| HostError::Folder { folder: folder.to_path_buf(), fault };
    let entries = |part: &str| -> io::Result<Vec<PathBuf>> {
        fs::read_dir(folder.join(part))?.map(|entry| Ok(entry?.path())).collect()
    };
    // A match is in the database before its files exist.
    let (replays, logs) = (entries("replays").map_err(failed)?, entries("logs").map_err(failed)?);
    let known = store.match_ids()?;
    let is_lost = |path: &PathBuf| {
        // A file that was being written has a dot before its name.
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let id = name.trim_start_matches('.').split('.').next().unwrap_or_default();
        is_id(id) && !known.contains(id)
    };
    for path in replays.iter().filter(|path| is_lost(path)) {
        gone(fs::remove_file(path)).map_err(failed)?;
    }
    for path in logs.iter().filter(|path| is_lost(path)) {
        gone(fs::remove_dir_all(path)).map_err(failed)?;
    }
    for (id, seat) in store.former_seats()? {
        gone(fs::remove_file(folder.join("logs").join(id).join(seat.to_string()))).map_err(failed)?;
    }
    Ok(())
}

/// Accepts that something to be removed is not there.
fn gone(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(err) if err.kind() != io::ErrorKind::NotFound => Err(err),
        _ => Ok(()),
    }
}

fn log_deletion(folder: &Path, account: &str, now: i64) -> io::Result<()> {
    let mut log = OpenOptions::new().append(true).create(true).mode(0o600).open(folder.join(DELETED))?;
    writeln!(log, "{account} {now}")?;
    log.sync_all()
}

/// Deletes the persons in `deleted.log` who are in the database again, as after a restored backup, and completes that
/// list and the deletions that a crash has interrupted. Returns the number of persons who came back and were deleted.
pub fn delete_again(folder: &Path, store: &Store, now: i64) -> Result<usize, HostError> {
    let failed = |fault| HostError::Folder { folder: folder.to_path_buf(), fault };
    let log = fs::read_to_string(folder.join(DELETED)).unwrap_or_default();
    let logged: Vec<String> =
        log.lines().filter_map(|line| line.split(' ').next()).map(str::to_string).collect();
    let logged: Vec<String> = logged.into_iter().filter(|id| is_id(id)).collect();
    let known = store.deleted_persons()?;
    let again: Vec<String> = logged.iter().filter(|id| !known.contains(id)).cloned().collect();
    let back = store.delete_again(&again, now)?;
    let count = back.len();
    for files in back {
        remove_person(folder, &DeletedFiles { account: files.account.clone(), ..files }, now)
            .map_err(failed)?;
    }
    for account in known {
        if !logged.contains(&account) {
            log_deletion(folder, &account, now).map_err(failed)?;
        }
        let workspace = folder.join("workspaces").join(&account);
        if workspace.exists() {
            fs::remove_dir_all(workspace).map_err(failed)?;
        }
    }
    Ok(count)
}

/// Adds the list of deleted persons that lies beside a backup to that of the folder into which it is restored. Returns
/// whether there is a list.
pub fn take_list_beside(backup: &Path, folder: &Path) -> io::Result<bool> {
    let own = folder.join(DELETED);
    let beside = backup.with_file_name(DELETED);
    let is_same = || -> io::Result<bool> { Ok(fs::canonicalize(&beside)? == fs::canonicalize(&own)?) };
    if beside.is_file() && !(own.is_file() && is_same()?) {
        let list = fs::read_to_string(&beside)?;
        let mut log = OpenOptions::new().append(true).create(true).mode(0o600).open(&own)?;
        // A line that was cut off stays apart from what follows it.
        writeln!(log, "\n{list}")?;
        log.sync_all()?;
    }
    Ok(own.is_file())
}

#[cfg(test)]
mod tests {
    use super::super::folder::HostFolder;
    use super::*;
    use wag_store::{NewMember, Role};

    #[test]
    fn deleted_persons_stay_deleted() {
        let parent = tempfile::tempdir().unwrap();
        let folder = HostFolder::open(&parent.path().join("school")).unwrap();
        let (store, restored) = (Store::memory().unwrap(), Store::memory().unwrap());
        let (owner, _) = store.make_first_owner("Owner", 1).unwrap().unwrap();
        let class = store.make_class(&owner.id, "7b", &serde_json::json!({}), 1).unwrap();
        let new = NewMember { name: "Nora", name_key: "nora", role: Role::Pupil };
        let (nora, code) = store.add_member(&owner.id, &class, &new, 1).unwrap();
        let workspace = folder.path().join("workspaces").join(&nora.id);
        fs::create_dir(&workspace).unwrap();
        let files = store.delete_person(&owner.id, &nora.id, 2).unwrap();
        // The server dies here; the next start completes the deletion.
        delete_again(folder.path(), &store, 3).unwrap();
        assert!(!workspace.exists() && store.account_of_code(&code).unwrap().is_none());
        // The same with the logs of her matches, which nobody's seat names any more.
        let id = wag_store::new_id();
        let sql = "INSERT INTO matches (id, purpose, seed, seats_key, state, made_at) VALUES ($1, 'practice', 1, '', 'done', 1)";
        store.db.write(|w| w.run(sql, wag_store::values![&id])).unwrap();
        for (seat, built_in) in [(0, None), (1, Some("Noob"))] {
            let sql = "INSERT INTO seats (match_id, seat, built_in) VALUES ($1, $2, $3)";
            store.db.write(|w| w.run(sql, wag_store::values![&id, seat, built_in])).unwrap();
        }
        let logs = folder.path().join("logs").join(&id);
        fs::create_dir(&logs).unwrap();
        for seat in ["0", "1"] {
            fs::write(logs.join(seat), "output").unwrap();
        }
        remove_lost_matches(folder.path(), &store).unwrap();
        assert!(!logs.join("0").exists() && logs.join("1").exists());
        let log = fs::read_to_string(folder.path().join(DELETED)).unwrap();
        assert_eq!(log, format!("{} 3\n", files.account));
        // A backup has brought the person back.
        let sql =
            "INSERT INTO accounts (id, display_name, code_sha256, created_at) VALUES ($1, 'Nora', $2, 1)";
        restored.db.write(|w| w.run(sql, wag_store::values![&nora.id, code.sha256()])).unwrap();
        assert!(restored.account_of_code(&code).unwrap().is_some());
        delete_again(folder.path(), &restored, 4).unwrap();
        assert!(restored.account_of_code(&code).unwrap().is_none());
        assert_eq!(restored.deleted_persons().unwrap(), [nora.id]);
    }
}

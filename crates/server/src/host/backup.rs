//! Backups: one ZIP file with everything that a server stores, made while it runs, and checked after it is written.
//!
//! The database is copied first. Every hand-in that it names was stored before its row, so it is in the backup, too.

use super::config::CONFIG;
use super::deleted_persons;
use super::errors::HostError;
use super::folder::{DATABASE, HostFolder, PARTS};
use super::plain_files;
use crate::disk::Disk;
use crate::editor_files::add_sizes;
use rustix::fs::Mode;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Component, Path, PathBuf};
use wag_core::files::open_to_read;
use wag_i18n::t;
use wag_store::{Store, copy_database, crash, now_ms};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The name of the list of files in a backup.
const LIST: &str = "backup.json";
/// The maximum size of that list, in bytes.
const LIST_MAX: u64 = 256 << 20;
/// The number of the form of a backup.
const FORM: u32 = 1;

/// The list of files in a backup.
#[derive(Serialize, Deserialize)]
struct BackupList {
    form: u32,
    made_at: i64,
    files: BTreeMap<String, ListedFile>,
}

/// A file of a backup, by which it is checked.
#[derive(Serialize, Deserialize)]
struct ListedFile {
    bytes: u64,
    sha256: String,
}

/// The numbers of a backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BackupReport {
    pub files: usize,
    pub bytes: u64,
}

/// Writes a backup of the server in a folder to a new file. The server may run.
pub fn back_up(folder: &Path, file: &Path) -> Result<BackupReport, HostError> {
    back_up_to(&Disk::of(folder_of(file).to_path_buf()), folder, file)
}

/// Returns the folder of a file.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns an error if the disk of a backup may have too little space for it.
fn check_room(disk: &Disk, folder: &Path, file: &Path) -> Result<(), HostError> {
    /// The number of folder levels whose files count.
    const DEPTH: usize = 16;
    let (mut files, mut bytes) = (0, 0);
    PARTS.iter().for_each(|part| add_sizes(&folder.join(part), DEPTH, &mut files, &mut bytes));
    let database = fs::metadata(folder.join(DATABASE)).map_or(0, |about| about.len());
    // The database is copied before it is packed.
    let needed = bytes + 2 * database;
    match disk.free() {
        Some(free) if free < needed => Err(HostError::NoRoom {
            file: file.to_path_buf(),
            needed: needed.div_ceil(1 << 20),
            free: free >> 20,
        }),
        _ => Ok(()),
    }
}

fn back_up_to(disk: &Disk, folder: &Path, file: &Path) -> Result<BackupReport, HostError> {
    let failed = |fault| HostError::Backup { file: file.to_path_buf(), fault };
    rustix::process::umask(Mode::from_raw_mode(0o077));
    if !folder.join(DATABASE).is_file() {
        return Err(HostError::NoServer(folder.to_path_buf()));
    }
    if fs::symlink_metadata(file).is_ok() {
        return Err(HostError::BackupExists(file.to_path_buf()));
    }
    check_room(disk, folder, file)?;
    let (part, copy) = (beside(file, ".part"), beside(file, ".part.db"));
    let remove = || [&part, &copy].into_iter().for_each(|path| drop(fs::remove_file(path)));
    remove();
    let written = write(folder, &part, &copy).and_then(|()| check(&part)).and_then(|report| {
        // An existing backup is never replaced.
        fs::hard_link(&part, file)?;
        File::open(folder_of(file))?.sync_all()?;
        Ok(report)
    });
    remove();
    written.map_err(failed)
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_os_string();
    name.push(ending);
    PathBuf::from(name)
}

fn write(folder: &Path, part: &Path, copy: &Path) -> io::Result<()> {
    create(copy)?;
    copy_database(&folder.join(DATABASE), copy).map_err(io::Error::other)?;
    let mut writer = Writer { zip: ZipWriter::new(create(part)?), files: BTreeMap::new() };
    writer.add(DATABASE, &fs::read(copy)?)?;
    if folder.join(CONFIG).exists() {
        writer.add_file(folder, Path::new(CONFIG), CONFIG)?;
    }
    for name in PARTS.iter().filter(|name| !["incoming", "jobs"].contains(name)) {
        let part = folder.join(name);
        // A server that has not been started since has fewer parts.
        if !part.is_dir() {
            continue;
        }
        for entry in fs::read_dir(&part)? {
            let entry = entry?;
            let Ok(below) = entry.file_name().into_string() else { continue };
            // A link in one workspace must not lead into another.
            let root = part.join(&below);
            if entry.file_type()?.is_file() {
                writer.add_file(&part, Path::new(&below), &format!("{name}/{below}"))?;
            } else if entry.file_type()?.is_dir() {
                for file in plain_files::list(&root)? {
                    let Some(text) = file.to_str() else { continue };
                    writer.add_file(&root, &file, &format!("{name}/{below}/{text}"))?;
                }
            }
        }
    }
    crash::point("backup.written");
    writer.finish()
}

fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(path)
}

/// A ZIP file that is being written, and the list of its files.
struct Writer {
    zip: ZipWriter<File>,
    files: BTreeMap<String, ListedFile>,
}

impl Writer {
    fn add_file(&mut self, root: &Path, path: &Path, name: &str) -> io::Result<()> {
        match plain_files::read(root, path)? {
            Some(bytes) => self.add(name, &bytes),
            None => Ok(()),
        }
    }

    fn add(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let is_packed = ["blobs/", "replays/"].iter().any(|part| name.starts_with(part));
        let method = if is_packed { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        self.zip.start_file(name, SimpleFileOptions::default().compression_method(method))?;
        self.zip.write_all(bytes)?;
        self.files.insert(name.to_string(), ListedFile { bytes: bytes.len() as u64, sha256: hash(bytes) });
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        let list = BackupList { form: FORM, made_at: now_ms(), files: self.files };
        let method = CompressionMethod::Deflated;
        self.zip.start_file(LIST, SimpleFileOptions::default().compression_method(method))?;
        self.zip.write_all(&serde_json::to_vec(&list)?)?;
        self.zip.finish()?.sync_all()
    }
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads a backup, and calls `take` with each of its files after its hash was compared.
fn read_all(file: &Path, mut take: impl FnMut(&str, &[u8]) -> io::Result<()>) -> io::Result<BackupReport> {
    let mut zip = ZipArchive::new(io::BufReader::new(open_to_read(file)?))?;
    let mut text = Vec::new();
    zip.by_name(LIST)?.take(LIST_MAX).read_to_end(&mut text)?;
    let list: BackupList = serde_json::from_slice(&text)?;
    if list.form != FORM || !list.files.contains_key(DATABASE) || zip.len() != list.files.len() + 1 {
        return Err(io::Error::other(t!("it is no backup of this program's version")));
    }
    let mut report = BackupReport { files: 0, bytes: 0 };
    for (name, listed) in &list.files {
        if !is_harmless(name) {
            return Err(io::Error::other(t!("the name of a file in it is not allowed")));
        }
        let mut bytes = Vec::new();
        zip.by_name(name)?.take(listed.bytes.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 != listed.bytes || hash(&bytes) != listed.sha256 {
            return Err(io::Error::other(t!(
                "the file %{name} in it is damaged",
                name = wag_i18n::quote(name)
            )));
        }
        take(name, &bytes)?;
        report = BackupReport { files: report.files + 1, bytes: report.bytes + listed.bytes };
    }
    Ok(report)
}

/// Returns whether a name in a backup stays in the folder of a server.
fn is_harmless(name: &str) -> bool {
    let parts: Vec<Component<'_>> = Path::new(name).components().collect();
    let is_plain = parts.iter().all(|part| matches!(part, Component::Normal(_)));
    let first = name.split('/').next().unwrap_or_default();
    is_plain
        && ([DATABASE, CONFIG].contains(&name) || parts.len() > 1 && PARTS.contains(&first))
        && !name.contains(['\\', '\0'])
}

/// Checks a whole backup.
fn check(file: &Path) -> io::Result<BackupReport> {
    read_all(file, |_, _| Ok(()))
}

/// A restored backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RestoreReport {
    /// The number of files.
    pub files: usize,
    /// The number of persons who were deleted after the backup and were deleted again; `None` without a list of them.
    pub deleted: Option<usize>,
}

/// Restores a backup into a new or empty folder. The `deleted.log` of the former folder may be in it or beside the backup:
/// whoever was deleted after the backup is deleted again. Codes stay valid, sessions end.
pub fn restore(file: &Path, path: &Path) -> Result<RestoreReport, HostError> {
    let failed = |fault| HostError::Backup { file: file.to_path_buf(), fault };
    check(file).map_err(failed)?;
    let folder = HostFolder::open(path)?;
    if folder.path().join(DATABASE).exists() {
        return Err(HostError::NotEmpty(path.to_path_buf()));
    }
    let database = folder.path().join("wag.db.part");
    let report = read_all(file, |name, bytes| match name {
        DATABASE => put(&database, bytes),
        name => put(&folder.path().join(name), bytes),
    });
    let report = report.map_err(failed)?;
    // Only a complete folder has a database.
    fs::rename(&database, folder.path().join(DATABASE)).map_err(failed)?;
    let store = Store::open(&folder.path().join(DATABASE))?;
    store.end_all_sessions()?;
    let has_list = deleted_persons::take_list_beside(file, folder.path()).map_err(failed)?;
    let deleted = deleted_persons::delete_again(folder.path(), &store, now_ms())?;
    Ok(RestoreReport { files: report.files, deleted: has_list.then_some(deleted) })
}

fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// Returns the folder of a server with an owner, a workspace and a hand-in.
    fn server(parent: &Path) -> (PathBuf, String) {
        let path = parent.join("school");
        let folder = HostFolder::open(&path).unwrap();
        let store = Store::open(&path.join(DATABASE)).unwrap();
        let (owner, _) = store.make_first_owner("Owner", 1).unwrap().unwrap();
        put(&path.join("workspaces").join(&owner.id).join("Zoë/a.py"), b"1").unwrap();
        put(&path.join("blobs/ab/abcd"), b"zip").unwrap();
        put(&path.join("replays/m.wag"), b"replay").unwrap();
        put(&path.join("incoming/x"), b"half").unwrap();
        put(&path.join("secret"), b"canary").unwrap();
        symlink(path.join("secret"), path.join("workspaces").join(&owner.id).join("link.py")).unwrap();
        drop(folder);
        (path, owner.id)
    }

    #[test]
    fn a_backup_is_restored_as_it_was() {
        let parent = tempfile::tempdir().unwrap();
        let (path, owner) = server(parent.path());
        let file = parent.path().join("backup.zip");
        assert_eq!(back_up(&path, &file).unwrap().files, 4);
        let message = |err: HostError| err.to_string().replace(&parent.path().display().to_string(), "DIR");
        let exists =
            "the file DIR/backup.zip exists already, and a backup replaces nothing; name another file";
        assert_eq!(message(back_up(&path, &file).unwrap_err()), exists);
        let small = Disk::measured_by(|| Some(1 << 10));
        let err = message(back_up_to(&small, &path, &parent.path().join("b.zip")).unwrap_err());
        let full =
            "the backup may need 1 MB, but the disk of DIR/b.zip has only 0 MB; name a file on another disk";
        assert_eq!(err, full);
        let new = parent.path().join("new");
        assert_eq!(restore(&file, &new).unwrap().files, 4);
        let read = |name: &str| fs::read(new.join(name)).unwrap();
        assert_eq!(read(&format!("workspaces/{owner}/Zoë/a.py")), b"1");
        assert_eq!((read("blobs/ab/abcd"), read("replays/m.wag")), (b"zip".to_vec(), b"replay".to_vec()));
        assert!(
            !new.join("incoming/x").exists() && !new.join(format!("workspaces/{owner}/link.py")).exists()
        );
        assert!(Store::open(&new.join(DATABASE)).unwrap().make_first_owner("", 1).unwrap().is_none());
        assert!(matches!(restore(&file, &new), Err(HostError::NotEmpty(_))));
        let names =
            fs::read_dir(parent.path()).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap());
        assert_eq!(names.filter(|name| name.contains("part")).count(), 0);
    }

    #[test]
    fn damaged_and_foreign_backups_are_refused() {
        let parent = tempfile::tempdir().unwrap();
        let (path, _) = server(parent.path());
        let file = parent.path().join("backup.zip");
        back_up(&path, &file).unwrap();
        let whole = fs::read(&file).unwrap();
        let at = whole.windows(6).position(|six| six == b"replay").unwrap();
        let stored = whole.windows(7).position(|seven| seven == b"m.wagre").unwrap() + 5;
        assert!(at <= stored);
        let damaged = |bytes: &[u8]| {
            fs::write(&file, bytes).unwrap();
            restore(&file, &parent.path().join("new"))
        };
        let mut changed = whole.clone();
        changed[stored] ^= 1;
        for bytes in [&changed, &whole[..whole.len() / 2], b"no zip"] {
            assert!(matches!(damaged(bytes), Err(HostError::Backup { .. })));
            assert!(!parent.path().join("new").exists());
        }
    }

    #[test]
    fn names_in_backups_stay_in_the_folder() {
        for name in ["wag.db", "blobs/ab/abcd", "workspaces/x/Zoë/a b.py"] {
            assert!(is_harmless(name), "{name}");
        }
        for name in [
            "",
            "/etc/passwd",
            "blobs/../../x",
            "../blobs/x",
            "blobs",
            "x/y",
            "lock",
            "wag.db/x",
            "blobs/a\\b",
            "./wag.db",
        ] {
            assert!(!is_harmless(name), "{name}");
        }
    }
}

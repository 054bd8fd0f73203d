//! The files directly in the working folder that the pages can edit: the Python files, and the text files that a game
//! uses.
//!
//! A file has a version, the hash of its content. A page writes a file by the version that it has read, so that it never
//! overwrites a change that it has not seen.

use super::error::Refusal;
use super::folder;
use super::host_limits::HostLimits;
use axum::http::StatusCode;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;
use wag_core::files;
use wag_core::text::quoted;
use wag_i18n::{Message, message, quote};

/// The maximum size of a file that the editor opens and writes, in bytes.
pub const FILE_MAX: usize = 1 << 20;
/// The maximum length of the name of a file, in bytes, as in most file systems.
const NAME_MAX: usize = 255;

/// A file that the editor can open.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EditableFile {
    pub name: String,
    /// The size in bytes.
    #[cfg_attr(test, ts(type = "number"))]
    pub size: u64,
    /// The time of the last change in UTC milliseconds; 0 if it is unknown.
    #[cfg_attr(test, ts(type = "number"))]
    pub changed_at: u64,
}

/// The content of a file, and its version.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FileContent {
    pub name: String,
    pub text: String,
    pub version: String,
}

/// The maximum size of a workspace.
#[derive(Clone, Copy, Debug)]
pub struct Quota {
    /// The size of all files, in bytes.
    pub bytes: u64,
    /// The number of files.
    pub files: usize,
    /// The size of one file, in bytes.
    pub file_bytes: u64,
}

impl Quota {
    /// Returns the quota of an account on a server for several people.
    pub fn of_account(limits: &HostLimits) -> Quota {
        Quota {
            bytes: u64::from(limits.workspace_mb) << 20,
            files: limits.workspace_files as usize,
            file_bytes: u64::from(limits.file_kb) << 10,
        }
    }

    /// Returns an error if a file of this size would make the workspace too large. `before` is the size of the file that it
    /// replaces; `None` if it is a new one.
    fn check(self, folder: &Path, bytes: u64, before: Option<u64>) -> Result<(), Refusal> {
        let refused = |sentence: Message| Err(Refusal::new(StatusCode::INSUFFICIENT_STORAGE, sentence));
        if bytes > self.file_bytes {
            return refused(message!(
                "a file has at most %{most} KB here, and this one %{size}",
                most = self.file_bytes >> 10,
                size = bytes.div_ceil(1024)
            ));
        }
        let (mut files, mut used) = (0, 0);
        add_sizes(folder, QUOTA_DEPTH, &mut files, &mut used);
        if before.is_none() && files >= self.files {
            return refused(message!(
                "you have %{files} files, the most that there may be; delete some",
                files
            ));
        }
        if used.saturating_sub(before.unwrap_or(0)).saturating_add(bytes) > self.bytes {
            return refused(message!(
                "your files and replays take %{most} MB, the most that they may take; delete some",
                most = self.bytes >> 20
            ));
        }
        Ok(())
    }
}

/// The number of folder levels whose files count.
const QUOTA_DEPTH: usize = 8;

/// Adds the number and the sizes of the files below a folder. Links are not followed.
pub fn add_sizes(folder: &Path, depth: usize, files: &mut usize, bytes: &mut u64) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.metadata() {
            Ok(about) if about.is_dir() && depth > 0 => add_sizes(&entry.path(), depth - 1, files, bytes),
            Ok(about) => {
                *files += 1;
                *bytes += about.len();
            }
            Err(_) => {}
        }
    }
}

/// Access to the files of one folder.
pub struct EditorFiles {
    folder: PathBuf,
    /// The maximum size of the folder; `None` if there is none.
    quota: Option<Quota>,
    /// Held while a file is compared with its version and written, so that of two pages only one writes.
    writing: Mutex<()>,
}

impl EditorFiles {
    pub fn new(folder: PathBuf) -> EditorFiles {
        EditorFiles { folder, quota: None, writing: Mutex::new(()) }
    }

    /// Limits the size of the folder.
    pub fn with_quota(self, quota: Quota) -> EditorFiles {
        EditorFiles { quota: Some(quota), ..self }
    }

    /// Returns an error if a file of this size would make the folder too large.
    pub fn check_room(&self, bytes: u64) -> Result<(), Refusal> {
        self.quota.map_or(Ok(()), |quota| quota.check(&self.folder, bytes, None))
    }

    /// Returns the space in bytes that is left for replays that are only looked at; `None` if it is not limited.
    pub fn room(&self) -> Option<u64> {
        let quota = self.quota?;
        let (mut files, mut used) = (0, 0);
        add_sizes(&self.folder, QUOTA_DEPTH, &mut files, &mut used);
        Some(quota.bytes.saturating_sub(used))
    }

    /// Lists the files with one of these extensions.
    pub fn list(&self, endings: &[&str]) -> Result<Vec<EditableFile>, Refusal> {
        if !self.folder.is_dir() {
            return Err(self.folder_is_gone());
        }
        let listing = folder::list_here(&self.folder, endings);
        let listed = |name: String| {
            let about = self.folder.join(&name).symlink_metadata().ok();
            let changed = about.as_ref().and_then(|about| about.modified().ok());
            let since = changed.and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok());
            EditableFile {
                size: about.map_or(0, |about| about.len()),
                changed_at: since.map_or(0, |since| since.as_millis() as u64),
                name,
            }
        };
        Ok(listing.into_iter().map(listed).collect())
    }

    /// Reads a file.
    pub fn read(&self, name: &str, endings: &[&str]) -> Result<FileContent, Refusal> {
        let bytes = self.bytes(self.place(name, endings)?.as_path(), name)?;
        let version = version(&bytes);
        match String::from_utf8(bytes) {
            Ok(text) if !text.contains('\0') => Ok(FileContent { name: name.to_string(), text, version }),
            _ => Err(Refusal::bad(message!(
                "%{file} is not text in UTF-8, so it cannot be edited here; save it as UTF-8 with the program that wrote it",
                file = quoted(name)
            ))),
        }
    }

    /// Writes a file, and returns its new version. `known` is the version that the page has read; `None` creates a file.
    pub fn write(
        &self,
        name: &str,
        text: &str,
        known: Option<&str>,
        endings: &[&str],
    ) -> Result<String, Refusal> {
        let path = self.place(name, endings)?;
        if text.len() > FILE_MAX {
            return Err(too_long(name, text.len() as u64));
        }
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let about = path.symlink_metadata().ok();
        match (known, &about) {
            (None, Some(_)) => return Err(Refusal::conflict(exists(name))),
            (Some(_), None) if self.folder.is_dir() => {
                return Err(Refusal::conflict(message!(
                    "%{file} was deleted or renamed",
                    file = quoted(name)
                )));
            }
            (Some(known), Some(_)) if version(&self.bytes(&path, name)?) != known => {
                return Err(Refusal::conflict(message!(
                    "%{file} was changed by another program",
                    file = quoted(name)
                )));
            }
            _ => {}
        }
        if let Some(quota) = self.quota {
            quota.check(&self.folder, text.len() as u64, about.as_ref().map(std::fs::Metadata::len))?;
        }
        if about.is_some_and(|about| about.permissions().readonly()) {
            return Err(self.cannot_write(name, &io::ErrorKind::PermissionDenied.into()));
        }
        files::write(&path, text.as_bytes()).map_err(|fault| self.cannot_write(name, &fault))?;
        Ok(version(text.as_bytes()))
    }

    /// Renames a file. Never replaces another one.
    pub fn rename(&self, name: &str, to: &str, endings: &[&str]) -> Result<(), Refusal> {
        let (from, to_path) = (self.place(name, endings)?, self.place(to, endings)?);
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        files::check_place(&from).map_err(|fault| self.cannot_write(name, &fault))?;
        files::rename_new(&from, &to_path).map_err(|fault| match fault.kind() {
            io::ErrorKind::AlreadyExists => Refusal::conflict(exists(to)),
            _ => self.cannot_write(name, &fault),
        })
    }

    /// Returns the path of a file, or an error if the name is not that of a file that can be edited.
    fn place(&self, name: &str, endings: &[&str]) -> Result<PathBuf, Refusal> {
        let ending = Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let is_plain =
            !name.starts_with('.') && !name.contains(['/', '\\']) && !name.contains(char::is_control);
        if !is_plain || name.len() > NAME_MAX {
            return Err(Refusal::bad(message!("%{name} cannot be the name of a file", name = quote(name))));
        }
        if ending != "py" && !endings.contains(&ending) {
            return Err(Refusal::bad(message!(
                "%{name} is not a file that can be edited here; its name must end in .py",
                name = quote(name)
            )));
        }
        Ok(self.folder.join(name))
    }

    fn bytes(&self, path: &Path, name: &str) -> Result<Vec<u8>, Refusal> {
        let about = path.symlink_metadata();
        if let Ok(about) = &about
            && about.is_file()
            && about.len() > FILE_MAX as u64
        {
            return Err(too_long(name, about.len()));
        }
        let read = files::check_place(path)
            .and_then(|()| files::read_beneath(&self.folder, Path::new(name), FILE_MAX as u64));
        read.map_err(|fault| match fault.kind() {
            io::ErrorKind::NotFound if !self.folder.is_dir() => self.folder_is_gone(),
            io::ErrorKind::NotFound => {
                Refusal::absent(message!("there is no file %{file}", file = quoted(name)))
            }
            _ => Refusal::bad(message!("%{file} cannot be read: %{fault}", file = quoted(name), fault)),
        })
    }

    fn cannot_write(&self, name: &str, fault: &io::Error) -> Refusal {
        if !self.folder.is_dir() {
            return self.folder_is_gone();
        }
        let status = match fault.kind() {
            io::ErrorKind::NotFound => StatusCode::NOT_FOUND,
            _ => StatusCode::FORBIDDEN,
        };
        Refusal::new(status, message!("%{file} cannot be written: %{fault}", file = quoted(name), fault))
    }

    fn folder_is_gone(&self) -> Refusal {
        let sentence =
            message!("the folder %{folder} does not exist any more", folder = self.folder.display());
        Refusal::new(StatusCode::GONE, sentence)
    }
}

fn exists(name: &str) -> Message {
    message!("there is already a file %{file}", file = quoted(name))
}

fn too_long(name: &str, bytes: u64) -> Refusal {
    Refusal::bad(message!(
        "%{file} has %{size} KB; the editor opens files of up to %{most} KB",
        file = quoted(name),
        size = bytes.div_ceil(1024),
        most = FILE_MAX / 1024
    ))
}

fn version(bytes: &[u8]) -> String {
    Sha256::digest(bytes)[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn folder() -> (tempfile::TempDir, EditorFiles) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.py"), "a = 1\n").unwrap();
        let files = EditorFiles::new(folder.path().to_path_buf());
        (folder, files)
    }

    #[test]
    fn a_file_is_written_only_by_who_has_read_its_last_version() {
        let (folder, files) = folder();
        let read = files.read("a.py", &[]).unwrap();
        let next = files.write("a.py", "a = 2\n", Some(&read.version), &[]).unwrap();
        let old = files.write("a.py", "a = 3\n", Some(&read.version), &[]).unwrap_err();
        assert!(old.to_string().contains("was changed by another program"), "{old}");
        assert_eq!(fs::read_to_string(folder.path().join("a.py")).unwrap(), "a = 2\n");
        assert_eq!(files.read("a.py", &[]).unwrap().version, next);
        fs::remove_file(folder.path().join("a.py")).unwrap();
        assert!(files.write("a.py", "", Some(&next), &[]).unwrap_err().to_string().contains("was deleted"));
        files.write("a.py", "new", None, &[]).unwrap();
        assert!(
            files.write("a.py", "newer", None, &[]).unwrap_err().to_string().contains("there is already")
        );
    }

    #[test]
    fn only_plain_names_of_editable_files_are_accepted() {
        let (folder, files) = folder();
        fs::create_dir(folder.path().join("sub")).unwrap();
        fs::write(folder.path().join("sub/b.py"), "").unwrap();
        symlink("sub/b.py", folder.path().join("near.py")).unwrap();
        symlink("/etc/passwd", folder.path().join("far.py")).unwrap();
        assert!(
            std::process::Command::new("mkfifo")
                .arg(folder.path().join("pipe.py"))
                .status()
                .unwrap()
                .success()
        );
        let long = format!("{}.py", "x".repeat(253));
        for name in [
            "../a.py",
            "sub/b.py",
            "/etc/x.py",
            ".a.py",
            "a.txt",
            "a",
            "",
            "..",
            "a\n.py",
            "near.py",
            "far.py",
            "pipe.py",
            "sub",
            &long,
        ] {
            assert!(files.read(name, &["map"]).is_err(), "{name:?}");
            assert!(files.write(name, "x", None, &["map"]).is_err(), "{name:?}");
            assert!(files.write(name, "x", Some("0"), &["map"]).is_err(), "{name:?}");
            assert!(files.rename(name, "c.py", &["map"]).is_err(), "{name:?}");
            assert!(files.rename("a.py", name, &["map"]).is_err(), "{name:?}");
        }
        files.write("own.map", "x", None, &["map"]).unwrap();
        let names: Vec<String> = files.list(&["map"]).unwrap().into_iter().map(|file| file.name).collect();
        assert_eq!(names, ["a.py", "own.map"]);
    }

    #[test]
    fn a_right_to_left_name_of_60_characters_is_accepted() {
        let (folder, files) = folder();
        let name = format!("{}.py", "\u{5e9}".repeat(60));
        let version = files.write(&name, "a = 1\r\nb = 2\n", None, &[]).unwrap();
        files.write(&name, "a = 3\r\nb = 2\n", Some(&version), &[]).unwrap();
        assert_eq!(fs::read(folder.path().join(&name)).unwrap(), b"a = 3\r\nb = 2\n");
        files.rename(&name, "short.py", &[]).unwrap();
    }

    #[test]
    fn files_that_are_no_text_or_too_long_are_refused_with_a_reason() {
        let (folder, files) = folder();
        let refusal = |bytes: &[u8]| {
            fs::write(folder.path().join("b.py"), bytes).unwrap();
            files.read("b.py", &[]).unwrap_err().to_string()
        };
        for bytes in [&b"\xff\xfea\0=\0"[..], b"a\0b", b"\x80"] {
            assert!(refusal(bytes).contains("is not text in UTF-8"));
        }
        assert!(
            refusal(&vec![b'#'; 5 << 20]).contains("has 5120 KB; the editor opens files of up to 1024 KB")
        );
        fs::write(folder.path().join("b.py"), "\u{feff}a = 1").unwrap();
        assert_eq!(files.read("b.py", &[]).unwrap().text, "\u{feff}a = 1");
        assert!(files.write("c.py", &"#".repeat(FILE_MAX + 1), None, &[]).is_err());
    }

    #[test]
    fn a_quota_limits_files_their_number_and_their_size() {
        let (folder, files) = folder();
        let files = files.with_quota(Quota { bytes: 100, files: 3, file_bytes: 60 });
        let refused = |name: &str, size: usize| {
            let written = files.write(name, &"#".repeat(size), None, &[]);
            written.unwrap_err().to_string()
        };
        assert_eq!(refused("b.py", 61), "a file has at most 0 KB here, and this one 1");
        files.write("b.py", &"#".repeat(60), None, &[]).unwrap();
        assert_eq!(
            refused("c.py", 60),
            "your files and replays take 0 MB, the most that they may take; delete some"
        );
        // A replaced file no longer counts.
        let version = files.read("b.py", &[]).unwrap().version;
        files.write("b.py", &"+".repeat(60), Some(&version), &[]).unwrap();
        fs::create_dir(folder.path().join("saves")).unwrap();
        fs::write(folder.path().join("saves/1.wag"), "").unwrap();
        assert_eq!(refused("d.py", 1), "you have 3 files, the most that there may be; delete some");
        assert!(files.check_room(0).is_err());
    }

    #[test]
    fn permissions_are_kept_and_read_only_files_are_not_replaced() {
        let (folder, files) = folder();
        let path = folder.path().join("a.py");
        let version = files.read("a.py", &[]).unwrap().version;
        fs::set_permissions(&path, PermissionsExt::from_mode(0o6750)).unwrap();
        let version = files.write("a.py", "b", Some(&version), &[]).unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o7777, 0o6750);
        fs::set_permissions(&path, PermissionsExt::from_mode(0o444)).unwrap();
        let refused = files.write("a.py", "c", Some(&version), &[]).unwrap_err();
        assert!(refused.to_string().contains("cannot be written"), "{refused}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "b");
    }

    #[test]
    fn a_deleted_folder_is_named() {
        let (folder, files) = folder();
        let version = files.read("a.py", &[]).unwrap().version;
        drop(folder);
        let of =
            |refusal: Refusal| assert!(refusal.to_string().contains("does not exist any more"), "{refusal}");
        of(files.list(&[]).unwrap_err());
        of(files.read("a.py", &[]).unwrap_err());
        of(files.write("a.py", "", Some(&version), &[]).unwrap_err());
        of(files.write("b.py", "", None, &[]).unwrap_err());
    }

    #[test]
    fn a_file_is_renamed_but_replaces_no_other() {
        let (folder, files) = folder();
        fs::write(folder.path().join("b.py"), "b").unwrap();
        assert!(files.rename("a.py", "b.py", &[]).unwrap_err().to_string().contains("there is already"));
        files.rename("a.py", "c.py", &[]).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("c.py")).unwrap(), "a = 1\n");
        assert!(files.rename("a.py", "d.py", &[]).is_err());
    }
}

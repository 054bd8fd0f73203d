//! The user's saves, which are in the folder `saves/`. It contains a subfolder for each named save, and the replays
//! that are saved automatically.
//!
//! A request names a save by an ID, which is looked up in the list of saves. Requests never contain paths.

use super::error::Refusal;
use sha2::{Digest, Sha256};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use wag_core::files;
use wag_i18n::{message, quote, t};
use wag_play::logs::is_in_no_file_name;
use wag_sandbox::TemporaryFolder;

/// The name of the folder with the saves, in the working folder.
pub const FOLDER: &str = "saves";
/// The name of the replay file in the folder of a save.
pub const REPLAY: &str = "replay.wag";

/// The maximum number of saves in the list. If there are more, the oldest ones are left out.
const LISTED_MAX: usize = 1000;
/// The maximum length of a save's name, in characters.
const NAME_MAX: usize = 60;
/// The maximum length of a save's name in bytes, well below the limit of any file system.
const NAME_BYTES_MAX: usize = 200;

/// Access to the saves in a working folder.
pub struct Saves {
    folder: PathBuf,
    /// The permissions of the folder of a save.
    mode: u32,
}

/// A saved replay.
pub struct Save {
    pub id: String,
    pub name: String,
    pub file: PathBuf,
    pub saved: SystemTime,
    /// True if the replay was saved automatically.
    pub automatic: bool,
}

impl Saves {
    /// Returns the user's own saves, whose folders are ordinary ones.
    pub fn new(folder: PathBuf) -> Saves {
        Saves { folder, mode: 0o755 }
    }

    /// Returns the saves of an account on a server, whose folders only the server can read.
    pub fn of_account(folder: PathBuf) -> Saves {
        Saves { folder, mode: 0o700 }
    }

    /// Lists the saves, latest first. Ignores symbolic links.
    pub fn list(&self) -> Vec<Save> {
        let mut saves: Vec<Save> = self.all().collect();
        saves.sort_by(|a, b| b.saved.cmp(&a.saved).then_with(|| a.name.cmp(&b.name)));
        saves.truncate(LISTED_MAX);
        saves
    }

    fn all(&self) -> impl Iterator<Item = Save> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| save(&entry.path()))
    }

    /// Returns the path of the replay of a save, or `None` if there is no save with this ID.
    pub fn find(&self, id: &str) -> Option<PathBuf> {
        self.all().find(|save| save.id == id).map(|save| save.file)
    }

    /// Returns the IDs and the paths of all saves.
    pub fn files(&self) -> Vec<(String, PathBuf)> {
        self.all().map(|save| (save.id, save.file)).collect()
    }

    /// Saves a replay under a name. `logs` is called with the folder in which the save is prepared, and writes the logs
    /// into it.
    pub fn keep(
        &self,
        name: &str,
        replay: &Path,
        logs: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Result<Save, Refusal> {
        let name = check_name(name)?;
        files::create_folder(&self.folder).map_err(|err| self.unsaved(&err))?;
        self.check_is_free(name)?;
        // The folder is renamed into place when it is complete, so that no partial save can appear.
        let make = || -> io::Result<PathBuf> {
            let fresh = TemporaryFolder::new_in(&self.folder)?;
            fs::copy(replay, fresh.path().join(REPLAY))?;
            logs(fresh.path())?;
            set_mode(fresh.path(), self.mode)?;
            let place = self.folder.join(name);
            fs::create_dir(&place)?;
            fs::rename(fresh.path(), &place)?;
            Ok(place)
        };
        match make() {
            Ok(place) => {
                save(&place).ok_or_else(|| Refusal::defect(message!("the saved file has disappeared")))
            }
            Err(err) if err.kind() == ErrorKind::AlreadyExists => Err(name_in_use(name)),
            Err(err) => Err(self.unsaved(&err)),
        }
    }

    /// Returns an error if the name is taken. Ignores case, because users may copy the saves to a file system that
    /// ignores case.
    fn check_is_free(&self, name: &str) -> Result<(), Refusal> {
        let lower_case = name.to_lowercase();
        let mut entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        match entries.any(|entry| entry.file_name().to_string_lossy().to_lowercase() == lower_case) {
            true => Err(name_in_use(name)),
            false => Ok(()),
        }
    }

    fn unsaved(&self, err: &io::Error) -> Refusal {
        Refusal::conflict(message!(
            "cannot save anything in %{folder}: %{fault}",
            folder = self.folder.display(),
            fault = err
        ))
    }
}

fn name_in_use(name: &str) -> Refusal {
    Refusal::conflict(message!(
        "a save named %{name} already exists; choose another name",
        name = quote(name)
    ))
}

/// Sets the permissions of a folder.
fn set_mode(folder: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(mode))
}

/// Returns the save at this path, or `None` if the path is neither a replay nor a folder that contains one.
fn save(path: &Path) -> Option<Save> {
    let file_name = path.file_name()?.to_str()?;
    if file_name.starts_with('.') {
        return None;
    }
    let about = path.symlink_metadata().ok()?;
    let (name, file, automatic) = if about.is_dir() {
        (file_name, path.join(REPLAY), false)
    } else {
        (file_name.strip_suffix(".wag")?, path.to_path_buf(), file_name.starts_with("auto-"))
    };
    let about = file.symlink_metadata().ok().filter(|about| about.is_file())?;
    let saved = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
    Some(Save { id: id(file_name), name: name.to_string(), file, saved, automatic })
}

/// Returns the ID of a save. The ID is short, and stays the same when the server restarts.
fn id(file_name: &str) -> String {
    let digest = Sha256::digest(file_name.as_bytes());
    digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the name of a save without surrounding spaces. Returns an error if some operating system does not allow it
/// as the name of a folder.
fn check_name(name: &str) -> Result<&str, Refusal> {
    let name = name.trim();
    let bad = |why: String| Err(Refusal::bad(message!("%{why}; choose another name", why)));
    if name.is_empty() {
        return bad(t!("a save needs a name"));
    }
    if name.chars().count() > NAME_MAX || name.len() > NAME_BYTES_MAX {
        return bad(t!("the name is longer than %{most} characters", most = NAME_MAX));
    }
    if name.starts_with('.') || name.ends_with('.') {
        return bad(t!("a name must not begin or end with a dot"));
    }
    if let Some(letter) = name.chars().find(|letter| is_forbidden(*letter)) {
        return bad(t!("a name must not contain %{letter}", letter = quote(letter)));
    }
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_uppercase();
    let numbered = |prefix: &str| {
        stem.strip_prefix(prefix)
            .is_some_and(|rest| rest.len() == 1 && rest.chars().all(|it| it.is_ascii_digit()))
    };
    if ["CON", "PRN", "AUX", "NUL"].contains(&stem.as_str()) || numbered("COM") || numbered("LPT") {
        return bad(t!("%{stem} is a reserved name on Windows", stem));
    }
    if name.to_lowercase().ends_with(".wag") {
        return bad(t!("a name must not end with .wag"));
    }
    Ok(name)
}

/// Returns whether a character is forbidden in names: a path separator, a special character of shells or file systems,
/// an invisible character, or one that changes the direction of text.
fn is_forbidden(letter: char) -> bool {
    let is_hidden = matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    is_in_no_file_name(letter) || is_hidden
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn save_name_is_valid_on_every_system() {
        let long = "x".repeat(61);
        let wide = "\u{1f600}".repeat(60);
        let bad = [
            "",
            "  ",
            ".",
            "..",
            ".hidden",
            "a/b",
            "..\\x",
            "a:b",
            "nul",
            "COM1.txt",
            "con ",
            "a\0b",
            "a\nb",
            "\u{202e}gaw",
            "x.",
            "x.wag",
            "<b>",
            &long,
            &wide,
        ];
        for name in bad {
            assert!(check_name(name).is_err(), "{name:?}");
        }
        for name in ["My match", " äöü ", "Zug 12.5", "comet", "a'b;c", "ギャザラー"] {
            assert_eq!(check_name(name).unwrap(), name.trim());
        }
    }

    #[test]
    fn save_is_complete_and_its_name_unique() {
        let home = tempfile::tempdir().unwrap();
        let replay = home.path().join("x.wag");
        fs::write(&replay, "replay").unwrap();
        let saves = Saves::new(home.path().join(FOLDER));
        let logs = |folder: &Path| fs::write(folder.join("a.log"), "log");
        let saved = saves.keep(" One ", &replay, logs).unwrap();
        assert_eq!((saved.name.as_str(), saved.automatic), ("One", false));
        assert_eq!(saves.find(&saved.id).unwrap(), home.path().join("saves/One/replay.wag"));
        assert_eq!(fs::read_to_string(home.path().join("saves/One/a.log")).unwrap(), "log");
        let mode = |place: &str| {
            use std::os::unix::fs::PermissionsExt;
            home.path().join(place).metadata().unwrap().permissions().mode() & 0o777
        };
        assert_eq!(mode("saves/One"), 0o755, "a user's own");
        Saves::of_account(home.path().join("hosted")).keep("One", &replay, logs).unwrap();
        assert_eq!(mode("hosted/One"), 0o700, "on a server for others");
        assert!(saves.keep("oNE", &replay, |_| Ok(())).is_err());
        assert!(saves.keep("Two", &replay, |_| Err(io::Error::other("full"))).is_err());
        fs::write(home.path().join("saves/auto-1.wag"), "replay").unwrap();
        std::os::unix::fs::symlink("/etc/passwd", home.path().join("saves/link.wag")).unwrap();
        for number in 0..LISTED_MAX + 5 {
            fs::write(home.path().join(format!("saves/old-{number}.wag")), "replay").unwrap();
        }
        assert_eq!(saves.list().len(), LISTED_MAX);
        assert!(saves.find(&id("old-7.wag")).is_some(), "those that are not listed are there");
        for number in 0..LISTED_MAX + 5 {
            fs::remove_file(home.path().join(format!("saves/old-{number}.wag"))).unwrap();
        }
        let mut names: Vec<_> = saves.list().into_iter().map(|save| (save.name, save.automatic)).collect();
        names.sort();
        assert_eq!(names, [("One".to_string(), false), ("auto-1".to_string(), true)]);
        assert_eq!(fs::read_dir(home.path().join(FOLDER)).unwrap().count(), 3);
    }
}

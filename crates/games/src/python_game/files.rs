//! The files of a game: the game file, and those of its folder that it imports.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use wag_core::game::{GameFile, GameInfo};
use wag_i18n::{Message, message};
use wag_python::host::GameStart;
use wag_replay::sha256;

/// The largest file of a game, in bytes.
pub const FILE_MAX: u64 = 1 << 20;
/// The most files that a game may import from its folder.
const FILES_MAX: usize = 100;

/// Returns the name of a game file in commands.
pub fn name_of(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
    stem.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect()
}

/// Returns how a worker of a game starts: from the files themselves, or from their stored texts if they have changed.
pub fn start_of(file: &GameFile, class: &str) -> GameStart {
    let class = Some(class.to_string());
    // The path in a replay has no folder: such files never come from the disk.
    if file.path.is_absolute() && is_unchanged(file) {
        return GameStart { file: file.path.clone(), class, ..GameStart::default() };
    }
    let stem = file.path.file_stem().map_or_else(|| "game".into(), |stem| stem.to_string_lossy());
    GameStart {
        file: PathBuf::from(format!("<{stem}>")),
        text: Some(file.files.first().map(|(_, text)| text.clone()).unwrap_or_default()),
        beside: file.files.get(1..).unwrap_or_default().to_vec(),
        class,
        ..GameStart::default()
    }
}

/// Returns whether a game's files on the disk are as they were when the game was opened.
fn is_unchanged(file: &GameFile) -> bool {
    let names: Vec<String> = file.files.iter().skip(1).map(|(name, _)| name.clone()).collect();
    read_files(&file.path, &names).is_ok_and(|files| hash(&files) == file.sha256)
}

/// Returns whether opening the game again would find the same files. Games that are no files of the disk never change.
pub fn is_current(info: &GameInfo) -> bool {
    info.file.is_none_or(|file| !file.path.is_absolute() || is_unchanged(file))
}

/// Returns the hash of a game's files.
pub fn hash(files: &[(String, String)]) -> String {
    let mut all = Vec::new();
    for (name, text) in files {
        for part in [name, text] {
            all.extend((part.len() as u64).to_le_bytes());
            all.extend(part.as_bytes());
        }
    }
    sha256(&all)
}

/// Reads the game file and the files of its folder that it imports, as names and texts.
pub fn read_files(path: &Path, imported: &[String]) -> Result<Vec<(String, String)>, Message> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let own = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let is_inside = |name: &&String| {
        Path::new(name).components().all(|part| matches!(part, std::path::Component::Normal(_)))
    };
    let mut beside: Vec<&String> = imported.iter().filter(is_inside).filter(|name| **name != own).collect();
    beside.sort();
    beside.dedup();
    beside.truncate(FILES_MAX);
    let all = std::iter::once(&own).chain(beside);
    all.map(|name| {
        let path = folder.join(name);
        Ok((name.clone(), read(&path).map_err(|err| unreadable(&path, &err))?))
    })
    .collect()
}

fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(FILE_MAX).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

pub fn unreadable(path: &Path, err: &io::Error) -> Message {
    message!("%{path} cannot be read: %{fault}", path = path.display(), fault = err)
}

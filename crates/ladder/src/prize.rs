//! Prizes: the source files of AIs that the learner has beaten.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use wag_core::game::GameInfo;
use wag_i18n::t;

/// Writes the champion's source into one of these folders: the first that contains no different file with the same
/// name. Never overwrites a file. Returns the path of the file, or the reason why it could not be written.
pub fn hand_out(info: &GameInfo, champion: &str, folders: &[&Path]) -> Result<PathBuf, String> {
    let Some(source) = info.built_in(champion).and_then(|player| player.source()) else {
        return Err(t!("%{champion} has no source code", champion));
    };
    let mut why = t!("there is no folder to save it in");
    for folder in folders {
        let file = folder.join(format!("{champion}.py"));
        match write_new(&file, source) {
            Ok(()) => return Ok(file),
            Err(err) => why = format!("{}: {err}", file.display()),
        }
    }
    Err(why)
}

/// Writes a new file. If the file already exists with the same text, succeeds without writing.
fn write_new(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    match File::create_new(file) {
        Ok(mut created) => created.write_all(text.as_bytes()).inspect_err(|_| {
            // An incomplete file would be useless and would block the next attempt.
            let _ = fs::remove_file(file);
        }),
        Err(err) if err.kind() == ErrorKind::AlreadyExists && fs::read(file)? == text.as_bytes() => Ok(()),
        Err(err) => Err(err),
    }
}

#[cfg(test)]
mod tests {
    use crate::prize::*;

    #[test]
    fn source_goes_to_first_free_folder() {
        let folder = tempfile::tempdir().unwrap();
        let (own, home) = (folder.path().join("own"), folder.path().join("home"));
        let info = wag_games::first().info;
        let noob = info.built_in("Noob").unwrap().source().unwrap();
        assert_eq!(hand_out(info, "Noob", &[&own, &home]), Ok(own.join("Noob.py")));
        assert_eq!(hand_out(info, "Noob", &[&own, &home]), Ok(own.join("Noob.py")), "it is there");
        fs::write(own.join("Noob.py"), "mine").unwrap();
        assert_eq!(hand_out(info, "Noob", &[&own, &home]), Ok(home.join("Noob.py")));
        assert_eq!(fs::read_to_string(home.join("Noob.py")).unwrap(), noob);
        assert_eq!(fs::read_to_string(own.join("Noob.py")).unwrap(), "mine");
        fs::write(home.join("Noob.py"), "mine, too").unwrap();
        assert!(hand_out(info, "Noob", &[&own, &home]).unwrap_err().contains("Noob.py"));
    }
}

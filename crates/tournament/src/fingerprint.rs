//! Hashes that show whether the files of a player or of an option have changed.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use wag_core::files;
use wag_core::game::GameInfo;
use wag_core::game::{Choice, GameOptions};
use wag_play::{Kind, PlayerSpec};
use wag_players::Program;

/// The maximum number of bytes, from the start of a file, that a hash covers.
const FILE_MAX: u64 = 64 << 20;

/// Reads the start of a file. Does not block if the file is a pipe.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    files::read_start(file, FILE_MAX)
}

/// Returns the fingerprint of a player. For a Python player, it covers the file and the modules that the file imports
/// from its folder. For a program, it covers the arguments of the command and the files that they name, or else the
/// executable. For a built-in player, it covers the source.
pub fn fingerprint(info: &GameInfo, entrant: &PlayerSpec) -> String {
    let mut all = FingerprintHasher::default();
    match &entrant.kind {
        Kind::Python { file, mode } => {
            all.add(if mode.is_persistent() { b"living" } else { b"python" });
            // A file that is too long for a replay is not among the sources, so it is added here.
            all.add(&read(file).unwrap_or_default());
            for (name, text) in wag_replay::sources(file) {
                all.add(name.as_bytes());
                all.add(text.as_bytes());
            }
        }
        Kind::Program { program, lives } => {
            all.add(if *lives { b"lines" } else { b"program" });
            add_program(&mut all, program);
        }
        Kind::BuiltIn(name) => {
            all.add(name.as_bytes());
            let source = info.built_in(name).and_then(|player| player.whole_source());
            all.add(source.unwrap_or_default().as_bytes());
        }
        Kind::Client { .. } | Kind::Person | Kind::Object(_) | Kind::Recorded => {}
    }
    all.finish()
}

/// Returns the fingerprint of a folder with a Python player. It covers the paths and contents of all files, and the
/// name of the file that runs.
pub fn files_fingerprint(lives: bool, main: &str, files: &BTreeMap<String, Vec<u8>>) -> String {
    let mut all = FingerprintHasher::default();
    all.add(if lives { b"living folder" } else { b"python folder" });
    all.add(main.as_bytes());
    for (path, bytes) in files {
        all.add(path.as_bytes());
        all.add(bytes);
    }
    all.finish()
}

fn add_program(all: &mut FingerprintHasher, program: &Program) {
    let mut has_file = false;
    for argument in &program.arguments {
        // The content counts instead of the path, because the file may be in another folder the next time.
        match read(Path::new(argument)) {
            Ok(bytes) => {
                has_file = true;
                all.add(&bytes);
            }
            Err(_) => all.add(argument.as_encoded_bytes()),
        }
    }
    if !has_file {
        all.add(&read(&program.file).unwrap_or_default());
    }
}

/// Returns the fingerprint of all options of a match on one map or board, including the bytes of the options' files.
pub fn options_fingerprint(game_options: &GameOptions) -> String {
    let mut all = FingerprintHasher::default();
    for (name, choice) in &game_options.values {
        all.add(name.as_bytes());
        match choice {
            Choice::Number(number) => all.add(number.to_string().as_bytes()),
            Choice::Word(word) => all.add(word.as_bytes()),
            Choice::Flag => all.add(b"yes"),
            Choice::File { bytes, .. } => all.add(bytes),
        }
    }
    all.finish()
}

/// A hash of a sequence of parts. Each part is preceded by its length, so that the boundaries between parts matter.
#[derive(Default)]
struct FingerprintHasher(Sha256);

impl FingerprintHasher {
    fn add(&mut self, part: &[u8]) {
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    fn finish(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::fingerprint::*;
    use std::fs;
    use wag_games::find;
    use wag_play::one_of;

    #[test]
    fn only_imported_files_change_the_fingerprint() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("bot.py", "import tools\n");
        write("tools.py", "x = 1\n");
        let info = find("warriors").unwrap().info;
        let word = folder.path().join("bot.py").display().to_string();
        let print = || fingerprint(info, &one_of(info, &word, &[]).unwrap());
        let before = print();
        write("notes.py", "nobody asks for it\n");
        assert_eq!(print(), before);
        write("tools.py", "x = 2\n");
        assert_ne!(print(), before);
    }

    #[test]
    fn program_fingerprint_ignores_file_locations() {
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let info = find("gems").unwrap().info;
        let print = |folder: &tempfile::TempDir, text: &str, switch: &str| {
            let file = folder.path().join("bot.sh");
            fs::write(&file, text).unwrap();
            fingerprint(info, &one_of(info, &format!("sh {switch} {}", file.display()), &[]).unwrap())
        };
        let before = print(&one, "exit 1", "-e");
        assert_eq!(print(&other, "exit 1", "-e"), before);
        assert_ne!(print(&one, "exit 2", "-e"), before);
        assert_ne!(print(&one, "exit 1", "-u"), before);
    }
}

//! The names of players: given by the user, or derived from files and folders.

use crate::error::{PlayError, user_error};
use crate::line_up::objects::name_in;
use crate::line_up::parsed_spec::{PERSON, SourceForm, file_and_entry};
use crate::line_up::player_spec::{Kind, PlayerSpec, introduction};
use crate::logs::log_name;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wag_core::game::GameInfo;
use wag_core::text::printable;
use wag_i18n::{message, quote, t};
use wag_players::Program;
use wag_replay::PlayerInfo;

/// Maximum length of a player's name, in characters.
pub const NAME_MAX: usize = 60;

/// Makes the names of all players different.
pub fn with_distinct_names(mut entrants: Vec<PlayerSpec>) -> Result<Vec<PlayerSpec>, PlayError> {
    name_by_folder(&mut entrants);
    number_equal_names(&mut entrants);
    check_names(&entrants)?;
    Ok(entrants)
}

/// Returns the default name of a player. A player's file has the same name in every folder that `wag new` creates, so
/// such a player is named after its folder.
pub fn default_name(info: &GameInfo, kind: &Kind, word: &str) -> String {
    let stem = |file: &Path| file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let name = match kind {
        Kind::BuiltIn(name) => Some(name.to_string()),
        // The user's path counts, because a link may have another name than its target.
        Kind::Python { file, .. } => {
            let own = introduction(info, file).name.map(|name| printable_name(&name));
            return own.unwrap_or_else(|| name_of_file(info, SourceForm::of(word).words()));
        }
        Kind::Program { program, .. } => stem(&program_file(program)).map(|name| printable_name(&name)),
        Kind::Client { .. } => Some("client".to_string()),
        Kind::Person => Some(PERSON.to_string()),
        Kind::Object(_) => Some(name_in(SourceForm::of(word).words()).to_string()),
        Kind::Recorded => None,
    };
    name.unwrap_or_default()
}

/// Returns the name of the player that a page lists: of a file, or of a class in one.
pub fn name_of_player(info: &GameInfo, word: &str) -> String {
    match file_and_entry(word) {
        (file, None) => name_of_file(info, file),
        (_, Some(entry)) => entry.split(':').next().unwrap_or_default().to_string(),
    }
}

/// Returns the name of the player in a Python file, given the path from the user: `bot` for `bot.py`. If the file has
/// the name that `wag new` gives, the player is named after its folder if the path contains it.
fn name_of_file(info: &GameInfo, word: &str) -> String {
    let path = Path::new(word);
    let is_usual = path
        .file_name()
        .is_some_and(|name| Some(name.as_encoded_bytes()) == info.own_player().map(str::as_bytes));
    let folder = if is_usual { folder_name(path) } else { None };
    folder.or_else(|| Some(path.file_stem()?.to_string_lossy().into_owned())).unwrap_or_default()
}

/// Returns the script that a program's interpreter runs, or else the program itself.
fn program_file(program: &Program) -> PathBuf {
    let given = program.arguments.iter().map(Path::new).find(|path| path.is_file());
    given.unwrap_or(&program.file).to_path_buf()
}

/// Returns the last folder in a path if its name is a valid player name. Paths such as `bot.py`, `./bot.py` and
/// `../bot.py` contain no such folder.
pub fn folder_name(path: &Path) -> Option<String> {
    let name = path.parent()?.file_name()?.to_string_lossy().into_owned();
    (name_error(&name).is_none() && !name.starts_with('.')).then_some(name)
}

impl PlayerSpec {
    /// Returns the name of the last folder in the path that the user gave, or `None` if it contains no folder.
    pub fn folder(&self) -> Option<String> {
        let words = SourceForm::of(&self.source).words();
        match &self.kind {
            Kind::Python { .. } => folder_name(Path::new(words)),
            // In `/bin/sh a/bot.sh`, the word that gave the player its name, not the interpreter.
            Kind::Program { .. } => {
                let own = |word: &&str| Path::new(word).file_stem().is_some_and(|stem| *stem == *self.name);
                words.split_whitespace().find(own).and_then(|word| folder_name(Path::new(word)))
            }
            Kind::BuiltIn(_) | Kind::Client { .. } | Kind::Person | Kind::Object(_) | Kind::Recorded => None,
        }
    }
}

/// Renames each player whose name occurs more than once after its folder. A player without a folder keeps its name.
fn name_by_folder(entrants: &mut [PlayerSpec]) {
    let names: Vec<String> = entrants.iter().map(|entrant| key(&entrant.name)).collect();
    for (seat, entrant) in entrants.iter_mut().enumerate() {
        let is_shared = names.iter().enumerate().any(|(other, name)| other != seat && *name == names[seat]);
        // Names given by the user do not change.
        if is_shared
            && entrant.word != entrant.name
            && let Some(folder) = entrant.folder()
        {
            entrant.name = folder;
        }
    }
}

/// Returns a valid name that is similar to this one.
fn printable_name(name: &str) -> String {
    let letters = name.chars().map(|letter| if is_printable(letter) { letter } else { '_' });
    let name: String = letters.take(NAME_MAX).collect();
    if name.trim().is_empty() { "_".to_string() } else { name }
}

fn is_printable(letter: char) -> bool {
    !printable(letter.encode_utf8(&mut [0; 4])).is_empty()
}

/// Returns the text that differs between two players of a match: the names of their logs, without case, because the
/// logs may be in the same folder.
fn key(name: &str) -> String {
    log_name(name).to_lowercase()
}

/// Returns valid and different names for the players of a replay. A replay may be a stranger's, so its names may contain
/// anything and occur twice.
pub fn recorded_names(players: &[PlayerInfo]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for player in players {
        let name = printable_name(&player.name);
        let is_free = |name: &String| names.iter().all(|other| key(other) != key(name));
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(is_free);
        names.push(free.expect("there are more numbers than names"));
    }
    names
}

/// Appends 1, 2, ... in seat order to each name that occurs more than once. Names with the same log count as equal.
fn number_equal_names(entrants: &mut [PlayerSpec]) {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for entrant in entrants.iter() {
        counts.entry(key(&entrant.name)).or_default().0 += 1;
    }
    for entrant in entrants {
        if let Some((count, number)) = counts.get_mut(&key(&entrant.name))
            && *count > 1
        {
            *number += 1;
            // `s1` twice becomes `s1-1` and `s1-2`, because `s11` could be another player.
            let between = if entrant.name.ends_with(|last: char| last.is_ascii_digit()) { "-" } else { "" };
            entrant.name = format!("{}{between}{number}", entrant.name);
        }
    }
}

/// Returns the reason why a name is not valid, or `None` if it is valid. Every name is valid that can be printed.
pub fn name_error(name: &str) -> Option<String> {
    if name.trim().is_empty() || name.chars().count() > NAME_MAX {
        return Some(t!(
            "%{name} is not a valid player name (1 to %{most} characters)",
            name = quote(name),
            most = NAME_MAX
        ));
    }
    let letter = name.chars().find(|letter| !is_printable(*letter))?;
    Some(t!(
        "the player name %{name} contains %{letter}, which cannot be printed",
        name = quote(name),
        letter = quote(letter)
    ))
}

fn check_names(entrants: &[PlayerSpec]) -> Result<(), PlayError> {
    for (seat, entrant) in entrants.iter().enumerate() {
        let name = &entrant.name;
        let advice = t!("give player %{seat} another name: NAME=FILE", seat = seat + 1);
        if let Some(err) = name_error(name) {
            return user_error(format!("{err}; {advice}"));
        }
        let is_taken = |other: &PlayerSpec| key(&other.name) == key(name);
        if let Some(other) = entrants[..seat].iter().position(is_taken) {
            return user_error(message!(
                "player %{other} and player %{seat} would both be named %{name}; %{advice}",
                other = other + 1,
                seat = seat + 1,
                name,
                advice
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::line_up::player_names::*;
    use crate::line_up::players::several;

    fn info(name: &str) -> &'static GameInfo {
        wag_games::find(name).unwrap().info
    }

    #[test]
    fn names_from_a_replay_are_valid_and_different() {
        let names = ["../../own", "/tmp/own", "..", "", "anna", "Anna", "anna-2", "a\0\n"];
        let players = names.map(|name| PlayerInfo { name: name.to_string(), ..PlayerInfo::default() });
        let valid = ["../../own", "/tmp/own", "..", "_", "anna", "Anna-2", "anna-2-2", "a__"];
        assert_eq!(recorded_names(&players), valid);
        assert!(valid.iter().all(|name| name_error(name).is_none()));
    }

    #[test]
    fn files_in_folders_are_named_after_them() {
        let folder = tempfile::tempdir().unwrap();
        for file in
            ["s1/yourAI.py", "s2/yourAI.py", "bots/a/fast.py", "bots/b/fast.py", "yourAI.py", ".x/yourAI.py"]
        {
            std::fs::create_dir_all(folder.path().join(file).parent().unwrap()).unwrap();
            std::fs::write(folder.path().join(file), "").unwrap();
        }
        let names = |files: &[&str]| {
            let word = |file: &&str| match file.split_once('=') {
                Some((name, file)) => format!("{name}={}", folder.path().join(file).display()),
                None => folder.path().join(file).display().to_string(),
            };
            let words: Vec<String> = files.iter().map(word).collect();
            let entrants = several(info("warriors"), &words, &[]).unwrap();
            entrants.into_iter().map(|entrant| entrant.name).collect::<Vec<_>>()
        };
        assert_eq!(names(&["s1/yourAI.py", "s2/yourAI.py"]), ["s1", "s2"]);
        assert_eq!(names(&["s1/yourAI.py", "s1/yourAI.py"]), ["s1-1", "s1-2"]);
        assert_eq!(names(&["bots/a/fast.py"]), ["fast"], "one of them needs no other name");
        assert_eq!(names(&["bots/a/fast.py", "bots/b/fast.py"]), ["a", "b"]);
        assert_eq!(names(&["anna=s1/yourAI.py", "s1/yourAI.py"]), ["anna", "s1"]);
        assert_eq!(names(&[".x/yourAI.py"]), ["yourAI"], "no name for a log");
        let called = |words: [&str; 2]| {
            let entrants = several(info("gems"), &words.map(str::to_string), &[]).unwrap();
            entrants.into_iter().map(|entrant| entrant.name).collect::<Vec<_>>()
        };
        assert_eq!(called(["/bin/sh Cargo.toml", "/bin/sh Cargo.toml"]), ["Cargo1", "Cargo2"]);
        assert_eq!(called(["sh src/one.rs", "sh src/../src/lib.rs"]), ["one", "lib"]);
        assert_eq!(called(["sh src/lib.rs", "sh ./src/lib.rs"]), ["src1", "src2"]);
        for word in ["yourAI.py", "./yourAI.py", "../../yourAI.py"] {
            assert_eq!(name_of_file(info("warriors"), word), "yourAI");
        }
    }
}

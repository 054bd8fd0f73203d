//! Who plays: from the words of the command line to named AIs.

use super::{Mistake, mistake};
use crate::games::warriors::opponents::{self, Opponent};
use crate::logs::is_in_no_file_name;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// An AI with the name under which it plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    pub name: String,
    pub ai: Ai,
}

/// What plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ai {
    /// The built-in one that does nothing.
    Dummy,
    /// A built-in one in Python.
    BuiltIn(&'static Opponent),
    /// A Python file; the path is absolute.
    File(PathBuf),
}

impl Ai {
    /// The built-in AI of this name.
    pub fn built_in(name: &str) -> Option<Ai> {
        if name == opponents::IDLE { Some(Ai::Dummy) } else { opponents::find(name).map(Ai::BuiltIn) }
    }
}

/// Who sits on the seats that nobody was named for.
const FILLER: &str = "Noob";

/// The longest name of a player, in characters.
const NAME_MAX: usize = 60;

/// Names the AIs, fills the table up, and sees to it that all names differ.
pub fn line_up(words: &[String], seats: usize) -> anyhow::Result<Vec<Entrant>> {
    if words.len() > seats {
        return mistake(format!(
            "{} AIs are too many: {seats} play; leave {} out",
            words.len(),
            words.len() - seats
        ));
    }
    let fillers = std::iter::repeat_n(FILLER, seats - words.len());
    let words = words.iter().map(String::as_str).chain(fillers);
    let mut entrants = words.map(entrant).collect::<anyhow::Result<Vec<_>>>()?;
    number_equal_names(&mut entrants);
    check_names(&entrants)?;
    Ok(entrants)
}

/// `yourAI.py`, `path/to/file`, `Noob`, `anna=FILE`.
fn entrant(word: &str) -> anyhow::Result<Entrant> {
    let (name, ai) = match word.split_once('=') {
        Some((name, ai)) if !name.contains('/') => (Some(name), ai),
        _ => (None, word),
    };
    if !ai.contains('/') && !ai.ends_with(".py") {
        return match Ai::built_in(ai) {
            Some(built_in) => Ok(Entrant { name: name.unwrap_or(ai).to_string(), ai: built_in }),
            None => mistake(unknown(ai)),
        };
    }
    let file = existing(ai)?;
    // A link may be named otherwise than the file it leads to.
    let stem =
        || Path::new(ai).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Entrant { name: name.map_or_else(stem, str::to_string), ai: Ai::File(file) })
}

fn unknown(word: &str) -> String {
    let built_in = opponents::names().collect::<Vec<_>>().join(", ");
    if Path::new(&format!("{word}.py")).is_file() {
        return format!("no built-in AI is called {word:?}; for the file write {word}.py");
    }
    format!(
        "no built-in AI is called {word:?} (there are {built_in}); a file is named with its ending, such as {word}.py"
    )
}

/// The file as an absolute path, if it can be read.
fn existing(word: &str) -> anyhow::Result<PathBuf> {
    let path = Path::new(word);
    if path.is_dir() {
        return mistake(format!(
            "{word} is a folder; name the AI's file in it, such as {}",
            path.join("yourAI.py").display()
        ));
    }
    if path.exists() && !path.is_file() {
        return mistake(format!("{word} is no regular file; name the Python file of an AI"));
    }
    match std::fs::File::open(path).and_then(|_| path.canonicalize()) {
        Ok(absolute) => Ok(absolute),
        Err(fault) if fault.kind() == std::io::ErrorKind::NotFound => {
            mistake(format!("there is no file {word}; `wag new .` writes a first yourAI.py here"))
        }
        Err(fault) => mistake(format!("{word} can't be read: {fault}; see to it that you may read the file")),
    }
}

/// Names that occur more than once get 1, 2, ... in seat order. Upper and lower case make no difference, since the logs
/// of both may have to lie in one folder.
fn number_equal_names(entrants: &mut [Entrant]) {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for entrant in entrants.iter() {
        counts.entry(entrant.name.to_lowercase()).or_default().0 += 1;
    }
    for entrant in entrants {
        if let Some((count, number)) = counts.get_mut(&entrant.name.to_lowercase())
            && *count > 1
        {
            *number += 1;
            entrant.name = format!("{}{number}", entrant.name);
        }
    }
}

fn check_names(entrants: &[Entrant]) -> Result<(), Mistake> {
    for (seat, entrant) in entrants.iter().enumerate() {
        let name = &entrant.name;
        let advice = format!("give AI {} another one: NAME=FILE", seat + 1);
        if name.is_empty() || name.starts_with('.') || name.chars().count() > NAME_MAX {
            return Err(Mistake(format!(
                "{name:?} is no name for a player (1 to {NAME_MAX} characters, not beginning with a dot); {advice}"
            )));
        }
        if let Some(letter) = name.chars().find(|letter| is_in_no_file_name(*letter)) {
            return Err(Mistake(format!(
                "the player's name {name:?} contains {letter:?}, which no log file may; {advice}"
            )));
        }
        if let Some(other) =
            entrants[..seat].iter().position(|other| other.name.to_lowercase() == name.to_lowercase())
        {
            return Err(Mistake(format!(
                "AI {} and AI {} would both be called {name}; {advice}",
                other + 1,
                seat + 1
            )));
        }
    }
    Ok(())
}

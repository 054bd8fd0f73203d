//! Who plays the gem duel: from a word of the command line to a player.

use super::super::mistake;
use super::seats::Thinker;
use crate::players::Program;
use clap::ValueEnum;
use rustix::fs::Access;
use std::ffi::OsString;
use std::path::{Path, PathBuf, absolute};

/// The word for a person.
pub const HUMAN: &str = "human";

/// A player with the word that named it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// As the user has written it.
    pub name: String,
    pub ai: Ai,
}

/// What plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ai {
    BuiltIn(Thinker),
    /// A person who types, or clicks.
    Human,
    /// A file that ends in `.py`: plays in a worker.
    Script(PathBuf),
    /// A command: a program in any language.
    Program(Program),
}

impl Entrant {
    /// The player that the word names; it may read these files and folders besides its own.
    pub fn new(word: &str, readable: &[PathBuf]) -> anyhow::Result<Entrant> {
        let ai = match Thinker::from_str(word, false) {
            Ok(thinker) => Ai::BuiltIn(thinker),
            Err(_) if word == HUMAN => Ai::Human,
            Err(_) if is_script(word) => Ai::Script(script(word)?),
            Err(_) => Ai::Program(command(word, readable)?),
        };
        Ok(Entrant { name: word.to_string(), ai })
    }

    /// The program in a file, without arguments.
    pub fn of_file(file: &Path) -> anyhow::Result<Entrant> {
        let program = program(file.to_path_buf(), Vec::new(), &[])?;
        Ok(Entrant { name: file.display().to_string(), ai: Ai::Program(program) })
    }

    /// Whether its time is worth telling.
    pub fn takes_time(&self) -> bool {
        !matches!(self.ai, Ai::BuiltIn(_))
    }

    /// A short name: of a file or program without its folder.
    pub fn short_name(&self) -> String {
        let stem = |file: &Path| file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = match &self.ai {
            Ai::BuiltIn(_) | Ai::Human => None,
            Ai::Script(file) => stem(file),
            Ai::Program(program) => match program.arguments.iter().map(Path::new).find(|path| path.is_file())
            {
                // What an interpreter is given to run.
                Some(file) => stem(file),
                None => stem(&program.file),
            },
        };
        name.unwrap_or_else(|| self.name.clone())
    }
}

/// `bot.py`, and `my bot.py` if there is such a file; not `python3 bot.py`.
fn is_script(word: &str) -> bool {
    word.ends_with(".py") && (!word.contains(char::is_whitespace) || Path::new(word).exists())
}

fn script(word: &str) -> anyhow::Result<PathBuf> {
    let path = Path::new(word);
    if !path.is_file() {
        return mistake(format!("there is no file {word}; name a Python file that is there"));
    }
    path.canonicalize().or_else(|fault| mistake(format!("{word} can't be read: {fault}")))
}

/// Splits the words as a shell does.
fn command(words: &str, readable: &[PathBuf]) -> anyhow::Result<Program> {
    let Some(words_of_it) = shlex::split(words) else {
        return mistake(format!("{words}: a quotation mark or backslash at its end is open; close it"));
    };
    let Some((first, arguments)) = words_of_it.split_first() else {
        return mistake("an empty word names no player; name a built-in one, such as ref, or a command");
    };
    program(find(first)?, arguments.iter().map(|word| handed_on(word)).collect(), readable)
}

/// The program of a command, as a path: of a word without a slash, the first one on PATH.
fn find(word: &str) -> anyhow::Result<PathBuf> {
    if word.contains('/') {
        return Ok(PathBuf::from(word));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(word));
    if let Some(found) = places.find(|file| file.is_file() && may_start(file)) {
        return Ok(found);
    }
    let names = Thinker::value_variants().iter().map(|thinker| thinker.name()).collect::<Vec<_>>().join(", ");
    match Path::new(word).is_file() {
        true => mistake(format!("{word} is not found on PATH; for the file here write ./{word}")),
        false => mistake(format!(
            "there is no player {word}: it is neither built in ({names}, {HUMAN}) nor a program found on PATH; a file is named with its folder, as ./{word}"
        )),
    }
}

fn may_start(file: &Path) -> bool {
    rustix::fs::access(file, Access::EXEC_OK).is_ok()
}

/// A program works in a folder of its own: what names a file here must name it there, too.
fn handed_on(word: &str) -> OsString {
    let path = Path::new(word);
    match path.exists().then(|| absolute(path)) {
        Some(Ok(path)) => path.into(),
        _ => word.into(),
    }
}

fn program(file: PathBuf, arguments: Vec<OsString>, readable: &[PathBuf]) -> anyhow::Result<Program> {
    let name = file.display();
    if file.is_dir() {
        return mistake(format!("{name} is a folder; name the program in it"));
    }
    if !file.exists() {
        return mistake(format!("there is no program {name}; name one that is there"));
    }
    if !may_start(&file) {
        return mistake(format!("{name} can't be started: it is no program; chmod +x {name} makes it one"));
    }
    let Ok(file) = absolute(&file) else {
        return mistake(format!("{name}: its folder is not known; name it with its whole path"));
    };
    let named = arguments.iter().map(PathBuf::from).filter(|path| path.is_absolute() && path.exists());
    let mut places: Vec<PathBuf> = named.flat_map(|path| with_its_folder(&path)).collect();
    places.extend(with_its_folder(&file));
    places.extend(library_of(&file));
    places.extend(readable.iter().filter_map(|path| absolute(path).ok()));
    places.sort();
    places.dedup();
    Ok(Program { file, arguments, readable: places })
}

/// A file and the folder in which it lies; of a link, those it leads to as well. A folder is itself.
fn with_its_folder(path: &Path) -> Vec<PathBuf> {
    let places = [Some(path.to_path_buf()), path.canonicalize().ok()].into_iter().flatten();
    let folders =
        places.clone().filter(|path| path.is_file()).filter_map(|file| Some(file.parent()?.to_path_buf()));
    folders.chain(places).collect()
}

/// An interpreter in `somewhere/bin` has its library in `somewhere/lib`.
fn library_of(file: &Path) -> Vec<PathBuf> {
    let files = [Some(file.to_path_buf()), file.canonicalize().ok()].into_iter().flatten();
    let folders =
        files.filter_map(|file| Some(file.parent()?.to_path_buf())).filter(|at| at.ends_with("bin"));
    folders.map(|folder| folder.with_file_name("lib")).filter(|library| library.is_dir()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(word: &str) -> String {
        Entrant::new(word, &[]).unwrap_err().to_string()
    }

    #[test]
    fn names_files_and_commands_are_told_apart() {
        assert_eq!(Entrant::new("look-ahead", &[]).unwrap().ai, Ai::BuiltIn(Thinker::LookAhead));
        let Ai::Program(program) = Entrant::new("sh -c 'exit 3' Cargo.toml", &[]).unwrap().ai else {
            panic!()
        };
        assert!(program.file.is_absolute() && program.file.ends_with("sh"));
        assert_eq!(program.arguments[..2], ["-c", "exit 3"]);
        let here = std::env::current_dir().unwrap();
        assert_eq!(program.arguments[2], here.join("Cargo.toml"));
        assert!(program.readable.contains(&here));
        assert_eq!(program.file.file_name().unwrap(), "sh");
    }

    #[test]
    fn what_can_not_play_is_one_sentence() {
        assert!(told("no-such-program-anywhere").contains("ref, ref-columns, greedy, look-ahead"));
        assert!(told("./no-such-file").contains("there is no program ./no-such-file"));
        assert!(told("./src").contains("is a folder"));
        assert!(told("./Cargo.toml").contains("chmod +x"));
        assert!(told("Cargo.toml").contains("write ./Cargo.toml"));
        assert!(told("sh -c 'exit").contains("close it"));
        assert!(told(" ").contains("names no player"));
        assert!(told("none.py").contains("there is no file none.py"));
    }
}

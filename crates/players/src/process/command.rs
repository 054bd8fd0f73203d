//! Converts a command into a program: the file to start, and the files that it may read.

use super::Program;
use super::interpreter::{is_executable, is_within, launched_programs, needed_by, on_path, python_places};
use super::search_path;
use std::ffi::OsString;
use std::path::{Path, PathBuf, absolute};
use wag_core::files::read_start;
use wag_core::text::quoted_path;
use wag_i18n::{Message, message};

impl Program {
    /// Returns the program in this file, without arguments. The program may read its own files and the `readable`
    /// paths.
    pub fn of_file(file: &Path, readable: &[PathBuf]) -> Result<Program, Message> {
        program(file.to_path_buf(), &[], Path::new(""), readable, true)
    }

    /// Splits `words` as a shell does and returns the program that they start. Paths in them are relative to `base`, or
    /// to the current folder if `base` is empty. The program may read its own files and the `readable` paths. If the
    /// first word is neither a file nor on PATH, `unknown` provides the error.
    pub fn of_command(
        words: &str,
        base: &Path,
        readable: &[PathBuf],
        unknown: impl FnOnce(&str) -> Message,
    ) -> Result<Program, Message> {
        let Some(words_of_it) = shlex::split(words) else {
            return Err(message!(
                "%{words}: the player ends in an open quotation mark or a backslash; close the quotation, or remove the backslash",
                words
            ));
        };
        let Some((first, arguments)) = words_of_it.split_first() else {
            return Err(message!("a player is empty; name a built-in player, a file or a command"));
        };
        program(find(first, base, unknown)?, arguments, base, readable, first.contains('/'))
    }
}

/// Returns the path of the program that a command's first word names: the word itself if it is a path, otherwise the
/// first match on PATH.
fn find(word: &str, base: &Path, unknown: impl FnOnce(&str) -> Message) -> Result<PathBuf, Message> {
    if word.contains('/') {
        return Ok(base.join(word));
    }
    if let Some(found) = on_path(word, &search_path::folders(base)) {
        return Ok(found);
    }
    match base.join(word).is_file() {
        true => {
            Err(message!("%{word} was not found on PATH; for the file in this folder, write ./%{word}", word))
        }
        false => Err(unknown(word)),
    }
}

/// An argument as the program receives it, and the files and folders that the argument names.
struct Argument {
    word: OsString,
    names: Vec<PathBuf>,
}

/// The options of Java that are followed by a list of paths.
const LISTS: [&str; 5] = ["-cp", "-classpath", "--class-path", "-p", "--module-path"];

/// Makes the paths in arguments absolute, because a program works in its own folder.
fn absolute_arguments(words: &[String], base: &Path) -> Vec<Argument> {
    let before = [None].into_iter().chain(words.iter().map(|word| Some(word.as_str())));
    words.iter().zip(before).map(|(word, before)| argument(word, before, base)).collect()
}

fn argument(word: &str, before: Option<&str>, base: &Path) -> Argument {
    if before.is_some_and(|before| LISTS.contains(&before)) {
        return list(word, "", base);
    }
    if let Some((option, places)) = word.split_once('=').filter(|(option, _)| LISTS.contains(option)) {
        return list(places, &format!("{option}="), base);
    }
    match existing(&base.join(word)) {
        Some(path) => Argument { word: path.clone().into(), names: vec![path] },
        None => Argument { word: word.into(), names: Vec::new() },
    }
}

/// Makes the paths in a list such as `classes:lib/*` absolute. An empty entry is the base folder.
fn list(places: &str, option: &str, base: &Path) -> Argument {
    let whole = |entry: &str| {
        let entry = base.join(if entry.is_empty() { "." } else { entry });
        absolute(&entry).unwrap_or(entry)
    };
    let entries: Vec<PathBuf> = places.split(':').map(whole).collect();
    let folder = |entry: &PathBuf| match entry.ends_with("*") {
        true => entry.parent().map_or_else(|| entry.clone(), Path::to_path_buf),
        false => entry.clone(),
    };
    let names = entries.iter().map(folder).filter(|place| place.exists()).collect();
    let mut word = OsString::from(option);
    for (number, entry) in entries.iter().enumerate() {
        word.push(if number > 0 { ":" } else { "" });
        word.push(entry);
    }
    Argument { word, names }
}

fn existing(path: &Path) -> Option<PathBuf> {
    path.exists().then(|| absolute(path).ok()).flatten()
}

/// Checks a program's file and returns the program. `is_own` is true if the user named the file by its path, and false
/// if it was found on PATH.
fn program(
    file: PathBuf,
    words: &[String],
    base: &Path,
    readable: &[PathBuf],
    is_own: bool,
) -> Result<Program, Message> {
    let name = file.display();
    if file.is_dir() {
        return Err(message!("%{name} is a folder; name the program inside it", name));
    }
    if !file.exists() {
        return Err(message!("there is no program %{name}; check the path", name));
    }
    if !is_executable(&file) {
        return Err(message!(
            "cannot start %{name}: the file is not executable; to make it executable, run: chmod +x %{quoted}",
            name,
            quoted = quoted_path(&file)
        ));
    }
    if let Some(interpreter) = interpreter_with_return(&file) {
        return Err(message!(
            "%{name} cannot be started: its first line has a Windows line ending, so the system looks for %{interpreter} with a carriage return in its name; fix it with: sed -i 's/\\r$//' %{quoted}",
            name,
            quoted = quoted_path(&file),
            interpreter
        ));
    }
    let Ok(file) = absolute(&file) else {
        return Err(message!("cannot determine the folder of %{name}; give its absolute path", name));
    };
    let path = search_path::folders(base);
    let arguments = absolute_arguments(words, base);
    let named: Vec<PathBuf> = arguments.iter().flat_map(|argument| argument.names.iter().cloned()).collect();
    let own = Some(&file).filter(|_| is_own).into_iter().chain(&named);
    let mut homes: Vec<PathBuf> = own.flat_map(|path| folders_of(path)).collect();
    homes.dedup();
    let mut started = launched_programs(&file, words, base, &path);
    started.retain_mut(|program| absolute(&*program).map(|whole| *program = whole).is_ok());
    started.push(file.clone());
    let mut places: Vec<PathBuf> =
        named.iter().chain(&started).flat_map(|path| with_its_folder(path)).collect();
    places.extend(started.iter().flat_map(|program| library_of(program)));
    places.extend(readable.iter().filter_map(|path| absolute(path).ok()));
    let mut installed: Vec<PathBuf> =
        started.iter().flat_map(|program| installed_for(program, &path)).collect();
    installed.extend(readable.iter().flat_map(|folder| python_places(&folder.join("bin/python3"), None)));
    for list in [&mut places, &mut installed] {
        list.sort();
        list.dedup();
    }
    let arguments = arguments.into_iter().map(|argument| argument.word).collect();
    Ok(Program { file, arguments, readable: places, installed, homes, path })
}

/// Returns the installed files that a program needs: those of its interpreter, and those of the Python on PATH, which
/// the program may start by name.
fn installed_for(program: &Path, path: &[PathBuf]) -> Vec<PathBuf> {
    let pythons = ["python3", "python"].into_iter().filter_map(|name| on_path(name, path));
    let mut places: Vec<PathBuf> = pythons.flat_map(|python| python_places(&python, None)).collect();
    places.extend(python_places(program, None));
    places.extend(needed_by(program, path));
    places
}

/// The maximum length in bytes of a script's first line that names an interpreter.
const INTERPRETER_MAX: u64 = 256;

/// Returns the interpreter in the first line of a script if that line ends with a carriage return, otherwise `None`.
/// The system takes the carriage return for a part of the interpreter's name.
fn interpreter_with_return(file: &Path) -> Option<String> {
    let begin = read_start(file, INTERPRETER_MAX).ok()?;
    let line = begin.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let named = line.strip_suffix(b"\r")?;
    Some(String::from_utf8_lossy(named).trim().to_string())
}

/// Returns a file and its folder. For a link, also returns its target and the target's folder. A folder is returned
/// alone.
fn with_its_folder(path: &Path) -> Vec<PathBuf> {
    folders_of(path).into_iter().chain(itself(path)).collect()
}

/// Returns the folder of a file. For a link, also returns the folder of its target.
fn folders_of(path: &Path) -> Vec<PathBuf> {
    let files = itself(path).into_iter().filter(|path| path.is_file());
    files.filter_map(|file| Some(file.parent()?.to_path_buf())).collect()
}

fn itself(path: &Path) -> Vec<PathBuf> {
    [Some(path.to_path_buf()), path.canonicalize().ok()].into_iter().flatten().collect()
}

/// Returns the library folder of an interpreter: `somewhere/lib` for an interpreter in `somewhere/bin`.
fn library_of(file: &Path) -> Vec<PathBuf> {
    let files = [Some(file.to_path_buf()), file.canonicalize().ok()].into_iter().flatten();
    let folders =
        files.filter_map(|file| Some(file.parent()?.to_path_buf())).filter(|at| at.ends_with("bin"));
    let libraries =
        folders.filter_map(|folder| Some((folder.with_file_name("lib"), folder.parent()?.to_path_buf())));
    // A link may come from the author of the folder, who is not trusted.
    let is_library = |(library, prefix): &(PathBuf, PathBuf)| library.is_dir() && is_within(library, prefix);
    libraries.filter(is_library).map(|(library, _)| library).collect()
}

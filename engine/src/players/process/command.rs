//! Programs in any language: from a command to a file that can be started, and what it may read.

use super::Program;
use crate::language::t;
use rustix::fs::Access;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf, absolute};

impl Program {
    /// The program in a file, without arguments. It may read these files and folders besides its own.
    pub fn of_file(file: &Path, readable: &[PathBuf]) -> Result<Program, String> {
        program(file.to_path_buf(), Vec::new(), readable, true)
    }

    /// Splits the words as a shell does. The program may read these files and folders besides its own. Of a single word that
    /// is neither a file nor found on PATH, `unknown` tells.
    pub fn of_command(
        words: &str,
        readable: &[PathBuf],
        unknown: impl FnOnce(&str) -> String,
    ) -> Result<Program, String> {
        let Some(words_of_it) = shlex::split(words) else {
            return Err(t!("%{words}: a quotation mark or backslash at its end is open; close it", words));
        };
        let Some((first, arguments)) = words_of_it.split_first() else {
            return Err(t!("an empty word names no player; name a built-in one, a file or a command"));
        };
        let arguments = arguments.iter().map(|word| handed_on(word)).collect();
        program(find(first, unknown)?, arguments, readable, first.contains('/'))
    }
}

/// The program of a command, as a path: of a word without a slash, the first one on PATH.
fn find(word: &str, unknown: impl FnOnce(&str) -> String) -> Result<PathBuf, String> {
    if word.contains('/') {
        return Ok(PathBuf::from(word));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(word));
    if let Some(found) = places.find(|file| file.is_file() && may_start(file)) {
        return Ok(found);
    }
    match Path::new(word).is_file() {
        true => Err(t!("%{word} is not found on PATH; for the file here write ./%{word}", word)),
        false => Err(unknown(word)),
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

/// `is_own`: the file is the user's, and not one that the system has on PATH.
fn program(
    file: PathBuf,
    arguments: Vec<OsString>,
    readable: &[PathBuf],
    is_own: bool,
) -> Result<Program, String> {
    let name = file.display();
    if file.is_dir() {
        return Err(t!("%{name} is a folder; name the program in it", name));
    }
    if !file.exists() {
        return Err(t!("there is no program %{name}; name one that is there", name));
    }
    if !may_start(&file) {
        return Err(t!("%{name} can't be started: it is no program; chmod +x %{name} makes it one", name));
    }
    if let Some(interpreter) = interpreter_with_return(&file) {
        return Err(t!(
            "%{name} can't be started: its first line ends as in Windows, so %{interpreter} is looked for with a carriage return in its name; sed -i 's/\\r$//' %{name} mends it",
            name,
            interpreter
        ));
    }
    let Ok(file) = absolute(&file) else {
        return Err(t!("%{name}: its folder is not known; name it with its whole path", name));
    };
    let named = arguments.iter().map(PathBuf::from).filter(|path| path.is_absolute() && path.exists());
    let named: Vec<PathBuf> = named.collect();
    let own = Some(&file).filter(|_| is_own).into_iter().chain(&named);
    let homes = own.flat_map(|path| folders_of(path)).collect();
    let mut places: Vec<PathBuf> = named.iter().flat_map(|path| with_its_folder(path)).collect();
    places.extend(with_its_folder(&file));
    places.extend(library_of(&file));
    places.extend(readable.iter().filter_map(|path| absolute(path).ok()));
    places.sort();
    places.dedup();
    Ok(Program { file, arguments, readable: places, homes })
}

/// The longest first line that names an interpreter, in bytes.
const INTERPRETER_MAX: u64 = 256;

/// What the first line of a script names as its interpreter, if the line ends with a carriage return, which the system takes
/// for a part of the name.
fn interpreter_with_return(file: &Path) -> Option<String> {
    let mut begin = Vec::new();
    File::open(file).ok()?.take(INTERPRETER_MAX).read_to_end(&mut begin).ok()?;
    let line = begin.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let named = line.strip_suffix(b"\r")?;
    Some(String::from_utf8_lossy(named).trim().to_string())
}

/// A file and the folder in which it lies; of a link, those it leads to as well. A folder is itself.
fn with_its_folder(path: &Path) -> Vec<PathBuf> {
    folders_of(path).into_iter().chain(itself(path)).collect()
}

/// The folder in which a file lies; of a link, that of the file it leads to as well.
fn folders_of(path: &Path) -> Vec<PathBuf> {
    let files = itself(path).into_iter().filter(|path| path.is_file());
    files.filter_map(|file| Some(file.parent()?.to_path_buf())).collect()
}

fn itself(path: &Path) -> Vec<PathBuf> {
    [Some(path.to_path_buf()), path.canonicalize().ok()].into_iter().flatten().collect()
}

/// An interpreter in `somewhere/bin` has its library in `somewhere/lib`.
fn library_of(file: &Path) -> Vec<PathBuf> {
    let files = [Some(file.to_path_buf()), file.canonicalize().ok()].into_iter().flatten();
    let folders =
        files.filter_map(|file| Some(file.parent()?.to_path_buf())).filter(|at| at.ends_with("bin"));
    folders.map(|folder| folder.with_file_name("lib")).filter(|library| library.is_dir()).collect()
}

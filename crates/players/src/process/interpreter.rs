//! Finds interpreters: the program that a command starts in the end, and the files that a Python interpreter needs to
//! run.
//!
//! Scripts are untrusted. The first line of a script and the files in its folder must not give it access to other files
//! of the user. It gets access only to paths that the user has named or has on PATH, to installations of Python, and to
//! its own folder.

use rustix::fs::Access;
use std::fs;
use std::path::{Path, PathBuf};
use wag_core::files::read_start;

/// Programs that start the program named in their arguments.
const LAUNCHERS: [&str; 10] =
    ["env", "timeout", "nice", "nohup", "stdbuf", "setsid", "ionice", "taskset", "chrt", "time"];

/// The file that marks a folder as a virtual environment.
const ENVIRONMENT: &str = "pyvenv.cfg";

/// Number of bytes of a script's first line that Linux reads.
const FIRST_LINE_MAX: u64 = 256;

/// Returns whether this is a file that the user may execute.
pub fn is_executable(file: &Path) -> bool {
    file.is_file() && rustix::fs::access(file, Access::EXEC_OK).is_ok()
}

/// Returns the program with this name in the first folder that has it, or `None` if no folder does.
pub fn on_path(word: &str, path: &[PathBuf]) -> Option<PathBuf> {
    path.iter().map(|folder| folder.join(word)).find(|file| is_executable(file))
}

/// Returns the programs that a launcher starts, such as `timeout` and `python3` in `env -i timeout 5 python3 bot.py`.
/// Paths in the arguments are relative to `base`.
pub fn launched_programs(
    program: &Path,
    arguments: &[String],
    base: &Path,
    path: &[PathBuf],
) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let (mut program, mut rest) = (program.to_path_buf(), arguments);
    while is_launcher(&program) {
        let Some((at, next)) =
            rest.iter().enumerate().find_map(|(at, word)| Some((at, program_named(word, base, path)?)))
        else {
            break;
        };
        rest = &rest[at + 1..];
        program.clone_from(&next);
        found.push(next);
    }
    found
}

fn is_launcher(program: &Path) -> bool {
    program.file_name().is_some_and(|name| LAUNCHERS.iter().any(|launcher| name == *launcher))
}

/// Returns the program that an argument of a launcher such as `env` names, or `None` if the argument is an option, a
/// number or a variable. If the argument of `env -S` contains several words, the first one counts.
fn program_named(word: &str, base: &Path, path: &[PathBuf]) -> Option<PathBuf> {
    let word = word.split_whitespace().next()?;
    if word.starts_with('-') || word.contains('=') {
        return None;
    }
    if word.contains('/') {
        return Some(base.join(word)).filter(|file| is_executable(file));
    }
    on_path(word, path)
}

/// Returns the interpreter in a script's first line, and the arguments after it.
pub fn first_line(script: &Path) -> Option<(PathBuf, Vec<String>)> {
    let bytes = read_start(script, FIRST_LINE_MAX).ok()?;
    let line = bytes.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line).trim().to_string();
    let (interpreter, argument) = line.split_once(char::is_whitespace).unwrap_or((line.as_str(), ""));
    let arguments = argument.split_whitespace().map(str::to_string).collect();
    Path::new(interpreter).is_absolute().then(|| (PathBuf::from(interpreter), arguments))
}

/// Returns the files that a script's interpreters need: the interpreter itself, or the target if the interpreter is a
/// link of the user, and the files that a Python interpreter needs.
///
/// Leaves out interpreters that are neither on the user's PATH nor in the script's own folder.
pub fn needed_by(script: &Path, path: &[PathBuf]) -> Vec<PathBuf> {
    let real = script.canonicalize().unwrap_or_else(|_| script.to_path_buf());
    let own = real.parent().unwrap_or(Path::new("/"));
    let mut places = Vec::new();
    for file in interpreters_of(script, path) {
        let is_on_path = path.iter().any(|folder| Some(folder.as_path()) == file.parent());
        if is_on_path {
            places.extend(file.canonicalize());
            places.extend(python_places(&file, None));
        } else if is_within(&file, own) || is_within(file.parent().unwrap_or(own), own) {
            places.extend(python_places(&file, Some(own)));
            places.extend(file.canonicalize().ok().filter(|file| file.starts_with(own)));
        }
    }
    places
}

/// Returns a script's interpreters: the one in its first line and, if that is a launcher such as `env`, the programs
/// that it starts.
pub fn interpreters_of(script: &Path, path: &[PathBuf]) -> Vec<PathBuf> {
    let Some((interpreter, arguments)) = first_line(script) else { return Vec::new() };
    let launched_programs = launched_programs(&interpreter, &arguments, Path::new(""), path);
    [interpreter].into_iter().chain(launched_programs).collect()
}

/// Returns the files that an interpreter needs if it is Python: its library. For a virtual environment, it also needs
/// the library of the Python from which the environment was made. Leaves out an environment outside the folder
/// `within`, and links that lead out of the environment.
pub fn python_places(interpreter: &Path, within: Option<&Path>) -> Vec<PathBuf> {
    let mut places = Vec::new();
    for file in links(interpreter) {
        let bin = file.parent().filter(|bin| bin.ends_with("bin"));
        let Some((bin, prefix)) = bin.and_then(|bin| Some((bin, bin.parent()?))) else { continue };
        let settings = prefix.join(ENVIRONMENT);
        if settings.is_file() {
            let parts = [settings.clone(), bin.to_path_buf(), prefix.join("lib"), prefix.join("lib64")];
            let is_open =
                |part: &PathBuf| is_within(part, prefix) && within.is_none_or(|own| is_within(part, own));
            places.extend(parts.into_iter().filter(is_open));
            places.extend(home_of(&settings).iter().flat_map(|home| installation(home)));
        } else {
            places.extend(installation(bin));
        }
    }
    places.sort();
    places.dedup();
    places
}

/// Returns a file and, if it is a link, all targets in its chain of links.
fn links(file: &Path) -> Vec<PathBuf> {
    const LINKS_MAX: usize = 40;
    let mut chain = vec![file.to_path_buf()];
    while let (Some(last), true) = (chain.last(), chain.len() < LINKS_MAX)
        && let Ok(target) = last.read_link()
    {
        let next = last.parent().unwrap_or(Path::new("/")).join(target);
        chain.push(next);
    }
    chain
}

/// Returns whether a path is in this folder after all links are resolved.
pub fn is_within(part: &Path, folder: &Path) -> bool {
    let real = part.canonicalize().ok().zip(folder.canonicalize().ok());
    real.is_some_and(|(part, folder)| part.starts_with(folder))
}

/// Returns the folder of the Python from which a virtual environment was made. `settings` is the file `pyvenv.cfg`.
fn home_of(settings: &Path) -> Option<PathBuf> {
    let text = String::from_utf8(read_start(settings, 1 << 14).ok()?).ok()?;
    let home =
        text.lines().filter_map(|line| line.split_once('=')).find(|(name, _)| name.trim() == "home")?;
    Some(PathBuf::from(home.1.trim())).filter(|home| home.is_absolute())
}

/// Returns the library and the programs of a Python in the folder `bin`. The list is empty if no Python library is
/// beside the folder.
fn installation(bin: &Path) -> Vec<PathBuf> {
    let Some(prefix) = bin.parent() else { return Vec::new() };
    let library = prefix.join("lib");
    if !is_library(&library) {
        return Vec::new();
    }
    let real = bin.canonicalize().ok();
    let programs = entries(bin).into_iter().filter(|file| is_named_python(file));
    // A link to a target elsewhere is not part of the installation.
    let programs = programs.filter_map(|file| file.canonicalize().ok());
    let programs = programs.filter(|file| file.parent().map(Path::to_path_buf) == real);
    programs.chain([library.canonicalize().unwrap_or(library)]).collect()
}

fn is_named_python(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("python"))
}

fn is_library(folder: &Path) -> bool {
    entries(folder).iter().any(|entry| is_named_python(entry) && entry.join("os.py").is_file())
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    struct Place(tempfile::TempDir);

    impl Place {
        /// Creates a Python in `base`, and in `env` a virtual environment made from it.
        fn new() -> Place {
            let place = Place(tempfile::tempdir().unwrap());
            place.program("base/bin/python3.11", "");
            place.file("base/lib/python3.11/os.py", "");
            symlink("python3.11", place.at("base/bin/python3")).unwrap();
            let home = format!("home = {}\nversion = 3.11.7\n", place.at("base/bin").display());
            place.file("env/pyvenv.cfg", &home);
            place.file("env/lib/python3.11/site-packages/x.py", "");
            place.file("env/bin/activate", "");
            symlink(place.at("base/bin/python3"), place.at("env/bin/python3")).unwrap();
            place
        }

        fn at(&self, name: &str) -> PathBuf {
            self.0.path().canonicalize().unwrap().join(name)
        }

        fn file(&self, name: &str, text: &str) {
            fs::create_dir_all(self.at(name).parent().unwrap()).unwrap();
            fs::write(self.at(name), text).unwrap();
        }

        fn program(&self, name: &str, text: &str) {
            self.file(name, text);
            fs::set_permissions(self.at(name), fs::Permissions::from_mode(0o755)).unwrap();
        }

        fn all(&self, names: &[&str]) -> Vec<PathBuf> {
            names.iter().map(|name| self.at(name)).collect()
        }
    }

    #[test]
    fn virtual_environment_needs_its_base_python() {
        let place = Place::new();
        let needed = ["base/bin/python3.11", "base/lib", "env/bin", "env/lib", "env/pyvenv.cfg"];
        assert_eq!(python_places(&place.at("env/bin/python3"), None), place.all(&needed));
        assert_eq!(python_places(&place.at("base/bin/python3"), None), place.all(&needed[..2]));
        place.program("other/bin/tool", "");
        fs::create_dir_all(place.at("other/lib/python")).unwrap();
        assert_eq!(python_places(&place.at("other/bin/tool"), None), Vec::<PathBuf>::new());
    }

    #[test]
    fn delivered_environment_opens_nothing_of_the_user() {
        let place = Place::new();
        place.file("private/diary", "");
        place.program("private/bin/tool", "");
        place.file("bot/env/pyvenv.cfg", &format!("home = {}\n", place.at("private/bin").display()));
        fs::create_dir_all(place.at("bot/env/bin")).unwrap();
        symlink(place.at("private"), place.at("bot/env/lib")).unwrap();
        symlink(place.at("private/diary"), place.at("bot/env/bin/python3")).unwrap();
        let places = python_places(&place.at("bot/env/bin/python3"), Some(&place.at("bot")));
        assert_eq!(places, place.all(&["bot/env/bin", "bot/env/pyvenv.cfg"]));
    }

    #[test]
    fn launchers_are_followed() {
        let place = Place::new();
        let path = [place.at("env/bin"), PathBuf::from("/usr/bin"), PathBuf::from("/bin")];
        let python = place.at("env/bin/python3");
        let launched_programs = |command: &str| {
            let words = shlex::split(command).unwrap();
            let program = on_path(&words[0], &path).unwrap();
            launched_programs(&program, &words[1..], Path::new(""), &path).last().cloned()
        };
        for command in [
            "env python3 bot.py",
            "env -i A=b python3 bot.py",
            "timeout 5 python3 bot.py",
            "nice -n 5 env timeout -s KILL 5s python3 bot.py",
            "env -S 'python3 -u' bot.py",
        ] {
            assert_eq!(launched_programs(command).as_ref(), Some(&python), "{command}");
        }
        assert_eq!(launched_programs("sh -c 'python3 bot.py'"), None);
        assert_eq!(launched_programs("env A=b"), None);
    }

    #[test]
    fn script_interpreter_must_be_on_path_or_own() {
        let place = Place::new();
        let path = [place.at("env/bin"), PathBuf::from("/usr/bin")];
        let found = |line: &str| {
            place.program("bot/run", &format!("#!{line}\nprint()\n"));
            let places = needed_by(&place.at("bot/run"), &path);
            places.into_iter().filter(|place| !place.starts_with("/usr")).collect::<Vec<_>>()
        };
        place.program("bot/tools/mine", "");
        place.file("private/diary", "");
        symlink(place.at("private/diary"), place.at("bot/tools/link")).unwrap();
        let python = place.at("env/bin/python3").display().to_string();
        let needed = place.all(&[
            "base/bin/python3.11",
            "base/bin/python3.11",
            "base/lib",
            "env/bin",
            "env/lib",
            "env/pyvenv.cfg",
        ]);
        for line in ["/usr/bin/env python3", "/usr/bin/env -S python3 -u", &python] {
            assert_eq!(found(line), needed, "{line}");
        }
        let own = place.at("bot/tools/mine");
        assert_eq!(found(&own.display().to_string()), [own]);
        let none: &[PathBuf] = &[];
        assert_eq!(found(&place.at("bot/tools/link").display().to_string()), none);
        assert_eq!(found(&place.at("base/bin/python3").display().to_string()), none);
        assert_eq!(found(&place.at("private/diary").display().to_string()), none);
        assert_eq!(found("tools/mine"), none);
        assert_eq!(needed_by(&place.at("env/bin/activate"), &path), none);
    }
}

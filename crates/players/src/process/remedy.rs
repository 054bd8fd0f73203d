//! Advice for a program that fails because of the sandbox: which option to use, and with which path.
//!
//! The system does not report which access it refused. But a program nearly always prints the error and the path, and
//! this module knows the messages of the usual interpreters. Since that output is untrusted, it only leads to advice.

use super::clues::{EXECUTABLES, NO_LIBRARY, NO_MEMORY, REFUSED};
use super::interpreter::{first_line, interpreters_of};
use crate::launcher::LaunchRequest;
use std::path::{Path, PathBuf};
use wag_core::text::printable;
use wag_i18n::{Message, message};
use wag_sandbox::is_system;

/// The number of bytes at the end of a program's output in which to search for messages.
const LOOKED_AT: usize = 64 << 10;
/// The maximum length of a path in advice, in bytes.
const PATH_MAX: usize = 400;

/// Returns advice for a program that does not start because the sandbox blocks its interpreter. Returns `None` if that
/// is not the reason.
pub fn advice_for_start(order: &LaunchRequest) -> Option<Message> {
    if !order.bounds.confined {
        return None;
    }
    if let Some(root) = root_of_shims(&order.program).filter(|root| !is_open(order, root)) {
        let (name, root) = (order.program.file_name().unwrap_or_default().display(), root.display());
        return Some(message!(
            "%{name} is a shim that starts a program in %{root}, which the sandbox blocks; to allow access, add --readable %{open}",
            name,
            root = &root,
            open = &root
        ));
    }
    first_line(&order.program)?;
    let closed = |file: &PathBuf| !is_open(order, &file.canonicalize().unwrap_or_else(|_| file.clone()));
    let interpreters = interpreters_of(&order.program, &order.path);
    let file = interpreters.into_iter().filter(|file| file.exists()).find(closed)?;
    Some(advice_to_open(&file))
}

/// Returns advice for a program that ended with an error after it had printed `output`, or `None` if there is none.
/// `scratch` is the path under which the program sees its scratch folder.
pub fn advice_for_output(order: &LaunchRequest, scratch: &Path, output: &[u8]) -> Option<Message> {
    let text = String::from_utf8_lossy(&output[output.len().saturating_sub(LOOKED_AT)..]);
    if let Some(memory) = order.bounds.memory.filter(|_| contains_any(&text, &NO_MEMORY)) {
        return Some(message!("to allow twice as much memory, add --memory %{mb}", mb = memory >> 19));
    }
    if !order.bounds.confined {
        return None;
    }
    if let Some(python) = python_without_library(&text) {
        return Some(advice_to_open(&python));
    }
    let is_refusal = |line: &&str| contains_any(line, &REFUSED);
    let lines = text.lines().rev().filter(is_refusal);
    lines.flat_map(denied_paths_in).find_map(|path| refused(order, scratch, &path))
}

fn contains_any(text: &str, words: &[&str]) -> bool {
    let text = text.to_lowercase();
    words.iter().any(|word| text.contains(word))
}

/// Returns advice for a program that was not allowed to access this path.
fn refused(order: &LaunchRequest, scratch: &Path, path: &Path) -> Option<Message> {
    if path.starts_with(scratch) {
        return None;
    }
    if path.exists() && !is_open(order, path) {
        return Some(advice_to_open(path));
    }
    let shown = printable(&path.display().to_string());
    Some(message!(
        "the program may not write %{shown}: it may write only in its working folder and in the folder named by TMPDIR; --no-sandbox lets it write anywhere",
        shown
    ))
}

/// Returns the advice to open a path. For a file in a Python installation, the advice is to open the installation's
/// folder.
fn advice_to_open(path: &Path) -> Message {
    let folder = path.parent().filter(|folder| folder.ends_with("bin")).and_then(Path::parent);
    let is_python = |folder: &&Path| folder.join("pyvenv.cfg").is_file() || folder.join("lib").is_dir();
    let settings = path.parent().filter(|_| path.ends_with("pyvenv.cfg"));
    let open = settings.or(folder.filter(is_python)).unwrap_or(path);
    let [path, open] = [path, open].map(|path| printable(&path.display().to_string()));
    message!("the sandbox blocks access to %{path}; to allow it, add --readable %{open}", path, open)
}

/// Returns the path of a Python interpreter that did not find its own library. The path is taken from the interpreter's
/// message.
fn python_without_library(text: &str) -> Option<PathBuf> {
    if !text.contains(NO_LIBRARY) {
        return None;
    }
    let value = |field: &&str| text.split_once(*field).and_then(|(_, rest)| rest.split('\'').next());
    let file = EXECUTABLES.iter().find_map(value).filter(|file| file.len() < PATH_MAX)?;
    Path::new(file).canonicalize().ok()
}

/// Returns the paths in a line that may have been denied: all but the path of the program that prints the line and the
/// positions in source code, unless the line has no others.
fn denied_paths_in(line: &str) -> Vec<PathBuf> {
    let (others, denied): (Vec<_>, Vec<_>) =
        paths_in(line).into_iter().partition(|(_, is_source)| *is_source);
    let paths = if denied.is_empty() { others } else { denied };
    paths.into_iter().map(|(path, _)| path).collect()
}

/// Returns whether the text around a path shows that it is the program that prints the line, as in `/bin/tee: /a/b:
/// Permission denied`, or a position in source code, as in `/a/bot.rb:3:in`, `/a/bot.sh: line 3:` or `/a/bot.pl line 3`.
fn is_source(before: &str, after: &str) -> bool {
    let after_colon = after.strip_prefix(':').unwrap_or(after).trim_start();
    let after_on = after_colon.strip_prefix("on ").unwrap_or(after_colon);
    let number = after_on.strip_prefix("line ").unwrap_or(after_on);
    (before.is_empty() && after.starts_with(':')) || number.starts_with(|digit: char| digit.is_ascii_digit())
}

/// Returns the absolute paths in a line, each with whether it is a source of the message (see [`is_source`]). A path is
/// in quotation marks, or else ends at a blank, a punctuation mark or a closing bracket.
fn paths_in(line: &str) -> Vec<(PathBuf, bool)> {
    let begins =
        |at: usize| line[..at].chars().next_back().is_none_or(|before| " \t'\"`:=([".contains(before));
    let starts = line.match_indices('/').map(|(at, _)| at).filter(|at| begins(*at));
    let path = |at: usize| {
        let end = match line[..at].chars().next_back() {
            Some(mark @ ('\'' | '"' | '`')) => line[at..].find(if mark == '`' { '\'' } else { mark }),
            _ => line[at..].find(|letter: char| letter.is_whitespace() || ":,;)]'\"".contains(letter)),
        };
        let (path, after) = line[at..].split_at(end.unwrap_or(line.len() - at));
        (PathBuf::from(path), is_source(&line[..at], after))
    };
    starts.map(path).filter(|(path, _)| (2..PATH_MAX).contains(&path.as_os_str().len())).collect()
}

/// Returns whether the program may read a path, as far as that can be decided without searching folders.
fn is_open(order: &LaunchRequest, path: &Path) -> bool {
    is_system(path) || order.readable.iter().chain(&order.installed).any(|place| path.starts_with(place))
}

/// Returns the folder of `pyenv` or a similar tool, such as `~/.pyenv` for `~/.pyenv/shims/python3`. Such tools put
/// *shims* on PATH: small scripts that look in a folder for the program to start. Players may not read that folder.
fn root_of_shims(program: &Path) -> Option<PathBuf> {
    let shims = program.parent().filter(|folder| folder.ends_with("shims"))?;
    shims.parent().map(Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Program;
    use wag_sandbox::Limits;

    const SCRATCH: &str = "/tmp/.wag-tmp-1";

    fn order(readable: &[&Path]) -> LaunchRequest {
        let program = Program {
            file: "/bin/sh".into(),
            readable: readable.iter().map(|path| path.to_path_buf()).collect(),
            ..Program::default()
        };
        program.order(Path::new(SCRATCH), &Limits::default(), &[])
    }

    #[test]
    fn paths_are_found_in_messages() {
        let found = |line: &str| {
            denied_paths_in(line).iter().map(|path| path.display().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(
            found("PermissionError: [Errno 13] Permission denied: '/a/my file.txt'"),
            ["/a/my file.txt"]
        );
        assert_eq!(found("sh: 1: cannot create /a/b: Permission denied"), ["/a/b"]);
        assert_eq!(found("bash: /a/b: Permission denied"), ["/a/b"]);
        assert_eq!(found("/bin/tee: /a/b: Permission denied"), ["/a/b"]);
        assert_eq!(found("/a/b: Permission denied"), ["/a/b"]);
        assert_eq!(found("java.nio.file.AccessDeniedException: /a/b"), ["/a/b"]);
        assert_eq!(found("mkdir: cannot create directory ‘logs’: and/or"), Vec::<String>::new());
    }

    #[test]
    fn refused_path_gets_advice() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        for name in ["data.txt", "env/pyvenv.cfg"] {
            std::fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
            std::fs::write(folder.join(name), "").unwrap();
        }
        let advice = |readable: &[&Path], name: &str| {
            let line =
                format!("PermissionError: [Errno 13] Permission denied: '{}'\n", folder.join(name).display());
            advice_for_output(&order(readable), Path::new(SCRATCH), line.as_bytes())
                .unwrap_or_default()
                .english()
        };
        let path = |name: &str| folder.join(name).display().to_string();
        assert!(
            advice(&[], "data.txt").ends_with(&format!("to allow it, add --readable {}", path("data.txt")))
        );
        assert!(
            advice(&[], "env/pyvenv.cfg").ends_with(&format!("to allow it, add --readable {}", path("env")))
        );
        assert!(advice(&[&folder], "data.txt").contains(&format!("may not write {}:", path("data.txt"))));
        assert!(advice(&[], "new.txt").contains("--no-sandbox"));
        assert_eq!(
            advice_for_output(&order(&[]), Path::new(SCRATCH), b"Permission denied: '/tmp/.wag-tmp-1/x'"),
            None
        );
        assert_eq!(advice_for_output(&order(&[]), Path::new(SCRATCH), b"/a/b: No such file"), None);
    }

    /// Many languages begin their message with the path of the script.
    #[test]
    fn denied_file_is_named_and_not_the_script() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("bot");
        std::fs::write(&script, "").unwrap();
        for message in [
            "BOT:3:in 'File#initialize': Permission denied @ rb_sysopen - /none/x (Errno::EACCES)",
            "BOT:3:in `initialize': Permission denied @ rb_sysopen - /none/x (Errno::EACCES)",
            "BOT: line 3: /none/x: Permission denied",
            "BOT: 3: cannot create /none/x: Permission denied",
            "Can't open '/none/x': Permission denied at BOT line 3.",
            "PHP Warning:  fopen(/none/x): Failed to open stream: Permission denied in BOT on line 2",
            "lua: BOT:1: /none/x: Permission denied",
            "BOT: /none/x: Permission denied",
        ] {
            let line = message.replace("BOT", &script.display().to_string());
            let advice = advice_for_output(&order(&[folder.path()]), Path::new(SCRATCH), line.as_bytes());
            let advice = advice.unwrap_or_default().english();
            assert!(advice.contains("may not write /none/x:"), "{line}: {advice}");
        }
    }

    #[test]
    fn lack_of_memory_gets_advice() {
        for line in
            ["can't allocate: Cannot allocate memory", "MemoryError", "java.lang.OutOfMemoryError: heap"]
        {
            let advice =
                advice_for_output(&order(&[]), Path::new(SCRATCH), line.as_bytes()).unwrap().english();
            assert!(advice.ends_with("add --memory 2048"), "{advice}");
        }
    }
}

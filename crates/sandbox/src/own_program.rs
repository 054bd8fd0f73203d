//! The command that starts this program again, for fork servers, launchers and scripts.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// How this process is started again: as a program file, or as a Python interpreter that loads the extension module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnProgram {
    /// The program `wag`.
    File(PathBuf),
    /// The Python interpreter `python`, which runs the file `launcher` of the module `wag`. `environment` is the folder of
    /// the virtual environment that the module is installed in.
    Module { python: PathBuf, launcher: PathBuf, environment: Option<PathBuf> },
}

/// The options of Python that let the launcher start fast and without the user's settings: no `site`, no user packages,
/// no bytecode files.
const ISOLATED: [&str; 3] = ["-S", "-s", "-B"];
/// The environment variables that make Python's settings equal to those of the embedded Python: a fixed hash seed, text
/// in UTF-8, and a report after a crash in C code.
const ISOLATED_ENVIRONMENT: [(&str, &str); 3] =
    [("PYTHONHASHSEED", "0"), ("PYTHONUTF8", "1"), ("PYTHONFAULTHANDLER", "1")];

static OWN_PROGRAM: OnceLock<OwnProgram> = OnceLock::new();

/// Notes that this process is the program itself and can be started again. Must be the first call of `main`.
pub fn mark_as_program() {
    if let Ok(file) = program_file() {
        start_again_as(OwnProgram::File(file));
    }
}

/// Returns a path of this program's file.
fn program_file() -> io::Result<PathBuf> {
    let named = std::env::current_exe();
    if !cfg!(target_os = "linux") {
        return named;
    }
    // This path stays valid even if the file is replaced while the program runs. But for a program in valgrind, it leads
    // to valgrind.
    let own = PathBuf::from("/proc/self/exe");
    let identity = |path: &Path| path.metadata().map(|about| (about.dev(), about.ino()));
    match named {
        Ok(named) if identity(&named).is_ok_and(|file| identity(&own).is_ok_and(|own| own != file)) => {
            Ok(named)
        }
        _ => Ok(own),
    }
}

/// Notes how this process is started again. Only the first call has an effect.
pub fn start_again_as(program: OwnProgram) {
    _ = OWN_PROGRAM.set(program);
}

/// Returns the word with which the user can start this program in a shell.
pub fn called_as() -> String {
    match OWN_PROGRAM.get() {
        // The name with which the user has started the program, because `wag` may not be on the PATH.
        Some(OwnProgram::File(_)) => std::env::args().next(),
        _ => None,
    }
    .unwrap_or_else(|| "wag".to_string())
}

/// Returns whether this process is the test binary of a library, which cannot act as a worker.
pub fn is_test() -> bool {
    OWN_PROGRAM.get().is_none()
}

/// Returns how this program is started again. In tests of libraries, this is the program that was built together with
/// the test.
pub fn own_program() -> io::Result<OwnProgram> {
    if let Some(program) = OWN_PROGRAM.get() {
        return Ok(program.clone());
    }
    let tests = std::env::current_exe()?;
    let built = tests.ancestors().nth(2).map(|folder| folder.join("wag")).filter(|program| program.is_file());
    let missing = || io::Error::other("the program is not built: run `cargo build` before these tests");
    built.map(OwnProgram::File).ok_or_else(missing)
}

/// The environment variables that the engine passes on to processes with players' code. They do not see any others.
const PASSED_ON: [&str; 5] = ["PATH", "HOME", "TZ", "TMPDIR", "VIRTUAL_ENV"];

impl OwnProgram {
    /// Returns the command that starts this program for the engine's own purposes. Python starts without `site`; the
    /// environment that it needs is in [`environment`](Self::environment).
    pub fn command(&self) -> Command {
        let mut command = Command::new(self.file());
        command.args(self.leading_arguments()).envs(self.environment());
        command
    }

    /// Returns the whole environment of a process of this program that runs players' code in the sandbox. Strings of the
    /// environment stay in the memory of a process, so none of the user's secrets may be among them.
    pub fn environment_of_players(&self) -> Vec<(OsString, OsString)> {
        let passed_on = |(name, _): &(OsString, OsString)| PASSED_ON.iter().any(|passed| name == passed);
        let own = self.environment().into_iter().map(|(name, value)| (name.into(), value.to_os_string()));
        std::env::vars_os().filter(passed_on).chain(own).collect()
    }

    /// Returns the command that starts this program to run a user's script, with the user's settings of Python.
    pub fn script_command(&self) -> Command {
        let mut command = Command::new(self.file());
        if let OwnProgram::Module { launcher, .. } = self {
            command.arg(launcher);
        }
        command
    }

    /// Returns the command that starts this program as the Python package, with the user's packages; `None` if it is a program file.
    pub fn module_command(&self) -> Option<Command> {
        let OwnProgram::Module { python, .. } = self else { return None };
        let mut command = Command::new(python);
        // Nothing in the working folder is imported.
        command.args(["-m", "wag"]).env("PYTHONSAFEPATH", "1");
        Some(command)
    }

    /// Returns the executable file.
    pub fn file(&self) -> &PathBuf {
        match self {
            OwnProgram::File(file) => file,
            OwnProgram::Module { python, .. } => python,
        }
    }

    /// Returns the arguments that come before those of the program.
    pub fn leading_arguments(&self) -> Vec<OsString> {
        match self {
            OwnProgram::File(_) => Vec::new(),
            OwnProgram::Module { launcher, .. } => {
                ISOLATED.into_iter().map(OsString::from).chain([launcher.into()]).collect()
            }
        }
    }

    /// Returns the folder that a confined process must be able to read to start this program, besides its file.
    pub fn launcher_files(&self) -> Vec<PathBuf> {
        match self {
            OwnProgram::File(_) => Vec::new(),
            OwnProgram::Module { launcher, .. } => launcher.parent().map(PathBuf::from).into_iter().collect(),
        }
    }

    /// Returns the environment variables that [`command`](Self::command) sets. A caller that clears the environment must
    /// set them again.
    pub fn environment(&self) -> Vec<(&'static str, &OsStr)> {
        let OwnProgram::Module { environment, .. } = self else { return Vec::new() };
        let fixed = ISOLATED_ENVIRONMENT.into_iter().map(|(name, value)| (name, OsStr::new(value)));
        fixed.chain(environment.iter().map(|folder| ("VIRTUAL_ENV", folder.as_os_str()))).collect()
    }
}

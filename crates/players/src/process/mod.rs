//! The common parts of all players that are programs in any language: the program to start, and the supervisor that
//! starts it.
//!
//! Programs are untrusted: every wait has a time limit, and all output is validated.

mod clues;
mod command;
mod interpreter;
mod layout;
mod output;
mod remedy;
mod search_path;
mod supervisor;

use crate::launcher::{LaunchRequest, no_interpreter};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use wag_core::arena::Fault;
use wag_core::files::read_start;
use wag_i18n::message;
use wag_sandbox::Limits;
use wag_sandbox::scratch::KeepRequest;

pub use layout::lay_out;
pub use output::Output;
pub use supervisor::{Ended, LOOK, Supervisor, Waited, supervisor_gone};

/// A program to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The absolute path.
    pub file: PathBuf,
    pub arguments: Vec<OsString>,
    /// The paths it may read besides the system's: files, and folders except for hidden files in them. Absolute.
    pub readable: Vec<PathBuf>,
    /// Interpreters and their libraries, which it may read with everything below them. Absolute.
    pub installed: Vec<PathBuf>,
    /// The folders of its own files, whose entries are also in its working folder. Absolute.
    pub homes: Vec<PathBuf>,
}

/// The restrictions of a program, and the place where its files are kept, if requested.
#[derive(Clone, Debug)]
pub struct Confinement<'c> {
    pub limits: &'c Limits,
    /// Canonical paths that it may not read.
    pub closed: &'c [PathBuf],
    pub keep: Option<KeepRequest>,
}

/// The number of bytes of a script's first line that the system reads.
const FIRST_LINE: u64 = 256;

impl Program {
    /// Returns the fault of all its turns if it is a script whose first line names a missing interpreter.
    pub fn has_no_interpreter(&self) -> Option<Fault> {
        let first = read_start(&self.file, FIRST_LINE).ok()?;
        let line = first.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
        let line = String::from_utf8_lossy(line);
        let interpreter = Path::new(line.trim_matches([' ', '\t']).split([' ', '\t']).next()?);
        let is_missing = interpreter.is_absolute() && !interpreter.exists();
        is_missing
            .then(|| Fault::crash(message!("cannot start the program: %{reason}", reason = no_interpreter())))
    }

    /// Returns the order for its supervisor. The program works in `folder` and may not read the `closed` paths, which
    /// are canonical.
    pub fn order(&self, folder: &Path, limits: &Limits, closed: &[PathBuf]) -> LaunchRequest {
        LaunchRequest {
            program: self.file.clone(),
            arguments: self.arguments.clone(),
            folder: folder.to_path_buf(),
            readable: self.readable.clone(),
            installed: self.installed.clone(),
            closed: closed.to_vec(),
            bounds: limits.bounds.clone(),
            processes: limits.processes,
        }
    }
}

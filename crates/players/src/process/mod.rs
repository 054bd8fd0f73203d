//! The common parts of all players that are programs: the program to start, and the supervisor process that starts it.
//!
//! Programs are untrusted: every wait has a time limit, and all output is validated.

mod clues;
mod command;
mod interpreter;
mod layout;
mod output;
mod remedy;
mod sandboxed;
mod search_path;
mod supervisor;
mod working_folder;

use crate::launcher::{LaunchRequest, no_interpreter};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use wag_core::files::read_start;
use wag_core::problem::Fault;
use wag_i18n::{Message, message};
use wag_sandbox::Limits;
use wag_sandbox::scratch::KeepRequest;

use output::Output;
pub use sandboxed::SandboxedProgram;
pub use supervisor::{Ended, Supervisor, supervisor_gone};
pub use working_folder::FolderShelf;
use working_folder::WorkingFolder;

/// A program to start, and the files that it needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The absolute path of the program.
    pub file: PathBuf,
    pub arguments: Vec<OsString>,
    /// Absolute paths that the program may read besides those of the system: files, and folders without the hidden
    /// files in them.
    pub readable: Vec<PathBuf>,
    /// Absolute paths of interpreters and their libraries. The program may read them with everything below them.
    pub installed: Vec<PathBuf>,
    /// Absolute paths of the folders of the program's own files. Their entries are put into its working folder.
    pub homes: Vec<PathBuf>,
    /// The folders in which the program looks for other programs.
    pub path: Vec<PathBuf>,
}

/// The restrictions of a program, and the source and the destination of its files.
#[derive(Clone)]
pub struct Confinement<'c> {
    pub limits: &'c Limits,
    /// Canonical paths that the program may not read.
    pub closed: &'c [PathBuf],
    /// Where to keep the files that it writes, if that is requested.
    pub keep: Option<KeepRequest>,
    /// The folders of programs that have played before.
    pub shelf: &'c Rc<FolderShelf>,
}

/// Number of bytes of a script's first line that the system reads.
const FIRST_LINE: u64 = 256;

impl Program {
    /// Returns a fault for all turns of the program if it is a script whose interpreter is missing, otherwise `None`.
    pub fn has_no_interpreter(&self) -> Option<Fault> {
        let first = read_start(&self.file, FIRST_LINE).ok()?;
        let line = first.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
        let line = String::from_utf8_lossy(line);
        let interpreter = Path::new(line.trim_matches([' ', '\t']).split([' ', '\t']).next()?);
        let is_missing = interpreter.is_absolute() && !interpreter.exists();
        is_missing.then(|| cannot_start(no_interpreter()))
    }

    /// Returns the launch request for this program. The program works in `folder` and may not read the `closed` paths,
    /// which are canonical.
    pub fn order(&self, folder: &Path, limits: &Limits, closed: &[PathBuf]) -> LaunchRequest {
        LaunchRequest {
            program: self.file.clone(),
            arguments: self.arguments.clone(),
            folder: folder.to_path_buf(),
            readable: self.readable.clone(),
            installed: self.installed.clone(),
            path: self.path.clone(),
            closed: closed.to_vec(),
            bounds: limits.bounds.clone(),
            processes: limits.processes,
        }
    }
}

fn cannot_start(reason: Message) -> Fault {
    Fault::crash(message!("cannot start the program: %{reason}", reason))
}

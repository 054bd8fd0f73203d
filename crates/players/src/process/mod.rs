//! What all players have in common that are a program in any language: what is started, and who starts it.
//!
//! Whatever the program does is a stranger's: nothing is waited for without an end, and nothing is believed.

mod clues;
mod command;
mod interpreter;
mod layout;
mod output;
mod remedy;
mod search_path;
mod supervisor;

use crate::launcher::{Order, no_interpreter};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use wag_core::arena::Fault;
use wag_core::files::read_start;
use wag_i18n::message;
use wag_sandbox::Limits;
use wag_sandbox::scratch::Keep;

pub use layout::lay_out;
pub use output::Output;
pub use supervisor::{Ended, LOOK, Supervisor, Waited, supervisor_gone};

/// What is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Absolute.
    pub file: PathBuf,
    pub arguments: Vec<OsString>,
    /// What it may read besides the system: files, and folders but for what is hidden in them. Absolute.
    pub readable: Vec<PathBuf>,
    /// Interpreters and their libraries, which it may read with all that is in them. Absolute.
    pub installed: Vec<PathBuf>,
    /// The folders of its own files, whose entries it finds in its working folder, too. Absolute.
    pub homes: Vec<PathBuf>,
}

/// What a program may do, and where what it writes is kept, if that is wanted.
#[derive(Clone, Debug)]
pub struct Confinement<'c> {
    pub limits: &'c Limits,
    /// Canonical paths that it may not read.
    pub closed: &'c [PathBuf],
    pub keep: Option<Keep>,
}

/// How many bytes of a script's first line the system reads.
const FIRST_LINE: u64 = 256;

impl Program {
    /// The fault of all its turns, if it is a script whose first line names an interpreter that is not there.
    pub fn has_no_interpreter(&self) -> Option<Fault> {
        let first = read_start(&self.file, FIRST_LINE).ok()?;
        let line = first.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
        let line = String::from_utf8_lossy(line);
        let interpreter = Path::new(line.trim_matches([' ', '\t']).split([' ', '\t']).next()?);
        let is_missing = interpreter.is_absolute() && !interpreter.exists();
        is_missing.then(|| {
            Fault::crash(message!("the program can't be started: %{reason}", reason = no_interpreter()))
        })
    }

    /// What its supervisor is told. It works in `folder`; what is `closed`, canonical paths, it may not read.
    pub fn order(&self, folder: &Path, limits: &Limits, closed: &[PathBuf]) -> Order {
        Order {
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

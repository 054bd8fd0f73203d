//! `wag python`: runs a user's script in the Python that is embedded in Wag.
//!
//! This process is replaced by another one that can run Python, so the script itself has the terminal, the signals and
//! the exit status.

use super::answer::{ExitStatus, user_error};
use anyhow::Context;
use clap::Args as ClapArgs;
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::Path;
use wag_i18n::{message, t};
use wag_python::SCRIPT_ARGUMENT;
use wag_sandbox::own_program;

pub const PYTHON_HELP: &str = "\
Run the tests of your functions with `wag python -m pytest`, or without pytest with `wag python -m unittest`.
The script runs like any other program, without a sandbox. See wag help two-player.";

#[derive(Debug, ClapArgs)]
pub struct Python {
    /// Script and its arguments, or -m and a module; without either, Python reads statements from the keyboard
    #[arg(value_name = "FILE", trailing_var_arg = true, allow_hyphen_values = true)]
    pub words: Vec<OsString>,
}

/// Runs the script. Returns only if the script cannot start.
pub fn run(options: &Python) -> anyhow::Result<ExitStatus> {
    match options.words.as_slice() {
        [flag] if flag == "-m" => {
            return user_error(message!("name a module after -m, such as `wag python -m unittest`"));
        }
        [flag, ..] if flag == "-m" => {}
        [file, ..] => check(Path::new(file))?,
        [] => {}
    }
    let program = own_program().context(t!("the program cannot find its own file"))?;
    let err = program.script_command().arg(SCRIPT_ARGUMENT).args(&options.words).exec();
    Err(err).context(t!("the script cannot be run"))
}

/// Returns an error if a file cannot be a script. Accepts pipes from the shell (`/dev/fd/63`), but no other pipes and
/// no devices.
fn check(file: &Path) -> anyhow::Result<()> {
    let is_special = file.metadata().is_ok_and(|about| !about.is_file() && !about.is_dir());
    let is_strange = is_special && !file.starts_with("/dev");
    let opened = if is_strange { wag_core::files::open_to_read(file) } else { std::fs::File::open(file) };
    let Err(err) = opened else { return Ok(()) };
    let what = match err.kind() {
        std::io::ErrorKind::NotFound => t!("there is no such file"),
        _ => t!("it cannot be read: %{fault}", fault = err),
    };
    user_error(message!("%{file}: %{what}; name a Python script", file = file.display(), what))
}

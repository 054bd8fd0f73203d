//! `fm-game`: the contest's own command. It starts the program `wag`, which must be in the same folder.

use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let wag = match std::env::current_exe().and_then(|file| file.canonicalize()) {
        Ok(file) => file.with_file_name("wag"),
        Err(err) => return failed(&format!("the program does not find its own file: {err}")),
    };
    let words = std::env::args_os().skip(1);
    let err = Command::new(&wag).args(["__contest", "fm-game", "--"]).args(words).exec();
    failed(&format!("{} can't be started: {err}; keep both in one folder", wag.display()))
}

/// Prints that `wag` could not be started, and returns the exit code of the failure.
fn failed(what: &str) -> ExitCode {
    eprintln!("fm-game: {what}");
    ExitCode::FAILURE
}

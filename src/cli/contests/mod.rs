//! Programs that the rules of a contest require. Each is a separate file next to `wag`, and has the arguments that the
//! contest defines.

mod fm_game;
mod manual;

use super::answer::{ExitStatus, user_error};
use clap::Args as ClapArgs;
use std::ffi::OsString;
use wag_i18n::message;

/// The hidden command of `wag` that runs a contest's program. The separate program file starts `wag` with it.
pub const CONTEST: &str = "__contest";

#[derive(Debug, ClapArgs)]
pub struct Contest {
    /// Name of the program
    pub program: String,
    /// Arguments of the program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub words: Vec<OsString>,
}

/// Runs the contest program that the arguments name.
pub fn run(options: &Contest) -> anyhow::Result<ExitStatus> {
    match options.program.as_str() {
        "fm-game" => fm_game::run(&options.words),
        other => user_error(message!("there is no program %{other}", other)),
    }
}

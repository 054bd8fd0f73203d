//! Programs that the rules of a contest require. Each is a separate file next to `wag`, and has the arguments that the
//! contest defines.

mod fm_game;
mod manual;

use super::answer::{ExitStatus, user_error};
use super::args::Contest;
use wag_i18n::t;

/// Runs the contest program that the arguments name.
pub fn run(options: &Contest) -> anyhow::Result<ExitStatus> {
    match options.program.as_str() {
        "fm-game" => fm_game::run(&options.words),
        other => user_error(t!("there is no program %{other}", other)),
    }
}

//! Programs that a contest's document prescribes, with its own words: each is a file of its own beside `wag`.

mod fm_game;
mod manual;

use super::answer::{ExitStatus, user_error};
use super::args::Contest;
use wag_i18n::t;

/// Does what the program's words say.
pub fn run(options: &Contest) -> anyhow::Result<ExitStatus> {
    match options.program.as_str() {
        "fm-game" => fm_game::run(&options.words),
        other => user_error(t!("there is no program %{other}", other)),
    }
}

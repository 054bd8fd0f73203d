//! Programs that a contest's document prescribes, with its own words: each is a file of its own beside `wag`.

mod fm_game;
mod manual;

use super::answer::{Done, mistake};
use super::args::Contest;
use crate::language::t;

/// Does what the program's words say.
pub fn run(options: &Contest) -> anyhow::Result<Done> {
    match options.program.as_str() {
        "fm-game" => fm_game::run(&options.words),
        other => mistake(t!("there is no program %{other}", other)),
    }
}

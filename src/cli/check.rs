//! `wag check`: checks whether a map follows the rules of a contest.

use super::answer::{ExitStatus, print, user_error};
use super::args::Check;
use super::with_game::WithGame;
use wag_i18n::t;
use wag_runner::read_text_file;

/// Prints all errors of the map, one per line.
pub fn run(options: &WithGame<Check>) -> anyhow::Result<ExitStatus> {
    let path = options.words.file.as_path();
    let bytes = read_text_file(path)
        .or_else(|fault| user_error(t!("%{path} cannot be read: %{fault}", path = path.display(), fault)))?;
    let check = options.game.info.check.expect("the command is for games that have it");
    let name = path.display();
    match check(&bytes, options.words.small).as_deref() {
        Ok([]) => print(&t!("%{name}: no problems found\n", name)),
        Ok(faults) => {
            let lines: String = faults.iter().map(|fault| format!("{name}: {fault}\n")).collect();
            print(&lines).map(|_| ExitStatus::Defect)
        }
        Err(fault) => user_error(format!("{name}: {fault}")),
    }
}

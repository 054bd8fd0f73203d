//! `wag ladder reset`: sets the learner's progress back to the first stage, after the user has confirmed it.

use super::super::answer::{ExitStatus, confirm, print, user_error};
use crate::cli::ladder::args::LadderReset;
use crate::cli::progress::warn;
use std::io::IsTerminal;
use wag_core::game::GameInfo;
use wag_i18n::{message, t};
use wag_ladder::Progress;
use wag_ladder::{UserProgress, wins};

/// Resets the progress. Asks the user for confirmation first, unless `--yes` is given.
pub fn run(info: &GameInfo, options: &LadderReset) -> anyhow::Result<ExitStatus> {
    let user_progress = UserProgress::of(info, warn);
    let progress = user_progress.progress()?;
    if !options.yes {
        if !std::io::stdin().is_terminal() {
            return user_error(message!(
                "cannot ask for confirmation without a terminal; to give up the progress, add --yes"
            ));
        }
        if !confirm(&question(&progress))? {
            return print(&t!("The progress is unchanged.\n"));
        }
    }
    user_progress.change(|progress| *progress = Progress::new(progress.ladder()))?;
    print(&t!(
        "The ladder starts again with %{stage}. Progress: %{place}\n",
        stage = info.stages[0].name,
        place = user_progress.place()
    ))
}

fn question(progress: &Progress) -> String {
    let won: Vec<String> = progress
        .ladder()
        .all()
        .filter(|number| progress.of(*number).matches > 0)
        .map(|number| format!("{}: {}", number.stage().name, wins(progress, number)))
        .collect();
    let won = if won.is_empty() { t!("no match played yet") } else { won.join(", ") };
    t!("Give up the progress (%{won}) and lock everything again? [y/N] ", won)
}

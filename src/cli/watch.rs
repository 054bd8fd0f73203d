//! `wag watch`: shows a replay in the terminal.

use super::answer::{ExitStatus, user_error};
use crate::cli::newest::newest_replay;
use crate::watch::{End, show};
use anyhow::Context;
use clap::Args as ClapArgs;
use std::io::IsTerminal;
use std::path::PathBuf;
use wag_core::text::quoted_path;
use wag_games::text_replay;
use wag_i18n::{message, t};
use wag_play::recorded::{named, open};

pub const WATCH_HELP: &str = "\
Keys: Space plays and pauses, ← and → move by one round, n and p to the next and previous event,
+ and - change the speed, Tab selects a player, q quits, ? shows all keys.";

#[derive(Debug, ClapArgs)]
pub struct Watch {
    /// Replay file [default: the newest in saves/]
    #[arg(value_name = "FILE", default_value_os_t = newest_replay(), hide_default_value = true)]
    pub file: PathBuf,
}

/// Runs the viewer.
pub fn run(options: &Watch) -> anyhow::Result<ExitStatus> {
    let path = &options.file;
    let text_replay = named(path, text_replay(open(path)?))?;
    if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
        return user_error(message!(
            "wag watch needs a terminal; `wag replay show %{path} --round N` prints a round without one",
            path = quoted_path(path)
        ));
    }
    match show(text_replay).context(t!("the terminal cannot be used"))? {
        End::Quit => Ok(ExitStatus::Success),
        End::Interrupted => Ok(ExitStatus::Interrupted),
    }
}

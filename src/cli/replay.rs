//! `wag replay`: shows, verifies, exports and imports replays.

mod export;
mod import;
mod show;

use super::answer::{ExitStatus, print};
use crate::cli::replay::export::ReplayExport;
use crate::cli::replay::import::ReplayImport;
use crate::cli::replay::show::ReplayShow;
use crate::cli::with_game::WithGame;
use crate::output::Paint;
use clap::{Args as ClapArgs, Subcommand};
use std::path::{Path, PathBuf};
use wag_games::text_replay;
use wag_i18n::{rounds, t};
use wag_play::recorded::{named, open};
use wag_replay::Verdict;

#[derive(Debug, ClapArgs)]
pub struct Replay {
    #[command(subcommand)]
    pub command: ReplayCommand,
}

#[derive(Debug, Subcommand)]
pub enum ReplayCommand {
    /// Show the players and the result, or one round
    Show(ReplayShow),
    /// Re-simulate a replay from its seed and orders with the current rules, and compare
    #[command(after_help = "Exit status: 0 if every turn is as recorded, otherwise 1.")]
    Verify(ReplayVerify),
    /// Convert a replay to a format that other programs can read
    Export(ReplayExport),
    /// Convert a contest's replay to a Wag replay, to watch it here
    Import(WithGame<ReplayImport>),
}

#[derive(Debug, ClapArgs)]
pub struct ReplayVerify {
    /// Replay file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Runs the subcommand that the user has chosen.
pub fn run(options: &Replay) -> anyhow::Result<ExitStatus> {
    match &options.command {
        ReplayCommand::Show(options) => show::run(options),
        ReplayCommand::Verify(options) => verify(options),
        ReplayCommand::Export(options) => export::run(options),
        ReplayCommand::Import(options) => import::run(options),
    }
}

/// Returns whether two paths refer to the same file.
fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize().ok().is_some_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

fn verify(options: &ReplayVerify) -> anyhow::Result<ExitStatus> {
    let path = &options.file;
    let text_replay = named(path, text_replay(open(path)?))?;
    let verdict = named(path, text_replay.verify())?;
    let (then, today) = (text_replay.blocks().header.game_version, text_replay.version_today());
    let versions = if then == today {
        String::new()
    } else {
        t!(" The rules had version %{then} when it was recorded and have version %{today} now.", then, today)
    };
    match verdict {
        Verdict::Same { turns } => {
            let rounds = rounds(text_replay.blocks().rounds());
            let part = if text_replay.blocks().is_complete() {
                String::new()
            } else {
                t!("; the match is incomplete")
            };
            let printed = print(&t!(
                "Re-simulated %{turns} turns of %{rounds}: all %{same}%{part}.%{versions}\n",
                turns,
                rounds,
                same = t!("the same").green(),
                part,
                versions
            ))?;
            named(path, text_replay.blocks().check_end())?;
            Ok(printed)
        }
        Verdict::Differs(first) => {
            let whose: Vec<String> = first.seats.iter().map(u8::to_string).collect();
            let place = match first.round {
                0 => t!("before round 1"),
                round => t!("round %{round}, player %{whose}", round, whose = whose.join(", ")),
            };
            let nothing = || t!("nothing more happens");
            let (then, now) = (first.recorded.unwrap_or_else(nothing), first.today.unwrap_or_else(nothing));
            print(&t!(
                "%{other}: %{place}\n  recorded: %{then}\n  today:    %{now}\n%{versions}",
                other = t!("The first turn that differs").red(),
                place,
                then,
                now,
                versions = versions.trim_start()
            ))?;
            Ok(ExitStatus::Defect)
        }
    }
}

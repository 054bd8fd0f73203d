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
use wag_core::text::printable;
use wag_games::{KnownGame, changed_game_files, game_folders, setup_with_rules, text_replay};
use wag_i18n::{rounds, t};
use wag_play::PlayError;
use wag_play::recorded::{named, open};
use wag_replay::{Header, Verdict};

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
    /// Game file, or its name, whose rules replace the recorded ones [default: the game in the replay]
    #[arg(long, value_name = "GAME")]
    pub rules: Option<String>,
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

/// Says which files of the recorded game have changed since, unless today's rules were requested.
fn changed_game(options: &ReplayVerify, header: &Header) -> String {
    let beside = options.file.parent().map(Path::to_path_buf);
    let folders: Vec<PathBuf> = game_folders(Path::new("")).into_iter().chain(beside).collect();
    let changed = match options.rules {
        None => changed_game_files(header, &folders),
        Some(_) => Vec::new(),
    };
    let Some(game) = header.game_file.as_ref().filter(|_| !changed.is_empty()) else { return String::new() };
    t!(
        " The game %{game} has changed since: %{files}. The recorded rules were used; --rules %{game} uses today's.",
        game = printable(&game.word),
        files = changed.join(", ")
    )
}

fn verify(options: &ReplayVerify) -> anyhow::Result<ExitStatus> {
    let path = &options.file;
    let text_replay = named(path, text_replay(open(path)?))?;
    let header = &text_replay.blocks().header;
    let verdict = match &options.rules {
        None => named(path, text_replay.verify())?,
        Some(word) => {
            let setup = KnownGame::open(word, Path::new("")).and_then(|game| setup_with_rules(header, game));
            named(path, text_replay.verify_with(&setup.map_err(PlayError::UserError)?))?
        }
    };
    let (then, today) = (header.game_version, text_replay.version_today());
    let mut versions = if then == today {
        String::new()
    } else {
        t!(" The rules had version %{then} when it was recorded and have version %{today} now.", then, today)
    };
    versions += &changed_game(options, header);
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

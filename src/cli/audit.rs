//! `wag audit`: plays recorded turns again in new processes, and names the files that keep something from turn to turn.

use super::answer::{ExitStatus, print, user_error};
use super::start::stop_on_signals;
use crate::cli::limit_args::LimitArgs;
use crate::output::Paint;
use clap::{Args as ClapArgs, value_parser};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use wag_core::text::{option_arguments, printable, quoted_path, shell_line};
use wag_i18n::{message, t};
use wag_inspect::audit::{AuditReport, AuditRequest, AuditedPlayer, audit};
use wag_play::seed::random_seed;

pub const AUDIT_HELP: &str = "\
A file that runs afresh in each turn must not keep anything from one turn to the next. A sample of its turns is played again, each in a new
process that has seen no other turn. If its orders then differ from the recorded ones, the file has kept something, whatever the trick.
Exit status: 0 if no file kept anything, 1 if one did, 2 if no turn can be played again.";

#[derive(Debug, ClapArgs)]
pub struct Audit {
    /// Replay files
    #[arg(value_name = "REPLAY", required = true)]
    pub replays: Vec<PathBuf>,
    /// Name or seat of the player [default: all Python files]
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// About how many turns of each player are played again
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u32).range(1..))]
    pub turns: u32,
    /// Play all turns again
    #[arg(long, conflicts_with = "turns")]
    pub all: bool,
    /// Seed that chooses the turns [default: random]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

pub fn run(options: &Audit) -> anyhow::Result<ExitStatus> {
    let stop = stop_on_signals()?;
    let seed = options.seed.map_or_else(random_seed, Ok)?;
    let mut reports = Vec::new();
    for replay in &options.replays {
        let report = audit(&AuditRequest {
            replay,
            player: options.player.as_deref(),
            turns: (!options.all).then_some(options.turns),
            seed,
            limits: &options.limit_args,
            stop: Arc::clone(&stop),
        })?;
        if stop.load(Ordering::Relaxed) {
            return Ok(super::answer::interrupted(options.json));
        }
        if !options.json {
            print(&in_words(&report))?;
        }
        reports.push(report);
    }
    if options.json {
        print(&format!("{}\n", serde_json::json!({ "seed": seed, "replays": reports })))?;
    }
    match (reports.iter().any(AuditReport::has_kept), reports.iter().any(AuditReport::has_played)) {
        (true, _) => Ok(ExitStatus::Defect),
        (false, true) => Ok(ExitStatus::Success),
        (false, false) if options.json => Ok(ExitStatus::Rejected),
        (false, false) => user_error(message!("no turn can be played again")),
    }
}

fn in_words(report: &AuditReport) -> String {
    let mut text = format!("{}\n", printable(&report.replay).bold());
    report.players.iter().for_each(|player| text += &player_in_words(report, player));
    text
}

fn player_in_words(report: &AuditReport, audited: &AuditedPlayer) -> String {
    let AuditedPlayer { player, turns, kept, inexact, skipped, .. } = audited;
    let name = printable(player);
    if let Some(why) = skipped {
        return t!("  %{name} was not audited: %{why}\n", name, why = printable(why));
    }
    let mut text = match kept.first() {
        None => t!("  %{name} kept nothing in %{turns} turns\n", name, turns),
        Some(first) => {
            let debug = shell_line(option_arguments("player", player));
            let replay = quoted_path(Path::new(&report.replay));
            let command = printable(&format!("wag debug {replay} --round {} {debug}", first.round));
            t!(
                "  %{name} has kept something from an earlier turn: in %{kept} of %{turns} turns a new process gives other orders, first in \
                 round %{round}\n    %{command}\n",
                name = name.red(),
                kept = kept.len(),
                turns,
                round = first.round,
                command
            )
        }
    };
    if *inexact > 0 {
        let _ = writeln!(
            text,
            "  {}",
            t!(
                "%{inexact} other turns differ and say nothing: they ran out of time, or used something that no seed decides",
                inexact
            )
        );
    }
    text
}

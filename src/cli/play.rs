//! `wag play`: one match.

use super::args::Play;
use super::line_up::line_up;
use super::progress::Progress;
use super::seating::{self, Seating};
use super::{Done, cores, mistake, report, warriors};
use crate::arena::Match;
use crate::games::warriors::{SEATS, Warriors};
use crate::logs::Logs;
use crate::players::python::StartOutcome;
use anyhow::Context;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Plays the match that the command line describes.
pub fn run(options: &Play) -> anyhow::Result<Done> {
    let began = Instant::now();
    let stop = stop_on_signals()?;
    cores::stay_here();
    let entrants = line_up(&options.ais, SEATS)?;
    let board = warriors::board(&options.map)?;
    let rules = warriors::rules(options.rules.as_deref(), options.rounds)?;
    let setup = warriors::setup(board, rules, &entrants);
    let seed = match options.seed {
        Some(seed) => seed,
        None => drawn_seed()?,
    };

    let names: Vec<String> = entrants.iter().map(|entrant| entrant.name.clone()).collect();
    let mut logs = create_logs(&options.log_dir, &names)?;
    let nursery = seating::nursery()?;
    let seating = Seating::<Warriors>::begin(&nursery, &setup, &entrants, options.turn_time, &stop)?;
    let (mut all_ready, mut told) = (true, Vec::new());
    let mut players = seating.finish(|seat, outcome, report| {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let words = report::start_outcome(&names[seat.index()], outcome, &mut told);
        logs.before_start(seat, report, &words);
        all_ready &= matches!(outcome, StartOutcome::Ready { .. });
    });
    if stop.load(Ordering::Relaxed) {
        return Ok(Done::Interrupted);
    }
    if !all_ready {
        return Ok(Done::Rejected);
    }

    let is_shown = !options.quiet && !options.json && std::io::stderr().is_terminal();
    let mut progress = Progress::new(setup.rules.rounds, is_shown);
    let played = Match {
        setup: &setup,
        seed,
        players: &mut players,
        observers: &mut [&mut logs, &mut progress],
        stop: &stop,
    }
    .play();
    drop(players);

    let result = report::Result {
        options,
        names: &names,
        seed,
        rules: &setup.rules,
        played: &played,
        wall: began.elapsed(),
    };
    report::print::<Warriors>(&result, &logs)?;
    Ok(if played.interrupted { Done::Interrupted } else { Done::Well })
}

/// A flag that Ctrl+C and SIGTERM set; the second Ctrl+C ends the program at once.
pub fn stop_on_signals() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&stop)))
            .context("the signals can't be caught")?;
    }
    Ok(stop)
}

/// A seed from the system, short enough to be typed.
pub fn drawn_seed() -> anyhow::Result<u64> {
    use rand::TryRng;
    let drawn = rand::rngs::SysRng.try_next_u32().context("the system gives no random numbers")?;
    Ok(u64::from(drawn % 1_000_000_000))
}

fn create_logs(folder: &Path, names: &[String]) -> anyhow::Result<Logs> {
    if let Err(fault) = std::fs::create_dir_all(folder) {
        return mistake(format!(
            "the folder for the logs, {}, can't be made: {fault}; name another one with --log-dir",
            folder.display()
        ));
    }
    Logs::create(folder, names).or_else(|(path, fault)| {
        mistake(format!(
            "the log {} can't be written: {fault}; name another folder with --log-dir",
            path.display()
        ))
    })
}

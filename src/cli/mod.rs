//! The commands. Here, and only here, words of the user become settings, and results become words.

mod args;
mod bench;
mod client;
mod doctor;
mod game_results;
mod gems;
mod generate;
mod ladder;
mod limiting;
mod line_up;
mod locks;
mod maps;
mod new;
mod one_match;
mod play;
mod printable;
mod progress;
mod python;
pub(crate) mod recording;
mod replay;
mod report;
mod rules;
mod seating;
mod series;
mod table;
mod two_player;
mod warriors;
mod watch;

use crate::players::cores;
use anstream::eprintln;
use anyhow::Context;
use clap::{CommandFactory, Parser};
use owo_colors::OwoColorize;
use std::io::Write;
use std::process::ExitCode;

/// A mistake of the user, or something that the user can mend: told in one sentence, exit status 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Mistake(String);

/// Ends a command with a [`Mistake`].
fn mistake<T>(what: impl Into<String>) -> anyhow::Result<T> {
    Err(Mistake(what.into()).into())
}

/// Prints a command's whole answer. Whoever reads it may stop in the middle (`wag maps garden | head`).
fn print(text: &str) -> anyhow::Result<Done> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(fault) if fault.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(fault).context("the answer can't be printed")
        }
        _ => Ok(Done::Well),
    }
}

/// How a command ended, when it did what it was asked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    Well,
    /// By Ctrl+C.
    Interrupted,
    /// What the user gave can't be used; all has been told.
    Rejected,
    /// What was looked into is not in order; all has been told.
    Defect,
}

/// `wag` alone, with nobody at a terminal: status 2, as for every call that lacks a word.
fn help() -> ExitCode {
    let text = args::Args::command().render_help();
    eprintln!("{}", text.ansi());
    ExitCode::from(2)
}

/// Reads the command line and does what it says.
pub fn run() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn"))
        .format_target(false)
        .init();
    let Some(command) = args::Args::parse().command.or_else(args::Command::standard) else {
        return help();
    };
    let done = match command {
        args::Command::Client(options) => client::run(&options),
        args::Command::Play(options) => play::run(&options),
        args::Command::Replay(options) => replay::run(&options),
        args::Command::Watch(options) => watch::run(&options),
        args::Command::Ladder(options) => ladder::run(&options),
        args::Command::Unlock(_) => ladder::unlock(),
        args::Command::Maps(options) => maps::run(&options),
        args::Command::Rules => rules::run(),
        args::Command::New(options) => new::run(&options),
        args::Command::Doctor => doctor::run(),
        args::Command::Series(options) => series::run(&options),
        args::Command::Python(options) => python::run(&options),
        args::Command::TwoPlayer(options) => two_player::run(&options),
        args::Command::Bench(options) => bench::run(&options),
        args::Command::Gems(options) => gems::run(&options),
    };
    match done {
        Ok(Done::Well) => ExitCode::SUCCESS,
        Ok(Done::Rejected) => ExitCode::from(2),
        Ok(Done::Defect) => ExitCode::from(1),
        Ok(Done::Interrupted) => ExitCode::from(130),
        Err(fault) => {
            eprintln!("{} {fault:#}", "wag:".red().bold());
            ExitCode::from(if fault.is::<Mistake>() { 2 } else { 1 })
        }
    }
}

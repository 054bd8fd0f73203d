//! `wag replay`: look into a replay, check it, export it.

mod export;
mod show;

use super::answer::{Done, mistake, print};
use super::args::{Replay, ReplayCommand, ReplayVerify};
use crate::play::tape;
use crate::replay::{ReplayError, Verdict};
use owo_colors::OwoColorize;
use std::fs::File;
use std::path::Path;

/// Does what the command line says.
pub fn run(options: &Replay) -> anyhow::Result<Done> {
    match &options.command {
        ReplayCommand::Show(options) => show::run(options),
        ReplayCommand::Verify(options) => verify(options),
        ReplayCommand::Export(options) => export::run(options),
    }
}

pub fn open(path: &Path) -> anyhow::Result<File> {
    if path.is_dir() {
        return mistake(format!(
            "{} is a folder; name a replay in it, such as saves/auto-....wag",
            path.display()
        ));
    }
    File::open(path).or_else(|fault| mistake(format!("{} can't be read: {fault}", path.display())))
}

/// What is wrong with a replay is told with its name.
pub fn told<T>(path: &Path, result: Result<T, ReplayError>) -> anyhow::Result<T> {
    result.or_else(|fault| mistake(format!("{}: {fault}", path.display())))
}

fn verify(options: &ReplayVerify) -> anyhow::Result<Done> {
    let path = &options.file;
    let tape = told(path, tape(open(path)?))?;
    let verdict = told(path, tape.verify())?;
    let (then, today) = (tape.blocks().header.game_version, tape.version_today());
    let versions = if then == today {
        String::new()
    } else {
        format!(" The rules had version {then} then and have {today} now.")
    };
    match verdict {
        Verdict::Same { turns } => {
            let rounds = tape.blocks().rounds();
            let part = if tape.blocks().is_complete() { "" } else { "; the match is not complete" };
            let same = "the same".green();
            print(&format!("{turns} turns of {rounds} rounds played again: all {same}{part}.{versions}\n"))
        }
        Verdict::Differs(first) => {
            let whose: Vec<String> = first.seats.iter().map(u8::to_string).collect();
            let place = match first.round {
                0 => "before round 1".to_string(),
                round => format!("round {round}, player {}", whose.join(", ")),
            };
            let nothing = || "nothing more happens".to_string();
            let (then, now) = (first.recorded.unwrap_or_else(nothing), first.today.unwrap_or_else(nothing));
            let other = "The first turn that differs".red();
            print(&format!(
                "{other}: {place}\n  recorded: {then}\n  today:    {now}\n{}",
                versions.trim_start()
            ))?;
            Ok(Done::Defect)
        }
    }
}

//! `wag replay`: look into a replay, check it, export it.

mod export;
mod show;

use super::args::{Replay, ReplayCommand, ReplayVerify};
use super::{Done, mistake, print};
use crate::game::Show;
use crate::replay::{Blocks, Reader, ReplayError, Verdict, verify};
use owo_colors::OwoColorize;
use std::fs::File;
use std::path::Path;

/// Does what the command line says.
pub fn run(options: &Replay) -> anyhow::Result<Done> {
    match &options.command {
        ReplayCommand::Show(options) => with_game(&options.file, show::Show(options)),
        ReplayCommand::Verify(options) => with_game(&options.file, Verify(options)),
        ReplayCommand::Export(options) => export::run(options),
    }
}

/// What can be done with a replay of any game.
trait Task {
    fn run<G: Show>(self, reader: &Reader<G>) -> anyhow::Result<Done>;
}

/// Opens a replay and does something with it, whatever its game is.
fn with_game(path: &Path, task: impl Task) -> anyhow::Result<Done> {
    let file = told(path, Blocks::open(Box::new(open(path)?)))?;
    macro_rules! task_of {
        ($folder:ident, $game:ty) => {
            if file.header.game == <$game as crate::game::Game>::NAME {
                return task.run(&told(path, Reader::<$game>::of(file))?);
            }
        };
    }
    crate::for_each_game!(task_of);
    told(path, Err(ReplayError::UnknownGame(file.header.game)))
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

struct Verify<'o>(&'o ReplayVerify);

impl Task for Verify<'_> {
    fn run<G: Show>(self, reader: &Reader<G>) -> anyhow::Result<Done> {
        let verdict = told(&self.0.file, verify(reader))?;
        let header = reader.header();
        let versions = if header.game_version == G::VERSION {
            String::new()
        } else {
            format!(" The rules had version {} then and have {} now.", header.game_version, G::VERSION)
        };
        match verdict {
            Verdict::Same { turns } => {
                let rounds = reader.file().rounds();
                let part = if reader.file().is_complete() { "" } else { "; the match is not complete" };
                let same = "the same".green();
                print(&format!(
                    "{turns} turns of {rounds} rounds played again: all {same}{part}.{versions}\n"
                ))
            }
            Verdict::Differs(first) => {
                let whose: Vec<String> = first.seats.iter().map(u8::to_string).collect();
                let place = match first.round {
                    0 => "before round 1".to_string(),
                    round => format!("round {round}, player {}", whose.join(", ")),
                };
                let nothing = || "nothing more happens".to_string();
                let (then, now) =
                    (first.recorded.unwrap_or_else(nothing), first.today.unwrap_or_else(nothing));
                let other = "The first turn that differs".red();
                print(&format!(
                    "{other}: {place}\n  recorded: {then}\n  today:    {now}\n{}",
                    versions.trim_start()
                ))?;
                Ok(Done::Defect)
            }
        }
    }
}

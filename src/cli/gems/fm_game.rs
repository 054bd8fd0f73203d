//! `fm-game`: the contest's own command, with its words and files. Every mistake is status 1, as it was.

use super::super::play::stop_on_signals;
use super::args::{FmGame, Terms};
use super::entrant::Entrant;
use super::game::{Kept, play_twice};
use super::manual;
use super::{Done, mistake, new_board, print, read_board};
use crate::cli::args::Recording;
use anstream::eprintln;
use owo_colors::OwoColorize;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::ffi::OsString;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

const USAGE: &str = "\
fm-game FILE          two games on the board in FILE: ./fm-ai1.bin against ./fm-ai2.bin
fm-game FILE create   write a new board
fm-game               manual mode: play both players yourself, by the files
--debug               print every move and what comes of it
--no-wait             do not wait for a key between the games
";

/// The contest's programs, or links to them, in the working folder.
const PROGRAMS: [&str; 2] = ["fm-ai1.bin", "fm-ai2.bin"];

/// What the words ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Task {
    Help,
    Manual,
    Play(PathBuf),
    Create(PathBuf),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Words {
    task: Task,
    debug: bool,
    waits: bool,
}

pub fn run(options: &FmGame) -> anyhow::Result<Done> {
    match words(&options.words).and_then(|words| carry_out(&words)) {
        Err(fault) => {
            eprintln!("{} {fault:#}", "fm-game:".red().bold());
            Ok(Done::Defect)
        }
        done => done,
    }
}

fn words(words: &[OsString]) -> anyhow::Result<Words> {
    let (mut debug, mut waits, mut asks_for_help, mut plain) = (false, true, false, Vec::new());
    for word in words {
        match word.to_str() {
            Some("--debug") => debug = true,
            Some("--no-wait") => waits = false,
            Some("--help" | "-h") => asks_for_help = true,
            Some(option) if option.starts_with('-') => {
                return mistake(format!("there is no option {option}; fm-game --help lists them"));
            }
            _ => plain.push(word),
        }
    }
    let task = match plain.as_slice() {
        _ if asks_for_help => Task::Help,
        [] => Task::Manual,
        [file] => Task::Play(file.into()),
        [file, second] if *second == "create" => Task::Create(file.into()),
        [_, second] => {
            let second = second.to_string_lossy();
            return mistake(format!("{second} is no command; after the file only `create` may follow"));
        }
        _ => return mistake("too many words; fm-game --help tells which there are"),
    };
    Ok(Words { task, debug, waits })
}

fn carry_out(words: &Words) -> anyhow::Result<Done> {
    match &words.task {
        Task::Help => print(USAGE),
        Task::Manual => manual::run(words.debug),
        Task::Create(file) => new_board(file, None, "fm-game {}"),
        Task::Play(file) => play(file, words),
    }
}

fn play(file: &Path, words: &Words) -> anyhow::Result<Done> {
    let board = read_board(file, "fm-game FILE create")?;
    let entrant = |name: &str| {
        let path = Path::new(name);
        if !path.exists() {
            return mistake(format!(
                "there is no {name} here; put your program into this folder under this name, or a link to it: ln -s MY-BOT {name}"
            ));
        }
        Entrant::of_file(path)
    };
    let pair = [entrant(PROGRAMS[0])?, entrant(PROGRAMS[1])?];
    let table = Terms::default().table(vec![file.canonicalize()?], stop_on_signals()?);
    let none = Recording { no_replay: true, ..Recording::default() };
    let kept = Kept { recording: &none, logs: None };
    let waits = words.waits && std::io::stdin().is_terminal();
    let between = || {
        if waits {
            wait_for_a_key(&table.stop)
        }
    };
    play_twice(&table, (&file.display().to_string(), &board), &pair, &kept, words.debug, between)
}

/// As a terminal hands keys on: with Enter. Ctrl+C ends the waiting, too.
fn wait_for_a_key(stop: &AtomicBool) {
    const NAP: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
    eprintln!("Press Enter for the second game.");
    let keys = std::io::stdin();
    while !stop.load(Ordering::Relaxed) {
        if matches!(poll(&mut [PollFd::new(&keys, PollFlags::IN)], Some(&NAP)), Ok(1..)) {
            let _ = keys.lock().read(&mut [0; 64]);
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Words, String> {
        let list: Vec<OsString> = text.split_whitespace().map(OsString::from).collect();
        words(&list).map_err(|fault| fault.to_string())
    }

    #[test]
    fn the_words_are_those_of_the_contest() {
        let plain = |task| Ok(Words { task, debug: false, waits: true });
        assert_eq!(of(""), plain(Task::Manual));
        assert_eq!(of("b.dat"), plain(Task::Play("b.dat".into())));
        assert_eq!(of("b.dat create"), plain(Task::Create("b.dat".into())));
        let with = Words { task: Task::Play("b.dat".into()), debug: true, waits: false };
        assert_eq!(of("--no-wait b.dat --debug"), Ok(with));
    }

    #[test]
    fn other_words_are_mistakes() {
        for text in ["b.dat make", "b.dat create now", "a b c d", "b.dat --fast"] {
            assert!(of(text).is_err(), "{text}");
        }
    }
}

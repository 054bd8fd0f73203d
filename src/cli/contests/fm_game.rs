//! `fm-game`: the contest's original command, with its own arguments and files. Every error has exit status 1, as in
//! the original.

use super::super::answer::{ExitStatus, print, user_error};
use super::super::lang_flag::{speak, take_lang_flag};
use super::super::make::write_new;
use super::super::progress::Follower;
use super::super::report;
use super::super::start::stop_on_signals;
use super::manual;
use crate::output::{Paint, eprintln};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::ffi::OsString;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wag_core::game::Kind;
use wag_games::{KnownGame, find};
use wag_i18n::{message, t};
use wag_play::choose;
use wag_play::seed::random_seed;
use wag_play::{
    Keeping, MatchEvent, Nobody, Outcome, PlayerSpec, RawOptions, SeedSource, Session, Verbosity, program_in,
    with_distinct_names,
};
use wag_sandbox::Limits;

const USAGE: &str = include_str!("fm_game.txt");

/// The names of the contest's programs, or of links to them.
const PROGRAMS: [&str; 2] = ["fm-ai1.bin", "fm-ai2.bin"];
/// The folders in which the contest's programs are searched for, in this order. The first is the current folder. The
/// second is its subfolder `fm-ai`, as in the contest's package. The third is the same folder, but for commands that
/// run in the package's folder for the game.
const FOLDERS: [&str; 3] = ["", "fm-ai", "../fm-ai"];
/// The file name of the AI that the contest's package contains. It takes every seat for which there is no program.
const USUAL: &str = "fm-ai.bin";

/// The task that the arguments request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Task {
    Help,
    #[default]
    Manual,
    Play(PathBuf),
    Create(PathBuf),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct FmGameArgs {
    task: Task,
    debug: bool,
    waits: bool,
    readable: Vec<PathBuf>,
    is_confined: bool,
    sandbox_required: bool,
}

pub fn run(said: &[OsString]) -> anyhow::Result<ExitStatus> {
    let (language, said) = take_lang_flag(said.to_vec());
    match speak(language.as_deref()).and_then(|()| words(&said)).and_then(|words| carry_out(&words)) {
        Err(err) => {
            eprintln!("{} {err:#}", "fm-game:".red().bold());
            Ok(ExitStatus::Defect)
        }
        done => done,
    }
}

fn words(words: &[OsString]) -> anyhow::Result<FmGameArgs> {
    let (mut asks_for_help, mut plain) = (false, Vec::new());
    let mut said = FmGameArgs { waits: true, is_confined: true, ..FmGameArgs::default() };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("--debug") => said.debug = true,
            Some("--no-wait") => said.waits = false,
            Some("--no-sandbox") => said.is_confined = false,
            Some("--require-sandbox") => said.sandbox_required = true,
            Some("--help" | "-h") => asks_for_help = true,
            Some("--readable") => said.readable.push(existing(words.next())?),
            Some(option) if option.starts_with("--readable=") => {
                said.readable.push(existing(option.split_once('=').map(|(_, path)| path))?);
            }
            Some(option) if option.starts_with('-') => {
                return user_error(message!(
                    "there is no option %{option}; fm-game --help lists them",
                    option
                ));
            }
            _ => plain.push(word),
        }
    }
    if said.sandbox_required && !said.is_confined {
        return user_error(message!(
            "--no-sandbox and --require-sandbox cannot be used together; leave one out"
        ));
    }
    said.task = match plain.as_slice() {
        _ if asks_for_help => Task::Help,
        [] => Task::Manual,
        [file] => Task::Play(file.into()),
        [file, second] if *second == "create" => Task::Create(file.into()),
        [_, second] => {
            let second = second.to_string_lossy();
            return user_error(message!(
                "%{second} is not a command; only `create` may follow the file",
                second
            ));
        }
        _ => return user_error(message!("too many arguments; see fm-game --help")),
    };
    Ok(said)
}

/// Returns a path that programs may read, or an error if it does not exist.
fn existing(path: Option<impl AsRef<std::ffi::OsStr>>) -> anyhow::Result<PathBuf> {
    match path.map(|path| PathBuf::from(path.as_ref())) {
        Some(path) if path.exists() => Ok(path),
        Some(path) => user_error(message!(
            "--readable %{path}: there is no such file or folder; check the path",
            path = path.display()
        )),
        None => user_error(message!("--readable must be followed by a file or folder")),
    }
}

fn carry_out(words: &FmGameArgs) -> anyhow::Result<ExitStatus> {
    match &words.task {
        Task::Help => print(USAGE),
        Task::Manual => manual::run(words.debug),
        Task::Create(file) => create(file),
        Task::Play(file) => play(file, words),
    }
}

/// Returns the game of this contest.
fn game() -> KnownGame {
    find("gems").expect("the game is in the list")
}

fn create(file: &Path) -> anyhow::Result<ExitStatus> {
    let seed = random_seed()?;
    let board = game().info.makers.first().expect("it makes boards");
    write_new(file, &(board.make)(seed, &Default::default())?, "board.dat")?;
    eprintln!(
        "{}",
        t!("%{file} contains a new board; to play a match on it: fm-game %{file}", file = file.display())
    );
    Ok(ExitStatus::Success)
}

/// Plays two games. If there is a terminal, waits for the Enter key between them.
fn play(file: &Path, words: &FmGameArgs) -> anyhow::Result<ExitStatus> {
    let stop = stop_on_signals()?;
    let game = game();
    let options = RawOptions::from_iter([("board".to_string(), board(game, file)?)]);
    let mut limits =
        Limits { turn_time: Some(Duration::from_secs(game.info.turn_seconds)), ..Limits::default() };
    (limits.bounds.confined, limits.sandbox_required) = (words.is_confined, words.sandbox_required);
    // Errors of the board must come before errors of the programs.
    choose(game.info, &options)?;
    let entrants = entrants(game, &words.readable)?;
    eprintln!("{}", where_they_run(&entrants, &limits));
    let mut session = Session::with(game, entrants, &options, limits)?;
    session.keeping = Keeping { no_replay: true, ..Keeping::default() };
    session.verbosity = if words.debug { Verbosity::Everything } else { Verbosity::Nothing };
    let (mut follower, mut games) = (Follower::of(&session, false), 0);
    let waits = words.waits && std::io::stdin().is_terminal();
    let show = &mut |event: MatchEvent<'_>| {
        follower.show(event);
        let MatchEvent::Over { end } = event else { return };
        games += 1;
        if !words.debug {
            end.last_words.iter().for_each(|line| eprintln!("{line}"));
        }
        let verdict = end.verdict.clone().unwrap_or_default();
        let _ = print(&format!("{}\n{}", verdict.words, verdict.lines));
        if waits && games < game.info.games && !end.interrupted {
            wait_for_a_key(&stop);
        }
    };
    match session.play(&stop, Rc::new(Nobody), SeedSource::Given(0), show)? {
        Outcome::CannotStart(unstarted) => user_error(unstarted.to_string()),
        Outcome::Interrupted => Ok(ExitStatus::Interrupted),
        Outcome::Over(end) => Ok(report::done(&end)),
    }
}

/// Returns the path of a board file. If there is no such file, returns the name of the built-in board that `file`
/// names.
fn board(game: KnownGame, file: &Path) -> anyhow::Result<String> {
    let is_plain = file.components().count() == 1;
    // With a leading `./`, the name of an existing file is not mistaken for a built-in board.
    let path = if is_plain { Path::new(".").join(file) } else { file.to_path_buf() };
    if path.exists() {
        return Ok(path.display().to_string());
    }
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let known = game.info.options.iter().find_map(|option| match &option.kind {
        Kind::File { built_in, .. } => built_in.iter().find(|file| is_plain && file.name == stem),
        _ => None,
    });
    match known {
        Some(known) => Ok(known.name.to_string()),
        None => user_error(message!(
            "there is no board %{file}; to create one: fm-game FILE create",
            file = file.display()
        )),
    }
}

/// Returns the contest's programs as the players of the game.
fn entrants(game: KnownGame, readable: &[PathBuf]) -> anyhow::Result<Vec<PlayerSpec>> {
    let entrant = |name: &str| -> anyhow::Result<PlayerSpec> {
        let places = [name, USUAL].map(|name| FOLDERS.map(|folder| Path::new(folder).join(name)));
        match places.as_flattened().iter().find(|place| place.exists()) {
            Some(place) => Ok(program_in(game.info, &place.display().to_string(), readable)?),
            None => user_error(message!(
                "there is no %{name} here or in the folder fm-ai; put your program here under this name, or create a link to it: ln -s MY-BOT %{name}",
                name
            )),
        }
    };
    Ok(with_distinct_names(PROGRAMS.into_iter().map(entrant).collect::<anyhow::Result<_>>()?)?)
}

/// Describes which programs play, where they run, and their limits.
fn where_they_run(entrants: &[PlayerSpec], limits: &Limits) -> String {
    let players = entrants
        .iter()
        .zip(1..)
        .map(|(entrant, seat)| t!("Player %{seat}: %{word}", seat, word = entrant.word));
    let time = limits.turn_time.map(|time| t!("%{seconds} s per move", seconds = time.as_secs()));
    let memory = limits.bounds.memory.map(|bytes| t!("%{mib} MB of memory", mib = bytes >> 20));
    let bounds: Vec<String> = time.into_iter().chain(memory).collect();
    let (players, bounds) = (players.collect::<Vec<_>>().join(", "), bounds.join(&t!(" and ")));
    match limits.bounds.confined {
        true => t!(
            "%{players}\nEach program runs in its own folder, where it finds the files that lie next to it, and may not write anywhere else. It has %{bounds}, and no network access.",
            players,
            bounds
        ),
        false => t!(
            "%{players}\nEach program runs in its own folder, where it finds the files that lie next to it; there is no sandbox, so it may do whatever you can. It has %{bounds}.",
            players,
            bounds
        ),
    }
}

/// Waits for the Enter key; a terminal does not report other keys before it. Ctrl+C also ends the wait.
fn wait_for_a_key(stop: &AtomicBool) {
    const NAP: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
    eprintln!("{}", t!("Press Enter to start the second game."));
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

    fn of(text: &str) -> Result<FmGameArgs, String> {
        let list: Vec<OsString> = text.split_whitespace().map(OsString::from).collect();
        words(&list).map_err(|err| err.to_string())
    }

    #[test]
    fn arguments_follow_the_contest() {
        let usual = FmGameArgs { waits: true, is_confined: true, ..FmGameArgs::default() };
        let plain = |task| Ok(FmGameArgs { task, ..usual.clone() });
        assert_eq!(of(""), plain(Task::Manual));
        assert_eq!(of("b.dat"), plain(Task::Play("b.dat".into())));
        assert_eq!(of("b.dat create"), plain(Task::Create("b.dat".into())));
        let with =
            FmGameArgs { task: Task::Play("b.dat".into()), debug: true, waits: false, ..usual.clone() };
        assert_eq!(of("--no-wait b.dat --debug"), Ok(with));
        let free = FmGameArgs { is_confined: false, readable: vec!["/".into(), "/usr".into()], ..usual };
        assert_eq!(of("--readable / --no-sandbox --readable=/usr"), Ok(free));
    }

    #[test]
    fn unknown_arguments_are_errors() {
        for text in [
            "b.dat make",
            "b.dat create now",
            "a b c d",
            "b.dat --fast",
            "b.dat --readable",
            "--readable /none",
            "--no-sandbox --require-sandbox",
        ] {
            assert!(of(text).is_err(), "{text}");
        }
    }
}

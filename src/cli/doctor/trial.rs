//! A trial match of one round with a small Python file in a temporary folder. It tests the whole path from the engine
//! to Python and back.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use wag_games::{KnownGame, all};
use wag_i18n::{quote, t};
use wag_play::{Keeping, MatchEnd, Nobody, Outcome, PlayError, RawOptions, SeedSource, Session};
use wag_sandbox::Limits;

/// The source code of the trial's player, which prints the version of Python in each turn.
const PLAYER: &str = "import sys\nprint('1', sys.version.split()[0])\n";

/// The result of the trial match.
#[derive(Debug)]
pub struct Trial {
    /// The version of Python that the player has printed, such as `3.11.7`.
    pub python: String,
    /// The time from the start of Python to the end of the match.
    pub wall: Duration,
}

/// Plays the trial match. The error says why it cannot be played.
pub fn play() -> Result<Trial, String> {
    let began = Instant::now();
    let folder = wag_sandbox::TemporaryFolder::new().map_err(|fault| {
        t!("no temporary folder can be created (set TMPDIR to choose another place): %{fault}", fault)
    })?;
    let file = folder.path().join("trial.py");
    std::fs::write(&file, PLAYER)
        .map_err(|fault| t!("%{file} cannot be written: %{fault}", file = file.display(), fault))?;
    let end = play_match(&file, folder.path())?;
    if let Some(first) = end.games[0].seats[0].faults.first() {
        return Err(first.message.translated());
    }
    Ok(Trial { python: version(&folder.path().join("trial.log"))?, wall: began.elapsed() })
}

/// Returns the first game in which a Python file can play without giving orders.
fn game() -> KnownGame {
    all().find(|game| game.info.protocols.python).expect("a game is played by Python files")
}

fn play_match(file: &Path, folder: &Path) -> Result<MatchEnd, String> {
    let game = game();
    let others = game.info.built_in.iter().find(|player| player.is_idle()).map_or("", |player| player.name);
    let mut players = vec![others.to_string(); *game.info.seats.start()];
    players[0] = file.display().to_string();
    let rounds = game.info.option("rounds").map(|option| (option.name.to_string(), "1".to_string()));
    let limits = Limits { turn_time: Some(Duration::from_secs(20)), ..Limits::default() };
    let options: RawOptions = rounds.into_iter().collect();
    let describe = |fault: PlayError| fault.to_string();
    let mut session = Session::new(game, &players, &options, &[], limits).map_err(describe)?;
    session.keeping = Keeping { log_dir: Some(folder.to_path_buf()), no_replay: true, ..Keeping::default() };
    let stop = Arc::new(AtomicBool::new(false));
    match session.play(&stop, Rc::new(Nobody), SeedSource::Given(1), &mut |_| ()).map_err(describe)? {
        Outcome::CannotStart(unstarted) => Err(unstarted.to_string()),
        Outcome::Interrupted => Err(t!("the match was interrupted")),
        Outcome::Over(end) => Ok(*end),
    }
}

/// Returns the version of Python that the player's log contains.
fn version(log: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(log).map_err(|fault| t!("its log cannot be read: %{fault}", fault))?;
    match text.lines().find_map(|line| line.strip_prefix("1 ")) {
        Some(version) => Ok(version.to_string()),
        None => Err(t!("the player printed %{text} instead of \"1\" and a version", text = quote(text))),
    }
}

//! `wag play`: plays one match of any game.

pub mod args;

use super::answer::{ExitStatus, cannot_start, interrupted, user_error};
pub use args::{LogFormArg, Logging, Play, Recording};

use super::profile;
use super::progress::Follower;
use super::report::{self, PlayedWith, Report};
use super::start::stop_on_signals;
use super::terminal::Terminal;
use super::with_game::WithGame;
use crate::cli::progress::warn;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use wag_games::KnownGame;
use wag_i18n::message;
use wag_ladder::locks;
use wag_play::choose;
use wag_play::seed::random_seed;
use wag_play::{Instrument, Keeping, Kind, MatchEvent, Outcome, RawOptions, SeedSource, Session, Verbosity};
use wag_sandbox::cores;

/// Plays the match that the command line describes.
pub fn run(options: &WithGame<Play>) -> anyhow::Result<ExitStatus> {
    let stop = stop_on_signals()?;
    let words = &options.words;
    let mut session = session(options.game, words, &options.options)?;
    locks::check(&session, warn)?;
    let is_quiet = words.quiet || words.json;
    if words.profile.is_some() && words.quiet && !words.json {
        return user_error(message!(
            "--profile prints the profile, so it cannot be used with --quiet alone; add --json"
        ));
    }
    let has_person = session.entrants.iter().any(|entrant| entrant.kind == Kind::Person);
    if has_person && is_quiet {
        return user_error(message!(
            "--quiet and --json cannot be used with a human player; leave them out, or let a program play"
        ));
    }
    // If the players think one after another, sharing one core is fastest.
    if !session.game.info.simultaneous {
        cores::pin_to_current_core();
    }
    session.verbosity = match (words.debug, has_person) {
        (true, _) => Verbosity::Everything,
        (false, true) => Verbosity::Events,
        (false, false) => Verbosity::Nothing,
    };
    let terminal = || Terminal { stop: Arc::clone(&stop) };
    if words.debug && std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        session.debug(Arc::new(terminal()));
    }
    if words.profile.is_some() {
        session.instrument = Instrument::Profiler;
    }
    let people = Rc::new(terminal());
    let seed = SeedSource::Given(words.seed.map_or_else(random_seed, Ok)?);
    let (mut follower, mut printed) = (Follower::of(&session, !is_quiet), Ok(()));
    let show = &mut |event: MatchEvent<'_>| {
        follower.show(event);
        if let (MatchEvent::Over { end }, false, true) = (event, is_quiet, printed.is_ok()) {
            printed = report::print_game(&session, end, words.debug);
        }
    };
    let end = match session.play(&stop, people, seed, show)? {
        Outcome::CannotStart(unstarted) => return cannot_start(unstarted),
        Outcome::Interrupted => return Ok(interrupted(words.json)),
        Outcome::Over(end) => end,
    };
    printed?;
    let played_with = PlayedWith { words, options: &options.options };
    report::print(&Report { session: &session, end: &end, played_with }, words.json, words.quiet)?;
    if let Some(file) = &words.profile {
        match words.json {
            // The object contains the profiles.
            true => profile::draw_all(&session, &end, file.as_deref())?,
            false => profile::tell(&session, &end, file.as_deref())?,
        }
    }
    Ok(report::done(&end))
}

/// Returns whether a command line probably plays a match with Python files. The command line need not have been parsed
/// yet.
pub fn plays_python_file(words: &[OsString]) -> bool {
    let is_file = |word: &OsString| Path::new(word).extension().is_some_and(|ending| ending == "py");
    words.get(1).is_some_and(|command| command == "play") && (words.len() == 2 || words.iter().any(is_file))
}

/// Creates the match that the arguments describe.
pub fn session(game: KnownGame, words: &Play, options: &RawOptions) -> anyhow::Result<Session> {
    let limits = words.limit_args.limits_for(game.info, options);
    let players = seated(game, words, options)?;
    let mut session = Session::new(game, &players, options, &words.limit_args.rights.readable, limits)?;
    session.matches = words.games.unwrap_or(1) as usize;
    session.keeping = keeping(&words.recording, &words.logging);
    Ok(session)
}

/// Returns the player specs in seat order.
fn seated(game: KnownGame, words: &Play, options: &RawOptions) -> anyhow::Result<Vec<String>> {
    let mut players = players(game, &words.players);
    if let (true, Some(last)) = (words.fill, players.last().cloned()) {
        let seats = *game.info.seats_with(&choose(game.info, options)?)?.end();
        players.extend(std::iter::repeat_n(last, seats.saturating_sub(players.len())));
    }
    let Some(position) = words.position else { return Ok(players) };
    if position >= players.len() {
        return user_error(message!(
            "--position %{position}: there are %{n} players, so the last seat is %{last}",
            position,
            n = players.len(),
            last = players.len().saturating_sub(1)
        ));
    }
    let first = players.remove(0);
    players.insert(position, first);
    Ok(players)
}

/// Returns the player specs. If the user names no player and the game fills empty seats, returns the first player that
/// `wag new` writes.
fn players(game: KnownGame, named: &[String]) -> Vec<String> {
    match (named, game.info.own_player(), game.info.filler) {
        ([], Some(file), Some(_)) => vec![file.to_string()],
        _ => named.to_vec(),
    }
}

/// Returns the settings for the logs and replays of a match.
pub fn keeping(recording: &Recording, logging: &Logging) -> Keeping {
    Keeping {
        log_dir: Some(logging.log_dir.clone()),
        log_form: logging.log_form.form,
        replay: recording.replay.clone(),
        no_replay: recording.no_replay,
        with_sources: recording.with_sources,
    }
}

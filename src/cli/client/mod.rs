//! `wag client`: starts the server of the web pages, and opens them in a browser.

mod choices;
mod course;
mod matches;
mod opening;
mod tournaments;
mod two_player_game;

use super::answer::{ExitStatus, is_user_error, print, user_error};
use super::args::Client;
use super::progress::warn;
use super::start::stop_on_signals;
use crate::output::Paint;
use anyhow::Context;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::game::Seat;
use wag_games::{first, open_replay};
use wag_i18n::{PageText, t};
use wag_inspect::debug_turn::{DebugTurnRequest, DebuggedTurn, debug_turn};
use wag_play::recorded::{named, open};
use wag_play::seed::random_seed;
use wag_play::{LimitOptions, RawOptions};
use wag_play::{name_of_file, new_files_in, write_into};
use wag_series::check::{CheckRequest, check_start};
use wag_server::host::{
    BegunLesson, CheckedLesson, CourseList, Courses, FileProblem, Host, HostError, ListedLesson,
    MatchRequest, Offer, PreparedMatch, PreparedTwoPlayerGame, Stub, TwoPlayerRequest,
};
use wag_server::{Options, ServerError, StartupGuard};
use wag_two_player as two_player;

/// Runs the server until the user or a page stops it. Ctrl+C and SIGTERM stop it, too.
pub fn run(options: &Client) -> anyhow::Result<ExitStatus> {
    let stop = stop_on_signals()?;
    let folder = std::env::current_dir()
        .and_then(|folder| folder.canonicalize())
        .context(t!("the current folder cannot be determined"))?;
    let home = wag_ladder::UserProgress::of(first().info, warn).folder().map(PathBuf::from);
    let (port, no_open) = (options.port.unwrap_or(0), options.no_open);
    let referee = LocalHost { folder: folder.clone(), limit_args: options.limit_args.0.clone() };
    let shown = options.replay.as_ref().map(|path| check_replay(path)).transpose()?;
    let shown = shown.map(|path| (path, options.round.unwrap_or(0)));
    let options = Options { port, folder: folder.clone(), home: home.clone(), shown, stop };
    let folders = Vec::from_iter([Some(folder), home.clone()].into_iter().flatten());
    match wag_server::serve(referee, options, |address| tell(address, no_open, &folders)) {
        Ok(()) => Ok(ExitStatus::Success),
        Err(err @ ServerError::Port { .. }) => user_error(err.to_string()),
        Err(err) => Err(err.into()),
    }
}

/// Returns the absolute path of a replay. Returns an error if the file is not a replay.
fn check_replay(path: &Path) -> anyhow::Result<PathBuf> {
    named(path, open_replay(open(path)?))?;
    path.canonicalize().context(t!("%{path} cannot be read", path = path.display()))
}

/// Prints the address of the pages, and opens it in a browser unless `no_open` is set. Opening it may require a file,
/// which is created in one of the `folders`.
fn tell(address: &str, no_open: bool, folders: &[PathBuf]) -> StartupGuard {
    // Printing may fail if the output is closed; the pages still work.
    let _ = print(&t!(
        "%{head} %{address}\nKeep this address private: anyone who knows it can use the client. Press Ctrl+C to stop it.\n",
        head = t!("The client is at").bold(),
        address
    ));
    if no_open {
        return None;
    }
    match opening::open(address, folders) {
        Ok(file) => Some(Box::new(file)),
        Err(err) => {
            log::debug!("no browser can be opened: {err}");
            warn(t!("no browser was found; open the address above yourself"));
            None
        }
    }
}

/// The host, which plays matches of all games for the server, on this machine.
pub(crate) struct LocalHost {
    /// The working folder. Players and files outside it are rejected.
    pub folder: PathBuf,
    /// The limits of AIs, which apply to all matches except challenges.
    pub limit_args: LimitOptions,
}

impl Host for LocalHost {
    fn name(&self, game: &str) -> Result<&'static str, HostError> {
        choices::game(game).map(|game| game.info.name).map_err(host_error)
    }

    fn endings(&self, game: &str) -> Result<Vec<&'static str>, HostError> {
        choices::game(game).map(|game| choices::endings(game.info)).map_err(host_error)
    }

    fn new_files(&self, game: &str) -> Result<Vec<&'static str>, HostError> {
        let game = choices::game(game).map_err(host_error)?;
        Ok(game.info.new.iter().map(|(name, _)| *name).collect())
    }

    fn write_new(&self, game: &str) -> Result<(), HostError> {
        let game = choices::game(game).map_err(host_error)?;
        write_into(game.info, &self.folder).map_err(|err| host_error(err.into()))
    }

    fn stubs(&self, game: &str, language: &str) -> Result<Vec<Stub>, HostError> {
        let game = choices::game(game).map_err(host_error)?;
        Ok(new_files_in(game.info, language)
            .into_iter()
            .filter(|(name, _)| name.ends_with(".pyi"))
            .map(|(name, text)| Stub { name, text })
            .collect())
    }

    fn check_file(
        &self,
        game: &str,
        file: &str,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<FileProblem>, HostError> {
        let game = choices::game(game).map_err(host_error)?;
        let request = CheckRequest {
            game,
            options: RawOptions::default(),
            player: self.folder.join(file).display().to_string(),
            seed: 1,
            limits: self.limit_args.clone(),
        };
        let problem = check_start(&request, stop, |_| {}).map_err(|err| host_error(err.into()))?;
        Ok(problem
            .map(|found| FileProblem { message: PageText(found.message), explanation: found.explanation }))
    }

    fn player_name(&self, game: &str, file: &str) -> Result<String, HostError> {
        choices::game(game).map(|game| name_of_file(game.info, file)).map_err(host_error)
    }

    fn offer(&self, game: &str, files: &[String]) -> Result<Offer, HostError> {
        choices::game(game).map(|game| choices::offer(game, &self.folder, files)).map_err(host_error)
    }

    fn standard(&self, game: &str, files: &[String]) -> Result<MatchRequest, HostError> {
        choices::game(game).map(|game| choices::standard(game.info, files)).map_err(host_error)
    }

    fn scene(&self, game: &str, option: &str, file: &str) -> Result<Value, HostError> {
        let scene = choices::game(game).and_then(|game| choices::scene(game, &self.folder, option, file));
        scene.map_err(host_error)
    }

    fn prepare(&self, request: &MatchRequest, again: bool) -> Result<Box<dyn PreparedMatch>, HostError> {
        match matches::prepare(&self.folder, &self.limit_args, request, again) {
            Ok(planned) => Ok(Box::new(planned)),
            Err(err) => Err(host_error(err)),
        }
    }

    fn debug_turn(
        &self,
        replay: &Path,
        seat: u8,
        round: u32,
        file: Option<&Path>,
        stop: Arc<AtomicBool>,
    ) -> Result<Option<DebuggedTurn>, HostError> {
        let seat = Seat(seat.saturating_sub(1));
        let limits = &self.limit_args;
        let request = DebugTurnRequest { replay, seat, round, file, limits, stop };
        debug_turn(&request).map_err(|err| host_error(err.into()))
    }

    fn two_player_choices(&self, files: &[String]) -> two_player::Choices {
        two_player::choices(&self.folder, files)
    }

    fn prepare_two_player_game(
        &self,
        request: TwoPlayerRequest,
    ) -> Result<(Box<dyn PreparedTwoPlayerGame>, TwoPlayerRequest), HostError> {
        let limits = self.limit_args.limits(first().info.turn_seconds);
        let prepared = two_player_game::prepare(&self.folder, limits, random_seed, request);
        let (planned, request) = prepared.map_err(|err| host_error(err.into()))?;
        Ok((Box::new(planned), request))
    }
}

impl Courses for LocalHost {
    fn course(&self, game: &str) -> Result<CourseList, HostError> {
        course::course(self, game).map_err(host_error)
    }

    fn begin_lesson(&self, game: &str, lesson: &str, again: bool) -> Result<BegunLesson, HostError> {
        course::begin(self, game, lesson, again).map_err(host_error)
    }

    fn check_lesson(
        &self,
        game: &str,
        lesson: &str,
        stop: &Arc<AtomicBool>,
    ) -> Result<CheckedLesson, HostError> {
        course::check_lesson(self, game, lesson, stop).map_err(host_error)
    }

    fn next_hint(&self, game: &str, lesson: &str) -> Result<ListedLesson, HostError> {
        course::next_hint(self, game, lesson).map_err(host_error)
    }

    fn solution(&self, game: &str, lesson: &str) -> Result<BTreeMap<String, String>, HostError> {
        course::solution(game, lesson).map_err(host_error)
    }
}

/// Turns an error of a command into an error for the pages. An error that the user can fix stays one; any other error
/// becomes a defect.
fn host_error(err: anyhow::Error) -> HostError {
    match is_user_error(&err) {
        true => HostError::UserError(format!("{err:#}")),
        false => HostError::Defect(format!("{err:#}")),
    }
}

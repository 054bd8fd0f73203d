//! A match as the user requests it: all its games, with their logs and replays.

use crate::error::PlayError;
use crate::events::{Events, SeedSource, Verbosity};
use crate::fork::Fork;
use crate::game_end::GameEnd;
use crate::keep::{Keep, RequestedReplay, closed, create_logs};
use crate::line_up::choose::choose;
use crate::line_up::choose::{RawOptions, place};
use crate::line_up::player_spec::{Kind, PlayerSpec};
use crate::line_up::players::line_up;
use crate::logs::{LogForm, Logs};
use crate::one::play_game;
use crate::one::{FailedStarts, GameOutcome, GameRequest};
use crate::seats::instrument::Instrument;
use crate::seats::people::People;
use crate::seats::seating::PlayerFactory;
use crate::seats::unstarted::Unstarted;
use crate::seats::worker_policy::WorkerPolicy;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use wag_core::game::{Draw, GameOptions, Seat, Standing};
use wag_core::problem::Problem;
use wag_games::KnownGame;
use wag_players::framed::Lobby;
use wag_python::host::Console;
use wag_sandbox::Limits;

/// Settings for the logs and replays of a match.
#[derive(Clone, Debug, Default)]
pub struct Keeping {
    /// Folder for the logs; `None` to write none.
    pub log_dir: Option<PathBuf>,
    pub log_form: LogForm,
    /// File for the replay; `None` if the user requested none. If there are several games, each game gets its own file,
    /// with a number in its name.
    pub replay: Option<PathBuf>,
    pub no_replay: bool,
    /// True to include the source files of the players in the replay.
    pub with_sources: bool,
}

impl Keeping {
    /// Returns the folder for the contest's files: the folder for the logs, unless it is the current folder.
    fn contest_logs(&self) -> Option<&Path> {
        self.log_dir.as_deref().filter(|folder| *folder != Path::new("."))
    }
}

/// A match that is ready to be played.
pub struct Session {
    pub game: KnownGame,
    pub entrants: Vec<PlayerSpec>,
    pub game_options: GameOptions,
    /// Name of the match's map or board.
    pub place: String,
    pub limits: Limits,
    pub keeping: Keeping,
    /// Number of matches to play in a row. The seed of each match is one more than that of the match before.
    pub matches: usize,
    /// Whether workers play several games of the session.
    pub workers: WorkerPolicy,
    /// The instrument for the user's own AIs.
    pub instrument: Instrument,
    /// The level of detail at which the match is narrated.
    pub verbosity: Verbosity,
    /// Listeners to which a contest's clients connect; empty if none exist yet.
    pub lobby: Arc<Lobby>,
    /// The fork that the session continues, and the seed from there on, if it is another one; `None` to play whole
    /// matches.
    pub fork: Option<(Arc<Fork>, Option<u64>)>,
    began: Instant,
}

/// The result of a match.
pub enum Outcome {
    /// Players cannot start, possibly in a later game.
    CannotStart(Unstarted),
    /// The match was interrupted before the first round.
    Interrupted,
    Over(Box<MatchEnd>),
}

/// The result of a match that was played to its end or interrupted.
pub struct MatchEnd {
    /// The games that were played, at least one. Only the last one may have been interrupted.
    pub games: Vec<GameEnd>,
    /// True if the match was interrupted between two games.
    pub is_cut: bool,
    pub logs: Option<Logs>,
    pub wall: Duration,
}

impl MatchEnd {
    pub fn interrupted(&self) -> bool {
        self.is_cut || self.games.iter().any(|game| game.interrupted)
    }

    /// Returns the reason why a game could not go on; the whole match is then void.
    pub fn failed(&self) -> Option<&Problem> {
        self.games.iter().find_map(|game| game.failed.as_ref())
    }

    /// Returns whether all requested replays are complete.
    pub fn is_kept(&self) -> bool {
        self.games.iter().filter_map(|game| game.replay.as_ref()).all(|replay| replay.is_complete)
    }

    /// Returns the number of games that each seat won alone.
    pub fn won(&self) -> Vec<usize> {
        let seats = self.games[0].standings.len();
        let mut won = vec![0; seats];
        for game in &self.games {
            let mut winners = Standing::winners(&game.standings);
            if let (Some(seat), None) = (winners.next(), winners.next()) {
                won[seat.index()] += 1;
            }
        }
        won
    }

    /// Returns the seats of the winners in ascending order. If the match has several games, the seats that won the most
    /// games are the winners. An interrupted or void match has no winners.
    pub fn winners(&self) -> Vec<usize> {
        if self.is_cut || self.failed().is_some() {
            return Vec::new();
        }
        if let [game] = self.games.as_slice() {
            return Standing::winners(&game.standings).map(Seat::index).collect();
        }
        let won = self.won();
        let most = won.iter().max().copied().unwrap_or(0);
        let has_played = |seat: &usize| self.games.iter().any(|game| !game.has_forfeited(*seat));
        (0..won.len()).filter(|seat| won[*seat] == most && has_played(seat)).collect()
    }
}

impl Session {
    /// Creates a session from the user's player specs and options.
    pub fn new(
        game: KnownGame,
        players: &[String],
        options: &RawOptions,
        readable: &[PathBuf],
        limits: Limits,
    ) -> Result<Session, PlayError> {
        Session::with(game, line_up(game.info, players, readable)?, options, limits)
    }

    /// Creates a session from players that have already been resolved.
    pub fn with(
        game: KnownGame,
        entrants: Vec<PlayerSpec>,
        options: &RawOptions,
        limits: Limits,
    ) -> Result<Session, PlayError> {
        let began = Instant::now();
        let game_options = choose(game.info, options)?;
        let place = place(&game_options, game.info.options);
        let session = Session {
            game,
            entrants,
            game_options,
            place,
            limits,
            keeping: Keeping::default(),
            matches: 1,
            workers: WorkerPolicy::default(),
            instrument: Instrument::None,
            verbosity: Verbosity::default(),
            lobby: Arc::default(),
            fork: None,
            began,
        };
        session.rounds()?;
        Ok(session)
    }

    /// Creates a session that continues a recorded match. `seed` decides the random numbers from there on; `None` means
    /// those of the recorded match.
    pub fn of_fork(fork: Arc<Fork>, seed: Option<u64>) -> Session {
        Session {
            game: fork.game,
            entrants: fork.entrants(),
            game_options: GameOptions::default(),
            place: fork.header.map.clone(),
            limits: fork.limits.clone(),
            keeping: Keeping::default(),
            matches: 1,
            workers: WorkerPolicy::default(),
            instrument: Instrument::None,
            verbosity: Verbosity::default(),
            lobby: Arc::default(),
            fork: Some((fork, seed)),
            began: Instant::now(),
        }
    }

    /// Debugs the first player that is a Python file of the user at this console; does nothing if there is none.
    pub fn debug(&mut self, console: Arc<dyn Console>) {
        let is_own = |entrant: &PlayerSpec| matches!(entrant.kind, Kind::Python { .. });
        let mut seated = Seat::all(self.entrants.len()).zip(&self.entrants);
        if let Some((seat, _)) = seated.find(|(_, entrant)| is_own(entrant)) {
            self.instrument = Instrument::Debugger { seat, console, at_first_line: false };
        }
    }

    /// Returns the number of planned rounds, or 0 if it is unknown. Returns an error if the options are invalid.
    pub fn rounds(&self) -> Result<u32, PlayError> {
        if let Some((fork, _)) = &self.fork {
            return Ok(fork.header.rounds);
        }
        let seated: Vec<_> = self.entrants.iter().map(PlayerSpec::seated).collect();
        Ok(wag_games::rounds(self.game, &self.game_options, &seated, Draw { seed: 0, game: 0 })?)
    }

    /// Returns the total number of games of all matches.
    pub fn games(&self) -> usize {
        if self.fork.is_some() { 1 } else { self.matches * self.game.info.games }
    }

    /// Returns the time since the session was created.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Plays all games of the session. `seed` is that of the first match.
    pub fn play(
        &self,
        stop: &Arc<AtomicBool>,
        people: Rc<dyn People>,
        mut seed: SeedSource<'_>,
        events: Events<'_>,
    ) -> Result<Outcome, PlayError> {
        let table =
            PlayerFactory::new(self.game.info, self.limits.clone(), self.own_files(), Arc::clone(stop))
                .with_people(people)
                .with_workers(self.workers)
                .with_instrument(self.instrument.clone())
                .with_lobby(Arc::clone(&self.lobby));
        let replays = self.open_requested_replays()?;
        let Keeping { log_dir, log_form, .. } = &self.keeping;
        let logs =
            log_dir.as_deref().map(|folder| create_logs(folder, self.game.info, &self.entrants, *log_form));
        let mut end =
            MatchEnd { games: Vec::new(), is_cut: false, logs: logs.transpose()?, wall: Duration::ZERO };
        for (number, requested) in replays.into_iter().enumerate() {
            let keep =
                Keep { requested, none: self.keeping.no_replay, with_sources: self.keeping.with_sources };
            let request = GameRequest {
                entrants: &self.entrants,
                game_options: &self.game_options,
                place: &self.place,
                table: &table,
                seed: seed.reborrow(),
                verbosity: self.verbosity,
                number: self.fork.as_ref().map_or(number, |(fork, _)| fork.number()),
                fork: self.fork.as_ref().map(|(fork, seed)| (&**fork, *seed)),
                matches: self.matches,
                logs: end.logs.as_mut(),
                contest_logs: self.keeping.contest_logs().filter(|_| self.fork.is_none()),
                keep,
                failed_starts: FailedStarts::Refuse,
                is_advised: true,
            };
            let outcome = play_game(self.game, request, events)?;
            if number + 1 == self.games() {
                table.close();
            }
            match outcome {
                GameOutcome::CannotStart(unstarted) => return Ok(Outcome::CannotStart(unstarted)),
                GameOutcome::Over(game) => end.games.push(*game),
                GameOutcome::Interrupted if end.games.is_empty() => return Ok(Outcome::Interrupted),
                GameOutcome::Interrupted => end.is_cut = true,
            }
            if end.interrupted() || end.failed().is_some() {
                break;
            }
        }
        end.wall = self.elapsed();
        Ok(Outcome::Over(Box::new(end)))
    }

    /// Opens the files for all requested replays before the first game is played.
    fn open_requested_replays(&self) -> Result<Vec<Option<RequestedReplay>>, PlayError> {
        let open = |number: usize| self.replay(number).map(|file| RequestedReplay::open(&file)).transpose();
        (0..self.games()).map(open).collect()
    }

    /// Returns the path of a game's replay. If there are several games, `x.wag` becomes `x-1.wag` for the first one.
    fn replay(&self, number: usize) -> Option<PathBuf> {
        let file = self.keeping.replay.as_ref()?;
        Some(if self.games() == 1 { file.clone() } else { numbered(file, number + 1) })
    }

    /// Returns the paths to which the match writes, and the files that the options name. Players may not read the files
    /// of options, because only the game decides what players may know.
    fn own_files(&self) -> Vec<PathBuf> {
        let option_files = self.game.info.own_files(&self.game_options).into_iter();
        let replays = (0..self.games()).filter_map(|number| self.replay(number));
        let parent = self.fork.iter().map(|(fork, _)| fork.path.clone());
        let automatic = (!self.keeping.no_replay).then(|| PathBuf::from(wag_replay::FOLDER));
        let logs = self.keeping.log_dir.clone();
        let places: Vec<PathBuf> =
            option_files.chain(parent).chain(replays).chain(automatic).chain(logs).collect();
        closed(places.iter().map(PathBuf::as_path))
    }
}

fn numbered(file: &Path, number: usize) -> PathBuf {
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let ending =
        file.extension().map_or_else(|| "wag".to_string(), |ending| ending.to_string_lossy().into_owned());
    file.with_file_name(format!("{stem}-{number}.{ending}"))
}

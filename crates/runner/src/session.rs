//! A match as a user asks for it: all its games, with logs and replays.

use super::any::KnownGame;
use super::audience::Audience;
use super::choose::{RawOptions, place};
use super::error::PlayError;
use super::keep::{Asked, Keep, closed, create_logs};
use super::line_up::{Kind, PlayerSpec, line_up};
use super::one::{FailedStarts, GameEnd, GameOutcome, GameRequest};
use super::people::People;
use super::seating::PlayerFactory;
use crate::logs::Logs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use wag_core::game::{Draw, GameOptions, Seat};
use wag_players::framed::Lobby;
use wag_python::host::Console;
use wag_sandbox::Limits;

/// What is kept of a match.
#[derive(Clone, Debug, Default)]
pub struct Keeping {
    /// The folder for the logs; `None` for none.
    pub log_dir: Option<PathBuf>,
    /// The file for the replay; of several games, the name of each has its number.
    pub replay: Option<PathBuf>,
    pub no_replay: bool,
    /// Whether the players' files go into the replay.
    pub with_sources: bool,
}

impl Keeping {
    /// The folder in which a game's contest would have kept its files: one that was named, not the one in which one works.
    fn contest_logs(&self) -> Option<&Path> {
        self.log_dir.as_deref().filter(|folder| *folder != Path::new("."))
    }
}

/// A match that is well described, but not begun.
pub struct Session {
    pub game: &'static KnownGame,
    pub entrants: Vec<PlayerSpec>,
    pub chosen: GameOptions,
    /// Where, in a word.
    pub place: String,
    pub limits: Limits,
    pub keeping: Keeping,
    /// How many matches are played one after the other, each with the next seed.
    pub matches: usize,
    /// Where the first player with a Python file of its own is debugged.
    pub console: Option<Arc<dyn Console>>,
    /// Whether it is looked where the time of AIs with a file of their own goes.
    pub profiles: bool,
    /// Where a contest's clients come in, if others have opened the doors.
    pub lobby: Arc<Lobby>,
    began: Instant,
}

/// What became of a match.
pub enum Outcome {
    /// A player can't start, be it in a later game; all has been told. In these words.
    CannotStart(String),
    /// Interrupted before the first round.
    Interrupted,
    Over(Box<MatchEnd>),
}

/// A match that has been played, or was interrupted in its last game.
pub struct MatchEnd {
    /// At least one.
    pub games: Vec<GameEnd>,
    /// Interrupted before a game that should have followed.
    pub is_cut: bool,
    pub logs: Option<Logs>,
    pub wall: Duration,
}

impl MatchEnd {
    pub fn interrupted(&self) -> bool {
        self.is_cut || self.games.iter().any(|game| game.interrupted)
    }

    /// Whether there are all the replays that were asked for.
    pub fn is_kept(&self) -> bool {
        self.games.iter().filter_map(|game| game.replay.as_ref()).all(|replay| replay.is_as_asked)
    }

    /// The games of which a seat was the single winner, per seat.
    pub fn won(&self) -> Vec<usize> {
        let seats = self.games[0].standings.len();
        let mut won = vec![0; seats];
        for game in &self.games {
            let firsts = || (0..seats).filter(|seat| game.standings[*seat].place == 1);
            if let (1, Some(seat)) = (firsts().count(), firsts().next()) {
                won[seat] += 1;
            }
        }
        won
    }

    /// Who has won the match, in seat order: of several games whoever has won most of them. Nobody wins what was not
    /// played to its end.
    pub fn winners(&self) -> Vec<usize> {
        if self.is_cut {
            return Vec::new();
        }
        if let [game] = self.games.as_slice() {
            return (0..game.standings.len()).filter(|seat| game.standings[*seat].place == 1).collect();
        }
        let won = self.won();
        let most = won.iter().max().copied().unwrap_or(0);
        let has_played = |seat: &usize| self.games.iter().any(|game| !game.has_forfeited(*seat));
        (0..won.len()).filter(|seat| won[*seat] == most && has_played(seat)).collect()
    }
}

impl Session {
    /// Finds everything that the words of a user name.
    pub fn new(
        game: &'static KnownGame,
        players: &[String],
        options: &RawOptions,
        readable: &[PathBuf],
        limits: Limits,
    ) -> Result<Session, PlayError> {
        Session::with(game, line_up(&game.card, players, readable)?, options, limits)
    }

    /// The same for players that have been found already.
    pub fn with(
        game: &'static KnownGame,
        entrants: Vec<PlayerSpec>,
        options: &RawOptions,
        limits: Limits,
    ) -> Result<Session, PlayError> {
        let began = Instant::now();
        let chosen = game.choose(options)?;
        let place = place(&chosen, game.card.options);
        let session = Session {
            game,
            entrants,
            chosen,
            place,
            limits,
            keeping: Keeping::default(),
            matches: 1,
            console: None,
            profiles: false,
            lobby: Arc::default(),
            began,
        };
        session.rounds()?;
        Ok(session)
    }

    /// How many rounds are planned, if these choices can be played with; 0 when nobody knows.
    pub fn rounds(&self) -> Result<u32, PlayError> {
        let seated: Vec<_> = self.entrants.iter().map(PlayerSpec::seated).collect();
        Ok(self.game.any.rounds(&self.chosen, &seated, Draw { seed: 0, game: 0 })?)
    }

    /// How many games all its matches have.
    pub fn games(&self) -> usize {
        self.matches * self.game.card.games
    }

    /// The time since it was described.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Plays it; whoever listens hears of every game that is over, with its number from 0.
    pub fn play(
        &self,
        stop: &Arc<AtomicBool>,
        people: Rc<dyn People>,
        audience: &mut dyn Audience,
        mut heard: impl FnMut(usize, &GameEnd),
    ) -> Result<Outcome, PlayError> {
        let table =
            PlayerFactory::new(self.limits.clone(), self.own_files(), Arc::clone(stop)).with_people(people);
        let table =
            table.debugging(self.debugged()).profiling(self.profiles).with_lobby(Arc::clone(&self.lobby));
        let asked = self.asked()?;
        let logs = self.keeping.log_dir.as_deref().map(|folder| create_logs(folder, &self.entrants));
        let mut end =
            MatchEnd { games: Vec::new(), is_cut: false, logs: logs.transpose()?, wall: Duration::ZERO };
        for (number, asked) in asked.into_iter().enumerate() {
            let keep = Keep { asked, none: self.keeping.no_replay, with_sources: self.keeping.with_sources };
            let order = GameRequest {
                card: &self.game.card,
                entrants: &self.entrants,
                chosen: &self.chosen,
                place: &self.place,
                table: &table,
                number,
                matches: self.matches,
                logs: end.logs.as_mut(),
                contest_logs: self.keeping.contest_logs(),
                keep,
                failed_starts: FailedStarts::Refuse,
                is_advised: true,
            };
            let course = self.game.any.play(order, audience)?;
            if number + 1 == self.games() {
                table.close();
            }
            match course {
                GameOutcome::CannotStart(words) => return Ok(Outcome::CannotStart(words)),
                GameOutcome::Over(game) => {
                    heard(number, &game);
                    end.games.push(*game);
                }
                GameOutcome::Interrupted if end.games.is_empty() => return Ok(Outcome::Interrupted),
                GameOutcome::Interrupted => end.is_cut = true,
            }
            if end.interrupted() {
                break;
            }
        }
        end.wall = self.elapsed();
        Ok(Outcome::Over(Box::new(end)))
    }

    /// Whose `breakpoint()` stops, and where.
    fn debugged(&self) -> Option<(Seat, Arc<dyn Console>)> {
        let console = self.console.as_ref()?;
        let is_own = |entrant: &&PlayerSpec| matches!(entrant.kind, Kind::Python { .. });
        let (seat, _) =
            Seat::all(self.entrants.len()).zip(&self.entrants).find(|(_, entrant)| is_own(entrant))?;
        Some((seat, Arc::clone(console)))
    }

    /// The files for the replays, opened before anything is played.
    fn asked(&self) -> Result<Vec<Option<Asked>>, PlayError> {
        let open = |number: usize| self.replay(number).map(|file| Asked::open(&file)).transpose();
        (0..self.games()).map(open).collect()
    }

    /// The file for the replay of a game: of several `x.wag` becomes `x-1.wag`.
    fn replay(&self, number: usize) -> Option<PathBuf> {
        let file = self.keeping.replay.as_ref()?;
        Some(if self.games() == 1 { file.clone() } else { numbered(file, number + 1) })
    }

    /// Where the match itself writes, and the files that were chosen: what they hold is told by the game, or nobody's
    /// business.
    fn own_files(&self) -> Vec<PathBuf> {
        let chosen = self.game.card.own_files(&self.chosen).into_iter();
        let replays = (0..self.games()).filter_map(|number| self.replay(number));
        let places: Vec<PathBuf> = chosen.chain(replays).chain(self.keeping.log_dir.clone()).collect();
        closed(places.iter().map(PathBuf::as_path))
    }
}

fn numbered(file: &Path, number: usize) -> PathBuf {
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let ending =
        file.extension().map_or_else(|| "wag".to_string(), |ending| ending.to_string_lossy().into_owned());
    file.with_file_name(format!("{stem}-{number}.{ending}"))
}

//! `wag serve`: runs the server of a contest, which plays one game after another with the clients that connect.

use super::answer::{ExitStatus, print};
use super::play::{Logging, Recording, keeping};
use super::progress::warn;
use super::start::stop_on_signals;
use super::terminal::Terminal;
use super::with_game::{GameCommand, WithGame};
use crate::cli::limit_args::LimitArgs;
use clap::{Args as ClapArgs, value_parser};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wag_core::game::{GameInfo, Standing};
use wag_core::text::printable;
use wag_i18n::{rounds, t};
use wag_play::seed::random_seed;
use wag_play::{GameEnd, Kind, MatchEvent, Outcome, PlayError, SeedSource, Session};
use wag_players::framed::Lobby;

#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Serve {
    /// Player in the last seat, instead of a client
    #[arg(long, value_name = "PLAYER")]
    pub against: Option<String>,
    /// Ports of the clients, in the order of their seats [default: the game's, see `wag games`]
    #[arg(long, value_name = "PORT", num_args = 1.., value_parser = value_parser!(u16).range(1..))]
    pub ports: Vec<u16>,
    /// Number of games [default: until Ctrl+C]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub games: Option<u32>,
    /// Random seed of the first game; each further game uses the next number [default: random]
    #[arg(long)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub logging: Logging,
    #[command(flatten)]
    pub recording: Recording,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

impl GameCommand for Serve {
    const HAS_OPTIONS: bool = true;

    fn is_for(info: &GameInfo) -> bool {
        info.protocols.framed
    }
}

/// Plays games until the user stops the command or the requested number of games has been played.
pub fn run(options: &WithGame<Serve>) -> anyhow::Result<ExitStatus> {
    let server = Server { options, stop: stop_on_signals()?, lobby: Arc::default() };
    let seed = options.words.seed.map_or_else(random_seed, Ok)?;
    // This reports errors before the server waits for clients.
    server.session()?;
    for (number, seed) in (1..).zip(seed..) {
        if !server.play(number, seed)? {
            return Ok(ExitStatus::CannotStart);
        }
        let is_last = options.words.games.is_some_and(|games| number >= games);
        if is_last || server.stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(ExitStatus::Success)
}

struct Server<'o> {
    options: &'o WithGame<Serve>,
    stop: Arc<AtomicBool>,
    lobby: Arc<Lobby>,
}

impl Server<'_> {
    fn session(&self) -> anyhow::Result<Session> {
        let WithGame { game, words, options, .. } = self.options;
        let mut limits = words.limit_args.limits(game.info.turn_seconds);
        limits.start_time = words.limit_args.start_ms.map(Duration::from_millis);
        let seats = game.info.most() - usize::from(words.against.is_some());
        let client = |seat: usize| match words.ports.get(seat) {
            Some(port) => format!("tcp:{port}"),
            None => "tcp".to_string(),
        };
        let players: Vec<String> = (0..seats).map(client).chain(words.against.clone()).collect();
        let mut session = Session::new(*game, &players, options, &words.limit_args.rights.readable, limits)?;
        session.keeping = keeping(&words.recording, &words.logging);
        session.lobby = Arc::clone(&self.lobby);
        Ok(session)
    }

    /// Plays one game, and prints its result. Returns whether another game can follow.
    fn play(&self, number: u32, seed: u64) -> anyhow::Result<bool> {
        let session = self.session()?;
        let mut is_first = number == 1;
        let people = Rc::new(Terminal { stop: Arc::clone(&self.stop) });
        let seed = SeedSource::Given(seed);
        let played = session.play(&self.stop, people, seed, &mut |event| self.show(event, &mut is_first));
        if self.lobby.take_restart() {
            self.stop.store(false, Ordering::Relaxed);
            self.lobby.disconnect_all();
            print(&t!("Game %{number} is discarded: a client has restarted\n", number))?;
            return Ok(true);
        }
        match played {
            // No client had connected yet.
            Err(PlayError::UserError(_)) | Ok(Outcome::Interrupted) if self.stop.load(Ordering::Relaxed) => {
                return Ok(true);
            }
            Ok(Outcome::CannotStart(_)) => return Ok(false),
            Ok(Outcome::Over(end)) => print(&self.line(number, &session, &end.games[0])).map(drop)?,
            Ok(Outcome::Interrupted) => {}
            Err(err) => return Err(err.into()),
        }
        self.lobby.wait_for_end(&self.stop);
        self.lobby.take_restart();
        self.lobby.disconnect_all();
        Ok(true)
    }

    /// Prints the addresses to which clients can connect, but only once, and warnings.
    fn show(&self, event: MatchEvent<'_>, is_first: &mut bool) {
        match event {
            MatchEvent::Awaited { .. } if std::mem::take(is_first) => {
                let addresses = self.lobby.addresses().join(", ");
                // Printing may fail if the output is closed, which is fine.
                let _ = print(&t!("Waiting for clients at %{addresses}; press Ctrl+C to stop\n", addresses));
            }
            MatchEvent::Started { seat, start } => {
                let words = start.in_words(seat);
                if !words.is_empty() {
                    warn(words.trim_end().to_string());
                }
            }
            _ => {}
        }
    }

    /// Formats the result of a game as text, such as `Game 3: Anna 5000, Ben 200; Anna (player 1) has harvested more
    /// and wins. saves/x.wag`.
    fn line(&self, number: u32, session: &Session, game: &GameEnd) -> String {
        let clients =
            session.entrants.iter().filter(|entrant| matches!(entrant.kind, Kind::Client { .. })).count();
        let name = |seat: usize| match self.lobby.name(seat).filter(|_| seat < clients) {
            Some(name) => printable(&name),
            None => session.entrants[seat].name.clone(),
        };
        let standing = |(seat, standing): (usize, &Standing)| {
            let (_, figure) = standing.figures[0];
            format!("{} {figure}", name(seat))
        };
        let standings: Vec<String> = game.standings.iter().enumerate().map(standing).collect();
        let winners: Vec<String> =
            Standing::winners(&game.standings).map(|seat| name(seat.index())).collect();
        let end = match (game.interrupted, winners.as_slice()) {
            (true, _) => t!("interrupted"),
            (false, []) => t!("nobody wins"),
            (false, [winner]) => t!("%{winner} wins", winner),
            (false, _) => t!("drawn"),
        };
        let replay = game.replay.as_ref().map(|replay| format!("  {}", replay.path.display()));
        t!(
            "Game %{number}: %{standings}; %{end} after %{rounds}%{replay}\n",
            number,
            standings = standings.join(", "),
            end,
            rounds = rounds(game.rounds),
            replay = replay.unwrap_or_default()
        )
    }
}

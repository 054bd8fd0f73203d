//! A player that is a contest's client over TCP. The engine sends texts, each with its length before it, and the client
//! answers in JSON without frames ([`Framed`]).
//!
//! Clients first say their names. Only the client whose turn it is may answer, but `restart` from any client restarts
//! the game ([`Lobby`]). Every wait has a time limit, and answers are untrusted. The engine sends nothing but turns,
//! because clients treat every message as a turn.

mod lobby;
mod messages;

use crate::allowance::Allowance;
use crate::no_answer::NoAnswer;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wag_core::arena::{Answer, Ask, Player, TurnReport};
use wag_core::game::protocols::Framed;
use wag_core::game::{Game, Seat};
use wag_i18n::Message;
use wag_sandbox::Limits;

pub use lobby::Lobby;

/// A player that is a client of the contest.
pub struct FramedPlayer<G: Game> {
    protocol: &'static Framed<G>,
    lobby: Arc<Lobby>,
    /// The index of the client's listener in the lobby.
    at: usize,
    start_time: Option<Duration>,
    allowance: Allowance,
    stop: Arc<AtomicBool>,
    /// The time at which the last request was sent.
    began: Instant,
}

impl<G: Game> FramedPlayer<G> {
    /// Creates the player for a client at this port. If `port` is `None`, the seat's default port is used. The error is
    /// a sentence for the user.
    pub fn new(
        protocol: &'static Framed<G>,
        lobby: Arc<Lobby>,
        port: Option<u16>,
        seat: Seat,
        limits: &Limits,
        stop: &Arc<AtomicBool>,
    ) -> Result<FramedPlayer<G>, Message> {
        let usual = protocol.ports.get(seat.index()).copied().unwrap_or_default();
        let at = lobby.open(port.unwrap_or(usual))?;
        Ok(FramedPlayer {
            protocol,
            lobby,
            at,
            start_time: limits.start_time,
            allowance: Allowance::new(limits),
            stop: Arc::clone(stop),
            began: Instant::now(),
        })
    }

    /// Returns the address to which the client must connect.
    pub fn address(&self) -> String {
        self.lobby.address(self.at)
    }

    /// Waits until the clients of all listeners have said their names. Returns this client's name.
    pub fn wait(&mut self) -> Result<String, Message> {
        self.lobby.wait_for_names(self.start_time, &self.stop)?;
        Ok(self.lobby.name(self.at).unwrap_or_default())
    }
}

impl<G: Game> Player<G> for FramedPlayer<G> {
    fn ask(&mut self, _: Ask, view: G::View<'_>) {
        self.began = Instant::now();
        self.lobby.ask(self.at, &(self.protocol.view)(&view));
    }

    fn answer(&mut self, _: G::View<'_>) -> Answer<G::Orders> {
        let until = self.allowance.time().map(|time| self.began + time);
        let heard = self.lobby.answer(self.at, until, &self.stop);
        let think = self.began.elapsed();
        let mut report = TurnReport { think, ..TurnReport::default() };
        let answer = match heard {
            Ok(message) => {
                let orders = (self.protocol.read_answer)(&message);
                Answer { orders, report }
            }
            Err(reason) => {
                report.is_gone = matches!(reason, NoAnswer::Gone(_));
                if self.lobby.is_restarted() {
                    self.stop.store(true, Ordering::Relaxed);
                }
                Answer::lost(report, reason.fault(|| self.allowance.too_late()))
            }
        };
        self.allowance.use_time(think);
        answer
    }

    fn end(&mut self, state: &G::State, seat: Seat) -> Option<TurnReport> {
        let is_dropped = self.lobby.is_restarted() || self.stop.load(Ordering::Relaxed);
        if let Some(text) = (self.protocol.end)(state, seat).filter(|_| !is_dropped) {
            self.lobby.tell(self.at, &text);
        }
        None
    }
}

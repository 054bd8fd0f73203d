//! A player that is a client over TCP and communicates by JSON, one object per line ([`Json`]).
//!
//! It may be written in any language and run anywhere on this machine; its time is wall time. Every wait has a time
//! limit, and its messages are untrusted. An invalid answer, or none in time, loses the turn; a late answer has the
//! number of an old turn and is ignored. A client leaves the match if it disconnects, sends more than [`LINE_MAX`]
//! bytes without a line end or out of turn, or does not read its requests.

mod client;
mod listener;
mod message;
#[cfg(test)]
mod tests;

use crate::allowance::{Allowance, without_line_end};
use client::{Client, LINE_MAX, Line, Lost};
use message::{Message, Said};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wag_core::arena::{Answer, Ask, Fault, Player, TurnReport};
use wag_core::game::ways::Json;
use wag_core::game::{Game, Seat};
use wag_i18n::t;
use wag_sandbox::Limits;

pub use listener::Listener;

/// The longest sleep before the next check whether the match should end.
const NAP: Duration = Duration::from_millis(100);

/// A client on a seat.
pub struct SocketPlayer<G: Game> {
    way: &'static Json<G>,
    door: Listener,
    seat: Seat,
    setup: Value,
    /// The time limit for connecting.
    start_time: Option<Duration>,
    allowance: Allowance,
    stop: Arc<AtomicBool>,
    client: Result<Client, Fault>,
    asked: Result<(), Lost>,
    /// The number of the last requested turn.
    turn: u64,
    /// The time of the last request.
    began: Instant,
}

/// The reason why a turn is lost.
enum Wrong {
    /// The client stays in the match.
    Turn(Fault),
    /// The client leaves the match.
    Gone(Fault),
    /// The match is being stopped.
    Stopped,
}

impl<G: Game> SocketPlayer<G> {
    /// Creates the player for the first client that connects.
    pub fn new(
        way: &'static Json<G>,
        door: Listener,
        setup: &G::Setup,
        seat: Seat,
        limits: &Limits,
        stop: &Arc<AtomicBool>,
    ) -> SocketPlayer<G> {
        SocketPlayer {
            way,
            door,
            seat,
            setup: (way.setup)(setup, seat),
            start_time: limits.start_time,
            allowance: Allowance::new(limits),
            stop: Arc::clone(stop),
            client: Err(Fault::crash("no client has come")),
            asked: Ok(()),
            turn: 0,
            began: Instant::now(),
        }
    }

    /// Returns the listener that the client must connect to.
    pub fn door(&self) -> &Listener {
        &self.door
    }

    /// Waits for the client, and sends the start message. The error is a sentence for the user.
    pub fn wait(&mut self) -> Result<(), String> {
        let began = Instant::now();
        let stream = loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(t!("Stopped before a client came to %{address}", address = self.door.address()));
            }
            if let Some(stream) = self.door.let_in() {
                break stream;
            }
            let left = self.start_time.map_or(NAP, |time| time.saturating_sub(began.elapsed()));
            if left.is_zero() {
                return Err(self.nobody_came());
            }
            self.door.wait(left.min(NAP));
        };
        self.client =
            Client::new(stream).map_err(|fault| Fault::crash(format!("the client is lost: {fault}")));
        let Ok(client) = &mut self.client else { return Err(self.nobody_came()) };
        let seat = self.seat.index() + 1;
        // If the client has disconnected already, its first turn reports that.
        let _ = client.say(&Message::Start { game: G::NAME, seat, setup: &self.setup });
        Ok(())
    }

    fn nobody_came(&self) -> String {
        t!(
            "no client came to %{address} within %{time} s: start it with this address while Wag waits, or allow more time",
            address = self.door.address(),
            time = self.start_time.unwrap_or_default().as_secs_f64()
        )
    }

    /// Waits for the orders of the turn.
    fn hear(&mut self) -> Result<G::Orders, Wrong> {
        std::mem::replace(&mut self.asked, Ok(())).map_err(Wrong::from)?;
        loop {
            if let Some(orders) = self.look()? {
                return Ok(orders);
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(Wrong::Stopped);
            }
            let client = self.client.as_mut().map_err(|fault| Wrong::Gone(fault.clone()))?;
            let left = self.allowance.time().map(|time| time.saturating_sub(self.began.elapsed()));
            // The remaining time is computed first, so that an answer that is ready still counts.
            if client.wait(left.unwrap_or(NAP).min(NAP), self.door.bell()) {
                self.door.refuse();
            }
            client.go_on()?;
            if left.is_some_and(|left| left.is_zero()) {
                return self.look()?.ok_or_else(|| self.too_late());
            }
        }
    }

    /// Handles the received lines.
    fn look(&mut self) -> Result<Option<G::Orders>, Wrong> {
        let Ok(client) = &mut self.client else { return Ok(None) };
        while let Some(Line { is_early, said }) = client.next_line() {
            let Said { turn, orders } = said.map_err(wrong)?;
            if turn > self.turn || turn == self.turn && is_early {
                return Err(wrong(format!("it answered turn {turn} before it was asked")));
            }
            if turn == self.turn {
                return (self.way.orders)(&orders).map(Some).map_err(wrong);
            }
        }
        Ok(None)
    }

    fn too_late(&self) -> Wrong {
        let fault = self.allowance.too_late();
        match &self.client {
            Ok(client) if client.lags() => {
                Wrong::Gone(Fault::timeout(format!("{}: it does not read its questions", fault.message)))
            }
            Ok(client) => Wrong::Turn(without_line_end(fault, client.unended())),
            Err(_) => Wrong::Turn(fault),
        }
    }

    /// Tells the client, or removes it from the match. Returns the fault of the lost turn.
    fn lose_turn(&mut self, wrong: Wrong, report: &mut TurnReport) -> Fault {
        match (wrong, &mut self.client) {
            (Wrong::Turn(fault), Ok(client)) => {
                // A client that does not read is noticed in the next turn.
                let _ = client.say(&Message::Error { turn: self.turn, error: &fault.message });
                fault
            }
            (Wrong::Turn(fault) | Wrong::Gone(fault), _) => {
                report.is_gone = true;
                self.client = Err(fault.clone());
                fault
            }
            (Wrong::Stopped, _) => Fault::crash("interrupted in its turn"),
        }
    }
}

fn wrong(message: String) -> Wrong {
    Wrong::Turn(Fault::crash(message))
}

impl From<Lost> for Wrong {
    fn from(lost: Lost) -> Wrong {
        Wrong::Gone(match lost {
            Lost::HungUp => Fault::crash("the client has hung up"),
            Lost::TooLong => {
                Fault::crash(format!("it said more than {LINE_MAX} bytes without a line end, or unasked"))
            }
        })
    }
}

impl<G: Game> Player<G> for SocketPlayer<G> {
    fn ask(&mut self, ask: Ask, view: G::View<'_>) {
        self.turn += 1;
        self.began = Instant::now();
        if let Ok(client) = &mut self.client {
            let view = (self.way.view)(&view);
            self.asked = client.ask(&Message::Turn { turn: self.turn, round: ask.round, view: &view });
        }
    }

    fn answer(&mut self) -> Answer<G::Orders> {
        let mut report = TurnReport::default();
        if let Err(fault) = &self.client {
            return Answer::lost(TurnReport { is_gone: true, ..report }, fault.clone());
        }
        // The match may have waited for others before this; that time does not count.
        let waited = Instant::now();
        let heard = self.hear();
        report.think = waited.elapsed();
        let answer = match heard {
            Ok(orders) => Answer { orders, report },
            Err(wrong) => {
                let fault = self.lose_turn(wrong, &mut report);
                Answer::lost(report, fault)
            }
        };
        self.allowance.use_time(answer.report.think);
        answer
    }

    fn end(&mut self, state: &G::State, seat: Seat) -> Option<TurnReport> {
        if let Ok(client) = &mut self.client {
            client.take_leave(&Message::End { result: &(self.way.end)(state, seat) });
        }
        self.door.refuse();
        None
    }
}

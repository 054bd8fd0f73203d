//! A player that is a client over TCP. It communicates in JSON, one object per line ([`Json`]).
//!
//! The client may be written in any language and run anywhere on this machine. Its time is wall time. Every wait has a
//! time limit, and its messages are untrusted. It loses the turn if its answer is invalid or does not arrive in time; a
//! late answer has the number of an old turn and is ignored. It leaves the match if it disconnects, does not read its
//! requests, or sends more than [`client::LINE_MAX`] bytes without a line end or out of turn.

mod client;
mod listener;
mod message;
#[cfg(test)]
mod tests;

use crate::allowance::{Allowance, hint_missing_line_end};
use crate::no_answer::NoAnswer;
use client::{Client, Line};
use message::{ClientAnswer, Message};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wag_core::arena::{Answer, Ask, Player, TurnReport};
use wag_core::game::protocols::Json;
use wag_core::game::{Game, Seat};
use wag_core::problem::Fault;
use wag_i18n::message;
use wag_sandbox::Limits;

pub use listener::Listener;

/// The longest sleep between two checks of whether the match should end.
const NAP: Duration = Duration::from_millis(100);

/// A player that is a TCP client.
pub struct SocketPlayer<G: Game> {
    protocol: &'static Json<G>,
    listener: Listener,
    seat: Seat,
    setup: Value,
    /// The time limit for the client to connect, or `None` if there is no limit.
    start_time: Option<Duration>,
    allowance: Allowance,
    stop: Arc<AtomicBool>,
    client: Result<Client, Fault>,
    asked: Result<(), NoAnswer>,
    /// The number of the turn for which the last request was sent.
    turn: u64,
    /// The time at which the last request was sent.
    began: Instant,
}

impl<G: Game> SocketPlayer<G> {
    /// Creates the player for the first client that connects.
    pub fn new(
        protocol: &'static Json<G>,
        listener: Listener,
        setup: &G::Setup,
        seat: Seat,
        limits: &Limits,
        stop: &Arc<AtomicBool>,
    ) -> SocketPlayer<G> {
        SocketPlayer {
            protocol,
            listener,
            seat,
            setup: (protocol.setup)(setup, seat),
            start_time: limits.start_time,
            allowance: Allowance::new(limits),
            stop: Arc::clone(stop),
            client: Err(Fault::crash(message!("no client has connected"))),
            asked: Ok(()),
            turn: 0,
            began: Instant::now(),
        }
    }

    /// Returns the listener to which the client must connect.
    pub fn listener(&self) -> &Listener {
        &self.listener
    }

    /// Waits until the client has connected and sends it the start message. The error is a sentence for the user.
    pub fn wait(&mut self) -> Result<(), wag_i18n::Message> {
        let began = Instant::now();
        let stream = loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(message!(
                    "Stopped before a client connected to %{address}",
                    address = self.listener.address()
                ));
            }
            if let Some(stream) = self.listener.accept_client() {
                break stream;
            }
            let left = self.start_time.map_or(NAP, |time| time.saturating_sub(began.elapsed()));
            if left.is_zero() {
                return Err(self.no_client_error());
            }
            self.listener.wait(left.min(NAP));
        };
        self.client = Client::new(stream).map_err(|fault| {
            Fault::crash(message!("the connection to the client was lost: %{fault}", fault))
        });
        let Ok(client) = &mut self.client else { return Err(self.no_client_error()) };
        let seat = self.seat.index() + 1;
        // If the client has disconnected already, its first turn reports that.
        let _ = client.say(&Message::Start { game: G::NAME, seat, setup: &self.setup });
        Ok(())
    }

    fn no_client_error(&self) -> wag_i18n::Message {
        message!(
            "no client connected to %{address} within %{time} s: start the client with this address while Wag is waiting, or allow more time",
            address = self.listener.address(),
            time = self.start_time.unwrap_or_default().as_secs_f64()
        )
    }

    /// Waits for the orders of the turn.
    fn hear(&mut self) -> Result<G::Orders, NoAnswer> {
        std::mem::replace(&mut self.asked, Ok(()))?;
        loop {
            if let Some(orders) = self.look()? {
                return Ok(orders);
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(NoAnswer::Stopped);
            }
            let client = self.client.as_mut().map_err(|fault| NoAnswer::Gone(fault.clone()))?;
            let left = self.allowance.time().map(|time| time.saturating_sub(self.began.elapsed()));
            // The remaining time is computed first, so that an answer that is ready still counts.
            if client.wait(left.unwrap_or(NAP).min(NAP), self.listener.read_fd()) {
                self.listener.refuse();
            }
            client.advance()?;
            if left.is_some_and(|left| left.is_zero()) {
                return self.look()?.ok_or_else(|| self.too_late());
            }
        }
    }

    /// Handles the lines that have been received. Returns the orders once they have arrived.
    fn look(&mut self) -> Result<Option<G::Orders>, NoAnswer> {
        let Ok(client) = &mut self.client else { return Ok(None) };
        while let Some(Line { is_early, said }) = client.next_line() {
            let ClientAnswer { turn, orders } = said.map_err(invalid)?;
            if turn > self.turn || turn == self.turn && is_early {
                return Err(invalid(message!(
                    "the client answered turn %{turn} before it received the request",
                    turn
                )));
            }
            if turn == self.turn {
                return (self.protocol.orders)(&orders).map(Some).map_err(invalid);
            }
        }
        Ok(None)
    }

    fn too_late(&self) -> NoAnswer {
        let fault = self.allowance.too_late();
        match &self.client {
            Ok(client) if client.has_unsent() => NoAnswer::Gone(Fault::timeout(message!(
                "%{what}: the client does not read the messages sent to it",
                what = fault.message
            ))),
            Ok(client) => NoAnswer::Invalid(hint_missing_line_end(fault, client.unended())),
            Err(_) => NoAnswer::Invalid(fault),
        }
    }

    /// Informs the client that it has lost the turn, or removes it from the match. Returns its fault.
    fn lose_turn(&mut self, reason: NoAnswer, report: &mut TurnReport) -> Fault {
        report.is_gone = matches!(reason, NoAnswer::Gone(_));
        let is_stopped = reason == NoAnswer::Stopped;
        let fault = reason.fault(|| self.allowance.too_late());
        if report.is_gone {
            self.client = Err(fault.clone());
        } else if let (Ok(client), false) = (&mut self.client, is_stopped) {
            // A client that does not read is noticed in the next turn.
            let _ = client.say(&Message::Error { turn: self.turn, error: &fault.message.english() });
        }
        fault
    }
}

fn invalid(message: wag_i18n::Message) -> NoAnswer {
    NoAnswer::Invalid(Fault::crash(message))
}

impl<G: Game> Player<G> for SocketPlayer<G> {
    fn ask(&mut self, ask: Ask, view: G::View<'_>) {
        self.turn += 1;
        self.began = Instant::now();
        if let Ok(client) = &mut self.client {
            let view = (self.protocol.view)(&view);
            self.asked = client.ask(&Message::Turn { turn: self.turn, round: ask.round, view: &view });
        }
    }

    fn answer(&mut self, _: G::View<'_>) -> Answer<G::Orders> {
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
            Err(reason) => {
                let fault = self.lose_turn(reason, &mut report);
                Answer::lost(report, fault)
            }
        };
        self.allowance.use_time(answer.report.think);
        answer
    }

    fn end(&mut self, state: &G::State, seat: Seat) -> Option<TurnReport> {
        if let Ok(client) = &mut self.client {
            client.send_last_message(&Message::End { result: &(self.protocol.end)(state, seat) });
        }
        self.listener.refuse();
        None
    }
}

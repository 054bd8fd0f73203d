//! The logs of one game, as an observer of it.

use super::log::Times;
use super::{LogForm, Logs, last_line};
use std::io::Write;
use wag_core::arena::{Ending, Observer, TurnRecord, TurnReport};
use wag_core::game::{Advice, Notice, Seat, Show};
use wag_core::text::printable;
use wag_i18n::{Message, t};

/// The maximum number of events that are logged for a player in one turn.
const EVENTS_MAX: usize = 20;

/// The logs of a match while one game is played.
pub struct GameLogs<'l, G: Show> {
    logs: &'l mut Logs,
    setup: &'l G::Setup,
}

impl<'l, G: Show> GameLogs<'l, G> {
    pub fn new(logs: &'l mut Logs, setup: &'l G::Setup) -> GameLogs<'l, G> {
        GameLogs { logs, setup }
    }

    /// Returns whether nothing more is written to any player's log.
    pub fn are_closed(&self) -> bool {
        self.logs.logs.iter().all(|log| log.is_closed)
    }

    /// Begins the logs of the game. `notices` are those before round 1.
    pub fn begin(&mut self, notices: &[(Seat, Notice)]) {
        for log in &mut self.logs.logs {
            log.begin();
            (log.round, log.times) = (None, Times::default());
        }
        // An empty log of the game would say nothing.
        if let Some(log) = self.logs.game.as_mut().filter(|log| !log.is_new) {
            log.begin();
        }
        self.notice(0, notices);
    }

    /// Writes what concerns each player in a turn.
    pub fn write_turn(
        &mut self,
        round: u32,
        reports: &[(Seat, TurnReport)],
        events: &[G::Event],
        notices: &[(Seat, Notice)],
    ) {
        match self.logs.form {
            LogForm::Plain => {
                for (seat, report) in reports {
                    self.logs.begin_turn(round, *seat, report, G::refused);
                    self.tell_plain(*seat, events);
                    self.logs.write(*seat);
                }
            }
            LogForm::Events => {
                for seat in Seat::all(self.logs.logs.len()) {
                    let report = reports.iter().find(|(reporter, _)| *reporter == seat);
                    self.write_events(round, seat, report.map(|(_, report)| report), events);
                }
            }
        }
        self.notice(round, notices);
    }

    /// Writes the sums of the times and each player's notes, at the end of the game.
    pub fn close(&mut self, ending: &Ending, advice: &[Advice]) {
        self.logs.tell_ended(ending);
        self.logs.advise(advice);
    }

    fn tell_plain(&mut self, seat: Seat, events: &[G::Event]) {
        let text = &mut self.logs.text;
        text.extend(G::effects(events, seat).as_bytes());
        for refusal in G::refusals(events, seat) {
            let _ = match &refusal {
                Message::Text(line) => writeln!(text, "{line}"),
                Message::Sentence(_) => writeln!(text, "*** {} ***", refusal.translated()),
            };
        }
    }

    fn write_events(&mut self, round: u32, seat: Seat, report: Option<&TurnReport>, events: &[G::Event]) {
        let log = &mut self.logs.logs[seat.index()];
        if let Some(report) = report {
            log.times.count(round, report.think);
        }
        if log.is_closed {
            return;
        }
        self.logs.text.clear();
        if let Some(report) = report {
            self.logs.begin_turn(round, seat, report, G::refused);
        }
        for refusal in G::refusals(events, seat) {
            let line = match &refusal {
                Message::Text(words) => t!("Order refused: %{words}%{more}", words, more = ""),
                Message::Sentence(_) => refusal.translated(),
            };
            self.tell_line(&line);
        }
        let lines = G::tell_seat(self.setup, events, seat, &self.logs.names);
        for line in lines.iter().take(EVENTS_MAX) {
            self.tell_line(&line.translated());
        }
        if let n @ 1.. = lines.len().saturating_sub(EVENTS_MAX) {
            self.tell_line(&t!("Events: %{n} more", n));
        }
        self.logs.write_round(seat, round);
    }

    /// Appends a line of the engine, which differs from the player's own output.
    fn tell_line(&mut self, line: &str) {
        let _ = writeln!(self.logs.text, "*** {} ***", printable(line));
    }

    fn notice(&mut self, round: u32, notices: &[(Seat, Notice)]) {
        let seats = self.logs.logs.len();
        for (seat, notice) in notices.iter().filter(|(seat, _)| seat.index() < seats) {
            self.logs.write_last(*seat, &last_line(&G::farewell(*notice, round)));
        }
    }
}

impl<G: Show> Observer<G> for GameLogs<'_, G> {
    fn started(&mut self, state: &G::State, _events: &[G::Event], notices: &[(Seat, Notice)]) {
        self.begin(notices);
        self.logs.write_game(0, G::printed(state), G::failure(state));
    }

    fn turn(&mut self, turn: &TurnRecord<'_, G>) {
        self.write_turn(turn.round, turn.reports, turn.events, turn.notices);
        self.logs.write_game(turn.round, G::printed(turn.state), G::failure(turn.state));
    }

    fn cut_short(&mut self, round: u32, reports: &[(Seat, TurnReport)]) {
        self.logs.tell_cut_short(round, reports);
    }

    fn parted(&mut self, _: &G::State, _: &[Seat], reports: &[(Seat, TurnReport)]) {
        self.logs.tell_parted(reports);
    }
}

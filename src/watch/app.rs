//! The state of the viewer, and the effects of keys. This module draws nothing and reads no clock: the caller passes
//! the elapsed time.

use super::clock::Clock;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::time::{Duration, Instant};
use wag_core::game::OrderText;
use wag_i18n::{later, t};
use wag_replay::ReplayError;
use wag_replay::{ReplayText, RoundView, chunk_of};

/// The maximum time that a search for an event may take before the viewer handles keys again.
const SEARCH: Duration = Duration::from_millis(40);
/// The interval at which the viewer checks whether a growing replay has new rounds.
const REFRESH: Duration = Duration::from_millis(500);
/// The number of squares by which a key press scrolls the board.
const SCROLL: i32 = 4;

pub struct App {
    pub text_replay: Box<dyn ReplayText>,
    pub clock: Clock,
    /// The round that is displayed, or the error if it cannot be displayed.
    pub round_view: Result<RoundView, String>,
    /// The player whose output or orders are displayed, counted from 0.
    pub seat: usize,
    /// True if the player's orders are displayed, false if its output is.
    pub shows_orders: bool,
    /// The index of the selected order; clamped to the valid range when the screen is drawn.
    pub order: usize,
    pub is_live: bool,
    pub shows_help: bool,
    /// The square in the upper left corner of the display. It is moved into the valid range when it is drawn.
    pub corner: (i32, i32),
    /// The number of lines of the output above the part that is displayed.
    pub output_from: usize,
    pub events_from: usize,
    /// A message that says that a search has found nothing. It is displayed until the next key is pressed.
    pub hint: Option<&'static str>,
    pub end: Option<End>,
    shown: u32,
    search: Option<Search>,
    waited: Duration,
}

/// The way in which the user has ended the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Quit,
    Interrupted,
}

/// A search for the next or the previous event.
#[derive(Clone, Copy, Debug)]
struct Search {
    is_forward: bool,
    chunk: u32,
}

impl App {
    pub fn new(text_replay: Box<dyn ReplayText>) -> App {
        let clock = Clock::new(text_replay.last());
        let mut app = App {
            text_replay,
            clock,
            round_view: Ok(RoundView::default()),
            seat: 0,
            shows_orders: false,
            order: 0,
            is_live: false,
            shows_help: false,
            corner: (0, 0),
            output_from: 0,
            events_from: 0,
            hint: None,
            end: None,
            shown: 0,
            search: None,
            waited: Duration::ZERO,
        };
        app.load();
        app
    }

    pub fn round(&self) -> u32 {
        self.clock.round()
    }

    /// Returns whether the display changes while time passes.
    pub fn is_busy(&self) -> bool {
        self.clock.is_playing || self.search.is_some()
    }

    /// Advances the time by `passed`, and returns whether the display must be drawn again.
    pub fn advance(&mut self, passed: Duration) -> bool {
        let mut is_new = self.grow(passed);
        is_new |= self.search.is_some();
        self.continue_search();
        self.clock.advance(passed);
        if self.clock.is_at_end() && self.text_replay.is_over() && self.clock.is_playing {
            self.clock.is_playing = false;
            is_new = true;
        }
        self.show() || is_new
    }

    /// Reads the rounds that have been added to a growing replay. Returns whether the replay has grown or is over.
    fn grow(&mut self, passed: Duration) -> bool {
        self.waited += passed;
        if self.text_replay.is_over() || self.waited < REFRESH {
            return false;
        }
        self.waited = Duration::ZERO;
        // If the file cannot be read now, the rounds read so far stay available.
        let _ = self.text_replay.refresh();
        let is_new = self.clock.last != self.text_replay.last() || self.text_replay.is_over();
        self.clock.last = self.text_replay.last();
        if self.is_live {
            self.clock.seek(self.clock.last);
        }
        if is_new && self.round_view.is_err() {
            self.load();
        }
        is_new
    }

    /// Loads the round that the clock shows, unless it is already loaded.
    fn show(&mut self) -> bool {
        let is_other = self.round() != self.shown;
        if is_other {
            self.load();
        }
        is_other
    }

    fn load(&mut self) {
        self.shown = self.round();
        let round_view = self.text_replay.round_view(self.shown);
        if let (true, Err(ReplayError::Damaged { last, .. })) = (self.clock.is_playing, &round_view) {
            self.clock.seek(*last);
        }
        self.round_view = round_view.map_err(|err| err.to_string());
        (self.output_from, self.events_from) = (0, 0);
    }

    /// Continues a search for a limited time.
    fn continue_search(&mut self) {
        let begin = Instant::now();
        while let Some(Search { is_forward, chunk }) = self.search {
            let here = self.round();
            let rounds = self.text_replay.notable(chunk);
            let found = if is_forward {
                rounds.into_iter().find(|round| *round > here)
            } else {
                rounds.into_iter().rev().find(|round| *round < here)
            };
            let next = if is_forward { chunk.checked_add(1) } else { chunk.checked_sub(1) };
            let next = next.filter(|next| *next <= chunk_of(self.clock.last));
            self.search = next.map(|chunk| Search { is_forward, chunk });
            if let Some(round) = found {
                self.search = None;
                self.clock.seek(round);
            } else if self.search.is_none() {
                self.hint =
                    Some(if is_forward { later!("No later events") } else { later!("No earlier events") });
            }
            if begin.elapsed() > SEARCH {
                return;
            }
        }
    }

    fn search(&mut self, is_forward: bool) {
        self.rest();
        let from = if is_forward { self.round().saturating_add(1) } else { self.round() };
        self.search = Some(Search { is_forward, chunk: chunk_of(from) });
        self.continue_search();
    }

    fn rest(&mut self) {
        (self.is_live, self.clock.is_playing) = (false, false);
    }

    fn step(&mut self, by: i64) {
        self.rest();
        self.clock.step(by);
    }

    /// Performs the action of a key.
    pub fn press(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        (self.hint, self.search) = (None, None);
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('c') {
                self.end = Some(End::Interrupted);
            }
            return;
        }
        if self.shows_help {
            self.shows_help = false;
            return;
        }
        if !self.travel(key.code) {
            self.look(key.code, key.modifiers.contains(KeyModifiers::SHIFT));
        }
        self.show();
    }

    /// Handles a key that changes the round or the playback. Returns whether it is such a key.
    fn travel(&mut self, key: KeyCode) -> bool {
        match key {
            KeyCode::Char(' ') => {
                self.is_live = false;
                self.clock.toggle(!self.text_replay.is_over());
            }
            KeyCode::Right => self.step(1),
            KeyCode::Left => self.step(-1),
            KeyCode::PageDown => self.step(10),
            KeyCode::PageUp => self.step(-10),
            KeyCode::Home => self.step(i64::MIN / 2),
            KeyCode::End => self.step(i64::MAX / 2),
            KeyCode::Char('n' | 'N') => self.search(true),
            KeyCode::Char('p' | 'P') => self.search(false),
            KeyCode::Char('+' | '=') => self.clock.faster(),
            KeyCode::Char('-') => self.clock.slower(),
            KeyCode::Char('l' | 'L') => {
                let is_live = !self.is_live;
                self.rest();
                self.is_live = is_live;
                if is_live {
                    self.clock.seek(self.clock.last);
                }
            }
            _ => return false,
        }
        true
    }

    /// Handles a key that changes which part of a round is displayed.
    fn look(&mut self, key: KeyCode, shift: bool) {
        let players = self.text_replay.title().players.len().max(1);
        match key {
            KeyCode::Tab => self.select((self.seat + 1) % players),
            KeyCode::BackTab => self.select((self.seat + players - 1) % players),
            KeyCode::Char(digit @ '1'..='9') => {
                let seat = digit as usize - '1' as usize;
                if seat < players {
                    self.select(seat);
                }
            }
            KeyCode::Up if shift => self.events_from = self.events_from.saturating_sub(1),
            KeyCode::Down if shift => self.events_from += 1,
            KeyCode::Up => self.scroll(false),
            KeyCode::Down => self.scroll(true),
            KeyCode::Char('o' | 'O') => self.shows_orders = !self.shows_orders,
            KeyCode::Char('j') => self.events_from += 1,
            KeyCode::Char('k') => self.events_from = self.events_from.saturating_sub(1),
            KeyCode::Char('w' | 'W') => self.corner.1 -= SCROLL,
            KeyCode::Char('s' | 'S') => self.corner.1 += SCROLL,
            KeyCode::Char('a' | 'A') => self.corner.0 -= SCROLL,
            KeyCode::Char('d' | 'D') => self.corner.0 += SCROLL,
            KeyCode::Char('0') => self.corner = (0, 0),
            KeyCode::Char('?' | 'h') => self.shows_help = true,
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => self.end = Some(End::Quit),
            _ => {}
        }
    }

    /// Scrolls the output or chooses another order, whichever is displayed.
    fn scroll(&mut self, is_down: bool) {
        let place = if self.shows_orders { &mut self.order } else { &mut self.output_from };
        *place = if is_down { *place + 1 } else { place.saturating_sub(1) };
    }

    fn select(&mut self, seat: usize) {
        (self.seat, self.output_from, self.order) = (seat, 0, 0);
    }

    /// Returns the orders that the selected player gave in this round.
    pub fn orders(&self) -> Vec<&OrderText> {
        let player_turns = self.round_view.as_ref().map_or(&[][..], |round_view| &round_view.player_turns);
        player_turns
            .iter()
            .filter(|voice| voice.seat.index() == self.seat)
            .flat_map(|voice| &voice.orders)
            .collect()
    }

    /// Returns the square of the unit to which the chosen order was given.
    pub fn selected_field(&self) -> Option<(u32, u32)> {
        self.orders().get(self.order).filter(|_| self.shows_orders)?.field
    }

    /// Returns the result of the match if its last round is being displayed, otherwise `None`.
    pub fn result(&self) -> Option<String> {
        let is_end = self.text_replay.is_over() && self.clock.is_at_end();
        let round_view = self.round_view.as_ref().ok().filter(|_| is_end)?;
        if self.text_replay.is_interrupted() {
            return Some(t!("The match was interrupted; nobody has won."));
        }
        if let Some(reason) = self.text_replay.failure() {
            return Some(t!("The game failed, so the match is void: %{reason}", reason));
        }
        let names = self.text_replay.title().players.iter().zip(&round_view.standings);
        let winners: Vec<&str> =
            names.filter(|(_, standing)| standing.has_won()).map(|(name, _)| name.as_str()).collect();
        match winners.as_slice() {
            [] if round_view.standings.is_empty() => None,
            [] => Some(t!("Nobody has won: no player took part.")),
            [winner] => Some(t!("%{winner} wins.", winner)),
            winners => Some(t!("A tie between %{winners}.", winners = winners.join(", "))),
        }
    }
}

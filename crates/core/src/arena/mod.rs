//! The match loop: observe, ask, apply, record.
//!
//! The arena knows the contract of a game and the trait of a player, but no specific game and nothing about Python. A
//! player's failure is data (a [`Fault`]), never an error.

mod player;
mod policy;
mod profile;
mod record;
mod same_orders;
mod stats;
mod stepped;
mod turn_trace;

use crate::game::{Absence, Game, Notice, Phase, Reseed, Seat, SeatSet, SeedSchedule, turn_seed};
use crate::problem::{Fault, FaultKind};
use std::sync::atomic::{AtomicBool, Ordering};
use wag_i18n::message;

pub use crate::bounded::at_most;
pub use player::{Answer, Ask, CallStack, Line, Note, OrderSources, Player, TurnReport};
pub use policy::PolicyCodec;
pub use profile::{Function, FunctionTime, LineTime, Node, Profile, ProfileSummary};
pub use record::{Ending, Observer, TurnRecord};
pub use same_orders::same_orders;
pub use stats::{FaultCount, SeatStats};
pub use stepped::{Rewards, SteppedMatch};
pub use turn_trace::{Sample, TracedFile, TracedLine, TurnTrace, Variable};

/// A match to be played, with the players in seat order.
pub struct Match<'m, G: Game> {
    pub setup: &'m G::Setup,
    pub seed: u64,
    /// The changes of the seed during the match, in order of their rounds.
    pub reseeds: &'m [Reseed],
    pub players: &'m mut [Box<dyn Player<G>>],
    pub observers: &'m mut [&'m mut dyn Observer<G>],
    /// The maximum number of players that compute at the same time.
    pub at_once: usize,
    /// A flag that another thread sets to end the match early.
    pub stop: &'m AtomicBool,
}

/// The result of a match that was played or stopped.
pub struct Played<G: Game> {
    pub state: G::State,
    pub seats: Vec<SeatStats>,
    pub interrupted: bool,
    /// The last round in which anything happened.
    pub rounds: u32,
}

impl<G: Game> Played<G> {
    pub fn ending(&self) -> Ending {
        Ending { rounds: self.rounds, interrupted: self.interrupted }
    }

    /// Returns whether a match with the same seed, map, rules and players would go in exactly the same way; `None` if
    /// unknown. A time-out depends on the machine's load, and a player that reads the clock may behave differently each
    /// time; so may a game that is not part of the program.
    pub fn repeatable(&self) -> Option<bool> {
        let is_seeded = |seat: &SeatStats| !seat.timed_out() && seat.unseeded.is_empty();
        let is_seeded_game = G::unseeded(&self.state).is_empty();
        if self.interrupted || !is_seeded_game || !self.seats.iter().all(is_seeded) {
            return Some(false);
        }
        let is_watched = self.seats.iter().all(|seat| !seat.unseeded.is_unwatched());
        is_watched.then_some(true)
    }
}

impl<G: Game> Match<'_, G> {
    /// Plays the match to the end, or until `stop` is set.
    pub fn play(self) -> Played<G> {
        let mut events = Vec::new();
        let state = G::start(self.setup, self.seed, &mut events);
        let seats = self.players.len();
        let mut table = MatchRunner::<G> {
            played: Played { state, seats: vec![SeatStats::default(); seats], interrupted: false, rounds: 0 },
            turns: 0,
            seed: self.seed,
            seeds: SeedSchedule::new(self.seed, self.reseeds),
            out: SeatSet::default(),
            parted: SeatSet::default(),
            orders: Vec::with_capacity(seats),
            reports: Vec::with_capacity(seats),
            events,
            game: self,
        };
        table.run();
        table.played
    }
}

/// The state of a running match.
struct MatchRunner<'m, G: Game> {
    game: Match<'m, G>,
    played: Played<G>,
    /// The number of turns played so far. A seat may have several turns in one round.
    turns: u64,
    /// The seed of the current turn.
    seed: u64,
    seeds: SeedSchedule<'m>,
    /// The seats that were out before the current turn.
    out: SeatSet,
    /// The seats whose players already know that the match is over for them.
    parted: SeatSet,
    // Buffers for the current turn, reused in each turn.
    orders: Vec<(Seat, G::Orders)>,
    reports: Vec<(Seat, TurnReport)>,
    events: Vec<G::Event>,
}

impl<G: Game> MatchRunner<'_, G> {
    fn run(&mut self) {
        let notices = self.notices();
        for observer in self.game.observers.iter_mut() {
            observer.started(&self.played.state, &self.events, &notices);
        }
        self.game.players.iter_mut().for_each(|player| player.begin());
        while let Phase::Ask { round, seats } = G::phase(&self.played.state) {
            self.seed = self.seeds.enter::<G>(round, &mut self.played.state);
            self.orders.clear();
            self.reports.clear();
            let seats: Vec<Seat> = seats.iter().collect();
            for seats in seats.chunks(self.game.at_once.max(1)) {
                self.ask(round, seats);
                self.collect(round, seats);
            }
            if self.game.stop.load(Ordering::Relaxed) {
                self.played.interrupted = true;
                for observer in self.game.observers.iter_mut() {
                    observer.cut_short(round, &self.reports);
                }
                break;
            }
            self.events.clear();
            G::apply(&mut self.played.state, &self.orders, &mut self.events);
            self.played.rounds = round;
            self.turns += 1;
            self.record(round);
        }
        self.part(Seat::all(self.game.players.len()).collect());
        let ending = self.played.ending();
        for observer in self.game.observers.iter_mut() {
            observer.ended(&self.played.state, &ending);
        }
    }

    /// Tells the players of `seats` that the match is over for them, unless they already know it, and passes their last
    /// output to the observers.
    fn part(&mut self, seats: SeatSet) {
        let is_there = |seat: &Seat| !self.played.seats[seat.index()].is_gone && !self.parted.contains(*seat);
        let seats: Vec<Seat> = seats.iter().filter(is_there).collect();
        let mut reports = Vec::new();
        for seat in seats.iter().copied() {
            let said = self.game.players[seat.index()].end(&self.played.state, seat);
            reports.extend(said.map(|report| (seat, report)));
            self.parted.insert(seat);
        }
        for observer in self.game.observers.iter_mut().filter(|_| !seats.is_empty()) {
            observer.parted(&self.played.state, &seats, &reports);
        }
    }

    /// Sends its view to each seat that is not retired. Retired seats get no turn.
    fn ask(&mut self, round: u32, seats: &[Seat]) {
        let is_asked = |seat: &Seat| !self.played.seats[seat.index()].is_retired;
        let mut seats: Vec<Seat> = seats.iter().copied().filter(is_asked).collect();
        seats.sort_by_key(|seat| !self.game.players[seat.index()].answers_at_once());
        for seat in seats {
            let random_seed = turn_seed(self.seed, seat, self.turns);
            let view = G::view(&self.played.state, seat);
            self.game.players[seat.index()].ask(Ask { round, random_seed }, view);
        }
    }

    /// Waits for the answers of the seats that were asked. Retired seats give no orders.
    fn collect(&mut self, round: u32, seats: &[Seat]) {
        for seat in seats.iter().copied() {
            let stats = &self.played.seats[seat.index()];
            if stats.is_retired {
                self.orders.push((
                    seat,
                    if stats.is_gone { G::absent(Absence::default()) } else { G::Orders::default() },
                ));
                continue;
            }
            for observer in self.game.observers.iter_mut() {
                observer.waits_for(round, seat);
            }
            let view = G::view(&self.played.state, seat);
            let answer = self.game.players[seat.index()].answer(view);
            let Answer { orders, report } = judge_answer::<G>(&self.played.state, seat, answer);
            self.orders.push((seat, orders));
            self.reports.push((seat, report));
        }
    }

    fn record(&mut self, round: u32) {
        for (seat, report) in &self.reports {
            let stats = &mut self.played.seats[seat.index()];
            stats.count(round, report, G::LOST_TURNS_ALLOWED);
            // The report and the events may both count the same refusals of a program's answer.
            let refused = report.refused_total.max(G::count_refused(&self.events, *seat));
            stats.refused = stats.refused.saturating_add(refused.into());
        }
        let notices = self.notices();
        let record = TurnRecord {
            round,
            orders: &self.orders,
            reports: &self.reports,
            events: &self.events,
            notices: &notices,
            state: &self.played.state,
        };
        for observer in self.game.observers.iter_mut() {
            observer.turn(&record);
        }
        if G::LEAVES_WHEN_OUT {
            self.part(self.out);
        }
    }

    /// Returns the notices about seats whose status has changed since the last call. Each notice is returned only once.
    fn notices(&mut self) -> Vec<(Seat, Notice)> {
        let mut notices = Vec::new();
        for (seat, report) in &self.reports {
            let lost = report.fault.as_ref().is_some_and(Fault::loses_turn);
            if report.is_gone {
                notices.push((*seat, Notice::Gone));
            } else if lost && self.played.seats[seat.index()].is_retired {
                notices.push((*seat, Notice::StandsStill));
            }
        }
        let now = Seat::all(self.played.seats.len()).filter(|seat| G::is_out(&self.played.state, *seat));
        let now: SeatSet = now.collect();
        notices.extend(now.iter().filter(|seat| !self.out.contains(*seat)).map(|seat| (seat, Notice::Out)));
        self.out = now;
        notices
    }
}

/// Returns an answer as the rules receive it: an impossible answer is a lost turn, and a player that has ended gives the
/// orders of an absent player.
pub fn judge_answer<G: Game>(state: &G::State, seat: Seat, answer: Answer<G::Orders>) -> Answer<G::Orders> {
    let Answer { orders, mut report } = validate::<G>(&G::view(state, seat), answer);
    let is_final = report.fault.is_some() && !G::continues_after_fault(state);
    report.is_gone |= is_final;
    let is_absent = |fault: &&Fault| report.is_gone && (is_final || fault.loses_turn());
    let orders = match report.fault.as_ref().filter(is_absent) {
        Some(fault) => G::absent(Absence { is_late: fault.kind == FaultKind::Timeout, at_start: false }),
        None => orders,
    };
    Answer { orders, report }
}

/// Replaces an answer that the player cannot have given with a lost turn.
fn validate<G: Game>(view: &G::View<'_>, answer: Answer<G::Orders>) -> Answer<G::Orders> {
    if G::could_order(view, &answer.orders) {
        return answer;
    }
    let message = message!("the AI's process sent invalid orders");
    let report = TurnReport { origins: OrderSources::default(), ..answer.report };
    Answer::lost(report, Fault::crash(message))
}

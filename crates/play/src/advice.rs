//! Notes for players after a match: refused orders, functions that the code names but does not call, lost turns, turns
//! close to the time limit, and the findings of the game's own critic. Only players with code of their own get notes;
//! built-in players do not.

use crate::line_up::player_spec::PlayerSpec;
use crate::logs::format_call_stack;
use std::collections::BTreeMap;
use std::time::Duration;
use wag_core::arena::{Observer, TurnRecord, TurnReport};
use wag_core::game::{Advice, Critic, Game, Playable, Refusal, Seat, Show};
use wag_core::problem::Fault;
use wag_core::text::printable;
use wag_i18n::{Message, message};
use wag_python::protocol::{Uncalled, UncalledKind};

/// Percentage of the time limit above which a turn counts as close to the limit.
const NEAR: u32 = 80;
/// Maximum number of different reasons recorded for a seat's refused orders.
const KINDS_MAX: usize = 8;
/// Cost of a lost turn, as a multiple of the cost of a refused order.
const LOST_COST: u64 = 10;

/// An observer that finds the notes for the players.
pub struct Adviser<G: Playable> {
    critic: Option<Box<dyn Critic<G>>>,
    seats: Vec<SeatObservations>,
}

/// The observations about one seat during a match.
#[derive(Default)]
struct SeatObservations {
    /// True if the player gets notes; false for built-in players and people.
    is_advised: bool,
    /// Time limit of a turn; `None` if there is none.
    limit: Option<Duration>,
    uncalled: Vec<Uncalled>,
    /// Number of turns without a fault.
    good_turns: u32,
    /// True if the player gave or tried to give an order in any of its turns.
    has_ordered: bool,
    /// A likely mistake in the player's code.
    slip: Option<Slip>,
    /// Refused orders by reason.
    refused: BTreeMap<String, Refused>,
    /// Number of turns close to the time limit.
    near: u32,
    /// The time of the slowest turn, and the round in which it was played.
    slowest: (Duration, u32),
    /// Number of lost turns.
    lost: u32,
    /// The round and the fault of the first lost turn.
    first_lost: Option<(u32, Message)>,
}

struct Slip {
    turns: u32,
    round: u32,
    what: Refusal,
    lines: Vec<String>,
}

struct Refused {
    count: u64,
    round: u32,
    why: Message,
    refusal: Refusal,
    lines: Vec<String>,
}

impl<G: Playable> Adviser<G> {
    pub fn new(
        setup: &G::Setup,
        entrants: &[PlayerSpec],
        uncalled: Vec<Vec<Uncalled>>,
        limit_of: impl Fn(Seat, &PlayerSpec) -> Option<Duration>,
    ) -> Adviser<G> {
        let watched = |((seat, entrant), uncalled): ((Seat, &PlayerSpec), _)| SeatObservations {
            is_advised: entrant.has_code(),
            limit: limit_of(seat, entrant),
            uncalled,
            ..SeatObservations::default()
        };
        let seated = Seat::all(entrants.len()).zip(entrants);
        let seats: Vec<SeatObservations> = seated.zip(uncalled).map(watched).collect();
        let is_needed = seats.iter().any(|seat| seat.is_advised);
        let critic = if is_needed { G::critic(setup) } else { None };
        Adviser { critic, seats }
    }

    /// Returns the notes about a match that ended with this state after this number of rounds, most important first. The
    /// number of notes per player is limited.
    pub fn notes(&self, state: &G::State, rounds: u32) -> Vec<Advice> {
        let own = self.critic.as_ref().map_or_else(Vec::new, |critic| critic.advice(rounds, state));
        let own = own.into_iter().filter(|one| self.seats[one.seat.index()].is_advised);
        let seats = || Seat::all(self.seats.len()).zip(&self.seats).filter(|(_, watched)| watched.is_advised);
        let of_games = seats().filter_map(|(seat, watched)| watched.slip_advice(seat));
        let own = own.chain(of_games).map(|one| {
            let message = G::advice(&one);
            one.with_message(message)
        });
        let own: Vec<Advice> = own.collect();
        let all = seats().flat_map(|(seat, watched)| watched.advice(seat, rounds));
        let mut all: Vec<Advice> = all.chain(own).collect();
        Advice::sort(&mut all);
        let mut counts: BTreeMap<Seat, usize> = BTreeMap::new();
        all.retain(|one| {
            let count = counts.entry(one.seat).or_default();
            *count += 1;
            *count <= Advice::SHOWN_MAX
        });
        all
    }
}

impl<G: Playable> Observer<G> for Adviser<G> {
    fn turn(&mut self, turn: &TurnRecord<'_, G>) {
        for (seat, report) in turn.reports {
            let watched = &mut self.seats[seat.index()];
            if watched.is_advised {
                watched.note::<G>(turn.round, report);
                watched.note_rules::<G>(turn, *seat, report);
                watched.note_orders::<G>(turn, *seat, report);
                watched.note_slip(turn.round, report);
            }
        }
        if let Some(critic) = &mut self.critic {
            critic.turn(turn.round, turn.events, turn.state);
        }
    }
}

impl SeatObservations {
    fn note<G: Game>(&mut self, round: u32, report: &TurnReport) {
        for refusal in &report.refused {
            let lines = || report.origins.lines(refusal.chain);
            self.refuse(1, round, refusal, || G::refused(refusal).map(&printable), lines);
        }
        let uncounted = u64::from(report.refused_total).saturating_sub(report.refused.len() as u64);
        if let Some(last) = report.refused.last().filter(|_| uncounted > 0) {
            self.refuse(uncounted, round, last, Message::default, Vec::new);
        }
        let limit = report.allowed.or(self.limit);
        if let Some(fault) = report.fault.as_ref().filter(|fault| Fault::loses_turn(fault)) {
            self.lost += 1;
            self.first_lost.get_or_insert_with(|| (round, fault.message.clone().map(&printable)));
        } else if limit.is_some_and(|limit| report.think * 100 > limit * NEAR) {
            self.near += 1;
            self.slowest = self.slowest.max((report.think, round));
        }
    }

    /// Records orders that could be parsed but that the rules refused.
    fn note_rules<G: Game>(&mut self, turn: &TurnRecord<'_, G>, seat: Seat, report: &TurnReport) {
        let count = G::count_refused(turn.events, seat).saturating_sub(report.refused_total);
        if count > 0 {
            let why = || G::refusals(turn.events, seat).into_iter().next().unwrap_or_default();
            let lines = || report.origins.lines(report.origins.places.first().copied().flatten());
            self.refuse(count.into(), turn.round, &Refusal::new("not_allowed", &[]), why, lines);
        }
    }

    /// Records whether the player gave or tried to give an order; does nothing if that has already been recorded.
    fn note_orders<G: Show>(&mut self, turn: &TurnRecord<'_, G>, seat: Seat, report: &TurnReport) {
        if self.has_ordered {
            return;
        }
        let own = turn.orders.iter().filter(|(of, _)| *of == seat);
        let given: usize = own.map(|(_, orders)| G::count_orders(orders)).sum();
        self.has_ordered = given > 0 || report.refused_total > 0;
        self.good_turns += u32::from(report.fault.is_none());
    }

    fn note_slip(&mut self, round: u32, report: &TurnReport) {
        let Some(what) = &report.slip else { return };
        let new = || Slip { turns: 0, round, what: what.clone(), lines: report.origins.lines(what.chain) };
        self.slip.get_or_insert_with(new).turns += 1;
    }

    fn slip_advice(&self, seat: Seat) -> Option<Advice> {
        let Slip { turns, round, what, lines } = self.slip.as_ref()?;
        let mut advice = Advice::new(seat, &what.kind, (*turns).into()).with("n", turns);
        for (name, text) in &what.values {
            advice = advice.with(name, printable(text));
        }
        Some(Advice { round: Some(*round), lines: lines.clone(), ..advice })
    }

    fn refuse(
        &mut self,
        count: u64,
        round: u32,
        refusal: &Refusal,
        why: impl Fn() -> Message,
        lines: impl Fn() -> Vec<String>,
    ) {
        if let Some(known) = self.refused.get_mut(&refusal.kind) {
            known.count = known.count.saturating_add(count);
        } else if self.refused.len() < KINDS_MAX {
            let first = Refused { count, round, why: why(), refusal: refusal.clone(), lines: lines() };
            self.refused.insert(refusal.kind.clone(), first);
        }
    }

    fn advice(&self, seat: Seat, rounds: u32) -> Vec<Advice> {
        let mut all: Vec<Advice> = self.refused.values().map(|refused| refused.advice(seat)).collect();
        let mut named = self.uncalled.iter().filter(|place| place.kind == UncalledKind::Named);
        let count = named.clone().count();
        all.extend(named.next().map(|first| add_sentence(uncalled(seat, first, count, rounds), None)));
        // There is no such note for a player that fails in every turn: its errors are reported. There is none either
        // for a player that only names functions: the note above says so.
        if !self.has_ordered && self.good_turns > 0 && count == 0 {
            all.push(add_sentence(self.no_orders(seat), None));
        }
        if self.near > 0 {
            let (time, round) = self.slowest;
            let limit = self.limit.unwrap_or_default().as_secs_f64();
            let near = Advice::new(seat, "near_limit", (self.near / 4).into()).with("n", self.near);
            let near = near
                .with("share", NEAR)
                .with("limit", limit)
                .with("time", format!("{:.2}", time.as_secs_f64()));
            all.push(add_sentence(Advice { round: Some(round), ..near }, None));
        }
        if let Some((round, message)) = &self.first_lost {
            let lost = Advice::new(seat, "lost", LOST_COST * u64::from(self.lost));
            let lost = lost.with("n", self.lost).with("message", message.english());
            all.push(add_sentence(Advice { round: Some(*round), ..lost }, Some(message)));
        }
        all
    }
}

impl SeatObservations {
    /// Returns a note that the player gave no order in any turn, with the most likely reason.
    fn no_orders(&self, seat: Seat) -> Advice {
        let advice = Advice::new(seat, "no_orders", self.good_turns.into()).with("n", self.good_turns);
        // If there is a main block, the functions that it calls are not unused.
        let is_main = |place: &&Uncalled| place.kind == UncalledKind::MainBlock;
        let unused = |place: &&Uncalled| matches!(place.kind, UncalledKind::Class | UncalledKind::Function);
        let place = self.uncalled.iter().find(is_main).or_else(|| self.uncalled.iter().find(unused));
        let Some(place) = place else { return advice };
        let cause = match place.kind {
            UncalledKind::MainBlock => "main_block",
            UncalledKind::Class => "class",
            UncalledKind::Function | UncalledKind::Named => "function",
        };
        let advice = advice.with("cause", cause).with("name", printable(&place.text));
        Advice { lines: vec![format!("{}:{}", printable(&place.file), place.line)], ..advice }
    }
}

impl Refused {
    fn advice(&self, seat: Seat) -> Advice {
        let refusal = &self.refusal;
        let advice =
            Advice::new(seat, "refused", self.count).with("n", self.count).with("why", self.why.english());
        let mut advice = advice.with("reason", &refusal.kind);
        for (name, text) in &refusal.values {
            advice.values.entry(name.clone()).or_insert_with(|| text.clone());
        }
        if let Some(of) = refusal.of {
            advice = advice.with("of", of);
        }
        add_sentence(Advice { round: Some(self.round), lines: self.lines.clone(), ..advice }, Some(&self.why))
    }
}

fn uncalled(seat: Seat, first: &Uncalled, count: usize, rounds: u32) -> Advice {
    let advice =
        Advice::new(seat, "uncalled", rounds.into()).with("n", count).with("name", printable(&first.text));
    Advice { lines: vec![format!("{}:{}", printable(&first.file), first.line)], ..advice }
}

/// Adds the sentence to a note of one of the engine's own kinds, without a full stop. `why` is the reason that the
/// sentence quotes; `None` if it quotes none.
fn add_sentence(note: Advice, why: Option<&Message>) -> Advice {
    let why = why.cloned().unwrap_or_default();
    let message = match note.kind.as_str() {
        "refused" => refused_sentence(&note, why),
        "uncalled" => uncalled_sentence(&note),
        "no_orders" => no_orders_sentence(&note),
        "near_limit" => near_sentence(&note),
        "lost" => lost_sentence(&note, why),
        _ => Message::default(),
    };
    note.with_message(message)
}

fn refused_sentence(note: &Advice, why: Message) -> Message {
    let (round, why) = (round(note), why.and(format_call_stack(&note.lines).into()));
    match note.value("n") {
        "1" => message!("1 order was refused, first in round %{round}: %{why}", round, why),
        n => message!("%{n} orders were refused, first in round %{round}: %{why}", n, round, why),
    }
}

fn uncalled_sentence(note: &Advice) -> Message {
    let (name, way) = (note.value("name"), format_call_stack(&note.lines));
    match note.value("n") {
        "1" => message!("%{name} is mentioned but not called%{way}: write %{name}()", name, way),
        n => message!(
            "%{name} is mentioned but not called%{way}: write %{name}(); there are %{n} such places in total",
            name,
            way,
            n
        ),
    }
}

fn no_orders_sentence(note: &Advice) -> Message {
    let (name, way) = (note.value("name"), format_call_stack(&note.lines));
    let name = if note.value("cause") == "class" { ["class", name].join(" ") } else { format!("{name}()") };
    match note.value("cause") {
        "main_block" => message!(
            "no order was given in any turn: the code under if __name__ == \"__main__\"%{way} never runs here; move it to the top level of the file, without indentation",
            way
        ),
        // As code, which no language translates.
        "class" => message!(
            "no order was given in any turn: nothing uses %{name}%{way}; the file runs from top to bottom, so create an object of it there and call its methods",
            name,
            way
        ),
        "function" => message!(
            "no order was given in any turn: nothing calls %{name}%{way}; call %{name} at the top level of the file, without indentation",
            name,
            way
        ),
        _ => message!("no order was given in any turn: the code never reached a line that gives one"),
    }
}

fn near_sentence(note: &Advice) -> Message {
    let (share, limit) = (note.value("share"), note.value("limit"));
    let (time, round) = (note.value("time"), round(note));
    match note.value("n") {
        "1" => message!(
            "1 turn took more than %{share} % of the time limit of %{limit} s; the slowest took %{time} s, in round %{round}",
            share,
            limit,
            time,
            round
        ),
        n => message!(
            "%{n} turns took more than %{share} % of the time limit of %{limit} s; the slowest took %{time} s, in round %{round}",
            n,
            share,
            limit,
            time,
            round
        ),
    }
}

fn lost_sentence(note: &Advice, message: Message) -> Message {
    let round = round(note);
    match note.value("n") {
        "1" => message!("1 turn was lost, first in round %{round}: %{message}", round, message),
        n => message!("%{n} turns were lost, first in round %{round}: %{message}", n, round, message),
    }
}

fn round(note: &Advice) -> u32 {
    note.round.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::advice::*;

    #[test]
    fn each_kind_has_its_sentence() {
        let uncalled = uncalled(
            Seat(0),
            &Uncalled { file: "a.py".into(), line: 4, text: "b.make".into(), ..Uncalled::default() },
            2,
            60,
        );
        let sentence =
            "b.make is mentioned but not called (a.py:4): write b.make(); there are 2 such places in total";
        assert_eq!(
            (crate::advice::add_sentence(uncalled.clone(), None).text.as_str(), uncalled.cost),
            (sentence, 60)
        );
        let lost = Advice::new(Seat(0), "lost", 10).with("n", 1);
        let lost = Advice { round: Some(7), ..lost };
        let lost = crate::advice::add_sentence(lost, Some(&"no answer within 1 s".into()));
        assert_eq!(lost.text, "1 turn was lost, first in round 7: no answer within 1 s");
    }

    #[test]
    fn loading_time_extends_the_limit_of_a_turn() {
        let limit = Some(Duration::from_secs(1));
        let mut watched =
            SeatObservations { is_advised: true, limit, has_ordered: true, ..SeatObservations::default() };
        let slow =
            |allowed| TurnReport { think: Duration::from_millis(900), allowed, ..TurnReport::default() };
        watched.note::<wag_core::game::tiny::Fives>(1, &slow(Some(Duration::from_secs(4))));
        assert!(watched.advice(Seat(0), 1).is_empty());
        watched.note::<wag_core::game::tiny::Fives>(2, &slow(None));
        assert_eq!(watched.near, 1);
    }

    #[test]
    fn a_player_without_orders_gets_the_likeliest_reason() {
        let place = |kind, line, text: &str| Uncalled { kind, file: "a.py".into(), line, text: text.into() };
        let advice_for = |uncalled: Vec<Uncalled>| -> Vec<String> {
            let watched = SeatObservations { good_turns: 1, uncalled, ..SeatObservations::default() };
            watched.advice(Seat(0), 1).into_iter().map(|note| note.text).collect()
        };
        let class = || place(UncalledKind::Class, 3, "Player");
        let main = place(UncalledKind::MainBlock, 9, "");
        assert_eq!(
            advice_for(vec![class(), main]),
            [
                "no order was given in any turn: the code under if __name__ == \"__main__\" (a.py:9) never runs here; move it to the top level of the file, without indentation"
            ]
        );
        assert_eq!(
            advice_for(vec![class()]),
            [
                "no order was given in any turn: nothing uses class Player (a.py:3); the file runs from top to bottom, so create an object of it there and call its methods"
            ]
        );
        let function = place(UncalledKind::Function, 5, "turn");
        assert!(advice_for(vec![function])[0].ends_with(
            "nothing calls turn() (a.py:5); call turn() at the top level of the file, without indentation"
        ));
        assert!(advice_for(Vec::new())[0].ends_with("the code never reached a line that gives one"));
        let named = advice_for(vec![place(UncalledKind::Named, 4, "b.make"), class()]);
        assert_eq!(named, ["b.make is mentioned but not called (a.py:4): write b.make()"]);
        let failing = SeatObservations { good_turns: 0, ..SeatObservations::default() };
        assert_eq!(failing.advice(Seat(0), 9), []);
    }

    #[test]
    fn turns_near_the_limit_are_counted_and_lost_ones_are_not() {
        let limit = Some(Duration::from_secs(1));
        let mut watched = SeatObservations { is_advised: true, limit, ..SeatObservations::default() };
        for (round, think) in [(1, 100), (2, 850), (3, 920), (4, 800)] {
            let report = TurnReport { think: Duration::from_millis(think), ..TurnReport::default() };
            watched.note::<wag_core::game::tiny::Fives>(round, &report);
        }
        let late = TurnReport {
            fault: Some(Fault::timeout("no answer".into())),
            think: Duration::from_secs(1),
            ..TurnReport::default()
        };
        watched.note::<wag_core::game::tiny::Fives>(5, &late);
        let texts: Vec<String> = watched.advice(Seat(0), 5).into_iter().map(|note| note.text).collect();
        let near =
            "2 turns took more than 80 % of the time limit of 1 s; the slowest took 0.92 s, in round 3";
        assert_eq!(texts, [near, "1 turn was lost, first in round 5: no answer"]);
    }
}

//! Notes after a match: refused orders, functions that are named but not called, lost turns, turns close to the time
//! limit, and the findings of the game's own critic. Only players with code of their own get notes, not built-in ones.

use super::line_up::PlayerSpec;
use crate::logs::format_call_stack;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;
use wag_core::arena::{Ending, Fault, Observer, TurnRecord, TurnReport};
use wag_core::game::{Advice, Critic, Game, Playable, Refusal, Seat, Show};
use wag_core::text::printable;
use wag_python::protocol::{Uncalled, UncalledKind};

/// The notes of a match, available when it is over; shared with those who save or display them.
pub type SharedAdvice = Rc<RefCell<Vec<Advice>>>;

/// Percentage of the time limit above which a turn gets a note.
const NEAR: u32 = 80;
/// Maximum number of different reasons for refused orders.
const KINDS_MAX: usize = 8;
/// Cost of a lost turn, compared with one refused order.
const LOST_COST: u64 = 10;

/// Observes a match and collects the notes at its end.
pub struct Adviser<G: Playable> {
    critic: Option<Box<dyn Critic<G>>>,
    seats: Vec<SeatObservations>,
    shared_notes: SharedAdvice,
}

/// Observations about a seat.
#[derive(Default)]
struct SeatObservations {
    /// False for built-in players and persons.
    is_advised: bool,
    /// Time limit of a turn.
    limit: Option<Duration>,
    uncalled: Vec<Uncalled>,
    /// Number of turns without a fault; `has_ordered` is whether the player gave or tried to give an order in any of
    /// them.
    good_turns: u32,
    has_ordered: bool,
    /// A likely mistake in its code, with the number of turns and the first one.
    slip: Option<Slip>,
    /// Refused orders by reason, with their number and the first one.
    refused: BTreeMap<String, Refused>,
    /// Number of turns close to the time limit; `slowest` is the slowest one.
    near: u32,
    slowest: (Duration, u32),
    /// Number of lost turns; `first_lost` is the first one.
    lost: u32,
    first_lost: Option<(u32, String)>,
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
    why: String,
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
        Adviser { critic, seats, shared_notes: SharedAdvice::default() }
    }

    /// Returns the shared notes, which are empty until the match is over.
    pub fn shared_notes(&self) -> SharedAdvice {
        Rc::clone(&self.shared_notes)
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

    fn ended(&mut self, state: &G::State, ending: &Ending) {
        let own = self.critic.as_ref().map_or_else(Vec::new, |critic| critic.advice(ending.rounds, state));
        let own = own.into_iter().filter(|one| self.seats[one.seat.index()].is_advised);
        let own = own.map(|one| Advice { text: G::advice(&one), ..one });
        let seats = || Seat::all(self.seats.len()).zip(&self.seats).filter(|(_, watched)| watched.is_advised);
        let of_games = seats().filter_map(|(seat, watched)| watched.slip_advice(seat));
        let of_games = of_games.map(|one| Advice { text: G::advice(&one), ..one });
        let own: Vec<Advice> = own.chain(of_games).collect();
        let all = seats().flat_map(|(seat, watched)| watched.advice(seat, ending.rounds));
        let all = all.map(|one| Advice { text: sentence(&one), ..one });
        let mut all: Vec<Advice> = all.chain(own).collect();
        Advice::sort(&mut all);
        let mut told: BTreeMap<Seat, usize> = BTreeMap::new();
        all.retain(|one| {
            let count = told.entry(one.seat).or_default();
            *count += 1;
            *count <= Advice::SHOWN_MAX
        });
        self.shared_notes.replace(all);
    }
}

impl SeatObservations {
    fn note<G: Game>(&mut self, round: u32, report: &TurnReport) {
        for refusal in &report.refused {
            let lines = || report.origins.lines(refusal.chain);
            self.refuse(1, round, refusal, || printable(&G::refused(refusal)), lines);
        }
        let uncounted = u64::from(report.refused_total).saturating_sub(report.refused.len() as u64);
        if let Some(last) = report.refused.last().filter(|_| uncounted > 0) {
            self.refuse(uncounted, round, last, String::new, Vec::new);
        }
        let limit = report.allowed.or(self.limit);
        if let Some(fault) = report.fault.as_ref().filter(|fault| Fault::loses_turn(fault)) {
            self.lost += 1;
            self.first_lost.get_or_insert_with(|| (round, printable(&fault.message)));
        } else if limit.is_some_and(|limit| report.think * 100 > limit * NEAR) {
            self.near += 1;
            self.slowest = self.slowest.max((report.think, round));
        }
    }

    /// Notes orders that could be read but that the rules refused.
    fn note_rules<G: Game>(&mut self, turn: &TurnRecord<'_, G>, seat: Seat, report: &TurnReport) {
        let count = G::count_refused(turn.events, seat).saturating_sub(report.refused_total);
        if count > 0 {
            let why = || first_line(&G::refusals(turn.events, seat)).trim_matches(['*', ' ']).to_string();
            let lines = || report.origins.lines(report.origins.places.first().copied().flatten());
            self.refuse(count.into(), turn.round, &Refusal::new("not_allowed", &[]), why, lines);
        }
    }

    /// Notes whether the player gave or tried to give an order, until it has.
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
        why: impl Fn() -> String,
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
        all.extend(named.next().map(|first| uncalled(seat, first, count, rounds)));
        // The errors already inform a player that fails in every turn, and the note above one that calls nothing.
        if !self.has_ordered && self.good_turns > 0 && count == 0 {
            all.push(self.no_orders(seat));
        }
        if self.near > 0 {
            let (time, round) = self.slowest;
            let limit = self.limit.unwrap_or_default().as_secs_f64();
            let near = Advice::new(seat, "near_limit", (self.near / 4).into()).with("n", self.near);
            let near = near
                .with("share", NEAR)
                .with("limit", limit)
                .with("time", format!("{:.2}", time.as_secs_f64()));
            all.push(Advice { round: Some(round), ..near });
        }
        if let Some((round, message)) = &self.first_lost {
            let lost = Advice::new(seat, "lost", LOST_COST * u64::from(self.lost));
            all.push(Advice { round: Some(*round), ..lost.with("n", self.lost).with("message", message) });
        }
        all
    }
}

impl SeatObservations {
    /// Returns the note that no turn had an order, with its most likely reason.
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
        let advice = Advice::new(seat, "refused", self.count).with("n", self.count).with("why", &self.why);
        let mut advice = advice.with("reason", &refusal.kind);
        for (name, text) in &refusal.values {
            advice.values.entry(name.clone()).or_insert_with(|| text.clone());
        }
        if let Some(of) = refusal.of {
            advice = advice.with("of", of);
        }
        Advice { round: Some(self.round), lines: self.lines.clone(), ..advice }
    }
}

fn uncalled(seat: Seat, first: &Uncalled, count: usize, rounds: u32) -> Advice {
    let advice =
        Advice::new(seat, "uncalled", rounds.into()).with("n", count).with("name", printable(&first.text));
    Advice { lines: vec![format!("{}:{}", printable(&first.file), first.line)], ..advice }
}

/// Formats a note of the engine's own kinds as a sentence without a full stop.
pub fn sentence(note: &Advice) -> String {
    match note.kind.as_str() {
        "refused" => refused_sentence(note),
        "uncalled" => uncalled_sentence(note),
        "no_orders" => no_orders_sentence(note),
        "near_limit" => near_sentence(note),
        "lost" => lost_sentence(note),
        _ => String::new(),
    }
}

fn refused_sentence(note: &Advice) -> String {
    let (round, why, way) = (round(note), note.value("why"), format_call_stack(&note.lines));
    match note.value("n") {
        "1" => format!("1 order was refused, first in round {round}: {why}{way}"),
        n => format!("{n} orders were refused, first in round {round}: {why}{way}"),
    }
}

fn uncalled_sentence(note: &Advice) -> String {
    let (name, way) = (note.value("name"), format_call_stack(&note.lines));
    match note.value("n") {
        "1" => format!("{name} is mentioned but not called{way}: write {name}()"),
        n => format!(
            "{name} is mentioned but not called{way}: write {name}(); there are {n} such places in total"
        ),
    }
}

fn no_orders_sentence(note: &Advice) -> String {
    let (name, way) = (note.value("name"), format_call_stack(&note.lines));
    let name = if note.value("cause") == "class" { ["class", name].join(" ") } else { format!("{name}()") };
    match note.value("cause") {
        "main_block" => format!(
            "no order was given in any turn: the code under if __name__ == \"__main__\"{way} never runs here; move it to the top level of the file, without indentation"
        ),
        // Code, which must not be translated.
        "class" => format!(
            "no order was given in any turn: nothing uses {name}{way}; the file runs from top to bottom, so create an object of it there and call its methods"
        ),
        "function" => format!(
            "no order was given in any turn: nothing calls {name}{way}; call {name} at the top level of the file, without indentation"
        ),
        _ => "no order was given in any turn: the code never reached a line that gives one".to_string(),
    }
}

fn near_sentence(note: &Advice) -> String {
    let (share, limit) = (note.value("share"), note.value("limit"));
    let (time, round) = (note.value("time"), round(note));
    match note.value("n") {
        "1" => format!(
            "1 turn took more than {share} % of the time limit of {limit} s; the slowest took {time} s, in round {round}"
        ),
        n => format!(
            "{n} turns took more than {share} % of the time limit of {limit} s; the slowest took {time} s, in round {round}"
        ),
    }
}

fn lost_sentence(note: &Advice) -> String {
    let (round, message) = (round(note), note.value("message"));
    match note.value("n") {
        "1" => format!("1 turn was lost, first in round {round}: {message}"),
        n => format!("{n} turns were lost, first in round {round}: {message}"),
    }
}

/// Returns the first refusal of a turn, because a note is one line.
fn first_line(refusals: &str) -> &str {
    refusals.trim().lines().next().unwrap_or_default()
}

fn round(note: &Advice) -> u32 {
    note.round.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_sentence() {
        let uncalled = uncalled(
            Seat(0),
            &Uncalled { file: "a.py".into(), line: 4, text: "b.make".into(), ..Uncalled::default() },
            2,
            60,
        );
        let told =
            "b.make is mentioned but not called (a.py:4): write b.make(); there are 2 such places in total";
        assert_eq!((sentence(&uncalled).as_str(), uncalled.cost), (told, 60));
        let lost = Advice::new(Seat(0), "lost", 10).with("n", 1).with("message", "no answer within 1 s");
        let lost = Advice { round: Some(7), ..lost };
        assert_eq!(sentence(&lost), "1 turn was lost, first in round 7: no answer within 1 s");
    }

    #[test]
    fn a_note_tells_the_first_refusal_alone() {
        assert_eq!(first_line("\n*** o 1 2 x ***\n*** o 3 4 y ***\n"), "*** o 1 2 x ***");
        assert_eq!(first_line(""), "");
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
        let told = |uncalled: Vec<Uncalled>| -> Vec<String> {
            let watched = SeatObservations { good_turns: 1, uncalled, ..SeatObservations::default() };
            watched.advice(Seat(0), 1).iter().map(sentence).collect()
        };
        let class = || place(UncalledKind::Class, 3, "Player");
        let main = place(UncalledKind::MainBlock, 9, "");
        assert_eq!(
            told(vec![class(), main]),
            [
                "no order was given in any turn: the code under if __name__ == \"__main__\" (a.py:9) never runs here; move it to the top level of the file, without indentation"
            ]
        );
        assert_eq!(
            told(vec![class()]),
            [
                "no order was given in any turn: nothing uses class Player (a.py:3); the file runs from top to bottom, so create an object of it there and call its methods"
            ]
        );
        let function = place(UncalledKind::Function, 5, "turn");
        assert!(told(vec![function])[0].ends_with(
            "nothing calls turn() (a.py:5); call turn() at the top level of the file, without indentation"
        ));
        assert!(told(Vec::new())[0].ends_with("the code never reached a line that gives one"));
        let named = told(vec![place(UncalledKind::Named, 4, "b.make"), class()]);
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
            fault: Some(Fault::timeout("no answer")),
            think: Duration::from_secs(1),
            ..TurnReport::default()
        };
        watched.note::<wag_core::game::tiny::Fives>(5, &late);
        let told: Vec<String> = watched.advice(Seat(0), 5).iter().map(sentence).collect();
        let near =
            "2 turns took more than 80 % of the time limit of 1 s; the slowest took 0.92 s, in round 3";
        assert_eq!(told, [near, "1 turn was lost, first in round 5: no answer"]);
    }
}

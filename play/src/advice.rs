//! The notes after a match: orders that were not taken, what is named but not called, lost turns, turns that took nearly too
//! long; and what the game's own critic has seen. They are for players with code of their own: nobody mends a built-in one.

use super::line_up::Entrant;
use engine::arena::{Ending, Fault, Observer, TurnRecord, TurnReport};
use engine::game::{Advice, Critic, Game, Playable, Refusal, Seat};
use engine::logs::printed_way;
use engine::text::printable;
use engine::worker::protocol::Uncalled;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// The notes of a match, once it is over; whoever keeps or shows them has a share.
pub type SharedAdvice = Rc<RefCell<Vec<Advice>>>;

/// A turn that took more than this part of its time, in percent, is one to look at.
const NEAR: u32 = 80;
/// So many reasons for refused orders are told apart.
const KINDS_MAX: usize = 8;
/// A lost turn costs more than an order.
const LOST_COST: u64 = 10;

/// Watches a match, and says at its end what there is to say.
pub struct Adviser<G: Playable> {
    critic: Option<Box<dyn Critic<G>>>,
    /// For a turn.
    limit: Option<Duration>,
    seats: Vec<Watched>,
    said: SharedAdvice,
}

/// What is known of a seat.
#[derive(Default)]
struct Watched {
    /// Built-in players and persons are not.
    is_advised: bool,
    uncalled: Vec<Uncalled>,
    /// By the reason: how many orders were not taken, and the first.
    refused: BTreeMap<String, Refused>,
    /// How many turns took nearly too long, and the slowest.
    near: u32,
    slowest: (Duration, u32),
    /// How many were lost, and the first.
    lost: u32,
    first_lost: Option<(u32, String)>,
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
        entrants: &[Entrant],
        uncalled: Vec<Vec<Uncalled>>,
        limit: Option<Duration>,
    ) -> Adviser<G> {
        let watched = |(entrant, uncalled): (&Entrant, _)| Watched {
            is_advised: entrant.has_code(),
            uncalled,
            ..Watched::default()
        };
        let seats: Vec<Watched> = entrants.iter().zip(uncalled).map(watched).collect();
        let is_needed = seats.iter().any(|seat| seat.is_advised);
        let critic = if is_needed { G::critic(setup) } else { None };
        Adviser { critic, limit, seats, said: SharedAdvice::default() }
    }

    /// Empty until the match is over.
    pub fn said(&self) -> SharedAdvice {
        Rc::clone(&self.said)
    }
}

impl<G: Playable> Observer<G> for Adviser<G> {
    fn turn(&mut self, turn: &TurnRecord<'_, G>) {
        for (seat, report) in turn.reports {
            let watched = &mut self.seats[seat.index()];
            if watched.is_advised {
                watched.note::<G>(turn.round, report, self.limit);
                watched.note_rules::<G>(turn, *seat, report);
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
        let seats = Seat::all(self.seats.len()).zip(&self.seats).filter(|(_, watched)| watched.is_advised);
        let all = seats.flat_map(|(seat, watched)| watched.advice(seat, ending.rounds, self.limit));
        let all = all.map(|one| Advice { text: sentence(&one), ..one });
        let mut all: Vec<Advice> = all.chain(own).collect();
        Advice::sort(&mut all);
        let mut told: BTreeMap<Seat, usize> = BTreeMap::new();
        all.retain(|one| {
            let count = told.entry(one.seat).or_default();
            *count += 1;
            *count <= Advice::TOLD
        });
        self.said.replace(all);
    }
}

impl Watched {
    fn note<G: Game>(&mut self, round: u32, report: &TurnReport, limit: Option<Duration>) {
        for refusal in &report.refused {
            let lines = || report.origins.lines(refusal.chain);
            self.refuse(1, round, refusal, || printable(&G::refused(refusal)), lines);
        }
        let unkept = u64::from(report.refused_total).saturating_sub(report.refused.len() as u64);
        if let Some(last) = report.refused.last().filter(|_| unkept > 0) {
            self.refuse(unkept, round, last, String::new, Vec::new);
        }
        let limit = report.allowed.or(limit);
        if let Some(fault) = report.fault.as_ref().filter(|fault| Fault::loses_turn(fault)) {
            self.lost += 1;
            self.first_lost.get_or_insert_with(|| (round, printable(&fault.message)));
        } else if limit.is_some_and(|limit| report.think * 100 > limit * NEAR) {
            self.near += 1;
            self.slowest = self.slowest.max((report.think, round));
        }
    }

    /// What the rules have refused although the answer could be read.
    fn note_rules<G: Game>(&mut self, turn: &TurnRecord<'_, G>, seat: Seat, report: &TurnReport) {
        let count = G::count_refused(turn.events, seat).saturating_sub(report.refused_total);
        if count > 0 {
            let why = || first_line(&G::refusals(turn.events, seat)).trim_matches(['*', ' ']).to_string();
            let lines = || report.origins.lines(report.origins.places.first().copied().flatten());
            self.refuse(count.into(), turn.round, &Refusal::new("not_allowed", &[]), why, lines);
        }
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

    fn advice(&self, seat: Seat, rounds: u32, limit: Option<Duration>) -> Vec<Advice> {
        let mut all: Vec<Advice> = self.refused.values().map(|refused| refused.advice(seat)).collect();
        all.extend(self.uncalled.first().map(|first| uncalled(seat, first, self.uncalled.len(), rounds)));
        if self.near > 0 {
            let (time, round) = self.slowest;
            let limit = limit.unwrap_or_default().as_secs_f64();
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

/// A note of the engine's own kinds, as a sentence without a full stop.
pub fn sentence(note: &Advice) -> String {
    match note.kind.as_str() {
        "refused" => refused_sentence(note),
        "uncalled" => uncalled_sentence(note),
        "near_limit" => near_sentence(note),
        "lost" => lost_sentence(note),
        _ => String::new(),
    }
}

fn refused_sentence(note: &Advice) -> String {
    let (round, why, way) = (round(note), note.value("why"), printed_way(&note.lines));
    match note.value("n") {
        "1" => format!("1 order was refused, first in round {round}: {why}{way}"),
        n => format!("{n} orders were refused, first in round {round}: {why}{way}"),
    }
}

fn uncalled_sentence(note: &Advice) -> String {
    let (name, way) = (note.value("name"), printed_way(&note.lines));
    match note.value("n") {
        "1" => format!("{name} is named but not called{way}: write {name}()"),
        n => format!("{name} is named but not called{way}: write {name}(), and {n} such places in all"),
    }
}

fn near_sentence(note: &Advice) -> String {
    let (share, limit) = (note.value("share"), note.value("limit"));
    let (time, round) = (note.value("time"), round(note));
    match note.value("n") {
        "1" => format!(
            "1 turn took more than {share} % of the {limit} s allowed; the slowest took {time} s, in round {round}"
        ),
        n => format!(
            "{n} turns took more than {share} % of the {limit} s allowed; the slowest took {time} s, in round {round}"
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

/// Of what was refused in a turn, the first: a note is one line.
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
        let uncalled =
            uncalled(Seat(0), &Uncalled { file: "a.py".into(), line: 4, text: "b.make".into() }, 2, 60);
        let told = "b.make is named but not called (a.py:4): write b.make(), and 2 such places in all";
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
    fn the_time_to_load_is_no_part_of_what_a_turn_is_allowed() {
        let mut watched = Watched { is_advised: true, ..Watched::default() };
        let limit = Some(Duration::from_secs(1));
        let slow =
            |allowed| TurnReport { think: Duration::from_millis(900), allowed, ..TurnReport::default() };
        watched.note::<engine::game::tiny::Fives>(1, &slow(Some(Duration::from_secs(4))), limit);
        assert!(watched.advice(Seat(0), 1, limit).is_empty());
        watched.note::<engine::game::tiny::Fives>(2, &slow(None), limit);
        assert_eq!(watched.near, 1);
    }

    #[test]
    fn turns_near_the_limit_are_counted_and_lost_ones_are_not() {
        let mut watched = Watched { is_advised: true, ..Watched::default() };
        let limit = Some(Duration::from_secs(1));
        for (round, think) in [(1, 100), (2, 850), (3, 920), (4, 800)] {
            let report = TurnReport { think: Duration::from_millis(think), ..TurnReport::default() };
            watched.note::<engine::game::tiny::Fives>(round, &report, limit);
        }
        let late = TurnReport {
            fault: Some(Fault::timeout("no answer")),
            think: Duration::from_secs(1),
            ..TurnReport::default()
        };
        watched.note::<engine::game::tiny::Fives>(5, &late, limit);
        let told: Vec<String> = watched.advice(Seat(0), 5, limit).iter().map(sentence).collect();
        let near = "2 turns took more than 80 % of the 1 s allowed; the slowest took 0.92 s, in round 3";
        assert_eq!(told, [near, "1 turn was lost, first in round 5: no answer"]);
    }
}

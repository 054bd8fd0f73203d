//! Why ants were lost: the value, and an account of idle, refused and dead ants and of the food that was not gathered.

use super::super::Ants;
use super::super::event::{Cause as Removal, Event};
use super::super::position::Position;
use super::super::words;
use std::collections::BTreeMap;
use wag_core::game::loss::{LineCounts, Tally, by_share, line_of_chain};
use wag_core::game::{
    Cards, Cause, LossAccount, LossSpan, LossTurn, Losses, Sampling, Seat, SmallestLoss, Standing,
};
use wag_core::problem::CodePlace;
use wag_i18n::{Message, later, message};

pub const LOSSES: &Losses = &Losses {
    value: "strength",
    unit: later!("points of strength"),
    stand_ins: &["Forager", "Hunter"],
    on_request: &[],
    sampling: Sampling::Grid { points: 24, futures: 3 },
    smallest: SmallestLoss::Amount(15.0),
    cards: Cards::Fit,
    stated: STATED,
};

const STATED: f64 = 0.2;
/// The share of ants falls up to this many turns after its cause.
const LATE: u32 = 30;
/// The number of turns before a loss from which the player's usual rates are taken.
const USUAL_TURNS: u32 = 60;
/// The range of the change of the opponents' food with which the player's change is compared.
const OPPONENT_FOOD: (f64, f64) = (0.2, 1.0);
/// A cause that goes on at this part of its rate is the cause of the next loss, too.
const GOES_ON: f64 = 0.5;
/// Fights and food come first only if they are this many times as large as the other causes.
const CLEARLY: f64 = 2.0;

/// Returns the strength of a player: its share of the ants beside the best opponent, and the difference of their scores.
/// The score alone stays the same until a hill falls.
pub fn value(standings: &[Standing], seat: Seat) -> f64 {
    let figure = |standing: &Standing, name: &str| {
        let found = standing.figures.iter().find(|(known, _)| *known == name);
        found.map_or(0.0, |(_, value)| *value as f64)
    };
    let Some(own) = standings.get(seat.index()) else { return 0.0 };
    let best = |name: &str| {
        let others = Seat::all(standings.len()).zip(standings).filter(|(other, _)| *other != seat);
        others.map(|(_, standing)| figure(standing, name)).reduce(f64::max).unwrap_or(0.0)
    };
    let (ants, score) = (figure(own, "ants"), figure(own, "score"));
    let all = ants + best("ants");
    let share = if all > 0.0 { ants / all } else { 0.0 };
    100.0 * share + 10.0 * (score - best("score"))
}

/// The numbers of one player by turn.
#[derive(Clone, Default)]
struct Numbers {
    /// Ants at the start of each turn.
    ants: Tally,
    /// Ants without a move, including those whose order was refused.
    unmoved: Tally,
    food: Tally,
    born: Tally,
    /// Ants that died in collisions, and in battle.
    collided: Tally,
    fought: Tally,
}

/// The account of a player.
pub struct Account {
    seat: Seat,
    players: Vec<Numbers>,
    /// The player's ants that did not move because their order was refused.
    refused: Tally,
    /// The reasons for refusals, and the lines of code, by turn.
    reasons: Vec<(u32, &'static str)>,
    lines: Vec<(u32, Option<CodePlace>)>,
    /// The turns that failed, each with the name of the fault.
    failed: Vec<(u32, &'static str)>,
    removed: Option<(u32, Removal)>,
    /// The player's own hills that were razed, and the number of its hills at the start.
    razed: Tally,
    hills: usize,
}

/// The turns in which the events of a loss are searched: the share of ants answers late.
#[derive(Clone, Copy)]
struct Window {
    from: u32,
    until: u32,
}

impl Window {
    fn of(loss: &LossSpan) -> Window {
        let from = loss.from.saturating_sub(loss.rounds / 20).max(1);
        Window { from, until: loss.until.saturating_add(loss.rounds / 10).min(loss.rounds) }
    }

    /// Returns the turns before, from which usual rates are taken.
    fn before(self) -> Window {
        Window { from: self.from.saturating_sub(USUAL_TURNS).max(1), until: self.from - 1 }
    }

    fn sum(self, tally: &Tally) -> f64 {
        tally.sum(self.from, self.until)
    }

    /// Returns the part of the ant-turns that `tally` counts.
    fn part(self, tally: &Tally, numbers: &Numbers) -> f64 {
        ratio(self.sum(tally), self.sum(&numbers.ants))
    }
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

impl Account {
    pub fn new(players: usize, seat: Seat) -> Account {
        Account {
            seat,
            players: vec![Numbers::default(); players],
            refused: Tally::default(),
            reasons: Vec::new(),
            lines: Vec::new(),
            failed: Vec::new(),
            removed: None,
            razed: Tally::default(),
            hills: 0,
        }
    }

    fn own(&self) -> &Numbers {
        &self.players[self.seat.index()]
    }

    fn others(&self) -> impl Iterator<Item = &Numbers> {
        Seat::all(self.players.len())
            .zip(&self.players)
            .filter(|(seat, _)| *seat != self.seat)
            .map(|(_, other)| other)
    }

    fn event(&mut self, round: u32, before: &Position, event: &Event, unmoved: &mut [u32]) {
        let mut each = |ants: &[(super::super::torus::At, Seat)], tally: fn(&mut Numbers) -> &mut Tally| {
            for (_, owner) in ants {
                if let Some(numbers) = self.players.get_mut(owner.index()) {
                    tally(numbers).add(round, 1.0);
                }
            }
        };
        match event {
            Event::Moved(moves) => {
                for owner in moves.iter().filter_map(|(at, _)| Some(before.ant_at(*at)?.owner)) {
                    unmoved[owner.index()] = unmoved[owner.index()].saturating_sub(1);
                }
            }
            Event::Died { ants, fought: false } => each(ants, |numbers| &mut numbers.collided),
            Event::Died { ants, fought: true } => each(ants, |numbers| &mut numbers.fought),
            Event::Born(ants) => each(ants, |numbers| &mut numbers.born),
            Event::Gathered(food) => {
                let own: Vec<_> = food.iter().filter_map(|(at, owner)| Some((*at, (*owner)?))).collect();
                each(&own, |numbers| &mut numbers.food);
            }
            Event::Removed(seat, why) if *seat == self.seat => self.removed = Some((round, *why)),
            Event::Razed(hill, _) => {
                let hill = before.hills.get(usize::from(*hill));
                if hill.is_some_and(|hill| hill.owner == self.seat) {
                    self.razed.add(round, 1.0);
                }
            }
            _ => {}
        }
    }

    fn cause(&self, name: &'static str, share: f64, count: f64, loss: &LossSpan, phrase: Message) -> Cause {
        Cause {
            name,
            share,
            cost: share * loss.loss,
            count: count as u64,
            onset: None,
            values: BTreeMap::new(),
            lines: Vec::new(),
            phrase,
        }
    }

    fn removed(&self, loss: &LossSpan) -> Option<Cause> {
        let Window { from, until } = Window::of(loss);
        let (round, why) = self.removed.filter(|(round, _)| (from..=until).contains(round))?;
        let phrase = match why {
            Removal::Crashed => message!("removed from the match, because the program ended"),
            Removal::TimedOut => message!("removed from the match, because the time ran out"),
            Removal::Invalid => message!("removed from the match for an invalid order"),
        };
        let lines = self.lines.iter().filter(|(at, _)| *at == round).filter_map(|(_, line)| line.clone());
        let lines = lines.take(1).collect();
        Some(Cause { onset: Some(round), lines, ..self.cause("removed", 1.0, 1.0, loss, phrase) })
    }

    fn refused(&self, loss: &LossSpan) -> Cause {
        let window = Window::of(loss);
        let usual = window.before().part(&self.refused, self.own());
        let share = (window.part(&self.refused, self.own()) - usual).max(0.0);
        let count = window.sum(&self.refused);
        let is_in = |round: &u32| (window.from..=window.until).contains(round);
        let mut reasons: BTreeMap<&'static str, u32> = BTreeMap::new();
        for (_, why) in self.reasons.iter().filter(|(round, _)| is_in(round)) {
            *reasons.entry(why).or_default() += 1;
        }
        let mut lines = LineCounts::default();
        self.lines.iter().filter(|(round, _)| is_in(round)).for_each(|(_, line)| lines.add(line.clone()));
        let why = reasons.into_iter().max_by_key(|(_, count)| *count).map_or("", |(why, _)| why);
        let phrase = message!(
            "refused orders of ants: %{count}, most often: %{why}",
            count = count as u64,
            why = message!(why)
        );
        let onset = self.refused.onset(1, loss.until);
        let lines = lines.most_frequent();
        Cause { onset, lines, ..self.cause("refused", share, count, loss, phrase) }
    }

    fn idle(&self, loss: &LossSpan) -> Cause {
        let window = Window::of(loss);
        let idle = |numbers: &Numbers, window: Window| {
            let refused = if std::ptr::eq(numbers, self.own()) { window.sum(&self.refused) } else { 0.0 };
            ratio((window.sum(&numbers.unmoved) - refused).max(0.0), window.sum(&numbers.ants))
        };
        let others = median(self.others().map(|other| idle(other, window)).collect());
        let usual = idle(self.own(), window.before()).max(others);
        let share = (idle(self.own(), window) - usual).max(0.0);
        let count = (window.sum(&self.own().unmoved) - window.sum(&self.refused)).max(0.0);
        let is_in = |round: &u32| (window.from..=window.until).contains(round);
        let failed: Vec<&'static str> =
            self.failed.iter().filter(|(round, _)| is_in(round)).map(|(_, kind)| *kind).collect();
        let phrase = match failed.last() {
            Some(kind) => message!(
                "turns of ants without a move: %{count}; %{failed} turns failed (%{kind})",
                count = count as u64,
                failed = failed.len(),
                kind = message!(*kind)
            ),
            None => message!("turns of ants without a move: %{count}", count = count as u64),
        };
        Cause {
            onset: onset_near(&self.own().unmoved, loss),
            ..self.cause("idle", share, count, loss, phrase)
        }
    }

    /// Returns the part of the ants that died in excess of the usual rate.
    fn deaths(&self, name: &'static str, died: &Tally, phrase: fn(u64) -> Message, loss: &LossSpan) -> Cause {
        let (window, own) = (Window::of(loss), self.own());
        let count = window.sum(died);
        let usual = window.before().part(died, own) * window.sum(&own.ants);
        let had = own.ants.sum(window.from, window.from) + window.sum(&own.born);
        let share = ratio((count - usual).max(0.0), had).min(1.0);
        let phrase = phrase(count as u64);
        Cause { onset: onset_near(died, loss), ..self.cause(name, share, count, loss, phrase) }
    }

    fn not_gathering(&self, loss: &LossSpan) -> Cause {
        let now = Window { from: loss.from, until: loss.until };
        let before = Window {
            from: loss.from.saturating_sub(USUAL_TURNS).max(loss.healthy_from + 1),
            until: loss.from.saturating_sub(1),
        };
        let rate = |numbers: &Numbers, window: Window| numbers.food.rate(window.from, window.until);
        let change = |numbers: &Numbers| ratio(rate(numbers, now), rate(numbers, before));
        let best = self
            .others()
            .max_by(|one, other| one.food.sum(1, loss.rounds).total_cmp(&other.food.sum(1, loss.rounds)));
        let (least, most) = OPPONENT_FOOD;
        let opponent = best.map_or(most, |best| change(best).clamp(least, most));
        let own = self.own();
        let active = 1.0 - Window::of(loss).part(&own.unmoved, own);
        let has_usual = rate(own, before) > 0.0;
        let share = if has_usual { (1.0 - change(own) / opponent).max(0.0) * active } else { 0.0 };
        let per_hundred = |window| (100.0 * rate(own, window)).round();
        let phrase = message!(
            "food gathered in 100 turns: %{now}, before: %{before}",
            now = per_hundred(now),
            before = per_hundred(before)
        );
        self.cause("not_gathering", share, now.sum(&own.food), loss, phrase)
    }

    /// Returns the razed hills, which are an effect and count only if nothing else explains the loss.
    fn razed(&self, loss: &LossSpan) -> Cause {
        let count = Window::of(loss).sum(&self.razed);
        let share = ratio(count, self.hills as f64).min(1.0);
        let onset = self.razed.first(Window::of(loss).from, Window::of(loss).until);
        let phrase = message!("hills razed by others: %{count}", count = count as u64);
        Cause { onset, ..self.cause("razed", share, count, loss, phrase) }
    }
}

/// Returns where the rate of a class rises most near the start of the loss.
fn onset_near(tally: &Tally, loss: &LossSpan) -> Option<u32> {
    let near = LATE.max(loss.rounds / 10);
    tally.onset(loss.from.saturating_sub(near).max(1), loss.from.saturating_add(near).min(loss.until))
}

impl LossAccount<Ants> for Account {
    fn book(&mut self, turn: &LossTurn<'_, Ants>) {
        let counts = turn.before.counts();
        if self.hills == 0 {
            self.hills = turn.before.standing_of(self.seat);
        }
        let mut unmoved = counts.clone();
        for event in turn.events {
            self.event(turn.round, turn.before, event, &mut unmoved);
        }
        for (numbers, (ants, unmoved)) in self.players.iter_mut().zip(counts.iter().zip(&unmoved)) {
            numbers.ants.add(turn.round, (*ants).into());
            numbers.unmoved.add(turn.round, (*unmoved).into());
        }
        let refused: Vec<&'static str> =
            words::refused(turn.events, self.seat).map(|(_, why)| why.reason()).collect();
        let own = unmoved.get(self.seat.index()).copied().unwrap_or(0) as usize;
        self.refused.add(turn.round, refused.len().min(own) as f64);
        self.reasons.extend(refused.into_iter().map(|why| (turn.round, why)));
        let Some((_, report)) = turn.reports.iter().find(|(seat, _)| *seat == self.seat) else { return };
        if let Some(fault) = &report.fault {
            self.failed.push((turn.round, fault.kind.name()));
            let place = report.problem(turn.round).and_then(|problem| problem.place);
            self.lines.push((turn.round, place));
        }
        let lines = report.refused.iter().map(|refusal| (turn.round, line_of_chain(report, refusal.chain)));
        self.lines.extend(lines);
    }

    fn causes(&self, loss: &LossSpan) -> Vec<Cause> {
        if let Some(removed) = self.removed(loss) {
            return vec![removed];
        }
        let own = self.own();
        let collided = |count| message!("ants killed in collisions with each other: %{count}", count);
        let fought = |count| message!("ants killed in battle: %{count}", count);
        let mut first = vec![
            self.refused(loss),
            self.idle(loss),
            self.deaths("collisions", &own.collided, collided, loss),
        ];
        let mut others = vec![self.deaths("fights", &own.fought, fought, loss), self.not_gathering(loss)];
        by_share(&mut first);
        by_share(&mut others);
        let clearly = others[0].share > CLEARLY * first[0].share;
        if !clearly && first[0].share >= STATED {
            // Dead, idle and refused ants neither gather nor fight: such an effect pays only for what its cause leaves.
            let left = (1.0 - first[0].share).max(0.0);
            for effect in &mut others {
                effect.share = effect.share.min(left);
                effect.cost = effect.share * loss.loss;
            }
        }
        let mut causes = if clearly { [others, first] } else { [first, others] }.concat();
        if causes.iter().all(|cause| cause.share < STATED) {
            causes.push(self.razed(loss));
            by_share(&mut causes);
        }
        causes.retain(|cause| cause.share > 0.0);
        causes
    }

    fn continues(&self, cause: &str, first: &LossSpan, second: &LossSpan) -> bool {
        let share = |loss: &LossSpan| {
            let causes = self.causes(loss);
            causes.iter().find(|found| found.name == cause).map_or(0.0, |found| found.share)
        };
        share(first) > 0.0 && share(second) >= GOES_ON * share(first)
    }
}

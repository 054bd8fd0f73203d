//! Why points were lost: the value, and an account of actions without effect, dead plants and unused cards.

use super::super::event::{Event, RefusalReason};
use super::super::orders::{Card, Letter};
use super::super::state::{State, other};
use super::super::tile::Tile;
use super::super::{Flowers, words};
use std::collections::BTreeMap;
use wag_core::arena::TurnReport;
use wag_core::game::loss::{LineCounts, Tally, by_share, line_of_order};
use wag_core::game::{
    Cards, Cause, LossAccount, LossSpan, LossTurn, Losses, Sampling, Seat, SmallestLoss, Standing,
};
use wag_core::problem::CodePlace;
use wag_i18n::{Message, message};

pub const LOSSES: &Losses = &Losses {
    value: "points",
    unit: "points",
    stand_ins: &["Sower", "Gardener"],
    on_request: &["Estate"],
    sampling: Sampling::EveryRound,
    smallest: SmallestLoss::Share(0.05),
    cards: Cards::Fit,
    stated: 0.4,
};

/// The number of rounds before a loss in which its causes are searched, because the curve may show it later.
const EARLIER: u32 = 3;
/// The minimum number of healthy rounds from which a rate is taken.
const HEALTHY_MIN: u32 = 10;
/// The share of the spent gold from which unused cards explain that later purchases were too dear.
const UNUSED_SHARE: f64 = 0.3;

pub fn value(standings: &[Standing], seat: Seat) -> f64 {
    let figures = standings.get(seat.index()).map_or(&[][..], |standing| &standing.figures);
    figures.iter().find(|(name, _)| *name == "points").map_or(0.0, |(_, points)| *points as f64)
}

/// The classes of the account, with their names in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Passed,
    Missed,
    Void,
    /// A plant got too much water from its owner.
    Drowned,
    Rained,
    Withered,
}

impl Class {
    const fn name(self) -> &'static str {
        match self {
            Class::Passed => "passed",
            Class::Missed => "missed",
            Class::Void => "void",
            Class::Drowned => "drowned",
            Class::Rained => "rained",
            Class::Withered => "withered",
        }
    }
}

/// An action without effect, or a dead plant.
struct Entry {
    round: u32,
    class: Class,
    /// The lost harvest of a plant; 0 for an action.
    worth: i64,
    /// The reason, for actions.
    reason: Option<Message>,
    is_too_dear: bool,
    place: Option<CodePlace>,
}

/// The account of a player.
pub struct Account {
    seat: Seat,
    entries: Vec<Entry>,
    /// The rounds in which the opponent passed.
    opponent_passed: Tally,
    /// The purchases of cards: round, card, number, and the price of one.
    purchases: Vec<(u32, Card, i64, i64)>,
    /// The number of used cards of each kind.
    used: [i64; Card::ALL.len()],
    /// The spent gold by round.
    spent: Tally,
    /// The round in which the player had missed too many actions.
    lost: Option<u32>,
}

/// The sum of a class in a loss.
struct Sum {
    cost: f64,
    count: u64,
    onset: Option<u32>,
    lines: Vec<CodePlace>,
    /// The most frequent reason.
    reason: Option<Message>,
}

impl Account {
    pub fn new(seat: Seat) -> Account {
        Account {
            seat,
            entries: Vec::new(),
            opponent_passed: Tally::default(),
            purchases: Vec::new(),
            used: [0; Card::ALL.len()],
            spent: Tally::default(),
            lost: None,
        }
    }

    /// Books an event. `before` is the state before the event.
    fn event(&mut self, round: u32, before: &State, event: &Event, report: Option<&TurnReport>) {
        if let Event::Passed { seat } = event
            && *seat == other(self.seat)
        {
            self.opponent_passed.add(round, 1.0);
        }
        if event.seat().is_some_and(|seat| seat != self.seat) {
            return;
        }
        let numbers = &before.setup.numbers;
        match event {
            Event::Lost { .. } => self.lost = Some(round),
            Event::Paid { cards, .. } => {
                for (card, amount) in cards {
                    let price = numbers.price(*card);
                    self.purchases.push((round, *card, *amount, price));
                    self.spent.add(round, price.saturating_mul(*amount) as f64);
                }
            }
            Event::Bought { tiles, .. } => self.spent.add(round, numbers.tile as f64 * tiles.len() as f64),
            Event::Planted { plants, .. } => plants.iter().for_each(|(_, card)| self.used[card.id()] += 1),
            Event::Watered { drops, .. } => {
                let all = drops.iter().fold(0_i64, |sum, (_, drops)| sum.saturating_add(*drops));
                let used = &mut self.used[Card::Water.id()];
                *used = used.saturating_add(all);
                let drowned = before.drowned(drops);
                self.dead(round, before, Class::Drowned, &drowned, report);
            }
            Event::Fertilized { works: true, .. } => self.used[Card::Fertilizer.id()] += 1,
            Event::Dug { fault: None, .. } => self.used[Card::Mole.id()] += 1,
            Event::Rained { dead, .. } => self.dead(round, before, Class::Rained, dead, None),
            Event::RoundOver { dead } => self.dead(round, before, Class::Withered, dead, None),
            _ => {}
        }
    }

    /// Books the player's own plants among these dead ones. A ripe plant that dies is lost as well.
    fn dead(
        &mut self,
        round: u32,
        before: &State,
        class: Class,
        tiles: &[Tile],
        report: Option<&TurnReport>,
    ) {
        for tile in tiles.iter().filter(|tile| before.owner(**tile) == Some(self.seat)) {
            let Some(plant) = before.plant(*tile) else { continue };
            let worth = before.setup.numbers.seed(plant.card).worth;
            let worth = worth << u32::from(before.special.contains(*tile));
            let place = report.and_then(|report| line_of_order(report, 0));
            self.entries.push(Entry { round, class, worth, reason: None, is_too_dear: false, place });
        }
    }

    /// Books the player's action if it had no effect.
    fn action(&mut self, round: u32, events: &[Event], report: Option<&TurnReport>) {
        let Some((class, reason)) = wasted(events, self.seat) else { return };
        let fault = report.and_then(|report| report.fault.as_ref());
        let problem = report.and_then(|report| report.problem(round)?.place);
        let place = problem.or_else(|| report.and_then(|report| line_of_order(report, 0)));
        let is_too_dear = reason.as_ref().is_some_and(|(_, why)| *why == Some(RefusalReason::TooDear));
        self.entries.push(Entry {
            round,
            class,
            worth: 0,
            reason: match class {
                Class::Missed => fault.map(|fault| message!(fault.kind.name())),
                _ => reason.as_ref().map(|(reason, _)| reason.clone()),
            },
            is_too_dear,
            place,
        });
    }

    /// Returns the entries of a class in some rounds.
    fn of(&self, class: Class, from: u32, until: u32) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.class == class && (from..=until).contains(&entry.round))
    }

    /// Returns the sum of a class in a loss: what exceeds the rate before. `action` is the worth of an action.
    fn sum(&self, class: Class, loss: &LossSpan, action: f64) -> Sum {
        let amount = |entry: &Entry| if entry.worth == 0 { action } else { entry.worth as f64 };
        let from = first_round(loss);
        let entries = || self.of(class, from, loss.until);
        let mut tally = Tally::default();
        self.of(class, 1, loss.until).for_each(|entry| tally.add(entry.round, amount(entry)));
        let rounds = f64::from(loss.until + 1 - from);
        let healthy = from.saturating_sub(loss.healthy_from + 1) >= HEALTHY_MIN;
        let expected = match class {
            Class::Missed | Class::Void => 0.0,
            _ if healthy => tally.rate(loss.healthy_from + 1, from - 1),
            Class::Passed => action * self.opponent_passed.rate(from, loss.until),
            _ => 0.0,
        };
        let mut lines = LineCounts::default();
        entries().for_each(|entry| lines.add(entry.place.clone()));
        let mut reasons: BTreeMap<String, (usize, &Message)> = BTreeMap::new();
        for reason in entries().filter_map(|entry| entry.reason.as_ref()) {
            reasons.entry(reason.english()).or_insert((0, reason)).0 += 1;
        }
        let is_exact = matches!(class, Class::Missed | Class::Void);
        Sum {
            cost: (tally.sum(from, loss.until) - expected * rounds).max(0.0),
            count: entries().count() as u64,
            onset: is_exact.then(|| tally.onset(1, loss.until)).flatten(),
            lines: lines.most_frequent(),
            reason: reasons.into_values().max_by_key(|(count, _)| *count).map(|(_, reason)| reason.clone()),
        }
    }

    /// Returns the gold that was paid for cards that were never used, by round. Of several purchases of a kind, the last
    /// ones remain unused.
    fn unused(&self) -> Tally {
        let mut tally = Tally::default();
        for card in Card::ALL {
            let own = || self.purchases.iter().filter(move |(_, bought, ..)| *bought == card);
            let bought = own().fold(0_i64, |sum, (.., amount, _)| sum.saturating_add(*amount));
            let mut left = bought.saturating_sub(self.used[card.id()]);
            for (round, _, amount, price) in own().rev() {
                let unused = left.clamp(0, *amount);
                left -= unused;
                tally.add(*round, unused.saturating_mul(*price) as f64);
            }
        }
        tally
    }

    fn spending(&self, loss: &LossSpan, action: f64) -> (Cause, bool) {
        let from = first_round(loss);
        let unused = self.unused();
        let gold = unused.sum(from, loss.until);
        let takes_over = gold > UNUSED_SHARE * self.spent.sum(from, loss.until);
        let first = unused.first(from, loss.until).unwrap_or(loss.until);
        let dear = self.of(Class::Void, first, loss.until).filter(|entry| entry.is_too_dear);
        let dear = if takes_over { dear.count() as u64 } else { 0 };
        let phrase = match dear {
            0 => message!("%{gold} gold for cards that were never used", gold = gold as i64),
            _ => message!(
                "%{gold} gold for cards that were never used, so that the gold was missing for %{count} later actions",
                gold = gold as i64,
                count = dear
            ),
        };
        let cause = Cause {
            values: BTreeMap::from([("gold", gold as i64), ("too_dear", dear as i64)]),
            ..cause("spending", gold + dear as f64 * action, loss, phrase)
        };
        let onset = unused.onset(from, loss.until);
        let purchases = self.purchases.iter().filter(|(round, ..)| (from..=loss.until).contains(round));
        (Cause { onset, count: purchases.count() as u64, ..cause }, takes_over)
    }

    /// Returns the cause that all points were lost after too many missed actions.
    fn too_many_missed(&self, loss: &LossSpan) -> Option<Cause> {
        let lost = self.lost.filter(|lost| (first_round(loss)..=loss.until + 1).contains(lost))?;
        let sum = self.sum(Class::Missed, &LossSpan { from: 1, healthy_from: 0, until: lost, ..*loss }, 0.0);
        let phrase = match sum.reason {
            Some(why) => message!(
                "%{count} missed actions, with which all points were lost (%{why})",
                count = sum.count,
                why
            ),
            None => message!("%{count} missed actions, with which all points were lost", count = sum.count),
        };
        let lines = sum.lines;
        Some(Cause {
            share: 1.0,
            count: sum.count,
            onset: Some(lost),
            lines,
            ..cause("missed", loss.loss, loss, phrase)
        })
    }
}

/// Returns the round from which the causes of a loss are searched.
fn first_round(loss: &LossSpan) -> u32 {
    loss.from.saturating_sub(EARLIER).max(loss.healthy_from + 1).min(loss.from).max(1)
}

fn cause(name: &'static str, cost: f64, loss: &LossSpan, phrase: Message) -> Cause {
    Cause {
        name,
        share: if loss.loss > 0.0 { cost / loss.loss } else { 0.0 },
        cost,
        count: 0,
        onset: None,
        values: BTreeMap::new(),
        lines: Vec::new(),
        phrase,
    }
}

/// Why an action had no effect, with the code of the reason if the rules refused it.
type Reason = (Message, Option<RefusalReason>);

/// Returns why a player's action had no effect; `None` if it had one.
fn wasted(events: &[Event], seat: Seat) -> Option<(Class, Option<Reason>)> {
    let own: Vec<&Event> = events.iter().filter(|event| event.seat() == Some(seat)).collect();
    let skipped = own.iter().find_map(|event| match event {
        Event::Skipped { why, .. } => Some(*why),
        _ => None,
    });
    let refused = |what: &'static str, why: RefusalReason| {
        let reason = message!(words::reason(why));
        (message!("%{what}: %{reason}", what = message!(what), reason), Some(why))
    };
    let void = |what, why: Option<RefusalReason>| Some((Class::Void, why.map(|why| refused(what, why))));
    match own.first()? {
        Event::Missed { .. } => Some((Class::Missed, None)),
        Event::Passed { .. } => Some((Class::Passed, None)),
        Event::Unread { why, .. } => Some((Class::Void, Some((message!(words::unread(*why)), None)))),
        Event::Void { letter, why, .. } => void(words::letter_name(*letter), Some(*why)),
        Event::Bought { tiles, .. } if tiles.is_empty() => void(words::letter_name(Letter::Land), skipped),
        Event::Paid { cards, .. } if cards.is_empty() => void(words::letter_name(Letter::Cards), skipped),
        Event::Planted { plants, .. } if plants.is_empty() => {
            void(words::letter_name(Letter::Plant), skipped)
        }
        Event::Watered { drops, .. } if drops.is_empty() => void(words::letter_name(Letter::Water), skipped),
        Event::Dug { fault: Some(why), .. } => void(words::letter_name(Letter::Mole), Some(*why)),
        Event::Harvested { tiles, .. } if tiles.is_empty() => {
            Some((Class::Void, Some((message!("nothing was ripe"), None))))
        }
        Event::Fertilized { works: false, .. } => {
            Some((Class::Void, Some((message!("no fertilizer was left"), None))))
        }
        _ => None,
    }
}

impl LossAccount<Flowers> for Account {
    fn book(&mut self, turn: &LossTurn<'_, Flowers>) {
        let report = turn.reports.iter().find(|(seat, _)| *seat == self.seat).map(|(_, report)| report);
        self.action(turn.round, turn.events, report);
        let mut state = turn.before.clone();
        for event in turn.events {
            self.event(turn.round, &state, event, report);
            state.follow(event);
        }
    }

    fn causes(&self, loss: &LossSpan) -> Vec<Cause> {
        if let Some(out) = self.too_many_missed(loss) {
            return vec![out];
        }
        let action = loss.start_value.max(0.0) / f64::from(loss.rounds.max(1));
        let (spending, takes_over) = self.spending(loss, action);
        let mut sums: Vec<(Class, Sum)> =
            [Class::Passed, Class::Missed, Class::Void, Class::Drowned, Class::Rained, Class::Withered]
                .into_iter()
                .map(|class| (class, self.sum(class, loss, action)))
                .collect();
        if takes_over {
            let dear = spending.values["too_dear"];
            sums[2].1.cost = (sums[2].1.cost - dear as f64 * action).max(0.0);
        }
        let rained = self.rained_after_missed(loss).map(|count| (count, sums[4].1.cost));
        if let Some((_, cost)) = rained {
            sums[1].1.cost += cost;
            sums[4].1.cost = 0.0;
        }
        let mut causes = vec![spending];
        for (class, sum) in sums {
            let rained = rained.map(|(count, _)| count).filter(|_| class == Class::Missed);
            let phrase = phrase(class, &sum, rained);
            let Sum { cost, count, onset, lines, .. } = sum;
            causes.push(Cause { count, onset, lines, ..cause(class.name(), cost, loss, phrase) });
        }
        causes.retain(|cause| cause.cost > 0.0);
        by_share(&mut causes);
        causes
    }
}

impl Account {
    /// Returns the number of plants that rain killed after a missed action of the loss. Such an action shifts all later
    /// ones, so that plants are outside when it rains.
    fn rained_after_missed(&self, loss: &LossSpan) -> Option<u64> {
        let missed = self.of(Class::Missed, first_round(loss), loss.until).next()?.round;
        let rained = self.of(Class::Rained, missed, loss.until).count() as u64;
        (rained > 0).then_some(rained)
    }
}

/// Describes a class in a loss. `rained` is the number of plants that rain killed as its consequence.
fn phrase(class: Class, sum: &Sum, rained: Option<u64>) -> Message {
    let count = sum.count;
    match (class, sum.reason.clone(), rained) {
        (Class::Passed, ..) => message!("%{count} rounds without an action", count),
        (Class::Missed, None, None) => message!("missed actions: %{count}", count),
        (Class::Missed, Some(why), None) => message!("missed actions: %{count} (%{why})", count, why),
        (Class::Missed, None, Some(rained)) => message!(
            "missed actions: %{count}; they shifted the later ones, and rain killed %{rained} plants",
            count,
            rained
        ),
        (Class::Missed, Some(why), Some(rained)) => message!(
            "missed actions: %{count} (%{why}); they shifted the later ones, and rain killed %{rained} plants",
            count,
            why,
            rained
        ),
        (Class::Void, None, _) => message!("actions without effect: %{count}", count),
        (Class::Void, Some(why), _) => {
            message!("actions without effect: %{count}, most often: %{why}", count, why)
        }
        (Class::Drowned, ..) => message!("plants killed by too much water: %{count}", count),
        (Class::Rained, ..) => message!("plants killed by rain: %{count}", count),
        (Class::Withered, ..) => message!("plants that died of age: %{count}", count),
    }
}

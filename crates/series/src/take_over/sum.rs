//! The losses of a player over many matches: how much of all loss each cause pays for, with its worst example.

use super::report::{CardCause, LossCard, LossReport};
use super::{TakeOver, TakeOverOptions};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use wag_games::open_replay;
use wag_i18n::message;
use wag_inspect::recorded_player::chosen_seat;
use wag_play::error::{PlayError, user_error};
use wag_play::recorded::{named, open};
use wag_replay::Phrase;

/// The losses of a player over many matches of one game.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LossSum {
    pub player: String,
    /// The unit of all losses.
    pub unit: &'static str,
    /// The number of matches whose losses are known.
    pub matches: usize,
    pub void: Vec<VoidMatch>,
    /// The number of losses.
    pub cards: usize,
    /// The sum of all losses.
    pub loss: f64,
    /// The stated causes, the most expensive first.
    pub causes: Vec<SummedCause>,
    /// The share of the loss for which no cause was stated.
    pub unexplained: f64,
}

/// A match whose losses are unknown, and the reason.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VoidMatch {
    pub replay: String,
    #[serde(flatten)]
    pub phrase: Phrase,
}

/// A cause over many matches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SummedCause {
    pub name: &'static str,
    /// The part of all loss for which the cause pays.
    pub share: f64,
    pub cost: f64,
    /// The number of losses in which the cause was stated.
    pub cards: usize,
    pub worst: WorstExample,
}

/// The loss in which a cause cost the most.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WorstExample {
    pub replay: String,
    /// The round in which the loss begins.
    pub round: u32,
    pub cost: f64,
    /// The cause in this loss.
    #[serde(flatten)]
    pub phrase: Phrase,
}

/// Adds the losses of a player in all of these replays that it took part in. Calls `next` before each replay. After a stop,
/// the sum lacks the rest.
pub fn sum_losses(
    options: &TakeOverOptions,
    replays: &[PathBuf],
    player: Option<&str>,
    next: &mut dyn FnMut(),
) -> Result<LossSum, PlayError> {
    let (mut sum, mut game) = (LossSum::default(), None);
    for replay in replays {
        next();
        let (known, blocks) = named(replay, open_replay(open(replay)?))?;
        if *game.get_or_insert(known.info.name) != known.info.name {
            return user_error(message!("the replays are of several games, whose losses cannot be added"));
        }
        let Ok(seat) = chosen_seat(&blocks.header, player) else { continue };
        let player = Some(&*blocks.header.players[seat.index()].name);
        let report = TakeOver { replay, player, options }.explain(&mut |_| {})?;
        if options.stop.load(Ordering::Relaxed) {
            break;
        }
        sum.add(&replay.display().to_string(), &report);
    }
    Ok(sum.finished())
}

impl LossSum {
    /// Returns whether no match of the player was found.
    pub fn is_empty(&self) -> bool {
        self.matches == 0 && self.void.is_empty()
    }

    /// Adds a match; `replay` is its file.
    fn add(&mut self, replay: &str, report: &LossReport) {
        self.player.clone_from(&report.player);
        if let Some(void) = &report.curve.void {
            self.void.push(VoidMatch { replay: replay.to_string(), phrase: void.phrase.clone() });
            return;
        }
        self.unit = report.curve.unit;
        self.matches += 1;
        report.cards.iter().for_each(|card| self.add_card(replay, card));
    }

    /// Adds a loss. Its stated causes never pay for more than all of it.
    fn add_card(&mut self, replay: &str, card: &LossCard) {
        self.cards += 1;
        self.loss += card.loss;
        let stated = || card.causes.iter().filter(|cause| cause.stated);
        let all: f64 = stated().map(|cause| cause.share).sum();
        for cause in stated() {
            let cost = card.loss * cause.share / all.max(1.0);
            let (replay, phrase) = (replay.to_string(), cause.phrase.clone());
            self.add_cause(cause, WorstExample { replay, round: card.onset, cost, phrase });
        }
    }

    fn add_cause(&mut self, cause: &CardCause, example: WorstExample) {
        let cost = example.cost;
        match self.causes.iter_mut().find(|known| known.name == cause.name) {
            None => {
                self.causes.push(SummedCause {
                    name: cause.name,
                    share: 0.0,
                    cost,
                    cards: 1,
                    worst: example,
                });
            }
            Some(known) => {
                known.cost += cost;
                known.cards += 1;
                if cost > known.worst.cost {
                    known.worst = example;
                }
            }
        }
    }

    /// Computes the shares and sorts the causes, after all matches.
    #[must_use]
    fn finished(mut self) -> LossSum {
        let all = self.loss.max(f64::MIN_POSITIVE);
        self.causes.iter_mut().for_each(|cause| cause.share = cause.cost / all);
        self.causes.sort_by(|one, other| other.cost.total_cmp(&one.cost).then(one.name.cmp(other.name)));
        let explained: f64 = self.causes.iter().map(|cause| cause.share).sum();
        self.unexplained = if self.loss > 0.0 { (1.0 - explained).max(0.0) } else { 0.0 };
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::report::{OnsetSource, TakeOverCurve, VoidCurve, VoidReason};
    use super::*;
    use std::collections::BTreeMap;

    fn cause(name: &'static str, share: f64, stated: bool) -> CardCause {
        CardCause {
            name,
            cost: 0.0,
            share,
            count: 1,
            values: BTreeMap::new(),
            lines: Vec::new(),
            stated,
            phrase: Phrase::default(),
        }
    }

    fn card(onset: u32, loss: f64, causes: Vec<CardCause>) -> LossCard {
        LossCard {
            from: onset,
            until: onset + 9,
            onset,
            onset_source: OnsetSource::Curve,
            loss,
            loss_interval: (loss, loss),
            per_round: loss / 10.0,
            win_before: 1.0,
            win_after: 0.0,
            steady: false,
            causes,
            better: Vec::new(),
            phrase: Phrase::default(),
        }
    }

    fn report(cards: Vec<LossCard>) -> LossReport {
        LossReport {
            player: "anna".to_string(),
            seat: 1,
            phrase: Phrase::default(),
            remarks: Vec::new(),
            curve: TakeOverCurve { unit: "stock", ..TakeOverCurve::default() },
            cards,
        }
    }

    #[test]
    fn causes_share_the_loss_and_name_their_worst_example() {
        let mut sum = LossSum::default();
        let causes = vec![cause("idle", 0.9, true), cause("refused", 0.2, false)];
        sum.add("a.wag", &report(vec![card(10, 100.0, causes)]));
        sum.add(
            "b.wag",
            &report(vec![card(50, 300.0, vec![cause("idle", 1.5, true), cause("out", 0.5, true)])]),
        );
        sum.add("c.wag", &report(vec![card(5, 100.0, vec![cause("refused", 0.1, false)])]));
        let mut short = report(Vec::new());
        let (reason, phrase) = (VoidReason::TooShort, Phrase::default());
        short.curve.void = Some(VoidCurve { player: None, reason, phrase });
        sum.add("d.wag", &short);
        let sum = sum.finished();
        assert_eq!((sum.matches, sum.void.len(), sum.cards, sum.loss), (3, 1, 3, 500.0));
        let causes = sum.causes.iter().map(|cause| (cause.name, cause.cost.round(), cause.cards));
        assert_eq!(causes.collect::<Vec<_>>(), [("idle", 315.0, 2), ("out", 75.0, 1)]);
        let worst = &sum.causes[0].worst;
        assert_eq!((worst.replay.as_str(), worst.round), ("b.wag", 50));
        assert!((sum.unexplained - 110.0 / 500.0).abs() < 1e-9, "{sum:?}");
    }

    #[test]
    fn no_loss_has_no_shares() {
        let mut sum = LossSum::default();
        sum.add("a.wag", &report(Vec::new()));
        let sum = sum.finished();
        assert_eq!((sum.causes.len(), sum.unexplained), (0, 0.0));
    }
}

//! The curve of the futures so far, its falls, and the cards that explain them.

use super::futures::{ALTERNATIVES, Future, FutureId};
use super::report::{BetterOrder, CardCause, CurvePoint, LossCard, LossReport, OnsetSource, TakeOverCurve};
use super::{Record, Subject, words};
use std::collections::BTreeMap;
use wag_core::game::{Cards, Cause, LossSpan, Sampling, SmallestLoss};
use wag_stats::knees::{Fall, FallRules, Fit, Point, falls, fit, last_fall, pooled};
use wag_stats::series::wilson_interval;

/// The share from which a steady loss names a cause.
const STATED_IF_STEADY: f64 = 0.5;
/// The share from which a second cause is stated.
const STATED_SECOND: f64 = 0.4;
/// A fault that begins after this part of the match is a moment.
const EARLY: f64 = 0.2;
/// The maximum number of stated causes of a card.
const STATED_MAX: usize = 2;
/// The standard deviation of the recorded result in the fit, as a part of the scale.
const EXACT: f64 = 0.005;
/// The half width of a 95 % confidence interval, in standard errors.
const CONFIDENCE: f64 = 1.96;

/// The curve of a player.
pub struct Curve {
    points: Vec<CurvePoint>,
    fit: Fit,
    pub falls: Vec<Fall>,
    scale: f64,
    actual: f64,
    is_certain: bool,
    futures: usize,
}

impl Curve {
    /// Returns the curve of these futures. Its last points are the recorded result, without noise.
    pub fn of(record: &Record<'_>, subject: &Subject, played: &BTreeMap<FutureId, Future>) -> Curve {
        let mut by_round: BTreeMap<u32, Vec<Future>> = BTreeMap::new();
        let of_curve = || played.iter().filter(|((_, number), _)| *number < ALTERNATIVES);
        for ((round, _), future) in of_curve() {
            by_round.entry(*round).or_default().push(*future);
        }
        let values = |futures: &[Future]| futures.iter().map(|future| future.value).collect::<Vec<_>>();
        let mut points: Vec<Point> =
            by_round.iter().map(|(round, futures)| Point::of(f64::from(*round), &values(futures))).collect();
        let (actual, rounds) = (record.own(subject), record.losses.rounds());
        let scale = points.iter().map(|point| point.mean).fold(record.best(), f64::max);
        let ends = [record.last_turn + 1, rounds + 1];
        for round in &ends[usize::from(ends[0] == ends[1])..] {
            points.push(Point::of(f64::from(*round), &[actual]));
        }
        let is_certain = record.declared.sampling == Sampling::EveryRound;
        let mut points = pooled(&points, scale.abs().max(f64::MIN_POSITIVE.sqrt()));
        for point in points.iter_mut().filter(|point| point.x > f64::from(record.last_turn)) {
            point.sd = EXACT * scale;
        }
        let smallest = match record.declared.smallest {
            SmallestLoss::Share(share) => share * scale,
            SmallestLoss::Amount(amount) => amount,
        };
        let (fit, falls) = match record.declared.cards {
            Cards::Fit => {
                let fit = fit(&points).unwrap_or_default();
                let falls = falls(&fit, &points, FallRules { smallest, has_luck: !is_certain });
                (fit, falls)
            }
            Cards::LastFall => (Fit::default(), last_fall(&points, smallest)),
        };
        let shown = points.iter().map(|point| curve_point(point, &by_round, record, subject));
        Curve { points: shown.collect(), fit, falls, scale, actual, is_certain, futures: of_curve().count() }
    }

    /// Returns the rounds from which futures were played.
    pub fn rounds(&self) -> Vec<u32> {
        self.counts().into_iter().map(|(round, _)| round).collect()
    }

    /// Returns these rounds, each with its number of futures.
    pub fn counts(&self) -> Vec<(u32, u32)> {
        let played = self.points.iter().filter(|point| point.futures > 0);
        played.map(|point| (point.round, point.futures)).collect()
    }

    /// Returns the value at a round: that of the fit, or else of the point.
    pub fn value(&self, round: u32) -> f64 {
        if self.fit.x.is_empty() {
            self.nearest(round).map_or(0.0, |point| point.mean)
        } else {
            self.fit.value(round.into())
        }
    }

    /// Returns the last point up to a round, or the first one.
    fn nearest(&self, round: u32) -> Option<&CurvePoint> {
        let after = self.points.partition_point(|point| point.round <= round);
        self.points.get(after.saturating_sub(1))
    }
}

fn curve_point(
    point: &Point,
    by_round: &BTreeMap<u32, Vec<Future>>,
    record: &Record<'_>,
    subject: &Subject,
) -> CurvePoint {
    let round = point.x as u32;
    let futures = by_round.get(&round).filter(|_| round <= record.last_turn);
    let (wins, count) = match futures {
        Some(futures) => (futures.iter().map(|future| future.win).sum::<f64>(), futures.len() as u32),
        None => (actual_win(record, subject), 1),
    };
    CurvePoint {
        round,
        mean: point.mean,
        sd: if futures.is_some() { point.sd } else { 0.0 },
        futures: futures.map_or(0, |_| count),
        win: wins / f64::from(count.max(1)),
        win_interval: match futures {
            Some(_) => wilson_interval(wins, count),
            None => (wins, wins),
        },
    }
}

/// Returns 1 if the player won the recorded match alone, 0.5 if it shared the first place, or else 0.
fn actual_win(record: &Record<'_>, subject: &Subject) -> f64 {
    let winners = record.losses.winners();
    match (winners.contains(&subject.seat), winners.len()) {
        (true, 1) => 1.0,
        (true, _) => 0.5,
        (false, _) => 0.0,
    }
}

/// A fall with its causes.
struct Explained {
    fall: Fall,
    span: LossSpan,
    causes: Vec<Cause>,
}

impl Explained {
    fn of(curve: &Curve, record: &Record<'_>, fall: Fall, healthy_from: u32) -> Explained {
        let rounds = record.losses.rounds();
        let (from, until) = (fall.from as u32, (fall.until as u32).min(rounds));
        let base = fall.base_slope * (fall.until - fall.from);
        // What was lost before goes on with a stronger player; it is no loss of this card.
        let loss = if base < fall.loss { fall.loss - base } else { fall.loss };
        let start_value = curve.points.first().map_or(0.0, |point| point.mean);
        let span = LossSpan { from, until, loss, healthy_from, rounds, start_value };
        Explained { fall, causes: record.losses.causes(&span), span }
    }

    /// Returns the name of the first stated cause.
    fn stated(&self, stated: f64) -> Option<&'static str> {
        self.causes.iter().find(|cause| cause.share >= stated).map(|cause| cause.name)
    }
}

/// Explains the falls, and merges neighbours whose cause is the same.
fn explained(curve: &Curve, record: &Record<'_>) -> Vec<Explained> {
    let mut falls = curve.falls.clone();
    let is_fit = record.declared.cards == Cards::Fit;
    falls.sort_by(|a, b| a.from.total_cmp(&b.from));
    let mut all: Vec<Explained> = Vec::new();
    for fall in falls {
        let healthy_from = all.last().map_or(0, |last| last.span.until);
        let next = Explained::of(curve, record, fall, healthy_from);
        let is_one = |last: &Explained| {
            let name = last.stated(record.declared.stated);
            let is_same = name.is_some() && name == next.stated(record.declared.stated);
            is_same || name.is_some_and(|name| record.losses.continues(name, &last.span, &next.span))
        };
        match all.pop_if(|last| is_fit && is_one(last)) {
            Some(last) => {
                let fall = Fall {
                    until: next.fall.until,
                    loss: curve.fit.value(last.fall.from) - curve.fit.value(next.fall.until),
                    loss_error: last.fall.loss_error.hypot(next.fall.loss_error),
                    ..last.fall
                };
                all.push(Explained::of(curve, record, fall, last.span.healthy_from));
            }
            None => all.push(next),
        }
    }
    if is_fit {
        all.sort_by(|a, b| b.fall.loss.total_cmp(&a.fall.loss));
    } else {
        // The last fall decided; the earlier ones were regained.
        all.reverse();
    }
    all
}

/// Returns the report of a curve, without what only the search knows.
/// `tried` are the orders of the deciding round, if they were tried.
pub fn report(
    curve: &Curve,
    record: &Record<'_>,
    subject: &Subject,
    stand_in: &'static str,
    tried: &[BetterOrder],
) -> LossReport {
    let declared = record.declared;
    let explained = explained(curve, record);
    // Of the falls of a chance, the first card is the last one in the match; the others were regained.
    let cards: Vec<LossCard> = (0..)
        .zip(&explained)
        .map(|(at, explained): (usize, _)| {
            card(curve, record, stand_in, explained, if at == 0 { Some(tried) } else { None })
        })
        .collect();
    let facts = words::Facts { player: &subject.player, stand_in, declared, actual: curve.actual };
    let start = curve.points.first().map_or(0.0, |point| point.mean);
    let phrase = match cards.first() {
        Some(first) if first.steady => words::steady(&facts, first.per_round),
        Some(first) => words::would_have(&facts, first.onset, curve.value(first.from)),
        None if start - curve.actual > super::STRONGER * curve.scale => words::only_luck(&facts),
        None => words::no_loss(&facts),
    };
    LossReport {
        player: subject.player.clone(),
        seat: subject.seat.number(),
        phrase: phrase.into(),
        remarks: Vec::new(),
        curve: TakeOverCurve {
            player: subject.player.clone(),
            stand_in: Some(stand_in),
            value: declared.value,
            unit: declared.unit,
            points: curve.points.clone(),
            fit: curve.fit.x.iter().zip(&curve.fit.y).map(|(x, y)| (*x as u32, *y)).collect(),
            actual: curve.actual,
            scale: curve.scale,
            base_slope: curve.falls.iter().map(|fall| fall.base_slope).fold(0.0, f64::max),
            futures: curve.futures as u32,
            certain: curve.is_certain,
            ..TakeOverCurve::default()
        },
        cards,
    }
}

fn card(
    curve: &Curve,
    record: &Record<'_>,
    stand_in: &'static str,
    explained: &Explained,
    tried: Option<&[BetterOrder]>,
) -> LossCard {
    let Explained { fall, span, causes } = explained;
    let least = match fall.is_steady {
        true => record.declared.stated.max(STATED_IF_STEADY),
        false => record.declared.stated,
    };
    let mut causes = card_causes(causes, least);
    let stated: Vec<CardCause> = causes.iter().filter(|cause| cause.stated).cloned().collect();
    causes.retain(|cause| cause.share > 0.0);
    let of_events = explained.causes.iter().find(|cause| cause.share >= least).and_then(|cause| cause.onset);
    let onset = of_events.unwrap_or(span.from);
    // A last fall ends with the turn in which it begins.
    let end = if record.declared.cards == Cards::LastFall { span.from + 1 } else { fall.until as u32 };
    let (before, after) = (curve.nearest(span.from), curve.nearest(end));
    let margin = CONFIDENCE * fall.loss_error;
    let mut card = LossCard {
        from: span.from,
        until: span.until,
        onset,
        onset_source: if of_events.is_some() { OnsetSource::Events } else { OnsetSource::Curve },
        loss: fall.loss,
        loss_interval: (fall.loss - margin, fall.loss + margin),
        per_round: fall.loss / (fall.until - fall.from).max(1.0),
        win_before: before.map_or(0.0, |point| point.win),
        win_after: after.map_or(0.0, |point| point.win),
        // A fault whose first round is known has a moment.
        steady: fall.is_steady
            && of_events.is_none_or(|onset| f64::from(onset) < EARLY * f64::from(span.rounds)),
        causes,
        better: tried.unwrap_or_default().to_vec(),
        phrase: wag_i18n::Message::default().into(),
    };
    card.phrase =
        words::card(&card, &stated, record.declared, stand_in, &explained.causes, tried.is_some()).into();
    card
}

/// Returns the causes for programs. The first ones with at least this share are stated.
fn card_causes(causes: &[Cause], least: f64) -> Vec<CardCause> {
    let mut stated = 0;
    let cause = |cause: &Cause| {
        let least = if stated == 0 { least } else { least.max(STATED_SECOND) };
        let is_stated = cause.share >= least && stated < STATED_MAX;
        stated += usize::from(is_stated);
        CardCause {
            name: cause.name,
            cost: cause.cost,
            share: cause.share,
            count: cause.count,
            values: cause.values.clone(),
            lines: cause.lines.clone(),
            stated: is_stated,
            phrase: cause.phrase.clone().into(),
        }
    };
    causes.iter().map(cause).collect()
}

/// Returns the report of a game whose events alone show the losses.
pub fn certain_report(subject: &Subject, record: &Record<'_>) -> LossReport {
    let declared = record.declared;
    let curve = Curve {
        points: Vec::new(),
        fit: Fit::default(),
        falls: Vec::new(),
        scale: record.best(),
        actual: record.own(subject),
        is_certain: true,
        futures: 0,
    };
    let of = |span: LossSpan| {
        let fall = Fall {
            from: span.from.into(),
            until: span.until.into(),
            loss: span.loss,
            loss_error: 0.0,
            is_steady: false,
            base_slope: 0.0,
        };
        Explained { fall, causes: record.losses.causes(&span), span }
    };
    let all: Vec<Explained> = record.losses.certain_losses().into_iter().map(of).collect();
    let cards: Vec<LossCard> =
        all.iter().map(|explained| card(&curve, record, "", explained, Some(&[]))).collect();
    let phrase =
        if cards.is_empty() { words::no_certain_loss() } else { words::certain_losses(&subject.player) };
    LossReport {
        player: subject.player.clone(),
        seat: subject.seat.number(),
        phrase: phrase.into(),
        remarks: Vec::new(),
        curve: TakeOverCurve {
            player: subject.player.clone(),
            value: declared.value,
            unit: declared.unit,
            actual: curve.actual,
            scale: curve.scale,
            complete: true,
            certain: true,
            ..TakeOverCurve::default()
        },
        cards,
    }
}

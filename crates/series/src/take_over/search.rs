//! Chooses the built-in player that takes over, plays futures step by step, and refines the curve where it falls.

use super::cache::{Cache, Stored};
use super::cards::{self, Curve};
use super::futures::{ALTERNATIVES, FutureId, Futures};
use super::points::{self, Budget, Grid};
use super::report::BetterOrder;
use super::{
    End, HOPELESS, LossReport, OnProgress, Record, STRONGER, Subject, TakeOver, TakeOverProgress, VoidReason,
    fork, void, words,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;
use wag_core::game::{Cards, Sampling};
use wag_games::{alternatives, open_replay};
use wag_ladder::locks;
use wag_play::fork::Fork;
use wag_play::one_of;
use wag_play::recorded::{named, open};
use wag_replay::Phrase;

/// The number of futures from round 1 that say how strong a built-in player is.
const TRIAL: u32 = 4;

/// The search for the losses of a player.
pub struct Search<'s, 'p> {
    request: &'s TakeOver<'s>,
    subject: &'s Subject,
    record: Record<'s>,
    progress: Option<OnProgress<'p>>,
    stand_in: &'static str,
    futures: Futures<'s>,
    cache: Cache,
    budget: Budget,
    /// The time of a future from round 1, divided by the number of futures that are played at once.
    seconds_each: f64,
    began: Instant,
    /// Whether a stop of the user has ended the search.
    is_stopped: bool,
    /// The orders of the deciding round, and the chance to win with each of them.
    tried: Vec<BetterOrder>,
}

impl<'s, 'p> Search<'s, 'p> {
    /// Chooses the built-in player: the weakest one that is stronger than the player was in this match.
    pub fn begin(
        request: &'s TakeOver<'s>,
        subject: &'s Subject,
        record: Record<'s>,
        progress: Option<OnProgress<'p>>,
    ) -> Result<Self, End> {
        let began = Instant::now();
        let candidates = candidates(request, subject, &record)?;
        let (own, best) = (record.own(subject), record.best());
        let first = Arc::new(fork(request, subject, candidates[0])?);
        let mut search = Search::with(request, subject, record, progress, candidates[0], first, began);
        for (at, stand_in) in candidates.iter().enumerate() {
            if at > 0 {
                search.save();
                search.change_stand_in(stand_in, Arc::new(fork(request, subject, stand_in)?));
            }
            let start = search.try_from_start()?;
            let scale = start.max(best);
            let is_last = at + 1 == candidates.len();
            // The margin is for the noise of random numbers.
            let is_certain = search.record.declared.sampling == Sampling::EveryRound;
            let margin = if is_certain { 0.0 } else { STRONGER * scale };
            let is_stronger = start >= own + margin;
            if request.options.stand_in.is_some()
                || (is_last && !is_stronger)
                || (is_stronger && start >= HOPELESS * scale)
            {
                break;
            }
            if is_last {
                return void(None, VoidReason::LostFromStart, words::lost_from_start());
            }
        }
        search.budget = search.choose_budget()?;
        Ok(search)
    }

    fn with(
        request: &'s TakeOver<'s>,
        subject: &'s Subject,
        record: Record<'s>,
        progress: Option<OnProgress<'p>>,
        stand_in: &'static str,
        fork: Arc<Fork>,
        began: Instant,
    ) -> Self {
        let seed = request.options.seed.unwrap_or(subject.header.seed);
        let (cache, stored) = Cache::open(request.replay, &fork, subject.seat, stand_in, seed);
        let futures = Futures {
            fork,
            losses: record.losses,
            seat: subject.seat,
            seed,
            executor: Arc::clone(&request.options.executor),
            stop: Arc::clone(&request.options.stop),
            played: stored.played,
            orders: BTreeMap::new(),
        };
        let budget =
            Budget { grid: Grid { points: 1, futures: TRIAL }, futures: stored.budget, halves: false };
        let (seconds_each, is_stopped) = (stored.seconds_each, false);
        Search {
            request,
            subject,
            record,
            progress,
            stand_in,
            futures,
            cache,
            budget,
            seconds_each,
            began,
            is_stopped,
            tried: Vec::new(),
        }
    }

    fn change_stand_in(&mut self, stand_in: &'static str, fork: Arc<Fork>) {
        let (cache, stored) =
            Cache::open(self.request.replay, &fork, self.subject.seat, stand_in, self.futures.seed);
        (self.cache, self.stand_in) = (cache, stand_in);
        (self.futures.fork, self.futures.played) = (fork, stored.played);
        (self.budget.futures, self.seconds_each) = (stored.budget, stored.seconds_each);
    }

    /// Plays the first futures from round 1. Returns the mean of their values.
    fn try_from_start(&mut self) -> Result<f64, End> {
        let count = match self.record.declared.sampling {
            Sampling::EveryRound => 1,
            Sampling::Halving { futures, .. } | Sampling::Grid { futures, .. } => futures,
            Sampling::Events => TRIAL,
        };
        let began = Instant::now();
        let played = self.futures.played.len();
        let wanted: Vec<FutureId> = (0..count).map(|number| (1, number)).collect();
        self.play(&wanted)?;
        let new = self.futures.played.len() - played;
        if new > 0 {
            self.seconds_each = began.elapsed().as_secs_f64() / new as f64;
        }
        let values = wanted.iter().filter_map(|id| self.futures.played.get(id)).map(|future| future.value);
        let values: Vec<f64> = values.collect();
        Ok(values.iter().sum::<f64>() / values.len().max(1) as f64)
    }

    fn choose_budget(&self) -> Result<Budget, End> {
        let last = self.record.last_turn;
        let is_default = self.request.options.seconds == f64::from(super::SECONDS);
        let fixed = self
            .request
            .options
            .futures
            .or(Some(self.budget.futures).filter(|stored| *stored > 0 && is_default));
        let (seconds, each) = match fixed {
            Some(_) => (f64::INFINITY, 0.0),
            None => (self.request.options.seconds - self.began.elapsed().as_secs_f64(), self.seconds_each),
        };
        let chosen = match self.record.declared.sampling {
            Sampling::Halving { points, futures, budget } => {
                let grid = Grid { points, futures };
                points::halving_budget(grid, budget, seconds, each).map(|budget| match fixed {
                    Some(futures) => Budget { futures: futures.max(grid.points * grid.futures), ..budget },
                    None => budget,
                })
            }
            Sampling::Grid { points, futures } => {
                points::grid_budget(Grid { points, futures }, last, seconds, each)
            }
            Sampling::EveryRound | Sampling::Events => {
                points::grid_budget(Grid { points: last, futures: 1 }, last, seconds, each)
            }
        };
        chosen.or_else(|needed| {
            void(None, VoidReason::NoTime, words::no_time(self.request.options.seconds, needed))
        })
    }

    /// Plays the futures of the budget: a grid, then rounds beside the falls, then more from around the largest knee.
    pub fn refine(&mut self) -> Result<(), End> {
        let last = self.record.last_turn;
        self.play(&self.budget.grid.futures(last))?;
        while self.budget.halves && self.left() > 0 && !self.is_stopped {
            self.show_partial();
            let curve = self.curve();
            let each = self.budget.grid.futures.min(self.left());
            let wanted: Vec<FutureId> = match points::middle(&curve.rounds(), &curve.falls, last) {
                Some(middle) => (0..each).map(|number| (middle, number)).collect(),
                None => {
                    let Some(knee) = curve.falls.first().map(|fall| fall.from) else { break };
                    points::around(&curve.counts(), knee, self.left())
                }
            };
            self.play(&wanted)?;
        }
        self.try_alternatives()
    }

    /// Tries all orders of the deciding round, each followed by the built-in player.
    fn try_alternatives(&mut self) -> Result<(), End> {
        let Some(fall) = self.curve().falls.first().copied() else { return Ok(()) };
        if self.record.declared.cards != Cards::LastFall || self.is_stopped {
            return Ok(());
        }
        let (round, path) = (fall.from as u32, self.request.replay);
        let (game, blocks) = named(path, open_replay(open(path)?))?;
        let all = named(path, alternatives(game, blocks, self.subject.seat, round))?;
        let numbered: Vec<(u32, (&'static str, Vec<u8>))> = (ALTERNATIVES..).zip(all).collect();
        self.futures.orders =
            numbered.iter().map(|(number, (_, orders))| (*number, orders.clone())).collect();
        let wanted: Vec<FutureId> = numbered.iter().map(|(number, _)| (round, *number)).collect();
        self.play(&wanted)?;
        let tried = numbered.iter().filter_map(|(number, (name, _))| {
            let win = self.futures.played.get(&(round, *number))?.win;
            Some(BetterOrder { order: (*name).to_string(), win })
        });
        self.tried = tried.collect();
        Ok(())
    }

    fn left(&self) -> u32 {
        self.budget.futures.saturating_sub(self.futures.played.len() as u32)
    }

    fn play(&mut self, wanted: &[FutureId]) -> Result<(), End> {
        let missing = wanted.iter().filter(|id| !self.futures.played.contains_key(id)).count();
        if missing == 0 || self.is_stopped {
            return Ok(());
        }
        let Some(progress) = &mut self.progress else { return Err(End::Missing) };
        let before = self.futures.played.len();
        let planned = (self.budget.futures as usize).max(before + missing);
        let stopped = self.futures.play(wanted, &mut |done| {
            progress(TakeOverProgress { played: before + done, planned, partial: None });
        })?;
        if let Some(stopped) = stopped {
            let name = self.subject.name(stopped.seat);
            let reason = words::stopped_in_future(&name, stopped.from);
            return void(Some(name), VoidReason::StoppedInFuture, reason);
        }
        self.is_stopped = self.futures.is_stopped();
        if self.futures.played.is_empty() {
            return void(None, VoidReason::Interrupted, words::interrupted());
        }
        Ok(())
    }

    fn curve(&self) -> Curve {
        Curve::of(&self.record, self.subject, &self.futures.played)
    }

    fn show_partial(&mut self) {
        let report = self.report();
        if let Some(progress) = &mut self.progress {
            let planned = self.budget.futures as usize;
            progress(TakeOverProgress { played: self.futures.played.len(), planned, partial: Some(&report) });
        }
    }

    /// Keeps the futures beside the replay.
    pub fn save(&self) {
        if self.progress.is_some() {
            self.cache.save(Stored {
                budget: self.budget.futures,
                seconds_each: self.seconds_each,
                played: self.futures.played.clone(),
            });
        }
    }

    pub fn report(&self) -> LossReport {
        let mut report = cards::report(&self.curve(), &self.record, self.subject, self.stand_in, &self.tried);
        let curve = &mut report.curve;
        curve.seed = self.futures.seed;
        curve.seconds = self.began.elapsed().as_secs_f64();
        curve.budget = self.budget.futures;
        curve.complete =
            !self.is_stopped && (self.left() == 0 || !self.budget.halves || report.cards.is_empty());
        report.remarks.extend(
            self.futures.fork.remarks.iter().map(|remark| Phrase { text: remark.clone(), texts: None }),
        );
        if self.subject.repeatable == Some(false) {
            report.remarks.push(words::not_repeatable().into());
        }
        if self.is_stopped {
            report.remarks.push(words::partial(self.futures.played.len(), self.budget.futures).into());
        }
        if self.request.options.stand_in.is_some() {
            report.remarks.insert(0, words::won_until(self.stand_in, &report.curve.points).into());
        }
        report
    }
}

/// Returns the built-in players that may take over, the weakest first. The first one is never locked.
fn candidates(
    request: &TakeOver<'_>,
    subject: &Subject,
    record: &Record<'_>,
) -> Result<Vec<&'static str>, End> {
    let declared = record.declared;
    if let Some(word) = request.options.stand_in.as_deref() {
        let mut all = declared.stand_ins.iter().chain(declared.on_request);
        let Some(name) = all.find(|name| name.eq_ignore_ascii_case(word)) else {
            let known = [declared.stand_ins, declared.on_request].concat().join(", ");
            return Err(End::Error(words::unknown_stand_in(word, &known)));
        };
        let is_default = declared.stand_ins.first() == Some(name);
        if !is_default {
            locks::check_all(
                subject.game,
                &[one_of(subject.game.info, name, &[])?],
                [],
                request.options.warn,
            )?;
        }
        return Ok(vec![*name]);
    }
    let is_open = |name: &&&'static str| {
        let spec = one_of(subject.game.info, name, &[]);
        spec.is_ok_and(|spec| locks::check_all(subject.game, &[spec], [], request.options.warn).is_ok())
    };
    let first = declared.stand_ins.first().into_iter();
    Ok(first.chain(declared.stand_ins.iter().skip(1).filter(|name| is_open(name))).copied().collect())
}

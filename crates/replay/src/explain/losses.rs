//! A recorded match as one player's losses need it: its result, its values, and an account of the losses.

use crate::{Reader, ReplayError};
use wag_core::game::{
    Cause, LossAccount, LossSpan, LossTurn, Losses, Notice, Seat, SeatSet, Show, Standing, plain,
};

/// One player's losses in a recorded match of any game.
pub trait RecordedLosses {
    /// Returns how the game measures losses.
    fn declared(&self) -> &'static Losses;
    /// Returns the last round of the match.
    fn rounds(&self) -> u32;
    /// Returns the last round in which the player had a turn; `None` if it had none.
    fn last_turn(&self) -> Option<u32>;
    /// Returns the values of all seats at the end of the recorded match; `None` if it has no result.
    fn actual(&self) -> Option<Vec<f64>>;
    /// Returns the winners of the recorded match.
    fn winners(&self) -> Vec<Seat>;
    /// Returns the values of all seats for a result: the place and the figures of each seat.
    fn values(&self, result: &[(u32, &[i64])]) -> Vec<f64>;
    /// Returns the other players that stopped playing, and the last round in which each of them had a turn.
    fn stopped(&self) -> Vec<(Seat, u32)>;
    /// Returns the causes of a loss, as [`LossAccount::causes`] does.
    fn causes(&self, loss: &LossSpan) -> Vec<Cause>;
    /// Returns whether a cause goes on, as [`LossAccount::continues`] does.
    fn continues(&self, cause: &str, first: &LossSpan, second: &LossSpan) -> bool;
    /// Returns the losses that the events alone show, as [`LossAccount::certain_losses`] does.
    fn certain_losses(&self) -> Vec<LossSpan>;
}

/// The losses of a player in a match of one game.
struct Recorded<G: Show> {
    declared: &'static Losses,
    seat: Seat,
    account: Option<Box<dyn LossAccount<G>>>,
    /// The name of each seat's figures.
    figures: Vec<Vec<&'static str>>,
    actual: Option<Vec<f64>>,
    winners: Vec<Seat>,
    last_turns: Vec<u32>,
    stopped: SeatSet,
    rounds: u32,
}

/// Reads a match once and books its turns. Returns `None` if the game does not explain losses. Returns an error if a round
/// cannot be read.
pub fn recorded_losses<G: Show>(
    reader: &Reader<G>,
    seat: Seat,
) -> Result<Option<Box<dyn RecordedLosses>>, ReplayError> {
    let Some(declared) = G::LOSSES else { return Ok(None) };
    let seats = reader.header().players.len();
    let mut recorded = Recorded {
        declared,
        seat,
        account: G::loss_account(reader.setup(), seat),
        figures: Vec::new(),
        actual: None,
        winners: Vec::new(),
        last_turns: vec![0; seats],
        stopped: SeatSet::default(),
        rounds: reader.file().rounds(),
    };
    for stretch in reader.all_chunks() {
        let stretch = stretch?;
        let mut frame = stretch.frame;
        if recorded.figures.is_empty() {
            let standings = G::frame_standings(reader.setup(), &frame);
            let names = |standing: &Standing| standing.figures.iter().map(|(name, _)| *name).collect();
            recorded.figures = standings.iter().map(names).collect();
        }
        for turn in &stretch.turns {
            if let Some(account) = &mut recorded.account {
                account.book(&LossTurn {
                    round: turn.round,
                    before: &frame,
                    orders: &turn.orders,
                    events: &turn.events,
                    reports: &turn.reports,
                    notices: &turn.notices,
                });
            }
            for (seat, _) in turn.reports.iter().filter(|(seat, _)| seat.index() < seats) {
                recorded.last_turns[seat.index()] = turn.round;
            }
            let stopped = turn.notices.iter().filter(|(_, notice)| *notice != Notice::Out);
            stopped.for_each(|(seat, _)| recorded.stopped.insert(*seat));
            G::follow(reader.setup(), &mut frame, &turn.seats(), &turn.events);
        }
        if let Some((first, last)) = stretch.damaged {
            return Err(ReplayError::Damaged { first, last });
        }
    }
    recorded.actual = actual(reader, &recorded);
    let standings = reader.file().ended.iter().flat_map(|ended| &ended.standings);
    let winners = Seat::all(seats).zip(standings).filter(|(_, standing)| standing.has_won());
    recorded.winners = winners.map(|(seat, _)| seat).collect();
    Ok(Some(Box::new(recorded)))
}

/// Returns the orders that are worth trying for a seat in a round, each with its name; see [`Show::alternatives`].
pub fn alternatives<G: Show>(
    reader: &Reader<G>,
    seat: Seat,
    round: u32,
) -> Result<Vec<(&'static str, Vec<u8>)>, ReplayError> {
    let frame = reader.round(round)?.frame;
    let all = G::alternatives(reader.setup(), &frame, seat).into_iter();
    Ok(all.map(|(name, orders)| (name, plain::write(&orders))).collect())
}

/// Returns the values of the recorded result; `None` if there is none.
fn actual<G: Show>(reader: &Reader<G>, recorded: &Recorded<G>) -> Option<Vec<f64>> {
    let ended = reader.file().ended.as_ref();
    let ended = ended.filter(|ended| !ended.interrupted && ended.failed.is_none())?;
    let standings = (ended.standings.len() == recorded.figures.len()).then_some(&ended.standings)?;
    let figures: Vec<Vec<i64>> =
        standings.iter().map(|standing| standing.figures.iter().map(|(_, value)| *value).collect()).collect();
    let result: Vec<(u32, &[i64])> = standings
        .iter()
        .zip(&figures)
        .map(|(standing, figures)| (standing.place, figures.as_slice()))
        .collect();
    Some(recorded.values(&result))
}

impl<G: Show> RecordedLosses for Recorded<G> {
    fn declared(&self) -> &'static Losses {
        self.declared
    }

    fn rounds(&self) -> u32 {
        self.rounds
    }

    fn last_turn(&self) -> Option<u32> {
        self.last_turns.get(self.seat.index()).copied().filter(|round| *round > 0)
    }

    fn actual(&self) -> Option<Vec<f64>> {
        self.actual.clone()
    }

    fn winners(&self) -> Vec<Seat> {
        self.winners.clone()
    }

    fn values(&self, result: &[(u32, &[i64])]) -> Vec<f64> {
        let standing = |(names, (place, figures)): (&Vec<&'static str>, &(u32, &[i64]))| Standing {
            place: *place,
            figures: names.iter().copied().zip(figures.iter().copied()).collect(),
        };
        let standings: Vec<Standing> = self.figures.iter().zip(result).map(standing).collect();
        Seat::all(standings.len()).map(|seat| G::loss_value(&standings, seat)).collect()
    }

    fn stopped(&self) -> Vec<(Seat, u32)> {
        let others = Seat::all(self.last_turns.len()).filter(|seat| *seat != self.seat);
        let stopped = others.filter(|seat| self.stopped.contains(*seat));
        stopped.map(|seat| (seat, self.last_turns[seat.index()])).collect()
    }

    fn causes(&self, loss: &LossSpan) -> Vec<Cause> {
        self.account.as_ref().map_or_else(Vec::new, |account| account.causes(loss))
    }

    fn continues(&self, cause: &str, first: &LossSpan, second: &LossSpan) -> bool {
        self.account.as_ref().is_some_and(|account| account.continues(cause, first, second))
    }

    fn certain_losses(&self) -> Vec<LossSpan> {
        self.account.as_ref().map_or_else(Vec::new, |account| account.certain_losses())
    }
}

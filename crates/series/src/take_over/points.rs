//! The rounds from which futures are played.

use super::futures::FutureId;
use wag_stats::knees::Fall;

/// The numbers of futures among which the time chooses.
const BUDGETS: [u32; 3] = [60, 43, 28];
/// The grid if not even the smallest of them fits into the time.
const COARSE: Grid = Grid { points: 13, futures: 2 };
/// A future from a later round is shorter. The mean over a grid, as a part of a future from round 1.
const MEAN_LENGTH: f64 = 0.67;
/// Intervals are halved down to this part of the match.
const FINEST: u32 = 24;

/// Equally spaced rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    pub points: u32,
    pub futures: u32,
}

impl Grid {
    /// Returns the rounds from 1 to `last`.
    pub fn rounds(self, last: u32) -> Vec<u32> {
        let steps = self.points.clamp(2, last.max(2)) - 1;
        let round =
            |step: u32| 1 + (u64::from(step) * u64::from(last - 1) + u64::from(steps) / 2) / u64::from(steps);
        let mut rounds: Vec<u32> = (0..=steps).map(|step| round(step) as u32).collect();
        rounds.dedup();
        rounds
    }

    /// Returns all futures of the grid.
    pub fn futures(self, last: u32) -> Vec<FutureId> {
        self.rounds(last)
            .into_iter()
            .flat_map(|round| (0..self.futures).map(move |number| (round, number)))
            .collect()
    }
}

/// The futures that fit into the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    pub grid: Grid,
    /// The number of all futures.
    pub futures: u32,
    /// Whether intervals are halved.
    pub halves: bool,
}

/// Returns the largest budget that fits into the time. `seconds_each` is the time of a future from round 1, divided by the
/// number of futures that are played at once. The error is the time that the smallest budget takes.
pub fn halving_budget(grid: Grid, most: u32, seconds: f64, seconds_each: f64) -> Result<Budget, f64> {
    let time = |futures: u32| f64::from(futures) * seconds_each * MEAN_LENGTH;
    let fits = |futures: &u32| time(*futures) <= seconds;
    let grid_size = grid.points * grid.futures;
    let all = BUDGETS.into_iter().filter(|futures| (grid_size..=most).contains(futures));
    let coarse = Budget { grid: COARSE, futures: COARSE.points * COARSE.futures, halves: false };
    match all.into_iter().find(fits) {
        Some(futures) => Ok(Budget { grid, futures, halves: true }),
        None if fits(&coarse.futures) => Ok(coarse),
        None => Err(time(coarse.futures)),
    }
}

/// Returns the largest part of a grid that fits into the time, or the time that the smallest one takes.
pub fn grid_budget(grid: Grid, last: u32, seconds: f64, seconds_each: f64) -> Result<Budget, f64> {
    const POINTS_MIN: u32 = 7;
    let mut grid = Grid { points: grid.points.min(last), ..grid };
    let time = |grid: Grid| f64::from(grid.points * grid.futures) * seconds_each * MEAN_LENGTH;
    while time(grid) > seconds {
        if grid.points <= POINTS_MIN {
            return Err(time(grid));
        }
        grid.points = (grid.points / 2).max(POINTS_MIN);
    }
    Ok(Budget { grid, futures: grid.points * grid.futures, halves: false })
}

/// Returns the middle of the largest interval beside the start or the end of a fall; `None` if all are short.
pub fn middle(rounds: &[u32], falls: &[Fall], last: u32) -> Option<u32> {
    let shortest = (last / FINEST).max(1);
    let ends = falls.iter().flat_map(|fall| [fall.from, fall.until]);
    let beside = ends.flat_map(|end| {
        let at = rounds.partition_point(|round| f64::from(*round) < end);
        [at.checked_sub(1).map(|before| (before, at)), Some((at, at + 1))]
    });
    let intervals =
        beside.flatten().filter_map(|(from, until)| Some((*rounds.get(from)?, *rounds.get(until)?)));
    let widest =
        intervals.filter(|(from, until)| until - from > shortest).max_by_key(|(from, until)| until - from)?;
    Some(widest.0 + (widest.1 - widest.0) / 2)
}

/// Returns further futures from the rounds nearest to a knee, two from each, up to this number.
pub fn around(played: &[(u32, u32)], knee: f64, count: u32) -> Vec<FutureId> {
    let mut rounds = played.to_vec();
    rounds.sort_by(|a, b| {
        let far = |round: u32| (f64::from(round) - knee).abs();
        far(a.0).total_cmp(&far(b.0))
    });
    let more = rounds.into_iter().flat_map(|(round, futures)| [(round, futures), (round, futures + 1)]);
    more.take(count as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { points: 7, futures: 4 };

    #[test]
    fn grid_reaches_from_the_first_round_to_the_last_turn() {
        assert_eq!(GRID.rounds(601), [1, 101, 201, 301, 401, 501, 601]);
        assert_eq!((GRID.rounds(1), GRID.rounds(3)), (vec![1], vec![1, 2, 3]));
        assert_eq!(GRID.futures(2), [(1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2), (2, 3)]);
    }

    #[test]
    fn time_only_chooses_among_the_budgets() {
        let futures = |each: f64| halving_budget(GRID, 60, 20.0, each).map(|budget| budget.futures);
        assert_eq!(
            [0.1, 0.6, 0.9, 1.1].map(|each| futures(each).ok()),
            [Some(60), Some(43), Some(28), Some(26)]
        );
        assert!(futures(2.0).unwrap_err() > 20.0);
        assert_eq!(halving_budget(GRID, 43, 20.0, 0.1).map(|budget| budget.futures), Ok(43));
        let all = Grid { points: 100, futures: 1 };
        assert_eq!(grid_budget(all, 80, 20.0, 0.01).map(|budget| budget.futures), Ok(80));
        assert_eq!(grid_budget(all, 80, 20.0, 0.5).map(|budget| budget.futures), Ok(40));
        assert!(grid_budget(all, 80, 1.0, 1.0).is_err());
    }

    #[test]
    fn widest_interval_beside_a_fall_is_halved() {
        let fall =
            Fall { from: 201.0, until: 602.0, loss: 1.0, loss_error: 0.0, is_steady: false, base_slope: 0.0 };
        let rounds = [1, 101, 201, 301, 401, 501, 601];
        assert_eq!(middle(&rounds, &[fall], 601), Some(251));
        assert_eq!(middle(&[1, 101, 151, 176, 201, 226, 401, 601], &[fall], 601), None);
        assert_eq!(middle(&rounds, &[], 601), None);
        assert_eq!(around(&[(1, 4), (101, 4), (201, 4)], 190.0, 3), [(201, 4), (201, 5), (101, 4)]);
    }
}

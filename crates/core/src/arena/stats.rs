//! Statistics of a player during a match.

use super::player::TurnReport;
use super::profile::ProfileSummary;
use crate::problem::{Problem, ProblemKind, Unseeded};
use std::time::Duration;

/// The maximum number of a seat's faults that are stored. Faults beyond it are only counted.
const FAULTS_STORED_MAX: usize = 100;

/// The maximum number of a seat's different faults for which occurrences are counted separately.
const DISTINCT_FAULTS_MAX: usize = 20;
/// The maximum number of bytes of output that are kept with a fault.
const OUTPUT_MAX: usize = 8 << 10;

/// The turns, times and faults of one seat.
#[derive(Clone, Debug, Default)]
pub struct SeatStats {
    pub turns: u32,
    pub think_total: Duration,
    pub think_max: Duration,
    /// The total processor time of the turns for which it is known.
    pub computed_total: Duration,
    /// The longest known processor time of a turn.
    pub computed_max: Duration,
    /// The number of turns whose processor time is known.
    pub computed_turns: u32,
    /// The profile of the player, if profiling is on.
    pub spent: ProfileSummary,
    /// The number of time-outs that a busy machine may have caused.
    pub doubtful: u32,
    /// The first faults, up to a maximum number.
    pub faults: Vec<Problem>,
    /// The different faults, in order of their first occurrence.
    pub fault_counts: Vec<FaultCount>,
    pub faults_total: u32,
    pub lost_turns: u32,
    /// The number of refused orders.
    pub refused: u64,
    /// Whether the player ended before the match did.
    pub is_gone: bool,
    /// Whether the seat gets no more turns: it has lost too many turns, or its player has ended.
    pub is_retired: bool,
    /// The sources of nondeterminism that the player used.
    pub unseeded: Unseeded,
}

/// The occurrences of one fault: the first occurrence and the total number.
#[derive(Clone, Debug)]
pub struct FaultCount {
    /// The first occurrence, with the end of the player's output in that turn as its report.
    pub first: Problem,
    pub count: u32,
}

impl SeatStats {
    pub(super) fn count(&mut self, round: u32, report: &TurnReport, lost_turns_allowed: u32) {
        self.turns += 1;
        self.think_total += report.think;
        self.think_max = self.think_max.max(report.think);
        if let Some(computed) = report.computed {
            self.computed_total += computed;
            self.computed_max = self.computed_max.max(computed);
            self.computed_turns += 1;
        }
        if let Some(profile) = &report.profile {
            self.spent.add(round, report.think, profile);
        }
        self.doubtful += u32::from(report.is_doubtful);
        self.is_gone |= report.is_gone;
        self.is_retired |= report.is_gone;
        self.unseeded = self.unseeded.and(report.unseeded);
        let Some(fault) = &report.fault else { return };
        self.faults_total += 1;
        let problem = Problem::of_fault(round, fault, report.explanation.as_ref());
        self.count_fault(&problem, &report.output);
        self.lost_turns += u32::from(fault.loses_turn());
        self.is_retired |= self.lost_turns >= lost_turns_allowed;
        if self.faults.len() < FAULTS_STORED_MAX {
            self.faults.push(problem);
        }
    }

    fn count_fault(&mut self, problem: &Problem, output: &[u8]) {
        if let Some(known) = self.fault_counts.iter_mut().find(|known| known.first.is_same(problem)) {
            known.count += 1;
        } else if self.fault_counts.len() < DISTINCT_FAULTS_MAX {
            let output = String::from_utf8_lossy(&output[output.len().saturating_sub(OUTPUT_MAX)..]);
            let report = (!output.is_empty()).then(|| output.into());
            self.fault_counts.push(FaultCount { first: Problem { report, ..problem.clone() }, count: 1 });
        }
    }

    pub(super) fn timed_out(&self) -> bool {
        self.faults.iter().any(|problem| problem.kind == ProblemKind::Timeout)
    }

    /// Returns the mean and the maximum processor time of a turn; `None` if it is not known for any turn.
    pub fn computed(&self) -> Option<(Duration, Duration)> {
        Some((self.computed_total.checked_div(self.computed_turns)?, self.computed_max))
    }

    /// Returns the mean time of a turn.
    pub fn think_mean(&self) -> Duration {
        self.think_total.checked_div(self.turns).unwrap_or_default()
    }
}

//! What is counted of a player during a match.

use super::explanation::Explanation;
use super::player::{Fault, FaultKind, TurnReport, Unseeded};
use super::profile::Spent;
use std::time::Duration;

/// So many faults of a seat are kept word for word; all are counted.
const FAULTS_KEPT: usize = 100;

/// So many different faults of a seat are told apart.
const DIFFERENT_MAX: usize = 20;

/// One seat's turns, times and faults.
#[derive(Clone, Debug, Default)]
pub struct SeatStats {
    pub turns: u32,
    pub think_total: Duration,
    pub think_max: Duration,
    /// The processor's time of those turns of which it is known, and how many these are.
    pub computed_total: Duration,
    pub computed_max: Duration,
    pub computed_turns: u32,
    /// Where its time went, if that was looked at.
    pub spent: Spent,
    /// How many of its time-outs may be the machine's fault.
    pub doubtful: u32,
    /// The first ones.
    pub faults: Vec<Noted>,
    /// The different ones, in the order in which they came.
    pub fault_counts: Vec<FaultCount>,
    pub faults_total: u32,
    pub lost_turns: u32,
    /// How many of its orders were not taken.
    pub refused: u64,
    /// Whether the player has ended before the match.
    pub is_gone: bool,
    /// Whether the seat is not asked any more: it has lost too many turns, or its player is gone.
    pub is_retired: bool,
    /// What it has asked for that no seed decides.
    pub unseeded: Unseeded,
}

/// A fault, and when it happened.
#[derive(Clone, Debug)]
pub struct Noted {
    pub round: u32,
    pub fault: Fault,
    pub explanation: Option<Explanation>,
}

/// A fault that may have happened several times, with its first time.
#[derive(Clone, Debug)]
pub struct FaultCount {
    pub first: Noted,
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
        let noted = Noted { round, fault: fault.clone(), explanation: report.explanation.clone() };
        self.count_fault(&noted);
        self.lost_turns += u32::from(fault.loses_turn());
        self.is_retired |= self.lost_turns >= lost_turns_allowed;
        if self.faults.len() < FAULTS_KEPT {
            self.faults.push(noted);
        }
    }

    fn count_fault(&mut self, noted: &Noted) {
        let is_same = |known: &&mut FaultCount| {
            let (first, fault) = (&known.first.fault, &noted.fault);
            first.kind == fault.kind && first.message == fault.message
        };
        if let Some(known) = self.fault_counts.iter_mut().find(is_same) {
            known.count += 1;
        } else if self.fault_counts.len() < DIFFERENT_MAX {
            self.fault_counts.push(FaultCount { first: noted.clone(), count: 1 });
        }
    }

    pub(super) fn timed_out(&self) -> bool {
        self.faults.iter().any(|noted| noted.fault.kind == FaultKind::Timeout)
    }

    /// The mean and the longest time for which it had a processor in a turn, if that is known of any.
    pub fn computed(&self) -> Option<(Duration, Duration)> {
        Some((self.computed_total.checked_div(self.computed_turns)?, self.computed_max))
    }

    /// The mean time of a turn.
    pub fn think_mean(&self) -> Duration {
        self.think_total.checked_div(self.turns).unwrap_or_default()
    }
}

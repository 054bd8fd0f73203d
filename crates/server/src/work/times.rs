//! The limits of worker processes and of the jobs that they do.

use crate::work::process::WorkerProcess;
use crate::work::queue::Lane;
use std::pin::pin;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// The time between two looks at the processor time of a job.
const LOOK: Duration = Duration::from_millis(250);

/// The longest time of a job. On a busy machine, time passes while a job waits for a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobTime {
    /// The processor time of the worker and its players.
    pub computed: Duration,
    /// The time on the clock.
    pub passed: Duration,
}

/// The limits of the workers of a server.
#[derive(Clone, Copy, Debug)]
pub struct WorkTimes {
    /// The time in which a worker must be ready.
    pub start: Duration,
    /// The time without requests after which the worker of an account ends.
    pub idle: Duration,
    /// The time in which the body of a request that plays something must arrive.
    pub body: Duration,
    /// The time in which a worker must answer a request that plays nothing.
    pub answer: Duration,
    /// The limits of the jobs in lane 0: short answers that somebody waits for.
    pub short: JobTime,
    /// The limits of the jobs in lane 1: matches and explanations.
    pub long: JobTime,
    /// The limits of a match of a contest that names no others.
    pub contest: JobTime,
}

const fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

impl Default for WorkTimes {
    fn default() -> WorkTimes {
        WorkTimes {
            start: s(30),
            idle: s(10 * 60),
            body: s(30),
            answer: s(30),
            short: JobTime { computed: s(10), passed: s(60) },
            long: JobTime { computed: s(120), passed: s(300) },
            contest: JobTime { computed: s(60), passed: s(300) },
        }
    }
}

impl JobTime {
    /// Returns the time of each player of a match for all its turns. Nobody who computes or sleeps for long makes the match
    /// reach its limit, which would be void for the others; one share is the engine's.
    pub fn of_each(&self, players: usize) -> Duration {
        self.computed / (players as u32 + 1)
    }
}

impl WorkTimes {
    pub fn of(&self, lane: Lane) -> JobTime {
        match lane {
            Lane::Short => self.short,
            Lane::Long => self.long,
            Lane::Contest => self.contest,
        }
    }

    /// Returns the limits of a match of a contest with this processor time; `None` for the usual one.
    pub fn of_match(&self, computed: Option<Duration>) -> JobTime {
        let JobTime { computed: usual, passed } = self.contest;
        let computed = computed.unwrap_or(usual);
        // The ratio of both times stays.
        JobTime { computed, passed: passed.mul_f64(computed.as_secs_f64() / usual.as_secs_f64()) }
    }
}

/// A job that has reached its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooSlow;

/// Waits for what a worker does. `before` is the processor time that the worker had used when the job began.
pub async fn within<T>(
    worker: &WorkerProcess,
    before: Duration,
    limit: JobTime,
    work: impl Future<Output = T>,
) -> Result<T, TooSlow> {
    let mut work = pin!(work);
    let end = Instant::now() + limit.passed;
    loop {
        let look = end.min(Instant::now() + LOOK);
        tokio::select! {
            done = &mut work => return Ok(done),
            () = sleep_until(look) => {
                let computed = worker.processor_time().saturating_sub(before);
                if Instant::now() >= end || computed > limit.computed {
                    return Err(TooSlow);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contest_may_allow_more_time_for_its_matches() {
        let limits = WorkTimes::default();
        assert_eq!(limits.of_match(None), limits.contest);
        assert_eq!(limits.of_match(Some(s(120))), JobTime { computed: s(120), passed: s(600) });
    }
}

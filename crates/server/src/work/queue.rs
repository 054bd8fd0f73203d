//! The order of jobs: which of the waiting jobs starts next, and how many each account may have. Pure: the caller passes
//! the time, as a duration since the server's start.

use crate::host_limits::HostLimits;
use std::collections::BTreeMap;
use std::time::Duration;

/// The lane of a job. A free slot takes the lowest lane that has a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// A short answer that somebody waits for: a lesson's check, a turn, the check of a hand-in.
    Short,
    /// A match or an explanation that somebody has requested.
    Long,
    /// A match of a contest.
    Contest,
}

impl Lane {
    const ALL: [Lane; 3] = [Lane::Short, Lane::Long, Lane::Contest];

    /// Returns the number of the lane.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// Returns the assumed duration of a job before any has ended.
    fn first_guess(self) -> Duration {
        Duration::from_secs(match self {
            Lane::Short => 2,
            Lane::Long => 15,
            Lane::Contest => 15,
        })
    }
}

/// The number of jobs in the lanes 0 and 1 that run for an account at once.
const RUNNING_MAX: usize = 1;
/// The number of waiting jobs of all accounts.
const ALL_WAITING_MAX: usize = 2_000;
/// The time in which half of an account's processor time is forgotten.
const HALF_LIFE: Duration = Duration::from_secs(5 * 60);
const HOUR: Duration = Duration::from_secs(60 * 60);
/// The time without activity after which jobs of contests may take all slots.
const QUIET: Duration = Duration::from_secs(60);
/// The kind of the matches of finals.
pub const FINAL: &str = "final";
/// The kind of the checks of hand-ins.
pub const HAND_IN: &str = "hand-in";
/// The time for which the matches of finals wait while people are active. After it, they take turns with other jobs.
const FINAL_WAIT_MAX: Duration = Duration::from_secs(120);
/// The weight of the latest job in the mean duration of a lane, in percent.
const LATEST_PERCENT: u32 = 30;

/// The limits of an account in the lanes 0 and 1.
#[derive(Clone, Copy, Debug)]
pub struct QueueLimits {
    /// The number of jobs that wait.
    pub waiting: usize,
    /// The processor time in an hour.
    pub hour: Duration,
}

impl QueueLimits {
    pub fn of(limits: &HostLimits) -> QueueLimits {
        QueueLimits {
            waiting: limits.waiting_jobs as usize,
            hour: Duration::from_secs(60 * u64::from(limits.cpu_minutes_per_hour)),
        }
    }
}

impl Default for QueueLimits {
    fn default() -> Self {
        QueueLimits::of(&HostLimits::default())
    }
}

/// A job that waits for a slot or has one.
#[derive(Clone, Debug)]
pub struct Job {
    /// The account or contest that is charged.
    pub account: String,
    pub lane: Lane,
    /// The kind of the job, such as `run`.
    pub kind: &'static str,
    /// The subject of a check; a later job of the same account with the same subject replaces it while it waits.
    pub subject: Option<String>,
    /// The limits of the account. Jobs of contests have no limits.
    pub limits: QueueLimits,
}

/// The reason why a job cannot wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full {
    /// The time after which another attempt is likely to succeed.
    pub after: Duration,
}

/// The state of a job in the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobState {
    pub id: u64,
    pub account: String,
    pub lane: Lane,
    pub kind: &'static str,
    pub is_running: bool,
    /// The number of jobs that start before this one.
    pub place: usize,
    /// The time until the job is likely to start.
    pub starts_after: Duration,
}

#[derive(Debug)]
struct Waiting {
    id: u64,
    job: Job,
}

#[derive(Debug)]
struct Running {
    job: Job,
    since: Duration,
}

/// The processor time of an account.
#[derive(Debug, Default)]
struct Usage {
    /// The decayed time in seconds, at this time.
    decayed: f64,
    at: Duration,
    /// The time of each job of the last hour, with the time of its end.
    of_hour: Vec<(Duration, Duration)>,
}

impl Usage {
    fn decayed(&self, now: Duration) -> f64 {
        let passed = now.saturating_sub(self.at).as_secs_f64();
        self.decayed * (-passed / HALF_LIFE.as_secs_f64()).exp2()
    }

    fn charge(&mut self, now: Duration, time: Duration) {
        self.decayed = self.decayed(now) + time.as_secs_f64();
        self.at = now;
        self.of_hour.retain(|(end, _)| now.saturating_sub(*end) < HOUR);
        self.of_hour.push((now, time));
    }

    /// Returns the time to wait until the account may start another job, if it has used up its hour.
    fn over_hour(&self, now: Duration, most: Duration) -> Option<Duration> {
        let recent = self.of_hour.iter().filter(|(end, _)| now.saturating_sub(*end) < HOUR);
        let mut left: Duration = recent.clone().map(|(_, time)| *time).sum();
        for (end, time) in recent {
            if left < most {
                break;
            }
            left = left.saturating_sub(*time);
            if left < most {
                return Some((*end + HOUR).saturating_sub(now));
            }
        }
        None
    }
}

/// The jobs that wait, and those that run.
#[derive(Debug)]
pub struct Queue {
    slots: usize,
    last_id: u64,
    waiting: Vec<Waiting>,
    running: BTreeMap<u64, Running>,
    usage: BTreeMap<String, Usage>,
    /// The last time when each person was active, of those who were within [`QUIET`]. Who hands in waits for its first match, and
    /// is not at work until the next act.
    active: BTreeMap<String, Duration>,
    /// The time since which matches of finals wait or run; `None` if there are none.
    final_since: Option<Duration>,
    /// True if the last job that started was one of a contest.
    was_contest: bool,
    /// The mean duration of the jobs of each lane.
    means: [Duration; 3],
}

impl Queue {
    /// Creates a queue for this number of slots, at least one.
    pub fn new(slots: usize) -> Queue {
        Queue {
            slots: slots.max(1),
            last_id: 0,
            waiting: Vec::new(),
            running: BTreeMap::new(),
            usage: BTreeMap::new(),
            active: BTreeMap::new(),
            final_since: None,
            was_contest: false,
            means: Lane::ALL.map(Lane::first_guess),
        }
    }

    /// Notes that a person is active.
    pub fn touch(&mut self, now: Duration, account: &str) {
        self.active.retain(|_, active| now.saturating_sub(*active) < QUIET);
        self.active.insert(account.to_string(), now);
    }

    /// Returns the time at which jobs of contests may take all slots, if people are active until then.
    fn quiet_from(&self, now: Duration) -> Option<Duration> {
        let last = self.active.values().max()?;
        Some(*last + QUIET).filter(|quiet| *quiet > now)
    }

    /// Returns the next time at which a waiting job of a contest may start although nothing else changes; `None` if there is
    /// none.
    pub fn next_change(&self, now: Duration) -> Option<Duration> {
        let late = self.final_since.map(|since| since + FINAL_WAIT_MAX).filter(|late| *late > now);
        self.quiet_from(now).into_iter().chain(late).min()
    }

    /// Adds a job. Returns its id, and that of the waiting job that it replaces.
    pub fn add(&mut self, now: Duration, job: Job) -> Result<(u64, Option<u64>), Full> {
        let replaced = self.replaced(&job);
        if job.lane != Lane::Contest {
            match job.kind {
                HAND_IN => {
                    self.active.remove(&job.account);
                }
                _ => self.touch(now, &job.account),
            }
            if let Some(after) =
                self.usage.get(&job.account).and_then(|usage| usage.over_hour(now, job.limits.hour))
            {
                return Err(Full { after });
            }
            let is_own =
                |other: &&Waiting| other.job.account == job.account && other.job.lane != Lane::Contest;
            let own = self.waiting.iter().filter(is_own).count();
            let all = self.waiting.iter().filter(|other| other.job.lane != Lane::Contest).count();
            if replaced.is_none() && (own >= job.limits.waiting || all >= ALL_WAITING_MAX) {
                return Err(Full { after: self.means[job.lane as usize].max(Duration::from_secs(1)) });
            }
        }
        if let Some(replaced) = replaced {
            self.waiting.retain(|other| other.id != replaced);
        }
        if job.kind == FINAL {
            self.final_since.get_or_insert(now);
        }
        self.last_id += 1;
        self.waiting.push(Waiting { id: self.last_id, job });
        Ok((self.last_id, replaced))
    }

    fn replaced(&self, job: &Job) -> Option<u64> {
        let subject = job.subject.as_ref()?;
        let is_same = |other: &&Waiting| {
            other.job.account == job.account
                && other.job.kind == job.kind
                && other.job.subject.as_ref() == Some(subject)
        };
        self.waiting.iter().find(is_same).map(|other| other.id)
    }

    /// Gives the free slots to waiting jobs. Returns the ids of the jobs that start.
    pub fn start(&mut self, now: Duration) -> Vec<u64> {
        let mut started = Vec::new();
        while self.running.len() < self.slots {
            let order = self.order(now);
            let Some(at) = order.into_iter().find(|at| self.may_start(now, &self.waiting[*at].job)) else {
                break;
            };
            let Waiting { id, job } = self.waiting.remove(at);
            self.was_contest = job.lane == Lane::Contest;
            self.running.insert(id, Running { job, since: now });
            started.push(id);
        }
        started
    }

    /// Returns whether a job is a match of a final whose turn it is, although people are active.
    fn is_late(&self, now: Duration, job: &Job) -> bool {
        let is_late = self.final_since.is_some_and(|since| now.saturating_sub(since) >= FINAL_WAIT_MAX);
        let do_others_wait = || self.waiting.iter().any(|other| other.job.lane != Lane::Contest);
        job.kind == FINAL && is_late && !(self.was_contest && do_others_wait())
    }

    /// Returns the indices of the waiting jobs in the order in which they start: late finals, then by lane, then by what the
    /// account has used, then by age.
    fn order(&self, now: Duration) -> Vec<usize> {
        let used = |account: &str| self.usage.get(account).map_or(0.0, |usage| usage.decayed(now));
        let mut order: Vec<(bool, Lane, f64, usize)> = self
            .waiting
            .iter()
            .enumerate()
            .map(|(at, Waiting { job, .. })| (!self.is_late(now, job), job.lane, used(&job.account), at))
            .collect();
        order.sort_by(|one, other| {
            let by_lane = (one.0, one.1).cmp(&(other.0, other.1));
            by_lane.then(one.2.total_cmp(&other.2)).then(one.3.cmp(&other.3))
        });
        order.into_iter().map(|(.., at)| at).collect()
    }

    fn may_start(&self, now: Duration, job: &Job) -> bool {
        let running = self.running.values().map(|running| &running.job);
        if job.lane != Lane::Contest {
            let own = running.filter(|other| other.account == job.account && other.lane != Lane::Contest);
            return own.count() < RUNNING_MAX;
        }
        let is_quiet = self.quiet_from(now).is_none();
        let of_contests = running.filter(|other| other.lane == Lane::Contest).count();
        is_quiet
            || self.is_late(now, job)
            || (of_contests + 1 < self.slots && self.running.len() + 1 < self.slots)
    }

    /// Removes a job that has ended, and charges its account with the processor time that it has used.
    pub fn end(&mut self, now: Duration, id: u64, used: Duration) {
        let Some(Running { job, since }) = self.running.remove(&id) else { return };
        let mean = &mut self.means[job.lane as usize];
        let lasted = now.saturating_sub(since);
        *mean = (*mean * (100 - LATEST_PERCENT) + lasted * LATEST_PERCENT) / 100;
        self.usage.entry(job.account).or_default().charge(now, used);
        self.forget_finals();
        self.usage.retain(|_, usage| now.saturating_sub(usage.at) < HOUR);
    }

    /// Forgets since when finals wait, if none does any more.
    fn forget_finals(&mut self) {
        let running = self.running.values().map(|running| &running.job);
        let mut all = self.waiting.iter().map(|waiting| &waiting.job).chain(running);
        if !all.any(|job| job.kind == FINAL) {
            self.final_since = None;
        }
    }

    /// Removes a job that waits. Returns whether it was waiting.
    pub fn cancel(&mut self, id: u64) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|waiting| waiting.id != id);
        self.forget_finals();
        self.waiting.len() < before
    }

    /// Returns all jobs: those that run, and those that wait in the order in which they are likely to start.
    pub fn jobs(&self, now: Duration) -> Vec<JobState> {
        let state = |id, job: &Job, place, starts_after| JobState {
            id,
            account: job.account.clone(),
            lane: job.lane,
            kind: job.kind,
            is_running: place == 0,
            place,
            starts_after,
        };
        let mean = |lane: Lane| self.means[lane as usize];
        let left =
            |running: &Running| mean(running.job.lane).saturating_sub(now.saturating_sub(running.since));
        // The times at which the slots become free.
        let mut free: Vec<Duration> = self.running.values().map(left).collect();
        free.resize(self.slots.max(free.len()), Duration::ZERO);
        let running = self.running.iter().map(|(id, running)| state(*id, &running.job, 0, Duration::ZERO));
        let mut jobs: Vec<JobState> = running.collect();
        for (place, at) in self.order(now).into_iter().enumerate() {
            let Waiting { id, job } = &self.waiting[at];
            free.sort_unstable();
            jobs.push(state(*id, job, place + 1, free[0]));
            free[0] += mean(job.lane);
        }
        jobs
    }
}

#[cfg(test)]
mod tests;

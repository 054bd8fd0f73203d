//! Whose time it is that passes.
//!
//! An AI is charged for computing and for sleeping, but not for waiting until a busy machine gives it a processor. After
//! four times its limit it is out of time in any case.

use rustix::process::Pid;
use std::time::{Duration, Instant};

/// The patience in wall time, as a multiple of the limit.
pub const PATIENCE: u32 = 4;

/// Nobody sleeps longer than this without a look at whether the match is to end.
const NAP: Duration = Duration::from_millis(100);
/// A nap that lasts so much longer than asked for says that this process itself did not run.
const OVERSLEPT: Duration = Duration::from_millis(500);

/// The time of one turn.
pub struct Clock {
    began: Instant,
    /// The longest time in which this process did not run although it should have: it is nobody's.
    stood_still: Duration,
    limit: Option<Duration>,
    /// When the process was first looked at, and what was known of it then. Until then all time is the AI's.
    first: Option<(Duration, Usage)>,
    /// What the AI has been charged with when it was last looked at.
    charged: Duration,
}

/// What the system has noted of a process since it began.
#[derive(Clone, Copy, Debug, Default)]
struct Usage {
    /// Computed, all threads together.
    computed: Duration,
    /// Ready to compute, with no processor to do it on.
    waited: Duration,
}

impl Clock {
    pub fn start(began: Instant, limit: Option<Duration>) -> Clock {
        Clock { began, stood_still: Duration::ZERO, limit, first: None, charged: Duration::ZERO }
    }

    /// How long to sleep at most before the next look.
    pub fn nap(&self) -> Duration {
        match self.limit {
            // Early enough to know by the end of the time who has had the processor.
            Some(limit) if self.first.is_none() => NAP.min(limit / 4),
            Some(limit) => NAP.min(limit.saturating_sub(self.charged)).max(Duration::from_millis(1)),
            None => NAP,
        }
    }

    /// Tells the clock how long a nap has been, of which so much was asked for.
    pub fn slept(&mut self, asked: Duration, took: Duration) {
        // This process was stopped, or the whole machine was. Only once: on a busy machine patience has an end, too.
        if took > asked + OVERSLEPT {
            self.stood_still = self.stood_still.max(took - asked);
        }
    }

    /// Whether the process has used up its time.
    pub fn is_up(&mut self, process: Pid) -> bool {
        let Some(limit) = self.limit else { return false };
        let wall = self.began.elapsed().saturating_sub(self.stood_still);
        let (begin, first) = *self.first.get_or_insert_with(|| (wall, usage(process)));
        let now = usage(process);
        let owned = (wall - begin.min(wall)).saturating_sub(now.waited.saturating_sub(first.waited));
        self.charged = begin + owned.max(now.computed.saturating_sub(first.computed));
        self.charged >= limit || wall >= limit * PATIENCE
    }

    /// What the process has computed and slept since the turn began, as far as the system tells; never more than the time
    /// that has passed.
    pub fn charge(&mut self, process: Pid) -> Duration {
        self.is_up(process);
        self.charged.min(self.began.elapsed())
    }

    /// Whether it was only the wall's clock that ran out.
    pub fn ran_out_of_patience(&self) -> bool {
        self.limit.is_some_and(|limit| self.charged < limit)
    }
}

/// Nothing where the system does not tell: then all time counts.
#[cfg(target_os = "linux")]
fn usage(process: Pid) -> Usage {
    let pid = process.as_raw_nonzero().get();
    // Of the thread that plays: nanoseconds computed, nanoseconds waited, how often.
    let words = std::fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default();
    let waited = words.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    Usage { computed: computed(pid).unwrap_or_default(), waited: Duration::from_nanos(waited) }
}

#[cfg(target_os = "linux")]
fn computed(pid: i32) -> Option<Duration> {
    let mut clock = 0;
    // SAFETY: both calls only write into what they are handed.
    unsafe {
        if libc::clock_getcpuclockid(pid, &mut clock) != 0 {
            return None;
        }
        let mut time = std::mem::zeroed::<libc::timespec>();
        if libc::clock_gettime(clock, &mut time) != 0 {
            return None;
        }
        Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
    }
}

#[cfg(not(target_os = "linux"))]
fn usage(_: Pid) -> Usage {
    Usage::default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::process::getpid;

    /// A clock whose process, this one, has been looked at before and is said to have waited and computed so much since.
    fn looked_at(limit: u64, ago: u64, waited: u64) -> Clock {
        let now = usage(getpid());
        let first = Usage { waited: now.waited.saturating_sub(Duration::from_secs(waited)), ..now };
        let began = Instant::now() - Duration::from_secs(ago);
        Clock {
            began,
            stood_still: Duration::ZERO,
            limit: Some(Duration::from_secs(limit)),
            first: Some((Duration::ZERO, first)),
            charged: Duration::ZERO,
        }
    }

    #[test]
    fn who_sleeps_is_charged_and_who_waits_for_a_processor_is_not() {
        assert!(looked_at(5, 6, 0).is_up(getpid()));
        // A second back in time is the most this test process is sure to have lived through for `waited`.
        let mut clock = looked_at(5, 4, 0);
        assert!(!clock.is_up(getpid()) && clock.charged >= Duration::from_secs(4));
    }

    #[test]
    fn patience_ends() {
        let mut clock = looked_at(1, 4, 0);
        clock.first = Some((Duration::ZERO, Usage::default()));
        assert!(clock.is_up(getpid()));
        let mut starved = Clock::start(Instant::now() - Duration::from_secs(4), Some(Duration::from_secs(1)));
        starved.first = Some((Duration::ZERO, Usage::default()));
        starved.charged = Duration::ZERO;
        assert!(starved.is_up(getpid()));
    }

    #[test]
    fn time_in_which_the_engine_was_stopped_is_nobodys() {
        let mut clock = Clock::start(Instant::now() - Duration::from_secs(60), Some(Duration::from_secs(5)));
        clock.slept(NAP, Duration::from_secs(59));
        assert!(!clock.is_up(getpid()));
        assert!(clock.nap() <= NAP);
    }

    #[test]
    fn a_busy_machine_gives_no_time_without_end() {
        let mut clock = Clock::start(Instant::now() - Duration::from_secs(60), Some(Duration::from_secs(5)));
        (0..60).for_each(|_| clock.slept(NAP, Duration::from_secs(1)));
        assert!(clock.is_up(getpid()));
    }

    #[test]
    fn without_a_limit_time_is_never_up() {
        let mut clock = Clock::start(Instant::now() - Duration::from_secs(6000), None);
        assert!(!clock.is_up(getpid()));
    }
}

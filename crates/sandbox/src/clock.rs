//! The measurement of the time that a player is charged for.
//!
//! An AI is charged for computing and for sleeping, but not for waiting for a processor on a busy machine. The
//! computing time of all threads and processes of a program counts, so the time in which its first process waits for
//! the others is not deducted. After four times its limit in wall time, the AI is out of time in any case.

use crate::group;
use crate::group::CpuTimeTotal;
use rustix::process::Pid;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The limit in wall time, as a multiple of the player's time limit.
pub const PATIENCE: u32 = 4;

/// The maximum sleep between two checks of whether the match should end.
const NAP: Duration = Duration::from_millis(100);
/// If a sleep takes at least this much longer than requested, the engine itself was not running.
const OVERSLEPT: Duration = Duration::from_millis(500);

/// The clock of one turn.
pub struct Clock {
    began: Instant,
    /// The longest time in which the engine should have run but did not. No player is charged for it.
    suspended: Duration,
    limit: Option<Duration>,
    /// The time and the result of the first measurement. The AI is charged for all time before it.
    first: Option<(Duration, Usage)>,
    /// The time that the player was charged for up to the last measurement.
    charged: Duration,
    /// The processor time used up to the last measurement. All time before the first measurement counts as processor
    /// time.
    computed: Duration,
}

/// A player's usage at a point in time.
pub type UsageSample = (Instant, Usage);

/// The system's figures about a player since its start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// The processor time of all threads and processes.
    computed: Duration,
    /// The part of `computed` that the first thread used.
    own: Duration,
    /// The time in which the first thread waited for a processor.
    waited: Duration,
}

impl Usage {
    /// Returns the time that a player is charged for. `wall` is the time that has passed since the measurement `first`.
    fn charge(self, first: Usage, wall: Duration) -> Duration {
        let computed = self.computed.saturating_sub(first.computed);
        let of_others = computed.saturating_sub(self.own.saturating_sub(first.own));
        let waited = self.waited.saturating_sub(first.waited).saturating_sub(of_others);
        wall.saturating_sub(waited).max(computed)
    }
}

/// A player whose time is measured.
pub trait MeasuredPlayer {
    fn usage(self) -> Usage;
}

/// Measures a single process, with all its threads.
impl MeasuredPlayer for Pid {
    fn usage(self) -> Usage {
        usage(self)
    }
}

/// A program with all processes that it has started.
pub struct Group {
    first: Pid,
    /// The process that has started the program.
    root: Pid,
    /// The control group that measures the program; `None` if it has none.
    counted_at: Option<PathBuf>,
    sum: CpuTimeTotal,
}

impl Group {
    pub fn new(first: Pid, root: Pid, counted_at: Option<PathBuf>) -> Group {
        Group { first, root, counted_at, sum: CpuTimeTotal::default() }
    }
}

impl MeasuredPlayer for &mut Group {
    fn usage(self) -> Usage {
        let of_first = usage(self.first);
        // If the system lists no children, the first process is measured alone.
        let root = self.root.as_raw_nonzero().get();
        let computed = group::computed(root, self.counted_at.as_deref(), &mut self.sum);
        Usage { computed: computed.max(of_first.computed), ..of_first }
    }
}

impl Clock {
    pub fn start(began: Instant, limit: Option<Duration>) -> Clock {
        Clock {
            began,
            suspended: Duration::ZERO,
            limit,
            first: None,
            charged: Duration::ZERO,
            computed: Duration::ZERO,
        }
    }

    /// Returns the time at which the turn began.
    pub fn began(&self) -> Instant {
        self.began
    }

    /// Adds a measurement that was taken after the turn began.
    #[must_use]
    pub fn with_first_sample(mut self, look: Option<UsageSample>) -> Clock {
        self.first = look.map(|(at, usage)| (at.saturating_duration_since(self.began), usage));
        self
    }

    /// Returns the longest sleep before the next measurement.
    pub fn nap(&self) -> Duration {
        match self.limit {
            // Early enough to know at the end of the time whether the player had to wait for a processor.
            Some(limit) if self.first.is_none() => NAP.min(limit / 4),
            Some(limit) => NAP.min(limit.saturating_sub(self.charged)).max(Duration::from_millis(1)),
            None => NAP,
        }
    }

    /// Records how long a sleep took, and how long it was meant to take.
    pub fn slept(&mut self, requested: Duration, took: Duration) {
        // The engine or the whole machine was stopped. Only the longest such time counts, so that the limit in wall time
        // holds on a busy machine, too.
        if took > requested + OVERSLEPT {
            self.suspended = self.suspended.max(took - requested);
        }
    }

    /// Returns true if the player has used up its time.
    pub fn is_up(&mut self, player: impl MeasuredPlayer) -> bool {
        let Some(limit) = self.limit else { return false };
        let wall = self.began.elapsed().saturating_sub(self.suspended);
        let now = player.usage();
        let (begin, first) = *self.first.get_or_insert((wall, now));
        self.computed = begin + now.computed.saturating_sub(first.computed);
        self.charged = begin + now.charge(first, wall.saturating_sub(begin));
        self.charged >= limit || wall >= limit * PATIENCE
    }

    /// Returns the time that the player is charged for since the turn began, which is at most the time that has passed.
    pub fn charge(&mut self, player: impl MeasuredPlayer) -> Duration {
        self.is_up(player);
        self.charged.min(self.began.elapsed())
    }

    /// Returns the processor time used since the turn began; `None` before the first measurement.
    pub fn computed(&self) -> Option<Duration> {
        self.first.map(|_| self.computed)
    }

    /// Returns true if only the limit in wall time was exceeded.
    pub fn exceeded_wall_time(&self) -> bool {
        self.limit.is_some_and(|limit| self.charged < limit)
    }
}

/// Returns the usage of a process, or zero if the system does not report it, so that the player is charged for all
/// time.
#[cfg(target_os = "linux")]
fn usage(process: Pid) -> Usage {
    let pid = process.as_raw_nonzero().get();
    // The fields are about the first thread: nanoseconds computed, nanoseconds waited, number of time slices.
    let words = std::fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default();
    let mut words = words.split_whitespace().map(|word| Duration::from_nanos(word.parse().unwrap_or(0)));
    let (own, waited) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    Usage { computed: group::of_process(pid).unwrap_or_default(), own, waited }
}

#[cfg(not(target_os = "linux"))]
fn usage(_: Pid) -> Usage {
    Usage::default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::process::getpid;

    /// Returns a clock that has been measuring this process for `ago` seconds. It believes that the process has waited
    /// for a processor for `waited` of these seconds.
    fn measured_clock(limit: u64, ago: u64, waited: u64) -> Clock {
        let now = usage(getpid());
        let first = Usage { waited: now.waited.saturating_sub(Duration::from_secs(waited)), ..now };
        let began = Instant::now() - Duration::from_secs(ago);
        Clock {
            began,
            suspended: Duration::ZERO,
            limit: Some(Duration::from_secs(limit)),
            first: Some((Duration::ZERO, first)),
            charged: Duration::ZERO,
            computed: Duration::ZERO,
        }
    }

    #[test]
    fn sleeping_is_charged_waiting_for_processor_is_not() {
        assert!(measured_clock(5, 6, 0).is_up(getpid()));
        // A `waited` above 0 would need a test process that has already waited that long.
        let mut clock = measured_clock(5, 4, 0);
        assert!(!clock.is_up(getpid()) && clock.charged >= Duration::from_secs(4));
    }

    #[test]
    fn waiting_for_own_children_is_charged() {
        let usage = |computed: u64, own: u64, waited: u64| Usage {
            computed: Duration::from_secs(computed),
            own: Duration::from_secs(own),
            waited: Duration::from_secs(waited),
        };
        let first = usage(100, 50, 20);
        let charged = |computed: u64, own: u64, waited: u64, wall: u64| {
            let now = usage(100 + computed, 50 + own, 20 + waited);
            now.charge(first, Duration::from_secs(wall)).as_secs()
        };
        // It has computed for 2 s, slept for 3 s and waited for other programs for 5 s.
        assert_eq!(charged(2, 2, 5, 10), 5);
        // Its children used the processor meanwhile; or only some of them did, or they used several processors.
        assert_eq!(charged(7, 2, 5, 10), 10);
        assert_eq!(charged(4, 2, 5, 10), 7);
        assert_eq!(charged(19, 1, 9, 10), 19);
        // It sleeps until its children have finished.
        assert_eq!(charged(9, 0, 0, 10), 10);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn program_is_charged_for_its_children() {
        use std::io::Read;
        let computes = "(i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done); echo; exec sleep 100";
        let mut child = std::process::Command::new("sh")
            .args(["-c", computes])
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        child.stdout.take().unwrap().read_exact(&mut [0]).unwrap();
        let first = Pid::from_child(&child);
        // The grandchild has ended: its time is in the sums of its parent.
        let of_group = Group::new(first, getpid(), None).usage();
        let of_first = first.usage();
        assert!(of_group.computed > of_first.computed, "{of_group:?} {of_first:?}");
        let _ = child.kill();
        let _ = child.wait();
    }

    #[test]
    fn wall_time_limit_holds() {
        let mut clock = measured_clock(1, 4, 0);
        clock.first = Some((Duration::ZERO, Usage::default()));
        assert!(clock.is_up(getpid()));
        let mut starved = Clock::start(Instant::now() - Duration::from_secs(4), Some(Duration::from_secs(1)));
        starved.first = Some((Duration::ZERO, Usage::default()));
        starved.charged = Duration::ZERO;
        assert!(starved.is_up(getpid()));
    }

    #[test]
    fn earlier_sample_counts() {
        // The match waited for another seat for six seconds; for five of them, this process pretends to have waited for
        // a processor.
        let now = usage(getpid());
        let first = Usage { waited: now.waited.saturating_sub(Duration::from_secs(5)), ..now };
        let began = Instant::now() - Duration::from_secs(6);
        let clock = || Clock::start(began, Some(Duration::from_secs(5)));
        assert!(clock().is_up(getpid()));
        let mut clock = clock().with_first_sample(Some((began + Duration::from_secs(1), first)));
        assert_eq!(clock.is_up(getpid()), now.waited < Duration::from_secs(2));
    }

    #[test]
    fn suspended_time_is_not_charged() {
        let mut clock = Clock::start(Instant::now() - Duration::from_secs(60), Some(Duration::from_secs(5)));
        clock.slept(NAP, Duration::from_secs(59));
        assert!(!clock.is_up(getpid()));
        assert!(clock.nap() <= NAP);
    }

    #[test]
    fn busy_machine_does_not_extend_wall_time_limit() {
        let mut clock = Clock::start(Instant::now() - Duration::from_secs(60), Some(Duration::from_secs(5)));
        (0..60).for_each(|_| clock.slept(NAP, Duration::from_secs(1)));
        assert!(clock.is_up(getpid()));
    }

    #[test]
    fn no_limit_never_expires() {
        let mut clock = Clock::start(Instant::now() - Duration::from_secs(6000), None);
        assert!(!clock.is_up(getpid()));
    }
}

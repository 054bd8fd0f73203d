//! Whose time it is that passes.
//!
//! An AI is charged for computing and for sleeping, but not for waiting until a busy machine gives it a processor. All
//! threads and processes of a program compute at its cost, and while they do, the first one waits for nobody else. After
//! four times its limit it is out of time in any case.

use crate::group;
use crate::group::Sum;
use rustix::process::Pid;
use std::path::PathBuf;
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
    /// For how long it has had a processor by then; before the first look, all the time.
    computed: Duration,
}

/// What a player had used up at a moment.
pub type Look = (Instant, Usage);

/// What the system has noted of a player since it began.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Computed, all threads and processes together.
    computed: Duration,
    /// Of this, the first thread's.
    own: Duration,
    /// The first thread was ready to compute, with no processor to do it on.
    waited: Duration,
}

impl Usage {
    /// What a player is charged with for so much time that has passed since `first`.
    fn charge(self, first: Usage, wall: Duration) -> Duration {
        let computed = self.computed.saturating_sub(first.computed);
        let of_others = computed.saturating_sub(self.own.saturating_sub(first.own));
        let waited = self.waited.saturating_sub(first.waited).saturating_sub(of_others);
        wall.saturating_sub(waited).max(computed)
    }
}

/// Whose time passes.
pub trait Charged {
    fn usage(self) -> Usage;
}

/// One process, with all its threads.
impl Charged for Pid {
    fn usage(self) -> Usage {
        usage(self)
    }
}

/// A program with all that it has started.
pub struct Group {
    first: Pid,
    /// The process that has started it.
    root: Pid,
    /// Where the system counts it, if it does.
    counted_at: Option<PathBuf>,
    sum: Sum,
}

impl Group {
    pub fn new(first: Pid, root: Pid, counted_at: Option<PathBuf>) -> Group {
        Group { first, root, counted_at, sum: Sum::default() }
    }
}

impl Charged for &mut Group {
    fn usage(self) -> Usage {
        let of_first = usage(self.first);
        // Where the system lists no children there is the first one.
        let root = self.root.as_raw_nonzero().get();
        let computed = group::computed(root, self.counted_at.as_deref(), &mut self.sum);
        Usage { computed: computed.max(of_first.computed), ..of_first }
    }
}

impl Clock {
    pub fn start(began: Instant, limit: Option<Duration>) -> Clock {
        Clock {
            began,
            stood_still: Duration::ZERO,
            limit,
            first: None,
            charged: Duration::ZERO,
            computed: Duration::ZERO,
        }
    }

    /// With a look that was taken at the player after the turn began.
    #[must_use]
    pub fn with_first_look(mut self, look: Option<Look>) -> Clock {
        self.first = look.map(|(at, usage)| (at.saturating_duration_since(self.began), usage));
        self
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
    pub fn is_up(&mut self, player: impl Charged) -> bool {
        let Some(limit) = self.limit else { return false };
        let wall = self.began.elapsed().saturating_sub(self.stood_still);
        let now = player.usage();
        let (begin, first) = *self.first.get_or_insert((wall, now));
        self.computed = begin + now.computed.saturating_sub(first.computed);
        self.charged = begin + now.charge(first, wall.saturating_sub(begin));
        self.charged >= limit || wall >= limit * PATIENCE
    }

    /// What the process has computed and slept since the turn began, as far as the system tells; never more than the time
    /// that has passed.
    pub fn charge(&mut self, player: impl Charged) -> Duration {
        self.is_up(player);
        self.charged.min(self.began.elapsed())
    }

    /// For how long the process has had a processor, if it has been looked at.
    pub fn computed(&self) -> Option<Duration> {
        self.first.map(|_| self.computed)
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
    // Of the first thread: nanoseconds computed, nanoseconds waited, how often.
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
            computed: Duration::ZERO,
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
    fn whoever_waits_for_its_own_children_waits_for_nobody_else() {
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
        // It has computed 2 s, slept 3 s and waited for others 5 s.
        assert_eq!(charged(2, 2, 5, 10), 5);
        // Its children had the processor meanwhile; or some of them, or several processors.
        assert_eq!(charged(7, 2, 5, 10), 10);
        assert_eq!(charged(4, 2, 5, 10), 7);
        assert_eq!(charged(19, 1, 9, 10), 19);
        // It sleeps until its children have computed.
        assert_eq!(charged(9, 0, 0, 10), 10);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_is_charged_for_what_its_children_compute() {
        use std::io::Read;
        let computes = "(i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done); echo; exec sleep 100";
        let mut child = std::process::Command::new("sh")
            .args(["-c", computes])
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        child.stdout.take().unwrap().read_exact(&mut [0]).unwrap();
        let first = Pid::from_child(&child);
        // The child of the child has ended: it is in the sums of its parent.
        let of_group = Group::new(first, getpid(), None).usage();
        let of_first = first.usage();
        assert!(of_group.computed > of_first.computed, "{of_group:?} {of_first:?}");
        let _ = child.kill();
        let _ = child.wait();
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
    fn a_look_before_the_player_is_waited_for_counts() {
        // Another seat was waited for, for six seconds; of these, this process is said to have waited for a processor for five.
        let now = usage(getpid());
        let first = Usage { waited: now.waited.saturating_sub(Duration::from_secs(5)), ..now };
        let began = Instant::now() - Duration::from_secs(6);
        let clock = || Clock::start(began, Some(Duration::from_secs(5)));
        assert!(clock().is_up(getpid()));
        let mut clock = clock().with_first_look(Some((began + Duration::from_secs(1), first)));
        assert_eq!(clock.is_up(getpid()), now.waited < Duration::from_secs(2));
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

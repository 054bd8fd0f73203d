//! The measurement of the time that a player is charged for.
//!
//! An AI is charged for the time that it was measured to compute and to sleep. It is not charged for waiting for a
//! processor on a busy machine, nor for time in which the engine should have looked but was itself waiting. The
//! computing time of all threads and processes of a program counts, so the time in which its first process waits for
//! the others is not deducted. An AI of a single process is not charged for waiting for a disk either, for some seconds of a
//! turn. Only on a machine that is busy for very long, the AI is out of time without having used it: after its [`wall_limit`].

use crate::group;
use crate::group::CpuTimeTotal;
use rustix::process::Pid;
use std::fs::File;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wag_i18n::{Message, message};

/// The limit in wall time, as a multiple of the player's time limit, and the shortest one.
const PATIENCE: u32 = 10;
const PATIENCE_MIN: Duration = Duration::from_secs(60);

/// The time in a turn for which a player may wait for a disk without a charge. One that lets the disk write all the time
/// loses its turn like one that sleeps: it must not make the machine look busy.
const DISK_MAX: Duration = Duration::from_secs(10);

/// The maximum sleep between two checks of whether the match should end.
const NAP: Duration = Duration::from_millis(100);
/// If a sleep takes at least this much longer than requested, the engine itself was not running.
const OVERSLEPT: Duration = Duration::from_millis(500);

/// Returns the limit in wall time of a player with this time limit. It is generous, because a player waits long for a
/// processor on a busy machine, and only waiting lets it reach this limit.
pub fn wall_limit(limit: Duration) -> Duration {
    limit.saturating_mul(PATIENCE).max(PATIENCE_MIN)
}

/// The clock of one turn.
pub struct Clock {
    began: Instant,
    limit: Option<Duration>,
    charge: Charge,
    /// The longest time in which the engine should have run but did not. It does not count for the limit in wall time.
    suspended: Duration,
}

/// The measured time of one turn. All times are counted from the beginning of the turn.
#[derive(Debug, Default)]
struct Charge {
    /// The time of the measurement from which the charge is calculated, and its result.
    begin: Duration,
    first: Usage,
    /// The processor time that the first thread used before `begin`.
    before: Duration,
    computed: Duration,
    slept: Duration,
    /// The total time for which the engine's sleeps took longer than requested.
    missed: Duration,
    /// The time of the last measurement, and the total time for which the player waited for a disk, as far as the
    /// measurements tell.
    looked_at: Duration,
    waited_for_disk: Duration,
    was_looked_at: bool,
}

/// The system's figures about a player since its start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// The processor time of all threads and processes.
    computed: Duration,
    /// The part of `computed` that the first thread used.
    own: Duration,
    /// The time in which the first thread waited for a processor; `None` if the system does not report it.
    waited: Option<Duration>,
    /// True if a thread is computing or waiting for a processor at the moment.
    is_ready: bool,
    /// True if the first thread is waiting for a disk at the moment.
    is_at_disk: bool,
    /// False if `computed` lacks the time of the other processes.
    is_complete: bool,
}

impl Charge {
    fn new(first: Usage) -> Charge {
        Charge { first, ..Charge::default() }
    }

    /// Updates the charge with a measurement that was taken `wall` after the beginning of the turn.
    fn look(&mut self, wall: Duration, now: Usage) {
        self.was_looked_at = true;
        let since_last = wall.saturating_sub(std::mem::replace(&mut self.looked_at, wall));
        if !self.first.is_complete {
            // Of the time before the first complete measurement, only the first thread's processor time is known.
            self.before = now.own.saturating_sub(self.first.own);
            self.computed = self.before;
            (self.begin, self.missed, self.first) =
                (wall, Duration::ZERO, Usage { is_complete: true, ..now });
            return;
        }
        let first = &self.first;
        let computed = now.computed.saturating_sub(first.computed);
        self.computed = self.computed.max(self.before + computed);
        // The system adds the time of a wait when it is over. A thread that is ready may have been waiting for all the
        // time that is not accounted for.
        if now.is_ready && now.waited.is_some() {
            return;
        }
        if now.is_at_disk {
            self.waited_for_disk = (self.waited_for_disk + since_last).min(DISK_MAX);
        }
        let of_others = computed.saturating_sub(now.own.saturating_sub(first.own));
        let waited =
            now.waited.zip(first.waited).map_or(Duration::ZERO, |(now, first)| now.saturating_sub(first));
        let waited = waited.saturating_sub(of_others) + self.waited_for_disk;
        let accounted = self.begin + self.missed + waited + computed;
        self.slept = self.slept.max(wall.saturating_sub(accounted));
        self.first.waited = self.first.waited.filter(|_| now.waited.is_some());
    }

    /// Returns the time that the player is charged for.
    fn total(&self) -> Duration {
        self.computed + self.slept
    }

    /// Returns the part of the charge during which the player certainly computed or slept.
    fn certain(&self) -> Duration {
        if self.is_measured() { self.total() } else { self.computed }
    }

    fn is_measured(&self) -> bool {
        self.first.waited.is_some()
    }
}

/// A player whose time is measured.
pub trait MeasuredPlayer {
    /// Measures the player quickly, before its turn.
    fn usage_before_turn(&mut self) -> Usage;

    /// Measures the player during its turn.
    fn usage(&mut self) -> Usage;
}

/// A single process, which is measured with all its threads.
#[derive(Debug)]
pub struct MeasuredProcess {
    pid: Pid,
    /// The system's figures about the first thread: nanoseconds computed, nanoseconds waited, number of time slices.
    schedstat: Option<File>,
}

impl MeasuredProcess {
    pub fn new(pid: Pid) -> MeasuredProcess {
        MeasuredProcess {
            pid,
            schedstat: File::open(format!("/proc/{}/schedstat", pid.as_raw_nonzero())).ok(),
        }
    }

    /// Returns the times for which the first thread has computed and waited; `None` if the system does not report them.
    fn first_thread(&self) -> Option<(Duration, Duration)> {
        let mut text = [0; 64];
        let length = rustix::io::pread(self.schedstat.as_ref()?, &mut text, 0).ok()?;
        let mut words = std::str::from_utf8(&text[..length]).ok()?.split_whitespace();
        let mut number = || words.next()?.parse::<u64>().ok();
        let (own, waited, slices) = (number()?, number()?, number()?);
        // A kernel without these figures reports zeros.
        (slices > 0).then(|| (Duration::from_nanos(own), Duration::from_nanos(waited)))
    }
}

impl MeasuredPlayer for MeasuredProcess {
    fn usage_before_turn(&mut self) -> Usage {
        let first = self.first_thread();
        Usage {
            computed: group::of_process(self.pid.as_raw_nonzero().get()).unwrap_or_default(),
            own: first.map_or(Duration::ZERO, |(own, _)| own),
            waited: first.map(|(_, waited)| waited),
            is_ready: false,
            is_at_disk: false,
            is_complete: true,
        }
    }

    fn usage(&mut self) -> Usage {
        // The state is read first: a thread that is asleep then has no wait that the system has not added yet.
        let group::Activity { is_ready, is_at_disk } = group::activity(self.pid.as_raw_nonzero().get());
        Usage { is_ready, is_at_disk, ..self.usage_before_turn() }
    }
}

/// A program with all processes that it has started.
pub struct Group {
    /// The program's first process; `None` if the program has not started yet.
    first: Option<MeasuredProcess>,
    /// The process that starts the program.
    root: Pid,
    /// The control group that measures the program; `None` if it has none.
    counted_at: Option<PathBuf>,
    sum: CpuTimeTotal,
}

impl Group {
    /// Creates the group of a program that has not started yet.
    pub fn new(root: Pid, counted_at: Option<PathBuf>) -> Group {
        Group { first: None, root, counted_at, sum: CpuTimeTotal::default() }
    }

    /// Adds the program's first process.
    #[must_use]
    pub fn started(mut self, first: Pid) -> Group {
        self.first = Some(MeasuredProcess::new(first));
        self
    }
}

impl MeasuredPlayer for Group {
    fn usage_before_turn(&mut self) -> Usage {
        match &mut self.first {
            // Listing the other processes would take longer than a quick turn.
            Some(first) => Usage { is_complete: false, ..first.usage_before_turn() },
            None => self.usage(),
        }
    }

    fn usage(&mut self) -> Usage {
        // If the system lists no children, the first process is measured alone.
        let root = self.root.as_raw_nonzero().get();
        let of_all = group::measure(root, self.counted_at.as_deref(), &mut self.sum);
        match &mut self.first {
            Some(first) => {
                let of_first = first.usage();
                let computed = of_all.computed.max(of_first.computed);
                let is_ready = of_all.is_ready || of_first.is_ready;
                // A process that starts others can wait for them as for a disk.
                Usage { computed, is_ready, is_at_disk: false, ..of_first }
            }
            None => Usage {
                computed: of_all.computed,
                waited: Some(Duration::ZERO),
                is_complete: true,
                ..Usage::default()
            },
        }
    }
}

impl Clock {
    /// Starts the clock of a turn, before the player can compute.
    pub fn start(limit: Option<Duration>, player: &mut impl MeasuredPlayer) -> Clock {
        let first = if limit.is_some() { player.usage_before_turn() } else { Usage::default() };
        Clock { began: Instant::now(), limit, charge: Charge::new(first), suspended: Duration::ZERO }
    }

    /// Returns a clock without a limit.
    pub fn unlimited() -> Clock {
        let charge = Charge::default();
        Clock { began: Instant::now(), limit: None, charge, suspended: Duration::ZERO }
    }

    /// Returns the time at which the turn began.
    pub fn began(&self) -> Instant {
        self.began
    }

    /// Measures the player, unless it has been measured in this turn.
    pub fn look_once(&mut self, player: &mut impl MeasuredPlayer) {
        if !self.charge.was_looked_at && self.limit.is_some() {
            self.charge.look(self.began.elapsed(), player.usage());
        }
    }

    /// Returns the longest sleep before the next measurement.
    pub fn nap(&self) -> Duration {
        let Some(limit) = self.limit else { return NAP };
        // Several measurements per turn tell sleeping from waiting. Sleep before the first complete one is not charged.
        let part = if self.charge.first.is_complete { limit / 4 } else { limit / 16 };
        NAP.min(part).min(limit.saturating_sub(self.charge.total())).max(Duration::from_millis(1))
    }

    /// Records how long a sleep took, and how long it was meant to take.
    pub fn slept(&mut self, requested: Duration, took: Duration) {
        let late = took.saturating_sub(requested);
        self.charge.missed += late;
        // The engine or the whole machine was stopped. Only the longest such time counts, so that the limit in wall time
        // holds on a busy machine, too.
        if late > OVERSLEPT {
            self.suspended = self.suspended.max(late);
        }
    }

    /// Returns true if the player has used up its time.
    pub fn is_up(&mut self, player: &mut impl MeasuredPlayer) -> bool {
        if self.limit.is_none() {
            return false;
        }
        self.is_up_at(self.began.elapsed(), player.usage())
    }

    /// Returns true if the player has used up its time `wall` after the beginning of its turn.
    fn is_up_at(&mut self, wall: Duration, now: Usage) -> bool {
        let Some(limit) = self.limit else { return false };
        self.charge.look(wall, now);
        self.charge.total() >= limit || wall.saturating_sub(self.suspended) >= wall_limit(limit)
    }

    /// Returns the time that the player is charged for since the turn began, which is at most the time that has passed.
    pub fn charge(&mut self, player: &mut impl MeasuredPlayer) -> Duration {
        self.is_up(player);
        self.charge.total().min(self.began.elapsed())
    }

    /// Returns the processor time used since the turn began; `None` if it was not measured.
    pub fn computed(&self) -> Option<Duration> {
        (self.charge.was_looked_at && self.charge.is_measured()).then_some(self.charge.computed)
    }

    /// Returns true if only the limit in wall time was exceeded.
    pub fn exceeded_wall_time(&self) -> bool {
        self.limit.is_some_and(|limit| self.charge.total() < limit)
    }

    /// Returns why a player has no answer that only exceeded the limit in wall time. `when` is a text that says when that
    /// happened.
    pub fn too_busy(&self, when: Message) -> Message {
        let limit = self.limit.unwrap_or_default();
        message!(
            "no answer within %{waited} s %{when}, because this computer is too busy: the player got less than its %{time} s",
            waited = rounded_up(wall_limit(limit)).as_secs_f64(),
            when,
            time = rounded_up(limit).as_secs_f64()
        )
    }

    /// Returns true if a time-out may be due to the machine, because the player did not certainly compute or sleep for
    /// its whole time.
    pub fn is_doubtful(&self) -> bool {
        self.limit.is_some_and(|limit| self.charge.certain() < limit)
    }
}

/// Rounds a time up to milliseconds, because the time left of a match may have fractions.
pub fn rounded_up(time: Duration) -> Duration {
    Duration::from_millis(time.as_micros().div_ceil(1000) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::process::getpid;

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    /// A process that has computed, and waited for a processor, for so many milliseconds.
    fn usage(computed: u64, waited: u64, is_ready: bool) -> Usage {
        Usage {
            computed: ms(1000 + computed),
            own: ms(1000 + computed),
            waited: Some(ms(500 + waited)),
            is_ready,
            is_at_disk: false,
            is_complete: true,
        }
    }

    fn asleep(computed: u64, waited: u64) -> Usage {
        usage(computed, waited, false)
    }

    fn ready(computed: u64, waited: u64) -> Usage {
        usage(computed, waited, true)
    }

    /// A clock with a limit of 100 ms, whose turn begins when the player's usage is `first`.
    fn clock(first: Usage) -> Clock {
        Clock { began: Instant::now(), limit: Some(ms(100)), charge: Charge::new(first), suspended: ms(0) }
    }

    #[test]
    fn sleeping_is_charged_and_certain() {
        let mut clock = clock(asleep(0, 0));
        assert!(!clock.is_up_at(ms(99), asleep(0, 0)));
        assert!(clock.is_up_at(ms(100), asleep(0, 0)));
        assert!(!clock.is_doubtful() && !clock.exceeded_wall_time());
    }

    #[test]
    fn computing_is_charged_and_certain() {
        let mut clock = clock(asleep(0, 0));
        assert!(!clock.is_up_at(ms(250), ready(99, 30)));
        assert!(clock.is_up_at(ms(250), ready(100, 30)));
        assert!(!clock.is_doubtful());
    }

    #[test]
    fn sleep_and_computing_add_up() {
        let mut clock = clock(asleep(0, 0));
        assert!(!clock.is_up_at(ms(50), asleep(0, 0)));
        assert!(!clock.is_up_at(ms(120), ready(49, 10)));
        assert!(clock.is_up_at(ms(121), ready(50, 10)));
    }

    #[test]
    fn late_first_look_charges_only_measured_time() {
        let mut clock = clock(asleep(0, 0));
        clock.slept(ms(25), ms(300));
        assert!(!clock.is_up_at(ms(300), ready(60, 100)));
        assert_eq!(clock.charge.total(), ms(60));
    }

    #[test]
    fn wait_that_has_not_ended_is_not_charged() {
        // The system adds a wait only when it is over.
        let mut clock = clock(asleep(0, 0));
        assert!(!clock.is_up_at(ms(150), ready(40, 0)));
        assert!(!clock.is_up_at(ms(250), ready(60, 150)));
        assert_eq!(clock.charge.total(), ms(60));
    }

    #[test]
    fn missed_time_is_not_charged_as_sleep() {
        // The player may have been waiting for the engine.
        let mut clock = clock(asleep(0, 0));
        clock.slept(ms(25), ms(150));
        assert!(!clock.is_up_at(ms(150), asleep(0, 0)));
        assert_eq!(clock.charge.total(), ms(25));
        assert!(clock.is_up_at(ms(225), asleep(0, 0)));
        assert!(!clock.is_doubtful());
    }

    #[test]
    fn limit_in_wall_time_is_doubtful() {
        let mut clock = clock(asleep(0, 0));
        assert!(!clock.is_up_at(ms(59_999), ready(60, 200)));
        assert!(clock.is_up_at(ms(60_000), ready(60, 200)));
        assert!(clock.is_doubtful() && clock.exceeded_wall_time());
        let message = clock.too_busy(message!("in its turn")).english();
        let busy = "no answer within 60 s in its turn, because this computer is too busy: the player got less than its 0.1 s";
        assert_eq!(message, busy);
    }

    #[test]
    fn limit_in_wall_time_leaves_time_to_wait_for_a_processor() {
        let limits = [ms(1), ms(500), ms(6000), ms(6001), ms(60_000)].map(wall_limit);
        assert_eq!(limits, [ms(60_000), ms(60_000), ms(60_000), ms(60_010), ms(600_000)]);
    }

    #[test]
    fn a_player_that_gets_a_hundredth_of_a_processor_loses_no_turn() {
        // It computes for 90 ms in 9 s, and is ready each time it is looked at, or has just got its answer out.
        let mut clock = clock(asleep(0, 0));
        for part in 1..90 {
            assert!(!clock.is_up_at(ms(100 * part), ready(part, 99 * (part - 1))), "{part}");
        }
        assert!(!clock.is_up_at(ms(9000), asleep(90, 8910)));
        assert_eq!(clock.charge.total(), ms(90));
        // There, too, the limit holds for what it computes and sleeps.
        assert!(!clock.is_up_at(ms(9009), asleep(90, 8910)));
        assert!(clock.is_up_at(ms(9010), asleep(90, 8910)));
        assert!(!clock.is_doubtful() && !clock.exceeded_wall_time());
    }

    #[test]
    fn waiting_for_a_disk_is_not_charged() {
        let at_disk = |computed: u64| Usage { is_at_disk: true, ..asleep(computed, 0) };
        let mut clock = clock(asleep(0, 0));
        for wall in (25..3000).step_by(25) {
            assert!(!clock.is_up_at(ms(wall), at_disk(10)), "{wall}");
        }
        // The player computed for 10 ms before it waited.
        assert!(!clock.is_up_at(ms(3050), asleep(20, 0)));
        assert!(clock.charge.total() <= ms(95));
        assert!(clock.is_up_at(ms(3200), asleep(20, 0)), "sleeping is charged");
        assert!(!clock.exceeded_wall_time());
        let mut clock = self::clock(asleep(0, 0));
        for wall in (100..=10_000).step_by(100) {
            assert!(!clock.is_up_at(ms(wall), at_disk(10)), "{wall}");
        }
        // Whoever lets the disk write all the time is to blame for it.
        assert!(clock.is_up_at(ms(10_100), at_disk(10)));
        assert!(!clock.exceeded_wall_time() && !clock.is_doubtful());
    }

    #[test]
    fn unknown_wait_is_charged_but_doubtful() {
        let unknown = |computed: u64| Usage { waited: None, ..asleep(computed, 0) };
        for (first, now) in [(unknown(0), unknown(40)), (asleep(0, 0), unknown(40))] {
            let mut clock = clock(first);
            assert!(!clock.is_up_at(ms(99), now) && clock.is_up_at(ms(100), now));
            assert!(clock.is_doubtful() && !clock.exceeded_wall_time());
            assert_eq!(clock.computed(), None);
        }
        let mut clock = clock(unknown(0));
        assert!(clock.is_up_at(ms(100), unknown(100)) && !clock.is_doubtful());
    }

    #[test]
    fn first_look_at_program_is_the_beginning() {
        let mut clock = clock(Usage { is_complete: false, ..asleep(0, 0) });
        assert_eq!(clock.nap(), ms(100) / 16);
        // Its other processes may have computed in earlier turns.
        let now = |others: u64, computed: u64| Usage {
            computed: ms(9000 + others + computed),
            ..ready(computed, 0)
        };
        assert!(!clock.is_up_at(ms(350), now(0, 20)));
        assert_eq!(clock.charge.total(), ms(20));
        assert!(!clock.is_up_at(ms(380), now(79, 20)));
        assert!(clock.is_up_at(ms(380), now(80, 20)));
        assert!(!clock.is_doubtful());
    }

    #[test]
    fn waiting_for_own_children_is_charged() {
        let first = usage(50, 20, false);
        let charged = |computed: u64, own: u64, waited: u64, wall: u64| {
            let mut charge = Charge::new(first);
            let now = usage(50 + own, 20 + waited, false);
            charge.look(ms(wall), Usage { computed: ms(1050 + computed), ..now });
            charge.total().as_millis()
        };
        // It has computed for 2 ms, slept for 3 ms and waited for other programs for 5 ms.
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
        let of_group = Group::new(getpid(), None).started(first).usage();
        let of_first = MeasuredProcess::new(first).usage();
        assert!(of_group.computed > of_first.computed, "{of_group:?} {of_first:?}");
        let _ = child.kill();
        let _ = child.wait();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_is_measured() {
        let mut this = MeasuredProcess::new(getpid());
        let (before, now) = (this.usage_before_turn(), this.usage());
        assert!(before.is_complete && now.is_complete && before.computed <= now.computed);
        // The test's own thread is running.
        assert!(now.is_ready);
    }

    #[test]
    fn suspended_time_does_not_count_for_wall_time_limit() {
        let mut clock = clock(asleep(0, 0));
        clock.slept(NAP, NAP + ms(1000));
        assert!(!clock.is_up_at(ms(60_999), ready(60, 0)));
        assert!(clock.is_up_at(ms(61_000), ready(60, 0)));
    }

    #[test]
    fn busy_machine_does_not_extend_wall_time_limit() {
        let mut clock = clock(asleep(0, 0));
        (0..150).for_each(|_| clock.slept(ms(25), ms(425)));
        assert!(clock.is_up_at(ms(60_000), ready(0, 300)));
    }

    #[test]
    fn no_limit_never_expires() {
        let mut clock = Clock::unlimited();
        assert!(!clock.is_up_at(ms(6_000_000), ready(6_000_000, 0)));
        assert!(!clock.is_doubtful() && !clock.exceeded_wall_time());
    }
}

//! The slots of the server: a job waits for one, and gives it back when it has ended.

use crate::work::queue::{Full, Job, JobState, Lane, Queue};
use crate::work::{QueueState, QueuedJob, WorkFault};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};

/// The queue with the tasks that wait in it. Clones share it.
#[derive(Clone)]
pub struct Slots {
    shared: Arc<Mutex<Shared>>,
    /// Tells the waiting jobs of contests that a person is active, so that they wait longer.
    touched: watch::Sender<()>,
    start: Instant,
}

struct Shared {
    queue: Queue,
    /// Whoever waits for a slot. Dropping a sender cancels the job.
    waiting: BTreeMap<u64, oneshot::Sender<()>>,
}

/// A slot. The job has ended when the value is dropped.
pub struct Slot {
    slots: Slots,
    id: u64,
    began: Instant,
    /// The processor time that the job has used; the passed time unless somebody says it.
    used: Option<Duration>,
}

impl Slots {
    pub fn new(queue: Queue) -> Slots {
        let shared = Shared { queue, waiting: BTreeMap::new() };
        Slots { shared: Arc::new(Mutex::new(shared)), touched: watch::Sender::new(()), start: Instant::now() }
    }

    fn locked(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a person is active.
    pub fn touch(&self, account: &str) {
        self.locked().queue.touch(self.start.elapsed(), account);
        self.touched.send_replace(());
    }

    /// Waits for a slot. If the future is dropped, the job is no longer in the queue.
    pub async fn acquire(&self, job: Job) -> Result<Slot, WorkFault> {
        let lane = job.lane;
        let mut touched = self.touched.subscribe();
        let (sender, mut given) = oneshot::channel();
        let id = {
            let mut shared = self.locked();
            let (id, replaced) = shared.queue.add(self.start.elapsed(), job).map_err(queue_full)?;
            if let Some(replaced) = replaced {
                shared.waiting.remove(&replaced);
            }
            shared.waiting.insert(id, sender);
            id
        };
        // From here on, dropping the slot removes the job, whether it waits or runs.
        let mut slot = Slot { slots: self.clone(), id, began: Instant::now(), used: None };
        self.start_jobs();
        if lane != Lane::Contest {
            self.touched.send_replace(());
        }
        let has_slot = loop {
            let change = if lane == Lane::Contest { self.next_change() } else { None };
            tokio::select! {
                given = &mut given => break given.is_ok(),
                () = until(change) => self.start_jobs(),
                _ = touched.changed(), if lane == Lane::Contest => {}
            }
        };
        if !has_slot {
            return Err(WorkFault::Cancelled);
        }
        slot.began = Instant::now();
        Ok(slot)
    }

    /// Returns the time at which a waiting job of a contest may start although nothing else changes.
    fn next_change(&self) -> Option<tokio::time::Instant> {
        let change = self.locked().queue.next_change(self.start.elapsed())?;
        Some((self.start + change).into())
    }

    /// Gives free slots to waiting jobs.
    fn start_jobs(&self) {
        let mut shared = self.locked();
        let started = shared.queue.start(self.start.elapsed());
        for id in started {
            // A receiver that is gone drops its slot, which starts the next job.
            _ = shared.waiting.remove(&id).map(|sender| sender.send(()));
        }
    }

    /// Cancels a waiting job of an account. Returns whether there was one.
    pub fn cancel(&self, account: &str, id: &str) -> bool {
        let mut shared = self.locked();
        let jobs = shared.queue.jobs(self.start.elapsed());
        let is_it = |job: &&JobState| job.account == account && job.id.to_string() == id && !job.is_running;
        let Some(job) = jobs.iter().find(is_it) else { return false };
        shared.waiting.remove(&job.id);
        shared.queue.cancel(job.id)
    }

    /// Cancels all waiting jobs of an account.
    pub fn cancel_all_of(&self, account: &str) {
        let mut shared = self.locked();
        let jobs = shared.queue.jobs(self.start.elapsed());
        for job in jobs.iter().filter(|job| job.account == account && !job.is_running) {
            shared.waiting.remove(&job.id);
            shared.queue.cancel(job.id);
        }
    }

    pub fn state(&self) -> QueueState {
        let jobs = self.locked().queue.jobs(self.start.elapsed());
        let shown = |job: JobState| QueuedJob {
            id: job.id.to_string(),
            account: job.account,
            kind: job.kind,
            lane: job.lane.number(),
            running: job.is_running,
            place: job.place,
            seconds: job.starts_after.as_secs(),
        };
        QueueState { jobs: jobs.into_iter().map(shown).collect() }
    }
}

impl Slot {
    /// Says how much processor time the job has used.
    pub fn used(&mut self, time: Duration) {
        self.used = Some(time);
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        {
            let mut shared = self.slots.locked();
            shared.waiting.remove(&self.id);
            let used = self.used.unwrap_or_else(|| self.began.elapsed());
            if !shared.queue.cancel(self.id) {
                shared.queue.end(self.slots.start.elapsed(), self.id, used);
            }
        }
        self.slots.start_jobs();
    }
}

/// Waits until a time; for ever if there is none.
async fn until(time: Option<tokio::time::Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}

fn queue_full(full: Full) -> WorkFault {
    WorkFault::QueueFull { seconds: full.after.as_secs().max(1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::queue::QueueLimits;

    fn job(account: &str) -> Job {
        Job {
            account: account.to_string(),
            lane: Lane::Long,
            kind: "run",
            subject: None,
            limits: QueueLimits::default(),
        }
    }

    #[tokio::test]
    async fn a_slot_goes_to_the_next_job_when_it_is_dropped() {
        let slots = Slots::new(Queue::new(1));
        let first = slots.acquire(job("anna")).await.unwrap();
        let waiting = tokio::spawn({
            let slots = slots.clone();
            async move { slots.acquire(job("ben")).await.map(|slot| slot.id) }
        });
        while slots.state().jobs.len() < 2 {
            tokio::task::yield_now().await;
        }
        drop(first);
        assert_eq!(waiting.await.unwrap().unwrap(), 2);
        assert!(slots.state().jobs.is_empty());
    }

    #[tokio::test]
    async fn a_job_leaves_the_queue_when_it_is_cancelled_or_given_up() {
        let slots = Slots::new(Queue::new(1));
        let _running = slots.acquire(job("anna")).await.unwrap();
        let given_up = tokio::spawn({
            let slots = slots.clone();
            async move { slots.acquire(job("ben")).await.map(|slot| slot.id) }
        });
        let cancelled = tokio::spawn({
            let slots = slots.clone();
            async move { slots.acquire(job("cleo")).await.map(|slot| slot.id) }
        });
        while slots.state().jobs.len() < 3 {
            tokio::task::yield_now().await;
        }
        given_up.abort();
        _ = given_up.await;
        let id = slots.state().of("cleo").next().unwrap().id.clone();
        assert!(!slots.cancel("anna", &id), "it is not hers");
        assert!(slots.cancel("cleo", &id));
        assert_eq!(cancelled.await.unwrap().unwrap_err(), WorkFault::Cancelled);
        assert_eq!(slots.state().jobs.len(), 1);
        let all = [job("cleo"), job("ben"), job("cleo")].map(|job| {
            let slots = slots.clone();
            tokio::spawn(async move { slots.acquire(job).await.map(|slot| slot.id) })
        });
        while slots.state().jobs.len() < 4 {
            tokio::task::yield_now().await;
        }
        slots.cancel_all_of("cleo");
        let [first, _, last] = all;
        for cancelled in [first, last] {
            assert_eq!(cancelled.await.unwrap().unwrap_err(), WorkFault::Cancelled);
        }
        let left: Vec<String> = slots.state().jobs.into_iter().map(|job| job.account).collect();
        assert_eq!(left, ["anna", "ben"]);
    }
}

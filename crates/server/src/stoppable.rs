//! Requests that start processes. Their work ends early when the page gives the request up, so that nobody receives the
//! response, and when the server stops.

use super::error::Refusal;
use super::request::run_blocking;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// The requests whose work can be stopped.
#[derive(Default)]
pub struct StoppableRequests(Mutex<Flags>);

#[derive(Default)]
struct Flags {
    /// The flags that stop the work of pending requests.
    pending: Vec<Weak<AtomicBool>>,
    /// True if the server stops.
    is_stopped: bool,
}

/// Sets the flag when it is dropped: with the future of a request, which the server drops when the connection is closed.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl StoppableRequests {
    /// Runs the work of a request on a separate thread. The work must end soon after its flag is set.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Arc<AtomicBool>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let request = StopOnDrop(self.add());
        let stop = Arc::clone(&request.0);
        run_blocking(move || work(&stop)).await
    }

    /// Stops the work of all requests, also of later ones.
    pub fn stop(&self) {
        let mut flags = self.flags();
        flags.is_stopped = true;
        flags
            .pending
            .drain(..)
            .filter_map(|flag| flag.upgrade())
            .for_each(|flag| flag.store(true, Ordering::Relaxed));
    }

    fn add(&self) -> Arc<AtomicBool> {
        let mut flags = self.flags();
        let flag = Arc::new(AtomicBool::new(flags.is_stopped));
        flags.pending.retain(|flag| flag.strong_count() > 0);
        flags.pending.push(Arc::downgrade(&flag));
        flag
    }

    fn flags(&self) -> MutexGuard<'_, Flags> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The flag that stops the turn that is being played; `None` if no turn has been played yet.
#[derive(Default)]
pub struct TurnInProgress(Mutex<Option<Arc<AtomicBool>>>);

impl TurnInProgress {
    /// Stops the turn that is being played, and stores the flag of the next one.
    pub fn replace(&self, next: &Arc<AtomicBool>) {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(previous) = current.replace(Arc::clone(next)) {
            previous.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    /// Returns work that reports its start, and ends when it is stopped.
    fn work(
        started: mpsc::Sender<()>,
        ended: mpsc::Sender<()>,
    ) -> impl FnOnce(&Arc<AtomicBool>) -> Result<(), Refusal> {
        move |stop| {
            let _ = started.send(());
            while !stop.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            let _ = ended.send(());
            Ok(())
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn work_ends_when_its_request_is_given_up_or_the_server_stops() {
        let requests = Arc::new(StoppableRequests::default());
        for is_given_up in [true, false] {
            let (started, start) = mpsc::channel();
            let (ended, end) = mpsc::channel();
            let own = Arc::clone(&requests);
            let request = tokio::spawn(async move { own.run(work(started, ended)).await });
            start.recv().unwrap();
            if is_given_up {
                request.abort()
            } else {
                requests.stop()
            }
            end.recv().unwrap();
        }
        assert!(
            requests.run(|stop| Ok(stop.load(Ordering::Relaxed))).await.is_ok_and(|is_stopped| is_stopped)
        );
    }
}

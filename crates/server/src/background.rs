//! Work on a thread of its own whose state all pages receive, such as a tournament. Of each kind there is only one at a
//! time.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use tokio::sync::watch;

/// The channel to which work sends its state; `None` until the first work starts.
pub type StateSender<S> = watch::Sender<Option<S>>;

/// The work of one kind: the state of the current one, or of the last one if none is in progress.
pub struct BackgroundWork<S> {
    sender: StateSender<S>,
    last: Mutex<WorkThread>,
}

#[derive(Default)]
struct WorkThread {
    /// Set to end the work early.
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// The right to start the next work. Nobody else can start one in the meantime.
pub struct NextWork<'w, S> {
    work: &'w BackgroundWork<S>,
    last: MutexGuard<'w, WorkThread>,
}

impl<S> Default for BackgroundWork<S> {
    fn default() -> Self {
        BackgroundWork { sender: watch::Sender::new(None), last: Mutex::default() }
    }
}

impl<S: Clone + Send + Sync + 'static> BackgroundWork<S> {
    /// Returns a receiver that is notified whenever the state changes.
    pub fn listen(&self) -> watch::Receiver<Option<S>> {
        self.sender.subscribe()
    }

    pub fn now(&self) -> Option<S> {
        self.sender.borrow().clone()
    }

    pub fn next(&self) -> NextWork<'_, S> {
        NextWork { work: self, last: self.last() }
    }

    /// Asks the work to stop. A receiver is notified when it has stopped.
    pub fn cancel(&self) {
        self.last().stop.store(true, Ordering::Relaxed);
    }

    /// Stops the work and waits until it has ended. When this returns, no process of a player is running.
    pub fn finish(&self) {
        self.cancel();
        self.last().join();
    }

    fn last(&self) -> MutexGuard<'_, WorkThread> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WorkThread {
    fn join(&mut self) {
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            log::error!("a thread of the server has panicked");
        }
    }
}

impl<S: Clone + Send + Sync + 'static> NextWork<'_, S> {
    /// Stops the last work, and waits until it has ended.
    pub fn stop_last(&mut self) {
        self.last.stop.store(true, Ordering::Relaxed);
        self.join_last();
    }

    /// Waits until the last work has ended: its thread may hold locks until then.
    pub fn join_last(&mut self) {
        self.last.join();
    }

    /// Publishes the first state and starts the work on a thread of this name. If there is no thread for it, the state
    /// becomes what it was.
    pub fn start(
        mut self,
        name: &str,
        first: S,
        work: impl FnOnce(&StateSender<S>, &Arc<AtomicBool>) + Send + 'static,
    ) -> io::Result<()> {
        let before = self.work.sender.send_replace(Some(first));
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, flag) = (self.work.sender.clone(), Arc::clone(&stop));
        let started = std::thread::Builder::new().name(name.into()).spawn(move || work(&sender, &flag));
        match started {
            Ok(thread) => {
                *self.last = WorkThread { stop, thread: Some(thread) };
                Ok(())
            }
            Err(err) => {
                self.work.sender.send_replace(before);
                Err(err)
            }
        }
    }
}

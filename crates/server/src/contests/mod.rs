//! Contests of classes: hand-ins and their checks, the practice while a contest is open, the final, and what people see
//! of them.
//!
//! The rows of the store are the truth: a hand-in that waits for its check and a match that waits to be played are jobs in
//! the database. Loops claim them, give them to worker processes, and store the results, so that after a crash everything
//! goes on where it was.

pub mod api;
mod checks;
pub(crate) mod files;
pub mod hand_in_api;
mod incoming;
pub mod match_api;
mod plan;
mod replays;
mod rounds;
pub mod screen_api;
mod setup;
pub(crate) mod shown;
pub(crate) mod table;
#[cfg(test)]
mod tests;
mod worker;
mod workspace_zip;

pub use worker::ContestWorker;

use crate::error::Refusal;
use crate::request::run_blocking;
use crate::server_clock::ServerClock;
use files::ContestFiles;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;
use table::TableCache;
use tokio::sync::{Notify, Semaphore};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use wag_store::hand_ins::HandIn;
use wag_store::{Store, StoreError, now_ms};

/// The maximum number of files that arrive at the same time. Each is in memory until it is complete.
const UPLOADS_MAX: usize = 16;
/// The time between two looks at the clock for deadlines.
const TICK: Duration = Duration::from_secs(1);
/// The time after which a loop looks for work that nobody has announced.
const LOOK_INTERVAL: Duration = Duration::from_secs(10);
/// The time after which a loop goes on when the database failed.
const PAUSE: Duration = Duration::from_secs(5);

/// A function that tells readers of events that something has changed: the topic, the kind of the thing and its id.
pub type Listener = dyn Fn(&str, &'static str, &str) + Send + Sync;

/// The contests of a server.
pub struct Contests {
    store: Arc<Store>,
    files: ContestFiles,
    worker: Arc<dyn ContestWorker>,
    listener: RwLock<Option<Arc<Listener>>>,
    clock: OnceLock<Arc<ServerClock>>,
    tables: TableCache,
    checks_wait: Notify,
    matches_wait: Notify,
    uploads: Semaphore,
}

impl Contests {
    /// `folder` is the folder of the server.
    pub fn new(store: Arc<Store>, worker: Arc<dyn ContestWorker>, folder: PathBuf) -> Contests {
        Contests {
            store,
            files: ContestFiles::new(folder),
            worker,
            listener: RwLock::default(),
            clock: OnceLock::new(),
            tables: TableCache::default(),
            checks_wait: Notify::new(),
            matches_wait: Notify::new(),
            uploads: Semaphore::new(UPLOADS_MAX),
        }
    }

    /// Sets the function that is called when something has changed.
    pub fn set_listener(&self, listener: Arc<Listener>) {
        *self.listener.write().unwrap_or_else(PoisonError::into_inner) = Some(listener);
    }

    /// Sets the clock that decides whether deadlines fire; without one, they always do.
    pub fn set_clock(&self, clock: Arc<ServerClock>) {
        let _ = self.clock.set(clock);
    }

    /// Continues what was running when the server ended, and starts the loops on the current runtime. They end with it.
    pub fn start(self: &Arc<Self>) -> Result<(), StoreError> {
        self.store.requeue_running()?;
        tokio::spawn(Arc::clone(self).run_checks());
        tokio::spawn(Arc::clone(self).run_matches());
        tokio::spawn(Arc::clone(self).watch_the_clock());
        Ok(())
    }

    /// Tells readers of events that something of a contest has changed.
    fn changed(&self, contest: &str, kind: &'static str, id: &str) {
        self.tables.forget(contest);
        self.tell(&format!("contest:{contest}"), kind, id);
    }

    /// Tells readers of events that a hand-in has changed: its author, and the teachers of its class.
    fn hand_in_changed(&self, hand_in: &HandIn, class: &str) {
        self.changed(&hand_in.contest_id, "hand_in", &hand_in.id);
        self.tell(&format!("account:{}", hand_in.account_id), "hand_in", &hand_in.id);
        self.tell(&format!("class:{class}"), "hand_in", &hand_in.id);
    }

    fn tell(&self, topic: &str, kind: &'static str, id: &str) {
        let listener = self.listener.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(listener) = listener {
            listener(topic, kind, id);
        }
    }

    /// Runs a function of the store on a thread that may wait.
    async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl FnOnce(&Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let own = Arc::clone(self);
        run_blocking(move || question(&own.store).map_err(refusal)).await
    }

    /// Runs work on the store and the files on a thread that may wait.
    async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Contests) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let own = Arc::clone(self);
        run_blocking(move || work(&own)).await
    }

    /// Freezes contests whose deadline has passed.
    async fn watch_the_clock(self: Arc<Self>) {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if self.clock.get().is_some_and(|clock| clock.jump().is_some()) {
                continue;
            }
            for contest in self.ask(|store| store.freeze_due(now_ms())).await.unwrap_or_default() {
                self.changed(&contest, "contest", &contest);
            }
        }
    }

    /// Waits until somebody announces work, or some time has passed.
    async fn wait_for(&self, work: &Notify) {
        let _ = timeout(LOOK_INTERVAL, work.notified()).await;
    }

    /// Waits after an error of the database.
    async fn pause(&self, err: &Refusal) {
        log::error!("a contest cannot go on: {err}");
        sleep(PAUSE).await;
    }
}

/// Returns the answer to a request that the store refuses. A contest that takes nothing any more is locked.
fn refusal(err: StoreError) -> Refusal {
    use axum::http::StatusCode;
    use wag_i18n::message;
    match err {
        StoreError::Closed => Refusal::new(
            StatusCode::LOCKED,
            message!("this contest takes no hand-ins now; ask your teacher if you need more time"),
        )
        .with_code("closed"),
        StoreError::TooMany { max } => Refusal::new(
            StatusCode::TOO_MANY_REQUESTS,
            message!("you have reached the limit of %{max}; wait a while, or withdraw nothing and use an older version", max),
        )
        .with_code("too_many")
        .with_retry_after(600),
        err => err.into(),
    }
}

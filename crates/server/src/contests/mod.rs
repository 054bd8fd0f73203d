//! Contests of classes: hand-ins and their checks, the ladder while a contest is open, the final, and what people see
//! of them.
//!
//! The rows of the store are the truth: a hand-in that waits for its check and a match that waits to be played are jobs in
//! the database. Loops claim them, give them to worker processes, and store the results, so that after a crash everything
//! goes on where it was.

pub mod api;
pub mod bracket_api;
mod checks;
pub mod cluster_api;
mod compare;
pub mod export;
pub(crate) mod files;
pub mod hand_in_api;
mod incoming;
mod ladder;
pub mod match_api;
mod opened_maps;
mod plan;
pub mod player_api;
mod replays;
mod results;
mod rounds;
#[cfg(test)]
pub mod school;
pub mod screen_api;
pub mod season;
pub(crate) mod setup;
pub(crate) mod shown;
pub(crate) mod table;
mod table_players;
#[cfg(test)]
mod tests;
pub mod trial_api;
mod trials;
mod worker;
mod workspace_zip;

pub use worker::ContestWorker;

use crate::account_limits::AccountLimits;
use crate::disk::Disk;
use crate::error::Refusal;
use crate::host::Topic;
use crate::host::events::Events;
use crate::request::run_blocking;
use crate::server_clock::ServerClock;
use files::ContestFiles;
use incoming::Uploads;
use results::Results;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use trials::Trials;
use wag_i18n::Message;
use wag_store::contests::Contest;
use wag_store::hand_ins::HandIn;
use wag_store::{ExcludedWorker, Store, StoreError, now_ms};

/// The time between two looks at the clock for deadlines.
const TICK: Duration = Duration::from_secs(1);
/// The time after which a loop looks for work that nobody has announced.
const LOOK_INTERVAL: Duration = Duration::from_secs(10);
/// The time between two events about the matches of a contest.
const MATCH_EVENTS: Duration = Duration::from_secs(1);
/// The time between two searches for files that nobody needs.
const TIDY_INTERVAL: Duration = Duration::from_secs(3600);
/// The minimum age of a file that no row names, before it is removed: its transaction may follow.
const KEPT_MIN: Duration = Duration::from_secs(3600);
/// The number of replays that are removed before the database notes it.
const REMOVED_AT_ONCE: usize = 100;
/// The time after which a loop goes on when the database failed.
const PAUSE: Duration = Duration::from_secs(5);

/// The contests of a server.
pub struct Contests {
    store: Arc<Store>,
    files: ContestFiles,
    disk: Disk,
    limits: AccountLimits,
    worker: Arc<dyn ContestWorker>,
    events: Arc<Events>,
    clock: OnceLock<Arc<ServerClock>>,
    results: Results,
    /// The contests of which an event about matches was published within the last second, and whether matches have ended since.
    announced: Mutex<BTreeMap<String, bool>>,
    trials: Trials,
    /// The workers of the cluster of which a result has been compared, by their names.
    compared: Mutex<BTreeSet<String>>,
    /// The last failure in a match of each installed game, by the hash of the game's files.
    game_failures: Mutex<BTreeMap<String, Message>>,
    checks_wait: Notify,
    matches_wait: Notify,
    uploads: Uploads,
}

impl Contests {
    /// `folder` is the folder of the server, and `disk` the one that contains it.
    pub fn new(
        store: Arc<Store>,
        worker: Arc<dyn ContestWorker>,
        (folder, disk, limits): (PathBuf, Disk, AccountLimits),
        events: Arc<Events>,
    ) -> Contests {
        Contests {
            store,
            files: ContestFiles::new(folder),
            disk,
            limits,
            worker,
            events,
            clock: OnceLock::new(),
            results: Results::default(),
            announced: Mutex::default(),
            trials: Trials::default(),
            compared: Mutex::default(),
            game_failures: Mutex::default(),
            checks_wait: Notify::new(),
            matches_wait: Notify::new(),
            uploads: Uploads::default(),
        }
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Sets the clock that decides whether deadlines fire; without one, they always do.
    pub fn set_clock(&self, clock: Arc<ServerClock>) {
        let _ = self.clock.set(clock);
    }

    /// Continues what was running when the server ended, and starts the loops on the current runtime. They end with it.
    pub fn start(self: &Arc<Self>) -> Result<(), StoreError> {
        self.continue_after_start()?;
        // Nothing arrives yet, so every file without a row is of no use.
        if let Err(err) = self.tidy(Duration::ZERO) {
            log::error!("files that nobody needs stay: {err}");
        }
        tokio::spawn(Arc::clone(self).run_checks());
        tokio::spawn(Arc::clone(self).run_matches());
        tokio::spawn(Arc::clone(self).watch_the_clock());
        Ok(())
    }

    /// Lets the jobs wait again that were running when the server ended, and tells the cluster who is excluded.
    fn continue_after_start(&self) -> Result<(), StoreError> {
        self.store.requeue_running()?;
        for ExcludedWorker { name, reason, .. } in self.store.excluded_workers()? {
            self.worker.exclude(&name, &serde_json::from_str(&reason).unwrap_or_default());
        }
        Ok(())
    }

    /// Tells readers of events that a contest has changed, and those of its class.
    fn contest_changed(&self, contest: &Contest) {
        self.results.announce(&contest.id);
        // Others may play now.
        self.matches_wait.notify_one();
        self.events.publish(Topic::Contest(contest.id.clone()), "contest", &contest.id);
        self.events.publish(Topic::Class(contest.class_id.clone()), "contest", &contest.id);
    }

    /// Goes on with contests whose game is there again, and tells readers of events about those that are open.
    pub async fn games_changed(self: &Arc<Self>) {
        for contest in self.ask(wag_store::Store::open_contests).await.unwrap_or_default() {
            self.plan_ladder(contest.clone()).await;
            self.tell_of_contest(contest).await;
        }
        self.checks_wait.notify_one();
        self.matches_wait.notify_one();
    }

    /// Tells readers of events, at once or when a second has passed since the last time, that matches of a contest have
    /// ended. What they read then does not change until the next time. Needs a runtime.
    fn match_ended(self: &Arc<Self>, contest: &str) {
        match self.announced().entry(contest.to_string()) {
            Entry::Occupied(mut announced) => return *announced.get_mut() = true,
            Entry::Vacant(entry) => entry.insert(false),
        };
        self.announce_matches(contest);
        let (own, contest) = (Arc::clone(self), contest.to_string());
        tokio::spawn(async move {
            loop {
                sleep(MATCH_EVENTS).await;
                if let Entry::Occupied(mut announced) = own.announced().entry(contest.clone())
                    && !std::mem::take(announced.get_mut())
                {
                    announced.remove();
                    return;
                }
                own.announce_matches(&contest);
            }
        });
    }

    fn announced(&self) -> MutexGuard<'_, BTreeMap<String, bool>> {
        self.announced.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn announce_matches(&self, contest: &str) {
        self.results.announce(contest);
        self.events.publish(Topic::Contest(contest.to_string()), "match", contest);
    }

    /// Forgets the results in memory, because a person or a class was deleted.
    pub fn forget_results(&self) {
        self.results.forget_all();
    }

    /// Tells readers of events that a hand-in has changed: its author, the teachers of its class, and the readers of the
    /// table, which has a row for each version that takes part.
    fn hand_in_changed(&self, hand_in: &HandIn, class: &str) {
        let contest = &hand_in.contest_id;
        self.events.publish(Topic::Contest(contest.clone()), "table", contest);
        self.events.publish(Topic::Account(hand_in.account_id.clone()), "hand_in", &hand_in.id);
        self.events.publish(Topic::Class(class.to_string()), "hand_in", &hand_in.id);
    }

    /// Returns why the last match with an installed game failed that had to be given up, by the hash of the game's files.
    pub fn game_failures(&self) -> MutexGuard<'_, BTreeMap<String, Message>> {
        self.game_failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn compared_workers(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.compared.lock().unwrap_or_else(PoisonError::into_inner)
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
        let mut tidied = Instant::now();
        loop {
            ticks.tick().await;
            self.freeze_due().await;
            if tidied.elapsed() > TIDY_INTERVAL {
                tidied = Instant::now();
                let _ = self.work(|own| own.tidy(KEPT_MIN)).await;
            }
        }
    }

    /// Freezes the contests whose deadline has passed, unless the clock has jumped and nobody has confirmed it.
    async fn freeze_due(self: &Arc<Self>) {
        if self.clock.get().is_some_and(|clock| clock.jump().is_some()) {
            return;
        }
        for contest in self.ask(|store| store.freeze_due(now_ms())).await.unwrap_or_default() {
            self.tell_of_contest(contest).await;
        }
    }

    /// Tells readers of events about a contest.
    async fn tell_of_contest(self: &Arc<Self>, id: String) {
        if let Ok(contest) = self.ask(move |store| store.contest_for_server(&id)).await {
            self.contest_changed(&contest);
        }
    }

    /// Removes files of this age that a crash has left before their transaction: uploads and content that no row names.
    fn tidy(&self, age: Duration) -> Result<(), Refusal> {
        let waiting = self.store.waiting_uploads().map_err(refusal)?;
        self.files.remove_uploads(age, |name| waiting.iter().any(|id| id == name));
        self.files.remove_blobs(age, |sha256| self.store.has_content(sha256).unwrap_or(true));
        self.remove_surplus_replays()
    }

    /// Removes the replays and logs that are more than a contest keeps. The files go first: what a crash leaves is removed
    /// the next time.
    fn remove_surplus_replays(&self) -> Result<(), Refusal> {
        let surplus =
            self.store.surplus_replays(self.limits.server().contest_replays.into()).map_err(refusal)?;
        for part in surplus.chunks(REMOVED_AT_ONCE) {
            part.iter().try_for_each(|id| self.files.remove_match(id)).map_err(|err| checks::disk(&err))?;
            self.store.replays_removed(part).map_err(refusal)?;
        }
        Ok(())
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
            message!("the limit of %{max} is reached; try again in an hour", max),
        )
        .with_code("too_many")
        .with_retry_after(600),
        err => err.into(),
    }
}

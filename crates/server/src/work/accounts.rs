//! The worker processes of the active accounts: they start when a request needs them, and end when nobody does any more.

use crate::host_limits::HostLimits;
use crate::work::given_games;
use crate::work::process::WorkerProcess;
use crate::work::{WorkSettings, new_name};
use std::collections::BTreeMap;
use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use wag_i18n::{Message, message};

/// The number of times that idle workers are looked for in the time after which they end.
const LOOKS: u32 = 10;

/// The worker of an account.
pub struct AccountWorker {
    pub process: Arc<WorkerProcess>,
    /// The limits with which it was started.
    limits: HostLimits,
    /// The number of requests that are in progress, without event streams.
    busy: AtomicUsize,
    used_at: Mutex<Instant>,
    /// The number of the installed games that it has; 0 for none yet.
    games: AtomicU64,
}

impl AccountWorker {
    /// Marks the worker as busy until the value is dropped.
    pub fn busy(self: &Arc<Self>) -> Busy {
        self.busy.fetch_add(1, Ordering::Relaxed);
        self.touch();
        Busy(Arc::clone(self))
    }

    fn touch(&self) {
        *self.used_at.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Returns the time since the last request; `None` while one is in progress.
    fn idle_for(&self) -> Option<Duration> {
        let is_idle = self.busy.load(Ordering::Relaxed) == 0;
        is_idle.then(|| self.used_at.lock().unwrap_or_else(PoisonError::into_inner).elapsed())
    }
}

/// A request that is in progress in a worker.
pub struct Busy(Arc<AccountWorker>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.touch();
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The place of an account's worker. Its lock is held while the worker starts or ends.
type Place = Arc<tokio::sync::Mutex<Option<Arc<AccountWorker>>>>;

/// The workers of all accounts.
pub struct AccountWorkers {
    settings: WorkSettings,
    places: Mutex<BTreeMap<String, Place>>,
    /// True if a task ends idle workers.
    is_tended: AtomicBool,
    /// Counts how often the installed games have changed, from 1.
    games: AtomicU64,
}

impl AccountWorkers {
    pub fn new(settings: WorkSettings) -> AccountWorkers {
        AccountWorkers {
            settings,
            places: Mutex::default(),
            is_tended: AtomicBool::new(false),
            games: AtomicU64::new(1),
        }
    }

    fn places(&self) -> MutexGuard<'_, BTreeMap<String, Place>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn place(&self, account: &str) -> Place {
        Arc::clone(self.places().entry(account.to_string()).or_default())
    }

    /// Returns the worker of an account; starts it if it is not running, or if it is idle and the account has other limits by
    /// now. The error says why it cannot run.
    pub async fn worker(self: &Arc<Self>, account: &str) -> Result<Arc<AccountWorker>, Message> {
        let limits = self.settings.limits.read(account).await;
        let place = self.place(account);
        let mut worker = place.lock().await;
        // Whoever else has the worker is about to send it a request.
        let is_needed = |running: &Arc<AccountWorker>| {
            running.limits == limits || Arc::strong_count(running) > 1 || running.idle_for().is_none()
        };
        if let Some(running) = worker.as_ref().filter(|one| one.process.is_alive() && is_needed(one)) {
            running.touch();
            let running = Arc::clone(running);
            self.give_games(&running).await;
            return Ok(running);
        }
        if let Some(old) = worker.take() {
            _ = tokio::task::spawn_blocking(move || old.process.end()).await;
        }
        self.make_room(account).await?;
        let workspace = self.settings.workspace(account);
        let settings = self.settings.clone();
        let start = move || {
            create_workspace(&workspace)
                .map_err(|fault| message!("the workspace cannot be used: %{fault}", fault))?;
            start(&settings, Some(&workspace), limits, true)
        };
        let started = tokio::task::spawn_blocking(start).await;
        let process = started.unwrap_or_else(|_| Err(message!("a worker cannot be started")))?;
        self.tend();
        let started = Arc::new(AccountWorker {
            process: Arc::new(process),
            limits,
            busy: AtomicUsize::new(0),
            used_at: Mutex::new(Instant::now()),
            games: AtomicU64::new(0),
        });
        self.give_games(&started).await;
        *worker = Some(Arc::clone(&started));
        Ok(started)
    }

    /// Lets all workers get the installed games again.
    pub fn games_changed(&self) {
        self.games.fetch_add(1, Ordering::Relaxed);
    }

    /// Gives a worker the installed games, unless it has them.
    async fn give_games(&self, worker: &Arc<AccountWorker>) {
        let number = self.games.load(Ordering::Relaxed);
        if worker.games.swap(number, Ordering::Relaxed) == number {
            return;
        }
        let (server, given) = (self.settings.folder.clone(), Arc::clone(worker));
        let give = move || given_games::give(&server, given.process.private_folder());
        if let Ok(Err(err)) = tokio::task::spawn_blocking(give).await {
            log::warn!("a worker does not get the installed games: {err}");
        }
    }

    /// Ends idle workers from time to time, as long as there is a server.
    fn tend(self: &Arc<Self>) {
        if self.is_tended.swap(true, Ordering::Relaxed) {
            return;
        }
        let (weak, interval) = (Arc::downgrade(self), self.settings.times.idle / LOOKS);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(interval).await;
                let Some(workers) = weak.upgrade() else { return };
                workers.end_idle(workers.settings.times.idle).await;
            }
        });
    }

    /// Ends the workers that nobody has used for this time.
    pub async fn end_idle(&self, time: Duration) {
        // Whoever else has the worker is about to send it a request.
        let is_idle = |worker: &Arc<AccountWorker>| {
            Arc::strong_count(worker) == 1 && worker.idle_for().is_some_and(|idle| idle >= time)
        };
        for (_, account) in self.idle(None).1 {
            self.end_if(&account, is_idle).await;
        }
    }

    /// Returns the number of workers, and the accounts of the idle ones with the time since they were used. `except` is an
    /// account that is left out.
    fn idle(&self, except: Option<&str>) -> (usize, Vec<(Duration, String)>) {
        let places: Vec<(String, Place)> =
            self.places().iter().map(|(account, place)| (account.clone(), Arc::clone(place))).collect();
        let (mut running, mut idle) = (0, Vec::new());
        for (account, place) in places {
            // One that starts or ends at the moment is no candidate.
            let Ok(worker) = place.try_lock() else { continue };
            let Some(worker) = worker.as_ref() else { continue };
            running += 1;
            if let Some(time) = worker.idle_for().filter(|_| except != Some(account.as_str())) {
                idle.push((time, account));
            }
        }
        (running, idle)
    }

    /// Ends workers that have been idle long, and the one that has been idle longest if there are too many.
    async fn make_room(&self, account: &str) -> Result<(), Message> {
        let (mut running, mut idle) = self.idle(Some(account));
        idle.sort_by(|one, other| other.cmp(one));
        for (time, other) in idle {
            if time < self.settings.times.idle && running < self.settings.workers_max {
                break;
            }
            self.end(&other).await;
            running -= 1;
        }
        match running < self.settings.workers_max {
            true => Ok(()),
            false => Err(message!("too many people are working at the moment; try again in a minute")),
        }
    }

    /// Ends the worker of an account, and waits until it has ended.
    pub async fn end(&self, account: &str) {
        self.end_if(account, |_| true).await;
    }

    /// Ends the worker of an account if a condition holds, and waits until it has ended.
    async fn end_if(&self, account: &str, condition: impl Fn(&Arc<AccountWorker>) -> bool) {
        let Some(place) = self.places().get(account).map(Arc::clone) else { return };
        let Some(worker) = place.lock().await.take_if(|worker| condition(worker)) else { return };
        _ = tokio::task::spawn_blocking(move || worker.process.end()).await;
        // Whoever waits for the place keeps it, and so does a worker that has started there in the meantime.
        let mut places = self.places();
        let is_free = |place: &Place| {
            Arc::strong_count(place) == 2 && place.try_lock().is_ok_and(|worker| worker.is_none())
        };
        if places.get(account).is_some_and(is_free) {
            places.remove(account);
        }
    }
}

/// Starts a worker with its control group and private folder. Without a person who waits for what it does, it leaves the
/// processors to the others. Blocks.
pub fn start(
    settings: &WorkSettings,
    workspace: Option<&Path>,
    limits: HostLimits,
    is_awaited: bool,
) -> Result<WorkerProcess, Message> {
    let name = new_name("w");
    let group = settings.groups.as_ref().map(|groups| groups.make(&name)).transpose();
    let group = group.map_err(|fault| message!("a worker cannot be started: %{fault}", fault))?;
    let start = settings.start(limits, is_awaited);
    WorkerProcess::start(&settings.jobs_folder().join(name), workspace, group, &start)
}

/// Creates the folder of an account, unless it exists.
fn create_workspace(folder: &PathBuf) -> io::Result<()> {
    DirBuilder::new().mode(0o700).recursive(true).create(folder)
}

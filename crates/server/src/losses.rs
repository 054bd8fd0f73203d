//! The search for a player's losses in a recorded match, on its own thread. There is only one at a time. All pages receive
//! its progress. docs/client-api.md documents the JSON.

use crate::error::Refusal;
use crate::matches::run::RunState;
use crate::workspace::Workspace;
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use tokio::sync::watch;
use wag_i18n::{PageText, message};
use wag_play::LimitOptions;
use wag_series::LocalPool;
use wag_series::take_over::{LossReport, TakeOver, TakeOverOptions, TakeOverProgress};

/// The state of a search for losses, as the pages receive it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LossesNow {
    /// The ID of the replay.
    pub replay: String,
    /// The seat of the player, counted from 1.
    pub seat: u8,
    pub state: RunState,
    /// A number that grows with every change. Pages receive the state in two ways, and this number shows them which
    /// state is newer.
    pub change: u64,
    /// The numbers of continued matches that were played and that are planned.
    pub played: usize,
    pub planned: usize,
    /// The report of the matches so far; `None` before the first results.
    #[cfg_attr(test, ts(type = "LossReport | null"))]
    pub report: Option<Arc<LossReport>>,
    #[cfg_attr(test, ts(type = "Text | null"))]
    pub error: Option<PageText>,
}

/// A request to find the losses of a player.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LossesRequest {
    /// The ID of the replay.
    pub replay: String,
    /// The seat, counted from 1.
    pub seat: u8,
}

type StateSender = watch::Sender<Option<LossesNow>>;

/// The searches of this server. Only one can be in progress at a time.
#[derive(Default)]
pub struct LossSearches {
    sender: StateSender,
    last: Mutex<Last>,
}

/// The current search, or the last one if none is in progress.
#[derive(Default)]
struct Last {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl LossSearches {
    /// Returns a receiver that is notified whenever the search changes.
    pub fn listen(&self) -> watch::Receiver<Option<LossesNow>> {
        self.sender.subscribe()
    }

    /// Returns the state of the last search if it is this one.
    fn now(&self, request: &LossesRequest) -> Option<LossesNow> {
        let now = self.sender.borrow().clone()?;
        (now.replay == request.replay && now.seat == request.seat).then_some(now)
    }

    /// Returns the state of this search, or the report that is stored beside the replay.
    pub fn known(
        &self,
        workspace: &Workspace,
        file: &Path,
        request: &LossesRequest,
    ) -> Result<Option<LossesNow>, Refusal> {
        if let Some(now) = self.now(request) {
            return Ok(Some(now));
        }
        let seat = request.seat.to_string();
        let options = options(&workspace.limits, Arc::default());
        let stored = TakeOver { replay: file, player: Some(&seat), options: &options }.cached()?;
        Ok(stored.map(|report| LossesNow {
            state: RunState::Done,
            report: Some(Arc::new(report)),
            ..self.first(request)
        }))
    }

    /// Returns the state of a search before its first result.
    fn first(&self, request: &LossesRequest) -> LossesNow {
        let change = self.sender.borrow().as_ref().map_or(1, |before| before.change + 1);
        LossesNow {
            replay: request.replay.clone(),
            seat: request.seat,
            state: RunState::Running,
            change,
            played: 0,
            planned: 0,
            report: None,
            error: None,
        }
    }

    /// Starts a search unless it is already running.
    pub fn begin(
        &self,
        workspace: &Workspace,
        file: PathBuf,
        request: LossesRequest,
    ) -> Result<LossesNow, Refusal> {
        let mut last = self.last();
        if let Some(now) = self.now(&request).filter(|now| now.state == RunState::Running) {
            return Ok(now);
        }
        last.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = last.thread.take() {
            let _ = thread.join();
        }
        let now = self.first(&request);
        let before = self.sender.send_replace(Some(now.clone()));
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, limits, stopped) = (self.sender.clone(), workspace.limits.clone(), Arc::clone(&stop));
        let thread = std::thread::Builder::new()
            .name("losses".to_string())
            .spawn(move || find(&file, &request, &limits, &sender, stopped))
            .map_err(|err| {
                self.sender.send_replace(before);
                Refusal::defect(message!("cannot start the match: %{fault}", fault = err))
            })?;
        *last = Last { stop, thread: Some(thread) };
        Ok(now)
    }

    fn last(&self) -> MutexGuard<'_, Last> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the search to stop. A receiver from [`LossSearches::listen`] is notified when it has stopped.
    pub fn cancel(&self) {
        self.last().stop.store(true, Ordering::Relaxed);
    }

    /// Stops the search and waits until it has ended. When this returns, no process of a player is running.
    pub fn finish(&self) {
        self.cancel();
        let thread = self.last().thread.take();
        if thread.is_some_and(|thread| thread.join().is_err()) {
            log::error!("the thread of a search for losses has panicked");
        }
    }
}

fn options(limits: &LimitOptions, stop: Arc<AtomicBool>) -> TakeOverOptions {
    TakeOverOptions { limits: limits.clone(), ..TakeOverOptions::new(LocalPool::executor(None), stop) }
}

/// Finds the losses and publishes them to the pages. When this returns, no process of a player is running.
fn find(
    file: &Path,
    request: &LossesRequest,
    limits: &LimitOptions,
    sender: &StateSender,
    stop: Arc<AtomicBool>,
) {
    let seat = request.seat.to_string();
    let options = options(limits, Arc::clone(&stop));
    let search = TakeOver { replay: file, player: Some(&seat), options: &options };
    let progress = &mut |progress: TakeOverProgress<'_>| {
        change(sender, |now| {
            (now.played, now.planned) = (progress.played, progress.planned);
            if let Some(report) = progress.partial {
                now.report = Some(Arc::new(report.clone()));
            }
        });
    };
    let found = catch_unwind(AssertUnwindSafe(|| search.explain(progress)));
    let is_stopped = stop.load(Ordering::Relaxed);
    change(sender, |now| match found {
        Ok(Ok(report)) => {
            now.report = Some(Arc::new(report));
            now.state = if is_stopped { RunState::Cancelled } else { RunState::Done };
        }
        Ok(Err(err)) => (now.state, now.error) = (RunState::Failed, Some(PageText(err.message()))),
        Err(_) => {
            let words = message!("an internal error in Wag; see the terminal for details");
            (now.state, now.error) = (RunState::Failed, Some(PageText(words)));
        }
    });
}

fn change(sender: &StateSender, change: impl FnOnce(&mut LossesNow)) {
    sender.send_modify(|now| {
        if let Some(now) = now {
            now.change += 1;
            change(now);
        }
    });
}

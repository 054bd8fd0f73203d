//! The search for a player's losses in a recorded match, on its own thread. There is only one at a time. All pages receive
//! its progress. docs/contributors/client-api.md documents the JSON.

use crate::background::{BackgroundWork, StateSender};
use crate::error::Refusal;
use crate::matches::run::RunState;
use crate::workspace::Workspace;
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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

type Sender = StateSender<LossesNow>;

/// The searches of a workspace. Only one can be in progress at a time.
pub type LossSearches = BackgroundWork<LossesNow>;

impl LossSearches {
    /// Returns the state of the last search if it is this one.
    fn now_of(&self, request: &LossesRequest) -> Option<LossesNow> {
        let now = self.now()?;
        (now.replay == request.replay && now.seat == request.seat).then_some(now)
    }

    /// Returns the state of this search, or the report that is stored beside the replay.
    pub fn known(
        &self,
        workspace: &Workspace,
        file: &Path,
        request: &LossesRequest,
    ) -> Result<Option<LossesNow>, Refusal> {
        if let Some(now) = self.now_of(request) {
            return Ok(Some(now));
        }
        let seat = request.seat.to_string();
        let options = options(&workspace.limits, workspace.is_hosted, Arc::default());
        let stored = TakeOver { replay: file, player: Some(&seat), options: &options }.cached()?;
        Ok(stored.map(|report| LossesNow {
            state: RunState::Done,
            report: Some(Arc::new(report)),
            ..self.first(request)
        }))
    }

    /// Returns the state of a search before its first result.
    fn first(&self, request: &LossesRequest) -> LossesNow {
        let change = self.now().map_or(1, |before| before.change + 1);
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
        let mut next = self.next();
        if let Some(now) = self.now_of(&request).filter(|now| now.state == RunState::Running) {
            return Ok(now);
        }
        next.stop_last();
        let now = self.first(&request);
        let (limits, is_hosted) = (workspace.limits.clone(), workspace.is_hosted);
        next.start("losses", now.clone(), move |sender, stop| {
            let options = options(&limits, is_hosted, Arc::clone(stop));
            find(&file, &request, &options, sender, stop)
        })
        .map_err(|err| Refusal::defect(message!("cannot start the match: %{fault}", fault = err)))?;
        Ok(now)
    }
}

fn options(limits: &LimitOptions, is_hosted: bool, stop: Arc<AtomicBool>) -> TakeOverOptions {
    // A job of a server for several people has one core.
    let executor = LocalPool::executor(is_hosted.then_some(1));
    TakeOverOptions { limits: limits.clone(), ..TakeOverOptions::new(executor, stop) }
}

/// Finds the losses and publishes them to the pages. When this returns, no process of a player is running.
fn find(
    file: &Path,
    request: &LossesRequest,
    options: &TakeOverOptions,
    sender: &Sender,
    stop: &Arc<AtomicBool>,
) {
    let seat = request.seat.to_string();
    let search = TakeOver { replay: file, player: Some(&seat), options };
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

fn change(sender: &Sender, change: impl FnOnce(&mut LossesNow)) {
    sender.send_modify(|now| {
        if let Some(now) = now {
            now.change += 1;
            change(now);
        }
    });
}

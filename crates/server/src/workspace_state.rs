//! The state of a workspace, which the requests of its user share.

use crate::cached_replay::ReplayCache;
use crate::editor_files::EditorFiles;
use crate::error::Refusal;
use crate::kept_state::KeptState;
use crate::losses::LossSearches;
use crate::matches::run::{Run, RunState};
use crate::matches::runs::Runs;
use crate::replays::Replays;
use crate::saves::{self, Saves};
use crate::settings::Settings;
use crate::stoppable::{StoppableRequests, TurnInProgress};
use crate::tournaments::classes::CheckedClasses;
use crate::tournaments::running::Tournaments;
use crate::watch;
use crate::work::HOME;
use crate::workspace::Workspace;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, TryLockError};
use tokio::sync::watch as signal;
use wag_i18n::message;

/// The state of a workspace: its files and what is played in it.
pub struct WorkspaceState {
    pub workspace: Workspace,
    pub settings: Settings,
    pub editor_files: EditorFiles,
    pub saves: Saves,
    pub replays: Arc<Replays>,
    pub replay_cache: ReplayCache,
    pub runs: Runs,
    pub tournaments: Tournaments,
    pub losses: LossSearches,
    pub checked_classes: CheckedClasses,
    /// Locked while a lesson or submissions are checked: only one check runs at a time.
    check_in_progress: Mutex<()>,
    pub turn_in_progress: TurnInProgress,
    requests: StoppableRequests,
    /// Becomes true when the server stops.
    pub stop: signal::Receiver<bool>,
}

impl WorkspaceState {
    /// Returns the state at the start. `home` is the user's data directory, `None` if there is none. `stop` becomes true when
    /// the server stops.
    pub fn new(workspace: Workspace, home: Option<PathBuf>, stop: signal::Receiver<bool>) -> WorkspaceState {
        let folder = workspace.folder.clone();
        let kept = |name| match workspace.is_hosted {
            true => KeptState::in_folder(&folder.join(HOME), name),
            false => KeptState::default(),
        };
        let replays = Arc::new(Replays::kept(kept("runs.json")));
        let watcher = match workspace.is_hosted {
            true => watch::Watcher::off(),
            false => watch::Watcher::new(folder.clone()),
        };
        let saves_folder = folder.join(saves::FOLDER);
        let saves = match workspace.is_hosted {
            true => Saves::of_account(saves_folder),
            false => Saves::new(saves_folder),
        };
        WorkspaceState {
            settings: Settings::new(home, &folder),
            editor_files: EditorFiles::new(folder.clone()),
            saves,
            runs: Runs::new(Arc::clone(&replays), watcher, kept("last_match.json")),
            tournaments: Tournaments::default(),
            losses: LossSearches::default(),
            checked_classes: CheckedClasses::default(),
            check_in_progress: Mutex::default(),
            turn_in_progress: TurnInProgress::default(),
            requests: StoppableRequests::default(),
            replays,
            replay_cache: ReplayCache::default(),
            workspace,
            stop,
        }
    }

    /// Runs the work of a request that starts processes. The work must end soon after its flag is set.
    pub async fn run_stoppable<T: Send + 'static>(
        self: Arc<Self>,
        work: impl FnOnce(&WorkspaceState, &Arc<AtomicBool>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let state = Arc::clone(&self);
        self.requests.run(move |stop| work(&state, stop)).await
    }

    /// Runs a check of a lesson or of submissions, unless another one is running.
    pub async fn run_check<T: Send + 'static>(
        self: Arc<Self>,
        check: impl FnOnce(&WorkspaceState, &Arc<AtomicBool>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let one_at_a_time = move |state: &WorkspaceState, stop: &Arc<AtomicBool>| {
            let _running = match state.check_in_progress.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    return Err(Refusal::conflict(message!(
                        "another check is running; try again when it has ended"
                    )));
                }
                other => other,
            };
            check(state, stop)
        };
        self.run_stoppable(one_at_a_time).await
    }

    /// Waits until nothing is played: no match, and no search for losses.
    pub async fn idle(&self) {
        self.wait_until(|run| run.state != RunState::Running).await;
    }

    /// Waits until nothing computes: nothing is played, or a match waits for a person's answer.
    pub async fn at_rest(&self) {
        self.wait_until(|run| run.state != RunState::Running || run.question.is_some()).await;
    }

    /// Waits until the match, if there is one, is in such a state, and no search for losses runs.
    async fn wait_until(&self, is_so: impl Fn(&Run) -> bool) {
        let (mut run, mut losses) = (self.runs.listen(), self.losses.listen());
        // Both fail only when the state is dropped.
        _ = run.wait_for(|run| run.as_ref().is_none_or(&is_so)).await;
        _ = losses.wait_for(|now| now.as_ref().is_none_or(|now| now.state != RunState::Running)).await;
    }

    /// Asks everything that is played here to stop.
    pub fn cancel(&self) {
        self.runs.cancel();
        self.tournaments.cancel();
        self.losses.cancel();
        self.requests.stop();
    }

    /// Waits until everything that is played here has ended. When this returns, no process of a player is running.
    pub fn finish(&self) {
        self.runs.finish();
        self.tournaments.finish();
        self.losses.finish();
    }
}

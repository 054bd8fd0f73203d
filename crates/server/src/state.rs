//! The state that all requests share.

use crate::cached_replay::ReplayCache;
use crate::editor_files::EditorFiles;
use crate::losses::LossSearches;
use crate::matches::runs::Runs;
use crate::replays::Replays;
use crate::saves::{self, Saves};
use crate::settings::Settings;
use crate::stoppable::{StoppableRequests, TurnInProgress};
use crate::tournaments::classes::CheckedClasses;
use crate::tournaments::running::Tournaments;
use crate::watch;
use crate::workspace::Workspace;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use tokio::sync::watch as signal;

/// The state that all requests share.
pub struct AppState {
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
    pub check_in_progress: Mutex<()>,
    pub turn_in_progress: TurnInProgress,
    pub requests: StoppableRequests,
    pub stop: signal::Sender<bool>,
}

impl AppState {
    /// Returns the state at the start; `home` is the user's data directory, `None` if there is none.
    pub fn new(workspace: Workspace, home: Option<PathBuf>) -> AppState {
        let folder = workspace.folder.clone();
        let replays = Arc::new(Replays::default());
        let watcher = watch::Watcher::new(folder.clone());
        AppState {
            settings: Settings::new(home, &folder),
            editor_files: EditorFiles::new(folder.clone()),
            saves: Saves::new(folder.join(saves::FOLDER)),
            runs: Runs::new(Arc::clone(&replays), watcher),
            tournaments: Tournaments::default(),
            losses: LossSearches::default(),
            checked_classes: CheckedClasses::default(),
            check_in_progress: Mutex::default(),
            turn_in_progress: TurnInProgress::default(),
            requests: StoppableRequests::default(),
            replays,
            replay_cache: ReplayCache::default(),
            workspace,
            stop: signal::Sender::new(false),
        }
    }

    /// Starts to shut the server down: stops matches, and closes the event streams of the pages.
    pub fn halt(&self) {
        self.runs.cancel();
        self.tournaments.cancel();
        self.losses.cancel();
        self.requests.stop();
        self.stop.send_replace(true);
    }
}

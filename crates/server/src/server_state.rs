//! The state of the whole server.

use crate::caller::{Caller, Right};
use crate::workspace::Workspace;
use crate::workspace_state::WorkspaceState;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::watch as signal;

/// The state of the whole server: the workspaces, and whether it stops. No request works with it directly; a request
/// works with the workspace of its caller.
pub struct ServerState {
    user: Arc<WorkspaceState>,
    stop: signal::Sender<bool>,
}

impl ServerState {
    /// Returns the state of a server for one user, who works in this folder.
    pub fn for_user(workspace: Workspace, home: Option<PathBuf>) -> ServerState {
        let stop = signal::Sender::new(false);
        ServerState { user: Arc::new(WorkspaceState::new(workspace, home, stop.subscribe())), stop }
    }

    /// Returns the user of this machine as a caller, who has all rights.
    pub fn user(&self) -> Caller {
        Caller { rights: Right::ALL, state: Arc::clone(&self.user) }
    }

    /// Returns a receiver that becomes true when the server stops.
    pub fn listen_to_stop(&self) -> signal::Receiver<bool> {
        self.stop.subscribe()
    }

    /// Starts to shut the server down: stops everything that is played, and closes the event streams of the pages.
    pub fn halt(&self) {
        self.user.cancel();
        self.stop.send_replace(true);
    }

    /// Waits until everything that is played has ended. When this returns, no process of a player is running.
    pub fn finish(&self) {
        self.user.finish();
    }
}

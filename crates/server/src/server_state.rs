//! The state of the whole server.

use crate::host::Host;
use crate::workspace_state::WorkspaceState;
use std::sync::Arc;
use tokio::sync::watch as signal;

/// The state of the whole server: whom it serves, and whether it stops. No request about a workspace works with it; it
/// works with the workspace of its caller.
pub struct ServerState {
    serves: Serves,
    stop: signal::Sender<bool>,
}

/// Whom the server serves.
pub enum Serves {
    /// One user, who works in this workspace: `wag client`, and a worker of `wag host`.
    User(Arc<WorkspaceState>),
    /// The people of classes: `wag host`.
    Classes(Arc<Host>),
}

impl ServerState {
    /// Returns the state of a server that stops when `stop` becomes true.
    pub fn new(serves: Serves, stop: signal::Sender<bool>) -> ServerState {
        ServerState { serves, stop }
    }

    /// Returns the state of the server for classes; `None` if it serves one user.
    pub fn host(&self) -> Option<&Arc<Host>> {
        match &self.serves {
            Serves::User(_) => None,
            Serves::Classes(host) => Some(host),
        }
    }

    /// Returns a receiver that becomes true when the server stops.
    pub fn listen_to_stop(&self) -> signal::Receiver<bool> {
        self.stop.subscribe()
    }

    /// Starts to shut the server down: stops everything that is played, and closes the event streams of the pages.
    pub fn halt(&self) {
        if let Serves::User(workspace) = &self.serves {
            workspace.cancel();
        }
        self.stop.send_replace(true);
    }

    /// Waits until everything that is played has ended. When this returns, no process of a player is running.
    pub fn finish(&self) {
        if let Serves::User(workspace) = &self.serves {
            workspace.finish();
        }
    }
}

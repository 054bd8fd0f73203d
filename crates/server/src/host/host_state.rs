//! The state of a server for classes, which all its requests share.

use super::addresses::PublicAddress;
use super::events::Events;
use super::folder::HostFolder;
use super::session_cookie::SessionCookie;
use crate::error::Refusal;
use crate::request::run_blocking;
use crate::work::Work;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::watch as signal;
use wag_store::{Store, StoreError};

/// The state of a server for classes.
pub struct Host {
    pub store: Store,
    pub work: Work,
    pub public: PublicAddress,
    pub cookie: SessionCookie,
    pub events: Events,
    /// What everybody should know, such as that the connection is not encrypted.
    pub notices: Vec<wag_i18n::Message>,
    /// Whether others can use the server without encryption.
    pub plain_http: bool,
    folder: HostFolder,
    /// Counts how often sessions have ended early, so that event streams check whether they are still allowed.
    ended_sessions: signal::Sender<u64>,
}

impl Host {
    pub fn new(
        folder: HostFolder,
        store: Store,
        work: Work,
        public: PublicAddress,
        cookie: SessionCookie,
    ) -> Host {
        let ended_sessions = signal::Sender::new(0);
        Host {
            store,
            work,
            public,
            cookie,
            events: Events::default(),
            notices: Vec::new(),
            plain_http: false,
            folder,
            ended_sessions,
        }
    }

    /// Returns the folder of the server.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs a function of the store on a thread that may wait.
    pub async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl FnOnce(&Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let host = Arc::clone(self);
        run_blocking(move || Ok(question(&host.store)?)).await
    }

    /// Closes the event streams whose session has ended.
    pub fn close_ended_streams(&self) {
        self.ended_sessions.send_modify(|count| *count += 1);
    }

    /// Returns a receiver that is notified when sessions have ended early.
    pub fn listen_to_ended_sessions(&self) -> signal::Receiver<u64> {
        self.ended_sessions.subscribe()
    }
}

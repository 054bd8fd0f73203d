//! The state of a server for classes, which all its requests share.

use super::access_log::AccessLog;
use super::addresses::PublicAddress;
use super::class_links::{ClassLinks, ShownLink};
use super::config::{HostConfig, SessionTimes};
use super::events::Events;
use super::folder::HostFolder;
use super::passphrases::Passphrases;
use super::qr;
use super::session_cookie::SessionCookie;
#[cfg(test)]
use crate::account_limits::AccountLimits;
use crate::contests::Contests;
use crate::error::Refusal;
#[cfg(test)]
use crate::host_limits::HostLimits;
use crate::installed_games::InstalledGames;
use crate::request::run_blocking;
use crate::server_clock::ServerClock;
use crate::work::Work;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::watch as signal;
use wag_core::text::printable;
use wag_i18n::Message;
use wag_store::{Code, Store, StoreError, now_ms};

/// The state of a server for classes.
pub struct Host {
    pub store: Arc<Store>,
    pub work: Work,
    pub contests: Arc<Contests>,
    pub games: Arc<InstalledGames>,
    pub public: PublicAddress,
    pub cookie: SessionCookie,
    pub events: Arc<Events>,
    pub passphrases: Passphrases,
    pub clock: Arc<ServerClock>,
    /// Notices for everybody, such as that the connection is not encrypted.
    pub notices: Vec<Message>,
    /// True if others can use the server without encryption.
    pub plain_http: bool,
    /// Why no other device reaches the server at the address in its links, and how to change that; `None` if others may.
    pub only_here: Option<Message>,
    pub session_times: SessionTimes,
    /// True if the name of the server is that of its configuration, so that no page can change it.
    pub has_fixed_name: bool,
    pub class_links: ClassLinks,
    pub access_log: AccessLog,
    folder: HostFolder,
    /// Counts how often sessions have ended early, so that event streams check whether they are still allowed.
    ended_sessions: signal::Sender<u64>,
}

impl Host {
    /// Returns the state at the start. `clock_max` is the latest time that an earlier run of the server has seen.
    pub fn new(
        folder: HostFolder,
        store: Arc<Store>,
        work: Work,
        public: PublicAddress,
        cookie: SessionCookie,
        clock_max: i64,
    ) -> Host {
        let ended_sessions = signal::Sender::new(0);
        let games = Arc::new(InstalledGames::new(folder.path()));
        store.set_playable_games(games.hashes());
        let worker = Arc::new(work.clone());
        let events = Arc::new(Events::default());
        let contests = Contests::new(
            Arc::clone(&store),
            worker,
            (folder.path().to_path_buf(), work.disk(), work.limits().clone()),
            Arc::clone(&events),
        );
        let contests = Arc::new(contests);
        work.set_opponents(Arc::clone(&contests) as _);
        let clock = Arc::new(ServerClock::new(clock_max));
        contests.set_clock(Arc::clone(&clock));
        Host {
            store,
            work,
            contests,
            games,
            public,
            cookie,
            events,
            passphrases: Passphrases::default(),
            clock,
            notices: Vec::new(),
            plain_http: false,
            only_here: None,
            session_times: SessionTimes::default(),
            has_fixed_name: false,
            class_links: ClassLinks::default(),
            access_log: AccessLog::new(folder.path()),
            folder,
            ended_sessions,
        }
    }

    /// Takes the settings of the owner's configuration.
    pub fn configure(&mut self, config: HostConfig) -> Result<(), StoreError> {
        let HostConfig { name, sessions, .. } = config;
        self.session_times = sessions;
        if let Some(name) = name {
            self.has_fixed_name = true;
            self.store.set_server_name(None, &printable(&name), now_ms())?;
        }
        Ok(())
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

    /// Runs a question about contests on a thread that may wait.
    pub async fn ask_contests<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl FnOnce(&Contests) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let host = Arc::clone(self);
        run_blocking(move || Ok(question(&host.contests)?)).await
    }

    /// Returns the address of a class link.
    pub fn class_link(&self, code: &Code) -> String {
        format!("{}/j#{}", self.public.url(), code.printed())
    }

    /// Returns the open link of a class as a projector shows it. Blocks.
    pub fn shown_link(&self, class: &str) -> Result<Option<ShownLink>, StoreError> {
        let Some((_, code)) = self.class_links.of_class(class) else { return Ok(None) };
        match self.store.look_at_invitation(&code.printed(), now_ms()) {
            Ok(_) => {
                let link = self.class_link(&code);
                Ok(Some(ShownLink { qr: qr::svg(&link), link }))
            }
            Err(StoreError::Closed) => Ok(None),
            Err(err) => Err(err),
        }
    }

    /// Closes the event streams whose session has ended.
    pub fn close_ended_streams(&self) {
        self.ended_sessions.send_modify(|count| *count += 1);
    }

    /// Ends what accounts have open whose sessions have ended: their worker processes and event streams.
    pub async fn end_access(&self, accounts: &[&str]) {
        for account in accounts {
            self.work.end_all_of(account).await;
        }
        self.close_ended_streams();
    }

    /// Returns a receiver that is notified when sessions have ended early.
    pub fn listen_to_ended_sessions(&self) -> signal::Receiver<u64> {
        self.ended_sessions.subscribe()
    }
}

#[cfg(test)]
impl Host {
    /// Returns the state of a server in this folder, with a database in memory.
    pub fn for_test(folder: &Path) -> Host {
        Host::with_limits(folder, HostLimits::default())
    }

    /// Returns the state of such a server with these limits.
    pub fn with_limits(folder: &Path, limits: HostLimits) -> Host {
        let public = PublicAddress::of_url("https://wag.example").expect("it is a URL");
        let cookie = SessionCookie::new(&public, 0);
        let folder = HostFolder::open(folder).expect("the folder is new");
        let store = Arc::new(Store::memory().expect("memory is free"));
        let settings = crate::work::WorkSettings {
            slots: 1,
            limits: AccountLimits::new(limits, Arc::clone(&store)),
            ..crate::work::WorkSettings::of_folder(folder.path())
        };
        let work = Work::new(settings).expect("the folder can be written");
        Host::new(folder, store, work, public, cookie, 0)
    }
}

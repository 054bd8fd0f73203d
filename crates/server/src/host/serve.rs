//! Starts and stops the server for classes.

use super::addresses::{self, PublicAddress};
use super::class_ends;
use super::conditional::conditional;
use super::config::HostConfig;
use super::deleted_persons;
use super::errors::HostError;
use super::folder::{DATABASE, HostFolder};
use super::host_state::Host;
use super::session_cookie::SessionCookie;
use super::session_guard::{self, SessionGuard};
use super::start_link::{self, OpenedLink};
use crate::account_limits::AccountLimits;
use crate::connections::{self, Listener};
use crate::error::ServerError;
use crate::installed_games;
use crate::routes::routes;
use crate::serve::{signals, stop_on_signal};
use crate::server_state::{ServerState, Serves};
use crate::teaching::demo;
use crate::work::{ClusterSettings, Groups, Work, WorkSettings};
use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use rustix::fs::Mode;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::fs;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::net::{TcpListener, UnixListener};
use tokio::sync::watch as signal;
use tokio::time::sleep;
use wag_i18n::{Message, message, t};
use wag_store::{Account, Code, Store, now_ms};

/// The number of file descriptors that the server asks the system for.
const DESCRIPTORS: u64 = 8192;

/// The time between two times that are stored.
const MINUTE: Duration = Duration::from_secs(60);

/// The port to listen on if nobody names one.
const PORT: u16 = 8080;

/// The options of a server for classes. Settings that `host.toml` has, too, win over it.
#[derive(Default)]
pub struct HostOptions {
    pub folder: PathBuf,
    pub network: NetworkOptions,
    pub as_root: bool,
    pub new_owner_code: bool,
    /// The class whose link is opened at the start, by its name; the only class if the name is empty. A class that does not
    /// exist is made.
    pub class_link: Option<String>,
    /// True if a new server gets a made-up class.
    pub demo: bool,
    /// The number of jobs that run at the same time.
    pub slots: Option<u16>,
    pub without_groups: bool,
    /// The address of the scheduler of a Dask cluster that plays the matches of contests.
    pub dask: Option<String>,
    /// The flag that the caller sets to stop the server.
    pub stop: Arc<AtomicBool>,
}

/// Where the server listens, and how browsers reach it.
#[derive(Default)]
pub struct NetworkOptions {
    /// The port to listen on; 0 for any free port.
    pub port: Option<u16>,
    /// The socket to listen on instead of a port.
    pub socket: Option<PathBuf>,
    /// The address to listen on; `None` for this machine only, or, with `plain_http`, for all addresses.
    pub address: Option<IpAddr>,
    /// The address that browsers use; `None` for the one that the server listens on.
    pub public_url: Option<String>,
    /// True if others may use the server without TLS.
    pub plain_http: bool,
}

impl NetworkOptions {
    /// Returns the options with those of the configuration that no flag has set.
    fn with(self, config: &HostConfig) -> NetworkOptions {
        let has_place = self.port.is_some() || self.address.is_some() || self.socket.is_some();
        NetworkOptions {
            port: self.port.or(config.port),
            socket: self.socket.or_else(|| config.socket.clone().filter(|_| !has_place)),
            address: self.address.or(config.address),
            public_url: self.public_url.or_else(|| config.public_url.clone()),
            plain_http: self.plain_http || config.plain_http,
        }
    }

    /// Returns why no other device reaches the server at its public address, and how to change that; `None` if others may
    /// reach it.
    fn only_here(&self, public: &PublicAddress) -> Option<Message> {
        if !public.is_only_here() {
            return None;
        }
        let url = public.url();
        Some(match (&self.public_url, self.plain_http, self.address) {
            (Some(_), ..) => message!(
                "Only this computer reaches %{url}: give --public-url the address that the other devices use.",
                url
            ),
            (None, false, _) => message!(
                "Only this computer reaches %{url}: for a room without TLS, start the server with --plain-http and without --address.",
                url
            ),
            (None, true, Some(address)) => message!(
                "Only this computer reaches %{url}: start the server without --address %{address}, which may be in host.toml, too.",
                url,
                address
            ),
            (None, true, None) => message!(
                "Only this computer reaches %{url}: connect it to the network of the other devices, and start the server again.",
                url
            ),
        })
    }
}

/// The report of a server that is ready.
pub struct HostReady {
    /// The address of the pages.
    pub url: String,
    /// The card of the owner, if it is new.
    pub owner: Option<OwnerCard>,
    /// True if others can use the server without TLS.
    pub is_open: bool,
    /// Why no other device reaches the server; `None` if others may.
    pub only_here: Option<Message>,
    /// The class link that was opened at the start.
    pub class_link: Option<OpenedLink>,
}

/// A new code of the owner.
pub struct OwnerCard {
    pub link: String,
    pub code: String,
}

/// Runs the server until it is stopped. Calls `ready` when it listens.
pub fn serve(options: HostOptions, ready: impl FnOnce(&HostReady)) -> Result<(), HostError> {
    if rustix::process::geteuid().is_root() && !options.as_root {
        return Err(HostError::Root);
    }
    // Every file of the server is for its user alone.
    rustix::process::umask(Mode::from_raw_mode(0o077));
    raise_descriptors();
    let folder = HostFolder::open(&options.folder)?;
    let config = HostConfig::read(folder.path())?;
    let file = folder.path().join(DATABASE);
    let store = Store::open(&file).map_err(|fault| HostError::Database { file, fault })?;
    let clock_max = store.begin(now_ms())?;
    deleted_persons::delete_again(folder.path(), &store, now_ms())?;
    deleted_persons::remove_lost_matches(folder.path(), &store)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let served = runtime.block_on(run(options, config, folder, (store, clock_max), ready));
    runtime.shutdown_timeout(connections::SHUTDOWN_TIMEOUT);
    served
}

/// Raises the limit of file descriptors, because each browser needs some.
fn raise_descriptors() {
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.map_or(DESCRIPTORS, |most| most.min(DESCRIPTORS));
    if limit.current.is_some_and(|current| current < wanted) {
        let raised = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit });
        raised.unwrap_or_else(|err| log::info!("the limit of open files stays: {err}"));
    }
}

/// Returns the owner's new code: at the first start, or if the user asks for one.
fn owner(store: &Store, is_wanted: bool) -> Result<Option<(Account, Code)>, HostError> {
    let first = store.make_first_owner(&t!("Owner"), now_ms())?;
    match is_wanted && first.is_none() {
        true => Ok(Some(store.new_owner_code(now_ms())?)),
        false => Ok(first),
    }
}

async fn run(
    options: HostOptions,
    config: HostConfig,
    folder: HostFolder,
    (store, clock_max): (Store, i64),
    ready: impl FnOnce(&HostReady),
) -> Result<(), HostError> {
    let HostOptions { network, stop, new_owner_code, class_link, demo, slots, without_groups, dask, .. } =
        options;
    let network = network.with(&config);
    let (listener, public, port) = listen(&network).await?;
    let cookie = SessionCookie::new(&public, port);
    let has_groups = !(without_groups || config.without_groups);
    let store = Arc::new(store);
    let limits = AccountLimits::new(config.limits, Arc::clone(&store));
    let work = work((slots.or(config.slots), dask), has_groups, (&config, limits), folder.path())?;
    // The code is made when nothing can fail any more, because it is printed only once.
    let owner = owner(&store, new_owner_code)?;
    let mut host = Host::new(folder, store, work, public, cookie, clock_max);
    host.plain_http = network.plain_http && !host.public.has_tls();
    host.only_here = network.only_here(&host.public);
    host.configure(config)?;
    let host = Arc::new(host);
    if let Some((owner, _)) = owner.as_ref().filter(|_| demo) {
        demo::fill(&host.store, host.folder(), &owner.id, now_ms())?;
    }
    let class_link = class_link.map(|name| start_link::open_at_start(&host, &name)).transpose()?;
    host.work.join_cluster();
    host.contests.start()?;
    tokio::spawn(keep_time(Arc::clone(&host)));
    tokio::spawn(class_ends::watch(Arc::clone(&host)));
    tokio::spawn(installed_games::watch(Arc::clone(&host)));
    let halted = signal::Sender::new(false);
    let server = Arc::new(ServerState::new(Serves::Classes(Arc::clone(&host)), halted));
    let url = host.public.url();
    let card = |(_, code): (Account, Code)| OwnerCard {
        link: format!("{url}/l#{}", code.printed()),
        code: code.printed(),
    };
    let only_here = host.only_here.clone();
    let is_open = host.plain_http && only_here.is_none();
    ready(&HostReady { owner: owner.map(card), url, is_open, only_here, class_link });
    let mut stopping = server.listen_to_stop();
    tokio::spawn(stop_on_signal(Arc::clone(&server), stop, signals()?));
    let stopped = async move { drop(stopping.wait_for(|stop| *stop).await) };
    let guarded = guarded_routes(server, host)?;
    connections::serve(listener, guarded, connections::OF_ALL_PEOPLE, stopped).await;
    Ok(())
}

/// Stores once a minute the latest time that the server has seen.
async fn keep_time(host: Arc<Host>) {
    loop {
        sleep(MINUTE).await;
        let max = host.clock.max();
        // The log says what is wrong with the database.
        let _ = host.ask(move |store| store.set_clock_max(max)).await;
    }
}

/// Returns the answers to all requests, behind the guard.
pub fn guarded_routes(server: Arc<ServerState>, host: Arc<Host>) -> io::Result<Router> {
    let guard = Arc::new(SessionGuard::new(host, server.listen_to_stop())?);
    let routes = routes(server).layer(from_fn(conditional));
    Ok(routes.layer(from_fn_with_state(guard, session_guard::watch)))
}

/// Prepares the processes that run strangers' code. Returns an error if this system cannot confine them.
fn work(
    (slots, dask): (Option<u16>, Option<String>),
    has_groups: bool,
    (config, limits): (&HostConfig, AccountLimits),
    folder: &Path,
) -> Result<Work, HostError> {
    let address = dask.or_else(|| config.dask.address.clone());
    let cluster = address.map(|address| ClusterSettings::new(&address, config.dask.environment()));
    let cluster = cluster.transpose().map_err(HostError::Workers)?;
    let groups = has_groups.then(Groups::set_up).transpose().map_err(HostError::Workers)?;
    let slots = slots.map_or(0, usize::from);
    let settings = WorkSettings { slots, groups, limits, cluster, ..WorkSettings::of_folder(folder) };
    let work = Work::new(settings)?;
    work.try_out().map_err(HostError::Workers)?;
    Ok(work)
}

/// Opens the socket of the server. Returns it with the public address, and the port that is part of the cookie's name.
async fn listen(options: &NetworkOptions) -> Result<(Listener, PublicAddress, u16), HostError> {
    let public = options.public_url.as_deref().map(PublicAddress::of_url).transpose()?;
    if let Some(socket) = &options.socket {
        let public = public.ok_or(HostError::NeedsUrl)?;
        let failed = |fault| HostError::Socket { socket: socket.clone(), fault };
        return Ok((Listener::Unix(bind_socket(socket).map_err(failed)?), public, 0));
    }
    let any = if options.plain_http { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let (address, local) = (options.address.unwrap_or(any.into()), addresses::local());
    addresses::check(address, options.plain_http, &local)?;
    let port = options.port.unwrap_or(PORT);
    let listener = TcpListener::bind(SocketAddr::from((address, port))).await;
    let listener = listener.map_err(|fault| ServerError::Port { port, fault })?;
    let port = listener.local_addr()?.port();
    let public = public.unwrap_or_else(|| PublicAddress::without_tls(address, port, &local));
    Ok((Listener::Tcp(listener), public, port))
}

/// Opens a socket for a proxy of this machine: its user must be in the group of the socket. A socket on which nobody
/// listens any more is replaced.
fn bind_socket(path: &Path) -> io::Result<UnixListener> {
    let is_socket = fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket());
    if is_socket && std::os::unix::net::UnixStream::connect(path).is_err() {
        fs::remove_file(path)?;
    }
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o660))?;
    Ok(listener)
}

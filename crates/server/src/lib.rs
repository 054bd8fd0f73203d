//! The server of `wag client`: serves the web pages and answers their requests, on this machine only.
//!
//! The server knows HTTP, files and threads, but no game, ladder or command line: these are behind [`host::Host`].
//! Requests are untrusted until the guard has accepted them. A path from a request is opened only if it leads into the
//! working folder or its saves.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

mod api;
mod cached_replay;
mod compare_api;
mod connections;
mod course_api;
mod editor_api;
mod editor_files;
mod error;
mod events;
mod folder;
mod guard;
mod helpers;
pub mod host;
mod icons;
mod old_logs;
mod page_files;
#[cfg(test)]
mod page_types;
pub mod pages;
mod replay_api;
mod replays;
mod runs;
mod saves;
mod seed;
mod settings;
mod stoppable;
mod tournament_api;
mod tournaments;
mod turn_api;
mod two_player_api;
mod two_player_games;
mod watch;

pub use error::ServerError;
pub use folder::check_inside;
#[cfg(any(feature = "testing", fuzzing))]
pub use settings::read_any as read_any_settings;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use cached_replay::ReplayCache;
use editor_files::{EditorFiles, FILE_MAX};
use guard::Guard;
use host::Host;
use replays::Replays;
use runs::Runs;
use saves::Saves;
use settings::Settings;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use stoppable::StoppableRequests;
use tokio::net::{TcpListener, UnixStream};
use tokio::sync::watch as signal;
use tournaments::Tournaments;
use turn_api::TurnInProgress;
use two_player_games::TwoPlayerGames;

/// The maximum size of a request's body, in bytes. Uploads of replays have their own limit.
const BODY_MAX: usize = 64 * 1024;
/// The maximum size of a request that writes a file. JSON can represent a character of the text by several bytes.
const FILE_BODY_MAX: usize = 4 * FILE_MAX;
/// The settings with which the server starts.
pub struct Options {
    /// The port to listen on; 0 for any free port.
    pub port: u16,
    /// The absolute path of the working folder.
    pub folder: PathBuf,
    /// The user's data directory; `None` if there is none.
    pub home: Option<PathBuf>,
    /// The absolute path of the replay that the first page shows, and the round; `None` to show the start page.
    pub shown: Option<(PathBuf, u32)>,
    /// The flag that the caller sets to stop the server.
    pub stop: Arc<AtomicBool>,
}

/// The state that all requests share.
struct AppState {
    host: Arc<dyn Host>,
    folder: PathBuf,
    settings: Settings,
    editor_files: EditorFiles,
    saves: Saves,
    replays: Arc<Replays>,
    replay_cache: ReplayCache,
    runs: Runs,
    two_player_games: TwoPlayerGames,
    tournaments: Tournaments,
    checks: course_api::Checks,
    turn_in_progress: TurnInProgress,
    requests: StoppableRequests,
    stop: signal::Sender<bool>,
}

/// An object that `ready` returns. It is dropped when the first page has connected, or when the server stops if no page
/// ever connects.
pub type StartupGuard = Option<Box<dyn Send>>;

/// Runs the server until it is stopped. Calls `ready` with the address to open, which includes the token.
pub fn serve(
    host: impl Host,
    options: Options,
    ready: impl FnOnce(&str) -> StartupGuard,
) -> Result<(), ServerError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let client = Arc::new(AppState::new(Arc::new(host), &options)?);
    let served = runtime.block_on(answer(Arc::clone(&client), &options, ready));
    client.runs.finish();
    client.two_player_games.finish();
    client.tournaments.finish();
    runtime.shutdown_timeout(connections::SHUTDOWN_TIMEOUT);
    served
}

async fn answer(
    client: Arc<AppState>,
    options: &Options,
    ready: impl FnOnce(&str) -> StartupGuard,
) -> Result<(), ServerError> {
    let port = options.port;
    let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
        .await
        .map_err(|fault| ServerError::Port { port, fault })?;
    let guard = Arc::new(Guard::new(listener.local_addr()?.port())?);
    let link = options.shown.as_ref().map_or_else(String::new, |(replay, round)| {
        let id = client.replays.reserve();
        client.replays.recorded(&id, replay);
        format!("#replay={id}&round={round}")
    });
    guard.keep_until_first(ready(&format!("{}{link}", guard.address())));
    let mut stopping = client.stop.subscribe();
    tokio::spawn(stop_on_signal(Arc::clone(&client), Arc::clone(&options.stop), signals()?));
    let stopped = async move { drop(stopping.wait_for(|stop| *stop).await) };
    connections::serve(listener, routes(client, guard), stopped).await;
    Ok(())
}

/// Returns a stream that receives one byte for each signal that ends the program.
fn signals() -> std::io::Result<UnixStream> {
    let (heard, sent) = std::os::unix::net::UnixStream::pair()?;
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::low_level::pipe::register(signal, sent.try_clone()?)?;
    }
    heard.set_nonblocking(true)?;
    UnixStream::from_std(heard)
}

/// Waits for Ctrl+C or SIGTERM, and then stops the server. If signals cannot be received, this function never
/// completes.
async fn stop_on_signal(client: Arc<AppState>, stop: Arc<AtomicBool>, signals: UnixStream) {
    while !stop.load(Ordering::Relaxed) && signals.readable().await.is_ok() {
        // The signal handler sets the flag before it writes the byte.
        let _ = signals.try_read(&mut [0; 16]);
    }
    client.halt();
}

impl AppState {
    fn new(host: Arc<dyn Host>, options: &Options) -> Result<AppState, ServerError> {
        let folder = options.folder.clone();
        let replays = Arc::new(Replays::default());
        let watcher = watch::Watcher::new(folder.clone());
        Ok(AppState {
            settings: Settings::new(options.home.clone(), &folder),
            editor_files: EditorFiles::new(folder.clone()),
            saves: Saves::new(folder.join(saves::FOLDER)),
            runs: Runs::new(Arc::clone(&host), Arc::clone(&replays), watcher),
            two_player_games: TwoPlayerGames::new(Arc::clone(&host)),
            tournaments: Tournaments::new(Arc::clone(&host)),
            checks: course_api::Checks::default(),
            turn_in_progress: TurnInProgress::default(),
            requests: StoppableRequests::default(),
            replays,
            replay_cache: ReplayCache::default(),
            host,
            folder,
            stop: signal::Sender::new(false),
        })
    }

    /// Starts to shut the server down: stops matches, and closes the event streams of the pages.
    fn halt(&self) {
        self.runs.cancel();
        self.two_player_games.cancel();
        self.tournaments.cancel();
        self.requests.stop();
        self.stop.send_replace(true);
    }
}

fn routes(client: Arc<AppState>, guard: Arc<Guard>) -> Router {
    Router::new()
        .route("/", get(page_files::index))
        .route("/web/{*name}", get(page_files::part))
        .route("/api/start", get(api::start))
        .route("/api/first", post(api::first))
        .route("/api/preview/{option}/{*name}", get(api::preview))
        .route("/api/files", get(editor_api::list))
        .route(
            "/api/files/{name}",
            get(editor_api::read).put(editor_api::write).layer(DefaultBodyLimit::max(FILE_BODY_MAX)),
        )
        .route("/api/files/{name}/rename", post(editor_api::rename))
        .route("/api/files/{name}/check", post(editor_api::check))
        .route("/api/stubs", get(editor_api::stubs))
        .route("/api/run", post(api::run))
        .route("/api/run/events", get(events::events))
        .route("/api/run/cancel", post(api::cancel))
        .route("/api/run/again", post(api::again))
        .route("/api/run/answer", post(api::answer))
        .route("/api/table", get(two_player_api::start).post(two_player_api::begin))
        .route("/api/table/answer", post(two_player_api::answer))
        .route("/api/table/cancel", post(two_player_api::cancel))
        .route("/api/table/events", get(two_player_api::events))
        .route("/api/replays", post(replay_api::upload).layer(DefaultBodyLimit::disable()))
        .route("/api/replays/{id}", get(replay_api::head))
        .route("/api/replays/{id}/overview", get(replay_api::overview))
        .route("/api/replays/{id}/explanation", get(replay_api::explanation))
        .route("/api/replays/{id}/chunks/{number}", get(replay_api::chunk))
        .route("/api/replays/{id}/diff/{other}", get(compare_api::compare))
        .route("/api/replays/{id}/parent", get(compare_api::parent))
        .route("/api/replays/{id}/file", get(replay_api::file))
        .route("/api/replays/{id}/page", get(replay_api::page))
        .route("/api/turn", post(turn_api::turn))
        .route("/api/saves", get(replay_api::saves).post(replay_api::save))
        .route("/api/course", get(course_api::list))
        .route("/api/course/begin", post(course_api::begin))
        .route("/api/course/check", post(course_api::check))
        .route("/api/course/hint", post(course_api::hint))
        .route("/api/course/solution", post(course_api::solution))
        .route("/api/tournaments", get(tournament_api::list).post(tournament_api::begin))
        .route("/api/tournaments/stop", post(tournament_api::stop))
        .route("/api/tournaments/{file}", get(tournament_api::table))
        .route("/api/tournaments/{file}/matches", get(tournament_api::matches))
        .route("/api/tournaments/{file}/final", get(tournament_api::final_matches))
        .route("/api/stop", post(api::stop))
        .fallback(api::not_found)
        .method_not_allowed_fallback(api::method_not_allowed)
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .with_state(client)
        .layer(from_fn_with_state(guard, guard::watch))
}

//! Starts and stops the server.

use crate::caller::Caller;
use crate::connections::{self, Listener};
use crate::error::ServerError;
use crate::guard::{self, Guard, StartupGuard};
use crate::routes::routes;
use crate::server_state::{ServerState, Serves};
use crate::workspace::Workspace;
use crate::workspace_state::WorkspaceState;
use axum::middleware::from_fn_with_state;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::net::{TcpListener, UnixStream};
use tokio::sync::watch as signal;

/// The settings with which the server starts.
pub struct Options {
    /// The port to listen on; 0 for any free port.
    pub port: u16,
    pub workspace: Workspace,
    /// The user's data directory; `None` if there is none.
    pub home: Option<PathBuf>,
    /// The absolute path of the replay that the first page shows, and the round; `None` to show the start page.
    pub shown: Option<(PathBuf, u32)>,
    /// The flag that the caller sets to stop the server.
    pub stop: Arc<AtomicBool>,
}

/// Runs the server until it is stopped. Calls `ready` with the address to open, which includes the token.
pub fn serve(options: Options, ready: impl FnOnce(&str) -> StartupGuard) -> Result<(), ServerError> {
    let Options { port, workspace, home, shown, stop } = options;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let halted = signal::Sender::new(false);
    let user = Arc::new(WorkspaceState::new(workspace, home, halted.subscribe()));
    let server = Arc::new(ServerState::new(Serves::User(Arc::clone(&user)), halted));
    let served = runtime.block_on(answer(Arc::clone(&server), user, port, shown, stop, ready));
    server.finish();
    runtime.shutdown_timeout(connections::SHUTDOWN_TIMEOUT);
    served
}

async fn answer(
    server: Arc<ServerState>,
    user: Arc<WorkspaceState>,
    port: u16,
    shown: Option<(PathBuf, u32)>,
    stop: Arc<AtomicBool>,
    ready: impl FnOnce(&str) -> StartupGuard,
) -> Result<(), ServerError> {
    let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
        .await
        .map_err(|fault| ServerError::Port { port, fault })?;
    let guard = Arc::new(Guard::new(listener.local_addr()?.port())?);
    let link = shown.map_or_else(String::new, |(replay, round)| {
        let replays = Arc::clone(&user.replays);
        let id = replays.reserve();
        replays.recorded(&id, &replay);
        format!("#replay={id}&round={round}")
    });
    guard.keep_until_first(ready(&format!("{}{link}", guard.address())));
    let mut stopping = server.listen_to_stop();
    tokio::spawn(stop_on_signal(Arc::clone(&server), stop, signals()?));
    let stopped = async move { drop(stopping.wait_for(|stop| *stop).await) };
    let guarded = routes(server).layer(from_fn_with_state((Caller::user(user), guard), guard::watch));
    connections::serve(Listener::Tcp(listener), guarded, connections::OF_ONE_USER, stopped).await;
    Ok(())
}

/// Returns a stream that receives one byte for each signal that ends the program.
pub fn signals() -> std::io::Result<UnixStream> {
    let (heard, sent) = std::os::unix::net::UnixStream::pair()?;
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::low_level::pipe::register(signal, sent.try_clone()?)?;
    }
    heard.set_nonblocking(true)?;
    UnixStream::from_std(heard)
}

/// Waits for Ctrl+C or SIGTERM, and then stops the server. If signals cannot be received, this function never
/// completes.
pub async fn stop_on_signal(server: Arc<ServerState>, stop: Arc<AtomicBool>, signals: UnixStream) {
    while !stop.load(Ordering::Relaxed) && signals.readable().await.is_ok() {
        // The signal handler sets the flag before it writes the byte.
        let _ = signals.try_read(&mut [0; 16]);
    }
    server.halt();
}

//! The requests that a worker answers: those of `wag client` about its workspace, with the rights of an account, and the
//! server's question of when nothing is played any more.

use crate::caller::{Caller, Right};
use crate::editor_files::{EditorFiles, Quota};
use crate::host_limits::HostLimits;
use crate::routes::routes;
use crate::server_state::{ServerState, Serves};
use crate::workspace::Workspace;
use crate::workspace_state::WorkspaceState;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use axum::routing::get;
use axum::{Json, Router};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use std::ffi::OsStr;
use std::io;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use wag_core::files::TEMPORARY_PREFIX;
use wag_play::LimitOptions;
use wag_sandbox::confine::WORKSPACE;

/// The address that answers when nothing is played any more, with the end of the last run.
pub const IDLE: &str = "/worker/idle";

/// The address that answers when nothing computes any more, also while a person is asked.
pub const AT_REST: &str = "/worker/at-rest";

/// The rights in a workspace. The server has checked that the account has them.
const RIGHTS: &[Right] = &[Right::Workspace, Right::Solutions];

/// The default time limit of a turn, in milliseconds. A file or a page can only lower it.
const TURN_MS: u64 = 500;
/// The time in which everything must stop when the server has ended.
const END_MAX: Duration = Duration::from_secs(5);
/// The memory of a player, in MB.
const MEMORY_MIB: u64 = 512;

/// Serves requests on the connections until there are none any more.
pub fn serve(limits: &HostLimits, mut next: impl FnMut() -> Option<UnixStream>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    // One match may be running when the owner keeps none.
    wag_replay::keep_automatic((limits.practice_replays as usize).max(1));
    remove_incomplete_saves();
    let halted = tokio::sync::watch::Sender::new(false);
    let mut state = WorkspaceState::new(workspace(limits), None, halted.subscribe());
    state.editor_files = EditorFiles::new(PathBuf::from(WORKSPACE)).with_quota(Quota::of_account(limits));
    let state = Arc::new(state);
    let server = Arc::new(ServerState::new(Serves::User(Arc::clone(&state)), halted));
    let router = router(&server, &state);
    while let Some(stream) = next() {
        stream.set_nonblocking(true)?;
        let service = TowerToHyperService::new(router.clone());
        runtime.spawn(async move {
            let Ok(stream) = tokio::net::UnixStream::from_std(stream) else { return };
            _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
    // What does not stop ends with this process.
    std::thread::spawn(|| {
        std::thread::sleep(END_MAX);
        wag_sandbox::process::leave(false);
    });
    server.halt();
    server.finish();
    runtime.shutdown_background();
    Ok(())
}

/// Removes saves that an earlier worker of the account has not completed: it may have been ended meanwhile.
fn remove_incomplete_saves() {
    let entries = std::fs::read_dir(Path::new(WORKSPACE).join("saves")).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| is_temporary(&entry.file_name())) {
        let _ = std::fs::remove_dir_all(entry.path());
    }
}

fn is_temporary(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(TEMPORARY_PREFIX.as_bytes())
}

fn workspace(host: &HostLimits) -> Workspace {
    let limits = LimitOptions {
        turn_ms: Some(TURN_MS),
        memory_mib: Some(MEMORY_MIB),
        match_output_mib: Some(host.log_mb.into()),
        require_sandbox: true,
        ..LimitOptions::default()
    };
    let warn = |text: String| log::info!("{text}");
    Workspace { folder: PathBuf::from(WORKSPACE), limits, is_hosted: true, warn }
}

fn router(server: &Arc<ServerState>, state: &Arc<WorkspaceState>) -> Router {
    let caller = Caller { rights: RIGHTS, ..Caller::user(Arc::clone(state)) };
    let (state, resting) = (Arc::clone(state), Arc::clone(state));
    let at_rest = get(move || async move {
        resting.at_rest().await;
        StatusCode::NO_CONTENT
    });
    let idle = get(move || async move {
        state.idle().await;
        Json(state.runs.now().and_then(|run| run.end()))
    });
    let add_caller = move |mut request: Request, next: Next| {
        request.extensions_mut().insert(caller.clone());
        let answered: std::pin::Pin<Box<dyn Future<Output = Response> + Send>> = Box::pin(next.run(request));
        answered
    };
    routes(Arc::clone(server)).route(IDLE, idle).route(AT_REST, at_rest).layer(from_fn(add_caller))
}

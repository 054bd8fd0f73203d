//! Connections: each gets its answers, none is waited for that says nothing.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::pin::pin;
use std::time::Duration;
use tokio::net::TcpListener;
use tower_http::timeout::RequestBodyTimeoutLayer;

/// How long answers that are under way may take when the server stops.
pub const LAST_ANSWERS: Duration = Duration::from_secs(2);

/// So long a request may take to name what it wants, and each part of what it carries to come.
const PATIENCE: Duration = Duration::from_secs(4);

/// How long to wait when the system has no descriptor left for one more.
const PAUSE: Duration = Duration::from_millis(100);

/// Answers until `stopped`, and what is under way a little longer.
pub async fn serve(listener: TcpListener, routes: Router, stopped: impl Future<Output = ()>) {
    let service = TowerToHyperService::new(routes.layer(RequestBodyTimeoutLayer::new(PATIENCE)));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
    let graceful = GracefulShutdown::new();
    let mut stopped = pin!(stopped);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopped => break,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service.clone()));
        tokio::spawn(connection);
    }
    // Who holds a connection open does not hold up the end.
    let _ = tokio::time::timeout(LAST_ANSWERS, graceful.shutdown()).await;
}

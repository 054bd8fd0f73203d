//! The server's connections: serves requests on each, and limits the number of connections and their idle time.
//!
//! The server keeps fewer connections than the process may have file descriptors. To accept one more, it closes the
//! connection that has been idle longest. Connections on which a request has contained the token are closed last, so
//! other programs cannot block the user's own page by opening many connections without reading from them.

use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use rustix::process::{Resource, getrlimit};
use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, UnixListener};
use tokio::task::AbortHandle;
use tower_http::timeout::RequestBodyTimeoutLayer;

/// The maximum time to wait for pending responses when the server stops.
pub const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// The maximum time to receive a request's headers. The same limit applies to each part of the request's body.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(4);

/// The time to wait before the next attempt to accept a connection when the system has no free file descriptor.
const PAUSE: Duration = Duration::from_millis(100);

/// The maximum number of connections of one user, which is enough for many pages.
pub const OF_ONE_USER: usize = 100;

/// The maximum number of connections of all people of a server.
pub const OF_ALL_PEOPLE: usize = 1500;

/// Returns the maximum number of connections for a process with this limit on file descriptors; `None` means no limit.
/// The remaining descriptors are for matches and files.
fn connections_max(descriptors: Option<u64>, most: usize) -> usize {
    let share = descriptors.map_or(usize::MAX, |all| usize::try_from(all / 3).unwrap_or(usize::MAX));
    share.clamp(8, most)
}

/// The socket on which the server listens.
pub enum Listener {
    Tcp(TcpListener),
    /// The socket of a proxy on this machine.
    Unix(UnixListener),
}

/// The other end of a connection, which each of its requests has as an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    Socket,
    Address(IpAddr),
}

impl Peer {
    /// Returns whether it is on this machine, such as a proxy.
    pub fn is_local(self) -> bool {
        match self {
            Peer::Socket => true,
            Peer::Address(address) => address.to_canonical().is_loopback(),
        }
    }
}

/// A stream of bytes in both directions.
trait Transport: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Transport for T {}

impl Listener {
    async fn accept(&self) -> io::Result<(Box<dyn Transport>, Peer)> {
        match self {
            Listener::Tcp(listener) => {
                let (stream, address) = listener.accept().await?;
                let _ = stream.set_nodelay(true);
                Ok((Box::new(stream), Peer::Address(address.ip())))
            }
            Listener::Unix(listener) => Ok((Box::new(listener.accept().await?.0), Peer::Socket)),
        }
    }
}

/// An open connection. It is shared by its requests and the list of all connections.
pub struct Connection {
    /// The time of the last transfer in either direction, in milliseconds since the server started.
    moved_ms: AtomicU64,
    has_shown_token: AtomicBool,
    start: Instant,
    peer: Peer,
}

impl Connection {
    fn new(start: Instant, peer: Peer) -> Connection {
        let connection =
            Connection { moved_ms: AtomicU64::new(0), has_shown_token: AtomicBool::new(false), start, peer };
        connection.mark_as_moved();
        connection
    }

    /// Marks the connection as the user's own, because a request on it has the right token.
    pub fn trust(&self) {
        self.has_shown_token.store(true, Ordering::Relaxed);
    }

    fn mark_as_moved(&self) {
        let ms = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.moved_ms.store(ms, Ordering::Relaxed);
    }

    /// Returns the priority of a connection. The connection with the lowest priority is closed first.
    fn priority(&self) -> (bool, u64) {
        (self.has_shown_token.load(Ordering::Relaxed), self.moved_ms.load(Ordering::Relaxed))
    }
}

/// All open connections, with the oldest one first.
#[derive(Default)]
struct Connections {
    open: Vec<(Arc<Connection>, AbortHandle)>,
}

impl Connections {
    /// Closes connections until fewer than `most` are left.
    fn make_room(&mut self, most: usize) {
        self.open.retain(|(_, task)| !task.is_finished());
        self.close_until(most, |_| true);
    }

    /// Closes connections of an address until it has fewer than its share, so that room for others is left. A proxy on this
    /// machine may have all of them.
    fn make_room_of(&mut self, peer: Peer, most: usize) {
        if !peer.is_local() {
            self.close_until(most.saturating_mul(2) / 3, |other| other == peer);
        }
    }

    /// Closes connections of these peers until fewer than `most` of them are left.
    fn close_until(&mut self, most: usize, is_meant: impl Fn(Peer) -> bool) {
        loop {
            let meant: Vec<usize> =
                (0..self.open.len()).filter(|at| is_meant(self.open[*at].0.peer)).collect();
            if meant.len() < most.max(1) {
                return;
            }
            // Among equal connections, the first one is the oldest.
            let least = meant.into_iter().min_by_key(|at| self.open[*at].0.priority());
            let Some(least) = least else { return };
            self.open.remove(least).1.abort();
        }
    }
}

/// A stream that records when it last transferred data.
struct WatchedStream {
    stream: Box<dyn Transport>,
    connection: Arc<Connection>,
}

impl AsyncRead for WatchedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = ready!(Pin::new(&mut self.stream).poll_read(cx, buf));
        self.connection.mark_as_moved();
        Poll::Ready(read)
    }
}

impl AsyncWrite for WatchedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(cx, bytes));
        self.connection.mark_as_moved();
        Poll::Ready(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write_vectored(cx, parts));
        self.connection.mark_as_moved();
        Poll::Ready(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Serves requests until `stopped` completes, then waits a limited time for pending responses. There are never more than
/// `most` connections.
pub async fn serve(listener: Listener, routes: Router, most: usize, stopped: impl Future<Output = ()>) {
    let service = TowerToHyperService::new(routes.layer(RequestBodyTimeoutLayer::new(REQUEST_TIMEOUT)));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(REQUEST_TIMEOUT);
    let graceful = GracefulShutdown::new();
    let most = connections_max(getrlimit(Resource::Nofile).current, most);
    let (mut connections, start) = (Connections::default(), Instant::now());
    let mut stopped = pin!(stopped);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopped => break,
        };
        let Ok((stream, peer)) = accepted else {
            // The system has no free file descriptor: one connection is closed so that the next attempt can succeed.
            connections.make_room(connections.open.len());
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        connections.make_room(most);
        connections.make_room_of(peer, most);
        let connection = Arc::new(Connection::new(start, peer));
        let stream = WatchedStream { stream, connection: Arc::clone(&connection) };
        let (service, asked_on) = (service.clone(), Arc::clone(&connection));
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(Arc::clone(&asked_on));
            request.extensions_mut().insert(peer);
            service.call(request)
        });
        let answers = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
        connections.open.push((connection, tokio::spawn(answers).abort_handle()));
    }
    // A client that keeps its connection open cannot delay the end.
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_get_a_third_of_the_descriptors() {
        for (descriptors, most) in [(Some(256), 85), (Some(1024), 100), (Some(9), 8), (None, 100)] {
            assert_eq!(connections_max(descriptors, OF_ONE_USER), most, "{descriptors:?}");
        }
    }

    /// Adds a connection.
    fn open(connections: &mut Connections, moved_ms: u64, has_shown_token: bool, peer: Peer) {
        let connection = Connection::new(Instant::now(), peer);
        connection.moved_ms.store(moved_ms, Ordering::Relaxed);
        connection.has_shown_token.store(has_shown_token, Ordering::Relaxed);
        let task = tokio::spawn(std::future::pending::<()>());
        connections.open.push((Arc::new(connection), task.abort_handle()));
    }

    fn left(connections: &Connections) -> Vec<u64> {
        connections.open.iter().map(|(connection, _)| connection.priority().1).collect()
    }

    #[tokio::test]
    async fn the_connection_that_is_idle_longest_goes_first_and_the_user_last() {
        let mut connections = Connections::default();
        for (moved_ms, has_shown_token) in [(5, true), (9, false), (7, false), (7, false)] {
            open(&mut connections, moved_ms, has_shown_token, Peer::Socket);
        }
        connections.make_room(4);
        assert_eq!(left(&connections), [5, 9, 7]);
        connections.make_room(2);
        assert_eq!(left(&connections), [5]);
    }

    #[tokio::test]
    async fn one_address_leaves_room_for_others() {
        let [school, other] = ["192.168.1.7", "192.168.1.8"].map(|text| Peer::Address(text.parse().unwrap()));
        let mut connections = Connections::default();
        for (moved_ms, peer) in
            [(1, other), (2, Peer::Socket), (3, school), (4, school), (5, school), (6, school)]
        {
            open(&mut connections, moved_ms, false, peer);
        }
        connections.make_room_of(school, 6);
        assert_eq!(left(&connections), [1, 2, 4, 5, 6]);
        for peer in [other, Peer::Socket, Peer::Address("127.0.0.1".parse().unwrap())] {
            connections.make_room_of(peer, 6);
        }
        assert_eq!(left(&connections).len(), 5);
    }
}

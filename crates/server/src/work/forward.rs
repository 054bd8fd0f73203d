//! Requests about a workspace, which a worker process answers. What it sends is checked and bounded: it could be a
//! stranger's.

use crate::error::Refusal;
use crate::work::accounts::{AccountWorker, Busy};
use crate::work::process::SERVE;
use crate::work::queue::Lane;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt};
use hyper::client::conn::http1::handshake;
use hyper_util::rt::TokioIo;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use wag_i18n::message;

/// The maximum size of a request's body, in bytes: an upload.
const REQUEST_MAX: usize = 8 << 20;
/// The maximum size of the body of a request that plays something, in bytes.
const PLAY_REQUEST_MAX: usize = 4 << 20;
/// The maximum size of a response, in bytes. Event streams have no maximum.
const RESPONSE_MAX: usize = 64 << 20;
/// The maximum time between two parts of a response. Event streams send something every 15 s.
const PART_MAX: Duration = Duration::from_secs(30);

/// The headers of a request that a worker gets: neither cookies nor addresses.
const TO_WORKER: [HeaderName; 6] = [
    header::ACCEPT,
    header::ACCEPT_LANGUAGE,
    header::CONTENT_TYPE,
    header::CONTENT_LENGTH,
    header::IF_NONE_MATCH,
    HeaderName::from_static("last-event-id"),
];
/// The headers of a response that reach the page.
const FROM_WORKER: [HeaderName; 6] = [
    header::CONTENT_TYPE,
    header::CONTENT_LENGTH,
    header::CONTENT_DISPOSITION,
    header::CONTENT_ENCODING,
    header::ETAG,
    header::CACHE_CONTROL,
];
const EVENTS: &str = "text/event-stream";

/// The work behind a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    pub lane: Lane,
    /// The kind of the job.
    pub kind: &'static str,
    /// The subject of a check that a later check of the same replaces.
    pub subject: Option<String>,
    /// True if something is still played after the response.
    pub goes_on: bool,
}

/// Returns whether a request brings a file that may be large.
pub fn is_upload(method: &Method, path: &str) -> bool {
    method == Method::POST && path == "/api/replays"
}

/// Returns the work of a request that runs code of strangers; `None` for all others.
pub fn cost(method: &Method, path: &str) -> Option<Cost> {
    let parts: Vec<&str> = path.strip_prefix("/api/")?.split('/').collect();
    let (lane, kind, goes_on) = match (method, parts.as_slice()) {
        (&Method::POST, ["run"] | ["run", "again"]) => (Lane::Long, "run", true),
        (&Method::POST, ["run", "answer"]) => (Lane::Long, "answer", true),
        (&Method::POST, ["losses"]) => (Lane::Long, "losses", true),
        // The logs are written again from the replay.
        (&Method::POST, ["saves"]) => (Lane::Short, "save", false),
        (&Method::GET, ["replays", _, "explanation"]) => (Lane::Long, "explanation", false),
        (&Method::POST, ["turn"]) => (Lane::Short, "turn", false),
        (&Method::POST, ["course", "check"]) => (Lane::Short, "lesson", false),
        (&Method::POST, ["files", name, "check"]) => {
            let subject = Some((*name).to_string());
            return Some(Cost { lane: Lane::Short, kind: "check", subject, goes_on: false });
        }
        _ => return None,
    };
    Some(Cost { lane, kind, subject: None, goes_on })
}

/// Sends a request to a worker and returns the checked response. `time` is the longest wait for its headers; `None` if the
/// caller limits it.
pub async fn send(worker: &Arc<AccountWorker>, request: Request, time: Option<Duration>) -> Response {
    let busy = worker.busy();
    let sent = async {
        let response = exchange(worker, request).await?;
        checked(response, busy)
    };
    let sent = match time {
        Some(time) => tokio::time::timeout(time, sent).await,
        None => Ok(sent.await),
    };
    match sent {
        Ok(Ok(response)) => response,
        Ok(Err(err)) => {
            log::warn!("a worker has not answered: {err}");
            lost().into_response()
        }
        Err(_) => too_slow().into_response(),
    }
}

/// Waits until the body of a request has arrived, and returns the whole request.
pub async fn arrived(request: Request, time: Duration) -> Result<Request, Refusal> {
    let (parts, body) = request.into_parts();
    let refused = |status, sentence, code| Refusal::new(status, sentence).with_code(code);
    let too_slow = || {
        refused(
            StatusCode::REQUEST_TIMEOUT,
            message!("the request took too long to arrive; try again"),
            "too_slow",
        )
    };
    let read = async {
        let (mut bytes, mut pieces) = (Vec::new(), body.into_data_stream());
        while let Some(piece) = pieces.next().await {
            // The connection was cut off, or nothing came for too long.
            bytes.extend_from_slice(&piece.map_err(|_| too_slow())?);
            if bytes.len() > PLAY_REQUEST_MAX {
                let sentence = message!("the request is too long");
                return Err(refused(StatusCode::PAYLOAD_TOO_LARGE, sentence, "too_large"));
            }
        }
        Ok(bytes)
    };
    let bytes = tokio::time::timeout(time, read).await.map_err(|_| too_slow())??;
    Ok(Request::from_parts(parts, Body::from(bytes)))
}

/// The response if a worker has ended before it has answered.
pub fn lost() -> Refusal {
    Refusal::new(
        StatusCode::SERVICE_UNAVAILABLE,
        message!("the work for this request was interrupted; try again"),
    )
    .with_code("interrupted")
}

pub fn too_slow() -> Refusal {
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message!("this took too long and was stopped; try again"))
        .with_code("too_slow")
}

/// Asks a worker at one of its own addresses, and waits for the response without a time limit.
pub async fn ask(worker: &AccountWorker, method: Method, address: &'static str) -> io::Result<StatusCode> {
    let mut request = Request::new(Body::empty());
    *request.method_mut() = method;
    *request.uri_mut() = Uri::from_static(address);
    let response = exchange(worker, request).await?;
    Ok(response.status())
}

/// Reads what a worker responds with at one of its own addresses, at most this number of bytes. Waits without a time limit.
pub async fn read(worker: &AccountWorker, address: &'static str, most: usize) -> io::Result<Bytes> {
    let mut request = Request::new(Body::empty());
    *request.uri_mut() = Uri::from_static(address);
    let response = exchange(worker, request).await?;
    axum::body::to_bytes(Body::new(response.into_body()), most).await.map_err(io::Error::other)
}

/// Sends a request over a new connection, and returns the response as it is.
async fn exchange(
    worker: &AccountWorker,
    request: Request,
) -> io::Result<hyper::Response<hyper::body::Incoming>> {
    let stream = tokio::net::UnixStream::from_std(worker.process.connect(SERVE)?)?;
    let (mut sender, connection) = handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
    let driven = tokio::spawn(connection);
    let response = sender.send_request(for_worker(request)).await.map_err(io::Error::other);
    if response.is_err() {
        driven.abort();
    }
    response
}

/// Returns a request with only what concerns the worker.
fn for_worker(request: Request) -> Request {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
    let mut sent = Request::new(bounded(body, REQUEST_MAX));
    *sent.method_mut() = parts.method;
    *sent.uri_mut() = path.parse().unwrap_or_else(|_| Uri::from_static("/"));
    for name in &TO_WORKER {
        if let Some(value) = parts.headers.get(name) {
            sent.headers_mut().insert(name.clone(), value.clone());
        }
    }
    sent.headers_mut().insert(header::HOST, HeaderValue::from_static("workspace"));
    sent
}

/// Returns the body with an error after this number of bytes.
fn bounded(body: Body, most: usize) -> Body {
    let parts = body.into_data_stream();
    Body::from_stream(parts.scan(0, move |length, part| {
        let part = part.map_err(io::Error::other).and_then(|part| {
            *length += part.len();
            if *length > most { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(part) }
        });
        std::future::ready(Some(part))
    }))
}

/// Returns a response with what may be passed on. The error says what is wrong with it.
fn checked(response: hyper::Response<hyper::body::Incoming>, busy: Busy) -> io::Result<Response> {
    let (parts, body) = response.into_parts();
    let kind = kind_of(&parts.headers).ok_or_else(|| io::Error::other("its response has no allowed type"))?;
    if !(parts.status.is_success()
        || parts.status.is_client_error()
        || parts.status.is_server_error()
        || parts.status == StatusCode::NOT_MODIFIED)
    {
        return Err(io::Error::other("its response has no allowed status"));
    }
    let length =
        parts.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: usize| length > RESPONSE_MAX) {
        return Err(io::Error::other("its response is too long"));
    }
    let mut response = Response::new(Body::empty());
    *response.status_mut() = parts.status;
    for name in &FROM_WORKER {
        if let Some(value) = parts.headers.get(name) {
            response.headers_mut().insert(name.clone(), value.clone());
        }
    }
    let nosniff = HeaderValue::from_static("nosniff");
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, nosniff);
    let (most, busy) = match kind {
        // A page that is open does not keep its worker from ending.
        Kind::Events => (usize::MAX, None),
        _ => (RESPONSE_MAX, Some(busy)),
    };
    *response.body_mut() = Body::from_stream(in_time(Body::new(body), most, busy));
    Ok(response)
}

/// Returns the parts of a body. Ends with an error if the next one does not arrive in time, or if the body is too long.
fn in_time(body: Body, most: usize, busy: Option<Busy>) -> impl Stream<Item = io::Result<Bytes>> {
    let parts = bounded(body, most).into_data_stream();
    unfold(Some((parts, busy)), |state| async move {
        let (mut parts, busy) = state?;
        match tokio::time::timeout(PART_MAX, parts.next()).await {
            Ok(Some(Ok(part))) => Some((Ok(part), Some((parts, busy)))),
            Ok(Some(Err(err))) => Some((Err(io::Error::other(err)), None)),
            Ok(None) => None,
            Err(_) => Some((Err(io::ErrorKind::TimedOut.into()), None)),
        }
    })
}

/// The kind of content of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Json,
    Events,
    /// A file to store, which no browser shows.
    Attachment,
    Nothing,
}

/// Returns the kind of a response; `None` if it is no allowed one.
fn kind_of(headers: &HeaderMap) -> Option<Kind> {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let disposition = text(header::CONTENT_DISPOSITION);
    let kind = text(header::CONTENT_TYPE).map(|kind| kind.split(';').next().unwrap_or_default().trim());
    match (kind, disposition) {
        (_, Some(disposition)) if disposition.trim_start().starts_with("attachment") => {
            Some(Kind::Attachment)
        }
        (_, Some(_)) => None,
        (Some("application/json"), _) => Some(Kind::Json),
        (Some(EVENTS), _) => Some(Kind::Events),
        (None, _) => Some(Kind::Nothing),
        (Some(_), _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_that_run_code_cost_a_slot() {
        let of = |method, path| cost(&method, path).map(|cost| (cost.lane, cost.kind, cost.goes_on));
        assert_eq!(of(Method::POST, "/api/run"), Some((Lane::Long, "run", true)));
        assert_eq!(of(Method::POST, "/api/run/again"), Some((Lane::Long, "run", true)));
        assert_eq!(of(Method::POST, "/api/run/answer"), Some((Lane::Long, "answer", true)));
        assert_eq!(of(Method::POST, "/api/losses"), Some((Lane::Long, "losses", true)));
        assert_eq!(of(Method::GET, "/api/replays/1/explanation"), Some((Lane::Long, "explanation", false)));
        assert_eq!(of(Method::POST, "/api/turn"), Some((Lane::Short, "turn", false)));
        assert_eq!(of(Method::POST, "/api/course/check"), Some((Lane::Short, "lesson", false)));
        let check = cost(&Method::POST, "/api/files/a.py/check").unwrap();
        assert_eq!((check.lane, check.subject.as_deref()), (Lane::Short, Some("a.py")));
        for (method, path) in [
            (Method::GET, "/api/run"),
            (Method::POST, "/api/run/cancel"),
            (Method::POST, "/api/losses/stop"),
            (Method::GET, "/api/files/a.py"),
            (Method::GET, "/api/replays/1/losses/1"),
            (Method::GET, "/"),
        ] {
            assert_eq!(cost(&method, path), None, "{method} {path}");
        }
    }

    #[test]
    fn only_data_and_attachments_are_passed_on() {
        let of = |headers: &[(HeaderName, &'static str)]| {
            let headers = headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
            kind_of(&headers.collect())
        };
        let (kind, disposition) = (header::CONTENT_TYPE, header::CONTENT_DISPOSITION);
        assert_eq!(of(&[(kind.clone(), "application/json; charset=utf-8")]), Some(Kind::Json));
        assert_eq!(of(&[(kind.clone(), EVENTS)]), Some(Kind::Events));
        assert_eq!(of(&[]), Some(Kind::Nothing));
        let page = (kind.clone(), "text/html");
        assert_eq!(of(std::slice::from_ref(&page)), None);
        assert_eq!(of(&[page.clone(), (disposition.clone(), "inline")]), None);
        assert_eq!(of(&[page, (disposition, "attachment; filename=\"a.html\"")]), Some(Kind::Attachment));
        assert_eq!(of(&[(kind, "image/svg+xml")]), None);
    }
}

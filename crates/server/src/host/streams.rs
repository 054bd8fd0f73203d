//! Event streams: their number is limited, and they end with their session.

use super::host_state::Host;
use crate::error::Refusal;
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch as signal;
use tokio::time::sleep;
use wag_i18n::message;
use wag_store::now_ms;

/// The maximum number of streams of one session.
const OF_SESSION_MAX: usize = 3;
/// The maximum number of all streams.
const ALL_MAX: usize = 600;
/// The time between two checks of whether a session has expired.
const CHECK_INTERVAL: Duration = Duration::from_secs(20);
/// The time after which a rejected stream may be opened again, in seconds.
const RETRY_AFTER: u64 = 5;

/// The open streams.
#[derive(Clone)]
pub struct Streams {
    /// Their number by session.
    open: Arc<Mutex<BTreeMap<String, usize>>>,
    /// Becomes true when the server stops.
    stop: signal::Receiver<bool>,
}

/// An open stream; it is no longer counted when this is dropped.
struct OpenStream {
    streams: Streams,
    session: String,
}

impl Streams {
    pub fn new(stop: signal::Receiver<bool>) -> Streams {
        Streams { open: Arc::default(), stop }
    }

    /// Counts a stream of a session. Returns `None` if there are too many.
    fn open(&self, session: &str) -> Option<OpenStream> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let own = open.get(session).copied().unwrap_or(0);
        if own >= OF_SESSION_MAX || open.values().sum::<usize>() >= ALL_MAX {
            return None;
        }
        open.insert(session.to_string(), own + 1);
        Some(OpenStream { streams: self.clone(), session: session.to_string() })
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.streams.open.lock().unwrap_or_else(PoisonError::into_inner);
        match open.get_mut(&self.session) {
            Some(own) if *own > 1 => *own -= 1,
            _ => drop(open.remove(&self.session)),
        }
    }
}

/// Makes a response that is an event stream end when the session of its reader ends; others stay as they are.
pub fn closed_with_session(
    host: &Arc<Host>,
    streams: &Streams,
    session: Option<String>,
    response: Response,
) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let (Some(session), true) = (session, kind.is_some_and(|kind| kind.starts_with("text/event-stream")))
    else {
        return response;
    };
    let Some(open) = streams.open(&session) else {
        let sentence = message!("too many pages of this server are open; close some of them");
        let refusal = Refusal::new(StatusCode::TOO_MANY_REQUESTS, sentence).with_code("too_many_streams");
        return refusal.with_retry_after(RETRY_AFTER).into_response();
    };
    let (mut parts, body) = response.into_parts();
    // A proxy that collects answers would keep events back.
    parts.headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    let host = Arc::clone(host);
    let events =
        body.into_data_stream().take_until(end_of(host, streams.stop.clone(), session)).map(move |event| {
            let _counted = &open;
            event
        });
    Response::from_parts(parts, Body::from_stream(events))
}

/// Completes when a session has ended, or the server stops.
async fn end_of(host: Arc<Host>, mut stop: signal::Receiver<bool>, session: String) {
    let mut ended = host.listen_to_ended_sessions();
    loop {
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return,
            changed = ended.changed() => if changed.is_err() { return },
            () = sleep(CHECK_INTERVAL) => {}
        }
        let asked = session.clone();
        if !host.ask(move |store| store.is_session(&asked, now_ms())).await.unwrap_or(true) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_has_three_streams() {
        let streams = Streams::new(signal::Sender::new(false).subscribe());
        let open: Vec<_> = (0..4).map(|_| streams.open("a")).collect();
        assert_eq!(open.iter().filter(|stream| stream.is_some()).count(), 3);
        assert!(streams.open("b").is_some());
        drop(open);
        assert!(streams.open.lock().unwrap().is_empty());
    }

    #[test]
    fn all_sessions_together_have_600_streams() {
        let streams = Streams::new(signal::Sender::new(false).subscribe());
        let open: Vec<_> = (0..700).map(|number| streams.open(&number.to_string())).collect();
        assert_eq!(open.iter().filter(|stream| stream.is_some()).count(), 600);
    }
}

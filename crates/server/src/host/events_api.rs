//! The event stream of a page.

use super::events::{Change, Events, Missed, Present, Topic};
use super::host_state::Host;
use super::hosted::Hosted;
use crate::caller::Me;
use crate::error::Refusal;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::time::{Instant, sleep_until};
use wag_store::Role;

/// The time between two signs of life of a stream without events.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// The minimum time between two events about the same contest: when a final is played, results come fast.
const CONTEST_PAUSE: Duration = Duration::from_secs(1);

/// The stream of one page.
struct PageStream {
    host: Arc<Host>,
    account: String,
    topics: BTreeSet<Topic>,
    /// Counts the account as present.
    _present: Present,
    receiver: broadcast::Receiver<Arc<Change>>,
    ready: VecDeque<Event>,
    /// The events about contests that wait because one was just sent.
    held: BTreeMap<(Topic, &'static str), Arc<Change>>,
    /// The time at which the next event about a contest may be sent.
    next: BTreeMap<Topic, Instant>,
}

/// `GET /api/events`: sends a page what has changed. After `Last-Event-ID` it gets what it has missed, or `reset`.
pub async fn events(
    Hosted(host): Hosted,
    Me(account): Me,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    let (receiver, missed) = host.events.listen(last);
    let topics = topics_of(&host, &account.id).await?;
    let (ready, held, next) = Default::default();
    let _present = host.events.enter(&account.id);
    let mut stream = PageStream { host, account: account.id, topics, _present, receiver, ready, held, next };
    match missed {
        Missed::Everything => stream.ready.push_back(Event::default().event("reset").data("{}")),
        Missed::Changes(changes) => changes.into_iter().for_each(|change| stream.take(change)),
    }
    let stream = unfold(stream, |mut stream| async move {
        let event = stream.next_event().await?;
        Some((Ok(event), stream))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

/// Returns what a person may hear of: the person itself, the classes that it teaches, the contests that it may see.
async fn topics_of(host: &Arc<Host>, account: &str) -> Result<BTreeSet<Topic>, Refusal> {
    let id = account.to_string();
    let classes = host.ask(move |store| store.own_classes(&id)).await?;
    let mut topics = BTreeSet::from([Topic::Account(account.to_string())]);
    for class in classes {
        topics.extend(class.contests.into_iter().map(|contest| Topic::Contest(contest.id)));
        if class.role == Role::Teacher {
            topics.insert(Topic::Class(class.id));
        }
    }
    Ok(topics)
}

impl PageStream {
    /// Waits for the next event. Returns `None` if the page reads too slowly, or the server stops.
    async fn next_event(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            let due = self.held.keys().filter_map(|(topic, _)| self.next.get(topic)).min().copied();
            let wait = due.unwrap_or_else(|| Instant::now() + HEARTBEAT);
            tokio::select! {
                change = self.receiver.recv() => {
                    let change = change.ok()?;
                    // A new class or contest, or another role, changes what this person may hear of.
                    if change.topic == Topic::Account(self.account.clone()) || !self.topics.contains(&change.topic) {
                        self.topics = topics_of(&self.host, &self.account).await.ok()?;
                    }
                    self.take(change);
                }
                () = sleep_until(wait) => self.release(),
            }
        }
    }

    /// Takes an event: sends it, holds it back, or leaves it out because it concerns others.
    fn take(&mut self, change: Arc<Change>) {
        if !self.topics.contains(&change.topic) {
            return;
        }
        let now = Instant::now();
        let is_contest = matches!(change.topic, Topic::Contest(_));
        if is_contest && self.next.get(&change.topic).is_some_and(|next| *next > now) {
            self.held.insert((change.topic.clone(), change.kind), change);
            return;
        }
        if is_contest {
            self.next.insert(change.topic.clone(), now + CONTEST_PAUSE);
        }
        self.ready.push_back(event_of(&self.host.events, &change));
    }

    /// Sends the events whose time has come.
    fn release(&mut self) {
        let now = Instant::now();
        let is_due =
            |topic: &Topic, next: &BTreeMap<Topic, Instant>| next.get(topic).is_none_or(|at| *at <= now);
        let due: Vec<_> = self.held.keys().filter(|(topic, _)| is_due(topic, &self.next)).cloned().collect();
        for key in due {
            if let Some(change) = self.held.remove(&key) {
                self.next.insert(key.0, now + CONTEST_PAUSE);
                self.ready.push_back(event_of(&self.host.events, &change));
            }
        }
    }
}

fn event_of(events: &Events, change: &Change) -> Event {
    let Change { seq, topic, kind, id, version } = change;
    let topic = match topic {
        Topic::Account(_) => "me".to_string(),
        Topic::Class(class) => format!("class:{class}"),
        Topic::Contest(contest) => format!("contest:{contest}"),
    };
    let data = json!({ "seq": seq, "topic": topic, "kind": kind, "id": id, "version": version });
    Event::default().id(events.id_of(*seq)).event("change").data(data.to_string())
}

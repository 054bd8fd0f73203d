//! Server-sent events for the pages: the progress of the match, the tournament and the search for losses, and changes of the
//! AIs' files.

use crate::caller::Here;
use crate::losses::LossesNow;
use crate::matches::run::Run;
use crate::matches::run_publisher::PAUSE;
use crate::tournaments::running::TournamentNow;
use crate::workspace_state::WorkspaceState;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde_json::json;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, watch};
use tokio::time::{Instant, sleep, sleep_until};

/// The channels from which one page receives its events.
struct EventSource {
    run: watch::Receiver<Option<Run>>,
    files: broadcast::Receiver<Vec<String>>,
    tournament: watch::Receiver<Option<Arc<TournamentNow>>>,
    losses: watch::Receiver<Option<LossesNow>>,
    stop: watch::Receiver<bool>,
    /// The earliest time at which the next event about the run may be sent.
    next: Instant,
    state: Arc<WorkspaceState>,
}

/// The interval between two checks of whether the current turn is taking long.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// `GET /api/run/events`: sends a page its stream of events.
pub async fn events(Here(state): Here) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let mut run = state.runs.listen();
    // A page that connects during a match receives the present state immediately.
    run.mark_changed();
    let mut tournament = state.tournaments.listen();
    tournament.mark_changed();
    let mut losses = state.losses.listen();
    losses.mark_changed();
    let source = EventSource {
        run,
        files: state.runs.listen_to_files(),
        tournament,
        losses,
        stop: state.stop.clone(),
        next: Instant::now(),
        state,
    };
    let stream = unfold(source, |mut source| async move {
        let event = source.next_event().await?;
        Some((Ok(event), source))
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}

impl EventSource {
    /// Waits for the next event. Returns `None` when the server stops.
    async fn next_event(&mut self) -> Option<Event> {
        loop {
            tokio::select! {
                biased;
                _ = self.stop.wait_for(|stop| *stop) => return None,
                changed = self.files.recv() => match changed {
                    Ok(changed) => return event("files", &json!({ "changed": changed })),
                    Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => return None,
                },
                changed = self.tournament.changed() => {
                    changed.ok()?;
                    let now = self.tournament.borrow_and_update().clone();
                    if let Some(now) = now {
                        return event("tournament", &now);
                    }
                }
                changed = self.losses.changed() => {
                    changed.ok()?;
                    let now = self.losses.borrow_and_update().clone();
                    if let Some(now) = now {
                        return event("losses", &now);
                    }
                }
                run = next_run(&mut self.run, self.next) => {
                    self.next = Instant::now() + PAUSE;
                    if let Some(run) = run? {
                        return event("run", &run);
                    }
                }
                // During a long turn only its duration changes, which triggers no event, so the duration is sent
                // regularly.
                () = sleep(CHECK_INTERVAL) => {
                    if let Some(run) = self.state.runs.now().filter(|run| run.turn.is_some()) {
                        return event("run", &run);
                    }
                }
            }
        }
    }
}

/// Waits until `earliest` has passed and the run has changed, and returns the run. Returns `None` if there will be no
/// more changes.
async fn next_run(run: &mut watch::Receiver<Option<Run>>, earliest: Instant) -> Option<Option<Run>> {
    sleep_until(earliest).await;
    run.changed().await.ok()?;
    Some(run.borrow_and_update().clone())
}

fn event(name: &str, data: &impl serde::Serialize) -> Option<Event> {
    Event::default().event(name).json_data(data).ok()
}

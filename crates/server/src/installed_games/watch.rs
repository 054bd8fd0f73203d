//! The look for games that the owner changes while the server runs.

use crate::host::Host;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};

/// The time between two looks for games that the owner has changed.
const LOOK_INTERVAL: Duration = Duration::from_secs(3);

/// Reads games that the owner changes, for as long as the server runs.
pub async fn watch(host: Arc<Host>) {
    let mut ticks = interval(LOOK_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        refresh(&host).await;
    }
}

/// Reads the games whose files have changed, and lets contests and workers know.
pub async fn refresh(host: &Arc<Host>) {
    if host.games.refresh(&host.work).await {
        host.store.set_playable_games(host.games.hashes());
        host.work.games_changed();
        host.contests.games_changed().await;
    }
}

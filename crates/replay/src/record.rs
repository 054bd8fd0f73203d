//! Conversion of a replay to a complete record of its match, for games.

use super::ReplayError;
use super::reader::Reader;
use wag_core::game::{Excerpt, Record, Show};

/// Reads a complete match. Returns an error with the reason if the replay is incomplete.
pub fn record<G: Show>(reader: &Reader<G>) -> Result<Record<'_, G>, ReplayError> {
    let header = reader.header();
    reader.check_opening()?;
    let mut events = reader.opening().ok_or(ReplayError::Unfinished)?.events.clone();
    let mut printed = vec![Excerpt::default(); header.players.len()];
    for stretch in reader.all_chunks() {
        let stretch = stretch?;
        if let Some((first, last)) = stretch.damaged {
            return Err(ReplayError::Damaged { first, last });
        }
        for turn in stretch.turns {
            for (seat, report) in &turn.reports {
                if let Some(printed) = printed.get_mut(seat.index()) {
                    printed.add(&report.output);
                }
            }
            events.extend(turn.events);
        }
    }
    reader.file().check_end()?;
    if !reader.file().is_complete() {
        return Err(ReplayError::Unfinished);
    }
    let names = header.players.iter().map(|player| player.name.clone()).collect();
    Ok(Record { setup: reader.setup(), seed: header.seed, times: header.times, names, events, printed })
}

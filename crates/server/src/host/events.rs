//! Events: they say that something has changed, and a page reads it anew.
//!
//! The last events are kept, so that a page that was offline for a moment gets those that it has missed. A page that
//! reads too slowly loses its stream, and comes back.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::broadcast;
use wag_store::now_ms;

/// The number of events that are kept.
const KEPT: usize = 1000;

/// The people whom an event concerns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// The person with this account.
    Account(String),
    /// The teachers of this class.
    Class(String),
    /// Everybody who may see this contest.
    Contest(String),
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The number, counted from 1 since the start of the server.
    pub seq: u64,
    pub topic: Topic,
    /// A word for what has changed, such as `members`.
    pub kind: &'static str,
    /// The id of what has changed.
    pub id: String,
    /// The time of the change, in UTC milliseconds.
    pub version: i64,
}

/// The events of a server.
pub struct Events {
    kept: Mutex<VecDeque<Arc<Change>>>,
    sender: broadcast::Sender<Arc<Change>>,
    /// The number of open streams by account.
    present: Arc<Mutex<BTreeMap<String, usize>>>,
    /// The time of the start, which tells the events of this run from those of earlier ones.
    run: i64,
}

/// The events that a stream has missed.
#[derive(Debug, PartialEq, Eq)]
pub enum Missed {
    /// These events, possibly none.
    Changes(Vec<Arc<Change>>),
    /// The page has to read everything.
    Everything,
}

impl Default for Events {
    fn default() -> Self {
        let sender = broadcast::Sender::new(KEPT);
        Events { kept: Mutex::default(), sender, present: Arc::default(), run: now_ms() }
    }
}

/// An open stream of an account, until the value is dropped.
pub struct Present {
    account: String,
    present: Arc<Mutex<BTreeMap<String, usize>>>,
}

impl Drop for Present {
    fn drop(&mut self) {
        let mut present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
        match present.get_mut(&self.account) {
            Some(streams) if *streams > 1 => *streams -= 1,
            _ => drop(present.remove(&self.account)),
        }
    }
}

impl Events {
    /// Counts a stream of an account.
    pub fn enter(&self, account: &str) -> Present {
        let mut present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
        *present.entry(account.to_string()).or_default() += 1;
        Present { account: account.to_string(), present: Arc::clone(&self.present) }
    }

    /// Returns the accounts that have a page open.
    pub fn present(&self) -> BTreeSet<String> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// Tells everybody whom it concerns that something has changed.
    pub fn publish(&self, topic: Topic, kind: &'static str, id: &str) {
        let mut kept = self.kept();
        let seq = kept.back().map_or(1, |last| last.seq + 1);
        let change = Arc::new(Change { seq, topic, kind, id: id.to_string(), version: now_ms() });
        if kept.len() >= KEPT {
            kept.pop_front();
        }
        kept.push_back(Arc::clone(&change));
        // Nobody listens if no page is open.
        let _ = self.sender.send(change);
    }

    /// Returns a receiver of the next events, and the events after the one with the id `last`.
    pub fn listen(&self, last: Option<&str>) -> (broadcast::Receiver<Arc<Change>>, Missed) {
        let kept = self.kept();
        let receiver = self.sender.subscribe();
        let missed = match last {
            None => Missed::Changes(Vec::new()),
            Some(last) => self.after(&kept, last),
        };
        (receiver, missed)
    }

    fn after(&self, kept: &VecDeque<Arc<Change>>, last: &str) -> Missed {
        let last = last.split_once('-').filter(|(run, _)| *run == self.run.to_string());
        let last = last.and_then(|(_, seq)| seq.parse::<u64>().ok());
        let newest = kept.back().map_or(0, |change| change.seq);
        let first = kept.front().map_or(1, |change| change.seq);
        match last {
            Some(last) if last <= newest && last.saturating_add(1) >= first => {
                Missed::Changes(kept.iter().filter(|change| change.seq > last).cloned().collect())
            }
            _ => Missed::Everything,
        }
    }

    /// Returns the id of an event in a stream.
    pub fn id_of(&self, seq: u64) -> String {
        format!("{}-{seq}", self.run)
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Arc<Change>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seqs(missed: Missed) -> Option<Vec<u64>> {
        match missed {
            Missed::Changes(changes) => Some(changes.iter().map(|change| change.seq).collect()),
            Missed::Everything => None,
        }
    }

    #[test]
    fn whoever_has_a_page_open_is_present() {
        let events = Events::default();
        let (one, two) = (events.enter("anna"), events.enter("anna"));
        drop(one);
        assert_eq!(events.present(), BTreeSet::from(["anna".to_string()]));
        drop(two);
        assert_eq!(events.present(), BTreeSet::new());
    }

    #[test]
    fn missed_events_are_sent_again_as_long_as_they_are_kept() {
        let events = Events::default();
        let missed = |last: &str| seqs(events.listen(Some(last)).1);
        assert_eq!(missed(&events.id_of(0)), Some(vec![]));
        (0..3).for_each(|_| events.publish(Topic::Class("c".into()), "members", "c"));
        assert_eq!(missed(&events.id_of(1)), Some(vec![2, 3]));
        assert_eq!(missed(&events.id_of(3)), Some(vec![]));
        for unknown in [&events.id_of(4), "1-1", "", "x", &events.id_of(u64::MAX)] {
            assert_eq!(missed(unknown), None, "{unknown}");
        }
        (0..KEPT).for_each(|_| events.publish(Topic::Class("c".into()), "members", "c"));
        assert_eq!(missed(&events.id_of(2)), None);
        assert_eq!(missed(&events.id_of(3)).map(|seqs| seqs.len()), Some(KEPT));
        assert_eq!(seqs(events.listen(None).1), Some(vec![]));
    }
}

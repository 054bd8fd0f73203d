//! The declaration of a game's events, as the JSON of a replay has them.

use super::Entry;

/// The events of a game.
#[derive(Debug, PartialEq, Eq)]
pub struct Events {
    /// What holds for all events, and how frames follow from them, in whole sentences.
    pub notes: &'static str,
    pub list: &'static [EventInfo],
}

/// An event.
#[derive(Debug, PartialEq, Eq)]
pub struct EventInfo {
    /// The value of the key `type`.
    pub kind: &'static str,
    /// The meaning, as a sentence without a full stop.
    pub meaning: &'static str,
    /// The other keys. The meaning of a key is empty if its name says it.
    pub fields: &'static [Entry],
}

/// Declares an event. A function, because the games declare dozens of them.
pub const fn event(kind: &'static str, meaning: &'static str, fields: &'static [Entry]) -> EventInfo {
    EventInfo { kind, meaning, fields }
}

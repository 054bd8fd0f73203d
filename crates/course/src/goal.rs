//! The goals of a lesson: conditions on what a match has produced, in words that fit every game.

use serde::Deserialize;
use serde_json::Value;
use wag_core::problem::ProblemKind;
use wag_i18n::message;
use wag_ladder::LEARNER;
use wag_play::{GameEnd, PlayError};
use wag_replay::{JsonReport, JsonTurn, ReplayJson};

/// A goal of a lesson: something that is counted in a match, and how many of it are right.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    pub counted: Counted,
    /// The last round that counts; `None` for the whole match.
    pub until_round: Option<u32>,
    pub at_least: Option<i64>,
    pub at_most: Option<i64>,
}

/// Something that a goal counts. Everything is about the learner's player, unless `fields` say otherwise.
#[derive(Clone, Debug, PartialEq)]
pub enum Counted {
    /// Printed lines that contain this text.
    Printed(String),
    /// Events of this type, with these fields.
    Event(String, Value),
    /// Orders with this key, with these fields.
    Order(String, Value),
    /// One of the game's figures at the end of the match.
    Figure(String),
    Total(Total),
}

/// A number that every game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Total {
    /// Turns with an error.
    Errors,
    /// Turns that took too long.
    TimeOuts,
    /// Orders that the game did not accept.
    Refused,
    /// Players with a worse place.
    Beaten,
}

impl Goal {
    /// The goal of every lesson that says nothing else about errors.
    pub const NO_ERRORS: Goal =
        Goal { counted: Counted::Total(Total::Errors), until_round: None, at_least: None, at_most: Some(0) };

    /// Returns whether this number reaches the goal.
    pub fn accepts(&self, count: i64) -> bool {
        self.at_least.is_none_or(|least| count >= least) && self.at_most.is_none_or(|most| count <= most)
    }

    /// Returns whether the goal limits the number of errors.
    pub fn is_about_errors(&self) -> bool {
        matches!(self.counted, Counted::Total(Total::Errors | Total::TimeOuts))
    }

    /// Returns whether the goal says something about the whole match, so that a file reaches it only if it has played
    /// the whole match: a file that fails in each turn loses no unit and spends nothing.
    pub fn needs_whole_match(&self) -> bool {
        let is_number = matches!(self.counted, Counted::Figure(_) | Counted::Total(_));
        !self.is_about_errors() && (is_number || self.at_least.is_none())
    }

    /// Counts in a match that is over. Turns in which the learner's file failed have no output and no orders that count.
    pub fn count(&self, end: &GameEnd, turns: &[JsonTurn]) -> i64 {
        let turns = turns.iter().filter(|turn| self.until_round.is_none_or(|last| turn.round <= last));
        let count: usize = match &self.counted {
            Counted::Printed(text) => turns.map(|turn| printed(turn, text)).sum(),
            Counted::Event(name, fields) => turns.map(|turn| events(turn, name, fields)).sum(),
            Counted::Order(name, fields) => turns.map(|turn| orders(turn, name, fields)).sum(),
            Counted::Figure(name) => return figure(end, name),
            Counted::Total(total) => return total.count(end),
        };
        i64::try_from(count).unwrap_or(i64::MAX)
    }
}

impl Total {
    fn count(self, end: &GameEnd) -> i64 {
        let seat = LEARNER.index();
        let stats = &end.seats[seat];
        match self {
            Total::Errors => end.faults(seat).into(),
            Total::TimeOuts => {
                let late = stats.fault_counts.iter().filter(|one| one.first.kind == ProblemKind::Timeout);
                late.map(|one| i64::from(one.count)).sum()
            }
            Total::Refused => i64::try_from(stats.refused).unwrap_or(i64::MAX),
            Total::Beaten => {
                let own = end.standings[seat].place;
                end.standings.iter().filter(|one| one.place > own).count() as i64
            }
        }
    }
}

/// Fills the placeholders of a sentence about what was measured: `{count}`, and `{EVENT.FIELD}` for a field of the
/// learner's last event of a type. Returns `None` if there was no such event.
pub fn measured(sentence: &str, count: i64, turns: &[JsonTurn]) -> Option<String> {
    let mut parts = sentence.split('{');
    let mut text = parts.next()?.to_string();
    for part in parts {
        let (name, rest) = part.split_once('}')?;
        text += &match name.split_once('.') {
            None => count.to_string(),
            Some((event, field)) => value_in_words(last_event(turns, event)?.get(field)?),
        };
        text += rest;
    }
    Some(text)
}

/// Returns the placeholder of a sentence that cannot be filled, if there is one.
pub fn unknown_placeholder(sentence: &str) -> Option<&str> {
    let mut names =
        sentence.split('{').skip(1).map(|part| part.split_once('}').map_or(part, |(name, _)| name));
    let is_known = |name: &&str| *name == "count" || name.contains('.');
    names.find(|name| !is_known(name))
}

/// Returns the learner's last event of a type.
fn last_event<'t>(turns: &'t [JsonTurn], name: &str) -> Option<&'t Value> {
    let own = |event: &&Value| is_own_event(event, name, &Value::Null);
    turns.iter().rev().find_map(|turn| turn.events.iter().rev().find(own))
}

fn value_in_words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(value_in_words).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// Reads all turns of a match from its replay.
pub fn turns(replay: &dyn ReplayJson) -> Result<Vec<JsonTurn>, PlayError> {
    let mut turns = Vec::new();
    for number in 0..replay.chunks() {
        let chunk = replay.chunk(number).map_err(|err| {
            PlayError::UserError(message!("the replay of the match cannot be read: %{err}", err))
        })?;
        turns.extend(chunk.turns);
    }
    Ok(turns)
}

/// Counts printed lines that are not blank. The text of an exception is no output of the file.
fn printed(turn: &JsonTurn, text: &str) -> usize {
    let own = turn.reports.iter().filter(|report| report.seat == LEARNER.number() && report.fault.is_none());
    let lines = own.flat_map(|report| report.output.lines());
    lines.filter(|line| !line.trim().is_empty() && line.contains(text)).count()
}

fn events(turn: &JsonTurn, name: &str, fields: &Value) -> usize {
    turn.events.iter().filter(|event| is_own_event(event, name, fields)).count()
}

/// Returns whether an event has this type and these fields, and is the learner's unless a field names a seat.
fn is_own_event(event: &Value, name: &str, fields: &Value) -> bool {
    let seat = event.get("seat").filter(|_| fields.get("seat").is_none());
    event.get("type").and_then(Value::as_str) == Some(name)
        && seat.is_none_or(|seat| seat.as_u64() == Some(LEARNER.number().into()))
        && (fields.is_null() || has(event, fields))
}

fn orders(turn: &JsonTurn, name: &str, fields: &Value) -> usize {
    let failed = |report: &JsonReport| report.seat == LEARNER.number() && report.fault.is_some();
    if turn.reports.iter().any(failed) {
        return 0;
    }
    let own = turn.orders.iter().filter(|orders| orders.seat == LEARNER.number());
    let orders = own.flat_map(|orders| &orders.list).map(|order| &order.order);
    orders.filter(|order| order.get(name).is_some() && has(order, fields)).count()
}

/// Returns whether a value has all these fields.
fn has(value: &Value, fields: &Value) -> bool {
    match fields {
        Value::Object(fields) => {
            fields.iter().all(|(name, field)| value.get(name).is_some_and(|value| has(value, field)))
        }
        field => value == field,
    }
}

fn figure(end: &GameEnd, name: &str) -> i64 {
    let figures = &end.standings[LEARNER.index()].figures;
    figures.iter().find(|(known, _)| *known == name).map_or(0, |(_, value)| *value)
}

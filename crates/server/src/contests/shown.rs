//! Contests as the pages receive them, in JSON.

use super::opened_maps::notice;
use super::setup::{ContestSetup, FinalRule, has_other_game};
use super::table::TableRow;
use crate::work::HandInReason;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use wag_i18n::PageText;
use wag_store::contests::{Contest, Entry, SeenContest};
use wag_store::hand_ins::{HandIn, Opponent};
use wag_store::matches::{Match, Seated};
use wag_store::now_ms;

/// A contest as the caller sees it.
#[derive(Serialize)]
pub struct ShownContest {
    id: String,
    class: String,
    class_name: String,
    name: String,
    game: String,
    /// Why nothing can be played; `None` if everything is fine.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<PageText>,
    /// Whether the installed game has changed since the contest was made, so that a teacher can go on with it as it is now.
    game_changed: bool,
    form: String,
    options: Value,
    state: &'static str,
    opens_at: Option<i64>,
    deadline_at: Option<i64>,
    seen_by: &'static str,
    final_rule: FinalRule,
    turn_seconds: Option<f64>,
    match_seconds: Option<f64>,
    released_at: Option<i64>,
    /// The number of places of the final that were revealed, from the last one on.
    revealed: i64,
    entry: Option<ShownEntry>,
    can_teach: bool,
    progress: Progress,
    server_time: i64,
    /// The forms that the final can have, for teachers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forms: Vec<ShownForm>,
    /// A notice for teachers, such as that a map has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<PageText>,
    /// All entries, for teachers.
    #[serde(skip_serializing_if = "Option::is_none")]
    entries: Option<Vec<ShownEntry>>,
}

/// A form of a final.
#[derive(Serialize)]
pub struct ShownForm {
    pub form: &'static str,
    /// The number of matches with the entries so far; `None` if the game or its maps do not allow the form.
    pub matches: Option<usize>,
}

/// A contest in a list.
#[derive(Serialize)]
pub struct ShownListedContest {
    id: String,
    class: String,
    class_name: String,
    name: String,
    game: String,
    form: String,
    state: &'static str,
    seen_by: &'static str,
    deadline_at: Option<i64>,
    released_at: Option<i64>,
}

impl From<Contest> for ShownListedContest {
    fn from(contest: Contest) -> ShownListedContest {
        ShownListedContest {
            id: contest.id,
            class: contest.class_id,
            class_name: contest.class_name,
            name: contest.name,
            game: contest.game,
            form: contest.form,
            state: contest.state.text(),
            seen_by: contest.seen_by.text(),
            deadline_at: contest.deadline_at,
            released_at: contest.released_at,
        }
    }
}

/// The number of matches of the final that have ended, and of all.
#[derive(Serialize)]
pub struct Progress {
    pub done: i64,
    pub all: i64,
}

/// An entry of a contest.
#[derive(Serialize)]
pub struct ShownEntry {
    account: String,
    name: String,
    /// The id of the active hand-in.
    active: Option<String>,
    /// The id of the hand-in that plays the final.
    #[serde(rename = "final")]
    in_final: Option<String>,
    grace_until: Option<i64>,
    withdrawn_at: Option<i64>,
    /// Only for teachers.
    #[serde(skip_serializing_if = "Option::is_none")]
    hidden_at: Option<i64>,
}

impl ShownEntry {
    pub fn new(entry: &Entry, for_teacher: bool) -> ShownEntry {
        ShownEntry {
            account: entry.account_id.clone(),
            name: entry.name.clone(),
            active: entry.active_hand_in.clone(),
            in_final: entry.final_hand_in.clone(),
            grace_until: entry.grace_until,
            withdrawn_at: entry.withdrawn_at,
            hidden_at: entry.hidden_at.filter(|_| for_teacher),
        }
    }
}

impl ShownContest {
    /// `entries` and `forms` are those that a teacher sees.
    pub fn new(seen: &SeenContest, entries: Option<&[Entry]>, forms: Vec<ShownForm>) -> ShownContest {
        let Contest { id, class_id, class_name, name, game, .. } = seen.contest.clone();
        let contest = &seen.contest;
        let json = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
        ShownContest {
            id,
            class: class_id,
            class_name,
            name,
            game,
            problem: ContestSetup::of(contest).err().map(|err| PageText(err.sentence())),
            game_changed: has_other_game(contest),
            form: contest.form.clone(),
            options: json(&contest.options),
            state: contest.state.text(),
            opens_at: contest.opens_at,
            deadline_at: contest.deadline_at,
            seen_by: contest.seen_by.text(),
            final_rule: serde_json::from_str(&contest.final_rule).unwrap_or_default(),
            turn_seconds: json(&contest.limits)["turn_seconds"].as_f64(),
            match_seconds: json(&contest.limits)["match_seconds"].as_f64(),
            released_at: contest.released_at,
            revealed: contest.revealed,
            entry: seen.entry.as_ref().map(|entry| ShownEntry::new(entry, seen.can_teach)),
            can_teach: seen.can_teach,
            progress: Progress { done: seen.progress.0, all: seen.progress.1 },
            server_time: now_ms(),
            forms,
            notice: notice(contest).filter(|_| seen.can_teach).map(PageText),
            entries: entries.map(|all| all.iter().map(|entry| ShownEntry::new(entry, true)).collect()),
        }
    }
}

/// The reason why a hand-in is invalid, or a fault, in all languages.
#[derive(Serialize)]
pub struct ShownReason {
    message: PageText,
    file: Option<String>,
    line: Option<u32>,
}

impl ShownReason {
    pub fn new(HandInReason { message, file, line }: HandInReason) -> ShownReason {
        ShownReason { message: PageText(message), file, line }
    }

    /// Returns the reason that the store has as JSON.
    fn of(stored: Option<&String>) -> Option<ShownReason> {
        serde_json::from_str(stored?).ok().map(ShownReason::new)
    }
}

/// A hand-in as its author and teachers see it.
#[derive(Serialize)]
pub struct ShownHandIn {
    pub id: String,
    contest: String,
    account: String,
    version: i64,
    state: &'static str,
    reason: Option<ShownReason>,
    is_late: bool,
    arrived_at: i64,
    active: bool,
    bytes: i64,
    sha256: Option<String>,
    file: String,
}

impl From<HandIn> for ShownHandIn {
    fn from(hand_in: HandIn) -> ShownHandIn {
        ShownHandIn {
            reason: ShownReason::of(hand_in.reason.as_ref()),
            id: hand_in.id,
            contest: hand_in.contest_id,
            account: hand_in.account_id,
            version: hand_in.version,
            state: hand_in.state.text(),
            is_late: hand_in.is_late,
            arrived_at: hand_in.arrived_at,
            active: hand_in.is_active,
            bytes: hand_in.bytes,
            sha256: hand_in.sha256,
            file: hand_in.file_name,
        }
    }
}

/// A hand-in against which the caller may play.
#[derive(Serialize)]
pub struct ShownOpponent {
    hand_in: String,
    name: String,
    version: i64,
    /// True if it is one of the caller's own versions.
    own: bool,
}

impl ShownOpponent {
    pub fn new(opponent: Opponent, caller: &str) -> ShownOpponent {
        let own = opponent.hand_in.account_id == caller;
        ShownOpponent {
            hand_in: opponent.hand_in.id,
            name: opponent.name,
            version: opponent.hand_in.version,
            own,
        }
    }
}

/// The table of a part of a contest.
#[derive(Serialize)]
pub struct ShownTable {
    /// `final` or `ladder`.
    pub stage: &'static str,
    pub rows: Vec<ShownRow>,
    /// True if the caller sees only the places that were revealed.
    pub hidden_until_release: bool,
    /// The number of all places, also of those that are hidden.
    pub entries: usize,
}

/// A row of a table.
#[derive(Serialize)]
pub struct ShownRow {
    entry: String,
    name: String,
    place_from: usize,
    place_to: usize,
    /// The rating, and its 95 % interval; `None` before the first match.
    points: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    /// The sum of the results: 1 for each opponent that finished behind, 0.5 for each at the same place.
    score: f64,
    matches: usize,
    won: usize,
    drawn: usize,
    lost: usize,
    faults: u64,
    hidden: bool,
}

impl From<&TableRow> for ShownRow {
    fn from(row: &TableRow) -> ShownRow {
        let tenths = |value: f64| (value * 10.0).round() / 10.0;
        let standing = row.standing.as_ref();
        let rating = standing.map(|standing| standing.rating);
        ShownRow {
            entry: row.entry.clone(),
            name: row.name.clone(),
            place_from: row.places.0,
            place_to: row.places.1,
            points: rating.map(|rating| tenths(rating.value)),
            low: rating.map(|rating| tenths(rating.value - rating.half_width)),
            high: rating.map(|rating| tenths(rating.value + rating.half_width)),
            score: standing.map_or(0.0, |standing| standing.points),
            matches: standing.map_or(0, |standing| standing.matches),
            won: standing.map_or(0, |standing| standing.wins),
            drawn: standing.map_or(0, |standing| standing.draws),
            lost: standing.map_or(0, |standing| standing.matches - standing.wins - standing.draws),
            faults: standing.map_or(0, |standing| standing.faults),
            hidden: row.is_hidden,
        }
    }
}

/// A page of matches.
#[derive(Serialize)]
pub struct ShownMatches {
    pub matches: Vec<ShownMatch>,
    /// The id after which the next page starts; `None` if this is the last one.
    pub next: Option<String>,
}

/// A match of a contest.
#[derive(Serialize)]
pub struct ShownMatch {
    pub id: String,
    seed: i64,
    map: Option<String>,
    ended_at: Option<i64>,
    purpose: String,
    seats: Vec<ShownSeat>,
}

/// A seat of a match.
#[derive(Serialize)]
pub struct ShownSeat {
    entry: Option<String>,
    /// `None` for a person who was deleted or is hidden.
    name: Option<String>,
    built_in: bool,
    place: Option<i64>,
    points: i64,
    faults: i64,
    /// Only for the author and teachers.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_fault: Option<ShownReason>,
}

/// The names of entries by account.
pub type Names = BTreeMap<String, String>;

/// Returns the names of entries by account.
pub fn names_of(entries: &[Entry]) -> Names {
    entries.iter().map(|entry| (entry.account_id.clone(), entry.name.clone())).collect()
}

/// Returns the names that a caller may see: a teacher, or the person with this account. Hidden entries are only for teachers
/// and themselves.
pub fn names_for(entries: &[Entry], account: Option<&str>, can_teach: bool) -> Names {
    let is_seen =
        |entry: &&Entry| can_teach || entry.hidden_at.is_none() || account == Some(entry.account_id.as_str());
    entries.iter().filter(is_seen).map(|entry| (entry.account_id.clone(), entry.name.clone())).collect()
}

/// Returns the name that is shown for a player; `None` for a person who was deleted or is hidden.
pub fn shown_name(seated: &Seated, names: &Names) -> Option<String> {
    match seated {
        Seated::BuiltIn(name) => Some(name.clone()),
        Seated::HandIn { account_id, .. } => names.get(account_id).cloned(),
        Seated::Former => None,
    }
}

impl ShownMatch {
    /// `sees` returns whether the caller may see what is secret about an account's seat.
    pub fn new(one: &Match, names: &Names, sees: impl Fn(&str) -> bool) -> ShownMatch {
        let seats = one.seats.iter().map(|seat| {
            let entry = match &seat.seated {
                Seated::HandIn { account_id, .. } => Some(account_id.clone()),
                _ => None,
            };
            let entry = entry.filter(|account| names.contains_key(account));
            let is_seen = entry.as_ref().is_some_and(|account| sees(account));
            ShownSeat {
                name: shown_name(&seat.seated, names),
                built_in: matches!(seat.seated, Seated::BuiltIn(_)),
                place: seat.place,
                points: seat.points,
                faults: seat.faults,
                first_fault: ShownReason::of(seat.first_fault.as_ref()).filter(|_| is_seen),
                entry,
            }
        });
        ShownMatch {
            id: one.id.clone(),
            seed: one.seed,
            map: Some(one.place.clone()).filter(|place| !place.is_empty()),
            ended_at: one.ended_at,
            purpose: one.purpose.clone(),
            seats: seats.collect(),
        }
    }
}

//! The stored result of a match, and its row in JSON and CSV output.

use super::{EntrantResult, Fixture, MatchResult};
use serde::{Deserialize, Serialize, Serializer};
use wag_core::problem::{JsonProblem, Problem, ProblemKind};

/// The result of the player on one seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatPlayed {
    pub place: u32,
    /// The figures that the game counts, the decisive one first.
    pub figures: Vec<i64>,
    /// The game's additional count; 0 if it has none.
    pub tally: u64,
    pub turns: u32,
    pub think_ms_mean: f64,
    pub think_ms_max: f64,
    /// The part of the mean time of a turn in which the player had a processor, in milliseconds; `None` if unknown.
    pub cpu_ms_mean: Option<f64>,
    pub cpu_ms_max: Option<f64>,
    pub faults: u32,
    pub time_outs: u32,
    /// The number of time-outs that a busy machine may have caused.
    pub doubtful: u32,
    /// Whether the player took no part and therefore has the worst rank. False in older files.
    #[serde(default)]
    pub forfeits: bool,
    /// The first failure; `None` if there was none.
    pub failure: Option<Problem>,
    /// The different failures, each with the number of times that it occurred. The list is empty in older files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fault_counts: Vec<(Problem, u32)>,
}

impl SeatPlayed {
    /// Returns whether the player has the best rank, alone or together with others.
    pub fn has_won(&self) -> bool {
        self.place == 1
    }
}

/// Formats a failure for CSV, where `;` separates the seats: `exception in round 3: NameError: ...`.
fn failure_as_cell(failure: &Problem) -> String {
    let (kind, message) = (failure.kind().name(), failure.message.english().replace(';', ","));
    match failure.round {
        Some(round) => format!("{kind} in round {round}: {message}"),
        None => format!("{kind}: {message}"),
    }
}

impl SeatPlayed {
    pub fn of(result: &EntrantResult) -> SeatPlayed {
        // The reports of all failures of a tournament would be long.
        let played = |failure: &Problem| Problem { report: None, ..failure.clone() };
        let failure = result.failure.as_ref().map(played);
        // A row of a tournament's file has a maximum size, so only the first failure has an explanation.
        let counted = |failure: &Problem| Problem { place: None, explanation: None, ..played(failure) };
        let counts = result.fault_counts.iter();
        let fault_counts = counts.map(|(failure, count)| (counted(failure), *count)).collect();
        SeatPlayed {
            place: result.place,
            figures: result.figures.clone(),
            tally: result.tally,
            turns: result.turns,
            think_ms_mean: result.think_ms_mean,
            think_ms_max: result.think_ms_max,
            cpu_ms_mean: result.cpu_ms_mean,
            cpu_ms_max: result.cpu_ms_max,
            faults: result.faults,
            time_outs: result.time_outs,
            doubtful: result.doubtful,
            forfeits: result.forfeits,
            failure,
            fault_counts,
        }
    }

    /// Returns the different failures, each with the number of times that it occurred. Older files do not distinguish
    /// failures, so all of theirs count as the first failure.
    pub fn faults_by_kind(&self) -> Vec<(Problem, u32)> {
        match (&self.failure, self.fault_counts.is_empty()) {
            (Some(first), true) => vec![(first.clone(), self.faults)],
            _ => self.fault_counts.clone(),
        }
    }
}

/// The stored result of a match of a series or tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMatch {
    /// The number of the match, counted from 1.
    pub index: usize,
    pub seed: u64,
    /// The map; empty if the game has no maps.
    pub map: String,
    /// The names of the players, in seat order.
    pub names: Vec<String>,
    pub seats: Vec<SeatPlayed>,
    /// The file with the match's replay; `None` if no replay was saved.
    pub replay: Option<String>,
}

impl Serialize for PlayedMatch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PlayedRow::of(self).serialize(serializer)
    }
}

/// A [`PlayedMatch`] in JSON, as docs/en/json.md describes it. Its lists have an entry per seat.
#[derive(Serialize)]
pub struct PlayedRow<'m> {
    index: usize,
    seed: u64,
    map: Option<&'m str>,
    seats: &'m [String],
    places: Vec<u32>,
    figures: Vec<&'m [i64]>,
    errors: Vec<u32>,
    first_errors: Vec<Option<FirstError>>,
    forfeits: Vec<bool>,
    replay: Option<&'m str>,
}

/// The first failure of a seat in a [`PlayedRow`].
#[derive(Serialize)]
pub struct FirstError {
    kind: ProblemKind,
    round: Option<u32>,
    message: String,
    problem: JsonProblem,
}

impl PlayedRow<'_> {
    fn of(played: &PlayedMatch) -> PlayedRow<'_> {
        let seats = || played.seats.iter();
        let first_error = |first: &Problem| FirstError {
            kind: first.kind(),
            round: first.round,
            message: first.message.english(),
            problem: first.for_json(),
        };
        PlayedRow {
            index: played.index,
            seed: played.seed,
            map: Some(played.map.as_str()).filter(|map| !map.is_empty()),
            seats: &played.names,
            places: seats().map(|seat| seat.place).collect(),
            figures: seats().map(|seat| seat.figures.as_slice()).collect(),
            errors: seats().map(|seat| seat.faults).collect(),
            first_errors: seats().map(|seat| seat.failure.as_ref().map(first_error)).collect(),
            forfeits: seats().map(|seat| seat.forfeits).collect(),
            replay: played.replay.as_deref(),
        }
    }
}

impl PlayedMatch {
    /// Creates the stored result from the result of a match and the match's entry in the schedule.
    pub fn of(result: &MatchResult, fixture: &Fixture, map: &str, names: &[String]) -> PlayedMatch {
        PlayedMatch {
            index: result.number + 1,
            seed: fixture.seed,
            map: map.to_string(),
            names: fixture.seats.iter().map(|entrant| names[*entrant].clone()).collect(),
            seats: result.seats.iter().map(SeatPlayed::of).collect(),
            replay: None,
        }
    }

    /// The names of the columns of the row that [`PlayedMatch::as_cells`] returns.
    pub const COLUMNS: [&str; 9] =
        ["index", "seed", "map", "seats", "places", "figures", "errors", "first_errors", "replay"];

    /// Returns the row for CSV. The values of the seats are separated by `;`, the figures of a seat by spaces. A `;` in
    /// a name is replaced with `,`.
    pub fn as_cells(&self) -> [String; 9] {
        let each =
            |cell: &dyn Fn(&SeatPlayed) -> String| self.seats.iter().map(cell).collect::<Vec<_>>().join(";");
        let figures =
            |seat: &SeatPlayed| seat.figures.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
        let failure = |seat: &SeatPlayed| seat.failure.as_ref().map_or_else(String::new, failure_as_cell);
        [
            self.index.to_string(),
            self.seed.to_string(),
            self.map.clone(),
            self.names.iter().map(|name| name.replace(';', ",")).collect::<Vec<_>>().join(";"),
            each(&|seat| seat.place.to_string()),
            each(&figures),
            each(&|seat| seat.faults.to_string()),
            each(&failure),
            self.replay.clone().unwrap_or_default(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use wag_core::problem::Explanation;

    #[test]
    fn a_stored_result_explains_its_first_failure_only() {
        let explanation = Some(Explanation::new("syntax", &[]));
        let failure = Problem::of_rejection("SyntaxError".into(), None, explanation);
        let counts = vec![(failure.clone(), 1)];
        let result =
            EntrantResult { failure: Some(failure), fault_counts: counts, ..EntrantResult::default() };
        let stored = serde_json::to_string(&SeatPlayed::of(&result)).unwrap();
        assert_eq!((stored.matches("\"explanation\"").count(), stored.contains("report")), (1, false));
    }

    #[test]
    fn old_results_have_no_explanation() {
        let failure = r#"{"round":null,"kind":"start","message":"SyntaxError (a.py, line 1)"}"#;
        let old: Problem = serde_json::from_str(failure).unwrap();
        assert_eq!(
            (failure_as_cell(&old), old.explanation),
            ("start: SyntaxError (a.py, line 1)".to_string(), None)
        );
    }

    #[test]
    fn semicolon_in_a_name_is_replaced_in_csv() {
        let names = vec!["a;b".to_string(), "c".to_string()];
        let played =
            PlayedMatch { index: 1, seed: 2, map: String::new(), names, seats: Vec::new(), replay: None };
        assert_eq!(played.as_cells()[3], "a,b;c");
        assert_eq!(serde_json::to_value(&played).unwrap()["seats"], json!(["a;b", "c"]));
    }
}

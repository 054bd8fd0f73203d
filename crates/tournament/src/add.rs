//! Results of a tournament's matches that were played elsewhere.

use crate::store::Store;
use crate::stored_match::{PlayerVersion, Settings, StoredMatch, StoredResult};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::path::Path;
use wag_core::problem::{Fault, FaultKind, Problem};
use wag_core::text::printable;
use wag_games::KnownGame;
use wag_i18n::{Message, message, t};
use wag_play::{PlayError, user_error};
use wag_stats::series::SeatPlayed;

/// The maximum length of a message, in characters.
const MESSAGE_MAX: usize = 500;
/// The maximum number of different failures of a player in a match.
const DISTINCT_MAX: usize = 20;
/// The maximum length of a result in the tournament's file, in bytes. A longer one is stored without its failures
/// except the first ones.
const RESULT_BYTES_MAX: usize = 128 << 10;
/// The numbers of results that were added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddedResults {
    pub added: usize,
    /// The number of results for matches that already had one. The first result stays.
    pub already_played: usize,
    /// The number of matches with a result, and of all matches.
    pub played: usize,
    pub planned: usize,
}

/// A result as `wag play --json` prints it. Fields that are not listed are figures and options.
#[derive(Deserialize)]
struct PlayedJson {
    game: String,
    seed: u64,
    players: Vec<PlayerJson>,
    interrupted: bool,
    /// The number of the match in the schedule; if it is missing, seed, map and players identify the match.
    #[serde(rename = "match")]
    id: Option<i64>,
    #[serde(default)]
    replay: Option<String>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[derive(Deserialize)]
struct PlayerJson {
    name: String,
    place: u32,
    #[serde(default)]
    forfeit: Option<String>,
    #[serde(default)]
    faults: Vec<FaultJson>,
    #[serde(default)]
    faults_total: u32,
    #[serde(default)]
    turns: u32,
    turn_ms_mean: f64,
    turn_ms_max: f64,
    cpu_ms_mean: Option<f64>,
    cpu_ms_max: Option<f64>,
    #[serde(default)]
    time_outs_doubtful: u32,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[derive(Deserialize)]
struct FaultJson {
    kind: String,
    #[serde(default)]
    round: Option<u32>,
    message: String,
}

/// Adds results to the tournament in a file. `text` contains the objects of `wag play --json`, one after another or in
/// a list. If one of them is not the result of a match of the tournament, adds none.
pub fn add_results(file: &Path, text: &[u8]) -> Result<AddedResults, PlayError> {
    let mut store = Store::open(file)?;
    store.claim()?;
    let table =
        Schedule { settings: store.settings()?, members: store.members()?, matches: store.matches()? };
    let game = table.settings.game(file)?;
    let mut results = Vec::new();
    for (number, object) in objects(text)?.into_iter().enumerate() {
        let result = table.result(game, object);
        let result = result
            .or_else(|why| user_error(message!("result %{number}: %{why}", number = number + 1, why)))?;
        results.push(result);
    }
    let mut counts = AddedResults { planned: table.matches.len(), ..AddedResults::default() };
    counts.played = table.matches.iter().filter(|stored| stored.result.is_some()).count();
    let mut has_result: Vec<bool> = table.matches.iter().map(|stored| stored.result.is_some()).collect();
    let mut added = Vec::new();
    for (at, seats, replay) in results {
        if std::mem::replace(&mut has_result[at], true) {
            counts.already_played += 1;
            continue;
        }
        added.push(StoredResult { id: table.matches[at].id, seats, replay });
        counts.added += 1;
        counts.played += 1;
    }
    store.finish(&added)?;
    Ok(counts)
}

/// Returns the objects in a text: JSON values one after another, or lists of them.
fn objects(text: &[u8]) -> Result<Vec<Value>, PlayError> {
    let mut all = Vec::new();
    for value in serde_json::Deserializer::from_slice(text).into_iter::<Value>() {
        match value {
            Ok(Value::Array(list)) => all.extend(list),
            Ok(value) => all.push(value),
            Err(err) => return user_error(message!("the results are not JSON: %{err}", err)),
        }
    }
    Ok(all)
}

/// The content of the tournament's file.
struct Schedule {
    settings: Settings,
    members: Vec<PlayerVersion>,
    matches: Vec<StoredMatch>,
}

/// A result to be stored: the index of its match, the results of the seats, and the file of the replay.
type NewResult = (usize, Vec<SeatPlayed>, Option<String>);

impl Schedule {
    /// Converts an object to the result of a match. The error says why that is impossible.
    fn result(&self, game: KnownGame, mut object: Value) -> Result<NewResult, String> {
        if let Some(error) = object.get("error") {
            let message = error.get("message").and_then(Value::as_str).unwrap_or_default();
            return Err(t!(
                "it is an error, not the result of a match: %{message}",
                message = printable(message)
            ));
        }
        // A match of several games: the tournament plays the first one.
        let number = object.get("match").cloned();
        if let Some(first) =
            object.get_mut("games").and_then(Value::as_array_mut).and_then(|all| all.first_mut())
        {
            object = first.take();
            if let Some(number) = number {
                object["match"] = number;
            }
        }
        let played: PlayedJson = serde_json::from_value(object)
            .map_err(|err| t!("it is not an object of `wag play --json`: %{err}", err))?;
        if played.interrupted {
            return Err(t!("the match was interrupted"));
        }
        if played.game != game.info.name {
            return Err(t!(
                "it is a match of %{other}, but the tournament plays %{game}",
                other = printable(&played.game),
                game = game.info.name
            ));
        }
        let at = self.find(game, &played).ok_or_else(|| {
            t!(
                "the tournament has no match with seed %{seed} and these players in this order: %{names}",
                seed = played.seed,
                names = played.players.iter().map(|one| printable(&one.name)).collect::<Vec<_>>().join(", ")
            )
        })?;
        let seats: Result<Vec<SeatPlayed>, String> =
            played.players.iter().map(|player| seat(game, player, played.players.len())).collect();
        let mut seats = seats?;
        if serde_json::to_string(&seats).map_or(true, |text| text.len() > RESULT_BYTES_MAX) {
            seats.iter_mut().for_each(|seat| seat.fault_counts.clear());
        }
        Ok((at, seats, played.replay.map(|file| printable(&file).chars().take(MESSAGE_MAX).collect())))
    }

    /// Returns the index of the match with this seed, map and players.
    fn find(&self, game: KnownGame, played: &PlayedJson) -> Option<usize> {
        let option = game.info.place_option().map_or("", |option| option.name);
        let place = played.rest.get(option).and_then(Value::as_str).unwrap_or_default();
        self.matches.iter().position(|stored| {
            let names = stored.seats.iter().map(|member| self.members[*member].name.as_str());
            played.id.is_none_or(|id| id == stored.id)
                && stored.seed == played.seed
                && self.settings.words[stored.place] == place
                && names.eq(played.players.iter().map(|player| player.name.as_str()))
        })
    }
}

fn seat(game: KnownGame, player: &PlayerJson, seats: usize) -> Result<SeatPlayed, String> {
    let name = printable(&player.name);
    if !(1..=seats as u32).contains(&player.place) {
        return Err(t!("%{name} cannot have place %{place}", name, place = player.place));
    }
    let figure = |figure: &&str| {
        let value = player.rest.get(*figure).and_then(Value::as_i64);
        value.ok_or_else(|| t!("%{name} has no %{figure}", name, figure))
    };
    let figures = game.info.figures.iter().map(figure).collect::<Result<Vec<i64>, String>>()?;
    let tally = game.info.tally.and_then(|tally| player.rest.get(tally)?.as_u64()).unwrap_or_default();
    let failure = |fault: &FaultJson| {
        let kind = FaultKind::ALL.into_iter().find(|kind| kind.name() == fault.kind);
        let kind =
            kind.ok_or_else(|| t!("there is no kind of fault %{kind}", kind = wag_i18n::quote(&fault.kind)))?;
        let fault_of_turn = Fault { kind, message: shortened(&fault.message) };
        Ok(Problem::of_fault(fault.round.unwrap_or(0), &fault_of_turn, None))
    };
    let failures = player.faults.iter().map(failure).collect::<Result<Vec<Problem>, String>>()?;
    let forfeit = player.forfeit.as_deref();
    let start = || forfeit.map(|why| Problem::of_start(Fault::crash(shortened(why))));
    let mut fault_counts: Vec<(Problem, u32)> = Vec::new();
    for one in &failures {
        let is_same = |known: &Problem| known.is_same(one);
        match fault_counts.iter().position(|(known, _)| is_same(known)) {
            Some(at) => fault_counts[at].1 += 1,
            None if fault_counts.len() < DISTINCT_MAX => fault_counts.push((one.clone(), 1)),
            None => {}
        }
    }
    Ok(SeatPlayed {
        place: player.place,
        figures,
        tally,
        turns: player.turns,
        think_ms_mean: player.turn_ms_mean.max(0.0),
        think_ms_max: player.turn_ms_max.max(0.0),
        cpu_ms_mean: player.cpu_ms_mean,
        cpu_ms_max: player.cpu_ms_max,
        faults: player.faults_total,
        time_outs: player.faults.iter().filter(|fault| fault.kind == "timeout").count() as u32,
        doubtful: player.time_outs_doubtful,
        forfeits: forfeit.is_some(),
        failure: failures.first().cloned().or_else(start),
        fault_counts,
    })
}

fn shortened(message: &str) -> Message {
    Message::from(printable(message).chars().take(MESSAGE_MAX).collect::<String>())
}

#[cfg(test)]
mod tests {
    use crate::add::*;
    use serde_json::json;
    use wag_stats::series::Fixture;

    fn member(name: &str) -> PlayerVersion {
        let (name, word, sha256) = (name.to_string(), name.to_string(), String::new());
        PlayerVersion { name, version: 1, word, sha256, is_filler: false, is_current: true }
    }

    fn result(names: [&str; 2], seed: u64) -> Value {
        let game = wag_games::first();
        let player = |name: &str, place: u32| {
            let mut player = json!({ "name": name, "place": place, "turn_ms_mean": 0.5, "turn_ms_max": 1.0 });
            game.info.figures.iter().for_each(|figure| player[*figure] = 7.into());
            player["faults"] = json!([{ "kind": "exception", "round": 2, "message": "NameError: x" }]);
            player["faults_total"] = 1.into();
            player
        };
        let players = [player(names[0], 1), player(names[1], 2)];
        json!({ "game": game.info.name, "seed": seed, "players": players, "interrupted": false })
    }

    #[test]
    fn results_are_added_once_and_only_if_all_are_valid() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("t.db");
        let mut store = Store::create(&file).unwrap();
        let fixture = |seed| Fixture { place: 0, seed, seats: vec![1, 0], group: 0 };
        store
            .plan(&Settings::example(), &[member("a"), member("b")], &[], &[fixture(4), fixture(5)])
            .unwrap();
        drop(store);
        let add = |results: &Value| add_results(&file, results.to_string().as_bytes());
        let refused = |results: &Value| add(results).unwrap_err().to_string();
        let stranger = json!([result(["b", "a"], 4), result(["a", "b"], 5)]);
        assert!(refused(&stranger).starts_with("result 2: the tournament has no match with seed 5"));
        let mut wrong = result(["b", "a"], 4);
        wrong["players"][0]["place"] = 3.into();
        assert_eq!(refused(&wrong), "result 1: b cannot have place 3");
        assert!(refused(&json!({ "error": { "message": "oh" } })).ends_with("not the result of a match: oh"));
        let counts =
            |added, already_played, played| AddedResults { added, already_played, played, planned: 2 };
        assert_eq!(add(&result(["b", "a"], 4)).unwrap(), counts(1, 0, 1));
        assert_eq!(add(&json!([result(["b", "a"], 4), result(["b", "a"], 5)])).unwrap(), counts(1, 1, 2));
        let stored = Store::open_to_read(&file).unwrap().matches().unwrap();
        let seats = stored[0].result.as_ref().unwrap();
        assert_eq!((seats[0].place, seats[1].faults, seats[0].figures[0]), (1, 1, 7));
        assert_eq!(seats[0].fault_counts.len(), 1);
    }
}

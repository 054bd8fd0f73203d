//! What there is to choose from in the client: AIs, maps, challenges, and what of it is locked.

use super::super::ladder::{self, Keeper};
use super::super::{locks, mistake, warriors};
use crate::game::{Game, Show};
use crate::games::warriors::board::Board;
use crate::games::warriors::rules::Rules;
use crate::games::warriors::{PlayerSetup, SEATS, Setup, Warriors, maps, opponents};
use crate::ladder::{Progress, StageNumber, Thing};
use crate::server::host::{BuiltIn, Map, Offer, Stage, Wanted};
use crate::server::stays_inside;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

/// Everything, with what opens what is locked.
pub fn offer(map_files: &[String]) -> anyhow::Result<Offer> {
    // Who has no progress that can be read begins at the beginning, as in the ladder.
    let progress = Keeper::new().progress().unwrap_or_default();
    let built_in = opponents::names()
        .map(|name| BuiltIn { name: name.to_string(), locked: locks::locked(Thing::Ai(name), &progress) });
    let maps = maps::MAPS.iter().map(|map| {
        let locked = locks::locked(Thing::Map(map.name), &progress);
        described(map.name, &maps::board_of(map), locked)
    });
    // A file that is no map is told when it is chosen.
    let own = map_files.iter().filter_map(|file| Some(described(file, &warriors::board(file).ok()?, None)));
    Ok(Offer {
        game: Warriors::NAME,
        person: None,
        has_rounds: true,
        built_in: built_in.collect(),
        maps: maps.chain(own).collect(),
        stages: StageNumber::all().map(|number| stage(number, &progress)).collect(),
    })
}

fn described(name: &str, board: &Board, locked: Option<String>) -> Map {
    Map { name: name.to_string(), title: board.title().to_string(), size: Some(board.side()), locked }
}

fn stage(number: StageNumber, progress: &Progress) -> Stage {
    let stage = number.stage();
    Stage {
        name: stage.name.to_string(),
        opponents: stage.opponents.map(str::to_string).to_vec(),
        map: stage.map.to_string(),
        rounds: stage.rounds,
        wins: progress.of(number).wins.min(stage.wins_needed),
        wins_needed: stage.wins_needed,
        state: ladder::standing(progress, number),
        unlock: ladder::prizes(number),
    }
}

/// What the pages show the first time: the user's AI, and nobody who disturbs it.
pub fn standard(files: &[String]) -> Wanted {
    let own = files.iter().find(|file| *file == "yourAI.py").or(files.first());
    let mut players = vec![own.cloned().unwrap_or_else(|| "Noob".to_string())];
    players.resize(SEATS, opponents::IDLE.to_string());
    let rounds = Rules::default().rounds;
    let map = maps::DEFAULT.to_string();
    Wanted { game: String::new(), players, map, rounds, seed: None, challenge: None }
}

/// Refuses a map that lies outside of the working folder.
pub fn check_map(folder: &Path, word: &str) -> anyhow::Result<()> {
    match maps::find(word).is_some() {
        true => Ok(()),
        false => check_inside(folder, word),
    }
}

/// Refuses what lies outside of the working folder, before anything of it is looked at.
pub fn check_inside(folder: &Path, word: &str) -> anyhow::Result<()> {
    let is_inside = || match folder.join(word).canonicalize() {
        Ok(path) => path.starts_with(folder),
        // What is not there is told by whoever looks for it.
        Err(_) => true,
    };
    match stays_inside(word) && is_inside() {
        true => Ok(()),
        false => mistake(format!(
            "{word:?} is not in the working folder; start `wag client` in the folder it lies in"
        )),
    }
}

/// The board as the pages draw it.
pub fn scene(word: &str) -> anyhow::Result<Value> {
    let nobody = |_| PlayerSetup { name: String::new(), starts_empty: false };
    let board = Arc::new(warriors::board(word)?);
    let setup = Setup { board, rules: Rules::default(), players: std::array::from_fn(nobody) };
    Ok(Warriors::scene(&setup))
}

//! The contest's replays: matches are written as such files (`chronicle`), files are read and checked (`file`, `check`),
//! played again (`again`), and compared (`differ`). And its logs (`logs`).

mod again;
mod check;
mod chronicle;
mod differ;
mod file;
mod logs;

#[cfg(test)]
mod tests;

use super::Ants;
use super::event::{Event, Status};
use super::luck::Luck;
use super::wire::milliseconds;
use engine::game::{
    ContestPlayer, ContestReplays, ContestResult, Excerpt, PlayedAgain, Record, Script, Seat,
};
use engine::language::t;
use file::{File, Wag};
use std::hash::{DefaultHasher, Hash, Hasher};

pub const REPLAYS: ContestReplays<Ants> = ContestReplays { write, verify, read, log: logs::of_turn, result };

fn write(record: &Record<'_, Ants>) -> String {
    let (setup, seed) = (record.setup, record.seed);
    let mut file = chronicle::tell(setup, &record.events);
    file.playernames = record.names.clone();
    file.errors =
        setup.numbers.capture_errors.then(|| record.printed.iter().map(Excerpt::to_string).collect());
    let rates = setup.numbers.draw_rates(&mut Luck::new(setup.random, seed));
    let data = &mut file.replaydata;
    (data.loadtime, data.turntime) = (milliseconds(record.times.start), milliseconds(record.times.turn));
    (data.engine_seed, data.player_seed) = (seed as i64, setup.player_seed);
    (data.food_rate, data.food_turn, data.food_start) = (rates.rate, rates.turn, rates.start);
    let (cutoff_turn, cutoff_percent) = (setup.numbers.cutoff_turn, setup.numbers.cutoff_percent);
    let (random, overlay) = (setup.random.name().to_string(), overlay(&record.events));
    file.wag = Some(Wag { seed, random, cutoff_turn, cutoff_percent, overlay });
    serde_json::to_string(&file).expect("plain data is always JSON") + "\n"
}

fn overlay(events: &[Event]) -> Vec<(u32, Seat, Vec<String>)> {
    let mut turn = 0;
    let drawn = events.iter().filter_map(|event| {
        turn += u32::from(*event == Event::Turn);
        match event {
            Event::Drawn { seat, lines } => Some((turn, *seat, lines.clone())),
            _ => None,
        }
    });
    drawn.collect()
}

fn verify(bytes: &[u8]) -> Result<PlayedAgain, String> {
    let file = check::read(bytes)?;
    let again = again::play(&file);
    Ok(match differ::first(&file, &again) {
        None => PlayedAgain::Same(t!("%{n} turns played again: all is the same\n", n = file.game_length)),
        Some(difference) => PlayedAgain::Differs(difference.to_string()),
    })
}

/// Only what our rules make the same of can be shown by them.
fn read(bytes: &[u8]) -> Result<Script<Ants>, String> {
    let file = check::read(bytes)?;
    match differ::first(&file, &again::play(&file)) {
        None => Ok(again::script(&file)),
        Some(_) => Err(t!("played again it is not the same; wag ants verify tells what differs first")),
    }
}

fn result(bytes: &[u8]) -> Result<ContestResult, String> {
    let file = check::read(bytes)?;
    let player = |index: usize| ContestPlayer {
        name: file.playernames.get(index).cloned().unwrap_or_else(|| index.to_string()),
        rank: file.rank[index].saturating_add(1),
        score: file.score[index].into(),
        status: file.status[index].clone(),
        survived: file.status[index] == Status::Survived.word(),
        turns: file.playerturns[index],
    };
    let players = (0..file.score.len()).map(player).collect();
    Ok(ContestResult { players, turns: file.game_length, fingerprint: fingerprint(&file) })
}

/// Of who played, with which seed, and of all that happened.
fn fingerprint(file: &File) -> u64 {
    let mut hasher = DefaultHasher::new();
    file.playernames.hash(&mut hasher);
    file.wag.as_ref().map(|wag| wag.seed).hash(&mut hasher);
    serde_json::to_string(&file.replaydata).expect("plain data is always JSON").hash(&mut hasher);
    hasher.finish()
}

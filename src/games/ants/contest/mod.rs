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
use super::event::Event;
use super::luck::Luck;
use super::wire::milliseconds;
use crate::game::{ContestReplays, Excerpt, PlayedAgain, Record, Script, Seat};
use crate::language::t;
use file::Wag;

pub const REPLAYS: ContestReplays<Ants> = ContestReplays { write, verify, read, log: logs::of_turn };

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

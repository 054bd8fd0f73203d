//! The contest's replays. `replay_builder` writes a match as a replay file, `file` and `check` read one, `again`
//! re-simulates it, and `differ` compares the result with it. A replay may be embedded in a page (`embedded`) or have
//! been played by older rules (`era`); then its recorded events are shown (`outcome`). `logs` writes the contest's
//! logs.

mod again;
mod check;
mod differ;
mod embedded;
mod era;
mod file;
mod logs;
mod outcome;
mod replay_builder;

#[cfg(test)]
mod tests;

use super::Ants;
use super::event::{Event, Status};
use super::rng::Rng;
use super::wire::milliseconds;
use era::Era;
use file::{File, Wag};
use std::hash::{DefaultHasher, Hash, Hasher};
use wag_core::game::{
    ContestPlayer, ContestReplays, ContestResult, Excerpt, PlayedAgain, Record, Script, Seat,
};
use wag_i18n::t;

pub const REPLAYS: ContestReplays<Ants> = ContestReplays { write, verify, read, log: logs::of_turn, result };

fn write(record: &Record<'_, Ants>) -> String {
    let (setup, seed) = (record.setup, record.seed);
    let mut file = replay_builder::tell(setup, &record.events);
    file.playernames = record.names.iter().cloned().map(Some).collect();
    file.errors =
        setup.numbers.capture_errors.then(|| record.printed.iter().map(Excerpt::to_string).collect());
    let rates = setup.numbers.draw_rates(&mut Rng::new(setup.random, seed));
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
        None => PlayedAgain::Same(t!("%{n} turns re-simulated: no differences\n", n = file.game_length)),
        Some(difference) => PlayedAgain::Differs(rules(&file).unwrap_or_default() + &difference.to_string()),
    })
}

/// Returns a line about the rules of a file whose re-simulation differs, or `None` if they are today's rules.
fn rules(file: &File) -> Option<String> {
    match era::of(file) {
        Era::Ours | Era::Last => None,
        Era::Older => Some(t!(
            "older rules: the match was played before 16 November 2011, when the contest changed its engine; to watch it, create a replay with wag replay import ants\n"
        )),
        Era::Unknown => Some(t!(
            "possibly older rules: the file does not say when the match was played, and the contest changed its engine on 16 November 2011; to watch the match, create a replay with wag replay import ants\n"
        )),
    }
}

/// Reads a replay. If a match of the contest ends differently by today's rules, it is shown as recorded. If a match of
/// Wag does, the file is damaged, and an error is returned.
fn read(bytes: &[u8]) -> Result<Script<Ants>, String> {
    let file = check::read(bytes)?;
    let Some(difference) = differ::first(&file, &again::play(&file)) else { return Ok(again::script(&file)) };
    if era::of(&file) == Era::Ours {
        return Err(t!(
            "the re-simulated match differs from the replay; wag verify ants reports the first difference"
        ));
    }
    let warning = Some(t!(
        "from turn %{turn} on, the match does not follow today's rules; from there on, the imported replay copies the file instead of simulating it (`wag verify ants` shows the difference)",
        turn = difference.turn
    ));
    Ok(Script { warning, ..again::recorded(&file) })
}

fn result(bytes: &[u8]) -> Result<ContestResult, String> {
    let file = check::read(bytes)?;
    let player = |index: usize| ContestPlayer {
        name: file.name(index),
        rank: file.rank[index].saturating_add(1),
        score: file.score[index].into(),
        status: file.status[index].clone(),
        survived: file.status[index] == Status::Survived.word(),
        turns: file.playerturns[index],
    };
    let players = (0..file.score.len()).map(player).collect();
    Ok(ContestResult { players, turns: file.game_length, fingerprint: fingerprint(&file) })
}

/// Returns a hash of the players' names, the seed and everything recorded.
fn fingerprint(file: &File) -> u64 {
    let mut hasher = DefaultHasher::new();
    file.playernames.hash(&mut hasher);
    file.wag.as_ref().map(|wag| wag.seed).hash(&mut hasher);
    serde_json::to_string(&file.replaydata).expect("plain data is always JSON").hash(&mut hasher);
    hasher.finish()
}

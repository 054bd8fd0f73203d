//! `wag ladder`: the challenges, how far the user is, and what is locked; and `wag unlock`.

mod climb;
mod keeper;
mod play;
mod prize;
mod reset;
mod stage_match;
mod verdict;

use super::args::{Ladder, LadderCommand};
use super::table::Table;
use super::{Done, print};
use crate::games::warriors::{maps, opponents};
use crate::ladder::{Progress, StageNumber, Thing};
use owo_colors::OwoColorize;
use serde_json::json;

pub use climb::Climb;
pub use keeper::Keeper;
pub use stage_match::{as_play, line, prize, win};
pub use verdict::{Verdict, YOU};

/// Does what the words after `wag ladder` say.
pub fn run(options: &Ladder) -> anyhow::Result<Done> {
    match &options.command {
        None if options.json => show_json(),
        None => show(),
        Some(LadderCommand::Play(options)) => play::run(options),
        Some(LadderCommand::Reset(options)) => reset::run(options),
    }
}

/// Opens everything, and says so in the progress.
pub fn unlock() -> anyhow::Result<Done> {
    let keeper = Keeper::new();
    keeper.change(Progress::unlock_by_hand)?;
    print(&format!(
        "All AIs and maps are open now. The progress is marked as unlocked by hand: {}\n\
         The stages of the ladder are won as before; `wag ladder reset` locks everything again.\n",
        keeper.place()
    ))
}

/// `3 of 10 wins`; wins beyond what is needed are not told.
pub fn wins(progress: &Progress, number: StageNumber) -> String {
    format!("{} wins", wins_of(progress, number))
}

fn wins_of(progress: &Progress, number: StageNumber) -> String {
    let needed = number.stage().wins_needed;
    format!("{} of {needed}", progress.of(number).wins.min(needed))
}

fn show() -> anyhow::Result<Done> {
    let keeper = Keeper::new();
    let progress = keeper.progress()?;
    let mut text = format!("{}\n", table(&progress));
    text += &match progress.current() {
        Some(number) => format!("{} {}\n", "Next:".bold(), invitation(number)),
        None => "You have mastered every stage. `wag ladder reset` begins again.\n".to_string(),
    };
    let locked: Vec<&str> = things().filter(|thing| !progress.is_open(*thing)).map(name).collect();
    let open: Vec<&str> = things().filter(|thing| progress.is_open(*thing)).map(name).collect();
    text += &format!("Open: {}\n", open.join(", "));
    if !locked.is_empty() {
        text += &format!("Locked: {}\n", locked.join(", "));
    }
    if progress.unlocked_by_hand() {
        text += &format!("{} (`wag unlock --all`): everything is open.\n", "Unlocked by hand".yellow());
    }
    print(&format!("{text}Progress: {}\n", keeper.place()))
}

/// All that [`show`] tells, for programs.
fn show_json() -> anyhow::Result<Done> {
    let keeper = Keeper::new();
    let progress = keeper.progress()?;
    let stage = |number: StageNumber| {
        let stage = number.stage();
        json!({
            "stage": stage.name,
            "opponents": stage.opponents,
            "map": stage.map,
            "rounds": stage.rounds,
            "wins": progress.of(number).wins.min(stage.wins_needed),
            "wins_needed": stage.wins_needed,
            "state": standing(&progress, number),
            "unlocks": opened(number),
        })
    };
    let named = |is_open: bool| -> Vec<&str> {
        things().filter(|thing| progress.is_open(*thing) == is_open).map(name).collect()
    };
    let all = json!({
        "stages": StageNumber::all().map(stage).collect::<Vec<_>>(),
        "open": named(true),
        "locked": named(false),
        "unlocked_by_hand": progress.unlocked_by_hand(),
        "progress": keeper.place(),
    });
    print(&format!("{all}\n"))
}

fn table(progress: &Progress) -> Table {
    let mut table = Table::wrapping(&["stage", "you against", "map", "wins", "", "unlocks"]);
    for number in StageNumber::all() {
        let stage = number.stage();
        table.row([
            stage.name.to_string(),
            stage.opponents.join(", "),
            stage.map.to_string(),
            wins_of(progress, number),
            standing(progress, number).to_string(),
            opened(number).join(", "),
        ]);
    }
    table
}

pub fn standing(progress: &Progress, number: StageNumber) -> &'static str {
    match progress.current() {
        Some(current) if number == current => "current",
        Some(current) if number > current && !progress.is_mastered(number) => "locked",
        _ => "mastered",
    }
}

/// What a mastered stage opens: the next stage's AI, then maps.
pub fn opened(number: StageNumber) -> Vec<&'static str> {
    let next = number.next().map(|next| next.stage().champion);
    next.into_iter().chain(number.stage().opens_maps.iter().copied()).collect()
}

/// The same for a feast: `the stage INTERMEDIATE with the AI Intermediate; the maps ring, spring`.
pub fn prizes(number: StageNumber) -> String {
    let next = number.next().map(|next| next.stage());
    let next = next.map(|stage| format!("the stage {} with the AI {}; ", stage.name, stage.champion));
    let maps = number.stage().opens_maps;
    let word = if maps.len() == 1 { "map" } else { "maps" };
    format!("{}the {word} {}", next.unwrap_or_default(), maps.join(", "))
}

/// What the next stage asks for.
fn invitation(number: StageNumber) -> String {
    let stage = number.stage();
    let wins =
        if stage.wins_needed == 1 { "1 win".to_string() } else { format!("{} wins", stage.wins_needed) };
    format!(
        "{}, against {} on {}; it takes {wins}. Play a match: wag ladder play",
        stage.name,
        stage.opponents.join(", "),
        stage.map
    )
}

/// All that may be locked or open, AIs first.
fn things() -> impl Iterator<Item = Thing<'static>> {
    opponents::names().map(Thing::Ai).chain(maps::MAPS.iter().map(|map| Thing::Map(map.name)))
}

fn name(thing: Thing<'static>) -> &'static str {
    match thing {
        Thing::Ai(name) | Thing::Map(name) => name,
    }
}

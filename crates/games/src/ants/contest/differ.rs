//! Finds the first turn in which a file and its re-simulation differ.

use super::super::torus::{At, Torus};
use super::file::File;
use std::fmt;
use wag_core::game::Seat;
use wag_i18n::{later, t};

/// A difference between a replay file and its re-simulation, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub turn: u32,
    pub what: &'static str,
    /// The value in the file. `again` is the value in the re-simulation.
    pub file: String,
    pub again: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { turn, what, file, again } = self;
        let values_of = t!(
            "The first difference is in turn %{turn}: %{what}\n  replay:       %{file}\n  re-simulated: %{again}\n",
            turn,
            what = t!(*what),
            file,
            again
        );
        f.write_str(&values_of)
    }
}

/// Returns the first difference, or `None` if there is none.
pub fn first(file: &File, again: &File) -> Option<Difference> {
    let last = file.game_length.min(again.game_length);
    let size = Torus { rows: file.replaydata.map.rows, cols: file.replaydata.map.cols };
    let (timeline, other) = (Timeline::new(file, size), Timeline::new(again, size));
    (0..=last)
        .find_map(|turn| {
            let found = difference_of_states(timeline.turn_state(turn), other.turn_state(turn));
            let found = found.or_else(|| difference_of_histories(file, again, turn as usize));
            found.map(|(what, file, again)| Difference { turn, what, file, again })
        })
        .or_else(|| {
            difference_of_ends(file, again).map(|(what, file, again)| Difference {
                turn: last,
                what,
                file,
                again,
            })
        })
}

/// The name of the value that differs, the value in the file, and the value in the re-simulation.
type FoundDifference = (&'static str, String, String);

const ANTS: &str = later!("ants");
const FOOD: &str = later!("food");
const HILLS: &str = later!("hills");
const SCORES: &str = later!("scores");
const HIVES: &str = later!("hives");
const BONUS: &str = later!("bonus");
const END: &str = later!("the end");
const STATUS: &str = later!("the status of the players");
const TURNS: &str = later!("the last turn of each player");
const RANKS: &str = later!("ranks");
const WINNING: &str = later!("the turn from which the same players lead");
const RANKING: &str = later!("the turn from which the ranks are the same");

/// The state of a match after each turn.
struct Timeline {
    turn_states: Vec<TurnState>,
}

/// The state after a turn. Each list is sorted by square.
#[derive(Clone, Default)]
struct TurnState {
    ants: Vec<(At, Seat)>,
    new_food: Vec<(At, ())>,
    gone_food: Vec<(At, Option<Seat>)>,
    razed: Vec<(At, ())>,
}

impl Timeline {
    fn new(file: &File, size: Torus) -> Timeline {
        let data = &file.replaydata;
        // One extra turn, since objects that last to the end of the match have an end after it.
        let mut turn_states = vec![TurnState::default(); file.game_length as usize + 2];
        for ant in &data.ants {
            let (born, end) = (ant.born as usize, ant.end as usize);
            let mut at = ant.at;
            let directions = ant.directions();
            for (turn_state, direction) in
                turn_states[born..end].iter_mut().zip(std::iter::once(None).chain(directions))
            {
                at = direction.map_or(at, |direction| size.step(at, direction));
                turn_state.ants.push((at, ant.owner));
            }
        }
        for food in &data.food {
            turn_states[food.from as usize].new_food.push((food.at, ()));
            turn_states[food.end as usize].gone_food.push((food.at, food.owner));
        }
        data.hills.iter().for_each(|hill| turn_states[hill.end as usize].razed.push((hill.at, ())));
        for turn_state in &mut turn_states {
            turn_state.ants.sort_unstable();
            turn_state.new_food.sort_unstable();
            turn_state.gone_food.sort_unstable();
            turn_state.razed.sort_unstable();
        }
        Timeline { turn_states }
    }

    fn turn_state(&self, turn: u32) -> &TurnState {
        &self.turn_states[turn as usize]
    }
}

fn difference_of_states(file: &TurnState, again: &TurnState) -> Option<FoundDifference> {
    let ants = || {
        difference_of_lists(ANTS, &file.ants, &again.ants, |at, owner| match owner {
            Some(owner) => t!("an ant of player %{owner} on %{at}", owner = owner.0, at),
            None => t!("no ant on %{at}", at),
        })
    };
    let new_food = || {
        difference_of_lists(FOOD, &file.new_food, &again.new_food, |at, food| match food {
            Some(()) => t!("new food on %{at}", at),
            None => t!("no new food on %{at}", at),
        })
    };
    let gone_food = || {
        difference_of_lists(FOOD, &file.gone_food, &again.gone_food, |at, gone| match gone {
            Some(Some(owner)) => t!("player %{owner} gathers the food on %{at}", owner = owner.0, at),
            Some(None) => t!("nobody gets the food on %{at}", at),
            None => t!("no food is gathered on %{at}", at),
        })
    };
    let razed = || {
        difference_of_lists(HILLS, &file.razed, &again.razed, |at, razed| match razed {
            Some(()) => t!("the hill on %{at} is razed", at),
            None => t!("no hill is razed on %{at}", at),
        })
    };
    ants().or_else(new_food).or_else(gone_food).or_else(razed)
}

/// Returns the first difference between two lists that are sorted by square.
fn difference_of_lists<T: PartialEq>(
    what: &'static str,
    file: &[(At, T)],
    again: &[(At, T)],
    tell: impl Fn(&str, Option<&T>) -> String,
) -> Option<FoundDifference> {
    let count = file.len().max(again.len());
    let index = (0..count).find(|index| file.get(*index) != again.get(*index))?;
    let (one, other) = (file.get(index), again.get(index));
    let at = one.into_iter().chain(other).map(|(at, _)| *at).min()?;
    let values_of = |item: Option<&(At, T)>| {
        let here = item.filter(|(place, _)| *place == at).map(|(_, item)| item);
        tell(&format!("({}, {})", at.row, at.col), here)
    };
    Some((what, values_of(one), values_of(other)))
}

fn difference_of_histories(file: &File, again: &File, turn: usize) -> Option<FoundDifference> {
    let (data, other) = (&file.replaydata, &again.replaydata);
    let scores = difference_of_values(SCORES, &data.scores, &other.scores, turn);
    let hives =
        || difference_of_values(HIVES, data.hive_history.as_ref()?, other.hive_history.as_ref()?, turn);
    scores.or_else(hives)
}

/// Returns the difference for the first player whose value in this turn differs. If a history ends before the turn, its
/// last value counts.
fn difference_of_values<T: PartialEq + fmt::Display>(
    what: &'static str,
    file: &[Vec<T>],
    again: &[Vec<T>],
    turn: usize,
) -> Option<FoundDifference> {
    file.iter().zip(again).enumerate().find_map(|(player, (file, again))| {
        let (one, other) = (file.get(turn).or(file.last())?, again.get(turn).or(again.last())?);
        (one != other).then(|| player_difference(what, player, one, other))
    })
}

fn player_difference(
    what: &'static str,
    player: usize,
    file: impl fmt::Display,
    again: impl fmt::Display,
) -> FoundDifference {
    let values_of = |value: &dyn fmt::Display| t!("player %{player}: %{value}", player, value);
    (what, values_of(&file), values_of(&again))
}

/// Returns the difference for the first player whose value differs.
fn difference_of_players<T: PartialEq + fmt::Display>(
    what: &'static str,
    file: &[T],
    again: &[T],
) -> Option<FoundDifference> {
    let mut pairs = file.iter().zip(again).enumerate();
    pairs.find_map(|(player, (file, again))| {
        (file != again).then(|| player_difference(what, player, file, again))
    })
}

/// Compares how the two matches ended. Ignores what the file does not record.
fn difference_of_ends(file: &File, again: &File) -> Option<FoundDifference> {
    let (data, other) = (&file.replaydata, &again.replaydata);
    let turn = |what, file: Option<u32>, again: Option<u32>| {
        let (file, again) = (file?, again?);
        (file != again).then(|| (what, file.to_string(), again.to_string()))
    };
    difference_of_cutoffs(file, again)
        .or_else(|| difference_of_players(STATUS, &file.status, &again.status))
        .or_else(|| difference_of_players(TURNS, &file.playerturns, &again.playerturns))
        .or_else(|| difference_of_players(BONUS, data.bonus.as_ref()?, other.bonus.as_ref()?))
        .or_else(|| difference_of_players(SCORES, &file.score, &again.score))
        .or_else(|| difference_of_players(RANKS, &file.rank, &again.rank))
        .or_else(|| turn(WINNING, data.winning_turn, other.winning_turn))
        .or_else(|| turn(RANKING, data.ranking_turn, other.ranking_turn))
        .or_else(|| {
            difference_of_lengths(&data.scores, &other.scores).map(|(file, again)| (SCORES, file, again))
        })
        .or_else(|| {
            let found = difference_of_lengths(data.hive_history.as_ref()?, other.hive_history.as_ref()?);
            found.map(|(file, again)| (HIVES, file, again))
        })
}

fn difference_of_cutoffs(file: &File, again: &File) -> Option<FoundDifference> {
    let last = file.game_length.min(again.game_length);
    let over = |cutoff: &String| t!("the match is over: %{cutoff}", cutoff);
    let values_of = |file: &File| match &file.replaydata.cutoff {
        Some(cutoff) if file.game_length == last => over(cutoff),
        _ => t!("the match goes on"),
    };
    let is_untold = file.replaydata.cutoff.is_none() && file.game_length == last;
    let one = if is_untold {
        again.replaydata.cutoff.as_ref().map_or_else(|| t!("the match is over"), over)
    } else {
        values_of(file)
    };
    let other = values_of(again);
    (one != other).then_some((END, one, other))
}

/// Returns the lengths of the histories of the first player for whom they differ.
fn difference_of_lengths<T>(file: &[Vec<T>], again: &[Vec<T>]) -> Option<(String, String)> {
    let mut pairs = file.iter().zip(again).enumerate();
    let (player, (file, again)) = pairs.find(|(_, (file, again))| file.len() != again.len())?;
    let values_of = |n: usize| t!("player %{player}: %{n} values", player, n);
    Some((values_of(file.len()), values_of(again.len())))
}

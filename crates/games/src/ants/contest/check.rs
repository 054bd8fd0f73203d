//! Reads contest replays and reports inconsistencies, each with its location in the file.

use super::super::event::{Cause, End, Status};
use super::super::map::{PLAYERS_MAX, PLAYERS_MIN};
use super::super::numbers::{RADIUS2_MAX, TURNS_MAX};
use super::super::torus::{At, Direction, SIDE_MAX};
use super::embedded;
use super::file::{Ant, CHALLENGE, Data, File, Food, Hill, REVISION};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Display;
use wag_core::game::Seat;
use wag_i18n::{quote, t};

/// The result of a check. The error begins with the location in the file.
type Checked = Result<(), String>;

fn wrong(place: impl Display, what: impl Display) -> Checked {
    Err(format!("{place}: {what}"))
}

/// Reads a replay file, or a page of the contest that contains a replay. Checks its consistency as strictly as viewers
/// require.
pub fn read(bytes: &[u8]) -> Result<File, String> {
    let json = embedded::json(bytes)?;
    let read = serde_json::from_slice(&json);
    let mut file: File = read.map_err(|err| unknown_kind(&json).unwrap_or_else(|| misread(&err)))?;
    all(&file)?;
    file.replaydata.cutoff = file.replaydata.cutoff.map(usual_cutoff);
    if file.wag.is_some() && file.game_length > 0 {
        forget_turn_0(&mut file.replaydata);
    }
    Ok(file)
}

/// Removes the turn in `winning_turn` and `ranking_turn` if it is 0. Earlier versions of Wag wrote 0 for leaders or
/// ranks that never changed.
fn forget_turn_0(data: &mut Data) {
    data.winning_turn = data.winning_turn.filter(|turn| *turn > 0);
    data.ranking_turn = data.ranking_turn.filter(|turn| *turn > 0);
}

/// Returns an error if the file is a replay of an unknown kind, for example of another game. Returns `None` if the kind
/// is known or the file is not a replay at all.
fn unknown_kind(json: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Head {
        challenge: String,
        #[serde(default)]
        replaydata: Value,
    }

    let head: Head = serde_json::from_slice(json).ok()?;
    let revision = head.replaydata.get("revision").and_then(Value::as_u64);
    let known = challenge(&head.challenge).and_then(|()| revision.map_or(Ok(()), known_revision));
    known.err()
}

fn challenge(name: &str) -> Checked {
    if name == CHALLENGE {
        return Ok(());
    }
    wrong("challenge", t!("this is a replay of %{game}", game = quote(name)))
}

fn known_revision(revision: u64) -> Checked {
    if revision == u64::from(REVISION) {
        return Ok(());
    }
    wrong(
        "replaydata.revision",
        t!("%{n} is not supported; only revision %{known} is", n = revision, known = REVISION),
    )
}

/// Returns the usual spelling of an end reason. Some files have `rankstabilized` instead of `rank stabilized`.
fn usual_cutoff(word: String) -> String {
    let letters = |word: &str| word.split_whitespace().collect::<String>();
    let usual = End::ALL.iter().map(|end| end.cutoff()).find(|usual| letters(usual) == letters(&word));
    usual.map_or(word, str::to_string)
}

fn misread(err: &serde_json::Error) -> String {
    let what = err.to_string();
    let what = what.rsplit_once(" at line ").map_or(what.as_str(), |(what, _)| what);
    t!("line %{line}, column %{column}: %{what}", line = err.line(), column = err.column(), what)
}

fn all(file: &File) -> Checked {
    let data = &file.replaydata;
    challenge(&file.challenge)?;
    known_revision(data.revision.into())?;
    numbers(file)?;
    board(data)?;
    lists(file)?;
    players(file)?;
    let mut places = PlacementCheck { file, taken: BTreeSet::new() };
    each("hills", &data.hills, |hill| places.hill(hill))?;
    places.taken.clear();
    each("ants", &data.ants, |ant| places.ant(ant))?;
    each("food", &data.food, |food| places.food(food))
}

/// Checks each item of a list. An error begins with the index of the item.
fn each<T>(name: &str, list: &[T], mut check: impl FnMut(&T) -> Checked) -> Checked {
    let check_item = |(index, item): (usize, &T)| {
        check(item).map_err(|what| format!("replaydata.{name}[{index}]: {what}"))
    };
    list.iter().enumerate().try_for_each(check_item)
}

fn within(place: &str, number: u32, [least, most]: [u32; 2]) -> Checked {
    if (least..=most).contains(&number) {
        return Ok(());
    }
    wrong(place, t!("%{number} is not from %{least} to %{most}", number, least, most))
}

fn numbers(file: &File) -> Checked {
    let data = &file.replaydata;
    within("replaydata.players", data.players.into(), [PLAYERS_MIN.into(), PLAYERS_MAX.into()])?;
    within("replaydata.turns", data.turns, [1, TURNS_MAX])?;
    within("game_length", file.game_length, [0, data.turns])?;
    within("replaydata.viewradius2", data.viewradius2, [0, RADIUS2_MAX])?;
    within("replaydata.attackradius2", data.attackradius2, [0, RADIUS2_MAX])?;
    within("replaydata.spawnradius2", data.spawnradius2, [0, RADIUS2_MAX])?;
    let wag = file.wag.clone().unwrap_or_default();
    within("wag.cutoff_turn", wag.cutoff_turn, [1, TURNS_MAX])?;
    within("wag.cutoff_percent", wag.cutoff_percent, [0, 100])
}

fn board(data: &Data) -> Checked {
    let map = &data.map;
    within("replaydata.map.rows", map.rows.into(), [1, SIDE_MAX.into()])?;
    within("replaydata.map.cols", map.cols.into(), [1, SIDE_MAX.into()])?;
    if map.data.len() != usize::from(map.rows) {
        return wrong(
            "replaydata.map.data",
            t!("there are %{n} rows, but `rows` says %{rows}", n = map.data.len(), rows = map.rows),
        );
    }
    each("map.data", &map.data, |row| match row.chars().count() {
        count if count == usize::from(map.cols) => Ok(()),
        count => Err(t!("this row has %{count} characters, but `cols` says %{cols}", count, cols = map.cols)),
    })?;
    let side = u32::from(map.rows.min(map.cols));
    for (name, radius2) in [("attackradius2", data.attackradius2), ("spawnradius2", data.spawnradius2)] {
        if side <= 2 * radius2.isqrt() {
            return wrong(format!("replaydata.{name}"), t!("the board is too small for this radius"));
        }
    }
    Ok(())
}

/// Checks that lists about players have one value per player, and that histories have at most one value per turn.
fn lists(file: &File) -> Checked {
    let data = &file.replaydata;
    let lists = [
        ("playernames", Some(file.playernames.len()).filter(|len| *len > 0)),
        ("status", Some(file.status.len())),
        ("playerturns", Some(file.playerturns.len())),
        ("score", Some(file.score.len())),
        ("rank", Some(file.rank.len())),
        ("replaydata.bonus", data.bonus.as_ref().map(Vec::len)),
        ("replaydata.scores", Some(data.scores.len())),
        ("replaydata.hive_history", data.hive_history.as_ref().map(Vec::len)),
    ];
    for (name, len) in lists {
        if let Some(n) = len.filter(|len| *len != usize::from(data.players)) {
            return wrong(
                name,
                t!("there are %{n} values for %{players} players", n, players = data.players),
            );
        }
    }
    let history = |len: usize| match len {
        0 => Err(t!("there are no values")),
        n if n > file.game_length as usize + 1 => {
            Err(t!("there are %{n} values for turns 0 to %{last}", n, last = file.game_length))
        }
        _ => Ok(()),
    };
    each("scores", &data.scores, |list| history(list.len()))?;
    each("hive_history", data.hive_history.as_deref().unwrap_or_default(), |list| history(list.len()))
}

fn players(file: &File) -> Checked {
    for (index, word) in file.status.iter().enumerate() {
        if status(word).is_none() {
            return wrong(
                format!("status[{index}]"),
                t!("%{word} is not a player status", word = quote(word)),
            );
        }
    }
    for (index, turn) in file.playerturns.iter().enumerate() {
        within(&format!("playerturns[{index}]"), *turn, [0, file.game_length])?;
    }
    Ok(())
}

/// Returns the player status that this word of the contest stands for, or `None` if there is none.
pub fn status(word: &str) -> Option<Status> {
    let removed = [Cause::Crashed, Cause::TimedOut, Cause::Invalid].map(Status::Removed);
    [Status::Survived, Status::Eliminated].into_iter().chain(removed).find(|status| status.word() == word)
}

/// Checks the squares, owners and turns in a file.
struct PlacementCheck<'f> {
    file: &'f File,
    /// Squares that have an object on them from the start.
    taken: BTreeSet<At>,
}

impl PlacementCheck<'_> {
    fn hill(&mut self, hill: &Hill) -> Checked {
        self.square(hill.at)?;
        self.owner(hill.owner)?;
        self.span(0, hill.end)?;
        self.take(hill.at)
    }

    fn ant(&mut self, ant: &Ant) -> Checked {
        self.square(ant.at)?;
        self.owner(ant.owner)?;
        self.span(ant.born, ant.end)?;
        let is_dead = self.file.has_turn(ant.end);
        let turns = (ant.end - ant.born - u32::from(!is_dead)) as usize;
        let n = ant.moves.chars().count();
        if n != turns {
            return Err(t!("there are %{n} moves in %{turns} turns", n, turns));
        }
        let is_move =
            |sign: &char| *sign == '-' || Direction::ALL.iter().any(|direction| direction.sign() == *sign);
        if let Some(sign) = ant.moves.chars().find(|sign| !is_move(sign)) {
            return Err(t!("%{sign} is not a move; use n e s w -", sign = quote(sign.to_string())));
        }
        if ant.born > 0 { Ok(()) } else { self.take(ant.at) }
    }

    fn food(&mut self, food: &Food) -> Checked {
        self.square(food.at)?;
        food.owner.map_or(Ok(()), |owner| self.owner(owner))?;
        self.span(food.from, food.end)?;
        if food.owner.is_some() && !self.file.has_turn(food.end) {
            return Err(t!("a player gathered the food, but only after the match"));
        }
        if food.from > 0 { Ok(()) } else { self.take(food.at) }
    }

    fn square(&self, At { row, col }: At) -> Checked {
        let map = &self.file.replaydata.map;
        if row >= map.rows || col >= map.cols {
            return Err(t!("(%{row}, %{col}) is outside the board", row, col));
        }
        if map.data[usize::from(row)].chars().nth(col.into()) == Some('%') {
            return Err(t!("(%{row}, %{col}) is water", row, col));
        }
        Ok(())
    }

    fn owner(&self, owner: Seat) -> Checked {
        if owner.0 < self.file.replaydata.players {
            return Ok(());
        }
        Err(t!("there is no player %{owner}; players are numbered from 0", owner = owner.0))
    }

    fn span(&self, from: u32, end: u32) -> Checked {
        if from >= end {
            return Err(t!("the end in turn %{end} is not after the beginning in turn %{from}", end, from));
        }
        if end > self.file.game_length + 1 {
            return Err(t!("the end in turn %{end} is long after the match", end));
        }
        Ok(())
    }

    /// Marks a square as occupied from the start. Returns an error if it is already occupied.
    fn take(&mut self, At { row, col }: At) -> Checked {
        if self.taken.insert(At { row, col }) {
            return Ok(());
        }
        Err(t!("another object is already on (%{row}, %{col}) when the match starts", row, col))
    }
}

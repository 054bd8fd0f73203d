//! Reads and writes map files. Errors name the position in the file and the problem.
//!
//! A file has lines of the form `key value`, then one `m` line per row. `docs/en/ants.md` describes the format for users.

use super::torus::{At, SIDE_MAX, Torus};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use wag_core::game::{Seat, file_error};
use wag_i18n::{Message, message};

pub const PLAYERS_MIN: u8 = 2;
pub const PLAYERS_MAX: u8 = 10;
/// The maximum size of a map file, in bytes.
const BYTES_MAX: usize = 4 << 20;

/// A board as it is drawn in a map file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Map {
    pub size: Torus,
    pub players: u8,
    /// For each square, row by row, true if it is water.
    pub water: Vec<bool>,
    /// The squares and owners of hills, row by row, as in the file.
    pub hills: Vec<(At, Seat)>,
    /// The squares and owners of ants. Only scenarios use them.
    pub ants: Vec<(At, Seat)>,
    pub food: Vec<At>,
}

fn error<T>(line: usize, column: usize, what: Message) -> Result<T, Message> {
    Err(file_error(line, column, what))
}

/// The values of the header that have been read so far.
#[derive(Default)]
struct Head {
    rows: Option<u16>,
    cols: Option<u16>,
    players: Option<u8>,
    /// For each header line with a list of one number per player: its line number, and how many numbers it has.
    lists: Vec<(usize, usize)>,
}

impl Map {
    /// Parses a whole map file.
    pub fn parse(bytes: &[u8]) -> Result<Map, Message> {
        if bytes.len() > BYTES_MAX {
            return error(
                1,
                1,
                message!(
                    "the file has %{n} bytes, but a map has at most %{most}",
                    n = bytes.len(),
                    most = BYTES_MAX
                ),
            );
        }
        let text = String::from_utf8_lossy(bytes);
        let mut head = Head::default();
        let mut map: Option<Map> = None;
        let (mut rows, mut last) = (0, 0);
        for (number, line) in (1..).zip(text.lines()) {
            last = number;
            let (key, value, column) = split(line);
            if key.is_empty() || key.starts_with('#') {
                continue;
            }
            if key.eq_ignore_ascii_case("m") {
                let map = match &mut map {
                    Some(map) => map,
                    None => map.insert(head.empty_map(number)?),
                };
                map.read_row(rows, value, number, column)?;
                rows += 1;
            } else if map.is_none() {
                head.read(key, value, number, column)?;
            }
        }
        let Some(map) = map else {
            return error(last.max(1), 1, message!("the file has no `m` line; a map has one for each row"));
        };
        if rows != map.size.rows {
            return error(
                last,
                1,
                message!(
                    "the map ends after %{rows} rows, but `rows` says %{said}",
                    rows,
                    said = map.size.rows
                ),
            );
        }
        Ok(map)
    }

    /// Returns the text of a map file for this map.
    pub fn write(&self) -> String {
        let Torus { rows, cols } = self.size;
        let mut text = format!("rows {rows}\ncols {cols}\nplayers {}\n", self.players);
        for row in 0..rows {
            let signs: String = (0..cols).map(|col| self.sign(At { row, col })).collect();
            let _ = writeln!(text, "m {signs}");
        }
        text
    }

    pub fn is_water(&self, at: At) -> bool {
        self.water[self.size.index(at)]
    }

    pub fn hills_of(&self, seat: Seat) -> impl Iterator<Item = At> {
        self.hills.iter().filter(move |(_, owner)| *owner == seat).map(|(at, _)| *at)
    }

    /// Returns the first player that has no hill, if there is one.
    pub fn homeless(&self) -> Option<Seat> {
        Seat::all(self.players.into()).find(|seat| self.hills_of(*seat).next().is_none())
    }

    pub fn is_sound(&self) -> bool {
        let Torus { rows, cols } = self.size;
        let is_side = |side| (1..=SIDE_MAX).contains(&side);
        let is_inside_list = |(at, owner): &(At, Seat)| self.is_land(*at) && owner.0 < self.players;
        let rising = |places: &[At]| places.is_sorted_by(|one, two| one < two);
        let places = |list: &[(At, Seat)]| list.iter().map(|(at, _)| *at).collect::<Vec<_>>();
        is_side(rows)
            && is_side(cols)
            && (PLAYERS_MIN..=PLAYERS_MAX).contains(&self.players)
            && self.water.len() == self.size.area()
            && self.hills.iter().chain(&self.ants).all(is_inside_list)
            && self.food.iter().all(|at| self.is_land(*at) && !self.ants.iter().any(|(ant, _)| ant == at))
            && rising(&self.food)
            && rising(&places(&self.hills))
            && rising(&places(&self.ants))
    }

    fn is_land(&self, at: At) -> bool {
        self.size.has(at) && !self.is_water(at)
    }

    fn sign(&self, at: At) -> char {
        let owner = |list: &[(At, Seat)]| list.iter().find(|(place, _)| *place == at).map(|(_, seat)| seat.0);
        match (owner(&self.hills), owner(&self.ants)) {
            (Some(seat), Some(_)) => char::from(b'A' + seat),
            (Some(seat), None) => char::from(b'0' + seat),
            (None, Some(seat)) => char::from(b'a' + seat),
            _ if self.is_water(at) => '%',
            _ if self.food.contains(&at) => '*',
            _ => '.',
        }
    }

    fn read_row(&mut self, row: u16, signs: &str, line: usize, column: usize) -> Result<(), Message> {
        let Torus { rows, cols } = self.size;
        if row >= rows {
            return error(line, 1, message!("there is one row too many; `rows` says %{rows}", rows));
        }
        let count = signs.chars().count();
        if count != usize::from(cols) {
            return error(
                line,
                column + count.min(cols.into()),
                message!("this row has %{count} characters, but `cols` says %{cols}", count, cols),
            );
        }
        for (col, sign) in (0..).zip(signs.chars()) {
            let what = self.put(sign, At { row, col });
            what.or_else(|what| error(line, column + usize::from(col), what))?;
        }
        Ok(())
    }

    fn put(&mut self, sign: char, at: At) -> Result<(), Message> {
        let index = self.size.index(at);
        let (first, is_hill, is_ant) = match sign {
            '.' => return Ok(()),
            '%' => {
                self.water[index] = true;
                return Ok(());
            }
            '*' => {
                self.food.push(at);
                return Ok(());
            }
            'a'..='j' => ('a', false, true),
            '0'..='9' => ('0', true, false),
            'A'..='J' => ('A', true, true),
            _ => {
                return Err(message!(
                    "%{sign} is not allowed on a map; use . % * a to j, 0 to 9 or A to J",
                    sign = format!("{sign:?}")
                ));
            }
        };
        let owner = Seat((sign as u8) - (first as u8));
        if owner.0 >= self.players {
            return Err(message!(
                "%{sign} belongs to a player that does not exist; `players` says %{players}",
                sign = format!("{sign:?}"),
                players = self.players
            ));
        }
        if is_hill {
            self.hills.push((at, owner));
        }
        if is_ant {
            self.ants.push((at, owner));
        }
        Ok(())
    }
}

/// Returns the first word of a line, the rest of the line, and the column where the rest begins.
fn split(line: &str) -> (&str, &str, usize) {
    let start = line.trim_start();
    let (key, rest) = start.split_once(char::is_whitespace).unwrap_or((start, ""));
    let value = rest.trim();
    let before = line.len() - start.len() + key.len() + 1 + (rest.len() - rest.trim_start().len());
    (key, value, line.get(..before).map_or(before, |text| text.chars().count()) + 1)
}

impl Head {
    fn read(&mut self, key: &str, value: &str, line: usize, column: usize) -> Result<(), Message> {
        match key.to_ascii_lowercase().as_str() {
            "rows" => self.rows = Some(number(value, [1, SIDE_MAX], line, column)?),
            "cols" => self.cols = Some(number(value, [1, SIDE_MAX], line, column)?),
            "players" => {
                let range = [PLAYERS_MIN, PLAYERS_MAX].map(u16::from);
                self.players = Some(number(value, range, line, column)? as u8);
            }
            "score" | "hive" => self.lists.push((line, value.split_whitespace().count())),
            _ => {}
        }
        Ok(())
    }

    fn empty_map(&self, line: usize) -> Result<Map, Message> {
        let missing = |key| error(line, 1, message!("`%{key}` must be set before the first `m` line", key));
        let Some(rows) = self.rows else { return missing("rows") };
        let Some(cols) = self.cols else { return missing("cols") };
        let Some(players) = self.players else { return missing("players") };
        if let Some((line, count)) = self.lists.iter().find(|(_, count)| *count != usize::from(players)) {
            return error(
                *line,
                1,
                message!("there are %{count} numbers for %{players} players", count, players),
            );
        }
        let size = Torus { rows, cols };
        let water = vec![false; size.area()];
        Ok(Map { size, players, water, hills: Vec::new(), ants: Vec::new(), food: Vec::new() })
    }
}

fn number(value: &str, [least, most]: [u16; 2], line: usize, column: usize) -> Result<u16, Message> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.map_or_else(
        || error(line, column, message!("expected a number from %{least} to %{most}", least, most)),
        Ok,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "# a map\nRows 2\n\ncols 4\nplayers 2\nscore 1 1\nfoo bar\nm .%*b\nm 0A1.\n";

    #[test]
    fn signs_become_what_they_mean() {
        let map = Map::parse(MAP.as_bytes()).unwrap();
        assert_eq!((map.size, map.players), (Torus { rows: 2, cols: 4 }, 2));
        assert_eq!(map.hills, [(At::new(1, 0), Seat(0)), (At::new(1, 1), Seat(0)), (At::new(1, 2), Seat(1))]);
        assert_eq!(map.ants, [(At::new(0, 3), Seat(1)), (At::new(1, 1), Seat(0))]);
        assert_eq!((map.food.as_slice(), map.is_water(At::new(0, 1))), ([At::new(0, 2)].as_slice(), true));
        assert!(map.is_sound());
        assert_eq!(Map::parse(map.write().as_bytes()), Ok(map));
    }

    #[test]
    fn errors_are_reported_with_their_position() {
        let error_of = |text: &str| Map::parse(text.as_bytes()).unwrap_err().english();
        let cases = [
            ("", "line 1, column 1: the file has no `m` line"),
            ("rows 2\ncols 2\nm ..", "line 3, column 1: `players` must be set"),
            ("rows x\n", "line 1, column 6: expected a number from 1 to 1000"),
            ("players  11\n", "line 1, column 10: expected a number from 2 to 10"),
            (
                "rows 1\ncols 2\nplayers 2\nhive 1\nm ..",
                "line 4, column 1: there are 1 numbers for 2 players",
            ),
            (
                "rows 1\ncols 2\nplayers 2\nm ...",
                "line 4, column 5: this row has 3 characters, but `cols` says 2",
            ),
            ("rows 1\ncols 2\nplayers 2\nm ..\nm ..", "line 5, column 1: there is one row too many"),
            (
                "rows 2\ncols 2\nplayers 2\nm ..\n",
                "line 4, column 1: the map ends after 1 rows, but `rows` says 2",
            ),
            (
                "rows 1\ncols 2\nplayers 2\nm .c",
                "line 4, column 4: 'c' belongs to a player that does not exist",
            ),
            ("rows 1\ncols 2\nplayers 2\nm .é", "line 4, column 4: 'é' is not allowed on a map"),
        ];
        for (text, start) in cases {
            assert!(error_of(text).starts_with(start), "{}", error_of(text));
        }
        let long = Map::parse(&vec![b'#'; BYTES_MAX + 1]).unwrap_err();
        assert!(long.english().contains("but a map has at most"));
    }
}

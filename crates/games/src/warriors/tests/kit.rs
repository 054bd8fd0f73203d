//! Small scenes for tests: a drawing of the board, turns with orders in words, and a drawing of the board afterwards.
//!
//! A drawing has one word per field. The type of a field is `.` land, `R` resource field, `X` water, `Y` wall, or `1`
//! to `4` for the bases. The letter of a unit on the field comes before the type, and the type may be omitted if it is
//! land: `aR` is unit a on a resource field. Units inside a base come after its number: `1ab`. A number after a letter
//! or type is the cargo of the unit or the amount of resources on the field: `a30`, `R100`, `.40`, `b100.70` (unit b
//! carries 100, and 70 are on its field).
//!
//! A unit's letter says who owns it, which id it has and of which type it is. The ids 0 to 3 are `a b c d` for player
//! 1, `e f g h` for player 2, `i j k l` for player 3, `m n o p` for player 4. Lowercase is a gatherer, uppercase a
//! warrior.
//!
//! No resources spawn in a scene unless a test changes the probabilities.

use super::super::board::{FieldIndex, FieldType, Position};
use super::super::event::{Event, UnitName};
use super::super::map_file;
use super::super::orders::{Direction, Orders, UnitId, UnitType};
use super::super::rules::Rules;
use super::super::state::{PlayerState, State, Unit};
use super::super::{PlayerSetup, SEATS, Setup, Warriors};
use super::story;
use proptest::test_runner::{Config as ProptestConfig, RngSeed};
use std::borrow::Borrow;
use std::sync::Arc;
use wag_core::game::{Game, Seat};

const UNITS_PER_PLAYER: u8 = 4;

/// A match in progress, and the events of its last turn.
#[derive(Clone)]
pub struct Scene {
    pub state: State,
    pub events: Vec<Event>,
}

/// Creates the scene of a drawing. Player 1 is to move, and every player has 200 resources.
pub fn scene(drawing: &str) -> Scene {
    let rows: Vec<Vec<Cell>> =
        rows_of(drawing).iter().map(|row| row.iter().map(|word| cell(word)).collect()).collect();
    let mut state = State::new(&setup(&map_text(&rows), quiet_rules()), 0);
    for (y, row) in rows.iter().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            let at = state.board.index(Position { x: x as u32, y: y as u32 });
            state.set_resources(at, cell.lying);
            for &(letter, cargo) in &cell.units {
                settle(&mut state, letter, cargo, at);
            }
        }
    }
    Scene { state, events: Vec::new() }
}

/// Returns the setup of a match on this map.
pub fn setup(map: &str, rules: Rules) -> Setup {
    let board = map_file::parse(map.as_bytes()).expect("the test draws a proper board").board;
    let players = ["anna", "ben", "cleo", "dan"];
    Setup {
        board: Arc::new(board),
        rules,
        players: players.map(|name| PlayerSetup { name: name.to_string(), starts_empty: false }),
    }
}

/// Returns the map file of a board. The rows are drawn without blanks between the fields.
pub fn map_of<Row: Borrow<str>>(rows: &[Row]) -> String {
    format!("mapVersion=3\n{}\nScene\n0\n{}\n", rows.len(), rows.join("\n"))
}

/// Returns the settings of a property test with `count` cases, which are the same in every run.
pub fn fixed_cases(count: u32) -> ProptestConfig {
    ProptestConfig {
        cases: count,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Returns the manual's rules, but without any spawning.
pub fn quiet_rules() -> Rules {
    Rules { start_probability: 0.0, spawn_probability: 0.0, ..Rules::default() }
}

impl Scene {
    /// Changes the rules.
    pub fn rules(mut self, change: impl FnOnce(&mut Rules)) -> Scene {
        change(Arc::make_mut(&mut self.state.rules));
        self
    }

    /// Makes every attacker win.
    pub fn attackers_win(self) -> Scene {
        self.fights_end(1.0, 1.0)
    }

    /// Makes every defender win.
    pub fn defenders_win(self) -> Scene {
        self.fights_end(0.0, 0.0)
    }

    /// Makes attacking warriors always win, and attacking gatherers always lose against warriors.
    pub fn warriors_win(self) -> Scene {
        self.fights_end(1.0, 0.0)
    }

    /// Sets the probability that an attacking warrior wins, and the probability that a gatherer wins an attack on a
    /// warrior.
    fn fights_end(self, warrior: f64, gatherer: f64) -> Scene {
        self.rules(|rules| {
            rules.warrior.strength = warrior;
            rules.gatherer.strength = gatherer;
            rules.equal_attack_probability = warrior;
        })
    }

    pub fn stock(mut self, player: u8, stock: u64) -> Scene {
        self.state.player_mut(Seat(player - 1)).stock = stock;
        self
    }

    /// Sets the player whose turn it is, counted from 1.
    pub fn player_to_move(mut self, player: u8) -> Scene {
        self.state.seat = Seat(player - 1);
        self
    }

    /// Sets the last moves of units, which are written like orders.
    pub fn moved_before(mut self, moves: &str) -> Scene {
        for (letter, direction) in moves_of(moves) {
            let unit = self.state.unit_mut(unit_name(letter)).expect("the unit is on the board");
            unit.last_move = direction;
        }
        self
    }

    /// Plays one turn of the player whose turn it is, with orders such as `"create warrior, a north, b stay"`.
    pub fn turn(mut self, orders: &str) -> Scene {
        let seat = self.state.to_move().expect("the match is not over");
        self.events.clear();
        Warriors::apply(&mut self.state, &[(seat, parse_orders(seat, orders))], &mut self.events);
        self
    }

    /// Checks that the board, with its units and resources, looks like this drawing.
    #[track_caller]
    pub fn becomes(self, drawing: &str) -> Scene {
        let expected = draw_words(&rows_of(drawing));
        let found = draw(&self.state);
        assert!(expected == found, "expected\n{expected}\nbut found\n{found}\nafter\n{}", self.event_text());
        self
    }

    #[track_caller]
    pub fn has_stock(self, player: u8, stock: u64) -> Scene {
        assert_eq!(self.state.player(Seat(player - 1)).stock, stock, "stock of player {player}");
        self
    }

    /// Checks the last moves of units, which are written like orders.
    #[track_caller]
    pub fn last_moves_are(self, moves: &str) -> Scene {
        for (letter, direction) in moves_of(moves) {
            let unit = self.state.unit(unit_name(letter)).expect("the unit lives");
            assert_eq!(unit.last_move, direction, "last move of {letter}");
        }
        self
    }

    /// Checks the events of the last turn. `lines` has one line per event, in the words of `story`.
    #[track_caller]
    pub fn has_events(self, lines: &str) -> Scene {
        let expected: Vec<&str> = lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(self.event_text().lines().collect::<Vec<_>>(), expected);
        self
    }

    fn event_text(&self) -> String {
        let lines: Vec<String> =
            self.events.iter().map(|event| story::tell(&self.state.board, event)).collect();
        lines.join("\n")
    }
}

/// Returns the owner and id of the unit that a letter stands for.
pub fn unit_name(letter: char) -> UnitName {
    let number = letter.to_ascii_lowercase() as u8 - b'a';
    let (owner, id) = (number / UNITS_PER_PLAYER, number % UNITS_PER_PLAYER);
    assert!(owner < SEATS as u8, "{letter:?} is no unit");
    UnitName { owner: Seat(owner), id: UnitId(u32::from(id)) }
}

fn letter_of(owner: Seat, unit: &Unit) -> char {
    assert!(unit.id.0 < u32::from(UNITS_PER_PLAYER), "no letter for {:?} of player {owner}", unit.id);
    let letter = char::from(b'a' + owner.0 * UNITS_PER_PLAYER + unit.id.0 as u8);
    if unit.kind == UnitType::Warrior { letter.to_ascii_uppercase() } else { letter }
}

fn settle(state: &mut State, letter: char, cargo: u64, at: FieldIndex) {
    let name = unit_name(letter);
    let kind = if letter.is_ascii_uppercase() { UnitType::Warrior } else { UnitType::Gatherer };
    let player: &mut PlayerState = state.player_mut(name.owner);
    player.units.push(Unit { id: name.id, kind, at, cargo, last_move: Direction::Stay });
    player.units.sort_by_key(|unit| unit.id);
    player.next_id = player.next_id.max(UnitId(name.id.0 + 1));
    if state.board.field(at).is_open() {
        state.occupants[at.index()] = Some(name);
    }
}

/// A parsed word of a drawing.
struct Cell {
    field: char,
    lying: u64,
    /// Letter and cargo of each unit on the field.
    units: Vec<(char, u64)>,
}

fn cell(word: &str) -> Cell {
    let mut cell = Cell { field: '.', lying: 0, units: Vec::new() };
    if let Some(inside) = word.strip_prefix(['1', '2', '3', '4']) {
        cell.field = word.chars().next().unwrap();
        cell.units = inside.chars().map(|letter| (letter, 0)).collect();
        return cell;
    }
    let mut rest = word;
    while let Some(letter) = rest.chars().next() {
        let digits = rest[1..].chars().take_while(char::is_ascii_digit).count();
        let number = rest[1..=digits].parse().unwrap_or(0);
        if ".RXY".contains(letter) {
            (cell.field, cell.lying) = (letter, number);
        } else {
            cell.units.push((letter, number));
        }
        rest = &rest[1 + digits..];
    }
    cell
}

fn rows_of(drawing: &str) -> Vec<Vec<String>> {
    let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    drawing.lines().map(words).filter(|row| !row.is_empty()).collect()
}

fn map_text(rows: &[Vec<Cell>]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.iter().map(|cell| cell.field).collect()).collect();
    map_of(&rows)
}

/// Draws a state in the format of these drawings.
pub fn draw(state: &State) -> String {
    let side = state.board.side();
    let word = |x, y| word_at(state, state.board.index(Position { x, y }));
    let rows: Vec<Vec<String>> = (0..side).map(|y| (0..side).map(|x| word(x, y)).collect()).collect();
    draw_words(&rows)
}

fn draw_words(rows: &[Vec<String>]) -> String {
    let width = rows.iter().flatten().map(String::len).max().unwrap_or(0);
    let line =
        |row: &Vec<String>| row.iter().map(|word| format!("{word:width$}")).collect::<Vec<_>>().join(" ");
    rows.iter().map(|row| line(row).trim_end().to_string()).collect::<Vec<_>>().join("\n")
}

fn word_at(state: &State, at: FieldIndex) -> String {
    let number = |amount: u64| if amount > 0 { amount.to_string() } else { String::new() };
    let units =
        Seat::all(SEATS).flat_map(|owner| state.player(owner).units.iter().map(move |unit| (owner, unit)));
    let here = units.filter(|(_, unit)| unit.at == at);
    let units: String =
        here.map(|(owner, unit)| format!("{}{}", letter_of(owner, unit), number(unit.cargo))).collect();
    let letter = map_file::letter(state.board.field(at));
    let lying = number(state.resources(at));
    match state.board.field(at) {
        FieldType::Base(_) => format!("{letter}{units}"),
        FieldType::Land if !units.is_empty() && lying.is_empty() => units,
        _ => format!("{units}{letter}{lying}"),
    }
}

fn parse_orders(seat: Seat, orders: &str) -> Orders {
    let (creations, moves): (Vec<&str>, Vec<&str>) =
        parts_of(orders).partition(|order| order.starts_with("create "));
    let moves = moves_of(&moves.join(","));
    assert!(moves.iter().all(|(letter, _)| unit_name(*letter).owner == seat), "player {seat} is to move");
    Orders {
        creations: creations.into_iter().map(|order| kind_of(&order["create ".len()..])).collect(),
        moves: moves.into_iter().map(|(letter, direction)| (unit_name(letter).id, direction)).collect(),
    }
}

fn parts_of(orders: &str) -> impl Iterator<Item = &str> {
    orders.split(',').map(str::trim).filter(|part| !part.is_empty())
}

fn kind_of(word: &str) -> UnitType {
    let named = |kind: &UnitType| kind.name().eq_ignore_ascii_case(word);
    UnitType::ALL.into_iter().find(named).unwrap_or_else(|| panic!("{word:?} is no type of unit"))
}

fn moves_of(moves: &str) -> Vec<(char, Direction)> {
    parts_of(moves)
        .map(|part| {
            let (letter, word) = part.split_once(' ').expect("a unit and a direction");
            let named = |direction: &Direction| direction.name().eq_ignore_ascii_case(word);
            let direction = Direction::ALL.into_iter().find(named);
            (letter.chars().next().unwrap(), direction.unwrap_or_else(|| panic!("{word:?} is no direction")))
        })
        .collect()
}

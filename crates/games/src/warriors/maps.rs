//! The built-in maps.

use super::board::Board;
use super::map_file;
use wag_core::game::BuiltInFile;
use wag_i18n::later;

macro_rules! built_in {
    ($($name:literal: $character:expr,)*) => {
        &[$(BuiltInFile {
            name: $name,
            about: $character,
            text: || include_str!(concat!("../../../../maps/warriors/", $name, ".map")).to_string(),
        }),*]
    };
}

/// The built-in maps, in the order in which the challenges unlock them.
pub const MAPS: &[BuiltInFile] = built_in! {
    "meadow": later!("open and gentle: a flower patch in the middle and a few puddles; walking straight there nearly always works"),
    "ring": later!("a golden road around a lake: four coves open onto it, and it leads to all other players"),
    "spring": later!("little at home, plenty in the middle: one rich spring that everybody fights for"),
    "labyrinth": later!("hedge-lined corridors with loops and treasure corners: the straight line misleads, so search for the path"),
    "backyards": later!("a walled yard for everyone, with a kitchen garden and two gates: live off your own resources, or go out?"),
    "fortress": later!("moat, bridges, and a keep full of riches behind narrow gates: farm outside or storm the walls?"),
    "canyons": later!("rock and river spiral to the center: the neighbor looks close but is far on foot"),
    "garden": later!("a large park of ponds, orchards and hundreds of flower beds: who spreads out best?"),
};

/// Name of the default map.
pub const DEFAULT: &str = "meadow";

/// Returns the built-in map with this name.
pub fn find(name: &str) -> Option<&'static BuiltInFile> {
    MAPS.iter().find(|map| map.name == name)
}

/// Returns the board of a built-in map.
pub fn board_of(map: &BuiltInFile) -> Board {
    map_file::parse((map.text)().as_bytes()).expect("a test parses every built-in map").board
}

#[cfg(test)]
mod tests {
    use super::super::SEATS;
    use super::super::board::{FieldIndex, FieldType, Position};
    use super::super::orders::Direction;
    use super::*;
    use wag_core::game::Seat;

    #[test]
    fn eight_maps_of_the_documented_sizes() {
        let sizes: Vec<(&str, u32)> = MAPS.iter().map(|map| (map.name, board_of(map).side())).collect();
        let expected_sizes = [
            ("meadow", 20),
            ("ring", 40),
            ("spring", 21),
            ("labyrinth", 40),
            ("backyards", 50),
            ("fortress", 42),
            ("canyons", 50),
            ("garden", 100),
        ];
        assert_eq!(sizes, expected_sizes);
        for map in MAPS {
            assert!(map_file::parse((map.text)().as_bytes()).unwrap().warnings.is_empty(), "{}", map.name);
        }
    }

    /// Returns the field to which a clockwise quarter turn of the board moves this field.
    fn turned(board: &Board, at: FieldIndex) -> FieldIndex {
        let Position { x, y } = board.position(at);
        board.index(Position { x: board.side() - 1 - y, y: x })
    }

    #[test]
    fn every_map_looks_the_same_from_every_seat() {
        for map in MAPS {
            let board = board_of(map);
            for at in (0..board.fields().len() as u32).map(FieldIndex) {
                let expected = match board.field(at) {
                    FieldType::Base(seat) => FieldType::Base(Seat((seat.0 + 1) % SEATS as u8)),
                    other => other,
                };
                let there = turned(&board, at);
                assert_eq!(board.field(there), expected, "{}: {:?}", map.name, board.position(there));
            }
        }
    }

    #[test]
    fn every_base_and_every_open_field_can_be_reached_without_passing_a_base() {
        for map in MAPS {
            let board = board_of(map);
            for seat in Seat::all(SEATS) {
                let reached = flood(&board, board.base(seat));
                for at in (0..board.fields().len() as u32).map(FieldIndex) {
                    let is_enterable =
                        board.field(at).is_open() || matches!(board.field(at), FieldType::Base(_));
                    assert!(
                        !is_enterable || reached[at.index()],
                        "{}: seat {seat}, {:?}",
                        map.name,
                        board.position(at)
                    );
                }
            }
        }
    }

    /// Returns for each field whether it can be reached from this base; other bases are reached but not crossed.
    fn flood(board: &Board, from: FieldIndex) -> Vec<bool> {
        let mut reached = vec![false; board.fields().len()];
        reached[from.index()] = true;
        let mut edge = vec![from];
        while let Some(at) = edge.pop() {
            for next in Direction::ALL.iter().filter_map(|direction| board.neighbour(at, *direction)) {
                let enterable = !matches!(board.field(next), FieldType::Water | FieldType::Wall);
                if enterable
                    && !std::mem::replace(&mut reached[next.index()], true)
                    && board.field(next).is_open()
                {
                    edge.push(next);
                }
            }
        }
        reached
    }
}

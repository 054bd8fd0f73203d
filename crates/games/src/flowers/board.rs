//! The special tiles of a board. They are random, those of the contest's picture, or those that a file lists.

use super::tile::{Tile, Tiles};
use wag_core::game::RandomStream;
use wag_i18n::t;

/// The special tiles in the contest's picture of a board, in the format of board files.
pub const PICTURE: &str =
    "(0,7) (2,6) (3,6) (6,5) (0,4) (3,4) (4,4) (3,3) (4,3) (7,3) (1,2) (4,1) (5,1) (7,0)\n";

/// The corners where the players start. They are never special.
pub const CORNERS: Tiles = Tiles(1 | 1 << 63);

/// Number of random tiles that become special, together with their mirror images.
const DRAWS: u32 = 7;
/// The number of the random stream from which special tiles are drawn.
const STREAM: u64 = 1;

/// Returns an endless sequence of random boards for this seed. A board may have fewer special tiles if draws coincide.
pub fn drawn(seed: u64) -> impl Iterator<Item = Tiles> {
    let mut rng = RandomStream::new(seed, STREAM);
    std::iter::repeat_with(move || {
        let half: Tiles = (0..DRAWS).map(|_| Tile(rng.below(32) as u8)).collect();
        Tiles((half.0 | half.mirrored().0) & !CORNERS.0)
    })
}

/// Returns whether the board looks the same to both players, each of whom sees it from its own corner.
pub fn is_fair(special: Tiles) -> bool {
    special == special.mirrored() && special.0 & CORNERS.0 == 0
}

/// Parses a list of tiles such as `(0,7) (7,0)` or `[[0, 7], [7, 0]]`. The error is one sentence.
pub fn read(bytes: &[u8]) -> Result<Tiles, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| t!("the file is not text"))?;
    let between = |sign: char| sign.is_whitespace() || "()[],;".contains(sign);
    let words: Vec<&str> = text.split(between).filter(|word| !word.is_empty()).collect();
    if words.len() % 2 == 1 {
        return Err(t!(
            "%{n} numbers do not form a list of fields; each field needs two numbers, such as (0,7)",
            n = words.len()
        ));
    }
    let special = words.chunks(2).map(tile).collect::<Result<Tiles, String>>()?;
    for tile in special.iter() {
        let (x, y) = (tile.x(), tile.y());
        if CORNERS.contains(tile) {
            return Err(t!("(%{x},%{y}) is a corner, where a player starts; it cannot be special", x, y));
        }
        let mirror = tile.mirrored();
        if !special.contains(mirror) {
            let (mx, my) = (mirror.x(), mirror.y());
            return Err(t!(
                "(%{x},%{y}) is special, but (%{mx},%{my}) is not; add (%{mx},%{my}), because the board must be the same for both players",
                x,
                y,
                mx,
                my
            ));
        }
    }
    Ok(special)
}

fn tile(words: &[&str]) -> Result<Tile, String> {
    let number = |word: &&str| word.parse::<i64>().ok();
    let tile = words.iter().map(number).collect::<Option<Vec<i64>>>().and_then(|at| Tile::of(at[0], at[1]));
    let shown = || words.join(",").chars().take(40).collect::<String>();
    tile.ok_or_else(|| t!("(%{words}) is not a field; both numbers must be 0 to 7", words = shown()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_fair_and_has_its_tiles() {
        let special = read(PICTURE.as_bytes()).unwrap();
        assert!(is_fair(special) && special.len() == 14);
        assert!(special.contains(Tile::at(0, 7)) && special.contains(Tile::at(7, 0)));
        assert_eq!(read(b"[[1, 1], [6,6]]"), read(b"(1,1)(6,6)"));
        assert_eq!(read(b" \n"), Ok(Tiles::default()));
    }

    #[test]
    fn drawn_boards_are_fair_and_differ() {
        let boards: Vec<Tiles> = (0..200).flat_map(|seed| drawn(seed).take(4)).collect();
        assert!(boards.iter().all(|board| is_fair(*board) && (2..=14).contains(&board.len())));
        assert!(boards.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(drawn(1).take(9).eq(drawn(1).take(9)));
    }

    #[test]
    fn invalid_board_is_reported_in_one_sentence() {
        let error_of = |text: &str| read(text.as_bytes()).unwrap_err();
        assert_eq!(
            error_of("(1,1)"),
            "(1,1) is special, but (6,6) is not; add (6,6), because the board must be the same for both players"
        );
        assert_eq!(error_of("(7,7) (0,0)"), "(0,0) is a corner, where a player starts; it cannot be special");
        assert_eq!(error_of("(1,8)"), "(1,8) is not a field; both numbers must be 0 to 7");
        assert_eq!(error_of("(a,b)"), "(a,b) is not a field; both numbers must be 0 to 7");
        assert_eq!(
            error_of("1 2 3"),
            "3 numbers do not form a list of fields; each field needs two numbers, such as (0,7)"
        );
        assert_eq!(read(b"\xff").unwrap_err(), "the file is not text");
    }
}

//! Drawings of players over the board, in the line format that the contest's community uses. A line `v WORD ...` draws,
//! and `i ROW COL TEXT` leaves a note on a square. Wag adds `v setLayer NAME`: the drawings after it belong to this
//! layer, which spectators can hide.
//!
//! A drawing is stored as its line, with commands in their long form and single blanks between words. Words are
//! case-sensitive.

/// The maximum length of a stored line, in bytes.
const LENGTH_MAX: usize = 500;
/// The maximum length of the name of a layer, in characters.
const LAYER_MAX: usize = 24;

/// The type of an argument of a drawing command.
#[derive(Clone, Copy)]
enum ArgumentType {
    /// An integer from 0 to 255.
    Byte,
    /// A number from 0 to 1.
    Part,
    /// A number that is at least 0.
    Length,
    /// Any number: a coordinate, or the number of points of a star. Coordinates that are whole numbers are centers of
    /// squares.
    Number,
    /// The number of a row or of a column.
    Place,
    Bool,
    Corner,
    Directions,
    /// The name of a layer, or `-` for none.
    Layer,
}
use ArgumentType::{Bool, Byte, Corner, Directions, Layer, Length, Number, Part, Place};

/// The drawing commands: their names, long form first, and the types of their arguments.
const COMMANDS: &[(&[&str], &[ArgumentType])] = &[
    (&["setFillColor", "sfc"], &[Byte, Byte, Byte, Part]),
    (&["setLineColor", "slc"], &[Byte, Byte, Byte, Part]),
    (&["setLineWidth", "slw"], &[Length]),
    (&["setLayer", "sly"], &[Layer]),
    (&["arrow", "a"], &[Number, Number, Number, Number]),
    (&["line", "l"], &[Number, Number, Number, Number]),
    (&["circle", "c"], &[Number, Number, Length, Bool]),
    (&["rect", "r"], &[Number, Number, Length, Length, Bool]),
    (&["star", "s"], &[Number, Number, Length, Length, Length, Bool]),
    (&["tile", "t"], &[Place, Place]),
    (&["tileBorder", "tb"], &[Place, Place, Corner]),
    (&["tileSubTile", "tileSubtile", "ts"], &[Place, Place, Corner]),
    (&["routePlan", "rp"], &[Place, Place, Directions]),
];

/// The parts of a square that can be drawn on: its corners, the middles of its sides, and its center.
const CORNERS: [&str; 9] = ["TL", "TM", "TR", "ML", "MM", "MR", "BL", "BM", "BR"];

/// Returns whether a line begins like a drawing.
pub fn looks_like_drawing(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("v" | "i"))
}

/// Parses a drawing. Returns the line in the form in which it is stored, or `None` if it is invalid.
pub fn read(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let text = match words.next()? {
        "v" => {
            let name = words.next()?;
            let (names, parts) = COMMANDS.iter().find(|(names, _)| names.contains(&name))?;
            let words: Vec<&str> = words.collect();
            let fits =
                words.len() == parts.len() && parts.iter().zip(&words).all(|(part, word)| part.fits(word));
            fits.then(|| format!("v {} {}", names[0], words.join(" ")))?
        }
        "i" => {
            let (row, col) = (words.next()?, words.next()?);
            let fits = Place.fits(row) && Place.fits(col);
            fits.then(|| format!("i {row} {col} {}", words.collect::<Vec<_>>().join(" ")))?
        }
        _ => return None,
    };
    (text.len() <= LENGTH_MAX).then_some(text)
}

impl ArgumentType {
    fn fits(self, word: &str) -> bool {
        let number = || word.parse::<f64>().ok().filter(|number| number.is_finite() && number.abs() < 1e6);
        match self {
            Byte => word.parse::<u8>().is_ok(),
            Part => number().is_some_and(|number| (0.0..=1.0).contains(&number)),
            Length => number().is_some_and(|number| number >= 0.0),
            Number => number().is_some(),
            Place => word.parse::<u16>().is_ok(),
            Bool => matches!(word, "true" | "false"),
            Corner => CORNERS.contains(&word),
            Layer => {
                word.len() <= LAYER_MAX
                    && word.bytes().all(|sign| sign.is_ascii_alphanumeric() || b"-_".contains(&sign))
            }
            Directions => word.bytes().all(|direction| b"nesw".contains(&direction)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_parsed_and_stored_in_full_words() {
        let cases = [
            ("v sfc 255 0 0 0.5", "v setFillColor 255 0 0 0.5"),
            ("  v   slw 2 ", "v setLineWidth 2"),
            ("v sly combat_2", "v setLayer combat_2"),
            ("v setLayer -", "v setLayer -"),
            ("v a 1 2 3.5 -4", "v arrow 1 2 3.5 -4"),
            ("v l 0 0 9 9", "v line 0 0 9 9"),
            ("v c 5 6 2.5 true", "v circle 5 6 2.5 true"),
            ("v r 5 6 2 3 false", "v rect 5 6 2 3 false"),
            ("v s 5 6 0.5 1.5 5 true", "v star 5 6 0.5 1.5 5 true"),
            ("v t 5 6", "v tile 5 6"),
            ("v tb 5 6 TL", "v tileBorder 5 6 TL"),
            ("v tileSubtile 5 6 BR", "v tileSubTile 5 6 BR"),
            ("v rp 5 6 nnee", "v routePlan 5 6 nnee"),
            ("i 3 4 Goes  home, <r:5 c:6>", "i 3 4 Goes home, <r:5 c:6>"),
            ("i 3 4", "i 3 4 "),
        ];
        for (line, expected) in cases {
            assert_eq!(read(line).as_deref(), Some(expected), "{line}");
        }
    }

    #[test]
    fn invalid_drawings_are_rejected() {
        let wrong = [
            "v",
            "i",
            "i 3",
            "i x 4 text",
            "v SFC 1 2 3 1",
            "v sfc 256 0 0 1",
            "v sfc 1 2 3 1.5",
            "v slw -1",
            "v sly",
            "v sly two words",
            "v sly <b>",
            "v setLayer abcdefghijklmnopqrstuvwxy",
            "v c 1 1 nan true",
            "v c 1 1 1",
            "v c 1 1 1 True",
            "v t 1 -1",
            "v tb 1 1 XX",
            "v rp 1 1 nex",
            "v tile 1 1 1",
            "v what 1",
            "o 1 1 n",
        ];
        for line in wrong {
            assert_eq!(read(line), None, "{line}");
        }
        assert_eq!(read(&format!("i 1 1 {}", "x".repeat(600))), None);
    }
}

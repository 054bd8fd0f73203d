//! Draws boards in the terminal, with coordinates on all four sides.

use crate::output::Paint;
use anstyle::{AnsiColor, Style};
use std::fmt::Write;
use wag_core::game::{Cell, Sight, Sketch, Tone};
use wag_i18n::t;

/// Returns the drawing of a board, followed by its legend.
pub fn sketch(sketch: &Sketch) -> String {
    let kinds = sketch.legend.iter().map(|(cells, what)| {
        let signs: String = cells.iter().map(sign).collect();
        format!("{signs} {}", t!(*what))
    });
    format!("{}{}\n{}\n", board(&sketch.sight), kinds.collect::<Vec<_>>().join("   "), sketch.words)
}

fn board(sight: &Sight) -> String {
    let step = if sight.width <= 60 { 5 } else { 10 };
    let margin = sight.height().saturating_sub(1).to_string().len();
    let (numbers, ticks) = ruler(sight.width, step, margin);
    let mut text = format!("{numbers}\n{ticks}\n");
    for (y, row) in sight.cells.chunks(sight.width.max(1)).enumerate() {
        let label = if y % step == 0 { y.to_string() } else { String::new() };
        let tick = if y % step == 0 { '-' } else { ' ' };
        let _ = write!(text, "{label:>margin$} {tick}");
        row.iter().for_each(|cell| text += &sign(cell));
        text += format!("{tick} {label}").trim_end();
        text.push('\n');
    }
    format!("{text}{ticks}\n{numbers}\n")
}

/// Returns the line with the column numbers, and the line with the ticks between these numbers and the board.
fn ruler(columns: usize, step: usize, margin: usize) -> (String, String) {
    let blank = " ".repeat(margin + 2);
    let (mut numbers, mut ticks) = (blank.clone(), blank);
    for x in (0..columns).step_by(step) {
        let _ = write!(numbers, "{x:<step$}");
        let _ = write!(ticks, "{:<step$}", '|');
    }
    (numbers.trim_end().to_string(), ticks.trim_end().to_string())
}

fn sign(cell: &Cell) -> String {
    cell.signs[0].painted(style(cell)).to_string()
}

fn style(cell: &Cell) -> Style {
    use AnsiColor::{Black, Blue, BrightBlack, Green, Magenta, Red, White, Yellow};
    let of_seat = |color: AnsiColor, ground| color.on(ground).bold();
    match (cell.tone, cell.owner.map(|seat| seat.index())) {
        (Tone::Ground, _) => Style::new().dimmed(),
        (Tone::Fertile, _) => Green.on_default(),
        (Tone::Water, _) => Blue.on_default(),
        (Tone::Wall, _) => BrightBlack.on(BrightBlack),
        (Tone::Goods, _) => Yellow.on_default().bold(),
        (Tone::Red, _) => Red.on_default().bold(),
        (Tone::Yellow, _) => Yellow.on_default(),
        (Tone::Green, _) => Green.on_default().bold(),
        (Tone::Blue, _) => Blue.on_default().bold(),
        (Tone::Lilac, _) => Magenta.on_default().bold(),
        (_, Some(0)) => of_seat(White, Red),
        (_, Some(1)) => of_seat(White, Blue),
        (_, Some(2)) => of_seat(Black, Green),
        _ => of_seat(White, Magenta),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn board_has_coordinates_on_all_edges() {
        let mut cells = vec![Cell::plain('.', Tone::Ground); 121];
        cells[59] = Cell::plain('~', Tone::Water);
        let plain = anstream::adapter::strip_str(&board(&Sight { width: 11, cells })).to_string();
        let lines: Vec<&str> = plain.lines().collect();
        assert_eq!(lines.len(), 15);
        assert_eq!(lines[0], "    0    5    10");
        assert_eq!(lines[1], "    |    |    |");
        assert_eq!(lines[2], " 0 -...........- 0");
        assert_eq!(lines[3], "    ...........");
        assert_eq!(lines[7], " 5 -....~......- 5");
        assert_eq!(lines[12], "10 -...........- 10");
        assert_eq!(lines[13..], [lines[1], lines[0]]);
    }
}

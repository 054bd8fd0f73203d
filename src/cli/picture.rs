//! Draws boards in the terminal, with coordinates on all four sides.

use owo_colors::{OwoColorize, Style};
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
    cell.signs[0].style(style(cell)).to_string()
}

fn style(cell: &Cell) -> Style {
    let style = Style::new();
    match (cell.tone, cell.owner.map(|seat| seat.index())) {
        (Tone::Ground, _) => style.dimmed(),
        (Tone::Fertile, _) => style.green(),
        (Tone::Water, _) => style.blue(),
        (Tone::Wall, _) => style.bright_black().on_bright_black(),
        (Tone::Goods, _) => style.yellow().bold(),
        (Tone::Red, _) => style.red().bold(),
        (Tone::Yellow, _) => style.yellow(),
        (Tone::Green, _) => style.green().bold(),
        (Tone::Blue, _) => style.blue().bold(),
        (Tone::Lilac, _) => style.magenta().bold(),
        (_, Some(0)) => style.white().on_red().bold(),
        (_, Some(1)) => style.white().on_blue().bold(),
        (_, Some(2)) => style.black().on_green().bold(),
        _ => style.white().on_magenta().bold(),
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

//! Lines over the rounds of a match, drawn with characters.

use super::seat_colors::IN_TERMINALS;
use crate::output::Paint;
use anstyle::Ansi256Color;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::symbols::Marker;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, Widget};
use std::fmt::Write;
use wag_i18n::t;

/// The height of the drawing, in terminal rows.
const HEIGHT: u16 = 14;

/// Draws a line for each seat, with a legend above. A point is a round and a value. Returns `None` if there is nothing to
/// draw.
pub fn plot(lines: &[Vec<(f64, f64)>], names: &[String], width: u16) -> Option<String> {
    let points = || lines.iter().flatten();
    let last = points().map(|(round, _)| *round).fold(0.0, f64::max);
    let low = points().map(|(_, value)| *value).reduce(f64::min)?;
    let high = points().map(|(_, value)| *value).reduce(f64::max)?;
    if last == 0.0 {
        return None;
    }
    let line = |(seat, points)| {
        let line = Dataset::default().marker(Marker::Braille).graph_type(GraphType::Line);
        line.style(Style::new().fg(Color::Indexed(color(seat)))).data(points)
    };
    let datasets = lines.iter().map(Vec::as_slice).enumerate().map(line).collect();
    let x = Axis::default().bounds([0.0, last]).labels([t!("round %{round}", round = 0), last.to_string()]);
    let y = Axis::default()
        .bounds([low, if low == high { low + 1.0 } else { high }])
        .labels([low.to_string(), high.to_string()]);
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, HEIGHT));
    Chart::new(datasets).legend_position(None).x_axis(x).y_axis(y).render(buffer.area, &mut buffer);
    let legend: Vec<String> =
        names.iter().enumerate().map(|(seat, name)| colored(&format!("━ {name}"), color(seat))).collect();
    Some(format!("{}\n{}", legend.join("   "), text_of(&buffer)))
}

fn color(seat: usize) -> u8 {
    IN_TERMINALS[seat % IN_TERMINALS.len()]
}

fn colored(text: &str, color: u8) -> String {
    text.painted(Ansi256Color(color).on_default()).to_string()
}

/// Returns a drawing as lines of text with colors.
fn text_of(buffer: &Buffer) -> String {
    let mut text = String::new();
    for row in buffer.content().chunks(usize::from(buffer.area.width).max(1)) {
        let mut line = String::new();
        for cells in row.chunk_by(|one, other| one.fg == other.fg) {
            let symbols: String = cells.iter().map(|cell| cell.symbol()).collect();
            line += &match cells[0].fg {
                Color::Indexed(color) => colored(&symbols, color),
                _ => symbols,
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_has_the_color_of_its_seat() {
        let lines = [vec![(0.0, 0.0), (10.0, 5.0)], vec![(0.0, 5.0), (10.0, 0.0)]];
        let drawn = plot(&lines, &["anna".to_string(), "bert".to_string()], 60).unwrap();
        assert_eq!(drawn.lines().count(), 1 + usize::from(HEIGHT));
        let colors = [0, 1].map(|seat| drawn.matches(&format!("38;5;{}m", color(seat))).count());
        assert!(colors[0] > 5 && colors[1] > 5, "{colors:?}\n{drawn}");
    }

    #[test]
    fn lines_without_rounds_are_not_drawn() {
        assert_eq!(plot(&[], &[], 60), None);
        assert_eq!(plot(&[vec![(0.0, 3.0)]], &[], 60), None);
        assert!(plot(&[vec![(0.0, 3.0), (1.0, 3.0)]], &[], 60).is_some(), "a level line");
    }
}

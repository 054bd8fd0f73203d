//! `wag maps`: the list of the built-in maps, or a picture of one map.

use super::args::{Maps, MapsCommand};
use super::table::Table;
use super::{Done, generate, print, warriors};
use crate::game::Seat;
use crate::games::warriors::board::{Board, FieldType, Position};
use crate::games::warriors::maps;
use owo_colors::{OwoColorize, Style};
use std::fmt::Write;

/// Lists the maps, shows the one that is asked for, or makes one.
pub fn run(options: &Maps) -> anyhow::Result<Done> {
    if let Some(MapsCommand::Generate(options)) = &options.command {
        return generate::run(options);
    }
    match &options.map {
        None => print(&list()),
        Some(word) => {
            let board = warriors::board(word)?;
            let character = maps::find(word).map(|map| map.about);
            print(&format!("{}\n{}\n{}", head(&board, character), picture(&board), legend()))
        }
    }
}

fn list() -> String {
    let mut table = Table::wrapping(&["name", "size", "title", "character"]);
    for map in maps::MAPS {
        let board = maps::board_of(map);
        let size = format!("{0} x {0}", board.side());
        table.row([map.name, &size, board.title(), map.about].map(str::to_string));
    }
    let first = maps::DEFAULT;
    format!("{table}\nA picture: wag maps {first}    A match there: wag play --map {first}\n")
}

/// Title, size and number of resource fields; what is known of a built-in map's character.
fn head(board: &Board, character: Option<&str>) -> String {
    let mut text = format!(
        "{}: {side} x {side} fields, {} of them resource fields\n",
        printable(board.title()).bold(),
        board.resource_fields().len(),
        side = board.side()
    );
    if let Some(character) = character {
        text += &format!("{character}\n");
    }
    text
}

/// A stranger's title may contain anything; the terminal gets no control characters.
fn printable(title: &str) -> String {
    let title: String = title.chars().filter(|letter| !letter.is_control()).collect();
    if title.is_empty() { "(without a title)".to_string() } else { title }
}

/// The board with a sign per field, coordinates on all four edges.
fn picture(board: &Board) -> String {
    let side = board.side();
    let step = if side <= 60 { 5 } else { 10 };
    let margin = (side - 1).to_string().len();
    let (numbers, ticks) = ruler(side, step, margin);
    let mut text = format!("{numbers}\n{ticks}\n");
    for y in 0..side {
        let label = if y % step == 0 { y.to_string() } else { String::new() };
        let tick = if y % step == 0 { '-' } else { ' ' };
        let _ = write!(text, "{label:>margin$} {tick}");
        for x in 0..side {
            let field = board.field(board.index(Position { x, y }));
            let _ = write!(text, "{}", sign(field).style(style(field)));
        }
        text += format!("{tick} {label}").trim_end();
        text.push('\n');
    }
    format!("{text}{ticks}\n{numbers}\n")
}

/// The numbers of the columns, and the ticks between them and the board.
fn ruler(side: u32, step: u32, margin: usize) -> (String, String) {
    let blank = " ".repeat(margin + 2);
    let (mut numbers, mut ticks) = (blank.clone(), blank);
    for x in (0..side).step_by(step as usize) {
        let width = step as usize;
        let _ = write!(numbers, "{x:<width$}");
        let _ = write!(ticks, "{:<width$}", '|');
    }
    (numbers.trim_end().to_string(), ticks.trim_end().to_string())
}

fn sign(field: FieldType) -> char {
    match field {
        FieldType::Land => '.',
        FieldType::Resource => 'R',
        FieldType::Water => '~',
        FieldType::Wall => '#',
        FieldType::Base(seat) => char::from(b'1' + seat.0),
    }
}

fn style(field: FieldType) -> Style {
    match field {
        FieldType::Land => Style::new().dimmed(),
        FieldType::Resource => Style::new().yellow().bold(),
        FieldType::Water => Style::new().blue(),
        FieldType::Wall => Style::new().bright_black().on_bright_black(),
        FieldType::Base(Seat(0)) => Style::new().white().on_red().bold(),
        FieldType::Base(Seat(1)) => Style::new().white().on_blue().bold(),
        FieldType::Base(Seat(2)) => Style::new().black().on_green().bold(),
        FieldType::Base(_) => Style::new().white().on_magenta().bold(),
    }
}

fn legend() -> String {
    let field = |field: FieldType, what: &str| format!("{} {what}", sign(field).style(style(field)));
    let kinds = [
        field(FieldType::Land, "land"),
        field(FieldType::Resource, "resource field"),
        field(FieldType::Water, "water"),
        field(FieldType::Wall, "wall"),
    ];
    let bases: String =
        Seat::all(4).map(FieldType::Base).map(|base| sign(base).style(style(base)).to_string()).collect();
    format!("{}   {bases} bases\nThe field at x, y is roundState.getMap()[x][y].\n", kinds.join("   "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::warriors::map_file;

    #[test]
    fn the_edges_bear_the_coordinates() {
        let mut rows = vec![".".repeat(11); 11];
        rows[0] = "1.........2".to_string();
        rows[5] = ".....X...R.".to_string();
        rows[10] = "4....Y....3".to_string();
        let text = format!("mapVersion=3\n11\nT\n0\n{}\n", rows.join("\n"));
        let board = map_file::parse(text.as_bytes()).unwrap().board;
        let plain = anstream::adapter::strip_str(&picture(&board)).to_string();
        let lines: Vec<&str> = plain.lines().collect();
        assert_eq!(lines.len(), 15);
        assert_eq!(lines[0], "    0    5    10");
        assert_eq!(lines[1], "    |    |    |");
        assert_eq!(lines[2], " 0 -1.........2- 0");
        assert_eq!(lines[3], "    ...........");
        assert_eq!(lines[7], " 5 -.....~...R.- 5");
        assert_eq!(lines[12], "10 -4....#....3- 10");
        assert_eq!(lines[13..], [lines[1], lines[0]]);
    }

    #[test]
    fn a_title_can_not_command_the_terminal() {
        assert_eq!(printable("a\u{1b}[2Jb"), "a[2Jb");
        assert_eq!(printable(""), "(without a title)");
    }
}

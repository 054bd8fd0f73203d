//! The section "Frames" of docs/python.md, which lists the arrays of every game.

use super::assert_generated;
use crate::all;
use std::fmt::Write;
use wag_core::game::tiny::Fives;
use wag_core::game::{ArrayInfo, Game, Layout, Playable};

#[test]
fn frames_in_the_docs_are_current() {
    let mut tables = Tables(String::new());
    for game in all().filter(|game| game.info.name != Fives::NAME) {
        with_game!(game, G => tables.add_game::<G>());
    }
    assert_generated("python.md", "frames_in_the_docs_are_current", &tables.0);
}

/// The tables of all games as Markdown.
struct Tables(String);

impl Tables {
    fn add_game<G: Playable>(&mut self) {
        let _ = writeln!(
            self.0,
            "\n### {}\n\n| array | shape | type | meaning |\n|---|---|---|---|",
            G::INFO.title
        );
        G::ARRAYS.iter().for_each(|array| self.add(array));
    }

    fn add(&mut self, array: &ArrayInfo) {
        let ArrayInfo { name, number, layout, meaning } = array;
        let shape = |axes: Vec<&str>| match axes.as_slice() {
            [] => "()".to_string(),
            [axis] => format!("({axis},)"),
            axes => format!("({})", axes.join(", ")),
        };
        let (shape, meaning) = match layout {
            Layout::Constant(axes) => (shape(axes.to_vec()), meaning.to_string()),
            Layout::PerFrame(axes) => (shape([&["frame"], *axes].concat()), meaning.to_string()),
            Layout::Table(_) => ("table".to_string(), format!("{meaning}, a row for each")),
        };
        let _ = writeln!(self.0, "| `{name}` | {shape} | {} | {meaning} |", number.name());
        if let Layout::Table(columns) = layout {
            for column in *columns {
                let _ = writeln!(self.0, "| `{name}[\"{}\"]` | | | {} |", column.name, column.meaning);
            }
        }
    }
}

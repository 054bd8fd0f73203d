//! The section "Frames" of docs/python.md, which lists the arrays of every game.

use crate::{Visitor, visit};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use wag_core::game::{ArrayInfo, Layout, Playable};

const BEGIN: &str = "<!-- The tables down to the next comment are generated from the declarations of the games by the test \
                     `frames_in_the_docs_are_current`. -->\n";
const END: &str = "<!-- End of the generated tables. -->\n";

/// Compares the page with the declarations. If they differ, writes the page again and fails.
#[test]
fn frames_in_the_docs_are_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/python.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let mut tables = Tables(String::new());
    visit(&mut tables);
    let current = [before, BEGIN, &tables.0, "\n", END, after].concat();
    if current != page {
        fs::write(&path, current).unwrap();
        panic!("{} was not current and has been written again; check and commit it", path.display());
    }
}

/// The tables of all games as Markdown.
struct Tables(String);

impl Visitor for Tables {
    fn visit<G: Playable>(&mut self) {
        let _ = writeln!(
            self.0,
            "\n### {}\n\n| array | shape | type | meaning |\n|---|---|---|---|",
            G::INFO.title
        );
        G::ARRAYS.iter().for_each(|array| self.add(array));
    }
}

impl Tables {
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

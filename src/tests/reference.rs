//! The pages of the book that are generated from declarations. Each test compares a page and writes it again if it differs.

mod commands;

use std::fmt::Write;
use std::path::Path;
use wag_core::game::{
    ArrayInfo, Dtype, Element, Entry, EventInfo, Events, GameInfo, Kind, Layout, Opt, Playable, Seated, Show,
    Spaces,
};
use wag_games::{KnownGame, all, with_game};
use wag_play::{RawOptions, choose};
use wag_replay::COMMON_COUNTS;

/// Compares a page of docs/en with the text that the declarations give. If they differ, writes the page and fails.
fn assert_page(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/en").join(format!("{name}.md"));
    let text = format!("{}\n", wrapped(text).trim_end());
    if std::fs::read_to_string(&path).ok().as_deref() != Some(&*text) {
        std::fs::write(&path, text).unwrap();
        panic!("{} was not current and has been written again; check and commit it", path.display());
    }
}

/// Breaks the lines of the prose of a page.
fn wrapped(page: &str) -> String {
    let mut is_fenced = false;
    let wrapped = page.lines().map(|line| {
        is_fenced ^= line.starts_with("```");
        let indent = if line.starts_with("- ") { "  " } else { "" };
        match is_fenced || line.starts_with('|') || line.starts_with('#') {
            true => line.to_string(),
            false => {
                textwrap::fill(line, textwrap::Options::new(120).subsequent_indent(indent).break_words(false))
            }
        }
    });
    wrapped.collect::<Vec<_>>().join("\n")
}

/// The games of the program, without the game of the tests.
fn games() -> impl Iterator<Item = KnownGame> {
    all().filter(|game| game.info.name != "fives")
}

/// Adds a section with a table.
fn add_table(page: &mut String, head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    *page += &line(&head.iter().map(|cell| cell.to_string()).collect::<Vec<_>>());
    *page += &format!("|{}\n", "---|".repeat(head.len()));
    rows.into_iter()
        .for_each(|row| *page += &line(&row.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>()));
}

#[test]
fn accounts_page_is_current() {
    let mut page = String::from(
        "# Accounts: where the points of a match come from\n\n\
         `wag explain --account` adds up for each player why its figures changed; this page lists the entries of each game.\n\n\
         The entries of a figure add up to its change. A `count` adds up to no figure.\n\n\
         These counts exist in every game:\n\n",
    );
    let row = |(name, meaning): &Entry| vec![format!("`{name}`"), meaning.to_string()];
    add_table(&mut page, &["count", "meaning"], COMMON_COUNTS.iter().map(row));
    for game in games() {
        with_game!(game, G => add_accounts::<G>(&mut page));
    }
    assert_page("accounts", &page);
}

fn add_accounts<G: Playable>(page: &mut String) {
    let declared = G::ACCOUNTS;
    let _ = write!(
        page,
        "\n## {}\n\nThe leader has the highest value of: {}.\n\n",
        G::INFO.title,
        declared.lead.name
    );
    let accounts = declared.accounts.iter().map(|account| (account.figure, account.entries));
    let rows = accounts.chain([("count", declared.counts)]).flat_map(|(figure, entries)| {
        let row = move |(number, (name, meaning)): (usize, &Entry)| {
            let figure = if number == 0 { figure } else { "" };
            vec![figure.to_string(), format!("`{name}`"), meaning.to_string()]
        };
        entries.iter().enumerate().map(row)
    });
    add_table(page, &["figure", "entry", "meaning"], rows);
}

#[test]
fn frames_page_is_current() {
    let mut page = String::from(
        "# Frames: a match as arrays of numbers\n\n\
         `Replay.frames` gives Python every position of a match as numpy arrays (see [Use Wag from Python](from-python.md)); this page \
         lists the arrays of each game.\n\n\
         Frame 0 is the position before round 1, and frame `r` is the position after round `r`. A match of `n` rounds has `n + 1` frames.\n\n\
         - The first axis of most arrays counts the frames. An axis `seat` has the players in seat order; `x` counts columns and `y` rows, both from 0.\n\
         - A *table* is a structured array: its columns have names, and its first column is `round`. The other columns are listed below it.\n\
         - Arrays without the axis `frame` are the same in all frames.\n\
         - Numbers that stand for a player are seats, which count from 1; 0 is nobody. In an axis `seat`, the player on seat 1 has index 0.\n\n\
         `frames.info[name]` describes an array: `meaning`, `layout` and the names of its `axes`.\n",
    );
    for game in games() {
        with_game!(game, G => {
            let _ = write!(page, "\n## {}\n\n", G::INFO.title);
            add_table(&mut page, &["array", "shape", "type", "meaning"], G::ARRAYS.iter().flat_map(array_rows));
        });
    }
    assert_page("frames", &page);
}

fn array_rows(array: &ArrayInfo) -> Vec<Vec<String>> {
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
    let mut rows = vec![vec![format!("`{name}`"), shape, number.name().to_string(), meaning]];
    if let Layout::Table(columns) = layout {
        rows.extend(columns.iter().map(|column| {
            let name = format!("`{name}[\"{}\"]`", column.name);
            vec![name, String::new(), String::new(), column.meaning.to_string()]
        }));
    }
    rows
}

#[test]
fn planes_page_is_current() {
    let mut page = String::from(
        "# Planes: what a learner sees, and what it can do\n\n\
         The observations and actions of `wag.env` and `wag.vector_env` for each game; [Train a learner](train.md) says how to use them.\n\n\
         `wag.vector_env(game, 1).spaces` has the same as an object.\n",
    );
    for game in games() {
        with_game!(game, G => add_spaces::<G>(&mut page, game));
    }
    assert_page("planes", &page);
}

fn add_spaces<G: Playable>(page: &mut String, game: KnownGame) {
    let info = game.info;
    let options = choose(info, &RawOptions::new()).unwrap();
    let range = info.seats_with(&options).unwrap();
    let seats = info.suggested.len().clamp(*range.start(), *range.end());
    let nobody = vec![Seated { name: "", built_in: None }; seats];
    let draw = wag_core::game::Draw { seed: 0, game: 0 };
    let Spaces { planes, rows, columns, actions } =
        G::spaces(&G::setup(info, &options, &nobody, draw).unwrap());
    let dtype: Dtype = <G::Element as Element>::DTYPE;
    let action = match actions.shape.as_slice() {
        [] => format!("a number from 0 to {}", actions.choices[0] - 1),
        shape => {
            let shape: Vec<String> = shape.iter().map(usize::to_string).collect();
            format!("an array of the shape ({})", shape.join(", "))
        }
    };
    let _ = write!(
        page,
        "\n## {}\n\nWith the default options, an observation of `{}` is an array of {} of the shape ({}, {rows}, {columns}), and an action is {action}.\n\n",
        info.title,
        info.name,
        dtype.name(),
        planes.len()
    );
    let plane = |(number, plane): (usize, &wag_core::game::Plane)| {
        vec![number.to_string(), plane.name.to_string(), plane.meaning.to_string(), with_commas(plane.most)]
    };
    add_table(page, &["plane", "name", "values", "maximum"], planes.iter().enumerate().map(plane));
    *page += "\n";
    let row = |(numbers, meaning): &(&str, &str)| vec![numbers.to_string(), meaning.to_string()];
    add_table(page, &["numbers of an action", "choices"], actions.meanings.iter().map(row));
}

fn with_commas(number: u32) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    groups.iter().map(|group| String::from_utf8_lossy(group)).collect::<Vec<_>>().join(",")
}

#[test]
fn events_page_is_current() {
    let mut page = String::from(
        "# Events: what happens in a match, as JSON\n\n\
         `wag replay export --json` and `Replay` in Python give the events of each turn as objects (see [Results as JSON](json.md)); this \
         page lists those of each game.\n\n\
         The key `type` has the name of the event. Seats and rounds count from 1, and positions are `[x, y]`, unless a game says otherwise. \
         Empty values can be missing. New keys may be added; those below stay.\n",
    );
    for game in games() {
        with_game!(game, G => {
            let _ = write!(page, "\n## {}\n\n", G::INFO.title);
            add_events(&mut page, G::EVENTS);
        });
    }
    page += "\n## Games in Python\n\n";
    add_events(&mut page, <wag_games::PythonGame as Show>::EVENTS);
    assert_page("events", &page);
}

fn add_events(page: &mut String, events: &Events) {
    let _ = write!(page, "{}\n\n", events.notes);
    let field = |(name, meaning): &Entry| match *meaning {
        "" => format!("`{name}`"),
        meaning => format!("`{name}` ({meaning})"),
    };
    let row = |event: &EventInfo| {
        let fields: Vec<String> = event.fields.iter().map(field).collect();
        vec![format!("`{}`", event.kind), event.meaning.to_string(), fields.join(", ")]
    };
    add_table(page, &["event", "meaning", "keys"], events.list.iter().map(row));
}

#[test]
fn options_page_is_current() {
    let mut page = String::from(
        "# Options of each game\n\n\
         These options change a match: `wag play`, `wag series`, `wag compare`, `wag tournament` and others take them, and `wag.play` in \
         Python takes them with `_` instead of `-`.\n\n\
         `wag games GAME` prints the options of a game, and `wag games GAME OPTION` lists the built-in files for one of them.\n",
    );
    for game in games() {
        add_options(&mut page, game.info);
    }
    assert_page("options", &page);
}

fn add_options(page: &mut String, info: &GameInfo) {
    let _ = write!(page, "\n## {}\n\n", info.title);
    add_table(page, &["option", "meaning", "values", "default"], info.options.iter().map(option_row));
    for maker in info.makers {
        let (name, end) = (maker.name, if maker.options.is_empty() { "." } else { ":\n" });
        let _ = writeln!(page, "\n`wag make {} {name}` generates a file for `--{name}`{end}", info.name);
        if !maker.options.is_empty() {
            add_table(
                page,
                &["option", "meaning", "values", "default"],
                maker.options.iter().map(option_row),
            );
        }
    }
}

fn option_row(option: &Opt) -> Vec<String> {
    let (values, usual) = match &option.kind {
        Kind::Flag => (String::new(), None),
        Kind::Number { least, most, usual } => {
            (format!("{least} to {most}"), usual.map(|usual| usual.to_string()))
        }
        Kind::Choice { of, usual } => (
            of.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
            Some(usual.to_string()),
        ),
        Kind::Text { usual } => ("text".to_string(), Some(usual.to_string())),
        Kind::File { built_in, ending, usual, .. } => {
            let names: Vec<String> = built_in.iter().map(|file| format!("`{}`", file.name)).collect();
            let own = format!("a file (`.{ending}`)");
            ([names, vec![own]].concat().join(", "), Some(usual.to_string()))
        }
    };
    let (meaning, described) = match option.help.split_once(" [default: ") {
        Some((meaning, usual)) => (meaning, Some(usual.trim_end_matches(']').to_string())),
        None => (option.help, None),
    };
    let usual = described.or(usual.filter(|usual| !usual.is_empty()).map(|usual| format!("`{usual}`")));
    vec![format!("`--{}`", option.name), meaning.to_string(), values, usual.unwrap_or_default()]
}

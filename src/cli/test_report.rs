//! `wag report`: summarizes the replays in a folder, as tables in files.

use super::answer::{ExitStatus, print, user_error};
use super::table::{Column, Importance, Table};
use super::with_game::{GameCommand, WithGame};
use crate::output::eprintln;
use clap::Args as ClapArgs;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use wag_core::files;
use wag_core::game::{ContestResult, GameInfo, ReadResult};
use wag_core::text::{printable, quoted_path};
use wag_games::contest_replay;
use wag_i18n::{later, message, t};
use wag_play::read_text_file;
use wag_stats::series::{Record, records};

pub const REPORT_HELP: &str =
    "Writes Testreport.csv, Summary.csv and Summary.md. Exit status: 0 if there are matches, otherwise 2.";

#[derive(Clone, Debug, ClapArgs)]
pub struct Report {
    /// Folder to search, including subfolders, for replays of the contest (.replay, .json) and of Wag (.wag)
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Folder for the report [default: the folder with the replays]
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
}

impl GameCommand for Report {
    fn is_for(info: &GameInfo) -> bool {
        info.result.is_some()
    }
}

/// The extensions of files that contain a contest's replay.
const THEIRS: [&str; 4] = ["replay", "json", "html", "htm"];
/// The extension of a Wag replay.
const OURS: &str = "wag";

/// The result of a match, and the name by which the report calls the replay's file.
struct Game {
    file: String,
    result: ContestResult,
}

/// Reads all replays, and writes the report. Prints an error for each file that cannot be read, and leaves it out.
pub fn run(options: &WithGame<Report>) -> anyhow::Result<ExitStatus> {
    let words = &options.words;
    let (name, read) = (options.game.info.name, options.game.info.result);
    let read = read.expect("the command is for games that have it");
    let folder = words.folder.as_path();
    let files = files(folder).or_else(|err| {
        user_error(message!("%{path} cannot be read: %{fault}", path = folder.display(), fault = err))
    })?;
    let games = games(folder, &files, read);
    if games.is_empty() {
        return user_error(message!(
            "%{folder} contains no replay of a complete match; to record some: wag series %{name} PLAYER PLAYER --replays %{quoted}",
            folder = folder.display(),
            quoted = quoted_path(folder),
            name
        ));
    }
    let records = records(games.iter().map(|game| &game.result));
    let output = words.output.as_deref().unwrap_or(folder);
    let texts = [
        ("Testreport.csv", report(&games)?),
        ("Summary.csv", summary(&records)?),
        ("Summary.md", in_markdown(&records, games.len())),
    ];
    for (file, text) in texts {
        let path = output.join(file);
        let written = files::create_folder(output).and_then(|()| files::write(&path, &text));
        written.or_else(|err| {
            user_error(message!(
                "cannot write %{path}: %{fault}; choose another folder with --output",
                path = path.display(),
                fault = err
            ))
        })?;
    }
    let mut table = Table::new(columns());
    records.iter().for_each(|record| table.row(cells(record)));
    print(&t!(
        "%{n} matches; the report is in %{folder}\n%{table}\n",
        n = games.len(),
        folder = output.display(),
        table
    ))
}

/// Returns the paths of the replays in a folder and its subfolders, sorted by name. Does not follow symbolic links to
/// folders.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    entries.sort();
    let mut found = Vec::new();
    for path in entries {
        if path.symlink_metadata().is_ok_and(|about| about.is_dir()) {
            found.extend(files(&path)?);
        } else if is_ours(&path) || THEIRS.iter().any(|ending| has_ending(&path, ending)) {
            found.push(path);
        }
    }
    Ok(found)
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found == ending)
}

fn is_ours(path: &Path) -> bool {
    has_ending(path, OURS)
}

/// Returns the matches in these files. A match that occurs twice is returned only once.
fn games(folder: &Path, files: &[PathBuf], read: ReadResult) -> Vec<Game> {
    let mut games: Vec<Game> = Vec::new();
    let mut known = HashMap::new();
    for path in files {
        let file = printable(&path.strip_prefix(folder).unwrap_or(path).to_string_lossy());
        match bytes(path).and_then(|bytes| read(&bytes)) {
            Err(err) => eprintln!("{}", t!("skipped: %{file}: %{fault}", file, fault = err)),
            Ok(result) => match known.get(&result.fingerprint) {
                Some(other) => {
                    eprintln!("{}", t!("skipped: %{file}: the same match as %{other}", file, other))
                }
                None => {
                    known.insert(result.fingerprint, file.clone());
                    games.push(Game { file, result });
                }
            },
        }
    }
    games
}

/// Returns the content of a replay file, converted to the contest's format if necessary.
fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    if !is_ours(path) {
        return read_text_file(path).map_err(|err| err.to_string());
    }
    let file = files::open_to_read(path).map_err(|err| err.to_string())?;
    contest_replay(file).map(String::into_bytes).map_err(|err| err.to_string())
}

/// Returns the report as CSV, with a line for each player in each match.
fn report(games: &[Game]) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(["game", "file", "seat", "player", "rank", "score", "status", "turns", "game_turns"])?;
    for (number, game) in games.iter().enumerate() {
        for (seat, player) in game.result.players.iter().enumerate() {
            let (number, seat) = ((number + 1).to_string(), (seat + 1).to_string());
            let (rank, score) = (player.rank.to_string(), player.score.to_string());
            let (turns, all) = (player.turns.to_string(), game.result.turns.to_string());
            let name = printable(&player.name);
            out.write_record([
                &number,
                &game.file,
                &seat,
                &name,
                &rank,
                &score,
                &player.status,
                &turns,
                &all,
            ])?;
        }
    }
    Ok(out.into_inner()?)
}

/// Returns the summary as CSV, with a line for each player.
fn summary(records: &[Record]) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "player",
        "wins",
        "draws",
        "losses",
        "points_won",
        "points_lost",
        "survived",
        "games",
    ])?;
    for record in records {
        let counts = [record.wins, record.draws, record.losses].map(|count| count.to_string());
        let points = [record.points_won, record.points_lost].map(|points| points.to_string());
        let rest = [record.survived, record.games].map(|count| count.to_string());
        out.write_record([printable(&record.name)].into_iter().chain(counts).chain(points).chain(rest))?;
    }
    Ok(out.into_inner()?)
}

/// The titles of the columns in the summary for people.
const HEAD: [&str; 7] = [
    later!("player"),
    later!("wins"),
    later!("draws"),
    later!("losses"),
    later!("points"),
    later!("survived"),
    later!("games"),
];

fn columns() -> impl Iterator<Item = Column> {
    const IMPORTANCE: [Importance; 7] = [
        Importance::Essential,
        Importance::High,
        Importance::High,
        Importance::High,
        Importance::Middle,
        Importance::Low,
        Importance::Middle,
    ];
    HEAD.iter().zip(IMPORTANCE).map(|(title, importance)| Column::titled(t!(*title), importance))
}

fn cells(record: &Record) -> [String; 7] {
    [
        printable(&record.name),
        record.wins.to_string(),
        record.draws.to_string(),
        record.losses.to_string(),
        format!("{}:{}", record.points_won, record.points_lost),
        record.survived.to_string(),
        record.games.to_string(),
    ]
}

fn in_markdown(records: &[Record], games: usize) -> Vec<u8> {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = HEAD.iter().map(|name| t!(*name)).collect();
    let mut text = t!("%{n} matches", n = games) + "\n\n" + &line(&head);
    text += "|---|---:|---:|---:|---:|---:|---:|\n";
    for record in records {
        let mut cells = cells(record);
        cells[0] = in_cell(&cells[0]);
        text += &line(&cells);
    }
    text.into_bytes()
}

/// Escapes a name so that it can be in a cell of a Markdown table.
fn in_cell(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if "\\`*_[]<>|&".contains(letter) {
            text.push('\\');
        }
        text.push(letter);
    }
    text
}

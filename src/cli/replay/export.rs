//! `wag replay export`: converts a replay to a format that other programs can read.

use super::super::answer::{ExitStatus, user_error};
use super::is_same;
use crate::output::{eprintln, stdout_for_file};
use anyhow::Context;
use clap::{Args as ClapArgs, value_parser};
use serde_json::{json, to_value};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::PathBuf;
use wag_core::files;
use wag_core::text::printable;
use wag_i18n::{message, t};
use wag_play::recorded::{named, open};
use wag_replay::{JsonHeader, ReplayError, ReplayJson};
use wag_server::pages;

#[derive(Debug, ClapArgs)]
pub struct ReplayExport {
    /// Replay file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub form: ExportForm,
    /// With --json, also print the state of the game before every Nth round, and the final state
    #[arg(long, value_name = "N", requires = "json", value_parser = value_parser!(u32).range(1..))]
    pub frames: Option<u32>,
    /// Output file [default: the terminal]
    #[arg(long, short, alias = "out", value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
#[group(required = true, multiple = false)]
pub struct ExportForm {
    /// JSON lines: the match, the first state, then one line per turn
    #[arg(long)]
    pub json: bool,
    /// A single self-contained page for a browser
    #[arg(long)]
    pub html: bool,
    /// The format of the contest that the game comes from
    #[arg(long = "as", value_name = "FORM", value_parser = ["contest"])]
    pub of_contest: Option<String>,
}

/// Writes the replay in the format that the user has requested.
pub fn run(options: &ReplayExport) -> anyhow::Result<ExitStatus> {
    let path = &options.file;
    let (game, blocks) = named(path, wag_games::open_replay(open(path)?))?;
    let damage =
        if options.form.html { blocks.damage() } else { blocks.check_end().err().into_iter().collect() };
    let json_replay = named(path, wag_games::json_replay_of(game, blocks))?;
    // This must be complete before the output is opened, because that may overwrite an existing file.
    let whole = match options.form {
        ExportForm { html: true, .. } => Some(named(path, pages::page_with_replay(&*json_replay, true))?),
        ExportForm { of_contest: Some(_), .. } => Some(named(path, wag_games::contest_replay(open(path)?))?),
        _ => None,
    };
    let mut out: Box<dyn Write> = match &options.output {
        None => Box::new(stdout_for_file()),
        Some(file) if is_same(file, path) => {
            return user_error(message!("--output is the replay file itself; choose another file"));
        }
        Some(file) => match files::open_to_write(file).and_then(|file| file.set_len(0).map(|()| file)) {
            Ok(file) => Box::new(file),
            Err(err) => {
                return user_error(message!(
                    "%{file} cannot be written: %{fault}",
                    file = file.display(),
                    fault = err
                ));
            }
        },
    };
    let written = match whole {
        Some(text) => out.write_all(text.as_bytes()).and_then(|()| out.flush()).map(|()| Vec::new()),
        None => write_lines(&*json_replay, options.frames, out),
    };
    match written {
        Err(err) if err.kind() == ErrorKind::BrokenPipe => Ok(ExitStatus::Success),
        Err(err) => Err(err).context(t!("the export cannot be written")),
        Ok(damaged) => {
            if options.form.html {
                eprintln!("{}", sources_line(&named(path, json_replay.header())?));
            }
            let damage: Vec<ReplayError> = damaged.into_iter().chain(damage).collect();
            for err in &damage {
                log::warn!(
                    "{}",
                    t!("%{path}: %{fault}; this part is left out", path = path.display(), fault = err)
                );
            }
            Ok(if damage.is_empty() { ExitStatus::Success } else { ExitStatus::Defect })
        }
    }
}

/// Returns a sentence that says whether a page contains the players' source files. The user must know this, because
/// everyone who gets the page can read them.
fn sources_line(header: &JsonHeader) -> String {
    let files: Vec<String> = header.sources.keys().map(|file| printable(file)).collect();
    match files.as_slice() {
        [] => t!("The page does not contain the source code of the AIs."),
        files => t!(
            "The page contains the source code of the AIs, which anyone who receives the page can read: %{files}",
            files = files.join(" ")
        ),
    }
}

/// Writes the header, the state before round 1, and a line for each turn. If `every` is given, also writes a line with
/// the state before every such round, and one with the final state. Returns an error for each part that cannot be read.
fn write_lines(
    json_replay: &dyn ReplayJson,
    every: Option<u32>,
    out: Box<dyn Write>,
) -> io::Result<Vec<ReplayError>> {
    let mut out = BufWriter::new(out);
    let mut damaged = Vec::new();
    writeln!(out, "{}", to_value(json_replay.header().map_err(io::Error::other)?)?)?;
    for number in 0..json_replay.chunks() {
        match json_replay.chunk(number) {
            Ok(chunk) => {
                if number == 0 {
                    writeln!(out, "{}", json!({"opening": chunk.opening, "frame": chunk.frame}))?;
                }
                if let Some((first, last)) = chunk.damaged {
                    damaged.push(ReplayError::Damaged { first, last });
                }
                let frames = every.and_then(|every| json_replay.frames(number, every).ok());
                // The second line has the state before round 1.
                let mut frames = frames.into_iter().flatten().filter(|(round, _)| *round > 1).peekable();
                for turn in chunk.turns {
                    while let Some((round, frame)) = frames.next_if(|(round, _)| *round <= turn.round) {
                        writeln!(out, "{}", json!({ "round": round, "frame": frame }))?;
                    }
                    writeln!(out, "{}", to_value(turn)?)?;
                }
                for (round, frame) in frames {
                    writeln!(out, "{}", json!({ "round": round, "frame": frame }))?;
                }
            }
            Err(err) => damaged.push(err),
        }
    }
    out.flush()?;
    Ok(damaged)
}

//! What the commands need to know of Warriors & Gatherers: maps and rules by name or file.

use super::line_up::{Ai, Entrant};
use super::mistake;
use crate::games::warriors::board::Board;
use crate::games::warriors::rules::Rules;
use crate::games::warriors::{PlayerSetup, SEATS, Setup, map_file, maps};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// The board of this name or file; odd things in the file are told as warnings.
pub fn board(word: &str) -> anyhow::Result<Board> {
    if let Some(map) = maps::find(word) {
        return Ok(maps::board_of(map));
    }
    let path = Path::new(word);
    let is_file = word.contains('/') || word.ends_with(".map") || path.exists();
    if !is_file {
        let names: Vec<&str> = maps::MAPS.iter().map(|map| map.name).collect();
        return mistake(format!(
            "no map is called {word:?}; there are {}, or name a file such as {word}.map",
            names.join(", ")
        ));
    }
    let bytes = match read(path) {
        Ok(bytes) => bytes,
        Err(fault) => {
            return mistake(format!(
                "the map {word} can't be read: {fault}; `wag maps` lists the built-in ones"
            ));
        }
    };
    match map_file::parse(&bytes) {
        Ok(parsed) => {
            for warning in parsed.warnings {
                log::warn!("{word}, {warning}");
            }
            Ok(parsed.board)
        }
        Err(fault) => mistake(format!("{word}, {fault}")),
    }
}

/// No map and no rules file is longer, in bytes.
const FILE_MAX: u64 = 1 << 24;

/// The whole of a file or pipe, unless it has no end.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(FILE_MAX + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > FILE_MAX {
        return Err(std::io::Error::other(format!("it has more than {FILE_MAX} bytes")));
    }
    Ok(bytes)
}

/// The default rules, or those of a file, with another length if one is asked for.
pub fn rules(file: Option<&Path>, rounds: Option<u32>) -> anyhow::Result<Rules> {
    let mut rules = match file {
        None => Rules::default(),
        Some(file) => {
            let read = read(file).and_then(|bytes| {
                String::from_utf8(bytes).map_err(|_| std::io::Error::other("it is no text in UTF-8"))
            });
            let text = match read {
                Ok(text) => text,
                Err(fault) => {
                    return mistake(format!(
                        "the rules file {} can't be read: {fault}; `wag rules` prints one to begin with",
                        file.display()
                    ));
                }
            };
            match Rules::parse(&text) {
                Ok(rules) => rules,
                Err(fault) => return mistake(format!("{}: {fault}", file.display())),
            }
        }
    };
    if let Some(rounds) = rounds {
        rules.rounds = rounds;
        if let Err(fault) = rules.check() {
            return mistake(format!("--rounds: {fault}"));
        }
    }
    Ok(rules)
}

/// Everything that decides a match besides seed and orders.
pub fn setup(board: Board, rules: Rules, entrants: &[Entrant]) -> Setup {
    let player = |seat: usize| PlayerSetup {
        name: entrants[seat].name.clone(),
        starts_empty: entrants[seat].ai == Ai::Dummy,
    };
    let players: [PlayerSetup; SEATS] = std::array::from_fn(player);
    Setup { board: Arc::new(board), rules, players }
}

//! `wag gems`: the gem duel.

pub mod args;
pub mod entrant;
mod fm_game;
mod game;
mod league;
mod manual;
pub mod one_game;
pub mod seats;
mod teller;
mod terminal;

use super::generate::write_new;
use super::{Done, mistake, play, print};
use crate::games::gems::board::Board;
use crate::games::gems::create::create;
use anstream::eprintln;
use std::path::Path;

pub use args::Gems;
use args::GemsCommand;

pub fn run(options: &Gems) -> anyhow::Result<Done> {
    match &options.command {
        GemsCommand::Create(options) => {
            new_board(&options.file, options.seed, "wag gems play {} --ai1 greedy --ai2 ref")
        }
        GemsCommand::Play(options) => game::run(options),
        GemsCommand::League(options) => league::run(options),
        GemsCommand::FmGame(options) => fm_game::run(options),
    }
}

/// Writes a board, and tells how to play on it: with `{}` for the file.
fn new_board(file: &Path, seed: Option<u64>, play_on_it: &str) -> anyhow::Result<Done> {
    let drawn = seed.is_none();
    let seed = seed.map_or_else(play::drawn_seed, Ok)?;
    write_new(file, &create(seed).to_text(), "board.dat")?;
    let name = file.display().to_string();
    eprintln!("{name} holds a new board; a match on it: {}", play_on_it.replace("{}", &name));
    if drawn {
        eprintln!("the same board again: wag gems create FILE --seed {seed}");
    }
    Ok(Done::Well)
}

/// Reads a board file; the `remedy` makes one.
fn read_board(file: &Path, remedy: &str) -> anyhow::Result<Board> {
    let name = file.display();
    match std::fs::read(file) {
        Err(fault) => mistake(format!("the board {name} can't be read: {fault}; {remedy} makes one")),
        Ok(text) => Board::parse(&text).or_else(|fault| mistake(format!("{name} is no board: {fault}"))),
    }
}

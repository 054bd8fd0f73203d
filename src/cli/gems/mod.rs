//! `wag gems`: the gem duel.

mod args;
mod game;
mod league;
mod seats;

use super::generate::write_new;
use super::{Done, mistake, play, print};
use crate::games::gems::board::Board;
use crate::games::gems::create::create;
use anstream::eprintln;
use std::path::Path;

pub use args::Gems;
use args::{Create, GemsCommand};

pub fn run(options: &Gems) -> anyhow::Result<Done> {
    match &options.command {
        GemsCommand::Create(options) => new_board(options),
        GemsCommand::Play(options) => game::run(options),
        GemsCommand::League(options) => league::run(options),
    }
}

fn new_board(options: &Create) -> anyhow::Result<Done> {
    let seed = options.seed.map_or_else(play::drawn_seed, Ok)?;
    write_new(&options.file, &create(seed).to_text())?;
    let file = options.file.display();
    eprintln!("{file} holds a new board; a match on it: wag gems play {file} --ai1 greedy --ai2 ref");
    if options.seed.is_none() {
        eprintln!("the same board again: --seed {seed}");
    }
    Ok(Done::Well)
}

/// Reads a board file.
fn read_board(file: &Path) -> anyhow::Result<Board> {
    let name = file.display();
    match std::fs::read(file) {
        Err(fault) => mistake(format!("the board {name} can't be read: {fault}; wag gems create makes one")),
        Ok(text) => Board::parse(&text).or_else(|fault| mistake(format!("{name} is no board: {fault}"))),
    }
}

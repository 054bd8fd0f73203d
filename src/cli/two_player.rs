//! `wag two-player`: plays two-player games in a separate process that can run Python and use the terminal.
//!
//! Both players and the game are objects in that process, so a player that cheats can spoil only its own game. The
//! process reports whose move it is. If a player exceeds its time limit and cannot be interrupted, this command kills
//! the process; a tournament continues in a new process.

use super::answer::{ExitStatus, print, user_error};
use crate::cli::words::seconds;
use anyhow::Context;
use clap::{Args as ClapArgs, Subcommand, value_parser};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use wag_core::files;
use wag_core::text::printable;
use wag_i18n::{message, t};
use wag_two_player::{End, GameResult, Order, Results, Standing, TerminalGame, Tournament};

#[derive(Debug, ClapArgs)]
pub struct TwoPlayer {
    #[command(subcommand)]
    pub command: TwoPlayerCommand,
}

#[derive(Debug, Subcommand)]
pub enum TwoPlayerCommand {
    /// Play one game and show it move by move
    #[command(after_help = TWO_PLAYER_HELP)]
    Play(TwoPlayerPlay),
    /// Play a round-robin tournament
    #[command(after_help = TWO_PLAYER_HELP)]
    Tournament(TwoPlayerTournament),
}

pub const TWO_PLAYER_HELP: &str = "\
Games: SimpleNim:21  Nim:1,3,5,7  TicTacToe  ConnectFour:7,6  Reversi:8  or your own: my_game.py:Race.
Players: Human, Random, Minimax:3, AlphaBeta:5, Perfect, Nim, or your own: my_player.py:Clever. ADA=Random names a player ADA.
Your own classes run without a sandbox. See docs/two-player.md.";

#[derive(Debug, ClapArgs)]
pub struct TwoPlayerPlay {
    /// Game
    #[arg(value_name = "GAME[:ARGS]")]
    pub game: String,
    /// Player that begins
    #[arg(value_name = "PLAYER")]
    pub first: String,
    /// Player that moves second
    #[arg(value_name = "PLAYER")]
    pub second: String,
    /// Random seed
    #[arg(long)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub terms: TwoPlayerTerms,
}

#[derive(Debug, ClapArgs)]
pub struct TwoPlayerTournament {
    /// Game
    #[arg(value_name = "GAME[:ARGS]")]
    pub game: String,
    /// Players, separated by commas: NAME, NAME:ARGUMENT, or FILE:CLASS for your own, such as Random,Minimax:3,a.py:Ada
    #[arg(long, value_name = "PLAYERS", required = true)]
    pub players: String,
    /// Number of rounds; in each round every pair plays two games, so that each player begins once
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u32).range(1..=100_000))]
    pub rounds: u32,
    /// Random seed
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub terms: TwoPlayerTerms,
}

#[derive(Debug, ClapArgs)]
pub struct TwoPlayerTerms {
    /// Time limit per move, in seconds; people have no limit
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub time_limit: Duration,
    /// File for the output of the players
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

/// Plays the game or tournament that the user has requested.
pub fn run(options: &TwoPlayer) -> anyhow::Result<ExitStatus> {
    // The players' process handles Ctrl+C, with which a person resigns.
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::new(AtomicBool::new(false)))
        .context(t!("the signal handlers cannot be installed"))?;
    match &options.command {
        TwoPlayerCommand::Play(play) => {
            let players = vec![play.first.as_str(), play.second.as_str()];
            let mut order = order(&play.game, players, &play.terms);
            order.seed = play.seed;
            begin_log(&play.terms)?;
            let mut table = TerminalGame::start(&mut order, Results::for_game())?;
            match table.run_to_end()? {
                End::Success => {}
                End::Interrupted => return Ok(ExitStatus::Interrupted),
                End::Failed => return Ok(ExitStatus::Defect),
                End::Lost(result) => table.results.add(result),
            }
            // If the game ended by its rules, the process has printed the winner.
            let fault = table.results.played().last().and_then(GameResult::fault);
            fault.map_or(Ok(ExitStatus::Success), |fault| print(&format!("{fault}\n")))
        }
        TwoPlayerCommand::Tournament(options) => {
            let players = split(&options.players);
            if players.len() < 2 {
                return user_error(message!(
                    "a tournament needs at least two players: --players Random,Perfect"
                ));
            }
            let mut order = order(&options.game, players, &options.terms);
            order.seed = Some(options.seed);
            begin_log(&options.terms)?;
            play_tournament(order, options.rounds)
        }
    }
}

/// Plays a tournament. Each time a process ends during a move, continues with a new process.
fn play_tournament(mut order: Order<'_>, rounds: u32) -> anyhow::Result<ExitStatus> {
    let mut results = Results::for_tournament(order.players.len(), rounds);
    loop {
        order.tournament = Some(Tournament { rounds, results: results.played().to_vec() });
        let mut table = TerminalGame::start(&mut order, results)?;
        let end = table.run_to_end()?;
        results = std::mem::take(&mut table.results);
        match end {
            End::Success => return print(&tournament_report(&table.standings, results.played())),
            End::Interrupted => return Ok(ExitStatus::Interrupted),
            End::Failed => return Ok(ExitStatus::Defect),
            End::Lost(result) => results.add(result),
        }
    }
}

/// The maximum number of reasons for lost or void games that the report of a tournament lists.
const FAILURES_SHOWN_MAX: usize = 10;

/// Returns the table of a tournament, and a list of the reasons for games that did not end by the rules.
fn tournament_report(standings: &[Standing], played: &[GameResult]) -> String {
    let (player, points, won) = (t!("Player"), t!("Points"), t!("Won"));
    let (drawn, lost) = (t!("Drawn"), t!("Lost"));
    let [p, w, d, l] = [&points, &won, &drawn, &lost].map(|head| head.chars().count());
    let names: Vec<String> = standings.iter().map(|row| printable(&row.name)).collect();
    let width = names.iter().chain([&player]).map(|name| name.chars().count()).max().unwrap_or_default();
    let mut text = format!("{player:width$}  {points}  {won}  {drawn}  {lost}\n");
    for (name, Standing { points, wins, draws, losses, void, .. }) in names.iter().zip(standings) {
        let void = if *void > 0 { t!("  (%{void} of them void)", void) } else { String::new() };
        text += &format!("{name:width$}  {points:p$}  {wins:w$}  {draws:d$}  {losses:l$}{void}\n");
    }
    let mut seen = HashSet::new();
    let faults: Vec<String> =
        played.iter().filter_map(GameResult::fault).filter(|fault| seen.insert(fault.clone())).collect();
    faults.iter().take(FAILURES_SHOWN_MAX).for_each(|fault| text += &format!("{fault}\n"));
    if let Some(n) = faults.len().checked_sub(FAILURES_SHOWN_MAX).filter(|more| *more > 0) {
        text += &t!("and %{n} other reasons for lost or void games\n", n);
    }
    text
}

fn order<'a>(game: &'a str, players: Vec<&'a str>, terms: &TwoPlayerTerms) -> Order<'a> {
    let log = terms.log.as_ref().map(|file| file.to_string_lossy().into_owned());
    let time_limit = terms.time_limit.as_secs_f64();
    Order { game, players, seed: None, time_limit, log, pipe: -1, tournament: None }
}

/// Creates the log as a regular file, without following a symbolic link. The processes of a tournament append to it.
fn begin_log(terms: &TwoPlayerTerms) -> anyhow::Result<()> {
    match &terms.log {
        Some(file) => match files::write(file, b"") {
            Ok(()) => Ok(()),
            Err(fault) => {
                user_error(message!("%{file} cannot be written: %{fault}", file = file.display(), fault))
            }
        },
        None => Ok(()),
    }
}

/// Splits a list of players such as `Random,Minimax:3,a.py:Ada:1,2`. A number after a comma is an argument of the
/// player before it.
fn split(players: &str) -> Vec<&str> {
    let mut begin = 0;
    let mut found = Vec::new();
    for (comma, _) in players.match_indices(',') {
        let is_argument =
            players[comma + 1..].trim_start().starts_with(|c: char| c.is_ascii_digit() || "-[(".contains(c));
        if !is_argument {
            found.push(players[begin..comma].trim());
            begin = comma + 1;
        }
    }
    found.push(players[begin..].trim());
    found.retain(|player| !player.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn numbers_belong_to_the_player_before_them() {
        assert_eq!(
            split("Random,Minimax:3, a.py:Ada:1,2,B=Perfect,"),
            ["Random", "Minimax:3", "a.py:Ada:1,2", "B=Perfect"]
        );
        assert!(split("").is_empty());
    }
}

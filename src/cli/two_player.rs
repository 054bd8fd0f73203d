//! `wag two-player`: games for two, in a process of their own that has Python and the terminal.
//!
//! Both players and the game are objects of that process: who spoils it spoils his own game only. It tells who is thinking;
//! whoever overruns his time and can't be interrupted is ended with his process, and a tournament goes on in a new one.

use super::answer::{Done, mistake, print};
use super::args::{TwoPlayer, TwoPlayerCommand, TwoPlayerTerms};
use crate::language::t;
use crate::two_player::{AtTheTerminal, End, Order, Results, Tournament};
use anyhow::Context;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Plays what was asked for.
pub fn run(options: &TwoPlayer) -> anyhow::Result<Done> {
    // Ctrl+C is the players' process's: a person resigns by it.
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::new(AtomicBool::new(false)))
        .context(t!("the signals can't be caught"))?;
    match &options.command {
        TwoPlayerCommand::Play(play) => {
            let players = vec![play.first.as_str(), play.second.as_str()];
            let mut order = order(&play.game, players, &play.terms);
            order.seed = play.seed;
            match AtTheTerminal::start(&mut order, Results::of_a_game())?.until_the_end()? {
                End::Well => Ok(Done::Well),
                End::Interrupted => Ok(Done::Interrupted),
                End::Failed => Ok(Done::Defect),
                End::Lost(result) => print(&format!("{}\n", result.explanation)),
            }
        }
        TwoPlayerCommand::Tournament(options) => {
            let players = split(&options.players);
            if players.len() < 2 {
                return mistake(t!("a tournament needs at least two players: --players Random,Perfect"));
            }
            let mut order = order(&options.game, players, &options.terms);
            order.seed = Some(options.seed);
            begin_log(&options.terms)?;
            play_tournament(order, options.rounds)
        }
    }
}

/// Starts as many processes as it takes.
fn play_tournament(mut order: Order<'_>, rounds: u32) -> anyhow::Result<Done> {
    let mut results = Results::of_a_tournament(order.players.len(), rounds);
    loop {
        order.tournament = Some(Tournament { rounds, results: results.played().to_vec() });
        let mut table = AtTheTerminal::start(&mut order, results)?;
        let end = table.until_the_end()?;
        results = std::mem::take(&mut table.results);
        match end {
            End::Well => return Ok(Done::Well),
            End::Interrupted => return Ok(Done::Interrupted),
            End::Failed => return Ok(Done::Defect),
            End::Lost(result) => results.add(result),
        }
    }
}

fn order<'a>(game: &'a str, players: Vec<&'a str>, terms: &TwoPlayerTerms) -> Order<'a> {
    let log = terms.log.as_ref().map(|file| file.to_string_lossy().into_owned());
    let time_limit = terms.time_limit.as_secs_f64();
    Order { game, players, seed: None, time_limit, log, pipe: -1, tournament: None }
}

/// The process appends to the log, as there may be several.
fn begin_log(terms: &TwoPlayerTerms) -> anyhow::Result<()> {
    match &terms.log {
        Some(file) => match std::fs::write(file, "") {
            Ok(()) => Ok(()),
            Err(fault) => mistake(t!("%{file} can't be written: %{fault}", file = file.display(), fault)),
        },
        None => Ok(()),
    }
}

/// Takes `Random,Minimax:3,a.py:Ada:1,2` apart: a number belongs to the player before it.
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

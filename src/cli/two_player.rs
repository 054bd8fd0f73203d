//! `wag two-player`: names the command that has replaced it.

use super::answer::{ExitStatus, user_error};
use clap::Args as ClapArgs;
use std::ffi::OsString;
use wag_core::text::quoted;
use wag_i18n::{message, t};

#[derive(Debug, ClapArgs)]
pub struct TwoPlayer {
    /// Arguments of the former command
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub words: Vec<OsString>,
}

/// Reports the command to use instead, as a user error.
pub fn run(options: &TwoPlayer) -> anyhow::Result<ExitStatus> {
    let words: Vec<String> = options.words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let command = replacement(&words);
    user_error(message!(
        "`wag two-player` has become `wag play`, `wag series` and `wag tournament`; use: wag %{command}",
        command
    ))
}

/// The options that replace the numbers after the name of a built-in game.
const GAME_OPTIONS: [(&str, &[&str]); 5] = [
    ("SimpleNim", &["--count"]),
    ("Nim", &["--heaps"]),
    ("ConnectFour", &["--columns", "--rows", "--connect"]),
    ("VierGewinnt", &["--columns", "--rows", "--connect"]),
    ("Reversi", &["--size"]),
];

/// Returns the command, without `wag`, that does what `wag two-player` with these arguments did. Its logs are written
/// anyway.
fn replacement(words: &[String]) -> String {
    let Some((command, words)) = words.split_first().filter(|(command, _)| is_command(command)) else {
        return ["play", &t!("GAME PLAYER PLAYER")].join(" ");
    };
    let (mut places, mut options, mut rounds) = (Vec::new(), Vec::new(), None);
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        if !word.starts_with("--") {
            places.push(word);
            continue;
        }
        let (name, value) = word.split_once('=').unwrap_or_else(|| (word, words.next().unwrap_or_default()));
        match name {
            "--players" => places.extend(split(value)),
            "--rounds" => rounds = value.parse::<usize>().ok(),
            "--seed" => options.extend(["--seed".to_string(), value.to_string()]),
            "--time-limit" => options.extend(["--turn-time".to_string(), value.to_string()]),
            _ => {}
        }
    }
    let Some((game, players)) = places.split_first() else {
        return format!("{command} {}", t!("GAME PLAYER PLAYER"));
    };
    let (game, game_options) = game_and_options(game);
    let games = rounds.map(|rounds| rounds.saturating_mul(2 * players.len().saturating_sub(1)));
    options.extend(games.into_iter().flat_map(|games| ["--games".to_string(), games.to_string()]));
    let players = players.iter().map(|word| player(word));
    let words: Vec<String> =
        [game.to_string()].into_iter().chain(players).chain(game_options).chain(options).collect();
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("{command} {}", words.join(" "))
}

fn is_command(word: &str) -> bool {
    ["play", "tournament"].contains(&word)
}

/// Splits a game such as `SimpleNim:21` or `race.py:Race:20` into the game and the options for its numbers. The
/// parameters of a user's class are unknown.
fn game_and_options(word: &str) -> (&str, Vec<String>) {
    let class = word.find(".py:").map_or(0, |at| at + ".py:".len());
    let Some(colon) = word[class..].find(':').map(|at| class + at) else { return (word, Vec::new()) };
    let (game, numbers) = (&word[..colon], word[colon + 1..].trim_matches(['[', ']']));
    let known =
        GAME_OPTIONS.iter().find(|(name, _)| *name == game).map_or(&["--PARAMETER"][..], |(_, names)| names);
    let values: Vec<&str> = if let [_] = known { vec![numbers] } else { numbers.split(',').collect() };
    let options =
        known.iter().zip(values).flat_map(|(name, value)| [name.to_string(), value.trim().to_string()]);
    (game, options.collect())
}

/// Returns the present spelling of a player such as `Ada=Human` or `MinimaxPlayer:3`.
fn player(word: &str) -> String {
    let (name, spec) = word.split_once('=').map_or(("", word), |(name, spec)| (name, spec));
    let (class, number) = spec.split_at(spec.find(':').unwrap_or(spec.len()));
    let class = match class.strip_suffix("Player").unwrap_or(class) {
        "Human" => "human",
        short => short,
    };
    let equals = if name.is_empty() { "" } else { "=" };
    format!("{name}{equals}{class}{number}")
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
    use super::replacement;

    #[test]
    fn former_commands_are_rewritten() {
        for (former, expected) in [
            ("", "play GAME PLAYER PLAYER"),
            ("--help", "play GAME PLAYER PLAYER"),
            ("tournament", "tournament GAME PLAYER PLAYER"),
            ("play SimpleNim Ada=Human MinimaxPlayer:3", "play SimpleNim Ada=human Minimax:3"),
            ("play SimpleNim:21 Human Nim --seed=3", "play SimpleNim human Nim --count 21 --seed 3"),
            ("play Nim:[1,3] A=Random Random", "play Nim A=Random Random --heaps 1,3"),
            (
                "play ConnectFour:5,4 Random own.py:Clever --time-limit 2 --log x",
                "play ConnectFour Random own.py:Clever --columns 5 --rows 4 --turn-time 2",
            ),
            ("play race.py:Race Random Random", "play race.py:Race Random Random"),
            ("play race.py:Race:20 Random Random", "play race.py:Race Random Random --PARAMETER 20"),
            (
                "tournament TicTacToe --players Random,Minimax:3,B=Perfect --rounds 2",
                "tournament TicTacToe Random Minimax:3 B=Perfect --games 8",
            ),
        ] {
            let words: Vec<String> = former.split_whitespace().map(str::to_string).collect();
            assert_eq!(replacement(&words), expected, "{former}");
        }
    }
}

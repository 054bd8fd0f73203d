//! `wag bench`: measures the engine's overhead in fixed matches.

use super::answer::{ExitStatus, print};
use super::table::{Column, Table};
use super::with_game::{GameCommand, WithGame};
use anyhow::Context;
use clap::{Args as ClapArgs, value_parser};
use serde_json::json;
use wag_i18n::{decimal, t};
use wag_play::{BotFigures, Crowded, FileFigures, GameSteps, Light};
use wag_players::exchange;
use wag_sandbox::cores;

#[derive(Clone, Debug, ClapArgs)]
pub struct Bench {
    /// Number of matches per map or board
    #[arg(long = "games", alias = "matches", value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..=1000))]
    pub matches: u32,
    /// Number of rounds per match, if the game has that option
    #[arg(long, default_value_t = 300, value_parser = value_parser!(u32).range(3..=1_000_000))]
    pub rounds: u32,
    /// Print the figures as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl GameCommand for Bench {}

/// Measures and prints all figures.
pub fn run(options: &WithGame<Bench>) -> anyhow::Result<ExitStatus> {
    cores::pin_to_current_core();
    let Bench { matches, rounds, json: as_json } = options.words;
    let figures = wag_play::measure(options.game, matches, rounds)?;
    if as_json {
        let exchanges = measure_exchanges()?;
        let us = |time: std::time::Duration| time.as_secs_f64() * 1e6;
        let object = json!({
            "game": options.game.info.name,
            "matches": matches,
            "rounds": rounds,
            "figures": figures,
            "exchanges": {
                "count": exchanges.exchanges,
                "bare_us": us(exchanges.bare),
                "lines_us": us(exchanges.lines),
                "json_us": us(exchanges.json),
            },
            "games_in_python": measure_games()?,
        });
        return print(&format!("{object}\n"));
    }
    if let Some(files) = &figures.files {
        print(&in_words(files, matches))?;
    }
    if let Some(turns_per_s) = figures.rules_turns_per_s {
        print(&t!(
            "\nRules only, on the first map or board, without players: %{turns_per_s} turns/s\n",
            turns_per_s = decimal(turns_per_s, 0)
        ))?;
    }
    if !figures.bots.is_empty() {
        print(&t!(
            "\nMatches of a built-in player against itself, on the first map or board, on one core and without logs:\n%{figures}\n",
            figures = bots(&figures.bots)
        ))?;
    }
    if !figures.crowds.is_empty() {
        print(&t!(
            "\nCrowded boards. Rules: rules and the messages to and from the players, on one core. Programs: a complete turn with programs\nthat only answer, with limits and sandbox. Python files: their own code, and the rest of the turn (overhead):\n%{figures}\n",
            figures = crowds(&figures.crowds)
        ))?;
    }
    print(&exchanges_in_words(&measure_exchanges()?))?;
    print(&games_in_words(&measure_games()?))
}

fn bots(figures: &[BotFigures]) -> Table {
    let mut table = Table::new([Column::essential("player").wrapped(), Column::high("matches/s")]);
    for BotFigures { bot, matches_per_s } in figures {
        table.row([(*bot).to_string(), decimal(*matches_per_s, 1)]);
    }
    table
}

fn measure_games() -> anyhow::Result<Vec<GameSteps>> {
    wag_play::measure_game_steps().context(t!("the steps of games in Python cannot be measured"))
}

fn games_in_words(games: &[GameSteps]) -> String {
    let mut table = Table::new([
        Column::essential("game").wrapped(),
        Column::high("µs/step"),
        Column::middle("round trips"),
        Column::high("steps/s"),
        Column::middle("start ms"),
    ]);
    for GameSteps { game, step_us, round_trips, start_ms } in games {
        table.row([
            t!(*game),
            decimal(*step_us, 1),
            decimal(*round_trips, 2),
            decimal(1e6 / step_us, 0),
            decimal(*start_ms, 1),
        ]);
    }
    t!(
        "\nSteps of games in Python in which two bots of the file play, including the game's own code, with limits and sandbox\n(medians of 7 runs):\n%{figures}\n",
        figures = table
    )
}

fn measure_exchanges() -> anyhow::Result<exchange::Figures> {
    exchange::measure(&wag_python::paths().1)
        .context(t!("the exchange of messages with players cannot be measured"))
}

/// Describes the times of message exchanges with a persistent program and with a TCP client, compared with the time of
/// a bare round trip between two processes.
fn exchanges_in_words(figures: &exchange::Figures) -> String {
    let us = |time: std::time::Duration| time.as_secs_f64() * 1e6;
    let (bare, lines, json) = (us(figures.bare), us(figures.lines), us(figures.json));
    t!(
        "\nbare round trip (244 bytes out, 15 back, two pipes, one core): %{bare} µs, median of %{exchanges}\npersistent program, line protocol, with limits and sandbox: %{lines} µs, %{lines_trips} times a bare round trip\nTCP client, JSON protocol: %{json} µs, %{json_trips} times a bare round trip\n",
        bare = decimal(bare, 1),
        exchanges = figures.exchanges,
        lines = decimal(lines, 1),
        lines_trips = decimal(lines / bare, 2),
        json = decimal(json, 1),
        json_trips = decimal(json / bare, 2)
    )
}

fn in_words(figures: &FileFigures, matches: u32) -> String {
    let FileFigures { seats, starts_ms, kept_starts_ms, .. } = figures;
    let resident = figures
        .resident_mib
        .map(|mib| t!("and use %{mib} MiB each, including shared pages\n", mib = decimal(mib, 1)));
    let resident = resident.unwrap_or_default();
    let kept = kept_starts_ms.map(|ms| {
        t!(
            "workers that have played a match before are ready for the next one after %{ms} ms\n",
            ms = decimal(ms, 1)
        )
    });
    let kept = kept.unwrap_or_default();
    let [(confined_us, confined_ms), (free_us, free_ms)] = figures.confined;
    let mut text = t!(
        "Medians over the turns of %{matches} matches each, with %{seats} players that run the same file.\nown code: the run time of a player's file, including its calls to the API;\noverhead: the rest of a turn, from the end of the last turn to the end of this one (views, pipes, rules, logs).\n\n%{figures}\n%{seats} workers are ready after %{starts_ms} ms (median of 11 starts)\n%{kept}%{resident}\nWith and without limits and sandbox, in alternating matches and starts:\noverhead on the first map or board: %{confined_us} and %{free_us} µs/turn; starting %{seats} workers: %{confined_ms} and %{free_ms} ms\n",
        matches,
        seats,
        figures = places(figures),
        starts_ms = decimal(*starts_ms, 1),
        kept,
        resident,
        confined_us = decimal(confined_us, 1),
        free_us = decimal(free_us, 1),
        confined_ms = decimal(confined_ms, 1),
        free_ms = decimal(free_ms, 1)
    );
    if !figures.light.is_empty() {
        text += &t!(
            "\nComplete turns of files that do almost nothing, including limits, sandbox and logs. A round trip is the minimum that two\nprocesses need to exchange messages, measured in the same run (medians of 7 runs):\n%{figures}\n",
            figures = light(figures)
        );
    }
    if !figures.calls.is_empty() {
        text += &t!(
            "\nA call to the API compared with the same call on a plain Python class (fastest of 25 runs of 20,000 calls):\n%{figures}\n",
            figures = calls(figures)
        );
    }
    text
}

fn places(figures: &FileFigures) -> Table {
    let mut table = Table::new([
        Column::essential("place").wrapped(),
        Column::high("turns/s"),
        Column::middle("own code"),
        Column::middle("own code µs/turn"),
        Column::high("overhead µs/turn"),
    ]);
    for place in &figures.places {
        table.row([
            place.place.to_string(),
            format!("{:.0}", place.turns_per_s),
            format!("{:.0} %", 100.0 * place.own_share),
            format!("{:.1}", place.own_us),
            format!("{:.1}", place.overhead_us),
        ]);
    }
    table
}

fn light(figures: &FileFigures) -> Table {
    let mut table = Table::new([
        Column::essential("file").wrapped(),
        Column::high("place").wrapped(),
        Column::high("µs/turn"),
        Column::middle("round trips"),
    ]);
    for Light { what, place, turn_us, round_trips } in &figures.light {
        table.row([t!(*what), t!(*place), decimal(*turn_us, 1), decimal(*round_trips, 2)]);
    }
    table
}

fn crowds(figures: &[Crowded]) -> Table {
    let mut table = Table::new([
        Column::essential("board").wrapped(),
        Column::high("turns/s"),
        Column::middle("programs µs/turn"),
        Column::middle("own code µs/turn"),
        Column::high("overhead µs/turn"),
    ]);
    let us = |time: Option<f64>| time.map(|us| decimal(us, 0)).unwrap_or_default();
    for Crowded { what, turns_per_s, programs_us, files_us } in figures {
        table.row([
            what.clone(),
            decimal(*turns_per_s, 0),
            us(*programs_us),
            us(files_us.map(|(own, _)| own)),
            us(files_us.map(|(_, rest)| rest)),
        ]);
    }
    table
}

fn calls(figures: &FileFigures) -> Table {
    let mut table = Table::new([
        Column::essential("call").wrapped(),
        Column::high("API ns"),
        Column::middle("plain class ns"),
        Column::high("ratio"),
    ]);
    for (call, ours, plain) in &figures.calls {
        table.row([
            call.clone(),
            format!("{ours:.0}"),
            format!("{plain:.0}"),
            format!("{:.2}", ours / plain),
        ]);
    }
    table
}

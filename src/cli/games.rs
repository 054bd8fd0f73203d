//! `wag games`: lists the games, describes a game, and lists or shows its built-in files.

use super::answer::{ExitStatus, print, user_error};
use super::picture;
use super::table::{Column, Table};
use crate::output::Paint;
use clap::Args as ClapArgs;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use wag_core::game::GameInfo;
use wag_core::game::{BuiltInFile, Kind, Opt};
use wag_core::text::printable;
use wag_games::{KnownGame, all, first};
use wag_i18n::{message, quote, t};
use wag_play::{PlayError, choose};
use wag_play::{RawOptions, describe_file, describe_files, describe_game};

#[derive(Debug, ClapArgs)]
pub struct Games {
    /// Game [default: list all games]
    pub game: Option<String>,
    /// Print the list or the description as one JSON object
    #[arg(long)]
    pub json: bool,
    /// List the built-in files for this option of the game
    #[arg(value_name = "OPTION")]
    pub option: Option<String>,
    /// Print this file, your own or a built-in one, as a picture or text
    #[arg(value_name = "FILE")]
    pub file: Option<String>,
}

/// Prints the list, description or file that the user has requested.
pub fn run(options: &Games) -> anyhow::Result<ExitStatus> {
    let Some(name) = &options.game else {
        return match options.json {
            true => print_json(&json!({ "games": all().map(describe_game).collect::<Vec<_>>() })),
            false => print(&list()),
        };
    };
    let game = find_game(name)?;
    let Some(option) = &options.option else {
        return match options.json {
            true => print_json(&serde_json::to_value(describe_game(game))?),
            false => print(&one(game.info)),
        };
    };
    let option = option_of(game.info, option)?;
    if options.json {
        let files = match &options.file {
            None => describe_files(game, option),
            Some(file) => vec![describe_file(game, option, file)?],
        };
        return print_json(&json!({ "game": game.info.name, "option": option.name, "files": files }));
    }
    match &options.file {
        None => print(&files(game, option)),
        Some(file) => print(&show(game, option, file)?),
    }
}

fn print_json(value: &Value) -> anyhow::Result<ExitStatus> {
    print(&format!("{value}\n"))
}

fn find_game(word: &str) -> anyhow::Result<KnownGame> {
    Ok(KnownGame::open(word, Path::new("")).map_err(PlayError::UserError)?)
}

fn option_of(info: &GameInfo, name: &str) -> anyhow::Result<&'static Opt> {
    let with_files = || info.options.iter().filter(|option| matches!(option.kind, Kind::File { .. }));
    match with_files().find(|option| option.name == name) {
        Some(option) => Ok(option),
        None if info.place_option().is_none() => {
            user_error(message!("%{title} has no option that takes a file", title = message!(info.title)))
        }
        None => {
            let names = with_files().map(|option| option.name).collect::<Vec<_>>().join(", ");
            user_error(message!(
                "%{title} has no files for %{name}; it has files for: %{names}",
                title = message!(info.title),
                name = quote(name),
                names
            ))
        }
    }
}

fn list() -> String {
    let mut table = Table::new([
        Column::essential("name"),
        Column::high("game"),
        Column::middle("players"),
        Column::high("what it is about").wrapped(),
    ]);
    for game in all() {
        let info = game.info;
        table.row(
            [info.name, &t!(info.title), &wag_play::seats_in_words(info), &t!(info.about)]
                .map(str::to_string),
        );
    }
    let name = first().info.name;
    t!(
        "%{table}\nDetails of a game: wag games %{name}    Play a match: wag play %{name} PLAYER ...\nIf you name no game, wag uses %{name}.\n",
        table,
        name
    )
}

/// Returns the description of a game.
fn one(info: &GameInfo) -> String {
    let mut text = format!("{}: {}\n\n", t!(info.title).bold(), t!(info.about));
    let _ = writeln!(text, "{}", t!("Players: %{seats}", seats = wag_play::seats_in_words(info)));
    if info.games > 1 {
        let _ = writeln!(text, "{}", t!("A match consists of %{games} games.", games = info.games));
    }
    let _ = writeln!(
        text,
        "{}",
        t!(
            "A turn may take %{turn_seconds} s (change this with --turn-time).",
            turn_seconds = info.turn_seconds
        )
    );
    let _ = writeln!(
        text,
        "{}",
        t!("A player is one of: %{players}", players = wag_play::players_in_words(info))
    );
    let mut players =
        Table::new([Column::essential("built-in player"), Column::high("what it does").wrapped()]);
    info.built_in.iter().for_each(|player| players.row([player.name.to_string(), t!(player.about)]));
    let _ = writeln!(text, "\n{players}");
    if !info.options.is_empty() {
        let mut options = Table::new([
            Column::essential("option"),
            Column::high("what it is").wrapped(),
            Column::high("usual").wrapped(),
        ]);
        info.options.iter().for_each(|option| options.row(row(option)));
        let _ = writeln!(text, "{options}");
    }
    for (command, is_there) in commands(info) {
        if is_there {
            let _ = writeln!(text, "{command}");
        }
    }
    text
}

fn row(option: &Opt) -> [String; 3] {
    let usual = match &option.kind {
        Kind::Number { usual, .. } => usual.map_or_else(String::new, |number| number.to_string()),
        Kind::Choice { usual, .. } | Kind::Text { usual } | Kind::File { usual, .. } => usual.to_string(),
        Kind::Flag => String::new(),
    };
    [format!("--{}", option.name), t!(option.help), usual]
}

fn commands(info: &GameInfo) -> Vec<(String, bool)> {
    let name = info.name;
    let line = |what: String, words: String| format!("{:<18} wag {words}", format!("{what}:"));
    let mut commands = vec![
        (format!("{:<18} {}", format!("{}:", t!("Play a match")), wag_play::example_command(info)), true),
        (line(t!("Write a player"), format!("new {name} {}", t!("DIR"))), !info.new.is_empty()),
        (line(t!("Learn in lessons"), format!("course {name}")), !info.lessons.is_empty()),
        (line(t!("Climb challenges"), format!("ladder {name}")), !info.stages.is_empty()),
    ];
    let makers = info.makers.iter().map(|maker| maker.name);
    commands.extend(
        makers.map(|maker| (line(t!("Generate a %{maker}", maker), format!("make {name} {maker}")), true)),
    );
    commands
}

/// Returns the list of the built-in files for an option.
fn files(game: KnownGame, option: &Opt) -> String {
    let Kind::File { built_in, ending, .. } = &option.kind else { return String::new() };
    let (name, option) = (game.info.name, option.name);
    if built_in.is_empty() {
        return t!(
            "There are no built-in ones. To use your own file: --%{option} FILE.%{ending}\n",
            option,
            ending
        );
    }
    let mut table = Table::new([
        Column::essential("name"),
        Column::high("size"),
        Column::middle("title").wrapped(),
        Column::high("character").wrapped(),
    ]);
    for file in *built_in {
        table.row(file_row(game, option, file));
    }
    let example = built_in[0].name;
    let players = if game.info.filler.is_some() { &[][..] } else { game.info.suggested };
    let play = [&["wag play", name][..], players].concat().join(" ");
    t!(
        "%{table}\nShow one: wag games %{name} %{option} %{example}    Play on one: %{play} --%{option} %{example}\nUse your own file: --%{option} FILE.%{ending}\n",
        table,
        name,
        option,
        example,
        play,
        ending
    )
}

fn file_row(game: KnownGame, option: &str, file: &BuiltInFile) -> [String; 4] {
    let look = (game.info.look)(option, (file.text)().as_bytes()).unwrap_or_default();
    let size = look.size.map_or_else(String::new, |(width, height)| format!("{width} x {height}"));
    [file.name.to_string(), size, look.title, t!(file.about)]
}

/// Returns a file as a picture if the game can draw it, otherwise as text.
fn show(game: KnownGame, option: &Opt, word: &str) -> anyhow::Result<String> {
    let Kind::File { built_in, .. } = &option.kind else { return Ok(String::new()) };
    let game_options = choose(game.info, &RawOptions::from([(option.name.to_string(), word.to_string())]))?;
    // The value that stands for no file has no picture.
    let Some((bytes, _)) = game_options.file(option.name) else { return Ok(files(game, option)) };
    let Some(sketch) = (game.info.sketch)(option.name, bytes) else {
        return Ok(String::from_utf8_lossy(bytes).into_owned());
    };
    let look = (game.info.look)(option.name, bytes).unwrap_or_default();
    let title = printable(&look.title);
    let title = if title.is_empty() { t!("(untitled)") } else { title };
    let size = look
        .size
        .map_or_else(String::new, |(width, height)| t!(": %{width} x %{height} fields", width, height));
    let about = built_in.iter().find(|file| file.name == word);
    let about = about.map_or_else(String::new, |file| format!("{}\n", t!(file.about)));
    Ok(format!("{}{size}\n{about}\n{}", title.bold(), picture::sketch(&sketch)))
}

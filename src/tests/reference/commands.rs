//! The pages `commands` and `limits`, and tests of the help of all commands.

use super::{add_table, assert_page, games};
use crate::cli::args::{Args, with_short_forms};
use crate::cli::examples::{Entry, OWN_OPTIONS, entry};
use crate::cli::help::{Extent, documented};
use crate::cli::limit_args::HEADING;
use crate::cli::read;
use clap::error::ErrorKind;
use clap::{Arg, Command, CommandFactory};
use std::fmt::Write;
use wag_games::{find, first};
use wag_play::{LIMIT_FIELDS, LimitField, Unit};

/// Calls `with` for a command and for all commands below it that users see. `path` has the names that lead to it, with those
/// of games.
fn for_each_command(command: &Command, path: &str, with: &mut impl FnMut(&Command, &str)) {
    with(command, path);
    // clap's own `help` has all commands as its subcommands.
    let is_own = |sub: &Command| sub.get_name() != "help" || !sub.has_subcommands();
    let is_shown = |sub: &&Command| !sub.is_hide_set() && sub.get_name() != "fives" && is_own(sub);
    for sub in command.get_subcommands().filter(is_shown) {
        for_each_command(sub, &format!("{path} {}", sub.get_name()), with);
    }
}

/// All commands, as the arguments are parsed.
fn program() -> Command {
    let mut program = with_short_forms(Args::command());
    program.build();
    program
}

fn names_of(path: &str) -> Vec<&str> {
    path.split(' ').skip(1).filter(|name| find(name).is_none()).collect()
}

#[test]
fn every_command_has_examples_that_parse() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for_each_command(
        &documented(with_short_forms(Args::command()), Extent::Long),
        "wag",
        &mut |command, path| {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let lines: Vec<&str> = match help.strip_prefix("Examples:\n") {
                Some(rest) => rest.lines().map_while(|line| line.strip_prefix("  ")).collect(),
                None => {
                    help.lines().next().and_then(|line| line.strip_prefix("Example: ")).into_iter().collect()
                }
            };
            if lines.is_empty() && path != "wag" {
                wrong.push(format!("{path} has no example"));
            }
            for line in lines {
                count += 1;
                let words = line.split(" > ").next().unwrap_or(line).split(' ').map(Into::into).collect();
                if let Err(err) = read(words)
                    && err.kind() != ErrorKind::DisplayHelp
                {
                    wrong.push(format!("{path}: {line}: {err}"));
                }
            }
        },
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 150, "{count}");
}

#[test]
fn short_help_has_at_most_15_lines() {
    let mut wrong = Vec::new();
    for columns in [80, 100] {
        for_each_command(
            &documented(with_short_forms(Args::command()), Extent::Short),
            "wag",
            &mut |command, path| {
                let text = command.clone().bin_name(path).term_width(columns).render_help().to_string();
                let lines = text.trim_end().lines().count();
                if lines > 15 || !text.contains("Usage: ") || !text.contains("--help") {
                    wrong.push(format!("{path} -h with {columns} columns has {lines} lines:\n{text}"));
                }
            },
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn limits_are_a_page_and_not_in_the_help() {
    let help = |line: &str| {
        let err = read(line.split(' ').map(Into::into).collect()).unwrap_err();
        assert_eq!(err.kind(), ErrorKind::DisplayHelp);
        err.to_string()
    };
    for line in
        ["wag play --help", "wag play ants --help", "wag tournament check --help", "wag client --help"]
    {
        let text = help(line);
        assert!(
            !text.contains("--turn-time") && text.contains("Limits: see wag help limits"),
            "{line}: {text}"
        );
    }
    assert!(!help("wag diff --help").contains("wag help limits"));
    assert!(help("wag play -h").len() < help("wag play --help").len());
}

#[test]
fn commands_page_is_current() {
    let mut page = String::from(
        "# Commands\n\n\
         All commands of `wag`, with their options; `wag COMMAND -h` prints the most used ones, `wag COMMAND --help` all.\n\n\
         `--lang de` or `--lang en`, before or after the command, sets the language of results and errors. Where `[GAME]` is left out, the game \
         is Warriors & Gatherers. The options of each game are on the page [options](options.md), the limits of players on the page [limits](limits.md).\n",
    );
    for_each_command(&program(), "wag", &mut |command, path| {
        let names = names_of(path);
        let is_of_a_game = path.split(' ').skip(1).any(|name| find(name).is_some());
        if let (Some(entry), false) = (entry(&names.join(" ")), is_of_a_game) {
            add_command(&mut page, command, &names, entry);
        }
    });
    assert_page("commands", &page);
}

fn add_command(page: &mut String, command: &Command, names: &[&str], entry: &Entry) {
    let mark = "#".repeat(names.len() + 1);
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let game =
        command.get_subcommands().filter(|sub| !sub.is_hide_set()).find_map(|sub| find(sub.get_name()));
    let examples = entry.examples_for(game.unwrap_or(first()).info).join("\n");
    let _ = write!(
        page,
        "\n{mark} wag {}\n\n{about}.\n\n```text\n{usage}\n```\n\n```sh\n{examples}\n```\n",
        names.join(" ")
    );
    let is_own = |arg: &&Arg| {
        let is_of_game = arg.get_help_heading().is_some();
        !arg.is_hide_set() && !is_of_game && !OWN_OPTIONS.contains(&arg.get_id().as_str())
    };
    let mut args: Vec<&Arg> = command.get_arguments().filter(is_own).collect();
    args.sort_by_key(|arg| !arg.is_positional());
    if !args.is_empty() {
        *page += "\n";
        add_table(page, &["argument", "meaning"], args.into_iter().map(arg_row));
    }
    let notes = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    for note in notes.split("\n\n").filter(|note| !note.is_empty() && !note.starts_with("Players of ")) {
        let lines: Vec<String> = note.lines().map(|line| format!("- {line}")).collect();
        let _ = write!(page, "\n{}\n", lines.join("\n"));
    }
    let has =
        |heading: fn(&str) -> bool| command.get_arguments().filter_map(Arg::get_help_heading).any(heading);
    let pages = [
        has(|heading| heading.starts_with("Options of ")).then_some("options"),
        has(|heading| heading == HEADING).then_some("limits"),
        entry.topic.map(|topic| topic.trim_end_matches(" --page")),
    ];
    let links: Vec<String> = pages.into_iter().flatten().map(|name| format!("[{name}]({name}.md)")).collect();
    if !links.is_empty() {
        let _ = write!(page, "\nSee also: {}\n", links.join(", "));
    }
}

fn arg_row(arg: &Arg) -> Vec<String> {
    let short = arg.get_short().map_or_else(String::new, |short| format!("-{short}, "));
    let mut help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let values: Vec<String> = match arg.get_action().takes_values() && !arg.is_hide_possible_values_set() {
        true => arg.get_possible_values().iter().map(|value| value.get_name().to_string()).collect(),
        false => Vec::new(),
    };
    if !values.is_empty() {
        help += &format!(" [values: {}]", values.join(", "));
    }
    let usual: Vec<String> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    if !usual.is_empty() && !arg.is_hide_default_value_set() && arg.get_action().takes_values() {
        help += &format!(" [default: {}]", usual.join(", "));
    }
    vec![format!("`{short}{arg}`"), help]
}

#[test]
fn limits_page_is_current() {
    let mut page = String::from(
        "# Limits of players\n\n\
         The options that limit time, memory, output and files of each player. `wag play`, `wag series`, `wag tournament` and every other command \
         that starts players has them.\n\n",
    );
    add_table(&mut page, &["option", "meaning", "values", "default"], LIMIT_FIELDS.iter().map(limit_row));
    let turn_times: Vec<String> =
        games().map(|game| format!("{} s in {}", game.info.turn_seconds, game.info.title)).collect();
    let usual = wag_sandbox::Limits::default();
    let _ = write!(page, "\nThe default of `--turn-time` is {}.\n\n", turn_times.join(", "));
    let program = program();
    let play = program.find_subcommand("play").unwrap();
    let switches = play.get_arguments().filter(|arg| {
        arg.get_help_heading() == Some(HEADING)
            && LIMIT_FIELDS.iter().all(|field| arg.get_id().as_str() != field.name)
    });
    add_table(&mut page, &["option", "meaning"], switches.map(arg_row));
    let _ = write!(
        page,
        "\n## Who has which limits\n\n\
         | player | limits |\n|---|---|\n\
         | Python AI | all; `--memory` is the address space of its process |\n\
         | persistent Python AI | all; frozen while others play, unless `--pondering` |\n\
         | program | all; `--memory` is that of all its processes together, of which it may have {}; frozen while others play, unless `--pondering` |\n\
         | client over TCP | the times: Wag does not start it, so it has no sandbox |\n\
         | built-in player, person | none |\n\n\
         Time is what a player computes and sleeps, not what it waits for a processor on a busy computer.\n\
         A turn that gets too little of the processor ends after ten times its limit, and at least a minute.\n\n\
         A Python AI that has lost three turns (time, memory, a crash) gets no more turns; a persistent player whose process ends does not come back. \
         [What an AI may use, and what stops it](sandbox.md) says what else players may not do.\n",
        usual.processes
    );
    assert_page("limits", &page);
}

fn limit_row(field: &LimitField) -> Vec<String> {
    let unit = match field.unit {
        Unit::Seconds => " s",
        Unit::Mebibytes => " MB",
        Unit::Kibibytes => " KB",
        Unit::Count => "",
    };
    let (meaning, usual) = field.help.split_once(" [default: ").unwrap();
    let usual = usual.trim_end_matches(']');
    // The help names the defaults; here they are compared with the limits that the engine has.
    let engine = field.of(&wag_sandbox::Limits::default()).map(|value| field.format(value));
    match usual.parse::<f64>() {
        Ok(_) => assert_eq!(engine.as_deref(), Some(usual), "--{}", field.name),
        Err(_) => assert!(engine.is_none() || field.name == "turn-time", "--{}: {usual}", field.name),
    }
    let usual = if usual.parse::<f64>().is_ok() { format!("{usual}{unit}") } else { usual.to_string() };
    let range =
        format!("{} to {}{unit}", field.format(*field.range.start()), field.format(*field.range.end()));
    vec![format!("`--{}`", field.name), meaning.to_string(), range, usual]
}

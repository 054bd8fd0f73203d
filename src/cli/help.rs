//! The help of the commands: `-h` prints the most used options, `--help` everything. The limits of players, which many
//! commands have, are a page of their own.

use super::examples::{Entry, OWN_OPTIONS, entry};
use super::limit_args;
use clap::{Arg, Command};
use wag_games::{KnownGame, find, first};

/// How much the help of a command contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The text of `-h`: at most 15 lines.
    Short,
    /// The text of `--help`: everything but the limits of players.
    Long,
}

/// The options that the short help shows first, the most used ones first.
const MOST_USED: [&str; 21] = [
    "round", "from", "player", "with", "of", "against", "hint", "games", "map", "size", "board", "replay",
    "replays", "into", "html", "save", "seed", "output", "account", "json", "debug",
];

/// The maximum number of subcommands and options in the short help.
const SHORT_OPTIONS_MAX: usize = 4;

/// Adds to each command its examples and the page that says more, and leaves out what `extent` does not contain.
pub fn documented(mut program: Command, extent: Extent) -> Command {
    program.build();
    match extent {
        Extent::Short => document(program, "", None, extent).override_help(SHORT_HELP),
        Extent::Long => document(program, "", None, extent),
    }
}

/// The answer to `wag -h`.
const SHORT_HELP: &str = "\
A game engine whose players are programs: write an AI in Python and let it play

Usage: wag [OPTIONS] [COMMAND]

  wag new my-ai              Create a folder with a first AI
  wag play yourAI.py         Play a match
  wag client                 Open Wag in your browser
  wag explain                Explain your last match
  wag course                 Learn in lessons

All commands: wag --help    A command: wag COMMAND -h    The pages: wag help";

/// Documents a command and its subcommands. `path` contains the names that lead to it, without the program and the game.
fn document(command: Command, path: &str, game: Option<KnownGame>, extent: Extent) -> Command {
    let command = command.mut_subcommands(|sub| match find(sub.get_name()) {
        Some(game) => document(sub, path, Some(game), extent),
        None => {
            let path = format!("{path} {}", sub.get_name());
            document(sub, path.trim_start(), game, extent)
        }
    });
    let Some(entry) = entry(path) else { return command };
    let game = game.or_else(|| find(games_of(&command).first()?)).unwrap_or(first());
    let examples = entry.examples_for(game.info);
    match extent {
        Extent::Short => shortened(command, &examples),
        Extent::Long => completed(command, entry, &examples),
    }
}

fn completed(command: Command, entry: &Entry, examples: &[String]) -> Command {
    let mut sections = vec![match examples {
        [example] => format!("Example: {example}"),
        examples => format!("Examples:\n  {}", examples.join("\n  ")),
    }];
    sections.extend(command.get_after_help().map(ToString::to_string));
    let has_limits = command.get_arguments().any(is_limit);
    let limits = has_limits.then(|| "Limits: see wag help limits".to_string());
    let more = entry.topic.map(|topic| format!("More: wag help {topic}"));
    let pointers: Vec<String> = limits.into_iter().chain(more).collect();
    sections.extend((!pointers.is_empty()).then(|| pointers.join("\n")));
    command
        .mut_args(|arg| if is_limit(&arg) { arg.hide(true) } else { arg })
        .after_help(sections.join("\n\n"))
}

fn is_limit(arg: &Arg) -> bool {
    arg.get_help_heading() == Some(limit_args::HEADING)
}

/// Leaves out all but the most used options and the first example.
fn shortened(command: Command, examples: &[String]) -> Command {
    let name = command.get_bin_name().unwrap_or(command.get_name()).to_string();
    let is_own =
        |sub: &&Command| !sub.is_hide_set() && sub.get_name() != "help" && find(sub.get_name()).is_none();
    let subcommands = command.get_subcommands().filter(is_own).count();
    let games = games_of(&command).join(", ");
    let shown = most_used(&command, SHORT_OPTIONS_MAX.saturating_sub(subcommands));
    let command = command
        .mut_args(|arg| {
            let is_shown = shown.iter().any(|id| *id == arg.get_id().as_str());
            // Positional arguments are only in the usage.
            let is_hidden = !is_shown && !arg.is_positional();
            if is_shown { brief(arg) } else { arg.hide(is_hidden) }
        })
        .mut_subcommands(|sub| {
            let is_hidden = !is_own(&&sub);
            let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
            sub.hide(is_hidden).about(first_part(&about).to_string())
        });
    let commands = if subcommands > 0 { "\n\n{subcommands}" } else { "" };
    let options = if shown.is_empty() { "" } else { "\n\n{options}" };
    let games = if games.is_empty() { String::new() } else { format!("Games: {games}\n") };
    command
        .help_template(format!("{{about}}\n\n{{usage-heading}} {{usage}}{commands}{options}{{after-help}}"))
        .after_help(format!("Example: {}\n{games}All options: {name} --help", examples[0]))
}

/// Returns the names of the games that a command is for.
fn games_of(command: &Command) -> Vec<String> {
    let shown = command.get_subcommands().filter(|sub| !sub.is_hide_set());
    shown.filter(|sub| find(sub.get_name()).is_some()).map(|sub| sub.get_name().to_string()).collect()
}

/// Returns the options that the short help shows, at most `most`.
fn most_used(command: &Command, most: usize) -> Vec<String> {
    let is_shown = |arg: &&Arg| {
        let is_of_all = OWN_OPTIONS.contains(&arg.get_id().as_str());
        !arg.is_positional() && !arg.is_hide_set() && !is_limit(arg) && !is_of_all
    };
    let rank = |arg: &&Arg| {
        MOST_USED.iter().position(|name| *name == arg.get_id().as_str()).unwrap_or(MOST_USED.len())
    };
    let mut options: Vec<&Arg> = command.get_arguments().filter(is_shown).collect();
    options.sort_by_key(rank);
    options.iter().take(most).map(|arg| arg.get_id().to_string()).collect()
}

/// Shortens the description of an option to its first part.
fn brief(arg: Arg) -> Arg {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    arg.help(first_part(&help).to_string()).hide_default_value(true).hide_possible_values(true)
}

fn first_part(text: &str) -> &str {
    let end = [" [", "; ", ". "].iter().filter_map(|end| text.find(end)).min();
    &text[..end.unwrap_or(text.len())]
}

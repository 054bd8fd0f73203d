//! The arguments of the command line.

use super::audit::{AUDIT_HELP, Audit};
use super::bench::Bench;
use super::check::{CHECK_HELP, Check};
use super::client::{CLIENT_HELP, Client};
use super::compare::Args as Compare;
use super::completions::{COMPLETIONS_HELP, Completions};
use super::contests::{CONTEST, Contest};
use super::course::args::{COURSE_HELP, Course};
use super::debug::{DEBUG_HELP, Debug};
use super::diff::{DIFF_HELP, Diff};
use super::doctor::{DOCTOR_HELP, Doctor};
use super::evaluate::Args as Evaluate;
use super::experiment::{EXPERIMENT_HELP, Experiment};
use super::explain::{EXPLAIN_HELP, Explain};
use super::fork::args::{FORK_HELP, Fork};
use super::games::Games;
use super::help_topic::{HELP_TOPIC_HELP, HelpTopic};
use super::host::{HOST_HELP, Host};
use super::ladder::args::{Ladder, Unlock};
use super::make::Make;
use super::man::{MAN_HELP, Man};
use super::new::{New, Skeleton};
use super::play::Play;
use super::python::{PYTHON_HELP, Python};
use super::regress::{REGRESS_HELP, Regress};
use super::replay::Replay;
use super::series::args::Series;
use super::serve::Serve;
use super::test::{TEST_HELP, Test};
use super::test_report::{REPORT_HELP, Report};
use super::tournament::TournamentCommand;
use super::train::Train;
use super::tune::{HELP as TUNE_HELP, Tune};
use super::two_player::TwoPlayer;
use super::verify::{VERIFY_HELP, Verify};
use super::watch::{WATCH_HELP, Watch};
use super::with_game::WithGame;
use super::worker::Worker;
use super::wrap::wrapped_in_help;
use clap::{Parser, Subcommand};
use std::io::IsTerminal;
use wag_core::game::Alias;
use wag_games::all;
use wag_i18n::t;

/// A game engine whose players are programs: write an AI in Python and let it play
#[derive(Debug, Parser)]
#[command(name = "wag", version = version(), max_term_width = 100, override_help = help(), disable_help_subcommand = true)]
pub struct Args {
    /// Language of results and errors, de or en [default: the system's, from LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, global = true, value_name = "LANGUAGE")]
    pub lang: Option<String>,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub enum Command {
    /// Open Wag in your browser, to set up, watch and analyze matches
    #[command(after_help = CLIENT_HELP)]
    Client(Client),
    /// Play a match
    Play(WithGame<Play>),
    /// Play many matches between the same players and print a summary
    Series(WithGame<Series>),
    /// Test whether a new player is better than an old one, in as few matches as possible
    Compare(WithGame<Compare>),
    /// Evaluate a player against several opponents, in one report for people or programs
    Evaluate(WithGame<Evaluate>),
    /// Tune the numeric parameters in an AI's file
    #[command(after_help = TUNE_HELP)]
    Tune(WithGame<Tune>),
    /// Play a tournament with any number of players, and store everything in a file
    Tournament(TournamentCommand),
    /// List the games, or describe one of them
    Games(Games),
    /// Print a page of the book, or the help of a command
    #[command(after_help = HELP_TOPIC_HELP)]
    Help(HelpTopic),
    /// Create a folder with a starter player for a game
    New(WithGame<New>),
    /// Start a server for a class or a club: accounts, course, contests, marks
    #[command(after_help = HOST_HELP)]
    Host(Host),
    /// Wait for a contest's clients, then play one game after another with them
    Serve(WithGame<Serve>),
    /// Play many games in a row so that persistent players can learn
    Train(WithGame<Train>),
    /// Create a folder with a client for `wag serve`, in plain Python
    Skeleton(WithGame<Skeleton>),
    /// Check that a player starts and plays, and what it lacks; or check a map against the rules of a contest
    #[command(after_help = CHECK_HELP)]
    Check(WithGame<Check>),
    /// Re-simulate a contest replay and report the first difference
    #[command(after_help = VERIFY_HELP)]
    Verify(WithGame<Verify>),
    /// Summarize a folder of replays of a contest's game
    #[command(after_help = REPORT_HELP)]
    Report(WithGame<Report>),
    /// Run one of a game's prepared experiments, and write its tables and pictures
    #[command(after_help = EXPERIMENT_HELP)]
    Experiment(WithGame<Experiment>),
    /// Generate a random map or board
    Make(Make),
    /// Show the challenges of a game: your progress, and what is locked
    Ladder(WithGame<Ladder>),
    /// Learn a game in lessons: list them, begin one, or check whether its goals are reached
    #[command(after_help = COURSE_HELP)]
    Course(WithGame<Course>),
    /// For teachers: unlock everything without playing the challenges
    Unlock(WithGame<Unlock>),
    /// Inspect, verify or export a replay
    Replay(Replay),
    /// Play back a replay in the terminal
    #[command(after_help = WATCH_HELP)]
    Watch(Watch),
    /// Play a recorded turn again with the same view and random numbers, and compare the orders
    #[command(after_help = DEBUG_HELP)]
    Debug(Debug),
    /// Play all recorded turns of a player again with another file, and list the turns that change
    #[command(after_help = REGRESS_HELP)]
    Regress(Regress),
    /// Play a sample of recorded turns again in new processes, and name the files that keep something from turn to turn
    #[command(after_help = AUDIT_HELP)]
    Audit(Audit),
    /// Play saved turns again and compare the orders with the saved ones, play saved goals; also run the Python tests beside them
    #[command(after_help = TEST_HELP)]
    Test(Test),
    /// Explain a match: when it was decided, and an account of each player
    #[command(after_help = EXPLAIN_HELP)]
    Explain(Explain),
    /// Continue a recorded match from a round, with another file or other random numbers
    #[command(after_help = FORK_HELP)]
    Fork(Fork),
    /// Compare two replays: their first difference, and their scores over time
    #[command(after_help = DIFF_HELP)]
    Diff(Diff),
    /// Measure the engine's overhead in a standard set of matches
    Bench(WithGame<Bench>),
    /// Check that everything that players need is installed
    #[command(after_help = DOCTOR_HELP)]
    Doctor(Doctor),
    /// Run your own Python script or module, with two_player_games and the games' modules available
    #[command(after_help = PYTHON_HELP, override_usage = "wag python [FILE | -m MODULE] [ARGS]...")]
    Python(Python),
    /// Generate shell completions
    #[command(after_help = COMPLETIONS_HELP)]
    Completions(Completions),
    /// Write the manual pages of all commands to a folder
    #[command(after_help = MAN_HELP)]
    Man(Man),
    /// The former command for games for two, which names its replacement
    #[command(hide = true, disable_help_flag = true)]
    TwoPlayer(TwoPlayer),
    /// The process in which a server for several people lets strangers' code run
    #[command(hide = true)]
    Worker(Worker),
    /// The command line of a contest's own program
    #[command(name = CONTEST, hide = true, disable_help_flag = true)]
    Contest(Contest),
}

impl Command {
    /// Returns the command that runs when `wag` has no arguments: `wag client` if there is a terminal, otherwise
    /// `None`.
    pub fn standard() -> Option<Command> {
        std::io::stdout().is_terminal().then(|| Command::Client(Client::default()))
    }
}

/// The commands in the help, in groups. The first group is what a newcomer needs first.
const GROUPS: [(&str, &[&str]); 8] = [
    ("First steps", &["new", "play", "client", "check", "explain", "course"]),
    ("Play", &["series", "make"]),
    (
        "Improve your AI",
        &["debug", "fork", "regress", "test", "audit", "compare", "evaluate", "tune", "train"],
    ),
    ("Compete", &["ladder", "tournament"]),
    ("Learn", &["help", "games", "python"]),
    ("Look at matches", &["watch", "replay", "diff"]),
    ("For teachers and contests", &["host", "unlock", "serve", "skeleton", "verify", "report", "experiment"]),
    ("Tools", &["doctor", "bench", "completions", "man"]),
];

/// The group that also lists the short forms of commands.
const GROUP_OF_SHORT_FORMS: &str = "Learn";

/// Adds the short forms that have a help of their own. They are never run: the program expands them before it parses
/// its arguments.
pub fn with_short_forms(program: clap::Command) -> clap::Command {
    let forms: Vec<_> = described_forms().filter_map(|form| command_of(form, &program)).collect();
    program.subcommands(forms)
}

fn described_forms() -> impl Iterator<Item = &'static Alias> {
    all().flat_map(|game| game.info.aliases).filter(|form| form.about.is_some())
}

/// Returns the command of a short form: the full one, without the arguments that the form contains.
fn command_of(form: &Alias, program: &clap::Command) -> Option<clap::Command> {
    let [full, given @ ..] = form.full else { return None };
    let mut full = program.find_subcommand(full)?.clone();
    full.build();
    let (places, options): (Vec<_>, Vec<_>) = full.get_arguments().partition(|arg| arg.is_positional());
    let places = places.into_iter().skip(given.len()).zip(1_usize..).map(|(arg, at)| arg.clone().index(at));
    let options =
        options.into_iter().filter(|arg| !["help", "lang"].contains(&arg.get_id().as_str())).cloned();
    Some(
        clap::Command::new(form.short.join(" "))
            .about(form.about.map_or_else(String::new, |about| t!(about)))
            .args(places.chain(options))
            .after_help(format!("The full command: wag {}", form.full.join(" "))),
    )
}

/// Returns the help of `wag`, which lists the commands in groups.
fn help() -> String {
    let all = with_short_forms(Command::augment_subcommands(clap::Command::new("wag")));
    let line = |name: &&str| {
        let about = all.find_subcommand(name).and_then(|command| command.get_about());
        let about = about.map(ToString::to_string).unwrap_or_default();
        format!("  {name:<12} {}\n", wrapped_in_help(15, &about))
    };
    let group = |(title, names): &(&str, &[&str])| {
        let forms = described_forms().filter(|_| *title == GROUP_OF_SHORT_FORMS).map(|form| &form.short[0]);
        format!("{title}:\n{}\n", names.iter().chain(forms).map(line).collect::<String>())
    };
    format!("{TITLE_HELP}\n\n{}{OPTIONS_HELP}", GROUPS.iter().map(group).collect::<String>())
}

const TITLE_HELP: &str = "\
A game engine whose players are programs: write an AI in Python and let it play

Usage: wag [OPTIONS] [COMMAND]";

const OPTIONS_HELP: &str = "\
Options:
      --lang <LANGUAGE>  Language of results and errors, de or en [default: the system's]
  -h, --help             Print help
  -V, --version          Print version

A command in short: `wag COMMAND -h`    With all options: `wag COMMAND --help`
With the options of a game: `wag COMMAND GAME --help`    Pages to read: `wag help`

Example: wag play yourAI.py";

/// Returns the version text, such as `0.1.0 (Python 3.11)`.
fn version() -> String {
    format!("{} (Python {})", env!("CARGO_PKG_VERSION"), wag_python::version())
}

#[cfg(test)]
mod tests {
    use crate::cli::args::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_command_is_in_one_group_of_the_help() {
        let all = Command::augment_subcommands(clap::Command::new("wag"));
        let shown = all.get_subcommands().filter(|command| !command.is_hide_set());
        let shown: BTreeSet<&str> = shown.map(|command| command.get_name()).collect();
        let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        assert_eq!(grouped.len(), shown.len());
        assert_eq!(grouped.into_iter().collect::<BTreeSet<_>>(), shown);
        assert_eq!(GROUPS[0].1.len(), 6);
    }
}

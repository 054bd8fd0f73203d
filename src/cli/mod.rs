//! The commands. Only this module and its submodules turn the user's arguments into settings, and results into text.

mod answer;
pub(crate) mod args;
mod audit;
mod bench;
mod chart;
mod check;
mod clap_errors;
mod client;
mod compare;
mod completions;
mod contests;
mod course;
mod debug;
mod diff;
mod doctor;
mod evaluate;
pub(crate) mod examples;
pub mod executor_args;
mod experiment;
mod explain;
mod fork;
mod game_word;
mod games;
pub(crate) mod help;
pub(crate) mod help_topic;
mod host;
mod ladder;
mod lang_flag;
pub(crate) mod limit_args;
mod make;
mod man;
mod new;
mod newest;
mod page_text;
mod picture;
mod play;
mod profile;
mod progress;
mod python;
mod regress;
mod replay;
mod report;
mod rows;
mod series;
mod serve;
mod start;
mod table;
mod terminal;
mod test;
mod test_report;
mod tournament;
mod train;
pub(crate) mod tune;
mod two_player;
mod verify;
mod watch;
mod with_game;
mod words;
mod worker;
mod wrap;

use crate::output::{Paint, eprintln, for_terminal, print_help};
pub(crate) use answer::ExitStatus;
use answer::{print_json_cannot_start, print_json_error};
use args::{Args, Command, with_short_forms};
use clap::{CommandFactory, FromArgMatches};
use help::{Extent, documented};
use std::ffi::OsString;
use std::io::Write;
use std::time::SystemTime;
use wag_core::text::format_timestamp;
use wag_games::{all, find, first};
use wag_i18n::{Language, t};
use wag_play::PlayError;
use wag_python::host::ForkServer;

/// Prints the help when `wag` is started without arguments and without a terminal. Returns exit status 2, as for other
/// missing arguments.
fn help() -> u8 {
    let text = Args::command().render_help();
    print_help(&text.ansi());
    2
}

/// Parses the command line, which begins with the program's name, and runs the command that it names. Returns the exit
/// status.
pub fn run(arguments: Vec<OsString>) -> u8 {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn"))
        .format(|line, record| {
            let (now, level) = (format_timestamp(SystemTime::now()), record.level());
            let style = line.default_level_style(level);
            writeln!(line, "[{now} {style}{level:<5}{style:#}] {}", for_terminal(&record.args().to_string()))
        })
        .init();
    log::debug!("wag {} with CPython {}", env!("CARGO_PKG_VERSION"), wag_python::full_version());
    let (said, words) = lang_flag::take_lang_flag(arguments);
    let as_json = lang_flag::asks_for_json(&words);
    if let Err(err) = lang_flag::speak(said.as_deref()) {
        return failed(&err, as_json);
    }
    if as_json {
        // Programs read what the command prints.
        Language::ENGLISH.speak();
    }
    if play::plays_python_file(&words) {
        // The fork server starts while the arguments are parsed.
        ForkServer::start_early();
    }
    let lifts_sandbox = asks_for(&words, &["--no-sandbox"]) && !asks_for(&words, &["--quiet", "-q"]);
    let has_controls =
        words.iter().any(|word| for_terminal(&word.to_string_lossy()) != *word.to_string_lossy());
    if let Err(err) = game_word::open(&words) {
        return failed(&err.into(), as_json);
    }
    let args = match read(words) {
        Ok(args) => args,
        Err(err) => return clap_errors::tell(&err, as_json, has_controls),
    };
    if args.lang.is_some()
        && let Err(err) = lang_flag::speak(args.lang.as_deref())
    {
        return failed(&err, as_json);
    }
    let Some(command) = args.command.or_else(Command::standard) else {
        return help();
    };
    // The words of these two are those of another program.
    if lifts_sandbox && !matches!(command, Command::Python(_) | Command::Contest(_)) {
        eprintln!(
            "{}",
            t!("--no-sandbox: what you have named runs outside the sandbox, with your permissions")
        );
    }
    match carry_out(&command) {
        Ok(status) => status.code(),
        Err(err) => failed(&err, as_json),
    }
}

/// Returns whether the arguments contain one of these options.
fn asks_for(words: &[OsString], options: &[&str]) -> bool {
    words.iter().any(|word| options.iter().any(|option| word == option))
}

/// Prints an error, as JSON if the user asked for that, and returns the exit code for it.
fn failed(err: &anyhow::Error, as_json: bool) -> u8 {
    let (kind, status) = match err.downcast_ref() {
        Some(err @ PlayError::UserError(_)) => (err.kind(), ExitStatus::Rejected),
        Some(err @ PlayError::CannotStart(_)) => (err.kind(), ExitStatus::CannotStart),
        Some(err @ PlayError::GameFailed(_)) => (err.kind(), ExitStatus::GameFailed),
        Some(err) => (err.kind(), ExitStatus::Defect),
        None => ("system", ExitStatus::Defect),
    };
    match (as_json, status) {
        (true, _) => match err.downcast_ref() {
            Some(PlayError::CannotStart(unstarted)) => {
                print_json_cannot_start(&format!("{err:#}"), unstarted);
            }
            _ => print_json_error(kind, &format!("{err:#}")),
        },
        // The reasons have been printed when the player failed to start.
        (false, ExitStatus::CannotStart) => {}
        (false, _) => eprintln!("{} {err:#}", "wag:".red().bold()),
    }
    status.code()
}

/// Parses the arguments of the program.
pub(crate) fn read(words: Vec<OsString>) -> Result<Args, clap::Error> {
    let asks_for_help = asks_for(&words, &["--help", "-h", "help"]);
    let words = expand_aliases(words);
    let named = words.iter().skip(2).find_map(|word| find(word.to_str()?));
    let extent = if asks_for(&words, &["--help", "help"]) { Extent::Long } else { Extent::Short };
    let mut command = match asks_for_help {
        true => documented(with_short_forms(Args::command()), extent),
        false => Args::command(),
    };
    let parsed = command.try_get_matches_from_mut(words).and_then(|mut matches| {
        Args::from_arg_matches_mut(&mut matches).map_err(|err| err.format(&mut command))
    });
    parsed.map_err(|err| with_game::explain_foreign_option(named.unwrap_or(first()), err))
}

pub(crate) fn carry_out(command: &Command) -> anyhow::Result<ExitStatus> {
    match command {
        Command::Client(options) => client::run(options),
        Command::Host(options) => host::run(options),
        Command::Play(options) => play::run(options),
        Command::Series(options) => series::run(options),
        Command::Compare(options) => compare::run(options),
        Command::Evaluate(options) => evaluate::run(options),
        Command::Tune(options) => tune::run(options),
        Command::Tournament(options) => tournament::run(options),
        Command::Games(options) => games::run(options),
        Command::Help(options) => help_topic::run(options, &with_short_forms(Args::command())),
        Command::New(options) => new::run(options),
        Command::Serve(options) => serve::run(options),
        Command::Train(options) => train::run(options),
        Command::Skeleton(options) => new::skeleton(options),
        Command::Check(options) => check::run(options),
        Command::Verify(options) => verify::run(options),
        Command::Report(options) => test_report::run(options),
        Command::Experiment(options) => experiment::run(options),
        Command::Make(options) => make::run(options),
        Command::Ladder(options) => ladder::run(options),
        Command::Course(options) => course::run(options),
        Command::Unlock(options) => ladder::unlock(options),
        Command::Replay(options) => replay::run(options),
        Command::Debug(options) => debug::run(options),
        Command::Audit(options) => audit::run(options),
        Command::Regress(options) => regress::run(options),
        Command::Test(options) => test::run(options),
        Command::Explain(options) => explain::run(options),
        Command::Fork(options) => fork::run(options),
        Command::Diff(options) => diff::run(options),
        Command::Watch(options) => watch::run(options),
        Command::Bench(options) => bench::run(options),
        Command::Doctor(args) => doctor::run(args),
        Command::Python(options) => python::run(options),
        Command::TwoPlayer(options) => two_player::run(options),
        Command::Completions(options) => completions::run(options, with_short_forms(Args::command())),
        Command::Man(options) => man::run(options, with_short_forms(Args::command())),
        Command::Worker(options) => worker::run(options),
        Command::Contest(options) => contests::run(options),
    }
}

/// Expands the short forms of commands that a game's document uses. If several match, uses the longest one. Does not
/// expand a form whose own help the user asks for.
pub(crate) fn expand_aliases(words: Vec<OsString>) -> Vec<OsString> {
    let (program, said) = words.split_at(words.len().min(1));
    let fits =
        |short: &[&str]| short.len() <= said.len() && short.iter().zip(said).all(|(one, other)| other == one);
    let all = all().flat_map(|game| game.info.aliases).filter(|alias| fits(alias.short));
    match all.max_by_key(|alias| alias.short.len()) {
        Some(alias) if alias.about.is_none() || !asks_for(said, &["--help", "-h"]) => {
            let full = alias.full.iter().map(OsString::from);
            program.iter().cloned().chain(full).chain(said[alias.short.len()..].iter().cloned()).collect()
        }
        _ => words,
    }
}

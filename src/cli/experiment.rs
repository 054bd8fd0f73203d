//! `wag experiment`: runs one of a game's experiments, which write tables and pictures.
//!
//! This process is replaced by another one that can run Python. The experiment receives its settings as a JSON object
//! in one of its arguments.

use super::answer::{ExitStatus, print, user_error};
use super::table::{Column, Table};
use super::with_game::{GameCommand, WithGame};
use anyhow::Context;
use clap::{Args as ClapArgs, value_parser};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use wag_core::game::GameInfo;
use wag_core::text::{nearest, printable};
use wag_i18n::{message, t};
use wag_python::PROGRAM_MODULE_ARGUMENT;
use wag_sandbox::own_program;

pub const EXPERIMENT_HELP: &str = "Writes NAME.md, NAME.html, tables as NAME-TABLE.csv and pictures as NAME-PICTURE.svg. Matches that the folder \
                      already holds with the same seed and settings are not played again.";

#[derive(Clone, Debug, ClapArgs)]
pub struct Experiment {
    /// Experiment [default: list all experiments]
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Folder for the tables and pictures
    #[arg(long = "output", alias = "into", value_name = "DIR", default_value = "experiments")]
    pub into: PathBuf,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of matches per table row [default: the experiment's]
    #[arg(long, value_parser = value_parser!(u32).range(1..=100_000))]
    pub games: Option<u32>,
    /// Run a few short matches on small boards, as a quick test
    #[arg(long)]
    pub small: bool,
    /// Player that the built-in player meets, in experiments that need an opponent [default: the experiment's]
    #[arg(long, value_name = "PLAYER")]
    pub against: Option<String>,
}

impl GameCommand for Experiment {
    fn is_for(info: &GameInfo) -> bool {
        !info.experiments.is_empty()
    }
}

/// Runs the experiment. If the user has named none, lists all experiments and returns. Otherwise returns only if the
/// experiment cannot start.
pub fn run(options: &WithGame<Experiment>) -> anyhow::Result<ExitStatus> {
    let (info, words) = (options.game.info, &options.words);
    let Some(name) = &words.name else { return list(info) };
    let names = || info.experiments.iter().map(|experiment| experiment.name);
    if !names().any(|known| known == name) {
        let meant = nearest(name, names()).map(|meant| t!("; did you mean %{meant}?", meant));
        return user_error(message!(
            "there is no experiment %{name}%{meant}; `wag experiment %{game}` lists all",
            name = printable(name),
            meant = meant.unwrap_or_default(),
            game = info.name
        ));
    }
    let program = own_program().context(t!("the program cannot find its own file"))?;
    let command = std::iter::once(program.file().into()).chain(program.leading_arguments());
    let command: Vec<_> = command.map(|word: OsString| word.to_string_lossy().into_owned()).collect();
    let package = format!("{}_experiments", info.name);
    let settings_json = settings_json(words, name, &command)?.to_string();
    let err = program.script_command().arg(PROGRAM_MODULE_ARGUMENT).args([&package, &settings_json]).exec();
    Err(err).context(t!("cannot run the experiment"))
}

fn list(info: &GameInfo) -> anyhow::Result<ExitStatus> {
    let mut table = Table::new([Column::essential("experiment"), Column::high("what it shows").wrapped()]);
    for experiment in info.experiments {
        table.row([experiment.name.to_string(), t!(experiment.help)]);
    }
    print(&format!("{table}\n"))
}

/// Returns the JSON of the settings for the experiment.
fn settings_json(words: &Experiment, name: &str, command: &[String]) -> anyhow::Result<Value> {
    let program = std::env::current_exe().context(t!("the program cannot find its own file"))?;
    Ok(json!({
        "name": name,
        "into": words.into.to_string_lossy(),
        "seed": words.seed,
        "games": words.games,
        "small": words.small,
        "against": words.against,
        "program": program.to_string_lossy(),
        "command": command,
        "version": env!("CARGO_PKG_VERSION"),
        "build": if cfg!(debug_assertions) { "debug" } else { "release" },
    }))
}

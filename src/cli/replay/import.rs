//! `wag replay import`: converts a contest's replay to a Wag replay.

use super::super::answer::{ExitStatus, user_error};
use super::super::with_game::WithGame;
use super::is_same;
use crate::cli::verify::Verify;
use crate::cli::with_game::GameCommand;
use clap::Args as ClapArgs;
use std::path::PathBuf;
use wag_core::files;
use wag_core::game::GameInfo;
use wag_i18n::message;
use wag_play::read_text_file;

#[derive(Clone, Debug, ClapArgs)]
pub struct ReplayImport {
    /// Replay of the contest
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Replay file to write
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
}

impl GameCommand for ReplayImport {
    fn is_for(info: &GameInfo) -> bool {
        Verify::is_for(info)
    }
}

pub fn run(options: &WithGame<ReplayImport>) -> anyhow::Result<ExitStatus> {
    let (path, output) = (options.words.file.display(), &options.words.output);
    if is_same(&options.words.file, output) {
        return user_error(message!("--output is the replay file itself; choose another file"));
    }
    let bytes = read_text_file(&options.words.file)
        .or_else(|err| user_error(message!("%{path} cannot be read: %{fault}", path, fault = err)))?;
    let name = options.words.file.file_name().unwrap_or_default().to_string_lossy();
    let replay =
        wag_inspect::import(options.game, &bytes, &name).expect("the command is for games that have it");
    let imported = replay.or_else(|err| user_error(format!("{path}: {err}")))?;
    if let Some(warning) = imported.warning {
        log::warn!("{path}: {warning}");
    }
    match files::write(output, &imported.replay) {
        Ok(()) => Ok(ExitStatus::Success),
        Err(err) => {
            user_error(message!("%{file} cannot be written: %{fault}", file = output.display(), fault = err))
        }
    }
}

//! `wag replay import`: a contest's replay becomes one of ours.

use super::super::answer::{Done, mistake};
use super::super::args::ReplayImport;
use super::super::for_game::ForGame;
use super::is_same;
use crate::files;
use crate::language::t;
use crate::play::read_text_file;

pub fn run(options: &ForGame<ReplayImport>) -> anyhow::Result<Done> {
    let (path, output) = (options.words.file.display(), &options.words.output);
    if is_same(&options.words.file, output) {
        return mistake(t!("--output names the replay itself; name another file"));
    }
    let bytes = read_text_file(&options.words.file)
        .or_else(|fault| mistake(t!("%{path} can't be read: %{fault}", path, fault)))?;
    let name = options.words.file.file_name().unwrap_or_default().to_string_lossy();
    let replay = options.game.any.import(&bytes, &name).expect("the command is for games that have it");
    let imported = replay.or_else(|fault| mistake(format!("{path}: {fault}")))?;
    if let Some(warning) = imported.warning {
        log::warn!("{path}: {warning}");
    }
    match files::write(output, &imported.replay) {
        Ok(()) => Ok(Done::Well),
        Err(fault) => mistake(t!("%{file} can't be written: %{fault}", file = output.display(), fault)),
    }
}

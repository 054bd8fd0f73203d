//! `wag man`: writes a manual page for each command and for the commands of each game.

use super::answer::{ExitStatus, print};
use clap::{Args as ClapArgs, Command};
use std::io;
use std::path::{Path, PathBuf};
use wag_core::files;
use wag_i18n::{message, t};
use wag_play::PlayError;

pub const MAN_HELP: &str = "`man wag` and `man wag-play` then show the pages.";

#[derive(Debug, ClapArgs)]
pub struct Man {
    /// Destination folder; created if it is missing. Existing pages are replaced
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Writes the manual pages: `wag.1`, `wag-play.1` and so on.
pub fn run(options: &Man, whole: Command) -> anyhow::Result<ExitStatus> {
    let folder = &options.folder;
    write(folder, whole).map_err(|err| {
        let folder = folder.display();
        PlayError::UserError(message!(
            "the manual pages cannot be written to %{folder}: %{fault}; choose another folder",
            folder,
            fault = err
        ))
    })?;
    let folder = folder.display();
    print(&t!("%{folder} contains the manual pages. Read one: man %{folder}/wag-play.1\n", folder))
}

fn write(folder: &Path, whole: Command) -> io::Result<()> {
    files::create_folder(folder)?;
    let pages = wag_sandbox::TemporaryFolder::new()?;
    clap_mangen::generate_to(whole, pages.path())?;
    for page in std::fs::read_dir(pages.path())? {
        let page = page?;
        files::write(&folder.join(page.file_name()), &std::fs::read(page.path())?)?;
    }
    Ok(())
}

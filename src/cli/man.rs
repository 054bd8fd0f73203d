//! `wag man`: a manual page for every command, those of each game included.

use super::answer::{Done, Mistake, print};
use super::args::{Args, Man};
use crate::language::t;
use clap::CommandFactory;

/// Writes the pages: `wag.1`, `wag-play.1` and so on.
pub fn run(options: &Man) -> anyhow::Result<Done> {
    let folder = &options.folder;
    std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Args::command(), folder))
        .map_err(|fault| {
            let folder = folder.display();
            Mistake(t!(
                "the pages can't be written into %{folder}: %{fault}; name another folder",
                folder,
                fault
            ))
        })?;
    let folder = folder.display();
    print(&t!("%{folder} holds the pages. Read one: man %{folder}/wag-play.1\n", folder))
}

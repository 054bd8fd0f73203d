//! `wag maps generate`: a new map, printed or written into a file.

use super::args::Generate;
use super::{Done, mistake, play};
use crate::games::warriors::{generate, map_file};
use anstream::eprintln;
use anyhow::Context;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Makes the map that the command line describes.
pub fn run(options: &Generate) -> anyhow::Result<Done> {
    let seed = match options.seed {
        Some(seed) => seed,
        None => play::drawn_seed()?,
    };
    let board = generate::generate(seed, options.size);
    let text = map_file::write(&board);
    match &options.output {
        None => print(&text)?,
        Some(path) => {
            write_new(path, &text, "my.map")?;
            let title = board.title();
            eprintln!("{title:?} is in {path}; a match there: wag play --map {path}", path = path.display());
        }
    }
    if options.seed.is_none() {
        eprintln!("the same map again: --seed {seed} --size {}", options.size);
    }
    Ok(Done::Well)
}

/// Whoever reads the map may stop in the middle.
fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(fault) if fault.kind() != ErrorKind::BrokenPipe => Err(fault).context("the map can't be printed"),
        _ => Ok(()),
    }
}

/// Writes a file that must not be there yet, whole or not at all; the `example` is a name for one.
pub fn write_new(path: &Path, text: &str, example: &str) -> anyhow::Result<()> {
    let name = path.display();
    if path.is_dir() {
        return mistake(format!(
            "{name} is a folder; name a file in it, such as {}",
            path.join(example).display()
        ));
    }
    if path.parent().is_some_and(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        return mistake(format!(
            "{name} can't be written: its folder is not there; make it, or name another one"
        ));
    }
    let written = persist(path, text);
    match written {
        Ok(()) => Ok(()),
        Err(fault) if fault.kind() == ErrorKind::AlreadyExists => {
            mistake(format!("{name} exists already; move it away or name another file"))
        }
        Err(fault) => mistake(format!("{name} can't be written: {fault}")),
    }
}

fn persist(path: &Path, text: &str) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = new_file_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path).map(|_| ()).map_err(|fault| fault.error)
}

/// A file that others may read, as the user's settings have it.
fn new_file_in(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.prefix(".map").tempfile_in(folder)
}

//! `pyenv` and its like put *shims* on PATH: small scripts that look for the program to start in a folder that players may
//! not read.

use crate::worker::program::Order;
use std::path::{Path, PathBuf};

/// What helps a program that ends before it begins, if it is a shim whose folder is closed to it.
pub fn remedy(order: &Order) -> Option<String> {
    let root = root(&order.program)?;
    let is_open = order.readable.iter().any(|place| root.starts_with(place));
    (!is_open && order.bounds.confined).then(|| {
        let (name, root) = (order.program.file_name().unwrap_or_default().display(), root.display());
        format!("{name} is a shim, which starts what lies in {root}; --readable {root} opens that")
    })
}

/// `~/.pyenv` for `~/.pyenv/shims/python3`.
fn root(program: &Path) -> Option<PathBuf> {
    let shims = program.parent().filter(|folder| folder.ends_with("shims"))?;
    shims.parent().map(Path::to_path_buf)
}

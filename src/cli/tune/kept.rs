//! The file in which a search is kept: what was asked, and how each trial went.

use super::super::answer::mistake;
use crate::files;
use crate::language::t;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Files of other versions are not read.
const VERSION: u32 = 1;
/// The longest file of a search, in bytes.
const FILE_MAX: u64 = 1 << 26;

#[derive(Debug, Serialize, Deserialize)]
struct File {
    wag_tune: u32,
    settings: Value,
    scores: Vec<f64>,
}

/// A search that goes on, or begins.
#[derive(Debug)]
pub struct Kept {
    path: PathBuf,
    settings: Value,
    pub scores: Vec<f64>,
}

impl Kept {
    /// What the file says, if it is of this search; a new one if there is none.
    pub fn open(path: &Path, settings: Value) -> anyhow::Result<Kept> {
        let told = path.display();
        let scores = match files::read(path, FILE_MAX) {
            Err(fault) if fault.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(fault) => return mistake(t!("%{path} can't be read: %{fault}", path = told, fault)),
            Ok(bytes) => match serde_json::from_slice::<File>(&bytes) {
                Ok(file) if file.wag_tune == VERSION && file.settings == settings => file.scores,
                Ok(_) => {
                    return mistake(t!(
                        "%{path} holds another search: other words, or the AI's file has changed. Remove it, or name another one with --into",
                        path = told
                    ));
                }
                Err(fault) => {
                    return mistake(t!(
                        "%{path} holds no search: %{fault}. Name another file with --into",
                        path = told,
                        fault
                    ));
                }
            },
        };
        Ok(Kept { path: path.to_path_buf(), settings, scores })
    }

    /// Adds a trial. The file is whole at any moment: a new one takes the place of the old one.
    pub fn add(&mut self, score: f64) -> anyhow::Result<()> {
        self.scores.push(score);
        let file = File { wag_tune: VERSION, settings: self.settings.clone(), scores: self.scores.clone() };
        let why = || t!("%{path} can't be written", path = self.path.display());
        files::write(&self.path, &serde_json::to_vec(&file).with_context(why)?).with_context(why)
    }
}

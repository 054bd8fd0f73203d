//! The file in which a search is kept: what was asked, and how each trial went.

use super::super::answer::user_error;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use wag_core::files;
use wag_i18n::t;

/// Files of other versions are not read.
const VERSION: u32 = 1;
/// The longest file of a search, in bytes.
const FILE_MAX: u64 = 1 << 26;

/// The parameters of a setting, by their names.
pub type Setting = Map<String, Value>;

/// A trial that has been played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TrialRecord {
    pub new: Setting,
    pub old: Setting,
    /// Pairs of matches that the two settings played.
    pub pairs: usize,
    /// How the new setting fared, from 0 to 1.
    pub score: f64,
}

#[derive(Debug, Serialize, Deserialize)]
struct File {
    wag_tune: u32,
    settings: Value,
    /// What a search goes on from: the scores of its trials. All else follows from these and the settings.
    scores: Vec<f64>,
    /// The same trials with their parameters; older files have none.
    #[serde(default)]
    trials: Vec<TrialRecord>,
    /// The best setting so far.
    #[serde(default)]
    best: Setting,
}

/// Reads any bytes as the file of a search.
#[cfg(any(test, fuzzing))]
pub(crate) fn read_any(bytes: &[u8]) {
    if let Ok(file) = serde_json::from_slice::<File>(bytes) {
        assert!(file.scores.iter().all(|score| score.is_finite()));
    }
}

/// A search that goes on, or begins.
#[derive(Debug)]
pub struct Kept {
    path: PathBuf,
    settings: Value,
    /// Of the trials that the file holds.
    pub scores: Vec<f64>,
    trials: Vec<TrialRecord>,
}

impl Kept {
    /// What the file says, if it is of this search; a new one if there is none.
    pub fn open(path: &Path, settings: Value) -> anyhow::Result<Kept> {
        let told = path.display();
        let scores = match files::read(path, FILE_MAX) {
            Err(fault) if fault.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(fault) => return user_error(t!("%{path} can't be read: %{fault}", path = told, fault)),
            Ok(bytes) => match serde_json::from_slice::<File>(&bytes) {
                Ok(file) if file.wag_tune == VERSION && file.settings == settings => file.scores,
                Ok(_) => {
                    return user_error(t!(
                        "%{path} holds another search: other words, or the AI's file has changed. Remove it, or name another one with --into",
                        path = told
                    ));
                }
                Err(fault) => {
                    return user_error(t!(
                        "%{path} holds no search: %{fault}. Name another file with --into",
                        path = told,
                        fault
                    ));
                }
            },
        };
        Ok(Kept { path: path.to_path_buf(), settings, scores, trials: Vec::new() })
    }

    /// Adds the next trial, and writes the file unless it holds this trial already; the best setting is the one after it.
    pub fn add(&mut self, trial: TrialRecord, best: &Setting) -> anyhow::Result<()> {
        let is_known = self.trials.len() < self.scores.len();
        if !is_known {
            self.scores.push(trial.score);
        }
        self.trials.push(trial);
        if is_known { Ok(()) } else { self.write(best) }
    }

    /// The file is whole at any moment: a new one takes the place of the old one.
    fn write(&self, best: &Setting) -> anyhow::Result<()> {
        let file = File {
            wag_tune: VERSION,
            settings: self.settings.clone(),
            scores: self.scores.clone(),
            trials: self.trials.clone(),
            best: best.clone(),
        };
        let why = || t!("%{path} can't be written", path = self.path.display());
        files::write(&self.path, &serde_json::to_vec(&file).with_context(why)?).with_context(why)
    }
}

//! Storage of a search in a file: its settings and the result of each trial.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use wag_core::files;
use wag_i18n::{message, t};
use wag_play::{PlayError, user_error};

/// The version of the file format. Files of other versions are rejected.
const VERSION: u32 = 1;
/// The maximum size of the file, in bytes.
const FILE_MAX: u64 = 1 << 26;

/// The values of the parameters by name.
pub type Setting = Map<String, Value>;

/// A trial of the search that has been played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TrialRecord {
    pub new: Setting,
    pub old: Setting,
    /// The number of pairs of matches that the two settings played.
    pub pairs: usize,
    /// The score of the new setting, from 0 to 1.
    pub score: f64,
}

#[derive(Debug, Serialize, Deserialize)]
struct File {
    wag_tune: u32,
    settings: Value,
    /// The scores of the trials, in order. A search resumes from these scores and the settings; everything else can be
    /// computed from them.
    scores: Vec<f64>,
    /// The trials in order, with the values of their parameters; empty in older files.
    #[serde(default)]
    trials: Vec<TrialRecord>,
    /// The best setting so far.
    #[serde(default)]
    best: Setting,
}

/// Parses any bytes as the file of a search. Used for fuzzing.
#[cfg(any(test, feature = "testing", fuzzing))]
pub fn read_any(bytes: &[u8]) {
    if let Ok(file) = serde_json::from_slice::<File>(bytes) {
        assert!(file.scores.iter().all(|score| score.is_finite()));
    }
}

/// A search that is new or resumed, and its file.
#[derive(Debug)]
pub struct StoredSearch {
    path: PathBuf,
    settings: Value,
    /// The scores of the trials that the file contained when it was opened.
    pub scores: Vec<f64>,
    trials: Vec<TrialRecord>,
}

impl StoredSearch {
    /// Reads the file of a search and checks that it belongs to a search with these settings. If there is no file,
    /// starts a new search.
    pub fn open(path: &Path, settings: Value) -> Result<StoredSearch, PlayError> {
        let path_text = path.display();
        let scores = match files::read(path, FILE_MAX) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => {
                return user_error(message!(
                    "%{path} cannot be read: %{fault}",
                    path = path_text,
                    fault = error
                ));
            }
            Ok(bytes) => match serde_json::from_slice::<File>(&bytes) {
                Ok(file) if file.wag_tune == VERSION && file.settings == settings => file.scores,
                Ok(_) => {
                    return user_error(message!(
                        "%{path} contains another search: the options or the AI's file have changed. Remove it, or choose another file with --into",
                        path = path_text
                    ));
                }
                Err(error) => {
                    return user_error(message!(
                        "%{path} does not contain a search: %{fault}. Choose another file with --into",
                        path = path_text,
                        fault = error
                    ));
                }
            },
        };
        Ok(StoredSearch { path: path.to_path_buf(), settings, scores, trials: Vec::new() })
    }

    /// Adds the next trial; `best` is the best setting after it. Writes the file unless it already contains this trial.
    pub fn add(&mut self, trial: TrialRecord, best: &Setting) -> Result<(), PlayError> {
        let is_known = self.trials.len() < self.scores.len();
        if !is_known {
            self.scores.push(trial.score);
        }
        self.trials.push(trial);
        if is_known { Ok(()) } else { self.write(best) }
    }

    /// Replaces the file atomically.
    fn write(&self, best: &Setting) -> Result<(), PlayError> {
        let file = File {
            wag_tune: VERSION,
            settings: self.settings.clone(),
            scores: self.scores.clone(),
            trials: self.trials.clone(),
            best: best.clone(),
        };
        let why = || t!("cannot write %{path}", path = self.path.display());
        files::write(
            &self.path,
            &serde_json::to_vec(&file).map_err(|err| PlayError::defect(why())(err.into()))?,
        )
        .map_err(|err| PlayError::defect(why())(err))
    }
}

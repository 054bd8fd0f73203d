//! The classes whose submissions a page has sent.

use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use wag_core::files::is_beneath;
use wag_i18n::{message, quote};
use wag_play::{PlayError, user_error};
use wag_tournament::intake::{CheckedSubmission, Reason, Verdict};

/// The name of the folder with the submissions, in the working folder.
pub const FOLDER: &str = "submissions";
/// The maximum number of classes whose checks are remembered.
const CLASSES_MAX: usize = 20;

/// The submissions of a class, and the results of their check.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CheckedClass {
    /// The name of the ZIP file in the folder `submissions/`.
    pub file: String,
    #[cfg_attr(test, ts(type = "CheckedSubmission[]"))]
    pub submissions: Vec<CheckedSubmission>,
}

/// The reasons why submissions cannot play, by their paths, for each class that has been checked.
#[derive(Default)]
pub struct CheckedClasses(Mutex<BTreeMap<String, BTreeMap<String, Reason>>>);

impl CheckedClasses {
    pub fn remember(&self, class: &CheckedClass) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= CLASSES_MAX {
            all.pop_first();
        }
        let refusal = |one: &CheckedSubmission| {
            let mut reasons = one.reasons.iter().map(|reason| &reason.reason);
            let reason = reasons.find(|reason| reason.code.verdict() == Verdict::CannotPlay)?;
            Some((one.path.clone(), reason.clone()))
        };
        all.insert(class.file.clone(), class.submissions.iter().filter_map(refusal).collect());
    }

    /// Returns the reasons why submissions of a class cannot play; empty if the class has not been checked.
    pub fn refusals(&self, file: &str) -> BTreeMap<String, Reason> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(file).cloned().unwrap_or_default()
    }
}

/// Returns the path of the ZIP file of a class, relative to the working folder, or an error if there is none.
pub fn find(folder: &Path, file: &str) -> Result<PathBuf, PlayError> {
    let path = Path::new(FOLDER).join(file);
    let is_name =
        !file.contains(['/', '\0']) && !file.starts_with('.') && file.to_lowercase().ends_with(".zip");
    match is_name && is_beneath(folder, &path) && path.is_file() {
        true => Ok(path),
        false => {
            user_error(message!("there are no hand-ins %{file} in the working folder", file = quote(file)))
        }
    }
}

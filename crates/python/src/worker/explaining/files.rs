//! Explanations of files and programs that an AI may not open, start or find.

use super::{Explainer, Failure};
use pyo3::prelude::*;
use std::path::Path;
use wag_core::problem::Explanation;

impl Explainer {
    pub(super) fn file_error(&self, failure: &Failure<'_>) -> Option<Explanation> {
        if failure.kind == "RuntimeError" {
            let is_thread = failure.message.contains("can't start new thread");
            return is_thread.then(|| Explanation::new("program_refused", &[]));
        }
        let name = failure.value.getattr("filename").ok()?;
        if name.is_none() {
            let is_refused = failure.kind == "PermissionError";
            return is_refused.then(|| Explanation::new("program_refused", &[]));
        }
        let name = name.str().ok()?.to_string_lossy().into_owned();
        let line = failure.spot.as_ref().map_or("", |spot| spot.text.as_str());
        let code = match failure.kind.as_str() {
            "FileNotFoundError" => "file_missing",
            _ if is_written(line) || self.is_own(&name) => "write_refused",
            _ => "read_refused",
        };
        Some(Explanation::new(code, &[("name", &name)]))
    }

    /// Returns true if a file is in the AI's folder, in which the AI may read everything except logs and replays.
    fn is_own(&self, name: &str) -> bool {
        let path = Path::new(name);
        let is_kept = path.extension().is_some_and(|ending| ending == "log" || ending == "wag");
        !is_kept && (path.is_relative() && !name.contains("..") || self.files.has(name))
    }
}

/// Returns true if a line of code opens a file for writing, or changes a folder.
fn is_written(line: &str) -> bool {
    let modes = ["\"w", "'w", "\"a", "'a", "\"x", "'x", "+\"", "+'"];
    let calls = ["write", "mkdir", "makedirs", "remove", "unlink", "rename", "touch", "rmdir", "dump("];
    modes.iter().any(|mode| line.contains(&format!(", {mode}")) || line.contains(&format!("={mode}")))
        || calls.iter().any(|call| line.contains(call))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_lines_are_recognized() {
        assert!(is_written("open('plan.txt', 'w')") && is_written("f = open(\"a\", mode=\"a\")"));
        assert!(is_written("os.makedirs('logs')"));
        assert!(!is_written("open('/etc/passwd')") && !is_written("open('wishes.txt')"));
    }
}

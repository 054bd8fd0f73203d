//! The trace of a turn that was played again: the executed lines of the player's own files and the values of variables,
//! as the worker reports them.

use crate::bounded::at_most;
use serde::{Deserialize, Serialize};

/// The executed lines of one turn. The lists refer to each other by index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS))]
pub struct TurnTrace {
    /// The player's own files in the order in which they began to run.
    #[serde(deserialize_with = "at_most::<_, _, { TurnTrace::FILES_MAX }>")]
    pub files: Vec<TracedFile>,
    /// The names of variables and functions, and the values of variables.
    #[serde(deserialize_with = "at_most::<_, _, { TurnTrace::TEXTS_MAX }>")]
    pub texts: Vec<String>,
    /// True if there were more values than a trace can contain. The counts of lines are complete anyway.
    pub is_truncated: bool,
    /// True if recording ended before the turn, because it took too long.
    pub ends_early: bool,
    /// True if the turn was interrupted because its time was up.
    pub is_late: bool,
    /// The file and line that ran last, such as `yourAI.py, line 3`; empty if none ran.
    pub last: String,
}

/// A file of the player that ran in the turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS))]
pub struct TracedFile {
    /// The path of the file, relative to the player's folder.
    pub name: String,
    /// The content of the file; empty if it is too long.
    pub text: String,
    /// The lines with code, in ascending order. A statement of several lines counts as its first line.
    #[serde(deserialize_with = "at_most::<_, _, { TurnTrace::LINES_MAX }>")]
    pub lines: Vec<TracedLine>,
    /// The variables of the module at the end of the turn.
    #[serde(deserialize_with = "at_most::<_, _, { TurnTrace::VALUES_MAX }>")]
    pub end: Vec<Variable>,
}

/// A line with code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS))]
pub struct TracedLine {
    /// The line number, counted from 1.
    pub line: u32,
    /// The number of times that the line ran; 0 if it did not run.
    pub count: u32,
    /// The values after some of the executions: the first ones, then fewer and fewer.
    #[serde(deserialize_with = "at_most::<_, _, { TurnTrace::SAMPLES_MAX }>")]
    pub samples: Vec<Sample>,
}

/// The variables after one execution of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS))]
pub struct Sample {
    /// The number of this execution of the line, counted from 1.
    pub hit: u32,
    /// The position of the sample among all samples of the turn, in the order of time.
    pub step: u32,
    /// The name of the running function, as an index into `texts`.
    pub function: u32,
    /// The number of variables that the line has changed. They come first in `values`.
    pub changed: u32,
    #[serde(deserialize_with = "at_most::<_, _, { TurnTrace::VALUES_MAX }>")]
    pub values: Vec<Variable>,
}

/// The name and the value of a variable, as indexes into [`TurnTrace::texts`].
pub type Variable = (u32, u32);

impl TurnTrace {
    pub const FILES_MAX: usize = 50;
    /// The maximum number of lines of a file.
    pub const LINES_MAX: usize = 20_000;
    pub const SAMPLES_MAX: usize = 60;
    /// The maximum number of variables in one sample.
    pub const VALUES_MAX: usize = 60;
    /// The maximum number of variables in all samples.
    pub const VARIABLES_MAX: usize = 100_000;
    pub const TEXTS_MAX: usize = 20_000;
    /// The maximum size of all texts, in bytes.
    pub const TEXT_SIZE_MAX: usize = 512 << 10;
    /// The maximum length of a name or value, in characters.
    pub const TEXT_MAX: usize = 200;
    /// The maximum size of all files, in bytes.
    pub const FILE_SIZE_MAX: usize = 1 << 20;

    /// Cuts the trace of an untrusted worker to the maximum size, and removes inconsistent parts.
    #[must_use]
    pub fn bounded(mut self) -> TurnTrace {
        let (mut size, mut texts_size) = (TurnTrace::FILE_SIZE_MAX, TurnTrace::TEXT_SIZE_MAX);
        let mut left = TurnTrace::VARIABLES_MAX;
        self.last = shortened(self.last);
        for text in &mut self.texts {
            *text = shortened(std::mem::take(text));
        }
        let fits = |text: &String| {
            let rest = texts_size.checked_sub(text.len());
            texts_size = rest.unwrap_or(0);
            rest.is_some()
        };
        self.texts.truncate(self.texts.iter().map(fits).take_while(|fits| *fits).count());
        let known = self.texts.len() as u32;
        let mut is_cut = false;
        let mut clean = |values: &mut Vec<Variable>| {
            values.retain(|(name, value)| *name < known && *value < known);
            is_cut |= values.len() > left;
            values.truncate(left);
            left -= values.len();
        };
        for file in &mut self.files {
            file.name = shortened(std::mem::take(&mut file.name));
            match size.checked_sub(file.text.len()) {
                Some(rest) => size = rest,
                None => file.text = String::new(),
            }
            clean(&mut file.end);
            for sample in file.lines.iter_mut().flat_map(|line| &mut line.samples) {
                clean(&mut sample.values);
                sample.changed = sample.changed.min(sample.values.len() as u32);
                sample.function = sample.function.min(known.saturating_sub(1));
            }
            file.lines.sort_by_key(|line| line.line);
            file.lines.dedup_by_key(|line| line.line);
        }
        self.is_truncated |= is_cut;
        self
    }
}

fn shortened(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(TurnTrace::TEXT_MAX) {
        text.truncate(end);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlong_and_inconsistent_traces_are_cut() {
        let sample =
            Sample { changed: 900, function: 77, values: vec![(0, 1), (0, 9), (9, 0)], ..Sample::default() };
        let line = |line| TracedLine { line, count: 1, samples: vec![sample.clone(); 60] };
        let lines: Vec<TracedLine> = (0..20_000).rev().chain([7]).map(line).collect();
        let text = "x".repeat(TurnTrace::FILE_SIZE_MAX);
        let file = |text: &str| TracedFile {
            name: "n".repeat(999),
            text: text.to_string(),
            lines: lines.clone(),
            end: vec![(5, 5)],
        };
        let texts = vec!["ä".repeat(999), String::new()];
        let trace =
            TurnTrace { files: vec![file(&text), file("y")], texts, ..TurnTrace::default() }.bounded();
        assert_eq!((trace.files[0].name.len(), trace.texts[0].chars().count()), (200, 200));
        assert_eq!((trace.files[0].text.len(), trace.files[1].text.as_str()), (1 << 20, ""));
        let numbers: Vec<u32> = trace.files[0].lines.iter().map(|line| line.line).collect();
        assert_eq!((numbers[0], numbers[7], numbers[8], numbers.len()), (0, 7, 8, 20_000));
        let samples = || trace.files.iter().flat_map(|file| &file.lines).flat_map(|line| &line.samples);
        assert_eq!(samples().map(|sample| sample.values.len()).sum::<usize>(), TurnTrace::VARIABLES_MAX);
        assert!(samples().all(|sample| sample.changed <= 1 && sample.function == 1));
        assert!(trace.is_truncated && trace.files[0].end.is_empty());
        let texts = vec!["z".repeat(200); 5000];
        assert_eq!(
            TurnTrace { texts, ..TurnTrace::default() }.bounded().texts.len(),
            TurnTrace::TEXT_SIZE_MAX / 200
        );
    }
}

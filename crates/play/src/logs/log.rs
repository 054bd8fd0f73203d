//! A log file, with what is known about its earlier content: it belongs to a player, or to the game itself.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use wag_core::arena::TurnReport;
use wag_core::files;
use wag_core::problem::{Explanation, Fault};
use wag_i18n::{decimal, t};

/// The maximum number of different errors of a player that are recognized when they occur again.
const ERRORS_MAX: usize = 20;

/// The lines with which Python announces a traceback and connects the tracebacks of linked exceptions.
const TRACEBACK: &str = "Traceback (most recent call last):";
const LINKS: [&str; 2] = [
    "During handling of the above exception, another exception occurred:",
    "The above exception was the direct cause of the following exception:",
];

pub struct Log {
    pub path: PathBuf,
    pub file: File,
    /// True if this match created the file. Such a file is deleted if the match never begins.
    pub is_new: bool,
    /// True if the content from an earlier match has been removed.
    pub has_begun: bool,
    /// True if something has been written.
    pub is_used: bool,
    /// True if nothing more is written, because the player's game has ended or an error has occurred.
    pub is_closed: bool,
    pub failure: Option<io::Error>,
    /// The number of bytes that may still be written.
    pub room: u64,
    /// The round of the last heading.
    pub round: Option<u32>,
    pub times: Times,
    /// The different errors so far, up to a maximum number.
    pub errors: Vec<LoggedError>,
}

/// The times of a player's turns in a game.
#[derive(Default)]
pub struct Times {
    pub turns: u32,
    pub total: Duration,
    pub longest: Duration,
    /// The round of the longest turn.
    pub longest_round: u32,
}

/// An error in a log, with the round in which it occurred first.
pub struct LoggedError {
    pub round: u32,
    pub fault: Option<Fault>,
    pub explanation: Option<Explanation>,
    pub traceback: Option<String>,
}

impl Times {
    pub fn count(&mut self, round: u32, think: Duration) {
        self.turns = self.turns.saturating_add(1);
        self.total = self.total.saturating_add(think);
        if think > self.longest {
            (self.longest, self.longest_round) = (think, round);
        }
    }

    /// Appends the sum of the times to `text`, unless there was no turn.
    pub fn tell(&self, text: &mut Vec<u8>) {
        if self.turns == 0 {
            return;
        }
        let (total, longest) = (milliseconds(self.total), milliseconds(self.longest));
        let line = t!(
            "Turns: %{turns}, time: %{total} ms in total, at most %{longest} ms (round %{round})",
            turns = self.turns,
            total,
            longest,
            round = self.longest_round
        );
        let _ = writeln!(text, "=== {line} ===");
    }
}

pub fn milliseconds(time: Duration) -> String {
    decimal(time.as_secs_f64() * 1000.0, 3)
}

impl Log {
    pub fn open(path: &Path) -> io::Result<Log> {
        let is_new = path.symlink_metadata().is_err();
        let file = files::open_to_write(path)?;
        let path = path.to_path_buf();
        Ok(Log {
            path,
            file,
            is_new,
            has_begun: false,
            is_used: false,
            is_closed: false,
            failure: None,
            room: u64::MAX,
            round: None,
            times: Times::default(),
            errors: Vec::new(),
        })
    }

    /// Returns the round in which the error of a turn stands in the log already; `None` if it is new, or no error.
    pub fn round_of(&mut self, round: u32, report: &TurnReport) -> Option<u32> {
        let (fault, explanation) = (&report.fault, &report.explanation);
        let traceback = split_traceback(str::from_utf8(&report.output).unwrap_or_default()).1;
        // Without them, nothing can be left out.
        if traceback.is_none() && explanation.is_none() {
            return None;
        }
        let is_same = |known: &&LoggedError| {
            known.fault == *fault
                && known.explanation == *explanation
                && known.traceback.as_deref() == traceback
        };
        let known = self.errors.iter().find(is_same).map(|known| known.round);
        if known.is_none() && self.errors.len() < ERRORS_MAX {
            let traceback = traceback.map(str::to_string);
            let (fault, explanation) = (fault.clone(), explanation.clone());
            self.errors.push(LoggedError { round, fault, explanation, traceback });
        }
        known
    }

    pub fn write(&mut self, text: &[u8]) {
        if self.is_closed || text.is_empty() {
            return;
        }
        self.begin();
        let written = match self.room.checked_sub(text.len() as u64) {
            Some(room) => {
                self.room = room;
                self.file.write_all(text)
            }
            None => {
                self.is_closed = true;
                writeln!(self.file, "=== {} ===", t!("The rest is left out: the log would be too long."))
            }
        };
        self.is_used = true;
        self.note(written);
    }

    /// Writes the text about a round. Below the first text, it is part of the round's section.
    pub fn write_round(&mut self, text: &mut Vec<u8>, round: u32) {
        if self.is_closed || text.is_empty() {
            return;
        }
        if self.round.replace(round) != Some(round) {
            let heading = format!("=== {} ===\n", t!("Round %{round}", round));
            text.splice(0..0, heading.into_bytes());
        }
        self.write(text);
    }

    /// Removes the file's old content on the first call.
    pub fn begin(&mut self) {
        if !self.has_begun {
            let emptied = self.file.set_len(0);
            self.note(emptied);
        }
        self.has_begun = true;
    }

    pub fn note(&mut self, done: io::Result<()>) {
        if let Err(fault) = done {
            self.failure = Some(fault);
            self.is_closed = true;
        }
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        if self.is_new && !self.has_begun {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Splits the output of a turn into what the player printed, and the traceback at its end.
pub fn split_traceback(output: &str) -> (&str, Option<&str>) {
    let Some(mut at) = output.rfind(TRACEBACK) else { return (output, None) };
    // The tracebacks of linked exceptions belong together.
    while LINKS.iter().any(|link| output[..at].trim_end().ends_with(link)) {
        let Some(earlier) = output[..at].rfind(TRACEBACK) else { break };
        at = earlier;
    }
    (&output[..at], Some(&output[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traceback_and_output_are_separated() {
        let linked = format!(
            "hello\n{TRACEBACK}\n  a\nKeyError: 1\n\n{}\n\n{TRACEBACK}\n  b\nNameError: x\n",
            LINKS[0]
        );
        assert_eq!(split_traceback(&linked), ("hello\n", Some(&linked[6..])));
        assert_eq!(split_traceback("only this\n"), ("only this\n", None));
    }
}

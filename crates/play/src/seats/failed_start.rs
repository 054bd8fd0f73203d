//! The reason why a player could not start.

use wag_core::arena::Explanation;
use wag_core::text::printable;
use wag_i18n::{Message, message};

/// The reason why a player could not start, with details.
#[derive(Clone, Debug)]
pub struct FailedStart {
    /// The reason: a sentence, or Python's report in several lines.
    pub why: Message,
    /// True if the reason is a report of several lines, which is printed below the player's name.
    pub is_report: bool,
    /// True if the player was not ready in time. The cause may be a busy machine.
    pub is_late: bool,
    /// An explanation of the error; `None` if there is none.
    pub explanation: Option<Explanation>,
}

impl FailedStart {
    /// Returns the reason with the player's name before it, and with line ends.
    pub fn with_name(&self, name: &str) -> Message {
        let (before, after) = if self.is_report { ("\n", "") } else { (" ", "\n") };
        let why = Message::from(before).and(self.why.clone()).and(after.into());
        message!("%{name} cannot play:%{why}", name, why)
    }

    /// Returns the reason in one line. For a report, this is its last line and the code location: `SyntaxError: invalid
    /// syntax (bot.py, line 1)`.
    pub fn in_a_line(&self) -> Message {
        let Message::Text(report) = &self.why else { return self.why.clone().map(&printable) };
        let lines = || report.lines().map(str::trim).filter(|line| !line.is_empty());
        let what = Message::from(printable(lines().next_back().unwrap_or_default()));
        let place = lines().rev().find_map(|line| line.strip_prefix("File \"")?.split_once("\", line "));
        match place {
            Some((file, line)) => {
                let file = std::path::Path::new(file).file_name().unwrap_or_default().to_string_lossy();
                let line: String = line.chars().take_while(char::is_ascii_digit).collect();
                what.with_note(message!("%{file}, line %{line}", file = printable(&file), line))
            }
            None => what,
        }
    }
}

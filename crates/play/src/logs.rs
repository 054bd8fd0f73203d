//! The players' logs: each AI's output by round, with its errors, and what happened to the player. If the game is a file,
//! it has such a log, too.
//!
//! Each turn is written as soon as it is over, so a crash loses at most the current turn.

mod game_logs;
mod log;
mod recorded_logs;

use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::hash::Hash;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use wag_core::arena::{Ending, TurnReport};
use wag_core::game::{Advice, Printed, Refusal, Seat};
use wag_core::problem::{Detail, Problem};
pub use wag_core::text::format_call_stack;
use wag_core::text::{printable, sanitize};
use wag_i18n::{Language, Message, decimal, t};

use log::{Log, milliseconds};

pub use game_logs::GameLogs;
pub use log::split_traceback;
pub use recorded_logs::{LogRoom, write_recorded_logs};

/// Returns whether a character is not allowed in a portable file name, and therefore not in the name of a log.
pub fn is_in_no_file_name(letter: char) -> bool {
    letter.is_control() || "/\\:*?\"<>|".contains(letter)
}

/// Returns the name of a player's log, without its ending: the player's name without the characters that a file name
/// cannot contain.
pub fn log_name(player: &str) -> String {
    let letters = player.chars().map(|letter| if is_in_no_file_name(letter) { '_' } else { letter });
    let name: String = letters.collect();
    if name.is_empty() || name.starts_with('.') { format!("_{name}") } else { name }
}

/// The maximum number of different reasons for refused orders that are logged in one turn.
const REASONS_MAX: usize = 20;

/// The content of the logs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogForm {
    /// The player's output and errors, what happened to it in the match, and the sum of its times. Rounds without any of
    /// these are left out.
    #[default]
    Events,
    /// The player's output and errors. Each turn has a heading with its time.
    Plain,
}

impl LogForm {
    /// The names of all forms; the first one is the default.
    pub const NAMES: [&str; 2] = ["events", "plain"];
}

impl FromStr for LogForm {
    type Err = UnknownLogForm;

    fn from_str(name: &str) -> Result<LogForm, UnknownLogForm> {
        match name {
            "events" => Ok(LogForm::Events),
            "plain" => Ok(LogForm::Plain),
            _ => Err(UnknownLogForm),
        }
    }
}

/// The error for a text that is not the name of a [`LogForm`].
#[derive(Debug)]
pub struct UnknownLogForm;

/// The logs of a match, in seat order.
pub struct Logs {
    logs: Vec<Log>,
    /// The log of the game itself; `None` if its rules are part of the program.
    game: Option<Log>,
    /// The title line of the game that is played, until it stands in the game's log.
    title: String,
    form: LogForm,
    /// The players' names in sentences about events.
    names: Vec<String>,
    text: Vec<u8>,
}

impl Logs {
    /// Opens a log in the folder for every player, who are given by their names. The content of an earlier match is kept until the match
    /// begins or until something is written to the log. An error contains the path of the log that cannot be opened.
    pub fn create(folder: &Path, names: &[String], form: LogForm) -> Result<Logs, (PathBuf, io::Error)> {
        let open = |name: &String| {
            let path = folder.join(format!("{}.log", log_name(name)));
            Log::open(&path).map_err(|fault| (path, fault))
        };
        let logs = names.iter().map(open).collect::<Result<_, _>>()?;
        let names = names.iter().map(|name| printable(name)).collect();
        Ok(Logs { logs, game: None, title: String::new(), form, names, text: Vec::new() })
    }

    /// Opens a log for the game itself in the folder. It is removed again if nothing is written to it.
    pub fn with_game(mut self, folder: &Path) -> Result<Logs, (PathBuf, io::Error)> {
        let paths = (1..).map(|number| match number {
            1 => folder.join("game.log"),
            number => folder.join(format!("game{number}.log")),
        });
        let is_free = |path: &PathBuf| self.logs.iter().all(|log| log.path != *path);
        let path = paths.into_iter().find(is_free).expect("the numbers do not end");
        self.game = Some(Log::open(&path).map_err(|fault| (path, fault))?);
        Ok(self)
    }

    /// Lets no player's log have more bytes than this, besides a line that says so.
    fn with_room(mut self, each: u64) -> Logs {
        self.logs.iter_mut().for_each(|log| log.room = each);
        self
    }

    /// Returns the path of the game's own log, if anything stands in it.
    pub fn game_path(&self) -> Option<&Path> {
        self.game.as_ref().filter(|log| log.is_used).map(|log| log.path.as_path())
    }

    /// Returns the path of a seat's log.
    pub fn path(&self, seat: Seat) -> &Path {
        &self.logs[seat.index()].path
    }

    /// Returns the paths of all logs.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.logs.iter().chain(&self.game).map(|log| log.path.as_path())
    }

    /// Returns the path and the error of each log that could not be written.
    pub fn failures(&self) -> impl Iterator<Item = (&Path, &io::Error)> {
        let logs = self.logs.iter().chain(&self.game);
        logs.filter_map(|log| log.failure.as_ref().map(|fault| (log.path.as_path(), fault)))
    }

    /// Writes a title line to all logs, before the next of several matches.
    pub fn title(&mut self, line: &str) {
        self.title = line.to_string();
        if let Some(game) = &mut self.game {
            game.round = None;
        }
        for seat in Seat::all(self.logs.len()) {
            self.text.clear();
            self.text.extend(line.as_bytes());
            let log = &mut self.logs[seat.index()];
            log.is_closed = log.failure.is_some();
            log.round = None;
            log.errors.clear();
            self.write(seat);
        }
    }

    /// Writes the player's output before round 1, followed by `words`: warnings, or the reason why the AI cannot play.
    pub fn before_start(&mut self, seat: Seat, report: &TurnReport, words: &str) {
        self.text.clear();
        self.text.extend_from_slice(&sanitize(&report.output));
        end_line(&mut self.text);
        self.text.extend(words.as_bytes());
        self.write(seat);
    }

    /// Writes the notes about a finished match; each player's notes go to its own log.
    fn advise(&mut self, advice: &[Advice]) {
        for seat in Seat::all(self.logs.len()) {
            let own: Vec<&Advice> = advice.iter().filter(|note| note.seat == seat).collect();
            if own.is_empty() {
                continue;
            }
            self.text.clear();
            self.text.extend(format!("=== {} ===\n", t!("Notes")).as_bytes());
            for note in own {
                let _ = writeln!(self.text, "- {}", printable(&note.translated()));
            }
            self.write_after_all(seat);
        }
    }

    /// Writes the text to a player's log even if the log is closed, unless an error has closed it.
    fn write_after_all(&mut self, seat: Seat) {
        let log = &mut self.logs[seat.index()];
        let was_closed = std::mem::replace(&mut log.is_closed, log.failure.is_some());
        self.write(seat);
        self.logs[seat.index()].is_closed |= was_closed;
    }

    fn write(&mut self, seat: Seat) {
        self.logs[seat.index()].write(&self.text);
    }

    fn write_last(&mut self, seat: Seat, line: &str) {
        self.text.clear();
        self.text.extend(line.as_bytes());
        self.write(seat);
        self.logs[seat.index()].is_closed = true;
    }

    /// Begins the text of a turn with everything that does not depend on the game. `refused` formats a refused order.
    fn begin_turn(&mut self, round: u32, seat: Seat, report: &TurnReport, refused: fn(&Refusal) -> Message) {
        self.text.clear();
        if self.form == LogForm::Plain {
            let ms = milliseconds(report.think);
            let _ = writeln!(self.text, "=== {} ===", t!("Round %{round} (%{ms} ms)", round, ms));
        }
        // The plain log shows each error whole.
        let earlier = match self.form {
            LogForm::Plain => None,
            LogForm::Events => self.logs[seat.index()].round_of(round, report),
        };
        tell_turn(&mut self.text, report, earlier);
        let words = |refusal: &Refusal| {
            printable(
                &(refused(refusal).translated() + &format_call_stack(&report.origins.lines(refusal.chain))),
            )
        };
        let total = report.refused_total.into();
        tell_refused(&mut self.text, &report.refused, total, Refusal::reason, words);
    }

    /// Writes the text about a round. Below the first text, it is part of the round's section.
    fn write_round(&mut self, seat: Seat, round: u32) {
        self.logs[seat.index()].write_round(&mut self.text, round);
    }

    /// Writes what the game itself printed in a round, and why it cannot go on. Round 0 is before the first turn.
    fn write_game(&mut self, round: u32, printed: Option<&Printed>, failure: Option<&Problem>) {
        let Some(log) = &mut self.game else { return };
        self.text.clear();
        if let Some(Printed { output, dropped }) = printed {
            tell_output(&mut self.text, output, *dropped);
        }
        if let Some(problem) = failure {
            let lines = problem.lines(Language::spoken(), Detail::Whole).join("\n");
            let _ = writeln!(self.text, "{lines}\n*** {} ***", t!("The game failed."));
        }
        if self.text.is_empty() {
            return;
        }
        let title = std::mem::take(&mut self.title);
        log.write(title.as_bytes());
        match round {
            0 => log.write(&self.text),
            round => log.write_round(&mut self.text, round),
        }
    }

    fn tell_cut_short(&mut self, round: u32, reports: &[(Seat, TurnReport)]) {
        for (seat, report) in reports {
            let lost = report.fault.as_ref().filter(|fault| fault.loses_turn());
            if report.output.is_empty() && lost.is_none() {
                continue;
            }
            self.text.clear();
            let _ = writeln!(self.text, "=== {} ===", t!("Round %{round} (interrupted)", round));
            tell_output(&mut self.text, &report.output, report.output_dropped);
            if let Some(fault) = lost {
                let seconds = decimal(report.think.as_secs_f64(), 1);
                let line = t!(
                    "Turn not finished after %{seconds} s: %{message}",
                    seconds,
                    message = printable(&fault.message.translated())
                );
                let _ = writeln!(self.text, "*** {line} ***");
            }
            self.write(*seat);
        }
    }

    fn tell_parted(&mut self, reports: &[(Seat, TurnReport)]) {
        for (seat, report) in reports {
            self.text.clear();
            tell_output(&mut self.text, &report.output, report.output_dropped);
            if let Some(fault) = report.fault.as_ref().filter(|fault| fault.loses_turn()) {
                let _ = writeln!(self.text, "*** {} ***", printable(&fault.message.translated()));
            }
            if !self.text.is_empty() {
                self.text.splice(0..0, format!("=== {} ===\n", t!("After the match")).into_bytes());
                self.write_after_all(*seat);
            }
        }
    }

    fn tell_ended(&mut self, ending: &Ending) {
        for seat in Seat::all(self.logs.len()) {
            self.text.clear();
            if self.form == LogForm::Events {
                self.logs[seat.index()].times.tell(&mut self.text);
            }
            self.write_after_all(seat);
            if ending.interrupted {
                self.write_last(
                    seat,
                    &last_line(&t!("Interrupted after round %{round}", round = ending.rounds)),
                );
            }
        }
    }
}

/// Formats the last message that a game sends to a player as a line of the log.
fn last_line(farewell: &str) -> String {
    format!("=== {farewell} ===\n")
}

/// Appends the output and the errors of one turn to `text`. `earlier` is the round in which the same error stands already.
fn tell_turn(text: &mut Vec<u8>, report: &TurnReport, earlier: Option<u32>) {
    if let Some(earlier) = earlier {
        return tell_again(text, report, earlier);
    }
    tell_output(text, &report.output, report.output_dropped);
    tell_lost(text, report);
    if let Some(hint) = report.explanation.as_ref().and_then(|one| one.hint(Language::spoken())) {
        let _ = writeln!(text, "*** {} ***", printable(&hint));
    }
}

/// Appends a turn with the same error as in an earlier round, without the traceback and the hint.
fn tell_again(text: &mut Vec<u8>, report: &TurnReport, round: u32) {
    let (printed, traceback) = split_traceback(str::from_utf8(&report.output).unwrap_or_default());
    let Some((fault, _)) = report.fault.as_ref().zip(traceback) else {
        tell_output(text, &report.output, report.output_dropped);
        tell_lost(text, report);
        let _ = writeln!(text, "*** {} ***", t!("as in round %{round}", round));
        return;
    };
    text.extend_from_slice(&sanitize(printed.as_bytes()));
    end_line(text);
    let message = printable(&fault.message.translated());
    let _ = writeln!(text, "*** {} ***", t!("%{message}: as in round %{round}", message, round));
}

fn tell_lost(text: &mut Vec<u8>, report: &TurnReport) {
    if let Some(fault) = report.fault.as_ref().filter(|fault| fault.loses_turn()) {
        let line = t!(
            "Turn lost (%{kind}): %{message}",
            kind = fault.kind.translated(),
            message = printable(&fault.message.translated())
        );
        let _ = writeln!(text, "*** {line} ***");
    }
}

/// Appends the refused orders of a turn to `text`. `total` is the number of refused orders, which may be larger than
/// the length of `refused`. Orders that were refused for the same reason appear once. `words` formats an order; it is
/// slow, so it is called only for orders that appear.
fn tell_refused<'r, R, Reason: Eq + Hash>(
    text: &mut Vec<u8>,
    refused: &'r [R],
    total: u64,
    reason: impl Fn(&'r R) -> Reason,
    words: impl Fn(&R) -> String,
) {
    let mut left_out = total;
    for (refusal, times) in counted(refused, reason).into_iter().take(REASONS_MAX) {
        let more = if times > 1 { t!(", %{times} times", times) } else { String::new() };
        let _ =
            writeln!(text, "*** {} ***", t!("Order refused: %{words}%{more}", words = words(refusal), more));
        left_out = left_out.saturating_sub(times);
    }
    if left_out > 0 {
        let _ = writeln!(text, "*** {} ***", t!("Orders refused: %{left_out} more", left_out));
    }
}

/// Returns the first refusal for each reason, with the number of refusals for that reason. The order is that of the
/// first refusals.
fn counted<'r, R, Reason: Eq + Hash>(
    refused: &'r [R],
    reason: impl Fn(&'r R) -> Reason,
) -> Vec<(&'r R, u64)> {
    let (mut firsts, mut places) = (Vec::<(&'r R, u64)>::new(), HashMap::new());
    for refusal in refused {
        let place = *places.entry(reason(refusal)).or_insert(firsts.len());
        match firsts.get_mut(place) {
            Some((_, times)) => *times += 1,
            None => firsts.push((refusal, 1)),
        }
    }
    firsts
}

fn tell_output(text: &mut Vec<u8>, output: &[u8], dropped: u64) {
    text.extend_from_slice(&sanitize(output));
    end_line(text);
    if dropped > 0 {
        let _ = writeln!(text, "{}", t!("... and %{n} more bytes, which were discarded", n = dropped));
    }
}

fn end_line(text: &mut Vec<u8>) {
    if text.last().is_some_and(|last| *last != b'\n') {
        text.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use crate::logs::*;
    use std::cell::Cell;

    /// Returns the written lines, and the number of calls of `words`.
    fn refusal_lines(
        refused: &[usize],
        total: u64,
        reason: impl Fn(&usize) -> usize,
    ) -> (Vec<String>, usize) {
        let (mut text, made) = (Vec::new(), Cell::new(0));
        tell_refused(&mut text, refused, total, reason, |number| {
            made.set(made.get() + 1);
            format!("order {number}")
        });
        (String::from_utf8(text).unwrap().lines().map(str::to_string).collect(), made.get())
    }

    #[test]
    fn only_logged_refusals_are_put_into_words() {
        let many: Vec<usize> = (0..100).collect();
        let (lines, made) = refusal_lines(&many, 5000, |number| number % 3);
        assert_eq!(lines[0], "*** Order refused: order 0, 34 times ***");
        assert_eq!(
            lines[2..],
            ["*** Order refused: order 2, 33 times ***", "*** Orders refused: 4900 more ***"]
        );
        assert_eq!(made, 3);
        let (lines, made) = refusal_lines(&many, 100, |number| *number);
        assert_eq!(
            (lines[19].as_str(), lines[20].as_str()),
            ("*** Order refused: order 19 ***", "*** Orders refused: 80 more ***")
        );
        assert_eq!((lines.len(), made), (21, REASONS_MAX));
        assert_eq!(refusal_lines(&[], 0, |number| *number), (vec![], 0));
    }
}

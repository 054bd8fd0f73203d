//! Output to the terminal. Files, players and replays of strangers may contain control sequences, which could erase the
//! screen, change the title of the window or hide text. This is the only place where text reaches the terminal, and it
//! lets through no sequences but those of [`Paint`]: these carry a number that is new in each process, so no file can
//! contain it.

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use std::fmt::{self, Display};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, IsTerminal, Write};
use std::sync::LazyLock;
use wag_core::text::sanitize;

/// The start of every sequence of this program. Its first parameter is the secret number.
static MARK: LazyLock<String> =
    LazyLock::new(|| format!("\x1b[{};", RandomState::new().build_hasher().finish()));

/// The start of a sequence for terminals.
const SEQUENCE: &str = "\x1b[";

/// Anything that can be displayed in a style.
pub trait Paint: Display {
    fn painted(&self, style: Style) -> Painted<'_, Self> {
        Painted { value: self, style }
    }

    fn bold(&self) -> Painted<'_, Self> {
        self.painted(Style::new().bold())
    }

    fn dimmed(&self) -> Painted<'_, Self> {
        self.painted(Style::new().dimmed())
    }

    fn red(&self) -> Painted<'_, Self> {
        self.painted(AnsiColor::Red.on_default())
    }

    fn green(&self) -> Painted<'_, Self> {
        self.painted(AnsiColor::Green.on_default())
    }

    fn yellow(&self) -> Painted<'_, Self> {
        self.painted(AnsiColor::Yellow.on_default())
    }
}

impl<T: Display + ?Sized> Paint for T {}

/// A value in a style, for output through this module.
pub struct Painted<'v, T: ?Sized> {
    value: &'v T,
    style: Style,
}

impl<T: Display + ?Sized> Display for Painted<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&marked(&self.style.render()))?;
        self.value.fmt(f)?;
        f.write_str(&marked(&self.style.render_reset()))
    }
}

fn marked(sequences: &impl Display) -> String {
    sequences.to_string().replace(SEQUENCE, &MARK)
}

/// Returns a text as a terminal receives it: with the sequences of [`Paint`], and all other control characters as
/// escapes, such as `\x1b`.
pub fn for_terminal(text: &str) -> String {
    let plain = |text: &str| String::from_utf8_lossy(&sanitize(text.as_bytes())).into_owned();
    let mut pieces = text.split(MARK.as_str());
    let mut shown = plain(pieces.next().unwrap_or_default());
    for piece in pieces {
        let end = piece.find(|letter: char| !letter.is_ascii_digit() && letter != ';').unwrap_or(piece.len());
        let (codes, rest) = piece.split_at(end);
        // A sequence without its last letter was cut off.
        if let Some(rest) = rest.strip_prefix('m') {
            shown += &format!("{SEQUENCE}{codes}m{}", plain(rest));
        }
    }
    shown
}

/// Returns standard output for text. A terminal receives it as [`for_terminal`] returns it; elsewhere, it has no
/// sequences.
pub fn stdout() -> impl Write {
    let out = io::stdout();
    let is_shown = is_shown(out.is_terminal(), AutoStream::choice(&out));
    Lines { out: anstream::stdout(), is_shown, pending: Vec::new() }
}

/// Returns standard error, as [`stdout`] returns standard output.
pub fn stderr() -> impl Write {
    let out = io::stderr();
    let is_shown = is_shown(out.is_terminal(), AutoStream::choice(&out));
    Lines { out: anstream::stderr(), is_shown, pending: Vec::new() }
}

/// Returns standard output for the contents of a file. They stay as they are unless a terminal shows them.
pub fn stdout_for_file() -> impl Write {
    let out = io::stdout();
    Lines { is_shown: out.is_terminal(), out, pending: Vec::new() }
}

fn is_shown(is_terminal: bool, choice: ColorChoice) -> bool {
    is_terminal || choice != ColorChoice::Never
}

/// A writer that passes on whole lines, as [`for_terminal`] returns them if `is_shown` is true.
struct Lines<W: Write> {
    out: W,
    is_shown: bool,
    pending: Vec<u8>,
}

impl<W: Write> Lines<W> {
    fn pass_on(&mut self, count: usize) -> io::Result<()> {
        let bytes: Vec<u8> = self.pending.drain(..count).collect();
        self.out.write_all(for_terminal(&String::from_utf8_lossy(&bytes)).as_bytes())
    }
}

impl<W: Write> Write for Lines<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_shown {
            return self.out.write(bytes);
        }
        self.pending.extend_from_slice(bytes);
        if let Some(end) = self.pending.iter().rposition(|byte| *byte == b'\n') {
            self.pass_on(end + 1)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass_on(self.pending.len())?;
        self.out.flush()
    }
}

/// Prints a line to standard error. It is not an error if nobody reads it.
macro_rules! eprintln {
    ($($argument:tt)*) => {
        $crate::output::print_error(&format!("{}\n", format_args!($($argument)*)))
    };
}
pub(crate) use eprintln;

/// Prints a text to standard error. It is not an error if nobody reads it.
pub fn print_error(text: &str) {
    let mut out = stderr();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Prints the help on standard error, with sequences that do not come from [`Paint`]. It contains no text of strangers.
pub fn print_help(text: &impl Display) {
    anstream::eprintln!("{text}");
}

/// Replaces the last line on standard error, which is a terminal, with another text.
pub fn replace_last_line(text: &str) {
    let mut out = io::stderr();
    let _ = write!(out, "\r{SEQUENCE}K{}", for_terminal(text)).and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_sequences_reach_a_terminal() {
        let name = "a\x1b[31m\x1b]0;title\x07\u{9b}2J\rb";
        assert_eq!(
            for_terminal(&format!("{}: {name}\n", name.red().bold())),
            "\x1b[1m\x1b[31ma\\x1b[31m\\x1b]0;title\\x07\\x9b2J\\rb\x1b[0m\x1b[0m: a\\x1b[31m\\x1b]0;title\\x07\\x9b2J\\rb\n"
        );
        let cut = format!("{}", "x".red());
        (0..cut.len())
            .for_each(|end| assert!(!for_terminal(&cut[..end]).contains("\x1b[31") || end > MARK.len() + 2));
        assert_eq!(anstream::adapter::strip_str(&cut).to_string(), "x");
    }

    #[test]
    fn characters_are_not_split_between_writes() {
        let mut out = Lines { out: Vec::new(), is_shown: true, pending: Vec::new() };
        "ä\n\x1bü".as_bytes().iter().for_each(|byte| out.write_all(&[*byte]).unwrap());
        out.flush().unwrap();
        assert_eq!(String::from_utf8(out.out).unwrap(), "ä\n\\x1bü");
    }
}

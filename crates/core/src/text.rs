//! Text for terminals: sanitizing untrusted text, quoting and suggesting words.

use std::borrow::Cow;
use std::fmt::Display;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Removes control characters, and characters that change the writing direction or are invisible.
pub fn printable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() && !is_formatting(*letter)).collect()
}

/// Escapes a program's output so that a terminal shows it as text. Control characters and invalid bytes become escapes
/// as in Python, such as `\x1b`; line breaks and tabs are left as they are.
pub fn sanitize(printed: &[u8]) -> Cow<'_, [u8]> {
    let is_plain = |byte: &u8| (b' '..=b'~').contains(byte) || matches!(byte, b'\n' | b'\t');
    if printed.iter().all(is_plain) {
        return Cow::Borrowed(printed);
    }
    let mut text = String::with_capacity(printed.len() + 16);
    for chunk in printed.utf8_chunks() {
        let mut letters = chunk.valid().chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '\n' | '\t' => text.push(letter),
                '\r' if letters.peek() == Some(&'\n') => {}
                '\r' => text.push_str("\\r"),
                _ if letter.is_control() => text.push_str(&format!("\\x{:02x}", u32::from(letter))),
                // The zero-width joiner combines emoji.
                '\u{200d}' => text.push(letter),
                _ if is_formatting(letter) => text.push_str(&format!("\\u{:04x}", u32::from(letter))),
                _ => text.push(letter),
            }
        }
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    Cow::Owned(text.into_bytes())
}

/// Quotes a word for a shell, if necessary.
pub fn quoted(word: &str) -> String {
    let is_plain = !word.is_empty()
        && !word.starts_with('=')
        && word.chars().all(|letter| letter.is_alphanumeric() || "/._-=+:,@%".contains(letter));
    if is_plain { word.to_string() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// Quotes the path of a file for a shell, as an argument that no program takes for an option.
pub fn quoted_path(path: impl AsRef<Path>) -> String {
    let path = path.as_ref().display().to_string();
    quoted(&if path.starts_with('-') { format!("./{path}") } else { path })
}

/// Returns the arguments that set an option to a value, which may start with a dash.
pub fn option_arguments(name: &str, value: impl Display) -> Vec<String> {
    let value = value.to_string();
    match value.starts_with('-') {
        true => vec![format!("--{name}={value}")],
        false => vec![format!("--{name}"), value],
    }
}

/// Returns arguments as a line for a shell.
pub fn shell_line<S: AsRef<str>>(arguments: impl IntoIterator<Item = S>) -> String {
    arguments.into_iter().map(|word| quoted(word.as_ref())).collect::<Vec<_>>().join(" ")
}

/// Returns the most similar word to `word`; `None` if none is so similar that `word` may be a typing error.
pub fn nearest<'w>(word: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let similar = words
        .into_iter()
        .map(|other| (strsim::jaro_winkler(&word.to_lowercase(), &other.to_lowercase()), other));
    let best = similar.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (best.0 > 0.85).then_some(best.1)
}

fn is_formatting(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The start of the year 10000, the first year with more than four digits, in Unix seconds.
const YEAR_10000: u64 = 253_402_300_800;

/// Formats a time as `2026-11-21T07:00:00Z`; returns an empty string before 1970 or after 9999.
pub fn format_timestamp(time: SystemTime) -> String {
    let is_in_range = |since: Duration| since.as_secs() < YEAR_10000;
    match time.duration_since(UNIX_EPOCH).is_ok_and(is_in_range) {
        true => humantime::format_rfc3339_seconds(time).to_string(),
        false => String::new(),
    }
}

/// Formats a call stack for the end of a sentence: ` (main.py:17 → helper.py:51)`.
pub fn format_call_stack(lines: &[String]) -> String {
    if lines.is_empty() { String::new() } else { format!(" ({})", printable(&lines.join(" → "))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_are_recognized() {
        let words = ["gems", "warriors", "greedy"];
        assert_eq!(nearest("gemz", words), Some("gems"));
        assert_eq!(nearest("Greddy", words), Some("greedy"));
        assert_eq!(nearest("chess", words), None);
    }

    #[test]
    fn timestamps_outside_four_digit_years_are_empty() {
        let timestamp = |seconds| format_timestamp(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(YEAR_10000 - 1), "9999-12-31T23:59:59Z");
        assert_eq!(timestamp(YEAR_10000), "");
        assert_eq!(format_timestamp(UNIX_EPOCH - Duration::from_millis(1)), "");
    }

    #[test]
    fn sanitized_output_keeps_plain_text() {
        let shown = |text: &[u8]| String::from_utf8(sanitize(text).into_owned()).unwrap();
        assert_eq!(shown("plain\tlines\nand ünïcödé 🐜\n".as_bytes()), "plain\tlines\nand ünïcödé 🐜\n");
        let wild = b"\x1b[2J\x07\0 10%\r20%\r\nend \xff\xc2\x9b \xe2\x80\xae\x7f";
        assert_eq!(shown(wild), "\\x1b[2J\\x07\\x00 10%\\r20%\nend \\xff\\x9b \\u202e\\x7f");
        assert!(matches!(sanitize(b"as it is\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn sanitized_output_has_no_control_characters() {
        assert_eq!(printable("a\x1b[31mb\x07\0\u{9b}2J\r\nc\u{202e}d\u{200b}é"), "a[31mb2Jcdé");
    }
}

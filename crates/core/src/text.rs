//! Words for the terminal: those of strangers are made harmless, those of the user can be said again.

use std::borrow::Cow;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Without control characters, and without those that turn the direction of writing or show nothing.
pub fn printable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() && !is_formatting(*letter)).collect()
}

/// What a program has printed, so that whoever shows the file in a terminal is shown only text: what commands the terminal
/// or is no text stands there as Python would write it in quotes, `\x1b`. Lines and tabs stay.
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
                // It joins the parts of one picture.
                '\u{200d}' => text.push(letter),
                _ if is_formatting(letter) => text.push_str(&format!("\\u{:04x}", u32::from(letter))),
                _ => text.push(letter),
            }
        }
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    Cow::Owned(text.into_bytes())
}

/// As a shell takes it for one word.
pub fn quoted(word: &str) -> String {
    let is_plain =
        !word.is_empty() && word.chars().all(|letter| letter.is_alphanumeric() || "/._-=+:".contains(letter));
    if is_plain { word.to_string() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// The most similar one of the words, if it is similar enough for a slip.
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

/// The first moment that has no four digits for its year, in seconds of Unix.
const YEAR_10000: u64 = 253_402_300_800;

/// A time as data has it: `2026-11-21T07:00:00Z`; nothing before 1970, or after 9999.
pub fn moment(time: SystemTime) -> String {
    let is_told = |since: Duration| since.as_secs() < YEAR_10000;
    match time.duration_since(UNIX_EPOCH).is_ok_and(is_told) {
        true => humantime::format_rfc3339_seconds(time).to_string(),
        false => String::new(),
    }
}

/// Lines that call each other, as they stand behind a sentence: ` (main.py:17 → helper.py:51)`.
pub fn printed_way(lines: &[String]) -> String {
    if lines.is_empty() { String::new() } else { format!(" ({})", printable(&lines.join(" → "))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_seen_and_another_word_is_not() {
        let words = ["gems", "warriors", "greedy"];
        assert_eq!(nearest("gemz", words), Some("gems"));
        assert_eq!(nearest("Greddy", words), Some("greedy"));
        assert_eq!(nearest("chess", words), None);
    }

    #[test]
    fn a_moment_has_four_digits_for_its_year_or_is_not_told() {
        let told = |seconds| moment(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(told(0), "1970-01-01T00:00:00Z");
        assert_eq!(told(YEAR_10000 - 1), "9999-12-31T23:59:59Z");
        assert_eq!(told(YEAR_10000), "");
        assert_eq!(moment(UNIX_EPOCH - Duration::from_millis(1)), "");
    }

    #[test]
    fn what_is_printed_stays_text() {
        let shown = |text: &[u8]| String::from_utf8(sanitize(text).into_owned()).unwrap();
        assert_eq!(shown("plain\tlines\nand ünïcödé 🐜\n".as_bytes()), "plain\tlines\nand ünïcödé 🐜\n");
        let wild = b"\x1b[2J\x07\0 10%\r20%\r\nend \xff\xc2\x9b \xe2\x80\xae\x7f";
        assert_eq!(shown(wild), "\\x1b[2J\\x07\\x00 10%\\r20%\nend \\xff\\x9b \\u202e\\x7f");
        assert!(matches!(sanitize(b"as it is\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn nothing_of_it_commands_the_terminal() {
        assert_eq!(printable("a\x1b[31mb\x07\0\u{9b}2J\r\nc\u{202e}d\u{200b}é"), "a[31mb2Jcdé");
    }
}

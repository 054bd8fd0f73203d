//! Finds replays in the contest's HTML pages. There, a script contains the JSON as a string or as an object literal.

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::borrow::Cow;
use std::str::Chars;
use wag_i18n::t;

/// The maximum number of locations in a page at which to look for a replay.
const PLACES_MAX: usize = 2000;
/// The maximum number of bytes to read at all these locations together, as a multiple of the page's length. Without
/// this limit, the page could be read to its end at each location.
const READ_MAX: usize = 16;

/// Returns the JSON of a replay: all of a JSON file, or a part of an HTML page.
pub fn json(bytes: &[u8]) -> Result<Cow<'_, [u8]>, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if !bytes.trim_ascii_start().starts_with(b"<") {
        return Ok(Cow::Borrowed(bytes));
    }
    let page = String::from_utf8_lossy(bytes);
    let found = strings(&page).find(|text| length(text).is_some()).or_else(|| object(&page));
    found
        .map(|json| Cow::Owned(json.into_bytes()))
        .ok_or_else(|| t!("this page contains no replay of the contest"))
}

/// Returns the length in bytes of the replay at the beginning of a text, or `None` if the text does not begin with one.
fn length(text: &str) -> Option<usize> {
    #[derive(Deserialize)]
    struct Replay {
        #[serde(rename = "challenge")]
        _challenge: IgnoredAny,
        #[serde(rename = "replaydata")]
        _replaydata: IgnoredAny,
    }

    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Replay>();
    values.next()?.ok()?;
    Some(values.byte_offset())
}

/// Returns the positions where one of the characters in `first` is followed by `then`, with only whitespace between
/// them.
fn places<'p>(page: &'p str, first: &'p [char], then: char) -> impl Iterator<Item = usize> + 'p {
    let found = page.match_indices(first).map(|(at, _)| at);
    found.filter(move |at| page[at + 1..].trim_start().starts_with(then)).take(PLACES_MAX)
}

/// Returns the first object literal in the page that is a replay.
fn object(page: &str) -> Option<String> {
    places(page, &['{'], '"').find_map(|at| Some(page[at..at + length(&page[at..])?].to_string()))
}

/// Returns the strings in scripts that may contain an object, because they begin with a brace.
fn strings(page: &str) -> impl Iterator<Item = String> + '_ {
    let mut left = READ_MAX * page.len();
    let read = move |at: usize| {
        let (text, length) = unquoted(&page[at..]);
        let is_within = length <= left;
        left = left.saturating_sub(length);
        is_within.then_some(text)
    };
    places(page, &['"', '\''], '{').map_while(read).flatten()
}

/// Parses the string literal at the beginning of the text. Returns the string, or `None` if the literal is invalid, and
/// the number of bytes read.
fn unquoted(text: &str) -> (Option<String>, usize) {
    let mut signs = text.chars();
    let string = until_quote(&mut signs);
    (string, text.len() - signs.as_str().len())
}

fn until_quote(signs: &mut Chars<'_>) -> Option<String> {
    let (quote, mut string) = (signs.next()?, String::new());
    loop {
        match signs.next()? {
            sign if sign == quote => return Some(string),
            '\\' => escaped(signs, &mut string)?,
            sign => string.push(sign),
        }
    }
}

/// Parses the characters after a backslash and adds the character that they stand for.
fn escaped(signs: &mut Chars<'_>, string: &mut String) -> Option<()> {
    match signs.next()? {
        'n' => string.push('\n'),
        'r' => string.push('\r'),
        't' => string.push('\t'),
        'b' => string.push('\u{8}'),
        'f' => string.push('\u{c}'),
        '\n' => {}
        'x' => string.push(char::from_u32(number(signs, 2)?)?),
        'u' => match number(signs, 4)? {
            // Half of a surrogate pair stays an escape, since JSON has the same ones.
            half @ 0xd800..0xe000 => string.push_str(&format!("\\u{half:04x}")),
            sign => string.push(char::from_u32(sign)?),
        },
        sign => string.push(sign),
    }
    Some(())
}

fn number(signs: &mut Chars<'_>, digits: usize) -> Option<u32> {
    let word = signs.as_str().get(..digits)?;
    *signs = signs.as_str()[digits..].chars();
    u32::from_str_radix(word, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPLAY: &str = r#"{"challenge": "ants", "playernames": ["a\"b", "ö'"], "replaydata": {"x": 1}}"#;

    fn found(page: &str) -> Option<String> {
        json(page.as_bytes()).ok().map(|json| String::from_utf8(json.into_owned()).unwrap())
    }

    #[test]
    fn a_file_that_is_no_page_stays_as_it_is() {
        assert_eq!(found(REPLAY).unwrap(), REPLAY);
        assert_eq!(found(&format!("\u{feff}{REPLAY}")).unwrap(), REPLAY);
    }

    #[test]
    fn a_replay_is_found_as_a_string_and_as_an_object() {
        let head = "<html><script>var a = {\"b\": 1}; show(\"{\", '{\"c\": 2}');";
        let double =
            REPLAY.replace('\\', "\\\\").replace('"', "\\\"").replace(", \\\"replay", ",\\n\\\"replay");
        let single = REPLAY.replace('\\', "\\\\").replace('\'', "\\x27").replace('ö', "\\u00f6");
        let expected = [REPLAY.replace(", \"replay", ",\n\"replay"), REPLAY.to_string(), REPLAY.to_string()];
        let pages = [format!("\"{double}\""), format!("'{single}'"), REPLAY.to_string()];
        for (replay, expected) in pages.iter().zip(expected) {
            let page = format!("\n{head} visualizer.loadReplayData({replay});</script></html>");
            assert_eq!(found(&page).as_deref(), Some(expected.as_str()), "{page}");
        }
    }

    #[test]
    fn nested_strings_have_a_read_limit() {
        let page = "\\\"{".repeat(PLACES_MAX) + "\"";
        assert!((READ_MAX..READ_MAX + 2).contains(&strings(&page).count()));
        let apart = "\"{\"".repeat(PLACES_MAX);
        assert_eq!(strings(&apart).count(), PLACES_MAX, "one after the other is read once");
    }

    #[test]
    fn a_page_without_a_replay_is_refused() {
        for page in [
            "<",
            "<p>{\"challenge\": \"ants\"}",
            "<p>\"{\\u12",
            "<p>'{\\ud83d",
            "<p>{\"challenge\": 1, \"replaydata\": {",
        ] {
            assert_eq!(found(page), None, "{page}");
        }
    }
}

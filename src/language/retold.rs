//! Sentences that were written down in English, because programs read them too (results as JSON, replays, what a player is told), told
//! again in the language of the user.

use super::{LANGUAGES, Language};

/// Fewer letters besides placeholders could be anything.
const LEAST: usize = 8;

/// The sentence in the language of the user, if it is known there; else as it is. `(a.py, line 3)` may stand at its end.
pub fn retold(english: &str) -> String {
    let spoken = Language::spoken();
    if spoken == LANGUAGES[0] {
        return english.to_string();
    }
    let book = crate::_rust_i18n_backend().messages_for_locale(spoken.code).unwrap_or_default();
    let book: Vec<(&str, &str)> = book.iter().map(|(from, to)| (&**from, &**to)).collect();
    tell(&book, english)
}

fn tell(book: &[(&str, &str)], english: &str) -> String {
    let is_known = |sentence: &str| tell(book, sentence) != sentence;
    if let Some((sentence, file, line)) = placed(english).find(|(sentence, ..)| is_known(sentence)) {
        let place = crate::language::t!("%{file}, line %{line}", file, line);
        return format!("{} ({place})", tell(book, sentence));
    }
    let known = book.iter().filter_map(|(from, to)| Some((letters(from), values(from, english)?, to)));
    match known.filter(|(letters, ..)| *letters >= LEAST).max_by_key(|(letters, ..)| *letters) {
        Some((_, values, told)) => values.into_iter().fold(told.to_string(), |told, (name, value)| {
            told.replace(&format!("%{{{name}}}"), &tell(book, value))
        }),
        None => english.to_string(),
    }
}

/// A sentence, and the place in a file that stands behind it; a file's name may have a bracket, too.
fn placed(english: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    let is_number = |line: &str| line.bytes().all(|digit| digit.is_ascii_digit());
    let whole = english.strip_suffix(')').and_then(|whole| whole.rsplit_once(", line "));
    whole.filter(|(_, line)| is_number(line)).into_iter().flat_map(|(rest, line)| {
        rest.match_indices(" (").map(move |(at, bracket)| (&rest[..at], &rest[at + bracket.len()..], line))
    })
}

/// How much of a pattern is no placeholder.
fn letters(pattern: &str) -> usize {
    pieces(pattern).map(|(text, _)| text.len()).sum()
}

/// A text before each placeholder, and its name; none at the end.
fn pieces(pattern: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let mut rest = Some(pattern);
    std::iter::from_fn(move || {
        let text = rest?;
        let placeholder = text.split_once("%{").and_then(|(text, more)| Some((text, more.split_once('}')?)));
        match placeholder {
            Some((text, (name, more))) => {
                rest = Some(more);
                Some((text, Some(name)))
            }
            None => {
                rest = None;
                Some((text, None))
            }
        }
    })
}

/// What stands for the placeholders of a pattern, if the sentence is one of it.
fn values<'p, 'e>(pattern: &'p str, sentence: &'e str) -> Option<Vec<(&'p str, &'e str)>> {
    let (mut values, mut rest, mut open) = (Vec::new(), sentence, None);
    for (text, name) in pieces(pattern) {
        let at = match (open, name) {
            (None, _) => rest.starts_with(text).then_some(0)?,
            // The last one goes to the end.
            (Some(_), None) => rest.len().checked_sub(text.len()).filter(|_| rest.ends_with(text))?,
            (Some(_), Some(_)) => rest.find(text)?,
        };
        values.extend(open.map(|name| (name, &rest[..at])));
        rest = &rest[at + text.len()..];
        open = name;
    }
    rest.is_empty().then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &[(&str, &str)] = &[
        ("no answer within %{s} s %{when}", "%{when} keine Antwort in %{s} s"),
        ("in its turn", "in seinem Zug"),
        ("%{n} of %{m}", "%{n} von %{m}"),
        ("it wrote %{what}", "er schrieb %{what}"),
    ];

    #[test]
    fn what_is_known_is_told_again() {
        assert_eq!(tell(BOOK, "no answer within 0.5 s in its turn"), "in seinem Zug keine Antwort in 0.5 s");
        let placed = "no answer within 2 s in its turn (my (old) ai.py, line 3)";
        assert_eq!(tell(BOOK, placed), "in seinem Zug keine Antwort in 2 s (my (old) ai.py, line 3)");
    }

    #[test]
    fn what_is_not_known_stays() {
        for sentence in
            ["no answer", "1 of 2", "ValueError: it wrote x (a.py, line 3)", "no answer within 2 s", ""]
        {
            assert_eq!(tell(BOOK, sentence), sentence);
        }
    }

    #[test]
    fn patterns_are_taken_apart() {
        assert_eq!(values("%{a} b %{c}.", "x b y b z."), Some(vec![("a", "x"), ("c", "y b z")]));
        assert_eq!(values("a %{b}", "a"), None);
        assert_eq!(values("just this", "just this"), Some(Vec::new()));
        assert_eq!(values("just this", "just this one"), None);
    }
}

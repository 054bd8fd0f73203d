//! Translation of complete English sentences. Some texts are stored in English because programs read them too: JSON
//! results, replays, messages of players.

use super::system::with_system;
use super::{Language, filled, pieces};
use std::fmt::Display;
use std::sync::OnceLock;

/// The minimum number of letters that a pattern has outside its placeholders. Patterns with fewer letters would match
/// almost anything.
const LEAST: usize = 7;
/// The maximum nesting depth of sentences in brackets. A limit is needed because the text may be untrusted.
const DEEPEST: usize = 4;
/// The maximum number of opening brackets at which a sentence is split.
const BRACKETS_MAX: usize = 8;

/// Translates an English sentence to the user's language. Returns it unchanged if it is unknown. The sentence may end
/// with `(a.py, line 3)`, with a call stack such as `(a.py:3 → b.py:7)`, or with another sentence in brackets.
pub fn translate_message(english: &str) -> String {
    // The language is selected once, when the program starts.
    static PATTERNS: OnceLock<Vec<Pattern>> = OnceLock::new();
    let Some(catalog) = Language::spoken().catalog() else { return english.to_string() };
    let patterns = PATTERNS.get_or_init(|| book_of(catalog.iter().map(|(from, to)| (&**from, &**to))));
    with_system(tell(patterns, english, DEEPEST), catalog)
}

/// A sentence with placeholders.
struct Pattern {
    /// The texts, each with the name of the placeholder that follows it. No placeholder follows the last text.
    pieces: Vec<(String, Option<String>)>,
    /// The number of letters outside placeholders.
    letters: usize,
    translation: String,
}

fn book_of<'s>(sentences: impl Iterator<Item = (&'s str, &'s str)>) -> Vec<Pattern> {
    let pattern = |(from, to): (&str, &str)| {
        let pieces: Vec<_> =
            pieces(from).map(|(text, name)| (text.to_string(), name.map(str::to_string))).collect();
        let letters = pieces.iter().map(|(text, _)| text.len()).sum();
        Pattern { pieces, letters, translation: to.to_string() }
    };
    let mut catalog: Vec<Pattern> =
        sentences.map(pattern).filter(|pattern| pattern.letters >= LEAST).collect();
    // Longer patterns are tried first.
    catalog.sort_by(|a, b| (b.letters, &a.pieces).cmp(&(a.letters, &b.pieces)));
    catalog
}

fn tell(catalog: &[Pattern], english: &str, deep: usize) -> String {
    let sentence = english.trim();
    if sentence.len() < english.len() && !sentence.is_empty() {
        // Keep surrounding white space.
        let at = english.find(sentence).unwrap_or_default();
        let (before, after) = (&english[..at], &english[at + sentence.len()..]);
        return known(catalog, english, deep)
            .unwrap_or_else(|| format!("{before}{}{after}", tell(catalog, sentence, deep)));
    }
    let in_place = |(sentence, place): (&str, &str)| {
        let translated = known(catalog, sentence, deep)?;
        let place = translate_place(place).or_else(|| known(catalog, place, deep.checked_sub(1)?))?;
        Some(format!("{translated} ({place})"))
    };
    let translated =
        placed(english).take(BRACKETS_MAX).find_map(in_place).or_else(|| known(catalog, english, deep));
    translated.unwrap_or_else(|| english.to_string())
}

/// Translates a sentence that matches one of the patterns, including the values of its placeholders.
fn known(catalog: &[Pattern], english: &str, deep: usize) -> Option<String> {
    let deeper = deep.checked_sub(1)?;
    let (pattern, values) = catalog.iter().find_map(|pattern| Some((pattern, pattern.values(english)?)))?;
    let translated: Vec<(&str, String)> =
        values.into_iter().map(|(name, value)| (name, tell(catalog, value, deeper))).collect();
    let values: Vec<(&str, &dyn Display)> =
        translated.iter().map(|(name, translated)| (*name, translated as &dyn Display)).collect();
    Some(filled(&pattern.translation, &values))
}

/// Splits a sentence before each opening bracket that may begin the last pair of brackets. There may be several,
/// because file names may contain brackets, too.
fn placed(english: &str) -> impl Iterator<Item = (&str, &str)> {
    english.strip_suffix(')').into_iter().flat_map(|whole| {
        whole.match_indices(" (").map(move |(at, bracket)| (&whole[..at], &whole[at + bracket.len()..]))
    })
}

/// Translates a location in a file; `None` if the text is not a location. A call stack is the same in all languages.
fn translate_place(place: &str) -> Option<String> {
    let is_number = |line: &str| !line.is_empty() && line.bytes().all(|digit| digit.is_ascii_digit());
    if let Some((file, line)) = place.rsplit_once(", line ").filter(|(_, line)| is_number(line)) {
        return Some(crate::t!("%{file}, line %{line}", file, line));
    }
    let is_line = |line: &str| line.rsplit_once(':').is_some_and(|(_, number)| is_number(number));
    place.split(" → ").all(is_line).then(|| place.to_string())
}

impl Pattern {
    /// Returns the values of the placeholders if the sentence matches the pattern.
    fn values<'s>(&'s self, sentence: &'s str) -> Option<Vec<(&'s str, &'s str)>> {
        let (mut values, mut rest, mut open) = (Vec::new(), sentence, None);
        for (text, name) in &self.pieces {
            let at = match (open, name) {
                (None, _) => rest.starts_with(text).then_some(0)?,
                // The last value extends to the final text.
                (Some(_), None) => rest.len().checked_sub(text.len()).filter(|_| rest.ends_with(text))?,
                (Some(_), Some(_)) => rest.find(text)?,
            };
            values.extend(open.map(|name| (name, &rest[..at])));
            rest = &rest[at + text.len()..];
            open = name.as_deref();
        }
        rest.is_empty().then_some(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tell(catalog: &[(&str, &str)], english: &str) -> String {
        super::tell(&book_of(catalog.iter().copied()), english, DEEPEST)
    }

    fn values<'s>(catalog: &'s [Pattern], sentence: &'s str) -> Option<Vec<(&'s str, &'s str)>> {
        catalog[0].values(sentence)
    }

    const BOOK: &[(&str, &str)] = &[
        ("no answer within %{s} s %{when}", "%{when} keine Antwort in %{s} s"),
        ("in its turn", "in seinem Zug"),
        ("%{n} of %{m}", "%{n} von %{m}"),
        ("it wrote %{what}", "er schrieb %{what}"),
    ];

    #[test]
    fn known_sentences_are_translated() {
        assert_eq!(tell(BOOK, "no answer within 0.5 s in its turn"), "in seinem Zug keine Antwort in 0.5 s");
        let placed = "no answer within 2 s in its turn (my (old) ai.py, line 3)";
        assert_eq!(tell(BOOK, placed), "in seinem Zug keine Antwort in 2 s (my (old) ai.py, line 3)");
        let twice = "no answer within 2 s in its turn (it wrote nonsense)";
        assert_eq!(tell(BOOK, twice), "in seinem Zug keine Antwort in 2 s (er schrieb nonsense)");
        let on_a_way = "it wrote nonsense (main.py:17 → help (2).py:5)";
        assert_eq!(tell(BOOK, on_a_way), "er schrieb nonsense (main.py:17 → help (2).py:5)");
    }

    #[test]
    fn surrounding_white_space_is_kept() {
        assert_eq!(tell(BOOK, " it wrote nonsense\n"), " er schrieb nonsense\n");
    }

    #[test]
    fn unknown_sentences_stay() {
        for sentence in
            ["no answer", "1 of 2", "ValueError: it wrote x (a.py, line 3)", "no answer within 2 s", ""]
        {
            assert_eq!(tell(BOOK, sentence), sentence);
        }
    }

    #[test]
    fn hostile_sentences_are_translated_quickly() {
        let brackets = format!("it wrote {}", "it wrote x (a.py, line 1) (a.py:3)".repeat(500));
        assert!(tell(BOOK, &brackets).starts_with("er schrieb er schrieb "));
    }

    #[test]
    fn patterns_are_split_at_placeholders() {
        let of = |pattern| book_of([(pattern, "")].into_iter());
        let two = of("%{a} before %{c}.");
        assert_eq!(values(&two, "x before y before z."), Some(vec![("a", "x"), ("c", "y before z")]));
        let (open, none) = (of("only a %{b}"), of("just this"));
        assert_eq!(values(&open, "only a"), None);
        assert_eq!(values(&none, "just this"), Some(Vec::new()));
        assert_eq!(values(&none, "just this one"), None);
    }
}

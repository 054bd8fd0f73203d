//! Words for the terminal: those of strangers are made harmless, those of the user can be said again.

/// Without control characters, and without those that turn the direction of writing or show nothing.
pub fn printable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() && !is_formatting(*letter)).collect()
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
    fn nothing_of_it_commands_the_terminal() {
        assert_eq!(printable("a\x1b[31mb\x07\0\u{9b}2J\r\nc\u{202e}d\u{200b}é"), "a[31mb2Jcdé");
    }
}

//! Words of strangers, made harmless for the terminal: names, what AIs print, what a file says.

/// Without control characters, and without those that turn the direction of writing or show nothing.
pub fn printable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() && !is_formatting(*letter)).collect()
}

fn is_formatting(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn nothing_of_it_commands_the_terminal() {
        assert_eq!(printable("a\x1b[31mb\x07\0\u{9b}2J\r\nc\u{202e}d\u{200b}é"), "a[31mb2Jcdé");
    }
}

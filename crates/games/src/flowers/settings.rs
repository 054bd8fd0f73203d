//! Reads player settings from the text of a contest player's Python file, before it runs.

use wag_core::game::Introduction;

/// Returns the settings that a file for the contest's client defines. Looks for them at the beginnings of lines.
pub fn introduction(source: &str) -> Introduction {
    let value = |name: &str| source.lines().rev().find_map(|line| value_of(line, name));
    let number = |name: &str| value(name)?.parse().ok();
    let is_restarted = value("RESTART").is_none_or(|word| word != "False");
    Introduction {
        name: value("TEAM_NAME").and_then(text).filter(|name| !name.trim().is_empty()),
        seat: number("PLAYER_NUM").filter(|seat| (1..=super::SEATS).contains(seat)),
        games: if is_restarted { number("AMOUNT_OF_GAMES") } else { Some(1) },
        rounds: number("RESTART_TURN").and_then(|rounds| u32::try_from(rounds).ok()),
        ..Introduction::default()
    }
}

/// Returns the text after `NAME =` in a line, without a comment, or `None` if the line does not begin with the name.
fn value_of<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    let value = line.strip_prefix(name)?.trim_start().strip_prefix('=')?.trim();
    let is_text = value.starts_with(['\'', '"']);
    Some(if is_text { value } else { value.split('#').next()?.trim() })
}

/// Returns the content of a string literal in single or double quotes.
fn text(word: &str) -> Option<String> {
    let quote = word.chars().next().filter(|sign| ['\'', '"'].contains(sign))?;
    let (text, _) = word[1..].split_once(quote)?;
    Some(text.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contest_s_settings_are_read() {
        let source = "PLAYER_NUM = 1 #player 1\nTEAM_NAME = 'TEAM #1' # mine\nAMOUNT_OF_GAMES = 10000\nRESTART = True\nRESTART_TURN = 99 #in which turn\n";
        let read = introduction(source);
        assert_eq!((read.name.as_deref(), read.seat), (Some("TEAM #1"), Some(1)));
        assert_eq!((read.games, read.rounds), (Some(10000), Some(99)));
        let other = introduction("PLAYER_NUM=2\nTEAM_NAME=\"\"\nRESTART = False\nAMOUNT_OF_GAMES = 9\n");
        assert_eq!((other.name, other.seat, other.games, other.rounds), (None, Some(2), Some(1), None));
        for odd in
            ["PLAYER_NUM = 3", "PLAYER_NUM = x", "PLAYER_NUMBER = 1", "TEAM_NAME = 'x", "TEAM_NAME = é"]
        {
            let read = introduction(odd);
            assert_eq!((read.name, read.seat), (None, None), "{odd}");
        }
    }
}

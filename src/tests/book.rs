//! The commands on the pages of the book: the program's own parser accepts them, and the topics that they name exist.

use crate::cli::args::{Args, with_short_forms};
use crate::cli::{help_topic, read};
use clap::error::ErrorKind;
use clap::{Command, CommandFactory};
use std::ffi::OsString;

/// A command line on a page.
struct Line {
    place: String,
    words: Vec<String>,
    /// Whether the command stands in running text, which may leave out arguments.
    is_inline: bool,
}

/// Returns the lines of a page's `sh` blocks, and its inline code that begins with `wag`.
fn lines(path: &str, page: &str) -> Vec<Line> {
    let (mut info, mut open, mut found) = (None, String::new(), Vec::new());
    for (number, line) in (1..).zip(page.lines()) {
        let place = format!("{path}:{number}");
        match (line.trim_start().strip_prefix("```"), info) {
            (Some(words), None) => info = Some(words.split(' ').next().unwrap_or_default()),
            (Some(_), Some(_)) => info = None,
            (None, Some("sh")) => {
                open += line.trim_end_matches('\\');
                if !line.ends_with('\\') {
                    let line = std::mem::take(&mut open);
                    found.extend(commands(&line).map(|words| Line {
                        place: place.clone(),
                        words,
                        is_inline: false,
                    }));
                }
            }
            (None, Some(_)) => {}
            (None, None) => {
                let inline = line.split('`').skip(1).step_by(2).filter(|code| code.starts_with("wag "));
                let commands = inline.flat_map(commands);
                found.extend(commands.map(|words| Line { place: place.clone(), words, is_inline: true }));
            }
        }
    }
    found
}

/// Returns the commands `wag` in a line for the shell, without what the shell itself takes.
fn commands(line: &str) -> impl Iterator<Item = Vec<String>> {
    let words = shlex::split(line).unwrap_or_default();
    let parts: Vec<Vec<String>> = words
        .split(|word| ["|", "&&", "||", ";", "&"].contains(&word.as_str()))
        .map(<[String]>::to_vec)
        .collect();
    parts.into_iter().filter_map(|words| {
        let start = words.iter().position(|word| !is_assignment(word))?;
        let words = words[start..].iter().take_while(|word| !word.starts_with(['>', '<']) && *word != "2>");
        let words: Vec<String> = words.cloned().collect();
        (words[0] == "wag").then_some(words)
    })
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_')
    })
}

/// Replaces a placeholder by a value that fits most arguments.
fn value(word: &str) -> &str {
    let is_placeholder = word.len() > 1 && word.chars().all(|letter| letter.is_ascii_uppercase());
    match word {
        "GAME" | "SPIEL" => "warriors",
        "LANGUAGE" | "SPRACHE" => "de",
        "N" => "1",
        _ if is_placeholder => "1",
        word => word,
    }
}

/// Returns why a command is wrong; `None` if the parser accepts it.
fn fault_of(Line { place, words, is_inline }: &Line, program: &Command) -> Option<String> {
    if words.get(1).is_none_or(|word| value(word) != word || word.starts_with("...") || word.contains('<')) {
        return None;
    }
    if words[1] == "help" {
        let topic: Vec<&str> =
            words[2..].iter().map(String::as_str).filter(|word| !word.starts_with('-')).collect();
        let is_known =
            topic.first().is_none_or(|word| value(word) != *word) || help_topic::is_known(&topic, program);
        return (!is_known).then(|| format!("{place}: {}: there is no such topic", words.join(" ")));
    }
    if *is_inline && words.len() == 2 && help_topic::is_command(&[&words[1]], program) {
        return None;
    }
    let line = words.iter().map(|word| OsString::from(value(word))).collect();
    let err = read(line).err()?;
    // The options of a game file are known only if the file is there.
    let is_game_file = words.iter().skip(2).any(|word| word.ends_with(".py"));
    let is_right = match err.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => true,
        ErrorKind::UnknownArgument => is_game_file,
        ErrorKind::MissingRequiredArgument | ErrorKind::InvalidValue | ErrorKind::MissingSubcommand => {
            *is_inline
        }
        ErrorKind::ValueValidation => *is_inline,
        _ => false,
    };
    (!is_right).then(|| {
        format!("{place}: {}: {}", words.join(" "), err.to_string().lines().next().unwrap_or_default())
    })
}

#[test]
fn commands_of_the_book_are_parsed() {
    let program = with_short_forms(Args::command());
    let pages = wag_docs::files().iter().filter(|(name, _)| name.ends_with(".md"));
    let faults: Vec<String> = pages
        .flat_map(|(name, text)| lines(&format!("docs/{name}"), str::from_utf8(text).unwrap()))
        .filter_map(|line| fault_of(&line, &program))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn wrong_commands_of_a_page_are_found() {
    let page = "`wag verfy x` `wag play --ruls FILE` `wag play FILE` `wag help x-y` `wag help errors`\n\n\
                ```sh\nWAG_HOME=x wag play a.py \\\n    --turn-time x | less\nwag series DIR --games N && wag replay show\nls\nwag\n```\n";
    let program = with_short_forms(Args::command());
    let faults: Vec<String> = lines("p", page).iter().filter_map(|line| fault_of(line, &program)).collect();
    let places: Vec<&str> = faults.iter().map(|fault| fault.split(": ").nth(1).unwrap()).collect();
    assert_eq!(
        places,
        [
            "wag verfy x",
            "wag play --ruls FILE",
            "wag help x-y",
            "wag play a.py --turn-time x",
            "wag replay show"
        ],
        "{faults:#?}"
    );
}

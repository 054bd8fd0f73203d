//! Conversion of the names of submitted folders and files into valid player names.

use std::path::Path;
use wag_core::text::printable;
use wag_play::NAME_MAX;
use wag_play::logs::is_in_no_file_name;

/// The text that Moodle appends to a person's name and number if the person has typed the submission.
pub const MOODLE_TEXT: &str = "_assignsubmission_onlinetext";
/// The texts that Moodle may append to a person's name and number.
pub const MOODLE: [&str; 2] = ["_assignsubmission_file", MOODLE_TEXT];

/// Returns the player name for the label of a submission: `Anna Muster` for `Anna Muster_1234_assignsubmission_file`,
/// and `x-y` for `x@y`.
pub fn valid_name(label: &str) -> String {
    let fits = |letter: char| match letter {
        // `@` separates a player's name from its version.
        '@' => '-',
        letter if is_in_no_file_name(letter) || printable(letter.encode_utf8(&mut [0; 4])).is_empty() => '_',
        letter => letter,
    };
    let name: String = person(label).chars().map(fits).take(NAME_MAX).collect();
    let name = name.trim();
    match name.starts_with('.') || name.is_empty() {
        true => format!("_{name}").chars().take(NAME_MAX).collect(),
        false => name.to_string(),
    }
}

/// Returns a submission's label without the number and text that Moodle appends: the person's name.
pub fn person(label: &str) -> &str {
    let before = MOODLE.iter().find_map(|words| label.find(words).map(|at| &label[..at]));
    match before.and_then(|before| before.rsplit_once('_')) {
        Some((person, number)) if !person.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            person
        }
        _ => before.filter(|before| !before.is_empty()).unwrap_or(label),
    }
}

/// Returns the name if it is free, or else the first free name of `name-2`, `name-3` and so on. The comparison ignores
/// case.
pub fn unused_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    if !is_taken(&name.to_lowercase()) {
        return name.to_string();
    }
    let numbered = (2_u64..).map(|number| {
        let end = format!("-{number}");
        let start: String = name.chars().take(NAME_MAX - end.len()).collect();
        format!("{start}{end}")
    });
    numbered.into_iter().find(|name| !is_taken(&name.to_lowercase())).unwrap_or_default()
}

/// Returns the last part of a path.
pub fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use crate::intake::names::*;

    #[test]
    fn odd_labels_become_usable_names() {
        for (label, name) in [
            ("anna", "anna"),
            ("Anna Muster_123456_assignsubmission_file", "Anna Muster"),
            ("Anna Muster_123456_assignsubmission_file_", "Anna Muster"),
            ("Müller_Kai_77_assignsubmission_file_yourAI.py", "Müller_Kai"),
            ("_assignsubmission_file", "_assignsubmission_file"),
            ("x@y", "x-y"),
            ("<b>x", "_b_x"),
            ("a\u{7}b", "a_b"),
            (".hidden", "_.hidden"),
            ("  ", "_"),
        ] {
            assert_eq!(valid_name(label), name);
        }
        assert_eq!(valid_name(&"ä".repeat(200)).chars().count(), NAME_MAX);
    }

    #[test]
    fn taken_name_gets_a_number() {
        let taken = ["anna", "anna-2"];
        let is_taken = |name: &str| taken.contains(&name);
        assert_eq!(
            (unused_name("bob", is_taken).as_str(), unused_name("Anna", is_taken).as_str()),
            ("bob", "Anna-3")
        );
        let long = "x".repeat(NAME_MAX);
        let other = unused_name(&long, |name| name == long);
        assert!(other.chars().count() == NAME_MAX && other.ends_with("x-2"));
    }
}

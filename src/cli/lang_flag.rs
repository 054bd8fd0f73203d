//! The option `--lang`, which all commands accept. Its default is the language of the operating system.

use super::answer::user_error;
use std::ffi::OsString;
use wag_i18n::{LANGUAGES, Language, message, quote};

/// Removes the option `--lang LANGUAGE` from anywhere in a command line. Returns the option's value, or `None` if it is
/// missing, and the other arguments. Arguments after the name of a script belong to the script and are not changed.
pub fn take_lang_flag(words: Vec<OsString>) -> (Option<String>, Vec<OsString>) {
    let (mut said, mut rest, mut words) = (None, Vec::new(), words.into_iter());
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("--" | "python" | super::contests::CONTEST) => {
                rest.push(word);
                break;
            }
            Some("--lang") => match words.next() {
                Some(language) => said = Some(language.to_string_lossy().into_owned()),
                // A missing value is reported later, together with other errors.
                None => rest.push(word),
            },
            Some(other) if other.starts_with("--lang=") => {
                said = other.strip_prefix("--lang=").map(str::to_string);
            }
            _ => rest.push(word),
        }
    }
    rest.extend(words);
    (said, rest)
}

/// Returns whether a command line contains `--json`. Arguments after the name of a script do not count.
pub fn asks_for_json(words: &[OsString]) -> bool {
    let is_end = |word: &&OsString| matches!(word.to_str(), Some("--" | "python" | super::contests::CONTEST));
    words.iter().take_while(|word| !is_end(word)).any(|word| word == "--json")
}

/// Sets the language of all messages: the one that the user has chosen, or else the language of the operating system.
pub fn speak(said: Option<&str>) -> anyhow::Result<()> {
    Language::of_system(|name| std::env::var(name).ok()).speak();
    let Some(said) = said else { return Ok(()) };
    match Language::from_locale(said) {
        Some(language) => {
            language.speak();
            Ok(())
        }
        None => {
            let all = LANGUAGES.map(|language| format!("{} ({})", language.code, language.name)).join(", ");
            user_error(message!(
                "--lang: there is no language %{said}; choose one of %{all}",
                said = quote(said),
                all
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> (Option<String>, String) {
        let (said, rest) = take_lang_flag(line.split(' ').map(OsString::from).collect());
        (said, rest.join(" ".as_ref()).into_string().unwrap())
    }

    #[test]
    fn lang_flag_may_be_anywhere() {
        let german = || Some("de".to_string());
        assert_eq!(of("wag --lang de play a.py"), (german(), "wag play a.py".to_string()));
        assert_eq!(of("wag play --lang de gems a.py"), (german(), "wag play gems a.py".to_string()));
        assert_eq!(of("wag play a.py --lang=de"), (german(), "wag play a.py".to_string()));
        assert_eq!(of("wag play a.py --lang"), (None, "wag play a.py --lang".to_string()));
    }

    #[test]
    fn json_is_found_before_a_script() {
        let asks = |line: &str| asks_for_json(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert!(asks("wag --json play a.py") && asks("wag play a.py --json"));
        assert!(!asks("wag play a.py") && !asks("wag python a.py --json") && !asks("wag play -- --json"));
    }

    #[test]
    fn arguments_after_a_script_are_unchanged() {
        let words = "wag python a.py --lang de";
        assert_eq!(of(words), (None, words.to_string()));
        assert_eq!(
            of("wag --lang=de python a.py --lang xx"),
            (Some("de".into()), "wag python a.py --lang xx".into())
        );
    }
}

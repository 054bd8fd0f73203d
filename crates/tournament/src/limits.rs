//! The limits for players with which a tournament was started, as plain values.
//!
//! Because the tournament's file may come from anybody, the limits in it are only numbers, which can be compared with
//! the limits of the person who resumes the tournament. They contain nothing that gives players more rights: no sandbox
//! settings, no paths, no commands.

use serde::{Deserialize, Deserializer, Serialize};

/// The limits that the user set when starting a tournament. A field is `None` if the default applies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StoredLimits {
    pub turn_ms: Option<u64>,
    pub game_ms: Option<u64>,
    pub start_ms: Option<u64>,
    pub end_wait_ms: Option<u64>,
    pub memory_mib: Option<u64>,
    pub turn_output_kib: Option<u64>,
    pub match_output_mib: Option<u64>,
    pub threads: Option<u64>,
    pub open_files: Option<u64>,
    pub file_size_mib: Option<u64>,
    /// The maximum number of players that compute at the same time.
    pub serial: Option<u64>,
    pub fresh_process: bool,
    pub require_sandbox: bool,
    /// Options that were given when the tournament was started but are not applied when it resumes.
    pub given: GivenOptions,
}

/// Options that give players more rights or write files. They have no effect when a tournament resumes; the person who
/// resumes it only sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GivenOptions {
    pub no_sandbox: bool,
    pub no_limits: bool,
    pub readable: bool,
    pub keep_files: bool,
    pub pondering: bool,
}

impl GivenOptions {
    /// Returns the options that are set in at least one of the two values.
    pub fn or(self, other: GivenOptions) -> GivenOptions {
        GivenOptions {
            no_sandbox: self.no_sandbox || other.no_sandbox,
            no_limits: self.no_limits || other.no_limits,
            readable: self.readable || other.readable,
            keep_files: self.keep_files || other.keep_files,
            pondering: self.pondering || other.pondering,
        }
    }
}

impl StoredLimits {
    /// Parses command-line arguments, in which files of format 1 store the limits. Ignores arguments that are not
    /// limits.
    fn from_args(words: &[String]) -> StoredLimits {
        let mut limits = StoredLimits::default();
        let mut words = words.iter();
        while let Some(option) = words.next() {
            match option.as_str() {
                "--fresh-process" => limits.fresh_process = true,
                "--require-sandbox" => limits.require_sandbox = true,
                "--no-sandbox" => limits.given.no_sandbox = true,
                "--no-limits" => limits.given.no_limits = true,
                "--pondering" => limits.given.pondering = true,
                option => limits.set(option, words.next().map_or("", String::as_str)),
            }
        }
        limits
    }

    fn set(&mut self, option: &str, value: &str) {
        let number = value.parse::<u64>().ok();
        let milliseconds = value.parse::<f64>().ok().map(|seconds| (seconds * 1000.0).ceil() as u64);
        match option {
            "--turn-time" => self.turn_ms = milliseconds,
            "--game-time" => self.game_ms = milliseconds,
            "--start-time" => self.start_ms = milliseconds,
            "--end-wait" => self.end_wait_ms = milliseconds,
            "--memory" => self.memory_mib = number,
            "--turn-output" => self.turn_output_kib = number,
            "--match-output" => self.match_output_mib = number,
            "--threads" => self.threads = number,
            "--open-files" => self.open_files = number,
            "--file-size" => self.file_size_mib = number,
            "--serial" => self.serial = number,
            "--readable" => self.given.readable = true,
            "--keep-files" => self.given.keep_files = true,
            _ => {}
        }
    }

    /// Returns whether a limit that is set here has a different value in `stored`.
    pub fn differs_from(&self, stored: &StoredLimits) -> bool {
        let differs =
            |pick: fn(&StoredLimits) -> Option<u64>| pick(self).is_some() && pick(self) != pick(stored);
        let picks: [fn(&StoredLimits) -> Option<u64>; 11] = [
            |limits| limits.turn_ms,
            |limits| limits.game_ms,
            |limits| limits.start_ms,
            |limits| limits.end_wait_ms,
            |limits| limits.memory_mib,
            |limits| limits.turn_output_kib,
            |limits| limits.match_output_mib,
            |limits| limits.threads,
            |limits| limits.open_files,
            |limits| limits.file_size_mib,
            |limits| limits.serial,
        ];
        picks.into_iter().any(differs)
            || self.fresh_process && !stored.fresh_process
            || self.given.no_limits && !stored.given.no_limits
    }
}

/// Deserializes limits from any version of the file format, which stores either values or command-line arguments.
pub fn of_any_form<'de, D: Deserializer<'de>>(deserializer: D) -> Result<StoredLimits, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum StoredForm {
        RawOptions(Vec<String>),
        Values(StoredLimits),
    }
    Ok(match StoredForm::deserialize(deserializer)? {
        StoredForm::RawOptions(words) => StoredLimits::from_args(&words),
        StoredForm::Values(limits) => limits,
    })
}

#[cfg(test)]
mod tests {
    use crate::limits::*;

    #[derive(Deserialize)]
    struct StoredForm {
        #[serde(deserialize_with = "of_any_form")]
        limits: StoredLimits,
    }

    fn read(text: &str) -> StoredLimits {
        serde_json::from_str::<StoredForm>(text).unwrap().limits
    }

    #[test]
    fn arguments_of_format_1_become_values() {
        let words = r#"{"limits": ["--turn-time", "0.5", "--memory", "100", "--readable", "'/home/a b'",
            "--keep-files", "kept", "--fresh-process", "--no-sandbox"]}"#;
        let expected = StoredLimits {
            turn_ms: Some(500),
            memory_mib: Some(100),
            fresh_process: true,
            given: GivenOptions {
                no_sandbox: true,
                readable: true,
                keep_files: true,
                ..GivenOptions::default()
            },
            ..StoredLimits::default()
        };
        assert_eq!(read(words), expected);
        let text = serde_json::to_string(&expected).unwrap();
        assert!(!text.contains("/home") && !text.contains("kept\""), "{text}");
        assert_eq!(read(&format!("{{\"limits\": {text}}}")), expected);
    }

    #[test]
    fn forged_arguments_are_ignored() {
        for words in [
            r#"["--memory"]"#,
            r#"["--memory", "-1"]"#,
            r#"["--exec", "x", "y"]"#,
            r#"["--turn-time=9"]"#,
            "{}",
        ] {
            assert_eq!(read(&format!("{{\"limits\": {words}}}")), StoredLimits::default(), "{words}");
        }
    }

    #[test]
    fn only_set_limits_are_compared() {
        let stored = StoredLimits { memory_mib: Some(100), ..StoredLimits::default() };
        let named = |memory_mib, turn_ms| StoredLimits { memory_mib, turn_ms, ..StoredLimits::default() };
        assert!(!named(None, None).differs_from(&stored) && !named(Some(100), None).differs_from(&stored));
        assert!(named(Some(99), None).differs_from(&stored) && named(None, Some(1)).differs_from(&stored));
    }
}

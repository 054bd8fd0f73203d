//! The limits for players in the file of a tournament.
//!
//! Because the file may come from anybody, the limits in it are only numbers, which can be compared with the limits of
//! the person who resumes the tournament. They contain nothing that gives players more rights: no sandbox settings, no
//! paths, no commands.

use serde::{Deserialize, Deserializer, Serialize};
use wag_play::{GivenRights, LIMIT_FIELDS, LimitOptions};

/// The limits that the user set when starting a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StoredLimits {
    #[serde(flatten)]
    pub options: LimitOptions,
    /// The rights that were given when the tournament was started. They have no effect when it resumes; the person who
    /// resumes it only sees them.
    pub given: GivenRights,
}

impl StoredLimits {
    /// Returns the form of options in which a tournament's file stores them.
    pub fn of(options: &LimitOptions) -> StoredLimits {
        let given = options.rights.given();
        StoredLimits { options: LimitOptions { rights: Default::default(), ..options.clone() }, given }
    }

    /// Parses command-line arguments, in which files of format 1 store the limits. Ignores arguments that are not
    /// limits.
    fn from_args(words: &[String]) -> StoredLimits {
        let mut limits = StoredLimits::default();
        let mut words = words.iter();
        while let Some(option) = words.next() {
            match option.as_str() {
                "--fresh-process" => limits.options.fresh_process = true,
                "--require-sandbox" => limits.options.require_sandbox = true,
                "--no-sandbox" => limits.given.no_sandbox = true,
                "--no-limits" => limits.given.no_limits = true,
                "--pondering" => limits.given.pondering = true,
                "--readable" => limits.given.readable = words.next().is_some(),
                "--keep-files" => limits.given.keep_files = words.next().is_some(),
                option => {
                    let field =
                        LIMIT_FIELDS.iter().find(|field| option.strip_prefix("--") == Some(field.name));
                    let value = words.next().zip(field).and_then(|(word, field)| field.parse(word).ok());
                    if let Some((field, value)) = field.zip(value) {
                        field.set(&mut limits.options, value);
                    }
                }
            }
        }
        limits
    }

    /// Returns whether a limit that is set here has a different value in `stored`.
    pub fn differs_from(&self, stored: &StoredLimits) -> bool {
        self.options.differs_from(&stored.options) || self.given.no_limits && !stored.given.no_limits
    }
}

/// Deserializes limits from any version of the file format, which stores either values or command-line arguments.
pub fn of_any_form<'de, D: Deserializer<'de>>(deserializer: D) -> Result<StoredLimits, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum StoredForm {
        RawOptions(Vec<String>),
        Values(Box<StoredLimits>),
    }
    Ok(match StoredForm::deserialize(deserializer)? {
        StoredForm::RawOptions(words) => StoredLimits::from_args(&words),
        StoredForm::Values(limits) => *limits,
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
            options: LimitOptions {
                turn_ms: Some(500),
                memory_mib: Some(100),
                fresh_process: true,
                ..LimitOptions::default()
            },
            given: GivenRights {
                no_sandbox: true,
                readable: true,
                keep_files: true,
                ..GivenRights::default()
            },
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
        let named = |memory_mib, turn_ms| {
            StoredLimits::of(&LimitOptions { memory_mib, turn_ms, ..LimitOptions::default() })
        };
        let stored = named(Some(100), None);
        assert!(!named(None, None).differs_from(&stored) && !named(Some(100), None).differs_from(&stored));
        assert!(named(Some(99), None).differs_from(&stored) && named(None, Some(1)).differs_from(&stored));
    }
}

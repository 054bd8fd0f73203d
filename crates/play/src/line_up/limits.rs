//! The limits for players that a user can set in place of the defaults, and the table of them from which the command
//! line, the Python module, the pages and the files of tournaments are made.

use crate::{PlayError, RawOptions, start_time, user_error};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;
use wag_core::game::GameInfo;
use wag_core::text::option_arguments;
use wag_i18n::{later, message, t};
use wag_sandbox::Limits;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const DAY_MS: u64 = 86_400_000;

/// Limits set by the user; `None` means the default. The last part of a field's name is its unit. Serde reads and writes
/// them as the files of tournaments have them, without the rights.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LimitOptions {
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
    #[serde(skip)]
    pub rights: Rights,
}

/// Options that give players more rights or write files. Only the user at the terminal or in Python can give them; they
/// are never stored, and never come from a page or a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rights {
    pub no_sandbox: bool,
    pub no_limits: bool,
    pub pondering: bool,
    pub readable: Vec<PathBuf>,
    pub keep_files: Option<PathBuf>,
}

/// Which rights were given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GivenRights {
    pub no_sandbox: bool,
    pub no_limits: bool,
    pub readable: bool,
    pub keep_files: bool,
    pub pondering: bool,
}

/// The unit in which a user gives a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Seconds, which may have a fraction. The stored value is in milliseconds.
    Seconds,
    Mebibytes,
    Kibibytes,
    Count,
}

/// A limit that is a number.
pub struct LimitField {
    /// The name of the option on the command line. In Python and in the requests of pages, `_` replaces `-`.
    pub name: &'static str,
    /// The name in files, which ends with the stored unit.
    pub stored_name: &'static str,
    pub unit: Unit,
    /// The values that are allowed, in the stored unit.
    pub range: RangeInclusive<u64>,
    /// The description in the help.
    pub help: &'static str,
    get: fn(&LimitOptions) -> Option<u64>,
    set: fn(&mut LimitOptions, u64),
    /// The value in the engine's limits; [`u64::MAX`] for no limit.
    of_limits: fn(&Limits) -> u64,
    apply: fn(&mut Limits, u64),
}

/// Makes the entry of a field: its name, unit, range, help, place in the options, and place in the engine's limits.
macro_rules! field {
    ($name:literal, $unit:ident, $range:expr, $help:expr, $option:ident, $of_limits:expr, $apply:expr) => {
        LimitField {
            name: $name,
            stored_name: stringify!($option),
            unit: Unit::$unit,
            range: $range,
            help: $help,
            get: |options| options.$option,
            set: |options, value| options.$option = Some(value),
            of_limits: $of_limits,
            apply: $apply,
        }
    };
}

/// All limits that are numbers.
#[rustfmt::skip]
pub const LIMIT_FIELDS: [LimitField; 11] = [
    field!("turn-time", Seconds, 1..=DAY_MS, later!("Time limit per turn, in seconds; fractions are allowed [default: the game's, see `wag games`]"),
        turn_ms, |limits| millis(limits.turn_time), |limits, ms| limits.turn_time = duration(ms)),
    field!("game-time", Seconds, 1..=DAY_MS, later!("Time limit for all turns of a game together, in seconds [default: none]"),
        game_ms, |limits| millis(limits.game_time), |limits, ms| limits.game_time = duration(ms)),
    field!("start-time", Seconds, 1..=DAY_MS, later!("Time limit for compiling a player's files, and for a client to connect, in seconds [default: 20]"),
        start_ms, |limits| millis(limits.start_time), |limits, ms| limits.start_time = duration(ms)),
    field!("end-wait", Seconds, 0..=DAY_MS, later!("How long a program may keep running once it is out of the match, in seconds [default: 0]"),
        end_wait_ms, |limits| millis(Some(limits.end_wait)), |limits, ms| limits.end_wait = Duration::from_millis(ms)),
    field!("memory", Mebibytes, 16..=1 << 20, later!("Memory limit, in MB: address space of a Python AI, or all processes of a program together [default: 1024]"),
        memory_mib, |limits| units(limits.bounds.memory, MIB), |limits, mib| limits.bounds.memory = bytes(mib, MIB)),
    field!("turn-output", Kibibytes, 0..=1024, later!("Output kept per turn, in KB, at most 1024 [default: 1024]"),
        turn_output_kib, |limits| limits.turn_output as u64 / KIB, |limits, kib| limits.turn_output = (kib * KIB) as usize),
    field!("match-output", Mebibytes, 0..=1 << 20, later!("Output kept per match, in MB [default: 64]"),
        match_output_mib, |limits| units(Some(limits.game_output), MIB), |limits, mib| limits.game_output = mib.saturating_mul(MIB)),
    field!("threads", Count, 0..=64, later!("Maximum number of extra threads that a player may start; numeric packages such as numpy still use a single thread [default: 0]"),
        threads, |limits| u64::from(limits.bounds.threads), |limits, count| limits.bounds.threads = count as u32),
    field!("open-files", Count, 250..=4096, later!("Maximum number of open files [default: 256]"),
        open_files, |limits| units(limits.bounds.open_files, 1), |limits, count| limits.bounds.open_files = bytes(count, 1)),
    field!("file-size", Mebibytes, 0..=1 << 20, later!("Maximum size of a file in the player's scratch folder, in MB [default: 16]"),
        file_size_mib, |limits| units(limits.bounds.file_size, MIB), |limits, mib| limits.bounds.file_size = bytes(mib, MIB)),
    field!("serial", Count, 1..=64, later!("Maximum number of players that may run at the same time, for machines with few cores [default: all]"),
        serial, |limits| limits.at_once as u64, |limits, count| limits.at_once = count as usize),
];

fn millis(time: Option<Duration>) -> u64 {
    time.map_or(u64::MAX, |time| time.as_millis() as u64)
}

fn duration(ms: u64) -> Option<Duration> {
    (ms < u64::MAX).then(|| Duration::from_millis(ms))
}

fn units(bytes: Option<u64>, unit: u64) -> u64 {
    bytes.filter(|bytes| *bytes < u64::MAX).map_or(u64::MAX, |bytes| bytes / unit)
}

fn bytes(count: u64, unit: u64) -> Option<u64> {
    (count < u64::MAX).then_some(count.saturating_mul(unit))
}

impl LimitField {
    /// Returns the name in Python and in the requests of pages.
    pub fn key(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Returns the value in the options; `None` for the default.
    pub fn get(&self, options: &LimitOptions) -> Option<u64> {
        (self.get)(options)
    }

    /// Sets the value in the options.
    pub fn set(&self, options: &mut LimitOptions, value: u64) {
        (self.set)(options, value);
    }

    /// Returns whether two limits of the engine differ in this one.
    pub fn differs(&self, one: &Limits, other: &Limits) -> bool {
        (self.of_limits)(one) != (self.of_limits)(other)
    }

    /// Returns this limit of the engine; `None` for no limit.
    pub fn of(&self, limits: &Limits) -> Option<u64> {
        Some((self.of_limits)(limits)).filter(|limit| *limit < u64::MAX)
    }

    /// Lowers this limit of the engine to the one in `other`, unless it is tighter already.
    pub fn tighten(&self, limits: &mut Limits, other: &Limits) {
        self.tighten_to(limits, (self.of_limits)(other));
    }

    /// Lowers this limit of the engine to this value in the stored unit, unless it is tighter already. The value may be
    /// a stranger's.
    pub fn tighten_to(&self, limits: &mut Limits, value: u64) {
        if value < (self.of_limits)(limits) {
            (self.apply)(limits, value);
        }
    }

    /// Parses a value as a user gives it. Returns it in the stored unit, or what is wrong with it.
    pub fn parse(&self, text: &str) -> Result<u64, String> {
        let (least, most) = (*self.range.start(), *self.range.end());
        let value = match self.unit {
            Unit::Seconds => {
                let number: f64 =
                    text.parse().map_err(|_| t!("it must be a number of seconds, such as 5 or 0.5"))?;
                (number.is_finite() && number >= 0.0).then(|| (number * 1000.0).ceil() as u64)
            }
            _ => text.parse().map(Some).map_err(|_| t!("it must be a whole number"))?,
        };
        value.filter(|value| self.range.contains(value)).ok_or_else(|| match self.unit {
            Unit::Seconds => t!("it must be between 0.001 and 86400 seconds"),
            _ => t!("it must be between %{least} and %{most}", least, most),
        })
    }

    /// Formats a stored value as a user would give it.
    pub fn format(&self, value: u64) -> String {
        match self.unit {
            Unit::Seconds => (value as f64 / 1000.0).to_string(),
            _ => value.to_string(),
        }
    }
}

impl LimitOptions {
    /// Returns these options with the values of a request in place of their own: an object with the keys of
    /// [`LIMIT_FIELDS`], `fresh_process` and `require_sandbox`. A request cannot change the rights.
    pub fn with_values(&self, values: &Map<String, Value>) -> Result<LimitOptions, PlayError> {
        let mut options = self.clone();
        for (key, value) in values {
            let field = LIMIT_FIELDS.iter().find(|field| field.key() == *key);
            match (field, key.as_str(), value) {
                (_, _, Value::Null) => {}
                (Some(field), _, Value::Number(number)) => match field.parse(&number.to_string()) {
                    Ok(value) => field.set(&mut options, value),
                    Err(problem) => return user_error(format!("{key}: {problem}")),
                },
                (Some(_), _, value) => {
                    return user_error(message!("%{key} must be a number, not %{value}", key, value));
                }
                (None, "fresh_process", Value::Bool(is_on)) => options.fresh_process |= is_on,
                (None, "require_sandbox", Value::Bool(is_on)) => options.require_sandbox |= is_on,
                (None, "fresh_process" | "require_sandbox", value) => {
                    return user_error(message!("%{key} must be true or false, not %{value}", key, value));
                }
                (None, ..) => return user_error(message!("there is no limit %{key}", key)),
            }
        }
        Ok(options)
    }

    /// Like [`with_values`](Self::with_values), but no value can allow more than these options do; `turn_seconds` is the
    /// default time limit for a turn.
    pub fn tightened(
        &self,
        values: &Map<String, Value>,
        turn_seconds: u64,
    ) -> Result<LimitOptions, PlayError> {
        let (mut options, own) = (self.with_values(values)?, self.limits(turn_seconds));
        for field in &LIMIT_FIELDS {
            if let Some(value) = field.get(&options) {
                field.set(&mut options, value.min((field.of_limits)(&own)));
            }
        }
        Ok(options)
    }

    /// Converts the options into the engine's limits. `turn_seconds` is the default time limit for a turn.
    pub fn limits(&self, turn_seconds: u64) -> Limits {
        let usual = Limits { turn_time: Some(Duration::from_secs(turn_seconds)), ..Limits::default() };
        let mut limits = if self.rights.no_limits { Limits::unlimited() } else { usual };
        for field in &LIMIT_FIELDS {
            if let Some(value) = field.get(self) {
                (field.apply)(&mut limits, value);
            }
        }
        limits.keep_files.clone_from(&self.rights.keep_files);
        limits.pondering = self.rights.pondering;
        limits.fresh_process = self.fresh_process;
        limits.bounds.confined = !self.rights.no_sandbox;
        limits.sandbox_required = self.require_sandbox;
        limits
    }

    /// Returns the limits for a match of this game with these game options.
    pub fn limits_for(&self, info: &GameInfo, options: &RawOptions) -> Limits {
        let mut limits = self.limits(info.turn_seconds);
        if self.start_ms.is_none() && !self.rights.no_limits {
            limits.start_time = start_time(info, options).or(limits.start_time);
        }
        limits
    }

    /// Moves values that are out of range to the nearest end of their range.
    pub fn clamped(&self) -> LimitOptions {
        let mut options = self.clone();
        for field in &LIMIT_FIELDS {
            if let Some(value) = field.get(self) {
                field.set(&mut options, value.clamp(*field.range.start(), *field.range.end()));
            }
        }
        options
    }

    /// Returns whether a limit that is set here has a different value in `other`.
    pub fn differs_from(&self, other: &LimitOptions) -> bool {
        LIMIT_FIELDS.iter().any(|field| field.get(self).is_some() && field.get(self) != field.get(other))
            || self.fresh_process && !other.fresh_process
    }

    /// Returns the options as command-line arguments, without quotes.
    pub fn words(&self) -> Vec<String> {
        let numbers = LIMIT_FIELDS.iter().filter_map(|field| Some((field, field.get(self)?)));
        let numbers = numbers.flat_map(|(field, value)| [format!("--{}", field.name), field.format(value)]);
        let Rights { no_sandbox, no_limits, pondering, readable, keep_files } = &self.rights;
        let readable = readable.iter().flat_map(|path| option_arguments("readable", path.display()));
        let keep = keep_files.iter().flat_map(|path| option_arguments("keep-files", path.display()));
        let switches = [
            ("--pondering", *pondering),
            ("--fresh-process", self.fresh_process),
            ("--no-limits", *no_limits),
            ("--no-sandbox", *no_sandbox),
            ("--require-sandbox", self.require_sandbox),
        ];
        let switches = switches.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name.to_string());
        numbers.chain(readable).chain(keep).chain(switches).collect()
    }
}

impl Rights {
    /// Returns which rights are given.
    pub fn given(&self) -> GivenRights {
        GivenRights {
            no_sandbox: self.no_sandbox,
            no_limits: self.no_limits,
            readable: !self.readable.is_empty(),
            keep_files: self.keep_files.is_some(),
            pondering: self.pondering,
        }
    }
}

impl GivenRights {
    /// Returns the rights that are given in at least one of the two values.
    pub fn or(self, other: GivenRights) -> GivenRights {
        GivenRights {
            no_sandbox: self.no_sandbox || other.no_sandbox,
            no_limits: self.no_limits || other.no_limits,
            readable: self.readable || other.readable,
            keep_files: self.keep_files || other.keep_files,
            pondering: self.pondering || other.pondering,
        }
    }

    /// Returns the options of the rights that are given here and not in `other`.
    pub fn missing_in(self, other: GivenRights) -> impl Iterator<Item = &'static str> {
        let rights = [
            ("--no-limits", self.no_limits && !other.no_limits),
            ("--no-sandbox", self.no_sandbox && !other.no_sandbox),
            ("--readable", self.readable && !other.readable),
            ("--keep-files", self.keep_files && !other.keep_files),
            ("--pondering", self.pondering && !other.pondering),
        ];
        rights.into_iter().filter(|(_, is_missing)| *is_missing).map(|(name, _)| name)
    }
}

#[cfg(test)]
mod tests {
    use crate::line_up::limits::*;

    #[test]
    fn default_options_give_the_default_limits() {
        assert_eq!(LimitOptions::default().limits(5), Limits::default());
        assert_eq!(LimitOptions::default().words(), Vec::<String>::new());
    }

    #[test]
    fn options_as_words() {
        let options = LimitOptions {
            turn_ms: Some(500),
            memory_mib: Some(100),
            rights: Rights {
                keep_files: Some("my files".into()),
                pondering: true,
                no_sandbox: true,
                ..Rights::default()
            },
            ..LimitOptions::default()
        };
        let expected = [
            "--turn-time",
            "0.5",
            "--memory",
            "100",
            "--keep-files",
            "my files",
            "--pondering",
            "--no-sandbox",
        ];
        assert_eq!(options.words(), expected);
        let limits = options.limits(5);
        assert_eq!(limits.bounds.memory, Some(100 << 20));
        assert!(!limits.bounds.confined);
    }

    #[test]
    fn each_field_reaches_the_limits_and_comes_back() {
        for field in &LIMIT_FIELDS {
            let value = *field.range.start() + 1;
            let text = field.format(value);
            assert_eq!(field.parse(&text), Ok(value), "{}", field.name);
            let mut options = LimitOptions::default();
            field.set(&mut options, value);
            let limits = options.limits(5);
            assert_eq!((field.of_limits)(&limits), value, "{}", field.name);
            assert_eq!(options.words(), [format!("--{}", field.name), text]);
            let written = serde_json::to_value(&options).unwrap();
            assert_eq!(serde_json::from_value::<LimitOptions>(written).unwrap(), options);
            // One field changes nothing else.
            let changed = LIMIT_FIELDS.iter().filter(|other| other.differs(&limits, &Limits::default()));
            assert_eq!(changed.map(|field| field.name).collect::<Vec<_>>(), [field.name]);
            // The tighter limit stays.
            for mut other in [Limits::unlimited(), Limits::default()] {
                let expected = value.min((field.of_limits)(&other));
                field.tighten(&mut other, &limits);
                assert_eq!((field.of_limits)(&other), expected, "{}", field.name);
            }
        }
    }

    #[test]
    fn values_out_of_range_are_refused() {
        for field in &LIMIT_FIELDS {
            for text in ["", "x", "-1", "1e30", "nan", "inf", "99999999999999"] {
                assert!(field.parse(text).is_err(), "{} {text}", field.name);
            }
        }
    }

    #[test]
    fn a_request_gives_no_rights() {
        for right in ["no_sandbox", "no_limits", "readable", "keep_files", "pondering", "rights"] {
            for value in ["true", "1", r#"["/etc"]"#, r#"{"no_sandbox": true}"#] {
                let text = format!(r#"{{"{right}": {value}}}"#);
                let request = serde_json::from_str::<Map<String, Value>>(&text).unwrap();
                assert!(LimitOptions::default().with_values(&request).is_err(), "{text}");
                let stored = serde_json::from_str::<LimitOptions>(&text).unwrap();
                assert_eq!(stored, LimitOptions::default(), "{text}");
            }
        }
    }
}

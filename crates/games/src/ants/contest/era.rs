//! Determines by which rules the match in a file was played. The contest changed its engine on 16 November 2011.

use super::file::File;
use serde_json::Value;

/// A date: year, month and day.
type Date = (u32, u32, u32);

const CHANGE: Date = (2011, 11, 16);
const DAY_SECONDS: u64 = 86_400;
/// The day of the change, in days since 1970.
const CHANGE_DAY: u64 = 15_294;
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// The match was played by Wag.
    Ours,
    /// The match was played by the contest's engine before the change.
    Older,
    /// The match was played by the contest's last engine, after the change.
    Last,
    /// The match was played by the contest's engine, but the file does not say when.
    Unknown,
}

/// Returns the era of a file. It follows from the date in the file, or else from the fields that only the last engine
/// writes.
pub fn of(file: &File) -> Era {
    if file.wag.is_some() {
        return Era::Ours;
    }
    let dates = [&file.date, &file.timestamp].into_iter().flatten();
    match dates.filter_map(is_older).next() {
        Some(true) => Era::Older,
        Some(false) => Era::Last,
        None if is_complete(file) => Era::Unknown,
        None => Era::Older,
    }
}

/// Returns whether the file has all fields that the last engine writes.
fn is_complete(file: &File) -> bool {
    let data = &file.replaydata;
    data.cutoff.is_some()
        && data.bonus.is_some()
        && data.hive_history.is_some()
        && data.winning_turn.is_some()
        && data.ranking_turn.is_some()
}

/// Returns whether a date is before the change. The date is text or a number of seconds since 1970. Returns `None` if
/// it is neither.
fn is_older(value: &Value) -> Option<bool> {
    match value {
        Value::Number(seconds) => seconds.as_u64().map(|seconds| seconds / DAY_SECONDS < CHANGE_DAY),
        Value::String(text) => date(text).map(|date| date < CHANGE),
        _ => None,
    }
}

/// Parses the date in texts such as `2011-11-05 12:00:00`, `Nov 5, 2011` or `Sat, 05 Nov 2011 12:00:00`.
fn date(text: &str) -> Option<Date> {
    let words: Vec<&str> =
        text.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let number = |word: &&str| {
        let digits = word.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(word.len());
        word[..digits].parse::<u32>().ok()
    };
    let month = words.iter().position(|word| named_month(word).is_some());
    let year = words.iter().position(|word| word.len() == 4 && word.parse::<u32>().is_ok())?;
    let (month, day) = match month {
        Some(at) => {
            let day = [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter(|near| *near != year);
            let day = day.filter_map(|near| number(words.get(near)?)).find(|day| *day <= 31)?;
            (named_month(words[at])?, day)
        }
        None => (number(words.get(year + 1)?)?, number(words.get(year + 2)?)?),
    };
    Some((number(&words[year])?, month, day))
}

fn named_month(word: &str) -> Option<u32> {
    let head = word.get(..3)?.to_ascii_lowercase();
    MONTHS.iter().position(|month| *month == head).map(|index| index as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn dates_are_read_in_the_usual_forms() {
        for text in [
            "2011-11-05 12:00:00",
            "2011-11-05T12:00:00Z",
            "Nov 5, 2011",
            "Sat, 05 Nov 2011 12:00",
            "5th November 2011",
            "2011/11/5",
        ] {
            assert_eq!(date(text), Some((2011, 11, 5)), "{text}");
        }
        for text in ["", "yesterday", "2011", "Nov 2011", "12:00"] {
            assert_eq!(date(text), None, "{text}");
        }
    }

    #[test]
    fn the_engine_changed_on_16_november_2011() {
        let cases = [
            (json!("2011-11-15 23:59:59"), Some(true)),
            (json!("2011-11-16 00:00:00"), Some(false)),
            (json!("2012-01-02"), Some(false)),
            (json!(1_321_401_599), Some(true)),
            (json!(1_321_401_600), Some(false)),
            (json!(null), None),
        ];
        for (value, expected) in cases {
            assert_eq!(is_older(&value), expected, "{value}");
        }
    }
}

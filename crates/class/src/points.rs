//! Points of marks, in hundredths.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt::{self, Display};

/// The largest number of points, in hundredths.
const HUNDREDTHS_MAX: i64 = 100_000_000;

/// A number of points with two decimals, from 0 to a million. In JSON it is a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points(i64);

impl Points {
    /// Returns the points of a number of hundredths, within the bounds.
    pub fn of_hundredths(hundredths: i64) -> Points {
        Points(hundredths.clamp(0, HUNDREDTHS_MAX))
    }

    pub fn whole(points: u32) -> Points {
        Points::of_hundredths(i64::from(points) * 100)
    }

    /// Returns the points of a decimal number; `None` if it is negative, too large or not a number.
    pub fn of_number(number: f64) -> Option<Points> {
        let is_valid = (0.0..=HUNDREDTHS_MAX as f64 / 100.0).contains(&number);
        is_valid.then(|| Points((number * 100.0).round() as i64))
    }

    pub fn hundredths(self) -> i64 {
        self.0
    }

    pub fn number(self) -> f64 {
        self.0 as f64 / 100.0
    }

    /// Reads a number with a decimal point or comma.
    pub fn parse(text: &str) -> Option<Points> {
        let text = text.trim().replace(',', ".");
        let is_plain = text.chars().all(|one| one.is_ascii_digit() || one == '.');
        text.parse().ok().filter(|_| is_plain).and_then(Points::of_number)
    }

    /// Returns the points with two decimals, as Moodle writes them.
    pub fn with_decimals(self, has_comma: bool) -> String {
        let sign = if has_comma { ',' } else { '.' };
        format!("{}{sign}{:02}", self.0 / 100, self.0 % 100)
    }

    /// Returns the part `share / all` of the points, rounded down to a hundredth; all points if `all` is 0.
    pub(crate) fn part(self, share: u64, all: u64) -> Points {
        if all == 0 {
            return self;
        }
        let part = i128::from(self.0) * i128::from(share.min(all)) / i128::from(all);
        Points(part as i64)
    }

    /// Returns the points rounded to the next multiple of a step; halves are rounded up.
    pub(crate) fn rounded_to(self, step: Points) -> Points {
        if step.0 == 0 { self } else { Points((self.0 + step.0 / 2) / step.0 * step.0) }
    }
}

impl std::ops::Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points::of_hundredths(self.0 + other.0)
    }
}

impl Display for Points {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.with_decimals(false);
        let text = text.strip_suffix(".00").unwrap_or_else(|| text.strip_suffix('0').unwrap_or(&text));
        formatter.write_str(text)
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.number())
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        let number = f64::deserialize(deserializer)?;
        Points::of_number(number).ok_or_else(|| de::Error::custom("points are between 0 and a million"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_and_written() {
        let cases = [
            ("7", "7", "7,00"),
            ("7,5", "7.5", "7,50"),
            ("0.25", "0.25", "0,25"),
            ("100,00", "100", "100,00"),
        ];
        for (text, shown, german) in cases {
            let points = Points::parse(text).unwrap();
            assert_eq!((points.to_string(), points.with_decimals(true)), (shown.into(), german.into()));
        }
        for text in ["", "-", "-1", "1e3", "NaN", "inf", "1.000,5", "2000000"] {
            assert_eq!(Points::parse(text), None, "{text}");
        }
        assert_eq!(Points::whole(10).part(1, 3).rounded_to(Points::of_hundredths(50)).to_string(), "3.5");
    }
}

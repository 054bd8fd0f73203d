//! Players that cannot start.

use serde::Serialize;
use std::fmt;
use wag_core::game::Seat;
use wag_core::problem::{Detail, JsonProblem, Problem};
use wag_core::text::printable;
use wag_i18n::{Language, message};

/// A player that cannot start, and the reason.
#[derive(Clone, Debug)]
pub struct UnstartedPlayer {
    pub seat: Seat,
    pub name: String,
    pub problem: Problem,
}

/// The players because of which a match is not played. As text, these are the reasons in English.
#[derive(Clone, Debug)]
pub struct Unstarted(pub Vec<UnstartedPlayer>);

/// A player that cannot start, for pages and other programs.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS), ts(rename = "UnstartedPlayer"))]
pub struct JsonUnstarted {
    /// The seat, counted from 1.
    pub seat: u8,
    pub player: String,
    #[cfg_attr(feature = "testing", ts(type = "Problem"))]
    pub problem: JsonProblem,
}

impl UnstartedPlayer {
    /// Returns the reason as lines, with the player's name in the first one.
    pub fn lines(&self, language: Language) -> Vec<String> {
        let (name, has_report) = (printable(&self.name), self.problem.report.is_some());
        let why = if has_report { String::new() } else { format!(" {}", self.problem.line(language)) };
        let first = message!("%{name} cannot play:%{why}", name, why).in_language(language);
        let rest = self.problem.lines(language, Detail::Whole).into_iter().skip(usize::from(!has_report));
        std::iter::once(first).chain(rest).collect()
    }

    pub fn for_json(&self) -> JsonUnstarted {
        JsonUnstarted {
            seat: self.seat.number(),
            player: printable(&self.name),
            problem: self.problem.for_json(),
        }
    }
}

impl Unstarted {
    /// Returns the only player of a request, which cannot start.
    pub fn one(seat: Seat, name: impl Into<String>, problem: Problem) -> Unstarted {
        Unstarted(vec![UnstartedPlayer { seat, name: name.into(), problem }])
    }

    pub fn lines(&self, language: Language) -> Vec<String> {
        self.0.iter().flat_map(|player| player.lines(language)).collect()
    }

    pub fn for_json(&self) -> Vec<JsonUnstarted> {
        self.0.iter().map(UnstartedPlayer::for_json).collect()
    }
}

impl fmt::Display for Unstarted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.lines(Language::ENGLISH).join("\n"))
    }
}

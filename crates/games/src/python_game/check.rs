//! The check of a game file: its own worker plays matches and looks for mistakes that only show later, and a second worker
//! plays the same matches again.

use super::declaration::Rules;
use super::host::{Worker, problem};
use super::play::order_of_bot;
use super::{Event, PythonGame};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use wag_core::game::{Datum, Draw, Game, GameInfo, GameOptions, Phase, Playable, Seated};
use wag_core::problem::CodePlace;
use wag_i18n::{Language, message, t};
use wag_python::host::game_limits;
use wag_python::protocol::game::GameProblem;
use wag_sandbox::Limits;

/// The seconds after which a check ends by itself.
const CHECK_SECONDS: u32 = 30;
/// The time that a game may take for its check, which it cannot end while one of its methods runs.
const CHECK_TIME: Duration = Duration::from_secs(60);
/// The most findings and timings that a report may have, and the longest text in it, in characters.
const FINDINGS_MAX: usize = 200;
const TEXT_MAX: usize = 1000;

/// The report of a game's check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameCheck {
    pub findings: Vec<Finding>,
    /// The number of matches that were played to the end.
    pub matches: u32,
    /// The median number of steps of a match.
    pub steps: u32,
    /// The methods and what a call of them takes, in microseconds, the slowest first.
    pub speed: Vec<(String, f64)>,
}

/// A mistake in a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The name of the check, such as `random play ends`.
    pub check: String,
    pub message: String,
    pub file: Option<String>,
    /// The line, counted from 1.
    pub line: Option<u32>,
    /// How to mend it.
    pub fix: String,
    pub is_warning: bool,
}

impl GameCheck {
    /// Returns whether the game has no mistake; warnings do not count.
    pub fn passes(&self) -> bool {
        self.findings.iter().all(|finding| finding.is_warning)
    }

    /// Reads the report of a worker, which is not trusted.
    fn read(report: &Datum, class: &str) -> Result<GameCheck, GameProblem> {
        let invalid = |_| problem(message!("the check of %{class} returned an invalid report", class));
        let mut report: GameCheck = serde_json::from_value(report.to_json()).map_err(invalid)?;
        report.findings.truncate(FINDINGS_MAX);
        report.speed.truncate(FINDINGS_MAX);
        for finding in &mut report.findings {
            let file = finding.file.as_mut();
            let texts = [&mut finding.check, &mut finding.message, &mut finding.fix].into_iter().chain(file);
            texts.for_each(shorten);
        }
        Ok(report)
    }

    fn add(&mut self, other: GameCheck) {
        for finding in other.findings {
            let is_new = |known: &Finding| (&known.check, known.line) != (&finding.check, finding.line);
            if self.findings.iter().all(is_new) {
                self.findings.push(finding);
            }
        }
    }
}

fn shorten(text: &mut String) {
    if let Some((end, _)) = text.char_indices().nth(TEXT_MAX) {
        text.truncate(end);
    }
}

/// Checks the game of a file. A game that ends the check, for example because it hangs, has that as its only finding.
pub fn check(info: &'static GameInfo) -> Option<GameCheck> {
    let rules = Rules::of_info(info)?;
    let mut checked = run(rules).unwrap_or_else(|problem| {
        let GameProblem { message, place, explanation, .. } = problem;
        let (file, line) = place.map(|CodePlace { file, line }| (file, line)).unzip();
        let fix = explanation
            .and_then(|explanation| explanation.sentence_in(Language::ENGLISH))
            .unwrap_or_default();
        let message = message.english();
        let check = "random play ends".to_string();
        let findings = vec![Finding { check, message, file, line, fix, is_warning: false }];
        GameCheck { findings, ..GameCheck::default() }
    });
    if checked.passes() && checked.matches > 0 {
        checked.add(GameCheck { findings: play(info, rules), ..GameCheck::default() });
    }
    Some(checked)
}

/// Plays a match with each bot of the game, or else with random moves, as every command plays it.
fn play(info: &'static GameInfo, rules: Rules) -> Vec<Finding> {
    let bots = rules.declared().bots.iter().map(|bot| bot.name.as_str());
    let random = ["random"].into_iter().filter(|_| rules.has("moves") && !rules.declared().is_course_game);
    bots.chain(random).filter_map(|bot| play_with(info, bot)).collect()
}

fn play_with(info: &'static GameInfo, bot: &str) -> Option<Finding> {
    let seated = vec![Seated { name: bot, built_in: info.built_in_name(bot) }; *info.seats.start()];
    let setup = PythonGame::setup(info, &GameOptions::default(), &seated, Draw { seed: 1, game: 1 }).ok()?;
    let mut events = Vec::new();
    let mut state = PythonGame::start(&setup, 1, &mut events);
    while let Phase::Ask { seats, .. } = PythonGame::phase(&state) {
        let order = |seat| (seat, order_of_bot(&PythonGame::view(&state, seat)));
        let orders: Vec<_> = seats.iter().map(order).collect();
        PythonGame::apply(&mut state, &orders, &mut events);
    }
    let (check, message, place, is_warning) = match state.problem() {
        Some(problem) => ("random play ends", problem.message.english(), problem.place.clone(), false),
        None => {
            let refused = events.iter().filter(|event| matches!(event, Event::Refused(..))).count();
            let message = t!("in a match of %{bot}, %{refused} orders were illegal", bot, refused);
            (refused > 0).then_some(("bots play", message, None, true))?
        }
    };
    let (file, line) = place.map(|CodePlace { file, line }| (file, line)).unzip();
    Some(Finding { check: check.to_string(), message, file, line, fix: String::new(), is_warning })
}

fn run(rules: Rules) -> Result<GameCheck, GameProblem> {
    let limits = Limits { turn_time: Some(CHECK_TIME), start_time: Some(CHECK_TIME), ..game_limits() };
    let class = &rules.declared().class;
    let check = |records| Worker::with_limits(rules, &limits)?.check(CHECK_SECONDS, records);
    let report = check(None)?;
    let mut checked = GameCheck::read(&report, class)?;
    if let Some(records) = report.get("records").filter(|_| checked.passes()) {
        checked.add(GameCheck::read(&check(Some(records.pack()))?, class)?);
    }
    Ok(checked)
}

#[cfg(test)]
mod tests {
    use super::GameCheck;
    use wag_core::game::Datum;

    #[test]
    fn a_report_of_a_hostile_worker_is_bounded() {
        let finding = serde_json::json!({
            "check": "data", "message": "x".repeat(5000), "file": null, "line": 3, "fix": "", "is_warning": true,
        });
        let report =
            serde_json::json!({"findings": vec![finding; 500], "matches": 1, "steps": 2, "speed": []});
        let read = GameCheck::read(&Datum::from_json(&report).unwrap(), "Nim").unwrap();
        assert_eq!((read.findings.len(), read.findings[0].message.len()), (200, 1000));
        assert!(read.passes());
        assert!(GameCheck::read(&Datum::None, "Nim").is_err());
    }
}

//! The summary of several matches of one stage: a line for each match, and the total.

use super::super::report::{self, Report};
use super::outcome;
use crate::output::Paint;
use wag_core::problem::Problem;
use wag_i18n::{Language, t};
use wag_ladder::{ChallengeReport, Climb, LEARNER, StageNumber, Verdict, wins};
use wag_play::GameEnd;

/// The data that the summary needs about the matches so far.
#[derive(Default)]
pub struct Several {
    matches: u32,
    won: u32,
    /// The number of failed turns of the learner's player.
    errors: u32,
    /// The first failed turn: the number of its match, the fault, and the command that plays the match again. `None` if
    /// there is none.
    first_error: Option<(u32, Problem, String)>,
    /// The number of the first match that was not won, and the command that plays it again; `None` if there is none.
    not_won: Option<(u32, String)>,
    logs: Option<String>,
    /// The name of the learner's player.
    player: String,
}

impl Several {
    pub fn is_empty(&self) -> bool {
        self.matches == 0
    }

    /// Adds a match to the summary, and returns the line for it.
    pub fn add(&mut self, report: &Report<'_>, challenge: &ChallengeReport) -> String {
        let game = &report.end.games[0];
        let stats = &game.seats[LEARNER.index()];
        self.matches += 1;
        let number = self.matches;
        self.errors += stats.faults_total;
        if let (None, Some(first)) = (&self.first_error, stats.faults.first()) {
            self.first_error = Some((number, first.clone(), report::again(report)));
        }
        match challenge.result {
            Verdict::Won => self.won += 1,
            Verdict::Interrupted | Verdict::Void => {}
            Verdict::Tie | Verdict::Beaten(_) if self.not_won.is_none() => {
                self.not_won = Some((number, report::again(report)));
            }
            Verdict::Tie | Verdict::Beaten(_) => {}
        }
        self.player.clone_from(&report.session.entrants[LEARNER.index()].name);
        self.logs = report::logs(report);
        let outcome = outcome(challenge);
        let details = details(game, stats.faults_total);
        t!("Match %{number}: %{outcome}; %{details}\n", number, outcome, details)
    }

    /// Returns the text of the summary.
    pub fn in_words(&self, stage: StageNumber, climb: &Climb) -> String {
        let (won, matches, wins) = (self.won, self.matches, wins(&climb.progress, stage));
        let stage = stage.stage().name.bold();
        let mut text =
            t!("%{stage}: %{won} of %{matches} matches won, %{wins}.\n", stage, won, matches, wins);
        if let Some((number, first, again)) = &self.first_error {
            let (round, message, kind) =
                (first.round.unwrap_or(0), first.line(Language::spoken()), first.kind.translated());
            text += &t!(
                "%{player} made %{errors}, first in round %{round} of match %{number}: %{message} [%{kind}]\nWatch it again: %{again}\n",
                player = self.player.red(),
                errors = errors(self.errors),
                round,
                number,
                message,
                kind,
                again
            );
            text += &first.hint_line(Language::spoken());
        }
        let is_printed =
            |again: &String| self.first_error.as_ref().is_some_and(|(.., command)| command == again);
        if let Some((number, again)) = self.not_won.as_ref().filter(|(_, again)| !is_printed(again)) {
            text += &t!("Watch match %{number}, which was not won: %{again}\n", number, again);
        }
        if let Some(logs) = &self.logs {
            text += &t!("Logs of the last match: %{logs}\n", logs);
        }
        text
    }
}

/// Formats the details of a match, such as `seed 7, 2 errors, replay saves/x.wag`.
fn details(game: &GameEnd, failed: u32) -> String {
    let seed = t!("seed %{seed}", seed = game.seed);
    let failed = (failed > 0).then(|| errors(failed));
    let replay = game.replay.as_ref().map(|replay| t!("replay %{path}", path = replay.path.display()));
    [Some(seed), failed, replay].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn errors(count: u32) -> String {
    if count == 1 { t!("1 error") } else { t!("%{count} errors", count) }
}

//! `wag ladder play`: plays matches of the current stage.

use super::super::answer::{ExitStatus, cannot_start, print, user_error};
use super::super::limit_args::LimitArgs;
use super::super::play::keeping;
use super::super::progress::Follower;
use super::super::report::{self, PlayedWith, Report};
use super::super::start::stop_on_signals;
use super::several::Several;
use super::{invitation, outcome, own_file};
use crate::cli::ladder::args::LadderPlay;
use crate::cli::play::Play;
use crate::cli::progress::warn;
use crate::output::Paint;
use serde::Serialize;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_games::KnownGame;
use wag_i18n::{message, t};
use wag_ladder::unlockables::prizes;
use wag_ladder::{Attempt, ChallengeReport, Climb, Counts, LEARNER, StageNumber, UserProgress};
use wag_ladder::{command, stage_options, stage_players};
use wag_play::match_report::MatchReport;
use wag_play::{MatchEnd, Nobody, Outcome, RawOptions, SeedSource, Session as Match};
use wag_sandbox::cores;

/// Plays the number of matches that the user has requested, or fewer if the learner masters the stage before that.
pub fn run(game: KnownGame, options: &LadderPlay) -> anyhow::Result<ExitStatus> {
    if options.recording.replay.is_some() && options.matches > 1 {
        return user_error(message!(
            "--replay names the file for a single match; without it, each match gets its own file in saves/"
        ));
    }
    let stop = stop_on_signals()?;
    if !game.info.simultaneous {
        cores::pin_to_current_core();
    }
    let mut climb = Climb::begin(UserProgress::of(game.info, warn));
    let Some(number) = climb.progress.current() else {
        return user_error(message!(
            "you have mastered every challenge; `%{command} reset` starts again with the first one",
            command = command(game.info)
        ));
    };
    let mut session = Session::new(game, options, number);
    let mut done = ExitStatus::Success;
    for _ in 0..options.matches {
        done = session.play_one(&mut climb, &stop)?;
        if done != ExitStatus::Success || climb.progress.is_mastered(number) {
            break;
        }
    }
    session.close(&climb)?;
    Ok(if done == ExitStatus::Success && !climb.is_saved { ExitStatus::Defect } else { done })
}

/// The matches that one run of the command plays. All of them belong to the same stage.
struct Session<'o> {
    game: KnownGame,
    options: &'o LadderPlay,
    number: StageNumber,
    /// The arguments with which `wag play` would play the same match.
    words: Play,
    raw_options: RawOptions,
    report: LadderReport,
    /// The summary of the matches; `None` if only one match was requested.
    several: Option<Several>,
}

/// The data that `--json` prints.
#[derive(Serialize)]
struct LadderReport {
    stage: &'static str,
    /// The matches as in `wag play --json`. Each also contains `won` and, if `won` is false, the reason as `not_won`.
    matches: Vec<ChallengeMatch>,
    wins: u32,
    wins_needed: u32,
    mastered: bool,
    /// The names of the items that the matches have unlocked.
    unlocked: Vec<&'static str>,
    /// The path of the file with the source of the beaten AI; `None` if none was written.
    source: Option<String>,
    /// True if the progress could be saved.
    saved: bool,
}

impl LadderReport {
    fn new(number: StageNumber) -> LadderReport {
        let stage = number.stage();
        LadderReport {
            stage: stage.name,
            matches: Vec::new(),
            wins: 0,
            wins_needed: stage.wins_needed,
            mastered: false,
            unlocked: Vec::new(),
            source: None,
            saved: true,
        }
    }
}

impl<'o> Session<'o> {
    fn new(game: KnownGame, options: &'o LadderPlay, number: StageNumber) -> Session<'o> {
        let limit_args = options.sandbox.limits(options.turn_time);
        let own = options.ai.clone().unwrap_or_else(|| own_file(game));
        let words = Play {
            players: stage_players(number, &own),
            limit_args: LimitArgs(limit_args),
            logging: options.logging.clone(),
            ..Play::default()
        };
        let several = (options.matches > 1).then(Several::default);
        let (raw_options, report) = (stage_options(number), LadderReport::new(number));
        Session { game, options, number, words, raw_options, report, several }
    }

    fn play_one(&mut self, climb: &mut Climb, stop: &Arc<AtomicBool>) -> anyhow::Result<ExitStatus> {
        let session = self.session()?;
        let Some(file) = session.entrants[LEARNER.index()].file() else {
            return user_error(message!(
                "--with needs your own file, such as %{file}; built-in AIs are not allowed on the ladder",
                file = own_file(self.game)
            ));
        };
        let mut follower = Follower::of(&session, !self.options.json);
        let expected = climb.next_seed(self.number);
        let claim = &mut || Ok(climb.begin_match(self.number));
        let seed = SeedSource::Claimed { expected, claim };
        let end = match session.play(stop, Rc::new(Nobody), seed, &mut |event| follower.show(event))? {
            Outcome::CannotStart(unstarted) => {
                warn(t!("no match was played, so none is counted"));
                return match self.options.json && self.report.matches.is_empty() {
                    true => cannot_start(unstarted),
                    false => Ok(ExitStatus::CannotStart),
                };
            }
            Outcome::Interrupted => return Ok(ExitStatus::Interrupted),
            Outcome::Over(end) => end,
        };
        let own_folder = file.parent().unwrap_or(Path::new("."));
        let attempt = Attempt { number: self.number, counts: Counts::Yes };
        let challenge = attempt.judge(self.game.info, climb, &end, own_folder);
        self.tell_match(&session, &end, &challenge)?;
        if challenge.mastered {
            self.announce_mastery(challenge, climb)?;
        }
        Ok(report::done(&end))
    }

    fn session(&self) -> anyhow::Result<Match> {
        let limits = self.words.limit_args.limits(self.game.info.turn_seconds);
        let mut session = Match::new(self.game, &self.words.players, &self.raw_options, &[], limits)?;
        session.keeping = keeping(&self.options.recording, &self.options.logging);
        Ok(session)
    }

    fn tell_match(
        &mut self,
        session: &Match,
        end: &MatchEnd,
        challenge: &ChallengeReport,
    ) -> anyhow::Result<()> {
        let played_with = PlayedWith { words: &self.words, options: &self.raw_options };
        let report = Report { session, end, played_with };
        if self.options.json {
            report::warn_of_incomplete(end.logs.as_ref());
            self.report.matches.push(for_json(&report, challenge));
            return Ok(());
        }
        if let Some(several) = &mut self.several {
            report::warn_of_incomplete(end.logs.as_ref());
            return print(&several.add(&report, challenge)).map(|_| ());
        }
        for game in &end.games {
            report::print_game(session, game, false)?;
        }
        report::print(&report, false, false)?;
        print(&format!("{}: {}.\n", challenge.stage.bold(), outcome(challenge))).map(|_| ())
    }

    /// Prints what the mastery of the stage has unlocked.
    fn announce_mastery(&mut self, challenge: ChallengeReport, climb: &Climb) -> anyhow::Result<()> {
        (self.report.unlocked, self.report.source) = (challenge.unlocked, challenge.source);
        if self.options.json { Ok(()) } else { print(&self.mastery_text(climb)).map(|_| ()) }
    }

    /// Describes the rewards of the mastered stage, the location of the source of the beaten AI, and the next stage.
    fn mastery_text(&self, climb: &Climb) -> String {
        let stage = self.number.stage();
        let title = t!("*** You have mastered the challenge %{stage}! ***", stage = stage.name);
        let source = self.report.source.as_ref().map(|file| {
            t!(
                "The source code of %{champion} has been saved for you to learn from: %{file}\n",
                champion = stage.champion,
                file
            )
        });
        let next = match climb.progress.current() {
            Some(next) => t!("Next: %{next}", next = invitation(self.game.info, next)),
            None => t!("This was the last challenge: you have mastered all of them."),
        };
        t!(
            "\n%{title}\nUnlocked: %{prizes}\n%{source}%{next}\n",
            title = title.green().bold(),
            prizes = prizes(self.number),
            source = source.unwrap_or_default(),
            next
        )
    }

    /// Prints the summary of all matches.
    fn close(&mut self, climb: &Climb) -> anyhow::Result<()> {
        match &self.several {
            _ if self.options.json => self.tell_json(climb),
            Some(several) if !several.is_empty() => print(&several.in_words(self.number, climb)).map(|_| ()),
            _ => Ok(()),
        }
    }

    fn tell_json(&mut self, climb: &Climb) -> anyhow::Result<()> {
        self.report.wins = climb.progress.of(self.number).wins;
        self.report.mastered = climb.progress.is_mastered(self.number);
        self.report.saved = climb.is_saved;
        print(&format!("{}\n", serde_json::to_string(&self.report)?)).map(|_| ())
    }
}

fn for_json(report: &Report<'_>, challenge: &ChallengeReport) -> ChallengeMatch {
    ChallengeMatch {
        report: MatchReport::of(report.session, report.end),
        won: challenge.won,
        not_won: challenge.result.reason().map(|reason| reason.english()),
    }
}

/// A match of a challenge as in `wag play --json`, with its result for the ladder.
#[derive(Serialize)]
struct ChallengeMatch {
    #[serde(flatten)]
    report: MatchReport,
    won: bool,
    /// The reason why it was not won.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_won: Option<String>,
}

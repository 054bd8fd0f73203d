//! `wag ladder play`: matches of the current stage.

use super::super::args::{LadderPlay, Play, Recording};
use super::super::limiting::Limiting;
use super::super::line_up::Ai;
use super::super::one_match::{Course, OneMatch, Over};
use super::super::play::stop_on_signals;
use super::super::{Done, cores, mistake, print, report};
use super::climb::Climb;
use super::keeper::{Keeper, warn};
use super::stage_match::{as_play, line, prize, win};
use super::verdict::{Verdict, YOU};
use super::{invitation, opened, prizes};
use crate::ladder::{StageNumber, Win};
use owo_colors::OwoColorize;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Plays as many matches as are asked for, or until the stage is mastered.
pub fn run(options: &LadderPlay) -> anyhow::Result<Done> {
    if options.replay.is_some() && options.matches > 1 {
        return mistake("--replay keeps one match; leave --matches out");
    }
    let stop = stop_on_signals()?;
    cores::stay_here();
    let mut climb = Climb::begin(Keeper::new());
    let Some(number) = climb.progress.current() else {
        return mistake("you have mastered every stage; `wag ladder reset` begins again with the first one");
    };
    let mut session = Session { options, number, told: Told::new(number) };
    let words = session.as_play();
    let mut done = Done::Well;
    for _ in 0..options.matches {
        done = session.play_one(&words, &mut climb, &stop)?;
        if done != Done::Well || climb.progress.is_mastered(number) {
            break;
        }
    }
    if options.json {
        session.tell_json(&climb)?;
    }
    Ok(if done == Done::Well && !climb.is_saved { Done::Defect } else { done })
}

/// One call of the command: matches of one stage.
struct Session<'o> {
    options: &'o LadderPlay,
    number: StageNumber,
    told: Told,
}

/// What `--json` prints in the end.
#[derive(Serialize)]
struct Told {
    stage: &'static str,
    /// As `wag play --json` has them, with `won` and, if it is not, `not_won`: why.
    matches: Vec<serde_json::Value>,
    wins: u32,
    wins_needed: u32,
    mastered: bool,
    /// What one of these matches has opened.
    unlocked: Vec<&'static str>,
    /// The file with the beaten AI's source.
    source: Option<PathBuf>,
    /// Whether the progress could be kept.
    saved: bool,
}

impl Told {
    fn new(number: StageNumber) -> Told {
        let stage = number.stage();
        Told {
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

impl Session<'_> {
    /// A match of the stage in the words of `wag play`.
    fn as_play(&self) -> Play {
        let options = self.options;
        let limiting =
            Limiting { turn_time: options.turn_time, no_sandbox: options.no_sandbox, ..Limiting::default() };
        Play {
            log_dir: options.log_dir.clone(),
            json: options.json,
            recording: Recording {
                replay: options.replay.clone(),
                no_replay: options.replay.is_none(),
                with_sources: false,
            },
            ..as_play(self.number, &options.ai, limiting)
        }
    }

    fn play_one(&mut self, words: &Play, climb: &mut Climb, stop: &Arc<AtomicBool>) -> anyhow::Result<Done> {
        let game = OneMatch::new(words)?;
        let Ai::File(file) = &game.entrants[YOU.index()].ai else {
            return mistake(
                "--ai takes a file of yours, such as yourAI.py: nobody climbs with a built-in AI",
            );
        };
        let over = match game.play(stop, || Ok(climb.begin_match(self.number)), None)? {
            Course::CannotStart(_) => {
                warn("no match was played, and none is counted");
                return Ok(Done::Rejected);
            }
            Course::Interrupted => return Ok(Done::Interrupted),
            Course::Over(over) => over,
        };
        let verdict = Verdict::of(&over.played);
        let own_folder = file.parent().unwrap_or(Path::new("."));
        let win = if verdict == Verdict::Won { win(self.number, climb, own_folder) } else { None };
        self.tell_match(&game, &over, verdict)?;
        if !self.options.json {
            print(&format!("{}\n", line(self.number, verdict, win, climb)))?;
        }
        if win == Some(Win::Mastered) {
            self.celebrate(climb, own_folder)?;
        }
        Ok(over.done())
    }

    fn tell_match(&mut self, game: &OneMatch<'_>, over: &Over, verdict: Verdict) -> anyhow::Result<()> {
        let result = game.result(over);
        if !self.options.json {
            return report::print(&result, &over.logs);
        }
        report::warn_of_incomplete(&over.logs);
        let mut json = report::as_json(&result)?;
        json["won"] = (verdict == Verdict::Won).into();
        if let Some(reason) = verdict.reason() {
            json["not_won"] = reason.into();
        }
        self.told.matches.push(json);
        Ok(())
    }

    /// The stage is mastered: hands out the beaten AI's source.
    fn celebrate(&mut self, climb: &Climb, own_folder: &Path) -> anyhow::Result<()> {
        self.told.unlocked = opened(self.number);
        self.told.source = prize(self.number, climb, own_folder);
        if self.options.json { Ok(()) } else { print(&self.feast(climb)).map(|_| ()) }
    }

    /// What the mastered stage opens, where the source is, and what comes next.
    fn feast(&self, climb: &Climb) -> String {
        let stage = self.number.stage();
        let title = format!("*** You have mastered the stage {}! ***", stage.name);
        let source =
            self.told.source.as_ref().map(|file| {
                format!("{}'s source is yours, to learn from: {}\n", stage.champion, file.display())
            });
        let next = match climb.progress.current() {
            Some(next) => format!("Next: {}", invitation(next)),
            None => "Nothing is left to climb: you have mastered every stage.".to_string(),
        };
        format!(
            "\n{}\nUnlocked: {}\n{}{next}\n",
            title.green().bold(),
            prizes(self.number),
            source.unwrap_or_default()
        )
    }

    fn tell_json(&mut self, climb: &Climb) -> anyhow::Result<()> {
        self.told.wins = climb.progress.of(self.number).wins;
        self.told.mastered = climb.progress.is_mastered(self.number);
        self.told.saved = climb.is_saved;
        print(&format!("{}\n", serde_json::to_string(&self.told)?)).map(|_| ())
    }
}

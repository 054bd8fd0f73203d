//! A match for the client: the same as `wag play` and `wag ladder play` play, with the pages listening.

use super::super::args::{Play, Recording, Terms};
use super::super::ladder::{self, Climb, Keeper, Verdict, YOU};
use super::super::limiting::Limiting;
use super::super::line_up::Ai;
use super::super::one_match::{Audience, Course, OneMatch, Over};
use super::super::play::drawn_seed;
use super::super::{Mistake, cores, locks, mistake};
use super::choices::{check_inside, check_map};
use super::told;
use crate::arena::{Observer, TurnRecord};
use crate::game::{Game, Notice, Seat};
use crate::games::warriors::{SEATS, opponents};
use crate::ladder::{StageNumber, Win};
use crate::server::host::{self, Ended, HostError, Onlooker, Prepared, Wanted};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A match that has been found to be in order.
pub struct Planned {
    options: Play,
    challenge: Option<Challenge>,
    rounds: u32,
    files: Vec<PathBuf>,
}

/// A match of a stage of the ladder.
#[derive(Clone, Copy)]
struct Challenge {
    number: StageNumber,
    /// Why it counts for nothing, if it does.
    idle: Option<Idle>,
}

/// Why a match of a stage does not count. `wag ladder play` plays none of these.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Idle {
    /// It has been played before.
    Again,
    /// The stage is mastered already.
    Practice,
}

impl Idle {
    fn word(self) -> &'static str {
        match self {
            Idle::Again => "again",
            Idle::Practice => "practice",
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Idle::Again => "The same match again does not count.",
            Idle::Practice => "The stage is mastered already: this was practice and does not count.",
        }
    }
}

/// Finds what is asked for; refuses what lies elsewhere or is locked.
pub fn prepare(
    folder: &Path,
    limiting: &Limiting,
    wanted: &Wanted,
    is_again: bool,
) -> anyhow::Result<Planned> {
    if wanted.players.len() != SEATS {
        return mistake(format!(
            "there are {SEATS} seats; name one player for each, not {}",
            wanted.players.len()
        ));
    }
    let challenge = match &wanted.challenge {
        Some(name) => Some(challenge(name, is_again)?),
        None => None,
    };
    let options = match challenge {
        Some(Challenge { number, .. }) => {
            let fair = Limiting { no_sandbox: limiting.no_sandbox, ..Limiting::default() };
            let mut options = ladder::as_play(number, &wanted.players[YOU.index()], fair);
            options.quiet = true;
            options.recording = recording();
            options.terms.seed = wanted.seed.filter(|_| is_again);
            options
        }
        None => as_play(wanted, limiting.clone()),
    };
    for word in &options.ais {
        // A name may stand before a file: `anna=FILE`.
        check_inside(folder, word.split_once('=').map_or(word.as_str(), |(_, file)| file))?;
        check_inside(folder, word)?;
    }
    check_map(folder, &options.map)?;
    let game = OneMatch::new(&options)?;
    let entrants = game.entrants.iter();
    let files: Vec<PathBuf> =
        entrants.filter_map(|entrant| file(&entrant.ai).map(Path::to_path_buf)).collect();
    if let Some(outside) = files.iter().find(|file| !file.starts_with(folder)) {
        return mistake(format!("{} is not in the working folder", outside.display()));
    }
    match challenge {
        // What a stage needs is open when the stage is.
        Some(_) if file(&game.entrants[YOU.index()].ai).is_none() => {
            return mistake(
                "a challenge takes a file of yours, such as yourAI.py: nobody climbs with a built-in AI",
            );
        }
        Some(_) => {}
        None => locks::check(&game.entrants, [options.map.as_str()])?,
    }
    let rounds = game.rounds();
    Ok(Planned { rounds, files, challenge, options })
}

fn file(ai: &Ai) -> Option<&Path> {
    match ai {
        Ai::File(file) => Some(file),
        Ai::Dummy | Ai::BuiltIn(_) => None,
    }
}

/// The stage of this name, if it may be played.
fn challenge(name: &str, is_again: bool) -> anyhow::Result<Challenge> {
    let Some(number) = StageNumber::all().find(|number| number.stage().name == name) else {
        return mistake(format!("there is no challenge {name:?}"));
    };
    let progress = Keeper::new().progress().unwrap_or_default();
    match ladder::standing(&progress, number) {
        "locked" => {}
        _ if is_again => return Ok(Challenge { number, idle: Some(Idle::Again) }),
        "mastered" => return Ok(Challenge { number, idle: Some(Idle::Practice) }),
        _ => return Ok(Challenge { number, idle: None }),
    }
    let before = progress.current().map_or("the one before", |current| current.stage().name);
    mistake(format!("the challenge {name} is locked: master {before} first"))
}

/// In the words of `wag play`. On an empty seat sits nobody who does anything.
fn as_play(wanted: &Wanted, limiting: Limiting) -> Play {
    let seat = |word: &String| match word.trim() {
        "" => opponents::IDLE.to_string(),
        word => word.to_string(),
    };
    Play {
        ais: wanted.players.iter().map(seat).collect(),
        map: wanted.map.clone(),
        terms: Terms { rounds: Some(wanted.rounds), seed: wanted.seed, rules: None, limiting },
        log_dir: PathBuf::from("."),
        json: false,
        quiet: true,
        recording: recording(),
    }
}

/// With the sources: who asks in the page where an order came from sees the line.
fn recording() -> Recording {
    Recording { with_sources: true, ..Recording::default() }
}

impl Prepared for Planned {
    fn rounds(&self) -> u32 {
        self.rounds
    }

    fn files(&self) -> Vec<PathBuf> {
        self.files.clone()
    }

    fn play(&self, onlooker: &Rc<dyn Onlooker>, stop: &Arc<AtomicBool>) -> Result<Ended, HostError> {
        self.play_through(&**onlooker, stop).map_err(told)
    }
}

impl Planned {
    fn play_through(&self, onlooker: &dyn Onlooker, stop: &Arc<AtomicBool>) -> anyhow::Result<Ended> {
        cores::stay_here();
        let game = OneMatch::new(&self.options)?;
        let counted = self.challenge.filter(|challenge| challenge.idle.is_none());
        let mut climb = self.challenge.map(|_| Climb::begin(Keeper::new()));
        let seed = || {
            let seed = match (&mut climb, counted, self.options.terms.seed) {
                (Some(climb), Some(challenge), _) => climb.begin_match(challenge.number),
                (_, _, Some(seed)) => seed,
                (_, _, None) => drawn_seed()?,
            };
            onlooker.seeded(seed);
            Ok(seed)
        };
        match game.play(stop, seed, Some(&mut Ear { onlooker, replay: None }))? {
            Course::CannotStart(words) => Err(Mistake(words).into()),
            Course::Interrupted => Ok(Ended { interrupted: true, verdict: None, logs: Vec::new() }),
            Course::Over(over) => {
                let logs = Seat::all(SEATS).map(|seat| over.logs.path(seat).to_path_buf()).collect();
                let verdict = self
                    .challenge
                    .zip(climb)
                    .map(|(challenge, mut climb)| self.judge(challenge, &mut climb, &over));
                Ok(Ended { interrupted: over.played.interrupted, verdict, logs })
            }
        }
    }

    /// What the match was worth, as the ladder counts.
    fn judge(&self, challenge: Challenge, climb: &mut Climb, over: &Over) -> host::Verdict {
        let Challenge { number, idle } = challenge;
        let verdict = Verdict::of(&over.played);
        let won = verdict == Verdict::Won;
        let own_folder = self.files.first().and_then(|file| file.parent()).unwrap_or(Path::new("."));
        let win = if won && idle.is_none() { ladder::win(number, climb, own_folder) } else { None };
        let mastered = win == Some(Win::Mastered);
        let mut text = match idle {
            Some(idle) => uncounted(number, verdict, idle),
            None => plain(&ladder::line(number, verdict, win, climb)),
        };
        let source = if mastered { ladder::prize(number, climb, own_folder) } else { None };
        let source = source.map(|source| source.display().to_string());
        if mastered {
            text += &format!(" You have mastered the stage {}!", number.stage().name);
        }
        if let Some(source) = &source {
            text += &format!(" The beaten AI's source is yours, to learn from: {source}");
        }
        let unsaved = (won && win.is_none()).then_some("unsaved");
        let needed = number.stage().wins_needed;
        let unlocked = if mastered { ladder::opened(number) } else { Vec::new() };
        host::Verdict {
            stage: number.stage().name,
            won,
            result: verdict.word(),
            counted: win.is_some(),
            why_not_counted: idle.map(Idle::word).or(unsaved),
            text,
            source,
            mastered,
            unlocked: unlocked.into_iter().map(str::to_string).collect(),
            wins: climb.progress.of(number).wins.min(needed),
            wins_needed: needed,
        }
    }
}

fn uncounted(number: StageNumber, verdict: Verdict, idle: Idle) -> String {
    let result = verdict.reason().map_or_else(|| "won".to_string(), |reason| format!("not won ({reason})"));
    format!("{}: {result}. {}", number.stage().name, idle.sentence())
}

/// Without the colours of the terminal.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// Tells the pages of every round, and of the replay as soon as there is something in it.
pub struct Ear<'o> {
    pub onlooker: &'o dyn Onlooker,
    pub replay: Option<PathBuf>,
}

impl<G: Game> Observer<G> for Ear<'_> {
    fn started(&mut self, _: &G::State, _: &[G::Event], _: &[(Seat, Notice)]) {
        if let Some(replay) = &self.replay {
            self.onlooker.recorded(replay);
        }
    }

    fn turn(&mut self, turn: &TurnRecord<'_, G>) {
        self.onlooker.round(turn.round);
    }
}

impl Audience for Ear<'_> {
    fn recorded(&mut self, replay: &Path) {
        self.replay = Some(replay.to_path_buf());
    }
}

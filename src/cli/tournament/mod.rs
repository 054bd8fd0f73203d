//! `wag tournament`: any number of players meet each other, and all of it is kept in a file.

mod args;
mod begin;
mod page;
mod players;
mod view;

pub use args::Tournament;

use super::answer::{Done, Mistake, mistake};
use super::follower::{Starts, bar, warn};
use super::for_game::ForGame;
use super::start::stop_on_signals;
use crate::language::t;
use crate::play::{Plan, PlayError, find, play_all};
use crate::series::{Fixture, MatchResult, SeatPlayed};
use crate::text::quoted;
use crate::tournament::{Kept, Store, StoreError, fingerprint};
use begin::Begun;
use indicatif::ProgressBar;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use view::View;

/// The table is drawn anew no more often than this.
const REDRAWN: Duration = Duration::from_millis(500);
/// In the folder of the replays: those of matches that are being played.
const UNFINISHED: &str = ".unfinished";

impl From<StoreError> for Mistake {
    fn from(fault: StoreError) -> Mistake {
        Mistake(fault.0)
    }
}

/// Plays the tournament that the command line describes, or shows one.
pub fn run(options: &ForGame<Tournament>) -> anyhow::Result<Done> {
    if let Some((_, files)) = options.words.players.split_first().filter(|(first, _)| *first == "show") {
        return match files {
            [] => show_file(&options.words.into, &options.words),
            [file] => show_file(Path::new(file), &options.words),
            _ => mistake(t!("`wag tournament show` takes one file")),
        };
    }
    let stop = stop_on_signals()?;
    let mut begun = begin::begin(options)?;
    let played = play(&mut begun, &options.words, &stop);
    if let Err(fault) = played {
        // Programs are to take nothing for the whole.
        if !options.words.json && !options.words.csv {
            begun.view().print(&options.words)?;
        }
        return Err(fault);
    }
    tell(&begun.view(), &options.words)?;
    let is_stopped = stop.load(Ordering::Relaxed);
    if is_stopped && !options.words.quiet {
        let file = quoted(&begun.file.display().to_string());
        warn(t!("`wag tournament --resume %{file}` goes on from here", file));
    }
    Ok(if is_stopped { Done::Interrupted } else { Done::Well })
}

/// Prints what a file holds.
fn show_file(file: &Path, words: &Tournament) -> anyhow::Result<Done> {
    let store = Store::open(file).map_err(Mistake::from)?;
    let settings = store.settings().map_err(Mistake::from)?;
    let Some(game) = find(&settings.game) else {
        return mistake(t!(
            "%{file} holds a tournament of %{game}, a game that this wag does not have",
            file = file.display(),
            game = settings.game
        ));
    };
    let members = store.members().map_err(Mistake::from)?;
    let kept = store.matches().map_err(Mistake::from)?;
    let view = View {
        card: &game.card,
        file,
        settings: &settings,
        members: &members,
        kept: &kept,
        places: &settings.words,
    };
    tell(&view, words)
}

/// Prints it, and writes its page if that is asked for.
fn tell(view: &View<'_>, words: &Tournament) -> anyhow::Result<Done> {
    if let Some(file) = &words.html {
        page::write(view, file, words.with_sources)?;
    }
    view.print(words)
}

/// Plays what has not been played.
fn play(begun: &mut Begun, words: &Tournament, stop: &Arc<AtomicBool>) -> anyhow::Result<()> {
    let waiting: Vec<usize> = (0..begun.kept.len()).filter(|at| begun.kept[*at].result.is_none()).collect();
    let replays = begun.settings.replays.clone();
    let plan = Plan {
        game: begun.game,
        fixtures: waiting.iter().map(|at| begun.fixture(&begun.kept[*at])).collect(),
        entrants: begun.active.iter().map(|(_, entrant)| entrant.clone()).collect(),
        places: std::mem::take(&mut begun.places),
        limits: begun.limiting.limits(begun.game.card.turn_seconds),
        jobs: words.jobs.map(|jobs| jobs as usize),
        replays: replays.as_ref().map(|folder| folder.join(UNFINISHED)),
        stop: Arc::clone(stop),
    };
    if plan.fixtures.is_empty() {
        return Ok(());
    }
    let mut live = Live::new(begun, !words.quiet && !words.json && !words.csv);
    let mut starts = Starts::default();
    let over = |result: MatchResult| {
        let kept = waiting[result.number];
        let replay = plan.replay(result.number).zip(replays.as_deref());
        keep(begun, kept, &result, replay).map_err(|fault| PlayError::Mistake(fault.0))?;
        live.tell(begun);
        Ok(ControlFlow::Continue(()))
    };
    let played = play_all(&plan, over, |told| starts.tell(told));
    live.bar.finish_and_clear();
    if let Some(folder) = &plan.replays {
        // Those of matches that were broken off.
        let _ = std::fs::remove_dir_all(folder);
    }
    Ok(played?)
}

/// Writes a match into the file, if its players are still those that sat down.
fn keep(
    begun: &mut Begun,
    kept: usize,
    result: &MatchResult,
    replay: Option<(PathBuf, &Path)>,
) -> Result<(), Mistake> {
    let seats = &begun.kept[kept].seats;
    let sat = begun.active.iter().filter(|(number, _)| seats.contains(number));
    let is_changed = |(number, entrant): &&(usize, _)| {
        fingerprint(&begun.game.card, entrant) != begun.members[*number].sha256
    };
    if let Some((number, _)) = sat.clone().find(is_changed) {
        return Err(Mistake(t!(
            "the files of %{name} have changed while the tournament was running; match %{id} does not count, all before it do: `wag tournament --resume %{file}` goes on with the new version",
            name = begun.members[*number].name,
            id = begun.kept[kept].id,
            file = quoted(&begun.file.display().to_string())
        )));
    }
    let id = begun.kept[kept].id;
    let replay = replay.and_then(|(unfinished, folder)| {
        let finished = folder.join(format!("{id:04}.wag"));
        std::fs::rename(unfinished, &finished).ok().map(|()| finished.display().to_string())
    });
    let result: Vec<SeatPlayed> = result.seats.iter().map(SeatPlayed::of).collect();
    begun.store.finish(id, &result, replay.as_deref())?;
    let kept = &mut begun.kept[kept];
    (kept.result, kept.replay) = (Some(result), replay);
    Ok(())
}

impl Begun {
    /// A match of the plan, with the numbers of those who still play.
    fn fixture(&self, kept: &Kept) -> Fixture {
        let active = |member: &usize| self.active.iter().position(|(number, _)| number == member);
        Fixture {
            place: kept.place,
            seed: kept.seed,
            seats: kept.seats.iter().filter_map(active).collect(),
            group: kept.group,
        }
    }

    fn view(&self) -> View<'_> {
        View {
            card: &self.game.card,
            file: &self.file,
            settings: &self.settings,
            members: &self.members,
            kept: &self.kept,
            places: &self.settings.words,
        }
    }
}

/// The table as it stands, below a bar, for whoever sits at the terminal.
struct Live {
    bar: ProgressBar,
    drawn: Option<Instant>,
}

impl Live {
    fn new(begun: &Begun, is_shown: bool) -> Live {
        let template = t!("{bar:30.cyan/blue} match {pos}/{len}  {per_sec}  {eta} left");
        let bar = bar(&format!("{template}\n{{msg}}"), is_shown);
        bar.set_length(begun.kept.len() as u64);
        bar.set_position(begun.kept.iter().filter(|kept| kept.result.is_some()).count() as u64);
        bar.reset_eta();
        Live { bar, drawn: None }
    }

    fn tell(&mut self, begun: &Begun) {
        self.bar.inc(1);
        if !self.bar.is_hidden() && self.drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAWN) {
            self.bar.set_message(begun.view().table());
            self.drawn = Some(Instant::now());
        }
    }
}

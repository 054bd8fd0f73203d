//! `wag series`: many matches of one line-up, on all cores.

use super::args::{Recording, Series};
use super::line_up::{Entrant, line_up};
use super::recording::{self, About, Asked, Recorded};
use super::seating::{self, Seating};
use super::table::Table;
use super::{Done, cores, locks, play, report, warriors};
use crate::arena::{Match, Observer, Played};
use crate::game::{Game, Seat};
use crate::games::warriors::board::Board;
use crate::games::warriors::rules::Rules;
use crate::games::warriors::{SEATS, Setup, Warriors};
use crate::players::python::StartOutcome;
use crate::series::{EntrantResult, Fixture, MatchResult, Row, Schedule, summarise};
use anstream::println;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};

/// Everything the matches of a series have in common.
struct Plan<'o> {
    options: &'o Series,
    entrants: Vec<Entrant>,
    boards: Vec<Board>,
    rules: Rules,
    fixtures: Vec<Fixture>,
    stop: Arc<AtomicBool>,
    /// What has been told of starts, so that it is told once.
    told: Mutex<Vec<String>>,
}

/// Plays the series that the command line describes.
pub fn run(options: &Series) -> anyhow::Result<Done> {
    let stop = play::stop_on_signals()?;
    let seed = match options.terms.seed {
        Some(seed) => seed,
        None => play::drawn_seed()?,
    };
    let schedule = Schedule {
        seats: SEATS,
        games: options.games,
        maps: options.maps.len(),
        seed,
        fixed_seats: options.fixed_seats,
    };
    let plan = Plan {
        options,
        entrants: line_up(&options.ais, SEATS)?,
        boards: options.maps.iter().map(|map| warriors::board(map)).collect::<anyhow::Result<_>>()?,
        rules: warriors::rules(options.terms.rules.as_deref(), options.terms.rounds)?,
        fixtures: schedule.fixtures(),
        stop,
        told: Mutex::new(Vec::new()),
    };
    locks::check(&plan.entrants, options.maps.iter().map(String::as_str))?;
    let results = play_all(&plan)?;
    let rows = summarise(&results, plan.entrants.len(), SEATS);
    tell(&plan, seed, results.len(), &rows)?;
    Ok(if plan.stop.load(Ordering::Relaxed) { Done::Interrupted } else { Done::Well })
}

/// The results of all matches that were finished, in the order of the schedule.
fn play_all(plan: &Plan<'_>) -> anyhow::Result<Vec<MatchResult>> {
    let cores = cores::usable();
    let jobs =
        plan.options.jobs.map_or(cores.len(), |jobs| jobs as usize).clamp(1, plan.fixtures.len().max(1));
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let bar = progress(plan);
    let mut results: Vec<Option<MatchResult>> = vec![None; plan.fixtures.len()];
    std::thread::scope(|scope| {
        for job in 0..jobs {
            let (next, sender, core) = (&next, sender.clone(), cores.get(job % cores.len().max(1)).copied());
            scope.spawn(move || {
                let played = work(plan, next, core, &sender);
                // The receiver waits for every sender, so it is there.
                let _ = played.map_err(|fault| sender.send(Err(fault)));
            });
        }
        drop(sender);
        for finished in receiver {
            match finished {
                Ok((number, result)) => results[number] = Some(result),
                Err(fault) => {
                    plan.stop.store(true, Ordering::Relaxed);
                    return Err(fault);
                }
            }
            bar.inc(1);
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(results.into_iter().flatten().collect())
}

type Finished = anyhow::Result<(usize, MatchResult)>;

/// One core's share: matches as long as there are any.
fn work(
    plan: &Plan<'_>,
    next: &AtomicUsize,
    core: Option<usize>,
    finished: &mpsc::Sender<Finished>,
) -> anyhow::Result<()> {
    if let Some(core) = core {
        cores::stay_on(core);
    }
    let nursery = seating::nursery()?;
    while !plan.stop.load(Ordering::Relaxed) {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(fixture) = plan.fixtures.get(number) else { break };
        if let Some(result) = play_one(plan, &nursery, number, fixture)? {
            let _ = finished.send(Ok((number, result)));
        }
    }
    Ok(())
}

/// One match; `None` when it was interrupted.
fn play_one(
    plan: &Plan<'_>,
    nursery: &seating::SharedNursery,
    number: usize,
    fixture: &Fixture,
) -> anyhow::Result<Option<MatchResult>> {
    let sitting: Vec<usize> = (0..SEATS).map(|seat| fixture.entrant_at(seat, SEATS)).collect();
    let entrants: Vec<Entrant> = sitting.iter().map(|entrant| plan.entrants[*entrant].clone()).collect();
    let setup = warriors::setup(plan.boards[fixture.map].clone(), plan.rules.clone(), &entrants);
    let closed = recording::closed(plan.options.replays.iter().map(PathBuf::as_path));
    let seating = Seating::<Warriors>::begin(
        &crate::games::warriors::wire::PYTHON,
        nursery,
        &setup,
        &entrants,
        &plan.options.terms.limiting.limits(),
        &closed,
        &plan.stop,
    )?;
    let mut failed_starts = [0; SEATS];
    let mut players = seating.finish(|seat, outcome, _| {
        if let Ok(mut told) = plan.told.lock() {
            report::start_outcome(&entrants[seat.index()].name, outcome, &mut told);
        }
        failed_starts[seat.index()] = u32::from(!matches!(outcome, StartOutcome::Ready { .. }));
    });
    let mut recorded = record(plan, number, fixture, &entrants, &setup)?;
    let mut observers: Vec<&mut dyn Observer<Warriors>> = Vec::new();
    if let Some(recorded) = &mut recorded {
        observers.push(&mut recorded.recorder);
    }
    let played = Match {
        setup: &setup,
        seed: fixture.seed,
        players: &mut players,
        observers: &mut observers,
        stop: &plan.stop,
    }
    .play();
    recorded.map(Recorded::finish);
    if played.interrupted {
        return Ok(None);
    }
    Ok(Some(results(&played, &sitting, &failed_starts)))
}

/// The replay of a match, if replays are asked for.
fn record(
    plan: &Plan<'_>,
    number: usize,
    fixture: &Fixture,
    entrants: &[Entrant],
    setup: &Setup,
) -> anyhow::Result<Option<Recorded<Warriors>>> {
    let Some(folder) = &plan.options.replays else { return Ok(None) };
    let asked = Asked::open(&folder.join(format!("{:04}.wag", number + 1)))?;
    let map = &plan.options.maps[fixture.map];
    let about = About {
        map,
        seed: fixture.seed,
        rounds: setup.rules.rounds,
        players: entrants.iter().map(recording::player).collect(),
        sources: Default::default(),
        is_automatic: false,
    };
    recording::begin(&Recording::default(), Some(asked), about, setup)
}

/// What a match says of everybody. An AI that can't start has failed once.
fn results(played: &Played<Warriors>, sitting: &[usize], failed_starts: &[u32; SEATS]) -> MatchResult {
    let standings = Warriors::standings(&played.state);
    let figure = |seat: Seat, number: usize| {
        standings[seat.index()].figures.get(number).map_or(0, |(_, value)| *value)
    };
    Seat::all(SEATS)
        .map(|seat| {
            let stats = &played.seats[seat.index()];
            EntrantResult {
                entrant: sitting[seat.index()],
                seat: seat.index(),
                place: standings[seat.index()].place,
                score: figure(seat, 0),
                units: figure(seat, 1),
                turns: stats.turns,
                think_ms_mean: stats.think_mean().as_secs_f64() * 1e3,
                think_ms_max: stats.think_max.as_secs_f64() * 1e3,
                faults: stats.faults_total + failed_starts[seat.index()],
            }
        })
        .collect()
}

fn progress(plan: &Plan<'_>) -> ProgressBar {
    let options = plan.options;
    let is_shown = !options.quiet && !options.json && !options.csv && std::io::stderr().is_terminal();
    let target = if is_shown { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(plan.fixtures.len() as u64), target);
    if let Ok(style) =
        ProgressStyle::with_template("{bar:30.cyan/blue} match {pos}/{len}  {per_sec}  {eta} left")
    {
        bar.set_style(style);
    }
    bar
}

/// A row of the result, for programs; the same names in JSON and CSV.
#[derive(Serialize)]
struct PlainRow<'r> {
    name: &'r str,
    /// From 1; 0 for all seats.
    seat: usize,
    games: u32,
    wins: u32,
    ties: u32,
    stock_mean: f64,
    /// Half the width of the 95 % interval of the mean; of one game there is none.
    stock_ci95: Option<f64>,
    units_mean: f64,
    turn_ms_mean: f64,
    turn_ms_max: f64,
    faults: u64,
}

impl<'r> PlainRow<'r> {
    fn new(row: &Row, entrants: &'r [Entrant]) -> Self {
        PlainRow {
            name: &entrants[row.entrant].name,
            seat: row.seat.map_or(0, |seat| seat + 1),
            games: row.games,
            wins: row.wins,
            ties: row.ties,
            stock_mean: row.score.mean,
            stock_ci95: row.score.half_width,
            units_mean: row.units,
            turn_ms_mean: row.think_ms_mean,
            turn_ms_max: row.think_ms_max,
            faults: row.faults,
        }
    }
}

#[derive(Serialize)]
struct JsonSeries<'r> {
    seed: u64,
    maps: &'r [String],
    matches: usize,
    matches_planned: usize,
    rows: Vec<PlainRow<'r>>,
}

fn tell(plan: &Plan<'_>, seed: u64, matches: usize, rows: &[Row]) -> anyhow::Result<()> {
    let plain: Vec<PlainRow<'_>> = rows.iter().map(|row| PlainRow::new(row, &plan.entrants)).collect();
    if plan.options.json {
        let series = JsonSeries {
            seed,
            maps: &plan.options.maps,
            matches,
            matches_planned: plan.fixtures.len(),
            rows: plain,
        };
        println!("{}", serde_json::to_string(&series)?);
    } else if plan.options.csv {
        tell_csv(&plain);
    } else if !plan.options.quiet {
        println!(
            "{matches} of {} matches on {}, seed {seed}",
            plan.fixtures.len(),
            plan.options.maps.join(", ")
        );
        println!("{}", table(&plain));
    }
    Ok(())
}

fn tell_csv(rows: &[PlainRow<'_>]) {
    println!("name,seat,games,wins,ties,stock_mean,stock_ci95,units_mean,turn_ms_mean,turn_ms_max,faults");
    for row in rows {
        println!(
            "{},{},{},{},{},{},{},{},{},{},{}",
            csv_word(row.name),
            row.seat,
            row.games,
            row.wins,
            row.ties,
            row.stock_mean,
            row.stock_ci95.map_or_else(String::new, |half_width| half_width.to_string()),
            row.units_mean,
            row.turn_ms_mean,
            row.turn_ms_max,
            row.faults
        );
    }
}

/// Quoted where a comma or a quote is in the way.
fn csv_word(word: &str) -> String {
    if word.contains([',', '"', '\n']) {
        format!("\"{}\"", word.replace('"', "\"\""))
    } else {
        word.to_string()
    }
}

fn table(rows: &[PlainRow<'_>]) -> Table {
    let mut table = Table::new(&[
        "player",
        "seat",
        "games",
        "wins",
        "ties",
        "mean stock",
        "units",
        "mean ms",
        "worst ms",
        "errors",
    ]);
    for row in rows {
        table.row([
            row.name.to_string(),
            if row.seat == 0 { "all".to_string() } else { row.seat.to_string() },
            row.games.to_string(),
            row.wins.to_string(),
            row.ties.to_string(),
            match row.stock_ci95 {
                Some(half_width) => format!("{:.0} ± {half_width:.0}", row.stock_mean),
                None => format!("{:.0}", row.stock_mean),
            },
            format!("{:.1}", row.units_mean),
            format!("{:.3}", row.turn_ms_mean),
            format!("{:.3}", row.turn_ms_max),
            row.faults.to_string(),
        ]);
    }
    table
}

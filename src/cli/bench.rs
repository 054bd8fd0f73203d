//! `wag bench`: what the engine costs, measured on fixed matches.

use super::args::Bench;
use super::line_up::{Ai, Entrant};
use super::seating::{self, Seating};
use super::table::Table;
use super::{Done, cores, warriors};
use crate::arena::{Match, Observer, TurnRecord};
use crate::game::{Game, Seat};
use crate::games::warriors::event::UnitName;
use crate::games::warriors::orders::{Direction, Orders, UnitType};
use crate::games::warriors::rules::Rules;
use crate::games::warriors::{SEATS, Setup, Warriors, maps};
use crate::logs::Logs;
use crate::players::Limits;
use crate::worker::protocol::Bounds;
use anstream::println;
use anyhow::Context;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const SCAN: &str = include_str!("../../benches/scan.py");
const API_CALLS: &str = include_str!("../../benches/api_calls.py");
/// The maps measured, small to large.
const MAPS: [&str; 4] = ["meadow", "ring", "backyards", "garden"];
const SEED: u64 = 1;

/// Prints all figures.
pub fn run(options: &Bench) -> anyhow::Result<Done> {
    cores::stay_here();
    let folder = tempfile::tempdir().context("there is no place for temporary files")?;
    println!(
        "Medians over the turns of {} matches each; four AIs look at every field each turn.",
        options.matches
    );
    println!("own code: from the start of an AI's file to its end, its calls into the API included;");
    println!(
        "overhead: the rest of a turn, from the last turn's end to this one's (views, pipes, rules, logs).\n"
    );
    matches(options, folder.path())?;
    starts(folder.path())?;
    confinement(options, folder.path())?;
    println!(
        "\nThe rules alone, with units walking about meadow (20x20) and no players: {:.0} turns/s",
        rules_alone()
    );
    println!(
        "\nA call into the API beside the same call on a plain Python class (least of 25 runs of 20,000):"
    );
    api_calls(folder.path())?;
    Ok(Done::Well)
}

/// Times between the ends of turns, and what of them the AIs used.
#[derive(Default)]
struct Stopwatch {
    last: Option<Instant>,
    turns_us: Vec<f64>,
    think_us: Vec<f64>,
    overhead_us: Vec<f64>,
}

impl<G: Game> Observer<G> for Stopwatch {
    fn turn(&mut self, turn: &TurnRecord<'_, G>) {
        let now = Instant::now();
        let think: Duration = turn.reports.iter().map(|(_, report)| report.think).sum();
        if let Some(last) = self.last {
            let whole = now - last;
            self.turns_us.push(whole.as_secs_f64() * 1e6);
            self.think_us.push(think.as_secs_f64() * 1e6);
            self.overhead_us.push(whole.saturating_sub(think).as_secs_f64() * 1e6);
        }
        self.last = Some(now);
    }
}

/// One row per map.
fn matches(options: &Bench, folder: &Path) -> anyhow::Result<()> {
    let file = folder.join("scan.py");
    std::fs::write(&file, SCAN)?;
    let mut table =
        Table::new(&["map", "side", "turns/s", "own code", "own code µs/turn", "overhead µs/turn"]);
    for name in MAPS {
        let mut watch = Stopwatch::default();
        for number in 0..options.matches {
            watch.last = None;
            let seed = SEED + u64::from(number);
            play_match(name, options.rounds, &file, seed, folder, &Limits::default(), &mut watch)?;
        }
        let total: f64 = watch.turns_us.iter().sum();
        let think: f64 = watch.think_us.iter().sum();
        table.row([
            name.to_string(),
            board_side(name).to_string(),
            format!("{:.0}", 1e6 * watch.turns_us.len() as f64 / total),
            format!("{:.0} %", 100.0 * think / total),
            format!("{:.1}", median(&mut watch.think_us)),
            format!("{:.1}", median(&mut watch.overhead_us)),
        ]);
    }
    println!("{table}");
    Ok(())
}

fn board_side(map: &str) -> u32 {
    maps::find(map).map_or(0, |map| maps::board_of(map).side())
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// How long four workers take to be ready, and how much memory each one holds then.
fn starts(folder: &Path) -> anyhow::Result<()> {
    let (mut times_ms, mut resident_mib) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        times_ms.push(start(&folder.join("scan.py"), &Limits::default(), &mut resident_mib)?);
    }
    println!("\nFour workers are ready after {:.1} ms (median of {STARTS} starts)", median(&mut times_ms));
    if !resident_mib.is_empty() {
        println!("and hold {:.1} MiB each, shared pages included", median(&mut resident_mib));
    }
    Ok(())
}

const STARTS: usize = 11;

/// The milliseconds until four workers are ready.
fn start(file: &Path, limits: &Limits, resident_mib: &mut Vec<f64>) -> anyhow::Result<f64> {
    let (_, entrants) = four_of(file);
    let setup = setup("meadow", 1, &entrants)?;
    let stop = Arc::new(AtomicBool::new(false));
    let began = Instant::now();
    let nursery = seating::nursery()?;
    let seating = Seating::<Warriors>::begin(
        &crate::games::warriors::wire::PYTHON,
        &nursery,
        &setup,
        &entrants,
        limits,
        &[],
        &stop,
    )?;
    let pids: Vec<i32> = seating.process_ids().collect();
    let _players = seating.finish(|_, _, _| ());
    let time_ms = began.elapsed().as_secs_f64() * 1e3;
    resident_mib.extend(pids.into_iter().filter_map(resident));
    Ok(time_ms)
}

/// What limits and sandbox cost: the same matches and starts with and without them, in turn.
fn confinement(options: &Bench, folder: &Path) -> anyhow::Result<()> {
    let file = folder.join("scan.py");
    let free = Limits { bounds: Bounds::default(), ..Limits::default() };
    let kinds = [Limits::default(), free];
    let (mut times_ms, mut watches) =
        ([Vec::new(), Vec::new()], [Stopwatch::default(), Stopwatch::default()]);
    for number in 0..options.matches {
        for (limits, watch) in kinds.iter().zip(&mut watches) {
            watch.last = None;
            play_match("meadow", options.rounds, &file, SEED + u64::from(number), folder, limits, watch)?;
        }
    }
    for _ in 0..STARTS {
        for (limits, times_ms) in kinds.iter().zip(&mut times_ms) {
            times_ms.push(start(&file, limits, &mut Vec::new())?);
        }
    }
    let [confined_us, free_us] = watches.map(|mut watch| median(&mut watch.overhead_us));
    let [confined_ms, free_ms] = times_ms.map(|mut times_ms| median(&mut times_ms));
    println!("\nWith limits and sandbox, and without, match by match and start by start in turn:");
    println!(
        "overhead on meadow {confined_us:.1} and {free_us:.1} µs/turn; four workers {confined_ms:.1} and {free_ms:.1} ms"
    );
    Ok(())
}

/// The resident memory of a process in MiB, where the system tells it.
fn resident(pid: i32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<f64>().ok()? / 1024.0)
}

/// The same file on all seats.
fn four_of(file: &Path) -> (Vec<String>, Vec<Entrant>) {
    let names: Vec<String> = Seat::all(SEATS).map(|seat| format!("bench{seat}")).collect();
    let entrant = |name: &String| Entrant { name: name.clone(), ai: Ai::File(file.to_path_buf()) };
    let entrants = names.iter().map(entrant).collect();
    (names, entrants)
}

/// A match as `wag play` plays it, logs included.
fn play_match(
    map: &str,
    rounds: u32,
    file: &Path,
    seed: u64,
    folder: &Path,
    limits: &Limits,
    watch: &mut Stopwatch,
) -> anyhow::Result<()> {
    let (names, entrants) = four_of(file);
    let setup = setup(map, rounds, &entrants)?;
    let stop = Arc::new(AtomicBool::new(false));
    let mut logs = Logs::create(folder, &names).map_err(|(_, fault)| fault)?;
    let nursery = seating::nursery()?;
    let seating = Seating::<Warriors>::begin(
        &crate::games::warriors::wire::PYTHON,
        &nursery,
        &setup,
        &entrants,
        limits,
        &[],
        &stop,
    )?;
    let mut players = seating.finish(|_, _, _| ());
    Match { setup: &setup, seed, players: &mut players, observers: &mut [&mut logs, watch], stop: &stop }
        .play();
    Ok(())
}

fn setup(map: &str, rounds: u32, entrants: &[Entrant]) -> anyhow::Result<Setup> {
    let rules = Rules { rounds, ..Rules::default() };
    Ok(warriors::setup(warriors::board(map)?, rules, entrants))
}

/// Turns per second when only the rules run: units wander about and gather, fight and deliver.
fn rules_alone() -> f64 {
    const ROUNDS: u32 = 5000;
    let (_, entrants) = four_of(Path::new("nobody.py"));
    let Ok(setup) = setup("meadow", ROUNDS, &entrants) else { return f64::NAN };
    let mut events = Vec::new();
    let mut state = Warriors::start(&setup, SEED, &mut events);
    let mut turns = 0u32;
    let mut spent = Duration::ZERO;
    while let Some(seat) = state.to_move() {
        let mut orders = Orders::default();
        if state.player(seat).units.len() < 8 {
            orders.creations.push(UnitType::Gatherer);
        }
        for unit in &state.player(seat).units {
            let name = UnitName { owner: seat, id: unit.id };
            let direction = Direction::ALL[(name.id.0 as usize + turns as usize / 7) % 4];
            orders.moves.push((unit.id, direction));
        }
        let orders = [(seat, orders)];
        events.clear();
        let began = Instant::now();
        Warriors::apply(&mut state, &orders, &mut events);
        spent += began.elapsed();
        turns += 1;
    }
    f64::from(turns) / spent.as_secs_f64()
}

/// Lets an AI measure its own calls, and shows what it printed.
fn api_calls(folder: &Path) -> anyhow::Result<()> {
    let file = folder.join("api_calls.py");
    std::fs::write(&file, API_CALLS)?;
    play_match("meadow", 2, &file, SEED, folder, &Limits::default(), &mut Stopwatch::default())?;
    let log = std::fs::read_to_string(folder.join("bench1.log"))?;
    let figures =
        log.lines().find_map(|line| line.strip_prefix("FIGURES ")).context("the AI printed no figures")?;
    let figures: Vec<(String, f64, f64)> = serde_json::from_str(figures)?;
    let mut table = Table::new(&["call", "API ns", "plain class ns", "ratio"]);
    for (call, ours, plain) in figures {
        table.row([call, format!("{ours:.0}"), format!("{plain:.0}"), format!("{:.2}", ours / plain)]);
    }
    println!("{table}");
    Ok(())
}

//! Measurement of the engine's overhead, in fixed matches that each game defines.

use crate::bench_setup::{Options, SEED, first, median, seats, setup, table};
use crate::bot_bench::{BotFigures, measure_bots};
use crate::error::PlayError;
use crate::line_up::player_spec::{Kind, PlayerSpec, PythonMode};
use crate::logs::{GameLogs, LogForm, Logs};
use crate::seats::seating;
use crate::seats::worker_policy::WorkerPolicy;
use serde::Serialize;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};
use wag_core::arena::{Answer, Ask, Match, Observer, Player, TurnRecord};
use wag_core::game::protocols::Lines;
use wag_core::game::{Bot, Crowd, Game, Phase, Playable, Seat};
use wag_games::KnownGame;
use wag_games::with_game;
use wag_i18n::t;
use wag_players::Program;
use wag_players::exchange::Floor;
use wag_sandbox::Bounds;
use wag_sandbox::Limits;

/// Number of times that the start of the players is measured.
pub const STARTS: usize = 11;

/// All measurements of a game.
#[derive(Debug, Serialize)]
pub struct Figures {
    /// Measurements with Python files; `None` if the game does not support Python players.
    pub files: Option<FileFigures>,
    /// Turns per second of the rules alone on the first map; `None` if the game has no bot that runs without
    /// Python.
    pub rules_turns_per_s: Option<f64>,
    /// Matches of the built-in players that run without Python.
    pub bots: Vec<BotFigures>,
    /// Measurements on crowded boards.
    pub crowds: Vec<Crowded>,
}

/// Measurements on a crowded board; times are medians over the turns, in microseconds.
#[derive(Debug, Serialize)]
pub struct Crowded {
    pub what: String,
    /// Turns per second on one core. A turn consists of applying the rules, encoding the messages and decoding the
    /// answers.
    pub turns_per_s: f64,
    /// Time of a whole turn with programs that send fixed answers; `None` if it was not measured.
    pub programs_us: Option<f64>,
    /// Time of a turn with Python files: first the time in the players' own code, then the rest. `None` if it was not
    /// measured.
    pub files_us: Option<(f64, f64)>,
}

/// Measurements with a Python file on every seat.
#[derive(Debug, Serialize)]
pub struct FileFigures {
    /// Number of players.
    pub seats: usize,
    pub places: Vec<Measured>,
    /// Median time until all workers are ready, in milliseconds.
    pub starts_ms: f64,
    /// Median time until the same workers are ready for another match, in milliseconds; `None` if each match needs new
    /// ones.
    pub kept_starts_ms: Option<f64>,
    /// Median resident memory of a worker that is ready, including shared pages, in MiB; `None` if the operating system
    /// does not report it.
    pub resident_mib: Option<f64>,
    /// Overhead per turn, in microseconds, and start time, in milliseconds. The first pair was measured with limits and
    /// sandbox, the second without.
    pub confined: [(f64, f64); 2],
    /// Measurements of files whose turns do almost nothing.
    pub light: Vec<Light>,
    /// Calls into the game's module: the name of each call, its time, and the time of the same call to a plain class.
    /// Times are in nanoseconds.
    pub calls: Vec<(String, f64, f64)>,
}

/// Measurements on one map or board; times are medians over the turns, in microseconds.
#[derive(Debug, Serialize)]
pub struct Measured {
    pub place: &'static str,
    pub turns_per_s: f64,
    /// The fraction of a turn that was spent in the players' own code.
    pub own_share: f64,
    pub own_us: f64,
    pub overhead_us: f64,
}

/// Measurements of a file whose turns do almost nothing: medians of [`RUNS`] runs.
#[derive(Debug, Serialize)]
pub struct Light {
    pub what: &'static str,
    pub place: &'static str,
    /// Time of a whole turn, in microseconds.
    pub turn_us: f64,
    /// Time of a whole turn, as a multiple of the time of a bare round trip between two processes that was measured in
    /// the same run.
    pub round_trips: f64,
}

/// Number of runs of each measurement.
pub const RUNS: usize = 7;

/// Content of each helper module that the files of the [`Light`] measurements import: ten functions.
const FUNCTIONS: &str = include_str!("../../../benches/light/functions.py");

/// Paths of the helper modules, without the extension.
const HELPERS: [&str; 5] = ["bench_helper", "bench_kit/a", "bench_kit/b", "bench_kit/c", "bench_kit/d"];

/// Measures the engine's overhead with a game.
pub fn measure(game: KnownGame, matches: u32, rounds: u32) -> Result<Figures, PlayError> {
    with_game!(game, G => measure_all::<G>(matches, rounds))
}

fn measure_all<G: Playable>(matches: u32, rounds: u32) -> Result<Figures, PlayError> {
    let folder = wag_sandbox::TemporaryFolder::new()
        .map_err(PlayError::defect(t!("no folder for temporary files can be created")))?;
    let folder = folder.path();
    let knows_python = G::PROTOCOLS.python.is_some() || G::PROTOCOLS.persistent.is_some();
    let text = G::BENCH.ai.or_else(|| G::INFO.new.first().map(|(_, text)| *text)).filter(|_| knows_python);
    let file_bench = text.map(|text| FileBench::new::<G>(folder, text, matches, rounds)).transpose()?;
    Ok(Figures {
        files: file_bench.map(|file_bench| file_bench.measure::<G>()).transpose()?,
        rules_turns_per_s: rules_alone::<G>()?,
        bots: measure_bots::<G>(rounds)?,
        crowds: crowds::<G>(folder, rounds)?,
    })
}

/// A stopwatch for the time between the ends of consecutive turns, and for how much of that time the players used.
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

/// Measures the turns per second of the rules alone. Bots choose the moves, but their time is not counted.
fn rules_alone<G: Playable>() -> Result<Option<f64>, PlayError> {
    const ROUNDS: u32 = 5000;
    let bot = || G::INFO.built_in.iter().find_map(|player| G::bot(&G::INFO, player.name));
    let walker = || G::BENCH.walk.map_or_else(bot, |walk| Some(walk()));
    let setup = setup::<G>(&entrants::<G>(Path::new("nobody.py")), first::<G>(), ROUNDS)?;
    let (mut turns, mut spent, mut seed) = (0, Duration::ZERO, SEED);
    while turns < ROUNDS && seed < SEED + 1000 {
        let Some(walkers) = (0..seats::<G>()).map(|_| walker()).collect() else { return Ok(None) };
        walk_on::<G>(walkers, &setup, seed, &mut turns, &mut spent);
        seed += 1;
    }
    Ok(Some(f64::from(turns) / spent.as_secs_f64()))
}

/// Plays one match in which bots choose the moves; adds the turns and the time of the rules to the totals.
fn walk_on<G: Playable>(
    mut walkers: Vec<Bot<G>>,
    setup: &G::Setup,
    seed: u64,
    turns: &mut u32,
    spent: &mut Duration,
) {
    let mut events = Vec::new();
    let mut state = G::start(setup, seed, &mut events);
    while let Phase::Ask { seats, .. } = G::phase(&state) {
        let orders =
            seats.iter().map(|seat| (seat, walkers[seat.index()](&G::view(&state, seat), u64::from(*turns))));
        let orders: Vec<(Seat, G::Orders)> = orders.collect();
        events.clear();
        let began = Instant::now();
        G::apply(&mut state, &orders, &mut events);
        *spent += began.elapsed();
        *turns += 1;
    }
}

/// Measures turn times on crowded boards, for a game that has a line protocol.
fn crowds<G: Playable>(folder: &Path, turns: u32) -> Result<Vec<Crowded>, PlayError> {
    let (Some(crowds), Some(lines)) = (G::BENCH.crowds, &G::PROTOCOLS.lines) else { return Ok(Vec::new()) };
    crowds(turns).iter().map(|crowd| crowded(folder, crowd, lines, turns)).collect()
}

fn crowded<G: Playable>(
    folder: &Path,
    crowd: &Crowd<G>,
    lines: &Lines<G>,
    turns: u32,
) -> Result<Crowded, PlayError> {
    let turns_per_s = with_texts(crowd, lines);
    let mut measured = Crowded { what: crowd.what.clone(), turns_per_s, programs_us: None, files_us: None };
    if let Some(words) = crowd.echo {
        let file_bench = FileBench::new::<G>(folder, G::BENCH.ai.unwrap_or_default(), 1, turns)?;
        let mut watch = Stopwatch::default();
        file_bench
            .play::<G>(&BenchMatch::of(&crowd.setup, &echoes(crowd.seats, words)?, SEED), &mut watch)?;
        measured.programs_us = Some(median(&mut watch.turns_us));
        let mut watch = Stopwatch::default();
        file_bench.play::<G>(&BenchMatch::of(&crowd.setup, &file_bench.entrants, SEED), &mut watch)?;
        measured.files_us = Some((median(&mut watch.think_us), median(&mut watch.overhead_us)));
    }
    Ok(measured)
}

/// Measures the turns per second on one core: encoding each seat's message, decoding its answer, and applying the
/// rules.
fn with_texts<G: Playable>(crowd: &Crowd<G>, lines: &Lines<G>) -> f64 {
    let mut events = Vec::new();
    let mut state = G::start(&crowd.setup, SEED, &mut events);
    let (mut turns, mut spent, mut bytes_written) = (0, Duration::ZERO, 0);
    while let Phase::Ask { round, seats } = G::phase(&state) {
        let answers: Vec<_> =
            seats.iter().map(|seat| (seat, (crowd.answer)(&G::view(&state, seat), round))).collect();
        events.clear();
        let began = Instant::now();
        bytes_written +=
            seats.iter().map(|seat| (lines.turn)(&G::view(&state, seat), round).len()).sum::<usize>();
        let orders = answers.iter().map(|(seat, answer)| (*seat, (lines.read_answer)(answer.as_bytes())));
        let orders: Vec<_> = orders.collect();
        G::apply(&mut state, &orders, &mut events);
        spent += began.elapsed();
        turns += 1;
    }
    // Prevents the compiler from removing the unused results.
    std::hint::black_box(bytes_written);
    f64::from(turns) / spent.as_secs_f64()
}

/// Returns a program for each seat that sends a fixed answer.
fn echoes(seats: usize, words: &str) -> Result<Vec<PlayerSpec>, PlayError> {
    let own = wag_sandbox::own_program().and_then(|own| Ok((own.file().canonicalize()?, own)));
    let (file, own) =
        own.map_err(PlayError::defect(t!("the exchange of messages with players cannot be measured")))?;
    // The program is linked to Python's library, which may be in any folder.
    let readable = [vec![file.clone(), wag_python::paths().1], own.launcher_files()].concat();
    let arguments = own.leading_arguments();
    let arguments: Vec<_> =
        arguments.into_iter().chain([wag_players::ECHO_ARGUMENT.into(), words.into()]).collect();
    let program = Program { file, arguments, readable, ..Program::default() };
    let entrant = |seat: usize| PlayerSpec {
        name: format!("bench{seat}"),
        word: String::new(),
        source: String::new(),
        kind: Kind::Program { program: program.clone(), lives: true },
        is_recorded: false,
    };
    Ok((1..=seats).map(entrant).collect())
}

/// A player that is shown two fixed states in alternation instead of the real state.
struct FixedViews<G: Game> {
    player: Box<dyn Player<G>>,
    states: Rc<[G::State; 2]>,
    seat: Seat,
    turn: usize,
}

impl<G: Game> Player<G> for FixedViews<G> {
    fn ask(&mut self, ask: Ask, _: G::View<'_>) {
        self.turn += 1;
        self.player.ask(ask, G::view(&self.states[self.turn % 2], self.seat));
    }

    fn answer(&mut self, _: G::View<'_>) -> Answer<G::Orders> {
        self.player.answer(G::view(&self.states[self.turn % 2], self.seat))
    }
}

/// A match to be measured.
struct BenchMatch<'b, G: Game> {
    setup: &'b G::Setup,
    entrants: &'b [PlayerSpec],
    seed: u64,
    limits: Limits,
    /// Two states that the players see in alternation instead of the real one; `None` to show the real one.
    shown: Option<&'b Rc<[G::State; 2]>>,
}

impl<'b, G: Game> BenchMatch<'b, G> {
    fn of(setup: &'b G::Setup, entrants: &'b [PlayerSpec], seed: u64) -> BenchMatch<'b, G> {
        BenchMatch { setup, entrants, seed, limits: Limits::default(), shown: None }
    }
}

/// The environment of matches between Python files.
struct FileBench<'b> {
    folder: &'b Path,
    matches: u32,
    rounds: u32,
    entrants: Vec<PlayerSpec>,
}

impl<'b> FileBench<'b> {
    fn new<G: Playable>(folder: &'b Path, text: &str, matches: u32, rounds: u32) -> Result<Self, PlayError> {
        let file = folder.join("bench.py");
        std::fs::write(&file, text).map_err(PlayError::defect(t!("a file cannot be written")))?;
        Ok(FileBench { folder, matches, rounds, entrants: entrants::<G>(&file) })
    }

    fn measure<G: Playable>(&self) -> Result<FileFigures, PlayError> {
        let places = G::BENCH.places.iter().map(|place| self.place::<G>(*place)).collect::<Result<_, _>>()?;
        let mut resident_mib = Vec::new();
        let mut starts = Vec::new();
        for _ in 0..STARTS {
            starts.push(self.start::<G>(&Limits::default(), &mut resident_mib)?);
        }
        Ok(FileFigures {
            seats: self.entrants.len(),
            places,
            starts_ms: median(&mut starts),
            kept_starts_ms: self.kept_start::<G>()?,
            resident_mib: (!resident_mib.is_empty()).then(|| median(&mut resident_mib)),
            confined: self.confinement::<G>()?,
            light: self.light::<G>()?,
            calls: self.calls::<G>()?,
        })
    }

    /// Plays a match as a command would, including logs.
    fn play<G: Playable>(
        &self,
        bench_match: &BenchMatch<'_, G>,
        watch: &mut Stopwatch,
    ) -> Result<(), PlayError> {
        let &BenchMatch { setup, entrants, seed, ref limits, shown } = bench_match;
        let names: Vec<String> = entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let logs = Logs::create(self.folder, &names, LogForm::default()).map_err(|(_, err)| err);
        let mut logs = logs.map_err(PlayError::defect(t!("a log cannot be written")))?;
        let table = table::<G>(limits);
        let mut players = seating::start_players::<G>(&table, entrants, setup, None, &mut |_| ())?.players;
        if let Some(states) = shown {
            let seen = |(seat, player)| -> Box<dyn Player<G>> {
                Box::new(FixedViews { player, states: Rc::clone(states), seat, turn: 0 })
            };
            players = Seat::all(players.len()).zip(players).map(seen).collect();
        }
        let mut game_logs = GameLogs::new(&mut logs, setup);
        let observers: &mut [&mut dyn Observer<G>] = &mut [&mut game_logs, watch];
        let at_once = usize::MAX;
        Match { setup, seed, reseeds: &[], players: &mut players, observers, at_once, stop: &table.stop }
            .play();
        Ok(())
    }

    fn place<G: Playable>(&self, (place, options): (&'static str, Options)) -> Result<Measured, PlayError> {
        let setup = setup::<G>(&self.entrants, options, self.rounds)?;
        let mut watch = Stopwatch::default();
        for number in 0..u64::from(self.matches) {
            watch.last = None;
            self.play::<G>(&BenchMatch::of(&setup, &self.entrants, SEED + number), &mut watch)?;
        }
        let (total, think) = (watch.turns_us.iter().sum::<f64>(), watch.think_us.iter().sum::<f64>());
        Ok(Measured {
            place,
            turns_per_s: 1e6 * watch.turns_us.len() as f64 / total,
            own_share: think / total,
            own_us: median(&mut watch.think_us),
            overhead_us: median(&mut watch.overhead_us),
        })
    }

    /// Returns the milliseconds until all workers are ready; appends the memory of each worker to `resident_mib`.
    fn start<G: Playable>(&self, limits: &Limits, resident_mib: &mut Vec<f64>) -> Result<f64, PlayError> {
        let setup = setup::<G>(&self.entrants, first::<G>(), 1)?;
        let began = Instant::now();
        let table = table::<G>(limits);
        let _players = seating::start_players::<G>(&table, &self.entrants, &setup, None, &mut |_| ())?;
        let took_ms = began.elapsed().as_secs_f64() * 1e3;
        resident_mib.extend(table.workers().into_iter().filter_map(resident));
        Ok(took_ms)
    }

    /// Returns the milliseconds until the workers of a match are ready that have played a match before.
    fn kept_start<G: Playable>(&self) -> Result<Option<f64>, PlayError> {
        if G::PROTOCOLS.python.is_none() {
            return Ok(None);
        }
        let setup = setup::<G>(&self.entrants, first::<G>(), 1)?;
        let table = table::<G>(&Limits::default()).with_workers(WorkerPolicy::Keep);
        let mut starts_ms = Vec::new();
        // The first start is that of new workers.
        for number in 0..=STARTS {
            let began = Instant::now();
            let started = seating::start_players::<G>(&table, &self.entrants, &setup, None, &mut |_| ())?;
            starts_ms.extend((number > 0).then(|| began.elapsed().as_secs_f64() * 1e3));
            let (mut players, observers, at_once) = (started.players, &mut [], usize::MAX);
            let stop = &table.stop;
            Match {
                setup: &setup,
                seed: SEED,
                reseeds: &[],
                players: &mut players,
                observers,
                at_once,
                stop,
            }
            .play();
        }
        Ok(Some(median(&mut starts_ms)))
    }

    /// Measures the cost of limits and sandbox: plays the same matches and starts with and without them, in
    /// alternation.
    fn confinement<G: Playable>(&self) -> Result<[(f64, f64); 2], PlayError> {
        let free = Limits { bounds: Bounds::default(), ..Limits::default() };
        let kinds = [Limits::default(), free];
        let setup = setup::<G>(&self.entrants, first::<G>(), self.rounds)?;
        let mut measured = [(); 2].map(|()| (Stopwatch::default(), Vec::new()));
        for number in 0..u64::from(self.matches) {
            for (limits, (watch, _)) in kinds.iter().zip(&mut measured) {
                watch.last = None;
                let bench_match = BenchMatch::of(&setup, &self.entrants, SEED + number);
                self.play::<G>(&BenchMatch { limits: limits.clone(), ..bench_match }, watch)?;
            }
        }
        for _ in 0..STARTS {
            for (limits, (_, starts)) in kinds.iter().zip(&mut measured) {
                starts.push(self.start::<G>(limits, &mut Vec::new())?);
            }
        }
        Ok(measured.map(|(mut watch, mut starts)| (median(&mut watch.overhead_us), median(&mut starts))))
    }

    /// Measures the light files in three cases: on the first map, on the last map, and on the last map with two
    /// alternating states that differ on a tenth of the squares.
    fn light<G: Playable>(&self) -> Result<Vec<Light>, PlayError> {
        self.write_helpers().map_err(PlayError::defect(t!("a file cannot be written")))?;
        let mut floor = Floor::start()
            .map_err(PlayError::defect(t!("the exchange of messages with players cannot be measured")))?;
        let mut measured = Vec::new();
        for (what, text) in G::BENCH.light {
            let file = self.folder.join("light.py");
            std::fs::write(&file, text).map_err(PlayError::defect(t!("a file cannot be written")))?;
            let entrants = entrants::<G>(&file);
            let last = G::BENCH.places.last().filter(|_| G::BENCH.places.len() > 1);
            for (place, options) in G::BENCH.places.first().into_iter().chain(last) {
                let setup = setup::<G>(&entrants, options, self.rounds)?;
                let bench_match = BenchMatch::of(&setup, &entrants, SEED);
                measured.push(self.light_turns::<G>(&mut floor, (what, place), &bench_match)?);
            }
            if let (Some((place, states)), Some((_, options))) = (G::BENCH.changing, last) {
                let setup = setup::<G>(&entrants, options, self.rounds)?;
                let shown = Some(&Rc::new(states(&setup)));
                let bench_match = BenchMatch { shown, ..BenchMatch::of(&setup, &entrants, SEED) };
                measured.push(self.light_turns::<G>(&mut floor, (what, place), &bench_match)?);
            }
        }
        Ok(measured)
    }

    /// Measures several runs of a match, each together with bare round trips.
    fn light_turns<G: Playable>(
        &self,
        floor: &mut Floor,
        (what, place): (&'static str, &'static str),
        bench_match: &BenchMatch<'_, G>,
    ) -> Result<Light, PlayError> {
        let (mut turns, mut trips) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            let bare = floor
                .measure()
                .map_err(PlayError::defect(t!("the exchange of messages with players cannot be measured")))?;
            let mut watch = Stopwatch::default();
            self.play::<G>(bench_match, &mut watch)?;
            let turn_us = median(&mut watch.turns_us);
            turns.push(turn_us);
            trips.push(turn_us / (bare.as_secs_f64() * 1e6));
        }
        Ok(Light { what, place, turn_us: median(&mut turns), round_trips: median(&mut trips) })
    }

    fn write_helpers(&self) -> std::io::Result<()> {
        std::fs::create_dir_all(self.folder.join("bench_kit"))?;
        std::fs::write(self.folder.join("bench_kit/__init__.py"), "")?;
        HELPERS.iter().try_for_each(|name| std::fs::write(self.folder.join(format!("{name}.py")), FUNCTIONS))
    }

    /// Runs a player that measures the time of its own calls.
    fn calls<G: Playable>(&self) -> Result<Vec<(String, f64, f64)>, PlayError> {
        let Some(text) = G::BENCH.calls else { return Ok(Vec::new()) };
        let file = self.folder.join("calls.py");
        std::fs::write(&file, text).map_err(PlayError::defect(t!("a file cannot be written")))?;
        let entrants = entrants::<G>(&file);
        let setup = setup::<G>(&entrants, first::<G>(), 2)?;
        self.play::<G>(&BenchMatch::of(&setup, &entrants, SEED), &mut Stopwatch::default())?;
        let log = std::fs::read_to_string(self.folder.join("bench1.log"))
            .map_err(PlayError::defect(t!("a log cannot be read")))?;
        let figures = log.lines().find_map(|line| line.strip_prefix("FIGURES ")).unwrap_or("[]");
        serde_json::from_str(figures)
            .map_err(|err| PlayError::defect(t!("the measured times cannot be read"))(err.into()))
    }
}

/// Returns the resident memory of a process in MiB, or `None` if the operating system does not report it.
fn resident(pid: i32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<f64>().ok()? / 1024.0)
}

/// Returns a player for each seat, all with the same file.
fn entrants<G: Playable>(file: &Path) -> Vec<PlayerSpec> {
    let entrant = |seat: usize| PlayerSpec {
        name: format!("bench{seat}"),
        word: String::new(),
        source: String::new(),
        kind: Kind::Python { file: file.to_path_buf(), mode: PythonMode::of_file(&G::INFO, file) },
        is_recorded: false,
    };
    (1..=seats::<G>()).map(entrant).collect()
}

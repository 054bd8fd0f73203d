//! What the engine costs, measured on fixed matches that a game names.

use super::audience::Audience;
use super::card::Card;
use super::choose::{Words, choose};
use super::error::PlayError;
use super::line_up::{Entrant, Kind};
use super::seating::{self, Table};
use crate::arena::{Match, Observer, TurnRecord};
use crate::game::{Bench, Chosen, Draw, Game, Phase, Playable, Seat};
use crate::logs::Logs;
use crate::players::Limits;
use crate::worker::protocol::Bounds;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const SEED: u64 = 1;
/// So many starts are measured.
pub const STARTS: usize = 11;

/// All that was measured with a game.
pub struct Figures {
    /// How many players there were.
    pub seats: usize,
    pub places: Vec<Measured>,
    /// The median time until all workers are ready, in milliseconds.
    pub starts_ms: f64,
    /// What each of them holds then, shared pages included, in MiB; nothing where the system does not tell.
    pub resident_mib: Option<f64>,
    /// With limits and sandbox, and without: overhead per turn in microseconds, and starts in milliseconds.
    pub confined: [(f64, f64); 2],
    /// Turns per second of the rules alone at the first place.
    pub rules_turns_per_s: f64,
    /// Calls into the game's module, with their times and those of a plain class, in nanoseconds.
    pub calls: Vec<(String, f64, f64)>,
}

/// What was measured at a place; times are medians over the turns, in microseconds.
pub struct Measured {
    pub place: &'static str,
    pub turns_per_s: f64,
    /// The share of the time inside the players' own code.
    pub own_share: f64,
    pub own_us: f64,
    pub overhead_us: f64,
}

/// Measures everything.
pub fn measure<G: Playable>(bench: &Bench<G>, matches: u32, rounds: u32) -> Result<Figures, PlayError> {
    let folder = tempfile::tempdir().map_err(PlayError::defect("there is no place for temporary files"))?;
    let rig = Rig::<G>::new(bench, folder.path().to_path_buf(), matches, rounds)?;
    let places = bench.places.iter().map(|place| rig.place(*place)).collect::<Result<_, _>>()?;
    let mut resident_mib = Vec::new();
    let mut starts = Vec::new();
    for _ in 0..STARTS {
        starts.push(rig.start(&Limits::default(), &mut resident_mib)?);
    }
    Ok(Figures {
        seats: rig.entrants.len(),
        places,
        starts_ms: median(&mut starts),
        resident_mib: (!resident_mib.is_empty()).then(|| median(&mut resident_mib)),
        confined: rig.confinement()?,
        rules_turns_per_s: rig.rules_alone()?,
        calls: rig.calls()?,
    })
}

/// Times between the ends of turns, and what of them the players used.
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

/// What is needed to play the matches.
struct Rig<'b, G: Playable> {
    bench: &'b Bench<G>,
    folder: PathBuf,
    matches: u32,
    rounds: u32,
    entrants: Vec<Entrant>,
}

type Options = &'static [(&'static str, &'static str)];

impl<'b, G: Playable> Rig<'b, G> {
    fn new(bench: &'b Bench<G>, folder: PathBuf, matches: u32, rounds: u32) -> Result<Self, PlayError> {
        let file = folder.join("bench.py");
        std::fs::write(&file, bench.ai).map_err(PlayError::defect("a file can't be written"))?;
        Ok(Rig { bench, matches, rounds, entrants: entrants::<G>(&file), folder })
    }

    fn chosen(&self, options: Options, rounds: u32) -> Result<Chosen, PlayError> {
        let card = Card::of::<G>();
        let words = options.iter().map(|(name, word)| (name.to_string(), word.to_string()));
        let mut words: Words = words.collect();
        if card.option("rounds").is_some() {
            words.insert("rounds".to_string(), rounds.to_string());
        }
        choose(&card, &G::look, &words)
    }

    fn setup(&self, options: Options, rounds: u32) -> Result<G::Setup, PlayError> {
        let seated: Vec<_> = self.entrants.iter().map(Entrant::seated).collect();
        let setup = G::setup(&self.chosen(options, rounds)?, &seated, Draw { seed: SEED, game: 0 });
        setup.map_err(PlayError::from)
    }

    /// A match as it is always played, logs included.
    fn play(
        &self,
        setup: &G::Setup,
        entrants: &[Entrant],
        seed: u64,
        limits: &Limits,
        watch: &mut Stopwatch,
    ) -> Result<(), PlayError> {
        let names: Vec<String> = entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let logs = Logs::create(&self.folder, &names).map_err(|(_, fault)| fault);
        let mut logs = logs.map_err(PlayError::defect("a log can't be written"))?;
        let table = table(limits);
        let (mut players, _) = seating::sit::<G>(&table, entrants, setup, None, &mut Silent)?;
        let observers: &mut [&mut dyn Observer<G>] = &mut [&mut logs, watch];
        Match { setup, seed, players: &mut players, observers, stop: &table.stop }.play();
        Ok(())
    }

    fn place(&self, (place, options): (&'static str, Options)) -> Result<Measured, PlayError> {
        let setup = self.setup(options, self.rounds)?;
        let mut watch = Stopwatch::default();
        for number in 0..u64::from(self.matches) {
            watch.last = None;
            self.play(&setup, &self.entrants, SEED + number, &Limits::default(), &mut watch)?;
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

    /// The milliseconds until all workers are ready; adds what each of them holds.
    fn start(&self, limits: &Limits, resident_mib: &mut Vec<f64>) -> Result<f64, PlayError> {
        let setup = self.setup(self.first(), 1)?;
        let began = Instant::now();
        let table = table(limits);
        let _players = seating::sit::<G>(&table, &self.entrants, &setup, None, &mut Silent)?;
        let took_ms = began.elapsed().as_secs_f64() * 1e3;
        resident_mib.extend(table.workers().into_iter().filter_map(resident));
        Ok(took_ms)
    }

    fn first(&self) -> Options {
        self.bench.places.first().map_or(&[], |(_, options)| options)
    }

    /// What limits and sandbox cost: the same matches and starts with and without them, in turn.
    fn confinement(&self) -> Result<[(f64, f64); 2], PlayError> {
        let free = Limits { bounds: Bounds::default(), ..Limits::default() };
        let kinds = [Limits::default(), free];
        let setup = self.setup(self.first(), self.rounds)?;
        let mut measured = [(); 2].map(|()| (Stopwatch::default(), Vec::new()));
        for number in 0..u64::from(self.matches) {
            for (limits, (watch, _)) in kinds.iter().zip(&mut measured) {
                watch.last = None;
                self.play(&setup, &self.entrants, SEED + number, limits, watch)?;
            }
        }
        for _ in 0..STARTS {
            for (limits, (_, starts)) in kinds.iter().zip(&mut measured) {
                starts.push(self.start(limits, &mut Vec::new())?);
            }
        }
        Ok(measured.map(|(mut watch, mut starts)| (median(&mut watch.overhead_us), median(&mut starts))))
    }

    fn rules_alone(&self) -> Result<f64, PlayError> {
        const ROUNDS: u32 = 5000;
        let setup = self.setup(self.first(), ROUNDS)?;
        let (mut turns, mut spent, mut seed) = (0u32, Duration::ZERO, SEED);
        while turns < ROUNDS && seed < SEED + 1000 {
            self.walk(&setup, seed, &mut turns, &mut spent);
            seed += 1;
        }
        Ok(f64::from(turns) / spent.as_secs_f64())
    }

    /// One match without players.
    fn walk(&self, setup: &G::Setup, seed: u64, turns: &mut u32, spent: &mut Duration) {
        let mut events = Vec::new();
        let mut state = G::start(setup, seed, &mut events);
        while let Phase::Ask { seats, .. } = G::phase(&state) {
            let orders = seats.iter().map(|seat| (seat, (self.bench.walk)(&G::view(&state, seat), *turns)));
            let orders: Vec<(Seat, G::Orders)> = orders.collect();
            events.clear();
            let began = Instant::now();
            G::apply(&mut state, &orders, &mut events);
            *spent += began.elapsed();
            *turns += 1;
        }
    }

    /// Lets a player measure its own calls.
    fn calls(&self) -> Result<Vec<(String, f64, f64)>, PlayError> {
        let Some(text) = self.bench.calls else { return Ok(Vec::new()) };
        let file = self.folder.join("calls.py");
        std::fs::write(&file, text).map_err(PlayError::defect("a file can't be written"))?;
        let entrants = entrants::<G>(&file);
        let setup = self.setup(self.first(), 2)?;
        self.play(&setup, &entrants, SEED, &Limits::default(), &mut Stopwatch::default())?;
        let log = std::fs::read_to_string(self.folder.join("bench1.log"))
            .map_err(PlayError::defect("a log can't be read"))?;
        let figures = log.lines().find_map(|line| line.strip_prefix("FIGURES ")).unwrap_or("[]");
        serde_json::from_str(figures)
            .map_err(|fault| PlayError::defect("the figures can't be read")(fault.into()))
    }
}

/// The resident memory of a process in MiB, where the system tells it.
fn resident(pid: i32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<f64>().ok()? / 1024.0)
}

/// The same file on all seats.
fn entrants<G: Playable>(file: &Path) -> Vec<Entrant> {
    let entrant = |seat: usize| Entrant {
        name: format!("bench{seat}"),
        word: String::new(),
        kind: Kind::Python { file: file.to_path_buf(), lives: G::WAYS.python.is_none() },
    };
    (1..=*G::SEATS.end()).map(entrant).collect()
}

fn table(limits: &Limits) -> Table {
    Table::new(limits.clone(), Vec::new(), Arc::new(AtomicBool::new(false)))
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Nobody follows these matches.
struct Silent;

impl Audience for Silent {
    fn seed(&mut self) -> Result<u64, PlayError> {
        Ok(SEED)
    }
}

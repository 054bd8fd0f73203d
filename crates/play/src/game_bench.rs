//! Measurement of the steps of games in Python, compared with a bare round trip between two processes.

use serde::Serialize;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wag_core::game::{Datum, Seat};
use wag_i18n::{Message, later, message};
use wag_players::exchange::Floor;
use wag_python::host::{GameProcess, GameStart, game_limits};
use wag_python::protocol::game::{BotOrder, GameAnswer, GameCall, MatchSetup, Step};
use wag_sandbox::cores;

/// Measurements of one game whose bots play in the game's worker.
#[derive(Debug, Serialize)]
pub struct GameSteps {
    pub game: &'static str,
    /// Median time of a step, in microseconds.
    pub step_us: f64,
    /// The same as a multiple of the time of a bare round trip that was measured in the same run.
    pub round_trips: f64,
    /// Median time until a worker can answer its first request, in milliseconds.
    pub start_ms: f64,
}

/// A game file, and what its matches are played with.
struct BenchGame {
    name: &'static str,
    text: &'static str,
    bot: &'static str,
    options: &'static [(&'static str, i64)],
}

const GAMES: [BenchGame; 2] = [
    BenchGame {
        name: later!("counting"),
        text: include_str!("../../../benches/games/counting.py"),
        bot: "Counter",
        options: &[],
    },
    BenchGame {
        name: later!("example"),
        text: include_str!("../../../examples/games/light_cycles.py"),
        bot: "Careful",
        options: &[("width", 20), ("height", 20)],
    },
];

const RUNS: usize = 7;
const STEPS: usize = 2000;

/// Measures all games, on one core.
pub fn measure_game_steps() -> io::Result<Vec<GameSteps>> {
    // The pinning ends with the thread.
    let measuring = std::thread::spawn(|| {
        cores::pin_to_current_core();
        let mut floor = Floor::start()?;
        GAMES.iter().map(|game| game.measure(&mut floor)).collect()
    });
    measuring.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

impl BenchGame {
    fn measure(&self, floor: &mut Floor) -> io::Result<GameSteps> {
        let (mut steps, mut trips, mut starts) = (Vec::new(), Vec::new(), Vec::new());
        for seed in 0..RUNS as u64 {
            let bare = floor.measure()?;
            let began = Instant::now();
            let mut process =
                GameProcess::start(&self.start(), &game_limits()).map_err(|fault| failed(fault.message))?;
            process.call(GameCall::Declare).map_err(|fault| failed(fault.message))?;
            starts.push(began.elapsed());
            let step = median(self.steps(&mut process, seed)?);
            steps.push(step);
            trips.push(step.div_duration_f64(bare));
        }
        trips.sort_unstable_by(f64::total_cmp);
        Ok(GameSteps {
            game: self.name,
            step_us: median(steps).as_secs_f64() * 1e6,
            round_trips: trips[trips.len() / 2],
            start_ms: median(starts).as_secs_f64() * 1e3,
        })
    }

    fn start(&self) -> GameStart {
        GameStart {
            file: PathBuf::from("<bench>"),
            text: Some(self.text.to_string()),
            ..GameStart::default()
        }
    }

    /// Returns the times of steps, played in as many matches as necessary.
    fn steps(&self, process: &mut GameProcess, seed: u64) -> io::Result<Vec<Duration>> {
        let option = |(name, value): &(&str, i64)| (name.to_string(), Datum::Int(*value).pack());
        let setup = MatchSetup {
            options: self.options.iter().map(option).collect(),
            names: vec!["a".to_string(), "b".to_string()],
            bots: vec![Some(self.bot.to_string()); 2],
            ..MatchSetup::default()
        };
        let mut times = Vec::new();
        let mut position = Step::default();
        for number in 0..STEPS as u64 {
            let call = match position.ask.is_empty() {
                true => GameCall::Start { to: 1, setup: setup.clone(), seed: seed + number },
                false => GameCall::Apply { on: 1, to: 1, seed, step: number, orders: orders(&position) },
            };
            let is_step = matches!(call, GameCall::Apply { .. });
            let began = Instant::now();
            position = match process.call(call) {
                Ok(GameAnswer::Stepped(step)) => *step,
                Ok(_) => return Err(failed(message!("the game's process sent invalid data"))),
                Err(fault) => return Err(failed(fault.message)),
            };
            if is_step {
                times.push(began.elapsed());
            }
        }
        Ok(times)
    }
}

/// Returns the orders of the bots.
fn orders(step: &Step) -> Vec<(Seat, Option<Vec<u8>>)> {
    let order = |seat: Seat| match step.seats.get(seat.index())?.as_ref()?.bot.as_ref()? {
        BotOrder::Order(order) => Some(order.clone()),
        BotOrder::Nothing => None,
    };
    step.ask.iter().map(|seat| (seat, order(seat))).collect()
}

fn failed(message: Message) -> io::Error {
    io::Error::other(message.into_error())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

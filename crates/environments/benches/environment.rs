//! Measures how many environment steps per second a vector of matches plays on one thread and on two. The actions are
//! random among the allowed ones, and choosing them is not measured. A step of one match counts once, whatever the
//! number of its agents; each writes the observations and masks of all agents. The time is the processor time of this
//! process, so other work on the machine changes little, and two threads that share the work well need the same.
//!
//! `cargo bench -p wag-environments --bench environment [GAME]`

use rustix::time::{ClockId, clock_gettime};
use std::fmt::Write;
use std::time::Duration;
use wag_core::arena::Rewards;
use wag_core::game::{Dtype, Observation, RandomStream};
use wag_environments::{AnyVector, EnvironmentPlan, EnvironmentRequest, VectorBuffers};
use wag_games::find;
use wag_play::RawOptions;

const SECONDS: u64 = 2;

/// The game, a description, the options, and the number of matches.
type Case<'c> = (&'static str, &'static str, &'c [(&'c str, &'c str)], usize);

fn main() {
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let crowd = std::env::temp_dir().join(format!("wag-crowd-{}.map", std::process::id()));
    std::fs::write(&crowd, crowded_map()).expect("a temporary file can be written");
    let crowd_word = crowd.to_string_lossy();
    let crowded = [("map", &*crowd_word), ("scenario", ""), ("food", "none"), ("cutoff-turn", "100000")];
    let cases: [Case<'_>; 6] = [
        ("tron", "20x20, 2 agents", &[], 1024),
        ("gems", "2 agents", &[], 64),
        ("flowers", "2 agents", &[], 256),
        ("warriors", "meadow, 4 agents", &[], 64),
        ("ants", "ponds, 2 agents", &[], 16),
        ("ants", "80x80, 2 agents with 100 ants each", &crowded, 16),
    ];
    for (game, what, options, count) in cases {
        if wanted.as_deref().is_none_or(|wanted| wanted == game) {
            measure(game, what, options, count);
        }
    }
    // The file is in the folder for temporary files, so it may stay.
    let _ = std::fs::remove_file(crowd);
}

fn measure(game: &str, what: &str, options: &[(&str, &str)], count: usize) {
    let options: RawOptions =
        options.iter().map(|(name, word)| (name.to_string(), word.to_string())).collect();
    let game = find(game).expect("a game");
    let request = EnvironmentRequest {
        options: &options,
        players: None,
        opponents: &[],
        weights: None,
        learner_seats: Some(&[1]),
        rewards: Rewards::Figure,
    };
    let plan = EnvironmentPlan::new(game.info, &request).expect("a valid request");
    let mut line = format!("{} ({what}), {count} matches:", game.info.name);
    for threads in [1, 2] {
        let vector = wag_environments::open_vector(game, &plan, count, threads, true).expect("a vector");
        let per_s = steps_per_second(vector);
        let result = write!(line, " {per_s:.0} steps per second and core with {threads} thread(s)");
        debug_assert!(result.is_ok(), "a text has room");
    }
    println!("{line}");
}

fn steps_per_second(mut vector: Box<dyn AnyVector>) -> f64 {
    let (count, agents, spaces) = (vector.count(), vector.agents().len(), vector.spaces().clone());
    let all = count * agents;
    let (mut bytes, mut words, mut floats) = (Vec::new(), Vec::new(), Vec::new());
    match vector.dtype() {
        Dtype::U8 => bytes = vec![0; all * spaces.observation_len()],
        Dtype::U16 => words = vec![0; all * spaces.observation_len()],
        Dtype::F32 => floats = vec![0.0; all * spaces.observation_len()],
    }
    let mut masks = vec![0; all * spaces.actions.mask_len()];
    let (mut rewards, mut terminations, mut acting) = (vec![0.0; all], vec![0; count], vec![0; all]);
    let (mut actions, mut luck) = (vec![0; all * spaces.actions.choices.len()], RandomStream::new(1, 1));
    let (mut spent, mut steps) = (Duration::ZERO, 0);
    while spent < Duration::from_secs(SECONDS) {
        let observations = match vector.dtype() {
            Dtype::U8 => Observation::U8(&mut bytes),
            Dtype::U16 => Observation::U16(&mut words),
            Dtype::F32 => Observation::F32(&mut floats),
        };
        let buffers = VectorBuffers {
            observations,
            masks: &mut masks,
            rewards: &mut rewards,
            terminations: &mut terminations,
            acting: &mut acting,
        };
        let began = processor_time();
        let done = if steps == 0 { vector.reset(1, buffers) } else { vector.step(&actions, buffers) };
        done.expect("valid actions");
        spent += if steps == 0 { Duration::ZERO } else { processor_time() - began };
        steps += count;
        choose(&spaces.actions.choices, &masks, &mut actions, &mut luck);
    }
    steps as f64 / spent.as_secs_f64()
}

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(time).expect("processor time does not run backwards")
}

/// Chooses random actions among the allowed ones.
fn choose(choices: &[u16], masks: &[i8], actions: &mut [i32], luck: &mut RandomStream) {
    let (mut first, mut next) = (0, choices.iter().cycle());
    for action in actions {
        let count = usize::from(*next.next().expect("a cycle has no end"));
        let mask = &masks[first..first + count];
        first += count;
        let allowed = mask.iter().filter(|allowed| **allowed == 1).count();
        let chosen = if allowed > 1 { luck.below(allowed as u32) as usize } else { 0 };
        let found = (0..count).filter(|choice| mask[*choice] == 1).nth(chosen);
        *action = found.unwrap_or_default() as i32;
    }
}

/// Returns a map on which two players have a hundred ants each, which are too far apart to fight at the start.
fn crowded_map() -> String {
    const SIDE: usize = 80;
    let mut rows = vec![vec![b'.'; SIDE]; SIDE];
    for (player, left) in [(b'a', 5), (b'b', 45)] {
        for ant in 0..100 {
            rows[4 + 7 * (ant / 10)][left + 3 * (ant % 10)] = player;
        }
        rows[0][left] = player - b'a' + b'0';
    }
    let rows: String = rows.iter().map(|row| format!("m {}\n", String::from_utf8_lossy(row))).collect();
    format!("rows {SIDE}\ncols {SIDE}\nplayers 2\n{rows}")
}

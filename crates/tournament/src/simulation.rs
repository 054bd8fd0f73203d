//! A simulation of a large cluster: how fast matches are distributed, and their results stored.

use crate::{PlayerVersion, Settings, Store, StoredResult};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use wag_games::find;
use wag_play::PlayError;
use wag_series::remote::{RemoteExecutor, TaskOutcome, TaskReport, Transport, Waited};
use wag_series::series::{Series, SeriesRequest};
use wag_series::{Executor, LocalPool, Plan, play_all};
use wag_stats::series::{Fixture, MatchResult, SeatPlayed};

/// A cluster of 1,000 workers whose matches take no time; each result says how long the match would have taken.
struct SimulatedCluster {
    waiting: std::collections::VecDeque<(u64, String)>,
    seats: Value,
    batches: usize,
    bytes: usize,
    inside: Duration,
}

/// The durations of matches of Warriors & Gatherers with four beginners' AIs, in seconds, as they were recorded.
const DURATIONS: [f64; 8] = [0.112, 0.098, 0.134, 0.101, 0.157, 0.092, 0.121, 0.109];

impl Transport for SimulatedCluster {
    fn add_files(&mut self, _: &str, _: &[u8]) -> Result<(), PlayError> {
        Ok(())
    }

    fn submit(&mut self, task: u64, batch: &str, _: &[String], _: Option<&str>) -> Result<(), PlayError> {
        self.waiting.push_back((task, batch.to_string()));
        Ok(())
    }

    fn worker_of(&mut self, _: u64) -> Option<String> {
        None
    }

    fn deliver(&mut self, _: u64, _: &[String]) -> Result<(), PlayError> {
        Ok(())
    }

    fn wait(&mut self, _: Duration) -> Result<Waited, PlayError> {
        let began = std::time::Instant::now();
        let mut reports = Vec::new();
        for (task, batch) in self.waiting.drain(..self.waiting.len().min(50)) {
            let batch: Value = serde_json::from_str(&batch).unwrap();
            let numbers: Vec<u64> = batch["matches"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one["number"].as_u64().unwrap())
                .collect();
            let seconds: f64 = numbers.iter().map(|number| DURATIONS[*number as usize % 8]).sum();
            let matches: Vec<Value> = numbers
                .iter()
                .map(
                    |number| serde_json::json!({ "number": number, "repeatable": true, "seats": self.seats }),
                )
                .collect();
            let results = serde_json::json!({ "matches": matches, "starts": [], "cannot_start": null, "seconds": seconds });
            let answer = serde_json::json!({ "played": { "results": results, "lengths": [] } });
            let answer = format!("{answer}\n").into_bytes();
            self.batches += 1;
            self.bytes += answer.len();
            reports.push(TaskReport {
                task,
                worker: format!("tcp://10.0.0.1:{}", task % 1000),
                outcome: TaskOutcome::Answered(answer),
            });
        }
        self.inside += began.elapsed();
        Ok(Waited { reports, workers: 1000, threads: 1000 })
    }

    fn exclude(&mut self, _: &str, why: &str) {
        panic!("{why}");
    }

    fn cancel(&mut self, _: &[u64]) {}
}

impl Drop for SimulatedCluster {
    fn drop(&mut self) {
        let SimulatedCluster { batches, bytes, inside, .. } = self;
        println!("{batches} batches, {} MB of results, {inside:.1?} in the simulation itself", *bytes >> 20);
    }
}

/// Returns the plan of two matches of light cycles.
fn plan(executor: Arc<dyn Executor>) -> Plan {
    let request = SeriesRequest {
        game: find("tron").unwrap(),
        options: BTreeMap::new(),
        places: Vec::new(),
        players: vec!["Roomy".to_string(); 2],
        games: 2,
        seed: Some(3),
        fixed_seats: false,
        executor,
        replays: None,
        limits: wag_play::LimitOptions::default(),
    };
    Series::prepare(&request, Arc::default(), |_| {}).unwrap().plan
}

/// Returns the result of a match that is really played.
fn one_match() -> MatchResult {
    let mut one = None;
    let over = |ended: Vec<MatchResult>| {
        one = one.take().or(ended.into_iter().next());
        Ok(ControlFlow::Continue(()))
    };
    play_all(&plan(LocalPool::executor(Some(1))), over, &mut |_| ()).unwrap();
    one.unwrap()
}

/// Distributes 1,000,000 matches of 1,000 players to 1,000 simulated workers and stores their results.
#[test]
#[ignore = "takes two minutes; run it with --nocapture"]
fn a_million_matches_on_a_thousand_workers() {
    let count = std::env::var("WAG_SIMULATED_MATCHES").map_or(1_000_000, |text| text.parse().unwrap());
    let simulated = SimulatedCluster {
        waiting: Default::default(),
        seats: serde_json::to_value(&one_match().seats).unwrap(),
        batches: 0,
        bytes: 0,
        inside: Duration::ZERO,
    };
    let mut plan = plan(Arc::new(RemoteExecutor::new(simulated, true)));
    plan.entrants = (0..1000)
        .map(|number| wag_play::PlayerSpec { name: format!("p{number}"), ..plan.entrants[0].clone() })
        .collect();
    let fixture = |number: usize| Fixture {
        place: 0,
        seed: number as u64,
        seats: vec![number % 1000, (number + 1 + number / 1000 % 999) % 1000],
        group: number,
    };
    plan.fixtures = (0..count).map(fixture).collect();
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(&folder.path().join("t.db")).unwrap();
    // A file has at most 100,000 matches; the results of the others go to the same rows again.
    let stored = plan.fixtures.len().min(100_000);
    let member = |number: usize| PlayerVersion {
        name: format!("p{number}"),
        version: 1,
        word: "x".to_string(),
        sha256: "0".repeat(64),
        is_filler: false,
        is_current: true,
    };
    let members: Vec<_> = (0..1000).map(member).collect();
    store.plan(&Settings::example(), &members, &[], &plan.fixtures[..stored]).unwrap();
    let began = std::time::Instant::now();
    let (mut writing, mut written, mut kept) = (Duration::ZERO, 0, Vec::new());
    let over = |ended: Vec<MatchResult>| {
        let rows: Vec<StoredResult> = ended
            .iter()
            .map(|result| StoredResult {
                id: (result.number % stored) as i64 + 1,
                seats: result.seats.iter().map(SeatPlayed::of).collect(),
                replay: None,
            })
            .collect();
        let started = std::time::Instant::now();
        if ended[0].number < stored {
            store.finish(&rows)?;
            (writing, written) = (writing + started.elapsed(), written + rows.len());
        }
        kept.extend(rows);
        Ok(ControlFlow::Continue(()))
    };
    play_all(&plan, over, &mut |_| ()).unwrap();
    assert_eq!(kept.len(), plan.fixtures.len());
    let all = began.elapsed();
    let memory = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let memory = memory.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default().to_string();
    println!(
        "{} matches in {all:.1?}: {:.1} µs per match with storing and simulating; SQLite {:.0} matches/s; {memory}",
        kept.len(),
        all.as_secs_f64() * 1e6 / kept.len() as f64,
        written as f64 / writing.as_secs_f64()
    );
}

//! Tests with workers in this process that fail in every way that workers can fail.

use super::executor::{RemoteExecutor, TaskOutcome, TaskReport, Transport, Waited};
use super::home::contradicts;
use super::play_batch;
use super::results::RemoteMatch;
use crate::series::{Series, SeriesRequest};
use crate::{Executor, LocalPool, PlayError, play_all};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use wag_games::find;
use wag_stats::series::MatchResult;

/// The behavior of a worker with its first batches; afterwards it plays.
#[derive(Clone)]
enum Trick {
    Lost,
    Changed(fn(&mut Value)),
    Answers(&'static [u8]),
    SentTwice,
    Doubtful,
}

#[derive(Default)]
struct Log {
    excluded: Vec<String>,
    avoided: Vec<String>,
    submitted: usize,
}

struct Workers {
    tricks: Vec<Trick>,
    waiting: Vec<(u64, String)>,
    log: Arc<Mutex<Log>>,
    /// True if all batches are played by one worker that forges results, until it is excluded.
    is_forging: bool,
    folder: tempfile::TempDir,
    cancelled: BTreeSet<u64>,
}

impl Workers {
    fn report(&mut self, task: u64, batch: &str) -> Vec<TaskReport> {
        let answer = play_batch(batch, self.folder.path()).unwrap().to_bytes().unwrap();
        let report = |answer: Vec<u8>| TaskReport {
            task,
            worker: format!("worker {task}"),
            outcome: TaskOutcome::Answered(answer),
        };
        let changed = |change: fn(&mut Value)| {
            let mut value: Value = serde_json::from_slice(&answer).unwrap();
            change(&mut value["played"]["results"]);
            format!("{value}\n").into_bytes()
        };
        if self.is_forging {
            let outcome = TaskOutcome::Answered(changed(swap_places));
            return vec![TaskReport { task, worker: "forger".to_string(), outcome }];
        }
        match self.tricks.pop() {
            None => vec![report(answer)],
            Some(Trick::SentTwice) => vec![report(answer.clone()), report(answer)],
            Some(Trick::Changed(change)) => vec![report(changed(change))],
            Some(Trick::Answers(bytes)) => vec![report(bytes.to_vec())],
            Some(Trick::Doubtful) => {
                vec![report(changed(|all| all["matches"][0]["seats"][0]["doubtful"] = 1.into()))]
            }
            Some(Trick::Lost) => {
                let outcome = TaskOutcome::Failed("lost".to_string());
                vec![TaskReport { task, worker: format!("worker {task}"), outcome }]
            }
        }
    }
}

impl Transport for Workers {
    fn add_files(&mut self, hash: &str, bundle: &[u8]) -> Result<(), PlayError> {
        Ok(super::store_bundle(self.folder.path(), hash, bundle)?)
    }

    fn submit(&mut self, task: u64, batch: &str, _: &[String], avoid: Option<&str>) -> Result<(), PlayError> {
        let mut log = self.log.lock().unwrap();
        log.submitted += 1;
        log.avoided.extend(avoid.map(str::to_string));
        self.waiting.push((task, batch.to_string()));
        Ok(())
    }

    fn worker_of(&mut self, task: u64) -> Option<String> {
        Some(format!("worker {task}"))
    }

    fn deliver(&mut self, _: u64, _: &[String]) -> Result<(), PlayError> {
        Ok(())
    }

    fn wait(&mut self, _: Duration) -> Result<Waited, PlayError> {
        // The latest task is the first to end.
        let ended = self.waiting.pop().filter(|(task, _)| !self.cancelled.contains(task));
        let reports = ended.map_or_else(Vec::new, |(task, batch)| self.report(task, &batch));
        Ok(Waited { reports, workers: 3, threads: 4 })
    }

    fn exclude(&mut self, worker: &str, _: &str) {
        self.is_forging = false;
        self.log.lock().unwrap().excluded.push(worker.to_string());
    }

    fn cancel(&mut self, tasks: &[u64]) {
        self.cancelled.extend(tasks);
    }
}

fn executor(tricks: &[Trick]) -> (Arc<dyn Executor>, Arc<Mutex<Log>>) {
    executor_of(tricks, false)
}

fn executor_of(tricks: &[Trick], is_forging: bool) -> (Arc<dyn Executor>, Arc<Mutex<Log>>) {
    let log = Arc::<Mutex<Log>>::default();
    let workers = Workers {
        tricks: tricks.to_vec(),
        waiting: Vec::new(),
        log: Arc::clone(&log),
        is_forging,
        folder: tempfile::tempdir().unwrap(),
        cancelled: BTreeSet::new(),
    };
    (Arc::new(RemoteExecutor::new(workers, true)), log)
}

fn swap_places(results: &mut Value) {
    for one in results["matches"].as_array_mut().unwrap() {
        let place = one["seats"][0]["place"].take();
        one["seats"][0]["place"] = one["seats"][1]["place"].take();
        one["seats"][1]["place"] = place;
    }
}

/// Returns the results of a series, without times.
fn series(executor: Arc<dyn Executor>) -> Result<BTreeMap<usize, MatchResult>, PlayError> {
    let request = SeriesRequest {
        game: find("tron").unwrap(),
        options: BTreeMap::new(),
        places: Vec::new(),
        players: vec!["Straight".to_string(), "Roomy".to_string()],
        games: 12,
        seed: Some(3),
        fixed_seats: false,
        executor,
        replays: None,
        limits: crate::LimitOptions::default(),
    };
    let Series { plan, .. } = Series::prepare(&request, Arc::default(), |_| {})?;
    let mut results = BTreeMap::new();
    let over = |ended: Vec<MatchResult>| {
        for mut result in ended {
            for seat in &mut result.seats {
                (seat.think_ms_mean, seat.think_ms_max) = (0.0, 0.0);
                (seat.cpu_ms_mean, seat.cpu_ms_max) = (None, None);
            }
            results.insert(result.number, result);
        }
        Ok(ControlFlow::Continue(()))
    };
    play_all(&plan, over, |_| {})?;
    Ok(results)
}

#[test]
fn failing_workers_do_not_change_the_results() {
    let local = series(LocalPool::executor(Some(1))).unwrap();
    assert_eq!(local.len(), 12);
    let late = |all: &mut Value| all["matches"][0]["number"] = 11.into();
    let cases: [&[Trick]; 6] = [
        &[],
        &[Trick::Lost, Trick::Lost, Trick::SentTwice],
        &[Trick::Changed(|all| all["matches"][0]["seats"][0]["place"] = 9.into())],
        &[Trick::Changed(late)],
        &[Trick::Doubtful, Trick::SentTwice],
        &[Trick::Changed(|all| all["matches"] = Value::Array(Vec::new()))],
    ];
    for tricks in cases {
        assert_eq!(series(executor(tricks).0).unwrap(), local);
    }
}

#[test]
fn invalid_results_exclude_their_worker() {
    let invalid: [fn(&mut Value); 7] = [
        |all| all["seconds"] = (-1).into(),
        |all| all["matches"][0]["seats"] = Value::Array(Vec::new()),
        |all| all["matches"][0]["seats"][1]["place"] = 0.into(),
        |all| all["matches"][0]["seats"][1]["figures"] = Value::Array(Vec::new()),
        |all| all["matches"][0]["seats"][0]["think_ms_mean"] = (-3).into(),
        |all| {
            all["matches"][0]["seats"][0]["failure"] = serde_json::json!({ "kind": "magic", "message": "x" })
        },
        |all| *all = Value::Null,
    ];
    for change in invalid {
        let (executor, log) = executor(&[Trick::Changed(change)]);
        assert_eq!(series(executor).unwrap().len(), 12);
        let log = log.lock().unwrap();
        assert_eq!(log.excluded.len(), 1);
        assert_eq!(log.avoided, log.excluded);
    }
}

#[test]
fn malformed_answers_exclude_only_their_worker() {
    let malformed: [&[u8]; 8] = [
        b"",
        b"5\n",
        b"{}\n",
        b"\"stored\"\n",
        b"{\"missing\":\"unknown\"}\n",
        b"{\"missing\":\"\"}\n",
        b"{\"refused\":\"no\"}\n",
        b"{\"failed\":\"no\"}\n",
    ];
    for bytes in malformed {
        let (executor, log) = executor(&[Trick::Answers(bytes)]);
        assert_eq!(series(executor).unwrap().len(), 12);
        let excluded = &log.lock().unwrap().excluded;
        assert_eq!(excluded.len(), 1, "{}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn doubtful_match_is_repeated_elsewhere_once() {
    let (executor, log) = executor(&[Trick::Doubtful]);
    assert_eq!(series(executor).unwrap().len(), 12);
    let log = log.lock().unwrap();
    assert_eq!((log.avoided.len(), log.excluded.len()), (1, 0));
}

#[test]
fn match_that_fails_on_all_workers_is_played_here() {
    let (executor, _) = executor(&vec![Trick::Lost; 100]);
    assert_eq!(series(executor).unwrap(), series(LocalPool::executor(Some(1))).unwrap());
}

#[test]
fn worker_on_which_a_player_cannot_start_ends_nothing() {
    let cannot_start: fn(&mut Value) = |all| {
        all["matches"] = Value::Array(Vec::new());
        all["cannot_start"] = "no".into();
    };
    let (executor, log) = executor(&[Trick::Changed(cannot_start)]);
    assert_eq!(series(executor).unwrap().len(), 12);
    assert_eq!(log.lock().unwrap().excluded.len(), 1);
}

#[test]
fn forged_results_are_discarded_and_played_again() {
    let (executor, log) = executor_of(&[], true);
    assert_eq!(series(executor).unwrap(), series(LocalPool::executor(Some(1))).unwrap());
    assert_eq!(log.lock().unwrap().excluded, ["forger"]);
}

#[test]
fn only_repeatable_results_contradict() {
    let here = series(LocalPool::executor(Some(1))).unwrap().remove(&0).unwrap();
    assert_eq!(here.repeatable, Some(true));
    let result = |change: fn(&mut Value)| {
        let mut all =
            serde_json::json!({ "matches": [{ "number": 0, "repeatable": true, "seats": here.seats }] });
        change(&mut all);
        serde_json::from_value::<RemoteMatch>(all["matches"][0].take()).unwrap()
    };
    assert!(!contradicts(&result(|_| {}), &here));
    assert!(contradicts(&result(swap_places), &here));
    let is_late = |all: &mut Value| {
        swap_places(all);
        all["matches"][0]["seats"][0]["time_outs"] = 1.into();
    };
    assert!(!contradicts(&result(is_late), &here));
    for repeatable in [Some(false), None] {
        assert!(!contradicts(&result(swap_places), &MatchResult { repeatable, ..here.clone() }));
    }
}

#[test]
fn decided_comparison_cancels_the_rest() {
    let (executor, log) = executor(&[]);
    let request = crate::compare::CompareRequest {
        game: find("tron").unwrap(),
        options: BTreeMap::new(),
        places: Vec::new(),
        new: "Roomy".to_string(),
        old: "Straight".to_string(),
        against: Vec::new(),
        games: 2000,
        seed: Some(1),
        terms: wag_stats::compare::Terms { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 },
        measure: wag_stats::compare::Measure::Places,
        executor,
        limits: crate::LimitOptions::default(),
    };
    let verdict = |request: &crate::compare::CompareRequest| {
        let mut compare = crate::compare::Compare::prepare(request, Arc::default(), |_| {}).unwrap();
        compare.play(|_| {}, |_| {}).unwrap();
        (compare.comparison.verdict, compare.comparison.pairs.len(), compare.comparison.sums.mean())
    };
    let remote = verdict(&request);
    let local =
        verdict(&crate::compare::CompareRequest { executor: LocalPool::executor(Some(2)), ..request });
    assert_eq!(remote, local);
    assert!(log.lock().unwrap().submitted < 1000);
}

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

/// Distributes 1,000,000 matches of 1,000 players to 1,000 simulated workers and stores their results.
#[test]
#[ignore = "takes two minutes; run it with --nocapture"]
fn a_million_matches_on_a_thousand_workers() {
    use crate::tournament::{Settings, Store, StoredResult};
    use wag_stats::series::{Fixture, SeatPlayed};
    let count = std::env::var("WAG_SIMULATED_MATCHES").map_or(1_000_000, |text| text.parse().unwrap());
    let one = series(LocalPool::executor(Some(1))).unwrap().remove(&0).unwrap();
    let simulated = SimulatedCluster {
        waiting: Default::default(),
        seats: serde_json::to_value(&one.seats).unwrap(),
        batches: 0,
        bytes: 0,
        inside: Duration::ZERO,
    };
    let request = SeriesRequest {
        game: find("tron").unwrap(),
        options: BTreeMap::new(),
        places: Vec::new(),
        players: vec!["Roomy".to_string(); 2],
        games: 2,
        seed: Some(3),
        fixed_seats: false,
        executor: Arc::new(RemoteExecutor::new(simulated, true)),
        replays: None,
        limits: crate::LimitOptions::default(),
    };
    let Series { mut plan, .. } = Series::prepare(&request, Arc::default(), |_| {}).unwrap();
    plan.entrants = (0..1000)
        .map(|number| crate::PlayerSpec { name: format!("p{number}"), ..plan.entrants[0].clone() })
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
    let member = |number: usize| crate::tournament::PlayerVersion {
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
    play_all(&plan, over, |_| {}).unwrap();
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

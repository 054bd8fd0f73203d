//! Tests with workers in this process that fail in every way that workers can fail.

use crate::remote::home::contradicts;
use crate::remote::play_batch;
use crate::remote::results::RemoteMatch;
use crate::remote::{RemoteExecutor, TaskOutcome, TaskReport, Transport, Waited};
use crate::series::{Series, SeriesRequest};
use crate::take_over::{TakeOver, TakeOverOptions};
use crate::{Executor, LocalPool, play_all};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use wag_games::find;
use wag_play::PlayError;
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
        Ok(crate::remote::store_bundle(self.folder.path(), hash, bundle)?)
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

fn request(executor: Arc<dyn Executor>) -> SeriesRequest {
    SeriesRequest {
        game: find("tron").unwrap(),
        options: BTreeMap::new(),
        places: Vec::new(),
        players: vec!["Straight".to_string(), "Roomy".to_string()],
        games: 12,
        seed: Some(3),
        fixed_seats: false,
        executor,
        replays: None,
        limits: wag_play::LimitOptions::default(),
    }
}

/// Returns the results of a series, without times.
fn series(executor: Arc<dyn Executor>) -> Result<BTreeMap<usize, MatchResult>, PlayError> {
    let request = request(executor);
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
    play_all(&plan, over, &mut |_| ())?;
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
fn workers_continue_a_recorded_match_as_this_machine_does() {
    let folder = tempfile::tempdir().unwrap();
    let local = || LocalPool::executor(Some(1));
    let replays = Some(folder.path().to_path_buf());
    let request = SeriesRequest { games: 1, replays, ..request(local()) };
    let Series { plan, .. } = Series::prepare(&request, Arc::default(), |_| {}).unwrap();
    play_all(&plan, |_| Ok(ControlFlow::Continue(())), &mut |_| ()).unwrap();
    let (replay, copy) = (plan.replay(0).unwrap(), folder.path().join("copy.wag"));
    std::fs::copy(&replay, &copy).unwrap();
    let losses = |replay: &std::path::Path, executor| {
        let options = TakeOverOptions::new(executor, Arc::default());
        let report = TakeOver { replay, player: Some("Straight"), options: &options }.explain(&mut |_| {});
        let mut report = report.unwrap();
        report.curve.seconds = 0.0;
        report
    };
    let (executor, log) = executor(&[]);
    let there = losses(&copy, executor);
    assert!(there.curve.futures > 4 && log.lock().unwrap().submitted > 0, "{there:?}");
    assert_eq!(losses(&replay, local()), there);
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
        limits: wag_play::LimitOptions::default(),
    };
    let verdict = |request: &crate::compare::CompareRequest| {
        let mut compare = crate::compare::Compare::prepare(request, Arc::default(), |_| {}).unwrap();
        compare.play(&mut |_| ()).unwrap();
        (compare.comparison.verdict, compare.comparison.pairs.len(), compare.comparison.sums.mean())
    };
    let remote = verdict(&request);
    let local =
        verdict(&crate::compare::CompareRequest { executor: LocalPool::executor(Some(2)), ..request });
    assert_eq!(remote, local);
    assert!(log.lock().unwrap().submitted < 1000);
}

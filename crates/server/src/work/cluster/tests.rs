//! Tests of a cluster whose workers are in this process, with real worker processes for the matches.

use super::{ClusterSettings, StartHelper, do_job, run_helper};
use crate::work::tests::{Server, contest_match};
use crate::work::{PlayedMatch, SeatPlayer};
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wag_play::PlayError;
use wag_series::remote::{Answer, TaskOutcome, TaskReport, Transport, Waited, store_bundle};

/// The files of an AI that does nothing.
const STILL: &str = "def turn():\n    pass\n";

/// The answers of the workers of a test: honest ones, or what the test puts in their place.
type Trick = fn(&str, &Path) -> Vec<u8>;

/// Workers with the names `w1`, `w2`, ..., each with one thread. A worker that is excluded is followed by the next.
struct Workers {
    trick: Trick,
    folder: tempfile::TempDir,
    bundles: BTreeMap<String, Vec<u8>>,
    asked: BTreeMap<u64, (String, Vec<String>)>,
    ended: VecDeque<TaskReport>,
    number: usize,
}

impl Workers {
    fn new(trick: Trick) -> Workers {
        let folder = tempfile::tempdir().unwrap();
        let (bundles, asked, ended) = Default::default();
        Workers { trick, folder, bundles, asked, ended, number: 1 }
    }

    fn name(&self) -> String {
        format!("w{}", self.number)
    }

    fn files(&self) -> PathBuf {
        self.folder.path().join("files")
    }

    fn play(&mut self, task: u64) {
        let (job, bundles) = self.asked[&task].clone();
        let is_there = |hash: &&String| wag_series::remote::bundle_folder(&self.files(), hash).is_dir();
        let missing: Vec<String> = bundles.iter().filter(|hash| !is_there(hash)).cloned().collect();
        let answer = match missing.as_slice() {
            [] if self.number == 1 => (self.trick)(&job, &self.files()),
            [] => honest(&job, &self.files()),
            missing => Answer::of_kind("missing", &missing.join("\n")).unwrap().to_bytes().unwrap(),
        };
        let (worker, outcome) = (self.name(), TaskOutcome::Answered(answer));
        self.ended.push_back(TaskReport { task, worker, outcome });
    }
}

impl Transport for Workers {
    fn add_files(&mut self, hash: &str, bundle: &[u8]) -> Result<(), PlayError> {
        self.bundles.insert(hash.into(), bundle.to_vec());
        Ok(())
    }

    fn remove_files(&mut self, hashes: &[String]) {
        hashes.iter().for_each(|hash| assert!(self.bundles.remove(hash).is_some()));
    }

    fn submit(&mut self, task: u64, job: &str, bundles: &[String], _: Option<&str>) -> Result<(), PlayError> {
        self.asked.insert(task, (job.into(), bundles.to_vec()));
        self.play(task);
        Ok(())
    }

    fn worker_of(&mut self, _: u64) -> Option<String> {
        Some(self.name())
    }

    fn deliver(&mut self, task: u64, bundles: &[String]) -> Result<(), PlayError> {
        bundles.iter().for_each(|hash| store_bundle(&self.files(), hash, &self.bundles[hash]).unwrap());
        self.play(task);
        Ok(())
    }

    fn wait(&mut self, _: Duration) -> Result<Waited, PlayError> {
        Ok(Waited { reports: self.ended.drain(..).collect(), workers: 1, threads: 1 })
    }

    fn exclude(&mut self, worker: &str, _: &str) {
        assert_eq!(worker, self.name());
        self.number += 1;
    }

    fn allow(&mut self, worker: &str) {
        assert_eq!(worker, "w1");
        self.number = 1;
    }

    fn cancel(&mut self, _: &[u64]) {}
}

fn honest(job: &str, files: &Path) -> Vec<u8> {
    do_job(job, files).unwrap().to_bytes().unwrap()
}

/// Returns a server with these workers, which it finds while they are there.
fn server(trick: Trick, are_there: &Arc<AtomicBool>) -> Server {
    let are_there = Arc::clone(are_there);
    let start: StartHelper = Arc::new(move || {
        if !are_there.load(Ordering::SeqCst) {
            return Err(io::Error::other("the cable is out"));
        }
        let (own, other) = UnixStream::pair()?;
        std::thread::spawn(move || run_helper(other, || Ok(Box::new(Workers::new(trick)))));
        Ok((None, own))
    });
    let settings = ClusterSettings { address: "tcp://c".into(), start, retry: Duration::from_millis(1) };
    Server::with_cluster(Some(settings))
}

async fn play(server: &Server, is_here: bool) -> PlayedMatch {
    let zip = server.write_zip("anna", STILL);
    let anna = SeatPlayer::HandIn { entry: "e1".into(), zip, own_file: "yourAI.py".into() };
    let job = contest_match(vec![anna]);
    if is_here { server.work.play_here(job).await.unwrap() } else { server.work.play(job).await.unwrap() }
}

fn result(played: &PlayedMatch) -> Vec<(i64, i64, i64)> {
    played.seats.iter().map(|seat| (seat.place, seat.points, seat.faults)).collect()
}

fn notices(server: &Server) -> Vec<String> {
    server.work.cluster_notices().iter().map(wag_i18n::Message::english).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_on_the_cluster_is_the_same_as_here() {
    let server = server(honest, &Arc::new(true.into()));
    server.work.join_cluster();
    let there = play(&server, false).await;
    let here = play(&server, true).await;
    assert_eq!((there.worker.as_deref(), here.worker.as_deref()), (Some("w1"), None));
    assert_eq!((result(&there), there.logs.len()), (result(&here), here.logs.len()));
    assert!(there.cpu_ms > 0 && !there.replay.is_empty());
    assert!(notices(&server).is_empty());
}

/// Each worker with a wrong answer is excluded, and the match is played by somebody else.
#[tokio::test(flavor = "multi_thread")]
async fn workers_with_wrong_answers_get_no_more_matches() {
    fn garbage(_: &str, _: &Path) -> Vec<u8> {
        b"garbage".to_vec()
    }
    fn other_seed(job: &str, files: &Path) -> Vec<u8> {
        honest(&job.replace("\"seed\":7", "\"seed\":8"), files)
    }
    fn refused(_: &str, _: &Path) -> Vec<u8> {
        Answer::of_kind("refused", "no sandbox").unwrap().to_bytes().unwrap()
    }
    fn failed(_: &str, _: &Path) -> Vec<u8> {
        Answer::of_kind("failed", "no room").unwrap().to_bytes().unwrap()
    }
    let invalid = "it has sent an invalid result";
    let tricks: [(Trick, Option<&str>, String); 4] = [
        (garbage, None, format!("{invalid}: it is no answer of Wag")),
        (other_seed, None, invalid.into()),
        (refused, Some("w2"), "no sandbox".into()),
        (failed, None, "no room".into()),
    ];
    for (trick, worker, why) in tricks {
        let server = server(trick, &Arc::new(true.into()));
        server.work.join_cluster();
        let mut played = play(&server, false).await;
        assert_eq!((played.worker.as_deref(), played.void), (worker, false));
        // A failure may have passing reasons.
        for _ in 1..if why == "no room" { 3 } else { 1 } {
            assert!(notices(&server).is_empty());
            played = play(&server, false).await;
        }
        assert_eq!((played.worker.as_deref(), played.void), (worker, false));
        assert_eq!(notices(&server), [format!("The worker w1 of the cluster gets no more matches: {why}.")]);
    }
}

/// While the cluster is gone, matches are played here. When it is back, it plays.
#[tokio::test(flavor = "multi_thread")]
async fn a_cluster_that_comes_back_plays() {
    let are_there = Arc::new(AtomicBool::new(false));
    let server = server(honest, &are_there);
    server.work.join_cluster();
    assert_eq!(play(&server, false).await.worker, None);
    let gone = "The cluster at tcp://c does not play: the cable is out. Matches are played on this machine until it is back.";
    assert_eq!(notices(&server), [gone]);
    are_there.store(true, Ordering::SeqCst);
    while play(&server, false).await.worker.is_none() {}
    assert!(notices(&server).is_empty());
}

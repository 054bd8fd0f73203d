//! The jobs of contests and games: each gets a worker of its own, which ends after it.

use crate::installed_games::packed_file;
use crate::work::batch::{BatchAnswer, BatchJob, BatchResult, BatchSeat, GAME, TEXTS};
use crate::work::cluster::NotDone;
use crate::work::job_answer::{Done, JobFile, answer_of, give};
use crate::work::process::WorkerProcess;
use crate::work::queue::{FINAL, HAND_IN, Job, Lane, QueueLimits};
use crate::work::times::JobTime;
use crate::work::{
    CheckedHandIn, HandInCheck, MatchJob, PlayedMatch, PlayedSeat, SeatPlayer, Work, WorkFault, accounts,
};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use wag_games::find;
use wag_i18n::message;
use wag_replay::Blocks;

/// A match as workers play it.
struct PreparedMatch {
    game: String,
    seed: u64,
    seats: usize,
    limit: JobTime,
    batch: BatchJob,
    files: Vec<JobFile>,
}

impl Work {
    /// Runs a game in Python to read its declaration, in lane 0. `texts` is a file with the names and texts of its files as
    /// JSON, the game file first. Returns what the worker has packed, which nobody has checked.
    pub async fn read_game(&self, texts: PathBuf) -> Result<Vec<u8>, WorkFault> {
        let job = Job {
            account: "games".to_string(),
            lane: Lane::Short,
            kind: "game",
            subject: None,
            limits: QueueLimits::default(),
        };
        let limit = self.shared.settings.times.short;
        let files = vec![(texts, TEXTS.to_string())];
        let (answer, mut blocks, _) = self.run((job, limit), BatchJob::Declare, files, 0).await?;
        match answer {
            BatchAnswer::Declared(_) => blocks.pop().ok_or(WorkFault::Lost),
            BatchAnswer::Failed(why) => Err(WorkFault::Refused(why)),
            _ => Err(WorkFault::Lost),
        }
    }

    /// Returns the file that a worker needs to play an installed game; none for a game that comes with the program.
    fn game_file(&self, game: &str) -> Option<JobFile> {
        find(game)?.info.file?;
        Some((packed_file(&self.shared.settings.folder, game), GAME.to_string()))
    }

    /// Checks a hand-in, in lane 0: whether it can be unpacked, and whether its player starts.
    pub async fn check_hand_in(&self, job: HandInCheck) -> Result<CheckedHandIn, WorkFault> {
        let HandInCheck { account, game, own_file, upload, file_name } = job;
        let file = safe_name(&file_name);
        let files = self.game_file(&game).into_iter().chain([(upload, file.clone())]).collect();
        let job =
            Job { account, lane: Lane::Short, kind: HAND_IN, subject: None, limits: QueueLimits::default() };
        let limit = self.shared.settings.times.short;
        let (answer, mut blocks, _) =
            self.run((job, limit), BatchJob::Check { game, own_file, file }, files, 0).await?;
        match answer {
            BatchAnswer::Checked { reason, prints, .. } => {
                let zip = blocks.pop();
                let sha256 = zip.as_ref().map_or_else(String::new, |zip| wag_replay::sha256(zip));
                Ok(CheckedHandIn { zip, sha256, reason, prints })
            }
            BatchAnswer::Failed(why) => Err(WorkFault::Refused(why)),
            BatchAnswer::Played { .. } | BatchAnswer::Declared(_) => Err(WorkFault::Lost),
        }
    }

    /// Plays a match of a contest, in lane 2: on the cluster, or on this machine if there is none or it does not answer.
    pub async fn play(&self, job: MatchJob) -> Result<PlayedMatch, WorkFault> {
        let Some(cluster) = &self.shared.cluster else { return self.play_here(job).await };
        let failed = loop {
            let prepared = self.prepare(job.clone());
            let PreparedMatch { batch, files, seats, limit, .. } = &prepared;
            match cluster.run(batch.clone(), files, *seats, *limit).await {
                Ok(done) => {
                    let worker = done.worker;
                    let used = Duration::from_millis(done.cpu_ms.min(u64::from(u32::MAX)));
                    match prepared.played((done.answer, done.blocks, used)) {
                        Ok(played) if !played.void => {
                            return Ok(PlayedMatch { worker: Some(worker), ..played });
                        }
                        Ok(_) => break Some((worker, message!("a match has no result there"), false)),
                        Err(WorkFault::Refused(why)) => break Some((worker, why, false)),
                        Err(_) => break Some((worker, message!("it has sent an invalid result"), true)),
                    }
                }
                // This one cannot play at all; another one may.
                Err(NotDone::Refused { worker, why }) => cluster.exclude(&worker, &why),
                Err(NotDone::Failed { worker, why }) => break Some((worker, why, false)),
                Err(NotDone::Invalid { worker, why }) => break Some((worker, why, true)),
                Err(NotDone::Away) => break None,
            }
        };
        let played = self.play_here(job).await;
        // The match was not the reason.
        if let (Some((worker, why, is_invalid)), Ok(PlayedMatch { void: false, .. })) = (failed, &played) {
            match is_invalid {
                true => cluster.exclude(&worker, &why),
                false => cluster.failed(&worker, &why),
            }
        }
        played
    }

    /// Plays a match of a contest, in lane 2, on this machine.
    pub async fn play_here(&self, job: MatchJob) -> Result<PlayedMatch, WorkFault> {
        let kind = if job.is_final { FINAL } else { "match" };
        self.play_in(Lane::Contest, kind, job).await
    }

    /// Plays a match of a trial, in lane 1.
    pub async fn play_trial(&self, job: MatchJob) -> Result<PlayedMatch, WorkFault> {
        self.play_in(Lane::Long, "trial", job).await
    }

    async fn play_in(&self, lane: Lane, kind: &'static str, job: MatchJob) -> Result<PlayedMatch, WorkFault> {
        let queued = Job {
            account: job.charged_to.clone(),
            lane,
            kind,
            subject: None,
            limits: QueueLimits::default(),
        };
        let prepared = self.prepare(job);
        let PreparedMatch { batch, files, seats, limit, .. } = &prepared;
        let done = self.run((queued, *limit), batch.clone(), files.clone(), *seats).await?;
        prepared.played(done)
    }

    fn prepare(&self, job: MatchJob) -> PreparedMatch {
        let MatchJob { game, options, seats, seed, turn_seconds, match_seconds, .. } = job;
        let mut files: Vec<JobFile> = self.game_file(&game).into_iter().collect();
        let seat = |(number, seat): (usize, SeatPlayer)| match seat {
            SeatPlayer::BuiltIn(name) => BatchSeat::BuiltIn(name),
            SeatPlayer::HandIn { entry, zip, own_file } => {
                let name = format!("{number}.zip");
                files.push((zip, name.clone()));
                BatchSeat::HandIn { name: entry, zip: name, own_file }
            }
        };
        let seats: Vec<BatchSeat> = seats.into_iter().enumerate().map(seat).collect();
        let count = seats.len();
        let turn_ms = turn_seconds.map(|seconds| (seconds.clamp(0.001, 86_400.0) * 1e3) as u64);
        let limit = self.shared.settings.times.of_match(match_seconds.map(seconds));
        let game_ms = limit.of_each(count).as_millis() as u64;
        let batch = BatchJob::Play { game: game.clone(), options, seats, seed, turn_ms, game_ms };
        PreparedMatch { game, seed, seats: count, limit, batch, files }
    }

    /// Waits for a slot and lets a new worker do a job with these files.
    async fn run(
        &self,
        (job, limit): (Job, JobTime),
        batch: BatchJob,
        files: Vec<JobFile>,
        seats: usize,
    ) -> Result<Done, WorkFault> {
        let limits = self.limits_of(&job.account).await;
        let is_awaited = job.lane != Lane::Contest;
        let job = Job { limits: QueueLimits::of(&limits), ..job };
        let mut slot = self.shared.slots.acquire(job).await?;
        let settings = self.shared.settings.clone();
        let start = move || {
            let worker = accounts::start(&settings, None, limits, is_awaited).map_err(|why| {
                log::error!("a job waits for another attempt: {}", why.english());
                WorkFault::Lost
            })?;
            give(worker.private_folder(), &files).map_err(|err| {
                log::warn!("the files of a job cannot be copied: {err}");
                WorkFault::Lost
            })?;
            Ok(Arc::new(worker))
        };
        let worker = tokio::task::spawn_blocking(start).await.map_err(|_| WorkFault::Lost)??;
        // Dropping this future ends the worker, too.
        let ends = EndOnDrop(Arc::clone(&worker));
        let answered = answer_of(&worker, &batch, seats, limit).await;
        slot.used(answered.as_ref().map_or_else(|_| worker.processor_time(), |(_, _, used)| *used));
        drop(ends);
        answered
    }
}

impl PreparedMatch {
    /// Returns the result that a worker has sent.
    fn played(&self, (answer, mut blocks, used): Done) -> Result<PlayedMatch, WorkFault> {
        match answer {
            BatchAnswer::Played { seats, is_void, repeatable, .. } => {
                let logs = blocks.split_off(1);
                let replay = blocks.pop().unwrap_or_default();
                if !is_void && !is_replay_of(&replay, (&self.game, self.seed), &seats) {
                    log::warn!("the worker of a match has sent a replay that is not the one of its result");
                    return Err(WorkFault::Lost);
                }
                Ok(PlayedMatch {
                    seats: seats.into_iter().map(played_seat).collect(),
                    replay,
                    logs: logs.into_iter().map(|log| String::from_utf8_lossy(&log).into_owned()).collect(),
                    void: is_void,
                    cpu_ms: i64::try_from(used.as_millis()).unwrap_or(i64::MAX),
                    repeatable,
                    worker: None,
                })
            }
            BatchAnswer::Failed(why) => Err(WorkFault::Refused(why)),
            BatchAnswer::Checked { .. } | BatchAnswer::Declared(_) => Err(WorkFault::Lost),
        }
    }
}

/// Ends a worker when the value is dropped, without waiting for it.
struct EndOnDrop(Arc<WorkerProcess>);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        let worker = Arc::clone(&self.0);
        let end = move || worker.end();
        // Outside of a runtime, nothing else has to go on.
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(end)),
            Err(_) => end(),
        }
    }
}

/// Returns a duration of a number of seconds that a teacher has chosen.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default().max(Duration::from_secs(1))
}

/// Returns whether a replay is that of a match with this game, seed and result. Nothing of it is played.
fn is_replay_of(replay: &[u8], (game, seed): (&str, u64), seats: &[BatchResult]) -> bool {
    let Ok(blocks) = Blocks::open(Box::new(replay.to_vec())) else { return false };
    let (header, Some(ended)) = (&blocks.header, &blocks.ended) else { return false };
    let has_result = seats.iter().zip(&ended.standings).all(|(seat, standing)| {
        let points = standing.figures.first().map_or(0, |(_, value)| *value);
        (i64::from(standing.place), points) == (seat.place, seat.points)
    });
    (find(game).is_some_and(|game| wag_games::is_replay_of(header, game)))
        && (header.seed == seed && header.players.len() == seats.len())
        && (ended.standings.len() == seats.len() && has_result)
}

fn played_seat(result: BatchResult) -> PlayedSeat {
    let BatchResult { place, points, faults, first_fault, cpu_ms } = result;
    PlayedSeat { place, points, faults, first_fault, cpu_ms }
}

/// Returns a name for a file in a job's folder that shows what it is: the uploader's name without what a path could use.
fn safe_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept: String =
        last.chars().filter(|letter| letter.is_alphanumeric() || " ._-".contains(*letter)).collect();
    let from = kept.chars().count().saturating_sub(80);
    let kept: String = kept.chars().skip(from).collect();
    let kept = kept.trim_start_matches('.');
    if kept.is_empty() { "upload".to_string() } else { kept.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_uploads_lead_nowhere() {
        let names = [
            ("yourAI.py", "yourAI.py"),
            ("../../etc/passwd", "passwd"),
            ("C:\\x\\bot.zip", "bot.zip"),
            ("...", "upload"),
            ("", "upload"),
            (".hidden.py", "hidden.py"),
            ("a\u{202e}b\n.py", "ab.py"),
            ("Zoë.py", "Zoë.py"),
        ];
        for (name, safe) in names {
            assert_eq!(safe_name(name), safe, "{name:?}");
        }
        let long = safe_name(&format!("{}.py", "x".repeat(300)));
        assert!(long.len() == 80 && long.ends_with(".py"));
    }
}

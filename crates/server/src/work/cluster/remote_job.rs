//! A job that a worker of a cluster does: it starts `wag worker` for it, as the server does on its own machine.

use crate::host_limits::HostLimits;
use crate::work::WorkFault;
use crate::work::batch::BatchJob;
use crate::work::job_answer::{answer_of, bytes_of, give};
use crate::work::process::{WorkerProcess, WorkerStart};
use crate::work::times::{JobTime, WorkTimes};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use wag_i18n::message;
use wag_play::{PlayError, user_error};
use wag_sandbox::{TemporaryFolder, kernel};
use wag_series::remote::{Answer, bundle_folder, pack_files};

/// The name of the file in each bundle.
const FILE: &str = "file";

/// A job with everything that a worker of a cluster needs, except the files, which are in bundles.
#[derive(Debug, Serialize, Deserialize)]
pub struct RemoteJob {
    pub job: BatchJob,
    /// The bundle of each file, and the file's name for the job.
    pub files: Vec<(String, String)>,
    pub seats: usize,
    /// The longest processor time, and the longest time on the clock, in milliseconds.
    pub computed_ms: u64,
    pub passed_ms: u64,
    pub limits: HostLimits,
}

/// Packs a file. Returns the hash of its bundle and the bundle.
pub fn pack(content: Vec<u8>) -> (String, Vec<u8>) {
    pack_files(&[(FILE.to_string(), content)].into())
}

/// Does a job, which is JSON, on this machine. `files` is the folder with the unpacked bundles. Returns the answer for the
/// server. Blocks.
pub fn do_job(job: &str, files: &Path) -> Result<Answer, PlayError> {
    let job: RemoteJob = serde_json::from_str(job)
        .map_err(|err| PlayError::UserError(message!("the worker has another build of Wag: %{err}", err)))?;
    let missing = kernel::missing();
    if !missing.is_empty() {
        return user_error(message!(
            "it has no complete sandbox for AIs (%{missing}); use another machine",
            missing = missing.join(". ")
        ));
    }
    let RemoteJob { job, files: named, seats, computed_ms, passed_ms, limits } = job;
    let named: Vec<(PathBuf, String)> =
        named.into_iter().map(|(bundle, name)| (bundle_folder(files, &bundle).join(FILE), name)).collect();
    let limit =
        JobTime { computed: Duration::from_millis(computed_ms), passed: Duration::from_millis(passed_ms) };
    let folder = TemporaryFolder::new()?;
    let start = WorkerStart { time: WorkTimes::default().start, program: None, limits, is_awaited: false };
    let worker = WorkerProcess::start(&folder.path().join("worker"), None, None, &start);
    let worker = match worker {
        Ok(worker) => Arc::new(worker),
        Err(why) => return Ok(failed(&why.english())),
    };
    give(worker.private_folder(), &named)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match runtime.block_on(answer_of(&worker, &job, seats, limit)) {
        Ok((answer, blocks, used)) => {
            let used = u64::try_from(used.as_millis()).unwrap_or(u64::MAX);
            Ok(Answer::done(used, bytes_of(&answer, &blocks)?))
        }
        Err(WorkFault::TooSlow) => Ok(failed("the match took too long")),
        Err(_) => Ok(failed("its worker process has ended")),
    }
}

fn failed(why: &str) -> Answer {
    Answer::Failed(why.to_string())
}

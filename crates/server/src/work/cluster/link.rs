//! The messages between the server and the helper process that talks to the cluster: a line of JSON, followed by blocks of
//! bytes whose lengths the line names.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt};

/// The maximum length of a line, in bytes.
pub const LINE_MAX: u64 = 4 << 20;
/// The maximum size of a block, in bytes: the answer of a worker, with a replay and the logs.
pub const BLOCK_MAX: usize = 64 << 20;

/// A message to the helper.
#[derive(Debug, Serialize, Deserialize)]
pub enum Request {
    /// Give a job to a worker. The bundles follow.
    Play {
        task: u64,
        /// A [`RemoteJob`](super::remote_job::RemoteJob) as JSON.
        job: String,
        /// The hash and the length of each bundle.
        bundles: Vec<(String, usize)>,
    },
    /// Nobody waits for a task any more.
    Cancel(u64),
    /// A task has taken too long: cancel it, and say which worker has it.
    Overdue(u64),
    /// Give nothing more to a worker.
    Exclude { worker: String, why: String },
    /// Give jobs to a worker again.
    Allow { worker: String },
}

/// A message of the helper.
#[derive(Debug, Serialize, Deserialize)]
pub enum Report {
    /// The number of threads of all workers, at the start and after each change.
    Threads(usize),
    /// A worker has answered. The answer follows.
    Answered { task: u64, worker: String, bytes: usize },
    /// There is no answer, and why; the worker is empty if none is to blame.
    Failed { task: u64, worker: String, why: String },
    /// The helper ends, because of this.
    Ended(String),
}

/// Reads a line of JSON; `None` at the end.
pub async fn read_line<T: DeserializeOwned>(from: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<T>> {
    let mut line = Vec::new();
    from.take(LINE_MAX).read_until(b'\n', &mut line).await?;
    match line.last() {
        None => Ok(None),
        Some(b'\n') => Ok(Some(serde_json::from_slice(&line)?)),
        Some(_) => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

/// Reads a block of this length.
pub async fn read_block(from: &mut (impl AsyncRead + Unpin), length: usize) -> io::Result<Vec<u8>> {
    if length > BLOCK_MAX {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut block = Vec::new();
    from.take(length as u64).read_to_end(&mut block).await?;
    if block.len() == length { Ok(block) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

/// Returns a message as a line.
pub fn line(message: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}

//! The answers of worker processes to jobs, which are read and checked as those of strangers.

use crate::work::WorkFault;
use crate::work::batch::{BatchAnswer, BatchJob, FILES, LINE_MAX};
use crate::work::private_folder::PrivateFolder;
use crate::work::process::{DO_JOB, WorkerProcess};
use crate::work::times::{JobTime, TooSlow, within};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};

/// A file that a job needs, and its name for the worker.
pub type JobFile = (PathBuf, String);
/// The checked answer of a worker, and the blocks after it.
pub type Answered = (BatchAnswer, Vec<Vec<u8>>);
/// The checked answer of a worker, the blocks after it, and the processor time of the job.
pub type Done = (BatchAnswer, Vec<Vec<u8>>, Duration);

/// Lets a worker do a job, and returns its checked answer.
pub async fn answer_of(
    worker: &WorkerProcess,
    batch: &BatchJob,
    seats: usize,
    limit: JobTime,
) -> Result<Done, WorkFault> {
    let answered = async {
        let stream = tokio::net::UnixStream::from_std(worker.connect(DO_JOB)?)?;
        ask(stream, batch, seats).await
    };
    let answered = within(worker, Duration::ZERO, limit, answered).await;
    match answered {
        Ok(Ok((answer, blocks))) => Ok((answer, blocks, worker.processor_time())),
        Ok(Err(err)) => {
            log::warn!("the worker of a job has not answered: {err}");
            Err(WorkFault::Lost)
        }
        Err(TooSlow) => Err(WorkFault::TooSlow),
    }
}

/// Copies the files of a job into the private folder of its worker.
pub fn give(private: &Path, files: &[JobFile]) -> io::Result<()> {
    let folder = PrivateFolder::below(private, FILES)?;
    files.iter().try_for_each(|(file, name)| folder.copy(file, name))
}

/// Gives a worker its job, and returns its checked answer with the blocks.
async fn ask(stream: tokio::net::UnixStream, job: &BatchJob, seats: usize) -> io::Result<Answered> {
    let (reading, mut writing) = stream.into_split();
    let mut line = serde_json::to_vec(job)?;
    line.push(b'\n');
    writing.write_all(&line).await?;
    checked_answer(&mut BufReader::new(reading), seats).await
}

/// Reads the answer of a worker with its blocks, and checks it.
pub async fn checked_answer(reading: &mut (impl AsyncBufRead + Unpin), seats: usize) -> io::Result<Answered> {
    let mut line = Vec::new();
    (&mut *reading).take(LINE_MAX as u64).read_until(b'\n', &mut line).await?;
    if line.last() != Some(&b'\n') {
        return Err(io::Error::other("its answer is incomplete"));
    }
    let answer: BatchAnswer = serde_json::from_slice(&line)?;
    let answer = answer.checked(seats).map_err(io::Error::other)?;
    let mut blocks = Vec::new();
    for length in answer.lengths().map_err(io::Error::other)? {
        let mut block = Vec::new();
        (&mut *reading).take(length as u64).read_to_end(&mut block).await?;
        if block.len() != length {
            return Err(io::Error::other("its answer is incomplete"));
        }
        blocks.push(block);
    }
    Ok((answer, blocks))
}

/// Returns an answer with its blocks in the form that [`checked_answer`] reads.
pub fn bytes_of(answer: &BatchAnswer, blocks: &[Vec<u8>]) -> io::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(answer)?;
    bytes.push(b'\n');
    blocks.iter().for_each(|block| bytes.extend(block));
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what the server makes of a worker that sends these bytes and ends.
    async fn answer_to(bytes: &[u8]) -> io::Result<(BatchAnswer, Vec<Vec<u8>>)> {
        let (own, mut other) = tokio::net::UnixStream::pair().unwrap();
        let job = BatchJob::Check { game: String::new(), own_file: String::new(), file: String::new() };
        let bytes = bytes.to_vec();
        // Writing fails as soon as the server has read enough.
        let liar = tokio::spawn(async move { drop(other.write_all(&bytes).await) });
        let answer = ask(own, &job, 2).await;
        liar.abort();
        answer
    }

    #[tokio::test]
    async fn workers_that_lie_flood_or_end_early_have_no_answer() {
        let valid = br#"{"Checked":{"zip":3,"reason":null,"prints":{}}}
abc"#;
        let (_, blocks) = answer_to(valid).await.unwrap();
        assert_eq!(blocks, [b"abc"]);
        let flood = vec![b'x'; 4 * LINE_MAX];
        let nested = [vec![b'['; 100_000], b"\n".to_vec()].concat();
        let lies: [&[u8]; 11] = [
            b"",
            b"\n",
            b"null\n",
            b"{\"Checked\":{\"zip\":3,\"reason\":null,\"prints\":{}}}\nab",
            b"{\"Checked\":{\"zip\":null,\"reason\":null,\"prints\":{}}}\n",
            b"{\"Checked\":{\"zip\":18446744073709551615,\"reason\":null,\"prints\":{}}}\n",
            b"{\"Played\":{\"seats\":[],\"is_void\":false,\"replay\":0,\"logs\":[]}}\n",
            b"{\"Checked\":{\"zip\":3,\"reason\":null,\"prints\":{\"a.py\":\"<b>\"}}}\nabc",
            b"\xff\xfe\n",
            &flood,
            &nested,
        ];
        for lie in lies {
            let shown = String::from_utf8_lossy(&lie[..lie.len().min(60)]);
            assert!(answer_to(lie).await.is_err(), "{shown}");
        }
    }
}

//! The answer of a worker to a task: bytes in a format of its own, so that nobody needs to unpickle them. The first line
//! is JSON; the replays follow.

use crate::remote::results::BatchResults;
use serde::{Deserialize, Serialize};
use wag_core::text::printable;

/// The maximum length of the first line, in bytes.
const LINE_BYTES_MAX: usize = 64 << 20;
/// The maximum length of a reason, in bytes.
const REASON_BYTES_MAX: usize = 4096;

/// The answer of a worker.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Answer {
    /// The worker must not play, and why.
    Refused(String),
    /// The worker cannot play this batch, and why.
    Failed(String),
    /// The worker needs these bundles of files, one per line.
    Missing(String),
    /// The worker has stored files.
    Stored,
    /// The worker has done the job of a server for classes.
    Done {
        /// The processor time of the job, in milliseconds.
        cpu_ms: u64,
        /// The answer in the format of such jobs.
        #[serde(skip)]
        job: Vec<u8>,
    },
    Played {
        results: BatchResults,
        /// The lengths of the replays.
        lengths: Vec<usize>,
        #[serde(skip)]
        replays: Vec<Vec<u8>>,
    },
}

impl Answer {
    /// Returns the answer of this kind; the text is a reason or a list of bundles.
    pub fn of_kind(kind: &str, text: &str) -> Option<Answer> {
        Some(match kind {
            "refused" => Answer::Refused(text.to_string()),
            "failed" => Answer::Failed(text.to_string()),
            "missing" => Answer::Missing(text.to_string()),
            "stored" => Answer::Stored,
            _ => return None,
        })
    }

    pub(super) fn played(results: BatchResults, replays: Vec<Vec<u8>>) -> Answer {
        Answer::Played { results, lengths: replays.iter().map(Vec::len).collect(), replays }
    }

    /// Returns the answer of a worker that has done the job of a server for classes.
    pub fn done(cpu_ms: u64, job: Vec<u8>) -> Answer {
        Answer::Done { cpu_ms, job }
    }

    pub fn to_bytes(&self) -> serde_json::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec(self)?;
        bytes.push(b'\n');
        match self {
            Answer::Played { replays, .. } => replays.iter().for_each(|replay| bytes.extend(replay)),
            Answer::Done { job, .. } => bytes.extend(job),
            _ => {}
        }
        Ok(bytes)
    }

    /// Parses an answer. The error says what is wrong with it.
    pub fn parse(bytes: &[u8]) -> Result<Answer, String> {
        let end = bytes.iter().take(LINE_BYTES_MAX).position(|byte| *byte == b'\n');
        let (line, mut rest) = bytes.split_at(end.ok_or("it is no answer of Wag")?);
        rest = &rest[1..];
        let mut answer = serde_json::from_slice(line).map_err(|err| err.to_string())?;
        match &mut answer {
            Answer::Refused(why) | Answer::Failed(why) => *why = reason(why),
            Answer::Played { lengths, replays, .. } => {
                for length in lengths {
                    let (replay, after) = rest.split_at_checked(*length).ok_or("a replay is incomplete")?;
                    replays.push(replay.to_vec());
                    rest = after;
                }
            }
            Answer::Done { job, .. } => *job = std::mem::take(&mut rest).to_vec(),
            Answer::Missing(_) | Answer::Stored => {}
        }
        if rest.is_empty() { Ok(answer) } else { Err("it is too long".to_string()) }
    }
}

/// Limits a reason, and removes what a terminal would act on.
fn reason(text: &str) -> String {
    let end = (0..=REASON_BYTES_MAX.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    printable(&text[..end.unwrap_or(0)])
}

#[cfg(test)]
mod tests {
    use crate::remote::answer::*;

    #[test]
    fn answers_arrive_as_they_were_sent() {
        let replays = vec![b"one\n".to_vec(), Vec::new(), b"two".to_vec()];
        let sent = Answer::played(BatchResults::default(), replays.clone());
        match Answer::parse(&sent.to_bytes().unwrap()) {
            Ok(Answer::Played { replays: arrived, .. }) => assert_eq!(arrived, replays),
            other => panic!("{other:?}"),
        }
        let refused = Answer::of_kind("refused", "old\u{1b}[2J").unwrap().to_bytes().unwrap();
        assert!(matches!(Answer::parse(&refused), Ok(Answer::Refused(why)) if !why.contains('\u{1b}')));
    }

    #[test]
    fn malformed_answers_are_errors() {
        let played = Answer::played(BatchResults::default(), vec![vec![1, 2, 3]]).to_bytes().unwrap();
        let cut = &played[..played.len() - 1];
        let longer = [&played[..], b"x"].concat();
        let malformed: [&[u8]; 12] = [
            b"",
            b"5\n",
            b"{}\n",
            b"null\n",
            b"[1]\n",
            b"\x80\x04\x95\n",
            b"{\"refused\":5}\n",
            b"{\"refused\":\"x\",\"worker\":\"tcp://honest\"}\n",
            b"{\"missing\":[\"a\"]}\n",
            b"{\"played\":{\"results\":{},\"lengths\":[18446744073709551615]}}\n",
            cut,
            &longer,
        ];
        for bytes in malformed {
            assert!(Answer::parse(bytes).is_err(), "{bytes:?}");
        }
    }
}

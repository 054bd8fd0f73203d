//! The helper process of a server with a cluster. The server's own process runs no Python, and Dask is a Python library:
//! the helper takes jobs from the server, and gives them to workers through a [`Transport`].

use super::link::{BLOCK_MAX, LINE_MAX, Report, Request, line};
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;
use wag_play::PlayError;
use wag_series::remote::{Answer, TaskOutcome, TaskReport, Transport};

/// The longest wait for workers before the server's next requests are taken.
const WAIT: Duration = Duration::from_millis(50);
/// The time between two looks at the workers while nothing is played.
const LOOK: Duration = Duration::from_millis(500);
/// The number of times that a worker may request files for a task.
const DELIVERIES_MAX: u32 = 3;

/// A request and the blocks after it.
type Received = (Request, Vec<Vec<u8>>);

/// Gives the jobs that arrive over the stream to the workers of a transport, until the server closes the stream or nobody
/// can play. `connect` opens the transport.
pub fn run(
    stream: UnixStream,
    connect: impl FnOnce() -> Result<Box<dyn Transport>, PlayError>,
) -> io::Result<()> {
    let (sender, requests) = mpsc::channel();
    let reading = stream.try_clone()?;
    std::thread::spawn(move || read(reading, &sender));
    let mut stream = stream;
    let ended = match connect() {
        Ok(transport) => {
            Helper { transport, tasks: BTreeMap::new(), threads: None }.serve(&requests, &mut stream)
        }
        Err(err) => Err(err),
    };
    match ended {
        Ok(()) => Ok(()),
        Err(err) => stream.write_all(&line(&Report::Ended(err.to_string()))?),
    }
}

/// Reads the requests of the server until it closes the stream.
fn read(stream: UnixStream, sender: &Sender<Received>) {
    let mut stream = BufReader::new(stream);
    while let Ok(Some(received)) = read_request(&mut stream) {
        if sender.send(received).is_err() {
            break;
        }
    }
}

fn read_request(stream: &mut BufReader<UnixStream>) -> io::Result<Option<Received>> {
    let mut text = Vec::new();
    stream.take(LINE_MAX).read_until(b'\n', &mut text)?;
    if text.is_empty() {
        return Ok(None);
    }
    let request: Request = serde_json::from_slice(&text)?;
    let lengths = match &request {
        Request::Play { bundles, .. } => bundles.iter().map(|(_, length)| *length).collect(),
        _ => Vec::new(),
    };
    let block = |length: usize| {
        let mut block = vec![0; length.min(BLOCK_MAX)];
        stream.read_exact(&mut block).map(|()| block)
    };
    let blocks = lengths.into_iter().map(block).collect::<io::Result<_>>()?;
    Ok(Some((request, blocks)))
}

/// A task that a worker has got.
struct Task {
    bundles: Vec<String>,
    deliveries: u32,
}

struct Helper {
    transport: Box<dyn Transport>,
    tasks: BTreeMap<u64, Task>,
    /// The number of threads that the server knows.
    threads: Option<usize>,
}

impl Helper {
    fn serve(&mut self, requests: &Receiver<Received>, stream: &mut UnixStream) -> Result<(), PlayError> {
        loop {
            let pause = if self.tasks.is_empty() && self.threads.is_some() { LOOK } else { Duration::ZERO };
            match requests.recv_timeout(pause) {
                Ok(received) => self.take(received, stream)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            while let Ok(received) = requests.try_recv() {
                self.take(received, stream)?;
            }
            let waited = self.transport.wait(WAIT)?;
            if self.threads != Some(waited.threads) && (self.threads.is_some() || waited.threads > 0) {
                self.threads = Some(waited.threads);
                stream.write_all(&line(&Report::Threads(waited.threads))?)?;
            }
            for report in waited.reports {
                self.report(report, stream)?;
            }
        }
    }

    fn take(&mut self, (request, blocks): Received, stream: &mut UnixStream) -> Result<(), PlayError> {
        match request {
            Request::Play { task, job, bundles } => {
                let bundles: Vec<String> = bundles.into_iter().map(|(hash, _)| hash).collect();
                for (hash, bundle) in bundles.iter().zip(&blocks) {
                    self.transport.add_files(hash, bundle)?;
                }
                self.transport.submit(task, &job, &bundles, None)?;
                self.tasks.insert(task, Task { bundles, deliveries: 0 });
            }
            Request::Cancel(task) => {
                self.transport.cancel(&[task]);
                self.end(task);
            }
            Request::Overdue(task) if self.tasks.contains_key(&task) => {
                let worker = self.transport.worker_of(task).unwrap_or_default();
                self.transport.cancel(&[task]);
                self.end(task);
                let why = "it has not answered in time".to_string();
                stream.write_all(&line(&Report::Failed { task, worker, why })?)?;
            }
            Request::Overdue(_) => {}
            Request::Exclude { worker, why } => self.transport.exclude(&worker, &why),
            Request::Allow { worker } => self.transport.allow(&worker),
        }
        Ok(())
    }

    /// Forgets a task, and the files that no other task needs.
    fn end(&mut self, task: u64) {
        let Some(Task { bundles, .. }) = self.tasks.remove(&task) else { return };
        let is_needed = |hash: &String| self.tasks.values().any(|other| other.bundles.contains(hash));
        let unneeded: Vec<String> = bundles.into_iter().filter(|hash| !is_needed(hash)).collect();
        self.transport.remove_files(&unneeded);
    }

    fn report(&mut self, report: TaskReport, stream: &mut UnixStream) -> Result<(), PlayError> {
        let TaskReport { task, worker, outcome } = report;
        let Some(own) = self.tasks.get_mut(&task) else { return Ok(()) };
        let (report, block) = match outcome {
            TaskOutcome::Answered(bytes) if bytes.len() > BLOCK_MAX => {
                let why = "its answer is too long".to_string();
                (Report::Failed { task, worker, why }, Vec::new())
            }
            TaskOutcome::Answered(bytes) => {
                if let Ok(Answer::Missing(names)) = Answer::parse(&bytes) {
                    let names: Vec<String> = names.lines().map(str::to_string).collect();
                    own.deliveries += 1;
                    let is_own = !names.is_empty() && names.iter().all(|name| own.bundles.contains(name));
                    if is_own && own.deliveries <= DELIVERIES_MAX {
                        return self.transport.deliver(task, &names);
                    }
                }
                (Report::Answered { task, worker, bytes: bytes.len() }, bytes)
            }
            TaskOutcome::Failed(why) => (Report::Failed { task, worker, why }, Vec::new()),
        };
        self.end(task);
        stream.write_all(&line(&report)?)?;
        stream.write_all(&block)?;
        Ok(())
    }
}

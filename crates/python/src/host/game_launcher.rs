//! The thread that starts and ends the workers of games. It lives as long as this process, because a fork server ends
//! with the thread that has started it, while a game's state moves between threads.

use super::fork_server::{ForkServer, WorkerEnd};
use super::inbox::Inbox;
use super::process::WorkerProcess;
use std::cell::RefCell;
use std::io;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use wag_i18n::message;
use wag_sandbox::patience::retry_start;

/// The worker of a game, which can move to another thread.
pub type GameWorker = WorkerProcess<Box<RefCell<Inbox>>>;

/// A worker, and the bytes of its start data that are still to be sent to it.
type Launched = io::Result<(GameWorker, Vec<u8>)>;

enum Request {
    /// Starts a worker with this frame.
    Launch(Vec<u8>, SyncSender<Launched>),
    /// Kills a worker and waits until it has ended. The worker comes back with how it has ended.
    End(Box<GameWorker>, Option<SyncSender<(Box<GameWorker>, WorkerEnd)>>),
}

/// The way to the thread, and the id of the process in which it runs: a forked process has no such thread.
static THREAD: Mutex<Option<(u32, Sender<Request>)>> = Mutex::new(None);

/// Starts a worker with this frame.
pub fn launch(frame: Vec<u8>) -> Launched {
    let (answer, launched) = sync_channel(1);
    send(Request::Launch(frame, answer))?;
    launched.recv().map_err(|_| gone())?
}

/// Kills a worker and waits until it can no longer write anything.
pub fn end(worker: Box<GameWorker>) -> (Option<Box<GameWorker>>, WorkerEnd) {
    let (answer, ended) = sync_channel(1);
    let sent = send(Request::End(worker, Some(answer)));
    match sent.and_then(|()| ended.recv().map_err(|_| gone())) {
        Ok((worker, end)) => (Some(worker), end),
        Err(_) => (None, WorkerEnd::WithForkServer),
    }
}

/// Kills a worker in the background.
pub fn dismiss(worker: Box<GameWorker>) {
    let _ = send(Request::End(worker, None));
}

fn gone() -> io::Error {
    io::Error::other(message!("the thread that starts the workers of games has ended").into_error())
}

fn send(request: Request) -> io::Result<()> {
    let mut thread = THREAD.lock().unwrap_or_else(PoisonError::into_inner);
    let (own, mut request) = (std::process::id(), request);
    if let Some((_, sender)) = thread.as_ref().filter(|(process, _)| *process == own) {
        match sender.send(request) {
            Ok(()) => return Ok(()),
            Err(unsent) => request = unsent.0,
        }
    }
    let (sender, requests) = channel();
    std::thread::Builder::new().name("games".to_string()).spawn(move || serve(requests))?;
    let sent = sender.send(request).map_err(|_| gone());
    *thread = Some((own, sender));
    sent
}

fn serve(requests: Receiver<Request>) {
    let mut fork_server: Option<ForkServer> = None;
    for request in requests {
        match request {
            Request::Launch(frame, answer) => {
                let _ = answer.send(started(&mut fork_server, &frame));
            }
            Request::End(worker, answer) => {
                let end = match &mut fork_server {
                    Some(fork_server) => fork_server.end(&worker),
                    None => WorkerEnd::WithForkServer,
                };
                if let Some(answer) = answer {
                    let _ = answer.send((worker, end));
                }
            }
        }
    }
}

fn started(fork_server: &mut Option<ForkServer>, frame: &[u8]) -> Launched {
    let fork_server = match fork_server {
        Some(fork_server) => fork_server,
        None => fork_server.insert(ForkServer::start_for_games()?),
    };
    let mut is_renewed = false;
    retry_start(|| {
        loop {
            let mut worker = fork_server.ask(None)?;
            worker.tell(frame.to_vec());
            let generation = worker.generation;
            match fork_server.arrive(worker) {
                Err(fault) if !is_renewed && fork_server.renew(generation, &fault)? => is_renewed = true,
                result => return result,
            }
        }
    })
}

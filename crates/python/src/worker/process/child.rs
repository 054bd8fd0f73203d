//! A worker after the fork: it takes over the file descriptors, starts the session and plays turn after turn.

use crate::protocol::frames::{FrameReader, begin_frame, send_frame};
use crate::protocol::output::SharedOutput;
use crate::protocol::{Answered, Nonce, Role, Start, Started, TRACE_SIGNAL, WARNINGS_MAX};
use crate::worker::debugging::debugger;
use crate::worker::explaining::check::Rejection;
use crate::worker::game::GameSession;
use crate::worker::process::interpreter::Prepared;
use crate::worker::turn::printing;
use crate::worker::turn::scratch_name;
use crate::worker::turn::session::Session;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rustix::fd::{AsRawFd, BorrowedFd, IntoRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use wag_sandbox::confine;
use wag_sandbox::confine::{Channel, Places};
use wag_sandbox::process::{die_with_parent, keep_from_children, leave};

/// The file descriptors that a worker receives from the engine.
pub struct WorkerFds {
    pub requests: OwnedFd,
    pub answers: OwnedFd,
    /// The shared memory for the AI's output.
    pub output: OwnedFd,
    /// The file that descriptors 1 and 2 refer to; it receives the output of C libraries.
    pub spill: OwnedFd,
    /// The file to which the worker writes its current stack on [`TRACE_SIGNAL`].
    pub trace: OwnedFd,
    /// A socket to the terminal or the editor of a person who debugs the AI.
    pub terminal: Option<OwnedFd>,
}

/// Plays until the engine closes the connection, then exits without Python's own clean-up, because nothing has to be
/// saved.
pub fn run(control: BorrowedFd<'_>, fds: WorkerFds, prepared: &Prepared) -> ! {
    die_with_parent();
    let _ = rustix::process::setpgid(None, None);
    let _ = empty_standard_input();
    // SAFETY: the descriptor is the fork server's copy, and nothing in this process uses it from here on.
    unsafe { libc::close(control.as_raw_fd()) };
    leave(play(fds, prepared).is_some())
}

/// Gives this worker an empty standard input of its own, so that AIs cannot affect each other through a shared one.
fn empty_standard_input() -> rustix::io::Result<()> {
    let nothing = rustix::fs::open("/dev/null", rustix::fs::OFlags::RDWR, rustix::fs::Mode::empty())?;
    rustix::stdio::dup2_stdin(&nothing)
}

fn play(fds: WorkerFds, prepared: &Prepared) -> Option<()> {
    let WorkerFds { requests, answers, output, spill, trace, terminal } = fds;
    unbuffer_c_output();
    keep_from_children(&requests, &answers).ok()?;
    let shared = SharedOutput::map(&output).ok()?;
    drop(output);

    let channel = Channel { requests: requests.as_raw_fd(), answers: answers.as_raw_fd() };
    let mut requests = FrameReader::new(requests);
    let start: Start = postcard::from_bytes(requests.receive()?).ok()?;
    let warnings = prepared.warnings.clone();
    let missing = confine(&start, prepared, channel);
    Python::attach(|py| {
        let scratch =
            start.scratch.as_deref().map(|scratch| scratch_name::path_for_ai(scratch, start.bounds.confined));
        install_trace_handler(py, trace, scratch.as_deref()).ok()?;
        let (terminal, editor) = if start.has_editor { (None, terminal) } else { (terminal, None) };
        debugger::install(py, terminal.filter(|_| start.debugged)).ok()?;
        let printing = printing::begin(py, shared, spill).ok()?;
        let session = match &start.role {
            Role::Player | Role::Policy(_) => Session::start(py, &start, printing, editor)
                .map(|(session, remarks)| (Running::Player(Box::new(session)), remarks)),
            Role::Game { class } => GameSession::start(py, &start, class.as_deref())
                .map(|(session, remarks)| (Running::Game(Box::new(session)), remarks)),
        };
        let (started, session) = match session {
            Ok((session, remarks)) => {
                let warnings = warnings.into_iter().chain(remarks.warnings).take(WARNINGS_MAX).collect();
                (Started::Ready { warnings, missing, uncalled: remarks.uncalled }, Some(session))
            }
            Err(rejection) => (rejected(py, &rejection, &start), None),
        };
        send_message(&answers, &started)?;
        let ended_well = session?.serve(py, &mut requests, &answers).is_some();
        // Before anything is dropped: the AI may have closed descriptors that are ours.
        leave(ended_well)
    })
}

/// Builds the message that tells the engine why an AI cannot play.
fn rejected(py: Python<'_>, rejection: &Rejection, start: &Start) -> Started {
    let files = start.own_files();
    let report = rejection.report(py).map(&|text| files.renamed(text));
    let (place, explanation) = (rejection.place(py, &files), rejection.explanation(py, &files));
    Started::Rejected { report, place, explanation }
}

/// Confines this process before the AI's code runs. Returns the restrictions that the system could not apply.
fn confine(start: &Start, prepared: &Prepared, channel: Channel) -> Vec<String> {
    let (mut readable, mut listable) = (prepared.places.clone(), Vec::new());
    if start.built_in.is_none() {
        // The file may be a link, so the folder of its target is opened, too.
        let files = [Some(start.file.clone()), start.file.canonicalize().ok()].into_iter().flatten();
        let mut folders: Vec<PathBuf> = files.filter_map(|file| Some(file.parent()?.to_path_buf())).collect();
        folders.dedup();
        // The folder may contain the scratch folders of other players, which stay closed.
        let closed: Vec<PathBuf> = start.closed.iter().chain(&start.scratch).cloned().collect();
        for folder in folders {
            let opened = confine::open_folder(&folder, &closed);
            readable.extend(opened.readable);
            listable.extend(opened.listable);
        }
        readable.push(start.file.clone());
    }
    let places = Places { readable: &readable, listable: &listable, scratch: start.scratch.as_deref() };
    confine::enter(&start.bounds, &places, Some(channel))
}

/// Makes Python's fault handler write the current stack to `trace` when the process receives a signal, whatever code is
/// running. Also sets the environment variables that differ between AIs.
fn install_trace_handler(py: Python<'_>, trace: OwnedFd, scratch: Option<&Path>) -> PyResult<()> {
    let settings = PyDict::new(py);
    settings.set_item("file", trace.into_raw_fd())?;
    settings.set_item("all_threads", false)?;
    py.import("faulthandler")?.call_method("register", (TRACE_SIGNAL,), Some(&settings))?;
    if let Some(scratch) = scratch {
        let environment = py.import("os")?.getattr("environ")?;
        for name in ["HOME", "TMPDIR"] {
            environment.set_item(name, scratch.as_os_str())?;
        }
    }
    Ok(())
}

/// The role of this worker.
enum Running {
    Player(Box<Session>),
    Game(Box<GameSession>),
}

impl Running {
    /// Answers requests until the engine closes the connection. Returns `None` if a request is malformed.
    fn serve(&mut self, py: Python<'_>, requests: &mut FrameReader, answers: &OwnedFd) -> Option<()> {
        while let Some(request) = requests.receive_undisturbed() {
            match self {
                Running::Player(session) => answer(py, session, request, answers)?,
                Running::Game(session) => send_message(answers, &session.answer(py, request)?)?,
            }
        }
        Some(())
    }
}

/// Plays a turn, or begins another match if the request is only a nonce. Returns `None` if the engine is gone or its
/// request is malformed.
pub fn answer(py: Python<'_>, session: &mut Session, request: &[u8], answers: &OwnedFd) -> Option<()> {
    if let Ok(nonce) = Nonce::try_from(request) {
        session.begin_match();
        return send_message(answers, &Answered { nonce, ..Answered::default() });
    }
    let answered = session.turn(py, request)?;
    send_message(answers, &answered)
}

fn send_message(answers: &OwnedFd, message: &impl serde::Serialize) -> Option<()> {
    let frame = postcard::to_extend(message, begin_frame()).ok()?;
    send_frame(answers, frame).then_some(())
}

/// Makes C's `stdout` unbuffered, so that its output is logged in the correct turn, however the process ends.
fn unbuffer_c_output() {
    unsafe extern "C" {
        #[cfg_attr(target_vendor = "apple", link_name = "__stdoutp")]
        static mut stdout: *mut libc::FILE;
    }
    // SAFETY: C's own stream, before anything is written to it.
    unsafe { libc::setvbuf(stdout, std::ptr::null_mut(), libc::_IONBF, 0) };
}

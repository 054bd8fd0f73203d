//! Plays turns of an AI in this process, without an engine or a sandbox, to measure how long they take.

use crate::protocol::frames::FrameReader;
use crate::protocol::output::{FILE_BYTES, SharedOutput};
use crate::protocol::{Nonce, Start};
use crate::restore::library;
use crate::worker::explaining::check;
use crate::worker::process::{child, interpreter};
use crate::worker::turn::printing;
use crate::worker::turn::session::Session;
use pyo3::prelude::*;
use rustix::fd::OwnedFd;
use rustix::pipe::pipe;
use std::io;

/// An AI that is ready for its first turn. A process can have only one.
pub struct Rehearsal {
    session: Session,
    requests: FrameReader,
    to_it: OwnedFd,
    answers: OwnedFd,
    from_it: OwnedFd,
    answer: Vec<u8>,
}

impl Rehearsal {
    /// Starts Python, as the fork server does before it forks workers.
    pub fn prepare() -> io::Result<()> {
        interpreter::start().map_err(io::Error::other)?;
        Python::attach(|py| {
            interpreter::prepare(py)?;
            library::prepare(py)?;
            Ok(check::prepare(py)?)
        })
    }

    /// Starts an AI, as a worker does after the fork. Python must be [prepared](Self::prepare).
    pub fn start(start: &Start) -> io::Result<Rehearsal> {
        let output = tempfile::tempfile()?;
        output.set_len(FILE_BYTES as u64)?;
        let (output, spill) = (SharedOutput::map(&output)?, tempfile::tempfile()?.into());
        let session = Python::attach(|py| {
            let printing = printing::begin(py, output, spill)?;
            let session = Session::start(py, start, printing, None);
            session
                .map(|(session, _)| session)
                .map_err(|rejection| io::Error::other(rejection.report(py).english()))
        })?;
        let ((requests, to_it), (from_it, answers)) = (pipe()?, pipe()?);
        let (requests, answer) = (FrameReader::new(requests), vec![0; 1 << 16]);
        Ok(Rehearsal { session, requests, to_it, answers, from_it, answer })
    }

    /// Plays a turn, from the frame that the engine would send to the answer. Returns the length of the answer's frame.
    pub fn turn(&mut self, frame: &[u8]) -> io::Result<usize> {
        rustix::io::write(&self.to_it, frame)?;
        let Rehearsal { session, requests, answers, .. } = self;
        let played = requests
            .receive_undisturbed()
            .and_then(|request| Python::attach(|py| child::answer(py, session, request, answers)));
        played.ok_or_else(|| io::Error::other("the turn was not played"))?;
        Ok(rustix::io::read(&self.from_it, &mut *self.answer)?)
    }
}

/// Returns a turn's frame for an AI: an empty nonce, a seed, and the game's view.
pub fn frame(view: &[u8]) -> Vec<u8> {
    let rest = [&Nonce::default()[..], &7u64.to_le_bytes(), view].concat();
    [&(rest.len() as u32).to_le_bytes()[..], &rest].concat()
}

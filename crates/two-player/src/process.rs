//! The process that plays a two-player game for the web pages. It runs in its own process group, sends frames, and is
//! killed together with its group.
//!
//! The process is untrusted: the length of a frame is checked before its content is read.

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;
use wag_i18n::t;
use wag_play::PlayError;
use wag_python::{LINE_MAX, TABLE_ARGUMENT};
use wag_sandbox::own_program;

/// The maximum number of unread frames. When it is reached, the process must wait before it can send more.
const FRAMES_WAITING: usize = 16;
/// The maximum number of checks whether a process has exited, after it has closed its pipe.
const EXIT_CHECKS_MAX: u32 = 100;
/// The time before each of these checks.
const EXIT_CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// A running process. Dropping this value kills it.
pub struct Process {
    child: Child,
    requests: ChildStdin,
    frames: Receiver<Option<Vec<u8>>>,
    /// True if the process has been reaped. Its process ID may then belong to another process.
    is_reaped: bool,
}

/// The result of waiting for the process.
pub enum ProcessEvent {
    Nothing,
    Frame(Vec<u8>),
    /// A frame that is too long, or another violation of the protocol by the process.
    Garbage,
    End(ExitStatus),
}

impl Process {
    /// Starts a process, and sends it the order to play as its first frame.
    pub fn start(order: &str) -> Result<Process, PlayError> {
        let program = own_program().map_err(PlayError::defect(t!("the program cannot find its own file")))?;
        let mut command = program.command();
        command.env_clear().envs(program.environment_of_players());
        command.arg(TABLE_ARGUMENT).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(PlayError::defect(t!("cannot start the game's process")))?;
        let (requests, answers) =
            child.stdin.take().zip(child.stdout.take()).expect("both are pipes, as asked for");
        let (sender, frames) = sync_channel(FRAMES_WAITING);
        let mut process = Process { child, requests, frames, is_reaped: false };
        process.say(order);
        std::thread::Builder::new()
            .name("game".to_string())
            .spawn(move || read(answers, &sender))
            .map_err(PlayError::defect(t!("cannot read from the game's process")))?;
        Ok(process)
    }

    /// Sends a frame. If the process has exited, the next [`Process::receive`] reports it.
    pub fn say(&mut self, words: &str) {
        let head = (words.len() as u32).to_le_bytes();
        let _ = self.requests.write_all(&[&head, words.as_bytes()].concat());
    }

    /// Waits for a frame, at most for the time `wait`.
    pub fn receive(&mut self, wait: Duration) -> ProcessEvent {
        match self.frames.recv_timeout(wait) {
            Ok(Some(frame)) => ProcessEvent::Frame(frame),
            Ok(None) => ProcessEvent::Garbage,
            Err(RecvTimeoutError::Timeout) => ProcessEvent::Nothing,
            Err(RecvTimeoutError::Disconnected) => self.ended(),
        }
    }

    /// Handles a closed pipe. If the process does not exit soon after closing the pipe, it is treated as malicious.
    fn ended(&mut self) -> ProcessEvent {
        for _ in 0..EXIT_CHECKS_MAX {
            if self.has_ended() {
                return self.end().map_or(ProcessEvent::Garbage, ProcessEvent::End);
            }
            std::thread::sleep(EXIT_CHECK_INTERVAL);
        }
        self.end();
        ProcessEvent::Garbage
    }

    /// Returns whether the process has exited, without reaping it.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        waitid(WaitId::Pid(Pid::from_child(&self.child)), options).is_ok_and(|status| status.is_some())
    }

    /// Kills the process and its group. Returns the exit status of the process, if it is known.
    pub fn end(&mut self) -> Option<ExitStatus> {
        // Until the process is reaped, no other process can get its ID.
        if !self.is_reaped {
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
            let _ = self.child.kill();
        }
        let status = self.child.wait().ok();
        self.is_reaped = true;
        status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Forwards frames to `sender` until the pipe is closed, the receiver is gone, or a frame is too long.
fn read(mut answers: ChildStdout, sender: &SyncSender<Option<Vec<u8>>>) {
    let mut head = [0; 4];
    while answers.read_exact(&mut head).is_ok() {
        let length = u32::from_le_bytes(head) as usize;
        if length > LINE_MAX {
            let _ = sender.send(None);
            return;
        }
        let mut frame = vec![0; length];
        if answers.read_exact(&mut frame).is_err() || sender.send(Some(frame)).is_err() {
            return;
        }
    }
}

//! The process that plays at the pages' table: started in a group of its own, heard frame by frame, ended with its group.
//!
//! What it says is a stranger's: frames are measured before they are taken.

use crate::PlayError;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;
use wag_python::{LINE_MAX, TABLE_ARGUMENT};
use wag_sandbox::own_program;

/// So many frames may lie there unread; then the process waits.
const FRAMES_WAITING: usize = 16;
/// So often, and after such a pause each, is looked whether it ends that has said its last word.
const LAST_LOOKS: u32 = 100;
const LOOK: Duration = Duration::from_millis(10);

/// A running one; it goes when it is dropped.
pub struct Process {
    child: Child,
    requests: ChildStdin,
    frames: Receiver<Option<Vec<u8>>>,
    /// Its number is not its own any more.
    is_gone: bool,
}

/// What is heard of it.
pub enum Heard {
    Nothing,
    Frame(Vec<u8>),
    /// Something that no process of ours says.
    Garbage,
    End(ExitStatus),
}

impl Process {
    /// Starts one that has read this order.
    pub fn start(order: &str) -> Result<Process, PlayError> {
        let mut command =
            Command::new(own_program().map_err(PlayError::defect("the program does not find its own file"))?);
        command.arg(TABLE_ARGUMENT).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(PlayError::defect("the game's process can't be started"))?;
        let (requests, answers) =
            child.stdin.take().zip(child.stdout.take()).expect("both are pipes, as asked for");
        let (sender, frames) = sync_channel(FRAMES_WAITING);
        let mut process = Process { child, requests, frames, is_gone: false };
        process.say(order);
        std::thread::Builder::new()
            .name("game".to_string())
            .spawn(move || read(answers, &sender))
            .map_err(PlayError::defect("the game's process can't be heard"))?;
        Ok(process)
    }

    /// Hands it a frame. Whether it is still there is heard when it is listened to.
    pub fn say(&mut self, words: &str) {
        let head = (words.len() as u32).to_le_bytes();
        let _ = self.requests.write_all(&[&head, words.as_bytes()].concat());
    }

    /// Waits so long for something to hear.
    pub fn hear(&mut self, wait: Duration) -> Heard {
        match self.frames.recv_timeout(wait) {
            Ok(Some(frame)) => Heard::Frame(frame),
            Ok(None) => Heard::Garbage,
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => self.ended(),
        }
    }

    /// It has closed its pipe: if it does not end by itself, that was a trick.
    fn ended(&mut self) -> Heard {
        for _ in 0..LAST_LOOKS {
            if self.has_ended() {
                return self.end().map_or(Heard::Garbage, Heard::End);
            }
            std::thread::sleep(LOOK);
        }
        self.end();
        Heard::Garbage
    }

    /// Leaves it to be waited for.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        waitid(WaitId::Pid(Pid::from_child(&self.child)), options).is_ok_and(|status| status.is_some())
    }

    /// Kills whatever is left of it, and whatever it has started; answers how it has ended.
    pub fn end(&mut self) -> Option<ExitStatus> {
        // Until it is waited for, nobody else has its number.
        if !self.is_gone {
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
            let _ = self.child.kill();
        }
        let status = self.child.wait().ok();
        self.is_gone = true;
        status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Hands on frame by frame, until there are no more, nobody listens, or one is too long.
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

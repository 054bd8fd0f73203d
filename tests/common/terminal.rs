//! A program in its own pseudoterminal, with a terminal emulator that shows its screen.

#![allow(dead_code)] // Not every test program uses all of it.

use crate::common::Folder;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::process::{ioctl_tiocsctty, setsid};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use vt100::{Parser, Screen};

/// Long enough for a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// A program in a pseudoterminal, killed when this is dropped.
pub struct Session {
    pub child: Child,
    person: Option<File>,
    program: File,
    pub seen: Arc<Mutex<Parser>>,
    modes: LocalModes,
    /// The thread that reads from the terminal until it is closed.
    listener: Option<JoinHandle<()>>,
    is_closed: Arc<AtomicBool>,
}

impl Session {
    pub fn of(folder: &Folder, words: &[&str], (rows, columns): (u16, u16)) -> Session {
        let (person, program) = pair(rows, columns);
        let modes = tcgetattr(&program).unwrap().local_modes;
        let mut command = in_terminal(folder, words, &program);
        // SAFETY: The closure makes only two system calls, which are allowed between fork and exec.
        unsafe {
            command.pre_exec(|| {
                setsid()?;
                Ok(ioctl_tiocsctty(std::io::stdin())?)
            });
        }
        let child = command.spawn().unwrap();
        let seen = Arc::new(Mutex::new(Parser::new(some(rows), some(columns), 0)));
        let (mut from, to) = (person.try_clone().unwrap(), Arc::clone(&seen));
        let is_closed = Arc::new(AtomicBool::new(false));
        let closed = Arc::clone(&is_closed);
        // The thread ends with the terminal, at the latest at the end of the test.
        let listener = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            let nap = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
            while !closed.load(Ordering::Relaxed) {
                if poll(&mut [PollFd::new(&from, PollFlags::IN)], Some(&nap)) == Ok(0) {
                    continue;
                }
                let Ok(length @ 1..) = from.read(&mut bytes) else { break };
                to.lock().unwrap().process(&bytes[..length]);
            }
        });
        Session { child, person: Some(person), program, seen, modes, listener: Some(listener), is_closed }
    }

    pub fn press(&mut self, keys: &str) {
        self.person.as_mut().expect("it is open").write_all(keys.as_bytes()).unwrap();
    }

    /// Resizes the terminal once the screen is stable, since output for the old size would be interpreted for the new
    /// one.
    pub fn resize(&self, rows: u16, columns: u16) {
        let mut before = None;
        while before.as_ref() != Some(&self.text()) {
            before = Some(self.text());
            std::thread::sleep(Duration::from_millis(100));
        }
        self.seen.lock().unwrap().screen_mut().set_size(some(rows), some(columns));
        tcsetwinsize(&self.program, size(rows, columns)).unwrap();
    }

    pub fn text(&self) -> String {
        self.seen.lock().unwrap().screen().contents()
    }

    /// Waits until the screen meets the condition.
    #[track_caller]
    pub fn until(&self, is_so: impl Fn(&Screen) -> bool) {
        let begin = Instant::now();
        while !is_so(self.seen.lock().unwrap().screen()) {
            assert!(begin.elapsed() < PATIENCE, "the screen is:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    #[track_caller]
    pub fn shows(&self, words: &str) {
        self.until(|screen| screen.contents().contains(words));
    }

    /// Waits for the end of the program, which must restore the terminal's modes. Returns the status.
    #[track_caller]
    pub fn ended(&mut self) -> Option<i32> {
        let status = self.waited_for();
        self.until(|screen| !screen.alternate_screen() && !screen.hide_cursor());
        assert_eq!(tcgetattr(&self.program).unwrap().local_modes, self.modes);
        assert!(self.modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG));
        status.code()
    }

    /// Closes the terminal, like closing a window, and waits for the end.
    #[track_caller]
    pub fn close(&mut self) {
        self.is_closed.store(true, Ordering::Relaxed);
        self.listener.take().expect("it is open").join().unwrap();
        self.person = None;
        self.waited_for();
    }

    #[track_caller]
    fn waited_for(&mut self) -> ExitStatus {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begin.elapsed() < PATIENCE, "it goes on:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Creates a pseudoterminal. Returns the side of the person and that of the program.
fn pair(rows: u16, columns: u16) -> (File, File) {
    let person: OwnedFd = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&person).unwrap();
    unlockpt(&person).unwrap();
    let path = ptsname(&person, Vec::new()).unwrap().into_string().unwrap();
    let program = File::options().read(true).write(true).open(path).unwrap();
    tcsetwinsize(&program, size(rows, columns)).unwrap();
    (person.into(), program)
}

fn in_terminal(folder: &Folder, words: &[&str], program: &File) -> Command {
    let mut command = folder.command(words);
    command.env("TERM", "xterm-256color").env_remove("NO_COLOR").stdin(program.try_clone().unwrap());
    command.stdout(program.try_clone().unwrap()).stderr(program.try_clone().unwrap());
    command
}

/// Runs `wag` in a wide pseudoterminal until it ends. Returns everything that it sends to the terminal.
pub fn sent(folder: &Folder, words: &[&str]) -> Vec<u8> {
    let (mut person, program) = pair(50, 500);
    let mut child = in_terminal(folder, words, &program).spawn().unwrap();
    drop(program);
    let (mut sent, mut bytes) = (Vec::new(), [0; 4096]);
    // Reading fails when the program's side is closed.
    while let Ok(length @ 1..) = person.read(&mut bytes) {
        sent.extend_from_slice(&bytes[..length]);
    }
    child.wait().unwrap();
    sent
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn some(number: u16) -> NonZero<u16> {
    NonZero::new(number).unwrap()
}

fn size(rows: u16, columns: u16) -> Winsize {
    Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }
}

//! Human players at the terminal.

use super::answer::print;
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::AsFd;
use rustix::io::{Errno, read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use wag_core::game::Seat;
use wag_i18n::t;
use wag_play::{People, Prompt};
use wag_python::host::Console;

/// The interval between two checks, while waiting for input, of whether the game has been stopped.
const CHECK_INTERVAL: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// The terminal, which shows a person the seat's view and asks until there is a valid answer.
pub struct Terminal {
    pub stop: Arc<AtomicBool>,
}

impl People for Terminal {
    fn ask(&self, seat: Seat, prompt: &Prompt<'_>) -> Option<String> {
        print(&format!("\n{}", (prompt.show)())).ok()?;
        loop {
            print(&t!("Player %{seat}, %{question}? ", seat = seat.0 + 1, question = t!(prompt.question)))
                .ok()?;
            let Some(line) = self.line() else {
                print("\n").ok()?;
                return None;
            };
            match (prompt.check)(&line) {
                Ok(()) => return Some(line),
                Err(why) => print(&(why.translated() + "\n")).ok()?,
            };
        }
    }
}

impl Console for Terminal {
    fn show(&self, text: &str) {
        // Printing may fail if the terminal is closed.
        let _ = print(text);
    }

    fn line(&self) -> Option<String> {
        Terminal::line(self)
    }
}

impl Terminal {
    /// Returns the next line of the input; `None` when the input ends or the game must stop.
    fn line(&self) -> Option<String> {
        let mut typed = TYPED.lock().unwrap_or_else(PoisonError::into_inner);
        typed.next(&std::io::stdin(), &self.stop)
    }
}

/// The input of the terminal, which all people at the terminal share. Input that one question does not use is kept for
/// the next question.
static TYPED: Mutex<Typed> = Mutex::new(Typed { bytes: Vec::new() });

/// Input that has been read but not used yet. It must not be kept in the buffer of `std::io::Stdin`, because `poll`
/// does not see the input there.
struct Typed {
    bytes: Vec<u8>,
}

/// The maximum length of a line in bytes. A longer line is split.
const LINE_MAX: usize = 4096;

impl Typed {
    fn next(&mut self, input: &impl AsFd, stop: &AtomicBool) -> Option<String> {
        while !stop.load(Ordering::Relaxed) {
            if let Some(end) = self.bytes.iter().position(|byte| *byte == b'\n') {
                return Some(self.take(end + 1));
            }
            if self.bytes.len() >= LINE_MAX {
                return Some(self.take(LINE_MAX));
            }
            let mut ready = [PollFd::new(input, PollFlags::IN)];
            // Signals and the end of the input also wake this up.
            if poll(&mut ready, Some(&CHECK_INTERVAL)).unwrap_or(0) == 0 {
                continue;
            }
            self.bytes.reserve(LINE_MAX);
            match read(input, spare_capacity(&mut self.bytes)) {
                Ok(0) if self.bytes.is_empty() => return None,
                // The last line may lack a newline.
                Ok(0) => return Some(self.take(self.bytes.len())),
                Ok(_) | Err(Errno::INTR | Errno::AGAIN) => {}
                Err(_) => return None,
            }
        }
        None
    }

    fn take(&mut self, count: usize) -> String {
        let line: Vec<u8> = self.bytes.drain(..count).collect();
        String::from_utf8_lossy(&line).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::io::write;
    use rustix::pipe::pipe;

    #[test]
    fn lines_that_arrive_together_are_buffered() {
        let (input, output) = pipe().unwrap();
        let (mut typed, stop) = (Typed { bytes: Vec::new() }, AtomicBool::new(false));
        let mut next = || typed.next(&input, &stop);
        write(&output, b"1 0 1 1\n\n\xff 0\n5").unwrap();
        let lines = [next(), next(), next()].map(Option::unwrap);
        assert_eq!(lines, ["1 0 1 1\n", "\n", "\u{fffd} 0\n"]);
        write(&output, &[b"6\n".as_slice(), &[b'x'; LINE_MAX]].concat()).unwrap();
        assert_eq!(next().unwrap(), "56\n");
        assert_eq!(next().unwrap().len(), LINE_MAX);
        write(&output, b"7 7").unwrap();
        drop(output);
        assert_eq!((next(), next()), (Some("7 7".to_string()), None));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(typed.next(&input, &stop), None);
    }
}

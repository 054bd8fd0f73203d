//! The terminal of a person who debugs an AI. It shows the output of the debugger that runs in the AI's process, and
//! reads input lines for it.

use crate::protocol::{END_REQUEST, LINE_REQUEST};
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wag_core::text::printable;

/// A terminal, provided by the user interface.
pub trait Console: Send + Sync {
    fn show(&self, text: &str);

    /// Reads the next line; `None` at the end of input.
    fn line(&self) -> Option<String>;
}

/// Connects a terminal to one process. Returns the end of the socket that the process gets. When the user quits the
/// debugger, sets `stop`, which ends the match.
pub fn attend(console: Arc<dyn Console>, stop: Arc<AtomicBool>) -> io::Result<UnixStream> {
    let (mut ours, theirs) = UnixStream::pair()?;
    // The thread ends with the process.
    std::thread::spawn(move || serve(&mut ours, &*console, &stop));
    Ok(theirs)
}

fn serve(process: &mut UnixStream, console: &dyn Console, stop: &AtomicBool) {
    let (mut bytes, mut text) = ([0; 4096], Vec::new());
    while let Ok(count @ 1..) = process.read(&mut bytes) {
        for &byte in &bytes[..count] {
            match byte {
                LINE_REQUEST => {
                    show(console, &mut text);
                    if !answer(process, console) {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                END_REQUEST => {
                    show(console, &mut text);
                    stop.store(true, Ordering::Relaxed);
                }
                b'\n' => {
                    text.push(byte);
                    show(console, &mut text);
                }
                _ if text.len() < LINE_MAX => text.push(byte),
                _ => {}
            }
        }
    }
}

/// The maximum number of bytes shown per line.
const LINE_MAX: usize = 1 << 16;

fn show(console: &dyn Console, text: &mut Vec<u8>) {
    let line = String::from_utf8_lossy(text);
    let end = if line.ends_with('\n') { "\n" } else { "" };
    console.show(&format!("{}{end}", printable(&line.replace('\t', "    "))));
    text.clear();
}

/// Reads a line from the terminal and sends it to the process. Returns false at the end of input or on an error.
fn answer(process: &mut UnixStream, console: &dyn Console) -> bool {
    let Some(line) = console.line() else { return false };
    // An empty line is sent as well: it repeats the last command.
    let line = line.trim_end_matches(['\r', '\n']);
    process.write_all(format!("{line}\n").as_bytes()).is_ok()
}

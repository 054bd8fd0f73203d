//! The terminal of whoever debugs an AI, for the debugger in its process: what it says is shown, and when it wants a line,
//! one is read.

use crate::protocol::{END_PLEASE, LINE_PLEASE};
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wag_core::text::printable;

/// A terminal, whoever has one.
pub trait Console: Send + Sync {
    fn show(&self, text: &str);

    /// The next line; `None` when nothing more comes.
    fn line(&self) -> Option<String>;
}

/// Begins to serve one process; answers its end of the way. The match is stopped when the user quits the debugger.
pub fn attend(console: Arc<dyn Console>, stop: Arc<AtomicBool>) -> io::Result<UnixStream> {
    let (mut ours, theirs) = UnixStream::pair()?;
    // Ends with the process.
    std::thread::spawn(move || serve(&mut ours, &*console, &stop));
    Ok(theirs)
}

fn serve(process: &mut UnixStream, console: &dyn Console, stop: &AtomicBool) {
    let (mut bytes, mut text) = ([0; 4096], Vec::new());
    while let Ok(count @ 1..) = process.read(&mut bytes) {
        for &byte in &bytes[..count] {
            match byte {
                LINE_PLEASE => {
                    show(console, &mut text);
                    if !answer(process, console) {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                END_PLEASE => {
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

/// More of a line is not shown, in bytes.
const LINE_MAX: usize = 1 << 16;

fn show(console: &dyn Console, text: &mut Vec<u8>) {
    let line = String::from_utf8_lossy(text);
    let end = if line.ends_with('\n') { "\n" } else { "" };
    console.show(&format!("{}{end}", printable(&line.replace('\t', "    "))));
    text.clear();
}

/// Whether a line was there to be given.
fn answer(process: &mut UnixStream, console: &dyn Console) -> bool {
    let Some(line) = console.line() else { return false };
    // An empty line says: the same once more.
    let line = line.trim_end_matches(['\r', '\n']);
    process.write_all(format!("{line}\n").as_bytes()).is_ok()
}

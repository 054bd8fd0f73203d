//! Plays a replay of any game back in the terminal, with the keys of the page.
//!
//! Whatever happens, the terminal is as it was when this ends.

mod app;
mod clock;
mod draw;
mod seat_colors;

pub use app::End;

use app::App;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wag_replay::ReplayText;

/// How long to wait for a key before the next picture, and when nothing moves.
const FRAME: Duration = Duration::from_millis(33);
const PAUSE: Duration = Duration::from_millis(100);

/// Shows the tape until somebody quits.
pub fn show(tape: Box<dyn ReplayText>) -> std::io::Result<End> {
    let stop = stop_on_signals()?;
    let mut app = App::new(tape);
    let mut screen = Screen::open()?;
    play(&mut screen.0, &mut app, &stop)
}

/// The terminal while it is ours. A panic gives it back, too, before its message.
struct Screen(DefaultTerminal);

impl Screen {
    fn open() -> std::io::Result<Screen> {
        match ratatui::try_init() {
            Ok(terminal) => Ok(Screen(terminal)),
            Err(fault) => {
                let _ = ratatui::try_restore();
                Err(fault)
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // A terminal that is gone needs nothing.
        let _ = self.0.show_cursor();
        let _ = ratatui::try_restore();
    }
}

/// A flag that says to stop. None of these signals may end the program before the terminal is as it was, but who looks for
/// keys at a terminal that is gone looks for ever: so a second later the program ends in any case.
fn stop_on_signals() -> std::io::Result<Arc<AtomicBool>> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let stop = Arc::new(AtomicBool::new(false));
    let shared = Arc::clone(&stop);
    std::thread::spawn(move || {
        let Some(signal) = signals.forever().next() else { return };
        shared.store(true, Ordering::Relaxed);
        std::thread::sleep(Duration::from_secs(1));
        let is_shown = Arc::strong_count(&shared) > 1;
        if is_shown {
            let _ = ratatui::try_restore();
            std::process::exit(128 + signal);
        }
    });
    Ok(stop)
}

fn play(terminal: &mut DefaultTerminal, app: &mut App, stop: &AtomicBool) -> std::io::Result<End> {
    // Only from its first question on crossterm notices that the terminal changes its size: before the first picture, then.
    event::poll(Duration::ZERO)?;
    let mut then = Instant::now();
    let mut is_new = true;
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(End::Interrupted);
        }
        if is_new {
            terminal.draw(|frame| draw::draw(frame, app))?;
        }
        is_new = false;
        let mut wait = if app.is_busy() { FRAME } else { PAUSE };
        while event::poll(wait)? {
            match event::read()? {
                Event::Key(key) => app.press(key),
                Event::Resize(..) => {}
                _ => continue,
            }
            is_new = true;
            wait = Duration::ZERO;
            if let Some(end) = app.end {
                return Ok(end);
            }
        }
        is_new |= app.advance(then.elapsed());
        then = Instant::now();
    }
}

#[cfg(test)]
mod tests;

//! The viewer, which shows a replay of any game in the terminal. It has the same keys as the web pages.
//!
//! The terminal is restored no matter how the viewer ends.

mod app;
mod clock;
mod draw;
mod plot;
mod seat_colors;

pub use app::End;
pub use plot::plot;

use app::App;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wag_replay::ReplayText;

/// The maximum time to wait for a key before drawing again, while something on the display is moving.
const FRAME: Duration = Duration::from_millis(33);
/// The maximum time to wait for a key while nothing is moving.
const PAUSE: Duration = Duration::from_millis(100);

/// Shows a replay until the user quits.
pub fn show(text_replay: Box<dyn ReplayText>) -> std::io::Result<End> {
    let stop = stop_on_signals()?;
    let mut app = App::new(text_replay);
    let mut screen = Screen::open()?;
    play(&mut screen.0, &mut app, &stop)
}

/// The terminal in full-screen mode. It is restored when this value is dropped. If the program panics, it is also
/// restored before the message about the panic is printed.
struct Screen(DefaultTerminal);

impl Screen {
    fn open() -> std::io::Result<Screen> {
        match ratatui::try_init() {
            Ok(terminal) => Ok(Screen(terminal)),
            Err(err) => {
                let _ = ratatui::try_restore();
                Err(err)
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Errors are ignored, because the terminal may be gone.
        let _ = self.0.show_cursor();
        let _ = ratatui::try_restore();
    }
}

/// Returns a flag that is set by signals, so that the terminal can be restored before the program ends. If the terminal
/// is gone, reading keys from it never returns; so the program always ends at most one second after a signal.
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
    // Crossterm only notices size changes after its first poll, so this polls before the first draw.
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

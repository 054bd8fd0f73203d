//! The tools that watch the user's own AIs from inside during a match.

use std::sync::Arc;
use wag_core::game::Seat;
use wag_python::host::{Console, EditorPort};

/// A tool that watches the user's own Python AIs from inside. Only one can be used in a match, because each of them
/// changes the times of the turns.
#[derive(Clone, Default)]
pub enum Instrument {
    #[default]
    None,
    /// Python's debugger, for one player, which has no limits then.
    Debugger {
        seat: Seat,
        console: Arc<dyn Console>,
        /// True to stop at the player's first line in each turn.
        at_first_line: bool,
    },
    /// An editor, for which the AI waits at this port. The AI runs without limits and without the sandbox.
    Editor { port: Arc<EditorPort> },
    /// Measures where the time goes. The time limits are extended, because measuring takes time.
    Profiler,
    /// Records the lines that run and the values of variables in one turn of the player, counted from 1.
    Tracer { turn: u32 },
}

//! What happens while many matches are played, for those who show it. A reader is a function with one `match`. It runs
//! on the calling thread, and the matches do not wait for it.

use wag_stats::compare::Comparison;

/// An event of many matches.
#[derive(Clone, Copy)]
pub enum SeriesEvent<'e> {
    /// The number of matches that are planned; of a search, the number of trials.
    Planned { total: usize },
    /// Sentences about the start of a player or about a worker on another machine, as whole lines. They are text, because
    /// they may come from that worker.
    Message { text: &'e str },
    /// So many of the planned matches or trials have been played. `workers` is the number of workers on other machines;
    /// `None` if the matches are played in this process.
    Done { done: usize, workers: Option<usize> },
    /// The result of a comparison so far.
    Compared { comparison: &'e Comparison, workers: Option<usize> },
}

/// The function that reads the events of many matches.
pub type SeriesEvents<'e> = &'e mut dyn FnMut(SeriesEvent<'_>);

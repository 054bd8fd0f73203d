//! Whether the processes of Python players play several matches.

/// A rule for the processes of Python players whose files are run from the beginning in each turn. Other players always
/// have new processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WorkerPolicy {
    /// Each match has new processes: for matches of players who do not trust each other, such as those of a tournament.
    #[default]
    Anew,
    /// The process of an unchanged file plays several matches: for matches of a user's own files. The results are the
    /// same.
    Keep,
}

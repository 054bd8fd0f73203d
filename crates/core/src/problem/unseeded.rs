//! The sources of nondeterminism that code can use.

use serde::{Deserialize, Serialize};

/// A set of sources of nondeterminism, one bit each. No seed decides the values of these sources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unseeded(u8);

impl Unseeded {
    pub const NONE: Unseeded = Unseeded(0);
    pub const CLOCK: Unseeded = Unseeded(1);
    pub const PROCESSES: Unseeded = Unseeded(2);
    pub const MACHINE: Unseeded = Unseeded(4);
    /// The unknown sources of a program, a client or a person, which the engine cannot observe.
    pub const UNWATCHED: Unseeded = Unseeded(8);
    /// Addresses of objects, which decide the order of some sets.
    pub const ADDRESSES: Unseeded = Unseeded(16);
    /// The names of the sources in results.
    const NAMES: [(Unseeded, &str); 4] = [
        (Unseeded::CLOCK, "clock"),
        (Unseeded::PROCESSES, "processes"),
        (Unseeded::MACHINE, "machine"),
        (Unseeded::ADDRESSES, "addresses"),
    ];

    /// Returns whether the set contains no source with a name. [`Unseeded::UNWATCHED`] has no name, so it does not
    /// count.
    pub fn is_empty(self) -> bool {
        self.names().next().is_none()
    }

    #[must_use]
    pub const fn and(self, other: Unseeded) -> Unseeded {
        Unseeded(self.0 | other.0)
    }

    pub fn is_unwatched(self) -> bool {
        self.0 & Unseeded::UNWATCHED.0 != 0
    }

    /// Returns the names of all sources in the set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Unseeded::NAMES.into_iter().filter(move |(one, _)| self.0 & one.0 != 0).map(|(_, name)| name)
    }
}

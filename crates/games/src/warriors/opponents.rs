//! The built-in AIs.

/// An AI in Python that comes with the program.
#[derive(Debug, PartialEq, Eq)]
pub struct Opponent {
    pub name: &'static str,
    /// Its file, as it would stand on disk.
    pub source: &'static str,
}

macro_rules! built_in {
    ($($name:literal),*) => {
        &[$(Opponent {
            name: $name,
            source: include_str!(concat!("../../../../python/opponents/", $name, ".py")),
        }),*]
    };
}

/// From weak to strong.
pub const OPPONENTS: &[Opponent] = built_in!["Noob", "Intermediate", "Advanced", "Expert"];

/// The name of the one that does nothing and needs no Python.
pub const IDLE: &str = "Dummy";

/// The built-in AI in Python of this name.
pub fn find(name: &str) -> Option<&'static Opponent> {
    OPPONENTS.iter().find(|opponent| opponent.name == name)
}

/// The names of all built-in AIs, from weak to strong.
pub fn names() -> impl Iterator<Item = &'static str> {
    std::iter::once(IDLE).chain(OPPONENTS.iter().map(|opponent| opponent.name))
}

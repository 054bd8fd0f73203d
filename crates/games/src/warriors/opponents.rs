//! The built-in AIs.

/// A built-in AI written in Python.
#[derive(Debug, PartialEq, Eq)]
pub struct Opponent {
    pub name: &'static str,
    /// The Python source code of the AI.
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

/// The built-in AIs in Python, from weak to strong.
pub const OPPONENTS: &[Opponent] = built_in!["Noob", "Intermediate", "Advanced", "Expert"];

/// Name of the built-in player that does nothing and needs no Python.
pub const IDLE: &str = "Dummy";

/// Returns the built-in Python AI with this name.
pub fn find(name: &str) -> Option<&'static Opponent> {
    OPPONENTS.iter().find(|opponent| opponent.name == name)
}

/// Returns the names of all built-in AIs, from weak to strong.
pub fn names() -> impl Iterator<Item = &'static str> {
    std::iter::once(IDLE).chain(OPPONENTS.iter().map(|opponent| opponent.name))
}

//! What is locked, and what opens it. By identity: a file of the user's is never one of these, whatever its name.

use super::stages::{STAGES, StageNumber};
use std::fmt;

/// Something built in that may be locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing<'n> {
    Ai(&'n str),
    Map(&'n str),
}

/// The stage that must be mastered before a thing may be used; `None` for what is open from the start. A stage's AI
/// opens when the stage begins.
pub fn opened_by(thing: Thing<'_>) -> Option<StageNumber> {
    let position = match thing {
        Thing::Map(name) => STAGES.iter().position(|stage| stage.opens_maps.contains(&name)),
        Thing::Ai(name) => {
            STAGES.iter().position(|stage| stage.champion == name).and_then(|at| at.checked_sub(1))
        }
    };
    position.map(StageNumber)
}

impl fmt::Display for Thing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thing::Ai(name) => write!(f, "the AI {name}"),
            Thing::Map(name) => write!(f, "the map {name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stage_opens_the_next_ai_and_its_maps() {
        let stage = |thing| opened_by(thing).map(|number| number.stage().name);
        for (ai, expected) in [
            ("Dummy", None),
            ("Noob", None),
            ("Intermediate", Some("NOOB")),
            ("Advanced", Some("INTERMEDIATE")),
            ("Expert", Some("ADVANCED")),
            ("MyExpert", None),
        ] {
            assert_eq!(stage(Thing::Ai(ai)), expected, "{ai}");
        }
        for (map, expected) in
            [("meadow", None), ("spring", Some("NOOB")), ("garden", Some("EXPERT")), ("./ring.map", None)]
        {
            assert_eq!(stage(Thing::Map(map)), expected, "{map}");
        }
    }
}

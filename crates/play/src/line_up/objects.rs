//! Players that are functions or objects of the Python program that has called the engine. Their player specs are
//! `function:NAME`, and the call of the engine says which objects these are.

use crate::line_up::parsed_spec::{FUNCTION, ParsedSpec, SourceForm};
use std::cell::RefCell;
use std::collections::BTreeMap;
use wag_python::PlayerObject;

/// The objects of a call, by the name in their player specs. A second object of the same name has `#2` behind it.
pub type PlayerObjects = BTreeMap<String, PlayerObject>;

thread_local! {
    static OBJECTS: RefCell<PlayerObjects> = RefCell::default();
}

/// Does `work`. The player specs that it resolves in this thread may name these objects.
pub fn with_objects<T>(objects: PlayerObjects, work: impl FnOnce() -> T) -> T {
    let before = OBJECTS.replace(objects);
    let result = work();
    OBJECTS.set(before);
    result
}

/// Returns the object with this name in the current call.
pub(crate) fn object(name: &str) -> Option<PlayerObject> {
    OBJECTS.with_borrow(|objects| objects.get(name).cloned())
}

/// Returns the name of the player in `function:NAME#2`.
pub(crate) fn name_in(words: &str) -> &str {
    words.split_once('#').map_or(words, |(name, _)| name)
}

/// Returns whether a player spec names an object of the calling program, which no other program has.
pub fn is_object_spec(spec: &str) -> bool {
    matches!(SourceForm::of(&ParsedSpec::of(spec).source), SourceForm::Function(_))
}

/// Returns a player spec as reports show it: the name of an object, and any other spec as it is.
pub fn shown_spec(spec: &str) -> &str {
    spec.strip_prefix(FUNCTION).unwrap_or(spec)
}

#[cfg(test)]
mod tests {
    use crate::line_up::objects::*;
    use crate::line_up::resolve::one_of;

    #[test]
    fn objects_are_known_by_their_names() {
        assert!(is_object_spec("function:rider") && is_object_spec("anna=function:rider#2"));
        assert!(!is_object_spec("function.py") && !is_object_spec("Roomy"));
        assert_eq!((shown_spec("function:rider"), shown_spec("anna=bot.py")), ("rider", "anna=bot.py"));
        assert_eq!((name_in("rider#2"), name_in("rider")), ("rider", "rider"));
        let info = wag_games::find("tron").unwrap().info;
        let error = with_objects(PlayerObjects::new(), || one_of(info, "function:rider", &[])).unwrap_err();
        assert_eq!(
            error.to_string(),
            "rider is a function of a Python program; only that program can play it"
        );
    }
}

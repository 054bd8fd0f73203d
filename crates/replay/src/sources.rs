//! The texts of the players' files in a replay. A replay may be a stranger's, so their number, size and names are
//! bounded.

use serde::de::{Deserializer, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Component, Path};
use wag_core::files::{PLAYER_BYTES_MAX, PLAYER_FILES_MAX};
use wag_core::game::Seat;

/// The maximum length of a name, in bytes, and the maximum number of its parts.
const NAME_MAX: usize = 255;
const PARTS_MAX: usize = 9;

/// Texts by names such as `1/yourAI.py`: the seat, and the file's name in source lines. All files of a replay together
/// stay within the limits of a hand-in; files beyond these limits, and those whose name is no such path, are left out.
#[derive(Default)]
struct BoundedSources {
    files: BTreeMap<String, String>,
    bytes: u64,
}

impl BoundedSources {
    fn add(&mut self, name: String, text: String) {
        let bytes = self.bytes.saturating_add((name.len() + text.len()) as u64);
        if is_source_name(&name) && self.files.len() < PLAYER_FILES_MAX && bytes <= PLAYER_BYTES_MAX {
            self.bytes = bytes;
            self.files.insert(name, text);
        }
    }
}

/// Returns whether a name is a relative path without `..`, with a seat as its first part.
fn is_source_name(name: &str) -> bool {
    let is_plain = |path: &str| {
        let mut parts = Path::new(path).components();
        !path.contains(char::is_control) && parts.all(|part| matches!(part, Component::Normal(_)))
    };
    let has_seat = name.split_once('/').is_some_and(|(seat, file)| {
        seat.parse::<u8>().is_ok_and(|number| number > 0) && !file.is_empty() && is_plain(file)
    });
    has_seat && name.len() <= NAME_MAX && name.split('/').count() <= PARTS_MAX
}

/// Returns the texts of the players' files that a replay can store.
pub fn bounded_sources(files: impl IntoIterator<Item = (String, String)>) -> BTreeMap<String, String> {
    let mut sources = BoundedSources::default();
    files.into_iter().for_each(|(name, text)| sources.add(name, text));
    sources.files
}

/// Deserializes the texts of the players' files.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    struct Texts;

    impl<'de> Visitor<'de> for Texts {
        type Value = BTreeMap<String, String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("texts")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut sources = BoundedSources::default();
            while let Some((name, text)) = map.next_entry::<String, String>()? {
                sources.add(name, text);
            }
            Ok(sources.files)
        }
    }

    from.deserialize_map(Texts)
}

/// Returns the names and texts of a seat's files. A name is a relative path without `..`.
pub fn of_seat(sources: &BTreeMap<String, String>, seat: Seat) -> BTreeMap<&str, &str> {
    let prefix = format!("{}/", seat.number());
    let own = sources.iter().filter_map(|(name, text)| Some((name.strip_prefix(&prefix)?, text.as_str())));
    // A header that was not read from a file may contain any name.
    own.filter(|(name, _)| is_source_name(&format!("{prefix}{name}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(files: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        deserialize(&mut serde_json::Deserializer::from_str(&serde_json::to_string(files).unwrap())).unwrap()
    }

    #[test]
    fn files_of_a_replay_stay_within_the_limits_of_a_hand_in() {
        let many: BTreeMap<String, String> =
            (0..3000).map(|number| (format!("1/{number}.py"), String::new())).collect();
        assert_eq!(read(&many).len(), PLAYER_FILES_MAX);
        let large: BTreeMap<String, String> =
            (0..5).map(|number| (format!("{}/a.py", number + 1), "x".repeat(10 << 20))).collect();
        assert_eq!(read(&large).len(), 3);
        assert_eq!(bounded_sources(large).len(), 3);
    }

    #[test]
    fn names_that_are_no_paths_of_a_player_are_left_out() {
        let deep = format!("1/{}x.py", "a/".repeat(100));
        let long = format!("1/{}.py", "a".repeat(300));
        let bad = [
            "1//etc/a.py",
            "1/../a.py",
            "1/x/../../a.py",
            "/1/a.py",
            "../1/a.py",
            "a.py",
            "x/a.py",
            "0/a.py",
            "300/a.py",
            "1/",
            "1/a\0.py",
            "1/./a.py/..",
            &deep,
            &long,
        ];
        for name in bad {
            assert_eq!(bounded_sources([(name.to_string(), String::new())]).len(), 0, "{name:?}");
        }
        let good = ["1/yourAI.py", "32/pack/deep/__init__.py", "1/größe ..py"];
        let sources = bounded_sources(good.map(|name| (name.to_string(), String::new())));
        assert_eq!(sources.len(), good.len());
        assert_eq!(of_seat(&sources, Seat(31)).into_keys().collect::<Vec<_>>(), ["pack/deep/__init__.py"]);
    }
}

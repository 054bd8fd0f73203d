//! Which classes a Python file seems to have: read off its lines, without running any of it.
//!
//! It is a help for choosing. What the file really has is found out by whoever runs it, in a process of its own.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// So much of a file is looked at, and so many classes are named.
const BYTES_MAX: u64 = 256 * 1024;
const CLASSES_MAX: usize = 50;
/// The longest name, in characters.
const NAME_MAX: usize = 80;

/// A class, by what its line says.
#[derive(Debug, PartialEq, Eq)]
pub struct Class {
    pub name: String,
    /// What the first of its bases is called, without the module; may be empty.
    pub base: String,
}

/// The classes that begin in the first column, but for hidden ones.
pub fn of_file(path: &Path) -> Vec<Class> {
    let Ok(about) = path.metadata() else { return Vec::new() };
    let mut bytes = Vec::new();
    // A pipe would let us wait.
    let is_read = about.is_file()
        && File::open(path).and_then(|file| file.take(BYTES_MAX).read_to_end(&mut bytes)).is_ok();
    if is_read { of_text(&String::from_utf8_lossy(&bytes)) } else { Vec::new() }
}

/// Whether a class, or whatever it is made of in this file, has a base with such a name.
pub fn has_base(classes: &[Class], name: &str, is_it: impl Fn(&str) -> bool) -> bool {
    let mut name = name;
    // A base comes before what is made of it; whoever says otherwise is not followed for ever.
    for _ in 0..classes.len() {
        let Some(class) = classes.iter().find(|class| class.name == name) else { return false };
        if is_it(&class.base) {
            return true;
        }
        name = &class.base;
    }
    false
}

fn of_text(text: &str) -> Vec<Class> {
    text.lines().filter_map(class).take(CLASSES_MAX).collect()
}

fn class(line: &str) -> Option<Class> {
    let (name, rest) = word(line.strip_prefix("class ")?.trim_start());
    let rest = rest.trim_start();
    let is_class = rest.starts_with([':', '(', '[']) && !name.is_empty() && !name.starts_with('_');
    let bases = rest.split_once('(').map_or("", |(_, bases)| bases);
    let (base, _) = bases.split_once([',', ')']).unwrap_or((bases, ""));
    let base = base.rsplit('.').next().unwrap_or_default().trim();
    is_class.then(|| Class { name: shortened(name), base: shortened(base) })
}

/// A name at the beginning, and the rest.
fn word(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
    text.split_at(end.unwrap_or(text.len()))
}

fn shortened(name: &str) -> String {
    name.chars().take(NAME_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_read_off_the_lines() {
        let text = "import x\nclass Race(Game):\n    class Inner:\n        pass\nclass  Zoë :\nclass _Hidden(Game):\n\
            class = 3\nclassic(Game)\n# class No:\nclass Box[T](Game):\n";
        let classes = of_text(text);
        let told: Vec<_> = classes.iter().map(|class| (class.name.as_str(), class.base.as_str())).collect();
        assert_eq!(told, [("Race", "Game"), ("Zoë", ""), ("Box", "Game")]);
    }

    #[test]
    fn bases_are_followed_within_the_file() {
        let classes =
            of_text("class A(games.Game):\nclass B(A, Extra):\nclass C(D):\nclass D(C):\nclass E:\n");
        let is_game = |name| has_base(&classes, name, |base| base == "Game");
        assert_eq!(["A", "B", "C", "D", "E", "F"].map(is_game), [true, true, false, false, false, false]);
    }

    #[test]
    fn what_is_no_file_has_none() {
        let folder = tempfile::tempdir().unwrap();
        assert!(of_file(folder.path()).is_empty());
        assert!(of_file(&folder.path().join("none.py")).is_empty());
        std::fs::write(folder.path().join("bytes.py"), b"\xff\nclass A:\n").unwrap();
        assert_eq!(of_file(&folder.path().join("bytes.py")).len(), 1);
    }
}

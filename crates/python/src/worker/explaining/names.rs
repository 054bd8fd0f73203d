//! Explanations of undefined names.

use super::{Explainer, Failure, Spot, is_of_python, quoted};
use pyo3::prelude::*;
use wag_core::problem::Explanation;
use wag_core::text::nearest;

impl Explainer {
    pub(super) fn name_error(&self, failure: &Failure<'_>) -> Option<Explanation> {
        let name = *quoted(&failure.message).first()?;
        if failure.kind == "UnboundLocalError" {
            return Some(Explanation::new("function_variable", &[("name", name)]));
        }
        let spot = failure.spot.as_ref()?;
        let py = failure.value.py();
        self.belongs_elsewhere(py, name, spot).or_else(|| self.without_value(name, spot)).or_else(|| {
            let (own, built_in) = (names_at(spot), built_in_names(py));
            let is_printed = is_printed_alone(&spot.text, name);
            let meant = nearest_name(name, &own);
            let meant = meant.or_else(|| nearest_name(name, &built_in).filter(|_| !is_printed));
            Some(match meant {
                Some(meant) => Explanation::new("name_misspelt", &[("name", name), ("meant", meant)]),
                None if is_printed => Explanation::new("print_text", &[("text", name)]),
                None if self.is_method_of_the_game(py, name) => {
                    Explanation::new("method_without_object", &[("name", name)])
                }
                None => Explanation::new("name_unknown", &[("name", name), ("file", &spot.file)]),
            })
        })
    }

    /// Explains a name of the game, of another file or of Python that the file at `spot` has not imported.
    fn belongs_elsewhere(&self, py: Python<'_>, name: &str, spot: &Spot<'_>) -> Option<Explanation> {
        let file = spot.file.as_str();
        let is_main = self.main.as_os_str() == spot.path.as_str();
        if !is_main && self.main_names.iter().any(|known| known == name) {
            let main = self.files.name(&self.main.to_string_lossy());
            let values = [("name", name), ("main", main.as_str()), ("file", file)];
            return Some(Explanation::new("main_file_name", &values));
        }
        if let Some(own) = self.shadowed_by_the_game(name) {
            return Some(own);
        }
        if self.items.bind(py).contains(name).unwrap_or(false) {
            let values = [("name", name), ("module", self.module), ("file", file)];
            return Some(Explanation::new("game_import_missing", &values));
        }
        if let Some((module, path)) = self.files.defining(name, &spot.path, self.module) {
            let other = self.files.name(&path.to_string_lossy());
            let values =
                [("name", name), ("other", other.as_str()), ("module", module.as_str()), ("file", file)];
            return Some(Explanation::new("own_import_missing", &values));
        }
        is_of_python(py, name)
            .then(|| Explanation::new("import_forgotten", &[("name", name), ("file", file)]))
    }

    /// Explains a name that is defined in one of the AI's files, if that file is never loaded because it has the name
    /// of the game's module.
    pub(super) fn shadowed_by_the_game(&self, name: &str) -> Option<Explanation> {
        let path = self.files.path_of(&format!("{}.py", self.module));
        let text = std::fs::read_to_string(&path).ok()?;
        defines(&text, name).then(|| {
            let file = self.files.name(&path.to_string_lossy());
            Explanation::new("game_module_shadowed", &[("module", self.module), ("file", &file)])
        })
    }

    /// Explains a name that the file itself defines, but that has no value at the line of `spot`.
    fn without_value(&self, name: &str, spot: &Spot<'_>) -> Option<Explanation> {
        let text = std::fs::read(&spot.path).ok()?;
        let is_set = defines(&String::from_utf8_lossy(&text), name);
        let code = if self.has_forgotten { "lost_between_rounds" } else { "not_set_yet" };
        is_set.then(|| Explanation::new(code, &[("name", name)]))
    }
}

/// Returns all names that are defined at the line of `spot`. A misspelled name may stand for one of them.
fn names_at(spot: &Spot<'_>) -> Vec<String> {
    let of_frame = |what: &str| -> Vec<String> {
        let names = spot.frame.getattr(what).and_then(|names| names.call_method0("keys"));
        let names = names.and_then(|names| names.try_iter()).into_iter().flatten();
        names.filter_map(|name| name.ok()?.extract().ok()).collect()
    };
    let all = of_frame("f_locals").into_iter().chain(of_frame("f_globals"));
    all.filter(|name| !name.starts_with("__")).collect()
}

fn built_in_names(py: Python<'_>) -> Vec<String> {
    py.import("builtins").map(|module| super::names_of(module.as_any())).unwrap_or_default()
}

/// Returns the most similar name. Of names that differ from `name` in upper and lower case only, it is the one with the
/// same first letter, so the object and not its class.
fn nearest_name<'n>(name: &str, known: &'n [String]) -> Option<&'n str> {
    let is_same = |other: &&String| other.to_lowercase() == name.to_lowercase();
    let begins_alike = |other: &&String| other.chars().next() == name.chars().next();
    let same = known.iter().filter(is_same).find(begins_alike);
    same.map(String::as_str).or_else(|| nearest(name, known.iter().map(String::as_str)))
}

/// Returns true if a line prints this name and nothing else.
fn is_printed_alone(line: &str, name: &str) -> bool {
    let inside = line.split_once("print(").and_then(|(_, rest)| rest.split_once(')'));
    inside.is_some_and(|(inside, _)| inside.trim() == name)
}

/// Returns true if a line of a text assigns to this name, or defines a function or class of this name.
pub(super) fn defines(text: &str, name: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start();
        let head = ["def ", "class ", "for ", "global "].iter().find_map(|word| line.strip_prefix(word));
        let line = head.unwrap_or(line);
        let Some(rest) = line.strip_prefix(name) else { return false };
        let rest = rest.trim_start();
        let is_value = rest.starts_with('=') && !rest.starts_with("==");
        let is_changed = ["+=", "-=", "*=", "/="].iter().any(|sign| rest.starts_with(sign));
        let is_head = head.is_some() && rest.starts_with(['(', ':', ' ', 'i']);
        is_value || is_changed || is_head
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defining_lines_are_recognized() {
        for line in
            ["visited = []", "  visited += 1", "def visited(a):", "class visited:", "for visited in x:"]
        {
            assert!(defines(line, "visited"), "{line}");
        }
        for line in ["visited == 3", "visitedBefore = 1", "visited.append(1)", "print(visited)"] {
            assert!(!defines(line, "visited"), "{line}");
        }
    }
}

//! Finds the classes and functions in a Python file. Scans the lines of the file without running any code.
//!
//! The result only helps users to choose. The real classes are known once a separate process has run the file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The maximum number of bytes to read from a file.
const BYTES_MAX: u64 = 256 * 1024;
/// The maximum number of classes to find in a file.
const CLASSES_MAX: usize = 50;
/// The maximum number of functions to find in a file.
const FUNCTIONS_MAX: usize = 1000;
/// The name and the parameters of the function of a policy.
const POLICY: (&str, [&str; 2]) = ("act", ["observation", "mask"]);
/// The maximum length of a name, in characters.
const NAME_MAX: usize = 80;
/// The maximum number of bases, and the maximum number of methods, to record for a class.
const NOTED_MAX: usize = 100;
/// The maximum number of lines that a list of bases or parameters may span.
const PARENTHESES_LINES_MAX: usize = 20;

/// A class, with the parts that the lines of its source file show.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Class {
    pub name: String,
    /// The names of its bases, without the names of their modules.
    pub bases: Vec<String>,
    pub methods: Vec<String>,
}

/// A function, with the parts that the lines of its source file show.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    /// The names of its parameters, without types and default values.
    pub parameters: Vec<String>,
}

/// The content of a source file, with the parts that its lines show.
#[derive(Debug, Default)]
pub struct Source {
    /// The classes that are defined without indentation and whose names do not start with an underscore.
    pub classes: Vec<Class>,
    /// The functions that are defined without indentation.
    pub functions: Vec<Function>,
    /// Whether the file imports `wag.game`, with which games are written.
    pub imports_games: bool,
}

impl Source {
    pub fn of_file(path: &Path) -> Source {
        let Ok(about) = path.metadata() else { return Source::default() };
        let mut bytes = Vec::new();
        // Opening a pipe would block.
        let is_read = about.is_file()
            && File::open(path).and_then(|file| file.take(BYTES_MAX).read_to_end(&mut bytes)).is_ok();
        if is_read { Source::of_text(&String::from_utf8_lossy(&bytes)) } else { Source::default() }
    }

    pub fn of_text(text: &str) -> Source {
        let lines: Vec<&str> = text.lines().collect();
        let (mut source, mut in_class, mut indent, mut quote) = (Source::default(), false, None, None);
        for (at, line) in lines.iter().enumerate() {
            let was_quoted = quote.is_some();
            quote = quote_after(quote, line);
            let trimmed = line.trim_start();
            if was_quoted || trimmed.is_empty() || trimmed.starts_with('#') {
                continue;
            }
            let depth = line.len() - trimmed.len();
            if depth == 0 {
                source.imports_games |=
                    ["from wag.game import", "import wag.game"].iter().any(|word| line.starts_with(word));
                if source.functions.len() < FUNCTIONS_MAX {
                    source.functions.extend(function(&lines[at..]));
                }
                let found = class(&lines[at..]);
                in_class = found.is_some() && source.classes.len() < CLASSES_MAX;
                source.classes.extend(found.filter(|_| in_class));
                indent = None;
            } else if in_class && *indent.get_or_insert(depth) == depth {
                let class = source.classes.last_mut().expect("one has begun");
                class.note_method(trimmed);
            }
        }
        source.classes.retain(|class| !class.name.starts_with('_'));
        source
    }

    /// Returns whether the file is a policy: it defines `act(observation, mask)`, and nothing that the game calls in
    /// other files, which are these functions, classes and methods.
    pub fn is_policy(&self, entries: &[&str]) -> bool {
        let (name, parameters) = POLICY;
        let is_entry = |name: &String| entries.contains(&name.as_str());
        let has_entry = self.functions.iter().any(|function| is_entry(&function.name))
            || self.classes.iter().any(|class| is_entry(&class.name) || class.methods.iter().any(is_entry));
        let is_act = |function: &Function| function.name == name && function.parameters == parameters;
        !has_entry && self.functions.iter().any(is_act)
    }
}

impl Class {
    fn note_method(&mut self, line: &str) {
        let Some(rest) = line.strip_prefix("async ").unwrap_or(line).strip_prefix("def ") else { return };
        if self.methods.len() < NOTED_MAX {
            self.methods.push(shortened(word(rest.trim_start()).0));
        }
    }
}

/// Returns the quotation marks of a triple-quoted string that is still open at the end of a line, or `None`. `quote` is
/// the string's quotation marks if one is already open at the start of the line.
fn quote_after(quote: Option<&'static str>, line: &str) -> Option<&'static str> {
    let (mut quote, mut rest) = (quote, line);
    loop {
        let marks = match quote {
            Some(marks) => marks,
            None => {
                match [r#"""""#, "'''"].into_iter().filter_map(|marks| Some((rest.find(marks)?, marks))).min()
                {
                    Some((_, marks)) => marks,
                    None => return None,
                }
            }
        };
        let Some((_, after)) = rest.split_once(marks) else { return quote };
        quote = if quote.is_some() { None } else { Some(marks) };
        rest = after;
    }
}

/// Parses the class whose definition begins with these lines.
fn class(lines: &[&str]) -> Option<Class> {
    let (name, rest) = word(lines.first()?.strip_prefix("class ")?.trim_start());
    let rest = rest.trim_start();
    let is_class = rest.starts_with([':', '(', '[']) && !name.is_empty();
    let has_bases = !rest.starts_with(':') && rest.contains('(');
    let inside = if has_bases { in_parentheses(lines) } else { String::new() };
    let last = |base: &str| Some(shortened(word(base.split('[').next()?.trim().rsplit('.').next()?).0));
    // Other arguments of a class, such as `metaclass=M`, are no bases.
    let bases = split(&inside).into_iter().filter(|part| !part.trim().is_empty() && !part.contains('='));
    let bases = bases.filter_map(last).take(NOTED_MAX).collect();
    is_class.then(|| Class { name: shortened(name), bases, methods: Vec::new() })
}

/// Parses the function whose definition begins with these lines.
fn function(lines: &[&str]) -> Option<Function> {
    let (name, rest) = word(lines.first()?.strip_prefix("def ")?.trim_start());
    if name.is_empty() || !rest.trim_start().starts_with('(') {
        return None;
    }
    let inside = in_parentheses(lines);
    let parameter = |part: &str| shortened(word(part.trim()).0);
    let parameters = split(&inside).into_iter().map(parameter).filter(|name| !name.is_empty());
    Some(Function { name: shortened(name), parameters: parameters.take(NOTED_MAX).collect() })
}

/// Returns the text in the first pair of parentheses, which may span several lines.
fn in_parentheses(lines: &[&str]) -> String {
    let (mut depth, mut inside) = (0_usize, String::new());
    for line in lines.iter().take(PARENTHESES_LINES_MAX) {
        for letter in line.chars() {
            match letter {
                '#' => break,
                ')' | ']' | '}' if depth == 1 && letter == ')' => return inside,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > 0 {
                inside.push(letter);
            }
            let opens = letter == '(' || depth > 0 && "[{".contains(letter);
            depth += usize::from(opens);
        }
        inside.push(' ');
    }
    inside
}

/// Splits a text at the commas that are not within brackets.
fn split(text: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let at_comma = |letter: char| {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    };
    text.split(at_comma).collect()
}

/// Splits a text into the name at its start and the rest.
fn word(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
    text.split_at(end.unwrap_or(text.len()))
}

fn shortened(name: &str) -> String {
    name.chars().take(NAME_MAX).collect()
}

#[cfg(test)]
mod tests {
    use crate::python_source::*;

    #[test]
    fn classes_are_read_off_the_lines() {
        let text = "import x, y as z\nclass Race(games.Game, Extra[int, str], metaclass=M):\n    class Inner:\n        pass\n\
            class  Zoë :\nclass _Hidden(Game):\nclass = 3\nclassic(Game)\n# class No:\nclass Box[T](\n    Game,\n):\n";
        let classes = Source::of_text(text).classes;
        let unclosed = Source::of_text("class Broken(Game:\n    pass\n").classes;
        assert_eq!(unclosed[0].bases, ["Game"]);
        let actual: Vec<_> =
            classes.iter().map(|class| (class.name.as_str(), class.bases.join("+"))).collect();
        let bases = ["Game+Extra", "", "Game"].map(str::to_string);
        assert_eq!(actual, ["Race", "Zoë", "Box"].into_iter().zip(bases).collect::<Vec<_>>());
    }

    #[test]
    fn policies_are_recognized_by_their_function() {
        let policy = |text: &str| Source::of_text(text).is_policy(&["choose_move", "do_turn"]);
        assert!(policy("import numpy\n\ndef act(observation, mask):\n    return 1\n"));
        assert!(policy(
            "def act(\n    observation: np.ndarray,  # planes, rows\n    mask: dict[str, int] = {},\n) -> int:\n    return 1\n"
        ));
        assert!(!policy("def act(unit, enemy):\n    pass\n"));
        assert!(!policy("def act(observation, mask, more):\n    pass\n"));
        assert!(!policy("def act(observation):\n    pass\n"));
        assert!(!policy("class A:\n    def act(observation, mask):\n        pass\n"));
        assert!(!policy("'''\ndef act(observation, mask):\n'''\n"));
        assert!(!policy("# def act(observation, mask):\n"));
        assert!(!policy("def act(observation, mask):\n    pass\n\ndef choose_move(a, b, c):\n    pass\n"));
        assert!(!policy(
            "def act(observation, mask):\n    pass\nclass A:\n    def do_turn(self, ants):\n        pass\n"
        ));
    }

    #[test]
    fn methods_are_those_of_the_class_itself() {
        let text = "class A:\n    \"\"\"One\nclass Not(A):\n    def nor_this(self): ...\n\"\"\"\n    def one(self):\n\
            \x20       def inner(): ...\n    '''x''' ; y = 1\n    async def two(self): ...\n\ndef outside(): ...\n    def nor(self): ...\n";
        let classes = Source::of_text(text).classes;
        assert_eq!(classes.len(), 1);
        assert_eq!(classes[0].methods, ["one", "two"]);
    }

    #[test]
    fn missing_file_has_no_classes() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Source::of_file(folder.path()).classes.is_empty());
        assert!(Source::of_file(&folder.path().join("none.py")).classes.is_empty());
        std::fs::write(folder.path().join("bytes.py"), b"\xff\nclass A:\n").unwrap();
        assert_eq!(Source::of_file(&folder.path().join("bytes.py")).classes.len(), 1);
    }
}

//! Explanations of errors in a player's code and of how to fix them. An explanation is a code word with values, created
//! where the error happens; the display turns it into a sentence.

use crate::bounded::at_most;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wag_i18n::{LANGUAGES, Language, Message, later, message, say_in};

/// The explanation of one error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// The code word of one of the [`CASES`].
    pub code: String,
    /// The values of the sentence, by name.
    #[serde(deserialize_with = "at_most::<_, _, { Explanation::VALUES_MAX }>")]
    pub values: Vec<(String, String)>,
}

/// The explanation of one error, as replays contain it in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS), ts(rename = "Explanation"))]
pub struct JsonExplanation {
    pub code: String,
    pub values: Vec<(String, String)>,
    /// The sentence in each language.
    pub text: BTreeMap<&'static str, String>,
    /// The section of the book in each language: the topic and the anchor, such as `python-basics#lists`.
    pub page: BTreeMap<&'static str, String>,
}

/// The explanation of one error in the JSON of results, in English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EnglishExplanation {
    pub code: String,
    /// The sentence without a full stop; `None` for an unknown code.
    pub text: Option<String>,
}

/// A kind of error: the sentence that explains it (without a full stop), and the section of the book about it.
pub struct Case {
    pub code: &'static str,
    pub sentence: &'static str,
    pub section: Section,
}

/// A section of the book: its page, and its anchor in each language. Without an anchor, it is the whole page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    pub topic: &'static str,
    pub en: &'static str,
    pub de: &'static str,
}

/// Creates a section.
const fn section(topic: &'static str, en: &'static str, de: &'static str) -> Section {
    Section { topic, en, de }
}

const RUN: Section = section("warriors", "how-it-is-run", "wie-sie-ausgeführt-wird");
const FILES: Section =
    section("warriors", "yourfunctionspy-and-other-files", "yourfunctionspy-und-andere-dateien");
const MEMORY: Section = section("warriors", "nothing-is-remembered", "nichts-bleibt-im-gedächtnis");
const REFUSED: Section = section("warriors", "what-these-objects-refuse", "was-diese-objekte-ablehnen");
const CLASSES: Section = section("warriors", "the-classes", "die-klassen");
const LIMITS: Section = section("warriors", "limits", "grenzen");
const PACKAGES: Section = section("warriors", "packages-such-as-numpy", "pakete-wie-numpy");
const ERRORS: Section = section("errors", "", "");
const SAVING: Section = section("errors", "saving-as-utf-8", "als-utf-8-speichern");
const VARIABLES: Section =
    section("python-basics", "numbers-strings-and-variables", "zahlen-strings-und-variablen");
const LISTS: Section = section("python-basics", "lists", "listen");
const FUNCTIONS: Section = section("python-basics", "functions", "funktionen");
const DICTIONARIES: Section = section("python-basics", "dictionaries", "dictionarys");
const METHODS: Section = section("python-basics", "objects-and-methods", "objekte-und-methoden");
const INDENTATION: Section = section("python-basics", "indentation", "einrückung");

/// Creates an entry of the table.
const fn case(code: &'static str, section: Section, sentence: &'static str) -> Case {
    Case { code, sentence, section }
}

/// All kinds of errors that have an explanation.
pub const CASES: &[Case] = &[
    // Names
    case(
        "main_file_name",
        RUN,
        later!("%{name} exists in %{main} only: pass it to the function in %{file} as an argument"),
    ),
    case(
        "game_import_missing",
        RUN,
        later!(
            "%{name} belongs to the module %{module}: write `from %{module} import *` at the top of %{file}"
        ),
    ),
    case(
        "own_import_missing",
        FILES,
        later!(
            "%{name} is in your file %{other}: write `from %{module} import %{name}` at the top of %{file}"
        ),
    ),
    case(
        "import_forgotten",
        FILES,
        later!("%{name} is a module of Python: write `import %{name}` at the top of %{file}"),
    ),
    case(
        "lost_between_rounds",
        MEMORY,
        later!(
            "%{name} was set in an earlier round, but variables are not kept: the file starts from scratch in each round, so set %{name} in every round"
        ),
    ),
    case(
        "not_set_yet",
        VARIABLES,
        later!(
            "%{name} has no value yet when this line is reached: set it further up, and not only inside an `if`"
        ),
    ),
    case(
        "function_variable",
        FUNCTIONS,
        later!(
            "the function sets %{name} itself, so %{name} is a local variable, which has no value yet at this line: pass it as an argument and return the new value"
        ),
    ),
    case("name_misspelt", ERRORS, later!("there is no %{name}; did you mean %{meant}?")),
    case(
        "name_unknown",
        ERRORS,
        later!(
            "%{name} is not known in %{file}: check the spelling, and whether it is set or imported further up"
        ),
    ),
    case(
        "print_text",
        VARIABLES,
        later!(
            "without quotes, Python takes words for the names of variables: write a text in quotes, as in print(\"%{text}\")"
        ),
    ),
    case(
        "method_without_object",
        METHODS,
        later!("%{name} is a method: write the object and a dot in front of it, as in object.%{name}()"),
    ),
    // Objects
    case(
        "method_not_called",
        METHODS,
        later!("%{name} is a method: write %{name}(), with brackets, to call it"),
    ),
    case(
        "brackets_missing",
        METHODS,
        later!("a method or function is used here without brackets: write () after its name to call it"),
    ),
    case(
        "none_value",
        REFUSED,
        later!(
            "a value in this line is None: a call that finds nothing returns None, and so does a function without `return`; check `is not None` first"
        ),
    ),
    case(
        "list_of_objects",
        LISTS,
        later!(
            "this is a list, and %{name} belongs to the items in it: take one item with [0], or go through all of them with `for`"
        ),
    ),
    case("attribute_misspelt", METHODS, later!("%{kind} has no %{name}; did you mean %{meant}?")),
    case(
        "attribute_unknown",
        CLASSES,
        later!("%{kind} has no %{name}: see the chapter about the classes for what it has"),
    ),
    case(
        "wrong_kind",
        METHODS,
        later!("the value is of type %{kind}, which has no %{name}: print the value to see what it is"),
    ),
    case(
        "class_not_object",
        METHODS,
        later!(
            "%{kind} is the name of a class: write the variable that holds the object in front of .%{name}; upper and lower case count"
        ),
    ),
    case(
        "wrong_argument",
        REFUSED,
        later!("the argument must be an object of the class %{wanted}, but it is of type %{given}"),
    ),
    case(
        "own_module_shadows",
        FILES,
        later!(
            "`import %{module}` finds your own %{file} instead of Python's module %{module}: give your file another name"
        ),
    ),
    case(
        "game_module_shadowed",
        FILES,
        later!(
            "%{module} is always the module of the game, so your own %{file} is never loaded: give it another name"
        ),
    ),
    case(
        "circular_import",
        FILES,
        later!(
            "two of your files import each other, so %{module} is not ready yet: move what both need into a third file"
        ),
    ),
    case("import_misspelt", FILES, later!("%{module} has no %{name}; did you mean %{meant}?")),
    case(
        "import_unknown",
        FILES,
        later!("%{module} has no %{name}: check the spelling, and whether the file is saved"),
    ),
    case("module_misspelt", FILES, later!("there is no module %{name}; did you mean %{meant}?")),
    case(
        "package_missing",
        PACKAGES,
        later!(
            "%{name} does not come with Python: install it into a virtual environment, activate that, and start wag again: python3 -m venv .venv && . .venv/bin/activate && pip install %{name}"
        ),
    ),
    case(
        "module_missing",
        FILES,
        later!(
            "there is no file %{name}.py next to your AI, and no installed package %{name}: check the name; packages come from the virtual environment that is active when wag starts"
        ),
    ),
    case(
        "reserved_name",
        FILES,
        later!("%{module} is the name of another module: rename the file, for example to yourAI.py"),
    ),
    // Values
    case(
        "index_beyond",
        LISTS,
        later!(
            "the list ends before this index: the first item is [0], the last one [len(list) - 1]; check the index first"
        ),
    ),
    case(
        "index_kind",
        LISTS,
        later!(
            "an index is one whole number: divide with // instead of /, and take the parts of a position one by one, as in board[x][y]"
        ),
    ),
    case(
        "empty_choice",
        LISTS,
        later!(
            "the list is empty, so nothing can be taken from it: check `if list:` first, or give min() and max() a default="
        ),
    ),
    case(
        "key_missing",
        DICTIONARIES,
        later!(
            "the dictionary has no entry %{name}: check `if key in dictionary` first, or use dictionary.get(key)"
        ),
    ),
    case(
        "list_as_key",
        DICTIONARIES,
        later!(
            "a list, such as a position [x, y], cannot be a key of a dictionary or an element of a set: use tuple(position)"
        ),
    ),
    case(
        "argument_missing",
        FUNCTIONS,
        later!("%{name} needs more arguments between its brackets: %{missing}"),
    ),
    case(
        "argument_extra",
        FUNCTIONS,
        later!(
            "%{name} takes fewer arguments than this call gives it; a method of your own class needs `self` as its first parameter"
        ),
    ),
    case(
        "not_callable",
        FUNCTIONS,
        later!(
            "round brackets call a function, and this is a value of type %{kind}: use [ ] for an item, or rename the variable if it has the name of a function"
        ),
    ),
    case(
        "text_and_number",
        VARIABLES,
        later!(
            "text and a number cannot be joined with +: write str(number), or separate them with commas in print()"
        ),
    ),
    case(
        "text_as_number",
        VARIABLES,
        later!(
            "a text cannot be compared with a number, or used in a calculation: write int(text), or leave out the quotes around the number"
        ),
    ),
    case(
        "digits_only",
        VARIABLES,
        later!(
            "only a text that consists of digits can become a number: print the text to see what it contains"
        ),
    ),
    case(
        "whole_number",
        VARIABLES,
        later!("a whole number is needed here: divide with // instead of /, or write int(number)"),
    ),
    case(
        "not_iterable",
        LISTS,
        later!(
            "a value of type %{kind} has no items to go through one by one: take a list, or count with range(number)"
        ),
    ),
    case(
        "not_subscriptable",
        LISTS,
        later!(
            "[ ] takes an item from a list, a text or a dictionary, but this value is of type %{kind}: print the value to see what it is"
        ),
    ),
    case(
        "not_in_list",
        LISTS,
        later!("the list does not contain this value: check `if value in list:` first"),
    ),
    case(
        "changed_while_iterating",
        DICTIONARIES,
        later!(
            "the loop changes the dictionary or set that it goes through: go through a copy, as in `for key in list(dictionary):`"
        ),
    ),
    case(
        "unpack",
        LISTS,
        later!("there must be as many names to the left of = (or after `for`) as there are values"),
    ),
    case("division_by_zero", VARIABLES, later!("a number is divided by 0: check the divisor first")),
    case(
        "recursion",
        FUNCTIONS,
        later!(
            "%{name} calls itself without end: give it a case in which it returns without calling itself, or write a loop"
        ),
    ),
    case(
        "memory",
        LIMITS,
        later!("the AI needs more memory than is allowed: look for a list or a loop that grows without end"),
    ),
    case(
        "endless",
        LIMITS,
        later!(
            "the time was up at this line: look for a loop that never ends, such as a `while` whose condition stays true, or do less in one turn"
        ),
    ),
    // Forbidden operations
    case(
        "input",
        ERRORS,
        later!("nobody can type during a match, so input() does not work: write the value into the file"),
    ),
    case(
        "read_refused",
        LIMITS,
        later!(
            "an AI may read the files in its own folder and Python's library, but no logs or replays of the match: copy %{name} into the folder of your AI"
        ),
    ),
    case(
        "write_refused",
        LIMITS,
        later!(
            "an AI may write only in the folder tempfile.gettempdir(), which is emptied after each turn: use print(); its output is kept in the log"
        ),
    ),
    case("program_refused", LIMITS, later!("an AI may not start programs or threads, or use the network")),
    case(
        "file_missing",
        FILES,
        later!(
            "there is no %{name}: files are looked up in the folder of your AI; check the spelling, including upper and lower case"
        ),
    ),
    case(
        "early_exit",
        RUN,
        later!(
            "line %{line} of %{file} ended the run before any order was given, so no line below it ran: remove the exit, or put the rest under an `if`"
        ),
    ),
    // Syntax errors
    case(
        "indent_missing",
        INDENTATION,
        later!(
            "the lines that belong to the line with `:` above must be indented further, usually by four spaces"
        ),
    ),
    case(
        "indent_extra",
        INDENTATION,
        later!(
            "this line is indented further than the line above, but no block begins there: move it to the left"
        ),
    ),
    case(
        "indent_between",
        INDENTATION,
        later!(
            "the indentation of this line lies between two levels: align it exactly with the line that it follows"
        ),
    ),
    case(
        "tabs",
        INDENTATION,
        later!("tabs and spaces are mixed: let your editor replace every tab in the file with four spaces"),
    ),
    case(
        "colon_missing",
        ERRORS,
        later!("a line that begins with if, else, for, while or def ends with a colon `:`"),
    ),
    case("else_if", ERRORS, later!("`else if` is one word in Python: write `elif`")),
    case(
        "else_alone",
        INDENTATION,
        later!(
            "`%{name}` has no `if` above it: it follows directly after the indented lines of its `if`, and is indented as far as the `if`"
        ),
    ),
    case(
        "for_loop",
        ERRORS,
        later!("a loop is written `for item in list:`, or `for number in range(10):` to count"),
    ),
    case("keyword_misspelt", ERRORS, later!("Python does not know `%{name}`; did you mean `%{meant}`?")),
    case(
        "keyword_as_name",
        VARIABLES,
        later!("`%{name}` is a word of Python itself: choose another name for the variable or function"),
    ),
    case("name_with_blank", VARIABLES, later!("a name has no blank in it: write %{meant}")),
    case(
        "name_digit",
        VARIABLES,
        later!(
            "a name does not begin with a digit: put a letter first; after a number there is a blank or an operator"
        ),
    ),
    case("other_sign", ERRORS, later!("in Python, write `%{meant}` instead of `%{name}`")),
    case(
        "def_brackets",
        FUNCTIONS,
        later!("after the name of a function there are brackets, also if they are empty: def name():"),
    ),
    case(
        "comma_missing",
        ERRORS,
        later!(
            "two values stand next to each other: put a comma between them, or an operator such as + to calculate"
        ),
    ),
    case(
        "bracket_open",
        ERRORS,
        later!(
            "a bracket is missing, or there is one too many: count the brackets in this line and in the lines above"
        ),
    ),
    case(
        "quote_open",
        ERRORS,
        later!("a text must end in the line in which it begins, with the same quote: \" or '"),
    ),
    case(
        "long_text_open",
        ERRORS,
        later!("the text that begins with three quotes has no end: close it with three quotes"),
    ),
    case(
        "f_string",
        ERRORS,
        later!("in a text with f in front of it, every { needs a }, and between them there is a value"),
    ),
    case("one_equals_sign", ERRORS, later!("= gives a variable a value; to compare, write ==")),
    case(
        "assign_target",
        VARIABLES,
        later!(
            "to the left of = there is the name of a variable, not a call, a number or a calculation; to compare, write =="
        ),
    ),
    case("print_brackets", ERRORS, later!("print needs brackets: print(...)")),
    case(
        "return_outside",
        RUN,
        later!("`return` works inside a function only: to skip the rest of the file, put it under an `if`"),
    ),
    case(
        "loop_outside",
        ERRORS,
        later!("`%{name}` works inside `for` or `while` only: indent it into the loop, or leave it out"),
    ),
    case(
        "wrong_sign",
        ERRORS,
        later!(
            "Python does not know the character %{sign}, which often comes with copied text: type it again, with plain quotes and a plain minus"
        ),
    ),
    case(
        "syntax",
        ERRORS,
        later!(
            "Python cannot read this line: look for a missing bracket, quote, comma or colon, here and in the line above"
        ),
    ),
    case("utf16", SAVING, later!("%{file} is saved as UTF-16: choose the encoding UTF-8 when you save it")),
    case(
        "latin1",
        SAVING,
        later!(
            "%{file} is not saved as UTF-8 but probably as Latin-1 (Windows-1252), see %{sign} in line %{line}: choose the encoding UTF-8 when you save it"
        ),
    ),
    case(
        "nul_bytes",
        SAVING,
        later!(
            "%{file} contains NUL bytes, so it is not plain text: save it again as text, with the encoding UTF-8"
        ),
    ),
];

/// The maximum length of a code word or of a value's name, in characters.
const NAME_MAX: usize = 40;
/// The maximum length of a value's text, in characters.
const VALUE_MAX: usize = 200;

impl Explanation {
    const VALUES_MAX: usize = 8;

    pub fn new(code: &str, values: &[(&str, &str)]) -> Explanation {
        let values = values.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        Explanation { code: code.to_string(), values }.bounded()
    }

    /// Truncates an explanation from an untrusted worker to the maximum sizes.
    #[must_use]
    pub fn bounded(mut self) -> Explanation {
        let shorten = |text: &mut String, max: usize| {
            if let Some((end, _)) = text.char_indices().nth(max) {
                text.truncate(end);
            }
        };
        shorten(&mut self.code, NAME_MAX);
        self.values.truncate(Explanation::VALUES_MAX);
        for (name, value) in &mut self.values {
            shorten(name, NAME_MAX);
            shorten(value, VALUE_MAX);
        }
        self
    }

    fn case(&self) -> Option<&'static Case> {
        CASES.iter().find(|case| case.code == self.code)
    }

    /// Returns the sentence in a language, without a full stop; `None` for an unknown code.
    pub fn sentence_in(&self, language: Language) -> Option<String> {
        let values: Vec<(&str, &dyn std::fmt::Display)> = self
            .values
            .iter()
            .map(|(name, value)| (name.as_str(), value as &dyn std::fmt::Display))
            .collect();
        Some(say_in(language, self.case()?.sentence, &values))
    }

    /// Returns the sentence as a message, without a full stop; `None` for an unknown code.
    pub fn message(&self) -> Option<Message> {
        let values = self.values.iter().map(|(name, value)| (name.clone(), Message::from(value)));
        Some(Message::with_values(self.case()?.sentence, values))
    }

    /// Returns the hint that is shown below an error: the sentence, and the command that prints the section about it.
    pub fn hint(&self, language: Language) -> Option<String> {
        let sentence = Message::from(self.sentence_in(language)?);
        let command = format!("wag help {}", self.case()?.section.page(language).replace('#', " "));
        Some(message!("Hint: %{sentence} (%{command})", sentence, command).in_language(language))
    }

    pub fn english(&self) -> EnglishExplanation {
        EnglishExplanation { code: self.code.clone(), text: self.sentence_in(Language::ENGLISH) }
    }

    /// Returns the explanation for replays; `None` for an unknown code.
    pub fn for_json(&self) -> Option<JsonExplanation> {
        let section = self.case()?.section;
        let text = |language: Language| Some((language.code, self.sentence_in(language)?));
        Some(JsonExplanation {
            code: self.code.clone(),
            values: self.values.clone(),
            text: LANGUAGES.into_iter().filter_map(text).collect(),
            page: LANGUAGES.map(|language| (language.code, section.page(language))).into(),
        })
    }
}

impl Section {
    /// Returns the topic with the anchor of the section, such as `python-basics#lists`.
    pub fn page(self, language: Language) -> String {
        let anchor = if language.code == "de" { self.de } else { self.en };
        if anchor.is_empty() { self.topic.to_string() } else { format!("{}#{anchor}", self.topic) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_code_is_unique() {
        let codes: BTreeSet<&str> = CASES.iter().map(|case| case.code).collect();
        assert_eq!(codes.len(), CASES.len());
    }

    #[test]
    fn untrusted_explanations_are_bounded_and_unknown_codes_have_no_sentence() {
        let long = || "ä".repeat(5000);
        let strange = Explanation { code: long(), values: vec![(long(), long()); 50] }.bounded();
        assert_eq!((strange.code.chars().count(), strange.values.len()), (40, 8));
        assert_eq!(strange.values[0].1.chars().count(), 200);
        assert_eq!((strange.hint(Language::ENGLISH), strange.for_json()), (None, None));
    }

    #[test]
    fn a_hint_names_the_section() {
        let hint = Explanation::new("print_brackets", &[]).hint(Language::ENGLISH);
        assert_eq!(hint.as_deref(), Some("Hint: print needs brackets: print(...) (wag help errors)"));
        let hint = Explanation::new("index_beyond", &[]).hint(wag_i18n::LANGUAGES[1]).unwrap_or_default();
        assert!(hint.ends_with("(wag help python-basics listen)"), "{hint}");
    }
}

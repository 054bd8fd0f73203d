//! Hand-ins with the same program: found although comments, blanks, docstrings and own names differ.

use crate::python_tokens::{Token, tokens};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The minimum number of tokens of a file that is compared. Shorter programs are equal by accident.
const TOKENS_MIN: usize = 60;
/// The number of tokens that are compared.
const TOKENS_MAX: usize = 100_000;
/// The maximum number of fingerprints of a hand-in, and the maximum length of a file's name, in bytes.
const PRINTS_MAX: usize = 100;
const NAME_MAX: usize = 200;
/// The number of bytes of a fingerprint.
const PRINT_BYTES: usize = 16;
/// From this number of hand-ins on, a file that more than half of them have was given out by the teacher.
const GIVEN_OUT_MIN: usize = 6;

const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// The fingerprints of a hand-in's Python files by their names; short files have none.
pub type Prints = BTreeMap<String, String>;

/// Hand-ins that share at least one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyGroup {
    /// The owners of the hand-ins, in order.
    pub members: Vec<String>,
}

/// Returns the fingerprints of Python files, given their names and texts. Equal programs have equal fingerprints. Of many
/// files, only the first ones have fingerprints.
pub fn fingerprints<'f>(files: impl IntoIterator<Item = (&'f str, &'f str)>) -> Prints {
    let files = files.into_iter().filter(|(name, _)| name.len() <= NAME_MAX);
    files.filter_map(|(name, text)| Some((name.to_string(), fingerprint(text)?))).take(PRINTS_MAX).collect()
}

/// Returns fingerprints that a stranger has sent; `None` if they cannot come from [`fingerprints`].
pub fn checked_prints(prints: Prints) -> Option<Prints> {
    let is_print =
        |text: &str| text.len() == 2 * PRINT_BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_valid = |(name, print): (&String, &String)| name.len() <= NAME_MAX && is_print(print);
    (prints.len() <= PRINTS_MAX && prints.iter().all(is_valid)).then_some(prints)
}

/// Returns the groups of hand-ins that share a program. `given_out` are fingerprints of files that everybody got, such as
/// templates; they do not count, and neither does a file that more than half of many hand-ins have.
pub fn copies(hand_ins: &BTreeMap<String, Prints>, given_out: &BTreeSet<String>) -> Vec<CopyGroup> {
    let mut owners: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (owner, prints) in hand_ins {
        for print in prints.values().filter(|print| !given_out.contains(*print)) {
            owners.entry(print).or_default().insert(owner);
        }
    }
    let is_given_out =
        |owners: &BTreeSet<&str>| hand_ins.len() >= GIVEN_OUT_MIN && owners.len() * 2 > hand_ins.len();
    let shared = owners.into_values().filter(|owners| owners.len() > 1 && !is_given_out(owners));
    let mut groups: Vec<BTreeSet<&str>> = Vec::new();
    for mut group in shared {
        // Groups with a common member become one.
        groups.retain(|other| {
            let is_apart = other.is_disjoint(&group);
            if !is_apart {
                group.extend(other);
            }
            is_apart
        });
        groups.push(group);
    }
    groups.sort();
    let members = |group: BTreeSet<&str>| group.into_iter().map(str::to_string).collect();
    groups.into_iter().map(|group| CopyGroup { members: members(group) }).collect()
}

/// Returns the fingerprint of a program; `None` if it is short.
fn fingerprint(text: &str) -> Option<String> {
    let tokens = tokens(text, TOKENS_MAX);
    if tokens.len() < TOKENS_MIN {
        return None;
    }
    let own = own_names(&tokens);
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut sum = Sha256::new();
    let mut add = |kind: &[u8], text: &[u8]| {
        sum.update(kind);
        sum.update((text.len() as u64).to_le_bytes());
        sum.update(text);
    };
    for token in &tokens {
        match token {
            Token::Name(name) if own.contains(name) => {
                let next = numbers.len();
                add(b"v", numbers.entry(name).or_insert(next).to_string().as_bytes());
            }
            Token::Name(name) => add(b"n", name.as_bytes()),
            Token::Number(number) => add(b"0", number.as_bytes()),
            Token::Text(text) => add(b"t", plain_text(text).as_bytes()),
            Token::Sign(sign) => add(b"s", sign.to_string().as_bytes()),
            Token::Line => add(b"l", b""),
        }
    }
    Some(sum.finalize().iter().take(PRINT_BYTES).map(|byte| format!("{byte:02x}")).collect())
}

/// Returns a text without the kind of its quotation marks; of a formatted text, which contains names, only its kind.
fn plain_text(text: &str) -> &str {
    let prefix = text.find(['"', '\'']).unwrap_or(0);
    if text[..prefix].contains(['f', 'F', 't', 'T']) { "f" } else { text[prefix..].trim_matches(['"', '\'']) }
}

/// Returns the names that a program gives itself: functions, classes, parameters, variables, targets of loops and own
/// fields. Other names belong to Python or to the game, and stay.
fn own_names<'t>(tokens: &[Token<'t>]) -> BTreeSet<&'t str> {
    let mut own = BTreeSet::new();
    let is_keyword = |name: &str| KEYWORDS.contains(&name);
    let mut start_of_line = 0;
    for (place, token) in tokens.iter().enumerate() {
        let next = |steps: usize| tokens.get(place + steps);
        match token {
            Token::Line => start_of_line = place + 1,
            Token::Name("def" | "class" | "as" | "global" | "nonlocal") => own.extend(name_of(next(1))),
            Token::Name("for") => {
                let targets = tokens[place + 1..].iter().take_while(|token| **token != Token::Name("in"));
                own.extend(targets.filter_map(|token| name_of(Some(token))));
            }
            Token::Name("lambda") => {
                let parameters = tokens[place + 1..].iter().take_while(|token| **token != Token::Sign(':'));
                own.extend(parameters.filter_map(|token| name_of(Some(token))));
            }
            // The left side of an assignment.
            Token::Sign('=') if next(1) != Some(&Token::Sign('=')) && is_assignment(tokens, place) => {
                own.extend(targets(&tokens[start_of_line..place]));
            }
            _ => {}
        }
    }
    own.extend(parameters(tokens));
    own.retain(|name| !is_keyword(name));
    own
}

fn name_of<'t>(token: Option<&Token<'t>>) -> Option<&'t str> {
    match token {
        Some(Token::Name(name)) => Some(name),
        _ => None,
    }
}

/// Returns whether the sign `=` at a place assigns, and is no part of a comparison.
fn is_assignment(tokens: &[Token<'_>], place: usize) -> bool {
    let before = place.checked_sub(1).map(|before| &tokens[before]);
    !matches!(before, None | Some(Token::Line | Token::Sign('=' | '!' | '<' | '>')))
}

/// Returns the names on the left side of an assignment outside of brackets: in `a, b.c[d]` these are `a`, and `c`, because
/// only an own object gets fields. A named argument of a call is not on the left side of a line.
fn targets<'t>(left: &[Token<'t>]) -> Vec<&'t str> {
    let mut found = Vec::new();
    let mut depth = 0;
    for (place, token) in left.iter().enumerate() {
        match token {
            Token::Sign('(' | '[' | '{') => depth += 1,
            Token::Sign(')' | ']' | '}') => depth -= 1,
            Token::Sign(':') => break,
            Token::Name(name) if depth == 0 => {
                let is_object = left.get(place + 1) == Some(&Token::Sign('.'));
                let is_call = left.get(place + 1) == Some(&Token::Sign('('));
                if !is_object && !is_call {
                    found.push(*name);
                }
            }
            _ => {}
        }
    }
    // An open bracket means that the sign stands in a call or a header.
    if depth == 0 { found } else { Vec::new() }
}

/// Returns the names of all parameters in headers of functions.
fn parameters<'t>(tokens: &[Token<'t>]) -> Vec<&'t str> {
    let mut found = Vec::new();
    for (place, _) in tokens.iter().enumerate().filter(|(_, token)| **token == Token::Name("def")) {
        let mut depth = 0;
        let mut before = &Token::Line;
        for token in tokens[place + 1..].iter().skip(1) {
            match token {
                Token::Sign('(' | '[' | '{') => depth += 1,
                Token::Sign(')' | ']' | '}') => depth -= 1,
                Token::Name(name) if depth == 1 && matches!(before, Token::Sign('(' | ',' | '*')) => {
                    found.push(*name)
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
            before = token;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGINAL: &str = r#"
"""My AI."""
import random

def nearest(unit, fields):
    best = None
    for field in fields:
        distance = abs(unit.x - field.x) + abs(unit.y - field.y)
        if best is None or distance < best[0]:
            best = (distance, field)
    return best[1]

class Plan:
    def __init__(self, home):
        self.home = home
        self.count = 0

for unit in game.units:
    target = nearest(unit, game.fields)
    unit.move(target, fast=True)  # go
    print(f"{unit} moves")
"#;

    fn of(text: &str) -> String {
        fingerprint(text).unwrap()
    }

    #[test]
    fn renamed_programs_are_equal() {
        let mut renamed = ORIGINAL.to_string();
        for (old, new) in [
            ("nearest", "naechstes"),
            ("distance", "d"),
            ("best", "bestes"),
            ("target", "ziel"),
            ("Plan", "Idee"),
            ("home", "basis"),
            ("count", "zahl"),
            ("# go", "# los\n    # geht's"),
            ("\"\"\"My AI.\"\"\"", ""),
            (" + ", "+"),
            ("    ", "  "),
        ] {
            renamed = renamed.replace(old, new);
        }
        assert_ne!(renamed, ORIGINAL);
        assert_eq!(of(&renamed), of(ORIGINAL));
    }

    #[test]
    fn prints_of_strangers_are_checked() {
        let prints = fingerprints([("a.py", ORIGINAL)]);
        assert_eq!((prints.len(), checked_prints(prints.clone())), (1, Some(prints)));
        for (name, print) in
            [("a.py", "x".repeat(32)), ("a.py", "0".repeat(33)), (&*"a".repeat(201), "0".repeat(32))]
        {
            assert_eq!(checked_prints(Prints::from([(name.to_string(), print)])), None);
        }
        let many = (0..101).map(|number| (number.to_string(), "0".repeat(32)));
        assert_eq!(checked_prints(many.collect()), None);
    }

    #[test]
    fn other_programs_differ() {
        for (old, new) in [
            ("move", "attack"),
            ("< best", "> best"),
            ("= 0", "= 1"),
            ("game.fields", "game.units"),
            ("return best[1]", "return best[0]"),
        ] {
            assert_ne!(of(&ORIGINAL.replace(old, new)), of(ORIGINAL), "{new}");
        }
        assert_eq!(fingerprint("print(1)"), None);
    }

    #[test]
    fn copies_are_grouped_without_given_out_files() {
        let other = ORIGINAL.replace("< best", "> best");
        let renamed = ORIGINAL.replace("target", "goal");
        let hand_in = |texts: &[&str]| {
            let names: Vec<String> = (0..texts.len()).map(|number| format!("{number}.py")).collect();
            fingerprints(names.iter().map(String::as_str).zip(texts.iter().copied()))
        };
        let mut all = BTreeMap::from([
            ("anna".to_string(), hand_in(&[ORIGINAL])),
            ("bob".to_string(), hand_in(&[&other, &renamed])),
            ("carl".to_string(), hand_in(&[&other])),
            ("dora".to_string(), hand_in(&["print(1)"])),
            ("emil".to_string(), hand_in(&["print(1)"])),
        ]);
        let group =
            |members: &[&str]| CopyGroup { members: members.iter().map(|name| name.to_string()).collect() };
        assert_eq!(copies(&all, &BTreeSet::new()), [group(&["anna", "bob", "carl"])]);
        let template = BTreeSet::from([of(ORIGINAL)]);
        assert_eq!(copies(&all, &template), [group(&["bob", "carl"])]);
        for name in ["f", "g", "h", "i", "j"] {
            all.insert(name.into(), hand_in(&[ORIGINAL]));
        }
        assert_eq!(copies(&all, &BTreeSet::new()), [group(&["bob", "carl"])]);
    }
}

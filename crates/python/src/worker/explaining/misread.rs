//! Finds the mistake in a line that Python rejects without a reason, from the words and signs of the line.

use wag_core::problem::Explanation;
use wag_core::text::nearest;

/// Keywords that begin a statement with a block.
const BLOCKS: &[&str] = &["if", "elif", "else", "for", "while", "def", "class", "try", "except", "with"];

/// All other keywords.
const OTHERS: &[&str] = &[
    "and", "as", "break", "continue", "del", "finally", "from", "global", "import", "in", "is", "lambda",
    "not", "or", "pass", "raise", "return", "yield",
];

/// Words that beginners use for keywords: from German, and from other programming languages.
const FOREIGN: &[(&str, &str)] = &[
    ("wenn", "if"),
    ("falls", "if"),
    ("sonst", "else"),
    ("elseif", "elif"),
    ("elsif", "elif"),
    ("solange", "while"),
    ("während", "while"),
    ("für", "for"),
    ("foreach", "for"),
    ("funktion", "def"),
    ("function", "def"),
    ("func", "def"),
    ("klasse", "class"),
    ("importiere", "import"),
    ("von", "from"),
    ("und", "and"),
    ("oder", "or"),
    ("nicht", "not"),
];

/// Signs of other programming languages, and what Python has instead.
const SIGNS: &[(&str, &str)] = &[
    ("&&", "and"),
    ("||", "or"),
    ("++", "+= 1"),
    ("--", "-= 1"),
    ("===", "=="),
    ("=>", ">="),
    ("=<", "<="),
    ("=!", "!="),
    ("<>", "!="),
];

/// Finds the mistake in a line. `column` is the column at which Python stopped, counted from 1.
pub(super) fn misread(line: &str, column: usize) -> Option<Explanation> {
    let case = |code: &str, name: &str, meant: &str| {
        Some(Explanation::new(code, &[("name", name), ("meant", meant)]))
    };
    if let Some(text) = printed_words(line) {
        return Some(Explanation::new("print_text", &[("text", text)]));
    }
    let code = without_texts(line);
    let words = words(&code);
    let first = *words.first().unwrap_or(&"");
    let is_at_first = code.chars().take(column.saturating_sub(1)).all(char::is_whitespace);
    let rest = code.trim_start().strip_prefix(first)?.trim_start();
    match first {
        "else" if words.get(1) == Some(&"if") => return Some(Explanation::new("else_if", &[])),
        "else" | "elif" if is_at_first => return Some(Explanation::new("else_alone", &[("name", first)])),
        "for" if !words.contains(&"in") => return Some(Explanation::new("for_loop", &[])),
        "def" if words.get(1).is_some_and(|word| is_keyword(word)) => {
            return Some(Explanation::new("keyword_as_name", &[("name", words[1])]));
        }
        "" if code.trim_start().starts_with("//") || code.trim_start().starts_with("/*") => {
            return case("other_sign", code.trim_start().get(..2)?, "#");
        }
        _ => {}
    }
    if is_keyword(first) && is_assigned(rest) {
        return Some(Explanation::new("keyword_as_name", &[("name", first)]));
    }
    if let Some((name, meant)) = misspelt_keyword(&words, first, rest, &code) {
        return case("keyword_misspelt", name, meant);
    }
    if let Some((sign, meant)) = SIGNS.iter().find(|(sign, _)| code.contains(sign)) {
        return case("other_sign", sign, meant);
    }
    if code.replace("!=", "").contains('!') {
        return case("other_sign", "!", "not");
    }
    if is_block(first) && code.trim_end().ends_with('{') {
        return case("other_sign", "{", ":");
    }
    name_with_blanks(&code)
}

/// Returns the words in the brackets of a line `print(...)` that has words and punctuation only, without quotes.
fn printed_words(line: &str) -> Option<&str> {
    let inside = line.trim().strip_prefix("print(")?.strip_suffix(')')?.trim();
    let is_of_text = |sign: char| sign.is_alphanumeric() || " ,.!?_".contains(sign);
    let has_blank = inside.split(',').any(|part| part.split_whitespace().count() > 1);
    let is_text = has_blank || inside.contains(['!', '?']);
    (is_text && inside.starts_with(char::is_alphabetic) && inside.chars().all(is_of_text)).then_some(inside)
}

/// Replaces the texts in quotes by `""`, and removes a comment.
fn without_texts(line: &str) -> String {
    let (mut code, mut quote) = (String::new(), None);
    for sign in line.chars() {
        match quote {
            Some(open) if sign == open => quote = None,
            Some(_) => {}
            None if sign == '#' => break,
            None if sign == '"' || sign == '\'' => {
                quote = Some(sign);
                code.push_str("\"\"");
            }
            None => code.push(sign),
        }
    }
    code
}

/// Returns the names, keywords and numbers of a line; nothing before the first sign that is not part of one if the line
/// begins with such a sign.
fn words(code: &str) -> Vec<&str> {
    let is_part = |sign: char| sign.is_alphanumeric() || sign == '_';
    if !code.trim_start().starts_with(is_part) {
        return Vec::new();
    }
    code.split(|sign| !is_part(sign)).filter(|word| !word.is_empty()).collect()
}

fn is_block(word: &str) -> bool {
    BLOCKS.contains(&word)
}

fn is_keyword(word: &str) -> bool {
    is_block(word) || OTHERS.contains(&word)
}

/// Returns true if an assignment follows.
fn is_assigned(rest: &str) -> bool {
    rest.starts_with('=') && !rest.starts_with("==")
}

/// Finds a word that stands for a keyword, and the keyword.
fn misspelt_keyword<'w>(
    words: &[&'w str],
    first: &'w str,
    rest: &str,
    code: &str,
) -> Option<(&'w str, &'static str)> {
    let keywords = || BLOCKS.iter().chain(OTHERS).copied();
    for word in words {
        let lower = word.to_lowercase();
        let foreign = FOREIGN.iter().find(|(foreign, _)| *foreign == lower).map(|(_, meant)| *meant);
        let capital = || keywords().find(|keyword| *keyword == lower && keyword != word);
        if let Some(meant) = foreign.or_else(capital) {
            return Some((word, meant));
        }
    }
    let is_open = rest.starts_with(|sign: char| sign.is_alphanumeric() || sign == '"' || sign == ':');
    if is_keyword(first) || first.is_empty() || !is_open || name_with_blanks(code).is_some() {
        return None;
    }
    let is_block = code.trim_end().ends_with(':');
    let candidates = if is_block { BLOCKS } else { OTHERS };
    nearest(first, candidates.iter().copied())
        .and_then(|meant| keywords().find(|keyword| *keyword == meant))
        .map(|meant| (first, meant))
}

/// Explains an assignment to a name that consists of several words.
fn name_with_blanks(code: &str) -> Option<Explanation> {
    let (name, value) = code.split_once('=')?;
    let name = name.trim();
    let parts: Vec<&str> = name.split_whitespace().collect();
    let is_name = |part: &&str| {
        part.starts_with(char::is_alphabetic)
            && part.chars().all(|sign| sign.is_alphanumeric() || sign == '_')
            && !is_keyword(part)
    };
    let is_assignment = !value.starts_with('=') && parts.len() > 1 && parts.iter().all(is_name);
    is_assignment.then(|| Explanation::new("name_with_blank", &[("name", name), ("meant", &parts.join("_"))]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the code and the values of the explanation of a line at which Python stopped at its first word.
    fn found(line: &str) -> String {
        let Some(found) = misread(line, 1) else { return String::new() };
        let values = found.values.iter().map(|(_, value)| format!(" {value}"));
        format!("{}{}", found.code, values.collect::<String>())
    }

    #[test]
    fn lines_have_codes() {
        for (line, expected) in [
            ("else if a > 3:", "else_if"),
            ("    else:", "else_alone else"),
            ("elif a:", "else_alone elif"),
            ("for unit roundState.getUnits():", "for_loop"),
            ("for (int i = 0; i < 3; i++) {", "for_loop"),
            ("class = 3", "keyword_as_name class"),
            ("def in(a):", "keyword_as_name in"),
            ("Wenn a > 3:", "keyword_misspelt Wenn if"),
            ("if a > 3 und b:", "keyword_misspelt und and"),
            ("For unit in units:", "keyword_misspelt For for"),
            ("if a Or b:", "keyword_misspelt Or or"),
            ("esle:", "keyword_misspelt esle else"),
            ("retrun a", "keyword_misspelt retrun return"),
            ("improt random", "keyword_misspelt improt import"),
            ("count++", "other_sign ++ += 1"),
            ("if a => 3:", "other_sign => >="),
            ("if !a:", "other_sign ! not"),
            ("// a comment", "other_sign // #"),
            ("if a > 3 {", "other_sign { :"),
            ("my base = 3", "name_with_blank my base my_base"),
            ("print(Hello World!)", "print_text Hello World!"),
            ("print(Here I am)", "print_text Here I am"),
            ("x = = 1", ""),
            ("print(\"a && b\" c)", ""),
            ("print(\"it is an else if\" 3)", ""),
            ("a = 3 3 # wenn", ""),
            ("", ""),
        ] {
            assert_eq!(found(line), expected, "{line}");
        }
    }
}

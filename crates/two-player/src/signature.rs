//! Parses the parameters of a Python function from the text between its parentheses.

/// The maximum length of a name or a default value that is recorded, in characters.
const TEXT_MAX: usize = 80;
/// The maximum number of parameters that are recorded.
const PARAMETERS_MAX: usize = 50;

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name, with the stars of `*args` and `**kwargs`. A single star is a parameter of its own; the parameters
    /// after it are keyword-only.
    pub name: String,
    /// The source text of the default value; `None` if there is none.
    pub usual: Option<String>,
}

/// Returns the parameters in the text of a signature, such as `self, count: int = 3, *more`.
pub fn parameters(text: &str) -> Vec<Parameter> {
    let parts = split(text, ',').into_iter().take(PARAMETERS_MAX).map(str::trim);
    parts.filter(|part| !part.is_empty() && *part != "/").map(parameter).collect()
}

fn parameter(text: &str) -> Parameter {
    let parts = split(text, '=');
    let name = split(parts[0], ':')[0].trim();
    let usual = (parts.len() > 1).then(|| shortened(text[parts[0].len() + 1..].trim()));
    Parameter { name: shortened(name), usual }
}

/// Splits a text at a separator, except within brackets and quotation marks.
fn split(text: &str, at: char) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut quote) = (Vec::new(), 0, 0_usize, None);
    for (place, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            (None, _) if letter == at && depth == 0 => {
                parts.push(&text[start..place]);
                start = place + letter.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Returns whether a text is a literal that a user can type as an argument: a number, a string, or a list of numbers
/// and strings.
pub fn is_literal(text: &str) -> bool {
    let is_word = |word: &str| matches!(word, "True" | "False") || word.parse::<f64>().is_ok();
    let is_quoted =
        |word: &str| word.len() > 1 && word.starts_with(['"', '\'']) && word.ends_with(['"', '\'']);
    let inner = text.strip_prefix(['[', '(']).and_then(|rest| rest.strip_suffix([']', ')']));
    match inner {
        Some(inner) => {
            split(inner, ',').into_iter().all(|part| part.trim().is_empty() || is_literal(part.trim()))
        }
        None => is_word(text) || is_quoted(text),
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(TEXT_MAX).collect()
}

#[cfg(test)]
mod tests {
    use crate::signature::*;

    #[test]
    fn names_and_usual_values_are_told_apart() {
        let actual = parameters("self, a: dict[str, int], b=(1, 2), c: str = \"x,=y\", *, d=None, **more,");
        let actual: Vec<_> = actual.iter().map(|one| (one.name.as_str(), one.usual.as_deref())).collect();
        let expected = [
            ("self", None),
            ("a", None),
            ("b", Some("(1, 2)")),
            ("c", Some("\"x,=y\"")),
            ("*", None),
            ("d", Some("None")),
            ("**more", None),
        ];
        assert_eq!(actual, expected);
        assert!(parameters(" ").is_empty());
    }

    #[test]
    fn only_typable_values_are_literals() {
        for text in ["1", "-2.5", "\"x\"", "[1, 3]", "(1,)", "True", "[]"] {
            assert!(is_literal(text), "{text}");
        }
        for text in ["None", "SIZE", "f(1)", "[a]", "\"", "", "lambda: 1"] {
            assert!(!is_literal(text), "{text}");
        }
    }
}

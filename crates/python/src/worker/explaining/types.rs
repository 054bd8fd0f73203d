//! Explanations of type errors.

use super::{Explainer, Failure, quoted};
use wag_core::problem::Explanation;

/// The types of functions and methods, as they are named in Python's messages.
pub(super) const FUNCTIONS: &[&str] =
    &["builtin_function_or_method", "function", "method", "method_descriptor"];

pub(super) fn none_value() -> Option<Explanation> {
    Some(Explanation::new("none_value", &[]))
}

impl Explainer {
    pub(super) fn type_error(&self, failure: &Failure<'_>) -> Option<Explanation> {
        let message = failure.message.as_str();
        let line = failure.spot.as_ref().map_or("", |spot| spot.text.as_str());
        match explained(message)? {
            Cause::Uncalled => Some(match uncalled_in(line) {
                Some(name) => Explanation::new("method_not_called", &[("name", &name)]),
                None => Explanation::new("brackets_missing", &[]),
            }),
            Cause::Case(explanation) => Some(explanation),
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Cause {
    /// The code uses a function where it needs the function's result.
    Uncalled,
    Case(Explanation),
}

/// Finds the cause of a `TypeError` in its message.
fn explained(message: &str) -> Option<Cause> {
    let case = |code: &str, values: &[(&str, &str)]| Some(Cause::Case(Explanation::new(code, values)));
    if let Some((name, rest)) = message.split_once(" missing ") {
        let (_, missing) = rest.split_once(": ")?;
        return case("argument_missing", &[("name", name), ("missing", missing)]);
    }
    if message.contains("positional argument") && message.contains(" given") {
        let (name, _) = message.split_once(" takes ")?;
        return case("argument_extra", &[("name", name)]);
    }
    if let Some(method) = message.strip_prefix("unbound method ") {
        let (kind, name) = method.split_once("()")?.0.rsplit_once('.')?;
        return case("class_not_object", &[("kind", kind), ("name", name)]);
    }
    let types = quoted(message);
    if types.iter().any(|kind| ["None", "NoneType"].contains(kind))
        || message.contains("non-iterable NoneType")
    {
        return none_value().map(Cause::Case);
    }
    if message.contains("is not an instance of") || message.contains("cannot be converted to") {
        let (given, wanted) = (types.first()?, types.get(1)?);
        let wanted = wanted.rsplit('.').next().unwrap_or(wanted);
        return case("wrong_argument", &[("wanted", wanted), ("given", given)]);
    }
    if let Some(kind) = types.first().filter(|_| message.ends_with("object is not callable")) {
        return case("not_callable", &[("kind", kind)]);
    }
    if types.iter().any(|kind| FUNCTIONS.contains(kind)) {
        return Some(Cause::Uncalled);
    }
    if message.contains("unhashable type: 'list'") {
        return case("list_as_key", &[]);
    }
    if let Some(kind) = types.first().filter(|_| message.ends_with("object is not iterable")) {
        return case("not_iterable", &[("kind", kind)]);
    }
    if let Some(kind) = types.first().filter(|_| message.ends_with("object is not subscriptable")) {
        return case("not_subscriptable", &[("kind", kind)]);
    }
    if message.contains("cannot be interpreted as an integer") && types.contains(&"float") {
        return case("whole_number", &[]);
    }
    if message.contains("indices must be integers") {
        return case("index_kind", &[]);
    }
    let is_joined = message.starts_with("can only concatenate str")
        || (message.contains("for +") && types.contains(&"str"));
    let is_number = |kind: &&str| ["int", "float"].contains(kind);
    let is_mixed = types.contains(&"str") && types.iter().any(is_number);
    let is_unsupported =
        ["not supported between", "unsupported operand"].iter().any(|words| message.contains(words));
    match is_mixed && is_unsupported {
        _ if is_joined => case("text_and_number", &[]),
        true => case("text_as_number", &[]),
        false => None,
    }
}

/// Finds the first name in a line that has a dot before it and no bracket after it.
fn uncalled_in(line: &str) -> Option<String> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices('.').find_map(|(at, _)| {
        let rest = &line[at + 1..];
        let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        let name = &rest[..end];
        let is_name = name.starts_with(|letter: char| letter.is_alphabetic());
        (is_name && !rest[end..].trim_start().starts_with(['(', '.'])).then(|| name.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(message: &str) -> String {
        match explained(message) {
            Some(Cause::Uncalled) => "uncalled".to_string(),
            Some(Cause::Case(found)) => found.code,
            None => String::new(),
        }
    }

    #[test]
    fn messages_have_codes() {
        for (message, expected) in [
            ("Unit.moveUnit() missing 1 required positional argument: 'direction'", "argument_missing"),
            ("f() takes 0 positional arguments but 1 was given", "argument_extra"),
            ("'NoneType' object is not subscriptable", "none_value"),
            ("cannot unpack non-iterable NoneType object", "none_value"),
            ("'None' is not an instance of 'Unit'", "none_value"),
            ("unsupported operand type(s) for +: 'int' and 'NoneType'", "none_value"),
            ("'list' object is not an instance of 'Unit'", "wrong_argument"),
            ("'list' object is not callable", "not_callable"),
            ("'builtin_function_or_method' object is not iterable", "uncalled"),
            ("'<' not supported between instances of 'method' and 'int'", "uncalled"),
            ("object of type 'builtin_function_or_method' has no len()", "uncalled"),
            ("unhashable type: 'list'", "list_as_key"),
            ("list indices must be integers or slices, not float", "index_kind"),
            ("can only concatenate str (not \"int\") to str", "text_and_number"),
            ("unsupported operand type(s) for +: 'int' and 'str'", "text_and_number"),
            ("'>' not supported between instances of 'int' and 'str'", "text_as_number"),
            ("unsupported operand type(s) for -: 'str' and 'int'", "text_as_number"),
            ("'int' object is not iterable", "not_iterable"),
            ("'int' object is not subscriptable", "not_subscriptable"),
            ("'float' object cannot be interpreted as an integer", "whole_number"),
            ("unbound method Base.getUnits() needs an argument", "class_not_object"),
            ("something of the AI's own", ""),
        ] {
            assert_eq!(code(message), expected, "{message}");
        }
    }

    #[test]
    fn method_without_brackets_is_found() {
        let found = |line| uncalled_in(line);
        assert_eq!(found("for u in game.getAll:").as_deref(), Some("getAll"));
        assert_eq!(found("x = a.b().c + 1").as_deref(), Some("c"));
        assert_eq!(found("x = a.b() + 1.5"), None);
    }
}

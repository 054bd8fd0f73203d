//! Explanations of files that Python can't compile.

use super::misread::misread;
use super::quoted;
use crate::worker::debugging::traceback::OwnFiles;
use pyo3::exceptions::PySyntaxError;
use pyo3::prelude::*;
use wag_core::problem::Explanation;

/// Explains a syntax error. Returns `None` for other exceptions.
pub fn unreadable(py: Python<'_>, err: &PyErr, files: &OwnFiles) -> Option<Explanation> {
    let is_syntax = err.is_instance_of::<PySyntaxError>(py);
    is_syntax.then(|| of_exception(err.value(py).as_any(), files)).flatten()
}

pub(super) fn of_exception(value: &Bound<'_, PyAny>, files: &OwnFiles) -> Option<Explanation> {
    let message: String = value.getattr("msg").ok()?.extract().ok()?;
    let kind = value.get_type().name().ok()?.to_string();
    let path: Option<String> = value.getattr("filename").ok().and_then(|path| path.extract().ok());
    let is_of_bytes =
        ["utf-8", "UTF-8", "null byte", "codec", "encoding"].iter().any(|words| message.contains(words));
    if let Some(path) = path.filter(|_| is_of_bytes)
        && let Ok(bytes) = std::fs::read(&path)
        && let Some(encoding) = encoding(&bytes, &files.name(&path))
    {
        return Some(encoding);
    }
    let line: String = value.getattr("text").and_then(|text| text.extract()).unwrap_or_default();
    let column: usize = value.getattr("offset").and_then(|column| column.extract()).unwrap_or_default();
    let is_without_reason =
        ["invalid syntax", "expected ':'", "cannot assign to"].iter().any(|words| message.starts_with(words));
    let found =
        if is_without_reason { misread(line.lines().next().unwrap_or_default(), column) } else { None };
    Some(found.unwrap_or_else(|| explained(&kind, &message, &line)))
}

/// Explains that a file is not valid UTF-8, and names the encoding that it seems to have.
fn encoding(bytes: &[u8], file: &str) -> Option<Explanation> {
    let zeros = |parity: usize| bytes.iter().skip(parity).step_by(2).filter(|byte| **byte == 0).count();
    let is_marked = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let most = bytes.len() / 4;
    if is_marked || (most > 0 && (zeros(0) > most || zeros(1) > most)) {
        return Some(Explanation::new("utf16", &[("file", file)]));
    }
    if bytes.contains(&0) {
        return Some(Explanation::new("nul_bytes", &[("file", file)]));
    }
    let end = std::str::from_utf8(bytes).err()?.valid_up_to();
    let line = 1 + bytes[..end].iter().filter(|byte| **byte == b'\n').count();
    // The codes of Latin-1 are those of Unicode.
    let sign = char::from(*bytes.get(end)?).to_string();
    Some(Explanation::new("latin1", &[("file", file), ("line", &line.to_string()), ("sign", &sign)]))
}

/// Finds the mistake in the message about it. `line` is the line's text.
fn explained(kind: &str, message: &str, line: &str) -> Explanation {
    let compares = ["if ", "elif ", "while "].iter().any(|word| line.trim_start().starts_with(word));
    let has = |words: &[&str]| words.iter().any(|words| message.contains(words));
    let code = match kind {
        "TabError" => "tabs",
        _ if has(&["inconsistent use of tabs"]) => "tabs",
        _ if has(&["expected an indented block"]) => "indent_missing",
        _ if has(&["unexpected indent"]) => "indent_extra",
        _ if has(&["unindent does not match"]) => "indent_between",
        _ if has(&["expected ':'"]) => "colon_missing",
        _ if has(&["expected '('"]) => "def_brackets",
        _ if has(&["f-string"]) => "f_string",
        _ if has(&["never closed", "unmatched", "does not match opening", "unexpected EOF"]) => {
            "bracket_open"
        }
        _ if has(&["unterminated triple-quoted"]) => "long_text_open",
        _ if has(&["unterminated", "EOL while scanning", "EOF while scanning"]) => "quote_open",
        _ if has(&["cannot assign to True", "cannot assign to False", "cannot assign to None"]) => {
            let name = message.split_whitespace().nth(3).unwrap_or_default();
            return Explanation::new("keyword_as_name", &[("name", name)]);
        }
        _ if has(&["cannot assign to", "illegal expression for augmented"]) && !compares => "assign_target",
        _ if has(&["'=='"]) => "one_equals_sign",
        _ if has(&["forgot a comma"]) => "comma_missing",
        _ if has(&["invalid decimal literal"]) => "name_digit",
        _ if has(&["outside loop", "not properly in loop"]) => {
            let name = quoted(message).first().copied().unwrap_or_default();
            return Explanation::new("loop_outside", &[("name", name)]);
        }
        _ if has(&["follows an 'else' block"]) => {
            return Explanation::new("else_alone", &[("name", "elif")]);
        }
        _ if has(&["call to 'print'"]) => "print_brackets",
        _ if has(&["'return' outside function"]) => "return_outside",
        _ if has(&["invalid character", "invalid non-printable character"]) => {
            let sign = quoted(message).first().copied().or_else(|| message.split_whitespace().last());
            return Explanation::new("wrong_sign", &[("sign", sign.unwrap_or_default())]);
        }
        _ => "syntax",
    };
    Explanation::new(code, &[])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_recognized() {
        let utf16: Vec<u8> = "\u{feff}x = 1\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let code = |bytes: &[u8]| encoding(bytes, "a.py").map(|found| found.code).unwrap_or_default();
        assert_eq!((code(&utf16).as_str(), code(&utf16[2..]).as_str()), ("utf16", "utf16"));
        assert_eq!(code(b"x = 1\n\0y = 2 # and much more\n"), "nul_bytes");
        let latin1 = encoding(b"# one\n# gr\xfcn\n", "a.py").unwrap();
        assert_eq!(latin1, Explanation::new("latin1", &[("file", "a.py"), ("line", "2"), ("sign", "ü")]));
        assert_eq!(code("# grün\n".as_bytes()), "");
    }

    #[test]
    fn messages_have_codes() {
        for (message, expected) in [
            ("expected an indented block after 'for' statement on line 3", "indent_missing"),
            ("expected ':'", "colon_missing"),
            ("'(' was never closed", "bracket_open"),
            ("unterminated string literal (detected at line 1)", "quote_open"),
            ("invalid syntax. Maybe you meant '==' or ':=' instead of '='?", "one_equals_sign"),
            ("Missing parentheses in call to 'print'. Did you mean print(...)?", "print_brackets"),
            ("invalid syntax. Perhaps you forgot a comma?", "comma_missing"),
            ("cannot assign to function call here. Maybe you meant '==' instead of '='?", "assign_target"),
            ("cannot assign to True", "keyword_as_name"),
            ("f-string: expecting '}'", "f_string"),
            ("unterminated triple-quoted string literal (detected at line 3)", "long_text_open"),
            ("'continue' not properly in loop", "loop_outside"),
            ("expected '('", "def_brackets"),
            ("invalid decimal literal", "name_digit"),
            ("invalid syntax", "syntax"),
        ] {
            assert_eq!(explained("SyntaxError", message, "").code, expected, "{message}");
        }
        let sign = explained("SyntaxError", "invalid character '“' (U+201C)", "");
        assert_eq!(sign, Explanation::new("wrong_sign", &[("sign", "“")]));
        let blank = explained("SyntaxError", "invalid non-printable character U+00A0", "");
        assert_eq!(blank, Explanation::new("wrong_sign", &[("sign", "U+00A0")]));
    }
}

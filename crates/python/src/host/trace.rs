//! Finds the line that an AI was running when its turn ended, in the stack that Python's fault handler has written.

use std::path::Path;
use wag_i18n::{Message, message};

/// Returns the innermost line of a trace that is in the AI's own files, such as `x/yourAI.py, line 3`. `folder_word` is
/// put before the file's name.
///
/// The trace comes from an untrusted process and may be forged, so only a short file name and a line number are taken
/// from it.
pub fn own_line(trace: &str, file: &Path, folder_word: &str) -> Option<Message> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let own = escaped(&folder.unwrap_or(file).to_string_lossy());
    trace.lines().filter_map(place).find_map(|(path, line)| {
        let is_own = path.starts_with(&own) && !is_library(&path[own.len()..]);
        let below = path.get(own.len()..).filter(|_| is_own)?;
        let name = if below.is_empty() { path } else { below.trim_start_matches('/') };
        (name.len() <= NAME_MAX).then(|| {
            message!("%{file}, line %{line}", file = format!("{folder_word}{}", unescaped(name)), line)
        })
    })
}

const NAME_MAX: usize = 200;

/// Returns the path and the line number in a line such as `  File "/home/anna/yourAI.py", line 3 in <module>`.
fn place(line: &str) -> Option<(&str, u32)> {
    let (path, rest) = line.trim_start().strip_prefix("File \"")?.rsplit_once("\", line ")?;
    let digits = rest.split_once(' ').map_or(rest, |(digits, _)| digits);
    Some((path, digits.parse().ok()?))
}

/// Returns true if a path below the AI's folder belongs to a library, such as one in a virtual environment.
fn is_library(below: &str) -> bool {
    below.contains("/site-packages/") || below.contains("/lib/python3")
}

/// Escapes a text as the fault handler does, in ASCII.
fn escaped(text: &str) -> String {
    let escape = |letter: char| match letter {
        ' '..='~' => letter.to_string(),
        '\0'..='\u{ff}' => format!("\\x{:02x}", letter as u32),
        '\u{100}'..='\u{ffff}' => format!("\\u{:04x}", letter as u32),
        _ => format!("\\U{:08x}", letter as u32),
    };
    text.chars().map(escape).collect()
}

/// Returns the text that [`escaped`] has escaped. What is no escape of a character stays as it is.
fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once('\\') {
        plain.push_str(before);
        let digits = match escape.bytes().next() {
            Some(b'x') => 2,
            Some(b'u') => 4,
            Some(b'U') => 8,
            _ => 0,
        };
        let code = escape.get(1..=digits).filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let code = code.and_then(|code| u32::from_str_radix(code, 16).ok());
        match code.and_then(char::from_u32) {
            Some(letter) => {
                plain.push(letter);
                rest = &escape[digits + 1..];
            }
            None => {
                plain.push('\\');
                rest = escape;
            }
        }
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_beyond_ascii_are_shown() {
        let trace = "  File \"/home/j\\xf6rg/schleife \\xfc\\u20ac\\U0001f600.py\", line 3 in <module>\n";
        let found = own_line(trace, Path::new("/home/jörg/ai.py"), "");
        assert_eq!(found, Some("schleife ü€😀.py, line 3".into()));
        for text in ["", "\\", "\\x", "\\xf", "\\xzz", "\\udc80", "\\U00110000", "a\\b", "\\x+f"] {
            assert_eq!(unescaped(text), text);
        }
    }

    const TRACE: &str = "Current thread 0x00007f (most recent call first):\n  \
        File \"/usr/lib/python3.11/random.py\", line 12 in choice\n  \
        File \"/home/j\\xf6rg/.venv/lib/python3.11/site-packages/x.py\", line 5 in f\n  \
        File \"/home/j\\xf6rg/helper.py\", line 34 in search\n  File \"/home/j\\xf6rg/yourAI.py\", line 7 in <module>\n";

    #[test]
    fn innermost_own_line_is_returned() {
        let found = own_line(TRACE, Path::new("/home/jörg/yourAI.py"), "x/");
        assert_eq!(found, Some("x/helper.py, line 34".into()));
        assert_eq!(own_line(TRACE, Path::new("/home/anna/yourAI.py"), ""), None);
    }

    #[test]
    fn built_in_ai_has_no_folder() {
        let trace = "  File \"<Noob>\", line 40 in <module>\n";
        assert_eq!(own_line(trace, Path::new("<Noob>"), ""), Some("<Noob>, line 40".into()));
    }

    #[test]
    fn forged_trace_is_ignored() {
        let long = format!("  File \"/a/{}\", line 1 in x\n", "z".repeat(5000));
        for lie in [
            "File \"",
            "File \"/a/b\", line -3 in x",
            "File \"/a/b\", line 99999999999 in x",
            "\u{1b}[31m",
            &long,
        ] {
            assert_eq!(own_line(lie, Path::new("/a/ai.py"), ""), None, "{lie}");
        }
    }
}

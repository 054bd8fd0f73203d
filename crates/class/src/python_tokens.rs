//! A tokenizer for Python that never fails: it sees names, numbers, texts and signs, and leaves out comments, blanks and
//! docstrings.

/// A token. Indentation is left out, because the order of the other tokens tells nearly all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'t> {
    Name(&'t str),
    Number(&'t str),
    /// A text with its quotation marks and prefix.
    Text(&'t str),
    Sign(char),
    /// The end of a line outside of brackets.
    Line,
}

/// Returns the tokens of a Python file, at most `most`.
pub fn tokens(text: &str, most: usize) -> Vec<Token<'_>> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let mut all: Vec<Token<'_>> = Vec::new();
    while let Some(token) = reader.token() {
        match (&token, all.last()) {
            (Token::Line, None | Some(Token::Line)) => continue,
            _ if all.len() == most => break,
            _ => all.push(token),
        }
        remove_docstring(&mut all);
    }
    all
}

/// Removes the last two tokens if they are a line with nothing but a text.
fn remove_docstring(all: &mut Vec<Token<'_>>) {
    let is_docstring = matches!(
        all.as_slice(),
        [Token::Text(_), Token::Line] | [.., Token::Line, Token::Text(_), Token::Line]
    );
    if is_docstring {
        all.truncate(all.len() - 2);
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// The number of open brackets.
    depth: usize,
}

impl<'t> Reader<'t> {
    fn token(&mut self) -> Option<Token<'t>> {
        loop {
            let rest = &self.text[self.at..];
            let one = rest.chars().next()?;
            let token = match one {
                '#' => {
                    self.at += rest.find('\n').unwrap_or(rest.len());
                    continue;
                }
                '\n' | ';' if self.depth == 0 => self.sign(one, Token::Line),
                '\\' | ';' => {
                    self.at += 1;
                    continue;
                }
                one if one.is_whitespace() || one == '\u{feff}' => {
                    self.at += one.len_utf8();
                    continue;
                }
                '"' | '\'' => self.quoted(0),
                one if one.is_ascii_digit() => self.number(),
                one if is_letter(one) => self.name_or_text(),
                one => {
                    match one {
                        '(' | '[' | '{' => self.depth += 1,
                        ')' | ']' | '}' => self.depth = self.depth.saturating_sub(1),
                        _ => {}
                    }
                    self.sign(one, Token::Sign(one))
                }
            };
            return Some(token);
        }
    }

    fn sign(&mut self, one: char, token: Token<'t>) -> Token<'t> {
        self.at += one.len_utf8();
        token
    }

    fn take(&mut self, length: usize) -> &'t str {
        let taken = &self.text[self.at..self.at + length];
        self.at += length;
        taken
    }

    fn number(&mut self) -> Token<'t> {
        let rest = &self.text[self.at..];
        let length = rest.find(|one: char| !is_letter(one) && !one.is_ascii_digit() && one != '.');
        Token::Number(self.take(length.unwrap_or(rest.len())))
    }

    /// Reads a name, or a text with a prefix such as `f"..."`.
    fn name_or_text(&mut self) -> Token<'t> {
        let rest = &self.text[self.at..];
        let length = rest.find(|one: char| !is_letter(one) && !one.is_numeric()).unwrap_or(rest.len());
        let is_prefix = length <= 2 && rest[..length].chars().all(|one| "rRbBfFuUtT".contains(one));
        if is_prefix && rest[length..].starts_with(['"', '\'']) {
            return self.quoted(length);
        }
        Token::Name(self.take(length))
    }

    /// Reads a text whose quotation mark stands after a prefix. A text without an end ends with its line, or, with three
    /// quotation marks, with the file.
    fn quoted(&mut self, prefix: usize) -> Token<'t> {
        let rest = &self.text[self.at..];
        let body = &rest[prefix..];
        let quote = &body[..1];
        let mark = if body.starts_with(&quote.repeat(3)) { &body[..3] } else { quote };
        let mut end = prefix + mark.len();
        while end < rest.len() {
            let here = &rest[end..];
            if here.starts_with(mark) {
                end += mark.len();
                break;
            }
            if mark.len() == 1 && here.starts_with('\n') {
                break;
            }
            let step = if here.starts_with('\\') { 2 } else { 1 };
            end += here.chars().take(step).map(char::len_utf8).sum::<usize>();
        }
        Token::Text(self.take(end))
    }
}

fn is_letter(one: char) -> bool {
    one == '_' || one.is_alphabetic()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn comments_blanks_and_docstrings_are_left_out() {
        let text = "\"\"\"Doc\"\"\"\n\ndef f(a,\n  b):  # x\n    'doc'\n    return f\"{a}\" + '\\'#'\n";
        let seen: Vec<String> = tokens(text, 100)
            .iter()
            .map(|token| match token {
                Token::Name(text) | Token::Number(text) | Token::Text(text) => text.to_string(),
                Token::Sign(sign) => sign.to_string(),
                Token::Line => "/".into(),
            })
            .collect();
        assert_eq!(seen.join(" "), "def f ( a , b ) : / return f\"{a}\" + '\\'#' /");
    }

    proptest! {
        #[test]
        fn each_text_has_tokens(text in "[a-c#\"'\\\\\n(){}f ü1.]{0,60}") {
            prop_assert!(tokens(&text, 10).len() <= 10);
        }
    }
}

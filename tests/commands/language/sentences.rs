//! Texts for people in the sources: the sentences that are translated, and those that are not.

use crate::common::modules;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::fs;

/// A text in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The name of its module as seen from `wag`.
    pub file: String,
    pub line: usize,
    pub text: String,
    pub kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `t!("...", a, b = c)`, with the names of its placeholders.
    Translated(Vec<String>),
    /// `later!("...")` and similar, translated when it is shown.
    Marked,
    /// Always in English.
    Plain,
}

/// Macros whose texts only developers read.
const FOR_DEVELOPERS: [&str; 9] =
    ["assert", "assert_eq", "debug_assert", "panic", "unreachable", "debug", "trace", "info", "include_str"];

/// Functions that translate their argument.
const TRANSLATING: [&str; 1] = ["defect"];

/// Returns all sentences of the sources, without tests.
pub fn of_sources() -> Vec<Sentence> {
    let all = modules::all().into_iter();
    all.flat_map(|(name, file)| of_text(&name, &fs::read_to_string(file).unwrap())).collect()
}

/// Returns the sentences of a source.
pub fn of_text(file: &str, text: &str) -> Vec<Sentence> {
    let mut reader = Reader { file, found: Vec::new() };
    reader.read(text.parse().unwrap());
    reader.found
}

struct Reader<'f> {
    file: &'f str,
    found: Vec<Sentence>,
}

impl Reader<'_> {
    fn read(&mut self, stream: TokenStream) {
        let tokens: Vec<TokenTree> = stream.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            at += self.step(&tokens[at..]);
        }
    }

    /// Reads the next item. Returns its number of tokens.
    fn step(&mut self, tokens: &[TokenTree]) -> usize {
        match tokens {
            [TokenTree::Punct(hash), rest @ ..] if hash.as_char() == '#' => 1 + self.attribute(rest),
            [TokenTree::Ident(name), TokenTree::Punct(mark), TokenTree::Group(group), ..]
                if mark.as_char() == '!' =>
            {
                self.macro_call(&name.to_string(), group);
                3
            }
            // Help of the command line, which is in English.
            [TokenTree::Ident(constant), TokenTree::Ident(name), rest @ ..]
                if constant == "const" && name.to_string().ends_with("HELP") =>
            {
                let is_end =
                    |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ';');
                2 + rest.iter().position(is_end).map_or(rest.len(), |end| end + 1)
            }
            [TokenTree::Ident(name), TokenTree::Group(group), ..] if name == "expect" => {
                let _ = group;
                2
            }
            [TokenTree::Ident(name), TokenTree::Group(group), ..]
                if TRANSLATING.contains(&name.to_string().as_str()) =>
            {
                self.mark_all(group.stream());
                2
            }
            // The tables of a game.
            [TokenTree::Ident(field), TokenTree::Punct(colon), TokenTree::Literal(literal), ..]
                if (field == "about" || field == "help") && colon.as_char() == ':' =>
            {
                self.mark_all(TokenTree::from(literal.clone()).into());
                3
            }
            // The heading of a table.
            [TokenTree::Ident(table), _, _, TokenTree::Ident(made), TokenTree::Group(group), ..]
                if table == "Table" && made == "new" =>
            {
                self.mark_all(group.stream());
                5
            }
            [TokenTree::Group(group), ..] => {
                self.read(group.stream());
                1
            }
            [TokenTree::Literal(literal), ..] => {
                if let Some(text) = text_of(literal).filter(|text| is_sentence(text)) {
                    self.note(literal, text, Kind::Plain);
                }
                1
            }
            _ => 1,
        }
    }

    /// Reads an attribute, of which only error messages are for people, and skips items that are only for tests.
    fn attribute(&mut self, tokens: &[TokenTree]) -> usize {
        let bang =
            usize::from(matches!(tokens.first(), Some(TokenTree::Punct(mark)) if mark.as_char() == '!'));
        let Some(TokenTree::Group(group)) = tokens.get(bang) else { return bang };
        match group.stream().to_string().replace(' ', "").as_str() {
            "cfg(test)" => {
                let is_end = |token: &TokenTree| match token {
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                    TokenTree::Punct(mark) => mark.as_char() == ';',
                    _ => false,
                };
                tokens.iter().position(is_end).map_or(tokens.len(), |end| end + 1)
            }
            words => {
                if words.starts_with("error(") {
                    self.read(group.stream());
                }
                bang + 1
            }
        }
    }

    fn macro_call(&mut self, name: &str, group: &Group) {
        let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        match (name, tokens.as_slice()) {
            (name, _) if FOR_DEVELOPERS.contains(&name) => {}
            ("t" | "message", [TokenTree::Literal(literal), rest @ ..]) => {
                if let Some(text) = text_of(literal) {
                    self.note(literal, text, Kind::Translated(names(rest)));
                }
                self.read(rest.iter().cloned().collect());
            }
            ("later", _) => self.mark_all(group.stream()),
            _ => self.read(group.stream()),
        }
    }

    fn mark_all(&mut self, stream: TokenStream) {
        for token in stream {
            match token {
                TokenTree::Literal(literal) => {
                    if let Some(text) = text_of(&literal).filter(|text| !text.is_empty()) {
                        self.note(&literal, text, Kind::Marked);
                    }
                }
                TokenTree::Group(group) => self.mark_all(group.stream()),
                _ => {}
            }
        }
    }

    fn note(&mut self, literal: &proc_macro2::Literal, text: String, kind: Kind) {
        let line = literal.span().start().line;
        self.found.push(Sentence { file: self.file.to_string(), line, text, kind });
    }
}

fn text_of(literal: &proc_macro2::Literal) -> Option<String> {
    match syn::Lit::new(literal.clone()) {
        syn::Lit::Str(text) => Some(text.value()),
        _ => None,
    }
}

/// Returns the names in `, a, b = c, d`.
fn names(tokens: &[TokenTree]) -> Vec<String> {
    let after_comma = tokens.windows(2).filter_map(|pair| match pair {
        [TokenTree::Punct(comma), TokenTree::Ident(name)] if comma.as_char() == ',' => Some(name.to_string()),
        _ => None,
    });
    after_comma.collect()
}

/// Returns the names of all `%{name}` in a sentence.
pub fn placeholders(text: &str) -> Vec<String> {
    let parts = text.split("%{").skip(1);
    let mut names: Vec<String> = parts.filter_map(|part| Some(part.split_once('}')?.0.to_string())).collect();
    names.sort();
    names.dedup();
    names
}

/// Returns whether a text has words with a blank between or beside them, apart from placeholders.
fn is_sentence(text: &str) -> bool {
    let mut words = String::new();
    let mut depth = 0_usize;
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => words.push(letter),
            _ => {}
        }
    }
    let has_word = words.split(|letter: char| !letter.is_alphabetic()).any(|word| word.len() > 1);
    has_word && text.contains(' ')
}

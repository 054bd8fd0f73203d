//! Parameters in a Python file, of the form `PARAMS = {"name": (default, low, high)}`: parsing them, and replacing the
//! defaults.

use serde_json::{Map, Value};
use std::ops::Range;
use wag_i18n::t;

/// One tunable parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    pub name: String,
    pub default: f64,
    pub low: f64,
    pub high: f64,
    /// Whether the parameter is an integer, which is the case if all three numbers are written without a fraction.
    pub is_whole: bool,
    /// The position of the default value in the text of the file.
    span: Range<usize>,
}

impl Param {
    /// Converts a relative position in the range (0 is `low`, 1 is `high`) to a value of the parameter.
    pub fn value(&self, share: f64) -> f64 {
        let value = self.low + share.clamp(0.0, 1.0) * (self.high - self.low);
        if self.is_whole { value.round() } else { value }
    }

    pub fn share(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    /// Returns the value for JSON: an integer, or a number rounded to six decimal places.
    pub fn as_json(&self, value: f64) -> Value {
        if self.is_whole { (value.round() as i64).into() } else { ((value * 1e6).round() / 1e6).into() }
    }

    /// Returns the value as it is written in Python code.
    pub fn written(&self, value: f64) -> String {
        if self.is_whole { format!("{value:.0}") } else { format!("{:?}", (value * 1e6).round() / 1e6) }
    }
}

/// All parameters of a file, and the file's text.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    text: String,
    pub all: Vec<Param>,
}

/// An error in the parameters, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamsError {
    Missing,
    Form(usize),
    Range { line: usize, name: String },
    Twice { line: usize, name: String },
    Empty,
}

impl ParamsError {
    /// Returns the message in the user's language.
    pub fn translated(&self) -> String {
        match self {
            ParamsError::Missing => t!("no line starts with PARAMS"),
            ParamsError::Form(line) => {
                t!("cannot read line %{line}: only plain numbers are allowed there", line)
            }
            ParamsError::Range { line, name } => {
                t!("line %{line}: %{name} must have low < high, and its default between them", line, name)
            }
            ParamsError::Twice { line, name } => t!("line %{line}: %{name} appears twice", line, name),
            ParamsError::Empty => t!("PARAMS contains no parameters"),
        }
    }
}

impl Params {
    /// Parses the parameters in a file's text.
    pub fn read(text: &str) -> Result<Params, ParamsError> {
        let start = start(text).ok_or(ParamsError::Missing)?;
        let mut scanner = Scanner { text, at: start };
        let mut all: Vec<Param> = Vec::new();
        scanner.expect('{')?;
        while !scanner.takes('}') {
            let param = scanner.param()?;
            let (line, name) = (scanner.line(), param.name.clone());
            let lies_between = (param.low..=param.high).contains(&param.default);
            if param.low >= param.high || !lies_between {
                return Err(ParamsError::Range { line, name });
            }
            if all.iter().any(|other| other.name == name) {
                return Err(ParamsError::Twice { line, name });
            }
            all.push(param);
            if !scanner.takes(',') {
                scanner.expect('}')?;
                break;
            }
        }
        if all.is_empty() { Err(ParamsError::Empty) } else { Ok(Params { text: text.to_string(), all }) }
    }

    /// Returns the default of each parameter as a relative position in its range (0 is low, 1 is high).
    pub fn defaults(&self) -> Vec<f64> {
        self.all.iter().map(|param| param.share(param.default)).collect()
    }

    /// Returns the value of each parameter, by name, for these relative positions.
    pub fn values(&self, shares: &[f64]) -> Map<String, Value> {
        let value = |(param, share): (&Param, &f64)| (param.name.clone(), param.as_json(param.value(*share)));
        self.all.iter().zip(shares).map(value).collect()
    }

    /// Returns the file's text with the values for these relative positions as defaults.
    pub fn with(&self, shares: &[f64]) -> String {
        let mut text = self.text.clone();
        // Replace from the end, so that the remaining positions stay valid.
        for (param, share) in self.all.iter().zip(shares).rev() {
            text.replace_range(param.span.clone(), &param.written(param.value(*share)));
        }
        text
    }
}

/// Returns the position at which the value of `PARAMS` begins.
fn start(text: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let rest = line.strip_prefix("PARAMS").filter(|rest| rest.starts_with([' ', ':', '=']));
        if let Some(equals) = rest.and_then(|rest| rest.find('=')) {
            return Some(at + "PARAMS".len() + equals + 1);
        }
        at += line.len();
    }
    None
}

/// A parser for the subset of Python that is allowed in `PARAMS`.
struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl Scanner<'_> {
    fn line(&self) -> usize {
        self.text[..self.at].matches('\n').count() + 1
    }

    fn skip(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            match self.text[self.at..].strip_prefix('#') {
                Some(comment) => self.at += 1 + comment.find('\n').unwrap_or(comment.len()),
                None => return,
            }
        }
    }

    fn takes(&mut self, sign: char) -> bool {
        self.skip();
        let is_there = self.text[self.at..].starts_with(sign);
        self.at += if is_there { sign.len_utf8() } else { 0 };
        is_there
    }

    fn expect(&mut self, sign: char) -> Result<(), ParamsError> {
        if self.takes(sign) { Ok(()) } else { Err(ParamsError::Form(self.line())) }
    }

    fn param(&mut self) -> Result<Param, ParamsError> {
        let name = self.name()?;
        self.expect(':')?;
        self.expect('(')?;
        let (default, whole, span) = self.number()?;
        self.expect(',')?;
        let (low, whole_low, _) = self.number()?;
        self.expect(',')?;
        let (high, whole_high, _) = self.number()?;
        self.takes(',');
        self.expect(')')?;
        Ok(Param { name, default, low, high, is_whole: whole && whole_low && whole_high, span })
    }

    fn name(&mut self) -> Result<String, ParamsError> {
        self.skip();
        let rest = &self.text[self.at..];
        let quote = rest.chars().next().filter(|sign| ['"', '\''].contains(sign));
        let inner =
            quote.and_then(|quote| rest[1..].split(quote).next().filter(|name| name.len() + 2 <= rest.len()));
        match inner {
            Some(name) if !name.is_empty() && !name.contains(['\\', '\n']) => {
                self.at += name.len() + 2;
                Ok(name.to_string())
            }
            _ => Err(ParamsError::Form(self.line())),
        }
    }

    /// Parses a number. Returns its value, whether it is an integer, and its position in the text.
    fn number(&mut self) -> Result<(f64, bool, Range<usize>), ParamsError> {
        self.skip();
        let rest = &self.text[self.at..];
        let is_part = |sign: char| sign.is_ascii_alphanumeric() || ['+', '-', '.', '_'].contains(&sign);
        let number = &rest[..rest.find(|sign| !is_part(sign)).unwrap_or(rest.len())];
        let is_plain = number.chars().any(|sign| sign.is_ascii_digit())
            && number.chars().all(|sign| sign.is_ascii_digit() || "+-._eE".contains(sign));
        let value: f64 = number.replace('_', "").parse().map_err(|_| ParamsError::Form(self.line()))?;
        if !is_plain || !value.is_finite() {
            return Err(ParamsError::Form(self.line()));
        }
        let span = self.at..self.at + number.len();
        self.at = span.end;
        Ok((value, !number.contains(['.', 'e', 'E']), span))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "import x\n# PARAMS = 3\nPARAMS = {  # what may change\n    'near': (3, 1, 9),\n    \"bold\": (0.5, -1.0, 2e0,), }\nprint(PARAMS)\n";

    #[test]
    fn parameters_are_parsed_and_replaced_in_place() {
        let params = Params::read(FILE).unwrap();
        let actual: Vec<_> = params
            .all
            .iter()
            .map(|one| (one.name.as_str(), one.default, one.low, one.high, one.is_whole))
            .collect();
        assert_eq!(actual, [("near", 3.0, 1.0, 9.0, true), ("bold", 0.5, -1.0, 2.0, false)]);
        assert_eq!(params.defaults(), [0.25, 0.5]);
        assert_eq!(params.with(&[0.25, 0.5]), FILE);
        let changed = params.with(&[0.8, 1.0]);
        assert_eq!(changed, FILE.replace("(3,", "(7,").replace("(0.5,", "(2.0,"));
        assert_eq!(Params::read(&changed).unwrap().all[0].default, 7.0);
        assert_eq!(serde_json::to_string(&params.values(&[0.8, 0.5])).unwrap(), r#"{"bold":0.5,"near":7}"#);
    }

    #[test]
    fn errors_name_their_line() {
        let read = |text: &str| Params::read(text).unwrap_err();
        assert_eq!(read("x = 1\n  PARAMS = {}\n"), ParamsError::Missing);
        assert_eq!(read("PARAMS = {}\n"), ParamsError::Empty);
        assert_eq!(read("\nPARAMS = {\n'a': (1, 2)}\n"), ParamsError::Form(3));
        assert_eq!(read("PARAMS = dict(a=1)\n"), ParamsError::Form(1));
        assert_eq!(read("PARAMS = {'a': (x, 1, 2)}\n"), ParamsError::Form(1));
        assert_eq!(read("PARAMS = {'a': (1e999, 1, 2)}\n"), ParamsError::Form(1));
        assert_eq!(read("PARAMS = {'a': (1, 1, 2)\n"), ParamsError::Form(2));
        assert_eq!(read("PARAMS = {'a"), ParamsError::Form(1));
        let range = |line| ParamsError::Range { line, name: "a".to_string() };
        assert_eq!(read("PARAMS = {'a': (5, 1, 2)}\n"), range(1));
        assert_eq!(read("PARAMS = {\n'a': (1, 1, 1)}\n"), range(2));
        assert_eq!(
            read("PARAMS = {'a': (1, 1, 2), 'a': (1, 1, 2)}"),
            ParamsError::Twice { line: 1, name: "a".to_string() }
        );
    }
}

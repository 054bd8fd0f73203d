//! Errors in the command line, with messages in the user's language. The messages of clap itself are only in English.

use super::answer::{ExitStatus, print_json_error};
use crate::output::{Paint, eprintln, print_error};
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use wag_i18n::{LANGUAGES, Language, quote, t};

/// Prints an error. In English, prints clap's own message. Also prints help and the version, because clap treats them
/// as errors. If the user asked for JSON, prints errors as JSON. `has_controls` tells whether the arguments contain control
/// characters, which clap would print.
pub fn tell(err: &Error, as_json: bool, has_controls: bool) -> u8 {
    if as_json && err.use_stderr() {
        let own = || sentence(err).or_else(|| own_words(err));
        let given_twice =
            given_twice(err).map(|option| t!("%{option} is given twice; give it only once", option));
        let message = given_twice.or_else(own).unwrap_or_else(|| first_line(err));
        print_json_error("usage", &message);
        return ExitStatus::Rejected.code();
    }
    if let Some(option) = given_twice(err) {
        eprintln!("{} {}", "wag:".red().bold(), t!("%{option} is given twice; give it only once", option));
        return 2;
    }
    let is_english = Language::spoken() == LANGUAGES[0];
    match sentence(err).or_else(|| own_words(err)).filter(|_| !is_english) {
        Some(sentence) => {
            eprintln!("{} {}", "wag:".red().bold(), t!("%{sentence}; see --help", sentence));
            2
        }
        None if has_controls && err.use_stderr() => {
            print_error(&err.render().to_string());
            2
        }
        None => err.exit(),
    }
}

/// Returns the first line of clap's own message.
fn first_line(err: &Error) -> String {
    let message = err.to_string();
    let line = message.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_string()
}

/// Returns the option that the user has given twice although it is allowed only once; `None` for other errors.
fn given_twice(err: &Error) -> Option<String> {
    let option =
        in_words(err.get(ContextKind::InvalidArg).filter(|_| err.kind() == ErrorKind::ArgumentConflict)?);
    let is_same = err.get(ContextKind::PriorArg).is_none_or(|prior| in_words(prior) == option);
    is_same.then(|| option.split_whitespace().next().unwrap_or_default().to_string())
}

/// Returns the message of an error that was raised by this program and not by clap; `None` for clap's own errors, for
/// help and for the version.
fn own_words(err: &Error) -> Option<String> {
    let is_ours = err.context().next().is_none()
        && matches!(err.kind(), ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand);
    let message = err.to_string();
    let words = message.strip_prefix("error: ").filter(|_| is_ours)?;
    Some(words.lines().next()?.to_string())
}

/// Returns the translated message of one of clap's errors, or `None` if clap's own message is to be printed.
fn sentence(err: &Error) -> Option<String> {
    let words = |kind| Some(in_words(err.get(kind)?));
    let meant = |kind| words(kind).map(|meant| t!("; did you mean %{meant}?", meant)).unwrap_or_default();
    let option = || words(ContextKind::InvalidArg);
    Some(match err.kind() {
        ErrorKind::UnknownArgument => {
            t!(
                "unexpected argument %{option}%{meant}",
                option = option()?,
                meant = meant(ContextKind::SuggestedArg)
            )
        }
        ErrorKind::InvalidSubcommand => t!(
            "there is no command %{name}%{meant}",
            name = quote(words(ContextKind::InvalidSubcommand)?),
            meant = meant(ContextKind::SuggestedSubcommand)
        ),
        ErrorKind::MissingRequiredArgument => t!("missing: %{option}", option = option()?),
        ErrorKind::MissingSubcommand => t!("a command is missing"),
        ErrorKind::ArgumentConflict => {
            t!(
                "%{option} and %{other} cannot be used together",
                option = option()?,
                other = words(ContextKind::PriorArg)?
            )
        }
        ErrorKind::InvalidValue if words(ContextKind::InvalidValue)?.is_empty() => {
            t!("%{option} needs a value", option = option()?)
        }
        ErrorKind::InvalidValue => t!(
            "%{option}: there is no %{word}; choose one of %{all}",
            option = option()?,
            word = quote(words(ContextKind::InvalidValue)?),
            all = words(ContextKind::ValidValue)?
        ),
        ErrorKind::ValueValidation => t!(
            "%{option}: %{word} is not valid: %{why}",
            option = option()?,
            word = quote(words(ContextKind::InvalidValue)?),
            why = reason(&err.source()?.to_string())
        ),
        _ => return None,
    })
}

/// Translates the reason why a value is invalid. A reason from this program's own checks is already in the user's
/// language and stays as it is; a reason from clap or Rust is in English.
fn reason(english: &str) -> String {
    if let Some((_, range)) = english.split_once(" is not in ") {
        let (least, most) = range.split_once("..").unwrap_or((range, ""));
        return match most.trim_start_matches('=') {
            "" | "4294967295" => t!("it must be at least %{least}", least),
            most => t!("it must be from %{least} to %{most}", least, most),
        };
    }
    let is_of_a_number = [
        "invalid digit found in string",
        "cannot parse integer from empty string",
        "number too large to fit in target type",
        "number too small to fit in target type",
    ];
    let is_number = is_of_a_number.contains(&english);
    if is_number { t!("it must be a whole number") } else { english.to_string() }
}

fn in_words(value: &ContextValue) -> String {
    match value {
        ContextValue::Strings(words) => words.join(", "),
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Arg, Command, value_parser};

    #[test]
    fn clap_number_errors_are_translated() {
        let number = |name: &'static str| Arg::new(name).long(name);
        let of = |option: &str, word: &str| {
            let command = Command::new("wag")
                .arg(number("jobs").value_parser(value_parser!(u32).range(1..=1024)))
                .arg(number("threads").value_parser(value_parser!(u32).range(2..)));
            let err = command.try_get_matches_from(["wag", option, word]).err().unwrap();
            sentence(&err).unwrap()
        };
        assert!(of("--jobs", "0").contains("it must be from 1 to 1024"), "{}", of("--jobs", "0"));
        assert!(of("--threads", "0").contains("it must be at least 2"), "{}", of("--threads", "0"));
        for word in ["x", "", "99999999999999999999999"] {
            assert!(of("--jobs", word).contains("it must be a whole number"), "{}", of("--jobs", word));
        }
    }
}

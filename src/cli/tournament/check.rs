//! `wag tournament check DIR`: finds out which submissions can play, and which problems the others have.

use super::super::answer::{ExitStatus, print, user_error};
use super::super::with_game::WithGame;
use super::args::Check;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::text::printable;
use wag_i18n::{Language, message, t};
use wag_play::PlayError;
use wag_tournament::intake::{CheckedSubmission, ClassCheck, Submission, Verdict, check_submissions, is_zip};

/// Checks the submissions in these folders and ZIP files. Each submission plays a few rounds against players that do as
/// little as possible.
pub fn check(options: &WithGame<Check>, stop: &Arc<AtomicBool>) -> anyhow::Result<ExitStatus> {
    let file = options.game.info.own_player().unwrap_or_default();
    let submissions = submissions(file, &options.words.folders)?;
    let check = ClassCheck {
        game: options.game,
        options: &options.options,
        places: &options.places,
        seed: options.words.seed,
        limits: &options.words.limit_args,
        executor: options.words.executor_args.executor()?,
        stop,
    };
    tell(&check_submissions(&check, &submissions)?, options.words.json)
}

/// Returns the submissions that these words name; `file` is the name that a player's file must have.
fn submissions(file: &str, words: &[String]) -> anyhow::Result<Vec<Submission>> {
    let mut all = Vec::new();
    for word in words {
        let path = Path::new(word);
        if path.is_dir() && !path.join(file).is_file() || is_zip(path) {
            all.extend(Submission::all_in(path, file).map_err(|err| {
                PlayError::UserError(message!(
                    "%{folder} cannot be read: %{fault}",
                    folder = path.display(),
                    fault = err
                ))
            })?);
            continue;
        }
        match Submission::at(path, file).or_else(|| Submission::of_file(path, file)) {
            Some(hand_in) if path.exists() => all.push(hand_in),
            _ => {
                return user_error(message!("%{word} is neither a hand-in nor a folder of hand-ins", word));
            }
        }
    }
    match all.is_empty() {
        true => user_error(message!("there are no hand-ins in %{folder}", folder = words.join(", "))),
        false => Ok(all),
    }
}

/// Returns the verdict and its reasons in words.
fn in_words(checked: &CheckedSubmission) -> String {
    let verdict = match checked.verdict {
        Verdict::Plays => t!("plays"),
        Verdict::PlaysWithWarning => t!("plays, with a warning"),
        Verdict::CannotPlay => t!("cannot play"),
        Verdict::NotChecked => t!("not checked"),
    };
    let reasons = checked.reasons.iter().map(|one| one.reason.message.translated());
    let reasons: Vec<String> = std::iter::once(verdict).chain(reasons).collect();
    let location = checked.location_message.as_ref().map(|location| format!(" ({})", location.translated()));
    printable(&format!("{}{}", reasons.join(": "), location.unwrap_or_default()))
}

fn tell(checked: &[CheckedSubmission], as_json: bool) -> anyhow::Result<ExitStatus> {
    let good = checked.iter().filter(|one| one.can_play()).count();
    if as_json {
        print(&format!("{}\n", serde_json::to_string(checked)?))?;
    } else {
        let width = checked.iter().map(|one| one.name.chars().count()).max().unwrap_or(0);
        let line = |one: &CheckedSubmission| {
            let problems = one.reasons.iter().filter_map(|reason| reason.reason.problem.as_ref());
            let hints: String = problems.map(|problem| problem.hint_line(Language::spoken())).collect();
            format!("{:width$}  {}\n{hints}", printable(&one.name), in_words(one))
        };
        let lines: String = checked.iter().map(line).collect();
        let summary = t!("%{good} of %{all} can play", good, all = checked.len());
        print(&format!("{lines}{summary}\n"))?;
    }
    Ok(if good == checked.len() { ExitStatus::Success } else { ExitStatus::CannotStart })
}

//! Learns how far pupils are from the answers of their worker processes. An answer is a stranger's: it can only say
//! something about its own account, and everything in it is bounded and checked.

use super::course_index;
use crate::error::Refusal;
use crate::host::Host;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use wag_store::{Attempt, now_ms};

/// The maximum length of an error message, in characters.
const MESSAGE_MAX: usize = 300;

/// The maximum size of an answer that is read, in bytes. Others pass unread.
const ANSWER_MAX: usize = 256 << 10;

/// Returns whether the answer to a request says something about the progress of its account.
pub fn is_observed(method: &Method, path: &str) -> bool {
    let is_file_check = path.starts_with("/api/files/") && path.ends_with("/check");
    let is_lesson = ["/api/course/begin", "/api/course/check"].contains(&path);
    *method == Method::POST && (is_file_check || is_lesson || begins_run(path))
}

fn begins_run(path: &str) -> bool {
    ["/api/run", "/api/run/again"].contains(&path)
}

/// Reads the answer of a worker, stores what it says about the progress of the account, and returns it as it was. If it
/// says that a match begins, the end of the match is awaited in the background.
pub async fn observe(host: &Arc<Host>, account: &str, path: &str, response: Response) -> Response {
    if begins_run(path) {
        if response.status() == StatusCode::OK {
            tokio::spawn(observe_run(Arc::clone(host), account.to_string()));
        }
        return response;
    }
    if response.status() != StatusCode::OK || !is_short_json(response.headers()) {
        return response;
    }
    let (parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, ANSWER_MAX).await else {
        return Refusal::interrupted().into_response();
    };
    if let Some(attempt) = attempt(path, &bytes) {
        record(host, account, attempt).await;
    }
    Response::from_parts(parts, Body::from(bytes))
}

/// Stores the error of a match that an account plays, when the match has ended.
async fn observe_run(host: Arc<Host>, account: String) {
    let end = host.work.run_end(&account, ANSWER_MAX).await;
    if let Some(attempt) = end.and_then(|end| attempt_of_run(&end)) {
        record(&host, &account, attempt).await;
    }
}

async fn record(host: &Arc<Host>, account: &str, attempt: Attempt) {
    let account = account.to_string();
    let stored = host.ask(move |store| store.record_attempt(&account, &attempt, now_ms())).await;
    if stored.is_err() {
        log::warn!("the progress of a pupil could not be stored");
    }
}

fn is_short_json(headers: &HeaderMap) -> bool {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let is_json = header(header::CONTENT_TYPE).is_some_and(|kind| kind.starts_with("application/json"));
    let length = header(header::CONTENT_LENGTH).and_then(|length| length.parse::<usize>().ok());
    is_json && length.is_some_and(|length| length <= ANSWER_MAX)
}

/// The parts of an answer that count.
#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    game: String,
    #[serde(default)]
    lesson: String,
    #[serde(default)]
    passed: bool,
    /// The first error of the last match.
    error: Option<Problem>,
    /// The reason why a file cannot be run.
    problem: Option<Problem>,
    #[serde(default)]
    unstarted: Vec<Unstarted>,
}

#[derive(Deserialize)]
struct Unstarted {
    problem: Problem,
}

#[derive(Deserialize)]
struct Problem {
    message: Value,
    place: Option<Place>,
}

#[derive(Deserialize)]
struct Place {
    file: String,
    line: u32,
}

/// Returns what an answer with status 200 says about the progress of its account; `None` if it says nothing.
pub fn attempt(path: &str, body: &[u8]) -> Option<Attempt> {
    let is_file_check = path.starts_with("/api/files/") && path.ends_with("/check");
    let counts = path == "/api/course/check";
    let answer: Answer = serde_json::from_slice(body).ok()?;
    let unstarted = answer.unstarted.into_iter().next().map(|one| one.problem);
    let problem = answer.error.or(answer.problem).or(unstarted).and_then(stored);
    if is_file_check {
        return Some(Attempt { error: problem, ..Attempt::default() });
    }
    // Only lessons that exist are stored, so that nobody can fill the database.
    course_index::course(&answer.game)?.get(&answer.lesson)?;
    let Answer { game, lesson, passed, .. } = answer;
    Some(Attempt { course: game, lesson, is_done: counts && passed, counts, error: problem })
}

/// The end of a match that the account has played, as its worker describes it.
#[derive(Deserialize)]
struct RunEnd {
    problem: Option<Problem>,
}

/// Returns what the end of a match says about the progress of its account; `None` if no AI of the account has played.
fn attempt_of_run(body: &[u8]) -> Option<Attempt> {
    let RunEnd { problem } = serde_json::from_slice::<Option<RunEnd>>(body).ok()??;
    Some(Attempt { error: problem.and_then(stored), ..Attempt::default() })
}

/// Returns a problem as it is stored: its message in each language, and its place.
fn stored(problem: Problem) -> Option<String> {
    let short = |text: &str| {
        let text: String = text.chars().filter(|one| !one.is_control()).take(MESSAGE_MAX).collect();
        json!(text)
    };
    let message = match problem.message {
        Value::String(text) => short(&text),
        Value::Object(texts) => {
            let languages = wag_i18n::LANGUAGES.iter();
            let texts = languages.filter_map(|language| {
                Some((language.code.to_string(), short(texts.get(language.code)?.as_str()?)))
            });
            Value::Object(texts.collect())
        }
        _ => return None,
    };
    let file = problem.place.as_ref().map(|place| short(&place.file));
    let line = problem.place.map(|place| place.line);
    Some(json!({ "message": message, "file": file, "line": line }).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_lesson() -> (String, String) {
        let with_course = wag_games::all().map(|game| wag_games::word_of(game.info));
        let (game, index) =
            with_course.filter_map(|game| Some((game.clone(), course_index::course(&game)?))).next().unwrap();
        let first = index.iter().find(|(_, lesson)| lesson.number == 1).unwrap();
        (game, first.0.clone())
    }

    #[test]
    fn checks_of_lessons_are_attempts() {
        let (game, lesson) = first_lesson();
        let body = json!({ "game": game, "lesson": lesson, "passed": true, "error": null });
        let seen = attempt("/api/course/check", body.to_string().as_bytes()).unwrap();
        let expected = Attempt {
            course: game.clone(),
            lesson: lesson.clone(),
            is_done: true,
            counts: true,
            error: None,
        };
        assert_eq!(seen, expected);
        let begun = attempt("/api/course/begin", body.to_string().as_bytes()).unwrap();
        assert_eq!(begun, Attempt { is_done: false, counts: false, ..expected });
        for (path, body) in [
            ("/api/course/check", json!({ "game": game, "lesson": "no such lesson" })),
            ("/api/course/check", json!({ "game": "no such game", "lesson": lesson })),
            ("/api/course/check", json!([])),
        ] {
            assert_eq!(attempt(path, body.to_string().as_bytes()), None, "{path} {body}");
        }
    }

    #[test]
    fn only_checks_and_begun_lessons_are_read() {
        let cases = [
            (Method::POST, "/api/course/check", true),
            (Method::POST, "/api/files/a.py/check", true),
            (Method::GET, "/api/files/a.py/check", false),
            (Method::POST, "/api/run", true),
            (Method::POST, "/api/run/again", true),
            (Method::POST, "/api/run/cancel", false),
            (Method::GET, "/api/run", false),
            (Method::POST, "/api/course/solution", false),
        ];
        for (method, path, expected) in cases {
            assert_eq!(is_observed(&method, path), expected, "{method} {path}");
        }
    }

    #[test]
    fn the_end_of_a_run_says_whether_the_own_ai_had_an_error() {
        let place = json!({ "file": "a.py", "line": 3 });
        let problem = json!({ "message": { "en": "x" }, "place": place, "kind": "exception", "round": 2 });
        let error = attempt_of_run(json!({ "problem": problem }).to_string().as_bytes()).unwrap().error;
        assert_eq!(error.as_deref(), Some(r#"{"file":"a.py","line":3,"message":{"en":"x"}}"#));
        assert_eq!(attempt_of_run(br#"{"problem":null}"#), Some(Attempt::default()));
        for nothing in ["null", "", "[]", "{\"problem\":5}"] {
            assert_eq!(attempt_of_run(nothing.as_bytes()), None, "{nothing}");
        }
    }

    #[test]
    fn errors_are_bounded_texts() {
        let message = json!({ "en": format!("a\u{1b}{}", "b".repeat(1000)), "de": "x", "evil": "y" });
        let body = json!({ "problem": { "message": message, "place": { "file": "a.py", "line": 3 } } });
        let seen = attempt("/api/files/a.py/check", body.to_string().as_bytes()).unwrap();
        let error: Value = serde_json::from_str(&seen.error.unwrap()).unwrap();
        let text = format!("a{}", "b".repeat(MESSAGE_MAX - 1));
        assert_eq!(error, json!({ "message": { "en": text, "de": "x" }, "file": "a.py", "line": 3 }));
        let odd = json!({ "problem": { "message": 3, "place": null } });
        assert_eq!(attempt("/api/files/a.py/check", odd.to_string().as_bytes()).unwrap().error, None);
    }
}

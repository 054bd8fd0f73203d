//! Writes the players' logs of a saved match again, from its replay.

use serde_json::Value;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Duration;
use wag_core::arena::{Explanation, Fault, TurnReport};
use wag_core::game::Notice;
use wag_core::text::printable;
use wag_i18n::{Language, Message};
use wag_replay::ReplayJson;
use wag_runner::logs::{format_call_stack, is_in_no_file_name, last_line, tell_refused, tell_turn};

/// Writes a log for each player into a folder. The names of the players are untrusted, because the replay may come from
/// anybody.
pub fn write(json_replay: &dyn ReplayJson, folder: &Path) -> io::Result<()> {
    let head = json_replay.header().map_err(io::Error::other)?;
    let players = head["players"].as_array().cloned().unwrap_or_default();
    let mut logs = Vec::new();
    for (at, player) in players.iter().enumerate().take(32) {
        let name = file_name(player["name"].as_str().unwrap_or_default(), at + 1);
        // Two different names may map to the same file name.
        let file = File::create_new(folder.join(format!("{name}.log")))
            .or_else(|_| File::create_new(folder.join(format!("player{}.log", at + 1))))?;
        logs.push(BufWriter::new(file));
    }
    // Damaged parts are skipped, so that the log has at least the rest.
    for chunk in (0..json_replay.chunks()).filter_map(|number| json_replay.chunk(number).ok()) {
        for turn in chunk["turns"].as_array().into_iter().flatten() {
            write_turn(json_replay, turn, &mut logs)?;
        }
    }
    logs.iter_mut().try_for_each(Write::flush)
}

fn write_turn(json_replay: &dyn ReplayJson, turn: &Value, logs: &mut [impl Write]) -> io::Result<()> {
    let round = turn["round"].as_u64().and_then(|round| u32::try_from(round).ok()).unwrap_or_default();
    for report in turn["reports"].as_array().into_iter().flatten() {
        if let Some(log) = log_of(report, logs) {
            let mut text = Vec::new();
            tell_turn(&mut text, round, &as_report(report));
            let refused = report["refused"].as_array().map_or(&[][..], Vec::as_slice);
            let total = report["refused_total"].as_u64().unwrap_or_default();
            tell_refused(&mut text, refused, total, reason, words);
            log.write_all(&text)?;
        }
    }
    for notice in turn["notices"].as_array().into_iter().flatten() {
        let what = match notice["notice"].as_str() {
            Some("out") => Notice::Out,
            Some("stands_still") => Notice::StandsStill,
            Some("gone") => Notice::Gone,
            _ => continue,
        };
        if let Some(log) = log_of(notice, logs) {
            log.write_all(last_line(&json_replay.farewell(what, round)).as_bytes())?;
        }
    }
    Ok(())
}

fn log_of<'l, W>(part: &Value, logs: &'l mut [W]) -> Option<&'l mut W> {
    let seat = usize::try_from(part["seat"].as_u64()?).ok()?;
    logs.get_mut(seat.checked_sub(1)?)
}

/// Returns a key that is the same for refused orders with the same reason, so that each reason is logged only once.
fn reason(refusal: &Value) -> String {
    format!("{} {} {:?}", refusal["kind"], refusal["values"], source_lines(refusal))
}

fn words(refusal: &Value) -> String {
    let text = in_language(refusal).or(refusal["text"].as_str()).unwrap_or_default();
    printable(&(text.to_string() + &format_call_stack(&source_lines(refusal))))
}

/// Returns the calls in the player's source code that led to an order.
fn source_lines(refusal: &Value) -> Vec<String> {
    let line = |value: &Value| value.as_str().map(str::to_string);
    let calls = refusal["calls"].as_array().map(|calls| calls.iter().filter_map(line).collect());
    calls.unwrap_or_else(|| line(&refusal["at"]).into_iter().collect())
}

fn as_report(report: &Value) -> TurnReport {
    TurnReport {
        output: report["output"].as_str().unwrap_or_default().as_bytes().to_vec(),
        output_dropped: report["output_dropped"].as_u64().unwrap_or_default(),
        think: Duration::from_micros(report["think_us"].as_u64().unwrap_or_default()),
        fault: fault_of(&report["fault"]),
        explanation: serde_json::from_value::<Option<Explanation>>(report["fault"]["explanation"].clone())
            .unwrap_or_default()
            .map(Explanation::bounded),
        ..TurnReport::default()
    }
}

/// Returns the text of a fault or a refusal in the user's language; `None` if the replay has no such text.
fn in_language(shown: &Value) -> Option<&str> {
    shown["texts"][Language::spoken().code].as_str()
}

/// Returns a fault, with its message in the user's language if the replay contains it.
fn fault_of(shown: &Value) -> Option<Fault> {
    let fault: Option<Fault> = serde_json::from_value(shown.clone()).unwrap_or_default();
    let text = in_language(shown).map(Message::from);
    fault.map(|fault| Fault { message: text.unwrap_or(fault.message), ..fault })
}

/// Returns a player's name as the name of a file: at most 60 characters, without those that a file name must not
/// contain.
fn file_name(name: &str, seat: usize) -> String {
    let name: String = name.chars().filter(|letter| !is_in_no_file_name(*letter)).take(60).collect();
    let name = name.trim_matches(['.', ' ']).to_string();
    if name.is_empty() { format!("player{seat}") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use wag_replay::ReplayError;

    /// A replay with two chunks whose player names are untrusted.
    struct UntrustedReplay;

    impl ReplayJson for UntrustedReplay {
        fn refresh(&mut self) -> Result<(), ReplayError> {
            Ok(())
        }

        fn is_over(&self) -> bool {
            true
        }

        fn rounds(&self) -> u32 {
            3
        }

        fn chunks(&self) -> u32 {
            3
        }

        fn header(&self) -> Result<Value, ReplayError> {
            let names = ["../../evil", "..\u{0}", "a", "/a"];
            Ok(json!({ "players": names.map(|name| json!({ "name": name })) }))
        }

        fn chunk(&self, number: u32) -> Result<Value, ReplayError> {
            if number == 1 {
                return Err(ReplayError::Damaged { first: 1, last: 2 });
            }
            let report = json!({ "seat": 1, "think_us": 1500, "output": "hello",
                "fault": { "kind": "timeout", "message": "no answer" } });
            let notice = json!({ "seat": 2, "notice": "out" });
            let turn =
                json!({ "round": number + 1, "reports": [report, { "seat": 99 }, {}], "notices": [notice] });
            Ok(json!({ "turns": [turn] }))
        }

        fn overview(&self) -> Result<Value, ReplayError> {
            Err(ReplayError::Empty)
        }

        fn farewell(&self, _: Notice, round: u32) -> String {
            format!("Out of the game after round {round}")
        }
    }

    #[test]
    fn recreated_logs_match_and_stay_in_their_folder() {
        let folder = tempfile::tempdir().unwrap();
        write(&UntrustedReplay, folder.path()).unwrap();
        let entries = std::fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names, ["a.log", "evil.log", "player2.log", "player4.log"]);
        let log = std::fs::read_to_string(folder.path().join("evil.log")).unwrap();
        assert!(log.starts_with(
            "=== Round 1 (1.500 ms) ===\nhello\n*** Turn lost (timeout): no answer ***\n=== Round 3"
        ));
        let log = std::fs::read_to_string(folder.path().join("player2.log")).unwrap();
        assert!(log.contains("Out of the game after round 1"), "{log}");
    }
}

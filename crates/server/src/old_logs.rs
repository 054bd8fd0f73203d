//! Writes the players' logs of a saved match again, from its replay.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Duration;
use wag_core::arena::{Explanation, Fault, JsonExplanation, TurnReport};
use wag_core::text::printable;
use wag_i18n::{Language, Message};
use wag_play::logs::{format_call_stack, is_in_no_file_name, last_line, tell_refused, tell_turn};
use wag_replay::{JsonFault, JsonNotice, JsonRefusal, JsonReport, JsonSource, JsonTurn, ReplayJson, Texts};

/// Writes a log for each player into a folder. The names of the players are untrusted, because the replay may come from
/// anybody.
pub fn write(json_replay: &dyn ReplayJson, folder: &Path) -> io::Result<()> {
    let header = json_replay.header().map_err(io::Error::other)?;
    let mut logs = Vec::new();
    for (at, player) in header.players.iter().enumerate().take(32) {
        let name = file_name(&player.name, at + 1);
        // Two different names may map to the same file name.
        let file = File::create_new(folder.join(format!("{name}.log")))
            .or_else(|_| File::create_new(folder.join(format!("player{}.log", at + 1))))?;
        logs.push(BufWriter::new(file));
    }
    // Damaged parts are skipped, so that the log has at least the rest.
    for chunk in (0..json_replay.chunks()).filter_map(|number| json_replay.chunk(number).ok()) {
        for turn in &chunk.turns {
            write_turn(json_replay, turn, &mut logs)?;
        }
    }
    logs.iter_mut().try_for_each(Write::flush)
}

fn write_turn(json_replay: &dyn ReplayJson, turn: &JsonTurn, logs: &mut [impl Write]) -> io::Result<()> {
    for report in &turn.reports {
        if let Some(log) = log_of(report.seat, logs) {
            let mut text = Vec::new();
            tell_turn(&mut text, turn.round, &as_report(report), None);
            let refused = report.refused.as_deref().unwrap_or_default();
            tell_refused(&mut text, refused, report.refused_total.unwrap_or_default().into(), reason, words);
            log.write_all(&text)?;
        }
    }
    for JsonNotice { seat, notice } in &turn.notices {
        if let Some(log) = log_of(*seat, logs) {
            log.write_all(last_line(&json_replay.farewell(*notice, turn.round)).as_bytes())?;
        }
    }
    Ok(())
}

fn log_of<W>(seat: u8, logs: &mut [W]) -> Option<&mut W> {
    logs.get_mut(usize::from(seat).checked_sub(1)?)
}

/// Returns a key that is the same for refused orders with the same reason, so that each reason is logged only once.
fn reason(refusal: &JsonRefusal) -> (&str, &BTreeMap<String, String>, &[String]) {
    (&refusal.kind, &refusal.values, source_lines(&refusal.source))
}

fn words(refusal: &JsonRefusal) -> String {
    let text = in_language(refusal.texts.as_ref()).unwrap_or(&refusal.text);
    printable(&(text.to_string() + &format_call_stack(source_lines(&refusal.source))))
}

/// Returns the calls in the player's source code that led to an order.
fn source_lines(source: &JsonSource) -> &[String] {
    match source.calls.as_slice() {
        [] => source.at.as_slice(),
        calls => calls,
    }
}

fn as_report(report: &JsonReport) -> TurnReport {
    let explanation = report.fault.as_ref().and_then(|fault| fault.explanation.as_ref());
    let stored =
        |shown: &JsonExplanation| Explanation { code: shown.code.clone(), values: shown.values.clone() };
    TurnReport {
        output: report.output.clone().into_bytes(),
        output_dropped: report.output_dropped.unwrap_or_default(),
        think: Duration::from_micros(report.think_us),
        fault: report.fault.as_ref().map(fault_of),
        explanation: explanation.map(stored),
        ..TurnReport::default()
    }
}

/// Returns the text in the user's language; `None` if the replay has no such text.
fn in_language(texts: Option<&Texts>) -> Option<&str> {
    texts?.get(Language::spoken().code).map(String::as_str)
}

/// Returns a fault, with its message in the user's language if the replay contains it.
fn fault_of(shown: &JsonFault) -> Fault {
    let message = in_language(shown.texts.as_ref()).unwrap_or(&shown.message);
    Fault { kind: shown.kind, message: Message::from(message) }
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
    use wag_core::arena::FaultKind;
    use wag_core::game::Notice;
    use wag_replay::{JsonChunk, JsonHeader, JsonOverview, JsonPlayer, MatchExplanation, ReplayError};

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

        fn header(&self) -> Result<JsonHeader, ReplayError> {
            let names = ["../../evil", "..\u{0}", "a", "/a"];
            let player = |name: &str| JsonPlayer { name: name.to_string(), ..JsonPlayer::default() };
            Ok(JsonHeader { players: names.map(player).into(), ..JsonHeader::default() })
        }

        fn frames(&self, _: u32, _: u32) -> Result<Vec<(u32, serde_json::Value)>, ReplayError> {
            Ok(Vec::new())
        }

        fn chunk(&self, number: u32) -> Result<JsonChunk, ReplayError> {
            if number == 1 {
                return Err(ReplayError::Damaged { first: 1, last: 2 });
            }
            let fault = JsonFault {
                kind: FaultKind::Timeout,
                message: "no answer".to_string(),
                texts: None,
                place: None,
                explanation: None,
            };
            let output = "hello".to_string();
            let report =
                JsonReport { seat: 1, think_us: 1500, output, fault: Some(fault), ..JsonReport::default() };
            let stranger = |seat| JsonReport { seat, ..JsonReport::default() };
            let turn = JsonTurn {
                round: number + 1,
                reports: vec![report, stranger(99), stranger(0)],
                notices: vec![JsonNotice { seat: 2, notice: Notice::Out }],
                ..JsonTurn::default()
            };
            Ok(JsonChunk { turns: vec![turn], ..JsonChunk::default() })
        }

        fn overview(&self) -> Result<JsonOverview, ReplayError> {
            Err(ReplayError::Empty)
        }

        fn explain(&self) -> Result<MatchExplanation, ReplayError> {
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

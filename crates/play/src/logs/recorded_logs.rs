//! The players' logs of a recorded match, written again from its replay.

use super::{GameLogs, LogForm, Logs, is_in_no_file_name};
use std::collections::HashSet;
use std::io;
use std::path::Path;
use wag_core::arena::Ending;
use wag_core::game::Show;
use wag_games::{KnownGame, with_game};
use wag_replay::{Blocks, Reader};

/// The space for the logs of a recorded match, in bytes. A short replay can have long logs.
#[derive(Clone, Copy, Debug)]
pub struct LogRoom {
    /// The maximum of a player's log.
    pub each: u64,
    /// The maximum of all together.
    pub all: u64,
}

/// Writes a log for each player into a folder. The names of the players are untrusted, because the replay may come from
/// anybody; what has no room is left out.
pub fn write_recorded_logs(game: KnownGame, blocks: Blocks, folder: &Path, room: LogRoom) -> io::Result<()> {
    with_game!(game, G => write_logs::<G>(blocks, folder, room))
}

fn write_logs<G: Show>(blocks: Blocks, folder: &Path, room: LogRoom) -> io::Result<()> {
    let reader = Reader::<G>::of(blocks).map_err(io::Error::other)?;
    let names = reader.header().players.iter().map(|player| player.name.as_str()).take(32);
    let names = file_names(names);
    let each = room.each.min(room.all / (names.len() as u64).max(1));
    let logs = Logs::create(folder, &names, LogForm::default()).map_err(|(_, err)| err)?;
    let mut logs = logs.with_room(each);
    write_turns(&reader, &mut logs);
    logs.failures().next().map_or(Ok(()), |(_, err)| Err(io::Error::new(err.kind(), err.to_string())))
}

fn write_turns<G: Show>(reader: &Reader<G>, logs: &mut Logs) {
    let mut game_logs = GameLogs::<G>::new(logs, reader.setup());
    game_logs.begin(&[]);
    // Damaged parts are skipped, so that the log has at least the rest.
    for turn in reader.all_chunks().flatten().flat_map(|stretch| stretch.turns) {
        game_logs.write_turn(turn.round, &turn.reports, &turn.events, &turn.notices);
        if game_logs.are_closed() {
            return;
        }
    }
    if let Some(ended) = &reader.file().ended {
        let ending = Ending { rounds: ended.rounds, interrupted: ended.interrupted };
        game_logs.close(&ending, &ended.advice);
    }
}

/// Returns the players' names as different names of files.
fn file_names<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut free = |name: String, seat: usize| match taken.insert(name.clone()) {
        true => name,
        false => format!("player{seat}"),
    };
    names.zip(1..).map(|(name, seat)| free(file_name(name, seat), seat)).collect()
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
    use std::fs;
    use wag_core::arena::{Observer, TurnRecord, TurnReport};
    use wag_core::game::tiny::Fives;
    use wag_core::game::{Draw, Game, GameOptions, Notice, Playable, Seat, Seated};
    use wag_core::problem::{Fault, FaultKind};
    use wag_replay::{Closing, Header, PlayerInfo, Recorder};

    /// Records a match of 100 rounds. In each round with a number of the list, a player prints `hello` and loses its turn;
    /// in the last round, the other player is out.
    fn record(path: &Path, names: [&str; 2], loud: &[u32]) {
        let seats = names.map(|name| Seated { name, built_in: None });
        let setup =
            Fives::setup(&Fives::INFO, &GameOptions::default(), &seats, Draw { seed: 1, game: 0 }).unwrap();
        let players = names.map(|name| PlayerInfo { name: name.to_string(), ..PlayerInfo::default() });
        let header = Header {
            game: Fives::NAME.to_string(),
            players: players.into(),
            setup: serde_json::to_value(&setup).unwrap(),
            ..Header::default()
        };
        let state = Fives::start(&setup, 1, &mut Vec::new());
        let mut recorder = Recorder::<Fives>::new(fs::File::create(path).unwrap(), &header, setup).unwrap();
        recorder.started(&state, &[], &[]);
        for round in 1..=100 {
            let fault = Fault { kind: FaultKind::Timeout, message: "no answer".into() };
            let report = match loud.contains(&round) {
                true => TurnReport { output: b"hello".into(), fault: Some(fault), ..TurnReport::default() },
                false => TurnReport::default(),
            };
            recorder.turn(&TurnRecord {
                round,
                orders: &[(Seat(0), Default::default())],
                reports: &[(Seat(0), report)],
                events: &[],
                notices: if round == 100 { &[(Seat(1), Notice::Out)] } else { &[] },
                state: &state,
            });
        }
        recorder.close(&state, &Ending { rounds: 100, interrupted: false }, &Closing::default());
    }

    #[test]
    fn recreated_logs_match_and_stay_in_their_folder() {
        let folder = tempfile::tempdir().unwrap();
        let replay = folder.path().join("match.wag");
        record(&replay, ["../../evil", "/evil"], &[1, 3]);
        let logs = folder.path().join("logs");
        fs::create_dir(&logs).unwrap();
        let blocks = Blocks::open(Box::new(fs::File::open(&replay).unwrap())).unwrap();
        write_logs::<Fives>(blocks, &logs, LogRoom { each: 10_000, all: 10_000 }).unwrap();
        let mut names: Vec<_> = fs::read_dir(&logs)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["evil.log", "player2.log"]);
        let text = |round| format!("=== Round {round} ===\nhello\n*** Turn lost (timeout): no answer ***\n");
        let log = fs::read_to_string(logs.join("evil.log")).unwrap();
        let total = "=== Turns: 100, time: 0.000 ms in total, at most 0.000 ms (round 0) ===\n";
        assert_eq!(log, text(1) + &text(3) + total);
        let log = fs::read_to_string(logs.join("player2.log")).unwrap();
        assert_eq!(log, "=== Out of the game after round 100 ===\n");
    }

    #[test]
    fn long_logs_of_a_short_replay_are_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let replay = folder.path().join("match.wag");
        record(&replay, ["one", "two"], &(1..=90).collect::<Vec<u32>>());
        for (room, rounds) in
            [(LogRoom { each: 1000, all: 10_000 }, 16), (LogRoom { each: 10_000, all: 500 }, 4)]
        {
            let blocks = Blocks::open(Box::new(fs::File::open(&replay).unwrap())).unwrap();
            write_logs::<Fives>(blocks, folder.path(), room).unwrap();
            let log = fs::read_to_string(folder.path().join("one.log")).unwrap();
            assert_eq!(log.matches("hello").count(), rounds);
            assert!(log.ends_with("=== The rest is left out: the log would be too long. ===\n"), "{log}");
            assert_eq!(
                fs::read_to_string(folder.path().join("two.log")).unwrap(),
                "=== Out of the game after round 100 ===\n"
            );
        }
    }

    #[test]
    fn file_names_are_different() {
        let names = ["../../evil", "..\u{0}", "a", "/a"];
        assert_eq!(file_names(names.into_iter()), ["evil", "player2", "a", "player4"]);
    }
}

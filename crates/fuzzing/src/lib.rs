//! Fuzz targets for all untrusted input, such as answers of workers, map files, replays, progress files, tournament
//! databases and ZIP files.
//!
//! Each [`Target`] reads bytes in the same way as the program, and panics if a check fails. The tests here try a few
//! hundred cases for each target; `scripts/fuzz` tries millions and searches for new code paths (see
//! `docs/fuzzing.md`). Only they use this package; the program does not contain it.

mod files;
mod games;
mod replays;
mod seeds;

use wag_core::arena::{CallStack, OrderSources, TurnReport};
use wag_core::game::{Game, Kind, Opt, Playable, Refusal, Seat};
use wag_games::KnownGame;
use wag_games::python_source::Source;
use wag_games::warriors::{Warriors, map_file};
use wag_games::with_game;
use wag_ladder::{Ladder, Progress};
use wag_python::protocol::{Answered, FRAME_MAX, Garbage, NOTES_MAX, Started, take_frame};

/// A part of the program that reads untrusted bytes.
pub struct Target {
    pub name: &'static str,
    /// Reads the bytes; panics if a check fails.
    pub read: fn(&[u8]),
    /// Returns the maximum memory that reading an input may use, in bytes. The argument is the length of the input, in
    /// bytes.
    pub memory_max: fn(usize) -> usize,
    /// Returns valid inputs. The fuzzer starts from them.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

const KIB: usize = 1 << 10;

pub const TARGETS: &[Target] = &[
    // A growing list doubles its capacity, and its old and new buffers exist at the same time.
    Target {
        name: "protocol",
        read: protocol,
        memory_max: |length| 16 * length + 4 * KIB * KIB,
        seeds: seeds::protocol,
    },
    // A number of a figure takes a byte or more, and eight in memory.
    Target {
        name: "games",
        read: games::read,
        memory_max: |length| 32 * length + 4 * KIB * KIB,
        seeds: games::seeds,
    },
    Target { name: "maps", read: maps, memory_max: |length| 128 * length + 512 * KIB, seeds: seeds::maps },
    Target {
        name: "replays",
        read: replays::read,
        memory_max: |length| 4096 * length + 256 * KIB * KIB,
        seeds: seeds::replays,
    },
    Target {
        name: "duels",
        read: replays::read_duel,
        memory_max: |length| 4096 * length + 256 * KIB * KIB,
        seeds: seeds::duels,
    },
    Target {
        name: "choices",
        read: choices,
        memory_max: |length| 512 * length + 16 * KIB * KIB,
        seeds: seeds::choices,
    },
    Target {
        name: "progress",
        read: progress,
        memory_max: |length| 256 * length + 64 * KIB,
        seeds: seeds::progress,
    },
    // The memory that SQLite allocates is not counted.
    Target {
        name: "databases",
        read: files::database,
        memory_max: |length| 64 * length + 4 * KIB * KIB,
        seeds: files::databases,
    },
    Target {
        name: "archives",
        read: files::archive,
        memory_max: |length| 1024 * length + 4 * KIB * KIB,
        seeds: files::archives,
    },
    Target {
        name: "contests",
        read: contests,
        memory_max: |length| 4096 * length + 64 * KIB * KIB,
        seeds: seeds::contests,
    },
    Target {
        name: "searches",
        read: wag_series::tune::read_any,
        memory_max: |length| 512 * length + 64 * KIB,
        seeds: seeds::searches,
    },
    Target {
        name: "classes",
        read: |bytes| drop(Source::of_text(&String::from_utf8_lossy(bytes))),
        memory_max: |length| 64 * length + 64 * KIB,
        seeds: seeds::classes,
    },
    Target {
        name: "settings",
        read: wag_server::read_any_settings,
        memory_max: |length| 512 * length + 64 * KIB,
        seeds: seeds::settings,
    },
];

/// Tests messages from a worker. Uses the input first as the bytes in the pipe, then as the content of each kind of
/// message.
fn protocol(bytes: &[u8]) {
    frames(bytes);
    if let Some(started) = Started::read(bytes) {
        let again = postcard::to_stdvec(&started).expect("plain data can be written");
        assert!(Started::read(&again).is_some(), "what was read can be sent");
        match started {
            Started::Ready { warnings, missing, uncalled } => {
                assert!(warnings.len() <= 100 && missing.len() <= 100 && uncalled.len() <= 20);
            }
            Started::Rejected { report, place, explanation } => {
                assert!(place.is_none_or(|place| place.file.chars().count() <= 200));
                assert!(report.english().chars().count() <= 20_000);
                assert!(explanation.is_none_or(|it| it.values.len() <= 8 && it.code.chars().count() <= 40));
            }
        }
    }
    if let Ok(answered) = postcard::from_bytes::<Answered>(bytes) {
        orders(&answered.orders);
        is_bounded(&answered.report(Vec::new(), 0));
    }
    orders(bytes);
}

fn frames(bytes: &[u8]) {
    let mut received = bytes.to_vec();
    match take_frame(&mut received) {
        Ok(Some(frame)) => {
            assert!(received.is_empty(), "a worker answers once");
            assert_eq!(frame.len() + 4, bytes.len());
            assert_eq!((frame.len() as u32).to_le_bytes(), bytes[..4]);
            assert!(frame.len() <= FRAME_MAX);
        }
        Ok(None) => assert_eq!(received, bytes, "what is not complete is kept"),
        Err(Garbage) => assert!(bytes.len() >= 4, "nobody can tell from less"),
    }
}

fn orders_of<G: Playable>(bytes: &[u8]) {
    for protocol in [&G::PROTOCOLS.python, &G::PROTOCOLS.persistent].into_iter().flatten() {
        if let Some(orders) = (protocol.decode_orders)(bytes) {
            let again = postcard::to_stdvec(&orders).expect("plain data can be written");
            let read = (protocol.decode_orders)(&again).expect("what was read can be sent");
            assert_eq!(postcard::to_stdvec(&read), Ok(again));
        }
    }
}

fn orders(bytes: &[u8]) {
    for game in wag_games::all() {
        with_game!(game, G => orders_of::<G>(bytes));
    }
    if let Some(orders) =
        Warriors::PROTOCOLS.python.as_ref().and_then(|protocol| (protocol.decode_orders)(bytes))
    {
        turn(&mut seeds::MOMENT.clone(), &orders);
    }
}

/// Applies orders that `could_order` accepts. Few of them have an effect, because the rules reject orders that are
/// impossible or that cost more than the player has.
fn turn(state: &mut <Warriors as Game>::State, orders: &<Warriors as Game>::Orders) {
    let seat = Seat(0);
    if !Warriors::could_order(&Warriors::view(state, seat), orders) {
        return;
    }
    let mut events = Vec::new();
    Warriors::apply(state, &[(seat, orders.clone())], &mut events);
    assert!(events.len() <= 100, "{} things happen", events.len());
}

fn is_bounded(report: &TurnReport) {
    let is_short = |words: &str, most: usize| words.chars().count() <= most;
    assert!(report.notes.len() <= NOTES_MAX);
    assert!(report.notes.iter().map(|note| note.fields.len()).sum::<usize>() <= 20_000);
    assert!(report.notes.iter().all(|note| is_short(&note.text, 200)));
    assert!(report.notes.iter().flat_map(|note| &note.color).all(|color| is_short(color, 200)));
    assert!(report.origins.files.len() <= OrderSources::FILES_MAX);
    assert!(report.origins.files.iter().all(|file| is_short(file, 200)));
    assert!(report.origins.places.len() <= OrderSources::PLACES_MAX);
    assert!(report.origins.chains.len() <= OrderSources::CHAINS_MAX);
    assert!(report.origins.chains.iter().all(|chain| chain.0.len() <= CallStack::LINES_MAX));
    assert!(report.refused.len() <= Refusal::STORED_MAX);
    let count = report.origins.chains.len() as u32;
    assert!(report.refused.iter().flat_map(|refusal| refusal.chain).all(|chain| chain < count));
    assert!(report.fault.iter().all(|fault| is_short(&fault.message.english(), 2000)));
}

/// Tests map files. A board must stay the same when it is written and parsed again, and an error must name a position
/// in the file.
fn maps(bytes: &[u8]) {
    match map_file::parse(bytes) {
        Ok(parsed) => {
            assert!(parsed.board.is_sound());
            let again = map_file::parse(map_file::write(&parsed.board).as_bytes());
            let again = again.expect("what was written can be read");
            assert_eq!(again.board, parsed.board);
            assert!(again.warnings.is_empty());
        }
        Err(fault) => {
            let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
            // If a line is missing, the error may name a line beyond the end.
            let error = fault.english();
            let place = error.strip_prefix("line ").and_then(|rest| rest.split_once(", column "));
            let (line, rest) = place.expect("an error in a map names its place");
            let column = rest.split_once(':').map_or(0, |(column, _)| column.parse().unwrap_or(0));
            assert!((1..=lines + 5).contains(&line.parse().unwrap_or(0)) && column >= 1, "{error}");
            assert!(column <= bytes.len() + 1, "{error}");
            check_message(&error);
        }
    }
}

/// Returns all options of all games that take a file.
fn file_options() -> Vec<(KnownGame, &'static Opt)> {
    let of_game = |game: KnownGame| game.info.options.iter().map(move |option| (game, option));
    let options = wag_games::all().flat_map(of_game);
    options.filter(|(_, option)| matches!(option.kind, Kind::File { .. })).collect()
}

/// Tests files for options (maps, boards, rules, numbers) and contests' replays. Each input must either be shown or
/// result in a short error message. The first byte selects the option.
fn choices(bytes: &[u8]) {
    let Some((which, bytes)) = bytes.split_first() else { return };
    let options = file_options();
    let (game, option) = options[usize::from(*which) % options.len()];
    if let Err(fault) = (game.info.look)(option.name, bytes) {
        check_message(&fault.english());
    }
    drop((game.info.sketch)(option.name, bytes));
    if let Some(check) = game.info.check {
        drop(check(bytes, true));
    }
    if let Some(Err(fault)) = game.info.result.map(|read| read(bytes)) {
        check_message(&fault);
    }
}

/// Tests contests' replays. Each input must either be verified and imported or result in a short error message.
fn contests(bytes: &[u8]) {
    for game in wag_games::all() {
        let Some(verify) = game.info.verify else { continue };
        if let Err(fault) = verify(bytes) {
            check_message(&fault);
        }
        if let Some(Err(fault)) = wag_inspect::import(game, bytes, "x") {
            check_message(&fault);
        }
    }
}

/// Tests progress files. Each input must either stay the same when it is written and parsed again, or result in a short
/// error message.
fn progress(bytes: &[u8]) {
    match Progress::parse(ladder(), bytes) {
        Ok(progress) => assert_eq!(Progress::parse(ladder(), progress.to_text().as_bytes()), Ok(progress)),
        Err(damage) => check_message(&damage.to_string()),
    }
}

fn ladder() -> Ladder {
    Ladder { game: None, stages: wag_games::warriors::Warriors::INFO.stages }
}

/// Checks that an error message about an untrusted file is one line, not too long, and free of control characters.
fn check_message(message: &str) {
    assert!(!message.chars().any(char::is_control), "{message:?}");
    assert!(message.len() < 2000, "{} bytes", message.len());
}

#[cfg(test)]
mod tests;

//! Runs a few hundred random cases of each fuzz target together with the other tests. Also runs the inputs with which
//! the fuzzer has found defects.

use super::*;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};
use std::time::Duration;
use wag_games::warriors::Warriors;
use wag_replay::forge;
use wag_replay::{Reader, Verdict, verify};

mod replays;

#[path = "../../../fuzz/heap.rs"]
mod heap;

#[global_allocator]
static HEAP: heap::Heap = heap::Heap;

/// The maximum processor time of a target for an empty input, in a build without optimization. Processor time does not
/// depend on the load of the machine. The limits detect a running time that grows faster than the length of the input.
const TIME_BASE: Duration = Duration::from_secs(2);
/// The additional processor time that is allowed for each byte of an input.
const TIME_PER_BYTE: Duration = Duration::from_micros(100);

/// Returns the processor time that this thread has used so far.
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Runs a target with an input, and checks the time and the memory that it uses.
fn check(target: &Target, bytes: &[u8]) {
    // Data that is loaded once, such as translations, must not count for the first input.
    (target.read)(b"");
    let began = cpu_time();
    let taken = heap::taken_by(|| (target.read)(bytes));
    let time = cpu_time() - began;
    let time_max = TIME_BASE + TIME_PER_BYTE * bytes.len() as u32;
    assert!(time <= time_max, "{}: {time:?} of processor time for {} bytes", target.name, bytes.len());
    let most = (target.memory_max)(bytes.len());
    assert!(taken <= most, "{}: {taken} bytes of memory for {} of input", target.name, bytes.len());
}

fn target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).unwrap()
}

/// A change to a valid input.
#[derive(Clone, Debug)]
enum Damage {
    Flip(usize, u8),
    Cut(usize),
    Drop(usize, usize),
    Insert(usize, Vec<u8>),
    Repeat(usize, usize, usize),
    /// Inserts a part of another input.
    Splice(usize, usize, usize),
    /// Overwrites four bytes with a number that could be a length.
    Number(usize, u32),
    /// Overwrites bytes with a number in the variable-length encoding of postcard, which the columns of a replay also
    /// use.
    Packed(usize, u64),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = || any::<usize>();
    let few = || 0usize..40;
    prop_oneof![
        4 => (at(), 1u8..).prop_map(|(at, bits)| Damage::Flip(at, bits)),
        1 => at().prop_map(Damage::Cut),
        2 => (at(), few()).prop_map(|(at, count)| Damage::Drop(at, count)),
        2 => (at(), prop::collection::vec(any::<u8>(), 1..9)).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        2 => (at(), few(), 1usize..50).prop_map(|(at, count, times)| Damage::Repeat(at, count, times)),
        2 => (at(), at(), few()).prop_map(|(at, from, count)| Damage::Splice(at, from, count)),
        2 => (at(), prop_oneof![any::<u32>(), Just(u32::MAX), Just(0)]).prop_map(|(at, to)| Damage::Number(at, to)),
        2 => (at(), prop_oneof![any::<u64>(), Just(u64::MAX), 0..1u64 << 40])
            .prop_map(|(at, to)| Damage::Packed(at, to)),
    ]
}

fn damaged(bytes: &mut Vec<u8>, other: &[u8], damage: &Damage) {
    let place = |at: usize| at % (bytes.len() + 1);
    match damage {
        Damage::Flip(at, bits) => {
            let at = place(*at);
            bytes.get_mut(at).into_iter().for_each(|byte| *byte ^= bits);
        }
        Damage::Cut(at) => bytes.truncate(place(*at)),
        Damage::Drop(at, count) => {
            let at = place(*at);
            bytes.drain(at..(at + count).min(bytes.len()));
        }
        Damage::Insert(at, new) => drop(bytes.splice(place(*at)..place(*at), new.iter().copied())),
        Damage::Repeat(at, count, times) => {
            let at = place(*at);
            let piece = bytes[at..(at + count).min(bytes.len())].repeat(*times);
            bytes.splice(at..at, piece);
        }
        Damage::Splice(at, from, count) => {
            let from = from % (other.len() + 1);
            let piece = &other[from..(from + count).min(other.len())];
            bytes.splice(place(*at)..place(*at), piece.iter().copied());
        }
        Damage::Number(at, to) => {
            let at = place(*at);
            let end = (at + 4).min(bytes.len());
            bytes.splice(at..end, to.to_le_bytes());
        }
        Damage::Packed(at, to) => {
            let at = place(*at);
            let end = (at + 1).min(bytes.len());
            bytes.splice(at..end, postcard::to_stdvec(to).unwrap());
        }
    }
}

/// Tries `count` cases, which are the same in every run.
fn try_cases<S: Strategy>(count: u32, cases: S, check: impl Fn(S::Value)) {
    let config =
        Config { cases: count, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Config::default() };
    let try_one = |case| {
        check(case);
        Ok::<(), TestCaseError>(())
    };
    TestRunner::new(config).run(&cases, try_one).unwrap_or_else(|err| panic!("{err}"));
}

fn try_target(name: &str, count: u32) {
    let target = target(name);
    let seeds = (target.seeds)();
    seeds.iter().for_each(|seed| check(target, seed));
    try_cases(count, prop::collection::vec(any::<u8>(), 0..300), |bytes| check(target, &bytes));
    let damages = prop::collection::vec(damage(), 1..5);
    try_cases(count, (any::<usize>(), any::<usize>(), damages), |(seed, other, damages)| {
        let (mut bytes, other) = (seeds[seed % seeds.len()].clone(), &seeds[other % seeds.len()]);
        damages.iter().for_each(|damage| damaged(&mut bytes, other, damage));
        check(target, &bytes);
    });
}

#[test]
fn worker_answer_with_any_bytes_is_parsed_or_rejected() {
    try_target("protocol", 1500);
}

#[test]
fn game_answer_with_any_bytes_is_checked_or_rejected() {
    try_target("games", 1500);
}

#[test]
fn map_with_any_bytes_is_parsed_or_rejected_with_position() {
    try_target("maps", 500);
}

#[test]
fn option_file_with_any_bytes_is_shown_or_rejected() {
    try_target("choices", 300);
    for which in 0..file_options().len() as u8 {
        for part in ["[", "{\"a\":", "m ....", "9", "\n", "\u{b}", " "] {
            check(target("choices"), &[&[which], part.repeat((1 << 16) / part.len()).as_bytes()].concat());
        }
    }
}

#[test]
fn replay_with_any_bytes_is_shown_or_rejected() {
    try_target("replays", 250);
}

#[test]
fn duel_replay_with_any_bytes_is_shown_or_rejected() {
    try_target("duels", 250);
}

#[test]
fn progress_with_any_bytes_is_parsed_or_rejected() {
    try_target("progress", 1000);
}

#[test]
fn database_with_any_bytes_is_read_or_rejected() {
    try_target("databases", 150);
}

#[test]
fn zip_file_with_any_bytes_is_read_or_rejected() {
    try_target("archives", 400);
}

#[test]
fn forged_databases_and_zip_files_take_no_longer_than_their_length_allows() {
    let long = "[".repeat(1 << 16);
    let rows = [long.as_str(), "a", "1", "a.py", "00", "0", "7", "0", &long, &long, "x"].join("\0");
    check(target("databases"), &[b"\x01", rows.as_bytes()].concat());
    let names: Vec<String> =
        (0..1000).map(|number| format!("{}{number}/yourAI.py", "a/".repeat(900))).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    check(target("archives"), &files::packed(&many, zip::CompressionMethod::Stored));
    let zeros = vec![0; 1 << 20];
    let bombs: Vec<String> = (0..40).map(|number| format!("{number}.py")).collect();
    let mut bombs: Vec<(&str, &[u8])> = bombs.iter().map(|name| (name.as_str(), zeros.as_slice())).collect();
    bombs.push(("yourAI.py", b""));
    check(target("archives"), &files::packed(&bombs, zip::CompressionMethod::Deflated));
}

#[test]
fn contest_replay_with_any_bytes_is_verified_or_rejected() {
    try_target("contests", 300);
    // The page begins many strings and objects, and each of them could be read to the end of the page.
    for part in ["\\\"{", "\"{", "{\"a\":", "{\"challenge\":[", "'{\\'{", "[", "{\"", "{\"\\u"] {
        let page = format!("<{}{}", part.repeat(2000), "x".repeat(1 << 15));
        check(target("contests"), page.as_bytes());
    }
    // A short file that describes many turns.
    let long = String::from_utf8(seeds::contests().remove(0)).unwrap();
    let long =
        long.replace("\"game_length\":3", "\"game_length\":5000").replace("\"turns\":9", "\"turns\":5000");
    let long = long.replace("[0,0,0,4,0,\"e-s\"]", "[0,0,0,1,0,\"e\"]").replace(",[3,4,0,4,1,\"---\"]", "");
    check(target("contests"), long.as_bytes());
}

#[test]
fn search_file_with_any_bytes_is_parsed_or_rejected() {
    try_target("searches", 400);
    for part in ["[", "{\"scores\":", "9"] {
        check(target("searches"), part.repeat((1 << 16) / part.len()).as_bytes());
    }
}

#[test]
fn python_file_with_any_bytes_is_scanned() {
    try_target("classes", 400);
    for part in
        ["class A(\n", "class A:\n def __init__(\n", "'''", "\"\"\"'''\n", "import a,", "(", "class A(=:"]
    {
        check(target("classes"), part.repeat((1 << 16) / part.len()).as_bytes());
    }
}

#[test]
fn client_settings_with_any_bytes_are_read_or_ignored() {
    try_target("settings", 400);
    check(target("settings"), "[".repeat(1 << 16).as_bytes());
}

/// Checks that the seeds are valid. Otherwise most cases would be rejected at the header and test nothing.
#[test]
fn the_seeds_are_valid() {
    for seed in seeds::maps() {
        map_file::parse(&seed).unwrap();
    }
    for seed in seeds::progress() {
        Progress::parse(super::ladder(), &seed).unwrap();
    }
    let play_again = wag_games::all().find_map(|game| game.info.verify).unwrap();
    for seed in seeds::contests() {
        play_again(&seed).unwrap();
    }
    files::seeds_are_valid();
    let file = seeds::replay(seeds::LONG);
    let forged = forge::file(forge::blocks(&file));
    for file in [file, forged] {
        let reader = opened(file);
        assert!(reader.file().is_complete());
        let verdict = verify(&reader);
        assert!(matches!(verdict, Ok(Verdict::Same { turns: 100.. })), "{verdict:?}");
    }
}

/// In a list of empty values, each entry takes one byte in a frame but up to seventy bytes in memory.
#[test]
fn a_worker_can_not_fill_the_engines_memory_with_lists() {
    let many = |message: &[u8], at: usize, entry_bytes: usize| {
        let mut bytes = message[..at].to_vec();
        bytes.extend(postcard::to_stdvec(&(1u32 << 20)).unwrap());
        bytes.resize(bytes.len() + (entry_bytes << 20), 0);
        bytes.extend(&message[at + 1..]);
        bytes
    };
    let answered = postcard::to_stdvec(&Answered::default()).unwrap();
    // Turn, orders and time take one byte each; after them come the lists of notes, files and places.
    for (at, entry_bytes) in [(3, 3), (4, 1), (5, 1)] {
        let bytes = many(&answered, at, entry_bytes);
        assert!(postcard::from_bytes::<Answered>(&bytes).is_ok());
        check(target("protocol"), &bytes);
    }
    let warnings = postcard::to_stdvec(&Started::Ready {
        warnings: Vec::new(),
        missing: Vec::new(),
        uncalled: Vec::new(),
    })
    .unwrap();
    check(target("protocol"), &many(&warnings, 1, 1));
}

#[test]
fn a_worker_can_not_flood_the_log_with_words() {
    let words = "\u{e4}".repeat(1 << 20);
    let exception = Answered { exception: Some(words.clone().into()), ..Answered::default() };
    is_bounded(&exception.report(Vec::new(), 0));
    let rejected =
        postcard::to_stdvec(&Started::Rejected { report: words.into(), place: None, explanation: None })
            .unwrap();
    assert!(
        matches!(Started::read(&rejected), Some(Started::Rejected { report, .. }) if report.english().len() == 40_000)
    );
}

#[test]
fn map_file_size_is_limited() {
    let err = map_file::parse(&vec![b'\n'; 1 << 24]).unwrap_err().english();
    assert!(err.contains("the file has 16777216 bytes"), "{err}");
    check(target("maps"), &vec![b'\n'; 1 << 24]);
    check(target("maps"), &[b"mapVersion=3\n5\nT\n0\n".as_slice(), &vec![b'\n'; 1 << 19]].concat());
}

/// Found by the fuzzer: an error message quoted a whole first line, which is long in an image file, for example.
#[test]
fn invalid_map_is_not_quoted_in_full() {
    let line = "m\u{b}".repeat(1000);
    for text in [line.clone(), format!("mapVersion=3\n{line}"), format!("mapVersion=3\n5\nT\n{line}\n")] {
        check(target("maps"), text.as_bytes());
        assert!(map_file::parse(text.as_bytes()).unwrap_err().english().contains("m\\u{b}\"...;"));
    }
}

#[test]
fn progress_errors_are_one_line() {
    let stage = |name: &str| {
        let none = "{\"wins\":0,\"matches\":0}";
        format!("{{\"version\":1,\"unlocked_by_hand\":true,\"stages\":{{\"{name}\":{none}}}}}")
    };
    let field = |name: &str| format!("{{\"version\":1,\"{name}\":0}}");
    for words in ["\\u001b[2J\\u009b\\n", &"x".repeat(5000)] {
        check(target("progress"), stage(words).as_bytes());
        check(target("progress"), field(words).as_bytes());
    }
    let long = vec![b' '; 1 << 20];
    assert!(
        Progress::parse(super::ladder(), &long).unwrap_err().to_string().contains("longer than 65536 bytes")
    );
}

fn opened(file: Vec<u8>) -> Reader<Warriors> {
    Reader::open(file).unwrap()
}

//! Tests with a match of Warriors & Gatherers that is recorded in memory, then read, truncated, damaged and played
//! back.

use crate::json_replay as open;
use proptest::prelude::*;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use wag_core::arena::{
    Answer, Ask, CallStack, Match, Note, Observer, OrderSources, Player, TurnRecord, TurnReport,
};
use wag_core::game::conformance::RandomPlay;
use wag_core::game::{Game, RandomStream, Refusal, Seat, Show};
use wag_core::problem::{Explanation, Fault, FaultKind};
use wag_replay::*;

/// The game of the recorded match. This is the only line of these tests that names a game.
type G = crate::warriors::Warriors;

/// A player that gives random orders. Together, its reports have every part that a report can have.
struct RandomPlayer {
    luck: RandomStream,
    orders: <G as Game>::Orders,
    round: u32,
}

impl Player<G> for RandomPlayer {
    fn ask(&mut self, ask: Ask, view: <G as Game>::View<'_>) {
        self.round = ask.round;
        self.orders = G::legal_orders(&view, &mut self.luck);
    }

    fn answer(&mut self, _: <G as Game>::View<'_>) -> Answer<<G as Game>::Orders> {
        let count = G::count_orders(&self.orders);
        let chain = |number: u32| {
            let line = (u16::from(number.is_multiple_of(2)), number);
            CallStack(if number.is_multiple_of(4) { vec![(0, 17), line] } else { vec![line] })
        };
        let refusal =
            Refusal { chain: Some(0), of: Some(3), ..Refusal::new("no_direction", &[("given", "7")]) };
        let note = Note { fields: vec![(1, 2)], text: format!("<{}>", self.round), color: None };
        let fault = Fault { kind: FaultKind::Exception, message: "oh".into() };
        let report = TurnReport {
            allowed: None,
            computed: None,
            is_doubtful: false,
            profile: None,
            output: if self.round.is_multiple_of(3) {
                b"</script>\xff\0\x1b[31m\n".to_vec()
            } else {
                Vec::new()
            },
            output_dropped: u64::from(self.round.is_multiple_of(4)),
            notes: if self.round.is_multiple_of(5) { vec![note] } else { Vec::new() },
            origins: OrderSources {
                files: vec!["a.py".to_string(), "b.py".to_string()],
                chains: (0..count.max(1) as u32).map(chain).collect(),
                places: (0..count as u32).map(|number| (number % 3 > 0).then_some(number)).collect(),
            },
            think: Duration::from_micros(u64::from(self.luck.below(64)) << self.luck.below(9)),
            fault: self.round.is_multiple_of(7).then_some(fault),
            explanation: self.round.is_multiple_of(14).then(|| Explanation::new("memory", &[("name", "x")])),
            is_gone: false,
            unseeded: wag_core::problem::Unseeded::NONE,
            refused: if self.round.is_multiple_of(6) { vec![refusal] } else { Vec::new() },
            refused_total: u32::from(self.round.is_multiple_of(6)) * 5,
            slip: None,
            trace: None,
        };
        Answer { orders: std::mem::take(&mut self.orders), report }
    }
}

/// The turns that an observer received, as JSON.
#[derive(Default)]
struct ObservedTurns(Vec<JsonTurn>);

impl Observer<G> for ObservedTurns {
    fn turn(&mut self, turn: &TurnRecord<'_, G>) {
        let turn = Turn::<G> {
            round: turn.round,
            orders: turn.orders.to_vec(),
            events: turn.events.to_vec(),
            reports: turn.reports.to_vec(),
            notices: turn.notices.to_vec(),
        };
        self.0.push(show_turn(&setup(), &turn));
    }
}

fn setup() -> <G as Game>::Setup {
    G::setups().remove(0)
}

fn header() -> Header {
    let player = |seat: Seat| built_in_player(&format!("p{seat}"), Some("pass"));
    Header {
        game: G::NAME.to_string(),
        game_version: G::VERSION,
        seed: 7,
        rounds: 40,
        players: Seat::all(4).map(player).collect(),
        setup: serde_json::to_value(setup()).unwrap(),
        ..Header::default()
    }
}

/// Records a match of 40 rounds into `out`. Returns the observed turns, and the kind of error that ended the recording,
/// if any.
fn record(out: impl Write + 'static) -> (Vec<JsonTurn>, Option<io::ErrorKind>) {
    let player = |seat: Seat| -> Box<dyn Player<G>> {
        Box::new(RandomPlayer {
            luck: RandomStream::new(7, u64::from(seat.0) + 20),
            orders: Default::default(),
            round: 0,
        })
    };
    let mut players: Vec<_> = Seat::all(4).map(player).collect();
    let (setup, stop, mut observed) = (setup(), AtomicBool::new(false), ObservedTurns::default());
    let mut recorder = Recorder::<G>::new(out, &header(), setup.clone()).unwrap();
    let observers: &mut [&mut dyn Observer<G>] = &mut [&mut observed, &mut recorder];
    let played = Match {
        setup: &setup,
        seed: 7,
        reseeds: &[],
        players: &mut players,
        observers,
        at_once: usize::MAX,
        stop: &stop,
    }
    .play();
    recorder.close(&played.state, &played.ending(), &Closing::default());
    (observed.0, recorder.failure().map(io::Error::kind))
}

/// The bytes of a recorded match, and its observed turns.
static MATCH: LazyLock<(Vec<u8>, Vec<JsonTurn>)> = LazyLock::new(|| {
    let shared = Shared::default();
    let (observed, failure) = record(shared.clone());
    assert!(failure.is_none());
    (shared.bytes(), observed)
});

/// Returns the turns of a replay as JSON. Skips unreadable chunks.
fn turns(json_replay: &dyn ReplayJson) -> Vec<JsonTurn> {
    let chunks = (0..json_replay.chunks()).filter_map(|number| json_replay.chunk(number).ok());
    chunks.flat_map(|chunk| chunk.turns).collect()
}

#[test]
fn a_recorded_match_is_read_back() {
    let (bytes, observed) = &*MATCH;
    let json_replay = open(bytes.clone()).unwrap();
    assert_eq!(&turns(&*json_replay), observed);
    let header = json_replay.header().unwrap();
    assert_eq!((header.rounds_played, header.complete), (40, true));
    assert_eq!((json_replay.rounds(), json_replay.chunks()), (40, 2));
    assert!(matches!(json_replay.chunk(2), Err(ReplayError::NoRound { .. })));
}

#[test]
fn any_round_is_found_with_its_previous_frame() {
    let reader = Reader::<G>::open(MATCH.0.clone()).unwrap();
    let mut frame = reader.round(1).unwrap().frame;
    for round in 1..=40 {
        let stretch = reader.round(round).unwrap();
        assert_eq!(stretch.frame, frame, "round {round}");
        assert!(stretch.turns.iter().all(|turn| turn.round == round));
        for turn in stretch.turns {
            G::follow(reader.setup(), &mut frame, &turn.seats(), &turn.events);
        }
    }
    assert!(matches!(reader.round(0), Err(ReplayError::NoRound { .. })));
    assert!(matches!(reader.round(41), Err(ReplayError::NoRound { .. })));
}

#[test]
fn a_truncated_file_lacks_only_its_end() {
    let (bytes, observed) = &*MATCH;
    let mut most = 0;
    for length in (0..bytes.len()).step_by(7) {
        let json_replay = match open(bytes[..length].to_vec()) {
            Ok(json_replay) => json_replay,
            Err(fault) => {
                assert!(most == 0, "at {length}: {fault}");
                continue;
            }
        };
        let turns = turns(&*json_replay);
        assert!(turns.len() >= most && observed.starts_with(&turns), "at {length}");
        most = turns.len();
    }
    assert_eq!(most, observed.len());
}

#[test]
fn a_growing_file_is_read_as_it_grows() {
    let (bytes, observed) = &*MATCH;
    let mut growing = Shared::default();
    growing.write_all(&bytes[..600.min(bytes.len())]).unwrap();
    let mut json_replay = None;
    for part in bytes[600.min(bytes.len())..].chunks(50) {
        growing.write_all(part).unwrap();
        if json_replay.is_none() {
            json_replay = open(growing.clone()).ok();
        }
        if let Some(json_replay) = &mut json_replay {
            json_replay.refresh().unwrap();
            assert!(observed.starts_with(&turns(&**json_replay)));
        }
    }
    assert_eq!(&turns(&*json_replay.unwrap()), observed);
}

#[test]
fn a_file_without_its_index_reads_the_same() {
    let (bytes, observed) = &*MATCH;
    let mut bytes = bytes.clone();
    let end = bytes.len();
    bytes[end - 12] ^= 0xff;
    assert_eq!(&turns(&*open(bytes).unwrap()), observed);
}

#[test]
fn damage_is_reported_and_the_rest_is_readable() {
    let (bytes, observed) = &*MATCH;
    let heads: Vec<usize> =
        (0..bytes.len()).filter(|at| bytes[*at..].starts_with(&block::BLOCK_MAGIC)).collect();
    // Header, opening, rounds 1 to 16, 17 to 32, 33 to 40, end, index.
    assert_eq!(heads.len(), 7);
    let before = |round: u32| observed.iter().filter(|turn| turn.round < round).count();
    for place in [heads[3], heads[3] + 60] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x55;
        let json_replay = open(damaged).unwrap();
        let read = turns(&*json_replay);
        assert_eq!(read[..before(17)], observed[..before(17)]);
        assert_eq!(read[before(17)..], observed[before(33)..]);
    }
    let mut damaged = bytes.clone();
    damaged[heads[2] + 60] ^= 0x55;
    assert_eq!(open(damaged.clone()).unwrap().chunk(0).unwrap().damaged, Some((1, 32)));
    let reader = Reader::<G>::open(damaged).unwrap();
    assert_eq!(reader.file().damaged(), [(1, 32)]);
    assert!(matches!(reader.round(3), Err(ReplayError::Damaged { first: 1, last: 32 })));
    assert!(matches!(verify(&reader), Err(ReplayError::Damaged { .. })));
    assert!(reader.round(33).is_ok());
}

/// Checks that every account adds up. Returns the sum of all unexplained amounts, without their signs.
fn check_accounts(explanation: &MatchExplanation) -> u64 {
    let accounts = explanation.players.iter().flat_map(|player| &player.accounts);
    let unexplained = accounts.map(|account| {
        let sum: i64 = account.entries.iter().map(|entry| entry.amount).sum();
        assert_eq!(account.start + sum + account.unexplained, account.end, "{account:?}");
        account.unexplained.unsigned_abs()
    });
    unexplained.sum()
}

fn counted(explanation: &MatchExplanation, name: &str) -> Vec<u64> {
    let count =
        |player: &PlayerAccounts| player.counts.iter().find(|count| count.name == name).unwrap().count;
    explanation.players.iter().map(count).collect()
}

#[test]
fn explained_accounts_are_those_of_the_result() {
    let json_replay = open(MATCH.0.clone()).unwrap();
    let explanation = json_replay.explain().unwrap();
    assert_eq!(check_accounts(&explanation), 0);
    assert!(explanation.complete && explanation.remarks.is_empty() && explanation.rounds == 40);
    for (player, of_header) in explanation.players.iter().zip(&json_replay.header().unwrap().players) {
        let figures = of_header.figures.as_ref().unwrap();
        assert!(player.accounts.iter().all(|account| figures[account.figure] == account.end), "{player:?}");
        assert_eq!((&player.name, player.place), (&of_header.name, of_header.place));
    }
    let reports = |seat: u8, number: fn(&JsonReport) -> u64| -> u64 {
        let all = MATCH.1.iter().flat_map(|turn| &turn.reports).filter(|report| report.seat == seat);
        all.map(number).sum()
    };
    for (seat, name, number) in [
        (1, "turns", (|_| 1) as fn(&JsonReport) -> u64),
        (2, "refused", |report| report.refused_total.unwrap_or(0).into()),
        (3, "errors", |report| report.fault.is_some().into()),
        (4, "timeouts", |_| 0),
    ] {
        assert_eq!(counted(&explanation, name)[seat - 1], reports(seat as u8, number), "{name}");
    }
    let orders: u64 = MATCH.1.iter().flat_map(|turn| &turn.orders).map(|own| own.list.len() as u64).sum();
    assert_eq!(counted(&explanation, "orders").iter().sum::<u64>(), orders);
    assert_eq!(explanation.curve.rounds, (0..=40).collect::<Vec<u32>>());
}

#[test]
fn lost_rounds_are_unexplained() {
    let bytes = &MATCH.0;
    let heads: Vec<usize> =
        (0..bytes.len()).filter(|at| bytes[*at..].starts_with(&block::BLOCK_MAGIC)).collect();
    let mut damaged = bytes.clone();
    damaged[heads[2] + 60] ^= 0x55;
    let explanation = open(damaged).unwrap().explain().unwrap();
    assert!(check_accounts(&explanation) > 0 && !explanation.complete);
    let [remark] = &explanation.remarks[..] else { panic!("{:?}", explanation.remarks) };
    assert!(remark.text.starts_with("Rounds 1 to 32 are damaged"), "{}", remark.text);

    // Before the second block of turns.
    let explanation = open(bytes[..heads[3]].to_vec()).unwrap().explain().unwrap();
    assert_eq!((check_accounts(&explanation), explanation.rounds, explanation.complete), (0, 16, false));
    assert!(explanation.remarks[0].text.starts_with("The replay breaks off after round 16"));
    assert!(explanation.decision.phrase.text.ends_with("The match is not over."));

    for length in (0..bytes.len()).step_by(31) {
        if let Ok(json_replay) = open(bytes[..length].to_vec()) {
            assert_eq!(check_accounts(&json_replay.explain().unwrap()), 0, "at {length}");
        }
    }
}

#[test]
fn removing_sources_changes_nothing_else() {
    let sources = [("1/a.py".to_string(), "secret = 1\n".repeat(500))].into_iter().collect();
    let shared = Shared::default();
    Recorder::<G>::new(shared.clone(), &Header { sources, ..header() }, setup()).unwrap();
    let own_head = shared.bytes();
    let first =
        MATCH.0.windows(4).enumerate().filter(|(_, bytes)| *bytes == block::BLOCK_MAGIC).nth(1).unwrap().0;
    // With an index of wrong offsets, and with one that finds every block.
    for is_indexed in [false, true] {
        let mut bytes = own_head.clone();
        bytes.extend(&MATCH.0[first..]);
        if is_indexed {
            let (old, new) = (first as u64, own_head.len() as u64);
            let place = u64::from_le_bytes(*MATCH.0[MATCH.0.len() - 16..].first_chunk().unwrap());
            let head = block::head_at(&MATCH.0, place).unwrap();
            let body = block::body(&MATCH.0, place, &head).unwrap().unwrap();
            let places: Vec<u64> = postcard::from_bytes(&body).unwrap();
            let moved: Vec<u64> =
                places.iter().map(|at| if *at < old { *at } else { at - old + new }).collect();
            bytes.truncate((place - old + new) as usize);
            let end = bytes.len() as u64;
            let mut packer = block::Packer::numbered(3, head.number).unwrap();
            let body = postcard::to_stdvec(&moved).unwrap();
            bytes.extend(packer.block(block::Kind::Index, (0, 0), 0, &body, &[]).unwrap());
            bytes.extend(end.to_le_bytes());
            bytes.extend(INDEX_MAGIC);
        }
        let json_replay = open(bytes.clone()).unwrap();
        assert!(json_replay.header().unwrap().sources.contains_key("1/a.py"));
        let page = page(&*json_replay, Template { html: DATA_MARK }, false).unwrap();
        assert!(!page.contains("secret = 1"));
        let without_sources_bytes = without_sources(bytes).unwrap();
        let bare = open(without_sources_bytes.clone()).unwrap();
        assert_eq!(bare.header().unwrap(), open(MATCH.0.clone()).unwrap().header().unwrap());
        assert_eq!(turns(&*bare), MATCH.1);
        assert_eq!(without_sources_bytes[without_sources_bytes.len() - 8..], INDEX_MAGIC);
        // Nothing is left to remove.
        assert_eq!(without_sources(without_sources_bytes.clone()).unwrap(), without_sources_bytes);
    }
    let broken = [&own_head[..], &MATCH.0[first..MATCH.0.len() / 2]].concat();
    assert!(!turns(&*open(without_sources(broken).unwrap()).unwrap()).is_empty());
}

#[test]
fn other_files_are_rejected() {
    let error_of = |bytes: &[u8]| open(bytes.to_vec()).err().unwrap().to_string();
    assert_eq!(error_of(b""), "the file is empty");
    assert_eq!(error_of(b"PK"), "the file is not a Wag replay");
    assert_eq!(error_of(&[b'x'; 500]), "the file is not a Wag replay");
    let mut newer = MATCH.0.clone();
    newer[7] = 9;
    assert!(error_of(&newer).contains("format 9"));
    assert!(error_of(&MATCH.0[..100]).contains("beginning of the replay is damaged"));
}

#[test]
fn decompression_bombs_are_rejected() {
    let mut packer = block::Packer::new(3).unwrap();
    let mut bytes = MAGIC.to_vec();
    let huge = vec![b' '; (block::RAW_MAX as usize) + 1];
    bytes.extend(packer.block(block::Kind::Header, (0, 0), 0, &huge, &[]).unwrap());
    assert!(matches!(open(bytes), Err(ReplayError::NoHeader)));
}

#[test]
fn verification_accepts_the_match_and_finds_differences() {
    let reader = Reader::<G>::open(MATCH.0.clone()).unwrap();
    assert_eq!(verify(&reader).unwrap(), Verdict::Same { turns: MATCH.1.len() as u64 });
    let other = Header { seed: 8, ..header() };
    let shared = Shared::default();
    Recorder::<G>::new(shared.clone(), &other, setup()).unwrap();
    let first =
        MATCH.0.windows(4).enumerate().filter(|(_, bytes)| *bytes == block::BLOCK_MAGIC).nth(1).unwrap().0;
    let mut bytes = shared.bytes();
    bytes.extend(&MATCH.0[first..]);
    let verdict = verify(&Reader::<G>::open(bytes).unwrap()).unwrap();
    assert!(matches!(verdict, Verdict::Differs(_)), "{verdict:?}");
}

#[test]
fn a_full_disk_ends_the_recording_and_not_the_match() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let (observed, failure) = record(Full(MATCH.0.len() / 2));
    assert_eq!(observed.len(), MATCH.1.len());
    assert_eq!(failure.unwrap(), io::ErrorKind::StorageFull);
}

#[test]
fn the_page_has_everything_and_nothing_that_ends_its_script() {
    let json_replay = open(MATCH.0.clone()).unwrap();
    let page =
        page(&*json_replay, Template { html: "<p>before</p><!-- wag-data --><p>after</p>" }, true).unwrap();
    let data = page.strip_prefix("<p>before</p><script type=\"application/json\" id=\"wag-data\">").unwrap();
    let data = data.strip_suffix("</script><p>after</p>").unwrap();
    assert!(!data.contains('<'));
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let mut header = json_replay.header().unwrap();
    header.chunk_rounds = 4 * CHUNK_ROUNDS;
    assert_eq!(data["header"], serde_json::to_value(header).unwrap());
    assert_eq!(data["chunks"].as_array().unwrap().len(), 1);
}

#[test]
fn the_page_of_a_damaged_replay_has_the_rest_in_chunks_of_the_files_size() {
    let (bytes, _) = &*MATCH;
    let heads: Vec<usize> =
        (0..bytes.len()).filter(|at| bytes[*at..].starts_with(&block::BLOCK_MAGIC)).collect();
    let contents = |chunk: &JsonChunk| {
        let text = shapes::pack(serde_json::to_value(chunk).unwrap()).to_string();
        serde_json::Value::from(gzip_base64(text.as_bytes()).unwrap())
    };
    // Rounds 1 to 16: the chunk is truncated. Rounds 33 to 40: nothing is left of their chunk.
    for (place, is_gone) in [(heads[2] + 60, [false, false]), (heads[4] + 60, [false, true])] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x55;
        let json_replay = open(damaged).unwrap();
        let page = page(&*json_replay, Template { html: DATA_MARK }, true).unwrap();
        let data = page.split_once('>').unwrap().1.strip_suffix("</script>").unwrap();
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        assert_eq!(data["header"]["chunk_rounds"], CHUNK_ROUNDS);
        let chunks = data["chunks"].as_array().unwrap();
        assert_eq!(chunks.iter().map(|chunk| chunk.is_null()).collect::<Vec<_>>(), is_gone);
        for (number, chunk) in (0..).zip(chunks).filter(|(_, chunk)| !chunk.is_null()) {
            assert_eq!(*chunk, contents(&json_replay.chunk(number).unwrap()));
        }
    }
}

#[test]
fn pages_get_seeds_that_javascript_can_count() {
    for (seed, expected) in [
        (EXACT_MAX, SeedJson::Number(EXACT_MAX)),
        (EXACT_MAX + 1, SeedJson::Text("9007199254740992".to_string())),
        (u64::MAX, SeedJson::Text("18446744073709551615".to_string())),
    ] {
        let shared = Shared::default();
        drop(Recorder::<G>::new(shared.clone(), &Header { seed, ..header() }, setup()).unwrap());
        let json_replay = open(shared.bytes()).unwrap();
        assert_eq!(page_header(&*json_replay).unwrap().seed, expected);
        assert_eq!(
            json_replay.header().unwrap().seed,
            SeedJson::Number(seed),
            "other programs get the number"
        );
    }
}

#[test]
fn the_overview_has_a_point_per_round_and_the_marks() {
    let overview = open(MATCH.0.clone()).unwrap().overview().unwrap();
    assert_eq!(overview.rounds.len(), 40);
    assert_eq!(overview.players[3].values["turn_ms"].len(), 40);
    assert_eq!(overview.figures[4], "turn_ms");
    assert!(overview.marks.iter().any(|mark| mark.kind == "error" && mark.round == 7));
}

/// Returns whether a result is a value, or an error that names damaged rounds which overlap `rounds`.
fn is_read_or_damaged<T>(result: Result<T, ReplayError>, rounds: RangeInclusive<u32>) -> bool {
    match result {
        Ok(_) => true,
        Err(ReplayError::Damaged { first, last }) => {
            first <= last && first <= *rounds.end() && last >= *rounds.start()
        }
        Err(_) => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn nonsense_is_refused_by_its_beginning(bytes: Vec<u8>) {
        let is_empty = bytes.is_empty();
        let after_magic = open([&MAGIC[..], &bytes].concat()).err();
        prop_assert!(matches!(after_magic, Some(ReplayError::NoHeader)), "{after_magic:?}");
        match open(bytes).err() {
            Some(ReplayError::Empty) => prop_assert!(is_empty),
            other => prop_assert!(!is_empty && matches!(other, Some(ReplayError::Foreign)), "{other:?}"),
        }
    }

    /// A forged file, which has wrong bytes but valid checksums, is read without a panic.
    #[test]
    fn forged_files_have_their_header_and_name_damaged_rounds(
        changes in prop::collection::vec((any::<u16>(), any::<u8>()), 1..6),
    ) {
        let bytes = forged(&changes);
        let (reader, whole) = (Reader::<G>::open(bytes.clone()).unwrap(), open(MATCH.0.clone()).unwrap());
        let json_replay = open(bytes).unwrap();
        prop_assert_eq!(json_replay.header().unwrap().scene, whole.header().unwrap().scene);
        prop_assert_eq!(json_replay.chunks(), whole.chunks());
        let rounds = 1..=reader.file().rounds();
        prop_assert!(is_read_or_damaged(json_replay.overview(), rounds.clone()));
        for number in 0..json_replay.chunks() {
            prop_assert!(is_read_or_damaged(json_replay.chunk(number), Reader::<G>::rounds_of(number)));
        }
        prop_assert!(is_read_or_damaged(verify(&reader), rounds));
        prop_assert!(is_read_or_damaged(reader.round(20), 20..=20));
    }
}

/// Returns [`MATCH`] with some bytes of its block bodies changed, and with lengths and checksums that fit the changes.
fn forged(changes: &[(u16, u8)]) -> Vec<u8> {
    let source: Vec<u8> = MATCH.0.clone();
    let mut out = MAGIC.to_vec();
    let mut packer = block::Packer::new(3).unwrap();
    let mut at = MAGIC.len() as u64;
    while let Some(head) = block::head_at(&source, at) {
        let mut body = block::body(&source, at, &head).unwrap().unwrap();
        at += (block::HEAD_BYTES + head.packed as usize) as u64;
        if head.kind == block::Kind::Index {
            break;
        }
        for (place, byte) in changes.iter().filter(|_| head.kind != block::Kind::Header) {
            let place = usize::from(*place) % body.len();
            body[place] = *byte;
        }
        out.extend(
            packer.block(head.kind, (head.first_round, head.last_round), head.turns, &body, &[]).unwrap(),
        );
    }
    out
}

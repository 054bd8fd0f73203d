//! Valid inputs for [`super::TARGETS`], which the fuzzer calls seeds. They are generated when they are needed, so the
//! repository contains no files with seeds.

use super::replays::{AFTER_A_HEADER, AS_IT_IS, BLOCKS, TASK, TASKS, describe};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use wag_core::arena::{Answer, Ask, CallStack, Match, Note, Observer, OrderSources, Player, TurnReport};
use wag_core::game::{Game, GameOptions, Kind, Phase, RandomStream, Refusal, Seat, Show};
use wag_core::problem::{CodePlace, Explanation, Fault, FaultKind};
use wag_games::gems;
use wag_games::gems::Gems;
use wag_games::gems::create::create;
use wag_games::gems::reference::{Order, first_swap};
use wag_games::warriors::orders::{Direction, Orders, UnitId, UnitType};
use wag_games::warriors::rules::Rules;
use wag_games::warriors::{PlayerSetup, Setup, View, Warriors, map_file, maps};
use wag_ladder::Progress;
use wag_python::protocol::{Answered, Started, Uncalled};
use wag_replay::{Closing, Header, Recorder, Shared, built_in_player, forge};

const SMALL_MAP: &str = "mapVersion=3\n5\nSmall\n0\n1R..2\n.RXR.\nRRRRR\n..Y..\n4...3\n";
/// The number of rounds in a replay with two chunks.
pub const LONG: u32 = 34;
/// The number of rounds in a replay that can be read quickly.
const SHORT: u32 = 2;

fn packed(value: &impl serde::Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("plain data can be written")
}

fn framed(bytes: Vec<u8>) -> Vec<u8> {
    [&(bytes.len() as u32).to_le_bytes()[..], &bytes].concat()
}

pub fn protocol() -> Vec<Vec<u8>> {
    let moves = (0..9).map(|id| (UnitId(id * 70), Direction::ALL[id as usize % 5])).collect();
    let orders = packed(&Orders { creations: UnitType::ALL.to_vec(), moves });
    let report =
        TurnReport { notes: vec![note("<b>"), note("")], origins: origins(9), ..TurnReport::default() };
    let answered = Answered {
        computed_ns: 41,
        profile: None,
        nonce: [7; 8],
        orders: orders.clone(),
        think_ns: 12_345_678,
        notes: report.notes,
        origins: report.origins,
        refused: vec![refusal()],
        refused_total: 2,
        slip: None,
        trace: None,
        exception: Some("NameError: name 'x' is not defined (yourAI.py, line 3)".into()),
        explanation: Some(Explanation::new("name_unknown", &[("name", "x"), ("file", "yourAI.py")])),
        out_of_memory: true,
        is_over: true,
        is_spent: true,
        unseeded: wag_core::problem::Unseeded::CLOCK,
    };
    let uncalled =
        Uncalled { file: "a.py".to_string(), line: 3, text: "b.make".to_string(), ..Uncalled::default() };
    let started = [
        Started::Ready { warnings: vec!["slow".into()], missing: Vec::new(), uncalled: vec![uncalled] },
        Started::Rejected {
            report: "  ^".into(),
            place: Some(CodePlace::new("a.py", 3)),
            explanation: Some(Explanation::new("syntax", &[("file", "a.py")])),
        },
    ];
    let messages = [orders, packed(&answered), packed(&Answered::default()), packed(&forged())];
    let messages = messages.into_iter().chain(started.iter().map(packed));
    messages.flat_map(|message| [framed(message.clone()), message]).collect()
}

/// Returns a message from a worker whose memory has been manipulated. The message contains too many orders, and
/// positions in the source code that do not exist.
fn forged() -> Answered {
    let moves = (0..400).map(|id| (UnitId(id << 20), Direction::East)).collect();
    let chains = vec![CallStack(vec![(u16::MAX, u32::MAX); 20]); 40];
    Answered {
        nonce: [0; 8],
        orders: packed(&Orders { creations: vec![UnitType::Warrior; 400], moves }),
        think_ns: u64::MAX,
        origins: OrderSources {
            files: Vec::new(),
            chains,
            places: vec![Some(u32::MAX), None, Some(39), Some(40)],
        },
        refused: vec![Refusal { chain: Some(u32::MAX), of: Some(u32::MAX), ..refusal() }; 30],
        refused_total: u32::MAX,
        ..Answered::default()
    }
}

pub fn maps() -> Vec<Vec<u8>> {
    let built_in = maps::MAPS.iter().map(|map| (map.text)()).filter(|text| text.len() < 3000);
    let odd = ["mapVersion=3\r\n6\r\n\u{e4}\r\n-1\r\n1   2\r\n RR  \r\n RX  \r\n  Y  \r\n4   3\r\n     \r\n"];
    let drawn = [SMALL_MAP].into_iter().chain(odd).map(str::to_string);
    drawn.chain(built_in).map(String::into_bytes).collect()
}

/// Returns files for all options: those built-in files that are short, and the files that the generators create.
pub fn choices() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for ((game, option), which) in super::file_options().into_iter().zip(0..) {
        let mut texts = vec!["{}".to_string()];
        if let Kind::File { built_in, .. } = &option.kind {
            texts.extend(built_in.iter().map(|file| (file.text)()).filter(|text| text.len() < 9000).take(4));
        }
        let maker = game.info.makers.iter().find(|maker| maker.name == option.name);
        texts.extend(maker.and_then(|maker| (maker.make)(1, &GameOptions::default()).ok()));
        seeds.extend(texts.into_iter().map(|text| [&[which], text.as_bytes()].concat()));
    }
    seeds
}

/// Returns replays of contests, as plain files and as part of a page. They need not follow the rules of the games.
pub fn contests() -> Vec<Vec<u8>> {
    const REPLAY: &str = r#"{"challenge":"ants","game_length":3,"playernames":["a","b"],"status":["survived","survived"],"playerturns":[3,3],"score":[1,1],"rank":[0,0],"replayformat":"json","replaydata":{"revision":3,"players":2,"turns":9,"viewradius2":9,"attackradius2":1,"spawnradius2":1,"loadtime":3000,"turntime":1000,"map":{"rows":4,"cols":5,"data":["....."," ....","...%.","....."]},"ants":[[0,0,0,4,0,"e-s"],[3,4,0,4,1,"---"]],"hills":[[0,0,0,4],[3,4,1,4]],"food":[[1,1,0,4]],"scores":[[1,1],[1,1]]}}"#;
    let quoted = REPLAY.replace('"', "\\\"");
    vec![
        REPLAY.replace(" ....", ".....").into_bytes(),
        format!("<html><script>show(\"{quoted}\")</script>").into_bytes(),
        format!("<html><script>x = {REPLAY};</script>").into_bytes(),
    ]
}

pub fn searches() -> Vec<Vec<u8>> {
    vec![br#"{"wag_tune":1,"settings":{"a":[1]},"scores":[0.5,1],"trials":[{"new":{"x":1},"old":{"x":2},"pairs":3,"score":0.5}],"best":{"x":1}}"#.to_vec()]
}

pub fn classes() -> Vec<Vec<u8>> {
    vec![b"import x\nfrom a.b import C\nclass A(B, m=1):\n    '''x '''\n    def __init__(self, a: int, b=(1, 2)):\n        pass\n".to_vec()]
}

pub fn settings() -> Vec<Vec<u8>> {
    vec![br#"{"folders":[{"folder":"/a","settings":{"game":"ants","players":["a.py"],"options":{"rounds":"3"},"seed":null}}]}"#.to_vec()]
}

pub fn progress() -> Vec<Vec<u8>> {
    let mut progress = Progress::new(super::ladder());
    let mut seeds = vec![progress.to_text().into_bytes()];
    for number in super::ladder().all() {
        progress.begin_match(number);
        progress.win(number);
    }
    progress.unlock_by_hand();
    seeds.push(progress.to_text().into_bytes());
    seeds.push(br#"{"version": 1, "unlocked_by_hand": false, "stages": {}}"#.to_vec());
    seeds
}

pub fn replays() -> Vec<Vec<u8>> {
    inputs(replay(LONG), replay(SHORT))
}

pub fn duels() -> Vec<Vec<u8>> {
    inputs(duel(LONG), duel(SHORT))
}

/// Returns a replay with two chunks and a short replay, each of them both as a file and as blocks.
fn inputs(long: Vec<u8>, short: Vec<u8>) -> Vec<Vec<u8>> {
    let (long_blocks, blocks) = (forge::blocks(&long), forge::blocks(&short));
    let mut inputs = vec![
        (AS_IT_IS, short[..short.len() * 2 / 3].to_vec()),
        (BLOCKS, describe(&blocks)),
        (AFTER_A_HEADER, describe(&blocks[1..])),
        (AFTER_A_HEADER, describe(&blocks[1..3])),
        (AFTER_A_HEADER, describe(&[&blocks[1..3], &long_blocks[3..]].concat())),
        (AS_IT_IS, short),
        (AS_IT_IS, long),
    ];
    // Each block on its own, except for the first, which is the header.
    let alone = |block| (AFTER_A_HEADER, describe(std::slice::from_ref(block)));
    inputs.extend(long_blocks[1..].iter().chain(&blocks[1..]).map(alone));
    let with = |(mode, bytes): &(u8, Vec<u8>), task: u8| [&[mode + TASK * task], bytes.as_slice()].concat();
    inputs.iter().flat_map(|input| (1..TASKS as u8).map(|task| with(input, task))).collect()
}

/// Returns a setup of four players on a small map.
fn small(rounds: u32) -> Setup {
    let board = map_file::parse(SMALL_MAP.as_bytes()).expect("the map is proper").board;
    Setup {
        board: Arc::new(board),
        rules: Rules { rounds, spawn_probability: 0.3, ..Rules::default() },
        players: ["a", "b", "c", "d"]
            .map(|name| PlayerSetup { name: name.to_string(), starts_empty: name == "d" }),
    }
}

/// The state in the middle of a match, in a turn of the first seat. This seat has units, and enough resources to create
/// more.
pub static MOMENT: LazyLock<<Warriors as Game>::State> = LazyLock::new(|| {
    let mut state = Warriors::start(&small(LONG), 3, &mut Vec::new());
    let orders = Orders { creations: vec![UnitType::Gatherer], moves: vec![(UnitId(0), Direction::East)] };
    while let Phase::Ask { round: 1..=3, seats } = Warriors::phase(&state) {
        let orders: Vec<_> = seats.iter().map(|seat| (seat, orders.clone())).collect();
        Warriors::apply(&mut state, &orders, &mut Vec::new());
    }
    state
});

/// Returns the replay file of a match that uses every feature of a replay.
pub fn replay(rounds: u32) -> Vec<u8> {
    let setup = small(rounds);
    let header = Header {
        game: Warriors::NAME.to_string(),
        seed: 3,
        rounds,
        players: ["a", "b", "c", "d"].map(|name| built_in_player(name, None)).to_vec(),
        setup: serde_json::to_value(&setup).expect("plain data can be written"),
        ..Header::default()
    };
    let player = |seat: Seat| -> Box<dyn Player<Warriors>> {
        let luck = RandomStream::new(3, u64::from(seat.0));
        Box::new(RandomOrderPlayer { luck, orders: Orders::default(), round: 0, tells_all: rounds == SHORT })
    };
    let mut players: Vec<_> = Seat::all(4).map(player).collect();
    record(&header, &setup, &mut players)
}

/// Plays the match of this header, and returns its replay file.
fn record<G: Show>(header: &Header, setup: &G::Setup, players: &mut [Box<dyn Player<G>>]) -> Vec<u8> {
    let file = Shared::default();
    let mut recorder =
        Recorder::<G>::new(file.clone(), header, setup.clone()).expect("memory can be written to");
    let (observers, stop): (&mut [&mut dyn Observer<G>], _) = (&mut [&mut recorder], AtomicBool::new(false));
    let seed = header.seed;
    let played =
        Match { setup, seed, reseeds: &[], players, observers, at_once: usize::MAX, stop: &stop }.play();
    recorder.close(&played.state, &played.ending(), &Closing::default());
    file.bytes()
}

/// Returns the replay file of a gem duel that ends with a failure after `moves` moves.
pub fn duel(moves: u32) -> Vec<u8> {
    let rows = create(1).to_text();
    let rows: Vec<&str> = rows.lines().collect();
    let board = gems::board::Board::parse(rows[rows.len() - 200..].concat().as_bytes());
    // With much life, no player dies before all features have occurred.
    let rules = gems::account::Rules { life: 1000, ..gems::account::Rules::default() };
    let setup = gems::Setup { board: board.expect("the board is proper"), opener: Seat(0), rules };
    let header = Header {
        game: Gems::NAME.to_string(),
        players: ["a", "b"].map(|name| built_in_player(name, None)).to_vec(),
        setup: serde_json::to_value(&setup).expect("plain data can be written"),
        ..Header::default()
    };
    let player =
        |_| -> Box<dyn Player<Gems>> { Box::new(FirstSwapPlayer { moves, orders: Default::default() }) };
    let mut players: Vec<_> = Seat::all(2).map(player).collect();
    record(&header, &setup, &mut players)
}

/// A player that makes the first valid swap that it finds. It sometimes makes an invalid move, and it fails when the
/// game has had `moves` moves.
struct FirstSwapPlayer {
    moves: u32,
    orders: gems::Orders,
}

impl Player<Gems> for FirstSwapPlayer {
    fn ask(&mut self, ask: Ask, view: gems::View<'_>) {
        let swap = first_swap(view.board, Order::Rows).map(|swap| gems::Orders::Swap(swap.numbers()));
        self.orders = match ask.round {
            round if round > self.moves => gems::Orders::Nothing,
            round if round.is_multiple_of(7) => gems::Orders::Nonsense,
            _ => swap.unwrap_or_default(),
        };
    }

    fn answer(&mut self, _: gems::View<'_>) -> Answer<gems::Orders> {
        let report =
            TurnReport { output: b"</script>".to_vec(), notes: vec![note("x")], ..Default::default() };
        Answer { orders: self.orders.clone(), report }
    }
}

/// A player that gives random orders.
struct RandomOrderPlayer {
    luck: RandomStream,
    orders: Orders,
    round: u32,
    /// True to give every turn all the features that a turn can have.
    tells_all: bool,
}

impl Player<Warriors> for RandomOrderPlayer {
    fn ask(&mut self, ask: Ask, view: View<'_>) {
        self.round = ask.round;
        let units = &view.state.player(view.seat).units;
        let moves = units.iter().map(|unit| (unit.id, Direction::ALL[self.luck.below(5) as usize])).collect();
        let wanted = usize::from(self.luck.below(3) == 0);
        let creations = vec![UnitType::ALL[self.luck.below(2) as usize]; wanted];
        self.orders = Orders { creations, moves };
        if self.luck.below(9) == 0 {
            self.orders.moves.push((UnitId(1), Direction::North));
        }
    }

    fn answer(&mut self, _: View<'_>) -> Answer<Orders> {
        let fault = Fault { kind: FaultKind::Exception, message: "oh".into() };
        let is_due = |often: u32| self.tells_all || self.round.is_multiple_of(often);
        let report = TurnReport {
            allowed: None,
            computed: None,
            is_doubtful: false,
            profile: None,
            output: if is_due(7) { b"</script>\xff".to_vec() } else { Vec::new() },
            output_dropped: u64::from(is_due(8)),
            notes: if is_due(5) { vec![note("here")] } else { Vec::new() },
            origins: origins(self.orders.creations.len() + self.orders.moves.len()),
            think: Duration::from_micros(u64::from(self.round) << 5),
            fault: is_due(11).then_some(fault),
            explanation: is_due(11)
                .then(|| Explanation::new("name_unknown", &[("name", "x"), ("file", "a.py")])),
            is_gone: false,
            unseeded: wag_core::problem::Unseeded::NONE,
            refused: if is_due(4) { vec![refusal()] } else { Vec::new() },
            refused_total: u32::from(is_due(4)) * 3,
            slip: None,
            trace: None,
        };
        Answer { orders: std::mem::take(&mut self.orders), report }
    }
}

fn note(text: &str) -> Note {
    Note { fields: vec![(1, 2), (300, 4)], text: text.to_string(), color: Some("red".to_string()) }
}

fn origins(count: usize) -> OrderSources {
    let places = (0..count).map(|number| (number % 3 > 0).then_some(u32::from(number % 2 == 0)));
    let chains = vec![CallStack(vec![(0, 3)]), CallStack(vec![(0, 9), (1, 3)])];
    OrderSources { files: vec!["a.py".to_string(), "b.py".to_string()], chains, places: places.collect() }
}

fn refusal() -> Refusal {
    let values = [("given", "\"north\""), ("meant", "Direction.NORTH")];
    Refusal { of: Some(3), chain: Some(1), ..Refusal::new("no_direction", &values) }
}

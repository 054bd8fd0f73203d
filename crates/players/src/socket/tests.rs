//! Tests with well-behaved and misbehaving clients.

use super::*;
use crate::Idle;
use serde_json::json;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use wag_core::arena::Match;
use wag_core::game::tiny::Fives;
use wag_core::game::tiny::fives::{JSON, Setup, State};
use wag_core::problem::FaultKind;

const SETUP: Setup = Setup { rounds: 30, first: Seat(0), count: 0 };

type TestPlayer = SocketPlayer<Fives>;

/// The client's end of the connection.
struct Partner {
    lines: BufReader<TcpStream>,
}

impl Partner {
    fn come(address: SocketAddr) -> Partner {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(300))).unwrap();
        Partner { lines: BufReader::new(stream) }
    }

    fn say(&mut self, words: &str) {
        self.lines.get_mut().write_all(words.as_bytes()).unwrap();
    }

    fn answer(&mut self, turn: u64, step: u32) {
        self.say(&format!("{}\n", json!({ "turn": turn, "orders": { "step": step } })));
    }

    /// Returns the next line that the engine sends, or `Null` if the engine has disconnected.
    fn hear(&mut self) -> Value {
        let mut line = String::new();
        match self.lines.read_line(&mut line).unwrap() {
            0 => Value::Null,
            _ => serde_json::from_str(&line).unwrap(),
        }
    }
}

fn state() -> State {
    Fives::start(&SETUP, 0, &mut Vec::new())
}

fn player(protocol: &'static Json<Fives>, turn_time: Option<Duration>) -> TestPlayer {
    awaited(protocol, turn_time, Duration::from_secs(300))
}

/// Creates a player whose client must connect within `start_time`.
fn awaited(protocol: &'static Json<Fives>, turn_time: Option<Duration>, start_time: Duration) -> TestPlayer {
    let limits = Limits { turn_time, start_time: Some(start_time), ..Limits::default() };
    let listener = Listener::open(None).unwrap();
    TestPlayer::new(protocol, listener, &SETUP, Seat(1), &limits, &Arc::new(AtomicBool::new(false)))
}

/// Creates a player and its client, which has connected and read the start message.
fn met(protocol: &'static Json<Fives>, turn_time: Duration) -> (TestPlayer, Partner) {
    let mut player = player(protocol, Some(turn_time));
    let mut partner = Partner::come(player.listener().address());
    player.wait().unwrap();
    assert_eq!(
        partner.hear(),
        json!({ "type": "start", "game": "fives", "seat": 2, "setup": { "rounds": 30 } })
    );
    (player, partner)
}

fn patient() -> (TestPlayer, Partner) {
    met(&JSON, Duration::from_secs(300))
}

fn hasty() -> (TestPlayer, Partner) {
    met(&JSON, Duration::from_secs(2))
}

fn ask(player: &mut TestPlayer) {
    player.ask(Ask { round: 7, random_seed: 0 }, &state());
}

/// Checks that the player's turn has this fault, and that the client is informed of it.
fn loses(player: &mut TestPlayer, partner: &mut Partner, fault: &Fault) {
    let Answer { orders, report } = player.answer(&state());
    assert_eq!((orders.step, report.fault.as_ref(), report.is_gone), (None, Some(fault), false));
    loop {
        let heard = partner.hear();
        if heard["type"] == "error" {
            assert_eq!(heard["error"], fault.message.english());
            return;
        }
    }
}

fn plays_on(player: &mut TestPlayer, partner: &mut Partner) {
    ask(player);
    let turn = partner.hear();
    assert_eq!(turn["type"], "turn");
    partner.answer(turn["turn"].as_u64().unwrap(), 3);
    let Answer { orders, report } = player.answer(&state());
    assert_eq!((orders.step, report.fault), (Some(3), None));
}

fn goes(player: &mut TestPlayer, kind: FaultKind, message: &str) {
    for _ in 0..2 {
        let Answer { orders, report } = player.answer(&state());
        let fault = Fault { kind, message: message.into() };
        assert_eq!((orders.step, report.fault, report.is_gone), (None, Some(fault), true));
        ask(player);
    }
}

#[test]
fn client_plays_a_match() {
    let mut player = player(&JSON, Some(Duration::from_secs(300)));
    let address = player.listener().address();
    let client = std::thread::spawn(move || {
        let mut partner = Partner::come(address);
        loop {
            let heard = partner.hear();
            match heard["type"].as_str() {
                Some("turn") => {
                    let left = 5 - heard["view"]["count"].as_u64().unwrap() as u32 % 5;
                    partner.answer(heard["turn"].as_u64().unwrap(), if left > 3 { 3 } else { left });
                }
                Some("end") => return heard,
                _ => {}
            }
        }
    });
    player.wait().unwrap();
    let mut players: [Box<dyn Player<Fives>>; 2] = [Box::new(Idle), Box::new(player)];
    let stop = AtomicBool::new(false);
    let played = Match {
        setup: &SETUP,
        seed: 0,
        reseeds: &[],
        players: &mut players,
        observers: &mut [],
        at_once: usize::MAX,
        stop: &stop,
    }
    .play();
    assert!(played.seats[1].faults.is_empty(), "{:?}", played.seats[1].faults);
    assert_eq!(client.join().unwrap(), json!({ "type": "end", "result": { "points": 6 } }));
}

#[test]
fn answer_in_pieces_is_accepted() {
    let (mut player, mut partner) = patient();
    ask(&mut player);
    assert_eq!(partner.hear(), json!({ "type": "turn", "turn": 1, "round": 7, "view": { "count": 0 } }));
    let client = std::thread::spawn(move || {
        for piece in ["{\"turn\": 1, \"or", "ders\": {\"step\"", ": 2}}\r", "\n"] {
            std::thread::sleep(Duration::from_millis(20));
            partner.say(piece);
        }
        partner
    });
    assert_eq!(player.answer(&state()).orders.step, Some(2));
    plays_on(&mut player, &mut client.join().unwrap());
}

#[test]
fn waiting_for_others_is_not_charged() {
    let (mut player, mut partner) = patient();
    let began = Instant::now();
    ask(&mut player);
    partner.hear();
    partner.answer(1, 3);
    // The match waits for another seat meanwhile.
    std::thread::sleep(Duration::from_millis(20));
    let waited = began.elapsed();
    let Answer { orders, report } = player.answer(&state());
    assert_eq!((orders.step, report.fault), (Some(3), None));
    assert!(report.think <= began.elapsed() - waited, "{:?}", report.think);
}

#[test]
fn missing_line_end_is_reported() {
    let (mut player, mut partner) = hasty();
    ask(&mut player);
    partner.say("{}");
    let hint = "it said \"{}\" without a line end: end each line, and flush the output";
    loses(&mut player, &mut partner, &Fault::timeout(format!("no answer within 2 s; {hint}").into()));
}

#[test]
fn late_answer_loses_the_turn() {
    let (mut player, mut partner) = hasty();
    ask(&mut player);
    loses(&mut player, &mut partner, &Fault::timeout("no answer within 2 s".into()));
    partner.answer(1, 1);
    plays_on(&mut player, &mut partner);
    // An answer to the first turn that arrives in the next one.
    ask(&mut player);
    partner.answer(1, 1);
    partner.answer(3, 2);
    assert_eq!(player.answer(&state()).orders.step, Some(2));
}

#[test]
fn second_answer_is_ignored() {
    let (mut player, mut partner) = patient();
    ask(&mut player);
    partner.answer(1, 1);
    partner.answer(1, 2);
    assert_eq!(player.answer(&state()).orders.step, Some(1));
    assert_eq!(partner.hear()["turn"], 1);
    plays_on(&mut player, &mut partner);
}

#[test]
fn early_answer_loses_the_turn() {
    for (early, late) in
        [("{\"turn\": 1, \"orders\": {\"step\": 1}}\n", ""), ("{\"turn\": 1, ", "\"orders\": null}\n")]
    {
        let (mut player, mut partner) = patient();
        partner.say(early);
        std::thread::sleep(Duration::from_millis(100));
        ask(&mut player);
        partner.say(late);
        loses(
            &mut player,
            &mut partner,
            &Fault::crash("the client answered turn 1 before it received the request".into()),
        );
        plays_on(&mut player, &mut partner);
    }
}

#[test]
fn wrong_turn_numbers_lose_the_turn() {
    let (mut player, mut partner) = patient();
    ask(&mut player);
    partner.answer(2, 1);
    loses(
        &mut player,
        &mut partner,
        &Fault::crash("the client answered turn 2 before it received the request".into()),
    );
    plays_on(&mut player, &mut partner);
}

#[test]
fn invalid_answer_loses_the_turn() {
    let deep = format!("{{\"turn\": 1, \"orders\": {}{}}}", "[".repeat(5000), "]".repeat(5000));
    for (line, words) in [
        (
            "nonsense",
            "the client's line does not have the form {\"turn\": NUMBER, \"orders\": ...}: expected ident",
        ),
        ("", "EOF while parsing"),
        ("{\"turn\": 1}", "missing field `orders`"),
        ("{\"turn\": -1, \"orders\": null}", "invalid value: integer `-1`"),
        ("{\"turn\": 1, \"turn\": 1, \"orders\": null}", "duplicate field `turn`"),
        ("\u{0}", "expected value"),
        (&deep, "recursion limit exceeded"),
        ("{\"turn\": 1, \"orders\": {\"step\": -2}}", "orders are null or {\"step\": NUMBER}"),
    ] {
        let (mut player, mut partner) = patient();
        ask(&mut player);
        partner.say(&format!("{line}\n"));
        let fault = player.answer(&state()).report.fault.unwrap();
        let message = fault.message.english();
        assert!(fault.kind == FaultKind::Crash && message.contains(words), "{line}: {message}");
        assert!(message.len() < 300);
        assert_eq!(partner.hear()["type"], "turn");
        assert_eq!(partner.hear(), json!({ "type": "error", "turn": 1, "error": message }));
        plays_on(&mut player, &mut partner);
    }
}

const TOO_LONG: &str = "the client sent more than 1048576 bytes without a line end or without being asked";

#[test]
fn overlong_line_removes_client() {
    let (mut player, mut partner) = patient();
    ask(&mut player);
    let client = std::thread::spawn(move || {
        let words = [b'1'; 1 << 16];
        while partner.lines.get_mut().write_all(&words).is_ok() {}
    });
    goes(&mut player, FaultKind::Crash, TOO_LONG);
    client.join().unwrap();
}

/// How much has arrived before a turn is up to the system. A turn that began with less than the limit ends by its time, and
/// the next one finds the connection full.
#[test]
fn flooding_client_is_removed() {
    let (mut player, mut partner) = met(&JSON, Duration::from_millis(100));
    let client = std::thread::spawn(move || {
        let words = "{\"turn\": 0, \"orders\": null}\n".repeat(1000);
        while partner.lines.get_mut().write_all(words.as_bytes()).is_ok() {}
    });
    let is_removed = (0..1000).any(|_| {
        ask(&mut player);
        let Answer { orders, report } = player.answer(&state());
        assert_eq!(orders.step, None);
        let kind = if report.is_gone { FaultKind::Crash } else { FaultKind::Timeout };
        assert_eq!(report.fault.map(|fault| fault.kind), Some(kind));
        report.is_gone
    });
    assert!(is_removed);
    ask(&mut player);
    goes(&mut player, FaultKind::Crash, TOO_LONG);
    client.join().unwrap();
}

#[test]
fn flood_of_old_answers_is_bounded() {
    let (mut player, mut partner) = hasty();
    ask(&mut player);
    let client = std::thread::spawn(move || {
        let words = "{\"turn\": 0, \"orders\": null}\n".repeat(1000);
        while partner.lines.get_mut().write_all(words.as_bytes()).is_ok() {}
    });
    assert_eq!(player.answer(&state()).report.fault.unwrap().kind, FaultKind::Timeout);
    assert!(player.client.as_ref().is_ok_and(|client| client.heard_bytes() < 1 << 20));
    drop(player);
    client.join().unwrap();
}

#[test]
fn disconnected_client_is_removed() {
    let (mut player, partner) = patient();
    drop(partner);
    ask(&mut player);
    goes(&mut player, FaultKind::Crash, "the client closed the connection");
    let (mut player, partner) = patient();
    ask(&mut player);
    let client = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        drop(partner);
    });
    goes(&mut player, FaultKind::Crash, "the client closed the connection");
    client.join().unwrap();
}

/// A protocol with requests that do not fit into a socket's buffer.
const LONG: Json<Fives> = Json { view: |_| Value::String("x".repeat(1 << 24)), ..JSON };

#[test]
fn client_that_does_not_read_is_removed() {
    let (mut player, _partner) = met(&LONG, Duration::from_millis(300));
    let began = Instant::now();
    ask(&mut player);
    goes(
        &mut player,
        FaultKind::Timeout,
        "no answer within 0.3 s: the client does not read the messages sent to it",
    );
    assert!(began.elapsed() < Duration::from_secs(60));
}

#[test]
fn long_request_is_sent_while_it_is_read() {
    let (mut player, mut partner) = met(&LONG, Duration::from_secs(300));
    ask(&mut player);
    let client = std::thread::spawn(move || {
        assert_eq!(partner.hear()["view"].as_str().unwrap().len(), 1 << 24);
        partner.answer(1, 1);
        partner
    });
    assert_eq!(player.answer(&state()).orders.step, Some(1));
    client.join().unwrap();
}

#[test]
fn a_second_client_is_refused() {
    let (mut player, mut partner) = patient();
    let mut second = Partner::come(player.listener().address());
    second.say("{\"turn\": 1, \"orders\": {\"step\": 1}}\n");
    ask(&mut player);
    let client = std::thread::spawn(move || {
        let refused = second.hear();
        assert_eq!(refused["type"], "refused");
        assert_eq!(refused["error"], "another client already has this seat");
        assert_eq!(second.hear(), Value::Null);
        partner.hear();
        partner.answer(1, 2);
        partner
    });
    assert_eq!(player.answer(&state()).orders.step, Some(2));
    let mut partner = client.join().unwrap();
    let mut third = Partner::come(player.listener().address());
    player.end(&state(), Seat(1));
    assert_eq!(third.hear()["type"], "refused");
    assert_eq!(partner.hear()["type"], "end");
}

#[test]
fn missing_client_is_reported() {
    let mut player = awaited(&JSON, None, Duration::from_millis(300));
    let words = player.wait().unwrap_err().english();
    let address = player.listener().address();
    assert_eq!(
        words,
        format!(
            "no client connected to {address} within 0.3 s: start the client with this address while Wag is waiting, or allow more time"
        )
    );
    player.stop.store(true, Ordering::Relaxed);
    assert!(player.wait().unwrap_err().english().starts_with("Stopped before a client connected"));
    ask(&mut player);
    goes(&mut player, FaultKind::Crash, "no client has connected");
}

#[test]
fn a_match_can_be_stopped_while_it_thinks() {
    let mut player = player(&JSON, None);
    let _partner = Partner::come(player.listener().address());
    player.wait().unwrap();
    let stop = Arc::clone(&player.stop);
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        stop.store(true, Ordering::Relaxed);
    });
    ask(&mut player);
    let report = player.answer(&state()).report;
    stopper.join().unwrap();
    assert_eq!((report.fault, report.is_gone), (Some(Fault::crash("interrupted in its turn".into())), false));
}

#[test]
fn listener_is_local_and_used_port_is_reported() {
    let listener = Listener::open(None).unwrap();
    assert!(listener.address().ip().is_loopback());
    let port = listener.address().port();
    let words = Listener::open(Some(port)).unwrap_err().english();
    assert!(words.starts_with(&format!("Port {port} is in use by another program: ")), "{words}");
    drop(listener);
    assert_eq!(Listener::open(Some(port)).unwrap().address().port(), port);
}

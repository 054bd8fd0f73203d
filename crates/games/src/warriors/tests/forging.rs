//! Tests with orders that the manual's classes would never accept, but that a process with manipulated memory could
//! send.

use super::super::orders::{Direction, Orders, UnitId, UnitType};
use super::super::{SEATS, Warriors};
use crate::json_replay;
use std::sync::atomic::AtomicBool;
use wag_core::arena::{Answer, Ask, CallStack, Match, OrderSources, Player, TurnReport};
use wag_core::game::conformance::RandomPlay;
use wag_core::game::{Game, Seat, Show};
use wag_core::problem::ProblemKind;
use wag_replay::{Closing, Header, Recorder, Shared, built_in_player};

type View<'s> = <Warriors as Game>::View<'s>;

/// A player that sends the same orders in every turn.
struct Forger(Orders);

impl Player<Warriors> for Forger {
    fn ask(&mut self, _: Ask, _: View<'_>) {}

    fn answer(&mut self, _: View<'_>) -> Answer<Orders> {
        let origins = OrderSources {
            files: vec!["a.py".to_string()],
            chains: vec![CallStack(vec![(9, 1), (0, u32::MAX)]); 3],
            places: [Some(1), Some(u32::MAX), None].repeat(5000),
        };
        Answer { orders: self.0.clone(), report: TurnReport { origins, ..TurnReport::default() } }
    }
}

/// Plays a match with these orders and checks that its replay can be read. Returns the seat's fault, if any, and the
/// length of the replay in bytes.
fn play_with_orders(orders: Orders) -> (Option<ProblemKind>, usize) {
    let setup = Warriors::setups().remove(0);
    let player = |seat: Seat| -> Box<dyn Player<Warriors>> {
        Box::new(Forger(if seat == Seat(1) { orders.clone() } else { Orders::default() }))
    };
    let mut players: Vec<_> = Seat::all(SEATS).map(player).collect();
    let header = Header {
        game: Warriors::NAME.to_string(),
        game_version: Warriors::VERSION,
        seed: 7,
        rounds: setup.rules.rounds,
        players: vec![built_in_player("p", None); SEATS],
        setup: serde_json::to_value(&setup).unwrap(),
        ..Header::default()
    };
    let shared = Shared::default();
    let mut recorder = Recorder::<Warriors>::new(shared.clone(), &header, setup.clone()).unwrap();
    let (observers, stop) = (&mut [&mut recorder as _], AtomicBool::new(false));
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
    let length = shared.bytes().len();
    let json_replay = json_replay(shared).unwrap();
    assert!(json_replay.header().unwrap().complete);
    assert!((0..json_replay.chunks()).all(|chunk| json_replay.chunk(chunk).is_ok()));
    (played.seats[1].faults.first().map(|problem| problem.kind), length)
}

#[test]
fn forged_orders_cost_the_turn_and_keep_the_replay_readable() {
    let (fair, length) = play_with_orders(Orders::default());
    assert_eq!(fair, None);
    let forged = [
        Orders { creations: vec![UnitType::Gatherer; 1 << 20], moves: Vec::new() },
        Orders { creations: Vec::new(), moves: vec![(UnitId(0), Direction::East); 1 << 20] },
        Orders {
            creations: Vec::new(),
            moves: (1 << 20..2 << 20).map(|id| (UnitId(id), Direction::East)).collect(),
        },
    ];
    for orders in forged {
        let (fault, longer) = play_with_orders(orders);
        assert_eq!(fault, Some(ProblemKind::Crash));
        assert!(longer < 2 * length, "{longer} against {length} bytes");
    }
}

#[test]
fn affordable_units_can_be_created_and_moved_at_once() {
    let orders = Orders { creations: vec![UnitType::Gatherer], moves: vec![(UnitId(0), Direction::East)] };
    let setup = Warriors::setups().remove(0);
    let state = Warriors::start(&setup, 7, &mut Vec::new());
    let view = Warriors::view(&state, Seat(0));
    assert!(Warriors::could_order(&view, &orders));
    assert!(!Warriors::could_order(&view, &Orders { creations: Vec::new(), ..orders }));
}

//! Tests that encoded views and orders decode to the same values, and that arbitrary bytes cause no panic.

use super::super::orders::{Direction, Orders, UnitId, UnitType};
use super::super::wire::{SeatSetup, Snapshot, UNIT_BYTES, decode_orders, encode_setup, encode_view};
use super::super::{SEATS, View};
use super::kit::{fixed_cases, map_of, quiet_rules, scene, setup};
use proptest::prelude::*;
use wag_core::game::Seat;
use wag_core::game::protocols::Times;

fn crowded_view() -> Vec<u8> {
    let state = scene(
        "1ab c30 . . 2
         . . E10R5 . .
         . R100 .40 X .
         . i . . .
         4m . . . 3",
    )
    .moved_before("c east, E north")
    .stock(1, 7)
    .state;
    let mut bytes = Vec::new();
    encode_view(&View { state: &state, seat: Seat(2) }, &mut bytes);
    bytes
}

/// Decodes `bytes` into a snapshot that has been used before.
fn decode(bytes: &[u8]) -> Option<Snapshot> {
    let mut snapshot = Snapshot::default();
    snapshot.decode(&crowded_view()).expect("a proper view");
    snapshot.decode(bytes).map(|()| snapshot)
}

#[test]
fn a_decoded_view_equals_the_state() {
    let snapshot = decode(&crowded_view()).unwrap();
    assert_eq!(snapshot.round, 1);
    assert_eq!(snapshot.players.each_ref().map(|player| player.stock), [7, 200, 200, 200]);
    assert_eq!(snapshot.players.each_ref().map(|player| player.units.len()), [3, 1, 1, 1]);
    let carrier = &snapshot.players[0].units[2];
    assert_eq!((carrier.id, carrier.kind, carrier.cargo), (UnitId(2), UnitType::Gatherer, 30));
    assert_eq!((carrier.at.0, carrier.last_move), (5, Direction::East));
    let lying: Vec<(u32, u64)> = snapshot.resources.iter().map(|(at, amount)| (at.0, *amount)).collect();
    assert_eq!(lying, [(7, 100), (11, 5), (12, 40)]);
}

#[test]
fn a_truncated_or_extended_view_is_refused() {
    let whole = crowded_view();
    for length in 0..whole.len() {
        assert!(decode(&whole[..length]).is_none(), "{length} of {} bytes", whole.len());
    }
    assert!(decode(&[whole.as_slice(), &[0]].concat()).is_none());
}

#[test]
fn a_worker_gets_board_rules_names_and_seat() {
    let given = setup(&map_of(&["1...2", "..R..", ".....", ".....", "4...3"]), quiet_rules());
    for seat in Seat::all(SEATS) {
        let bytes = encode_setup(&given, seat, Times::default());
        let learned: SeatSetup = postcard::from_bytes(&bytes).unwrap();
        assert_eq!((learned.board, learned.rules), ((*given.board).clone(), given.rules.clone()));
        assert_eq!(learned.names, ["anna", "ben", "cleo", "dan"]);
        assert_eq!(learned.seat, seat);
    }
}

proptest! {
    #![proptest_config(fixed_cases(500))]

    #[test]
    fn orders_come_back_as_they_were_sent(
        creations in prop::collection::vec(prop::sample::select(UnitType::ALL.to_vec()), 0..5),
        moves in prop::collection::vec((any::<u32>(), prop::sample::select(Direction::ALL.to_vec())), 0..9),
    ) {
        let moves = moves.into_iter().map(|(id, direction)| (UnitId(id), direction)).collect();
        let orders = Orders { creations, moves };
        let bytes = postcard::to_stdvec(&orders).unwrap();
        prop_assert_eq!(decode_orders(&bytes), Some(orders));
    }

    /// If random bytes decode to orders, these orders are the same after they are encoded and decoded again.
    #[test]
    fn strange_bytes_are_no_orders_or_proper_ones(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        if let Some(orders) = decode_orders(&bytes) {
            prop_assert_eq!(decode_orders(&postcard::to_stdvec(&orders).unwrap()), Some(orders));
        }
    }

    #[test]
    fn strange_bytes_are_no_snapshot(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(decode(&bytes).is_none());
    }

    /// Changed counts, unit types that do not exist and directions that do not exist are rejected; any other change is
    /// accepted.
    #[test]
    fn a_damaged_view_is_read_or_refused(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = crowded_view();
        let at = at.index(bytes.len());
        let is_other = std::mem::replace(&mut bytes[at], byte) != byte;
        let (units, resources) = (4 + SEATS * 16, 4 + SEATS * 16 + 6 * UNIT_BYTES);
        let is_count = (4..units).contains(&at) && (at - 4) % 16 >= 12 || (resources..resources + 4).contains(&at);
        let values = match at.checked_sub(units).filter(|_| at < resources).map(|at| at % UNIT_BYTES) {
            Some(16) => UnitType::ALL.len(),
            Some(17) => Direction::ALL.len(),
            _ => 256,
        };
        let is_read = !(is_other && is_count) && usize::from(byte) < values;
        prop_assert_eq!(decode(&bytes).is_some(), is_read, "byte {} is {}", at, byte);
    }
}

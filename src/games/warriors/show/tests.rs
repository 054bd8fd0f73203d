//! Frames follow the events, and what is packed is unpacked, whoever orders what.

use super::*;
use crate::game::conformance::RandomPlay;
use crate::game::{Game, Phase, Stream};

#[test]
fn frames_follow_events_and_turns_come_back() {
    for (number, setup) in Warriors::setups().into_iter().enumerate() {
        assert!(Warriors::is_sound(&setup));
        play(&setup, number as u64);
    }
}

/// Plays with sense and nonsense; checks every turn.
fn play(setup: &Setup, seed: u64) {
    let mut luck = Stream::new(seed, 9);
    let mut events = Vec::new();
    let mut state = Warriors::start(setup, seed, &mut events);
    let first = Warriors::frame(&state);
    let (mut packed, mut followed, mut columns) =
        (first.clone(), first.clone(), Columns::new(Warriors::COLUMNS));
    let mut turns = Vec::new();
    while let Phase::Ask { seats, .. } = Warriors::phase(&state) {
        let seat = seats.iter().next().unwrap();
        let view = Warriors::view(&state, seat);
        let sane = luck.below(2) == 0;
        let orders = if sane {
            Warriors::legal_orders(&view, &mut luck)
        } else {
            Warriors::nonsense(&view, &mut luck)
        };
        let orders = vec![(seat, orders)];
        events.clear();
        Warriors::apply(&mut state, &orders, &mut events);
        Warriors::pack(setup, &mut packed, &orders, &events, &mut columns);
        Warriors::follow(setup, &mut followed, &[seat], &events);
        assert_eq!(packed, Warriors::frame(&state));
        assert_eq!(followed, packed);
        assert_eq!(Warriors::frame_standings(&packed), Warriors::standings(&state));
        assert_eq!(kept::read(setup, &kept::write(setup, &packed)).as_ref(), Some(&packed));
        turns.push((orders, events.clone()));
    }
    let mut bytes = Vec::new();
    columns.finish(&mut bytes);
    let mut rest = bytes.as_slice();
    let mut reader = ColumnReader::new(Warriors::COLUMNS, &mut rest).unwrap();
    let mut frame = first;
    for (orders, events) in turns {
        let seats: Vec<Seat> = orders.iter().map(|(seat, _)| *seat).collect();
        let (read, happened) = Warriors::unpack(setup, &mut frame, &seats, &mut reader).unwrap();
        assert_eq!((read, happened), (orders, events));
    }
    assert_eq!(frame, packed);
}

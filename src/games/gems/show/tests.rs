//! Frames follow the events, and what is packed is unpacked, whoever plays what.

mod golden;

use super::*;
use crate::game::conformance::RandomPlay;
use crate::game::{Game, Phase, Stream};

#[test]
fn frames_follow_events_and_turns_come_back() {
    for (number, setup) in Gems::setups().into_iter().enumerate() {
        assert!(Gems::is_sound(&setup));
        for seed in 0..5 {
            play(&setup, number as u64 * 100 + seed);
        }
    }
}

/// Plays with sense and now and then nonsense; checks every turn.
fn play(setup: &Setup, seed: u64) {
    let mut luck = Stream::new(seed, 9);
    let mut events = Vec::new();
    let mut state = Gems::start(setup, seed, &mut events);
    let first = Gems::frame(&state);
    let (mut packed, mut columns) = (first.clone(), Columns::new(Gems::COLUMNS));
    let mut turns = Vec::new();
    while let Phase::Ask { seats, .. } = Gems::phase(&state) {
        let seat = seats.iter().next().unwrap();
        let view = Gems::view(&state, seat);
        let sane = luck.below(4) > 0;
        let orders =
            if sane { Gems::legal_orders(&view, &mut luck) } else { Gems::nonsense(&view, &mut luck) };
        let orders = vec![(seat, orders)];
        events.clear();
        Gems::apply(&mut state, &orders, &mut events);
        Gems::pack(setup, &mut packed, &orders, &events, &mut columns);
        assert_eq!(packed, Gems::frame(&state));
        assert_eq!(Gems::frame_standings(&packed), Gems::standings(&state));
        let kept = Gems::read_frame(setup, &Gems::write_frame(setup, &packed));
        assert_eq!(kept.as_ref(), Some(&packed));
        turns.push((orders, events.clone()));
    }
    assert!(packed.is_over);
    let mut bytes = Vec::new();
    columns.finish(&mut bytes);
    let mut rest = bytes.as_slice();
    let mut reader = ColumnReader::new(Gems::COLUMNS, &mut rest).unwrap();
    let mut frame = first;
    for (orders, events) in turns {
        let seats: Vec<Seat> = orders.iter().map(|(seat, _)| *seat).collect();
        let (read, happened) = Gems::unpack(setup, &mut frame, &seats, &mut reader).unwrap();
        assert_eq!((read, happened), (orders, events));
    }
    assert_eq!(frame, packed);
}

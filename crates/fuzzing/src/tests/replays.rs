//! Replays in which a few bytes unpack to a large amount of data, and other replays with which the fuzzer has found
//! defects.

use super::*;
use wag_core::arena::Note;
use wag_core::game::{Columns, Seat, Show};
use wag_games::json_replay as open;
use wag_games::warriors::board::FieldIndex;
use wag_games::warriors::event::Event;
use wag_replay::forge::{Forged, Kind, Packer};

/// Returns the file of the seed replay without its index, after `change` has changed its blocks.
fn forged(change: impl FnOnce(&mut Vec<Forged<'static>>)) -> Vec<u8> {
    let mut blocks = forge::blocks(&seeds::replay(seeds::LONG));
    blocks.pop();
    change(&mut blocks);
    forge::file(blocks)
}

/// A chunk has 32 rounds, and the reader reports each unreadable round. For a chunk that claims to reach the last
/// possible round number, the reports would take hours and gigabytes.
#[test]
fn a_replay_has_no_more_rounds_than_a_match() {
    let file = forged(|blocks| blocks[2].last_round = u32::MAX);
    assert!(opened(file.clone()).file().rounds() < 50);
    check(target("replays"), &[&[0], file.as_slice()].concat());
}

#[test]
fn replay_index_size_is_limited_by_file_size() {
    let places = postcard::to_stdvec(&vec![0u64; 1 << 20]).unwrap();
    let mut file = forged(|_| ());
    let place = file.len() as u64;
    file.extend(Packer::new(3).unwrap().block(Kind::Index, (0, 0), 0, &places, &[]).unwrap());
    file.extend(place.to_le_bytes());
    file.extend(b"WAGINDEX");
    let taken = heap::taken_by(|| drop(opened(file)));
    assert!(taken < 1 << 20, "{taken}");
}

#[test]
fn the_setup_of_a_replay_is_not_longer_than_any_board() {
    let file = forged(|blocks| {
        let setup = format!("{{\"game\":\"warriors\",\"setup\":[0{}]}}", ",0".repeat(4 << 20));
        blocks[0].body = setup.into_bytes().into();
    });
    let taken = heap::taken_by(|| assert!(Reader::<Warriors>::open(file).is_err()));
    assert!(taken < 64 << 20, "{taken}");
}

/// The unusual features of each turn in a block.
#[derive(Clone, Copy, Default)]
struct TurnFeatures {
    notice: Option<u8>,
    notes: usize,
    creations: u64,
}

/// Returns a block of turns of the first seat in round 1, in which nothing happens except for the features in `odd`.
/// Without these features, each turn takes one byte, and less when the block is packed.
fn turns(count: u32, odd: TurnFeatures) -> Forged<'static> {
    let mut own = Columns::new(12);
    for number in 0..count {
        own.guessed(number > 1);
        if number < 2 {
            [1, 1, 0].into_iter().for_each(|number| own.number(1, number));
        }
        // The seat was asked and took no more time than before.
        own.guessed(odd.notes == 0);
        if odd.notes > 0 {
            own.byte(2, 1 + 8);
            let note = Note { fields: Vec::new(), text: String::new(), color: None };
            own.bytes(9, &postcard::to_stdvec(&vec![note; odd.notes]).unwrap());
        }
        own.number(3, 0);
        own.guessed_number(11, 0, odd.notice.iter().count() as u64);
        odd.notice.iter().for_each(|seat| [*seat, 0].into_iter().for_each(|byte| own.byte(11, byte)));
        // No order has a source position.
        own.guessed_number(6, odd.creations, 0);
    }
    // The orders in sequence; then nothing happens.
    let mut game = Columns::new(Warriors::COLUMNS);
    for _ in 0..count {
        game.guessed_number(1, 0, odd.creations);
        (0..odd.creations).for_each(|_| game.byte(1, 0));
        let is_empty = odd.creations == 0;
        game.guessed(is_empty);
        game.guessed(is_empty);
        if !is_empty {
            game.number(2, 0);
            game.byte(3, 0);
        }
    }
    let mut body = Vec::new();
    own.finish(&mut body);
    game.finish(&mut body);
    Forged { kind: 3, first_round: 1, last_round: 1, turns: count, body: body.into() }
}

/// Returns a file that consists of the first blocks of the seed replay, followed by the blocks in `last`.
fn ending_in(last: &[Forged<'static>]) -> Vec<u8> {
    forged(|blocks| {
        blocks.truncate(2);
        blocks.extend_from_slice(last);
    })
}

#[test]
fn replay_chunk_limits_turns() {
    let block = turns(40_000, TurnFeatures::default());
    let stretch = opened(ending_in(&[block.clone(), block.clone(), block])).chunk(0).unwrap();
    assert_eq!((stretch.turns.len(), stretch.damaged), (40_000, Some((1, 1))));
}

/// An order to create a unit takes one byte in the unpacked block, but is a whole object in the JSON for a page.
#[test]
fn replay_chunk_limits_orders() {
    let most = |creations| turns(1, TurnFeatures { creations, ..TurnFeatures::default() });
    let stretch = opened(ending_in(&[most(1 << 20), most(1 << 20), most(1)])).chunk(0).unwrap();
    assert_eq!((stretch.turns.len(), stretch.damaged), (2, Some((1, 1))));
    let stretch = opened(ending_in(&[most((1 << 20) + 1)])).chunk(0).unwrap();
    assert_eq!((stretch.turns.len(), stretch.damaged), (0, Some((1, 1))));
}

#[test]
fn replay_turn_limits_notes() {
    for notes in [1000, 1001, 1 << 20] {
        let file = ending_in(&[turns(1, TurnFeatures { notes, ..TurnFeatures::default() })]);
        let mut read = None;
        let taken = heap::taken_by(|| read = Some(opened(file).chunk(0).unwrap()));
        assert_eq!(read.unwrap().turns[0].reports[0].1.notes.len(), 1000, "{notes}");
        assert!(taken < 16 << 20, "{taken}");
    }
}

/// The opening and the end of a replay can be small when they are packed, but fifty times as large in memory.
#[test]
fn opening_and_end_sizes_are_limited() {
    let winners = postcard::to_stdvec(&Event::Ended { winners: Vec::new() }).unwrap();
    for (kind, length_max, bytes) in [(1, 4 << 20, winners.as_slice()), (4, 1 << 20, b" ")] {
        let body = bytes.repeat(length_max / bytes.len() + 1);
        let file = forged(|blocks| {
            blocks.retain(|block| block.kind != kind);
            blocks.insert(1, Forged { kind, body: body.into(), ..Forged::default() });
        });
        let taken = heap::taken_by(|| drop(opened(file)));
        assert!(taken < 1 << 20, "{kind}: {taken}");
    }
}

#[test]
fn the_frame_of_a_block_is_no_longer_than_any_board() {
    let rest = turns(1, TurnFeatures::default()).body;
    let with_frame_of = |length: usize| {
        let body = [&(length as u32).to_le_bytes()[..], &vec![0; length], &rest].concat();
        let block = Forged { kind: 2, first_round: 33, last_round: 33, turns: 1, body: body.into() };
        let reader = opened(forged(|blocks| {
            blocks.truncate(1);
            blocks.push(block);
        }));
        heap::taken_by(|| assert!(reader.chunk(1).is_err()))
    };
    // The memory of the unpacked data only: zeros are not a valid frame, so nothing else is built from them.
    assert!(with_frame_of(9 << 20) < 40 << 20);
}

#[test]
fn notice_with_invalid_seat_is_rejected() {
    for (seat, is_damaged) in [(0, false), (3, false), (4, true), (255, true)] {
        let file = ending_in(&[turns(1, TurnFeatures { notice: Some(seat), ..TurnFeatures::default() })]);
        assert_eq!(open(file.clone()).unwrap().chunk(0).unwrap().damaged.is_some(), is_damaged, "{seat}");
        check(target("replays"), &[&[0], file.as_slice()].concat());
    }
}

/// Found by the fuzzer: formatting player number 256 caused an overflow.
#[test]
fn opening_events_with_invalid_seats_or_fields_are_rejected() {
    let (seat, at) =
        (|seat| Event::Out { seat: Seat(seat) }, |at| Event::Spawned { at: FieldIndex(at), amount: 1 });
    for (event, is_taken) in
        [(seat(3), true), (seat(4), false), (seat(255), false), (at(24), true), (at(25), false)]
    {
        let file = forged(|blocks| {
            let (events, notices): (_, Vec<(Seat, bool)>) = (vec![event], Vec::new());
            let frame: Vec<u8> = Vec::new();
            blocks[1].body = postcard::to_stdvec(&(events, notices, frame)).unwrap().into();
        });
        assert_eq!(opened(file.clone()).opening().is_some(), is_taken);
        check(target("replays"), &[&[0], file.as_slice()].concat());
    }
}

/// Each packed block of 2 KB unpacked to 64 MB, so reading a file of 840 KB took minutes.
#[test]
fn a_replay_unpacks_to_no_more_than_its_length_allows() {
    use wag_replay::block::{HEAD_BYTES, Head};
    let mut file = forged(|blocks| blocks.truncate(2));
    let zeros = vec![0; 64 << 20];
    let block = Packer::new(1).unwrap().block(Kind::Frame, (1, 16), 16, &zeros, &[]).unwrap();
    let head = Head::read(block.first_chunk().unwrap()).unwrap();
    let number_of_blocks = 840_000 / block.len() as u32;
    for number in 0..number_of_blocks {
        let first_round = number * 32 + 1;
        file.extend(Head { first_round, last_round: first_round + 15, number: number + 2, ..head }.write());
        file.extend(&block[HEAD_BYTES..]);
    }
    let reader = opened(file);
    assert!(reader.file().chunks() < 40, "{}", reader.file().chunks());
    assert!(!reader.file().is_complete());
}

/// Found by the fuzzer: thousands of damaged end blocks were all unpacked and read, not only the first.
#[test]
fn only_first_end_block_is_read() {
    let file = forged(|blocks| {
        let end = blocks.pop().unwrap();
        blocks.push(Forged { body: b" ".as_slice().into(), ..end.clone() });
        blocks.push(end);
    });
    let reader = opened(file);
    assert!(reader.file().ended.is_none() && !reader.file().is_complete());
}

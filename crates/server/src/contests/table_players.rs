//! The players of the matches of a contest, as its tables and ratings count them.

use std::collections::{BTreeMap, BTreeSet};
use wag_stats::series::SeatPlayed;
use wag_store::matches::{Match, Seat, Seated};

/// A player of a part of a contest: who it is, and a number, because a built-in player can take several seats of a match, and persons who
/// were deleted are not told apart.
pub type Player = (Seated, usize);

/// Numbers those who take several seats of one match.
pub fn numbered(seats: impl IntoIterator<Item = Seated>) -> Vec<Player> {
    let mut count: BTreeMap<Seated, usize> = BTreeMap::new();
    let number = |seated: Seated| {
        let next = count.entry(seated.clone()).or_default();
        *next += 1;
        (seated, *next - 1)
    };
    seats.into_iter().map(number).collect()
}

/// Returns the players of a match in seat order.
pub fn players_of(one: &Match) -> Vec<Player> {
    numbered(one.seats.iter().map(|seat| seat.seated.clone()))
}

/// Returns everybody who has played in these matches, in order.
pub fn versions_of(played: &[Match]) -> Vec<Player> {
    played.iter().flat_map(players_of).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Returns the result of a seat in the form of tournaments; `None` if it has none.
pub fn seat_played(seat: &Seat) -> Option<SeatPlayed> {
    Some(SeatPlayed {
        place: u32::try_from(seat.place?).ok()?,
        figures: vec![seat.points],
        tally: 0,
        turns: 0,
        think_ms_mean: 0.0,
        think_ms_max: 0.0,
        cpu_ms_mean: None,
        cpu_ms_max: None,
        faults: u32::try_from(seat.faults).unwrap_or(u32::MAX),
        time_outs: 0,
        doubtful: 0,
        forfeits: false,
        failure: None,
        fault_counts: Vec::new(),
    })
}

/// Returns a text that names a player of a part in its ratings.
pub fn key((seated, number): &Player) -> String {
    let name = match seated {
        Seated::HandIn { id, .. } => id.clone(),
        Seated::BuiltIn(name) => format!("built-in {name}"),
        Seated::Former => "former".into(),
    };
    format!("{name} {number}")
}

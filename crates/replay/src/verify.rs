//! Re-simulation of a replay from its seed and orders with the current rules.

use super::ReplayError;
use super::reader::Reader;
use super::turns::Turn;
use std::ops::ControlFlow;
use wag_core::game::{Phase, SeedSchedule, Show};
use wag_i18n::t;

/// The result of a re-simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every turn matches the recording.
    Same {
        turns: u64,
    },
    Differs(Difference),
}

/// The first turn that differs from the recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The round. 0 means that the difference is before round 1.
    pub round: u32,
    /// The numbers of the seats in the differing turn, from 1; empty before round 1.
    pub seats: Vec<u8>,
    /// The first event in the recording that differs; `None` if the recording has no more events.
    pub recorded: Option<String>,
    /// The event that the current rules produce instead; `None` if they produce no more events.
    pub today: Option<String>,
}

/// Re-simulates all turns of a replay. Turns after damaged data cannot be verified.
pub fn verify<G: Show>(reader: &Reader<G>) -> Result<Verdict, ReplayError> {
    verify_with(reader, reader.setup())
}

/// Re-simulates all turns of a replay with another setup.
pub fn verify_with<G: Show>(reader: &Reader<G>, setup: &G::Setup) -> Result<Verdict, ReplayError> {
    let (verdict, _) = resimulate_with(reader, setup, |_, _, _| ControlFlow::Continue(()))?;
    Ok(verdict)
}

/// Re-simulates the turns of a replay. Before each turn, calls `visit` with the position, the recorded turn and the
/// number of turns before it; stops when `visit` returns [`ControlFlow::Break`]. All turns before a visited one have
/// been compared with the recording.
pub fn resimulate<G: Show>(
    reader: &Reader<G>,
    visit: impl FnMut(&G::State, &Turn<G>, u64) -> ControlFlow<()>,
) -> Result<Verdict, ReplayError> {
    let (verdict, _) = resimulate_with(reader, reader.setup(), visit)?;
    Ok(verdict)
}

/// Re-simulates the turns of a replay with another setup, as [`resimulate`] does. Returns the last position, too.
pub fn resimulate_with<G: Show>(
    reader: &Reader<G>,
    setup: &G::Setup,
    mut visit: impl FnMut(&G::State, &Turn<G>, u64) -> ControlFlow<()>,
) -> Result<(Verdict, G::State), ReplayError> {
    let (mut events, mut turns) = (Vec::new(), 0);
    let mut state = G::start(setup, reader.header().seed, &mut events);
    let mut seeds = SeedSchedule::new(reader.header().seed, &reader.header().reseeds);
    // A match that was killed before its first block was written has nothing to compare.
    let opening = reader.opening();
    let difference = opening.and_then(|opening| first_difference::<G>(reader, &opening.events, &events));
    if let Some((recorded, today)) = difference {
        let difference = Difference { round: 0, seats: Vec::new(), recorded, today };
        return Ok((Verdict::Differs(difference), state));
    }
    for stretch in reader.all_chunks() {
        let stretch = stretch?;
        for turn in &stretch.turns {
            let seats = turn.seats();
            let differs = |recorded, today| {
                let seats = seats.iter().map(|seat| seat.0 + 1).collect();
                Verdict::Differs(Difference { round: turn.round, seats, recorded, today })
            };
            if let Some(today) = other_turn::<G>(&state, turn) {
                let recorded = t!("a turn of %{players}", players = names(reader, &seats));
                return Ok((differs(Some(recorded), Some(today)), state));
            }
            seeds.enter::<G>(turn.round, &mut state);
            if visit(&state, turn, turns).is_break() {
                return Ok((Verdict::Same { turns }, state));
            }
            events.clear();
            G::apply(&mut state, &turn.orders, &mut events);
            if let Some((recorded, today)) = first_difference::<G>(reader, &turn.events, &events) {
                return Ok((differs(recorded, today), state));
            }
            turns += 1;
        }
        if let Some((first, last)) = stretch.damaged {
            return Err(ReplayError::Damaged { first, last });
        }
    }
    Ok((Verdict::Same { turns }, state))
}

/// Describes the phase of `state` if it differs from that of the recorded turn.
fn other_turn<G: Show>(state: &G::State, turn: &Turn<G>) -> Option<String> {
    match G::phase(state) {
        Phase::Over => Some(t!("the match is already over at this point")),
        Phase::Ask { round, seats } => {
            let is_same = round == turn.round && seats.iter().eq(turn.seats());
            (!is_same).then(|| {
                let seats: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
                t!("a turn of player %{seats} in round %{round}", seats = seats.join(", "), round)
            })
        }
    }
}

fn names<G: Show>(reader: &Reader<G>, seats: &[wag_core::game::Seat]) -> String {
    let name = |seat: &wag_core::game::Seat| {
        reader
            .header()
            .players
            .get(seat.index())
            .map_or_else(|| seat.to_string(), |player| player.name.clone())
    };
    seats.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// Describes the first pair of events that differ; `None` if all are equal.
fn first_difference<G: Show>(
    reader: &Reader<G>,
    recorded: &[G::Event],
    today: &[G::Event],
) -> Option<(Option<String>, Option<String>)> {
    let count = recorded.len().max(today.len());
    let at = (0..count).find(|at| recorded.get(*at) != today.get(*at))?;
    let names: Vec<String> = reader.header().players.iter().map(|player| player.name.clone()).collect();
    let tell =
        |events: &[G::Event]| events.get(at).map(|event| G::tell(reader.setup(), event, &names).translated());
    Some((tell(recorded), tell(today)))
}

//! The recorded turns that a fork needs: those before its first round, and those that players without code follow.

use crate::error::{PlayError, user_error};
use crate::fork::Fork;
use crate::line_up::player_spec::{Kind, PlayerSpec};
use crate::recorded::{named, other_rules};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use wag_core::arena::TurnReport;
use wag_core::game::{Notice, Playable, Seat};
use wag_core::problem::Unseeded;
use wag_replay::{Reader, ReplayError, Turn, Verdict, resimulate, sha256};

/// The recorded turns of all seats.
pub struct Record<G: Playable> {
    pub setup: G::Setup,
    pub seats: Vec<SeatRecord<G>>,
}

/// The recorded turns of a seat.
pub struct SeatRecord<G: Playable> {
    /// The turns before the fork.
    pub past: VecDeque<RecordedTurn<G>>,
    /// The turns from the fork on, for a player without code.
    pub later: VecDeque<RecordedTurn<G>>,
}

/// A recorded turn of one seat.
pub struct RecordedTurn<G: Playable> {
    pub round: u32,
    pub orders: G::Orders,
    pub report: TurnReport,
    /// The hash of the view, as [`view_hash`] returns it; `None` if nobody compares it.
    pub view: Option<String>,
}

impl<G: Playable> Record<G> {
    /// Reads the turns of a fork's parent. Returns an error if the current rules do not lead to the recorded turns.
    pub fn read(fork: &Fork, entrants: &[PlayerSpec]) -> Result<Record<G>, PlayError> {
        let path = fork.path.as_path();
        let reader = named(path, fork.blocks().and_then(Reader::<G>::of))?;
        let follows = |seat: Seat| entrants[seat.index()].kind == Kind::Recorded;
        let has_followers = Seat::all(entrants.len()).any(follows);
        let empty = |_| SeatRecord { past: VecDeque::new(), later: VecDeque::new() };
        let mut seats: Vec<SeatRecord<G>> = entrants.iter().map(empty).collect();
        let verdict = resimulate(&reader, |state, turn, _| {
            let is_past = turn.round < fork.round;
            if !is_past && !has_followers {
                return ControlFlow::Break(());
            }
            for (seat, _) in &turn.reports {
                let Some(record) = seats.get_mut(seat.index()) else { continue };
                if is_past {
                    record.past.push_back(recorded_turn(turn, *seat, None));
                } else if follows(*seat) {
                    record.later.push_back(recorded_turn(
                        turn,
                        *seat,
                        view_hash::<G>(&G::view(state, *seat)),
                    ));
                }
            }
            ControlFlow::Continue(())
        });
        // Later turns only matter to players without code. They stop at damage, and their views differ after a difference.
        match verdict {
            Ok(Verdict::Differs(first)) if first.round < fork.round => {
                return user_error(other_rules::<G>(path, reader.header(), &first));
            }
            Err(ReplayError::Damaged { first, .. }) if first >= fork.round => {}
            verdict => _ = named(path, verdict)?,
        }
        Ok(Record { setup: reader.setup().clone(), seats })
    }
}

fn recorded_turn<G: Playable>(turn: &Turn<G>, seat: Seat, view: Option<String>) -> RecordedTurn<G> {
    let orders = turn.orders.iter().find(|(one, _)| *one == seat);
    let report = turn.reports.iter().find(|(one, _)| *one == seat);
    let mut report = report.map_or_else(TurnReport::default, |(_, report)| report.clone());
    report.is_gone = turn.notices.contains(&(seat, Notice::Gone));
    report.unseeded = Unseeded::NONE;
    RecordedTurn {
        round: turn.round,
        orders: orders.map_or_else(G::Orders::default, |(_, orders)| orders.clone()),
        report,
        view,
    }
}

/// Returns the hash of a view as a Python player gets it, which contains all that any player may see. Returns `None` if
/// the game has no such players.
pub fn view_hash<G: Playable>(view: &G::View<'_>) -> Option<String> {
    let protocol = G::PROTOCOLS.python.as_ref().or(G::PROTOCOLS.persistent.as_ref())?;
    let mut bytes = Vec::new();
    (protocol.encode_view)(view, &mut bytes);
    Some(sha256(&bytes))
}

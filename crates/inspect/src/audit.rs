//! Audits: recorded turns of files that run afresh in each turn are played again in new processes. A file whose orders then
//! differ has kept something from an earlier turn, whatever the trick.

use crate::recorded_player::{RecordedPlayer, python_seats, seat_of};
use crate::reenter::{ReenterRequest, ReenteredTurn, Selection, reenter, turn_times};
use crate::replayed_turn::TurnComparison;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::arena::TurnReport;
use wag_core::game::Seat;
use wag_core::problem::FaultKind;
use wag_core::text::printable;
use wag_games::open_replay;
use wag_i18n::t;
use wag_play::error::PlayError;
use wag_play::line_up::limits::LimitOptions;
use wag_play::line_up::player_spec::{Kind, PythonMode};
use wag_play::recorded::{named, open, recorded_limits};
use wag_sandbox::Limits;

/// The request to audit the players of a recorded match.
pub struct AuditRequest<'r> {
    pub replay: &'r Path,
    /// The name or seat of the player; `None` for all Python files.
    pub player: Option<&'r str>,
    /// The number of turns of each player that are played again, about; `None` for all.
    pub turns: Option<u32>,
    /// Decides which turns are played again. Players must not know it.
    pub seed: u64,
    pub limits: &'r LimitOptions,
    pub stop: Arc<AtomicBool>,
}

/// The audit of a recorded match; docs/en/json.md documents it.
#[derive(Clone, Debug, Serialize)]
pub struct AuditReport {
    pub replay: String,
    pub players: Vec<AuditedPlayer>,
}

/// The audit of a player.
#[derive(Clone, Debug, Serialize)]
pub struct AuditedPlayer {
    pub player: String,
    /// The seat, from 1.
    pub seat: u8,
    /// The number of turns that were played again.
    pub turns: u32,
    /// The turns whose orders differ although nothing but earlier turns can be the reason.
    pub kept: Vec<TurnComparison>,
    /// The number of turns that say nothing, because they ran out of time or used something that no seed decides.
    pub inexact: u32,
    /// The reason why no turn was played again, as a sentence.
    pub skipped: Option<String>,
}

impl AuditReport {
    /// Returns whether a player has kept something from an earlier turn.
    pub fn has_kept(&self) -> bool {
        self.players.iter().any(|player| !player.kept.is_empty())
    }

    /// Returns whether a turn was played again.
    pub fn has_played(&self) -> bool {
        self.players.iter().any(|player| player.turns > 0)
    }
}

/// Audits the players of a recorded match.
pub fn audit(request: &AuditRequest<'_>) -> Result<AuditReport, PlayError> {
    let path = request.replay;
    let (_, blocks) = named(path, open_replay(open(path)?))?;
    let seats = match request.player {
        Some(word) => vec![seat_of(&blocks.header, word)?],
        None => python_seats(&blocks.header),
    };
    let players = seats.into_iter().map(|seat| audit_player(request, seat));
    Ok(AuditReport { replay: path.display().to_string(), players: players.collect::<Result<_, _>>()? })
}

fn audit_player(request: &AuditRequest<'_>, seat: Seat) -> Result<AuditedPlayer, PlayError> {
    let path = request.replay;
    let (game, blocks) = named(path, open_replay(open(path)?))?;
    let name = blocks.header.players[seat.index()].name.clone();
    let mut audited = AuditedPlayer {
        player: name.clone(),
        seat: seat.number(),
        turns: 0,
        kept: Vec::new(),
        inexact: 0,
        skipped: None,
    };
    let player = match RecordedPlayer::find(game.info, &blocks.header, path, seat, None) {
        Ok(player) => player,
        Err(PlayError::UserError(why)) => {
            audited.skipped = Some(why.translated());
            return Ok(audited);
        }
        Err(err) => return Err(err),
    };
    audited.skipped = match player.spec.kind {
        Kind::Python { mode: PythonMode::EachTurn, .. } if player.is_original => None,
        Kind::Python { mode: PythonMode::EachTurn, .. } => player.remark.clone(),
        _ => Some(t!("%{name} does not run afresh in each turn", name = printable(&name))),
    };
    if audited.skipped.is_some() {
        return Ok(audited);
    }
    let all = turn_times(game, named(path, open_replay(open(path)?))?.1, path, Some(seat))?.len() as u64;
    let one_in = request.turns.map_or(1, |turns| all.div_ceil(u64::from(turns.max(1)))).max(1);
    let recorded = recorded_limits(&blocks.header, game.info, request.limits);
    let limits = Limits { fresh_process: true, ..recorded };
    let selection = Selection::Sample { seed: request.seed, one_in };
    let reentry = ReenterRequest::new(path, (seat, &player.spec), selection, limits, &request.stop);
    let played = reenter(game, blocks, &reentry, &mut |turn| audited.add(turn));
    match played {
        Err(PlayError::UserError(why)) => audited.skipped = Some(why.translated()),
        Err(PlayError::CannotStart(unstarted)) => audited.skipped = Some(unstarted.to_string()),
        played => played?,
    }
    Ok(audited)
}

impl AuditedPlayer {
    fn add(&mut self, turn: ReenteredTurn) {
        self.turns += 1;
        let is_exact = |report: &TurnReport| {
            let fault = report.fault.as_ref().map(|fault| fault.kind);
            report.unseeded.is_empty() && fault.is_none_or(|kind| kind == FaultKind::Exception)
        };
        match (turn.is_same, is_exact(&turn.now.report) && is_exact(&turn.recorded.report)) {
            (true, _) => {}
            (false, true) => {
                self.kept.push(TurnComparison::of(Seat(self.seat - 1), &self.player, turn));
            }
            (false, false) => self.inexact += 1,
        }
    }
}

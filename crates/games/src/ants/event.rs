//! The events of a match. They are a file format, because replays store them.

use super::torus::{At, Direction};
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;
use wag_i18n::later;

/// An event of a match. If it concerns several ants, it lists all of them, sorted by square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A turn begins.
    Turn,
    /// A player is removed from the match.
    Removed(Seat, Cause),
    /// An order was refused. `line` is the order in the contest's notation.
    Refused {
        seat: Seat,
        line: String,
        why: RefusalReason,
    },
    /// Ants moved: the square that each ant left, and its direction.
    Moved(Vec<(At, Direction)>),
    /// Ants died. `fought` is true if they died in battle, and false if they moved to the same square.
    Died {
        ants: Vec<(At, Seat)>,
        fought: bool,
    },
    /// An ant of this player razed the hill with this number.
    Razed(u16, Seat),
    Born(Vec<(At, Seat)>),
    /// Food disappeared. Each one went to the hive of a player, or was lost (`None`).
    Gathered(Vec<(At, Option<Seat>)>),
    /// New food appeared.
    Food(Vec<At>),
    /// A player lost its last ant.
    Eliminated(Seat),
    /// The match is over. `bonus` has the points that each player gets at the end.
    Over {
        end: End,
        bonus: Vec<i32>,
    },
    /// A player drew over the board in this turn.
    Drawn {
        seat: Seat,
        lines: Vec<String>,
    },
    /// The recorded scores and hives of all players. Only used where today's rules would compute other values.
    Counted {
        scores: Vec<i32>,
        hives: Vec<u32>,
    },
}

/// The reason why a player was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    Crashed,
    TimedOut,
    /// The player gave invalid orders in a strict match.
    Invalid,
}

/// The state of a player in the match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    #[default]
    Survived,
    Eliminated,
    Removed(Cause),
}

impl Status {
    /// Returns the contest's word for this status.
    pub const fn word(self) -> &'static str {
        match self {
            Status::Survived => "survived",
            Status::Eliminated => "eliminated",
            Status::Removed(Cause::Crashed) => "crashed",
            Status::Removed(Cause::TimedOut) => "timeout",
            Status::Removed(Cause::Invalid) => "invalid",
        }
    }
}

/// The reason why an order was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RefusalReason {
    UnknownAction,
    Format,
    Square,
    Direction,
    Duplicate,
    NoAnt,
    Outside,
    /// Water or food is in the way. This does not count as an invalid order.
    Blocked,
    /// The drawing cannot be parsed. This does not count as an invalid order.
    Drawing,
}

impl RefusalReason {
    /// Returns the reason as the contest's logs word it.
    pub const fn reason(self) -> &'static str {
        match self {
            RefusalReason::UnknownAction => later!("unknown action"),
            RefusalReason::Format => later!("incorrectly formatted order"),
            RefusalReason::Square => later!("invalid row or col"),
            RefusalReason::Direction => later!("invalid direction"),
            RefusalReason::Duplicate => later!("duplicate order"),
            RefusalReason::NoAnt => later!("not player ant"),
            RefusalReason::Outside => later!("out of bounds"),
            RefusalReason::Blocked => later!("move blocked"),
            RefusalReason::Drawing => later!("incorrectly formatted drawing"),
        }
    }

    pub fn is_invalid(self) -> bool {
        !matches!(self, RefusalReason::Blocked | RefusalReason::Drawing)
    }
}

/// The reason why the match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    Extermination,
    LoneSurvivor,
    FoodNotGathered,
    HillsNotRazed,
    RankStabilized,
    TurnLimit,
    /// Other software recorded the match and did not record the reason.
    Unrecorded,
}

impl End {
    pub const ALL: [End; 7] = [
        End::Extermination,
        End::LoneSurvivor,
        End::FoodNotGathered,
        End::HillsNotRazed,
        End::RankStabilized,
        End::TurnLimit,
        End::Unrecorded,
    ];

    /// Returns the reason as the contest's replays word it.
    pub const fn cutoff(self) -> &'static str {
        match self {
            End::Extermination => later!("extermination"),
            End::LoneSurvivor => later!("lone survivor"),
            End::FoodNotGathered => later!("food not being gathered"),
            End::HillsNotRazed => later!("ants not razing hills"),
            End::RankStabilized => later!("rank stabilized"),
            End::TurnLimit => later!("turn limit reached"),
            End::Unrecorded => later!("not recorded"),
        }
    }
}

impl Event {
    /// Returns all players that occur in the event.
    pub fn seats(&self) -> Vec<Seat> {
        match self {
            Event::Turn | Event::Moved(_) | Event::Food(_) | Event::Over { .. } | Event::Counted { .. } => {
                Vec::new()
            }
            Event::Removed(seat, _)
            | Event::Refused { seat, .. }
            | Event::Razed(_, seat)
            | Event::Eliminated(seat) => {
                vec![*seat]
            }
            Event::Drawn { seat, .. } => vec![*seat],
            Event::Died { ants, .. } | Event::Born(ants) => ants.iter().map(|(_, owner)| *owner).collect(),
            Event::Gathered(food) => food.iter().filter_map(|(_, owner)| *owner).collect(),
        }
    }

    /// Returns all squares that occur in the event.
    pub fn squares(&self) -> Vec<At> {
        match self {
            Event::Moved(moves) => moves.iter().map(|(at, _)| *at).collect(),
            Event::Died { ants, .. } | Event::Born(ants) => ants.iter().map(|(at, _)| *at).collect(),
            Event::Gathered(food) => food.iter().map(|(at, _)| *at).collect(),
            Event::Food(food) => food.clone(),
            _ => Vec::new(),
        }
    }
}

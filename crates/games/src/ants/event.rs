//! What happens in a match. Events are a file format: replays keep them.

use super::torus::{At, Way};
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;
use wag_i18n::later;

/// One thing that happened; of things that happen to many ants at once, all of them, in the order of their squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A turn begins.
    Turn,
    /// A player takes no further part.
    Removed(Seat, Cause),
    /// An order that was not taken, as the contest writes it.
    Refused {
        seat: Seat,
        line: String,
        why: Why,
    },
    /// Where ants were, and where each went.
    Moved(Vec<(At, Way)>),
    /// Ants that went to the same square, and others that met more enemies than those did.
    Died {
        ants: Vec<(At, Seat)>,
        fought: bool,
    },
    /// The hill with this number, by that player's ant.
    Razed(u16, Seat),
    Born(Vec<(At, Seat)>),
    /// Food that is gone; to whose hive, unless to nobody's.
    Gathered(Vec<(At, Option<Seat>)>),
    /// New food.
    Food(Vec<At>),
    /// A player's last ant has died.
    Eliminated(Seat),
    /// The match is over; what each player gets for what nobody could defend any more.
    Over {
        end: End,
        bonus: Vec<i32>,
    },
    /// What a player draws over the board in this turn.
    Drawn {
        seat: Seat,
        lines: Vec<String>,
    },
    /// The scores and hives of all players as others have recorded them, where the rules of today would count otherwise.
    Counted {
        scores: Vec<i32>,
        hives: Vec<u32>,
    },
}

/// Why a player was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    Crashed,
    TimedOut,
    /// Orders that are not allowed, in a strict match.
    Invalid,
}

/// What has become of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    #[default]
    Survived,
    Eliminated,
    Removed(Cause),
}

impl Status {
    /// As the contest writes it.
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

/// Why an order was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    UnknownAction,
    Format,
    Square,
    Direction,
    Duplicate,
    NoAnt,
    Outside,
    /// Water or food is there. That is no fault.
    Blocked,
    /// Nor is a drawing that can't be read.
    Drawing,
}

impl Why {
    /// As the contest's logs have it.
    pub const fn reason(self) -> &'static str {
        match self {
            Why::UnknownAction => later!("unknown action"),
            Why::Format => later!("incorrectly formatted order"),
            Why::Square => later!("invalid row or col"),
            Why::Direction => later!("invalid direction"),
            Why::Duplicate => later!("duplicate order"),
            Why::NoAnt => later!("not player ant"),
            Why::Outside => later!("out of bounds"),
            Why::Blocked => later!("move blocked"),
            Why::Drawing => later!("incorrectly formatted drawing"),
        }
    }

    pub fn is_fault(self) -> bool {
        !matches!(self, Why::Blocked | Why::Drawing)
    }
}

/// Why the match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    Extermination,
    LoneSurvivor,
    FoodNotGathered,
    HillsNotRazed,
    RankStabilized,
    TurnLimit,
    /// Others have recorded the match, and not why it was over.
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

    /// As the contest's replays have it.
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
    /// The players that it names.
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

    /// The squares that it names.
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

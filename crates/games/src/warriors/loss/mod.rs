//! How losses of Warriors & Gatherers are measured and explained.
//!
//! Each turn of a gatherer belongs to one class. A class costs what its gatherer-turns would have delivered; further entries
//! cost what they are in the figure itself.

mod account;
mod book;
mod words;

use wag_core::game::{Cards, Losses, Sampling, SmallestLoss};
use wag_i18n::later;

pub use account::Account;

pub const LOSSES: &Losses = &Losses {
    value: "stock",
    unit: later!("stock"),
    stand_ins: &["Noob", "Intermediate", "Advanced", "Expert"],
    on_request: &[],
    sampling: Sampling::Halving { points: 7, futures: 4, budget: 60 },
    smallest: SmallestLoss::Share(0.05),
    cards: Cards::Fit,
    stated: 0.4,
};

/// The class of a gatherer-turn, in the order in which the conditions are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The turn timed out, and the unit has no order.
    TimedOut,
    /// The turn failed in another way, and the unit has no order.
    Failed,
    /// Orders of the unit were refused, and none was accepted.
    Refused,
    /// The unit has no order, or was ordered to stay.
    Idle,
    BlockedByOwn,
    BlockedByGround,
    /// The unit moved, but has carried its load for long.
    NotDelivering,
    /// The unit moved, but has been empty for long.
    Wandering,
    Productive,
}

impl Class {
    /// The classes that cost something.
    pub const COSTLY: [Class; 8] = [
        Class::TimedOut,
        Class::Failed,
        Class::Refused,
        Class::Idle,
        Class::BlockedByOwn,
        Class::BlockedByGround,
        Class::NotDelivering,
        Class::Wandering,
    ];

    /// Returns the name of the cause, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Class::TimedOut => "time_outs",
            Class::Failed => "errors",
            Class::Refused => "refused",
            Class::Idle => "idle",
            Class::BlockedByOwn => "blocked_own",
            Class::BlockedByGround => "blocked_ground",
            Class::NotDelivering => "not_delivering",
            Class::Wandering => "wandering",
            Class::Productive => "productive",
        }
    }

    /// Returns whether a gatherer of a good player never is in this class, so that the events show when it began.
    pub fn is_never_expected(self) -> bool {
        matches!(self, Class::TimedOut | Class::Failed | Class::Refused | Class::Idle)
    }
}

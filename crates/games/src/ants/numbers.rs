//! The numeric settings of a match.

use super::food::Rates;
use super::rng::{Purpose, Rng};
use super::torus::Torus;
use serde::{Deserialize, Serialize};

pub const TURNS_MAX: u32 = 100_000;
/// The maximum value of each squared radius.
pub const RADIUS2_MAX: u32 = 10_000;
/// The maximum value of each setting for amounts of food.
pub const FOOD_MAX: u32 = 1000;

/// The numeric settings of a match. They stay the same for the whole match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbers {
    pub turns: u32,
    pub view_radius2: u32,
    pub attack_radius2: u32,
    pub spawn_radius2: u32,
    /// The minimum and maximum of the range from which the food rate is drawn. The next three settings are ranges too.
    pub food_rate: [u32; 2],
    pub food_turn: [u32; 2],
    pub food_start: [u32; 2],
    pub food_visible: [u32; 2],
    /// The match ends early if one party holds `cutoff_percent` percent of all ants and food for this many turns in a
    /// row.
    pub cutoff_turn: u32,
    pub cutoff_percent: u32,
    /// True if food appears during the match.
    pub food: bool,
    /// True if an invalid order removes the player from the match.
    pub strict: bool,
    /// True if ants and food start where the map has them.
    pub scenario: bool,
    /// True if a player that is a Python file continues after a failed turn.
    pub keep_going: bool,
    /// True if the contest's replay includes the players' printed output.
    #[serde(default)]
    pub capture_errors: bool,
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers {
            turns: 1000,
            view_radius2: 77,
            attack_radius2: 5,
            spawn_radius2: 1,
            food_rate: [5, 11],
            food_turn: [19, 37],
            food_start: [75, 175],
            food_visible: [3, 5],
            cutoff_turn: 150,
            cutoff_percent: 85,
            food: true,
            strict: false,
            scenario: false,
            keep_going: false,
            capture_errors: false,
        }
    }
}

impl Numbers {
    pub fn is_sound(&self) -> bool {
        let range = |[least, most]: [u32; 2], from: u32| from <= least && least <= most && most <= FOOD_MAX;
        (1..=TURNS_MAX).contains(&self.turns)
            && [self.view_radius2, self.attack_radius2, self.spawn_radius2]
                .iter()
                .all(|r2| *r2 <= RADIUS2_MAX)
            && range(self.food_rate, 0)
            && range(self.food_turn, 1)
            && range(self.food_start, 1)
            && range(self.food_visible, 0)
            && (1..=TURNS_MAX).contains(&self.cutoff_turn)
            && self.cutoff_percent <= 100
    }

    /// Returns whether the board is large enough that, across its joined edges, no ant is within its own attack or
    /// spawn radius.
    pub fn fit(&self, size: Torus) -> bool {
        let side = u32::from(size.rows.min(size.cols));
        [self.attack_radius2, self.spawn_radius2].iter().all(|radius2| side > 2 * radius2.isqrt())
    }

    pub fn draw_rates(&self, rng: &mut Rng) -> Rates {
        let mut draw = |range| rng.within(Purpose::Numbers, range);
        let (rate, turn) = (draw(self.food_rate), draw(self.food_turn));
        let (start, visible) = (draw(self.food_start), draw(self.food_visible));
        Rates { rate, turn, start, visible }
    }
}

//! The numbers of a match.

use super::food::Rates;
use super::luck::{Luck, Purpose};
use super::torus::Torus;
use serde::{Deserialize, Serialize};

pub const TURNS_MAX: u32 = 100_000;
/// The largest radius, squared.
pub const RADIUS2_MAX: u32 = 10_000;
/// The largest number that has to do with food.
pub const FOOD_MAX: u32 = 1000;

/// What is the same for the whole match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbers {
    pub turns: u32,
    pub view_radius2: u32,
    pub attack_radius2: u32,
    pub spawn_radius2: u32,
    /// From and to: what each is drawn from.
    pub food_rate: [u32; 2],
    pub food_turn: [u32; 2],
    pub food_start: [u32; 2],
    pub food_visible: [u32; 2],
    /// So many turns in a row one party has to have so many percent.
    pub cutoff_turn: u32,
    pub cutoff_percent: u32,
    /// Whether food appears.
    pub food: bool,
    /// Whether an invalid order costs the match.
    pub strict: bool,
    /// Whether ants and food are as the map draws them.
    pub scenario: bool,
    /// Whether a Python file whose turn has failed plays on.
    pub keep_going: bool,
    /// Whether what players print goes into the contest's replay, too.
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

    /// Whether the board is so large that no ant meets itself around it.
    pub fn fit(&self, size: Torus) -> bool {
        let side = u32::from(size.rows.min(size.cols));
        [self.attack_radius2, self.spawn_radius2].iter().all(|radius2| side > 2 * radius2.isqrt())
    }

    pub fn draw_rates(&self, luck: &mut Luck) -> Rates {
        let mut draw = |range| luck.within(Purpose::Numbers, range);
        let (rate, turn) = (draw(self.food_rate), draw(self.food_turn));
        let (start, visible) = (draw(self.food_start), draw(self.food_visible));
        Rates { rate, turn, start, visible }
    }
}

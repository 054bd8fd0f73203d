//! A player's account: life, shield, and stones of the four colors that are saved up.

use super::tile::Tile;
use serde::{Deserialize, Serialize};

/// The numeric settings of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    pub life: u32,
    /// Shield that a player has at the start. It never exceeds this value.
    pub shield: u32,
    /// Number of stones that are cashed in at once, or that pay for another turn.
    pub threshold: u32,
    pub green_damage: u32,
    pub yellow_damage: u32,
    pub red_damage: u32,
    /// Damage that a player takes for an illegal move.
    pub illegal_damage: u32,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            life: 30,
            shield: 15,
            threshold: 15,
            green_damage: 3,
            yellow_damage: 6,
            red_damage: 10,
            illegal_damage: 5,
        }
    }
}

impl Rules {
    /// Maximum value of each setting. It is far beyond sensible values, but low enough that no calculation overflows.
    const VALUE_MAX: u32 = 1_000_000;

    /// Returns whether the settings are valid. Games with valid settings always end.
    pub fn are_sound(&self) -> bool {
        let Rules { life, shield, threshold, green_damage, yellow_damage, red_damage, illegal_damage } =
            *self;
        let numbers = [life, shield, threshold, green_damage, yellow_damage, red_damage, illegal_damage];
        life > 0
            && threshold > 0
            && illegal_damage > 0
            && numbers.iter().all(|number| *number <= Self::VALUE_MAX)
    }
}

/// The six numbers of a player, in the sequence that the contest's files use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    pub life: u32,
    pub shield: u32,
    pub red: u32,
    pub yellow: u32,
    pub green: u32,
    pub lilac: u32,
}

/// Stones of one color that were cashed in, and the damage that they did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payout {
    pub colour: Tile,
    pub damage: u32,
}

impl Account {
    pub fn new(rules: &Rules) -> Account {
        Account { life: rules.life, shield: rules.shield, ..Account::default() }
    }

    pub fn numbers(&self) -> [u32; 6] {
        [self.life, self.shield, self.red, self.yellow, self.green, self.lilac]
    }

    pub fn is_dead(&self) -> bool {
        self.life == 0
    }

    /// Takes damage from the shield first and then from life, which never drops below 0.
    pub fn hurt(&mut self, damage: u32) {
        let by_shield = damage.min(self.shield);
        self.shield -= by_shield;
        self.life = self.life.saturating_sub(damage - by_shield);
    }

    /// Credits a run to the account. Returns the damage that its bombs do.
    pub fn credit(&mut self, tiles: impl Iterator<Item = Tile> + Clone, rules: &Rules) -> u32 {
        let count = tiles.clone().count() as u32;
        let first = tiles.clone().next();
        let bombs = tiles.map(|tile| if let Tile::Bomb(value) = tile { u32::from(value) } else { 0 });
        match first {
            Some(Tile::Red) => self.red += count,
            Some(Tile::Yellow) => self.yellow += count,
            Some(Tile::Green) => self.green += count,
            Some(Tile::Lilac) => self.lilac += count,
            Some(Tile::Blue) => self.shield = (self.shield + count).min(rules.shield),
            Some(Tile::Bomb(_)) | None => {}
        }
        bombs.sum()
    }

    /// Cashes in stones, at most once for each color. The remaining stones stay in the account.
    ///
    /// The stones are paid when the iterator is advanced.
    pub fn cash_in(&mut self, rules: &Rules) -> impl Iterator<Item = Payout> {
        let accounts = [
            (&mut self.green, Tile::Green, rules.green_damage),
            (&mut self.yellow, Tile::Yellow, rules.yellow_damage),
            (&mut self.red, Tile::Red, rules.red_damage),
        ];
        let threshold = rules.threshold;
        let full = accounts.into_iter().filter(move |(account, ..)| **account >= threshold);
        full.map(move |(account, colour, damage)| {
            *account -= threshold;
            Payout { colour, damage }
        })
    }

    /// Pays for another turn with stones. Returns false if there are not enough of them.
    pub fn pay_for_turn(&mut self, rules: &Rules) -> bool {
        let can = self.lilac >= rules.threshold;
        if can {
            self.lilac -= rules.threshold;
        }
        can
    }

    /// Returns the numbers that decide a game in which nobody died. The most important number comes first.
    pub fn tie_break_key(&self) -> [u32; 8] {
        let stones = self.red + self.yellow + self.green;
        [
            self.life + self.shield,
            self.life,
            self.shield,
            stones,
            self.red,
            self.yellow,
            self.green,
            self.lilac,
        ]
    }
}

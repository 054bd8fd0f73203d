//! What a player has: life, shield and four accounts of stones.

use super::tile::Tile;
use serde::{Deserialize, Serialize};

/// The numbers of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    pub life: u32,
    /// At the start, and at most.
    pub shield: u32,
    /// So many stones are cashed in, or give another turn.
    pub threshold: u32,
    pub green_damage: u32,
    pub yellow_damage: u32,
    pub red_damage: u32,
    /// What a move costs that is not allowed.
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
    /// Far beyond what makes sense, but nothing overflows.
    const MOST: u32 = 1_000_000;

    /// Whether these numbers make a game that ends.
    pub fn are_sound(&self) -> bool {
        let Rules { life, shield, threshold, green_damage, yellow_damage, red_damage, illegal_damage } =
            *self;
        let numbers = [life, shield, threshold, green_damage, yellow_damage, red_damage, illegal_damage];
        life > 0 && threshold > 0 && illegal_damage > 0 && numbers.iter().all(|number| *number <= Self::MOST)
    }
}

/// The six numbers of a player, in the order of the files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    pub life: u32,
    pub shield: u32,
    pub red: u32,
    pub yellow: u32,
    pub green: u32,
    pub lilac: u32,
}

/// Stones of one colour that were turned into damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cashed {
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

    /// Takes damage: the shield first, then life, which never goes below 0.
    pub fn hurt(&mut self, damage: u32) {
        let by_shield = damage.min(self.shield);
        self.shield -= by_shield;
        self.life = self.life.saturating_sub(damage - by_shield);
    }

    /// Credits a run; answers the damage that its bombs do.
    pub fn credit(&mut self, tiles: &[Tile], rules: &Rules) -> u32 {
        let count = tiles.len() as u32;
        let bombs = tiles.iter().map(|tile| if let Tile::Bomb(value) = tile { u32::from(*value) } else { 0 });
        match tiles.first() {
            Some(Tile::Red) => self.red += count,
            Some(Tile::Yellow) => self.yellow += count,
            Some(Tile::Green) => self.green += count,
            Some(Tile::Lilac) => self.lilac += count,
            Some(Tile::Blue) => self.shield = (self.shield + count).min(rules.shield),
            Some(Tile::Bomb(_)) | None => {}
        }
        bombs.sum()
    }

    /// Cashes in, at most once per colour; what is left stays on the account.
    pub fn cash_in(&mut self, rules: &Rules) -> Vec<Cashed> {
        let accounts = [
            (&mut self.green, Tile::Green, rules.green_damage),
            (&mut self.yellow, Tile::Yellow, rules.yellow_damage),
            (&mut self.red, Tile::Red, rules.red_damage),
        ];
        let full = accounts.into_iter().filter(|(account, ..)| **account >= rules.threshold);
        full.map(|(account, colour, damage)| {
            *account -= rules.threshold;
            Cashed { colour, damage }
        })
        .collect()
    }

    /// Pays for another turn, if there is enough for one.
    pub fn pay_for_a_turn(&mut self, rules: &Rules) -> bool {
        let can = self.lilac >= rules.threshold;
        if can {
            self.lilac -= rules.threshold;
        }
        can
    }

    /// What decides a game in which nobody has died, the first one first.
    pub fn worth(&self) -> [u32; 8] {
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

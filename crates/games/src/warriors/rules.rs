//! The numbers of the rules. By default they are those of the manual.

use super::orders::UnitType;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use wag_i18n::{json_error, t};

/// All numbers of the rules. A rules file is a JSON object with some of them; the others keep their defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Number of rounds of a match.
    pub rounds: u32,
    /// Resources in every base at the start.
    pub start_stock: u64,
    /// Probability that a resource field has resources at the start.
    pub start_probability: f64,
    /// Amount of resources that appears on a resource field at once.
    pub spawn_amount: u64,
    /// Probability that resources appear on a free resource field while the board has none at all (manual 6.1: 1/40).
    pub spawn_probability: f64,
    /// Rate at which `spawn_probability` falls as resources cover the board: the `4` in the manual's `10^(-4 n/N)`
    /// (6.1).
    pub spawn_decay: f64,
    pub warrior: UnitRules,
    pub gatherer: UnitRules,
    /// Probability that an attacker beats a defender of the same strength.
    pub equal_attack_probability: f64,
}

/// The numbers of a unit type (manual 5.8).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitRules {
    pub cost: u64,
    /// Probability that this type wins an attack on a unit of a different strength.
    pub strength: f64,
    pub max_resources: u64,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            rounds: 1000,
            start_stock: 200,
            start_probability: 0.1,
            spawn_amount: 100,
            spawn_probability: 1.0 / 40.0,
            spawn_decay: 4.0,
            warrior: UnitRules { cost: 60, strength: 0.75, max_resources: 30 },
            gatherer: UnitRules { cost: 50, strength: 0.5, max_resources: 100 },
            equal_attack_probability: 2.0 / 3.0,
        }
    }
}

impl Rules {
    /// Returns the rules for a unit type, such as its cost and its strength.
    pub fn unit(&self, kind: UnitType) -> &UnitRules {
        match kind {
            UnitType::Warrior => &self.warrior,
            UnitType::Gatherer => &self.gatherer,
        }
    }

    /// Parses a rules file: a JSON object with any of the numbers, including only some of a unit's numbers.
    pub fn parse(text: &str) -> Result<Rules, RulesError> {
        let given: serde_json::Value = serde_json::from_str(text).map_err(RulesError::Json)?;
        if !given.is_object() {
            return Err(RulesError::NotAnObject);
        }
        let mut whole = serde_json::to_value(Rules::default()).map_err(RulesError::Json)?;
        merge(&mut whole, given);
        let rules: Rules = serde_json::from_value(whole).map_err(RulesError::Json)?;
        rules.check()?;
        Ok(rules)
    }

    /// Checks that every number is within its range.
    pub fn check(&self) -> Result<(), RulesError> {
        let whole = [
            ("rounds", u64::from(self.rounds), 1, 1_000_000),
            ("start_stock", self.start_stock, 0, 1_000_000),
            ("spawn_amount", self.spawn_amount, 1, 1_000_000),
            ("warrior.cost", self.warrior.cost, 1, 1_000_000),
            ("gatherer.cost", self.gatherer.cost, 1, 1_000_000),
            ("warrior.max_resources", self.warrior.max_resources, 0, 1_000_000),
            ("gatherer.max_resources", self.gatherer.max_resources, 0, 1_000_000),
        ];
        for (name, value, least, most) in whole {
            if !(least..=most).contains(&value) {
                return Err(RulesError::Whole { name, value, least, most });
            }
        }
        let fractions = [
            ("start_probability", self.start_probability, 1.0),
            ("spawn_probability", self.spawn_probability, 1.0),
            ("spawn_decay", self.spawn_decay, 100.0),
            ("warrior.strength", self.warrior.strength, 1.0),
            ("gatherer.strength", self.gatherer.strength, 1.0),
            ("equal_attack_probability", self.equal_attack_probability, 1.0),
        ];
        for (name, value, most) in fractions {
            if !(0.0..=most).contains(&value) {
                return Err(RulesError::Fraction { name, value, most });
            }
        }
        Ok(())
    }
}

/// Overwrites the values in `whole` with those in `given`, object by object.
fn merge(whole: &mut serde_json::Value, given: serde_json::Value) {
    match (whole, given) {
        (serde_json::Value::Object(whole), serde_json::Value::Object(given)) => {
            for (name, value) in given {
                merge(whole.entry(name).or_insert(serde_json::Value::Null), value);
            }
        }
        (whole, given) => *whole = given,
    }
}

/// The reason why a rules file is invalid.
#[derive(Debug, Error)]
pub enum RulesError {
    #[error("{}", t!("%{fault}; `wag rules` lists all numbers with their names", fault = json_error(.0).translated()))]
    Json(serde_json::Error),
    #[error("{}", t!("a rules file must be a JSON object such as {\"rounds\": 500}; `wag rules` lists all numbers"))]
    NotAnObject,
    #[error("{}", t!("\"%{name}\" is %{value}; it must be a whole number from %{least} to %{most}", name = .name, value = .value, least = .least, most = .most))]
    Whole { name: &'static str, value: u64, least: u64, most: u64 },
    #[error("{}", t!("\"%{name}\" is %{value}; it must be a number from 0 to %{most}", name = .name, value = .value, most = .most))]
    Fraction { name: &'static str, value: f64, most: f64 },
}

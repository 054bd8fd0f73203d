//! Who wins a fight (manual 6.3).

use super::orders::UnitType;
use super::rules::Rules;
use wag_core::game::Chance;

/// How likely the attacker wins: two thirds among equals, else its own strength.
pub fn attack_chance(rules: &Rules, attacker: UnitType, defender: UnitType) -> Chance {
    let strength = rules.unit(attacker).strength;
    if strength == rules.unit(defender).strength {
        Chance::of(rules.equal_attack_probability)
    } else {
        Chance::of(strength)
    }
}

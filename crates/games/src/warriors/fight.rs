//! The odds of fights (manual 6.3).

use super::orders::UnitType;
use super::rules::Rules;
use wag_core::game::Chance;

/// Returns the probability that the attacker wins. If both units have the same strength, it is
/// `equal_attack_probability` (two thirds by default), otherwise the attacker's strength.
pub fn attack_chance(rules: &Rules, attacker: UnitType, defender: UnitType) -> Chance {
    let strength = rules.unit(attacker).strength;
    if strength == rules.unit(defender).strength {
        Chance::of(rules.equal_attack_probability)
    } else {
        Chance::of(strength)
    }
}

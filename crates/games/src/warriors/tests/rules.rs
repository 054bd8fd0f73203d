//! The numbers of the rules (manual 5.2, 5.8) and rules files.

use super::super::orders::UnitType;
use super::super::rules::Rules;
use super::kit::fixed_cases;
use proptest::prelude::*;

/// By default, the numbers are those in the manual's examples (5.2, 5.7 and 5.8).
#[test]
fn the_defaults_are_the_manuals_numbers() {
    let rules = Rules::default();
    let numbers = |kind| {
        let unit = rules.unit(kind);
        (unit.cost, unit.strength, unit.max_resources)
    };
    assert_eq!(numbers(UnitType::Warrior), (60, 0.75, 30));
    assert_eq!(numbers(UnitType::Gatherer), (50, 0.5, 100));
    assert_eq!((rules.rounds, rules.start_stock, rules.spawn_amount), (1000, 200, 100));
    assert_eq!((rules.start_probability, rules.spawn_probability, rules.spawn_decay), (0.1, 0.025, 4.0));
    assert!(rules.check().is_ok());
}

#[test]
fn a_rules_file_may_name_any_part_of_the_numbers() {
    assert_eq!(Rules::parse("{}").unwrap(), Rules::default());
    let some = Rules::parse(r#"{"rounds": 5, "warrior": {"cost": 1}}"#).unwrap();
    let mut expected = Rules { rounds: 5, ..Rules::default() };
    expected.warrior.cost = 1;
    assert_eq!(some, expected);
}

#[test]
fn rules_written_out_read_the_same() {
    let rules = Rules::default();
    assert_eq!(Rules::parse(&serde_json::to_string(&rules).unwrap()).unwrap(), rules);
}

#[test]
fn a_faulty_rules_file_is_refused_with_a_reason() {
    let fixed_cases = [
        ("", "EOF while parsing"),
        ("[1]", "a rules file must be a JSON object"),
        (r#"{"rond": 5}"#, "unknown field `rond`"),
        (r#"{"warrior": {"price": 5}}"#, "unknown field `price`"),
        (r#"{"warrior": 5}"#, "invalid type"),
        (r#"{"rounds": 0}"#, "\"rounds\" is 0; it must be a whole number from 1 to 1000000"),
        (r#"{"rounds": -1}"#, "invalid value"),
        (r#"{"start_probability": 1.5}"#, "\"start_probability\" is 1.5; it must be a number from 0 to 1"),
        (r#"{"gatherer": {"strength": -0.5}}"#, "\"gatherer.strength\" is -0.5"),
        (r#"{"warrior": {"cost": 0}}"#, "\"warrior.cost\" is 0"),
    ];
    for (text, expected) in fixed_cases {
        let found = Rules::parse(text).expect_err(text).to_string();
        assert!(found.contains(expected), "{text} gives {found}");
    }
}

proptest! {
    #![proptest_config(fixed_cases(500))]

    #[test]
    fn any_text_is_rules_or_a_reason(text in r#"[\[{]?("[a-z_.]{0,20}"|[:,{}\[\]]|-?[0-9e.]{1,12}|null|true| ){0,20}[\]}]?"#) {
        if let Ok(rules) = Rules::parse(&text) {
            prop_assert!(rules.check().is_ok());
        }
    }

    #[test]
    fn any_number_is_taken_or_refused(
        name in prop::sample::select(vec!["rounds", "start_stock", "spawn_amount", "spawn_decay", "equal_attack_probability"]),
        number in prop_oneof![any::<f64>().prop_map(|n| n.to_string()), any::<i64>().prop_map(|n| n.to_string())],
    ) {
        if let Ok(rules) = Rules::parse(&format!("{{\"{name}\": {number}}}")) {
            prop_assert!(rules.check().is_ok());
        }
    }
}

//! The comparison of two answers of a player to the same view.

use super::player::TurnReport;
use crate::game::{Refusal, Show};

/// Returns whether two answers give the same orders, including those that were refused before they reached the rules.
pub fn same_orders<G: Show>(one: (&G::Orders, &TurnReport), other: (&G::Orders, &TurnReport)) -> bool {
    let [a, b] = [one.0, other.0].map(|orders| {
        let mut orders = orders.clone();
        G::sort_orders(&mut orders);
        format!("{orders:?}")
    });
    a == b && same_refusals(one.1, other.1)
}

/// Returns whether the same orders were refused, in any sequence and whatever lines gave them.
fn same_refusals(one: &TurnReport, other: &TurnReport) -> bool {
    let [a, b] = [one, other].map(|report| {
        let mut refused: Vec<_> = report.refused.iter().map(Refusal::order).collect();
        refused.sort();
        refused
    });
    one.refused_total == other.refused_total && a == b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_orders_are_the_same_in_any_sequence_from_any_line() {
        let refusal =
            |kind: &str, given: &str, chain| Refusal { chain, ..Refusal::new(kind, &[("given", given)]) };
        let report = |refused: Vec<Refusal>| TurnReport {
            refused_total: refused.len() as u32,
            refused,
            ..TurnReport::default()
        };
        let here =
            report(vec![refusal("dear", "warrior", Some(1)), refusal("way", "<A object at 0x7f12>", None)]);
        let there = report(vec![
            refusal("way", "<A object at 0x7fff>", Some(3)),
            refusal("dear", "warrior", Some(2)),
        ]);
        assert!(same_refusals(&here, &there));
        let other =
            report(vec![refusal("way", "<B object at 0x7fff>", None), refusal("dear", "warrior", None)]);
        assert!(!same_refusals(&here, &other));
        assert!(!same_refusals(&here, &TurnReport { refused_total: 3, ..there }));
    }
}

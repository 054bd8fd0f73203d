//! Tests of `wag tournament --estimate`.

use crate::common::Folder;
use serde_json::Value;

/// Returns the JSON of `wag tournament ... --estimate`.
fn estimate(folder: &Folder, words: &str) -> Value {
    let printed = folder.succeeds(&format!("tournament {words} --seed 1 --estimate --json"));
    serde_json::from_str(&printed).unwrap()
}

#[test]
fn an_estimate_takes_more_matches_than_a_tournament() {
    let folder = Folder::with(&[]);
    let estimate = estimate(&folder, "tron Straight Roomy --width 10 --height 10 --games 1000000");
    let cost = |name: &str| estimate[name].clone();
    assert!(cost("players") == 2 && cost("sample").as_u64().unwrap() >= 1, "{estimate}");
    assert_eq!(cost("tournament"), cost("million"), "a million matches cost what the table says");
    assert_eq!(cost("million")["matches"], 1_000_000);
    let hours = cost("processor_ms").as_f64().unwrap() * 1e6 / 3.6e6;
    assert!((cost("million")["core_hours"].as_f64().unwrap() - hours).abs() < 1e-6 * hours, "{estimate}");
    assert!(hours > 0.0 && !folder.path().join("tournament.db").exists());
    let refused = folder.wag("tournament tron Straight Roomy --games 1000000");
    assert_eq!(refused.status, 2, "without --estimate, there is a limit: {}", refused.err);
}

#[test]
fn an_estimate_counts_processor_time_and_not_waiting() {
    let folder = Folder::with(&[("sleeper.py", "import time\ntime.sleep(1)\n")]);
    let estimate =
        estimate(&folder, "sleeper.py Noob two=Noob three=Noob --rounds 2 --games 1 --turn-time 5");
    let time = |name: &str| estimate[name].as_f64().unwrap();
    assert!(time("match_ms") >= 2000.0 && time("processor_ms") < time("match_ms"), "{estimate}");
}

//! AIs that a learner could write can climb every stage, but no stage is too easy. The tests play real ladder matches.

use super::Learner;

const FUNCTIONS: (&str, &str) = ("yourFunctions.py", include_str!("../../../yourFunctions.py"));

/// Plays ladder matches with these wins per stage at the start. Returns the number of wins, and whether the stage is
/// mastered.
fn climb(ai: &str, wins: [u32; 4], matches: u32) -> (usize, bool) {
    let learner = Learner::with_wins(&[("climber.py", ai), FUNCTIONS], wins);
    let report = learner.json(&format!("ladder play --ai climber.py --matches {matches} --json"));
    let played = report["matches"].as_array().unwrap();
    let faults = played.iter().map(|one| one["players"][0]["faults_total"].as_u64().unwrap()).sum::<u64>();
    assert_eq!(faults, 0, "{report}");
    (played.iter().filter(|one| one["won"] == true).count(), report["mastered"] == true)
}

const NOOB: &str = include_str!("../../climbers/noob.py");
const INTERMEDIATE: &str = include_str!("../../climbers/intermediate.py");
const ADVANCED: &str = include_str!("../../climbers/advanced.py");
/// An AI as good as Expert can win the last match.
const EXPERT: &str = include_str!("../../../python/opponents/Expert.py");

#[test]
#[ignore = "takes minutes: make test-slow"]
fn shortest_paths_climb_noob() {
    let (won, mastered) = climb(NOOB, [5, 0, 0, 0], 8);
    assert!(mastered, "won {won}");
}

#[test]
#[ignore = "takes minutes: make test-slow"]
fn one_resource_per_gatherer_climbs_intermediate() {
    let (won, mastered) = climb(INTERMEDIATE, [10, 3, 0, 0], 2);
    assert!(mastered, "won {won}");
    let (won, _) = climb(NOOB, [10, 0, 0, 0], 2);
    assert!(won == 0, "what climbs NOOB does not climb INTERMEDIATE as it is: won {won} of 2");
}

#[test]
#[ignore = "takes minutes: make test-slow"]
fn hunting_climbs_advanced() {
    let (won, mastered) = climb(ADVANCED, [10, 5, 1, 0], 2);
    assert!(mastered, "won {won}");
    let (won, _) = climb(INTERMEDIATE, [10, 5, 0, 0], 1);
    assert_eq!(won, 0, "what climbs INTERMEDIATE does not climb ADVANCED as it is");
}

#[test]
#[ignore = "takes minutes: make test-slow"]
fn an_equal_of_expert_climbs_expert() {
    let (won, mastered) = climb(EXPERT, [10, 5, 3, 0], 2);
    assert!(mastered, "won {won}");
    let (won, _) = climb(ADVANCED, [10, 5, 3, 0], 1);
    assert_eq!(won, 0, "what climbs ADVANCED does not climb EXPERT as it is");
}

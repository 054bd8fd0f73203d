//! The first AI of the README, and its commands.

use super::*;

/// Returns the first Python code in the README.
fn first_ai() -> String {
    let text = std::fs::read_to_string(project().join("README.md")).unwrap();
    let (_, rest) = text.split_once("```python\n").expect("there is Python in the README");
    rest.split_once("```").unwrap().0.to_string()
}

#[test]
fn every_linked_file_exists() {
    let text = std::fs::read_to_string(project().join("README.md")).unwrap();
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files: Vec<&str> = links.filter(|link| !link.starts_with("http")).collect();
    assert!(files.len() > 5, "{files:?}");
    for link in files {
        let file = link.split('#').next().unwrap();
        assert!(project().join(file).is_file(), "{link}");
    }
}

#[test]
fn the_first_ai_has_as_many_lines_as_its_title_says_and_gathers() {
    let ai = first_ai();
    assert_eq!(ai.lines().filter(|line| !line.trim().is_empty()).count(), 14);
    let folder = Folder::with(&[("first.py", &ai)]);
    for seed in 1..=3 {
        let result = folder.json(&format!("first.py --rounds 200 --seed {seed}"));
        let first = player(&result, "first");
        assert!(first["stock"].as_u64().unwrap() > 500, "{first}");
        assert_eq!(first["faults_total"], json!(0), "{}", folder.read("first.log"));
    }
}

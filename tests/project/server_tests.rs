//! The list in docs/contributors/server-tests.md of which test covers which threat of docs/en/server-security.md.

use crate::common::project;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Returns the cells of the rows of a page's first table.
fn rows(page: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(project().join(page)).unwrap();
    let rows = text.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect();
    rows.take_while(|line| line.starts_with('|')).map(cells).collect()
}

/// Adds the text of all tests in a folder.
fn read_all(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !["node_modules", "target", "python"].iter().any(|name| path.ends_with(name)) {
            read_all(&path, text);
        } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "js") {
            text.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn every_threat_has_a_row_and_every_named_test_exists() {
    let threat = |row: &Vec<String>| match row[1].as_str() {
        "" => row[0].clone(),
        wants => format!("{}: {wants}", row[0]),
    };
    let threats: Vec<String> = rows("docs/en/server-security.md").iter().map(threat).collect();
    let listed = rows("docs/contributors/server-tests.md");
    let covered: Vec<&String> = listed.iter().map(|row| &row[0]).collect();
    assert_eq!(covered, threats.iter().collect::<Vec<_>>());
    let mut sources = String::new();
    for folder in ["crates", "tests", "web/tests"] {
        read_all(&project().join(folder), &mut sources);
    }
    let name =
        |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_string).collect() };
    let names: BTreeSet<String> = listed.iter().flat_map(|row| name(&row[1])).collect();
    let exists = |name: &String| {
        sources.contains(&format!("fn {name}(")) || sources.contains(&format!("test('{name}'"))
    };
    let missing: Vec<&String> = names.iter().filter(|name| !exists(name)).collect();
    assert!(missing.is_empty(), "there are no such tests: {missing:?}");
    let bare: Vec<&String> =
        listed.iter().filter(|row| name(&row[1]).is_empty()).map(|row| &row[0]).collect();
    assert!(bare.is_empty(), "these threats have no test: {bare:?}");
}

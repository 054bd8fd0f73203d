//! The table in docs/contributors/sandbox-tests.md that says what runs outside the sandbox.

use crate::common::{Folder, project};
use std::collections::BTreeSet;
use std::fs;

/// Returns the commands and requests in the first column of the table.
fn listed() -> BTreeSet<String> {
    let page = fs::read_to_string(project().join("docs/contributors/sandbox-tests.md")).unwrap();
    let (_, section) = page.split_once("\n## What runs outside the sandbox\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let mut names = BTreeSet::new();
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert!(cells.len() == 3 && cells.iter().all(|cell| !cell.is_empty()), "{row}");
        for name in cells[0].split('`').skip(1).step_by(2) {
            assert!(names.insert(name.to_string()), "{name} has two rows");
        }
    }
    names
}

/// Returns the top-level commands. The manual pages are generated from the argument parser; it hides two commands.
fn commands() -> BTreeSet<String> {
    let folder = Folder::with(&[]);
    assert!(folder.command(&["man", "pages"]).output().unwrap().status.success());
    let pages = fs::read_dir(folder.path().join("pages")).unwrap();
    let names = pages.map(|page| page.unwrap().file_name().into_string().unwrap());
    let top = names.filter_map(|name| {
        let name = name.strip_prefix("wag-")?.strip_suffix(".1")?.to_string();
        Some(format!("wag {}", name.split('-').next()?))
    });
    top.chain(["wag __contest", "wag two-player"].map(str::to_string)).collect()
}

/// Returns the addresses that the server has routes for.
fn requests() -> BTreeSet<String> {
    let server = fs::read_to_string(project().join("crates/server/src/routes.rs")).unwrap();
    let (_, routes) = server.split_once("\nfn route_table(").unwrap();
    let routes = routes.split("\n}\n").next().unwrap();
    let addresses = routes.split(".add(").skip(1).map(|route| route.split('"').nth(1).unwrap().to_string());
    addresses.collect()
}

#[test]
fn table_lists_every_command_and_request() {
    let existing: BTreeSet<String> = commands().into_iter().chain(requests()).collect();
    assert!(existing.len() > 60, "{existing:?}");
    assert_eq!(listed(), existing);
}

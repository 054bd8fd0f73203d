//! The documents: each is linked from the list, and every link has a valid target.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the names of the documents in `docs/`.
fn documents() -> BTreeSet<String> {
    let files = fs::read_dir(root().join("docs")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".md")).collect()
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|err| panic!("{}: {err}", file.display()))
}

/// Returns the lines outside of code blocks.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    page.lines().filter(move |line| {
        is_code ^= line.starts_with("```");
        !is_code
    })
}

/// Returns the link targets of a page, as written.
fn links(page: &str) -> Vec<String> {
    let ends = prose(page).flat_map(|line| line.split("](").skip(1));
    ends.filter_map(|end| end.split(')').next()).map(str::to_string).collect()
}

/// Returns the anchors of a page.
fn places(page: &str) -> Vec<String> {
    let headings = prose(page).filter(|line| line.starts_with('#'));
    let place = |line: &str| -> String {
        let words = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
    };
    headings.map(place).collect()
}

#[test]
fn every_document_is_in_the_list() {
    let links = links(&read(&root().join("docs/README.md")));
    let listed: BTreeSet<&str> = links.iter().filter_map(|link| link.split('#').next()).collect();
    let missing: Vec<String> = documents()
        .into_iter()
        .filter(|name| name != "README.md" && !listed.contains(name.as_str()))
        .collect();
    assert!(missing.is_empty(), "docs/README.md does not list {missing:?}");
}

#[test]
fn every_link_of_a_document_leads_somewhere() {
    let others = ["README.md", "ARCHITECTURE.md", "DEVELOPERS.md", "CHANGELOG.md", "web/README.md"];
    let pages = documents().into_iter().map(|name| root().join("docs").join(name));
    let pages: Vec<PathBuf> = pages.chain(others.map(|name| root().join(name))).collect();
    let mut lost = Vec::new();
    for page in &pages {
        for link in links(&read(page)).into_iter().filter(|link| !link.contains("://")) {
            let (file, place) =
                link.split_once('#').map_or((link.as_str(), None), |(file, place)| (file, Some(place)));
            let target = if file.is_empty() { page.clone() } else { page.with_file_name("").join(file) };
            let is_there = target.exists()
                && place.is_none_or(|place| places(&read(&target)).iter().any(|at| at == place));
            if !is_there {
                lost.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(lost.is_empty(), "links that lead nowhere: {lost:#?}");
}

/// The README first says what Wag is, then shows two commands, a picture, and the requirements.
#[test]
fn readme_begins_with_a_description() {
    let page = read(&root().join("README.md"));
    let first: Vec<&str> = page.lines().take(30).collect();
    let stands =
        |what: &str| first.iter().position(|line| line.contains(what)).unwrap_or_else(|| panic!("no {what}"));
    assert!(stands("Wag is an engine for programming games") < 5);
    assert!(stands("Wag is an engine for programming games") < stands("make play  "));
    assert!(stands("make test") < stands("![Watching a match"));
    assert!(stands("![Watching a match") < stands("sudo apt install"));
    assert!(stands("sudo apt install") < stands("Rust 1."));
    assert!(page.lines().count() < 90, "the long list is docs/README.md");
}

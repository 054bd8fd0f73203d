//! The module `wagtools`: its own tests, its document's examples, and an AI that uses it.
#![cfg(target_os = "linux")]

mod common;

use common::{Folder, Run, project};
use std::fs;

/// `wag` with these words, in this folder.
fn wag(folder: &Folder, words: &[&str]) -> Run {
    Run::of(folder.command(words).output().unwrap())
}

#[test]
fn its_answers_are_those_of_plain_python() {
    let folder = Folder::with(&[]);
    for name in ["plain.py", "test_wagtools.py"] {
        folder.write(name, fs::read_to_string(project().join("tests/wagtools").join(name)).unwrap());
    }
    let run = wag(&folder, &["python", "-m", "unittest"]);
    assert!(run.status == 0 && run.err.contains("\nOK"), "{}{}", run.out, run.err);
}

#[test]
fn the_documents_examples_are_right() {
    let page = fs::read_to_string(project().join("docs/wagtools.md")).unwrap();
    let folder = Folder::with(&[("examples.txt", &page)]);
    let run = wag(&folder, &["python", "-m", "doctest", "examples.txt"]);
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "", ""), "{}", run.out);
}

/// A block of the document, by what stands behind its fence.
fn file(fence: &str) -> String {
    let page = fs::read_to_string(project().join("docs/wagtools.md")).unwrap();
    let (_, rest) = page.split_once(&format!("```python {fence}\n")).unwrap();
    rest.split_once("```").unwrap().0.to_string()
}

#[test]
fn the_documents_ai_brings_resources_home() {
    let folder = Folder::with(&[("yourAI.py", &file("yourAI.py"))]);
    let run =
        wag(&folder, &["play", "yourAI.py", "Dummy", "--rounds", "120", "--seed", "2", "--json", "--quiet"]);
    let told: serde_json::Value =
        serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}{}", run.out, run.err));
    let own = &told["players"][0];
    assert_eq!((own["name"].as_str(), own["faults_total"].as_u64()), (Some("yourAI"), Some(0)), "{own}");
    assert!(own["stock"].as_u64().unwrap() > 300, "{own}");
}

//! Players of a match: names, seats, and defaults.

use super::*;

#[test]
fn default_match_is_your_ai_against_three_others() {
    let folder = Folder::with_your_ai();
    let run = folder.play("--rounds 60 --seed 1");
    assert_eq!(run.status, 0);
    run.tells(&["Noob3", "on meadow, 60 rounds", "./yourAI.log", "./Noob1.log", "--seed 1"]);
    assert_eq!(folder.names().iter().filter(|name| name.ends_with(".log")).count(), 4);
}

#[test]
fn equal_names_are_numbered_in_seat_order() {
    let folder = Folder::with(&[("a.py", IDLER)]);
    let result = folder.json("a.py Dummy a.py Dummy --rounds 2");
    assert_eq!(names(&result), ["a1", "Dummy1", "a2", "Dummy2"]);
    for log in ["a1.log", "a2.log", "Dummy1.log", "Dummy2.log"] {
        assert!(folder.has(log), "{log}");
    }
}

#[test]
fn equal_file_names_are_qualified_by_folder_and_use_their_own_helpers() {
    let ai = "from classes import *\nimport helper\nprint(helper.NAME)\n";
    let folder = Folder::with(&[
        ("x/a.py", ai),
        ("x/helper.py", "NAME = 'from x'"),
        ("y/a.py", ai),
        ("y/helper.py", "NAME = 'from y'"),
    ]);
    let result = folder.json("x/a.py y/a.py --rounds 2");
    assert_eq!(names(&result)[..2], ["x", "y"]);
    assert!(folder.read("x.log").contains("from x"));
    assert!(folder.read("y.log").contains("from y"));
}

#[test]
fn a_name_may_be_given() {
    let folder = Folder::with(&[("a.py", IDLER)]);
    let result = folder.json("anna=a.py bob=Dummy a.py Dummy --rounds 2");
    assert_eq!(names(&result), ["anna", "bob", "a", "Dummy"]);
    assert!(folder.has("anna.log"));
}

#[test]
fn a_path_with_blanks_and_umlauts_plays() {
    let folder = Folder::with(&[("mein Ordner/Tüftler.py", IDLER)]);
    let run = folder.command(&["play", "mein Ordner/Tüftler.py", "--rounds", "2"]).output().unwrap();
    let run = Run::of(run);
    assert_eq!(run.status, 0);
    run.tells(&["Tüftler", "'mein Ordner/Tüftler.py'"]);
    assert!(folder.has("Tüftler.log"));
}

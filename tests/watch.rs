//! `wag watch` where there is no terminal. What it shows at one is tested beside its code, on a terminal in memory.

mod common;

use common::Folder;

#[test]
fn without_a_terminal_there_is_a_sentence() {
    let folder = Folder::with(&[]);
    let output = folder.command(&["watch", "x.wag"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("terminal") || words.contains("x.wag"), "{words}");
}

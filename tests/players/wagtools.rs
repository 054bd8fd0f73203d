//! The module `wagtools`: its own tests against plain Python, the examples in its document, and that none of its state
//! survives a turn.
#![cfg(target_os = "linux")]

use crate::common;

use common::{Folder, Run, project};
use std::fs;

fn text(name: &str) -> String {
    fs::read_to_string(project().join(name)).unwrap()
}

/// Runs `wag python` with these words in this folder.
fn python(folder: &Folder, words: &[&str]) -> Run {
    let words: Vec<&str> = ["python"].into_iter().chain(words.iter().copied()).collect();
    Run::of(folder.command(&words).output().unwrap())
}

#[test]
fn results_match_plain_python() {
    let folder = Folder::with(&[]);
    for name in ["plain.py", "test_wagtools.py"] {
        folder.write(name, text(&format!("tests/wagtools/{name}")));
    }
    let run = python(&folder, &["-m", "unittest"]);
    assert!(run.status == 0 && run.err.contains("\nOK"), "{}{}", run.out, run.err);
}

#[test]
fn the_documents_examples_are_right() {
    let page = text("docs/wagtools.md");
    let blocks: Vec<&str> =
        page.split("```python\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(blocks.len() > 5);
    let folder = Folder::with(&[("examples.txt", &blocks.join("\n"))]);
    let run = python(&folder, &["-m", "doctest", "examples.txt"]);
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "", ""), "{}", run.out);
}

#[test]
fn stub_matches_the_module() {
    let look = "
import ast, inspect, sys, wagtools
told = {node.name: node for node in ast.parse(open(sys.argv[1]).read()).body if hasattr(node, 'name') and node.name[0] != '_'}
assert sorted(told) == sorted(wagtools.__all__), (sorted(told), wagtools.__all__)
def words(node):
    return [arg.arg for arg in node.args.args + node.args.kwonlyargs]
board, values = told.pop('Board'), told.pop('Values')
assert ast.get_docstring(values).startswith(wagtools.Values.__doc__)
assert {node.name for node in values.body if isinstance(node, ast.FunctionDef)} <= set(vars(wagtools.Values))
for name, node in told.items():
    assert list(inspect.signature(getattr(wagtools, name)).parameters) == words(node), name
    assert ast.get_docstring(node).startswith(getattr(wagtools, name).__doc__), name
inside = {node.name: node for node in board.body if isinstance(node, ast.FunctionDef) and node.name[0] != '_'}
assert sorted(inside) == sorted(name for name in vars(wagtools.Board) if name[0] != '_')
for name, node in inside.items():
    there = getattr(wagtools.Board, name)
    assert ast.get_docstring(node) == there.__doc__, name
    if callable(there):
        assert list(inspect.signature(there).parameters) == words(node), name
print('whole')
";
    let folder = Folder::with(&[("look.py", look)]);
    let stub = project().join("python/wagtools.pyi");
    let run = python(&folder, &["look.py", stub.to_str().unwrap()]);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("whole\n", ""));
}

#[test]
fn each_new_folder_has_the_stub() {
    let folder = Folder::with(&[]);
    for game in ["warriors", "ants", "tron", "gems", "flowers"] {
        assert_eq!(Run::of(folder.command(&["new", game, game]).output().unwrap()).status, 0);
        assert_eq!(folder.read(&format!("{game}/typings/wagtools.pyi")), text("python/wagtools.pyi"));
    }
}

#[test]
fn searches_in_each_turn_leave_no_state() {
    let ai = "
from classes import *
import wagtools
assert not hasattr(wagtools, 'x') and wagtools.path is not len
try:
    wagtools.Board.x = 1
except TypeError:
    pass
else:
    assert False
base = roundState.getBase()
x, y = base.getPosition()
steps = wagtools.distances(roundState, base)
assert steps[x][y] == 0 and wagtools.Board(roundState).distances(base) == steps
way = wagtools.path(roundState.getMap(), base, next(group for group in wagtools.components(roundState) if (x, y) in group)[-1])
assert way[0] == (x, y) and len(way) > 1
wagtools.x, wagtools.path = 1, len
print('whole')
";
    let folder = Folder::with(&[("ai.py", ai)]);
    folder.json("ai.py Dummy Dummy Dummy --rounds 4 --no-replay");
    let log = folder.read("ai.log");
    assert_eq!(log.matches("whole").count(), 4, "{log}");
    assert!(!log.contains("Traceback"), "{log}");
}

//! No state of a turn remains in the next one (manual 3.2; specification 4).

use super::kit::{Case, passes};

#[test]
fn globals_class_attributes_and_default_arguments_are_fresh() {
    Case::new(
        r#"
import helper, package.part, yourFunctions
assert 'kept' not in globals()
kept = 1
class Memory:
    notes = []
def remember(notes=[]):
    notes.append(1)
    return len(notes)
assert Memory.notes == [] and remember() == 1
Memory.notes.append(1)
Memory.more = 1
for module in (helper, package.part, yourFunctions):
    assert module.count() == 1, module
    assert module.count() == 2
    assert not hasattr(module, 'mine') and not hasattr(module.Memory, 'mine')
    module.mine = module.Memory.mine = 1
assert not hasattr(package, 'mine')
package.mine = 1
"#,
    )
    .file("helper.py", COUNTER)
    .file("yourFunctions.py", COUNTER)
    .file("package/__init__.py", "")
    .file("package/part.py", COUNTER)
    .rounds(4)
    .passes();
}

const COUNTER: &str = "class Memory: pass\ndef count(seen=[]):\n    seen.append(1)\n    return len(seen)\n";

#[test]
fn packages_without_init_are_fresh() {
    Case::new(
        r#"
import sys
assert 'space' not in sys.modules and 'space.inner.part' not in sys.modules
import space.inner.part
assert space.inner.part.count() == 1
assert not hasattr(space, 'mine') and not hasattr(space.inner, 'mine')
space.mine = space.inner.mine = 1
"#,
    )
    .file("space/inner/part.py", COUNTER)
    .rounds(4)
    .passes();
}

#[test]
fn modules_of_subfolders_on_the_path_are_fresh() {
    Case::new(
        r#"
import sys
sys.path.insert(0, 'lib')
import deep, bundle, bundle.piece
for module in (deep, bundle.piece):
    assert module.count() == 1, module
assert not hasattr(bundle, 'mine')
bundle.mine = 1
"#,
    )
    .file("lib/deep.py", COUNTER)
    .file("lib/bundle/__init__.py", "")
    .file("lib/bundle/piece.py", COUNTER)
    // A decoy of the same name.
    .file("bundle/piece.py", "count = lambda: 99\n")
    .rounds(4)
    .passes();
}

#[test]
fn modules_loaded_by_hand_are_fresh() {
    Case::new(
        r#"
import importlib, importlib.util, sys
spec = importlib.util.spec_from_file_location('by_hand', 'data/by_hand.py')
assert 'by_hand' not in sys.modules
module = importlib.util.module_from_spec(spec)
sys.modules['by_hand'] = module
spec.loader.exec_module(module)
assert module.count() == 1
helper = importlib.import_module('helper')
assert helper.count() == 1 and helper.count() == 2
assert importlib.reload(helper).count() == 1
assert importlib.util.find_spec('helper') is not None and importlib.util.find_spec('nowhere') is None
"#,
    )
    .file("data/by_hand.py", COUNTER)
    .file("helper.py", COUNTER)
    .rounds(3)
    .passes();
}

#[test]
fn path_folder_and_streams_are_put_back() {
    Case::new(
        r#"
import os, sys, io
import __main__ as main
assert os.getcwd() == FOLDER == os.path.dirname(__file__) == sys.path[0], (os.getcwd(), sys.path)
assert all(type(entry) is str for entry in sys.path)
assert 'nowhere' not in sys.path
assert sys.stdout is sys.__stdout__ and sys.stderr is sys.__stderr__ and sys.stdin.read() == ''
print('out', roundState.getRoundNumber())
print('err', file=sys.stderr)
os.chdir('/')
if roundState.getRoundNumber() % 3 == 0:
    sys.path.append('nowhere')
elif roundState.getRoundNumber() % 3 == 1:
    sys.path = ['nowhere']
else:
    del sys.path
sys.stdout = io.StringIO()
sys.stderr = None
sys.stdin = io.StringIO('text')
print('lost')
"#
        .replace("FOLDER", "os.path.realpath(os.path.dirname(__file__))")
        .as_str(),
    )
    .rounds(6)
    .passes();
}

#[test]
fn the_streams_are_put_back() {
    let played = Case::new(
        "import sys, io\nprint('out')\nprint('err', file=sys.stderr)\nsys.stdout = io.StringIO()\n\
         sys.stderr = open('/dev/null', 'w')\nprint('lost')\n",
    )
    .rounds(3)
    .passes();
    for round in 1..=3 {
        assert_eq!(played.round(round), "out\nerr\n");
    }
}

#[test]
fn descriptors_one_and_two_are_put_back() {
    let played = Case::new(
        "import os\nos.write(1, b'one ')\nos.write(2, b'two\\n')\nnull = os.open('/dev/null', os.O_WRONLY)\n\
         os.dup2(null, 1)\nos.close(2)\n",
    )
    .rounds(3)
    .passes();
    for round in 1..=3 {
        assert_eq!(played.round(round), "one two\n");
    }
}

#[test]
fn hooks_and_limits_are_put_back() {
    let played = Case::new(
        r#"
import sys
if roundState.getRoundNumber() == 1:
    first = sys.getrecursionlimit()
    sys.setrecursionlimit(first + 1234)
    sys.excepthook = lambda *_: None
    sys.unraisablehook = lambda *_: None
else:
    assert sys.getrecursionlimit() == 1000, sys.getrecursionlimit()
    assert sys.excepthook is sys.__excepthook__ and sys.unraisablehook is sys.__unraisablehook__
"#,
    )
    .passes();
    assert_eq!(played.round(1), "");
}

#[test]
fn only_last_move_depends_on_earlier_turns() {
    passes(
        r#"
from classes import *
base = roundState.getBase()
if roundState.getRoundNumber() == 1:
    base.createUnitGatherer()
    base.getUnits()[0].moveUnit(Direction.SOUTH)
    note = base
else:
    assert base.getUnits()[0].getLastMove() == 'SOUTH'
    try:
        note
    except NameError:
        pass
    else:
        assert False
"#,
    );
}

#[test]
fn destructors_run_at_the_end_of_the_turn() {
    let played = Case::new(
        "class Guard:\n    def __init__(self, name):\n        self.name = name\n    def __del__(self):\n        \
         print('gone', self.name)\nguard = Guard(roundState.getRoundNumber())\n",
    )
    .rounds(3)
    .passes();
    for round in 1..=3 {
        assert_eq!(played.round(round), format!("gone {round}\n"));
    }
}

#[test]
fn file_changes_during_the_match_have_no_effect() {
    // The files are compiled before round 1, so edits during a match have no effect.
    let played = Case::new("import helper\nprint(helper.word)\nopen('helper.py', 'w').write('word = 2')\n")
        .file("helper.py", "word = 1\n")
        .unconfined()
        .rounds(3)
        .passes();
    for round in 1..=3 {
        assert_eq!(played.round(round), "1\n");
    }
}

#[test]
fn libraries_stay_loaded() {
    // A library from outside the folder keeps its state. It is not loaded again in each turn.
    Case::new("import json, sys\nassert 'json' in sys.modules\nassert json.loads('[1]') == [1]\n")
        .rounds(3)
        .passes();
}

//! Imports of an AI, how its file runs, and errors before round 1 (manual 3.4; specification 4).

use super::kit::{Case, passes, python_version};

#[test]
fn the_file_is_a_module_of_its_own_name() {
    let played = passes(
        r#"
import sys, os
assert __name__ == 'ai' and sys.modules['ai'].__dict__ is globals()
assert __file__ == os.path.join(os.getcwd(), 'ai.py') and type(__file__) is str
import ai
assert ai.roundState is roundState and ai.gameConfiguration is gameConfiguration
from dataclasses import dataclass
@dataclass
class Target:
    x: int
assert Target(1) == Target(1) and Target.__module__ == 'ai'
import pickle, typing, enum
assert pickle.loads(pickle.dumps(Target(2))) == Target(2)
class Job(enum.Enum):
    DIG = 1
print('run')
"#,
    );
    assert_eq!((played.round(1), played.round(2)), ("run\n".to_string(), "run\n".to_string()));
}

#[test]
fn entry_point_of_version_1_2_is_called() {
    for ai in [
        "class BattleClient:\n    def __init__(self, state, configuration):\n        \
         state.getBase().createUnitGatherer()\n        assert state is roundState and configuration is \
         gameConfiguration\n        print(state.getRoundNumber(), configuration.getRounds())\n",
        "def BattleClient(state, configuration):\n    state.getBase().createUnitGatherer()\n    \
         print(state.getRoundNumber(), configuration.getRounds())\n",
    ] {
        let played = passes(ai);
        assert_eq!(played.round(2), "2 2\n");
        assert_eq!(played.player("ai")["units"], 2);
    }
    assert_eq!(passes("BattleClient = 'no function'\nprint('fine')\n").round(1), "fine\n");
    let failed = super::kit::fails("def BattleClient():\n    pass\n");
    assert!(
        failed.contains("TypeError: BattleClient() takes 0 positional arguments but 2 were given"),
        "{failed}"
    );
}

#[test]
fn modules_packages_and_relative_imports_work() {
    Case::new(
        r#"
import yourFunctions
from yourFunctions import double, owner
import package, package.deep.bottom as bottom
from package import part
from package.deep import *
assert double(4) == 8 and part.name == 'part' and bottom.up == 'part' and listed == 1
assert package.__name__ == 'package' and package.__file__.endswith('package/__init__.py')
assert list(package.__path__) == [package.__file__[:-len('/__init__.py')]]
assert package.part is part and part.__name__ == 'package.part' and part.__package__ == 'package'
assert owner(roundState) == 'ai'
assert package.deep.__spec__.parent == 'package.deep'
import inspect
assert inspect.getsource(double).startswith('def double')
"#,
    )
    .file("yourFunctions.py", "from classes import *\ndef double(n):\n    return 2 * n\ndef owner(state):\n    return state.getOwnName() if Direction.NORTH == 'NORTH' else None\n")
    .file("package/__init__.py", "from . import part\nfrom .part import name\n")
    .file("package/part.py", "name = 'part'\n")
    .file("package/deep/__init__.py", "__all__ = ['listed']\nlisted = 1\n")
    .file("package/deep/bottom.py", "from ..part import name as up\nfrom .. import part\nimport package.part\n")
    .rounds(3)
    .passes();
}

#[test]
fn import_cycles_work_as_in_python() {
    Case::new("import one\nimport two\nassert one.two is two and two.one is one and one.value() == 2\n")
        .file("one.py", "import two\ndef value():\n    return two.value\n")
        .file("two.py", "import one\nvalue = 2\n")
        .rounds(3)
        .passes();
    let played = Case::new("import one\n")
        .file("one.py", "from two import value\nother = 1\n")
        .file("two.py", "from one import other\nvalue = 2\n")
        .rounds(1)
        .play();
    assert!(
        played.only_fault("exception").contains("partially initialized module 'one'"),
        "{}",
        played.log()
    );
}

#[test]
fn a_helper_may_import_the_ai_s_own_file() {
    Case::new("word = 'mine'\nimport helper\nassert helper.word() == 'mine'\n")
        .file("helper.py", "def word():\n    import ai\n    return ai.word\n")
        .rounds(3)
        .passes();
}

#[test]
fn own_files_take_precedence_over_the_standard_library() {
    Case::new("import queue, random\nassert queue.mine == 1 and random.mine == 2\nimport colorsys\n")
        .file("queue.py", "mine = 1\n")
        .file("random.py", "mine = 2\n")
        .rounds(3)
        .passes();
}

#[test]
fn engine_s_classes_take_precedence_over_a_file_of_that_name() {
    Case::new("import classes\nfrom classes import *\nassert Unit.__module__ == 'classes'\nimport helper\n")
        .file("classes.py", "syntax error here\n")
        .file("helper.py", "from classes import Direction\nassert Direction.EAST == 'EAST'\n")
        .rounds(3)
        .passes();
    let (terminal, _) = Case::of(&["classes.py"]).file("classes.py", "").refused();
    assert!(terminal.contains("`classes` is the name of the engine's module; rename the file"), "{terminal}");
    let (terminal, _) = Case::of(&["sys.py"]).file("sys.py", "").refused();
    assert!(terminal.contains("`sys` is the name of a Python module; rename the file"), "{terminal}");
}

#[test]
fn players_never_see_each_other_s_files() {
    let ai = "import helper, package.part\nassert helper.owner == package.part.owner == OWNER\n\
              import sys\nassert not any('seat' in path and OWNER not in path for path in sys.path)\n";
    let mut case = Case::of(&["seat1/ai.py", "seat2/ai.py", "seat3/ai.py", "seat4/ai.py"]).rounds(3);
    for seat in ["seat1", "seat2", "seat3", "seat4"] {
        case = case
            .file(&format!("{seat}/ai.py"), ai.replace("OWNER", &format!("'{seat}'")))
            .file(&format!("{seat}/helper.py"), format!("owner = '{seat}'\n"))
            .file(&format!("{seat}/package/part.py"), format!("owner = '{seat}'\n"));
    }
    let played = case.passes();
    assert_eq!(played.player("seat4")["seat"], 4);
}

#[test]
fn a_file_may_play_on_several_seats() {
    let played = Case::of(&["ai.py", "ai.py", "anna=ai.py"])
        .file("ai.py", "assert __name__ == 'ai'\nprint(roundState.getOwnName())\n")
        .passes();
    for name in ["ai1", "ai2", "anna"] {
        assert_eq!(played.round_of(name, 2), format!("{name}\n"));
    }
}

#[test]
fn the_standard_library_imports_normally() {
    passes(
        "import math, json, heapq, collections, itertools, functools, re, copy, time, datetime, statistics, queue, \
         decimal, fractions, logging, typing, threading, pathlib, subprocess, unittest, ctypes, sqlite3, asyncio\n\
         import importlib.metadata, urllib.request, concurrent.futures, multiprocessing\n",
    );
}

#[test]
fn names_of_files_may_be_anything() {
    for name in [
        "my.ai.py",
        "my-ai.py",
        "my ai.py",
        "käfer.py",
        "1.py",
        "class.py",
        "json.py",
        "os.py",
        "__init__.py",
        "__main__.py",
        "random.py",
    ] {
        let ai = "import helper\nimport math\nfrom classes import Unit\nprint(__name__, helper.value)\n";
        let file = format!("seat/{name}");
        let played =
            Case::of(&[&file]).file(&file, ai).file("seat/helper.py", "value = 1\n").rounds(3).passes();
        let stem = name.strip_suffix(".py").expect("a Python file");
        for round in 1..=3 {
            assert_eq!(played.round_of(stem, round), format!("{stem} 1\n"));
        }
    }
}

#[test]
fn file_needs_no_extension() {
    let played = Case::of(&["./player"]).file("player", "print(__name__)\n").passes();
    assert_eq!(played.round_of("player", 1), "player\n");
}

#[test]
fn a_link_plays_under_its_own_name_with_the_files_beside_its_target() {
    let case = Case::of(&["anna.py", "bert.py"])
        .file("real/ai.py", "import helper\nprint(helper.word)\n")
        .file("real/helper.py", "word = 'found'\n");
    for link in ["anna.py", "bert.py"] {
        std::os::unix::fs::symlink("real/ai.py", case.path(link)).expect("a link");
    }
    let played = case.passes();
    assert_eq!(played.round_of("anna", 1), "found\n");
    assert_eq!(played.round_of("bert", 2), "found\n");
}

#[test]
fn a_folder_with_thousands_of_files_is_fine() {
    let mut case = Case::new("import helper\nassert helper.value == 1\n").file("helper.py", "value = 1\n");
    for number in 0..3000 {
        case = case.file(&format!("many{number}.py"), "not Python at all\n");
    }
    case.rounds(20).passes();
}

#[test]
fn every_encoding_of_python_is_read() {
    Case::new("import latin, bom, dos, tabs\nassert latin.word == bom.word == dos.word == 'Größe' and tabs.f(1) == 2\n")
        .file("latin.py", b"# -*- coding: latin-1 -*-\nword = 'Gr\xf6\xdfe'\n")
        .file("bom.py", b"\xef\xbb\xbfword = 'Gr\xc3\xb6\xc3\x9fe'\n")
        .file("dos.py", "word = 'Größe'\r\nif word:\r\n    x = '''a\r\nb'''\r\nassert x == 'a\\nb'\r\n")
        .file("tabs.py", "def f(x):\n\tif x:\n\t\treturn 2\n")
        .passes();
    for ai in [
        b"# -*- coding: latin-1 -*-\nprint('Gr\xf6\xdfe')\n".as_slice(),
        b"\xef\xbb\xbfprint('Gr\xc3\xb6\xc3\x9fe')\r\n",
    ] {
        assert_eq!(Case::of(&["ai.py"]).file("ai.py", ai).passes().round(1), "Größe\n");
    }
    assert_eq!(passes("").round(1), "");
    assert_eq!(passes("print('no line end')").round(1), "no line end\n");
}

#[test]
fn syntax_error_is_reported_before_round_1() {
    let (terminal, log) = Case::new("x = 1\nif x = 2:\n    pass\n").refused();
    for text in [&terminal, &log] {
        assert!(text.contains("ai cannot play:"), "{text}");
        assert!(text.contains("ai.py\", line 2\n    if x = 2:\n       ^"), "{text}");
        assert!(
            text.contains("SyntaxError: invalid syntax. Maybe you meant '==' or ':=' instead of '='?"),
            "{text}"
        );
    }
    assert!(!log.contains("Round"), "{log}");
}

#[test]
fn mixed_tabs_and_blanks_are_reported_before_round_1() {
    let (terminal, _) = Case::new("if True:\n\tx = 1\n        y = 2\n").refused();
    assert!(terminal.contains("TabError: inconsistent use of tabs and spaces in indentation"), "{terminal}");
    let (terminal, _) = Case::of(&["ai.py"]).file("ai.py", b"word = 'Gr\xf6\xdfe'\n").refused();
    assert!(terminal.contains("SyntaxError") && terminal.contains("line 1"), "{terminal}");
    let (terminal, _) = Case::of(&["ai.py"]).file("ai.py", b"x = 1\0\n").refused();
    assert!(terminal.contains("ai.py\", line 1") && terminal.contains("null bytes"), "{terminal}");
}

#[test]
fn too_deeply_nested_file_is_reported_by_name() {
    for (open, close) in [("-".repeat(200_000), String::new()), ("(".repeat(5000), ")".repeat(5000))] {
        let (terminal, _) =
            Case::new("import helper\n").file("helper.py", format!("x = {open}1{close}\n")).refused();
        assert!(
            terminal.contains("helper.py\", line 1") && terminal.contains("SyntaxError"),
            "{terminal:.300}"
        );
    }
}

#[test]
fn syntax_errors_of_helpers_are_reported_before_round_1() {
    for (import, file) in [
        ("import helper", "helper.py"),
        ("def late():\n    import helper\n", "helper.py"),
        ("if roundState.getRoundNumber() > 5:\n    from helper import *\n", "helper.py"),
        ("import between", "helper.py"),
        ("import package.helper", "package/helper.py"),
        ("from package import helper", "package/helper.py"),
        ("from relative import thing", "relative/helper.py"),
    ] {
        let (terminal, log) = Case::new(import)
            .file("between.py", "import helper\n")
            .file("package/__init__.py", "")
            .file("relative/__init__.py", "from .one import thing\n")
            .file("relative/one.py", "from . import helper\nthing = 1\n")
            .file(file, "fine = 1\nbroken = = 2\n")
            .refused();
        let place = format!("{file}\", line 2\n    broken = = 2\n             ^");
        assert!(terminal.contains(&place), "{import}:\n{terminal}");
        assert!(log.contains("SyntaxError: invalid syntax"), "{log}");
    }
}

#[test]
fn missing_module_is_reported_before_round_1() {
    let (terminal, log) = Case::new("import math\nä = 1;  import math, nowhere.inner as n\n").refused();
    for text in [&terminal, &log] {
        assert!(
            text.contains(
                "ai.py\", line 2\n    ä = 1;  import math, nowhere.inner as n\n                         \
                 ^^^^^^^^^^^^^^^^^^\nModuleNotFoundError: No module named 'nowhere'"
            ),
            "{text}"
        );
    }
    let (terminal, _) = Case::new("# -*- coding: latin-1 -*-\nfrom nowhere import thing\n").refused();
    assert!(terminal.contains("from nowhere import thing\n    ^^^^^^^^^^^^^^^^^^^^^^^^^\n"), "{terminal}");
}

#[test]
fn guarded_imports_of_missing_modules_are_fine() {
    let played = passes(
        r#"
try:
    import nowhere
except ImportError:
    nowhere = None
try:
    from nowhere.at import all
except ModuleNotFoundError as fault:
    print(fault)
if roundState.getRoundNumber() > 100:
    import nothing
def never():
    import nothing
class Late:
    def never(self):
        from nothing import at_all
import contextlib
with contextlib.suppress(ImportError):
    import nothing
"#,
    );
    assert_eq!(played.round(1), "No module named 'nowhere'\n");
}

#[test]
fn broken_files_that_are_not_imported_are_ignored() {
    Case::new("import helper\ntry:\n    import broken\nexcept SyntaxError as fault:\n    assert fault.lineno == 1\nelse:\n    assert False\n")
        .file("helper.py", "value = 1\n")
        .file("broken.py", "this is no Python\n")
        .file("unrelated.py", "nor = = this\n")
        .file("package/__init__.py", "(((\n")
        .rounds(3)
        .passes();
}

#[test]
fn an_import_that_fails_while_it_runs_is_an_exception_of_the_turn() {
    let played = Case::new("import math\nimport helper\n").file("helper.py", "import nowhere\n").play();
    assert_eq!(
        played.only_fault("exception"),
        "ModuleNotFoundError: No module named 'nowhere' (helper.py, line 1)"
    );
    let round = played.round(2);
    assert!(round.contains("ai.py\", line 2, in <module>\n    import helper\n"), "{round}");
    assert!(!round.contains("importlib") && !round.contains("frozen"), "{round}");
}

/// Returns the case with a virtual environment of the embedded Python that has one package.
fn environment(case: Case) -> Case {
    let packages = format!("venv/lib/python{}/site-packages", python_version());
    let folder = case.path("venv");
    case.file("venv/pyvenv.cfg", "include-system-site-packages = false\n")
        .file(&format!("{packages}/installed.py"), "counter = []\n")
        .environment("VIRTUAL_ENV", folder)
}

#[test]
fn packages_of_a_virtual_environment_can_be_imported() {
    environment(Case::new(
        "import installed\ninstalled.counter.append(1)\n\
         assert len(installed.counter) == 1, 'a library is as it was'\n",
    ))
    .rounds(3)
    .passes();
}

#[test]
fn path_files_of_a_virtual_environment_work() {
    let packages = format!("venv/lib/python{}/site-packages", python_version());
    for first in
        ["import editable, other", "def load():\n    import editable, other\nload()\nimport editable"]
    {
        let case = environment(Case::new(&format!(
            "{first}\nassert editable.value == 1\nif roundState.getRoundNumber() == 2:\n    import late\n    \
             import finder_made\n    assert late.value == 3 and finder_made.value == 4\n"
        )))
        .file("project/src/editable.py", "value = 1\n")
        .file("project/src/other.py", "value = 2\n")
        .file("project/src/late.py", "value = 3\n")
        .file("elsewhere/finder_made.py", "value = 4\n");
        let source = case.path("project/src");
        let made = case.path("elsewhere/finder_made.py");
        let finder = format!(
            "import sys\nfrom importlib.util import spec_from_file_location\nclass Finder:\n    @classmethod\n    def \
             find_spec(cls, name, path=None, target=None):\n        if name == 'finder_made':\n            return \
             spec_from_file_location(name, {made:?})\nsys.meta_path.append(Finder)\n"
        );
        case.file(&format!("{packages}/project.pth"), format!("{}\n", source.display()))
            .file(&format!("{packages}/finder.pth"), "import editable_finder\n")
            .file(&format!("{packages}/editable_finder.py"), finder)
            .rounds(3)
            .passes();
    }
}

#[test]
fn a_virtual_environment_of_another_python_is_reported() {
    let case = Case::new("print('plays')\n").file("venv/lib/python3.4/site-packages/installed.py", "");
    let folder = case.path("venv");
    let played = case.environment("VIRTUAL_ENV", folder).passes();
    let warning = format!("is not for Python {}", python_version());
    assert!(played.stderr.contains(&warning) && played.log().contains(&warning), "{}", played.stderr);
    assert_eq!(played.round(1), "plays\n");
}

#[test]
fn interactive_built_ins_exist() {
    let played = passes(
        "assert callable(exit) and callable(quit) and callable(help) and callable(copyright)\n\
         print(exit, quit)\nhelp('math.sqrt')\nhelp()\n",
    );
    assert!(
        played.round(1).starts_with("Use exit() to end the turn Use quit() to end the turn\n"),
        "{}",
        played.log()
    );
    assert!(played.round(2).contains("Return the square root of x."), "{}", played.log());
}

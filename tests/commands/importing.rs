//! The engine loads the modules in an AI's folder itself, and must give the same result as importlib. Plain Python and
//! the engine run a corpus of shapes, and the test compares the modules, the order of output, and the errors.

use crate::common;

use common::{Folder, Run, without_notes};
use std::fmt::Write;
use std::process::Command;

/// A test case: a name, the files of a folder, and the code of an AI, which prints with `tell`.
struct Shape {
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
    code: &'static str,
}

const fn shape(
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
    code: &'static str,
) -> Shape {
    Shape { name, files, code }
}

const ONE: &[(&str, &str)] =
    &[("one.py", "print('one runs')\nvalue = 1\n_hidden = 2\ndef function():\n    return value\n")];
const KIT: &[(&str, &str)] = &[
    ("kit/__init__.py", "print('kit runs')\nname = 'kit'\n"),
    ("kit/a.py", "print('a runs', __name__, __package__)\nvalue = 'a'\n"),
    ("kit/b.py", "print('b runs')\nfrom . import a\nfrom .a import value\nvalue += 'b'\n"),
    ("kit/deep/__init__.py", "print('deep runs')\nfrom ..a import value as from_above\n"),
    ("kit/deep/c.py", "print('c runs')\nfrom ...kit import name\nfrom .. import b\n"),
];
const ASKED: &[(&str, &str)] = &[
    ("one.py", "import one\ntry:\n    one.__all__\nexcept AttributeError as fault:\n    print(fault)\n"),
    ("kit/__init__.py", ""),
    ("lazy.py", "def __getattr__(name):\n    print('asked for', name)\n    raise AttributeError(name)\n"),
];
const CIRCLE: &[(&str, &str)] = &[
    ("left.py", "print('left begins')\nimport right\nvalue = 'left'\nprint('left ends', right.value)\n"),
    (
        "right.py",
        "print('right begins')\nimport left\nvalue = 'right'\nprint('right ends', hasattr(left, 'value'))\n",
    ),
];
const BAD_CIRCLE: &[(&str, &str)] = &[
    ("left.py", "from right import value\nother = 1\n"),
    ("right.py", "from left import other\nvalue = 2\n"),
];
const CIRCLE_IN_KIT: &[(&str, &str)] = &[
    ("kit/__init__.py", "from kit import a\n"),
    ("kit/a.py", "import kit.b\nprint('a', hasattr(kit, 'b'))\n"),
    (
        "kit/b.py",
        "import kit\nprint('b', hasattr(kit, 'a'))\ntry:\n    kit.a.x\nexcept AttributeError as fault:\n    print(fault)\n",
    ),
];
const RAISES: &[(&str, &str)] = &[
    ("bad.py", "print('bad begins')\nvalue = 1\nraise ValueError('in the middle')\n"),
    ("good.py", "import bad\n"),
];
const ALL: &[(&str, &str)] = &[
    ("listed.py", "__all__ = ['first', '_second']\nfirst, _second, third = 1, 2, 3\n"),
    ("wrong.py", "__all__ = ['missing']\n"),
    ("kit/__init__.py", "__all__ = ['a', 'own']\nown = 1\n"),
    ("kit/a.py", "print('a runs')\n"),
];
const SELF: &[(&str, &str)] = &[
    ("mask.py", "import sys\nclass Mask:\n    value = 'mask'\nsys.modules[__name__] = Mask()\n"),
    ("gone.py", "import sys\ndel sys.modules[__name__]\n"),
    ("nothing.py", "import sys\nsys.modules[__name__] = None\n"),
    (
        "lazy.py",
        "def __getattr__(name):\n    if name.startswith('__'):\n        raise AttributeError(name)\n    return name.upper()\n",
    ),
];
const NAMESPACE: &[(&str, &str)] = &[("space/inner.py", "print('inner runs')\nvalue = 1\n")];
const BOTH: &[(&str, &str)] = &[
    ("both.py", "value = 'file'\n"),
    ("both/__init__.py", "value = 'package'\n"),
    ("json.py", "value = 'own json'\n"),
];

const SHAPES: &[Shape] = &[
    shape("import", ONE, "import one\ntell(one.value, one.function())"),
    shape("import twice", ONE, "import one\nimport one as again\ntell(one is again)"),
    shape("import as", ONE, "import one as other\ntell(other.value, other.__name__)"),
    shape("from import", ONE, "from one import value, function\ntell(value, function())"),
    shape("from import as", ONE, "from one import value as other\ntell(other)"),
    shape("star", ONE, "from one import *\ntell(value, '_hidden' in globals())"),
    shape("star with __all__", ALL, "from listed import *\ntell(first, _second, 'third' in globals())"),
    shape("star with a wrong __all__", ALL, "from wrong import *"),
    shape("star of a package with __all__", ALL, "from kit import *\ntell(a.__name__, own)"),
    shape("in a function", ONE, "def run():\n    import one\n    return one.value\ntell(run(), run())"),
    shape("in a class", ONE, "class Holder:\n    import one\ntell(Holder.one.value)"),
    shape("in a loop", ONE, "for _ in range(3):\n    import one\ntell(one.value)"),
    shape("missing", ONE, "import missing"),
    shape(
        "missing, caught",
        ONE,
        "try:\n    import missing\nexcept ImportError as fault:\n    tell(fault.name, fault.path)",
    ),
    shape("missing name", ONE, "from one import nothing"),
    shape("missing in a module that is no package", ONE, "import one.two"),
    shape(
        "attributes",
        ONE,
        "import one\ntell(one.__doc__, one.__package__, one.__spec__.name, one.__spec__.parent, one.__spec__.submodule_search_locations)",
    ),
    shape(
        "loader",
        ONE,
        "import one\ntell(one.__loader__ is one.__spec__.loader, one.__spec__.loader is not None)",
    ),
    shape("__import__", ONE, "tell(__import__('one').value)"),
    shape("__import__ of a submodule", KIT, "tell(__import__('kit.a').__name__)"),
    shape("__import__ with names", KIT, "tell(__import__('kit.a', fromlist=['value']).__name__)"),
    shape("import_module", ONE, "import importlib\ntell(importlib.import_module('one').value)"),
    shape(
        "import_module of a submodule",
        KIT,
        "import importlib\ntell(importlib.import_module('kit.deep.c').__name__)",
    ),
    shape(
        "import_module, relative",
        KIT,
        "import importlib\ntell(importlib.import_module('.a', 'kit').value)",
    ),
    shape(
        "reload",
        ONE,
        "import importlib, one\none.value = 5\none.extra = 6\ntell(importlib.reload(one) is one, one.value, one.extra)",
    ),
    shape(
        "reload of a package's module",
        KIT,
        "import importlib, kit.a\nkit.a.value = 5\nimportlib.reload(kit.a)\ntell(kit.a.value)",
    ),
    shape(
        "again after del",
        ONE,
        "import sys, one\nfirst = one\ndel sys.modules['one']\nimport one\ntell(one is first)",
    ),
    shape(
        "pop and import",
        ONE,
        "import sys, one\nsys.modules.pop('one').value = 9\nimport one\ntell(one.value)",
    ),
    shape(
        "in sys.modules before",
        ONE,
        "import sys, types\nsys.modules['one'] = types.ModuleType('one', 'mine')\nimport one\ntell(one.__doc__)",
    ),
    shape(
        "made up",
        &[],
        "import sys, types\nsys.modules['made'] = types.SimpleNamespace(value=3)\nfrom made import value\ntell(value)",
    ),
    shape("halted", ONE, "import sys\nsys.modules['one'] = None\nimport one"),
    shape("package", KIT, "import kit\ntell(kit.name, hasattr(kit, 'a'))"),
    shape("submodule", KIT, "import kit.a\ntell(kit.a.value)"),
    shape("submodule as", KIT, "import kit.a as other\ntell(other.value)"),
    shape("submodule from", KIT, "from kit import a\ntell(a.value)"),
    shape("submodule and name from", KIT, "from kit import a, name\ntell(a.value, name)"),
    shape("name of a submodule", KIT, "from kit.a import value\ntell(value)"),
    shape("star of a submodule", KIT, "from kit.a import *\ntell(value)"),
    shape("deep", KIT, "import kit.deep.c\ntell(kit.deep.c.b.value, kit.deep.from_above)"),
    shape("deep as", KIT, "import kit.deep.c as c\ntell(c.name)"),
    shape("deep from", KIT, "from kit.deep.c import name\ntell(name)"),
    shape("relative within", KIT, "from kit import b\ntell(b.a.value, b.value)"),
    shape("relative without a package", &[("one.py", "from . import two\n"), ("two.py", "")], "import one"),
    shape(
        "relative too far",
        &[("kit/__init__.py", ""), ("kit/a.py", "from ... import b\n")],
        "import kit.a",
    ),
    shape("missing submodule", KIT, "import kit.nothing"),
    shape("missing submodule from", KIT, "from kit import nothing"),
    shape("missing below a module", KIT, "import kit.a.nothing"),
    shape(
        "path of a package",
        KIT,
        "import kit, os\ntell([os.path.basename(part) for part in kit.__path__], kit.__path__ is kit.__spec__.submodule_search_locations)",
    ),
    shape(
        "path of a package changed",
        KIT,
        "import kit, os\nkit.__path__ = [os.path.join(kit.__path__[0], 'deep')]\nimport kit.c as c",
    ),
    shape("path of a package emptied", KIT, "import kit\nkit.__path__.clear()\nimport kit.a"),
    shape("path of a package gone", KIT, "import kit\ndel kit.__path__\nimport kit.a"),
    shape(
        "package that loads its modules",
        &[
            ("kit/__init__.py", "from .a import *\nfrom .b import *\n"),
            ("kit/a.py", "x = 1\n"),
            ("kit/b.py", "y = 2\n"),
        ],
        "from kit import *\ntell(x, y)",
    ),
    shape("package without __init__", NAMESPACE, "import space.inner\ntell(space.inner.value)"),
    shape(
        "package without __init__, from",
        NAMESPACE,
        "from space import inner\nfrom space.inner import value\ntell(value)",
    ),
    shape("package before file", BOTH, "import both\ntell(both.value)"),
    shape("before the library", BOTH, "import json\ntell(json.value)"),
    shape("circle", CIRCLE, "import left\ntell(left.value)"),
    shape("circle from the other side", CIRCLE, "import right\ntell(right.value)"),
    shape("circle of names", BAD_CIRCLE, "import left"),
    shape(
        "circle of names, twice",
        BAD_CIRCLE,
        "import sys\ntry:\n    import left\nexcept ImportError as fault:\n    tell(type(fault).__name__, 'left' in sys.modules, 'right' in sys.modules)\nimport right",
    ),
    shape("circle in a package", CIRCLE_IN_KIT, "import kit.a\ntell(kit.a.__name__)"),
    shape(
        "only for types",
        &[(
            "shapes.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import nowhere\nvalue: 'nowhere.Thing' = 1\n",
        )],
        "import shapes\ntell(shapes.value, shapes.__annotations__)",
    ),
    shape("raises in the middle", RAISES, "import bad"),
    shape(
        "raises in the middle, caught",
        RAISES,
        "import sys\ntry:\n    import bad\nexcept ValueError as fault:\n    tell(fault, 'bad' in sys.modules)\nimport bad",
    ),
    shape(
        "raises two deep",
        RAISES,
        "import sys\ntry:\n    import good\nexcept ValueError:\n    tell('good' in sys.modules, 'bad' in sys.modules)",
    ),
    shape(
        "raises in a submodule",
        &[("kit/__init__.py", "print('kit')\n"), ("kit/bad.py", "1 / 0\n")],
        "import sys\ntry:\n    import kit.bad\nexcept ZeroDivisionError:\n    tell('kit' in sys.modules, 'kit.bad' in sys.modules, hasattr(sys.modules['kit'], 'bad'))",
    ),
    shape(
        "raises in a package",
        &[("kit/__init__.py", "import kit.a\n1 / 0\n"), ("kit/a.py", "")],
        "import sys\ntry:\n    import kit\nexcept ZeroDivisionError:\n    tell('kit' in sys.modules, 'kit.a' in sys.modules)",
    ),
    shape(
        "exits",
        &[("leave.py", "raise SystemExit(3)\n")],
        "try:\n    import leave\nexcept SystemExit as end:\n    tell(end.code)",
    ),
    shape("puts another in its place", SELF, "import mask\ntell(mask.value, type(mask).__name__)"),
    shape("takes itself away", SELF, "import gone"),
    shape("puts nothing in its place", SELF, "import nothing\ntell(nothing)"),
    shape(
        "answers for all names",
        SELF,
        "from lazy import anything\nimport lazy\ntell(anything, lazy.other)",
    ),
    shape(
        "another finder first",
        ONE,
        "import sys\nclass Finder:\n    def find_spec(self, name, path=None, target=None):\n        print('asked for', name)\nsys.meta_path.insert(0, Finder())\nimport one\ntell(one.value)",
    ),
    shape(
        "another importer",
        ONE,
        "import builtins\nbefore = builtins.__import__\ndef asked(name, *rest):\n    if name == 'one':\n        print('asked for', name)\n    return before(name, *rest)\nbuiltins.__import__ = asked\nimport one\nbuiltins.__import__ = before\ntell(one.value)",
    ),
    shape(
        "find_spec",
        KIT,
        "import importlib.util\ntell(importlib.util.find_spec('kit.a').name, importlib.util.find_spec('nothing'))",
    ),
    shape(
        "by its spec",
        ONE,
        "import importlib.util, sys\nspec = importlib.util.find_spec('one')\nmodule = importlib.util.module_from_spec(spec)\nspec.loader.exec_module(module)\ntell(module.value, 'one' in sys.modules)",
    ),
    shape(
        "name of a subclass of str",
        ONE,
        "class Name(str):\n    pass\ntell(__import__(Name('one')).value)",
    ),
    shape("empty name", ONE, "__import__('')"),
    shape("name that is no text", ONE, "__import__(3)"),
    shape("name with dots at the end", KIT, "__import__('kit.')"),
    shape(
        "order of sys.modules",
        KIT,
        "import kit.deep.c, sys\ntell([name for name in sys.modules if name.startswith('kit')])",
    ),
    shape("module's own name", &[("main.py", "print(__name__, __name__ == '__main__')\n")], "import main"),
    shape(
        "globals of functions",
        ONE,
        "import one\none.value = 7\ntell(one.function(), one.function.__module__, one.function.__globals__ is vars(one))",
    ),
    shape(
        "classes and pickles",
        &[("things.py", "class Thing:\n    def __init__(self):\n        self.value = 4\n")],
        "import pickle, things\ncopy = pickle.loads(pickle.dumps(things.Thing()))\ntell(copy.value, type(copy) is things.Thing, type(copy).__module__)",
    ),
    shape("source of a function", ONE, "import inspect, one\ntell(inspect.getsource(one.function))"),
    shape(
        "future",
        &[("late.py", "from __future__ import annotations\ndef f(x: nowhere) -> nothing: ...\n")],
        "import late\ntell(late.f.__annotations__)",
    ),
    shape(
        "imports in an exec",
        ONE,
        "names = {}\nexec('import one\\nvalue = one.value', names)\ntell(names['value'])",
    ),
    shape(
        "names that imports ask for",
        ASKED,
        "import one, kit, lazy, math, sys
for module in (one, kit, lazy, math, sys):
    for name in ('__all__', '__path__', '__other__'):
        try:
            getattr(module, name)
            tell(module.__name__, 'has', name)
        except AttributeError as fault:
            tell(fault, fault.args, fault.name, fault.obj is module, fault.__context__)
try:
    1 / 0
except ZeroDivisionError:
    try:
        one.__all__
    except AttributeError as fault:
        tell(repr(fault.__context__))
for name, value in (('__spec__', None), ('__name__', 1)):
    setattr(one, name, value)
    try:
        one.__all__
    except AttributeError as fault:
        tell(fault)
one.__name__ = 'one'
one.__spec__ = kit.__spec__
del one.__name__
tell(hasattr(one, '__all__'), getattr(one, '__path__', 'none'))",
    ),
    shape("lambda and comprehension", ONE, "tell([__import__('one').value for _ in range(2)])"),
];

/// The code around a shape, which prints how the shape ends and which modules exist then.
const BEFORE: &str = "import sys as _sys, os as _os\ntell = print\n_here = _os.path.dirname(_os.path.abspath(__file__))\ntry:\n";
const AFTER: &str = r#"
except BaseException as _fault:
    print('ERROR', type(_fault).__name__, _fault, getattr(_fault, 'name', None))
for _name, _module in list(_sys.modules.items()):
    _file = getattr(_module, '__file__', None)
    if _name == 'ai' or not isinstance(_file, str) or _os.path.dirname(_file)[:len(_here)] != _here:
        continue
    _spec, _left_out = _module.__spec__, ('__cached__', '__builtins__', '__annotations__')
    print('MODULE', _name, _file[len(_here):], _module.__package__, sorted(key for key in vars(_module) if key not in _left_out))
    print('SPEC', _spec.name, _spec.parent, (_spec.origin or '')[len(_here):], _spec.has_location, bool(getattr(_spec, '_initializing', False)), _spec.submodule_search_locations == getattr(_module, '__path__', None))
"#;

/// Runs a file as plain Python does, without any part of the engine.
const PLAIN: &str = "import sys, types\nfile = sys.argv[1]\nsys.path.insert(0, file.rsplit('/', 1)[0])\n\
     module = types.ModuleType('ai')\nmodule.__file__ = file\nsys.modules['ai'] = module\n\
     exec(compile(open(file).read(), file, 'exec'), vars(module))\n";

fn ai(code: &str) -> String {
    let mut text = BEFORE.to_string();
    for line in code.lines() {
        writeln!(text, "    {line}").unwrap();
    }
    text + AFTER
}

fn plainly(folder: &Folder, number: usize) -> String {
    let (python, _) = wag_python::paths();
    let file = folder.path().join(format!("s{number}/ai.py"));
    let mut command = Command::new(python);
    command.args(["-I", "-B", "-X", "utf8", "-c", PLAIN]).arg(file);
    let run = command.output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// Returns the log of each of two rounds.
fn rounds(log: &str) -> Vec<String> {
    let parts = without_notes(log).split("=== Round ").skip(1).take(2);
    parts.map(|part| part.split_once('\n').map_or("", |(_, text)| text).to_string()).collect()
}

#[test]
fn imports_match_importlib() {
    assert!(SHAPES.len() >= 60);
    let folder = Folder::with(&[]);
    for (number, Shape { files, code, .. }) in SHAPES.iter().enumerate() {
        files.iter().for_each(|(name, text)| folder.write(&format!("s{number}/{name}"), text));
        folder.write(&format!("s{number}/ai.py"), ai(code));
    }
    let mut differences = String::new();
    for (first, four) in SHAPES.chunks(4).enumerate() {
        let words: Vec<String> =
            (0..4).map(|at| at % four.len() + 4 * first).map(|n| format!("s{n}/ai.py")).collect();
        let names: Vec<String> = words.iter().enumerate().map(|(at, word)| format!("p{at}={word}")).collect();
        let run = folder.play(&format!("{} --rounds 2 --log plain", names.join(" ")));
        assert_eq!(run.status, 0, "{} {}", run.out, run.err);
        for (at, shape) in four.iter().enumerate() {
            let plain = plainly(&folder, 4 * first + at);
            for (round, ours) in (1..).zip(rounds(&folder.read(&format!("p{at}.log")))) {
                if ours != plain {
                    writeln!(
                        differences,
                        "{}, round {round}:\n--- plain\n{plain}--- ours\n{ours}",
                        shape.name
                    )
                    .unwrap();
                }
            }
        }
    }
    assert!(differences.is_empty(), "{differences}");
}

/// Names of modules that Python's library and Wag's packages import from each other.
const LIBRARY_NAMES: [&str; 20] = [
    "bisect",
    "collections",
    "contextlib",
    "copy",
    "enum",
    "functools",
    "inspect",
    "io",
    "itertools",
    "json",
    "linecache",
    "math",
    "operator",
    "os",
    "random",
    "re",
    "time",
    "tokenize",
    "traceback",
    "types",
];

/// A player of each game with Python players: the arguments of `wag play`, and the AI's code for two rounds.
const PLAYERS: [(&str, &str); 5] = [
    (
        "ants ai.py Hold --turns 3",
        "from ants import *\nclass MyBot:\n    def do_turn(self, ants):\n        work()\n        sqrt(4), defaultdict(int)\n",
    ),
    ("tron ai.py Straight --width 8 --height 8", "from tron import *\nwork()\nmove('NORTH')\n"),
    (
        "gems ai.py greedy",
        "from gems import *\ndef choose_move(player, opponent, field):\n    work()\n    return legal_moves(field)[0]\n",
    ),
    (
        "flowers ai.py Gardener --rounds 3",
        "def bot_input(dto):\n    work()\n    return InputAction('L', []).toJSON()\n",
    ),
    ("ai.py Dummy Dummy Dummy --rounds 3", "from classes import *\nwork()\n"),
];

/// The work of each player, which uses libraries that need the names, and Wag's own packages.
const WORK: &str = "def work():\n    import dataclasses, decimal, statistics, tempfile\n    \
    import aitools.combat, aitools.draw, aitools.log, aitools.tiles\n    \
    assert statistics.mean([1, 3]) == 2 and aitools.tiles.floor(2.5) == 2\n";

#[test]
fn files_named_like_library_modules_do_not_break_library_and_tools() {
    let own = LIBRARY_NAMES.map(|name| format!("{name}.py"));
    for (words, player) in PLAYERS {
        let folder = Folder::with(&own.each_ref().map(|name| (name.as_str(), "mine = 1\n")));
        folder.write("ai.py", format!("{WORK}{player}"));
        let run = folder.play(&format!("{words} --seed 5 --no-replay --log-dir logs"));
        let log = folder.read("logs/ai.log");
        assert_eq!(run.status, 0, "{words}: {}", run.err);
        assert!(!log.contains("Traceback") && !log.contains("lost"), "{words}: {log}");
    }
}

/// This also holds in later turns, and after the library's own module of the name was loaded.
#[test]
fn own_file_is_imported_even_if_the_library_has_loaded_its_namesake() {
    let code = "import tempfile, aitools.tiles\nimport random, math, re\nfrom classes import *\n\
                def late():\n    import types\n    return types.mine\n\
                print(random.mine, math.mine, re.mine, late())\nrandom.mine += 1\n";
    let own = ["random", "math", "re", "types"]
        .map(|name| (format!("{name}.py"), format!("mine = '{name}'.upper()\n")));
    let mut files: Vec<(&str, &str)> =
        own.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let code = code.replace("+= 1", "+= '!'");
    files.push(("ai.py", &code));
    let folder = Folder::with(&files);
    let run = folder.play("ai.py Dummy Dummy Dummy --rounds 3");
    assert_eq!(
        folder.read("ai.log").matches("RANDOM MATH RE TYPES\n").count(),
        3,
        "{}",
        folder.read("ai.log")
    );
    let warning = "Warning: ai.py, line 2: import random takes your own file random.py, not Python's module; \
                   rename the file if you mean Python's\n";
    assert!(run.err.contains(warning), "{}", run.err);
    assert_eq!(run.err.matches("Warning: ").count(), 4, "{}", run.err);
    let german = Run::of(
        folder
            .command(&["--lang", "de", "play", "ai.py", "Dummy", "Dummy", "Dummy", "--rounds", "1"])
            .output()
            .unwrap(),
    );
    assert!(
        german.err.contains("ai.py, Zeile 2: import random nimmt deine eigene Datei random.py"),
        "{}",
        german.err
    );
}

#[test]
fn unreachable_file_is_reported() {
    let folder =
        Folder::with(&[("time.py", "mine = 1\n"), ("ai.py", "import time\nprint(hasattr(time, 'mine'))\n")]);
    let run = folder.play("ai.py Dummy Dummy Dummy --rounds 1");
    assert!(folder.read("ai.log").contains("False\n"));
    assert!(run.err.contains("import time takes Python's own module, not your file time.py"), "{}", run.err);
    // No notes for files that are not imported, for submodules of packages, and for tests.
    let files = [
        ("random.py", ""),
        ("test.py", ""),
        ("kit/__init__.py", "from . import json\n"),
        ("kit/json.py", ""),
    ];
    let folder = Folder::with(&files);
    folder.write("ai.py", "import kit, test\n");
    let run = folder.play("ai.py Dummy Dummy Dummy --rounds 1");
    assert_eq!((run.status, run.err.contains("Warning")), (0, false), "{}", run.err);
}

/// Both imports by the player's file and by its helpers are found.
#[test]
fn own_file_named_like_the_game_s_module_is_reported() {
    let games = [
        ("classes", "ai.py Dummy Dummy Dummy --rounds 1"),
        ("gems", "gems ai.py greedy"),
        ("tron", "tron ai.py Straight"),
        ("flowers", "flowers ai.py Sower"),
    ];
    for (module, words) in games {
        let folder = Folder::with(&[("ai.py", "import helper\n"), (&format!("{module}.py"), "mine = 1\n")]);
        folder.write("helper.py", format!("\nfrom {module} import *\n"));
        let run = folder.play(&format!("{words} --seed 1 --no-replay"));
        let warning = format!(
            "helper.py, line 2: {module} is always the module of the game, so your own {module}.py is never loaded: \
             give it another name\n"
        );
        assert!(run.err.contains(&warning), "{words}: {}", run.err);
    }
    let folder = Folder::with(&[("ai.py", "from classes import *\n"), ("classes.py", "")]);
    let words = ["--lang", "de", "play", "ai.py", "Dummy", "Dummy", "Dummy", "--rounds", "1"];
    let german = Run::of(folder.command(&words).output().unwrap());
    assert!(german.err.contains("ai.py, Zeile 1: classes ist immer das Modul des Spiels"), "{}", german.err);
    // A contest bot comes with a copy of the contest's module.
    let folder = Folder::with(&[("ai.py", "from ants import *\n"), ("ants.py", "mine = 1\n")]);
    let run = folder.play("ants ai.py Hold --turns 2 --seed 1 --no-replay");
    assert!(!run.err.contains("never loaded"), "{}", run.err);
}

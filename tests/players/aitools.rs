//! The package `aitools`: its own tests, the examples of its documents, its stubs, and imports by AIs.
#![cfg(target_os = "linux")]

use crate::common;

use common::{Folder, Run, project};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use std::collections::BTreeSet;
use std::fs;
use wag_toolkit::cluster::{Clustering, Crossing};
use wag_toolkit::grid::Grid;
use wag_toolkit::hierarchy::Hierarchy;
use wag_toolkit::passability_map::PassabilityMap;
use wag_toolkit::path::{PathOptions, Scratch, a_star, smooth};

fn text(name: &str) -> String {
    fs::read_to_string(project().join(name)).unwrap()
}

/// Runs `wag python` in a folder.
fn python(folder: &Folder, words: &[&str]) -> Run {
    let words: Vec<&str> = ["python"].into_iter().chain(words.iter().copied()).collect();
    Run::of(folder.command(&words).output().unwrap())
}

/// Returns the blocks of the documents that start with this line.
fn blocks(fence: &str) -> Vec<String> {
    let page = text("docs/en/aitools.md");
    let mut blocks = Vec::new();
    let mut block: Option<String> = None;
    for line in page.lines() {
        match &mut block {
            None if line == fence => block = Some(String::new()),
            Some(_) if line == "```" => blocks.extend(block.take()),
            Some(block) => *block += &format!("{line}\n"),
            None => {}
        }
    }
    blocks
}

#[test]
fn python_tests_pass() {
    let folder = Folder::with(&[]);
    let mut names = Vec::new();
    for entry in fs::read_dir(project().join("tests/aitools")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".py") {
            folder.write(&name, text(&format!("tests/aitools/{name}")));
            names.push(name);
        }
    }
    assert!(names.len() >= 7, "{names:?}");
    let run = python(&folder, &["-m", "unittest"]);
    assert!(run.status == 0 && run.err.contains("\nOK"), "{}{}", run.out, run.err);
}

#[test]
fn examples_of_the_documents_are_right() {
    let blocks = blocks("```python");
    assert!(blocks.len() > 15);
    let folder = Folder::with(&[("examples.txt", &blocks.join("\n"))]);
    let run = python(&folder, &["-m", "doctest", "examples.txt"]);
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "", ""), "{}", run.out);
}

#[test]
fn bot_of_the_document_gathers_food() {
    let [bot] = <[String; 1]>::try_from(blocks("```python ants")).unwrap();
    let folder = Folder::with(&[("bot.py", &bot)]);
    let result = folder.json("ants bot.py Hold --turns 120 --seed 3 --no-replay");
    let log = folder.read("bot.log");
    assert!(!log.contains("Traceback"), "{log}");
    assert_eq!(result["repeatable"], true, "{result}");
    let bot = &result["players"][0];
    assert!(bot["ants"].as_i64().unwrap() > 8 && bot["refused"] == 0, "{result}");
}

#[test]
fn ai_of_the_document_finds_paths_on_a_map_with_edges() {
    let [ai] = <[String; 1]>::try_from(blocks("```python warriors")).unwrap();
    let folder = Folder::with(&[("ai.py", &ai)]);
    let result = folder.json("ai.py Dummy Dummy Dummy --rounds 150 --seed 3 --no-replay");
    let log = folder.read("ai.log");
    assert!(!log.contains("Traceback") && !log.contains("refused: "), "{log}");
    let ai = &result["players"][0];
    assert!(ai["stock"].as_i64().unwrap() > 2000 && ai["units"] == 5, "{result}");
}

#[test]
fn changes_by_an_ai_do_not_survive_its_turn() {
    let canary = "
import sys
from classes import *
import aitools.search, aitools.tiles, aitools.influence, _aitools
from aitools import combat
tools = [aitools, aitools.search, aitools.tiles, aitools.influence, combat, _aitools]
for module in tools:
    assert not hasattr(module, 'x'), module
    module.x = 1
assert aitools.search.A_STAR == 'a-star' and aitools.tiles.Tile.row.fget is not len
aitools.search.A_STAR = 'changed'
aitools.tiles._AIMS['q'] = 1
aitools.tiles.Tile.row = property(len)
aitools.tiles.Tile.extra = 5
aitools.search.PathFinder.found = []
aitools.search.BreadthFirst.flood_fill = None
assert not hasattr(combat.CombatPositioning, 'memory')
combat.CombatPositioning.memory = tools
for native in (_aitools.TileMapBase, _aitools.Board, _aitools.Values, _aitools.Clusters, _aitools.Influence):
    try:
        native.x = 1
    except TypeError:
        continue
    assert False, native
board = aitools.tiles.SearchableMap(5, 5)
board.kept = board
print('complete')
";
    let again = canary.replace("aitools.tiles._AIMS['q'] = 1", "assert 'q' not in aitools.tiles._AIMS");
    let ai = format!("{again}\nassert not hasattr(aitools.tiles.Tile, 'y')\naitools.tiles._AIMS['q'] = 1\n");
    let folder = Folder::with(&[("ai.py", &ai)]);
    folder.json("ai.py Dummy Dummy Dummy --rounds 4 --no-replay");
    let log = folder.read("ai.log");
    assert_eq!(log.matches("complete").count(), 4, "{log}");
    assert!(!log.contains("Traceback"), "{log}");
}

#[test]
fn files_of_the_user_come_first_and_nothing_is_preloaded() {
    let ai = "
import sys
assert not [name for name in sys.modules if name.startswith('aitools')]
import aitools
print(aitools.MINE, hasattr(aitools, '__path__'))
try:
    import aitools.search
except ImportError:
    print('not ours')
import _aitools
";
    let folder = Folder::with(&[("ai.py", ai), ("aitools.py", "MINE = 'mine'")]);
    folder.json("ai.py Dummy Dummy Dummy --rounds 2 --no-replay");
    let log = folder.read("ai.log");
    assert_eq!(log.matches("mine False\nnot ours").count(), 2, "{log}");

    let package = "import aitools.search, aitools.own\nprint(aitools.own.HERE)\n";
    let folder = Folder::with(&[
        ("ai.py", package),
        ("aitools/__init__.py", ""),
        ("aitools/own.py", "HERE = 1"),
        ("script.py", "import aitools\nprint(aitools.__file__)"),
    ]);
    assert!(python(&folder, &["script.py"]).out.contains("__init__.py"));
    folder.json("ai.py Dummy Dummy Dummy --rounds 2 --no-replay");
    assert!(
        folder.read("ai.log").contains("No module named 'aitools.search'"),
        "a package of one's own is whole"
    );
}

#[test]
fn a_missing_name_is_reported() {
    let folder = Folder::with(&[("ai.py", "import aitools\nfrom aitools import ants, nothing\n")]);
    folder.json("ai.py Dummy Dummy Dummy --rounds 1 --no-replay");
    assert!(folder.read("ai.log").contains("cannot import name 'nothing' from 'aitools'"));
}

#[test]
fn a_bot_writes_logs_notes_and_drawings() {
    let [bot] = <[String; 1]>::try_from(blocks("```python talker")).unwrap();
    let folder = Folder::with(&[("bot.py", &bot)]);
    let result = folder.json("ants bot.py Hold --turns 6 --seed 3 --replay r.wag");
    let log = folder.read("bot.log");
    assert!(!log.contains("Traceback") && result["players"][0]["refused"] == 0, "{log}");
    assert_eq!(python(&folder, &["-m", "aitools.log", "bot.log", "--into", "split"]).status, 0);
    let own = folder.read("split/bold/gather.log");
    assert!(own.starts_with("=== Round 1 ===\n") && own.contains("\nDEBUG <r:18 c:3> goes to <r:"), "{own}");
    let film = Run::of(folder.command(&["replay", "export", "r.wag", "--json"]).output().unwrap()).out;
    for line in [
        "v setLayer clusters",
        "v tileSubTile ",
        "v setLayer missions",
        "v routePlan 18 3 ",
        "v setLayer mine",
        "v tile 18 3",
        "i 18 3 to <r:",
        ": <r:18 c:3>",
    ] {
        assert!(film.contains(line), "{line}: {film}");
    }
    assert!(!film.contains("incorrectly"), "{film}");
    // The sandbox forbids files; the bot plays the same match.
    folder.write("bot.py", bot.replace("log.profile", "log.folder('logs'); log.profile"));
    let again = folder.json("ants bot.py Hold --turns 6 --seed 3 --no-replay");
    assert_eq!(again["players"][0]["ants"], result["players"][0]["ants"]);
    let log = folder.read("bot.log");
    assert!(log.contains("[ERROR log] no files are kept: ") && log.contains("[DEBUG gather]"), "{log}");
}

#[test]
fn new_folders_have_all_stubs_and_still_import_the_package() {
    let folder = Folder::with(&[]);
    for game in ["warriors", "ants", "tron", "gems", "flowers"] {
        let run = Run::of(folder.command(&["new", game, game]).output().unwrap());
        assert!(run.status == 0 && run.out.contains("typings") && !run.out.contains("typings/"), "{run:?}");
        for entry in fs::read_dir(project().join("python/aitools")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".pyi") {
                let written = folder.read(&format!("{game}/typings/aitools/{name}"));
                assert_eq!(written, text(&format!("python/aitools/{name}")));
            }
        }
    }
    folder.write("ants/look.py", "import aitools.ants\nprint(aitools.__spec__.origin)");
    assert_eq!(python(&folder, &["ants/look.py"]).out, "<frozen aitools>\n");
}

#[test]
fn stubs_match_the_modules() {
    let look = "
import ast, importlib, inspect, sys
def names(body):
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name, node
        elif isinstance(node, ast.AnnAssign):
            yield node.target.id, node
for name, file in zip(sys.argv[1::2], sys.argv[2::2]):
    module = importlib.import_module('aitools.' + name)
    for known, node in names(ast.parse(open(file).read()).body):
        if known in ('Place', 'Rectangle', 'Goal', 'Drawable', 'Item'):
            continue
        there = getattr(module, known)
        if isinstance(node, ast.ClassDef):
            for inner, part in names(node.body):
                is_set_later = isinstance(part, ast.FunctionDef) and part.decorator_list and not hasattr(there, inner)
                assert hasattr(there, inner) or is_set_later, (name, known, inner)
                check = inspect.getattr_static(there, inner, None)
                if isinstance(part, ast.FunctionDef) and inspect.isfunction(check) and inner != '__new__':
                    stub = [arg.arg for arg in part.args.args + [part.args.vararg] * bool(part.args.vararg) + part.args.kwonlyargs]
                    assert list(inspect.signature(check).parameters) == stub, (name, known, inner)
        elif inspect.isfunction(there):
            stub = [arg.arg for arg in node.args.args + [node.args.vararg] * bool(node.args.vararg) + node.args.kwonlyargs]
            stub += [node.args.kwarg.arg] if node.args.kwarg else []
            assert list(inspect.signature(there).parameters) == stub, (name, known)
print('complete')
";
    let folder = Folder::with(&[("look.py", look)]);
    let stubs = project().join("python/aitools");
    let mut words = vec!["look.py".to_string()];
    for name in ["tiles", "search", "influence", "combat", "log", "live_info", "draw", "ants"] {
        words.extend([name.to_string(), stubs.join(format!("{name}.pyi")).to_str().unwrap().to_string()]);
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let run = python(&folder, &words);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("complete\n", ""));
}

#[test]
fn stub_matches_the_package() {
    let look = "
import ast, inspect, sys, aitools
stub = {node.name: node for node in ast.parse(open(sys.argv[1]).read()).body if hasattr(node, 'name') and node.name[0] != '_'}
assert sorted(stub) == sorted(aitools.__all__), (sorted(stub), aitools.__all__)
def words(node):
    return [arg.arg for arg in node.args.args + node.args.kwonlyargs]
board, values = stub.pop('Board'), stub.pop('Values')
assert ast.get_docstring(values).startswith(aitools.Values.__doc__)
assert {node.name for node in values.body if isinstance(node, ast.FunctionDef)} <= set(vars(aitools.Values))
for name, node in stub.items():
    assert list(inspect.signature(getattr(aitools, name)).parameters) == words(node), name
    assert ast.get_docstring(node).startswith(getattr(aitools, name).__doc__), name
inside = {node.name: node for node in board.body if isinstance(node, ast.FunctionDef) and node.name[0] != '_'}
assert sorted(inside) == sorted(name for name in vars(aitools.Board) if name[0] != '_')
for name, node in inside.items():
    there = getattr(aitools.Board, name)
    assert ast.get_docstring(node) == there.__doc__, name
    if callable(there):
        assert list(inspect.signature(there).parameters) == words(node), name
print('complete')
";
    let folder = Folder::with(&[("look.py", look)]);
    let stub = project().join("python/aitools/__init__.pyi");
    let run = python(&folder, &["look.py", stub.to_str().unwrap()]);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("complete\n", ""));
}

#[test]
fn an_ai_searches_its_map_in_each_turn() {
    let ai = "
from classes import *
import aitools
assert not hasattr(aitools, 'x') and aitools.path is not len
try:
    aitools.Board.x = 1
except TypeError:
    pass
else:
    assert False
base = roundState.getBase()
x, y = base.getPosition()
steps = aitools.distances(roundState, base)
assert steps[x][y] == 0 and aitools.Board(roundState).distances(base) == steps
way = aitools.path(roundState.getMap(), base, next(group for group in aitools.components(roundState) if (x, y) in group)[-1])
assert way[0] == (x, y) and len(way) > 1
aitools.x, aitools.path = 1, len
print('complete')
";
    let folder = Folder::with(&[("ai.py", ai)]);
    folder.json("ai.py Dummy Dummy Dummy --rounds 4 --no-replay");
    let log = folder.read("ai.log");
    assert_eq!(log.matches("complete").count(), 4, "{log}");
    assert!(!log.contains("Traceback"), "{log}");
}

/// Chapter 2.2 of the thesis: the entities stand alone, and only the last layer knows a game.
#[test]
fn modules_import_only_those_below_them() {
    let allowed = |name: &str| -> &[&str] {
        match name {
            "tiles" | "log" => &[],
            "search" => &["tiles", "log"],
            "influence" => &["tiles", "search", "log"],
            "combat" => &["tiles", "search", "influence", "log"],
            "draw" => &["tiles", "log"],
            "ants" => &["tiles", "search", "influence", "combat", "log", "live_info", "draw"],
            "live_info" => &["tiles", "log"],
            _ => &[],
        }
    };
    let mut seen = BTreeSet::new();
    for entry in fs::read_dir(project().join("python/aitools")).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let Some(name) = file.strip_suffix(".py").or_else(|| file.strip_suffix(".pyi")) else { continue };
        let text = text(&format!("python/aitools/{file}"));
        assert!(text.starts_with("\"\"\""), "{file} says what it is for");
        for line in text.lines().map(str::trim_start) {
            if let Some(rest) =
                line.strip_prefix("from aitools.").or_else(|| line.strip_prefix("import aitools."))
            {
                let imported = rest.split([' ', '.', ',']).next().unwrap();
                assert!(allowed(name).contains(&imported), "{file} imports {imported}");
            }
            assert!(
                !line.starts_with("from aitools import") && !line.starts_with("from . "),
                "{file}: {line}"
            );
            let is_game = ["import ants", "from ants", "import classes", "from classes"];
            assert!(!is_game.iter().any(|words| line.starts_with(words)), "{file}: {line}");
        }
        if name != "ants" && name != "live_info" {
            assert!(
                !text.to_lowercase().contains("hill_list") && !text.contains("ants.map"),
                "{file} knows a game"
            );
        }
        seen.insert(name.to_string());
    }
    for name in &seen {
        let is_both =
            ["py", "pyi"].iter().all(|end| project().join(format!("python/aitools/{name}.{end}")).exists());
        assert!(is_both, "{name} has a module and stubs");
    }
    assert!(seen.contains("tiles") && seen.contains("ants"));
}

/// Reads a map of the ant war.
fn map_of(name: &str, is_torus: bool) -> PassabilityMap {
    let text = fs::read_to_string(project().join(format!("maps/ants/{name}.map"))).unwrap();
    let rows: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("m ")).collect();
    let mut map =
        PassabilityMap::new(Grid::new(rows.len() as u32, rows[0].len() as u32, is_torus).unwrap(), true);
    for (at, sign) in rows.concat().chars().enumerate() {
        map.set_passable(at as u32, sign != '%');
    }
    map
}

#[test]
fn smoothed_paths_on_real_maps_are_at_most_1_15_times_the_best() {
    let (mut scratch, mut worst_raw, mut compared) = (Scratch::default(), 0.0_f64, 0);
    let mut chance = ChaCha8Rng::seed_from_u64(1);
    for (name, is_torus) in [("caves", true), ("caves", false), ("labyrinth", true), ("warren2", true)] {
        let map = map_of(name, is_torus);
        let free: Vec<u32> = map.all().filter(|at| map.is_passable(*at)).collect();
        for (kind, size) in [Crossing::Centered, Crossing::Corner]
            .into_iter()
            .flat_map(|kind| [10, 14, 20].map(|size| (kind, size)))
        {
            let mut hierarchy = Hierarchy::new(Clustering::new(map.grid(), size, kind).unwrap());
            hierarchy.update(&map, usize::MAX);
            for _ in 0..60 {
                let [start, goal] = [(); 2].map(|()| free[chance.random_range(0..free.len())]);
                let options = PathOptions::default();
                let Some(best) = a_star(&map, &mut scratch, start, goal, &options).map(|path| path.len() - 1)
                else {
                    continue;
                };
                let found = hierarchy.search(&map, &mut scratch, start, goal, &options).unwrap();
                let smoothed = smooth(&map, &mut scratch, &found, 40, false, None);
                assert!(
                    (smoothed.len() - 1) * 100 <= best * 115,
                    "{name}, {kind:?} {size}, {start} to {goal}"
                );
                worst_raw = worst_raw.max((found.len() - 1) as f64 / best.max(1) as f64);
                compared += 1;
            }
        }
    }
    assert!(compared > 1000 && worst_raw > 1.3, "{compared} pairs, {worst_raw}");
}

//! Python bots for the ant war: how a file provides its bot, the data that the bot gets, and the effects of its errors.
#![cfg(target_os = "linux")]

use crate::common;

use common::{Folder, Run};
use serde_json::Value;

/// Returns the result of a short match of this file against `Hold`, and the file's log.
fn played(text: &str, more: &str) -> (Value, String) {
    let folder = Folder::with(&[("bot.py", text)]);
    let words = ["play", "ants", "bot.py", "Hold", "--seed", "5", "--no-replay", "--json", "--quiet"];
    let words: Vec<&str> = words.into_iter().chain(more.split_whitespace()).collect();
    let turns: &[&str] = if more.contains("--turns") { &[] } else { &["--turns", "6"] };
    let run = Run::of(folder.command(&words).args(turns).output().unwrap());
    assert_eq!(run.status, 0, "{}", run.err);
    (serde_json::from_str(&run.out).unwrap(), folder.read("bot.log"))
}

fn scores(result: &Value) -> Vec<i64> {
    result["players"].as_array().unwrap().iter().map(|player| player["score"].as_i64().unwrap()).collect()
}

/// Returns the lines of a log without headings, which contain times and rounds.
fn printed(log: &str) -> Vec<&str> {
    log.lines().filter(|line| !line.starts_with("=== ")).collect()
}

const COUNTS: &str = "    def do_setup(self, ants):
        print('setup', ants.turn, ants.rows, ants.cols, ants.turns, ants.turntime, ants.loadtime)
    def do_turn(self, ants):
        print(ants.turn, ants.my_ants(), ants.my_hills(), ants.hill_list)
    def do_end(self, ants, scores, status):
        print('end', scores, status)
";

#[test]
fn bot_is_passed_to_run_or_found_by_class() {
    let setup = "setup 0 48 48 6 1000 20000";
    let handed = format!(
        "from ants import *\nclass A:\n{COUNTS}class B(A): pass\nprint('begins')\nAnts.run(A())\nprint('never')\n"
    );
    let usual = format!("class Other:\n    def do_turn(self, ants): pass\nclass MyBot:\n{COUNTS}");
    let only = format!("import ants\nclass Whatever:\n{COUNTS}print('runs', __name__)\n");
    for (text, first) in [(&handed, Some("begins")), (&usual, None), (&only, Some("runs __main__"))] {
        let (result, log) = played(text, "--start-time 20");
        // The bots give no orders, so a note follows.
        let lines = printed(log.split("=== Notes ===").next().unwrap_or_default());
        let expected: Vec<&str> = first.into_iter().chain([setup]).collect();
        assert_eq!(lines[..expected.len()], expected, "{log}");
        assert_eq!(lines.len(), expected.len() + 7, "{log}");
        assert!(lines[expected.len()].starts_with("1 [("), "{log}");
        assert_eq!(*lines.last().unwrap(), "end [1, None] ['survived', None]", "{log}");
        assert!(log.contains("=== After the match ===\nend "), "{log}");
        assert_eq!((scores(&result), result["repeatable"].as_bool()), (vec![1, 1], Some(true)), "{result}");
    }
}

#[test]
fn file_without_a_bot_gets_a_hint() {
    for (text, words) in [
        ("x = 1\n", "the file has no bot: write a class MyBot with do_turn(self, ants)"),
        (
            "class MyBot:\n    def do_trun(self, ants): pass\n",
            "class MyBot has no do_turn(self, ants); it has do_trun: rename it to do_turn",
        ),
        ("class Bot:\n    def doTurn(self, ants): pass\n", "it has doTurn: rename it to do_turn"),
        (
            "from ants import *\nclass Bot:\n    def turn(self, ants): pass\nAnts.run(Bot())\n",
            "Ants.run takes an object with do_turn(ants), not Bot; it defines only turn",
        ),
        ("class A:\n    def do_turn(self, ants): pass\nclass B(A): pass\n", "several classes have do_turn"),
        ("from ants import *\nAnts.run(7)\n", "Ants.run takes an object with do_turn(ants), not int"),
    ] {
        let (result, log) = played(text, "");
        assert!(log.contains(words), "{log}");
        assert_eq!(scores(&result), [0, 3], "it is removed: {result}");
    }
    // The base class is in another file.
    let base = "from base import Base, Other\nclass Mine(Base):\n    def name(self): return 'mine'\n";
    let text = "class Base:\n    def do_turn(self, ants): print(self.name())\nclass Other(Base): pass\n";
    let folder = Folder::with(&[("bot.py", base), ("base.py", text)]);
    let run = folder.play("ants bot.py Hold --seed 5 --no-replay --turns 3");
    assert_eq!(folder.read("bot.log").matches("mine\n").count(), 3, "{}", run.err);
    let twice = "from ants import *\nclass MyBot:\n    def do_turn(self, ants): Ants.run(self)\n";
    assert!(played(twice, "").1.contains("RuntimeError: Ants.run has a bot already"));
}

/// The values are those of the contest's module.
#[test]
fn module_matches_the_contest_s() {
    let script = "\
import ants, sys
from ants import *
board = Ants()
board.setup('turn 0\\nloadtime 3000\\nturntime 1000\\nrows 7\\ncols 10\\nturns 9\\nviewradius2 5\\nattackradius2 5\\nspawnradius2 1\\nplayer_seed 42\\nready')
board.update('turn 1\\nw 1 1\\nh 0 0 0\\nh 3 3 1\\na 0 0 0\\na 3 4 1\\nf 2 2\\nd 2 2 0\\nd 5 5 1\\nd 5 5 0\\ngo')
print(board.turn, board.player_seed, board.loadtime, board.my_hills(), board.enemy_hills(), board.my_ants(), board.enemy_ants(), board.food())
print(dict(board.dead_list), board.map[2][2] == FOOD, board.map[5][5] == DEAD, board.map[1][1] == WATER)
print(board.destination((0, 0), 'n'), board.destination((6, 9), 'e'), board.distance((0, 0), (6, 9)), board.distance((1, 1), (4, 6)))
print([board.direction((0, 0), to) for to in [(0, 0), (1, 9), (3, 5), (4, 4), (6, 0)]])
print(board.passable((1, 1)), board.unoccupied((2, 2)), board.unoccupied((5, 5)), board.unoccupied((0, 0)))
print(sum(board.visible((row, col)) for row in range(7) for col in range(10)), board.visible((6, 8)), board.visible((3, 0)))
print(board.render_text_map(), end='')
for order in [((0, 0), 'e'), ((0, 0), 'n'), ((1, 1), 'n'), ((0, 0), 'up')]:
    board.issue_order(order)
print(ants.ordered(), ants.ordered())
board.update('turn 2\\na 0 1 0\\ngo')
print(board.turn, board.food(), board.map[2][2] == LAND, board.map[1][1] == WATER, board.my_ants(), board.hill_list)
print(MAP_RENDER[WATER], MAP_RENDER[FOOD], MAP_RENDER[LAND], MAP_RENDER[DEAD], MAP_RENDER[3], BEHIND[RIGHT['n']], LEFT['n'], AIM['w'])
print(sqrt(4), defaultdict, random.Random(1).random() < 1, time.time() > 0)
";
    let expected = "\
1 42 3000 [(0, 0)] [((3, 3), 1)] [(0, 0)] [((3, 4), 1)] [(2, 2)]
{(2, 2): [0], (5, 5): [1, 0]} True True True
(6, 0) (6, 0) 2 8
[[], ['s', 'w'], ['n', 's', 'w', 'e'], ['n', 'e'], ['n']]
False False True False
21 True False
# a.........
# .%........
# ..*.......
# ....b.....
# ..........
# .....!....
# ..........
['o 0 0 e', 'o 0 0 n', 'o 1 1 n', 'o 0 0 up'] []
2 [] True True [(0, 1)] {}
% * . ! d w w (0, -1)
2.0 <class 'collections.defaultdict'> True True
";
    let folder = Folder::with(&[("s.py", script)]);
    let run = Run::of(folder.command(&["python", "s.py"]).output().unwrap());
    assert_eq!((run.out.as_str(), run.err.as_str()), (expected, ""));
}

#[test]
fn invalid_order_is_reported_with_its_line() {
    let bot = "\
from ants import *
class MyBot:
    def do_turn(self, ants):
        self.order(ants, ants.my_ants()[0], 'up')
        ants.issue_order(((1, 1), 'n'))
    def order(self, ants, ant, way):
        ants.issue_order((ant, way))
";
    let (result, log) = played(bot, "--turns 1");
    assert!(log.contains("up # invalid direction (bot.py:4 → bot.py:7)"), "{log}");
    assert!(log.contains("o 1 1 n # not player ant (bot.py:5)"), "{log}");
    assert_eq!(result["players"][0]["refused"], 2, "{result}");
    assert_eq!(scores(&played(bot, "--strict").0), [0, 3]);
}

#[test]
fn error_costs_the_match_without_keep_going() {
    let fails = "class MyBot:\n    def do_turn(self, ants):\n        print(ants.turn)\n        if ants.turn == 2: ants.food()[99]\n";
    let (result, log) = played(fails, "");
    assert_eq!((scores(&result), printed(&log)[..2].to_vec()), (vec![0, 3], vec!["1", "2"]), "{log}");
    assert!(log.contains("line 4, in do_turn") && !log.contains("=== Round 3"), "{log}");
    let (result, log) = played(fails, "--keep-going");
    assert_eq!(scores(&result), [1, 1], "{log}");
    assert!(log.contains("=== Round 6"), "{log}");
    let hangs = "class MyBot:\n    def do_turn(self, ants):\n        print(ants.turn)\n        while ants.turn == 2: pass\n";
    let (result, log) = played(hangs, "--turn-time 1.5");
    assert_eq!(
        (scores(&result), result["players"][0]["faults"][0]["kind"].as_str()),
        (vec![0, 3], Some("timeout")),
        "{log}"
    );
    let (result, log) = played(hangs, "--turn-time 1.5 --keep-going");
    assert_eq!(scores(&result), [1, 1], "{log}");
    assert!(printed(&log).contains(&"6"), "{log}");
}

#[test]
fn first_turn_includes_the_load_time() {
    let slow = "import time\ntime.sleep(3)\nclass MyBot:\n    def do_turn(self, ants): print(ants.turn)\n";
    let (result, log) = played(slow, "--turn-time 2 --start-time 60");
    assert_eq!(result["players"][0]["faults_total"], 0, "{log}");
    let (result, _) = played(slow, "--turn-time 0.3 --start-time 0.3");
    assert_eq!(result["players"][0]["faults"][0]["kind"], "timeout", "{result}");
}

/// All players receive the same seed, and Python's `random` is seeded with it.
#[test]
fn random_is_seeded_with_the_player_seed() {
    let bot = "\
import random
first = random.random()
class MyBot:
    def do_setup(self, ants): print(first == random.Random(ants.player_seed).random())
    def do_turn(self, ants): print(random.random())
";
    let (first, log) = played(bot, "");
    assert_eq!(printed(&log)[0], "True", "{log}");
    assert_eq!(printed(&log), printed(&played(bot, "").1));
    assert_eq!(first["repeatable"], true);
    let asks = "class MyBot:\n    def do_turn(self, ants): ants.time_remaining()\n";
    assert_eq!(played(asks, "").0["players"][0]["unseeded"][0], "clock");
}

#[test]
fn first_bot_of_wag_new_beats_random() {
    let folder = Folder::with(&[]);
    assert_eq!(Run::of(folder.command(&["new", "ants", "bot"]).output().unwrap()).status, 0);
    let words =
        ["play", "ants", "bot/myAnts.py", "Random", "--seed", "4", "--no-replay", "--json", "--quiet"];
    let run = Run::of(folder.command(&words).output().unwrap());
    let result: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (result["players"][0]["place"].as_i64(), result["repeatable"].as_bool()),
        (Some(1), Some(true)),
        "{result}"
    );
}

const DRAWS: &str = "class MyBot:
    def do_turn(self, ants):
        draw = ants.overlay
        draw.set_fill_color(255, 0, 0, 0.5)
        draw.set_line_color(0, 0, 255)
        draw.set_line_width(2)
        draw.arrow((1, 1), (5, 1.5))
        draw.line((46, 46), (2, 2))
        draw.circle((9, 9), 2.5, True)
        draw.rect((12, 12), 3, 2)
        draw.star((20, 20), 1, 2, 5, fill=True)
        draw.tile((3, 4))
        draw.tile_border((4, 4), 'TL')
        draw.tile_sub_tile((5, 4), 'MM')
        draw.layer('missions')
        draw.route_plan((6, 4), ['n', 'n', 'e'])
        draw.layer()
        draw.note((3, 4), 'Turn %d,\\n<r:5 c:4>' % ants.turn)
        draw.note([3, 5], ' '.join(['<r:10 c:4>'] * 60))
        if ants.turn == 2:
            draw.circle((1, 1), -1)
";

#[test]
fn a_bot_draws_over_the_board() {
    let folder = Folder::with(&[("bot.py", DRAWS)]);
    let play = [
        "play",
        "ants",
        "bot.py",
        "Hold",
        "--seed",
        "5",
        "--turns",
        "3",
        "--json",
        "--quiet",
        "--replay",
        "drawn.wag",
    ];
    let run = Run::of(folder.command(&play).output().unwrap());
    assert_eq!(run.status, 0, "{}", run.err);
    let log = folder.read("bot.log");
    assert!(log.contains("v circle 1 1 -1 false # incorrectly formatted drawing"), "{log}");
    assert!(log.contains("(bot.py:21)"), "{log}");
    assert_eq!(Run::of(folder.command(&["replay", "verify", "drawn.wag"]).output().unwrap()).status, 0);
    let film = Run::of(folder.command(&["replay", "export", "drawn.wag", "--json"]).output().unwrap()).out;
    let first = film.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()).find_map(|line| {
        let events = line["events"].as_array()?;
        events.iter().find(|event| event["type"] == "drawn").cloned()
    });
    let expected = [
        "v setFillColor 255 0 0 0.5",
        "v setLineColor 0 0 255 1.0",
        "v setLineWidth 2",
        "v arrow 1 1 5 1.5",
        "v line 46 46 2 2",
        "v circle 9 9 2.5 true",
        "v rect 12 12 3 2 false",
        "v star 20 20 1 2 5 true",
        "v tile 3 4",
        "v tileBorder 4 4 TL",
        "v tileSubTile 5 4 MM",
        "v setLayer missions",
        "v routePlan 6 4 nne",
        "v setLayer -",
        "i 3 4 Turn 1, <r:5 c:4>",
    ];
    // A long note is split into several lines, which are read as one.
    let many = ["<r:10 c:4>"; 60].join(" ");
    let (one, other) = many.split_at(many.len() * 44 / 60);
    let notes = [format!("i 3 5 {}", one.trim()), format!("i 3 5 {}", other.trim())];
    let expected: Vec<&str> = expected.into_iter().chain(notes.iter().map(String::as_str)).collect();
    let expected = serde_json::json!({"type": "drawn", "seat": 1, "lines": expected});
    assert_eq!(first, Some(expected), "{film}");
}

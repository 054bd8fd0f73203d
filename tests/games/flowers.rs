//! The flower farm from the user's point of view: good and bad Python files, and the examples of the documents.
#![cfg(target_os = "linux")]

use crate::common;

use common::{Folder, project};
use serde_json::Value;
use std::fs;

fn first_ai() -> String {
    fs::read_to_string(project().join("python/flowers/bot.py")).unwrap()
}

/// Returns a file that answers with these expressions, one in each round, then passes.
fn answers(expressions: &[&str]) -> String {
    let answer =
        |(round, expression): (usize, &&str)| format!("    if n == {}: return {expression}\n", round + 1);
    let lines: String = expressions.iter().enumerate().map(answer).collect();
    format!("n = 0\ndef bot_input(dto):\n    global n\n    n += 1\n{lines}")
}

/// Plays such a file against a player that passes. Returns its log by round.
fn rounds_of(file: &str, options: &str) -> Vec<String> {
    let folder = Folder::with(&[("a.py", file), ("still.py", "")]);
    let result =
        folder.json(&format!("flowers a.py still.py --seed 1 --board picture --log plain {options}"));
    assert_eq!(result["rounds"], 6, "{result}");
    let log = folder.read("a.log");
    log.split("=== Round ").skip(1).map(|part| part.split_once('\n').unwrap().1.to_string()).collect()
}

#[test]
fn first_ai_beats_the_first_opponent_and_has_a_log() {
    let folder = Folder::with(&[("bot.py", &first_ai())]);
    let result = folder.json("flowers bot.py Sower --seed 3");
    let player = |seat: usize| &result["players"][seat];
    assert_eq!(
        (player(0)["place"].as_u64(), player(1)["points"].as_i64()),
        (Some(1), Some(50000)),
        "{result}"
    );
    assert_eq!(player(0)["name"], "TEAM 1");
    let log = folder.read("TEAM 1.log");
    assert!(log.contains("=== Round 4 ") && log.contains("*** harvests (0,0) for 8000 ***"), "{log}");
}

/// The examples of the contest's text, with their effects.
#[test]
fn the_examples_of_the_contest_play() {
    let report = rounds_of(
        &answers(&[
            "InputAction('C', [Action(0, 0, 0, 5), Action(0, 0, 0, 2)]).toJSON()",
            "InputAction('F', [Action(x=6, y=6)]).toJSON()",
            "InputAction('H', [Action(x=6, y=6)]).toJSON()",
            "InputAction('P', [Action(cardId=5, x=0, y=0)]).toJSON()",
            "InputAction('W', [Action(amount=2, x=0, y=0)]).toJSON()",
            "InputAction('M', [Action(x=4, y=5)]).toJSON()",
        ]),
        "--rounds 6",
    );
    for (round, words) in [
        "*** buys 5 Water, 2 Water ***",
        "*** has no fertilizer ***",
        "*** harvests nothing ***",
        "*** Skipped: entry 1, (0,0): none of these cards is left ***",
        "*** Skipped: entry 1, (0,0): the field has no plant ***",
        "*** fails to take (4,5) with a mole: none of these cards is left ***",
    ]
    .iter()
    .enumerate()
    {
        assert!(report[round].contains(words), "round {}: {}", round + 1, report[round]);
    }
    let report = rounds_of(
        &answers(&[
            "InputAction('L', [Action(x=8, y=0)]).toJSON()",
            "Actions.append(InputAction('L', None)).toJSON()",
            "InputAction('C', [Action(cardId=0, amount=-1)]).toJSON()",
            "InputAction('C', [Action(cardId=8, amount=1)]).toJSON()",
            "InputAction('M', [Action(x=4, y=5), Action(x=1, y=5)]).toJSON()",
            "InputAction('L', [Action(x=1, y=0), Action(x=0, y=1)]).toJSON()",
        ]),
        "--rounds 6",
    );
    for (round, words) in [
        "*** No effect: buying land, entry 1: X and Y must be 0 to 7 ***",
        "NameError: name 'Actions' is not defined",
        "*** No effect: buying cards, entry 1: the amount is less than 0 ***",
        "*** No effect: buying cards, entry 1: there is no such card; cards are 0 to 6 ***",
        "*** No effect: the mole: the action takes exactly one entry ***",
        "*** No effect: buying land, entry 2: the cost is higher than the player's gold ***",
    ]
    .iter()
    .enumerate()
    {
        assert!(report[round].contains(words), "round {}: {}", round + 1, report[round]);
    }
    assert!(report[1].contains("*** misses an action ***"), "{}", report[1]);
}

#[test]
fn answer_can_be_text_an_action_or_none() {
    let report = rounds_of(
        &answers(&[
            "InputAction('L', None)",
            "None",
            "'{}'",
            "'hello'",
            "['L']",
            "InputAction('C', [Action(cardid=3, amount=2)])",
        ]),
        "--rounds 6",
    );
    for (round, words) in [
        "the list of entries is missing or empty",
        "*** passes ***",
        "*** passes ***",
        "*** No action: the action is not a JSON object ***",
        "TypeError: bot_input returns the JSON text of an InputAction, an InputAction or None, not ['L']",
        "*** buys 2 Anemone ***",
    ]
    .iter()
    .enumerate()
    {
        assert!(report[round].contains(words), "round {}: {}", round + 1, report[round]);
    }
}

#[test]
fn a_misspelt_entry_point_is_named_before_the_match() {
    let report = |text: &str| {
        let folder = Folder::with(&[("bot.py", text), ("kit.py", "def bot_input(dto): pass\n")]);
        folder.play("flowers bot.py Gardener --rounds 2 --no-replay").err
    };
    let missing = "Warning: bot.py has no function bot_input(dto), so it passes in every round; ";
    let err = report("def botInput(dto):\n    return None\n");
    assert!(err.contains(&format!("{missing}it has botInput: rename it to bot_input\n")), "{err}");
    let err = report("def plan(dto):\n    return None\nclass Bot: pass\n");
    assert!(err.contains(&format!("{missing}it defines only plan, Bot\n")), "{err}");
    assert!(report("x = 1\n").contains(&format!("{missing}it defines nothing\n")));
    for fine in ["from kit import *\n", "from kit import bot_input\n", "bot_input = lambda dto: None\n"] {
        assert!(!report(fine).contains("Warning"), "{fine}");
    }
}

/// Prints its view, and shows that its globals persist.
const LOOKS: &str = "\
from flowers import *
import flowers
seen = []
def bot_input(dto):
    seen.append(dto.daysTillRain)
    assert isinstance(dto, DTO) and isinstance(dto, flowers.DTO)
    assert [len(dto.tiles), len(dto.source.tiles), len(dto.enemy.tiles)] == [64, 1, 1]
    assert [(tile.x, tile.y) for tile in dto.tiles[:2]] == [(0, 0), (0, 1)]
    assert [card.cardId for card in dto.enemy.cards] == [2, 1, 0, 3, 4, 5, 6]
    home, enemy = dto.source.tiles[0], dto.enemy.tiles[0]
    print(seen, (home.x, home.y), (enemy.x, enemy.y), dto.source.gold, home.plantDTO)
    if len(seen) == 1:
        return InputAction('C', [Action(cardId=6, amount=1), Action(amount=1)])
    if len(seen) == 2:
        return InputAction('P', [Action(home.x, home.y, 6)])
    if len(seen) == 3:
        assert (home.bIsPlanted, home.plantDTO.goldWorth, home.plantDTO.daysToRot) == (True, 8000, 3)
        mine = next(tile for tile in dto.tiles if (tile.x, tile.y) == (home.x, home.y))
        assert (mine.plantDTO.plantId, mine.plantDTO.goldWorth) == (6, 0)
        return InputAction('W', [Action(home.x, home.y, amount=1)]).toJSON()
    return InputAction('H', []).toJSON()
";

#[test]
fn state_has_the_contest_s_classes_on_either_seat() {
    let folder = Folder::with(&[("a.py", LOOKS)]);
    let result = folder.json("flowers x=a.py y=a.py --rounds 4");
    for seat in 0..2 {
        assert_eq!(result["players"][seat]["points"], 8000, "{}", folder.read("x.log"));
    }
    assert!(
        folder
            .read("x.log")
            .contains("[9, 8, 7, 6] (0, 0) (7, 7) 1200 Plant(plantId=6, goldWorth=8000, waterNeeded=0")
    );
    assert!(folder.read("y.log").contains("[9, 8] (7, 7) (0, 0) 1200 Plant(plantId=0"));
}

/// Each exception of a file is a missed action, and the third one loses.
#[test]
fn three_exceptions_lose_whatever_was_harvested() {
    let bad = "n = 0\ndef bot_input(dto):\n    global n\n    n += 1\n    if n in (1, 2, 5): 1 / 0\n";
    let folder = Folder::with(&[("bad.py", bad), ("still.py", "")]);
    let run = folder.play("flowers bad.py still.py --log plain");
    run.tells(&["bad.py (player 1) has missed too many actions and loses."]);
    let log = folder.read("bad.log");
    assert_eq!((log.matches("ZeroDivisionError").count(), log.matches("=== Round").count()), (3, 5), "{log}");
    assert!(log.contains("*** has missed too many actions and loses all points ***"), "{log}");
}

#[test]
fn exiting_player_misses_all_later_actions() {
    let gone = "def bot_input(dto):\n    raise SystemExit\n";
    let broken = "1 / 0\n";
    let folder = Folder::with(&[("gone.py", gone), ("broken.py", broken), ("still.py", "")]);
    for name in ["gone", "broken"] {
        let result = folder.json(&format!("flowers {name}.py still.py"));
        assert_eq!(
            (&result["rounds"], &result["winners"]),
            (&3.into(), &Value::from(vec!["still"])),
            "{name}"
        );
    }
    let run = folder.play("flowers gone.py broken.py");
    run.tells(&["Abandoned in round 2: no player is left; the scores are level."]);
}

/// Returns a file that runs `what` in these rounds, and prints its count of calls in every round.
fn slow_in(rounds: &str, what: &str) -> String {
    format!(
        "n = 0\ndef bot_input(dto):\n    global n\n    n += 1\n    print('call', n)\n    if n in {rounds}:\n{what}"
    )
}

const FOREVER: &str = "        while True: pass\n";

#[test]
fn time_out_misses_the_action_and_the_player_continues() {
    let last = "    if n == 5: return InputAction('C', [Action(cardId=0, amount=1)])\n";
    let folder = Folder::with(&[("slow.py", &(slow_in("(2, 3)", FOREVER) + last)), ("still.py", "")]);
    let result = folder.json("flowers slow.py still.py --turn-time 1 --rounds 6");
    assert_eq!(
        (&result["rounds"], &result["players"][0]["faults_total"]),
        (&6.into(), &2.into()),
        "{result}"
    );
    let log = folder.read("slow.log");
    for line in ["call 3\n", "call 4\n", "*** buys 1 Water ***", "call 6\n"] {
        assert!(log.contains(line), "{log}");
    }
    assert_eq!(log.matches("*** misses an action ***").count(), 2, "{log}");
    assert!(log.contains("(slow.py, line 7)"), "{log}");
    assert!(!log.contains("not restarted"), "{log}");
}

#[test]
fn three_time_outs_lose() {
    let folder = Folder::with(&[("slow.py", &slow_in("(1, 3, 6)", FOREVER)), ("still.py", "")]);
    let result = folder.json("flowers slow.py still.py --turn-time 1");
    assert_eq!((&result["rounds"], &result["winners"]), (&6.into(), &Value::from(vec!["still"])), "{result}");
}

#[test]
fn uninterruptible_player_misses_all_later_actions() {
    let stubborn = "        import time\n        while True:\n            try: time.sleep(60)\n            except BaseException: pass\n";
    let folder = Folder::with(&[("slow.py", &slow_in("(2,)", stubborn)), ("still.py", "")]);
    let result = folder.json("flowers slow.py still.py --turn-time 1");
    assert_eq!((&result["rounds"], &result["winners"]), (&4.into(), &Value::from(vec!["still"])), "{result}");
    let log = folder.read("slow.log");
    assert!(log.contains("; the player is not restarted") && !log.contains("call 3"), "{log}");
}

/// Missed actions count separately in each game.
#[test]
fn missed_actions_are_reset_in_each_training_game() {
    let folder = Folder::with(&[("slow.py", &slow_in("(1, 4, 7, 10)", FOREVER)), ("still.py", "")]);
    folder.json("flowers slow.py still.py --turn-time 1 --rounds 3 --training 4 --until 4");
    assert!(folder.read("slow.log").contains("call 12\n"), "{}", folder.read("slow.log"));
}

#[test]
fn settings_name_the_team_and_choose_the_seat() {
    let team = |number: u8, name: &str| {
        format!("PLAYER_NUM = {number} # mine\nTEAM_NAME = '{name}'\ndef bot_input(dto): pass\n")
    };
    let folder =
        Folder::with(&[("a.py", &team(2, "Alice")), ("b.py", &team(1, "Bob/1")), ("c.py", &team(2, ""))]);
    let names = |words: &str| {
        let result = folder.json(&format!("flowers {words} --rounds 1"));
        let mut players: Vec<&Value> = result["players"].as_array().unwrap().iter().collect();
        players.sort_by_key(|player| player["seat"].as_u64());
        players.iter().map(|player| player["name"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names("a.py b.py"), ["Bob/1", "Alice"]);
    assert_eq!(names("b.py a.py"), ["Bob/1", "Alice"]);
    assert_eq!(names("a.py c.py"), ["Alice", "c"]);
    assert_eq!(names("me=a.py b.py"), ["Bob/1", "me"]);
    assert_eq!(names("a.py Sower"), ["Alice", "Sower"]);
}

#[test]
fn invalid_options_are_reported_in_one_sentence() {
    let folder =
        Folder::with(&[("low.json", r#"{"gold": -5}"#), ("odd.tiles", "(1,1)"), ("ok.tiles", "(1,1) (6,6)")]);
    folder.play("flowers Sower").is_user_error(&["2 players"]);
    folder.play("flowers Sower Sower Sower").is_user_error(&["2"]);
    folder
        .play("flowers Sower Gardener --numbers low.json")
        .is_user_error(&["gold must be a whole number from 0", "-5"]);
    folder
        .play("flowers Sower Gardener --board odd.tiles")
        .is_user_error(&["(1,1) is special, but (6,6) is not"]);
    folder
        .play("flowers Sower Gardener --board (1,2)")
        .is_user_error(&["(1,2) is special, but (6,5) is not"]);
    folder.play("flowers Sower Gardener --board pictur").is_user_error(&["did you mean picture?"]);
    for words in
        ["--board ok.tiles", "--board (1,1)(6,6)", "--numbers {\"gold\":7000}", "--board picture --decide"]
    {
        assert_eq!(folder.play(&format!("flowers Sower Gardener --rounds 3 {words}")).status, 0, "{words}");
    }
}

#[test]
fn replay_is_small_complete_and_verifiable() {
    let folder = Folder::with(&[]);
    let result = folder.json("flowers Estate Gardener --seed 5");
    let replay = result["replay"].as_str().unwrap();
    let bytes = fs::metadata(folder.path().join(replay)).unwrap().len();
    assert!(bytes <= 12 * 1024, "{bytes} bytes");
    let wag = |words: &[&str]| common::Run::of(folder.command(words).output().unwrap());
    assert_eq!(wag(&["replay", "verify", replay]).status, 0);
    wag(&["replay", "show", replay, "--round", "99"]).tells(&["Estate"]);
}

/// Returns the code blocks of docs/en/flowers.md: the info string, and the text.
fn blocks() -> Vec<(String, String)> {
    let page = fs::read_to_string(project().join("docs/en/flowers.md")).unwrap();
    let blocks = page.split("\n```").skip(1).step_by(2);
    blocks
        .map(|block| block.split_once('\n').unwrap())
        .map(|(head, text)| (head.into(), text.into()))
        .collect()
}

/// Writes the files, plays the matches, and checks that the log lines occur in this order.
#[test]
fn examples_of_the_chapter_work() {
    let folder = Folder::with(&[]);
    let mut checked = 0;
    for (head, text) in blocks() {
        if let Some(name) = head.strip_prefix("python file ") {
            folder.write(name, &text);
        } else if let Some(name) = head.strip_prefix("text log ") {
            let log = folder.read(&format!("{name}.log"));
            let mut rest = log.as_str();
            for line in text.lines() {
                let at = rest.find(line).unwrap_or_else(|| panic!("{line} is not in {log}"));
                rest = &rest[at..];
            }
            checked += 1;
        } else if let Some(words) = text.strip_prefix("wag play ").filter(|_| head == "sh") {
            let run = folder.play(&words.replace('\'', ""));
            assert_eq!(run.status, 0, "{words}: {}", run.err);
        }
    }
    assert_eq!(checked, 3);
}

/// The server sends exactly the messages in the document.
#[test]
fn exchange_in_the_chapter_is_exact() {
    use std::io::{BufRead, Read, Write};
    let page = fs::read_to_string(project().join("docs/en/flowers.md")).unwrap();
    let command =
        page.split("An exchange with `wag ").nth(1).and_then(|rest| rest.split('`').next()).unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let folder = Folder::with(&[]);
    let words = format!("{command} --ports {port}");
    let mut command = folder.command(&words.split(' ').collect::<Vec<_>>());
    let mut child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
    let mut report = std::io::BufReader::new(child.stdout.take().unwrap());
    report.read_line(&mut String::new()).unwrap();
    let mut socket = std::net::TcpStream::connect(("127.0.0.1", port)).unwrap();
    let (_, exchange) = blocks().into_iter().find(|(head, _)| head == "text exchange").unwrap();
    for line in exchange.lines() {
        match line.split_at(2) {
            ("> ", said) => socket.write_all(said.as_bytes()).unwrap(),
            (_, heard) => {
                let mut head = [0; 8];
                socket.read_exact(&mut head).unwrap();
                let head = String::from_utf8(head.to_vec()).unwrap();
                let mut body = vec![0; head.parse().unwrap()];
                socket.read_exact(&mut body).unwrap();
                let said = head + &String::from_utf8(body).unwrap();
                assert!(said.starts_with(heard), "{said}");
            }
        }
    }
    drop(socket);
    assert!(child.wait().unwrap().success());
}

/// Its globals persist from game to game. All games but the last are cut off when the given round begins.
const LEARNS: &str = "\
PLAYER_NUM = 1
TEAM_NAME = 'Pupil'
AMOUNT_OF_GAMES = 4
RESTART = True
RESTART_TURN = 3
calls = 0
def bot_input(dto):
    global calls
    calls += 1
    print('call', calls, 'gold', dto.source.gold, 'special', sum(tile.bIsSpecial for tile in dto.tiles))
    if calls == 1:
        return InputAction('C', [Action(cardId=0, amount=1)])
";

#[test]
fn file_persists_over_training_games() {
    let folder = Folder::with(&[("pupil.py", LEARNS)]);
    let train = |words: &str| {
        let words: Vec<&str> = ["train", "flowers"].into_iter().chain(words.split(' ')).collect();
        common::Run::of(folder.command(&words).output().unwrap())
    };
    let run = train("pupil.py Sower --rounds 8 --log-dir .");
    let games: Vec<&str> = run.out.lines().collect();
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(games[0], "Game 1: Pupil 0, Sower 0; games won so far: 0 and 0");
    // The last game continues to its end.
    assert_eq!(games[3], "Game 4: Pupil 0, Sower 5000; games won so far: 0 and 1");
    assert!(games[4].starts_with("14 rounds in "), "{}", run.out);
    let log = folder.read("Pupil.log");
    assert!(log.contains("call 2 gold 4800") && log.contains("call 3 gold 5000"), "{log}");
    assert!(log.contains("call 14 ") && !log.contains("call 15 "), "{log}");
    assert!(!folder.has("saves"));
    let run = train("pupil.py Sower --training 2 --until 6 --rounds 8");
    assert_eq!(
        run.out.lines().next(),
        Some("Game 1: Pupil 0, Sower 2500; games won so far: 0 and 1"),
        "{}",
        run.err
    );
    assert_eq!(run.out.lines().count(), 3, "{}", run.out);
    train("nobody.py Sower").is_user_error(&["there is no file nobody.py"]);
}

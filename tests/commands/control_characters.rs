//! Control characters in strangers' files must not reach the terminal, wherever a command prints something from them. The
//! commands run in a pseudoterminal, because the colour library removes sequences from all other output.

use crate::common;

use common::Folder;
use common::terminal::sent;
use serde_json::{Value, json};
use std::fs;
use wag_replay::forge::{self, Kind};

/// Begins with a word that must appear, as far as the text is shown. It erases the screen, sets the title of the window,
/// hides text, moves the cursor, and changes the direction of writing.
const EVIL: &str = "canary\x1b[2J\x1b]0;title\x07\x1b[8m\x1b[31mred\u{9b}2J\x08\u{202e}";

/// The commands, which are split at blanks. `EVIL` is replaced in the words.
const COMMANDS: [&str; 49] = [
    // Lessons.
    "course check goals.md",
    "course check goals.md --ai ai.py",
    "course check title.md --ai ai.py",
    "course check code.md --ai EVIL.py",
    "course check settings.md",
    "course check board.md",
    "course check EVIL.md",
    // Options of a game.
    "play ai.py --rules rules.json",
    "play ai.py --rules EVIL.json",
    "play ai.py --map EVIL.map",
    "play ai.py --map EVIL --rounds 1",
    "maps board.map",
    "maps EVIL.map",
    // Players.
    "play EVIL.py --rounds 2 --no-replay",
    "play EVIL=ai.py --rounds 2 --no-replay",
    "play EVIL=ai.py --rounds 2 --no-replay --debug",
    "play missing-EVIL.py",
    "check EVIL.py",
    "check ai.py",
    "series EVIL=ai.py ai.py --rounds 2 --games 2",
    "compare EVIL.py ai.py --rounds 2 --games 2",
    "evaluate EVIL.py --rounds 2 --games 1",
    "play tron EVIL.py Roomy",
    // Replays.
    "replay show forged.wag",
    "replay show forged.wag --round 2",
    "replay show EVIL.wag",
    "replay show EVIL-missing.wag",
    "replay verify EVIL-missing.wag",
    "replay export forged.wag --json",
    "replay export forged.wag --html",
    "explain forged.wag",
    "diff forged.wag other.wag",
    "fork forged.wag --from 2 --replay fork.wag",
    "fork forged.wag --from 2 --with ai.py --player EVIL --replay fork.wag",
    "fork forged.wag --from 2 --games 2",
    "debug forged.wag --round 2 --player 1",
    "debug forged.wag --round 2 --player EVIL",
    "debug forged.wag --slowest 3",
    "regress forged.wag --with EVIL.py",
    "regress forged.wag --with still.py --save EVIL-saves",
    "games EVIL",
    // Saved turns.
    "test saved",
    "test EVIL",
    // Tournaments.
    "tournament check class",
    "tournament class/ --into t.db --rounds 2 --games 4",
    "tournament show t.db",
    "tournament show EVIL.db",
    // Arguments.
    "play --EVIL",
    "EVIL",
];

const AI: &str = "from classes import *
base = roundState.getBase()
if base.getResources() >= 50:
    base.createUnitGatherer()
print('EVIL')
for unit in roundState.getUnits():
    unit.moveUnit(Direction.NORTH)
if roundState.getRoundNumber() == 2:
    raise ValueError('EVIL')
";

const LESSON: &str = r#"+++
id = "evil"
minutes = 1
opponents = ["Dummy", "Dummy", "Dummy"]
options = { rounds = 1 MORE }
goals = [{ text = "GOAL", measured = "GOAL", printed = "never" }]
wrong = [{ mistake = "GOAL", replace = [["GOAL", "GOAL"]] }]
+++
# TITLE
BODY

## Hint
HINT

## Start
```python
CODE
```

## Solution
```python
CODE
```
SECTION
"#;

fn lesson(changes: &[(&str, &str)]) -> String {
    let usual = [("MORE", ""), ("SECTION", ""), ("GOAL", "goal"), ("TITLE", "Title"), ("CODE", "pass")];
    changes.iter().chain(&usual).fold(LESSON.to_string(), |text, (name, value)| text.replace(name, value))
}

/// Creates a folder with the files of a stranger.
fn folder() -> Folder {
    let quoted = EVIL.chars().map(|letter| match letter.is_control() || letter == '\u{202e}' {
        true => format!("\\u{:04x}", u32::from(letter)),
        false => letter.to_string(),
    });
    let quoted: String = quoted.collect();
    let ai = AI.replace("EVIL", &quoted);
    let folder = Folder::with(&[("ai.py", &ai), ("still.py", "print('quiet')\n")]);
    for name in ["EVIL.py", "class/EVIL/yourAI.py", "class/anna/EVIL.py", "class/bert/yourAI.py"] {
        folder.write(&name.replace("EVIL", EVIL), &ai);
    }
    folder.write("rules.json", format!("{{\"{quoted}\": 1}}"));
    folder.write("board.map", format!("mapVersion=3\n5\n{EVIL}\n0\n1...2\n.....\n..R..\n.....\n4...3\n"));
    folder.write("goals.md", lesson(&[("GOAL", &quoted)]));
    folder.write("title.md", lesson(&[("TITLE", EVIL), ("BODY", EVIL), ("HINT", EVIL), ("GOAL", &quoted)]));
    folder.write("code.md", lesson(&[("CODE", &ai)]));
    folder.write("settings.md", lesson(&[("MORE", &format!(", \"{quoted}\" = 1"))]));
    folder.write("board.md", lesson(&[("SECTION", &format!("## File map\n```\n{EVIL}\n```\n"))]));
    folder.write(&format!("{EVIL}.md"), "no lesson");
    folder.write(&format!("{EVIL}.map"), "no map");
    folder.write(&format!("{EVIL}.db"), "no tournament");
    folder.json("ai.py Noob Dummy Dummy --rounds 3 --seed 5 --replay r.wag");
    folder.json("ai.py Noob Dummy Dummy --rounds 3 --seed 6 --replay other.wag");
    folder.write("forged.wag", forged(&fs::read(folder.path().join("r.wag")).unwrap()));
    folder.write(&format!("{EVIL}.wag"), fs::read(folder.path().join("forged.wag")).unwrap());
    sent(&folder, &["debug", "r.wag", "--round", "1", "--player", "1", "--save", "saved"]);
    let name = folder.names_in("saved").into_iter().find(|name| name.ends_with(".turn.json")).unwrap();
    let mut turn: Value = serde_json::from_str(&folder.read(&format!("saved/{name}"))).unwrap();
    (turn["player"], turn["sentences"], turn["orders"]) =
        (json!(EVIL), json!([EVIL]), json!([{ "evil": EVIL }]));
    folder.write(&format!("saved/{name}"), turn.to_string());
    folder
}

/// Returns a replay with texts of a stranger in its header.
fn forged(replay: &[u8]) -> Vec<u8> {
    let mut blocks = forge::blocks(replay);
    let mut header: Value = serde_json::from_slice(&blocks[0].body).unwrap();
    for name in ["map", "python", "created", "wag"] {
        header[name] = json!(EVIL);
    }
    for player in header["players"].as_array_mut().unwrap() {
        player["name"] = json!(EVIL);
    }
    blocks[0].body = header.to_string().into_bytes().into();
    // The reader builds the index anew.
    forge::file(blocks.into_iter().filter(|block| block.kind != Kind::Index as u8))
}

/// Returns the length of a sequence that Wag writes: a style, except the one that hides text (8), or a sequence of a
/// progress bar.
fn own_sequence(text: &str) -> Option<usize> {
    if let Some(own) = ["\r", "\x1b[2K", "\x1b[K"].iter().find(|own| text.starts_with(**own)) {
        return Some(own.len());
    }
    let (codes, _) = text.strip_prefix("\x1b[")?.split_once(|letter: char| letter.is_ascii_alphabetic())?;
    let is_own = match text.as_bytes()[2 + codes.len()] {
        b'm' => codes != "8",
        // The progress bar moves to its other lines.
        letter => b"AB".contains(&letter),
    };
    let are_numbers = codes.split(';').all(|code| code.parse::<u8>().is_ok());
    (is_own && are_numbers).then_some(codes.len() + 3)
}

/// Returns a description of the first thing in the output that a stranger may have put there to control the terminal.
fn trick(output: &[u8]) -> Option<String> {
    let Ok(text) = std::str::from_utf8(output) else { return Some("it is not UTF-8".to_string()) };
    // The terminal itself writes a carriage return before each line feed.
    let text = text.replace("\r\n", "\n");
    let is_plain = |letter: char| (!letter.is_control() || "\n\t".contains(letter)) && letter != '\u{202e}';
    let mut rest = text.as_str();
    while let Some(at) = rest.find(|letter| !is_plain(letter)) {
        let found = &rest[at..];
        match own_sequence(found) {
            Some(length) => rest = &found[length..],
            None => return Some(found.chars().take(20).collect()),
        }
    }
    text.contains("\x1b[31mred").then(|| "a stranger's colour".to_string())
}

#[test]
fn no_control_character_of_a_stranger_reaches_the_terminal() {
    let folder = folder();
    let (mut failures, mut unseen) = (Vec::new(), Vec::new());
    for command in COMMANDS {
        let words: Vec<String> = command.split(' ').map(|word| word.replace("EVIL", EVIL)).collect();
        let output = sent(&folder, &words.iter().map(String::as_str).collect::<Vec<_>>());
        let text = String::from_utf8_lossy(&output).into_owned();
        assert!(!text.contains("panicked"), "{command}: {text}");
        if let Some(trick) = trick(&output) {
            failures.push(format!("{command}: {trick:?} in {text:?}"));
        }
        if !text.contains("canary") {
            unseen.push(format!("{command}: {text:?}"));
        }
    }
    let (count, failures, unseen) = (failures.len(), failures.join("\n"), unseen.join("\n"));
    assert!(
        failures.is_empty() && unseen.is_empty(),
        "{count} of {}:\n{failures}\nnothing of the stranger is shown:\n{unseen}",
        COMMANDS.len()
    );
}

#[test]
fn own_colours_reach_the_terminal() {
    let folder = Folder::with(&[]);
    let text = String::from_utf8(sent(&folder, &["play", "missing.py"])).unwrap();
    assert!(text.starts_with("\x1b[1m\x1b[31mwag:\x1b[0m\x1b[0m "), "{text:?}");
    let picture = String::from_utf8(sent(&folder, &["maps", "fortress"])).unwrap();
    assert!(picture.contains("\x1b["), "{picture:?}");
}

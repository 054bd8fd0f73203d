//! Searches the German output of the commands for English words.

use crate::common::{Folder, Run};

/// English words that are neither German words nor names of files, options or players.
const ENGLISH: &str = "the of is are not and with from which what this that has have can't to it by for you your player players \
    line file files match matches turn turns wins won error errors found nothing no or at be there use must its after \
    before than more less nobody takes game exception timeout crash";

/// Marks of lines for other programs, and of the classes that an AI calls, which are the same in every language.
const FOR_PROGRAMS: [&str; 2] = ["RESULT game=", "Not enough resources"];

/// Commands whose output must be German, both errors and results.
const COMMANDS: &str = "
    games
    games gems
    games tron
    games flowers
    games ants
    games warriors map
    games warriors map meadow
    games ants map
    games gems board
    games flowers board
    games nope
    games gems nope
    games tron map
    ladder
    ladder gems
    ladder tron
    ladder play broken.py --rounds 5
    ladder play still.py --matches 1 --rounds 9
    ladder reset
    ladder tron play Straight
    unlock
    unlock tron
    new
    new gems
    new .
    new still.py
    new my
    new ants bots --of Nobody
    play
    play still.py --rounds 0
    play still.py --rounds x
    play still.py --rounds
    play still.py --turn-time x
    play still.py --memory 1
    play still.py --width 3
    play still.py --nope
    play nope.py
    play nope
    play folder
    play .
    play Experd
    play a.py b.py c.py d.py e.py
    play classes.py
    play broken.py --rounds 2
    play lost.py --rounds 2
    play fails.py slow.py ends.py large.py --rounds 5 --turn-time 0.3 --seed 3 --replay x.wag
    play many.py --rounds 3 --seed 3 --no-replay
    play refused.py Noob --rounds 6 --seed 3 --no-replay
    play still.py --rounds 1 --seed 3 --no-replay
    play still.py --rounds 2 --debug --seed 3 --no-replay
    play still.py --map bad.map
    play still.py --map nope
    play still.py --rules bad.json
    play still.py --json --debug
    play gems ref greedy --seed 3 --no-replay
    play gems ref
    play gems ./ends.sh ref --seed 3 --no-replay
    play gems ref ref --board bad.json
    play tron Straight Roomy --seed 3 --no-replay
    play tron Straight
    play tron ./ends.sh Straight --seed 3 --no-replay
    play flowers fails.py Sower --seed 3 --rounds 3 --no-replay
    play ants Forager Hunter --turns 3 --seed 3 --no-replay
    play ants Forager Hunter Random --turns 5
    play tron tcp Straight --start-time 0.2 --seed 3 --no-replay
    series still.py Noob --games 1 --rounds 3 --seed 3
    series fails.py broken.py Noob --games 1 --rounds 3 --seed 3
    series tcp Noob
    compare still.py still.py --max-pairs 2 --rounds 3
    compare still.py
    tournament Noob fails.py broken.py --rounds 3 --games 1 --into t.db --seed 3
    tournament show t.db
    tournament show still.py
    tournament show nope.db
    tournament Noob
    tournament folder
    tune still.py
    tune low.py
    replay show x.wag
    replay show x.wag --round 1
    replay show x.wag --round 999
    replay show still.py
    replay show nope.wag
    replay show folder
    replay verify x.wag
    replay export x.wag --as contest
    watch x.wag
    watch nope.wag
    make warriors map --seed 3 --output m.map
    make ants map --seed 3 --output n.map
    report ants folder
    experiment ants
    check ants bad.map
    python nope.py
    two-player nope
    completions nope
    man still.py
    plya
    play still.py --lang xx
    train flowers Sower Gardener --rounds 3 --games 1";

const FILES: &[(&str, &str)] = &[
    ("still.py", "from classes import *\n"),
    ("fails.py", "import time\nx = 1\nif time.time() > x:\n    1 / 0\n"),
    ("slow.py", "while True:\n    pass\n"),
    ("broken.py", "x = (\n"),
    ("lost.py", "import somewhere\n"),
    ("classes.py", "x = 1\n"),
    ("ends.py", "import os\nos._exit(3)\n"),
    ("large.py", "x = bytearray(10**11)\n"),
    (
        "many.py",
        "import threading, time\nfor i in range(9):\n    threading.Thread(target=time.sleep, args=(9,)).start()\n",
    ),
    (
        "refused.py",
        "from classes import *\nbase = roundState.getBase()\nbase.createUnitGatherer()\nbase.createUnitGatherer\n\
         for unit in roundState.getUnits():\n    unit.moveUnit('north')\n    unit.moveUnit(Direction.NORTH)\n",
    ),
    ("low.py", "PARAMS = {\"x\": (1, 2, 2)}\n"),
    ("bad.map", "mapVersion=3\ntwenty\n"),
    ("bad.json", "{"),
    ("ends.sh", "#!/bin/sh\nexit 3\n"),
];

/// Returns the English words of a line, without quotations, commands and output of Python.
fn english_words(line: &str) -> Vec<String> {
    let is_foreign =
        |line: &str| line.contains("File \"") || FOR_PROGRAMS.iter().any(|mark| line.contains(mark));
    if is_foreign(line) {
        return Vec::new();
    }
    let without = |quote: char, text: &str| text.split(quote).step_by(2).collect::<Vec<_>>().join(" ");
    // The command at the end of a hint.
    let line = line.split(" (wag help ").next().unwrap_or(line);
    let mut text = without('"', &without('`', line));
    if let Some((before, said)) = text.split_once("Error: ") {
        let after = said.rsplit_once(" (").map_or("", |(_, after)| after);
        text = format!("{before} {after}");
    }
    let typed = text.split_whitespace().filter(|word| !word.starts_with("--"));
    let words = typed.flat_map(|word| word.split(|letter: char| !letter.is_alphabetic() && letter != '\''));
    let is_english = |word: &str| ENGLISH.split_whitespace().any(|english| english == word.to_lowercase());
    words.filter(|word| is_english(word)).map(str::to_string).collect()
}

/// Returns whether a line has a plural after 1, as in `1 Runden`. After `von` a plural is correct.
fn has_many_of_one(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(3).any(|part| {
        let many = ["Runden", "Spiele", "Züge", "Siege", "Befehle", "Dateien", "Gleichstände"];
        part[0] != "von" && part[1] == "1" && many.contains(&part[2].trim_end_matches([',', '.', ';']))
    })
}

#[test]
fn german_output_has_no_english() {
    let folder = Folder::with(FILES);
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path().join("ends.sh"), executable).unwrap();
    let mut wrong = Vec::new();
    for command in COMMANDS.lines().map(str::trim).filter(|command| !command.is_empty()) {
        let words: Vec<&str> = command.split(' ').collect();
        let mut command_line = folder.command(&words);
        command_line.env("LANG", "de_DE.UTF-8").env("WAG_HOME", folder.path().join("home"));
        for name in ["LC_ALL", "LC_MESSAGES"] {
            command_line.env_remove(name);
        }
        let run = Run::of(command_line.output().unwrap());
        assert!(!run.out.is_empty() || !run.err.is_empty(), "{command} says nothing");
        for line in run.out.lines().chain(run.err.lines()) {
            let words = english_words(line);
            if !words.is_empty() || has_many_of_one(line) {
                wrong.push(format!("wag {command}: {words:?}: {line}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn english_is_found() {
    assert_eq!(english_words("wag: 0 is not in 1..=1000000"), ["is", "not"]);
    assert!(english_words("in 5 Runden; `wag the file` und \"the file\" mit --no-replay").is_empty());
    assert!(english_words("  File \"a.py\", line 1").is_empty());
    assert_eq!(
        english_words("a: NameError: it is not there (a.py, line 6) [exception]"),
        ["line", "exception"]
    );
    assert!(has_many_of_one("meadow, 1 Runden in 2 s") && !has_many_of_one("1 von 1 Spielen, nach 1 Runde"));
}

//! The examples of the commands, and the pages that say more about them.

use wag_core::game::GameInfo;
use wag_play::game_word;

/// The options of every command.
pub const OWN_OPTIONS: [&str; 3] = ["help", "lang", "version"];

/// The examples of a command.
pub struct Entry {
    /// The names of the command and its subcommand, such as `replay show`.
    path: &'static str,
    /// The page that says more.
    pub topic: Option<&'static str>,
    /// The command lines. `{game}` stands for the word of the game and a space, `{own}` for the file that `wag new` creates,
    /// and `{other}` for an opponent.
    examples: &'static [&'static str],
}

/// The examples of all commands.
#[rustfmt::skip]
const ENTRIES: &[Entry] = &[
    Entry { path: "new", topic: Some("start"), examples: &["wag new {game}my-ai"] },
    Entry { path: "play", topic: Some("start"), examples: &["wag play {game}{own} {other}", "wag play {game}{own} {other} --seed 7 --replay match.wag"] },
    Entry { path: "client", topic: Some("watch"), examples: &["wag client", "wag client match.wag --round 12"] },
    Entry { path: "check", topic: Some("players"), examples: &["wag check {game}{own}"] },
    Entry { path: "explain", topic: Some("explain --page"), examples: &["wag explain", "wag explain match.wag --account"] },
    Entry { path: "course", topic: Some("start"), examples: &["wag course {game}", "wag course {game}1", "wag course {game}check 1"] },
    Entry { path: "course check", topic: None, examples: &["wag course {game}check 1"] },
    Entry { path: "series", topic: Some("improve"), examples: &["wag series {game}{own} {other} --games 100"] },
    Entry { path: "make", topic: Some("maps"), examples: &["wag make map --size 60 -o big.map"] },
    Entry { path: "make map", topic: Some("maps"), examples: &["wag make {game}map --seed 7 -o my.map"] },
    Entry { path: "make board", topic: Some("gems"), examples: &["wag make {game}board --seed 7 -o my.dat"] },
    Entry { path: "debug", topic: None, examples: &["wag debug --round 12", "wag debug match.wag --round 12 --pdb"] },
    Entry { path: "fork", topic: Some("improve"), examples: &["wag fork --from 12 --with new.py --games 20", "wag fork match.wag --from 12"] },
    Entry { path: "regress", topic: Some("debug"), examples: &["wag regress saves/*.wag --with new.py"] },
    Entry { path: "test", topic: Some("debug"), examples: &["wag debug match.wag --round 12 --save tests", "wag test tests"] },
    Entry { path: "audit", topic: Some("sandbox"), examples: &["wag audit match.wag"] },
    Entry { path: "compare", topic: Some("improve"), examples: &["wag compare {game}new.py old.py", "wag compare {game}new.py old.py --against {other} --losses losses"] },
    Entry { path: "evaluate", topic: Some("improve"), examples: &["wag evaluate {game}{own} --against {other}"] },
    Entry { path: "tune", topic: Some("improve"), examples: &["wag tune {game}{own} --pairs 50 -o tuned.py"] },
    Entry { path: "train", topic: Some("train"), examples: &["wag train {game}{own} {other}"] },
    Entry { path: "ladder", topic: None, examples: &["wag ladder {game}", "wag ladder {game}play --games 10"] },
    Entry { path: "ladder play", topic: None, examples: &["wag ladder {game}play --games 10"] },
    Entry { path: "ladder reset", topic: None, examples: &["wag ladder {game}reset --yes"] },
    Entry { path: "unlock", topic: Some("class"), examples: &["wag unlock {game}--all"] },
    Entry { path: "tournament", topic: Some("tournament --page"), examples: &["wag tournament {game}ais/ --games 20 --html table.html", "wag tournament --resume tournament.db"] },
    Entry { path: "tournament show", topic: None, examples: &["wag tournament show tournament.db --ranking ranking.csv"] },
    Entry { path: "tournament check", topic: Some("class"), examples: &["wag tournament check {game}ais/"] },
    Entry { path: "tournament plan", topic: None, examples: &["wag tournament plan {game}ais/ --json"] },
    Entry { path: "tournament add", topic: None, examples: &["wag tournament add results.jsonl"] },
    Entry { path: "games", topic: None, examples: &["wag games", "wag games ants", "wag games warriors map meadow"] },
    Entry { path: "help", topic: None, examples: &["wag help play"] },
    Entry { path: "python", topic: Some("from-python"), examples: &["wag python script.py", "wag python -m unittest"] },
    Entry { path: "maps", topic: None, examples: &["wag maps", "wag maps ring"] },
    Entry { path: "rules", topic: Some("warriors"), examples: &["wag rules > rules.json"] },
    Entry { path: "watch", topic: None, examples: &["wag watch", "wag watch match.wag"] },
    Entry { path: "replay", topic: Some("json"), examples: &["wag replay show match.wag --round 12", "wag replay export match.wag --html -o match.html"] },
    Entry { path: "replay show", topic: Some("watch"), examples: &["wag replay show match.wag --round 12"] },
    Entry { path: "replay verify", topic: Some("json"), examples: &["wag replay verify match.wag"] },
    Entry { path: "replay export", topic: Some("json"), examples: &["wag replay export match.wag --html -o match.html", "wag replay export match.wag --json --frames 10"] },
    Entry { path: "replay import", topic: Some("contest"), examples: &["wag replay import {game}contest.replay -o match.wag"] },
    Entry { path: "diff", topic: Some("watch"), examples: &["wag diff match.wag other.wag"] },
    Entry { path: "host", topic: Some("class-server"), examples: &["wag host school", "wag host school --plain-http"] },
    Entry { path: "host backup", topic: None, examples: &["wag host backup school.zip --folder school"] },
    Entry { path: "host games", topic: Some("class-server"), examples: &["wag host games school --add paint.py", "wag host games school"] },
    Entry { path: "host restore", topic: None, examples: &["wag host restore school.zip school"] },
    Entry { path: "serve", topic: Some("contest"), examples: &["wag serve {game}--against {other}"] },
    Entry { path: "skeleton", topic: Some("contest"), examples: &["wag skeleton {game}client"] },
    Entry { path: "verify", topic: Some("contest"), examples: &["wag verify {game}contest.replay"] },
    Entry { path: "report", topic: Some("contest"), examples: &["wag report {game}replays"] },
    Entry { path: "experiment", topic: None, examples: &["wag experiment {game}"] },
    Entry { path: "doctor", topic: Some("sandbox"), examples: &["wag doctor"] },
    Entry {
        path: "doctor host",
        topic: Some("class-server"),
        examples: &["wag doctor host school", "wag doctor host school --port 8017"],
    },
    Entry { path: "bench", topic: None, examples: &["wag bench {game}--games 1"] },
    Entry { path: "completions", topic: None, examples: &["wag completions bash"] },
    Entry { path: "man", topic: None, examples: &["wag man ~/.local/share/man/man1"] },
];

impl Entry {
    /// Returns the command lines for this game.
    pub fn examples_for(&self, info: &GameInfo) -> Vec<String> {
        let (own, other) = players(info);
        let of_game = |example: &&str| {
            example
                .replace("{game}", &game_word(info))
                .replace("{own}", own)
                .replace("{other}", other)
                .trim_end()
                .to_string()
        };
        self.examples.iter().map(of_game).collect()
    }
}

/// Returns the entry of a command; `None` if it has none.
pub fn entry(path: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.path == path)
}

/// The file of a first player, and a built-in opponent.
fn players(info: &GameInfo) -> (&'static str, &'static str) {
    let own = info.own_player().unwrap_or("bot.py");
    let opponents =
        info.suggested.iter().rev().copied().chain(info.built_in.iter().map(|player| player.name));
    (own, opponents.into_iter().find(|name| *name != "human").unwrap_or(own))
}

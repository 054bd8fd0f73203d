//! The first AIs in the documents win about half of their matches against the weakest opponent, and the first
//! experiments gain as much as the documents say.

use crate::common;

use common::{Folder, Run, project};
use serde_json::Value;
use std::fs;

/// A change of a line, and the number of wins in [`GAMES`] matches with it.
struct Experiment {
    from: &'static str,
    to: &'static str,
    wins: usize,
}

/// A first AI: its name, its wins without changes, the documents that state them, and the experiments.
struct FirstAi {
    name: &'static str,
    wins: usize,
    documents: &'static [&'static str],
    experiments: &'static [Experiment],
}

const GAMES: usize = 12;
const OWN_RESOURCE: &str = "default=(x, y))\n    if [gx, gy] in resources: resources.remove([gx, gy])\n";

const FIRST_AIS: &[FirstAi] = &[
    FirstAi {
        name: "first",
        wins: 6,
        documents: &["README.md"],
        experiments: &[
            Experiment { from: "< 6", to: "< 10", wins: 12 },
            Experiment { from: "< 0.25", to: "< 0.1", wins: 11 },
            Experiment { from: "default=(x, y))\n", to: OWN_RESOURCE, wins: 12 },
        ],
    },
    FirstAi {
        name: "yourAI",
        wins: 5,
        documents: &["python/new/README.md", "python/new/de/README.md"],
        experiments: &[
            Experiment { from: "< 5", to: "< 10", wins: 12 },
            Experiment { from: "< 0.1", to: "< 0.02", wins: 8 },
        ],
    },
];

impl FirstAi {
    fn text(&self) -> String {
        if self.name == "first" {
            let readme = read("README.md");
            let (_, rest) = readme.split_once("```python\n").expect("there is Python in the README");
            return rest.split_once("```").expect("it ends").0.to_string();
        }
        read("yourAI.py")
    }

    /// Returns the text with a change, which must apply exactly once.
    fn changed(&self, experiment: &Experiment) -> String {
        let text = self.text();
        assert_eq!(text.matches(experiment.from).count(), 1, "{}: {}", self.name, experiment.from);
        text.replace(experiment.from, experiment.to)
    }
}

fn read(name: &str) -> String {
    fs::read_to_string(project().join(name)).unwrap()
}

fn folder(ai: &FirstAi, text: &str) -> Folder {
    let functions = read("yourFunctions.py");
    Folder::with(&[(&format!("{}.py", ai.name), text), ("yourFunctions.py", &functions)])
}

/// Returns the number of matches of a series that an AI wins.
fn wins(ai: &FirstAi, text: &str) -> usize {
    let folder = folder(ai, text);
    let (file, games) = (format!("{}.py", ai.name), GAMES.to_string());
    let words = ["series", &file, "Noob", "Noob", "Noob", "--games", &games, "--seed", "1", "--json"];
    let run = Run::of(folder.command(&words).output().unwrap());
    let result: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
    let played = result["played"].as_array().unwrap();
    assert_eq!(played.len(), GAMES);
    let is_won = |game: &&Value| {
        let seats = game["seats"].as_array().unwrap();
        let seat = seats.iter().position(|seat| seat == ai.name).unwrap();
        let places = game["places"].as_array().unwrap();
        places[seat] == 1 && places.iter().filter(|place| **place == 1).count() == 1
    };
    played.iter().filter(is_won).count()
}

#[test]
#[ignore = "takes minutes: 84 whole matches"]
fn first_ais_win_as_often_as_the_documents_say() {
    for ai in FIRST_AIS {
        assert_eq!(wins(ai, &ai.text()), ai.wins, "{} as it is", ai.name);
        for experiment in ai.experiments {
            let message = format!("{} with {}", ai.name, experiment.to);
            assert_eq!(wins(ai, &ai.changed(experiment)), experiment.wins, "{message}");
        }
    }
}

/// Returns the number in the last cell of each row of the table of experiments.
fn numbers(document: &str) -> Vec<usize> {
    let text = read(document);
    let from = text.find("| wins of 12 |").or_else(|| text.find("| Siege von 12 |")).expect("a table");
    let rows = text[from..].lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_end_matches(['|', ' ']).rsplit(' ').next().unwrap().parse().unwrap()).collect()
}

#[test]
fn documents_have_these_numbers_and_applicable_changes() {
    for ai in FIRST_AIS {
        let expected: Vec<usize> =
            [ai.wins].into_iter().chain(ai.experiments.iter().map(|experiment| experiment.wins)).collect();
        for document in ai.documents {
            assert_eq!(numbers(document), expected, "{document}");
        }
        for experiment in ai.experiments {
            ai.changed(experiment);
        }
    }
    for (page, words) in [("en/start.md", "wins 5 of 12"), ("de/start.md", "gewinnt 5 von 12")] {
        assert!(read(&format!("docs/{page}")).contains(words), "{page}");
    }
}

/// The first matches of these series are the same on every machine. If this test fails, an AI has changed and its wins
/// must be counted again.
#[test]
fn first_match_of_each_ai_is_unchanged() {
    for (ai, stock) in FIRST_AIS.iter().zip([25_650, 24_950]) {
        let result = folder(ai, &ai.text()).json(&format!("{}.py --seed 1 --map meadow", ai.name));
        let own = &result["players"][0];
        assert_eq!(
            (own["faults_total"].as_u64(), own["stock"].as_u64()),
            (Some(0), Some(stock)),
            "{}",
            ai.name
        );
    }
}

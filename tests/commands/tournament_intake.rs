//! The table of cases of hand-ins: what a pupil hands in, the verdict, and the codes of the reasons. Each case is checked
//! as a folder and inside the one ZIP file of the class, as Moodle makes it.

use crate::common::{Folder, Run};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{Cursor, Write};
use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

/// An AI that gives orders; the comment makes it differ from others.
const GOOD: &str = "from classes import *\nroundState.getBase().createUnitGatherer()\n# ";
const LOOP: &str = "while True:\n    pass\n";

enum Content {
    Text(&'static str),
    /// An AI that gives orders and differs from all others.
    Good(&'static str),
    Zip(&'static [(&'static str, Content)]),
    Megabytes(usize),
}

use Content::{Good, Megabytes, Text, Zip};

/// A row of the table.
struct Case {
    /// The name of the person, which is the name of the folder.
    person: &'static str,
    files: &'static [(&'static str, Content)],
    verdict: &'static str,
    codes: &'static [&'static str],
}

const PLAYS: &str = "plays";
const WARNING: &str = "plays_with_warning";
const CANNOT: &str = "cannot_play";

const CASES: &[Case] = &[
    Case { person: "Anna Muster", files: &[("yourAI.py", Good("a"))], verdict: PLAYS, codes: &[] },
    Case {
        person: "Dana Öztürk", files: &[("abgabe/ki/yourAI.py", Good("d"))], verdict: PLAYS, codes: &[]
    },
    Case {
        person: "Ben",
        files: &[("yourAI.py", Good("b")), ("helper.py", Text("x = 1\n")), ("data.txt", Text("1"))],
        verdict: PLAYS,
        codes: &[],
    },
    Case {
        person: "Clara",
        files: &[("clara.zip", Zip(&[("yourAI.py", Good("c"))]))],
        verdict: PLAYS,
        codes: &[],
    },
    Case {
        person: "Carl",
        files: &[("carl.zip", Zip(&[("src/ki/yourAI.py", Good("c2")), ("src/ki/more.py", Text("y = 2\n"))]))],
        verdict: PLAYS,
        codes: &[],
    },
    Case {
        person: "Hidden",
        files: &[
            ("yourAI.py", Good("h")),
            ("__MACOSX/yourAI.py", Text("junk")),
            (".idea/yourAI.py", Text("junk")),
            ("._yourAI.py", Text("junk")),
        ],
        verdict: PLAYS,
        codes: &[],
    },
    Case {
        person: "Hana",
        files: &[("meineKI.py", Good("ha"))],
        verdict: PLAYS,
        codes: &["other_file_name"],
    },
    Case {
        person: "Quinn",
        files: &[("yourAI (1).py", Good("q"))],
        verdict: PLAYS,
        codes: &["other_file_name"],
    },
    Case {
        person: "Two old",
        files: &[("yourAI.py", Good("t")), ("alt/yourAI.py", Good("u"))],
        verdict: PLAYS,
        codes: &[],
    },
    Case {
        person: "Two",
        files: &[("a/yourAI.py", Good("v")), ("b/yourAI.py", Good("w"))],
        verdict: CANNOT,
        codes: &["several_files"],
    },
    Case {
        person: "Two ZIPs",
        files: &[("a.zip", Zip(&[("yourAI.py", Good("x"))])), ("b.zip", Zip(&[("yourAI.py", Good("y"))]))],
        verdict: CANNOT,
        codes: &["several_files"],
    },
    Case {
        person: "Other names",
        files: &[("main.py", Good("1")), ("helper.py", Text("x = 1\n"))],
        verdict: CANNOT,
        codes: &["no_player_file"],
    },
    Case { person: "Paul", files: &[("yourAI.py.txt", Good("p"))], verdict: CANNOT, codes: &["text_file"] },
    Case { person: "Ida", files: &[("yourAI.py", Text(" \n\n"))], verdict: CANNOT, codes: &["empty_file"] },
    Case {
        person: "Vera",
        files: &[("yourAI.py", Text("from classes import *\nx = 1\n"))],
        verdict: WARNING,
        codes: &["no_orders"],
    },
    Case { person: "Kira", files: &[("yourAI.py", Good("same"))], verdict: WARNING, codes: &["identical"] },
    Case {
        person: "Mats",
        files: &[("ki/yourAI.py", Good("same"))],
        verdict: WARNING,
        codes: &["identical"],
    },
    Case {
        person: "Emil",
        files: &[("yourAI.py", Text("x = (\n"))],
        verdict: CANNOT,
        codes: &["cannot_start"],
    },
    Case {
        person: "Noah",
        files: &[("yourAI.py", Text("print(x)\n"))],
        verdict: CANNOT,
        codes: &["always_fails"],
    },
    Case {
        person: "Nora",
        files: &[(
            "yourAI.py",
            Text("from classes import *\nroundState.getBase().createUnitGatherer()\nprint(x)\n"),
        )],
        verdict: WARNING,
        codes: &["fails"],
    },
    Case { person: "Finn", files: &[("yourAI.py", Text(LOOP))], verdict: WARNING, codes: &["time_out"] },
    Case { person: "Samir", files: &[("ki.ipynb", Text("{}"))], verdict: CANNOT, codes: &["notebook"] },
    Case {
        person: "Willi",
        files: &[("foto.png", Text("PNG"))],
        verdict: CANNOT,
        codes: &["no_python_file"],
    },
    Case { person: "Rar", files: &[("ki.rar", Text("Rar!"))], verdict: CANNOT, codes: &["other_archive"] },
    Case {
        person: "Zoë",
        files: &[("ki.zip", Text("no ZIP file"))],
        verdict: CANNOT,
        codes: &["unusable_zip"],
    },
    Case {
        person: "Evil",
        files: &[("ki.zip", Zip(&[("../yourAI.py", Good("e"))]))],
        verdict: CANNOT,
        codes: &["unusable_zip"],
    },
    Case {
        person: "Large",
        files: &[("project/yourAI.py", Good("l")), ("project/film.mp4", Megabytes(40))],
        verdict: CANNOT,
        codes: &["too_large"],
    },
    Case {
        person: "<b>x",
        files: &[("yourAI.py", Good("bx"))],
        verdict: PLAYS,
        codes: &["other_player_name"],
    },
];

impl Content {
    fn bytes(&self) -> Vec<u8> {
        match self {
            Text(text) => text.as_bytes().to_vec(),
            Good(own) => format!("{GOOD}{own}\n").into_bytes(),
            Zip(files) => zipped(files.iter().map(|(path, content)| (path.to_string(), content.bytes()))),
            Megabytes(count) => (0..=255).collect::<Vec<u8>>().repeat(count << 12),
        }
    }
}

fn zipped(files: impl Iterator<Item = (String, Vec<u8>)>) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        // Without compression, a large file is no bomb, and takes no time.
        let is_large = bytes.len() > 1 << 20;
        let method = if is_large { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        zip.start_file(path, SimpleFileOptions::default().compression_method(method)).unwrap();
        zip.write_all(&bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn tournament(folder: &Folder, words: &[&str]) -> Run {
    let words: Vec<&str> = ["tournament"].iter().chain(words).copied().collect();
    Run::of(folder.command(&words).output().unwrap())
}

/// Returns the verdict and the codes of each submission, by the player's name.
fn checked(folder: &Folder, words: &[&str]) -> BTreeMap<String, (String, Vec<String>)> {
    let run = tournament(folder, &[&["check", "--json"], words].concat());
    let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|err| panic!("{err}: {}", run.err));
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let row = |row: &Value| {
        let codes = row["reasons"].as_array().unwrap().iter().map(|reason| text(&reason["code"]));
        (text(&row["name"]), (text(&row["verdict"]), codes.collect()))
    };
    report.as_array().unwrap().iter().map(row).collect()
}

fn assert_cases(found: &BTreeMap<String, (String, Vec<String>)>, door: &str) {
    for case in CASES {
        let name = case.person.replace(['<', '>'], "_");
        let (verdict, codes) =
            found.get(&name).unwrap_or_else(|| panic!("{door}: {name} is missing: {found:?}"));
        assert_eq!(
            (verdict.as_str(), codes.as_slice()),
            (case.verdict, &case.codes.iter().map(|code| code.to_string()).collect::<Vec<_>>()[..]),
            "{door}: {name}"
        );
    }
    assert_eq!(found.len(), CASES.len(), "{door}");
}

#[test]
fn each_case_has_its_verdict_in_a_folder() {
    let folder = Folder::with(&[]);
    for case in CASES {
        for (path, content) in case.files {
            folder.write(&format!("class/{}/{path}", case.person), content.bytes());
        }
    }
    assert_cases(&checked(&folder, &["class"]), "folder");
}

#[test]
fn each_case_has_its_verdict_in_the_zip_file_of_a_class() {
    let folder = Folder::with(&[]);
    let files = CASES.iter().zip(1000..).flat_map(|(case, number)| {
        case.files.iter().map(move |(path, content)| {
            (format!("{}_{number}_assignsubmission_file_/{path}", case.person), content.bytes())
        })
    });
    folder.write("download.zip", zipped(files));
    assert_cases(&checked(&folder, &["download.zip"]), "ZIP file");
}

#[test]
fn class_zip_is_never_one_person() {
    let good = |own: &str| format!("{GOOD}{own}\n").into_bytes();
    let names = |files: Vec<(&str, Vec<u8>)>| -> Vec<String> {
        let folder = Folder::with(&[]);
        let files = files.into_iter().map(|(path, bytes)| (path.to_string(), bytes));
        folder.write("9b.zip", zipped(files));
        let direct = checked(&folder, &["9b.zip"]);
        // The only ZIP file in a folder is the class, too.
        folder.write("class/9b.zip", std::fs::read(folder.path().join("9b.zip")).unwrap());
        assert_eq!(checked(&folder, &["class"]), direct);
        direct.into_keys().collect()
    };
    let moodle = vec![
        ("Anna_1_assignsubmission_file_/yourAI.py", good("a")),
        ("Ben_2_assignsubmission_file_/ki.txt", good("b")),
    ];
    assert_eq!(names(moodle), ["Anna", "Ben"], "with only one yourAI.py, nobody plays as the class");
    let flat = vec![
        ("Anna_1_assignsubmission_file_yourAI.py", good("a")),
        ("Anna_1_assignsubmission_file_yourFunctions.py", b"x = 1\n".to_vec()),
        (
            "Ben_2_assignsubmission_file_abgabe.zip",
            zipped([("yourAI.py".to_string(), good("b"))].into_iter()),
        ),
    ];
    assert_eq!(names(flat), ["Anna", "Ben"]);
    let own = vec![("9b/Anna/yourAI.py", good("a")), ("9b/Ben/main.py", good("b")), ("9b/list.txt", vec![])];
    assert_eq!(names(own), ["Anna", "Ben"]);
    let one = vec![("anna/yourAI.py", good("a")), ("anna/helper.py", b"x = 1\n".to_vec())];
    assert_eq!(names(one), ["9b"], "a ZIP file with one person's files is that person's");
}

#[test]
fn names_that_occur_twice_are_numbered() {
    let folder = Folder::with(&[]);
    let file = |number: u32| {
        (format!("Anna_{number}_assignsubmission_file_/yourAI.py"), format!("{GOOD}{number}\n").into_bytes())
    };
    folder.write("9b.zip", zipped((1..=2).map(file)));
    let found = checked(&folder, &["9b.zip"]);
    let plays = |verdict: &str, codes: &[&str]| {
        (verdict.to_string(), codes.iter().map(|code| code.to_string()).collect())
    };
    assert_eq!(found["Anna"], plays(PLAYS, &[]));
    assert_eq!(found["Anna-2"], plays(WARNING, &["name_taken"]));
}

#[test]
fn plain_file_is_a_submission() {
    let folder = Folder::with(&[]);
    folder.write("anna/yourAI.py", format!("{GOOD}a\n"));
    folder.write("ben.py", format!("{GOOD}b\n"));
    let found = checked(&folder, &["anna/yourAI.py", "ben.py"]);
    assert_eq!(found.keys().collect::<Vec<_>>(), ["anna", "ben"]);
}

#[test]
fn submissions_that_cannot_play_and_withdrawn_players_stay_in_the_results() {
    let folder = Folder::with(&[("class/Paul/yourAI.py.txt", "x"), ("class/Ida/yourAI.py", "")]);
    for name in ["Anna", "Ben", "Cleo"] {
        folder.write(&format!("class/{name}/yourAI.py"), format!("{GOOD}{name}\n"));
    }
    let played = tournament(
        &folder,
        &["class", "--rounds", "3", "--games", "2", "--seed", "1", "--reports", "out", "--html", "out.html"],
    );
    assert_eq!(played.status, 0, "{}", played.err);
    let codes = |report: &Value| -> Vec<(String, String)> {
        let rows = report["cannot_play"].as_array().unwrap();
        rows.iter()
            .map(|row| (row["name"].as_str().unwrap().into(), row["code"].as_str().unwrap().into()))
            .collect()
    };
    let shown = |folder: &Folder| -> Value {
        serde_json::from_str(&tournament(folder, &["show", "--json"]).out).unwrap()
    };
    let expected =
        [("Ida".to_string(), "empty_file".to_string()), ("Paul".to_string(), "text_file".to_string())];
    assert_eq!(codes(&shown(&folder)), expected);
    let status = |folder: &Folder| -> Vec<(String, String, String)> {
        let text = folder.read("out/ranking.csv");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let head = reader.headers().unwrap().clone();
        let at = |name: &str| head.iter().position(|own| own == name).unwrap();
        let (place, name, status) = (at("place"), at("name"), at("status"));
        let row = |row: csv::Result<csv::StringRecord>| {
            let row = row.unwrap();
            (row[name].to_string(), row[status].to_string(), row[place].to_string())
        };
        reader.records().map(row).collect()
    };
    let last = |folder: &Folder| status(folder).split_off(4);
    let cannot = |name: &str| (name.to_string(), "cannot_play".to_string(), String::new());
    assert_eq!(last(&folder), [cannot("Ida"), cannot("Paul")]);
    for file in ["out/Ida.html", "out/Ida.txt", "out/Paul.html"] {
        assert!(folder.has(file), "{file}");
    }
    assert!(
        folder
            .read("out.html")
            .contains("<td class=\"place\">–</td><th scope=\"row\" class=\"name\">Paul</th>")
    );
    // Whoever is withdrawn is marked; a submission that could not play leaves the table.
    let resumed = tournament(
        &folder,
        &["--resume", "tournament.db", "--without", "Ben", "--without", "Paul", "--reports", "out"],
    );
    assert_eq!(resumed.status, 0, "{}", resumed.err);
    let report = shown(&folder);
    assert_eq!(codes(&report), expected[..1]);
    let ben = report["players"].as_array().unwrap().iter().find(|row| row["name"] == "Ben").unwrap();
    assert_eq!(ben["status"], "withdrawn");
    assert_eq!(
        status(&folder)
            .iter()
            .filter(|row| row.1 == "withdrawn")
            .map(|row| row.0.as_str())
            .collect::<Vec<_>>(),
        ["Ben"]
    );
    // A repaired submission plays, and is no longer among those that cannot.
    folder.write("class/Ida/yourAI.py", format!("{GOOD}Ida\n"));
    let repaired = tournament(&folder, &["class", "--without", "Ben", "--without", "Paul"]);
    assert_eq!(repaired.status, 0, "{}", repaired.err);
    assert!(codes(&shown(&folder)).is_empty());
}

#[test]
fn tournament_of_a_class_zip_is_played_and_resumed() {
    let folder = Folder::with(&[]);
    let file = |name: &&str| {
        (format!("{name}_1_assignsubmission_file_/yourAI.py"), format!("{GOOD}{name}\n").into_bytes())
    };
    folder.write("9b.zip", zipped(["Anna", "Ben"].iter().map(file)));
    let played = tournament(&folder, &["9b.zip", "--rounds", "3", "--games", "1", "--seed", "1"]);
    assert_eq!(played.status, 0, "{}", played.err);
    let more = tournament(&folder, &["--resume", "tournament.db", "--games", "2"]);
    assert_eq!((more.status, more.err.contains("9b.zip")), (0, false), "{}", more.err);
    std::fs::remove_file(folder.path().join("9b.zip")).unwrap();
    let copies = tournament(&folder, &["--resume", "tournament.db", "--games", "3"]);
    assert_eq!(copies.status, 0, "{}", copies.err);
    let report: Value = serde_json::from_str(&tournament(&folder, &["show", "--json"]).out).unwrap();
    assert_eq!(report["matches"], report["matches_planned"]);
    let names: Vec<&Value> = report["players"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["current"] == true && row["filler"] == false)
        .map(|row| &row["name"])
        .collect();
    assert_eq!(names.len(), 2, "{report}");
}

#[test]
fn too_few_players_are_reported_without_a_hole() {
    let folder = Folder::with(&[]);
    let nobody = tournament(&folder, &["Noob", "--without", "Noob"]);
    nobody.is_user_error(&["but nobody takes part"]);
    tournament(&folder, &["Noob"]).is_user_error(&["but only Noob takes part"]);
}

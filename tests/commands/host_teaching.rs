//! What a teacher does with a class server, through the same requests as the pages send: class list, overview, files,
//! marks, Moodle's worksheet.

use crate::common::Folder;
use crate::common::host::{Host, Person};
use serde_json::{Value, json};
use std::time::Duration;

/// A class list in Windows-1252 with semicolons, a doubled name and a formula.
const LIST: &[u8] =
    b"Nachname;Vorname;Klasse\r\nMuster;Anna;7b\r\n\xc4rmel;Zo\xeb;7b\r\nMUSTER;anna;7b\r\n=1+1;x;7b\r\n";

/// The grading worksheet of a German Moodle.
const WORKSHEET: &str = "ID,\"Vollständiger Name\",Status,Bewertung,Bestwertung,\"Bewertung kann geändert werden\",\"Feedback als Kommentar\"\r\n\
    \"Teilnehmer/in11\",\"Anna Muster\",Abgegeben,,\"10,00\",Ja,\r\n\
    \"Teilnehmer/in12\",\"Zoë Ärmel\",\"Keine Abgabe\",,\"10,00\",Ja,\"schon da\"\r\n\
    \"Teilnehmer/in13\",\"Emil Extern\",\"Keine Abgabe\",,\"10,00\",Ja,\r\n";

#[track_caller]
fn class(person: &Person<'_>, name: &str) -> String {
    let made = person.post("/api/classes", &json!({ "name": name, "games": ["warriors"] }));
    assert!((200..300).contains(&made.status), "{}", String::from_utf8_lossy(&made.body));
    let made: Value = serde_json::from_slice(&made.body).unwrap();
    made["id"].as_str().unwrap().to_string()
}

/// Returns the named members of each object in a list.
fn of_each(list: &Value, names: &[&str]) -> Vec<Vec<Value>> {
    let values = |one: &Value| names.iter().map(|name| one[name].clone()).collect();
    list.as_array().unwrap().iter().map(values).collect()
}

fn text(body: &[u8]) -> String {
    String::from_utf8(body.to_vec()).unwrap()
}

#[test]
fn a_class_list_becomes_accounts_with_cards() {
    let host = Host::start();
    let owner = host.owner();
    let id = class(&owner, "7b");
    let roster = |dry: &str| owner.post_csv(&format!("/api/classes/{id}/roster{dry}"), LIST).json(200);
    let preview = roster("?dry=1");
    let expected = json!([
        [2, "Anna Muster", "new"],
        [3, "Zoë Ärmel", "new"],
        [4, "anna MUSTER", "error"],
        [5, "x =1+1", "error"],
    ]);
    assert_eq!(json!(of_each(&preview["rows"], &["line", "name", "verdict"])), expected);
    let understood = json!({
        "encoding": "Windows-1252", "separator": ";", "heading": true,
        "columns": { "first_name": "Vorname", "last_name": "Nachname", "group": "Klasse" },
    });
    assert_eq!((&preview["understood"], &preview["cards"]), (&understood, &Value::Null));
    let overview = || owner.get(&format!("/api/classes/{id}/overview")).json(200);
    assert_eq!(overview()["pupils"], json!([]));

    let cards = roster("")["cards"].clone();
    assert_eq!(json!(of_each(&cards, &["name"])), json!([["Anna Muster"], ["Zoë Ärmel"]]));
    let pupils = of_each(&overview()["pupils"], &["name", "group", "lesson", "hand_in", "online", "seen_at"]);
    let row = |name: &str| json!([name, "7b", null, null, false, null]);
    assert_eq!(json!(pupils), json!([row("Anna Muster"), row("Zoë Ärmel")]));
    // The second time, everybody is known.
    let again = roster("");
    assert_eq!(
        json!(of_each(&again["rows"], &["verdict"])),
        json!([["known"], ["known"], ["error"], ["error"]])
    );
    assert_eq!(again["cards"], json!([]));

    let anna = host.with_code(cards[0]["code"].as_str().unwrap());
    assert_eq!(anna.get("/api/me").json(200)["account"]["name"], "Anna Muster");
    let online = of_each(&overview()["pupils"], &["online"]);
    assert_eq!(json!(online), json!([[true], [false]]));
    let refused = owner.post_csv(&format!("/api/classes/{id}/roster"), b"PK\x03\x04").json(422);
    assert_eq!(refused["error"]["code"], "not_text");
    errors_of_matches_are_last_errors(&anna, &|| overview()["pupils"][0]["last_error"].clone());
}

/// An AI of a pupil breaks at its start, in a turn, and no more; `error` reads the last error in the overview.
fn errors_of_matches_are_last_errors(pupil: &Person<'_>, error: &dyn Fn() -> Value) {
    let file = "/api/files/mine.py?game=warriors";
    let mut version = Value::Null;
    let mut play = |text: &str| {
        let written = pupil.send_json("PUT", file, &json!({ "text": text, "version": version })).json(200);
        version = written["version"].clone();
        let players = json!(["mine.py", "Noob", "Noob", "Noob"]);
        pupil.post("/api/run", &json!({ "players": players, "options": { "rounds": "2" } })).json(200);
    };
    let until = |line: &Value| {
        while error()["line"] != *line {
            std::thread::sleep(Duration::from_millis(100));
        }
        error()
    };
    play("def (:\n");
    assert_eq!(until(&json!(1))["file"], "mine.py");
    play("x = 0\ny = 0\nx / y\n");
    let message = until(&json!(3))["message"]["en"].to_string();
    assert!(message.contains("ZeroDivisionError"), "{message}");
    play("x = 0\n");
    assert_eq!(until(&Value::Null), Value::Null);
}

#[test]
fn marks_go_into_moodles_worksheet_and_nothing_else_changes() {
    let host = Host::start();
    let owner = host.owner();
    let id = class(&owner, "7b");
    let cards = owner.post_csv(&format!("/api/classes/{id}/roster"), LIST).json(200)["cards"].clone();
    let settings = json!({ "name": "Cup", "game": "warriors", "options": {}, "seen_by": "class" });
    let contest = owner.post(&format!("/api/classes/{id}/contests"), &settings);
    let contest: Value = serde_json::from_slice(&contest.body).unwrap();
    let contest = contest["id"].as_str().unwrap();
    let marks = format!("/api/contests/{contest}/marks");
    let rule = json!({ "takes_part": 5.0, "final": 3.0, "lessons": 2.0, "max": 10.0, "step": 0.5 });
    assert_eq!(owner.get(&marks).json(200)["rule"], rule);
    let anna = &cards[0]["account"];
    let change = json!({ "rows": [
        { "account": anna, "points": 7.5, "comment": "=gut" },
        { "account": cards[1]["account"], "points": 8, "comment": "" },
    ] });
    let changed = owner.send_json("PATCH", &marks, &change).json(200);
    let expected =
        json!([["Anna Muster", 7.5, null, 7.5, "=gut", "Owner"], ["Zoë Ärmel", 8.0, null, 8.0, "", "Owner"]]);
    let names = ["name", "points", "by_rule", "mark", "comment", "changed_by"];
    assert_eq!(json!(of_each(&changed["rows"], &names)), expected);

    let address = format!("/api/classes/{id}/worksheet?contest={contest}");
    let seen = owner.post_csv(&format!("{address}&dry=1"), WORKSHEET.as_bytes()).json(200);
    let rows = json!([["Anna Muster", "filled", 7.5], ["Zoë Ärmel", "filled", 8.0]]);
    assert_eq!(json!(of_each(&seen["rows"], &["name", "verdict", "points"])), rows);
    assert_eq!((&seen["maximum"], &seen["unmatched"][0]["name"]), (&json!(10.0), &json!("Emil Extern")));
    assert_eq!(seen["missing"], json!([]));
    let one = WORKSHEET.lines().filter(|line| !line.contains("Muster")).collect::<Vec<_>>().join("\n");
    let seen = owner.post_csv(&format!("{address}&dry=1"), one.as_bytes()).json(200);
    assert_eq!(of_each(&seen["missing"], &["name", "points"]), [vec![json!("Anna Muster"), json!(7.5)]]);
    let above = json!({ "rows": [{ "account": anna, "points": 10.5 }] });
    let refused = owner.send_json("PATCH", &marks, &above).json(422)["error"].clone();
    let sentence = json!("a mark of this contest has at most 10 points");
    assert_eq!((&refused["code"], &refused["message"]), (&json!("points"), &sentence));
    let filled = owner.post_csv(&address, WORKSHEET.as_bytes());
    let expected = WORKSHEET
        .replace("Abgegeben,,\"10,00\",Ja,", "Abgegeben,\"7,50\",\"10,00\",Ja,'=gut")
        .replace("Abgabe\",,\"10,00\",Ja,\"schon", "Abgabe\",\"8,00\",\"10,00\",Ja,\"schon");
    assert_eq!((filled.status, text(&filled.body)), (200, expected));
    assert_eq!(filled.header("x-content-type-options"), Some("nosniff"));
    assert!(filled.header("content-disposition").unwrap().starts_with("attachment;"));

    let other = "Full name,Grade,Maximum grade\nEmil,,10\nFritz,,10\nGabi,,10\n";
    let refused = owner.post_csv(&address, other.as_bytes()).json(422);
    assert_eq!(refused["error"]["code"], "other_course");
    let csv = owner.get(&format!("/api/classes/{id}/marks.csv?contest={contest}"));
    let expected = "\u{feff}name,group,points,by the rule,comment,reason\r\nAnna Muster,7b,7.5,,'=gut,\r\nZoë Ärmel,7b,8,,,\r\n";
    assert_eq!((csv.status, text(&csv.body).as_str()), (200, expected));
    let zip = owner.get(&format!("/api/classes/{id}/hand-ins.zip?contest={contest}"));
    assert_eq!((zip.status, &zip.body[..2]), (200, &b"PK"[..]));
}

#[test]
fn other_teachers_and_pupils_find_nothing() {
    let host = Host::start();
    let owner = host.owner();
    let (id, other) = (class(&owner, "7b"), class(&owner, "8a"));
    let cards = owner.post_csv(&format!("/api/classes/{id}/roster"), LIST).json(200)["cards"].clone();
    let teacher =
        owner.post(&format!("/api/classes/{other}/members"), &json!({ "name": "Tea", "role": "teacher" }));
    let teacher: Value = serde_json::from_slice(&teacher.body).unwrap();
    let teacher = host.with_code(teacher["code"].as_str().unwrap());
    let pupil = host.with_code(cards[0]["code"].as_str().unwrap());
    let account = cards[1]["account"].as_str().unwrap();
    let gets = [
        format!("/api/classes/{id}/overview"),
        format!("/api/accounts/{account}/files"),
        format!("/api/accounts/{account}/files/yourAI.py"),
        format!("/api/accounts/{account}/hand-ins"),
        format!("/api/classes/{id}/marks.csv?contest=x"),
        format!("/api/classes/{id}/hand-ins.zip?contest=x"),
    ];
    for person in [&teacher, &pupil] {
        let unknown = person.get("/api/none").json(404);
        for address in &gets {
            assert_eq!(person.get(address).json(404), unknown, "{address}");
        }
        for address in ["roster", "worksheet?contest=x"] {
            let answer = person.post_csv(&format!("/api/classes/{id}/{address}"), LIST);
            assert_eq!(answer.json(404), unknown, "{address}");
        }
    }
    assert_eq!(owner.get(&gets[1]).json(200), json!({ "files": [] }));
    // Reading is recorded.
    let audit = owner.get("/api/audit").json(200).to_string();
    assert!(audit.contains("files.list") && audit.contains(account), "{audit}");
}

#[test]
fn the_demo_has_hand_ins_of_each_kind() {
    let host = Host::start_in(Folder::with(&[]), &["--demo"]);
    let owner = host.owner();
    let class = owner.get("/api/me").json(200)["classes"][0]["id"].as_str().unwrap().to_string();
    let overview = || owner.get(&format!("/api/classes/{class}/overview")).json(200)["pupils"].clone();
    let is_there = |pupil: &Value| pupil["hand_in"]["state"] == "invalid" || pupil["copies_of"] != json!([]);
    // The checks take a while: until both mistakes and both copies are found.
    let mut pupils = overview();
    while pupils.as_array().unwrap().iter().filter(|pupil| is_there(pupil)).count() < 4 {
        std::thread::sleep(Duration::from_millis(200));
        pupils = overview();
    }
    let count =
        |is_it: &dyn Fn(&Value) -> bool| pupils.as_array().unwrap().iter().filter(|one| is_it(one)).count();
    assert_eq!(count(&|_| true), 24);
    assert_eq!(count(&|one| one["hand_in"].is_null()), 3);
    assert_eq!(count(&|one| one["hand_in"]["state"] == "invalid"), 2, "{pupils}");
    assert_eq!(count(&|one| one["hand_in"]["reason"]["line"].is_number()), 2);
    assert_eq!(count(&|one| one["hand_in"]["is_late"] == true), 2);
    let copies: Vec<_> = of_each(&pupils, &["account", "copies_of"]);
    let copies: Vec<_> = copies.into_iter().filter(|row| row[1] != json!([])).collect();
    assert_eq!(copies.len(), 2);
    assert_eq!((&copies[0][1][0], &copies[1][1][0]), (&copies[1][0], &copies[0][0]));
    assert!(
        count(&|one| one["lesson"]["number"].is_number()) == 24
            && count(&|one| !one["last_error"].is_null()) > 3
    );
}

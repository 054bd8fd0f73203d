//! The submissions of a class that a page uploads.

use crate::common::http::{Answer, Client};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const GOOD: &str = "from classes import *\nroundState.getBase().createUnitGatherer()\n# ";
const PATIENCE: Duration = Duration::from_secs(300);

/// Sends files as a page does, by their paths.
fn upload(client: &Client, files: &[(&str, &str)]) -> Answer {
    let mut body = String::new();
    for (path, text) in files {
        body += "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"";
        body += &format!("{path}\"\r\nContent-Type: application/octet-stream\r\n\r\n{text}\r\n");
    }
    body += "--edge--\r\n";
    let (host, token) = (client.host(), client.token.clone());
    let headers = [
        ("Host", host.as_str()),
        ("X-Wag-Token", token.as_str()),
        ("Content-Type", "multipart/form-data; boundary=edge"),
    ];
    client.with("POST", "/api/submissions?game=warriors", &headers, body.as_bytes())
}

fn done(client: &Client) -> Value {
    let began = Instant::now();
    loop {
        let now = client.get("/api/tournaments?game=warriors")["now"].clone();
        if now["state"] != "running" {
            return now;
        }
        assert!(began.elapsed() < PATIENCE, "{now}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn uploaded_class_is_checked_and_plays() {
    let client = Client::start(&[]);
    let (anna, ben) = (format!("{GOOD}a\n"), format!("{GOOD}b\n"));
    let files = [
        ("9b/Anna/yourAI.py", anna.as_str()),
        ("9b/Ben/yourAI.py", ben.as_str()),
        ("9b/Emil/yourAI.py", "x = (\n"),
        ("9b/Zoë/yourAI.py", ""),
    ];
    let class = upload(&client, &files).json(200);
    assert_eq!(class["file"], "9b.zip");
    let verdicts: Vec<(&Value, &Value)> =
        class["submissions"].as_array().unwrap().iter().map(|one| (&one["name"], &one["verdict"])).collect();
    let expected =
        json!([["Anna", "plays"], ["Ben", "plays"], ["Emil", "cannot_play"], ["Zoë", "cannot_play"]]);
    assert_eq!(json!(verdicts), expected);
    let request = |more: Value| {
        let mut request =
            json!({ "game": "warriors", "options": { "rounds": "3" }, "games": 2, "submissions": "9b.zip" });
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        client.post("/api/tournaments", &request)
    };
    request(json!({ "limits": { "turn_time": 100000 } })).refused(400, "turn_time");
    request(json!({ "limits": { "no_sandbox": true } })).refused(400, "no_sandbox");
    request(json!({ "submissions": "../9b.zip" })).refused(400, "there are no hand-ins");
    let anna = class["submissions"][0]["hand_in"].as_str().unwrap();
    request(json!({ "names": { anna: "a@b" } })).refused(400, "is not possible as a player's name");
    request(json!({ "names": { anna: "Änne" }, "limits": { "turn_time": 0.9 } })).json(200);
    let table = done(&client)["table"].clone();
    let names: Vec<&Value> = table["players"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["filler"] == false)
        .map(|row| &row["name"])
        .collect();
    assert_eq!(names.len(), 2, "{table}");
    assert!(names.contains(&&json!("Änne")) && names.contains(&&json!("Ben")), "{names:?}");
    let codes: Vec<(&Value, &Value)> =
        table["cannot_play"].as_array().unwrap().iter().map(|row| (&row["name"], &row["code"])).collect();
    assert_eq!(json!(codes), json!([["Emil", "cannot_start"], ["Zoë", "empty_file"]]));
    // The tournament is resumed with the same submissions.
    client.post("/api/tournaments", &json!({ "file": "tournament.db", "games": 4 })).json(200);
    let resumed = done(&client);
    assert_eq!((&resumed["played"], &resumed["error"]), (&resumed["planned"], &Value::Null), "{resumed}");
}

#[test]
fn hostile_upload_writes_only_one_zip_file() {
    let client = Client::start(&[]);
    let class = upload(&client, &[("../../evil/yourAI.py", "x"), ("/etc/passwd", "x"), ("a/yourAI.py", "")])
        .json(200);
    let verdicts = class["submissions"].as_array().unwrap();
    assert!(verdicts.iter().all(|one| one["verdict"] == "cannot_play"), "{class}");
    let found: Vec<_> = std::fs::read_dir(client.folder.path().join("submissions")).unwrap().collect();
    assert_eq!(found.len(), 1);
}

//! Replays: watched during the match, saved, listed, uploaded.

use crate::common::http::{Client, SLOW, TALKER};
use crate::common::{Folder, without_times};
use serde_json::{Value, json};

/// Returns a client that has played a match of 40 rounds, and the name of its replay.
fn played() -> (Client, String) {
    let client = Client::start(&[("ai.py", TALKER)]);
    let run = client.run(["ai.py", "Noob", "", ""], 40);
    client.finished();
    (client, run["replay"].as_str().unwrap().to_string())
}

#[test]
fn a_match_can_be_watched_while_it_is_played() {
    let client = Client::start(&[("slow.py", SLOW)]);
    let run = client.run(["slow.py", "", "", ""], 3000);
    let path = format!("/api/replays/{}", run["replay"].as_str().unwrap());
    client.until(|run| run["round"].as_u64() > Some(40));
    let head = client.get(&path);
    assert_eq!(
        (&head["complete"], &head["winners"], &head["rounds"]),
        (&json!(false), &json!([]), &json!(3000))
    );
    let first = client.get(&format!("{path}/chunks/0"));
    assert_eq!((&first["first_round"], &first["turns"][0]["round"]), (&json!(1), &json!(1)));
    let there = head["rounds_played"].as_u64().unwrap();
    assert!(there > 16, "{there}");
    assert!(client.get(&format!("{path}/overview"))["rounds"].as_array().unwrap().len() > 16);
    client.request("GET", &format!("{path}/chunks/90"), b"").refused(404, "not yet");
    client.until(|run| run["round"].as_u64() > Some(there + 40));
    assert!(client.get(&path)["rounds_played"].as_u64().unwrap() > there, "it grows");
    let save = json!({ "replay": run["replay"], "name": "early" });
    client.post("/api/saves", &save).refused(409, "still running");
    assert_eq!(client.get(&path)["ended"], false);
    client.post("/api/run/cancel", &Value::Null).json(200);
    let head = client.get(&path);
    assert_eq!((&head["complete"], &head["ended"]), (&json!(false), &json!(true)), "no more will come");
    client.post("/api/saves", &save).json(200);
}

#[test]
fn server_errors_are_in_its_language() {
    let folder = Folder::with(&[]);
    let home = folder.path().join("home");
    let mut command = folder.command(&["--lang", "de", "client", "--no-open", "--no-sandbox"]);
    command.env("WAG_HOME", &home);
    let client = Client::of(command, folder, home);
    client.request("GET", "/api/replays/none", b"").refused(404, "dieses Replay gibt es nicht");
    client.request("GET", "/api/none", b"").refused(404, "Seite nicht gefunden");
    client.request("POST", "/api/replays", b"nonsense").refused(400, "die Datei lässt sich nicht zeigen: ");
    client.post("/api/run/cancel", &Value::Null).refused(409, "es läuft kein Spiel");
    client
        .post("/api/saves", &json!({ "replay": "none", "name": "x" }))
        .refused(404, "dieses Replay gibt es");
    client
        .with("GET", "/?token=x", &[("Host", &client.host())], b"")
        .refused(401, "die Anfrage hat kein gültiges Token");
}

#[test]
fn a_match_is_saved_with_its_logs_and_listed() {
    let (client, replay) = played();
    let entry = client.post("/api/saves", &json!({ "replay": replay, "name": " My <b>match " }));
    entry.refused(400, "must not contain '<'");
    let entry = client.post("/api/saves", &json!({ "replay": replay, "name": " My first " })).json(200);
    assert_eq!(
        (&entry["name"], &entry["automatic"], &entry["rounds"]),
        (&json!("My first"), &json!(false), &json!(40))
    );
    assert_eq!(
        (&entry["map"], &entry["players"]),
        (&json!("meadow"), &json!(["ai", "Noob1", "Noob2", "Noob3"]))
    );
    for log in ["ai.log", "Noob1.log", "Noob2.log", "Noob3.log"] {
        assert_eq!(client.folder.read(&format!("saves/My first/{log}")), client.folder.read(log), "{log}");
    }
    client.post("/api/saves", &json!({ "replay": replay, "name": "my FIRST" })).refused(409, "already");
    let list = client.get("/api/saves");
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), 2, "{list:?}");
    let automatic = list.iter().find(|save| save["automatic"] == true).unwrap();
    assert!(automatic["name"].as_str().unwrap().starts_with("auto-"));
    for save in list {
        let path = format!("/api/replays/{}", save["id"].as_str().unwrap());
        assert_eq!(client.get(&path)["complete"], json!(true));
        let file = client.request("GET", &format!("{path}/file?sources=yes"), b"");
        assert_eq!(file.body, std::fs::read(client.folder.path().join("saves/My first/replay.wag")).unwrap());
        assert!(file.header("content-disposition").unwrap().starts_with("attachment"));
        let page = client.request("GET", &format!("{path}/page"), b"");
        assert!(String::from_utf8_lossy(&page.body).contains("wag-data"));
        assert!(page.header("content-disposition").unwrap().starts_with("attachment"));
    }
}

#[test]
fn hostile_names_are_refused_as_saves() {
    let (client, replay) = played();
    let long = "x".repeat(300);
    for name in [
        "",
        "..",
        "../x",
        "a/b",
        "/etc/x",
        ".hidden",
        "con",
        "NUL.txt",
        "a\u{0}b",
        "x\n",
        "\u{202e}gaw",
        "x.wag",
        &long,
    ] {
        let answer = client.post("/api/saves", &json!({ "replay": replay, "name": name }));
        if name != "x\n" {
            answer.refused(400, "");
        }
    }
    let names = std::fs::read_dir(client.folder.path().join("saves")).unwrap();
    let names: Vec<String> = names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names.contains(&"x".to_string()), "blanks at the ends are no part of a name");
}

#[test]
fn an_old_replay_gets_its_own_logs_not_those_of_the_last_match() {
    let (client, replay) = played();
    let log = client.folder.read("ai.log");
    client.run(["ai.py", "Noob", "", ""], 3);
    client.finished();
    client.post("/api/saves", &json!({ "replay": replay, "name": "old" })).json(200);
    assert_eq!(without_times(&client.folder.read("saves/old/ai.log")), without_times(&log));
}

#[test]
fn replay_can_be_uploaded() {
    let (client, replay) = played();
    let file = client.request("GET", &format!("/api/replays/{replay}/file?sources=yes"), b"").body;
    let id = client.request("POST", "/api/replays", &file).json(200)["id"].as_str().unwrap().to_string();
    let head = |id: &str| client.get(&format!("/api/replays/{id}"));
    assert_eq!(head(&id), head(&replay));
    client.post("/api/saves", &json!({ "replay": id, "name": "from elsewhere" })).json(200);
    let log = client.folder.read("saves/from elsewhere/ai.log");
    assert_eq!(without_times(&log), without_times(&client.folder.read("ai.log")));

    let part = &file[..file.len() * 2 / 3];
    let id = client.request("POST", "/api/replays", part).json(200)["id"].as_str().unwrap().to_string();
    assert_eq!(head(&id)["complete"], json!(false), "what is there can be seen");
    assert!(client.request("POST", "/api/replays", &file[..20]).status == 400);
}

#[test]
fn downloads_carry_sources_only_when_asked_to() {
    let (client, replay) = played();
    let download = |what: &str| client.request("GET", &format!("/api/replays/{replay}/{what}"), b"").body;
    let sources = |file: &[u8]| {
        let id = client.request("POST", "/api/replays", file).json(200)["id"].as_str().unwrap().to_string();
        client.get(&format!("/api/replays/{id}"))["sources"].clone()
    };
    assert_eq!(sources(&download("file")), Value::Null);
    assert_eq!(sources(&download("file?sources=no")), Value::Null);
    assert!(sources(&download("file?sources=yes"))["1/ai.py"].is_string());
    let carries = |page: Vec<u8>| String::from_utf8(page).unwrap().contains("\"1/ai.py\":");
    assert!(!carries(download("page")) && carries(download("page?sources=yes")));
}

#[test]
fn list_of_saves_has_winners_and_reasons() {
    let (client, replay) = played();
    client.post("/api/saves", &json!({ "replay": replay, "name": "mine" })).json(200);
    let list = client.get("/api/saves");
    let save = list.as_array().unwrap().iter().find(|save| save["name"] == "mine").unwrap();
    assert_eq!((&save["game"], &save["complete"]), (&json!("warriors"), &json!(true)));
    let standings = save["standings"].as_array().unwrap();
    assert_eq!((standings.len(), &standings[0]["place"]), (4, &json!(1)));
    assert!(standings[0]["name"].is_string() && standings[0]["figures"][0][0] == "stock", "{save}");
    assert!(standings.is_sorted_by_key(|standing| standing["place"].as_u64()));
}

#[test]
fn invalid_replay_is_refused() {
    let client = Client::start(&[("saves/mine.wag", "no replay")]);
    for garbage in [&b""[..], b"hello", &[0; 100], &[0x89; 5000], b"<script>alert(1)</script>"] {
        client.request("POST", "/api/replays", garbage).refused(400, "cannot show the file: ");
    }
    let list = client.get("/api/saves");
    assert!(list[0]["error"].as_str().unwrap().contains("not a Wag replay"), "{list}");
    client
        .post("/api/saves", &json!({ "replay": "run-1", "name": "x" }))
        .refused(404, "there is no such replay");
}

#[test]
fn error_has_its_text_in_each_language_and_its_values() {
    let client = Client::start(&[]);
    let error = client.request("GET", "/api/start?game=nothing", b"").json(400);
    assert_eq!(error["error"], error["texts"]["en"]);
    assert!(error["texts"]["de"].is_string());
    assert_ne!(error["texts"]["de"], error["texts"]["en"]);
    assert!(error["message"]["values"]["name"].as_str().unwrap().contains("nothing"));
}

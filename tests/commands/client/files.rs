//! The files of the working folder, edited in a page.

use crate::common::http::{Client, TALKER};
use serde_json::{Value, json};
use std::fs;

fn put(client: &Client, name: &str, text: &str, version: &Value) -> crate::common::http::Answer {
    let body = json!({ "text": text, "version": version }).to_string();
    client.request("PUT", &format!("/api/files/{name}"), body.as_bytes())
}

#[test]
fn files_are_read_written_created_and_renamed() {
    let client = Client::start(&[("ai.py", TALKER), ("own.map", "x"), ("notes.txt", "x")]);
    let list = client.get("/api/files");
    let names: Vec<&str> =
        list["files"].as_array().unwrap().iter().map(|file| file["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["ai.py", "own.map"]);
    let read = client.get("/api/files/ai.py");
    assert_eq!(read["text"], TALKER);
    let written = put(&client, "ai.py", "print('ä')\n", &read["version"]).json(200);
    assert_eq!(client.get("/api/files/ai.py")["version"], written["version"]);
    assert_eq!(fs::read_to_string(client.folder.path().join("ai.py")).unwrap(), "print('ä')\n");
    put(&client, "ai.py", "", &read["version"]).refused(409, "ai.py was changed by another program");
    put(&client, "new.py", "", &Value::Null).json(200);
    put(&client, "new.py", "", &Value::Null).refused(409, "there is already a file new.py");
    client
        .post("/api/files/new.py/rename", &json!({ "to": "ai.py" }))
        .refused(409, "there is already a file");
    let renamed = client.post("/api/files/new.py/rename", &json!({ "to": "tools.py" }));
    assert_eq!(renamed.status, 204);
    client.request("GET", "/api/files/new.py", b"").refused(404, "there is no file new.py");
}

#[test]
fn files_that_cannot_be_edited_are_refused_with_a_reason() {
    let client = Client::start(&[("ai.py", TALKER)]);
    let folder = client.folder.path().to_path_buf();
    fs::write(folder.join("wide.py"), b"\xff\xfea\0").unwrap();
    fs::write(folder.join("long.py"), vec![b'#'; 5 << 20]).unwrap();
    client.request("GET", "/api/files/wide.py", b"").refused(400, "is not text in UTF-8");
    client.request("GET", "/api/files/long.py", b"").refused(400, "the editor opens files of up to 1024 KB");
    for name in ["..%2Fai.py", "%2Fetc%2Fpasswd", "sub%2Fa.py", "ai.txt", ".ai.py"] {
        let path = format!("/api/files/{name}");
        assert_eq!(client.request("GET", &path, b"").status, 400, "{name}");
        assert_eq!(put(&client, name, "x", &Value::Null).status, 400, "{name}");
    }
    let long = "#".repeat((1 << 20) + 1);
    put(&client, "ai.py", &long, &Value::Null).refused(400, "the editor opens files");
    assert_eq!(put(&client, "ai.py", &long.repeat(5), &Value::Null).status, 413);
    client.request("PUT", "/api/files/ai.py", b"{}").refused(422, "text");
    fs::remove_dir_all(&folder).unwrap();
    client.request("GET", "/api/files", b"").refused(410, "does not exist any more");
    put(&client, "ai.py", "", &json!("x")).refused(410, "does not exist any more");
}

#[test]
fn stubs_are_in_the_language_of_the_page() {
    let client = Client::start(&[]);
    let english = client.get("/api/stubs?game=warriors&language=en");
    let german = client.get("/api/stubs?game=warriors&language=de");
    let classes = |stubs: &Value| {
        let stubs = stubs.as_array().unwrap();
        stubs.iter().find(|stub| stub["name"] == "classes.pyi").unwrap()["text"].as_str().unwrap().to_string()
    };
    assert!(classes(&english).contains("def moveUnit") && classes(&german).contains("def moveUnit"));
    assert_ne!(classes(&english), classes(&german));
    client.request("GET", "/api/stubs?game=none", b"").refused(400, "there is no game");
}

#[test]
fn changes_of_files_are_reported_once_the_editor_is_open() {
    let client = Client::start(&[("ai.py", TALKER)]);
    client.get("/api/files");
    let mut events = client.events();
    fs::write(client.folder.path().join("ai.py"), "new").unwrap();
    assert_eq!(events.next("files").unwrap()["changed"], json!(["ai.py"]));
}

#[test]
fn a_file_is_checked_without_being_run() {
    let files = [
        ("ai.py", "import tools\nopen('ran', 'w')\nwhile True:\n    pass\n"),
        ("tools.py", "def half(x):\n    return x // 2\n"),
        ("bad.py", "x = 1\nif x\n    y\n"),
        ("uses.py", "import bad\n"),
    ];
    let client = Client::start(&files);
    let check = |name: &str| client.post(&format!("/api/files/{name}/check"), &Value::Null).json(200);
    for name in ["ai.py", "tools.py"] {
        assert_eq!(check(name)["problem"], Value::Null, "{name}");
    }
    assert!(!client.folder.path().join("ran").exists());
    for name in ["bad.py", "uses.py"] {
        let problem = check(name)["problem"].clone();
        let message = problem["message"]["en"].as_str().unwrap();
        assert!(message.starts_with("SyntaxError") && message.ends_with("(bad.py, line 2)"), "{problem}");
        assert!(problem["explanation"]["text"]["de"].is_string(), "{problem}");
    }
    client.post("/api/files/none.py/check", &Value::Null).refused(404, "there is no file");
}

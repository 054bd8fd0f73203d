//! The course in the pages: lessons are begun and checked in the working folder.

use crate::common::http::Client;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::symlink;

fn lesson(id: &str) -> Value {
    json!({ "game": "", "lesson": id })
}

#[test]
fn a_lesson_is_begun_checked_and_passed() {
    let client = Client::start(&[]);
    let list = client.get("/api/course?game=warriors");
    assert_eq!(list["lessons"].as_array().unwrap().len(), 13);
    assert_eq!(list["lessons"][0]["begun"], false);
    assert_eq!(list["lessons"][0]["texts"]["de"]["title"], "Die ersten Worte");
    assert_eq!(list["lessons"][0]["texts"]["en"]["hints"], json!([]), "hints are not told early");
    assert!(!list.to_string().contains("Hello, world"), "solutions are not told early");
    assert_eq!(client.get("/api/course?game=tron")["lessons"], json!([]));

    let begun = client.post("/api/course/begin", &lesson("print")).json(200);
    assert_eq!((&begun["file"], &begun["old"]), (&json!("lesson1.py"), &Value::Null));
    assert_eq!(begun["scene"]["size"], 5, "{begun}");
    let missed = client.post("/api/course/check", &lesson("print")).json(200);
    assert_eq!((&missed["passed"], &missed["goals"][0]["count"]), (&json!(false), &json!(0)));
    fs::write(client.folder.path().join("lesson1.py"), "print('hello')\nprint(hallo)\n").unwrap();
    let failed = client.post("/api/course/check", &lesson("print")).json(200);
    assert_eq!((&failed["passed"], &failed["goals"][0]["reached"]), (&json!(false), &json!(false)));
    assert_eq!((&failed["error"]["round"], &failed["errors"]), (&json!(1), &json!(3)));
    fs::write(client.folder.path().join("lesson1.py"), "print('hello'\n").unwrap();
    let broken = client.post("/api/course/check", &lesson("print")).json(200);
    assert!(broken["cannot_start"].as_str().unwrap().contains("SyntaxError"), "{broken}");
    fs::write(client.folder.path().join("lesson1.py"), "print('hello')\n").unwrap();
    let passed = client.post("/api/course/check", &lesson("1")).json(200);
    assert_eq!((&passed["passed"], &passed["progress"]["checks"]), (&json!(true), &json!(4)));
    let head = client.get(&format!("/api/replays/{}", passed["replay"].as_str().unwrap()));
    assert_eq!((&head["rounds"], &head["players"][0]["name"]), (&json!(3), &json!("lesson1")));

    assert_eq!((&passed["finished"], &passed["all_matches"]), (&json!(false), &json!(1)));
    assert_eq!(list["unlock"], "wag unlock --all");
    // The file of a lesson is no player that is chosen for a match, and the folder still offers a first AI.
    let start = client.get("/api/start?game=");
    assert_eq!((&start["first"], &start["settings"]["players"][0]), (&json!("yourAI.py"), &json!("Noob")));

    let hint = client.post("/api/course/hint", &lesson("print")).json(200);
    assert_eq!(hint["texts"]["en"]["hints"].as_array().unwrap().len(), 1);
    let solution = client.post("/api/course/solution", &lesson("print")).json(200);
    assert!(solution["de"].as_str().unwrap().contains("Hallo, Welt"), "{solution}");
    let again = client.post("/api/course/begin", &json!({"lesson": "print", "again": true})).json(200);
    assert_eq!(again["old"], "lesson1-old1.py");
    assert_eq!(client.get("/api/course?game=")["lessons"][0]["progress"]["checks"], 0);
}

#[test]
fn invalid_requests_about_the_course_are_refused() {
    let client = Client::start(&[]);
    for path in ["begin", "check", "hint", "solution"] {
        let path = format!("/api/course/{path}");
        for id in ["unknown", "../print", "", "99"] {
            client.post(&path, &lesson(id)).refused(400, "there is no lesson");
        }
        client.post(&path, &json!({"game": "none", "lesson": "print"})).refused(400, "there is no game");
        client.post(&path, &json!({"game": "tron", "lesson": "print"})).refused(400, "has no course");
        client.post(&path, &json!({"lesson": "print", "file": "/etc/passwd"})).refused(422, "unknown field");
    }
    client.get("/api/course?game=");
    client.post("/api/course/check", &lesson("print")).refused(400, "lesson1.py");
    // A link that leads out of the folder is not followed.
    let (outside, link) = (client.folder.path().join("outside"), client.folder.path().join("lesson1.py"));
    symlink(&outside, &link).unwrap();
    client.post("/api/course/begin", &lesson("print")).json(200);
    assert!(!outside.exists());
    fs::remove_file(&link).unwrap();
    symlink("/etc/hostname", &link).unwrap();
    client.post("/api/course/check", &lesson("print")).refused(400, "is not in the working folder");
    client.post("/api/course/begin", &json!({"lesson": "print", "again": true})).json(200);
    assert!(!outside.exists() && !link.is_symlink());
}

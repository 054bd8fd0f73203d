//! A contest of a class, through the same requests as the pages send and with real matches: hand-ins, the final that is
//! killed, the places that are revealed, and what nobody else may read.

use crate::common::Folder;
use crate::common::host::{Host, Person};
use crate::common::http::Answer;
use serde_json::{Value, json};
use std::time::Duration;

/// An AI that prints a word which nobody else may read.
const SECRETIVE: &str = "from classes import *\ncanary_variable = 'canary'\nprint('canary in the output')\n";
/// A file whose mistake is in line 2.
const BROKEN: &str = "from classes import *\ndef canary()\n    pass\n";

/// The people of a class, with their codes and ids.
pub(super) struct Class {
    pub(super) id: String,
    pub(super) contest: String,
    /// The name, the id of the account and the code.
    pub(super) pupils: Vec<(String, String, String)>,
    pub(super) teacher: String,
}

/// Makes a class with a teacher and three pupils, and an open contest of short matches.
pub(super) fn class(host: &Host) -> Class {
    let owner = host.owner();
    let made = owner.post("/api/classes", &json!({ "name": "7b", "games": ["warriors"] }));
    let id = text(&serde_json::from_slice::<Value>(&made.body).unwrap()["id"]);
    let add = |name: &str, role: &str| {
        let added = owner.post(&format!("/api/classes/{id}/members"), &json!({ "name": name, "role": role }));
        let added: Value = serde_json::from_slice(&added.body).unwrap();
        (name.to_string(), text(&added["account"]), text(&added["code"]))
    };
    let teacher = add("Ms Noether", "teacher").2;
    let pupils = ["Anna", "Ben", "Cleo"].map(|name| add(name, "pupil")).to_vec();
    let form = json!({
        "name": "Cup", "game": "warriors", "options": { "rounds": "12" },
        "final_rule": { "matches_per_pair": 6 },
    });
    let contest = host.with_code(&teacher).post(&format!("/api/classes/{id}/contests"), &form).json(201);
    assert_eq!((&contest["state"], &contest["can_teach"]), (&json!("draft"), &json!(true)));
    let class = Class { id, contest: text(&contest["id"]), pupils, teacher };
    assert_eq!(class.step(host, "open").json(200)["state"], "open");
    class
}

impl Class {
    pub(super) fn pupil<'h>(&self, host: &'h Host, name: &str) -> Person<'h> {
        let (_, _, code) = self.pupils.iter().find(|(own, ..)| own == name).unwrap();
        host.with_code(code)
    }

    pub(super) fn at(&self, path: &str) -> String {
        format!("/api/contests/{}{path}", self.contest)
    }

    /// Takes a step as the teacher.
    pub(super) fn step(&self, host: &Host, step: &str) -> Answer {
        host.with_code(&self.teacher).post(&self.at(&format!("/{step}")), &json!({}))
    }

    /// Hands in a file, and waits for the result of its check.
    pub(super) fn hand_in(&self, person: &Person<'_>, code: &str, key: &str) -> Value {
        let sent = self.upload(person, code, key).json(201);
        let address = format!("/api/hand-ins/{}", text(&sent["id"]));
        until(
            || person.get(&address).json(200),
            |now| now["state"] != "received" && now["state"] != "checking",
        )
    }

    pub(super) fn upload(&self, person: &Person<'_>, code: &str, key: &str) -> Answer {
        let (headers, form) = Class::form(code, key);
        let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
        person.send("POST", &self.at("/hand-ins"), &headers, form.as_bytes())
    }

    /// Returns the headers and the body of the request that hands in a file.
    pub(super) fn form(code: &str, key: &str) -> ([(&'static str, String); 2], String) {
        let form = format!(
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"yourAI.py\"\r\n\r\n{code}\r\n--b--\r\n"
        );
        let kind = ("Content-Type", "multipart/form-data; boundary=b".to_string());
        ([kind, ("Idempotency-Key", key.to_string())], form)
    }

    fn table(&self, person: &Person<'_>) -> Vec<String> {
        let table = person.get(&self.at("/table")).json(200);
        assert_eq!(table["stage"], "final");
        table["rows"].as_array().unwrap().iter().map(|row| text(&row["name"])).collect()
    }
}

#[track_caller]
pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_string()
}

/// Asks until the answer meets a condition that stays true.
pub(super) fn until(ask: impl Fn() -> Value, is_so: impl Fn(&Value) -> bool) -> Value {
    loop {
        let answer = ask();
        if is_so(&answer) {
            return answer;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Returns a replay in a folder as JSON.
fn exported(folder: &Folder, replay: &[u8]) -> String {
    folder.write("match.wag", replay);
    let exported = folder.command(&["replay", "export", "match.wag", "--json"]).output().unwrap();
    assert!(exported.status.success(), "{}", String::from_utf8_lossy(&exported.stderr));
    String::from_utf8(exported.stdout).unwrap()
}

#[test]
fn a_contest_from_the_first_hand_in_to_the_released_final() {
    // With two slots, the final does not wait until nobody is active.
    let host = Host::start_in(Folder::with(&[]), &["--slots", "2"]);
    let class = class(&host);
    let (anna, ben) = (class.pupil(&host, "Anna"), class.pupil(&host, "Ben"));
    let valid = class.hand_in(&anna, SECRETIVE, "a1");
    assert_eq!(
        (&valid["state"], &valid["active"], &valid["version"]),
        (&json!("valid"), &json!(true), &json!(1))
    );
    assert_eq!(class.upload(&anna, SECRETIVE, "a1").json(201)["id"], valid["id"], "a repeated request");
    let broken = class.hand_in(&ben, BROKEN, "b1");
    assert_eq!((&broken["state"], &broken["active"]), (&json!("invalid"), &json!(false)));
    assert_eq!((&broken["reason"]["file"], &broken["reason"]["line"]), (&json!("yourAI.py"), &json!(2)));
    assert_eq!(class.hand_in(&ben, "from classes import *\n", "b2")["state"], "valid");
    let address = format!("/api/hand-ins/{}", text(&valid["id"]));
    for path in ["", "/files", "/log"] {
        assert_eq!(ben.get(&format!("{address}{path}")).status, 404, "{path}");
    }
    assert_eq!(anna.get(&format!("{address}/files")).status, 200);
    assert_eq!(class.step(&host, "freeze").json(200)["state"], "frozen");

    let cleo = class.pupil(&host, "Cleo");
    let late = class.hand_in(&cleo, "from classes import *\n", "c1");
    assert_eq!(
        (&late["state"], &late["is_late"], &late["active"]),
        (&json!("valid"), &json!(true), &json!(false))
    );
    let activate = format!("/api/hand-ins/{}/activate", text(&late["id"]));
    assert_eq!(cleo.post(&activate, &json!({})).status, 423);
    assert_eq!(host.with_code(&class.teacher).post(&activate, &json!({})).json(200)["active"], true);
    assert_eq!(ben.post(&class.at("/final"), &json!({})).status, 404);
    assert_eq!(class.step(&host, "final").json(200)["state"], "final");
    let all = anna.get(&class.at("")).json(200)["progress"]["all"].clone();
    until(|| anna.get(&class.at("")).json(200), |now| now["progress"]["done"] != 0);

    let host = host.restart();
    let (anna, ben) = (class.pupil(&host, "Anna"), class.pupil(&host, "Ben"));
    let done = until(|| anna.get(&class.at("")).json(200), |now| now["state"] != "final");
    assert_eq!((&done["state"], &done["progress"]), (&json!("done"), &json!({ "done": all, "all": all })));
    let teacher = host.with_code(&class.teacher);
    assert_eq!(class.table(&teacher).len(), 3);
    assert_eq!(class.table(&anna), Vec::<String>::new());
    assert_eq!(
        anna.get(&class.at("/matches")).json(200)["matches"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["purpose"] == "final")
            .count(),
        0
    );
    let link = text(&teacher.post(&class.at("/screens"), &json!({})).json(201)["link"]);
    let screen = format!("/api/screen/{}", link.split_once("/s#").unwrap().1);
    let rows = || host.visitor().get(&screen).json(200)["table"]["rows"].clone();
    assert_eq!(rows(), json!([]));
    teacher.post(&class.at("/reveal"), &json!({ "places": 1 })).json(200);
    let last = class.table(&teacher).pop().unwrap();
    assert_eq!((class.table(&anna), text(&rows()[0]["name"])), (vec![last.clone()], last));
    assert_eq!(class.step(&host, "release").json(200)["state"], "released");
    assert_eq!(class.table(&anna), class.table(&teacher));
    assert_eq!(class.upload(&anna, "", "a9").status, 423);
    reads_only_what_is_hers(&class, &anna, &ben);

    let exported = teacher.get(&class.at("/tournament"));
    let folder = Folder::with(&[]);
    folder.write("contest.db", &exported.body);
    let shown = folder.command(&["tournament", "show", "contest.db", "--json"]).output().unwrap();
    let shown: Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!((&shown["matches"], shown["players"].as_array().unwrap().len()), (&all, 4), "with the filler");
    assert_eq!(
        teacher.get(&format!("/api/classes/{}", class.id)).json(200)["contests"][0]["state"],
        "released"
    );
}

/// Checks that a match shows everything of a seat to its author only.
fn reads_only_what_is_hers(class: &Class, anna: &Person<'_>, ben: &Person<'_>) {
    let of_anna = |one: &&Value| {
        one["purpose"] == "final"
            && one["seats"].as_array().unwrap().iter().any(|seat| seat["name"] == "Anna")
    };
    let matches = ben.get(&class.at("/matches")).json(200);
    let one = matches["matches"].as_array().unwrap().iter().find(of_anna).unwrap();
    let address = format!("/api/matches/{}", text(&one["id"]));
    let folder = Folder::with(&[]);
    let hers = exported(&folder, &anna.get(&format!("{address}/replay")).body);
    let foreign = exported(&folder, &ben.get(&format!("{address}/replay")).body);
    assert!(hers.contains("Anna") && !foreign.contains("canary"));
    assert!(foreign.contains("Anna") && foreign.contains("Ben"), "names in place of ids");
    for (_, account, _) in &class.pupils {
        assert!(!foreign.contains(account.as_str()), "an id in place of a name");
    }
    let log = |person: &Person<'_>| person.get(&format!("{address}/log"));
    assert!(String::from_utf8_lossy(&log(anna).body).contains("canary in the output"));
    assert!(!String::from_utf8_lossy(&log(ben).body).contains("canary"));
    let seat = one["seats"].as_array().unwrap().iter().position(|seat| seat["name"] == "Anna").unwrap();
    assert_eq!(ben.get(&format!("{address}/log?seat={seat}")).status, 404);
}

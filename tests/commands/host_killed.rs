//! `wag host`, killed at each step at which something could be lost, or done twice. One life of a class: each start finds
//! what the step before has left, and dies at the next one.

use super::host_contest::{Class, class, text, until};
use crate::common::host::{Host, Person};
use crate::common::{Folder, project};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;

const STILL: &str = "from classes import *\n";

/// The steps that the test has walked.
#[derive(Default)]
struct Walked(RefCell<BTreeSet<String>>);

impl Walked {
    /// Starts a server that dies at a step.
    fn start(&self, folder: Folder, step: &str) -> Host {
        self.0.borrow_mut().insert(step.to_string());
        Host::start_to_crash(folder, step)
    }

    /// Lets a server die at a step that it takes by itself.
    fn crash(&self, folder: Folder, step: &str) -> Folder {
        self.0.borrow_mut().insert(step.to_string());
        Host::crash(folder, step)
    }
}

/// Returns the steps in the source code.
fn steps() -> BTreeSet<String> {
    let mut folders = ["crates/store/src", "crates/server/src"].map(|name| project().join(name)).to_vec();
    let mut steps = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else {
                let text = fs::read_to_string(&entry).unwrap();
                let found = text.split("crash::point(\"").skip(1);
                steps.extend(found.map(|rest| rest.split('"').next().unwrap().to_string()));
            }
        }
    }
    steps
}

/// Sends a hand-in to a server that dies of it.
fn hand_in_vain(class: &Class, person: &Person<'_>) {
    let (headers, form) = Class::form(STILL, "key");
    let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
    assert_eq!(person.exchange("POST", &class.at("/hand-ins"), &headers, form.as_bytes()), b"");
}

/// Sends a request to a server that dies of it.
fn post_in_vain(person: &Person<'_>, method: &str, path: &str, body: &Value) {
    let headers = [("Content-Type", "application/json")];
    assert_eq!(person.exchange(method, path, &headers, body.to_string().as_bytes()), b"");
}

/// Returns the names of all files below a folder.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        match entry.is_dir() {
            true => found.extend(files(&entry)),
            false => found.push(entry.file_name().unwrap().to_str().unwrap().to_string()),
        }
    }
    found
}

fn hand_ins(class: &Class, person: &Person<'_>) -> Vec<Value> {
    person.get(&class.at("/hand-ins")).json(200).as_array().unwrap().clone()
}

#[test]
fn a_kill_at_any_step_loses_nothing_and_does_nothing_twice() {
    let walked = Walked::default();
    let folder = walked.crash(Folder::with(&[]), "migration.in_transaction");
    let host = walked.start(folder, "account.in_transaction");
    assert!(host.owner_code.is_some(), "the first start was not begun");
    let class = class(&host);
    let (host, nora) = account(&walked, host, &class);
    let host = hand_in(&walked, host, &class, &nora);
    let host = check(&walked, host, &class, &nora);
    let host = season(&walked, host, &class);
    let host = contest(&walked, host, &class);
    let host = matches(&walked, host, &class);
    let folder = deletion(&walked, host, &class, &nora);
    backup(&walked, &folder);
    assert_eq!(*walked.0.borrow(), steps());
}

/// An account, its membership and the use of the link. Returns the code of the account.
fn account(walked: &Walked, host: Host, class: &Class) -> (Host, String) {
    let address = format!("/api/classes/{}", class.id);
    let teacher = host.with_code(&class.teacher);
    let link = teacher.post(&format!("{address}/invitations"), &json!({ "uses": 1, "hours": 1 })).json(200);
    let token = link["link"].as_str().unwrap().split_once("/j#").unwrap().1;
    let join = json!({ "token": token, "name": "Nora" });
    post_in_vain(&host.visitor(), "POST", "/api/join", &join);
    let host = walked.start(host.crashed(), "upload.arriving");
    let listed = host.with_code(&class.teacher).get(&address).json(200);
    assert_eq!(
        (&listed["invitations"][0]["uses_left"], listed["members"].as_array().unwrap().len()),
        (&json!(1), 4)
    );
    let joined = host.visitor().post("/api/join", &join).json(200);
    let code = text(&joined["code"]);
    (host, code)
}

/// A hand-in on its way to its row, each time with the same key.
fn hand_in(walked: &Walked, host: Host, class: &Class, nora: &str) -> Host {
    let mut host = host;
    for next in ["upload.stored", "hand_in.in_transaction", "hand_in.stored"] {
        hand_in_vain(class, &host.with_code(nora));
        host = walked.start(host.crashed(), next);
        assert_eq!(hand_ins(class, &host.with_code(nora)), Vec::<Value>::new(), "before {next}");
        assert_eq!(files(&host.folder.path().join("school/incoming")), Vec::<String>::new());
    }
    hand_in_vain(class, &host.with_code(nora));
    host
}

/// The check of a hand-in, whose row is stored.
fn check(walked: &Walked, host: Host, class: &Class, nora: &str) -> Host {
    let mut folder = host.crashed();
    for step in ["check.claimed", "check.answered", "blob.stored", "check.in_transaction", "check.stored"] {
        folder = walked.crash(folder, step);
    }
    let host = walked.start(folder, "season.in_transaction");
    let person = host.with_code(nora);
    let all = hand_ins(class, &person);
    let about = |one: &Value| json!([one["version"], one["state"], one["active"]]);
    assert_eq!(all.iter().map(about).collect::<Vec<_>>(), [json!([1, "valid", true])]);
    assert_eq!(class.upload(&person, STILL, "key").json(201)["id"], all[0]["id"], "the repeated request");
    let school = host.folder.path().join("school");
    assert_eq!(files(&school.join("incoming")), Vec::<String>::new());
    assert_eq!(files(&school.join("blobs")), [text(&all[0]["sha256"])]);
    assert_eq!(class.hand_in(&class.pupil(&host, "Anna"), "print('Anna')\n", "a1")["state"], "valid");
    host
}

/// The hand-ins that another contest takes over: all or none.
fn season(walked: &Walked, host: Host, class: &Class) -> Host {
    let teacher = host.with_code(&class.teacher);
    let form = json!({ "name": "Next", "game": "warriors" });
    let next = teacher.post(&format!("/api/classes/{}/contests", class.id), &form).json(201);
    let address = format!("/api/contests/{}", text(&next["id"]));
    teacher.post(&format!("{address}/open"), &json!({})).json(200);
    post_in_vain(&teacher, "POST", &format!("{address}/take-over"), &json!({ "from": class.contest }));
    let host = walked.start(host.crashed(), "freeze.in_transaction");
    let taken = host.with_code(&class.teacher).get(&format!("{address}/hand-ins")).json(200);
    assert_eq!(taken, json!([]));
    assert_eq!(files(&host.folder.path().join("school/incoming")), Vec::<String>::new());
    host
}

/// The freeze and the matches of the final.
fn contest(walked: &Walked, host: Host, class: &Class) -> Host {
    let step = |host: &Host, step: &str| {
        post_in_vain(&host.with_code(&class.teacher), "POST", &class.at(step), &json!({}));
    };
    step(&host, "/freeze");
    let host = walked.start(host.crashed(), "stage.in_transaction");
    let contest = |host: &Host| host.with_code(&class.teacher).get(&class.at("")).json(200);
    assert_eq!(contest(&host)["state"], "open");
    class.step(&host, "freeze").json(200);
    step(&host, "/final");
    let host = Host::start_in(host.crashed(), &[]);
    let found = contest(&host);
    assert_eq!((&found["state"], &found["progress"]), (&json!("frozen"), &json!({ "done": 0, "all": 0 })));
    assert_eq!(class.step(&host, "final").json(200)["state"], "final");
    host
}

/// The end of a match.
fn matches(walked: &Walked, host: Host, class: &Class) -> Host {
    let mut folder = host.stop();
    for step in ["match.claimed", "replay.stored", "match.in_transaction", "match.stored"] {
        folder = walked.crash(folder, step);
    }
    let host = walked.start(folder, "deletion.in_transaction");
    let teacher = host.with_code(&class.teacher);
    let done =
        until(|| teacher.get(&class.at("")).json(200), |now| now["state"] != "final")["progress"].clone();
    assert!(done["all"] != 0 && done["done"] == done["all"], "{done}");
    let played = teacher.get(&class.at("/matches")).json(200);
    let played: Vec<&Value> =
        played["matches"].as_array().unwrap().iter().filter(|one| one["purpose"] == "final").collect();
    let line_up = |one: &Value| {
        let seats = one["seats"].as_array().unwrap().iter();
        json!([one["seed"], seats.map(|seat| &seat["name"]).collect::<Vec<_>>()]).to_string()
    };
    let different: BTreeSet<String> = played.iter().map(|one| line_up(one)).collect();
    assert_eq!((json!(played.len()), different.len()), (done["all"].clone(), played.len()), "{played:?}");
    let mut replays: Vec<String> = played.iter().map(|one| format!("{}.wag", text(&one["id"]))).collect();
    let mut stored = files(&host.folder.path().join("school/replays"));
    stored.retain(|name| replays.contains(name) || name.starts_with('.'));
    replays.sort();
    stored.sort();
    assert_eq!(stored, replays);
    host
}

/// The deletion of Nora before, in and after the transaction, and of Anna between her files.
fn deletion(walked: &Walked, host: Host, class: &Class, nora: &str) -> Folder {
    let id = |host: &Host, code: &str| text(&host.with_code(code).get("/api/me").json(200)["account"]["id"]);
    let nora_id = id(&host, nora);
    let (_, anna_id, anna) = class.pupils.iter().find(|(name, ..)| name == "Anna").unwrap();
    let delete = |host: &Host, account: &str| {
        let address = format!("/api/accounts/{account}");
        post_in_vain(&host.with_code(&class.teacher), "DELETE", &address, &json!({}));
    };
    // The folder of her workspace, as if she had saved a file.
    for account in [&nora_id, anna_id] {
        fs::create_dir_all(host.folder.path().join("school/workspaces").join(account)).unwrap();
    }
    let contents = |host: &Host, code: &str| -> Vec<String> {
        let all = hand_ins(class, &host.with_code(code));
        all.iter().map(|one| text(&one["sha256"])).collect()
    };
    let hers = [contents(&host, nora), contents(&host, anna)].concat();
    delete(&host, &nora_id);
    let host = walked.start(host.crashed(), "deletion.stored");
    assert_eq!(id(&host, nora), nora_id);
    delete(&host, &nora_id);
    let host = walked.start(host.crashed(), "deletion.between_files");
    delete(&host, anna_id);
    let host = Host::start_in(host.crashed(), &[]);
    for code in [nora, anna] {
        assert_eq!(host.visitor().post("/api/login", &json!({ "code": code })).status, 401);
    }
    let school = host.folder.path().join("school");
    assert_eq!(files(&school.join("blobs")).iter().filter(|name| hers.contains(name)).count(), 0);
    let workspaces: Vec<String> = names(&school.join("workspaces"));
    assert!(!workspaces.contains(&nora_id) && !workspaces.contains(anna_id), "{workspaces:?}");
    // Logs of the matches stay for nobody: all other seats had built-in players.
    let seats_with_logs = |name: &String| files(&school.join("logs").join(name));
    let logs: Vec<String> = names(&school.join("logs")).iter().flat_map(seats_with_logs).collect();
    let matches = host.with_code(&class.teacher).get(&class.at("/matches")).json(200);
    let built_in = |seat: &&Value| seat["built_in"] == json!(true);
    let seats =
        matches["matches"].as_array().unwrap().iter().flat_map(|one| one["seats"].as_array().unwrap());
    assert_eq!(logs.len(), seats.filter(built_in).count());
    let deleted = fs::read_to_string(school.join("deleted.log")).unwrap();
    assert!(deleted.contains(&nora_id) && deleted.contains(anna_id.as_str()), "{deleted}");
    host.stop()
}

fn names(folder: &Path) -> Vec<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// A backup, which is complete or does not exist.
fn backup(walked: &Walked, folder: &Folder) {
    let words = ["host", "backup", "school.zip", "--folder", "school"];
    walked.0.borrow_mut().insert("backup.written".to_string());
    let killed = folder.command(&words).env("WAG_CRASH_AT", "backup.written").status().unwrap();
    assert_eq!((killed.signal(), folder.path().join("school.zip").exists()), (Some(9), false));
    assert!(folder.command(&words).output().unwrap().status.success());
    assert_eq!(names(folder.path()).iter().filter(|name| name.contains(".part")).count(), 0);
    assert!(folder.command(&["host", "restore", "school.zip", "new"]).output().unwrap().status.success());
}

//! The people of `wag host`, through the program: owner, class, link, cards, sessions, events, backups and restarts.

use crate::common::Folder;
use crate::common::host::{Host, Person};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Stdio;

/// Makes a class as the owner, and returns its id and an open class link's token.
fn class(host: &Host) -> (String, String) {
    let owner = host.owner();
    let class = owner.post("/api/classes", &json!({ "name": "7b", "games": [] })).json(200);
    let class = class["id"].as_str().unwrap().to_string();
    let address = format!("/api/classes/{class}/invitations");
    let link = owner.post(&address, &json!({ "uses": 3, "hours": 1 })).json(200);
    let token = link["link"].as_str().unwrap().split_once("/j#").unwrap().1.to_string();
    assert!(link["qr"].as_str().unwrap().contains("<svg"));
    (class, token)
}

fn error_code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or_default()
}

#[test]
fn a_pupil_joins_by_the_link_logs_in_elsewhere_and_gets_a_new_card() {
    let host = Host::start_logged();
    let (class, token) = class(&host);
    let mut nora = host.visitor();
    assert_eq!(nora.get("/api/me").json(200)["account"], Value::Null);
    assert_eq!(error_code(&nora.get("/api/sessions").json(401)), "no_session");
    let look = nora.post("/api/join/look", &json!({ "token": token })).json(200);
    assert_eq!((&look["class"], &look["open"]), (&json!("7b"), &json!(true)));
    assert_eq!(nora.post("/api/join", &json!({ "token": token, "name": "<b>" })).status, 422);
    let answer = nora.post("/api/join", &json!({ "token": token, "name": "Nora", "shared": false }));
    let joined = answer.json(200);
    nora.take_cookie(&answer);
    let (account, code) = (joined["account"]["id"].as_str().unwrap(), joined["code"].as_str().unwrap());
    let me = nora.get("/api/me").json(200);
    assert_eq!((&me["account"]["role"], &me["classes"][0]["name"]), (&json!("pupil"), &json!("7b")));

    // A second device, with the code as somebody types it.
    let other = host.with_code(&code.to_lowercase().replace('-', " "));
    assert_eq!(other.get("/api/sessions").json(200).as_array().unwrap().len(), 2);
    // A new card ends both, and the old code.
    let card = host.owner().post(&format!("/api/accounts/{account}/card"), &json!({})).json(200);
    assert_eq!(error_code(&nora.get("/api/sessions").json(401)), "no_session");
    assert_eq!(error_code(&other.get("/api/sessions").json(401)), "no_session");
    let old = nora.post("/api/login", &json!({ "code": code })).json(401);
    assert_eq!(error_code(&old), "wrong_code");
    let again = host.with_code(card["code"].as_str().unwrap());
    assert_eq!(again.get("/api/me").json(200)["account"]["id"], json!(account));

    // The same name, and the same look, is taken; the use of the link is not spent.
    let taken = host.visitor().post("/api/join", &json!({ "token": token, "name": "NORA" })).json(409);
    assert_eq!(error_code(&taken), "name_taken");
    let listed = host.owner().get(&format!("/api/classes/{class}")).json(200);
    assert_eq!(listed["invitations"][0]["uses_left"], 2);
    // The teacher closes the link.
    let id = listed["invitations"][0]["id"].as_str().unwrap();
    let address = format!("/api/classes/{class}/invitations/{id}");
    assert_eq!(host.owner().send_json("DELETE", &address, &json!({})).status, 204);
    for token in [token.as_str(), "unknown"] {
        let closed = host.visitor().post("/api/join", &json!({ "token": token, "name": "Ben" })).json(410);
        assert_eq!(error_code(&closed), "closed");
    }
    // The record itself has no names: they are added when it is read, as long as the persons exist.
    let mut audit = host.owner().get("/api/audit").json(200);
    for line in audit.as_array_mut().unwrap() {
        line.as_object_mut().unwrap().retain(|name, _| !name.ends_with("_name"));
    }
    let audit = audit.to_string();
    assert!(audit.contains("\"card\"") && audit.contains("link.close"), "{audit}");
    for secret in [code, card["code"].as_str().unwrap(), token.as_str(), "Nora"] {
        assert!(!audit.contains(secret), "{secret} in {audit}");
    }
    let secret_of = |person: &Person<'_>| person.cookie.split_once('=').unwrap().1.to_string();
    let codes = [code, card["code"].as_str().unwrap(), host.owner_code.as_deref().unwrap()];
    let mut secrets = vec![token.clone(), secret_of(&nora), secret_of(&again), "Nora".into(), "NORA".into()];
    secrets.extend(codes.iter().flat_map(|code| [code.to_string(), code.replace('-', "")]));
    logs_processes_and_the_environment_have_no_secrets(&host, &secrets);
}

/// Looks for secrets where administrators and other users of the computer look: in the server's log at its most verbose
/// level, in its record of requests, and in what the system shows of its process.
fn logs_processes_and_the_environment_have_no_secrets(host: &Host, secrets: &[String]) {
    let school = host.folder.path().join("school");
    let process = Path::new("/proc").join(host.process.id().to_string());
    let mut files =
        vec![host.folder.path().join("log.txt"), process.join("cmdline"), process.join("environ")];
    let records = fs::read_dir(school.join("access")).unwrap().map(|entry| entry.unwrap().path());
    files.extend(records);
    assert!(files.len() > 3, "{files:?}");
    for file in files {
        let text = String::from_utf8_lossy(&fs::read(&file).unwrap()).into_owned();
        for secret in secrets {
            assert!(!text.contains(secret), "{secret} in {}", file.display());
        }
        let is_record = file.extension().is_some_and(|ending| ending == "log");
        assert!(!is_record || text.contains(" POST /api/login 401 "), "{text}");
    }
}

#[test]
fn an_event_stream_ends_with_its_session() {
    let host = Host::start();
    let (class, token) = class(&host);
    let owner = host.owner();
    assert_eq!(owner.send_json("PATCH", "/api/server", &json!({ "name": " Wag  of 7b " })).status, 204);
    assert_eq!(host.visitor().get("/api/me").json(200)["server"]["name"], "Wag of 7b");
    let mut events = owner.events("/api/events");
    let joined = host.visitor().post("/api/join", &json!({ "token": token, "name": "Nora" })).json(200);
    let event = events.next("change").unwrap();
    assert_eq!((&event["topic"], &event["kind"]), (&json!(format!("class:{class}")), &json!("members")));
    let pupil = host.with_code(joined["code"].as_str().unwrap());
    let mut stream = pupil.events("/api/events");
    let account = joined["account"]["id"].as_str().unwrap();
    owner.post(&format!("/api/accounts/{account}/disable"), &json!({ "disabled": true }));
    assert_eq!(stream.next("change"), None);
    let code = json!({ "code": joined["code"] });
    assert_eq!(host.visitor().post("/api/login", &code).status, 401);

    // A pupil leaves, if the class allows it: the stream ends, and so does the account.
    let joined = host.visitor().post("/api/join", &json!({ "token": token, "name": "Ben" })).json(200);
    let ben = host.with_code(joined["code"].as_str().unwrap());
    assert_eq!(ben.get("/api/me").json(200)["account"]["may_delete"], false);
    assert_eq!(ben.send_json("DELETE", "/api/me", &json!({})).status, 404);
    let settings = json!({ "settings": { "games": [], "pupils_may_delete": true } });
    owner.send_json("PATCH", &format!("/api/classes/{class}"), &settings).json(200);
    assert_eq!(ben.get("/api/me").json(200)["account"]["may_delete"], true);
    let mut stream = ben.events("/api/events");
    let left = ben.send_json("DELETE", "/api/me", &json!({}));
    assert_eq!(
        (left.status, left.header("set-cookie").map(|it| it.contains("Max-Age=0"))),
        (204, Some(true))
    );
    assert_eq!(stream.next("change"), None);
    assert_eq!(host.visitor().post("/api/login", &json!({ "code": joined["code"] })).status, 401);
}

#[test]
fn everything_is_there_after_kill_and_only_the_user_can_read_it() {
    let host = Host::start();
    let (class, token) = class(&host);
    let joined = host.visitor().post("/api/join", &json!({ "token": token, "name": "Nora" })).json(200);
    let code = joined["code"].as_str().unwrap().to_string();
    let host = host.restart();
    assert_eq!(host.owner_code, None);
    let nora = host.with_code(&code);
    assert_eq!(nora.get("/api/me").json(200)["classes"][0]["id"], json!(class));
    let school = host.folder.path().join("school");
    let mut all = vec![school.clone()];
    while let Some(path) = all.pop() {
        let found = fs::symlink_metadata(&path).unwrap();
        let most = if found.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(found.mode() & 0o777 & !most, 0, "{}", path.display());
        // What is in the folder of a worker is the worker's.
        if found.is_dir() && !path.ends_with("jobs") {
            all.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
    }
    let stored = fs::read(school.join("wag.db-wal")).unwrap_or_default();
    let stored = [stored, fs::read(school.join("wag.db")).unwrap()].concat();
    let secrets = [code.replace('-', ""), token];
    for secret in &secrets {
        assert!(!stored.windows(secret.len()).any(|part| part == secret.as_bytes()), "{secret}");
    }
}

/// Runs `wag host` with these arguments until it ends. Returns its exit status and what it printed.
fn ended(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String) {
    let usual = ["host", "--as-root", "--without-groups", "--port", "0"];
    let arguments: Vec<&str> = match arguments[0] {
        "backup" | "restore" => std::iter::once("host").chain(arguments.iter().copied()).collect(),
        _ => usual.iter().chain(arguments).copied().collect(),
    };
    let mut command = folder.command(&arguments);
    let output = command.stdout(Stdio::piped()).stderr(Stdio::piped()).output().unwrap();
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn mistakes_of_the_owner_are_one_sentence() {
    let host = Host::start();
    let folder = Folder::with(&[
        ("full/letter.txt", ""),
        ("open/wag.db", ""),
        ("bad/host.toml", "[limits]\nupload_mb = -3\n"),
    ]);
    fs::set_permissions(folder.path().join("open"), fs::Permissions::from_mode(0o755)).unwrap();
    let school = host.folder.path().join("school").canonicalize().unwrap();
    let school = school.to_str().unwrap();
    let at = |name: &str| folder.path().canonicalize().unwrap().join(name).display().to_string();
    let cases = [
        (vec![school], format!("another wag host uses the folder {school}; stop it first")),
        (vec!["full"], format!("the folder {} has other files in it; name an empty folder, or one that does not exist", at("full"))),
        (vec!["open"], format!("others on this machine can read the folder {0}; run chmod 700 {0}", at("open"))),
        (
            vec!["new", "--address", "0.0.0.0"],
            "without TLS, others in the network could read along at 0.0.0.0; put a proxy with TLS before the server (--public-url https://...), or use --plain-http in a room whose network you trust".into(),
        ),
        (
            vec!["new", "--address", "203.0.113.7", "--plain-http"],
            "--plain-http is for a room, and 203.0.113.7 is a public address; name a private one with --address".into(),
        ),
        (
            vec!["new", "--public-url", "wag.example.org"],
            "wag.example.org is no address of a server; write it as https://wag.example.org".into(),
        ),
        (vec!["bad"], format!("{}, line 2: invalid value: integer `-3`, expected u32", at("bad/host.toml"))),
        (vec!["new3", "--class-link"], "the server has no class yet; name one: --class-link 7b".into()),
        (vec!["restore", "none.zip", "new2"], "the backup none.zip cannot be used: No such file or directory (os error 2)".into()),
    ];
    for (arguments, message) in cases {
        let (status, text) = ended(&folder, &arguments);
        assert_eq!((status, text), (Some(2), format!("wag: {message}\n")), "{arguments:?}");
    }
    if fs::metadata(folder.path()).unwrap().uid() == 0 {
        let root = folder.command(&["host", "new4", "--without-groups", "--port", "0"]).output().unwrap();
        let message = "wag host does not run as root, because a mistake in it would have all rights; start it as another user, or with --as-root on a machine that has nothing else";
        let expected = (Some(2), format!("wag: {message}\n"));
        assert_eq!((root.status.code(), String::from_utf8(root.stderr).unwrap()), expected);
    }
    silent_connections_keep_nobody_out(&host);
}

/// Opens 500 connections that send nothing, or only the start of a request.
fn silent_connections_keep_nobody_out(host: &Host) {
    let address = ("127.0.0.1", host.port);
    let silent: Vec<TcpStream> = (0..500)
        .map(|number| {
            let mut stream = TcpStream::connect(address).unwrap();
            // The server may have closed it already.
            let _ = (number % 2 == 0).then(|| stream.write_all(b"POST /api/login HTTP/1.1\r\nContent-Len"));
            stream
        })
        .collect();
    assert_eq!(host.visitor().get("/").status, 200);
    assert_eq!(host.owner().get("/api/me").json(200)["account"]["role"], "owner");
    drop(silent);
}

#[test]
fn a_backup_of_a_running_server_is_restored_without_those_deleted_later() {
    let host = Host::start();
    let (_, token) = class(&host);
    let join =
        |name: &str| host.visitor().post("/api/join", &json!({ "token": token, "name": name })).json(200);
    let (nora, ben) = (join("Nora"), join("Ben"));
    let account = ben["account"]["id"].as_str().unwrap();
    let (status, text) = ended(&host.folder, &["backup", "school.zip", "--folder", "school"]);
    assert_eq!(status, Some(0), "{text}");
    // The owner's page makes the same, in the folder of the server.
    let again = ended(&host.folder, &["backup", "school.zip", "--folder", "school"]);
    let message =
        "wag: the file school.zip exists already, and a backup replaces nothing; name another file\n";
    assert_eq!(again, (Some(2), message.to_string()));
    let made = host.owner().post("/api/backup", &json!({})).json(200);
    let backup = format!("school/{}", made["file"].as_str().unwrap());
    assert_eq!(fs::metadata(host.folder.path().join(&backup)).unwrap().mode() & 0o777, 0o600);
    let listed = host.owner().get("/api/backup").json(200);
    assert_eq!(format!("backups/{}", listed["backups"][0]["file"].as_str().unwrap()), made["file"]);
    let folder = host.folder.path().canonicalize().unwrap().join("school/backups");
    assert_eq!(
        (&listed["folder"], &listed["backups"][0]["bytes"]),
        (&json!(folder), &json!(fs::metadata(host.folder.path().join(&backup)).unwrap().len()))
    );
    let address = format!("/api/accounts/{account}");
    let export = host.owner().post(&format!("{address}/export"), &json!({}));
    assert_eq!((export.status, export.body.starts_with(b"PK")), (200, true));
    assert_eq!(host.owner().send_json("DELETE", &address, &json!({})).status, 204);
    assert_eq!(host.visitor().post("/api/login", &json!({ "code": ben["code"] })).status, 401);
    // The list of deleted persons is the only file that the new folder gets from the old one.
    let path = host.folder.path();
    let restored = |backup: &str, folder: &str, first: &str| {
        let (status, text) = ended(&host.folder, &["restore", backup, folder]);
        assert_eq!((status, text.lines().next()), (Some(0), Some(first)), "{text}");
    };
    let copy_list = |to: &str| fs::copy(path.join("school/deleted.log"), path.join(to)).unwrap();
    let none = "There is no deleted.log in without or beside the backup: whoever was deleted after the backup is back. Copy it from \
                the former folder into without before the next start.";
    restored(&backup, "without", none);
    let again = "1 person who was deleted after the backup was deleted again.";
    fs::create_dir(path.join("new")).unwrap();
    copy_list("new/deleted.log");
    restored(&backup, "new", again);
    copy_list("deleted.log");
    restored("school.zip", "beside", again);
    let (status, text) = ended(&host.folder, &["restore", "school.zip", "school"]);
    let school = path.canonicalize().unwrap().join("school");
    let message = format!("another wag host uses the folder {}; stop it first", school.display());
    assert_eq!((status, text), (Some(2), format!("wag: {message}\n")));
    let (status, text) = ended(&host.folder, &["restore", "school.zip", "new"]);
    assert_eq!(status, Some(2), "a folder that is not empty: {text}");
    replace(path, "school", "new");
    let host = host.restart();
    assert_eq!(host.visitor().post("/api/login", &json!({ "code": ben["code"] })).status, 401);
    let nora = host.with_code(nora["code"].as_str().unwrap());
    assert_eq!(nora.get("/api/sessions").json(200).as_array().unwrap().len(), 1);
}

fn replace(folder: &Path, old: &str, new: &str) {
    fs::rename(folder.join(old), folder.join("old")).unwrap();
    fs::rename(folder.join(new), folder.join(old)).unwrap();
}

#[test]
fn a_teacher_sets_a_passphrase_and_the_owner_gets_a_new_code() {
    let toml = "name = 'Wag of 7b'\nport = 1\n[sessions]\nshared_device_hours = 3\n[limits]\nupload_mb = 4\n";
    let folder = Folder::with(&[("school/host.toml", toml)]);
    let host = Host::start_in(folder, &["--class-link", "7b"]);
    let owner = host.owner();
    // The configuration counts, but for what a flag says, and the class of the link was made.
    let me = owner.get("/api/me").json(200);
    let expected = json!(["Wag of 7b", true, 3, 4, 20, "7b"]);
    let (server, limits) = (&me["server"], &me["limits"]);
    let found = json!([
        server["name"],
        server["has_fixed_name"],
        limits["shared_device_hours"],
        limits["upload_mb"],
        limits["workspace_mb"],
        me["classes"][0]["name"],
    ]);
    assert_eq!(found, expected);
    assert_eq!(
        error_code(&owner.send_json("PATCH", "/api/server", &json!({ "name": "x" })).json(409)),
        "fixed_name"
    );
    let token = host.class_link.as_deref().unwrap().split_once("/j#").unwrap().1;
    let look = host.visitor().post("/api/join/look", &json!({ "token": token })).json(200);
    assert_eq!(look["class"], "7b");
    let phrase = "correct horse battery";
    assert_eq!(owner.post("/api/passphrase", &json!({ "passphrase": "short" })).status, 422);
    assert_eq!(owner.post("/api/passphrase", &json!({ "passphrase": phrase })).status, 204);
    let log_in =
        |phrase: &str| host.visitor().post("/api/login", &json!({ "name": "Owner", "passphrase": phrase }));
    assert_eq!(log_in(phrase).status, 200);
    assert_eq!(error_code(&log_in("wrong horse battery").json(401)), "wrong_passphrase");
    let code = host.owner_code.clone().unwrap();
    let host = host.restart_with(&["--new-owner-code"]);
    assert_ne!(host.owner_code.as_ref(), Some(&code));
    assert_eq!(host.visitor().post("/api/login", &json!({ "code": code })).status, 401);
    assert_eq!(host.owner().get("/api/me").json(200)["account"]["role"], "owner");
}

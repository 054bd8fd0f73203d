//! Access control of the server.

use crate::common::http::{Client, match_request};
use serde_json::{Value, json};

#[test]
fn the_browser_is_opened_without_the_token_among_its_arguments() {
    let folder = crate::common::Folder::with(&[(
        "bin/xdg-open",
        "#!/bin/sh\necho \"$@\" > opened.new && stat -c %a \"$1\" >> opened.new && mv opened.new opened\n",
    )]);
    let script = folder.path().join("bin/xdg-open");
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    let mut command = folder.command(&["client"]);
    let path = format!("{}:{}", script.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let home = folder.path().join("home");
    command.env("PATH", path).env("WAG_HOME", &home).env_remove("WSL_DISTRO_NAME");
    let client = Client::of(command, folder, home);
    let begin = std::time::Instant::now();
    while !client.folder.has("opened") {
        assert!(begin.elapsed() < std::time::Duration::from_secs(300), "nothing was opened");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let message = client.folder.read("opened");
    let (file, mode) = message.trim().split_once('\n').unwrap();
    assert!(!message.contains(&client.token) && !message.contains("http"), "{message}");
    assert_eq!(mode, "600");
    let page = std::fs::read_to_string(file).unwrap();
    let address = format!("http://127.0.0.1:{}/?token={}", client.port, client.token);
    assert!(page.contains(&format!("url={address}")), "{page}");
    // The file is removed on the first valid login, and not before.
    client.with("GET", "/?token=wrong", &[("Host", &client.host())], b"");
    assert!(std::path::Path::new(file).exists());
    let path = format!("/?token={}", client.token);
    assert_eq!(client.with("GET", &path, &[("Host", &client.host())], b"").status, 303);
    assert!(!std::path::Path::new(file).exists());
}

/// Where no private file can be written, the address is not passed as an argument instead.
#[test]
fn no_browser_is_opened_if_the_token_cannot_be_hidden() {
    let folder = crate::common::Folder::with(&[("bin/xdg-open", "#!/bin/sh\necho \"$@\" > \"$OPENED\"\n")]);
    let script = folder.path().join("bin/xdg-open");
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    let mut command = folder.command(&["client"]);
    let path = format!("{}:{}", script.parent().unwrap().display(), std::env::var("PATH").unwrap());
    // Nobody can write into these folders.
    command.current_dir("/proc").env("PATH", path).env("WAG_HOME", "/proc/none").env("TMPDIR", "/proc/none");
    command.env("OPENED", folder.path().join("opened"));
    let mut client = Client::of(command, folder, "/proc/none".into());
    let stderr = client.process.stderr.as_ref().unwrap();
    let mut ready = [rustix::event::PollFd::new(stderr, rustix::event::PollFlags::IN)];
    let nap = rustix::event::Timespec { tv_sec: 0, tv_nsec: 10_000_000 };
    let begin = std::time::Instant::now();
    while rustix::event::poll(&mut ready, Some(&nap)).unwrap() == 0 {
        assert!(!client.folder.has("opened"), "{}", client.folder.read("opened"));
        assert!(begin.elapsed() < std::time::Duration::from_secs(300), "it prints no warning");
    }
    let mut warning = String::new();
    std::io::BufRead::read_line(
        &mut std::io::BufReader::new(client.process.stderr.as_mut().unwrap()),
        &mut warning,
    )
    .unwrap();
    assert!(warning.starts_with("wag: no browser was found"), "{warning}");
    assert!(!client.folder.has("opened"));
}

#[test]
fn printed_address_logs_in_and_hides_the_token() {
    let client = Client::start(&[("yourAI.py", "")]);
    let host = client.host();
    let address = format!("/?token={}", client.token);
    let welcome = client.with("GET", &address, &[("Host", &host)], b"");
    assert_eq!((welcome.status, welcome.header("location")), (303, Some("/")));
    let cookie = welcome.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap().to_string();
    let page = client.with("GET", "/", &[("Host", &host), ("Cookie", &cookie)], b"");
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let cookies = format!("other=1; {cookie}; wag=2");
    let headers = [("Host", host.as_str()), ("Cookie", cookies.as_str()), ("Sec-Fetch-Site", "same-origin")];
    assert_eq!(
        client.with("GET", "/api/start", &headers, b"").json(200)["folder"].as_str().unwrap().len(),
        10
    );
}

#[test]
fn nothing_is_served_without_the_token() {
    let client = Client::start(&[]);
    let host = client.host();
    let wrong = "0".repeat(client.token.len());
    let cookie = format!("wag_{}={wrong}", client.port);
    for path in [
        "/api/start",
        "/api/saves",
        "/api/run/events",
        "/api/preview/map/meadow",
        "/api/replays/run-1",
        "/api/tournaments",
        "/api/tournaments/tournament.db",
        "/api/tournaments/tournament.db/matches",
        "/api/none",
    ] {
        for header in [("X-None", ""), ("X-Wag-Token", &wrong), ("X-Wag-Token", ""), ("Cookie", &cookie)] {
            client
                .with("GET", path, &[("Host", &host), header], b"")
                .refused(401, "open the address that `wag client` printed");
        }
    }
    let writing = [
        "/api/stop",
        "/api/run",
        "/api/run/answer",
        "/api/run/cancel",
        "/api/tournaments",
        "/api/tournaments/stop",
    ];
    for path in writing {
        client.with("POST", path, &[("Host", &host)], b"{}").refused(401, "token");
    }
    client.with("GET", "/?token=x", &[("Host", &host)], b"").refused(401, "token");
}

#[test]
fn foreign_pages_are_refused_even_with_the_token() {
    let client = Client::start(&[]);
    let (host, token) = (client.host(), client.token.clone());
    let ask = |headers: &[(&str, &str)]| {
        let mut all = vec![("X-Wag-Token", token.as_str())];
        all.extend(headers);
        client.with("GET", "/api/start", &all, b"")
    };
    let near = format!("127.0.0.1:{}", client.port - 1);
    for foreign in ["evil.example", "127.0.0.1", "localhost", "127.0.0.1.evil.example:80", "", &near] {
        ask(&[("Host", foreign)]).refused(403, "its own pages");
    }
    assert_ne!(ask(&[]).status, 200, "no host at all");
    assert_ne!(ask(&[("Host", &host), ("Host", &host)]).status, 200, "two");
    for origin in [
        "http://evil.example",
        "null",
        "https://127.0.0.1",
        &format!("http://{near}"),
        &format!("https://{host}"),
    ] {
        ask(&[("Host", &host), ("Origin", origin)]).refused(403, "its own pages");
    }
    for site in ["cross-site", "same-site"] {
        ask(&[("Host", &host), ("Sec-Fetch-Site", site)]).refused(403, "its own pages");
    }
    for name in [host.clone(), format!("localhost:{}", client.port), format!("LOCALHOST:{}", client.port)] {
        assert_eq!(ask(&[("Host", &name)]).status, 200, "{name}");
    }
    assert_eq!(ask(&[("Host", &host), ("Origin", &format!("http://{host}"))]).status, 200);
    // A page whose domain resolves to this address does not even get the start page.
    client.with("GET", "/", &[("Host", "evil.example")], b"").refused(403, "its own pages");
}

#[test]
fn every_response_has_the_security_headers() {
    let client = Client::start(&[]);
    for path in ["/", "/api/start", "/web/nothing.js"] {
        let answer = client.request("GET", path, b"");
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
}

#[test]
fn nothing_but_the_pages_and_the_saves_is_served() {
    let client =
        Client::start(&[("yourAI.py", "secret"), ("saves/x/replay.wag", "no"), ("outside.wag", "secret")]);
    let ways = [
        "/web/../Cargo.toml",
        "/web/..%2f..%2fCargo.toml",
        "/web/%2e%2e/Cargo.toml",
        "/web//etc/passwd",
        "/web/%2fetc/passwd",
        "/yourAI.py",
        "/../yourAI.py",
        "/web/package.json",
        "/saves/x/replay.wag",
        "/api/replays/..%2f..%2foutside.wag/file",
        "/api/replays/outside/file",
        "/api/replays/x/file",
        "/api/replays/%2e%2e/file",
        "/api/replays/upload-1/file",
        "/api/replays/run-1/file",
        "/api/replays/upload--1/file",
        "/api/replays/%00/file",
    ];
    for way in ways {
        let answer = client.request("GET", way, b"");
        assert!((400..500).contains(&answer.status), "{way}: {}", answer.head);
        let text = String::from_utf8_lossy(&answer.body);
        assert!(
            !text.contains("secret") && !text.contains("[package]") && !text.contains("root:"),
            "{way}: {text}"
        );
    }
}

#[test]
fn players_and_files_come_from_the_working_folder_only() {
    let client = Client::start(&[("ai.py", ""), ("sub/ai.py", "")]);
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("spy.py"), "").unwrap();
    for ending in ["map", "json", "dat"] {
        let spy = outside.path().join(format!("spy.{ending}"));
        std::fs::write(&spy, "").unwrap();
        let link = client.folder.path().join(format!("link.{ending}"));
        std::os::unix::fs::symlink(spy, link).unwrap();
    }
    std::os::unix::fs::symlink(outside.path().join("spy.py"), client.folder.path().join("link.py")).unwrap();
    std::os::unix::fs::symlink(outside.path(), client.folder.path().join("dir")).unwrap();
    let spy = outside.path().join("spy.py").display().to_string();
    for player in [
        spy.as_str(),
        "../x.py",
        "sub/../../x.py",
        "link.py",
        "dir/spy.py",
        "anna=../x.py",
        &format!("anna={spy}"),
        "persistent:../x.py",
        "persistent:link.py",
    ] {
        client
            .post("/api/run", &match_request(&[player, "", "", ""], "meadow", 5))
            .refused(400, "working folder");
    }
    let options = [("warriors", "map", "map"), ("warriors", "rules", "json"), ("gems", "board", "dat")];
    for (game, option, ending) in options {
        let players = if game == "gems" { json!(["ref", "ref"]) } else { json!(["ai.py", "", "", ""]) };
        let elsewhere = outside.path().join(format!("spy.{ending}")).display().to_string();
        let files =
            [format!("../x.{ending}"), format!("dir/spy.{ending}"), format!("link.{ending}"), elsewhere];
        for file in files {
            let match_request = json!({ "game": game, "players": players, "options": { (option): file } });
            client.post("/api/run", &match_request).refused(400, "working folder");
            for way in [file.replace('/', "%2f"), file.replace("..", "%2e%2e")] {
                let path = format!("/api/preview/{option}/{way}?game={game}");
                client.request("GET", &path, b"").refused(400, "working folder");
            }
        }
    }
    for way in ["rounds/5", "none/x.map", "map/ai.py", "%2e%2e/spy.map"] {
        client.request("GET", &format!("/api/preview/{way}"), b"").refused(400, "");
    }
    assert_eq!(client.now(), Value::Null);
}

#[test]
fn player_spec_cannot_be_a_command() {
    let client = Client::start(&[("ai.py", ""), ("bot", "#!/bin/sh\n")]);
    let made = client.folder.path().join("made").display().to_string();
    client.folder.write("a.sh", format!("touch {made}\n"));
    let words = [
        "sh a.sh",
        "sh a.sh x.py",
        "python3 -c 1 ai.py",
        "lines:sh a.sh",
        "lines:sh a.sh ai.py",
        "program:sh a.sh",
        "program:sh a.sh ai.py",
        "sh a.sh x=ref",
        "sh a.sh x=human",
        "sh a.sh x=Noob",
        "tcp",
        "tcp:4000",
        "x=tcp:4000",
    ];
    for word in words {
        for (game, players) in [("gems", vec![word, "ref"]), ("warriors", vec![word, "", "", ""])] {
            let answer = client.post("/api/run", &json!({ "game": game, "players": players }));
            assert_eq!(answer.status, 400, "{game} {word}: {}", String::from_utf8_lossy(&answer.body));
        }
    }
    assert_eq!((client.now(), client.folder.has("made")), (Value::Null, false));
}

#[test]
fn bodies_that_are_too_long_or_make_no_sense_are_refused() {
    let client = Client::start(&[]);
    let long = vec![b' '; 1 << 20];
    assert_eq!(client.request("POST", "/api/run", &long).status, 413);
    for body in
        ["", "{", "[]", "{\"players\": 3}", "{\"players\": [], \"map\": \"meadow\", \"rounds\": -1}", "\u{0}"]
    {
        let answer = client.request("POST", "/api/run", body.as_bytes());
        assert!((400..500).contains(&answer.status), "{body}: {}", answer.head);
        assert!(answer.json(answer.status)["error"].is_string());
    }
    assert_eq!(client.request("DELETE", "/api/start", b"").status, 405);
    assert_eq!(client.raw(b"\x00\xff\r\n\r\n").status, 400);
}

#[test]
fn incomplete_requests_time_out() {
    let client = Client::start(&[("yourAI.py", "")]);
    let head =
        format!("POST /api/run HTTP/1.1\r\nHost: {}\r\nX-Wag-Token: {}\r\n", client.host(), client.token);
    let no_body = format!("{head}Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{{");
    let begin = std::time::Instant::now();
    let half_open = ["", "GET / HT", &head, &no_body].map(|said| {
        let mut stream = std::net::TcpStream::connect(("127.0.0.1", client.port)).unwrap();
        stream.set_read_timeout(Some(std::time::Duration::from_secs(300))).unwrap();
        std::io::Write::write_all(&mut stream, said.as_bytes()).unwrap();
        stream
    });
    for mut stream in half_open {
        let mut answer = Vec::new();
        std::io::Read::read_to_end(&mut stream, &mut answer).expect("it is hung up on");
    }
    assert!(begin.elapsed() < std::time::Duration::from_secs(300));
    client.get("/api/start");
}

#[test]
fn unread_connections_do_not_block_others() {
    let folder = crate::common::Folder::with(&[("yourAI.py", "")]);
    let home = folder.path().join("home");
    let mut command = std::process::Command::new("sh");
    let limited = "ulimit -n 256 && exec \"$0\" client --no-open --no-sandbox";
    command.args(["-c", limited, env!("CARGO_BIN_EXE_wag")]).current_dir(folder.path());
    command.env("WAG_HOME", &home).stdin(std::process::Stdio::null());
    let client = Client::of(command, folder, home);
    let mut page = client.events();
    // Some connections request pages again and again without reading, some send nothing, some stop within a word.
    let get = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", client.host());
    let words = [get.repeat(200), String::new(), "GET / HT".to_string()];
    let mut unread = Vec::new();
    for said in words.iter().cycle().take(280) {
        let mut stream = std::net::TcpStream::connect(("127.0.0.1", client.port)).unwrap();
        stream.set_nonblocking(true).unwrap();
        let _ = std::io::Write::write(&mut stream, said.as_bytes());
        unread.push(stream);
        if unread.len() % 70 == 0 {
            let host = client.host();
            assert_eq!(client.with("GET", "/", &[("Host", &host)], b"").status, 200);
            client.get("/api/start");
        }
    }
    // A page that was open before still receives events.
    client.run(["yourAI.py", "yourAI.py", "yourAI.py", "yourAI.py"], 3);
    assert_eq!(client.finished()["state"], "done");
    assert!(page.next("run").is_some());
}

//! Test of who reaches which route of a server for classes: every route, asked by every kind of caller. Whoever may not
//! know of something gets the answer that is given for what does not exist.

use crate::caller::Right;
use crate::connections::Peer;
use crate::contests::school;
use crate::host::{Host, guarded_routes};
use crate::host_limits::HostLimits;
use crate::routes::listed;
use crate::server_state::{ServerState, Serves};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use axum::routing::MethodFilter;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::watch as signal;
use wag_store::{Account, Code, NewInvitation, NewMember, NewSession, Proof, Role, Store, new_id};

/// A server with two classes, and the cookies of all kinds of callers.
pub struct School {
    pub router: Router,
    pub host: Arc<Host>,
    /// The secret of each caller's session; `None` for visitors.
    pub callers: BTreeMap<&'static str, Option<String>>,
    /// The ids that addresses name, by the name of the parameter.
    pub ids: BTreeMap<&'static str, String>,
    /// The secret of an open class link.
    link: String,
    /// A code that logs in.
    pub code: String,
    _folder: tempfile::TempDir,
}

/// The kinds of callers. The class that addresses name is that of `teacher`, the account that of `pupil`.
const CALLERS: [&str; 10] = [
    "visitor",
    "pupil",
    "classmate",
    "waiting",
    "pupil of another class",
    "teacher",
    "teacher of another class",
    "owner",
    "disabled",
    "ended",
];

fn add(store: &Store, owner: &str, class: &str, name: &str, role: Role) -> (Account, Code) {
    let new = NewMember { name, name_key: name, role };
    let (account, code) = store.add_member(owner, class, &new, 1).unwrap();
    (Account { teaches: role == Role::Teacher, ..account }, code)
}

impl School {
    pub fn new() -> School {
        School::with(false, HostLimits::default())
    }

    /// Returns a school for this route: with contests only if the route names one, because they take time.
    pub fn for_route(pattern: &str) -> School {
        let has_contests =
            ["{contest}", "{hand_in}", "{match}", "{token}"].iter().any(|name| pattern.contains(name));
        School::with(has_contests, HostLimits::default())
    }

    /// Returns a school on a server with these limits.
    pub fn with(has_contests: bool, limits: HostLimits) -> School {
        let folder = tempfile::tempdir().unwrap();
        let host = Arc::new(Host::with_limits(&folder.path().join("school"), limits));
        let store = &host.store;
        let (owner, code) = store.make_first_owner("Owner", 1).unwrap().unwrap();
        let may_delete = json!({ "pupils_may_delete": true });
        let class = store.make_class(&owner.id, "7b", &may_delete, 1).unwrap();
        let other = store.make_class(&owner.id, "8a", &may_delete, 1).unwrap();
        let people = [
            ("pupil", &class, Role::Pupil),
            ("classmate", &class, Role::Pupil),
            ("disabled", &class, Role::Pupil),
            ("ended", &class, Role::Pupil),
            ("teacher", &class, Role::Teacher),
            ("pupil of another class", &other, Role::Pupil),
            ("teacher of another class", &other, Role::Teacher),
        ];
        let mut cards: BTreeMap<&str, (Account, Code)> = people
            .into_iter()
            .map(|(name, class, role)| (name, add(store, &owner.id, class, name, role)))
            .collect();
        let invitation = |must_confirm| NewInvitation { uses: 9, hours: 1, role: Role::Pupil, must_confirm };
        let now = wag_store::now_ms();
        let (_, secret, _) = store.make_invitation(&owner.id, &class, &invitation(true), now).unwrap();
        let waiting = store.join(&secret.printed(), "waiting", "waiting", now).unwrap();
        cards.insert("waiting", (waiting.account, waiting.code));
        let (invitation, link, _) =
            store.make_invitation(&owner.id, &class, &invitation(false), now).unwrap();
        cards.insert("owner", (owner.clone(), code.clone()));
        let (mut callers, mut session) = (BTreeMap::from([("visitor", None)]), String::new());
        for (name, (account, code)) in &cards {
            let proof = Proof::Code(code.clone());
            let new = NewSession { proof, device: "", is_shared: false, duration_ms: 3_600_000 };
            let (secret, _) = store.log_in(account, &new, now).unwrap();
            if *name == "ended" {
                let id = store.session(secret.text(), now).unwrap().unwrap().id;
                store.end_session(&account.id, &id).unwrap();
            }
            callers.insert(*name, Some(secret.text().to_string()));
        }
        let id_of = |name: &str| cards[name].0.id.clone();
        let pupil = id_of("pupil");
        if let Some(own) = store.sessions(&pupil, None, now).unwrap().first() {
            session = own.id.clone();
        }
        store.set_disabled(&owner.id, &id_of("disabled"), true, now).unwrap();
        let people = school::People {
            teacher: &id_of("teacher"),
            pupil: &pupil,
            classmate: &id_of("classmate"),
            all: cards.values().map(|(account, _)| account.id.clone()).collect(),
        };
        let contests = if has_contests { school::ids(&host, &class, &people) } else { BTreeMap::new() };
        let mut ids = BTreeMap::from([
            ("class", class),
            ("account", pupil),
            ("invitation", invitation),
            ("id", session),
        ]);
        ids.extend(contests);
        let server =
            Arc::new(ServerState::new(Serves::Classes(Arc::clone(&host)), signal::Sender::new(false)));
        let router = guarded_routes(server, Arc::clone(&host)).unwrap();
        let (link, code) = (link.printed(), code.printed());
        School { router, host, callers, ids, link, code, _folder: folder }
    }

    /// Returns an address with the ids of the school, or with ids that do not exist.
    pub fn address(&self, pattern: &str, exists: bool) -> String {
        let part = |part: &str| match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
            Some(name) if exists => {
                let name = if name == "contest" { school::contest_for(pattern) } else { name };
                self.ids.get(name.trim_start_matches('*')).cloned().unwrap_or_else(new_id)
            }
            Some(_) => new_id(),
            None => part.to_string(),
        };
        pattern.split('/').map(part).collect::<Vec<_>>().join("/")
    }

    /// Returns the body that a request needs to be understood.
    pub fn body(&self, address: &str) -> Value {
        match address {
            "/api/server" => json!({ "name": "School" }),
            "/api/me" => json!({ "language": "de" }),
            "/api/login" => json!({ "code": self.code }),
            "/api/join" => json!({ "token": self.link, "name": "Nora" }),
            "/api/join/look" => json!({ "token": self.link }),
            "/api/classes" => json!({ "name": "9c" }),
            "/api/passphrase" => json!({ "passphrase": null }),
            "/api/classes/{class}/members" => json!({ "name": "Nora", "role": "pupil" }),
            "/api/classes/{class}/members/{account}" => json!({ "name": "Nora" }),
            "/api/classes/{class}/cards" => json!({ "accounts": "all" }),
            "/api/accounts/{account}/disable" => json!({ "disabled": true }),
            "/api/classes/{class}/contests" => json!({ "name": "Cup" }),
            "/api/contests/{contest}/reveal" => json!({ "places": 1 }),
            "/api/contests/{contest}/trials" => {
                let built_in = wag_games::first().info.filler;
                json!({ "opponents": [{ "built_in": built_in }], "matches": 2 })
            }
            "/api/contests/{contest}/take-over" => json!({ "from": self.ids.get("contest released") }),
            "/api/cluster/allow" => json!({ "worker": "tcp://10.0.0.9:40001" }),
            "/api/contests/{contest}/hand-ins" => json!({ "from": "workspace" }),
            _ => json!({}),
        }
    }

    pub async fn ask(
        &self,
        caller: &str,
        method: MethodFilter,
        address: &str,
        body: &Value,
    ) -> (StatusCode, Vec<u8>) {
        let method = method_of(method);
        let request = Request::builder().method(method).uri(address).header(header::HOST, "wag.example");
        let request = request.header(header::ORIGIN, "https://wag.example").header("x-wag", "1");
        let mut request = request.header(header::CONTENT_TYPE, "application/json");
        if let Some(secret) = &self.callers[caller] {
            request = request.header(header::COOKIE, format!("__Host-wag={secret}"));
        }
        let body = if method == "GET" { Body::empty() } else { Body::from(body.to_string()) };
        let mut request = request.body(body).unwrap();
        request.extensions_mut().insert(Peer::Socket);
        let response = TowerToHyperService::new(self.router.clone()).call(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let is_stream =
            parts.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream");
        let body = if is_stream { Vec::new() } else { to_bytes(body, 64 << 20).await.unwrap().to_vec() };
        (parts.status, body)
    }
}

pub fn method_of(method: MethodFilter) -> &'static str {
    let all = [
        (MethodFilter::GET, "GET"),
        (MethodFilter::PUT, "PUT"),
        (MethodFilter::PATCH, "PATCH"),
        (MethodFilter::DELETE, "DELETE"),
    ];
    all.into_iter().find(|(one, _)| *one == method).map_or("POST", |(_, name)| name)
}

/// Returns whether a caller has a right at all, before the question which class it is about.
pub fn has_right(caller: &str, right: Right) -> bool {
    let is_member = !["visitor", "disabled", "ended"].contains(&caller);
    match right {
        // The link of a projector is in the address.
        Right::Pages | Right::Anybody | Right::Screen => true,
        Right::Member | Right::Workspace => is_member,
        Right::Teacher | Right::Solutions => {
            ["teacher", "teacher of another class", "owner"].contains(&caller)
        }
        Right::Owner => caller == "owner",
        Right::Tournaments | Right::Server => false,
    }
}

/// Returns whether a caller who has the right may do it with the class and the account of the school.
fn may(caller: &str, method: MethodFilter, address: &str, right: Right) -> bool {
    match right {
        // Their classes allow it.
        Right::Member if method == MethodFilter::DELETE && address == "/api/me" => {
            !["teacher", "teacher of another class", "owner"].contains(&caller)
        }
        Right::Teacher if address.contains('{') => ["teacher", "owner"].contains(&caller),
        _ if address.starts_with("/api/contests/") => school::SEES_CONTEST.contains(&caller),
        _ if address == "/api/matches/{match}/replay" => school::SEES_CONTEST.contains(&caller),
        _ if address.starts_with("/api/hand-ins/") || address.starts_with("/api/matches/") => {
            school::SEES_HAND_IN.contains(&caller)
        }
        // A session is its owner's alone.
        Right::Member if address.starts_with("/api/sessions/") => caller == "pupil",
        _ => true,
    }
}

/// The routes that run code, which nobody may whose name waits for a teacher.
pub const RUNS: [&str; 8] = [
    "/api/run",
    "/api/run/again",
    "/api/run/answer",
    "/api/turn",
    "/api/losses",
    "/api/course/check",
    "/api/files/{name}/check",
    "/api/replays/{id}/explanation",
];

/// Returns whether a request of this route needs a file, a job or a query that the school does not have.
fn needs_more(pattern: &str) -> bool {
    let ends =
        ["/roster", "/worksheet", "/marks.csv", "/hand-ins.zip", "/files/{name}", "/jobs/{job}", "/backup"];
    pattern.contains("{*") || ends.iter().any(|end| pattern.ends_with(end))
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_not_know_of_something_gets_the_answer_for_what_does_not_exist() {
    // Here nothing is changed: its ids are never those of a request.
    let nothing = School::new();
    for (method, pattern, right) in listed() {
        let mut school = School::for_route(pattern);
        for caller in CALLERS {
            let body = school.body(pattern);
            let what = format!("{} {pattern} for {caller}", method_of(method));
            let answer = school.ask(caller, method, &school.address(pattern, true), &body).await;
            if !has_right(caller, right) {
                let unknown = nothing.ask(caller, method, "/api/none", &body).await;
                assert_eq!(answer, unknown, "{what}");
            } else if !may(caller, method, pattern, right) {
                let absent = nothing.ask(caller, method, &nothing.address(pattern, false), &body).await;
                assert_eq!(answer, absent, "{what}");
                // Without a session, everything is unknown.
                let is_member = has_right(caller, Right::Member);
                let status = if is_member { StatusCode::NOT_FOUND } else { StatusCode::UNAUTHORIZED };
                assert!(
                    answer.0 == status || needs_more(pattern) && !answer.0.is_success(),
                    "{what}: {answer:?}"
                );
            } else if !right.is_of_workspace()
                && !needs_more(pattern)
                && pattern != "/api/matches/{match}/replay"
            {
                assert!(answer.0.is_success(), "{what}: {answer:?}");
            } else {
                let saves = method == MethodFilter::POST && pattern == "/api/saves";
                let is_unconfirmed = caller == "waiting" && (saves || RUNS.contains(&pattern));
                let is_refused = answer.0 == StatusCode::FORBIDDEN;
                assert_eq!((is_refused, answer.0 == 401), (is_unconfirmed, false), "{what}: {answer:?}");
            }
            if method != MethodFilter::GET && answer.0.is_success() {
                school = School::for_route(pattern);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_of_other_sites_are_refused() {
    let school = School::new();
    let unsafe_ones = [
        ("no origin", None, Some("1"), None),
        ("null", Some("null"), Some("1"), None),
        ("another site", Some("https://evil.example"), Some("1"), None),
        ("another port", Some("https://wag.example:8443"), Some("1"), None),
        ("another scheme", Some("http://wag.example"), Some("1"), None),
        ("no header", Some("https://wag.example"), None, None),
        ("another value", Some("https://wag.example"), Some("2"), None),
        ("same site", Some("https://wag.example"), Some("1"), Some("same-site")),
        ("cross site", Some("https://wag.example"), Some("1"), Some("cross-site")),
        ("typed address", Some("https://wag.example"), Some("1"), Some("none")),
    ];
    let cookie = format!("__Host-wag={}", school.callers["owner"].as_ref().unwrap());
    let send = async |host: &str, headers: &[(&str, Option<&str>)]| {
        let mut request = Request::builder().method("POST").uri("/api/classes").header(header::HOST, host);
        for (name, value) in headers.iter().filter_map(|(name, value)| Some((*name, (*value)?))) {
            request = request.header(name, value);
        }
        let request = request.header("cookie", &cookie).header("content-type", "application/json");
        let request = request.body(Body::from(r#"{"name":"9c"}"#)).unwrap();
        TowerToHyperService::new(school.router.clone()).call(request).await.unwrap().status().as_u16()
    };
    for (case, origin, marked, site) in unsafe_ones {
        let headers = [("origin", origin), ("x-wag", marked), ("sec-fetch-site", site)];
        assert_eq!(send("wag.example", &headers).await, 403, "{case}");
    }
    let good = [
        ("origin", Some("https://wag.example")),
        ("x-wag", Some("1")),
        ("sec-fetch-site", Some("same-origin")),
    ];
    for host in ["evil.example", "wag.example:8080", ""] {
        assert_eq!(send(host, &good).await, 403, "{host}");
    }
    assert_eq!(send("wag.example", &good).await, 200);
    assert_eq!(send("wag.example", &good[..2]).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_teacher_cannot_become_the_owner_or_another_teacher() {
    let school = School::new();
    let me = |name: &'static str| {
        let school = &school;
        async move {
            let (_, body) = school.ask(name, MethodFilter::GET, "/api/me", &json!({})).await;
            serde_json::from_slice::<Value>(&body).unwrap()["account"]["id"].as_str().unwrap().to_string()
        }
    };
    for victim in ["owner", "teacher of another class", "pupil of another class", "teacher"] {
        let account = me(victim).await;
        for (action, body) in [("card", json!({})), ("disable", json!({ "disabled": true }))] {
            let address = format!("/api/accounts/{account}/{action}");
            let answer = school.ask("teacher", MethodFilter::POST, &address, &body).await;
            assert_eq!(answer.0, StatusCode::NOT_FOUND, "{action} of {victim}");
        }
    }
    let class = &school.ids["class"];
    let teacher = json!({ "name": "Nora", "role": "teacher" });
    let address = format!("/api/classes/{class}/members");
    assert_eq!(school.ask("teacher", MethodFilter::POST, &address, &teacher).await.0, StatusCode::NOT_FOUND);
    let invitation = json!({ "role": "teacher" });
    let address = format!("/api/classes/{class}/invitations");
    assert_eq!(
        school.ask("teacher", MethodFilter::POST, &address, &invitation).await.0,
        StatusCode::NOT_FOUND
    );
}

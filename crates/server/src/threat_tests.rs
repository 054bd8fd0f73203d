//! Attacks on the people's side of a server for classes (docs/contributors/server-tests.md). What an attacker asks for answers
//! like what does not exist, and changes nothing.

use crate::connections::Peer;
use crate::rights_test::{RUNS, School, has_right, method_of};
use crate::routes::listed;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use axum::routing::MethodFilter;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use serde_json::{Value, json};
use wag_store::{NewMember, NewSession, Proof, Role, StoreError};

const GET: MethodFilter = MethodFilter::GET;
const POST: MethodFilter = MethodFilter::POST;

/// Returns texts that stand in an address in place of an id: paths, capital letters, and characters that look like others or
/// like none. `id` exists.
fn hostile(id: &str) -> Vec<String> {
    let wide: String =
        id.chars().take(1).map(|one| char::from_u32(one as u32 + 0xfee0).unwrap_or('x')).collect();
    let encoded = |text: &str| text.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
    vec![
        "..".into(),
        "%2e%2e".into(),
        format!("..%2f{id}"),
        format!("{id}%2f.."),
        format!("{id}%2f..%2f{id}"),
        "%2e%2e%2f%2e%2e%2fwag.db".into(),
        "%2fetc%2fpasswd".into(),
        "..%5c..%5cwag.db".into(),
        id.to_uppercase(),
        format!("{id}%00"),
        format!("{id}%0a"),
        format!("%20{id}"),
        format!("{id}."),
        encoded(&format!("{}{}", wide, &id[1..])),
        format!("{id}{}", encoded("\u{200b}")),
        format!("{}{id}", encoded("\u{202e}")),
        "%ff%fe".into(),
        "%27%20OR%201=1%20--".into(),
        "%25".into(),
        "*".into(),
        "0".repeat(5000),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn ids_that_are_paths_or_look_alike_find_nothing() {
    let with_contests = School::for_route("{contest}");
    let mut asked = 0;
    for (method, pattern, right) in listed() {
        // The files of a workspace are opened by its worker; `*name` is the path of a page's part.
        let names_something = pattern.contains('{') && !right.is_of_workspace();
        if !names_something || !has_right("owner", right) {
            continue;
        }
        let real = with_contests.address(pattern, true);
        for (at, part) in pattern.split('/').enumerate().filter(|(_, part)| part.starts_with('{')) {
            let id = real.split('/').nth(at).unwrap();
            for text in hostile(id) {
                let address: Vec<&str> =
                    real.split('/').enumerate().map(|(n, part)| if n == at { &text } else { part }).collect();
                let address = address.join("/");
                let body = with_contests.body(pattern);
                for caller in ["owner", "pupil", "visitor"] {
                    let (status, _) = with_contests.ask(caller, method, &address, &body).await;
                    let what = format!("{} {address} ({part}) for {caller}: {status}", method_of(method));
                    assert!(status.is_client_error(), "{what}");
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 2000, "{asked}");
    // Everything is still there.
    let class = with_contests.address("/api/classes/{class}", true);
    let (status, body) = with_contests.ask("teacher", GET, &class, &json!({})).await;
    let class: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!((status, class["members"].as_array().unwrap().len()), (StatusCode::OK, 6));
}

/// Sends a request with a cookie. Returns the status, and the secret that the answer sets.
async fn send(
    school: &School,
    cookie: &str,
    method: &str,
    address: &str,
    body: &Value,
) -> (u16, Option<String>) {
    let request = Request::builder().method(method).uri(address).header(header::HOST, "wag.example");
    let request = request.header(header::ORIGIN, "https://wag.example").header("x-wag", "1");
    let request = request.header(header::CONTENT_TYPE, "application/json").header(header::COOKIE, cookie);
    let request = request.body(Body::from(body.to_string())).unwrap();
    let response = TowerToHyperService::new(school.router.clone()).call(request).await.unwrap();
    let set = response.headers().get(header::SET_COOKIE).map(|set| set.to_str().unwrap().to_string());
    let secret = set.map(|set| set.split(';').next().unwrap().split_once('=').unwrap().1.to_string());
    (response.status().as_u16(), secret)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_login_never_takes_a_session_that_somebody_has_prepared() {
    let school = School::new();
    let log_in = json!({ "code": school.code });
    let chosen = "0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjk";
    let (status, secret) =
        send(&school, &format!("__Host-wag={chosen}"), "POST", "/api/login", &log_in).await;
    let first = secret.unwrap();
    assert!(status == 200 && first != chosen);
    let cookie = |secret: &str| format!("__Host-wag={secret}");
    assert_eq!(send(&school, &cookie(chosen), "GET", "/api/sessions", &json!({})).await.0, 401);
    // A new login ends the session that the browser has had, such as that of the person before.
    let (_, second) = send(&school, &cookie(&first), "POST", "/api/login", &log_in).await;
    assert_eq!(send(&school, &cookie(&first), "GET", "/api/sessions", &json!({})).await.0, 401);
    assert_eq!(send(&school, &cookie(&second.unwrap()), "GET", "/api/sessions", &json!({})).await.0, 200);
    // Cookies of other names, as another server of the domain could set them, are no sessions.
    for name in ["wag", "__Secure-wag", "__host-wag", "__Host-wag2", "wag_443"] {
        let cookie = format!("{name}={}", school.callers["owner"].as_ref().unwrap());
        assert_eq!(send(&school, &cookie, "GET", "/api/sessions", &json!({})).await.0, 401, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_codes_open_nothing_and_lock_nobody() {
    let school = School::new();
    let right = school.code.clone();
    let near = |at: usize| -> String {
        let other = |c: char| if c == '7' { '8' } else { '7' };
        right.chars().enumerate().map(|(n, c)| if n == at { other(c) } else { c }).collect()
    };
    let mut wrong: Vec<String> =
        (0..right.len()).filter(|at| right.as_bytes()[*at] != b'-').map(near).collect();
    wrong.extend((0..300).map(|number| format!("{number:012}")));
    wrong.extend(
        ["", "%", "' OR 1=1 --", "\u{ff10}", &right[1..], &format!("{right}0"), &"0".repeat(9000)]
            .map(String::from),
    );
    for code in wrong {
        let (status, body) = school.ask("visitor", POST, "/api/login", &json!({ "code": code })).await;
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!((status.as_u16(), &body["error"]["code"]), (401, &json!("wrong_code")), "{code}");
    }
    assert_eq!(school.ask("visitor", POST, "/api/login", &json!({ "code": right })).await.0, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_of_two_classes_or_two_roles_belong_to_no_single_teacher() {
    let school = School::new();
    let store = &school.host.store;
    let owner = store.first_owner().unwrap().id;
    let (class, now) = (school.ids["class"].clone(), 5);
    let id_of = |name: &'static str| {
        let school = &school;
        async move {
            let (_, body) = school.ask(name, GET, "/api/me", &json!({})).await;
            serde_json::from_slice::<Value>(&body).unwrap()["account"]["id"].as_str().unwrap().to_string()
        }
    };
    // The pupil of the other class joins this one; the other teacher learns here.
    let both = id_of("pupil of another class").await;
    let learner = id_of("teacher of another class").await;
    for account in [&both, &learner] {
        store.add_known_member(&owner, &class, account, Role::Pupil, now).unwrap();
    }
    for account in [&both, &learner] {
        let one = format!("/api/accounts/{account}");
        let member = format!("/api/classes/{class}/members/{account}");
        for (method, address, body) in [
            (POST, format!("{one}/card"), json!({})),
            (POST, format!("{one}/disable"), json!({ "disabled": true })),
            (POST, format!("{one}/export"), json!({})),
            (MethodFilter::DELETE, one.clone(), json!({})),
            (MethodFilter::PATCH, member.clone(), json!({ "name": "Eve" })),
            (POST, format!("/api/classes/{class}/cards"), json!({ "accounts": [account] })),
        ] {
            let answer = school.ask("teacher", method, &address, &body).await;
            assert_eq!(answer.0, StatusCode::NOT_FOUND, "{} {address}", method_of(method));
        }
    }
    // New cards for all pupils leave them out.
    let made = store.new_cards(&id_of("teacher").await, &class, None, now).unwrap();
    assert!(
        made.iter().all(|(account, _)| account.id != both && account.id != learner.as_str())
            && made.len() > 2
    );
    // Taking them out of the class is all that its teacher can do.
    let address = format!("/api/classes/{class}/members/{both}");
    assert_eq!(
        school.ask("teacher", MethodFilter::DELETE, &address, &json!({})).await.0,
        StatusCode::NO_CONTENT
    );
    // A teacher who learns in another class sees of it what a pupil sees.
    let pupil_here =
        school.ask("teacher of another class", GET, &format!("/api/classes/{class}"), &json!({})).await;
    assert_eq!(pupil_here.0, StatusCode::NOT_FOUND);
    let new = NewMember { name: "Mallory", name_key: "mallory", role: Role::Teacher };
    assert!(matches!(store.add_member(&learner, &class, &new, now), Err(StoreError::NotFound)));
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_to_visitors_have_nothing_of_anybody() {
    let school = School::new();
    // Everything that a visitor can ask without an id, and no answer has a name, a class or an account of the school.
    for (method, pattern, _) in listed() {
        if pattern.contains('{')
            || !pattern.starts_with("/api/")
            || ["/api/login", "/api/join", "/api/join/look"].contains(&pattern)
        {
            continue;
        }
        let (_, body) = school.ask("visitor", method, pattern, &school.body(pattern)).await;
        let text = String::from_utf8_lossy(&body).into_owned();
        let secrets = [&school.ids["class"], &school.ids["account"], "7b", "classmate"];
        for secret in secrets {
            assert!(!text.contains(secret), "{} {pattern}: {text}", method_of(method));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_cannot_be_read_are_refused_in_the_language_of_the_caller() {
    let school = School::for_route("{contest}");
    let language = json!({ "language": "de" });
    let status = school.ask("teacher", MethodFilter::PATCH, "/api/me", &language).await.0;
    assert_eq!(status, StatusCode::NO_CONTENT);
    for (pattern, query) in [
        ("/api/matches/{match}/log", "?seat=-1"),
        ("/api/classes/{class}/hand-ins.zip", ""),
        ("/api/classes/{class}/marks.csv", "?class=1"),
        ("/api/contests/{contest}/table", "?stage=%00"),
        ("/api/contests/{contest}/matches", "?after=1&after=2"),
        ("/api/audit", "?before=x"),
    ] {
        let address = format!("{}{query}", school.address(pattern, true));
        let (status, body) = school.ask("teacher", GET, &address, &json!({})).await;
        let body: Value = serde_json::from_slice(&body).expect("an error is JSON");
        let found = (status.as_u16(), &body["error"]["code"]);
        assert_eq!(found, (400, &json!("bad_request")), "{address}: {body}");
        let text = body["error"]["message"].as_str().unwrap();
        assert!(text.starts_with("die Anfrage ist nicht lesbar: "), "{address}: {text}");
    }
    for body in [json!({}), json!([]), json!({ "name": "x", "surname": 1 })] {
        let (status, body) = school.ask("owner", POST, "/api/classes", &body).await;
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!((status.as_u16(), &body["error"]["code"]), (422, &json!("bad_request")), "{body}");
    }
    let long = json!({ "name": "x".repeat(70_000) });
    let (status, body) = school.ask("owner", POST, "/api/classes", &long).await;
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!((status.as_u16(), &body["error"]["code"]), (413, &json!("too_large")));
}

#[tokio::test(flavor = "multi_thread")]
async fn class_links_outside_of_their_limits_are_refused() {
    let school = School::new();
    let address = school.address("/api/classes/{class}/invitations", true);
    for (uses, hours, expected) in [
        (-5, -9, 422),
        (0, 1, 422),
        (1, 0, 422),
        (201, 1, 422),
        (1, 337, 422),
        (i64::MAX, i64::MAX, 422),
        (1, 1, 200),
        (200, 336, 200),
    ] {
        let form = json!({ "uses": uses, "hours": hours });
        let (status, body) = school.ask("teacher", POST, &address, &form).await;
        assert_eq!(status.as_u16(), expected, "{form}");
        let body: Value = serde_json::from_slice(&body).unwrap();
        match expected {
            200 => assert_eq!(body["uses"], uses),
            _ => assert_eq!(body["error"]["code"], "link_limits"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_runs_for_somebody_whose_name_waits_for_the_teacher() {
    let school = School::new();
    let plays: Vec<(MethodFilter, String)> = RUNS
        .map(|pattern| {
            (if pattern.ends_with("explanation") { GET } else { POST }, school.address(pattern, false))
        })
        .into();
    for (method, address) in &plays {
        let (status, body) = school.ask("waiting", *method, address, &json!({})).await;
        let body: Value = serde_json::from_slice(&body).unwrap();
        let found = (status.as_u16(), &body["error"]["code"]);
        assert_eq!(found, (403, &json!("waiting")), "{address}");
    }
    // The teacher confirms the name.
    let class = school.ids["class"].clone();
    let (_, me) = school.ask("waiting", GET, "/api/me", &json!({})).await;
    let me: Value = serde_json::from_slice(&me).unwrap();
    let member = format!("/api/classes/{class}/members/{}", me["account"]["id"].as_str().unwrap());
    let confirmed = json!({ "confirmed": true });
    let status = school.ask("teacher", MethodFilter::PATCH, &member, &confirmed).await.0;
    assert_eq!(status, StatusCode::NO_CONTENT);
    for (method, address) in &plays {
        let (status, _) = school.ask("waiting", *method, address, &json!({})).await;
        assert_ne!(status, StatusCode::FORBIDDEN, "{address}");
    }
}

/// Asks, and returns the status.
async fn status(school: &School, caller: &str, (method, address): (MethodFilter, &str), body: Value) -> u16 {
    school.ask(caller, method, address, &body).await.0.as_u16()
}

/// Returns the id of the account of a caller.
async fn id_of(school: &School, caller: &str) -> String {
    let (_, me) = school.ask(caller, GET, "/api/me", &json!({})).await;
    serde_json::from_slice::<Value>(&me).unwrap()["account"]["id"].as_str().unwrap().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_refused_or_taken_out_of_the_class_runs_nothing() {
    let school = School::new();
    let class = school.ids["class"].clone();
    let check = (POST, "/api/files/yourAI.py/check");
    let (refused, removed) = (id_of(&school, "waiting").await, id_of(&school, "classmate").await);
    for (account, caller, expected) in [(&refused, "waiting", 401), (&removed, "classmate", 403)] {
        let member = format!("/api/classes/{class}/members/{account}");
        assert_eq!(status(&school, "teacher", (MethodFilter::DELETE, &member), json!({})).await, 204);
        assert_eq!(status(&school, caller, check, json!({})).await, expected, "{caller}");
    }
    assert_eq!(school.host.store.deleted_persons().unwrap(), std::slice::from_ref(&refused));
    // A request that was on its way when the account was deleted starts no worker and makes no folder.
    for address in ["/api/files/yourAI.py/check", "/api/files"] {
        let method = if address == check.1 { "POST" } else { "GET" };
        let request = Request::builder().method(method).uri(address).body(Body::empty()).unwrap();
        assert_eq!(
            school.host.work.forward(&refused, request).await.status(),
            StatusCode::SERVICE_UNAVAILABLE
        );
    }
    assert!(!school.host.folder().join("workspaces").join(&refused).exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_card_shuts_out_whoever_has_the_old_one_or_has_set_a_passphrase() {
    let school = School::new();
    let store = &school.host.store;
    let (owner, class) = (store.first_owner().unwrap().id, school.ids["class"].clone());
    let new = NewMember { name: "Nora", name_key: "nora", role: Role::Teacher };
    let (account, code) = store.add_member(&owner, &class, &new, 1).unwrap();
    store.set_passphrase(&account.id, "", Some("hash")).unwrap();
    let log_in = |proof| {
        let new = NewSession { proof, device: "", is_shared: false, duration_ms: 1000 };
        store.log_in(&account, &new, 2)
    };
    let proofs = || [Proof::Code(code.clone()), Proof::Passphrase("hash".into())];
    for proof in proofs() {
        assert!(log_in(proof).is_ok());
    }
    // The card is replaced after the proof was checked, and before the session is stored.
    let (_, card) = store.new_card(&owner, &account.id, 3).unwrap();
    for proof in proofs() {
        assert!(matches!(log_in(proof), Err(StoreError::NotFound)));
    }
    assert!(store.passphrase_of("Nora").unwrap().is_none());
    // A pupil who becomes a teacher logs in again, because a teacher's session ends sooner.
    let (pupil, code) = store
        .add_member(&owner, &class, &NewMember { name: "Ben", name_key: "ben", role: Role::Pupil }, 4)
        .unwrap();
    let new = NewSession { proof: Proof::Code(code), device: "", is_shared: false, duration_ms: 1000 };
    store.log_in(&pupil, &new, 5).unwrap();
    let other = store.make_class(&owner, "9c", &json!({}), 5).unwrap();
    store.add_known_member(&owner, &other, &pupil.id, Role::Teacher, 5).unwrap();
    assert_eq!(store.sessions(&pupil.id, None, 6).unwrap(), []);
    assert!(log_in(Proof::Code(card)).is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_changes_in_an_archived_class() {
    let school = School::for_route("{contest}");
    let (class, contest) = (school.ids["class"].clone(), school.ids["contest"].clone());
    let class = format!("/api/classes/{class}");
    let archived = json!({ "archived": true });
    assert_eq!(status(&school, "teacher", (MethodFilter::PATCH, &class), archived).await, 200);
    let at = |rest: &str| format!("/api/contests/{contest}{rest}");
    let entry = at(&format!("/entries/{}", id_of(&school, "pupil").await));
    for (method, address, body) in [
        (MethodFilter::PATCH, at(""), json!({ "name": "Cup" })),
        (POST, at("/freeze"), json!({})),
        (POST, at("/screens"), json!({})),
        (POST, entry, json!({ "hidden": true })),
    ] {
        assert_eq!(status(&school, "teacher", (method, &address), body).await, 423, "{address}");
    }
    let hand_in = at("/hand-ins");
    assert_eq!(status(&school, "pupil", (POST, &hand_in), json!({ "from": "workspace" })).await, 423);
    let store = &school.host.store;
    assert_eq!(store.open_contests().unwrap(), Vec::<String>::new());
    assert!(store.ladder(&contest).unwrap().is_none());
    assert_eq!(store.freeze_due(i64::MAX).unwrap(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_matches_of_a_hidden_entry_are_not_found_by_its_id() {
    let school = School::for_route("{contest}");
    let store = &school.host.store;
    let teacher = id_of(&school, "teacher").await;
    let pupil = id_of(&school, "pupil").await;
    let contest = store.match_of(Some(&teacher), &school.ids["match"]).unwrap().1.contest.id;
    let found = |caller: &str| store.matches(Some(caller), &contest, Some(&pupil), None).unwrap().len();
    let other = id_of(&school, "classmate").await;
    assert!(found(&other) > 0);
    let sql = "UPDATE entries SET hidden_at = 1 WHERE account_id = $1";
    store.db.write(|w| w.run(sql, wag_store::values![&pupil])).unwrap();
    assert_eq!((found(&other), found(&pupil) > 0, found(&teacher) > 0), (0, true, true));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_asks_too_often_is_told_when_to_come_back_and_never_locked() {
    let school = School::new();
    let ask = async |address: &str| {
        let request = Request::builder().uri("/api/me").header(header::HOST, "wag.example");
        let mut request = request.body(Body::empty()).unwrap();
        request.extensions_mut().insert(Peer::Address(address.parse().unwrap()));
        TowerToHyperService::new(school.router.clone()).call(request).await.unwrap()
    };
    let mut refused = ask("192.168.1.7").await;
    // A school has one address: a class that arrives at once is let in. However slow this runs, the end comes.
    let mut answered = 0;
    while refused.status() == StatusCode::OK && answered < 500_000 {
        answered += 1;
        refused = ask("192.168.1.7").await;
    }
    assert!(answered >= 999, "{answered}");
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.headers().get(header::RETRY_AFTER).unwrap(), "1");
    let body: Value = serde_json::from_slice(&to_bytes(refused.into_body(), 9999).await.unwrap()).unwrap();
    assert_eq!(body["error"]["code"], "too_many");
    assert_eq!(ask("192.168.1.8").await.status(), StatusCode::OK);
    while ask("192.168.1.7").await.status() != StatusCode::OK {}
}

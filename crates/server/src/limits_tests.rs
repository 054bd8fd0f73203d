//! Tests of the limits that the owner gives to accounts and classes.

use crate::account_limits::AccountLimits;
use crate::host_limits::HostLimits;
use crate::rights_test::School;
use crate::work::{Work, WorkSettings};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header;
use axum::routing::MethodFilter;
use serde_json::{Value, json};
use std::sync::Arc;
use wag_store::{NewMember, Role, Store};

async fn ask(
    school: &School,
    caller: &str,
    method: MethodFilter,
    address: &str,
    body: Value,
) -> (u16, Value) {
    let (status, body) = school.ask(caller, method, address, &body).await;
    (status.as_u16(), serde_json::from_slice(&body).unwrap_or_default())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_gives_an_account_and_a_class_limits_of_their_own() {
    let school = School::new();
    let account = format!("/api/accounts/{}/limits", school.ids["account"]);
    let class = format!("/api/classes/{}/limits", school.ids["class"]);
    let effective = async |caller: &str| {
        let (_, me) = ask(&school, caller, MethodFilter::GET, "/api/me", Value::Null).await;
        ["workspace_mb", "waiting_jobs"].map(|name| me["limits"][name].as_u64().unwrap())
    };
    assert_eq!(effective("pupil").await, [20, 3]);
    let own = json!({ "workspace_mb": 90 });
    let (status, report) = ask(&school, "owner", MethodFilter::PUT, &account, own).await;
    let expected = json!({ "name": "workspace_mb", "own": 90, "usual": 20, "least": 1, "most": 10_000 });
    assert_eq!((status, &report["limits"][0]), (200, &expected));
    let (status, _) =
        ask(&school, "owner", MethodFilter::PUT, &class, json!({ "workspace_mb": 5, "waiting_jobs": 1 }))
            .await;
    assert_eq!(status, 200);
    assert_eq!(effective("pupil").await, [90, 1]);
    assert_eq!(effective("classmate").await, [5, 1]);
    assert_eq!(effective("pupil of another class").await, [20, 3]);
    let (_, report) = ask(&school, "owner", MethodFilter::GET, &account, Value::Null).await;
    assert_eq!(report["limits"][0]["usual"], 5);
    // A refused request changes nothing.
    for (wrong, sentence) in [
        (json!({ "workspace_mb": 0 }), "workspace_mb is 1 to 10000"),
        (json!({ "disk_free_mb": 1 }), "no limit of an account is called \"disk_free_mb\""),
    ] {
        let (status, body) = ask(&school, "owner", MethodFilter::PUT, &account, wrong).await;
        assert_eq!((status, &body["error"]["message"]), (422, &json!(sentence)));
    }
    let (status, _) =
        ask(&school, "owner", MethodFilter::PUT, &account, json!({ "workspace_mb": "9" })).await;
    assert_eq!((status, effective("pupil").await), (422, [90, 1]));
    let (_, lines) = ask(&school, "owner", MethodFilter::GET, "/api/audit", Value::Null).await;
    let lines: Vec<&Value> = lines
        .as_array()
        .unwrap()
        .iter()
        .filter(|line| line["action"].as_str().unwrap().ends_with("limits"))
        .collect();
    let details: Vec<_> =
        lines.iter().map(|line| (line["action"].as_str().unwrap(), &line["detail"])).collect();
    let of_class = json!({ "limits": { "workspace_mb": 5, "waiting_jobs": 1 } });
    let of_account = json!({ "limits": { "workspace_mb": 90 } });
    assert!(details.len() == 2 && details.contains(&("class.limits", &of_class)), "{details:?}");
    assert!(details.contains(&("account.limits", &of_account)));
    let mut names: Vec<_> = lines.iter().map(|line| (&line["actor_name"], &line["subject_name"])).collect();
    names.sort_by_key(|(_, subject)| subject.to_string());
    assert_eq!(names, [(&json!("Owner"), &json!("7b")), (&json!("Owner"), &json!("pupil"))]);
    // Without its own limits, the account has those of its class again; an archived class gives none.
    ask(&school, "owner", MethodFilter::PUT, &account, json!({})).await;
    assert_eq!(effective("pupil").await, [5, 1]);
    let archived = format!("/api/classes/{}", school.ids["class"]);
    ask(&school, "owner", MethodFilter::PATCH, &archived, json!({ "archived": true })).await;
    assert_eq!(effective("pupil").await, [20, 3]);
}

/// A server whose disk never has enough free space for its owner takes in nothing large, and its pages go on.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_a_full_disk_writes_no_backup_and_takes_no_replay() {
    let school = School::with(false, HostLimits { disk_free_mb: u32::MAX, ..HostLimits::default() });
    for (caller, address) in [("owner", "/api/backup"), ("pupil", "/api/replays")] {
        let (status, body) = ask(&school, caller, MethodFilter::POST, address, json!({})).await;
        assert_eq!((status, &body["error"]["code"]), (507, &json!("disk_full")), "{address}");
    }
    assert!(!school.host.folder().join("backups").exists());
    let (status, list) = ask(&school, "owner", MethodFilter::GET, "/api/backup", Value::Null).await;
    assert_eq!((status, &list["backups"]), (200, &json!([])));
}

/// The worker of an account keeps its limits while it computes, and has the new ones at the next request.
#[tokio::test(flavor = "multi_thread")]
async fn a_workspace_has_the_limits_of_its_account() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Store::memory().unwrap());
    let (owner, _) = store.make_first_owner("Owner", 1).unwrap().unwrap();
    let class = store.make_class(&owner.id, "7b", &json!({}), 1).unwrap();
    let pupil = NewMember { name: "anna", name_key: "anna", role: Role::Pupil };
    let (pupil, _) = store.add_member(&owner.id, &class, &pupil, 1).unwrap();
    let limits = AccountLimits::new(HostLimits::default(), Arc::clone(&store));
    let settings = WorkSettings { slots: 1, limits, ..WorkSettings::of_folder(folder.path()) };
    let work = Work::new(settings).unwrap();
    let write = async |name: &str, account: &str| {
        let body = json!({ "text": "#".repeat(1500), "version": null }).to_string();
        let request = Request::builder().method("PUT").uri(format!("/api/files/{name}"));
        let request =
            request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body)).unwrap();
        let response = work.forward(account, request).await;
        let status = response.status().as_u16();
        to_bytes(response.into_body(), 1 << 20).await.unwrap();
        status
    };
    assert_eq!(write("a.py", &pupil.id).await, 200);
    store.set_account_limits(&owner.id, &pupil.id, &json!({ "file_kb": 1 }), 2).unwrap();
    assert_eq!(write("b.py", &pupil.id).await, 507);
    assert_eq!(write("b.py", &owner.id).await, 200);
    store.set_account_limits(&owner.id, &pupil.id, &json!({ "file_kb": 2 }), 3).unwrap();
    assert_eq!(write("b.py", &pupil.id).await, 200);
}

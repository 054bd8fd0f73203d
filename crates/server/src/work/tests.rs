//! Tests with real worker processes, without a server: requests as the router would pass them on.

use crate::work::{Work, WorkSettings};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use serde_json::{Value, json};
use std::path::Path;

const ANNA: &str = "anna";

/// A server's folder, and the work in it.
struct Server {
    folder: tempfile::TempDir,
    work: Work,
}

impl Server {
    fn new() -> Server {
        let folder = tempfile::tempdir().unwrap();
        let settings = WorkSettings { slots: 2, ..WorkSettings::of_folder(folder.path()) };
        let work = Work::new(settings).unwrap();
        Server { folder, work }
    }

    fn write(&self, account: &str, name: &str, text: &str) {
        let path = self.folder.path().join("workspaces").join(account).join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Sends a request of an account. Returns the status, and the body as JSON, or as a text.
    async fn send(&self, account: &str, method: &str, address: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        let request = Request::builder().method(method).uri(address);
        let request = request.header(header::CONTENT_TYPE, "application/json").body(body).unwrap();
        let response = self.work.forward(account, request).await;
        let status = response.status().as_u16();
        let bytes = to_bytes(response.into_body(), 64 << 20).await.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    async fn get(&self, account: &str, address: &str) -> Value {
        let (status, body) = self.send(account, "GET", address, &Value::Null).await;
        assert_eq!(status, 200, "{address}: {body}");
        body
    }

    /// Plays a match and waits for its end. Returns the run.
    async fn play(&self, account: &str, request: &Value) -> Value {
        let (status, run) = self.send(account, "POST", "/api/run", request).await;
        assert_eq!(status, 200, "{run}");
        loop {
            let run = self.get(account, "/api/start").await["run"].clone();
            if run["state"] != "running" {
                return run;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }
}

fn entries(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

const STILL: &str = "def turn(*args):\n    pass\n";

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_serves_its_workspace_and_ends() {
    let server = Server::new();
    server.write(ANNA, "yourAI.py", STILL);
    server.write("ben", "secret.py", "");
    let start = server.get(ANNA, "/api/start").await;
    assert_eq!((&start["folder"], &start["files"]), (&json!("workspace"), &json!(["yourAI.py"])));
    let written = json!({ "text": "x = 1\n", "version": null });
    assert_eq!(server.send(ANNA, "PUT", "/api/files/b.py", &written).await.0, 200);
    assert_eq!(std::fs::read(server.folder.path().join("workspaces/anna/b.py")).unwrap(), b"x = 1\n");
    let run =
        server.play(ANNA, &json!({ "players": ["yourAI.py", "random"], "options": { "rounds": "5" } })).await;
    assert_eq!(run["state"], "done", "{run}");
    let replay = run["replay"].as_str().unwrap();
    let head = server.get(ANNA, &format!("/api/replays/{replay}")).await;
    assert_eq!(head["players"][0]["name"], "yourAI", "{head}");
    // What the rights of an account do not contain does not exist.
    for (method, address) in [("GET", "/api/tournaments"), ("POST", "/api/stop"), ("GET", "/")] {
        assert_eq!(server.send(ANNA, method, address, &Value::Null).await.0, 404, "{address}");
    }
    let jobs = server.folder.path().join("jobs");
    assert_eq!(entries(&jobs), 1);
    server.work.end_worker(ANNA).await;
    assert_eq!(entries(&jobs), 0);
    // The next request starts a new worker.
    assert_eq!(server.get(ANNA, "/api/start").await["files"], json!(["b.py", "yourAI.py"]));
    assert_eq!(server.work.queue().jobs.len(), 0);
    assert_eq!(StatusCode::OK, 200);
}

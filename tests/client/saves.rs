//! Replays: watched while they are played, saved, listed, handed in.

use crate::http::Client;
use serde_json::json;

#[test]
fn what_is_no_replay_is_refused() {
    let client = Client::start(&[]);
    for garbage in [&b""[..], b"hello", &[0; 100], &[0x89; 5000], b"<script>alert(1)</script>"] {
        client.request("POST", "/api/replays", garbage).refused(400, "the file can't be shown");
    }
    assert_eq!(client.get("/api/saves"), json!([]));
    client.post("/api/saves", &json!({ "replay": "run-1", "name": "x" })).refused(404, "no such replay");
}

//! The pages: what lies in `web/`, embedded in the program. Nothing is read from a disk that a request names.

use super::error::Refusal;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

#[derive(rust_embed::Embed)]
#[folder = "web/"]
#[exclude = ".*"]
#[exclude = "package*.json"]
#[exclude = "tsconfig.json"]
#[exclude = "tests/*"]
#[exclude = "node_modules/*"]
struct Files;

/// The page itself.
pub async fn index() -> Response {
    file("index.html")
}

/// Its modules, styles and pictures.
pub async fn part(Path(name): Path<String>) -> Response {
    file(&name)
}

fn file(name: &str) -> Response {
    match Files::get(name) {
        Some(file) => {
            let kind = mime_guess::from_path(name).first_or_octet_stream();
            ([(header::CONTENT_TYPE, with_charset(kind.essence_str()))], file.data).into_response()
        }
        None => Refusal::absent("there is no such page").into_response(),
    }
}

fn with_charset(kind: &str) -> String {
    match kind.starts_with("text/") {
        true => format!("{kind}; charset=utf-8"),
        false => kind.to_string(),
    }
}

//! Serves the files of the web pages, which are embedded in the program.

use super::error::Refusal;
use crate::pages;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use wag_i18n::message;

/// Serves the HTML page.
pub async fn index() -> Response {
    file("index.html")
}

/// Serves the page's modules, styles and pictures.
pub async fn part(Path(name): Path<String>) -> Response {
    file(&name)
}

/// Returns the hashes of the page's own inline scripts, such as its import map. The content security policy allows
/// these scripts by their hashes.
pub fn inline_scripts() -> String {
    hashes(&pages::index())
}

fn hashes(page: &str) -> String {
    let scripts = page.split("<script").skip(1).filter_map(|rest| rest.split_once("</script>"));
    let inline = scripts.filter_map(|(script, _)| script.split_once('>'));
    inline
        .filter(|(attributes, text)| !attributes.contains(" src=") && !text.is_empty())
        .map(|(_, text)| format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(text.as_bytes()))))
        .collect()
}

fn file(name: &str) -> Response {
    match pages::file(name) {
        Some(content) => {
            let kind = mime_guess::from_path(name).first_or_octet_stream();
            ([(header::CONTENT_TYPE, with_charset(kind.essence_str()))], content).into_response()
        }
        None => Refusal::absent(message!("page not found")).into_response(),
    }
}

fn with_charset(kind: &str) -> String {
    match kind.starts_with("text/") {
        true => format!("{kind}; charset=utf-8"),
        false => kind.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_inline_scripts_are_named() {
        assert_eq!(hashes("<script type=\"module\" src=\"/web/main.js\"></script>"), "");
        let map = "<!-- x --><script type=\"importmap\">{}</script><script src=\"a\"></script>";
        assert_eq!(hashes(map), " 'sha256-RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o='");
    }
}

//! Serves the files of the web pages, which are embedded in the program.

use super::bundle::{self, BundledFile, bundle};
use super::error::Refusal;
use crate::pages;
use crate::request::Path;
use axum::http::header::{self, HeaderMap};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// Serves the HTML page.
pub async fn index() -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], bundle::index()).into_response()
}

/// Serves the page's modules, styles and pictures.
pub async fn part(Path(name): Path<String>, headers: HeaderMap) -> Response {
    match bundle().and_then(|bundle| bundle.file(&name)) {
        Some(bundled) => kept(&name, bundled, &headers),
        None => file(&name),
    }
}

/// Returns a file of the bundle, which the browser may keep: another content has another address.
fn kept(name: &str, file: &'static BundledFile, headers: &HeaderMap) -> Response {
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = mime_guess::from_path(name).first_or_octet_stream();
    let common = [
        (header::CONTENT_TYPE, with_charset(kind.essence_str())),
        (header::CACHE_CONTROL, "private, max-age=31536000, immutable".to_string()),
        (header::VARY, "accept-encoding".to_string()),
    ];
    if let Some(packed) = file.packed().filter(|_| accepted.contains("gzip")) {
        return (common, [(header::CONTENT_ENCODING, "gzip")], packed).into_response();
    }
    match file.plain() {
        Ok(content) => (common, content).into_response(),
        Err(err) => Refusal::bad(err.to_string()).into_response(),
    }
}

/// Returns the hashes of the page's own inline scripts, such as its import map. The content security policy allows
/// these scripts by their hashes.
pub fn inline_scripts() -> String {
    hashes(&bundle::index())
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
    if let Some(font) = pages::font(name) {
        return ([(header::CONTENT_TYPE, "font/woff2")], font).into_response();
    }
    let kind = with_charset(mime_guess::from_path(name).first_or_octet_stream().essence_str());
    if let Some(content) = name.strip_prefix("docs/").and_then(pages::book_file) {
        return ([(header::CONTENT_TYPE, kind)], content).into_response();
    }
    match pages::file(name) {
        Some(content) => ([(header::CONTENT_TYPE, kind)], content).into_response(),
        None => Refusal::unknown_address().into_response(),
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

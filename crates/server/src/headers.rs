//! Headers of requests and responses that both guards check and add.

use crate::page_files::inline_scripts;
use axum::extract::Request;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::response::Response;
use std::io;
use wag_core::text::printable;

/// The content security policy of the pages: they may load only the server's own files, and must not be shown in
/// frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// The headers that all responses have.
pub struct SecurityHeaders {
    policy: HeaderValue,
}

impl SecurityHeaders {
    pub fn new() -> io::Result<SecurityHeaders> {
        let policy = POLICY.replace("script-src 'self'", &format!("script-src 'self'{}", inline_scripts()));
        Ok(SecurityHeaders { policy: HeaderValue::from_str(&policy).map_err(io::Error::other)? })
    }

    pub fn add_to(&self, mut response: Response) -> Response {
        let headers = response.headers_mut();
        let all = [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ];
        for (name, value) in all {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        // Only files of the bundle may be kept.
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
        headers.insert(header::CONTENT_SECURITY_POLICY, self.policy.clone());
        response
    }
}

/// Returns whether the browser says that a request comes from another site. To a browser, other servers on this
/// machine belong to the same "site", so it sends this server's cookie with requests from their pages, too.
pub fn is_cross_site(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-site").is_some_and(|site| !["same-origin", "none"].iter().any(|own| site == own))
}

/// Describes a request for the log, such as `GET /api/start`. Omits the query, because it may contain the token.
pub fn describe_request(request: &Request) -> String {
    let path: String = request.uri().path().chars().take(PATH_MAX).collect();
    format!("{} {}", printable(request.method().as_str()), printable(&path))
}

/// The maximum length of a path that is written to the log, in characters.
const PATH_MAX: usize = 200;

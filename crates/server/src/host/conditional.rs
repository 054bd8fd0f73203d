//! Answers that the page has already: each JSON answer of moderate size has an `ETag`, and a request that names it gets no body.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

/// The maximum size of an answer that gets an `ETag`, in bytes. It is in memory as a whole.
const ANSWER_MAX: usize = 256 << 10;

/// Adds an `ETag` to a JSON answer, and leaves out its body if the request has named this `ETag`.
pub async fn conditional(request: Request, next: Next) -> Response {
    let is_read = request.method() == Method::GET;
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let response = next.run(request).await;
    if !is_read || response.status() != StatusCode::OK || !is_moderate_json(&response) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, ANSWER_MAX).await else {
        // A worker has ended in the middle of its answer.
        return crate::error::Refusal::interrupted().into_response();
    };
    let tag = tag_of(&bytes);
    let is_known = known.is_some_and(|known| names(&known, &tag));
    parts.headers.insert(header::ETAG, tag);
    if is_known {
        parts.status = StatusCode::NOT_MODIFIED;
        parts.headers.remove(header::CONTENT_LENGTH);
        parts.headers.remove(header::CONTENT_TYPE);
        return Response::from_parts(parts, Body::empty());
    }
    Response::from_parts(parts, Body::from(bytes))
}

fn is_moderate_json(response: &Response) -> bool {
    let text = |headers: &HeaderMap, name| {
        headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_string)
    };
    let headers = response.headers();
    let is_json =
        text(headers, header::CONTENT_TYPE).is_some_and(|kind| kind.starts_with("application/json"));
    let is_plain = !headers.contains_key(header::ETAG) && !headers.contains_key(header::CONTENT_ENCODING);
    let length = text(headers, header::CONTENT_LENGTH).and_then(|length| length.parse().ok());
    let length: Option<u64> = length.or_else(|| http_body_length(response));
    is_json && is_plain && length.is_some_and(|length| length <= ANSWER_MAX as u64)
}

fn http_body_length(response: &Response) -> Option<u64> {
    use axum::body::HttpBody;
    response.body().size_hint().exact()
}

fn tag_of(bytes: &Bytes) -> HeaderValue {
    let hash = Sha256::digest(bytes);
    let digits: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::from_str(&format!("\"{digits}\"")).expect("digits are ASCII")
}

/// Returns whether a list such as `W/"a", "b"` has a tag.
fn names(list: &HeaderValue, tag: &HeaderValue) -> bool {
    let (Ok(list), Ok(tag)) = (list.to_str(), tag.to_str()) else { return false };
    list.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::middleware::from_fn;
    use axum::routing::get;
    use hyper::service::Service;
    use hyper_util::service::TowerToHyperService;

    async fn ask(path: &str, known: Option<&str>) -> (u16, Option<String>, usize) {
        let long = || async { axum::Json("x".repeat(ANSWER_MAX)) };
        let router = Router::new()
            .route("/short", get(|| async { axum::Json([1, 2]) }))
            .route("/long", get(long))
            .route("/text", get(|| async { "text" }))
            .layer(from_fn(conditional));
        let mut request = Request::builder().uri(path);
        if let Some(known) = known {
            request = request.header(header::IF_NONE_MATCH, known);
        }
        let request = request.body(Body::empty()).unwrap();
        let response = TowerToHyperService::new(router).call(request).await.unwrap();
        let tag = response.headers().get(header::ETAG).map(|tag| tag.to_str().unwrap().to_string());
        let status = response.status().as_u16();
        (status, tag, to_bytes(response.into_body(), usize::MAX).await.unwrap().len())
    }

    #[tokio::test]
    async fn a_known_answer_has_no_body() {
        let (status, tag, length) = ask("/short", None).await;
        let tag = tag.unwrap();
        assert_eq!((status, length, tag.len()), (200, 5, 34));
        for known in [tag.clone(), format!("\"x\", W/{tag}")] {
            assert_eq!(ask("/short", Some(&known)).await, (304, Some(tag.clone()), 0), "{known}");
        }
        for other in ["\"x\"", "*", ""] {
            assert_eq!(ask("/short", Some(other)).await.0, 200, "{other}");
        }
        assert_eq!(ask("/long", Some(&tag)).await, (200, None, ANSWER_MAX + 2));
        assert_eq!(ask("/text", Some(&tag)).await, (200, None, 4));
    }
}

//! Access control: the server accepts requests only from the user's own browser, and not from the pages of other sites.
//!
//! Every request must name this server as its host, because another site can make its own host name point to this
//! server's address. A request must not come from the page of another site. Every request, except for the pages
//! themselves, must contain the token.

use super::connections::Connection;
use super::error::{Refusal, without_code};
use crate::caller::Caller;
use crate::headers::{SecurityHeaders, describe_request, is_cross_site};
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use rand::TryRng;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use wag_i18n::{later, message};

/// The error response to a request without the token.
const NO_TOKEN: &str = later!("the request has no valid token; open the address that `wag client` printed");

const TOKEN_HEADER: HeaderName = HeaderName::from_static("x-wag-token");

/// An object that is dropped when the first page has connected, or when the server stops if no page ever connects.
pub type StartupGuard = Option<Box<dyn Send>>;

/// The guard, which checks every request. It knows the server's port and token.
pub struct Guard {
    port: u16,
    token: String,
    headers: SecurityHeaders,
    /// An object that is dropped when the first page has connected; `None` afterwards, or if there is none.
    startup_guard: Mutex<StartupGuard>,
}

impl Guard {
    /// Creates a guard with a random token.
    pub fn new(port: u16) -> io::Result<Guard> {
        let mut bytes = [0; 24];
        rand::rngs::SysRng.try_fill_bytes(&mut bytes).map_err(io::Error::other)?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Guard { port, token, headers: SecurityHeaders::new()?, startup_guard: Mutex::new(None) })
    }

    /// Returns the address for the browser to open. It includes the token.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.port, self.token)
    }

    /// Stores an object and drops it when the first page has connected.
    pub fn keep_until_first(&self, startup_guard: StartupGuard) {
        *self.startup_guard.lock().unwrap_or_else(PoisonError::into_inner) = startup_guard;
    }

    /// Returns the name of the cookie for the token. A browser sends a cookie to all ports of a host, so the name
    /// includes the port: otherwise two servers would overwrite each other's cookie.
    fn cookie_name(&self) -> String {
        format!("wag_{}", self.port)
    }

    fn names(&self) -> [String; 2] {
        [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)]
    }

    /// Returns whether a request names this server as its host, and comes from one of this server's pages or from no
    /// page.
    fn is_for_this_server(&self, request: &Request) -> bool {
        let headers = request.headers();
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = match (hosts.next(), hosts.next()) {
            (Some(host), None) => host.as_bytes(),
            _ => return false,
        };
        let names = self.names();
        let is_host = |name: &String| host.eq_ignore_ascii_case(name.as_bytes());
        let is_origin = |origin: &HeaderValue| {
            names.iter().any(|name| origin.as_bytes() == format!("http://{name}").as_bytes())
        };
        // A request with an absolute URI names the host a second time.
        let authority =
            request.uri().authority().is_none_or(|it| names.iter().any(|name| it.as_str() == name));
        names.iter().any(is_host) && authority && headers.get_all(header::ORIGIN).iter().all(is_origin)
    }

    fn has_token(&self, headers: &HeaderMap) -> bool {
        let is_token = |shown: &[u8]| is_same(shown, self.token.as_bytes());
        if headers.get(TOKEN_HEADER).is_some_and(|shown| is_token(shown.as_bytes())) {
            return true;
        }
        let name = self.cookie_name();
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|cookie| cookie.to_str().ok());
        cookies
            .flat_map(|cookie| cookie.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='))
            .any(|(key, value)| key == name && is_token(value.as_bytes()))
    }

    /// Handles the first request of a browser, in which the address contains the token. Stores the token in a cookie,
    /// and redirects to the same address without the token.
    fn first_visit(&self, request: &Request) -> Option<Response> {
        let query = request.uri().query()?;
        let shown = query.split('&').find_map(|pair| pair.strip_prefix("token="))?;
        if !is_same(shown.as_bytes(), self.token.as_bytes()) {
            return Some(Refusal::new(StatusCode::UNAUTHORIZED, message!(NO_TOKEN)).into_response());
        }
        self.keep_until_first(None);
        let cookie = format!("{}={}; Path=/; HttpOnly; SameSite=Strict", self.cookie_name(), self.token);
        Some(
            (StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie.as_str()), (header::LOCATION, "/")])
                .into_response(),
        )
    }
}

/// Compares the token in a request with the right one. The duration of the comparison does not reveal how many bytes
/// are right.
fn is_same(shown: &[u8], secret: &[u8]) -> bool {
    shown.len() == secret.len() && shown.iter().zip(secret).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// Rejects requests that are not allowed, adds the caller to the others, and security headers to all responses.
pub async fn watch(
    State((user, guard)): State<(Caller, Arc<Guard>)>,
    mut request: Request,
    next: Next,
) -> Response {
    let (began, what) = (Instant::now(), describe_request(&request));
    let is_page = request.uri().path() == "/" && request.method() == Method::GET;
    let is_api = request.uri().path().starts_with("/api/");
    let caller = guard.has_token(request.headers()).then_some(user);
    let response = if !guard.is_for_this_server(&request) {
        Refusal::forbidden(message!("this server accepts requests from its own pages only")).into_response()
    } else if let Some(first_visit) = is_page.then(|| guard.first_visit(&request)).flatten() {
        first_visit
    } else if is_api && is_cross_site(request.headers()) {
        Refusal::forbidden(message!("this server accepts requests from its own pages only")).into_response()
    } else if is_api && caller.is_none() {
        Refusal::new(StatusCode::UNAUTHORIZED, message!(NO_TOKEN)).into_response()
    } else {
        if let Some(caller) = caller {
            request.extensions_mut().insert(caller);
        }
        if is_api && let Some(connection) = request.extensions().get::<Arc<Connection>>() {
            connection.trust();
        }
        next.run(request).await
    };
    let ms = began.elapsed().as_secs_f64() * 1e3;
    log::debug!("{what} is answered {} after {ms:.1} ms", response.status().as_u16());
    guard.headers.add_to(without_code(response))
}

//! The cookie with the secret of a session.

use super::addresses::PublicAddress;
use axum::http::header::{self, HeaderMap, HeaderValue};
use wag_store::Secret;

/// The cookie of this server. With TLS, its name forbids other servers of the same domain to set it. Without, it has the
/// port in its name, because a browser sends a cookie to all ports of a host.
#[derive(Clone, Debug)]
pub struct SessionCookie {
    name: String,
    is_secure: bool,
}

impl SessionCookie {
    pub fn new(public: &PublicAddress, port: u16) -> SessionCookie {
        match public.has_tls() {
            true => SessionCookie { name: "__Host-wag".into(), is_secure: true },
            false => SessionCookie { name: format!("wag_{port}"), is_secure: false },
        }
    }

    /// Returns the secret that a request has shown.
    pub fn read<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|cookie| cookie.to_str().ok());
        let mut pairs =
            cookies.flat_map(|cookie| cookie.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(name, value)| *name == self.name && value.len() <= 100).map(|(_, value)| value)
    }

    /// Returns the header that sets the cookie. A shared device forgets it when the browser is closed.
    pub fn set(&self, secret: &Secret, seconds: i64, is_shared: bool) -> HeaderValue {
        let age = if is_shared { String::new() } else { format!("; Max-Age={seconds}") };
        self.header(secret.text(), &age)
    }

    /// Returns the header that removes the cookie.
    pub fn remove(&self) -> HeaderValue {
        self.header("", "; Max-Age=0")
    }

    fn header(&self, value: &str, age: &str) -> HeaderValue {
        let secure = if self.is_secure { "; Secure" } else { "" };
        let text = format!("{}={value}; Path=/; HttpOnly; SameSite=Lax{age}{secure}", self.name);
        HeaderValue::from_str(&text).expect("the name and the secret are ASCII")
    }
}

/// Returns a short name of a device by what its browser says of itself, such as `Firefox, Android`.
pub fn device_of(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let first = |known: &[(&str, &'static str)]| {
        known.iter().find(|(word, _)| agent.contains(word)).map(|(_, name)| *name)
    };
    let browser = first(&[
        ("Edg", "Edge"),
        ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"),
        ("Chrom", "Chrome"),
        ("CriOS", "Chrome"),
        ("Safari", "Safari"),
    ]);
    let system = first(&[
        ("iPad", "iPad"),
        ("iPhone", "iPhone"),
        ("Android", "Android"),
        ("CrOS", "Chromebook"),
        ("Windows", "Windows"),
        ("Macintosh", "Mac"),
        ("Linux", "Linux"),
    ]);
    [browser, system].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().unwrap())])
    }

    #[test]
    fn cookies_have_the_attributes_of_their_server() {
        let secret = Secret::new();
        let tls = SessionCookie::new(&PublicAddress::of_url("https://a.example").unwrap(), 8080);
        let text = tls.set(&secret, 60, false);
        let expected =
            format!("__Host-wag={}; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure", secret.text());
        assert_eq!(text.to_str().unwrap(), expected);
        let plain = SessionCookie::new(&PublicAddress::of_url("http://a.local:8080").unwrap(), 8080);
        let expected = format!("wag_8080={}; Path=/; HttpOnly; SameSite=Lax", secret.text());
        assert_eq!(plain.set(&secret, 60, true).to_str().unwrap(), expected);
        let shown = headers(header::COOKIE, "x=1; wag_8081=no; wag_8080=yes");
        assert_eq!((plain.read(&shown), tls.read(&shown)), (Some("yes"), None));
    }

    #[test]
    fn devices_have_short_names() {
        let agent = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36";
        assert_eq!(device_of(&headers(header::USER_AGENT, agent)), "Chrome, Android");
        assert_eq!(device_of(&HeaderMap::new()), "");
    }
}

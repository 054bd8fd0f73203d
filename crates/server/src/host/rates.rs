//! The limit of requests of one network address. It is generous and short, because a whole school has one address.

use crate::connections::Peer;
use crate::error::Refusal;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::net::IpAddr;
use std::num::NonZeroU32;
use wag_i18n::message;

/// The number of requests per second that an address may send for long.
const PER_SECOND: NonZeroU32 = NonZeroU32::new(50).expect("it is not 0");
/// The number of requests that an address may send at once, such as when a class arrives.
const AT_ONCE: NonZeroU32 = NonZeroU32::new(1000).expect("it is not 0");
/// The number of addresses above which those without recent requests are forgotten.
const ADDRESSES_MAX: usize = 1000;

/// The recent requests by address.
pub struct Rates(DefaultKeyedRateLimiter<IpAddr>);

impl Default for Rates {
    fn default() -> Self {
        Rates(RateLimiter::hashmap(Quota::per_second(PER_SECOND).allow_burst(AT_ONCE)))
    }
}

impl Rates {
    /// Counts a request. Returns an error if its address has sent too many.
    pub fn check(&self, parts: &Parts) -> Result<(), Refusal> {
        let Some(address) = address_of(parts.extensions.get::<Peer>().copied(), &parts.headers) else {
            return Ok(());
        };
        if self.0.len() > ADDRESSES_MAX {
            self.0.retain_recent();
        }
        self.0.check_key(&address).map_err(|_| {
            let sentence = message!("too many requests from this address; wait a moment");
            Refusal::new(StatusCode::TOO_MANY_REQUESTS, sentence).with_code("too_many").with_retry_after(1)
        })
    }
}

/// Returns the address of a request's sender; `None` if it is this machine. What a proxy says counts only if the proxy is
/// on this machine, and only the last address, which the proxy itself has added.
fn address_of(peer: Option<Peer>, headers: &HeaderMap) -> Option<IpAddr> {
    match peer? {
        peer if peer.is_local() => {
            let all = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            all.rsplit(',').next()?.trim().parse().ok()
        }
        Peer::Address(address) => Some(address),
        Peer::Socket => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn only_a_proxy_on_this_machine_names_addresses() {
        let headers = HeaderMap::from_iter([(
            "x-forwarded-for".parse().unwrap(),
            "9.9.9.9, 203.0.113.7".parse().unwrap(),
        )]);
        let (own, other) = (Peer::Address(ip("127.0.0.1")), Peer::Address(ip("192.168.1.7")));
        assert_eq!(address_of(Some(Peer::Socket), &headers), Some(ip("203.0.113.7")));
        assert_eq!(address_of(Some(own), &headers), Some(ip("203.0.113.7")));
        assert_eq!(address_of(Some(other), &headers), Some(ip("192.168.1.7")));
        assert_eq!(address_of(Some(own), &HeaderMap::new()), None);
    }

    #[test]
    fn an_address_is_slowed_down_and_others_are_not() {
        let rates = Rates::default();
        let parts = |address: &str| {
            let (mut parts, ()) = Request::new(()).into_parts();
            parts.extensions.insert(Peer::Address(ip(address)));
            parts
        };
        // However fast time passes, more than all at once and those of a day cannot be allowed.
        let refused = (0..6_000_000).any(|_| rates.check(&parts("192.168.1.7")).is_err());
        assert!(refused && rates.check(&parts("192.168.1.8")).is_ok());
    }
}

//! The addresses at which the server listens and at which browsers reach it.

use super::errors::HostError;
use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The public address of the server, and the names that requests may have as their host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicAddress {
    /// The scheme, `http` or `https`.
    scheme: &'static str,
    /// The hosts with their ports; the first is the one in links.
    names: Vec<String>,
}

impl PublicAddress {
    /// Reads an address such as `https://wag.example.org` or `http://laptop.local:8080`.
    pub fn of_url(url: &str) -> Result<PublicAddress, HostError> {
        let bad = || HostError::BadUrl(url.to_string());
        let (scheme, rest) = url.split_once("://").ok_or_else(bad)?;
        let scheme =
            ["http", "https"].into_iter().find(|known| scheme.eq_ignore_ascii_case(known)).ok_or_else(bad)?;
        let name = rest.strip_suffix('/').unwrap_or(rest).to_ascii_lowercase();
        let is_part = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
        if name.is_empty() || name.len() > 253 || !name.chars().all(is_part) {
            return Err(bad());
        }
        let standard = if scheme == "https" { ":443" } else { ":80" };
        let name = name.strip_suffix(standard).map(str::to_string).unwrap_or(name);
        Ok(PublicAddress { scheme, names: vec![name] })
    }

    /// Returns the addresses of a server without TLS that listens at `address` and `port`.
    pub fn without_tls(address: IpAddr, port: u16, local: &[IpAddr]) -> PublicAddress {
        let mut hosts: Vec<String> = Vec::new();
        if address.is_unspecified() {
            let mut reachable: Vec<&IpAddr> = local.iter().filter(|it| !it.is_loopback()).collect();
            reachable.sort_by_key(|it| !it.is_ipv4());
            hosts.extend(reachable.into_iter().map(host_of));
        } else if !address.is_loopback() {
            hosts.push(host_of(&address));
        }
        hosts.extend([
            host_of(&Ipv4Addr::LOCALHOST.into()),
            "localhost".into(),
            host_of(&Ipv6Addr::LOCALHOST.into()),
        ]);
        let with_port = |host: String| if port == 80 { host } else { format!("{host}:{port}") };
        PublicAddress { scheme: "http", names: hosts.into_iter().map(with_port).collect() }
    }

    /// Returns the address without a slash at its end.
    pub fn url(&self) -> String {
        format!("{}://{}", self.scheme, self.names[0])
    }

    /// Returns whether the address in links leads each device to itself, so that only this machine reaches the server.
    pub fn is_only_here(&self) -> bool {
        let name = self.names[0].as_str();
        let host = match name.strip_prefix('[') {
            Some(rest) => rest.split(']').next(),
            None => name.split(':').next(),
        };
        let host = host.unwrap_or(name);
        let is_loopback = |address: IpAddr| address.to_canonical().is_loopback();
        host == "localhost" || host.ends_with(".localhost") || host.parse().is_ok_and(is_loopback)
    }

    pub fn has_tls(&self) -> bool {
        self.scheme == "https"
    }

    /// Returns whether a request names this server as its host.
    pub fn is_host(&self, host: &str) -> bool {
        self.names.iter().any(|name| name.eq_ignore_ascii_case(host))
    }

    /// Returns whether a request comes from a page of this server: its origin is the host that it names.
    pub fn is_origin(&self, origin: &str, host: &str) -> bool {
        self.is_host(host) && origin.eq_ignore_ascii_case(&format!("{}://{host}", self.scheme))
    }
}

fn host_of(address: &IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

/// Returns whether only this machine or its own network reach an address.
fn is_private(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(it) => {
            let is_shared = it.octets()[0] == 100 && (64..128).contains(&it.octets()[1]);
            it.is_private() || it.is_loopback() || it.is_link_local() || is_shared
        }
        IpAddr::V6(it) => it.is_loopback() || it.is_unique_local() || it.is_unicast_link_local(),
    }
}

/// Checks that the server may listen at an address: without TLS only on this machine, or, if `plain_http` is set, at
/// private addresses. `local` are the addresses of this machine.
pub fn check(address: IpAddr, plain_http: bool, local: &[IpAddr]) -> Result<(), HostError> {
    if address.is_loopback() {
        return Ok(());
    }
    if !plain_http {
        return Err(HostError::NeedsTls(address));
    }
    let reached: &[IpAddr] = if address.is_unspecified() { local } else { &[address] };
    let heard = reached.iter().filter(|it| it.is_ipv4() || !address.is_ipv4());
    match heard.copied().find(|it| !is_private(*it)) {
        Some(public) => Err(HostError::PublicAddress(public)),
        None => Ok(()),
    }
}

/// Returns the addresses of this machine's network interfaces.
pub fn local() -> Vec<IpAddr> {
    let v4 = fs::read_to_string("/proc/net/fib_trie").unwrap_or_default();
    let v6 = fs::read_to_string("/proc/net/if_inet6").unwrap_or_default();
    let mut all: Vec<IpAddr> = local_v4(&v4).into_iter().map(IpAddr::from).collect();
    all.extend(local_v6(&v6).into_iter().map(IpAddr::from));
    all
}

/// Returns the addresses in `/proc/net/fib_trie`: a line `|-- 192.168.1.7`, and then `/32 host LOCAL`.
fn local_v4(trie: &str) -> Vec<Ipv4Addr> {
    let (mut found, mut last) = (Vec::new(), None);
    for line in trie.lines() {
        if let Some((_, address)) = line.split_once("-- ") {
            last = address.trim().parse::<Ipv4Addr>().ok();
        } else if line.trim().ends_with("host LOCAL")
            && let Some(address) = last.take().filter(|it| !found.contains(it))
        {
            found.push(address);
        }
    }
    found
}

/// Returns the addresses in `/proc/net/if_inet6`, whose lines begin with 32 hexadecimal digits.
fn local_v6(interfaces: &str) -> Vec<Ipv6Addr> {
    let addresses = interfaces.lines().filter_map(|line| line.split_whitespace().next());
    addresses.filter_map(|digits| Some(Ipv6Addr::from(u128::from_str_radix(digits, 16).ok()?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn public_urls_are_read() {
        for (url, read) in [
            ("https://wag.example.org", "https://wag.example.org"),
            ("HTTPS://Wag.Example.org:443/", "https://wag.example.org"),
            ("http://laptop.local:8080", "http://laptop.local:8080"),
        ] {
            assert_eq!(PublicAddress::of_url(url).unwrap().url(), read);
        }
        for url in [
            "",
            "wag.example.org",
            "ftp://a",
            "https://",
            "https://a/b",
            "https://a b",
            "https://a@b",
            "https://a?b",
        ] {
            assert!(PublicAddress::of_url(url).is_err(), "{url}");
        }
    }

    #[test]
    fn only_own_names_are_hosts_and_origins() {
        let address = PublicAddress::of_url("https://wag.example.org").unwrap();
        assert!(
            address.is_host("WAG.example.org") && !address.is_host("evil.example") && !address.is_host("")
        );
        assert!(address.is_origin("https://wag.example.org", "wag.example.org"));
        for origin in
            ["http://wag.example.org", "https://wag.example.org:8443", "null", "", "https://evil.example"]
        {
            assert!(!address.is_origin(origin, "wag.example.org"), "{origin}");
        }
        let local = [ip("127.0.0.1"), ip("fe80::1"), ip("192.168.1.7")];
        let room = PublicAddress::without_tls(ip("0.0.0.0"), 8080, &local);
        assert_eq!(room.url(), "http://192.168.1.7:8080");
        assert!(room.is_origin("http://localhost:8080", "localhost:8080"));
        assert!(!room.is_origin("http://localhost:8080", "192.168.1.7:8080"));
        assert_eq!(PublicAddress::without_tls(ip("127.0.0.1"), 80, &local).url(), "http://127.0.0.1");
    }

    #[test]
    fn addresses_that_lead_each_device_to_itself_are_known() {
        let is_only_here = |url| PublicAddress::of_url(url).unwrap().is_only_here();
        for url in
            ["http://127.0.0.1:8080", "http://localhost", "https://wag.localhost:8443", "http://127.1.2.3"]
        {
            assert!(is_only_here(url), "{url}");
        }
        assert!(is_only_here("http://[::1]:8080") && is_only_here("http://[::ffff:127.0.0.1]"));
        for url in ["http://192.168.1.7:8080", "https://localhost.example.org", "http://[fd00::1]:8080"] {
            assert!(!is_only_here(url), "{url}");
        }
        let local = [ip("127.0.0.1"), ip("192.168.1.7")];
        assert!(!PublicAddress::without_tls(ip("0.0.0.0"), 8080, &local).is_only_here());
        assert!(PublicAddress::without_tls(ip("0.0.0.0"), 8080, &local[..1]).is_only_here());
    }

    #[test]
    fn without_tls_only_private_addresses_are_allowed() {
        let (private, public) = (ip("192.168.1.7"), ip("203.0.113.7"));
        let local = |more: &[IpAddr]| [&[ip("127.0.0.1"), private][..], more].concat();
        assert!(check(ip("127.0.0.1"), false, &[]).is_ok());
        assert!(matches!(check(private, false, &[]), Err(HostError::NeedsTls(_))));
        assert!(matches!(check(ip("0.0.0.0"), false, &[]), Err(HostError::NeedsTls(_))));
        assert!(check(private, true, &[]).is_ok() && check(ip("0.0.0.0"), true, &local(&[])).is_ok());
        assert!(check(ip("0.0.0.0"), true, &local(&[ip("2001:db8::1")])).is_ok());
        for (address, local) in [
            (public, vec![]),
            (ip("0.0.0.0"), local(&[public])),
            (ip("::"), local(&[ip("2001:db8::1")])),
            (ip("::ffff:203.0.113.7"), vec![]),
        ] {
            assert!(matches!(check(address, true, &local), Err(HostError::PublicAddress(_))), "{address}");
        }
    }

    #[test]
    fn own_addresses_are_read_from_the_system() {
        let trie = "Main:\n  +-- 0.0.0.0/0 3 0 5\n     |-- 0.0.0.0\n        /0 universe UNICAST\n     |-- 192.168.1.0\n        /24 link UNICAST\n     |-- 192.168.1.7\n        /32 host LOCAL\n     |-- 192.168.1.7\n        /32 host LOCAL\n";
        assert_eq!(local_v4(trie), [Ipv4Addr::new(192, 168, 1, 7)]);
        let interfaces = "00000000000000000000000000000001 01 80 10 80       lo\n";
        assert_eq!(local_v6(interfaces), [Ipv6Addr::LOCALHOST]);
        assert!(local().contains(&ip("127.0.0.1")));
    }
}

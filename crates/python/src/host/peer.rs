//! The user at the other end of a TCP connection within this machine.

use std::net::TcpStream;

/// True if this system says which user has opened a connection.
pub const IS_KNOWN: bool = cfg!(target_os = "linux");

/// Returns whether a process of the current user has opened this connection. Always returns true on systems that do not
/// say who has.
#[cfg(target_os = "linux")]
pub fn is_own(connection: &TcpStream) -> bool {
    use procfs::net::{TcpNetEntry, TcpState, tcp, tcp6};
    use std::net::SocketAddr;

    let (Ok(here), Ok(there)) = (connection.local_addr(), connection.peer_addr()) else { return false };
    let own = rustix::process::geteuid().as_raw();
    let is_same = |listed: SocketAddr, known: SocketAddr| {
        (listed.ip().to_canonical(), listed.port()) == (known.ip().to_canonical(), known.port())
    };
    // The system lists a closed end of a connection under the number of root.
    let is_open = |entry: &TcpNetEntry| entry.state == TcpState::Established && entry.inode != 0;
    let is_other_end =
        |entry: &TcpNetEntry| is_same(entry.local_address, there) && is_same(entry.remote_address, here);
    // A socket for IPv6 can connect to an address of IPv4.
    [tcp(), tcp6()]
        .into_iter()
        .flatten()
        .flatten()
        .any(|entry| entry.uid == own && is_open(&entry) && is_other_end(&entry))
}

#[cfg(not(target_os = "linux"))]
pub fn is_own(_: &TcpStream) -> bool {
    true
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::is_own;
    use std::net::{Shutdown, TcpListener, TcpStream};

    #[test]
    fn only_an_open_connection_is_own() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (accepted, _) = listener.accept().unwrap();
        assert!(is_own(&accepted) && is_own(&client));
        client.shutdown(Shutdown::Write).unwrap();
        assert!(!is_own(&accepted));
    }
}

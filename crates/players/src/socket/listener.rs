//! A TCP port that only clients on this machine can reach.

use super::message::Message;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, BorrowedFd};
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;
use wag_i18n::message;

/// The maximum number of clients that are refused in a row.
const REFUSED_AT_ONCE: u32 = 16;

/// An open port for one client.
#[derive(Debug)]
pub struct Listener {
    listener: TcpListener,
    address: SocketAddr,
}

impl Listener {
    /// Listens at this port of 127.0.0.1, or at any free port if it is `None`. The error is a sentence for the user.
    pub fn open(port: Option<u16>) -> Result<Listener, wag_i18n::Message> {
        Listener::listen(port.unwrap_or(0)).map_err(|err| match (err.kind(), port) {
            (ErrorKind::AddrInUse, Some(port)) => {
                message!("Port %{port} is in use by another program: choose another port, or leave the port out to let Wag choose one", port)
            }
            (_, Some(port)) => {
                message!("Cannot listen for clients on port %{port}: %{fault}; choose another port", port, fault = err)
            }
            (_, None) => message!("Cannot listen for clients on any port of 127.0.0.1: %{fault}", fault = err),
        })
    }

    fn listen(port: u16) -> std::io::Result<Listener> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Listener { listener, address })
    }

    /// Returns the address to which the client must connect.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Accepts the next client, if one is waiting.
    pub fn accept_client(&self) -> Option<TcpStream> {
        self.listener.accept().ok().map(|(client, _)| client)
    }

    /// Waits at most `longest` until a client connects.
    pub(super) fn wait(&self, longest: Duration) {
        let mut waiting = [PollFd::new(&self.listener, PollFlags::IN)];
        let _ = poll(&mut waiting, Timespec::try_from(longest).ok().as_ref());
    }

    /// Returns a descriptor that is readable if a client is waiting.
    pub fn read_fd(&self) -> BorrowedFd<'_> {
        self.listener.as_fd()
    }

    /// Tells all clients that are waiting that the seat is taken, and disconnects them.
    pub(super) fn refuse(&self) {
        for _ in 0..REFUSED_AT_ONCE {
            let Some(mut client) = self.accept_client() else { return };
            let error = message!("another client already has this seat").english();
            let refusal = Message::Refused { error: &error };
            let _ = client.set_nonblocking(true);
            let _ = client.write(&refusal.line());
            let _ = client.shutdown(Shutdown::Write);
            // If a connection is closed with unread bytes, the client may not get the refusal.
            let _ = client.read(&mut [0; 4096]);
        }
    }
}

//! The port at which an editor debugs an AI. It leads to this process, because debugpy obeys everybody who connects to
//! it, even web pages. This process passes a connection on to the AI's process if it comes from the same user and begins
//! as the debug adapter protocol does.

use super::peer;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::net::{Shutdown, shutdown};
use serde::Deserialize;
use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use wag_sandbox::descriptors::retry;

/// The beginning of each message of the debug adapter protocol.
const HEADER: &[u8] = b"Content-Length: ";
/// The end of its header.
const HEADER_END: &[u8] = b"\r\n\r\n";
/// The maximum length of the first message, in bytes.
const MESSAGE_MAX: usize = 1 << 16;
/// The maximum number of connections whose first message is not complete. When one more arrives, the oldest is closed.
const CALLERS_MAX: usize = 32;

/// The reason why a connection was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It comes from another user.
    OtherUser,
    /// It does not begin as the debug adapter protocol does.
    NotAnEditor,
}

type OnRefusal = Box<dyn Fn(Refusal) + Send + Sync>;

/// An open port of 127.0.0.1 for an editor.
pub struct EditorPort {
    listener: TcpListener,
    on_refusal: OnRefusal,
}

impl fmt::Debug for EditorPort {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.listener.fmt(out)
    }
}

/// A connection whose first message is not complete.
struct Caller {
    connection: TcpStream,
    bytes: Vec<u8>,
}

impl EditorPort {
    /// True if other users cannot connect.
    pub const IS_PRIVATE: bool = peer::IS_KNOWN;

    /// Opens a port; 0 is any free one. `on_refusal` is called for each connection that sends
    /// something and is closed, and for each of another user.
    pub fn open(port: u16, on_refusal: OnRefusal) -> io::Result<EditorPort> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        Ok(EditorPort { listener, on_refusal })
    }

    pub fn number(&self) -> io::Result<u16> {
        Ok(self.listener.local_addr()?.port())
    }

    /// Connects the next editor to a process. Returns the end of the socket that the process gets.
    pub(super) fn attend(self: &Arc<EditorPort>) -> io::Result<UnixStream> {
        let (ours, theirs) = UnixStream::pair()?;
        let port = Arc::clone(self);
        // The thread ends with the process.
        std::thread::spawn(move || port.serve(ours));
        Ok(theirs)
    }

    fn serve(&self, mut process: UnixStream) -> io::Result<()> {
        let Some(Caller { connection, bytes }) = self.editor(&process)? else { return Ok(()) };
        connection.set_nonblocking(false)?;
        process.write_all(&bytes)?;
        let (to_process, to_editor) = (process.try_clone()?, connection.try_clone()?);
        std::thread::spawn(move || pass_on(connection, to_process));
        pass_on(process, to_editor);
        Ok(())
    }

    /// Waits for an editor. Returns `None` if the process ends.
    fn editor(&self, process: &UnixStream) -> io::Result<Option<Caller>> {
        let mut callers: Vec<Caller> = Vec::new();
        loop {
            let watched =
                [PollFd::new(process, PollFlags::empty()), PollFd::new(&self.listener, PollFlags::IN)];
            let connections = callers.iter().map(|caller| PollFd::new(&caller.connection, PollFlags::IN));
            let mut fds: Vec<PollFd<'_>> = watched.into_iter().chain(connections).collect();
            retry(|| poll(&mut fds, None)).ok_or(ErrorKind::Other)?;
            let is_ready: Vec<bool> = fds.iter().map(|fd| !fd.revents().is_empty()).collect();
            if is_ready[0] {
                return Ok(None);
            }
            let mut waiting = Vec::new();
            for (mut caller, is_ready) in callers.into_iter().zip(&is_ready[2..]) {
                match if *is_ready { caller.read() } else { Some(false) } {
                    Some(true) => return Ok(Some(caller)),
                    Some(false) => waiting.push(caller),
                    None if caller.bytes.is_empty() => {}
                    None => (self.on_refusal)(Refusal::NotAnEditor),
                }
            }
            callers = waiting;
            if is_ready[1] {
                callers.extend(self.accept());
                callers.drain(..callers.len().saturating_sub(CALLERS_MAX));
            }
        }
    }

    /// Accepts a connection of the same user.
    fn accept(&self) -> Option<Caller> {
        let (connection, _) = self.listener.accept().ok()?;
        if !peer::is_own(&connection) {
            (self.on_refusal)(Refusal::OtherUser);
            return None;
        }
        connection.set_nonblocking(true).ok()?;
        Some(Caller { connection, bytes: Vec::new() })
    }
}

impl Caller {
    /// Reads what has arrived. Returns whether the first message is complete, and `None` if it is not an editor's.
    fn read(&mut self) -> Option<bool> {
        let mut bytes = [0; 4096];
        match self.connection.read(&mut bytes) {
            Ok(0) => None,
            Ok(count) => {
                self.bytes.extend(&bytes[..count]);
                is_complete(&self.bytes)
            }
            Err(err) if [ErrorKind::WouldBlock, ErrorKind::Interrupted].contains(&err.kind()) => Some(false),
            Err(_) => None,
        }
    }
}

/// Returns whether the first message of a connection is complete, and `None` if no editor begins in this way. The
/// protocol requires the request `initialize` as its first message. The header must be as the protocol defines it:
/// debugpy skips other lines, so it would accept a message within an HTTP request.
fn is_complete(bytes: &[u8]) -> Option<bool> {
    #[derive(Deserialize)]
    struct Request {
        r#type: String,
        command: String,
    }

    let known = HEADER.len().min(bytes.len());
    if bytes[..known] != HEADER[..known] {
        return None;
    }
    let rest = &bytes[known..];
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = rest.split_at(digits);
    let end = HEADER_END.len().min(rest.len());
    if rest[..end] != HEADER_END[..end] || number.len() > MESSAGE_MAX.to_string().len() {
        return None;
    }
    if end < HEADER_END.len() {
        return Some(false);
    }
    let length: usize =
        std::str::from_utf8(number).ok()?.parse().ok().filter(|length| *length <= MESSAGE_MAX)?;
    let Some(body) = rest[end..].get(..length) else { return Some(false) };
    // Serde would take a list for the object, too.
    if body.trim_ascii_start().first() != Some(&b'{') {
        return None;
    }
    let request: Request = serde_json::from_slice(body).ok()?;
    (request.r#type == "request" && request.command == "initialize").then_some(true)
}

/// Copies bytes until one side ends.
fn pass_on(mut from: impl Read + AsFd, mut to: impl Write + AsFd) {
    let _ = io::copy(&mut from, &mut to);
    let _ = shutdown(&to, Shutdown::Write);
    let _ = shutdown(&from, Shutdown::Read);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    const INITIALIZE: &str =
        r#"{"seq":1,"type":"request","command":"initialize","arguments":{"adapterID":"x"}}"#;

    fn message(body: &str) -> Vec<u8> {
        format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
    }

    #[test]
    fn only_the_protocol_is_an_editor() {
        let first = message(INITIALIZE);
        for length in 0..first.len() {
            assert_eq!(is_complete(&first[..length]), Some(false), "{length}");
        }
        assert_eq!(is_complete(&first), Some(true));
        assert_eq!(is_complete(&[first.clone(), message("{}")].concat()), Some(true));
        let others: Vec<Vec<u8>> = vec![
            [b"POST / HTTP/1.1\r\n".to_vec(), first.clone()].concat(),
            [b"\r\n".to_vec(), first.clone()].concat(),
            message(&INITIALIZE.replace("initialize", "evaluate")),
            message(&INITIALIZE.replace("request", "response")),
            message("[]"),
            message(r#"["request","initialize"]"#),
            b"Content-Length: \r\n\r\n{}".to_vec(),
            b"Content-Length: 99999999999999999999".to_vec(),
            b"Content-Length: 65537\r\n\r\n".to_vec(),
            b"Content-Length: 2\r\nHost: x\r\n\r\n{}".to_vec(),
            b"\x16\x03\x01".to_vec(),
        ];
        for other in others {
            assert_eq!(is_complete(&other), None, "{}", String::from_utf8_lossy(&other));
        }
    }

    #[test]
    fn editor_is_connected_and_others_are_closed() {
        let (sender, refusals) = channel();
        let port = EditorPort::open(0, Box::new(move |refusal| _ = sender.send(refusal))).unwrap();
        let port = Arc::new(port);
        let mut process = port.attend().unwrap();
        let connect = || TcpStream::connect(port.listener.local_addr().unwrap()).unwrap();
        let mut silent: Vec<TcpStream> = (0..CALLERS_MAX + 5).map(|_| connect()).collect();
        let mut page = connect();
        page.write_all(b"POST / HTTP/1.1\r\n").unwrap();
        assert_eq!(refusals.recv().unwrap(), Refusal::NotAnEditor);
        let mut editor = connect();
        let first = message(INITIALIZE);
        editor.write_all(&first[..20]).unwrap();
        editor.write_all(&first[20..]).unwrap();
        let mut received = vec![0; first.len()];
        process.read_exact(&mut received).unwrap();
        assert_eq!(received, first);
        process.write_all(b"answer").unwrap();
        drop(process);
        let mut answer = String::new();
        editor.read_to_string(&mut answer).unwrap();
        assert_eq!(answer, "answer");
        assert_eq!(silent[0].read(&mut [0]).unwrap_or_default(), 0, "the oldest is closed");
    }
}

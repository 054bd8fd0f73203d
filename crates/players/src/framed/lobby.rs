//! The lobby of a contest's clients, with one port for each client. Clients say their names in the lobby, and each
//! client may request a restart at any time. One loop listens to all clients.

use super::messages::{MESSAGE_MAX, Messages, RESTART};
use crate::channel::{Channel, client_gone};
use crate::no_answer::NoAnswer;
use crate::socket::Listener;
use rustix::event::{PollFd, PollFlags};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use wag_core::problem::Fault;
use wag_i18n::{Message, message};
use wag_sandbox::pending;

/// The longest sleep between two checks of whether the match should end.
const NAP: Duration = Duration::from_millis(100);
/// The maximum length of a client's name, in characters.
const NAME_MAX: usize = 15;
/// The maximum number of reads from one client before the next client is read.
const READS: u32 = 8;

/// The listeners of a match and their clients. A lobby may exist longer than the match, so that its ports stay open for
/// the next match.
#[derive(Default)]
pub struct Lobby {
    places: Mutex<Vec<Place>>,
    is_restarted: AtomicBool,
}

/// A listener, and the client that is connected to it.
struct Place {
    listener: Listener,
    client: Option<Client>,
}

/// A connected client.
struct Client {
    channel: Channel,
    messages: Messages,
    /// The client's name, or `None` until the client has said it.
    name: Option<String>,
    /// An error if the client has closed the connection.
    connection: Result<(), NoAnswer>,
    is_too_long: bool,
}

impl Lobby {
    /// Opens a listener at this port, unless there is one, and returns the listener's index. Port 0 means any free
    /// port. The error is a sentence for the user.
    pub fn open(&self, port: u16) -> Result<usize, Message> {
        let mut places = self.places();
        let known = places.iter().position(|place| place.listener.address().port() == port && port > 0);
        if let Some(at) = known {
            return Ok(at);
        }
        let listener = Listener::open((port > 0).then_some(port))?;
        places.push(Place { listener, client: None });
        Ok(places.len() - 1)
    }

    fn places(&self) -> MutexGuard<'_, Vec<Place>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn address(&self, at: usize) -> String {
        self.places()[at].listener.address().to_string()
    }

    /// Returns the addresses of all listeners, in the sequence in which they were opened.
    pub fn addresses(&self) -> Vec<String> {
        self.places().iter().map(|place| place.listener.address().to_string()).collect()
    }

    /// Returns the name of the client at this listener, or `None` if there is no client or it has not said its name.
    pub fn name(&self, at: usize) -> Option<String> {
        self.places().get(at)?.client.as_ref()?.name.clone()
    }

    /// Returns whether a client has requested a restart, and clears the request.
    pub fn take_restart(&self) -> bool {
        self.is_restarted.swap(false, Ordering::Relaxed)
    }

    pub fn is_restarted(&self) -> bool {
        self.is_restarted.load(Ordering::Relaxed)
    }

    /// Disconnects all clients; the listeners stay open.
    pub fn disconnect_all(&self) {
        self.places().iter_mut().for_each(|place| place.client = None);
    }

    /// Waits until every listener has a client that has said its name. Clients do not get an answer. The error is a
    /// sentence for the user.
    pub fn wait_for_names(&self, longest: Option<Duration>, stop: &AtomicBool) -> Result<(), Message> {
        let began = Instant::now();
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(message!("Stopped before all clients had connected"));
            }
            if self.is_complete() {
                return Ok(());
            }
            let left = longest.map_or(NAP, |longest| longest.saturating_sub(began.elapsed()));
            if left.is_zero() {
                return Err(self.missing_clients_error(longest.unwrap_or_default()));
            }
            self.wait(left.min(NAP));
        }
    }

    /// Accepts clients and reads their names. Returns whether all names are known.
    fn is_complete(&self) -> bool {
        let mut places = self.places();
        places.iter_mut().for_each(Place::accept_client);
        let is_restarted = receive_all(&mut places);
        for place in places.iter_mut() {
            // A client that has disconnected or requests a restart must say its name again.
            if is_restarted || place.client.as_ref().is_some_and(|client| client.connection.is_err()) {
                place.client = None;
            }
        }
        places.iter().all(|place| place.client.as_ref().is_some_and(|client| client.name.is_some()))
    }

    fn missing_clients_error(&self, time: Duration) -> Message {
        let places = self.places();
        let is_missing = |place: &&Place| place.client.as_ref().is_none_or(|client| client.name.is_none());
        let missing = places.iter().filter(is_missing).map(|place| place.listener.address().to_string());
        message!(
            "no client connected to %{address} and sent its name within %{time} s: start the client while Wag is waiting, or allow more time",
            address = missing.collect::<Vec<_>>().join(", "),
            time = time.as_secs_f64()
        )
    }

    /// Sends a request to a client, as a frame. What the client sent earlier does not count as the answer.
    pub fn ask(&self, at: usize, text: &str) {
        let mut places = self.places();
        self.note(receive_all(&mut places));
        if let Some(client) = &mut places[at].client {
            client.messages.forget();
            client.say(text);
        }
    }

    /// Sends a message that needs no answer to a client.
    pub fn tell(&self, at: usize, text: &str) {
        if let Some(client) = &mut self.places()[at].client {
            client.say(text);
        }
    }

    /// Waits for the next message of a client until the time `until`. If `until` is `None`, there is no time limit.
    pub fn answer(&self, at: usize, until: Option<Instant>, stop: &AtomicBool) -> Result<Vec<u8>, NoAnswer> {
        loop {
            // The deadline is checked first, so that a message that is ready still counts.
            let is_late = until.is_some_and(|until| Instant::now() >= until);
            match self.look(at)? {
                Some(message) => return Ok(message),
                None if stop.load(Ordering::Relaxed) => return Err(NoAnswer::Stopped),
                None if is_late => return Err(NoAnswer::Timeout { is_doubtful: false }),
                None => {}
            }
            let left = until.map_or(NAP, |until| until.saturating_duration_since(Instant::now()));
            self.wait(left.min(NAP));
        }
    }

    fn look(&self, at: usize) -> Result<Option<Vec<u8>>, NoAnswer> {
        let mut places = self.places();
        let is_restarted = receive_except(&mut places, Some(at));
        let Some(client) = &mut places[at].client else { return Err(client_gone()) };
        let message = client.messages.next();
        let wants_restart = message.as_ref().is_some_and(|message| message.starts_with(RESTART));
        if is_restarted || wants_restart || self.is_restarted() {
            self.note(true);
            return Err(NoAnswer::Stopped);
        }
        match message {
            Some(message) => Ok(Some(message)),
            None if client.is_too_long => Err(NoAnswer::Gone(Fault::crash(message!(
                "the client sent more than %{bytes} bytes that are not a message",
                bytes = MESSAGE_MAX
            )))),
            None => client.connection.clone().map(|()| None),
        }
    }

    fn note(&self, is_restarted: bool) {
        self.is_restarted.fetch_or(is_restarted, Ordering::Relaxed);
    }

    /// Waits until a client requests a restart, or all clients have disconnected.
    pub fn wait_for_end(&self, stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) {
            let mut places = self.places();
            let is_over = receive_all(&mut places);
            let is_here =
                |place: &Place| place.client.as_ref().is_some_and(|client| client.connection.is_ok());
            if is_over || !places.iter().any(is_here) {
                return;
            }
            drop(places);
            self.wait(NAP);
        }
    }

    /// Waits until a client connects or sends something, but at most `longest`.
    fn wait(&self, longest: Duration) {
        let places = self.places();
        let mut waiting = Vec::new();
        for place in places.iter() {
            match &place.client {
                None => waiting.push(PollFd::from_borrowed_fd(place.listener.read_fd(), PollFlags::IN)),
                Some(client) if client.connection.is_ok() => waiting.extend(client.channel.events()),
                Some(_) => {}
            }
        }
        pending::poll(&waiting, longest);
    }
}

/// Reads from all clients. Returns whether one of them requests a restart. All other messages except names are dropped,
/// because it is nobody's turn.
fn receive_all(places: &mut [Place]) -> bool {
    receive_except(places, None)
}

/// Reads from all clients as [`receive_all`] does, but keeps the messages of the client whose turn it is.
fn receive_except(places: &mut [Place], mover: Option<usize>) -> bool {
    let mut is_restarted = false;
    for (at, place) in places.iter_mut().enumerate() {
        let Some(client) = &mut place.client else { continue };
        client.hear();
        if Some(at) == mover {
            continue;
        }
        while let Some(message) = client.messages.next() {
            is_restarted |= message.starts_with(RESTART);
            if client.name.is_none() {
                client.name = Some(name_of(&message));
            }
        }
        // Out of turn, an overlong message is dropped like any other.
        if client.is_too_long {
            client.messages.forget();
            client.is_too_long = false;
        }
    }
    is_restarted
}

fn name_of(message: &[u8]) -> String {
    String::from_utf8_lossy(message).trim().chars().take(NAME_MAX).collect()
}

impl Place {
    fn accept_client(&mut self) {
        if self.client.is_none() {
            self.client = self.listener.accept_client().and_then(Client::new);
        }
    }
}

impl Client {
    fn new(stream: TcpStream) -> Option<Client> {
        Some(Client {
            channel: Channel::over_tcp(stream).ok()?,
            messages: Messages::default(),
            name: None,
            connection: Ok(()),
            is_too_long: false,
        })
    }

    /// Sends a frame: the length as eight digits, then the bytes.
    fn say(&mut self, text: &str) {
        let frame = format!("{:08}{text}", text.len());
        if self.connection.is_ok() {
            self.connection = self.channel.say(frame.as_bytes());
        }
    }

    fn hear(&mut self) {
        if self.connection.is_ok() {
            self.connection = self.receive();
        }
        self.is_too_long = self.messages.is_too_long();
    }

    fn receive(&mut self) -> Result<(), NoAnswer> {
        self.channel.send()?;
        for _ in 0..READS {
            if self.messages.is_too_long() {
                break;
            }
            match self.channel.receive()? {
                [] => break,
                bytes => self.messages.hear(bytes),
            }
        }
        Ok(())
    }
}

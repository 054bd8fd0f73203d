//! Where the clients of a contest come in, one for each port: they say their names, and each may ask for another game at any
//! time. All of them are listened to together.

use super::messages::{Messages, RESTART};
use crate::channel::{Channel, Received};
use crate::socket::Listener;
use rustix::event::{PollFd, PollFlags};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use wag_i18n::t;
use wag_sandbox::pending;

/// Nobody sleeps longer than this without a look at whether the match is to end.
const NAP: Duration = Duration::from_millis(100);
/// The longest name, in characters.
const NAME_MAX: usize = 15;
/// So often a client that says much is read before others are looked at.
const READS: u32 = 8;

/// The doors of a match, and who has come in. It may outlive the match: then the doors stay open for the next one.
#[derive(Default)]
pub struct Lobby {
    places: Mutex<Vec<Place>>,
    is_restarted: AtomicBool,
}

/// One door.
struct Place {
    door: Listener,
    client: Option<Client>,
}

/// Who has come in.
struct Client {
    channel: Channel,
    messages: Messages,
    /// Once it has said it.
    name: Option<String>,
    is_closed: bool,
    is_too_long: bool,
}

/// Why a client gives no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    Late,
    HungUp,
    TooLong,
    /// The match is to end.
    Stopped,
}

impl Lobby {
    /// Opens the door at this port, if it is not open yet; answers which one it is. An error is a sentence.
    pub fn open(&self, port: u16) -> Result<usize, String> {
        let mut places = self.places();
        let known = places.iter().position(|place| place.door.address().port() == port && port > 0);
        if let Some(at) = known {
            return Ok(at);
        }
        let door = Listener::open((port > 0).then_some(port))?;
        places.push(Place { door, client: None });
        Ok(places.len() - 1)
    }

    fn places(&self) -> MutexGuard<'_, Vec<Place>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn address(&self, at: usize) -> String {
        self.places()[at].door.address().to_string()
    }

    /// Where the doors are, in the order in which they were opened.
    pub fn addresses(&self) -> Vec<String> {
        self.places().iter().map(|place| place.door.address().to_string()).collect()
    }

    /// What the client of this door has called itself.
    pub fn name(&self, at: usize) -> Option<String> {
        self.places().get(at)?.client.as_ref()?.name.clone()
    }

    /// Whether somebody has asked for another game; from now on nobody has.
    pub fn take_restart(&self) -> bool {
        self.is_restarted.swap(false, Ordering::Relaxed)
    }

    pub fn is_restarted(&self) -> bool {
        self.is_restarted.load(Ordering::Relaxed)
    }

    /// Hangs up on everybody; the doors stay open.
    pub fn send_away(&self) {
        self.places().iter_mut().for_each(|place| place.client = None);
    }

    /// Waits until somebody has come to every door and has said a name. Nobody is answered. An error is a sentence.
    pub fn wait_for_names(&self, longest: Option<Duration>, stop: &AtomicBool) -> Result<(), String> {
        let began = Instant::now();
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(t!("Stopped before all clients had come"));
            }
            if self.is_complete() {
                return Ok(());
            }
            let left = longest.map_or(NAP, |longest| longest.saturating_sub(began.elapsed()));
            if left.is_zero() {
                return Err(self.who_is_missing(longest.unwrap_or_default()));
            }
            self.wait(left.min(NAP));
        }
    }

    /// Lets in who stands there and hears names; whether all are there.
    fn is_complete(&self) -> bool {
        let mut places = self.places();
        places.iter_mut().for_each(Place::let_in);
        let is_restarted = hear_all(&mut places);
        for place in places.iter_mut() {
            // Who has gone again, or wants to begin again, begins with its name.
            if is_restarted || place.client.as_ref().is_some_and(|client| client.is_closed) {
                place.client = None;
            }
        }
        places.iter().all(|place| place.client.as_ref().is_some_and(|client| client.name.is_some()))
    }

    fn who_is_missing(&self, time: Duration) -> String {
        let places = self.places();
        let is_missing = |place: &&Place| place.client.as_ref().is_none_or(|client| client.name.is_none());
        let missing = places.iter().filter(is_missing).map(|place| place.door.address().to_string());
        t!(
            "no client came to %{address} within %{time} s and said its name: start it while Wag waits, or allow more time",
            address = missing.collect::<Vec<_>>().join(", "),
            time = time.as_secs_f64()
        )
    }

    /// Tells a client something, as a frame; what it has said before is no answer to it.
    pub fn ask(&self, at: usize, text: &str) {
        let mut places = self.places();
        self.note(hear_all(&mut places));
        if let Some(client) = &mut places[at].client {
            client.messages.forget();
            client.say(text);
        }
    }

    /// Tells a client something that it need not answer.
    pub fn tell(&self, at: usize, text: &str) {
        if let Some(client) = &mut self.places()[at].client {
            client.say(text);
        }
    }

    /// The next message of a client, if it comes before this time.
    pub fn answer(&self, at: usize, until: Option<Instant>, stop: &AtomicBool) -> Result<Vec<u8>, Silence> {
        loop {
            // What lies ready is looked at before it is too late.
            let is_late = until.is_some_and(|until| Instant::now() >= until);
            match self.look(at)? {
                Some(message) => return Ok(message),
                None if stop.load(Ordering::Relaxed) => return Err(Silence::Stopped),
                None if is_late => return Err(Silence::Late),
                None => {}
            }
            let left = until.map_or(NAP, |until| until.saturating_duration_since(Instant::now()));
            self.wait(left.min(NAP));
        }
    }

    fn look(&self, at: usize) -> Result<Option<Vec<u8>>, Silence> {
        let mut places = self.places();
        let is_restarted = hear_but(&mut places, Some(at));
        let Some(client) = &mut places[at].client else { return Err(Silence::HungUp) };
        let message = client.messages.next();
        let wants_restart = message.as_ref().is_some_and(|message| message.starts_with(RESTART));
        if is_restarted || wants_restart || self.is_restarted() {
            self.note(true);
            return Err(Silence::Stopped);
        }
        match message {
            Some(message) => Ok(Some(message)),
            None if client.is_too_long => Err(Silence::TooLong),
            None if client.is_closed => Err(Silence::HungUp),
            None => Ok(None),
        }
    }

    fn note(&self, is_restarted: bool) {
        self.is_restarted.fetch_or(is_restarted, Ordering::Relaxed);
    }

    /// Waits until somebody asks for another game, or all have hung up.
    pub fn wait_for_the_end(&self, stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) {
            let mut places = self.places();
            let is_over = hear_all(&mut places);
            let is_here = |place: &Place| place.client.as_ref().is_some_and(|client| !client.is_closed);
            if is_over || !places.iter().any(is_here) {
                return;
            }
            drop(places);
            self.wait(NAP);
        }
    }

    /// Waits until somebody comes or says something, no longer than this.
    fn wait(&self, longest: Duration) {
        let places = self.places();
        let mut waiting = Vec::new();
        for place in places.iter() {
            match &place.client {
                None => waiting.push(PollFd::from_borrowed_fd(place.door.bell(), PollFlags::IN)),
                Some(client) if !client.is_closed => {
                    let mut wants = PollFlags::IN;
                    wants.set(PollFlags::OUT, client.channel.has_unsent());
                    waiting.push(PollFd::from_borrowed_fd(client.channel.bell(), wants));
                }
                Some(_) => {}
            }
        }
        pending::poll(&waiting, longest);
    }
}

/// Hears everybody; answers whether somebody asks for another game. What else is said is out of turn, but for names.
fn hear_all(places: &mut [Place]) -> bool {
    hear_but(places, None)
}

/// The same, but for one whose turn it is: its messages are kept.
fn hear_but(places: &mut [Place], mover: Option<usize>) -> bool {
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
        // Nobody waits for what it is about to say.
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
    fn let_in(&mut self) {
        if self.client.is_none() {
            self.client = self.door.let_in().and_then(Client::new);
        }
    }
}

impl Client {
    fn new(stream: TcpStream) -> Option<Client> {
        Some(Client {
            channel: Channel::over(stream).ok()?,
            messages: Messages::default(),
            name: None,
            is_closed: false,
            is_too_long: false,
        })
    }

    /// Eight digits, then so many bytes: in one piece, if the client listens.
    fn say(&mut self, text: &str) {
        let frame = format!("{:08}{text}", text.len());
        self.is_closed |= self.channel.say(frame.as_bytes()).is_err();
    }

    fn hear(&mut self) {
        self.is_closed |= self.channel.send().is_err();
        for _ in 0..READS {
            if self.is_closed || self.messages.is_too_long() {
                break;
            }
            match self.channel.receive() {
                Received::Nothing => break,
                Received::Closed => self.is_closed = true,
                Received::Bytes(bytes) => self.messages.hear(bytes),
            }
        }
        self.is_too_long = self.messages.is_too_long();
    }
}

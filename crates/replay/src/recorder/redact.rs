//! Removal of what belongs to the players of a match and to nobody else: their files, their output and notes, the names and
//! lines of their code, and the texts of their errors. The match itself stays: orders, events, times, kinds of faults.

use crate::header::{Ended, FinalStanding, Header};
use crate::recorder::{Kind, Opening, RecordingFile};
use crate::turns::{Turn, TurnParts, Writer};
use crate::{Reader, ReplayError};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use wag_core::game::{Seat, Show};
use wag_i18n::message;

/// What a copy of a replay contains.
#[derive(Clone, Debug, Default)]
pub struct Redaction {
    /// The seats whose players keep everything, from 0.
    pub kept: Vec<Seat>,
    /// New names of the players, by seat; `None` keeps a name.
    pub names: Vec<Option<String>>,
}

impl Redaction {
    /// Returns whether a seat, from 0, loses what belongs to its player.
    fn hides(&self, seat: Seat) -> bool {
        !self.kept.contains(&seat)
    }

    /// Returns a copy of a replay. Returns an error if something cannot be read, so that no copy is silently incomplete.
    pub fn apply<G: Show>(&self, reader: &Reader<G>) -> Result<Vec<u8>, ReplayError> {
        let file = reader.file();
        if let Some(damage) = file.damage().into_iter().next() {
            return Err(damage);
        }
        let (setup, opening) = (reader.setup(), reader.opening().ok_or(ReplayError::Unfinished)?);
        let bytes = SharedBytes::default();
        let header = self.header(reader.header().clone());
        let mut copy = RecordingFile::begin(Box::new(bytes.clone()), &header, Writer::of::<G>())?;
        copy.put_block(Kind::Opening, (0, 0), 0, &self.opening::<G>(opening)?, &[])?;
        let mut frame = G::read_frame(setup, &opening.frame)
            .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?;
        for chunk in 0..file.chunks() {
            for mut turn in reader.chunk(chunk)?.turns {
                self.turn(&mut turn);
                copy.add_turn(setup, &mut frame, &TurnParts::of_turn(&turn))?;
            }
        }
        match &file.ended {
            Some(ended) => copy.end(&self.ended(ended.clone()))?,
            None => copy.finish_block()?,
        }
        drop(copy);
        Ok(bytes.take())
    }

    /// The opening contains only the game's own events and frame.
    fn opening<G: Show>(&self, opening: &Opening<G::Event>) -> io::Result<Vec<u8>> {
        postcard::to_stdvec(opening).map_err(io::Error::other)
    }

    fn header(&self, mut header: Header) -> Header {
        header.sources.retain(|name, _| {
            let seat = name.split_once('/').and_then(|(seat, _)| seat.parse::<u8>().ok()?.checked_sub(1));
            seat.is_some_and(|seat| !self.hides(Seat(seat)))
        });
        for (seat, player) in (0..).zip(&mut header.players) {
            if self.hides(Seat(seat)) && !player.built_in {
                *player = std::mem::take(player).without_private_parts();
            }
            if let Some(Some(name)) = self.names.get(usize::from(seat)) {
                player.name.clone_from(name);
            }
        }
        // It names the file of another replay.
        header.fork = None;
        header
    }

    fn turn<G: Show>(&self, turn: &mut Turn<G>) {
        for (seat, report) in &mut turn.reports {
            if self.hides(*seat) {
                *report = std::mem::take(report).without_private_parts();
            }
        }
    }

    fn ended(&self, mut ended: Ended) -> Ended {
        ended.advice.retain(|advice| !self.hides(advice.seat));
        ended.unrepeatable.retain(|one| {
            one.seat.is_none_or(|seat| seat.checked_sub(1).is_some_and(|seat| !self.hides(Seat(seat))))
        });
        for (seat, standing) in (0..).zip(&mut ended.standings) {
            if self.hides(Seat(seat)) && standing.forfeit.is_some() {
                let why = message!("the player took no part");
                let (forfeit, forfeit_message) = (Some(why.english()), Some(why));
                *standing = FinalStanding { forfeit, forfeit_message, ..std::mem::take(standing) };
            }
        }
        ended
    }
}

/// Bytes that a recorder writes and this module takes.
#[derive(Clone, Debug, Default)]
struct SharedBytes(Arc<Mutex<Vec<u8>>>);

impl SharedBytes {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for SharedBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

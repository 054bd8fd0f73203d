//! The output of a program.

/// The kept part of a program's output in a turn, and the number of bytes that were dropped.
#[derive(Debug, Default)]
pub struct Output {
    pub stored: Vec<u8>,
    pub dropped: u64,
    room: usize,
}

impl Output {
    /// Creates an output that keeps up to `room` bytes.
    pub fn with_room(room: usize) -> Output {
        Output { room, ..Output::default() }
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        let length = bytes.len().min(self.room - self.stored.len());
        self.stored.extend(&bytes[..length]);
        self.dropped = self.dropped.saturating_add((bytes.len() - length) as u64);
    }
}

//! Sources of the bytes of a replay: a file, memory, or memory that is still being written.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::sync::{Arc, RwLock};

/// Bytes with random access, which may grow.
pub trait Source: Send + Sync {
    /// Returns the current length, in bytes.
    fn length(&self) -> io::Result<u64>;
    /// Fills the buffer with the bytes from `offset` on. Returns an error if there are not enough bytes.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;
}

impl Source for File {
    fn length(&self) -> io::Result<u64> {
        self.metadata().map(|about| about.len())
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.read_exact_at(buffer, offset)
    }
}

impl Source for Vec<u8> {
    fn length(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let part = usize::try_from(offset).ok().and_then(|from| self.get(from..)?.get(..buffer.len()));
        buffer.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

impl Source for Arc<[u8]> {
    fn length(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let part = usize::try_from(offset).ok().and_then(|from| self.get(from..)?.get(..buffer.len()));
        buffer.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// A buffer that one thread writes while others read it.
#[derive(Clone, Debug, Default)]
pub struct Shared(Arc<RwLock<Vec<u8>>>);

impl Shared {
    /// Returns a copy of the bytes written so far.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.read().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }
}

impl Source for Shared {
    fn length(&self) -> io::Result<u64> {
        self.0.read().unwrap_or_else(|poisoned| poisoned.into_inner()).length()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.0.read().unwrap_or_else(|poisoned| poisoned.into_inner()).read_at(offset, buffer)
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write().unwrap_or_else(|poisoned| poisoned.into_inner()).extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

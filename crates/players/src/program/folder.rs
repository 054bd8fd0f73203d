//! The working folder of a program. The engine writes requests and reads an answer there. The program can leave notes,
//! which stay until the game ends.
//!
//! The contents are untrusted: no link is followed, no read can block, and the amount read is bounded. While the engine
//! works in the folder, none of the program's processes is running.

use rustix::fs::{AtFlags, FileType, Mode, OFlags, fstat, openat, statat};
use rustix::io::Errno;
use std::fs::File;
use std::io::{self, Read, Write};
use wag_i18n::{Message, message};
use wag_sandbox::scratch::Scratch;

/// Writes a file. Replaces whatever has its name.
pub fn write(folder: &Scratch, name: &str, text: &str) -> io::Result<()> {
    folder.remove_named(name);
    let new = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = openat(folder.opened(), name, new, Mode::from(0o644))?;
    File::from(file).write_all(text.as_bytes())
}

/// Reads up to `bytes_max` bytes of the program's answer. If it is longer, returns one more byte. The error is the
/// reason why there is no answer.
pub fn read(folder: &Scratch, name: &str, bytes_max: usize) -> Result<Vec<u8>, Message> {
    let failed = |err| match err {
        Errno::NOENT => message!("the program ended without an error, but did not write %{name}", name),
        Errno::LOOP => not_regular(name),
        fault => message!("cannot read the program's file %{name}: %{fault}", name, fault),
    };
    // Check before opening: opening a device may have effects, and opening a pipe may block.
    let seen = statat(folder.opened(), name, AtFlags::SYMLINK_NOFOLLOW).map_err(failed)?;
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    if FileType::from_raw_mode(seen.st_mode) != FileType::RegularFile {
        return Err(not_regular(name));
    }
    let file = openat(folder.opened(), name, flags, Mode::empty()).map_err(failed)?;
    let opened = fstat(&file).map_err(failed)?;
    if FileType::from_raw_mode(opened.st_mode) != FileType::RegularFile {
        return Err(not_regular(name));
    }
    let mut bytes = Vec::new();
    let read = File::from(file).take(bytes_max as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|err| failed(Errno::from_io_error(&err).unwrap_or(Errno::IO)))?;
    Ok(bytes)
}

fn not_regular(name: &str) -> Message {
    message!("the program's file %{name} is not a regular file", name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn file_is_read_up_to_limit() {
        let folder = Scratch::new().unwrap();
        assert_eq!(
            read(&folder, "answer", 4).unwrap_err(),
            "the program ended without an error, but did not write answer"
        );
        for (text, start) in [("", ""), ("1234", "1234"), ("123456789", "12345")] {
            write(&folder, "answer", text).unwrap();
            assert_eq!(read(&folder, "answer", 4).unwrap(), start.as_bytes());
        }
    }

    #[test]
    fn only_regular_files_are_read() {
        let (folder, secret) = (Scratch::new().unwrap(), tempfile::NamedTempFile::new().unwrap());
        std::fs::write(&secret, "1 0 1 1").unwrap();
        symlink(&secret, folder.path().join("link")).unwrap();
        std::fs::create_dir_all(folder.path().join("folder/deep")).unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for name in ["link", "folder", "pipe"] {
            assert_eq!(read(&folder, name, 9), Err(not_regular(name)));
            write(&folder, name, "new").unwrap();
            assert_eq!(read(&folder, name, 9).unwrap(), b"new", "{name}");
        }
        assert_eq!(std::fs::read_to_string(secret.path()).unwrap(), "1 0 1 1");
    }
}

//! Hand-ins in one form: a ZIP file with the files of one player and nothing else. The same files always make the same
//! bytes.

use crate::intake::intake_limits::IntakeLimits;
use crate::intake::reason::Reason;
use crate::intake::submission::Submission;
use std::io::{self, Cursor, Write};
use std::path::Path;
use wag_core::files::read_start;
use wag_i18n::message;
use wag_play::line_up::folder::{self as files, Files};
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime};

/// Reads the files of the one player in a hand-in: a Python file of any name, or a ZIP file. The player's file gets the
/// name `own_file`. The error says why there is no player.
pub fn unpacked_player(path: &Path, own_file: &str, limits: &IntakeLimits) -> Result<Files, Reason> {
    let submission = Submission::of_file(path, own_file).or_else(|| Submission::at(path, own_file));
    let submission = submission.ok_or_else(Reason::no_python_file)?;
    let found = submission.found?;
    let mut files = match &found.zip {
        Some(_) => found.files(path, limits)?,
        None => {
            let bytes = read_start(path, files::BYTES_MAX).map_err(|err| Reason::unreadable(&err))?;
            Files::from([(found.file.clone(), bytes)])
        }
    };
    let text = files.remove(&found.file).unwrap_or_default();
    if text.iter().all(u8::is_ascii_whitespace) {
        return Err(Reason::empty_file(&found.file));
    }
    files.insert(own_file.to_string(), text);
    Ok(files)
}

/// Packs files into a ZIP file, sorted by their paths and without times.
pub fn canonical_zip(files: &Files) -> io::Result<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        zip.start_file(path.as_str(), options).map_err(io::Error::other)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish().map_err(io::Error::other)?.into_inner())
}

/// Writes the files of a canonical ZIP file into a new folder. The error says why it is not one.
pub fn unpack_into(zip: &Path, own_file: &str, folder: &Path) -> Result<(), Reason> {
    // It was packed here, from files within their limits, however well they could be packed.
    let files = unpacked_player(zip, own_file, &IntakeLimits { ratio: u64::MAX, ..IntakeLimits::default() })?;
    let write = || -> io::Result<()> {
        for (path, bytes) in &files {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
            std::fs::write(path, bytes)?;
        }
        Ok(())
    };
    write().map_err(|err| Reason::unusable_zip(own_file, message!("it cannot be unpacked: %{err}", err)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_files_make_the_same_zip_however_they_arrive() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("other name.py");
        std::fs::write(&own, "x = 1").unwrap();
        let file =
            canonical_zip(&unpacked_player(&own, "yourAI.py", &IntakeLimits::default()).unwrap()).unwrap();
        let zip = folder.path().join("mine.zip");
        let packed = Files::from([("deep/yourAI.py".to_string(), b"x = 1".to_vec())]);
        std::fs::write(&zip, canonical_zip(&packed).unwrap()).unwrap();
        assert_eq!(
            canonical_zip(&unpacked_player(&zip, "yourAI.py", &IntakeLimits::default()).unwrap()).unwrap(),
            file
        );
        std::fs::write(&zip, &file).unwrap();
        unpack_into(&zip, "yourAI.py", &folder.path().join("out")).unwrap();
        assert_eq!(std::fs::read(folder.path().join("out/yourAI.py")).unwrap(), b"x = 1");
    }

    #[test]
    fn a_file_that_packs_very_well_can_be_unpacked_again() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("yourAI.py");
        std::fs::write(&own, "#".repeat(8 << 20)).unwrap();
        let files = unpacked_player(&own, "yourAI.py", &IntakeLimits::default()).unwrap();
        let zip = folder.path().join("mine.zip");
        std::fs::write(&zip, canonical_zip(&files).unwrap()).unwrap();
        unpack_into(&zip, "yourAI.py", &folder.path().join("out")).unwrap();
        assert_eq!(std::fs::metadata(folder.path().join("out/yourAI.py")).unwrap().len(), 8 << 20);
        let why = unpacked_player(&zip, "yourAI.py", &IntakeLimits::default()).unwrap_err();
        assert_eq!(
            why.message.english(),
            "unpacked, the file yourAI.py is more than 250 times as large as in the ZIP file; remove what it repeats"
        );
    }

    #[test]
    fn what_has_no_player_is_refused_with_a_reason() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            unpacked_player(&path, "yourAI.py", &IntakeLimits::default()).unwrap_err().message.english()
        };
        assert_eq!(refused("a.py", b" \n"), "the file a.py is empty");
        assert_eq!(refused("a.txt", b"x"), "no AI: it contains no Python file");
        assert!(refused("a.zip", b"x").starts_with("the ZIP file a.zip cannot be used"));
        assert!(refused("a.rar", b"x").starts_with("unsupported archive format"));
    }
}

//! Crafted archives as hand-ins, checked by real workers: what is kept contains plain files only, and nothing stays.

use super::tests::Server;
use crate::work::{HandInCheck, WorkFault};
use std::io::{Cursor, Read, Write};
use std::path::Path;
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, ZipArchive};

const STILL: &[u8] = b"x = 1\n";

/// The result of a hand-in.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    /// It is valid, and these files are kept.
    Kept(Vec<String>),
    /// It is refused for this reason.
    Refused(String),
}

fn kept(names: &[&str]) -> Outcome {
    Outcome::Kept(names.iter().map(|name| (*name).to_string()).collect())
}

/// Returns a ZIP file with these files, packed.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in files {
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Replaces a text by another one of the same length, wherever it occurs.
fn forged(mut bytes: Vec<u8>, old: &[u8], new: &[u8]) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    let at: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(old)).collect();
    assert!(!at.is_empty());
    at.into_iter().for_each(|at| bytes[at..at + new.len()].copy_from_slice(new));
    bytes
}

/// Returns a ZIP file whose only entry besides the player has this mode, as of a device.
fn with_mode(mode: u32) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("yourAI.py", SimpleFileOptions::default()).unwrap();
    zip.write_all(STILL).unwrap();
    zip.start_file("special", SimpleFileOptions::default().unix_permissions(0o644)).unwrap();
    let bytes = zip.finish().unwrap().into_inner();
    // The mode is in the upper half of the external attributes.
    forged(bytes, &(0o100_644_u32 << 16).to_le_bytes(), &(mode << 16).to_le_bytes())
}

/// Returns a ZIP file with links out of it.
fn with_links() -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, target) in
        [("passwords.txt", "/etc/passwd"), ("up", ".."), ("tools.py", "../../ben/secret.py")]
    {
        zip.add_symlink(name, target, SimpleFileOptions::default()).unwrap();
    }
    zip.start_file("yourAI.py", SimpleFileOptions::default()).unwrap();
    zip.write_all(STILL).unwrap();
    zip.finish().unwrap().into_inner()
}

/// Returns a ZIP file whose entries say that they are smaller than they are.
fn lying_length() -> Vec<u8> {
    let zeros = vec![0; 40 << 20];
    let bytes = zip(&[("yourAI.py", STILL), ("data.txt", &zeros)]);
    forged(bytes, &(40_u32 << 20).to_le_bytes(), &100_u32.to_le_bytes())
}

/// Returns a ZIP file with other ZIP files in each other.
fn nested(depth: usize) -> Vec<u8> {
    let zeros = vec![0; 30 << 20];
    (0..depth).fold(zip(&[("yourAI.py", STILL), ("zeros", &zeros)]), |inner, _| zip(&[("inner.zip", &inner)]))
}

fn cases() -> Vec<(&'static str, Vec<u8>, Outcome)> {
    let refused = |text: &str| Outcome::Refused(text.to_string());
    let too_large = || refused("it has more than 1000 files or 32 MB; hand in only the AI's own files");
    let unusable = |why: &str| refused(&format!("the ZIP file upload.zip cannot be used: {why}"));
    let outside = || unusable("its entry ");
    let zeros = vec![0; 40 << 20];
    let many: Vec<String> = (0..1_001).map(|number| format!("{number}.txt")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
    let long = "x".repeat(60_000);
    let plain = zip(&[("yourAI.py", STILL), ("tools/near.py", b"y = 2\n")]);
    let twice = forged(zip(&[("yourAI.py", STILL), ("yourAJ.py", b"y = 2\n")]), b"yourAJ.py", b"yourAI.py");
    vec![
        ("plain", plain.clone(), kept(&["tools/near.py", "yourAI.py"])),
        ("bomb", zip(&[("yourAI.py", STILL), ("zeros.txt", &zeros)]), too_large()),
        ("many files", zip(&[&many[..], &[("yourAI.py", STILL)]].concat()), too_large()),
        ("lying length", lying_length(), refused("")),
        ("nested", nested(6), refused("")),
        ("links", with_links(), kept(&["yourAI.py"])),
        ("device", with_mode(0o020_644), kept(&["special", "yourAI.py"])),
        ("pipe", with_mode(0o010_644), kept(&["special", "yourAI.py"])),
        ("above", zip(&[("yourAI.py", STILL), ("../../x.py", STILL)]), outside()),
        ("absolute", zip(&[("yourAI.py", STILL), ("/etc/cron.d/x", STILL)]), outside()),
        ("of Windows", zip(&[("yourAI.py", STILL), ("C:\\x.py", STILL)]), outside()),
        ("hidden", zip(&[("yourAI.py", STILL), (".ssh/authorized_keys", b"x")]), kept(&["yourAI.py"])),
        ("same name twice", twice, kept(&["yourAI.py"])),
        (
            "huge name",
            zip(&[("yourAI.py", STILL), (&long, STILL)]),
            refused("the ZIP file yourAI.py cannot be used: it cannot be unpacked"),
        ),
        ("cut off", plain[..plain.len() - 30].to_vec(), unusable("it is not a ZIP file, or it is damaged")),
        ("empty", Vec::new(), unusable("it is not a ZIP file, or it is damaged")),
    ]
}

/// Returns the number and the total size of the files below a folder.
fn used(folder: &Path) -> (usize, u64) {
    let mut total = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (files, bytes) = match entry.file_type().unwrap().is_dir() {
            true => used(&entry.path()),
            false => (1, entry.metadata().unwrap().len()),
        };
        total = (total.0 + files, total.1 + bytes);
    }
    total
}

#[tokio::test(flavor = "multi_thread")]
async fn crafted_archives_leave_plain_files_or_nothing() {
    let server = Server::new();
    let jobs = server.path("jobs/x");
    for (name, bytes, expected) in cases() {
        let upload = server.path("incoming/upload");
        std::fs::write(&upload, &bytes).unwrap();
        let before = used(server.folder());
        let job = HandInCheck {
            account: "anna".to_string(),
            game: "warriors".to_string(),
            own_file: "yourAI.py".to_string(),
            upload,
            file_name: "upload.zip".to_string(),
        };
        let found = match server.work.check_hand_in(job).await {
            Ok(checked) => match (checked.zip, checked.reason) {
                (Some(zip), None) => Outcome::Kept(names_in(zip)),
                (_, Some(reason)) => Outcome::Refused(reason.message.english()),
                (None, None) => panic!("{name}: it is valid without content"),
            },
            Err(WorkFault::Refused(why)) => panic!("{name}: {}", why.english()),
            Err(err) => panic!("{name}: {err:?}"),
        };
        match (&found, &expected) {
            // The library's own words follow.
            (Outcome::Refused(found), Outcome::Refused(expected)) => {
                assert!(found.starts_with(expected), "{name}: {found}");
            }
            _ => assert_eq!(found, expected, "{name}"),
        }
        while std::fs::read_dir(jobs.parent().unwrap()).unwrap().count() > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        assert_eq!(used(server.folder()), before, "{name}: nothing stays on the disk");
    }
}

/// Returns the names in a canonical ZIP, all of which are plain files.
fn names_in(zip: Vec<u8>) -> Vec<String> {
    let mut zip = ZipArchive::new(Cursor::new(zip)).unwrap();
    let mut names = Vec::new();
    for number in 0..zip.len() {
        let mut entry = zip.by_index(number).unwrap();
        assert!(entry.is_file() && !entry.is_symlink());
        std::io::copy(&mut entry.by_ref().take(33 << 20), &mut std::io::sink()).unwrap();
        names.push(entry.name().unwrap().into_owned());
    }
    names
}

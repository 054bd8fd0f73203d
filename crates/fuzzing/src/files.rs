//! Fuzz targets for files on the disk: tournament databases and ZIP files. They are part of [`super::TARGETS`].
//!
//! Each case uses its own temporary folder.

use super::check_message;
use rusqlite::{Connection, params_from_iter};
use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;
use wag_tournament::intake::{IntakeLimits, Submission};
use wag_tournament::{PlayerVersion, Settings, Store, head_to_head, standings};
use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

/// The first byte of a database input whose remaining bytes are a whole file.
const FILE: u8 = 0;
/// The first byte of a database input whose remaining bytes are values for the rows, separated by zero bytes.
const ROWS: u8 = 1;
/// The statements that write the values of an input into a valid database, in the order in which they run. Each comes
/// with the number of values that it needs.
const UPDATES: [(&str, usize); 3] = [
    ("UPDATE settings SET json = ?1", 1),
    ("UPDATE players SET name = ?1, version = ?2, word = ?3, sha256 = ?4 WHERE id = 1", 4),
    (
        "UPDATE matches SET place = ?1, seed = ?2, in_group = ?3, seats = ?4, result = ?5, replay = ?6 WHERE id = 1",
        6,
    ),
];
const PLAYER_FILE: &str = "yourAI.py";

fn in_folder(work: impl FnOnce(&Path)) {
    let folder = tempfile::tempdir().expect("the folder for temporary files can be written");
    work(folder.path());
}

/// Reads a tournament database, as `wag tournament show` does.
pub fn database(bytes: &[u8]) {
    let Some((kind, bytes)) = bytes.split_first() else { return };
    in_folder(|folder| {
        let path = folder.join("t.db");
        if kind % 2 == FILE {
            fs::write(&path, bytes).expect("the file can be written");
        } else {
            fs::write(&path, sound_database()).expect("the file can be written");
            forge(&path, bytes);
        }
        if let Err(err) = read_database(&path) {
            let message = err.to_string();
            // Messages of SQLite may contain names from the file.
            check_message(&message.replace(&path.display().to_string(), "t.db"));
        }
    });
}

fn read_database(path: &Path) -> Result<(), wag_tournament::StoreError> {
    let store = Store::open_to_read(path)?;
    let (settings, members) = (store.settings()?, store.members()?);
    let matches = store.matches()?;
    store.counts()?;
    for one in &matches {
        drop(store.replay(one.id)?);
        assert!(one.place < settings.words.len() && one.seats.iter().all(|seat| *seat < members.len()));
        let seats = one.result.iter().flatten();
        let failures = seats.flat_map(|seat| &seat.failure);
        failures.for_each(|failure| assert!(!failure.message.english().chars().any(char::is_control)));
    }
    let names: Vec<String> = members.iter().map(PlayerVersion::title).collect();
    assert_eq!(standings(members.len(), &names, &matches).1.len(), members.len());
    drop(head_to_head(&matches));
    Ok(())
}

/// Writes the values in `bytes` into the rows of a database. SQLite may reject some of them.
fn forge(path: &Path, bytes: &[u8]) {
    let connection = Connection::open(path).expect("the database is sound");
    let mut values = bytes.split(|byte| *byte == 0).map(|value| String::from_utf8_lossy(value).into_owned());
    for (update, count) in UPDATES {
        let row: Vec<String> = values.by_ref().take(count).collect();
        if row.len() == count {
            let _ = connection.execute(update, params_from_iter(row));
        }
    }
}

const RESULT: &str = r#"[{"place":1,"figures":[5],"tally":2,"turns":3,"think_ms_mean":0.3,"think_ms_max":1.5,"faults":1,"time_outs":0,"doubtful":0,"forfeits":false,"failure":{"round":1,"kind":"exception","message":"x"}},{"place":2,"figures":[5],"tally":2,"turns":3,"think_ms_mean":0.3,"think_ms_max":1.5,"faults":0,"time_outs":0,"doubtful":0,"forfeits":false,"failure":null}]"#;

/// Returns the values of a valid row of each table, one after the other.
fn values() -> Vec<String> {
    let settings = serde_json::to_string(&Settings::example()).expect("plain data can be written");
    let others = ["a", "1", "a.py", "00", "0", "7", "0", "[0,1]", RESULT, "r/1.wag"];
    std::iter::once(settings).chain(others.map(str::to_string)).collect()
}

/// Returns a database with two players and two matches, one of which has been played.
fn sound_database() -> Vec<u8> {
    static BYTES: std::sync::LazyLock<Vec<u8>> = std::sync::LazyLock::new(|| {
        let folder = tempfile::tempdir().expect("the folder for temporary files can be written");
        let path = folder.path().join("t.db");
        let player = |name: &str| PlayerVersion {
            name: name.to_string(),
            version: 1,
            word: format!("{name}.py"),
            sha256: "00".to_string(),
            is_filler: false,
            is_current: true,
        };
        let fixture = |seed| wag_stats::series::Fixture { place: 0, seed, seats: vec![1, 0], group: 0 };
        let mut store = Store::create(&path).expect("a new database can be made");
        let players = [player("a"), player("b")];
        store
            .plan(&Settings::example(), &players, &[], &[fixture(1), fixture(2)])
            .expect("the plan is proper");
        drop(store);
        forge(&path, values().join("\0").as_bytes());
        fs::read(&path).expect("the database is there")
    });
    BYTES.clone()
}

pub fn databases() -> Vec<Vec<u8>> {
    let rows = values().join("\0").into_bytes();
    vec![[&[FILE][..], &sound_database()].concat(), [&[ROWS][..], &rows].concat()]
}

/// Searches a ZIP file for a player and unpacks it, as `wag tournament` does with submissions.
pub fn archive(bytes: &[u8]) {
    in_folder(|folder| {
        let path = folder.join("anna.zip");
        fs::write(&path, bytes).expect("the file can be written");
        let hand_in = Submission::at(&path, PLAYER_FILE).expect("a ZIP file is a submission");
        match hand_in
            .found
            .as_ref()
            .map(|found| (found.files(&path, &IntakeLimits::default()), found.location(&path)))
        {
            Ok((Ok(files), location)) => {
                check_message(&location.map(|location| location.english()).unwrap_or_default());
                assert!(files.values().map(Vec::len).sum::<usize>() <= 32 << 20);
                for name in files.keys() {
                    assert!(!name.starts_with('/') && name.split('/').all(|part| part != ".."), "{name:?}");
                }
            }
            Ok((Err(reason), _)) => check_message(&reason.message.english()),
            Err(reason) => check_message(&reason.message.english()),
        }
    });
}

/// Creates a ZIP file with these entries.
pub fn packed(entries: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(method);
    for (name, bytes) in entries {
        zip.start_file(*name, options).expect("memory can be written to");
        zip.write_all(bytes).expect("memory can be written to");
    }
    zip.finish().expect("memory can be written to").into_inner()
}

pub fn archives() -> Vec<Vec<u8>> {
    let entries: [(&str, &[u8]); 3] = [
        ("a/yourAI.py", b"def do_turn(): pass\n"),
        ("a/tools/t.py", b"x = 1"),
        ("b/\u{1b}[2J/notes.ipynb", b"{}"),
    ];
    vec![
        packed(&entries, CompressionMethod::Stored),
        packed(&entries, CompressionMethod::Deflated),
        packed(&entries[2..], CompressionMethod::Stored),
        packed(&[("\u{1b}[2Jx/yourAI.py", b"x"), ("y\u{7}/yourAI.py", b"y")], CompressionMethod::Stored),
    ]
}

/// Checks that the seeds are valid inputs. Otherwise most cases would test nothing.
#[cfg(test)]
pub fn seeds_are_valid() {
    in_folder(|folder| {
        let path = folder.join("t.db");
        fs::write(&path, sound_database()).expect("the seed is valid");
        read_database(&path).expect("the seed is valid");
        let matches =
            Store::open_to_read(&path).expect("the seed is valid").matches().expect("the seed is valid");
        assert_eq!((matches.len(), matches[0].replay.as_deref()), (2, Some("r/1.wag")));
        let zip = folder.join("anna.zip");
        fs::write(&zip, archives().remove(1)).expect("the seed is valid");
        let hand_in = Submission::at(&zip, PLAYER_FILE).expect("the seed is valid");
        assert_eq!(
            hand_in
                .found
                .expect("the seed is valid")
                .files(&zip, &IntakeLimits::default())
                .expect("the seed is valid")
                .len(),
            2
        );
    });
}

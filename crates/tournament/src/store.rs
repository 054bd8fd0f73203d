//! Storage of a tournament in a file: an SQLite database with its settings, players, schedule and results.
//!
//! Results are stored as soon as they are known, those that arrive together in one transaction. Each change of the
//! schedule is one transaction, too. After a crash, the file contains
//! the state either before or after the transaction.

use crate::error::{Result, StoreError};
use crate::guarded::{Access, Guarded, cannot_be_read, has_tournament_header, is_foreign, needs_repair};
use crate::intake::name_of_no_player;
use crate::sql;
use crate::stored_match::{PlayerVersion, RefusedSubmission, Settings, StoredMatch, StoredResult};
use rusqlite::{OptionalExtension, Transaction, params};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};
use wag_core::text::{format_timestamp, printable};
use wag_i18n::t;
use wag_play::name_error;
use wag_stats::schedule::MATCHES_MAX;
use wag_stats::series::{Fixture, SeatPlayed};

/// The maximum number of player versions in a tournament.
pub const PLAYERS_MAX: usize = 2_000;
/// The maximum number of seats in a match.
const SEATS_MAX: usize = 64;
/// The maximum size of a row, in bytes. Sizes are limited because the rows are loaded into memory, and the file may
/// come from anybody.
const ROW_BYTES_MAX: usize = 256 << 10;
/// The maximum size of all matches together, in bytes.
const ALL_BYTES_MAX: usize = 128 << 20;
/// The maximum number of maps or boards in a tournament.
const PLACES_MAX: usize = 1_000;
/// The maximum number of matches of a player on each map or board.
const GAMES_MAX: u32 = 1_000_000;
/// The maximum length of a player's name, in bytes.
const NAME_BYTES_MAX: usize = 256;
/// The maximum length of the hash of a player's files, in bytes.
const HASH_BYTES_MAX: usize = 64;
/// The maximum time to wait until a killed program has released its lock.
const LOCK_WAIT_MAX: Duration = Duration::from_secs(2);

/// The open file in which a tournament is stored.
pub struct Store {
    guarded: Guarded,
    /// The path as the user gave it.
    path: PathBuf,
    /// The absolute path, which stays valid when the current directory changes.
    place: PathBuf,
    /// True if the file is still empty. Its tables are created together with the first schedule, in one transaction.
    is_new: bool,
    /// The lock that shows that this program plays the tournament. Closing this file also drops SQLite's own locks, so
    /// the file must be closed after the connection.
    claim: Option<File>,
}

impl Store {
    /// Opens the file of a tournament that is to be resumed.
    pub fn open(path: &Path) -> Result<Store> {
        Store::existing(path, Access::Write)
    }

    /// Opens the file of a tournament for reading only.
    pub fn open_to_read(path: &Path) -> Result<Store> {
        Store::existing(path, Access::Read)
    }

    fn existing(path: &Path, access: Access) -> Result<Store> {
        if path.symlink_metadata().is_err() {
            return Err(StoreError(t!("there is no tournament file %{file}", file = path.display())));
        }
        let mut store = Store::connect(path, access)?;
        if access == Access::Read
            && store.guarded.number("application_id").is_err_and(|err| needs_repair(&err))
        {
            store = Store::connect(path, Access::Write)?;
        }
        store.check()?;
        Ok(store)
    }

    /// Opens a file for reading if it is the file of a tournament; otherwise returns `None`.
    pub fn find(path: &Path) -> Option<Result<Store>> {
        has_tournament_header(path).then(|| Store::open_to_read(path))
    }

    /// Creates a new file. It stays empty until the first schedule is saved.
    pub fn create(path: &Path) -> Result<Store> {
        let store = Store::connect(path, Access::Create)?;
        Ok(Store { is_new: true, ..store })
    }

    /// Locks the tournament, so that no other program can play it. Other programs can still read the file.
    pub fn claim(&mut self) -> Result<()> {
        // Some file systems do not support locks.
        let Ok(file) = File::open(&self.place) else { return Ok(()) };
        let end = Instant::now() + LOCK_WAIT_MAX;
        while matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            if Instant::now() > end {
                let file = self.path.display();
                return Err(StoreError(t!(
                    "another wag is playing the tournament in %{file}; wait until it has finished",
                    file
                )));
            }
            std::thread::sleep(LOCK_WAIT_MAX / 40);
        }
        self.claim = Some(file);
        Ok(())
    }

    fn connect(path: &Path, access: Access) -> Result<Store> {
        let guarded = Guarded::open(path, access)?;
        let place = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        Ok(Store { guarded, path: path.to_path_buf(), place, is_new: false, claim: None })
    }

    /// Checks that this is a tournament's file in a format that this program supports.
    fn check(&self) -> Result<()> {
        let file = self.path.display();
        if self.pragma("application_id")? != sql::APPLICATION {
            return Err(StoreError(t!(
                "%{file} is a database, but not one of a tournament; name another file",
                file
            )));
        }
        match self.pragma("user_version")? {
            sql::FIRST_VERSION..=sql::VERSION => {
                self.check_schema()?;
                self.check_sizes()
            }
            found => Err(StoreError(t!(
                "%{file} was written by another version of wag (format %{found}, this version reads format %{known}); use that version, or choose a new file",
                file,
                found,
                known = sql::VERSION
            ))),
        }
    }

    /// Returns an error if the schema has an object that this program does not create.
    fn check_schema(&self) -> Result<()> {
        let to_error = |err| cannot_be_read(&self.path, err);
        let mut all = self.guarded.connection.prepare(sql::SCHEMA).map_err(to_error)?;
        let is_ours = |row: &rusqlite::Row<'_>| {
            let texts = [row.get::<_, String>(0)?, row.get(1)?, row.get(2)?];
            Ok(sql::is_ours(&texts[0], &texts[1], &texts[2]))
        };
        let all: rusqlite::Result<Vec<bool>> = all.query_map([], is_ours).and_then(Iterator::collect);
        match all.map_err(to_error)?.iter().all(|is_ours| *is_ours) {
            true => Ok(()),
            false => Err(self.invalid_content()),
        }
    }

    /// Returns an error if reading the rows would need too much memory. Called before any row is read.
    fn check_sizes(&self) -> Result<()> {
        let number = |row: &rusqlite::Row<'_>, column| {
            row.get::<_, i64>(column).map(|value| usize::try_from(value).unwrap_or(usize::MAX))
        };
        let sizes = |row: &rusqlite::Row<'_>| {
            Ok([number(row, 0)?, number(row, 1)?, number(row, 2)?, number(row, 3)?])
        };
        let to_error = |fault| cannot_be_read(&self.path, fault);
        let [players, matches, longest, all] =
            self.guarded.connection.query_row(sql::SIZES, [], sizes).map_err(to_error)?;
        check_counts(&self.path, players, matches)?;
        match longest <= ROW_BYTES_MAX && all <= ALL_BYTES_MAX {
            true => Ok(()),
            false => Err(self.invalid_content()),
        }
    }

    /// Returns the error for a file whose tables have content that this program cannot have written.
    fn invalid_content(&self) -> StoreError {
        let file = self.path.display();
        StoreError(t!("%{file} is damaged: its tables contain something that wag does not write", file))
    }

    fn pragma(&self, name: &str) -> Result<i64> {
        self.guarded.number(name).map_err(|err| cannot_be_read(&self.path, err))
    }

    pub fn settings(&self) -> Result<Settings> {
        let text: rusqlite::Result<String> =
            self.query_connection().query_row(sql::SETTINGS, [], |row| row.get(0));
        let text = text.map_err(|err| cannot_be_read(&self.path, err))?;
        let mut settings: Settings = self.parsed(&text)?;
        for refused in &mut settings.refused {
            refused.reason.message = refused.reason.message.clone().map(&printable);
        }
        if are_valid_settings(&settings) { Ok(settings) } else { Err(self.invalid_content()) }
    }

    /// Returns the connection, and gives the next query the full time limit.
    fn query_connection(&self) -> &rusqlite::Connection {
        self.guarded.restart_deadline();
        &self.guarded.connection
    }

    fn parsed<'t, T: Deserialize<'t>>(&self, text: &'t str) -> Result<T> {
        serde_json::from_str(text).map_err(|fault| damaged(&self.path, &fault))
    }

    /// Returns all player versions, in the order in which they joined the tournament.
    pub fn members(&self) -> Result<Vec<PlayerVersion>> {
        let to_error = |err| cannot_be_read(&self.path, err);
        let mut all = self.query_connection().prepare(sql::PLAYERS).map_err(to_error)?;
        let member = |row: &rusqlite::Row<'_>| {
            let word: String = row.get(2)?;
            Ok(PlayerVersion {
                name: row.get(0)?,
                version: row.get(1)?,
                // The prefix of persistent files until November 2026.
                word: word.strip_prefix("living:").map_or(word.clone(), |file| format!("persistent:{file}")),
                sha256: row.get(3)?,
                is_filler: row.get(4)?,
                is_current: row.get(5)?,
            })
        };
        let all: rusqlite::Result<Vec<PlayerVersion>> = all.query_map([], member).and_then(Iterator::collect);
        let all = all.map_err(to_error)?;
        if all.iter().all(is_valid_player) { Ok(all) } else { Err(self.invalid_content()) }
    }

    /// Returns all matches, in the order of the schedule.
    pub fn matches(&self) -> Result<Vec<StoredMatch>> {
        if self.is_new {
            return Ok(Vec::new());
        }
        let (players, places) = (self.members()?.len(), self.settings()?.words.len());
        let to_error = |err| cannot_be_read(&self.path, err);
        let mut all = self.query_connection().prepare(sql::MATCHES).map_err(to_error)?;
        let mut rows = all.query([]).map_err(to_error)?;
        let mut matches = Vec::new();
        while let Some(row) = rows.next().map_err(to_error)? {
            let row = MatchRow::of(row).map_err(to_error)?;
            let result = row.result.map(|text| self.parsed(&text)).transpose()?.map(without_controls);
            let stored = StoredMatch {
                id: row.id,
                place: usize::try_from(row.place).unwrap_or(usize::MAX),
                seed: row.seed.parse().unwrap_or_default(),
                group: usize::try_from(row.group).unwrap_or(usize::MAX),
                seats: self.parsed(&row.seats)?,
                result,
                replay: row.replay.map(|file| printable(&file)),
            };
            match is_valid_match(&stored, players, places) {
                true => matches.push(stored),
                false => return Err(self.invalid_content()),
            }
        }
        Ok(matches)
    }

    /// Returns the path of a match's replay. Returns `None` if there is no match with this ID, or if the match has no
    /// replay.
    pub fn replay(&self, id: i64) -> Result<Option<String>> {
        let replay = self.query_connection().query_row(sql::REPLAY, [id], |row| row.get(0)).optional();
        replay.map(Option::flatten).map_err(|fault| cannot_be_read(&self.path, fault))
    }

    /// Returns the number of matches, and the number of those that have been played.
    pub fn counts(&self) -> Result<(usize, usize)> {
        let both = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?));
        let counts = self.query_connection().query_row(sql::COUNTS, [], both);
        let (planned, played) = counts.map_err(|fault| cannot_be_read(&self.path, fault))?;
        Ok((planned as usize, played as usize))
    }

    /// Saves the settings, the players and the schedule. Deletes the matches with the IDs in `gone`, which can no
    /// longer be played, and adds the matches in `missing`.
    pub fn plan(
        &mut self,
        settings: &Settings,
        members: &[PlayerVersion],
        gone: &[i64],
        missing: &[Fixture],
    ) -> Result<()> {
        let is_new = self.is_new;
        let planned = if is_new { 0 } else { self.counts()?.0 };
        check_counts(&self.path, members.len(), planned.saturating_sub(gone.len()) + missing.len())?;
        self.write(|all| {
            if is_new {
                all.execute_batch(&sql::begin())?;
            }
            all.execute_batch(&sql::set_version())?;
            let text = serde_json::to_string(settings).unwrap_or_default();
            all.execute(sql::SET_SETTINGS, [text])?;
            for (number, member) in members.iter().enumerate() {
                all.execute(
                    sql::SET_PLAYER,
                    params![
                        number as i64 + 1,
                        member.name,
                        member.version,
                        member.word,
                        member.sha256,
                        member.is_filler,
                        member.is_current
                    ],
                )?;
            }
            for id in gone {
                all.execute(sql::DROP_MATCH, [id])?;
            }
            for fixture in missing {
                let seats = serde_json::to_string(&fixture.seats).unwrap_or_default();
                all.execute(
                    sql::ADD_MATCH,
                    params![fixture.place as i64, fixture.seed.to_string(), seats, fixture.group as i64],
                )?;
            }
            Ok(())
        })?;
        self.is_new = false;
        Ok(())
    }

    /// Stores the results of matches that have no result yet, in one transaction.
    pub fn finish<'r>(&mut self, results: impl IntoIterator<Item = &'r StoredResult>) -> Result<()> {
        let row = |result: &'r StoredResult| {
            let text = serde_json::to_string(&result.seats).map_err(|fault| damaged(&self.path, &fault))?;
            Ok((result.id, text, result.replay.as_deref()))
        };
        let rows: Vec<(i64, String, Option<&str>)> = results.into_iter().map(row).collect::<Result<_>>()?;
        if rows.is_empty() {
            return Ok(());
        }
        let now = format_timestamp(SystemTime::now());
        self.write(|all| {
            let mut statement = all.prepare(sql::FINISH_MATCH)?;
            for (id, text, replay) in rows {
                statement.execute(params![id, text, replay, now])?;
            }
            Ok(())
        })
    }

    /// Discards the results of these matches.
    pub fn reopen(&mut self, ids: &[i64]) -> Result<()> {
        if ids.is_empty() {
            return Ok(());
        }
        self.write(|all| {
            let mut statement = all.prepare(sql::REOPEN_MATCH)?;
            ids.iter().try_for_each(|id| statement.execute([id]).map(|_| ()))
        })
    }

    /// Runs a change in one transaction.
    fn write(&mut self, change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>) -> Result<()> {
        self.guarded.lift_deadline();
        let transaction = self.guarded.connection.transaction();
        let done = transaction.and_then(|all| change(&all).and_then(|()| all.commit()));
        done.map_err(|fault| {
            let what = t!(
                "%{file} cannot be written: %{fault}; its previous contents are unchanged",
                file = self.path.display(),
                fault = fault.to_string()
            );
            if is_foreign(&fault) { cannot_be_read(&self.path, fault) } else { StoreError(what) }
        })
    }
}

fn check_counts(path: &Path, players: usize, matches: usize) -> Result<()> {
    let file = path.display();
    if players > PLAYERS_MAX {
        return Err(StoreError(t!(
            "%{file}: a tournament can have at most %{most} players, including their versions, not %{players}",
            file,
            most = PLAYERS_MAX,
            players
        )));
    }
    if matches > MATCHES_MAX {
        return Err(StoreError(t!(
            "%{file}: a tournament can have at most %{most} matches, not %{matches}; reduce their number with --games",
            file,
            most = MATCHES_MAX,
            matches
        )));
    }
    Ok(())
}

/// A row of the database table of matches.
struct MatchRow {
    id: i64,
    place: i64,
    seed: String,
    group: i64,
    replay: Option<String>,
    seats: String,
    result: Option<String>,
}

impl MatchRow {
    fn of(row: &rusqlite::Row<'_>) -> rusqlite::Result<MatchRow> {
        Ok(MatchRow {
            id: row.get(0)?,
            place: row.get(1)?,
            seed: row.get(2)?,
            group: row.get(3)?,
            replay: row.get(4)?,
            seats: row.get(5)?,
            result: row.get(6)?,
        })
    }
}

/// Returns whether the settings are valid. Texts that users see must not contain control characters, because a terminal
/// would act on them.
fn are_valid_settings(settings: &Settings) -> bool {
    let places = settings.places.len().max(settings.words.len());
    let read = settings.words.iter().chain([&settings.wag, &settings.game]);
    let is_plain = |word: &String| !word.chars().any(char::is_control);
    let is_refused_player =
        |refused: &RefusedSubmission| is_valid_name(&refused.name) && is_plain(&refused.path);
    places <= PLACES_MAX
        && settings.games <= GAMES_MAX
        && read.into_iter().all(is_plain)
        && settings.refused.len() <= PLAYERS_MAX
        && settings.refused.iter().all(is_refused_player)
}

/// Replaces the control characters in messages about failures, because a terminal would act on them.
fn without_controls(mut result: Vec<SeatPlayed>) -> Vec<SeatPlayed> {
    for seat in &mut result {
        let counted = seat.fault_counts.iter_mut().map(|(failure, _)| failure);
        for failure in seat.failure.iter_mut().chain(counted) {
            *failure = failure.clone().bounded();
        }
    }
    result
}

/// Returns whether a player version is valid. Its name and its hash must be safe as parts of file names.
fn is_valid_player(member: &PlayerVersion) -> bool {
    let hash = member.sha256.as_bytes();
    is_valid_name(&member.name)
        && hash.len() <= HASH_BYTES_MAX
        && hash.iter().all(u8::is_ascii_hexdigit)
        && member.version < u32::MAX
}

fn is_valid_name(name: &str) -> bool {
    name.len() <= NAME_BYTES_MAX && name_error(name).is_none() && name_of_no_player(name).is_none()
}

/// Returns whether a match is valid for the given numbers of players and places.
fn is_valid_match(stored: &StoredMatch, players: usize, places: usize) -> bool {
    let seats: BTreeSet<usize> = stored.seats.iter().copied().collect();
    stored.id > 0
        && stored.place < places
        && stored.group <= u32::MAX as usize
        && (2..=SEATS_MAX).contains(&stored.seats.len())
        && seats.len() == stored.seats.len()
        && seats.last().is_some_and(|last| *last < players)
        && stored.result.as_ref().is_none_or(|result| result.len() == stored.seats.len())
}

fn damaged(path: &Path, fault: &serde_json::Error) -> StoreError {
    StoreError(t!("%{file} is damaged: %{fault}", file = path.display(), fault = fault.to_string()))
}

#[cfg(test)]
mod tests {
    use crate::store::*;
    use rusqlite::Connection;
    use wag_core::problem::{Fault, FaultKind, Problem};

    fn settings() -> Settings {
        Settings { seed: u64::MAX, ..Settings::example() }
    }

    fn member(name: &str) -> PlayerVersion {
        let (word, sha256) = (format!("{name}.py"), "0".repeat(64));
        PlayerVersion { name: name.to_string(), version: 1, word, sha256, is_filler: false, is_current: true }
    }

    fn fixture(seed: u64) -> Fixture {
        Fixture { place: 0, seed, seats: vec![1, 0], group: 3 }
    }

    fn seat(place: u32, message: &str) -> SeatPlayed {
        let failure =
            Problem::of_fault(1, &Fault { kind: FaultKind::Exception, message: message.into() }, None);
        SeatPlayed {
            cpu_ms_mean: None,
            cpu_ms_max: None,
            doubtful: 0,
            place,
            figures: vec![i64::MAX, -1],
            tally: 2,
            turns: 3,
            think_ms_mean: 0.1 + 0.2,
            think_ms_max: 1.5,
            faults: 1,
            time_outs: 0,
            fault_counts: Vec::new(),
            forfeits: false,
            failure: Some(failure),
        }
    }

    fn result(id: i64, seats: Vec<SeatPlayed>, replay: Option<&str>) -> StoredResult {
        StoredResult { id, seats, replay: replay.map(str::to_string) }
    }

    fn started(path: &Path) -> Store {
        let mut store = Store::create(path).unwrap();
        let fixtures = [fixture(1), fixture(u64::MAX), fixture(2)];
        store.plan(&settings(), &[member("a"), member("b")], &[], &fixtures).unwrap();
        store
    }

    #[test]
    fn saved_tournament_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.db");
        let mut store = started(&path);
        store.finish(&[result(2, vec![seat(1, "x"), seat(2, "ü")], Some("r/0002.wag"))]).unwrap();
        store.finish(&[result(2, vec![seat(2, "later")], None)]).unwrap();
        drop(store);
        let mut store = Store::open(&path).unwrap();
        assert_eq!(store.settings().unwrap(), settings());
        let all = store.matches().unwrap();
        assert_eq!((all[1].seed, all[1].seats.as_slice(), all[1].group), (u64::MAX, &[1, 0][..], 3));
        assert_eq!(all[1].result, Some(vec![seat(1, "x"), seat(2, "ü")]), "the first result stays");
        assert_eq!((all[0].result.as_ref(), all[1].replay.as_deref()), (None, Some("r/0002.wag")));
        let old = PlayerVersion { is_current: false, ..member("a") };
        let new = PlayerVersion { version: 2, ..member("a") };
        store.plan(&settings(), &[old.clone(), member("b"), new.clone()], &[1, 2], &[]).unwrap();
        assert_eq!(store.members().unwrap(), [old, member("b"), new.clone()]);
        assert_eq!(new.title(), "a@2");
        let ids: Vec<i64> = store.matches().unwrap().iter().map(|stored| stored.id).collect();
        assert_eq!(ids, [2, 3], "what has been played stays");
    }

    #[test]
    fn foreign_file_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let to_error = |name: &str| Store::open(&folder.path().join(name)).err().unwrap().to_string();
        std::fs::write(folder.path().join("text"), "no database at all, and longer than a head".repeat(100))
            .unwrap();
        assert!(to_error("text").contains("not an SQLite database"), "{}", to_error("text"));
        assert!(to_error("nothing").contains("there is no tournament file"));
        let other = Connection::open(folder.path().join("other")).unwrap();
        other.execute_batch("CREATE TABLE x (y)").unwrap();
        assert!(to_error("other").contains("not one of a tournament"));
        let store = started(&folder.path().join("later"));
        store.guarded.connection.execute_batch("PRAGMA user_version = 7").unwrap();
        drop(store);
        assert!(to_error("later").contains("format 7"), "{}", to_error("later"));
    }

    #[test]
    fn forged_file_is_refused_before_it_is_read() {
        let forge = |change: &str| {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("t.db");
            let mut store = started(&path);
            store.finish(&[result(1, vec![seat(1, "x"), seat(2, "y")], None)]).unwrap();
            drop(store);
            Connection::open(&path).unwrap().execute_batch(change).unwrap();
            let store = Store::open(&path).and_then(|store| store.matches());
            store.err().map(|fault| fault.to_string()).unwrap_or_default()
        };
        let numbers = |count: usize| {
            format!("WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < {count})")
        };
        let players =
            format!("{} INSERT INTO players SELECT i, 'p' || i, 1, 'x.py', '', 0, 1 FROM n", numbers(60_000));
        assert!(forge(&players).contains("at most 2000 players"), "{}", forge(&players));
        let matches = format!(
            "{} INSERT INTO matches SELECT i, 0, i, '[0,1]', 0, NULL, NULL, NULL FROM n",
            numbers(200_000)
        );
        assert!(forge(&matches).contains("at most 100000 matches"), "{}", forge(&matches));
        for change in [
            "UPDATE players SET name = name || hex(zeroblob(200000))",
            "UPDATE matches SET result = hex(zeroblob(200000))",
            "UPDATE matches SET seats = '[0,99]'",
            "UPDATE matches SET seats = '[0,1,0]'",
            "UPDATE matches SET seats = replace(hex(zeroblob(40)), '00', '0,')",
            "ALTER TABLE players ADD COLUMN big AS (zeroblob(1000000000))",
        ] {
            assert!(forge(change).contains("is damaged"), "{change}: {}", forge(change));
        }
        let endless = "ALTER TABLE players RENAME TO old; CREATE VIEW players AS
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
            SELECT i AS id, '' AS name, 1 AS version, '' AS word, '' AS sha256, 0 AS is_filler, 0 AS is_current FROM n";
        assert!(!forge(endless).is_empty(), "an endless table is not read");
    }

    /// Creates the file of a tournament between two players with one played match, then runs SQL that forges its
    /// content.
    fn forged(change: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.db");
        let mut store = started(&path);
        store.finish(&[result(1, vec![seat(1, "x"), seat(2, "y")], None)]).unwrap();
        drop(store);
        Connection::open(&path).unwrap().execute_batch(change).unwrap();
        (folder, path)
    }

    #[test]
    fn schema_of_a_stranger_is_refused_before_any_query() {
        let recursion =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
        for change in [
            format!("CREATE VIEW more AS {recursion}"),
            format!("CREATE TRIGGER more AFTER UPDATE ON matches BEGIN {recursion}; END"),
            "CREATE INDEX more ON players (hex(zeroblob(1000000)))".to_string(),
            "CREATE TABLE more (x)".to_string(),
            "ALTER TABLE matches ADD COLUMN more AS (zeroblob(1000000000))".to_string(),
        ] {
            let (_folder, path) = forged(&change);
            for store in [Store::open(&path), Store::open_to_read(&path)] {
                let fault = store.err().unwrap().to_string();
                assert!(
                    fault.contains("its tables contain something that wag does not write"),
                    "{change}: {fault}"
                );
            }
        }
    }

    #[test]
    fn query_ends_at_its_deadline() {
        let (_folder, path) = forged("");
        let store = Store::open_to_read(&path).unwrap();
        store.guarded.expire_deadline();
        let endless =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
        let ended = store.guarded.connection.query_row(endless, [], |row| row.get::<_, i64>(0));
        let fault = cannot_be_read(&path, ended.unwrap_err()).to_string();
        assert!(fault.contains("takes longer than 30 s"), "{fault}");
    }

    #[test]
    fn reading_writes_nothing() {
        let (_folder, path) = forged("");
        let store = Store::open_to_read(&path).unwrap();
        let write = store.guarded.connection.execute(sql::DROP_MATCH, [2]);
        assert_eq!(write.unwrap_err().sqlite_error_code(), Some(rusqlite::ErrorCode::ReadOnly));
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        for change in [
            "UPDATE matches SET place = 1",
            "UPDATE matches SET place = -1",
            "UPDATE matches SET in_group = -1",
            "UPDATE matches SET id = -id",
            "UPDATE matches SET seats = '[]', result = NULL WHERE id = 1",
            "UPDATE matches SET seats = '[1,1]' WHERE id = 1",
            "UPDATE matches SET seats = '[0,-1]' WHERE id = 1",
            "UPDATE players SET name = '../../x' WHERE id = 1",
            "UPDATE players SET name = 'x' || char(27) || '[2J' WHERE id = 1",
            "UPDATE players SET sha256 = '../../../../etc' WHERE id = 1",
            "UPDATE players SET sha256 = 'ü' WHERE id = 1",
            "UPDATE players SET version = 4294967295 WHERE id = 1",
            "UPDATE settings SET json = replace(json, '\"games\":4', '\"games\":4000000000')",
            "UPDATE settings SET json = replace(json, '\"words\":[\"\"]', '\"words\":[\"\\u001b\"]')",
        ] {
            let (_folder, path) = forged(change);
            let read = Store::open_to_read(&path).and_then(|store| {
                store.settings()?;
                store.members()?;
                store.matches()
            });
            let fault = read.err().map(|fault| fault.to_string()).unwrap_or_default();
            assert!(fault.contains("is damaged"), "{change}: {fault}");
        }
    }

    #[test]
    fn failure_messages_have_no_control_characters() {
        let (_folder, path) = forged(
            "UPDATE matches SET result = replace(result, '\"message\":\"x\"', '\"message\":\"a\\u001b[2Jb\"')",
        );
        let matches = Store::open_to_read(&path).unwrap().matches().unwrap();
        let failure = matches[0].result.as_ref().unwrap()[0].failure.clone();
        assert_eq!(failure.unwrap().message, "a[2Jb");
    }

    #[test]
    fn links_pipes_and_foreign_journals_are_rejected() {
        let (folder, path) = forged("");
        let at = |name: &str| folder.path().join(name);
        let to_error = |result: Result<Store>| result.err().map(|err| err.to_string()).unwrap_or_default();
        std::os::unix::fs::symlink(&path, at("link.db")).unwrap();
        std::os::unix::fs::symlink(at("nothing"), at("dangling.db")).unwrap();
        assert!(to_error(Store::open(&at("link.db"))).contains("is a link"));
        assert!(to_error(Store::create(&at("dangling.db"))).contains("is a link"));
        assert!(!at("nothing").exists());
        assert_eq!(to_error(Store::open_to_read(&at("link.db"))), "");
        let pipe = |name: &str| {
            assert!(std::process::Command::new("mkfifo").arg(at(name)).status().unwrap().success());
        };
        pipe("pipe.db");
        for result in [Store::open_to_read(&at("pipe.db")), Store::create(&at("pipe.db"))] {
            assert!(to_error(result).contains("is not a regular file"));
        }
        assert!(Store::find(&at("pipe.db")).is_none());
        pipe("t.db-journal");
        assert!(to_error(Store::open_to_read(&path)).contains("there is a file t.db-journal"));
        std::fs::remove_file(at("t.db-journal")).unwrap();
        std::fs::write(at("t.db-wal"), "").unwrap();
        assert!(to_error(Store::open_to_read(&path)).contains("there is a file t.db-wal"));
        std::fs::remove_file(at("t.db-wal")).unwrap();
        let (_folder, path) = forged("PRAGMA journal_mode = WAL");
        assert!(to_error(Store::open_to_read(&path)).contains("in WAL mode"));
    }

    /// Creates a database that was left in the middle of a change, with its journal.
    fn interrupted(folder: &Path) -> PathBuf {
        let (path, copy) = (folder.join("t.db"), folder.join("copy.db"));
        let mut store = started(&path);
        let connection = &mut store.guarded.connection;
        // With a tiny cache, SQLite writes pages into the file before the change is complete.
        connection.execute_batch("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN").unwrap();
        for id in 100..400 {
            let seats = format!("[0,1]{}", " ".repeat(2000));
            let row = params![id, 0, id.to_string(), seats];
            connection
                .execute(
                    "INSERT INTO matches (id, place, seed, seats, in_group) VALUES (?1, ?2, ?3, ?4, 0)",
                    row,
                )
                .unwrap();
        }
        std::fs::copy(&path, &copy).unwrap();
        std::fs::copy(folder.join("t.db-journal"), folder.join("copy.db-journal")).unwrap();
        copy
    }

    #[test]
    fn interrupted_database_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = interrupted(folder.path());
        assert_eq!(Store::open_to_read(&path).unwrap().matches().unwrap().len(), 3);
    }

    /// After a rollback, SQLite deletes a file if its name looks like that of a super-journal and its content names the
    /// journal.
    #[test]
    fn journal_that_names_another_file_is_refused_and_the_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = interrupted(folder.path());
        let place = folder.path().canonicalize().unwrap();
        let canary = place.join("canary-mj0123459AB");
        std::fs::write(&canary, format!("{}\0", place.join("copy.db-journal").display())).unwrap();
        let name = canary.to_str().unwrap().as_bytes();
        let sum = name.iter().fold(0_u32, |sum, byte| sum.wrapping_add(*byte as i8 as u32));
        // The record: the page number that SQLite never uses, the name, its length and checksum, and the journal's
        // magic number.
        let page_size = 4096_u32;
        let record = [
            &(0x4000_0000 / page_size + 1).to_be_bytes()[..],
            name,
            &(name.len() as u32).to_be_bytes(),
            &sum.to_be_bytes(),
            &[0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7],
        ];
        let journal = folder.path().join("copy.db-journal");
        let forged = [std::fs::read(&journal).unwrap(), record.concat()].concat();
        std::fs::write(&journal, &forged).unwrap();
        for opened in [Store::open_to_read(&path), Store::open(&path), Store::create(&path)] {
            let err = opened.err().map(|err| err.to_string()).unwrap_or_default();
            assert!(err.contains("could make SQLite delete another file"), "{err}");
        }
        assert!(Store::find(&path).unwrap().is_err());
        assert!(canary.exists());
        assert_eq!(std::fs::read(&journal).unwrap(), forged);
        // Proves that the check is necessary: without it, SQLite deletes the file.
        Connection::open(&path).unwrap().query_row(sql::COUNTS, [], |_| Ok(())).unwrap();
        assert!(!canary.exists(), "SQLite follows such a journal");
    }

    #[test]
    fn plan_that_is_too_large_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.db");
        let mut store = Store::create(&path).unwrap();
        let many: Vec<Fixture> = (0..=MATCHES_MAX as u64).map(fixture).collect();
        let fault = store.plan(&settings(), &[member("a"), member("b")], &[], &many).unwrap_err();
        assert!(fault.to_string().contains("at most 100000 matches"), "{fault}");
        assert!(Store::find(&path).is_none(), "nothing is in it");
    }

    #[test]
    fn full_disk_is_an_error_and_keeps_old_data() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.db");
        let mut store = started(&path);
        store.finish(&[result(1, vec![seat(1, "x"), seat(2, "y")], None)]).unwrap();
        let pages = store.pragma("page_count").unwrap();
        store
            .guarded
            .connection
            .query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))
            .unwrap();
        let fault =
            store.finish(&[result(2, vec![seat(1, &"long".repeat(5000))], None)]).unwrap_err().to_string();
        assert!(
            fault.contains("is full") && fault.contains("its previous contents are unchanged"),
            "{fault}"
        );
        drop(store);
        let played: Vec<bool> = Store::open(&path)
            .unwrap()
            .matches()
            .unwrap()
            .iter()
            .map(|stored| stored.result.is_some())
            .collect();
        assert_eq!(played, [true, false, false]);
    }
}

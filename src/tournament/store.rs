//! The file of a tournament: an SQLite database with its settings, its players, its plan and what has been played.
//!
//! Each match is one transaction, and so is each change of the plan: whatever happens, the file holds the one or the
//! other.

use super::kept::{Kept, Member, Settings};
use super::sql;
use crate::language::t;
use crate::series::{Fixture, SeatPlayed};
use crate::text::moment;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Transaction, params};
use serde::Deserialize;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// The most players, their versions included, and the most matches of a tournament.
pub const PLAYERS_MAX: usize = 2_000;
pub const MATCHES_MAX: usize = 100_000;
/// The most seats of a match.
const SEATS_MAX: usize = 64;
/// The most bytes of a row, and of all matches together: a file may come from anybody, and what it holds is kept in memory.
const ROW_BYTES_MAX: usize = 256 << 10;
const ALL_BYTES_MAX: usize = 128 << 20;
/// How long another program may hold the file.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a program that was killed may take to let the file go.
const DYING: Duration = Duration::from_secs(2);

/// Why the file can't be used, in one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StoreError(pub String);

type Result<T> = std::result::Result<T, StoreError>;

/// An open database.
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// Whether nothing is in it yet, not even tables: they come with the first plan, in one piece.
    is_new: bool,
    /// Whoever plays holds it; closed after the connection, since closing it would take away SQLite's own locks.
    claim: Option<File>,
}

impl Store {
    /// Opens the file of a tournament.
    pub fn open(path: &Path) -> Result<Store> {
        if !path.is_file() {
            return Err(StoreError(t!("there is no file %{file} with a tournament", file = path.display())));
        }
        let store = Store::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, false)?;
        store.check()?;
        Ok(store)
    }

    /// Opens a file that may be that of a tournament; `None` if it is something else.
    pub fn find(path: &Path) -> Option<Result<Store>> {
        if !path.metadata().is_ok_and(|about| about.is_file() && about.len() > 0) {
            return None;
        }
        let store = match Store::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, false) {
            Ok(store) => store,
            Err(fault) => return Some(Err(fault)),
        };
        let whose =
            store.connection.query_row(&sql::pragma("application_id"), [], |row| row.get::<_, i64>(0));
        match whose {
            Ok(sql::APPLICATION) => Some(store.check().map(|()| store)),
            Ok(_) => None,
            Err(fault) if is_foreign(&fault) => None,
            Err(fault) => Some(Err(cannot_be_read(path, fault))),
        }
    }

    /// A new file, which is empty until there is a plan.
    pub fn create(path: &Path) -> Result<Store> {
        check_place(path)?;
        Store::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE, true)
    }

    /// Keeps other programs from playing the same matches; they may read the file all the same.
    pub fn claim(&mut self) -> Result<()> {
        check_place(&self.path)?;
        // Some file systems have no locks.
        let Ok(file) = File::open(&self.path) else { return Ok(()) };
        let end = Instant::now() + DYING;
        while matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            if Instant::now() > end {
                let file = self.path.display();
                return Err(StoreError(t!("%{file} is being played by another wag; wait for its end", file)));
            }
            std::thread::sleep(DYING / 40);
        }
        self.claim = Some(file);
        Ok(())
    }

    fn connect(path: &Path, flags: OpenFlags, is_new: bool) -> Result<Store> {
        let told = |fault| cannot_be_read(path, fault);
        let connection = Connection::open_with_flags(path, flags).map_err(told)?;
        connection.busy_timeout(PATIENCE).map_err(told)?;
        // The file may come from anybody, but what it holds runs nothing.
        for (feature, is_on) in [
            (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
            (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
            (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        ] {
            connection.set_db_config(feature, is_on).map_err(told)?;
        }
        Ok(Store { connection, path: path.to_path_buf(), is_new, claim: None })
    }

    /// Whether it is the file of a tournament, in the form that this program knows.
    fn check(&self) -> Result<()> {
        let file = self.path.display();
        if self.pragma("application_id")? != sql::APPLICATION {
            return Err(StoreError(t!(
                "%{file} is a database, but not that of a tournament; name another file",
                file
            )));
        }
        match self.pragma("user_version")? {
            sql::VERSION => self.check_sizes(),
            found => Err(StoreError(t!(
                "%{file} was written by another version of wag (form %{found}, this one knows form %{known}); use that one, or name a new file",
                file,
                found,
                known = sql::VERSION
            ))),
        }
    }

    /// Refuses a file that would take much memory, before anything of it is read.
    fn check_sizes(&self) -> Result<()> {
        let number = |row: &rusqlite::Row<'_>, column| {
            row.get::<_, i64>(column).map(|value| usize::try_from(value).unwrap_or(usize::MAX))
        };
        let sizes = |row: &rusqlite::Row<'_>| {
            Ok([number(row, 0)?, number(row, 1)?, number(row, 2)?, number(row, 3)?])
        };
        let told = |fault| cannot_be_read(&self.path, fault);
        let computed: i64 = self.connection.query_row(sql::COMPUTED, [], |row| row.get(0)).map_err(told)?;
        if computed > 0 {
            return Err(self.no_such_form());
        }
        let [players, matches, longest, all] =
            self.connection.query_row(sql::SIZES, [], sizes).map_err(told)?;
        check_counts(&self.path, players, matches)?;
        match longest <= ROW_BYTES_MAX && all <= ALL_BYTES_MAX {
            true => Ok(()),
            false => Err(self.no_such_form()),
        }
    }

    /// For files whose tables hold what no tournament has.
    fn no_such_form(&self) -> StoreError {
        let file = self.path.display();
        StoreError(t!("%{file} is damaged: its tables do not hold what wag writes", file))
    }

    fn pragma(&self, name: &str) -> Result<i64> {
        let value = self.connection.query_row(&sql::pragma(name), [], |row| row.get(0));
        value.map_err(|fault| cannot_be_read(&self.path, fault))
    }

    pub fn settings(&self) -> Result<Settings> {
        let text: rusqlite::Result<String> = self.connection.query_row(sql::SETTINGS, [], |row| row.get(0));
        let text = text.map_err(|fault| cannot_be_read(&self.path, fault))?;
        self.parsed(&text)
    }

    fn parsed<'t, T: Deserialize<'t>>(&self, text: &'t str) -> Result<T> {
        serde_json::from_str(text).map_err(|fault| damaged(&self.path, &fault))
    }

    /// All players, in the order in which they came.
    pub fn members(&self) -> Result<Vec<Member>> {
        let told = |fault| cannot_be_read(&self.path, fault);
        let mut all = self.connection.prepare(sql::PLAYERS).map_err(told)?;
        let member = |row: &rusqlite::Row<'_>| {
            Ok(Member {
                name: row.get(0)?,
                version: row.get(1)?,
                word: row.get(2)?,
                sha256: row.get(3)?,
                is_filler: row.get(4)?,
                is_current: row.get(5)?,
            })
        };
        all.query_map([], member).and_then(Iterator::collect).map_err(told)
    }

    /// All matches of the plan, in its order.
    pub fn matches(&self) -> Result<Vec<Kept>> {
        if self.is_new {
            return Ok(Vec::new());
        }
        let told = |fault| cannot_be_read(&self.path, fault);
        let mut all = self.connection.prepare(sql::MATCHES).map_err(told)?;
        let row = |row: &rusqlite::Row<'_>| {
            let seed: String = row.get(2)?;
            let kept = Kept {
                id: row.get(0)?,
                place: row.get::<_, i64>(1)? as usize,
                seed: seed.parse().unwrap_or_default(),
                group: row.get::<_, i64>(3)? as usize,
                seats: Vec::new(),
                result: None,
                replay: row.get(4)?,
            };
            Ok((kept, row.get::<_, String>(5)?, row.get::<_, Option<String>>(6)?))
        };
        let rows: rusqlite::Result<Vec<_>> = all.query_map([], row).and_then(Iterator::collect);
        let players = self.members()?.len();
        let whole = |(kept, seats, result): (Kept, String, Option<String>)| {
            let result: Option<Vec<SeatPlayed>> = result.map(|text| self.parsed(&text)).transpose()?;
            let seats: Vec<usize> = self.parsed(&seats)?;
            let is_whole = seats.len() <= SEATS_MAX
                && seats.iter().all(|player| *player < players)
                && result.as_ref().is_none_or(|result| result.len() == seats.len());
            match is_whole {
                true => Ok(Kept { seats, result, ..kept }),
                false => Err(self.no_such_form()),
            }
        };
        rows.map_err(told)?.into_iter().map(whole).collect()
    }

    /// The replay of a match, if there is such a match and one was kept.
    pub fn replay(&self, id: i64) -> Result<Option<String>> {
        let replay = self.connection.query_row(sql::REPLAY, [id], |row| row.get(0)).optional();
        replay.map(Option::flatten).map_err(|fault| cannot_be_read(&self.path, fault))
    }

    /// How many matches there are, and how many of them have been played.
    pub fn counts(&self) -> Result<(usize, usize)> {
        let both = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?));
        let counts = self.connection.query_row(sql::COUNTS, [], both);
        let (planned, played) = counts.map_err(|fault| cannot_be_read(&self.path, fault))?;
        Ok((planned as usize, played as usize))
    }

    /// Writes down how the tournament goes on: settings, players, and the plan without the matches that can't be played
    /// any more and with those that have come.
    pub fn plan(
        &mut self,
        settings: &Settings,
        members: &[Member],
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

    /// Keeps the result of a match, unless there is one.
    pub fn finish(&mut self, id: i64, result: &[SeatPlayed], replay: Option<&str>) -> Result<()> {
        let text = serde_json::to_string(result).map_err(|fault| damaged(&self.path, &fault))?;
        let now = moment(SystemTime::now());
        self.write(|all| {
            all.execute(sql::FINISH_MATCH, params![id, text, replay, now])?;
            Ok(())
        })
    }

    /// All of it or nothing.
    fn write(&mut self, change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>) -> Result<()> {
        let begun = self.connection.transaction();
        let done = begun.and_then(|all| change(&all).and_then(|()| all.commit()));
        done.map_err(|fault| {
            let what = t!(
                "%{file} can't be written: %{fault}; what it held before is still there",
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
            "%{file}: a tournament has at most %{most} players, their versions included, not %{players}",
            file,
            most = PLAYERS_MAX,
            players
        )));
    }
    if matches > MATCHES_MAX {
        return Err(StoreError(t!(
            "%{file}: a tournament has at most %{most} matches, not %{matches}; choose fewer of them with --games",
            file,
            most = MATCHES_MAX,
            matches
        )));
    }
    Ok(())
}

fn is_foreign(fault: &rusqlite::Error) -> bool {
    fault.sqlite_error_code() == Some(ErrorCode::NotADatabase)
}

/// Refuses a link in the place of a file that is going to be written.
fn check_place(path: &Path) -> Result<()> {
    crate::files::check_place(path)
        .map_err(|fault| StoreError(t!("%{file} can't be opened: %{fault}", file = path.display(), fault)))
}

fn cannot_be_read(path: &Path, fault: rusqlite::Error) -> StoreError {
    let file = path.display();
    StoreError(match is_foreign(&fault) {
        true => t!("%{file} is no SQLite database; name another file", file),
        false => t!("%{file} can't be opened: %{fault}", file, fault = fault.to_string()),
    })
}

fn damaged(path: &Path, fault: &serde_json::Error) -> StoreError {
    StoreError(t!("%{file} is damaged: %{fault}", file = path.display(), fault = fault.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn settings() -> Settings {
        Settings {
            wag: "0".to_string(),
            game: "tron".to_string(),
            seed: u64::MAX,
            games: 4,
            seats: 2,
            options: BTreeMap::new(),
            places: Vec::new(),
            words: vec![String::new()],
            sums: vec!["a".to_string()],
            limits: Vec::new(),
            replays: None,
            folder: PathBuf::new(),
        }
    }

    fn member(name: &str) -> Member {
        let (word, sha256) = (format!("{name}.py"), "0".repeat(64));
        Member { name: name.to_string(), version: 1, word, sha256, is_filler: false, is_current: true }
    }

    fn fixture(seed: u64) -> Fixture {
        Fixture { place: 0, seed, seats: vec![1, 0], group: 3 }
    }

    fn seat(place: u32, message: &str) -> SeatPlayed {
        let failure = crate::series::FailurePlayed {
            round: Some(1),
            kind: "exception".to_string(),
            message: message.to_string(),
        };
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

    fn begun(path: &Path) -> Store {
        let mut store = Store::create(path).unwrap();
        let fixtures = [fixture(1), fixture(u64::MAX), fixture(2)];
        store.plan(&settings(), &[member("a"), member("b")], &[], &fixtures).unwrap();
        store
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.db");
        let mut store = begun(&path);
        store.finish(2, &[seat(1, "x"), seat(2, "ü")], Some("r/0002.wag")).unwrap();
        store.finish(2, &[seat(2, "later")], None).unwrap();
        drop(store);
        let mut store = Store::open(&path).unwrap();
        assert_eq!(store.settings().unwrap(), settings());
        let all = store.matches().unwrap();
        assert_eq!((all[1].seed, all[1].seats.as_slice(), all[1].group), (u64::MAX, &[1, 0][..], 3));
        assert_eq!(all[1].result, Some(vec![seat(1, "x"), seat(2, "ü")]), "the first result stays");
        assert_eq!((all[0].result.as_ref(), all[1].replay.as_deref()), (None, Some("r/0002.wag")));
        let old = Member { is_current: false, ..member("a") };
        let new = Member { version: 2, ..member("a") };
        store.plan(&settings(), &[old.clone(), member("b"), new.clone()], &[1, 2], &[]).unwrap();
        assert_eq!(store.members().unwrap(), [old, member("b"), new.clone()]);
        assert_eq!(new.title(), "a@2");
        let ids: Vec<i64> = store.matches().unwrap().iter().map(|kept| kept.id).collect();
        assert_eq!(ids, [2, 3], "what has been played stays");
    }

    #[test]
    fn what_is_no_tournament_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let told = |name: &str| Store::open(&folder.path().join(name)).err().unwrap().to_string();
        std::fs::write(folder.path().join("text"), "no database at all, and longer than a head".repeat(100))
            .unwrap();
        assert!(told("text").contains("no SQLite database"), "{}", told("text"));
        assert!(told("nothing").contains("there is no file"));
        let other = Connection::open(folder.path().join("other")).unwrap();
        other.execute_batch("CREATE TABLE x (y)").unwrap();
        assert!(told("other").contains("not that of a tournament"));
        let store = begun(&folder.path().join("later"));
        store.connection.execute_batch("PRAGMA user_version = 7").unwrap();
        drop(store);
        assert!(told("later").contains("form 7"), "{}", told("later"));
    }

    #[test]
    fn forged_file_is_refused_before_it_is_read() {
        let forge = |change: &str| {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("t.db");
            let mut store = begun(&path);
            store.finish(1, &[seat(1, "x"), seat(2, "y")], None).unwrap();
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
    fn a_full_disk_is_told_and_what_was_there_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.db");
        let mut store = begun(&path);
        store.finish(1, &[seat(1, "x"), seat(2, "y")], None).unwrap();
        let pages = store.pragma("page_count").unwrap();
        store.connection.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(())).unwrap();
        let fault = store.finish(2, &[seat(1, &"long".repeat(5000))], None).unwrap_err().to_string();
        assert!(fault.contains("is full") && fault.contains("still there"), "{fault}");
        drop(store);
        let played: Vec<bool> =
            Store::open(&path).unwrap().matches().unwrap().iter().map(|kept| kept.result.is_some()).collect();
        assert_eq!(played, [true, false, false]);
    }
}

//! The SQL statements for a tournament's database.

/// The application ID that marks a database as that of a tournament: "WagT" in ASCII.
pub const APPLICATION: i64 = 0x5761_6754;
/// The version of the file format.
///
/// Version 1 stored limits as command-line arguments.
pub const VERSION: i64 = 2;
pub const FIRST_VERSION: i64 = 1;
/// The statements that create the tables of a new file.
pub const TABLES: &str = "
CREATE TABLE settings (only INTEGER PRIMARY KEY CHECK (only = 1), json TEXT NOT NULL);
CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL, word TEXT NOT NULL,
    sha256 TEXT NOT NULL, is_filler INTEGER NOT NULL, is_current INTEGER NOT NULL, UNIQUE (name, version));
CREATE TABLE matches (id INTEGER PRIMARY KEY, place INTEGER NOT NULL, seed TEXT NOT NULL, seats TEXT NOT NULL,
    in_group INTEGER NOT NULL, result TEXT, replay TEXT, ended TEXT, UNIQUE (place, seed, seats));
";

pub const SETTINGS: &str = "SELECT json FROM settings";
pub const PLAYERS: &str =
    "SELECT name, version, word, sha256, is_filler, is_current FROM players ORDER BY id";
pub const MATCHES: &str = "SELECT id, place, seed, in_group, replay, seats, result FROM matches ORDER BY id";
pub const REPLAY: &str = "SELECT replay FROM matches WHERE id = ?1";
pub const COUNTS: &str = "SELECT count(*), count(result) FROM matches";
pub const SET_SETTINGS: &str = "INSERT OR REPLACE INTO settings VALUES (1, ?1)";
pub const SET_PLAYER: &str = "INSERT OR REPLACE INTO players VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
pub const DROP_MATCH: &str = "DELETE FROM matches WHERE id = ?1 AND result IS NULL";
pub const ADD_MATCH: &str = "INSERT INTO matches (place, seed, seats, in_group) VALUES (?1, ?2, ?3, ?4)";
pub const REOPEN_MATCH: &str = "UPDATE matches SET result = NULL, replay = NULL, ended = NULL WHERE id = ?1";
pub const FINISH_MATCH: &str =
    "UPDATE matches SET result = ?2, replay = ?3, ended = ?4 WHERE id = ?1 AND result IS NULL";

/// Returns the statements that initialize a new file: they create the tables and set the application ID.
pub fn begin() -> String {
    format!("{TABLES}PRAGMA application_id = {APPLICATION};")
}

/// Returns the statement that sets the file's format version to the version that this program writes.
pub fn set_version() -> String {
    format!("PRAGMA user_version = {VERSION};")
}

/// A query for the number of players and the number of matches, and for three sizes in bytes: the longest row of
/// players or settings, the longest row of matches, and all matches together. It does not load the rows into memory.
pub const SIZES: &str = "SELECT
    (SELECT count(*) FROM players),
    (SELECT count(*) FROM matches),
    max((SELECT ifnull(max(octet_length(name) + octet_length(word) + octet_length(sha256)), 0) FROM players),
        (SELECT ifnull(max(octet_length(json)), 0) FROM settings),
        (SELECT ifnull(max(octet_length(seed) + octet_length(seats) + ifnull(octet_length(result), 0) + ifnull(octet_length(replay), 0)), 0) FROM matches)),
    (SELECT ifnull(sum(octet_length(seats) + ifnull(octet_length(result), 0)), 0) FROM matches)";
/// A query for the type, the name and the SQL text of all objects in the schema. A file of this program has three
/// tables, and the indices that SQLite creates for them.
pub const SCHEMA: &str = "SELECT type, name, ifnull(sql, '') FROM sqlite_schema LIMIT 16";

/// Returns whether an object in the schema is one that this program creates.
pub fn is_ours(kind: &str, name: &str, text: &str) -> bool {
    match kind {
        "table" => TABLES.split(';').any(|table| table.trim() == text),
        "index" => name.starts_with("sqlite_autoindex_") && text.is_empty(),
        _ => false,
    }
}

/// Returns the statement that reads the value of a pragma.
pub fn pragma(name: &str) -> String {
    format!("PRAGMA {name}")
}

//! What the database of a tournament is told.

/// What tells our databases from those of other programs: "WagT".
pub const APPLICATION: i64 = 0x5761_6754;
/// The form of what is in the tables.
///
/// 1 had limits as the words of a command line.
pub const VERSION: i64 = 2;
pub const FIRST_VERSION: i64 = 1;
/// The tables of a new file.
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
pub const FINISH_MATCH: &str =
    "UPDATE matches SET result = ?2, replay = ?3, ended = ?4 WHERE id = ?1 AND result IS NULL";

/// A new file: the tables, and what tells whose they are.
pub fn begin() -> String {
    format!("{TABLES}PRAGMA application_id = {APPLICATION};")
}

/// What is written from now on has the form of this program.
pub fn set_version() -> String {
    format!("PRAGMA user_version = {VERSION};")
}

/// How many rows and bytes the tables hold, without reading them into memory. Bytes of the longest player, of the longest match, and of all matches.
pub const SIZES: &str = "SELECT
    (SELECT count(*) FROM players),
    (SELECT count(*) FROM matches),
    max((SELECT ifnull(max(octet_length(name) + octet_length(word) + octet_length(sha256)), 0) FROM players),
        (SELECT ifnull(max(octet_length(json)), 0) FROM settings),
        (SELECT ifnull(max(octet_length(seed) + octet_length(seats) + ifnull(octet_length(result), 0) + ifnull(octet_length(replay), 0)), 0) FROM matches)),
    (SELECT ifnull(sum(octet_length(seats) + ifnull(octet_length(result), 0)), 0) FROM matches)";
/// All that a file declares: kind, name and text. Ours has three tables, and the indices that SQLite makes for them.
pub const SCHEMA: &str = "SELECT type, name, ifnull(sql, '') FROM sqlite_schema LIMIT 16";

/// Whether a file may declare this.
pub fn is_ours(kind: &str, name: &str, text: &str) -> bool {
    match kind {
        "table" => TABLES.split(';').any(|table| table.trim() == text),
        "index" => name.starts_with("sqlite_autoindex_") && text.is_empty(),
        _ => false,
    }
}

/// A number that the database keeps about itself.
pub fn pragma(name: &str) -> String {
    format!("PRAGMA {name}")
}

//! Declarations of games in Python, which the process stores once and never frees.
//!
//! Everything that knows games takes their names and figures as constants. A declaration from a file or a replay becomes
//! one by this store, which is bounded.

use super::leaked::leaked;
use super::{info, planes};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::HashMap;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use wag_core::game::{Account, Accounts, Cell, Entry, GameFile, GameInfo, Lead, Plane, Tone, plain};
use wag_i18n::{Message, later, message};
use wag_python::protocol::game::{Declared, Tile, WithoutOrder};

/// The largest declaration, in bytes.
const BYTES_MAX: usize = 64 << 10;
/// The most declarations of a process, and their total size in bytes.
const COUNT_MAX: usize = 1024;
const ALL_BYTES_MAX: usize = 4 << 20;

/// A game that a file or a replay has declared. Equal declarations are the same value.
#[derive(Clone, Copy)]
pub struct Rules(&'static Declaration);

/// The declaration of a game, and what follows from it.
pub struct Declaration {
    pub stored: Stored,
    pub figures: Vec<&'static str>,
    pub accounts: Accounts,
    /// The planes of observations.
    pub planes: Vec<Plane>,
    pub info: GameInfo,
}

/// The identity of a game in setups and replays: its declaration and the hash of its files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stored {
    /// The name in commands.
    pub name: String,
    /// The hash of the game's files.
    pub sha256: String,
    pub declared: Declared,
}

#[derive(Default)]
struct Store {
    /// By the content, and the path of the game file if the process has opened it.
    known: HashMap<(Vec<u8>, Option<PathBuf>), &'static Declaration>,
    bytes: usize,
    /// The files of games, by their hash.
    files: HashMap<String, &'static GameFile>,
}

static STORE: LazyLock<Mutex<Store>> = LazyLock::new(Mutex::default);

impl Rules {
    /// Stores a declaration. The error says why it cannot be used.
    pub fn of(stored: Stored) -> Result<Rules, Message> {
        Rules::with_file(stored, None)
    }

    /// Stores a declaration with the files from which workers of the game start.
    pub fn with_file(stored: Stored, file: Option<GameFile>) -> Result<Rules, Message> {
        stored.declared.is_sound().map_err(|problem| problem.message)?;
        let key = (plain::write(&stored), file.as_ref().map(|file| file.path.clone()));
        let mut store = store();
        if let Some(known) = store.known.get(&key) {
            return Ok(Rules(known));
        }
        let texts = file.iter().flat_map(|file| &file.files).map(|(name, text)| name.len() + text.len());
        let (own, bytes) = (key.0.len(), key.0.len() + texts.sum::<usize>());
        if own > BYTES_MAX {
            return Err(message!("the game declares more than %{most} KiB", most = BYTES_MAX >> 10));
        }
        if store.known.len() >= COUNT_MAX || store.bytes + bytes > ALL_BYTES_MAX {
            return Err(message!("too many games in Python were opened; start the program again"));
        }
        store.bytes += bytes;
        let file: Option<&'static GameFile> = file.map(|file| &*Box::leak(Box::new(file)));
        if let Some(file) = file {
            store.files.insert(file.sha256.clone(), file);
        }
        let new: &'static Declaration = Box::leak(Box::new(Declaration::new(stored, file)));
        store.known.insert(key, new);
        Ok(Rules(new))
    }

    /// Returns the files from which workers of this game start; `None` if this process has not opened the game.
    pub fn file(self) -> Option<&'static GameFile> {
        self.info.file.or_else(|| store().files.get(&self.stored.sha256).copied())
    }

    /// Returns the declaration for commands and pages.
    pub fn info(self) -> &'static GameInfo {
        &self.0.info
    }

    /// Finds the game of a declaration.
    pub fn of_info(info: &'static GameInfo) -> Option<Rules> {
        store()
            .known
            .values()
            .find(|known| std::ptr::eq(&raw const known.info, info))
            .map(|known| Rules(known))
    }

    pub fn has(self, method: &str) -> bool {
        self.declared().methods.iter().any(|known| known == method)
    }

    pub fn declared(self) -> &'static Declared {
        &self.0.stored.declared
    }

    /// Returns whether a seat loses the match if its player gives no legal order.
    pub fn loses_without_order(self) -> bool {
        self.declared().without_order == WithoutOrder::Lose
    }

    pub fn accounts(self) -> &'static Accounts {
        &self.0.accounts
    }
}

fn store() -> MutexGuard<'static, Store> {
    STORE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stores the files of a game that a replay contains, unless the game itself has been opened.
pub fn note_recorded(file: GameFile) -> Result<(), Message> {
    let mut store = store();
    if store.files.contains_key(&file.sha256) {
        return Ok(());
    }
    let bytes: usize = file.files.iter().map(|(name, text)| name.len() + text.len()).sum();
    if store.files.len() >= COUNT_MAX || store.bytes + bytes > ALL_BYTES_MAX {
        return Err(message!("too many games in Python were opened; start the program again"));
    }
    store.bytes += bytes;
    store.files.insert(file.sha256.clone(), Box::leak(Box::new(file)));
    Ok(())
}

impl Deref for Rules {
    type Target = Declaration;

    fn deref(&self) -> &Declaration {
        self.0
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl std::fmt::Debug for Rules {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Rules({})", self.stored.name)
    }
}

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.stored.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
        Rules::of(Stored::deserialize(deserializer)?).map_err(|why| D::Error::custom(why.english()))
    }
}

impl Declaration {
    fn new(stored: Stored, file: Option<&'static GameFile>) -> Declaration {
        let figures: Vec<&'static str> = stored.declared.figures.iter().map(|name| leaked(name)).collect();
        let accounts = accounts(&stored.declared, &figures);
        let info = GameInfo { file, ..info::of(&stored.name, &stored.declared, &figures) };
        let planes = planes::planes(&stored.declared);
        Declaration { stored, figures, accounts, planes, info }
    }

    /// Returns the symbol of a kind of cell, for terminals.
    pub fn cell(&self, tile: u8) -> Cell {
        self.stored.declared.tiles.get(usize::from(tile)).map_or(Cell::plain('?', Tone::Ground), cell)
    }
}

fn cell(tile: &Tile) -> Cell {
    let mut signs = tile.sign.chars().filter(|sign| !sign.is_control());
    let signs = [signs.next().unwrap_or(' '), signs.next().unwrap_or(' ')];
    Cell { signs, tone: tone(&tile.tone, tile.seat.is_some()), owner: tile.seat }
}

fn tone(name: &str, is_owned: bool) -> Tone {
    match name {
        "fertile" => Tone::Fertile,
        "water" => Tone::Water,
        "wall" => Tone::Wall,
        "goods" => Tone::Goods,
        "home" => Tone::Home,
        "piece" => Tone::Piece,
        "red" => Tone::Red,
        "yellow" => Tone::Yellow,
        "green" => Tone::Green,
        "blue" => Tone::Blue,
        "lilac" => Tone::Lilac,
        _ if is_owned => Tone::Home,
        _ => Tone::Ground,
    }
}

/// The entry for what no declared entry explains.
pub const OTHER: &str = "other";

fn accounts(declared: &Declared, figures: &[&'static str]) -> Accounts {
    let account = |figure: &&'static str| {
        let own =
            declared.accounts.iter().filter(|(name, _)| name == figure).flat_map(|(_, entries)| entries);
        let own = own.filter(|entry| *entry != OTHER).map(|entry| leaked(entry)).map(|entry| (entry, entry));
        let entries: Vec<Entry> = own.chain([(OTHER, later!("everything else"))]).collect();
        Account { figure, entries: entries.leak() }
    };
    let accounts: Vec<Account> = figures.iter().map(account).collect();
    let first = figures.first().copied().unwrap_or_default();
    Accounts {
        lead: Lead { name: first, figures: vec![first].leak() },
        accounts: accounts.leak(),
        counts: &[],
    }
}

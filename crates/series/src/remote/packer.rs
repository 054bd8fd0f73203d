//! The players and places of a plan as they are sent to other machines, and their files as bundles.

use crate::Place;
use crate::remote::bundle::{Bundle, bundle_folder};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wag_core::game::{Choice, GameInfo, GameOptions, Kind as OptionKind, Seat};
use wag_core::text::quoted;
use wag_games::KnownGame;
use wag_i18n::message;
use wag_play::line_up::folder::{Files, code};
use wag_play::{Kind, PlayError, PlayerSpec, PythonMode, user_error};
use wag_players::Program;

/// The name of the only file in the bundle of an option.
const OPTION_FILE: &str = "content";
/// The folders of systems. Every worker has its own.
const SYSTEM: [&str; 9] = ["/bin", "/sbin", "/lib", "/lib64", "/usr", "/opt", "/nix", "/snap", "/etc"];

/// Orders that are prescribed for a seat in the first round: the seat, and its orders as bytes.
pub type RemoteOrders = Option<(u8, Vec<u8>)>;

/// Returns prescribed orders as they are sent.
pub fn remote_orders(orders: Option<&(Seat, Vec<u8>)>) -> RemoteOrders {
    orders.map(|(seat, orders)| (seat.0, orders.clone()))
}

/// Returns prescribed orders as a plan has them.
pub fn local_orders(orders: RemoteOrders) -> Option<(Seat, Vec<u8>)> {
    orders.map(|(seat, orders)| (Seat(seat), orders))
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RemotePlace {
    word: String,
    options: BTreeMap<String, RemoteChoice>,
    round: Option<u32>,
    first_orders: RemoteOrders,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum RemoteChoice {
    Number(u64),
    Word(String),
    Flag,
    /// A file that every Wag of this version contains.
    BuiltIn(String),
    File {
        word: String,
        bundle: String,
    },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RemotePlayer {
    name: String,
    word: String,
    source: String,
    /// The folders of the player's files on the machine that sends the batch, by bundle. Messages about the player name
    /// these folders.
    pub folders: BTreeMap<String, String>,
    kind: RemoteKind,
    /// Whether the player is the one of the recorded match.
    is_recorded: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum RemoteKind {
    BuiltIn(String),
    Python {
        bundle: String,
        file: String,
        mode: PythonMode,
    },
    /// The words of the command, in which marks stand for the folders of bundles.
    Program {
        command: Vec<String>,
        readable: Vec<PathBuf>,
        lives: bool,
    },
    /// The orders of the replay, in a fork.
    Recorded,
}

/// Returns the text that stands for a bundle's folder in a command.
fn mark(bundle: &str) -> String {
    format!("{{wag-bundle:{bundle}}}")
}

pub struct Packer {
    info: &'static GameInfo,
    /// The bundle of each folder that has been packed; `None` if the folder has too many files.
    folders: BTreeMap<PathBuf, Option<String>>,
    pub bundles: BTreeMap<String, Vec<u8>>,
}

impl Packer {
    pub fn new(info: &'static GameInfo) -> Packer {
        Packer { info, folders: BTreeMap::new(), bundles: BTreeMap::new() }
    }

    pub fn add(&mut self, bundle: Bundle) -> String {
        self.bundles.insert(bundle.hash.clone(), bundle.bytes);
        bundle.hash
    }

    pub fn place(&mut self, place: &Place) -> RemotePlace {
        let mut choice = |name: &str, choice: &Choice| match choice {
            Choice::Number(number) => RemoteChoice::Number(*number),
            Choice::Word(word) => RemoteChoice::Word(word.clone()),
            Choice::Flag => RemoteChoice::Flag,
            Choice::File { word, .. } if is_built_in(self.info, name, word) => {
                RemoteChoice::BuiltIn(word.clone())
            }
            Choice::File { word, bytes } => {
                let files = Files::from([(OPTION_FILE.to_string(), bytes.clone())]);
                RemoteChoice::File { word: word.clone(), bundle: self.add(Bundle::pack(&files, |_| false)) }
            }
        };
        let options = place.game_options.values.iter();
        RemotePlace {
            word: place.word.clone(),
            options: options.map(|(name, value)| (name.to_string(), choice(name, value))).collect(),
            round: place.round,
            first_orders: remote_orders(place.first_orders.as_ref()),
        }
    }

    pub fn player(&mut self, player: &PlayerSpec) -> Result<RemotePlayer, PlayError> {
        let mut folders = BTreeMap::new();
        let kind = match &player.kind {
            Kind::BuiltIn(name) => RemoteKind::BuiltIn((*name).to_string()),
            Kind::Python { file, mode } => {
                let (bundle, folder, name) = self.python(file)?;
                folders.insert(bundle.clone(), folder);
                RemoteKind::Python { bundle, file: name, mode: *mode }
            }
            Kind::Program { program, lives } => self.program(program, *lives, &mut folders),
            Kind::Recorded => RemoteKind::Recorded,
            Kind::Person | Kind::Client { .. } | Kind::Object(_) => {
                return user_error(message!(
                    "%{word} cannot play on other machines; name a file, a program or a built-in player",
                    word = player.word
                ));
            }
        };
        let PlayerSpec { name, word, source, is_recorded, .. } = player.clone();
        Ok(RemotePlayer { name, word, source, folders, kind, is_recorded })
    }

    /// Packs the folder of a Python file, or only the file and its modules if the folder has too many files. Returns the
    /// bundle, the folder, and the name of the file.
    fn python(&mut self, file: &Path) -> Result<(String, String, String), PlayError> {
        let folder = file.parent().unwrap_or(Path::new("/"));
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bundle = match self.folder(folder, Some(&name)) {
            Some(bundle) => bundle,
            None => {
                let files = code(file, &name);
                if !files.contains_key(&name) {
                    return user_error(message!("%{path} cannot be read", path = file.display()));
                }
                self.add(Bundle::pack(&files, |_| false))
            }
        };
        Ok((bundle, folder.display().to_string(), name))
    }

    /// Packs a folder. Returns `None` if it has too many files, or if it does not contain the file with the name `main`
    /// among those that belong to a player.
    fn folder(&mut self, folder: &Path, main: Option<&str>) -> Option<String> {
        let is_there = |main: &str| !wag_play::line_up::folder::is_left_out(main);
        if main.is_some_and(|main| !is_there(main)) {
            return None;
        }
        if let Some(known) = self.folders.get(folder) {
            return known.clone();
        }
        let bundle = Bundle::of_folder(folder).map(|bundle| self.add(bundle));
        self.folders.insert(folder.to_path_buf(), bundle.clone());
        bundle
    }

    fn program(
        &mut self,
        program: &Program,
        lives: bool,
        folders: &mut BTreeMap<String, String>,
    ) -> RemoteKind {
        for home in &program.homes {
            let is_system = SYSTEM.iter().any(|folder| home.starts_with(folder))
                || program.installed.iter().any(|place| home.starts_with(place));
            if let Some(bundle) = (!is_system).then(|| self.folder(home, None)).flatten() {
                folders.insert(bundle, home.display().to_string());
            }
        }
        let words = program.arguments.iter().map(|word| word.to_string_lossy().into_owned());
        let is_own = program.homes.iter().any(|home| program.file.starts_with(home));
        let file = match program.file.file_name() {
            // The worker has its own interpreter.
            Some(name) if !is_own => name.to_string_lossy().into_owned(),
            _ => program.file.display().to_string(),
        };
        let marked =
            |word: String| folders.iter().fold(word, |word, (bundle, home)| with_mark(&word, home, bundle));
        let command = std::iter::once(file).chain(words).map(marked).collect();
        RemoteKind::Program { command, readable: program.readable.clone(), lives }
    }
}

/// Replaces a folder in an argument: the argument itself, or the paths in a list.
fn with_mark(word: &str, home: &str, bundle: &str) -> String {
    let marked = |path: &str| match path.strip_prefix(home) {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("{}{rest}", mark(bundle)),
        _ => path.to_string(),
    };
    word.split(':').map(marked).collect::<Vec<_>>().join(":")
}

fn is_built_in(info: &GameInfo, option: &str, word: &str) -> bool {
    info.option(option).is_some_and(|option| built_in_file(&option.kind, word).is_some())
}

fn built_in_file(kind: &OptionKind, word: &str) -> Option<Vec<u8>> {
    let OptionKind::File { built_in, .. } = kind else { return None };
    built_in.iter().find(|file| file.name == word).map(|file| (file.text)().into_bytes())
}

impl RemotePlace {
    /// Returns the bundles of the files that the place needs.
    pub fn bundles(&self) -> impl Iterator<Item = &String> {
        self.options.values().filter_map(|choice| match choice {
            RemoteChoice::File { bundle, .. } => Some(bundle),
            _ => None,
        })
    }

    /// Returns the place with the worker's files.
    pub fn unpack(self, game: KnownGame, files: &Path) -> Result<Place, PlayError> {
        let mut game_options = GameOptions::default();
        for (name, choice) in self.options {
            let Some(option) = game.info.option(&name) else { return other_version(&name) };
            let choice = match choice {
                RemoteChoice::Number(number) => Choice::Number(number),
                RemoteChoice::Word(word) => Choice::Word(word),
                RemoteChoice::Flag => Choice::Flag,
                RemoteChoice::BuiltIn(word) => match built_in_file(&option.kind, &word) {
                    Some(bytes) => Choice::File { word, bytes },
                    None => return other_version(&word),
                },
                RemoteChoice::File { word, bundle } => {
                    let bytes = std::fs::read(bundle_folder(files, &bundle).join(OPTION_FILE))?;
                    Choice::File { word, bytes }
                }
            };
            game_options.values.insert(option.name, choice);
        }
        let first_orders = local_orders(self.first_orders);
        Ok(Place { word: self.word, game_options, round: self.round, first_orders })
    }
}

impl RemotePlayer {
    /// Returns the player with the worker's files.
    pub fn unpack(self, game: KnownGame, files: &Path) -> Result<PlayerSpec, PlayError> {
        let kind = match self.kind {
            RemoteKind::BuiltIn(name) => match game.info.built_in_name(&name) {
                Some(name) => Kind::BuiltIn(name),
                None => return other_version(&name),
            },
            RemoteKind::Python { bundle, file, mode } => {
                Kind::Python { file: bundle_folder(files, &bundle).join(file), mode }
            }
            RemoteKind::Recorded => Kind::Recorded,
            RemoteKind::Program { command, readable, lives } => {
                let place = |word: &String| {
                    self.folders.keys().fold(word.clone(), |word, bundle| {
                        word.replace(&mark(bundle), &bundle_folder(files, bundle).display().to_string())
                    })
                };
                let command = command.iter().map(|word| quoted(&place(word))).collect::<Vec<_>>().join(" ");
                let readable: Vec<PathBuf> = readable.into_iter().filter(|path| path.exists()).collect();
                let missing = |word: &str| {
                    message!("there is no program %{word} on the worker; install it there", word)
                };
                let program =
                    Program::of_command(&command, files, &readable, missing).map_err(PlayError::UserError)?;
                Kind::Program { program, lives }
            }
        };
        let RemotePlayer { name, word, source, is_recorded, .. } = self;
        Ok(PlayerSpec { name, word, source, kind, is_recorded })
    }
}

fn other_version<T>(what: &str) -> Result<T, PlayError> {
    user_error(message!(
        "the Wag on the worker has no %{what}; install the same build there: pip install wag-engine==%{version}",
        what,
        version = env!("CARGO_PKG_VERSION")
    ))
}

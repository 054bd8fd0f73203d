//! Parsing of player specs for any game: turns the user's strings into named players.

use crate::error::{PlayError, user_error};
use crate::line_up::files::read_file;
use crate::line_up::game_info::{game_word, players_in_words, seats_in_words};
use crate::line_up::own_module;
use crate::line_up::similar_file::{player_in, similar_file};
use crate::logs::is_in_no_file_name;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wag_core::game::{GameInfo, Introduction, Seated};
use wag_core::text::{nearest, quoted};
use wag_i18n::{later, quote, t};
use wag_players::Program;
use wag_python::PlayerObject;
use wag_replay::PlayerInfo;

/// A player that has been resolved from a player spec, with its name in the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    pub name: String,
    /// The user's word for the player: the name that the user gave to it, or else its source.
    pub word: String,
    /// The player's source as the user typed it, without the name before it: `x/bot.py` in `anna=x/bot.py`.
    pub source: String,
    pub kind: Kind,
    /// True if the code comes from a replay or a lesson and not from the user's own words: it never leaves the sandbox.
    pub is_recorded: bool,
}

/// The kind of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A built-in player; the string is its name.
    BuiltIn(&'static str),
    /// A Python file, as an absolute path.
    Python {
        file: PathBuf,
        /// True if the player is persistent, that is, runs for the whole match.
        lives: bool,
    },
    /// A program in any language.
    Program {
        program: Program,
        /// True if the player is persistent, that is, runs for the whole match.
        lives: bool,
    },
    /// A client that connects to this TCP port; `None` stands for any unused port.
    Client {
        port: Option<u16>,
    },
    Person,
    /// A function or an object of this process, which is a Python interpreter. It has no limits and no sandbox.
    Object(PlayerObject),
    /// A player of a replay whose code is missing. It gives its recorded orders as long as its views are as recorded.
    Recorded,
}

/// The player spec of a person.
pub const PERSON: &str = "human";
/// The player spec of a TCP client, to which a port may be added.
const CLIENT: &str = "tcp";
/// The prefix of a player spec whose file or command runs for the whole match.
const PERSISTENT: &str = "persistent:";
const PROGRAM: &str = "program:";
const LINES: &str = "lines:";

/// Maximum length of a player's name, in characters.
pub const NAME_MAX: usize = 60;

impl PlayerSpec {
    /// Returns whether the player runs code that its author can fix.
    pub fn has_code(&self) -> bool {
        !matches!(self.kind, Kind::BuiltIn(_) | Kind::Person | Kind::Recorded)
    }

    /// Returns the player's data that the game's setup may use.
    pub fn seated(&self) -> Seated<'_> {
        let built_in = match self.kind {
            Kind::BuiltIn(name) => Some(name),
            _ => None,
        };
        Seated { name: &self.name, built_in }
    }

    /// Returns the path of the player's own file, or `None` if it has none.
    pub fn file(&self) -> Option<&Path> {
        match &self.kind {
            Kind::Python { file, .. } => Some(file),
            Kind::Program { program, .. } => Some(&program.file),
            Kind::BuiltIn(_) | Kind::Client { .. } | Kind::Person | Kind::Object(_) | Kind::Recorded => None,
        }
    }

    /// Returns the name of the player's file with the path that the user gave; `None` if the player has no file.
    pub fn file_word(&self) -> Option<String> {
        let named = self.source.strip_prefix(PERSISTENT).unwrap_or(&self.source);
        let name = self.file()?.file_name()?;
        let is_named = Path::new(named).file_name() == Some(name);
        Some(if is_named { named.to_string() } else { name.to_string_lossy().into_owned() })
    }

    /// Returns the folder part of the path that the user gave, such as `x/`; empty if the path is absolute.
    pub fn folder_word(&self) -> String {
        let file = self.source.strip_prefix(PERSISTENT).unwrap_or(&self.source);
        match file.rfind('/') {
            Some(end) if !file.starts_with('/') => file[..=end].to_string(),
            _ => String::new(),
        }
    }

    /// Returns the name of the last folder in the path that the user gave, or `None` if it contains no folder.
    fn folder(&self) -> Option<String> {
        let words = self.word.strip_prefix(PERSISTENT).unwrap_or(&self.word);
        match &self.kind {
            Kind::Python { .. } => folder_name(Path::new(words)),
            // In `/bin/sh a/bot.sh`, the word that gave the player its name, not the interpreter.
            Kind::Program { .. } => {
                let own = |word: &&str| Path::new(word).file_stem().is_some_and(|stem| *stem == *self.name);
                words.split_whitespace().find(own).and_then(|word| folder_name(Path::new(word)))
            }
            Kind::BuiltIn(_) | Kind::Client { .. } | Kind::Person | Kind::Object(_) | Kind::Recorded => None,
        }
    }

    /// Returns the player's entry for the header of a replay. The path of its file is recorded relative to the first of
    /// these folders that contains it.
    pub fn info(&self, info: &GameInfo, folders: &[PathBuf]) -> PlayerInfo {
        let path = self.file().and_then(|file| wag_replay::path_below(file, folders));
        match &self.kind {
            Kind::Python { file, lives } => {
                PlayerInfo { path, persistent: *lives, ..wag_replay::player_of_python_file(&self.name, file) }
            }
            Kind::Program { program, .. } => {
                PlayerInfo { path, program: true, ..wag_replay::player_of_file(&self.name, &program.file) }
            }
            Kind::BuiltIn(name) => {
                let source = info.built_in(name).and_then(|player| player.whole_source());
                let player = wag_replay::built_in_player(&self.name, source.as_deref());
                let of_seat = player.built_in_names().find_map(|name| info.built_in(name));
                let is_clear = of_seat.is_some_and(|player| player.name == *name);
                PlayerInfo { built_in_player: (!is_clear).then(|| name.to_string()), ..player }
            }
            Kind::Client { .. } | Kind::Person | Kind::Object(_) | Kind::Recorded => {
                wag_replay::built_in_player(&self.name, None)
            }
        }
    }
}

/// Returns the texts of all Python players' files, by the paths that the files have in a replay, such as `1/yourAI.py`.
pub fn sources(entrants: &[PlayerSpec]) -> BTreeMap<String, String> {
    let files = entrants.iter().zip(1..).filter_map(|(entrant, seat)| match &entrant.kind {
        Kind::Python { file, .. } => Some((seat, wag_replay::sources(file))),
        _ => None,
    });
    let named = |(seat, files): (i32, BTreeMap<String, String>)| {
        files.into_iter().map(move |(name, text)| (format!("{seat}/{name}"), text))
    };
    wag_replay::bounded_sources(files.flat_map(named))
}

/// Resolves the players of a match, fills empty seats, and makes all names different. Programs may read the files and
/// folders in `readable` in addition to their own.
pub fn line_up(
    info: &GameInfo,
    words: &[String],
    readable: &[PathBuf],
) -> Result<Vec<PlayerSpec>, PlayError> {
    if words.len() > info.most() {
        let (title, most) = (t!(info.title), info.most());
        return user_error(t!(
            "too many players (%{n}): %{title} has %{most} seats; leave %{many} out",
            n = words.len(),
            title,
            most,
            many = words.len() - most
        ));
    }
    let missing = info.seats.start().saturating_sub(words.len());
    if info.filler.is_none() && missing > 0 {
        return user_error(t!(
            "%{title} is for %{seats}, but %{named}; name %{missing} more, such as: wag play %{name} %{suggested}",
            title = t!(info.title),
            seats = seats_in_words(info),
            named = if words.len() == 1 {
                t!("only 1 is named")
            } else {
                t!("only %{n} are named", n = words.len())
            },
            missing,
            name = info.name,
            suggested = info.suggested.join(" ")
        ));
    }
    let fillers = info.filler.into_iter().flat_map(|filler| std::iter::repeat_n(filler.to_string(), missing));
    let words: Vec<String> = words.iter().cloned().chain(fillers).collect();
    let mut entrants = each(info, &words, readable)?;
    take_claimed_seats(info, &mut entrants);
    with_distinct_names(entrants)
}

/// Moves players to the seats that their files request, if every file requests a seat and all requested seats differ.
fn take_claimed_seats(info: &GameInfo, entrants: &mut [PlayerSpec]) {
    let claims: Vec<Option<usize>> =
        entrants.iter().map(|entrant| introduction(info, entrant.file()?).seat).collect();
    let mut claimed: Vec<usize> = claims.iter().flatten().copied().collect();
    claimed.sort_unstable();
    if claimed.into_iter().eq(1..=entrants.len()) {
        entrants.sort_by_cached_key(|entrant| introduction(info, entrant.file()?).seat);
    }
}

/// Returns the name and the other data with which a Python file introduces its player; the default if the file cannot
/// be read.
pub fn introduction(info: &GameInfo, file: &Path) -> Introduction {
    read_file(file)
        .map_or_else(|_| Introduction::default(), |text| (info.introduction)(&String::from_utf8_lossy(&text)))
}

/// Resolves any number of player specs.
pub fn several(
    info: &GameInfo,
    words: &[String],
    readable: &[PathBuf],
) -> Result<Vec<PlayerSpec>, PlayError> {
    with_distinct_names(each(info, words, readable)?)
}

fn each(info: &GameInfo, words: &[String], readable: &[PathBuf]) -> Result<Vec<PlayerSpec>, PlayError> {
    words.iter().map(|word| one_of(info, word, readable)).collect()
}

/// Makes the names of all players different.
pub fn with_distinct_names(mut entrants: Vec<PlayerSpec>) -> Result<Vec<PlayerSpec>, PlayError> {
    name_by_folder(&mut entrants);
    number_equal_names(&mut entrants);
    check_names(&entrants)?;
    Ok(entrants)
}

/// Returns a player that runs this program file without arguments. The program may read the files and folders in
/// `readable` in addition to its own.
pub fn program_in(info: &GameInfo, word: &str, readable: &[PathBuf]) -> Result<PlayerSpec, PlayError> {
    let program = Program::of_file(Path::new(word), readable).map_err(PlayError::UserError)?;
    let kind = Kind::Program { program, lives: !info.protocols.files };
    Ok(PlayerSpec {
        name: default_name(info, &kind, word),
        word: word.to_string(),
        source: word.to_string(),
        kind,
        is_recorded: false,
    })
}

/// Resolves a player spec, such as `yourAI.py`, `./program`, a built-in name, `human`, `tcp:4000` or `anna=FILE`.
pub fn one_of(info: &GameInfo, word: &str, readable: &[PathBuf]) -> Result<PlayerSpec, PlayError> {
    let (name, plays) = match word.split_once('=') {
        Some((name, plays)) if !name.contains(|letter: char| letter == '/' || letter.is_whitespace()) => {
            (Some(name), plays)
        }
        _ => (None, word),
    };
    let kind = kind_of(info, plays, readable)?;
    let word = name.unwrap_or(plays).to_string();
    let name = name.map_or_else(|| default_name(info, &kind, plays), str::to_string);
    Ok(PlayerSpec { name, word, source: plays.to_string(), kind, is_recorded: false })
}

fn kind_of(info: &GameInfo, word: &str, readable: &[PathBuf]) -> Result<Kind, PlayError> {
    let protocols = info.protocols;
    if let Some(player) = info.built_in(word) {
        return Ok(Kind::BuiltIn(player.name));
    }
    if word == PERSON {
        check_supported(info, protocols.person, later!("people"))?;
        return Ok(Kind::Person);
    }
    if word == CLIENT || word.starts_with("tcp:") {
        let port = port_of(word)?;
        check_supported(info, protocols.client, later!("TCP clients"))?;
        return Ok(Kind::Client { port });
    }
    if let Some(file) = word.strip_prefix(PERSISTENT) {
        check_supported(info, protocols.persistent, later!("persistent Python files"))?;
        return Ok(Kind::Python { file: readable_file(info, file)?, lives: true });
    }
    if let Some(command) = word.strip_prefix(LINES) {
        check_supported(info, protocols.lines, later!("persistent programs"))?;
        return Ok(Kind::Program { program: program(info, command, readable)?, lives: true });
    }
    let is_marked = word.starts_with(PROGRAM);
    if !is_marked && is_script(info, word) {
        check_supported(info, protocols.python || protocols.persistent, later!("Python files"))?;
        if own_module::of_bot(info, Path::new(word)).is_some()
            && let Ok(program) = program(info, &["python3", &quoted(word)].join(" "), readable)
        {
            return Ok(Kind::Program { program, lives: true });
        }
        return Ok(Kind::Python { file: readable_file(info, word)?, lives: !protocols.python });
    }
    if !protocols.programs() {
        return user_error(if is_marked {
            not_supported(info, later!("programs"))
        } else {
            unknown_player_error(info, word)
        });
    }
    let command = word.strip_prefix(PROGRAM).unwrap_or(word);
    Ok(Kind::Program { program: program(info, command, readable)?, lives: !protocols.files })
}

fn check_supported(info: &GameInfo, is_there: bool, what: &str) -> Result<(), PlayError> {
    if is_there { Ok(()) } else { user_error(not_supported(info, what)) }
}

fn not_supported(info: &GameInfo, what: &str) -> String {
    t!(
        "%{title} cannot be played by %{what}; choose one of: %{players}",
        title = t!(info.title),
        what = t!(what),
        players = players_in_words(info)
    )
}

fn port_of(word: &str) -> Result<Option<u16>, PlayError> {
    let Some(port) = word.strip_prefix("tcp:") else { return Ok(None) };
    match port.parse::<u16>() {
        Ok(port) if port > 0 => Ok(Some(port)),
        _ => user_error(t!(
            "%{port} is not a port; after tcp: write a number from 1 to 65535",
            port = quote(port)
        )),
    }
}

/// Returns whether the user's word names a Python file. `bot.py` does, and `my bot.py` does if that file exists;
/// `python3 bot.py` does not. In a game without programs, every path counts as a Python file.
fn is_script(info: &GameInfo, word: &str) -> bool {
    let is_command =
        word.contains(char::is_whitespace) && info.protocols.programs() && !Path::new(word).exists();
    (word.ends_with(".py") && !is_command) || (word.contains('/') && !info.protocols.programs())
}

fn program(info: &GameInfo, command: &str, readable: &[PathBuf]) -> Result<Program, PlayError> {
    let not_found = |word: &str| match similar_file(command).filter(|_| command.ends_with(".py")) {
        Some(near) => missing_file_error(command, &near),
        None => unknown_player_error(info, word),
    };
    Program::of_command(command, readable, not_found).map_err(PlayError::UserError)
}

fn missing_file_error(word: &str, near: &str) -> String {
    t!("there is no file %{word}; did you mean %{near}?", word, near)
}

/// Returns the error message for a folder that is not a player.
fn folder_error(info: &GameInfo, word: &str) -> String {
    let path = Path::new(word);
    match player_in(info, path) {
        Some(file) => {
            let example = file.strip_prefix(".").unwrap_or(&file).display();
            t!("%{word} is a folder; name the player's file in it, such as %{example}", word, example)
        }
        None => {
            let game = game_word(info);
            t!(
                "%{word} is a folder without a player; name a file, or create a first AI there with `wag new %{game}%{word}`",
                word,
                game
            )
        }
    }
}

/// Returns the error message for a file with another extension, in a game that supports no programs.
fn extension_error(word: &str) -> String {
    let renamed = Path::new(word).with_extension("py");
    let (from, to) = (quoted(word), quoted(&renamed.display().to_string()));
    t!("%{word} is not a Python file: the name must end in .py; rename it: mv %{from} %{to}", word, from, to)
}

/// Returns the error message for an unknown player; it suggests what the user may have meant.
fn unknown_player_error(info: &GameInfo, word: &str) -> String {
    if wag_games::find(word).is_some() {
        return t!("%{word} is a game, so it must come first: wag play %{word} ...", word);
    }
    if Path::new(word).is_dir() {
        return folder_error(info, word);
    }
    let has_ending = Path::new(word).extension().is_some();
    if let Some(near) = similar_file(word).filter(|_| has_ending) {
        return match Path::new(word).exists() {
            true => t!("%{word} is not a Python file; did you mean %{near}?", word, near),
            false => missing_file_error(word, &near),
        };
    }
    if has_ending && Path::new(word).is_file() {
        return extension_error(word);
    }
    if Path::new(&format!("{word}.py")).is_file() {
        return t!(
            "there is no built-in player %{cited}; to use the file, write %{word}.py",
            cited = quote(word),
            word
        );
    }
    let names = || info.built_in.iter().map(|player| player.name);
    let meant = match (nearest(word, names()), nearest(word, wag_games::all().map(|game| game.info.name))) {
        (Some(name), _) => t!("; did you mean %{name}?", name),
        (None, Some(game)) => t!("; did you mean the game: wag play %{game} ...?", game),
        (None, None) => String::new(),
    };
    let file = match info.protocols.programs() {
        true => t!("for a program, write its path, such as ./%{word}, or a name that is on PATH", word),
        false => {
            let is_plain = word.chars().all(|letter| letter.is_alphanumeric() || "_-".contains(letter));
            let usual = info.own_player().unwrap_or("bot.py").to_string();
            let example = if is_plain { format!("{word}.py") } else { usual };
            t!("for a file, write its full name, such as %{example}", example)
        }
    };
    let names = names().collect::<Vec<_>>().join(", ");
    t!(
        "%{title} has no player %{word} (built in: %{names})%{meant}; %{file}",
        title = t!(info.title),
        word = quote(word),
        names,
        meant,
        file
    )
}

/// Returns the absolute path of a file, or an error if the file cannot be read.
fn readable_file(info: &GameInfo, word: &str) -> Result<PathBuf, PlayError> {
    let path = Path::new(word);
    if path.is_dir() {
        return user_error(folder_error(info, word));
    }
    if path.exists() && !path.is_file() {
        return user_error(t!("%{word} is not a regular file; name the Python file of a player", word));
    }
    match std::fs::File::open(path).and_then(|_| path.canonicalize()) {
        Ok(absolute) => Ok(absolute),
        Err(err) if err.kind() == std::io::ErrorKind::NotFound => {
            if let Some(near) = similar_file(word) {
                return user_error(missing_file_error(word, &near));
            }
            let game = game_word(info);
            user_error(t!("there is no file %{word}; `wag new %{game}.` creates a first AI here", word, game))
        }
        Err(err) => user_error(t!(
            "%{word} cannot be read: %{fault}; check the permissions of the file",
            word,
            fault = err
        )),
    }
}

/// Returns the default name of a player. A player's file has the same name in every folder that `wag new` creates, so
/// such a player is named after its folder.
fn default_name(info: &GameInfo, kind: &Kind, word: &str) -> String {
    let stem = |file: &Path| file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let name = match kind {
        Kind::BuiltIn(name) => Some(name.to_string()),
        // The user's path counts, because a link may have another name than its target.
        Kind::Python { file, .. } => {
            let own = introduction(info, file).name.map(|name| file_safe_name(&name));
            return own.unwrap_or_else(|| name_of_file(info, word.strip_prefix(PERSISTENT).unwrap_or(word)));
        }
        Kind::Program { program, .. } => stem(&program_file(program)).map(|name| file_safe_name(&name)),
        Kind::Client { .. } => Some("client".to_string()),
        Kind::Person => Some(PERSON.to_string()),
        Kind::Object(_) => Some("function".to_string()),
        Kind::Recorded => None,
    };
    name.unwrap_or_default()
}

/// Returns the name of the player in a Python file, given the path from the user: `bot` for `bot.py`. If the file has
/// the name that `wag new` gives, the player is named after its folder if the path contains it.
pub fn name_of_file(info: &GameInfo, word: &str) -> String {
    let path = Path::new(word);
    let is_usual = path
        .file_name()
        .is_some_and(|name| Some(name.as_encoded_bytes()) == info.own_player().map(str::as_bytes));
    let folder = if is_usual { folder_name(path) } else { None };
    folder.or_else(|| Some(path.file_stem()?.to_string_lossy().into_owned())).unwrap_or_default()
}

/// Returns the script that a program's interpreter runs, or else the program itself.
fn program_file(program: &Program) -> PathBuf {
    let given = program.arguments.iter().map(Path::new).find(|path| path.is_file());
    given.unwrap_or(&program.file).to_path_buf()
}

/// Returns the last folder in a path if its name is a valid player name. Paths such as `bot.py`, `./bot.py` and
/// `../bot.py` contain no such folder.
fn folder_name(path: &Path) -> Option<String> {
    let name = path.parent()?.file_name()?.to_string_lossy().into_owned();
    (name_error(&name).is_none()).then_some(name)
}

/// Renames each player whose name occurs more than once after its folder. A player without a folder keeps its name.
fn name_by_folder(entrants: &mut [PlayerSpec]) {
    let names: Vec<String> = entrants.iter().map(|entrant| entrant.name.to_lowercase()).collect();
    for (seat, entrant) in entrants.iter_mut().enumerate() {
        let is_shared = names.iter().enumerate().any(|(other, name)| other != seat && *name == names[seat]);
        // Names given by the user do not change.
        if is_shared
            && entrant.word != entrant.name
            && let Some(folder) = entrant.folder()
        {
            entrant.name = folder;
        }
    }
}

fn file_safe_name(name: &str) -> String {
    let letters = name.chars().map(|letter| if is_in_no_file_name(letter) { '_' } else { letter });
    let name: String = letters.take(NAME_MAX).collect();
    if name.is_empty() || name.starts_with('.') { format!("_{name}") } else { name }
}

/// Returns the names of the players of a replay, as they can be the names of logs. A replay may be a stranger's, so its
/// names may contain anything and occur twice.
pub fn recorded_names(players: &[PlayerInfo]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for player in players {
        let name = file_safe_name(&player.name);
        let is_free = |name: &String| names.iter().all(|other| other.to_lowercase() != name.to_lowercase());
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(is_free);
        names.push(free.expect("there are more numbers than names"));
    }
    names
}

/// Appends 1, 2, ... in seat order to each name that occurs more than once. Names that differ only in case count as
/// equal, because the players' logs may be in the same folder.
fn number_equal_names(entrants: &mut [PlayerSpec]) {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for entrant in entrants.iter() {
        counts.entry(entrant.name.to_lowercase()).or_default().0 += 1;
    }
    for entrant in entrants {
        if let Some((count, number)) = counts.get_mut(&entrant.name.to_lowercase())
            && *count > 1
        {
            *number += 1;
            // `s1` twice becomes `s1-1` and `s1-2`, because `s11` could be another player.
            let between = if entrant.name.ends_with(|last: char| last.is_ascii_digit()) { "-" } else { "" };
            entrant.name = format!("{}{between}{number}", entrant.name);
        }
    }
}

/// Returns the reason why a name is not valid, or `None` if it is valid.
fn name_error(name: &str) -> Option<String> {
    if name.is_empty() || name.starts_with('.') || name.chars().count() > NAME_MAX {
        return Some(t!(
            "%{name} is not a valid player name (1 to %{most} characters, not starting with a dot)",
            name = quote(name),
            most = NAME_MAX
        ));
    }
    let letter = name.chars().find(|letter| is_in_no_file_name(*letter))?;
    Some(t!(
        "the player name %{name} contains %{letter}, which is not allowed in the name of a log file",
        name = quote(name),
        letter = quote(letter)
    ))
}

fn check_names(entrants: &[PlayerSpec]) -> Result<(), PlayError> {
    for (seat, entrant) in entrants.iter().enumerate() {
        let name = &entrant.name;
        let advice = t!("give player %{seat} another name: NAME=FILE", seat = seat + 1);
        if let Some(err) = name_error(name) {
            return user_error(format!("{err}; {advice}"));
        }
        let is_taken = |other: &PlayerSpec| other.name.to_lowercase() == name.to_lowercase();
        if let Some(other) = entrants[..seat].iter().position(is_taken) {
            return user_error(t!(
                "player %{other} and player %{seat} would both be named %{name}; %{advice}",
                other = other + 1,
                seat = seat + 1,
                name,
                advice
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::line_up::player_spec::*;

    fn info(name: &str) -> &'static GameInfo {
        wag_games::find(name).unwrap().info
    }

    fn error_text(game: &str, word: &str) -> String {
        one_of(info(game), word, &[]).unwrap_err().to_string()
    }

    #[test]
    fn names_files_and_commands_are_distinguished() {
        let kind = |word| one_of(info("gems"), word, &[]).unwrap().kind;
        assert_eq!(kind("look-ahead"), Kind::BuiltIn("look-ahead"));
        assert_eq!(kind("me=human"), Kind::Person);
        let Kind::Program { program, lives: false } = kind("sh -c 'exit 3' Cargo.toml") else { panic!() };
        assert!(program.file.is_absolute() && program.file.ends_with("sh"));
        assert_eq!(program.arguments[..2], ["-c", "exit 3"]);
        let here = std::env::current_dir().unwrap();
        assert_eq!(program.arguments[2], here.join("Cargo.toml"));
        assert!(program.readable.contains(&here));
        let ours = one_of(info("warriors"), "anna=../../yourAI.py", &[]).unwrap();
        assert_eq!(
            (ours.name.as_str(), ours.file()),
            ("anna", here.ancestors().nth(2).map(|root| root.join("yourAI.py")).as_deref())
        );
    }

    #[test]
    fn names_from_a_replay_are_names_of_logs() {
        let names = ["../../own", "/tmp/own", "..", "", "anna", "Anna", "anna-2", "a\0\n"];
        let players = names.map(|name| PlayerInfo { name: name.to_string(), ..PlayerInfo::default() });
        let safe = ["_.._.._own", "_tmp_own", "_..", "_", "anna", "Anna-2", "anna-2-2", "a__"];
        assert_eq!(recorded_names(&players), safe);
    }

    #[test]
    fn files_in_folders_are_named_after_them() {
        let folder = tempfile::tempdir().unwrap();
        for file in
            ["s1/yourAI.py", "s2/yourAI.py", "bots/a/fast.py", "bots/b/fast.py", "yourAI.py", ".x/yourAI.py"]
        {
            std::fs::create_dir_all(folder.path().join(file).parent().unwrap()).unwrap();
            std::fs::write(folder.path().join(file), "").unwrap();
        }
        let names = |files: &[&str]| {
            let word = |file: &&str| match file.split_once('=') {
                Some((name, file)) => format!("{name}={}", folder.path().join(file).display()),
                None => folder.path().join(file).display().to_string(),
            };
            let words: Vec<String> = files.iter().map(word).collect();
            let entrants = several(info("warriors"), &words, &[]).unwrap();
            entrants.into_iter().map(|entrant| entrant.name).collect::<Vec<_>>()
        };
        assert_eq!(names(&["s1/yourAI.py", "s2/yourAI.py"]), ["s1", "s2"]);
        assert_eq!(names(&["s1/yourAI.py", "s1/yourAI.py"]), ["s1-1", "s1-2"]);
        assert_eq!(names(&["bots/a/fast.py"]), ["fast"], "one of them needs no other name");
        assert_eq!(names(&["bots/a/fast.py", "bots/b/fast.py"]), ["a", "b"]);
        assert_eq!(names(&["anna=s1/yourAI.py", "s1/yourAI.py"]), ["anna", "s1"]);
        assert_eq!(names(&[".x/yourAI.py"]), ["yourAI"], "no name for a log");
        let called = |words: [&str; 2]| {
            let entrants = several(info("gems"), &words.map(str::to_string), &[]).unwrap();
            entrants.into_iter().map(|entrant| entrant.name).collect::<Vec<_>>()
        };
        assert_eq!(called(["/bin/sh Cargo.toml", "/bin/sh Cargo.toml"]), ["Cargo1", "Cargo2"]);
        assert_eq!(called(["sh src/one.rs", "sh src/../src/lib.rs"]), ["one", "lib"]);
        assert_eq!(called(["sh src/lib.rs", "sh ./src/lib.rs"]), ["src1", "src2"]);
        for word in ["yourAI.py", "./yourAI.py", "../../yourAI.py"] {
            assert_eq!(name_of_file(info("warriors"), word), "yourAI");
        }
    }

    #[test]
    fn invalid_specs_give_one_sentence() {
        for (game, word, part) in [
            ("gems", "no-such-program-anywhere", "ref, ref-columns, greedy, look-ahead"),
            ("gems", "gredy", "did you mean greedy?"),
            ("gems", "./no-such-file", "there is no program ./no-such-file"),
            ("gems", "./src", "is a folder"),
            ("gems", "./Cargo.toml", "chmod +x"),
            ("gems", "Cargo.toml", "write ./Cargo.toml"),
            ("gems", "sh -c 'exit", "close the quotation"),
            ("gems", " ", "a player is empty"),
            ("gems", "none.py", "there is no file none.py"),
            ("fives", "tcp:0", "is not a port"),
            ("warriors", "human", "cannot be played by people"),
            ("warriors", "program:sh", "cannot be played by programs"),
            ("warriors", "gems", "it must come first: wag play gems"),
            ("warriors", "gemz", "did you mean the game: wag play gems"),
            ("fives", "yourAI.py", "cannot be played by Python files"),
        ] {
            assert!(error_text(game, word).contains(part), "{word}: {}", error_text(game, word));
        }
    }

    #[test]
    fn too_many_and_too_few_players_are_rejected() {
        let names = |game, words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            line_up(info(game), &words, &[])
                .map(|all| all.into_iter().map(|one| one.name).collect::<Vec<_>>())
        };
        assert_eq!(names("warriors", &["Dummy"]).unwrap(), ["Dummy", "Noob1", "Noob2", "Noob3"]);
        assert!(names("warriors", &["Noob"; 5]).unwrap_err().to_string().contains("leave 1 out"));
        assert!(names("gems", &["ref"]).unwrap_err().to_string().contains("wag play gems human greedy"));
        assert_eq!(names("gems", &["ref", "ref"]).unwrap(), ["ref1", "ref2"]);
    }
}

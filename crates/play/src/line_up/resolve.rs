//! Resolving of player specs: finds the built-in player, file, program or other player that a spec names.

use crate::error::{PlayError, user_error};
use crate::line_up::game_info::{game_word, players_in_words};
use crate::line_up::objects::{name_in, object, shown_spec};
use crate::line_up::own_module;
use crate::line_up::parsed_spec::{ParsedSpec, SourceForm, file_and_entry};
use crate::line_up::player_names::default_name;
use crate::line_up::player_spec::{Kind, PlayerSpec, PythonMode};
use crate::line_up::similar_file::{player_in, similar_file};
use std::path::{Path, PathBuf};
use wag_core::game::GameInfo;
use wag_core::text::{nearest, quoted, quoted_path};
use wag_i18n::{Message, later, message, quote};
use wag_players::Program;

/// Where the files of players are.
#[derive(Clone, Copy)]
struct Locations<'l> {
    /// The folder to which their paths are relative; the current folder if it is empty.
    base: &'l Path,
    /// Files and folders that programs may read in addition to their own.
    readable: &'l [PathBuf],
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
    one_in(info, word, Path::new(""), readable)
}

/// Resolves a player spec whose paths are relative to `base`, which is an absolute path or empty.
pub fn one_in(
    info: &GameInfo,
    word: &str,
    base: &Path,
    readable: &[PathBuf],
) -> Result<PlayerSpec, PlayError> {
    let ParsedSpec { name, source } = ParsedSpec::of(word);
    let kind = kind_of(info, &source, Locations { base, readable })?;
    let word = name.clone().unwrap_or_else(|| shown_spec(&source).to_string());
    let name = name.unwrap_or_else(|| match file_and_entry(&source).1 {
        Some(entry) if matches!(kind, Kind::Python { .. }) => {
            entry.split(':').next().unwrap_or_default().to_string()
        }
        _ => default_name(info, &kind, &source),
    });
    Ok(PlayerSpec { name, word, source, kind, is_recorded: false })
}

fn kind_of(info: &GameInfo, source: &str, locations: Locations<'_>) -> Result<Kind, PlayError> {
    let (protocols, base) = (info.protocols, locations.base);
    if let Some(name) = info.built_in_name(source) {
        return Ok(Kind::BuiltIn(name));
    }
    let program =
        |command: &str, lives| Ok(Kind::Program { program: program(info, command, locations)?, lives });
    match SourceForm::of(source) {
        SourceForm::Function(name) => function(info, name),
        SourceForm::Person => {
            check_supported(info, protocols.person, later!("people"))?;
            Ok(Kind::Person)
        }
        SourceForm::Client(port) => {
            let port = port.map(port_of).transpose()?;
            check_supported(info, protocols.client, later!("TCP clients"))?;
            Ok(Kind::Client { port })
        }
        SourceForm::Plain(words) | SourceForm::Persistent(words)
            if info.rules != info.name && file_and_entry(words).1.is_some() =>
        {
            let file = readable_file(info, file_and_entry(words).0, base)?;
            Ok(Kind::Python { file, mode: PythonMode::Persistent })
        }
        SourceForm::Persistent(file) => {
            check_supported(info, protocols.persistent, later!("persistent Python files"))?;
            let file = readable_file(info, file, base)?;
            let mode = PythonMode::of_file(info, &file).persistent();
            Ok(Kind::Python { file, mode })
        }
        SourceForm::Lines(command) => {
            check_supported(info, protocols.lines, later!("persistent programs"))?;
            program(command, true)
        }
        SourceForm::Plain(word) if is_script(info, word, base) => {
            check_supported(info, protocols.python || protocols.persistent, later!("Python files"))?;
            if own_module::of_bot(info, &base.join(word)).is_some()
                && let Ok(program) = program(&["python3", &quoted(word)].join(" "), true)
            {
                return Ok(program);
            }
            let file = readable_file(info, word, base)?;
            let mode = PythonMode::of_file(info, &file);
            Ok(Kind::Python { file, mode })
        }
        SourceForm::Plain(word) if !protocols.programs() => {
            user_error(unknown_player_error(info, word, base))
        }
        SourceForm::Program(_) if !protocols.programs() => {
            user_error(not_supported(info, later!("programs")))
        }
        SourceForm::Plain(command) | SourceForm::Program(command) => program(command, !protocols.files),
    }
}

/// Returns the player that is a function or an object of the Python program that has called the engine.
fn function(info: &GameInfo, name: &str) -> Result<Kind, PlayError> {
    let shown = name_in(name);
    let Some(object) = object(name) else {
        return user_error(message!(
            "%{name} is a function of a Python program; only that program can play it",
            name = shown
        ));
    };
    match object.policy_game() {
        Some(game) if game != info.name => user_error(message!(
            "the policy %{name} plays %{own}, not %{game}; make one for this game with wag.policy(%{quoted}, ...)",
            name = shown,
            own = game.to_string(),
            game = info.name,
            quoted = quote(info.name)
        )),
        Some(_) => Ok(Kind::Object(object)),
        None => {
            let protocols = info.protocols;
            check_supported(info, protocols.python || protocols.persistent, later!("functions"))?;
            Ok(Kind::Object(object))
        }
    }
}

fn check_supported(info: &GameInfo, is_there: bool, what: &'static str) -> Result<(), PlayError> {
    if is_there { Ok(()) } else { user_error(not_supported(info, what)) }
}

fn not_supported(info: &GameInfo, what: &'static str) -> Message {
    message!(
        "%{title} cannot be played by %{what}; choose one of: %{players}",
        title = message!(info.title),
        what = message!(what),
        players = players_in_words(info)
    )
}

fn port_of(port: &str) -> Result<u16, PlayError> {
    match port.parse::<u16>() {
        Ok(port) if port > 0 => Ok(port),
        _ => user_error(message!(
            "%{port} is not a port; after tcp: write a number from 1 to 65535",
            port = quote(port)
        )),
    }
}

/// Returns whether the user's word names a Python file. `bot.py` does, and `my bot.py` does if that file exists;
/// `python3 bot.py` does not. In a game without programs, every path counts as a Python file.
fn is_script(info: &GameInfo, word: &str, base: &Path) -> bool {
    let is_command =
        word.contains(char::is_whitespace) && info.protocols.programs() && !base.join(word).exists();
    (word.ends_with(".py") && !is_command) || (word.contains('/') && !info.protocols.programs())
}

/// Returns the program that a command starts. A path that exists as a whole is a program without arguments, even if it
/// contains blanks or quotes.
fn program(info: &GameInfo, command: &str, locations: Locations<'_>) -> Result<Program, PlayError> {
    let Locations { base, readable } = locations;
    let whole = base.join(command);
    if command.contains('/') && whole.is_file() {
        return Program::of_file(&whole, readable).map_err(PlayError::UserError);
    }
    let not_found = |word: &str| match similar_file(base, command).filter(|_| command.ends_with(".py")) {
        Some(near) => missing_file_error(command, &near),
        None => unknown_player_error(info, word, base),
    };
    Program::of_command(command, base, readable, not_found).map_err(PlayError::UserError)
}

fn missing_file_error(word: &str, near: &str) -> Message {
    message!("there is no file %{word}; did you mean %{near}?", word, near)
}

/// Returns the error message for a folder that is not a player.
fn folder_error(info: &GameInfo, word: &str, base: &Path) -> Message {
    match player_in(info, base, Path::new(word)) {
        Some(file) => {
            let example = file.strip_prefix(".").unwrap_or(&file).display();
            message!("%{word} is a folder; name the player's file in it, such as %{example}", word, example)
        }
        None => {
            let game = game_word(info);
            message!(
                "%{word} is a folder without a player; name a file, or create a first AI there with `wag new %{game}%{quoted}`",
                word,
                game,
                quoted = quoted_path(word)
            )
        }
    }
}

/// Returns the error message for a file with another extension, in a game that supports no programs.
fn extension_error(word: &str) -> Message {
    let renamed = Path::new(word).with_extension("py");
    let (from, to) = (quoted_path(word), quoted_path(renamed));
    message!(
        "%{word} is not a Python file: the name must end in .py; rename it: mv %{from} %{to}",
        word,
        from,
        to
    )
}

/// Returns the error message for an unknown player; it suggests what the user may have meant.
fn unknown_player_error(info: &GameInfo, word: &str, base: &Path) -> Message {
    if wag_games::find(word).is_some() {
        return message!("%{word} is a game, so it must come first: wag play %{word} ...", word);
    }
    let path = base.join(word);
    if path.is_dir() {
        return folder_error(info, word, base);
    }
    let has_ending = path.extension().is_some();
    if let Some(near) = similar_file(base, word).filter(|_| has_ending) {
        return match path.exists() {
            true => message!("%{word} is not a Python file; did you mean %{near}?", word, near),
            false => missing_file_error(word, &near),
        };
    }
    if has_ending && path.is_file() {
        return extension_error(word);
    }
    if base.join(format!("{word}.py")).is_file() {
        return message!(
            "there is no built-in player %{cited}; to use the file, write %{word}.py",
            cited = quote(word),
            word
        );
    }
    let names = || info.built_in.iter().map(|player| player.name);
    let meant = match (nearest(word, names()), nearest(word, wag_games::all().map(|game| game.info.name))) {
        (Some(name), _) => message!("; did you mean %{name}?", name),
        (None, Some(game)) => message!("; did you mean the game: wag play %{game} ...?", game),
        (None, None) => Message::default(),
    };
    let file = match info.protocols.programs() {
        true => message!("for a program, write its path, such as ./%{word}, or a name that is on PATH", word),
        false => {
            let is_plain = word.chars().all(|letter| letter.is_alphanumeric() || "_-".contains(letter));
            let usual = info.own_player().unwrap_or("bot.py").to_string();
            let example = if is_plain { format!("{word}.py") } else { usual };
            message!("for a file, write its full name, such as %{example}", example)
        }
    };
    let names = names().collect::<Vec<_>>().join(", ");
    message!(
        "%{title} has no player %{word} (built in: %{names})%{meant}; %{file}",
        title = message!(info.title),
        word = quote(word),
        names,
        meant,
        file
    )
}

/// Returns the absolute path of a file, or an error if the file cannot be read.
fn readable_file(info: &GameInfo, word: &str, base: &Path) -> Result<PathBuf, PlayError> {
    let path = base.join(word);
    if path.is_dir() {
        return user_error(folder_error(info, word, base));
    }
    if path.exists() && !path.is_file() {
        return user_error(message!("%{word} is not a regular file; name the Python file of a player", word));
    }
    match std::fs::File::open(&path).and_then(|_| path.canonicalize()) {
        Ok(absolute) => Ok(absolute),
        Err(err) if err.kind() == std::io::ErrorKind::NotFound => {
            if let Some(near) = similar_file(base, word) {
                return user_error(missing_file_error(word, &near));
            }
            let game = game_word(info);
            user_error(message!(
                "there is no file %{word}; `wag new %{game}.` creates a first AI here",
                word,
                game
            ))
        }
        Err(err) => user_error(message!(
            "%{word} cannot be read: %{fault}; check the permissions of the file",
            word,
            fault = err
        )),
    }
}
#[cfg(test)]
mod tests {
    use crate::line_up::resolve::*;

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
}

//! `wag new`: creates a folder with a first AI, with a game in Python, or with the examples of the book.

use super::answer::{ExitStatus, print, user_error};
use super::with_game::{GameCommand, WithGame};
use crate::output::Paint;
use clap::Args as ClapArgs;
use std::path::{Path, PathBuf};
use wag_core::game::BotKind;
use wag_core::game::GameInfo;
use wag_core::text::quoted_path;
use wag_games::{KnownGame, all};
use wag_i18n::{message, quote, t};
use wag_play::{NewFile, example_command, game_word, is_first, new_files, write_new};
use wag_sandbox::{OwnProgram, own_program};

#[derive(Clone, Debug, ClapArgs)]
pub struct New {
    /// Destination folder; created if it is missing. Existing files are never overwritten
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Destination folder of `wag new game` and `wag new examples`
    #[arg(value_name = "DIR", hide = true)]
    pub game_folder: Option<PathBuf>,
    /// Start from a copy of this built-in player's files
    #[arg(long, value_name = "PLAYER")]
    pub of: Option<String>,
}

impl GameCommand for New {
    fn is_for(info: &GameInfo) -> bool {
        !info.new.is_empty()
    }

    fn after_help(info: &GameInfo) -> Option<String> {
        is_first(info).then(|| {
            t!("To write a game of your own in Python: wag new game DIR")
                + "\n"
                + &t!("To write the examples of the book: wag new examples DIR")
        })
    }
}

/// The word with which `wag new` writes a game instead of a player.
const GAME: &str = "game";

/// The word with which `wag new` writes the examples of the book.
const EXAMPLES: &str = "examples";

/// The files of a first game in Python.
const GAME_FILES: &[NewFile] = &[
    ("mygame.py", include_str!("../../python/new_game/mygame.py")),
    ("bot.py", include_str!("../../python/new_game/bot.py")),
    ("test_mygame.py", include_str!("../../python/new_game/test_mygame.py")),
    ("README.md", include_str!("../../python/new_game/README.md")),
];

#[derive(Clone, Debug, ClapArgs)]
pub struct Skeleton {
    /// Destination folder; created if it is missing. Existing files are never overwritten
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

impl GameCommand for Skeleton {
    fn is_for(info: &GameInfo) -> bool {
        !info.skeleton.is_empty()
    }
}

/// Writes the files, and prints how to play with them.
pub fn run(options: &WithGame<New>) -> anyhow::Result<ExitStatus> {
    let info = options.game.info;
    let Some(folder) = options.words.folder.as_deref() else { return user_error(invitation(info)) };
    match &options.words.game_folder {
        Some(of_game) if folder == Path::new(GAME) && is_first(info) => {
            write_new(GAME_FILES, of_game)?;
            return print(&instructions(of_game, &names(GAME_FILES), "wag play mygame.py bot.py Greedy"));
        }
        Some(of_examples) if folder == Path::new(EXAMPLES) && is_first(info) => {
            return write_examples(of_examples);
        }
        Some(other) => {
            let (folder, other) = (folder.display(), other.display());
            return user_error(message!("name one folder, not %{folder} and %{other}", folder, other));
        }
        None if folder == Path::new(GAME) && is_first(info) => {
            return user_error(message!("name a folder for the new game: wag new game my-game"));
        }
        None if folder == Path::new(EXAMPLES) && is_first(info) => {
            return user_error(message!("name a folder for the examples: wag new examples my-examples"));
        }
        None => {}
    }
    if let Some(player) = &options.words.of {
        return copy(info, player, folder);
    }
    write_new(&new_files(info), folder)?;
    print(&instructions(folder, &names(info.new), &example_command(info)))
}

/// Writes the examples of the book.
fn write_examples(folder: &Path) -> anyhow::Result<ExitStatus> {
    let files = wag_docs::examples();
    write_new(files, folder)?;
    print(&t!(
        "%{folder} contains %{names}.\nThe first lines of each file say what it shows.\n",
        folder = folder.display(),
        names = names(files)
    ))
}

/// Writes the files of a built-in player.
fn copy(info: &GameInfo, player: &str, folder: &Path) -> anyhow::Result<ExitStatus> {
    let open = || {
        info.built_in.iter().filter_map(|open| match open.plays {
            BotKind::Folder { main, files } => Some((open.name, main, files)),
            _ => None,
        })
    };
    let Some((_, file, files)) = open().find(|(name, ..)| *name == player) else {
        let names = open().map(|(name, ..)| name).collect::<Vec<_>>();
        return user_error(match names.as_slice() {
            [] => t!("%{title} has no built-in player whose files you can edit", title = t!(info.title)),
            names => t!(
                "%{title} has no built-in player %{player} whose files you can edit; choose one of %{names}",
                title = t!(info.title),
                player = quote(player),
                names = names.join(", ")
            ),
        });
    };
    write_new(files, folder)?;
    let others = info.suggested.iter().take(info.seats.start().saturating_sub(1));
    let words: Vec<&str> = ["wag", "play", info.name, file].into_iter().chain(others.copied()).collect();
    let names = t!("%{n} files (the player is %{file})", n = files.len(), file);
    print(&instructions(folder, &names, &words.join(" ")))
}

/// Returns what to type if the shell does not find this program as `wag`; an empty string if it does.
fn missing_on_path() -> String {
    let Ok(OwnProgram::File(_)) = own_program() else { return String::new() };
    let Ok(program) = std::env::current_exe() else { return String::new() };
    let path = std::env::var_os("PATH").unwrap_or_default();
    if std::env::split_paths(&path).any(|folder| folder.join("wag").is_file()) {
        return String::new();
    }
    let program = quoted_path(&program);
    t!("The shell does not find wag: type %{program}, or run make install in Wag's folder.", program) + "\n"
}

/// Writes a client for the game's server, and prints how to start the client and the server.
pub fn skeleton(options: &WithGame<Skeleton>) -> anyhow::Result<ExitStatus> {
    let (info, folder) = (options.game.info, options.words.folder.as_path());
    let files = info.skeleton;
    write_new(files, folder)?;
    print(&t!(
        "%{folder} contains %{names}.\nTo start the server: wag serve %{game}\nThen, for each client: cd %{cd} && python3 %{client}\n",
        folder = folder.display(),
        names = names(files),
        game = info.name,
        cd = folder_word(folder),
        client = files.first().map_or("", |(name, _)| *name)
    ))
}

/// Lists what the command can write, for a user who has not named a folder.
fn invitation(info: &GameInfo) -> String {
    let of = |game: KnownGame| (New::is_for(game.info)).then(|| example(game.info));
    let files = names(info.new);
    let examples: Vec<(String, String)> = match is_first(info) {
        true => all().filter_map(of).collect(),
        false => vec![example(info)],
    };
    let width = examples.iter().map(|(command, _)| command.chars().count()).max().unwrap_or_default();
    let line = |(command, what): &(String, String)| format!("  {command:width$}   {what}");
    let examples = examples.iter().map(line).collect::<Vec<_>>().join("\n");
    t!("name a folder for the new files (%{files}):\n%{examples}", files, examples)
}

/// Returns a command that writes a first player, and a description of the files that it writes.
fn example(info: &GameInfo) -> (String, String) {
    let game = game_word(info);
    let title = t!(info.title);
    (format!("wag new {game}{}", t!("my-ai")), t!("a first player for %{title}", title))
}

/// Returns the names of the files for use in a message. For files in a subfolder, gives only the name of the subfolder.
fn names(files: &[NewFile]) -> String {
    let mut names: Vec<&str> = files.iter().filter_map(|(name, _)| name.split('/').next()).collect();
    names.dedup();
    names.join(", ")
}

fn instructions(folder: &Path, names: &str, example: &str) -> String {
    let is_here = folder.canonicalize().ok().zip(std::env::current_dir().ok()).is_some_and(|(a, b)| a == b);
    let go = if is_here { String::new() } else { format!("cd {} && ", folder_word(folder)) };
    missing_on_path()
        + &t!(
            "%{folder} contains %{names}.\nPlay a match: %{example}\n",
            folder = folder.display(),
            names,
            example = format!("{go}{example}").green().bold()
        )
}

/// Quotes the path of a folder for the shell. The result is a valid argument of `cd`, even if the path starts with a
/// dash.
fn folder_word(folder: &Path) -> String {
    quoted_path(folder)
}

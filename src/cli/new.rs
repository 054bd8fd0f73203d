//! `wag new`: creates a folder with a first AI.
//!
//! Either all files are written or none. Each file is first written under a temporary name. If one of them cannot be
//! renamed, the files that have already been renamed are deleted. Existing files are never changed.

use super::answer::{ExitStatus, print, user_error};
use super::args::{New, Skeleton};
use super::with_game::{GameCommand, WithGame};
use crate::output::Paint;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use wag_core::files::create_folder;
use wag_core::game::BotKind;
use wag_core::game::GameInfo;
use wag_core::text::quoted;
use wag_games::{KnownGame, all};
use wag_i18n::{quote, t};
use wag_play::PlayError;
use wag_play::{example_command, game_word, is_first, new_files};

/// The name and the text of a file to write. The name may include folders.
type File = (&'static str, &'static str);

/// Writes the files, and prints how to play with them.
pub fn run(options: &WithGame<New>) -> anyhow::Result<ExitStatus> {
    let info = options.game.info;
    let Some(folder) = options.words.folder.as_deref() else { return user_error(invitation(info)) };
    if let Some(player) = &options.words.of {
        return copy(info, player, folder);
    }
    write_new(&new_files(info), folder)?;
    print(&instructions(folder, &names(info.new), &example_command(info)))
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

/// Writes files into a folder. Creates the folder if it does not exist.
fn write_new(files: &[File], folder: &Path) -> Result<(), PlayError> {
    check_is_free(files, folder)?;
    let made = make_folder(folder)?;
    write_files(files, folder).inspect_err(|_| remove(&made))
}

/// Deletes the empty folders among these, innermost first.
fn remove(made: &[PathBuf]) {
    made.iter().rev().for_each(|made| drop(std::fs::remove_dir(made)));
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
fn names(files: &[File]) -> String {
    let mut names: Vec<&str> = files.iter().filter_map(|(name, _)| name.split('/').next()).collect();
    names.dedup();
    names.join(", ")
}

/// Writes the files of a game into a folder that already exists.
pub fn write_into(info: &GameInfo, folder: &Path) -> Result<(), PlayError> {
    let files = new_files(info);
    check_is_free(&files, folder)?;
    write_files(&files, folder)
}

fn check_is_free(files: &[File], folder: &Path) -> Result<(), PlayError> {
    let taken = |(name, _): &(&str, &str)| folder.join(name).symlink_metadata().is_ok();
    match files.iter().find(|file| taken(file)) {
        Some((name, _)) => Err(PlayError::UserError(already_there(&folder.join(name)))),
        None => Ok(()),
    }
}

fn already_there(file: &Path) -> String {
    t!(
        "%{file} already exists, so nothing was written; choose another folder, or move the file away",
        file = file.display()
    )
}

/// Creates a folder and its parents. Returns the folders that did not exist before, outermost first.
fn make_folder(folder: &Path) -> Result<Vec<PathBuf>, PlayError> {
    let missing = |path: &&Path| !path.as_os_str().is_empty() && path.symlink_metadata().is_err();
    let mut made: Vec<PathBuf> = folder.ancestors().filter(missing).map(Path::to_path_buf).collect();
    made.reverse();
    create_folder(folder).map_err(|err| {
        made.iter().rev().for_each(|made| drop(std::fs::remove_dir(made)));
        match folder.is_file() {
            true => PlayError::UserError(t!("%{folder} is a file; name a folder", folder = folder.display())),
            false => PlayError::UserError(t!(
                "the folder %{folder} cannot be created: %{fault}",
                folder = folder.display(),
                fault = err
            )),
        }
    })?;
    Ok(made)
}

fn write_files(files: &[File], folder: &Path) -> Result<(), PlayError> {
    let draft = |(name, text): &(&str, &str)| {
        let folder = folder.join(Path::new(name).parent().unwrap_or(Path::new("")));
        create_folder(&folder)?;
        draft(&folder, text)
    };
    let drafts = files.iter().map(draft).collect::<io::Result<Vec<_>>>();
    let drafts = drafts.map_err(|err| {
        PlayError::UserError(t!(
            "the folder %{folder} is not writable: %{fault}",
            folder = folder.display(),
            fault = err
        ))
    })?;
    let (mut written, mut made) = (Vec::new(), Vec::new());
    for (draft, (name, _)) in drafts.into_iter().zip(files) {
        let file = folder.join(name);
        let undo = |written: &[PathBuf], made: &[PathBuf]| {
            written.iter().for_each(|file| drop(std::fs::remove_file(file)));
            remove(made);
        };
        match make_folder(file.parent().unwrap_or(folder)) {
            Ok(new) => made.extend(new),
            Err(err) => {
                undo(&written, &made);
                return Err(err);
            }
        }
        if let Err(err) = draft.persist_noclobber(&file) {
            undo(&written, &made);
            return Err(PlayError::UserError(match err.error.kind() {
                io::ErrorKind::AlreadyExists => already_there(&file),
                _ => t!("%{file} cannot be written: %{error}", file = file.display(), error = err.error),
            }));
        }
        written.push(file);
    }
    Ok(())
}

/// Writes a file under a temporary name. The file is deleted unless it is renamed.
fn draft(folder: &Path, text: &str) -> io::Result<NamedTempFile> {
    // The user's umask removes the usual permissions from this.
    let permissions = std::fs::Permissions::from_mode(0o666);
    let mut file =
        tempfile::Builder::new().prefix(".wag-new-").permissions(permissions).tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}

fn instructions(folder: &Path, names: &str, example: &str) -> String {
    let is_here = folder.canonicalize().ok().zip(std::env::current_dir().ok()).is_some_and(|(a, b)| a == b);
    let go = if is_here { String::new() } else { format!("cd {} && ", folder_word(folder)) };
    t!(
        "%{folder} contains %{names}.\nPlay a match: %{example}\n",
        folder = folder.display(),
        names,
        example = format!("{go}{example}").green().bold()
    )
}

/// Quotes the path of a folder for the shell. The result is a valid argument of `cd`, even if the path starts with a
/// dash.
fn folder_word(folder: &Path) -> String {
    let word = quoted(&folder.display().to_string());
    if word.starts_with('-') { format!("./{word}") } else { word }
}
